#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The editors' grammars know the words, operators and comments of the lexer, and no
others.

usage: test_editors.py COUPLET SOURCE"""
import json
import os
import re
import sys

from checks import Checks

NUMBERS = ["3", "0.25", ".5", "2.5e-1", "1E9"]
NO_NUMBERS = ["4c", "1.2.3", "2e", "x1"]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as text:
        return text.read()


class Lexer:
    """What the sources of the frontend say."""

    def __init__(self, source):
        folder = os.path.join(source, "frontends", "svt")
        self.words = set(re.findall(r'^\s*\{"(\w+)", SVT_TOKEN_', read(folder, "svt_keywords.c"), re.M))
        rules = read(folder, "svt_lexer.l").split("\n%%\n")[1]
        self.signs, self.wrong, self.comments = set(), set(), set()
        for line in rules.splitlines():
            rule = re.match(r'((?:"[^"]+"\|?)+)(\[\^\\n\]\*)?\s+\{(.*)', line)
            if rule is None:
                continue
            texts = re.findall(r'"([^"]+)"', rule.group(1))
            if "COMMENT" in rule.group(3):
                self.comments.update(texts)
            elif re.search("replaced|svt_error", rule.group(3)):
                self.wrong.update(texts)
            else:
                self.signs.update(texts)


class Vim:
    def __init__(self, source):
        text = read(source, "editors", "vim", "syntax", "svt.vim")
        lines = re.findall(r"^syntax keyword (\w+) (.*)$", text, re.M)
        self.words = {w for group, words in lines for w in words.split() if group != "svtTodo"}
        matches = re.findall(r'^syntax match (\w+) "\\V(.*)"$', text, re.M)
        self.signs = {sign for group, sign in matches if group != "svtWrong"}
        self.wrong = {sign for group, sign in matches if group == "svtWrong"}
        comment = re.search(r'^syntax match svtComment "(.*?)\.\*\$"', text, re.M)
        self.comments = {comment.group(1)}
        groups = set(re.findall(r"^syntax (?:keyword|match) (\w+)", text, re.M))
        self.unlinked = groups - set(re.findall(r"^highlight default link (\w+)", text, re.M))


class TextMate:
    def __init__(self, source):
        grammar = json.loads(read(source, "editors", "vscode", "syntaxes", "svt.tmLanguage.json"))
        self.patterns = [(p["name"], re.compile(p["match"])) for p in grammar["patterns"]]
        listed = [re.fullmatch(r"\\b\(([a-z|]+)\)\\b", p["match"]) for p in grammar["patterns"]]
        self.words = {w for m in listed if m for w in m.group(1).split("|")}
        self.scope = grammar["scopeName"]

    def scope_of(self, text):
        """The first pattern that matches at the beginning, if it takes all of text."""
        for name, pattern in self.patterns:
            match = pattern.match(text)
            if match is not None:
                return name if match.end() == len(text) else None
        return None


def check_vim(checks, source, lexer):
    vim = Vim(source)
    checks.check(vim.words == lexer.words, "Vim's words: %s" % (vim.words ^ lexer.words))
    checks.check(vim.signs == lexer.signs, "Vim's operators: %s" % (vim.signs ^ lexer.signs))
    # a lone ':' begins an operator, so that it cannot be marked
    checks.check(vim.wrong == lexer.wrong - {":"}, "Vim's wrong operators: %s" % vim.wrong)
    checks.check(vim.comments == lexer.comments, "Vim's comments: %s" % vim.comments)
    checks.check(not vim.unlinked, "every group has a colour: %s" % vim.unlinked)
    checks.check("*.svt setfiletype svt" in read(source, "editors", "vim", "ftdetect", "svt.vim"),
                 "Vim detects the files")
    plugin = read(source, "editors", "vim", "ftplugin", "svt.vim")
    checks.check(all("commentstring=%s\\ %%s" % c in plugin for c in lexer.comments),
                 "Vim's comment string")


def check_textmate(checks, source, lexer):
    grammar = TextMate(source)
    checks.check(grammar.words == lexer.words,
                 "TextMate's words: %s" % (grammar.words ^ lexer.words))
    for word in lexer.words:
        checks.check(grammar.scope_of(word) not in (None, "variable.other.svt"), "word " + word)
        checks.check(grammar.scope_of(word + "s") == "variable.other.svt", "no word " + word + "s")
    for sign in lexer.signs:
        checks.check((grammar.scope_of(sign) or "").startswith(("keyword.operator", "punctuation")),
                     "sign " + sign)
    for sign in lexer.wrong:
        checks.check(grammar.scope_of(sign) == "invalid.illegal.svt", "wrong sign " + sign)
    for sign in lexer.comments:
        checks.check((grammar.scope_of(sign + " if x") or "").startswith("comment"), "comment")
    for number in NUMBERS:
        checks.check(grammar.scope_of(number) == "constant.numeric.svt", "number " + number)
    for number in NO_NUMBERS:
        checks.check(grammar.scope_of(number) != "constant.numeric.svt", "no number " + number)
    printable = {chr(c) for c in range(33, 127)} - set("\"$%'?@[\\]^`~.")
    for sign in printable:
        checks.check(grammar.scope_of(sign) is not None, "a scope for " + sign)


def check_vscode(checks, source, lexer):
    folder = os.path.join(source, "editors", "vscode")
    contributes = json.loads(read(folder, "package.json"))["contributes"]
    language, grammar = contributes["languages"][0], contributes["grammars"][0]
    checks.check(language["extensions"] == [".svt"] and grammar["language"] == language["id"],
                 "the extension is for .svt")
    checks.check(grammar["scopeName"] == TextMate(source).scope, "the scope's name")
    for path in (language["configuration"], grammar["path"]):
        checks.check(os.path.isfile(os.path.join(folder, path)), path + " exists")
    configuration = json.loads(read(folder, "language-configuration.json"))
    checks.check({configuration["comments"]["lineComment"]} == lexer.comments, "VS Code's comment")
    brackets = {b for pair in configuration["brackets"] for b in pair}
    checks.check(brackets <= lexer.signs and len(brackets) == 4, "VS Code's brackets")


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    lexer = Lexer(source)
    checks.check(len(lexer.words) > 20 and len(lexer.signs) == 18 and lexer.comments == {"#"},
                 "the lexer's sources are understood: %s" % vars(lexer))
    check_vim(checks, source, lexer)
    check_textmate(checks, source, lexer)
    check_vscode(checks, source, lexer)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
