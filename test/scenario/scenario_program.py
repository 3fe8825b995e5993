# SPDX-License-Identifier: GPL-2.0-only
"""Where the real scenario program is."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SCHEDLAB_BUILD_DIR", ROOT / "build"))
PROGRAM = BUILD / "bin" / "schedlab-scenario"
