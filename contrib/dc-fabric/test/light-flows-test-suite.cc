/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-test-fabric.h"

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::light_test;

namespace
{

class LightManyFlowsTest : public LightFlowsTest
{
  public:
    LightManyFlowsTest()
        : LightFlowsTest("random flows over overloaded queues are all completed, alike each time")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        std::vector<LightFlow> flows;
        int64_t start = 0;
        uint64_t bytes = 0;
        for (uint64_t id = 0; id < 1000; ++id)
        {
            const uint32_t source = random() % 12;
            const uint32_t destination = (source + 1 + random() % 11) % 12;
            start += random() % 2000;
            flows.push_back({id, start, source, destination, 1 + random() % 100000});
            bytes += flows.back().sizeBytes;
        }
        for (const auto variant : {LightTransportParams::NEW_RENO,
                                   LightTransportParams::DCTCP,
                                   LightTransportParams::PFABRIC})
        {
            for (const bool netbench : {false, true})
            {
                LightTransportParams params;
                params.variant = variant;
                params.netbench = netbench;
                std::string texts[2];
                for (std::string& text : texts)
                {
                    const auto records =
                        RunFlows(Fifos(SmallLeafSpine(), "30p", netbench), params, flows);
                    NS_TEST_EXPECT_MSG_EQ(records.size(), flows.size(), "all flows");
                    uint64_t acked = 0;
                    std::ostringstream os;
                    for (const LightFlowRecord& r : records)
                    {
                        NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
                        NS_TEST_EXPECT_MSG_GT_OR_EQ(r.fctNs, r.idealNs, "possible");
                        acked += r.ackedBytes;
                        os << r.flow.id << " " << r.fctNs << " " << r.retransmits << "\n";
                    }
                    text = os.str();
                    NS_TEST_EXPECT_MSG_EQ(acked, bytes, "all bytes");
                    NS_TEST_EXPECT_MSG_GT(hostDrops + switchDrops, 0, "queues did overflow");
                }
                NS_TEST_EXPECT_MSG_EQ((texts[0] == texts[1]), true, "two runs are the same");
            }
        }
    }
};

class LightCensorTest : public LightFlowsTest
{
  public:
    LightCensorTest()
        : LightFlowsTest("flows that the end of the run cuts off are told apart")
    {
    }

  private:
    void DoRun() override
    {
        const auto records =
            RunFlows(Fifos(SmallLeafSpine()),
                     {},
                     {{7, 0, 0, 1, 1000}, {8, 10, 0, 5, 100000000}, {9, 20, 4, 2, 1000000000}},
                     MicroSeconds(500));
        NS_TEST_ASSERT_MSG_EQ(records.size(), 3, "all flows");
        NS_TEST_EXPECT_MSG_EQ(records[0].done, true, "the short one is done");
        for (int i : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ(records[i].flow.id, 7 + i, "open ones by id");
            NS_TEST_EXPECT_MSG_EQ(records[i].done, false, "the long ones are not");
            NS_TEST_EXPECT_MSG_EQ(records[i].fctNs, -1, "and have no completion time");
            NS_TEST_EXPECT_MSG_GT(records[i].ackedBytes, 0, "but have sent something");
        }
    }
};

class LightHugeTest : public LightFlowsTest
{
  public:
    LightHugeTest()
        : LightFlowsTest("a flow over 4 GiB, and 1,000 flows from one host")
    {
    }

  private:
    void DoRun() override
    {
        LightTransportParams params;
        params.mss = 60000;
        const auto records =
            RunFlows(Fifos(FabricPlan::Star(2, HUNDRED_G)), params, {{0, 0, 0, 1, 5000000000}});
        NS_TEST_EXPECT_MSG_EQ(records.at(0).done, true, "complete");
        NS_TEST_EXPECT_MSG_EQ(records.at(0).ackedBytes, 5000000000, "all bytes");
        std::vector<LightFlow> flows;
        for (uint32_t id = 0; id < 1000; ++id)
        {
            flows.push_back({id, 0, 0, 1 + id % 3, 20000});
        }
        for (const LightFlowRecord& r : RunFlows(Fifos(SmallLeafSpine(), "1000p"), {}, flows))
        {
            NS_TEST_EXPECT_MSG_EQ(r.done, true, "complete");
        }
    }
};

