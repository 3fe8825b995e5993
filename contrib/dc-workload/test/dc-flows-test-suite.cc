/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-pair.h"

#include "ns3/error-model.h"
#include "ns3/flow-tag.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

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
        DcFlowPair pair(20000);
        const std::vector<uint64_t> sizes{1, 1447, 1448, 1449, 20000, 20001, 1000000};
        for (uint32_t i = 0; i < sizes.size(); ++i)
        {
            Simulator::Schedule(MilliSeconds(20 * i), &DcFlowPair::Start, &pair, i + 1, sizes[i]);
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
        DcFlowPair pair(100000);
        for (uint32_t i = 0; i < 1000; ++i)
        {
            Simulator::Schedule(MicroSeconds(50 * i), &DcFlowPair::Start, &pair, i + 1, 3000);
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
        DcFlowPair pair(100000);
        // By number of packet at the receiver: the SYN, and of the only data packet the first copy.
        const auto losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList({0, 3});
        pair.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        Simulator::ScheduleNow(&DcFlowPair::Start, &pair, 1, 100);
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
        DcFlowPair pair(100000);
        Simulator::ScheduleNow(&DcFlowPair::Start, &pair, 1, 0);
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

class LargeFlowTest : public TestCase
{
  public:
    LargeFlowTest()
        : TestCase("a flow over 4 GiB arrives whole, though its sequence numbers start again")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t size = 4500000000;
        DcFlowPair pair(1300000, 65000);
        Simulator::ScheduleNow(&DcFlowPair::Start, &pair, 1, size);
        Simulator::Stop(Seconds(40));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(pair.ended.size(), 1, "flows that ended");
        const DcFlow& flow = *pair.ended[0];
        NS_TEST_EXPECT_MSG_EQ(flow.status, DcFlow::DONE, "status");
        NS_TEST_EXPECT_MSG_EQ(flow.deliveredBytes, size, "delivered");
        NS_TEST_EXPECT_MSG_EQ(flow.arrivedBytes, size, "arrived");
        NS_TEST_EXPECT_MSG_EQ(flow.sentBytes, size, "sent");
        NS_TEST_EXPECT_MSG_EQ(flow.packets, 69231, "segments of 65,000 bytes");
        NS_TEST_EXPECT_MSG_EQ(flow.retransmits, 0, "nothing is sent again");
        NS_TEST_EXPECT_MSG_EQ(flow.reorderedPackets, 0, "nothing is overtaken");
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
        DcFlowPair pair(100000);
        for (uint32_t id : {30, 10, 20})
        {
            Simulator::ScheduleNow(&DcFlowPair::Start, &pair, id, 100000000);
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

class SocketCallbackTest : public TestCase
{
  public:
    SocketCallbackTest()
        : TestCase("sockets are shown before they send or listen")
    {
    }

  private:
    void DoRun() override
    {
        DcFlowPair pair(100000);
        pair.source->SetSocketCallback(MakeCallback(&SocketCallbackTest::OnSender, this));
        pair.sink->SetSocketCallback(MakeCallback(&SocketCallbackTest::OnListener, this));
        for (uint32_t id : {1, 2})
        {
            Simulator::Schedule(MilliSeconds(id), &DcFlowPair::Start, &pair, id, 1000 * id);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((m_flows == std::vector<uint64_t>{1000, 2000}), true, "sizes");
        // A SYN, an ACK, the data, a FIN and the ACK of the other side's.
        NS_TEST_EXPECT_MSG_EQ(m_senderPackets, 5 + 6, "packets seen of the senders");
        // The SYN-ACK, an ACK for each data packet, ACK and FIN.
        NS_TEST_EXPECT_MSG_EQ(m_receiverPackets, 4 + 5, "packets seen of the receivers");
    }

    void OnSender(Ptr<Socket> socket, Ptr<const DcFlow> flow)
    {
        m_flows.push_back(flow->size);
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&SocketCallbackTest::OnTx, this));
    }

    void OnListener(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&SocketCallbackTest::OnRx, this));
    }

    void OnTx(Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        ++m_senderPackets;
    }

    void OnRx(Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        ++m_receiverPackets;
    }

    std::vector<uint64_t> m_flows;
    int m_senderPackets{0};
    int m_receiverPackets{0};
};

class DcFlowsTestSuite : public TestSuite
{
  public:
    DcFlowsTestSuite()
        : TestSuite("dc-flows", Type::UNIT)
    {
        AddTestCase(new FlowTagTest);
        AddTestCase(new FlowSizesTest);
        AddTestCase(new ManyFlowsTest);
        AddTestCase(new LossTest);
        AddTestCase(new LongFlowTest);
        AddTestCase(new LargeFlowTest);
        AddTestCase(new CensoredTest);
        AddTestCase(new SocketCallbackTest);
    }
};

DcFlowsTestSuite g_dcFlowsTestSuite; //!< registers the suite

} // namespace
