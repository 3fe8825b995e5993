/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-host.h"

#include "ns3/metronome-poller.h"
#include "ns3/metronome-theory.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace ns3;

namespace
{

constexpr double VBAR_US = 10;

/** Everything a Metronome tells by its trace sources, checked as it comes. */
struct Listener
{
    explicit Listener(Ptr<RxPoller> poller)
    {
        poller->TraceConnectWithoutContext("TryLock", MakeCallback(&Listener::TryLock, this));
        poller->TraceConnectWithoutContext("Vacation", MakeCallback(&Listener::Vacation, this));
        poller->TraceConnectWithoutContext("Busy", MakeCallback(&Listener::Busy, this));
        poller->TraceConnectWithoutContext("Burst", MakeCallback(&Listener::Burst, this));
        poller->TraceConnectWithoutContext("Role", MakeCallback(&Listener::Role, this));
        poller->TraceConnectWithoutContext("Wake", MakeCallback(&Listener::Wake, this));
        poller->TraceConnectWithoutContext("Rho", MakeCallback(&Listener::Rho, this));
        poller->TraceConnectWithoutContext("Ts", MakeCallback(&Listener::Ts, this));
    }

    void TryLock(uint32_t thread, uint32_t queue, bool won)
    {
        ++(won ? wins : fails);
        wrong += won == (held.count(queue) > 0); // never two holders
        if (won)
        {
            held[queue] = thread;
        }
    }

    void Vacation(uint32_t, Time time)
    {
        vacations.push_back(time.GetTimeStep());
    }

    void Busy(uint32_t queue, Time time, uint32_t packets)
    {
        wrong += held.erase(queue) != 1;
        wrong += packets != inBusy[queue];
        inBusy[queue] = 0;
        busy += time.GetTimeStep();
    }

    void Burst(uint32_t thread, uint32_t queue, uint32_t packets)
    {
        wrong += held.count(queue) == 0 || held[queue] != thread;
        wrong += packets == 0 || packets > 32;
        inBusy[queue] += packets;
    }

    void Role(uint32_t thread, bool before, bool after)
    {
        wrong += before == after;
        wrong += primary.count(thread) > 0 && primary[thread] != before;
        primary[thread] = after;
    }

    void Wake(uint32_t, uint32_t, Time requested, Time actual)
    {
        ++wakes;
        leastOvershoot = std::min(leastOvershoot, (actual - requested).GetTimeStep());
        mostOvershoot = std::max(mostOvershoot, (actual - requested).GetTimeStep());
    }

    void Rho(uint32_t, double load)
    {
        wrong += !(load >= 0 && load <= 1);
        rho = load;
    }

    void Ts(uint32_t, Time time)
    {
        ts = time.GetTimeStep() / 1e3;
    }

