/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rate-test-support.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-bbr3.h"
#include "ns3/tcp-erc.h"
#include "ns3/tcp-prague.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>

using namespace ns3;

namespace
{

/** Makes the shared link mark what has waited longer than so, with a buffer that never fills. */
void
MarkAbove(SharedLinkTest::Setup& setup, const std::string& wait)
{
    setup.bufferBdp = 20;
    setup.disc = "ns3::CoDelQueueDisc";
    setup.discSet = {{"UseEcn", "true"}, {"CeThreshold", wait}, {"Target", "1s"}};
}

/** One flow fills a link, and its window stays within reason. */
class LoneFlowTestCase : public TestCase
{
  public:
    explicit LoneFlowTestCase(const std::string& congestion)
        : TestCase("one flow of " + congestion + " fills 100 Mbps at 20 ms"),
          m_congestion(congestion)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SharedLinkTest::Setup setup;
        setup.congestion = {m_congestion};
        SharedLinkTest link(setup);
        link.Run(Seconds(1), Seconds(4));
        NS_TEST_ASSERT_MSG_GT(link.Share(0), 0.9, "share of the link");
        NS_TEST_ASSERT_MSG_LT(link.flows[0].maxCwnd, 5'000'000, "window");
        NS_TEST_ASSERT_MSG_EQ(link.flows[0].timeouts, 0, "timeouts");
    }

    std::string m_congestion;
};

/** Two flows of one kind share a link evenly. */
class EqualFlowsTestCase : public TestCase
{
  public:
    explicit EqualFlowsTestCase(const std::string& congestion)
        : TestCase("two flows of " + congestion + " share a link"),
          m_congestion(congestion)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SharedLinkTest::Setup setup;
        setup.congestion = {m_congestion, m_congestion};
        setup.rateBps = 20'000'000;
        if (m_congestion == "ns3::TcpErc")
        {
            // It evens out by marks; where only losses speak that takes minutes.
            MarkAbove(setup, "3ms");
        }
        SharedLinkTest link(setup);
        link.Run(Seconds(3), Seconds(23));
        const double first = link.Share(0);
        const double second = link.Share(1);
        NS_TEST_ASSERT_MSG_GT(first + second, 0.85, "use of the link");
        NS_TEST_ASSERT_MSG_EQ_TOL(first / second, 1, 0.1, "ratio of the shares");
    }

    std::string m_congestion;
};

/**
 * Where ns-3's own BBR stalls: 12 Mb/s, 100 ms, and few losses. A transfer ends soon after the time
 * that the link needs for it.
 */
class NoStallTestCase : public TestCase
{
  public:
    NoStallTestCase(const std::string& congestion, double loss, Time latest)
        : TestCase(congestion + " does not stall, loss " + std::to_string(loss)),
          m_congestion(congestion),
          m_loss(loss),
          m_latest(latest)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SharedLinkTest::Setup setup;
        setup.congestion = {m_congestion, m_congestion};
        setup.rateBps = 12'000'000;
        setup.rtt = MilliSeconds(100);
        setup.bytes = 3'000'000;
        setup.loss = m_loss;
        SharedLinkTest link(setup);
        link.Run(Seconds(0), Seconds(60));
        for (const auto& flow : link.flows)
        {
            NS_TEST_ASSERT_MSG_EQ(flow.received, setup.bytes, "bytes that arrived");
            NS_TEST_ASSERT_MSG_GT(flow.finished, Seconds(2), "more than the link carries");
            NS_TEST_ASSERT_MSG_LT(flow.finished, m_latest, "end");
            NS_TEST_ASSERT_MSG_LT(flow.maxCwnd, 4'000'000, "window");
            NS_TEST_ASSERT_MSG_LT(flow.timeouts, 6, "timeouts");
        }
    }

    std::string m_congestion;
    double m_loss;
    Time m_latest;
};

/** Marks hold the queue, and both ends agree on what they mean. */
class MarksTestCase : public TestCase
{
  public:
    explicit MarksTestCase(const std::string& congestion, bool l4s)
        : TestCase(congestion + " heeds marks"),
          m_congestion(congestion),
          m_l4s(l4s)
    {
    }

  private:
    void DoRun() override
    {
        RngSeedManager::SetRun(1);
        SharedLinkTest::Setup setup;
        setup.congestion = {m_congestion};
        setup.rateBps = 40'000'000;
        setup.rtt = MilliSeconds(10);
        MarkAbove(setup, "3ms");
        if (m_l4s)
        {
            setup.discSet["UseL4s"] = "true"; // marks ECT(1) only
        }
        SharedLinkTest link(setup);
        link.Run(Seconds(2), Seconds(8));
        NS_TEST_ASSERT_MSG_GT(link.Share(0), 0.85, "share of the link");
        NS_TEST_ASSERT_MSG_GT(link.Marks(), 20, "marks");
        // Unheeded, nearly all packets are marked: the buffer holds twenty round trips.
        const double packets = link.flows[0].received / 1448.0;
        NS_TEST_ASSERT_MSG_LT(link.Marks(), 0.4 * packets, "marks");
        NS_TEST_ASSERT_MSG_EQ(link.flows[0].timeouts, 0, "timeouts");
    }

    std::string m_congestion;
    bool m_l4s;
};

/** @return one flow of TcpBbr3 over a link of 10 Mb/s, with the random numbers of the first run */
SharedLinkTest::Setup
SlowBbr3()
{
    RngSeedManager::SetRun(1);
    SharedLinkTest::Setup setup;
    setup.congestion = {"ns3::TcpBbr3"};
    setup.rateBps = 10'000'000;
    return setup;
}

