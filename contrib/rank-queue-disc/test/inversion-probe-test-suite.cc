/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "every-disc-test.h"
#include "rank-test-utils.h"

#include "ns3/codel-queue-disc.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/inversion-probe.h"
#include "ns3/packet.h"
#include "ns3/pifo-queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * What InversionProbe counts, and that it changes nothing.
 */

namespace ns3
{
namespace tests
{
namespace
{

class ProbeCountsTest : public TestCase
{
  public:
    ProbeCountsTest()
        : TestCase("overtaken packets are counted on any disc, peeked at or not; others apart")
    {
    }

  private:
    void DoRun() override
    {
        // A FifoQueueDisc peeks by a dequeue of its own.
        const auto disc = CreateObject<FifoQueueDisc>();
        const auto probe = CreateObject<InversionProbe>();
        probe->SetAttribute("HistogramBins", UintegerValue(3));
        probe->Attach(disc);
        disc->Initialize();
        uint64_t traced = 0;
        probe->TraceConnectWithoutContext(
            "Inversion",
            Callback<void, Ptr<const QueueDiscItem>, uint64_t, uint64_t>(
                [&traced](Ptr<const QueueDiscItem>, uint64_t pairs, uint64_t) {
                    traced += pairs;
                }));
        for (const uint64_t rank : {9, 1, 1, 5, 0})
        {
            disc->Enqueue(MakeItem(rank));
        }
        disc->Enqueue(MakeItem(std::nullopt));
        disc->Peek();
        NS_TEST_EXPECT_MSG_EQ(probe->GetTotals().served, 0, "a peek is no service");
        const auto first = disc->Dequeue();
        first->GetPacket()->RemoveAllPacketTags(); // the probe knows the rank
        while (disc->Dequeue())
        {
        }
        const InversionProbe::Totals& totals = probe->GetTotals();
        NS_TEST_EXPECT_MSG_EQ(totals.served, 5, "ranked packets");
        NS_TEST_EXPECT_MSG_EQ(probe->GetUnranked(), 1, "without a rank");
        NS_TEST_EXPECT_MSG_EQ(totals.inversions, 4, "all but the last");
        NS_TEST_EXPECT_MSG_EQ(totals.pairs, 4 + 1 + 1 + 1, "pairs");
        NS_TEST_EXPECT_MSG_EQ(totals.magnitude, 9 + 1 + 1 + 5, "magnitudes");
        NS_TEST_EXPECT_MSG_EQ(totals.maxMagnitude, 9, "the largest");
        NS_TEST_EXPECT_MSG_EQ(traced, totals.pairs, "traced");
        const auto& bins = probe->GetHistogram();
        NS_TEST_EXPECT_MSG_EQ(bins.size(), 3, "bins");
        NS_TEST_EXPECT_MSG_EQ(bins[1].inversions, 2, "of rank 1");
        NS_TEST_EXPECT_MSG_EQ(bins[2].served, 2, "of larger ranks");
        Simulator::Destroy();
    }
};

class ProbeLossTest : public TestCase
{
  public:
    ProbeLossTest()
        : TestCase("a packet pushed out, or dropped by an AQM as it leaves, was not served")
    {
    }

  private:
    void DoRun() override
    {
        CheckedDisc pifo(MakeDisc(PifoQueueDisc::GetTypeId(), "2p"));
        const auto probe = CreateObject<InversionProbe>();
        probe->Attach(pifo.Get());
        for (const uint64_t rank : {9, 5, 1, 0})
        {
            pifo.Enqueue(MakeItem(rank)); // 9 and 5 are pushed out for better ones
        }
        while (pifo.Dequeue())
        {
        }
        NS_TEST_EXPECT_MSG_EQ(probe->GetTotals().served, 2, "two were pushed out");
        NS_TEST_EXPECT_MSG_EQ(probe->GetTotals().inversions, 0, "a push-out inverts nothing");

        const auto codel = CreateObject<CoDelQueueDisc>();
        const auto second = CreateObject<InversionProbe>();
        second->Attach(codel);
        codel->Initialize();
        for (int i = 0; i < 500; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [codel] {
                codel->Enqueue(MakeItem(1, 1000));
                codel->Enqueue(MakeItem(1, 1000));
                codel->Dequeue();
            });
        }
        Simulator::Run();
        const auto& stats = codel->GetStats();
        NS_TEST_EXPECT_MSG_GT(stats.nTotalDroppedPacketsAfterDequeue, 0, "CoDel dropped some");
        NS_TEST_EXPECT_MSG_EQ(second->GetTotals().served,
                              stats.nTotalSentPackets,
                              "and sent these");
        Simulator::Destroy();
    }
};

class ProbeUseTest : public TestCase
{
  public:
    ProbeUseTest()
        : TestCase("the probe follows the disc's order, and refuses a second disc or a late start")
    {
    }

