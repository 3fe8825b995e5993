/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-network.h"
#include "rank-test-utils.h"

#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/pfabric-rank-tagger.h"
#include "ns3/pointer.h"
#include "ns3/rank-queue-disc-helper.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * The tagger of pFabric's ranks between real sockets, over two routers.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** One TCP flow of known size, with pFabric's ranks or without. */
struct TcpFlow : public SimpleRefCount<TcpFlow>
{
    TcpFlow(const Chain& chain, uint16_t port, uint32_t size, Ptr<PfabricRankTagger> tagger)
        : left(size)
    {
        sink = Socket::CreateSocket(chain.nodes.Get(3), TcpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        sink->Listen();
        sink->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> from) {
                    while (const auto packet = from->Recv())
                    {
                        received += packet->GetSize();
                    }
                }));
            }));
        source = Socket::CreateSocket(chain.nodes.Get(0), TcpSocketFactory::GetTypeId());
        source->SetAttribute("SegmentSize", UintegerValue(1000));
        source->Bind();
        if (tagger)
        {
            tagger->TagSender(source, size);
            tagger->TagReceiver(sink);
        }
        source->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Write(); }));
        source->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Write(); }),
                                   MakeNullCallback<void, Ptr<Socket>>());
        source->Connect(InetSocketAddress(chain.address, port));
    }

    /** Gives the socket what it takes, and closes it in the end. */
    void Write()
    {
        while (left > 0 && source->GetTxAvailable() > 0)
        {
            const int sent = source->Send(Create<Packet>(std::min(left, source->GetTxAvailable())));
            left -= std::max(0, sent);
        }
        if (left == 0)
        {
            source->Close();
        }
    }

    Ptr<Socket> sink;      //!< listens
    Ptr<Socket> source;    //!< sends
    uint32_t left;         //!< bytes not given to the socket yet
    uint32_t received = 0; //!< bytes received
};

class EveryRankArrivesTest : public TestCase
{
  public:
    EveryRankArrivesTest(const std::vector<uint32_t>& sizes)
        : TestCase("each packet of a TCP flow has one rank at each hop, sent again or not"),
          m_sizes(sizes)
    {
    }

  private:
    void Run(bool tag, PfabricRankTagger::UnitType unit)
    {
        RankQueueDiscHelper helper("ns3::PifoQueueDisc");
        Chain chain({"1Gbps", "1Gbps", "500Mbps"}, helper);
        // The ACKs too pass rank discs on their way back.
        for (uint32_t i = 1; i < 4; ++i)
        {
            chain.discs.Add(helper.Install(NetDeviceContainer(chain.nodes.Get(i)->GetDevice(1))));
        }
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        errors->SetAttribute("ErrorRate", StringValue("0.01"));
        errors->AssignStreams(1);
        chain.nodes.Get(3)->GetDevice(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        for (uint32_t i = 0; i < 3; ++i)
        {
            chain.discs.Get(i)->TraceConnectWithoutContext(
                "Ranked",
                Callback<void, Ptr<const QueueDiscItem>, uint64_t>(
                    [this](Ptr<const QueueDiscItem>, uint64_t rank) {
                        m_largest = std::max(m_largest, rank);
                    }));
        }
        const auto tagger = CreateObject<PfabricRankTagger>();
        tagger->SetAttribute("Unit",
                             StringValue(unit == PfabricRankTagger::BYTES ? "Bytes" : "Packets"));
        std::vector<Ptr<TcpFlow>> flows;
        Simulator::Schedule(Seconds(1), [&] {
            for (std::size_t i = 0; i < m_sizes.size(); ++i)
            {
                flows.push_back(
                    Create<TcpFlow>(chain, 1000 + i, m_sizes[i], tag ? tagger : nullptr));
            }
        });
        Simulator::Stop(Seconds(100));
        m_largest = 0;
        Simulator::Run();
        for (std::size_t i = 0; i < m_sizes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(flows[i]->received, m_sizes[i], "flow " << i << " is complete");
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const uint64_t largest = *std::max_element(m_sizes.begin(), m_sizes.end());
        Run(true, PfabricRankTagger::BYTES);
        NS_TEST_EXPECT_MSG_EQ(m_largest, largest, "the first segment has the flow's size");
        Run(true, PfabricRankTagger::PACKETS);
        NS_TEST_EXPECT_MSG_EQ(m_largest, (largest + 999) / 1000, "or its number of segments");
        std::string error;
        try
        {
            Run(false, PfabricRankTagger::BYTES);
        }
        catch (const std::runtime_error& e)
        {
            error = e.what();
        }
        NS_TEST_EXPECT_MSG_NE(error.find("has no rank"), std::string::npos, "it says: " << error);
        Simulator::Destroy();
    }

    std::vector<uint32_t> m_sizes; //!< bytes of each flow
    uint64_t m_largest{0};         //!< the largest rank seen at a hop
};

/** The suite. */
class PfabricRankTaggerTestSuite : public TestSuite
{
  public:
    PfabricRankTaggerTestSuite()
        : TestSuite("pfabric-rank-tagger", Type::SYSTEM)
    {
        AddTestCase(new EveryRankArrivesTest({10000, 300000, 1000000}));
    }
};

PfabricRankTaggerTestSuite g_pfabricRankTaggerTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
