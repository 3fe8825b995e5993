/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aqm-test-utils.h"

#include "ns3/dual-pi2-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>

/**
 * @file
 * @ingroup aqm-queue-disc-tests
 * DualPi2QueueDisc: classification, steady state, attributes.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** Serves a disc at a packet each 0.1 ms, while classic and L4S packets come at constant rates. */
class DualPi2Load
{
  public:
    /** @param settings of the disc */
    explicit DualPi2Load(const Settings& settings)
        : disc(DynamicCast<DualPi2QueueDisc>(MakeDisc("DualPi2QueueDisc", settings)))
    {
        disc->AssignStreams(11);
        disc->Initialize();
    }

    /** Runs for some milliseconds. @param classic @param l4s loads of the link */
    void Run(int ms, double classic, uint8_t classicEcn, double l4s)
    {
        for (int i = 0; i < 10 * ms; ++i)
        {
            Simulator::Schedule(MicroSeconds(100) * i, [this, classic, classicEcn, l4s] {
                Step(classic, classicEcn, l4s);
            });
        }
        Simulator::Run();
    }

    Ptr<DualPi2QueueDisc> disc;  //!< under test
    std::vector<Time> delays[2]; //!< of classic and L4S packets
    uint32_t marks[2]{0, 0};     //!< of them, marked

  private:
    void Step(double classic, uint8_t classicEcn, double l4s)
    {
        m_due[0] += classic;
        m_due[1] += l4s;
        for (int kind : {0, 1})
        {
            for (; m_due[kind] >= 1; m_due[kind] -= 1)
            {
                TestPacket like;
                like.ecn = kind ? 1 : classicEcn;
                like.sourcePort = 1000 + kind;
                disc->Enqueue(kind ? MakeIpv6Item(like) : MakeIpv4Item(like));
            }
        }
        if (auto item = disc->Dequeue())
        {
            // The tests send L4S over IPv6 and classic packets over IPv4.
            const int kind = item->GetProtocol() == 0x86dd;
            delays[kind].push_back(Simulator::Now() - item->GetTimeStamp());
            marks[kind] += EcnOf(item) == 3;
        }
    }

    double m_due[2]{0, 0}; //!< packets that are to come
};

class SteadyStateTest : public TestCase
{
  public:
    SteadyStateTest()
        : TestCase("classic drops are the square of the coupled marks over k; L4S waits less")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string preset : {"Rfc", "Linux"})
        {
            DualPi2Load load(Settings{{"Preset", preset}});
            load.Run(2000, 0.97, 0, 0.1); // until it is steady
            const auto dropsBefore = load.disc->GetStats().nTotalDroppedPackets;
            for (int kind : {0, 1})
            {
                load.delays[kind].clear();
                load.marks[kind] = 0;
            }
            load.Run(5000, 0.97, 0, 0.1);
            const double drops = load.disc->GetStats().nTotalDroppedPackets - dropsBefore;
            const double dropped = drops / (drops + load.delays[0].size());
            const double marked = double(load.marks[1]) / load.delays[1].size();
            NS_TEST_EXPECT_MSG_EQ_TOL(dropped,
                                      (marked / 2) * (marked / 2),
                                      0.1 * dropped,
                                      "RFC 9332, equation 1, " << preset);
            for (auto& delays : load.delays)
            {
                std::sort(delays.begin(), delays.end());
            }
            const Time classic = load.delays[0][load.delays[0].size() * 99 / 100];
            const Time l4s = load.delays[1][load.delays[1].size() * 99 / 100];
            NS_TEST_EXPECT_MSG_LT(l4s, classic, "99th percentile of the delay");
            NS_TEST_EXPECT_MSG_LT(l4s, MilliSeconds(1), "of L4S");
            NS_TEST_EXPECT_MSG_EQ(
                load.disc->GetStats().GetNDroppedPackets(DualPi2QueueDisc::CLASSIC_DROP),
                load.disc->GetStats().nTotalDroppedPackets,
                "all for that reason");
            load.disc->Dispose();
            Simulator::Destroy();
        }
    }
};

