/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-patterns.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using schedlab::FlowPattern;
using schedlab::FlowSpec;

namespace flow_patterns_test
{

/** Numbers from 0 to 1. */
class Uniform
{
  public:
    double operator()()
    {
        ++draws;
        return m_distribution(m_random);
    }

    int draws = 0; //!< numbers drawn

  private:
    std::mt19937_64 m_random{1};
    std::uniform_real_distribution<> m_distribution{0, 1};
};

TEST(FlowPatterns, IncastSendsFromTheHostsBehindTheReceiver)
{
    Uniform uniform;
    const auto flows = FlowPattern{5, 20000, 100}.Incast(3, 3, uniform);
    ASSERT_EQ(flows.size(), 3U);
    const uint32_t sources[] = {4, 0, 1};
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(flows[i].id, i + 1);
        EXPECT_EQ(flows[i].source, sources[i]);
        EXPECT_EQ(flows[i].destination, 3U);
        EXPECT_EQ(flows[i].sizeBytes, 20000U);
        EXPECT_EQ(flows[i].startNs, 100);
    }
    EXPECT_EQ(uniform.draws, 0);
}

TEST(FlowPatterns, JitterSpreadsTheStartsAndKeepsThemSorted)
{
    Uniform uniform;
    const auto flows = FlowPattern{1001, 1, 500, 1000}.Incast(0, 1000, uniform);
    double sum = 0;
    for (uint32_t i = 0; i < flows.size(); ++i)
    {
        EXPECT_GE(flows[i].startNs, i == 0 ? 500 : flows[i - 1].startNs);
        EXPECT_LT(flows[i].startNs, 1500);
        EXPECT_EQ(flows[i].id, i + 1);
        sum += flows[i].startNs;
    }
    EXPECT_NEAR(sum / 1000, 1000, 40);
}

TEST(FlowPatterns, APermutationIsOneCycleOfAllHosts)
{
    Uniform uniform;
    std::set<std::vector<uint32_t>> seen;
    for (int round = 0; round < 200; ++round)
    {
        const auto flows = FlowPattern{4, 1}.Permutation(uniform);
        ASSERT_EQ(flows.size(), 4U);
        std::vector<uint32_t> to(4);
        for (const FlowSpec& flow : flows)
        {
            to[flow.source] = flow.destination;
        }
        uint32_t at = 0;
        for (int step = 1; step < 4; ++step)
        {
            at = to[at];
            EXPECT_NE(at, 0U) << "back too soon";
        }
        EXPECT_EQ(to[at], 0U);
        seen.insert(to);
    }
    EXPECT_EQ(seen.size(), 6U); // all 3! cycles of four
}

TEST(FlowPatterns, WhatMakesNoSenseIsRefused)
{
    Uniform uniform;
    EXPECT_THROW((FlowPattern{4, 1}.Incast(4, 1, uniform)), std::invalid_argument);
    EXPECT_THROW((FlowPattern{4, 1}.Incast(0, 4, uniform)), std::invalid_argument);
    EXPECT_THROW((FlowPattern{4, 1}.Incast(0, 0, uniform)), std::invalid_argument);
    EXPECT_THROW((FlowPattern{4, 0}.Incast(0, 3, uniform)), std::invalid_argument);
    EXPECT_THROW((FlowPattern{1, 1}.Permutation(uniform)), std::invalid_argument);
    EXPECT_THROW((FlowPattern{4, 0}.Permutation(uniform)), std::invalid_argument);
}

} // namespace flow_patterns_test
