#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Claims: what each verdict of a claim makes of the exit status, on the command line and in
files of every format; the same from several processes and isolated stages; explained. Then the tables of
claims in README.md and examples/README.md: couplet says what stands there.

usage: test_claims.py COUPLET SOURCE"""
import json
import os
import re
import sys
import tempfile
from fractions import Fraction

from checks import Checks, status_of, without_times  # noqa: E402

MECHANISM = """%smechanism m(c = 1) {
  %sthreshold x = public + lap(4/eps);
  repeat c { loop { q = private + lap((4/3)/eps); if q >= x { output top; break; } else { output bot; } } }
}
"""
ROW = re.compile(r"^\| .* \| (\S+) \| (holds|fails) \| (\S+) \| `couplet (verify .*)` \|$", re.M)


def claim_of(checks, *arguments):
    """The exit status, what the report says of the claim, and the least d."""
    status, output, error = checks.run("verify", "--report", "json", *arguments)
    checks.check(output != "", "%s: %s" % (arguments, error))
    report = json.loads(output)
    checks.check(status == status_of(report), "%s: status %d" % (arguments, status))
    return report


def check_claim(checks, expected, *arguments):
    report = claim_of(checks, *arguments)
    checks.check(report.get("claim") == expected, "%s: %s" % (arguments, report.get("claim")))


def check_command_line(checks, example):
    for claim, verdict in (("1", "fails"), ("174/100", "fails"), ("7/4", "holds"), ("1.75", "holds"),
                           ("3e10", "holds")):
        report = claim_of(checks, "--claim", claim, example)
        checks.check(report["claim"]["verdict"] == verdict and
                     report["claim_reason"] == "the least d is 7/4 (1.75)",
                     "claim %s: %s" % (claim, report["claim"]))
    fails = claim_of(checks, "--claim", "1", example)
    status, output, _ = checks.run("explain", "--path", fails["claim_path"], example)
    checks.check(status == 0 and "costs 7/4" in output, "the path of the claim: " + output[:300])
    check_claim(checks, {"d": "1", "verdict": "open"}, "--claim", "1", "--optimizers", "segment", example)
    deciders = claim_of(checks, "--claim", "2", "--optimizers", "", example)
    checks.check(deciders["claim"]["verdict"] == "open" and "no method that was run bounds d" in
                 deciders["claim_reason"], "deciders alone: %s" % deciders)
    for command in ("verify", "compare", "explain", "refute"):
        for wrong, words in (("-1", "it must be positive"), ("0", "it must be positive"),
                             ("0/5", "it must be positive"), ("one", "is not a number"),
                             ("", "is not a number"), ("1/0", "divides by zero")):
            output = checks.says(2, "--claim", command, "--claim", wrong, example)
            output += checks.says(2, words, command, "--claim=" + wrong, example)
            checks.check(output == "", "%s --claim %s prints %s" % (command, wrong, output))


def check_files(checks, folder):
    for name, top, inside, defined, expected in (
            ("top", "claim eps;\n", "", (), {"d": "1", "verdict": "fails"}),
            ("inside", "claim eps;\n", "claim 2*eps;\n", (), {"d": "2", "verdict": "holds"}),
            ("parameter", "", "claim (1 + 6*c)*eps/4;\n", ("-D", "c=5"),
             {"d": "31/4", "verdict": "holds"}),
            ("none", "", "", (), None)):
        path = os.path.join(folder, name + ".svt")
        with open(path, "w") as out:
            out.write(MECHANISM % (top, inside))
        check_claim(checks, expected, *defined, path)
        check_claim(checks, {"d": "9", "verdict": "holds"}, "--claim", "9", *defined, path)
        for form in ("json", "dot", "dipa"):
            status, text, error = checks.run("convert", "--to", form, *defined, path)
            checks.check(status == 0 and ("claim" in text) == ("claim" in top + inside and form != "dipa"),
                         "%s as %s: %s%s" % (name, form, text, error))
            copy = os.path.join(folder, "%s.%s" % (name, form))
            with open(copy, "w") as out:
                out.write(text)
            if form != "dipa":
                check_claim(checks, expected, copy)


def check_processes(checks, examples):
    """Several processes, and stages in processes of their own, give the same report."""
    files = [os.path.join(examples, "automata", "lyu-algorithm-%s.json" % n)
             for n in ("1-c1", "3-c1", "4-c1", "4-c2", "6")]
    for report in ("json", "csv", "table"):
        alone = checks.run("verify", "--report", report, "-q", *files)
        checks.check(alone[0] == 10, "status %d" % alone[0])
        for options in (("-j2",), ("-o", "*.isolate=true"), ("-j3",)):
            other = checks.run("verify", "--report", report, "-q", *options, *files)
            checks.check(other[0] == alone[0] and without_times(other[1]) == without_times(alone[1]),
                         "%s: %s" % (options, other[1]))


def check_evidence(checks, folder, example):
    """A walk that the checker accepts costs more than a claim that fails."""
    report = claim_of(checks, "--claim", "3/2", "--evidence-dir", folder, "--self-check=true", example)
    paths = [name for name in os.listdir(folder) if name.endswith(".frontier.attained.json")]
    checks.check(report["claim"]["verdict"] == "fails" and len(paths) == 1, "evidence: %s" % paths)
    for name in paths:
        path = os.path.join(folder, name)
        status, output, error = checks.run("check", example, path)
        with open(path) as file:
            cost = Fraction(json.load(file)["cost"])
        checks.check(status == 0 and cost > Fraction(3, 2), "%s: %s%s" % (name, output, error))


def check_explanation(checks, example, never):
    status, output, _ = checks.run("explain", "--claim", "1", example)
    words = " ".join(output.split())
    checks.check(status == 10 and "It is claimed to be ε-differentially private. That is wrong: the "
                 "least d is 7/4 (1.75)." in words and "couplet refute" in words, output[:500])
    status, output, _ = checks.run("explain", "--claim", "2", example)
    checks.check(status == 0 and "That holds" in output and "refute" not in output, output[:500])
    status, output, _ = checks.run("explain", "--claim", "2", never)
    checks.check(status == 10 and "it is not private for any d" in " ".join(output.split()), output[:500])


def check_readme(checks, source):
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    checks.check(len(rows) > 8, "the table of claims: %s" % rows)
    for claim, verdict, least, command in rows:
        status, output, error = checks.run(*command.split(), "--report", "json", cwd=source)
        checks.check(status == (10 if verdict == "fails" else 0), "%s: %d %s" % (command, status, error))
        report = json.loads(output)
        checks.check(report["claim"] == {"d": claim, "verdict": verdict} and
                     (report["cost"] or "none") == least,
                     "%s: %s, cost %s" % (command, report["claim"], report["cost"]))
        for stage in report["stages"]:
            if stage["stage"] == "weight":
                checks.check(stage["cost"] == claim, "%s: weight %s" % (command, stage["cost"]))


LIBRARY_ROW = re.compile(r"^\| \[(\S+)\]\(library/(\S+)\) \| .* \| (\S+) \| ([^|]+) \| (\w+) \|$", re.M)


def check_library(checks, source):
    """Each model of examples/library has a row in the table, which says what couplet says."""
    examples = os.path.join(source, "examples")
    with open(os.path.join(examples, "README.md"), encoding="utf-8") as file:
        rows = LIBRARY_ROW.findall(file.read())
    checks.check(sorted(row[1] for row in rows) == sorted(os.listdir(os.path.join(examples, "library"))),
                 "the table of the library: %s" % [row[1] for row in rows])
    for name, file, claim, least, verdict in rows:
        path = os.path.join(examples, "library", file)
        report = claim_of(checks, "-q", path)
        expected = {"d": claim, "verdict": verdict} if claim != "none" else None
        known = ("none" if report["verdict"] == "not-private" else report["cost"]
                 if report["at_least"] == report["cost"] else
                 "%s to %s" % (report["at_least"], report["cost"]))
        checks.check(report.get("claim") == expected and known == least,
                     "%s: %s, least d %s" % (file, report.get("claim"), known))
        with open(path, encoding="utf-8") as text:
            checks.check(name + ".svt" == file and text.readline().startswith("# "), file)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    examples = os.path.join(source, "examples")
    private = os.path.join(examples, "automata", "numeric-sparse.json")
    never = os.path.join(examples, "automata", "svt-star.json")
    check_command_line(checks, private)
    with tempfile.TemporaryDirectory() as folder:
        check_files(checks, folder)
        check_evidence(checks, os.path.join(folder, "evidence"), private)
    check_claim(checks, {"d": "9", "verdict": "fails"}, "--claim", "9", "--optimizers", "", never)
    check_processes(checks, examples)
    check_explanation(checks, private, never)
    check_readme(checks, source)
    check_library(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
