# SPDX-License-Identifier: GPL-2.0-only
"""The sweep of the PFQD paper: its trials, its buffers, and the rows of its table."""

import pytest

from schedlab import experiments
from schedlab.experiments import pfqd_sweep as sweep
from schedlab.experiments._pfqd import attributes, buffer_bytes
from schedlab.schedulers import AQMS, select
from schedlab.sweep import estimate

EXPERIMENT = experiments.find("pfqd-sweep")
DISCIPLINES = [AQMS[name] for name in EXPERIMENT.schedulers]


def transfer(services=(10e6, 10e6), ratio=1.0, wait=1.0, tier="DHI"):
    flow = {"done": True, "timeouts": 1}
    return {"backlogged_bytes": list(services), "service_ratio": max(services) / min(services),
            "service_ratio_beyond_a_packet": 1.0,
            "goodput_ratio": ratio, "utilisation": 0.9, "drops": 3, "marks": 5, "flows": [flow, flow],
            "head_wait": {tier: [{"flow": 1, "packets": 100, "mean": wait}]}, "largest_gap_packets": 1}


def point(*transfers, rate=12, rtt=20):
    made = sweep.Point({"scheduler": "pfqd", "pair": "C-C", "rate": rate, "rtt": rtt})
    for each in transfers:
        made.add(each)
    return made


def test_the_full_size_is_the_papers():
    cells = list(EXPERIMENT.cells("full", DISCIPLINES, range(1, 11)))
    assert len(cells) == 4500
    assert len({cell.id for cell in cells}) == 4500
    assert EXPERIMENT.default_seeds["full"] == 10


def test_the_quick_size():
    assert len(list(EXPERIMENT.cells("quick", DISCIPLINES, [1]))) == 6 * 3 * 3


@pytest.mark.parametrize("variant, rate, rtt, expected", [
    ("literal", 12, 5, 11250), ("bounded", 12, 5, 11250), ("provisioned", 12, 5, 262144),
    ("provisioned", 1000, 100, 18750000), ("literal", 1000, 100, 18750000),
])
def test_buffers(variant, rate, rtt, expected):
    assert buffer_bytes(variant, rate, rtt) == expected


def test_every_discipline_gets_the_same_buffer():
    assert attributes(AQMS["pfqd"], "provisioned", 300000) == {"MaxQueue": "300000"}
    assert attributes(AQMS["fq-codel"], "provisioned", 300000) == {"MaxSize": "200p"}
    assert attributes(AQMS["dualpi2"], "literal", 11250) == {"MaxSize": "8p"}
    assert attributes(AQMS["pfqd"], "bounded", 300000)["LimitBufferFraction"] == "0.5"
    assert "LimitBufferFraction" not in attributes(AQMS["fq-codel"], "bounded", 300000)


def test_a_row_of_the_table():
    points = [point(transfer((12e6, 10e6), 1.1)), point(transfer((20e6, 10e6), 1.7), rtt=50),
              point(transfer((5e5, 1e7)), rtt=100)]
    row = sweep.table2_row({"name": "pfqd", "label": "PFQD"}, "C-C", points, sweep.read_paper())
    assert row["svc"] == "1.60 (1.04)"
    assert row["svc fair"] == "1/2 (25/25)"  # too little service in the third to be scored
    assert row["svc beyond 1p"] == "1.00"
    assert row["goodput"] == "1.27 (1.01)"
    assert row["goodput fair"] == "2/3 (25/25)"
    assert row["util %"] == "90 (83)"
    assert (row["drops"], row["marks"], row["timeouts"], row["unfinished"]) == (9, 15, 6, 0)


def test_the_other_control_stands_beside_the_papers():
    row = sweep.table2_row({"name": "dualpi2", "label": "DualPI2"}, "C-E", [point(transfer())], sweep.read_paper())
    assert row["svc"] == "1.00 (5.03)"


def test_waits_are_means_of_packets():
    points = [point(transfer(wait=1.0)), point(transfer(wait=0.5), transfer(wait=0.4, tier="DLO"))]
    assert sweep.mean_waits(points) == {"DHI": pytest.approx(0.75), "DLO": pytest.approx(0.4)}


def test_points_that_vary_with_the_seed():
    steady = point(transfer(ratio=1.0), transfer(ratio=1.001))
    varying = point(transfer(ratio=1.0), transfer(ratio=1.2))
    row = sweep.variation_row({"label": "PFQD"}, [steady, varying])
    assert row["points that vary"] == "1/2"


def test_short_names_of_disciplines():
    assert [s.type_id for s in select(["pfqd", "FQ-CoDel"], [])] == ["ns3::PfqdQueueDisc", "ns3::FqCoDelQueueDisc"]


def test_targets():
    even = point(transfer((10e6, 10e6)))
    uneven = sweep.Point({"scheduler": "dualpi2", "pair": "C-C", "rate": 12, "rtt": 20})
    uneven.add(transfer((20e6, 10e6), tier="queue"))
    rows = {row["target"]: row for row in sweep.targets([even, uneven])}
    assert rows["PFQD C-C: mean service ratio"]["ours"] == 1
    assert rows["PFQD C-C: wait in DHI"]["holds"] == "yes"
    assert rows["PFQD: share of scored points that are fair"]["ours"] == 1
    uneven.scheduler, even.scheduler = even.scheduler, uneven.scheduler
    rows = {row["target"]: row for row in sweep.targets([even, uneven])}
    assert rows["PFQD C-C: mean service ratio"]["holds"] == "MISSED"
    assert rows["PFQD: share of scored points that are fair"]["holds"] == "MISSED"


def test_the_full_size_has_an_estimate():
    costs = [(cell.cost, EXPERIMENT.cpu_seconds) for cell in EXPERIMENT.cells("full", DISCIPLINES, range(1, 11))]
    assert sum(cost for cost, _ in costs) == pytest.approx(5871, abs=2)
    assert estimate(costs, 2) == ", estimated 48:55 (1:37:51 of CPU time)"
    assert estimate([*costs, (1.0, None)], 2) == ""
    assert estimate([], 2) == ""
