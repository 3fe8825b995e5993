# SPDX-License-Identifier: GPL-2.0-only
"""schedlab-replay: what it reads, what it refuses, what it writes."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPLAY = Path(os.environ.get("SCHEDLAB_BUILD_DIR", ROOT / "build")) / "bin" / "schedlab-replay"
HEADER = "op,id,rank,flow,size,result,qlen\n"
PIFO = ("--disc", "PifoQueueDisc")
FIFO = ("--disc", "ns3::FifoQueueDisc")
LONGEST_RANK = 2**64 - 1


def replay(trace, *arguments):
    """Runs the program with a trace on its standard input: (status, stdout, stderr)."""
    if isinstance(trace, str):
        trace = trace.encode()
    done = subprocess.run([REPLAY, *arguments, "-"], input=trace, capture_output=True, check=False,
                          timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def output(trace, *arguments):
    """What a good run writes."""
    status, out, error = replay(trace, *arguments)
    assert (status, error) == (0, "")
    return out


def refused(trace, *arguments, status=2):
    """What a run that has to fail says: one line, nothing on standard output."""
    code, out, error = replay(trace, *arguments)
    assert (code, out) == (status, ""), error
    lines = error.splitlines()
    assert len(lines) == 1 and lines[0].startswith("schedlab-replay: "), error
    assert lines[0].isascii() and lines[0].isprintable()
    return lines[0].removeprefix("schedlab-replay: ")


def rows(*lines):
    """A trace of ranked packets of 1500 bytes."""
    return "\n".join(("op,id,rank,size", *lines)) + "\n"


# --- what a disc does -----------------------------------------------------------------------------

def test_push_out_and_refusal():
    """Evicted packets follow their arrival with their own rank; the worst arrival is refused."""
    trace = rows("enq,0,5,1500", "enq,1,9,1500", "enq,2,3,1500", "enq,3,7,1500", "deq", "deq,,,",
                 "deq")
    assert output(trace, *PIFO, "--set", "MaxSize=2p") == HEADER + (
        "enq,0,5,0,1500,accepted,1\n"
        "enq,1,9,0,1500,accepted,2\n"
        "enq,2,3,0,1500,accepted,2\n"
        "evict,1,9,0,1500,pushed_out,2\n"
        "enq,3,7,0,1500,dropped,2\n"
        "deq,2,3,0,1500,dequeued,1\n"
        "deq,0,5,0,1500,dequeued,0\n"
        "deq,-1,,,,empty,0\n")


def test_several_are_pushed_out_by_one():
    """A large packet pushes out as many small ones as it takes."""
    trace = rows("enq,0,5,400", "enq,1,6,400", "enq,2,7,400", "enq,3,1,1000")
    assert output(trace, *PIFO, "--set", "MaxSize=1200B").splitlines()[4:] == [
        "enq,3,1,0,1000,accepted,1",
        "evict,2,7,0,400,pushed_out,1",
        "evict,1,6,0,400,pushed_out,1",
        "evict,0,5,0,400,pushed_out,1"]


def test_the_rank_is_the_one_used():
    """A ranker's rank replaces that of the trace."""
    trace = "op,id,rank,flow,size\nenq,0,77,1,1000\nenq,1,77,1,1000\nenq,2,77,2,1000\n"
    ranks = [line.split(",")[2] for line in
             output(trace, *PIFO, "--ranker", "StfqRanker").splitlines()[1:]]
    assert ranks == ["0", "1000", "0"]


def test_weights_are_of_flow_numbers():
    """A flow is the number in its column, the largest too."""
    largest = 2**32 - 1
    trace = "op,id,flow,size\n" + "".join(
        f"enq,{i},{flow},1000\n" for i, flow in enumerate([7, 7, largest, largest, 8, 8]))
    out = output(trace, *PIFO, "--ranker", "ns3::StfqRanker",
                 "--ranker-set", f"Weights=7=2,{largest}=4")
    assert [line.split(",")[2] for line in out.splitlines()[1:]] == \
        ["0", "500", "0", "250", "0", "1000"]


