/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poller-parameters.h"

#include "scenario-value.h"
#include "type-factory.h"

#include "ns3/nic-app.h"
#include "ns3/sleep-law.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace v = scenario_value;
using schedlab::MetronomeParams;

namespace
{

/** Numbers parted by commas. */
std::vector<double>
Numbers(const v::Json& value)
{
    std::vector<double> numbers;
    const std::string text = v::Text(value);
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');)
    {
        numbers.push_back(v::Real(v::Json(part)));
        if (numbers.back() < 0)
        {
            throw std::invalid_argument("numbers of at least 0, parted by commas");
        }
    }
    return numbers;
}

int
Nice(const v::Json& value)
{
    const double nice = v::Real(value);
    if (nice != static_cast<int>(nice) || nice < -20 || nice > 19)
    {
        throw std::invalid_argument("a whole number from -20 to 19");
    }
    return static_cast<int>(nice);
}

} // namespace

PollerParameters::PollerParameters()
{
    PollerConfig& c = m_config;
    Add("name", "text", "run", "what to call the run", [&c](const Json& j) {
        c.name = v::Text(j);
    });
    AddPoller();
    AddWork();
    AddTraffic();
    AddHost();
    AddTime("duration", "150ms", "simulated time", c.duration);
    AddTime("sample_interval", "0us", "of the time series, 0us for none", c.sampleInterval);
    AddTime("path_latency",
            "0us",
            "added to every latency: cables, cards and the far end",
            c.pathLatency);
    AddCount("seed", 1, 1, "seed of all random streams", c.seed);
    Add("run", "number", 1, "run number of all random streams", [&c](const Json& j) {
        c.run = v::Whole(j, 0, 1ull << 51);
    });
}

void
PollerParameters::AddPoller()
{
    PollerConfig& c = m_config;
    MetronomeParams& m = c.metronome;
    AddChoice("poller",
              {"metronome", "busy", "fixed-sleep", "interrupt", "napi", "xdp", "empty-poll"},
              "what empties the rings",
              c.poller);
    AddCount("threads",
             0,
             0,
             "polling threads; 0: three with metronome, one for each queue with the others",
             c.threads);
    AddCount("queues", 1, 1, "receive queues", m.queues);
    AddTime("vbar", "10us", "metronome: target of the mean vacation", m.vBar);
    AddTime("tlong", "500us", "metronome: sleep after a lost race", m.tLong);
    AddTime("tfirst", "20us", "metronome: longest sleep before the first race", m.tFirst);
    AddTime("tshort", "10us", "metronome: sleep after a won race with ts_rule fixed", m.tShort);
    Add("alpha", "share", 0.75, "metronome: weight of the old load estimate", [&m](const Json& j) {
        m.alpha = v::Real(j);
    });
    Add("ts_rule",
        "name",
        "paper",
        "metronome: short timeout, paper, corrected, fixed or equal (to tlong)",
        [&m](const Json& j) {
            m.rule = MetronomeParams::RuleOf(v::OneOf(j, {"paper", "corrected", "fixed", "equal"}));
        });
    Add("m_over_n",
        "number",
        -1,
        "metronome: threads for each queue in the rule, -1 for threads / queues",
        [&m](const Json& j) { m.mOverN = v::Real(j); });
    Add("queue_pick",
        "name",
        "uniform-all",
        "metronome: queue after a lost race, uniform-all, uniform-other or scan",
        [&m](const Json& j) {
            const auto pick = v::OneOf(j, {"uniform-all", "uniform-other", "scan"});
            m.pick = pick == "scan"            ? MetronomeParams::SCAN
                     : pick == "uniform-other" ? MetronomeParams::UNIFORM_OTHER
                                               : MetronomeParams::UNIFORM_ALL;
        });
    Add("initial_queue",
        "name",
        "round-robin",
        "metronome: first queue of a thread, round-robin or same",
        [&m](const Json& j) {
            m.initial = v::OneOf(j, {"round-robin", "same"}) == "same"
                            ? MetronomeParams::SAME
                            : MetronomeParams::ROUND_ROBIN;
        });
    Add("sleep",
        "law",
        "uniform:2.5us:5.5us",
        "how long a timed sleep takes: exact, constant:T, uniform:A:B, jitter:S, "
        "lognormal:T:SIGMA, hr_sleep or nanosleep:SLACK",
        [&c](const Json& j) {
            c.sleep = v::Text(j);
            try
            {
                schedlab::SleepLaw{c.sleep};
            }
            catch (const std::invalid_argument& error)
            {
                throw std::invalid_argument(std::string("a sleep model, but ") + error.what());
            }
        });
    Add("sub_micro_return",
        "true|false",
        false,
        "a sleep below 1 us returns at once",
        [&c](const Json& j) { c.subMicroReturn = v::Truth(j); });
    AddTime("interval", "10us", "fixed-sleep: how long a thread asks to sleep", c.interval);
    AddTime("itr", "50us", "interrupt, napi, xdp: least time between interrupts of a queue", c.itr);
    AddCount("budget", 64, 1, "napi, xdp: most packets of a poll", c.budget);
}

