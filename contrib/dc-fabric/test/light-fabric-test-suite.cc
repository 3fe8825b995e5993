/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/light-fabric.h"
#include "ns3/light-transport.h"
#include "ns3/packet.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <vector>

using namespace ns3;
using schedlab::FabricPlan;
using schedlab::LightTransportParams;
using schedlab::LinkParams;
using schedlab::PortClass;

namespace
{

constexpr LinkParams HUNDRED_G{100000000000, 1000};
constexpr LinkParams FOUR_HUNDRED_G{400000000000, 1000};

/** A fabric of FIFOs. */
LightFabricConfig
Fifos(const FabricPlan& plan, const std::string& limit = "10000p", bool bypass = false)
{
    return {plan, 1, bypass, [limit](uint32_t, PortClass) {
                auto disc = CreateObject<FifoQueueDisc>();
                disc->SetAttribute("MaxSize", StringValue(limit));
                return disc;
            }};
}

FabricPlan
SmallLeafSpine()
{
    return FabricPlan::LeafSpine({3, 2, 4, 1, HUNDRED_G, FOUR_HUNDRED_G});
}

/** Takes raw packets and notes when they came. */
class Collector : public LightSink
{
  public:
    explicit Collector(LightFabric& fabric)
        : m_fabric(fabric)
    {
        fabric.SetSink(*this);
    }

    void Receive(const Ptr<LightItem>& item, uint64_t now) override
    {
        ++count;
        last = now;
        order.push_back(item->Get().serial);
        m_fabric.GetPool().Give(item);
    }

    uint64_t count{0};
    uint64_t last{0};
    std::vector<uint32_t> order;

  private:
    LightFabric& m_fabric;
};

void
SendRaw(LightFabric& fabric, uint32_t source, uint32_t destination, uint32_t size, uint32_t serial)
{
    const Ptr<LightItem> item = fabric.GetPool().Take();
    LightItem::Fields& fields = item->Get();
    fields.source = source;
    fields.destination = destination;
    fields.flowHash = 1;
    fields.serial = serial;
    fields.size = size;
    fields.path = fabric.GetRoutes().Path(source, destination, 1);
    fabric.Send(item, Simulator::Now().GetTimeStep());
}

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

/** What every run of flows does. */
class LightFlowsTest : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    std::vector<LightFlowRecord> RunFlows(const LightFabricConfig& config,
                                          const LightTransportParams& params,
                                          const std::vector<LightFlow>& flows,
                                          Time stop = Time())
    {
        std::vector<LightFlowRecord> records;
        LightFabric fabric(config);
        LightTransport transport(fabric, params);
        transport.SetDoneCallback([&](const LightFlowRecord& r) { records.push_back(r); });
        transport.Play(flows);
        if (!stop.IsZero())
        {
            Simulator::Stop(stop);
        }
        Simulator::Run();
        transport.Censor();
        fabric.CheckConservation();
        NS_TEST_EXPECT_MSG_EQ(transport.GetOpenFlows(), 0, "every flow is accounted for");
        hostDrops = fabric.GetHostDrops();
        switchDrops = fabric.GetSwitchDrops();
        delivered = fabric.GetDelivered();
        marks = 0;
        for (uint32_t i = 0; i < config.plan.NPorts(); ++i)
        {
            marks += fabric.GetPort(i).GetQueueDisc()->GetStats().nTotalMarkedPackets;
        }
        Simulator::Destroy();
        return records;
    }

    uint64_t hostDrops{0};
    uint64_t switchDrops{0};
    uint64_t delivered{0};
    uint64_t marks{0};
};

class LightLoneFlowTest : public LightFlowsTest
{
  public:
    LightLoneFlowTest()
        : LightFlowsTest("a lone flow takes its ideal time, within a rack and across spines")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.initialWindow = 200; // more than the bandwidth-delay product
        params.initialSsthresh = 200;
        for (const bool bypass : {false, true})
        {
            for (const uint32_t destination : {1, 11})
            {
                for (const uint64_t size : {1, 1380, 1381, 1000000, 100000000})
                {
                    const auto records = RunFlows(Fifos(SmallLeafSpine(), "10000p", bypass),
                                                  params,
                                                  {{0, 5000, 0, destination, size}});
                    NS_TEST_ASSERT_MSG_EQ(records.size(), 1, "one flow");
                    const LightFlowRecord& r = records[0];
                    NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                    NS_TEST_EXPECT_MSG_EQ(r.ackedBytes, size, "all bytes");
                    NS_TEST_EXPECT_MSG_EQ(r.dataPackets, (size + 1379) / 1380, "no copies");
                    const double slowdown = static_cast<double>(r.fctNs) / r.idealNs;
                    NS_TEST_EXPECT_MSG_GT_OR_EQ(slowdown, 1.0, "not faster than possible");
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(slowdown, 1.05, "slowdown of " << size << " B");
                }
            }
        }
    }
};

