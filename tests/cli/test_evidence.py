#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evidence of all examples and of random automata, right and falsified, through
`couplet check` and the checker in Python: the two must agree on each piece.

usage: test_evidence.py COUPLET EXAMPLES-FOLDER"""
import collections
import copy
import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402
from random_json import random_automaton  # noqa: E402

UNREADABLE = (ValueError, KeyError, TypeError)
SHAPES = [(1, False, 110), (2, False, 80), (2, True, 90), (3, False, 70), (3, True, 50)]


# ---- Bounds found here ------------------------------------------------------------------------

def live_thresholds(automaton):
    """{state: thresholds that a later comparison may read before they are assigned}."""
    live = {state: set() for state in automaton.states}
    changed = True
    while changed:
        changed = False
        for state, leaving in automaton.leaving.items():
            for t in leaving:
                more = set(t["literals"]) | (live[t["to"]] - set(t["assign"]))
                changed |= not more <= live[state]
                live[state] |= more
    return live


def find_vectors(automaton, graph, most):
    """{node: vectors} of a whole search, None when there is no strategy; it gives up
    (False) when there are more than so many."""
    live = live_thresholds(automaton)
    kept = {node: [] for node in graph.edges}
    waiting = [(graph.start, ((), {(): second.Fraction(0)}))]
    kept[graph.start].append(waiting[0][1])
    while waiting:
        node, vector = waiting.pop()
        for t in automaton.leaving[node[0]]:
            if graph.edges[node][t["number"]] is None:
                continue
            for difference in automaton.differences(node[0]):
                target, on_cycle = graph.follow(node, t, difference)
                image = second.take(automaton, vector, t, difference, on_cycle)
                image = second.minimise(image, live[target[0]])
                if min(image[1].values()) == second.INFINITE:
                    return None
                if any(second.is_below(image, v) for v in kept[target]):
                    continue
                kept[target] = [v for v in kept[target] if not second.is_below(v, image)] + [image]
                waiting.append((target, image))
                if len(waiting) > most:
                    return False
    return kept


def write_number(value):
    return None if value == second.INFINITE else str(value)


def bound_of(automaton, kept):
    cost = max(min(v[1].values()) for vectors in kept.values() for v in vectors)
    entries = []
    for (state, order, _), vectors in kept.items():
        if vectors:
            known = {key: sorted((list(p) for p, r in order if r == relation), key=str)
                     for key, relation in second.RELATIONS.items()}
            entries.append({"state": state, **known,
                            "vectors": [[{"over": list(v[0]), "values": [
                                write_number(v[1][s]) for s in sorted(v[1])]}] for v in vectors]})
    return {"couplet_evidence": 1, "kind": "bound", "automaton": automaton.name,
            "cost": str(cost), "entries": entries}


# ---- Strategies found here ---------------------------------------------------------------------

def find_classes(automaton):
    """The classes of segments of an automaton with one threshold, without shifts."""
    graph, classes = second.Graph(automaton, False, False), []
    on_cycle = {}
    for node in graph.edges:
        for t in automaton.leaving[node[0]]:
            on_cycle[node[0], t["number"]] = graph.follow(node, t, None)[1]
    for state in sorted({node[0] for node in graph.edges}):
        for t in automaton.leaving[state]:
            for difference in automaton.differences(state) if t["assign"] else ():
                own = second.left_by(automaton, t, on_cycle[state, t["number"]], difference)
                waiting, seen = [(t["to"], frozenset(second.SHIFTS))], set()
                while waiting:
                    at, left = waiting.pop()
                    if (at, left) in seen:
                        continue
                    seen.add((at, left))
                    classes.append((t, difference, own, left, None))
                    for after in automaton.leaving[at]:
                        if after["assign"]:
                            classes.append((t, difference, own, left, after))
                            continue
                        allowed = left
                        for D in automaton.differences(at):
                            allowed &= second.left_by(automaton, after,
                                                      on_cycle[at, after["number"]], D)
                        waiting.append((after["to"], allowed))
    return classes


def choose_shifts(classes):
    """A shift for each class such that those that follow each other fit: starts with all
    that are possible and takes out what has no partner, which is enough for intervals; then
    the least in absolute value that is left, again and again. None when there is none."""
    domains = [set(own) & set(left) for _, _, own, left, _ in classes]
    links = [(i, j, set().union(*c[4]["literals"].values())) for i, c in enumerate(classes)
             if c[4] for j, d in enumerate(classes) if d[0] is c[4]]

    def fits(x, y, ways):
        return not (second.LESS in ways and y > x or second.GREATER_EQUAL in ways and y < x)

    def narrow():
        changed = True
        while changed:
            changed = False
            for i, j, ways in links:
                before = len(domains[i]) + len(domains[j])
                domains[i] = {x for x in domains[i] if any(fits(x, y, ways) for y in domains[j])}
                domains[j] = {y for y in domains[j] if any(fits(x, y, ways) for x in domains[i])}
                changed |= before != len(domains[i]) + len(domains[j])
        return all(domains)

    if not narrow():
        return None
    for i in range(len(domains)):
        domains[i] = {min(domains[i], key=abs)}
        if not narrow():
            return None
    return [domain.pop() for domain in domains]


def strategy_of(automaton):
    classes = find_classes(automaton)
    shifts = choose_shifts(classes)
    if shifts is None:
        return None
    return {"couplet_evidence": 1, "kind": "strategy", "automaton": automaton.name, "classes": [
        {"assignment": {"from": t["from"], "transition": t["number"]}, "difference": difference,
         "next": {"from": after["from"], "transition": after["number"]} if after else None,
         "left": sorted(left), "shift": str(shift)}
        for (t, difference, own, left, after), shift in zip(classes, shifts)]}


# ---- Falsifying ----------------------------------------------------------------------------------

def spoil_number(rng, text):
    if text is None:
        return rng.choice(["0", "1", "5"])
    return rng.choice([None, str(second.Fraction(text) - second.Fraction(1, 84)),
                       str(second.Fraction(text) + 1), "0"])


def spoil_bound(rng, evidence):
    kind = rng.randrange(8)
    entries = evidence["entries"]
    entry = rng.choice(entries)
    if kind == 0:
        evidence["cost"] = str(second.Fraction(evidence["cost"]) - second.Fraction(1, 1000))
    elif kind == 1:
        entries.remove(entry)
    elif kind == 2 and entry["vectors"]:
        entry["vectors"].remove(rng.choice(entry["vectors"]))
    elif kind == 3 and entry.get("order"):
        entry["order"].remove(rng.choice(entry["order"]))
    elif kind == 4 and entry.get("order"):
        rng.choice(entry["order"]).reverse()
    elif kind == 5 and entry["vectors"]:
        vector = rng.choice(entry["vectors"])
        if vector:
            vector.remove(rng.choice(vector))
    elif entry["vectors"]:
        factors = [f for v in entry["vectors"] for f in v]
        if factors:
            values = rng.choice(factors)["values"]
            i = rng.randrange(len(values))
            values[i] = spoil_number(rng, values[i])


def spoil_walk(rng, evidence):
    kind = rng.randrange(6)
    walk = evidence["walk"]
    step = rng.choice(walk or [{}])
    if not walk:
        evidence["cost"] = "1"
    elif kind == 0:
        step["difference"] = rng.choice([-1, 0, 1])
    elif kind == 1:
        walk.pop()
    elif kind == 2 and evidence["kind"] == "attained":
        evidence["cost"] = str(second.Fraction(evidence["cost"]) + rng.choice([-1, 1]))
    elif kind == 3:
        walk.remove(step)
    elif kind == 4 and step.get("shifts"):
        step["shifts"][rng.choice(sorted(step["shifts"]))] = rng.choice([-1, 0, 1])
    elif step.get("shift") is not None:
        step["shift"] = rng.choice([-1, 0, 1])
    else:
        evidence["kind"] = "violation" if evidence["kind"] == "attained" else "attained"


def spoil_strategy(rng, evidence):
    kind = rng.randrange(5)
    classes = evidence["classes"]
    one = rng.choice(classes)
    if kind == 0:
        classes.remove(one)
    elif kind == 1:
        one["left"] = rng.sample([-1, 0, 1], rng.randrange(4))
    elif kind == 2:
        one["shift"] = rng.choice(["-1", "0", "1", "1/2"])
    elif kind == 3 and "threshold" in one:
        one["threshold"] = rng.choice(["x", "y", "z"])
    else:
        one["next"] = None


def spoiled(rng, evidence):
    result = copy.deepcopy(evidence)
    if evidence["kind"] == "bound":
        spoil_bound(rng, result)
    elif evidence["kind"] == "strategy":
        spoil_strategy(rng, result)
    else:
        spoil_walk(rng, result)
    return result


# ---- Both checkers ----------------------------------------------------------------------------------

class Comparison:
    def __init__(self, checks, folder):
        self.checks, self.folder = checks, folder
        self.accepted = self.rejected = self.unreadable = self.bounds = 0
        self.strategies = 0
        self.of_z3 = collections.Counter()  # kinds, by the number of thresholds and sampling

    def judge_z3(self, automaton, report, what):
        """z3 shows a strategy, where no sample has to do with two thresholds, or a violation."""
        stage = {s["stage"]: s for s in report["stages"]}.get("z3")
        if stage is None:
            return
        kinds = [p["kind"] for p in stage.get("evidence", [])]
        exact = {s["cost"] for s in report["stages"] if s.get("guarantee") == "exact"}
        graph = second.Graph(automaton, True)
        unfolded = (len({node[0] for node in graph.edges}) < len(graph.edges) or
                    any(None in targets for targets in graph.edges.values()))
        right = (["violation"] if exact == {None} else
                 [] if automaton.share or unfolded else ["strategy"])
        if graph.pays:  # then its walks are dropped, and it may find none
            right = kinds if kinds in ([], ["strategy"]) else []
        self.checks.check(kinds == right, "%s: z3 gives %s, not %s" % (what, kinds, right))
        for kind in kinds:
            self.of_z3[kind, len(automaton.thresholds), automaton.shared] += 1

    def ask(self, data, path, pieces, what):
        """The verdicts (True = accepted) on the pieces that the second checker can read; the
        others must be unreadable to couplet too."""
        automaton, readable, expected = second.Automaton(data), [], []
        for piece in pieces:
            try:
                expected.append(second.check(automaton, piece) is None)
                readable.append(piece)
            except UNREADABLE:
                self.unreadable += 1
                if self.unreadable < 40:
                    got, _, _ = self.run(path, [piece])
                    self.checks.check(got == 4, "%s: unreadable: %s" % (what, json.dumps(piece)))
        got, output, error = self.run(path, readable)
        lines = output.splitlines()
        verdicts = [": accepted: " in line for line in lines]
        self.checks.check(verdicts == expected, "%s: the checkers disagree: %s %s\n%s%s\n%s" % (
            what, verdicts, expected, output, error,
            "\n".join(json.dumps(p) for p, a, b in zip(readable, verdicts, expected) if a != b)))
        self.checks.check(got == (0 if all(expected) else 7), "%s: status %d" % (what, got))
        self.accepted += expected.count(True)
        self.rejected += expected.count(False)
        return expected

    def run(self, path, pieces):
        name = os.path.join(self.folder, "evidence")
        with open(name, "w", encoding="utf-8") as file:
            for piece in pieces:
                file.write(json.dumps(piece) + "\n")
        return self.checks.run("check", path, name)

    def judge(self, rng, data, path, report, what):
        """All evidence of a report, right and spoiled."""
        right = [p for stage in report["stages"] for p in stage.get("evidence", [])]
        automaton = second.Automaton(data)
        costs = {s["cost"] for s in report["stages"] if s.get("guarantee") == "exact"}
        self.judge_z3(automaton, report, what)
        if len(automaton.thresholds) > 1 or rng.random() < 0.3:
            kept = find_vectors(automaton, second.Graph(automaton, False), 300)
            if kept:
                own = bound_of(automaton, kept)
                right.append(own)
                self.checks.check(costs <= {own["cost"], None} or costs == {own["cost"]},
                                  "%s: cost %s, but %s here" % (what, costs, own["cost"]))
                self.bounds += 1
            elif kept is None:
                self.checks.check(not costs - {None}, "%s: no strategy here" % what)
        strategy = strategy_of(automaton) if len(automaton.thresholds) == 1 else None
        if strategy is not None:
            self.checks.check(report["verdict"] == "private", "%s: a strategy here" % what)
            self.strategies += 1
            right.append(strategy)
        if not right:
            return
        verdicts = self.ask(data, path, right, what)
        self.checks.check(all(verdicts), "%s: right evidence is rejected" % what)
        self.ask(data, path, [spoiled(rng, rng.choice(right)) for _ in range(8)], what + ", spoiled")


def reports_of(checks, folder, *options):
    _, output, error = checks.run("verify", "--evidence", "--report", "json", "--self-check", "-q",
                                  *options, folder)
    checks.check("REJECTS" not in error, error)
    return {os.path.basename(r["file"]): r for r in map(json.loads, output.splitlines())}


def check_random(checks, folder):
    comparison = Comparison(checks, folder)
    for n_thresholds, shared, count in SHAPES:
        rng = random.Random(1000 * n_thresholds + shared)
        inputs = os.path.join(folder, "random%d%d" % (n_thresholds, shared))
        automata = {}
        os.mkdir(inputs)
        for i in range(count):
            automata["%d.json" % i] = data = random_automaton(rng, n_thresholds, shared)
            with open(os.path.join(inputs, "%d.json" % i), "w", encoding="utf-8") as file:
                json.dump(data, file)
        reports = reports_of(checks, inputs, "--optimizers", "frontier", "--deciders", "graph,z3",
                             "-o", "z3.encoding=%s" % rng.choice(["strategies", "shifts"]), "-o", "frontier.prune=%s" % rng.choice(["always", "never"]))
        refused = [n for n, r in reports.items() if r["verdict"] == "error"]
        checks.check(len(refused) < count / 4, "%d of %d are well-posed" % (len(refused), count))
        for name, data in automata.items():
            if name not in refused:
                comparison.judge(rng, data, os.path.join(inputs, name), reports[name],
                                 json.dumps(data))
    checks.check(comparison.accepted > 800 and comparison.rejected > 1500 and
                 comparison.bounds > 150 and comparison.strategies > 50,
                 "enough: %d accepted, %d rejected, %d bounds, %d strategies"
                 % (comparison.accepted, comparison.rejected, comparison.bounds,
                    comparison.strategies))
    for n_thresholds, shared, _ in SHAPES:
        counts = [comparison.of_z3[kind, n_thresholds, shared] for kind in ("strategy", "violation")]
        checks.check((counts[0] > 50 or shared) and counts[1] > 3,
                     "enough of z3's: %s" % comparison.of_z3)
    print("%d accepted, %d rejected, %d unreadable; %d bounds and %d strategies found here"
          % (comparison.accepted, comparison.rejected, comparison.unreadable, comparison.bounds,
             comparison.strategies))


def check_examples(checks, folder, examples):
    comparison, n = Comparison(checks, folder), 0
    rng = random.Random(7)
    for name in sorted(os.listdir(examples)):
        if not name.endswith((".json", ".svt", ".dipa")):
            continue
        path = os.path.join(folder, os.path.splitext(name)[0] + ".json")
        got, text, error = checks.run("convert", "--to", "json", "-q", os.path.join(examples, name))
        checks.check(got == 0, error)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        got, output, error = checks.run("verify", "--evidence", "--report", "json", "--self-check",
                                        "--deciders", "graph,z3", "-q", path)
        report = json.loads(output)
        checks.check("REJECTS" not in error and not report.get("disagreement"), error)
        if any(s.get("evidence") for s in report["stages"]):
            comparison.judge(rng, json.loads(text), path, report, name)
            n += 1
    return n


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        n = sum(check_examples(checks, folder, examples) for examples in sys.argv[2:])
        checks.check(n > 15, "%d examples have evidence" % n)
        check_random(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
