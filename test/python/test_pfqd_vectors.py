# SPDX-License-Identifier: GPL-2.0-only
"""Replays small cases of PFQD whose answers were worked out by hand from its rules.

Each file says in its comments how it is replayed, what is served in which order (* marked, @ at so
many milliseconds) and what is lost for which reason; the .expected file beside it is the output.
"""

import csv
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "contrib" / "aqm-queue-disc" / "test" / "vectors"
REPLAY = Path(os.environ.get("SCHEDLAB_BUILD_DIR", ROOT / "build")) / "bin" / "schedlab-replay"
FILES = sorted(VECTORS.glob("s*.csv"))


def run(arguments, trace):
    """The program's status, output and error."""
    done = subprocess.run([REPLAY, *arguments, trace], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Vector:
    """A file: its directives and the names of its packets."""

    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").splitlines()
        self.said = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        self.names = {row["id"]: row["name"] for row in rows if row["op"] == "enq"}
        self.arguments = self.said["replay"].split()


def served(vector, rows):
    """What left, written as the file's comment is."""
    timed = "@" in vector.said.get("serves", "")
    return " ".join(vector.names[row["id"]] + ("*" if row["mark"] == "1" else "") +
                    (f"@{float(row['time_us']) / 1000:g}" if timed else "")
                    for row in rows if row["result"] == "dequeued")


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path):
    """Every byte of the output, and the answer in short."""
    vector = Vector(path)
    status, out, error = run(vector.arguments, path)
    assert (status, error) == (0, "")
    rows = list(csv.DictReader(out.splitlines()))
    if "serves" in vector.said:
        assert served(vector, rows) == vector.said["serves"]
    if "counts" in vector.said:
        counts = Counter(name[0] for name in served(vector, rows).split())
        assert " ".join(f"{flow}={counts[flow]}" for flow in sorted(counts)) == vector.said["counts"]
    lost = [f"{vector.names[row['id']]}:{row['reason']}" for row in rows
            if row["result"] in ("dropped", "pushed_out")]
    assert " ".join(lost) == vector.said.get("loses", "")
    assert out == path.with_suffix(".expected").read_text(encoding="utf-8")


def test_all_scenarios_are_there():
    """One file at least for each; number 23 is a configuration that is refused."""
    numbers = {int(path.stem[1:3]) for path in FILES}
    assert numbers == set(range(1, 25)) - {23}
    assert all({"serves", "counts"} & set(Vector(path).said) for path in FILES)


@pytest.mark.parametrize("settings,reason", [
    (("BurstWindow=2s",), "BurstWindow must be below DemotionTime"),
    (("DemotionTime=1s", "BurstWindow=1500ms"), "BurstWindow must be below DemotionTime"),
    (("BurstIdle=1s",), "BurstIdle needs a BurstWindow"),
    (("DemotionTime=0s",), "DemotionTime must be above 0"),
    (("Buckets=1000",), "Buckets must be a power of two up to 65536"),
    (("Buckets=131072",), "Buckets must be a power of two up to 65536"),
    (("EcnSojourn=-1ms",), "EcnSojourn must not be negative"),
    (("MaxQueue=0",), "MaxQueue must be 1 to"),
    (("NewLimit=0",), "NewLimit must be at least 1 packet"),
])
def test_senseless_settings(settings, reason):
    """A combination that makes no sense: one line, a reason, no output."""
    arguments = ["--disc", "PfqdQueueDisc"] + [word for setting in settings for word in ("--set", setting)]
    status, out, error = run(arguments, VECTORS / "s01_tiers.csv")
    assert (status, out) == (1, "")
    assert error.startswith(f"schedlab-replay: ns3::PfqdQueueDisc: {reason}") and error.count("\n") == 1


@pytest.mark.parametrize("setting", ["MaxQueue=6p", "MaxQueue=-1", "NewLimit=3B", "EcnThreshold=x",
                                     "Mode=Switch", "CollisionPolicy=Both", "LimitBufferFraction=-1"])
def test_senseless_values(setting):
    """A value that is none for its attribute."""
    status, out, error = run(["--disc", "PfqdQueueDisc", "--set", setting], VECTORS / "s01_tiers.csv")
    assert (status, out) == (2, "") and setting.split("=")[0] in error and error.count("\n") == 1


@pytest.mark.parametrize("plain,unit", [("MaxQueue=9000", "MaxQueue=9000B"), ("MaxQueue=9000", "MaxQueue=9KB"),
                                        ("NewLimit=2", "NewLimit=2p"), ("EcnThreshold=1024", "EcnThreshold=1KiB")])
def test_amounts_with_and_without_unit(plain, unit):
    """Bytes and packets may be written either way."""
    trace = VECTORS / ("s19_new_full.csv" if plain.startswith("New") else "s11_buffer_cap.csv")
    outputs = {run(["--disc", "PfqdQueueDisc", "--set", setting], trace)[1] for setting in (plain, unit)}
    assert len(outputs) == 1 and outputs != {""}
