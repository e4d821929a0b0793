# SPDX-License-Identifier: Apache-2.0
"""The places where a C source can be broken by one change.

The sources are formatted by clang-format, so that a binary operator has a blank on either
side, which a unary one and a pointer's star have not.
"""

import collections
import re
from typing import Iterator, List, NamedTuple, Tuple

# each operator, and what may stand in its place
OPERATORS = {
    "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["+"],
    "&": ["|"], "|": ["&"], "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="], "|=": ["&="],
}
WORDS = {
    "TRUE": ["FALSE"], "FALSE": ["TRUE"], "MIN": ["MAX"], "MAX": ["MIN"],
    "mpq_add": ["mpq_sub"], "mpq_sub": ["mpq_add"], "break": ["continue"], "continue": ["break"],
}

# what deleting a statement may remove: a call, an assignment, a step; not what only gives memory
# back (the leak checker sees that), and no assertion
PLACE = r"\*?\(?\w+(?:(?:->|\.)\w+|\[[^\]\n]*\]|\))*"
STATEMENT = re.compile(rf"(?<=[;{{}})])\s*(?:else )?\s*(?P<body>(?:\w+ \(|{PLACE} (?:[-+|&]?= )|{PLACE}(?:\+\+|--);))")
KEPT = re.compile(r"(?:return|if|for|while|switch|do|sizeof|case|g_auto\w*|g_assert\w*|g_return\w*|\w*free\w*"
                  r"|\w*clear\w*|\w*unref\w*|\w*release\w*) \(")

# what makes room: more of it, or room that is zero, is no other program; nor is a look at the clock a
# step earlier
ROOM = re.compile(r"\b(?:g_(?:array_new|array_sized_new|new0?|malloc0?|memdup2)|(?:couplet_)?pace_over) \(")

TOKEN = re.compile(r"""
    (?P<operator>(?<=\ )(?:<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\|=|[-+*/%<>&|])(?=\ |\n))
  | (?P<step>(?:\+\+|--))
  | (?P<negation>!(?!=))
  | (?P<condition>\b(?:if|while)\ \()
  | (?P<number>(?<![\w.])\d+(?![\w.]))
  | (?P<word>\b[A-Za-z_]\w*\b)
""", re.VERBOSE)


class Point(NamedTuple):
    """One change of one file: text[start:end] becomes new."""
    file: str
    start: int
    end: int
    line: int
    new: str
    name: str  # tells it from all others, without counting lines
    lines: range  # of the statement, or the condition, that it is in


def blank(text: str) -> str:
    """text with comments, strings and lines of the preprocessor made blank, as long as it was."""
    pattern = re.compile(
        r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
        r"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def closing(text: str, start: int) -> int:
    """Where the bracket that opens at start closes."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    raise ValueError("a bracket does not close")


def inside_function(text: str) -> List[bool]:
    """Of each character, whether it stands between the braces of a function, whose first begins
    a line; an initializer's does not."""
    inside, depth, function = [], 0, False
    for at, character in enumerate(text):
        depth -= character == "}"
        inside.append(function and depth > 0)
        if character == "{":
            if depth == 0:
                function = at > 0 and text[at - 1] == "\n"
            depth += 1
    return inside


def others(match: "re.Match[str]", text: str) -> List[Tuple[int, int, str]]:
    """(start, end, new) of the changes that match allows."""
    kind, token = match.lastgroup, match.group()
    start, end = match.span()
    if kind == "operator":
        return [(start, end, other) for other in OPERATORS[token]]
    if kind == "step":
        return [(start, end, "--" if token == "++" else "++")]
    if kind == "negation":
        return [(start, end, "")]
    if kind == "condition":
        last = closing(text, end - 1)
        return [(end, last, "0"), (end, last, "1")] if token.startswith("if") else [(end, last, "0")]
    if kind == "number":
        return [(start, end, str(int(token) + 1))] + ([(start, end, "0")] if int(token) > 1 else [])
    return [(start, end, other) for other in WORDS.get(token, [])]


def statements(bare: str, inside: List[bool]) -> Iterator[Tuple[int, int, str]]:
    """(start, end, "") of each statement that can be deleted, up to its semicolon."""
    for match in STATEMENT.finditer(bare):
        start = match.start("body")
        declared = "g_auto" in bare[bare.rindex("\n", 0, start):start]
        if inside[start] and not declared and not KEPT.match(bare, start):
            yield start, bare.index(";", start), ""


def only_makes_room(bare: str, rooms: List[range], change: Tuple[int, int, str]) -> bool:
    """Whether a change asks for more memory, or zeroes in it, or looks at the clock earlier, at most."""
    start, end, new = change
    return any(start in room for room in rooms) and \
        (new == "TRUE" or (new.isdigit() and int(new) > int(bare[start:end])))


def changes(bare: str) -> Iterator[Tuple[int, int, str]]:
    """(start, end, new) of all changes of a source text."""
    inside = inside_function(bare)
    rooms = [range(match.end(), closing(bare, match.end() - 1)) for match in ROOM.finditer(bare)]
    for match in TOKEN.finditer(bare):
        if inside[match.start()]:
            yield from (change for change in others(match, bare) if not only_makes_room(bare, rooms, change))
    yield from statements(bare, inside)


def lines_around(bare: str, start: int, end: int) -> range:
    """The lines from the end of the statement before to the end of what holds bare[start:end]."""
    before = max(bare.rfind(mark, 0, start) for mark in ";{}") + 1
    before += len(bare[before:start]) - len(bare[before:start].lstrip())
    after = min(at for at in (bare.find(mark, end) for mark in ";{}") if at >= 0)
    return range(bare.count("\n", 0, before) + 1, bare.count("\n", 0, after) + 2)


def points_of(file: str, text: str) -> List[Point]:
    """All changes of the source text of file. The name has the line's text, how many such lines
    there were before it, and the place in it."""
    lines, seen = text.splitlines(), collections.Counter()
    times = []
    for line in lines:
        times.append(seen[line.strip()])
        seen[line.strip()] += 1
    found = []
    bare = blank(text)
    for start, end, new in changes(bare):
        line = text.count("\n", 0, start)
        body = lines[line].strip()
        column = start - text.rindex("\n", 0, start) - 1 - lines[line].index(body)
        old = " ".join(text[start:end].split())
        again = f" (number {times[line] + 1})" if times[line] else ""
        found.append(Point(file, start, end, line + 1, new,
                           f"{file}: {body}{again} @{column}: {old} -> {new or 'nothing'}",
                           lines_around(bare, start, end)))
    return found
