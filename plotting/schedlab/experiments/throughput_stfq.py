# SPDX-License-Identifier: GPL-2.0-only
"""Throughput of flows with STFQ ranks on a leaf-spine fabric (Fig. 17 of the P3PO/PPQA paper)."""

from __future__ import annotations

from schedlab.experiments._fabric import THROUGHPUT, FabricExperiment


class ThroughputStfq(FabricExperiment):
    """Leaf-spine fabric, web search flows, STFQ ranks."""

    name = "throughput-stfq"
    title = "Throughput of flows with STFQ ranks"
    paper = "P3PO/PPQA paper, Fig. 17"
    ranks = "stfq"
    metric = THROUGHPUT
    family = ("fct-stfq", "delay-stfq", "throughput-stfq")
    claim = ("Throughput follows completion time: with STFQ at 90 % load 3 to 33 % above the approximate "
             "schedulers for flows of 10 KB and 16 to 27 % for 200 KB to 1 MB.")
    expect = ("Size over completion time, averaged over flows: the completion times upside down.")
    sizes = {
        "quick": "3 leaves x 4 hosts and 2 spines, 500 web search flows per run after 50 of warm-up, sizes capped at "
                 "3 MB",
        "full": "9 leaves x 16 hosts and 4 spines, 20,000 web search flows per run after 2,000 of warm-up",
    }


EXPERIMENT = ThroughputStfq()
