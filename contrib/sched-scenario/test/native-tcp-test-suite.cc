/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "native-flows.h"

#include "ns3/dc-linear-helper.h"
#include "ns3/flow-patterns.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace
{

ObjectFactory
Fifo(const std::string& size)
{
    ObjectFactory factory("ns3::FifoQueueDisc");
    factory.Set("MaxSize", StringValue(size));
    return factory;
}

/** One flow on a path of 100 Gbit/s. */
class FillLinkTest : public TestCase
{
  public:
    FillLinkTest(Time rtt, uint16_t mtu, uint32_t buffer, double from, double to)
        : TestCase("one flow, round-trip time " + std::to_string(rtt.GetMicroSeconds()) +
                   " us, buffers of " + std::to_string(buffer) + " bytes"),
          m_rtt(rtt),
          m_mtu(mtu),
          m_buffer(buffer),
          m_from(from),
          m_to(to)
    {
    }

  private:
    void DoRun() override
    {
        DcLinearHelper fabric(DataRate("100Gbps"), m_rtt / 4, QueueSize("1p"), m_mtu);
        DcTcpProfile profile = NativeFlows::Profile();
        profile.segmentSize = m_mtu - 52;
        profile.bufferSize = m_buffer;
        profile.minRto = std::max(profile.minRto, 4 * m_rtt);
        NativeFlows flows(fabric, profile, Fifo("1000000p"));
        // Slow start doubles the window of 10 segments until it covers a round trip. What a
        // window sends comes in bursts, so whole round trips are measured.
        const Time rtt = fabric.GetBaseRtt();
        const double bdp = 1e11 / 8 * rtt.GetSeconds();
        const auto rounds = static_cast<int64_t>(std::ceil(std::log2(bdp / 10 / m_mtu))) + 4;
        const int64_t measured = rtt < MilliSeconds(1) ? 20 : 2;
        Simulator::Schedule(rounds * rtt, &FillLinkTest::Mark, this, &flows);
        Simulator::Schedule((rounds + measured) * rtt, &FillLinkTest::Mark, this, &flows);
        flows.Run({{1, 0, 0, 1, 1000000000000}}, (rounds + measured) * rtt + NanoSeconds(1));
        NS_TEST_ASSERT_MSG_EQ(m_bytes.size(), 2, "marks");
        // Of a packet, 40 bytes are headers.
        const double payload = (m_bytes[1] - m_bytes[0]) * (m_mtu - 52.) / (m_mtu - 12.);
        const double share = payload / (measured * bdp);
        NS_TEST_EXPECT_MSG_GT(share, m_from, "goodput, as a share of the link");
        NS_TEST_EXPECT_MSG_LT(share, m_to, "goodput, as a share of the link");
    }

    void Mark(NativeFlows* flows)
    {
        m_bytes.push_back(DcFabricHelper::GetQueueDisc(flows->fabric.GetLeafDownPort(1))
                              ->GetStats()
                              .nTotalSentBytes);
    }

    Time m_rtt;
    uint16_t m_mtu;
    uint32_t m_buffer;
    double m_from;
    double m_to;
    std::vector<uint64_t> m_bytes;
};

/** 32 hosts send 20 kB to one at once, into a queue of 100 packets. */
class TimeoutFloorTest : public TestCase
{
  public:
    TimeoutFloorTest(Time minRto, Time least, Time most)
        : TestCase("32-to-1 incast with a least timeout of " +
                   std::to_string(minRto.GetMilliSeconds()) + " ms"),
          m_minRto(minRto),
          m_least(least),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        DcStarHelper fabric(33, DataRate("10Gbps"));
        DcTcpProfile profile = NativeFlows::Profile();
        profile.minRto = m_minRto;
        NativeFlows flows(fabric, profile, Fifo("100p"));
        flows.Run(schedlab::FlowPattern{33, 20000}.Incast(0, 32, [] { return 0.0; }), Seconds(60));
        NS_TEST_ASSERT_MSG_EQ(flows.ended.size(), 32, "flows that ended");
        uint64_t timeouts = 0;
        Time last;
        for (const auto& flow : flows.ended)
        {
            timeouts += flow->rtos;
            last = std::max(last, flow->end - flow->start);
        }
        NS_TEST_EXPECT_MSG_GT(timeouts, 0, "timeouts");
        NS_TEST_EXPECT_MSG_GT(last, m_least, "longest completion time");
        NS_TEST_EXPECT_MSG_LT(last, m_most, "longest completion time");
    }

    Time m_minRto;
    Time m_least;
    Time m_most;
};

class NativeTcpTestSuite : public TestSuite
{
  public:
    NativeTcpTestSuite()
        : TestSuite("native-tcp", Type::SYSTEM)
    {
        const uint32_t stock = 131072;
        AddTestCase(new FillLinkTest(MicroSeconds(20), 1500, 2 * 250000, 0.9, 1));
        AddTestCase(new FillLinkTest(MicroSeconds(20), 1500, stock, 0.3, 0.52));
        // Packets as large as can be: ns-3's TCP takes time with the square of the segments in
        // flight.
        AddTestCase(new FillLinkTest(MilliSeconds(5), 65000, 2 * 62500000, 0.9, 1));
        AddTestCase(new TimeoutFloorTest(MilliSeconds(1000), Seconds(1), Seconds(4)));
        AddTestCase(new TimeoutFloorTest(MilliSeconds(1), MilliSeconds(1), MilliSeconds(50)));
    }
};

NativeTcpTestSuite g_nativeTcpTestSuite; //!< registers the suite

} // namespace
