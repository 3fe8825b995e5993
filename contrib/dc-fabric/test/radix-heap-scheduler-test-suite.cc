/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/radix-heap-scheduler.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <random>
#include <vector>

using namespace ns3;

namespace
{

/** Random calls of the Scheduler interface, side by side with MapScheduler. */
class RadixHeapCallsTest : public TestCase
{
  public:
    RadixHeapCallsTest(bool peeks, uint32_t operations)
        : TestCase(std::string("calls as a simulator makes them") +
                   (peeks ? ", with a look at the next event each time" : "")),
          m_peeks(peeks),
          m_operations(operations)
    {
    }

  private:
    void DoRun() override
    {
        auto radix = CreateObject<RadixHeapScheduler>();
        auto map = CreateObject<MapScheduler>();
        std::mt19937 random(m_peeks);
        std::vector<Scheduler::Event> known; // some of the events inserted, removed or not
        uint64_t now = 0;
        uint32_t wrong = 0;
        for (uint32_t uid = 1; uid < m_operations; ++uid)
        {
            const uint32_t what = random() % 100;
            if (what < 52)
            {
                const uint64_t delay = random() % 4 == 0 ? 0 : random() >> (random() % 32);
                const Scheduler::Event event{nullptr, {now + delay, uid, uid % 7}};
                radix->Insert(event);
                map->Insert(event);
                if (random() % 16 == 0)
                {
                    known.push_back(event);
                }
            }
            else if (what < 54 && !known.empty())
            {
                // Later than the present one, as Simulator::Remove() checks.
                const Scheduler::Event victim = known.back();
                known.pop_back();
                if (victim.key.m_ts > now)
                {
                    radix->Remove(victim);
                    map->Remove(victim);
                }
            }
            else if (!map->IsEmpty())
            {
                const Scheduler::Event a = map->RemoveNext();
                const Scheduler::Event b = radix->RemoveNext();
                wrong += a.key.m_ts != b.key.m_ts || a.key.m_uid != b.key.m_uid ||
                         a.key.m_context != b.key.m_context;
                now = a.key.m_ts;
            }
            wrong += map->IsEmpty() != radix->IsEmpty();
            if (m_peeks && !map->IsEmpty())
            {
                wrong += map->PeekNext().key.m_uid != radix->PeekNext().key.m_uid;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "calls that were answered otherwise than by MapScheduler");
        NS_TEST_EXPECT_MSG_GT(now, 1000000, "time went on");
    }

    bool m_peeks;
    uint32_t m_operations;
};

/** A whole simulation whose events schedule, cancel and remove others. */
class RadixHeapRunTest : public TestCase
{
  public:
    RadixHeapRunTest()
        : TestCase("a simulation runs its events in the order of MapScheduler")
    {
    }

  private:
    using Trace = std::vector<std::pair<int64_t, uint32_t>>;

    void Fire(uint32_t label)
    {
        m_trace.emplace_back(Simulator::Now().GetTimeStep(), label);
        if (m_trace.size() >= 200000)
        {
            Simulator::Stop();
            return;
        }
        for (uint32_t n = m_random() % 3 + (m_pending.size() < 500); n > 0; --n)
        {
            const Time delay =
                NanoSeconds(m_random() % 5 == 0 ? 0 : m_random() >> (m_random() % 28));
            m_pending.push_back(
                Simulator::Schedule(delay, &RadixHeapRunTest::Fire, this, m_nextLabel++));
        }
        if (m_pending.size() > 1000)
        {
            for (int i = 0; i < 600; ++i)
            {
                if (i % 2)
                {
                    m_pending[i].Cancel();
                }
                else
                {
                    m_pending[i].Remove();
                }
            }
            m_pending.erase(m_pending.begin(), m_pending.begin() + 600);
        }
    }

    Trace RunWith(const std::string& scheduler)
    {
        m_trace.clear();
        m_pending.clear();
        m_random.seed(1);
        m_nextLabel = 1;
        // Half of the first events are moved from the default scheduler to the one asked for.
        for (uint32_t i = 0; i < 400; ++i)
        {
            if (i == 200)
            {
                Simulator::SetScheduler(ObjectFactory(scheduler));
            }
            Simulator::Schedule(NanoSeconds(i % 50), &RadixHeapRunTest::Fire, this, m_nextLabel++);
        }
        Simulator::Run();
        Simulator::Destroy();
        return m_trace;
    }

    void DoRun() override
    {
        const Trace radix = RunWith("ns3::RadixHeapScheduler");
        const Trace map = RunWith("ns3::MapScheduler");
        NS_TEST_EXPECT_MSG_EQ(map.size(), 200000, "the run is long");
        NS_TEST_EXPECT_MSG_EQ((radix == map), true, "same events at the same times");
    }

    Trace m_trace;
    std::vector<EventId> m_pending;
    std::mt19937 m_random;
    uint32_t m_nextLabel{0};
};

class RadixHeapSchedulerTestSuite : public TestSuite
{
  public:
    RadixHeapSchedulerTestSuite()
        : TestSuite("radix-heap-scheduler", Type::UNIT)
    {
        AddTestCase(new RadixHeapCallsTest(false, 1000000));
        AddTestCase(new RadixHeapCallsTest(true, 1000000));
        AddTestCase(new RadixHeapRunTest);
    }
};

RadixHeapSchedulerTestSuite g_radixHeapSchedulerTestSuite; //!< registers the suite

} // namespace
