#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# Read by ns-3's test.py: (example with arguments, run it?, run it under valgrind?).
cpp_examples = [
    ("aqm-queue-disc-example", "True", "True"),
    ("aqm-queue-disc-example --disc=ns3::FifoQueueDisc", "True", "False"),
]
python_examples = []