def test_flows_stay_apart():
    """Many flows in a disc that hashes to few queues: numbers below their count never meet."""
    trace = "op,id,flow,size\n" + "".join(f"enq,{i},{i % 16},1500\n" for i in range(64)) + \
        "deq\n" * 16
    out = output(trace, "--disc", "FqCoDelQueueDisc", "--set", "Flows=16")
    served = [line.split(",")[3] for line in out.splitlines() if line.startswith("deq")]
    assert sorted(map(int, served)) == list(range(16))


def test_extreme_ranks():
    """0 and 2^64 - 1 are ranks like any other."""
    trace = rows(f"enq,0,{LONGEST_RANK},1500", "enq,1,0,1500", "deq", "deq")
    assert output(trace, *PIFO).splitlines()[3:] == [
        "deq,1,0,0,1500,dequeued,1", f"deq,0,{LONGEST_RANK},0,1500,dequeued,0"]


def test_sizes_below_the_headers_are_what_the_disc_counts():
    """Ten packets of one byte fill a queue of ten bytes."""
    trace = "op,id,size\n" + "".join(f"enq,{i},1\n" for i in range(11))
    results = [line.split(",")[5] for line in
               output(trace, *FIFO, "--set", "MaxSize=10B").splitlines()[1:]]
    assert results == ["accepted"] * 10 + ["dropped"]


@pytest.mark.parametrize("disc", ["CoDel", "Cobalt", "Fifo", "FqCoDel", "FqCobalt", "FqPie",
                                  "PfifoFast", "Pie", "Pifo", "Prio", "Red", "Tbf"])
def test_any_disc(disc):
    """Every disc of ns-3 can be replayed, and its books agree."""
    trace = rows(*(f"enq,{i},{i},1500" if i % 3 else "deq" for i in range(3000)))
    out = output(trace, "--disc", f"{disc}QueueDisc")
    table = [line.split(",") for line in out.splitlines()[1:]]
    taken = sum(row[5] == "accepted" for row in table)
    lost = sum(row[5] == "pushed_out" or row[0] == "drop" for row in table)
    served = sum(row[5] == "dequeued" for row in table)
    assert taken > 0 and served > 0
    assert int(table[-1][6]) == taken - lost - served


def test_drop_at_dequeue():
    """A disc that drops by time does so by the times of the trace, in a row before the dequeue."""
    arrivals = "".join(f"enq,{i},1500,0\n" for i in range(200))
    departures = "".join(f"deq,,,{1000 * i}\n" for i in range(1, 201))
    lines = output("op,id,size,time_us\n" + arrivals + departures,
                   "--disc", "CoDelQueueDisc").splitlines()
    drops = [i for i, line in enumerate(lines) if line.startswith("drop,")]
    assert drops
    for i in drops:
        number = int(lines[i].split(",")[1])
        assert lines[i].startswith(f"drop,{number},,0,1500,dropped,")
        assert lines[i + 1].startswith((f"deq,{number + 1},", f"drop,{number + 1},", "deq,-1"))
    without_time = "op,id,size\n" + "".join(f"enq,{i},1500\n" for i in range(200)) + "deq\n" * 200
    assert "drop," not in output(without_time, "--disc", "CoDelQueueDisc")


def test_an_output_is_an_input():
    """What a replay writes can be replayed: evict and drop rows are passed over."""
    trace = rows(*(f"enq,{i},{i * 7919 % 101},1500" if i % 3 else "deq" for i in range(300)))
    arguments = (*PIFO, "--set", "MaxSize=9p")
    first = output(trace, *arguments)
    assert "evict" in first and "dropped" in first
    assert output(first, *arguments) == first


def test_same_input_same_output():
    """A disc that draws random numbers draws the same ones again."""
    trace = rows(*(f"enq,{i},{i},1500" for i in range(2000)))
    assert output(trace, "--disc", "RedQueueDisc") == output(trace, "--disc", "RedQueueDisc")


