# SPDX-License-Identifier: GPL-2.0-only
"""schedlab-replay: the columns about the headers of packets, and what they add to the output."""

import csv

import pytest

from test_replay import FIFO, HEADER, NUMBER, output, refused

VERDICT = HEADER.replace("qlen\n", "qlen,time_us,reason,mark\n")
PFQD = ("--disc", "PfqdQueueDisc")


def table(trace, *arguments):
    """The rows of an output."""
    return list(csv.DictReader(output(trace, *arguments).splitlines()))


def order(trace, *arguments):
    """The ids in the order in which they leave."""
    return [row["id"] for row in table(trace, *arguments) if row["result"] == "dequeued"]


@pytest.mark.parametrize("column", ["src", "dst", "proto", "sport", "dport", "tcp", "ecn", "frag", "local",
                                    "pace_bps", "edt_us", "priority"])
def test_output_has_verdicts_with_any_of_the_columns(column):
    """Time, reason and mark, though the field is empty."""
    assert output(f"op,id,size,{column}\nenq,1,100,\ndeq\n", *FIFO) == VERDICT + (
        "enq,1,,0,100,accepted,1,0,,0\ndeq,1,,0,100,dequeued,0,0,,0\n")


def test_reason_and_mark():
    """What the disc says about a loss, and who was marked."""
    trace = "op,id,size,ecn,time_us\n" + "".join(f"enq,{i},1500,2,{i}.5\n" for i in range(4)) + "deq\n" * 3
    rows = table(trace, *FIFO, "--set", "MaxSize=3p")
    assert rows[3]["result"] == "dropped" and rows[3]["time_us"] == "3.5" and rows[3]["reason"]
    rows = table(trace, *PFQD, "--set", "EcnThreshold=3000")
    assert [row["mark"] for row in rows] == ["0"] * 4 + ["1", "1", "0"]


def test_columns_in_any_order_and_left_open():
    """Of a flow number, an address, or a port each makes a flow."""
    for what in ("flow", "sport", "dport", "src", "dst"):
        trace = f"{what},size,ecn,id,op\n7,1500,2,1,enq\n7,1500,2,2,enq\n8,1500,2,3,enq\n" + ",,,,deq\n" * 3
        assert order(trace, *PFQD) == ["1", "3", "2"], what


@pytest.mark.parametrize("names", [("6", "1", "17"), ("TCP", "ICMP", "UDP"), ("tcp", "icmp", "udp")])
def test_protocols(names):
    """By number or name; ICMP is control."""
    trace = "op,id,size,proto\n" + "".join(f"enq,{i},1500,{name}\n" for i, name in enumerate(names)) + "deq\n" * 3
    assert order(trace, *PFQD) == ["1", "0", "2"]


def test_segments_do_not_depend_on_their_size():
    """A SYN or ACK of 1500 bytes, and data of 40."""
    trace = "op,id,size,tcp\n" + "".join(f"enq,{i},{size},{segment}\n" for i, (size, segment) in enumerate(
        [(1500, "FIN"), (40, "DATA"), (1500, "ACK"), (1500, "SYN-ACK"), (40, "syn")])) + "deq\n" * 5
    assert order(trace, *PFQD) == ["3", "4", "2", "0", "1"]


@pytest.mark.parametrize("first,second", [("MF", "185"), ("1", "2"), ("first", "last"), ("0+MF", "185+MF")])
def test_fragments(first, second):
    """They are data, of one flow."""
    trace = ("op,id,size,dport,frag\n" f"enq,0,1500,53,{first}\nenq,1,1500,53,{second}\nenq,2,1500,53,0\n" +
             "deq\n" * 3)
    assert order(trace, *PFQD) == ["2", "0", "1"]


def test_ipv6():
    """The same with its addresses."""
    trace = ("op,id,size,src,dst,tcp,ecn\nenq,0,1500,2001:db8::1,2001:db8::9,DATA,2\n"
             "enq,1,1500,2001:db8::1,2001:db8::9,DATA,2\nenq,2,1500,2001:db8::2,2001:db8::9,DATA,2\n"
             "enq,3,60,2001:db8::2,2001:db8::9,ACK,0\n" + "deq\n" * 4)
    assert order(trace, *PFQD) == ["3", "0", "2", "1"]
    marks = [row["mark"] for row in table(trace, *PFQD, "--set", "EcnThreshold=1500")][4:]
    assert marks == ["0", "1", "0", "0"]


def test_a_host_tells_what_it_forwards():
    """Only that is dropped."""
    trace = "op,id,size,src,local\n" + "".join(f"enq,{i},1500,{i % 2},{i % 2}\n" for i in range(8))
    lost = [row["id"] for row in table(trace, *PFQD, "--set", "Mode=Host", "--set", "MaxQueue=3000")
            if row["result"] == "pushed_out"]
    assert lost == ["0", "2"]


@pytest.mark.parametrize("row,reason", [
    ("src\nenq,1,9,10.0.0.256", 'src "10.0.0.256" is no address of IPv4 or IPv6'),
    ("dst\nenq,1,9,2001::db8::1", 'dst "2001::db8::1" is no address of IPv4 or IPv6'),
    ("src,dst\nenq,1,9,10.0.0.1,2001:db8::1", "src and dst are of different versions of IP"),
    ("proto\nenq,1,9,256", f'proto "256" {NUMBER} 0 to 255'),
    ("proto\nenq,1,9,IPX", 'proto "IPX" is none of ICMP, TCP, UDP, GRE, ESP, ICMPV6, SCTP and no number'),
    ("sport\nenq,1,9,65536", f'sport "65536" {NUMBER} 0 to 65535'),
    ("tcp\nenq,1,9,RESET", 'tcp "RESET" is none of SYN, SYNACK, ACK, DATA, FIN'),
    ("tcp,proto\nenq,1,9,ACK,17", "tcp says which segment it is, but proto is 17, not 6"),
    ("ecn\nenq,1,9,4", f'ecn "4" {NUMBER} 0 to 3'),
    ("frag\nenq,1,9,8192", f'frag "8192" {NUMBER} 0 to 8191'),
    ("local\nenq,1,9,2", f'local "2" {NUMBER} 0 to 1'),
    ("pace_bps\nenq,1,9,1Mbps", f'pace_bps "1Mbps" {NUMBER} 0 to {2**64 - 1}'),
    ("priority\nenq,1,9,16", f'priority "16" {NUMBER} 0 to 15'),
])
def test_malformed(row, reason):
    """Line, column and reason."""
    assert refused(f"op,id,size,{row}\n", *FIFO) == f"<stdin>:2: {reason}"
