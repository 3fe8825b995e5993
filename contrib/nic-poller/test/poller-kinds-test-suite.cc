/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-host.h"

#include "ns3/cpu-hog.h"
#include "ns3/integer.h"
#include "ns3/test.h"

#include <cmath>

using namespace ns3;

namespace
{

/** A static poller and a hog of equal weight on one core. */
class BusySharedTest : public TestCase
{
  public:
    explicit BusySharedTest(const std::string& model)
        : TestCase("static polling catches its share of the packets, " + model),
          m_model(model)
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::BusyPoller", {}, {{"RingSize", "256"}}, {{"Rate", "2e6"}});
        host.cpu->SetCoreAttribute("CpuShareModel", StringValue(m_model));
        auto hog = CreateObject<CpuHog>();
        hog->Install(host.cpu, 0, host.node->GetId());
        const bool lottery = m_model == "Statistical";
        const Time end = MilliSeconds(lottery ? 1500 : 240);
        if (lottery)
        {
            host.generator->SetAttribute("Rate", DoubleValue(1e5));
        }
        host.Run(end);
        const double share = 1.0 * host.device->GetDelivered() / host.generator->GetArrived();
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.5, lottery ? 0.15 : 0.025, "share of the packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(hog->GetSlowdown(), 2, lottery ? 0.6 : 0.1, "slowdown");
        NS_TEST_EXPECT_MSG_EQ(hog->GetWork() + host.poller->GetCpuTime(), end, "core time");
        NS_TEST_EXPECT_MSG_EQ(host.cpu->GetCore(0)->GetTimeRunning(), end, "core time");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }

    std::string m_model; // how tasks share a core
};

/** Weights: nice values divide a core. */
class NiceTest : public TestCase
{
  public:
    NiceTest()
        : TestCase("hogs have a core in proportion to their weights")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<HostCpu>();
        std::vector<Ptr<CpuHog>> hogs;
        for (const int nice : {0, 5, 10})
        {
            auto hog = CreateObject<CpuHog>();
            hog->SetAttribute("Nice", IntegerValue(nice));
            hog->Install(cpu, 0, 0);
            hogs.push_back(hog);
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        const double total = 1024 + 335 + 110;
        for (std::size_t i = 0; i < 3; ++i)
        {
            const double share = hogs[i]->GetWork().GetSeconds() / 5;
            NS_TEST_EXPECT_MSG_EQ_TOL(share, hogs[i]->GetWeight() / total, 0.01, "share");
        }
        cpu->Dispose();
        Simulator::Destroy();
    }
};

/** Interrupts against their closed form. */
class InterruptTest : public TestCase
{
  public:
    InterruptTest(const std::string& type, double rate, double cpuPerIrq, double cpuPerPacket)
        : TestCase(type + " at " + std::to_string(rate) + " packets a second"),
          m_type(type),
          m_rate(rate),
          m_cpuPerIrq(cpuPerIrq),
          m_cpuPerPacket(cpuPerPacket)
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host(m_type, {}, {}, {{"Rate", std::to_string(m_rate)}});
        host.Run(MilliSeconds(50));
        const double itr = 20000;
        const double irqs = std::min(m_rate, itr);
        const double measured = host.poller->GetCounters().interrupts / 0.05;
        NS_TEST_EXPECT_MSG_EQ_TOL(measured, irqs, 0.01 * irqs, "interrupts a second");
        NS_TEST_EXPECT_MSG_EQ_TOL(host.poller->GetCpuTime().GetSeconds() / 0.05,
                                  (irqs * m_cpuPerIrq + m_rate * m_cpuPerPacket) * 1e-9,
                                  0.02 * (irqs * m_cpuPerIrq + m_rate * m_cpuPerPacket) * 1e-9,
                                  "CPU");
        if (m_rate > itr)
        {
            // Half the time between interrupts, and what a batch of them takes.
            NS_TEST_EXPECT_MSG_GT(host.MeanDelay(), 25000, "mean delay");
            NS_TEST_EXPECT_MSG_LT(host.MeanDelay(), 60000, "mean delay");
        }
        NS_TEST_EXPECT_MSG_EQ(host.device->GetRingDrops(), 0, "nothing should be lost");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }

    std::string m_type;    // TypeId
    double m_rate;         // packets a second
    double m_cpuPerIrq;    // ns
    double m_cpuPerPacket; // ns
};

