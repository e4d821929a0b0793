# SPDX-License-Identifier: Apache-2.0
"""Functions of numpy that make arrays: those for symbolic values are arrays of objects."""
from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .answers import AnswerList, Length, ReadList, StreamList
from .each import Each, EachItem, Extreme, Hits
from .epsilon import Epsilon
from .errors import Refused
from .largest import Negative, NoisyList, Sorted
from .samplers import Uniform
from .values import Real, parts_within

_CLASSES: dict[Any, Any] = {}


def numpy_loaded() -> Any:
    """numpy, where it is loaded; None: a stand-in may be, which has no file."""
    numpy = sys.modules.get("numpy")
    return numpy if getattr(numpy, "__file__", None) else None


def numpy_installed() -> Any:
    """numpy, loaded where it is installed; else None."""
    if "numpy" not in sys.modules:
        with contextlib.suppress(ImportError):
            importlib.import_module("numpy")
    return numpy_loaded()


def numpy_needed(what: str) -> Any:
    numpy = numpy_installed()
    if numpy is None:
        raise Refused(f"{what}: arrays need numpy, which this Python lacks")
    return numpy


class Row(list[Any]):
    """An array of one dimension where numpy is not there: what a list does otherwise is refused."""

    def _refuse(self, *_: Any) -> Any:
        numpy_needed("arithmetic with an array")

    __add__ = __radd__ = __iadd__ = __mul__ = __rmul__ = __imul__ = _refuse  # type: ignore[assignment]
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __sub__ = __rsub__ = __truediv__ = __neg__ = _refuse

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name) if name.startswith("__") else Refused(f".{name}: arrays need numpy, which this Python lacks")


def _real_array_class(numpy: Any) -> Any:
    """A subclass of numpy's array whose conversions keep symbolic values."""
    if numpy in _CLASSES:
        return _CLASSES[numpy]

    class RealArray(numpy.ndarray):  # type: ignore[misc]
        def __array_wrap__(self, array: Any, *_: Any) -> Any:
            """What a sum or a maximum comes to is a value, no array."""
            return array[()] if array.ndim == 0 else array.view(RealArray)

        def astype(self, dtype: Any, *arguments: Any, **named: Any) -> Any:
            if _is_float(numpy, dtype) and _has_symbols(self):
                return self.copy()
            return numpy.asarray(numpy.ndarray.astype(self, dtype, *arguments, **named))

    _CLASSES[numpy] = RealArray
    return RealArray


def real_array(array: Any) -> Any:
    return array.view(_real_array_class(sys.modules["numpy"]))


def _is_float(numpy: Any, dtype: Any) -> bool:
    """Whether it is that of Python's floats, which are read as real numbers."""
    try:
        return dtype is not None and numpy.dtype(dtype) == float
    except TypeError:
        return False


def _has_symbols(values: Any) -> bool:
    return any(isinstance(one, (Real, Epsilon)) for one in parts_within([values]))


def _making(numpy: Any, name: str) -> Callable[..., Any]:
    original = getattr(numpy, name)

    def make(values: Any, dtype: Any = None, *arguments: Any, **named: Any) -> Any:
        if not isinstance(values, (list, tuple, numpy.ndarray, Real, Epsilon)) and hasattr(values, "__next__"):
            values = list(values)
        if isinstance(values, AnswerList):
            if dtype is not None and numpy.dtype(dtype).kind not in "fO":
                values.asking.run.need_whole_answers()
            return values.each() if values.way == "list" or name == "array" else values
        if isinstance(values, (NoisyList, StreamList, Hits)):
            return values
        if isinstance(values, Each):
            return values.copy() if name == "array" or isinstance(values, EachItem) else values
        if not _has_symbols(values):
            return original(values, dtype, *arguments, **named)
        if dtype is not None and numpy.dtype(dtype).kind == "i" and all(isinstance(one, Real) and one.is_raw_answer() for one in values):
            for value in values:
                value.run.need_whole_answers()
            dtype = object
        if dtype is not None and not _is_float(numpy, dtype) and numpy.dtype(dtype) != object:
            raise Refused(f"a private value or noise becomes a number of type {numpy.dtype(dtype)}")
        return real_array(original(values, object, *arguments, **named))
    return make


