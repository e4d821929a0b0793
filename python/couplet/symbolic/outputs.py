# SPDX-License-Identifier: Apache-2.0
"""What an onlooker sees of a value: a text, in which real numbers are marks."""
from __future__ import annotations

import contextlib
import functools
import marshal
import numbers
import sys
import types
import zlib
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from .current import CURRENT, is_own_class
from .epsilon import Epsilon
from .errors import NeedsLength, Refused
from .number import Number
from .texts import Text
from .values import Real

#: Stands for a real number in the text of an output.
MARK = "#"
_OPEN: dict[type, str] = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", dict: "{}"}
_NUMBERS = (bool, int, float, complex, Fraction, Number)
_BY_TEXT = (bytes, bytearray, type(NotImplemented), type(...), range, slice, Decimal)
#: Objects that are told by their names, and of which there is one of a name.
_BY_NAME = (types.ModuleType, types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
#: Types of libraries whose objects are told by their attributes.
_HOLD_ATTRIBUTES = (object, types.SimpleNamespace)
_DESCRIPTORS = (types.MemberDescriptorType, types.GetSetDescriptorType)
#: What each member of an enumeration has.
_OF_MEMBERS = ("_value_", "_name_", "__objclass__", "_sort_order_")
#: What each class has that says nothing more.
_OF_CLASSES = ("__dict__", "__weakref__", "__module__", "__qualname__", "__doc__", "_abc_impl", "__dataclass_fields__",
               "__dataclass_params__", "__annotations__", "__match_args__", "__slots__", "__static_attributes__", "__firstlineno__")
#: What is told of each exception by itself, or not at all.
_OF_EXCEPTIONS = ("args", "__traceback__", "__dict__", "__class__")
#: Texts that other values have.
_TAKEN = ("None", "nan", "inf", "list", "NotImplemented", "Ellipsis", "next", "none")
#: Values of which nobody asks which of two equal ones they are.
_SCALARS = (*_NUMBERS, str, bytes, type(None), type(NotImplemented), type(...), range, slice, Decimal, Epsilon, Text)
#: Made anew each time that they are looked up.
_MADE_ANEW = (types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType, *_BY_NAME)
MOST_PARTS = 100_000


class Description(NamedTuple):
    """A text with a mark for each real number, these numbers, and what tells the value from others of this text."""
    text: str
    reals: list[Real]
    kinds: tuple[str, ...]
    parts: dict[int, Any]  # objects that the onlooker gets, by their identities


def tokens_of(value: Any) -> tuple[str, list[Real]]:
    """The text of value, with a mark for each real number, and these numbers."""
    described = describe(value)
    return described.text, described.reals


def describe(value: Any, places: Mapping[int, str] | None = None) -> Description:
    """places: names of objects that were there before; None: it is not seen which of equal objects one is."""
    parts: list[str] = []
    kinds: list[str] = []
    reals: list[Real] = []
    shared: dict[int, Any] = {}
    around: dict[int, Any] = {}  # what item is within, from the outside on
    pending: list[Any] = [value]
    seen = 0
    while pending:
        item = pending.pop()
        number = item.as_number() if hasattr(type(item), "as_number") else None
        item = item if number is None else number
        seen += 1
        if seen > MOST_PARTS:
            raise Refused("an output is too large")
        if isinstance(item, _Text):
            parts.append(item.text)
        elif isinstance(item, _Left):
            del around[item.identity]
        elif id(item) in around:
            parts.append(f"<{[*around].index(id(item))}>")
        elif isinstance(item, Real) and not item.terms:
            parts.append(item.text())  # a number that everyone knows
        elif isinstance(item, Real):
            parts.append(MARK)
            reals.append(item)
        else:
            if not isinstance(item, Text) and getattr(type(item), "told_as", None) is None:
                kinds += [_kind_of(item), *(() if places is None else _which(item, places, shared))]
            around[id(item)] = item
            pending.append(_Left(id(item)))
            pending.extend(reversed(list(_parts_of(item, places or {}))))
    return Description("".join(parts), reals, tuple(kinds), shared)


# ---- What tells values of one text apart -----------------------------------------------------

def _kind_of(value: Any) -> str:
    """The type of a value, and which function, class or module it is."""
    kind = type(value)
    if kind in _NUMBERS or _is_scalar_of_numpy(value):
        return _kind_of_number(value, kind)
    if isinstance(value, (types.FunctionType, types.GeneratorType)):
        return f"{kind.__name__} {code_name(value.__code__ if isinstance(value, types.FunctionType) else value.gi_code)}"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if hasattr(kind, "dtype") and hasattr(kind, "ravel"):
        return f"{kind.__name__} {value.dtype} {value.shape} {value.strides} {value.flags.writeable}"
    if isinstance(value, type):
        return f"class {value.__module__}.{value.__qualname__} of {type(value).__qualname__}"
    if isinstance(value, (types.BuiltinFunctionType, *_BY_NAME)) or kind.__name__ == "ufunc":
        owner = getattr(value, "__module__", None) or getattr(value, "__objclass__", kind).__qualname__
        return f"{kind.__name__} {owner}.{value.__name__}"
    if isinstance(value, BaseException):
        return f"{kind.__qualname__} {' '.join(f'line {line}' for line in lines_of(value))}".strip()
    if isinstance(value, (set, frozenset)) and not _is_in_order(value):
        return f"{kind.__qualname__} in another order"
    return kind.__qualname__


def _kind_of_number(value: Any, kind: type) -> str:
    if kind is bool or kind.__name__ in ("bool_", "bool"):
        return "bool"
    if isinstance(value, numbers.Integral):
        return "int"
    return "float" if isinstance(value, (float, numbers.Real)) and kind is not Fraction else kind.__name__


def _is_scalar_of_numpy(value: Any) -> bool:
    return hasattr(type(value), "dtype") and not hasattr(value, "__array_finalize__")


@functools.lru_cache(maxsize=4096)
def code_name(code: types.CodeType) -> str:
    """Where a code stands; what is made of a text that runs is told by what it does."""
    line, column = max(((line, begin) for line, _, begin, _ in code.co_positions() if line and begin is not None), default=(0, 0))
    made = f" {zlib.crc32(marshal.dumps(code, 2)):08x}" if code.co_filename.startswith("<") else ""
    return f"{code.co_qualname} of line {code.co_firstlineno}, to {line}:{column}{made}"


def _is_in_order(value: Any) -> bool:
    """Whether a set is gone through as one that was filled in the order of its texts."""
    base: Any = set if isinstance(value, set) else frozenset
    items = list(base.__iter__(value))
    return not all(type(item) in _SCALARS for item in items) or \
        [*map(id, items)] == [*map(id, base(sorted(items, key=lambda item: (type(item).__name__, repr(item)))))]


def lines_of(error: BaseException) -> list[int]:
    """Where in the user's files an exception came through, as its traceback shows it."""
    found, trace = [], error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in CURRENT.own_files:
            found.append(trace.tb_lineno)
        trace = trace.tb_next
    return found


def _has_identity(value: Any) -> bool:
    """Whether it can be seen which of two equal ones a value is."""
    kind = type(value)
    return not (kind in _SCALARS or kind in _MADE_ANEW or isinstance(value, Real) or _is_scalar_of_numpy(value) or
                kind.__module__.startswith("couplet.symbolic") or (isinstance(value, type) and not is_own_class(value)))


def _which(value: Any, places: Mapping[int, str], shared: dict[int, Any]) -> Iterator[str]:
    """Which object it is: one that was there before, one that stands here already, or a new one."""
    roots = [value]
    while getattr(roots[-1], "base", None) is not None and hasattr(type(value), "ravel"):
        roots.append(roots[-1].base)  # the memory that arrays share
    for one in (value, roots[-1]) if len(roots) > 1 else roots:
        if not _has_identity(one):
            continue
        if id(type(one)) in places:
            yield f"of {places[id(type(one))]}"
        if id(one) in places:
            yield f"at {places[id(one)]}"
        elif id(one) in shared:
            yield f"again {list(shared).index(id(one))}"
        else:
            shared[id(one)] = one


def places_in(roots: Iterable[tuple[str, Any]]) -> tuple[dict[int, str], list[Any]]:
    """Names of the objects that can be reached from roots, and the objects, which must live as long as these names."""
    pending = deque(roots)
    places: dict[int, str] = {}
    keep: list[Any] = []
    while pending and len(keep) < MOST_PARTS:
        place, value = pending.popleft()
        if id(value) in places or not _has_identity(value):
            continue
        places[id(value)] = place
        keep.append(value)
        pending.extend((f"{place}.{name}", held) for name, held in _held_at(value))
    return places, keep


def _held_at(value: Any) -> Iterator[tuple[Any, Any]]:
    """What an object holds that was there before, by its place in it."""
    if isinstance(value, types.FunctionType):
        if value.__code__.co_filename in CURRENT.own_files:
            cells = [cell.cell_contents for cell in value.__closure__ or () if is_full(cell)]
            yield from enumerate([*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), value.__dict__])
            yield from ((f"constant{i}", one) for i, one in enumerate(value.__code__.co_consts) if isinstance(one, (tuple, frozenset)))
        return
    if isinstance(value, type) or is_own_class(type(value)):
        for kind in type(value).__mro__ if not isinstance(value, type) else ():
            yield from ((name, getattr(value, name)) for name, member in vars(kind).items() if is_own_class(kind) and
                        isinstance(member, types.MemberDescriptorType) and hasattr(value, name))
        yield from [*getattr(value, "__dict__", {}).items()]
    if isinstance(value, dict):
        yield from ((key if type(key) in (int, str) else i, held) for i, (key, held) in enumerate([*dict.items(value)]))
    elif isinstance(value, (list, tuple, deque, set, frozenset)):
        yield from enumerate([*value])