/** TcpBbr3 announces its states. */
class StatesTestCase : public TestCase
{
  public:
    StatesTestCase()
        : TestCase("TcpBbr3 goes through its states")
    {
    }

  private:
    void DoRun() override
    {
        SharedLinkTest link(SlowBbr3());
        link.Run(Seconds(0), Seconds(7));
        const auto& states = link.flows[0].states;
        NS_TEST_ASSERT_MSG_EQ(states.front(), 1, "Drain follows Startup");
        const std::set<uint32_t> seen(states.begin(), states.end());
        NS_TEST_ASSERT_MSG_EQ(seen.size(), 6, "Startup is not entered again, the others are");
        NS_TEST_ASSERT_MSG_EQ(seen.count(0), 0, "Startup is not entered again");
    }
};

/** TcpBbr3 sends two segments at once where a millisecond is worth less, at its pacing rate. */
class BurstsTestCase : public TestCase
{
  public:
    BurstsTestCase()
        : TestCase("TcpBbr3 sends two segments at once")
    {
    }

  private:
    void DoRun() override
    {
        SharedLinkTest link(SlowBbr3());
        link.flows[0].socket->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&BurstsTestCase::OnSent, this));
        link.Run(Seconds(2), Seconds(4));
        NS_TEST_ASSERT_MSG_GT(link.Share(0), 0.9, "share of the link");
        NS_TEST_ASSERT_MSG_GT(m_gaps, 1000, "gaps");
        NS_TEST_ASSERT_MSG_EQ_TOL(m_short / m_gaps, 0.5, 0.05, "every other gap is none");
    }

    void OnSent(Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        const Time gap = Simulator::Now() - m_last;
        m_last = Simulator::Now();
        if (m_last > Seconds(2))
        {
            m_gaps += 1;
            m_short += gap < MicroSeconds(5) ? 1 : 0;
        }
    }

    Time m_last;       //!< when the last segment was sent
    double m_gaps{0};  //!< gaps between segments
    double m_short{0}; //!< those that are as good as none
};

/** Attributes reach the rules. */
class AttributesTestCase : public TestCase
{
  public:
    AttributesTestCase()
        : TestCase("attributes of the rate-based congestion controls")
    {
    }

  private:
    void DoRun() override
    {
        const auto state = [](Ptr<TcpCongestionOps> ops) {
            auto tcb = CreateObject<TcpSocketState>();
            ops->Init(tcb);
            return tcb;
        };
        auto erc = CreateObject<TcpErc>();
        NS_TEST_EXPECT_MSG_EQ(state(erc)->m_ecnMode, TcpSocketState::DctcpEcn, "exact echo");
        NS_TEST_EXPECT_MSG_EQ(state(erc)->m_ectCodePoint, TcpSocketState::Ect0, "codepoint");
        erc->SetAttribute("ExactEcho", BooleanValue(false));
        erc->SetAttribute("PaceInQdisc", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(state(erc)->m_ecnMode, TcpSocketState::ClassicEcn, "classic echo");
        NS_TEST_EXPECT_MSG_EQ(state(erc)->m_pacing, false, "pacing is left to the queue disc");
        NS_TEST_EXPECT_MSG_EQ(state(erc->Fork())->m_pacing, false, "a fork is alike");
        auto prague = CreateObject<TcpPrague>();
        NS_TEST_EXPECT_MSG_EQ(state(prague)->m_ectCodePoint, TcpSocketState::Ect1, "codepoint");
        auto bbr = CreateObject<TcpBbr3>();
        bbr->SetAttribute("LowEcn", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(state(bbr)->m_useEcn, TcpSocketState::Off, "left to the socket");
        bbr->SetAttribute("Preset", StringValue("LinuxV3"));
        NS_TEST_EXPECT_MSG_EQ(state(bbr)->m_ecnMode, TcpSocketState::DctcpEcn, "exact echo");

        auto tcb = state(bbr);
        tcb->m_cWnd = 12345;
        NS_TEST_EXPECT_MSG_EQ(bbr->GetSsThresh(tcb, 99), 12345, "the window stays");
        NS_TEST_EXPECT_MSG_EQ(bbr->HasCongControl(), true, "sets window and rate itself");
        NS_TEST_EXPECT_MSG_EQ(bbr->AssignStreams(5), 1, "streams");
    }
};

/** The suite. */
class TcpRateTestSuite : public TestSuite
{
  public:
    TcpRateTestSuite()
        : TestSuite("tcp-rate", Type::SYSTEM)
    {
        AddTestCase(new AttributesTestCase);
        AddTestCase(new StatesTestCase);
        AddTestCase(new BurstsTestCase);
        for (const std::string congestion : {"ns3::TcpBbr3", "ns3::TcpErc", "ns3::TcpPrague"})
        {
            AddTestCase(new LoneFlowTestCase(congestion));
            AddTestCase(new EqualFlowsTestCase(congestion));
        }
        AddTestCase(new NoStallTestCase("ns3::TcpBbr3", 0, Seconds(7)));
        AddTestCase(new NoStallTestCase("ns3::TcpErc", 0, Seconds(7)));
        // Its slow start runs into the buffer, and it repairs the losses at a round trip each.
        AddTestCase(new NoStallTestCase("ns3::TcpPrague", 0, Seconds(12)));
        AddTestCase(new NoStallTestCase("ns3::TcpBbr3", 0.01, Seconds(20)));
        AddTestCase(new NoStallTestCase("ns3::TcpErc", 0.01, Seconds(20)));
        AddTestCase(new MarksTestCase("ns3::TcpErc", false));
        AddTestCase(new MarksTestCase("ns3::TcpPrague", true));
    }
};

TcpRateTestSuite g_suite;

} // namespace
