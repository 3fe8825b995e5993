# SPDX-License-Identifier: GPL-2.0-only
"""The three experiments at quick size, as `./schedlab run` makes them: what their figures must show.

The bounds are wide: they tell an experiment that has lost its meaning from one that has not.
"""

import os
import subprocess
import sys

import pandas as pd
import pytest
from scenario_program import PROGRAM, ROOT

pytestmark = pytest.mark.xdist_group("figures")  # its tests share what one of them made

EXACT = ("PIFO", "P3PO", "PPQA")  # in fairness; Sifter drops a flow's packets where its FIFO is full


@pytest.fixture(name="results", scope="module")
def _results(tmp_path_factory):
    """The result directories of one call without arguments."""
    place = tmp_path_factory.mktemp("quick")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "plotting"),
                   "SCHEDLAB_SCENARIO": str(PROGRAM)}
    done = subprocess.run([sys.executable, "-m", "schedlab", "run"], cwd=place, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return place / "results"


@pytest.fixture(name="inversions")
def _inversions(results):
    return pd.read_csv(results / "inversions/table.csv", index_col="scheduler")


@pytest.fixture(name="fairness")
def _fairness(results):
    return pd.read_csv(results / "fairness/table.csv").set_index(["weights", "scheduler"])


@pytest.fixture(name="comparisons")
def _comparisons(results):
    return pd.read_csv(results / "comparisons/table.csv").set_index(["workload", "load %", "flows"])


def test_exact_schedulers_have_no_inversions(inversions):
    for scheduler in (*EXACT, "Sifter"):
        assert (inversions.loc[scheduler] == 0).all()


def test_fifo_inverts_most(inversions):
    for scheduler in ("SP-PIFO", "AIFO", "RIFO"):
        assert (inversions.loc[scheduler] < inversions.loc["FIFO"]).all()
    assert (inversions.loc["SP-PIFO"] < inversions.loc["AIFO"]).all()
    assert (inversions.loc["FIFO"] > 500).all()


def test_exact_schedulers_share_the_link_by_weight(fairness):
    for weights in ("equal", "weighted"):
        for scheduler in EXACT:
            row = fairness.loc[(weights, scheduler)]
            assert row["Jain's index"] > (0.95 if weights == "equal" else 0.85), (weights, scheduler)
            assert row["8 active"] > (0.95 if weights == "equal" else 0.85), (weights, scheduler)


def test_approximate_schedulers_share_less_evenly(fairness):
    for scheduler in ("SP-PIFO", "AIFO", "RIFO"):
        assert fairness.loc[("equal", scheduler), "Jain's index"] < fairness.loc[("equal", "PIFO"), "Jain's index"]
        assert fairness.loc[("weighted", scheduler), "8 active"] < fairness.loc[("weighted", "P3PO"), "8 active"]


def test_fifo_cannot_weigh(fairness):
    fifo = fairness.loc[("weighted", "FIFO"), "8 active"]
    assert fifo < fairness.loc[("weighted", "PIFO"), "8 active"] - 0.05


@pytest.mark.parametrize("workload", ["websearch", "datamining", "websearch-open"])
def test_comparisons_grow_with_load_and_ppqa_needs_the_fewest(comparisons, workload):
    light, heavy = comparisons.loc[(workload, 10, "all")], comparisons.loc[(workload, 90, "all")]
    assert heavy["PIFO"] > 3 * light["PIFO"]
    assert heavy["PPQA"] < heavy["PIFO"]
    assert heavy["PPQA"] <= heavy["P3PO"]


def test_p3po_saves_most_comparisons_of_small_flows_under_load(comparisons):
    saved = comparisons["P3PO saves %"]
    assert abs(saved[("websearch", 10, "<= 10 KB")]) < 2
    assert 5 < saved[("websearch", 50, "<= 10 KB")] < 45
    assert 65 < saved[("websearch", 90, "<= 10 KB")] < 95
    assert 80 < saved[("websearch-open", 90, "<= 10 KB")] < 97


def test_every_port_was_used_and_no_flow_was_lost(results):
    for cell in (results / "comparisons/cells").iterdir():
        flows = pd.read_csv(cell / "flows.csv")
        assert (flows["status"] == "done").all(), cell
