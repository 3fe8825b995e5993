# SPDX-License-Identifier: GPL-2.0-only
"""Readers of result directories: checked against the schema, into pandas."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any, TYPE_CHECKING

from schedlab.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_VERSION = 1

# Columns that readers rely on; files may have more.
COLUMNS: dict[str, tuple[str, ...]] = {
    "flows.csv": ("id", "class", "src", "dst", "size_bytes", "weight", "start_ns", "fct_ns", "status",
                  "ideal_fct_ns", "retransmits", "rtos", "packets", "comparisons"),
    "queues.csv": ("node", "device", "port", "scheduler", "in", "out", "queued", "drops",
                   "marks", "peak_packets", "mean_packets", "inversions", "inversion_magnitude",
                   "scan", "cascade_scan"),
    "samples.csv": ("time_ns", "series", "key", "value"),
    "inversion_histogram.csv": ("rank", "dequeues", "inversions"),
}
TEXT_COLUMNS = {"class", "src", "dst", "status", "node", "device", "port", "scheduler", "series", "key"}


class ResultError(UserError):
    """A result directory that cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__(message, 1)


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object, or a one-line error with file and place."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ResultError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ResultError(f"{path} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ResultError(f"{path} holds no JSON object")
    return value


def check_schema(manifest: dict[str, Any], path: Path) -> None:
    """Refuses a manifest of another schema version."""
    version = manifest.get("schema_version")
    if version != SCHEMA_VERSION:
        raise ResultError(f"{path} has schema version {version}, this reader knows {SCHEMA_VERSION}: "
                          "simulate again or use the matching release")


def read_table(path: Path) -> pd.DataFrame:
    """One of the CSV files of COLUMNS as a data frame, numbers as numbers."""
    import pandas as pd

    try:
        table = pd.read_csv(path, comment="#", dtype={name: str for name in TEXT_COLUMNS},
                            keep_default_na=True)
    except OSError as error:
        raise ResultError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, pd.errors.ParserError) as error:
        raise ResultError(f"{path} is no readable CSV: {str(error).splitlines()[0]}") from None
    missing = [name for name in COLUMNS[path.name] if name not in table.columns]
    if missing:
        raise ResultError(f"{path} lacks the column '{missing[0]}': simulate again")
    for name in COLUMNS[path.name]:
        if name not in TEXT_COLUMNS and len(table) and table[name].dtype == object:
            bad = pd.to_numeric(table[name], errors="coerce").isna() & table[name].notna()
            line = int(bad.idxmax()) + 2
            raise ResultError(f"{path}, line {line}: '{table[name][bad].iloc[0]}' in column "
                              f"'{name}' is no number")
    return table


class RunResult:
    """One run's directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Everything that went into the run."""
        path = self.directory / "manifest.json"
        manifest = read_json(path)
        check_schema(manifest, path)
        return manifest

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The run's own summary."""
        self.manifest  # pylint: disable=pointless-statement  # checks the schema first
        return read_json(self.directory / "summary.json")

    def table(self, name: str) -> pd.DataFrame:
        """flows.csv, queues.csv, samples.csv or inversion_histogram.csv."""
        self.manifest  # pylint: disable=pointless-statement  # checks the schema first
        return read_table(self.directory / name)


class CellResult(RunResult):
    """A run that is a cell of an experiment: `labels` says which."""

    def __init__(self, directory: Path, labels: dict[str, Any]) -> None:
        super().__init__(directory)
        self.labels = labels


class ExperimentResult:
    """An experiment's directory: its manifest and the cells that are there."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        path = directory / "manifest.json"
        self.manifest = read_json(path)
        check_schema(self.manifest, path)
        if not isinstance(self.manifest.get("cells"), list):
            raise ResultError(f"{path} lists no cells: it is not the manifest of an experiment")
        self.cells: list[CellResult] = []
        self.missing: list[str] = []
        for cell in self.manifest["cells"]:
            place = directory / "cells" / cell["id"]
            if place.is_dir():
                self.cells.append(CellResult(place, cell["labels"]))
            else:
                self.missing.append(cell["id"])

    @property
    def schedulers(self) -> list[dict[str, Any]]:
        """The schedulers of the manifest, in order: name, label, colour, marker."""
        return self.manifest["schedulers"]
