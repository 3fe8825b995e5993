# SPDX-License-Identifier: GPL-2.0-only
"""The two stacks against each other: the same flows and scheduler over ns-3's TCP and over the light fabric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, base_config, require
from schedlab.experiments._fabric import numbers
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

FABRICS: dict[str, dict[str, Any]] = {
    "star": {"topology": "star", "hosts": 16},
    "leaf-spine": {"topology": "leaf-spine", "leaves": 3, "hosts_per_leaf": 4, "spines": 2,
                   "fabric_rate": "400Gbps"},
}
FLOWS = {"quick": (300, 500_000), "full": (3000, 3_000_000)}
BOUND = 10.0

# What both transports are set to: 1,448 bytes in a packet of 1,490 bytes on the wire, acknowledgements of 42
# (native SYNs have 50), ten segments at first and slow start without an end, no timeout below 1 ms.
MATCHED: dict[str, dict[str, Any]] = {
    "native": {},
    "light": {"mss_bytes": 1448, "header_bytes": 42, "init_cwnd_segments": 10,
              "init_ssthresh_segments": 1_000_000, "init_rto": "1ms", "min_rto": "1ms"},
}
BINS = (("10000", "10K"), ("20000", "20K"), ("30000", "30K"), ("50000", "50K"), ("80000", "80K"),
        ("200000", "200K"), ("1000000", "1M"), ("2000000", "2M"), ("5000000", "5M"))


class NativeVsLight(Experiment):
    """Star and leaf-spine, one load, PIFO and FIFO, both stacks."""

    name = "native-vs-light"
    title = "Completion times over ns-3's stack and over the light fabric"
    paper = "a check of this project against ns-3"
    schedulers = ("pifo", "fifo")
    claim = "Not from the paper: mean completion times of each size bin agree within 10 % at matching settings."
    expect = ("Two lines that lie on each other. What is left comes from the handshake's SYN of 50 bytes, the packet "
              "in the device below a native queue disc, and paths that the two choose differently.")
    sizes = {"quick": "300 web search flows of at most 500 KB per run at 60 % load",
             "full": "3,000 web search flows of at most 3 MB per run at 60 % load"}

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], **_: Any) -> Iterator[Cell]:
        flows, cap = FLOWS[size]
        for fabric, shape in FABRICS.items():
            for scheduler in schedulers:
                for stack, settings in MATCHED.items():
                    for run in runs:
                        yield Cell(
                            f"{fabric}-{scheduler.name}-{stack}-run{run}",
                            base_config(scheduler, run, stack=stack, workload="poisson", load=0.6,
                                        size_cdf="websearch", flows=flows, max_flow_bytes=cap,
                                        ranker="ns3::StfqRanker", transport="newreno", comparisons=False,
                                        **shape, **settings),
                            {"fabric": fabric, "scheduler": scheduler.name, "stack": stack, "run": run},
                            cost=flows * cap * (1e-7 if stack == "native" else 5e-9))

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        return {"Mean completion time (us)": differences(result)}

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figure, axes = fig.canvas(1, len(FABRICS), panel=(4.6, 3.2))
        present = [(name, label) for name, label in BINS if (data["bin"] == name).any()
                   and data[data["bin"] == name]["flows"].sum()]
        require(present, "a flow")
        for column, fabric in enumerate(FABRICS):
            panel = axes[0][column]
            for scheduler in result.schedulers:
                for stack, style in (("native", "-"), ("light", ":")):
                    mine = data[(data["fabric"] == fabric) & (data["scheduler"] == scheduler["name"])
                                & (data["stack"] == stack)]
                    values = [fig.mean_ci(mine[mine["bin"] == name]["fct_mean_ns"])[0] / 1e3
                              for name, _ in present]
                    panel.plot(range(len(present)), values, style, color=scheduler["colour"],
                               marker=scheduler["marker"], label=f"{scheduler['label']}, {stack}")
            panel.set_yscale("log")
            panel.set_xticks(range(len(present)), [label for _, label in present], rotation=45)
            panel.set_xlabel("flow size up to (bytes)")
            panel.set_title(fabric)
        axes[0][0].set_ylabel("mean completion time (us)")
        fig.scheduler_legend(figure, axes[0][0])
        return {"native-vs-light": fig.finish(figure, self.title, self.caption(result), legend=True)}


def differences(result: ExperimentResult) -> pd.DataFrame:
    """Both stacks' means by fabric, scheduler and size bin, and their difference."""
    import pandas as pd

    data = numbers(result)
    labels = {s["name"]: s["label"] for s in result.schedulers}
    rows = []
    for (fabric, scheduler, name), group in data.groupby(["fabric", "scheduler", "bin"], sort=False):
        if name not in dict(BINS):
            continue
        means = group.groupby("stack")["fct_mean_ns"].mean() / 1e3
        if "native" not in means or "light" not in means or means.isna().any():
            continue
        difference = 100 * (means["light"] / means["native"] - 1)
        rows.append({"fabric": fabric, "scheduler": labels[scheduler], "flow size": dict(BINS)[name],
                     "flows": int(group[group["stack"] == "native"]["flows"].sum()),
                     "native": means["native"], "light": means["light"], "differs %": difference,
                     "within 10 %": "yes" if abs(difference) <= BOUND else "NO"})
    require(rows, "both stacks")
    return pd.DataFrame(rows)


EXPERIMENT = NativeVsLight()
