# SPDX-License-Identifier: Apache-2.0
"""Mechanisms in code, run on symbolic answers: from Python and C to automata and linear mechanisms."""