/** The three numbers that XDP's costs are fitted to. */
class XdpTest : public TestCase
{
  public:
    XdpTest()
        : TestCase("XDP on four queues uses the CPU that the paper measured")
    {
    }

  private:
    static double Cpu(double rate, double& throughput)
    {
        NicTestHost host("ns3::XdpPoller",
                         {},
                         {{"Queues", "4"}, {"RingSize", "512"}},
                         {{"Rate", std::to_string(rate)}});
        host.Run(MilliSeconds(10));
        throughput = host.device->GetDelivered() / 0.01;
        return 100 * host.poller->GetCpuTime().GetSeconds() / 0.01;
    }

    void DoRun() override
    {
        double throughput = 0;
        NS_TEST_EXPECT_MSG_EQ(Cpu(0, throughput), 0, "idle");
        NS_TEST_EXPECT_MSG_EQ_TOL(Cpu(.744e6, throughput), 34, 5, "0.5 Gbit/s");
        NS_TEST_EXPECT_MSG_EQ_TOL(Cpu(1.488e6, throughput), 52, 5, "1 Gbit/s");
        Cpu(16e6, throughput);
        NS_TEST_EXPECT_MSG_EQ_TOL(throughput, 13.57e6, 0.05 * 13.57e6, "packets a second at most");
    }
};

/** DPDK's l3fwd-power: polls, pauses, sleeps. */
class EmptyPollTest : public TestCase
{
  public:
    EmptyPollTest()
        : TestCase("empty polls lead to pauses and to an interrupt")
    {
    }

  private:
    void DoRun() override
    {
        Idle();
        Slow();
        Fast();
    }

    void Idle()
    {
        NicTestHost host("ns3::EmptyPollPoller", {}, {}, {{"Rate", "0"}});
        host.Run(MilliSeconds(10));
        // 1 poll, 300 more with 290 pauses, and then nothing.
        NS_TEST_EXPECT_MSG_EQ(host.poller->GetCounters().emptyPolls, 301, "polls until it sleeps");
        NS_TEST_EXPECT_MSG_EQ(host.poller->GetCpuTime(),
                              NanoSeconds(301 * 20 + 290 * 1000),
                              "CPU time until it sleeps");
    }

    void Slow()
    {
        NicTestHost host("ns3::EmptyPollPoller", {}, {}, {{"Rate", "1000"}});
        host.Run(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ_TOL(host.poller->GetCpuTime().GetSeconds() / 0.1,
                                  1000 * (296e-6 + 4.4e-6),
                                  0.01,
                                  "CPU at a packet each ms");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }

    void Fast()
    {
        NicTestHost host("ns3::EmptyPollPoller", {}, {}, {{"Rate", "1e6"}});
        host.Run(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ_TOL(host.poller->GetCpuTime().GetSeconds() / 0.01, 1, 0.001, "CPU");
        NS_TEST_EXPECT_MSG_LT(host.MeanDelay(), 1200, "it pauses 1 us at most");
        NS_TEST_EXPECT_MSG_EQ(host.poller->GetWakeUps(), 1, "it never sleeps");
    }
};

/** A fixed sleep is Metronome's single thread. */
class FixedSleepTest : public TestCase
{
  public:
    FixedSleepTest()
        : TestCase("fixed sleeps: a poll each interval and overshoot")
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::FixedSleepPoller", {}, {}, {{"Rate", "5e6"}}, "constant:4us");
        host.Run(MilliSeconds(10));
        // A cycle is 14 us and what came in and during it, at 35.1 ns each.
        const double cycle = 14.02 / (1 - 5 * .0351);
        NS_TEST_EXPECT_MSG_EQ_TOL(host.poller->GetWakeUps() / 0.01, 1e6 / cycle, 1500, "wake-ups");
        NS_TEST_EXPECT_MSG_EQ_TOL(host.MeanDelay(), 7000 + 570, 500, "mean delay");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }
};

/** Transmit buffers: full, direct, drained, and in order with one thread. */
class TxBatchTest : public TestCase
{
  public:
    TxBatchTest()
        : TestCase("transmit buffers are emptied for the three reasons")
    {
    }

