# SPDX-License-Identifier: GPL-2.0-only
"""Two transfers over 25 bottlenecks under PFQD and its rivals (Table 2 and figures 2 and 3 of the PFQD paper)."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.experiments._pfqd import VARIANTS, target, transfer_config
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import CellResult, ExperimentResult

RATES_MBPS = (12, 40, 120, 200, 1000)
RTTS_MS = (5, 10, 20, 50, 100)
POINTS = {
    "quick": ((12, 20), (12, 100), (40, 20), (120, 20), (200, 5), (1000, 10)),
    "full": tuple((rate, rtt) for rate in RATES_MBPS for rtt in RTTS_MS),
}
PAIRS = {"quick": ("C-C", "C-B", "B-B"), "full": ("C-C", "E-E", "C-B", "B-B", "C-E", "E-B")}
FAIR = 1.5
SCORED_BYTES = 1_000_000
VARYING = 0.005  # a point varies if its goodput ratio has a larger deviation over the seeds


class PfqdSweep(Experiment):
    """A dumbbell, two flows of 20 MB with access that is no limit, rates and round trips over four decades."""

    name = "pfqd-sweep"
    title = "PFQD, FQ-CoDel and DualPI2 over 25 bottlenecks"
    paper = "PFQD paper, Table 2, Fig. 2 and 3"
    claim = ("PFQD serves two backlogged flows evenly whatever congestion controls send them: service ratio 1.00 to "
             "1.11, fair at 142 of 146 scored points; FQ-CoDel at 121, DualPI2 at 93 of 145. A packet at the head "
             "of a PFQD queue waits about one packet time for each backlogged flow.")
    expect = ("Service ratios of PFQD near 1 in every pair; DualPI2 worst where CUBIC meets BBRv3, for only CUBIC "
              "heeds its marks. Utilisation falls with the round trip at 1 Gb/s under all of them.")
    sizes = {
        "quick": "6 of the 25 points, pairs of CUBIC and BBRv3",
        "full": "25 points, six pairs; 10 seeds are the paper's 4,500 trials",
    }
    schedulers = ("pfqd", "fq-codel", "dualpi2")
    default_seeds = {"quick": 1, "full": 10}
    choices = {"variant": VARIANTS}
    cpu_seconds = 1.0

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int],
              variant: str = "provisioned", **_: Any) -> Iterator[Cell]:
        for rate, rtt in POINTS[size]:
            for pair in PAIRS[size]:
                for scheduler in schedulers:
                    for run in runs:
                        yield Cell(
                            f"{variant}-{rate}M-{rtt}ms-{pair}-{scheduler.name}-run{run}",
                            transfer_config(scheduler, run, pair.split("-"), rate, rtt, variant),
                            {"variant": variant, "rate": rate, "rtt": rtt, "pair": pair,
                             "scheduler": scheduler.name, "run": run},
                            # Large windows are slow to search in.
                            cost=1 + 3e-5 * rate * rtt)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        points = gather(result.cells)
        require(list(points), "transfers")
        paper = read_paper()
        rows, waits = [], []
        for scheduler in result.schedulers:
            for pair in pairs_of(points):
                mine = select(points, scheduler["name"], pair)
                if mine:
                    rows.append(table2_row(scheduler, pair, mine, paper))
                    waits += wait_rows(scheduler, pair, mine)
        tables = {"Fairness by discipline and pair; E is another control than the paper's W": pd.DataFrame(rows),
                  "Wait at the head of a flow's queue while both are backlogged, packet times per backlogged "
                  "flow": pd.DataFrame(waits)}
        tables["Targets"] = pd.DataFrame(targets(points))
        if len(result.manifest.get("runs", [])) > 1:
            tables["Predictability over the seeds"] = pd.DataFrame(
                [variation_row(scheduler, select(points, scheduler["name"])) for scheduler in result.schedulers])
        return tables

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        points = gather(result.cells)
        require(list(points), "transfers")
        return {"pfqd-sweep": self._overview(result, points), "pfqd-sweep-wait": self._waits(result, points),
                "pfqd-sweep-spread": self._spread(result, points)}

    def _overview(self, result: ExperimentResult, points: list[Point]) -> Figure:
        names = pairs_of(points)
        figure, axes = fig.canvas(2, len(names), panel=(2.7, 2.2), share_y=False)
        for column, pair in enumerate(names):
            for scheduler in result.schedulers:
                mine = select(points, scheduler["name"], pair)
                look = {"color": scheduler["colour"], "marker": scheduler["marker"], "linestyle": "none",
                        "label": scheduler["label"]}
                scored = [point for point in mine if point.is_scored]
                axes[0][column].plot([p.bdp_bytes for p in scored], [p.service_ratio for p in scored], **look)
                axes[1][column].plot([p.bdp_bytes for p in mine], [100 * p.utilisation for p in mine], **look)
            axes[0][column].set_title(pair)
            axes[0][column].set_xscale("log")
            axes[0][column].set_yscale("log")
            axes[0][column].set_ylim(bottom=0.95)
            axes[0][column].yaxis.set_major_formatter("{x:g}")
            axes[0][column].yaxis.set_minor_formatter("{x:g}")
            axes[1][column].set_ylim(0, 102)
            axes[1][column].set_xlabel("bandwidth-delay product (bytes)")
        axes[0][0].set_ylabel("service ratio")
        axes[1][0].set_ylabel("utilisation (%)")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, "Service share of backlogged flows and utilisation", self.caption(result),
                          legend=True)

    def _waits(self, result: ExperimentResult, points: list[Point]) -> Figure:
        names = pairs_of(points)
        figure, axes = fig.canvas(1, len(result.schedulers), panel=(3.2, 2.4))
        for panel, scheduler in zip(axes[0], result.schedulers):
            panel.set_title(scheduler["label"])
            rows = {pair: mean_waits(select(points, scheduler["name"], pair)) for pair in names}
            tiers = sorted({tier for row in rows.values() for tier in row})
            for number, tier in enumerate(tiers):
                xs = [place + (number - (len(tiers) - 1) / 2) * 0.35 for place in range(len(names))]
                panel.bar(xs, [rows[pair].get(tier, math.nan) for pair in names], 0.32,
                          color=fig.SERIES_COLOURS[number + 1], label=tier)
            panel.axhline(1, color="#000000", linewidth=0.8, linestyle="--")
            panel.set_xticks(range(len(names)), names)
            panel.legend(frameon=False)
        axes[0][0].set_ylabel("wait (packet times per flow)")
        return fig.finish(figure, "Wait at the head of a flow's queue, by tier", self.caption(result))

    def _spread(self, result: ExperimentResult, points: list[Point]) -> Figure:
        figure, axes = fig.canvas(1, 2, panel=(4.0, 2.6), share_y=False)
        for scheduler in result.schedulers:
            mine = select(points, scheduler["name"])
            for panel, values in zip(axes[0], (lambda p: p.goodput_ratios, lambda p: p.utilisations)):
                panel.plot([p.bdp_bytes for p in mine], [deviation(values(p)) for p in mine], linestyle="none",
                           color=scheduler["colour"], marker=scheduler["marker"], label=scheduler["label"])
        for panel, what in zip(axes[0], ("goodput ratio", "utilisation")):
            panel.set_xscale("log")
            panel.set_xlabel("bandwidth-delay product (bytes)")
            panel.set_ylabel(f"deviation of the {what}")
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, "Standard deviation over the seeds", self.caption(result), legend=True)


class Point:
    """One discipline, pair and bottleneck, over its seeds."""

    def __init__(self, labels: dict[str, Any]) -> None:
        self.scheduler: str = labels["scheduler"]
        self.pair: str = labels["pair"]
        self.bdp_bytes = labels["rate"] * labels["rtt"] * 125
        self.transfers: list[dict[str, Any]] = []

    def add(self, transfer: dict[str, Any]) -> None:
        """Takes what one seed gave."""
        self.transfers.append(transfer)

    @property
    def _scored(self) -> list[dict[str, Any]]:
        return [t for t in self.transfers if min(t["backlogged_bytes"]) >= SCORED_BYTES]

    @property
    def is_scored(self) -> bool:
        """Both flows were served a megabyte while both had packets queued."""
        return bool(self._scored)

    @property
    def service_ratio(self) -> float:
        """Larger over smaller service while both were backlogged."""
        return mean(t["service_ratio"] for t in self._scored)

    @property
    def beyond_a_packet(self) -> float:
        """The same, where a flow may be one packet ahead in each interval."""
        return mean(t["service_ratio_beyond_a_packet"] for t in self._scored)

    @property
    def goodput_ratios(self) -> list[float]:
        """Faster over slower flow, by seed."""
        return [t["goodput_ratio"] for t in self.transfers]

    @property
    def utilisations(self) -> list[float]:
        """Share of the link that was used, by seed."""
        return [t["utilisation"] for t in self.transfers]

    @property
    def utilisation(self) -> float:
        """Mean of utilisations."""
        return mean(self.utilisations)

    def total(self, name: str) -> int:
        """Drops or marks of all seeds."""
        return sum(t[name] for t in self.transfers)

    @property
    def timeouts(self) -> int:
        """Retransmission timeouts of all seeds."""
        return sum(flow["timeouts"] for t in self.transfers for flow in t["flows"])

    @property
    def unfinished(self) -> int:
        """Flows that did not end within the time limit."""
        return sum(not flow["done"] for t in self.transfers for flow in t["flows"])


def gather(cells: Iterable[CellResult]) -> list[Point]:
    """The points of an experiment's cells, in order."""
    points: dict[tuple[Any, ...], Point] = {}
    for cell in cells:
        key = tuple(cell.labels[name] for name in ("rate", "rtt", "pair", "scheduler"))
        points.setdefault(key, Point(cell.labels)).add(cell.summary["transfer"])
    return list(points.values())


