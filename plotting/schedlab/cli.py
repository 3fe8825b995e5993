# SPDX-License-Identifier: GPL-2.0-only
"""Command line of run, list, plot, sweep and bench."""

from __future__ import annotations

import argparse
import difflib
import itertools
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Sequence

from schedlab import sweep
from schedlab.errors import UserError, unknown
from schedlab.scenario import Scenario

if TYPE_CHECKING:
    from schedlab.experiments import Experiment

TEXT_KEYS = ("scheduler_set", "ranker_set")


class _Parser(argparse.ArgumentParser):
    """One line for a mistake, with near matches of a misspelt option."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog.split()[-1]}: {message} (see {self.prog} --help)")

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Like parse_args."""
        options, rest = self.parse_known_args(arguments)
        for word in rest:
            if word.startswith("-"):
                name = word.split("=")[0]
                known = [option for action in self._actions for option in action.option_strings]
                near = difflib.get_close_matches(name, known, n=2)
                self.error(f"unknown option '{name}'" + (f": did you mean {' or '.join(near)}?" if near else ""))
            self.error(f"unexpected argument '{word}'")
        return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a sub-command; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    commands = {"run": _run, "list": _list, "plot": _plot, "sweep": _sweep, "bench": _bench}
    try:
        if not words or words[0] not in commands:
            raise unknown("command", words[0] if words else "", commands)
        status = commands[words[0]](words[1:])
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"schedlab: {error}", file=sys.stderr)
        return error.status
    except sweep.Interrupted as stop:
        print("schedlab: interrupted: complete cells are kept, the same command goes on from there",
              file=sys.stderr)
        return 128 + stop.number
    except KeyboardInterrupt:
        print("schedlab: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # The reader of our output has left, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


# --- run ------------------------------------------------------------------------------------------


def _run(arguments: Sequence[str]) -> int:
    from schedlab import experiments

    parser = _Parser(prog="./schedlab run", allow_abbrev=False, description=(
        "Simulates experiments and draws their tables and figures. Without a name: comparisons, fairness and "
        "inversions; with the name all: every one. "
        "Results that are up to date are kept, so an interrupted call goes on where it was."))
    parser.add_argument("experiments", metavar="EXPERIMENT", nargs="*", help="see ./schedlab list")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="size", action="store_const", const="quick", default="quick",
                      help="reduced sizes, minutes on two cores (default)")
    size.add_argument("--full", dest="size", action="store_const", const="full",
                      help="the paper's sizes, hours")
    _sweep_options(parser)
    parser.add_argument("--seeds", type=_seeds, metavar="N or LIST",
                        help="independent runs of each cell: how many, or run numbers such as 4,5,9 (default: "
                             "1, for a fabric of hosts 3; with --full 1 and 10)")
    parser.add_argument("--stack", metavar="NAME",
                        help="what carries the packets of a fabric of hosts: light (default) or native")
    parser.add_argument("--loads", type=_loads, metavar="LIST",
                        help="loads of a fabric of hosts in percent, such as 30,60,90")
    parser.add_argument("--schedulers", metavar="LIST",
                        help="comma-separated short names or TypeIds, yours too: pifo,p3po,ns3::MyQueueDisc")
    parser.add_argument("--set", dest="changes", action="append", default=[], metavar="NAME=VALUE",
                        help="change a scenario parameter in every cell, e.g. link_rate=40Gbps or "
                             "ranker_set.ReferenceCompat=true, or what the experiment offers, e.g. scheme=fifo "
                             "of netbench-parity; repeatable")
    parser.add_argument("--json", action="store_true",
                        help="print the cells' summaries as JSON, one object if there is one cell")
    options = parser.parse(arguments)
    every = experiments.registry().values()
    if options.experiments == ["all"]:
        chosen = list(every)
    else:
        chosen = [experiments.find(name) for name in dict.fromkeys(options.experiments)]
    chosen = chosen or [experiment for experiment in every if experiment.by_default]

    changes = dict(_assignment(text) for text in options.changes)
    choices: dict[str, Any] = {"stack": options.stack, "loads": options.loads}
    choices.update({name: changes.pop(name) for name in list(changes)
                    if any(name in experiment.choices for experiment in chosen) and name not in choices})
    choices = {name: value for name, value in choices.items() if value is not None}
    for experiment in chosen:
        experiment.check(choices)
    programs: dict[str, Scenario] = {}
    plans: dict[str, list[sweep.Plan]] = {}
    for experiment in chosen:
        if experiment.program not in programs:
            programs[experiment.program] = Scenario.from_environment(experiment.program)
            _check_names(programs[experiment.program], changes)
        plan = _plan(experiment, programs[experiment.program], choices, changes, options)
        plans.setdefault(experiment.program, []).append(plan)
    status = max(_simulate_and_draw(programs[program], group, options) for program, group in plans.items())
    if options.json and not options.dry_run:
        print(json.dumps(_summaries([plan for group in plans.values() for plan in group]), indent=1))
    return status


