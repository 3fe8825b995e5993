#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# Read by ns-3's test.py: (example with arguments, run it?, run it under valgrind?).
cpp_examples = [
    ("tcp-rate-example", "True", "False"),
    ("tcp-rate-example --congestion=ns3::TcpErc", "True", "False"),
]
python_examples = []
