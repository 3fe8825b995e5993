/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fct-comparison.h"
#include "ns3/flow-list.h"
#include "ns3/inversion-probe.h"
#include "ns3/light-fabric.h"
#include "ns3/light-run.h"
#include "ns3/object-factory.h"
#include "ns3/rank-queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/type-factory.h"

#include <fstream>
#include <random>
#include <sstream>

using namespace ns3;

namespace
{

std::vector<LightFlow>
RandomFlows(uint32_t hosts, uint32_t count)
{
    std::mt19937 random(1);
    std::vector<LightFlow> flows;
    int64_t start = 0;
    for (uint64_t id = 0; id < count; ++id)
    {
        const uint32_t source = random() % hosts;
        const uint32_t destination = (source + 1 + random() % (hosts - 1)) % hosts;
        start += random() % 3000;
        flows.push_back({id, start, source, destination, 1 + random() % 200000});
    }
    return flows;
}

LightRunConfig
SmallRun()
{
    LightRunConfig config;
    config.plan = schedlab::FabricPlan::LeafSpine({3, 2, 4, 1, {}, {400000000000, 1000}});
    config.transport.variant = schedlab::LightTransportParams::PFABRIC;
    config.flows = RandomFlows(config.plan.nHosts, 300);
    return config;
}

std::string
RowsOf(const LightRunConfig& config)
{
    std::ostringstream rows;
    RunLight(config, [&rows](const LightFlowRecord& r) {
        rows << r.flow.id << " " << r.done << " " << r.fctNs << " " << r.retransmits << "\n";
    });
    return rows.str();
}

/** Every rank-ordered disc on every port. */
class LightRunDiscsTest : public TestCase
{
  public:
    LightRunDiscsTest()
        : TestCase("every rank disc carries pFabric and STFQ ranks over the light fabric")
    {
    }

  private:
    void DoRun() override
    {
        for (TypeId type : TypeFactory::Children(RankQueueDisc::GetTypeId()))
        {
            for (const std::string& ranker : std::vector<std::string>{"", "ns3::StfqRanker"})
            {
                LightRunConfig config = SmallRun();
                config.disc = type.GetName();
                if (!ranker.empty())
                {
                    config.discSettings = {"Ranker=" + ranker};
                }
                uint32_t done = 0;
                const LightRunResult result =
                    RunLight(config, [&done](const LightFlowRecord& r) { done += r.done; });
                NS_TEST_EXPECT_MSG_EQ(done, 300, type.GetName() << " " << ranker);
                NS_TEST_EXPECT_MSG_GT(result.packetHops, 10000, "packets went");
                NS_TEST_EXPECT_MSG_GT(result.peakPackets, 10, "queues formed");
            }
        }
    }
};

class LightRunSameTest : public TestCase
{
  public:
    LightRunSameTest()
        : TestCase("the event scheduler changes nothing, the ECMP seed does")
    {
    }

  private:
    void DoRun() override
    {
        LightRunConfig config = SmallRun();
        config.disc = "ns3::PifoQueueDisc";
        config.discSettings = {"MaxSize=40p"};
        Simulator::SetScheduler(ObjectFactory("ns3::RadixHeapScheduler"));
        const std::string radix = RowsOf(config);
        Simulator::SetScheduler(ObjectFactory("ns3::MapScheduler"));
        const std::string map = RowsOf(config);
        config.ecmpSeed = 2;
        const std::string other = RowsOf(config);
        NS_TEST_EXPECT_MSG_EQ((radix == map), true, "same flows");
        NS_TEST_EXPECT_MSG_EQ((radix == other), false, "other paths");
    }
};

/** Probes on the ports of a fabric. */
class LightRunProbeTest : public TestCase
{
  public:
    LightRunProbeTest()
        : TestCase("inversion probes see the ranks and change nothing")
    {
    }