# --- a link ---------------------------------------------------------------------------------------

TIMED = ("op,id,rank,size,time_us\n"
         "enq,0,9,1500,1.5\nenq,1,8,1500,1.5\nenq,2,7,1500,1.5\ndeq,,,,\n"
         "enq,3,0,64,5.1\n"
         "enq,4,4,1250,100\nenq,5,5,1250,100.25\nenq,6,2,1250,101\n")


def test_link_rate():
    """The link takes the first packet at once and the best of those queued when it is free again."""
    assert output(TIMED, *PIFO, "--rate", "10Gbps") == (
        "op,id,rank,flow,size,result,qlen,time_us\n"
        "enq,0,9,0,1500,accepted,1,1.5\n"
        "deq,0,9,0,1500,dequeued,0,1.5\n"
        "enq,1,8,0,1500,accepted,1,1.5\n"
        "enq,2,7,0,1500,accepted,2,1.5\n"
        "deq,2,7,0,1500,dequeued,1,2.7\n"
        "deq,1,8,0,1500,dequeued,0,3.9\n"
        "enq,3,0,0,64,accepted,1,5.1\n"
        "deq,3,0,0,64,dequeued,0,5.1\n"
        "enq,4,4,0,1250,accepted,1,100\n"
        "deq,4,4,0,1250,dequeued,0,100\n"
        "enq,5,5,0,1250,accepted,1,100.25\n"
        # The link is free just as the next packet comes: it takes the queued one first.
        "deq,5,5,0,1250,dequeued,0,101\n"
        "enq,6,2,0,1250,accepted,1,101\n"
        "deq,6,2,0,1250,dequeued,0,102\n")


def test_link_rate_output_is_an_input():
    """The dequeues of a trace are passed over when a link serves."""
    first = output(TIMED, *PIFO, "--rate", "10Gbps")
    assert output(first, *PIFO, "--rate", "10Gbps") == first


def test_link_of_a_shaper():
    """A disc that sends later than it could is asked when it is ready."""
    lines = output(TIMED, "--disc", "TbfQueueDisc", "--set", "Rate=1Mbps", "--set", "Burst=3000",
                   "--rate", "10Gbps").splitlines()
    times = [float(line.split(",")[7]) for line in lines if line.startswith("deq")]
    assert len(times) == 7
    assert times[0] == 1.5 and times[2] > 10_000 and times == sorted(times)


def test_clock_times():
    """A disc with a timer does not run it from the beginning of the epoch."""
    start = 1_700_000_000_000_000
    trace = "op,id,size,time_us\n" + "".join(f"enq,{i},1500,{start + i}\n" for i in range(5))
    lines = output(trace, "--disc", "PieQueueDisc", "--rate", "10Gbps").splitlines()
    assert lines[1] == f"enq,0,,0,1500,accepted,1,{start}"
    assert lines[-1].startswith("deq,4,")


def test_link_needs_times():
    """Without times nobody knows when packets arrive."""
    assert refused(rows("enq,0,1,1500"), *PIFO, "--rate", "1Gbps") == \
        "<stdin>: a link rate needs a column time_us, that says when packets arrive"


@pytest.mark.parametrize("rate", ["", "fast", "10GB/h", "0bps", "-1bps", "10Gbps5"])
def test_bad_rate(rate):
    """A rate is a number and a unit."""
    assert refused(TIMED, *PIFO, *([f"--rate={rate}"] if rate else ["--rate", ""])) == \
        f'--rate: "{rate}" is not a rate such as 10Gbps'


# --- what is read ---------------------------------------------------------------------------------

PLAIN = "op,id,rank,size\nenq,1,5,1500\ndeq,,,\n"


