#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Links our modules into an ns-3 tree that is built with waf (release 3.35).

Then, in that tree: ./waf configure --cxx-standard=-std=c++17 && ./waf build
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONTRIB = HERE.parent / "contrib"
# Modules whose CMakeLists.txt holds lists of files and no more logic than the wscript knows.
MODULES = ["aqm-queue-disc", "dc-fabric", "dc-workload", "rank-queue-disc", "tcp-rate"]


def link(target, to):
    """Makes target a link, replacing a link of ours and nothing else."""
    if target.is_symlink():
        target.unlink()
    elif target.exists():
        raise FileExistsError(f"{target} exists and is not a link: move it away first")
    target.symlink_to(to)


def install(tree, names):
    """A folder for each module in tree/contrib, with links to its parts and the wscript."""
    for name in names:
        folder = tree / "contrib" / name
        if folder.is_symlink():
            raise FileExistsError(f"{folder} is a link already, made for CMake: remove it first")
        folder.mkdir(parents=True, exist_ok=True)
        for part in sorted((CONTRIB / name).iterdir()):
            link(folder / part.name, part)
        link(folder / "wscript", HERE / "wscript")
        print(f"linked {folder}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path, help="the ns-3 tree")
    parser.add_argument("modules", nargs="*", help=f"default: {' '.join(MODULES)}")
    arguments = parser.parse_args()
    tree = arguments.tree
    try:
        if not (tree / "waf").is_file() or not (tree / "src" / "core").is_dir():
            raise FileNotFoundError(f"{tree} is no ns-3 tree built with waf: give its root")
        names = arguments.modules or MODULES
        for name in names:
            if name not in MODULES:
                raise ValueError(f"no module '{name}' for waf: known are {', '.join(MODULES)}")
        if not os.access(tree / "contrib", os.W_OK):
            raise PermissionError(f"{tree / 'contrib'} is not writable")
        install(tree, names)
    except (OSError, ValueError) as error:
        print(f"install.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
