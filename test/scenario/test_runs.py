# SPDX-License-Identifier: GPL-2.0-only
"""What single runs of the scenario program have to be like: reproducible, conserved, plausible."""

import pytest

PIFO = {"scheduler": "ns3::PifoQueueDisc", "ranker": "ns3::StfqRanker"}
FIFO = {"scheduler": "ns3::FifoQueueDisc"}
SMALL = {"flows": 25, "max_flow_bytes": 300000}
TIMES = ("wall_seconds", "cpu_seconds")


def columns(run, *names):
    """Rows of flows.csv by id, with these columns only."""
    return sorted((int(row["id"]), *(row[name] for name in names)) for row in run.flows)


def test_one_configuration_gives_the_same_bytes_twice(simulate):
    for options in ({**PIFO, **SMALL}, {**PIFO, "topology": "port", "workload": "ranks", "packets": 3000,
                                        "ranker": "ns3::TagRanker"}):
        first, second = simulate(**options), simulate(**options)
        names = sorted(path.name for path in first.directory.iterdir())
        assert names == sorted(path.name for path in second.directory.iterdir())
        for name in names:
            if name != "manifest.json":
                assert first.text(name) == second.text(name), name
        for time in TIMES:
            assert first.manifest.pop(time) > 0 and second.manifest.pop(time) > 0
        assert first.manifest == second.manifest


def test_watching_changes_nothing(simulate):
    watched = simulate(**PIFO, **SMALL)
    blind = simulate(**PIFO, **SMALL, inversions="false", comparisons="false")
    counted = ("comparisons", "cascade_comparisons")
    for one, other in zip(watched.flows, blind.flows, strict=True):
        assert {name: value for name, value in one.items() if name not in counted} == {
            name: value for name, value in other.items() if name not in counted}
        assert not other["comparisons"]
    # Which probes run is visible in flows.csv by the comparisons alone.
    assert simulate(**PIFO, **SMALL, inversions="false").text("flows.csv") == watched.text("flows.csv")
    for one, other in zip(watched.queues, blind.queues, strict=True):
        assert (one["in"], one["out"], one["mean_packets"]) == (other["in"], other["out"],
                                                               other["mean_packets"])


def test_every_scheduler_meets_the_same_arrivals(simulate):
    arrivals = ("src", "dst", "size_bytes", "start_ns")
    pifo, fifo = simulate(**PIFO, **SMALL), simulate(**FIFO, **SMALL)
    assert columns(pifo, *arrivals) == columns(fifo, *arrivals)
    assert columns(pifo, "fct_ns") != columns(fifo, "fct_ns")
    assert columns(simulate(**FIFO, **SMALL, run=2), *arrivals) != columns(fifo, *arrivals)
    assert columns(simulate(**FIFO, **SMALL, seed=2), *arrivals) != columns(fifo, *arrivals)


