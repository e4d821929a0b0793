#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every shipped mechanism gives the results its table expects, and is described
in examples/README.md; README.md says how many there are.

usage: test_mechanisms.py COUPLET EXAMPLES"""
import csv
import glob
import json
import os
import re
import subprocess
import sys
from fractions import Fraction

from checks import Checks, claim_said, claim_verdict, status_of  # noqa: E402

OPTIONS = ["--report", "json", "--deciders", "graph,z3", "--optimizers", "frontier,segment"]
STATUSES = (0, 10, 11)
VERDICT_IN_README = {"private": "private", "not-private": "not private", "unknown": "unknown"}
HEAD = re.compile(r"# SPDX-License-Identifier: Apache-2\.0\n# source: (.+)\n# shows: (.+)\nmechanism ")

# Parameters swept beyond the table, with the cost each must have.
SWEEPS = [("lyu-algorithm-1.svt", (1, 2, 3, 10, 100, 1000, 10000), lambda c: Fraction(1)),
          ("lyu-algorithm-2.svt", (1, 2, 3, 10, 100, 1000, 10000), lambda c: Fraction(1)),
          ("lyu-algorithm-4.svt", range(1, 51), lambda c: Fraction(1 + 6 * c, 4))]


def read_table(folder, name):
    with open(os.path.join(folder, name), newline="") as table:
        return list(csv.DictReader(table))


def verify(checks, folder, name, parameters):
    """Exit status, the report's object and its stages by name; None if it cannot be read."""
    definitions = [word for given in parameters for word in ("-D", given)]
    status, output, error = checks.run("verify", *OPTIONS, *definitions, os.path.join(folder, name))
    what = " ".join([name, *parameters])
    checks.check(status in STATUSES, "%s: exit status %d %s" % (what, status, error))
    if status not in STATUSES:
        return None
    report = json.loads(output)
    checks.check(status == status_of(report), "%s: status %d" % (what, status))
    return what, report, {stage["stage"]: stage for stage in report["stages"]}


def check_row(checks, folder, row, deciders):
    """The verdict, each decider's own among those allowed, and the costs."""
    found = verify(checks, folder, row["file"], row["parameters"].split())
    if found is None:
        return
    what, report, stages = found
    cost = None if row["cost"] == "-" else Fraction(row["cost"])
    checks.check(report["verdict"] == row["verdict"],
                 "%s: %s, expected %s" % (what, report["verdict"], row["verdict"]))
    if "claim" in row:
        said = {"d": row["claim"], "verdict": claim_verdict(Fraction(row["claim"]), cost)} \
            if row["claim"] else None
        checks.check(claim_said(report) == said, "%s: claim %s" % (what, report.get("claim")))
    for name, allowed in deciders.items():
        checks.check(stages[name]["verdict"] in allowed, "%s: %s says %s, expected %s"
                     % (what, name, stages[name]["verdict"], " or ".join(allowed)))
    costs = {name: stages[name]["cost"] for name in ("frontier", "segment")}
    checks.check(costs["frontier"] == (None if cost is None else str(cost)),
                 "%s: exact cost %s, expected %s" % (what, costs["frontier"], cost))
    checks.check((costs["segment"] is None) == (cost is None) and
                 (cost is None or Fraction(costs["segment"]) >= cost),
                 "%s: upper bound %s of %s" % (what, costs["segment"], cost))


def check_description(checks, folder, readme, row):
    """The comment at the top, and the same words in the list of mechanisms."""
    name = row["file"]
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return  # listed, but missing: said already
    with open(path) as file:
        head = HEAD.match(file.read())
    checks.check(head is not None, "%s: source and what it shows do not stand at the top" % name)
    cost = "none" if row["cost"] == "-" else row["cost"]
    line = "| [%s](mechanisms/%s) | %s | %s | %s |" % (
        name[:-len(".svt")], name, head and head[2], VERDICT_IN_README[row["verdict"]], cost)
    checks.check(readme.count(line + "\n") == 1, "examples/README.md lacks: %s" % line)


def check_variants(checks, examples):
    """The table of the six variants ends well exactly when nothing contradicts it."""
    script = os.path.join(examples, "variants.py")
    for c, cost in (("1", "7/4"), ("3", "19/4"), ("250", "1501/4")):
        result = subprocess.run([sys.executable, script, checks.couplet, c],
                                stdout=subprocess.PIPE, text=True, check=False)
        line = re.search(r"^Algorithm 4 .*$", result.stdout, re.MULTILINE)
        checks.check(result.returncode == 0 and line is not None and
                     " %s " % cost in line[0], "variants.py, c = %s:\n%s" % (c, result.stdout))
        checks.check(len(re.findall(r"^Algorithm [1-6] ", result.stdout, re.MULTILINE)) == 6,
                     "variants.py, c = %s: not six variants\n%s" % (c, result.stdout))


def check_number(checks, examples):
    """How many mechanisms there are, as the top README says."""
    there = len(glob.glob(os.path.join(examples, "*", "*.svt")))
    with open(os.path.join(examples, "..", "README.md"), encoding="utf-8") as file:
        said = re.findall(r"\| (\S+) mechanisms from papers", file.read())
    checks.check(said == [str(there)], "README.md says %s mechanisms, examples has %d" % (said, there))


def main():
    checks, examples = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    folder = os.path.join(examples, "mechanisms")
    rows, many = read_table(folder, "expected.csv"), read_table(folder, "expected-many.csv")
    with open(os.path.join(examples, "README.md")) as file:
        readme = file.read()

    listed = [row["file"] for row in rows + many if not row["parameters"]]
    files = [name for name in os.listdir(folder) if name.endswith(".svt")]
    checks.check(sorted(listed) == sorted(files),
                 "not in one table, once: %s" % (sorted(set(listed) ^ set(files)) or listed))
    for row in rows + many:
        if not row["parameters"]:
            check_description(checks, folder, readme, row)
    check_number(checks, examples)
    for row in rows:
        check_row(checks, folder, row, {"graph": [row["verdict"], row["z3"]], "z3": [row["z3"]]})
    for row in many:
        check_row(checks, folder, row, {"graph": [row["graph"]], "z3": [row["verdict"]]})
    for name, counts, cost in SWEEPS:
        for c in counts:
            check_row(checks, folder, {"file": name, "parameters": "c=%d" % c, "cost": cost(c),
                                       "verdict": "private"},
                      {"graph": ["private"], "z3": ["private"]})
    check_variants(checks, examples)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
