/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dc-flow-player.h"
#include "ns3/flow-patterns.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;
using schedlab::FlowSpec;

namespace
{

/** Plays lists and notes what arrives. */
class FlowPlayerTest : public TestCase
{
  public:
    FlowPlayerTest()
        : TestCase("flows arrive as listed, also those of one time")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<FlowSpec> list{{7, 0, 0, 1, 10},
                                         {3, 500, 2, 1, 5000000000},
                                         {4, 500, 1, 0, 1},
                                         {9, 2000000000, 0, 2, 3}};
        const auto player = CreateObject<DcFlowPlayer>();
        player->Start(list, 3, MakeCallback(&FlowPlayerTest::OnArrival, this));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(player->GetNArrived(), 4, "arrived");
        NS_TEST_ASSERT_MSG_EQ(m_arrived.size(), 4, "arrived");
        for (std::size_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_arrived[i].id, list[i].id, "number");
            NS_TEST_EXPECT_MSG_EQ(m_arrived[i].startNs, list[i].startNs, "start");
            NS_TEST_EXPECT_MSG_EQ(m_arrived[i].source, list[i].source, "source");
            NS_TEST_EXPECT_MSG_EQ(m_arrived[i].destination, list[i].destination, "destination");
            NS_TEST_EXPECT_MSG_EQ(m_arrived[i].sizeBytes, list[i].sizeBytes, "size");
        }
        Simulator::Destroy();
    }

    void OnArrival(Ptr<DcFlow> flow)
    {
        m_arrived.push_back(
            {flow->id, Simulator::Now().GetNanoSeconds(), flow->src, flow->dst, flow->size});
    }

    std::vector<FlowSpec> m_arrived;
};

class BadListTest : public TestCase
{
  public:
    BadListTest()
        : TestCase("flows that cannot be sent are refused with their number")
    {
    }

  private:
    void Expect(const FlowSpec& bad, const std::string& message)
    {
        std::string found;
        try
        {
            CreateObject<DcFlowPlayer>()->Start({{1, 10, 0, 1, 1}, bad},
                                                3,
                                                DcFlowPlayer::ArrivalCallback());
        }
        catch (const std::invalid_argument& error)
        {
            found = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(found, message, "error");
    }

    void DoRun() override
    {
        Expect({2, 9, 0, 1, 1},
               "flow 2: start_ns 9 is before that of the flow ahead of it; sort the list by "
               "start_ns");
        Expect({2, 10, 0, 3, 1}, "flow 2: dst 3 is no host; there are hosts 0 to 2");
        Expect({2, 10, 0, 1, 0}, "flow 2: size_bytes is 0; a flow has at least 1 byte");
        Expect({4294967296, 10, 0, 1, 1},
               "flow 4294967296: the number of a flow has to fit in 32 bits");
        Simulator::Destroy();
    }
};

class PatternStreamTest : public TestCase
{
  public:
    PatternStreamTest()
        : TestCase("a pattern drawn from one random stream is the same each time")
    {
    }

  private:
    static std::string Draw(int64_t stream)
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        const schedlab::FlowPattern pattern{64, 20000, 0, 100000};
        std::string drawn;
        for (const FlowSpec& flow : pattern.Permutation([&] { return random->GetValue(); }))
        {
            drawn += std::to_string(flow.startNs) + " " + std::to_string(flow.source) + " " +
                     std::to_string(flow.destination) + "\n";
        }
        return drawn;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Draw(5), Draw(5), "the same stream");
        NS_TEST_EXPECT_MSG_NE(Draw(5), Draw(6), "another stream");
    }
};

class DcFlowPlayerTestSuite : public TestSuite
{
  public:
    DcFlowPlayerTestSuite()
        : TestSuite("dc-flow-player", Type::UNIT)
    {
        AddTestCase(new FlowPlayerTest);
        AddTestCase(new BadListTest);
        AddTestCase(new PatternStreamTest);
    }
};

DcFlowPlayerTestSuite g_dcFlowPlayerTestSuite; //!< registers the suite

} // namespace
