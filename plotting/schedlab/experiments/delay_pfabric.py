# SPDX-License-Identifier: GPL-2.0-only
"""Packet delay with pFabric ranks on a leaf-spine fabric (Fig. 14 of the P3PO/PPQA paper)."""

from __future__ import annotations

from schedlab.experiments._fabric import DELAY, FabricExperiment


class DelayPfabric(FabricExperiment):
    """Leaf-spine fabric, web search flows, pFabric ranks."""

    name = "delay-pfabric"
    title = "Packet delay with pFabric ranks"
    paper = "P3PO/PPQA paper, Fig. 14"
    ranks = "pfabric"
    metric = DELAY
    family = ("fct-pfabric", "delay-pfabric", "throughput-pfabric")
    claim = ("The exact schedulers have the lowest delay, and the gap grows with load: 48.1 % for small and "
             "53.9 % for large flows at 70 % load, 67.9 and 70.7 % at 90 %.")
    expect = ("The delay from the sending to the receiving transport, averaged over the packets of a flow size. It "
              "grows with load, most with FIFO. Only packets that arrive count, so a scheduler that drops many, or "
              "whose senders slow down, may show a short delay beside a long completion time.")
    sizes = {
        "quick": "3 leaves x 4 hosts and 2 spines, 500 web search flows per run after 50 of warm-up, sizes capped at "
                 "3 MB",
        "full": "9 leaves x 16 hosts and 4 spines, 20,000 web search flows per run after 2,000 of warm-up",
    }


EXPERIMENT = DelayPfabric()