void
PollerParameters::AddWork()
{
    PollerConfig& c = m_config;
    AddChoice("app",
              {"l3fwd", "ipsec", "flow-monitor"},
              "what the host does with a packet; sets costs, burst and ring unless they are given",
              c.app);
    const auto optional = [this](const char* name, const char* help, std::optional<uint32_t>& to) {
        Add(name, "packets", "auto", help, [&to](const Json& j) {
            to.reset();
            if (v::Text(j) != "auto")
            {
                to = v::Whole(j, 1, 1u << 24);
            }
        });
    };
    optional("burst", "most packets of a poll; auto: 32, with flow-monitor 256", c.burst);
    optional("ring_size",
             "packets of a receive ring, a power of two; auto: 4096, with ipsec 1024, with xdp 512",
             c.ringSize);
    AddCount("tx_batch", 32, 1, "packets that a thread collects before they leave", c.txBatch);
    AddCount("tx_direct", 16, 1, "packets of a burst that leave at once", c.txDirect);
    AddTime("tx_drain", "100us", "time between two drains of the transmit buffers", c.txDrain);
    Add("tx_latency",
        "true|false",
        false,
        "measure the time until a packet leaves as well",
        [&c](const Json& j) { c.txLatency = v::Truth(j); });
    AddCost("c_lock_ns", "trying a lock", c.cLock);
    AddCost("c_poll_ns", "polling a ring", c.cPoll);
    AddCost("c_pkt_ns", "handling a packet", c.cPkt);
    AddCost("c_byte_ns", "handling a byte", c.cByte);
    AddCost("c_txflush_ns", "handing a batch to the transmit ring", c.cFlush);
    AddCost("c_wake_ns", "falling asleep and waking up", c.cWake);
    AddCost("c_irq_ns", "an interrupt", c.cIrq);
}

void
PollerParameters::AddTraffic()
{
    PollerConfig& c = m_config;
    AddChoice("arrivals",
              {"cbr", "poisson", "fluid"},
              "packets at equal or exponential distances, or no packets but a fluid (metronome)",
              c.arrivals);
    Add("rate_mpps", "number", 14.88, "million packets a second", [&c](const Json& j) {
        c.rateMpps = v::Real(j);
        if (c.rateMpps < 0 || c.rateMpps > 1e4)
        {
            throw std::invalid_argument("from 0 to 10000");
        }
    });
    Add("rho",
        "numbers",
        "",
        "load of each queue, parted by commas, or one for all; instead of rate_mpps",
        [&c](const Json& j) {
            c.rho = Numbers(j);
            if (std::any_of(c.rho.begin(), c.rho.end(), [](double r) { return r >= 10; }))
            {
                throw std::invalid_argument("shares of what a core can do, such as 0.3");
            }
        });
    AddCount("frame_bytes", 64, 28, "bytes of a packet", c.frameBytes);
    AddCount("flows", 256, 1, "flows that the packets belong to in turn", c.flows);
    AddChoice("classifier",
              {"five-tuple", "round-robin", "table"},
              "how a packet's queue is chosen",
              c.classifier);
    Add("queue_weights",
        "numbers",
        "",
        "shares of the queues, parted by commas; empty for equal ones",
        [&c](const Json& j) { c.weights = Numbers(j); });
    AddChoice("profile",
              {"constant", "ramp"},
              "the rate: constant, or in steps from 0 up and down again",
              c.profile);
    AddCount("ramp_steps", 15, 1, "ramp: steps up, and as many down", c.rampSteps);
}

void
PollerParameters::AddHost()
{
    PollerConfig& c = m_config;
    AddCount("cores",
             0,
             0,
             "cores of the host; 0: four, or one for each thread if those are more",
             c.cores);
    AddChoice("governor",
              {"performance", "powersave", "ondemand"},
              "how the frequency of a core is chosen",
              c.governor);
    AddChoice("cstates", {"shallow", "deep"}, "idle states that the cores know", c.cStates);
    Add("nice", "number", 0, "nice value of the polling threads", [&c](const Json& j) {
        c.nice = Nice(j);
    });
    AddCount("hogs", 0, 0, "cores, from the first on, with a task that always runs", c.hogs);
    Add("hog_nice", "number", 0, "nice value of those tasks", [&c](const Json& j) {
        c.hogNice = Nice(j);
    });
    AddTime("dispatch_delay",
            "0us",
            "mean of the exponential time that taking over from a hog takes",
            c.dispatchDelay);
    AddChoice("share_model", {"cfs", "statistical"}, "how tasks share a core", c.shareModel);
}

