#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet convert --to svt`: what programs come to, read back, is the same automaton, but for the
names of states, which are lines.

usage: test_restate.py COUPLET SOURCE [python|c]   (programs of that language instead of .svt)"""
import csv
import glob
import json
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../frontends", name) for name in ("python", "c")]
import c_programs  # noqa: E402
import python_programs  # noqa: E402
from checks import Checks  # noqa: E402

RENAMED = re.compile(r"^# '(.*)' is written (\w+)$", re.M)
NOTE = "comments at the top of the program say how it differs"


def automaton(checks, path, options):
    """The JSON of path, states by their numbers; None when it cannot be read."""
    status, output, _ = checks.run("convert", "--to", "json", "-q", *options, path)
    if status != 0:
        return None
    found = json.loads(output)
    number = {state["name"]: i for i, state in enumerate(found["states"])}
    for state in found["states"]:
        del state["name"]
    for transition in found["transitions"]:
        transition["from"] = number[transition["from"]]
        transition["to"] = number[transition["to"]]
    found["initial"] = number[found["initial"]]
    return found


def verdict(checks, path, options):
    _, output, _ = checks.run("verify", "--deciders", "graph", "--optimizers", "frontier", "--report",
                              "json", *options, path)
    report = json.loads(output)
    return [report.get(key) for key in ("verdict", "cost", "at_least", "claim")]


def restate(checks, path, options, folder):
    """The name of a file with path as a program; None when there is none."""
    status, text, error = checks.run("convert", "--to", "svt", *options, path)
    checks.check(status == 0 and NOTE in error, "%s: %d %s" % (path, status, error))
    if status != 0:
        return None
    written = os.path.join(folder, "written.svt")
    with open(written, "w") as file:
        file.write(text)
    checks.check(text.startswith("# ") and "mechanism " in text, "%s: %s" % (path, text[:200]))
    return written


def check_round(checks, path, options, folder, verified):
    """path is written, read back and written again."""
    first = automaton(checks, path, options)
    checks.check(first is not None, "%s %s is not read" % (path, options))
    if first is None:
        return
    written = restate(checks, path, options, folder)
    if written is None:
        return
    with open(written) as file:
        rename(first, dict(RENAMED.findall(file.read())))
    second = automaton(checks, written, [])
    what = "%s %s" % (path, options)
    checks.check(first == second, "%s:\n%s\n%s\n%s" % (what, first, second, open(written).read()))
    _, again, _ = checks.run("convert", "--to", "svt", written)
    checks.check(without_comments(again) == without_comments(open(written).read()),
                 "%s is written otherwise the second time:\n%s" % (what, again))
    checks.check(checks.run("fmt", "--check", written)[0] == 0, "%s: fmt" % what)
    if verified:
        checks.check(verdict(checks, path, options) == verdict(checks, written, []),
                     "%s: other verdicts" % what)


def options_of(path):
    """Those that comments of a program say it is read with."""
    with open(path, encoding="utf-8") as file:
        return [word for line in re.findall(r"^# (-D \S+)$", file.read(), re.M)
                for word in line.split()]


def rename(found, words):
    """Outputs that the language cannot write are other words there, which the notes tell."""
    for transition in found["transitions"]:
        transition["output"] = words.get(transition["output"], transition["output"])


def without_comments(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith("#"))


def check_functions(checks, source, folder, name, ending, programs):
    """Functions of the front end called name: its examples, and those that its test reads."""
    examples = os.path.join(source, "examples", name)
    with open(os.path.join(examples, "expected.csv"), newline="") as table:
        for row in csv.DictReader(table):
            check_round(checks, os.path.join(examples, row["file"]),
                        ["-o", "%s.function=%s" % (name, row["function"]), *row["options"].split()],
                        folder, True)
    path = os.path.join(folder, "program." + ending)
    for _, text, options, *_ in programs:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        check_round(checks, path, options, folder, False)


WORDS = """def loop(queries, epsilon, halt):
    private = []
    threshold = halt + laplace(2 / epsilon)
    for q in queries:
        ü = q + laplace(4 / epsilon)
        if ü >= threshold:
            private.append("loop")
            break
        private.append(-1)
    return private
"""


def check_words(checks, folder):
    """Names and symbols that the language cannot write are written otherwise, and noted."""
    path = os.path.join(folder, "words.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(WORDS)
    written = restate(checks, path, [], folder)
    text = open(written).read()
    for note in ("# 'loop' is written loop_", "# '-1' is written _1", "# 'threshold' is written threshold_",
                 "# 'ü' is written _"):
        checks.check(note in text, "no %s in %s" % (note, text))
    checks.check(verdict(checks, path, [])[:3] == verdict(checks, written, [])[:3], "words: " + text)


def check_notes(checks, source, folder):
    """Warnings about the source stand at the top."""
    others = os.path.join(source, "examples/python/others.py")
    _, text, error = checks.run("convert", "--to", "svt", "-o", "python.function=how_many", "-D", "c=2",
                                others)
    for note in ("# what couplet reads in how_many of ", "what is computed from 'out' is not looked at",
                 "# c = 2 is what -D says", "mechanism how_many(c = 2) {"):
        checks.check(note in text, "no %s in %s" % (note, text))
    checks.check("what is computed from 'out' is not looked at" in error, "no warning: " + error)
    checks.says(4, "goes through no argument", "convert", "--to", "svt", "-o", "python.function=lap",
                others)


def check_automata(checks, source, folder):
    """What is no program cannot be written as one."""
    example = os.path.join(source, "examples/automata/lyu-algorithm-1-c1.json")
    checks.says(4, "files of the format 'json' are automata: they do not say with which loops and "
                "branches; only programs can be written as 'svt'", "convert", "--to", "svt", example)
    _, text, _ = checks.run("convert", "--to", "dipa", example)
    path = os.path.join(folder, "a.dipa")
    with open(path, "w") as file:
        file.write(text)
    checks.says(4, "files of the format 'dipa' are automata", "convert", "--to", "svt", path)
    wrong = os.path.join(folder, "wrong.svt")
    with open(wrong, "w") as file:
        file.write("mechanism m() { output; }\n")
    checks.says(4, "error: ", "convert", "--to", "svt", wrong)
    with open(os.path.join(source, "examples/mechanisms/above-threshold.svt")) as file:
        text = file.read()
    status, output, error = checks.run("convert", "--from", "svt", "--to", "svt", "-",
                                       input=text.encode())
    checks.check(status == 0 and "mechanism " in output, "standard input: %d %s" % (status, error))


def check_programs(checks, source, folder):
    """Programs that are shipped, and those of the language's tests."""
    for group, verified in (("examples/mechanisms", True), ("examples/library", True),
                            ("tests/frontends/svt/language", False)):
        names = sorted(glob.glob(os.path.join(source, group, "*.svt")))
        checks.check(names != [], "no programs in " + group)
        for name in names:
            check_round(checks, name, options_of(name), folder, verified)


def main():
    checks = Checks(sys.argv[1])
    source, language = sys.argv[2], (sys.argv[3:] or ["svt"])[0]
    with tempfile.TemporaryDirectory() as folder:
        if language == "svt":
            check_programs(checks, source, folder)
            check_automata(checks, source, folder)
        elif language == "python":
            check_functions(checks, source, folder, "python", "py", python_programs.READ)
            check_words(checks, folder)
            check_notes(checks, source, folder)
        else:
            check_functions(checks, source, folder, "c", "c", c_programs.READ)
    return checks.finish()


sys.exit(main())
