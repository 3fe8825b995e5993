# SPDX-License-Identifier: GPL-2.0-only
"""Vacation and CPU against the target vacation (Table I and Fig. 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import PAPER, Check, PollerExperiment, columns, lines, mean, micros, numbers, product, rising

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

TARGETS = ("2us", "5us", "10us", "15us", "20us", "30us")
DURATION = {"quick": "60ms", "full": "1s"}
# An independent simulation of the calibrated model: V in us and CPU in percent.
ORACLE = {"2us": (7.1, 70.1), "5us": (11.7, 63.9), "10us": (18.8, 60.2), "15us": (24.9, 58.7), "20us": (31.4, 57.7),
          "30us": (42.7, 56.7)}


class MetronomeVbar(PollerExperiment):
    """A sweep of VBar at line rate."""

    name = "metronome-vbar"
    title = "Target of the vacation"
    paper = f"{PAPER}, Table I and Fig. 5"
    axes = ("vbar", "ts_rule")
    claim = "A smaller target gives shorter vacations and needs more CPU; the cells of the table are not available."
    expect = ("Vacations above the target: by the 4 us that a timer is late, and by what the published rule misses. "
              "The corrected rule comes closer. CPU falls as the target grows.")
    sizes = {"quick": "60 ms of 14.88 Mpps for each target", "full": "1 s of 14.88 Mpps for each target"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        for point in product(vbar=TARGETS, ts_rule=("paper", "corrected")):
            yield {"poller": "metronome", "rate_mpps": 14.88, "duration": DURATION[size], **point}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "mean_vacation_us": "V us", "theory_vacation_us": "V, corrected form", "mean_busy_us": "B us",
            "t_short_us": "T_S us", "cpu_percent": "CPU %", "latency_mean_us": "latency us",
            "latency_p99_us": "p99 us", "ring_drops": "drops"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        paper = data[data["ts_rule"] == "paper"]
        for target, (vacation, cpu) in ORACLE.items():
            yield Check(f"V with a target of {target}, us", mean(paper, "mean_vacation_us", vbar=target),
                        0.9 * vacation, 1.1 * vacation)
            yield Check(f"CPU with a target of {target}, %", mean(paper, "cpu_percent", vbar=target), cpu - 2, cpu + 2)
        if not set(data["vbar"]) <= set(ORACLE):
            return
        in_order = [mean(paper, "mean_vacation_us", vbar=target) for target in TARGETS if target in set(paper["vbar"])]
        yield Check("V grows with the target (1: yes)", rising(in_order), 1, 1, "yes")
        cpu_down = [-mean(paper, "cpu_percent", vbar=target) for target in TARGETS if target in set(paper["vbar"])]
        yield Check("CPU falls with the target (1: yes)", rising(cpu_down), 1, 1, "yes")

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        data = data.assign(target=data["vbar"].map(micros))
        figure, axes = fig.canvas(1, 3, panel=(3.4, 2.7), share_y=False)
        names = {"paper": "published rule", "corrected": "corrected rule"}
        for panel, column, label in zip(axes[0], ("mean_vacation_us", "cpu_percent", "latency_mean_us"),
                                        ("mean vacation (us)", "CPU (%)", "mean latency (us)")):
            lines(panel, data, "target", column, "ts_rule", names)
            panel.set_xlabel("target (us)")
            panel.set_ylabel(label)
        axes[0][0].plot(sorted(set(data["target"])), sorted(set(data["target"])), color="#999999", linestyle=":")
        fig.scheduler_legend(figure, axes[0][0])
        return {"metronome-vbar": fig.finish(figure, self.title + " at 14.88 Mpps", self.caption(result), legend=True)}


EXPERIMENT = MetronomeVbar()
