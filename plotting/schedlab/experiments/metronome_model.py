# SPDX-License-Identifier: GPL-2.0-only
"""Metronome's protocol under fluid load against the closed forms, published and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import PAPER, Check, PollerExperiment, columns, lines, numbers, product

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

LOADS = (0.02, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
THREADS = (1, 2, 3, 5)
RULES = ("paper", "corrected")
DURATION = {"quick": "2s", "full": "20s"}


class MetronomeModel(PollerExperiment):
    """E[V], busy tries and CPU over the load."""

    name = "metronome-model"
    title = "Vacations of the protocol and of its models"
    paper = f"{PAPER}, Sec. IV"
    axes = ("ts_rule", "threads", "rho")
    claim = ("With the rule of eq. (13) the mean vacation is the target, 10 us, at any load; it is T_S / M without "
             "load and T_S at full load.")
    expect = ("Both limits, and in between vacations up to twice the target: a backup sleeps fifty times as long as "
              "a primary, so by time there are more backups than the rule counts. Points are the protocol, lines the "
              "corrected closed form. The corrected rule holds the target.")
    sizes = {"quick": "2 s of fluid load for each point, some 50,000 cycles", "full": "20 s of fluid load for each"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        for point in product(ts_rule=RULES, threads=THREADS, rho=LOADS):
            yield {"poller": "metronome", "arrivals": "fluid", "sleep": "jitter:0.1", "duration": DURATION[size],
                   **point}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "t_short_us": "T_S us", "theory_paper_vacation_us": "V, paper's form", "theory_vacation_us": "V, corrected",
            "mean_vacation_us": "V us", "theory_busy_tries_percent": "busy tries %, form",
            "busy_tries_percent": "busy tries %", "theory_wakeups_per_s": "wake-ups/s, form",
            "wakeups_per_s": "wake-ups/s", "cpu_percent": "CPU %"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        many = data[data["wins"] >= 20000]
        off = (many["mean_vacation_us"] / many["theory_vacation_us"] - 1).abs().max()
        yield Check("largest distance of V from the corrected form, %", 100 * off, 0, 3)
        tries = (many["busy_tries_percent"] - many["theory_busy_tries_percent"]).abs()
        usual = (many["ts_rule"] == "paper") & ((many["threads"] < 5) | (many["rho"] > 0.25))
        yield Check("largest distance of busy tries from it, points, up to 3 threads or load above 0.25",
                    tries[usual].max(), 0, 1.5)
        yield Check("the same at any load and with 5 threads", tries.max())
        held = many[many["ts_rule"] == "corrected"]
        yield Check("largest distance of V from 10 us with the corrected rule, %",
                    10 * (held["mean_vacation_us"] - 10).abs().max(), 0, 3)
        yield Check("largest V with the paper's rule, us",
                    data[data["ts_rule"] == "paper"]["mean_vacation_us"].max(), paper="10")

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, 3, panel=(3.6, 2.9), share_y=False)
        panels = (("mean_vacation_us", "mean vacation (us)"), ("busy_tries_percent", "busy tries (%)"),
                  ("cpu_percent", "CPU (%)"))
        names = {float(m): f"M = {m}" for m in THREADS}
        paper = data[data["ts_rule"] == data["ts_rule"].iloc[0]]
        for panel, (column, label) in zip(axes[0], panels):
            lines(panel, paper, "rho", column, "threads", names, linestyle="none")
            lines(panel, paper.assign(**{column: paper[f"theory_{column.removeprefix('mean_')}"]}), "rho", column,
                  "threads", {key: "_" for key in names}, markersize=0)
            panel.set_xlabel("load")
            panel.set_ylabel(label)
        held = data[(data["ts_rule"] == "corrected") & (data["threads"] == 3)].groupby("rho")["mean_vacation_us"].mean()
        axes[0][0].axhline(10, color="#999999", linestyle=":", linewidth=1)
        axes[0][0].plot(held.index, held.to_numpy(), color="#D55E00", marker="x", linestyle="--",
                        label="M = 3, corrected rule")
        fig.scheduler_legend(figure, axes[0][0])
        return {"metronome-model": fig.finish(figure, self.title + " (points: protocol, lines: corrected form)",
                                              self.caption(result), legend=True)}


EXPERIMENT = MetronomeModel()
