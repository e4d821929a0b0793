# SPDX-License-Identifier: Apache-2.0
"""Types of C, and conversions between them."""
from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .answers import Length
from .arguments import NoValue
from .epsilon import Epsilon
from .errors import NeedsLength, NeedsNumber, Refused
from .opaque import Opaque, OpaqueNumber
from .samplers import Sign, Uniform
from .values import Real


class CError(Refused):
    """An error of the program. Its place is given where it is not that of a line that runs."""

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.message, self.file, self.line = message, file, line


class Unset(Opaque):
    """What a variable holds before it has a value."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "no value"

    def told_as(self) -> str:
        return "no value"

    def _refuse(self, *_: Any) -> Any:
        raise CError(f"'{self.name}' has no value here" if self.name else "a value that is not there is used")


UNSET = Unset()


@dataclass(frozen=True)
class Type:
    """Void, and the parent of the others."""
    name: str = "void"
    size: int = 1
    whole = False


@dataclass(frozen=True)
class Integer(Type):
    bits: int = 32
    signed: bool = True
    whole = True

    def holds(self, value: int) -> bool:
        low = -(1 << self.bits - 1) if self.signed else 0
        return low <= value < low + (1 << self.bits)

    def wrapped(self, value: int) -> int:
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> self.bits - 1 else value

    def settle(self, value: Any) -> Any:
        """What arithmetic gives, as a value of this type."""
        if isinstance(value, (Real, Epsilon, Uniform, Sign, OpaqueNumber)):
            return value
        if self.signed and not self.holds(value):
            raise CError(f"an overflow: {value} does not fit into '{self.name}'")
        return self.wrapped(int(value))


@dataclass(frozen=True)
class Floating(Type):
    """float and double; in the dialects of CheckDP and ShadowDP also int, and all of them are exact."""
    exact: bool = False
    whole: bool = False

    def settle(self, value: Any) -> Any:
        if not issubclass(type(value), (int, float, Fraction)):
            return value
        return tidy(value) if self.exact else rounded(value, self)


@dataclass(frozen=True)
class PointerTo(Type):
    target: Type = Type()


@dataclass(frozen=True)
class ArrayOf(Type):
    element: Type = Type()
    length: int | None = None


@dataclass(frozen=True)
class FunctionOf(Type):
    """A function, or a pointer to one."""
    result: Type = Type()


@dataclass(eq=False, frozen=True)
class StructOf(Type):
    fields: dict[str, Type] = field(default_factory=dict)


VOID = Type()
BOOL = Integer("bool", 1, 1, False)
INT, LONG = Integer("int", 4, 32), Integer("long", 8, 64)
TRUTH = Integer("int", 4, 32)  # what comparisons give: True or False, which become 1 or 0 where they are kept
UNSIGNED, SIZE = Integer("unsigned", 4, 32, False), Integer("size_t", 8, 64, False)
CHAR = Integer("char", 1, 8)
FLOAT, DOUBLE = Floating("float", 4), Floating("double", 8)
EXACT_INT, EXACT_FLOAT = Floating("int", 4, True, True), Floating("float", 4, True)
TEXT, ANY_POINTER = PointerTo("char *", 8, CHAR), PointerTo("void *", 8)

#: Names of types that headers declare.
KNOWN_TYPES: dict[str, Type] = {
    "bool": BOOL, "size_t": SIZE, "ssize_t": LONG, "ptrdiff_t": LONG, "intptr_t": LONG,
    "time_t": LONG, "FILE": StructOf("FILE", 8), "va_list": StructOf("va_list", 8),
    **{f"{prefix}int{at}{bits}_t": Integer(f"{prefix}int{at}{bits}_t", bits // 8, bits, not prefix)
       for prefix in ("", "u") for at in ("", "_least", "_fast") for bits in (8, 16, 32, 64)},
    "intmax_t": LONG, "uintmax_t": SIZE, "uintptr_t": SIZE,
    "gboolean": INT, "gint": INT, "gdouble": DOUBLE, "gfloat": FLOAT, "gsize": SIZE, "guint": UNSIGNED}
_NAMED = {(32, True): INT, (64, True): LONG, (32, False): UNSIGNED, (8, True): CHAR}


def basic_type(words: list[str], dialect: bool) -> Type | None:
    """The type that `unsigned long int` and the like name; None if they name none."""
    rest = sorted(word for word in words if word not in ("int", "signed"))
    if rest in (["_Bool"], ["void"]):
        return BOOL if rest == ["_Bool"] else VOID
    if rest in (["float"], ["double"], ["double", "long"]):
        return EXACT_FLOAT if dialect else FLOAT if rest == ["float"] else DOUBLE
    signed = "unsigned" not in rest
    sizes = {"": 32, "char": 8, "short": 16, "long": 64, "long long": 64}
    bits = sizes.get(" ".join(word for word in rest if word != "unsigned"))
    if bits is None:
        return None
    if dialect and signed and bits > 8:
        return EXACT_INT
    return _NAMED.get((bits, signed)) or Integer(" ".join(words), bits // 8, bits, signed)


def promoted(kind: Type) -> Type:
    return INT if isinstance(kind, Integer) and kind.bits < 32 else kind


def common_type(left: Type, right: Type) -> Type:
    """The usual arithmetic conversions."""
    floating = [kind for kind in (left, right) if isinstance(kind, Floating)]
    if floating:
        if any(kind.exact for kind in floating):
            return EXACT_INT if left.whole and right.whole else EXACT_FLOAT
        return DOUBLE if DOUBLE in floating else FLOAT
    left, right = promoted(left), promoted(right)
    assert isinstance(left, Integer) and isinstance(right, Integer)
    if left.bits != right.bits:
        return left if left.bits > right.bits else right
    return right if left.signed else left


def rounded(value: Any, kind: Floating) -> Any:
    """A number as float or double holds it."""
    value = float(value)
    if kind.size == 4:
        try:
            return struct.unpack("f", struct.pack("f", value))[0]
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    return value


def tidy(value: Any) -> Any:
    """Whole fractions as ints."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def truth(value: Any) -> bool:
    """Whether a condition is met: whether the value is not 0."""
    if type(value) is bool:
        return value
    if isinstance(value, Length):
        raise NeedsLength("the number of answers is a condition")
    return value is not None and bool(value != 0)


