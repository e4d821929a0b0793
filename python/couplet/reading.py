# SPDX-License-Identifier: Apache-2.0
"""From the JSON report to results.

A class of ``results.py`` says by its fields and their types how an object of the report is read:
a field is one line there. What differs from that is in ``_OTHERWISE``.
"""
from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .results import Claim, Diagnostic, Evidence, LengthCost, Method, OutputCost, Result, Stage

Json = Mapping[str, Any]
Read = TypeVar("Read")

#: Digits that int() takes, whatever the interpreter's limit.
_DIGITS = 640


def _integer(text: str) -> int:
    """int(text), of any length."""
    sign = -1 if text.startswith("-") else 1
    digits, value = text.removeprefix("-"), 0
    for i in range(0, len(digits), _DIGITS):
        piece = digits[i:i + _DIGITS]
        value = value * 10 ** len(piece) + int(piece)
    return sign * value


def _exactly(value: str | int) -> Fraction:
    """What the report writes as a whole number or a fraction."""
    numerator, _, denominator = str(value).partition("/")
    return Fraction(_integer(numerator), _integer(denominator or "1"))


def _whole(value: str | int) -> int:
    return value if isinstance(value, int) else _integer(value)


def _reader_of(hint: Any) -> Callable[[Any], Any]:
    """What reads a value, which is not null, of a field of that type."""
    arguments = [part for part in get_args(hint) if part is not type(None)]
    if get_origin(hint) is tuple:
        one = _reader_of(arguments[0])
        return lambda value: tuple(map(one, value))
    if arguments and get_origin(hint) is not Mapping:  # X | None
        return _reader_of(arguments[0])
    if hint is Fraction:
        return _exactly
    if hint is int:
        return _whole
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return hint
    if is_dataclass(hint):
        return lambda value: read_object(hint, value)
    return lambda value: value


_READERS: dict[Any, dict[str, Callable[[Any], Any]]] = {}


def _readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    """The reader of each field."""
    if kind not in _READERS:
        hints = get_type_hints(kind)
        _READERS[kind] = {one.name: _reader_of(hints[one.name]) for one in fields(kind)}
    return _READERS[kind]


def _claim(json: Json) -> Claim | None:
    if "claim" not in json:
        return None
    return read_object(Claim, {**json["claim"], **{name.removeprefix("claim_"): value for name, value in json.items()
                                                  if name.startswith("claim_")}})


def _bounded(json: Json) -> bool:
    return bool(json.get("cost_decimal") != "inf")


#: What fields of an object are read from all of it.
_OTHERWISE: dict[type, dict[str, Callable[[Json], Any]]] = {
    Diagnostic: {"line": lambda json: json["line"] or None, "column": lambda json: json["column"] or None},
    Evidence: {"data": lambda json: json},
    LengthCost: {"bounded": _bounded},
    OutputCost: {"bounded": _bounded},
    Stage: {"raw": lambda json: json,
            "seconds_total": lambda json: json.get("seconds_total", json["seconds"])},
    Result: {"raw": lambda json: json, "claim": _claim},
}


def read_object(kind: type[Read], json: Json) -> Read:
    """An object of the report; what it does not have is as the class says, or None."""
    otherwise = _OTHERWISE.get(kind, {})
    values: dict[str, Any] = {
        one.name: None for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}
    for name, read in _readers(kind).items():
        if name in otherwise:
            values[name] = otherwise[name](json)
        elif name in json:
            values[name] = None if json[name] is None else read(json[name])
    return kind(**values)


def result_of(json: Json) -> Result:
    """A line of the report."""
    return read_object(Result, json)


def method_of(json: Json) -> Method:
    """An item of the summary's ``methods``."""
    return read_object(Method, json)
