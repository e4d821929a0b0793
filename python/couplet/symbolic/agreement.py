# SPDX-License-Identifier: Apache-2.0
"""The automaton for lists of any length beside the function on lists of one to four answers.

Short lists are run as they are, without the stand-ins for lists of any length: they must take the paths of the
automaton one to one, with the same decisions, draws and outputs. What differs is a fault of the reader, which is
told instead of a verdict.
"""
from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .errors import NotRepeatable, Refused, TooMuch
from .explore import whole_tree_of, without_idle
from .mechanism import Call, Unsuitable
from .outputs import MARK
from .pieces import one_piece
from .run import KINDS, Decision, Draw, Output, Run
from .values import Atom, Real, answer_atom, is_answer

MOST_ANSWERS, _MOST_PATHS = 4, 400


@dataclass
class Segment:
    """What a run does from a request for an answer to the next, or to its end.
    atoms: those live at the request where it ends, in the order of that state."""
    events: list[Any]
    target: int | None
    atoms: list[Atom]
    is_behind: bool = False  # after the end of the list
    counts: dict[Any, int] = field(default_factory=dict)  # of counters that are live at its end: by how much they rose, or their values


@dataclass
class Segments:
    """All of them, by the state that they begin in (None: the beginning); of each state its live atoms and its answer. counters: the
    numbers by which told ones are called."""
    of: dict[int | None, list[Segment]] = field(default_factory=dict)
    counters: dict[Any, int] = field(default_factory=dict)
    live: dict[int, tuple[list[Atom], int]] = field(default_factory=dict)


@dataclass
class Path:
    """Draws, decisions and outputs of a whole run, with atoms as numbers."""
    draws: list[Draw]
    decisions: list[tuple[Any, ...]]
    texts: list[str]
    reals: list[Any]
    is_whole: bool = False  # whether it came to the end of the list
    counts: dict[Any, int] = field(default_factory=dict)  # the values of counters at the last request

    def is_continuous(self, terms: Any) -> bool:
        return any(not is_answer(a) and KINDS[self.draws[a].kind] for a, _ in terms)

    def key(self) -> Any:
        """What a path is told from others by: answers and draws are numbered as they are first used."""
        order: dict[Atom, int] = {}

        def kind(atom: Atom) -> Any:
            return () if is_answer(atom) else (self.draws[atom].kind, self.draws[atom].rate)

        def named(form: tuple[Any, ...]) -> Any:
            terms, *rest = form
            for atom, _ in sorted(terms, key=lambda term: (is_answer(term[0]), kind(term[0]), term[1], abs(term[0]))):
                order.setdefault(atom, len(order))
            numbered = sorted((order[a], k) for a, k in terms)
            size = numbered[0][1] if numbered and rest[1:] else abs(numbered[0][1]) if numbered else Fraction(1)
            if size == 1:
                return tuple(numbered), *rest
            constant, *how = rest
            if size < 0:  # -x >= 0 is true where x > 0 is not
                strict, met = how
                how = [strict if self.is_continuous(terms) else not strict, not met]
            return tuple((a, k / size) for a, k in numbered), constant / size, *how
        decisions = tuple(map(named, self.decisions))
        reals = tuple(sorted(map(named, self.reals), key=repr))
        return decisions, reals, tuple(map(kind, order))


