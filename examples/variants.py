#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The six variants of the Sparse Vector Technique that Lyu, Su and Li compare
(PVLDB 10(6), 2017): what its authors claim of each, what Lyu, Su and Li find, and what
couplet does.

usage: variants.py [--table] COUPLET [C]     C answers above the threshold, 3 if left out;
                                             --table: without the reasons below it

Ends with 1 when a verdict or cost is not the published one."""
import csv
import json
import os
import re
import subprocess
import sys
import textwrap
from fractions import Fraction

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mechanisms")
HEAD = ("variant", "source", "claimed", "claim", "published", "verdict", "least d", "", "why")


def read_published():
    """(file, cost) of the rows that have one; Lyu, Su and Li's figure 2."""
    with open(os.path.join(FOLDER, "expected.csv"), newline="") as table:
        return [(row["file"], row["published"]) for row in csv.DictReader(table) if row["published"]]


def read_source(path):
    """('Algorithm 4', 'Lee, Clifton 2014') from the comment at the file's top."""
    with open(path) as file:
        text = re.search(r"^# source: (.*)$", file.read(), re.MULTILINE)[1]
    variant = re.search(r"Algorithm \d+", text)[0]
    return variant, text.split("; after ")[1] if "; after " in text else "Lyu, Su, Li 2017"


def evaluate(published, c):
    """The cost that a text, '1' or '(1+6c)/4', gives for c; None if infinite."""
    if published == "infinite":
        return None
    linear = re.fullmatch(r"\((\d+)\+(\d+)c\)/(\d+)", published)
    if linear is None:
        return Fraction(published)
    constant, factor, divisor = map(int, linear.groups())
    return Fraction(constant + factor * c, divisor)


def run(couplet, path, c):
    with open(path) as file:
        has_c = re.search(r"^mechanism \w+\(.*\bc\b", file.read(), re.MULTILINE)
    given = ["-D", "c=%d" % c] if has_c else []
    result = subprocess.run([couplet, "verify", "--report", "json", "--deciders", "graph",
                             "--optimizers", "frontier", *given, path],
                            stdout=subprocess.PIPE, check=False)
    if result.returncode not in (0, 10):
        sys.exit("couplet ended with status %d on %s" % (result.returncode, path))
    return json.loads(result.stdout)


def exact_cost(found):
    costs = [stage["cost"] for stage in found["stages"] if stage.get("guarantee") == "exact"]
    return Fraction(costs[0]) if costs and costs[0] is not None else None


def decimal(cost):
    """At most four places, with ~ where that rounds."""
    places = "%.4f" % float(cost)
    return ("" if Fraction(places) == cost else "~") + places.rstrip("0").rstrip(".")


def compare(couplet, name, published, c):
    """A row of the table, the reason in full, and whether all is as published."""
    path = os.path.join(FOLDER, name)
    found = run(couplet, path, c)
    variant, source = read_source(path)
    expected = evaluate(published, c)
    cost, claim = exact_cost(found), found["claim"]
    wrong = expected is None or expected > Fraction(claim["d"])
    agrees = (cost == expected and claim["verdict"] == ("fails" if wrong else "holds") and
              found["verdict"] == ("private" if expected is not None else "not-private"))
    reason = found.get("reason") or ""
    row = (variant, source, claim["d"], claim["verdict"], published,
           found["verdict"].replace("-", " "), "none" if cost is None else str(cost), "" if cost is None else decimal(cost),
           reason.split(":")[0])
    return row, reason, agrees


def main():
    words = [word for word in sys.argv[1:] if word != "--table"]
    if len(words) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    couplet, c = words[0], int(words[1]) if len(words) > 1 else 3
    shows_reasons = len(words) == len(sys.argv) - 1
    results = [compare(couplet, name, published, c) for name, published in read_published()]
    rows = [HEAD] + [row for row, _, _ in results]
    widths = [max(map(len, column)) for column in zip(*rows)]
    print("Six variants of the Sparse Vector Technique, c = %d; costs are multiples of epsilon\n" % c)
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print(end="\n" if shows_reasons else "")
    for row, reason, _ in results:
        if reason and shows_reasons:
            print(textwrap.fill("%s: %s" % (row[0], reason), 80, subsequent_indent="  "))
    wrong = [row[0] for row, _, agrees in results if not agrees]
    fail = sum(row[3] == "fails" for row, _, _ in results)
    print("\n" + ("not as published: " + ", ".join(wrong) if wrong else
                  "%d of %d claims fail; all verdicts and costs are those that Lyu, Su and Li "
                  "publish." % (fail, len(results))))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
