#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evidence for random automata with adjacencies, all kinds of noise and none, inputs read again and
gaps, through `couplet check` and the checker in Python: both accept what is right, agree on what is
spoiled, and accept no bound that is too low, neither a spoiled one nor one of another automaton.

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
AUTOMATA = int(os.environ.get("COUPLET_TEST_AUTOMATA", 250))
SPOILED = 4  # of each piece
UNREADABLE = (ValueError, KeyError, TypeError)


# ---- Spoiling ------------------------------------------------------------------------------

def change_memory(rng, automaton, evidence):
    entry = rng.choice(evidence["entries"])
    entry[rng.choice(["change", "last"])] = rng.choice(second.SHIFTS)


def forget_memory(rng, automaton, evidence):
    found = [(e, key) for e in evidence["entries"] for key in ("change", "last") if key in e]
    entry, key = rng.choice(found)
    del entry[key]


def known_of(rng, evidence):
    return rng.choice([(e, key, i) for e in evidence["entries"] for key in second.RELATIONS
                       for i in range(len(e.get(key, [])))])


def drop_relation(rng, automaton, evidence):
    entry, key, i = known_of(rng, evidence)
    entry[key].pop(i)


def turn_relation(rng, automaton, evidence):
    entry, key, i = known_of(rng, evidence)
    entry[key][i] = entry[key][i][::-1]


def strengthen_relation(rng, automaton, evidence):
    entry, key, i = known_of(rng, evidence)
    pair = entry[key].pop(i)
    entry.setdefault(rng.choice(list(second.RELATIONS)), []).append(pair)


def add_relation(rng, automaton, evidence):
    pair = rng.sample(automaton.thresholds + [None], 2)
    entry = rng.choice(evidence["entries"])
    entry.setdefault(rng.choice(list(second.RELATIONS)), []).append(pair)


def drop_entry(rng, automaton, evidence):
    evidence["entries"].remove(rng.choice(evidence["entries"]))


def lower_cost(rng, automaton, evidence):
    evidence["cost"] = str(Fraction(evidence["cost"]) * Fraction(rng.randint(0, 6), 7))


def change_difference(rng, automaton, evidence):
    step = rng.choice(evidence["walk"])
    step["difference"] = rng.choice([d for d in second.SHIFTS if d != step["difference"]])


def drop_step(rng, automaton, evidence):
    evidence["walk"].remove(rng.choice(evidence["walk"]))


BOUND = [change_memory, forget_memory, drop_relation, turn_relation, strengthen_relation,
         add_relation, drop_entry, lower_cost]
WALK = [change_difference, change_difference, drop_step]


def spoiled(rng, automaton, evidence):
    """A copy with one thing changed; None when it has no such thing."""
    result = copy.deepcopy(evidence)
    try:
        rng.choice(BOUND if result["kind"] == "bound" else WALK)(rng, automaton, result)
    except (IndexError, KeyError):
        return None
    return result


def other_automaton(rng, data):
    """data with another adjacency, or a state or output of another kind."""
    result = copy.deepcopy(data)
    state, t = rng.choice(result["states"]), rng.choice(result["transitions"])
    what = rng.randrange(5)
    if what == 0:
        result["adjacency"] = rng.choice(["any", "monotonic", "one"])
    elif what == 1:
        state["noise"] = rng.choice(KINDS)
    elif what == 2:
        state["input"] = rng.choice(["private", "public", "again"])
    elif what == 3:
        state["d"] = rng.choice(["none", "1/7", "5"])
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

    def judge(self, rng, data, report):
        """The evidence of a report, right and spoiled."""
        right = [p for stage in report["stages"] for p in stage.get("evidence", [])]
        automaton, what = second.Automaton(data), json.dumps(data)
        for piece in right:
            self.kinds[piece["kind"]] = self.kinds.get(piece["kind"], 0) + 1
        self.checks.check(set(self.ask(data, right, what)) <= {"accepted"},
                          "right evidence is rejected: " + what)
        wrong = [spoiled(rng, automaton, p) for p in right for _ in range(SPOILED)]
        self.judge_bounds(data, report, [p for p in wrong if p is not None], what)

    def judge_bounds(self, data, report, pieces, what):
        """No bound below the cost is accepted."""
        exact = [s["cost"] for s in report["stages"] if s.get("guarantee") == "exact"]
        verdicts = self.ask(data, pieces, what)
        for piece, verdict in zip(pieces, verdicts):
            if verdict == "accepted" and piece["kind"] == "bound" and exact:
                self.checks.check(exact[0] is not None and
                                  Fraction(piece["cost"]) >= Fraction(exact[0]),
                                  "too low, but accepted: %s\n%s" % (what, json.dumps(piece)))


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
            trial.judge(rng, data, report)
            right = [p for stage in report["stages"] for p in stage.get("evidence", [])]
            for piece in right:
                piece.pop("input", None)
            if of_other["verdict"] != "error":
                trial.judge_bounds(other, of_other, right, json.dumps(other))
        print("%d accepted, %d rejected; %s" % (trial.accepted, trial.rejected, trial.kinds))
        checks.check(trial.accepted > AUTOMATA and trial.rejected > AUTOMATA, "enough of both")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
