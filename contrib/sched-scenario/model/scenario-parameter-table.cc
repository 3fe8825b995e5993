/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-parameters.h"
#include "scenario-value.h"

namespace ns3
{

namespace v = scenario_value;
using scenario_value::Json;

namespace
{

constexpr uint32_t MOST32 = UINT32_MAX;

/** Calls read with the value unless it is "auto". @return what it read, or nothing */
template <typename Read>
auto
Unless(const Json& j, const char* word, Read read) -> std::optional<decltype(read(j))>
{
    if (j.is_string() && j.get<std::string>() == word)
    {
        return std::nullopt;
    }
    return read(j);
}

std::optional<uint32_t>
WholeOrAuto(const Json& j, uint64_t least, uint64_t most)
{
    return Unless(j, "auto", [=](const Json& x) -> uint32_t { return v::Whole(x, least, most); });
}

Time
Positive(const Json& j)
{
    const Time time = v::Duration(j);
    if (!time.IsStrictlyPositive())
    {
        throw std::invalid_argument("above 0");
    }
    return time;
}

double
Share(const Json& j, double most, const char* wanted)
{
    const double share = v::Real(j);
    if (!(share > 0 && share <= most))
    {
        throw std::invalid_argument(wanted);
    }
    return share;
}

} // namespace

void
ScenarioParameters::AddSubject()
{
    ScenarioConfig& c = m_config;
    AddText("name", "text", "run", "what to call the run", c.name);
    AddChoice("topology",
              "linear",
              "linear: two hosts joined by a switch; star: hosts around one switch; leaf-spine: "
              "hosts on leaves, each joined to each spine; dumbbell: pairs of hosts with unlimited "
              "access around one bottleneck; port: one sender into one port, no transport",
              {"linear", "star", "leaf-spine", "dumbbell", "port"},
              c.topology);
    AddChoice("stack",
              "native",
              "native: ns-3's TCP/IP and devices; light: the light fabric and its transport, made "
              "for large runs",
              {"native", "light"},
              c.stack);
    AddChoice(
        "workload",
        "poisson",
        "poisson: flows of random sizes between random hosts; incast: many hosts send to one; "
        "permutation: each host sends to one other and receives from one; flow-list: the "
        "flows of a file; staircase: long flows that join one after the other and leave in "
        "reverse order (native linear); transfer: flow_count flows of flow_bytes at once (native "
        "dumbbell); ranks: packets of random ranks (topology port)",
        {"poisson", "incast", "permutation", "flow-list", "staircase", "transfer", "ranks"},
        c.workload);

    AddText("scheduler", "TypeId", "ns3::FifoQueueDisc", "queue disc under test", c.scheduler);
    Add("scheduler_set",
        "attributes",
        Json::object(),
        "attributes of the queue disc, as a JSON object or NAME=VALUE,NAME=VALUE",
        [&c](const Json& j) { c.schedulerSet = v::Attributes(j); });
    AddChoice("scheduler_position",
              "all",
              "ports that get the scheduler: all, host or switch; the others get a FIFO as long. "
              "With one link rate the queue forms at the port of the sending host. dumbbell: the "
              "bottleneck, or with host the port of one host that sends all flows",
              {"all", "host", "switch"},
              c.schedulerPosition);
    AddText("ranker",
            "TypeId",
            "",
            "what computes the ranks at a rank-ordered queue disc; empty: the rank on the packet",
            c.ranker);
    Add("ranker_set",
        "attributes",
        Json::object(),
        "attributes of the ranker",
        [&c](const Json& j) { c.rankerSet = v::Attributes(j); });
    AddChoice("host_ranks",
              "none",
              "rank that hosts write on their packets: none, or pfabric, the bytes of the flow "
              "from this packet to its end",
              {"none", "pfabric"},
              c.hostRanks);

    Add("seed", "number", 1, "seed of all random streams", [&c](const Json& j) {
        c.seed = v::Whole(j, 1, MOST32);
    });
    Add("run", "number", 1, "run number of all random streams", [&c](const Json& j) {
        c.run = v::Whole(j, 0, 1ull << 51);
    });
}

void
ScenarioParameters::AddNetwork()
{
    ScenarioConfig& c = m_config;
    Add("hosts", "number", 64, "star: hosts", [&c](const Json& j) {
        c.hosts = v::Whole(j, 2, 10000);
    });
    Add("leaves", "number", 9, "leaf-spine: leaf switches", [&c](const Json& j) {
        c.leaves = v::Whole(j, 1, 1000);
    });
    Add("hosts_per_leaf", "number", 16, "leaf-spine: hosts of a leaf", [&c](const Json& j) {
        c.hostsPerLeaf = v::Whole(j, 1, 1000);
    });
    Add("spines", "number", 4, "leaf-spine: spine switches", [&c](const Json& j) {
        c.spines = v::Whole(j, 1, 1000);
    });
    Add("fabric_links",
        "number",
        1,
        "leaf-spine: parallel links between a leaf and a spine",
        [&c](const Json& j) { c.fabricLinks = v::Whole(j, 1, 100); });
    Add("fabric_rate",
        "rate",
        "400Gbps",
        "leaf-spine: rate of the links between leaves and spines",
        [&c](const Json& j) { c.fabricRate = v::Rate(j); });
    Add("link_rate",
        "rate",
        "100Gbps",
        "rate of every link, of a leaf-spine fabric that of the hosts' links",
        [&c](const Json& j) { c.linkRate = v::Rate(j); });
    Add("link_delay", "time", "1us", "propagation delay of every link", [&c](const Json& j) {
        c.linkDelay = v::Duration(j);
    });
    Add("device_queue",
        "size",
        "1p",
        "native: queue of a device below its queue disc; a longer one hides the discipline",
        [&c](const Json& j) { c.deviceQueue = v::Size(j); });
    Add("mtu_bytes", "bytes", 1500, "native: largest IP packet of a link", [&c](const Json& j) {
        c.mtuBytes = v::Whole(j, 68, 65535);
    });
    Add("ecmp_seed",
        "number",
        1,
        "leaf-spine: gives each switch the salt of its choice among equal paths",
        [&c](const Json& j) { c.ecmpSeed = v::Whole(j, 0, 1ull << 51); });
    AddChoice("ecmp_rule",
              "salted",
              "light: how a switch chooses among equal paths: salted, or netbench, the hash of "
              "that simulator, which takes no seed",
              {"salted", "netbench"},
              c.ecmpRule);
    Add("idle_bypass",
        "true|false",
        false,
        "light: a packet that finds a port idle is sent past its queue disc",
        [&c](const Json& j) { c.idleBypass = v::Truth(j); });
}

void
ScenarioParameters::AddTransport()
{
    ScenarioConfig& c = m_config;
    AddText("transport",
            "name or TypeId",
            "newreno",
            "congestion control: newreno, dctcp, light also pfabric, native also the TypeId of any",
            c.transport);
    AddChoice("transport_rules",
              "rfc",
              "light: what to follow where the RFCs and the simulator NetBench differ, rfc or "
              "netbench (windows of at most 65,535 bytes, no least timeout ...)",
              {"rfc", "netbench"},
              c.transportRules);
    Add("mss_bytes",
        "bytes",
        "auto",
        "payload of a full segment; auto: 1448, light 1380",
        [&c](const Json& j) { c.mssBytes = WholeOrAuto(j, 1, 65495); });
    Add("header_bytes",
        "bytes",
        120,
        "light: bytes on the wire beside the payload, and of a bare acknowledgement",
        [&c](const Json& j) { c.headerBytes = v::Whole(j, 1, 1000); });
    Add("init_cwnd_segments",
        "segments",
        "auto",
        "initial window; auto: 10, light 3, pfabric 30",
        [&c](const Json& j) { c.initialWindow = WholeOrAuto(j, 1, 1000); });
    Add("init_ssthresh_segments",
        "segments",
        "auto",
        "slow start threshold before any loss; auto: none, light 30",
        [&c](const Json& j) { c.initialSsthresh = WholeOrAuto(j, 2, 1u << 20); });
    Add("init_rto",
        "time",
        "auto",
        "retransmission timeout before any round trip was seen; auto: min_rto, light 300us, "
        "pfabric 96384ns",
        [&c](const Json& j) { c.initialRto = Unless(j, "auto", Positive); });
    Add("min_rto",
        "time",
        "auto",
        "least retransmission timeout; auto: 1ms, pfabric 96384ns, none with netbench rules",
        [&c](const Json& j) { c.minRto = Unless(j, "auto", v::Duration); });
    Add("socket_buffer",
        "bytes",
        "auto",
        "send and receive buffer of a socket, in the light stack the largest window; auto: twice "
        "the bandwidth-delay product with every queue on the path full, light no limit",
        [&c](const Json& j) {
            c.socketBufferText = v::Text(j);
            if (c.socketBufferText != "auto")
            {
                v::Whole(j, 1, 1u << 30);
            }
        });
}

void
ScenarioParameters::AddFlows()
{
    ScenarioConfig& c = m_config;
    Add("load",
        "share",
        0.5,
        "poisson: payload that arrives, as a share of the rate of the hosts' links, above 0 to 1",
        [&c](const Json& j) { c.load = Share(j, 1, "above 0 and at most 1"); });
    AddText("size_cdf",
            "name or path",
            "websearch",
            "poisson: distribution of flow sizes, websearch, datamining or a CSV file "
            "size_bytes,cdf",
            c.sizeCdf);
    AddChoice("cdf_interpolation",
              "linear",
              "poisson: sizes between two rows are equally likely (linear) or do not occur "
              "(discrete)",
              {"linear", "discrete"},
              c.cdfInterpolation);
    Add("flows", "number", 60, "poisson: flows that count", [&c](const Json& j) {
        c.flows = v::Whole(j, 1, MOST32 - 1);
    });
    Add("max_flow_bytes",
        "bytes",
        0,
        "poisson: larger flows are cut to this size, 0 for no limit",
        [&c](const Json& j) { c.maxFlowBytes = v::Whole(j, 0, 1ull << 50); });
    Add("flow_bytes",
        "bytes",
        20000,
        "incast, permutation, transfer: size of each flow",
        [&c](const Json& j) { c.flowBytes = v::Whole(j, 1, 1ull << 50); });
    Add("incast_receiver",
        "host",
        0,
        "incast: number of the host that receives",
        [&c](const Json& j) { c.incastReceiver = v::Whole(j, 0, MOST32); });
    Add("incast_senders",
        "hosts",
        "auto",
        "incast: how many hosts send; auto: all others",
        [&c](const Json& j) { c.incastSenders = WholeOrAuto(j, 1, MOST32); });
    AddText("flow_list",
            "path",
            "",
            "flow-list: a CSV file with the columns start_ns,src,dst,size_bytes and perhaps flow, "
            "the number of the flow",
            c.flowList);
    Add("warmup_flows",
        "number",
        0,
        "poisson: flows that start before those that count; flow-list: so many of the first do "
        "not count",
        [&c](const Json& j) { c.warmupFlows = v::Whole(j, 0, MOST32 - 1); });
    Add("drain",
        "time",
        "auto",
        "time that open flows are given after the last arrival; auto: 1 s and four times what the "
        "hosts' links need for the bytes still open",
        [&c](const Json& j) { c.drain = Unless(j, "auto", v::Duration); });
    Add("stop",
        "time",
        "none",
        "end of the run at the latest, from its beginning; none: when the flows are done",
        [&c](const Json& j) { c.stop = Unless(j, "none", Positive); });
    Add("size_bins",
        "bytes",
        "10000,20000,30000,50000,80000,200000,1000000,2000000,5000000,10000000",
        "upper edges of the bins of flow sizes in summary.json, rising, parted by commas",
        [&c](const Json& j) { c.sizeBins = v::Edges(j); });
    Add("max_censored_share",
        "share",
        0.05,
        "times of a bin are withheld where a larger share of its flows was not completed",
        [&c](const Json& j) { c.maxCensoredShare = Share(j, 1, "above 0 and at most 1"); });

    Add("flow_count", "number", 8, "staircase, transfer: flows", [&c](const Json& j) {
        c.flowCount = v::Whole(j, 1, 10000);
    });
    Add("rtt",
        "time",
        "20ms",
        "dumbbell: two-way propagation delay; link_rate is that of the bottleneck",
        [&c](const Json& j) { c.rtt = Positive(j); });
    Add("transports",
        "TypeIds",
        "ns3::TcpCubic",
        "transfer: congestion controls of the flows, parted by commas, repeated as needed",
        [&c](const Json& j) { c.transports = v::Names(j); });
    Add("pace_in_qdisc",
        "true|false",
        false,
        "transfer: rate-based congestion controls only tell the queue disc of their host the rate",
        [&c](const Json& j) { c.paceInQdisc = v::Truth(j); });
    Add("pacing_rates",
        "rates",
        "own",
        "transfer with the scheduler at the host: rates that the flows ask its queue disc for, "
        "parted by commas, repeated as needed; own: that of the congestion control",
        [&c](const Json& j) {
            c.pacingRates = v::Names(j);
            for (const std::string& rate : c.pacingRates)
            {
                if (rate != "own")
                {
                    v::Rate(rate);
                }
            }
        });
    Add("flood_rate",
        "rate",
        "none",
        "transfer: UDP packets of mtu_bytes that one more host sends meanwhile, or none",
        [&c](const Json& j) { c.floodRate = Unless(j, "none", v::Rate); });
    Add("flood_port", "number", 9, "transfer: UDP port that they are sent to", [&c](const Json& j) {
        c.floodPort = v::Whole(j, 1, 65535);
    });
    Add("join_interval",
        "time",
        "2ms",
        "staircase: time between two joins and between two leaves",
        [&c](const Json& j) { c.joinInterval = Positive(j); });
    Add("start_jitter",
        "time",
        "1us",
        "staircase, incast, permutation: each flow starts up to this much later, at random",
        [&c](const Json& j) { c.startJitter = v::Duration(j); });
    Add("weights",
        "numbers",
        "1",
        "staircase: weights of the flows in order of joining, parted by commas, repeated as "
        "needed; used by ns3::StfqRanker and the weighted fairness index",
        [&c](const Json& j) { c.weights = v::Weights(j); });
}

void
ScenarioParameters::AddMeasurements()
{
    ScenarioConfig& c = m_config;
    AddChoice("rank_distribution",
              "uniform",
              "ranks: uniform, exponential, poisson, convex or inverse",
              {"uniform", "exponential", "poisson", "convex", "inverse"},
              c.rankDistribution);
    Add("rank_max", "number", 100, "ranks: number of ranks, from 0", [&c](const Json& j) {
        c.rankMax = v::Whole(j, 1, 1000000);
    });
    Add("packets", "number", 20000, "ranks: packets to send", [&c](const Json& j) {
        c.packets = v::Whole(j, 1, 1ull << 40);
    });
    Add("packet_bytes", "bytes", 1500, "ranks: bytes of a packet", [&c](const Json& j) {
        c.packetBytes = v::Whole(j, 1, 65535);
    });
    Add("rank_flows",
        "flows",
        64,
        "ranks: flows that the packets belong to in turn",
        [&c](const Json& j) { c.rankFlows = v::Whole(j, 1, UINT32_MAX); });
    Add("offered_load",
        "share",
        1.2,
        "ranks: arriving bytes as a share of the link rate, Poisson arrivals",
        [&c](const Json& j) { c.offeredLoad = Share(j, 1000, "above 0 and at most 1000"); });

    Add("sample_interval",
        "time",
        "40us",
        "staircase: window of the throughput samples",
        [&c](const Json& j) { c.sampleInterval = Positive(j); });
    Add("inversions", "true|false", true, "count inversions at every port", [&c](const Json& j) {
        c.inversions = v::Truth(j);
    });
    Add("comparisons",
        "true|false",
        true,
        "count the comparisons of the modelled hardware",
        [&c](const Json& j) { c.comparisons = v::Truth(j); });
}

} // namespace ns3
