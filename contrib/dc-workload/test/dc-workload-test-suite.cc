/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/dc-poisson-pairs.h"
#include "ns3/dc-rank-source.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/error-model.h"
#include "ns3/flow-tag.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/object-vector.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"
#include "ns3/workload-files.h"

#include <cstdlib>
#include <tuple>

using namespace ns3;

namespace
{

/** Two hosts on a link of 1 Gbit/s with a source on one and a sink on the other. */
class Pair
{
  public:
    explicit Pair(uint32_t buffer)
        : table(Create<DcFlowTable>())
    {
        DcTcpProfile profile;
        profile.congestion = TcpNewReno::GetTypeId();
        profile.bufferSize = buffer;
        profile.Apply();
        nodes.Create(2);
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        link.SetChannelAttribute("Delay", StringValue("10us"));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("100p"));
        devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        peer = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 5000);
        source = CreateObject<DcFlowSource>();
        source->SetTable(table);
        nodes.Get(0)->AddApplication(source);
        sink = CreateObject<DcFlowSink>();
        sink->SetTable(table);
        nodes.Get(1)->AddApplication(sink);
        table->SetEndCallback(MakeCallback(&Pair::OnEnd, this));
    }

    ~Pair()
    {
        Simulator::Destroy();
    }

    void Start(uint32_t id, uint64_t size)
    {
        const auto flow = Create<DcFlow>();
        flow->id = id;
        flow->dst = 1;
        flow->size = size;
        source->StartFlow(flow, peer);
    }

    /** @return sockets that a node's TCP still knows, the listening one included */
    uint32_t CountSockets(uint32_t node) const
    {
        ObjectVectorValue sockets;
        nodes.Get(node)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        return sockets.GetN();
    }

    NodeContainer nodes;
    NetDeviceContainer devices;
    Address peer;
    Ptr<DcFlowTable> table;
    Ptr<DcFlowSource> source;
    Ptr<DcFlowSink> sink;
    std::vector<Ptr<const DcFlow>> ended; //!< in order of their ends

  private:
    void OnEnd(Ptr<const DcFlow> flow)
    {
        ended.push_back(flow);
    }
};

class FlowTagTest : public TestCase
{
  public:
    FlowTagTest()
        : TestCase("a FlowTag comes off a packet as it was put on")
    {
    }

  private:
    void DoRun() override
    {
        const auto packet = Create<Packet>(10);
        packet->AddPacketTag(FlowTag(UINT32_MAX, NanoSeconds(INT64_MAX)));
        FlowTag tag;
        NS_TEST_ASSERT_MSG_EQ(packet->Copy()->PeekPacketTag(tag), true, "there");
        NS_TEST_EXPECT_MSG_EQ(tag.GetFlow(), UINT32_MAX, "flow");
        NS_TEST_EXPECT_MSG_EQ(tag.GetSent(), NanoSeconds(INT64_MAX), "time");
    }
};

class FlowSizesTest : public TestCase
{
  public:
    FlowSizesTest()
        : TestCase("flows of 1 byte to more than the socket buffer arrive whole and end once")
    {
    }

  private:
    void DoRun() override
    {
        Pair pair(20000);
        const std::vector<uint64_t> sizes{1, 1447, 1448, 1449, 20000, 20001, 1000000};
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            Simulator::Schedule(MilliSeconds(20 * i), &Pair::Start, &pair, i + 1, sizes[i]);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(pair.ended.size(), sizes.size(), "flows that ended");
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            const DcFlow& flow = *pair.ended[i];
            NS_TEST_EXPECT_MSG_EQ(flow.id, i + 1, "order");
            NS_TEST_EXPECT_MSG_EQ(flow.status, DcFlow::DONE, "status");
            NS_TEST_EXPECT_MSG_EQ(flow.deliveredBytes, sizes[i], "delivered");
            NS_TEST_EXPECT_MSG_EQ(flow.sentBytes, sizes[i], "sent");
            NS_TEST_EXPECT_MSG_EQ(flow.arrivedBytes, sizes[i], "arrived");
            NS_TEST_EXPECT_MSG_EQ(flow.packets, (sizes[i] + 1447) / 1448, "whole segments");
            NS_TEST_EXPECT_MSG_EQ(flow.retransmits + flow.rtos, 0, "nothing is lost");
            // The handshake and the data with its answer: four times the delay of the link.
            NS_TEST_EXPECT_MSG_GT(flow.end - flow.start, MicroSeconds(40), "completion time");
            NS_TEST_EXPECT_MSG_GT(flow.delaySumNs / flow.arrivedPackets, 10000, "packet delay");
        }
        NS_TEST_EXPECT_MSG_EQ(pair.table->GetNOpen(), 0, "open flows");
        NS_TEST_EXPECT_MSG_EQ(pair.sink->GetNUnknown(), 0, "connections of no flow");
    }
};

