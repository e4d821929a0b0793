#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Least d of variants of the Sparse Vector Technique with monotonic queries, gaps, exponential
and discrete noise and snapped answers (threshold d 1/2, queries 1/(4c), public threshold, stop after
c answers), and their evidence before both checkers.

usage: test_kinds.py COUPLET"""
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support")
failures = 0


def check(good, what):
    global failures
    failures += not good
    if not good:
        print("FAILED: " + what)


def technique(c, output="top", adjacency="any", noise="laplace", threshold_noise="laplace",
              redraw=False, snap=None):
    """The automaton that answers `output` to c queries at or above the threshold."""
    ask = {"d": "1/%d" % (4 * c), "d_fresh": "1/4", "noise": noise}
    if snap is not None:
        ask["snap"] = snap
    draw = {"input": "public", "d": "1/2", "noise": threshold_noise}
    states, transitions = [], []
    for i in range(c):
        if i == 0 or redraw:
            states.append(dict(draw, name="draw%d" % i))
            transitions.append({"from": "draw%d" % i, "to": "ask%d" % i, "output": "start",
                                "assign": "x"})
        states.append(dict(ask, name="ask%d" % i))
        behind = ("draw%d" if redraw and i + 1 < c else "ask%d") % (i + 1)
        transitions.append({"from": "ask%d" % i, "to": "ask%d" % i, "guard": "insample < x",
                            "output": "bot"})
        transitions.append({"from": "ask%d" % i, "to": behind, "guard": "insample >= x",
                            "output": output})
    states.append({"name": "ask%d" % c})
    return {"couplet": 1, "name": "svt", "initial": "draw0", "adjacency": adjacency,
            "states": states, "transitions": transitions}


# variant, then the least d with any and with monotonic queries, of c = 1 and 3; None = none
VALUES = [
    ({}, ("1", "1"), ("3/4", "3/4")),
    ({"output": "gap"}, ("1", "1"), ("3/4", "3/4")),
    ({"output": "insample"}, (None, None), (None, None)),
    ({"output": "fresh"}, ("5/4", "7/4"), ("3/4", "5/4")),
    ({"noise": "exponential"}, ("1", "1"), ("3/4", "3/4")),
    ({"noise": "exponential", "threshold_noise": "exponential"}, ("1", "1"), ("3/4", "3/4")),
    ({"noise": "discrete-laplace", "threshold_noise": "discrete-laplace"}, ("1", "1"),
     ("3/4", "3/4")),
    ({"redraw": True}, ("1", "2"), ("3/4", "7/4")),
    ({"output": "fresh", "snap": {"bound": "100", "grid": "1/8"}}, ("5/4", "7/4"), ("3/4", "5/4")),
]


def endless(adjacency):
    """The technique that never stops, threshold and queries 1/2."""
    automaton = technique(1, adjacency=adjacency)
    automaton["states"][1]["d"] = "1/2"
    automaton["transitions"][2]["to"] = "ask0"
    return automaton


def below_exponential():
    """A threshold with exponential noise, a loop on >=, an end at the first <."""
    automaton = technique(1, threshold_noise="exponential")
    for t in automaton["transitions"][1:]:
        t["guard"] = "insample >= x" if t["guard"] == "insample < x" else "insample < x"
    return automaton


def try_floating(couplet, folder, c, at_least):
    """Snapped in floating point: each answer pays B/2^49 more, for some epsilon only."""
    bound = 10 ** 6
    snap = {"bound": str(bound), "grid": "1/8", "floating": True}
    automaton = technique(c, output="fresh", snap=snap)
    cost = Fraction(at_least) + c * Fraction(1, 4) * Fraction(bound, 2 ** 49)
    what = "floating, c = %d" % c
    report = try_one(couplet, folder, automaton, str(cost), what)
    check(report["at_least"] == at_least, "%s: at least %s" % (what, report["at_least"]))
    check(report["epsilon"] == "32 <= epsilon < 64", "%s: for %s" % (what, report.get("epsilon")))
    check(report["stages"][1]["guarantee"] == "upper-bound", what + ": an exact figure")
    # through DOT and back
    dot = os.path.join(folder, "automaton.dot")
    with open(dot, "w", encoding="utf-8") as out:
        subprocess.run([couplet, "convert", "--to", "dot", os.path.join(folder, "automaton.json")],
                       stdout=out, timeout=300, check=True)
    back = subprocess.run([couplet, "convert", "--to", "json", dot], capture_output=True, text=True,
                          timeout=300, check=True)
    states = {s["name"]: s for s in json.loads(back.stdout)["states"]}
    check(states["ask0"]["snap"] == snap, "%s: by DOT to %s" % (what, states["ask0"]["snap"]))
    others = subprocess.run([couplet, "verify", "-j2", "--report", "json", "--deciders", "",
                             "--optimizers", "frontier", dot, dot],
                            capture_output=True, text=True, timeout=300, check=False)
    check(len(others.stdout.splitlines()) == 2, what + ": reports of two processes")
    for line in others.stdout.splitlines():
        report = json.loads(line)
        check(report["epsilon"] == "32 <= epsilon < 64", what + ": another process forgets epsilon")


def showing(adjacency):
    """The technique that shows a new draw of each answer below, without end."""
    automaton = technique(1, adjacency=adjacency)
    automaton["transitions"][1]["output"] = "fresh"
    return automaton


def sharing_nothing(c):
    """A private threshold with d 1, queries with d 1, c answers."""
    automaton = technique(c)
    for state in automaton["states"][:-1]:
        state["d"] = "1"
    automaton["states"][0]["input"] = "private"
    return automaton


def try_one(couplet, folder, automaton, expected, what):
    path = os.path.join(folder, "automaton.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(automaton, out)
    run = subprocess.run([couplet, "verify", "--report", "json", "--evidence", "--self-check=true",
                          "--deciders", "graph", "--optimizers", "frontier", path],
                         capture_output=True, text=True, timeout=300, check=False)
    report = json.loads(run.stdout)
    verdict = "private" if expected is not None else "not-private"
    check(report["verdict"] == verdict, "%s: %s" % (what, report["verdict"]))
    check(report["cost"] == expected, "%s: %s, not %s" % (what, report["cost"], expected))
    pieces = os.path.join(folder, "evidence.json")
    with open(pieces, "w", encoding="utf-8") as out:
        out.write(run.stdout)
    second = subprocess.run([sys.executable, os.path.join(SUPPORT, "evidence_checker.py"), path,
                             pieces], capture_output=True, text=True, timeout=300, check=False)
    check(second.returncode == 0 and "accepted" in second.stdout,
          "%s: %s%s" % (what, second.stdout, second.stderr[-300:]))
    return report


def read_again(mean):
    """Below x, and then, with another mean, above it: where that is possible, not private."""
    states = [{"name": "draw", "input": "public", "d": "1"}, {"name": "ask", "d": "none"},
              {"name": "again", "input": "again", "d": "none", "mu": mean}, {"name": "leak", "d": "1"}, {"name": "end"}]
    transitions = [{"from": "draw", "to": "ask", "output": "start", "assign": "x"},
                   {"from": "ask", "to": "again", "output": "less", "guard": "insample < x"},
                   {"from": "again", "to": "leak", "output": "up", "guard": "insample >= x"},
                   {"from": "leak", "to": "leak", "output": "bot", "guard": "insample < x"},
                   {"from": "leak", "to": "end", "output": "insample", "guard": "insample >= x"}]
    return {"couplet": 1, "name": "again", "initial": "draw", "thresholds": ["x"], "states": states,
            "transitions": transitions}


def try_distances(couplet, folder):
    """With the same mean nothing that leaks can be reached; with another one that is not known."""
    for mean, verdict in (("0", "private"), ("-1", "unknown")):
        path = os.path.join(folder, "again.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(read_again(mean), out)
        run = subprocess.run([couplet, "verify", "-q", "--report", "json", path], capture_output=True, text=True,
                             timeout=300, check=False)
        report = json.loads(run.stdout)
        told = "with another mean, without noise or with exponential noise" in report.get("reason", "")
        check(report["verdict"] == verdict and told == (verdict == "unknown"), "read again: %s" % run.stdout)


def main():
    couplet = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for variant, *costs in VALUES:
            for adjacency, of in zip(("any", "monotonic"), costs):
                for c, cost in zip((1, 3), of):
                    try_one(couplet, folder, technique(c, adjacency=adjacency, **variant), cost,
                            "%s, %s, c = %d" % (variant, adjacency, c))
        try_floating(couplet, folder, 1, "5/4")
        try_floating(couplet, folder, 3, "7/4")
        try_one(couplet, folder, endless("one"), "1/2", "without end, one query")
        try_one(couplet, folder, endless("any"), None, "without end, any queries")
        try_one(couplet, folder, below_exponential(), None, "threshold with exponential noise")
        try_one(couplet, folder, sharing_nothing(1), "4", "private threshold, one answer")
        for adjacency in ("any", "monotonic"):
            try_one(couplet, folder, showing(adjacency), None, "fresh outputs without end")
        try_one(couplet, folder, showing("one"), "1/2", "fresh outputs without end, one query")
        try_distances(couplet, folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