class LightManyFlowsTest : public LightFlowsTest
{
  public:
    LightManyFlowsTest()
        : LightFlowsTest("random flows over overloaded queues are all completed, alike each time")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        std::vector<LightFlow> flows;
        int64_t start = 0;
        uint64_t bytes = 0;
        for (uint64_t id = 0; id < 1000; ++id)
        {
            const uint32_t source = random() % 12;
            const uint32_t destination = (source + 1 + random() % 11) % 12;
            start += random() % 2000;
            flows.push_back({id, start, source, destination, 1 + random() % 100000});
            bytes += flows.back().sizeBytes;
        }
        for (const auto variant : {LightTransportParams::NEW_RENO,
                                   LightTransportParams::DCTCP,
                                   LightTransportParams::PFABRIC})
        {
            for (const bool netbench : {false, true})
            {
                LightTransportParams params;
                params.variant = variant;
                params.netbench = netbench;
                std::string texts[2];
                for (std::string& text : texts)
                {
                    const auto records =
                        RunFlows(Fifos(SmallLeafSpine(), "30p", netbench), params, flows);
                    NS_TEST_EXPECT_MSG_EQ(records.size(), flows.size(), "all flows");
                    uint64_t acked = 0;
                    std::ostringstream os;
                    for (const LightFlowRecord& r : records)
                    {
                        NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                        NS_TEST_EXPECT_MSG_GT_OR_EQ(r.fctNs, r.idealNs, "possible");
                        acked += r.ackedBytes;
                        os << r.flow.id << " " << r.fctNs << " " << r.retransmits << "\n";
                    }
                    text = os.str();
                    NS_TEST_EXPECT_MSG_EQ(acked, bytes, "all bytes");
                    NS_TEST_EXPECT_MSG_GT(hostDrops + switchDrops, 0, "queues did overflow");
                }
                NS_TEST_EXPECT_MSG_EQ((texts[0] == texts[1]), true, "two runs are the same");
            }
        }
    }
};

class LightDctcpTest : public LightFlowsTest
{
  public:
    LightDctcpTest()
        : LightFlowsTest("DCTCP keeps the queue near the marking threshold, without loss")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.variant = LightTransportParams::DCTCP;
        LightFabricConfig config = Fifos(FabricPlan::Star(5, HUNDRED_G));
        config.makeDisc = [](uint32_t, PortClass) {
            // Marks on arrival when 65 packets or more are queued.
            auto disc = CreateObject<RedQueueDisc>();
            disc->SetAttribute("MaxSize", StringValue("1000p"));
            disc->SetAttribute("MinTh", DoubleValue(65));
            disc->SetAttribute("MaxTh", DoubleValue(65));
            disc->SetAttribute("QW", DoubleValue(1));
            disc->SetAttribute("Gentle", BooleanValue(false));
            disc->SetAttribute("UseEcn", BooleanValue(true));
            disc->SetAttribute("UseHardDrop", BooleanValue(false));
            return disc;
        };
        std::vector<LightFlow> flows;
        for (uint32_t source = 0; source < 4; ++source)
        {
            flows.push_back({source, 0, source, 4, 20000000});
        }
        const auto records = RunFlows(config, params, flows);
        NS_TEST_EXPECT_MSG_EQ(hostDrops + switchDrops, 0, "nothing is lost");
        NS_TEST_EXPECT_MSG_GT(marks, 100, "packets are marked");
        for (const LightFlowRecord& r : records)
        {
            NS_TEST_EXPECT_MSG_EQ(r.timeouts, 0, "no timeout");
            // 80 MB at 100 Gb/s less headers are 7 ms.
            NS_TEST_EXPECT_MSG_LT(r.fctNs, 7700000, "the link is used and shared");
            NS_TEST_EXPECT_MSG_LT(r.sumDelayNs / static_cast<int64_t>(r.dataPackets),
                                  2000 + 240 + 100 * 120,
                                  "the queue stays short");
        }
    }
};