    uint32_t wrong{0};                   // what must not be
    uint64_t wins{0};                    // races won
    uint64_t fails{0};                   // races lost
    uint64_t wakes{0};                   // ends of sleeps
    int64_t busy{0};                     // sum of busy periods
    int64_t leastOvershoot{INT64_MAX};   // of all sleeps
    int64_t mostOvershoot{0};            // of all sleeps
    double rho{0};                       // last estimate
    double ts{0};                        // last short timeout in us
    std::vector<int64_t> vacations;      // all
    std::map<uint32_t, uint32_t> held;   // queue and holder
    std::map<uint32_t, uint32_t> inBusy; // queue and packets of the busy period
    std::map<uint32_t, bool> primary;    // last role of a thread
};

/** Invariants that hold whatever the load. */
class MetronomeInvariantsTest : public TestCase
{
  public:
    MetronomeInvariantsTest(const std::string& arrivals, double mpps, int threads, int queues)
        : TestCase("invariants, " + arrivals + " " + std::to_string(mpps) + " Mpps, " +
                   std::to_string(threads) + " threads, " + std::to_string(queues) + " queues"),
          m_arrivals(arrivals),
          m_mpps(mpps),
          m_threads(threads),
          m_queues(queues)
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller",
                         {{"Threads", std::to_string(m_threads)}},
                         {{"Queues", std::to_string(m_queues)}},
                         {{"Arrivals", m_arrivals}, {"Rate", std::to_string(m_mpps * 1e6)}});
        host.cpu->SetAttribute("Cores", UintegerValue(m_threads)); // nobody waits for a core
        Listener told(host.poller);
        const auto metronome = DynamicCast<MetronomePoller>(host.poller);
        for (int i = 1; i <= 4; ++i)
        {
            host.Run(MicroSeconds(1250 * i));
            NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
            const int64_t now = Simulator::Now().GetTimeStep();
            for (int q = 0; q < m_queues; ++q)
            {
                const auto& queue = metronome->GetController().QueueAt(q);
                const int64_t tiled =
                    queue.Seen().vacation + queue.Seen().busy + now - queue.Since();
                NS_TEST_EXPECT_MSG_EQ(tiled, now, "vacations and busy periods do not tile time");
            }
            Time wall(0);
            for (int t = 0; t < m_threads; ++t)
            {
                const auto thread = metronome->GetThread(t);
                wall += thread->GetTimeIn(CpuTask::SLEEPING) +
                        thread->GetTimeIn(CpuTask::RUNNABLE) + thread->GetTimeIn(CpuTask::RUNNING);
            }
            NS_TEST_EXPECT_MSG_EQ(wall, m_threads * Simulator::Now(), "thread time is missing");
            for (uint32_t c = 0; c < host.cpu->GetNCores(); ++c)
            {
                const auto core = host.cpu->GetCore(c);
                NS_TEST_EXPECT_MSG_EQ(core->GetTimeRunning() + core->GetTimeIdle(0),
                                      Simulator::Now(),
                                      "core time is missing");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(told.wrong, 0, "the traces contradict each other");
        NS_TEST_EXPECT_MSG_EQ(told.wakes, told.wins + told.fails, "one race for each wake-up");
        NS_TEST_EXPECT_MSG_EQ((told.leastOvershoot >= 2499 && told.mostOvershoot <= 5501),
                              true,
                              "sleeps are off");
        NS_TEST_EXPECT_MSG_EQ(host.device->GetRingDrops(), 0, "nothing should be lost");

        // CPU time is busy time and wake-ups, to the nanosecond.
        int64_t busy = told.busy;
        for (const auto& [queue, thread] : told.held)
        {
            busy += (Simulator::Now().GetTimeStep() -
                     metronome->GetController().QueueAt(queue).Since());
        }
        const auto wakes = static_cast<int64_t>(told.wins + told.fails);
        NS_TEST_EXPECT_MSG_EQ(metronome->GetCpuTime(),
                              TimeStep(busy + 2300 * wakes),
                              "CPU time is not what was done");

        // FIFO in each ring, and no packet waits longer than a vacation and a burst.
        std::map<uint32_t, int64_t> last;
        const int64_t longest = *std::max_element(told.vacations.begin(), told.vacations.end());
        uint32_t wrong = 0;
        for (const auto& d : host.deliveries)
        {
            wrong += d.arrival < last[d.queue];
            last[d.queue] = d.arrival;
            wrong += d.at - d.arrival > longest + 2 * (20 + 32 * 36);
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "order or delay of a ring");
        // The longest short timeout, or the sleep before the first race, and the overshoot.
        const double bound = std::max(VBAR_US * m_threads / m_queues, 20.0) + 5.5;
        NS_TEST_EXPECT_MSG_LT(longest, 1e3 * bound + 2, "V_max");
    }

    std::string m_arrivals; // distances of packets
    double m_mpps;          // rate
    int m_threads;          // M
    int m_queues;           // N
};

/** One thread: the vacation is the timeout and the overshoot, whatever the load. */
class MetronomeAloneTest : public TestCase
{
  public:
    MetronomeAloneTest()
        : TestCase("one thread has vacations of exactly VBar and the overshoot")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* rate : {"0", "1e6", "14.88e6"})
        {
            NicTestHost host("ns3::MetronomePoller",
                             {{"Threads", "1"}},
                             {},
                             {{"Rate", rate}},
                             "constant:4us");
            Listener told(host.poller);
            host.Run(MilliSeconds(2));
            NS_TEST_EXPECT_MSG_EQ(told.fails, 0, "there is nobody to race with");
            for (std::size_t i = 1; i < told.vacations.size(); ++i)
            {
                NS_TEST_ASSERT_MSG_EQ(told.vacations[i], 14000, "a vacation is off");
            }
            NS_TEST_EXPECT_MSG_GT(told.vacations.size(), 20, "too few to mean anything");
        }
    }
};

/** A row of the calibrated table. */
class MetronomeCalibrationTest : public TestCase
{
  public:
    MetronomeCalibrationTest(double mpps, double cpu, double vacation, double tries, double wakes)
        : TestCase("calibration at " + std::to_string(mpps) + " Mpps"),
          m_mpps(mpps),
          m_cpu(cpu),
          m_vacation(vacation),
          m_tries(tries),
          m_wakes(wakes)
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller", {}, {}, {{"Rate", std::to_string(m_mpps * 1e6)}});
        host.Run(MilliSeconds(m_mpps < 1 ? 150 : 20));
        const auto metronome = DynamicCast<MetronomePoller>(host.poller);
        const auto& seen = metronome->GetController().QueueAt(0).Seen();
        const double seconds = Simulator::Now().GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(100 * metronome->GetCpuTime().GetSeconds() / seconds,
                                  m_cpu,
                                  2,
                                  "CPU %");
        NS_TEST_EXPECT_MSG_EQ_TOL(seen.vacation / 1e3 / seen.wins,
                                  m_vacation,
                                  0.1 * m_vacation,
                                  "vacation in us");
        NS_TEST_EXPECT_MSG_EQ_TOL(100.0 * seen.fails / (seen.wins + seen.fails),
                                  m_tries,
                                  2.5,
                                  "busy tries %");
        NS_TEST_EXPECT_MSG_EQ_TOL(metronome->GetWakeUps() / seconds / 1e3,
                                  m_wakes,
                                  0.1 * m_wakes,
                                  "wake-ups per ms");
        NS_TEST_EXPECT_MSG_EQ(host.device->GetRingDrops(), 0, "nothing should be lost");
    }

    double m_mpps;     // rate
    double m_cpu;      // CPU %
    double m_vacation; // us
    double m_tries;    // busy tries %
    double m_wakes;    // per ms
};

