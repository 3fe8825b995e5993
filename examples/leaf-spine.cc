/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Web-search flows over a leaf-spine fabric with any queue disc on every port: prints the mean
 * completion time and where packets were dropped.
 */

#include "ns3/command-line.h"
#include "ns3/dc-flow-helper.h"
#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/dc-poisson-pairs.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/workload-files.h"

#include <iostream>

using namespace ns3;

namespace
{

uint64_t g_flows = 0; //!< flows that ended
double g_seconds = 0; //!< sum of their completion times

void
OnEnd(Ptr<const DcFlow> flow)
{
    ++g_flows;
    g_seconds += (flow->end - flow->start).GetSeconds();
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string disc = "ns3::FifoQueueDisc";
    double load = 0.6;
    uint64_t flows = 50;
    CommandLine cmd(__FILE__);
    cmd.AddValue("disc", "TypeId of the queue disc on every port", disc);
    cmd.AddValue("load", "load of the hosts' links, above 0 to 1", load);
    cmd.AddValue("flows", "number of flows", flows);
    cmd.Parse(argc, argv);

    DcTcpProfile profile;
    profile.congestion = TcpNewReno::GetTypeId();
    profile.Apply();
    DcLeafSpineHelper fabric({3, 2, 4, 1, {10000000000, 1000}, {40000000000, 1000}});
    fabric.InstallStack(InternetStackHelper());
    fabric.InstallQueueDiscs(DC_ALL_PORTS, ObjectFactory(disc));
    fabric.AssignAddresses();

    DcFlowHelper hosts;
    hosts.SetEndCallback(MakeCallback(OnEnd));
    for (uint32_t i = 0; i < fabric.GetNHosts(); ++i)
    {
        hosts.Install(fabric.GetHost(i), fabric.GetHostAddress(i));
    }
    const auto sizes = WorkloadFiles::LoadSizes("websearch", schedlab::SizeCdf::LINEAR);
    const auto arrivals = CreateObject<DcPoissonPairs>();
    arrivals->AssignStreams(1);
    DcPoissonPairs::Params params;
    params.hosts = fabric.GetNHosts();
    params.flows = flows;
    params.rate = DcPoissonPairs::RateForLoad(load, 1e10, params.hosts, sizes.Mean());
    arrivals->Start(params, sizes, MakeCallback(&DcFlowHelper::Start, &hosts));
    Simulator::Run();

    std::cout << g_flows << " flows, mean completion time " << 1e3 * g_seconds / g_flows << " ms\n";
    for (const DcPort& port : fabric.GetPorts())
    {
        const auto& stats = DcFabricHelper::GetQueueDisc(port)->GetStats();
        if (stats.nTotalDroppedPackets > 0)
        {
            std::cout << port.name << ": " << stats.nTotalDroppedPackets << " of "
                      << stats.nTotalReceivedPackets << " packets dropped\n";
        }
    }
    Simulator::Destroy();
    return 0;
}
