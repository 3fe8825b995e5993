/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delivery-rate-sampler.h"
#include "loss-counter.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace schedlab;

namespace tcp_rate_sampler_test
{

constexpr int64_t MS = 1'000'000;

/** An acknowledgement of 1000 bytes. */
DeliveryRateSampler::Input
Ack(int64_t nowMs, uint64_t delivered, uint32_t prior, int64_t sentMs)
{
    DeliveryRateSampler::Input in;
    in.nowNs = nowMs * MS;
    in.delivered = delivered;
    in.newlyDelivered = 1000;
    in.priorDelivered = prior;
    in.lastSentNs = sentMs * MS;
    return in;
}

TEST(DeliveryRateSampler, TakesTheTimeFromItsOwnBooks)
{
    DeliveryRateSampler sampler;
    sampler.OnStart(5 * MS);
    TcpAck ack = sampler.OnAck(Ack(15, 1000, 0, 5));
    EXPECT_EQ(ack.rateBps, 800'000u); // 1000 bytes in 10 ms, although no prior time is given
    EXPECT_EQ(ack.rttNs, 10 * MS);
    ack = sampler.OnAck(Ack(16, 2000, 0, 5));
    EXPECT_EQ(ack.rateBps, RateOf(2000, 11 * MS));
    // Sent when 1000 were delivered, at 15 ms.
    ack = sampler.OnAck(Ack(26, 3000, 1000, 15));
    EXPECT_EQ(ack.rateBps, RateOf(2000, 11 * MS));
    EXPECT_EQ(ack.sampleDelivered, 2000u);
    EXPECT_EQ(ack.rttNs, 11 * MS);
    // Nothing new was learned of a later packet: the rate is of the longer time, no round trip.
    ack = sampler.OnAck(Ack(27, 4000, 1000, 15));
    EXPECT_EQ(ack.rateBps, RateOf(3000, 12 * MS));
    EXPECT_LT(ack.rttNs, 0);
}

TEST(DeliveryRateSampler, RefusesIntervalsBelowTheLeastRoundTrip)
{
    DeliveryRateSampler sampler;
    sampler.OnStart(0);
    sampler.OnAck(Ack(10, 1000, 0, 0));
    DeliveryRateSampler::Input in = Ack(14, 2000, 1000, 10);
    in.inRecovery = true;
    EXPECT_EQ(sampler.OnAck(in).rateBps, 0u);
    // What took that long to be sent is not refused.
    in.sendElapsedNs = 20 * MS;
    in.delivered = 3000;
    EXPECT_EQ(sampler.OnAck(in).rateBps, RateOf(2000, 20 * MS));
    EXPECT_EQ(sampler.MinRttNs(), 10 * MS);
}

TEST(DeliveryRateSampler, StartsAnewAfterASilence)
{
    DeliveryRateSampler sampler;
    sampler.OnStart(0);
    sampler.OnAck(Ack(10, 1000, 0, 0));
    sampler.OnStart(1000 * MS);
    EXPECT_EQ(sampler.OnAck(Ack(1010, 2000, 1000, 1000)).rateBps, RateOf(1000, 10 * MS));
}

TEST(DeliveryRateSampler, CountsWhatWasLostAndMarkedSinceThePacketWasSent)
{
    DeliveryRateSampler sampler;
    sampler.OnStart(0);
    DeliveryRateSampler::Input in = Ack(10, 1000, 0, 0);
    in.newlyLost = 500;
    in.ecnEcho = true;
    in.priorInFlight = 7000;
    TcpAck ack = sampler.OnAck(in);
    EXPECT_EQ(ack.sampleLost, 500u);
    EXPECT_EQ(ack.sampleMarked, 1000u);
    EXPECT_EQ(ack.txInFlight, 7000u);
    in = Ack(20, 2000, 1000, 10);
    in.newlyLost = 200;
    in.priorInFlight = 9000;
    ack = sampler.OnAck(in);
    EXPECT_EQ(ack.sampleLost, 200u);
    EXPECT_EQ(ack.sampleMarked, 0u);
    EXPECT_EQ(ack.txInFlight, 9000u);
}

TEST(DeliveryRateSampler, CountsOnBeyondFourGigabytes)
{
    DeliveryRateSampler sampler;
    sampler.OnStart(0);
    const uint64_t big = (uint64_t{3} << 32) - 500;
    sampler.OnAck(Ack(10, big, 0, 0));
    const TcpAck ack = sampler.OnAck(Ack(20, big + 1000, static_cast<uint32_t>(big), 10));
    EXPECT_EQ(ack.priorDelivered, big);
    EXPECT_EQ(ack.rateBps, 800'000u);
}

/** A SACK sender and receiver with a scoreboard like that of ns-3, over a path that drops. */
class Scoreboard
{
  public:
    explicit Scoreboard(double loss)
        : m_loss(loss)
    {
    }

    /** Runs so many round trips of at most WINDOW segments. */
    void Play(int rounds)
    {
        for (int i = 0; i < rounds * WINDOW; ++i)
        {
            while (InFlight() < WINDOW)
            {
                SendOne();
            }
            Deliver();
        }
    }

    uint64_t truth = 0;   //!< segments newly marked lost
    uint64_t counted = 0; //!< the same by the counter
    uint64_t repairs = 0; //!< lost segments that arrived

  private:
    static constexpr int WINDOW = 40;

    struct Segment
    {
        bool sacked = false;
        bool lost = false;
        bool retrans = false;
    };

    uint32_t InFlight() const
    {
        uint32_t count = 0;
        for (const Segment& s : m_sent)
        {
            count += s.sacked ? 0 : (s.lost ? s.retrans : 1);
        }
        return count;
    }

    void SendOne()
    {
        for (std::size_t i = 0; i < m_sent.size(); ++i)
        {
            if (m_sent[i].lost && !m_sent[i].retrans && !m_sent[i].sacked)
            {
                m_sent[i].retrans = true;
                m_wire.push_back(m_una + i);
                return;
            }
        }
        m_sent.emplace_back();
        if (m_random() % 1000 >= m_loss * 1000)
        {
            m_wire.push_back(m_una + m_sent.size() - 1);
        }
    }

    void Deliver()
    {
        if (m_wire.empty())
        {
            return;
        }
        const uint64_t seq = m_wire.front();
        m_wire.pop_front();
        const uint64_t lostBefore = Lost();
        const uint64_t unaBefore = m_una;
        m_sent[seq - m_una].sacked = true;
        while (!m_sent.empty() && m_sent.front().sacked)
        {
            repairs += m_sent.front().lost ? 1 : 0;
            m_sent.pop_front();
            ++m_una;
        }
        int above = 0;
        for (std::size_t i = m_sent.size(); i-- > 0;)
        {
            above += m_sent[i].sacked ? 1 : 0;
            if (!m_sent[i].sacked && !m_sent[i].lost && above >= 3)
            {
                m_sent[i].lost = true;
                ++truth;
            }
        }
        LossCounter::Ack ack;
        const uint64_t lost = Lost();
        ack.change = lost > lostBefore ? lost - lostBefore : lostBefore - lost;
        ack.newlyDelivered = 1;
        ack.advance = m_una - unaBefore;
        ack.outstanding = m_sent.size();
        ack.inFlight = InFlight();
        counted += m_counter.OnAck(ack);
    }

    /** As ns-3 counts: until it is acknowledged, selectively or not. */
    uint64_t Lost() const
    {
        return std::count_if(m_sent.begin(), m_sent.end(), [](const Segment& s) {
            return s.lost && !s.sacked;
        });
    }

    double m_loss;
    std::mt19937 m_random{1};
    std::deque<Segment> m_sent;
    std::deque<uint64_t> m_wire;
    uint64_t m_una = 0;
    LossCounter m_counter;
};

class LossCounterOnAPath : public ::testing::TestWithParam<double>
{
};

TEST_P(LossCounterOnAPath, TellsLossesFromRepairs)
{
    Scoreboard board(GetParam());
    board.Play(100);
    ASSERT_GT(board.truth, 10u);
    ASSERT_GT(board.repairs, 10u);
    EXPECT_NEAR(board.counted, board.truth, 0.02 * board.truth);
}

INSTANTIATE_TEST_SUITE_P(Loss, LossCounterOnAPath, ::testing::Values(0.005, 0.02, 0.1));

TEST(LossCounter, ATimeoutLosesAllThatIsOutstanding)
{
    LossCounter counter;
    counter.OnAck({0, 2, 0, 10, 8}); // two of ten acknowledged selectively
    counter.OnTimeout(10);
    EXPECT_EQ(counter.Lost(), 8u);
    EXPECT_EQ(counter.OnAck({1, 1, 1, 9, 0}), 0u);
    EXPECT_EQ(counter.Lost(), 7u);
}

} // namespace tcp_rate_sampler_test
