# SPDX-License-Identifier: Apache-2.0
"""What an object leads to: private values and noise that leave with it though its text does not tell them."""
from __future__ import annotations

import gc
import types
from collections.abc import Iterable
from typing import Any

from .errors import Refused
from .texts import Text
from .values import Real

_MOST_OBJECTS = 50_000
_PLAIN = (bool, int, float, str, bytes, complex, type(None))
#: What is not gone into: frames and modules hold what the code is, not what leaves.
_CLOSED = (types.ModuleType, types.FrameType, types.TracebackType, types.CodeType)


def reals_in(values: Iterable[Any]) -> list[Real]:
    """The private values and noise that can be reached from values."""
    pending, seen = list(values), set()
    keep: list[Any] = []  # numbers of objects stay theirs as long as these live
    found: list[Real] = []
    while pending:
        item = pending.pop()
        kind = type(item)
        if kind in _PLAIN or id(item) in seen:
            continue
        if isinstance(item, Real):
            found += [item] if item.terms else []
            continue
        seen.add(id(item))
        keep.append(item)
        if len(seen) > _MOST_OBJECTS:
            raise Refused("what leaves with the result is too large to be looked through")
        pending += _below(item, kind)
    return found


def _below(item: Any, kind: Any) -> list[Any]:
    """What an object holds itself."""
    if isinstance(item, Text):
        return list(item.parts)
    if isinstance(item, _CLOSED) or (isinstance(item, dict) and "__builtins__" in item):
        return []
    if hasattr(kind, "is_public"):
        return []
    if kind.__module__.startswith("couplet.symbolic") and not hasattr(kind, "holds_answers") and kind.__name__ != "RealArray":
        return []
    if kind is types.FunctionType:  # its globals are those of a module
        function: Any = item
        return [function.__closure__, function.__defaults__, function.__kwdefaults__, function.__dict__, function.__annotations__]
    if kind is types.BuiltinFunctionType:
        return [getattr(item, "__self__", None)]
    if isinstance(item, type) and item.__flags__ & 1 << 8:  # of C: it cannot be changed
        return []
    if hasattr(kind, "dtype") and hasattr(kind, "ravel"):
        array: Any = item
        return [*(array.ravel().tolist() if array.dtype == object else ()), array.base, getattr(array, "__dict__", None)]
    return gc.get_referents(item)


def key_of(real: Real) -> Any:
    """What equal values have in common."""
    return real.constant, tuple(sorted(real.terms.items()))
