# SPDX-License-Identifier: GPL-2.0-only
"""The sweep engine: every cell is a process of the scenario program with its own directory.

A plan is a directory: `manifest.json` lists the cells before the first one starts, `cells/<id>/`
holds what is complete. A cell runs in `cells/.<id>.attempt-<n>` and is renamed when it is whole, so
whatever is killed, a reader sees complete cells only and the next call goes on from there.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Sequence, TextIO

from schedlab.errors import UserError
from schedlab.progress import Progress, clock
from schedlab.results import SCHEMA_VERSION
from schedlab.scenario import Scenario, last_line

CELL_FILE = "cell.json"
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True)
_TERM_GRACE_SECONDS = 3.0


@dataclass(frozen=True)
class Cell:
    """One simulation: a name, its configuration, what it stands for, its expected relative cost.

    The name is a directory's: letters, digits, `-` and `_`.
    """

    id: str
    config: dict[str, Any]
    labels: dict[str, Any] = field(default_factory=dict)
    cost: float = 1.0


@dataclass
class Plan:
    """The cells of one result directory; `meta` goes into its manifest.

    `donors` are directories that may have the same cells; what is there is taken over. `cpu_seconds` is what a cell of
    cost 1 takes, as it was measured once, or None.
    """

    directory: Path
    cells: list[Cell]
    meta: dict[str, Any] = field(default_factory=dict)
    donors: list[Path] = field(default_factory=list)
    cpu_seconds: float | None = None


@dataclass
class Outcome:
    """What became of the cells of all plans."""

    done: int = 0
    reused: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)


class Interrupted(Exception):
    """The sweep was told to stop by a signal; complete cells are kept."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class _Task:
    plan: Plan
    cell: Cell
    fingerprint: dict[str, str]

    @property
    def home(self) -> Path:
        return self.plan.directory / "cells" / self.cell.id


@dataclass
class _Child:
    task: _Task
    attempt: Path
    process: subprocess.Popen[bytes]
    error: bytes = b""
    percent: float = 0.0


# What a user's change can make wrong in one cell and right in another of the same experiment.
_KINDS = ("topology", "workload", "scheduler", "scheduler_set", "ranker", "ranker_set")


def check_cells(scenario: Scenario, plans: Sequence[Plan], *, every: bool) -> None:
    """Lets the scenario program judge the configurations before anything starts.

    Configurations that differ only in seed and run are asked about once. Without `every` it is asked
    about enough of them to see each value of each parameter and one of each kind, which will do where
    only the experiment itself combines the values.
    """
    chosen: list[dict[str, Any]] = []
    seen: set[tuple[str, str]] = set()
    for plan in plans:
        ids = Counter(cell.id for cell in plan.cells)
        twice = [name for name, count in ids.items() if count > 1]
        if twice:
            raise UserError(f"two cells of {plan.directory} have the name '{twice[0]}'")
        for cell in plan.cells:
            config = {name: value for name, value in cell.config.items() if name not in ("name", "seed", "run")}
            whole = config if every else {name: config.get(name) for name in _KINDS}
            news = {("", json.dumps(whole, sort_keys=True))}
            if not every:
                news |= {(name, json.dumps(value, sort_keys=True)) for name, value in config.items()}
            if not news <= seen:
                chosen.append(cell.config)
                seen |= news
    with ThreadPoolExecutor(cores()) as pool:
        for _ in pool.map(scenario.resolve, chosen):
            pass


def estimate(costs: Sequence[tuple[float, float | None]], jobs: int) -> str:
    """How long cells will take, from their costs and what a cost of 1 takes; empty if that is not known."""
    seconds = [cost * unit for cost, unit in costs if unit is not None]
    if not seconds or len(seconds) < len(costs):
        return ""
    return f", estimated {clock(sum(seconds) / jobs)} ({clock(sum(seconds))} of CPU time)"


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))


def run(scenario: Scenario, plans: Sequence[Plan], *, jobs: int | None = None, fresh: bool = False,
        stream: TextIO | None = None) -> Outcome:
    """Runs what is missing or out of date of all plans in one pool, longest cells first.

    A failed cell is reported and the others go on. Raises Interrupted on SIGINT, SIGTERM or SIGHUP
    after ending the children.
    """
    outcome = Outcome()
    waiting = list(plans)
    simulated: set[Path] = set()
    while waiting:
        # A plan with donors among the others comes after the first of them.
        batch: list[Plan] = []
        for plan in waiting:
            if not any(donor in {other.directory for other in batch} for donor in plan.donors):
                batch.append(plan)
        waiting = [plan for plan in waiting if plan not in batch]
        _run_batch(scenario, batch, outcome, jobs, fresh, simulated, stream)
        simulated |= {plan.directory for plan in batch}
    return outcome


