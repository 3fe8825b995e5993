# SPDX-License-Identifier: GPL-2.0-only
"""Throughput shares of eight TCP flows that join and leave one by one (Fig. 10 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, base_config, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import CellResult, ExperimentResult

FLOWS = 8
WEIGHTS = {"equal": "1", "weighted": "1,2,4"}
# Interval between joins and leaves, by size. A retransmission timeout (1 ms) has to fit well inside.
INTERVAL_MS = {"quick": 1.5, "full": 2.0}


class Fairness(Experiment):
    """Linear topology, STFQ, a staircase of long flows."""

    name = "fairness"
    by_default = True
    title = "Fairness among eight TCP flows"
    paper = "P3PO/PPQA paper, Fig. 10 and 11"
    claim = ("With equal weights PIFO, P3PO and PPQA stay near Jain's index 1; Sifter falls as flows are "
             "added; SP-PIFO is above AIFO and RIFO; FIFO is fair only because the weights are equal.")
    expect = ("Eight equal steps for PIFO, P3PO and PPQA whenever n flows are active, and with weights 1:2:4 "
              "each flow at 1 in the figure of weighted shares. Sifter dips while flows join; SP-PIFO, AIFO "
              "and RIFO are noisy and cannot weigh. In windows as short as these FIFO is far from fair, for "
              "bursts of one flow stay together: lower than the paper's FIFO.")
    sizes = {
        "quick": "a flow joins or leaves every 1.5 ms (paper: 2 ms), windows of 40 us, 100 Gb/s",
        "full": "a flow joins or leaves every 2 ms, windows of 40 us, 100 Gb/s",
    }

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int]) -> Iterator[Cell]:
        interval = INTERVAL_MS[size]
        for kind, weights in WEIGHTS.items():
            for scheduler in schedulers:
                for run in runs:
                    yield Cell(
                        f"{kind}-{scheduler.name}-run{run}",
                        base_config(scheduler, run, topology="linear", workload="staircase",
                                    ranker="ns3::StfqRanker", flow_count=FLOWS,
                                    join_interval=f"{interval:g}ms", sample_interval="40us",
                                    weights=weights),
                        {"weights": kind, "scheduler": scheduler.name, "run": run},
                        cost=interval * 5)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        labels = {s["name"]: s["label"] for s in result.schedulers}
        rows: list[dict[str, Any]] = []
        for name, label in labels.items():
            for kind in WEIGHTS:
                summaries = [cell.summary.get("fairness", {}) for cell in result.cells
                             if cell.labels["scheduler"] == name and cell.labels["weights"] == kind]
                if not summaries:
                    continue
                column = "jain_mean" if kind == "equal" else "weighted_jain_mean"
                row: dict[str, Any] = {"scheduler": label, "weights": kind,
                                       "Jain's index": _mean(summaries, column)}
                for active in range(1, FLOWS + 1):
                    values = [_by_active(summary, kind, active) for summary in summaries]
                    row[f"{active} active"] = fig.mean_ci(values)[0]
                rows.append(row)
        require(rows, "a fairness summary")
        return {"Jain's index (weighted: of throughput divided by weight), mean over windows":
                pd.DataFrame(rows)}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        equal = [cell for cell in result.cells if cell.labels["weights"] == "equal"]
        weighted = [cell for cell in result.cells if cell.labels["weights"] == "weighted"]
        figures = {}
        if equal:
            figures["fairness-throughput"] = self._throughput(result, equal, "equal weights")
            figures["fairness-jain"] = self._jain(result, equal)
            figures["fairness-by-flows"] = self._by_flows(result, equal)
        if weighted:
            figures["fairness-throughput-weighted"] = self._throughput(result, weighted, "weights 1:2:4")
            figures["fairness-shares-weighted"] = self._shares(result, weighted)
        require(list(figures), "samples")
        return figures

    def _throughput(self, result: ExperimentResult, cells: Sequence[CellResult], what: str) -> Figure:
        columns = min(4, len(result.schedulers))
        rows = -(-len(result.schedulers) // columns)
        figure, axes = fig.canvas(rows, columns, panel=(2.7, 1.9))
        for index, scheduler in enumerate(result.schedulers):
            panel = axes[index // columns][index % columns]
            cell = _first_run(cells, scheduler["name"])
            panel.set_title(scheduler["label"])
            if cell is None:
                continue
            for number, (key, series) in enumerate(_series(cell, "throughput_bps").groupby("key")):
                panel.plot(series["time_ns"] / 1e6, series["value"] / 1e9, linewidth=0.8,
                           color=fig.SERIES_COLOURS[number % len(fig.SERIES_COLOURS)],
                           label=f"flow {key}")
        for panel in axes[-1]:
            panel.set_xlabel("time (ms)")
        for row in axes:
            row[0].set_ylabel("throughput (Gb/s)")
        for index in range(len(result.schedulers), rows * columns):
            axes[index // columns][index % columns].set_visible(False)
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, f"Throughput per flow, {what} (first seed)", self.caption(result),
                          legend=True)

    def _jain(self, result: ExperimentResult, cells: Sequence[CellResult]) -> Figure:
        figure, axes = fig.canvas(1, 1, panel=(9.0, 2.8))
        panel = axes[0][0]
        for scheduler in result.schedulers:
            cell = _first_run(cells, scheduler["name"])
            if cell is None:
                continue
            series = _series(cell, "jain")
            # A single window is noisy: the line is a running median of nine.
            smooth = series["value"].rolling(9, center=True, min_periods=1).median()
            panel.plot(series["time_ns"] / 1e6, smooth, color=scheduler["colour"],
                       marker=scheduler["marker"], markevery=25, markersize=4, label=scheduler["label"])
        panel.set_xlabel("time (ms)")
        panel.set_ylabel("Jain's index")
        panel.set_ylim(top=1.02)
        fig.scheduler_legend(figure, panel)
        return fig.finish(figure, "Jain's index of the active flows, equal weights (running median of 9 "
                          "windows, first seed)", self.caption(result), legend=True)

    def _by_flows(self, result: ExperimentResult, cells: Sequence[CellResult]) -> Figure:
        figure, axes = fig.canvas(1, 1, panel=(6.5, 3.0))
        counts = list(range(2, FLOWS + 1))
        for scheduler in result.schedulers:
            mine = [cell.summary.get("fairness", {}) for cell in cells
                    if cell.labels["scheduler"] == scheduler["name"]]
            if mine:
                fig.error_line(axes[0][0], scheduler, counts,
                               [[_by_active(summary, "equal", n) for summary in mine] for n in counts])
        axes[0][0].set_xticks(counts)
        axes[0][0].set_xlabel("active flows")
        axes[0][0].set_ylabel("mean Jain's index")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, "Jain's index by number of active flows, equal weights",
                          self.caption(result), legend=True)

    def _shares(self, result: ExperimentResult, cells: Sequence[CellResult]) -> Figure:
        figure, axes = fig.canvas(1, 1, panel=(8.0, 3.0))
        panel = axes[0][0]
        width = 0.8 / FLOWS
        weights = [int(w) for w in WEIGHTS["weighted"].split(",")]
        names = []
        for place, scheduler in enumerate(result.schedulers):
            names.append(scheduler["label"])
            cell = _first_run(cells, scheduler["name"])
            if cell is None:
                continue
            shares = shares_by_weight(cell)
            for number, share in enumerate(shares):
                weight = weights[number % len(weights)]
                panel.bar(place + (number - (FLOWS - 1) / 2) * width, share, width * 0.9,
                          color=fig.SERIES_COLOURS[weights.index(weight) * 2 + 1],
                          label=f"weight {weight}" if place == 0 and number < len(weights) else None)
        panel.axhline(1, color="#000000", linewidth=0.8, linestyle="--")
        panel.set_xticks(range(len(names)), names)
        panel.set_ylabel("share / ideal share")
        fig.scheduler_legend(figure, panel)
        return fig.finish(figure, "Each flow's throughput over its weighted share while all eight are active "
                          "(first seed)", self.caption(result), legend=True)


def shares_by_weight(cell: CellResult) -> list[float]:
    """Throughput of each flow over its weighted fair share, in the second half of all-active time."""
    samples = _series(cell, "throughput_bps")
    flows = cell.table("flows.csv").sort_values("start_ns")
    interval = flows["start_ns"].diff().median()
    last = flows["start_ns"].max()
    chosen = samples[(samples["time_ns"] > last + interval / 2) & (samples["time_ns"] <= last + interval)]
    means = chosen.groupby("key")["value"].mean()
    total, weights = means.sum(), flows["weight"].sum()
    if not total or not weights:
        return []
    return [means.get(str(flow.id), 0.0) / total / (flow.weight / weights) for flow in flows.itertuples()]


def _series(cell: CellResult, name: str) -> pd.DataFrame:
    samples = cell.table("samples.csv")
    return samples[samples["series"] == name]


def _first_run(cells: Sequence[CellResult], scheduler: str) -> CellResult | None:
    mine = [cell for cell in cells if cell.labels["scheduler"] == scheduler]
    return min(mine, key=lambda cell: cell.labels["run"]) if mine else None


def _mean(summaries: Sequence[dict[str, Any]], name: str) -> float:
    return fig.mean_ci([summary.get(name, float("nan")) for summary in summaries])[0]


def _by_active(summary: dict[str, Any], kind: str, active: int) -> float:
    table = summary.get("jain_by_active_flows" if kind == "equal" else "weighted_jain_by_active_flows", {})
    return table.get(str(active), float("nan"))


EXPERIMENT = Fairness()