class _Follower:
    """Puts segments together to the paths of lists of n answers."""

    def __init__(self, segments: Segments, n: int) -> None:
        self.segments, self.n = segments, n
        self.count = 0

    def paths(self) -> Iterator[Path]:
        pending: list[tuple[Segment, list[Atom], int, Path]] = [(segment, [], 0, Path([], [], [], [])) for segment in self.segments.of.get(None, [])]
        while pending:
            segment, live, taken, before = pending.pop()
            path, found = self._extended(before, segment, live, taken)
            if segment.target is None:
                self.count += 1
                if self.count > _MOST_PATHS:
                    raise TooMuch("too many paths")
                yield path
                continue
            at_end = taken == self.n
            pending += [(following, found, taken + (not at_end), path) for following in self.segments.of.get(segment.target, [])
                        if following.is_behind == at_end]

    def _extended(self, before: Path, segment: Segment, live: list[Atom], taken: int) -> tuple[Path, list[Atom]]:
        """The path with one segment more, and the atoms that are live after it. live: before it."""
        source = segment.events[0] if segment.events and isinstance(segment.events[0], _Start) else None
        path = Path(list(before.draws), list(before.decisions), list(before.texts), list(before.reals), segment.is_behind)
        path.counts = {site: before.counts.get(site, 0) + rise for site, rise in segment.counts.items()}
        names = _Names()
        first = 0
        if source is not None:
            names |= dict(zip(source.atoms, live)) | {answer_atom(source.asks): answer_atom(taken - 1)}
            first = source.draws
        for event in segment.events:
            if isinstance(event, Draw):
                names[first] = len(path.draws)
                path.draws.append(event)
                first += 1
            elif isinstance(event, Decision) and not event.only_way:
                path.decisions.append(_decision(event, names))
            elif isinstance(event, Output):
                path.texts += [_at(self._counted(event.text, before), taken, self.n)] if event.text != MARK else []
                path.texts += [MARK] * len(event.reals)
                path.reals += [_form(real, names) for real in event.reals]
        return path, [names[a] for a in segment.atoms]

    def _counted(self, text: str, before: Path) -> str:
        """A text with its counters, of which the automaton says how much they rose, as numbers."""
        numbers = {number: before.counts.get(site, 0) for site, number in self.segments.counters.items()}

        def number(match: re.Match[str]) -> str:
            parts = [part.split("*") for part in (match[2] or "+1*1").split()]
            return str(int(match[1]) + sum(int(factor) * numbers.get(int(which), 0) for factor, which in parts))
        return re.sub(r"\bcount([+-]\d+)(?: of ((?:[+-]\d+\*\d+ ?)+))?", number, text)


class _Names(dict[Atom, Atom]):
    """The atoms of a path by those of a segment. What is clipped in a second way has no other name."""

    numbers = itertools.count(1)

    def __missing__(self, atom: Atom) -> Atom:
        return self.setdefault(atom, atom * 2 - next(self.numbers))


@dataclass(frozen=True)
class _Start:
    """How the atoms of a segment are numbered: those live where it begins, its answer, its first draw."""
    atoms: tuple[Atom, ...]
    asks: int
    draws: int


def segment_of(run: Run, begin: int, source: tuple[list[Atom], int] | None, target: int | None, atoms: list[Atom],
               is_behind: bool = False, counts: dict[Any, int] | None = None) -> Segment:
    """The segment of a run's events from number begin on. source: the live atoms and the answers taken before."""
    events: list[Any] = list(run.events[begin:])
    if source is not None:
        draws = len(run.kinds) - sum(isinstance(e, Draw) for e in events)
        events.insert(0, _Start(tuple(source[0]), source[1], draws))
    return Segment(events, target, atoms, is_behind, counts or {})


def _form(value: Real, names: dict[Atom, Atom]) -> tuple[Any, ...]:
    return tuple((names[a], k) for a, k in value.terms.items()), value.constant


def _decision(event: Decision, names: dict[Atom, Atom]) -> tuple[Any, ...]:
    strict = event.strict and not event.value.run.is_continuous(event.value)
    return *_form(event.value, names), strict, event.met


def _at(text: str, taken: int, n: int) -> str:
    """A text with its positions, of which the automaton says how far they are away, as numbers."""
    text = re.sub(r"round([+-]\d+)", lambda match: str(int(match[1]) + taken), text)
    return re.sub(r"\blength([+-]\d+)?", lambda match: str(int(match[1] or 0) + n), text)


def _paths_of(nodes: list[dict[str, Any]]) -> Iterator[Path]:
    """The paths of a tree (docs/formats.md), in which decisions that both ways go on alike after do not stand."""
    pending = [(0, Path([], [], [], []))]
    while pending:
        at, path = pending.pop()
        while "end" not in nodes[at]:
            node = nodes[at]
            at += 1
            if "draw" in node:
                path.draws.append(Draw(node["draw"], Fraction(node["rate"])))
            elif "decide" in node:
                form = _of_json(node["decide"])
                strict = bool(node.get("strict")) and not path.is_continuous(form[0])
                other = Path(list(path.draws), [*path.decisions, (*form, strict, False)], list(path.texts), list(path.reals))
                pending.append((node["otherwise"], other))
                path.decisions.append((*form, strict, True))
            elif isinstance(node["output"], str):
                path.texts.append(node["output"])
            else:
                path.texts.append(MARK)
                path.reals.append(_of_json(node["output"]))
        yield path


def _of_json(form: dict[str, Any]) -> tuple[Any, ...]:
    answers = [(answer_atom(int(a)), Fraction(k)) for a, k in form.get("a", {}).items()]
    return (*answers, *((int(z), Fraction(k)) for z, k in form.get("z", {}).items())), Fraction(form.get("c", 0))