@pytest.mark.parametrize("trace", [
    PLAIN.replace("\n", "\r\n"),
    "\ufeff" + PLAIN,
    PLAIN.rstrip("\n"),
    "\n# remark, with commas\n\n  \n" + PLAIN.replace("deq", "# between\n\ndeq"),
    '"op","id","rank","size"\n"enq","1", "5" ,"1500"\n"deq"\n',
    " op , id,rank\t,size \n enq , 1, 5 ,1500\ndeq\n",
    'size,note,rank,id,op\n1500,"a ""b"", c",5,1,enq\n,,,,deq\n',
    "op,id,rank,size,result,aux\nenq,1,5,1500,dropped,x\nevict,9,9,1500,pushed_out,\ndeq,-1,,,,\n",
    "op,id,rank,size\nenq,0001,05,01500\ndeq\n",
], ids=["crlf", "bom", "no last newline", "remarks", "quoted", "blanks", "order", "results",
        "leading zeros"])
def test_ways_to_write_a_trace(trace):
    """All of these are the same trace."""
    assert output(trace, *PIFO) == output(PLAIN, *PIFO)


def test_header_only():
    """No rows in, no rows out."""
    assert output("op,id,size\n", *PIFO) == HEADER


NUMBER = "is not a whole number from"


@pytest.mark.parametrize("trace,line,reason", [
    ("", 1, "there is no header row; its columns op, id and size are needed"),
    ("# only\n\n", 3, "there is no header row; its columns op, id and size are needed"),
    ("enq,1,1500\n", 1, "the header has no column op; op, id and size are needed"),
    ("op,size\n", 1, "the header has no column id; op, id and size are needed"),
    ("op,id,rank\n", 1, "the header has no column size; op, id and size are needed"),
    ("op,id,size,id\n", 1, "the header has column id twice"),
    ("op,id,size\nadd,1,1500\n", 2, 'op "add" is neither enq nor deq'),
    ("op,id,size\nENQ,1,1500\n", 2, 'op "ENQ" is neither enq nor deq'),
    ("op,id,size\n,1,1500\n", 2, 'op "" is neither enq nor deq'),
    ("op,id,size\nenq,1\n", 2, "the row has 2 fields, the header has 3"),
    ("op,id,size\nenq,1,1500,3\n", 2, "the row has 4 fields, the header has 3"),
    ("op,id,size\ndeq,1,1500,3\n", 2, "the row has 4 fields, the header has 3"),
    ("op,id,size\nenq,,1500\n", 2, "id is missing"),
    ("op,id,size\nenq,-1,1500\n", 2, f'id "-1" {NUMBER} 0 to {LONGEST_RANK}'),
    ("op,id,size\nenq,a,1500\n", 2, f'id "a" {NUMBER} 0 to {LONGEST_RANK}'),
    ("op,id,size\nenq,1,1500\n\nenq,1,1500\n", 4, "id 1 is used already in line 2"),
    ("op,id,size\nenq,1,\n", 2, "size is missing"),
    ("op,id,size\nenq,1,0\n", 2, f'size "0" {NUMBER} 1 to 65535'),
    ("op,id,size\nenq,1,65536\n", 2, f'size "65536" {NUMBER} 1 to 65535'),
    ("op,id,size\nenq,1,1e3\n", 2, f'size "1e3" {NUMBER} 1 to 65535'),
    (rows("enq,1,-5,1500"), 2, f'rank "-5" {NUMBER} 0 to {LONGEST_RANK}'),
    (rows("enq,1,1.5,1500"), 2, f'rank "1.5" {NUMBER} 0 to {LONGEST_RANK}'),
    (rows(f"enq,1,{2**64},1500"), 2, f'rank "{2**64}" {NUMBER} 0 to {LONGEST_RANK}'),
    (rows("enq,1,+5,1500"), 2, f'rank "+5" {NUMBER} 0 to {LONGEST_RANK}'),
    ("op,id,size,flow\nenq,1,1500,x\n", 2, f'flow "x" {NUMBER} 0 to {2**32 - 1}'),
    ("op,id,size,flow\nenq,1,1500,4294967296\n", 2,
     f'flow "4294967296" {NUMBER} 0 to {2**32 - 1}'),
    ("op,id,size,time_us\nenq,1,1500,\n", 2, "time_us is missing"),
    ("op,id,size,time_us\nenq,1,1500,5\nenq,2,1500,4.999\n", 3,
     "time_us 4.999 is before that of an earlier row"),
    ("op,id,size,time_us\nenq,1,1500,0.0001\n", 2,
     'time_us "0.0001" is not a time in microseconds with up to three decimals'),
    ("op,id,size,time_us\nenq,1,1500,-1\n", 2, f'time_us "-1" {NUMBER} 0 to 9223372036854774'),
    ("op,id,size,time_us\nenq,1,1500,1e-3\n", 2,
     f'time_us "1e-3" {NUMBER} 0 to 9223372036854774'),
    ("op,id,size,time_us\nenq,1,1500,9300000000000000\n", 2,
     f'time_us "9300000000000000" {NUMBER} 0 to 9223372036854774'),
    ('op,id,size\nenq,1,"1500\n', 2, "a quoted field is not closed on its line"),
    ('op,id,size\nenq,1,"15"00\n', 2, "there is text after the closing quote of a field"),
    ("op;id;size\nenq;1;1500\n", 1, "the header has no column op; op, id and size are needed"),
    (b"\x7fELF\x02\x01\x01\x00\x00\n\xff", 1, "there is a zero byte: this is not a text file"),
    ("op,id,size\n".encode("utf-16"), 1, "there is a zero byte: this is not a text file"),
    (b"\xff\xfe\x80\x81\r\n", 1, "the header has no column op; op, id and size are needed"),
    (b"op,id,size\nenq,\xc3\xa9\x1b[31m" + b"9" * 99 + b",1500\n", 2,
     'id "??' + "?[31m" + "9" * 33 + f'..." {NUMBER} 0 to {LONGEST_RANK}'),
], ids=str)
def test_malformed(trace, line, reason):
    """A row that cannot be used: line and reason, exit status 2, no output at all."""
    assert refused(trace, *PIFO) == f"<stdin>:{line}: {reason}"


