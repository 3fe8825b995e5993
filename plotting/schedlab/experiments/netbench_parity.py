# SPDX-License-Identifier: GPL-2.0-only
"""The light fabric against NetBench, the simulator behind the SP-PIFO paper, flow by flow."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import CellResult, ExperimentResult

FLOWS = Path(__file__).parent.parent / "data" / "netbench" / "websearch.csv"

# Queues and transports; the first two are those whose completion times NetBench's run gave.
SCHEMES: dict[str, dict[str, Any]] = {
    "pifo": {"scheduler": "ns3::PifoQueueDisc", "scheduler_set": {"MaxSize": "80p"}},
    "dctcp": {"scheduler": "ns3::RedQueueDisc", "transport": "dctcp", "scheduler_set": {
        "MinTh": "14600", "MaxTh": "14600", "MaxSize": "146000B", "QW": "1", "Gentle": "false",
        "UseEcn": "true", "UseHardDrop": "false"}},
    "sppifo": {"scheduler": "ns3::SpPifoQueueDisc", "scheduler_set": {"Queues": "8", "QueueSize": "10p"}},
    "fifo": {"scheduler": "ns3::FifoQueueDisc", "scheduler_set": {"MaxSize": "80p"}},
}
LABELS = {"pifo": "PIFO", "dctcp": "DCTCP", "sppifo": "SP-PIFO", "fifo": "FIFO"}
VARIANTS = {"netbench-idle": ("netbench", True), "netbench-noidle": ("netbench", False),
            "salted-idle": ("salted", True)}
WORDS = {"netbench-idle": "NetBench's paths", "netbench-noidle": "NetBench's paths, no idle-port rule",
         "salted-idle": "our paths"}

CLASSES = (("< 100 KB", 0, 100_000), ("100 KB to 1 MB", 100_000, 1_000_000), (">= 1 MB", 1_000_000, math.inf))
BINS = (10_000, 20_000, 30_000, 50_000, 80_000, 200_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000)
MEAN_BOUND, P99_BOUND, FINISHED_BOUND, CORRELATION_BOUND = 0.10, 0.20, 10, 0.95


class NetbenchParity(Experiment):
    """One flow list, two simulators."""

    name = "netbench-parity"
    title = "Completion times of one flow list here and in NetBench"
    paper = "NetBench, nsg-ethz/SP-PIFO"
    choices = {"scheme": tuple(SCHEMES)}
    schedulers = ("pifo",)
    claim = ("A result that does not depend on this project. Agreement means: means of a size class within 10 %, "
             "99th percentiles within 20 %, flows finished within 10, correlation over flows above 0.95.")
    expect = ("Every line ok for PIFO and DCTCP. On NetBench's own paths hundreds of flows take the same time to the "
              "nanosecond, until a first difference; from there on the runs differ in detail and agree in the mean. "
              "The idle-port rule changes nothing for these two.")
    sizes = dict.fromkeys(("quick", "full"), "3,542 web search flows in 1 s on 9 leaves x 16 hosts and 4 spines, "
                                             "1 and 4 Gb/s, no drain")

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], *,
              scheme: str | None = None) -> Iterator[Cell]:
        for name in [scheme] if scheme else ("pifo", "dctcp"):
            for variant, (rule, idle) in VARIANTS.items():
                config = {
                    "stack": "light", "topology": "leaf-spine", "link_rate": "1Gbps", "fabric_rate": "4Gbps",
                    "link_delay": "20ns", "leaves": 9, "hosts_per_leaf": 16, "spines": 4,
                    "workload": "flow-list", "flow_list": str(FLOWS), "stop": "1s", "transport": "pfabric",
                    "transport_rules": "netbench", "idle_bypass": idle, "ecmp_rule": rule,
                    "inversions": False, "comparisons": False, **SCHEMES[name]}
                if config["transport"] == "pfabric":
                    config["host_ranks"] = "pfabric"
                yield Cell(f"{name}-{variant}", config, {"scheme": name, "variant": variant}, cost=8.0)

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        import pandas as pd

        tables = {}
        overall = []
        for cell in result.cells:
            flows = joined(cell)
            what = f"{LABELS[cell.labels['scheme']]}, {WORDS[cell.labels['variant']]}"
            overall.append({"run": what, **agreement(flows)})
            if cell.labels["variant"] == "netbench-idle":
                tables[f"{what}: completion times in ms"] = pd.DataFrame(compare(flows))
        return {"Agreement over all flows": pd.DataFrame(overall).fillna(""), **tables,
                "What the idle-port rule changes": self._idle_rule(result)}

    def _idle_rule(self, result: ExperimentResult) -> pd.DataFrame:
        import pandas as pd

        cells = {(cell.labels["scheme"], cell.labels["variant"]): cell for cell in result.cells}
        rows = []
        for (scheme, variant), cell in cells.items():
            other = cells.get((scheme, "netbench-noidle"))
            if variant == "netbench-idle" and other:
                one, two = (c.table("flows.csv").set_index("id")["fct_ns"] for c in (cell, other))
                two = two.reindex(one.index)  # rows are in the order in which flows ended
                both = one.notna() & two.notna()
                rows.append({"scheme": LABELS[scheme], "packets past a queue": cell.summary["bypassed"],
                             "flows with another time": int((one[both] != two[both]).sum()),
                             "mean changes by %": 100 * (two.mean() / one.mean() - 1)})
        return pd.DataFrame(rows)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        cells = [cell for cell in result.cells if cell.labels["variant"] == "netbench-idle"]
        cells = [cell for cell in cells if has_reference(cell)] or cells
        require(cells, "NetBench's paths")
        figure, axes = fig.canvas(1, len(cells), panel=(4.4, 4.0))
        for column, cell in enumerate(cells):
            panel = axes[0][column]
            flows = joined(cell)
            panel.set_xscale("log")
            panel.set_yscale("log")
            if has_reference(cell):
                both = flows[flows["ours"].notna() & flows["theirs"].notna()]
                panel.plot(both["theirs"], both["ours"], ".", markersize=2, color=fig.SERIES_COLOURS[5])
                ends = [both["theirs"].min(), both["theirs"].max()]
                panel.plot(ends, ends, color="#000000", linewidth=0.8)
                panel.set_xlabel("NetBench (ms)")
                numbers = agreement(flows)
                panel.set_title(f"{LABELS[cell.labels['scheme']]}: correlation {numbers['correlation']:.4f}, "
                                f"{numbers['equal to the ns']} flows equal")
            else:
                panel.plot(flows["size_bytes"], flows["ours"], ".", markersize=2, color=fig.SERIES_COLOURS[5])
                panel.set_xlabel("flow size (bytes)")
                panel.set_title(LABELS[cell.labels["scheme"]])
        axes[0][0].set_ylabel("completion time here (ms)")
        return {"netbench-parity": fig.finish(figure, self.title, self.caption(result))}


def has_reference(cell: CellResult) -> bool:
    """Whether NetBench's times of this scheme are there."""
    return cell.labels["scheme"] in ("pifo", "dctcp")


