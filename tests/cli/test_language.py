#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mechanisms in the language give the costs that are known for them, and wrong
programs get located errors.

usage: test_language.py COUPLET"""
import json
import os
import sys
from fractions import Fraction

from checks import Checks

SPARSE = """
mechanism sparse(c = 3, t = 2, q = 4*c) {
  threshold x = public + lap(t/eps);
  repeat c {
    loop {
      a = private + lap(q/eps);
      if a >= x { output top; break; } else { output bot; }
    }
  }
}
"""
NUMERIC = """
mechanism numeric() {
  threshold x = public + lap(4/eps);
  loop { a = private + lap(2/eps);
         if a >= x { output fresh lap(2/eps); halt; } else { output bot; } }
}
"""
BARE = """
mechanism bare() {
  threshold x = public + lap(2/eps);
  loop { a = private + lap(0); if a >= x { output top; } else { output bot; } }
}
"""
UNTIL_BELOW = """
mechanism until_below() {
  threshold x = public + lap(2/eps);
  loop { q = private + lap(4/eps); if q >= x { output top; } else { halt; } }
}
"""
BETWEEN = """sampling %s;
mechanism between() {
  threshold lo = public + lap(4/eps);
  threshold hi = public + lap(4/eps);
  loop { q = private + lap(4/eps); if q >= lo and q < hi { output in; } else { halt; } }
}
"""
WRONG = [
    (UNTIL_BELOW.replace("else { halt; }", ""), ":4:36: error: nothing is output when no condition"),
    (UNTIL_BELOW.replace("halt;", ""), ":4:62: error: nothing is output in this branch before line 4"),
    (BETWEEN.replace("sampling %s;", ""), ":5:51: error: the value read on line 5 meets two thresholds"),
    ("mechanism m( {\n}\n", ":1:14: error: found '{', expected ')' or a name"),
    (SPARSE.replace("lap(t/eps);", "lap(t/eps)"), ":3:36: error: found the end of the line, expected ';'"),
    ("\x01", ":1:1: error: "),
]


def ask(checks, program, *options):
    status, output, error = checks.run("verify", "--report", "json", "--deciders", "graph",
                                       "--optimizers", "frontier", "--from", "svt", *options, "-",
                                       input=program.encode())
    return status, json.loads(output) if output else None, error


def check_costs(checks):
    for c in (1, 2, 3, 10, 50):
        status, report, error = ask(checks, SPARSE, "-D", "c=%d" % c)
        checks.check(status == 0 and report["cost"] == "1", "c = %d: %s" % (c, error))
        status, report, error = ask(checks, SPARSE, "-D", "c=%d" % c, "-D", "t=4", "-D", "q=4/3")
        checks.check(status == 0 and Fraction(report["cost"]) == Fraction(1 + 6 * c, 4),
                     "Algorithm 4, c = %d: %s %s" % (c, report, error))
    status, report, error = ask(checks, SPARSE, "-D", "c=10000")
    checks.check(status == 0 and report["cost"] == "1", "c = 10000: %s" % error)
    status, report, error = ask(checks, NUMERIC)
    checks.check("sampling" not in report, "one threshold has no sampling: %s" % report)
    checks.check(status == 0 and report["cost"] == "7/4", "numeric: %s %s" % (report, error))
    status, report, error = ask(checks, BARE)
    checks.check(status == 10 and report["stages"][0]["structure"] == "comparisons without noise",
                 "no noise: %s %s" % (report, error))
    status, report, error = ask(checks, UNTIL_BELOW)
    checks.check(status == 0 and report["cost"] == "1", "a stop that is seen: %s %s"
                 % (report, error))
    for sampling in ("shared", "independent"):
        status, report, error = ask(checks, BETWEEN % sampling)
        checks.check(status == 0 and report["cost"] == "1" and report["sampling"] == sampling,
                     "%s: %s %s" % (sampling, report, error))
        status, output, _ = checks.run("verify", "-q", "--deciders", "", "--optimizers", "frontier",
                                       "--from", "svt", "-", input=(BETWEEN % sampling).encode())
        checks.check(status == 0 and output.startswith("-  private  d between 1/2 and 1, %s sampling\n" % sampling),
                     "the table says the sampling: %s" % output)


def check_errors(checks):
    for program, message in WRONG:
        status, report, error = ask(checks, program)
        checks.check(status == 4 and message in error, "%r: %d %s" % (program, status, error))
    status, report, error = ask(checks, WRONG[-2][0])
    checks.check(error.splitlines()[1:] == ["     3 |   threshold x = public + lap(t/eps)",
                                            "       |                                    ^"],
                 "the source stands below the message: %s" % error)
    status, _, error = ask(checks, SPARSE, "-D", "d=1")
    checks.check(status == 2 and "-D d: no file has a parameter of that name" in error,
                 "unknown parameter: %d %s" % (status, error))


def check_warnings(checks):
    """One cause, one warning, however often a `repeat` is unrolled."""
    program = SPARSE.replace("output bot;", "output top; halt;")
    for c in (1, 50):
        status, _, error = ask(checks, program, "-D", "c=%d" % c)
        checks.check(status == 0 and error.count("\n") == 1 and
                     ":6:7: warning: state 'line 6" in error and "two transitions" in error,
                     "one warning for c = %d: %s" % (c, error))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    check_costs(checks)
    check_errors(checks)
    check_warnings(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