def is_full(cell: types.CellType) -> bool:
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


class Onlooker:
    """What the caller has got of a run so far, and what was the caller's before."""

    def __init__(self) -> None:
        self.places: dict[int, str] = {}
        self.keep: list[Any] = []
        self.told: list[tuple[str, Any, str]] = []  # objects that the caller has, and what was told of them
        self.handed: set[int] = set()  # the identities of those that outputs held

    def begin(self, roots: Iterable[tuple[str, Any]]) -> None:
        """What is there before the call."""
        self.places, self.keep = places_in(roots)

    def give(self, name: str, value: Any) -> None:
        """An argument of the call."""
        if type(value) in _OPEN and id(value) not in self.places:
            places, keep = places_in([(name, value)])
            self.places |= places
            self.keep += keep
            self.told.append((name, value, self._form(value)))

    def get(self, value: Any, described: Description, is_checked: bool) -> None:
        """An output hands over what it holds. is_checked: it is known that nothing becomes of it."""
        if not described.parts:
            return
        name = f"output {len(self.keep)}"
        for key, one in described.parts.items():
            self.places[key] = name
            self.keep.append(one)
            self.handed |= set() if is_checked else {key}
        self.told += [] if is_checked else [(name, value, self._form(value))]

    def _form(self, value: Any) -> str:
        described = describe(value, self.places)
        return f"{described.text} {described.kinds} {[real.text() for real in described.reals]}"

    def changes(self) -> list[tuple[str, Any]]:
        """The objects that the caller has, and that are no more what was told of them."""
        found = []
        for i, (name, value, form) in enumerate(self.told):
            now = self._form(value)
            if now != form:
                self.told[i] = name, value, now
                found.append((name, value))
        return found

    def need_unchanged(self, seen: Container[int]) -> None:
        """At a request for an answer: nothing that was output can be changed in the state."""
        if self.changes() or any(key in seen for key in self.handed):
            raise NeedsLength("what was output or given may be changed later")
        self.told = [one for one in self.told if not one[0].startswith("output ")]
        self.handed.clear()