class LightIncastTest : public LightFlowsTest
{
  public:
    LightIncastTest()
        : LightFlowsTest("incast: a timeout floor shows in the completion times")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<LightFlow> flows;
        for (uint32_t source = 0; source < 32; ++source)
        {
            flows.push_back({source, 0, source, 32, 20000});
        }
        for (const int64_t floor : {1000000, 1000000000})
        {
            LightTransportParams params;
            params.initialWindow = 15;
            params.minRtoNs = floor;
            int64_t longest = 0;
            for (const LightFlowRecord& r :
                 RunFlows(Fifos(FabricPlan::Star(33, HUNDRED_G), "100p"), params, flows))
            {
                NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                longest = std::max(longest, r.fctNs);
            }
            NS_TEST_EXPECT_MSG_GT(longest, floor, "somebody waited for the timer");
            NS_TEST_EXPECT_MSG_LT(longest, std::max<int64_t>(50000000, 8 * floor), "not long");
        }
    }
};

class LightCensorTest : public LightFlowsTest
{
  public:
    LightCensorTest()
        : LightFlowsTest("flows that the end of the run cuts off are told apart")
    {
    }

  private:
    void DoRun() override
    {
        const auto records =
            RunFlows(Fifos(SmallLeafSpine()),
                     {},
                     {{7, 0, 0, 1, 1000}, {8, 10, 0, 5, 100000000}, {9, 20, 4, 2, 1000000000}},
                     MicroSeconds(500));
        NS_TEST_ASSERT_MSG_EQ(records.size(), 3, "all flows");
        NS_TEST_EXPECT_MSG_EQ(records[0].done, true, "the short one is done");
        for (int i : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ(records[i].flow.id, 7 + i, "open ones by id");
            NS_TEST_EXPECT_MSG_EQ(records[i].done, false, "the long ones are not");
            NS_TEST_EXPECT_MSG_EQ(records[i].fctNs, -1, "and have no completion time");
            NS_TEST_EXPECT_MSG_GT(records[i].ackedBytes, 0, "but have sent something");
        }
    }
};

class LightHugeTest : public LightFlowsTest
{
  public:
    LightHugeTest()
        : LightFlowsTest("a flow over 4 GiB, and 1,000 flows from one host")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.mss = 60000;
        const auto records =
            RunFlows(Fifos(FabricPlan::Star(2, HUNDRED_G)), params, {{0, 0, 0, 1, 5000000000}});
        NS_TEST_EXPECT_MSG_EQ(records.at(0).done, true, "complete");
        NS_TEST_EXPECT_MSG_EQ(records.at(0).ackedBytes, 5000000000, "all bytes");
        std::vector<LightFlow> flows;
        for (uint32_t id = 0; id < 1000; ++id)
        {
            flows.push_back({id, 0, 0, 1 + id % 3, 20000});
        }
        for (const LightFlowRecord& r : RunFlows(Fifos(SmallLeafSpine(), "1000p"), {}, flows))
        {
            NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
        }
    }
};

class LightErrorsTest : public TestCase
{
  public:
    LightErrorsTest()
        : TestCase("flows that make no sense are refused with their number")
    {
    }

  private:
    void Expect(const std::vector<LightFlow>& flows, const std::string& words)
    {
        LightFabric fabric(Fifos(SmallLeafSpine()));
        LightTransport transport(fabric, {});
        std::string message;
        try
        {
            transport.Play(flows);
        }
        catch (const std::invalid_argument& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find(words), std::string::npos, message << " / " << words);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Expect({{3, 0, 0, 12, 1}}, "flow 3: host 12 does not exist, there are hosts 0 to 11");
        Expect({{3, 0, 5, 5, 1}}, "flow 3: it would go from host 5 to itself");
        Expect({{3, 0, 0, 1, 0}}, "flow 3: its size is 0 bytes");
        Expect({{3, 100, 0, 1, 1}, {4, 99, 0, 1, 1}}, "flow 4: it starts at 99 ns, before");
        Expect({{3, -1, 0, 1, 1}}, "flow 3: it starts at -1 ns");
    }
};

class LightFabricTestSuite : public TestSuite
{
  public:
    LightFabricTestSuite()
        : TestSuite("light-fabric", Type::UNIT)
    {
        AddTestCase(new LightSerialisationTest(100000000000, 1500));
        AddTestCase(new LightSerialisationTest(400000000000, 1500));
        AddTestCase(new LightSerialisationTest(400000000000, 121));
        AddTestCase(new LightPortTest);
        AddTestCase(new LightLoneFlowTest);
        AddTestCase(new LightManyFlowsTest);
        AddTestCase(new LightDctcpTest);
        AddTestCase(new LightIncastTest);
        AddTestCase(new LightCensorTest);
        AddTestCase(new LightHugeTest);
        AddTestCase(new LightErrorsTest);
    }
};

LightFabricTestSuite g_lightFabricTestSuite; //!< registers the suite

} // namespace
