# SPDX-License-Identifier: GPL-2.0-only
"""Runs the Google Benchmark programs and prints the ratios between their results."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any, Sequence

from schedlab import bench_fabric as fabric
from schedlab import bench_pfqd as pfqd
from schedlab import bench_poller as poller
from schedlab.bench_ratio import Ratio
from schedlab.errors import UserError, unknown
from schedlab.results import read_json

SUFFIX = "-bench"


def run(directory: Path, names: Sequence[str], pattern: str | None, out: Path, dry: bool,
        full: bool = False) -> int:
    """Runs the chosen programs of `directory`, their JSON goes to `out`; prints the ratio table."""
    programs = {path.name.removesuffix(SUFFIX): path for path in sorted(directory.glob(f"*{SUFFIX}"))}
    if not programs:
        raise UserError(f"there is no benchmark in {directory}: build with ./schedlab bench", 1)
    for name in names:
        if name not in programs:
            raise unknown("benchmark", name, programs)
    results: list[dict[str, Any]] = []
    environment = {**os.environ, **({"SCHEDLAB_BENCH_FULL": "1"} if full else {})}
    for name in names or programs:
        command = [str(programs[name])] + ([f"--benchmark_filter={pattern}"] if pattern else [])
        if dry:
            subprocess.run([*command, "--benchmark_list_tests"], env=environment, check=False)
            continue
        path = out / f"{name}.json"
        try:
            out.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror}", 1) from None
        done = subprocess.run([*command, f"--benchmark_out={path}", "--benchmark_out_format=json"],
                              stdin=subprocess.DEVNULL, env=environment, check=False)
        if done.returncode:
            raise UserError(f"{programs[name].name} ended with status {done.returncode}", 1)
        results += read_json(path).get("benchmarks", [])
    if not dry:
        print(ratio_text(results))
    return 0


def times(results: Sequence[dict[str, Any]]) -> dict[str, float]:
    """CPU time by benchmark name in nanoseconds; the median where a benchmark was repeated."""
    unit = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    found: dict[str, float] = {}
    for entry in results:
        if "cpu_time" not in entry or entry.get("error_occurred"):
            continue
        if entry.get("run_type") == "aggregate" and entry.get("aggregate_name") != "median":
            continue
        name = entry.get("run_name", entry.get("name", ""))
        if entry.get("run_type") == "aggregate" or name not in found:
            found[name] = entry["cpu_time"] * unit.get(entry.get("time_unit", "ns"), 1.0)
    return found


def ratio_text(results: Sequence[dict[str, Any]]) -> str:
    """The ratio table as text."""
    lines = [f"  {ratio.what:<58} {ratio.value:8.2f}   {ratio.bound:<12} {'ok' if ratio.holds else 'MISSED'}"
             for ratio in ratios(results)]
    return "\n".join(["ratios (promised bounds on the right)"] + lines) if lines else "no ratio to print"


# Cores whose work must not depend on the queue's length; twice is left for the caches.
CONSTANT = ("SpPifo", "Aifo", "Rifo", "Fifo", "RankFifo")
CORE_NAME = re.compile(r"^(?P<core>\w+?)(?:Core)?/(?P<pattern>[\w-]+)/(?P<queued>\d+)$")
PATH_NAME = re.compile(r"^(?P<base>(?:.*/)?)(?P<disc>\w*QueueDisc)(?P<rest>\b.*)$")


def ratios(results: Sequence[dict[str, Any]]) -> list[Ratio]:
    """Everything the table knows how to compare in these results, the worst pattern of each."""
    found = times(results)
    cores: dict[str, dict[str, dict[int, float]]] = {}
    for name, value in found.items():
        if match := CORE_NAME.match(name):
            patterns = cores.setdefault(match["core"], {})
            patterns.setdefault(match["pattern"], {})[int(match["queued"])] = value
    return (_against_multimap(cores) + _growth(cores) + _against_fifo(found) + _allocations(results)
            + fabric.ratios(results) + pfqd.ratios(results, found) + poller.ratios(results))


def _against_multimap(cores: dict[str, dict[str, dict[int, float]]]) -> list[Ratio]:
    ours, theirs = cores.get("Pifo", {}), cores.get("MultimapPifo", {})
    return [Ratio(f"PIFO faster than std::multimap, 1088 queued, {pattern}",
                  theirs[pattern][1088] / ours[pattern][1088], ">= 2",
                  theirs[pattern][1088] >= 2 * ours[pattern][1088])
            for pattern in ours if 1088 in ours[pattern] and 1088 in theirs.get(pattern, {})]


def _growth(cores: dict[str, dict[str, dict[int, float]]]) -> list[Ratio]:
    lines = []
    for core, patterns in cores.items():
        growths = [(sizes[100000] / sizes[1088], pattern) for pattern, sizes in patterns.items()
                   if 100000 in sizes and 1088 in sizes]
        if growths and core != "MultimapPifo":
            worst, pattern = max(growths)
            bound = 2.0 if core in CONSTANT else 3.0
            lines.append(Ratio(f"{core}: time at 100000 over 1088 queued ({pattern})", worst,
                               f"<= {bound:g}", worst <= bound))
    return lines


def _against_fifo(found: dict[str, float]) -> list[Ratio]:
    lines = []
    for name, value in found.items():
        match = PATH_NAME.match(name)
        if not match or match["disc"] == "FifoQueueDisc":
            continue
        reference = found.get(f"{match['base']}FifoQueueDisc{match['rest']}")
        if reference:
            lines.append(Ratio(f"{match['disc']}{match['rest']}: time over FifoQueueDisc", value / reference,
                               "<= 2", value <= 2 * reference))
    return lines


def _allocations(results: Sequence[dict[str, Any]]) -> list[Ratio]:
    worst: dict[str, tuple[float, str]] = {}
    for entry in results:
        if "allocs_per_packet" in entry and entry.get("run_type") != "aggregate":
            name = entry.get("run_name", entry["name"])
            key = name.split("/")[0]
            worst[key] = max(worst.get(key, (-1.0, "")), (entry["allocs_per_packet"], name))
    return [Ratio(f"{key}: allocations per packet, worst case", value, "0", value == 0)
            for key, (value, _) in worst.items() if key != "MultimapPifo"]
