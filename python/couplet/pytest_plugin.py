# SPDX-License-Identifier: Apache-2.0
"""pytest: `pytest --couplet` collects each function with a comment `# couplet: claim` as a test."""
from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from . import program as _program
from .assertion import fails, is_private, told
from .configuration import Configuration, read_configuration
from .errors import CoupletError
from .reading import result_of
from .results import Result, Verdict
from .showing import Shown, show

_UNUSED = re.compile(r"^couplet: -D (\S+): no file has a parameter of that name", re.MULTILINE)
_CONFIGURATION = pytest.StashKey[Configuration]()
_CLAIM = re.compile(r"^[ \t]*#[ \t]*couplet:[ \t]*claim\b", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("couplet", "differential privacy")
    group.addoption("--couplet", action="store_true",
                    help="also verify functions with a comment '# couplet: claim D'")
    group.addoption("--couplet-program", metavar="PATH", help="the program couplet")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "couplet: a claim of a comment '# couplet: claim D' (--couplet)")
    if config.getoption("--couplet"):
        try:
            config.stash[_CONFIGURATION] = read_configuration(folder_of(config))
        except CoupletError as error:
            raise pytest.UsageError(str(error)) from None


def folder_of(config: pytest.Config) -> pathlib.Path:
    """Where pyproject.toml is looked for first. Without a file that settles it, pytest's folder may be far above: that of the
    path after --couplet-program, too."""
    root, here = config.rootpath, config.invocation_params.dir
    settled = config.inipath is not None or config.getoption("rootdir", None) is not None
    return here if not settled and here.is_relative_to(root) else root


def program_of(config: pytest.Config) -> str | None:
    """The program that is named, by the command line or by pyproject.toml."""
    named: str | None = config.getoption("--couplet-program")
    return named or config.stash[_CONFIGURATION].program


def pytest_collect_file(file_path: pathlib.Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not parent.config.getoption("--couplet") or file_path.suffix != ".py":
        return None
    try:
        text = file_path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return ClaimFile.from_parent(parent, path=file_path) if _CLAIM.search(text) else None


class ClaimFile(pytest.File):
    """A file of which functions claim something; it is run once, in the program's sandbox."""

    def ask(self) -> _program.Answer:
        """Verifies the file. Values of pyproject.toml are for all files: those that this one does not ask for are left out."""
        asked, values = self.config.stash[_CONFIGURATION], dict(self.config.stash[_CONFIGURATION].values)
        while True:
            words = [*(f"--option={key}={value}" for key, value in asked.options.items()),
                     *(f"--define={name}={value}" for name, value in values.items())]
            answer = _program.run(program_of(self.config),
                                  ["verify", "-q", "--report", "json", *words, "--", str(self.path)], None)
            unused = values.keys() & set(_UNUSED.findall(answer.messages))
            if not unused:
                return answer
            for name in unused:
                del values[name]

    def collect(self) -> Iterator[pytest.Item]:
        answer = self.ask()
        try:
            results = [result_of(json.loads(line)) for line in answer.output.splitlines()]
        except ValueError:
            results = []
        if not results and answer.status != 0:  # else comments leave out all of it
            raise self.CollectError(answer.messages.strip() or f"couplet ended with status {answer.status}")
        for result in results:
            if result.claim is not None or result.verdict == Verdict.ERROR:
                yield ClaimItem.from_parent(self, name=result.function or self.path.name, result=result)


class ClaimItem(pytest.Item):
    """What one function claims."""

    def __init__(self, *, result: Result, **more: Any) -> None:
        super().__init__(**more)
        self.result = result
        self.add_marker("couplet")

    def runtest(self) -> None:
        if self.result.verdict == Verdict.ERROR:
            first = self.result.errors[0]
            raise CoupletError(first.message, status=4, file=self.result.file, line=first.line)
        asked = self.config.stash[_CONFIGURATION]
        if not is_private(self.result) or (asked.strict and self.result.warnings):
            raise AssertionError(told(self.result, self.shown(asked) if fails(self.result) else None))

    def shown(self, asked: Configuration) -> Shown | None:
        own = (self.result.understood or {}).get("values", {})
        used = {name: value for name, value in asked.values.items() if name in own}
        return show(f"{self.path}::{self.result.function}", self.result, used, options=asked.options, program=program_of(self.config))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, (AssertionError, CoupletError)) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[pathlib.Path, int | None, str]:
        return self.path, None, f"claim of {self.name}"
