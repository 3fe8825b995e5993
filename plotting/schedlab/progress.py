# SPDX-License-Identifier: GPL-2.0-only
"""Progress of a sweep with the time left: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO


def clock(seconds: float) -> str:
    """Seconds as m:ss or h:mm:ss."""
    whole = int(seconds + 0.5)
    hours, rest = divmod(whole, 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{secs:02}" if hours else f"{minutes}:{secs:02}"


class Progress:
    """Shows how much of `total` cost is done; the estimate assumes cost is proportional to time."""

    LINE_INTERVAL = 10.0
    BAR_INTERVAL = 0.2

    def __init__(self, cells: int, total: float, stream: TextIO | None = None) -> None:
        self._cells = cells
        self._total = max(total, 1e-9)
        self._stream = stream or sys.stderr
        self._tty = self._stream.isatty()
        self._start = time.monotonic()
        self._shown = self._start - (self.BAR_INTERVAL if self._tty else 0.0)

    def update(self, finished: int, cost_done: float, note: str = "") -> None:
        """Called often; prints at most at the interval of the stream."""
        now = time.monotonic()
        if now - self._shown < (self.BAR_INTERVAL if self._tty else self.LINE_INTERVAL):
            return
        self._shown = now
        share = min(cost_done / self._total, 1.0)
        elapsed = now - self._start
        left = f"{clock(elapsed / share * (1 - share))} left" if share > 0.02 else "estimating"
        if self._tty:
            filled = int(share * 24)
            text = f"[{'#' * filled}{'-' * (24 - filled)}] {finished}/{self._cells} cells, {left}  {note}"
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\033[K{text[:width]}")
        else:
            self._stream.write(f"{finished}/{self._cells} cells, {share:.0%} of the work, {left}\n")
        self._stream.flush()

    def line(self, text: str) -> None:
        """Prints a whole line without tearing the bar."""
        self._stream.write(("\r\033[K" if self._tty else "") + text + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Removes the bar."""
        if self._tty:
            self._stream.write("\r\033[K")
            self._stream.flush()
