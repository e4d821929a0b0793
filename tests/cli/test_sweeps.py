#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps: a parameter with several values, a row each.

usage: test_sweeps.py COUPLET SOURCE"""
import csv
import io
import json
import os
import sys
import tempfile
from fractions import Fraction

from checks import Checks, without_times

# as the paper has it, with the scale of the answers' noise as a second parameter
FACTORS = """mechanism factors(c = 1, k = 1) {
  threshold x = public + lap(4/eps);
  repeat c {
    loop {
      q = private + lap(k*(4/3)/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}
"""


def rows(output):
    return [json.loads(line) for line in output.splitlines()]


def algorithm_4(source):
    return os.path.join(source, "examples", "mechanisms", "lyu-algorithm-4.svt")


def check_rows(checks, source):
    """A row for each value, in order; the cost is that of Lyu et al.: each of the c answers above
    adds 3/2, and below and above the threshold differ by 1/4 in all."""
    file = algorithm_4(source)
    status, output, _ = checks.run("verify", "--report", "json", "-D", "c=1..5", file)
    answers = rows(output)
    checks.check(status == 10, "the claim fails: status %d" % status)
    checks.check([a["file"] for a in answers] == [file] * 5, "file stays the path")
    checks.check([a["parameters"] for a in answers] == [{"c": str(c)} for c in range(1, 6)], "parameters")
    checks.check([Fraction(a["cost"]) for a in answers] == [Fraction(1 + 6 * c, 4) for c in range(1, 6)],
                 "cost (1 + 6c)/4")
    alone = [without_times(checks.run("verify", "--report", "json", "-D", "c=%d" % c, file)[1])
             for c in range(1, 6)]
    checks.check(without_times(output) == "".join(alone), "each row is that of its value alone")


def check_product(checks, folder):
    """Files outermost, the last parameter fastest, the same on two processes."""
    for name in "ab":
        with open(os.path.join(folder, name + ".svt"), "w") as out:
            out.write(FACTORS)
    words = ["-D", "c=1,3", "-D", "k=1..2..1/2", folder]
    status, output, error = checks.run("verify", "--report", "json", *words)
    found = [(os.path.basename(a["file"]), a["parameters"]["c"], a["parameters"]["k"]) for a in rows(output)]
    checks.check(status == 0 and found == [(f, c, k) for f in ("a.svt", "b.svt") for c in "13" for k in ("1", "3/2", "2")],
                 "the product in order")
    for report in ("json", "csv", "table", "html", "sarif"):
        one, two = ([without_times(text) for text in checks.run("verify", "--report", report, *jobs, *words)[1:]]
                    for jobs in ([], ["-j", "2"]))
        checks.check(one == two, report + ": -j 2 as -j 1")


def check_names(checks, source, folder):
    """People are told which parameters: in the table, in messages, in names of files."""
    file = algorithm_4(source)
    output = checks.run("verify", "-D", "c=1,2", file)[1]
    checks.check([line.split("  ")[0] for line in output.splitlines() if line.startswith(file)] ==
                 [file + " (c=1)", file + " (c=2)"], "table")
    output = checks.run("compare", "--deciders", "graph", "--optimizers", "frontier", "-D", "c=1,2", file)[1]
    checks.check(output.startswith("files in %s/:\n" % os.path.dirname(file)) and all(
        "\n%s (c=%d)  " % (os.path.basename(file), c) in output for c in (1, 2)), "comparison")
    checks.check("(c=" not in checks.run("verify", "-D", "c=2", file)[1], "one value is no sweep")
    checks.says(4, ": error: with c=3/2: the number of rounds is '3/2'", "verify", "-D", "c=1..2..1/2", file)
    evidence = os.path.join(folder, "evidence")
    checks.run("verify", "--optimizers", "frontier", "--evidence-dir", evidence, "-D", "c=2,1", file)
    names = sorted(os.listdir(evidence))
    for c in "12":
        mine = [name for name in names if name.startswith("lyu-algorithm-4.svt-c=%s." % c)]
        checks.check(len(mine) > 0, "evidence of c=%s: %s" % (c, names))
        for name in mine:
            path = os.path.join(evidence, name)
            checks.check(checks.run("check", "-D", "c=" + c, file, path)[0] == 0, "accepted: " + name)
            other = "-D c=" + ("2" if c == "1" else "1")
            checks.says(4, "it belongs to", "check", *other.split(), file, path)


def check_refused(checks, source):
    file = algorithm_4(source)
    for definition, text in [("c=1..", "'1..' is no range; expected two numbers"),
                             ("c=1/2..3", "is not of whole numbers; expected a step, as in 1/2..3..1/4"),
                             ("c=3..1", "the range '3..1' ends before it begins"),
                             ("c=1..3..0", "the step of the range '1..3..0' is not positive"),
                             ("c=1,1.0", "the value 1.0 is given twice"),
                             ("c=1,", "a value is missing beside a comma"),
                             ("c=1..2000000", "the range '1..2000000' has more than 1000000 values")]:
        checks.says(2, "couplet: -D %s: " % definition, "verify", "-D", definition, file)
        checks.says(2, text, "verify", "-D", definition, file)
    checks.says(2, "couplet: -D: the product of all values has more than 1000000 members",
                "verify", "-D", "c=1..2000", "-D", "k=1..2000", file)
    checks.says(2, "couplet: -D: 2 files with 600000 values are more than 1000000 runs",
                "verify", "-D", "c=1..1000", "-D", "k=1..600", file, file)
    checks.says(2, "couplet: -D: standard input can be read once only", "verify", "-D", "c=1,2", "-")
    checks.says(2, "couplet: -D k: no file has a parameter of that name", "verify", "-D", "k=1..3", file)
    for command in (["explain"], ["refute"], ["convert", "--to", "json"], ["convert", "--to", "svt"]):
        checks.says(2, "couplet: -D c: expected one value; lists and ranges are for verify and compare",
                    *command, "-D", "c=1..3", file)


def check_names_of_mechanisms(checks, source, folder):
    """What is no number is swept in a list, too."""
    file = os.path.join(folder, "two.svt")
    with open(file, "w") as out:
        out.write(FACTORS + FACTORS.replace("factors", "twice").replace("lap(4/eps)", "lap(8/eps)"))
    status, output, _ = checks.run("verify", "--report", "json", "-D", "mechanism=factors,twice", file)
    checks.check(status == 0 and [a["automaton"] for a in rows(output)] == ["factors", "twice"], "mechanisms")


def main():
    checks = Checks(sys.argv[1])
    source = sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        check_rows(checks, source)
        check_product(checks, folder)
        check_names(checks, source, folder)
        check_refused(checks, source)
        check_names_of_mechanisms(checks, source, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
