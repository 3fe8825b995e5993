/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-host.h"

#include "ns3/cpu-hog.h"
#include "ns3/metronome-poller.h"
#include "ns3/test.h"

#include <cmath>
#include <map>
#include <memory>

using namespace ns3;

namespace
{

/** What a run left behind, and what was to be seen on the way. */
struct Outcome
{
    std::vector<int64_t> times;                   // deliveries
    std::map<int64_t, std::vector<int64_t>> seen; // samples, by time
    std::vector<double> joules;                   // samples
    RxPoller::Counters counters;                  // at the end
    std::vector<int64_t> protocol; // wins, fails, vacations and busy periods of the queues
    int64_t cpu;                   // at the end
    uint64_t events;               // of the run
    bool conserves;                // no packet is missing
};

/** Looks at a host again and again, at times that are no multiple of a poll. */
class Spy
{
  public:
    Spy(NicTestHost& host, Outcome& out)
        : m_host(host),
          m_out(out)
    {
        Simulator::Schedule(NanoSeconds(113), &Spy::Look, this);
    }

  private:
    void Look()
    {
        Simulator::Schedule(NanoSeconds(113), &Spy::Look, this);
        auto& seen = m_out.seen[Simulator::Now().GetTimeStep()];
        seen.push_back(m_host.poller->GetCpuTime().GetTimeStep());
        seen.push_back(m_host.device->GetInService());
        for (uint32_t q = 0; q < m_host.device->GetNQueues(); ++q)
        {
            seen.push_back(m_host.device->GetQueueSize(q));
        }
        for (uint32_t t = 0; t < m_host.poller->GetNThreads(); ++t)
        {
            seen.push_back(m_host.poller->GetThread(t)->GetState());
        }
        seen.push_back(m_host.cpu->GetCore(0)->GetTimeRunning().GetTimeStep());
        m_out.joules.push_back(m_host.cpu->GetJoules());
    }

    NicTestHost& m_host; // looked at
    Outcome& m_out;      // noted there
};

/** A poller with and without its short cut. */
class ShortCutTest : public TestCase
{
  public:
    ShortCutTest(const std::string& type,
                 const std::string& arrivals,
                 double mpps,
                 int queues,
                 int threads,
                 const NicTestHost::Attributes& more = {})
        : TestCase(type + ", short cut and loop agree: " + arrivals + " " + std::to_string(mpps) +
                   " Mpps, " + std::to_string(queues) + " queues, " + std::to_string(threads) +
                   " threads" + (more.empty() ? "" : ", " + more[0].first)),
          m_type(type),
          m_arrivals(arrivals),
          m_mpps(mpps),
          m_queues(queues),
          m_threads(threads),
          m_more(more)
    {
    }

  protected:
    /** @param host before it starts */
    virtual void Prepare(NicTestHost&) const
    {
    }

    Outcome Play(bool eager, bool spied) const
    {
        NicTestHost::Attributes attributes = m_more;
        attributes.push_back({"Threads", std::to_string(m_threads)});
        attributes.push_back({"Eager", eager ? "true" : "false"});
        NicTestHost host(m_type,
                         attributes,
                         {{"Queues", std::to_string(m_queues)}, {"RingSize", "256"}},
                         {{"Arrivals", m_arrivals}, {"Rate", std::to_string(m_mpps * 1e6)}});
        host.cpu->SetAttribute("Cores", UintegerValue(5));
        Prepare(host);
        Outcome out{};
        const uint64_t before = Simulator::GetEventCount();
        std::unique_ptr<Spy> spy;
        if (spied)
        {
            spy = std::make_unique<Spy>(host, out);
        }
        host.Run(MicroSeconds(1017));
        out.counters = host.poller->GetCounters();
        out.cpu = host.poller->GetCpuTime().GetTimeStep();
        out.events = Simulator::GetEventCount() - before;
        out.conserves = host.Conserves();
        for (const auto& d : host.deliveries)
        {
            out.times.push_back(d.at);
            // In the instant of an event it may be looked at before or after.
            out.seen.erase(d.at);
            out.seen.erase(d.arrival);
        }
        if (const auto metronome = DynamicCast<MetronomePoller>(host.poller))
        {
            for (int q = 0; q < m_queues; ++q)
            {
                const auto& seen = metronome->GetController().QueueAt(q).Seen();
                for (const uint64_t number : {seen.wins, seen.fails, seen.releases})
                {
                    out.protocol.push_back(number);
                }
                out.protocol.push_back(seen.vacation);
                out.protocol.push_back(seen.busy);
            }
        }
        return out;
    }

