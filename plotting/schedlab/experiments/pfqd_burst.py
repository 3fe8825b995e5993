# SPDX-License-Identifier: GPL-2.0-only
"""PFQD with a contracted rate: what a burst window is worth."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.experiments._pfqd import SEGMENT, WIRE, target, transfer_config
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATE_MBPS = 40
CONTRACT_MBPS = 8
RTT_MS = 20
PAYLOAD = SEGMENT / WIRE
WINDOWS_MS = (0, 250, 1000)
SIZES = {"quick": (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000),
         "full": (30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000)}
COUNTS = (1, 2, 4)
MANY_BYTES = 5_000_000


def rule_seconds(payload: int, window_ms: float) -> float:
    """Time of a transfer that only PFQD's rates hold back: port speed in the window, then the contract."""
    megabits = payload / PAYLOAD * 8 / 1e6
    burst = RATE_MBPS * window_ms / 1e3
    if megabits <= burst:
        return megabits / RATE_MBPS
    return window_ms / 1e3 + (megabits - burst) / CONTRACT_MBPS


class PfqdBurst(Experiment):
    """CUBIC transfers over 40 Mb/s and 20 ms under PFQD with a contracted rate of 8 Mb/s."""

    name = "pfqd-burst"
    title = "PFQD's contracted rate and burst window"
    paper = "PFQD paper, its design of burst windows, which its authors have not implemented"
    claim = ("A flow may send at port speed in its burst window and has the contracted rate from then on, without a "
             "policer. The paper has no numbers.")
    expect = ("Transfers that fit into the window take what the port and TCP's slow start allow, long ones come "
              "down to the contracted rate. It binds a flow and not a subscriber: n flows get n times as much.")
    sizes = {"quick": "transfers of 100 kB to 10 MB", "full": "transfers of 30 kB to 30 MB"}
    schedulers = ("pfqd",)

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], **_: Any) -> Iterator[Cell]:
        kinds = [(1, payload, window) for payload in SIZES[size] for window in WINDOWS_MS]
        kinds += [(count, MANY_BYTES, 0) for count in COUNTS]
        for count, payload, window in kinds:
            for scheduler in schedulers:
                for run in runs:
                    config = transfer_config(scheduler, run, ["C"] * count, RATE_MBPS, RTT_MS, flow_bytes=payload)
                    config["scheduler_set"].update({"ContractedRate": f"{CONTRACT_MBPS}Mbps",
                                                    "BurstWindow": f"{window}ms"})
                    yield Cell(f"{scheduler.name}-{count}x{payload}-{window}ms-run{run}", config,
                               {"scheduler": scheduler.name, "flows": count, "bytes": payload, "window": window,
                                "run": run}, cost=1 + count * payload / 1e6)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        rows = []
        for (count, payload, window), seconds in sorted(times(result).items()):
            if count == 1 and payload != MANY_BYTES:
                rows.append({"bytes": payload, "window, ms": window, "time, s": seconds,
                             "rule, s": rule_seconds(payload, window),
                             "mean rate, Mb/s": payload * 8 / PAYLOAD / 1e6 / seconds})
        require(rows, "transfers")
        many = [{"flows": count, "all, Mb/s": total_mbps(result, count),
                 "all / contracted rate": total_mbps(result, count) / CONTRACT_MBPS} for count in COUNTS]
        return {"One transfer by size and burst window": pd.DataFrame(rows),
                "Several transfers without a window": pd.DataFrame(many), "Targets": pd.DataFrame(targets(result))}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        figure, axes = fig.canvas(1, 1, panel=(5.4, 3.0))
        panel = axes[0][0]
        found = times(result)
        for number, window in enumerate(WINDOWS_MS):
            sizes = sorted(payload for count, payload, w in found
                           if (count, w) == (1, window) and payload != MANY_BYTES)
            look = {"color": fig.SERIES_COLOURS[number + 1]}
            megabits = [payload * 8 / PAYLOAD / 1e6 for payload in sizes]
            panel.plot(sizes, [size / found[1, payload, window] for size, payload in zip(megabits, sizes)], marker="o",
                       linestyle="none", label=f"window {window} ms", **look)
            line = [round(sizes[0] * (sizes[-1] / sizes[0]) ** (step / 100)) for step in range(101)]
            panel.plot(line, [payload * 8 / PAYLOAD / 1e6 / rule_seconds(payload, window) for payload in line],
                       linewidth=0.9, **look)
        panel.axhline(CONTRACT_MBPS, color="#000000", linewidth=0.8, linestyle="--")
        panel.set_xscale("log")
        panel.set_xlabel("bytes of the transfer")
        panel.set_ylabel("mean rate (Mb/s)")
        panel.legend(frameon=False)
        return {"pfqd-burst": fig.finish(figure, "Rate of a transfer by burst window; lines: without TCP",
                                         self.caption(result))}


def times(result: ExperimentResult) -> dict[tuple[int, int, int], float]:
    """Time of the slowest flow, seconds, mean over seeds, by flows, bytes and window."""
    found: dict[tuple[int, int, int], list[float]] = {}
    for cell in result.cells:
        labels = cell.labels
        slowest = min(flow["goodput_bps"] for flow in cell.summary["transfer"]["flows"])
        found.setdefault((labels["flows"], labels["bytes"], labels["window"]), []).append(labels["bytes"] * 8 / slowest)
    return {key: mean(values) for key, values in found.items()}


def total_mbps(result: ExperimentResult, count: int) -> float:
    """What so many flows send together without a window, headers included, Mb/s."""
    return mean(sum(flow["goodput_bps"] for flow in cell.summary["transfer"]["flows"]) for cell in result.cells
                if (cell.labels["flows"], cell.labels["bytes"]) == (count, MANY_BYTES)) / 1e6 / PAYLOAD


def targets(result: ExperimentResult) -> list[dict[str, Any]]:
    """What the rules promise."""
    found = times(result)
    longest = max(payload for count, payload, _ in found if count == 1 and payload != MANY_BYTES)
    rows = [target(f"{longest / 1e6:g} MB with a window of {window} ms: time over the rule's",
                   found[1, longest, window] / rule_seconds(longest, window), 0.98, 1.1) for window in WINDOWS_MS]
    rows.append(target("1 MB: time without a window over that with 1 s",
                       found[1, 1_000_000, 0] / found[1, 1_000_000, 1000], 2, 5))
    rows += [target(f"{count} flows over the contracted rate of one", total_mbps(result, count) / CONTRACT_MBPS,
                    0.9 * count, 1.01 * count) for count in COUNTS]
    return rows


EXPERIMENT = PfqdBurst()
