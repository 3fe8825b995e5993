# SPDX-License-Identifier: GPL-2.0-only
"""A line of the table that compares benchmarks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """A line of the ratio table: what, measured, and the promised bound."""

    what: str
    value: float
    bound: str
    holds: bool


def at_most(what: str, value: float, bound: float) -> Ratio:
    """A line whose value must not be above the bound."""
    return Ratio(what, value, f"<= {bound:.3g}", value <= bound)


def at_least(what: str, value: float, bound: float) -> Ratio:
    """A line whose value must not be below the bound."""
    return Ratio(what, value, f">= {bound:.3g}", value >= bound)
