#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Automata for the benchmarks, written as JSON to standard output.

usage: generate.py KIND SIZE [SEED]

random      about SIZE transitions, private: forward branches with the same
            strategy everywhere, so that a finite cost exists
loop-free   the same without loops
chain       SIZE states in a row, guards < and >= by turns, one assignment
svt         the Sparse Vector Technique with SIZE allowed answers
ladder      SIZE assignments in a row, each with guard <, and noise parameters whose
            denominators have no common factor
alternating the same, with guards < and >= by turns
rough       SIZE assignments in a row, each with guard <, and random noise parameters
            with numerators and denominators up to 1000
partition-N SIZE private answers to one threshold, each with `<` and `>=`, of numbers up to N:
            the least d is their sum just when they can be split in halves
ladder-N    the rungs of ladder, and
chain-N     the states of chain, with random noise parameters whose numerators and
            denominators are up to N
diamond     SIZE times a branch to two states and back: 2^SIZE paths
m-range     SIZE pairs of public thresholds, then SIZE private reads in a loop, each
            compared with one pair; one sample for all thresholds
hubs        SIZE assignments, from each of which walks through two crossroads lead to
            SIZE ends each: quadratic for one that follows every segment on its own
orders      SIZE public thresholds, then private reads in a loop, each of which may find that one
            is below another: all orders are possible; one sample for all thresholds
orders-public  the same with private thresholds and public reads, which has a finite cost
buckets     SIZE private thresholds, then public reads in a loop, each of which may find that one is
            below the next: no read contradicts what others tell; one sample for all thresholds
phases      SIZE times four thresholds and a loop that tells all their orders, with a way out that no
            values take; one sample for all thresholds
