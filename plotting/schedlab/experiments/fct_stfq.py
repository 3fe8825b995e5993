# SPDX-License-Identifier: GPL-2.0-only
"""Flow completion times with STFQ ranks on a leaf-spine fabric (Fig. 13 of the P3PO/PPQA paper)."""

from __future__ import annotations

from schedlab.experiments._fabric import FCT, FabricExperiment


class FctStfq(FabricExperiment):
    """Leaf-spine fabric, web search flows, STFQ ranks."""

    name = "fct-stfq"
    title = "Flow completion times with STFQ ranks"
    paper = "P3PO/PPQA paper, Fig. 13"
    ranks = "stfq"
    metric = FCT
    family = ("fct-stfq", "delay-stfq", "throughput-stfq")
    claim = ("P3PO and PPQA are close to PIFO; at 90 % load they are 37.5 to 54.5 % below SP-PIFO, AIFO and "
             "RIFO for flows of 10 KB and 21.4 to 38.8 % for large ones. Above 80 KB, AIFO and RIFO are "
             "slightly better than SP-PIFO.")
    expect = ("PIFO, P3PO and PPQA together and lowest for small flows, the gap to the others growing with "
              "load; zero inversions for them in every run. FIFO is worst for small flows.")
    sizes = {
        "quick": "3 leaves x 4 hosts and 2 spines, 500 web search flows per run after 50 of warm-up, sizes capped at "
                 "3 MB",
        "full": "9 leaves x 16 hosts and 4 spines, 20,000 web search flows per run after 2,000 of warm-up",
    }


EXPERIMENT = FctStfq()