def select(points: Iterable[Point], scheduler: str, pair: str | None = None) -> list[Point]:
    """The points of one discipline, and of one pair if it is given."""
    return [p for p in points if p.scheduler == scheduler and pair in (None, p.pair)]


def pairs_of(points: Iterable[Point]) -> list[str]:
    """The pairs that there are, in order of appearance."""
    return list(dict.fromkeys(point.pair for point in points))


def deviation(values: Sequence[float]) -> float:
    """Standard deviation, 0 of a single value."""
    return stdev(values) if len(values) > 1 else 0.0


def read_paper() -> dict[tuple[str, str], dict[str, str]]:
    """Rows of the paper's table by discipline and pair."""
    path = Path(__file__).parent.parent / "data" / "pfqd.csv"
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["scheduler"], row["pair"]): row for row in rows}


def table2_row(scheduler: dict[str, Any], pair: str, points: list[Point],
               paper: dict[tuple[str, str], dict[str, str]]) -> dict[str, Any]:
    """A row of the table, ours and the paper's in brackets."""
    theirs = paper.get((scheduler["name"], "-".join("W" if c == "E" else c for c in pair.split("-"))), {})

    def cell(ours: str, column: str, extra: str = "") -> str:
        return f"{ours} ({theirs[column]}{extra})" if theirs else ours

    scored = [point for point in points if point.is_scored]
    ratios = [mean(point.goodput_ratios) for point in points]
    service = f"{mean(p.service_ratio for p in scored):.2f}" if scored else "-"
    fair = sum(p.service_ratio < FAIR for p in scored)
    return {
        "discipline": scheduler["label"],
        "pair": pair,
        "svc": cell(service, "service_ratio"),
        "svc fair": cell(f"{fair}/{len(scored)}", "service_fair", f"/{theirs.get('scored', '')}"),
        "svc beyond 1p": f"{mean(p.beyond_a_packet for p in scored):.2f}" if scored else "-",
        "goodput": cell(f"{mean(ratios):.2f}", "goodput_ratio"),
        "goodput fair": cell(f"{sum(r < FAIR for r in ratios)}/{len(ratios)}", "goodput_fair", "/25"),
        "util %": cell(f"{100 * mean(p.utilisation for p in points):.0f}", "utilisation_percent"),
        "drops": sum(p.total("drops") for p in points),
        "marks": sum(p.total("marks") for p in points),
        "timeouts": sum(p.timeouts for p in points),
        "unfinished": sum(p.unfinished for p in points),
    }


