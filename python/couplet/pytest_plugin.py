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
from .assertion import is_private, told
from .errors import CoupletError
from .reading import result_of
from .results import Result, Verdict

_CLAIM = re.compile(r"^[ \t]*#[ \t]*couplet:[ \t]*claim\b", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("couplet", "differential privacy")
    group.addoption("--couplet", action="store_true",
                    help="also verify functions with a comment '# couplet: claim D'")
    group.addoption("--couplet-program", metavar="PATH", help="the program couplet")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "couplet: a claim of a comment '# couplet: claim D' (--couplet)")


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

    def collect(self) -> Iterator[pytest.Item]:
        answer = _program.run(self.config.getoption("--couplet-program"),
                              ["verify", "-q", "--report", "json", "--", str(self.path)], None)
        try:
            results = [result_of(json.loads(line)) for line in answer.output.splitlines()]
        except ValueError:
            results = []
        if not results:
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
        if not is_private(self.result):
            raise AssertionError(told(self.result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, (AssertionError, CoupletError)) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[pathlib.Path, int | None, str]:
        return self.path, None, f"claim of {self.name}"
