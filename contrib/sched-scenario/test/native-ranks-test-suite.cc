/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "native-flows.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/pfabric-rank-tagger.h"
#include "ns3/pointer.h"
#include "ns3/rank-tag.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

#include <map>

using namespace ns3;

namespace
{

/** Two leaves, two spines, one host each side. */
DcLeafSpineHelper::Params
SmallShape()
{
    return {2, 2, 1, 1, {10000000000, 1000}, {10000000000, 1000}};
}

/** @return makes PIFOs that read the ranks of the packets */
ObjectFactory
Ranked()
{
    ObjectFactory factory("ns3::PifoQueueDisc");
    factory.Set("MaxSize", StringValue("1000p"));
    factory.Set("Ranker", StringValue("ns3::TagRanker"));
    return factory;
}

/** Three flows over two switches with losses: each packet has its rank at every hop. */
class RanksOverFabricTest : public TestCase
{
  public:
    RanksOverFabricTest()
        : TestCase("every data packet of three flows, copies too, has its pFabric rank at each hop")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric(SmallShape());
        NativeFlows flows(fabric, NativeFlows::Profile(), Ranked());
        flows.hosts.SetSenderCallback(MakeCallback(&RanksOverFabricTest::OnSender, this));
        flows.hosts.SetReceiverCallback(MakeCallback(&PfabricRankTagger::TagReceiver, m_tagger));
        for (const DcPort& port : fabric.GetPorts())
        {
            DcFabricHelper::GetQueueDisc(port)->TraceConnectWithoutContext(
                "Enqueue",
                MakeCallback(&RanksOverFabricTest::OnEnqueue, this));
            const auto loss = CreateObject<RateErrorModel>();
            loss->SetAttribute("ErrorRate", DoubleValue(0.01));
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->AssignStreams(m_stream++);
            port.device->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        }
        flows.Run({{1, 0, 0, 1, 10000}, {2, 0, 0, 1, 1000000}, {3, 0, 0, 1, 10000000}}, Seconds(5));
        NS_TEST_ASSERT_MSG_EQ(flows.ended.size(), 3, "flows that ended");
        uint64_t copies = 0;
        for (const auto& flow : flows.ended)
        {
            copies += flow->retransmits;
        }
        NS_TEST_EXPECT_MSG_GT(copies, 100, "packets sent again");
        NS_TEST_EXPECT_MSG_GT(m_packets, 4 * 11010000 / 1448, "data packets seen");
        NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "data packets with another rank");
    }

    void OnSender(Ptr<Socket> socket, Ptr<const DcFlow> flow)
    {
        m_tagger->TagSender(socket, flow->size);
        // The flow of a port, once it is bound, which is before it sends.
        socket->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&RanksOverFabricTest::OnTx, this).Bind(flow->size));
    }

    void OnTx(uint64_t size, Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        m_sizes[header.GetSourcePort()] = size;
    }

    void OnEnqueue(Ptr<const QueueDiscItem> item)
    {
        TcpHeader tcp;
        const uint32_t bytes = item->GetPacket()->PeekHeader(tcp);
        const uint32_t payload = item->GetPacket()->GetSize() - bytes;
        if (payload == 0)
        {
            return;
        }
        ++m_packets;
        RankTag rank;
        const bool there = item->GetPacket()->PeekPacketTag(rank);
        // The SYN takes number 0.
        const uint64_t remaining =
            m_sizes.at(tcp.GetSourcePort()) - (tcp.GetSequenceNumber().GetValue() - 1);
        m_wrong += !there || rank.GetRank() != remaining ? 1 : 0;
    }

    Ptr<PfabricRankTagger> m_tagger{CreateObject<PfabricRankTagger>()};
    std::map<uint16_t, uint64_t> m_sizes;
    int64_t m_stream{100};
    uint64_t m_packets{0};
    uint64_t m_wrong{0};
};

/** Spraying overtakes, and says how much. */
class SprayReorderingTest : public TestCase
{
  public:
    SprayReorderingTest()
        : TestCase("packets of a flow overtake each other if sprayed, else never")
    {
    }

  private:
    static uint64_t Reordered(bool spray)
    {
        Config::SetDefault("ns3::DcEcmpRouting::Spray", BooleanValue(spray));
        DcLeafSpineHelper fabric({2, 4, 4, 1, {10000000000, 1000}, {10000000000, 1000}});
        ObjectFactory fifo("ns3::FifoQueueDisc");
        NativeFlows flows(fabric, NativeFlows::Profile(), fifo);
        std::vector<schedlab::FlowSpec> list;
        for (uint32_t i = 0; i < 4; ++i)
        {
            list.push_back({i, 0, i, 4 + i, 300000});
        }
        flows.Run(list, Seconds(1));
        Config::SetDefault("ns3::DcEcmpRouting::Spray", BooleanValue(false));
        uint64_t reordered = flows.ended.size() == 4 ? 0 : 1000000;
        for (const auto& flow : flows.ended)
        {
            reordered += flow->reorderedPackets;
        }
        return reordered;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Reordered(false), 0, "by flow");
        const uint64_t sprayed = Reordered(true);
        NS_TEST_EXPECT_MSG_GT(sprayed, 10, "by packet");
        NS_TEST_EXPECT_MSG_LT(sprayed, 1000, "by packet, of about 830");
    }
};

class NativeRanksTestSuite : public TestSuite
{
  public:
    NativeRanksTestSuite()
        : TestSuite("native-ranks", Type::SYSTEM)
    {
        AddTestCase(new RanksOverFabricTest);
        AddTestCase(new SprayReorderingTest);
    }
};

NativeRanksTestSuite g_nativeRanksTestSuite; //!< registers the suite

} // namespace
