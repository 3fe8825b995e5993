/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_TEST_FABRIC_H
#define LIGHT_TEST_FABRIC_H

#include "ns3/fifo-queue-disc.h"
#include "ns3/light-fabric.h"
#include "ns3/light-transport.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <string>
#include <vector>

/**
 * @file
 * What the tests of the light fabric share: small fabrics, raw packets, and runs of flows.
 */

namespace ns3
{

namespace light_test
{

using schedlab::FabricPlan;
using schedlab::LightTransportParams;
using schedlab::LinkParams;
using schedlab::PortClass;

inline constexpr LinkParams HUNDRED_G{100000000000, 1000};
inline constexpr LinkParams FOUR_HUNDRED_G{400000000000, 1000};

/** A fabric of FIFOs. */
inline LightFabricConfig
Fifos(const FabricPlan& plan, const std::string& limit = "10000p", bool bypass = false)
{
    return {plan, 1, bypass, [limit](uint32_t, PortClass) {
                auto disc = CreateObject<FifoQueueDisc>();
                disc->SetAttribute("MaxSize", StringValue(limit));
                return disc;
            }};
}

inline FabricPlan
SmallLeafSpine()
{
    return FabricPlan::LeafSpine({3, 2, 4, 1, HUNDRED_G, FOUR_HUNDRED_G});
}

/** Takes raw packets and notes when they came. */
class Collector : public LightSink
{
  public:
    explicit Collector(LightFabric& fabric)
        : m_fabric(fabric)
    {
        fabric.SetSink(*this);
    }

    void Receive(const Ptr<LightItem>& item, uint64_t now) override
    {
        ++count;
        last = now;
        order.push_back(item->Get().serial);
        m_fabric.GetPool().Give(item);
    }

    uint64_t count{0};
    uint64_t last{0};
    std::vector<uint32_t> order;

  private:
    LightFabric& m_fabric;
};

/** Sends a packet without a transport. */
inline void
SendRaw(LightFabric& fabric,
        uint32_t source,
        uint32_t destination,
        uint32_t size,
        uint32_t serial,
        uint64_t flowHash = 1)
{
    const Ptr<LightItem> item = fabric.GetPool().Take();
    LightItem::Fields& fields = item->Get();
    fields.source = source;
    fields.destination = destination;
    fields.flowHash = flowHash;
    fields.serial = serial;
    fields.toSender = false;
    fields.ecnCapable = false;
    fields.marked = false;
    fields.order = serial;
    fields.size = size;
    fields.path = fabric.GetRoutes().Path(source, destination, flowHash);
    fabric.Send(item, Simulator::Now().GetTimeStep());
}

/** What every run of flows does. */
class LightFlowsTest : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    std::vector<LightFlowRecord> RunFlows(const LightFabricConfig& config,
                                          const LightTransportParams& params,
                                          const std::vector<LightFlow>& flows,
                                          Time stop = Time())
    {
        std::vector<LightFlowRecord> records;
        LightFabric fabric(config);
        LightTransport transport(fabric, params);
        transport.SetDoneCallback([&](const LightFlowRecord& r) { records.push_back(r); });
        transport.Play(flows);
        if (!stop.IsZero())
        {
            Simulator::Stop(stop);
        }
        Simulator::Run();
        transport.Censor();
        fabric.CheckConservation();
        NS_TEST_EXPECT_MSG_EQ(transport.GetOpenFlows(), 0, "every flow is accounted for");
        hostDrops = fabric.GetHostDrops();
        switchDrops = fabric.GetSwitchDrops();
        delivered = fabric.GetDelivered();
        marks = 0;
        for (uint32_t i = 0; i < config.plan.NPorts(); ++i)
        {
            marks += fabric.GetPort(i).GetQueueDisc()->GetStats().nTotalMarkedPackets;
        }
        Simulator::Destroy();
        return records;
    }

    uint64_t hostDrops{0};
    uint64_t switchDrops{0};
    uint64_t delivered{0};
    uint64_t marks{0};
};

} // namespace light_test

} // namespace ns3

#endif /* LIGHT_TEST_FABRIC_H */
