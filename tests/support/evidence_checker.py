#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second checker of evidence, after docs/evidence.md and nothing else.

usage: evidence_checker.py AUTOMATON.json EVIDENCE...

Shares no code with couplet and keeps every vector as one table, so that it is slow
where many thresholds are tied. Prints a line for each piece of evidence; ends with
status 7 when one is rejected, 4 when one is another input's."""
import hashlib
import itertools
import json
import re
import sys
from fractions import Fraction

import evidence_form
import linear_checker
from evidence_form import need, number

INFINITE = float("inf")  # only compared and added to, never a result
SHIFTS = (-1, 0, 1)
LESS, GREATER_EQUAL, AT_MOST, EQUAL = "<", ">=", "<=", "="


class Rejected(Exception):
    pass


# ---- The automaton ---------------------------------------------------------------------------

def literals(guard, thresholds):
    """{threshold: set of comparisons}, over all prime implicants of the guard, and whether
    it is a conjunction, so that there is one."""
    tokens = re.findall(r"<|>=|&&|\|\||!|\(|\)|\w+", guard)

    def alternatives():
        value = conjunction()
        while tokens and tokens[0] == "||":
            tokens.pop(0)
            left, right = value, conjunction()
            value = (lambda a, b: lambda below: a(below) or b(below))(left, right)
        return value

    def conjunction():
        value = atom()
        while tokens and tokens[0] == "&&":
            tokens.pop(0)
            left, right = value, atom()
            value = (lambda a, b: lambda below: a(below) and b(below))(left, right)
        return value

    def atom():
        token = tokens.pop(0)
        if token == "!":
            inner = atom()
            return lambda below: not inner(below)
        if token == "(":
            inner = alternatives()
            tokens.pop(0)
            return inner
        if token == "true":
            return lambda below: True
        comparison, name = tokens.pop(0), tokens.pop(0)
        return lambda below: below[name] == (comparison == LESS)

    value, found, n_ways = alternatives(), {}, 0
    mentioned = [v for v in thresholds if re.search(r"\b%s\b" % re.escape(v), guard)]
    for sides in itertools.product((True, False), repeat=len(mentioned)):
        below = dict(zip(mentioned, sides))
        n_ways += value(below)
        for v in mentioned:
            other = dict(below)
            other[v] = not below[v]
            # the literal is in a prime implicant where turning it round loses the guard
            if value(below) and not value(other):
                found.setdefault(v, set()).add(LESS if below[v] else GREATER_EQUAL)
    return found, n_ways == 2 ** (len(mentioned) - len(found))


