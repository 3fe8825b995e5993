# SPDX-License-Identifier: GPL-2.0-only
"""Equal timeouts against short and long ones, and the length of the long one (Fig. 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import FRAMES, PAPER, Check, PollerExperiment, columns, lines, mean, numbers, product

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATES = (FRAMES[1], FRAMES[5], FRAMES[10])
LONG = ("50us", "100us", "300us", "500us", "1000us")
DURATION = {"quick": "60ms", "full": "1s"}
NAMES = {"paper/500us": "short and 500 us", "equal/30us": "30 us for all"}


class MetronomeTimeouts(PollerExperiment):
    """Three rates with both kinds of timeouts, and a sweep of T_L at line rate."""

    name = "metronome-timeouts"
    title = "Equal timeouts and different ones"
    paper = f"{PAPER}, Fig. 6"
    axes = ("ts_rule", "tlong", "rate_mpps")
    claim = "With equal timeouts the CPU that Metronome needs grows steeply with the load."
    expect = "Equal timeouts need about 10 points more CPU at 14.88 Mpps: most of their wake-ups find the queue taken."
    sizes = {"quick": "60 ms for each point", "full": "1 s for each point"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        base = {"poller": "metronome", "duration": DURATION[size]}
        for rate in RATES:
            yield {**base, "ts_rule": "equal", "tlong": "30us", "rate_mpps": rate}
        for point in product(tlong=("500us",), rate_mpps=RATES[:-1]):
            yield {**base, "ts_rule": "paper", **point}
        for point in product(tlong=LONG, rate_mpps=RATES[-1:]):
            yield {**base, "ts_rule": "paper", **point}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "cpu_percent": "CPU %", "busy_tries_percent": "busy tries %", "wakeups_per_s": "wake-ups/s",
            "mean_vacation_us": "V us", "latency_mean_us": "latency us", "ring_drops": "drops"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        line = FRAMES[10]
        equal = mean(data, "cpu_percent", ts_rule="equal", rate_mpps=line)
        yield Check("CPU with equal timeouts less that with different ones at 14.88 Mpps, points",
                    equal - mean(data, "cpu_percent", ts_rule="paper", tlong="500us", rate_mpps=line), 5, None, "> 0")
        for rate, cpu in zip(RATES, (25.5, 45.3, 70.4)):
            yield Check(f"CPU with equal timeouts at {rate:g} Mpps, %",
                        mean(data, "cpu_percent", ts_rule="equal", rate_mpps=rate), cpu - 2, cpu + 2)
        for tlong, cpu, tries in zip(LONG, (70.7, 65.3, 60.4, 60.2, 59.4), (40.1, 34.1, 22.0, 13.6, 7.9)):
            here = {"ts_rule": "paper", "tlong": tlong, "rate_mpps": line}
            yield Check(f"CPU with T_L {tlong} at 14.88 Mpps, %", mean(data, "cpu_percent", **here), cpu - 2, cpu + 2)
            yield Check(f"busy tries with T_L {tlong}, %", mean(data, "busy_tries_percent", **here), tries - 2, tries + 2)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        data = data.assign(kind=data["ts_rule"] + "/" + data["tlong"].astype(str),
                           long=data["tlong"].astype(str).str.removesuffix("us").astype(float))
        figure, axes = fig.canvas(1, 2, panel=(4.2, 2.9), share_x=False, share_y=False)
        lines(axes[0][0], data[data["kind"].isin(NAMES)], "rate_mpps", "cpu_percent", "kind", NAMES)
        axes[0][0].set_xlabel("million packets a second")
        axes[0][0].set_ylabel("CPU (%)")
        line = data[(data["ts_rule"] == "paper") & (data["rate_mpps"] == data["rate_mpps"].max())]
        lines(axes[0][1], line.assign(what="CPU (%)"), "long", "cpu_percent", "what")
        lines(axes[0][1], line.assign(what="busy tries (%)"), "long", "busy_tries_percent", "what", linestyle="--")
        axes[0][1].set_xlabel("long timeout (us), 14.88 Mpps")
        axes[0][1].set_xscale("log")
        for panel in axes[0]:
            panel.legend(frameon=False)
            panel.set_ylim(bottom=0)
        return {"metronome-timeouts": fig.finish(figure, self.title, self.caption(result))}


EXPERIMENT = MetronomeTimeouts()
