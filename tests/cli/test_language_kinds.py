#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Least d of mechanisms in the language with monotonic queries or one change, gaps, all kinds of
noise, answers read again, noisy max and snapped answers; converted to JSON and DOT and back they
are the same, and .dipa refuses what it cannot say by name.

usage: test_language_kinds.py COUPLET"""
import json
import os
import sys
import tempfile

from checks import Checks

SPARSE = """
mechanism sparse(c = 1) {
  %(queries)s
  threshold x = public + %(threshold)s(2/eps);
  repeat c {
    loop {
      q = private + %(query)s(4*c/eps);
      if q >= x { output %(output)s; break; } else { output bot; }
    }
  }
}
"""
REDRAWN = """
mechanism redrawn(c = 1) {
  %(queries)s
  repeat c {
    threshold x = public + lap(2/eps);
    loop {
      q = private + lap(4*c/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}
"""
NEVER_STOPS = """
mechanism never_stops() {
  %(queries)s
  threshold x = public + lap(2/eps);
  loop { q = private + lap(2/eps); if q >= x { output top; } else { output bot; } }
}
"""
PRIVATE_THRESHOLD = """
mechanism private_threshold() {
  %(queries)s
  threshold x = private + lap(1/eps);
  loop { q = private + lap(1/eps); if q >= x { output top; halt; } else { output bot; } }
}
"""
TURNED = """
mechanism turned() {
  %(queries)s
  threshold x = public + exp(2/eps);
  loop { q = private + lap(4/eps); if q >= x { output top; } else { output bot; halt; } }
}
"""
NOISY_MAX = """
mechanism noisy_max(k = 4) {
  %(queries)s
  output argmax(k, private + %(query)s(2/eps));
}
"""
ADAPTIVE = """
mechanism adaptive(n = 1) {
  %(queries)s
  threshold x = public + lap(2/eps);
  int cost = 2*n;
  loop {
    if cost > 4*n - 2 { halt; }
    q = private - 16 + lap(8*n/eps);
    if q >= x { output q - x; cost = cost + 1; }
    else {
      q = again + lap(4*n/eps);
      if q >= x { output q - x; cost = cost + 2; } else { output bot; }
    }
  }
}
"""
SNAPPED = """
mechanism snapped(c = 1) {
  %(queries)s
  repeat c { output snap(private + %(query)s(2/eps), 64, 1/4); }
}
"""
LAPLACE = {"threshold": "lap", "query": "lap", "output": "top"}
EXPONENTIAL = {"query": "exp"}
# a program, its words, parameters, and the least d with any and with monotonic queries; None = none
VALUES = [
    (SPARSE, {}, "c=1", "1", "3/4"),
    (SPARSE, {}, "c=3", "1", "3/4"),
    (SPARSE, {"output": "q - x"}, "c=1", "1", "3/4"),
    (SPARSE, {"output": "q - x"}, "c=3", "1", "3/4"),
    (SPARSE, {"output": "q"}, "c=1", None, None),
    (SPARSE, {"output": "q"}, "c=3", None, None),
    (SPARSE, {"output": "fresh lap(4/eps)"}, "c=1", "5/4", "3/4"),
    (SPARSE, {"output": "fresh lap(4/eps)"}, "c=3", "7/4", "5/4"),
    (SPARSE, {"output": "snap(fresh lap(4/eps), 64, 1)"}, "c=3", "7/4", "5/4"),
    (SPARSE, {"output": "snap(again + lap(4/eps), 64, 1)"}, "c=3", "7/4", "5/4"),
    (SPARSE, {"query": "exp"}, "c=1", "1", "3/4"),
    (SPARSE, {"query": "exp"}, "c=3", "1", "3/4"),
    (SPARSE, {"query": "exp", "threshold": "exp"}, "c=1", "1", "3/4"),
    (SPARSE, {"query": "exp", "threshold": "exp"}, "c=3", "1", "3/4"),
    (SPARSE, {"query": "dlap", "threshold": "dlap"}, "c=3", "1", "3/4"),
    (REDRAWN, {}, "c=1", "1", "3/4"),
    (REDRAWN, {}, "c=3", "2", "7/4"),
    (TURNED, {}, None, None, None),
    (PRIVATE_THRESHOLD, {}, None, "4", "2"),
    (NOISY_MAX, {}, "k=4", "1", "1/2"),
    (NOISY_MAX, {"query": "exp"}, "k=4", "1", "1/2"),
    (NOISY_MAX, {"query": "dlap"}, "k=2", "1", "1/2"),
    (NOISY_MAX, {}, "k=1", "0", "0"),
    (SNAPPED, {}, "c=3", "3/2", "3/2"),
    (SNAPPED, {"query": "dlap"}, "c=1", "1/2", "1/2"),
]


def write(words, program, queries):
    said = "queries %s;" % queries if queries != "any" else ""
    return (program % dict(LAPLACE, queries=said, **words)).encode()


def ask(checks, program, parameter=None, deciders="graph"):
    options = ["-D", parameter] if parameter else []
    _, output, error = checks.run("verify", "--report", "json", "--deciders", deciders,
                                  "--optimizers", "frontier", "--from", "svt", *options, "-",
                                  input=program)
    return json.loads(output) if output else {"error": error}


def check_values(checks):
    for program, words, parameter, *expected in VALUES:
        for queries, d in zip(("any", "monotonic"), expected):
            report = ask(checks, write(words, program, queries), parameter)
            checks.check(report.get("cost") == d and
                         report.get("verdict") == ("private" if d else "not-private"),
                         "%s %s %s: %s" % (parameter, words, queries, report))


def check_one_change(checks):
    report = ask(checks, write({}, NEVER_STOPS, "one"))
    checks.check(report.get("cost") == "1/2", "one change, without end: %s" % report)
    report = ask(checks, write({}, NEVER_STOPS, "any"))
    checks.check(report.get("verdict") == "not-private", "any change, without end: %s" % report)
    report = ask(checks, write({}, NOISY_MAX, "one"))
    checks.check(report.get("cost") == "1/2", "one change of noisy max: %s" % report)


def check_adaptive(checks):
    """The claim is eps for every n; what is forced is known to be less, as nobody sees which of the
    two comparisons an answer passed."""
    for n in (1, 2, 3, 4):
        report = ask(checks, write({}, ADAPTIVE, "any"), "n=%d" % n)
        checks.check(report.get("verdict") == "private" and report.get("cost") == "1",
                     "adaptive, n = %d: %s" % (n, report))
        checks.check(report.get("at_least") == "%d/%d" % (4 * n - 1, 4 * n),
                     "adaptive, n = %d, is forced: %s" % (n, report.get("at_least")))


def check_conversion(checks, folder):
    """Programs keep everything on their way through JSON and DOT."""
    programs = [write(words, program, queries) for program, words, *_ in VALUES
                for queries in ("monotonic", "one")]
    programs += [write({}, ADAPTIVE, "any"), write({}, NEVER_STOPS, "one")]
    for number, program in enumerate(programs):
        path = os.path.join(folder, "m%d" % number)
        _, text, error = checks.run("convert", "--from", "svt", "--to", "json", "-", input=program)
        checks.check(text.startswith("{ \"couplet\""), "%s: %s" % (program.decode(), error))
        for form in ("json", "dot"):
            with open(path + "." + form, "w", encoding="utf-8") as out:
                out.write(checks.run("convert", "--from", "svt", "--to", form, "-",
                                     input=program)[1])
            _, again, _ = checks.run("convert", "--to", "json", path + "." + form)
            checks.check(again == text, "%s through %s:\n%s" % (program.decode(), form, again))


REFUSED = [
    (SPARSE, {}, "monotonic", "frontend 'dipa' does not take an adjacency other than any"),
    (SPARSE, {"output": "q - x"}, "any", "frontend 'dipa' does not take gap outputs"),
    (SPARSE, {"query": "exp"}, "any", "frontend 'dipa' does not take exponential noise"),
    (SPARSE, {"query": "dlap"}, "any", "frontend 'dipa' does not take discrete Laplace noise"),
    (SNAPPED, {}, "any", "frontend 'dipa' does not take snapped outputs"),
]


def check_dipa(checks):
    for program, words, queries, message in REFUSED:
        status, output, error = checks.run("convert", "--from", "svt", "--to", "dipa", "-",
                                           input=write(words, program, queries))
        checks.check(status != 0 and output == "" and message in error,
                     "%s: %d %s" % (message, status, error))
    silent = ADAPTIVE.replace("q - x", "top")
    status, _, error = checks.run("convert", "--from", "svt", "--to", "dipa", "-",
                                  input=write({}, silent, "any"))
    checks.check(status != 0 and ("it is silent, which .dipa cannot say" in error or
                                  "inputs that are read again" in error), "silent: %s" % error)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    check_values(checks)
    check_one_change(checks)
    check_adaptive(checks)
    with tempfile.TemporaryDirectory() as folder:
        check_conversion(checks, folder)
    check_dipa(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