void
PollerParameters::AddTime(const std::string& name,
                          const std::string& byDefault,
                          const std::string& help,
                          double& to)
{
    Add(name, "time", byDefault, help, [&to, name](const Json& j) {
        v::Duration(j); // says what a time looks like
        to = schedlab::SleepLaw::Nanoseconds(v::Text(j), name);
    });
}

void
PollerParameters::AddCount(const std::string& name,
                           uint32_t byDefault,
                           uint32_t least,
                           const std::string& help,
                           uint32_t& to)
{
    Add(name, "number", byDefault, help, [&to, least](const Json& j) {
        to = v::Whole(j, least, 1u << 30);
    });
}

void
PollerParameters::AddChoice(const std::string& name,
                            const std::vector<std::string>& names,
                            const std::string& help,
                            std::string& to)
{
    std::string all;
    for (const std::string& option : names)
    {
        all += (all.empty() ? "" : ", ") + option;
    }
    Add(name, "name", names[0], help + ": " + all, [&to, names](const Json& j) {
        to = v::OneOf(j, names);
    });
}

void
PollerParameters::AddCost(const std::string& name,
                          const std::string& help,
                          std::optional<double>& to)
{
    Add(name, "ns", "auto", "CPU time of " + help + "; auto: the poller's", [&to](const Json& j) {
        to.reset();
        if (v::Text(j) != "auto")
        {
            to = v::Real(j);
            if (*to < 0)
            {
                throw std::invalid_argument("auto or a number of at least 0");
            }
        }
    });
}

PollerConfig
PollerParameters::Finish() const
{
    PollerConfig c = m_config;
    const bool metronome = c.poller == "metronome";
    const uint32_t queues = c.metronome.queues;
    c.metronome.threads = c.threads > 0 ? c.threads : std::max(3u, queues);
    c.cores = c.cores > 0 ? c.cores : std::max({4u, queues, metronome ? c.metronome.threads : 0});
    const NicApp app = NicApp::Of(c.app);
    const bool kernel = c.poller == "interrupt" || c.poller == "napi" || c.poller == "xdp";
    if (!kernel)
    {
        c.cPkt = c.cPkt.value_or(app.packetCost);
    }
    c.cByte = c.cByte.value_or(app.byteCost);
    c.burst = c.burst.value_or(app.burst);
    c.ringSize = c.ringSize.value_or(c.poller == "xdp" ? 512 : app.ringSize);
    if ((*c.ringSize & (*c.ringSize - 1)) != 0)
    {
        throw ConfigurationError("ring_size " + std::to_string(*c.ringSize) +
                                 " is no power of two: use 1024, 2048, 4096 ...");
    }
    if (c.cPoll && *c.cPoll < 1)
    {
        throw ConfigurationError("c_poll_ns must be at least 1: a lock that is taken and released "
                                 "in one instant is not seen");
    }
    try
    {
        if (metronome)
        {
            c.metronome.Check();
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(std::string("metronome: ") + error.what());
    }
    if (c.poller == "busy" && c.threads > queues)
    {
        throw ConfigurationError("threads must not exceed queues with the poller busy");
    }
    if (c.poller == "xdp" && queues > c.cores)
    {
        throw ConfigurationError("xdp needs a core for each queue: raise cores or lower queues");
    }
    if (c.hogs > c.cores)
    {
        throw ConfigurationError("hogs must not exceed cores");
    }
    if (!c.weights.empty() && c.weights.size() != queues)
    {
        throw ConfigurationError("queue_weights has to have a number for each queue");
    }
    if (c.rho.size() > 1 && c.rho.size() != queues)
    {
        throw ConfigurationError("rho has to have one number, or one for each queue");
    }
    if (c.rho.size() == 1)
    {
        c.rho.assign(queues, c.rho[0]);
    }
    if (c.arrivals == "fluid" && !metronome)
    {
        throw ConfigurationError("arrivals fluid go with the poller metronome only");
    }
    if (c.arrivals == "fluid" &&
        std::any_of(c.rho.begin(), c.rho.end(), [](double r) { return r >= 1; }))
    {
        throw ConfigurationError("rho has to be below 1 with arrivals fluid");
    }
    if (!(c.duration > 0))
    {
        throw ConfigurationError("duration has to be above 0");
    }
    return c;
}

} // namespace ns3
