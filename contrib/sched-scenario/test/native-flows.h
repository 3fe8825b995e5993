/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NATIVE_FLOWS_H
#define NATIVE_FLOWS_H

#include "ns3/dc-fabric-helper.h"
#include "ns3/dc-flow-helper.h"
#include "ns3/dc-flow-player.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"

#include <vector>

namespace ns3
{

/** Flows of ns-3's TCP over a fabric, as the tests run them. */
class NativeFlows
{
  public:
    /** @return the TCP profile of the tests */
    static DcTcpProfile Profile()
    {
        DcTcpProfile profile;
        profile.congestion = TcpNewReno::GetTypeId();
        return profile;
    }

    /**
     * @param onFabric the fabric, without a stack
     * @param profile how TCP is set
     * @param disc the queue disc of every port
     */
    NativeFlows(DcFabricHelper& onFabric, const DcTcpProfile& profile, const ObjectFactory& disc)
        : fabric(onFabric)
    {
        profile.Apply();
        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_ALL_PORTS, disc);
        fabric.AssignAddresses();
        hosts.SetEndCallback(MakeCallback(&NativeFlows::OnEnd, this));
    }

    ~NativeFlows()
    {
        Simulator::Destroy();
    }

    /**
     * Plays a list of flows.
     * @param list the flows
     * @param until end of the run
     */
    void Run(std::vector<schedlab::FlowSpec> list, Time until)
    {
        for (uint32_t i = 0; i < fabric.GetNHosts(); ++i)
        {
            hosts.Install(fabric.GetHost(i), fabric.GetHostAddress(i));
        }
        const auto player = CreateObject<DcFlowPlayer>();
        player->Start(std::move(list),
                      fabric.GetNHosts(),
                      MakeCallback(&DcFlowHelper::Start, &hosts));
        Simulator::Stop(until);
        Simulator::Run();
    }

    DcFabricHelper& fabric;               //!< the fabric
    DcFlowHelper hosts;                   //!< the applications of its hosts
    std::vector<Ptr<const DcFlow>> ended; //!< in order of their ends

  private:
    void OnEnd(Ptr<const DcFlow> flow)
    {
        ended.push_back(flow);
    }
};

} // namespace ns3

#endif /* NATIVE_FLOWS_H */