class Automaton:
    def __init__(self, data):
        self.name = data.get("name", "")
        self.thresholds = data.get("thresholds", ["x"])
        self.shared = data.get("sampling", "independent") == "shared"
        self.one = self.shared or len(self.thresholds) == 1
        self.sensitivity = number(data.get("sensitivity", 1))
        self.initial = data["initial"]
        self.states = {s["name"]: s for s in data["states"]}
        self.leaving = {name: [] for name in self.states}
        for t in data["transitions"]:
            assign = t.get("assign", [])
            guard, one_way = literals(t.get("guard", "true"), self.thresholds)
            self.leaving[t["from"]].append({
                "from": t["from"], "to": t["to"], "output": self.output(t["output"]),
                "number": len(self.leaving[t["from"]]), "told": guard if one_way else {},
                "literals": self.with_gap(guard, t["output"]),
                "assign": [assign] if isinstance(assign, str) else assign})
        self.adjacency = data.get("adjacency", "any")
        self.recalls = {q for q in self.states if self.input(q) == "again"}
        self.remembers = bool(self.recalls) or self.adjacency != "any"
        while True:  # states from which an input is read again before another private one
            more = {q for q, ts in self.leaving.items() if self.input(q) != "private" and
                    any(t["to"] in self.recalls for t in ts)} - self.recalls
            if not more:
                break
            self.recalls |= more
        several, bare = len(self.thresholds) > 1, self.has_draw_without_noise()
        self.keeps_input = bare and self.reads_inputs_again()
        self.share = self.shared and several
        self.ordered = self.share or (bare and (several or self.keeps_input))

    def fault(self):
        """Why it means nothing; None = it does. Adjacent answers with discrete noise are whole numbers."""
        noises = [state.get(key, "laplace") for state in self.states.values() for key in ("noise", "noise_fresh")]
        scales = [state[key] for state in self.states.values() for key in ("d", "d_fresh") if key in state]
        each = [d for one in scales for d in (one.values() if isinstance(one, dict) else [one])]
        if self.sensitivity <= 0 or any(d != "none" and number(d) <= 0 for d in each if d is not None):
            return "a parameter of noise or the sensitivity is not above 0"
        if self.sensitivity.denominator != 1 and "discrete-laplace" in str(noises):
            return "noise is discrete, and the sensitivity is not a whole number"
        return None

    def output(self, text):
        """As evidence names it: without a threshold's name where there is no choice."""
        if text == "insample'":
            return "fresh"
        word = re.fullmatch(r"(insample|gap)\(.*\)", text)
        alone = word and (len(self.thresholds) == 1 or (self.shared and word.group(1) == "insample"))
        return word.group(1) if alone else text

    def with_gap(self, guard, output):
        """The literals of guard, and equality with the threshold of a gap."""
        found = re.fullmatch(r"gap(?:\((.*)\))?", output)
        if not found:
            return guard
        return dict(guard, **{found.group(1) or self.thresholds[0]: {LESS, GREATER_EQUAL}})

    def input(self, state):
        return self.states[state].get("input", "private")

    def private(self, state):
        return self.input(state) != "public"

    def differences(self, state):
        """Whatever came before."""
        return (-1, 1) if self.private(state) else (0,)

    def exponential(self, state, fresh=False):
        return self.states[state].get("noise_fresh" if fresh else "noise") == "exponential"

    # what is known of values: orders, below

    def reachable(self):
        found, waiting = {self.initial}, [self.initial]
        while waiting:
            for t in self.leaving[waiting.pop()]:
                if t["to"] not in found:
                    found.add(t["to"])
                    waiting.append(t["to"])
        return found

    def kind(self, state, slot):
        """The noise of a draw; None = it has none."""
        d = self.states[state].get("d")
        d = d.get(self.thresholds[0] if slot == "*" else slot) if isinstance(d, dict) else d
        return None if d == "none" else self.states[state].get("noise", "laplace")

    def slots(self):
        return ["*"] if self.one else self.thresholds

    def has_draw_without_noise(self):
        """Some draw that a transition uses, or a fresh output; gaps are draws as well."""
        return any(self.fresh_is_bare(t) or any(self.kind(t["from"], slot) is None
                                                for slot, *_ in self.draws(t))
                   for q in self.reachable() for t in self.leaving[q])

    def fresh_is_bare(self, t):
        return t["output"] == "fresh" and self.states[t["from"]].get("d_fresh") == "none"

    def reads_inputs_again(self):
        """Whether inputs are values: they are read again without noise, or with exponential
        noise, and all such draws of what may be read again have one mean."""
        telling = [t for q in self.reachable() for t in self.leaving[q]
                   if any(self.kind(q, slot) in (None, "exponential") for slot in self.slots()) and
                   (self.input(q) == "again" or
                    (self.input(q) == "private" and t["to"] in self.recalls))]
        means = {number(self.states[t["from"]].get("mu", 0)) for t in telling}
        return len(means) == 1 and any(self.input(t["from"]) == "again" for t in telling)

    def compares_otherwise(self, t):
        """Whether t compares an input whose difference need not be the worst, with exponential
        noise, or for a gap."""
        return bool(t["literals"]) and (
            self.input(t["from"]) != "private" or self.adjacency != "any" or
            self.exponential(t["from"]) or t["output"].startswith("gap"))

    # what is remembered of earlier inputs: (change, last), last None = not remembered

    def differences_after(self, memory, state, walk):
        change, last = memory
        if self.input(state) == "public":
            return (0,)
        if self.input(state) == "again":
            return SHIFTS if last is None else (last,)
        if self.adjacency == "any":
            return SHIFTS if walk else (-1, 1)
        if change == 0:
            return SHIFTS
        return (0,) if self.adjacency == "one" else tuple(sorted((0, change)))

    def remember(self, memory, t, difference):
        change, last = memory
        if self.input(t["from"]) == "private":
            last = difference
            if difference != 0 and self.adjacency != "any":
                change = difference if self.adjacency == "monotonic" else 1
        return change, last if t["to"] in self.recalls else None

    def noise(self, state, slot):
        """d times the sensitivity; None = no noise."""
        d = self.states[state].get("d")
        d = d[self.thresholds[0] if slot == "*" else slot] if isinstance(d, dict) else d
        return None if d == "none" else number(d) * self.sensitivity

    def fresh(self, state):
        d = self.states[state].get("d_fresh")
        snap = self.states[state].get("snap", {})
        more = number(snap["bound"]) / 2 ** 49 if snap.get("floating") else 0
        return None if d == "none" else number(d) * (1 + more) * self.sensitivity

    def draws(self, t):
        """(slot, literals, assigned, shown) for each sample that t uses."""
        for slot in ["*"] if self.one else self.thresholds:
            mine = {v: c for v, c in t["literals"].items() if slot in ("*", v)}
            assigned = [v for v in t["assign"] if slot in ("*", v)]
            shown = t["output"] == ("insample" if self.one else "insample(%s)" % slot)
            if mine or assigned or shown:
                yield slot, mine, assigned, shown


# ---- Orders: {(u, v): LESS, AT_MOST or EQUAL}, closed; None is the last private input ----------

STRENGTH = {EQUAL: 0, AT_MOST: 1, LESS: 2}
READ, DRAWN = "what is read", "what is drawn"  # values of one step, no names of thresholds


def relate(order, u, v, relation):
    """Adds a relation; False when the two have this one, or a stronger one."""
    if u == v or ((u, v) in order and STRENGTH[order[u, v]] >= STRENGTH[relation]):
        return False
    order[u, v] = relation
    return True


def close(order):
    order, changed = dict(order), True
    while changed:
        changed = False
        for (u, v), a in list(order.items()):
            for (w, z), b in list(order.items()):
                if v == w:
                    changed |= relate(order, u, z, max(a, b, key=STRENGTH.get))
    for (u, v), a in list(order.items()):
        if a == AT_MOST and order.get((v, u)) in (AT_MOST, EQUAL):
            order[u, v] = order[v, u] = EQUAL
    return order


