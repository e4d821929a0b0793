# SPDX-License-Identifier: Apache-2.0
"""Linear constraints over the reals, exactly: whether they can all hold, and their projections."""
from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

#: (factors of atoms, constant, strict): the sum is > 0 if strict, else >= 0.
Row = tuple[dict[int, Fraction], Fraction, bool]

#: Rows that elimination may reach before it gives up.
MOST_ROWS = 2000


def _normal(row: Row) -> tuple[tuple[tuple[int, Fraction], ...], Fraction, bool]:
    """The row divided by the size of its first factor."""
    factors = sorted(row[0].items())
    size = abs(factors[0][1])
    return tuple((a, k / size) for a, k in factors), row[1] / size, row[2]


def _tightest(rows: Iterable[Row]) -> list[Row] | None:
    """Of rows with the same factors the tightest; None: a row without factors does not hold."""
    best: dict[tuple[tuple[int, Fraction], ...], tuple[Fraction, bool]] = {}
    for row in rows:
        if not row[0]:
            if row[1] < 0 or (row[1] == 0 and row[2]):
                return None
            continue
        factors, constant, strict = _normal(row)
        known = best.get(factors)
        if known is None or constant < known[0] or (constant == known[0] and strict):
            best[factors] = constant, strict
    return [(dict(factors), *bound) for factors, bound in best.items()]


def _combine(low: Row, high: Row, atom: int) -> Row:
    """The sum of multiples of a lower and an upper bound of atom in which it does not stand."""
    p, q = -high[0][atom], low[0][atom]
    factors = {a: p * k for a, k in low[0].items()}
    for a, k in high[0].items():
        total = factors.get(a, Fraction(0)) + q * k
        if total:
            factors[a] = total
        else:
            del factors[a]
    return factors, p * low[1] + q * high[1], low[2] or high[2]


def _sides(rows: list[Row], keep: set[int]) -> dict[int, list[int]]:
    """Of each atom that is not in keep how many rows bound it from below, and how many from above."""
    sides: dict[int, list[int]] = {}
    for row in rows:
        for atom, factor in row[0].items():
            if atom not in keep:
                sides.setdefault(atom, [0, 0])[factor < 0] += 1
    return sides


def _without_free(rows: list[Row], keep: set[int]) -> list[Row]:
    """Without the rows in which an atom stands that is bounded from one side only: it can always make them hold."""
    while True:
        free = {atom for atom, (low, high) in _sides(rows, keep).items() if not (low and high)}
        if not free:
            return rows
        rows = [row for row in rows if free.isdisjoint(row[0])]


def project(rows: Iterable[Row], keep: set[int]) -> list[Row] | None:
    """What the rows say of the atoms in keep (Fourier and Motzkin); None: they cannot all hold.
    Raises OverflowError where that takes too many rows."""
    left = _tightest(_without_free(list(rows), keep))
    while left is not None:
        left = _without_free(left, keep)
        sides = _sides(left, keep)
        if not sides:
            return left
        atom = min(sides, key=lambda a: (sides[a][0] * sides[a][1], a))
        lows = [row for row in left if row[0].get(atom, 0) > 0]
        highs = [row for row in left if row[0].get(atom, 0) < 0]
        if len(lows) * len(highs) > MOST_ROWS:
            raise OverflowError("too many constraints")
        left = _tightest([row for row in left if atom not in row[0]] +
                         [_combine(low, high, atom) for low in lows for high in highs])
    return None


def connected(rows: Iterable[Row], atoms: Iterable[int]) -> list[Row]:
    """The rows that have something to do with the atoms, by way of others too."""
    left, reached = list(rows), set(atoms)
    found: list[Row] = []
    while True:
        near = [row for row in left if not reached.isdisjoint(row[0])]
        if not near:
            return found
        found += near
        left = [row for row in left if reached.isdisjoint(row[0])]
        for row in near:
            reached.update(row[0])


def can_hold(rows: Iterable[Row]) -> bool:
    return project(rows, set()) is not None
