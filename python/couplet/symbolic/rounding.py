# SPDX-License-Identifier: Apache-2.0
"""Noisy values that are rounded: the rounded one is output, or compared with numbers.

That it is k says of the value that it is at least one number and below another, which costs what telling the value
costs (docs/theory.md, section 5: both differences are bounded, so that none may grow).
"""
from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .epsilon import exact, is_number
from .errors import Refused
from .texts import Text
from .values import Real, rounding

#: The least value that is rounded to at least a whole number c, and whether it is that itself.
_LEAST: dict[str, Callable[[int], tuple[Fraction, bool]]] = {
    "round": lambda c: (Fraction(2 * c - 1, 2), True), "floor": lambda c: (Fraction(c), True), "ceil": lambda c: (Fraction(c - 1), False),
    "trunc": lambda c: (Fraction(c), True) if c > 0 else (Fraction(c - 1), False)}


class Rounded(Text):
    """value, rounded in a way to multiples of unit."""

    def __init__(self, value: Real, way: str, unit: Fraction = Fraction(1), is_float: bool = False) -> None:
        super().__init__([way, str(unit), value])
        self.value, self.way, self.unit, self.is_float = value, way, unit, is_float

    def stands_for(self) -> Any:
        return 0.5 if self.is_float else 1

    def _is_at_least(self, bound: Any, strictly: bool) -> bool:
        if not is_number(bound) or bound != bound or abs(bound) == float("inf"):
            return self._refuse()  # type: ignore[no-any-return]
        multiples = exact(bound) / self.unit
        least = math.floor(multiples) + 1 if strictly else math.ceil(multiples)
        limit, is_in = _LEAST[self.way](least)
        return bool(self.value >= limit * self.unit if is_in else self.value > limit * self.unit)

    def _compared(self, other: Any, name: str) -> Any:
        return self._refuse() if name in ("eq", "ne") else self._is_at_least(other, name in ("gt", "le")) == (name in ("ge", "gt"))

    def _refuse(self, *_: Any) -> Any:
        raise Refused("a noisy value that was rounded is computed with; round it last")


for _way in _LEAST:
    setattr(Rounded, f"__{_way}__", rounding(_way))


def rounded(value: Any, way: str, digits: Any = None, is_float: bool = False) -> Any:
    """A noisy value, or one that is rounded already, as a whole number or with some digits."""
    unit = Fraction(1) if digits is None else Fraction(1, 10) ** int(digits)
    if isinstance(value, Rounded):
        if value.unit % unit:
            value._refuse()
        return Rounded(value.value, value.way, value.unit, is_float)
    if not value.run.is_continuous(value):
        return value._refuse("a private value is rounded before noise is added")
    if value.publics:
        raise Refused("a noisy value with an argument that has no value is rounded")
    return Rounded(value, way, unit, is_float or digits is not None)
