# SPDX-License-Identifier: GPL-2.0-only
"""Replays the recorded traces of reference schedulers and compares what comes out."""

import csv
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path(os.environ.get("SCHEDLAB_VECTORS",
                              ROOT / "contrib" / "rank-queue-disc" / "test" / "vectors"))
REPLAY = Path(os.environ.get("SCHEDLAB_BUILD_DIR", ROOT / "build")) / "bin" / "schedlab-replay"

# Where a quotient is equal to its bound, a 32-bit float of k = 0.1 falls on one side of it by
# accident. A packet that is then in the queue or not shifts what follows, so the two are compared by
# how many arrivals they decide differently, and how many they take altogether.
FP_DECIDED_DIFFERENTLY = 0.02
FP_TAKEN = 0.01


def read_table():
    """The rows of the table: pattern, what has to agree, arguments."""
    with open(Path(__file__).with_name("replay_vectors.csv"), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def row_of(vector, table):
    """The row that matches the name of a trace, and the match."""
    matches = [(row, found) for row in table
               if (found := re.fullmatch(row["pattern"], vector.stem))]
    assert len(matches) == 1, f"{vector.name} matches {len(matches)} rows of replay_vectors.csv"
    return matches[0]


def in_table(vector):
    """True for the traces of schedulers that a row replays."""
    return any(re.fullmatch(row["pattern"], vector.stem) for row in TABLE)


TABLE = read_table()
FILES = sorted(VECTORS.glob("*.csv"))
if "SCHEDLAB_VECTORS" in os.environ:  # a folder with more than the traces that are ours
    FILES = [file for file in FILES if in_table(file)]


def recorded(vector):
    """The trace without its comments and the column of inner state."""
    lines = vector.read_text(encoding="utf-8").splitlines()
    return [line.split(",")[:7] for line in lines if not line.startswith("#")]


def replay(vector, row, found):
    """What the scheduler of the row does with the trace."""
    done = subprocess.run([REPLAY, *found.expand(row["arguments"]).split(), vector],
                          capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [line.split(",") for line in done.stdout.splitlines()]


def check_exact(ours, theirs):
    """Every byte."""
    assert ours == theirs


def check_ranks(ours, theirs):
    """All but id, flow and size of what leaves, and all of what arrives."""
    def without_packet(rows):
        return [row if row[0] == "enq" else [row[0], row[2], *row[5:]] for row in rows]
    assert without_packet(ours) == without_packet(theirs)


def check_fp(ours, theirs):
    """Nearly all decisions; ranks may differ after the first decision that does."""
    def decisions(rows):
        return [row[5] for row in rows if row[0] == "enq"]
    mine, other = decisions(ours), decisions(theirs)
    assert len(mine) == len(other)
    different = sum(a != b for a, b in zip(mine, other))
    assert different <= FP_DECIDED_DIFFERENTLY * len(mine)
    assert abs(mine.count("accepted") - other.count("accepted")) <= max(1, FP_TAKEN * len(mine))


def check_books(ours, theirs):
    """Arrivals as recorded; what was taken has left, one way or the other."""
    assert [row[1] for row in ours if row[0] == "enq"] == \
        [row[1] for row in theirs if row[0] == "enq"]
    results = [row[5] for row in ours]
    assert results.count("accepted") == results.count("dequeued") + results.count("pushed_out")
    assert results.count("pushed_out") > 0
    assert ours[-1] == ["deq", "-1", "", "", "", "empty", "0"]


CHECKS = {"exact": check_exact, "ranks": check_ranks, "fp": check_fp, "books": check_books}


@pytest.mark.parametrize("vector", FILES, ids=[file.stem for file in FILES])
def test_vector(vector):
    """A recorded trace comes out as its row of the table says."""
    row, found = row_of(vector, TABLE)
    CHECKS[row["agrees"]](replay(vector, row, found), recorded(vector))


@pytest.mark.parametrize("row", TABLE, ids=[row["pattern"] for row in TABLE])
def test_row_is_used(row):
    """Every row of the table replays something."""
    assert any(re.fullmatch(row["pattern"], file.stem) for file in FILES)


def test_a_difference_is_seen():
    """The comparison has teeth: a queue smaller by one packet does not pass."""
    vector = VECTORS / "pifo_c16__uni_burst_200.csv"
    row, _ = row_of(vector, TABLE)
    smaller = re.fullmatch(row["pattern"], "pifo_c15__x")
    with pytest.raises(AssertionError):
        check_exact(replay(vector, row, smaller), recorded(vector))
