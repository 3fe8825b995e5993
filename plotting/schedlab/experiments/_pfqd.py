# SPDX-License-Identifier: GPL-2.0-only
"""What the experiments of the PFQD paper share: transfers over a dumbbell, buffers, congestion controls."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    from schedlab.schedulers import Scheduler

# E is no implementation of the paper's third control but another one that is rate-based and heeds ECN.
CONTROLS = {"C": "ns3::TcpCubic", "B": "ns3::TcpBbr3", "E": "ns3::TcpErc"}
PACKET = 1500
SEGMENT = 1448  # payload of a TCP packet, bytes
WIRE = SEGMENT + 40  # the whole packet: no time stamps
FLOOR = 65536  # least ECN limit of PFQD, bytes
VARIANTS = ("provisioned", "literal", "bounded")


def buffer_bytes(variant: str, rate_mbps: float, rtt_ms: float) -> int:
    """Buffer of the bottleneck: 1.5 bandwidth-delay products, or enough for PFQD's least limit to bind."""
    literal = math.ceil(1.5 * rate_mbps * 1e3 * rtt_ms / 8)
    return max(literal, 4 * FLOOR) if variant == "provisioned" else literal


def attributes(scheduler: Scheduler, variant: str, buffer: int) -> dict[str, str]:
    """The attributes of a discipline with that buffer."""
    packets = f"{math.ceil(buffer / PACKET)}p"
    own: dict[str, str] = {"MaxSize": packets}
    if scheduler.name == "pfqd":
        own = {"MaxQueue": str(buffer)}
        if variant == "bounded":
            own["LimitBufferFraction"] = "0.5"
    elif scheduler.name == "fq":
        own = {"Limit": packets, "FlowLimit": packets}
    return {**own, **scheduler.settings}


def target(what: str, value: float, least: float, most: float) -> dict[str, Any]:
    """A row of a table of targets: what is measured, what it is to be, whether it is."""
    wanted = f"{least:g}" if least == most else f"{least:g} to {most:g}" if most < math.inf else f">= {least:g}"
    return {"target": what, "ours": round(value, 3), "wanted": wanted,
            "holds": "yes" if least <= value <= most else "MISSED"}


def transfer_config(scheduler: Scheduler, run: int, controls: Sequence[str], rate_mbps: float, rtt_ms: float,
                    variant: str = "provisioned", **more: Any) -> dict[str, Any]:
    """Flows of 20 MB, one for each control, over one bottleneck."""
    buffer = buffer_bytes(variant, rate_mbps, rtt_ms)
    return {
        "topology": "dumbbell",
        "workload": "transfer",
        "scheduler": scheduler.type_id,
        "scheduler_set": attributes(scheduler, variant, buffer),
        "seed": 1,
        "run": run,
        "link_rate": f"{rate_mbps:g}Mbps",
        "rtt": f"{rtt_ms:g}ms",
        "flow_count": len(controls),
        "flow_bytes": 20_000_000,
        "transports": ",".join(CONTROLS[control] for control in controls),
        "stop": "300s",
        **more,
    }
