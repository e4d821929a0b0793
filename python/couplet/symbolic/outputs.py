# SPDX-License-Identifier: Apache-2.0
"""What an onlooker sees of a value: a text, in which real numbers are marks."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from .epsilon import Epsilon
from .errors import Refused
from .texts import Text
from .values import Real

#: Stands for a real number in the text of an output.
MARK = "#"
_OPEN = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}
#: Texts that other values have.
_TAKEN = ("None", "nan", "inf", "list", "NotImplemented", "Ellipsis", "next", "none")
MOST_PARTS = 100_000


def tokens_of(value: Any) -> tuple[str, list[Real]]:
    """The text of value, with a mark for each real number, and these numbers."""
    parts: list[str] = []
    reals: list[Real] = []
    pending: list[Any] = [value]
    seen = 0
    while pending:
        item = pending.pop()
        seen += 1
        if seen > MOST_PARTS:
            raise Refused("an output is too large, or contains itself")
        if isinstance(item, _Text):
            parts.append(item.text)
        elif isinstance(item, Real) and not item.terms:
            parts.append(item.text())  # a number that everyone knows
        elif isinstance(item, Real):
            parts.append(MARK)
            reals.append(item)
        else:
            pending.extend(reversed(list(_parts_of(item))))
    return "".join(parts), reals


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
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def _parts_of(value: Any) -> Iterable[Any]:
    if isinstance(value, Text):
        return _joined("''", value.tokens(), "")
    told = getattr(type(value), "told_as", None)
    if told is not None:
        return [_Text(told(value))]  # of a list of any length: a position, the list of outputs
    if hasattr(value, "tolist") and hasattr(value, "dtype"):
        value = value.tolist()  # an array, or a scalar, of numpy
        if isinstance(value, Real):
            return [value]
    if value is None or isinstance(value, (bool, int, float, complex, Fraction)):
        return [_Text("None" if value is None else _number_text(value))]
    if isinstance(value, str):
        return [_Text(value if value.isidentifier() and value not in _TAKEN else repr(value))]
    if isinstance(value, (bytes, Enum, type(NotImplemented), type(...))):
        return [_Text(repr(value))]
    if isinstance(value, Epsilon):
        return [_Text(repr(value))]
    if isinstance(value, (set, frozenset)):
        texts = sorted(tokens_of(item)[0] for item in value)
        return _joined("{}", map(_Text, texts))
    if isinstance(value, dict):
        return _joined("{}", [part for pair in value.items() for part in pair])
    for kind in (list, tuple):
        if isinstance(value, kind):
            return _joined(_OPEN[kind], value)
    return _object_parts(value)


def _object_parts(value: Any) -> Iterable[Any]:
    if isinstance(value, type) or callable(value):
        return [_Text(getattr(value, "__qualname__", type(value).__name__))]
    name = type(value).__qualname__
    parts: Iterable[Any] | None = None
    if isinstance(value, BaseException):
        parts = value.args
    elif is_dataclass(value):
        parts = [getattr(value, f.name) for f in fields(value)]
    elif hasattr(value, "__iter__") and hasattr(value, "__len__"):
        parts = value
    elif hasattr(value, "__dict__"):
        parts = [part for pair in sorted(vars(value).items()) for part in pair]
    if parts is not None:
        return [_Text(name), *_joined("()", parts)]
    raise Refused(f"an output of type {name} cannot be followed")
