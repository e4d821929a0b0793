# SPDX-License-Identifier: Apache-2.0
"""Values that refuse all operators but those that their classes define."""
from __future__ import annotations

from typing import Any

#: Names of comparisons, and what they are with their sides exchanged.
COMPARISONS = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


class Opaque:
    """A value that is not a number. ``_refuse`` raises what its use ends with."""

    def _refuse(self, *_: Any) -> Any:
        raise NotImplementedError

    def _refused(self, *_: Any) -> Any:
        return self._refuse()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._refuse()

    def _compared(self, other: Any, name: str) -> Any:
        """self < other for `lt`, and so on."""
        return self._refuse()

    def stands_for(self) -> Any:
        """A value of the type that it has for the code."""
        return self._refuse()


class OpaqueNumber(Opaque):
    """A whole number."""

    def stands_for(self) -> Any:
        return 1


class OpaqueList(Opaque):
    """A list that is not looked at."""

    def stands_for(self) -> Any:
        return []


for _kind, _names in (
        (Opaque, "hash bool add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod divmod rdivmod "
                 "rpow and rand or ror xor rxor lshift rlshift rshift rrshift matmul rmatmul invert pos neg trunc floor ceil "
                 "complex bytes index int float str repr format pow round abs"),
        (OpaqueList, "len iter getitem setitem delitem contains reversed iadd imul array")):
    for _name in _names.split():
        setattr(_kind, f"__{_name}__", Opaque._refused)


def _comparing(name: str) -> Any:
    def compare(self: Opaque, other: Any) -> Any:
        return self._compared(other, name)
    return compare


for _name in COMPARISONS:
    setattr(Opaque, f"__{_name}__", _comparing(_name))
