#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far each method gets: the largest size of two families that it solves
within a limit, doubling (and then halving the step) from 1.

chain: k assignments in a row, each with guard <, noise parameters with pairwise
different denominators; diamond: k times a branch to two states and back, 2^k
paths, a comparison with the one threshold on each.

usage: growth.py COUPLET [--seconds 10] [--largest 65536]"""
import argparse
import json
import os
import platform
import subprocess
import tempfile

METHODS = {
    "graph": ["--deciders", "graph", "--optimizers", ""],
    "z3 strategies": ["--deciders", "z3", "--optimizers", ""],
    "z3 shifts": ["--deciders", "z3", "--optimizers", "", "-o", "z3.encoding=shifts"],
    "frontier": ["--deciders", "", "--optimizers", "frontier"],
    "glpk lp": ["--deciders", "", "--optimizers", "glpk", "-o", "glpk.program-limit=1000000000"],
    "glpk milp": ["--deciders", "", "--optimizers", "glpk", "-o", "glpk.method=milp"],
    "segment adaptive": ["--deciders", "", "--optimizers", "segment"],
    "segment fixed": ["--deciders", "", "--optimizers", "segment", "-o", "segment.strategy=fixed"],
    "weight": ["--deciders", "graph", "--optimizers", "weight"],
}


def automaton(states, transitions):
    return {"couplet": 1, "initial": "q0",
            "states": [{"name": name, "d": d} for name, d in states],
            "transitions": [dict(zip(("from", "to", "guard", "output", "assign"), t))
                            for t in transitions]}


def chain(k):
    states = [("q%d" % i, "%d/%d" % (i % 7 + 1, i % 97 + 3)) for i in range(k + 1)] + [("end", "1")]
    transitions = [("q0", "q1", "true", "start", "x")]
    for i in range(1, k + 1):
        transitions.append(("q%d" % i, "q%d" % (i + 1) if i < k else "end", "insample < x", "bot", "x"))
    return automaton(states, transitions)


def diamond(k):
    states, transitions = [("q0", "1")], [("q0", "a0", "true", "start", "x")]
    for i in range(k):
        states += [("a%d" % i, "1/2"), ("b%d" % i, "1/3"), ("c%d" % i, "1/5")]
        transitions += [("a%d" % i, "b%d" % i, "insample < x", "bot"),
                        ("a%d" % i, "c%d" % i, "insample >= x", "top"),
                        ("b%d" % i, "a%d" % (i + 1), "insample >= x", "top"),
                        ("c%d" % i, "a%d" % (i + 1), "insample < x", "bot")]
    states.append(("a%d" % k, "1"))
    return automaton(states, transitions)


def solves(couplet, path, options, seconds):
    """Whether the method answers within the limit."""
    try:
        result = subprocess.run([couplet, "verify", "-q", "--report", "json", *options, path],
                                capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    if result.returncode not in (0, 10, 11):
        return False
    stage = json.loads(result.stdout)["stages"][-1]
    return stage.get("cost") is not None or (stage["kind"] == "decider" and
                                             stage["verdict"] != "unknown")


def largest(couplet, folder, family, options, seconds, most):
    def good(k):
        path = os.path.join(folder, "automaton.json")
        with open(path, "w") as out:
            json.dump(family(k), out)
        return solves(couplet, path, options, seconds)

    low, step = 0, 1
    while low < most and good(min(most, low + step)):
        low = min(most, low + step)
        step *= 2
    while step > max(1, low // 10):
        step //= 2
        if low + step <= most and good(low + step):
            low += step
    return low


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("couplet")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--largest", type=int, default=65536)
    a = parser.parse_args()
    couplet = os.path.abspath(a.couplet)
    version = subprocess.run([couplet, "--version"], capture_output=True, text=True).stdout.strip()
    print("%s; %s, %d cores; largest size within %g s (at most %d tried)"
          % (version, platform.machine(), os.cpu_count(), a.seconds, a.largest))
    print("%-18s %10s %10s" % ("method", "chain", "diamond"))
    with tempfile.TemporaryDirectory() as folder:
        for name, options in METHODS.items():
            sizes = [largest(couplet, folder, family, options, a.seconds, a.largest)
                     for family in (chain, diamond)]
            print("%-18s %10d %10d" % (name, *sizes), flush=True)


if __name__ == "__main__":
    main()
