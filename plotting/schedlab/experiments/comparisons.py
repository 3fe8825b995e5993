# SPDX-License-Identifier: GPL-2.0-only
"""Comparisons that a sorted insertion needs, by flow size (Fig. 8 and 9 of the P3PO/PPQA paper)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, base_config, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

LOADS = (0.1, 0.5, 0.9)
# Windows of at most 65,535 bytes are what the paper's simulator, NetBench, is set to; without a limit
# one large flow fills the queue by itself at any load.
WORKLOADS = {"websearch": "web search", "datamining": "data mining", "websearch-open": "web search, no window limit"}
WINDOW_BYTES = 65_535

# Upper edges of the flow size bins in bytes, with their labels.
BINS = (
    (10_000, "10K"), (20_000, "20K"), (30_000, "30K"), (50_000, "50K"), (80_000, "80K"),
    (200_000, "200K"), (1_000_000, "1M"), (2_000_000, "2M"), (5_000_000, "5M"),
    (10_000_000, "10M"), (float("inf"), ">10M"),
)
CLASSES = (("all", 0.0, float("inf")), ("<= 10 KB", 0.0, 10_000), ("> 1 MB", 1_000_000, float("inf")))

# Flows and size cap (0: none) of a cell by size and workload; costs follow packets per flow.
FLOWS = {
    "quick": {"websearch": (300, 1_000_000, 267), "datamining": (800, 1_000_000, 82)},
    "full": {"websearch": (5000, 0, 1189), "datamining": (2000, 0, 8772)},
}


class Comparisons(Experiment):
    """Linear topology, STFQ, three loads, two workloads."""

    name = "comparisons"
    by_default = True
    title = "Comparisons per packet by flow size"
    paper = "P3PO/PPQA paper, Fig. 8 and 9"
    schedulers = ("pifo", "p3po", "ppqa")
    claim = ("At 10 % load P3PO needs about as many comparisons as PIFO; at 50 % it saves 36.3 % and at "
             "90 % 89.3 % for flows of 10 KB (web search). PPQA needs the fewest at every load.")
    expect = ("With windows of at most 65,535 bytes, the paper's simulator's: no difference between PIFO and P3PO at "
              "10 % load, a saving of an eighth at 50 % and of three quarters at 90 % for small flows; PPQA lowest "
              "everywhere. Both savings are below the paper's. Without a limit one large flow fills the queue at "
              "any load, so P3PO saves at 10 % already and nine in ten at 90 %. Cascades cost P3PO next to nothing.")
    sizes = {
        "quick": "300 web search or 800 data mining flows per cell, sizes capped at 1 MB (which "
                 "lowers the mean size, so flows start closer together at one load)",
        "full": "5000 web search or 2000 data mining flows per cell, sizes not capped",
    }

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int]) -> Iterator[Cell]:
        for workload in WORKLOADS:
            distribution, _, window = workload.partition("-")
            flows, cap, packets = FLOWS[size][distribution]
            for load in LOADS:
                for scheduler in schedulers:
                    for run in runs:
                        yield Cell(
                            f"{workload}-load{load * 100:.0f}-{scheduler.name}-run{run}",
                            base_config(scheduler, run, topology="linear", workload="poisson",
                                        ranker="ns3::StfqRanker", size_cdf=distribution, load=load,
                                        flows=flows, max_flow_bytes=cap,
                                        socket_buffer="auto" if window == "open" else str(WINDOW_BYTES)),
                            {"workload": workload, "load": load, "scheduler": scheduler.name, "run": run},
                            cost=flows * packets * 5e-5 * (0.6 + load / 2))

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        data = packet_means(result)
        paper = paper_numbers()
        rows: list[dict[str, Any]] = []
        for (workload, load, flows), group in data["classes"].groupby(
                ["workload", "load", "flows"], sort=False):
            row: dict[str, Any] = {"workload": workload, "load %": round(load * 100), "flows": flows}
            means = group.groupby("scheduler")["comparisons"].mean()
            for scheduler in result.schedulers:
                row[scheduler["label"]] = means.get(scheduler["name"], float("nan"))
            for scheduler in result.schedulers:
                if scheduler["name"] == "pifo" or not means.get("pifo", 0):
                    continue
                name = scheduler["label"]
                row[f"{name} saves %"] = 100 * (1 - row[name] / means["pifo"])
                stated = paper.get((workload, load, flows, scheduler["name"]))
                row[f"{name} paper %"] = "" if stated is None else f"{stated:g}"
            rows.append(row)
        scans = data["scans"].groupby(["workload", "load", "scheduler"], sort=False)[
            ["arrival scan", "cascade scan"]].mean().reset_index()
        return {"Comparisons per packet (arrival and cascade scans)": pd.DataFrame(rows).fillna(""),
                "Where they are made, per packet offered": scans}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = packet_means(result)
        return {"comparisons-by-size": self._by_size(result, data["bins"]),
                "comparisons-scans": self._scans(result, data["scans"])}

    def _by_size(self, result: ExperimentResult, bins: pd.DataFrame) -> Figure:
        workloads = [w for w in WORKLOADS if w in set(bins["workload"])]
        figure, axes = fig.canvas(len(workloads), len(LOADS), share_x=False, share_y=False)
        labels = [label for _, label in BINS if label in set(bins["bin"])]
        for row, workload in enumerate(workloads):
            for column, load in enumerate(LOADS):
                panel = axes[row][column]
                here = bins[(bins["workload"] == workload) & (bins["load"] == load)]
                for scheduler in result.schedulers:
                    mine = here[here["scheduler"] == scheduler["name"]]
                    present = [label for label in labels if label in set(mine["bin"])]
                    if present:
                        fig.error_line(panel, scheduler, [labels.index(label) for label in present],
                                       [mine[mine["bin"] == label]["comparisons"].tolist()
                                        for label in present])
                panel.set_xticks(range(len(labels)), labels, rotation=45)
                panel.set_ylim(bottom=0)
                panel.set_title(f"{WORKLOADS[workload]}, load {load:.0%}")
                panel.set_xlabel("flow size up to (bytes)")
            axes[row][0].set_ylabel("comparisons per packet")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, self.title, self.caption(result), legend=True)

    def _scans(self, result: ExperimentResult, scans: pd.DataFrame) -> Figure:
        workloads = [w for w in WORKLOADS if w in set(scans["workload"])]
        figure, axes = fig.canvas(1, len(workloads), panel=(4.6, 3.0), share_y=False)
        width = 0.8 / max(len(result.schedulers), 1)
        for column, workload in enumerate(workloads):
            panel = axes[0][column]
            for index, scheduler in enumerate(result.schedulers):
                mine = scans[(scans["workload"] == workload) & (scans["scheduler"] == scheduler["name"])]
                for place, load in enumerate(LOADS):
                    here = mine[mine["load"] == load]
                    if here.empty:
                        continue
                    arrival, cascade = here["arrival scan"].mean(), here["cascade scan"].mean()
                    x = place + (index - (len(result.schedulers) - 1) / 2) * width
                    panel.bar(x, arrival, width * 0.92, color=scheduler["colour"],
                              label=scheduler["label"] if place == 0 else None)
                    panel.bar(x, cascade, width * 0.92, bottom=arrival, color="white", hatch="////",
                              edgecolor=scheduler["colour"])
            panel.set_xticks(range(len(LOADS)), [f"{load:.0%}" for load in LOADS])
            panel.set_xlabel("load")
            panel.set_title(WORKLOADS[workload])
        axes[0][0].set_ylabel("comparisons per packet offered")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, "Scans on arrival (filled) and in cascades (hatched)",
                          self.caption(result), legend=True)


def packet_means(result: ExperimentResult) -> dict[str, pd.DataFrame]:
    """Means per data packet of every cell: by size bin, by size class, and scans of the busiest port."""
    import pandas as pd

    bins: list[dict[str, Any]] = []
    classes: list[dict[str, Any]] = []
    scans: list[dict[str, Any]] = []
    for cell in result.cells:
        flows = cell.table("flows.csv")
        flows = flows[flows["packets"] > 0]
        low = -1.0
        for high, label in BINS:
            _add(bins, cell.labels, flows, low, high, {"bin": label})
            low = high
        for label, low, high in CLASSES:
            _add(classes, cell.labels, flows, low, high, {"flows": label})
        queues = cell.table("queues.csv")
        busiest = queues.loc[queues["in"].idxmax()] if len(queues) else None
        if busiest is not None and busiest["in"] > 0:
            scans.append({**cell.labels, "arrival scan": busiest["scan"] / busiest["in"],
                          "cascade scan": busiest["cascade_scan"] / busiest["in"]})
    require(bins, "a flow with packets")
    require(scans, "a used port")
    return {"bins": pd.DataFrame(bins), "classes": pd.DataFrame(classes), "scans": pd.DataFrame(scans)}


def _add(rows: list[dict[str, Any]], labels: dict[str, Any], flows: pd.DataFrame, low: float,
         high: float, more: dict[str, Any]) -> None:
    chosen = flows[(flows["size_bytes"] > low) & (flows["size_bytes"] <= high)]
    packets = chosen["packets"].sum()
    if packets:
        mean = (chosen["comparisons"] * chosen["packets"]).sum() / packets
        rows.append({**labels, **more, "comparisons": mean, "count": len(chosen)})


def paper_numbers() -> dict[tuple[str, float, str, str], float]:
    """The paper's savings by (workload, load, flows, scheduler)."""
    import pandas as pd

    path = Path(__file__).parent.parent / "data" / "paper.csv"
    table = pd.read_csv(path, comment="#")
    return {(row.workload, row.load, row.flows, row.scheduler): row.value for row in table.itertuples()}


EXPERIMENT = Comparisons()
