# SPDX-License-Identifier: GPL-2.0-only
"""Cores shared with another task: throughput, loss, and what the other task notices (Table 4, Fig. 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import COLOURS, PAPER, Check, PollerExperiment, columns, mean, numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

DURATION = {"quick": "240ms", "full": "2400ms"}
# Mean time from a wake-up to running on a core that a virtual machine has: what one thread needs to reach
# the paper's 8 Mpps with a ring of 4096.
DELAY = "770us"


class MetronomeSharing(PollerExperiment):
    """Static polling and Metronome with a hog on some of their cores."""

    name = "metronome-sharing"
    title = "Cores shared with another task"
    paper = f"{PAPER}, Table 4 and Fig. 12"
    axes = ("poller", "threads", "hogs")
    claim = ("At line rate static polling on a shared core gets 7.31 Mpps and slows the other task down nearly "
             "threefold. Metronome with one thread gets about 8 Mpps; with three it loses nothing with 1, 2 or 3 of "
             "its cores shared, and slows the other task by a tenth.")
    expect = ("Static polling gets its share of the packets. One Metronome thread loses those that come while it waits "
              "for the core. With three threads another one steps in, unless all wait at once.")
    sizes = {"quick": "0.24 s at 14.88 Mpps, ten periods of the scheduler", "full": "2.4 s at 14.88 Mpps"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        base = {"cores": 3, "rate_mpps": 14.88, "duration": DURATION[size]}
        for hogs in (0, 1):
            yield {**base, "poller": "busy", "threads": 1, "hogs": hogs}
        polite = {**base, "poller": "metronome", "nice": -20, "hog_nice": 19, "dispatch_delay": DELAY}
        for hogs in (0, 1):
            yield {**polite, "threads": 1, "hogs": hogs}
        for hogs in (0, 1, 2, 3):
            yield {**polite, "threads": 3, "hogs": hogs}
        for threads, hogs in ((1, 1), (3, 1), (3, 2), (3, 3)):
            yield {**polite, "threads": threads, "hogs": hogs, "dispatch_delay": "0us", "name": "no-delay"}

    def _name(self, config):  # type: ignore[no-untyped-def]
        return super()._name(config) + ("_no-delay" if config.get("name") == "no-delay" else "")

    def _labels(self, config):  # type: ignore[no-untyped-def]
        return {**super()._labels(config), "delay": config.get("dispatch_delay", "-")}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, (*self.axes, "delay"), {
            "throughput_mpps": "Mpps", "loss_percent": "loss %", "cpu_percent": "CPU %",
            "hog_slowdown": "other's slowdown", "hog_work": "other's work %", "latency_mean_us": "latency us"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        static = {"poller": "busy", "threads": 1, "hogs": 1}
        yield Check("static polling on a shared core, Mpps", mean(data, "throughput_mpps", **static),
                    0.95 * 7.31, 1.05 * 7.31, "7.31")
        yield Check("slowdown of the other task by static polling", mean(data, "hog_slowdown", **static), None, None,
                    "almost 3")
        alone = {"poller": "metronome", "threads": 1, "hogs": 1, "delay": DELAY}
        yield Check("one Metronome thread on a shared core, Mpps", mean(data, "throughput_mpps", **alone), None, 14.87,
                    "about 8")
        for hogs in (1, 2, 3):
            here = {"poller": "metronome", "threads": 3, "hogs": hogs, "delay": DELAY}
            yield Check(f"loss with {hogs} of three cores shared, %", mean(data, "loss_percent", **here), paper="0")
        yield Check("slowdown of the other task on three cores",
                    mean(data, "hog_slowdown", poller="metronome", threads=3, hogs=3, delay=DELAY), 1.05, 1.35, "1.1")
        for hogs in (1, 2, 3):
            here = {"poller": "metronome", "threads": 3, "hogs": hogs, "delay": "0us"}
            yield Check(f"loss with {hogs} of three cores shared and no delay, %", mean(data, "loss_percent", **here),
                        0, 0, "0")
        yield Check("slowdown of the other task on three cores, no delay",
                    mean(data, "hog_slowdown", poller="metronome", threads=3, hogs=3, delay="0us"), 1.05, 1.35, "1.1")

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, 2, panel=(4.4, 3.0), share_x=False, share_y=False)
        names = [f"{row.poller}, M={row.threads:g}\n{row.hogs:g} shared" + ("*" if row.delay == "0us" else "")
                 for row in data.itertuples()]
        for panel, column, label in zip(axes[0], ("throughput_mpps", "hog_slowdown"),
                                        ("Mpps", "slowdown of the other task")):
            values = data[column] if column in data else [0] * len(data)
            panel.bar(range(len(data)), values, color=[COLOURS[0 if p == "busy" else 1] for p in data["poller"]])
            panel.set_xticks(range(len(data)), names, rotation=90)
            panel.set_ylabel(label)
        return {"metronome-sharing": fig.finish(figure, self.title + " (*: taking over takes no time)",
                                                self.caption(result))}


EXPERIMENT = MetronomeSharing()
