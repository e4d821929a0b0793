# SPDX-License-Identifier: Apache-2.0
"""What a program of C works on: memory and pointers into it, what is done with numbers, and what an onlooker sees of both.

The functions here are called by the Python that a program is translated to (c_translate.py).
"""
from __future__ import annotations

import math
import operator
import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from .answers import BY_NUMBER, AnswerList, Length, Position, ReadList, Tally
from .arguments import NoValue
from .c_types import CHAR, UNSET, ArrayOf, CError, Floating, Integer, StructOf, Type, Unset, tidy
from .current import CURRENT
from .epsilon import Epsilon, is_number
from .errors import NeedsLength, Refused
from .opaque import Opaque, OpaqueNumber
from .samplers import Sign, Uniform
from .values import Real

if TYPE_CHECKING:
    from .c_mechanism import CRun

#: The site of output arrays that are not only written in their order.
OUTPUTS = "outputs"
#: Answers that a function without a length may take.
_MOST_ANSWERS = 100


def the_run() -> CRun:
    return cast("CRun", CURRENT.run)


# ---- Memory ----------------------------------------------------------------------------------

class Storage:
    """Cells: of an array by their numbers, of a structure by the names of its members; a variable that something points to has one."""

    def __init__(self, cells: Any, type: Type, name: str, role: str = "local", grows: bool = False) -> None:
        self.cells, self.type, self.name = cells, type, name
        self.role, self.grows = role, grows  # role: or own, global, static, parameter, heap, text
        self.is_alive = True
        self.written: dict[Any, int] = {}  # by cells: the line
        self.written_behind = -1  # the request for an answer before the last output

    def type_of(self, key: Any) -> Type:
        return self.type.fields[key] if type(key) is str and isinstance(self.type, StructOf) else self.type

    def key_of(self, key: Any) -> Any:
        """An index; a position among elements that are alike."""
        if type(key) is str:
            return key
        index = key.value if isinstance(key, (Position, Tally)) and self.role == "parameter" and self.grows else whole_number(key, "an index")
        if not (0 <= index < len(self.cells) or self.grows and index >= 0):
            raise CError(f"element {index} of '{self.name}' is used, which has {len(self.cells)}")
        return index

    def _is_immediate(self) -> bool:
        """Whether elements are output when they are written, which raises ReadList where that is not the same as at the end."""
        return self.role == "parameter" and the_run().tells_at_once

    def __getitem__(self, key: Any) -> Any:
        key = self._used(key)
        if self._is_immediate() and self.written and self.grows and (
                key != len(self.written) - 1 or self.written_behind != len(the_run().asked_at)):
            raise ReadList(OUTPUTS)
        value = self.cells[key]
        return self._missing(key) if type(value) is Unset else value

    def _used(self, key: Any) -> Any:
        if not self.is_alive:
            raise CError(f"'{self.name}' is used after it was freed")
        key = self.key_of(key)
        if type(key) is int:
            self.cells.extend(blank(self.type, self.name, False, self.role) for _ in range(key + 1 - len(self.cells)))
        return key

    def _missing(self, key: Any) -> Any:
        """The value of a parameter that has none: any number."""
        kind, name = self.type_of(key), f"{self.name}.{key}" if type(key) is str else self.name
        if self.role not in ("parameter", "own"):
            raise CError(f"'{name}' has no value here")
        if not isinstance(kind, (Integer, Floating)):
            raise CError(f"the argument '{name}' needs a value: -D {name}=…")
        return the_run().missing(name, key if self.grows else None, isinstance(kind, Integer))

    def __setitem__(self, key: Any, value: Any) -> None:
        key, run = self._used(key), the_run()
        if self._is_immediate():
            if not self.grows or key != len(self.written):
                raise ReadList(OUTPUTS)
            emit(value, run.line_of(), f"written to {self.name}", self.name)
            self.written_behind = len(run.asked_at)
        self.cells[key] = value
        self.written[key] = run.line_of()

    def address(self, key: Any) -> Pointer:
        return Pointer(self, key)

    def state(self, of: Callable[[Any], Any]) -> Any:
        values = self.cells.values() if isinstance(self.cells, dict) else self.cells
        if self.role == "parameter" and self.grows and (the_run().tells_at_once or not self.written) and \
                not any(isinstance(cell, Storage) for cell in values):
            return "written", len(self.written) - the_run().n_answers if self.written else None
        written = tuple(sorted(self.written, key=str)) if self.role in ("parameter", "global") else ()
        return "cells", self.is_alive, written, tuple(map(of, values))


