# SPDX-License-Identifier: GPL-2.0-only
"""The experiments: every module of this package that has an `EXPERIMENT` is one.

To add an experiment, add a file here with a subclass of Experiment and `EXPERIMENT = ThatClass()`.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab.errors import UserError, unknown
from schedlab.schedulers import SCHEDULERS, Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

SIZES = ("quick", "full")


class Experiment(ABC):
    """An experiment: its cells, its tables and its figures.

    `claim` is what the paper says, `expect` what a reader should see in our figures. `sizes` tells
    in words what the quick and the full size are; it stands under every figure. `program` runs the
    cells; an experiment without `schedulers` has none. `choices` are what cells() takes beside its first
    arguments: the values that are allowed, or None for any. Experiments of one `family` have the same cells,
    which are simulated once. `cpu_seconds` is what a cell of cost 1 takes, if that was measured. `by_default`
    ones run when none is named.
    """

    name: str
    title: str
    paper: str
    claim: str
    expect: str
    sizes: dict[str, str]
    schedulers: Sequence[str] = tuple(SCHEDULERS)
    program: str = "schedlab-scenario"
    default_seeds: dict[str, int] = {"quick": 1, "full": 1}
    choices: dict[str, Sequence[str] | None] = {}
    family: Sequence[str] = ()
    cpu_seconds: float | None = None
    by_default = False

    @abstractmethod
    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int],
              **choices: Any) -> Iterator[Cell]:
        """Every simulation; `runs` are the RngRun values, one per seed."""

    def check(self, choices: dict[str, Any]) -> None:
        """Refuses a choice that this experiment does not offer."""
        for name, value in choices.items():
            if name not in self.choices:
                raise UserError(f"{self.name} has no choice of {name}: it is for other experiments")
            allowed = self.choices[name]
            if allowed is not None and value not in allowed:
                raise unknown(f"{name} of {self.name}", value, allowed)

    @abstractmethod
    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        """Tables by title, the first one being the main one."""

    @abstractmethod
    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        """Figures by file name."""

    def merge(self, cells: Sequence[Cell], changes: dict[str, str]) -> list[Cell]:
        """The cells to run after the user's changes; some may have become the same."""
        del changes
        return list(cells)

    def caption(self, result: ExperimentResult) -> str:
        """The line under every figure: size, changes and seeds."""
        meta = result.manifest
        size = meta["size"]
        if len(set(self.sizes.values())) > 1:
            text = "Full size: " if size == "full" else "QUICK size, reduced from the paper's: "
        else:
            text = ""
        text += self.sizes[size] + "."
        if meta.get("changes"):
            text += " Changed: " + ", ".join(f"{k}={v}" for k, v in meta["changes"].items()) + "."
        runs = len(meta.get("runs", [1]))
        text += f" Mean of {runs} seeds with 95 % confidence." if runs > 1 else " One seed."
        if result.missing:
            text += f" {len(result.missing)} of {len(result.manifest['cells'])} cells are missing."
        return text


def base_config(scheduler: Scheduler, run: int, **more: Any) -> dict[str, Any]:
    """The configuration that all experiments start from: STFQ ranks at 100 Gbps over 1 us links."""
    return {
        "scheduler": scheduler.type_id,
        "scheduler_set": dict(scheduler.settings),
        "seed": 1,
        "run": run,
        "link_rate": "100Gbps",
        "link_delay": "1us",
        **more,
    }


def registry() -> dict[str, Experiment]:
    """All experiments by name."""
    found: dict[str, Experiment] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        experiment = getattr(importlib.import_module(f"{__name__}.{module}"), "EXPERIMENT", None)
        if experiment is not None:
            found[experiment.name] = experiment
    return found


def find(name: str) -> Experiment:
    """The experiment of that name, or an error with near matches."""
    known = registry()
    if name not in known:
        raise unknown("experiment", name, known)
    return known[name]


def require(rows: Sequence[Any], what: str) -> None:
    """Ends with one line when not a single cell has what a figure needs."""
    if not rows:
        raise UserError(f"no cell has {what}: run the experiment again", 1)
