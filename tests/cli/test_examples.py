#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every shipped automaton, in every format, gives the results its table expects.

usage: test_examples.py COUPLET FOLDER"""
import csv
import json
import os
import sys
from fractions import Fraction

from checks import Checks, claim_said, claim_verdict, status_of  # noqa: E402

STAGES = {"exact": "frontier", "lp": "lp", "milp": "milp", "adaptive": "adaptive", "fixed": "fixed", "weight": "weight"}
OPTIONS = ["--report", "json", "--deciders", "graph,z3,shifts", "--optimizers",
           "frontier,lp,milp,adaptive,fixed,weight", "-o", "shifts.plugin=z3", "-o",
           "shifts.encoding=shifts", "-o", "lp.plugin=glpk", "-o", "milp.plugin=glpk", "-o",
           "milp.method=milp", "-o", "adaptive.plugin=segment", "-o",
           "fixed.plugin=segment", "-o", "fixed.strategy=fixed"]


def check_file(checks, path, row):
    status, output, error = checks.run("verify", *OPTIONS, path)
    report = json.loads(output)
    checks.check(status == status_of(report), "%s: exit status %d %s" % (path, status, error))
    checks.check(report["verdict"] == row["verdict"], "%s: %s" % (path, report["verdict"]))
    least = Fraction(row["exact"]) if row["exact"] != "-" else None
    said = {"d": row["claim"], "verdict": claim_verdict(Fraction(row["claim"]), least)} \
        if row["claim"] else None
    checks.check(claim_said(report) == said, "%s: claim %s" % (path, report.get("claim")))
    costs = {stage["stage"]: stage.get("cost") or "-" for stage in report["stages"]}
    for column, stage in STAGES.items():
        expected = row["exact" if column in ("lp", "milp") else column]
        checks.check(costs[stage] == expected,
                     "%s: %s %s, expected %s" % (path, column, costs[stage], expected))
    for stage in report["stages"]:
        checks.check(stage["kind"] == "optimizer" or stage["verdict"] == row["verdict"],
                     "%s: %s says %s" % (path, stage["stage"], stage["verdict"]))


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    with open(os.path.join(folder, "expected.csv"), newline="") as table:
        rows = {row["automaton"]: row for row in csv.DictReader(table)}
    files = sorted(n for n in os.listdir(folder) if n.endswith((".json", ".dot")))
    for name in files:
        base = name.rsplit(".", 1)[0]
        checks.check(base in rows, "%s is not in the table" % name)
        if base in rows:
            check_file(checks, os.path.join(folder, name), rows[base])
    for base in rows:
        for extension in (".json", ".dot"):
            checks.check(base + extension in files, "%s%s is missing" % (base, extension))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
