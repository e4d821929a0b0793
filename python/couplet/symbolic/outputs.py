# SPDX-License-Identifier: Apache-2.0
"""What an onlooker sees of a value: a text, in which real numbers are marks."""
from __future__ import annotations

import functools
import types
from collections import deque
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from .current import is_own_class
from .epsilon import Epsilon
from .errors import Refused
from .number import Number
from .texts import Text
from .values import Real

#: Stands for a real number in the text of an output.
MARK = "#"
_OPEN: dict[type, str] = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", dict: "{}"}
_NUMBERS = (bool, int, float, complex, Fraction, Number)
_BY_TEXT = (bytes, bytearray, type(NotImplemented), type(...), range, slice, Decimal)
#: Objects that are told by their names.
_BY_NAME = (types.ModuleType, types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
#: Types of libraries whose objects are told by their attributes.
_HOLD_ATTRIBUTES = (object, types.SimpleNamespace)
#: What each member of an enumeration has.
_OF_MEMBERS = ("_value_", "_name_", "__objclass__", "_sort_order_")
#: Texts that other values have.
_TAKEN = ("None", "nan", "inf", "list", "NotImplemented", "Ellipsis", "next", "none")
MOST_PARTS = 100_000


def tokens_of(value: Any) -> tuple[str, list[Real]]:
    """The text of value, with a mark for each real number, and these numbers."""
    return tokens_and_types(value)[:2]


def _type_of(value: Any) -> str:
    """What tells a value from others of the same text; equal numbers are one output, whatever their types."""
    kind = type(value)
    if kind in _NUMBERS or (hasattr(kind, "dtype") and value.shape == ()):
        return ""
    if isinstance(value, types.FunctionType):
        return f"{value.__qualname__} of line {value.__code__.co_firstlineno}"
    if hasattr(kind, "dtype") and hasattr(kind, "ravel"):
        return f"{kind.__name__} {value.dtype} {value.shape}"
    return "float" if kind is Number else kind.__qualname__


def tokens_and_types(value: Any) -> tuple[str, list[Real], str]:
    """The same, with the types of its parts."""
    parts: list[str] = []
    kinds: list[str] = []
    reals: list[Real] = []
    pending: list[Any] = [value]
    seen = 0
    while pending:
        item = pending.pop()
        seen += 1
        if seen > MOST_PARTS:
            raise Refused("an output is too large, or contains itself")
        if not isinstance(item, (_Text, Real, Text)) and getattr(type(item), "told_as", None) is None:
            kinds.append(_type_of(item))
        if isinstance(item, _Text):
            parts.append(item.text)
        elif isinstance(item, Real) and not item.terms:
            parts.append(item.text())  # a number that everyone knows
        elif isinstance(item, Real):
            parts.append(MARK)
            reals.append(item)
        else:
            pending.extend(reversed(list(_parts_of(item))))
    return "".join(parts), reals, ", ".join(filter(None, kinds))


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


def _parts_of(value: Any) -> Iterable[Any]:
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
    return _object_parts(value, items)


def _items_of(value: Any) -> list[Any] | None:
    """What a container holds, seen as its builtin class sees it; None: it is none."""
    base: Any = next((kind for kind in (set, frozenset, dict, list, tuple, deque) if isinstance(value, kind)), None)
    if base in (set, frozenset):
        return list(map(_Text, sorted(tokens_of(item)[0] for item in base.__iter__(value))))
    if base is dict:
        return [part for pair in dict.items(value) for part in pair]
    return None if base is None else list(base.__iter__(value))


def _object_parts(value: Any, items: list[Any] | None) -> Iterable[Any]:
    """The name of an object's type, or of a function or class, and all that it holds."""
    name = getattr(value, "__qualname__", None) if isinstance(value, type) or callable(value) else None
    held = [*(items or ()), *_held_by(value, items is not None)]
    if not isinstance(value, (type, types.FunctionType)):
        held += _attributes_of(value)
    name = name or type(value).__qualname__
    return [_Text(name), *_joined("()", held)] if held or not callable(value) else [_Text(name)]


def _held_by(value: Any, is_container: bool) -> list[Any]:
    """What an object holds beside its attributes."""
    if isinstance(value, _BY_NAME) or (isinstance(value, type) and not is_own_class(value)):
        return []
    if isinstance(value, type):
        return [part for pair in sorted(vars(value).items()) if _is_told(*pair) for part in pair]
    if isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if cell.cell_contents is not value]
        return [*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *vars(value).values()]
    if isinstance(value, (types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType)):
        owner = value.__self__
        return [] if owner is None or isinstance(owner, (types.ModuleType, type)) else [owner]
    if isinstance(value, functools.partial):
        return [value.func, *value.args, value.keywords]
    if isinstance(value, BaseException):
        return [*value.args, *(e for e in (value.__cause__, value.__context__) if e is not None)]
    if isinstance(value, (int, float, str, bytes)):
        return [_Text(repr(value))]
    if not (is_container or hasattr(type(value), "holds_answers") or is_own_class(type(value)) or is_dataclass(value) or type(value) in _HOLD_ATTRIBUTES):
        raise Refused(f"an output of type {type(value).__qualname__} cannot be followed")
    return []


def _is_told(name: str, value: Any) -> bool:
    """Whether an attribute of a class says more than the text of the class does."""
    return not name.startswith("__") and not isinstance(value, (types.MemberDescriptorType, types.GetSetDescriptorType)) and \
        not (isinstance(value, types.FunctionType) and not (value.__closure__ or value.__defaults__))


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
