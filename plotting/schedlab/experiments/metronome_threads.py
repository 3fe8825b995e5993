# SPDX-License-Identifier: GPL-2.0-only
"""The number of threads: busy tries, CPU and latency (Fig. 7 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import FRAMES, PAPER, Check, PollerExperiment, columns, lines, mean, numbers, product, rising

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

THREADS = (1, 2, 3, 4, 5, 6)
RATES = (FRAMES[1], FRAMES[10])
DURATION = {"quick": "60ms", "full": "1s"}


class MetronomeThreads(PollerExperiment):
    """M from 1 to 6 on one queue, at a low and at line rate."""

    name = "metronome-threads"
    title = "The number of threads"
    paper = f"{PAPER}, Fig. 7 and 8"
    axes = ("threads", "rate_mpps")
    claim = ("Busy tries grow linearly with the number of threads and CPU a little; mean latency grows at a high rate "
             "and its variance at a low one.")
    expect = ("Busy tries and mean latency that grow with M at line rate, and a spread of the latency that grows at the "
              "low rate. CPU hardly changes.")
    sizes = {"quick": "60 ms for each point", "full": "1 s for each point"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        for point in product(threads=THREADS, rate_mpps=RATES):
            yield {"poller": "metronome", "cores": 6, "duration": DURATION[size], **point}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "busy_tries_percent": "busy tries %", "cpu_percent": "CPU %", "mean_vacation_us": "V us",
            "latency_mean_us": "latency us", "latency_std_us": "std us", "latency_p99_us": "p99 us",
            "ring_drops": "drops"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        line = [m for m in THREADS if m in set(data["threads"])]
        high = {m: {"threads": m, "rate_mpps": FRAMES[10]} for m in line}
        yield Check("busy tries grow with M at 14.88 Mpps (1: yes)",
                    rising([mean(data, "busy_tries_percent", **high[m]) for m in line]), 1, 1, "linear")
        yield Check("mean latency grows with M at 14.88 Mpps (1: yes)",
                    rising([mean(data, "latency_mean_us", **high[m]) for m in line]), 1, 1, "yes")
        yield Check("spread of latency with 6 threads over that with 1 at 1.488 Mpps",
                    mean(data, "latency_std_us", threads=6, rate_mpps=FRAMES[1])
                    / mean(data, "latency_std_us", threads=1, rate_mpps=FRAMES[1]), 1, None, "> 1")
        for m, tries, cpu, latency in zip(THREADS, (0, 6.5, 13.6, 22.4, 28.2, 35.0),
                                          (61.3, 60.9, 60.2, 60, 59.7, 59.4), (7.5, 8.9, 10.4, 12.3, 13.7, 15.3)):
            if m in high:
                yield Check(f"busy tries with {m} threads, %", mean(data, "busy_tries_percent", **high[m]),
                            tries - 2.5, tries + 2.5)
                yield Check(f"mean latency with {m} threads, us", mean(data, "latency_mean_us", **high[m]),
                            0.9 * latency, 1.1 * latency)
                yield Check(f"CPU with {m} threads, %", mean(data, "cpu_percent", **high[m]), cpu - 2, cpu + 2)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, 4, panel=(2.8, 2.6), share_y=False)
        for panel, column, label in zip(axes[0], ("busy_tries_percent", "cpu_percent", "latency_mean_us",
                                                  "latency_std_us"),
                                        ("busy tries (%)", "CPU (%)", "mean latency (us)", "std of latency (us)")):
            lines(panel, data, "threads", column, "rate_mpps", {rate: f"{rate:g} Mpps" for rate in RATES})
            panel.set_xlabel("threads")
            panel.set_ylabel(label)
            panel.set_ylim(bottom=0)
        fig.scheduler_legend(figure, axes[0][0])
        return {"metronome-threads": fig.finish(figure, self.title, self.caption(result), legend=True)}


EXPERIMENT = MetronomeThreads()