def test_nothing_runs_before_all_is_read():
    """The last row is bad: not even the header comes out."""
    trace = rows(*(f"enq,{i},1,1500" for i in range(5000)), "enq,9999,1,x")
    assert refused(trace, *PIFO).startswith("<stdin>:5002: size ")


@pytest.mark.parametrize("name", ["missing.csv", "."])
def test_unreadable_file(tmp_path, name):
    """The name of the file and why it cannot be read."""
    done = subprocess.run([REPLAY, *PIFO, tmp_path / name], capture_output=True, text=True,
                          check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    why = "Is a directory" if name == "." else "No such file or directory"
    assert done.stderr == f"schedlab-replay: {tmp_path / name}: cannot read it: {why}\n"


def test_file_is_named_in_errors(tmp_path):
    """FILE:LINE: reason."""
    path = tmp_path / "a b.csv"
    path.write_text("op,id,size\nenq\n", encoding="utf-8")
    done = subprocess.run([REPLAY, *PIFO, path], capture_output=True, text=True, check=False,
                          timeout=60)
    assert done.stderr == f"schedlab-replay: {path}:2: the row has 1 fields, the header has 3\n"


# --- a packet without a rank ----------------------------------------------------------------------

@pytest.mark.parametrize("trace,line", [("op,id,size\nenq,17,1500\n", 2),
                                        (rows("enq,3,1,1500", "deq", "enq,17,,1500"), 4)])
def test_missing_rank(trace, line):
    """A rank-ordered disc cannot guess: line, packet and what to do; nothing half-written."""
    assert refused(trace, *PIFO, status=1) == (
        f"<stdin>:{line}: packet 17 has no rank and ns3::PifoQueueDisc needs one; add a column rank "
        "or set a ranker (--ranker)")


def test_missing_rank_can_be_allowed():
    """Served last, and shown as what it is."""
    trace = rows("enq,0,,1500", "enq,1,5,1500", "deq", "deq")
    assert output(trace, *PIFO, "--set", "MissingRank=Count").splitlines()[1:] == [
        "enq,0,,0,1500,accepted,1", "enq,1,5,0,1500,accepted,2",
        "deq,1,5,0,1500,dequeued,1", "deq,0,,0,1500,dequeued,0"]


# --- options --------------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments,start", [
    ((), "give a queue disc with --disc; --help tells more"),
    (("--disc", "PifoQueDisc"), "no TypeId ns3::PifoQueDisc; did you mean ns3::PifoQueueDisc?"),
    (("--disc", "ns3::UdpHeader"), "ns3::UdpHeader is not a ns3::QueueDisc; there are ns3::"),
    (("--disc", "QueueDisc"), "ns3::QueueDisc is abstract; there are ns3::"),
    ((*PIFO, "--set", "Size=3p"), "ns3::PifoQueueDisc has no attribute Size; it has MaxSize, "),
    ((*PIFO, "--set", "MaxSize=3"),
     'value "3" of attribute MaxSize of ns3::PifoQueueDisc is not a QueueSize'),
    ((*PIFO, "--set", "MaxSize"), '"MaxSize" is not ATTRIBUTE=VALUE'),
    ((*FIFO, "--ranker", "StfqRanker"), "ns3::FifoQueueDisc has no attribute Ranker; it has "),
    ((*PIFO, "--ranker", "StfRanker"),
     "no TypeId ns3::StfRanker; did you mean ns3::StfqRanker?"),
    ((*PIFO, "--ranker", ""), "no TypeId ns3::; did you mean "),
    ((*PIFO, "--ranker-set", "Weights=1=1"), "--ranker-set requires --ranker"),
    ((*PIFO, "--bogus"), "The following argument was not expected: --bogus"),
])
def test_bad_options(arguments, start):
    """One line that says what is wrong and what there is instead."""
    assert refused(PLAIN, *arguments).startswith(start)


