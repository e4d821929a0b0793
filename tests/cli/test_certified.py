#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every verdict, every exact cost and every bound of segment and weight comes with evidence
that both checkers accept: of all examples, of all mechanisms with the parameters of their
tables, of random automata (COUPLET_TEST_AUTOMATA of them) and of given files of cases.

usage: test_certified.py COUPLET EXAMPLES [CASES.jsonl...]

Each line of CASES is an automaton, or an object that has it as `automaton` and what is
known of it as `expect`: `verdict` and `exact`."""
import collections
import csv
import json
import os
import random
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402
from random_json import random_automaton  # noqa: E402

CONFIGURATION = """[pipeline]
deciders = graph; z3
optimizers = frontier; glpk; adaptive; fixed; weight

[stage adaptive]
plugin = segment

[stage fixed]
plugin = segment
strategy = fixed
"""
BOUNDS = ("adaptive", "fixed", "weight")  # these have to show what they say, too
# what rests on frontier alone, and on nothing without accepted evidence
ALONE = """[pipeline]
deciders =
optimizers = frontier
"""
MOST_ALONE = 200  # automata that are verified that way
SHAPES = [(1, False), (2, False), (2, True), (3, False), (3, True)]
BATCH = 500  # automata per run of couplet verify


# ---- What has to be shown ---------------------------------------------------------------------

def shown(pieces, kind, holds=lambda cost: True):
    return any(p["kind"] == kind and holds(p.get("cost") and Fraction(p["cost"])) for p in pieces)


def missing_evidence(report):
    """What the report says without evidence for it. A stage's lower bound is its own
    business; the upper bound may come from any stage."""
    every = [p for stage in report["stages"] for p in stage.get("evidence", [])]
    if report["verdict"] == "private" and not (shown(every, "bound") or shown(every, "strategy")):
        yield "private"
    if report["verdict"] == "not-private" and not shown(every, "violation") and \
            not shown(every, "unbounded"):
        yield "not private"
    if report["cost"] is not None:
        cost = Fraction(report["cost"])
        if not shown(every, "bound", lambda c: c <= cost):
            yield "cost at most %s" % cost
    for stage in report["stages"]:
        own, bounds = stage.get("evidence", []), stage["stage"] in BOUNDS
        if stage.get("guarantee") != "exact" and not bounds:
            continue
        if stage["cost"] is None:
            by_rule = "as its cycles assign thresholds that are compared later" in (stage["reason"] or "")
            if not by_rule and stage["stage"] != "weight" and not shown(own, "violation") and \
                    not shown(own, "unbounded"):
                yield "%s: no finite cost" % stage["stage"]
            continue
        cost = Fraction(stage["cost"])
        if not bounds and not shown(own, "attained", lambda c: c == cost):
            yield "%s: cost at least %s" % (stage["stage"], cost)
        if not shown(own if bounds else every, "bound", lambda c: c == cost):
            yield "%s: cost at most %s" % (stage["stage"], cost)


# ---- Both checkers ------------------------------------------------------------------------------

class Certification:
    def __init__(self, checks, folder):
        self.checks, self.folder = checks, folder
        self.automata = self.refused = 0
        self.answers, self.pieces = collections.Counter(), collections.Counter()
        self.configuration = os.path.join(folder, "stages.conf")
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)

    def judge_alone(self, inputs):
        """--require-evidence leaves all that frontier says, but of outputs that do not tell the
        path."""
        with open(os.path.join(self.folder, "alone.conf"), "w", encoding="utf-8") as file:
            file.write(ALONE)
        answers = []
        for options in [], ["--require-evidence"]:
            _, output, _ = self.checks.run("verify", "-q", "--report", "json", *options,
                                           "-c", os.path.join(self.folder, "alone.conf"), *inputs)
            answers.append([(r["file"], r["verdict"], r.get("cost"), r.get("reason"))
                            for r in map(json.loads, output.splitlines())])
        for trusted, shown in zip(*answers):
            by_outputs = "outputs all of whose paths" in (trusted[3] or "")
            self.checks.check(trusted[:3] == shown[:3] or (by_outputs and shown[1] == "unknown"),
                              "trusted %s, shown %s" % (trusted, shown))
        self.checks.check(len(answers[0]) == len(answers[1]) == len(inputs), "a report for each")

    def judge(self, inputs):
        """Verifies the JSON automata {path: (data, what is expected)} in one run."""
        self.judge_alone(list(inputs)[:MOST_ALONE])
        _, output, error = self.checks.run("verify", "-q", "--jobs", "2", "--self-check",
                                           "--evidence", "--report", "json",
                                           "-c", self.configuration, *inputs)
        reports = {r["file"]: r for r in map(json.loads, output.splitlines())}
        self.checks.check("REJECTS" not in error and "DISAGREE" not in error, error)
        self.checks.check(len(reports) == len(inputs), "%d of %d reports" % (len(reports), len(inputs)))
        for path, report in reports.items():
            data, expected = inputs[path]
            if report["verdict"] == "error":
                self.refused += 1
                self.checks.check(expected is None, "%s is refused" % path)
            else:
                self.judge_one(path, data, report, expected or {})

    def judge_one(self, path, data, report, expected):
        what = "%s %s" % (os.path.basename(path), data.get("name"))
        missing = list(missing_evidence(report))
        self.checks.check(not missing, "%s: no evidence for: %s\n%s"
                          % (what, ", ".join(missing), json.dumps(data)))
        self.check_expected(what, report, expected)
        pieces = [p for stage in report["stages"] for p in stage.get("evidence", [])]
        self.automata += 1
        self.answers[report["verdict"]] += 1
        self.answers["exact cost"] += sum(1 for s in report["stages"]
                                          if s.get("guarantee") == "exact")
        if not pieces:
            return
        self.pieces.update(p["kind"] for p in pieces)
        automaton = second.Automaton(data)
        for piece in pieces:
            why = second.check(automaton, piece)
            self.checks.check(why is None, "%s: the second checker: %s: %s"
                              % (what, why, json.dumps(piece)))
        name = os.path.join(self.folder, "evidence")
        with open(name, "w", encoding="utf-8") as file:
            json.dump(pieces, file)
        got, output, error = self.checks.run("check", "-q", path, name)
        self.checks.check(got == 0 and output.count(": accepted: ") == len(pieces),
                          "%s: couplet check: %d %s%s" % (what, got, output, error))

    def check_expected(self, what, report, expected):
        if "verdict" in expected:
            self.checks.check(report["verdict"] in expected["verdict"], "%s: %s, expected %s"
                              % (what, report["verdict"], expected["verdict"]))
        for stage in report["stages"]:
            if "exact" in expected and stage.get("guarantee") == "exact":
                cost = expected["exact"] if expected["exact"] not in ("infinite", "-") else None
                self.checks.check(stage["cost"] == cost, "%s: %s says %s, expected %s"
                                  % (what, stage["stage"], stage["cost"], cost))

    def finish(self, what):
        print("%s: %d automata (%s), %d refused; evidence accepted by both: %s" % (
            what, self.automata, ", ".join("%d %s" % (n, k) for k, n in sorted(self.answers.items())),
            self.refused, ", ".join("%d %s" % (n, k) for k, n in sorted(self.pieces.items()))))


# ---- What is verified -----------------------------------------------------------------------------

def read_table(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            yield (os.path.join(folder, row["file"]), row["parameters"].split(),
                   {"verdict": row["verdict"], "exact": row["cost"]})


def shipped(examples):
    """(file, parameters, what is expected) of every example."""
    automata, mechanisms = (os.path.join(examples, name) for name in ("automata", "mechanisms"))
    for name in sorted(os.listdir(automata)):
        if name.endswith((".json", ".dot", ".dipa")):
            yield os.path.join(automata, name), [], {}
    yield from read_table(mechanisms, "expected.csv")
    yield from read_table(mechanisms, "expected-many.csv")


def convert(checks, folder, files):
    """The files as JSON: {path: (data, what is expected)}."""
    inputs = {}
    for i, (source, parameters, expected) in enumerate(files):
        definitions = [word for p in parameters for word in ("-D", p)]
        got, text, error = checks.run("convert", "--to", "json", "-q", *definitions, source)
        checks.check(got == 0, "%s: %s" % (source, error))
        if got == 0:
            name = os.path.basename(source)
            path = os.path.join(folder, "%d-%s.json" % (i, name))
            inputs[path] = write(path, json.loads(text)), expected
    return inputs


def write(path, data):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file)
    return data


def batches(checks, automata, what):
    """Verifies (data, what is expected), so many at a time."""
    with tempfile.TemporaryDirectory() as folder:
        certification, inputs = Certification(checks, folder), {}
        for i, (data, expected) in enumerate(automata):
            path = os.path.join(folder, "%d.json" % i)
            inputs[path] = write(path, data), expected
            if len(inputs) == BATCH:
                certification.judge(inputs)
                for done in inputs:
                    os.remove(done)
                inputs = {}
        certification.judge(inputs) if inputs else None
        certification.finish(what)
        return certification


def random_automata(count):
    rng = random.Random(count)
    for i in range(count):
        yield random_automaton(rng, *SHAPES[i % len(SHAPES)]), None


def read_cases(path):
    with open(path, encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            yield case.get("automaton", case), case.get("expect", {})


def main():
    checks, examples = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        certification = Certification(checks, folder)
        certification.judge(convert(checks, folder, shipped(examples)))
        certification.finish("examples")
        checks.check(certification.automata > 100, "%d examples" % certification.automata)
    count = int(os.environ.get("COUPLET_TEST_AUTOMATA", "150"))
    certification = batches(checks, random_automata(count), "random")
    checks.check(certification.automata > count * 3 / 4, "%d of %d are well-posed"
                 % (certification.automata, count))
    for path in sys.argv[3:]:
        batches(checks, read_cases(path), path)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