def _same_partition(pairs: list[tuple[Any, Any]]) -> bool:
    """Whether the first of two pairs are equal exactly where the second are."""
    return len(set(pairs)) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def _agree(segments: Segments, paths: list[Path], n: int, tells_all: bool) -> bool:
    """tells_all: more is told of the automaton than of the function."""
    expected: dict[Any, Path] = {}
    for path in _Follower(segments, n).paths():
        if expected.setdefault(path.key(), path).texts != path.texts:
            return False
    found = {path.key(): path for path in paths}
    if expected.keys() != found.keys() or len(found) != len(paths):
        return False
    if tells_all:
        return True
    # a list that is gone through to its end may tell what a shorter way tells: who knows its length is not told more
    whole = [(expected[key].is_whole, tuple(expected[key].texts), tuple(found[key].texts)) for key in found]
    return all(_same_partition([(one, other) for at_end, one, other in whole if at_end == side]) for side in (True, False)) and \
        len({(one, other) for _, one, other in whole}) == len({one for _, one, _ in whole})


# ---- Where only the place of the largest value is told ---------------------------------------

def _extremes_of(path: Path, n: int) -> tuple[int | None, int | None]:
    """The answers whose noisy values are the largest and the smallest by a path's decisions; None: they do not say it."""
    above: set[tuple[int, int]] = set()
    for terms, constant, _, met in path.decisions:
        answers = {a: k for a, k in terms if is_answer(a)}
        if len(answers) != 2 or len(terms) != 4 or sum(answers.values()) or constant:
            return None, None
        one, other = (next(-1 - a for a, k in answers.items() if (k > 0) == way) for way in (True, False))
        above.add((one, other) if met else (other, one))
    for _ in range(n):
        above |= {(a, d) for a, b in above for c, d in above if b == c}
    top = next((i for i in range(n) if all((i, j) in above for j in range(n) if j != i)), None)
    return top, next((i for i in range(n) if all((j, i) in above for j in range(n) if j != i)), None)


def _tells_largest(paths: list[Path], n: int, tells_value: bool) -> bool:
    """Whether exactly the place of the largest value is told, or of the smallest; or this value, with its place or alone."""
    places = [_extremes_of(path, n) for path in paths]
    if any(bool(path.reals) != tells_value or any(len(terms) != 2 for terms, _ in path.reals) for path in paths):
        return False
    values = [{-1 - a for terms, _ in path.reals for a, _ in terms if is_answer(a)} for path in paths]
    return any(None not in chosen and all(value <= {place} for value, place in zip(values, chosen)) and
               (_same_partition([(place, tuple(path.texts)) for place, path in zip(chosen, paths)]) or
                tells_value and len({tuple(path.texts) for path in paths}) == 1) for chosen in zip(*places))


# ---- The comparison --------------------------------------------------------------------------

def difference(mechanism: Any, call: Call, segments: Segments | None, tells_value: bool = False, tells_all: bool = False) -> str | None:
    """Why the automaton is not that of the function; None: short lists take its paths. segments: None where the
    automaton is that of the largest value. tells_value: which is told, too."""
    understood, settings = mechanism.understood, mechanism.settings
    before = dict(understood.outputs), dict(understood.messages), mechanism.range_text
    understood.hides_chance = True
    try:
        for n in range(1, MOST_ANSWERS + 1):
            tried = getattr(mechanism, "tried_ways", {}).get((call.private, call.way, n)) if not (understood.chances or understood.clips) else None
            runs: list[Any] = tried or [*itertools.islice(mechanism.ways(call, n, True), _MOST_PATHS + 1)]
            if len(runs) > _MOST_PATHS:
                return None
            told = one_piece(runs, settings.option("adjacency"), Fraction(settings.option("sensitivity", "1")))
            whole = whole_tree_of(runs if told is None else [told])
            # an array decides on all its values, though the first that is met may be all that is told
            if not any(_tells_largest([*_paths_of(tree)], n, tells_value) if segments is None else _agree(segments, [*_paths_of(tree)], n, tells_all)
                       for tree in (whole, without_idle(whole))):
                return f"the automaton differs from the function for lists of {n} answer{'s' if n > 1 else ''}, " \
                       "which is a fault of Couplet's; please report it"
    except TooMuch:
        return None
    except (Refused, NotRepeatable, Unsuitable) as error:
        if understood.needs_more and isinstance(error, Refused):
            return None  # what it does after the end of a list is not defined
        return f"lists of {n} answers cannot be run: {error}"
    finally:
        understood.hides_chance = False
        understood.outputs, understood.messages, mechanism.range_text = before
    return None
