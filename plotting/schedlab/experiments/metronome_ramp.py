# SPDX-License-Identifier: GPL-2.0-only
"""The rate goes up in steps and down again: T_S, the load estimate and CPU follow (Fig. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import COLOURS, PAPER, Check, PollerExperiment, micros

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

STEPS = 15
PEAK = 14
SERVICE_US = 0.0351
TIMES = {"quick": ("150ms", "500us"), "full": ("60s", "100ms")}


class MetronomeRamp(PollerExperiment):
    """0 to 14 Mpps and back."""

    name = "metronome-ramp"
    title = "A rate that goes up and down again"
    paper = f"{PAPER}, Fig. 9"
    axes = ("ts_rule",)
    claim = "Throughput, T_S, the load estimate and CPU follow the rate, a step each 2 s up to 14 Mpps and back."
    expect = "The same; the estimate is right within 0.05 after each step, and nothing is lost."
    sizes = {"quick": "a step each 5 ms, 0.15 s in all", "full": "a step each 2 s, a minute in all"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        duration, interval = TIMES[size]
        yield {"poller": "metronome", "ts_rule": "paper", "profile": "ramp", "ramp_steps": STEPS, "rate_mpps": PEAK,
               "duration": duration, "sample_interval": interval}

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        series = self._series(result)
        tables = super().tables(result)
        steps = series.groupby("step", sort=True)[["offered_mpps", "throughput_mpps", "rho", "t_short_us",
                                                   "cpu_percent"]].mean().reset_index()
        return {"Means of each step, its first fifth left out": steps, **tables}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return data[["offered_mpps", "throughput_mpps", "cpu_percent", "latency_mean_us", "latency_p99_us",
                     "ring_drops"]]

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        yield Check("packets lost", data["ring_drops"].sum(), 0, 0, "0")
        yield Check("largest distance of the load estimate from the load, steps' means", self._off, 0, 0.05)
        yield Check("CPU at the peak, %", self._peak, 55, 65, "about 60")
        yield Check("CPU at the lowest step, %", self._lowest, paper="about 20")

    def _series(self, result: ExperimentResult) -> pd.DataFrame:
        cell = result.cells[0]
        samples = cell.table("samples.csv")
        config = cell.manifest["config"]
        series = samples.pivot_table(index="time_ns", columns="series", values="value").reset_index()
        length = micros(config["duration"]) * 1e3 / (2 * int(config["ramp_steps"]))
        # A sample says what happened before it.
        before = series["time_ns"] - 1
        series["step"] = (before // length).astype(int)
        settled = series[(before % length) / length > 0.2]
        means = settled.groupby("step")[["rho", "offered_mpps", "cpu_percent"]].mean()
        self._off = float((means["rho"] - means["offered_mpps"] * SERVICE_US).abs().max())
        self._peak = float(means["cpu_percent"].max())
        self._lowest = float(means["cpu_percent"].iloc[0])
        return settled

    _off = _peak = _lowest = float("nan")

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        samples = result.cells[0].table("samples.csv")
        figure, axes = fig.canvas(4, 1, panel=(7.5, 1.3), share_y=False)
        panels = (("throughput_mpps", "Mpps"), ("t_short_us", "T_S (us)"), ("rho", "load"), ("cpu_percent", "CPU (%)"))
        for index, (panel, (name, label)) in enumerate(zip(axes[:, 0], panels)):
            mine = samples[samples["series"] == name]
            panel.plot(mine["time_ns"] / 1e6, mine["value"], color=COLOURS[index + 1])
            if name == "throughput_mpps":
                offered = samples[samples["series"] == "offered_mpps"]
                panel.plot(offered["time_ns"] / 1e6, offered["value"], color="#999999", linestyle=":")
            panel.set_ylabel(label)
            panel.set_ylim(bottom=0)
        axes[-1][0].set_xlabel("ms")
        return {"metronome-ramp": fig.finish(figure, self.title, self.caption(result))}


EXPERIMENT = MetronomeRamp()
