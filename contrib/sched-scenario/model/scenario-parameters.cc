/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-parameters.h"

#include "scenario-value.h"
#include "type-factory.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iomanip>

namespace ns3
{

using scenario_value::Json;

ScenarioParameters::ScenarioParameters()
{
    namespace v = scenario_value;
    ScenarioConfig& c = m_config;
    const uint32_t most32 = UINT32_MAX;

    const auto text = [&](std::string& to) {
        return [&to](const Json& j) { to = scenario_value::Text(j); };
    };

    Add("name", "text", "run", "what to call the run", text(c.name));
    Add("topology",
        "name",
        "linear",
        "linear: two hosts joined by a switch; port: one sender into one port, no transport",
        [&](const Json& j) {
            c.topology = v::OneOf(j, {"linear", "port"});
        });
    Add("workload",
        "name",
        "poisson",
        "poisson: flows of random sizes between random hosts; staircase: long flows that join one "
        "after the other and leave in reverse order (both topology linear); ranks: packets of "
        "random ranks (topology port)",
        [&](const Json& j) {
            c.workload = v::OneOf(j, {"poisson", "staircase", "ranks"});
        });

    Add("scheduler", "TypeId", "ns3::FifoQueueDisc", "queue disc under test", text(c.scheduler));
    Add("scheduler_set",
        "attributes",
        Json::object(),
        "attributes of the queue disc, as a JSON object or NAME=VALUE,NAME=VALUE",
        [&](const Json& j) { c.schedulerSet = v::Attributes(j); });
    Add("scheduler_position",
        "name",
        "all",
        "ports that get the scheduler: all, host or switch; the others get a FIFO as long. With "
        "one "
        "link rate the queue forms at the port of the sending host",
        [&](const Json& j) {
            c.schedulerPosition = v::OneOf(j, {"all", "host", "switch"});
        });
    Add("ranker",
        "TypeId",
        "",
        "what computes the ranks at a rank-ordered queue disc; empty: the rank on the packet",
        text(c.ranker));
    Add("ranker_set", "attributes", Json::object(), "attributes of the ranker", [&](const Json& j) {
        c.rankerSet = v::Attributes(j);
    });

    Add("seed", "number", 1, "seed of all random streams", [&](const Json& j) {
        c.seed = v::Whole(j, 1, most32);
    });
    Add("run", "number", 1, "run number of all random streams", [&](const Json& j) {
        c.run = v::Whole(j, 0, 1ull << 51);
    });

    Add("link_rate", "rate", "100Gbps", "rate of every link", [&](const Json& j) {
        c.linkRate = v::Rate(j);
    });
    Add("link_delay", "time", "1us", "propagation delay of every link", [&](const Json& j) {
        c.linkDelay = v::Duration(j);
    });
    Add("device_queue",
        "size",
        "1p",
        "queue of a device below its queue disc; a longer one hides the discipline",
        [&](const Json& j) { c.deviceQueue = v::Size(j); });
    Add("mtu_bytes", "bytes", 1500, "largest IP packet of a link", [&](const Json& j) {
        c.mtuBytes = v::Whole(j, 68, 65535);
    });

    Add("transport",
        "TypeId",
        "ns3::TcpNewReno",
        "congestion control of the flows",
        text(c.transport));
    Add("mss_bytes", "bytes", 1448, "payload of a full TCP segment", [&](const Json& j) {
        c.mssBytes = v::Whole(j, 1, 65495);
    });
    Add("init_cwnd_segments", "segments", 10, "initial window of TCP", [&](const Json& j) {
        c.initCwndSegments = v::Whole(j, 1, 1000);
    });
    Add("min_rto", "time", "1ms", "least retransmission timeout of TCP", [&](const Json& j) {
        c.minRto = v::Duration(j);
    });
    Add("socket_buffer",
        "bytes",
        "auto",
        "send and receive buffer of a socket; auto: twice the bandwidth-delay product with every "
        "queue on the path full",
        [&](const Json& j) {
            c.socketBufferText = v::Text(j);
            if (c.socketBufferText != "auto")
            {
                v::Whole(j, 1, 1u << 30);
            }
        });

    Add("load",
        "share",
        0.5,
        "poisson: payload that arrives, as a share of the rate of the hosts' links, above 0 to 1",
        [&](const Json& j) {
            c.load = v::Real(j);
            if (!(c.load > 0 && c.load <= 1))
            {
                throw std::invalid_argument("above 0 and at most 1");
            }
        });
    Add("size_cdf",
        "name or path",
        "websearch",
        "poisson: distribution of flow sizes, websearch, datamining or a CSV file size_bytes,cdf",
        text(c.sizeCdf));
    Add("cdf_interpolation",
        "name",
        "linear",
        "poisson: sizes between two rows are equally likely (linear) or do not occur (discrete)",
        [&](const Json& j) {
            c.cdfInterpolation = v::OneOf(j, {"linear", "discrete"});
        });
    Add("flows", "number", 60, "poisson: flows that start", [&](const Json& j) {
        c.flows = v::Whole(j, 1, most32 - 1);
    });
    Add("max_flow_bytes",
        "bytes",
        0,
        "poisson: larger flows are cut to this size, 0 for no limit",
        [&](const Json& j) { c.maxFlowBytes = v::Whole(j, 0, 1ull << 50); });
    Add("drain",
        "time",
        "auto",
        "poisson: time that open flows are given after the last arrival; auto: 1 s and four times "
        "what the links need for the bytes still open",
        [&](const Json& j) {
            c.drain.reset();
            if (v::Text(j) != "auto")
            {
                c.drain = v::Duration(j);
            }
        });

    Add("flow_count", "number", 8, "staircase: flows", [&](const Json& j) {
        c.flowCount = v::Whole(j, 1, 10000);
    });
    Add("join_interval",
        "time",
        "2ms",
        "staircase: time between two joins and between two leaves",
        [&](const Json& j) {
            c.joinInterval = v::Duration(j);
            if (!c.joinInterval.IsStrictlyPositive())
            {
                throw std::invalid_argument("above 0");
            }
        });
    Add("start_jitter",
        "time",
        "1us",
        "staircase: each flow joins up to this much later, at random",
        [&](const Json& j) { c.startJitter = v::Duration(j); });
    Add("weights",
        "numbers",
        "1",
        "staircase: weights of the flows in order of joining, parted by commas, repeated as "
        "needed; "
        "used by ns3::StfqRanker and the weighted fairness index",
        [&](const Json& j) { c.weights = v::Weights(j); });

    Add("rank_distribution",
        "name",
        "uniform",
        "ranks: uniform, exponential, poisson, convex or inverse",
        [&](const Json& j) {
            c.rankDistribution =
                v::OneOf(j, {"uniform", "exponential", "poisson", "convex", "inverse"});
        });
    Add("rank_max", "number", 100, "ranks: number of ranks, from 0", [&](const Json& j) {
        c.rankMax = v::Whole(j, 1, 1000000);
    });
    Add("packets", "number", 20000, "ranks: packets to send", [&](const Json& j) {
        c.packets = v::Whole(j, 1, 1ull << 40);
    });
    Add("packet_bytes", "bytes", 1500, "ranks: bytes of a packet", [&](const Json& j) {
        c.packetBytes = v::Whole(j, 1, 65535);
    });
    Add("rank_flows",
        "flows",
        64,
        "ranks: flows that the packets belong to in turn",
        [&](const Json& j) { c.rankFlows = v::Whole(j, 1, UINT32_MAX); });
    Add("offered_load",
        "share",
        1.2,
        "ranks: arriving bytes as a share of the link rate, Poisson arrivals",
        [&](const Json& j) {
            c.offeredLoad = v::Real(j);
            if (!(c.offeredLoad > 0 && c.offeredLoad <= 1000))
            {
                throw std::invalid_argument("above 0 and at most 1000");
            }
        });

    Add("sample_interval",
        "time",
        "40us",
        "staircase: window of the throughput samples",
        [&](const Json& j) {
            c.sampleInterval = v::Duration(j);
            if (!c.sampleInterval.IsStrictlyPositive())
            {
                throw std::invalid_argument("above 0");
            }
        });
    Add("inversions", "true|false", true, "count inversions at every port", [&](const Json& j) {
        c.inversions = v::Truth(j);
    });
    Add("comparisons",
        "true|false",
        true,
        "count the comparisons of the modelled hardware",
        [&](const Json& j) { c.comparisons = v::Truth(j); });
}

void
ScenarioParameters::Add(const std::string& name,
                        const std::string& unit,
                        const Json& byDefault,
                        const std::string& help,
                        std::function<void(const Json&)> assign)
{
    assign(byDefault);
    m_table.push_back({{name, unit, help}, byDefault, std::move(assign)});
}

std::vector<ScenarioParameters::Info>
ScenarioParameters::GetInfos() const
{
    std::vector<Info> infos;
    for (const Parameter& parameter : m_table)
    {
        infos.push_back(parameter.info);
    }
    return infos;
}

ScenarioParameters::Parameter&
ScenarioParameters::Find(const std::string& name)
{
    std::vector<std::string> names;
    for (Parameter& parameter : m_table)
    {
        if (parameter.info.name == name)
        {
            return parameter;
        }
        names.push_back(parameter.info.name);
    }
    throw ConfigurationError("unknown parameter " + name + ": did you mean " +
                             TypeFactory::Nearest(name, names) + "?");
}

void
ScenarioParameters::Set(const std::string& name, const Json& value)
{
    Parameter& parameter = Find(name);
    try
    {
        parameter.assign(value);
    }
    catch (const std::invalid_argument& wanted)
    {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        throw ConfigurationError("bad value '" + shown + "' of parameter " + name +
                                 ": it has to be " + wanted.what());
    }
    // Numbers and booleans of a command line are printed like those of a file.
    const bool typed = parameter.value.is_number() || parameter.value.is_boolean();
    const Json parsed =
        value.is_string() && typed ? Json::parse(value.get<std::string>(), nullptr, false) : value;
    const bool attributes = parameter.value.is_object() && value.is_string();
    parameter.value = attributes              ? Json(scenario_value::Attributes(value))
                      : parsed.is_discarded() ? value
                                              : parsed;
}

void
ScenarioParameters::Set(const std::string& name, const std::string& text)
{
    Set(name, Json(text));
}

void
ScenarioParameters::Read(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ConfigurationError("cannot read " + path + ": " + std::strerror(errno));
    }
    Json object;
    try
    {
        object = Json::parse(in);
    }
    catch (const Json::parse_error& error)
    {
        throw ConfigurationError(path + " is no JSON: " + error.what());
    }
    if (!object.is_object())
    {
        throw ConfigurationError(path + " has to hold one JSON object of parameters");
    }
    for (const auto& [name, value] : object.items())
    {
        Set(name, value);
    }
}

