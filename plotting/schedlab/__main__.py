# SPDX-License-Identifier: GPL-2.0-only
"""Entry point of `python3 -m schedlab`."""

import sys

from schedlab.cli import main

sys.exit(main())
