#!/usr/bin/python3 -IS
# SPDX-License-Identifier: GPL-2.0-only
"""A stand-in for the scenario program: the same arguments, files and errors, no simulation.

Its numbers only have the right form. Besides the real parameters it has fake_seconds (how long a run
takes), fake_fail (a message to fail with) and fake_log (a file that gets a line for every start).
"""

import json
import os
import signal
import sys
import time

DEFAULTS = {
    "name": "", "topology": "linear", "stack": "native", "workload": "poisson", "scheduler": "ns3::PifoQueueDisc",
    "scheduler_set": {}, "ranker": "ns3::StfqRanker", "ranker_set": {}, "seed": 1, "run": 1,
    "link_rate": "100Gbps", "link_delay": "1us", "fabric_rate": "400Gbps", "hosts": 64, "leaves": 9,
    "hosts_per_leaf": 16, "spines": 4, "ecmp_rule": "salted", "idle_bypass": False, "transport": "newreno",
    "transport_rules": "rfc", "mss_bytes": "auto", "header_bytes": 120, "init_cwnd_segments": "auto",
    "init_ssthresh_segments": "auto", "init_rto": "auto", "min_rto": "auto", "host_ranks": "none",
    "flow_list": "", "warmup_flows": 0, "stop": "none", "size_bins": "10000", "inversions": True,
    "comparisons": True, "load": 0.5, "size_cdf": "websearch", "flows": 10,
    "max_flow_bytes": 0, "socket_buffer": "auto", "rank_flows": 64,
    "flow_count": 8, "join_interval": "2ms", "weights": "1",
    "rank_distribution": "uniform", "rank_max": 100, "packets": 20000, "packet_bytes": 1500,
    "offered_load": 1.2, "sample_interval": "40us",
    "fake_seconds": 0.0, "fake_fail": "", "fake_log": "",
}
SCHEDULERS = ["RankFifo", "Pifo", "P3po", "Ppqa", "SpPifo", "Aifo", "Rifo", "Sifter", "MyOwn"]
OTHERS = ["Red", "Fifo"]  # queue discs that no list names, for they know no ranks
BINS = ["all", "<100000", "100000-999999", ">=1000000", "1000", "3000", "10000", "20000", "30000", "50000", "80000",
        "100000", "200000", "1000000", "2000000", "5000000", "10000000", ">10000000"]
RANKERS = ["StfqRanker", "TagRanker", "FcfsRanker"]


def fail(message, status=2):
    print(f"schedlab-scenario: {message}", file=sys.stderr)
    sys.exit(status)


def listing(names):
    return json.dumps([{"type_id": f"ns3::{name}",
                        "attributes": [{"name": "MaxSize", "default": "1088p", "help": "The limit."}]}
                       for name in names])


def arguments(words):
    config, options = dict(DEFAULTS), {}
    words = list(words)
    while words:
        word = words.pop(0)
        name, sign, value = word.removeprefix("--").partition("=")
        if name in ("print-config", "list-schedulers", "list-rankers", "progress"):
            options[name] = True
        elif name in ("config", "out"):
            options[name] = value if sign else words.pop(0)
            if name == "config":
                with open(options[name], encoding="utf-8") as file:
                    config.update(json.load(file))
        elif name not in DEFAULTS:
            fail(f"no parameter '{name}': see --help")
        else:
            config[name] = json.loads(value) if isinstance(DEFAULTS[name], (dict, float, int)) else value
    return config, options


def check(config):
    for name in config:
        if name not in DEFAULTS:
            fail(f"no parameter '{name}': see --help")
    if not 0 < float(config["load"]) < 10:
        fail(f"load {config['load']}: must be above 0")
    if config["scheduler"] not in [f"ns3::{name}QueueDisc" for name in SCHEDULERS + OTHERS]:
        fail(f"scheduler '{config['scheduler']}': see --list-schedulers")
    for attribute in config["scheduler_set"]:
        if config["scheduler"] != "ns3::RedQueueDisc" and attribute not in ("MaxSize", "Queues", "QueueSize", "PifoSize", "Fifos", "FifoSize", "Granularity"):
            fail(f"scheduler_set: {config['scheduler']} has no attribute '{attribute}'")


