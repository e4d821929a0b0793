# SPDX-License-Identifier: Apache-2.0
"""From a function to a model: which argument is private, how it is called, for which lists."""
from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from .arguments import WAYS, Parameter, parameters_of
from .errors import Misused, NeedsValue, Refused, TooMuch
from .explore import tree_of
from .mechanism import Call, Mechanism, Unsuitable
from .pieces import MOST_CELLS, one_piece
from .python_module import find
from .run import Decision, Draw, Output, Run
from .values import is_answer

#: Lists of more answers are left out where they have more ways, or those before them this many nodes.
_MOST_WAYS, _MOST_NODES = 5000, 4000
#: Names that private arguments often have, the likeliest first.
_LIKELY = ("queries", "answers", "query_answers", "values", "qs", "q", "scores", "counts", "data", "a", "x",
           "stream", "value", "query", "answer")


def _inspected(mechanism: Mechanism) -> tuple[list[Parameter], list[Parameter]]:
    """The parameters of the function, and those that make its object."""
    run = mechanism.start([])
    found: tuple[list[Parameter], list[Parameter]] = ([], [])

    def work(module: Any) -> None:
        nonlocal found
        owner, _, method = mechanism.function.name.rpartition(".")
        function = find(module, mechanism.function.name)
        if not owner:
            found = parameters_of(function, False), []
            return
        kind = find(module, owner)
        is_plain = not isinstance(vars(kind).get(method), (staticmethod, classmethod))
        found = (parameters_of(function, is_plain), parameters_of(kind.__init__, True) if is_plain else [])
    mechanism._within(run, work)
    return found


def _candidates(mechanism: Mechanism, parameters: list[Parameter]) -> list[str]:
    """Which arguments may be private, the likeliest first."""
    named = mechanism.settings.option("private")
    names = [p.name for p in parameters]
    if named:
        if named not in names:
            raise Refused(f"it has no argument '{named}'; it has {', '.join(names) or 'none'}")
        return [named]
    free = [p.name for p in parameters if p.name != mechanism.epsilon and
            p.name not in mechanism.settings.values and not p.has_default]
    return sorted(free, key=lambda n: _LIKELY.index(n.lower()) if n.lower() in _LIKELY else len(_LIKELY))


def _is_likelier(name: str, other: str) -> bool:
    """Whether an argument is private by its name, and the other is not."""
    return name.lower() in _LIKELY and other.lower() not in _LIKELY


def _ways(mechanism: Mechanism, parameters: list[Parameter], private: str, is_method: bool) -> list[str]:
    chosen = mechanism.settings.option("private-as", "auto")
    if chosen != "auto":
        return ["calls"] if chosen == "number" and is_method else [chosen]
    annotation = next((p.annotation for p in parameters if p.name == private), "")
    ways = list(WAYS)
    if "ndarray" in annotation or "array" in annotation.lower():
        ways.sort(key=lambda w: w != "array")
    if annotation in ("float", "int"):
        ways.sort(key=lambda w: w != "number")
    if "Callable" in annotation:
        ways.sort(key=lambda w: w != "functions")
    if is_method and mechanism.settings.option("private"):
        return ["list", "functions", "calls", "array"]  # an array would do for one answer, too
    return ["calls", *ways[:3]] if is_method else ways


def _shares_a_draw(run: Run) -> bool:
    """Whether all noise of a run is one draw, with which several answers are compared or output."""
    values = [value for event in run.events for value in (
        event.reals if isinstance(event, Output) else [event.value] if isinstance(event, Decision) else ())]
    noisy = [value.terms for value in values if len(value.terms) > 1]
    draws = {a for terms in noisy for a in terms if not is_answer(a)}
    return len(draws) == 1 and len({a for terms in noisy for a in terms if is_answer(a)}) > 1


def _is_plural(name: str) -> bool:
    return name.lower().endswith("s") or name.lower() in ("data", "stream")


def _first_runs(mechanism: Mechanism, call: Call) -> list[Run]:
    """Draws take up public numbers only where answers cannot, as it makes more states."""
    for mechanism.understood.moves_draws in (False, True):
        try:
            runs = [*itertools.islice(mechanism.ways(call, 2, True), 9)]
            mechanism.tried_ways = {(call.private, call.way, 2): runs} if len(runs) < 9 else {}
            return runs[:8]
        except Refused as error:
            if mechanism.understood.moves_draws or "needs a value" not in str(error):
                mechanism.understood.moves_draws = False
                raise
    return []


