/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pifo-queue-disc.h"
#include "ns3/queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/tag-ranker.h"
#include "ns3/test.h"
#include "ns3/type-factory.h"

#include <functional>

using namespace ns3;

namespace
{

/** @return what the step throws as a ConfigurationError, empty if nothing */
std::string
ErrorOf(const std::function<void()>& step)
{
    try
    {
        step();
    }
    catch (const ConfigurationError& error)
    {
        return error.what();
    }
    return "";
}

class TypeFactoryMakesTest : public TestCase
{
  public:
    TypeFactoryMakesTest()
        : TestCase("Objects are made as asked for")
    {
    }

  private:
    void DoRun() override
    {
        TypeFactory factory("PifoQueueDisc", QueueDisc::GetTypeId());
        factory.SetFrom("MaxSize=7p");
        factory.Set("Ranker", "ns3::TagRanker");
        auto disc = factory.Create<PifoQueueDisc>();
        NS_TEST_EXPECT_MSG_EQ(disc->GetMaxSize(), QueueSize("7p"), "attribute");
        NS_TEST_EXPECT_MSG_EQ(bool(DynamicCast<TagRanker>(disc->GetRanker())), true, "ranker");
        NS_TEST_EXPECT_MSG_NE(disc->GetRanker(),
                              factory.Create<PifoQueueDisc>()->GetRanker(),
                              "each object has its own");

        auto ranker = CreateObject<TagRanker>();
        factory.Set("Ranker", ranker);
        NS_TEST_EXPECT_MSG_EQ(factory.Create<PifoQueueDisc>()->GetRanker(), ranker, "object");
    }
};

class TypeFactoryErrorsTest : public TestCase
{
  public:
    TypeFactoryErrorsTest()
        : TestCase("What does not exist is refused with what does")
    {
    }

  private:
    void DoRun() override
    {
        const TypeId base = QueueDisc::GetTypeId();
        NS_TEST_EXPECT_MSG_EQ(ErrorOf([&] { TypeFactory("PifoQueDisc", base); }),
                              "no TypeId ns3::PifoQueDisc; did you mean ns3::PifoQueueDisc?",
                              "type");
        NS_TEST_EXPECT_MSG_EQ(ErrorOf([&] {
                                  TypeFactory("ns3::TagRanker", base);
                              }).rfind("ns3::TagRanker is not a ns3::QueueDisc; there are ", 0),
                              0,
                              "base");
        NS_TEST_EXPECT_MSG_EQ(ErrorOf([&] {
                                  TypeFactory("QueueDisc", base);
                              }).rfind("ns3::QueueDisc is abstract; there are ", 0),
                              0,
                              "abstract");

        TypeFactory factory("ns3::PifoQueueDisc", base);
        NS_TEST_EXPECT_MSG_EQ(
            ErrorOf([&] {
                factory.Set("Maxsize", "7p");
            }).rfind("ns3::PifoQueueDisc has no attribute Maxsize; it has MaxSize, ", 0),
            0,
            "attribute");
        NS_TEST_EXPECT_MSG_EQ(ErrorOf([&] { factory.SetFrom("MaxSize"); }),
                              "\"MaxSize\" is not ATTRIBUTE=VALUE",
                              "assignment");
        const auto refused = [&](const std::string& name, const std::string& value) {
            const std::string start =
                "value \"" + value + "\" of attribute " + name + " of ns3::PifoQueueDisc is not ";
            const std::string error = ErrorOf([&] { factory.Set(name, value); });
            NS_TEST_EXPECT_MSG_EQ(error.rfind(start, 0), 0, name << "=" << value);
            NS_TEST_EXPECT_MSG_EQ(error.find('\n'), std::string::npos, "one line");
            return error.substr(std::min(start.size(), error.size()));
        };
        NS_TEST_EXPECT_MSG_EQ(refused("MaxSize", "seven"), "a QueueSize", "not a size");
        NS_TEST_EXPECT_MSG_EQ(refused("MaxSize", "0p").rfind("a QueueSize: ", 0),
                              0,
                              "refused by the setter, which says why");
        refused("MaxSize", "7px");
        refused("CountComparisons", "perhaps");
        NS_TEST_EXPECT_MSG_EQ(refused("RankOrder", "Sideways"),
                              "one of LowerFirst HigherFirst",
                              "enum");
        for (const char* number : {"-1", "4294967296", "1x", "", "1.5"})
        {
            NS_TEST_EXPECT_MSG_EQ(refused("Perturbation", number).rfind("a Uinteger (", 0),
                                  0,
                                  number);
        }
        NS_TEST_EXPECT_MSG_EQ(refused("Ranker", "ns3::Nothing").rfind("a ns3::PacketRanker", 0),
                              0,
                              "unknown object");
        refused("Ranker", "ns3::DropTailQueue<Packet>");
        refused("Ranker", "");
        NS_TEST_EXPECT_MSG_EQ(factory.Create<PifoQueueDisc>()->GetMaxSize(),
                              QueueSize("1088p"),
                              "what was refused has no effect");
    }
};

class TypeFactoryTestSuite : public TestSuite
{
  public:
    TypeFactoryTestSuite()
        : TestSuite("sched-scenario-type-factory", Type::UNIT)
    {
        AddTestCase(new TypeFactoryMakesTest);
        AddTestCase(new TypeFactoryErrorsTest);
    }
};

TypeFactoryTestSuite g_typeFactoryTestSuite; //!< registers the suite

} // namespace