# ---- The parts of a value --------------------------------------------------------------------

class _Left(NamedTuple):
    """The end of all that an object holds."""
    identity: int


class _Text:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _joined(open_close: str, items: Iterable[Any], between: str = ", ") -> Iterable[Any]:
    yield _Text(open_close[0])
    for i, item in enumerate(items):
        if i:
            yield _Text(between)
        yield item
    yield _Text(open_close[1])


def _number_text(value: Any) -> str:
    """Numbers that are equal are one output, whatever their types."""
    if isinstance(value, (bool, int)):
        return str(int(value))
    if type(value) is Number:
        return str(value.fraction) if value.is_integer() else repr(value)
    if issubclass(type(value), float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def _parts_of(value: Any, places: Mapping[int, str]) -> Iterable[Any]:
    kind = type(value)
    if isinstance(value, Text):
        return _joined("''", value.tokens(), "")
    told = getattr(kind, "told_as", None)
    if told is not None:
        return [_Text(told(value))]  # of a list of any length: a position, the list of outputs
    if hasattr(kind, "tolist") and hasattr(kind, "dtype"):
        value = value.tolist()  # an array, or a scalar, of numpy
        kind = type(value)
        if isinstance(value, Real):
            return [value]
    if value is None or kind in _NUMBERS:
        return [_Text("None" if value is None else _number_text(value))]
    if kind is str:
        return [_Text(value if value.isidentifier() and value not in _TAKEN else repr(value))]
    if kind in _BY_TEXT or isinstance(value, Epsilon):
        return [_Text(repr(value))]
    items = _items_of(value)
    if kind in _OPEN:
        return _joined(_OPEN[kind], items or ())
    return _object_parts(value, items, places)


def _items_of(value: Any) -> list[Any] | None:
    """What a container holds, seen as its builtin class sees it; None: it is none."""
    base: Any = next((kind for kind in (set, frozenset, dict, list, tuple, deque) if isinstance(value, kind)), None)
    if base in (set, frozenset):
        return [_Text(text) for text, _ in sorted((tokens_of(item)[0], i) for i, item in enumerate(base.__iter__(value)))]
    if base is dict:
        pairs = [part for pair in dict.items(value) for part in pair]
        return [value.default_factory, *pairs] if isinstance(value, defaultdict) else pairs
    items = None if base is None else list(base.__iter__(value))
    return [value.maxlen, *items] if base is deque and items is not None and value.maxlen is not None else items


def _object_parts(value: Any, items: list[Any] | None, places: Mapping[int, str]) -> Iterable[Any]:
    """The name of an object's type, or of a function or class, and all that it holds."""
    name = getattr(value, "__qualname__", None) if isinstance(value, type) or callable(value) else None
    held = [*(items or ()), *_held_by(value, items is not None)]
    if not isinstance(value, (type, types.FunctionType, types.ModuleType)):
        held += _attributes_of(value)
        held += [type(value)] if is_own_class(type(value)) and id(type(value)) not in places else []
    name = name or type(value).__qualname__
    return [_Text(name), *_joined("()", held)] if held or not callable(value) else [_Text(name)]


def _held_by(value: Any, is_container: bool) -> list[Any]:
    """What an object holds beside its attributes."""
    if isinstance(value, types.ModuleType) and sys.modules.get(value.__name__) is not value:
        raise Refused("a module that is made by the code cannot be followed")
    if isinstance(value, _BY_NAME) or (isinstance(value, type) and not is_own_class(value)):
        return []
    if isinstance(value, type):
        attributes = [part for pair in sorted(vars(value).items()) if _is_told(*pair) for part in pair]
        return [*(base for base in value.__bases__ if base is not object), *attributes]
    if isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if is_full(cell) and cell.cell_contents is not value]
        return [*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *vars(value).values()]
    if isinstance(value, types.MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, (types.BuiltinFunctionType, types.MethodWrapperType)):
        owner = value.__self__
        return [] if owner is None or isinstance(owner, types.ModuleType) else [owner]
    if isinstance(value, (staticmethod, classmethod)):
        return [value.__func__]
    if isinstance(value, property):
        return [value.fget, value.fset, value.fdel]
    if isinstance(value, functools.partial):
        return [value.func, *value.args, value.keywords]
    if isinstance(value, BaseException):
        return [*value.args, *_fields_of(value)]
    base: Any
    for base in (int, float, str, bytes):
        if isinstance(value, base):
            return [_Text(base.__repr__(value))]
    if type(value).__name__ != "ufunc" and not (is_container or hasattr(type(value), "holds_answers") or is_own_class(type(value)) or
                                                is_dataclass(value) or type(value) in _HOLD_ATTRIBUTES):
        raise Refused(f"an output of type {type(value).__qualname__} cannot be followed")
    return []


