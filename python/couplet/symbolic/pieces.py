# SPDX-License-Identifier: Apache-2.0
"""Answers that are clipped, or of which one is chosen, before noise: decisions on answers alone cut them into cells.

Where the mechanism does the same in all cells, but for the pieces of one function f of the answers that is continuous
and whose slopes (sums of sizes, for answers that differ by 1 each) are at most L, two adjacent lists differ in f by at
most L. Then f stands for L times one answer. Without other decisions, what is output tells values plus noise, whose cost
depends on the difference alone: it is exact where some cell has two adjacent lists that differ in f by L.
"""
from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .feasible import Row, can_hold
from .run import Ask, Decision, Draw, Output, Run
from .values import Real, answer_atom, is_answer

#: More cells are not compared with each other.
MOST_CELLS = 80
_ADJACENT = ("", "any", "as-said")


@dataclass
class Told:
    """The events of all runs as those of one."""
    events: list[Any]


@dataclass
class _Cell:
    """rows: what holds of the answers in it; steps: the events but decisions; values: what is output there, without noise."""
    rows: list[Row]
    steps: list[Any]
    values: list[Real]


def one_piece(runs: list[Run], adjacency: str, sensitivity: Fraction) -> Told | None:
    """The one run that these ways come to; None: they do not."""
    cells = [_cell_of(run) for run in runs]
    if not 1 < len(cells) <= MOST_CELLS or any(cell is None for cell in cells):
        return None
    known = [cell for cell in cells if cell is not None]
    if any(cell.steps != known[0].steps for cell in known):
        return None
    pieces, factors = _pieces(known)
    slope = max((_slope(piece) for piece in pieces), default=Fraction(0))
    by_one = all(len(piece.terms) <= 1 for piece in pieces)
    if not slope or not (adjacency in _ADJACENT or by_one) or not _is_continuous(known, pieces) or \
            not any(_reaches(cell, piece, slope, sensitivity, adjacency) for cell, piece in zip(known, pieces)):
        return None
    values = iter(factors)
    return Told([_with_answer(event, values, slope) if isinstance(event, Output) else event
                 for event in runs[0].events if isinstance(event, (Draw, Output))])


def _slope(piece: Real) -> Fraction:
    return sum((abs(k) for k in piece.terms.values()), Fraction(0))


def _parts(value: Real) -> tuple[Real, Any]:
    """What answers and constants make of a value, and its noise."""
    answers = {a: k for a, k in value.terms.items() if is_answer(a)}
    noise = tuple(sorted((a, k) for a, k in value.terms.items() if not is_answer(a)))
    return Real(value.run, value.constant, answers), noise


def _cell_of(run: Run) -> _Cell | None:
    cell = _Cell([], [], [])
    for event in run.events:
        if isinstance(event, Decision) and not event.only_way:
            if not all(map(is_answer, event.value.terms)):
                return None
            sign = 1 if event.met else -1
            cell.rows.append(({a: k * sign for a, k in event.value.terms.items()}, event.value.constant * sign, False))
        elif isinstance(event, Draw):
            cell.steps.append((event.kind, event.rate))
        elif isinstance(event, Output):
            parts = [_parts(real) for real in event.reals]
            if any(real.publics for real in event.reals) or not all(noise for _, noise in parts):
                return None
            cell.steps.append((event.text, [noise for _, noise in parts]))
            cell.values += [value for value, _ in parts]
        elif not isinstance(event, (Ask, Decision)):
            return None
    return cell


def _pieces(cells: list[_Cell]) -> tuple[list[Real], list[tuple[Fraction, Fraction]]]:
    """The pieces of a function f, one for each cell, and of each value that is output m and b where it is m * f + b. No
    pieces: there is no such function."""
    n = len(cells[0].values)
    first = next((i for i in range(n) if any(cell.values[i].terms for cell in cells)), None)
    if first is None:
        return [], []
    pieces = [cell.values[first] for cell in cells]
    at = next(i for i, piece in enumerate(pieces) if piece.terms)
    atom, slope = next(iter(pieces[at].terms.items()))
    factors = []
    for i in range(n):
        m = cells[at].values[i].terms.get(atom, Fraction(0)) / slope
        rests = {_form(cell.values[i], piece, m) for cell, piece in zip(cells, pieces)}
        if len(rests) != 1 or None in rests:
            return [], []
        factors.append((m, rests.pop() or Fraction(0)))
    return pieces, factors


def _form(value: Real, piece: Real, m: Fraction) -> Fraction | None:
    """What is left of value without m * piece, where it is a number."""
    terms = {a: value.terms.get(a, Fraction(0)) - m * piece.terms.get(a, Fraction(0)) for a in {*value.terms, *piece.terms}}
    return None if any(terms.values()) else value.constant - m * piece.constant


def _difference(one: Real, other: Real) -> tuple[dict[int, Fraction], Fraction]:
    terms = {a: one.terms.get(a, Fraction(0)) - other.terms.get(a, Fraction(0)) for a in {*one.terms, *other.terms}}
    return {a: k for a, k in terms.items() if k}, one.constant - other.constant


def _is_continuous(cells: list[_Cell], pieces: list[Real]) -> bool:
    """Whether two pieces are equal wherever their cells meet."""
    for (cell, piece), (other, another) in itertools.combinations(zip(cells, pieces), 2):
        terms, constant = _difference(piece, another)
        for sign in (1, -1):
            row = {a: k * sign for a, k in terms.items()}, constant * sign, True
            try:
                if (terms or constant) and can_hold([*cell.rows, *other.rows, row]):
                    return False
            except OverflowError:
                return False
    return True


def _reaches(cell: _Cell, piece: Real, slope: Fraction, sensitivity: Fraction, adjacency: str) -> bool:
    """Whether two adjacent lists of the cell differ in f by as much as two can."""
    if _slope(piece) != slope or (adjacency not in _ADJACENT and min(piece.terms.values()) < 0):
        return False
    moved = [(terms, constant + sensitivity * sum(k * (1 if piece.terms[a] > 0 else -1) for a, k in terms.items() if a in piece.terms), strict)
             for terms, constant, strict in cell.rows]
    return can_hold([*cell.rows, *moved])


def _with_answer(event: Output, values: Any, slope: Fraction) -> Output:
    """The output with an answer in place of f."""
    reals = []
    for real in event.reals:
        m, rest = next(values)
        noise = {a: k for a, k in real.terms.items() if not is_answer(a)}
        reals.append(Real(real.run, rest, {**noise, **({answer_atom(0): m * slope} if m else {})}))
    return Output(event.text, tuple(reals), event.line)
