/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/csv-line.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/packet.h"
#include "ns3/pifo-queue-disc.h"
#include "ns3/queue-disc-replay.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"

#include <set>
#include <sstream>
#include <tuple>

using namespace ns3;

namespace
{

class CsvLineTest : public TestCase
{
  public:
    CsvLineTest()
        : TestCase("A line is split as RFC 4180 has it")
    {
    }

  private:
    void DoRun() override
    {
        using Fields = std::vector<std::string>;
        Fields fields{"left", "from", "the", "line", "before"};
        const auto expect = [&](const std::string& line, const Fields& wanted) {
            SplitCsvLine(line, fields);
            NS_TEST_EXPECT_MSG_EQ((fields == wanted), true, line);
        };
        expect("a,b", {"a", "b"});
        expect("", {""});
        expect(",", {"", ""});
        expect(" a b , ,c\r", {"a b", "", "c"});
        expect("\"a,b\",\"say \"\"x\"\"\" ,\"\"", {"a,b", "say \"x\"", ""});
        for (const char* bad : {"\"a", "\"a\"b", "x,\"a\"\""})
        {
            bool thrown = false;
            try
            {
                SplitCsvLine(bad, fields);
            }
            catch (const std::invalid_argument&)
            {
                thrown = true;
            }
            NS_TEST_EXPECT_MSG_EQ(thrown, true, bad);
        }
        NS_TEST_EXPECT_MSG_EQ(QuoteForMessage(std::string("a\n\0\x80", 4)), "\"a???\"", "quoted");
    }
};

class ReplayItemTest : public TestCase
{
  public:
    ReplayItemTest()
        : TestCase("A packet of a trace has its size, headers of its flow, and its rank")
    {
    }

  private:
    void DoRun() override
    {
        std::set<std::tuple<uint32_t, uint32_t, uint16_t, uint16_t>> tuples;
        std::set<uint32_t> hashes;
        const std::vector<uint32_t> flows{0, 1, 4095, 4096, 65535, 65536, 1u << 31, UINT32_MAX};
        for (uint32_t flow : flows)
        {
            auto item = Create<ReplayItem>(ReplayPacket{7, 1500, flow, 9});
            UdpHeader udp;
            item->GetPacket()->PeekHeader(udp);
            const Ipv4Header& ip = item->GetHeader();
            tuples.emplace(ip.GetSource().Get(),
                           ip.GetDestination().Get(),
                           udp.GetSourcePort(),
                           udp.GetDestinationPort());
            NS_TEST_EXPECT_MSG_EQ(item->GetFlow(), flow, "flow");
            NS_TEST_EXPECT_MSG_EQ(item->Hash(0), flow, "without perturbation the flow itself");
            hashes.insert(item->Hash(12345));
            RankTag tag;
            NS_TEST_EXPECT_MSG_EQ(item->GetPacket()->PeekPacketTag(tag), true, "tag");
            NS_TEST_EXPECT_MSG_EQ(tag.GetRank(), 9, "rank");
        }
        NS_TEST_EXPECT_MSG_EQ(tuples.size(), flows.size(), "5-tuples are distinct");
        NS_TEST_EXPECT_MSG_EQ(hashes.size(), flows.size(), "perturbed hashes are distinct");

        for (uint32_t size : {1u, 27u, 28u, 29u, 1500u, 65535u})
        {
            auto item = Create<ReplayItem>(ReplayPacket{7, size, 0, {}});
            NS_TEST_EXPECT_MSG_EQ(item->GetSize(), size, "size");
            if (size >= 28)
            {
                NS_TEST_EXPECT_MSG_EQ(item->Ipv4QueueDiscItem::GetSize(), size, "real packet");
                item->AddHeader();
                NS_TEST_EXPECT_MSG_EQ(item->GetPacket()->GetSize(), size, "on the wire");
            }
            NS_TEST_EXPECT_MSG_EQ(item->GetSize(), size, "size with header");
            RankTag tag;
            NS_TEST_EXPECT_MSG_EQ(item->GetPacket()->PeekPacketTag(tag), false, "no rank, no tag");
        }
    }
};

class QueueDiscReplayTest : public TestCase
{
  public:
    QueueDiscReplayTest()
        : TestCase("A trace is done to a disc and an error names its line")
    {
    }

  private:
    void DoRun() override
    {
        std::istringstream good("op,id,rank,size\nenq,0,2,100\nenq,1,1,100\ndeq\n");
        const ReplayTrace trace = ReplayTrace::Read(good, "good");
        NS_TEST_EXPECT_MSG_EQ(trace.ops.size(), 3, "steps");
        NS_TEST_EXPECT_MSG_EQ(trace.hasTime, false, "no times");
        {
            QueueDiscReplay replay(&CreateObject<PifoQueueDisc>, trace);
            NS_TEST_EXPECT_MSG_EQ(replay.Run(),
                                  "op,id,rank,flow,size,result,qlen\n"
                                  "enq,0,2,0,100,accepted,1\n"
                                  "enq,1,1,0,100,accepted,2\n"
                                  "deq,1,1,0,100,dequeued,1\n",
                                  "output");
        }
        Simulator::Destroy();

        std::istringstream unranked("op,id,size\nenq,5,100\n");
        const ReplayTrace bad = ReplayTrace::Read(unranked, "bad");
        {
            QueueDiscReplay replay(&CreateObject<PifoQueueDisc>, bad);
            std::string message;
            try
            {
                replay.Run();
            }
            catch (const std::runtime_error& error)
            {
                message = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(message.rfind("bad:2: packet 5 has no rank", 0), 0, message);
        }
        Simulator::Destroy();
    }
};

class ReplayTestSuite : public TestSuite
{
  public:
    ReplayTestSuite()
        : TestSuite("sched-scenario-replay", Type::UNIT)
    {
        AddTestCase(new CsvLineTest);
        AddTestCase(new ReplayItemTest);
        AddTestCase(new QueueDiscReplayTest);
    }
};

ReplayTestSuite g_replayTestSuite; //!< registers the suite

} // namespace