def forget(order, value):
    return {pair: relation for pair, relation in order.items() if value not in pair}


def place(order, value, kind, read, told):
    """The order where value is a draw with that noise; None = it cannot be."""
    order = dict(order)
    for v, comparisons in told.items():
        if LESS in comparisons:
            relate(order, value, v, LESS)
        else:
            relate(order, v, value, AT_MOST if kind in (None, "discrete-laplace") else LESS)
    if kind == "exponential":
        relate(order, read, value, LESS)
    order = close(order)
    return None if any(a == LESS and (v, u) in order for (u, v), a in order.items()) else order


def advance(automaton, order, t):
    """What is known after t; None when its guard contradicts order."""
    source = automaton.input(t["from"])
    read = None if automaton.keeps_input and source != "public" else READ
    if source == "private":
        order = forget(order, None)
    for slot in automaton.slots():
        told = {v: c for v, c in t["told"].items() if slot in ("*", v)}
        assigned = [v for v in t["assign"] if slot in ("*", v)]
        if not told and not assigned:
            continue
        kind = automaton.kind(t["from"], slot)
        value = read if kind is None else DRAWN
        order = place(order, value, kind, read, told)
        if order is None:
            return None
        for v in assigned:
            order = forget(order, v)
            order[v, value] = order[value, v] = EQUAL
        order = forget(close(order), DRAWN)
    order = forget(order, READ)
    return order if t["to"] in automaton.recalls else forget(order, None)


