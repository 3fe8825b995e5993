/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-test-fabric.h"

#include "ns3/light-constant-rate.h"

#include <stdexcept>

using namespace ns3;
using namespace ns3::light_test;

namespace
{

/** Constant-rate traffic beside flows. */
class LightConstantRateTest : public TestCase
{
  public:
    LightConstantRateTest()
        : TestCase(
              "constant-rate packets keep their rate, alone, over a slow link and beside a flow")
    {
    }

  private:
    static LightConstantRate::Params At(uint64_t rate)
    {
        LightConstantRate::Params params;
        params.bitsPerSecond = rate;
        params.startNs = 1000;
        params.stopNs = 1001000;
        return params;
    }

    void DoRun() override
    {
        {
            LightFabric fabric(Fifos(FabricPlan::Star(3, HUNDRED_G)));
            LightConstantRate source(fabric, At(7000000000));
            uint64_t ranked = 0;
            source.SetRankCallback([&](Packet&, uint64_t order) { ranked += order; });
            Simulator::Run();
            // Packet i leaves at 1 us + i * 12000/7 ns, the last one before 1001 us.
            const LightConstantRate::Counters& counters = source.GetCounters();
            NS_TEST_EXPECT_MSG_EQ(counters.sent, 584, "1 ms at 7 Gb/s");
            NS_TEST_EXPECT_MSG_EQ(counters.received, counters.sent, "all arrive");
            NS_TEST_EXPECT_MSG_EQ(ranked, 584 * 583 / 2, "asked for each rank");
            NS_TEST_EXPECT_MSG_EQ(counters.maxDelayNs, 2 * 1120, "nothing queues");
            NS_TEST_EXPECT_MSG_EQ(counters.sumDelayNs, 584 * 2 * 1120, "ever");
            fabric.CheckConservation();
            Simulator::Destroy();
        }
        {
            LightFabric fabric(
                Fifos(FabricPlan::Dumbbell(2, 1, HUNDRED_G, {1000000000, 1000}), "10p"));
            LightConstantRate::Params params = At(2000000000);
            params.destination = 2;
            LightConstantRate source(fabric, params);
            LightTransport transport(fabric, {});
            bool done = false;
            transport.SetDoneCallback([&](const LightFlowRecord& r) { done = r.done; });
            transport.Play({{1, 0, 1, 2, 100000}});
            Simulator::Run();
            const LightConstantRate::Counters& counters = source.GetCounters();
            NS_TEST_EXPECT_MSG_EQ(counters.sent, 167, "1 ms at 2 Gb/s");
            NS_TEST_EXPECT_MSG_LT(counters.received, 100, "half do not fit");
            NS_TEST_EXPECT_MSG_GT(counters.received, 40, "but the link was used");
            NS_TEST_EXPECT_MSG_EQ(done, true, "the flow got through in the end");
            NS_TEST_EXPECT_MSG_GT(fabric.GetSwitchDrops(), 60, "the router's queue was full");
            fabric.CheckConservation();
            Simulator::Destroy();
        }
    }
};

class LightConstantRateErrorsTest : public TestCase
{
  public:
    LightConstantRateErrorsTest()
        : TestCase("constant-rate flows that make no sense are refused")
    {
    }

  private:
    void Expect(const LightConstantRate::Params& params, const std::string& words)
    {
        LightFabric fabric(Fifos(SmallLeafSpine()));
        std::string message;
        try
        {
            LightConstantRate source(fabric, params);
        }
        catch (const std::invalid_argument& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find(words), std::string::npos, message << " / " << words);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        LightConstantRate::Params params;
        params.id = 5;
        params.destination = 12;
        Expect(params, "flow 5: it needs two of the hosts 0 to 11, not 0 and 12");
        params.destination = 0;
        Expect(params, "flow 5: it needs two of the hosts");
        params.destination = 1;
        params.bitsPerSecond = 0;
        Expect(params, "at least 1 bit/s");
        params.bitsPerSecond = 1;
        params.packetBytes = 0;
        Expect(params, "flow 5: its packets have 0 bytes");
        params.packetBytes = 1;
        params.startNs = -1;
        Expect(params, "flow 5: it starts at -1 ns, in the past");
    }
};

/** Spraying. */
class LightSprayTest : public LightFlowsTest
{
  public:
    LightSprayTest()
        : LightFlowsTest("packets of a flow overtake each other only if each takes its own path")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<LightFlow> flows;
        for (uint32_t id = 0; id < 8; ++id)
        {
            flows.push_back({id, 0, id % 4, 4 + id, 2000000});
        }
        for (const bool spray : {false, true})
        {
            // The slow cables to the spines make queues of unequal length.
            LightFabricConfig config =
                Fifos(FabricPlan::LeafSpine({3, 2, 4, 1, HUNDRED_G, {40000000000, 1000}}));
            config.spray = spray;
            uint64_t reordered = 0;
            for (const LightFlowRecord& r : RunFlows(config, {}, flows))
            {
                NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                NS_TEST_EXPECT_MSG_LT(r.reordered, r.dataPackets, "not all");
                reordered += r.reordered;
            }
            NS_TEST_EXPECT_MSG_EQ((reordered > 0), spray, "data packets overtaken");
        }
    }
};

class LightSourcesTestSuite : public TestSuite
{
  public:
    LightSourcesTestSuite()
        : TestSuite("light-sources", Type::UNIT)
    {
        AddTestCase(new LightConstantRateTest);
        AddTestCase(new LightConstantRateErrorsTest);
        AddTestCase(new LightSprayTest);
    }
};

LightSourcesTestSuite g_lightSourcesTestSuite; //!< registers the suite

} // namespace