def _plan(experiment: Experiment, scenario: Scenario, choices: dict[str, Any], changes: dict[str, str],
          options: argparse.Namespace) -> sweep.Plan:
    """The cells of an experiment, and what its manifest says of them."""
    from schedlab.schedulers import select

    schedulers = []
    if experiment.schedulers:
        types = [entry["type_id"] for entry in scenario.schedulers] if options.schedulers else []
        names = options.schedulers.split(",") if options.schedulers else experiment.schedulers
        schedulers = select(names, types)
    runs = options.seeds or list(range(1, experiment.default_seeds[options.size] + 1))
    cells = [_changed(cell, changes) for cell in experiment.cells(options.size, schedulers, runs, **choices)]
    suffix = "-full" if options.size == "full" else ""
    suffix += "-native" if choices.get("stack") == "native" else ""
    shown = {name: ",".join(f"{item:g}" for item in value) if isinstance(value, list) else value
             for name, value in choices.items()}
    return sweep.Plan(options.out / (experiment.name + suffix), experiment.merge(cells, changes), {
        "experiment": experiment.name, "size": options.size, "runs": runs, "changes": {**shown, **changes},
        "build": scenario.fingerprint,
        "schedulers": [{"name": s.name, "type_id": s.type_id, "label": s.label, "colour": s.colour,
                        "marker": s.marker} for s in schedulers]},
        donors=[options.out / (name + suffix) for name in experiment.family if name != experiment.name],
        cpu_seconds=None if changes else experiment.cpu_seconds)


def _summaries(plans: list[sweep.Plan]) -> dict[str, Any]:
    """The summaries of all complete cells by name; that of the only cell if there is one."""
    from schedlab.results import RunResult

    found = {cell.id: RunResult(plan.directory / "cells" / cell.id).summary for plan in plans
             for cell in plan.cells if (plan.directory / "cells" / cell.id).is_dir()}
    return next(iter(found.values())) if len(found) == 1 else found


def _sweep_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("results"), metavar="DIR",
                        help="where result directories go (default results)")
    parser.add_argument("--jobs", type=_positive, default=None, metavar="N",
                        help="simulations at a time (default: all cores)")
    parser.add_argument("--fresh", action="store_true", help="simulate again what is there already")
    parser.add_argument("--dry-run", action="store_true", help="check everything, list the cells, run none")