ScenarioConfig
ScenarioParameters::Finish() const
{
    const ScenarioConfig& c = m_config;
    if ((c.topology == "port") != (c.workload == "ranks"))
    {
        throw ConfigurationError("workload " + c.workload + " does not run on topology " +
                                 c.topology +
                                 ": use poisson or staircase on linear, ranks on port");
    }
    if (c.mssBytes + 40 > c.mtuBytes && c.topology != "port")
    {
        throw ConfigurationError("mss_bytes " + std::to_string(c.mssBytes) +
                                 " and 40 bytes of headers do not fit mtu_bytes " +
                                 std::to_string(c.mtuBytes) + ": make one of them fit");
    }
    if (c.packetBytes > c.mtuBytes && c.topology == "port")
    {
        throw ConfigurationError("packet_bytes " + std::to_string(c.packetBytes) +
                                 " exceed mtu_bytes " + std::to_string(c.mtuBytes) +
                                 ": make one of them fit");
    }
    if (c.ranker.empty() && !c.rankerSet.empty())
    {
        throw ConfigurationError("ranker_set without a ranker: set ranker too");
    }
    return c;
}

Json
ScenarioParameters::ToJson() const
{
    Json json = Json::object();
    for (const Parameter& parameter : m_table)
    {
        json[parameter.info.name] = parameter.value;
    }
    return json;
}

void
ScenarioParameters::PrintHelp(std::ostream& out) const
{
    const std::size_t column = 28;
    for (const Parameter& parameter : m_table)
    {
        const Info& info = parameter.info;
        const std::string left = "  --" + info.name + "=" + info.unit;
        const std::string value = parameter.value.is_string() ? parameter.value.get<std::string>()
                                                              : parameter.value.dump();
        out << std::left << std::setw(column) << left << (left.size() >= column ? "\n" : "");
        if (left.size() >= column)
        {
            out << std::string(column, ' ');
        }
        out << "[" << value << "] " << info.help << "\n";
    }
}

} // namespace ns3
