# SPDX-License-Identifier: GPL-2.0-only
"""Metronome, static polling, XDP and NAPI at several rates: CPU, latency, loss, power (Fig. 10, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from schedlab import figures as fig
from schedlab.metronome import COLOURS, FRAMES, PAPER, POLLERS, Check, PollerExperiment, columns, lines, mean, numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATES = (0.0, *FRAMES.values())
# Cables, cards and the tester, so that static polling at a low rate has the paper's 6.83 us.
PATH = "6.76us"
QUEUES = {"metronome": 1, "busy": 1, "xdp": 4, "napi": 4}
DURATION = {"quick": "50ms", "full": "1s"}
# Transmit batches of one and a timer that returns at once below 1 us: the paper's way to its lowest latency. It does
# not state VBar.
LOW = "low-latency"
LOW_LATENCY = {"name": LOW, "vbar": "0.5us", "tx_batch": 1, "sub_micro_return": "true"}
NAMES = {**POLLERS, LOW: "Metronome, 0.5 us"}


class MetronomeCompare(PollerExperiment):
    """Four pollers at five rates."""

    name = "metronome-compare"
    title = "Metronome and its rivals"
    paper = f"{PAPER}, Sec. V-C and V-D"
    axes = ("poller", "rate_mpps")
    claim = ("Metronome uses 20 % of a core when idle and 60 % near line rate, with twice the mean latency of static "
             "polling at VBar = 10 us. XDP uses nothing when idle, 34 % at 0.5 and 52 % at 1 Gbit/s, and needs four "
             "cores at 10 Gbit/s. Nothing is lost.")
    expect = ("The CPU figures, which the model was calibrated to at idle and line rate. Metronome's latency falls with "
              "the rate instead of being flat, and its CPU dips near 1 Mpps, where a lost race idles a thread for "
              "500 us. Power is an example's, only its order means something.")
    sizes = {"quick": "50 ms for each point", "full": "1 s for each point"}

    def points(self, size: str) -> Iterator[dict[str, Any]]:
        for poller, queues in QUEUES.items():
            for rate in RATES:
                yield {"poller": poller, "queues": queues, "rate_mpps": rate, "path_latency": PATH,
                       "duration": DURATION[size]}
        for rate in FRAMES.values():
            yield {"poller": "metronome", "queues": 1, "rate_mpps": rate, "path_latency": PATH,
                   "duration": DURATION[size], **LOW_LATENCY}

    def _name(self, config):  # type: ignore[no-untyped-def]
        return super()._name(config) + (f"_{LOW}" if config.get("name") == LOW else "")

    def _labels(self, config):  # type: ignore[no-untyped-def]
        labels = super()._labels(config)
        return {**labels, "poller": LOW} if config.get("name") == LOW else labels

    def merge(self, cells, changes):  # type: ignore[no-untyped-def]
        """A poller that the user chooses gets its own number of queues, unless that is set too."""
        if set(changes) & {"poller", *LOW_LATENCY}:
            cells = [cell for cell in cells if cell.config.get("name") != LOW]
        if "poller" in changes and "queues" not in changes:
            queues = QUEUES.get(changes["poller"], 1)
            cells = [type(cell)(cell.id, {**cell.config, "queues": queues}, cell.labels, cell.cost) for cell in cells]
        return super().merge(cells, changes)

    def table(self, data: pd.DataFrame) -> pd.DataFrame:
        return columns(data, self.axes, {
            "cpu_percent": "CPU %", "wakeups_per_s": "wake-ups/s", "latency_mean_us": "mean us",
            "latency_p50_us": "p50 us", "latency_p99_us": "p99 us", "latency_std_us": "std us",
            "ring_drops": "drops", "watts": "W"})

    def checks(self, data: pd.DataFrame) -> Iterator[Check]:
        def of(poller: str, rate: float, column: str) -> float:
            return mean(data, column, poller=poller, rate_mpps=rate)

        line = FRAMES[10]
        yield Check("Metronome's CPU when idle, %", of("metronome", 0, "cpu_percent"), 17, 23, "about 20")
        yield Check("Metronome's CPU at 14.88 Mpps, %", of("metronome", line, "cpu_percent"), 55, 65, "about 60")
        yield Check("packets that Metronome loses", data[data["poller"] == "metronome"]["ring_drops"].sum(), 0, 0, "0")
        yield Check("static polling's mean latency at 0.744 Mpps, us", of("busy", FRAMES[0.5], "latency_mean_us"),
                    6.73, 6.93, "6.83")
        yield Check("mean latency over static polling's at 14.88 Mpps",
                    of("metronome", line, "latency_mean_us") / of("busy", line, "latency_mean_us"), 1.5, 3, "about 2")
        yield Check("mean latency over static polling's at 0.744 Mpps",
                    of("metronome", FRAMES[0.5], "latency_mean_us") / of("busy", FRAMES[0.5], "latency_mean_us"),
                    paper="about 2")
        for rate in (FRAMES[1], FRAMES[5]):
            yield Check(f"lowest latency at {rate:g} Mpps: mean above static polling's, us",
                        of(LOW, rate, "latency_mean_us") - of("busy", rate, "latency_mean_us"), paper="0.38")
            yield Check(f"its CPU at {rate:g} Mpps, %", of(LOW, rate, "cpu_percent"),
                        paper="10 % less than static polling")
        for rate in (0.0, line):
            yield Check(f"static polling's CPU at {rate:g} Mpps, %", of("busy", rate, "cpu_percent"), 100, 100, "100")
        yield Check("XDP's CPU when idle, %", of("xdp", 0, "cpu_percent"), 0, 0, "0")
        yield Check("XDP's CPU at 0.5 Gbit/s, %", of("xdp", FRAMES[0.5], "cpu_percent"), 29, 39, "34")
        yield Check("XDP's CPU at 1 Gbit/s, %", of("xdp", FRAMES[1], "cpu_percent"), 47, 57, "52")
        yield Check("XDP's throughput at 14.88 Mpps", of("xdp", line, "throughput_mpps"), 0.95 * 13.57, 1.05 * 13.57,
                    "13.57")
        yield Check("Metronome's power over static polling's when idle",
                    of("metronome", 0, "watts") / of("busy", 0, "watts"), None, 1, "< 1")

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, 3, panel=(3.5, 2.8), share_y=False)
        for panel, column, label in zip(axes[0], ("cpu_percent", "latency_mean_us", "watts"),
                                        ("CPU (%)", "mean latency (us)", "power (W, example)")):
            # Nothing has no latency.
            seen = data[data["delivered"] > 0] if column == "latency_mean_us" else data
            lines(panel, seen, "rate_mpps", column, "poller", NAMES)
            panel.set_xlabel("million packets a second")
            panel.set_ylabel(label)
        axes[0][1].set_yscale("log")
        fig.scheduler_legend(figure, axes[0][0])
        fig.finish(figure, self.title, self.caption(result), legend=True)
        return {"metronome-compare": figure, "metronome-compare-latency": self._boxes(result, data)}

    def _boxes(self, result: ExperimentResult, data: pd.DataFrame) -> Figure:
        rates = [rate for rate in sorted(set(data["rate_mpps"])) if rate > 0]
        figure, axes = fig.canvas(1, max(len(rates), 1), panel=(2.4, 3.0))
        for panel, rate in zip(axes[0], rates):
            here = data[(data["rate_mpps"] == rate) & (data["delivered"] > 0)]
            stats = [{"label": NAMES.get(row.poller, row.poller), "med": row.latency_p50_us,
                      "q1": row.latency_p25_us, "q3": row.latency_p75_us, "whislo": row.latency_p1_us,
                      "whishi": row.latency_p99_us, "mean": row.latency_mean_us} for row in here.itertuples()]
            panel.bxp(stats, showfliers=False, showmeans=True, medianprops={"color": COLOURS[1]},
                      meanprops={"marker": "D", "markersize": 3})
            panel.set_title(f"{rate:g} Mpps")
            panel.tick_params(axis="x", rotation=60)
            panel.set_yscale("log")
        axes[0][0].set_ylabel("latency (us)")
        return fig.finish(figure, "Latency: quartiles, 1st and 99th percentile, mean (diamond)", self.caption(result))


EXPERIMENT = MetronomeCompare()
