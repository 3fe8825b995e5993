# SPDX-License-Identifier: GPL-2.0-only
"""Rank inversions of every scheduler under five rank distributions (Table I of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, base_config, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

DISTRIBUTIONS = ("uniform", "exponential", "poisson", "convex", "inverse")
PACKETS = {"quick": 20_000, "full": 1_000_000}
RANK_BINS = 25
RANKS = 100


def _config(scheduler: Scheduler, run: int, **more: Any) -> dict[str, Any]:
    config = base_config(scheduler, run, **more)
    if scheduler.name == "sifter":
        # Its FIFOs cover the ranks there are; the default is made for ranks in bytes.
        config["scheduler_set"]["Granularity"] = str(-(-RANKS // int(config["scheduler_set"]["Fifos"])))
    return config


class Inversions(Experiment):
    """One overloaded port; packets carry ranks drawn from a distribution."""

    name = "inversions"
    by_default = True
    title = "Rank inversions at one overloaded port"
    paper = "P3PO/PPQA paper, Table I"
    claim = ("PIFO, P3PO, PPQA and Sifter never serve a packet while one of smaller rank waits; SP-PIFO "
             "has inversions, AIFO and RIFO more, FIFO the most.")
    expect = ("Rows of zeros for PIFO, P3PO, PPQA and Sifter. A dequeue counts as one inversion when at least one "
              "queued packet has a smaller rank; the magnitude is the distance to the smallest one.")
    sizes = {
        "quick": "20,000 packets of 1500 B per cell at 1.2 times the link's rate",
        "full": "1,000,000 packets of 1500 B per cell at 1.2 times the link's rate",
    }

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int]) -> Iterator[Cell]:
        for distribution in DISTRIBUTIONS:
            for scheduler in schedulers:
                for run in runs:
                    yield Cell(
                        f"{distribution}-{scheduler.name}-run{run}",
                        _config(scheduler, run, topology="port", workload="ranks",
                                ranker="ns3::TagRanker", rank_distribution=distribution,
                                rank_max=RANKS, packets=PACKETS[size], packet_bytes=1500, offered_load=1.2),
                        {"distribution": distribution, "scheduler": scheduler.name, "run": run},
                        cost=PACKETS[size] * 1e-5)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        data = port_numbers(result)
        labels = {s["name"]: s["label"] for s in result.schedulers}
        tables = {}
        for title, column in (("Dequeues with an inversion, per 1000", "per_1000"),
                              ("Mean magnitude of an inversion (ranks)", "magnitude"),
                              ("Dropped packets, percent of offered", "dropped")):
            table = data.pivot_table(index="scheduler", columns="distribution", values=column,
                                     aggfunc="mean", sort=False, dropna=False)
            table = table.reindex(index=[s for s in labels if s in table.index],
                                  columns=[d for d in DISTRIBUTIONS if d in table.columns])
            table.index = [labels[name] for name in table.index]
            table.index.name = "scheduler"
            tables[title] = table.reset_index()
            tables[title].columns.name = None
        return tables

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = port_numbers(result)
        return {"inversions": self._bars(result, data), "inversions-by-rank": self._ranks(result)}

    def _bars(self, result: ExperimentResult, data: pd.DataFrame) -> Figure:
        figure, axes = fig.canvas(2, 1, panel=(9.0, 2.4), share_y=False)
        count = len(result.schedulers)
        width = 0.84 / count
        for panel, column, unit in ((axes[0][0], "per_1000", "inversions per\n1000 dequeues"),
                                    (axes[1][0], "magnitude", "mean magnitude\n(ranks)")):
            for index, scheduler in enumerate(result.schedulers):
                for place, distribution in enumerate(DISTRIBUTIONS):
                    mine = data[(data["distribution"] == distribution)
                                & (data["scheduler"] == scheduler["name"])][column]
                    if mine.empty:
                        continue
                    mean, half = fig.mean_ci(mine)
                    x = place + (index - (count - 1) / 2) * width
                    panel.bar(x, mean, width * 0.9, yerr=half or None, capsize=1.5,
                              color=scheduler["colour"], label=scheduler["label"] if place == 0 else None)
                    if mean == 0:
                        panel.plot(x, 0, marker=scheduler["marker"], color=scheduler["colour"],
                                   markersize=4, clip_on=False)
            panel.set_ylabel(unit)
            panel.set_xticks(range(len(DISTRIBUTIONS)), DISTRIBUTIONS)
        axes[1][0].set_xlabel("rank distribution")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, f"{self.title} (a marker on the axis: none)", self.caption(result),
                          legend=True)

    def _ranks(self, result: ExperimentResult) -> Figure:
        rows = rank_histograms(result)
        figure, axes = fig.canvas(1, len(DISTRIBUTIONS), panel=(2.6, 2.4), share_x=False)
        for column, distribution in enumerate(DISTRIBUTIONS):
            panel = axes[0][column]
            here = rows[rows["distribution"] == distribution]
            for scheduler in result.schedulers:
                mine = here[here["scheduler"] == scheduler["name"]].groupby("rank")["share"].mean()
                if len(mine):
                    panel.plot(mine.index, mine.to_numpy(), color=scheduler["colour"], linewidth=1.2,
                               marker=scheduler["marker"], markersize=3, markevery=4,
                               label=scheduler["label"])
            panel.set_title(distribution)
            panel.set_xlabel("rank of the packet")
        axes[0][0].set_ylabel("inversions per 1000\ndequeues of any rank")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, "Inversions by the rank of the packet that went out too early",
                          self.caption(result), legend=True)


def port_numbers(result: ExperimentResult) -> pd.DataFrame:
    """Inversions per 1000 dequeues, mean magnitude and drops of the one port, by cell."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for cell in result.cells:
        queues = cell.table("queues.csv")
        port = queues.loc[queues["in"].idxmax()]
        if port["out"] <= 0:
            continue
        inversions = port["inversions"]
        rows.append({**cell.labels, "per_1000": 1000 * inversions / port["out"],
                     "magnitude": port["inversion_magnitude"] / inversions if inversions else 0.0,
                     "dropped": 100 * port["drops"] / port["in"]})
    require(rows, "a used port")
    return pd.DataFrame(rows)


def rank_histograms(result: ExperimentResult) -> pd.DataFrame:
    """Inversions per 1000 dequeues by rank of the dequeued packet, in at most RANK_BINS bins."""
    import pandas as pd

    tables = []
    for cell in result.cells:
        table = cell.table("inversion_histogram.csv")
        total = table["dequeues"].sum()
        if total <= 0:
            continue
        step = max(1, int(table["rank"].max() // RANK_BINS))
        table["rank"] = table["rank"] // step * step
        table = table.groupby("rank", as_index=False)[["dequeues", "inversions"]].sum()
        table["share"] = 1000 * table["inversions"] / total
        tables.append(table.assign(**cell.labels))
    require(tables, "a rank histogram")
    return pd.concat(tables, ignore_index=True)


EXPERIMENT = Inversions()
