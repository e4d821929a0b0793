#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What outputs alone force, of random automata without cycles whose outputs do not tell the path,
with silent steps, gaps and answers read again: the program's at_least is what brute force finds over
all outputs, differences and paths.

usage: test_outputs.py COUPLET"""
import itertools
import json
import os
import random
import sys
import tempfile
from fractions import Fraction

from checks import Checks

AUTOMATA = 400
STATES = 5
INFINITE = Fraction(10**9)
FORCED = {"any": (-1, 1), "monotonic": (-1, 0, 1), "one": (-1, 0, 1)}


def random_automaton(dice):
    """q0 draws the threshold, q1 reads a private answer, so that later states may read it again."""
    names = ["q%d" % i for i in range(STATES)]
    states = [{"name": "q0", "input": "public", "d": dice.choice(["1/4", "1/2"])}]
    for name in names[1:]:
        inputs = ["private"] if name == "q1" else ["private", "again", "again", "public"]
        states.append({"name": name, "input": dice.choice(inputs),
                       "d": dice.choice(["1/4", "1/2", "1"])})
    states.append({"name": "end"})
    transitions = [{"from": "q0", "to": "q1", "guard": "true", "output": "start", "assign": "x"}]
    for i in range(1, STATES):
        guards = dice.choice([["insample < x", "insample >= x"]] * 4 + [["insample < x"], ["true"]])
        for guard in guards:
            target = dice.choice(states[i + 1:])
            output = dice.choice(["a", "a", "b", "gap", "insample", "silent(%s)" % guard[9:10]])
            if output.startswith("silent") and (states[i]["input"] == "public" or
                                                target.get("input") != "again"):
                output = "c"
            transitions.append({"from": "q%d" % i, "to": target["name"], "guard": guard,
                                "output": output})
            if output not in ("gap", "insample") and dice.randrange(5) == 0:
                transitions[-1]["assign"] = "x"
    return {"couplet": 1, "initial": "q0", "adjacency": dice.choice(["any"] * 3 + ["monotonic", "one"]),
            "states": states, "transitions": transitions}


# ---- Brute force ------------------------------------------------------------------------

def find_paths(automaton):
    """All paths that end with an output that is seen."""
    paths, waiting = [], [[t] for t in automaton["transitions"] if t["from"] == "q0"]
    while waiting:
        path = waiting.pop()
        if not is_silent(path[-1]):
            paths.append(path)
        waiting += [path + [t] for t in automaton["transitions"] if t["from"] == path[-1]["to"]]
    return paths


def is_silent(transition):
    return transition["output"].startswith("silent")


def letters_of(path, inputs):
    """What is seen, and what is read first for each output."""
    letters, first = [], True
    for t in path:
        if first:
            read = inputs[t["from"]]
        first = not is_silent(t)
        if first:
            seen = "real" if t["output"] in ("gap", "insample") else t["output"]
            letters.append((seen, read))
    return letters


def cost_of(path, states, differences):
    """The least cost of a coupling; differences: of the private answers, in turn."""
    ways, left, last = {0: Fraction(0)}, list(differences), 0  # by the shift of x
    for t in path:
        state, after = states[t["from"]], {}
        if state["input"] == "private":
            last = left.pop(0)
        difference = 0 if state["input"] == "public" else last
        used = t["guard"] != "true" or "assign" in t or t["output"] in ("gap", "insample")
        for x, paid in ways.items():
            for g in (-1, 0, 1) if used else (difference,):
                if (t["guard"].startswith("insample <") and g > x or
                        t["guard"].startswith("insample >") and g < x or
                        t["output"] == "gap" and g != x or t["output"] == "insample" and g != 0):
                    continue
                fee = Fraction(state["d"]) * abs(g - difference) if used else 0
                behind = g if "assign" in t else x
                after[behind] = min(after.get(behind, INFINITE), paid + fee)
        ways = after
    return min(ways.values())


def allows(adjacency, differences):
    if adjacency == "one":
        return sum(map(abs, differences)) <= 1
    return adjacency == "any" or len({d for d in differences if d}) <= 1


def brute_force(automaton):
    """The largest cost that some outputs force, as long as all their paths read alike."""
    states = {s["name"]: s for s in automaton["states"]}
    inputs = {name: s.get("input") for name, s in states.items()}
    groups = {}
    for path in find_paths(automaton):
        letters = letters_of(path, inputs)
        groups.setdefault(tuple(seen for seen, _ in letters), []).append((letters, path))
    largest = Fraction(0)
    for seen, members in groups.items():
        beginnings = [groups[seen[:n]] for n in range(1, len(seen) + 1)]
        if any(len({tuple(read for _, read in letters) for letters, _ in group}) > 1
               for group in beginnings):
            continue
        n = sum(read == "private" for _, read in members[0][0])
        for differences in itertools.product(FORCED[automaton["adjacency"]], repeat=n):
            if allows(automaton["adjacency"], differences):
                cost = min(cost_of(path, states, differences) for _, path in members)
                largest = max(largest, cost)
    return largest


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    dice = random.Random(14)
    below, silent = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        expected = {}
        for i in range(AUTOMATA):
            automaton = random_automaton(dice)
            path = os.path.join(folder, "a%03d.json" % i)
            with open(path, "w", encoding="utf-8") as out:
                json.dump(automaton, out)
            expected[path] = (brute_force(automaton), automaton)
        _, output, error = checks.run("verify", "-q", "--report", "json", "--deciders", "",
                                      "--optimizers", "frontier", *sorted(expected))
        reports = [json.loads(line) for line in output.splitlines()]
    checks.check(len(reports) == AUTOMATA, "all are answered: %d %s" % (len(reports), error))
    for report in reports:
        least, automaton = expected[report["file"]]
        if report["cost"] is None:  # a value that is output and must not shift
            continue
        found = Fraction(report["at_least"])
        below += found < Fraction(report["cost"])
        silent += any(map(is_silent, automaton["transitions"]))
        checks.check(found == least, "%s, at least %s, brute force %s:\n%s"
                     % (report["file"], found, least, json.dumps(automaton)))
    checks.check(below > AUTOMATA / 10, "outputs that force less than paths cost: %d" % below)
    checks.check(silent > AUTOMATA / 10, "automata with silent steps: %d" % silent)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
