# SPDX-License-Identifier: Apache-2.0
"""The magic ``%%couplet`` of IPython: a cell with a mechanism, as text or as Python, is verified."""
from __future__ import annotations

import argparse
import ast
import dataclasses
import re
import shlex
from collections.abc import Iterator
from typing import Any, NoReturn

from IPython.core.error import UsageError
from IPython.display import display

from .assertion import fails, is_private, told
from .commands import Text
from .errors import CoupletError
from .results import Result
from .showing import show
from .verification import has_several, sweep, verify

_COMMENT = re.compile(r"#\s*couplet:")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"%%couplet: {message}")


def _pair(word: str) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not sign:
        raise UsageError(f"%%couplet: expected NAME=VALUE, not '{word}'")
    return name, value


def _parser() -> _Parser:
    parser = _Parser(prog="%%couplet", add_help=False)
    parser.add_argument("claim", nargs="?")
    parser.add_argument("-D", dest="parameters", metavar="NAME=VALUE", type=_pair, action="append", default=[])
    parser.add_argument("-o", "--option", dest="options", metavar="KEY=VALUE", type=_pair, action="append", default=[])
    parser.add_argument("--format")
    parser.add_argument("--private")
    parser.add_argument("--answers", type=int)
    return parser


def _mechanisms(cell: str) -> list[str]:
    """The functions and classes of Python that are to be verified: those with a comment ``# couplet:`` in them or
    above, else the last one. Empty: the cell is a mechanism as text."""
    try:
        statements = ast.parse(cell).body
    except SyntaxError:
        return []
    lines, begin = cell.splitlines(), 0
    found: list[tuple[str, bool]] = []
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            found.append((statement.name, any(map(_COMMENT.search, lines[begin:statement.end_lineno]))))
        begin = statement.end_lineno or begin
    return [name for name, commented in found if commented] or [name for name, _ in found[-1:]]


def _show(result: Result, source: Any, words: argparse.Namespace) -> None:
    """The table, and inputs where what is claimed fails."""
    display(result)
    if is_private(result):
        return
    # how long lists are, and in which format a text is, is asked of verify() only
    same = not (words.answers or words.format)
    shown = show(source, result, dict(words.parameters), private=words.private, options=dict(words.options)) \
        if fails(result) and same else None
    display(Text(told(result, shown)))


def _results(shell: Any, words: argparse.Namespace, cell: str) -> Iterator[tuple[Any, Result]]:
    """What is verified, with its result."""
    parameters, options, names = dict(words.parameters), dict(words.options), _mechanisms(cell)
    if not names:
        source = cell.encode()
        if any(map(has_several, parameters.values())):
            display(sweep(source, parameters, claim=words.claim, format=words.format, options=options))
            return
        yield source, verify(source, parameters, claim=words.claim, format=words.format, options=options,
                             answers=words.answers)
        return
    # the comment stands for the line of the magic, so that lines are those of the cell
    if not shell.run_cell("#\n" + cell, store_history=False).success:
        return
    for name in names:
        function = shell.user_ns[name]
        result = verify(function, parameters, claim=words.claim, private=words.private, options=options,
                        answers=words.answers)
        yield function, dataclasses.replace(result, file="cell")


def register(shell: Any) -> None:
    """Makes ``%%couplet`` known to an IPython shell."""
    def couplet(line: str, cell: str) -> None:
        """Verify the cell: %%couplet [-D NAME=VALUE]... [-o KEY=VALUE]... [--format F] [--private NAME] [--answers N] [CLAIM]"""
        words = _parser().parse_args(shlex.split(line))
        try:
            for source, result in _results(shell, words, cell):
                _show(result, source, words)
        except CoupletError as error:
            raise UsageError(str(error)) from None
    shell.register_magic_function(couplet, magic_kind="cell", magic_name="couplet")
