# SPDX-License-Identifier: Apache-2.0
"""A small preprocessor of C: comments, macros, #if. Lines stay those of the file, and columns are known."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .c_types import CError
from .comments import Comment

_TOKEN = re.compile(r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<name>[A-Za-z_]\w*)
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<line>\n)|(?P<blank>[^\S\n]+)|(?P<other>.)""", re.VERBOSE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|/\*|\"|'", re.DOTALL)
_MOST = 2_000_000  # characters that macros may expand to

#: Words of compilers that change nothing here.
_BUILT_IN = {"__inline": "inline", "__inline__": "inline", "__restrict": "restrict", "__restrict__": "restrict",
             "__extension__": "", "__const": "const", "__volatile__": "volatile", "_Noreturn": ""}


@dataclass
class Macro:
    body: str
    parameters: list[str] | None = None


@dataclass
class Preprocessed:
    """``comments``: (line, text) of those that begin with `couplet:`; ``all_comments``: of all, with their marks.
    ``marks``: where pieces of a line were."""
    text: str
    comments: list[tuple[int, str]]
    all_comments: list[Comment] = field(default_factory=list)
    marks: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def column(self, line: int, column: int) -> int:
        """The file's column of a column of the text."""
        begin, source = 1, 1
        for at, original in self.marks.get(line, []):
            if at <= column:
                begin, source = at, original
        return source + column - begin


def preprocess(text: str, file: str) -> Preprocessed:
    return _Preprocessor(text, file).run()


