# SPDX-License-Identifier: GPL-2.0-only
"""The scenario program: its options, its errors, and how it ends."""

import json
import os
import signal
import subprocess
import time

import pytest
from scenario_program import PROGRAM

PIFO = {"scheduler": "ns3::PifoQueueDisc", "ranker": "ns3::StfqRanker"}
LIGHT = {"stack": "light"}
PORT = {"topology": "port", "workload": "ranks", "scheduler": "ns3::PifoQueueDisc", "packets": 500}


def test_help_names_every_parameter(program):
    text = program("--help").stdout
    for name in json.loads(program("--print-config").stdout):
        assert f"--{name}=" in text


def test_config_is_complete_typed_and_accepted_again(program, tmp_path):
    first = program("--print-config", load=0.7, scheduler_set="MaxSize=100p", inversions="false")
    config = json.loads(first.stdout)
    assert config["load"] == 0.7
    assert config["inversions"] is False
    assert config["scheduler_set"] == {"MaxSize": "100p"}
    (tmp_path / "config.json").write_text(first.stdout, encoding="utf-8")
    assert program("--print-config", config="config.json").stdout == first.stdout
    changed = program("--print-config", config="config.json", load=0.2)
    assert json.loads(changed.stdout) == {**config, "load": 0.2}


def test_lists_are_what_the_program_can_make(program):
    schedulers = json.loads(program("--list-schedulers").stdout)
    pifo = next(entry for entry in schedulers if entry["type_id"] == "ns3::PifoQueueDisc")
    assert any(attribute["name"] == "MaxSize" and attribute["default"] == "1088p" and attribute["help"]
               for attribute in pifo["attributes"])
    rankers = json.loads(program("--list-rankers").stdout)
    assert {"ns3::StfqRanker", "ns3::TagRanker"} <= {entry["type_id"] for entry in rankers}


@pytest.mark.parametrize("options, words", [
    ({"lod": 0.5}, ("unknown parameter lod", "did you mean load?")),
    ({"load": 0}, ("'0' of parameter load", "above 0")),
    ({"load": 1.01}, ("'1.01' of parameter load", "at most 1")),
    ({"load": "half"}, ("'half' of parameter load", "a number")),
    ({"load": "nan"}, ("parameter load",)),
    ({"flows": 0}, ("'0' of parameter flows", "from 1")),
    ({"flows": -1}, ("'-1' of parameter flows",)),
    ({"flows": "5x"}, ("'5x' of parameter flows",)),
    ({"link_rate": "0bps"}, ("parameter link_rate", "above 0")),
    ({"link_rate": "100"}, ("parameter link_rate", "a unit")),
    ({"link_rate": "fast"}, ("parameter link_rate", "a unit")),
    ({"link_delay": "1"}, ("parameter link_delay", "a unit")),
    ({"link_delay": "1parsec"}, ("parameter link_delay", "a unit")),
    ({"link_delay": "-1us"}, ("parameter link_delay",)),
    ({"device_queue": "0p"}, ("parameter device_queue",)),
    ({"topology": "ring"}, ("parameter topology", "linear, star, leaf-spine, dumbbell, port")),
    ({"workload": "ranks"}, ("workload ranks does not run on topology linear",)),
    ({"topology": "port"}, ("workload poisson does not run on topology port",)),
    ({**LIGHT, "workload": "staircase"}, ("workload staircase does not run on topology linear, stack light",)),
    ({"workload": "flow-list"}, ("flow-list and the parameter flow_list need each other",)),
    ({"flow_list": "flows.csv"}, ("flow-list and the parameter flow_list need each other",)),
    ({"workload": "flow-list", "flow_list": "none.csv"}, ("none.csv",)),
    ({**LIGHT, "transport": "cubic"}, ("cubic", "use newreno, dctcp or pfabric")),
    ({"transport": "pfabric"}, ("pfabric is the light stack's",)),
    ({**LIGHT, "topology": "star", "hosts": 1}, ("'1' of parameter hosts", "from 2")),
    ({**LIGHT, "topology": "leaf-spine", "leaves": 1, "hosts_per_leaf": 1}, ("one host",)),
    ({**LIGHT, "socket_buffer": 1000}, ("initial window is larger",)),
    ({**LIGHT, "workload": "incast", "incast_receiver": 2}, ("incast", "host 2", "2 hosts")),
    ({"size_bins": "10,10"}, ("parameter size_bins", "numbers that rise")),
    ({"max_censored_share": 0}, ("parameter max_censored_share",)),
    ({"ecmp_rule": "random"}, ("parameter ecmp_rule", "salted, netbench")),
    ({"inversions": "maybe"}, ("parameter inversions", "true or false")),
    ({"weights": "1,0"}, ("parameter weights",)),
    ({"weights": ""}, ("parameter weights", "at least one")),
    ({"scheduler": "ns3::PifoQueueDics"}, ("ns3::PifoQueueDics", "did you mean ns3::PifoQueueDisc")),
    ({"scheduler": "ns3::StfqRanker"}, ("ns3::StfqRanker is not a ns3::QueueDisc",)),
    ({**PIFO, "ranker": "ns3::Ranker"}, ("ns3::Ranker",)),
    ({**PIFO, "scheduler_set": "MaxSiz=3p"}, ("ns3::PifoQueueDisc has no attribute MaxSiz",)),
    ({**PIFO, "scheduler_set": "MaxSize=three"}, ("three", "MaxSize")),
    ({**PIFO, "scheduler_set": "MaxSize"}, ("parameter scheduler_set", "NAME=VALUE")),
    ({**PIFO, "scheduler_set": "{bad"}, ("parameter scheduler_set", "JSON")),
    ({"ranker_set": "DefaultWeight=2"}, ("ranker_set without a ranker",)),
    ({"transport": "ns3::TcpOldReno"}, ("ns3::TcpOldReno",)),
    ({"transport": "ns3::PifoQueueDisc"}, ("ns3::PifoQueueDisc is not a ns3::TcpCongestionOps",)),
    ({"mss_bytes": 1480}, ("mss_bytes 1480", "mtu_bytes 1500")),
    ({"size_cdf": "emailsearch"}, ("size_cdf: cannot read", "emailsearch.csv")),
    ({"size_cdf": "./none.csv"}, ("size_cdf: cannot read ./none.csv",)),
    ({"cdf_interpolation": "cubic"}, ("parameter cdf_interpolation", "linear, discrete")),
    ({**PORT, "packets": 0}, ("parameter packets",)),
    ({**PORT, "offered_load": 0}, ("parameter offered_load",)),
    ({**PORT, "rank_distribution": "normal"}, ("parameter rank_distribution", "uniform")),
    ({**PORT, "packet_bytes": 9000}, ("packet_bytes 9000",)),
])
def test_bad_parameters_are_one_line(refused, options, words):
    line = refused(**options)
    for word in words:
        assert word in line


