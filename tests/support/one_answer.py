# SPDX-License-Identifier: Apache-2.0
"""The least automaton that compares: one private answer with one noisy threshold. Its least d
is 1/4."""

ONE_ANSWER = {
    "couplet": 1, "name": "once", "initial": "draw",
    "states": [{"name": "draw", "input": "public", "d": "1/2"}, {"name": "ask", "d": "1/4"},
               {"name": "done"}],
    "transitions": [{"from": "draw", "to": "ask", "output": "start", "assign": "x"},
                    {"from": "ask", "to": "done", "guard": "insample < x", "output": "bot"},
                    {"from": "ask", "to": "done", "guard": "insample >= x", "output": "top"}]}