def _works(mechanism: Mechanism, call: Call) -> bool:
    try:
        return any(True for _, _ in zip(range(8), mechanism.ways(call, 1, True)))
    except (Unsuitable, Refused):
        return False


def _error_of(runs: list[Run]) -> str:
    """The error that runs end with before they look at an answer or draw noise; "" where one of them does not."""
    is_early = runs and all(run.raised and not run.used and not any(isinstance(e, Draw) for e in run.events) for run in runs)
    return runs[0].raised if is_early else ""


def _early_error(mechanism: Mechanism, call: Call, runs: list[Run]) -> str:
    """The same for lists of other lengths, too."""
    error = _error_of(runs)
    for n in (1, 3, 4, 5):
        try:
            error = error and _error_of([run for _, run in zip(range(2), mechanism.ways(call, n, True))])
        except (Unsuitable, Refused):
            return ""
    return error


def find_call(mechanism: Mechanism, must_draw: bool) -> Call | None:
    """How the function is called; None: it takes no answers, or draws no noise."""
    parameters, made_with = _inspected(mechanism)
    mechanism.epsilon = mechanism.settings.epsilon_of([p.name for p in [*parameters, *made_with]])
    is_method = bool("." in mechanism.function.name)
    ways = {private: _ways(mechanism, parameters, private, is_method)
            for private in _candidates(mechanism, parameters)}
    calls = [Call(private, way) for private in ways for way in ways[private]]
    # what is gone through is private, before what may be a number
    calls.sort(key=lambda call: call.way == "number" and ways[call.private][0] != "number")
    failures: list[str] = []
    refused: dict[str, Refused] = {}
    unused: Call | None = None
    for call in calls:
        if call.private in refused:
            continue  # another argument may be private
        mechanism.forget()
        try:
            runs = _first_runs(mechanism, call)
        except (Unsuitable, Misused) as error:
            failures.append(str(error))
            continue
        except Refused as error:
            refused[call.private] = error
            uses = mechanism.last is not None and any(map(is_answer, mechanism.last.used))
            if mechanism.settings.option("private") or not isinstance(error, NeedsValue) or (
                    not error.is_list and (uses or _is_likelier(call.private, error.name))):
                raise next(iter(refused.values())) from None
            continue
        error_text = _early_error(mechanism, call, runs)
        if error_text:
            failures.append(f"it ends with {error_text}, whatever the answers are")
            continue
        if must_draw and not any(isinstance(e, Draw) for run in runs for e in run.events):
            continue
        number = Call(call.private, "number")
        if call.way in ("array", "list") and number in calls and not _is_plural(call.private) and \
                any(map(_shares_a_draw, runs)) and _works(mechanism, number):
            call = number
        if any(is_answer(a) for run in runs for a in run.used):
            return call
        unused = unused or call
    if unused is not None:
        return unused  # nothing depends on its answers
    if refused:
        raise next(iter(refused.values()))
    if failures and not must_draw:
        raise Refused(f"it cannot be run: {failures[0]}")
    return None


def list_of(mechanism: Mechanism, call: Call, n: int) -> dict[str, Any]:
    ways = mechanism.ways(call, n)
    first = list(itertools.islice(ways, MOST_CELLS + 1))
    told = one_piece(first, mechanism.settings.option("adjacency"), Fraction(mechanism.settings.option("sensitivity", "1")))
    return {"answers": n, "nodes": tree_of(itertools.chain(first, ways) if told is None else [told])}


def lists_up_to(mechanism: Mechanism, call: Call, most: int) -> list[dict[str, Any]]:
    """Lists of 1, 2, ... answers, as far as the number of ways allows."""
    lists: list[dict[str, Any]] = []
    for n in range(1, most + 1):
        try:
            lists.append(list_of(mechanism, call, n))
            mechanism.limits.ways = min(mechanism.limits.ways, _MOST_WAYS)  # of longer ones
        except TooMuch:
            if not lists:
                raise
            break
        size = sum(len(one["nodes"]) for one in lists)
        if size > _MOST_NODES:
            break
    return lists
