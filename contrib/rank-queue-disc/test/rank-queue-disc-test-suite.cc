/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pifo-queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

class RankTestItem : public QueueDiscItem
{
  public:
    explicit RankTestItem(Ptr<Packet> p)
        : QueueDiscItem(p, Address(), 0)
    {
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

class PifoOrderTest : public TestCase
{
  public:
    PifoOrderTest()
        : TestCase("PIFO serves by (rank, arrival) and pushes out the newest of the worst")
    {
    }

  private:
    void DoRun() override
    {
        auto disc = CreateObject<PifoQueueDisc>();
        disc->SetAttribute("MaxSize", QueueSizeValue(QueueSize("3p")));
        disc->Initialize();
        std::vector<uint64_t> uids;
        for (uint64_t rank : {7, 3, 7, 3})
        {
            auto packet = Create<Packet>(100);
            packet->AddPacketTag(RankTag(rank));
            uids.push_back(packet->GetUid());
            disc->Enqueue(Create<RankTestItem>(packet));
        }
        for (int i : {1, 3, 0})
        {
            NS_TEST_EXPECT_MSG_EQ(disc->Peek()->GetPacket()->GetUid(), uids[i], "peek");
            NS_TEST_EXPECT_MSG_EQ(disc->Dequeue()->GetPacket()->GetUid(), uids[i], "order");
        }
        NS_TEST_EXPECT_MSG_EQ(disc->GetStats().GetNDroppedPackets(RankQueueDisc::PUSHED_OUT),
                              1,
                              "one packet was pushed out");
        Simulator::Destroy();
    }
};

class RankQueueDiscTestSuite : public TestSuite
{
  public:
    RankQueueDiscTestSuite()
        : TestSuite("rank-queue-disc", Type::UNIT)
    {
        AddTestCase(new PifoOrderTest);
    }
};

RankQueueDiscTestSuite g_rankQueueDiscTestSuite; //!< registers the suite

} // namespace
