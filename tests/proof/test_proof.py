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
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "support"), os.path.join(HERE, "..", "cli")]
from checks import Checks, examples_in  # noqa: E402
import test_evidence_mutants as mutants  # noqa: E402
import test_linear_random as lists  # noqa: E402

THEOREMS = ["judged", "bound", "bound_in_order", "attained", "violation", "unbounded", "differences_at_corners", "rounding"]
OF_PROBABILITIES = ["private", "normalised", "private_for_lists", "least_for_lists", "cost_for_lists",
                    "attained_is_necessary", "endless_is_not_private"]
# What Coq's real numbers rest on, and classical logic: what is under the theorems about probabilities.
OF_THE_REALS = {"ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
                "Classical_Prop.classic", "FunctionalExtensionality.functional_extensionality_dep"}
UNITED = "an event of several paths"
# What may be refused, by the words that say so; all else is judged.
REFUSED = ["evidence of kind strategy", "an order of the last private input",
           "an order where draws without noise reveal it", "draws without noise may not be any values", "it is impossible but for ties",
           UNITED]
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
                why = line.split(": refused: ")[1]
                self.refusals[why] += 1
                self.checks.check(any(words in why for words in REFUSED), "%s: %s" % (automaton, line))
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
    with open(os.path.join(proof, "assumptions-probability.txt"), encoding="utf-8") as file:
        blocks = file.read().split("Axioms:")[1:]
    names = [set(re.findall(r"^(\w[\w.]*\w)\s", block, re.MULTILINE)) for block in blocks]
    checks.check(len(names) == len(OF_PROBABILITIES) and names[0] == OF_THE_REALS and
                 all(some <= OF_THE_REALS for some in names), "assumptions of probabilities: %s" % names)


def check_examples(checks, proved, examples):
    """Evidence of every example."""
    with tempfile.TemporaryDirectory() as folder:
        for path in examples_in([os.path.join(examples, sub) for sub in ("automata", "mechanisms", "library", "linear")]):
            status, text, _ = checks.run("convert", "-q", "--to", "json", path)
            if status != 0:  # it needs parameters
                continue
            out = os.path.join(folder, os.path.basename(path))
            automaton = os.path.join(out, "automaton.json")
            os.makedirs(out)
            with open(automaton, "w", encoding="utf-8") as file:
                file.write(text)
            of_lists = os.path.basename(os.path.dirname(path)) == "linear"
            checks.run("verify", "-q", "--evidence-dir", out, "--deciders", "" if of_lists else "graph", "--optimizers",
                       "glpk" if of_lists else "frontier,segment,weight", automaton)
            names = sorted(glob.glob(automaton + ".*.json"))
            if names:
                proved.compare(automaton, names, ["accepted"] * len(names), path)


SVT = {"couplet": 1, "name": "svt", "initial": "q0", "thresholds": ["x"],
       "states": [{"name": "q0", "input": "public", "d": "1/4"}, {"name": "q1", "d": "1/2"}, {"name": "q2"}],
       "transitions": [
           {"from": "q0", "to": "q1", "guard": "true", "output": "start", "assign": "x"},
           {"from": "q1", "to": "q1", "guard": "insample < x", "output": "bot"},
           {"from": "q1", "to": "q2", "guard": "insample >= x", "output": "top"}]}
# Two thresholds share samples; after u <= v the guard that needs v < u cannot hold.
TWO = {"couplet": 1, "name": "two", "initial": "a", "thresholds": ["u", "v"], "sampling": "shared",
       "states": [{"name": "a", "d": "1"}, {"name": "b", "d": "1"}, {"name": "c", "d": "1"},
                  {"name": "end"}],
       "transitions": [
           {"from": "a", "to": "b", "guard": "true", "output": "one", "assign": ["u", "v"]},
           {"from": "b", "to": "c", "guard": "insample >= u", "output": "two", "assign": "v"},
           {"from": "c", "to": "end", "guard": "insample < u && insample >= v", "output": "three"}]}


def step(start, to, difference):
    return {"from": start, "to": to, "difference": difference}


def piece(automaton, kind, **members):
    return dict({"couplet_evidence": 1, "kind": kind, "automaton": automaton["name"]}, **members)


def x_factor(*values):
    return [{"over": ["x"], "values": list(values)}]


SVT_WALK = [step("q0", "q1", 0), {"loop": [step("q1", "q1", 1)]}, step("q1", "q2", -1)]
SVT_ENTRIES = [{"state": "q0", "vectors": [[]]}, {"state": "q1", "vectors": [x_factor(None, None, "1/4")]},
               {"state": "q2", "vectors": [[{"over": [], "values": ["5/4"]}]]}]