def _run_batch(scenario: Scenario, plans: Sequence[Plan], outcome: Outcome, jobs: int | None, fresh: bool,
               simulated: set[Path], stream: TextIO | None) -> None:
    """Runs plans that do not wait for each other; `simulated` are those that came before."""
    reused, done, failed = outcome.reused, outcome.done, len(outcome.failed)
    locks = [_open_plan(plan) for plan in plans]
    try:
        tasks: list[_Task] = []
        stale: Counter[str] = Counter()
        for plan in plans:
            for task in _tasks(scenario, plan):
                donors = [donor for donor in plan.donors if not fresh or donor in simulated]
                reason = "asked for with --fresh" if fresh and task.home.exists() else _stale(task)
                if reason is None or _adopt(task, donors):
                    outcome.reused += 1
                    continue
                if reason:
                    stale[reason] += 1
                tasks.append(task)
        tasks.sort(key=lambda task: -task.cell.cost)
        total = sum(task.cell.cost for task in tasks)
        progress = Progress(len(tasks), total, stream)
        if outcome.reused > reused:
            progress.line(f"{outcome.reused - reused} cells are there already")
        for reason, count in stale.items():
            progress.line(f"{count} cells run again: {reason}")
        if tasks:
            count = min(jobs or cores(), len(tasks))
            progress.line(f"{len(tasks)} simulations, {count} at a time"
                          + estimate([(task.cell.cost, task.plan.cpu_seconds) for task in tasks], count))
            start = time.monotonic()
            _Pool(scenario, tasks, count, progress, outcome).run()
            failures = len(outcome.failed) - failed
            progress.line(f"{outcome.done - done} simulations done in {clock(time.monotonic() - start)}"
                          + (f", {failures} failed" if failures else ""))
    finally:
        for lock in locks:
            os.close(lock)


