#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# Read by ns-3's test.py: (example with arguments, run it?, run it under valgrind?).
cpp_examples = [
    ("rank-queue-disc-example", "True", "True"),
    ("rank-queue-disc-example --disc=ns3::PpqaQueueDisc", "True", "False"),
    ("rank-queue-disc-example --disc=ns3::RankFifoQueueDisc --ranker=ns3::FcfsRanker", "True", "False"),
]
python_examples = []
