# SPDX-License-Identifier: Apache-2.0
"""Comments `couplet:` of a file of Python that nobody heeds."""
from __future__ import annotations

import io
import re
import tokenize
from typing import TYPE_CHECKING

from .settings import DIRECTIVES, is_comment

if TYPE_CHECKING:
    from .python_module import Function, PythonFile

_ALIKE = re.compile(r"#[#!:\s]*couplet\s*(?P<colon>:?)\s*(?P<word>[\w-]*)", re.IGNORECASE)


def loose_comments(file: PythonFile, functions: list[Function]) -> list[tuple[int, str]]:
    """Their lines, and why they are not heeded: they belong to no function, or are written otherwise."""
    heeded = {line for function in functions if not function.is_class for line, _ in file.comments_of(function)}
    found = []
    for line, text, stands_alone in _comments(file.text):
        alike = _ALIKE.match(text)
        if alike is None or line in heeded:
            continue
        is_ours = is_comment(text)
        if is_ours and not stands_alone:
            found.append((line, "it stands behind code; it must have a line of its own"))
        elif is_ours:
            found.append((line, "it belongs to no function: it stands neither in one nor right above it"))
        elif alike["word"].lower() in DIRECTIVES or alike["word"].startswith("-D"):
            found.append((line, "it must begin with '# couplet: '"))
    return found


def _comments(text: str) -> list[tuple[int, str, bool]]:
    """The comments: line, text, whether nothing stands before it."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.append((token.start[0], token.string, not token.line[:token.start[1]].strip()))
    except (tokenize.TokenError, SyntaxError):
        pass  # the rest has none that can be told
    return found
