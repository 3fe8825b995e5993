/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ecmp-routes.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace schedlab;

namespace ecmp_routes_test
{

std::vector<uint32_t>
Ports(const EcmpPath& path)
{
    return {path.ports.begin(), path.ports.begin() + path.hops};
}

TEST(FabricPlan, CountsAndNames)
{
    const FabricPlan plan = FabricPlan::LeafSpine({9, 4, 16, 1, {}, {400000000000, 1000}});
    EXPECT_EQ(plan.nHosts, 144u);
    EXPECT_EQ(plan.NNodes(), 144u + 9 + 4);
    EXPECT_EQ(plan.NPorts(), 2u * (144 + 36));
    EXPECT_EQ(plan.PortName(0), "host0>leaf0");
    EXPECT_EQ(plan.PortName(2 * 143 + 1), "leaf8>host143");
    EXPECT_EQ(plan.PortName(2 * 144), "leaf0>spine0");
    std::map<PortClass, int> count;
    for (uint32_t port = 0; port < plan.NPorts(); ++port)
    {
        ++count[plan.Class(port)];
    }
    EXPECT_EQ(count[PortClass::HOST_EGRESS], 144);
    EXPECT_EQ(count[PortClass::LEAF_DOWN], 144);
    EXPECT_EQ(count[PortClass::LEAF_UP], 36);
    EXPECT_EQ(count[PortClass::SPINE], 36);
    EXPECT_EQ(plan.Link(0).bitsPerSecond, 100000000000u);
    EXPECT_EQ(plan.Link(2 * 144).bitsPerSecond, 400000000000u);
}

TEST(FabricPlan, RefusesATopologyOfNothing)
{
    EXPECT_THROW(FabricPlan::LeafSpine({0, 4, 16, 1, {}, {}}), std::invalid_argument);
    EXPECT_THROW(FabricPlan::LeafSpine({9, 0, 16, 1, {}, {}}), std::invalid_argument);
    EXPECT_THROW(FabricPlan::Star(1, {}), std::invalid_argument);
    EXPECT_THROW(FabricPlan::Dumbbell(0, 1, {}, {}), std::invalid_argument);
}

TEST(EcmpRoutes, PathsAreShortest)
{
    const FabricPlan plan = FabricPlan::LeafSpine({3, 2, 4, 1, {}, {}});
    const EcmpRoutes routes(plan, 1);
    for (uint32_t a = 0; a < plan.nHosts; ++a)
    {
        for (uint32_t b = 0; b < plan.nHosts; ++b)
        {
            if (a == b)
            {
                continue;
            }
            const EcmpPath path = routes.Path(a, b, a * 31 + b);
            EXPECT_EQ(path.hops, a / 4 == b / 4 ? 2 : 4);
            uint32_t node = a;
            for (uint32_t port : Ports(path))
            {
                EXPECT_EQ(plan.From(port), node);
                node = plan.To(port);
            }
            EXPECT_EQ(node, b);
        }
    }
    EXPECT_EQ(EcmpRoutes(FabricPlan::Star(64, {}), 1).Path(3, 60, 5).hops, 2);
    EXPECT_EQ(EcmpRoutes(FabricPlan::Dumbbell(5, 2, {}, {}), 1).Path(4, 6, 5).hops, 3);
}

TEST(EcmpRoutes, SpreadsFlowsEvenlyAndKeepsEachOnOnePath)
{
    // 99.9 % quantiles of chi-square with 3 and 15 degrees of freedom.
    const FabricPlan plan = FabricPlan::LeafSpine({2, 4, 2, 1, {}, {}});
    for (const uint64_t seed : {1, 2, 3})
    {
        const EcmpRoutes routes(plan, seed);
        std::map<uint32_t, int> flowsOf;
        const int flows = 40000;
        for (int flow = 0; flow < flows; ++flow)
        {
            const EcmpPath path = routes.Path(0, 2, flow);
            ASSERT_EQ(Ports(path), Ports(routes.Path(0, 2, flow)));
            ++flowsOf[path.ports[1]];
        }
        ASSERT_EQ(flowsOf.size(), 4u);
        double chiSquare = 0;
        for (const auto& [port, n] : flowsOf)
        {
            chiSquare += (n - flows / 4.0) * (n - flows / 4.0) / (flows / 4.0);
        }
        EXPECT_LT(chiSquare, 16.27);
    }
}

TEST(EcmpRoutes, UsesParallelCablesAndChoosesAnewAtEachSwitch)
{
    const FabricPlan plan = FabricPlan::LeafSpine({2, 1, 2, 4, {}, {}});
    EXPECT_EQ(plan.PortName(2 * 4), "leaf0>spine0#0");
    EXPECT_EQ(plan.PortName(2 * 7), "leaf0>spine0#3");
    const EcmpRoutes routes(plan, 1);
    std::map<std::pair<uint32_t, uint32_t>, int> flowsOf;
    const int flows = 16000;
    for (int flow = 0; flow < flows; ++flow)
    {
        const EcmpPath path = routes.Path(0, 3, flow);
        ++flowsOf[{path.ports[1], path.ports[2]}];
    }
    ASSERT_EQ(flowsOf.size(), 16u); // the spine's choice does not follow from the leaf's
    double chiSquare = 0;
    for (const auto& [pair, n] : flowsOf)
    {
        chiSquare += (n - flows / 16.0) * (n - flows / 16.0) / (flows / 16.0);
    }
    EXPECT_LT(chiSquare, 37.70);
}

TEST(EcmpRoutes, TheSeedChangesTheChoices)
{
    const FabricPlan plan = FabricPlan::LeafSpine({2, 4, 2, 1, {}, {}});
    const EcmpRoutes one(plan, 1);
    const EcmpRoutes again(plan, 1);
    const EcmpRoutes two(plan, 2);
    int same = 0;
    for (int flow = 0; flow < 1000; ++flow)
    {
        EXPECT_EQ(Ports(one.Path(0, 2, flow)), Ports(again.Path(0, 2, flow)));
        same += Ports(one.Path(0, 2, flow)) == Ports(two.Path(0, 2, flow));
    }
    EXPECT_NEAR(same, 250, 70);
}

TEST(EcmpRoutes, SaysWhenThereIsNoWay)
{
    FabricPlan plan = FabricPlan::Star(3, {});
    plan.cables.pop_back();
    const EcmpRoutes routes(plan, 1);
    EXPECT_EQ(routes.Path(0, 1, 1).hops, 2);
    EXPECT_THROW(routes.Path(0, 2, 1), std::invalid_argument);
}

TEST(EcmpRoutes, AThousandHostsAreQuick)
{
    const FabricPlan plan = FabricPlan::LeafSpine({64, 16, 16, 1, {}, {}});
    const EcmpRoutes routes(plan, 1);
    std::set<uint32_t> spines;
    for (int flow = 0; flow < 1000; ++flow)
    {
        spines.insert(plan.To(routes.Path(0, 1023, flow).ports[1]));
    }
    EXPECT_EQ(spines.size(), 16u);
}

} // namespace ecmp_routes_test
