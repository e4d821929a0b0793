# SPDX-License-Identifier: Apache-2.0
"""All ways that a mechanism can go, by running it again with other decisions; and their tree."""
from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .errors import NotRepeatable, TakenOtherwise, TooMuch
from .outputs import MARK
from .run import Ask, Decision, Draw, Output, Run
from .values import form_of

#: Makes a run of the decisions given, and runs the mechanism in it.
Start = Callable[[list[bool]], Run]


def all_ways(start: Start, most: int, is_trial: bool = False) -> Iterator[Run]:
    """Every run, those that decide "yes" first. Raises TooMuch for more than most.
    is_trial: no verdict is about these runs alone, and none is repeated."""
    choices: list[bool] | None = []
    count = 0
    seen: set[Any] = set()  # what was done in runs with ways that must do the same
    while choices is not None:
        run = start(choices)
        if run.made < len(run.choices):
            raise NotRepeatable("two runs with the same decisions go different ways")
        count += 1
        if count == 1 and not is_trial:
            _need_repeatable(run, start)
        if count > most:
            raise TooMuch(f"there are more than {most} ways")
        if run.alike:
            done = _signature(run)
            if not all(run.alike) and done not in seen:
                raise TakenOtherwise("a random number decides what is done", "makes_signs")
            seen.add(done)
        if all(run.alike):
            yield run
        choices = next_choices(run.choices)


def _signature(run: Run) -> Any:
    """All that a run does, to be compared."""
    return tuple(event if isinstance(event, Draw) else
                 (str(form_of(event.value)), event.strict, event.met) if isinstance(event, Decision) else
                 (event.text, str(list(map(form_of, event.reals)))) for event in _kept(run.events))


def _need_repeatable(run: Run, start: Start) -> None:
    """The first run once more: noise or time that is not seen would make it another."""
    events = _kept(run.events)
    again = _kept(start(list(run.choices)).events)
    if len(events) != len(again) or not all(map(_same, events, again)):
        raise NotRepeatable("two runs with the same decisions differ: it depends on time, or on random "
                            "numbers that cannot be followed")


def next_choices(choices: list[bool], fixed: int = 0) -> list[bool] | None:
    """The decisions of the next run: the last "yes" after the fixed ones becomes "no"."""
    left = list(choices)
    while len(left) > fixed and not left[-1]:
        left.pop()
    if len(left) <= fixed:
        return None
    left[-1] = False
    return left


def _kept(events: list[Any]) -> list[Any]:
    """What stands in a tree: without decisions that have one way only."""
    return [e for e in events if not (isinstance(e, Decision) and e.only_way) and not isinstance(e, Ask)]


def _same(a: Any, b: Any) -> bool:
    """Whether two runs with the same decisions so far do the same."""
    if type(a) is not type(b):
        return False
    if isinstance(a, Draw):
        return bool(a == b)
    if isinstance(a, Decision):
        return bool(a.strict == b.strict and form_of(a.value) == form_of(b.value))
    return bool(a.text == b.text) and list(map(form_of, a.reals)) == list(map(form_of, b.reals))


def _output_nodes(output: Output) -> Iterator[dict[str, Any]]:
    """A text and its real numbers; a real number alone needs no text."""
    if output.text != MARK:
        yield {"output": output.text, "line": output.line}
    for real in output.reals:
        yield {"output": form_of(real), "line": output.line}


def tree_of(runs: Iterable[Any]) -> list[dict[str, Any]]:
    """The nodes of docs/formats.md's linear mechanism, in preorder."""
    return without_idle(whole_tree_of(runs))


def whole_tree_of(runs: Iterable[Any]) -> list[dict[str, Any]]:
    """The same with all decisions. Runs come in the order of all_ways(), so that each shares a beginning with the one
    before it."""
    nodes: list[dict[str, Any]] = []
    path: list[tuple[Any, int]] = []  # events of the last run, with the node of each
    for run in runs:
        events = _kept(run.events)
        shared = 0
        while shared < min(len(path), len(events)):
            event, node = path[shared]
            if not _same(event, events[shared]):
                raise NotRepeatable("two runs with the same decisions differ")
            shared += 1
            if isinstance(event, Decision) and event.met != events[shared - 1].met:
                nodes[node]["otherwise"] = len(nodes)
                break
        else:
            if path:
                raise NotRepeatable("two runs with the same decisions differ")
        path = path[:shared - 1] + [(events[shared - 1], path[shared - 1][1])] if shared else []
        for event in events[shared:]:
            path.append((event, len(nodes)))
            nodes.extend({k: v for k, v in node.items() if k != "line" or v} for node in _nodes_of(event))
        nodes.append({"end": True})
    return nodes


def without_idle(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tree without decisions that both ways go on alike after."""
    numbers: dict[Any, int] = {}
    same = [0] * (len(nodes) + 1)  # equal for equal trees below
    idle: set[int] = set()
    for i in reversed(range(len(nodes))):
        node = nodes[i]
        below = (same[i + 1], same[node["otherwise"]] if node.get("otherwise") else 0)
        if "decide" in node and below[0] == below[1]:
            idle.add(i)
            same[i] = below[0]
            continue
        key = json.dumps({k: v for k, v in node.items() if k not in ("line", "otherwise")}), () if "end" in node else below
        same[i] = numbers.setdefault(key, len(numbers) + 1)
    return _kept_nodes(nodes, idle) if idle else nodes


def _kept_nodes(nodes: list[dict[str, Any]], idle: set[int]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    pending: list[tuple[int, dict[str, Any] | None]] = [(0, None)]  # trees, and the decisions they are the other way of
    while pending:
        i, decision = pending.pop()
        if decision is not None:
            decision["otherwise"] = len(kept)
        while True:
            if i not in idle:
                kept.append(dict(nodes[i]))
                if nodes[i].get("otherwise"):
                    pending.append((nodes[i]["otherwise"], kept[-1]))
            if "end" in nodes[i]:
                break
            i += 1
    return kept


def _nodes_of(event: Any) -> list[dict[str, Any]]:
    if isinstance(event, Draw):
        return [{"draw": event.kind, "rate": str(event.rate), "line": event.line}]
    if isinstance(event, Decision):
        node = {"decide": form_of(event.value), "otherwise": None, "line": event.line}
        return [node | {"strict": True} if event.strict else node]
    return list(_output_nodes(event))
