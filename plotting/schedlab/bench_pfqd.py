# SPDX-License-Identifier: GPL-2.0-only
"""What is promised of PFQD's speed and state, from the results of pfqd-bench."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from schedlab.bench_ratio import Ratio, at_most

# The state of 65,536 flows is larger than most caches, that of one flow is in the nearest. Near the
# cap the deepest flow is found in a heap, whose depth grows from 1 to 16.
BOUNDS = {"turns": 5.0, "cap": 16.0}
OVER_FQ_CODEL = 1.3
MODELLED_BYTES = 36
REAL_BYTES = 128


def ratios(results: Sequence[Mapping[str, Any]], found: Mapping[str, float]) -> list[Ratio]:
    """Growth with the number of flows, time over FqCoDelQueueDisc, and bytes of a flow."""
    lines = []
    for pattern, bound in BOUNDS.items():
        one, many = (found.get(f"PfqdCore/{pattern}/{flows}") for flows in (1, 65536))
        if one and many:
            lines.append(at_most(f"PFQD: time at 65536 over 1 active flows ({pattern})", many / one, bound))
    ours, theirs = (found.get(f"PfqdPath/{disc}QueueDisc/64") for disc in ("Pfqd", "FqCoDel"))
    if ours and theirs:
        lines.append(at_most("PfqdQueueDisc: time over FqCoDelQueueDisc, 64 flows", ours / theirs, OVER_FQ_CODEL))
    states = [entry for entry in results
              if "model_bytes_per_flow" in entry and entry.get("run_type") != "aggregate"]
    for entry in states[:1]:
        modelled, real = entry["model_bytes_per_flow"], entry["real_bytes_per_flow"]
        lines.append(Ratio("PFQD: bytes of modelled state per flow", modelled, f"{MODELLED_BYTES}",
                           modelled == MODELLED_BYTES))
        lines.append(at_most("PFQD: bytes of the simulator per flow", real, REAL_BYTES))
    return lines
