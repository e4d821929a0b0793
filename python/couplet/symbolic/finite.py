# SPDX-License-Identifier: Apache-2.0
"""Automata of which it is plain that the cost is finite: where an automaton stands for more than a function does, and
gives an upper bound only, it is worth something only then."""
from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

_LITERAL = re.compile(r"insample\s*(<|>=)\s*(\w+)")


def _reach(steps: dict[str, set[str]], start: str) -> set[str]:
    """The states that one or more steps from start lead to."""
    reached: set[str] = set()
    left = [start]
    while left:
        more = steps[left.pop()] - reached
        reached |= more
        left.extend(more)
    return reached


def _draws_noise(state: dict[str, Any]) -> bool:
    d = state.get("d", "0")
    return "none" not in (d.values() if isinstance(d, dict) else (d,))


def is_plainly_finite(automaton: dict[str, Any]) -> bool:
    """Whether turns of cycles can be free: private draws there output no numbers, are compared with each threshold in
    one direction only, and thresholds have noise."""
    states = {state["name"]: state for state in automaton["states"]}
    steps: dict[str, set[str]] = defaultdict(set)
    for step in automaton["transitions"]:
        steps[step["from"]].add(step["to"])
    reached: dict[str, set[str]] = {}
    exact = {name for step in automaton["transitions"] if not _draws_noise(states[step["from"]])
             for name in re.findall(r"\w+", str(step.get("assign", "")))}
    directions: dict[str, set[str]] = defaultdict(set)
    for step in automaton["transitions"]:
        state = states[step["from"]]
        if state.get("input") == "public":
            continue
        start = step["to"]
        if start not in reached:
            reached[start] = _reach(steps, start) | {start}
        if step["from"] not in reached[start]:
            continue
        if re.match(r"(insample|fresh|gap)", step["output"]):
            return False
        for sign, threshold in _LITERAL.findall(step["guard"]):
            directions[threshold].add(sign)
    return not exact & set(directions) and all(len(signs) == 1 for signs in directions.values())
