/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "every-disc-test.h"
#include "rank-test-utils.h"

#include "ns3/inversion-probe.h"
#include "ns3/packet.h"

#include <sstream>
#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Every attribute of every rank-ordered queue disc does something.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** @return the words between bars */
std::vector<std::string>
Words(const std::string& text)
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    std::string word;
    while (std::getline(stream, word, '|'))
    {
        words.push_back(word);
    }
    return words;
}

/** @return values of an attribute, by its kind, that a user might set instead of another */
std::vector<std::string>
OtherValues(const TypeId::AttributeInformation& info)
{
    const std::string kind = ValueKind(info);
    if (kind == "BooleanValue")
    {
        return {"true", "false"};
    }
    if (kind == "EnumValue")
    {
        return Words(info.checker->GetUnderlyingTypeInformation());
    }
    if (kind == "UintegerValue")
    {
        return {"1", "2", "3", "5", "40"};
    }
    if (kind == "DoubleValue")
    {
        return {"0", "0.2", "0.5", "0.7", "1"};
    }
    if (kind == "QueueSizeValue")
    {
        return {"1p", "5p", "1000B"};
    }
    if (kind == "PointerValue")
    {
        return {"ns3::FcfsRanker", "ns3::StfqRanker"};
    }
    return {};
}

/** A load that a disc is watched under. */
struct Load
{
    std::string limit; //!< of each queue
    Settings settings; //!< attributes besides
    uint64_t ranks;    //!< packets have ranks below
    bool untagged;     //!< some packets have none
};

/** @return all that a disc does under a load, to read; nothing if it refuses its attributes */
std::optional<std::string>
Observe(TypeId type, const Load& load, const Settings& settings)
{
    Settings all = load.settings;
    all.insert(all.end(), settings.begin(), settings.end());
    const auto disc = MakeDisc(type, load.limit, all);
    std::ostringstream log;
    disc->TraceConnectWithoutContext(
        "Comparisons",
        Callback<void, Ptr<const QueueDiscItem>, const schedlab::ComparisonCost&>(
            [&log](Ptr<const QueueDiscItem>, const schedlab::ComparisonCost& cost) {
                log << "compared " << cost.scan << " " << cost.boundTests << "\n";
            }));
    disc->TraceConnectWithoutContext(
        "Ranked",
        Callback<void, Ptr<const QueueDiscItem>, uint64_t>(
            [&log](Ptr<const QueueDiscItem>, uint64_t rank) { log << "ranked " << rank << "\n"; }));
    const auto probe = CreateObject<InversionProbe>();
    probe->Attach(disc);
    const auto lost = Callback<void, Ptr<const QueueDiscItem>, const char*>(
        [&log](Ptr<const QueueDiscItem> item, const char* reason) {
            log << reason << " " << item->GetPacket()->GetSize() << "\n";
        });
    disc->TraceConnectWithoutContext("DropBeforeEnqueue", lost);
    disc->TraceConnectWithoutContext("DropAfterDequeue", lost);
    try
    {
        disc->Initialize();
    }
    catch (const std::invalid_argument&)
    {
        return std::nullopt;
    }
    std::mt19937 random(9);
    for (int i = 0; i < 1000; ++i)
    {
        // Sizes are all different: they name the packets. Phases of overload and of draining, then
        // bursts.
        if (i < 600 ? random() % 10 < (i / 100 % 2 ? 2u : 7u) : i % 24 < 14)
        {
            const uint32_t flow = random() % 6;
            const bool tagged = !load.untagged || random() % 4;
            const auto rank = tagged ? std::optional(random() % load.ranks) : std::nullopt;
            try
            {
                disc->Enqueue(MakeItem(rank, 100 + i, flow));
            }
            catch (const std::runtime_error&)
            {
                log << "stopped\n";
                return log.str();
            }
        }
        else if (const auto item = disc->Dequeue())
        {
            log << "served " << item->GetPacket()->GetSize() << "\n";
        }
    }
    log << "inversions " << probe->GetTotals().pairs;
    return log.str();
}

class AttributesTest : public EveryDiscTest
{
  public:
    AttributesTest()
        : EveryDiscTest("each attribute has a value that changes what the disc does")
    {
    }

  private:
    void Check(TypeId type) override
    {
        std::vector<Load> loads{{"8p", {}, 5, false},
                                {"8p", {}, 1000, false},
                                {"16p", {}, 1000, false},
                                {"8p", {}, 1000000, false},
                                {"8p", {{"Ranker", "ns3::StfqRanker"}}, 1000, false},
                                {"8p", {}, 1000, true}};
        TypeId::AttributeInformation unused;
        if (type.LookupAttributeByName("Queues", &unused))
        {
            // Few queues, all overloaded.
            loads.push_back({"8p", {{"Queues", "2"}}, 5, false});
            loads.push_back({"8p", {{"Queues", "2"}}, 1000, false});
            loads.push_back({"5p", {{"Queues", "3"}}, 30, false});
        }
        std::vector<std::string> usual;
        for (const Load& load : loads)
        {
            usual.push_back(Observe(type, load, {}).value());
        }
        std::size_t checked = 0;
        for (TypeId level = type; level != QueueDisc::GetTypeId(); level = level.GetParent())
        {
            for (std::size_t i = 0; i < level.GetAttributeN(); ++i)
            {
                const auto info = level.GetAttribute(i);
                const bool matters = HasEffect(type, info, loads, usual);
                NS_TEST_EXPECT_MSG_EQ(matters, true, type << ": " << info.name << " is inert");
                ++checked;
            }
        }
        NS_TEST_EXPECT_MSG_GT(checked, 5, type << " has the attributes of all rank discs");
    }

    /** @return true if some value of an attribute changes what the disc does under some load */
    static bool HasEffect(TypeId type,
                          const TypeId::AttributeInformation& info,
                          const std::vector<Load>& loads,
                          const std::vector<std::string>& usual)
    {
        for (const std::string& value : OtherValues(info))
        {
            for (std::size_t i = 0; i < loads.size(); ++i)
            {
                const auto seen = Observe(type, loads[i], {{info.name, value}});
                if (seen && *seen != usual[i])
                {
                    return true;
                }
            }
        }
        return false;
    }
};

/** The suite. */
class RankDiscAttributesTestSuite : public TestSuite
{
  public:
    RankDiscAttributesTestSuite()
        : TestSuite("rank-disc-attributes", Type::UNIT)
    {
        AddTestCase(new AttributesTest);
    }
};

RankDiscAttributesTestSuite g_rankDiscAttributesTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
