#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Accepted evidence with one thing changed: both checkers must judge each mutant alike, and
what they still accept must be true, by trying all shifts of a walk.

usage: test_evidence_mutants.py COUPLET   (COUPLET_TEST_EVIDENCE_MUTANTS of them, at least 5000)

A second round takes only walks with loops that are repeated without end, and takes these 1, 10
and 100 times: what a walk of kind `unbounded` costs then grows as its loops say. A third one takes
automata with adjacencies, all kinds of noise and none, inputs read again, gaps and snaps."""
import collections
import copy
import json
import os
import random
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402
import evidence_truth as truth  # noqa: E402
from random_json import add_kinds, random_automaton  # noqa: E402
from test_evidence import UNREADABLE, strategy_of  # noqa: E402

SHAPES = [(1, False), (2, False), (2, True), (3, True)]
MOST_SAMPLES = 7  # in a walk whose shifts are all tried
PER_AUTOMATON = 80
ENOUGH = 2000  # for every change to be tried often
ENOUGH_LOOPS = 2500
TINY = Fraction(1, 84)
MOST_STEPS = 4000  # of a walk whose loops are written out


# ---- Single changes: each takes (rng, evidence, automaton) and changes evidence ----------------

def others(rng, names, name):
    """Another of names, or one that there is not."""
    return rng.choice([n for n in names if n != name] + ["nowhere"])


def cheaper(rng, text):
    value = Fraction(text)
    return str(rng.choice([value - TINY, value / 2, value - 1, Fraction(0)]))


def dearer(rng, text):
    return str(Fraction(text) + rng.choice([TINY, 1]))


def change_version(rng, evidence, automaton):
    evidence["couplet_evidence"] = rng.choice([0, 2, "1", None])


def change_kind(rng, evidence, automaton):
    evidence["kind"] = others(rng, ["bound", "attained", "violation", "strategy", "unbounded"],
                              evidence["kind"])


def change_name(rng, evidence, automaton):
    evidence["automaton"] = evidence.get("automaton", "") + "-2"


def lower_cost(rng, evidence, automaton):
    evidence["cost"] = cheaper(rng, evidence["cost"])


def raise_cost(rng, evidence, automaton):
    evidence["cost"] = dearer(rng, evidence["cost"])


def drop_cost(rng, evidence, automaton):
    del evidence["cost"]


ANY = [change_version, change_kind, change_name]
COSTS = [lower_cost, raise_cost, drop_cost]


def entry_of(rng, evidence):
    return rng.choice(evidence["entries"])


def factor_of(rng, evidence):
    return rng.choice([f for e in evidence["entries"] for v in e["vectors"] for f in v])


def value_of(rng, evidence, infinite):
    """A list of values and a place in it that is infinite, or not."""
    return rng.choice([(f["values"], i) for e in evidence["entries"] for v in e["vectors"] for f in v
                       for i, value in enumerate(f["values"]) if (value is None) == infinite])


def drop_entry(rng, evidence, automaton):
    evidence["entries"].remove(entry_of(rng, evidence))


def move_entry(rng, evidence, automaton):
    entry = entry_of(rng, evidence)
    entry["state"] = others(rng, list(automaton.states), entry["state"])


def drop_vector(rng, evidence, automaton):
    vectors = rng.choice([e["vectors"] for e in evidence["entries"] if e["vectors"]])
    vectors.pop(rng.randrange(len(vectors)))


def drop_factor(rng, evidence, automaton):
    factors = rng.choice([v for e in evidence["entries"] for v in e["vectors"] if v])
    factors.pop(rng.randrange(len(factors)))


def repeat_factor(rng, evidence, automaton):
    factors = rng.choice([v for e in evidence["entries"] for v in e["vectors"] if v])
    factors.append(rng.choice(factors))


def lower_value(rng, evidence, automaton):
    values, i = value_of(rng, evidence, False)
    values[i] = cheaper(rng, values[i])


def raise_value(rng, evidence, automaton):
    values, i = value_of(rng, evidence, False)
    values[i] = dearer(rng, values[i])


def make_infinite(rng, evidence, automaton):
    values, i = value_of(rng, evidence, False)
    values[i] = None


def make_finite(rng, evidence, automaton):
    values, i = value_of(rng, evidence, True)
    values[i] = rng.choice(["0", "1", evidence["cost"]])


def drop_value(rng, evidence, automaton):
    values, i = value_of(rng, evidence, False)
    values.pop(i)


def exchange_values(rng, evidence, automaton):
    values = rng.choice([f["values"] for e in evidence["entries"] for v in e["vectors"] for f in v
                         if len(f["values"]) > 1])
    i, j = rng.sample(range(len(values)), 2)
    values[i], values[j] = values[j], values[i]


def change_threshold(rng, evidence, automaton):
    over = rng.choice([f["over"] for e in evidence["entries"] for v in e["vectors"] for f in v
                       if f["over"]])
    i = rng.randrange(len(over))
    over[i] = others(rng, automaton.thresholds, over[i])


def drop_threshold(rng, evidence, automaton):
    factor = rng.choice([f for e in evidence["entries"] for v in e["vectors"] for f in v
                         if f["over"]])
    factor["over"].pop(rng.randrange(len(factor["over"])))


def relation_of(rng, evidence):
    """A list of relations that has some, and a place in it."""
    return rng.choice([(e[key], i) for e in evidence["entries"] for key in second.RELATIONS
                       for i in range(len(e.get(key, [])))])


def drop_relation(rng, evidence, automaton):
    relations, i = relation_of(rng, evidence)
    relations.pop(i)


def turn_relation(rng, evidence, automaton):
    relations, i = relation_of(rng, evidence)
    relations[i] = relations[i][::-1]


def rename_in_relation(rng, evidence, automaton):
    relations, i = relation_of(rng, evidence)
    j = rng.randrange(2)
    relations[i][j] = rng.choice([None, others(rng, automaton.thresholds, relations[i][j])])


def invent_relation(rng, evidence, automaton):
    pair = rng.sample(automaton.thresholds + [None], 2)
    entry_of(rng, evidence).setdefault(rng.choice(list(second.RELATIONS)), []).append(pair)


def alter_relation(rng, evidence, automaton):
    """It is said more strongly, or less."""
    relations, i = relation_of(rng, evidence)
    pair, entry = relations.pop(i), entry_of(rng, evidence)
    entry.setdefault(rng.choice(list(second.RELATIONS)), []).append(pair)


def change_memory(rng, evidence, automaton):
    entry_of(rng, evidence)[rng.choice(["change", "last"])] = rng.choice(second.SHIFTS)


def forget_memory(rng, evidence, automaton):
    entry, key = rng.choice([(e, key) for e in evidence["entries"] for key in ("change", "last")
                             if key in e])
    del entry[key]


BOUND = ANY + COSTS + [
    drop_entry, move_entry, drop_vector, drop_factor, repeat_factor, lower_value, raise_value,
    make_infinite, make_finite, drop_value, exchange_values, change_threshold, drop_threshold,
    drop_relation, turn_relation, rename_in_relation, invent_relation]
BOUND_OF_KINDS = BOUND + [alter_relation, change_memory, forget_memory]


def steps_in(evidence):
    """All steps, each once."""
    return list(second.letters_of(evidence["walk" if "walk" in evidence else "path"]))


def step_of(rng, evidence):
    return rng.choice(steps_in(evidence))


def lists_in(items):
    """The list of steps, and those of its loops."""
    yield items
    for item in items:
        if "loop" in item:
            yield from lists_in(item["loop"])


def list_in(rng, evidence):
    return rng.choice(list(lists_in(evidence["walk" if "walk" in evidence else "path"])))


def turn_difference(rng, evidence, automaton):
    step = rng.choice([s for s in steps_in(evidence) if s["difference"] != 0])
    step["difference"] = -step["difference"]


def change_difference(rng, evidence, automaton):
    step = step_of(rng, evidence)
    step["difference"] = rng.choice([d for d in (-1, 0, 1, 2) if d != step["difference"]])


def shift_in(rng, evidence):
    """An object that holds a shift, and its key."""
    return rng.choice([(s, "shift") for s in steps_in(evidence) if s.get("shift") is not None] +
                      [(s["shifts"], v) for s in steps_in(evidence) for v in s.get("shifts") or {}])


def change_shift(rng, evidence, automaton):
    place, key = shift_in(rng, evidence)
    place[key] = rng.choice([g for g in (-1, 0, 1, 2) if g != place[key]])


def drop_shift(rng, evidence, automaton):
    place, key = shift_in(rng, evidence)
    del place[key]


def shorten(rng, evidence, automaton):
    list_in(rng, evidence).pop()


def drop_step(rng, evidence, automaton):
    steps = list_in(rng, evidence)
    steps.pop(rng.randrange(len(steps)))


def repeat_step(rng, evidence, automaton):
    steps = list_in(rng, evidence)
    i = rng.randrange(len(steps))
    steps.insert(i, copy.deepcopy(steps[i]))


def exchange_steps(rng, evidence, automaton):
    steps = list_in(rng, evidence)
    i, j = rng.sample(range(len(steps)), 2)
    steps[i], steps[j] = steps[j], steps[i]


def change_transition(rng, evidence, automaton):
    step = step_of(rng, evidence)
    step["transition"] = rng.choice([n for n in range(-1, 4) if n != step["transition"]])


def change_source(rng, evidence, automaton):
    step = step_of(rng, evidence)
    step["from"] = others(rng, list(automaton.states), step["from"])


def change_target(rng, evidence, automaton):
    step = step_of(rng, evidence)
    step["to"] = others(rng, list(automaton.states), step["to"])


def change_output(rng, evidence, automaton):
    step = step_of(rng, evidence)
    names = {t["output"] for leaving in automaton.leaving.values() for t in leaving}
    step["output"] = others(rng, sorted(names), step.get("output"))


STEPS = ANY + [shorten, drop_step, repeat_step, exchange_steps, change_transition, change_source,
               change_target, change_output]
VIOLATION = STEPS + [turn_difference, change_difference]
ATTAINED = VIOLATION + COSTS + [change_shift, drop_shift]


def loop_in(rng, evidence):
    """A list with a loop, and its place."""
    return rng.choice([(items, i) for items in lists_in(evidence["walk"])
                       for i, item in enumerate(items) if "loop" in item])


def turn_once(rng, evidence, automaton):
    items, i = loop_in(rng, evidence)
    items[i:i + 1] = items[i]["loop"]


def drop_loop(rng, evidence, automaton):
    items, i = loop_in(rng, evidence)
    items.pop(i)


def empty_loop(rng, evidence, automaton):
    items, i = loop_in(rng, evidence)
    items[i]["loop"] = []


def invent_loop(rng, evidence, automaton):
    items = list_in(rng, evidence)
    i = rng.randrange(len(items))
    j = rng.randrange(i, len(items)) + 1
    items[i:j] = [{"loop": items[i:j]}]


def move_loop(rng, evidence, automaton):
    """The loop begins a step earlier, and that step leads to where it ends."""
    items, i = loop_in(rng, evidence)
    items[i]["loop"].append(items[i]["loop"].pop(0))


def raising_loop(rng, evidence):
    items, i = loop_in(rng, evidence)
    return items[i]


def raise_more(rng, evidence, automaton):
    loop = raising_loop(rng, evidence)
    loop["raises"] = dearer(rng, loop["raises"])


def raise_less(rng, evidence, automaton):
    loop = raising_loop(rng, evidence)
    loop["raises"] = cheaper(rng, loop["raises"])


def raise_nothing(rng, evidence, automaton):
    raising_loop(rng, evidence)["raises"] = rng.choice(["0", "-1", None, "x", 0.5])


def raise_unsaid(rng, evidence, automaton):
    del raising_loop(rng, evidence)["raises"]


def shift_beside_loop(rng, evidence, automaton):
    step = step_of(rng, evidence)
    if automaton.one:
        step["shift"] = 1
    else:
        step["shifts"] = {automaton.thresholds[0]: 1}


LOOPS = [turn_once, drop_loop, empty_loop, invent_loop]
ATTAINED_LOOPS = VIOLATION + COSTS + LOOPS + [shift_beside_loop]
UNBOUNDED = VIOLATION + LOOPS + [move_loop, raise_more, raise_less, raise_nothing, raise_unsaid]


def change_one_difference(rng, evidence, automaton):
    """The shift of a draw for one D only."""
    shifts = rng.choice([s["shift"] for s in evidence["path"] if isinstance(s.get("shift"), dict)])
    D = rng.choice(sorted(shifts))
    shifts[D] = rng.choice([g for g in ("-1", "0", "1", "1/2", "2") if g != shifts[D]])


def change_draw(rng, evidence, automaton):
    place, key = shift_in(rng, evidence)
    place[key] = rng.choice([g for g in ("-1", "0", "1", "D", "1/2", "3/2") if g != place[key]])


PATH = STEPS + COSTS + [drop_shift, change_draw, change_one_difference]


def class_of(rng, evidence):
    return rng.choice(evidence["classes"])


def drop_class(rng, evidence, automaton):
    evidence["classes"].remove(class_of(rng, evidence))


def change_class_shift(rng, evidence, automaton):
    one = class_of(rng, evidence)
    one["shift"] = rng.choice([g for g in ("-1", "0", "1", "1/2", "2") if g != one["shift"]])


def change_class_difference(rng, evidence, automaton):
    one = class_of(rng, evidence)
    one["difference"] = rng.choice([d for d in (-1, 0, 1, None) if d != one["difference"]])


def change_left(rng, evidence, automaton):
    one = class_of(rng, evidence)
    one["left"] = rng.choice([left for left in ([], [-1], [0], [1], [-1, 0], [0, 1], [-1, 0, 1])
                              if left != one["left"]])


def named_transition(rng, automaton):
    t = rng.choice([t for leaving in automaton.leaving.values() for t in leaving])
    return {"from": t["from"], "transition": t["number"]}


def change_next(rng, evidence, automaton):
    one = class_of(rng, evidence)
    one["next"] = rng.choice([None, named_transition(rng, automaton)])


def change_assignment(rng, evidence, automaton):
    class_of(rng, evidence)["assignment"] = named_transition(rng, automaton)


def claim_a_cost(rng, evidence, automaton):
    evidence["cost"] = "1"


CLASSES = ANY + [drop_class, change_class_shift, change_class_difference, change_left, change_next,
                 change_assignment, claim_a_cost]

# These never leave the evidence what it was; the others may be harmless where the evidence says
# more than it has to.
ALWAYS_WRONG = {change_version, change_name, lower_cost, drop_value, drop_threshold, empty_loop,
                raise_nothing, shift_beside_loop}
# The evidence for less is evidence too.
HARMLESS = {("bound", raise_cost), ("strategy path", raise_cost), ("strategy path", drop_cost),
            ("strategy path", shorten), ("unbounded with loops", raise_less),
            ("unbounded with loops", raise_unsaid), ("attained with loops", turn_once),
            ("attained with loops", drop_loop)}


def changes_of(evidence):
    if evidence["kind"] == "strategy":
        return CLASSES if "classes" in evidence else PATH
    return {"bound": BOUND_OF_KINDS, "attained": ATTAINED_LOOPS if has_loops(evidence) else ATTAINED,
            "violation": VIOLATION, "unbounded": UNBOUNDED}[evidence["kind"]]


def say_raises(automaton, evidence):
    """Loops of evidence that is UNBOUNDED say what a turn raises, where the second checker accepts one of a few numbers."""
    for loop in [item for items in lists_in(evidence["walk"]) for item in items if "loop" in item and evidence["kind"] == "unbounded"]:
        for raises in ("1", "1/4", "1/100"):
            loop["raises"] = raises
            if second.check(automaton, evidence) is None:
                break
        else:
            del loop["raises"]


def has_loops(evidence):
    return any("loop" in item for item in evidence.get("walk", []))


def name_of(evidence):
    if "path" in evidence:
        return "strategy path"
    return evidence["kind"] + (" with loops" if has_loops(evidence) else "")


def mutant_of(rng, evidence, automaton):
    """(name of the change, changed evidence), or None where this change has no place."""
    change, result = rng.choice(changes_of(evidence)), copy.deepcopy(evidence)
    try:
        change(rng, result, automaton)
    except (IndexError, KeyError, ValueError):
        return None
    return None if result == evidence else ("%s: %s" % (name_of(evidence), change.__name__), result)


# ---- Strategies for paths -------------------------------------------------------------------------

def random_shift(rng, automaton, state):
    kind = rng.randrange(3)
    if kind == 0:
        return "D"
    if kind == 1:
        return rng.choice(["-1", "0", "1", "1/2"])
    return {str(D): rng.choice(["-1", "0", "1"]) for D in automaton.differences(state)}


def random_path(rng, automaton, reached):
    """Evidence for a path of up to four steps with valid shifts, or None."""
    node, transitions = reached.start, []
    while len(transitions) < rng.randint(1, 4):
        after = [t for t in automaton.leaving[node[0]] if reached.targets[node][t["number"]]]
        if not after:
            break
        transitions.append(rng.choice(after))
        node = reached.targets[node][transitions[-1]["number"]][0]
    for _ in range(60):
        path = []
        for t in transitions:
            step = {"from": t["from"], "to": t["to"], "transition": t["number"]}
            slots = [slot for slot, _, _, _ in automaton.draws(t)]
            shifts = {slot: random_shift(rng, automaton, t["from"]) for slot in slots}
            if slots:
                step.update({"shift": shifts["*"]} if automaton.one else {"shifts": shifts})
            path.append(step)
        evidence = {"couplet_evidence": 1, "kind": "strategy", "automaton": automaton.name,
                    "path": path}
        try:
            cost = second.cost_of_path(automaton, evidence)
        except second.Rejected:
            continue
        return dict(evidence, cost=str(cost))
    return None


# ---- The truth --------------------------------------------------------------------------------------

def transitions_of(automaton, walk):
    state, found = automaton.initial, []
    for step in walk:
        found.append(second.find_transition(automaton, state, step))
        state = found[-1]["to"]
    return found


def shifts_of(automaton, walk, transitions):
    """The shifts a walk gives, one for each sample; None when it gives none."""
    shifts = [second.shift_of(automaton, step, slot) for step, t in zip(walk, transitions)
              for slot, _, _, _ in automaton.draws(t)]
    return None if all(g is None for g in shifts) else shifts


def pays(automaton):
    """Whether some walks may pay for the last turn of a loop, of which the trials know nothing."""
    return bool(second.Graph(automaton, True).pays)


def is_true(automaton, reached, exact, evidence):
    """Whether what the evidence claims is so. exact: the least cost, None = infinite."""
    cost = Fraction(evidence["cost"]) if evidence.get("cost") is not None else None
    if evidence["kind"] == "bound":
        return exact is not None and cost >= exact
    if evidence.get("classes"):
        return exact is not None
    if evidence["kind"] == "unbounded" or (evidence["kind"] == "violation" and pays(automaton)):
        return exact is None
    if evidence["kind"] == "attained" and (has_loops(evidence) or pays(automaton)):
        return exact is None or cost <= exact
    walk = steps_in(evidence)
    transitions = transitions_of(automaton, walk)
    if evidence["kind"] == "strategy":
        most = truth.dearest(automaton, reached.follow(transitions, [0] * len(transitions)))
        return most is not None and (cost is None or most <= cost)
    differences = [step["difference"] for step in walk]
    steps = truth.Reached(automaton, True).follow(transitions, differences)
    least = truth.cheapest(automaton, steps, differences)
    if evidence["kind"] == "violation":
        return least is None
    shifts = shifts_of(automaton, walk, transitions)
    given = shifts is None or truth.price_of(automaton, steps, differences, shifts) == cost
    return given and (least is None or least >= cost)


# ---- Loops taken so many times ---------------------------------------------------------------------------

def length_of(items, turns):
    return sum(turns * length_of(item["loop"], turns) if "loop" in item else 1 for item in items)


def expand(items, turns, looping=False):
    """(step, whether it is in a loop), with every loop written out turns times."""
    for item in items:
        for _ in range(turns) if "loop" in item else ():
            yield from expand(item["loop"], turns, True)
        if "loop" not in item:
            yield item, looping


def cost_of_turns(automaton, walk, turns):
    """The least cost with every loop taken turns times; nothing is asked of cycles in loops."""
    graph, vector = second.Graph(automaton, True), ((), {(): Fraction(0)})
    node = graph.start
    for step, looping in expand(walk, turns):
        t = second.find_transition(automaton, node[0], step)
        node, on_cycle = graph.follow(node, t, step["difference"])
        vector = second.take(automaton, vector, t, step["difference"], on_cycle and not looping)
    return min(vector[1].values())


# ---- Both checkers -------------------------------------------------------------------------------------

class Trial:
    def __init__(self, checks, folder, only_loops):
        self.checks, self.folder, self.only_loops = checks, folder, only_loops
        self.grown, self.told = 0, 0  # walks whose loops were repeated; that say what turns raise
        self.n, self.n_pieces, self.n_automata = 0, 0, 0
        self.mutants, self.rejected = collections.Counter(), collections.Counter()
        self.rejections = collections.Counter()  # by each checker

    def ask_couplet(self, path, pieces):
        """accepted, rejected or unreadable for each, from one process."""
        names = [os.path.join(self.folder, "evidence%d" % i) for i in range(len(pieces))]
        for name, piece in zip(names, pieces):
            with open(name, "w", encoding="utf-8") as file:
                json.dump(piece, file)
        got, output, error = self.checks.run("check", path, *names)
        verdicts = {line.split(": ", 1)[0]: line.split(": ")[2].split(" at ")[0]
                    for line in output.splitlines()}
        verdicts.update({line.split(": ", 1)[1].split(":")[0]: "unreadable"
                         for line in error.splitlines() if line.startswith("couplet: ")})
        worst = {"accepted": 0, "rejected": 7, "unreadable": 4}
        expected = max((worst[v] for v in verdicts.values()), default=0)
        self.checks.check(got == expected, "status %d, expected %d: %s" % (got, expected, error))
        return [verdicts.get(name, "no answer") for name in names]

    def ask_second(self, automaton, piece):
        try:
            return "accepted" if second.check(automaton, piece) is None else "rejected"
        except UNREADABLE:
            return "unreadable"

    def try_automaton(self, rng, data, path, report):
        pieces = [p for stage in report["stages"] for p in stage.get("evidence", [])]
        automaton = second.Automaton(data)
        reached = truth.Reached(automaton, False)
        if self.only_loops:
            pieces = [p for p in pieces if has_loops(p)]
            for piece in pieces:
                say_raises(automaton, piece)
                self.check_growth(automaton, piece)
        if not pieces or any(
                truth.n_samples(automaton, transitions_of(automaton, steps_in(p))) >= MOST_SAMPLES
                for p in pieces if "walk" in p and not has_loops(p)):
            return
        costs = {s["cost"] for s in report["stages"] if s["plugin"] == "frontier"}
        self.checks.check(len(costs) == 1, "%s: costs %s" % (path, costs))
        exact = Fraction(costs.pop()) if costs != {None} else None
        if not self.only_loops:
            pieces.extend(self.strategies(rng, automaton, reached, exact))
        for piece, verdict in zip(pieces, self.ask_couplet(path, pieces)):
            self.checks.check(verdict == self.ask_second(automaton, piece) == "accepted" and
                              is_true(automaton, reached, exact, piece),
                              "%s: %s: %s\n%s" % (path, verdict, json.dumps(piece), json.dumps(data)))
        self.n_automata += 1
        self.n_pieces += len(pieces)
        self.try_mutants(path, data, automaton, reached, exact,
                         self.mutants_of(rng, pieces, automaton))

    def strategies(self, rng, automaton, reached, exact):
        one = len(automaton.thresholds) == 1 and exact is not None
        found = [strategy_of(automaton) if one else None, random_path(rng, automaton, reached)]
        return [strategy for strategy in found if strategy]

    def check_growth(self, automaton, evidence):
        """With its loops taken 1, 10 and 100 times a walk that is UNBOUNDED costs more and more; one
        that is ATTAINED comes to its cost."""
        if length_of(evidence["walk"], 100) > MOST_STEPS:
            return
        costs = [cost_of_turns(automaton, evidence["walk"], n) for n in (1, 10, 100)]
        raises = [Fraction(loop["raises"]) if "raises" in loop else 0
                  for items in lists_in(evidence["walk"]) for loop in items if "loop" in loop]
        if evidence["kind"] == "attained":
            good = costs[2] == Fraction(evidence["cost"])
        else:
            grown = costs[2] - costs[1] if costs[1] != second.INFINITE else second.INFINITE
            good = grown > 45 * min(raises)
            self.told += min(raises) > 0
        self.grown += 1
        self.checks.check(good, "%s: %s" % ([str(c) for c in costs], json.dumps(evidence)))

    def mutants_of(self, rng, pieces, automaton):
        """Different ones, as {text: (change, evidence)}."""
        found = {}
        rare = any(name_of(piece) == "attained with loops" for piece in pieces)
        for _ in range(PER_AUTOMATON * (4 if rare else 1)):
            mutant = mutant_of(rng, rng.choice(pieces), automaton)
            if mutant:
                found[json.dumps(mutant[1], sort_keys=True)] = mutant
        return found

    def try_mutants(self, path, data, automaton, reached, exact, mutants):
        answers = self.ask_couplet(path, [evidence for _, evidence in mutants.values()])
        for (change, evidence), answer in zip(mutants.values(), answers):
            other = self.ask_second(automaton, evidence)
            what = "%s: couplet: %s, the second checker: %s: %s\n%s" % (
                change, answer, other, json.dumps(evidence), json.dumps(data))
            self.checks.check(answer == other, what)
            self.n += 1
            self.mutants[change] += 1
            self.rejections["couplet check"] += answer in ("rejected", "unreadable")
            self.rejections["the second checker"] += other in ("rejected", "unreadable")
            if "accepted" in (answer, other):
                self.checks.check(is_true(automaton, reached, exact, evidence),
                                  "accepted, but false: " + what)
            else:
                self.rejected[change] += 1


def random_inputs(rng, folder, count, kinds):
    """Small automata."""
    os.makedirs(folder)
    inputs = {}
    for i in range(count):
        n_thresholds, shared = rng.choice(SHAPES)
        data = random_automaton(rng, n_thresholds, shared)
        if kinds:
            add_kinds(rng, data)
        inputs[os.path.join(folder, "%d.json" % i)] = data
    for path, data in inputs.items():
        with open(path, "w", encoding="utf-8") as file:
            json.dump(data, file)
    return inputs


def check_mutants(checks, most, only_loops=False, kinds=False):
    rng = random.Random(most)
    with tempfile.TemporaryDirectory() as folder:
        trial, batch = Trial(checks, folder, only_loops), 0
        while trial.n < most and not checks.failed:
            batch += 1
            inputs = random_inputs(rng, os.path.join(folder, str(batch)), 60, kinds)
            _, output, _ = checks.run("verify", "-q", "--evidence", "--report", "json", "--deciders",
                                      "graph,z3", "--optimizers",
                                      "frontier,segment" if kinds else "frontier",
                                      "-o", "frontier.prune=%s" % ("always", "never")[batch % 2],
                                      *inputs)
            for report in map(json.loads, output.splitlines()):
                path = report["file"]
                if report["verdict"] != "error" and trial.n < most:
                    trial.try_automaton(rng, inputs[path], path, report)
    return trial


def tell(checks, trial, kinds):
    """Prints what became of the mutants; each change has to be tried and to matter."""
    for change, n in sorted(trial.mutants.items()):
        print("%-42s %6d mutants, %6d rejected, %5d still true"
              % (change, n, trial.rejected[change], n - trial.rejected[change]))
    for kind, changes in kinds:
        for change in changes:
            name = "%s: %s" % (kind, change.__name__)
            n, rejected = trial.mutants[name], trial.rejected[name]
            checks.check(n > 0, name + " was never tried")
            checks.check(rejected == n if change in ALWAYS_WRONG else
                         rejected > 0 or (kind, change) in HARMLESS,
                         "%s: %d of %d rejected" % (name, rejected, n))
    print("%d mutants of %d pieces of evidence about %d automata: rejected by %s; %d are accepted and "
          "true" % (trial.n, trial.n_pieces, trial.n_automata,
                    ", ".join("%s: %d" % (k, n) for k, n in sorted(trial.rejections.items())),
                    trial.n - sum(trial.rejected.values())))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    wanted = int(os.environ.get("COUPLET_TEST_EVIDENCE_MUTANTS", 0))
    trial = check_mutants(checks, max(ENOUGH, wanted))
    tell(checks, trial, (("bound", BOUND), ("attained", ATTAINED), ("violation", VIOLATION),
                         ("strategy", CLASSES), ("strategy path", PATH)))
    loops = check_mutants(checks, max(ENOUGH_LOOPS, wanted // 4), only_loops=True)
    tell(checks, loops, (("attained with loops", ATTAINED_LOOPS), ("unbounded with loops", UNBOUNDED)))
    print("%d walks with their loops taken 1, 10 and 100 times, of which %d say what a turn raises"
          % (loops.grown, loops.told))
    tell(checks, check_mutants(checks, max(ENOUGH, wanted), kinds=True),
         (("bound", BOUND_OF_KINDS), ("attained", ATTAINED), ("violation", VIOLATION),
          ("strategy", CLASSES), ("strategy path", PATH)))
    checks.check(loops.grown > 15 and loops.told > 5, "%d, %d" % (loops.grown, loops.told))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
