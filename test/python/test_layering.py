# SPDX-License-Identifier: GPL-2.0-only
"""Who may include whom: a module stands alone, a core knows no ns-3, a scheduler no internet."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRIB = ROOT / "contrib"
MODULES = sorted(path.parent.name for path in CONTRIB.glob("*/CMakeLists.txt"))
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# Headers of ns-3 modules that schedulers must not know.
INTERNET = re.compile(r"ns3/(ipv4|ipv6|tcp|udp|internet|arp|icmp)")
# The one module that sees everything; schedulers and networks meet only there.
SUMMIT = "sched-scenario"


def sources(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".h", ".cc"))


def includes(path: Path) -> list[str]:
    return INCLUDE.findall(path.read_text())


def owner_of_headers() -> dict[str, str]:
    return {path.name: module for module in MODULES
            for path in sources(*(CONTRIB / module / part for part in ("core", "model", "helper")))
            if path.suffix == ".h"}


def test_there_is_something_to_check():
    assert "rank-queue-disc" in MODULES and SUMMIT in MODULES
    assert len(owner_of_headers()) > 20


@pytest.mark.parametrize("module", MODULES)
def test_a_core_includes_no_ns3(module):
    wrong = [f"{path.relative_to(ROOT)}: {name}" for path in sources(CONTRIB / module / "core")
             for name in includes(path) if name.startswith("ns3/")]
    assert not wrong


def test_a_scheduler_includes_no_internet_header():
    module = CONTRIB / "rank-queue-disc"
    wrong = [f"{path.relative_to(ROOT)}: {name}" for path in sources(module / "core", module / "model")
             for name in includes(path) if INTERNET.match(name)]
    assert not wrong


@pytest.mark.parametrize("module", [name for name in MODULES if name != SUMMIT])
def test_a_module_includes_no_other_module_of_ours(module):
    owner = owner_of_headers()
    folders = [CONTRIB / module / part for part in ("core", "model", "helper", "test", "examples")]
    wrong = [f"{path.relative_to(ROOT)}: {name}" for path in sources(*folders) for name in includes(path)
             if owner.get(Path(name).name, module) != module]
    assert not wrong


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_every_part(module):
    missing = [part for part in ("CMakeLists.txt", "doc", "test", "examples")
               if not (CONTRIB / module / part).exists()]
    assert not missing


def test_header_names_are_unique():
    names = [path.name for module in MODULES
             for path in sources(*(CONTRIB / module / part for part in ("core", "model", "helper")))
             if path.suffix == ".h"]
    assert not {name for name in names if names.count(name) > 1}
