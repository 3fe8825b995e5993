# SPDX-License-Identifier: GPL-2.0-only
"""A UDP flood beside two TCP transfers: whom it harms."""

from __future__ import annotations

import math
from statistics import mean
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.experiments._pfqd import PACKET, SEGMENT, WIRE, target, transfer_config
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

RATE_MBPS = 40
FLOODS = {"none": None, "UDP/9": 9, "UDP/53": 53}
FLOOD_MBPS = {"quick": (60,), "full": (20, 60, 200)}
# Goodput of a flow over the link's rate if packets of the flood and of both flows take turns, and of both flows
# if ten packets of control go before one of each.
TURNS_RULE = SEGMENT / (2 * WIRE + PACKET)
DNS_RULE = 2 * SEGMENT / (2 * WIRE + 10 * PACKET)


class PfqdFlood(Experiment):
    """Two CUBIC flows of 5 MB over 40 Mb/s and 20 ms, and UDP that nothing slows down."""

    name = "pfqd-flood"
    title = "A UDP flood beside two transfers"
    paper = "PFQD paper, sections 1.3 and 2.2"
    claim = "A UDP flood harms only itself: what exceeds its share is dropped from its own queue."
    expect = ("Under PFQD and FQ-CoDel the transfers keep a third of the link each, in one queue they starve. A flood "
              "to UDP port 53 is control to PFQD: ten of its packets go before one of each flow, and the transfers "
              "are left with 2/12 of the link.")
    sizes = {"quick": "a flood of 1.5 times the link", "full": "floods of 0.5, 1.5 and 5 times the link"}
    schedulers = ("pfqd", "fq-codel", "dualpi2", "tail-drop")

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], **_: Any) -> Iterator[Cell]:
        for scheduler in schedulers:
            for flood, port in FLOODS.items():
                for mbps in FLOOD_MBPS[size] if port else (0,):
                    for run in runs:
                        more = {"flood_rate": f"{mbps}Mbps", "flood_port": port} if port else {}
                        yield Cell(f"{scheduler.name}-{flood.replace('/', '')}-{mbps}M-run{run}",
                                   transfer_config(scheduler, run, ["C"] * 2, RATE_MBPS, 20, flow_bytes=5_000_000,
                                                   **{"stop": "30s", **more}),
                                   {"scheduler": scheduler.name, "flood": flood, "mbps": mbps, "run": run})

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        rows = []
        for scheduler in result.schedulers:
            for (flood, mbps), transfers in group(result, scheduler["name"]).items():
                rows.append({"discipline": scheduler["label"], "flood": flood, "flood Mb/s": mbps,
                             "slower flow, Mb/s": goodput(transfers, min), "faster flow, Mb/s": goodput(transfers, max),
                             "both, share of the link": share(transfers),
                             "timeouts": sum(f["timeouts"] for t in transfers for f in t["flows"]),
                             "ended": sum(f["done"] for t in transfers for f in t["flows"]),
                             "flood lost, %": 100 * mean(t.get("flood", {}).get("lost_share", 0) for t in transfers)})
        require(rows, "transfers")
        return {"Two transfers beside a flood": pd.DataFrame(rows), "Targets": pd.DataFrame(targets(result))}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        figure, axes = fig.canvas(1, 1, panel=(6.4, 2.8))
        panel = axes[0][0]
        names = [scheduler["name"] for scheduler in result.schedulers]
        for number, flood in enumerate(FLOODS):
            xs = [place + (number - 1) * 0.27 for place in range(len(names))]
            panel.bar(xs, [heaviest(result, name, flood) for name in names], 0.25, color=fig.SERIES_COLOURS[number + 1],
                      label=f"flood: {flood}")
        panel.set_xticks(range(len(names)), [scheduler["label"] for scheduler in result.schedulers])
        panel.set_ylabel("goodput of both / link")
        panel.legend(frameon=False)
        return {"pfqd-flood": fig.finish(figure, "What a UDP flood leaves to two transfers", self.caption(result))}


def group(result: ExperimentResult, scheduler: str) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """The transfers of a discipline by flood and its rate, a list over the seeds."""
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for cell in result.cells:
        if cell.labels["scheduler"] == scheduler:
            found.setdefault((cell.labels["flood"], cell.labels["mbps"]), []).append(cell.summary["transfer"])
    return found


def goodput(transfers: list[dict[str, Any]], which: Any) -> float:
    """Goodput of the slower or faster flow, Mb/s, mean over the seeds."""
    return mean(which(flow["goodput_bps"] for flow in t["flows"]) for t in transfers) / 1e6


def share(transfers: list[dict[str, Any]]) -> float:
    """Goodput of both over the link's rate."""
    return mean(sum(flow["goodput_bps"] for flow in t["flows"]) for t in transfers) / 1e6 / RATE_MBPS


def heaviest(result: ExperimentResult, scheduler: str, flood: str) -> float:
    """The share beside the fastest flood of that kind."""
    found = {mbps: transfers for (kind, mbps), transfers in group(result, scheduler).items() if kind == flood}
    return share(found[max(found)]) if found else math.nan


def targets(result: ExperimentResult) -> list[dict[str, Any]]:
    """What PFQD's rules promise."""
    rows = []
    for (flood, mbps), transfers in group(result, "pfqd").items():
        if flood == "UDP/9" and mbps >= RATE_MBPS:
            rows.append(target(f"slower flow beside {mbps} Mb/s of UDP/9, over a turn in three",
                               goodput(transfers, min) / RATE_MBPS / TURNS_RULE, 0.9, math.inf))
            lost = sum(flow["retransmits"] for t in transfers for flow in t["flows"])
            rows.append(target(f"its packets and the other's that were lost beside {mbps} Mb/s of UDP/9", lost, 0, 0))
        elif flood == "UDP/53" and mbps >= RATE_MBPS:
            rows.append(target(f"both flows beside {mbps} Mb/s of UDP/53, over two turns in twelve",
                               share(transfers) / DNS_RULE, 0.9, 1.1))
    return rows


EXPERIMENT = PfqdFlood()