  private:
    void Flush(uint32_t, uint32_t, uint32_t packets, uint32_t reason)
    {
        ++m_flushes[reason];
        m_packets[reason] += packets;
    }

    uint64_t Play(const char* poller, const char* rate, const char* batch)
    {
        NicTestHost host(poller, {}, {{"TxBatch", batch}}, {{"Rate", rate}});
        host.forwards = true;
        std::fill(m_flushes, m_flushes + 3, 0);
        std::fill(m_packets, m_packets + 3, 0);
        host.device->TraceConnectWithoutContext("TxFlush", MakeCallback(&TxBatchTest::Flush, this));
        host.Run(MilliSeconds(5));
        const TxBatcher* batcher = host.device->GetBatcher();
        const uint64_t buffered = batcher ? batcher->Buffered() : 0;
        NS_TEST_EXPECT_MSG_EQ(host.generator->GetSent() + buffered,
                              host.device->GetDelivered(),
                              "a packet is missing");
        return host.generator->GetSent();
    }

    void DoRun() override
    {
        Play("ns3::MetronomePoller", "14.88e6", "32");
        NS_TEST_EXPECT_MSG_GT(m_flushes[TxBatcher::FULL], 1000, "full buffers at line rate");
        NS_TEST_EXPECT_MSG_EQ(m_packets[TxBatcher::FULL], 32 * m_flushes[TxBatcher::FULL], "size");
        Play("ns3::BusyPoller", "1e5", "32");
        NS_TEST_EXPECT_MSG_EQ(m_flushes[TxBatcher::FULL], 0, "nothing fills a buffer");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_flushes[TxBatcher::TIMED], 50, 2, "a drain each 100 us");
        Play("ns3::MetronomePoller", "1.3e6", "32");
        NS_TEST_EXPECT_MSG_GT(m_flushes[TxBatcher::DIRECT], 0, "bursts that do not wait");
        NS_TEST_EXPECT_MSG_GT(Play("ns3::MetronomePoller", "1e6", "1"), 4900, "no buffers");
        NS_TEST_EXPECT_MSG_EQ(m_flushes[0] + m_flushes[1] + m_flushes[2], 0, "no buffers");
    }

    uint64_t m_flushes[3]; // by reason
    uint64_t m_packets[3]; // by reason
};

/** The poller-kinds test suite. */
class PollerKindsTestSuite : public TestSuite
{
  public:
    PollerKindsTestSuite()
        : TestSuite("poller-kinds", Type::UNIT)
    {
        AddTestCase(new BusySharedTest("Cfs"));
        AddTestCase(new BusySharedTest("Statistical"));
        AddTestCase(new NiceTest);
        AddTestCase(new InterruptTest("ns3::InterruptPoller", 5000, 2020, 800));
        AddTestCase(new InterruptTest("ns3::NapiPoller", 5000, 2020, 800));
        AddTestCase(new InterruptTest("ns3::NapiPoller", 500e3, 2020, 800));
        AddTestCase(new XdpTest);
        AddTestCase(new EmptyPollTest);
        AddTestCase(new FixedSleepTest);
        AddTestCase(new TxBatchTest);
    }
};

PollerKindsTestSuite g_pollerKindsTestSuite; // registers itself

} // namespace
