# SPDX-License-Identifier: GPL-2.0-only
"""40 Gbit/s: several queues and threads, balanced and not (Sec. V-F)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import PAPER, Check, PollerExperiment, columns, mean, numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

CARD = 37  # Mpps, the card's limit
PAIRS = ((2, 2), (3, 2), (4, 2), (4, 3), (4, 4), (5, 4), (6, 4))
DURATION = {"quick": ("20ms", "500ms"), "full": ("1s", "20s")}
# Threads, queues, loads: mean vacation by the corrected form with M / N threads, us.
FLUID = {(4, 4, "0.5"): 15.00, (5, 4, "0.1"): 17.23, (5, 4, "0.5"): 16.05, (5, 4, "0.9"): 15.13, (6, 4, "0.1"): 19.23,
         (6, 4, "0.5"): 17.11, (6, 4, "0.9"): 15.26, (4, 2, "0.1"): 22.28, (4, 2, "0.5"): 19.23, (4, 2, "0.9"): 15.51,
         (5, 3, "0.6,0.2,0.2"): 19.17}


class MetronomeMultiqueue(PollerExperiment):
    """Packets at the limit of a 40 Gbit/s card, and the protocol alone."""

    name = "metronome-multiqueue"
    title = "Several queues"
    paper = f"{PAPER}, Sec. V-F"
    axes = ("arrivals", "threads", "queues", "rho", "queue_weights")
    claim = "37 Mpps, the limit of the card, with Metronome and with static polling."
    expect = ("37 Mpps without loss from two queues on. With as many threads as queues no race is lost and the vacation "
              "is the target. Under uneven load no queue starves.")
    sizes = {"quick": "20 ms of 37 Mpps, 0.5 s of fluid load", "full": "1 s of 37 Mpps, 20 s of fluid load"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        packets, fluid = DURATION[size]
        base = {"poller": "metronome", "vbar": "15us", "cores": 6}
        for threads, queues in PAIRS:
            yield {**base, "arrivals": "cbr", "rate_mpps": CARD, "threads": threads, "queues": queues,
                   "classifier": "table", "duration": packets}
        yield {**base, "arrivals": "cbr", "rate_mpps": CARD, "threads": 5, "queues": 3, "classifier": "table",
               "queue_weights": "0.6,0.2,0.2", "duration": packets}
        for threads, queues, rho in FLUID:
            yield {**base, "arrivals": "fluid", "threads": threads, "queues": queues, "rho": rho, "sleep": "jitter:0.1",
                   "duration": fluid}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "throughput_mpps": "Mpps", "ring_drops": "drops", "cpu_percent": "CPU %", "mean_vacation_us": "V us",
            "theory_vacation_us": "V, corrected form", "worst_queue_vacation_us": "longest V us",
            "busy_tries_percent": "busy tries %", "latency_mean_us": "latency us"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        packets = data[data["arrivals"] == "cbr"]
        for threads, queues in PAIRS:
            here = packets[packets["queue_weights"] == ""] if "queue_weights" in packets else packets
            yield Check(f"{threads} threads on {queues} queues, Mpps",
                        mean(here, "throughput_mpps", threads=threads, queues=queues), 0.99 * CARD, 1.01 * CARD, "37")
            yield Check(f"{threads} threads on {queues} queues, drops",
                        mean(here, "ring_drops", threads=threads, queues=queues), 0, 0, "0")
        fluid = data[data["arrivals"] == "fluid"]
        for (threads, queues, rho), vacation in FLUID.items():
            key: Any = float(rho) if "," not in rho else rho
            where = {"threads": threads, "queues": queues, "rho": key}
            yield Check(f"V of {threads} threads on {queues} queues of load {rho}, us",
                        mean(fluid, "mean_vacation_us", **where), 0.96 * vacation, 1.04 * vacation)
        if (fluid["threads"] == fluid["queues"]).any():
            equal = fluid[fluid["threads"] == fluid["queues"]]
            yield Check("lost races with as many threads as queues, %", equal["busy_tries_percent"].max(), 0, 0)
        yield Check("longest vacation under uneven load, us",
                    mean(fluid, "worst_queue_vacation_us", rho="0.6,0.2,0.2"), 0, 500)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, 2, panel=(4.2, 3.0), share_x=False, share_y=False)
        for panel, kind in zip(axes[0], ("cbr", "fluid")):
            here = data[data["arrivals"] == kind]
            names = [f"{row.threads:g}/{row.queues:g}" + (f" {row.rho}" if kind == "fluid" else "")
                     + (" uneven" if kind == "cbr" and row.queue_weights != "" else "") for row in here.itertuples()]
            panel.plot(range(len(here)), here["mean_vacation_us"], "o", color="#0072B2", label="measured")
            panel.plot(range(len(here)), here["theory_vacation_us"], "x", color="#D55E00", label="corrected form")
            panel.axhline(15, color="#999999", linestyle=":")
            panel.set_xticks(range(len(here)), names, rotation=90)
            panel.set_ylabel("mean vacation (us)")
            panel.set_ylim(bottom=0)
            panel.set_title("37 Mpps, threads/queues" if kind == "cbr" else "fluid, threads/queues load")
        fig.scheduler_legend(figure, axes[0][0])
        return {"metronome-multiqueue": fig.finish(figure, self.title, self.caption(result), legend=True)}


EXPERIMENT = MetronomeMultiqueue()
