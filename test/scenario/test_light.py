# SPDX-License-Identifier: GPL-2.0-only
"""Runs over the light stack: the same flows, conserved, reproducible, with the windows that count."""

import csv

import pytest
from scenario_program import ROOT

FABRIC = {"stack": "light", "topology": "leaf-spine", "leaves": 3, "hosts_per_leaf": 4, "spines": 2}
FLOWS = {"flows": 120, "max_flow_bytes": 200000, "load": 0.8}
PFABRIC = {"scheduler": "ns3::PifoQueueDisc", "transport": "pfabric", "host_ranks": "pfabric"}
STFQ = {"scheduler": "ns3::P3poQueueDisc", "ranker": "ns3::StfqRanker"}
FIFO = {"scheduler": "ns3::FifoQueueDisc"}
ARRIVAL = ("src", "dst", "size_bytes", "start_ns")
LIST = "flow,start_ns,src,dst,size_bytes\n7,0,0,1,1000\n3,1000,1,2,30000\n9,1000,0,2,30000\n"


def columns(run, *names):
    return sorted((int(row["id"]), *(row[name] for name in names)) for row in run.flows)


def test_the_same_flows_on_both_stacks_and_for_every_scheduler(simulate):
    light = simulate(**FABRIC, **FLOWS, **STFQ)
    assert columns(light, *ARRIVAL) == columns(simulate(**FABRIC, **FLOWS, **PFABRIC), *ARRIVAL)
    few = {"flows": 12, "max_flow_bytes": 20000, "load": 0.8}
    native = simulate(**{**FABRIC, "stack": "native"}, **few, **STFQ)
    assert columns(native, *ARRIVAL) == columns(simulate(**FABRIC, **few, **STFQ), *ARRIVAL)
    assert all(row["status"] == "done" for row in native.flows + light.flows)
    assert [row["port"] for row in native.queues] == [row["port"] for row in light.queues]


@pytest.mark.parametrize("ranks", [PFABRIC, STFQ])
def test_an_exact_scheduler_never_inverts_and_watching_changes_nothing(simulate, ranks):
    run = simulate(**FABRIC, **FLOWS, **ranks)
    assert run.summary["inversions"]["served"] > 10000
    assert run.summary["inversions"]["inversions"] == 0
    assert run.summary["peak_packets"] > 5
    blind = simulate(**FABRIC, **FLOWS, **ranks, inversions="false", comparisons="false")
    assert run.text("flows.csv") == blind.text("flows.csv")


