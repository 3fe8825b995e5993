# SPDX-License-Identifier: GPL-2.0-only
"""Short names, TypeIds, sizes and colours of the schedulers in the published comparison."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Iterable

from schedlab.errors import UserError, unknown


@dataclass(frozen=True)
class Scheduler:
    """A scheduler as the experiments use it.

    `name` is the short name of the command line, `type_id` the ns-3 TypeId, `settings` its
    attributes, `colour` and `marker` its look in every figure.
    """

    name: str
    type_id: str
    label: str
    settings: dict[str, str] = field(default_factory=dict)
    colour: str = "#999999"
    marker: str = "o"


_ONE_QUEUE = {"MaxSize": "1088p"}
_EIGHT_QUEUES = {"Queues": "8", "QueueSize": "136p"}

# Each scheme holds 1088 packets, the sizes of the P3PO/PPQA paper (section IV-B). The colours are
# those of Okabe and Ito, which stay apart under the common kinds of colour blindness.
SCHEDULERS: dict[str, Scheduler] = {
    s.name: s
    for s in (
        Scheduler("pifo", "ns3::PifoQueueDisc", "PIFO", _ONE_QUEUE, "#000000", "o"),
        Scheduler("p3po", "ns3::P3poQueueDisc", "P3PO", _EIGHT_QUEUES, "#0072B2", "s"),
        Scheduler("ppqa", "ns3::PpqaQueueDisc", "PPQA", _EIGHT_QUEUES, "#56B4E9", "D"),
        Scheduler("sifter", "ns3::SifterQueueDisc", "Sifter",
                  {"PifoSize": "64p", "Fifos": "8", "FifoSize": "128p"}, "#009E73", "^"),
        Scheduler("sp-pifo", "ns3::SpPifoQueueDisc", "SP-PIFO", _EIGHT_QUEUES, "#E69F00", "v"),
        Scheduler("aifo", "ns3::AifoQueueDisc", "AIFO", _ONE_QUEUE, "#D55E00", "P"),
        Scheduler("rifo", "ns3::RifoQueueDisc", "RIFO", _ONE_QUEUE, "#CC79A7", "X"),
        Scheduler("fifo", "ns3::RankFifoQueueDisc", "FIFO", _ONE_QUEUE, "#7F7F7F", "*"),
    )
}

# Disciplines that no rank orders, for flows that congestion controls drive. They hold what the experiment
# gives them.
AQMS: dict[str, Scheduler] = {
    s.name: s
    for s in (
        Scheduler("pfqd", "ns3::PfqdQueueDisc", "PFQD", {}, "#0072B2", "o"),
        Scheduler("fq-codel", "ns3::FqCoDelQueueDisc", "FQ-CoDel", {}, "#E69F00", "s"),
        Scheduler("dualpi2", "ns3::DualPi2QueueDisc", "DualPI2", {}, "#D55E00", "^"),
        Scheduler("tail-drop", "ns3::FifoQueueDisc", "FIFO", {}, "#7F7F7F", "*"),
        Scheduler("fq", "ns3::FqPacingQueueDisc", "fq", {}, "#009E73", "D"),
    )
}

# Looks for schedulers given by TypeId, in the order of their appearance.
_GUEST_LOOKS = (("#882255", "<"), ("#44AA99", ">"), ("#999933", "p"), ("#332288", "h"))


def _slug(type_id: str) -> str:
    name = type_id.split("::")[-1]
    name = re.sub(r"QueueDisc$", "", name) or name
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def select(names: Iterable[str], known_types: Iterable[str]) -> list[Scheduler]:
    """The schedulers of a list of short names and TypeIds, in its order.

    `known_types` are the TypeIds that the scenario program can make. A TypeId runs with the
    attribute defaults of its class.
    """
    types = list(known_types)
    chosen: list[Scheduler] = []
    guests = 0
    for raw in names:
        name = raw.strip()
        if name.lower() in SCHEDULERS:
            scheduler = SCHEDULERS[name.lower()]
        elif name.lower() in AQMS:
            scheduler = AQMS[name.lower()]
        elif name in types or f"ns3::{name}" in types:
            name = name if name in types else f"ns3::{name}"
            colour, marker = _GUEST_LOOKS[guests % len(_GUEST_LOOKS)]
            guests += 1
            slug = _slug(name)
            if slug in SCHEDULERS or slug in AQMS:
                slug += "-default"
            scheduler = Scheduler(slug, name, slug, {}, colour, marker)
        else:
            raise unknown("scheduler", name, list(SCHEDULERS) + list(AQMS) + types)
        if scheduler in chosen:
            raise UserError(f"scheduler '{name}' is named twice")
        chosen.append(scheduler)
    if not chosen:
        raise UserError("--schedulers names no scheduler")
    return chosen
