# SPDX-License-Identifier: GPL-2.0-only
"""Shared by the tests of the real scenario program: ways to run it and to read what it wrote."""

import csv
import json
import subprocess

import pytest
from scenario_program import PROGRAM


class Run:
    """A result directory."""

    def __init__(self, directory, errors=""):
        self.directory = directory
        self.errors = errors
        self.manifest = json.loads(self.text("manifest.json"))
        self.summary = json.loads(self.text("summary.json"))
        self.flows = self.table("flows.csv")
        self.queues = self.table("queues.csv")

    def text(self, name):
        return (self.directory / name).read_text(encoding="utf-8")

    def table(self, name):
        return list(csv.DictReader(self.text(name).splitlines()))

    def queue(self, port):
        return next(row for row in self.queues if row["port"] == port)

    def warned(self, words):
        return any(words in warning for warning in self.manifest["warnings"])


@pytest.fixture(name="program")
def _program(tmp_path):
    """Calls the program with options given as keywords: the finished process."""
    def program(*words, **options):
        options = [f"--{name}={value}" for name, value in options.items()]
        return subprocess.run([PROGRAM, *words, *options], cwd=tmp_path, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=240)
    return program


@pytest.fixture(name="simulate")
def _simulate(program, tmp_path):
    """Runs a simulation that has to succeed: a Run."""
    count = 0

    def simulate(**options):
        nonlocal count
        count += 1
        out = tmp_path / f"out{count}"
        done = program(out=out, **options)
        assert done.returncode == 0, done.stderr
        assert not out.with_name(out.name + ".part").exists()
        return Run(out, done.stderr)
    return simulate


@pytest.fixture(name="refused")
def _refused(program, tmp_path):
    """Calls the program in a way that has to fail with one line and no directory: that line."""
    def refused(*words, status=2, out="refused", **options):
        done = program(*words, out=out, **options)
        assert done.returncode == status, done.stderr
        lines = done.stderr.splitlines()
        assert len(lines) == 1 and lines[0].startswith("schedlab-scenario: "), done.stderr
        assert not (tmp_path / "refused").exists()
        assert not (tmp_path / "refused.part").exists()
        return lines[0]
    return refused
