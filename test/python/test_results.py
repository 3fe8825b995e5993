# SPDX-License-Identifier: GPL-2.0-only
"""Readers refuse what does not follow the schema; tables and figures are made of what does."""

import json
import math
import re

import pytest

from schedlab import experiments, figures
from schedlab.results import ExperimentResult, ResultError, RunResult

pytestmark = pytest.mark.xdist_group("results")  # its tests share what one of them made


@pytest.fixture(name="results", scope="module")
def _results(tmp_path_factory):
    """One run of what runs by default, with two seeds, through the stand-in program."""
    import os
    import subprocess
    import sys

    from support import FAKE, ROOT

    place = tmp_path_factory.mktemp("all")
    done = subprocess.run(
        [sys.executable, "-m", "schedlab", "run", "--seeds", "2", "--schedulers",
         "pifo,p3po,ns3::MyOwnQueueDisc"], cwd=place, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "plotting"), "SCHEDLAB_SCENARIO": str(FAKE)})
    assert done.returncode == 0, done.stderr
    return place / "results", done.stdout


def test_every_experiment_has_its_files(results):
    place, out = results
    for name in (name for name, experiment in experiments.registry().items() if experiment.by_default):
        text = (place / name / "table.txt").read_text(encoding="utf-8")
        assert text in out + "\n"
        assert "QUICK size" in text and "2 seeds with 95 % confidence" in text
        assert "The paper:" in text and "What you should see:" in text and "my-own" in text
        assert (place / name / "table.csv").stat().st_size > 50
        pictures = list((place / name / "figures").iterdir())
        assert len(pictures) >= 4
        for picture in pictures:
            assert picture.stat().st_size > 5000, picture
            head = picture.read_bytes()[:200]
            assert head.startswith(b"\x89PNG") if picture.suffix == ".png" else b"<svg" in head or b"<?xml" in head
        assert all(f"{picture.name}" in out for picture in pictures if picture.suffix == ".png")


def test_plot_draws_the_same_again(results, call):
    place, out = results
    before = {path: path.read_bytes() for path in place.glob("inversions/*/*.svg")}
    status, again, _ = call("plot", place / "inversions")
    assert status == 0 and len(before) == 2
    assert {path: path.read_bytes() for path in before} == before
    strip = re.compile(r"^  \S*/figures/", re.M)
    assert strip.sub("  ", again) in strip.sub("  ", out)


def test_a_second_run_only_prints(results, call):
    place, out = results
    before = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
    status, again, error = call("run", "--seeds", 2, "--schedulers", "pifo,p3po,MyOwnQueueDisc", "--out", place)
    assert status == 0 and error == "96 cells are there already\n"
    assert again.replace(f"{place}/", "results/") == out
    assert {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()} == before


def test_a_missing_cell_is_told(results, tmp_path):
    import shutil

    place = tmp_path / "inversions"
    shutil.copytree(results[0] / "inversions", place)
    shutil.rmtree(place / "cells" / "uniform-pifo-run1")
    caption = experiments.find("inversions").caption(ExperimentResult(place))
    assert "1 of 30 cells are missing" in caption


def test_saved_comparisons_against_the_paper(results):
    result = ExperimentResult(results[0] / "comparisons")
    table = next(iter(experiments.find("comparisons").tables(result).values()))
    row = table[(table["workload"] == "websearch") & (table["load %"] == 90)
                & (table["flows"] == "<= 10 KB")].iloc[0]
    # The stand-in's comparisons grow with its grade, which is 2 for PIFO and 3 for P3PO.
    assert math.isclose(row["P3PO saves %"], -50)
    assert row["P3PO paper %"] == "89.3"


def test_the_idle_port_rule_compares_flows_by_number():
    """Two runs list their flows in the order in which they ended."""
    import pandas as pd
    from types import SimpleNamespace

    def cell(variant, times):
        frame = pd.DataFrame([{"id": flow, "fct_ns": ns} for flow, ns in times])
        return SimpleNamespace(labels={"scheme": "sppifo", "variant": variant}, summary={"bypassed": 3},
                               table=lambda _name: frame)

    cells = [cell("netbench-idle", [(1, 10), (2, 20), (3, math.nan)]),
             cell("netbench-noidle", [(2, 23), (1, 10), (3, math.nan)])]
    table = experiments.find("netbench-parity")._idle_rule(SimpleNamespace(cells=cells))
    assert table.to_dict("records") == [{"scheme": "SP-PIFO", "packets past a queue": 3, "flows with another time": 1,
                                         "mean changes by %": pytest.approx(10)}]


def test_weighted_shares():
    from schedlab.experiments.fairness import shares_by_weight

    import pandas as pd

    class Cell:
        """Two flows of weight 1 and 3 which get 20 and 60 in the last half interval."""

        @staticmethod
        def table(name):
            if name == "flows.csv":
                return pd.DataFrame({"id": [0, 1], "weight": [1, 3], "start_ns": [0, 100]})
            return pd.DataFrame({"time_ns": [100, 100, 180, 180, 180], "key": ["0", "1", "0", "1", "x"],
                                 "value": [90.0, 1.0, 20.0, 60.0, 5.0],
                                 "series": ["throughput_bps"] * 4 + ["jain"]})

    assert shares_by_weight(Cell()) == [1.0, 1.0]


def test_confidence_interval():
    assert figures.mean_ci([3.0]) == (3.0, 0.0)
    mean, half = figures.mean_ci([1.0, 2.0, 3.0, math.nan])
    assert mean == 2.0 and math.isclose(half, 4.303 / math.sqrt(3))
    assert math.isnan(figures.mean_ci([])[0])


def directory_of(tmp_path, **files):
    for name, text in files.items():
        (tmp_path / name.replace("_json", ".json").replace("_csv", ".csv")).write_text(text, encoding="utf-8")
    return tmp_path


def test_another_schema_version_is_refused(tmp_path):
    directory_of(tmp_path, manifest_json='{"schema_version": 2}')
    with pytest.raises(ResultError, match="schema version 2, this reader knows 1"):
        RunResult(tmp_path).table("flows.csv")


@pytest.mark.parametrize("text, wanted", [
    ("", "no readable CSV"),
    ("rank,dequeues\n1,2\n", "lacks the column 'inversions'"),
    ("rank,dequeues,inversions\n1,2,3\n2,x,1\n", "line 3: 'x' in column 'dequeues' is no number"),
    ("rank,dequeues,inversions\n1,2,3\n2,1,1,9,9\n", "no readable CSV"),
])
def test_bad_tables_are_refused(tmp_path, text, wanted):
    directory_of(tmp_path, manifest_json='{"schema_version": 1}', inversion_histogram_csv=text)
    with pytest.raises(ResultError, match=wanted):
        RunResult(tmp_path).table("inversion_histogram.csv")


def test_missing_and_broken_files_are_refused(tmp_path):
    with pytest.raises(ResultError, match="cannot read .*manifest.json"):
        RunResult(tmp_path).manifest  # pylint: disable=expression-not-assigned
    directory_of(tmp_path, manifest_json="{")
    with pytest.raises(ResultError, match="is not JSON"):
        RunResult(tmp_path).manifest  # pylint: disable=expression-not-assigned
    directory_of(tmp_path, manifest_json=json.dumps({"schema_version": 1}))
    with pytest.raises(ResultError, match="cannot read .*flows.csv"):
        RunResult(tmp_path).table("flows.csv")
    with pytest.raises(ResultError, match="lists no cells"):
        ExperimentResult(tmp_path)
