/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-host.h"

#include "ns3/cpu-hog.h"
#include "ns3/metronome-poller.h"
#include "ns3/test.h"

#include <algorithm>
#include <deque>

using namespace ns3;

namespace
{

/** Who holds a lock works, or waits for its core; it never idles and never sleeps. */
class WorkConservationTest : public TestCase
{
  public:
    WorkConservationTest(double mpps, int queues, bool hogs)
        : TestCase("the holder of a lock works, " + std::to_string(mpps) + " Mpps, " +
                   std::to_string(queues) + " queues" + (hogs ? ", hogs" : "")),
          m_mpps(mpps),
          m_queues(queues),
          m_hogs(hogs)
    {
    }

  private:
    void Look(Ptr<MetronomePoller> metronome)
    {
        Simulator::Schedule(NanoSeconds(61), &WorkConservationTest::Look, this, metronome);
        for (int q = 0; q < m_queues; ++q)
        {
            const uint32_t holder = metronome->GetController().QueueAt(q).Holder();
            if (holder == schedlab::MetronomeQueue::NOBODY)
            {
                continue;
            }
            const auto thread = metronome->GetThread(holder);
            const bool waits = thread->GetState() == CpuTask::RUNNABLE;
            ++m_held;
            m_waits += waits;
            m_idles += !waits && (thread->GetState() != CpuTask::RUNNING || thread->IsSpinning());
        }
    }

    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller",
                         {{"Threads", "3"}},
                         {{"Queues", std::to_string(m_queues)}},
                         {{"Arrivals", "Poisson"}, {"Rate", std::to_string(m_mpps * 1e6)}});
        host.cpu->SetCoreAttribute("SchedLatency", TimeValue(MicroSeconds(200)));
        host.cpu->SetCoreAttribute("MinGranularity", TimeValue(MicroSeconds(50)));
        for (uint32_t core = 0; m_hogs && core < 3; ++core)
        {
            CreateObject<CpuHog>()->Install(host.cpu, core, host.node->GetId());
        }
        Simulator::Schedule(MicroSeconds(1),
                            &WorkConservationTest::Look,
                            this,
                            DynamicCast<MetronomePoller>(host.poller));
        host.Run(MilliSeconds(3));
        NS_TEST_EXPECT_MSG_GT(m_held, 100, "too few looks to mean anything");
        NS_TEST_EXPECT_MSG_EQ(m_idles, 0, "a holder does nothing");
        NS_TEST_EXPECT_MSG_EQ((m_waits > 0), m_hogs, "holders wait for their core");
    }

    double m_mpps;       // rate
    int m_queues;        // rings
    bool m_hogs;         // each core has one
    uint64_t m_held{0};  // looks at a held lock
    uint64_t m_waits{0}; // of these the holder waited
    uint64_t m_idles{0}; // of these it did neither
};

/** A packet is dropped by a full ring and by no other. */
class FullRingTest : public TestCase
{
  public:
    FullRingTest()
        : TestCase("only a full ring drops, and it holds no more than its size")
    {
    }

  private:
    void Drop(uint32_t queue, Ptr<const Packet>)
    {
        ++m_drops;
        m_wrong += m_device->GetQueueSize(queue) != 64;
    }

    void Enqueue(uint32_t queue, Ptr<const Packet>)
    {
        m_wrong += m_device->GetQueueSize(queue) > 64;
    }

    void DoRun() override
    {
        for (const char* poller : {"ns3::MetronomePoller", "ns3::BusyPoller", "ns3::XdpPoller"})
        {
            NicTestHost host(poller,
                             {},
                             {{"RingSize", "64"}, {"Queues", "2"}},
                             {{"Arrivals", "Poisson"}, {"Rate", "70e6"}});
            m_device = host.device;
            m_drops = 0;
            m_device->TraceConnectWithoutContext("RxDrop", MakeCallback(&FullRingTest::Drop, this));
            m_device->TraceConnectWithoutContext("RxEnqueue",
                                                 MakeCallback(&FullRingTest::Enqueue, this));
            host.Run(MicroSeconds(500));
            NS_TEST_EXPECT_MSG_GT(m_drops, 100, "packets have to be dropped");
            NS_TEST_EXPECT_MSG_EQ(m_drops, host.device->GetRingDrops(), "drops");
            NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "a drop or an arrival at the wrong length");
            NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
            m_device = nullptr;
        }
    }

    Ptr<HostNicNetDevice> m_device; // under test
    uint64_t m_drops{0};            // traced
    uint64_t m_wrong{0};            // events at a wrong length
};

