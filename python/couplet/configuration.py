# SPDX-License-Identifier: Apache-2.0
"""The table [tool.couplet] of pyproject.toml, which `pytest --couplet` heeds."""
from __future__ import annotations

import difflib
import pathlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import CoupletError
from .functions import text_of

NAME = "pyproject.toml"


@dataclass(frozen=True)
class Configuration:
    """options: of ``-o``; values: of ``-D``, as texts; strict: warnings fail; program: to run."""

    options: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False
    program: str | None = None


_KINDS = {"options": (dict, "a table"), "values": (dict, "a table"), "strict": (bool, "true or false"), "program": (str, "a text")}


def _refuse(file: pathlib.Path, text: str) -> CoupletError:
    return CoupletError(f"[tool.couplet]: {text}", file=str(file), status=3)


def _check(table: Any, file: pathlib.Path) -> None:
    if not isinstance(table, dict):
        raise _refuse(file, "it must be a table")
    for key, value in table.items():
        if key not in _KINDS:
            near = difflib.get_close_matches(key, _KINDS, 1, 0)
            raise _refuse(file, f"there is no key '{key}'; did you mean '{near[0]}'?")
        kind, name = _KINDS[key]
        if not isinstance(value, kind):
            raise _refuse(file, f"'{key}' must be {name}")


def _texts(table: Mapping[str, Any], key: str, kinds: tuple[type, ...], file: pathlib.Path) -> dict[str, str]:
    for name, value in table.items():
        if not isinstance(value, kinds):
            raise _refuse(file, f"'{key}.{name}' must be a number, a text or a truth value" + (" or a list" if list in kinds else ""))
    return {name: text_of(value) for name, value in table.items()}


def _options(table: Mapping[str, Any], file: pathlib.Path) -> dict[str, str]:
    """Of ``"python.adjacency" = …``, and of ``python.adjacency = …``, which TOML takes for a table."""
    flat: dict[str, Any] = {}
    for owner, value in table.items():
        flat |= {f"{owner}.{name}": one for name, one in value.items()} if isinstance(value, dict) else {owner: value}
    return _texts(flat, "options", (str, int, float), file)


def read_configuration(folder: pathlib.Path) -> Configuration:
    """That of the nearest pyproject.toml with the table, in the folder or above. Raises CoupletError: a key or a type is wrong."""
    for above in (folder, *folder.parents):
        file = above / NAME
        try:
            tool = tomllib.loads(file.read_text(encoding="utf-8")).get("tool")
        except OSError:
            continue
        except ValueError as error:
            raise CoupletError(f"it is not valid TOML: {error}", file=str(file), status=3) from None
        if not isinstance(tool, dict) or "couplet" not in tool:
            continue
        table = tool["couplet"]
        _check(table, file)
        program = table.get("program")
        return Configuration(_options(table.get("options", {}), file),
                             _texts(table.get("values", {}), "values", (str, int, float, list), file), table.get("strict", False),
                             str(above / program) if program is not None and "/" in program else program)
    return Configuration()