class ReasonsTest : public TestCase
{
  public:
    ReasonsTest()
        : TestCase("marks and losses are counted under their reasons")
    {
    }

  private:
    void DoRun() override
    {
        DualPi2Load marked({{"DropOverload", "false"}, {"MaxSize", "1000p"}});
        marked.Run(3000, 1.1, 2, 0.1);
        const auto& stats = marked.disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.GetNMarkedPackets(DualPi2QueueDisc::CLASSIC_MARK),
                              marked.marks[0],
                              "classic marks");
        NS_TEST_EXPECT_MSG_GT(marked.marks[0], 0, "there are some");
        NS_TEST_EXPECT_MSG_EQ(marked.disc->GetMaxSize(), QueueSize("1000p"), "the limit");
        NS_TEST_EXPECT_MSG_EQ(stats.GetNMarkedPackets(DualPi2QueueDisc::L4S_MARK),
                              marked.marks[1],
                              "L4S marks");
        NS_TEST_EXPECT_MSG_GT(stats.GetNDroppedPackets(DualPi2QueueDisc::OVERLIMIT_DROP),
                              0,
                              "who does not respond meets the limit");
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(DualPi2QueueDisc::OVERLOAD_DROP), 0, "only");
        NS_TEST_EXPECT_MSG_EQ_TOL(marked.disc->GetBaseProbability(), 0.5, 1e-9, "p' ends at 1/k");
        marked.disc->Dispose();
        Simulator::Destroy();

        DualPi2Load overload(Settings{{"UseRecur", "true"}});
        overload.Run(3000, 2, 2, 0);
        NS_TEST_EXPECT_MSG_GT(
            overload.disc->GetStats().GetNDroppedPackets(DualPi2QueueDisc::OVERLOAD_DROP),
            0,
            "ECN-capable packets are dropped in overload");
        NS_TEST_EXPECT_MSG_GT(overload.disc->GetBaseProbability(), 0.5, "beyond 1/k");
        overload.disc->Dispose();
        Simulator::Destroy();
    }
};

class DualPi2AttributesTest : public TestCase
{
  public:
    DualPi2AttributesTest()
        : TestCase("senseless attributes are refused; a disc may end with packets queued")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [name, value] : Settings{{"Target", "0ms"},
                                                  {"Coupling", "0"},
                                                  {"ClassicWeight", "100"},
                                                  {"MaxSize", "100B"},
                                                  {"MaxSize", "0p"},
                                                  {"StepThreshold", "0s"},
                                                  {"RampRange", "0s"},
                                                  {"UpdateTime", "-1ms"}})
        {
            const std::string why = WhyRefused(MakeDisc("DualPi2QueueDisc", {{name, value}}));
            NS_TEST_EXPECT_MSG_EQ(why.find("ns3::DualPi2QueueDisc: "), 0, name << "=" << value);
        }
        auto disc = DynamicCast<DualPi2QueueDisc>(MakeDisc("DualPi2QueueDisc"));
        disc->Initialize();
        TestPacket like;
        like.ecn = 2;
        disc->Enqueue(MakeIpv4Item(like));
        like.ecn = 3;
        auto l4s = MakeIpv4Item(like);
        disc->Enqueue(l4s);
        NS_TEST_EXPECT_MSG_EQ(disc->GetL4sPackets(), 1, "CE goes to L4S");
        NS_TEST_EXPECT_MSG_EQ(disc->Peek(), l4s, "which is first");
        NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 2, "and still there");
        disc->Dispose();
        Simulator::Destroy();
    }
};

/** The suite. */
class DualPi2TestSuite : public TestSuite
{
  public:
    DualPi2TestSuite()
        : TestSuite("dual-pi2", Type::UNIT)
    {
        AddTestCase(new SteadyStateTest);
        AddTestCase(new ReasonsTest);
        AddTestCase(new DualPi2AttributesTest);
    }
};

DualPi2TestSuite g_dualPi2TestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