  private:
    std::string Run(const std::string& disc, bool probed, uint64_t& served, uint64_t& inversions)
    {
        const LightRunConfig config = SmallRun();
        std::vector<Ptr<InversionProbe>> probes;
        TypeFactory discs(disc, QueueDisc::GetTypeId());
        discs.Set("MaxSize", "60p");
        LightFabric fabric({config.plan, 1, false, [&](auto, auto) {
                                auto made = discs.Create<QueueDisc>();
                                if (probed)
                                {
                                    probes.push_back(CreateObject<InversionProbe>());
                                    probes.back()->Attach(made);
                                }
                                return made;
                            }});
        LightTransport transport(fabric, config.transport);
        transport.SetRankCallback(RankTag::Write);
        std::ostringstream rows;
        transport.SetDoneCallback(
            [&rows](const LightFlowRecord& r) { rows << r.flow.id << " " << r.fctNs << "\n"; });
        transport.Play(config.flows);
        Simulator::Run();
        fabric.CheckConservation();
        served = 0;
        inversions = 0;
        for (const auto& probe : probes)
        {
            served += probe->GetTotals().served;
            inversions += probe->GetTotals().pairs;
            NS_TEST_EXPECT_MSG_EQ(probe->GetUnranked(), 0, "every packet has a rank");
        }
        NS_TEST_EXPECT_MSG_EQ((served == fabric.GetPacketHops()), probed, "all hops were judged");
        Simulator::Destroy();
        return rows.str();
    }

    void DoRun() override
    {
        for (const std::string& disc :
             std::vector<std::string>{"ns3::PifoQueueDisc", "ns3::FifoQueueDisc"})
        {
            uint64_t served = 0;
            uint64_t inversions = 0;
            const std::string plain = Run(disc, false, served, inversions);
            const std::string watched = Run(disc, true, served, inversions);
            NS_TEST_EXPECT_MSG_EQ((plain == watched), true, "watching changes nothing");
            NS_TEST_EXPECT_MSG_EQ((inversions == 0),
                                  (disc == "ns3::PifoQueueDisc"),
                                  "PIFO has no inversions, FIFO has some");
        }
    }
};

/** pFabric's ranks fall along a flow, so a PIFO turns the packets of a flow round. */
class LightRunEarliestTest : public TestCase
{
  public:
    LightRunEarliestTest()
        : TestCase("ServeEarliest keeps the packets of a flow in order")
    {
    }

  private:
    void DoRun() override
    {
        LightRunConfig config = SmallRun();
        config.disc = "ns3::PifoQueueDisc";
        const LightRunResult plain = RunLight(config, nullptr);
        NS_TEST_EXPECT_MSG_GT(plain.reordered, 100, "packet by packet");
        config.discSettings = {"ServeEarliest=true"};
        uint32_t done = 0;
        const LightRunResult earliest =
            RunLight(config, [&done](const LightFlowRecord& r) { done += r.done; });
        NS_TEST_EXPECT_MSG_EQ(earliest.reordered, 0, "flow by flow");
        NS_TEST_EXPECT_MSG_EQ(done, 300, "flows done");
        NS_TEST_EXPECT_MSG_LT(earliest.packetHops, plain.packetHops, "nothing is sent in vain");
    }
};

class LightRunErrorsTest : public TestCase
{
  public:
    LightRunErrorsTest()
        : TestCase("mistakes in the configuration end with one clear line")
    {
    }

  private:
    void Expect(const LightRunConfig& config, const std::string& words)
    {
        std::string message;
        try
        {
            RunLight(config, nullptr);
        }
        catch (const std::exception& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find(words), std::string::npos, message << " / " << words);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        LightRunConfig config = SmallRun();
        config.disc = "ns3::NoSuchQueueDisc";
        Expect(config, "NoSuchQueueDisc");
        config = SmallRun();
        config.discSettings = {"MaxSise=10p"};
        Expect(config, "MaxSise");
        config = SmallRun();
        config.flows.back().destination = 77;
        Expect(config, "host 77 does not exist");
        config = SmallRun();
        config.transport.mss = 0;
        Expect(config, "segment size");
        // A ranker that finds no rank: nobody wrote one.
        config = SmallRun();
        config.disc = "ns3::PifoQueueDisc";
        config.discSettings = {"Ranker=ns3::TagRanker"};
        Expect(config, "has no rank");
    }
};

class FlowListTest : public TestCase
{
  public:
    FlowListTest()
        : TestCase("lists of flows are read, and refused with the line")
    {
    }

  private:
    std::string Write(const std::string& text)
    {
        const std::string path = CreateTempDirFilename("flows.csv");
        std::ofstream(path) << text;
        return path;
    }

    void Expect(const std::string& text, const std::string& words)
    {
        std::string message;
        try
        {
            ReadFlowList(Write(text));
        }
        catch (const ConfigurationError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find(words), std::string::npos, message << " / " << words);
    }