def mean_waits(points: Iterable[Point]) -> dict[str, float]:
    """Mean wait of all packets by tier."""
    sums: dict[str, list[float]] = {}
    for point in points:
        for transfer in point.transfers:
            for tier, flows in transfer["head_wait"].items():
                total = sums.setdefault(tier, [0.0, 0.0])
                total[0] += sum(flow["packets"] * flow["mean"] for flow in flows)
                total[1] += sum(flow["packets"] for flow in flows)
    return {tier: weighted / packets for tier, (weighted, packets) in sums.items() if packets}


def wait_rows(scheduler: dict[str, Any], pair: str, points: list[Point]) -> list[dict[str, Any]]:
    """One row for each tier."""
    gap = max(t["largest_gap_packets"] for point in points for t in point.transfers)
    return [{"discipline": scheduler["label"], "pair": pair, "tier": tier, "wait": value,
             "largest gap in an interval, packets": gap}
            for tier, value in sorted(mean_waits(points).items())]


def targets(points: list[Point]) -> list[dict[str, Any]]:
    """What the paper's numbers of PFQD ask for, of the pairs whose controls are the paper's."""
    rows = []
    fair: dict[str, int] = {}
    for scheduler in dict.fromkeys(point.scheduler for point in points):
        scored = [p for p in select(points, scheduler) if p.is_scored and "E" not in p.pair]
        fair[scheduler] = sum(p.service_ratio < FAIR for p in scored)
        if scheduler == "pfqd" and scored:
            for pair in pairs_of(scored):
                mine = select(scored, "pfqd", pair)
                # The paper's own C-B is 1.07, on 25 points.
                rows.append(target(f"PFQD {pair}: mean service ratio", mean(p.service_ratio for p in mine), 1, 1.15))
                rows += [target(f"PFQD {pair}: wait in {tier}", wait, 0.85, 1.05)
                         for tier, wait in sorted(mean_waits(mine).items())]
            rows.append(target("PFQD: mean service ratio of all pairs", mean(p.service_ratio for p in scored), 1, 1.1))
            rows.append(target("PFQD: share of scored points that are fair", fair["pfqd"] / len(scored), 0.95, 1))
            rows.append(target("PFQD: transfers that did not end", sum(p.unfinished for p in points), 0, 0))
    for better, worse in (("pfqd", "fq-codel"), ("fq-codel", "dualpi2")):
        if better in fair and worse in fair:
            rows.append(target(f"fair points of {better} less those of {worse}", fair[better] - fair[worse], 0,
                               math.inf))
    mixed = [select(points, name, "C-B") for name in ("dualpi2", "pfqd")]
    if all(any(p.is_scored for p in mine) for mine in mixed):
        over = [mean(p.service_ratio for p in mine if p.is_scored) for mine in mixed]
        rows.append(target("C-B: service ratio of DualPI2 over PFQD's", over[0] / over[1], 1.5, math.inf))
    return rows


def variation_row(scheduler: dict[str, Any], points: list[Point]) -> dict[str, Any]:
    """How many points vary with the seed, and how much at most."""
    ratios = [deviation(point.goodput_ratios) for point in points]
    return {"discipline": scheduler["label"],
            "points that vary": f"{sum(r > VARYING for r in ratios)}/{len(ratios)}",
            "largest deviation of the goodput ratio": max(ratios),
            "largest deviation of the utilisation, %": 100 * max(deviation(p.utilisations) for p in points)}


EXPERIMENT = PfqdSweep()
