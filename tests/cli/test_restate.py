#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet convert --to svt`: what programs come to, read back, is the same automaton, but for the
names of states, which are lines.

usage: test_restate.py COUPLET SOURCE"""
import glob
import json
import os
import re
import sys
import tempfile

from checks import Checks

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


def without_comments(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith("#"))


def check_code(checks, source):
    """Code is run, not rewritten."""
    for name in "python/others.py", "python/others.py::gap", "c/others.c":
        checks.says(4, "it is code, which is run, not rewritten; '--to json' writes what it comes to", "convert",
                    "--to", "svt", os.path.join(source, "examples", name))


def check_automata(checks, source, folder):
    """What is not a program cannot be written as one."""
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
    source = sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        check_programs(checks, source, folder)
        check_automata(checks, source, folder)
        check_code(checks, source)
    return checks.finish()


sys.exit(main())
