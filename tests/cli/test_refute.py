#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet refute: counterexamples to wrong claims, repeated by the program it prints;
claims that hold; ranges; wrong usage; what cannot be refuted.

usage: test_refute.py COUPLET EXAMPLES"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

from checks import Checks

LOSS = re.compile(r"loss: at least ~?([0-9.]+) epsilon; claimed: (\S+)")
SCRIPT_LOSS = re.compile(r"^loss +([0-9.inf]+) epsilon", re.MULTILINE)


def answer(checks, *arguments):
    status, output, _ = checks.run("verify", "--report", "json", *arguments)
    checks.check(status in (0, 10, 11), "verify %s" % (arguments,))
    return json.loads(output)


def check_script(checks, output, *arguments):
    """The printed program finds about the loss that is certified."""
    certified = float(LOSS.search(output).group(1))
    status, script, _ = checks.run("refute", "--script", *arguments)
    checks.check(status == 10, "refute --script %s" % (arguments,))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "repeat.py")
        with open(path, "w") as out:
            out.write(script)
        result = subprocess.run([sys.executable, path], capture_output=True, text=True)
    found = SCRIPT_LOSS.search(result.stdout)
    checks.check(found is not None and abs(float(found.group(1)) - certified) < 0.02,
                 "%s: certified %s, the program says %s %s"
                 % (arguments, certified, result.stdout, result.stderr))


def check_refuted(checks, claim, *arguments):
    status, output, error = checks.run("refute", *arguments)
    found = LOSS.search(output)
    checks.check(status == 10 and found is not None and Fraction(found.group(1)) >= claim,
                 "refute %s: %d %s %s" % (arguments, status, output, error))
    return output if status == 10 else None


def check_automata(checks, examples):
    for path in sorted(glob.glob(os.path.join(examples, "automata", "*.json"))):
        said = answer(checks, path)
        if said["verdict"] == "not-private":
            output = check_refuted(checks, 1, path)
            checks.check(output is not None and ("takes" in output) == ("claim" not in said),
                         "turns of " + path)
            if output is not None:
                check_script(checks, output, path)
        elif said["cost"] is not None and Fraction(said["cost"]) > Fraction(1, 100):
            claim = Fraction(said["cost"]) - Fraction(1, 100)
            check_refuted(checks, claim, "--claim", str(claim), path)
            status, output, _ = checks.run("refute", "--claim", said["cost"], path)
            checks.check(status == 0 and "holds" in output, "the least d of %s holds" % path)


def check_epsilons(checks, examples):
    path = os.path.join(examples, "automata", "numeric-sparse.json")
    for epsilon in ("1/10", "1", "4", "1000"):
        output = check_refuted(checks, Fraction(3, 2), "--claim", "3/2", "--epsilon", epsilon, path)
        if output is not None and epsilon in ("1/10", "1", "4"):
            check_script(checks, output, "--claim", "3/2", "--epsilon", epsilon, path)


def check_ranges(checks, examples):
    path = os.path.join(examples, "automata", "numeric-sparse.json")
    status, output, _ = checks.run("refute", "--claim", "7/5", "--within", "0,1", path)
    checks.check(status == 11 and "the largest loss found" in output, "nothing in the range: " + output)
    for low, high in ((0, 20), (-3, 30), (100, 140)):
        output = check_refuted(checks, Fraction(7, 5), "--claim", "7/5", "--within",
                               "%d,%d" % (low, high), path)
        rows = re.findall(r"^  (?:\d+ x)? +(-?\d+) +(-?\d+) ", output or "", re.MULTILINE)
        checks.check(rows and all(low <= int(n) <= high for row in rows for n in row),
                     "inputs within %d,%d: %s" % (low, high, output))


def check_usage(checks, examples):
    path = os.path.join(examples, "automata", "numeric-sparse.json")
    checks.says(2, "it must be positive", "refute", "--claim", "0", path)
    checks.says(2, "it must be positive", "refute", "--claim", "-1", path)
    checks.says(2, "is not a number", "refute", "--claim", "one", path)
    checks.says(2, "it must be positive", "refute", "--epsilon", "0", path)
    checks.says(2, "it must be from", "refute", "--epsilon", "1e-9", path)
    checks.says(2, "it must be from", "refute", "--epsilon", "1e9", path)
    checks.says(2, "expected one file", "refute", path, path)
    checks.says(2, "LOW,HIGH", "refute", "--within", "5", path)
    checks.says(2, "must be below", "refute", "--within", "5,5", path)


def check_claims_of_files(checks, examples):
    path = os.path.join(examples, "automata", "lyu-algorithm-4-c1.json")
    status, output, error = checks.run("refute", path)
    checks.check(status == 10 and "claimed: 1\n" in output, "the file's claim: %s%s" % (output, error))
    status, output, _ = checks.run("refute", "--claim", "7/4", path)
    checks.check(status == 0 and "the claim 7/4 holds" in output, "before the file's: " + output)
    path = os.path.join(examples, "automata", "lyu-algorithm-1-c1.json")
    status, output, _ = checks.run("refute", path)
    checks.check(status == 0 and "the claim 1 holds" in output, "a claim that holds: " + output)


def check_report(checks, examples):
    """The JSON report has the inputs, also from another process."""
    paths = [os.path.join(examples, "automata", name)
             for name in ("numeric-sparse.json", "numeric-sparse.dot")]
    for options in ((), ("-j2",), ("-o", "probe.isolate=true")):
        _, output, _ = checks.run("verify", "--report", "json", "--optimizers", "frontier,probe",
                                  "--claim", "3/2", *options, *paths)
        for line in output.splitlines():
            stages = {stage["stage"]: stage for stage in json.loads(line)["stages"]}
            found = stages["probe"].get("counterexample", {"steps": []})
            checks.check("counterexample" not in stages["frontier"] and found.get("claim") == "3/2" and
                         found["epsilon"] == "1" and found["refutes"] is True and
                         found["density"] is True and Fraction(found["loss"]) >= Fraction(3, 2),
                         "%s: %s" % (options, found))
            checks.check(len(found["steps"]) > 1 and all(
                set(step) == {"transition", "input", "adjacent", "output"} and
                abs(Fraction(step["input"]) - Fraction(step["adjacent"])) <= 1
                for step in found["steps"]), "steps: %s" % found["steps"])


def check_nothing_to_refute(checks, examples):
    path = os.path.join(examples, "automata", "branch-to-two-loops.json")
    status, output, _ = checks.run("refute", path)
    checks.check(status == 0 and "nothing is claimed" in output, "private without a claim: " + output)
    path = os.path.join(examples, "mechanisms", "outputs-that-do-not-tell.svt")
    status, output, _ = checks.run("refute", "--claim", "1/1000", path)
    checks.check(status == 11 and "do not tell the path" in output, "outputs that do not tell: " + output)


def main():
    couplet, examples = sys.argv[1:3]
    checks = Checks(couplet)
    check_automata(checks, examples)
    check_epsilons(checks, examples)
    check_ranges(checks, examples)
    check_usage(checks, examples)
    check_nothing_to_refute(checks, examples)
    check_claims_of_files(checks, examples)
    check_report(checks, examples)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
