# SPDX-License-Identifier: GPL-2.0-only
"""What the experiments on a fabric of many hosts share: cells, numbers by flow size, figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from schedlab import figures as fig
from schedlab.experiments import Experiment, base_config, require
from schedlab.schedulers import Scheduler
from schedlab.sweep import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from schedlab.results import ExperimentResult

EXACT = ("pifo", "p3po", "ppqa")
APPROXIMATE = ("sp-pifo", "aifo", "rifo")
# Windows of at most 65,535 bytes are what the paper's simulator, NetBench, is set to.
WINDOW_BYTES = 65_535
SMALL, LARGE = "<100000", ">=1000000"


@dataclass(frozen=True)
class Metric:
    """A number of summary.json by size bin: its key, that of its tail, its unit and its name."""

    key: str
    tail: str | None
    scale: float
    label: str
    log: bool = True
    lower_is_better: bool = True


FCT = Metric("fct_mean_ns", "fct_p99_ns", 1e-3, "completion time (us)")
DELAY = Metric("packet_delay_mean_ns", None, 1e-3, "packet delay (us)")
THROUGHPUT = Metric("throughput_mean_bps", None, 1e-9, "throughput (Gb/s)", lower_is_better=False)

# Ranks: what computes them, and the transport that goes with them on each stack.
RANKS: dict[str, dict[str, Any]] = {
    "stfq": {"ranker": "ns3::StfqRanker", "transport": "newreno"},
    "pfabric": {"ranker": "ns3::TagRanker", "host_ranks": "pfabric", "transport": "pfabric"},
}


def transport(ranks: str, stack: str) -> dict[str, Any]:
    """Ranks and transport of a cell: NetBench's rules for STFQ on the light stack, else its window limit.

    With pFabric NetBench's receiver loses the data that overtakes the handshake, whose last segment ranks
    like the whole flow; at 100 Gb/s that timeout would be most of a small flow's time.
    """
    settings = dict(RANKS[ranks])
    if stack == "light" and ranks == "stfq":
        return {**settings, "transport_rules": "netbench"}
    if stack == "native" and ranks == "pfabric":
        settings.update(transport="newreno", init_cwnd_segments=30)
    return {**settings, "socket_buffer": str(WINDOW_BYTES)}


class FabricExperiment(Experiment):
    """Poisson flows over a fabric: one ranking, several loads, all schedulers.

    Experiments of one `family` have the same cells, and take them from each other.
    """

    choices = {"stack": ("light", "native"), "loads": None}
    cpu_seconds = 1.0  # costs are CPU seconds on a core of 2.1 GHz
    metric: Metric = FCT
    ranks = "stfq"
    family: tuple[str, ...] = ()
    fabric: dict[str, dict[str, Any]] = {
        "quick": {"topology": "leaf-spine", "leaves": 3, "hosts_per_leaf": 4, "spines": 2},
        "full": {"topology": "leaf-spine", "leaves": 9, "hosts_per_leaf": 16, "spines": 4},
    }
    workload: dict[str, dict[str, Any]] = {
        "quick": {"size_cdf": "websearch", "warmup_flows": 50, "flows": 500, "max_flow_bytes": 3_000_000},
        "full": {"size_cdf": "websearch", "warmup_flows": 2000, "flows": 20_000, "max_flow_bytes": 0},
    }
    loads: dict[str, Sequence[float]] = {
        "quick": (0.3, 0.6, 0.9),
        "full": tuple(tenth / 10 for tenth in range(1, 10)),
    }
    default_seeds = {"quick": 3, "full": 10}
    # Bins of summary.json with their labels, in the order of the figures.
    bins: Sequence[tuple[str, str]] = (
        ("10000", "10K"), ("20000", "20K"), ("30000", "30K"), ("50000", "50K"), ("80000", "80K"),
        ("200000", "200K"), ("1000000", "1M"), ("2000000", "2M"), ("5000000", "5M"),
        ("10000000", "10M"), (">10000000", ">10M"),
    )
    classes: Sequence[tuple[str, str]] = (
        (SMALL, "< 100 KB"), ("100000-999999", "100 KB to 1 MB"), (LARGE, ">= 1 MB"))
    mean_flow_bytes = {"quick": 0.8e6, "full": 1.71e6}
    # CPU seconds for a data packet on the light stack. Full size needs more: its ports do not fit the caches.
    # That was measured beside other work, from a cell that got three quarters of the way.
    packet_seconds = {"quick": 8e-6, "full": 2.8e-5}

    def cells(self, size: str, schedulers: Sequence[Scheduler], runs: Sequence[int], *,
              stack: str = "light", loads: Sequence[float] | None = None) -> Iterator[Cell]:
        workload = self.workload[size]
        packets = (workload["flows"] + workload["warmup_flows"]) * self.mean_flow_bytes[size] / 1400
        for load in loads or self.loads[size]:
            for scheduler in schedulers:
                for run in runs:
                    config = base_config(
                        scheduler, run, stack=stack, workload="poisson", load=load, fabric_rate="400Gbps",
                        comparisons=False, **self.fabric[size], **workload, **transport(self.ranks, stack),
                        **self.more())
                    yield Cell(f"load{load * 100:.0f}-{scheduler.name}-run{run}", config,
                               {"load": load, "scheduler": scheduler.name, "run": run},
                               cost=packets * (self.packet_seconds[size] if stack == "light" else 2e-4))

    def more(self) -> dict[str, Any]:
        """Further parameters of every cell."""
        return {}

    def tables(self, result: ExperimentResult) -> dict[str, pd.DataFrame]:
        data = numbers(result)
        names = dict(self.bins) | dict(self.classes)
        tables = {f"Mean {self.metric.label}": self._means(result, data, self.metric.key, names)}
        if self.metric.tail:
            tables[f"99th percentile, {self.metric.label}"] = self._means(
                result, data, self.metric.tail, dict(self.classes))
        tables["Exact schedulers against approximate ones at the highest load"] = self._against(result, data)
        tables["Every run: flows, drops and inversions, mean over seeds"] = run_totals(result)
        return tables

    def _means(self, result: ExperimentResult, data: pd.DataFrame, key: str,
               names: dict[str, str]) -> pd.DataFrame:
        import pandas as pd

        rows = []
        for load in sorted(set(data["load"])):
            for name, label in names.items():
                here = data[(data["load"] == load) & (data["bin"] == name)]
                if not here["flows"].sum():
                    continue
                row: dict[str, Any] = {"load %": round(load * 100), "flow size": label}
                for scheduler in result.schedulers:
                    mine = here[here["scheduler"] == scheduler["name"]]
                    row[scheduler["label"]] = fig.mean_ci(mine[key])[0] * self.metric.scale
                row["flows per run"] = here.groupby(["scheduler", "run"])["flows"].sum().mean()
                row["censored"] = int(here["censored"].sum())
                rows.append(row)
        return pd.DataFrame(rows)

    def _against(self, result: ExperimentResult, data: pd.DataFrame) -> pd.DataFrame:
        import pandas as pd

        labels = {s["name"]: s["label"] for s in result.schedulers}
        here = data[data["load"] == data["load"].max()]
        rows = []
        for name, label in (dict(self.bins) | dict(self.classes)).items():
            means = here[here["bin"] == name].groupby("scheduler")[self.metric.key].mean()
            for exact in EXACT:
                if exact not in means or means[exact] != means[exact]:
                    continue
                row: dict[str, Any] = {"flow size": label, "scheduler": labels[exact]}
                for other in (*APPROXIMATE, "fifo"):
                    if other in means:
                        change = 100 * (means[exact] / means[other] - 1)
                        row[f"against {labels[other]} %"] = change
                rows.append(row)
        return pd.DataFrame(rows)

    def figures(self, result: ExperimentResult) -> dict[str, Figure]:
        data = numbers(result)
        figures = {f"{self.name}-by-size": self._by_size(result, data)}
        if data["load"].nunique() > 1:
            figures[f"{self.name}-by-load"] = self._by_load(result, data)
        return figures

    def _by_size(self, result: ExperimentResult, data: pd.DataFrame) -> Figure:
        loads = sorted(set(data["load"]))
        keys = [key for key in (self.metric.key, self.metric.tail) if key]
        present = [(name, label) for name, label in self.bins
                   if data[data["bin"] == name][self.metric.key].notna().any()]
        require(present, "a flow that was completed")
        figure, axes = fig.canvas(len(keys), len(loads), panel=(3.6 if len(loads) > 1 else 6.5, 2.6))
        for row, key in enumerate(keys):
            for column, load in enumerate(loads):
                panel = axes[row][column]
                here = data[data["load"] == load]
                for scheduler in result.schedulers:
                    mine = here[here["scheduler"] == scheduler["name"]]
                    self._line(panel, scheduler, mine, key, [name for name, _ in present])
                if self.metric.log:
                    fig.log_axis(panel)
                panel.set_xticks(range(len(present)), [label for _, label in present], rotation=45)
                if row == 0:
                    panel.set_title(f"load {load:.0%}, {censored_text(here)}")
                if row == len(keys) - 1:
                    panel.set_xlabel("flow size up to (bytes)")
            axes[row][0].set_ylabel(("mean " if row == 0 else "99th percentile,\n") + self.metric.label)
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, self.title, self.caption(result), legend=True)

    def _by_load(self, result: ExperimentResult, data: pd.DataFrame) -> Figure:
        loads = sorted(set(data["load"]))
        keys = [key for key in (self.metric.key, self.metric.tail) if key]
        figure, axes = fig.canvas(len(keys), len(self.classes), panel=(3.6, 2.5), share_y=False)
        for row, key in enumerate(keys):
            for column, (name, label) in enumerate(self.classes):
                panel = axes[row][column]
                here = data[data["bin"] == name]
                for scheduler in result.schedulers:
                    mine = here[here["scheduler"] == scheduler["name"]]
                    samples = [mine[mine["load"] == load][key] * self.metric.scale for load in loads]
                    fig.error_line(panel, scheduler, [100 * load for load in loads], samples)
                if self.metric.log:
                    fig.log_axis(panel)
                if row == 0:
                    panel.set_title(f"flows {label}, {censored_text(here)}")
                if row == len(keys) - 1:
                    panel.set_xlabel("load (%)")
            axes[row][0].set_ylabel(("mean " if row == 0 else "99th percentile,\n") + self.metric.label)
        fig.scheduler_legend(figure, axes[0][0])
        return fig.finish(figure, f"{self.title}, by load", self.caption(result), legend=True)

    def _line(self, panel: Any, scheduler: dict[str, Any], mine: pd.DataFrame, key: str,
              names: Sequence[str]) -> None:
        samples = [mine[mine["bin"] == name][key].dropna() * self.metric.scale for name in names]
        places = [place for place, values in enumerate(samples) if len(values)]
        if places:
            fig.error_line(panel, scheduler, places, [samples[place] for place in places])


def numbers(result: ExperimentResult) -> pd.DataFrame:
    """A row for each cell and size bin of its summary; times that are withheld are not there."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for cell in result.cells:
        for name, entry in cell.summary.get("bins", {}).items():
            row = {metric.key: entry.get(metric.key, float("nan")) for metric in (FCT, DELAY, THROUGHPUT)}
            row[FCT.tail] = entry.get(FCT.tail, float("nan"))
            if entry.get("withheld"):
                row = dict.fromkeys(row, float("nan"))
            rows.append({**cell.labels, "bin": name, **row, "censored": entry["censored"],
                         "flows": entry["count"] + entry["censored"]})
    require(rows, "a size bin")
    return pd.DataFrame(rows)


