# SPDX-License-Identifier: GPL-2.0-only
"""The sweep engine: what is kept, what runs again, and what is left when something is killed."""

import io
import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from support import FAKE, alive, wait_for
from schedlab import sweep
from schedlab.errors import UserError
from schedlab.scenario import Scenario


@pytest.fixture(name="program")
def _program(tmp_path):
    """A copy of the stand-in program, so that a test can rebuild it."""
    place = tmp_path / "bin" / "schedlab-scenario"
    place.parent.mkdir()
    shutil.copy(FAKE, place)
    return place


def make_plan(directory, count=6, **config):
    cells = [sweep.Cell(f"c{n}", {"load": 0.1 + n / 100, **config}, {"n": n}) for n in range(count)]
    return sweep.Plan(directory, cells)


def run(program, plan, **options):
    stream = io.StringIO()
    outcome = sweep.run(Scenario(program), [plan], stream=stream, **options)
    return outcome, stream.getvalue()


def starts(log):
    """(pid, cell) of every start of the stand-in program."""
    lines = Path(log).read_text(encoding="utf-8").splitlines() if Path(log).exists() else []
    return [(int(pid), name.lstrip(".").split(".")[0]) for pid, name in map(str.split, lines)]


def leftovers(directory):
    return [path.name for path in (directory / "cells").iterdir() if path.name.startswith(".")]


def test_every_cell_runs_once_and_is_kept(program, tmp_path):
    log = tmp_path / "log"
    plan = make_plan(tmp_path / "r", fake_log=str(log))
    outcome, _ = run(program, plan)
    assert (outcome.done, outcome.reused, outcome.failed) == (6, 0, [])
    assert sorted(name for _, name in starts(log)) == [f"c{n}" for n in range(6)]
    assert sorted(p.name for p in (plan.directory / "cells").iterdir()) == [f"c{n}" for n in range(6)]
    manifest = json.loads((plan.directory / "manifest.json").read_text(encoding="utf-8"))
    assert [cell["id"] for cell in manifest["cells"]] == [f"c{n}" for n in range(6)]

    outcome, text = run(program, plan)
    assert (outcome.done, outcome.reused) == (0, 6)
    assert "6 cells are there already" in text
    assert len(starts(log)) == 6


def test_only_the_missing_and_the_changed_run_again(program, tmp_path):
    log = tmp_path / "log"
    plan = make_plan(tmp_path / "r", fake_log=str(log))
    run(program, plan)
    shutil.rmtree(plan.directory / "cells" / "c2")
    plan.cells[4] = sweep.Cell("c4", {**plan.cells[4].config, "load": 0.7}, {"n": 4})
    outcome, text = run(program, plan)
    assert (outcome.done, outcome.reused) == (2, 4)
    assert "1 cells run again: their configuration has changed" in text
    assert sorted(name for _, name in starts(log)[6:]) == ["c2", "c4"]
    manifest = json.loads((plan.directory / "cells/c4/manifest.json").read_text(encoding="utf-8"))
    assert manifest["load"] == 0.7


def test_a_rebuilt_program_runs_everything_again_and_says_so(program, tmp_path):
    plan = make_plan(tmp_path / "r", count=2)
    run(program, plan)
    program.write_text(program.read_text(encoding="utf-8") + "# rebuilt\n", encoding="utf-8")
    outcome, text = run(program, plan)
    assert (outcome.done, outcome.reused) == (2, 0)
    assert "2 cells run again: the scenario program was rebuilt" in text


def test_a_changed_module_library_counts_as_a_rebuild(program, tmp_path):
    (tmp_path / "lib").mkdir()
    before = Scenario(program).fingerprint
    (tmp_path / "lib" / "librank.so").write_bytes(b"1")
    after = Scenario(program).fingerprint
    (tmp_path / "lib" / "librank-test.so").write_bytes(b"1")
    assert before != after == Scenario(program).fingerprint


def test_fresh_runs_everything_again(program, tmp_path):
    plan = make_plan(tmp_path / "r", count=2)
    run(program, plan)
    outcome, _ = run(program, plan, fresh=True)
    assert (outcome.done, outcome.reused) == (2, 0)


def test_longest_cells_first(program, tmp_path):
    log = tmp_path / "log"
    plan = sweep.Plan(tmp_path / "r", [
        sweep.Cell(f"cost{cost}", {"fake_log": str(log)}, cost=cost) for cost in (2, 9, 5)])
    run(program, plan, jobs=1)
    assert [name for _, name in starts(log)] == ["cost9", "cost5", "cost2"]


