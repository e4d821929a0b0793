# SPDX-License-Identifier: Apache-2.0
"""What a mechanism is read with: options, values of arguments, and comments above a function."""
from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .errors import Refused

#: What epsilon is called.
EPSILONS = ("epsilon", "eps")
_COMMENT = re.compile(r"^\s*(?:#|//|/\*|\*)\s*couplet(?::\s*|\s+(?=verify\s+-))(?P<text>.*?)\s*(?:\*/)?\s*$")
#: Comments that are options of the same name.
_OPTIONS = ("adjacency", "private", "sensitivity", "answers", "epsilon", "private-as")
#: Words that a comment may begin with, beside -D.
DIRECTIVES = ("claim", "ignore", "noise", *_OPTIONS)
_IGNORE = re.compile(r"ignore(?![\w-])")  # what follows is the reason
_IGNORE_BEHIND_CODE = re.compile(r"#\s*couplet:\s*(?P<text>ignore(?![\w-]).*)$")


def value_of(text: str) -> Any:
    """A value of -D: a JSON value, a number (exact where it is no decimal), or a text."""
    if text[:1] in tuple('[{"') or text in ("true", "false", "null"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Refused(f"-D: {text} is not a JSON value: {error}") from None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    try:
        number = Fraction(text)
        return int(number) if number.denominator == 1 else float(number)
    except (ValueError, ZeroDivisionError):
        return text


@dataclass
class Settings:
    """``values``: of -D, by name. ``options``: those of the language, by name, all texts."""
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    claim: str | None = None
    used: set[str] = field(default_factory=set)
    language: str = "python"
    warnings: list[tuple[int, str]] = field(default_factory=list)  # about comments, with their lines
    defined: dict[str, int] = field(default_factory=dict)  # lines of comments that give values

    @staticmethod
    def of(settings: dict[str, str], language: str = "python") -> Settings:
        """From KEY=VALUE: a key with a dot is an option, LANGUAGE.OPTION."""
        made = Settings(language=language)
        for key, value in settings.items():
            owner, dot, option = key.partition(".")
            if not dot:
                made.values[key] = value
            elif owner == language:
                made.options[option] = value
        return made

    def with_comments(self, comments: list[tuple[int, str]]) -> Settings:
        """What comments say, where nothing else is said."""
        made = Settings(dict(self.values), dict(self.options), self.claim, self.used, self.language)
        for line, text in comments:
            name, _, rest = text.partition(" ")
            if name == "verify":
                made.warnings.append((line, "'couplet verify …' is an older form: write '# couplet: -D NAME=VALUE' and "
                                            "'# couplet: claim D'"))
                made._take_command(rest, line)
            elif text.startswith("-D"):
                made._take_command(text, line)
            elif name == "claim":
                made.claim = _claim_of(rest, line)
            elif name in _OPTIONS:
                said = self.options.get(name)
                if name == "sensitivity" and said not in (None, "", rest.strip()):
                    raise Refused(f"line {line}: the sensitivity is {rest.strip()} by the comment, and {said} "
                                  "by the option")
                if not said or said in ("as-said", "auto", "0"):
                    made.options[name] = rest.strip()
            elif name != "noise" and not is_ignored([(line, text)]):
                raise Refused(f"line {line}: '{name}' is none of claim, ignore, noise, -D, {', '.join(_OPTIONS)}")
        return made

    def _take_command(self, text: str, line: int) -> None:
        """Options as on the command line: values, and a claim."""
        try:
            words = iter(shlex.split(text))
        except ValueError as error:
            raise Refused(f"line {line}: {error}") from None
        for word in words:
            if word in ("--claim", "-D", "--define"):
                value = next(words, "")
            else:
                word, value = word[:2], word[2:]
            if word == "--claim":
                self.claim = self.claim or _claim_of(value, line)
            elif word in ("-D", "--define") and "=" in value:
                name, _, said = value.partition("=")
                self.values.setdefault(name, said)
                self.defined[name] = line

    def option(self, name: str, default: str = "") -> str:
        return self.options.get(name) or default

    def naming(self, option: str) -> str:
        """How the option is given, for messages: `-o c.private`."""
        return f"-o {self.language}.{option}"

    def value(self, name: str) -> Any:
        """The value of an argument; KeyError where it has none."""
        text = self.values[name]
        self.used.add(name)
        return value_of(text)

    def number(self, name: str) -> Fraction:
        """The value of an argument that is a multiple of epsilon, or epsilon itself."""
        text = self.values[name]
        self.used.add(name)
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise Refused(f"-D {name}={text}: this is not a number") from None

    def answers(self) -> int:
        """How many answers are judged; 0 = lists of any length."""
        text = self.option("answers", "0")
        if not text.isdecimal():
            raise Refused(f"{self.naming('answers')}={text}: this is not a number of answers")
        return int(text)

    def epsilon_of(self, names: list[str]) -> str | None:
        """Which of these arguments is epsilon; None = none of them."""
        chosen = self.option("epsilon")
        if chosen:
            return chosen if chosen in names else None
        exactly = [n for n in names if n.lower() in EPSILONS]
        if exactly:
            return exactly[-1]
        found = [n for n in names if (n.lower().startswith("eps") or n == "ε") and n not in self.values]
        if len(found) > 1:
            raise Refused(f"{', '.join(found)}: which is epsilon? {self.naming('epsilon')}=NAME says it")
        return found[0] if found else None


def _claim_of(text: str, line: int) -> str:
    """`2*epsilon` or `2`."""
    match = re.fullmatch(r"(?P<d>[\d/.]+)?\s*\*?\s*(?:eps(?:ilon)?)?", text.strip())
    if match is None or not text.strip():
        raise Refused(f"line {line}: claim '{text}' is not a multiple of epsilon")
    return match["d"] or "1"


def is_comment(line: str) -> bool:
    return _COMMENT.match(line) is not None


def is_ignored(comments: list[tuple[int, str]]) -> bool:
    """Whether a comment of a function says that it is judged only where it is named."""
    return any(_IGNORE.match(text) for _, text in comments)


def comments_of(lines: list[str], first: int, last: int) -> list[tuple[int, str]]:
    """The comments `couplet:` right above line first, and from it to line last (all from 1); after the code of line first
    `ignore` alone."""
    begin = first
    while begin > 1 and (_COMMENT.match(lines[begin - 2]) or lines[begin - 2].lstrip().startswith(("@", "#"))):
        begin -= 1
    found = [(n, _COMMENT.match(lines[n - 1])) for n in range(begin, min(last, len(lines)) + 1)]
    found.append((first, _IGNORE_BEHIND_CODE.search(lines[first - 1])))
    return [(n, match["text"]) for n, match in found if match is not None]
