# SPDX-License-Identifier: GPL-2.0-only
"""Runs the Google Benchmark programs and prints the ratios between their results."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Sequence

from schedlab.errors import UserError, unknown
from schedlab.results import read_json

SUFFIX = "-bench"


def run(directory: Path, names: Sequence[str], pattern: str | None, out: Path, dry: bool) -> int:
    """Runs the chosen programs of `directory`, their JSON goes to `out`; prints the ratio table."""
    programs = {path.name.removesuffix(SUFFIX): path for path in sorted(directory.glob(f"*{SUFFIX}"))}
    if not programs:
        raise UserError(f"there is no benchmark in {directory}: build with ./schedlab bench", 1)
    for name in names:
        if name not in programs:
            raise unknown("benchmark", name, programs)
    results: list[dict[str, Any]] = []
    for name in names or programs:
        command = [str(programs[name])] + ([f"--benchmark_filter={pattern}"] if pattern else [])
        if dry:
            subprocess.run([*command, "--benchmark_list_tests"], check=False)
            continue
        path = out / f"{name}.json"
        try:
            out.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror}", 1) from None
        done = subprocess.run([*command, f"--benchmark_out={path}", "--benchmark_out_format=json"],
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise UserError(f"{programs[name].name} ended with status {done.returncode}", 1)
        results += read_json(path).get("benchmarks", [])
    if not dry:
        print(ratio_text(results))
    return 0


@dataclass(frozen=True)
class Ratio:
    """A line of the ratio table: what, measured, and the promised bound."""

    what: str
    value: float
    bound: str
    holds: bool


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


def ratios(results: Sequence[dict[str, Any]]) -> list[Ratio]:
    """Everything the table knows how to compare in these results."""
    found = [Ratio(f"allocations per packet, {entry['name']}", entry["allocs_per_packet"], "0",
                   entry["allocs_per_packet"] == 0)
             for entry in results if "allocs_per_packet" in entry]
    return found
