# SPDX-License-Identifier: GPL-2.0-only
"""The ratio table of the benchmarks."""

import json

import pytest

from schedlab import bench


def entry(name, cpu, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "cpu_time": cpu, "time_unit": "ns", **more}


def median(name, cpu):
    return {**entry(name, cpu), "name": name + "_median", "run_type": "aggregate", "aggregate_name": "median"}


def table(results):
    return {ratio.what: (round(ratio.value, 3), ratio.holds) for ratio in bench.ratios(results)}


def test_the_median_of_repetitions_counts():
    assert bench.times([entry("a", 5), entry("a", 9), median("a", 7)]) == {"a": 7}
    assert bench.times([{**entry("a", 5), "time_unit": "us"}]) == {"a": 5000}
    assert bench.times([{**entry("a", 5), "error_occurred": True}, {"name": "b"}]) == {}


def test_ratios():
    lines = table([
        entry("MultimapPifo/uniform/1088", 300, allocs_per_packet=1.0),
        entry("PifoCore/uniform/1088", 100, allocs_per_packet=0.0),
        entry("PifoCore/uniform/100000", 310), entry("PifoCore/rising/1088", 100),
        entry("PifoCore/rising/100000", 150), entry("AifoCore/uniform/1088", 10, allocs_per_packet=0.5),
        entry("AifoCore/uniform/100000", 21),
        entry("Replay/FifoQueueDisc/64", 100), entry("Replay/PifoQueueDisc/64", 190),
    ])
    assert lines == {
        "PIFO faster than std::multimap, 1088 queued, uniform": (3.0, True),
        "Pifo: time at 100000 over 1088 queued (uniform)": (3.1, False),
        "Aifo: time at 100000 over 1088 queued (uniform)": (2.1, False),
        "PifoQueueDisc/64: time over FifoQueueDisc": (1.9, True),
        "PifoCore: allocations per packet, worst case": (0.0, True),
        "AifoCore: allocations per packet, worst case": (0.5, False),
    }


def test_nothing_to_compare():
    assert bench.ratio_text([]) == "no ratio to print"


@pytest.fixture(name="programs")
def _programs(tmp_path):
    """A benchmark program that writes one result."""
    result = json.dumps({"benchmarks": [entry("PifoCore/uniform/1088", 10, allocs_per_packet=0)]})
    program = tmp_path / "build" / "bin" / "core-bench"
    program.parent.mkdir(parents=True)
    program.write_text(f"""#!/bin/bash
for a in "$@"; do
  case $a in
    --benchmark_out=*) echo '{result}' >"${{a#*=}}" ;;
    --benchmark_list_tests) echo PifoCore/uniform/1088 ;;
    --benchmark_filter=none) exit 2 ;;
  esac
done
""", encoding="utf-8")
    program.chmod(0o755)
    return program.parent.parent


def test_bench_keeps_the_json_and_prints_the_table(call, programs, tmp_path):
    status, out, _ = call("bench", "core", SCHEDLAB_BUILD_DIR=str(programs))
    assert status == 0 and "PifoCore: allocations per packet" in out
    assert json.loads((tmp_path / "results/bench/core.json").read_text(encoding="utf-8"))["benchmarks"]
    assert call("bench", "--dry-run", SCHEDLAB_BUILD_DIR=str(programs))[1] == "PifoCore/uniform/1088\n"


def test_bench_mistakes(refused, programs, tmp_path):
    build = {"SCHEDLAB_BUILD_DIR": str(programs)}
    assert "did you mean core?" in refused("bench", "cor", **build)
    assert "there is no benchmark" in refused("bench", status=1, SCHEDLAB_BUILD_DIR=str(tmp_path))
    assert "ended with status 2" in refused("bench", "--filter", "none", status=1, **build)