def with_discrete(fresh, sensitivity):
    """A threshold, then a fresh answer with discrete noise: of the sample or of what is shown."""
    noise = {"noise_fresh" if fresh else "noise": "discrete-laplace"}
    return {"couplet": 1, "name": "discrete", "initial": "q0", "sensitivity": sensitivity,
            "states": [{"name": "q0", "input": "public", "d": "1"}, dict({"name": "q1", "d": "1", "d_fresh": "1"}, **noise),
                       {"name": "q2"}],
            "transitions": [{"from": "q0", "to": "q1", "output": "start", "assign": "x"},
                            {"from": "q1", "to": "q2", "output": "fresh" if fresh else "insample"}]}


def discrete_pieces(automaton, cost):
    """What is right of such an automaton where the sensitivity is a whole number."""
    return [piece(automaton, "bound", cost=cost,
                  entries=[{"state": "q0", "vectors": [[]]}, {"state": "q1", "vectors": [[]]},
                           {"state": "q2", "vectors": [[{"over": [], "values": [cost]}]]}]),
            piece(automaton, "attained", cost=cost, walk=[step("q0", "q1", 0), step("q1", "q2", 1)])]


def all_discrete(automaton):
    """The same with discrete noise."""
    kinds = {"d": "noise", "d_fresh": "noise_fresh"}
    return dict(automaton, states=[dict(s, **{kind: "discrete-laplace" for d, kind in kinds.items() if d in s})
                                   for s in automaton["states"]])


def number_shown(output):
    """An answer that is shown as it is, as a fresh one, or as its distance to a threshold."""
    automaton = all_discrete(with_discrete(False, "2"))
    return dict(automaton, name=output, transitions=[dict(t, output=output) if t["to"] == "q2" else t
                                                     for t in automaton["transitions"]])


def own_samples(output, noise="discrete-laplace"):
    """Two thresholds, each with samples of its own, and an answer that is not below them."""
    return {"couplet": 1, "name": "own " + output, "initial": "q0", "thresholds": ["x", "y"], "sampling": "independent",
            "states": [{"name": "q0", "input": "public", "d": "1/4", "noise": noise},
                       {"name": "q1", "d": {"x": "1/2", "y": "1/8"}, "noise": noise}, {"name": "q2"}],
            "transitions": [{"from": "q0", "to": "q1", "output": "start", "assign": ["x", "y"]},
                            {"from": "q1", "to": "q2", "guard": "insample >= x && insample >= y", "output": output}]}


def above_zero(kind, **members):
    """Whether an answer and noise are above 0, or not below."""
    return dict({"couplet_linear": 1, "name": "list", "answers": 1, "lists": [{"answers": 1, "nodes": [
        {"draw": kind, "rate": "1/2"}, {"decide": {"a": {"0": "1"}, "z": {"0": "1"}}, "otherwise": 4},
        {"output": "above"}, {"end": True}, {"output": "below"}, {"end": True}]}]}, **members)


def of_lists(kind, paths, differences, **members):
    return dict({"couplet_evidence": 1, "kind": kind, "automaton": "list", "answers": 1, "differences": differences,
                 "paths": paths}, **members)


def changed(evidence, end, **members):
    """With other members of the path to an end, or without it."""
    paths = [dict({"end": end}, **members) if p["end"] == end else p for p in evidence["paths"]]
    return dict(evidence, paths=[p for p in paths if len(p) > 1])


LAPLACE, WHOLE = above_zero("laplace"), above_zero("discrete-laplace")
SHIFTS = of_lists("shifts", [{"end": 3, "shifts": [["1"], ["0"]]}, {"end": 5, "shifts": [["0"], ["-1"]]}], [[-1], [1]], cost="1/2")
WHOLE_SHIFTS = of_lists("shifts", [{"end": 3, "shifts": [["1"], ["0"], ["0"]]}, {"end": 5, "shifts": [["0"], ["0"], ["-1"]]}],
                        [[-1], [0], [1]], cost="1/2")
