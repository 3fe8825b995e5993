# SPDX-License-Identifier: GPL-2.0-only
"""Every shell command that README.md and the manual show works: run as it is when it is short, else in a
reduced form that still checks all its arguments."""

import os
import re
import shlex
import subprocess

import pytest

from support import ROOT

pytestmark = pytest.mark.xdist_group("documented")  # its tests share what one of them made

MARKDOWN = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
RST = re.compile(r"^( *)\.\. code-block:: sh\n((?:\n|\1 +\S.*\n)+)", re.M)

# What is shown but cannot be run here, with the reason why.
NOT_RUN = (
    "git clone ",        # needs a network
    "cd ",               # a directory of the reader's
    "sudo ", "apt-get ", # changes the machine
    "./ns3 ",            # belongs to an ns-3 tree
    "test/in-root.sh ",  # minutes of debootstrap
    ".ci/run",           # calls these tests
    "perf ",             # needs the kernel's permission
    "valgrind ",         # minutes
    "sphinx-build ", "cmake ", "ninja ", "ctest ",
)


def commands(text, markdown):
    """The commands of all shell blocks: comments and prompts dropped, continued lines joined."""
    blocks = MARKDOWN.findall(text) if markdown else [body for _, body in RST.findall(text)]
    for block in blocks:
        for line in block.replace("\\\n", " ").splitlines():
            line = re.sub(r"\s+#.*$", "", line.strip()).removeprefix("$ ")
            if line and not line.startswith("#"):
                yield line


def documented():
    """(file, command) of everything documented."""
    files = [ROOT / "README.md", *sorted(ROOT.glob("doc/**/*.rst")), *sorted(ROOT.glob("contrib/*/doc/*.rst"))]
    seen = set()
    for path in files:
        if "_build" in path.parts or not path.exists():
            continue
        for command in commands(path.read_text(encoding="utf-8"), path.suffix == ".md"):
            if command not in seen:
                seen.add(command)
                yield pytest.param(command, id=f"{path.relative_to(ROOT)}: {command}")


def reduced(command):
    """The command as it is run here, None for one that is not run."""
    if command.startswith(NOT_RUN):
        return None
    words = shlex.split(command)
    if words[0].startswith(("build/bin/", "./build/bin/")):
        program = words[0].split("bin/", 1)[1]
        return f"test -x \"$SCHEDLAB_BUILD_DIR/bin/{program}\""
    assert words[0] == "./schedlab", f"'{command}': say in test_documented_commands.py how it is checked"
    if "--help" in words or len(words) == 1:
        return command
    if words[1] in ("run", "sweep", "test", "bench"):
        return f"{command} --dry-run"
    if words[1] == "plot":
        assert re.fullmatch(r"results(/[\w-]+)?/?", words[2]), command
        return "./schedlab plot --help"
    if words[1] == "install-into":
        return f"./schedlab install-into tree {shlex.join(words[3:])}"
    return command


@pytest.fixture(name="place", scope="module")
def _place(tmp_path_factory):
    """A directory that looks like the project, so that redirected output lands beside it."""
    place = tmp_path_factory.mktemp("project")
    for path in ROOT.iterdir():
        if path.name != "results":
            (place / path.name).symlink_to(path)
    # A trace of the reader's.
    (place / "trace.csv").symlink_to(next(ROOT.glob("contrib/*/test/vectors/pifo*.csv")))
    (place / "tree/src/core").mkdir(parents=True)
    (place / "tree/VERSION").write_text("3.41\n", encoding="utf-8")
    (place / "tree/CMakeLists.txt").touch()
    return place


@pytest.mark.parametrize("command", list(documented()))
def test_documented_command(command, place):
    line = reduced(command)
    if line is None:
        # At least the program's own file has to be there.
        program = ROOT / command.split()[0]
        assert "/" not in command.split()[0] or command.startswith("./ns3 ") or os.access(program, os.X_OK)
        return
    environment = {key: value for key, value in os.environ.items() if key != "SCHEDLAB_SCENARIO"}
    environment.setdefault("SCHEDLAB_BUILD_DIR", str(ROOT / "build"))
    done = subprocess.run(["bash", "-c", "set -o pipefail; " + line], cwd=place, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{line}\n{done.stderr}{done.stdout[-2000:]}"


def test_extraction():
    text = "x\n```sh\n# c\n./schedlab run \\\n  --quick   # all\n\n$ ./schedlab list\n```\n```\nno\n```\n"
    assert list(commands(text, True)) == ["./schedlab run    --quick", "./schedlab list"]
    text = "a\n\n.. code-block:: sh\n\n   ./schedlab list\n\n   cd x\n\nafter\n"
    assert list(commands(text, False)) == ["./schedlab list", "cd x"]
    assert reduced("cd ns-3") is None and reduced("./schedlab run fairness") == "./schedlab run fairness --dry-run"
    with pytest.raises(AssertionError, match="say in"):
        reduced("rm -rf x")


def test_the_two_commands_are_documented():
    shown = list(commands((ROOT / "README.md").read_text(encoding="utf-8"), True))
    assert "./schedlab run" in shown and "./schedlab test" in shown
