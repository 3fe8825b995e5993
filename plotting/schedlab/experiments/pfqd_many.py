# SPDX-License-Identifier: GPL-2.0-only
"""What demotion does to the last of several long flows."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.experiments._pfqd import transfer_config
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

COUNTS = {"quick": (2, 3, 4), "full": (2, 3, 4, 8, 16)}


class PfqdMany(Experiment):
    """Long CUBIC flows that all start at once over 40 Mb/s."""

    name = "pfqd-many"
    title = "Several long flows under PFQD: who is demoted last"
    paper = "PFQD paper, section 3.2"
    claim = "Every active flow gets an equal share of the link; demotion costs a flow nothing while it competes."
    expect = ("With two flows it does. With n flows all but one are demoted after 2 s. The one left is served in each "
              "cycle and the others take turns at one packet for each cycle: 1/2 of the link against 1/(2(n-1)).")
    sizes = {"quick": "2 to 4 flows of 10 MB", "full": "2 to 16 flows of 10 MB"}
    schedulers = ("pfqd", "fq-codel")

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], **_: Any) -> Iterator[Cell]:
        for count in COUNTS[size]:
            for scheduler in schedulers:
                for run in runs:
                    yield Cell(f"{count}-{scheduler.name}-run{run}",
                               transfer_config(scheduler, run, ["C"] * count, 40, 20, flow_bytes=10_000_000),
                               {"flows": count, "scheduler": scheduler.name, "run": run}, cost=count)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        rows = []
        for scheduler in result.schedulers:
            for count, shares in shares_by_count(result, scheduler["name"]).items():
                demoted = scheduler["name"] == "pfqd" and count > 2
                rows.append({"discipline": scheduler["label"], "flows": count, "largest share": max(shares),
                             "mean of the others": mean(sorted(shares)[:-1]),
                             "rule, largest": 0.5 if demoted else 1 / count,
                             "rule, others": 0.5 / (count - 1) if demoted else 1 / count})
        require(rows, "transfers")
        return {"Share of what is served while all flows are backlogged; the first 2 s are equal, the rule is for "
                "what comes after": pd.DataFrame(rows)}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        figure, axes = fig.canvas(1, len(result.schedulers), panel=(3.4, 2.4))
        for panel, scheduler in zip(axes[0], result.schedulers):
            panel.set_title(scheduler["label"])
            for count, shares in shares_by_count(result, scheduler["name"]).items():
                panel.plot([count] * len(shares), [share * count for share in shares], linestyle="none",
                           color=scheduler["colour"], marker=scheduler["marker"])
            panel.axhline(1, color="#000000", linewidth=0.8, linestyle="--")
            panel.set_xlabel("flows")
        axes[0][0].set_ylabel("share / fair share")
        return {"pfqd-many": fig.finish(figure, "Share of each of several long flows", self.caption(result))}


def shares_by_count(result: ExperimentResult, scheduler: str) -> dict[int, list[float]]:
    """Shares of the flows, largest last, by number of flows; mean over seeds."""
    by_count: dict[int, list[list[float]]] = {}
    for cell in result.cells:
        if cell.labels["scheduler"] == scheduler:
            served = sorted(cell.summary["transfer"]["backlogged_bytes"])
            total = sum(served) or 1
            by_count.setdefault(cell.labels["flows"], []).append([bytes_ / total for bytes_ in served])
    return {count: [mean(values) for values in zip(*runs)] for count, runs in by_count.items()}


EXPERIMENT = PfqdMany()
