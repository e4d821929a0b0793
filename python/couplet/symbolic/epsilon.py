# SPDX-License-Identifier: Apache-2.0
"""Epsilon as a symbol: sums of multiples of its powers, and the range that decisions leave it."""
from __future__ import annotations

import numbers
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .errors import NeedsNumber
from .number import Number, line_of, simplest

#: What the powers are multiplied by: numbers as the language computes them.
Powers = dict[int, Any]


def is_number(value: object) -> bool:
    """Whether it is a number that has a value. Symbols say that they are floats."""
    return isinstance(value, numbers.Real) and not hasattr(type(value), "is_symbol")


def exact(value: Any) -> Fraction:
    """The number that a number of the program stands for. Raises ValueError for NaN and infinity."""
    if type(value) is Number:
        return value.fraction
    if isinstance(value, Fraction):
        return value
    if hasattr(value, "item") and not issubclass(type(value), (int, float)):
        value = value.item()
    return simplest(value) if issubclass(type(value), float) else Fraction(value)


class Range:
    """The values that epsilon may have: all above 0 at first, fewer after decisions on it."""

    def __init__(self) -> None:
        self.above, self.below = Fraction(0), None  # type: Fraction, Fraction | None
        self.above_is_in = self.below_is_in = False

    def decide(self, bound: Fraction, strict: bool) -> bool | None:
        """Whether epsilon > bound (or >=, if not strict) for all of the range; None: for a part."""
        if bound < self.above or (bound == self.above and (not strict or not self.above_is_in)):
            return True
        if self.below is not None and (bound > self.below or (
                bound == self.below and (strict or not self.below_is_in))):
            return False
        return None

    def restrict(self, bound: Fraction, strict: bool, greater: bool) -> None:
        if greater:
            self.above, self.above_is_in = bound, not strict
        else:
            self.below, self.below_is_in = bound, strict

    def contains(self, value: Fraction) -> bool:
        over = value > self.above or (value == self.above and self.above_is_in)
        return over and (self.below is None or value < self.below or
                         (value == self.below and self.below_is_in))

    def text(self) -> str | None:
        """`1 < epsilon <= 20`; None for all."""
        if self.above == 0 and self.below is None:
            return None
        left = "" if self.above == 0 else f"{self.above} {'<=' if self.above_is_in else '<'} "
        right = "" if self.below is None else f" {'<=' if self.below_is_in else '<'} {self.below}"
        return f"{left}epsilon{right}"


class Epsilon:
    """A sum of multiples of powers of the symbol epsilon > 0."""

    __slots__ = ("powers", "decide")

    def __init__(self, powers: Powers, decide: Callable[[Fraction, bool], bool]) -> None:
        self.powers = {power: factor for power, factor in powers.items() if factor != 0}
        self.decide = decide

    def _made(self, powers: Powers) -> Any:
        value = Epsilon(powers, self.decide)
        return value.powers.get(0, 0) if set(value.powers) <= {0} else value

    def _other(self, other: Any) -> Powers | None:
        if isinstance(other, Epsilon):
            return other.powers
        if not is_number(other):
            return None
        if issubclass(type(other), float):
            other = Number.of(other, line_of())
        return {0: other}

    def __add__(self, other: Any) -> Any:
        powers = self._other(other)
        if powers is None:
            return NotImplemented
        total = dict(self.powers)
        for power, factor in powers.items():
            total[power] = total[power] + factor if power in total else factor
        return self._made(total)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self._made({power: -factor for power, factor in self.powers.items()})

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else (-self) + other

    def __mul__(self, other: Any) -> Any:
        powers = self._other(other)
        if powers is None:
            return NotImplemented
        total: Powers = {}
        for p, a in self.powers.items():
            for q, b in powers.items():
                total[p + q] = total[p + q] + a * b if p + q in total else a * b
        return self._made(total)

    __rmul__ = __mul__

    @staticmethod
    def _quotient(a: Any, b: Any) -> Any:
        return Fraction(a) / Fraction(b) if isinstance(a, int) and isinstance(b, int) else a / b

    def _over(self, above: Powers, below: Powers) -> Any:
        if len(below) != 1:
            ratio = self._proportion(above, below)
            if ratio is None:
                raise NeedsNumber("a quotient of sums with epsilon")
            return ratio
        (power, divisor), = below.items()
        return self._made({p - power: self._quotient(a, divisor) for p, a in above.items()})

    def _proportion(self, above: Powers, below: Powers) -> Any:
        """The quotient of two sums of the same shape, None if it is not a number."""
        if set(above) != set(below) or not below:
            return None
        ratios = {exact(above[power]) / exact(below[power]) for power in below}
        return ratios.pop() if len(ratios) == 1 else None

    def __truediv__(self, other: Any) -> Any:
        powers = self._other(other)
        if powers is None:
            return NotImplemented
        if not isinstance(other, Epsilon) and other == 0:
            raise ZeroDivisionError("division by zero")
        return self._over(self.powers, powers)

    def __rtruediv__(self, other: Any) -> Any:
        powers = self._other(other)
        return NotImplemented if powers is None else self._over(powers, self.powers)

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int) or len(self.powers) != 1:
            raise NeedsNumber("a power of epsilon")
        (power, factor), = self.powers.items()
        return self._made({power * exponent: factor ** exponent})

    def _sign(self, other: Any, strict: bool) -> bool:
        """Whether self - other > 0 (or >= 0, if not strict)."""
        difference = self - other
        if not isinstance(difference, Epsilon):
            return bool(difference > 0 if strict else difference >= 0)
        powers = {power: exact(factor) for power, factor in difference.powers.items()}
        signs = {factor > 0 for factor in powers.values()}
        if len(signs) == 1:
            return signs.pop()
        low, *between, high = sorted(powers)
        if between or high - low != 1:
            raise NeedsNumber("a comparison of epsilon")
        bound = -powers[low] / powers[high]
        if powers[high] > 0:
            return self.decide(bound, strict)
        return not self.decide(bound, not strict)

    def __gt__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else self._sign(other, True)

    def __ge__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else self._sign(other, False)

    def __lt__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else not self._sign(other, False)

    def __le__(self, other: Any) -> Any:
        return NotImplemented if self._other(other) is None else not self._sign(other, True)

    def __eq__(self, other: object) -> bool:
        if self._other(other) is None:
            return False
        return self._sign(other, False) and not self._sign(other, True)

    def __bool__(self) -> bool:
        return self != 0

    is_symbol = True

    def __getattr__(self, name: str) -> Any:
        if hasattr(0.5, name):
            raise NeedsNumber(f"epsilon is asked for its attribute '{name}'")
        raise AttributeError(name)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What the code sees: dispatch by type goes the way of a number."""
        return float

    def __copy__(self) -> Epsilon:
        return self

    def __deepcopy__(self, memo: object) -> Epsilon:
        return self

    def _number(self, *_: object) -> Any:
        raise NeedsNumber("epsilon becomes a number")

    __reduce_ex__ = _number
    exp = exp2 = expm1 = log = log2 = log10 = log1p = sqrt = cbrt = rint = floor = ceil = trunc = _number  # as numpy asks for them

    __float__ = __int__ = __index__ = __hash__ = __round__ = __floor__ = __ceil__ = _number
    __format__ = __str__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __rpow__ = _number

    def __repr__(self) -> str:
        return " + ".join(f"{factor}*epsilon^{power}" for power, factor in self.powers.items())
