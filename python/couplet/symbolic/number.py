# SPDX-License-Identifier: Apache-2.0
"""Numbers of the user's code as the real numbers that they stand for.

A float that is written, or that a function gives, becomes a fraction once, where it arises; arithmetic on it is
exact from there on. Where that is not the number itself, but one within a unit in the last place, the line is kept.
"""
from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

#: Fractions with greater denominators become the simplest one near them again.
_MOST_BITS = 2048
#: What a function gives is taken for a rational number up to this denominator.
_MOST_DENOMINATOR = 1 << 16


def simplest(value: float) -> Fraction:
    """The fraction with the least denominator within two units in the last place. Raises ValueError and
    OverflowError for NaN and infinity."""
    number = Fraction(value)
    if number == 0:
        return number
    width = abs(number) / 2 ** 51
    low, high = number - width, number + width
    return -_simplest_between(-high, -low) if number < 0 else _simplest_between(low, high)


def _simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Stern and Brocot: the simplest fraction from low to high, both positive."""
    parts = []
    while True:
        whole = low.numerator // low.denominator
        if whole == low or whole + 1 <= high:
            parts.append(whole if whole == low else whole + 1)
            break
        parts.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole)
    value = Fraction(parts[-1])
    for part in reversed(parts[:-1]):
        value = part + 1 / value
    return value


class Number(float):
    """A float of the code. line: where a number arose in it that is not rational; 0 = all of it is exact."""

    __slots__ = ("fraction", "line")
    fraction: Fraction
    line: int

    def __new__(cls, fraction: Fraction, line: int = 0) -> Number:
        made = super().__new__(cls, fraction)
        if fraction.denominator.bit_length() + fraction.numerator.bit_length() > _MOST_BITS:
            fraction = simplest(float(made))
        made.fraction, made.line = fraction, line
        return made

    @staticmethod
    def of(value: float, line: int = 0) -> float:
        """A float as a number; NaN and infinity stay what they are. line: of the function that gives it, if it is
        one."""
        if type(value) is Number or not math.isfinite(value):
            return value
        fraction = simplest(float(value))
        return Number(fraction, line if fraction.denominator > _MOST_DENOMINATOR else 0)

    def __hash__(self) -> int:
        return float.__hash__(self)

    def __bool__(self) -> bool:
        return self.fraction != 0

    def __neg__(self) -> Number:
        return Number(-self.fraction, self.line)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return Number(abs(self.fraction), self.line)

    def __int__(self) -> int:
        return int(self.fraction)

    def __trunc__(self) -> int:
        return int(self.fraction)

    def __floor__(self) -> int:
        return math.floor(self.fraction)

    def __ceil__(self) -> int:
        return math.ceil(self.fraction)

    def __round__(self, digits: Any = None) -> Any:
        return round(self.fraction) if digits is None else Number(Fraction(round(self.fraction, digits)), self.line)

    def __reduce__(self) -> Any:
        return Number, (self.fraction, self.line)

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, memo: object) -> Number:
        return self

    def as_integer_ratio(self) -> tuple[int, int]:
        return self.fraction.as_integer_ratio()

    def is_integer(self) -> bool:
        return self.fraction.denominator == 1

    def __pow__(self, other: Any, modulus: None = None) -> Any:
        return _power(self, other)

    def __rpow__(self, other: Any, modulus: None = None) -> Any:
        return _power(other, self)


def _operand(value: Any) -> tuple[Fraction, int] | None:
    """The fraction of a number, and its line; None: it is no finite real number."""
    if type(value) is Number:
        return value.fraction, value.line
    if isinstance(value, (int, Fraction)):
        return Fraction(value), 0
    if not isinstance(value, numbers.Real) or hasattr(type(value), "is_symbol") or not math.isfinite(value):
        return None
    if isinstance(value, numbers.Integral):
        return Fraction(int(value)), 0
    return simplest(float(value)), 0


def _power(base: Any, exponent: Any) -> Any:
    p, q = _operand(base), _operand(exponent)
    if p is None or q is None:
        return _as_floats(operator.pow, base, exponent)
    line = p[1] or q[1]
    if q[0].denominator == 1 and abs(q[0]) * max(p[0].numerator.bit_length(), p[0].denominator.bit_length()) < _MOST_BITS and \
            (p[0] != 0 or q[0] >= 0):
        return Number(p[0] ** int(q[0]), line)
    value = float(p[0]) ** float(q[0])
    if not isinstance(value, float):
        return value
    made = Number.of(value)
    return Number(made.fraction, line or line_of()) if isinstance(made, Number) and \
        made.fraction ** q[0].denominator != p[0] ** q[0].numerator else made


def line_of() -> int:
    """The line of the user's code that runs now; 1 where there is none."""
    from .current import CURRENT
    return (CURRENT.run.line_of() if CURRENT.run is not None else 0) or 1


def _as_floats(work: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """work on floats, where one of them is not a finite number; NotImplemented: it is not a number at all."""
    if not all(isinstance(value, (int, float)) for value in (one, other)) or \
            any(hasattr(type(value), "is_symbol") for value in (one, other)):
        return NotImplemented
    return work(*(float.__pos__(value) if type(value) is Number else value for value in (one, other)))


def _arithmetic(work: Callable[[Any, Any], Any], is_reflected: bool) -> Callable[[Number, Any], Any]:
    def method(self: Number, other: Any) -> Any:
        operand = _operand(other)
        if operand is None:
            return _as_floats(work, other, self) if is_reflected else _as_floats(work, self, other)
        one, two = (operand[0], self.fraction) if is_reflected else (self.fraction, operand[0])
        value = work(one, two)
        line = self.line or operand[1]
        return tuple(Number(Fraction(part), line) for part in value) if isinstance(value, tuple) else Number(Fraction(value), line)
    return method


def _comparison(work: Callable[[Any, Any], Any]) -> Callable[[Number, Any], Any]:
    def method(self: Number, other: Any) -> Any:
        operand = _operand(other)
        return _as_floats(work, self, other) if operand is None else work(self.fraction, operand[0])
    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod"):
    setattr(Number, f"__{_name}__", _arithmetic(getattr(operator, _name), False))
    setattr(Number, f"__r{_name}__", _arithmetic(getattr(operator, _name), True))
Number.__divmod__, Number.__rdivmod__ = _arithmetic(divmod, False), _arithmetic(divmod, True)  # type: ignore[assignment]
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Number, f"__{_name}__", _comparison(getattr(operator, _name)))


def divided(one: Any, other: Any) -> Any:
    """one / other: of whole numbers it is exact."""
    if type(one) is int and type(other) is int and other != 0:
        return Number(Fraction(one, other))
    return one / other
