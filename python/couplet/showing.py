# SPDX-License-Identifier: Apache-2.0
"""Why a claim fails, in the terms of the code: lines, inputs as its arguments, certified probabilities."""
from __future__ import annotations

import ast
import itertools
import json
import linecache
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .commands import Source, convert
from .errors import CoupletError
from .results import Counterexample, Result
from .verification import Path, Value, verify

#: Who reads code: options of others are of stages that are not asked here.
_READERS = ("python", "c")
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True)
class Shown:
    """Two runs on adjacent inputs that refute a claim. path: lines of the source (0: not known), and what is output there."""

    found: Counterexample
    path: tuple[tuple[int, str], ...]
    inputs: tuple[Fraction, ...]
    adjacent: tuple[Fraction, ...]


def _of_automaton(model: Mapping[str, Any], found: Counterexample) -> Shown:
    states = {state["name"]: number for number, state in enumerate(model["states"])}
    public = {state["name"] for state in model["states"] if state.get("input") == "public"}
    transitions = sorted(model["transitions"], key=lambda one: states[one["from"]])
    path, read = [], []
    for step in found.steps:
        taken = transitions[step.transition]
        line = _LINE.match(taken["from"])
        is_public = taken["from"] in public
        output = "" if is_public else str(taken.get("output", "") if step.output is None else step.output)
        path.append((int(line[1]) if line else 0, output))
        read += [] if is_public else [step]
    return Shown(found, tuple(path), tuple(step.input for step in read), tuple(step.adjacent for step in read))


def _nodes_to(nodes: list[dict[str, Any]], end: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """The nodes of a tree in preorder on the way to node end, with their numbers."""
    at = 0
    while at != end:
        yield at, nodes[at]
        other = nodes[at].get("otherwise")
        at = other if other is not None and end >= other else at + 1


def _of_linear(model: Mapping[str, Any], found: Counterexample) -> Shown:
    """The steps are the answers, with the node where the path ends, and after them the outputs that are numbers, with theirs."""
    end = found.steps[0].transition
    read = [step for step in found.steps if step.transition == end]
    numbers = {step.transition: str(step.output) for step in found.steps if step.transition != end}
    nodes = next(one["nodes"] for one in model["lists"] if one["answers"] == len(read))
    path = [(node.get("line", 0), "" if "output" not in node else numbers.get(number, str(node["output"])))
            for number, node in _nodes_to(nodes, end) if "line" in node or "output" in node]
    return Shown(found, tuple(path), tuple(step.input for step in read), tuple(step.adjacent for step in read))


def show(source: Source, result: Result, parameters: Mapping[str, Any] | None = None, *, private: str | None = None,
         options: Mapping[str, Value] | None = None, program: Path | None = None) -> Shown | None:
    """Inputs that show that the claim of result fails, with certified probabilities where they are found; None where no inputs
    are known."""
    claim, known = (result.claim.d, result.claim.counterexample) if result.claim is not None else (None, None)
    own = {key: value for key, value in (options or {}).items() if key.partition(".")[0] in _READERS}
    try:
        found = verify(source, parameters, private=private, claim=claim, options=own, deciders=[], optimizers=["probe"],
                       program=program).stage("probe").counterexample
        found = found if found is not None and found.steps and (claim is None or found.refutes) else known
        if found is None:
            return None
        model = json.loads(convert(source, "json", parameters, private=private, options=own, program=program))
    except CoupletError:
        return None
    return _of_linear(model, found) if "lists" in model else _of_automaton(model, found)


def place_of(result: Result) -> str:
    """`FILE:LINE: NAME` of a function of Python; else `FILE::NAME`, or the file."""
    try:
        body: list[ast.stmt] = ast.parse("".join(linecache.getlines(result.file))).body
        for name in (result.function or "").split("."):
            node = next(one for one in body if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and one.name == name)
            body = node.body
        return f"{result.file}:{node.lineno}: {result.function}"
    except (SyntaxError, ValueError, StopIteration):
        return f"{result.file}::{result.function}" if result.function else result.file


def _told_path(result: Result, path: tuple[tuple[int, str], ...]) -> Iterator[str]:
    """A line for each step, one for equal steps that follow each other."""
    for (line, output), steps in itertools.groupby(path):
        code = linecache.getline(result.file, line).strip() if line else ""
        n = len(list(steps))
        parts = [f"line {line}:" if code else f"line {line}" if line else "", code, f"→ outputs {output}" if output else "",
                 f"({n} times)" if n > 1 else ""]
        yield "  " + " ".join(part for part in parts if part)


def _told_inputs(result: Result, values: tuple[Fraction, ...]) -> str:
    understood = result.understood or {}
    name = understood.get("private") or "answers"
    texts = ", ".join(map(str, values))
    return f"  {name} = {texts}" if understood.get("private_as") == "number" else f"  {name} = [{texts}]"


def told_shown(result: Result, shown: Shown) -> list[str]:
    """The path, and where it is certified what the inputs come to, both inputs and that."""
    found = shown.found
    what = "densities" if found.density else "probabilities"
    path = ["lines of the path:", *_told_path(result, shown.path)]
    if found.probability is None:
        return path
    return [*path,
            f"inputs of two adjacent runs, at epsilon = {found.epsilon}:",
            _told_inputs(result, shown.inputs), _told_inputs(result, shown.adjacent),
            f"certified {what} of these outputs: {found.probability} and {found.adjacent_probability}",
            *([f"they lose at least {math.floor(found.loss * 10**6) / 10**6:.6f} epsilon"] if found.loss is not None else [])]
