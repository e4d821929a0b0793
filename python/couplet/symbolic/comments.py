# SPDX-License-Identifier: Apache-2.0
"""Comments `couplet:` of a file that nobody heeds."""
from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable

from .settings import DIRECTIVES, is_comment

_ALIKE = re.compile(r"(?:#|//|/\*|\*)[#!:/*\s]*couplet\s*(?P<colon>:?)\s*(?P<word>[\w-]*)", re.IGNORECASE)
#: A comment: its line, its text, whether nothing stands before it.
Comment = tuple[int, str, bool]


def loose_comments(comments: Iterable[Comment], heeded: set[int], mark: str) -> list[tuple[int, str]]:
    """Their lines, and why they are not heeded: they belong to no function, or are written otherwise. heeded: lines."""
    found = []
    for line, text, stands_alone in comments:
        alike = _ALIKE.match(text)
        if alike is None or line in heeded:
            continue
        is_ours = is_comment(text)
        if is_ours and not stands_alone:
            found.append((line, "it stands after code; it must have a line of its own"))
        elif is_ours:
            found.append((line, "it belongs to no function: it stands neither in one nor right above it"))
        elif alike["word"].lower() in DIRECTIVES or alike["word"].startswith("-D"):
            found.append((line, f"it must begin with '{mark} couplet: '"))
    return found


def comments_of_python(text: str) -> list[Comment]:
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.append((token.start[0], token.string, not token.line[:token.start[1]].strip()))
    except (tokenize.TokenError, SyntaxError):
        pass  # the rest has none that can be told
    return found
