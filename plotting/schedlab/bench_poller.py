# SPDX-License-Identifier: GPL-2.0-only
"""Compares the runs of polled cards with plain devices, and counts the events of idle pollers."""

from __future__ import annotations

from typing import Any, Sequence

from schedlab.bench_ratio import Ratio, at_most


def ratios(results: Sequence[dict[str, Any]]) -> list[Ratio]:
    """The lines about pollers that these results can fill."""
    packet: dict[str, float] = {}
    idle: dict[str, dict[str, Any]] = {}
    for entry in results:
        name = entry.get("run_name", entry.get("name", ""))
        if entry.get("run_type") == "aggregate":
            continue
        if name.startswith("Simulate/") and "ns_per_packet" in entry:
            # Of the repetition that was disturbed least.
            packet[name] = min(packet.get(name, float("inf")), entry["ns_per_packet"])
        elif name.startswith("Idle/") and "events" in entry:
            idle[name.removeprefix("Idle/")] = entry
    lines = []
    for way in ("link", "generator"):
        plain = packet.get(f"Simulate/{way}_plain")
        for poller in ("metronome", "busy"):
            polled = packet.get(f"Simulate/{way}_{poller}")
            if plain and polled:
                what = f"14.88 Mpps by {way}: CPU of a packet, {poller} over plain"
                # A bare generator costs one event a packet; static polling adds one, for every burst is one packet.
                promised = way == "link" or poller == "metronome"
                ratio = at_most(what, polled / plain, 1.5)
                lines.append(ratio if promised else Ratio(what, polled / plain, "reported", True))
    # Initializing the node and its devices, and the end of the run, are events too.
    if "busy" in idle:
        lines.append(at_most("idle static polling: events in 10 ms", idle["busy"]["events"], 10))
    if "metronome" in idle:
        beside = idle["metronome"]["events"] - idle["metronome"]["wakeups"]
        lines.append(at_most("idle Metronome: events beside one for each wake-up", beside, 10))
    return lines
