# SPDX-License-Identifier: GPL-2.0-only
"""Flow completion times around one switch (Fig. 18 of the P3PO/PPQA paper)."""

from __future__ import annotations

from schedlab.experiments._fabric import FabricExperiment


class Star(FabricExperiment):
    """Star, web search flows, STFQ ranks, one load."""

    name = "star"
    title = "Flow completion times on a star with STFQ ranks"
    paper = "P3PO/PPQA paper, Fig. 18"
    fabric = {"quick": {"topology": "star", "hosts": 12}, "full": {"topology": "star", "hosts": 64}}
    loads = {"quick": (0.9,), "full": (0.9,)}
    claim = "The trends of the leaf-spine fabric hold around one switch at 90 % load."
    expect = ("PIFO, P3PO and PPQA together and lowest for small flows, FIFO worst for them; zero inversions for the "
              "exact schedulers.")
    sizes = {
        "quick": "12 hosts, 500 web search flows per run after 50 of warm-up, sizes capped at 3 MB",
        "full": "64 hosts, 20,000 web search flows per run after 2,000 of warm-up",
    }


EXPERIMENT = Star()
