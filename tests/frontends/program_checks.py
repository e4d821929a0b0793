# SPDX-License-Identifier: Apache-2.0
"""Checks that the front ends of ordinary languages share: what is read has the right verdict, least
d and claim; what is not is refused at its place, for its reason."""
import csv
import json
import os

METHODS = ["--deciders", "", "--optimizers", "frontier"]


def check_examples(checks, folder, frontend):
    """The table expected.csv of a folder of examples."""
    with open(os.path.join(folder, "expected.csv"), newline="") as table:
        for row in csv.DictReader(table):
            path = os.path.join(folder, row["file"])
            what = "%s %s" % (row["function"], row["options"])
            _, output, error = checks.run(
                "verify", *METHODS, "--report", "json", "--claim", "1", "-o",
                "%s.function=%s" % (frontend, row["function"]), *row["options"].split(), path)
            report = json.loads(output)
            checks.check(report["verdict"] == row["verdict"], "%s: %s %s" % (what, report, error))
            checks.check((report["stages"][0]["cost"] or "-").replace("infinite", "-") ==
                         row["least d"], "%s: %s" % (what, report["stages"][0]["cost"]))
            checks.check(report["claim"]["verdict"] == row["claim 1"],
                         "%s: %s" % (what, report["claim"]))


def verify(checks, path, *options):
    """Verdict, least d and status, and what was printed as errors."""
    status, output, error = checks.run("verify", *METHODS, "--report", "json", *options, path)
    report = json.loads(output) if output else {"verdict": "none", "stages": [{"cost": None}]}
    cost = report["stages"][0].get("cost") if report["stages"] else None
    return report["verdict"], cost, status, error


def check_read(checks, path, name, text, options, verdict, cost):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    found, cost_found, status, error = verify(checks, path, *options)
    checks.check((found, cost_found) == (verdict, cost),
                 "%s: status %d, %s %s\n%s" % (name, status, found, cost_found, error))


def check_refused(checks, path, name, text, place, message, options=()):
    """place: the line, or the line and the column, `3:5`."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    status, _, error = checks.run("verify", *METHODS, *options, path)
    begin = "%s:%s:" % (path, place)
    good = [l for l in error.splitlines() if l.startswith(begin) and "error: " in l and message in l]
    checks.check(status == 4 and good, "%s: expected %s: %s\n  got %d: %s"
                 % (name, place, message, status, error))
