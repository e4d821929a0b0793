#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""DiPAut's own example files are read and answered as tests/cli/peers/dipaut/
expected.csv says: verdict, exact cost (empty = not in the table), and the bound
that DiPAut gives, which no cost may exceed. Each is the same automaton when
written in any format.

usage: test_peers.py COUPLET FOLDER"""
import csv
import fractions
import json
import os
import sys
import tempfile

from checks import Checks  # noqa: E402

STATUS = {"private": 0, "not-private": 10, "unknown": 11}


def verify(checks, path):
    """Verdict and cost of a file that is read without error."""
    status, output, error = checks.run("verify", "--report", "json", path)
    report = json.loads(output)
    checks.check(STATUS.get(report["verdict"]) == status and " error: " not in error,
                 "%s: exit status %d, %s" % (path, status, error))
    return report["verdict"], report["cost"]


def check_answer(checks, row, verdict, cost):
    name = row["file"]
    checks.check(verdict == row["verdict"], "%s is %s" % (name, verdict))
    checks.check((cost is None) == (verdict != "private"), "%s: cost %s" % (name, cost))
    if row["cost"]:
        checks.check(cost == row["cost"], "%s: cost %s" % (name, cost))
    if row["dipaut"] and cost is not None:
        checks.check(fractions.Fraction(cost) <= fractions.Fraction(row["dipaut"]),
                     "%s: cost %s, but DiPAut says %s" % (name, cost, row["dipaut"]))


def convert(checks, form, path):
    status, output, error = checks.run("convert", "--to", form, path)
    checks.check(status == 0, "%s to %s: %s" % (path, form, error))
    return output


def check_conversion(checks, path, folder):
    """What is written in each format is read as the same automaton."""
    expected = convert(checks, "json", path)
    for form in ("dipa", "json", "dot"):
        copy = os.path.join(folder, os.path.basename(path) + "." + form)
        with open(copy, "w", encoding="utf-8") as out:
            out.write(convert(checks, form, path))
        checks.check(convert(checks, "json", copy) == expected, "%s as %s differs" % (path, form))


def check_refusal(checks, folder):
    """What .dipa cannot say is an error, and nothing is written."""
    path = os.path.join(folder, "sensitive.json")
    with open(path, "w") as out:
        out.write('{"couplet": 1, "initial": "a", "sensitivity": 2, "states": [{"name": "a", "d": 1}, '
                  '{"name": "b"}], "transitions": [{"from": "a", "to": "b", "output": "s", '
                  '"assign": "x"}]}')
    output = checks.says(4, "the sensitivity is 2; in .dipa it is always 1",
                         "convert", "--to", "dipa", path)
    checks.check(output == "", "written all the same: " + output)


def check_standard_input(checks, folder):
    with open(os.path.join(folder, "simple_examples_svt.dipa"), "rb") as text:
        status, output, error = checks.run("verify", "--report", "json", "-", stdin=text)
    checks.check(status == 0 and json.loads(output)["cost"] == "5/4",
                 "recognised by its content: %s %s" % (output, error))


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    with open(os.path.join(folder, "expected.csv"), newline="") as table:
        rows = list(csv.DictReader(table))
    files = sorted(n for n in os.listdir(folder) if n.endswith(".dipa"))
    checks.check(files == sorted(row["file"] + ".dipa" for row in rows), "table and files differ")
    with tempfile.TemporaryDirectory() as copies:
        for row in rows:
            path = os.path.join(folder, row["file"] + ".dipa")
            check_answer(checks, row, *verify(checks, path))
            check_conversion(checks, path, copies)
        check_refusal(checks, copies)
    check_standard_input(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
