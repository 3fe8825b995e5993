# SPDX-License-Identifier: GPL-2.0-only
"""The command line with the real scenario program, at sizes of a second or two."""

import os
from pathlib import Path

import pandas as pd
import pytest

from support import ROOT
from schedlab import experiments
from schedlab.scenario import Scenario
from schedlab.schedulers import SCHEDULERS

PROGRAM = Path(os.environ.get("SCHEDLAB_BUILD_DIR", ROOT / "build")) / "bin" / "schedlab-scenario"


@pytest.fixture(name="real")
def _real(call):
    """Runs the command line with the real program; its standard output."""
    def real(*arguments):
        status, out, error = call(*arguments, SCHEDLAB_SCENARIO=str(PROGRAM))
        assert status == 0, error
        return out
    return real


def test_the_program_has_every_scheduler_with_its_settings():
    program = Scenario(PROGRAM)
    types = {entry["type_id"]: [a["name"] for a in entry["attributes"]] for entry in program.schedulers}
    for scheduler in SCHEDULERS.values():
        assert scheduler.type_id in types
        assert set(scheduler.settings) <= set(types[scheduler.type_id]), scheduler.name
    assert {"ns3::StfqRanker", "ns3::TagRanker"} <= {entry["type_id"] for entry in program.rankers}


@pytest.mark.parametrize("size", experiments.SIZES)
def test_every_cell_of_every_experiment_is_accepted(real, size):
    out = real("run", "all", "--dry-run", f"--{size}")
    assert len(out.splitlines()) > 500


def test_mistakes_get_the_program_s_own_words(refused):
    line = refused("run", "fairness", "--set", "join_interval=soon", SCHEDLAB_SCENARIO=str(PROGRAM))
    assert "join_interval" in line
    line = refused("run", "fairness", "--set", "scheduler_set.Colour=red", SCHEDLAB_SCENARIO=str(PROGRAM))
    assert "Colour" in line


def test_inversions(real, tmp_path):
    real("run", "inversions", "--schedulers", "pifo,p3po,ppqa,sp-pifo,fifo", "--set", "packets=3000")
    table = pd.read_csv(tmp_path / "results/inversions/table.csv", index_col="scheduler")
    assert list(table.columns) == ["uniform", "exponential", "poisson", "convex", "inverse"]
    for exact in ("PIFO", "P3PO", "PPQA"):
        assert (table.loc[exact] == 0).all()
    assert (table.loc["FIFO"] > 100).all()
    assert (table.loc["SP-PIFO"] < table.loc["FIFO"]).all()


def test_fairness(real, tmp_path):
    real("run", "fairness", "--schedulers", "pifo,fifo", "--set", "join_interval=1ms", "--set",
         "link_rate=10Gbps", "--set", "scheduler_set.MaxSize=200p")
    table = pd.read_csv(tmp_path / "results/fairness/table.csv").set_index(["scheduler", "weights"])
    assert table.loc[("PIFO", "equal"), "Jain's index"] > 0.9
    assert table.loc[("PIFO", "weighted"), "Jain's index"] > table.loc[("FIFO", "weighted"), "Jain's index"]
    assert table["8 active"].between(1 / 8, 1).all()


def test_comparisons(real, tmp_path):
    real("run", "comparisons", "--set", "flows=30", "--set", "max_flow_bytes=100000")
    table = pd.read_csv(tmp_path / "results/comparisons/table.csv")
    every = table[table["flows"] == "all"].set_index(["workload", "load %"])
    assert len(every) == 9
    assert (every[["PIFO", "P3PO", "PPQA"]] >= 0).all().all()
    for workload in ("websearch", "datamining", "websearch-open"):
        assert every.loc[(workload, 90), "PIFO"] > every.loc[(workload, 10), "PIFO"]


def test_one_seed_is_one_result(real, tmp_path):
    command = ["sweep", "--vary", "run=1,2", "--set", "flows=5", "--set", "max_flow_bytes=50000",
               "--set", "scheduler=ns3::PifoQueueDisc", "--set", "ranker=ns3::StfqRanker"]
    for place in ("a", "b"):
        real(*command, "--out", place)
    files = {(place, run): (tmp_path / place / "sweep/cells" / run / "flows.csv").read_bytes()
             for place in "ab" for run in "12"}
    assert files[("a", "1")] == files[("b", "1")] and files[("a", "2")] == files[("b", "2")]
    assert files[("a", "1")] != files[("a", "2")]
