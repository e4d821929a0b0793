#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What z3 and glpk write with --dump, other solvers answer alike; their limits
give unknown with a bracket; their words name the transitions.

usage: test_solvers.py COUPLET EXAMPLES"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

from checks import Checks


def stages_of(checks, *arguments):
    status, output, error = checks.run("verify", "--report", "json", *arguments)
    checks.check(status in (0, 10, 11), "%s: %d %s" % (arguments, status, error))
    return {s["stage"]: s for s in json.loads(output)["stages"]}


def other_smt_solvers():
    commands = {"cvc5": ["cvc5", "--lang", "smt2"], "z3": ["z3"]}
    return [c for name, c in commands.items() if shutil.which(name)]


def check_smt_dumps(checks, examples):
    for example in examples:
        for encoding in ("strategies", "shifts"):
            with tempfile.TemporaryDirectory() as folder:
                stage = stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                                  "z3.encoding=" + encoding, "--dump", folder, example)["z3"]
                files = glob.glob(os.path.join(folder, "*.smt2"))
                checks.check(len(files) == 1 and encoding in files[0], "one dump: %s" % files)
                expected = "sat" if stage["verdict"] == "private" else "unsat"
                for command in other_smt_solvers():
                    result = subprocess.run(command + files, capture_output=True, text=True)
                    checks.check(result.stdout.split()[:1] == [expected],
                                 "%s on %s: %s" % (command[0], example, result.stdout[:200]))


def optimum_of(path):
    """The optimum that glpsol finds for a CPLEX LP file."""
    solution = path + ".solution"
    result = subprocess.run(["glpsol", "--lp", path, "-o", solution], capture_output=True, text=True)
    with open(solution) as out:
        found = re.search(r"Objective: +\S+ = (\S+)", out.read())
    if found is None:
        sys.exit("glpsol on %s: %s" % (path, result.stdout))
    return float(found.group(1))


def check_lp_dumps(checks, examples):
    if not shutil.which("glpsol"):
        return
    for example in examples:
        for method in ("lp", "milp"):
            with tempfile.TemporaryDirectory() as folder:
                stage = stages_of(checks, "--deciders", "", "--optimizers", "glpk", "-o",
                                  "glpk.method=" + method, "--dump", folder, example)["glpk"]
                files = glob.glob(os.path.join(folder, "*.lp"))
                if stage["cost"] is None:
                    continue
                checks.check(len(files) == stage["statistics"]["programs"], "dumps: %s" % files)
                largest = max(optimum_of(f) for f in files)
                checks.check(abs(largest - Fraction(stage["cost"])) < 1e-6,
                             "glpsol on %s %s: %s" % (example, method, largest))


def check_dump_is_kept(checks, example):
    """A file of other content is not written over."""
    with tempfile.TemporaryDirectory() as folder:
        for encoding in ("strategies", "shifts", "strategies"):
            stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                      "z3.encoding=" + encoding, "--dump", folder, example)
        files = sorted(os.listdir(folder))
        checks.check(len(files) == 2, "one file per encoding: %s" % files)
        with open(os.path.join(folder, files[0]), "w") as out:
            out.write("something else\n")
        for encoding in ("strategies", "shifts"):
            stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                      "z3.encoding=" + encoding, "--dump", folder, example)
        checks.check(len(os.listdir(folder)) == 3, "kept: %s" % os.listdir(folder))
        checks.says(6, "the dump cannot be written", "verify", "--deciders", "z3", "--dump",
                    os.path.join(folder, "nowhere"), example)


def check_words(checks, folder):
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "",
                      os.path.join(folder, "svt-star.json"))["z3"]
    for text in ("'below -> below on insample < x, output bot' can repeat, so the shift of x must be 1",
                 "'above -> above on insample >= x, output top' can repeat, so the shift of x must be -1",
                 "nothing re-assigns x between"):
        checks.check(text in stage["reason"], "the core says %s: %s" % (text, stage["reason"]))
    checks.check(stage["statistics"]["core"] == 2, "a minimal core: %s" % stage)
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "",
                      os.path.join(folder, "branch-to-two-loops.json"))["z3"]
    checks.check("S^L (shift 1)" in stage["reason"] and "S^G (shift -1)" in stage["reason"],
                 "each branch its own strategy: %s" % stage["reason"])


def check_limits(checks, folder):
    example = os.path.join(folder, "lyu-algorithm-2-c3.json")
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o", "z3.class-limit=1",
                      example)["z3"]
    checks.check(stage["verdict"] == "unknown" and "more than 1 classes" in stage["reason"],
                 "class limit: %s" % stage)
    branches = os.path.join(folder, "two-less-two-greater.json")
    stage = stages_of(checks, "--deciders", "", "--optimizers", "glpk", "-o",
                      "glpk.program-limit=1", branches)["glpk"]
    checks.check(stage["cost"] is None and "stopped after 1 linear programs" in stage["reason"] and
                 Fraction(stage["lower"]) <= 4 <= Fraction(stage["upper"]),
                 "program limit: %s" % stage)


def check_scales(checks, folder):
    """GLPK's tolerances do not swallow costs that are all very small or large."""
    with open(os.path.join(folder, "two-less-two-greater.json")) as text:
        automaton = json.load(text)
    for sensitivity in ("1e-30", "1/1000000000", "1000000000", "1e25"):
        text = json.dumps(dict(automaton, sensitivity=sensitivity)).encode()
        for method in ("lp", "milp"):
            status, output, error = checks.run(
                "verify", "--report", "json", "--deciders", "", "--optimizers", "frontier,glpk",
                "-o", "glpk.method=" + method, "-", input=text)
            costs = {s["cost"] for s in json.loads(output)["stages"]}
            checks.check(status == 0 and len(costs) == 1 and None not in costs,
                         "sensitivity %s, %s: %s %s" % (sensitivity, method, costs, error))


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    examples = sorted(glob.glob(os.path.join(folder, "*.json")))
    check_smt_dumps(checks, examples)
    check_lp_dumps(checks, examples)
    check_dump_is_kept(checks, examples[0])
    check_words(checks, folder)
    check_limits(checks, folder)
    check_scales(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
