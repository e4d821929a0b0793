#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evidence for random automata with adjacencies, all kinds of noise and none, inputs read again,
gaps and snaps, through `couplet check` and the checker in Python: both accept what is right, judge
alike what is another automaton's, and accept nothing of it that is false of this one.

usage: test_evidence_kinds.py COUPLET"""
import copy
import json
import os
import random
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import evidence_checker as second  # noqa: E402
from checks import Checks  # noqa: E402
from random_json import KINDS, add_kinds, random_automaton  # noqa: E402

SHAPES = [(1, False), (2, False), (2, True), (3, False), (3, True)]
AUTOMATA = int(os.environ.get("COUPLET_TEST_AUTOMATA", 100))
UNREADABLE = (ValueError, KeyError, TypeError)


def other_automaton(rng, data):
    """data with another adjacency, or a state or output of another kind."""
    result = copy.deepcopy(data)
    state, t = rng.choice(result["states"]), rng.choice(result["transitions"])
    what = rng.randrange(6)
    if what == 0:
        result["adjacency"] = rng.choice(["any", "monotonic", "one"])
    elif what == 1:
        state["noise"] = rng.choice(KINDS)
    elif what == 2:
        state["input"] = rng.choice(["private", "public", "again"])
    elif what == 3:
        state["d"] = rng.choice(["none", "1/7", "5"])
    elif what == 4:
        state["d_fresh"] = rng.choice(["1/7", "5"])
        state.pop("snap", None)
    elif t["guard"] != "true":
        t["output"] = rng.choice(["s9", "gap(%s)" % rng.choice(data["thresholds"])])
    return result


# ---- Both checkers --------------------------------------------------------------------------

class Trial:
    def __init__(self, checks, folder):
        self.checks, self.folder = checks, folder
        self.accepted, self.rejected, self.kinds = 0, 0, {}

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def reports(self, batch):
        """The report of each automaton, in order; what is refused has the verdict `error`."""
        paths = [self.write("%d.json" % i, json.dumps(data)) for i, data in enumerate(batch)]
        _, output, error = self.checks.run("verify", "--evidence", "--report", "json", "-q",
                                           "--self-check", "--deciders", "graph,z3",
                                           "--optimizers", "frontier,segment", *paths)
        self.checks.check("REJECTS" not in error, error)
        found = {r["file"]: r for r in map(json.loads, output.splitlines())}
        return [found[path] for path in paths]

    def second_verdict(self, automaton, piece):
        try:
            return "accepted" if second.check(automaton, piece) is None else "rejected"
        except UNREADABLE:
            return "unreadable"

    def ask(self, data, pieces, what):
        """The verdicts of both checkers on pieces, which are the same."""
        automaton = second.Automaton(data)
        expected = [self.second_verdict(automaton, p) for p in pieces]
        readable = [p for p, verdict in zip(pieces, expected) if verdict != "unreadable"]
        path = self.write("automaton.json", json.dumps(data))
        name = self.write("evidence", "".join(json.dumps(p) + "\n" for p in readable))
        lines = self.checks.run("check", path, name)[1].splitlines() if readable else []
        got = ["accepted" if ": accepted" in line else "rejected" for line in lines]
        wanted = [verdict for verdict in expected if verdict != "unreadable"]
        self.checks.check(got == wanted, "%s: %s, the second checker %s\n%s\n%s" % (
            what, got, wanted, "\n".join(lines),
            "\n".join(json.dumps(p) for p, a, b in zip(readable, got, wanted) if a != b)))
        self.accepted += wanted.count("accepted")
        self.rejected += wanted.count("rejected")
        return expected

    def judge(self, data, report):
        """The evidence of a report."""
        right = evidence_of(report)
        for piece in right:
            self.kinds[piece["kind"]] = self.kinds.get(piece["kind"], 0) + 1
        self.checks.check(set(self.ask(data, right, json.dumps(data))) <= {"accepted"},
                          "right evidence is rejected: " + json.dumps(data))

    def judge_others(self, data, report, pieces):
        """The evidence of another automaton: what is accepted has to be true of this one."""
        cost = next(s["cost"] for s in report["stages"] if s["plugin"] == "frontier")
        exact = None if cost is None else Fraction(cost)
        for piece, verdict in zip(pieces, self.ask(data, pieces, json.dumps(data))):
            if verdict == "accepted":
                self.checks.check(may_be_true(piece, exact), "false, but accepted: %s\n%s"
                                  % (json.dumps(data), json.dumps(piece)))


def evidence_of(report):
    return [p for stage in report["stages"] for p in stage.get("evidence", [])]


def may_be_true(piece, exact):
    """Whether a piece goes with the least cost; None = infinite."""
    if piece["kind"] == "bound":
        return exact is not None and Fraction(piece["cost"]) >= exact
    if piece["kind"] == "attained":
        return exact is None or Fraction(piece["cost"]) <= exact
    return (exact is None) == (piece["kind"] in ("violation", "unbounded"))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    rng = random.Random(int(os.environ.get("COUPLET_TEST_SEED", 14)))
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(checks, folder)
        batch = [add_kinds(rng, random_automaton(rng, *SHAPES[i % len(SHAPES)]))
                 for i in range(AUTOMATA)]
        others = [other_automaton(rng, data) for data in batch]
        for data, report, other, of_other in zip(batch, trial.reports(batch), others,
                                                 trial.reports(others)):
            if report["verdict"] == "error":
                continue
            trial.judge(data, report)
            right = evidence_of(report)
            for piece in right:
                piece.pop("input", None)
            if of_other["verdict"] != "error":
                trial.judge_others(other, of_other, right)
        print("%d accepted, %d rejected; %s" % (trial.accepted, trial.rejected, trial.kinds))
        checks.check(trial.accepted > AUTOMATA and trial.rejected > AUTOMATA // 4, "enough of both")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
