#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Python functions as mechanisms: those that are read give the right verdict, least d and claim;
those that are not are refused at their line, for their reason.

usage: test_python.py COUPLET SOURCE"""
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../cli")]
from checks import Checks  # noqa: E402
from program_checks import METHODS, check_examples, check_read, check_refused  # noqa: E402
from python_programs import BASE, READ, REFUSED  # noqa: E402
from hostile_programs import HOSTILE  # noqa: E402


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


def check_solve(checks, examples):
    """A counter is compared with c, so that the cost jumps at whole numbers: the largest is one of them. It
    is the 6 of the mechanism that is given c answers in .svt (tests/cli/test_sweeps.py)."""
    for at_most in ("10", "37/4"):
        status, output, error = checks.run("verify", *METHODS, "--report", "json", "-o", "python.function=algorithm_4",
                                           "--solve", "c", "--at-most", at_most,
                                           os.path.join(examples, "variants.py"))
        found = json.loads(output)["solve"]
        checks.check((status, found["found"], found["which"], found["value"]) == (0, "exact", "largest", "6"),
                     "--solve c --at-most %s: %s %s" % (at_most, found, error))


def main():
    checks = Checks(sys.argv[1])
    check_examples(checks, os.path.join(sys.argv[2], "examples/python"), "python")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        for name, text, options, verdict, cost in READ:
            check_read(checks, path, name, text, options, verdict, cost)
        for name, text, options, place, message in HOSTILE:
            check_refused(checks, path, name, text, place, message, options)
        for name, text, line, message in REFUSED:
            check_refused(checks, path, name, text, line, message)
        check_folder(checks, path)
        check_options(checks, path)
        check_claim(checks, path)
        check_solve(checks, os.path.join(sys.argv[2], "examples/python"))
        check_without_process(checks, path)
        evidence = os.path.join(folder, "evidence")
        os.mkdir(evidence)
        check_evidence(checks, path, evidence)
    checks.check(len(REFUSED) >= 100, "%d refused programs" % len(REFUSED))
    return checks.finish()


sys.exit(main())
