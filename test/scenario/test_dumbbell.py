# SPDX-License-Identifier: GPL-2.0-only
"""Transfers over a dumbbell: what backlogged flows are served, and what is refused."""

import json

import pytest

MEGABYTE = 1_000_000
DISCIPLINES = {
    "ns3::PfqdQueueDisc": {"MaxQueue": "262144", "CollisionPolicy": "Exact"},
    "ns3::FqCoDelQueueDisc": {"MaxSize": "175p"},
    "ns3::DualPi2QueueDisc": {"MaxSize": "175p"},
    "ns3::FifoQueueDisc": {"MaxSize": "175p"},
}


@pytest.fixture(name="transfer")
def _transfer(simulate):
    def transfer(scheduler="ns3::PfqdQueueDisc", transports="ns3::TcpCubic", **options):
        return simulate(**{"topology": "dumbbell", "workload": "transfer", "flow_count": 2, "flow_bytes": MEGABYTE,
                           "link_rate": "12Mbps", "rtt": "20ms", "transports": transports,
                           "scheduler": scheduler, "scheduler_set": json.dumps(DISCIPLINES[scheduler]), **options})
    return transfer


def test_pfqd_serves_backlogged_flows_in_turn(transfer):
    run = transfer()
    found = run.summary["transfer"]
    assert found["largest_gap_packets"] <= 1
    assert found["service_ratio"] < 1.05
    assert found["service_ratio_beyond_a_packet"] < 1.05
    assert set(found["head_wait"]) == {"DHI"}  # too short for demotion
    for wait in found["head_wait"]["DHI"]:
        assert 0.85 < wait["mean"] < 1.05
    assert found["utilisation"] > 0.85
    assert found["drops"] == 0
    assert found["marks"] > 0
    assert [flow["done"] for flow in found["flows"]] == [True, True]
    profile = run.manifest["tcp_profile"]
    assert profile["ns3::TcpSocketBase::Timestamp"] == "false"
    assert profile["ns3::TcpSocketBase::UseEcn"] == "On"


@pytest.mark.parametrize("scheduler", DISCIPLINES)
def test_the_same_probe_measures_every_discipline(transfer, scheduler):
    found = transfer(scheduler, "ns3::TcpCubic,ns3::TcpBbr3").summary["transfer"]
    assert min(found["backlogged_bytes"]) > 0
    assert max(found["backlogged_bytes"]) <= 1.1 * MEGABYTE
    assert [flow["transport"] for flow in sorted(found["flows"], key=lambda flow: flow["flow"])] == \
        ["ns3::TcpCubic", "ns3::TcpBbr3"]
    tiers = {"ns3::PfqdQueueDisc": {"DHI"}, "ns3::FqCoDelQueueDisc": {"new", "old"}}
    assert set(found["head_wait"]) <= tiers.get(scheduler, {"queue"})


def test_a_run_can_be_repeated_and_the_seed_moves_the_phase(transfer):
    runs = [transfer(run=number).flows for number in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_flows_that_do_not_end_are_told(transfer):
    run = transfer(stop="200ms")
    assert [flow["done"] for flow in run.summary["transfer"]["flows"]] == [False, False]
    assert run.warned("not completed")


@pytest.mark.parametrize("options, words", [
    ({"topology": "dumbbell", "workload": "poisson"}, "use transfer on native dumbbell"),
    ({"topology": "linear", "workload": "transfer"}, "use transfer on native dumbbell"),
    ({"topology": "dumbbell", "workload": "transfer", "stack": "light"}, "use transfer on native dumbbell"),
    ({"topology": "dumbbell", "workload": "transfer", "transports": "ns3::TcpBbr4"}, "ns3::TcpBbr"),
    ({"topology": "dumbbell", "workload": "transfer", "transports": "ns3::TcpCubic,"}, "transports"),
])
def test_refusals(program, options, words):
    done = program(out="out", **options)
    assert done.returncode != 0
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
