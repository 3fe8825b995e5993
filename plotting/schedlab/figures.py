# SPDX-License-Identifier: GPL-2.0-only
"""The shared look of all figures, and statistics over seeds."""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Sequence

from schedlab.errors import UserError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Two-sided 95 % quantiles of Student's t for 1, 2, ... degrees of freedom.
_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042)

# Okabe and Ito's colours for things that are not schedulers (flows, ranks).
SERIES_COLOURS = ("#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00",
                  "#CC79A7")


def mean_ci(values: Iterable[float]) -> tuple[float, float]:
    """Mean and half-width of its 95 % confidence interval (0 for a single value); NaNs are left out."""
    data = [value for value in values if not math.isnan(value)]
    if not data:
        return math.nan, math.nan
    mean = sum(data) / len(data)
    if len(data) == 1:
        return mean, 0.0
    deviation = math.sqrt(sum((value - mean) ** 2 for value in data) / (len(data) - 1))
    quantile = _T95[len(data) - 2] if len(data) - 2 < len(_T95) else 1.96
    return mean, quantile * deviation / math.sqrt(len(data))


def canvas(rows: int, columns: int, *, panel: tuple[float, float] = (3.2, 2.5),
           share_x: bool = True, share_y: bool = True) -> tuple[Figure, Any]:
    """A figure with a grid of panels (always two-dimensional) in the suite's style."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({
        "font.size": 9, "axes.titlesize": 9, "axes.labelsize": 9, "legend.fontsize": 8,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#E0E0E0", "grid.linewidth": 0.6, "lines.linewidth": 1.4,
        "lines.markersize": 4.5, "svg.hashsalt": "schedlab", "figure.dpi": 100, "savefig.dpi": 160,
    })
    return pyplot.subplots(rows, columns, squeeze=False, sharex=share_x, sharey=share_y,
                           figsize=(panel[0] * columns + 0.6, panel[1] * rows + 1.3))


def log_axis(panel: Axes) -> None:
    """A logarithmic y axis with numbers between the powers of ten where it spans less than two of them."""
    from matplotlib.ticker import LogFormatter

    panel.set_yscale("log")
    panel.yaxis.set_minor_formatter(LogFormatter(labelOnlyBase=False, minor_thresholds=(2, 0.5)))
    panel.tick_params(axis="y", which="minor", labelsize=7)


def scheduler_legend(figure: Figure, axes: Axes, *, columns: int = 8) -> None:
    """One legend for the whole figure above its panels."""
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="upper center", ncol=min(len(handles), columns),
                      frameon=False, bbox_to_anchor=(0.5, _from_top(figure, 0.34)))


def finish(figure: Figure, title: str, caption: str, *, legend: bool = False) -> Figure:
    """Adds the title above and the caption below, and leaves room for both."""
    width = int(figure.get_figwidth() * 16)
    text = textwrap.fill(caption, width)
    bottom = (0.12 + 0.16 * (text.count("\n") + 1)) / figure.get_figheight()
    figure.text(0.5, _from_top(figure, 0.08), title, ha="center", va="top", fontsize=11)
    figure.text(0.01, 0.05 / figure.get_figheight(), text, ha="left", va="bottom", fontsize=7.5,
                color="#444444")
    figure.tight_layout(rect=(0, bottom, 1, _from_top(figure, 0.72 if legend else 0.34)))
    return figure


def _from_top(figure: Figure, inches: float) -> float:
    return 1 - inches / figure.get_figheight()


def save(figures: dict[str, Figure], directory: Path) -> list[Path]:
    """Writes every figure as PNG and SVG and closes it; returns the PNG files."""
    from matplotlib import pyplot

    paths: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, figure in figures.items():
            path = directory / f"{name}.png"
            figure.savefig(path)
            figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
            pyplot.close(figure)
            paths.append(path)
    except OSError as error:
        raise UserError(f"cannot write figures to {directory}: {error.strerror}", 1) from None
    return paths


def error_line(axes: Axes, scheduler: dict[str, Any], xs: Sequence[float],
               samples: Sequence[Sequence[float]]) -> None:
    """A scheduler's line through the means of `samples`, with 95 % confidence bars."""
    stats = [mean_ci(values) for values in samples]
    axes.errorbar(xs, [mean for mean, _ in stats], yerr=[half for _, half in stats],
                  color=scheduler["colour"], marker=scheduler["marker"], label=scheduler["label"],
                  capsize=2, elinewidth=0.8)
