# SPDX-License-Identifier: Apache-2.0
"""Types of C, the memory that variables and arrays have, and conversions."""
from __future__ import annotations

import struct
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .answers import Length
from .epsilon import Epsilon
from .errors import NeedsLength, NeedsNumber, Refused
from .opaque import OpaqueNumber
from .samplers import Sign, Uniform
from .values import Real


class CError(Refused):
    """An error of the program, with its place. A column of 0 is not known."""

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message, self.file, self.line, self.column = message, file, line, column


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


@dataclass(frozen=True)
class Floating(Type):
    """float and double; in the dialects of CheckDP and ShadowDP also int, and all of them are exact."""
    exact: bool = False
    whole: bool = False


@dataclass(frozen=True)
class PointerTo(Type):
    target: Type = Type()


@dataclass(frozen=True)
class ArrayOf(Type):
    element: Type = Type()
    length: int | None = None


@dataclass(frozen=True)
class FunctionOf(Type):
    result: Type = Type()


@dataclass(eq=False, frozen=True)
class StructOf(Type):
    fields: dict[str, Type] = field(default_factory=dict)


VOID = Type()
BOOL = Integer("bool", 1, 1, False)
INT, LONG = Integer("int", 4, 32), Integer("long", 8, 64)
UNSIGNED, SIZE = Integer("unsigned", 4, 32, False), Integer("size_t", 8, 64, False)
CHAR = Integer("char", 1, 8)
FLOAT, DOUBLE = Floating("float", 4), Floating("double", 8)
EXACT_INT, EXACT_FLOAT = Floating("int", 4, True, True), Floating("float", 4, True)
TEXT = PointerTo("char *", 8, CHAR)

#: Names of types that headers declare.
KNOWN_TYPES: dict[str, Type] = {
    "bool": BOOL, "size_t": SIZE, "ssize_t": LONG, "ptrdiff_t": LONG, "intptr_t": LONG,
    "time_t": LONG, "FILE": StructOf("FILE", 8), "va_list": StructOf("va_list", 8),
    **{f"{prefix}int{at}{bits}_t": Integer(f"{prefix}int{at}{bits}_t", bits // 8, bits, not prefix)
       for prefix in ("", "u") for at in ("", "_least", "_fast") for bits in (8, 16, 32, 64)},
    "intmax_t": LONG, "uintmax_t": SIZE, "uintptr_t": SIZE,
    "gboolean": INT, "gint": INT, "gdouble": DOUBLE, "gfloat": FLOAT, "gsize": SIZE, "guint": UNSIGNED}


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
    return Integer(" ".join(words), bits // 8, bits, signed)


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


class _Unset:
    def __repr__(self) -> str:
        return "no value"


#: What a variable holds before it has a value.
UNSET = _Unset()


@dataclass(eq=False)
class Storage:
    """A row of cells: a variable has one, an array one an element. An array of arrays holds storages."""
    cells: list[Any]
    type: Type
    name: str
    role: str = "local"  # or global, static, parameter, private, heap, text
    grows: bool = False
    alive: bool = True
    written: dict[int, int] = field(default_factory=dict)  # cell: line
    written_behind: int = -1  # the request for an answer before the last output

    def load(self, index: int) -> Any:
        return self.cells[index]

    def store(self, index: int, value: Any, line: int) -> None:
        if index >= len(self.cells):
            self.cells.extend(blank(self.type, self.name) for _ in range(index + 1 - len(self.cells)))
        self.cells[index] = value
        self.written[index] = line

    def has(self, index: int) -> bool:
        return 0 <= index and (index < len(self.cells) or self.grows)


@dataclass(frozen=True)
class Pointer:
    storage: Storage
    index: Any  # a whole number, or the length of the private list

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Pointer) and other.storage is self.storage
                and other.index == self.index)

    def __hash__(self) -> int:
        return hash((id(self.storage), self.index))


@dataclass(eq=False)
class Structure:
    type: StructOf
    fields: dict[str, Storage]

    def copy(self) -> Structure:
        return Structure(self.type, {name: copied(cells) for name, cells in self.fields.items()})


@dataclass(frozen=True)
class Function:
    """A function as a value."""
    name: str


@dataclass(eq=False)
class Raw:
    """What malloc returns before a pointer type says what it holds."""
    size: int
    zero: bool


def copied(value: Any) -> Any:
    """Structures are copied when they are assigned."""
    if isinstance(value, Structure):
        return value.copy()
    if isinstance(value, Storage):
        return Storage([copied(cell) for cell in value.cells], value.type, value.name)
    return value


def blank(kind: Type, name: str, zero: bool = False, role: str = "local") -> Any:
    """A cell of this type without a value, or with zeros."""
    if isinstance(kind, ArrayOf):
        cells = [blank(kind.element, name, zero, role) for _ in range(kind.length or 0)]
        return Storage(cells, kind.element, name, role)
    if isinstance(kind, StructOf):
        return Structure(kind, {part: variable(inner, f"{name}.{part}", zero, role)
                                for part, inner in kind.fields.items()})
    if not zero:
        return UNSET
    return None if isinstance(kind, (PointerTo, FunctionOf)) else \
        0.0 if isinstance(kind, Floating) and not kind.exact else 0


def variable(kind: Type, name: str, zero: bool = False, role: str = "local") -> Storage:
    """The memory of a variable."""
    if isinstance(kind, ArrayOf):
        return blank(kind, name, zero, role)  # type: ignore[no-any-return]
    return Storage([blank(kind, name, zero, role)], kind, name, role)


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


def convert(value: Any, source: Type, target: Type) -> Any:
    """The value that C's conversion gives. Raises CError, Refused or NeedsNumber."""
    if value is UNSET or isinstance(target, (StructOf, FunctionOf)) or target is VOID:
        return copied(value)
    if isinstance(value, OpaqueNumber):
        if isinstance(target, Integer) and target.bits >= 32 or isinstance(target, Floating) and target.exact:
            return value
        raise NeedsLength(f"the number of answers, or of the round, becomes '{target.name}'")
    if isinstance(target, Floating):
        if isinstance(value, (Real, Epsilon, Uniform, Sign)):
            return value
        if issubclass(type(value), (int, float, Fraction)):
            return tidy(value) if target.exact else rounded(value, target)
    if isinstance(target, Integer):
        return _to_integer(value, source, target)
    if isinstance(target, PointerTo):
        if isinstance(value, Raw):
            return _typed(value, target.target)
        if isinstance(value, int) and value == 0:
            return None
        if value is None or isinstance(value, (Pointer, Function)):
            return value
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
        return target.wrapped(value)
    raise CError(f"a value of type '{source.name}' becomes '{target.name}'")


def _typed(raw: Raw, element: Type) -> Any:
    if element is VOID:
        return raw
    number = raw.size // max(element.size, 1)
    cells = [blank(element, "allocated memory", raw.zero, "heap") for _ in range(number)]
    return Pointer(Storage(cells, element, "allocated memory", "heap"), 0)


def truth(value: Any) -> bool:
    """Whether a condition is met: whether the value is not 0."""
    if isinstance(value, (Pointer, Function, Raw)) or value is None:
        return value is not None
    if isinstance(value, Length):
        raise NeedsLength("the number of answers is a condition")
    return bool(value != 0)