def components(edges):
    """{node: component} of a graph {node: [nodes]}, by two searches in depth."""
    finished, seen, backwards = [], set(), {v: [] for v in edges}
    for v, targets in edges.items():
        for w in targets:
            backwards[w].append(v)
    for root in edges:
        stack = [(root, iter(edges[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            for w in stack[-1][1]:
                if w not in seen:
                    seen.add(w)
                    stack.append((w, iter(edges[w])))
                    break
            else:
                finished.append(stack.pop()[0])
    component = {}
    for root in reversed(finished):
        stack = [root] if root not in component else []
        while stack:
            v = stack.pop()
            if v not in component:
                component[v] = root
                stack.extend(backwards[v])
    return component


# ---- Vectors: (thresholds, {shifts: cost}) -------------------------------------------------------

def read_vector(factors):
    over, table = (), {(): Fraction(0)}
    for factor in factors:
        mine = tuple(factor["over"])
        values = [INFINITE if v is None else number(v) for v in factor["values"]]
        own = dict(zip(itertools.product(SHIFTS, repeat=len(mine)), values))
        over, table = over + mine, {a + b: c + d for a, c in table.items() for b, d in own.items()}
    return over, table


def minimise(vector, kept):
    over, table = vector
    places = [i for i, v in enumerate(over) if v in kept]
    result = {}
    for shifts, cost in table.items():
        key = tuple(shifts[i] for i in places)
        result[key] = min(cost, result.get(key, INFINITE))
    return tuple(over[i] for i in places), result


def has_to_be(automaton, t, d, on_cycle, difference, g):
    """Whether the noise of a sample of t, with d, lets it shift by g."""
    if on_cycle or d is None:
        return g == difference
    return g >= difference or not automaton.exponential(t["from"])


def fresh_price(automaton, t, difference, on_cycle):
    fresh = automaton.fresh(t["from"])
    if difference == 0:
        return 0
    if on_cycle or fresh is None or (difference > 0 and automaton.exponential(t["from"], True)):
        return INFINITE
    return fresh


def take(automaton, vector, t, difference, on_cycle):
    """The vector after t, or Rejected."""
    if t["output"] == "fresh":
        price = fresh_price(automaton, t, difference, on_cycle)
        vector = vector[0], {s: c + price for s, c in vector[1].items()}
    for slot, mine, assigned, shown in automaton.draws(t):
        over, table = vector
        if any(v not in over for v in mine):
            raise Rejected("it compares with a threshold that was minimised out")
        d = automaton.noise(t["from"], slot)
        after = tuple(v for v in over if v not in assigned) + tuple(assigned)
        result = {s: INFINITE for s in itertools.product(SHIFTS, repeat=len(after))}
        for shifts, cost in table.items():
            x = dict(zip(over, shifts))
            for g in SHIFTS:
                if shown and g != 0 or not has_to_be(automaton, t, d, on_cycle, difference, g):
                    continue
                if any(LESS in c and g > x[v] or GREATER_EQUAL in c and g < x[v]
                       for v, c in mine.items()):
                    continue
                y = dict(x, **{v: g for v in assigned})
                key = tuple(y[v] for v in after)
                price = abs(difference - g) * d if g != difference else 0
                result[key] = min(result[key], cost + price)
        vector = after, result
    return vector


def is_below(vector, bound):
    if not set(bound[0]) <= set(vector[0]):
        return False
    over, table = minimise(vector, bound[0])
    return all(table[tuple(dict(zip(bound[0], s))[v] for v in over)] <= c
               for s, c in bound[1].items())


# ---- Walks ---------------------------------------------------------------------------------------------

class Graph:
    """The reachable states with an order and, where they remember, a memory, and where
    transitions lead by difference."""

    def __init__(self, automaton, remembers, ordered=True):
        self.remembers = remembers and automaton.remembers
        self.ordered = ordered and automaton.ordered
        self.start = (automaton.initial, frozenset(), (0, None))
        self.edges, waiting = {}, [self.start]
        while waiting:
            node = waiting.pop()
            if node in self.edges:
                continue
            self.edges[node] = [self.targets(automaton, node, t)
                                for t in automaton.leaving[node[0]]]
            waiting.extend(w for ws in self.edges[node] for w in (ws or {}).values())
        self.next = {v: [w for ws in all_ws for w in (ws or {}).values()]
                     for v, all_ws in self.edges.items()}
        self.component = components(self.next)
        self.pays = self.find_pays(automaton) if remembers else set()

    def targets(self, automaton, node, t):
        """None when t contradicts the order."""
        after = frozenset()
        if self.ordered:
            order = advance(automaton, dict(node[1]), t)
            if order is None:
                return None
            after = frozenset(order.items())
        if not self.remembers:
            return {D: (t["to"], after, (0, None))
                    for D in (SHIFTS if automaton.private(t["from"]) else (0,))}
        return {D: (t["to"], after, automaton.remember(node[2], t, D))
                for D in automaton.differences_after(node[2], t["from"], True)}

    def follow(self, node, t, difference):
        targets = self.edges[node][t["number"]]
        if targets is None:
            raise Rejected("it contradicts the order of the thresholds")
        if difference is None:
            difference = min(targets)
        if difference not in targets:
            raise Rejected("the input cannot differ by that")
        target = targets[difference]
        return target, (self.component[node] == self.component[target] and
                        self.component[node] not in self.pays)

    def find_pays(self, automaton):
        """The components where walks may pay for the last turn of a loop."""
        every = [(v, t, w) for v, all_ws in self.edges.items()
                 for t, ws in zip(automaton.leaving[v[0]], all_ws) for w in (ws or {}).values()]
        if len(automaton.thresholds) == 1 and not any(
                automaton.compares_otherwise(t) for v, t, w in every):
            return set()
        into, live = {v: [] for v in self.edges}, {v: set() for v in self.edges}
        for v, t, w in every:
            into[w].append((v, t))
            live[v] |= set(t["literals"])
        waiting = set(live)
        while waiting:
            w = waiting.pop()
            for v, t in into[w]:
                more = live[w] - set(t["assign"]) - live[v]
                if more:
                    live[v] |= more
                    waiting.add(v)
        return {self.component[v] for v, t, w in every
                if self.component[v] == self.component[w] and live[w] & set(t["assign"])}


def find_transition(automaton, state, step):
    if step.get("from", state) != state:
        raise ValueError("the walk is not there")
    found = [t for t in automaton.leaving[state]
             if step.get("to", t["to"]) == t["to"] and
             step.get("output", t["output"]) == t["output"] and
             step.get("transition", t["number"]) == t["number"]]
    if len(found) != 1:
        raise ValueError("not one transition")
    return found[0]


def steps_of(automaton, graph, walk):
    """(step, transition, on_cycle) along the walk."""
    node = graph.start
    for step in walk:
        t = find_transition(automaton, node[0], step)
        node, on_cycle = graph.follow(node, t, step.get("difference"))
        yield step, t, on_cycle


def shift_of(automaton, step, slot):
    return (step.get("shifts") or {}).get(slot) if not automaton.one else step.get("shift")


def check_walk(automaton, evidence):
    graph, vector, node = Graph(automaton, True), ((), {(): Fraction(0)}), None
    walk, kind = evidence["walk"], evidence["kind"]
    node = graph.start
    for letter in resolve(automaton, walk, automaton.initial)[0]:
        if isinstance(letter, list):
            node, loop = follow_loop(automaton, graph, letter, node)
            vector = loop.repeat(vector)
        else:
            node, on_cycle = graph.follow(node, *letter)
            vector = take(automaton, vector, *letter, on_cycle)
    least = min(vector[1].values())
    if kind == "attained" and (evidence.get("cost") is None or least != number(evidence["cost"])):
        raise Rejected("the least cost on this walk is %s" % least)
    if kind != "attained" and least != INFINITE:
        raise Rejected("a way is left on this walk")
    given = [step for step in walk if step.get("shift") is not None or
             any(g is not None for g in (step.get("shifts") or {}).values())]
    if kind == "attained" and (given or loops_have_shifts(walk)):
        if any("loop" in item for item in walk):
            raise Rejected("shifts beside a loop")
        check_shifts(automaton, graph, walk, number(evidence["cost"]))


def loops_have_shifts(walk):
    return any(step.get("shift") is not None or
               any(g is not None for g in (step.get("shifts") or {}).values())
               for step in letters_of(walk))


def letters_of(items):
    """All steps, loops written out once."""
    for item in items:
        if "loop" in item:
            yield from letters_of(item["loop"])
        else:
            yield item


# ---- Loops: matrices over the shifts of what they compare or assign ------------------------------

def resolve(automaton, items, state):
    """The items as letters (transition, difference), and as lists of these whose first item is what
    the loop raises; and the state after them when each loop is taken once."""
    letters = []
    for item in items:
        if "loop" in item:
            inner, state = resolve(automaton, item["loop"], state)
            letters.append([item.get("raises")] + inner)
        else:
            letters.append((find_transition(automaton, state, item), item["difference"]))
            state = letters[-1][0]["to"]
    return letters, state


def follow_loop(automaton, graph, items, node):
    """The node that turns of the loop come back to, and the Loop."""
    for _ in range(64):
        before, letters = node, []
        for letter in items[1:]:
            if isinstance(letter, list):
                node, letter = follow_loop(automaton, graph, letter, node)
            elif letter[0]["from"] != node[0]:
                raise Rejected("a loop does not lead back to its state")
            else:
                node = graph.follow(node, *letter)[0]
            letters.append(letter)
        if node == before:
            return node, Loop(automaton, letters, items[0])
    raise Rejected("a loop does not come back")


class Loop:
    def __init__(self, automaton, letters, raises):
        self.automaton, self.letters = automaton, letters
        self.over = [v for v in automaton.thresholds if v in set(self.touched())]
        self.shifts = list(itertools.product(SHIFTS, repeat=len(self.over)))
        if raises is not None:
            self.check_raises(number(raises))

    def steps(self):
        for letter in self.letters:
            if isinstance(letter, Loop):
                yield from letter.steps()
            else:
                yield letter[0]

    def touched(self):
        for t in self.steps():
            yield from t["literals"]
            yield from t["assign"]

    def rows(self, letters, over):
        """What leads from each shifts of over to which others: {shifts: {shifts: cost}}."""
        result = {s: {s: Fraction(0)} for s in itertools.product(SHIFTS, repeat=len(over))}
        for letter in letters:
            one = self.matrix_of(letter, over)
            result = {s: product(row, one) for s, row in result.items()}
        return result

    def matrix_of(self, letter, over):
        if isinstance(letter, Loop):
            return letter.limit(over)
        t, difference = letter
        one = {}
        for s in itertools.product(SHIFTS, repeat=len(over)):
            after, table = take(self.automaton, (tuple(over), {s: Fraction(0)}), t, difference, False)
            places = [after.index(v) for v in over]
            one[s] = {tuple(x[i] for i in places): c for x, c in table.items() if c != INFINITE}
        return one

    def limit(self, over):
        turn = self.rows(self.letters, over)
        some = {s: dict(row) for s, row in turn.items()}  # any number of turns
        for s in some:
            some[s][s] = Fraction(0)
        for z in some:
            for x in some:
                first = some[x].get(z)
                for y, cost in some[z].items() if first is not None and x != z else ():
                    if first + cost < some[x].get(y, INFINITE):
                        some[x][y] = first + cost
        free = [z for z in turn if turn[z].get(z) == 0]
        result = {s: {} for s in turn}
        for x in turn:
            for z in free:
                for y, cost in some[z].items() if z in some[x] else ():
                    if some[x][z] + cost < result[x].get(y, INFINITE):
                        result[x][y] = some[x][z] + cost
        return result

    def repeat(self, vector):
        """vector after turns without end."""
        missing = [v for v in self.over if v not in vector[0]]  # not assigned yet: any shift will do
        over = vector[0] + tuple(missing)
        places = [over.index(v) for v in self.over]
        limit = self.limit(self.over)
        result = {s: INFINITE for s in itertools.product(SHIFTS, repeat=len(over))}
        for shifts, cost in vector[1].items():
            before = shifts + (0,) * len(missing)
            for y, price in limit[tuple(before[i] for i in places)].items():
                after = list(before)
                for i, g in zip(places, y):
                    after[i] = g
                result[tuple(after)] = min(result[tuple(after)], cost + price)
        return over, result

    def check_raises(self, raises):
        """No ring of shifts that no turn repeats freely costs less than raises for each turn."""
        read, assigned = [], set()
        for t in self.steps():
            read += [v for v in t["literals"] if v not in assigned and v not in read]
            assigned |= set(t["assign"])
        places = [self.over.index(v) for v in read]
        full = self.rows(self.letters, self.over)
        turn = {}
        for s in itertools.product(SHIFTS, repeat=len(read)):
            start, row = [0] * len(self.over), {}
            for i, g in zip(places, s):
                start[i] = g
            for y, cost in full[tuple(start)].items():
                key = tuple(y[i] for i in places)
                row[key] = min(cost, row.get(key, INFINITE))
            turn[s] = row
        paid = [s for s in turn if turn[s].get(s) != 0]
        least = {s: Fraction(0) for s in paid}
        if raises <= 0:
            raise Rejected("a loop raises nothing")
        for _ in range(len(paid) + 1):
            lowered = False
            for x in paid:
                for y in paid:
                    cost = least[x] + turn[x].get(y, INFINITE) - raises
                    if cost < least[y]:
                        least[y], lowered = cost, True
            if not lowered:
                return
        raise Rejected("a turn raises the cost by less")


def product(row, matrix):
    result = {}
    for s, cost in row.items():
        for y, price in matrix[s].items():
            if cost + price < result.get(y, INFINITE):
                result[y] = cost + price
    return result


def check_shifts(automaton, graph, walk, cost):
    x, total = {}, Fraction(0)
    for step, t, on_cycle in steps_of(automaton, graph, walk):
        difference, assigned_now = step["difference"], {}
        for slot, mine, assigned, shown in automaton.draws(t):
            g = shift_of(automaton, step, slot)
            d = automaton.noise(t["from"], slot)
            if g is None:
                raise Rejected("a shift is missing")
            if any(LESS in c and g > x[v] or GREATER_EQUAL in c and g < x[v]
                   for v, c in mine.items()):
                raise Rejected("a shift breaks the guard")
            if shown and g != 0 or not has_to_be(automaton, t, d, on_cycle, difference, g):
                raise Rejected("a shift is not what it has to be")
            total += abs(difference - g) * d if g != difference else 0
            assigned_now.update({v: g for v in assigned})
        x.update(assigned_now)
        if t["output"] == "fresh" and difference != 0:
            total += automaton.fresh(t["from"])
    if total != cost:
        raise Rejected("the shifts cost %s" % total)


# ---- Bounds ------------------------------------------------------------------------------------------------

RELATIONS = {"order": LESS, "equal": EQUAL, "at_most": AT_MOST}


def pairs_of(entry):
    return [(u, v, relation) for key, relation in RELATIONS.items() for u, v in entry.get(key, [])]


def order_of(entry):
    order = {}
    for u, v, relation in pairs_of(entry):
        equal = relation == EQUAL
        if order.get((u, v), relation) != relation or order.get((v, u), EQUAL) != EQUAL or (
                (v, u) in order and not equal):
            raise Rejected("the order says two things of one pair")
        order[u, v] = relation
        if equal:
            order[v, u] = EQUAL
    return order


def says(order, entry):
    return all((u, v) in order if relation == AT_MOST else order.get((u, v)) == relation
               for u, v, relation in pairs_of(entry))


def fits(entry, memory):
    """Whether what an entry remembers stands for memory."""
    return entry[0] == memory[0] and entry[1] in (None, memory[1])


def check_bound(automaton, evidence):
    entries = evidence["entries"]
    if evidence.get("cost") is None:
        raise Rejected("no cost")
    cost = number(evidence["cost"])
    vectors = [[read_vector(v) for v in e["vectors"]] for e in entries]
    orders = [close(order_of(e)) for e in entries]
    if any(orders) and not automaton.ordered:
        raise Rejected("an order where there can be none")
    at = {}
    for i, e in enumerate(entries):
        at.setdefault(e["state"], []).append(i)
    start = ((), {(): Fraction(0)})
    memories = [(e.get("change", 0), e.get("last")) for e in entries]
    if not any(is_below(start, v) for i in at.get(automaton.initial, [])
               if not orders[i] and fits(memories[i], (0, None)) for v in vectors[i]):
        raise Rejected("the start is not covered")
    edges = {}
    for i, e in enumerate(entries):
        edges[i] = []
        for t in automaton.leaving[e["state"]]:
            after = advance(automaton, orders[i], t) if automaton.ordered else {}
            if after is None:
                edges[i].append(None)
                continue
            edges[i].append({})
            for D in (automaton.differences_after(memories[i], e["state"], False)
                      if automaton.remembers else automaton.differences(e["state"])):
                memory = automaton.remember(memories[i], t, D) if automaton.remembers else (0, None)
                implied = [j for j in at.get(t["to"], [])
                           if says(after, entries[j]) and fits(memories[j], memory)]
                edges[i][-1][D] = [j for j in implied if not any(
                    k != j and says(orders[k], entries[j]) and
                    (k < j or not says(orders[j], entries[k])) for k in implied)]
                if not edges[i][-1][D]:
                    raise Rejected("entry %d: state %s has no entry" % (i + 1, t["to"]))
    for i, e in enumerate(entries):
        for vector in vectors[i]:
            if min(vector[1].values()) > cost:
                raise Rejected("entry %d: a vector is above the cost" % (i + 1))
            for t, targets in zip(automaton.leaving[e["state"]], edges[i]):
                for difference, kept in (targets or {}).items():
                    image = take(automaton, vector, t, difference, False)
                    if not any(is_below(image, v) for j in kept for v in vectors[j]):
                        raise Rejected("entry %d (state %s, D = %d): not covered at %s"
                                       % (i + 1, e["state"], difference, t["to"]))


# ---- Strategies --------------------------------------------------------------------------------------------

def draw_shift(given, difference):
    if given == "D":
        return Fraction(difference)
    if isinstance(given, dict):
        given = given.get(str(difference))
    if given is None:
        raise Rejected("a shift is missing")
    g = number(given)
    if not -1 <= g <= 1:
        raise Rejected("a shift is not between -1 and 1")
    return g


def cost_of_path(automaton, evidence):
    graph, total, x = Graph(automaton, False), Fraction(0), {}
    for step, t, on_cycle in steps_of(automaton, graph, evidence["path"]):
        differences = automaton.differences(t["from"])
        price = {D: Fraction(0) for D in differences}
        new = {}
        for slot, mine, assigned, shown in automaton.draws(t):
            d = automaton.noise(t["from"], slot)
            g = {D: draw_shift(shift_of(automaton, step, slot), D) for D in differences}
            for v, comparisons in mine.items():
                if LESS in comparisons and max(g.values()) > min(x[v]):
                    raise Rejected("rule 1")
                if GREATER_EQUAL in comparisons and min(g.values()) < max(x[v]):
                    raise Rejected("rule 2")
            for D in differences:
                if shown and g[D] != 0:
                    raise Rejected("rule 3")
                if not has_to_be(automaton, t, d, on_cycle, D, g[D]):
                    raise Rejected("rule 5 or 7")
                price[D] += abs(D - g[D]) * d if g[D] != D else 0
            new.update({v: list(g.values()) for v in assigned})
        x.update(new)
        for D in differences:
            if t["output"] == "fresh":
                if fresh_price(automaton, t, D, on_cycle) == INFINITE:
                    raise Rejected("rule 6 or 7")
                price[D] += fresh_price(automaton, t, D, on_cycle)
        total += max(price.values())
    return total


def check_path(automaton, evidence):
    total = cost_of_path(automaton, evidence)
    if evidence.get("cost") is not None and total > number(evidence["cost"]):
        raise Rejected("the strategy costs %s" % total)


def left_by(automaton, t, on_cycle, difference, threshold=None):
    """The shifts x of threshold (the only one) that t allows; of an assignment the new ones."""
    if t["output"] == "fresh" and fresh_price(automaton, t, difference, on_cycle) == INFINITE:
        return set()
    left = set(SHIFTS)
    for slot, mine, assigned, shown in automaton.draws(t):
        if slot not in ("*", threshold):
            continue
        d = automaton.noise(t["from"], slot)
        possible = [g for g in SHIFTS if not (shown and g != 0) and
                    has_to_be(automaton, t, d, on_cycle, difference, g)]
        left = set(possible) if assigned else {
            x for x in SHIFTS if any(not any(LESS in c and g > x or GREATER_EQUAL in c and g < x
                                             for c in mine.values()) for g in possible)}
    return left


def among(shift, allowed):
    return bool(allowed) and min(allowed) <= shift <= max(allowed)


def check_classes(automaton, evidence):
    if automaton.share or evidence.get("cost") is not None:
        raise Rejected("classes are for samples of one threshold each, and no cost")
    if not evidence["classes"]:
        raise ValueError("no classes")
    graph = Graph(automaton, False, False)
    # of all states, as classes may be given for what is not reachable
    component = components({q: [t["to"] for t in ts] for q, ts in automaton.leaving.items()})

    def on_cycle(t):
        return component[t["from"]] == component[t["to"]]

    def key(named):
        t = find_transition(automaton, named["from"], named)
        return t["from"], t["number"]

    def threshold_of(named):
        if "threshold" not in named and len(automaton.thresholds) > 1:
            raise ValueError("no threshold")
        return automaton.thresholds[automaton.thresholds.index(
            named.get("threshold", automaton.thresholds[0]))]

    classes = [{"key": key(c["assignment"]), "next": key(c["next"]) if c.get("next") else None,
                "threshold": threshold_of(c),
                "difference": c.get("difference"), "left": set(c["left"]),
                "shift": number(c["shift"])} for c in evidence["classes"]]
    every = {(t["from"], t["number"]): t for ts in automaton.leaving.values() for t in ts}
    for c in classes:
        t, x = every[c["key"]], c["threshold"]
        after = every[c["next"]] if c["next"] else None
        if x not in t["assign"] or (after and x not in after["assign"]) or \
                not among(c["shift"], c["left"]):
            raise Rejected("a class is wrong")
        for D in automaton.differences(t["from"]):
            if c["difference"] in (None, D) and not among(c["shift"],
                                                          left_by(automaton, t, on_cycle(t), D, x)):
                raise Rejected("an assignment cannot give the shift")
        ways = after["literals"].get(x, ()) if after else ()
        for b in classes if after else ():
            if (b["key"], b["threshold"]) == (c["next"], x) and (
                    LESS in ways and b["shift"] > c["shift"] or
                    GREATER_EQUAL in ways and b["shift"] < c["shift"]):
                raise Rejected("two classes do not fit")
    for state, x in itertools.product({node[0] for node in graph.edges}, automaton.thresholds):
        for t in automaton.leaving[state]:
            if x not in t["assign"] and not left_always(automaton, t, on_cycle(t), x):
                raise Rejected("a transition has no shift")
            for D in automaton.differences(state) if x in t["assign"] else ():
                check_segments(automaton, [c for c in classes if c["key"] == (state, t["number"])
                                           and c["threshold"] == x
                                           and c["difference"] in (None, D)], t, on_cycle, x)


def left_always(automaton, t, on_cycle, threshold):
    return set(SHIFTS).intersection(*(left_by(automaton, t, on_cycle, D, threshold)
                                      for D in automaton.differences(t["from"])))


def check_segments(automaton, classes, assignment, on_cycle, threshold):
    waiting, seen = [(assignment["to"], frozenset(SHIFTS))], set()
    while waiting:
        state, left = waiting.pop()
        if (state, left) in seen:
            continue
        seen.add((state, left))
        if not any(c["left"] <= left for c in classes):
            raise Rejected("a segment has no class")
        for t in automaton.leaving[state]:
            if threshold in t["assign"]:
                if not any(c["left"] <= left and c["next"] == (state, t["number"])
                           for c in classes):
                    raise Rejected("a segment has no class")
                continue
            waiting.append((t["to"], left & left_always(automaton, t, on_cycle(t), threshold)))


# ---- Reading ----------------------------------------------------------------------------------------------------

def read_entry(automaton, entry):
    need(entry["state"] in automaton.states, "no such state")
    for u, v, _ in pairs_of(entry):
        need(u != v and {u, v} <= set(automaton.thresholds) | {None}, "not a pair of thresholds")
    for vector in entry["vectors"]:
        over = [v for factor in vector for v in factor["over"]]
        need(len(over) == len(set(over)) and set(over) <= set(automaton.thresholds),
             "not thresholds, or one of them twice")
        for factor in vector:
            need(len(factor["values"]) == 3 ** len(factor["over"]), "not a value for all shifts")


def read_loops(items, depth, may_loop):
    for item in items:
        if "loop" in item:
            need(may_loop and depth < 16 and item["loop"], "not a loop here")
            read_loops(item["loop"], depth + 1, may_loop)


def read_steps(automaton, steps):
    state = automaton.initial
    for step in letters_of(steps):
        state = find_transition(automaton, state, step)["to"]
        need(("shifts" if automaton.one else "shift") not in step, "not how shifts are given here")
        given = {"*": step.get("shift")} if automaton.one else step.get("shifts") or {}
        need(automaton.one or set(given) <= set(automaton.thresholds), "no such threshold")


def read(automaton, evidence):
    """Raises ValueError, KeyError or TypeError when the evidence is not well-formed."""
    need(evidence.get("automaton", automaton.name) == automaton.name, "another automaton")
    if evidence["kind"] == "bound":
        for entry in evidence["entries"]:
            read_entry(automaton, entry)
    elif evidence["kind"] != "strategy":
        read_loops(evidence["walk"], 0, evidence["kind"] != "violation")
        read_steps(automaton, evidence["walk"])
    elif "classes" not in evidence:
        read_steps(automaton, evidence["path"])


# ---- All of it --------------------------------------------------------------------------------------------------

def check(automaton, evidence):
    """None, or why the evidence is rejected. Raises ValueError, KeyError or TypeError when it
    cannot be read."""
    evidence_form.check(evidence)
    need(("answers" in evidence) == isinstance(automaton, linear_checker.Mechanism), "about something else")
    if isinstance(automaton, linear_checker.Mechanism):
        try:
            linear_checker.check(automaton, evidence)
        except linear_checker.Rejected as why:
            return str(why)
        return None
    read(automaton, evidence)
    fault = automaton.fault()
    if fault is not None:
        return fault
    checks = {"bound": check_bound, "attained": check_walk, "violation": check_walk,
              "unbounded": check_walk,
              "strategy": check_classes if "classes" in evidence else check_path}
    try:
        checks[evidence["kind"]](automaton, evidence)
    except Rejected as why:
        return str(why)
    return None


def other_input(evidence, digest):
    """What evidence says it was made from, if that has another content than digest's."""
    origin = evidence.get("input") or {"sha256": digest}
    if origin["sha256"] == digest and not origin.get("parameters"):
        return None
    name = "'%s'" % origin["file"] if origin.get("file") else "standard input"
    given = ["-D %s=%s" % pair for pair in origin.get("parameters", {}).items()]
    return name + (" with " + " ".join(given) if given else "")


def pieces(text):
    """The pieces of evidence in a file."""
    found = []
    for document in evidence_form.documents(text):
        if isinstance(document, list):
            found.extend(document)
        elif isinstance(document, dict) and isinstance(document.get("stages"), list):
            found.extend(p for stage in document["stages"] for p in stage.get("evidence", []))
        elif not isinstance(document, dict) or "couplet_evidence_index" not in document:  # which stands beside evidence
            found.append(document)
    return found


UNREADABLE = (ValueError, KeyError, TypeError, IndexError, RecursionError)


def judge(automaton, evidence, digest):
    """What to print of a piece, and the status it calls for."""
    evidence_form.check(evidence)
    other, why = other_input(evidence, digest), None
    try:
        why = check(automaton, evidence)
    except UNREADABLE:
        if other is None:
            raise
        why = "it cannot be read"
    if why is not None and other is not None:
        return "it belongs to " + other, 4
    made = "" if other is None else ": made from " + other
    return ("accepted" + made, 0) if why is None else ("rejected: " + why, 7)


def judge_file(automaton, name, digest):
    """Prints what is found in a file; the worst status."""
    status, i = 0, 0
    try:
        with open(name, encoding="utf-8") as file:
            found = pieces(file.read())
        for i, evidence in enumerate(found, 1):
            words, one = judge(automaton, evidence, digest)
            # a name must not make a line of its own
            print(repr("%s: evidence %d (%s): %s" % (name, i, evidence["kind"], words))[1:-1])
            status = max(status, one)
    except UNREADABLE as why:
        print(repr("%s: evidence %d: it cannot be read: %s" % (name, i, why))[1:-1], file=sys.stderr)
        status = max(status, 4)
    return status


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    model, digest = json.loads(data), hashlib.sha256(data).hexdigest()
    automaton = (linear_checker.Mechanism if "couplet_linear" in model else Automaton)(model)
    return max([judge_file(automaton, name, digest) for name in sys.argv[2:]], default=0)


if __name__ == "__main__":
    sys.exit(main())