def write(config, out):
    def put(name, text):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)

    def table(name, columns, rows):
        text = [",".join(columns)] + [",".join(str(value) for value in row) for row in rows]
        put(name, "\n".join(text) + "\n")

    grade = (SCHEDULERS + OTHERS).index(config["scheduler"].removeprefix("ns3::").removesuffix("QueueDisc")) + 1
    weights = str(config["weights"]).split(",")
    interval = int(float(str(config["join_interval"]).removesuffix("ms")) * 1e6)
    staircase = config["workload"] == "staircase"
    sizes = [0] * 8 if staircase else [5000, 15000, 60000, 150000, 900000, 20000000]
    table("flows.csv",
          "id,class,src,dst,size_bytes,weight,start_ns,fct_ns,status,ideal_fct_ns,retransmits,rtos,"
          "delivered_bytes,mean_packet_delay_ns,packets,comparisons".split(","),
          [(i + 1, "flow", "h0", "h1", size, weights[i % len(weights)], i * interval, "", "done", "", 0, 0, size,
            1000, 10 + i, grade * float(config["load"]) * (i + 1)) for i, size in enumerate(sizes)])
    table("queues.csv",
          "node,device,port,scheduler,in,out,queued,drops,drops_limit,marks,peak_packets,peak_bytes,mean_packets,"
          "inversions,inversion_packets,inversion_magnitude,scan,cascade_scan,bound_tests,occupancy_tests,"
          "head_tests".split(","),
          [(0, 0, "host-egress", config["scheduler"], 1000, 985, 10, 5, 5, 0, 100, 150000, 20.5, grade * 10,
            grade * 12, grade * 55, grade * 700, grade * 90, 0, 0, 0)])
    samples = []
    for step in range(1, 33):
        now = step * interval // 2
        samples += [(now, "throughput_bps", i + 1, 1e10 * (i + 1)) for i in range(8)]
        samples.append((now, "jain", "", 1 - 0.01 * grade))
    table("samples.csv", ["time_ns", "series", "key", "value"], samples if staircase else [])
    table("inversion_histogram.csv", ["rank", "dequeues", "inversions"],
          [(rank, 10, grade % 3) for rank in range(100)])
    jain = {str(n): 1 - 0.01 * grade * n for n in range(1, 9)}
    put("summary.json", json.dumps(
        {"done": len(sizes), "censored": 0, "grade": grade, "bypassed": 0, "peak_packets": 100,
         "drops": {"host_egress": 5, "switch": 0}, "inversions": {"per_1000": 10.0 * grade},
         "bins": {name: {"count": 2, "censored": 0, "withheld": False, "fct_mean_ns": 1e4 * grade * place,
                         "fct_p99_ns": 2e4 * grade * place, "packet_delay_mean_ns": 1e3 * grade,
                         "throughput_mean_bps": 1e9 / grade, "rtos": 0}
                  for place, name in enumerate(BINS, 1)},
         "fairness": {"jain_mean": 0.9, "jain_p5": 0.8, "weighted_jain_mean": 0.85,
                      "jain_by_active_flows": jain, "weighted_jain_by_active_flows": jain}}))
    put("manifest.json", json.dumps(
        {"schema_version": 1, **config, "ns3_version": "fake", "wall_seconds": 0.0, "realised_load": 0.5}))


def main():
    config, options = arguments(sys.argv[1:])
    if "list-schedulers" in options:
        print(listing([f"{name}QueueDisc" for name in SCHEDULERS]))
        return
    if "list-rankers" in options:
        print(listing(RANKERS))
        return
    check(config)
    if "print-config" in options:
        print(json.dumps(config))
        return
    out = options["out"]
    part = out + ".part"

    def stop(number, _frame):
        os.rmdir(part)
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if config["fake_log"]:
        with open(config["fake_log"], "a", encoding="utf-8") as log:
            log.write(f"{os.getpid()} {os.path.basename(out)}\n")
    if config["fake_fail"]:
        print("progress 10 1", file=sys.stderr)
        fail(config["fake_fail"], 1)
    os.mkdir(part)
    end = time.monotonic() + float(config["fake_seconds"])
    while time.monotonic() < end:
        print(f"progress {100 * (1 - (end - time.monotonic()) / float(config['fake_seconds'])):.0f} 1",
              file=sys.stderr, flush=True)
        time.sleep(0.05)
    write(config, part)
    os.rename(part, out)


main()
