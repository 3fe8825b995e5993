# SPDX-License-Identifier: GPL-2.0-only
"""The one exception a user is meant to see, and help for misspelt names."""

from __future__ import annotations

import difflib
from typing import Iterable


class UserError(Exception):
    """A mistake or a missing thing: shown as one line, then the command ends with `status`."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def unknown(kind: str, name: str, known: Iterable[str]) -> UserError:
    """The error for a name that is not among `known`: near matches first, else all of them."""
    names = list(known)
    folded = {candidate.lower(): candidate for candidate in names}
    near = difflib.get_close_matches(name.lower(), folded, n=3, cutoff=0.6)
    if near:
        hint = "did you mean " + " or ".join(folded[match] for match in near) + "?"
    else:
        hint = "known are " + ", ".join(names)
    return UserError(f"unknown {kind} '{name}': {hint}")
