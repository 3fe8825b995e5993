# SPDX-License-Identifier: GPL-2.0-only
"""Flow completion times with pFabric ranks on a leaf-spine fabric (Fig. 12 of the P3PO/PPQA paper)."""

from __future__ import annotations

from schedlab.experiments._fabric import FCT, FabricExperiment


class FctPfabric(FabricExperiment):
    """Leaf-spine fabric, web search flows, pFabric ranks."""

    name = "fct-pfabric"
    title = "Flow completion times with pFabric ranks"
    paper = "P3PO/PPQA paper, Fig. 12"
    ranks = "pfabric"
    metric = FCT
    family = ("fct-pfabric", "delay-pfabric", "throughput-pfabric")
    claim = ("Rank-ordered queues have higher completion times than FIFO-based ones for large flows: with "
             "ranks of remaining size the head of a large flow starves behind its own tail.")
    expect = ("Small flows are fastest with the rank-ordered queues. Large ones gain less or lose: later "
              "packets of a flow overtake earlier ones, so that its sender sees duplicate acknowledgements and "
              "sends again what is not lost.")
    sizes = {
        "quick": "3 leaves x 4 hosts and 2 spines, 500 web search flows per run after 50 of warm-up, sizes capped at "
                 "3 MB",
        "full": "9 leaves x 16 hosts and 4 spines, 20,000 web search flows per run after 2,000 of warm-up",
    }


EXPERIMENT = FctPfabric()
