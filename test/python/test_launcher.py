# SPDX-License-Identifier: GPL-2.0-only
"""The bash launcher with stand-ins for dpkg, apt, cmake and ninja: it installs, configures and builds only
what is needed. Nothing here touches the machine's packages."""

import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from support import ROOT

NOBODY = 65534
TOOLS = {
    # Prints the packages named in the file `installed`.
    "dpkg-query": 'for p in "$@"; do grep -qx -- "$p" "$BOX/installed" && echo "installed $p"; done; true',
    "apt-get": 'echo "apt-get $*" >>"$BOX/log"; [[ $* != *install* ]] || for p in "$@"; do echo "$p"; done >>"$BOX/installed"',
    "cmake": 'echo "cmake $*" >>"$BOX/log"; [[ ! -e $BOX/cmake-fails ]] || { echo "CMake Error: no ns-3"; exit 1; }; '
             'while [[ $1 != -B ]]; do shift; done; touch "$2/build.ninja"',
    "ninja": 'echo "ninja $*" >>"$BOX/log"; [[ ! -e $BOX/ninja-fails ]] || '
             '{ echo "[1/3] CXX a.o"; echo "FAILED: a.o"; echo "a.cc:1: error: no"; echo "ninja: build stopped: x"; exit 1; }',
}