    void DoRun() override
    {
        for (const bool spied : {false, true})
        {
            const Outcome lazy = Play(false, spied);
            const Outcome eager = Play(true, spied);
            NS_TEST_EXPECT_MSG_EQ((lazy.times == eager.times), true, "departures differ");
            NS_TEST_EXPECT_MSG_EQ((lazy.seen == eager.seen), true, "states on the way differ");
            NS_TEST_EXPECT_MSG_EQ((lazy.protocol == eager.protocol), true, "protocols differ");
            // A poll that is under way is counted when it begins, or when it ends.
            NS_TEST_EXPECT_MSG_EQ_TOL(lazy.counters.polls,
                                      eager.counters.polls,
                                      m_threads,
                                      "polls differ");
            NS_TEST_EXPECT_MSG_EQ_TOL(lazy.counters.emptyPolls,
                                      eager.counters.emptyPolls,
                                      m_threads,
                                      "empty polls differ");
            NS_TEST_EXPECT_MSG_EQ(lazy.counters.bursts, eager.counters.bursts, "bursts differ");
            NS_TEST_EXPECT_MSG_EQ(lazy.cpu, eager.cpu, "CPU time differs");
            NS_TEST_EXPECT_MSG_EQ((lazy.conserves && eager.conserves), true, "a packet is missing");
            NS_TEST_ASSERT_MSG_EQ(lazy.joules.size(), eager.joules.size(), "samples");
            NS_TEST_EXPECT_MSG_EQ(lazy.joules.size(), (spied ? 8999u : 0u), "samples");
            for (std::size_t i = 0; i < lazy.joules.size(); ++i)
            {
                NS_TEST_ASSERT_MSG_EQ_TOL(lazy.joules[i],
                                          eager.joules[i],
                                          1e-12 * eager.joules[i],
                                          "energy differs");
            }
            if (!spied)
            {
                Check(lazy, eager);
            }
        }
    }

    /** @param lazy @param eager what more to look for */
    virtual void Check(const Outcome& lazy, const Outcome& eager) = 0;

    std::string m_type;             // TypeId
    std::string m_arrivals;         // distances of packets
    double m_mpps;                  // rate
    int m_queues;                   // rings
    int m_threads;                  // threads
    NicTestHost::Attributes m_more; // of the poller
};

/** The idle polls of static polling. */
class BusyShortCutTest : public ShortCutTest
{
  public:
    BusyShortCutTest(const std::string& arrivals, double mpps, int queues, int threads, bool hog)
        : ShortCutTest("ns3::BusyPoller", arrivals, mpps, queues, threads),
          m_hog(hog)
    {
    }

  private:
    void Prepare(NicTestHost& host) const override
    {
        host.cpu->SetCoreAttribute("SchedLatency", TimeValue(MicroSeconds(200)));
        host.cpu->SetCoreAttribute("MinGranularity", TimeValue(MicroSeconds(50)));
        if (m_hog)
        {
            CreateObject<CpuHog>()->Install(host.cpu, 0, host.node->GetId());
        }
    }

    void Check(const Outcome& lazy, const Outcome& eager) override
    {
        if (!m_hog)
        {
            NS_TEST_EXPECT_MSG_EQ(lazy.cpu, m_threads * 1017000, "static polling never rests");
        }
        if (m_mpps == 0)
        {
            NS_TEST_EXPECT_MSG_LT(lazy.events, 10, "idle polls have to cost no events");
            NS_TEST_EXPECT_MSG_GT(eager.events, 40000, "the loop makes them");
        }
        if (m_arrivals == "Cbr" && m_mpps > 0)
        {
            // Every packet is a burst, which costs one event beside the arrival.
            NS_TEST_EXPECT_MSG_LT(lazy.events, 2 * lazy.counters.bursts + 10, "events of a burst");
        }
    }

