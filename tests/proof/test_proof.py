#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet-check-proved beside couplet check: the proof has no axiom and nothing admitted; evidence
of all examples and of random automata is accepted, unless the proof is not about it; and changed
evidence that one of the two rejects, the other does not accept.

usage: test_proof.py COUPLET CHECKER PROOF EXAMPLES   (COUPLET_TEST_EVIDENCE_MUTANTS of them)

PROOF: the folder of the proof, with what `Print Assumptions` said in assumptions.txt."""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "support"), os.path.join(HERE, "..", "cli")]
from checks import Checks, examples_in  # noqa: E402
import test_evidence_mutants as mutants  # noqa: E402

THEOREMS = ["bound", "attained", "violation", "unbounded", "differences_at_corners", "rounding"]
# What is not covered by the proof, by the words that it is refused with.
UNCOVERED = ["evidence of kind strategy"]
STATUS = {"accepted": 0, "rejected": 7, "refused": 12, "unreadable": 4}


def verdict_of(line):
    """(file, verdict) of a line."""
    name, verdict = re.match(r"(.*?): (accepted|rejected|refused|.*)", line).groups()
    return name, verdict if verdict in STATUS else "unreadable"


class Proved:
    def __init__(self, checks, checker):
        self.checks, self.checker = checks, checker
        self.counts, self.refusals = collections.Counter(), collections.Counter()

    def ask(self, automaton, names):
        """The verdict on each file, all from one process."""
        run = subprocess.run([self.checker, automaton, *names], capture_output=True, text=True, check=False)
        found = dict(map(verdict_of, run.stdout.splitlines()))
        statuses = {STATUS[v] for v in found.values()}
        right = next(s for s in (4, 7, 12, 0) if s in statuses or s == 0)
        self.checks.check(run.returncode == right and not run.stderr,
                          "%s: status %d, expected %d\n%s%s" % (automaton, run.returncode, right,
                                                                run.stdout, run.stderr))
        for line in run.stdout.splitlines():
            if verdict_of(line)[1] == "refused":
                self.refusals[line.split(": refused: ")[1]] += 1
        return [(found.get(name, "no answer"),
                 next((l for l in run.stdout.splitlines() if l.startswith(name + ": ")), "")) for name in names]

    def compare(self, automaton, names, verdicts, what):
        """couplet check's verdicts: what it accepts is accepted or refused, the rest is not accepted."""
        for name, verdict, (mine, line) in zip(names, verdicts, self.ask(automaton, names)):
            self.counts[verdict, mine] += 1
            allowed = ["accepted", "refused"] if verdict == "accepted" else ["rejected", "refused", "unreadable"]
            with open(name, encoding="utf-8") as file:
                self.checks.check(mine in allowed, "%s: couplet check: %s, proved: %s\n%s" %
                                  (what, verdict, line, file.read()))


def check_sources(checks, proof):
    """Nothing is taken for granted in the proof."""
    sources = glob.glob(os.path.join(proof, "*.v"))
    checks.check(len(sources) > 5, "no sources in " + proof)
    for name in sources:
        with open(name, encoding="utf-8") as file:
            found = re.findall(r"\b(?:Admitted|admit|Axioms?|Parameters?|Conjecture)\b", file.read())
        checks.check(not found, "%s: %s" % (name, found))
    with open(os.path.join(proof, "assumptions.txt"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    closed = ["Closed under the global context"] * len(THEOREMS)
    checks.check(lines == closed, "assumptions: %s" % lines)


def check_examples(checks, proved, examples):
    """Evidence of every example."""
    with tempfile.TemporaryDirectory() as folder:
        for path in examples_in([os.path.join(examples, sub) for sub in ("automata", "mechanisms", "library")]):
            status, text, _ = checks.run("convert", "-q", "--to", "json", path)
            if status != 0:  # it needs parameters
                continue
            out = os.path.join(folder, os.path.basename(path))
            automaton = os.path.join(out, "automaton.json")
            os.makedirs(out)
            with open(automaton, "w", encoding="utf-8") as file:
                file.write(text)
            checks.run("verify", "-q", "--evidence-dir", out, "--deciders", "graph", "--optimizers",
                       "frontier,segment,weight", automaton)
            names = sorted(set(glob.glob(os.path.join(out, "*.json"))) - {automaton})
            if names:
                proved.compare(automaton, names, ["accepted"] * len(names), path)


class Trial(mutants.Trial):
    proved = None

    def ask_couplet(self, path, pieces):
        verdicts = super().ask_couplet(path, pieces)
        names = [os.path.join(self.folder, "evidence%d" % i) for i in range(len(pieces))]
        self.proved.compare(path, names, verdicts, path)
        return verdicts

    def ask_second(self, automaton, piece):
        return super().ask_second(automaton, piece)


def main():
    couplet, checker, proof, examples = map(os.path.abspath, sys.argv[1:5])
    checks = Checks(couplet)
    proved = Proved(checks, checker)
    check_sources(checks, proof)
    check_examples(checks, proved, examples)
    print("examples:", dict(proved.counts))
    mutants.Trial, Trial.proved = Trial, proved
    most = int(os.environ.get("COUPLET_TEST_EVIDENCE_MUTANTS", 1500))
    for options in ({}, {"only_loops": True}, {"kinds": True}):
        mutants.check_mutants(checks, most, **options)
    for (theirs, mine), n in sorted(proved.counts.items()):
        print("couplet check: %-10s proved: %-10s %6d" % (theirs, mine, n))
    for why, n in proved.refusals.most_common():
        print("%6d refused: %s" % (n, why))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
