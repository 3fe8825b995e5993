/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-load.h"

#include <gtest/gtest.h>

using namespace schedlab;

namespace fabric_load_test
{

FabricLoad
LoadOf(const FabricPlan& plan, PortClass portClass)
{
    return FabricLoad::Of(plan, EcmpRoutes(plan, 1), portClass);
}

TEST(FabricLoad, EachFlowLoadsAHostsPortAndOneTowardsAHost)
{
    const FabricPlan plan = FabricPlan::LeafSpine({});
    for (PortClass portClass : {PortClass::HOST_EGRESS, PortClass::LEAF_DOWN})
    {
        const FabricLoad load = LoadOf(plan, portClass);
        EXPECT_DOUBLE_EQ(load.bitsPerSecond, 144 * 1e11);
        EXPECT_DOUBLE_EQ(load.crossings, 1);
        EXPECT_DOUBLE_EQ(load.Capacity(), 144 * 1e11);
    }
}

TEST(FabricLoad, OnlyFlowsBetweenLeavesLoadTheLinksOfTheSpines)
{
    const FabricPlan plan = FabricPlan::LeafSpine({});
    for (PortClass portClass : {PortClass::LEAF_UP, PortClass::SPINE})
    {
        const FabricLoad load = LoadOf(plan, portClass);
        EXPECT_DOUBLE_EQ(load.bitsPerSecond, 36 * 4e11);
        EXPECT_DOUBLE_EQ(load.crossings, 128. / 143);
    }
}

TEST(FabricLoad, AClassThatNoFlowCrossesCannotBeLoaded)
{
    EXPECT_THROW(LoadOf(FabricPlan::Star(4, {}), PortClass::LEAF_UP).Capacity(),
                 std::invalid_argument);
    // One leaf: there are links to spines, but nothing has to cross them.
    EXPECT_THROW(LoadOf(FabricPlan::LeafSpine({1, 2, 4, 1, {}, {}}), PortClass::SPINE).Capacity(),
                 std::invalid_argument);
}

TEST(FabricLoad, TheBottleneckOfADumbbellCarriesWhatGoesAcross)
{
    const FabricLoad load =
        LoadOf(FabricPlan::Dumbbell(2, 2, {}, {1000000000, 1000}), PortClass::SPINE);
    EXPECT_DOUBLE_EQ(load.bitsPerSecond, 2e9); // both ways
    EXPECT_DOUBLE_EQ(load.crossings, 8. / 12); // of the ordered pairs
}

} // namespace fabric_load_test