WEIGHTS = of_lists("weights", [{"end": 3, "weights": ["1/2"], "point": ["4", "0"]}], [[-1]], cost="1/2")
LISTS = [
    (LAPLACE, SHIFTS, "accepted", "with lists of 1 answers every path costs at most 1/2"),
    (LAPLACE, dict(SHIFTS, cost="1/3"), "rejected", "the shifts for difference 1 do not fit, or cost more"),
    (LAPLACE, changed(SHIFTS, 5, shifts=[["0"], ["1"]]), "rejected", "path to node 5: the shifts for difference 2 do not fit"),
    (LAPLACE, changed(SHIFTS, 5), "rejected", "path to node 5: it is left out"),
    (LAPLACE, changed(SHIFTS, 5, impossible=["-1", "0"]), "rejected", "it is not impossible by these multipliers"),
    (LAPLACE, dict(SHIFTS, differences=[[-1], [0]]), "rejected", "a difference is left out"),
    (WHOLE, WHOLE_SHIFTS, "accepted", "every path costs at most 1/2"),
    (WHOLE, SHIFTS, "rejected", "a difference is left out"),
    (WHOLE, changed(WHOLE_SHIFTS, 3, shifts=[["3/2"], ["0"], ["0"]]), "rejected", "do not fit"),
    (above_zero("discrete-laplace", sensitivity="1/2"), WHOLE_SHIFTS, "rejected", "the sensitivity has to be 1"),
    (above_zero("discrete-laplace", sensitivity="1/2"), WEIGHTS, "rejected", "the sensitivity has to be 1"),
    (LAPLACE, WEIGHTS, "accepted", "no cost is enough below 1/2"),
    (WHOLE, WEIGHTS, "accepted", "no d is enough below 1/2"),
    (WHOLE, dict(WEIGHTS, cost="2/3"), "rejected", "the weights do not fit, or force less"),
    (WHOLE, changed(WEIGHTS, 3, weights=["2/3"], point=["4", "0"]), "rejected", "the weights do not fit, or force less"),
    (WHOLE, changed(WEIGHTS, 3, weights=["1/2"]), "rejected", "no path has a point"),
    (WHOLE, changed(WEIGHTS, 3, weights=["1/2"], point=["-4", "0"]), "rejected", "the point does not take it"),
    (above_zero("laplace", adjacency="one"), dict(WEIGHTS, differences=[[-1], [1]]), "rejected", "not one difference"),
    (LAPLACE, dict(SHIFTS, kind="bound"), "unreadable", "not about a linear mechanism"),
]
NOT_WHOLE = "the sensitivity is not a whole number"
DISCRETE = [(automaton, one, verdict, words)
            for fresh in (True, False)
            for sensitivity, cost, verdict, words in (("2", "2", "accepted", "2"), ("1/2", "1/2", "rejected", NOT_WHOLE),
                                                      ("3/2", "3/2", "rejected", NOT_WHOLE), ("0", "0", "accepted", "0"))
            for automaton in [with_discrete(fresh, sensitivity)]
            for one in discrete_pieces(automaton, cost)]
IMPOSSIBLE = [step("a", "b", 1), step("b", "c", 1), step("c", "end", 1)]

TO_THE_END = [step("q0", "q1", 0), step("q1", "q2", 1)]
# What is said of d as well, or not: \n is the end of the line.
NECESSARY = [(automaton, piece(automaton, "attained", cost=cost, walk=walk), "accepted", "less than %s%s" % (cost, words))
             for automaton, cost, walk, words in [
                 (all_discrete(SVT), "5/4", SVT_WALK, ", and no d below that is enough"),
                 (SVT, "5/4", SVT_WALK, "\n"),
                 (with_discrete(False, "2"), "2", TO_THE_END, "\n"),
                 *((number_shown(output), "2", TO_THE_END, ", and no d below that") for output in ("insample", "fresh", "gap")),
                 *((own_samples(output), cost, [step("q0", "q1", 0), step("q1", "q2", -1)], ", and no d below that")
                   for output, cost in (("top", "3/8"), ("gap(y)", "3/8"), ("insample(x)", "5/8"))),
                 (own_samples("top", "laplace"), "3/8", [step("q0", "q1", 0), step("q1", "q2", -1)], "\n")]]

