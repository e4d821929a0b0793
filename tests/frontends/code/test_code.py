#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of Python and C as mechanisms: their verdicts and least d.

usage: test_code.py COUPLET SOURCE python|c"""
import csv
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../../cli")]
from checks import Checks  # noqa: E402
import c_programs  # noqa: E402
import python_programs  # noqa: E402

METHODS = ["--deciders", "", "--optimizers", "frontier"]


def verify(checks, *arguments):
    """Verdict, least d, and the rest of the answer."""
    status, output, error = checks.run("verify", *METHODS, "--report", "json", *arguments)
    reports = [json.loads(line) for line in output.splitlines()]
    if len(reports) != 1:
        return "%d answers" % len(reports), None, error
    return reports[0]["verdict"], reports[0].get("cost"), (reports[0], error)


def check_examples(checks, folder, language):
    """The table expected.csv of a folder of examples."""
    with open(os.path.join(folder, "expected.csv"), newline="") as table:
        for row in csv.DictReader(table):
            arguments = [*row["options"].split(), "%s::%s" % (os.path.join(folder, row["file"]), row["function"])]
            verdict, cost, rest = verify(checks, "--claim", "1", *arguments)
            expected = None if row["least d"] == "-" else row["least d"]
            checks.check((verdict, cost) == (row["verdict"], expected), "%s: %s %s %s" % (row, verdict, cost, rest))
            found = rest[0].get("claim", {}).get("verdict") if isinstance(rest, tuple) else None
            checks.check(found == row["claim 1"], "%s: %s" % (row, found))
    option = ["-o", "%s.function=%s" % (language, row["function"]), *row["options"].split()]
    checks.check(verify(checks, *option, os.path.join(folder, row["file"]))[:2] == (verdict, cost), "%s" % option)


def check_programs(checks, programs, ending, head=""):
    """One run reads all programs with the same options."""
    groups = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text, options, *expected) in enumerate(programs):
            path = os.path.join(folder, "program%d%s" % (number, ending))
            with open(path, "w", encoding="utf-8", newline="") as file:
                mark = "\ufeff" if text.startswith("\ufeff") else ""
                file.write(text if "laplace(" in text.partition("def f(")[0] else mark + head + text[len(mark):])
            groups.setdefault(tuple(options), {})[path] = name, text, expected
        for options, files in groups.items():
            _, output, error = checks.run("verify", *METHODS, "--report", "json", *options, *files)
            found = {}
            for report in map(json.loads, output.splitlines()):
                found.setdefault(report["file"], []).append([report["verdict"], report.get("cost")])
            for path, (name, text, expected) in files.items():
                checks.check(found.get(path) == [expected], "%s: %s, expected %s: %s\n%s"
                             % (name, found.get(path), expected, error, text))


def main():
    checks = Checks(sys.argv[1])
    language = sys.argv[3]
    check_examples(checks, os.path.join(sys.argv[2], "examples", language), language)
    if language == "python":
        check_programs(checks, python_programs.READ, ".py", python_programs.HEAD)
    else:
        check_programs(checks, c_programs.READ, ".c")
    return checks.finish()


sys.exit(main())
