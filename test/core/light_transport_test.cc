/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-receiver.h"
#include "light-sender.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace schedlab;

namespace light_transport_test
{

using Params = LightTransportParams;

/** A sender and a receiver with a pipe between them that may lose and mark. */
class Pipe
{
  public:
    static constexpr int64_t SERIALISATION = 50; //!< time between two packets, ns

    Pipe(const Params& params, uint64_t size)
        : m_params(params.Resolved()),
          sender(m_params, size),
          receiver(m_params)
    {
    }

    /** Runs until the flow is done or nothing happens any more. @return the time it took */
    int64_t Run()
    {
        Out out{*this, false};
        sender.Start(out);
        while (!sender.IsDone() && !m_events.empty() && m_count < 2000000)
        {
            ++m_count;
            const auto event = m_events.begin();
            m_now = event->first.first;
            const auto action = std::move(event->second);
            m_events.erase(event);
            action();
        }
        return m_now;
    }

  private:
    /** What a core does its output through. */
    struct Out
    {
        Pipe& pipe;
        bool toSender;

        void Send(const LightSegment& segment, const LightSacks& sacks)
        {
            pipe.Carry(segment, sacks, toSender);
        }

        void SetTimer(int64_t delay)
        {
            StopTimer();
            EXPECT_GT(delay, 0);
            pipe.m_timer[toSender] = pipe.Schedule(delay, [this_ = *this]() mutable {
                this_.pipe.m_timer[this_.toSender] = {-1, 0};
                if (this_.toSender)
                {
                    this_.pipe.receiver.OnTimeout(this_);
                }
                else
                {
                    this_.pipe.sender.OnTimeout(this_);
                }
            });
        }

        void StopTimer()
        {
            pipe.m_events.erase(pipe.m_timer[toSender]);
        }
    };

    using Key = std::pair<int64_t, uint64_t>;

    Key Schedule(int64_t delay, std::function<void()> action)
    {
        const Key key{m_now + delay, m_order++};
        m_events.emplace(key, std::move(action));
        return key;
    }

    void Carry(LightSegment segment, const LightSacks& sacks, bool toSender)
    {
        segment.sentNs = m_now;
        sent.push_back(segment);
        if (loses && loses(segment, toSender))
        {
            ++lost;
            return;
        }
        const bool marked = marks && !toSender && marks(segment);
        m_free[toSender] = std::max(m_free[toSender], m_now) + SERIALISATION;
        Schedule(m_free[toSender] - m_now + delay, [=, this_ = this] {
            Out out{*this_, !toSender};
            if (toSender)
            {
                this_->sender.OnSegment(segment, sacks, this_->m_now, out);
            }
            else
            {
                this_->receiver.OnSegment(segment, marked, out);
            }
        });
    }

    std::map<Key, std::function<void()>> m_events;
    int64_t m_free[2]{};
    int64_t m_now{0};
    uint64_t m_order{0};
    uint64_t m_count{0};
    Key m_timer[2]{{-1, 0}, {-1, 0}};
    Params m_params;