# (automaton, evidence, verdict, words that stand in the answer and the end of its line)
BY_HAND = [
    (SVT, piece(SVT, "bound", cost="5/4", entries=SVT_ENTRIES), "accepted", "every path costs at most 5/4"),
    (SVT, piece(SVT, "bound", cost="6/5", entries=SVT_ENTRIES), "rejected", "above the cost"),
    (SVT, piece(SVT, "bound", cost="5/4", entries=SVT_ENTRIES[:2]), "rejected", "no entry there"),
    (SVT, piece(SVT, "bound", cost="5/4", entries=SVT_ENTRIES[1:]), "rejected", "the initial state"),
    (SVT, piece(SVT, "bound", cost="5/4", entries=[SVT_ENTRIES[0], {"state": "q1", "vectors": [[]]}]),
     "rejected", "minimised out"),
    (SVT, piece(SVT, "attained", cost="5/4", walk=SVT_WALK), "accepted", "no strategy costs less than 5/4"),
    (SVT, piece(SVT, "attained", cost="3/2", walk=SVT_WALK), "rejected", "the least cost on this walk is 5/4"),
    (SVT, piece(SVT, "attained", cost="1", walk=SVT_WALK), "rejected", "the least cost on this walk is 5/4"),
    (SVT, piece(SVT, "unbounded", walk=SVT_WALK), "rejected", "a way is left"),
    (SVT, piece(SVT, "attained", cost="1", walk=[step("q0", "q1", 1)]), "rejected", "cannot differ"),
    (SVT, piece(SVT, "attained", cost="1", walk=[step("q1", "q1", 1)]), "unreadable", "not at that state"),
    (SVT, piece(SVT, "strategy", path=[]), "refused", "strategy"),
    (SVT, piece(TWO, "unbounded", walk=SVT_WALK), "unreadable", "it is about automaton"),
    (SVT, piece(SVT, "guess"), "unreadable", "unknown kind"),
    (TWO, piece(TWO, "violation", walk=IMPOSSIBLE), "rejected", "rules it out"),
    *NECESSARY,
    *DISCRETE,
    *LISTS,
]


def check_by_hand(checks, proved):
    """Each message once, on small automata."""
    with tempfile.TemporaryDirectory() as folder:
        automaton, evidence = os.path.join(folder, "a.json"), os.path.join(folder, "e.json")
        for data, one, verdict, words in BY_HAND:
            for name, value in ((automaton, data), (evidence, one)):
                with open(name, "w", encoding="utf-8") as file:
                    json.dump(value, file)
            (mine, line), = proved.ask(automaton, [evidence])
            checks.check(mine == verdict and words in line + "\n", "%s: %s" % (json.dumps(one), line))
        # what cannot be read
        for text, words in (("", "there is no evidence"), ("{", "is missing"), ('{"a": 1, "a": 2}', "twice"),
                            ("[" * 1000, "nested too deeply"), ('"\\ud800"', "wrong escape")):
            with open(evidence, "w", encoding="utf-8") as file:
                file.write(text)
            (mine, line), = proved.ask(automaton, [evidence])
            checks.check(mine == "unreadable" and words in line, "%r: %s" % (text, line))


def write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def check_lists(checks, proved, most):
    """Random linear mechanisms: their evidence, and it with one thing changed."""
    before = collections.Counter(proved.counts)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(most):
            mechanism, both = os.path.join(folder, "%d.json" % i), os.path.join(folder, "all.json")
            data = lists.random_mechanism(i)
            tree = next(iter(lists.linear.Mechanism(data).trees.values()))
            write(mechanism, data)
            _, output, _ = checks.run("verify", "-q", "--evidence", "--report", "json", "--deciders", "",
                                      "--optimizers", "glpk", mechanism)
            found = [e for s in json.loads(output)["stages"] for e in s.get("evidence", [])]
            pieces = found + [m for e in found for m in lists.mutants(random.Random(i), tree, e)]
            if not pieces:
                continue
            write(both, pieces)
            _, output, _ = checks.run("check", mechanism, both)
            verdicts = ["accepted" if "): accepted" in line else "rejected" for line in output.splitlines()]
            names = [os.path.join(folder, "%d" % j) for j in range(len(pieces))]
            for name, one in zip(names, pieces):
                write(name, one)
            proved.compare(mechanism, names, verdicts, mechanism)
    now = proved.counts - before
    checks.check(now["accepted", "accepted"] > most and now["rejected", "rejected"] > most, "lists: %s" % now)


class Trial(mutants.Trial):
    proved = None

    def ask_couplet(self, path, pieces):
        verdicts = super().ask_couplet(path, pieces)
        names = [os.path.join(self.folder, "evidence%d" % i) for i in range(len(pieces))]
        self.proved.compare(path, names, verdicts, path)
        return verdicts


def main():
    couplet, checker, proof, examples = map(os.path.abspath, sys.argv[1:5])
    checks = Checks(couplet)
    proved = Proved(checks, checker)
    check_sources(checks, proof)
    check_examples(checks, proved, examples)
    united = sum(n for why, n in proved.refusals.items() if UNITED in why)
    checks.check(+proved.counts == collections.Counter({("accepted", "accepted"): proved.counts.total() - united,
                                                       ("accepted", "refused"): united}) and
                 proved.counts["accepted", "accepted"] > 300,
                 "examples: %s" % proved.counts)
    check_by_hand(checks, proved)
    check_lists(checks, proved, int(os.environ.get("COUPLET_TEST_LINEAR", 60)))
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