/** Packets leave in the order they came, unless buffers of several threads hold them. */
class TxOrderTest : public TestCase
{
  public:
    TxOrderTest(const std::string& batch, const std::string& threads, bool ordered)
        : TestCase("order at transmission, batches of " + batch + ", " + threads + " threads"),
          m_batch(batch),
          m_threads(threads),
          m_ordered(ordered)
    {
    }

  private:
    void Enqueue(uint32_t, Ptr<const Packet> packet)
    {
        m_inside.push_back(PeekPointer(packet));
    }

    void Sent(Ptr<const Packet> packet)
    {
        ++m_sent;
        const auto found = std::find(m_inside.begin(), m_inside.end(), PeekPointer(packet));
        m_overtaken += found != m_inside.begin();
        m_inside.erase(found);
    }

    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller",
                         {{"Threads", m_threads}},
                         {{"TxBatch", m_batch}},
                         {{"Arrivals", "Poisson"}, {"Rate", "1.3e6"}});
        host.forwards = true;
        host.device->TraceConnectWithoutContext("RxEnqueue",
                                                MakeCallback(&TxOrderTest::Enqueue, this));
        host.generator->TraceConnectWithoutContext("Sent", MakeCallback(&TxOrderTest::Sent, this));
        host.Run(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_GT(m_sent, 6000, "packets have to leave");
        NS_TEST_EXPECT_MSG_EQ((m_overtaken == 0), m_ordered, "order of transmission");
    }

    std::string m_batch;                // packets of a batch
    std::string m_threads;              // M
    bool m_ordered;                     // what to expect
    std::deque<const Packet*> m_inside; // arrived and not sent, in order
    uint64_t m_sent{0};                 // packets
    uint64_t m_overtaken{0};            // packets that left before an older one
};

/** A burst out of the blue: Metronome's ring holds it, XDP's loses packets. */
class ColdBurstTest : public TestCase
{
  public:
    ColdBurstTest()
        : TestCase("an abrupt burst after silence")
    {
    }

  private:
    static uint64_t Loss(const char* poller, const char* queues, const char* ring)
    {
        NicTestHost host(poller, {}, {{"Queues", queues}, {"RingSize", ring}}, {{"Rate", "0"}});
        Simulator::Schedule(MilliSeconds(5), &NicLoadNetDevice::SetRate, host.generator, 14.88e6);
        host.Run(MilliSeconds(25));
        return host.device->GetRingDrops();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_GT(Loss("ns3::XdpPoller", "4", "512"), 10000, "tens of thousands");
        NS_TEST_EXPECT_MSG_EQ(Loss("ns3::MetronomePoller", "1", "4096"), 0, "none");
    }
};

/** The nic-invariants test suite. */
class NicInvariantsTestSuite : public TestSuite
{
  public:
    NicInvariantsTestSuite()
        : TestSuite("nic-invariants", Type::UNIT)
    {
        AddTestCase(new WorkConservationTest(1, 1, false));
        AddTestCase(new WorkConservationTest(14.88, 1, false));
        AddTestCase(new WorkConservationTest(10, 3, false));
        AddTestCase(new WorkConservationTest(27, 1, true));
        AddTestCase(new FullRingTest);
        AddTestCase(new TxOrderTest("1", "3", true));
        AddTestCase(new TxOrderTest("32", "1", true));
        AddTestCase(new TxOrderTest("32", "3", false));
        AddTestCase(new ColdBurstTest);
    }
};

NicInvariantsTestSuite g_nicInvariantsTestSuite; // registers itself

} // namespace
