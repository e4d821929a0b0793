# SPDX-License-Identifier: Apache-2.0
"""Finding and running the program."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from .errors import ProgramNotFound

NAME = "couplet"
#: Names the program, before all places where it is looked for.
ENVIRONMENT = "COUPLET"


@dataclass(frozen=True)
class Answer:
    """What a run of the program left."""

    status: int
    output: str
    messages: str


def _beside(package: pathlib.Path) -> Iterator[pathlib.Path]:
    """Where the program lies in the tree that the package belongs to."""
    yield package / "bundled" / "bin" / NAME  # of a wheel
    prefix = package.parents[3] if len(package.parents) > 3 else package.parents[-1]
    yield prefix / "bin" / NAME  # PREFIX/lib/python3/dist-packages/couplet
    source = package.parents[1]  # SOURCE/python/couplet
    if (source / "GNUmakefile").exists():
        yield source / "build" / NAME
        yield source / "build-check" / NAME


def _is_program(path: pathlib.Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """The path of the program: ``program``; else the environment's COUPLET; else the one in the
    wheel, installation or source tree that this package belongs to; else the one in PATH.

    Raises ProgramNotFound.
    """
    named = os.fspath(program) if program is not None else os.environ.get(ENVIRONMENT) or None
    if named is not None:
        found = shutil.which(named)
        if found is None:
            raise ProgramNotFound(f"{named}: there is no such program")
        return found
    for path in _beside(pathlib.Path(__file__).resolve().parent):
        if _is_program(path):
            return str(path)
    found = shutil.which(NAME)
    if found is None:
        raise ProgramNotFound("the program couplet is not found: put it into PATH, set COUPLET "
                              "or say program=")
    return found


def need_not_loading() -> None:
    """A file that asks for verdicts itself is loaded to be read: what it asks then is left out, with all but the
    definitions after it."""
    current = sys.modules.get(f"{__package__}.symbolic.current")
    if current is not None and current.CURRENT.loading:
        from .symbolic.errors import Asked
        raise Asked


def _environment() -> dict[str, str]:
    """The program reads code with the Python of this virtual environment, unless another is active."""
    own = {"VIRTUAL_ENV": sys.prefix} if sys.prefix != sys.base_prefix else {}
    return own | os.environ


def main() -> NoReturn:
    """The command `couplet` of a wheel: goes on as the program in it."""
    program = next(_beside(pathlib.Path(__file__).resolve().parent))
    os.execve(program, [NAME, *sys.argv[1:]], _environment())


def run(program: str | os.PathLike[str] | None, arguments: Sequence[str],
        text: bytes | None = None) -> Answer:
    """Runs the program with ``text`` on standard input and waits for its end."""
    need_not_loading()
    path = find_program(program)
    try:
        done = subprocess.run([path, *arguments], input=text if text is not None else b"",
                              capture_output=True, check=False, env=_environment())
    except OSError as error:
        raise ProgramNotFound(f"{path}: it cannot be run: {error.strerror}") from error
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"),
                  done.stderr.decode("utf-8", "replace"))