def test_a_bad_table_of_sizes_says_file_and_line(refused, tmp_path):
    (tmp_path / "sizes.csv").write_text("size_bytes,cdf\n100,0.5\n50,1\n", encoding="utf-8")
    assert "size_cdf: sizes.csv, line 3: the sizes do not rise" in refused(size_cdf="sizes.csv")


def test_a_bad_config_file_is_one_line(refused, tmp_path):
    assert "cannot read none.json" in refused(config="none.json")
    for text, word in (("{", "is no JSON"), ("[]", "one JSON object"), ('{"lod":1}', "did you mean load"),
                       ('{"load":[1]}', "parameter load"), ('{"flows":2.5}', "parameter flows")):
        (tmp_path / "bad.json").write_text(text, encoding="utf-8")
        assert word in refused(config="bad.json")


def test_unknown_words_are_one_line(refused, program):
    assert "unexpected argument 'linear'" in refused("linear")
    assert "--flows needs a value" in program("--flows").stderr
    assert "no output directory" in program().stderr


def test_an_output_that_is_in_use_is_left_alone(program, tmp_path):
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "mine").write_text("x", encoding="utf-8")
    done = program(out="used", **PORT)
    assert done.returncode == 2 and "used exists and is not empty" in done.stderr
    assert [entry.name for entry in (tmp_path / "used").iterdir()] == ["mine"]
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = program(out="file", **PORT)
    assert done.returncode == 2 and "file exists and is not empty" in done.stderr
    (tmp_path / "empty").mkdir()
    assert program(out="empty/", **PORT).returncode == 0
    assert (tmp_path / "empty" / "manifest.json").exists()


def test_an_output_that_cannot_be_made_is_one_line(program, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = program(out="file/below", **PORT)
    assert done.returncode == 2
    assert "cannot make file/below.part" in done.stderr and done.stderr.count("\n") == 1


def test_a_missing_rank_stops_the_run(refused):
    # Nothing on this topology writes ranks, and no ranker computes them.
    line = refused(status=1, scheduler="ns3::PifoQueueDisc", flows=1)
    assert "has no rank" in line and "set a Ranker" in line


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing_behind(tmp_path, number, status):
    with subprocess.Popen([PROGRAM, "--flows=100000", "--out=out"], cwd=tmp_path,
                          stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not (tmp_path / "out.part" / "flows.csv").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert process.poll() is None
        os.kill(process.pid, number)
        assert process.wait(60) == status
    assert not list(tmp_path.iterdir())


def test_progress_rises_to_the_end(program):
    done = program("--progress", out="out", workload="staircase", flow_count=2, join_interval="4ms", **PIFO)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stderr.splitlines() if line.startswith("progress ")]
    shares = [float(percent) for _, percent, _ in lines]
    assert shares and shares == sorted(shares) and shares[-1] <= 100
