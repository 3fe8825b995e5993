/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-test-fabric.h"

#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::light_test;

namespace
{

/** Sends frames without a gap and looks at the time of the last one. */
class LightSerialisationTest : public TestCase
{
  public:
    LightSerialisationTest(uint64_t rate, uint32_t size)
        : TestCase("a million frames of " + std::to_string(size) + " B back to back at " +
                   std::to_string(rate / 1000000000) + " Gbps take their exact time"),
          m_rate(rate),
          m_size(size)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t frames = 1000000;
        LightFabric fabric(Fifos(FabricPlan::Star(2, {m_rate, 1000}), "1000000p"));
        Collector collector(fabric);
        for (uint32_t i = 0; i < frames; ++i)
        {
            SendRaw(fabric, 0, 1, m_size, i);
        }
        Simulator::Run();
        // The second link sends each frame once it has come over the first one.
        const unsigned __int128 bits = (unsigned __int128){m_size} * 8 * frames;
        const uint64_t first = (bits * 1000000000 + m_rate - 1) / m_rate;
        const uint64_t again = (m_size * 8ull * 1000000000 + m_rate - 1) / m_rate;
        NS_TEST_EXPECT_MSG_EQ(collector.count, frames, "all frames arrive");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(collector.last, first + 1000 + again + 1000 - 1, "not early");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(collector.last, first + 1000 + again + 1000 + 1, "not late");
        fabric.CheckConservation();
        Simulator::Destroy();
    }

    uint64_t m_rate;
    uint32_t m_size;
};

/** The idle port rule, counters and the text trace. */
class LightPortTest : public TestCase
{
  public:
    LightPortTest()
        : TestCase("a port counts, traces, drops, and sends past its queue only if told to")
    {
    }

  private:
    void Run(bool bypass)
    {
        LightFabric fabric(Fifos(FabricPlan::Star(2, HUNDRED_G), "3p", bypass));
        Collector collector(fabric);
        std::ostringstream trace;
        LightPort& port = fabric.GetPort(0);
        port.Trace(trace);
        for (uint32_t i = 0; i < 6; ++i)
        {
            SendRaw(fabric, 0, 1, 1500, i);
        }
        Simulator::Run();
        const LightPort::Counters& counters = port.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.inPackets, 6, "all were given to the port");
        NS_TEST_EXPECT_MSG_EQ(counters.outPackets, 4, "one in service and three queued");
        NS_TEST_EXPECT_MSG_EQ(counters.outBytes, 6000, "bytes sent");
        NS_TEST_EXPECT_MSG_EQ(counters.peakPackets, 3, "the queue was full");
        NS_TEST_EXPECT_MSG_EQ(counters.bypassed, (bypass ? 1 : 0), "past the queue");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetHostDrops(), 2, "dropped at the host");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSwitchDrops(), 0, "dropped at the switch");
        NS_TEST_EXPECT_MSG_EQ((collector.order == std::vector<uint32_t>{0, 1, 2, 3}),
                              true,
                              "in order");
        NS_TEST_EXPECT_MSG_EQ(port.GetQueueDisc()->GetStats().nTotalReceivedPackets,
                              (bypass ? 5 : 6),
                              "seen by the queue disc");
        std::map<std::string, int> lines;
        std::istringstream rows(trace.str());
        std::string time;
        std::string name;
        std::string what;
        for (std::string rest; rows >> time >> name >> what && std::getline(rows, rest);)
        {
            ++lines[what];
        }
        NS_TEST_EXPECT_MSG_EQ(lines["-"], 4, "sent lines");
        NS_TEST_EXPECT_MSG_EQ(lines["d"], 2, "dropped lines");
        NS_TEST_EXPECT_MSG_EQ(lines["+"], (bypass ? 3 : 4), "queued lines");
        fabric.CheckConservation();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Run(false);
        Run(true);
    }
};

