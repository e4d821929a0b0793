# SPDX-License-Identifier: Apache-2.0
"""A small preprocessor of C: comments, macros, #if. Lines stay those of the file."""
from __future__ import annotations

import re
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
    """``comments``: (line, text) of those that begin with `couplet:`; ``all_comments``: of all, with their marks."""
    text: str
    comments: list[tuple[int, str]]
    all_comments: list[Comment] = field(default_factory=list)


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
        self.line, self.size = 1, 0

    def fail(self, line: int, message: str) -> CError:
        return CError(message, self.file, line)

    def _without_comments(self, text: str) -> str:
        def blank(match: re.Match[str]) -> str:
            found = match[0]
            line = text.count("\n", 0, match.start()) + 1
            if found in ("/*", '"', "'"):
                kind = "comment" if found == "/*" else "text"
                raise self.fail(line, f"a {kind} without an end")
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
                self._take(pending)
                self._directive(whole.strip()[1:].strip(), begin + 1, active, on)
                self._newlines(at - begin)
            elif on:
                pending.extend(whole.split("\n"))
            else:
                self._take(pending)
                self._newlines(at - begin)
        self._take(pending)
        if active:
            raise self.fail(len(lines), "#if without #endif")
        return Preprocessed("".join(self.out), self.comments, self.all_comments)

    def _take(self, pending: list[str]) -> None:
        """Lines that are no directives."""
        if pending:
            self.out.append(self._expanded("\n".join(pending) + "\n", self.line))
            self.line += len(pending)
            pending.clear()

    def _newlines(self, number: int) -> None:
        self.out.append("\n" * number)
        self.line += number

    def _directive(self, text: str, line: int, active: list[list[bool]], on: bool) -> None:
        word = re.match(r"\w*", text)[0]  # type: ignore[index]
        rest = text[len(word):].strip()
        if word in ("if", "ifdef", "ifndef"):
            met = on and (self._condition(rest, line) if word == "if" else (rest in self.macros) == (word == "ifdef"))
            active.append([met, met, on])
        elif word in ("elif", "else", "endif"):
            if not active:
                raise self.fail(line, f"#{word} without #if")
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
            raise self.fail(line, f"#error {rest}")
        elif on and word not in ("include", "pragma", "line", "warning", ""):
            raise self.fail(line, f"#{word} is not known")

    def _define(self, text: str, line: int) -> None:
        match = re.match(r"([A-Za-z_]\w*)(\(([^)]*)\))?\s*(.*)$", text, re.DOTALL)
        if match is None:
            raise self.fail(line, "#define without a name")
        if "#" in re.sub(r"\"(?:\\.|[^\"\\])*\"", "", match[4]):
            raise self.fail(line, f"the macro '{match[1]}' makes texts or names by '#', which is not followed")
        names = None if match[2] is None else [part.strip() for part in match[3].split(",") if part.strip()]
        self.macros[match[1]] = Macro(match[4].strip(), names)

    def _condition(self, text: str, line: int) -> bool:
        text = re.sub(r"defined\s*(?:\(\s*(\w+)\s*\)|(\w+))",
                      lambda m: str(int((m[1] or m[2]) in self.macros)), text)
        text = self._expanded(text, line)
        text = re.sub(r"\b[A-Za-z_]\w*", "0", re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text))
        text = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
        text = re.sub(r"!(?!=)", " not ", text)
        if not re.fullmatch(r"(?:\d+|and|or|not|[-+*/%()<>=!\s])*", text) or "**" in text:
            raise self.fail(line, "this condition of #if is not followed")
        try:
            return bool(eval(text, {"__builtins__": {}}))  # numbers and operators only, see above
        except (SyntaxError, ArithmeticError, ValueError, RecursionError, MemoryError):
            raise self.fail(line, "this condition of #if is not followed") from None

    # ---- Macros ----

    def _expanded(self, text: str, line: int, inside: frozenset[str] = frozenset()) -> str:
        """The text with macros expanded, but for those that it comes from; its lines stay."""
        if len(inside) > 100:
            raise self.fail(line, "macros expand to too much")
        out: list[str] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            assert match is not None
            at, token = match.end(), match[0]
            line += token == "\n"
            macro = self.macros.get(token) if match.lastgroup == "name" and token not in inside else None
            arguments: list[str] | None = None
            passed = ""
            if macro is not None and macro.parameters is not None:
                arguments, end = self._arguments(text, at, token, line)
                macro = macro if arguments is not None else None
                passed = text[at:end] if macro is not None else ""
                at += len(passed)
            out.append(token if macro is None else self._replaced(token, macro, arguments, line, inside))
            self.size += len(out[-1]) if inside else 0
            if self.size > _MOST:
                raise self.fail(line, "macros expand to too much")
            out.append("\n" * passed.count("\n"))
            line += passed.count("\n")
        return "".join(out)

    def _arguments(self, text: str, at: int, name: str, line: int) -> tuple[list[str] | None, int]:
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
        raise self.fail(line, f"the macro '{name}' has no ')'")

    def _replaced(self, name: str, macro: Macro, arguments: list[str] | None, line: int, inside: frozenset[str]) -> str:
        values: dict[str, str] = {}
        if macro.parameters is not None and arguments is not None:
            if len(arguments) != len(macro.parameters) and not (name == "__attribute__" or arguments == [""]):
                raise self.fail(line, f"the macro '{name}' has {len(macro.parameters)} parameters and gets {len(arguments)} arguments")
            values = {key: self._expanded(value, line, inside) for key, value in zip(macro.parameters, arguments)}
        body = "".join(values.get(m[0], m[0]) if m.lastgroup == "name" else m[0] for m in _TOKEN.finditer(macro.body))
        return self._expanded(body, line, inside | {name})