limits-K    SIZE loops one after another that assign one of K thresholds and compare with another
nested-K    the same with each loop in the one before
rounds-K    SIZE loops, each around one that assigns one of K thresholds, with a finite cost
k-min-max   SIZE private reads of which the least and the greatest are kept, then a
            loop that compares with both; one sample for both thresholds"""
import random
import sys

LESS, GREATER_EQUAL = "insample < x", "insample >= x"


class Writer:
    """Writes as it goes: ten million transitions need no memory here."""

    def __init__(self, name, thresholds='"x"', sampling="independent"):
        self.out = sys.stdout
        self.out.write('{"couplet": 1, "name": "%s", "initial": "s0", "sampling": "%s", '
                       '"thresholds": [%s],\n "transitions": [\n' % (name, sampling, thresholds))
        self.first = True

    def transition(self, source, target, guard, output, assign=None):
        self.out.write('%s  {"from": "s%d", "to": "s%d", "guard": "%s", "output": "%s"%s}'
                       % ("" if self.first else ",\n", source, target, guard, output,
                          ', "assign": %s' % assign if assign else ""))
        self.first = False

    def states(self, noise, public=1):
        """The states with their d, the first ones public."""
        public = range(public) if isinstance(public, int) else public
        self.out.write('\n ],\n "states": [\n')
        for i, d in enumerate(noise):
            self.out.write('%s  {"name": "s%d", "input": "%s", "d": "%s"}'
                           % (",\n" if i else "", i, "public" if i in public else "private", d))
        self.out.write("\n ]}\n")


def write_random(size, seed, loops=0.2):
    rng = random.Random(seed)
    n = size // 2
    writer = Writer("random" if loops else "loop-free")
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, n - 1):
        near = min(n - 1, i + rng.randint(1, 100))
        loop = rng.random() < loops
        writer.transition(i, i if loop else near, LESS, "bot")
        assigns = not loop and rng.random() < 0.1
        writer.transition(i, min(n - 1, i + rng.randint(1, 100)), GREATER_EQUAL, "top",
                          '"x"' if assigns else None)
    writer.states(rng.choice(("1/4", "1/2", "3/4", "1")) for _ in range(n))


def write_loop_free(size, seed):
    write_random(size, seed, 0)


def write_chain(size):
    writer = Writer("chain")
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, size - 1):
        writer.transition(i, i + 1, LESS if i % 2 else GREATER_EQUAL, "bot")
    writer.states("1/4" for _ in range(size))


def write_svt(size):
    writer = Writer("svt")
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, size + 1):
        writer.transition(i, i, LESS, "bot")
        writer.transition(i, i + 1, GREATER_EQUAL, "top")
    writer.states("1/2" if i == 0 else "1/%d" % (4 * size) for i in range(size + 2))


def primes():
    found = []
    number = 2
    while True:
        if all(number % p for p in found):
            found.append(number)
            yield number
        number += 1


def write_assignments(name, size, guards, noise):
    writer = Writer(name)
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, size + 1):
        writer.transition(i, i + 1, guards[i % len(guards)], "bot", '"x"')
    writer.states(noise, public=0)


def coprime(count):
    return ("%d/%d" % (i % 7 + 1, p) for i, p in zip(range(count), primes()))


def write_ladder(size):
    write_assignments("ladder", size, (LESS,), coprime(size + 2))


def write_alternating(size):
    write_assignments("alternating", size, (LESS, GREATER_EQUAL), coprime(size + 2))


def write_rough(size, seed):
    rng = random.Random(seed)
    noise = ["%d/%d" % (rng.randint(1, 1000), rng.randint(1, 1000)) for _ in range(size + 2)]
    write_assignments("rough", size, (LESS,), noise)


def fractions(rng, most, count):
    return ["%d/%d" % (rng.randint(1, most), rng.randint(1, most)) for _ in range(count)]


def write_partition(size, seed, most):
    writer = Writer("partition of numbers up to %d" % most)
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, size + 1):
        writer.transition(i, i + 1, LESS, "bot")
        writer.transition(i, i + 1, GREATER_EQUAL, "top")
    noise = fractions(random.Random(seed), most, size + 1)
    writer.states(["1/%d" % 10**30] + noise)


def write_rungs(size, seed, most):
    write_assignments("ladder of numbers up to %d" % most, size, (LESS,),
                      fractions(random.Random(seed), most, size + 2))


def write_links(size, seed, most):
    writer = Writer("chain of numbers up to %d" % most)
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(1, size - 1):
        writer.transition(i, i + 1, LESS if i % 2 else GREATER_EQUAL, "bot")
    writer.states(fractions(random.Random(seed), most, size))


def write_diamond(size):
    writer = Writer("diamond")
    writer.transition(0, 1, "true", "start", '"x"')
    for i in range(size):
        a = 3 * i + 1
        writer.transition(a, a + 1, LESS, "bot")
        writer.transition(a, a + 2, GREATER_EQUAL, "top")
        writer.transition(a + 1, a + 3, GREATER_EQUAL, "top")
        writer.transition(a + 2, a + 3, LESS, "bot")
    noise = ("1", "1/2", "1/3", "1/5")
    writer.states((noise[(i - 1) % 3 + 1 if i else 0] for i in range(3 * size + 2)), public=0)


def write_m_range(m):
    names = ", ".join('"l%d", "r%d"' % (i, i) for i in range(m))
    writer = Writer("m-range %d" % m, names, "shared")
    for i in range(2 * m):
        writer.transition(i, i + 1, "true", "set", '"%s%d"' % ("lr"[i % 2], i // 2))
    end = 3 * m
    for i in range(m):
        here, behind = 2 * m + i, 2 * m + (i + 1) % m
        for literals, target, output in ((">= <", behind, "continue"), (">= >=", end, "top"),
                                         ("< <", end, "bot")):
            low, high = literals.split()
            guard = "insample %s l%d && insample %s r%d" % (low, i, high, i)
            writer.transition(here, target, guard, output)
    writer.states(("1/%d" % (4 * m) if i < 2 * m else "1/4" for i in range(3 * m + 1)), 2 * m)


def write_hubs(size):
    writer = Writer("hubs")
    writer.transition(0, 1, "true", "start", '"x"')
    low, high = 2 * size + 1, 4 * size + 1
    for i in range(1, size + 1):
        writer.transition(i, size + i, GREATER_EQUAL, "top", '"x"')
        if i < size:
            writer.transition(i, i + 1, LESS, "bot")
        writer.transition(size + i, low, LESS, "bot")
        writer.transition(size + i, high, GREATER_EQUAL, "top")
    for first in (low, high):
        for i in range(first, first + size):
            writer.transition(i, i + size, GREATER_EQUAL, "top")
            if i + 1 < first + size:
                writer.transition(i, i + 1, LESS, "bot")
    writer.states("1" if size < i <= 2 * size else "1/1000000000000" for i in range(6 * size + 1))


def write_k_min_max(k):
    writer = Writer("k-min-max %d" % k, '"min", "max"', "shared")
    writer.transition(0, 1, "true", "read", '["min", "max"]')
    above, below, between = ("insample >= max && insample >= min", "insample < max && insample < min",
                             "insample < max && insample >= min")
    for i in range(1, k):
        writer.transition(i, i + 1, above, "read", '"max"')
        writer.transition(i, i + 1, between, "read")
        writer.transition(i, i + 1, below, "read", '"min"')
    writer.transition(k, k + 1, below, "bot")
    writer.transition(k, k + 1, above, "top")
    writer.transition(k, k, between, "continue")
    writer.states(("1/%d" % (4 * k) if i < k else "1/4" for i in range(k + 2)), public=0)


def write_loops(name, size, thresholds, leave):
    """SIZE loops that assign a threshold as long as an answer is below another one, after draws of
    all; leave: where an answer that is not leads from the loop of that number."""
    names = ", ".join('"v%d"' % i for i in range(thresholds))
    writer = Writer("%s of %d thresholds" % (name, thresholds), names)
    for i in range(thresholds):
        writer.transition(i, i + 1, "true", "set", '"v%d"' % i)
    for i in range(size):
        here, low = thresholds + i, i % thresholds
        writer.transition(here, here, "insample < v%d" % low, "below",
                          '"v%d"' % ((i + 1) % thresholds))
        writer.transition(here, thresholds + leave(i), "insample >= v%d" % low, "above")
    writer.states(("1/%d" % (i % 3 + 1) for i in range(thresholds + size + 1)), 0)


def write_limits(size, _, thresholds):
    write_loops("limits", size, thresholds, lambda i: i + 1)


def write_nested(size, _, thresholds):
    """The last loop leads back into the first one, and one in two the same way."""
    write_loops("nested", size, thresholds, lambda i: i + 1 if i % 2 == 0 else (i + 1) % size)


def write_rounds(size, _, thresholds):
    """SIZE times draws of all thresholds, a loop around a loop that assigns one of them, and an answer
    that is compared with it. Whether a round of the inner or of the outer loop comes next is public."""
    names = ", ".join('"v%d"' % i for i in range(thresholds))
    writer = Writer("rounds of %d thresholds" % thresholds, names)
    low, turn, assigned = 0, 1, thresholds - 1
    length = thresholds + 4
    for i in range(size):
        first = i * length
        outer, inner, choice, last = range(first + thresholds, first + length)
        for v in range(thresholds):
            writer.transition(first + v, first + v + 1, "true", "set", '"v%d"' % v)
        writer.transition(outer, inner, "insample < v%d" % low, "in")
        writer.transition(outer, last, "insample >= v%d" % low, "out")
        writer.transition(inner, choice, "insample < v%d" % low, "below", '"v%d"' % assigned)
        writer.transition(inner, last, "insample >= v%d" % low, "above")
        writer.transition(choice, inner, "insample < v%d" % turn, "again")
        writer.transition(choice, outer, "insample >= v%d" % turn, "round")
        writer.transition(last, first + length, "insample < v%d" % assigned, "less")
        writer.transition(last, first + length, "insample >= v%d" % assigned, "more")
    # with two thresholds the one that is assigned tells whose turn it is, and must be public, too
    public = set(range(thresholds)) | {thresholds + 2} | ({3} if thresholds == 2 else set())
    n = size * length + 1
    writer.states(("1/%d" % (i % 3 + 1) for i in range(n)),
                  {i for i in range(n) if i % length in public})


def write_orders(size, private=True):
    names = ", ".join('"v%d"' % i for i in range(size))
    writer = Writer("orders%s" % ("" if private else "-public"), names, "shared")
    pairs = [(i, j) for i in range(size) for j in range(size) if i != j]
    for i in range(size):
        writer.transition(i, i + 1, "true", "set", '"v%d"' % i)
    for i, (low, high) in enumerate(pairs):
        behind = size + (i + 1) % len(pairs)
        writer.transition(size + i, behind, "insample >= v%d && insample < v%d" % (low, high), "in")
        writer.transition(size + i, behind, "insample < v%d" % low, "out")
    n = size + len(pairs)
    if private:
        writer.states(("1" if i < size else "1/2" for i in range(n)), size)
    else:
        writer.states(("1" if i < size else "1/2" for i in range(n)), range(size, n))


def write_orders_public(size):
    write_orders(size, False)


def write_buckets(size):
    names = ", ".join('"v%d"' % i for i in range(size))
    writer = Writer("buckets", names, "shared")
    for i in range(size):
        writer.transition(i, i + 1, "true", "set", '"v%d"' % i)
    for i in range(size - 1):
        here, behind = size + i, size + (i + 1) % (size - 1)
        writer.transition(here, behind, "insample >= v%d && insample < v%d" % (i, i + 1), "in")
        writer.transition(here, behind, "insample < v%d" % i, "out")
    writer.states(("1" if i < size else "1/2" for i in range(2 * size - 1)),
                  range(size, 2 * size - 1))


def write_phases(size):
    """Phase i: draws a, then b above it, c and e; a loop over all pairs; and a way to the leak for
    answers that are above b and below a, of which there are none."""
    names = ", ".join('"%s%d"' % (v, i) for i in range(size) for v in "abce")
    writer = Writer("phases", names, "shared")
    pairs = [(low, high) for low in "abce" for high in "abce" if low != high]
    length = 4 + len(pairs)
    end, leak = size * length, size * length + 1
    public = []
    for i in range(size):
        first = i * length
        loop = first + 4
        writer.transition(first, first + 1, "true", "set", '"a%d"' % i)
        writer.transition(first + 1, first + 2, "insample >= a%d" % i, "set", '"b%d"' % i)
        writer.transition(first + 1, end, "insample < a%d" % i, "low")
        writer.transition(first + 2, first + 3, "true", "set", '"c%d"' % i)
        writer.transition(first + 3, loop, "true", "set", '"e%d"' % i)
        for j, (low, high) in enumerate(pairs):
            here, behind = loop + j, loop + (j + 1) % len(pairs)
            below = "insample < %s%d" % (high, i)
            writer.transition(here, leak if (low, high) == ("b", "a") else behind,
                              "insample >= %s%d && %s" % (low, i, below), "in")
            writer.transition(here, behind, "insample < %s%d && %s" % (low, i, below), "out")
            public.append(here)
        writer.transition(here, first + length if i + 1 < size else end,
                          "insample >= %s%d" % (high, i), "next")
    writer.transition(leak, leak, "true", "insample")
    writer.states(("1" if i % length < 4 else "1/2" for i in range(end + 2)), public)


KINDS = {"random": write_random, "loop-free": write_loop_free, "chain": write_chain,
         "svt": write_svt, "ladder": write_ladder, "alternating": write_alternating,
         "rough": write_rough, "diamond": write_diamond, "hubs": write_hubs,
         "m-range": write_m_range, "orders": write_orders, "orders-public": write_orders_public,
         "buckets": write_buckets, "phases": write_phases, "k-min-max": write_k_min_max}
SEEDED = ("random", "loop-free", "rough")
# of numbers up to what stands after the name
NUMBERED = {"partition": write_partition, "ladder": write_rungs, "chain": write_links,
            "limits": write_limits, "nested": write_nested, "rounds": write_rounds}


def main():
    kind, _, most = (sys.argv + [""])[1].partition("-")
    numbered = kind in NUMBERED and most.isdigit()
    if len(sys.argv) not in (3, 4) or not (numbered or sys.argv[1] in KINDS):
        sys.exit(__doc__)
    size, seed = int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if numbered:
        NUMBERED[kind](size, seed, int(most))
    else:
        KINDS[sys.argv[1]](size, *([seed] if sys.argv[1] in SEEDED else []))


if __name__ == "__main__":
    main()
