#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Python functions as mechanisms: those that are read give the right verdict, least d and claim;
those that are not are refused at their line, for their reason.

usage: test_python.py COUPLET SOURCE"""
import csv
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
from checks import Checks  # noqa: E402
from python_programs import BASE, READ, REFUSED  # noqa: E402

METHODS = ["--deciders", "", "--optimizers", "frontier"]


def check_examples(checks, folder):
    with open(os.path.join(folder, "expected.csv"), newline="") as table:
        for row in csv.DictReader(table):
            path = os.path.join(folder, row["file"])
            what = "%s %s" % (row["function"], row["options"])
            _, output, error = checks.run(
                "verify", *METHODS, "--report", "json", "--claim", "1", "-o",
                "python.function=" + row["function"], *row["options"].split(), path)
            report = json.loads(output)
            checks.check(report["verdict"] == row["verdict"], "%s: %s %s" % (what, report, error))
            checks.check((report["stages"][0]["cost"] or "-").replace("infinite", "-") ==
                         row["least d"], "%s: %s" % (what, report["stages"][0]["cost"]))
            checks.check(report["claim"]["verdict"] == row["claim 1"],
                         "%s: %s" % (what, report["claim"]))


def check_read(checks, path, name, text, options, verdict, cost):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    status, output, error = checks.run("verify", *METHODS, "--report", "json", *options, path)
    report = json.loads(output) if output else {"verdict": "none", "stages": [{"cost": None}]}
    cost_found = report["stages"][0].get("cost") if report["stages"] else None
    checks.check((report["verdict"], cost_found) == (verdict, cost),
                 "%s: status %d, %s %s\n%s" % (name, status, report["verdict"], cost_found, error))


def check_refused(checks, path, name, text, line, message):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    status, _, error = checks.run("verify", *METHODS, path)
    place = "%s:%d:" % (path, line)
    good = [l for l in error.splitlines() if l.startswith(place) and "error: " in l and message in l]
    checks.check(status == 4 and good, "%s: expected line %d: %s\n  got %d: %s"
                 % (name, line, message, status, error))


def check_options(checks, path):
    """The front end's options come from the command line and from configurations."""
    with open(path, "w") as file:
        file.write(BASE + BASE.replace("def f(", "def g("))
    checks.says(4, "several functions draw noise: choose one with -o python.function=NAME (f, g)",
                "verify", path)
    checks.says(4, "the file has no function of that name; those that draw noise are f, g",
                "verify", "-o", "python.function=h", path)
    checks.says(4, "no such argument; this function has 'queries', 'epsilon', 'T'",
                "verify", "-o", "python.function=g", "-o", "python.private=data", path)
    checks.says(3, "'up' is not one of as-said, any, monotonic, one", "verify", "-o", "python.adjacency=up",
                path)
    checks.says(3, "has no option 'functoin'; did you mean 'function'?", "verify", "-o",
                "python.functoin=g", path)
    configuration = path + ".conf"
    with open(configuration, "w") as file:
        file.write("[pipeline]\ndeciders =\noptimizers = frontier\n"
                   "[stage python]\nfunction = g\nadjacency = monotonic\n")
    for command in (["verify", "--config", configuration], ["explain", "--config", configuration],
                    ["convert", "--to", "json", "-o", "python.function=g"]):
        status, output, error = checks.run(*command, path)
        checks.check(status == 0 and output != "", "%s: %d %s" % (command, status, error))
    _, output, _ = checks.run("verify", "--config", configuration, path)
    checks.check("cost 3/4" in output, "monotonic by configuration: " + output)
    _, output, _ = checks.run("describe", "python")
    checks.check(all("  %s " % option in output for option in ("function", "private", "adjacency")),
                 "describe: " + output)


def check_claim(checks, path):
    """A comment claims; --claim wins."""
    with open(path, "w") as file:
        file.write("# couplet: claim (1 / 2) * eps1 + eps1\n" + BASE.replace("epsilon", "eps1"))
    for options, claim, verdict in ([], "3/2", "holds"), (["--claim", "1/2"], "1/2", "fails"):
        _, output, error = checks.run("verify", *METHODS, "--report", "json", *options, path)
        found = json.loads(output)["claim"]
        checks.check((found["d"], found["verdict"]) == (claim, verdict),
                     "claim %s: %s %s" % (options, found, error))


def check_folder(checks, path):
    """A folder stands for files of other formats only."""
    with open(path, "w") as file:
        file.write(BASE)
    checks.says(4, "no file in this folder has the name of a known format", "verify",
                os.path.dirname(path))


def check_evidence(checks, path, folder):
    """Evidence tells of the options, and belongs to one function."""
    with open(path, "w") as file:
        file.write(BASE + BASE.replace("def f(", "def g("))
    checks.run("verify", *METHODS, "--evidence-dir", folder, "-o", "python.function=f", path)
    found = [os.path.join(folder, name) for name in os.listdir(folder)]
    checks.check(found != [], "evidence: %s" % found)
    status, output, _ = checks.run("check", "-o", "python.function=f", path, found[0])
    checks.check(status == 0 and "made from" not in output, "own evidence: " + output)
    checks.says(4, "it belongs to 'program.py' with -o python.function=f, not 'program.py' with "
                "-o python.function=g", "check", "-o", "python.function=g", path, found[0])


def check_without_process(checks, path):
    """Read in the program's own process, twice."""
    with open(path, "w") as file:
        file.write(BASE)
    status, output, error = checks.run("verify", *METHODS, "-o", "python.isolate=false", path, path)
    checks.check(status == 0 and output.count("cost 1") >= 2, "not isolated: %s %s" % (output, error))


def main():
    checks = Checks(sys.argv[1])
    check_examples(checks, os.path.join(sys.argv[2], "examples/python"))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        for name, text, options, verdict, cost in READ:
            check_read(checks, path, name, text, options, verdict, cost)
        for name, text, line, message in REFUSED:
            check_refused(checks, path, name, text, line, message)
        check_folder(checks, path)
        check_options(checks, path)
        check_claim(checks, path)
        check_without_process(checks, path)
        evidence = os.path.join(folder, "evidence")
        os.mkdir(evidence)
        check_evidence(checks, path, evidence)
    checks.check(len(REFUSED) >= 100, "%d refused programs" % len(REFUSED))
    return checks.finish()


sys.exit(main())