def run_totals(result: ExperimentResult) -> pd.DataFrame:
    """Flows, drops, inversions and load of the runs, by load and scheduler."""
    import pandas as pd

    labels = {s["name"]: s["label"] for s in result.schedulers}
    rows = []
    for cell in result.cells:
        summary = cell.summary
        rows.append({**cell.labels, "done": summary["done"], "censored": summary["censored"],
                     "drops": sum(summary["drops"].values()),
                     "timeouts": summary["bins"]["all"]["rtos"],
                     "inversions per 1000": summary.get("inversions", {}).get("per_1000", float("nan")),
                     "longest queue": summary["peak_packets"],
                     "realised load %": 100 * (cell.manifest.get("realised_load") or float("nan"))})
    table = pd.DataFrame(rows).groupby(["load", "scheduler"], sort=False).mean(numeric_only=True)
    table = table.drop(columns="run").reset_index()
    table["load"] = (100 * table["load"]).round().astype(int)
    table["scheduler"] = table["scheduler"].map(labels)
    return table.rename(columns={"load": "load %"})


def censored_text(data: pd.DataFrame) -> str:
    """How many flows of a panel were not completed, of how many."""
    bins = data[data["bin"] == "all"] if (data["bin"] == "all").any() else data
    return f"censored {bins['censored'].sum():.0f}/{bins['flows'].sum():.0f}"
