/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "every-disc-test.h"
#include "rank-test-utils.h"

#include "ns3/packet.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Every rank-ordered queue disc: its books, its limits, its end.
 */

namespace ns3
{
namespace tests
{
namespace
{

class BooksTest : public EveryDiscTest
{
  public:
    BooksTest()
        : EveryDiscTest("received = queued + served + dropped after every operation")
    {
    }

  private:
    void Check(TypeId type) override
    {
        for (const std::string limit : {"1p", "2p", "7p", "1500B", "3000B"})
        {
            CheckedDisc disc(MakeDisc(type, limit));
            std::mt19937 random(1);
            for (int i = 0; i < 1500; ++i)
            {
                // Bursts above the limit, then phases that drain it.
                if (random() % 10 < (i / 250 % 2 ? 3u : 7u))
                {
                    disc.Enqueue(MakeItem(random() % 20, 40 + random() % 1461, random() % 9));
                }
                else
                {
                    disc.Dequeue();
                }
            }
            while (disc.Dequeue())
            {
            }
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books, limit " << limit);
            NS_TEST_EXPECT_MSG_EQ(disc.Get()->GetNPackets(), 0, type << " is empty");
            // A burst is about 100 packets more than are served.
            const QueueSize most = disc.Get()->GetMaxSize();
            if (most.GetUnit() == QueueSizeUnit::BYTES || most.GetValue() <= 100)
            {
                NS_TEST_EXPECT_MSG_EQ(disc.GetLosses().empty(), false, type << " was overloaded");
            }
            for (const auto& loss : disc.GetLosses())
            {
                const std::string& reason = loss.first;
                NS_TEST_EXPECT_MSG_EQ((reason == RankQueueDisc::QUEUE_FULL ||
                                       reason == RankQueueDisc::ADMISSION_REFUSED ||
                                       reason == RankQueueDisc::PUSHED_OUT),
                                      true,
                                      type << " drops for the reason " << reason);
            }
        }
    }
};

class LimitTest : public EveryDiscTest
{
  public:
    LimitTest()
        : EveryDiscTest("an overloaded disc never holds more than its limit, and comes close")
    {
    }

  private:
    void Check(TypeId type) override
    {
        for (const std::string limit : {"1p", "2p", "100p", "3000B"})
        {
            // Sifter uses its FIFOs evenly only if they cover the ranks that come.
            Settings settings;
            if (type.GetName() == "ns3::SifterQueueDisc")
            {
                settings.emplace_back("Granularity", "125");
            }
            CheckedDisc disc(MakeDisc(type, limit, settings));
            const QueueSize most = disc.Get()->GetMaxSize();
            std::mt19937 random(2);
            for (int i = 0; i < 4000; ++i)
            {
                disc.Enqueue(MakeItem(random() % 1000, 100 + random() % 1000, random() % 64));
                if (i % 4 == 0)
                {
                    disc.Dequeue();
                }
            }
            const uint32_t peak = most.GetUnit() == QueueSizeUnit::PACKETS ? disc.GetPeakPackets()
                                                                           : disc.GetPeakBytes();
            NS_TEST_EXPECT_MSG_LT_OR_EQ(peak, most.GetValue(), type << " held more than " << most);
            NS_TEST_EXPECT_MSG_GT(2 * peak, most.GetValue(), type << " wasted much of " << most);
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
        }
    }
};

class RaisedLimitTest : public EveryDiscTest
{
  public:
    RaisedLimitTest()
        : EveryDiscTest(
              "a limit raised after the start is followed, or the disc says that it cannot")
    {
    }

  private:
    void Check(TypeId type) override
    {
        CheckedDisc disc(MakeDisc(type, "10p"));
        disc.Enqueue(MakeItem(1));
        disc.Get()->SetMaxSize(QueueSize("1000p"));
        bool followed = true;
        try
        {
            for (int i = 0; i < 2000; ++i)
            {
                disc.Enqueue(MakeItem(1, 100, i));
            }
        }
        catch (const std::logic_error& error)
        {
            followed = false;
            NS_TEST_EXPECT_MSG_EQ(std::string(error.what()).find(type.GetName()),
                                  0,
                                  "the error names the disc: " << error.what());
            for (const std::string& attribute : SizeAttributes(type))
            {
                NS_TEST_EXPECT_MSG_NE(std::string(error.what()).find(attribute),
                                      std::string::npos,
                                      "the error names " << attribute << ": " << error.what());
            }
        }
        const auto sizes = SizeAttributes(type);
        const bool isSimple = sizes.size() == 1 && sizes.front() == "MaxSize";
        NS_TEST_EXPECT_MSG_EQ(followed, isSimple, type << " is limited by MaxSize alone");
        if (followed)
        {
            NS_TEST_EXPECT_MSG_EQ(disc.GetPeakPackets(), 1000, type << " follows MaxSize");
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
        }
    }
};

class ZeroLimitTest : public EveryDiscTest
{
  public:
    ZeroLimitTest()
        : EveryDiscTest("a limit of nothing is refused at the start, by name")
    {
    }

  private:
    void Check(TypeId type) override
    {
        std::string message;
        try
        {
            MakeDisc(type, "0p")->Initialize();
        }
        catch (const std::invalid_argument& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message.find(type.GetName()),
                              0,
                              type << " refuses a limit of 0p, it says: " << message);
        NS_TEST_EXPECT_MSG_EQ(message.find('\n'), std::string::npos, "in one line");
    }
};

class DisposeTest : public EveryDiscTest
{
  public:
    DisposeTest()
        : EveryDiscTest("a disc may end with packets queued")
    {
    }

  private:
    void Check(TypeId type) override
    {
        const auto packet = Create<Packet>(100);
        {
            const auto disc = MakeDisc(type, "100p", {{"Ranker", "ns3::FcfsRanker"}});
            disc->Initialize();
            for (int i = 0; i < 10; ++i)
            {
                disc->Enqueue(Create<RankTestItem>(packet, 0));
            }
            NS_TEST_EXPECT_MSG_GT(packet->GetReferenceCount(), 1, type << " holds the packet");
            disc->Dispose();
        }
        NS_TEST_EXPECT_MSG_EQ(packet->GetReferenceCount(), 1, type << " let the packets go");
    }
};

/** The suite. */
class RankDiscBooksTestSuite : public TestSuite
{
  public:
    RankDiscBooksTestSuite()
        : TestSuite("rank-disc-books", Type::UNIT)
    {
        AddTestCase(new BooksTest);
        AddTestCase(new LimitTest);
        AddTestCase(new RaisedLimitTest);
        AddTestCase(new ZeroLimitTest);
        AddTestCase(new DisposeTest);
    }
};

RankDiscBooksTestSuite g_rankDiscBooksTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
