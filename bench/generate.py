#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Large automata for the benchmarks, written as JSON to standard output.

usage: generate.py random|chain|svt SIZE [SEED]

random: about SIZE transitions, private: forward branches with the same strategy
everywhere, so that a finite cost exists; chain: SIZE states in a row; svt: the
Sparse Vector Technique with SIZE allowed answers."""
import random
import sys


class Writer:
    def __init__(self, name):
        self.out = sys.stdout
        self.out.write('{"couplet": 1, "name": "%s", "initial": "s0", "thresholds": ["x"],\n'
                       ' "transitions": [\n' % name)
        self.first = True

    def transition(self, source, target, guard, output, assign=False):
        self.out.write("%s  {\"from\": \"s%d\", \"to\": \"s%d\", \"guard\": \"%s\", \"output\": \"%s\"%s}"
                       % ("" if self.first else ",\n", source, target, guard, output,
                          ', "assign": "x"' if assign else ""))
        self.first = False

    def states(self, noise):
        self.out.write('\n ],\n "states": [\n')
        for i, d in enumerate(noise):
            self.out.write('%s  {"name": "s%d", "input": "%s", "d": "%s"}'
                           % (",\n" if i else "", i, "public" if i == 0 else "private", d))
        self.out.write("\n ]}\n")


LESS, GREATER_EQUAL = "insample < x", "insample >= x"


def write_random(size, seed):
    rng = random.Random(seed)
    n = size // 2
    writer = Writer("random")
    writer.transition(0, 1, "true", "start", True)
    for i in range(1, n - 1):
        near = min(n - 1, i + rng.randint(1, 100))
        loop = rng.random() < 0.2
        writer.transition(i, i if loop else near, LESS, "bot")
        assigns = not loop and rng.random() < 0.1
        writer.transition(i, min(n - 1, i + rng.randint(1, 100)), GREATER_EQUAL, "top", assigns)
    writer.states(rng.choice(("1/4", "1/2", "3/4", "1")) for _ in range(n))


def write_chain(size):
    writer = Writer("chain")
    writer.transition(0, 1, "true", "start", True)
    for i in range(1, size - 1):
        writer.transition(i, i + 1, LESS if i % 2 else GREATER_EQUAL, "bot")
    writer.states("1/4" for _ in range(size))


def write_svt(size):
    writer = Writer("svt")
    writer.transition(0, 1, "true", "start", True)
    for i in range(1, size + 1):
        writer.transition(i, i, LESS, "bot")
        writer.transition(i, i + 1, GREATER_EQUAL, "top")
    writer.states("1/2" if i == 0 else "1/%d" % (4 * size) for i in range(size + 2))


def main():
    kind, size = sys.argv[1], int(sys.argv[2])
    if kind == "random":
        write_random(size, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    elif kind == "chain":
        write_chain(size)
    elif kind == "svt":
        write_svt(size)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
