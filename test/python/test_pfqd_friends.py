# SPDX-License-Identifier: GPL-2.0-only
"""The smaller experiments with PFQD: their cells, their rows, and when a target is missed."""

import math
from types import SimpleNamespace

import pytest

from schedlab import experiments
from schedlab.experiments import pfqd_burst as burst
from schedlab.experiments import pfqd_flood as flood
from schedlab.experiments import pfqd_host as host
from schedlab.experiments._pfqd import target
from schedlab.schedulers import AQMS


def cells(name, size="quick"):
    experiment = experiments.find(name)
    return list(experiment.cells(size, [AQMS[each] for each in experiment.schedulers], [1]))


def result(*found):
    looks = [{"name": name, "label": AQMS[name].label} for name in ("pfqd", "fq", "tail-drop")]
    return SimpleNamespace(schedulers=looks, cells=[
        SimpleNamespace(labels=labels, summary={"transfer": transfer}) for labels, transfer in found])


def flows(*rates, **more):
    return {"flows": [{"flow": number + 1, "goodput_bps": rate, "timeouts": 0, "retransmits": 0, "done": True}
                      for number, rate in enumerate(rates)], **more}


@pytest.mark.parametrize("name, count", [("pfqd-host", 7), ("pfqd-flood", 12), ("pfqd-burst", 18), ("pfqd-many", 6)])
def test_quick_cells(name, count):
    assert len({cell.id for cell in cells(name)}) == count
    assert len(cells(name, "full")) >= count


def test_a_target_is_held_or_missed():
    assert target("x", 1.0, 0.9, 1.1) == {"target": "x", "ours": 1.0, "wanted": "0.9 to 1.1", "holds": "yes"}
    assert target("x", 1.2, 0.9, 1.1)["holds"] == "MISSED"
    assert target("x", 5, 2, math.inf)["wanted"] == ">= 2"
    assert target("x", 1, 0, 0) == {"target": "x", "ours": 1, "wanted": "0", "holds": "MISSED"}


def test_the_flood_has_a_port_and_a_rate():
    floods = {(cell.labels["flood"], cell.config.get("flood_port"), cell.config.get("flood_rate"))
              for cell in cells("pfqd-flood")}
    assert floods == {("none", None, None), ("UDP/9", 9, "60Mbps"), ("UDP/53", 53, "60Mbps")}


def test_flood_targets():
    turn, dns = 40e6 * flood.TURNS_RULE, 40e6 * flood.DNS_RULE
    made = result(({"scheduler": "pfqd", "flood": "UDP/9", "mbps": 60}, flows(turn, 1.2 * turn)),
                  ({"scheduler": "pfqd", "flood": "UDP/53", "mbps": 60}, flows(dns / 4, dns / 4)))
    rows = flood.targets(made)
    assert [row["ours"] for row in rows] == [1.0, 0, 0.5]
    assert [row["holds"] for row in rows] == ["yes", "yes", "MISSED"]


def test_the_host_has_the_scheduler():
    for cell in cells("pfqd-host"):
        assert cell.config["scheduler_position"] == "host"
    pfqd = next(cell for cell in cells("pfqd-host") if cell.id == "asked-pfqd-run1")
    assert pfqd.config["scheduler_set"] == {"Mode": "Host"}
    assert pfqd.config["pacing_rates"] == "4Mbps,8Mbps,16Mbps"


def test_host_targets():
    def transfer(early, *rates):
        return flows(*[rate * host.PAYLOAD for rate in rates], drops=0, marks=0,
                     pacing={"packets": 100, "early": early, "longest_burst": 1})

    made = result(({"case": "asked", "scheduler": "pfqd"}, transfer(0, 4e6, 8e6, 8e6)),
                  ({"case": "own", "scheduler": "pfqd"}, transfer(10, 1e6)))
    rows = host.targets(made)
    assert [row["ours"] for row in rows] == [1.0, 1.0, 0.5, 0, 0, 0.1, 0]
    assert [row["holds"] for row in rows] == ["yes", "yes", "MISSED", "yes", "yes", "MISSED", "yes"]


def test_the_rule_of_a_burst_window():
    payload = round(burst.PAYLOAD * 1_000_000)  # 8 Mbit with headers
    assert burst.rule_seconds(payload, 0) == pytest.approx(1, rel=1e-3)
    assert burst.rule_seconds(payload, 200) == pytest.approx(0.2, rel=1e-3)
    assert burst.rule_seconds(2 * payload, 200) == pytest.approx(0.2 + 1, rel=1e-3)


def test_times_are_those_of_the_slowest():
    labels = {"flows": 2, "bytes": 1_000_000, "window": 0}
    assert burst.times(result((labels, flows(8e6, 4e6)))) == {(2, 1_000_000, 0): 2.0}