/** More packets than a thread can handle. */
class MetronomeOverloadTest : public TestCase
{
  public:
    MetronomeOverloadTest()
        : TestCase("overload: one thread serves without end, the others fail")
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller",
                         {{"CPkt", "178.25"}},
                         {},
                         {{"Rate", "7e6"}},
                         "constant:4us");
        Listener told(host.poller);
        host.Run(MilliSeconds(20));
        const double seconds = 0.02;
        NS_TEST_EXPECT_MSG_EQ_TOL(host.device->GetDelivered() / seconds / 1e6,
                                  32 / (20 + 32 * 178.25) * 1e3,
                                  0.03,
                                  "throughput is the service rate");
        NS_TEST_EXPECT_MSG_LT(told.wins, 4, "the lock is never given back");
        NS_TEST_EXPECT_MSG_EQ_TOL(told.fails / seconds, 2 / 504e-6, 0.03 * 2 / 504e-6, "fails");
        NS_TEST_EXPECT_MSG_EQ_TOL(host.poller->GetCpuTime().GetSeconds() / seconds,
                                  1.009,
                                  0.01,
                                  "CPU");
        NS_TEST_EXPECT_MSG_GT(host.device->GetRingDrops(), 0, "packets have to be lost");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }
};

/** The same seed gives the same run; another one the same means. */
class MetronomeRepeatTest : public TestCase
{
  public:
    MetronomeRepeatTest()
        : TestCase("a run can be repeated")
    {
    }

  private:
    static std::vector<int64_t> Times(int64_t stream)
    {
        NicTestHost host("ns3::MetronomePoller", {}, {}, {{"Rate", "5e6"}});
        host.poller->AssignStreams(stream);
        host.Run(MilliSeconds(4));
        std::vector<int64_t> times;
        for (const auto& d : host.deliveries)
        {
            times.push_back(d.at);
        }
        return times;
    }

    void DoRun() override
    {
        const auto first = Times(1);
        NS_TEST_EXPECT_MSG_EQ((first == Times(1)), true, "the same seed, another run");
        NS_TEST_EXPECT_MSG_EQ((first == Times(50)), false, "another seed, the same run");
    }
};

/** Threads are alike: each wins its share. */
class MetronomeFairTest : public TestCase
{
  public:
    MetronomeFairTest()
        : TestCase("the numbers of threads do not matter")
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller", {}, {}, {{"Rate", "10e6"}});
        host.Run(MilliSeconds(60));
        const auto& controller = DynamicCast<MetronomePoller>(host.poller)->GetController();
        const double wins = controller.QueueAt(0).Seen().wins;
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(controller.ThreadAt(i).wins / wins, 1 / 3., 0.12, "share");
        }
    }
};

/** The metronome-poller test suite. */
class MetronomePollerTestSuite : public TestSuite
{
  public:
    MetronomePollerTestSuite()
        : TestSuite("metronome-poller", Type::UNIT)
    {
        for (const char* arrivals : {"Cbr", "Poisson"})
        {
            AddTestCase(new MetronomeInvariantsTest(arrivals, .05, 3, 1));
            AddTestCase(new MetronomeInvariantsTest(arrivals, 5, 3, 1));
            AddTestCase(new MetronomeInvariantsTest(arrivals, 14.88, 3, 1));
            AddTestCase(new MetronomeInvariantsTest(arrivals, 14.88, 5, 3));
        }
        AddTestCase(new MetronomeInvariantsTest("Cbr", 14.88, 2, 2));
        AddTestCase(new MetronomeAloneTest);
        AddTestCase(new MetronomeCalibrationTest(.0001, 20.4, 11.33, .06, 88.1));
        AddTestCase(new MetronomeCalibrationTest(10, 44.0, 20.50, 10.75, 34.9));
        AddTestCase(new MetronomeCalibrationTest(14.88, 60.2, 18.75, 13.60, 28.6));
        AddTestCase(new MetronomeOverloadTest);
        AddTestCase(new MetronomeRepeatTest);
        AddTestCase(new MetronomeFairTest);
    }
};

MetronomePollerTestSuite g_metronomePollerTestSuite; // registers itself

} // namespace
