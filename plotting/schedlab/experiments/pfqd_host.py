# SPDX-License-Identifier: GPL-2.0-only
"""PFQD at the sender: does it pace packets as their sockets ask?"""

from __future__ import annotations

import math
from statistics import mean
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.experiments._pfqd import SEGMENT, WIRE, target, transfer_config
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATES_MBPS = (4, 8, 16)
PAYLOAD = SEGMENT / WIRE
BYTES = {"quick": 5_000_000, "full": 20_000_000}
# Deep enough for whole windows: ns-3 does not bound what a socket has queued below it.
SETTINGS = {"pfqd": {"Mode": "Host"}, "fq": {"FlowLimit": "10000"}, "tail-drop": {"MaxSize": "10000p"}}
# What the sockets ask for: fixed rates (of CUBIC, which has none of its own), BBRv3's own rate, or nothing,
# since they pace with a timer of their own.
CASES: dict[str, dict[str, Any]] = {
    "asked": {"controls": ["C"] * 3, "pacing_rates": ",".join(f"{rate}Mbps" for rate in RATES_MBPS)},
    "own": {"controls": ["B"] * 2, "pace_in_qdisc": True},
    "timer": {"controls": ["B"] * 2},
}


class PfqdHost(Experiment):
    """A host with flows over 40 Mb/s and 20 ms, the discipline at its port, a FIFO at the bottleneck."""

    name = "pfqd-host"
    title = "PFQD at the sender: pacing as the sockets ask"
    paper = "PFQD paper, section on host mode"
    claim = ("On a host PFQD takes the place of sch_fq: it inherits each sender's pacing rate and never marks or drops "
             "packets of the host.")
    expect = ("Under PFQD no packet leaves before its time and flows get the rates that they ask for; fq lets two "
              "packets go at once, ten at first; a FIFO does not pace.")
    sizes = {"quick": "2 to 3 flows of 5 MB", "full": "2 to 3 flows of 20 MB"}
    schedulers = ("pfqd", "fq", "tail-drop")

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], **_: Any) -> Iterator[Cell]:
        for name, case in CASES.items():
            for scheduler in schedulers:
                if name == "timer" and scheduler.name != "tail-drop":
                    continue
                for run in runs:
                    more = {key: value for key, value in case.items() if key != "controls"}
                    config = transfer_config(scheduler, run, case["controls"], 40, 20, flow_bytes=BYTES[size],
                                             scheduler_position="host", **more)
                    config["scheduler_set"] = {**SETTINGS.get(scheduler.name, {}), **scheduler.settings}
                    yield Cell(f"{name}-{scheduler.name}-run{run}", config,
                               {"case": name, "scheduler": scheduler.name, "run": run})

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        rows = []
        for name in CASES:
            for scheduler in result.schedulers:
                transfers = select(result, name, scheduler["name"])
                if transfers:
                    rows.append({"rate": name, "discipline": scheduler["label"],
                                 "early, %": 100 * early(transfers),
                                 "longest burst": max(t["pacing"]["longest_burst"] for t in transfers),
                                 "goodput, Mb/s": " ".join(f"{rate:.2f}" for rate in goodputs(transfers)),
                                 "use of the link, %": 100 * mean(t["utilisation"] for t in transfers),
                                 "longest queue at the bottleneck": max(t["bottleneck_peak_packets"]
                                                                        for t in transfers),
                                 "drops": sum(t["drops"] for t in transfers),
                                 "marks": sum(t["marks"] for t in transfers)})
        require(rows, "transfers")
        return {"Packets of a host: those that leave too early, and what the bottleneck sees": pd.DataFrame(rows),
                "Targets": pd.DataFrame(targets(result))}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        figure, axes = fig.canvas(1, 2, panel=(3.4, 2.6), share_x=False, share_y=False)
        for number, scheduler in enumerate(result.schedulers):
            transfers = select(result, "asked", scheduler["name"])
            if transfers:
                axes[0][0].plot(RATES_MBPS, [rate / PAYLOAD for rate in goodputs(transfers)], linestyle="none",
                                color=scheduler["colour"], marker=scheduler["marker"], label=scheduler["label"],
                                markersize=12 - 3 * number)  # equal rates lie on each other
            xs = [place + (number - 1) * 0.27 for place in range(2)]
            axes[0][1].bar(xs, [100 * early(select(result, name, scheduler["name"])) for name in ("asked", "own")],
                           0.25, color=scheduler["colour"])
        axes[0][0].plot([0, 18], [0, 18], color="#000000", linewidth=0.8, linestyle="--")
        axes[0][0].set_xlabel("rate asked for (Mb/s)")
        axes[0][0].set_ylabel("rate of the flow (Mb/s)")
        axes[0][1].set_xticks(range(2), ["asked", "BBRv3's own"])
        axes[0][1].set_ylabel("packets that leave early (%)")
        fig.scheduler_legend(figure, axes[0][0])
        return {"pfqd-host": fig.finish(figure, "Pacing by the queue discipline of a host", self.caption(result),
                                        legend=True)}


def select(result: ExperimentResult, case: str, scheduler: str) -> list[dict[str, Any]]:
    """The transfers of a case and discipline, one for each seed."""
    return [cell.summary["transfer"] for cell in result.cells
            if (cell.labels["case"], cell.labels["scheduler"]) == (case, scheduler)]


def early(transfers: list[dict[str, Any]]) -> float:
    """Share of the packets that left before their time."""
    packets = sum(t["pacing"]["packets"] for t in transfers)
    return sum(t["pacing"]["early"] for t in transfers) / packets if packets else math.nan


def goodputs(transfers: list[dict[str, Any]]) -> list[float]:
    """Goodput of each flow in the order of their numbers, Mb/s, mean over the seeds."""
    runs = [[flow["goodput_bps"] / 1e6 for flow in sorted(t["flows"], key=lambda flow: flow["flow"])]
            for t in transfers]
    return [mean(values) for values in zip(*runs)]


def targets(result: ExperimentResult) -> list[dict[str, Any]]:
    """What host mode promises."""
    rows = []
    asked = select(result, "asked", "pfqd")
    for rate, got in zip(RATES_MBPS, goodputs(asked)):
        rows.append(target(f"PFQD: rate of the flow that asks for {rate} Mb/s, over that", got / PAYLOAD / rate,
                           0.95, 1.01))
    for name in ("asked", "own"):
        transfers = select(result, name, "pfqd")
        if transfers:
            rows.append(target(f"PFQD, {name}: share of packets that leave early", early(transfers), 0, 0))
            rows.append(target(f"PFQD, {name}: packets dropped or marked at the host",
                               sum(t["drops"] + t["marks"] for t in transfers), 0, 0))
    return rows


EXPERIMENT = PfqdHost()
