# SPDX-License-Identifier: Apache-2.0
"""Libraries that are not installed: a stand-in takes their place, and refuses private values."""
from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import math
import os
import sys
import types
from typing import Any

from . import noise
from .current import CURRENT
from .errors import Refused
from .libraries import LIBRARIES
from .values import holds_symbols

#: Decorators that compile a function, and change nothing of what it does.
_COMPILERS = {"numba": {"jit", "njit"}}
_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
#: Modules of which it is known what their functions draw (``noise`` replaces those of numpy.random).
_KNOWN = ("numpy.random", "scipy.stats", *LIBRARIES)
#: What numpy has of math, for single numbers.
_OF_MATH = ("inf", "pi", "e", "log", "sqrt", "exp")


class _Kind(type):
    """The type of stand-ins for classes and functions: they can be subclassed, called, asked."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        name = cls.__dict__.get("_couplet_name")
        if name is None:
            return super().__call__(*arguments, **named)  # a class of the user's, below a stand-in
        if holds_symbols([*arguments, *named.values()]):
            raise Refused(f"{name} is not installed, and meets a private value, noise or epsilon")
        if len(arguments) == 1 and not named and isinstance(arguments[0], types.FunctionType):
            return _refusing_function(arguments[0], name)
        if CURRENT.run is not None and not CURRENT.loading:
            CURRENT.run.output([*arguments, *named.values()], 0, f"given to {name}")
        return stand_in(f"{name}()")

    def __getattr__(cls, attribute: str) -> Any:
        name = cls.__dict__.get("_couplet_name")
        if name is None or attribute.startswith("__"):
            raise AttributeError(attribute)
        return stand_in(f"{name}.{attribute}")

    def __getitem__(cls, key: Any) -> Any:
        return cls

    def _decides(cls, *_: Any) -> Any:
        """Nobody knows what a library that is not there would give."""
        name = cls.__dict__.get("_couplet_name")
        if name is not None and CURRENT.run is not None and not CURRENT.loading:
            raise Refused(f"{name} is not installed, and what it gives is used")
        return True

    __bool__ = __len__ = __contains__ = __lt__ = __le__ = __gt__ = __ge__ = _decides

    def __iter__(cls) -> Any:
        cls._decides()
        raise TypeError(f"{cls.__name__} is not installed, and is gone through")

    def __or__(cls, other: Any) -> Any:
        return cls

    __ror__ = __or__


def _refusing_function(function: Any, name: str) -> Any:
    def decorated(*arguments: Any, **named: Any) -> Any:
        raise Refused(f"{function.__name__} is decorated by {name}, which is not installed")
    decorated.__name__ = function.__name__
    return decorated


class _Base(metaclass=_Kind):
    def __init__(self, *_: Any, **__: Any) -> None:
        pass


def stand_in(name: str) -> Any:
    return _Kind(name.rpartition(".")[2].strip("()") or "stand_in", (_Base,), {"_couplet_name": name})


def _compiler(function: Any = None, *_: Any, **__: Any) -> Any:
    return function if isinstance(function, types.FunctionType) else lambda decorated: decorated


class _Loader(importlib.abc.Loader):
    def create_module(self, spec: Any) -> types.ModuleType:
        module = types.ModuleType(spec.name)
        module.__path__ = []

        def attribute(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            if name in _COMPILERS.get(spec.name, ()):
                return _compiler
            if name in LIBRARIES.get(spec.name, {}):
                return LIBRARIES[spec.name][name]
            if spec.name == "scipy.stats" and name in noise.DISTRIBUTIONS:
                return noise.DISTRIBUTIONS[name]
            if spec.name == "numpy" and name in _OF_MATH:
                return getattr(math, name)
            return stand_in(f"{spec.name}.{name}")
        setattr(module, "__getattr__", attribute)
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Its known parts are there with it, as `numpy.random` is where numpy is imported."""
        begin = module.__name__ + "."
        for part in {known[len(begin):].partition(".")[0] for known in _KNOWN if known.startswith(begin)}:
            inner = importlib.util.module_from_spec(_spec_of(begin + part))
            sys.modules[inner.__name__] = inner
            setattr(module, part, inner)
            self.exec_module(inner)


def _spec_of(name: str) -> importlib.machinery.ModuleSpec:
    return importlib.machinery.ModuleSpec(name, _Loader(), is_package=True)


class Replacing(importlib.abc.MetaPathFinder):
    """The first of the finders: libraries that are installed and fail where nothing may be written. ``names``: theirs."""

    def __init__(self, missing: list[str]) -> None:
        self.names, self.missing = set[str](), missing

    def add(self, name: str) -> None:
        self.names.add(name)
        for loaded in [one for one in sys.modules if one.partition(".")[0] == name]:
            del sys.modules[loaded]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] not in self.names:
            return None
        self.missing.append(name)
        return _spec_of(name)


class Finder(importlib.abc.MetaPathFinder):
    """The last of the finders: what no other finds for a file in folder, stands in. ``missing``: their names."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.join(folder, "")
        self.missing: list[str] = []
        self.is_on = False

    def _asks(self) -> bool:
        """Whether a file of the user's folder imports: a library may do without what is missing."""
        frame: types.FrameType | None = sys._getframe(2)
        while frame is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        file = os.path.abspath(frame.f_code.co_filename) if frame is not None else ""
        return file.startswith(self.folder) and not file.startswith(_OWN_FOLDER)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        parent = sys.modules.get(name.rpartition(".")[0])
        known = parent is not None and not isinstance(getattr(parent, "__loader__", None), _Loader)
        if not self.is_on or known or not self._asks():
            return None
        self.missing.append(name)
        return _spec_of(name)
