# SPDX-License-Identifier: GPL-2.0-only
"""What the experiments with polled network cards share: cells, numbers of a cell, acceptance."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from schedlab.results import ExperimentResult

PAPER = "Metronome paper"
# Million packets a second of 64-byte frames, by Gbit/s.
FRAMES = {0.5: 0.744, 1: 1.488, 5: 7.44, 10: 14.88}
COLOURS = fig.SERIES_COLOURS[:1] + fig.SERIES_COLOURS[5:8] + fig.SERIES_COLOURS[1:5]
MARKERS = "osD^vPX*"
POLLERS = {"metronome": "Metronome", "busy": "static polling", "xdp": "XDP", "napi": "NAPI",
           "interrupt": "interrupts", "empty-poll": "l3fwd-power", "fixed-sleep": "fixed sleep"}


@dataclass(frozen=True)
class Check:
    """A line of the acceptance table. Without bounds it is only reported."""

    what: str
    value: float
    low: float | None = None
    high: float | None = None
    paper: str = ""

    def row(self) -> dict[str, Any]:
        """As a row of a table."""
        low = "" if self.low is None else f"{self.low:g}"
        high = "" if self.high is None else f"{self.high:g}"
        holds = (self.low is None or self.value >= self.low) and (self.high is None or self.value <= self.high)
        verdict = "reported" if not low and not high else "ok" if holds else "MISSED"
        return {"what": self.what, "ours": float(self.value), "from": low, "to": high,
                "the paper's": self.paper, "": verdict}


class PollerExperiment(Experiment):
    """An experiment with schedlab-poller. `axes` are the parameters that name its cells."""

    program = "schedlab-poller"
    schedulers: Sequence[str] = ()
    axes: Sequence[str]

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        """The configuration of every cell, axes included, run and seed left out."""
        raise NotImplementedError

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int]) -> Iterator[Cell]:
        del schedulers
        for point in self.points(size):
            for run in runs:
                config = {**point, "seed": 1, "run": run}
                yield Cell(self._name(config), config, self._labels(config), _cost(config))

    def merge(self, cells: Sequence[Cell], changes: dict[str, str]) -> list[Cell]:
        """An axis that the user sets has one value: cells that differed only there become one."""
        merged: dict[str, Cell] = {}
        for cell in cells:
            labels = self._labels(cell.config) if set(changes) & {*self.axes, "run"} else cell.labels
            name = self._name(cell.config)
            merged.setdefault(name, Cell(name, cell.config, labels, cell.cost))
        return list(merged.values())

    def _labels(self, config: Mapping[str, Any]) -> dict[str, Any]:
        return {axis: _number(config.get(axis, "")) for axis in (*self.axes, "run")}

    def _name(self, config: Mapping[str, Any]) -> str:
        words = [f"{axis}-{config[axis]}" for axis in (*self.axes, "run") if axis in config]
        return "_".join("".join(c if c.isalnum() or c in "-_" else "_" for c in word) for word in words)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        data = numbers(result)
        tables = {self.title: self.table(data)}
        checks = [check.row() for check in self.checks(data) if check.value == check.value]
        if checks:
            tables["Acceptance"] = pd.DataFrame(checks)
        return tables

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        """The main table, from one row of numbers for each cell."""
        raise NotImplementedError

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        """What has to hold; a value that is not there is NaN."""
        del data
        yield from ()


def _number(value: Any) -> Any:
    try:
        return float(value) if not isinstance(value, bool) else value
    except (TypeError, ValueError):
        return value


def _cost(config: Mapping[str, Any]) -> float:
    rate = 0.3 if config.get("arrivals") == "fluid" else 0.3 + float(config.get("rate_mpps", 14.88))
    return rate * micros(config.get("duration", "150ms")) * 1e-6


def micros(value: Any) -> float:
    """A time with a unit in microseconds."""
    text = str(value)
    for unit, scale in (("ns", 1e-3), ("us", 1.0), ("ms", 1e3), ("s", 1e6)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * scale
    return float(text)


def product(**axes: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the values."""
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values))


def numbers(result: ExperimentResult) -> pd.DataFrame:
    """A row for each cell: its labels and the numbers of its summary, the theory's with a prefix."""
    import pandas as pd

    rows = []
    for cell in result.cells:
        flat = {name: value for name, value in cell.summary.items() if not isinstance(value, (dict, list))}
        flat.update({f"theory_{name}": value for name, value in cell.summary.get("theory", {}).items()})
        hogs = cell.summary.get("hogs") or []
        if hogs:
            flat["hog_slowdown"] = max(hog["slowdown"] for hog in hogs)
            flat["hog_work"] = sum(hog["work_percent"] for hog in hogs) / len(hogs)
        queues = cell.summary.get("queues_detail") or []
        flat["worst_queue_vacation_us"] = max((queue["max_vacation_us"] for queue in queues), default=float("nan"))
        rows.append({**cell.labels, **flat})
    require(rows, "a summary")
    return pd.DataFrame(rows)


def mean(data: pd.DataFrame, column: str, **where: Any) -> float:
    """Mean of a column where the labels are these; NaN if there is no such row or column."""
    for name, value in where.items():
        if name not in data:
            return float("nan")
        data = data[data[name] == value]
    return float(data[column].mean()) if column in data and len(data) else float("nan")


def columns(data: pd.DataFrame, by: Sequence[str], names: Mapping[str, str]) -> pd.DataFrame:
    """Means over the seeds of some columns under new names, one row for each combination of `by`."""
    present = {old: new for old, new in names.items() if old in data}
    grouped = data.groupby(list(by), sort=False, dropna=False)[list(present)].mean().reset_index()
    return grouped.rename(columns=present)


def rising(values: Sequence[float], slack: float = 0.0) -> float:
    """1 if no value is below the one before it by more than `slack`, else 0; NaN for less than two."""
    if len(values) < 2:
        return float("nan")
    return float(all(b >= a - slack for a, b in zip(values, values[1:])))


def lines(axes: Axes, data: pd.DataFrame, x: str, y: str, by: str, names: Mapping[Any, str] | None = None,
          **style: Any) -> None:
    """A line for each value of `by`."""
    for index, (key, group) in enumerate(data.groupby(by, sort=False)):
        if y not in group:
            continue
        means = group.groupby(x)[y].mean()
        label = (names or {}).get(key, f"{key:g}" if isinstance(key, float) else str(key))
        axes.plot(means.index, means.to_numpy(), color=COLOURS[index % len(COLOURS)],
                  marker=MARKERS[index % len(MARKERS)], label=label, **style)
