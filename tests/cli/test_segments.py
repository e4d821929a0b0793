#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The optimizer segment gives the values of docs/theory.md section 6, or less where it leaves out
classes that are below others before it joins what remains: a second program follows every segment
on its own and leaves out nothing, on automata that are wide enough for segments to overlap and
classes to be many. Both checkers accept its evidence. (COUPLET_TEST_AUTOMATA of each shape.)

usage: test_segments.py COUPLET"""
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402

SHIFTS = (-1, 0, 1)
INFINITE = float("inf")
LESS, NOT_LESS, TRUE = "insample < x", "insample >= x", "true"
# chances of: a loop that compares, a loop on a public state, an insample output, an
# assignment, a cycle of `true` transitions
SHAPES = {"no loops": (0, 0, 0, 0.2, 0), "dense assignments": (0, 0, 0, 0.6, 0),
          "loops": (0.1, 0, 0, 0.2, 0), "public loops": (0.02, 0.1, 0, 0.2, 0),
          "outputs": (0, 0, 0.06, 0.2, 0), "outputs and public loops": (0, 0.06, 0.04, 0.3, 0),
          "cycles": (0, 0.03, 0, 0.3, 0.2)}
WIDTHS = (2, 5, 10)
NOISES = (("1", "1/2"), ("1/3", "2/7", "5", "1/84"))


def random_automaton(rng, shape):
    loop, public_loop, output, assigns, cycle = SHAPES[shape]
    n, width, noises = rng.randint(8, 40), rng.choice(WIDTHS), rng.choice(NOISES)
    states = [{"name": "q%d" % q, "d": rng.choice(noises)} for q in range(n)]
    states[0]["input"] = "public"
    moves = []

    def move(q, to, guard, symbol, may_assign=True):
        real = guard != TRUE and to != q and rng.random() < output
        moves.append({"from": "q%d" % q, "to": "q%d" % to, "guard": guard,
                      "output": "insample" if real else symbol})
        if may_assign and to != q and rng.random() < assigns:
            moves[-1]["assign"] = "x"

    move(0, 1, TRUE, "start")
    moves[0]["assign"] = "x"
    for q in range(1, n - 1):
        ahead = [min(n - 1, q + rng.randint(1, width)) for _ in range(2)]
        guards, kind = [LESS, NOT_LESS], rng.random()
        if kind < loop:
            move(q, q, LESS, "stay")
            move(q, ahead[1], NOT_LESS, "go")
        elif kind < loop + public_loop:
            states[q]["input"] = "public"
            rng.shuffle(guards)
            move(q, q, guards[0], "stay")
            move(q, ahead[1], guards[1], "go")
        elif kind < loop + public_loop + cycle:
            move(q, rng.randint(max(1, q - 3), min(n - 1, q + 3)), TRUE, "go")
        else:
            move(q, ahead[0], LESS, "low")
            move(q, ahead[1], NOT_LESS, "high")
            if moves[-1]["output"] == "insample" == moves[-2]["output"]:
                moves[-1]["output"] = "high"
    return {"couplet": 1, "name": shape, "initial": "q0", "thresholds": ["x"], "states": states,
            "transitions": moves}


# ---- The values, by the definition ---------------------------------------------------------

class Reference:
    def __init__(self, automaton, fixed):
        self.fixed = fixed
        self.d = {s["name"]: Fraction(s["d"]) for s in automaton["states"]}
        self.public = {s["name"] for s in automaton["states"] if s.get("input") == "public"}
        self.leaving = {q: [] for q in self.d}
        for i, t in enumerate(automaton["transitions"]):
            self.leaving[t["from"]].append((i, t))
        reaches = {q: self.behind(q) for q in self.d}
        self.cyclic = {i for q in self.d for i, t in self.leaving[q] if q in reaches[t["to"]]}
        reached = reaches["q0"]
        self.assignments = [(i, t) for q in self.d if q in reached for i, t in self.leaving[q]
                            if "assign" in t]
        self.classes = {}
        self.worst = {(i, x): Fraction(0) for i, _ in self.assignments for x in SHIFTS}

    def behind(self, state):
        found, waiting = {state}, [state]
        while waiting:
            for _, t in self.leaving[waiting.pop()]:
                if t["to"] not in found:
                    found.add(t["to"])
                    waiting.append(t["to"])
        return found

    def shift_costs(self, i, t, difference, least, greatest):
        """What the sample may shift by, and at what cost."""
        for g in SHIFTS:
            if least <= g <= greatest and (t["output"] != "insample" or g == 0) and \
                    (i not in self.cyclic or g == difference):
                yield g, self.d[t["from"]] * abs(difference - g)

    def differences(self, t):
        return (0,) if t["from"] in self.public else (-1, 1)

    @staticmethod
    def bounds(guard, x):
        return (x if guard == NOT_LESS else -1), (x if guard == LESS else 1)

    def comparison(self, i, t, x):
        if t["guard"] == TRUE and t["output"] != "insample":
            return 0
        return max(min((cost for _, cost in self.shift_costs(i, t, difference,
                                                             *self.bounds(t["guard"], x))),
                       default=INFINITE) for difference in self.differences(t))

    def classes_from(self, start):
        """{(state, shifts left): {shift: greatest cost of the walks}}; a walk that leaves
        none has the empty set."""
        found, changed = {(start, SHIFTS): dict.fromkeys(SHIFTS, Fraction(0))}, [(start, SHIFTS)]
        while changed:
            state, shifts = changed.pop()
            for i, t in self.leaving[state]:
                if "assign" in t:
                    continue
                pay = {x: self.comparison(i, t, x) for x in shifts}
                key = t["to"], tuple(x for x in shifts if pay[x] != INFINITE)
                old = found.get(key)
                new = {x: max(found[state, shifts][x] + pay[x], old[x] if old else 0) for x in key[1]}
                if new != old:
                    found[key] = new
                    changed.append(key)
        return found

    def futures(self, start):
        """What the rest may cost, for each class and shift."""
        if start not in self.classes:
            self.classes[start] = self.classes_from(start)
        for (state, _), cost in self.classes[start].items():
            yield cost
            for i, t in self.leaving[state]:
                if "assign" in t:
                    yield {x: c + self.worst[i, x] for x, c in cost.items()}

    def weigh(self, i, t, futures, before):
        own = [dict(self.shift_costs(i, t, difference, *self.bounds(t["guard"], before)))
               for difference in self.differences(t)]
        if self.fixed and i not in self.cyclic:
            own = [{y: max(costs[y] for costs in own) for y in own[0]}]
        return max(min((costs[y] + future[y] for y in costs if y in future), default=INFINITE)
                   for costs in own for future in futures)

    def cost(self):
        rising = True
        while rising:
            rising = False
            for i, t in reversed(self.assignments):
                futures = list(self.futures(t["to"]))
                for x in SHIFTS:
                    cost = self.weigh(i, t, futures, x)
                    if cost > self.worst[i, x]:
                        self.worst[i, x], rising = cost, True
        return self.worst[0, 0]


# ---- Comparing -----------------------------------------------------------------------------------

def check_evidence(checks, automaton, stage):
    """The second checker accepts the stage's evidence, which is for its answer; the first
    one has, where verify does not call it rejected. Where the last turn of a loop may be
    paid for, the walk against a rule that asks for free loops proves nothing, and is dropped."""
    pieces = stage.get("evidence", [])
    read = second.Automaton(automaton)
    kinds = ["bound"] if stage["cost"] is not None else (
        [] if second.Graph(read, True).pays else ["violation"])
    checks.check([(p["kind"], p.get("cost")) for p in pieces] ==
                 [(kind, stage["cost"]) for kind in kinds],
                 "%s: %s" % (stage["cost"], json.dumps(pieces)))
    for piece in pieces:
        why = second.check(read, piece)
        checks.check(why is None, "%s: %s: %s" % (why, json.dumps(piece), json.dumps(automaton)))


def answers(checks, folder, automata, *options):
    """Of each of the automata, which are the files in folder, the cost, INFINITE for none."""
    _, output, error = checks.run("verify", "-q", "--report", "json", "--deciders", "", "--optimizers",
                                  "segment", "--evidence", "--self-check", *options, folder)
    checks.check("REJECTS" not in error and "DISAGREE" not in error, error)
    for line, automaton in zip(output.splitlines(), automata):
        stage = json.loads(line)["stages"][0]
        checks.check(stage["statistics"]["classes"] > 0, "no classes: " + error)
        check_evidence(checks, automaton, stage)
        yield INFINITE if stage["cost"] is None else Fraction(stage["cost"])


# ---- Several thresholds ----------------------------------------------------------------------------

def layered(rng):
    """An automaton of two or three thresholds whose walks part and meet again."""
    thresholds = ["x", "y", "z"][:rng.choice([2, 3])]
    n = len(thresholds)
    states = [{"name": "q%d" % i, "input": "public", "d": rng.choice(["1", "1/2", "2", "3"])}
              for i in range(n)]
    moves = [{"from": "q%d" % i, "to": "q%d" % (i + 1), "output": "a", "assign": v}
             for i, v in enumerate(thresholds)]
    layers, total = [[n]], n + 1
    for width in [rng.randint(1, 3) for _ in range(rng.randint(3, 5))] + [1]:
        layers.append(list(range(total, total + width)))
        total += width
    states += [{"name": "q%d" % i, "d": rng.choice(["1", "1/2", "2", "3", "5"])} for i in range(n, total)]
    for here, there in zip(layers, layers[1:]):
        for q in here:
            u, v = rng.sample(thresholds, 2)
            tied = rng.random() < 0.15
            guards = [a + u + b for a in ("insample < ", "insample >= ")
                      for b in ([" && insample < " + v, " && insample >= " + v] if tied else [""])]
            for i, guard in enumerate(guards):
                moves.append({"from": "q%d" % q, "to": "q%d" % rng.choice(there), "guard": guard,
                              "output": "s%d" % i})
                if rng.random() < 0.25:
                    moves[-1]["assign"] = rng.choice(thresholds)
    return {"couplet": 1, "name": "layered", "initial": "q0", "thresholds": thresholds,
            "sampling": rng.choice(["shared", "independent"]), "states": states, "transitions": moves}


def reordered(rng, automaton):
    """The same automaton with other names, and everything in another order."""
    result = json.loads(json.dumps(automaton))
    names = [s["name"] for s in result["states"]]
    new_name = dict(zip(names, rng.sample(names, len(names))))
    thresholds = result["thresholds"]
    new_threshold = dict(zip(thresholds, rng.sample(thresholds, len(thresholds))))
    for state in result["states"]:
        state["name"] = new_name[state["name"]]
    for move in result["transitions"]:
        move["from"], move["to"] = new_name[move["from"]], new_name[move["to"]]
        move["guard"] = re.sub(r"\b[xyz]\b", lambda v: new_threshold[v.group()], move.get("guard", "true"))
        if "assign" in move:
            move["assign"] = new_threshold[move["assign"]]
    result["initial"] = new_name[result["initial"]]
    for part in ("states", "transitions", "thresholds"):
        rng.shuffle(result[part])
    return result


def check_order(checks, count, make):
    """The bound does not depend on names, nor on the order of states and thresholds."""
    rng = random.Random("order")
    for fixed in ([], ["-o", "segment.strategy=fixed"]):
        with tempfile.TemporaryDirectory() as folder:
            for i in range(count):
                automaton = make(rng)
                for k in range(3):
                    with open(os.path.join(folder, "%05d-%d.json" % (i, k)), "w") as out:
                        json.dump(reordered(rng, automaton) if k > 0 else automaton, out)
            _, output, error = checks.run("verify", "-q", "--report", "json", "--deciders", "",
                                          "--optimizers", "segment", "--self-check", *fixed, folder)
        checks.check("REJECTS" not in error and "DISAGREE" not in error, error)
        costs = [json.loads(line)["stages"][0]["cost"] for line in output.splitlines()]
        checks.check(len(costs) == 3 * count, "%d answers" % len(costs))
        for i in range(count):
            checks.check(len(set(costs[3 * i:3 * i + 3])) == 1, "%d: %s" % (i, costs[3 * i:3 * i + 3]))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    count = int(os.environ.get("COUPLET_TEST_AUTOMATA", 40))
    less = finite = 0
    for shape in SHAPES:
        rng = random.Random(shape)
        automata = [random_automaton(rng, shape) for _ in range(count)]
        with tempfile.TemporaryDirectory() as folder:
            for i, automaton in enumerate(automata):
                with open(os.path.join(folder, "%05d.json" % i), "w") as out:
                    json.dump(automaton, out)
            for fixed in (False, True):
                options = ["-o", "segment.strategy=fixed"] if fixed else []
                got = list(answers(checks, folder, automata, *options))
                checks.check(len(got) == count, "%s: %d answers" % (shape, len(got)))
                for i, cost in enumerate(got):
                    most = Reference(automata[i], fixed).cost()
                    checks.check(cost <= most and (cost == INFINITE) == (most == INFINITE),
                                 "%s %d: %s above %s: %s"
                                 % (shape, i, cost, most, json.dumps(automata[i])))
                    less += cost < most
                    finite += cost != INFINITE
    check_order(checks, 3 * count, layered)
    check_order(checks, 3 * count, lambda rng: random_automaton(rng, rng.choice(list(SHAPES))))
    checks.check(less > 0, "none has less than the value by the definition")
    checks.check(20 * less < finite, "too many have less: %d of %d" % (less, finite))
    checks.check(finite > 5 * count, "too few have a cost: %d" % finite)
    print("%d finite, %d less" % (finite, less))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