def test_every_hop_is_conserved_and_every_flow_is_delivered(simulate):
    run = simulate(**PIFO, **SMALL)
    for row in run.queues:
        assert int(row["in"]) == int(row["out"]) + int(row["drops"]) + int(row["queued"])
    assert run.summary["done"] == 25 and run.summary["censored"] == 0
    for row in run.flows:
        assert row["status"] == "done"
        assert row["delivered_bytes"] == row["size_bytes"]
        assert int(row["packets"]) >= -(-int(row["size_bytes"]) // 1448)
        # A busy port serves a new flow of STFQ at once, but never faster than an idle one.
        assert int(row["fct_ns"]) >= int(row["ideal_fct_ns"])
        assert float(row["mean_packet_delay_ns"]) > 2000  # two links of 1 us


@pytest.mark.parametrize("size", [1, 1448, 1449, 20000, 1000000, 20000000])
def test_a_lone_flow_is_as_fast_as_can_be(simulate, tmp_path, size):
    (tmp_path / "one.csv").write_text(f"size_bytes,cdf\n{size},1\n", encoding="utf-8")
    row, = simulate(**FIFO, flows=1, size_cdf="one.csv", cdf_interpolation="discrete").flows
    assert int(row["size_bytes"]) == size
    assert 1.0 <= int(row["fct_ns"]) / int(row["ideal_fct_ns"]) <= 1.05


def staircase(simulate, **options):
    return simulate(**{"workload": "staircase", "join_interval": "1ms", "min_rto": "200us", **options})


def throughputs(run, key, start_ns, end_ns):
    values = [float(row["value"]) for row in run.table("samples.csv")
              if row["series"] == "throughput_bps" and row["key"] == str(key)
              and start_ns < int(row["time_ns"]) <= end_ns]
    return sum(values) / len(values)


def test_one_flow_fills_the_link(simulate):
    run = staircase(simulate, **FIFO, flow_count=1, join_interval="3ms")
    assert throughputs(run, 1, 1e6, 3e6) >= 0.9 * 100e9
    assert not run.warned("socket buffer")


def test_a_small_socket_buffer_is_warned_of(simulate):
    run = staircase(simulate, **FIFO, flow_count=1, link_delay="5us", socket_buffer=131072)
    assert throughputs(run, 1, 0, 1e6) <= 52e9
    assert run.warned("socket buffer of 131072 bytes")


def test_a_scheduler_without_a_choice_is_warned_of(simulate):
    # One flow passes a switch of equal links packet by packet.
    run = staircase(simulate, **PIFO, flow_count=1, join_interval="200us", scheduler_position="switch")
    assert run.warned("never had a choice")
    assert not simulate(**PIFO, **SMALL).warned("never had a choice")


def test_weights_are_kept_by_stfq_and_not_by_fifo(simulate):
    options = {"flow_count": 3, "weights": "1,2,4"}
    window = (2.3e6, 3e6)  # all three are active from 2 to 3 ms
    pifo = staircase(simulate, **PIFO, **options)
    shares = [throughputs(pifo, key, *window) for key in (1, 2, 3)]
    for share, weight in zip(shares, (1, 2, 4)):
        assert share / sum(shares) == pytest.approx(weight / 7, abs=0.06)
    fifo = staircase(simulate, **FIFO, **options)
    index = "weighted_jain_mean"
    assert pifo.summary["fairness"][index] > fifo.summary["fairness"][index]
    assert [row["weight"] for row in sorted(pifo.flows, key=lambda row: int(row["id"]))] == ["1", "2", "4"]


def test_drops_of_the_host_are_apart_from_those_of_the_switch(simulate):
    run = staircase(simulate, **FIFO, flow_count=2, scheduler_set="MaxSize=50p")
    assert run.summary["drops"]["host_egress"] > 0
    assert run.summary["drops"]["switch"] == 0
    assert int(run.queue("host0>leaf0")["peak_packets"]) == 50
    assert int(run.queue("host0>leaf0")["drops"]) == run.summary["drops"]["host_egress"]
    assert run.queue("host0>leaf0")["drops"] == run.queue("host0>leaf0")["drops_queue_disc_limit_exceeded"]


def test_a_short_or_hidden_queue_is_warned_of(simulate):
    run = staircase(simulate, **FIFO, flow_count=1, join_interval="200us",
                    scheduler_set="MaxSize=5p", device_queue="100p")
    assert run.warned("less than the bandwidth-delay product")
    assert run.warned("device queue of 100p")
    assert run.manifest["device_queue_size"] == "100p" and run.manifest["queue_size"] == "5p"


def test_the_scheduler_is_put_where_it_was_asked_for(simulate):
    run = simulate(**PIFO, **SMALL, scheduler_position="switch")
    kinds = {row["port"]: row["scheduler"] for row in run.queues}
    assert kinds == {"host0>leaf0": "ns3::FifoQueueDisc", "host1>leaf0": "ns3::FifoQueueDisc",
                     "leaf0>host0": "ns3::PifoQueueDisc", "leaf0>host1": "ns3::PifoQueueDisc"}


def test_flows_cut_off_at_the_end_are_censored(simulate):
    run = simulate(**FIFO, flows=30, load=0.9, drain="1us")
    open_flows = [row for row in run.flows if row["status"] == "censored"]
    assert open_flows and len(open_flows) == run.summary["censored"]
    assert all(not row["fct_ns"] and row["ideal_fct_ns"] for row in open_flows)
    assert len(run.flows) == 30 and run.summary["bins"]["all"]["count"] == 30 - len(open_flows)
    assert run.warned("flows were not completed")


def test_no_flow_waits_for_a_wide_area_timeout(simulate):
    run = staircase(simulate, **PIFO, flow_count=4, min_rto="1ms", join_interval="300us",
                    scheduler_set="MaxSize=20p")
    assert run.summary["bins"]["all"]["rtos"] > 0
    assert run.manifest["simulated_ns"] < 50e6


@pytest.mark.parametrize("distribution", ["uniform", "exponential", "poisson", "convex", "inverse"])
def test_ranks_on_one_port(simulate, distribution):
    options = {"topology": "port", "workload": "ranks", "packets": 5000, "rank_distribution": distribution,
               "scheduler_set": "MaxSize=100p"}
    pifo = simulate(**options, scheduler="ns3::PifoQueueDisc", ranker="ns3::TagRanker")
    row = pifo.queue("h0->h1")
    assert int(row["in"]) == 5000 and int(row["inversions"]) == 0 and int(row["unranked"]) == 0
    assert int(row["peak_packets"]) == 100
    assert float(pifo.manifest["realised_load"]) == pytest.approx(1.2, rel=0.05)
    histogram = pifo.table("inversion_histogram.csv")
    assert len(histogram) == 100
    assert sum(int(entry["dequeues"]) for entry in histogram) == int(row["out"])
    fifo = simulate(**options, scheduler="ns3::FifoQueueDisc")
    row = fifo.queue("h0->h1")
    assert int(row["inversions"]) > 0.5 * int(row["out"])
    assert int(row["inversion_packets"]) >= int(row["inversions"])
    histogram = fifo.table("inversion_histogram.csv")
    assert sum(int(entry["inversions"]) for entry in histogram) == int(row["inversions"])


def test_comparisons_are_those_of_data_packets_at_the_host(simulate):
    run = simulate(**PIFO, **SMALL, load=0.9)
    total = sum(float(row["comparisons"]) * int(row["packets"]) for row in run.flows)
    hosts = [run.queue("host0>leaf0"), run.queue("host1>leaf0")]
    scans = sum(int(row["scan"]) + int(row["cascade_scan"]) for row in hosts)
    assert 0 < total <= scans  # the rest is that of acknowledgements
    assert all(float(row["cascade_comparisons"]) == 0 for row in run.flows)
