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


def test_a_drained_flow_goes_before_a_demoted_one(transfer):
    # BBRv3's few packets are new to PFQD each time: once CUBIC's flow is demoted each is served at once, and
    # few intervals have a packet of CUBIC's. Without demotion they take turns.
    def ratio(time):
        found = transfer("ns3::PfqdQueueDisc", "ns3::TcpCubic,ns3::TcpBbr3",
                         scheduler_set=json.dumps({**DISCIPLINES["ns3::PfqdQueueDisc"], "DemotionTime": time}))
        return found.summary["transfer"]["service_ratio"]

    assert ratio("100s") < 1.02
    assert ratio("200ms") > 1.05


def test_pfqd_at_the_host_paces_as_asked_and_a_fifo_does_not(simulate):
    def run(scheduler, attributes):
        return simulate(topology="dumbbell", workload="transfer", flow_count=2, flow_bytes=500_000, link_rate="40Mbps",
                        scheduler_position="host", pacing_rates="4Mbps,8Mbps", scheduler=scheduler,
                        scheduler_set=json.dumps(attributes)).summary["transfer"]

    paced = run("ns3::PfqdQueueDisc", {"Mode": "Host"})
    assert paced["pacing"]["packets"] > 600
    assert paced["pacing"]["early"] == 0
    assert (paced["drops"], paced["marks"]) == (0, 0)
    rates = [flow["goodput_bps"] for flow in sorted(paced["flows"], key=lambda flow: flow["flow"])]
    for rate, asked in zip(rates, (4e6, 8e6)):
        assert 0.9 < rate / asked / (1448 / 1488) < 1.01
    free = run("ns3::FifoQueueDisc", {"MaxSize": "10000p"})
    assert free["pacing"]["early"] > 0.9 * free["pacing"]["packets"]
    assert free["bottleneck_peak_packets"] > 10 * paced["bottleneck_peak_packets"]


@pytest.mark.parametrize("rate", [12, 40, 120, 200, 1000])
@pytest.mark.parametrize("rtt", [5, 10, 20, 50, 100])
def test_no_control_stalls_at_any_point_of_the_sweep(transfer, rate, rtt):
    run = transfer(transports="ns3::TcpCubic,ns3::TcpBbr3,ns3::TcpErc", flow_count=3, flow_bytes=400_000,
                   link_rate=f"{rate}Mbps", rtt=f"{rtt}ms", scheduler_set=json.dumps({"MaxQueue": "262144"}))
    flows = run.summary["transfer"]["flows"]
    assert [flow["done"] for flow in flows] == [True] * 3
    assert [flow["timeouts"] for flow in flows] == [0] * 3
    # Alone in a third of the link, with a round trip for each doubling of the initial window and for the setup.
    assert min(flow["goodput_bps"] for flow in flows) > 3.2e6 / (3 * 3.2 / rate + 12 * rtt / 1e3)


@pytest.mark.parametrize("port, least, most", [(9, 0.9, 1.2), (53, 0.22, 0.27)])
def test_a_flood_has_its_own_queue_unless_it_is_control(transfer, port, least, most):
    # Of each flow in terms of a turn in three; with DNS it has one in twelve.
    found = transfer(flood_rate="18Mbps", flood_port=port).summary["transfer"]
    slower = min(flow["goodput_bps"] for flow in found["flows"])
    assert least < slower / (12e6 * 1448 / (2 * 1488 + 1500)) < most
    assert sum(flow["retransmits"] for flow in found["flows"]) == 0
    assert found["flood"]["lost_share"] > 0.3


@pytest.mark.parametrize("options, words", [
    ({"topology": "dumbbell", "workload": "poisson"}, "use transfer on native dumbbell"),
    ({"topology": "linear", "workload": "transfer"}, "use transfer on native dumbbell"),
    ({"topology": "dumbbell", "workload": "transfer", "stack": "light"}, "use transfer on native dumbbell"),
    ({"topology": "dumbbell", "workload": "transfer", "transports": "ns3::TcpBbr4"}, "ns3::TcpBbr"),
    ({"topology": "dumbbell", "workload": "transfer", "transports": "ns3::TcpCubic,"}, "transports"),
    ({"topology": "dumbbell", "workload": "transfer", "pacing_rates": "own,fast"}, "pacing_rates"),
    ({"topology": "dumbbell", "workload": "transfer", "flood_rate": "0Mbps"}, "flood_rate"),
])
def test_refusals(program, options, words):
    done = program(out="out", **options)
    assert done.returncode != 0
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