    void DoRun() override
    {
        const auto flows = ReadFlowList(Write("# a comment\n"
                                              "flow,start_ns,src_host,dst_host,size_bytes\r\n"
                                              "7,100,1,2,5000000000\r\n"
                                              "9,200,3,4,1\r\n"));
        NS_TEST_ASSERT_MSG_EQ(flows.size(), 2, "rows");
        NS_TEST_EXPECT_MSG_EQ(flows[0].id, 7, "flow");
        NS_TEST_EXPECT_MSG_EQ(flows[0].startNs, 100, "start");
        NS_TEST_EXPECT_MSG_EQ(flows[0].source, 1, "source");
        NS_TEST_EXPECT_MSG_EQ(flows[0].destination, 2, "destination");
        NS_TEST_EXPECT_MSG_EQ(flows[0].sizeBytes, 5000000000, "size");
        NS_TEST_EXPECT_MSG_EQ(flows[1].id, 9, "flow");
        const std::string header = "start_ns,src,dst,size_bytes\n";
        NS_TEST_EXPECT_MSG_EQ(ReadFlowList(Write(header + "1,2,3,4\n1,2,3,4\n"))[1].id,
                              1,
                              "numbered from 0");
        Expect("start,src,dst,size_bytes\n1,2,3,4\n", "flows.csv:1: the header");
        Expect(header + "1,2,3\n", "flows.csv:2: there are 3 fields");
        Expect(header + "1,2,3,many\n", "size_bytes \"many\"");
        Expect(header + "1,-2,3,4\n", "src \"-2\"");
        Expect(header, "there is no flow in it");
        Expect("", "there is no flow in it");
        std::string message;
        try
        {
            ReadFlowList("/nonexistent/flows.csv");
        }
        catch (const ConfigurationError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find("/nonexistent/flows.csv: No such file"),
                              std::string::npos,
                              message);
    }
};

class FctComparisonTest : public TestCase
{
  public:
    FctComparisonTest()
        : TestCase("times that differ too much from a reference are found")
    {
    }

  private:
    static constexpr int FLOWS = 600;

    /** @return true if times within the bounds were found, with those of the reference scaled */
    bool Compare(double scale, int unfinished, bool shuffle)
    {
        FctComparison comparison(m_path);
        for (int flow = 0; flow < FLOWS; ++flow)
        {
            const int other = shuffle ? FLOWS - 3 - flow + 2 * (flow % 3) : flow;
            comparison.Add(flow, Size(flow), scale * Fct(other), flow >= unfinished);
        }
        std::ostringstream table;
        const bool holds = comparison.Print(table, {});
        NS_TEST_EXPECT_MSG_EQ((table.str().find("MISSED") == std::string::npos), holds, "printed");
        return holds;
    }

    static uint64_t Size(int flow)
    {
        return flow % 3 == 0 ? 1000 : flow % 3 == 1 ? 200000 : 5000000;
    }

    static int64_t Fct(int flow)
    {
        return 1000000 + 1000 * flow;
    }

    void DoRun() override
    {
        m_path = CreateTempDirFilename("reference.csv");
        {
            std::ofstream file(m_path);
            file << "flow,fct_ns,completed\n";
            for (int flow = 0; flow < FLOWS; ++flow)
            {
                file << flow << "," << Fct(flow) << ",1\n";
            }
        }
        NS_TEST_EXPECT_MSG_EQ(Compare(1, 0, false), true, "the same");
        NS_TEST_EXPECT_MSG_EQ(Compare(1.09, 0, false), true, "9 % more");
        NS_TEST_EXPECT_MSG_EQ(Compare(1.11, 0, false), false, "11 % more");
        NS_TEST_EXPECT_MSG_EQ(Compare(0.89, 0, false), false, "11 % less");
        NS_TEST_EXPECT_MSG_EQ(Compare(1, 10, false), true, "10 flows not finished");
        NS_TEST_EXPECT_MSG_EQ(Compare(1, 11, false), false, "11 flows not finished");
        NS_TEST_EXPECT_MSG_EQ(Compare(1, 0, true), false, "the same times of other flows");
    }

    std::string m_path;
};

class LightRunTestSuite : public TestSuite
{
  public:
    LightRunTestSuite()
        : TestSuite("light-run", Type::UNIT)
    {
        AddTestCase(new FlowListTest);
        AddTestCase(new FctComparisonTest);
        AddTestCase(new LightRunDiscsTest);
        AddTestCase(new LightRunSameTest);
        AddTestCase(new LightRunProbeTest);
        AddTestCase(new LightRunEarliestTest);
        AddTestCase(new LightRunErrorsTest);
    }
};

LightRunTestSuite g_lightRunTestSuite; //!< registers the suite

} // namespace