def test_a_failed_cell_is_reported_and_the_others_go_on(program, tmp_path):
    plan = make_plan(tmp_path / "r")
    plan.cells[3] = sweep.Cell("c3", {"fake_fail": "port 3: 2 packets lost: report it"}, {"n": 3})
    outcome, text = run(program, plan)
    assert outcome.done == 5
    assert outcome.failed == [("r/c3", "schedlab-scenario: port 3: 2 packets lost: report it")]
    assert "cell r/c3 failed" in text
    assert leftovers(plan.directory) == []


def test_a_killed_worker_fails_its_cell_alone(program, tmp_path):
    log = tmp_path / "log"
    plan = make_plan(tmp_path / "r", count=3, fake_log=str(log))
    plan.cells[0].config["fake_seconds"] = 30
    killed = []

    class Killer(io.StringIO):
        """Kills the slow worker when the sweep prints its first line after it started."""

        def write(self, text):
            for pid, name in starts(log):
                if name == "c0" and not killed:
                    killed.append(pid)
                    os.kill(pid, signal.SIGKILL)
            return super().write(text)

    stream = Killer()
    sweep.Progress.LINE_INTERVAL, interval = 0.0, sweep.Progress.LINE_INTERVAL
    try:
        outcome = sweep.run(Scenario(program), [plan], jobs=2, stream=stream)
    finally:
        sweep.Progress.LINE_INTERVAL = interval
    assert killed and outcome.done == 2
    assert outcome.failed[0][0] == "r/c0" and "SIGKILL" in outcome.failed[0][1]
    assert leftovers(plan.directory) == []


def test_two_sweeps_cannot_share_a_directory(program, tmp_path):
    plan = make_plan(tmp_path / "r", count=1)
    lock = sweep._open_plan(plan)  # pylint: disable=protected-access
    try:
        with pytest.raises(UserError, match="another sweep is writing"):
            run(program, plan)
    finally:
        os.close(lock)


def test_kill_the_worker_and_the_dispatcher_then_resume(start, call, tmp_path):
    """40 cells, SIGKILL to a worker, then to the dispatcher: nothing stays, the rest runs once."""
    log = tmp_path / "log"
    loads = ",".join(f"{0.1 + n / 100:.2f}" for n in range(40))
    command = ["sweep", "--vary", f"load={loads}", "--set", "fake_seconds=0.1", "--set", f"fake_log={log}"]
    process = start(*command, "--jobs", 4)
    cells = tmp_path / "results/sweep/cells"

    assert wait_for(lambda: len(starts(log)) >= 8, 60)
    worker = next(pid for pid, _ in reversed(starts(log)) if alive(pid))
    os.kill(worker, signal.SIGKILL)
    seen = len(starts(log))
    assert wait_for(lambda: len(starts(log)) > seen + 4, 60)
    process.kill()
    process.communicate()
    pids = [pid for pid, _ in starts(log)]
    assert wait_for(lambda: not any(map(alive, pids)), 2.0)
    complete = {p.name for p in cells.iterdir() if not p.name.startswith(".")}
    assert 0 < len(complete) < 40
    assert all((cells / name / "manifest.json").exists() for name in complete)

    first = len(starts(log))
    status, _, error = call(*command, "--jobs", 8)
    assert status == 0, error
    assert f"{len(complete)} cells are there already" in error
    again = [name for _, name in starts(log)[first:]]
    assert sorted([*again, *complete]) == sorted(p.name for p in cells.iterdir())
    assert len(again) + len(complete) == 40 and leftovers(cells.parent) == []

    table = (tmp_path / "results/sweep/table.csv").read_text(encoding="utf-8")
    assert call(*command, "--jobs", 20, "--out", "whole")[0] == 0
    assert table == (tmp_path / "whole/sweep/table.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_children_and_keeps_complete_cells(start, tmp_path, number):
    log = tmp_path / "log"
    process = start("sweep", "--vary", "load=0.1,0.2,0.3", "--vary", "fake_seconds=0.1,30",
                    "--set", f"fake_log={log}", "--jobs", 4)
    cells = tmp_path / "results/sweep/cells"
    assert wait_for(lambda: len(starts(log)) == 6 and len(list(cells.glob("[!.]*"))) >= 1, 60)
    process.send_signal(number)
    out, error = process.communicate(timeout=120)
    assert process.returncode == 128 + number
    assert "Traceback" not in error
    assert error.splitlines()[-1].startswith("schedlab: interrupted: complete cells are kept")
    assert out == ""
    assert not any(alive(pid) for pid, _ in starts(log))
    assert leftovers(cells.parent) == []