def _length_in(shape: Any) -> Length | None:
    """The length of the list of any length that an array is to have."""
    if isinstance(shape, tuple) and len(shape) == 1:
        shape = shape[0]
    return shape if isinstance(shape, Length) else None


def _slots(numpy: Any, shape: Any, value: Any, dtype: Any) -> Any:
    """Such an array. What it would convert is refused."""
    length, kind = _length_in(shape), numpy.dtype(dtype).kind
    kinds: Any = {"b": bool, "i": int, "f": (bool, int, float, Real)}.get(kind, ())
    if kind == "O":
        return length.asking.made_for_each(value, lambda value: True)  # type: ignore[union-attr]
    value = bool(value) if kind == "b" and value in (0, 1) else int(value) if kind == "i" and value in (0, 1) else value
    return length.asking.made_for_each(value, lambda value: isinstance(value, kinds))  # type: ignore[union-attr]


def _filling(numpy: Any, original: Callable[..., Any], value: float) -> Callable[..., Any]:
    """zeros, ones, empty: of objects, so that a private value may be stored in them."""
    def make(shape: Any, dtype: Any = None, *_: Any, **named: Any) -> Any:
        if _length_in(shape) is not None:
            return _slots(numpy, shape, value, float if dtype is None else dtype)
        if dtype is not None and not _is_float(numpy, dtype):
            return original(shape, dtype, **named)
        array = original(shape, object, **named)
        array.fill(value)
        return real_array(array)
    return make


def _placing(original: Callable[..., Any], sign: int) -> Callable[..., Any]:
    def place(values: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(values, (NoisyList, Negative, Each, Extreme)):
            return values.place(sign)
        if isinstance(values, StreamList):
            raise ReadList(values.site)
        return original(values, *arguments, **named)
    return place


def numpy_replacements() -> Iterator[tuple[Any, str, Any]]:
    """(module, name, what stands in), where numpy is loaded."""
    numpy: Any = numpy_loaded()
    if numpy is None:
        return
    for name in ("array", "asarray", "asanyarray"):
        yield numpy, name, _making(numpy, name)
    for name, value in (("zeros", 0.0), ("ones", 1.0), ("empty", 0.0)):
        yield numpy, name, _filling(numpy, getattr(numpy, name), value)
    full = numpy.full

    def filled(shape: Any, fill_value: Any, dtype: Any = None, *_: Any, **named: Any) -> Any:
        if _length_in(shape) is not None:
            return _slots(numpy, shape, fill_value, type(fill_value) if dtype is None else dtype)
        if dtype is None and issubclass(type(fill_value), (float, Real)) or _is_float(numpy, dtype):
            return real_array(full(shape, fill_value, object, **named))
        return full(shape, fill_value, dtype, **named)
    yield numpy, "full", filled

    def fromiter(values: Any, dtype: Any = None, count: int = -1, **_: Any) -> Any:
        return numpy.asarray(list(values), dtype)
    yield numpy, "fromiter", fromiter
    for name, way in (("argmax", 1), ("argmin", -1)):
        yield numpy, name, _placing(getattr(numpy, name), way)
    argsort = numpy.argsort

    def sorted_places(values: Any, *arguments: Any, **named: Any) -> Any:
        values = values.noisy() if isinstance(values, Each) else values
        if isinstance(values, (NoisyList, Negative)):
            return Sorted(values.place, False)
        if isinstance(values, StreamList):
            raise ReadList(values.site)
        return argsort(values, *arguments, **named)
    yield numpy, "argsort", sorted_places
    sign = numpy.sign

    def sign_of(values: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(values, Uniform):
            return values.sign()
        if isinstance(values, numpy.ndarray) and any(isinstance(value, Uniform) for value in values.ravel()):
            signs = numpy.empty(values.size, dtype=object)
            signs[:] = [value.sign() for value in values.ravel()]
            return signs.reshape(values.shape)
        if isinstance(values, Each):
            return values.ufunc(sign, (values,), named)
        return sign(values, *arguments, **named)
    yield numpy, "sign", sign_of
