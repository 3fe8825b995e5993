/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-test-utils.h"

#include "ns3/pifo-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/stfq-ranker.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * The shares that STFQ gives to flows.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** A flow of packets of one size at a steady rate. */
struct FairFlow
{
    uint32_t weight;    //!< its share
    uint32_t size;      //!< bytes of a packet
    double offer;       //!< part of the link's rate that it sends at
    double start{0};    //!< part of the run after which it starts
    double stop{1};     //!< part of the run after which it stops
    uint64_t served{0}; //!< bytes served in the second half of the run
};

class FairnessTest : public TestCase
{
  public:
    FairnessTest()
        : TestCase("STFQ gives max-min shares of bytes, within 2 % on a PIFO")
    {
    }

  private:
    static constexpr double RUN = 2.5e6; //!< bytes that the link serves: 20 ms at 1 Gb/s

    /** Offers the flows to a link of one byte a tick and notes what it serves in the second half.
     */
    void Serve(const std::string& type, std::vector<FairFlow>& flows)
    {
        CheckedDisc disc(
            MakeDisc(TypeId::LookupByName(type), "200p", {{"Ranker", "ns3::StfqRanker"}}));
        const Ptr<StfqRanker> ranker = DynamicCast<StfqRanker>(disc.Get()->GetRanker());
        std::vector<double> next;
        for (std::size_t i = 0; i < flows.size(); ++i)
        {
            ranker->SetWeight(i, flows[i].weight);
            next.push_back(flows[i].start * RUN + i);
        }
        for (double free = 0; free < RUN;)
        {
            const std::size_t i = std::min_element(next.begin(), next.end()) - next.begin();
            if (next[i] <= free || disc.Get()->GetNPackets() == 0)
            {
                free = std::max(free, next[i]);
                disc.Enqueue(MakeItem(std::nullopt, flows[i].size, i));
                next[i] += flows[i].size / flows[i].offer;
                if (next[i] >= flows[i].stop * RUN)
                {
                    next[i] = RUN;
                }
                continue;
            }
            const auto item = disc.Dequeue();
            free += item->GetSize();
            if (free > RUN / 2)
            {
                flows[item->Hash(0)].served += item->GetSize();
            }
        }
        NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
    }

    /** Checks the shares in the second half. */
    void Check(const std::string& what,
               std::vector<FairFlow> flows,
               const std::vector<double>& shares)
    {
        double fifoError = 0;
        for (const std::string type : {"ns3::RankFifoQueueDisc", "ns3::PifoQueueDisc"})
        {
            std::vector<FairFlow> run = flows;
            Serve(type, run);
            for (std::size_t i = 0; i < shares.size(); ++i)
            {
                const double share = run[i].served / (RUN / 2);
                const double error = std::abs(share - shares[i]);
                if (type == "ns3::RankFifoQueueDisc")
                {
                    fifoError = std::max(fifoError, error);
                    continue;
                }
                NS_TEST_EXPECT_MSG_LT(error,
                                      0.02 * shares[i] + 1e-9,
                                      what << ": flow " << i << " gets " << share);
            }
        }
        NS_TEST_EXPECT_MSG_GT(fifoError, 0.05, what << ": a FIFO would not do");
    }

    void DoRun() override
    {
        Check("one greedy, one modest", {{1, 1500, 0.9}, {1, 1500, 0.4}}, {0.6, 0.4});
        Check("small and large packets", {{1, 64, 0.7}, {1, 1500, 1.4}}, {0.5, 0.5});
        Check("weights 1:2:4",
              {{1, 1500, 1}, {2, 1000, 1}, {4, 700, 1}},
              {1 / 7.0, 2 / 7.0, 4 / 7.0});
        Check("the heaviest falls silent",
              {{1, 1500, 1}, {2, 1500, 1}, {4, 1500, 1, 0, 0.3}},
              {1 / 3.0, 2 / 3.0});
        Check("a late joiner", {{1, 1500, 1.2}, {1, 1500, 0.7, 0.5}}, {0.5, 0.5});
        Simulator::Destroy();
    }
};

/** The suite. */
class StfqFairnessTestSuite : public TestSuite
{
  public:
    StfqFairnessTestSuite()
        : TestSuite("stfq-fairness", Type::UNIT)
    {
        AddTestCase(new FairnessTest);
    }
};

StfqFairnessTestSuite g_stfqFairnessTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