class Private(Storage):
    """The private answers: a list of them, or of any length."""

    def __init__(self, answers: Any, type: Type, name: str, takes_more: bool) -> None:
        super().__init__([], type, name, "private", True)
        self.answers, self.takes_more = answers, takes_more  # takes_more: it has as many as are asked for
        self.changed: dict[int, Any] = {}

    @property
    def is_any(self) -> bool:
        return isinstance(self.answers, AnswerList)

    def key_of(self, key: Any) -> Any:
        if isinstance(key, Tally):
            key.need_round()
        index = key.value if type(key) is Position else whole_number(key, "an index")
        if index < 0 or not (self.is_any or self.takes_more or index < len(self.answers)):
            raise CError(f"element {index} of '{self.name}' is used, which has {len(self.answers)}")
        return index

    def __getitem__(self, key: Any) -> Any:
        index = self.key_of(key)
        if index in self.changed:
            return self.changed[index]
        if self.is_any:
            return self._asked(key, index)
        if index >= _MOST_ANSWERS and self.takes_more:
            raise NeedsLength("too many answers are asked for")
        while len(self.answers) <= index:
            self.answers.append(the_run().answer())
        return self.answers[index]

    def _asked(self, key: Any, index: int) -> Any:
        """The answer of a position, or of a number while states tell how many were asked for. It is taken to be there."""
        asking = self.answers.asking
        asking.asks_number, asking.must_be = type(key) is not Position, True
        if asking.asks_number and not (asking.by_number or asking.knows_number):
            raise ReadList(BY_NUMBER)
        try:
            return asking.at(index)
        except IndexError:
            raise NeedsLength("an answer after the end of the list is used") from None
        finally:
            asking.asks_number = asking.must_be = False

    def __setitem__(self, key: Any, value: Any) -> None:
        index = self.key_of(key)
        self.changed[index], self.written[index] = value, the_run().line_of()

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "answers", tuple((index, of(self.changed[index])) for index in sorted(self.changed))


class Pointer:
    """Points to a cell of an array, or to a member of a structure."""

    def __init__(self, storage: Storage, index: Any = 0) -> None:
        self.storage, self.index = storage, index

    def _moved(self, offset: Any, sign: int = 1) -> Any:
        if type(offset) is int and offset == 0:
            return self.index
        storage = self.storage
        if isinstance(offset, Tally) and isinstance(storage, Private):
            offset.need_round()
        if not isinstance(offset, (Position, Tally)) or not (isinstance(storage, Private) or storage.role == "parameter" and storage.grows):
            offset = whole_number(offset, "an index, or what is added to a pointer,")
        if type(self.index) is str:
            raise CError(f"what stands beside a member of '{storage.name}' is used")
        return self.index + (offset if sign > 0 else -offset)

    def __getitem__(self, offset: Any) -> Any:
        return self.storage[self._moved(offset)]

    def __setitem__(self, offset: Any, value: Any) -> None:
        self.storage[self._moved(offset)] = value

    def address(self, offset: Any) -> Pointer:
        return Pointer(self.storage, self._moved(offset))

    def __add__(self, offset: Any) -> Pointer:
        return Pointer(self.storage, self._moved(offset))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if not isinstance(other, Pointer):
            return Pointer(self.storage, self._moved(other, -1))
        return self._with(other, operator.sub)

    def _with(self, other: Any, work: Callable[[Any, Any], Any]) -> Any:
        """What comes of both indices."""
        if not isinstance(other, Pointer) or other.storage is not self.storage:
            raise CError("pointers that are not to elements of one array are compared, or their distance is used")
        is_known = isinstance(self.index, Length) or isinstance(other.index, Length)
        if isinstance(self.storage, Private) and self.storage.is_any and not is_known:
            raise NeedsLength("two pointers to answers are compared, or their distance is used")
        return work(self.index, other.index)

    def __eq__(self, other: object) -> Any:
        return isinstance(other, Pointer) and other.storage is self.storage and self._with(other, operator.eq)

    def __ne__(self, other: object) -> Any:
        return not isinstance(other, Pointer) or other.storage is not self.storage or self._with(other, operator.ne)

    __hash__ = None  # type: ignore[assignment]

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "pointer", of(self.storage), of(self.index)


for _name in ("lt", "le", "gt", "ge"):
    setattr(Pointer, f"__{_name}__", lambda self, other, work=getattr(operator, _name): self._with(other, work))


