# SPDX-License-Identifier: GPL-2.0-only
"""Shared by the Python tests; a module, for there may be one `conftest` to import from and no more."""

import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAKE = Path(__file__).with_name("fake_scenario.py")


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