class ManyFlowsTest : public TestCase
{
  public:
    ManyFlowsTest()
        : TestCase("a thousand flows of one host leave no socket behind")
    {
    }

  private:
    void DoRun() override
    {
        Pair pair(100000);
        for (uint32_t i = 0; i < 1000; ++i)
        {
            Simulator::Schedule(MicroSeconds(50 * i), &Pair::Start, &pair, i + 1, 3000);
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(pair.ended.size(), 1000, "flows that ended");
        NS_TEST_EXPECT_MSG_EQ(pair.source->GetNFailed(), 0, "failed");
        NS_TEST_EXPECT_MSG_EQ(pair.CountSockets(0), 0, "sockets of the sender");
        NS_TEST_EXPECT_MSG_EQ(pair.CountSockets(1), 1, "sockets of the receiver");
    }
};

class LossTest : public TestCase
{
  public:
    LossTest()
        : TestCase("lost packets are counted as retransmits, lost SYNs and tails as timeouts")
    {
    }

  private:
    void DoRun() override
    {
        Pair pair(100000);
        // By number of packet at the receiver: the SYN, and of the only data packet the first copy.
        const auto losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList({0, 3});
        pair.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        Simulator::ScheduleNow(&Pair::Start, &pair, 1, 100);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(pair.ended.size(), 1, "flows that ended");
        NS_TEST_EXPECT_MSG_EQ(pair.ended[0]->rtos, 2, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(pair.ended[0]->retransmits, 2, "retransmits");
        NS_TEST_EXPECT_MSG_EQ(pair.ended[0]->packets, 2, "data packets");
        NS_TEST_EXPECT_MSG_EQ(pair.ended[0]->deliveredBytes, 100, "delivered");
        const Time fct = pair.ended[0]->end - pair.ended[0]->start;
        // The second one is 3 ms, for the repeated SYN gave no sample of the round-trip time.
        NS_TEST_EXPECT_MSG_GT(fct, MilliSeconds(2), "two timeouts of at least 1 ms");
        NS_TEST_EXPECT_MSG_LT(fct, MilliSeconds(5), "not the 3 s of a wide-area SYN");
    }
};

class LongFlowTest : public TestCase
{
  public:
    LongFlowTest()
        : TestCase("a flow without a size fills the link and stops soon after it is told to")
    {
    }

  private:
    void DoRun() override
    {
        // The socket buffer, 0.8 ms of the link, is what may be on its way when the flow stops.
        Pair pair(100000);
        Simulator::ScheduleNow(&Pair::Start, &pair, 1, 0);
        Simulator::Schedule(MilliSeconds(50), &DcFlowSource::StopFlow, pair.source, 1);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(pair.ended.size(), 1, "flows that ended");
        const DcFlow& flow = *pair.ended[0];
        NS_TEST_EXPECT_MSG_EQ(flow.status, DcFlow::DONE, "status");
        NS_TEST_EXPECT_MSG_EQ(flow.deliveredBytes, flow.sentBytes, "all is delivered");
        NS_TEST_EXPECT_MSG_GT(flow.deliveredBytes * 8 / 0.05, 0.85e9, "throughput");
        NS_TEST_EXPECT_MSG_LT(flow.end, MilliSeconds(53), "end");
    }
};

class CensoredTest : public TestCase
{
  public:
    CensoredTest()
        : TestCase("flows open at the end are censored, in order of their ids")
    {
    }

  private:
    void DoRun() override
    {
        Pair pair(100000);
        for (uint32_t id : {30, 10, 20})
        {
            Simulator::ScheduleNow(&Pair::Start, &pair, id, 100000000);
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(pair.table->GetNOpen(), 3, "open flows");
        pair.table->CensorAll();
        NS_TEST_ASSERT_MSG_EQ(pair.ended.size(), 3, "flows that ended");
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(pair.ended[i]->id, 10 * (i + 1), "order");
            NS_TEST_EXPECT_MSG_EQ(pair.ended[i]->status, DcFlow::CENSORED, "status");
            NS_TEST_EXPECT_MSG_GT(pair.ended[i]->deliveredBytes, 0, "delivered so far");
        }
        NS_TEST_EXPECT_MSG_EQ(pair.table->GetNOpen(), 0, "open flows");
    }
};

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

class DcWorkloadTestSuite : public TestSuite
{
  public:
    DcWorkloadTestSuite()
        : TestSuite("dc-workload", Type::UNIT)
    {
        AddTestCase(new FlowTagTest);
        AddTestCase(new FlowSizesTest);
        AddTestCase(new ManyFlowsTest);
        AddTestCase(new LossTest);
        AddTestCase(new LongFlowTest);
        AddTestCase(new CensoredTest);
        AddTestCase(new PoissonPairsTest);
        AddTestCase(new RankSourceTest);
        AddTestCase(new WorkloadFilesTest);
    }
};

DcWorkloadTestSuite g_dcWorkloadTestSuite; //!< registers the suite

} // namespace
