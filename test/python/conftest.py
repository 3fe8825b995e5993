# SPDX-License-Identifier: GPL-2.0-only
"""Shared by the Python tests: the stand-in program and ways to call the command line."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAKE = Path(__file__).with_name("fake_scenario.py")
sys.path.insert(0, str(ROOT / "plotting"))


@pytest.fixture(name="environment")
def _environment():
    """Environment in which the command line uses the stand-in program."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "plotting"), "SCHEDLAB_SCENARIO": str(FAKE),
            "MPLBACKEND": "Agg"}


@pytest.fixture(name="start")
def _start(environment, tmp_path):
    """Starts `python -m schedlab ARGUMENTS` in tmp_path and returns the process."""
    def start(*arguments, **more):
        return subprocess.Popen(
            [sys.executable, "-m", "schedlab", *map(str, arguments)], cwd=tmp_path,
            env={**environment, **more}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
    return start


@pytest.fixture(name="call")
def _call(start):
    """Runs `python -m schedlab ARGUMENTS` to its end: (status, stdout, stderr)."""
    def call(*arguments, **more):
        process = start(*arguments, **more)
        out, error = process.communicate(timeout=120)
        assert "Traceback" not in error, error
        return process.returncode, out, error
    return call


@pytest.fixture(name="refused")
def _refused(call):
    """Runs a command that has to fail with one line; returns that line."""
    def refused(*arguments, status=2, **more):
        code, out, error = call(*arguments, **more)
        assert code == status, error
        assert out == ""
        lines = error.splitlines()
        assert len(lines) == 1 and lines[0].startswith("schedlab: "), error
        return lines[0]
    return refused


def wait_for(condition, seconds=10.0):
    """Waits until `condition()` is true; false when that does not happen."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def alive(pid):
    """True while the process runs (a zombie does not)."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return text.rsplit(")", 1)[1].split()[0] != "Z"
