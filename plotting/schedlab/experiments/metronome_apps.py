# SPDX-License-Identifier: GPL-2.0-only
"""Three programs on top of Metronome and of static polling (Sec. V-G)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import PAPER, POLLERS, Check, PollerExperiment, columns, lines, mean, numbers, product

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATES = {"l3fwd": (1.488, 7.44, 14.88), "ipsec": (1.0, 3.0, 5.0, 7.0), "flow-monitor": (1.488, 7.44, 14.88)}
DURATION = {"quick": "40ms", "full": "1s"}


class MetronomeApps(PollerExperiment):
    """A forwarder, an encrypting gateway and a flow monitor."""

    name = "metronome-apps"
    title = "Programs on top"
    paper = f"{PAPER}, Sec. V-G"
    axes = ("app", "poller", "rate_mpps")
    claim = ("The IPsec gateway handles 5.61 Mpps of 64 bytes with both pollers; at that rate one Metronome thread never "
             "gives the queue back and needs what static polling does. No number is given for FloWatcher.")
    expect = "The gateway's limit with both pollers, and less CPU with Metronome below it."
    sizes = {"quick": "40 ms for each point", "full": "1 s for each point"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        for app, rates in RATES.items():
            for point in product(poller=("metronome", "busy"), rate_mpps=rates):
                yield {"app": app, "duration": DURATION[size], **point}

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "throughput_mpps": "Mpps", "cpu_percent": "CPU %", "latency_mean_us": "latency us",
            "latency_p99_us": "p99 us", "ring_drops": "drops", "wakeups_per_s": "wake-ups/s", "flows_seen": "flows"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        for poller in ("metronome", "busy"):
            here = {"app": "ipsec", "poller": poller, "rate_mpps": 7.0}
            yield Check(f"IPsec gateway, {POLLERS[poller]}, Mpps at 7 offered", mean(data, "throughput_mpps", **here),
                        0.98 * 5.61, 1.02 * 5.61, "5.61")
        yield Check("its CPU with Metronome then, %",
                    mean(data, "cpu_percent", app="ipsec", poller="metronome", rate_mpps=7.0), 100, 102,
                    "about static's")
        yield Check("races won in a run then", mean(data, "wins", app="ipsec", poller="metronome", rate_mpps=7.0), 1, 20,
                    "1")
        yield Check("CPU of the flow monitor at 14.88 Mpps, Metronome, %",
                    mean(data, "cpu_percent", app="flow-monitor", poller="metronome", rate_mpps=14.88), 0, 99.9)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        apps = [app for app in RATES if app in set(data["app"])] or list(dict.fromkeys(data["app"]))
        figure, axes = fig.canvas(2, len(apps), panel=(3.2, 2.2), share_x=False, share_y=False)
        for column, app in enumerate(apps):
            here = data[data["app"] == app]
            for row, (name, label) in enumerate((("throughput_mpps", "Mpps"), ("cpu_percent", "CPU (%)"))):
                lines(axes[row][column], here, "rate_mpps", name, "poller", POLLERS)
                axes[row][column].set_ylim(bottom=0)
                axes[row][0].set_ylabel(label)
            axes[0][column].set_title(app)
            axes[1][column].set_xlabel("Mpps offered")
        fig.scheduler_legend(figure, axes[0][0])
        return {"metronome-apps": fig.finish(figure, self.title, self.caption(result), legend=True)}


EXPERIMENT = MetronomeApps()
