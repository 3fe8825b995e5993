# SPDX-License-Identifier: GPL-2.0-only
"""Compares the runs of the light fabric with the event loop, the native stack and each other."""

from __future__ import annotations

import re
from typing import Any, Sequence

from schedlab.bench_ratio import Ratio, at_least, at_most

NAME = re.compile(r"^Fabric/(?P<run>.+?)(?:/(?:iterations|repeats|manual_time|process_time).*)?$")
# What is compared: line, a counter, two runs, the bound on the first over the second.
PAIRS = (
    ("light, FIFO: CPU of a hop over the bare event loop's (Map)", "LightFifo/RadixHeap", "BareLoop/Map", 2.5),
    ("light, FIFO: the same, both with the radix heap", "LightFifo/RadixHeap", "BareLoop/RadixHeap", 2.5),
    ("light, FIFO: CPU of a hop over the native stack's", "LightFifo/RadixHeap", "Native", 1 / 15),
    ("light: P3PO over FIFO, pFabric ranks", "LightP3po/RadixHeap", "LightFifo/RadixHeap", 1.25),
    ("light: P3PO over FIFO, STFQ ranks", "LightP3poStfq/RadixHeap", "LightFifo/RadixHeap", 1.25),
)

# Absolute bounds: line, counter, what to multiply it with, bound.
LIMITS = {
    "NetbenchRun": ("run like NetBench's: CPU s per million packet-hops", "ns_per_hop", 1e-3, 1.4),
    "Flows20000": ("20,000 flows: GB resident", "resident_mb", 1e-3, 1.0),
    "Hosts1024": ("1,024 hosts: GB resident", "resident_mb", 1e-3, 2.0),
}


# The long run, and the short one whose CPU time for a packet-hop predicts it.
LONG, SHORT = "Flows20000", "LightP3poStfq/RadixHeap"


def least(results: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Counters of each run, of the repetition that took least CPU time: others were disturbed."""
    found: dict[str, dict[str, float]] = {}
    for entry in results:
        match = NAME.match(entry.get("run_name", entry.get("name", "")))
        if not match or "ns_per_hop" not in entry or entry.get("run_type") == "aggregate":
            continue
        best = found.get(match["run"])
        if best is None or entry["ns_per_hop"] < best["ns_per_hop"]:
            found[match["run"]] = entry
    return found


def ratios(results: Sequence[dict[str, Any]]) -> list[Ratio]:
    """The lines about the light fabric that these results can fill."""
    runs = least(results)
    lines = [at_most(what, runs[ours]["ns_per_hop"] / runs[theirs]["ns_per_hop"], bound)
             for what, ours, theirs, bound in PAIRS if ours in runs and theirs in runs]
    if "LightFifo/Map" in runs and "LightFifo/RadixHeap" in runs:
        gain = runs["LightFifo/Map"]["ns_per_hop"] / runs["LightFifo/RadixHeap"]["ns_per_hop"]
        lines.append(at_least("light, whole run: MapScheduler over the radix heap", gain, 1.3))
    for run, (what, counter, scale, bound) in LIMITS.items():
        if run in runs:
            lines.append(at_most(what, runs[run][counter] * scale, bound))
    lines += _prediction(results, runs)
    if "SmallFlows100000" in runs and "SmallFlows1000000" in runs:
        growth = runs["SmallFlows1000000"]["resident_mb"] / runs["SmallFlows100000"]["resident_mb"]
        lines.append(at_most("memory of 1,000,000 flows over that of 100,000", growth, 1.1))
    if "Hosts1024" in runs:
        lines.append(at_most("1,024 hosts: CPU s until the first event", runs["Hosts1024"]["setup_s"], 10))
    return lines


def _prediction(results: Sequence[dict[str, Any]], runs: dict[str, dict[str, float]]) -> list[Ratio]:
    """CPU seconds that the long run should take, and those that it took if it was run."""
    expected = [entry["expected_hops"] for entry in results if "expected_hops" in entry]
    if not expected or SHORT not in runs:
        return []
    predicted = expected[0] * runs[SHORT]["ns_per_hop"] * 1e-9
    lines = [Ratio(f"20,000 flows: CPU s predicted for {expected[0] / 1e6:.0f} million hops", predicted, "", True)]
    if LONG in runs:
        took = runs[LONG]["hops"] * runs[LONG]["ns_per_hop"] * 1e-9
        lines.append(at_most("20,000 flows: CPU s of the run over those predicted", took / predicted, 1.25))
    return lines
