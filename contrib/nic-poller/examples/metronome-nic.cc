/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/** @file A UDP echo whose server has a network card that Metronome polls. */

#include "ns3/host-nic-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-echo-helper.h"

using namespace ns3;

int
main()
{
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    const NetDeviceContainer ports = link.Install(nodes);

    HostNicHelper metronome("ns3::MetronomePoller"); // the polled card is over the server's port
    metronome.SetPollerAttribute("VBar", TimeValue(MicroSeconds(10)));
    const Ptr<HostNicNetDevice> nic = metronome.Install(ports.Get(1));
    NetDeviceContainer cards(ports.Get(0));
    cards.Add(nic);

    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(cards);

    UdpEchoServerHelper(9).Install(nodes.Get(1)).Stop(Seconds(1));
    UdpEchoClientHelper client(interfaces.GetAddress(1), 9);
    client.SetAttribute("MaxPackets", UintegerValue(1000));
    client.SetAttribute("Interval", TimeValue(MicroSeconds(100)));
    client.Install(nodes.Get(0)).Start(MilliSeconds(1));

    Simulator::Stop(MilliSeconds(200));
    Simulator::Run();
    std::cout << nic->GetDelivered() << " packets, " << nic->GetPoller()->GetWakeUps()
              << " wake-ups, " << nic->GetPoller()->GetCpuTime().GetSeconds() / 0.2 * 100
              << " % of a core\n";
    Simulator::Destroy();
}