class Box:
    """A copy of the launcher in a directory that anybody may read, with stand-in tools."""

    def __init__(self, place):
        self.place = place
        (place / "bin").mkdir()
        shutil.copy(ROOT / "schedlab", place)
        shutil.copy(ROOT / "VERSION", place)
        for name, body in TOOLS.items():
            tool = place / "bin" / name
            tool.write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
            tool.chmod(0o755)
        for name in ("installed", "log"):
            (place / name).touch()
            (place / name).chmod(0o666)
        program = place / "build" / "bin" / "schedlab-replay"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/bash\necho "replay $*"\n', encoding="utf-8")
        program.chmod(0o755)

    def call(self, *arguments, user=None, **more):
        """Status, stdout and stderr of a launcher call."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("SCHEDLAB_")}
        environment.update(BOX=str(self.place), PATH=f"{self.place}/bin:{os.environ['PATH']}", **more)
        done = subprocess.run([str(self.place / "schedlab"), *arguments], cwd="/", env=environment, user=user,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def install(self, *packages):
        """Marks packages as installed."""
        (self.place / "installed").write_text("\n".join(packages) + "\n", encoding="utf-8")

    def log(self):
        """What the stand-in tools were called with, since the last time."""
        text = (self.place / "log").read_text(encoding="utf-8")
        (self.place / "log").write_text("", encoding="utf-8")
        return text


@pytest.fixture(name="box")
def _box():
    place = Path(tempfile.mkdtemp(prefix="schedlab-box-"))
    place.chmod(0o755)
    yield Box(place)
    shutil.rmtree(place)


def launcher_list(name):
    """A package list of the launcher."""
    text = (ROOT / "schedlab").read_text(encoding="utf-8")
    return text.split(f"PACKAGES_{name}=(", 1)[1].split(")", 1)[0].split()


def other_user():
    """An unprivileged user, or None when this is one already."""
    return NOBODY if os.geteuid() == 0 else None


def test_without_root_the_exact_line_is_printed(box):
    status, out, error = box.call("replay", "x.csv", user=other_user())
    wanted = "apt-get install --no-install-recommends " + " ".join(launcher_list("BUILD"))
    assert status == 1 and out == "" and f"run '{wanted}' as root" in error
    assert len(error.splitlines()) == 1 and box.log() == ""


def test_only_what_is_missing_for_what_is_asked_is_named(box):
    box.install(*launcher_list("BUILD"), *launcher_list("PLOT"))
    status, _, error = box.call("test", user=other_user())
    assert status == 1
    assert "apt-get install --no-install-recommends " + " ".join(launcher_list("TEST")) + "'" in error
    box.install(*launcher_list("BUILD"))
    box.place.joinpath("build").chmod(0o777)
    assert box.call("replay", "x.csv", user=other_user())[:2] == (0, "replay x.csv\n")


def test_as_root_the_missing_are_installed(box):
    box.install(*[package for package in launcher_list("BUILD") if package != "ninja-build"])
    status, out, error = box.call("replay", "--disc", "a b", "x.csv")
    if os.geteuid():
        assert status == 1 and "apt-get install --no-install-recommends ninja-build'" in error
        return
    assert (status, out) == (0, "replay --disc a b x.csv\n"), error
    log = box.log().splitlines()
    assert log[0] == "apt-get -q update"
    assert log[1].endswith("install --no-install-recommends ninja-build") and " -y " in log[1]


def test_the_second_call_configures_nothing(box):
    box.install(*launcher_list("BUILD"))
    assert box.call("replay")[0] == 0
    first = box.log()
    assert "-DSCHEDLAB_TESTS=OFF" in first and "ninja -C" in first
    assert box.call("replay")[2] == ""
    assert "cmake" not in box.log()
    box.install(*launcher_list("BUILD"), "libgtest-dev")
    box.call("replay")
    assert "-DSCHEDLAB_TESTS=ON" in box.log()
    box.call("replay", SCHEDLAB_CMAKE_ARGS="-DSCHEDLAB_WERROR=ON -DX=1")
    assert "-DSCHEDLAB_WERROR=ON -DX=1" in box.log()


def test_a_failed_configuration_is_tried_again(box):
    box.install(*launcher_list("BUILD"))
    (box.place / "cmake-fails").touch()
    status, out, error = box.call("replay")
    assert (status, out) == (1, "") and "CMake Error: no ns-3" in error
    assert error.splitlines()[-1].startswith("schedlab: cmake failed")
    (box.place / "cmake-fails").unlink()
    assert box.call("replay")[0] == 0


def test_a_failed_build_shows_the_compiler_and_one_line(box):
    box.install(*launcher_list("BUILD"))
    (box.place / "ninja-fails").touch()
    status, out, error = box.call("replay")
    assert (status, out) == (1, "") and "a.cc:1: error: no" in error and "build stopped" not in error
    assert error.splitlines()[-1] == ("schedlab: the build of 'schedlab-replay' failed, see the compiler's "
                                      "message above")


def test_mistakes(box):
    for arguments, wanted in ((["tset"], "unknown command 'tset'"), (["test", "--fast"], "unknown argument"),
                              (["test", "-L"], "-L needs a value")):
        status, out, error = box.call(*arguments)
        assert (status, out, len(error.splitlines())) == (2, "", 1) and wanted in error
    assert box.call()[0] == 2


def test_help_and_version_need_nothing(box):
    assert box.call("--version")[:2] == (0, f"schedlab {(ROOT / 'VERSION').read_text(encoding='utf-8')}")
    for arguments in (["--help"], ["test", "--help"], ["install-into", "--help"]):
        status, out, error = box.call(*arguments)
        assert (status, error) == (0, "") and out.startswith("usage: ./schedlab")
    assert box.log() == ""


# --- install-into ---------------------------------------------------------------------------------


@pytest.fixture(name="tree")
def _tree(tmp_path):
    tree = tmp_path / "ns-3 tree"
    (tree / "src" / "core").mkdir(parents=True)
    (tree / "VERSION").write_text("3.41\n", encoding="utf-8")
    (tree / "CMakeLists.txt").touch()
    return tree


def install_into(*arguments):
    done = subprocess.run([ROOT / "schedlab", "install-into", *arguments], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def test_install_into_links_every_module_and_is_repeatable(tree):
    modules = sorted(path.name for path in (ROOT / "contrib").iterdir() if path.is_dir())
    for _ in range(2):
        status, out, error = install_into(tree)
        assert status == 0, error
        assert "./ns3 configure" in out
        links = sorted(path.name for path in (tree / "contrib").iterdir())
        assert links == modules
        assert all((tree / "contrib" / name).resolve() == ROOT / "contrib" / name for name in modules)


def test_install_into_overwrites_nothing(tree):
    module = next(path.name for path in (ROOT / "contrib").iterdir() if path.is_dir())
    (tree / "contrib" / module).mkdir(parents=True)
    status, _, error = install_into(tree)
    assert status == 1 and "exists and is not a link" in error
    assert len(list((tree / "contrib").iterdir())) == 1
    assert stat.S_ISDIR((tree / "contrib" / module).lstat().st_mode)


def test_install_into_refuses_what_is_no_tree(tree, tmp_path):
    assert install_into(tmp_path / "nowhere")[::2] == (2, f"schedlab: install-into: {tmp_path}/nowhere does not "
                                                          "exist: give the root of an ns-3 source tree\n")
    assert "no ns-3 source tree" in install_into(tmp_path)[2]
    (tree / "CMakeLists.txt").unlink()
    assert "waf" in install_into(tree)[2]
    assert install_into()[0] == 2
