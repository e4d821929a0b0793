#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet refute: counterexamples to wrong claims, repeated by the program it prints;
claims that hold; ranges; wrong usage; what cannot be refuted.

usage: test_refute.py COUPLET EXAMPLES"""
import concurrent.futures
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

from checks import Checks

LOSS = re.compile(r"loss: (?:at least ~?([0-9.]+) epsilon|(inf)inite); claimed: (\S+)")
BY_THEOREM = re.compile(r"For one of the first (\d+) pairs of runs its (?:probability|density) is more than\n"
                        r".*\n.*\n  loss: in the end as near as one likes to (\S+) epsilon; claimed: (\S+)")
SCRIPT_LOSS = re.compile(r"^loss +([0-9.]+|inf) epsilon", re.MULTILINE)
SCRIPT_ERROR = re.compile(r"^error +about ([0-9.]+) epsilon: the grid is coarse", re.MULTILINE)
NO_PROGRAM = re.compile("--script writes no program for (gaps|snapped outputs|discrete noise|outputs that other paths may have)")
NEAR, MOST_ERROR = 0.001, 0.1  # of programs; where their grid is coarse they say how near they are


def answer(checks, *arguments):
    status, output, _ = checks.run("verify", "-q", "--report", "json", *arguments)
    checks.check(status in (0, 10, 11), "verify %s" % (arguments,))
    return json.loads(output)


def run_script(checks, *arguments):
    """What the printed program writes."""
    _, script, _ = checks.run("refute", "-q", "--script", *arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "repeat.py")
        with open(path, "w") as out:
            out.write(script)
        result = subprocess.run([sys.executable, path], capture_output=True, text=True)
    return result.stdout + result.stderr


def repeats(output, program):
    """Whether the program finds the loss that is certified, as near as it says."""
    certified, infinite, _ = LOSS.search(output).groups()
    found = SCRIPT_LOSS.search(program)
    if found is None or infinite:
        return found is not None and found.group(1) == "inf"
    stated = SCRIPT_ERROR.search(program)
    near = float(stated.group(1)) if stated else NEAR
    return abs(float(found.group(1)) - float(certified)) < near < MOST_ERROR


def check_script(checks, output, *arguments):
    program = run_script(checks, *arguments)
    checks.check(repeats(output, program), "%s: %s the program says %s" % (arguments, output, program))


def check_refuted(checks, claim, *arguments):
    status, output, error = checks.run("refute", *arguments)
    found = LOSS.search(output)
    checks.check(status == 10 and found is not None and
                 (found.group(2) or Fraction(found.group(1)) >= claim),
                 "refute %s: %d %s %s" % (arguments, status, output, error))
    return output if status == 10 else None


def refute_example(checks, path):
    """A wrong claim of path (None = there is none), whether it is said to fail and how, and what the program
    writes; of a claim that is refuted by theorem, what is written instead of a program."""
    said = answer(checks, path)
    claim = Fraction(1)
    if said["verdict"] != "not-private":
        claim = Fraction(said["at_least"] or 0) - Fraction(1, 100)
    if claim <= 0:
        return path, None, None, None, None
    arguments = ("--claim", str(claim), path)
    status, output, error = checks.run("refute", "-q", *arguments)
    if LOSS.search(output):
        code, program, why = checks.run("refute", "-q", "--script", *arguments)
        if code == 11 and not program and NO_PROGRAM.search(why):
            return path, claim, status, output + error, None
        return path, claim, status, output + error, run_script(checks, *arguments)
    if status == 10:
        none = checks.run("refute", "-q", "--script", *arguments)
        checks.check(none[:2] == (11, "") and "refuted by theorem, which no program repeats" in none[2],
                     "no program of %s: %s" % (path, none))
    return path, claim, status, output + error, None


def check_examples(checks, examples):
    """Wrong claims of all examples fail: of d = 1 where no d is enough, else just below the least d."""
    paths = [path for kind in ("mechanisms/*.svt", "automata/*.json", "library/*.svt", "library/*.json")
             for path in sorted(glob.glob(os.path.join(examples, kind)))]
    by_theorem = scripts = not_taken = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, claim, status, output, program in pool.map(
                lambda path: refute_example(checks, path), paths):
            if claim is None:
                continue
            if "library" in path and "snapped in floating point, with which no probabilities are" in output:
                not_taken += 1
                checks.check(status == 11 and "floating" in path, "%s: %s" % (path, output))
                continue
            found, theorem = LOSS.search(output), BY_THEOREM.search(output)
            checks.check(status == 10 and (found or theorem), "%s: claim %s: %s" % (path, claim, output))
            if theorem is not None:
                by_theorem += 1
                checks.check(int(theorem.group(1)) > 0 and Fraction(theorem.group(2)) > claim and
                             Fraction(theorem.group(3)) == claim, "%s: %s" % (path, output))
            if program is not None:
                scripts += 1
                checks.check(repeats(output, program), "%s: %s%s" % (path, output, program))
    checks.check(len(paths) > 100 and scripts > 85 and not_taken < 3,
                 "%d examples, %d programs, %d by theorem, %d not taken"
                 % (len(paths), scripts, by_theorem, not_taken))


def check_least(checks, examples):
    """The least d holds; what is not private says how many steps larger claims take."""
    for path in sorted(glob.glob(os.path.join(examples, "automata", "*.json"))):
        said = answer(checks, path)
        if said["verdict"] == "not-private":
            output = check_refuted(checks, 1, path)
            checks.check(output is not None and ("takes" in output) == ("claim" not in said),
                         "turns of " + path)
        elif said["cost"] not in (None, "0"):
            status, output, _ = checks.run("refute", "--claim", said["cost"], path)
            checks.check(status == 0 and "holds" in output, "the least d of %s holds" % path)


def check_theorem(checks, examples):
    """Where probabilities are not computed, or outputs do not tell: by theorem, at each epsilon."""
    for name, claim in (("m-range-2", "99/100"), ("m-range-3", "99/100"), ("ordered-range", "99/100"),
                        ("outside-a-range", "49/100"), ("running-min-max", "197/300")):
        path = os.path.join(examples, "mechanisms", name + ".svt")
        pairs = []
        for epsilon in ("1/10", "1", "4"):
            arguments = ("-q", "--claim", claim, "--epsilon", epsilon, path)
            status, output, _ = checks.run("refute", *arguments)
            found = BY_THEOREM.search(output)
            checks.check(status == 10 and found is not None and "not by certified" in output and
                         "refuted by theorem at epsilon = " + epsilon in output, "%s: %s" % (arguments, output))
            pairs.append(int(found.group(1)) if found else 0)
        checks.check(pairs[0] > pairs[1] > pairs[2] > 0, "%s: pairs %s" % (name, pairs))
        checks.says(11, "which no program repeats", "refute", "-q", "--script", "--claim", claim, path)
    for claim in (1, 50):  # the paths with the same outputs are added
        check_refuted(checks, claim, "--claim", str(claim), os.path.join(examples, "mechanisms", "outputs-that-do-not-tell.svt"))
    status, output, error = checks.run("refute", "-q", "--claim", "3/4",
                                       os.path.join(examples, "mechanisms", "running-min-max.svt"))
    checks.check((status, error) == (11, "") and "no outputs were found all of whose paths lose more" in output,
                 "nothing by theorem: %d %s %s" % (status, output, error))
    _, output, _ = checks.run("verify", "-q", "--report", "json", "--optimizers", "frontier,probe",
                              "--claim", "99/100", os.path.join(examples, "mechanisms", "m-range-2.svt"))
    probe = [stage for stage in json.loads(output)["stages"] if stage["stage"] == "probe"][0]
    found = probe["counterexample"]
    checks.check(found["refutes"] and found["probability"] is None and int(found["pairs"]) > 0 and
                 found["loss"] == "1" and probe["cost"] == "99/100", "in JSON: %s" % found)


def check_epsilons(checks, examples):
    path = os.path.join(examples, "automata", "numeric-sparse.json")
    for epsilon in ("1/10", "1", "4", "1000"):
        output = check_refuted(checks, Fraction(3, 2), "--claim", "3/2", "--epsilon", epsilon, path)
        if output is not None and epsilon in ("1/10", "1", "4"):
            check_script(checks, output, "--claim", "3/2", "--epsilon", epsilon, path)


def check_margins(checks, examples):
    """Claims below the least d by next to nothing, and probabilities that floats cannot hold."""
    path = os.path.join(examples, "automata", "numeric-sparse.json")
    claim = "17499999999/10000000000"
    status, output, _ = checks.run("verify", "-q", "--report", "json", "--claim", claim, "--optimizers",
                                   "frontier,probe", path)
    probe = [stage for stage in json.loads(output)["stages"] if stage["stage"] == "probe"][0]
    checks.check(status == 10 and Fraction(probe["counterexample"]["loss"]) >= Fraction(claim),
                 "a loss that is told is not below the claim: %s" % probe)
    program = run_script(checks, "--epsilon", "1000", "--claim", "3/2", path)
    checks.check("too improbable for floating point" in program, program)


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
                set(step) >= {"transition", "input", "adjacent", "output"} and
                all(abs(Fraction(step[key]) - Fraction(step[key + "_decimal"])) <= 1e-6
                    for key in ("input", "adjacent")) and
                abs(Fraction(step["input"]) - Fraction(step["adjacent"])) <= 1
                for step in found["steps"]), "steps: %s" % found["steps"])


def check_nothing_to_refute(checks, examples):
    path = os.path.join(examples, "automata", "branch-to-two-loops.json")
    for claim in ("100", "1/1000"):
        arguments = ("--within", "0,1/100000", "--script", "--claim", claim, path)
        status, output, error = checks.run("refute", *arguments)
        checks.check((status, output) == (0 if claim == "100" else 11, "") and "claim" in error,
                     "no program: %d %s%s" % (status, output, error))
    status, output, _ = checks.run("refute", path)
    checks.check(status == 0 and "nothing is claimed" in output, "private without a claim: " + output)
    for name, words in ((("automata", "branch-to-two-loops.json"), "private, least d 2;"),
                        (("mechanisms", "outside-a-range.svt"), "private, d between 1/2 and 1;")):
        status, output, error = checks.run("refute", os.path.join(examples, *name))
        checks.check(status == 0 and words in output, words + " " + output + error)
    path = os.path.join(examples, "mechanisms", "outputs-that-do-not-tell.svt")
    status, output, _ = checks.run("refute", "--within", "-5,5", "--claim", "1/1000", path)
    checks.check(status in (10, 11) and "do not tell the path" not in output, "outputs that do not tell: " + output)


ABOVE = """mechanism m {
  claim 1/2*eps;
  threshold x = public + %s;
  loop {
    q = private + %s;
    if q >= x { %s } else { output bot; }
  }
}
"""

# what a mechanism has: its noise, what it does above the threshold, and the most that its outputs may lose
KINDS = {
    "a gap": ("lap(1/eps)", "lap(2/eps)", "output q - x; halt;"),
    "a gap of exponential noise": ("lap(1/eps)", "exp(2/eps)", "output q - x; halt;"),
    "discrete noise": ("dlap(1/eps)", "dlap(2/eps)", "output top; halt;"),
    "a discrete output": ("dlap(1/eps)", "dlap(2/eps)", "output fresh dlap(1/eps); halt;"),
    "discrete noise beside real numbers": ("dlap(1/eps)", "lap(2/eps)", "output top; halt;"),
    "a gap of discrete noise and real numbers": ("dlap(1/eps)", "lap(2/eps)", "output q - x; halt;"),
    "a discrete gap": ("dlap(1/eps)", "dlap(2/eps)", "output q - x; halt;"),
    "a snapped output": ("lap(1/eps)", "lap(2/eps)", "output snap(fresh lap(1/eps), 1, 100); halt;"),
    "a finely snapped output": ("lap(1/eps)", "lap(2/eps)", "output snap(fresh lap(1/eps), 100, 1/8); halt;"),
    "an input read again": ("lap(1/eps)", "lap(2/eps)", "r = again + lap(1/eps); output r; halt;"),
    "an input read again and compared": ("lap(1/eps)", "lap(2/eps)",
                                         "r = again + lap(1/eps); if r >= x { output top; halt; } else { output no; }"),
    "a discrete input read again": ("dlap(1/eps)", "dlap(2/eps)", "r = again + dlap(1/eps); output r; halt;"),
    "a raw input read again": ("lap(1/eps)", "lap(2/eps)", "r = again + lap(0); output r; halt;"),
    "a raw input after exponential noise": ("lap(1/eps)", "exp(2/eps)", "r = again + lap(0); output r; halt;"),
    "an input read again with a gap": ("lap(1/eps)", "lap(2/eps)", "r = again + lap(1/eps); output r - x; halt;"),
}


def check_kinds(checks):
    """Inputs of mechanisms of all kinds, with probabilities whose ratio is above the claim, also in a range."""
    with tempfile.TemporaryDirectory() as folder:
        for kind, words in KINDS.items():
            path = os.path.join(folder, "m.svt")
            with open(path, "w") as out:
                out.write(ABOVE % words)
            output = check_refuted(checks, Fraction(1, 2), path)
            runs = re.findall(r"in the (?:first|second) run +(?:\[([0-9.e+-]+) \+/- ([0-9.e+-]+)\]|(\S+))", output or "")
            checks.check(len(runs) == 2, "%s: no two probabilities: %s" % (kind, output))
            ends = [tuple(float(a or c) + sign * float(b or 0) for sign in (-1, 1)) for a, b, c in runs]
            checks.check(ends[0][0] > math.exp(0.5) * ends[1][1], "%s: %s" % (kind, output))
            code, output, error = checks.run("refute", "--within", "-9,9", path)
            good = (10, 11) if "1, 100)" in words[2] else (10,)  # there the range is within one step of the grid
            checks.check(code in good and not re.search("COUPLET_|capabilit", output + error), "%s: %s" % (kind, output))
            steps = re.findall(r"^ +(?:\d+ x)? +(-?[0-9/]+) +(-?[0-9/]+) ", output, re.MULTILINE)
            checks.check(steps and all(abs(Fraction(a)) <= 9 and abs(Fraction(b)) <= 9 and
                                       abs(Fraction(a) - Fraction(b)) <= 1 for a, b in steps), "%s: %s" % (kind, output))


def check_exit_zero(checks, examples):
    path = os.path.join(examples, "automata", "branch-to-two-loops.json")
    for claim, status in (("1/8", 10), ("100", 0)):
        statuses = [checks.run("refute", "--claim", claim, *more, path)[0] for more in ((), ("--exit-zero",))]
        checks.check(statuses == [status, 0], "--exit-zero: %s" % statuses)
    checks.says(2, "--claim 0: it must be positive", "refute", "--exit-zero", "--claim", "0", path)


def main():
    couplet, examples = sys.argv[1:3]
    checks = Checks(couplet)
    check_kinds(checks)
    check_examples(checks, examples)
    check_least(checks, examples)
    check_theorem(checks, examples)
    check_epsilons(checks, examples)
    check_margins(checks, examples)
    check_ranges(checks, examples)
    check_usage(checks, examples)
    check_nothing_to_refute(checks, examples)
    check_claims_of_files(checks, examples)
    check_report(checks, examples)
    check_exit_zero(checks, examples)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