    bool m_hog; // whether a hog shares the first core
};

/** The polls of Metronome that find nothing. */
class MetronomeShortCutTest : public ShortCutTest
{
  public:
    MetronomeShortCutTest(const std::string& arrivals,
                          double mpps,
                          int queues,
                          int threads,
                          const NicTestHost::Attributes& more = {},
                          bool coincident = false)
        : ShortCutTest("ns3::MetronomePoller", arrivals, mpps, queues, threads, more),
          m_coincident(coincident)
    {
    }

  private:
    void Prepare(NicTestHost& host) const override
    {
        if (m_coincident)
        {
            host.poller->TraceConnectWithoutContext(
                "Wake",
                MakeBoundCallback(&MetronomeShortCutTest::Wake, host.generator, m_mpps * 1e6));
        }
    }

    /** A packet arrives after the poll that this wake-up makes, and in its instant. */
    static void Wake(Ptr<NicLoadNetDevice> from, double rate, uint32_t, uint32_t, Time, Time)
    {
        Simulator::ScheduleNow(&NicLoadNetDevice::SetRate, from, 1e15);
        Simulator::ScheduleNow(
            [from, rate] { Simulator::ScheduleNow(&NicLoadNetDevice::SetRate, from, rate); });
    }

    void Check(const Outcome& lazy, const Outcome& eager) override
    {
        NS_TEST_EXPECT_MSG_EQ(lazy.protocol.empty(), false, "the protocol was not looked at");
        if (m_coincident)
        {
            NS_TEST_EXPECT_MSG_GT(lazy.times.size(), 50, "packets have to arrive");
            return;
        }
        const int64_t saved = eager.events - lazy.events;
        NS_TEST_EXPECT_MSG_GT(saved, 0.5 * lazy.counters.emptyPolls, "events saved");
        NS_TEST_EXPECT_MSG_LT(saved, lazy.counters.emptyPolls + 1, "events saved");
    }

    bool m_coincident; // packets arrive in the instants of wake-ups
};

/** The poller-shortcuts test suite. */
class PollerShortCutsTestSuite : public TestSuite
{
  public:
    PollerShortCutsTestSuite()
        : TestSuite("poller-shortcuts", Type::UNIT)
    {
        AddTestCase(new BusyShortCutTest("Cbr", 0, 1, 1, false));
        AddTestCase(new BusyShortCutTest("Poisson", .2, 1, 1, false));
        AddTestCase(new BusyShortCutTest("Cbr", 10, 1, 1, false)); // every arrival is at a poll
        AddTestCase(new BusyShortCutTest("Poisson", 14.88, 1, 1, false));
        AddTestCase(new BusyShortCutTest("Poisson", 35, 1, 1, false)); // the ring overflows
        AddTestCase(new BusyShortCutTest("Poisson", 5, 3, 2, false));
        AddTestCase(new BusyShortCutTest("Poisson", 1, 3, 1, true));
        AddTestCase(new MetronomeShortCutTest("Cbr", 0, 1, 3));
        AddTestCase(new MetronomeShortCutTest("Poisson", 1, 1, 3));
        AddTestCase(new MetronomeShortCutTest("Cbr", 0, 1, 3, {}, true));
        AddTestCase(new MetronomeShortCutTest("Poisson", 1, 1, 2, {}, true));
        AddTestCase(new MetronomeShortCutTest("Poisson", 14.88, 1, 3));
        AddTestCase(new MetronomeShortCutTest("Poisson", 5, 1, 3, {{"CLock", "30"}}));
        AddTestCase(new MetronomeShortCutTest("Poisson", 5, 2, 4));
        AddTestCase(new MetronomeShortCutTest("Cbr", 0, 3, 5, {{"QueuePick", "Scan"}}));
    }
};

PollerShortCutsTestSuite g_pollerShortCutsTestSuite; // registers itself

} // namespace
