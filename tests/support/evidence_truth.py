# SPDX-License-Identifier: Apache-2.0
"""What a walk costs, found by trying: every shift of every sample. It shares nothing with
the two checkers but the reading of automata. What is known of the thresholds' order is
kept as the set of rankings they may have, not as relations."""
import itertools
from fractions import Fraction

SHIFTS = (-1, 0, 1)


def rankings(thresholds):
    """At first the thresholds may have any values, which are different."""
    return frozenset(tuple((v,) for v in order) for order in itertools.permutations(thresholds))


def after_sample(automaton, ranking, t):
    """The rankings possible behind t when the sample falls between two thresholds or below
    or above all: never on one, as its noise is continuous. A ranking is a tuple of groups of
    equal thresholds, from below."""
    for place in range(len(ranking) + 1):
        below = {v for group in ranking[:place] for v in group}
        if any(("<" in comparisons and v in below) or (">=" in comparisons and v not in below)
               for v, comparisons in t["literals"].items()):
            continue
        groups = [tuple(v for v in group if v not in t["assign"]) for group in ranking]
        if t["assign"]:
            groups.insert(place, tuple(sorted(t["assign"])))
        yield tuple(group for group in groups if group)


class Reached:
    """The pairs of a state and the rankings possible there."""

    def __init__(self, automaton):
        self.automaton = automaton
        self.start = automaton.initial, rankings(automaton.thresholds if automaton.ordered else ())
        self.targets, waiting = {}, [self.start]
        while waiting:
            node = waiting.pop()
            if node in self.targets:
                continue
            self.targets[node] = [self.step(node, t) for t in automaton.leaving[node[0]]]
            waiting.extend(target for target in self.targets[node] if target)

    def step(self, node, t):
        """Where t leads; None when no ranking lets its guard hold."""
        if not self.automaton.ordered:
            return t["to"], node[1]
        possible = frozenset(r for ranking in node[1] for r in after_sample(self.automaton, ranking, t))
        return (t["to"], possible) if possible else None

    def reaches(self, node, goal):
        waiting, seen = [node], set()
        while waiting:
            at = waiting.pop()
            if at == goal:
                return True
            if at not in seen:
                seen.add(at)
                waiting.extend(target for target in self.targets[at] if target)
        return False

    def follow(self, transitions):
        """(transition, on a cycle) along a walk; ValueError when it cannot be taken."""
        node, steps = self.start, []
        for t in transitions:
            target = self.targets[node][t["number"]] if t["from"] == node[0] else None
            if target is None:
                raise ValueError("no run takes this walk")
            steps.append((t, self.reaches(target, node)))
            node = target
        return steps


def price_of(automaton, steps, differences, shifts):
    """What the shifts, one for each sample in turn, cost; None when they are not valid."""
    shifts, x, total = iter(shifts), {}, Fraction(0)
    for (t, on_cycle), difference in zip(steps, differences):
        new = {}
        for slot, literals, assigned, shown in automaton.draws(t):
            g, d = next(shifts), automaton.noise(t["from"], slot)
            if (shown and g != 0) or ((on_cycle or d is None) and g != difference):
                return None
            if any(("<" in c and g > x[v]) or (">=" in c and g < x[v]) for v, c in literals.items()):
                return None
            total += 0 if g == difference else d * abs(difference - g)
            new.update({v: g for v in assigned})
        if t["output"] == "fresh" and difference != 0:
            if on_cycle or automaton.fresh(t["from"]) is None:
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
