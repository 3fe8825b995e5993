# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx configuration: sphinx-build -W doc build/doc"""

from pathlib import Path

root = Path(__file__).resolve().parent.parent

project = "SchedLab for ns-3"
copyright = "the SchedLab contributors"
release = version = (root / "VERSION").read_text().strip()

extensions = []
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {
    "description": "packet scheduling for ns-3",
    "fixed_sidebar": True,
    "page_width": "70em",
}
# The abbreviation that ns-3's own manual defines.
rst_prolog = ".. |ns3| replace:: *ns-3*\n"