def _simulate_and_draw(scenario: Scenario, plans: list[sweep.Plan], options: argparse.Namespace) -> int:
    from schedlab import report

    sweep.check_cells(scenario, plans, every="vary" in options)
    if options.dry_run:
        for plan in plans:
            costs = [(cell.cost, plan.cpu_seconds) for cell in plan.cells]
            print(f"{plan.directory}: {len(plan.cells)} cells"
                  + sweep.estimate(costs, min(options.jobs or sweep.cores(), max(len(costs), 1))))
            for cell in plan.cells:
                print(f"  {cell.id}")
        return 0
    outcome = sweep.run(scenario, plans, jobs=options.jobs, fresh=options.fresh)
    # A plan without any complete cell has nothing to draw; its cells' errors are printed already.
    for plan in plans:
        if any((plan.directory / "cells" / cell.id).is_dir() for cell in plan.cells):
            print(report.show(plan.directory), end="\n\n", flush=True,
                  file=sys.stderr if getattr(options, "json", False) else sys.stdout)
    if outcome.failed:
        # Which one ended first is chance.
        name, message = min(outcome.failed)
        print(f"schedlab: {len(outcome.failed)} cells failed, the first: {name}: {message}", file=sys.stderr)
        return 1
    return 0


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return int(text)


def _seeds(text: str) -> list[int]:
    numbers = [_positive(part.strip()) for part in text.split(",")]
    return list(range(1, numbers[0] + 1)) if len(numbers) == 1 else list(dict.fromkeys(numbers))


def _loads(text: str) -> list[float]:
    try:
        loads = [float(part) / 100 for part in text.split(",")]
    except ValueError:
        loads = []
    if not loads or not all(0 < load <= 1 for load in loads):
        raise argparse.ArgumentTypeError(f"'{text}' is no list of percentages above 0 to 100")
    return list(dict.fromkeys(loads))


def _assignment(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise UserError(f"'{text}' is not NAME=VALUE")
    return name.strip(), value.strip()


def _check_names(scenario: Scenario, changes: dict[str, Any]) -> None:
    for name in changes:
        base, dot, attribute = name.partition(".")
        if base not in scenario.parameters:
            raise unknown("parameter", base, scenario.parameters)
        if (base in TEXT_KEYS) != bool(dot and attribute):
            example = f"{TEXT_KEYS[0]}.MaxSize=100p" if base in TEXT_KEYS else f"{base}=VALUE"
            raise UserError(f"'{name}' is not how {base} is set: write {example}")


def _changed(cell: sweep.Cell, changes: dict[str, str]) -> sweep.Cell:
    if not changes:
        return cell
    return sweep.Cell(cell.id, _apply(cell.config, changes), cell.labels, cell.cost)


def _apply(config: dict[str, Any], changes: dict[str, str]) -> dict[str, Any]:
    config = dict(config)
    for name, value in changes.items():
        base, _, attribute = name.partition(".")
        if attribute:
            config[base] = {**config.get(base, {}), attribute: value}
        else:
            config[base] = value
    return config


# --- list, plot -----------------------------------------------------------------------------------


def _list(arguments: Sequence[str]) -> int:
    from schedlab import experiments
    from schedlab.schedulers import SCHEDULERS

    parser = _Parser(prog="./schedlab list", allow_abbrev=False,
                     description="Lists experiments, schedulers and rankers.")
    parser.add_argument("--attributes", action="store_true", help="with their attributes and defaults")
    options = parser.parse(arguments)
    scenario = Scenario.from_environment()
    print("experiments")
    for experiment in experiments.registry().values():
        print(f"  {experiment.name:<20} {experiment.title} ({experiment.paper})")
    short = {scheduler.type_id: scheduler.name for scheduler in SCHEDULERS.values()}
    for title, entries in (("schedulers", scenario.schedulers), ("rankers", scenario.rankers)):
        print(title)
        for entry in entries:
            name = short.get(entry["type_id"], "")
            print(f"  {name:<14} {entry['type_id']}" if title == "schedulers" else f"  {entry['type_id']}")
            if options.attributes:
                for attribute in entry["attributes"]:
                    print(f"      {attribute['name']} ({attribute['default']}): {attribute['help']}")
    return 0


def _plot(arguments: Sequence[str]) -> int:
    from schedlab import report

    parser = _Parser(prog="./schedlab plot", allow_abbrev=False, description=(
        "Redraws tables and figures from results that are there; simulates nothing."))
    parser.add_argument("directory", metavar="DIR", type=Path,
                        help="a result directory, or the folder that holds several")
    options = parser.parse(arguments)
    for directory in report.experiment_directories(options.directory):
        print(report.draw(directory), end="\n\n")
    return 0


# --- sweep ----------------------------------------------------------------------------------------


def _sweep(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="./schedlab sweep", allow_abbrev=False, description=(
        "Runs one scenario for every combination of the values given with --vary. The table of all "
        "summaries is table.csv in the result directory."))
    parser.add_argument("--config", type=Path, metavar="FILE.json",
                        help="the scenario to start from (default: the program's defaults)")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=V1,V2,...",
                        help="values of one parameter, separated by commas (or by ; when a value has "
                             "commas); repeatable")
    parser.add_argument("--set", dest="changes", action="append", default=[], metavar="NAME=VALUE",
                        help="change one parameter in every cell; repeatable")
    parser.add_argument("--name", default="sweep", help="name of the result directory (default sweep)")
    _sweep_options(parser)
    options = parser.parse(arguments)

    config = _read_config(options.config) if options.config else {}
    scenario = Scenario.from_environment()
    changes = dict(_assignment(text) for text in options.changes)
    varied: dict[str, list[str]] = {}
    for text in options.vary:
        name, values = _assignment(text)
        varied[name] = [value.strip() for value in values.split(";" if ";" in values else ",")]
        if "" in varied[name]:
            raise UserError(f"--vary {text}: an empty value")
    _check_names(scenario, {**config_names(config), **changes, **varied})
    cells = []
    for combination in itertools.product(*varied.values()):
        labels = dict(zip(varied, combination))
        name = "-".join(_slug(value) for value in combination) or "only"
        cells.append(sweep.Cell(name, _apply(config, {**changes, **labels}), labels))
    plan = sweep.Plan(options.out / options.name, cells,
                      {"experiment": None, "vary": varied, "changes": changes, "build": scenario.fingerprint})
    return _simulate_and_draw(scenario, [plan], options)


