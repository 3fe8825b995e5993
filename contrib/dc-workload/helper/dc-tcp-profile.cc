/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-tcp-profile.h"

#include "ns3/config.h"
#include "ns3/string.h"

#include <sstream>

namespace ns3
{

std::vector<std::pair<std::string, std::string>>
DcTcpProfile::Describe() const
{
    const std::string buffer = std::to_string(bufferSize);
    const auto text = [](Time time) { return std::to_string(time.GetNanoSeconds()) + "ns"; };
    std::ostringstream lifetime;
    lifetime << minRto.GetSeconds();
    return {
        {"ns3::TcpL4Protocol::SocketType", congestion.GetName()},
        {"ns3::TcpSocket::SegmentSize", std::to_string(segmentSize)},
        {"ns3::TcpSocket::SndBufSize", buffer},
        {"ns3::TcpSocket::RcvBufSize", buffer},
        {"ns3::TcpSocket::InitialCwnd", std::to_string(initialWindow)},
        {"ns3::TcpSocket::DelAckCount", "1"},
        {"ns3::TcpSocket::TcpNoDelay", "true"},
        {"ns3::TcpSocketBase::MinRto", text(minRto)},
        {"ns3::TcpSocketBase::ClockGranularity", text(clockGranularity)},
        {"ns3::TcpSocketBase::Timestamp", "false"},
        {"ns3::TcpSocketBase::Sack", "true"},
        {"ns3::TcpSocketBase::WindowScaling", "true"},
        // A lost SYN is repeated after the least timeout, and a flow never gives up.
        {"ns3::TcpSocket::ConnTimeout", text(minRto)},
        {"ns3::TcpSocket::ConnCount", "16"},
        {"ns3::TcpSocket::DataRetries", "1000000"},
        {"ns3::RttEstimator::InitialEstimation", text(minRto)},
        // TIME_WAIT is what keeps a finished flow's socket in memory.
        {"ns3::TcpSocketBase::MaxSegLifetime", lifetime.str()},
        {"ns3::TcpSocketState::EnablePacing", "false"},
    };
}

void
DcTcpProfile::Apply() const
{
    for (const auto& [name, value] : Describe())
    {
        Config::SetDefault(name, StringValue(value));
    }
}

} // namespace ns3
