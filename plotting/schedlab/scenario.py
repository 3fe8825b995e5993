# SPDX-License-Identifier: GPL-2.0-only
"""The scenario program as seen from Python: one call is one process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

from schedlab.errors import UserError


class Scenario:
    """Asks the scenario program about itself; simulations are started by schedlab.sweep."""

    def __init__(self, program: Path) -> None:
        self.program = program
        if not os.access(program, os.X_OK):
            raise UserError(f"{program} is not there or not executable: build it with ./schedlab list", 1)

    @classmethod
    def from_environment(cls, name: str = "schedlab-scenario") -> Scenario:
        """The program of that name that the launcher has built."""
        scenario = Path(os.environ.get("SCHEDLAB_SCENARIO", "build/bin/schedlab-scenario"))
        return cls(scenario if name == "schedlab-scenario" else scenario.with_name(name))

    def _ask(self, *arguments: str) -> Any:
        try:
            done = subprocess.run([self.program, *arguments], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, check=False)
        except OSError as error:
            raise UserError(f"cannot run {self.program}: {error.strerror}", 1) from None
        if done.returncode != 0:
            raise UserError(last_line(done.stderr) or f"{self.program} failed", 2)
        try:
            return json.loads(done.stdout)
        except ValueError:
            raise UserError(f"{self.program} {' '.join(arguments)} printed no JSON", 1) from None

    def resolve(self, config: dict[str, Any]) -> dict[str, Any]:
        """The complete configuration of a run, or the program's own complaint about it."""
        arguments = [f"--{name}={as_argument(value)}" for name, value in config.items()]
        return self._ask(*arguments, "--print-config")

    @cached_property
    def parameters(self) -> list[str]:
        """Names of all parameters."""
        return sorted(self._ask("--print-config"))

    @cached_property
    def schedulers(self) -> list[dict[str, Any]]:
        """Every rank-based queue disc: type_id and attributes."""
        return self._ask("--list-schedulers")

    @cached_property
    def rankers(self) -> list[dict[str, Any]]:
        """Every ranker: type_id and attributes."""
        return self._ask("--list-rankers")

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the program and of the module libraries beside it."""
        digest = hashlib.sha256(self.program.read_bytes())
        for library in sorted((self.program.parent.parent / "lib").glob("*.so")):
            if not library.stem.endswith("-test"):
                digest.update(library.name.encode() + library.read_bytes())
        return digest.hexdigest()[:16]


def as_argument(value: Any) -> str:
    """A configuration value as the program takes it on its command line."""
    return value if isinstance(value, str) else json.dumps(value)


def last_line(text: str) -> str:
    """The last line that says something; progress lines say nothing here."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("progress ")]
    return lines[-1] if lines else ""