def test_every_hop_is_conserved(simulate):
    run = simulate(**FABRIC, **FLOWS, **STFQ)
    assert len(run.queues) == 2 * (12 + 6)
    for row in run.queues:
        assert int(row["in"]) == int(row["out"]) + int(row["drops"]) + int(row["queued"])
    for row in run.flows:
        assert row["delivered_bytes"] == row["size_bytes"]
        assert int(row["packets"]) == -(-int(row["size_bytes"]) // 1380) + int(row["retransmits"])
        assert int(row["fct_ns"]) >= int(row["ideal_fct_ns"])


def test_the_load_of_every_class_of_links_is_told(simulate):
    manifest = simulate(**FABRIC, flows=2000, max_flow_bytes=100000, load=0.6, **FIFO).manifest
    assert manifest["realised_load"] == pytest.approx(0.6, rel=0.06)
    classes = manifest["link_classes"]
    assert {name: entry["ports"] for name, entry in classes.items()} == {
        "host-egress": 12, "leaf-down": 12, "leaf-up": 6, "spine": 6}
    # Payload, headers, and an acknowledgement for each packet the other way.
    assert 0.6 < classes["host-egress"]["load_mean"] < 0.8
    assert classes["leaf-up"]["load_mean"] == pytest.approx(
        classes["host-egress"]["load_mean"] * 12 / (6 * 4) * 8 / 11, rel=0.1)
    assert manifest["ecmp_seed"] == 1 and manifest["queue_size"] and manifest["busiest_hop"]["port"]


def test_paths_follow_the_seed_of_the_switches(simulate):
    def ups(**options):
        run = simulate(**FABRIC, **FLOWS, **FIFO, **options)
        return [row["out"] for row in run.queues if row["class"] == "leaf-up"]
    assert ups(ecmp_seed=1) == ups()
    assert ups(ecmp_seed=1) != ups(ecmp_seed=2)
    assert ups(ecmp_rule="netbench", ecmp_seed=1) == ups(ecmp_rule="netbench", ecmp_seed=2)
    assert len(ups(fabric_links=3)) == 18 and "0" not in ups(fabric_links=3)


def test_flows_of_a_list_keep_their_numbers(simulate, tmp_path):
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    options = {"topology": "star", "hosts": 3, "workload": "flow-list", "flow_list": "list.csv", **FIFO}
    for stack in ("light", "native"):
        run = simulate(stack=stack, **options)
        assert columns(run, *ARRIVAL) == [(3, "1", "2", "30000", "1000"), (7, "0", "1", "1000", "0"),
                                          (9, "0", "2", "30000", "1000")]
        assert run.summary["done"] == 3


@pytest.mark.parametrize("line, words", [
    ("4,2000,0,3,10", ("no host", "0 to 2")), ("4,10,0,1,10", ("sort",)), ("4,2000,0,1,0", ("size_bytes is 0",)),
    ("4,2000,1,1,10", ("same host",)),
    ("7,2000,0,1,10", ("twice",)), ("4,2000,0,1", ("fields",)), ("x,2000,0,1,5", ("whole number",))])
def test_a_bad_list_of_flows_is_one_line(refused, tmp_path, line, words):
    (tmp_path / "list.csv").write_text(LIST + line + "\n", encoding="utf-8")
    for stack in ("light", "native"):
        message = refused(stack=stack, topology="star", hosts=3, workload="flow-list", flow_list="list.csv")
        assert "list.csv" in message
        for word in words:
            assert word in message


def test_incast_and_permutation(simulate):
    for stack in ("light", "native"):
        run = simulate(**{**FABRIC, "stack": stack}, **FIFO, workload="incast", incast_receiver=5, flow_bytes=3000)
        assert sorted(int(row["src"]) for row in run.flows) == [host for host in range(12) if host != 5]
        assert {row["dst"] for row in run.flows} == {"5"}
        assert max(int(row["start_ns"]) for row in run.flows) <= 1000
        run = simulate(**{**FABRIC, "stack": stack}, **FIFO, workload="permutation", start_jitter="0us")
        assert sorted(int(row["dst"]) for row in run.flows) == list(range(12))
        assert {row["start_ns"] for row in run.flows} == {"0"} and run.summary["done"] == 12


def test_flows_of_the_warm_up_do_not_count(simulate):
    run = simulate(**FABRIC, **FLOWS, **FIFO, warmup_flows=30)
    assert len(run.flows) == 150
    warm = {int(row["id"]) for row in run.flows if row["class"] == "warmup"}
    assert warm == set(range(1, 31))
    assert run.summary["done"] == 120 and run.summary["bins"]["all"]["count"] == 120


def test_times_are_withheld_where_many_flows_are_open_at_the_end(simulate):
    run = simulate(**FABRIC, **{**FLOWS, "load": 1.0}, **FIFO, drain="1us")
    censored = [row for row in run.flows if row["status"] == "censored"]
    assert len(censored) == run.summary["censored"] > 6
    assert all(not row["fct_ns"] for row in censored)
    assert run.summary["bins"]["all"]["withheld"] and "fct_mean_ns" not in run.summary["bins"]["all"]
    assert run.warned("withheld") and run.warned("were not completed")
    kept = simulate(**FABRIC, **{**FLOWS, "load": 1.0}, **FIFO, drain="1us", max_censored_share=0.99)
    assert not kept.summary["bins"]["all"]["withheld"] and kept.summary["bins"]["all"]["fct_mean_ns"] > 0


def test_a_run_ends_at_its_stop(simulate):
    run = simulate(**FABRIC, **FLOWS, **FIFO, stop="20us")
    assert run.manifest["simulated_ns"] == 20000
    assert run.warned("were not started before the end")


def test_an_idle_port_may_be_passed_by(simulate):
    with_rule = simulate(**FABRIC, **FLOWS, **STFQ, idle_bypass="true")
    assert with_rule.summary["bypassed"] > 0
    assert simulate(**FABRIC, **FLOWS, **STFQ).summary["bypassed"] == 0


@pytest.mark.parametrize("scheme, stop_ms, options", [
    ("pifo", 70, {"transport": "pfabric", "host_ranks": "pfabric", "scheduler": "ns3::PifoQueueDisc",
                  "scheduler_set": "MaxSize=80p"}),
    ("dctcp", 41, {"transport": "dctcp", "scheduler": "ns3::RedQueueDisc", "scheduler_set":
                   "MinTh=14600,MaxTh=14600,MaxSize=146000B,QW=1,Gentle=false,UseEcn=true,UseHardDrop=false"})])
def test_the_first_flows_take_as_long_as_in_netbench_to_the_nanosecond(simulate, scheme, stop_ms, options):
    path = ROOT / "plotting/schedlab/data/netbench/websearch.csv"
    run = simulate(stack="light", topology="leaf-spine", link_rate="1Gbps", fabric_rate="4Gbps", link_delay="20ns",
                   workload="flow-list", flow_list=path, stop=f"{stop_ms}ms", transport_rules="netbench",
                   idle_bypass="true", ecmp_rule="netbench", inversions="false", comparisons="false", **options)
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    there = {row["flow"]: row[f"{scheme}_fct_ns"] for row in csv.DictReader(lines)}
    done = [row for row in run.flows if row["status"] == "done"]
    assert len(done) > 90
    assert [row["fct_ns"] for row in done] == [there[row["id"]] for row in done]