class _Preprocessor:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.comments: list[tuple[int, str]] = []
        self.all_comments: list[Comment] = []
        self.macros = {name: Macro(body) for name, body in _BUILT_IN.items()}
        self.macros["__attribute__"] = Macro("", ["x"])
        self.text = self._without_comments(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        self.out: list[str] = []
        self.marks: dict[int, list[tuple[int, int]]] = {}
        self.line = self.column = 1
        self.size = 0

    def fail(self, line: int, column: int, message: str) -> CError:
        return CError(message, self.file, line, column)

    def _without_comments(self, text: str) -> str:
        def blank(match: re.Match[str]) -> str:
            found = match[0]
            line = text.count("\n", 0, match.start()) + 1
            if found in ("/*", '"', "'"):
                kind = "comment" if found == "/*" else "text"
                column = match.start() - text.rfind("\n", 0, match.start())
                raise self.fail(line, column, f"a {kind} without an end")
            if found[0] != "/":
                return found
            before = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
            for i, part in enumerate(found.strip("/*").split("\n")):
                said = part.strip(" \t*")
                self.all_comments.append((line + i, "// " + said, i > 0 or not before.strip()))
                if said.startswith("couplet:"):
                    self.comments.append((line + i, said[len("couplet:"):].strip()))
            return re.sub(r"[^\n]", " ", found)
        return _COMMENT.sub(blank, text)

    # ---- Lines and conditions ----

    def run(self) -> Preprocessed:
        lines = self.text.split("\n")
        active: list[list[bool]] = []  # for each #if: is it on, was a branch on, is what is around it on
        pending: list[str] = []
        at = 0
        while at < len(lines):
            begin, whole = at, lines[at]
            while whole.endswith("\\") and at + 1 < len(lines):
                at += 1
                whole = whole[:-1] + " " + lines[at] if whole.lstrip().startswith("#") else \
                    whole[:-1] + " \n" + lines[at]
            at += 1
            on = all(state[0] for state in active)
            if whole.lstrip().startswith("#"):
                self._expand_text(pending)
                self._directive(whole.strip()[1:].strip(), begin + 1, active, on)
                self._newlines(at - begin)
            elif on:
                pending.extend(whole.split("\n"))
            else:
                self._expand_text(pending)
                self._newlines(at - begin)
        self._expand_text(pending)
        if active:
            raise self.fail(len(lines), 1, "#if without #endif")
        return Preprocessed("".join(self.out), self.comments, self.all_comments, self.marks)

    def _newlines(self, number: int) -> None:
        self.out.append("\n" * number)
        self.line, self.column = self.line + number, 1

    def _directive(self, text: str, line: int, active: list[list[bool]], on: bool) -> None:
        word = re.match(r"\w*", text)[0]  # type: ignore[index]
        rest = text[len(word):].strip()
        if word in ("if", "ifdef", "ifndef"):
            met = on and (self._condition(rest, line) if word == "if" else (rest in self.macros) == (word == "ifdef"))
            active.append([met, met, on])
        elif word in ("elif", "else", "endif"):
            if not active:
                raise self.fail(line, 1, f"#{word} without #if")
            if word == "endif":
                active.pop()
                return
            state = active[-1]
            state[0] = state[2] and not state[1] and (word == "else" or self._condition(rest, line))
            state[1] = state[1] or state[0]
        elif on and word == "define":
            self._define(rest, line)
        elif on and word == "undef":
            self.macros.pop(rest, None)
        elif on and word == "error":
            raise self.fail(line, 1, f"#error {rest}")
        elif on and word not in ("include", "pragma", "line", "warning", ""):
            raise self.fail(line, 1, f"#{word} is not known")

    def _define(self, text: str, line: int) -> None:
        match = re.match(r"([A-Za-z_]\w*)(\(([^)]*)\))?\s*(.*)$", text, re.DOTALL)
        if match is None:
            raise self.fail(line, 1, "#define without a name")
        if "#" in re.sub(r"\"(?:\\.|[^\"\\])*\"", "", match[4]):
            raise self.fail(line, 1, f"the macro '{match[1]}' makes texts or names by '#', which is not followed")
        names = None if match[2] is None else [part.strip() for part in match[3].split(",") if part.strip()]
        self.macros[match[1]] = Macro(match[4].strip(), names)

    def _condition(self, text: str, line: int) -> bool:
        text = re.sub(r"defined\s*(?:\(\s*(\w+)\s*\)|(\w+))",
                      lambda m: str(int((m[1] or m[2]) in self.macros)), text)
        text = "".join(piece for piece, _ in self._expanded(text, line))
        text = re.sub(r"\b[A-Za-z_]\w*", "0", re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text))
        text = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
        text = re.sub(r"!(?!=)", " not ", text)
        if not re.fullmatch(r"(?:\d+|and|or|not|[-+*/%()<>=!\s])*", text) or "**" in text:
            raise self.fail(line, 1, "this condition of #if is not followed")
        try:
            return bool(eval(text, {"__builtins__": {}}))  # numbers and operators only, see above
        except (SyntaxError, ArithmeticError, ValueError, RecursionError, MemoryError):
            raise self.fail(line, 1, "this condition of #if is not followed") from None

    # ---- Macros ----

    def _expand_text(self, pending: list[str]) -> None:
        if not pending:
            return
        column = 1
        for piece, source in self._expanded("\n".join(pending) + "\n", self.line):
            if piece == "\n":
                self._newlines(1)
                column = 1
                continue
            if source != column or self.column != column:
                self.marks.setdefault(self.line, []).append((self.column, source))
            self.out.append(piece)
            self.column += len(piece)
            column = source + len(piece)
        pending.clear()

    def _expanded(self, text: str, line: int, column: int = 1, inside: frozenset[str] = frozenset(),
                  moves: int = 1) -> Iterator[tuple[str, int]]:
        """Pieces of text, with macros expanded, and the column where each was. moves: 0 where the text stands in one
        place, as that of a macro does."""
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            assert match is not None
            at, token = match.end(), match[0]
            if match.lastgroup == "line":
                yield "\n", column
                line, column = line + 1, 1
                continue
            is_macro = match.lastgroup == "name" and token not in inside
            macro = self.macros.get(token) if is_macro else None
            arguments: list[str] | None = None
            passed = ""
            if macro is not None and macro.parameters is not None:
                arguments, end = self._arguments(text, at, token, line, column)
                macro = macro if arguments is not None else None
                passed = text[at:end] if macro is not None else ""
                at += len(passed)
            piece = token if macro is None else self._replaced(token, macro, arguments, line, column, inside)
            self.size += len(piece) if inside else 0
            if self.size > _MOST:
                raise self.fail(line, column, "macros expand to too much")
            yield piece, column
            column += moves * (len(token) + len(passed))
            for _ in range(passed.count("\n")):
                yield "\n", column
                line, column = line + 1, len(passed) - passed.rfind("\n")

    def _arguments(self, text: str, at: int, name: str, line: int, column: int) -> tuple[list[str] | None, int]:
        """The arguments of a macro that is called, and where they end; None: it is not called here."""
        match = re.compile(r"\s*\(").match(text, at)
        if match is None:
            return None, at
        found, depth, at = [""], 1, match.end()
        while at < len(text):
            token = _TOKEN.match(text, at)[0]  # type: ignore[index]
            at += len(token)
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return [part.strip() for part in found], at
            if token == "," and depth == 1:
                found.append("")
            else:
                found[-1] += " " if token == "\n" else token
        raise self.fail(line, column, f"the macro '{name}' has no ')'")

    def _replaced(self, name: str, macro: Macro, arguments: list[str] | None, line: int, column: int,
                  inside: frozenset[str]) -> str:
        values: dict[str, str] = {}
        if macro.parameters is not None and arguments is not None:
            if len(arguments) != len(macro.parameters) and not (name == "__attribute__" or arguments == [""]):
                raise self.fail(line, column, f"the macro '{name}' has {len(macro.parameters)} parameters and gets "
                                              f"{len(arguments)} arguments")
            values = {key: self._rescanned(value, line, column, inside)
                      for key, value in zip(macro.parameters, arguments)}
        body = "".join(values.get(m[0], m[0]) if m.lastgroup == "name" else m[0]
                       for m in _TOKEN.finditer(macro.body))
        return self._rescanned(body, line, column, inside | {name})

    def _rescanned(self, text: str, line: int, column: int, inside: frozenset[str]) -> str:
        """The text with macros expanded, but for those that it comes from."""
        if len(inside) > 100:
            raise self.fail(line, column, "macros expand to too much")
        return "".join(piece for piece, _ in self._expanded(text, line, column, inside, 0))
