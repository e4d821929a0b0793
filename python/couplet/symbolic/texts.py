# SPDX-License-Identifier: Apache-2.0
"""Texts in which private values, noise or positions stand. They may be joined and output only."""
from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

from .current import CURRENT, is_own_class
from .errors import Refused
from .opaque import OpaqueList
from .values import holds_symbols

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}


class Text(OpaqueList):
    """A text with values in it, in their order."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts

    def stands_for(self) -> Any:
        return ""

    def __add__(self, other: Any) -> Any:
        return Text([*self.parts, other]) if isinstance(other, (str, Text)) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return Text([other, *self.parts]) if isinstance(other, str) else NotImplemented

    def _same(self, *_: Any) -> Text:
        return self

    strip = rstrip = lstrip = encode = __str__ = _same  # type: ignore[assignment]

    def _refuse(self, *_: Any) -> Any:
        raise Refused("a text with a private value or noise in it is looked at")

    def tokens(self) -> Iterator[Any]:
        """Its values and the texts between them."""
        for part in self.parts:
            if isinstance(part, Text):
                yield from part.tokens()
            else:
                yield part


def joined(*parts: Any) -> Any:
    """What an f-string is: its parts are texts, and triples of a value, its conversion and its format."""
    parts = tuple((_formatted(*part), -1, "") if isinstance(part, tuple) and is_own_class(type(part[0])) else part for part in parts)
    if any(isinstance(part, tuple) and _stands_in(part[0]) for part in parts):
        return Text([part[0] if isinstance(part, tuple) else part for part in parts])
    made = []
    for part in parts:
        if isinstance(part, tuple):
            value, conversion, spec = part
            if conversion > 0:
                value = _CONVERSIONS[chr(conversion)](value)
            part = format(value, spec)
        made.append(part)
    return "".join(made)


def _formatted(value: Any, conversion: int, spec: str) -> Any:
    """A part of an f-string that is an object of a class of the user's."""
    method = next((vars(kind)["__format__"] for kind in type(value).__mro__ if is_own_class(kind) and "__format__" in vars(kind)), None)
    return method(value, spec) if method is not None and conversion < 0 else shown(value, chr(conversion) if conversion > 0 else "s")


def shown(value: Any, conversion: str = "s") -> Any:
    """What str() or repr() gives of an object whose class says it in the user's own code; any other value itself."""
    for name in ("__repr__",) if conversion in "ra" else ("__str__", "__repr__"):
        for kind in type(value).__mro__ if is_own_class(type(value)) else ():
            method = vars(kind).get(name)
            if isinstance(method, types.FunctionType) and method.__code__.co_filename in CURRENT.own_files:
                return method(value)
    return value


def _stands_in(value: Any) -> bool:
    return isinstance(value, Text) or hasattr(type(value), "told_as") or holds_symbols([value])


def text_of_call(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Text | None:
    """str(x), repr(x), and "…".format(…), "…".join(…), "…" % … with such values; None: there are none."""
    owner = getattr(function, "__self__", None)
    if function in (str, repr) and len(arguments) == 1 and not named:
        made = shown(arguments[0], "s" if function is str else "r")
        if made is not arguments[0]:
            return made  # type: ignore[no-any-return]
    if function not in (str, repr) and not isinstance(owner, str):
        return None
    values: list[Any] = []
    for value in (*arguments, *named.values()):
        is_list = isinstance(owner, str) and isinstance(value, (list, tuple))
        values.extend(value if is_list else [value])
    if not any(map(_stands_in, values)):
        return None
    return Text([owner, *values] if owner else values)