def _open_plan(plan: Plan) -> int:
    """Makes the directory, takes its lock, clears leftovers and writes the manifest of cells."""
    cells = plan.directory / "cells"
    try:
        cells.mkdir(parents=True, exist_ok=True)
        lock = os.open(plan.directory / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UserError(f"cannot write results to {plan.directory}: {error.strerror}: "
                        "choose another place with --out", 1) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UserError(f"another sweep is writing to {plan.directory}: wait for it or use --out",
                        1) from None
    for leftover in cells.glob(".*"):
        _remove(leftover)
    manifest = {
        "schema_version": SCHEMA_VERSION,
        **plan.meta,
        "cells": [{"id": cell.id, "labels": cell.labels, "config": cell.config}
                  for cell in plan.cells],
    }
    write_json(plan.directory / "manifest.json", manifest)
    return lock


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Writes the whole file or nothing; leaves a file alone that has this content already."""
    part = path.with_name(f".{path.name}.part")
    text = json.dumps(value, indent=1) + "\n"
    try:
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            return
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}", 1) from None


def _tasks(scenario: Scenario, plan: Plan) -> Iterator[_Task]:
    for cell in plan.cells:
        text = json.dumps(cell.config, sort_keys=True)
        yield _Task(plan, cell, {"config": hashlib.sha256(text.encode()).hexdigest()[:16],
                                 "build": scenario.fingerprint})


def _adopt(task: _Task, donors: Sequence[Path]) -> bool:
    """Takes the cell from a directory that has the same one; true if one had."""
    for donor in donors:
        source = donor / "cells" / task.cell.id
        if _stale_at(source, task.fingerprint) is not None:
            continue
        attempt = task.home.parent / f".{task.cell.id}.attempt-0"
        try:
            shutil.copytree(source, attempt)
            if task.home.exists():
                _remove(task.home)
            os.replace(attempt, task.home)
        except OSError as error:
            raise UserError(f"cannot copy {source} to {task.home}: {error.strerror or error}", 1) from None
        return True
    return False


def _stale(task: _Task) -> str | None:
    """None when the cell is up to date, "" when it is not there, else why it has to run again."""
    return _stale_at(task.home, task.fingerprint)


def _stale_at(home: Path, fingerprint: dict[str, str]) -> str | None:
    if not home.exists():
        return ""
    try:
        stored = json.loads((home / CELL_FILE).read_text(encoding="utf-8"))
        config, build = stored["config"], stored["build"]
    except (OSError, ValueError, KeyError, TypeError):
        return "their directory is damaged"
    if config != fingerprint["config"]:
        return "their configuration has changed"
    if build != fingerprint["build"]:
        return "the scenario program was rebuilt"
    return None


class _Pool:
    """Keeps `count` children busy; one thread, woken by the children's standard error."""

    def __init__(self, scenario: Scenario, tasks: list[_Task], count: int, progress: Progress,
                 outcome: Outcome) -> None:
        self._program = scenario.program
        self._waiting = list(reversed(tasks))
        self._count = count
        self._progress = progress
        self._outcome = outcome
        self._cost_done = 0.0
        self._children: list[_Child] = []
        self._selector = selectors.DefaultSelector()
        self._signal: int | None = None

    def run(self) -> None:
        """Until every task has ended; children never outlive this call."""
        # A signal only leaves a note and wakes the loop: nothing is cut off half-way.
        wake_read, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._selector.register(wake_read, selectors.EVENT_READ, None)
        previous = signal.set_wakeup_fd(wake_write)
        handlers = {number: signal.signal(number, self._note)
                    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        try:
            while (self._waiting or self._children) and self._signal is None:
                while self._waiting and len(self._children) < self._count:
                    self._start(self._waiting.pop())
                for key, _ in self._selector.select(timeout=0.5):
                    if key.data is not None:
                        self._read(key.data)
                self._show()
        finally:
            self._end_children()
            self._progress.close()
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(previous)
            self._selector.close()
            os.close(wake_read)
            os.close(wake_write)
        if self._signal is not None:
            raise Interrupted(self._signal)

    def _note(self, number: int, _frame: Any) -> None:
        self._signal = number

    def _start(self, task: _Task) -> None:
        cells = task.home.parent
        number = 1
        while (attempt := cells / f".{task.cell.id}.attempt-{number}").exists():
            number += 1
        config = cells / f".{task.cell.id}.json"
        write_json(config, task.cell.config)
        parent = os.getpid()

        def die_with_parent() -> None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if os.getppid() != parent:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            process = subprocess.Popen(
                [self._program, "--config", config, "--progress", "--out", attempt],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True, preexec_fn=die_with_parent)
        except OSError as error:
            raise UserError(f"cannot run {self._program}: {error.strerror}", 1) from None
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        child = _Child(task, attempt, process)
        self._children.append(child)
        self._selector.register(process.stderr, selectors.EVENT_READ, child)

    def _read(self, child: _Child) -> None:
        assert child.process.stderr is not None
        data = child.process.stderr.read(65536)
        if data is None:
            return
        if data:
            # The end of the output is what matters: a program that floods it must not fill memory.
            child.error = (child.error + data)[-65536:]
            for line in data.splitlines():
                words = line.split()
                if len(words) >= 2 and words[0] == b"progress":
                    try:
                        child.percent = float(words[1])
                    except ValueError:
                        pass
            return
        self._selector.unregister(child.process.stderr)
        child.process.stderr.close()
        status = child.process.wait()
        self._children.remove(child)
        self._cost_done += child.task.cell.cost
        message = self._failure(child, status) or self._keep(child)
        self._clear(child)
        if message:
            name = f"{child.task.plan.directory.name}/{child.task.cell.id}"
            self._outcome.failed.append((name, message))
            self._progress.line(f"schedlab: cell {name} failed: {message}")
        else:
            self._outcome.done += 1

    @staticmethod
    def _failure(child: _Child, status: int) -> str:
        text = last_line(child.error.decode(errors="replace"))
        if status < 0:
            name = signal.Signals(-status).name
            hint = " (out of memory?)" if -status == signal.SIGKILL else ""
            return f"killed by {name}{hint}" + (f", last words: {text}" if text else "")
        if status > 0:
            return text or f"ended with status {status} and no message"
        if not (child.attempt / "manifest.json").is_file():
            return "ended well but wrote no manifest.json"
        return ""

    @staticmethod
    def _keep(child: _Child) -> str:
        """Renames a complete attempt to the cell's name."""
        home = child.task.home
        old = home.parent / f".{child.task.cell.id}.old"
        try:
            write_json(child.attempt / CELL_FILE, child.task.fingerprint)
            if home.exists():
                os.replace(home, old)
            os.replace(child.attempt, home)
        except (OSError, UserError) as error:
            return f"cannot keep the result: {error}"
        return ""

    def _show(self) -> None:
        running = sum(child.task.cell.cost * child.percent / 100 for child in self._children)
        longest = self._children[0].task.cell.id if self._children else ""
        finished = self._outcome.done + len(self._outcome.failed)
        self._progress.update(finished, self._cost_done + running, longest)

    def _end_children(self) -> None:
        for child in self._children:
            if child.process.poll() is None:
                child.process.terminate()
        deadline = time.monotonic() + _TERM_GRACE_SECONDS
        for child in self._children:
            try:
                child.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            self._clear(child)
        self._children.clear()

    @staticmethod
    def _clear(child: _Child) -> None:
        """Removes what an attempt leaves beside the complete cell."""
        for leftover in child.attempt.parent.glob(f".{child.task.cell.id}.*"):
            _remove(leftover)
