#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/language.md says what is so: its programs are laid out and read, its commands
give the output shown, its grammar is the parser's, its table has every message.
With COUPLET_TEST_UPDATE set the output shown is written anew: read what changed.

usage: test_language_doc.py COUPLET SOURCE"""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))
import console
from checks import Checks
from grammar import Ebnf, Yacc

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as text:
        return text.read()


def sources_of(source, kinds):
    """The files of the frontend and of the programs it makes, by the ends of their names."""
    return sorted(path for folder in ("svt", "program")
                  for path in glob.glob(os.path.join(source, "frontends", folder, "*.[%s]" % kinds)))


# ---- Programs and commands ------------------------------------------------------------

def check_program(checks, text, name, folder):
    with open(os.path.join(folder, name), "w") as out:
        out.write(text)
    got, output, error = checks.run("fmt", os.path.join(folder, name))
    checks.check(got == 0, "%s: %s" % (name, error))
    if not name.startswith("ugly"):
        checks.check(output == text, "%s is laid out:\n%s" % (name, output))


def check_blocks(checks, page, folder):
    """The page with the output that its commands give now."""
    kinds = []

    def run(match):
        words, text = match.group(1).split(), match.group(2)
        kinds.append(words[0] if words else "")
        if kinds[-1] == "svt":
            checks.check(len(words) == 2, "every program has a name: %s" % words)
            check_program(checks, text, words[1], folder)
        if kinds[-1] != "console":
            return match.group(0)
        return "```console\n%s```" % console.checked(checks, text, folder)

    new = BLOCK.sub(run, page)
    checks.check(kinds.count("svt") >= 10 and kinds.count("console") >= 10 and
                 set(kinds) == {"svt", "console", "ebnf"}, "blocks of known kinds: %s" % kinds)
    return new


# ---- Grammar -----------------------------------------------------------------------------

# what sentences are made of besides words; all other nonterminals are written out
SHARED = ["file", "mechanism", "parameter", "block", "statement", "draw", "fresh", "sum",
          "product", "factor", "condition", "conjunction", "negation"]


HEADERS = {'"sampling"', '"queries"', '"sensitivity"', '"claim"'}


def header_first(sentence):
    """The parser takes headers anywhere and reports those after a statement."""
    kinds = [w for w in sentence if w in HEADERS or w == "statement"]
    return "statement" not in kinds or all(
        k == "statement" for k in kinds[kinds.index("statement"):])


def check_grammar(checks, source, page):
    ours = Ebnf(re.search(r"^```ebnf\n(.*?)^```$", page, re.M | re.S).group(1))
    theirs = Yacc(read(source, "frontends", "svt", "svt_parser.y"))
    for name in SHARED:
        longest = 13 if name == "mechanism" else 10
        said = ours.sentences(name, SHARED, longest)
        meant = {s for s in theirs.sentences(name, SHARED, longest) if header_first(s)}
        if name == "block":
            meant = {s for s in meant if not HEADERS & set(s)}
        checks.check(said == meant and len(said) > 1, "the rule of %s (%d sentences): %s"
                     % (name, len(said), sorted(said ^ meant)[:3]))
    words = set(re.findall(r'\{"(\w+)", SVT_TOKEN_', read(source, "frontends", "svt",
                                                        "svt_keywords.c")))
    checks.check(words == {w for w in ours.words if w.isalpha()}, "the grammar has every keyword")


# ---- Limits -----------------------------------------------------------------------------------

# what the page calls them: the macro, and what one is in the page's unit
LIMITS = {
    "a program": ("SVT_MAX_LENGTH", "64 MiB"),
    "a name": ("SVT_MAX_NAME", "255 bytes"),
    "braces and parentheses inside each other": ("SVT_MAX_NESTING", "200"),
    "thresholds": ("SVT_MAX_THRESHOLDS", "4096"),
    "states, with all rounds of all `repeat`s": ("SVT_MAX_STATES", "20 million"),
    "ways on from one reading": ("SVT_MAX_WAYS", "1000"),
    "alternatives of a condition, written out": ("MAX_ALTERNATIVES", "256"),
    "answers of an `argmax`": ("SVT_MAX_ANSWERS", "1000"),
    "whole numbers declared with `int`": ("SVT_MAX_VARIABLES", "16"),
    "digits of their values": ("MAX_DIGITS", "18"),
    "states of a program that has such": ("SVT_MAX_VALUED_STATES", "200000"),
    "steps of unrolling": ("SVT_MAX_WORK", "10⁹"),
    "numbers": ("SVT_MAX_BITS", "16000 bits above and below the bar"),
    "messages with an excerpt": ("KEPT_MESSAGES", "100 per file"),
}
VALUES = {"64 MiB": 64 << 20, "20 million": 20 * 10**6, "10⁹": 10**9}


def check_limits(checks, source, page):
    text = "".join(map(read, sources_of(source, "ch")))
    defined = dict(re.findall(r"^#define (\w+) (.+)$", text, re.M))
    section = page[page.index("\n## Limits\n"):page.index("\n## Messages\n")]
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.M))
    checks.check(set(rows) - {"what"} == set(LIMITS), "the limits: %s" % (set(rows) ^ set(LIMITS)))
    for what, (macro, shown) in LIMITS.items():
        left, _, shift = re.sub(r"[()u]|G_GUINT64_CONSTANT", "", defined[macro]).partition("<<")
        value = int(left) << int(shift or 0)
        expected = VALUES.get(shown, int(re.match(r"\d+", shown).group()))
        checks.check(rows.get(what) == shown and value == expected, "%s: %d" % (what, value))


# ---- Messages ------------------------------------------------------------------------------

def calls(text):
    """The arguments of each call that reports something, as text."""
    for match in re.finditer(r"\b(?:svt_error|svt_warning|svt_walk_error|replaced)\s*\(", text):
        at, depth = match.end(), 1
        while depth > 0:
            literal = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'').match(text, at)
            if literal:
                at = literal.end()
                continue
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        yield text[match.end():at - 1]


def dots(text):
    """What depends on the program becomes an ellipsis."""
    text = re.sub(r"%(?:lu|[sdu])", "…", text)
    return re.sub(r"…(?:[ …]*…)", "…", text)


def messages_of_sources(source):
    """Every text that the frontend may report, as in the page."""
    words = read(source, "frontends", "program", "svt_message.h")
    pure = "".join(re.findall(r'"(.*)"', words[words.index("#define SVT_ONLY_PURE"):]))
    for path in sources_of(source, "cly"):
        text = read(path).replace("G_GUINT64_FORMAT", '"lu"').replace("CHOICE", '"mechanism"')
        text = text.replace("SVT_ONLY_PURE", '"%s"' % pure)
        for arguments in calls(text):
            for group in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', arguments):
                message = dots("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', group)))
                # not the parts that others are made of
                if len(message) >= 10 and message[0] not in ";,":
                    yield message


def check_messages(checks, source, page):
    section = page[page.index("\n## Messages\n"):]
    rows = [dots(r) for r in re.findall(r"^\| `([^|]*)` \| [^|]+ \| [^|]+ \|$", section, re.M)]
    checks.check(len(rows) == len(set(rows)), "no message stands twice")
    known = set(messages_of_sources(source))
    checks.check(len(known) > 60, "the sources are understood: %d messages" % len(known))

    def same(a, b):
        return a.rstrip("…") == b.rstrip("…")

    for message in sorted(known):
        checks.check(any(same(message, row) for row in rows), "not in the page: " + message)
    patterns = [re.compile(".*".join(map(re.escape, row.split("…")))) for row in rows]
    golden = []
    for path in glob.glob(os.path.join(source, "tests", "frontends", "svt", "errors", "*.err")):
        golden += re.findall(r"^\d+:\d+: (?:error|warning): (.*)$", read(path), re.M)
    checks.check(len(golden) > 100, "the messages of the tests: %d" % len(golden))
    for message in golden:
        # one that is not the frontend's: the builder's, about outputs
        if message.startswith("state '"):
            continue
        checks.check(any(p.fullmatch(message) for p in patterns), "no row for: " + message)
    for row, pattern in zip(rows, patterns):
        checks.check(any(same(row, m) for m in known) or any(map(pattern.fullmatch, golden)),
                     "no such message any more: " + row)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    path = os.path.join(source, "docs", "language.md")
    page = read(path)
    with tempfile.TemporaryDirectory() as folder:
        new = check_blocks(checks, page, folder)
    if console.updating():
        with open(path, "w", encoding="utf-8") as out:
            out.write(new)
    check_grammar(checks, source, page)
    check_limits(checks, source, page)
    check_messages(checks, source, page)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
