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


def fabric(run, ns, **counters):
    return entry(f"Fabric/{run}/iterations:1/repeats:3/manual_time", 1, ns_per_hop=ns, **counters)


def test_ratios_of_the_fabric_take_the_least_disturbed_repetition():
    lines = table([
        fabric("BareLoop/Map", 200), fabric("BareLoop/Map", 900), fabric("LightFifo/RadixHeap", 400),
        fabric("LightFifo/Map", 500), fabric("LightP3po/RadixHeap", 600), fabric("Native", 12000),
        {**fabric("Native", 1), "run_type": "aggregate"},
        fabric("NetbenchRun", 1500), fabric("Hosts1024", 700, setup_s=11, resident_mb=100),
        fabric("SmallFlows100000", 700, resident_mb=100), fabric("SmallFlows1000000", 700, resident_mb=120),
        fabric("LightP3poStfq/RadixHeap", 800), fabric("Flows20000", 700, resident_mb=999, hops=300e6),
        entry("Fabric/Expect20000/iterations:1/repeats:1/manual_time", 1, expected_hops=200e6),
    ])
    assert lines == {
        "light, FIFO: CPU of a hop over the bare event loop's (Map)": (2, True),
        "light, FIFO: CPU of a hop over the native stack's": (0.033, True),
        "light: P3PO over FIFO, pFabric ranks": (1.5, False),
        "light, whole run: MapScheduler over the radix heap": (1.25, False),
        "run like NetBench's: CPU s per million packet-hops": (1.5, False),
        "light: P3PO over FIFO, STFQ ranks": (2.0, False),
        "20,000 flows: GB resident": (0.999, True),
        "20,000 flows: CPU s predicted for 200 million hops": (160, True),
        "20,000 flows: CPU s of the run over those predicted": (1.312, False),
        "1,024 hosts: GB resident": (0.1, True),
        "1,024 hosts: CPU s until the first event": (11, False),
        "memory of 1,000,000 flows over that of 100,000": (1.2, False),
    }


def test_ratios_of_pfqd():
    """Growth, the other discipline, and the state of a flow."""
    state = {"model_bytes_per_flow": 36.0, "real_bytes_per_flow": 120.0}
    lines = table([
        entry("PfqdCore/turns/1", 30, allocs_per_packet=0.0, **state), entry("PfqdCore/turns/65536", 90, **state),
        entry("PfqdCore/cap/1", 30, **state), entry("PfqdCore/cap/65536", 600, **state),
        entry("PfqdPath/PfqdQueueDisc/64", 140), entry("PfqdPath/FqCoDelQueueDisc/64", 100),
    ])
    assert lines == {
        "PFQD: time at 65536 over 1 active flows (turns)": (3.0, True),
        "PFQD: time at 65536 over 1 active flows (cap)": (20.0, False),
        "PfqdQueueDisc: time over FqCoDelQueueDisc, 64 flows": (1.4, False),
        "PFQD: bytes of modelled state per flow": (36.0, True),
        "PFQD: bytes of the simulator per flow": (120.0, True),
        "PfqdCore: allocations per packet, worst case": (0.0, True),
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
