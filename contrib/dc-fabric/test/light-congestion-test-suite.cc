/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-test-fabric.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/red-queue-disc.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::light_test;

namespace
{

class LightLoneFlowTest : public LightFlowsTest
{
  public:
    LightLoneFlowTest()
        : LightFlowsTest("a lone flow takes its ideal time, within a rack and across spines")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.initialWindow = 200; // more than the bandwidth-delay product
        params.initialSsthresh = 200;
        for (const bool bypass : {false, true})
        {
            for (const uint32_t destination : {1, 11})
            {
                for (const uint64_t size : {1, 1380, 1381, 1000000, 100000000})
                {
                    const auto records = RunFlows(Fifos(SmallLeafSpine(), "10000p", bypass),
                                                  params,
                                                  {{0, 5000, 0, destination, size}});
                    NS_TEST_ASSERT_MSG_EQ(records.size(), 1, "one flow");
                    const LightFlowRecord& r = records[0];
                    NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                    NS_TEST_EXPECT_MSG_EQ(r.ackedBytes, size, "all bytes");
                    NS_TEST_EXPECT_MSG_EQ(r.dataPackets, (size + 1379) / 1380, "no copies");
                    const double slowdown = static_cast<double>(r.fctNs) / r.idealNs;
                    NS_TEST_EXPECT_MSG_GT_OR_EQ(slowdown, 1.0, "not faster than possible");
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(slowdown, 1.05, "slowdown of " << size << " B");
                }
            }
        }
    }
};

class LightDctcpTest : public LightFlowsTest
{
  public:
    LightDctcpTest()
        : LightFlowsTest("DCTCP keeps the queue near the marking threshold, without loss")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.variant = LightTransportParams::DCTCP;
        LightFabricConfig config = Fifos(FabricPlan::Star(5, HUNDRED_G));
        config.makeDisc = [](uint32_t, PortClass) {
            // Marks on arrival when 65 packets or more are queued.
            auto disc = CreateObject<RedQueueDisc>();
            disc->SetAttribute("MaxSize", StringValue("1000p"));
            disc->SetAttribute("MinTh", DoubleValue(65));
            disc->SetAttribute("MaxTh", DoubleValue(65));
            disc->SetAttribute("QW", DoubleValue(1));
            disc->SetAttribute("Gentle", BooleanValue(false));
            disc->SetAttribute("UseEcn", BooleanValue(true));
            disc->SetAttribute("UseHardDrop", BooleanValue(false));
            return disc;
        };
        std::vector<LightFlow> flows;
        for (uint32_t source = 0; source < 4; ++source)
        {
            flows.push_back({source, 0, source, 4, 20000000});
        }
        const auto records = RunFlows(config, params, flows);
        NS_TEST_EXPECT_MSG_EQ(hostDrops + switchDrops, 0, "nothing is lost");
        NS_TEST_EXPECT_MSG_GT(marks, 100, "packets are marked");
        for (const LightFlowRecord& r : records)
        {
            NS_TEST_EXPECT_MSG_EQ(r.timeouts, 0, "no timeout");
            // 80 MB at 100 Gb/s less headers are 7 ms.
            NS_TEST_EXPECT_MSG_LT(r.fctNs, 7700000, "the link is used and shared");
            NS_TEST_EXPECT_MSG_LT(r.sumDelayNs / static_cast<int64_t>(r.dataPackets),
                                  2000 + 240 + 100 * 120,
                                  "the queue stays short");
        }
    }
};

class LightIncastTest : public LightFlowsTest
{
  public:
    LightIncastTest()
        : LightFlowsTest("incast: a timeout floor shows in the completion times")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<LightFlow> flows;
        for (uint32_t source = 0; source < 32; ++source)
        {
            flows.push_back({source, 0, source, 32, 20000});
        }
        for (const int64_t floor : {1000000, 1000000000})
        {
            LightTransportParams params;
            params.initialWindow = 15;
            params.minRtoNs = floor;
            int64_t longest = 0;
            for (const LightFlowRecord& r :
                 RunFlows(Fifos(FabricPlan::Star(33, HUNDRED_G), "100p"), params, flows))
            {
                NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                longest = std::max(longest, r.fctNs);
            }
            NS_TEST_EXPECT_MSG_GT(longest, floor, "somebody waited for the timer");
            NS_TEST_EXPECT_MSG_LT(longest, std::max<int64_t>(50000000, 8 * floor), "not long");
        }
    }
};

class LightCongestionTestSuite : public TestSuite
{
  public:
    LightCongestionTestSuite()
        : TestSuite("light-congestion", Type::UNIT)
    {
        AddTestCase(new LightLoneFlowTest);
        AddTestCase(new LightDctcpTest);
        AddTestCase(new LightIncastTest);
    }
};

LightCongestionTestSuite g_lightCongestionTestSuite; //!< registers the suite

} // namespace
