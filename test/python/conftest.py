# SPDX-License-Identifier: GPL-2.0-only
"""Fixtures of the Python tests: ways to call the command line."""

import os
import subprocess
import sys

import pytest
from support import FAKE, ROOT

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
        out, error = process.communicate(timeout=300)
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