def _fields_of(error: BaseException) -> Iterator[Any]:
    """What an exception has beside its arguments: its cause and its context, what a builtin class of exceptions keeps."""
    for kind in type(error).__mro__:
        for name, member in sorted(vars(kind).items()) if kind.__module__ == "builtins" else ():
            if isinstance(member, _DESCRIPTORS) and name not in _OF_EXCEPTIONS:
                with contextlib.suppress(AttributeError, TypeError):  # it was not made in the usual way
                    held = member.__get__(error)
                    yield from (name, held) if held is not None and held is not False else ()


def _is_told(name: str, value: Any) -> bool:
    """Whether an attribute of a class says more than its name does."""
    return name not in _OF_CLASSES and not isinstance(value, _DESCRIPTORS)


def _attributes_of(value: Any) -> list[Any]:
    """The attributes of an object, those in slots too: of a dataclass in the order of its fields."""
    found = {name: getattr(value, name) for kind in type(value).__mro__ if is_own_class(kind)
             for name, member in vars(kind).items()
             if isinstance(member, types.MemberDescriptorType) and hasattr(value, name)}
    found |= getattr(value, "__dict__", {})
    if isinstance(value, Enum):
        found = {name: one for name, one in found.items() if name not in _OF_MEMBERS} | {"name": value._name_}
    first = [f.name for f in fields(value) if f.name in found] if is_dataclass(value) else []
    names = [*first, *sorted(found.keys() - set(first))]
    if is_dataclass(value) and len(names) == len(first):
        return [found[name] for name in names]
    return [part for name in names for part in (name, found[name])]
