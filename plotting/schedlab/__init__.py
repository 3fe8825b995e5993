# SPDX-License-Identifier: GPL-2.0-only
"""Command line, sweeps, result readers and figures of SchedLab."""
