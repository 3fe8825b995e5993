/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "golden_trace.h"
#include "pifo-core.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace golden_trace_test
{

class PifoGolden : public testing::TestWithParam<std::string>
{
};

TEST_P(PifoGolden, EveryRowMatches)
{
    const GoldenTrace trace = GoldenByName(GetParam());
    PifoCore<int64_t> core({RankLimit{uint64_t(trace.Number("capacity"))}});
    const Replayed replayed = Replay(trace, core);
    EXPECT_EQ(replayed.otherRows, 0u) << replayed.firstDifference;
}

INSTANTIATE_TEST_SUITE_P(Vectors,
                         PifoGolden,
                         testing::ValuesIn(GoldenNames("pifo_")),
                         [](const auto& info) { return TestName(info.param); });

TEST(GoldenTrace, ReplayNoticesAWrongCapacity)
{
    const GoldenTrace trace = GoldenByName("pifo_c4__tiny_pupd");
    PifoCore<int64_t> core({RankLimit{5}});
    const Replayed replayed = Replay(trace, core);
    EXPECT_GT(replayed.otherRows, 0u);
    EXPECT_NE(replayed.firstDifference, "");
}

TEST(GoldenTrace, EveryVectorSaysWhatProducedIt)
{
    for (const std::string& name : GoldenNames(""))
    {
        std::ifstream file(std::filesystem::path(SCHEDLAB_VECTORS) / (name + ".csv"));
        std::string line;
        std::getline(file, line);
        EXPECT_EQ(line.compare(0, 15, "# produced_by: "), 0) << name;
    }
}

} // namespace golden_trace_test
