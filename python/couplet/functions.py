# SPDX-License-Identifier: Apache-2.0
"""Functions and classes as mechanisms: read in this process, from the file that defines them."""
from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .errors import CoupletError
from .program import need_not_loading
from .results import Diagnostic

_LIMIT = "60"  # seconds
_VERSIONS = (3, 11), (3, 12)  # that the reader knows the bytecode of
_OPTIONS = ("private", "private-as", "adjacency", "epsilon", "sensitivity", "answers")


@dataclass(frozen=True)
class Model:
    """What a function comes to: an automaton or a linear mechanism, and what was understood of it."""

    file: str
    name: str
    model: Mapping[str, Any]
    understood: Mapping[str, Any]
    epsilon: str | None
    rounded: bool
    diagnostics: tuple[Diagnostic, ...]


def text_of(value: Any) -> str:
    """As after `-D NAME=`."""
    if value is None or isinstance(value, (bool, list, tuple, dict)):
        return json.dumps(value)
    if isinstance(value, (str, int, float, Fraction)):
        return str(value)
    raise CoupletError(f"a parameter has the value {value!r}, which is not a number, text or JSON value", status=2)


@contextlib.contextmanager
def _restored(file: Any) -> Iterator[None]:
    """Modules, and where they are found, are afterwards what they were."""
    modules, path, finders = dict(sys.modules), list(sys.path), list(sys.meta_path)
    try:
        yield
    finally:
        made = [finder for finder in sys.meta_path if finder not in finders]
        sys.path[:], sys.meta_path[:] = path, finders
        missing = {name for finder in made for name in getattr(finder, "missing", ())}
        own = {module.__name__ for module in file.modules}
        for name in [name for name in sys.modules if name not in modules and
                     (name in own or name.partition(".")[0] in missing)]:
            del sys.modules[name]
        sys.modules.update(modules)


def _settings_of(parameters: Mapping[str, Any] | None, options: Mapping[str, Any] | None) -> dict[str, str]:
    """What the reader is asked with. Raises CoupletError for options that it has not."""
    settings = {"limit.seconds": _LIMIT} | {key: text_of(value) for key, value in (parameters or {}).items()}
    for key, value in (options or {}).items():
        language, _, option = key.partition(".")
        if language == "python" and option not in _OPTIONS:
            raise CoupletError(f"-o {key}={text_of(value)}: a function in this process has no option '{option}'", status=2)
        if language == "python":
            settings[key] = text_of(value)
    return settings


def _check_use(name: str, parameters: Mapping[str, Any] | None, used: Sequence[str]) -> None:
    for parameter in parameters or {}:
        if parameter not in used:
            raise CoupletError(f"-D {parameter}: {name} has no parameter of that name", status=2)


def read_function(function: Callable[..., Any] | type, parameters: Mapping[str, Any] | None,
                  options: Mapping[str, Any] | None) -> Model:
    """Runs function on symbolic answers, in this process and without a sandbox. options: those of the front
    end (``{"python.private": "queries"}``). Raises CoupletError with the line of the file where it is refused."""
    need_not_loading()
    if sys.version_info[:2] not in _VERSIONS:
        raise CoupletError("functions are read by Python 3.11 and 3.12; this is %d.%d" % sys.version_info[:2], status=3)
    from .symbolic.errors import Refused
    from .symbolic.excerpt import excerpt_of
    from .symbolic.python_module import SourceError
    from .symbolic.python_reading import PythonReader
    settings = _settings_of(parameters, options)
    said: list[dict[str, Any]] = []
    try:
        excerpt = excerpt_of(function)
        text = excerpt.as_file()
    except Refused as refusal:
        raise CoupletError(str(refusal), status=2) from None
    except SourceError as error:
        raise CoupletError(str(error), status=4, line=error.line) from None
    file, name = excerpt.path, excerpt.name
    with _restored(text):
        PythonReader(file, excerpt.text, settings, said.append).read_file(text, name)
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
    _check_use(name, parameters, found["used"])
    return Model(file, found["name"], found.get("automaton") or found["linear"], found["understood"],
                 found.get("epsilon"), found.get("rounded", False),
                 tuple(Diagnostic(m["severity"], m["message"], m["line"] or None) for m in messages))
