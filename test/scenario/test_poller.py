# SPDX-License-Identifier: GPL-2.0-only
"""The program that runs a polled network card: numbers, files and refusals."""

import json
import os
import subprocess

import pytest
from scenario_program import BUILD, PROGRAM, ROOT

POLLER = BUILD / "bin" / "schedlab-poller"


@pytest.fixture(name="poll")
def _poll(tmp_path):
    """Runs a simulation that has to succeed: its summary."""
    count = 0

    def poll(**options):
        nonlocal count
        count += 1
        out = tmp_path / f"out{count}"
        done = subprocess.run([POLLER, f"--out={out}", *(f"--{name}={value}" for name, value in options.items())],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        manifest = json.loads((out / "manifest.json").read_text())
        assert manifest["schema_version"] == 1 and manifest["config"]["poller"] == options.get("poller", "metronome")
        return json.loads((out / "summary.json").read_text())
    return poll


@pytest.fixture(name="refused")
def _refused(tmp_path):
    """Runs a simulation that has to be refused with one line: that line."""
    def refused(**options):
        done = subprocess.run([POLLER, f"--out={tmp_path / 'no'}", *(f"--{n}={v}" for n, v in options.items())],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60)
        lines = done.stderr.splitlines()
        assert done.returncode == 2 and len(lines) == 1 and lines[0].startswith("schedlab-poller: "), done.stderr
        assert not list(tmp_path.glob("no*"))
        return lines[0]
    return refused


def test_line_rate_is_that_of_the_calibration(poll):
    summary = poll(duration="30ms")
    for name, value, tolerance in (("cpu_percent", 60.2, 2), ("mean_vacation_us", 18.75, 1.9),
                                   ("mean_busy_us", 21.64, 2.2), ("rho_estimate", .536, .02), ("t_short_us", 16.42, 1),
                                   ("busy_tries_percent", 13.6, 2), ("wakeups_per_s", 28600, 2000),
                                   ("latency_mean_us", 10.41, 1)):
        assert abs(summary[name] - value) < tolerance, name
    assert summary["ring_drops"] == 0 and summary["latency_p99_us"] > summary["latency_mean_us"]


def test_a_row_of_the_protocol_can_be_asked_for(poll):
    summary = poll(arrivals="fluid", rho=0.3, threads=3, sleep="jitter:0.1", ts_rule="fixed", tshort="21.583us",
                   duration="1s")
    assert abs(summary["mean_vacation_us"] / 18.884 - 1) < 0.03
    assert abs(summary["theory"]["vacation_us"] - 18.884) < 0.01
    assert abs(summary["busy_tries_percent"] - 8.93) < 1.5


def test_the_same_seed_gives_the_same_run_and_another_one_another(poll):
    first, again, other = (poll(duration="5ms", rate_mpps=5, run=run) for run in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("poller", ["busy", "fixed-sleep", "interrupt", "napi", "xdp", "empty-poll"])
def test_every_poller_delivers(poll, poller):
    summary = poll(poller=poller, queues=2, rate_mpps=0.5, duration="5ms")
    assert summary["ring_drops"] == 0 and summary["delivered"] > 0.97 * summary["received"] > 2000
    assert 0 < summary["cpu_percent"] <= 200 and summary["watts"] > 20


def test_small_batches_cost_a_little_and_save_time(poll):
    batches = poll(duration="20ms", c_txflush_ns=1.7, tx_latency="true")
    single = poll(duration="20ms", c_txflush_ns=1.7, tx_latency="true", tx_batch=1)
    assert 1 < single["cpu_percent"] - batches["cpu_percent"] < 4
    assert single["tx_latency_mean_us"] < batches["tx_latency_mean_us"]
    slow = {size: poll(duration="20ms", rate_mpps=0.2, tx_latency="true", tx_batch=size) for size in (1, 32)}
    assert slow[1]["tx_latency_mean_us"] + 30 < slow[32]["tx_latency_mean_us"]


def test_deep_idle_states_save_power_and_cost_time(poll):
    shallow, deep = (poll(duration="20ms", rate_mpps=0.1, cstates=states) for states in ("shallow", "deep"))
    assert deep["watts"] < shallow["watts"]
    assert deep["latency_mean_us"] > shallow["latency_mean_us"]


def test_governors_choose_between_power_and_cpu(poll):
    fast, slow, between = (poll(duration="60ms", rate_mpps=1, governor=name)
                           for name in ("performance", "powersave", "ondemand"))
    assert slow["watts"] < between["watts"] < fast["watts"]
    assert slow["cpu_percent"] > between["cpu_percent"] > fast["cpu_percent"]


@pytest.mark.parametrize("options, words", [
    ({"threads": 2, "queues": 4}, "at least the number of queues"),
    ({"vbar": "0us"}, "VBar must be above 0"),
    ({"tlong": "20us"}, "TLong"),
    ({"ring_size": 1000}, "power of two"),
    ({"poller": "metronom"}, "one of metronome"),
    ({"c_pkt_ns": -3}, "at least 0"),
    ({"c_poll_ns": 0}, "at least 1"),
    ({"sleep": "exakt"}, "sleep model"),
    ({"arrivals": "fluid", "rho": 1.2}, "below 1"),
    ({"arrivals": "fluid", "poller": "busy"}, "metronome only"),
    ({"vbr": "10us"}, "did you mean vbar"),
    ({"poller": "xdp", "queues": 8, "cores": 4}, "core for each queue"),
])
def test_what_makes_no_sense_is_refused(refused, options, words):
    assert words in refused(**options)


def test_the_launcher_prints_the_summary_of_the_one_cell_that_is_left(tmp_path):
    done = subprocess.run(
        ["/usr/bin/python3", "-m", "schedlab", "run", "metronome-model", "--json", "--out", str(tmp_path), "--set",
         "rho=0.3", "--set", "threads=3", "--set", "ts_rule=paper", "--set", "duration=100ms"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "plotting"), "SCHEDLAB_SCENARIO": str(PROGRAM)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert abs(summary["mean_vacation_us"] / 18.9 - 1) < 0.1 and "Acceptance" in done.stderr
