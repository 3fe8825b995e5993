/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_TEST_HOST_H
#define NIC_TEST_HOST_H

#include "ns3/double.h"
#include "ns3/host-cpu.h"
#include "ns3/host-nic-net-device.h"
#include "ns3/nic-load-net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup nic-poller
 * A host for tests: a polled card over a traffic generator, what it delivers is noted.
 */
class NicTestHost
{
  public:
    using Attributes = std::vector<std::pair<std::string, std::string>>; //!< names and values

    /** A packet handed to the host. */
    struct Delivery
    {
        uint32_t queue;  //!< where from
        int64_t arrival; //!< time step
        int64_t at;      //!< time step
    };

    /**
     * @param type TypeId of the poller
     * @param poller attributes of the poller
     * @param nic attributes of the card
     * @param load attributes of the generator
     * @param sleep how long a sleep takes
     */
    NicTestHost(const std::string& type,
                const Attributes& poller,
                const Attributes& nic,
                const Attributes& load,
                const std::string& sleep = "uniform:2.5us:5.5us")
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        node = CreateObject<Node>();
        cpu = CreateObject<HostCpu>();
        node->AggregateObject(cpu);
        generator = Make<NicLoadNetDevice>("ns3::NicLoadNetDevice", load);
        node->AddDevice(generator);
        auto model = CreateObject<SleepModel>();
        model->SetAttribute("Law", StringValue(sleep));
        this->poller = Make<RxPoller>(type, poller);
        this->poller->SetAttribute("SleepModel", PointerValue(model));
        device = Make<HostNicNetDevice>("ns3::HostNicNetDevice", nic);
        device->SetAttribute("Poller", PointerValue(this->poller));
        node->AddDevice(device);
        device->SetLowerDevice(generator);
        device->SetReceiveCallback(MakeCallback(&NicTestHost::Receive, this));
        device->TraceConnectWithoutContext("Deliver", MakeCallback(&NicTestHost::Note, this));
        this->poller->AssignStreams(1);
        generator->AssignStreams(10);
    }

    ~NicTestHost()
    {
        Simulator::Destroy();
    }

    NicTestHost(const NicTestHost&) = delete;
    NicTestHost& operator=(const NicTestHost&) = delete;

    /** @param until the time to run to */
    void Run(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    /** @return true if no packet is missing */
    bool Conserves() const
    {
        uint64_t received = 0;
        uint64_t there = device->GetDelivered() + device->GetInService() + device->GetRingDrops();
        for (uint32_t q = 0; q < device->GetNQueues(); ++q)
        {
            received += device->GetQueueCounters(q).received;
            there += device->GetQueueSize(q);
        }
        return received == there && received == generator->GetArrived();
    }

    /** @return the mean time from arrival to delivery in ns */
    double MeanDelay() const
    {
        double sum = 0;
        for (const Delivery& d : deliveries)
        {
            sum += d.at - d.arrival;
        }
        return deliveries.empty() ? 0 : sum / deliveries.size();
    }

    Ptr<Node> node;                   //!< the host
    Ptr<HostCpu> cpu;                 //!< its processor
    Ptr<NicLoadNetDevice> generator;  //!< what arrives
    Ptr<HostNicNetDevice> device;     //!< the card
    Ptr<RxPoller> poller;             //!< its poller
    std::vector<Delivery> deliveries; //!< in order
    bool forwards{false};             //!< packets are sent on

  private:
    /** @param type a TypeId @param attributes of it @return a new object */
    template <typename T>
    static Ptr<T> Make(const std::string& type, const Attributes& attributes)
    {
        ObjectFactory factory(type);
        for (const auto& [name, value] : attributes)
        {
            factory.Set(name, StringValue(value));
        }
        return factory.Create<T>();
    }

    /** @param packet for the host @param protocol of it @param from its source @return true */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address& from)
    {
        if (forwards)
        {
            device->Send(ConstCast<Packet>(packet), from, protocol);
        }
        return true;
    }

    /** @param queue where from @param delay since the arrival */
    void Note(uint32_t queue, Ptr<const Packet>, Time delay)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        deliveries.push_back({queue, now - delay.GetTimeStep(), now});
    }
};

} // namespace ns3

#endif /* NIC_TEST_HOST_H */
