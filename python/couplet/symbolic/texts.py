# SPDX-License-Identifier: Apache-2.0
"""Texts in which private values, noise or positions stand. They may be joined and output only."""
from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

from .current import CURRENT, is_own_class
from .errors import Refused
from .opaque import OpaqueList
from .values import TOO_MUCH, holds_symbols, parts_within

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
    made = [_formatted(*part) if isinstance(part, tuple) else part for part in parts]
    return Text(made) if any(map(_stands_in, made)) else "".join(made)


def _formatted(value: Any, conversion: int, spec: str) -> Any:
    """A part of an f-string, as a text or as what is known of it."""
    method = _own_method(value, "__format__")
    if method is not None and conversion < 0:
        return method(value, spec)
    value = shown(value, chr(conversion) if conversion > 0 else "s")
    if _stands_in(value):
        return value
    return format(_CONVERSIONS[chr(conversion)](value) if conversion > 0 else value, spec)


def _own_method(value: Any, name: str) -> Any:
    """The user's own method of this name; None: there is none."""
    for kind in type(value).__mro__ if is_own_class(type(value)) else ():
        method = vars(kind).get(name)
        if isinstance(method, types.FunctionType) and method.__code__.co_filename in CURRENT.own_files:
            return method
    return None


def shown(value: Any, conversion: str = "s") -> Any:
    """What str() or repr() gives where the user's own code says it, of the value or of what it holds; any other value
    itself."""
    for name in ("__repr__",) if conversion in "ra" else ("__str__", "__repr__"):
        method = _own_method(value, name)
        if method is not None:
            return method(value)
    return value if _is_shown_by_others(value) else Text([*_shown_parts(value)])


def _is_shown_by_others(value: Any) -> bool:
    """Whether the user's own code says nothing of what is shown of a value and of what it holds."""
    return not any(part is TOO_MUCH or _own_method(part, "__repr__") or _own_method(part, "__str__") for part in parts_within([value]))


#: How containers are shown, and what they are empty.
_BRACKETS: dict[type, tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), dict: ("{", "}")}


def _shown_parts(value: Any) -> Iterator[Any]:
    """The parts of what repr() gives of a container, in which the user's own code says what is shown of some objects."""
    pending: list[tuple[bool, Any]] = [(False, value)]
    while pending:
        is_text, item = pending.pop()
        method = None if is_text else _own_method(item, "__repr__")
        if is_text or method is not None:
            yield item if method is None else method(item)
        elif type(item) in _BRACKETS:
            begin, end = _BRACKETS[type(item)]
            held = [part for pair in item.items() for part in pair] if type(item) is dict else [*item]
            parts = [(True, begin), *(part for one in held for part in ((False, one), (True, ", "))), (True, end)]
            pending += reversed(parts)
        elif _is_shown_by_others(item):
            yield repr(item) if isinstance(item, str) else item
        else:
            raise Refused(f"what is shown of an object of type {type(item).__name__} depends on methods of the code")


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
    if isinstance(owner, str) and any(_own_method(value, "__format__") for value in values):
        raise Refused("format() of an object whose class formats itself; write an f-string")
    values = list(map(shown, values))
    if not any(map(_stands_in, values)):
        return None
    return Text([owner, *values] if owner else values)
