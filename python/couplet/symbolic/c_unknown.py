# SPDX-License-Identifier: Apache-2.0
"""Parameters without a value: public numbers that may be any, where that changes no verdict.

Let every answer a_j be a_j + r T instead, for one number r. A decision on c + s T + the sum of m_j a_j + noise, where
s + r times the sum of the m_j is 0, is then one that T is not in. Where this holds of all decisions, the mechanism is
the same for every T, but for the names of its answers, and for outputs, which move. That tells no output from another
that it was like before where all move by the same, or have noise of Laplace of their own. An array T[j] moves a_j
alone. Everything else asks for a value.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .errors import Refused
from .values import Atom, Real, is_answer

#: Atoms up to this one are parameters.
_FIRST = -10 ** 9


class NeedsValue(Refused):
    """A parameter must have a value."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the argument '{name}' needs a value: -D {name}=…")


@dataclass
class Unknown:
    """The parameters of one mechanism that have no value. ``ratios``: the number r of each, once it is known;
    ``whole``: those that are whole numbers."""
    names: list[tuple[str, int | None]] = field(default_factory=list)
    ratios: dict[str, Fraction] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    outputs: dict[str, set[tuple[Any, Any]]] = field(default_factory=dict)
    has_decided: bool = False

    def terms(self, name: str, index: int | None, is_whole: bool) -> dict[Atom, Fraction]:
        """The terms of a real that is this parameter, or its element."""
        if self.has_decided and not any(known == name for known, _ in self.names):
            self.ratios[name] = Fraction(0)  # decisions before knew nothing of it
        if (name, index) not in self.names:
            self.names.append((name, index))
        if is_whole:
            self.whole.add(name)
        return {_FIRST - self.names.index((name, index)): Fraction(1)}

    def split(self, value: Real) -> tuple[dict[Atom, Fraction], dict[tuple[str, int | None], Fraction]]:
        """The terms that remain, and the factors of parameters."""
        kept = {a: k for a, k in value.terms.items() if a > _FIRST}
        return kept, {self.names[_FIRST - a]: k for a, k in value.terms.items() if a <= _FIRST}

    def decided(self, value: Real, needs_whole: bool) -> dict[Atom, Fraction]:
        """The terms of what a decision is about. Raises Refused where a parameter needs a value for it."""
        terms, factors = self.split(value)
        self.has_decided |= any(map(is_answer, terms))
        for name in self._known():
            self._need_ratio(name, self._ratio(name, terms, factors), needs_whole)
        return terms

    def shown(self, value: Real, is_fresh: bool) -> dict[Atom, Fraction]:
        """The terms of what is output. is_fresh: it has noise of its own."""
        terms, factors = self.split(value)
        if not terms and factors:
            raise NeedsValue(min(factors)[0])
        for name in [] if is_fresh else self._known():
            answers = tuple((a, k) for a, k in terms.items() if is_answer(a))
            self.outputs.setdefault(name, set()).add((answers, tuple(factors.items())))
            self._need_equal_moves(name)
        return terms

    def _known(self) -> list[str]:
        return sorted({name for name, _ in self.names})

    def _need_equal_moves(self, name: str) -> None:
        """Outputs without noise of their own move by the same; by nothing, with an array."""
        ratio = self.ratios.get(name, Fraction(0))
        moves = set()
        for answers, factors in self.outputs.get(name, ()):
            moved = {-1 - a if self._is_array(name) else None: Fraction(0) for a, _ in answers}
            for a, k in answers:
                moved[-1 - a if self._is_array(name) else None] += ratio * k
            for (known, j), k in factors:
                if known == name:
                    moved[j] = moved.get(j, Fraction(0)) + k
            moves |= set(moved.values()) | {Fraction(0) for _ in answers if self._is_array(name)}
        if len(moves) > 1:
            raise NeedsValue(name)

    def _is_array(self, name: str) -> bool:
        return any(index is not None for known, index in self.names if known == name)

    def _need_ratio(self, name: str, ratio: Fraction | None, needs_whole: bool) -> None:
        if ratio is not None and (self.ratios.setdefault(name, ratio) != ratio or (
                needs_whole and ratio and (ratio.denominator != 1 or name not in self.whole))):
            raise NeedsValue(name)
        self._need_equal_moves(name)

    def _ratio(self, name: str, terms: dict[Atom, Fraction],
               factors: dict[tuple[str, int | None], Fraction]) -> Fraction | None:
        """The number r that this decision asks for; None: any."""
        answers = {a: k for a, k in terms.items() if is_answer(a)}
        elements = {index: k for (known, index), k in factors.items() if known == name}
        if self._is_array(name):
            found = {-elements.pop(-1 - a, Fraction(0)) / k for a, k in answers.items()}
            if elements or len(found) > 1:
                raise NeedsValue(name)
            return found.pop() if found else None
        total, factor = sum(answers.values(), Fraction(0)), elements.get(None, Fraction(0))
        if total == 0 and factor:
            raise NeedsValue(name)
        return -factor / total if total else None