  public:
    LightSender sender;
    LightReceiver receiver;
    std::function<bool(const LightSegment&, bool)> loses; //!< loses a packet
    std::function<bool(const LightSegment&)> marks;       //!< marks a packet
    std::vector<LightSegment> sent;                       //!< every packet
    uint64_t lost{0};                                     //!< packets lost
    int64_t delay{10000};                                 //!< one way, ns
};

Params
Make(Params::Variant variant, bool netbench)
{
    Params params;
    params.variant = variant;
    params.netbench = netbench;
    return params;
}

TEST(LightTransport, SendsEveryByteOnceOverAPerfectPipe)
{
    for (const bool netbench : {false, true})
    {
        for (const uint64_t size : {1, 1379, 1380, 1381, 1000000})
        {
            Pipe pipe(Make(Params::PFABRIC, netbench), size);
            pipe.Run();
            EXPECT_TRUE(pipe.sender.IsDone());
            EXPECT_EQ(pipe.receiver.Delivered(), size);
            EXPECT_EQ(pipe.sender.Retransmits(), 0u);
            EXPECT_EQ(pipe.sender.Timeouts(), 0u);
            uint64_t next = 1;
            for (const LightSegment& segment : pipe.sent)
            {
                if (segment.payload > 0)
                {
                    EXPECT_EQ(segment.seq, next);
                    next += segment.payload;
                }
            }
            EXPECT_EQ(next, size + 1);
        }
    }
}

TEST(LightTransport, TakesTwoRoundTripsForOneSegment)
{
    Pipe pipe(Make(Params::NEW_RENO, false), 100);
    // SYN, SYN-ACK, the third segment with the data behind it, and the acknowledgement.
    EXPECT_EQ(pipe.Run(), 4 * pipe.delay + 5 * Pipe::SERIALISATION);
}

TEST(LightTransport, SlowStartDoublesTheWindow)
{
    // 3, 6, 12 segments: 21 in three round trips after the handshake.
    Pipe pipe(Make(Params::NEW_RENO, false), 21 * 1380);
    EXPECT_NEAR(pipe.Run(), 4 * 2 * pipe.delay, pipe.delay / 5);
}

TEST(LightTransport, RecoversFromAnyRandomLoss)
{
    for (const Params::Variant variant : {Params::NEW_RENO, Params::DCTCP, Params::PFABRIC})
    {
        for (const bool netbench : {false, true})
        {
            for (const int percent : {1, 5, 20})
            {
                std::mt19937 random(percent);
                Pipe pipe(Make(variant, netbench), 700001);
                pipe.loses = [&](const LightSegment&, bool) {
                    return static_cast<int>(random() % 100) < percent;
                };
                pipe.Run();
                EXPECT_TRUE(pipe.sender.IsDone());
                EXPECT_EQ(pipe.receiver.Delivered(), 700001u);
                EXPECT_GT(pipe.lost, 0u);
                EXPECT_GT(pipe.sender.Retransmits(), 0u);
            }
        }
    }
}

TEST(LightTransport, OneLossCostsOneRetransmissionAndNoTimeout)
{
    for (const bool netbench : {false, true})
    {
        Pipe pipe(Make(Params::PFABRIC, netbench), 200000);
        bool once = true;
        pipe.loses = [&](const LightSegment& segment, bool) {
            const bool lose = once && segment.seq == 1 + 1380 * 10;
            once = once && !lose;
            return lose;
        };
        pipe.Run();
        EXPECT_TRUE(pipe.sender.IsDone());
        EXPECT_EQ(pipe.sender.Retransmits(), 1u);
        EXPECT_EQ(pipe.sender.Timeouts(), 0u);
        // Half of 30 segments and the two of limited transmit.
        EXPECT_DOUBLE_EQ(pipe.sender.Window().Ssthresh(), 1380 * 32 / 2);
    }
}

TEST(LightTransport, ManyHolesAreFilledWithoutATimeout)
{
    Params params = Make(Params::NEW_RENO, false);
    params.initialWindow = 200;
    Pipe pipe(params, 1380 * 400);
    std::set<uint64_t> seen;
    pipe.loses = [&](const LightSegment& segment, bool) {
        return segment.payload > 0 && (segment.seq / 1380) % 10 == 3 && segment.seq < 1380 * 180 &&
               seen.insert(segment.seq).second;
    };
    const int64_t time = pipe.Run();
    EXPECT_EQ(pipe.sender.Timeouts(), 0u);
    EXPECT_EQ(pipe.sender.Retransmits(), pipe.lost);
    // One hole for each round trip would take 18 of them.
    EXPECT_LT(time, 12 * 2 * pipe.delay);
}

TEST(LightTransport, TheFirstSegmentLostIsFoundByDuplicatesInRfcModeOnly)
{
    for (const bool netbench : {false, true})
    {
        Pipe pipe(Make(Params::PFABRIC, netbench), 20 * 1380);
        bool once = true;
        pipe.loses = [&](const LightSegment& segment, bool) {
            const bool lose = once && segment.payload > 0;
            once = once && !lose;
            return lose;
        };
        pipe.Run();
        EXPECT_TRUE(pipe.sender.IsDone());
        EXPECT_EQ(pipe.sender.Timeouts(), netbench ? 1u : 0u);
    }
}

TEST(LightTransport, ALostHandshakeIsRepeatedAfterTheInitialTimeout)
{
    for (const int which : {0, 1})
    {
        Pipe pipe(Make(Params::NEW_RENO, true), 100);
        bool once = true;
        pipe.loses = [&](const LightSegment& segment, bool toSender) {
            const bool lose =
                once && (segment.flags & LightSegment::SYN) && toSender == (which == 1);
            once = once && !lose;
            return lose;
        };
        const int64_t time = pipe.Run();
        EXPECT_TRUE(pipe.sender.IsDone());
        EXPECT_GT(time, 300000);
        EXPECT_LT(time, 300000 + 5 * pipe.delay);
    }
}

TEST(LightTransport, NetBenchReceiversTakeNoDataBeforeTheThirdSegment)
{
    for (const bool netbench : {false, true})
    {
        Pipe pipe(Make(Params::PFABRIC, netbench), 5 * 1380);
        bool once = true;
        pipe.loses = [&](const LightSegment& segment, bool toSender) {
            const bool lose = once && !toSender && segment.flags == LightSegment::ACK;
            once = once && !lose;
            return lose;
        };
        pipe.Run();
        EXPECT_TRUE(pipe.sender.IsDone());
        EXPECT_EQ(pipe.sender.Timeouts() > 0, netbench);
    }
}

TEST(LightTransport, TimeoutsDoubleAndHaveAFloorInRfcMode)
{
    LightRto floored(300000, 1000000);
    floored.Sample(1000);
    EXPECT_EQ(floored.Timeout(), 1000000);
    LightRto rto(300000, 0);
    EXPECT_EQ(rto.Timeout(), 300000);
    rto.Sample(1000);
    EXPECT_EQ(rto.Timeout(), 1000 + 4 * 500);
    rto.Sample(2000);
    EXPECT_EQ(rto.Timeout(), 1125 + 4 * 625);
    rto.Backoff();
    rto.Backoff();
    EXPECT_EQ(rto.Timeout(), 4 * (1125 + 4 * 625));
    rto.Sample(500); // starts afresh
    EXPECT_EQ(rto.Timeout(), 500 + 4 * 250);
}

TEST(LightTransport, DctcpFollowsTheMarkedShare)
{
    for (const bool netbench : {false, true})
    {
        Pipe pipe(Make(Params::DCTCP, netbench), 30000000);
        pipe.marks = [](const LightSegment&) { return true; };
        pipe.Run();
        EXPECT_GT(pipe.sender.Window().Alpha(), 0.99);
        EXPECT_LE(pipe.sender.Window().Usable(), 2 * 1380u);
    }
    Pipe pipe(Make(Params::DCTCP, false), 3000000);
    pipe.Run();
    EXPECT_EQ(pipe.sender.Window().Alpha(), 0);
}

TEST(LightTransport, DctcpCutsOnceForAWindowInRfcMode)
{
    Params params = Make(Params::DCTCP, false).Resolved();
    LightWindow window(params);
    const uint64_t before = window.Usable();
    window.Feedback(1381, 1, 10 * 1380 + 1, true); // alpha is 1/16 now
    const uint64_t cut = window.Usable();
    EXPECT_NEAR(static_cast<double>(cut), before * (1 - 1.0 / 32), 1);
    window.Feedback(2761, 1381, 10 * 1380 + 1, true);
    EXPECT_EQ(window.Usable(), cut);
    window.Feedback(10 * 1380 + 2, 2761, 20 * 1380 + 1, true);
    EXPECT_LT(window.Usable(), cut);
}

TEST(LightTransport, NetBenchWindowsEndAt65535Bytes)
{
    Pipe pipe(Make(Params::NEW_RENO, true), 10000000);
    pipe.Run();
    EXPECT_EQ(pipe.sender.Window().Usable(), 65535u);
    Pipe unbounded(Make(Params::NEW_RENO, false), 10000000);
    unbounded.Run();
    EXPECT_GT(unbounded.sender.Window().Usable(), 100000u);
}

TEST(LightTransport, AcknowledgementsHoldAtMostThreeRangesTheNewestFirst)
{
    const Params params = Make(Params::NEW_RENO, false).Resolved();
    LightReceiver receiver(params);

    struct Out
    {
        LightSacks sacks;

        void Send(const LightSegment&, const LightSacks& ranges)
        {
            sacks = ranges;
        }

        void SetTimer(int64_t)
        {
        }

        void StopTimer()
        {
        }
    } out;

    LightSegment segment;
    segment.flags = LightSegment::SYN;
    receiver.OnSegment(segment, false, out);
    segment.flags = 0;
    segment.payload = 100;
    for (const uint64_t seq : {1001, 2001, 3001, 4001, 5001})
    {
        segment.seq = seq;
        receiver.OnSegment(segment, false, out);
    }
    ASSERT_EQ(out.sacks.size(), 3u);
    EXPECT_EQ(out.sacks[0], (SeqRange{5001, 5101}));
    EXPECT_EQ(out.sacks[1], (SeqRange{1001, 1101}));
}

TEST(LightTransport, RefusesParametersThatMakeNoSense)
{
    Params params;
    params.mss = 0;
    EXPECT_THROW(params.Resolved(), std::invalid_argument);
    params = Make(Params::NEW_RENO, true);
    params.initialWindow = 100;
    EXPECT_THROW(params.Resolved(), std::invalid_argument);
    params = {};
    params.dctcpGain = 0;
    EXPECT_THROW(params.Resolved(), std::invalid_argument);
    EXPECT_THROW(Params::VariantOf("reno"), std::invalid_argument);
    EXPECT_EQ(Params::VariantOf("dctcp"), Params::DCTCP);
}

} // namespace light_transport_test
