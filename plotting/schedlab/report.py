# SPDX-License-Identifier: GPL-2.0-only
"""Tables, figures and the reader's text of an experiment's result directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Iterable

from schedlab import experiments, figures
from schedlab.errors import UserError
from schedlab.results import ExperimentResult

if TYPE_CHECKING:
    import pandas as pd


def show(directory: Path) -> str:
    """Like draw(), but takes the text and figures that are there when nothing has changed since."""
    stored = directory / "table.txt"
    try:
        drawn = stored.stat().st_mtime_ns
        sources = [directory / "manifest.json", *directory.glob("cells/*/cell.json"),
                   *Path(__file__).parent.rglob("*.py")]
        pictures = sorted((directory / "figures").glob("*.png"))
        if pictures and all(path.stat().st_mtime_ns < drawn for path in sources):
            return _with_figures(stored.read_text(encoding="utf-8"), pictures)
    except OSError:
        pass
    return draw(directory)


def draw(directory: Path) -> str:
    """Writes table.txt, table*.csv and figures/ of one result directory; returns the text to print."""
    result = ExperimentResult(directory)
    name = result.manifest.get("experiment")
    if not name:
        return _plain_table(result)
    experiment = experiments.find(name)
    if not result.cells:
        raise UserError(f"{directory} has no complete cell: run the experiment again", 1)
    tables = experiment.tables(result)
    text = [f"{experiment.title} ({experiment.paper})", experiment.caption(result), ""]
    for title, table in tables.items():
        text += [title, render(table), ""]
    text += ["The paper: " + experiment.claim, "What you should see: " + experiment.expect, ""]
    paths = figures.save(experiment.figures(result), directory / "figures")
    try:
        for number, table in enumerate(tables.values()):
            table.to_csv(directory / f"table{number or ''}.csv", index=False, float_format="%.6g")
        (directory / "table.txt").write_text("\n".join(text), encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write tables to {directory}: {error.strerror}", 1) from None
    return _with_figures("\n".join(text), paths)


def _with_figures(text: str, paths: Iterable[Path]) -> str:
    return "\n".join([text, "figures:", *(f"  {path}" for path in sorted(paths))])


def _plain_table(result: ExperimentResult) -> str:
    """A free sweep has no experiment: its table is every number of the summaries, cell by cell."""
    import pandas as pd

    table = pd.DataFrame([{**cell.labels, **_flat(cell.summary)} for cell in result.cells])
    path = result.directory / "table.csv"
    try:
        table.to_csv(path, index=False, float_format="%.6g")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", 1) from None
    return f"{len(table)} cells, {len(table.columns)} columns: {path}"


def _flat(value: dict, prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, item in value.items():
        if isinstance(item, dict):
            flat.update(_flat(item, f"{prefix}{name}."))
        elif not isinstance(item, list):
            flat[prefix + name] = item
    return flat


def render(table: pd.DataFrame) -> str:
    """A data frame as aligned text."""
    def show(value: object) -> str:
        if isinstance(value, float):
            return "-" if value != value else f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
        return str(value)

    cells = [[str(name) for name in table.columns]]
    cells += [[show(value) for value in row] for row in table.itertuples(index=False)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(table.columns))]
    text = [column for column in range(len(table.columns))
            if all(not isinstance(value, (int, float)) for value in table.iloc[:, column])]
    lines = ["  ".join(value.ljust(width) if column in text else value.rjust(width)
                       for column, (value, width) in enumerate(zip(row, widths))).rstrip()
             for row in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join("  " + line for line in lines)


def experiment_directories(path: Path) -> list[Path]:
    """The result directory itself, or those directly inside it."""
    if not path.is_dir():
        raise UserError(f"{path} is no directory: give a result directory such as results/fairness")
    if (path / "cells").is_dir():
        return [path]
    found = sorted(p for p in path.iterdir() if (p / "cells").is_dir() and (p / "manifest.json").is_file())
    if not found:
        raise UserError(f"{path} holds no result of ./schedlab run")
    return found