def convert(value: Any, source: Type, target: Type) -> Any:
    """The value that C's conversion to a number or a pointer gives. Raises CError, Refused or NeedsNumber."""
    if isinstance(value, Unset):
        value._refuse()
    if isinstance(value, NoValue):
        value = value._public(None)
    if isinstance(value, OpaqueNumber):
        if isinstance(target, Integer) and target.bits >= 32 or isinstance(target, Floating) and target.exact:
            return value
        raise NeedsLength(f"the number of answers, or of the round, becomes '{target.name}'")
    if isinstance(target, Integer):
        return _to_integer(value, source, target)
    if isinstance(target, Floating):
        if isinstance(value, (Real, Epsilon, Uniform, Sign)):
            return value
        if issubclass(type(value), (int, float, Fraction)):
            return target.settle(value)
    elif isinstance(target, PointerTo) and hasattr(value, "typed"):
        return value.typed(target.target)
    elif isinstance(target, (PointerTo, FunctionOf)) and not issubclass(type(value), (int, float, Fraction, Real, Epsilon)):
        return value
    elif isinstance(target, (PointerTo, FunctionOf)) and type(value) is int and value == 0:
        return None
    raise CError(f"a value of type '{source.name}' becomes '{target.name}'")


def _to_integer(value: Any, source: Type, target: Integer) -> Any:
    if target == BOOL:
        return int(truth(value))
    if isinstance(value, Real):
        if isinstance(source, Integer) and source.bits <= target.bits and (
                target.signed or not source.signed):
            return value
        raise Refused(f"a private value or noise is cut off to a whole number of type '{target.name}'")
    if isinstance(value, Epsilon):
        raise NeedsNumber("epsilon is cut off to a whole number")
    if issubclass(type(value), (float, Fraction)):
        if value != value or value in (float("inf"), float("-inf")) or not target.holds(int(value)):
            raise CError(f"{value} does not fit into '{target.name}'")
        return int(value)
    if isinstance(value, int):
        return target.wrapped(int(value))
    raise CError(f"a value of type '{source.name}' becomes '{target.name}'")
