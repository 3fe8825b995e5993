/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dc-poisson-pairs.h"
#include "ns3/dc-rank-source.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/queue-disc.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/workload-files.h"

#include <cstdlib>
#include <map>
#include <tuple>

using namespace ns3;

namespace
{

/** Collects the arrivals of a DcPoissonPairs. */
class Arrivals
{
  public:
    using Row = std::tuple<int64_t, uint32_t, uint32_t, uint32_t, uint64_t>;

    Arrivals(uint32_t hosts, uint64_t flows, double rate, const schedlab::SizeCdf& sizes)
    {
        const auto pairs = CreateObject<DcPoissonPairs>();
        pairs->AssignStreams(7);
        DcPoissonPairs::Params params;
        params.hosts = hosts;
        params.flows = flows;
        params.rate = rate;
        pairs->Start(params, sizes, MakeCallback(&Arrivals::OnArrival, this));
        Simulator::Run();
        Simulator::Destroy();
    }

    std::vector<Row> rows;

  private:
    void OnArrival(Ptr<DcFlow> flow)
    {
        rows.emplace_back(Simulator::Now().GetNanoSeconds(),
                          flow->id,
                          flow->src,
                          flow->dst,
                          flow->size);
    }
};

class PoissonPairsTest : public TestCase
{
  public:
    PoissonPairsTest()
        : TestCase("Poisson pairs offer the load asked for, over all ordered pairs, repeatably")
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        const auto sizes = WorkloadFiles::LoadSizes("websearch", schedlab::SizeCdf::LINEAR);
        const uint32_t hosts = 4;
        const double rate = DcPoissonPairs::RateForLoad(0.5, 1e11, hosts, sizes.Mean());
        const Arrivals first(hosts, 50000, rate, sizes);
        double bytes = 0;
        std::map<std::pair<uint32_t, uint32_t>, int> pairs;
        for (const auto& [time, id, src, dst, size] : first.rows)
        {
            bytes += size;
            ++pairs[{src, dst}];
        }
        const double seconds = std::get<0>(first.rows.back()) / 1e9;
        NS_TEST_EXPECT_MSG_EQ_TOL(8 * bytes / (hosts * 1e11 * seconds), 0.5, 0.015, "load");
        NS_TEST_EXPECT_MSG_EQ(pairs.size(), hosts * (hosts - 1), "pairs");
        for (const auto& [pair, flows] : pairs)
        {
            NS_TEST_EXPECT_MSG_NE(pair.first, pair.second, "no flow to itself");
            NS_TEST_EXPECT_MSG_EQ_TOL(flows, 50000 / 12, 300, "flows of a pair");
        }
        NS_TEST_EXPECT_MSG_EQ((Arrivals(hosts, 50000, rate, sizes).rows == first.rows),
                              true,
                              "the same run number, the same arrivals");
        RngSeedManager::SetRun(2);
        NS_TEST_EXPECT_MSG_EQ((Arrivals(hosts, 50000, rate, sizes).rows == first.rows),
                              false,
                              "another run number, other arrivals");
        // Sizes and pairs do not depend on the rate, for each has a stream of its own.
        RngSeedManager::SetRun(1);
        const Arrivals faster(hosts, 100, 2 * rate, sizes);
        for (std::size_t i = 0; i < faster.rows.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(std::get<4>(faster.rows[i]), std::get<4>(first.rows[i]), "size");
            NS_TEST_EXPECT_MSG_EQ(std::get<2>(faster.rows[i]), std::get<2>(first.rows[i]), "src");
        }
    }
};

