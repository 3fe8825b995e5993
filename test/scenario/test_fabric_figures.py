# SPDX-License-Identifier: GPL-2.0-only
"""The experiments on a fabric of hosts at a small size: what their tables must show, in wide bounds."""

import os
import subprocess
import sys

import pandas as pd
import pytest
from scenario_program import PROGRAM, ROOT

pytestmark = pytest.mark.xdist_group("fabric-figures")  # its tests share what one of them made


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory):
    """Runs experiments as a user does; their result directories."""
    place = tmp_path_factory.mktemp("fabric")

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "plotting"), "SCHEDLAB_SCENARIO": str(PROGRAM)}
        done = subprocess.run([sys.executable, "-m", "schedlab", "run", *words], cwd=place, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return place / "results"
    return run


def means(path, load=90):
    table = pd.read_csv(path)
    return table[table["load %"] == load].set_index("flow size")


def test_exact_schedulers_are_fastest_for_small_flows_of_stfq(run):
    results = run("fct-stfq", "delay-stfq", "throughput-stfq", "--loads", "90", "--seeds", "1", "--set", "flows=300",
                  "--schedulers", "pifo,p3po,ppqa,sp-pifo,aifo,rifo,fifo")
    fct = means(results / "fct-stfq/table.csv")
    small = fct.loc["< 100 KB"]
    for exact in ("PIFO", "P3PO", "PPQA"):
        assert small[exact] == pytest.approx(small["PIFO"], rel=0.02)
        for other in ("SP-PIFO", "AIFO", "RIFO"):
            assert small[exact] < 0.95 * small[other]
        assert small[exact] < 0.6 * small["FIFO"]
    assert (fct["censored"] == 0).all()
    totals = pd.read_csv(results / "fct-stfq/table3.csv").set_index("scheduler")
    assert (totals.loc[["PIFO", "P3PO", "PPQA"], "inversions per 1000"] == 0).all()
    assert (totals.loc[["SP-PIFO", "AIFO", "RIFO", "FIFO"], "inversions per 1000"] > 20).all()
    delay = means(results / "delay-stfq/table.csv").loc["< 100 KB"]
    assert delay["PIFO"] < 0.7 * delay["FIFO"]
    throughput = means(results / "throughput-stfq/table.csv").loc["10K"]
    assert throughput["PIFO"] > throughput[["AIFO", "RIFO", "FIFO"]].max()


def test_ranks_of_remaining_bytes_favour_small_flows(run):
    results = run("fct-pfabric", "--loads", "90", "--seeds", "1", "--set", "flows=300", "--schedulers",
                  "pifo,p3po,fifo")
    fct = means(results / "fct-pfabric/table.csv")
    small, large = fct.loc["< 100 KB"], fct.loc[">= 1 MB"]
    assert small["P3PO"] == pytest.approx(small["PIFO"], rel=0.02) and small["PIFO"] < 0.5 * small["FIFO"]
    assert large["PIFO"] > 1.1 * large["FIFO"]  # the head of a large flow starves behind its own tail
    totals = pd.read_csv(results / "fct-pfabric/table3.csv").set_index("scheduler")
    assert (totals.loc[["PIFO", "P3PO"], "inversions per 1000"] == 0).all()


@pytest.mark.parametrize("name, small", [("star", "< 100 KB"), ("datamining", "3K")])
def test_star_and_data_mining_follow(run, name, small):
    fct = means(run(name, "--seeds", "1", "--schedulers", "pifo,fifo") / name / "table.csv")
    assert fct.loc[small, "PIFO"] < 0.8 * fct.loc[small, "FIFO"]


def test_both_stacks_agree(run):
    table = pd.read_csv(run("native-vs-light", "--schedulers", "pifo", "--set", "flows=60", "--set",
                            "max_flow_bytes=100000") / "native-vs-light/table.csv")
    assert set(table["fabric"]) == {"star", "leaf-spine"} and len(table) >= 10
    assert (table["differs %"].abs() < 10).all()