def joined(cell: CellResult) -> pd.DataFrame:
    """Our and NetBench's completion time of every flow of the list in ms, NaN if not done or not held."""
    import pandas as pd

    flows = pd.read_csv(FLOWS, comment="#").set_index("flow")
    ours = cell.table("flows.csv").set_index("id")
    flows["ours"] = ours["fct_ns"].where(ours["status"] == "done").reindex(flows.index) / 1e6
    column = f"{cell.labels['scheme']}_fct_ns"
    flows["theirs"] = flows[column] / 1e6 if column in flows else math.nan
    return flows


def agreement(flows: pd.DataFrame) -> dict[str, Any]:
    """Finished flows and how the two times go together."""
    import numpy

    numbers: dict[str, Any] = {"finished": int(flows["ours"].notna().sum())}
    both = flows[flows["ours"].notna() & flows["theirs"].notna()]
    if len(both) < 2:
        return numbers
    numbers["NetBench"] = int(flows["theirs"].notna().sum())
    numbers["correlation"] = float(both["ours"].corr(both["theirs"]))
    numbers["of logarithms"] = float(numpy.log(both["ours"]).corr(numpy.log(both["theirs"])))
    numbers["equal to the ns"] = int((both["ours"] == both["theirs"]).sum())
    holds = (abs(numbers["finished"] - numbers["NetBench"]) <= FINISHED_BOUND
             and numbers["correlation"] > CORRELATION_BOUND)
    numbers["holds"] = "ok" if holds else "MISSED"
    return numbers


def compare(flows: pd.DataFrame) -> list[dict[str, Any]]:
    """A row for each size class and bin: mean and 99th percentile here and there; bounds for the classes."""
    rows = []
    ranges = [(label, low, high, True) for label, low, high in CLASSES]
    ranges += [(f"{edge:,} B", edge, edge + 1, False) for edge in BINS]
    for label, low, high, bounded in ranges:
        here = flows[(flows["size_bytes"] >= low) & (flows["size_bytes"] < high)]
        if not len(here):
            continue
        row: dict[str, Any] = {"flow size": label, "flows": len(here)}
        holds = True
        for name, number, bound in (("mean", lambda data: data.mean(), MEAN_BOUND),
                                    ("p99", lambda data: data.quantile(0.99), P99_BOUND)):
            ours, theirs = number(here["ours"].dropna()), number(here["theirs"].dropna())
            row[f"{name} here"] = ours
            if theirs == theirs:
                row[f"{name} NetBench"] = theirs
                row[f"{name} differs %"] = 100 * (ours / theirs - 1)
                holds = holds and abs(ours / theirs - 1) <= bound
        if bounded and "mean NetBench" in row:
            row["bounds"] = "ok" if holds else "MISSED"
        elif "mean NetBench" in row:
            row["bounds"] = ""
        rows.append(row)
    return rows


EXPERIMENT = NetbenchParity()
