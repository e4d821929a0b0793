# SPDX-License-Identifier: Apache-2.0
"""What a walk costs, found by trying: every shift of every sample. It shares nothing with
the two checkers but the reading of automata. What is known of the thresholds' order is
kept as the set of rankings they may have, not as relations. A ranking is a tuple of groups of equal
values, from below."""
import itertools
from fractions import Fraction

SHIFTS = (-1, 0, 1)
# values in rankings beside the thresholds: what the step reads and draws, the last private input
READ, DRAW, LAST = "what is read", "what is drawn", "the last private input"


def placed(ranking, value):
    """The rankings with value in them: equal to a group, or between two, below or above all."""
    for i in range(len(ranking) + 1):
        yield ranking[:i] + ((value,),) + ranking[i:]
        if i < len(ranking):
            yield ranking[:i] + (ranking[i] + (value,),) + ranking[i + 1:]


def without(ranking, value):
    groups = (tuple(v for v in group if v != value) for group in ranking)
    return tuple(group for group in groups if group)


def with_draw(ranking, draw, kind, told):
    """The rankings with draw in them, which has that kind of noise and is compared as told."""
    if kind is None:  # what is read itself
        candidates = [tuple(g + (draw,) if READ in g else g for g in ranking)]
    else:
        candidates = placed(ranking, draw)
    for candidate in candidates:
        level = {v: i for i, group in enumerate(candidate) for v in group}
        alone = len(candidate[level[draw]]) == 1
        if kind in ("laplace", "exponential") and not alone:
            continue  # probability 0
        if kind == "exponential" and level[draw] < level[READ]:
            continue
        if all(level[draw] >= level[v] if ">=" in c else level[draw] < level[v]
               for v, c in told.items()):
            yield candidate


def after_read(automaton, ranking, t):
    """The rankings with what t reads, which may be anything or the last private input."""
    source = automaton.input(t["from"])
    if source == "private":
        ranking = without(ranking, LAST)
    if not automaton.keeps_input or source == "public":
        return placed(ranking, READ)
    if any(LAST in group for group in ranking):
        return [tuple(g + (READ,) if LAST in g else g for g in ranking)]
    return [tuple(g + (LAST,) if READ in g else g for g in r) for r in placed(ranking, READ)]


def after_step(automaton, before, t):
    """The rankings possible after t."""
    rankings = {r for ranking in before for r in after_read(automaton, ranking, t)}
    for slot in automaton.slots():
        told = {v: c for v, c in t["told"].items() if slot in ("*", v)}
        assigned = [v for v in t["assign"] if slot in ("*", v)]
        if not told and not assigned:
            continue
        rankings = {r for ranking in rankings
                    for r in with_draw(ranking, DRAW, automaton.kind(t["from"], slot), told)}
        for v in assigned:
            rankings = {tuple(g + (v,) if DRAW in g else g for g in without(r, v)) for r in rankings}
        rankings = {without(r, DRAW) for r in rankings}
    rankings = {without(r, READ) for r in rankings}
    if t["to"] not in automaton.recalls:
        rankings = {without(r, LAST) for r in rankings}
    return frozenset(tuple(tuple(sorted(g)) for g in r) for r in rankings)


class Reached:
    """The states with the rankings possible there and, where differences are followed, what is
    remembered of them."""

    def __init__(self, automaton, remembers):
        self.automaton, self.remembers = automaton, remembers and automaton.remembers
        self.start = automaton.initial, frozenset([()]), (0, None)
        self.targets, waiting = {}, [self.start]
        while waiting:
            node = waiting.pop()
            if node in self.targets:
                continue
            self.targets[node] = [self.step(node, t) for t in automaton.leaving[node[0]]]
            waiting.extend(w for targets in self.targets[node] for w in targets.values())

    def step(self, node, t):
        """Where t leads, by difference; nowhere when no ranking lets its guard hold."""
        state, rankings, memory = node
        if self.automaton.ordered:
            rankings = after_step(self.automaton, rankings, t)
        if not rankings:
            return {}
        if not self.remembers:
            return {D: (t["to"], rankings, memory) for D in SHIFTS
                    if D == 0 or self.automaton.private(state)}
        return {D: (t["to"], rankings, self.automaton.remember(memory, t, D))
                for D in self.automaton.differences_after(memory, state, True)}

    def reaches(self, node, goal):
        waiting, seen = [node], set()
        while waiting:
            at = waiting.pop()
            if at == goal:
                return True
            if at not in seen:
                seen.add(at)
                waiting.extend(w for targets in self.targets[at] for w in targets.values())
        return False

    def follow(self, transitions, differences):
        """(transition, on a cycle) along a walk; ValueError when it cannot be taken."""
        node, steps = self.start, []
        for t, difference in zip(transitions, differences):
            targets = self.targets[node][t["number"]] if t["from"] == node[0] else {}
            if difference not in targets:
                raise ValueError("no run takes this walk")
            steps.append((t, self.reaches(targets[difference], node)))
            node = targets[difference]
        return steps


def price_of(automaton, steps, differences, shifts):
    """What the shifts, one for each sample in turn, cost; None when they are not valid."""
    shifts, x, total = iter(shifts), {}, Fraction(0)
    for (t, on_cycle), difference in zip(steps, differences):
        new = {}
        for slot, literals, assigned, shown in automaton.draws(t):
            g, d = next(shifts), automaton.noise(t["from"], slot)
            if (shown and g != 0) or ((on_cycle or d is None) and g != difference) or (
                    automaton.exponential(t["from"]) and g < difference):
                return None
            if any(("<" in c and g > x[v]) or (">=" in c and g < x[v]) for v, c in literals.items()):
                return None
            total += 0 if g == difference else d * abs(difference - g)
            new.update({v: g for v in assigned})
        if t["output"] == "fresh" and difference != 0:
            if on_cycle or automaton.fresh(t["from"]) is None or (
                    automaton.exponential(t["from"], True) and difference > 0):
                return None
            total += automaton.fresh(t["from"])
        x.update(new)
    return total


def n_samples(automaton, transitions):
    return sum(len(list(automaton.draws(t))) for t in transitions)


def cheapest(automaton, steps, differences):
    """The least cost of all shifts of a walk; None when none are valid."""
    n = n_samples(automaton, [t for t, _ in steps])
    prices = (price_of(automaton, steps, differences, shifts)
              for shifts in itertools.product(SHIFTS, repeat=n))
    return min((price for price in prices if price is not None), default=None)


def dearest(automaton, steps):
    """The greatest over all differences of the least cost; None when that is infinite."""
    each = [cheapest(automaton, steps, differences) for differences in itertools.product(
        *(automaton.differences(t["from"]) for t, _ in steps))]
    return None if None in each else max(each)