def test_disc_that_takes_no_packets():
    """A multi-queue disc only has children."""
    assert refused(PLAIN, "--disc", "MqQueueDisc", status=1).startswith(
        "ns3::MqQueueDisc takes no packets itself")


def test_no_trace():
    """A disc alone does nothing."""
    done = subprocess.run([REPLAY, *PIFO], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "schedlab-replay: give a trace; --help tells more\n"


def test_list():
    """Names to use, and the attributes of one of them."""
    done = subprocess.run([REPLAY, "--list"], capture_output=True, text=True, check=True, timeout=60)
    names = done.stdout.splitlines()
    assert {"ns3::PifoQueueDisc", "ns3::FqCoDelQueueDisc", "ns3::StfqRanker"} <= set(names)
    done = subprocess.run([REPLAY, "--list", *PIFO], capture_output=True, text=True, check=True,
                          timeout=60)
    assert done.stdout.startswith("MaxSize=1088p  The most that may be queued")


def test_help():
    """Help goes to standard output."""
    done = subprocess.run([REPLAY, "--help"], capture_output=True, text=True, check=True, timeout=60)
    assert "--ranker-set" in done.stdout and done.stderr == ""


# --- an output that cannot be written -------------------------------------------------------------

def test_full_disk():
    """The write is checked."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run([REPLAY, *PIFO, "-"], input=PLAIN.encode(), stdout=full,
                              stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr == b"schedlab-replay: cannot write the output: No space left on device\n"


def test_closed_pipe():
    """Nobody reads: an error, not a signal."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([REPLAY, *PIFO, "-"], input=PLAIN.encode(), stdout=write_end,
                          stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(write_end)
    assert done.returncode == 1
    assert done.stderr == b"schedlab-replay: cannot write the output: Broken pipe\n"


def test_closed_standard_output():
    """No standard output at all."""
    done = subprocess.run(["sh", "-c", f'exec "$0" {" ".join(PIFO)} - >&-', REPLAY],
                          input=PLAIN.encode(), stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr == b"schedlab-replay: cannot write the output: Bad file descriptor\n"
