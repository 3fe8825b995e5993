# SPDX-License-Identifier: GPL-2.0-only
"""The waf build takes the same files as the CMake build, and all files are in the lists."""

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True


def load(name):
    loader = SourceFileLoader(name.partition(".")[0], str(ROOT / "wscript-compat" / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


WSCRIPT = load("wscript")
INSTALL = load("install.py")


class FakeBuild:
    """What waf's build context does with a wscript, noted."""

    def __init__(self, folder):
        self.path = SimpleNamespace(abspath=lambda: str(folder))
        self.env = SimpleNamespace(ENABLE_EXAMPLES=True)
        self.made = []

    def _note(self, kind, name="", needs=()):
        self.made.append(SimpleNamespace(kind=kind, name=name, needs=list(needs)))
        return self.made[-1]

    def create_ns3_module(self, name, needs):
        return self._note("module", name, needs)

    def create_ns3_module_test_library(self, name):
        return self._note("test", name)

    def create_ns3_program(self, name, needs):
        return self._note("program", name, needs)

    def __call__(self, features):
        return self._note(features)

    def of(self, kind):
        return [made for made in self.made if made.kind == kind]


@pytest.mark.parametrize("name", INSTALL.MODULES)
def test_every_file_of_a_module_is_built(name):
    folder = ROOT / "contrib" / name
    build = FakeBuild(folder)
    WSCRIPT.build(build)

    def on_disk(*patterns):
        return sorted(
            str(path.relative_to(folder)) for pattern in patterns for path in folder.glob(pattern)
        )

    assert sorted(build.of("module")[0].source) == on_disk("model/*.cc", "helper/*.cc")
    assert sorted(build.of("ns3header")[0].source) == on_disk("core/*.h", "model/*.h", "helper/*.h")
    tests = build.of("test")
    assert sorted(tests[0].source if tests else []) == on_disk("test/*.cc")
    programs = [source for program in build.of("program") for source in program.source]
    assert sorted(programs) == on_disk("examples/*.cc")
    assert "core" in build.of("module")[0].needs
    assert not any("$" in need for made in build.made for need in made.needs)


def test_data_folders_are_told(tmp_path):
    build = FakeBuild(ROOT / "contrib" / "dc-workload")
    WSCRIPT.build(build)
    (define,) = build.of("module")[0].defines
    assert define == f'DC_WORKLOAD_DATA="{ROOT}/contrib/dc-workload/data"'


def run_install(*arguments):
    return subprocess.run(
        [sys.executable, ROOT / "wscript-compat" / "install.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_install_links_twice_and_refuses_what_is_no_tree(tmp_path):
    refused = run_install(tmp_path)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    (tmp_path / "src" / "core").mkdir(parents=True)
    (tmp_path / "contrib").mkdir()
    (tmp_path / "waf").touch()
    for _ in range(2):
        assert run_install(tmp_path).returncode == 0
    module = tmp_path / "contrib" / "rank-queue-disc"
    assert os.path.samefile(module / "model", ROOT / "contrib" / "rank-queue-disc" / "model")
    assert (module / "wscript").is_file()
    assert not (ROOT / "contrib" / "rank-queue-disc" / "wscript").exists()
    unknown = run_install(tmp_path, "no-module")
    assert unknown.returncode == 2 and "no-module" in unknown.stderr
