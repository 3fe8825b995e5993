# SPDX-License-Identifier: GPL-2.0-only
"""The command line: what it lists, runs and refuses."""

import pytest


@pytest.mark.parametrize("arguments, wanted", [
    (["run", "fairnes"], "unknown experiment 'fairnes': did you mean fairness?"),
    (["run", "zzz"], "known are comparisons, datamining, "),
    (["run", "fct-stfq", "--loads", "0,50"], "'0,50' is no list of percentages"),
    (["run", "fct-stfq", "--stack", "heavy"], "unknown stack of fct-stfq 'heavy': known are light, native"),
    (["run", "fairness", "--loads", "50"], "fairness has no choice of loads"),
    (["run", "netbench-parity", "--set", "scheme=pifoo"], "did you mean pifo"),
    (["run", "fct-stfq", "--seeds", "1,x"], "'x' is not a number above 0"),
    (["run", "--schedulers", "pifo,sppifo"], "unknown scheduler 'sppifo': did you mean"),
    (["run", "--schedulers", "ns3::NoSuchQueueDisc"], "unknown scheduler 'ns3::NoSuchQueueDisc'"),
    (["run", "--schedulers", "pifo,pifo"], "named twice"),
    (["run", "--set", "lod=0.5"], "unknown parameter 'lod': did you mean load?"),
    (["run", "--set", "load"], "'load' is not NAME=VALUE"),
    (["run", "--set", "load=-3"], "load -3"),
    (["run", "--set", "scheduler_set.Colour=red"], "no attribute 'Colour'"),
    (["run", "--set", "scheduler_set=red"], "write scheduler_set.MaxSize=100p"),
    (["run", "--set", "load.x=1"], "write load=VALUE"),
    (["run", "--seeds", "0"], "'0' is not a number above 0"),
    (["run", "--jobs", "many"], "'many' is not a number above 0"),
    (["run", "--fulll"], "unknown option '--fulll': did you mean --full?"),
    (["run", "--quick", "--full"], "not allowed with"),
    (["plot"], "required: DIR"),
    (["plot", "nowhere"], "nowhere is no directory"),
    (["sweep", "--config", "nowhere.json"], "cannot read nowhere.json: No such file"),
    (["sweep", "--vary", "load"], "'load' is not NAME=VALUE"),
    (["sweep", "--vary", "load=1,,2"], "an empty value"),
    (["sweep", "--vary", "laod=1"], "unknown parameter 'laod': did you mean load?"),
    (["runn"], "unknown command 'runn': did you mean run?"),
])
def test_mistakes_are_one_line(refused, arguments, wanted):
    assert wanted in refused(*arguments)


def test_mistakes_leave_nothing_behind(refused, tmp_path):
    refused("run", "--set", "load=-3", "--out", "results")
    assert list(tmp_path.iterdir()) == []


def test_unreadable_configuration(refused, tmp_path):
    (tmp_path / "bad.json").write_text('{"load": 0.5,', encoding="utf-8")
    assert "bad.json is not JSON" in refused("sweep", "--config", "bad.json")
    (tmp_path / "list.json").write_text("[1]", encoding="utf-8")
    assert "holds no JSON object" in refused("sweep", "--config", "list.json")
    (tmp_path / "name.json").write_text('{"lode": 1}', encoding="utf-8")
    assert "unknown parameter 'lode'" in refused("sweep", "--config", "name.json")


def test_unwritable_results(refused, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot write results to file/fairness" in refused("run", "fairness", "--out", "file", status=1)


def test_the_program_is_missing(refused):
    assert "not there or not executable" in refused("run", status=1, SCHEDLAB_SCENARIO="/nowhere")


def test_list(call):
    status, out, error = call("list", "--attributes")
    assert status == 0 and error == ""
    for text in ("comparisons", "fairness", "inversions", "pifo           ns3::PifoQueueDisc",
                 "ns3::MyOwnQueueDisc", "ns3::StfqRanker", "MaxSize (1088p): The limit."):
        assert text in out


@pytest.mark.parametrize("command", ["run", "list", "plot", "sweep", "bench"])
def test_help(call, command):
    status, out, error = call(command, "--help")
    assert status == 0 and error == "" and f"usage: ./schedlab {command}" in out


def test_a_failed_cell_ends_in_status_1(call):
    status, _, error = call("sweep", "--vary", "load=0.1,0.2", "--set", "fake_fail=disk full")
    assert status == 1
    assert error.splitlines()[-1] == "schedlab: 2 cells failed, the first: sweep/0_1: schedlab-scenario: disk full"


def test_a_reader_that_leaves_is_no_error(start):
    process = start("list", "--attributes")
    process.stdout.close()
    assert process.wait(120) in (0, 141)
    assert "Traceback" not in process.stderr.read()


def test_dry_run_lists_every_cell_and_runs_none(call, tmp_path):
    status, out, _ = call("run", "--dry-run", "--seeds", 2, "--schedulers", "pifo,ns3::MyOwnQueueDisc")
    assert status == 0
    assert "results/comparisons: 36 cells" in out and "uniform-my-own-run2" in out
    assert not (tmp_path / "results").exists()


def test_loads_seeds_and_stack_choose_cells(call):
    status, out, _ = call("run", "fct-stfq", "--dry-run", "--loads", "45,90", "--seeds", "4,7", "--stack", "native",
                          "--schedulers", "pifo")
    assert status == 0
    title, *cells = [line.strip() for line in out.splitlines()]
    assert title.startswith("results/fct-stfq-native: 4 cells, estimated ") and title.endswith(" of CPU time)")
    assert cells == ["load45-pifo-run4", "load45-pifo-run7", "load90-pifo-run4", "load90-pifo-run7"]


def test_figures_of_the_same_runs_share_them(call, tmp_path):
    command = ("run", "fct-stfq", "delay-stfq", "--loads", "90", "--seeds", "4,7", "--schedulers", "pifo,fifo")
    log = ("--set", f"fake_log={tmp_path}/log")
    status, out, error = call(*command, *log)
    assert status == 0 and "4 simulations done" in error and "4 cells are there already" in error
    status, more, error = call("run", "throughput-stfq", *command[3:], *log)
    assert status == 0 and error == "4 cells are there already\n"
    assert len((tmp_path / "log").read_text(encoding="utf-8").splitlines()) == 4
    assert "2 seeds with 95 % confidence" in out and "QUICK size" in out and "censored" in out
    for name in ("fct-stfq", "delay-stfq", "throughput-stfq"):
        assert (tmp_path / f"results/{name}/figures/{name}-by-size.svg").stat().st_size > 5000
        assert f"{name}-by-size.png" in out + more


def test_vary_with_commas_inside_values(call):
    status, out, _ = call("sweep", "--dry-run", "--vary", "weights=1,2;1,1,4", "--vary", "run=1,2")
    assert status == 0 and "4 cells" in out and "1_1_4-2" in out
