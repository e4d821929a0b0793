# SPDX-License-Identifier: Apache-2.0
"""Functions and classes as mechanisms: read in this process, from the file that defines them."""
from __future__ import annotations

import contextlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import CoupletError
from .results import Diagnostic

_LIMIT = "60"  # seconds


@dataclass(frozen=True)
class Model:
    """What a function comes to: an automaton or a linear mechanism, and what was understood of it."""

    file: str
    name: str
    model: Mapping[str, Any]
    understood: Mapping[str, Any]
    epsilon: str | None
    diagnostics: tuple[Diagnostic, ...]


def _text_of(value: Any) -> str:
    """As behind `-D NAME=`."""
    if value is None or isinstance(value, (bool, list, tuple, dict)):
        return json.dumps(value)
    if isinstance(value, (str, int, float, Fraction)):
        return str(value)
    raise CoupletError(f"a parameter has the value {value!r}, which is no number, text or JSON value", status=2)


def _place_of(function: Any) -> tuple[str, str]:
    """The file that defines function, and its name there."""
    try:
        file = inspect.getsourcefile(inspect.unwrap(function))
    except TypeError:
        file = None
    name = getattr(function, "__qualname__", "")
    if file is None or file.startswith("<"):
        raise CoupletError(f"{name or function!r} is defined in no file", status=2)
    if "<" in name:
        raise CoupletError(f"{name} is defined within a function, where it cannot be found", status=2, file=file)
    return file, name


@contextlib.contextmanager
def _restored() -> Iterator[None]:
    """Modules, and where they are found, are afterwards what they were."""
    modules, path, finders = dict(sys.modules), list(sys.path), list(sys.meta_path)
    try:
        yield
    finally:
        made = [finder for finder in sys.meta_path if finder not in finders]
        sys.path[:], sys.meta_path[:] = path, finders
        missing = {name for finder in made for name in getattr(finder, "missing", ())}
        for name in [name for name in sys.modules if name not in modules and name.partition(".")[0] in missing]:
            del sys.modules[name]
        sys.modules.update(modules)


def read_function(function: Callable[..., Any] | type, parameters: Mapping[str, Any] | None,
                  options: Mapping[str, Any] | None) -> Model:
    """Runs function on symbolic answers, in this process and without a sandbox. options: those of the front
    end (``{"python.private": "queries"}``). Raises CoupletError with the line of the file where it is refused."""
    from .symbolic.python_reading import PythonReader
    from .symbolic.server import text_of
    file, name = _place_of(function)
    said: list[dict[str, Any]] = []
    settings = {"limit.seconds": _LIMIT} | {key: _text_of(value) for key, value in (parameters or {}).items()}
    settings |= {key: _text_of(value) for key, value in (options or {}).items() if key.startswith("python.")}
    with _restored():
        PythonReader(file, text_of(file), settings, said.append).read(name)
    messages = [one["message"] for one in said if "message" in one]
    for message in messages:
        if message["severity"] == "error":
            raise CoupletError(message["message"], status=4, file=file, line=message["line"] or None)
    models = [one for one in said if "automaton" in one or "linear" in one]
    if len(models) != 1:
        raise CoupletError(f"{name} has {len(models)} mechanisms: "
                           f"{', '.join(one['name'] for one in models) or 'it takes no answers or draws no noise'}",
                           status=4, file=file)
    found = models[0]
    return Model(file, found["name"], found.get("automaton") or found["linear"], found["understood"],
                 found.get("epsilon"),
                 tuple(Diagnostic(m["severity"], m["message"], m["line"] or None) for m in messages))