class Raw:
    """What malloc returns before a pointer type says what it holds."""

    def __init__(self, size: int, is_zero: bool) -> None:
        self.size, self.is_zero = size, is_zero

    def typed(self, element: Type) -> Any:
        if type(element) is Type:
            return self
        cells = [blank(element, "allocated memory", self.is_zero, "heap") for _ in range(self.size // max(element.size, 1))]
        return Pointer(Storage(cells, element, "allocated memory", "heap"))

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "memory", self.size, self.is_zero


def blank(kind: Type, name: str, is_zero: bool = False, role: str = "local", length: Any = None) -> Any:
    """A cell of this type without a value, or with zeros. length: of an array whose type does not say it."""
    if isinstance(kind, ArrayOf):
        number = kind.length or 0 if length is None else whole_number(length, "the length of an array")
        if not 0 <= number <= 1_000_000:
            raise CError(f"an array of {number} elements")
        return Storage([blank(kind.element, name, is_zero, role) for _ in range(number)], kind.element, name, role)
    if isinstance(kind, StructOf):
        return Storage({part: blank(inner, f"{name}.{part}", is_zero, role) for part, inner in kind.fields.items()}, kind, name, role)
    if not is_zero:
        return Unset(name)
    return 0 if isinstance(kind, Integer) or isinstance(kind, Floating) and kind.exact else 0.0 if isinstance(kind, Floating) else None


def variable(kind: Type, name: str, is_zero: bool, role: str, length: Any = None) -> Storage:
    """The memory of a variable: of an array or a structure itself, or one cell."""
    made = blank(kind, name, is_zero, role, length)
    return made if isinstance(made, Storage) else Storage([made], kind, name, role)


def copied(value: Any) -> Any:
    """Structures are copied when they are assigned."""
    if isinstance(value, Unset):
        value._refuse()
    if not isinstance(value, Storage):
        return value
    cells = {key: copied_cell(cell) for key, cell in value.cells.items()} if isinstance(value.cells, dict) else list(map(copied_cell, value.cells))
    return Storage(cells, value.type, value.name)


def copied_cell(cell: Any) -> Any:
    return copied(cell) if isinstance(cell, Storage) else cell


def text_pointer(text: str) -> Pointer:
    return Pointer(Storage([*map(ord, text), 0], CHAR, "text", "text"))


# ---- Numbers ---------------------------------------------------------------------------------

def whole_number(value: Any, what: str) -> int:
    value = tidy(value)
    if isinstance(value, NoValue):
        value._fail()
    if isinstance(value, Unset):
        value._refuse()
    if isinstance(value, Real):
        raise Refused(f"{what} is private or noisy")
    if isinstance(value, Tally):
        value._refuse()
    if isinstance(value, OpaqueNumber):
        raise NeedsLength(f"{what} depends on the number of answers or of the round")
    if not isinstance(value, int):
        raise CError(f"{what} is not a whole number")
    return int(value)


def difference(one: Any, other: Any) -> Any:
    """Of whole numbers without a sign."""
    if isinstance(one, Real) or isinstance(other, Real):
        raise Refused("a difference of private values without a sign, which wraps")
    return one - other


def quotient(one: Any, other: Any, kind: Any) -> Any:
    if isinstance(kind, Integer):
        if isinstance(one, Real) or isinstance(other, Real):
            raise Refused("the quotient of whole numbers that are private")
        one, other = whole_number(one, "what '/' is used on"), whole_number(other, "what '/' is used on")
        if other == 0:
            raise CError("a division by 0")
        return kind.settle(abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1))
    if isinstance(one, (Real, Epsilon, Uniform, Sign, Opaque, NoValue)) or isinstance(other, (Real, Epsilon, Opaque, NoValue)):
        if is_number(other) and other == 0:
            raise CError("a division by 0")
        return one / other
    if other == 0:
        if kind.exact:
            raise CError("a division by 0")
        return float("nan") if one == 0 or one != one else math.copysign(math.inf, one) * math.copysign(1, other)
    if issubclass(type(one), float) or issubclass(type(other), float):
        return kind.settle(float(one) / float(other))
    result = Fraction(one) / Fraction(other)
    if kind.whole and result.denominator != 1:
        raise CError(f"the quotient of two whole numbers is cut off by C, and is {result} for CheckDP; write {one}.0 / {other}")
    return kind.settle(result if kind.exact else float(result))


def remainder(one: Any, other: Any, kind: Any) -> Any:
    if isinstance(one, Position) and isinstance(other, int):
        return one % other
    one, other = whole_operands("%", one, other)
    if other == 0:
        raise CError("a division by 0")
    return kind.settle(abs(one) % abs(other) * (-1 if one < 0 else 1))


def whole_operands(op: str, *values: Any) -> list[int]:
    if any(isinstance(value, Real) for value in values):
        raise Refused(f"'{op}' on a private value or noise")
    return [whole_number(value, f"what '{op}' is used on") for value in values]


_BITS: dict[str, Callable[[int, int], int]] = {
    "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor}


def bits(op: str, one: Any, other: Any, kind: Any) -> Any:
    """A shift, or an operator on bits."""
    one, other = whole_operands(op, one, other)
    if op in ("<<", ">>") and not 0 <= other < (kind.bits if isinstance(kind, Integer) else 32):
        raise CError(f"a shift by {other}")
    return kind.settle(_BITS[op](one, other))


def inverted(value: Any, kind: Any) -> Any:
    return kind.settle(~whole_operands("~", value)[0])


def not_null(pointer: Any) -> Any:
    """A pointer that is followed."""
    if pointer is None:
        raise CError("NULL is followed")
    return pointer if isinstance(pointer, Pointer) else copied(pointer)


def function_of(value: Any) -> Any:
    """What is called."""
    if value is None:
        raise CError("NULL is called")
    return value


# ---- Outputs ---------------------------------------------------------------------------------

def emit(value: Any, line: int, how: str, channel: str) -> None:
    """Outputs a value: of a structure its members, of a pointer what it points to. channel: where it is seen; the first one of a
    mechanism needs no name."""
    run = the_run()
    for part in _parts(value):
        name = run.channel(channel)
        run.output([name, part] if name else part, line, how)


def _parts(value: Any) -> Iterator[Any]:
    pending, seen = [value], list[Any]()
    while pending:
        value = pending.pop()
        if isinstance(value, Storage):
            cells = [*(value.cells.values() if isinstance(value.cells, dict) else value.cells)]
            while cells and isinstance(cells[-1], Unset) and not isinstance(value.cells, dict):
                cells.pop()
            pending.extend(reversed(cells))
        elif isinstance(value, Pointer) and value.storage.role == "text":
            yield text_of(value)
        elif isinstance(value, Pointer) and value.storage.role in ("parameter", "private"):
            yield f"{value.storage.name} + {value.index}"
        elif isinstance(value, Pointer):
            if value.storage.is_alive and not any(value.storage is one.storage and value.index == one.index for one in seen):
                seen.append(value)
                inner = value.storage.cells[value.index:] if type(value.index) is int else [value.storage.cells[value.index]]
                pending.append(Storage(inner, value.storage.type, ""))
            else:
                yield "pointer"
        elif isinstance(value, Unset):
            yield "no value"
        elif isinstance(value, bool):
            yield int(value)
        else:
            yield "NULL" if value is None or isinstance(value, Raw) else getattr(value, "__name__", None) or tidy(value)


def text_of(value: Any) -> str:
    if not isinstance(value, Pointer) or not isinstance(value.storage.type, Integer):
        raise CError("a text is not an array of characters")
    letters: list[str] = []
    for letter in value.storage.cells[value.index:]:
        if type(letter) is int and letter == 0:
            return "".join(letters)
        if not isinstance(letter, int):
            raise CError("a letter of a text has no value, or is private")
        letters.append(chr(letter & 0x10FFFF))
    raise CError("a text without an end")


def tell_written(storages: list[Storage]) -> None:
    """Outputs what was written to them and not output yet."""
    for storage in storages:
        for label, part, line in _written(storage, storage.name):
            emit(part, line, f"written to {storage.name}", label)


def _written(storage: Storage, label: str) -> Iterator[tuple[str, Any, int]]:
    """Labels, values, lines. Elements that come one after another have the label of the array, others their own."""
    is_told = storage.role == "parameter" and the_run().tells_at_once
    cells = storage.cells if isinstance(storage.cells, dict) else dict(enumerate(storage.cells))
    if isinstance(storage, Private):
        cells = dict(sorted(storage.changed.items()))
    is_single = not isinstance(storage.cells, dict) and len(cells) == 1 and not isinstance(storage, Private)
    before = 0
    for key, value in cells.items():
        own = f"{label}.{key}" if type(key) is str else label if key == before or is_single else f"{label}[{key}]"
        if key in storage.written:
            before += 1
            if not is_told or isinstance(value, Storage):
                yield own, value, storage.written[key]
        elif isinstance(value, Storage):
            yield from _written(value, f"{label}.{key}" if type(key) is str else f"{label}[{key}]")


#: What the code that is translated calls, by its names there.
NAMES: dict[str, Any] = {
    work.__name__: work for work in cast(list[types.FunctionType], [
        blank, variable, copied, text_pointer, difference, quotient, remainder, bits, inverted, not_null, function_of])} | {
            "Pointer": Pointer, "Storage": Storage, "Unset": Unset, "UNSET": UNSET}