/** Two fabrics in one simulation, with parallel cables. */
class LightParallelTest : public TestCase
{
  public:
    LightParallelTest()
        : TestCase("raw packets of many flows use all parallel cables, in each of two fabrics")
    {
    }

  private:
    void DoRun() override
    {
        const FabricPlan plan = FabricPlan::LeafSpine({2, 2, 2, 3, HUNDRED_G, FOUR_HUNDRED_G});
        LightFabric a(Fifos(plan));
        LightFabric b(Fifos(plan));
        Collector atA(a);
        Collector atB(b);
        constexpr uint32_t packets = 600;
        for (uint32_t i = 0; i < packets; ++i)
        {
            SendRaw(a, 0, 2, 1500, i, i);
            if (i % 2)
            {
                SendRaw(b, 3, 1, 1500, i, i);
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(atA.count, packets, "all that were sent through the first");
        NS_TEST_EXPECT_MSG_EQ(atB.count, packets / 2, "all that were sent through the second");
        uint32_t up = 0;
        uint64_t carried = 0;
        for (uint32_t port = 0; port < plan.NPorts(); ++port)
        {
            if (plan.Class(port) == PortClass::LEAF_UP && plan.From(port) == plan.nHosts)
            {
                ++up;
                const uint64_t out = a.GetPort(port).GetCounters().outPackets;
                carried += out;
                NS_TEST_EXPECT_MSG_GT(out, packets / 12, a.GetPort(port).GetName());
                NS_TEST_EXPECT_MSG_LT(out, packets / 3, a.GetPort(port).GetName());
            }
        }
        NS_TEST_EXPECT_MSG_EQ(up, 6, "three cables to each of two spines");
        NS_TEST_EXPECT_MSG_EQ(carried, packets, "each packet went up once");
        a.CheckConservation();
        b.CheckConservation();
        Simulator::Destroy();
    }
};

/** Throws at the third packet. */
class LightThrowTest : public TestCase
{
  public:
    LightThrowTest()
        : TestCase("an exception out of a run leaves nothing that would call what is gone")
    {
    }

  private:
    /** Takes packets until it does not. */
    class Refuser : public LightSink
    {
        void Receive(const Ptr<LightItem>&, uint64_t) override
        {
            if (++m_received == 3)
            {
                throw std::runtime_error("refused");
            }
        }

        int m_received{0};
    };

    void DoRun() override
    {
        bool thrown = false;
        try
        {
            LightFabric fabric(Fifos(FabricPlan::Star(2, HUNDRED_G)));
            Refuser refuser;
            fabric.SetSink(refuser);
            for (uint32_t i = 0; i < 6; ++i)
            {
                SendRaw(fabric, 0, 1, 1500, i);
            }
            Simulator::Run();
        }
        catch (const std::runtime_error&)
        {
            thrown = true;
        }
        NS_TEST_EXPECT_MSG_EQ(thrown, true, "out of the run");
        Simulator::Run(); // events of the ports are still pending
        Simulator::Destroy();
    }
};

class LightFabricTestSuite : public TestSuite
{
  public:
    LightFabricTestSuite()
        : TestSuite("light-fabric", Type::UNIT)
    {
        AddTestCase(new LightPortTest);
        AddTestCase(new LightParallelTest);
        AddTestCase(new LightThrowTest);
    }
};

LightFabricTestSuite g_lightFabricTestSuite; //!< registers the suite

/** A suite of its own, and of whole systems: millions of frames are too slow when instrumented. */
class LightSerialisationTestSuite : public TestSuite
{
  public:
    LightSerialisationTestSuite()
        : TestSuite("light-serialisation", Type::SYSTEM)
    {
        AddTestCase(new LightSerialisationTest(100000000000, 1500));
        AddTestCase(new LightSerialisationTest(400000000000, 1500));
        AddTestCase(new LightSerialisationTest(400000000000, 121));
    }
};

LightSerialisationTestSuite g_lightSerialisationTestSuite; //!< registers the suite

} // namespace