  private:
    /** @return inversions of a PIFO that serves the larger ranks first */
    static uint64_t Reversed(const std::string& order)
    {
        CheckedDisc pifo(
            MakeDisc(PifoQueueDisc::GetTypeId(), "9p", {{"RankOrder", "HigherFirst"}}));
        const auto probe = CreateObject<InversionProbe>();
        probe->SetAttribute("RankOrder", StringValue(order));
        probe->Attach(pifo.Get());
        for (const uint64_t rank : {uint64_t{0}, uint64_t{4}, UINT64_MAX})
        {
            pifo.Enqueue(MakeItem(rank));
        }
        while (pifo.Dequeue())
        {
        }
        return probe->GetTotals().inversions;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Reversed("Auto"), 0, "as the disc");
        NS_TEST_EXPECT_MSG_EQ(Reversed("HigherFirst"), 0, "as told");
        NS_TEST_EXPECT_MSG_EQ(Reversed("LowerFirst"), 2, "as told");

        const auto refused = [](Ptr<InversionProbe> probe, Ptr<QueueDisc> disc) {
            try
            {
                probe->Attach(disc);
            }
            catch (const std::logic_error&)
            {
                return true;
            }
            return false;
        };
        CheckedDisc pifo(MakeDisc(PifoQueueDisc::GetTypeId(), "9p"));
        const auto probe = CreateObject<InversionProbe>();
        NS_TEST_EXPECT_MSG_EQ(refused(probe, pifo.Get()), false, "first");
        NS_TEST_EXPECT_MSG_EQ(refused(probe, pifo.Get()), true, "twice");
        pifo.Enqueue(MakeItem(1));
        NS_TEST_EXPECT_MSG_EQ(refused(CreateObject<InversionProbe>(), pifo.Get()), true, "late");
        Simulator::Destroy();
    }
};

class ExactMeansZeroTest : public EveryDiscTest
{
  public:
    ExactMeansZeroTest()
        : EveryDiscTest("exact discs never invert, a FIFO does, and a probe changes nothing")
    {
    }

  private:
    void Check(TypeId type) override
    {
        uint64_t inversions = 0;
        std::vector<uint64_t> orders[2]; // ranks as served, without and with a probe
        for (const bool watched : {false, true})
        {
            CheckedDisc disc(MakeDisc(type, "20p"));
            const auto probe = CreateObject<InversionProbe>();
            if (watched)
            {
                probe->Attach(disc.Get());
            }
            std::mt19937 random(11);
            for (int i = 0; i < 5000; ++i)
            {
                if (random() % 9 < 5)
                {
                    disc.Enqueue(MakeItem(random() % 100, 100, random() % 30));
                }
                else if (const auto item = disc.Dequeue())
                {
                    orders[watched].push_back(RankOf(item));
                }
            }
            inversions = probe->GetTotals().inversions;
        }
        NS_TEST_EXPECT_MSG_EQ((orders[0] == orders[1]), true, type << " is not changed");
        if (IsExact(type))
        {
            NS_TEST_EXPECT_MSG_EQ(inversions, 0, type << " inverts nothing");
        }
        if (IsRankBlind(type))
        {
            NS_TEST_EXPECT_MSG_GT(inversions, 1000, type << " inverts much");
        }
    }
};

/** The suite. */
class InversionProbeTestSuite : public TestSuite
{
  public:
    InversionProbeTestSuite()
        : TestSuite("inversion-probe", Type::UNIT)
    {
        AddTestCase(new ProbeCountsTest);
        AddTestCase(new ProbeLossTest);
        AddTestCase(new ProbeUseTest);
        AddTestCase(new ExactMeansZeroTest);
    }
};

InversionProbeTestSuite g_inversionProbeTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
