# SPDX-License-Identifier: Apache-2.0
"""Texts in which private values, noise or positions stand. They may be joined and output only."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .errors import Refused
from .opaque import OpaqueList
from .values import holds_symbols

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}


class Text(OpaqueList):
    """A text with values in it, in their order."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts

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


def _stands_in(value: Any) -> bool:
    return isinstance(value, Text) or hasattr(type(value), "told_as") or holds_symbols([value])


def text_of_call(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Text | None:
    """str(x), repr(x), and "…".format(…), "…".join(…), "…" % … with such values; None: there are none."""
    owner = getattr(function, "__self__", None)
    if function not in (str, repr) and not isinstance(owner, str):
        return None
    values: list[Any] = []
    for value in (*arguments, *named.values()):
        is_list = isinstance(owner, str) and isinstance(value, (list, tuple))
        values.extend(value if is_list else [value])
    if not any(map(_stands_in, values)):
        return None
    return Text([owner, *values] if owner else values)