/** Flows one by one, far more than are open at a time. */
class LightStreamTest : public LightFlowsTest
{
  public:
    LightStreamTest()
        : LightFlowsTest("flows that are over take no memory, 200,000 of them")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t flows = 200000;
        LightFabric fabric(Fifos(FabricPlan::Star(12, HUNDRED_G)));
        LightTransport transport(fabric, {});
        uint64_t given = 0;
        uint64_t done = 0;
        std::size_t capacity = 0; // after a tenth of the flows
        transport.SetDoneCallback([&](const LightFlowRecord& r) {
            done += r.done;
            capacity = done == flows / 10 ? transport.GetFlowCapacity() : capacity;
        });
        transport.Play([&]() -> std::optional<LightFlow> {
            if (given == flows)
            {
                return std::nullopt;
            }
            const uint64_t id = given++;
            const uint32_t source = id % 12;
            const uint32_t destination = (source + 1 + id / 12 % 11) % 12;
            return LightFlow{id, static_cast<int64_t>(id * 100), source, destination, 1 + id % 900};
        });
        Simulator::Run();
        fabric.CheckConservation();
        NS_TEST_EXPECT_MSG_EQ(done, flows, "all flows");
        NS_TEST_EXPECT_MSG_EQ(transport.GetOpenFlows(), 0, "none is left");
        NS_TEST_EXPECT_MSG_GT(capacity, 10, "some were open at once");
        NS_TEST_EXPECT_MSG_LT(capacity, 1000, "not many were");
        NS_TEST_EXPECT_MSG_EQ(transport.GetFlowCapacity(), capacity, "no place was added later");
        Simulator::Destroy();
    }
};

class LightErrorsTest : public TestCase
{
  public:
    LightErrorsTest()
        : TestCase("flows that make no sense are refused with their number")
    {
    }

  private:
    void Expect(const std::vector<LightFlow>& flows, const std::string& words)
    {
        LightFabric fabric(Fifos(SmallLeafSpine()));
        LightTransport transport(fabric, {});
        std::string message;
        try
        {
            transport.Play(flows);
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
        Expect({{3, 0, 0, 12, 1}}, "flow 3: host 12 does not exist, there are hosts 0 to 11");
        Expect({{3, 0, 5, 5, 1}}, "flow 3: it would go from host 5 to itself");
        Expect({{3, 0, 0, 1, 0}}, "flow 3: its size is 0 bytes");
        Expect({{3, 100, 0, 1, 1}, {4, 99, 0, 1, 1}}, "flow 4: it starts at 99 ns, before");
        Expect({{3, -1, 0, 1, 1}}, "flow 3: it starts at -1 ns");
    }
};

/** A source whose flows do not rise. */
class LightStreamErrorTest : public TestCase
{
  public:
    LightStreamErrorTest()
        : TestCase("a stream of flows that goes back in time ends the run")
    {
    }

  private:
    void DoRun() override
    {
        std::string message;
        try
        {
            LightFabric fabric(Fifos(SmallLeafSpine()));
            LightTransport transport(fabric, {});
            int64_t start = 3000;
            transport.Play([&start] {
                start -= 1000;
                return LightFlow{static_cast<uint64_t>(start), start, 0, 1, 1};
            });
            Simulator::Run();
        }
        catch (const std::invalid_argument& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(message.find("flow 1000: it starts at 1000 ns, before"),
                              std::string::npos,
                              message);
        Simulator::Destroy();
    }
};

class LightFlowsTestSuite : public TestSuite
{
  public:
    LightFlowsTestSuite()
        : TestSuite("light-flows", Type::UNIT)
    {
        AddTestCase(new LightManyFlowsTest);
        AddTestCase(new LightCensorTest);
        AddTestCase(new LightHugeTest);
        AddTestCase(new LightStreamTest);
        AddTestCase(new LightErrorsTest);
        AddTestCase(new LightStreamErrorTest);
    }
};

LightFlowsTestSuite g_lightFlowsTestSuite; //!< registers the suite

} // namespace