def config_names(config: dict[str, Any]) -> dict[str, Any]:
    """A configuration's keys as --set writes them."""
    names: dict[str, Any] = {}
    for name, value in config.items():
        if name in TEXT_KEYS and isinstance(value, dict):
            names.update({f"{name}.{attribute}": item for attribute, item in value.items()})
        else:
            names[name] = value
    return names


def _slug(value: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in value.removeprefix("ns3::")).strip("_") or "empty"


def _read_config(path: Path) -> dict[str, Any]:
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}") from None
    if not isinstance(config, dict):
        raise UserError(f"{path} holds no JSON object")
    return config


# --- bench ----------------------------------------------------------------------------------------


def _bench(arguments: Sequence[str]) -> int:
    from schedlab import bench

    parser = _Parser(prog="./schedlab bench", allow_abbrev=False, description=(
        "Runs the benchmarks, keeps their JSON and prints the ratios that the project promises."))
    parser.add_argument("names", metavar="NAME", nargs="*",
                        help="benchmarks such as core or replay-path (default: all)")
    parser.add_argument("--filter", metavar="REGEX", help="only benchmarks whose name matches")
    parser.add_argument("--out", type=Path, default=Path("results/bench"), metavar="DIR",
                        help="where the JSON files go (default results/bench)")
    parser.add_argument("--full", action="store_true", help="add the long runs, some minutes")
    parser.add_argument("--dry-run", action="store_true", help="list the benchmarks, run none")
    options = parser.parse(arguments)
    program_directory = Path(os.environ.get("SCHEDLAB_BUILD_DIR", "build")) / "bin"
    return bench.run(program_directory, options.names, options.filter, options.out, options.dry_run,
                     options.full)