class RankSourceTest : public TestCase
{
  public:
    RankSourceTest()
        : TestCase("a rank source offers its rate and writes every rank")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(2);
        SimpleNetDeviceHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Gbps"));
        const NetDeviceContainer devices = link.Install(nodes);
        const auto tc = CreateObject<TrafficControlLayer>();
        nodes.Get(0)->AggregateObject(tc);
        ObjectFactory fifo("ns3::FifoQueueDisc");
        const auto disc = fifo.Create<QueueDisc>();
        tc->SetRootQueueDiscOnDevice(devices.Get(0), disc);
        const auto source = CreateObject<DcRankSource>();
        source->SetAttribute("Rate", StringValue("50Gbps"));
        source->SetAttribute("MaxPackets", UintegerValue(10000));
        source->Configure(devices.Get(0),
                          schedlab::RankPmf(schedlab::RankPmf::UNIFORM, 10),
                          MakeCallback(&RankSourceTest::Write, this));
        source->AssignStreams(3);
        nodes.Get(0)->AddApplication(source);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(source->GetNSent(), 10000, "sent");
        NS_TEST_EXPECT_MSG_EQ(disc->GetStats().nTotalReceivedPackets, 10000, "offered");
        NS_TEST_ASSERT_MSG_EQ(m_ranks.size(), 10, "ranks");
        for (const auto& [rank, packets] : m_ranks)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(packets, 1000, 120, "packets of rank " << rank);
        }
        const double rate = 10000 * 1500 * 8 / source->GetLastSent().GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(rate, 50e9, 2e9, "rate");
        Simulator::Destroy();
    }

    void Write(Ptr<Packet>, uint64_t rank)
    {
        ++m_ranks[rank];
    }

    std::map<uint64_t, int> m_ranks;
};

class WorkloadFilesTest : public TestCase
{
  public:
    WorkloadFilesTest()
        : TestCase("tables are found by name and by path, and a missing one says where it was "
                   "looked for")
    {
    }

  private:
    void DoRun() override
    {
        const auto mean = [](const std::string& name) {
            return WorkloadFiles::LoadSizes(name, schedlab::SizeCdf::LINEAR).Mean();
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(mean("datamining"), 12658198.6, 1, "by name");
        NS_TEST_EXPECT_MSG_EQ_TOL(mean(WorkloadFiles::GetFolder() + "/websearch.csv"),
                                  1711250,
                                  1,
                                  "by path");
        for (const std::string name : {"nothing", "./nothing.csv", "/"})
        {
            std::string message;
            try
            {
                mean(name);
            }
            catch (const std::invalid_argument& error)
            {
                message = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(message.rfind("cannot read ", 0), 0, "error for " << name);
            NS_TEST_EXPECT_MSG_NE(message.find(name), std::string::npos, "names " << name);
        }
        setenv("SCHEDLAB_WORKLOADS", "/elsewhere", 1);
        NS_TEST_EXPECT_MSG_EQ(WorkloadFiles::GetFolder(), "/elsewhere", "from the environment");
        unsetenv("SCHEDLAB_WORKLOADS");
    }
};

class LoadRangeTest : public TestCase
{
  public:
    LoadRangeTest()
        : TestCase("a load of 0, below or above 1 is one clear error")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(DcPoissonPairs::RateForLoad(1, 1e11, 144, 1e6),
                                  1.8e6,
                                  1e-6,
                                  "flows per second");
        const std::map<double, std::string> bad{{0, "0"}, {-0.5, "-0.5"}, {1.01, "1.01"}};
        for (const auto& [load, name] : bad)
        {
            std::string message;
            try
            {
                DcPoissonPairs::RateForLoad(load, 1e11, 144, 1e6);
            }
            catch (const std::invalid_argument& error)
            {
                message = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(message,
                                  "a load of " + name +
                                      " cannot be offered; it has to be above 0 and at most 1",
                                  "error");
        }
    }
};

class DcWorkloadTestSuite : public TestSuite
{
  public:
    DcWorkloadTestSuite()
        : TestSuite("dc-workload", Type::UNIT)
    {
        AddTestCase(new PoissonPairsTest);
        AddTestCase(new LoadRangeTest);
        AddTestCase(new RankSourceTest);
        AddTestCase(new WorkloadFilesTest);
    }
};

DcWorkloadTestSuite g_dcWorkloadTestSuite; //!< registers the suite

} // namespace
