#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet check` and evidence written by hand: orders, factors, strategies, messages.

usage: test_check.py COUPLET AUTOMATA-FOLDER DOCS-FOLDER"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

from checks import Checks

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import evidence_checker as second  # noqa: E402

SVT = {"couplet": 1, "name": "svt", "initial": "q0", "states": [
    {"name": "q0", "input": "public", "d": "1/2"}, {"name": "q1", "d": "1/4"}, {"name": "q2"}],
    "transitions": [{"from": "q0", "to": "q1", "output": "start", "assign": "x"},
                    {"from": "q1", "to": "q1", "guard": "insample < x", "output": "bot"},
                    {"from": "q1", "to": "q2", "guard": "insample >= x", "output": "top"}]}

# min is drawn, max too; which is which shows at q2, and once it has shown, the other way
# round cannot be taken
RANGE = {"couplet": 1, "name": "range", "initial": "q0", "thresholds": ["u", "v"],
         "sampling": "shared", "states": [
             {"name": "q0", "input": "public", "d": "1/2"},
             {"name": "q1", "input": "public", "d": "1/3"}, {"name": "q2", "d": "1/4"},
             {"name": "q3", "d": "1"}, {"name": "q4"}],
         "transitions": [
             {"from": "q0", "to": "q1", "output": "a", "assign": "u"},
             {"from": "q1", "to": "q2", "output": "b", "assign": "v"},
             {"from": "q2", "to": "q3", "guard": "insample >= u && insample < v", "output": "in"},
             {"from": "q3", "to": "q4", "guard": "insample < u && insample >= v", "output": "no"}]}

# two thresholds with samples of their own
PAIR = {"couplet": 1, "name": "pair", "initial": "q0", "thresholds": ["u", "v"], "states": [
    {"name": "q0", "input": "public", "d": "1/2"}, {"name": "q1", "input": "public", "d": "1/3"},
    {"name": "q2", "d": {"u": "1/4", "v": "1/5"}}, {"name": "q3"}],
    "transitions": [
        {"from": "q0", "to": "q1", "output": "a", "assign": "u"},
        {"from": "q1", "to": "q2", "output": "b", "assign": "v"},
        {"from": "q2", "to": "q2", "guard": "insample < u", "output": "low"},
        {"from": "q2", "to": "q3", "guard": "insample >= u && insample < v", "output": "in"}]}


# at q2 and at q3 loops assign v, which is compared last: they may be paid for
PAYING = {"couplet": 1, "name": "paying", "initial": "q0", "thresholds": ["u", "v"], "states": [
    {"name": "q0", "input": "public", "d": "1/2"}, {"name": "q1", "input": "public", "d": "1/3"},
    {"name": "q2", "d": {"u": "1/4", "v": "1/5"}}, {"name": "q3", "d": {"u": "1/3", "v": "1/5"}},
    {"name": "q4"}],
    "transitions": [
        {"from": "q0", "to": "q1", "output": "a", "assign": "u"},
        {"from": "q1", "to": "q2", "output": "b", "assign": "v"},
        {"from": "q2", "to": "q2", "guard": "insample < u", "output": "low", "assign": "v"},
        {"from": "q2", "to": "q3", "guard": "insample >= u", "output": "up"},
        {"from": "q3", "to": "q3", "guard": "insample >= u", "output": "high", "assign": "v"},
        {"from": "q3", "to": "q4", "guard": "insample < u && insample >= v", "output": "end"}]}


def vector(*factors):
    return [{"over": list(over), "values": values} for over, values in factors]


def bound(name, cost, *entries):
    return {"couplet_evidence": 1, "kind": "bound", "automaton": name, "cost": cost,
            "entries": list(entries)}


SVT_BOUND = bound("svt", "1",
                  {"state": "q0", "vectors": [[]]},
                  {"state": "q1", "vectors": [vector(("x", [None, None, "1/2"]))]},
                  {"state": "q2", "vectors": [vector(("", ["1"]))]})

# at q3 it is known that u < v, so that q3 -> q4 is not taken and q4 needs no entry
RANGE_BOUND = bound("range", "1/4",
                    {"state": "q0", "vectors": [[]]},
                    {"state": "q1", "vectors": [vector(("u", ["1/2", "0", "1/2"]))]},
                    {"state": "q2", "vectors": [vector(("u", ["1/2", "0", "1/2"]),
                                                       ("v", ["1/3", "0", "1/3"]))]},
                    {"state": "q3", "order": [["u", "v"]], "vectors": [vector(("", ["1/4"]))]})

# the shift of u is forced to 1 by the loop; v stays apart from it until the end
PAIR_BOUND = bound("pair", "29/30",
                   {"state": "q0", "vectors": [[]]},
                   {"state": "q1", "vectors": [vector(("u", ["1/2", "0", "1/2"]))]},
                   {"state": "q2", "vectors": [
                       vector(("u", ["1/2", "0", "1/2"]), ("v", ["1/3", "0", "1/3"])),
                       vector(("u", [None, None, "1/2"]), ("v", ["1/3", "0", "1/3"]))]},
                   {"state": "q3", "vectors": [vector(("", ["1"]))]})

CLASSES = {"couplet_evidence": 1, "kind": "strategy", "automaton": "svt", "classes": [
    {"assignment": {"from": "q0", "transition": 0}, "next": None, "left": [1], "shift": "1"}]}

# u and v each with classes of their own; at q3 both are drawn again, u not above what it was
REDRAWN = {"couplet": 1, "name": "redrawn", "initial": "q0", "thresholds": ["u", "v"], "states": [
    {"name": "q0", "input": "public", "d": "1/2"}, {"name": "q1", "d": "1/3"},
    {"name": "q2", "d": "1/4"}, {"name": "q3", "d": "1/5", "d_fresh": "1/5"}, {"name": "q4"}],
    "transitions": [
        {"from": "q0", "to": "q1", "output": "a", "assign": "u"},
        {"from": "q1", "to": "q2", "output": "b", "assign": "v"},
        {"from": "q2", "to": "q2", "guard": "insample < v", "output": "low"},
        {"from": "q2", "to": "q3", "guard": "insample >= v && insample < u", "output": "c",
         "assign": "u"},
        {"from": "q3", "to": "q3", "guard": "insample < u", "output": "low"},
        {"from": "q3", "to": "q4", "guard": "insample >= u && insample < v", "output": "in"}]}


def begins(threshold, state, transition, next_state=None, next_transition=None):
    """A class of segments with shift 1."""
    after = {"from": next_state, "transition": next_transition} if next_state else None
    return {"threshold": threshold, "assignment": {"from": state, "transition": transition},
            "next": after, "left": [1], "shift": "1"}


REDRAWN_CLASSES = {"couplet_evidence": 1, "kind": "strategy", "automaton": "redrawn", "classes": [
    dict(begins("u", "q0", 0, "q2", 1), left=[-1, 0, 1]), begins("u", "q2", 1), begins("v", "q1", 0)]}

# the sample for v is output again and again before v is assigned
SHOWN = {"couplet": 1, "name": "shown", "initial": "q0", "thresholds": ["u", "v"], "states": [
    {"name": "q0", "input": "public", "d": "1/2"}, {"name": "q1", "d": "1/3"}, {"name": "q2"}],
    "transitions": [
        {"from": "q0", "to": "q1", "output": "a", "assign": "u"},
        {"from": "q1", "to": "q1", "guard": "insample < u", "output": "insample(v)"},
        {"from": "q1", "to": "q2", "guard": "insample >= u", "output": "b", "assign": "v"}]}
SHOWN_CLASSES = {"couplet_evidence": 1, "kind": "strategy", "automaton": "shown", "classes": [
    begins("u", "q0", 0), begins("v", "q1", 1)]}


def strategy(name, steps, cost=None):
    return {"couplet_evidence": 1, "kind": "strategy", "automaton": name, "cost": cost,
            "path": steps}


def path(*shifts):
    outputs = ["start", "bot", "top"]
    return strategy("svt", [{"output": o, "shift": g} for o, g in zip(outputs, shifts)])


def walk(kind, name, cost, *steps):
    return {"couplet_evidence": 1, "kind": kind, "automaton": name, "cost": cost,
            "walk": [dict(output=o, difference=D, **more) for o, D, more in steps]}


def step(output, D, **more):
    return dict(output=output, difference=D, **more)


def loop(*items, **more):
    return dict(loop=list(items), **more)


def looping(kind, *items, **more):
    return dict({"couplet_evidence": 1, "kind": kind, "walk": [step("a", 0), step("b", 0), *items]},
                **more)


def nested(depth):
    return loop(step("low", 1) if depth == 1 else nested(depth - 1))


def changed(evidence, *place, to):
    result = json.loads(json.dumps(evidence))
    part = result
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = to
    return result


# with u at 1 low is free, with u at -1 high is: no shift gets through both loops
LOW, HIGH = loop(step("low", 1), raises="1/4"), loop(step("high", -1), raises="1/3")
UNBOUNDED = looping("unbounded", LOW, step("up", 1), HIGH)

ACCEPTED = [
    (PAYING, UNBOUNDED, "paths cost more and more, without end, as the loops are repeated"),
    (PAYING, looping("unbounded", loop(step("low", 1)), step("up", 1), loop(step("high", -1))),
     "paths cost more and more, without end"),
    (PAYING, looping("unbounded", nested(4), step("up", 1), HIGH), "paths cost more and more"),
    (PAYING, looping("unbounded", loop(step("low", 1), LOW, step("low", -1), raises="1/8"),
                     step("up", 0), loop(HIGH)), "paths cost more and more"),
    (PAYING, looping("attained", LOW, cost="1/2"), "no strategy costs less than 1/2"),
    # a turn costs 1/4 where u does not shift, and 1/2 where it is to shift by 1
    (PAYING, looping("attained", step("low", 1), cost="1/4"), "no strategy costs less than 1/4"),
    (SVT, SVT_BOUND, "every path costs at most 1"),
    (SVT, changed(SVT_BOUND, "cost", to="3/2"), "every path costs at most 3/2 (1.5)"),
    (RANGE, RANGE_BOUND, "every path costs at most 1/4"),
    (PAIR, changed(PAIR_BOUND, "cost", to="1"), "every path costs at most 1"),
    (SVT, walk("attained", "svt", "1", ("start", 0, {}), ("bot", 1, {}), ("top", -1, {})),
     "no strategy costs less than 1"),
    (SVT, walk("attained", "svt", "1", ("start", 0, {"shift": 1}), ("bot", 1, {"shift": 1}),
               ("top", -1, {"shift": 1})), "no strategy costs less than 1"),
    (SVT, path("1", "D", {"-1": "1", "1": "1"}), "a valid strategy for this path, which costs 1"),
    (SVT, path("1", "D", {"-1": 1, "1": 1}), "which costs 1"),
    (SVT, strategy("svt", [{"to": "q1", "shift": "1/2"}, {"to": "q2", "shift": "1/2"}], "5/8"),
     "which costs 5/8 (0.625)"),
    (SVT, CLASSES, "every path has a valid strategy"),
    (SVT, changed(CLASSES, "classes", 0, "threshold", to="x"), "every path has a valid strategy"),
    (REDRAWN, REDRAWN_CLASSES, "every path has a valid strategy"),
    (changed(SHOWN, "states", 1, "input", to="public"), SHOWN_CLASSES,
     "every path has a valid strategy"),
    (PAIR, walk("attained", "pair", "0", ("a", 0, {}), ("b", 0, {}), ("in", 0, {})),
     "no strategy costs less than 0"),
    (PAIR, strategy("pair", [{"output": "a", "shifts": {"u": "0"}},
                             {"output": "b", "shifts": {"v": "0"}},
                             {"output": "in", "shifts": {"u": {"-1": "0", "1": "1"},
                                                         "v": {"-1": "-1", "1": "0"}}}]),
     "which costs 1/4 (0.25)"),
]

REJECTED = [
    (PAYING, looping("unbounded", LOW, step("up", 1)),
     "turns of its loops do not raise the cost of all ways without end; the least cost is 1/2"),
    (PAYING, looping("unbounded", step("low", 1), step("up", 1), HIGH),
     "turns of its loops do not raise the cost of all ways without end; the least cost is 1"),
    (PAYING, looping("unbounded", LOW, step("up", 1), loop(step("high", 1))),
     "turns of its loops do not raise the cost of all ways"),
    (PAYING, looping("unbounded", loop(step("low", 1), raises="1/3"), step("up", 1), HIGH),
     "loop 1 (state q2): a turn does not always raise the loss by as much as it says"),
    (PAYING, looping("unbounded", LOW, step("up", 1), loop(step("high", -1), raises="0")),
     "loop 2 (state q3): a turn does not always raise the loss by as much as it says"),
    (PAYING, looping("unbounded", LOW, loop(step("up", 1)), HIGH),
     "step 4 (state q3, transition 'q2 -> q3 on insample >= u, output up', D = +1): "
     "the walk is not at that state"),
    (PAYING, looping("attained", LOW, cost="3/4"), "the least cost on this walk is 1/2"),
    (PAYING, looping("attained", loop(step("low", 1, shifts={"u": 1, "v": 1})), cost="1/2"),
     "shifts are given, but a loop has others on each turn"),
    (PAYING, looping("attained", LOW, cost=None), "it names no cost"),
    (SVT, changed(SVT_BOUND, "cost", to="3/4"),
     "entry 3 (state q2): vector 1: its least value 1 is above the cost"),
    (SVT, changed(SVT_BOUND, "cost", to=None), "it names no cost"),
    (SVT, changed(SVT_BOUND, "entries", 2, "vectors", 0, 0, "values", to=["3/4"]),
     "entry 2 (state q1, transition 'q1 -> q2 on insample >= x, output top', D = -1): vector 1: "
     "what it leads to is not below any vector kept there"),
    (SVT, changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "values", to=[None, "0", "1/2"]),
     "state q1, transition 'q1 -> q1 on insample < x, output bot', D = +1"),
    (SVT, changed(SVT_BOUND, "entries", to=SVT_BOUND["entries"][:2]), "state q2 has no entry"),
    (SVT, changed(SVT_BOUND, "entries", to=SVT_BOUND["entries"][1:]),
     "the initial state has no entry"),
    (SVT, changed(SVT_BOUND, "entries", 1, "vectors", to=[[]]),
     "it compares with a threshold that was minimised out"),
    (SVT, changed(SVT_BOUND, "entries", 1, "order", to=[]), None),
    (RANGE, changed(RANGE_BOUND, "entries", 3, "order", to=[["v", "u"]]), "state q3 has no entry"),
    (RANGE, changed(RANGE_BOUND, "entries", 3, "order", to=[]), "state q4 has no entry"),
    (RANGE, changed(RANGE_BOUND, "entries", 3, "equal", to=[["u", "v"]]),
     "its order says two things of one pair"),
    (RANGE, changed(RANGE_BOUND, "entries", 2, "order", to=[["u", "v"]]), "state q2 has no entry"),
    (PAIR, changed(PAIR_BOUND, "entries", 2, "order", to=[["u", "v"]]),
     "it has an order, which only shared sampling of several thresholds and draws without noise reveal"),
    (PAIR, PAIR_BOUND, "its least value 1 is above the cost"),
    (SVT, walk("attained", "svt", "3/4", ("start", 0, {}), ("bot", 1, {}), ("top", -1, {})),
     "the least cost on this walk is 1"),
    (SVT, walk("attained", "svt", None, ("start", 0, {})), "it names no cost"),
    (SVT, walk("attained", "svt", "0", ("start", 1, {})),
     "the inputs of a public state do not differ"),
    (SVT, walk("violation", "svt", None, ("start", 0, {}), ("bot", 1, {}), ("top", -1, {})),
     "a strategy is left on this walk; the least cost is 1"),
    (SVT, walk("attained", "svt", "1", ("start", 0, {"shift": 1}), ("bot", 1, {}), ("top", -1, {})),
     "step 2 (state q1, transition 'q1 -> q1 on insample < x, output bot', D = +1): a shift is missing"),
    (SVT, walk("attained", "svt", "1", ("start", 0, {"shift": 1}), ("bot", 1, {"shift": 0}),
               ("top", -1, {"shift": 1})), "the sample has to shift by D"),
    (SVT, walk("attained", "svt", "1", ("start", 0, {"shift": 0}), ("bot", 1, {"shift": 1}),
               ("top", -1, {"shift": 1})), "the shift given breaks a condition of the guard"),
    (SVT, walk("attained", "svt", "1/4", ("start", 0, {"shift": 1}), ("top", -1, {"shift": 1})),
     "the shifts given cost 1"),
    (RANGE, walk("attained", "range", "0", ("a", 0, {}), ("b", 0, {}), ("in", -1, {}), ("no", 1, {})),
     "it contradicts the order of the thresholds"),
    (SVT, path("0", "0"), "D = -1): rule 5: it can repeat, but the shift is not D"),
    (SVT, path("0", "1"), "rule 1: insample < x, but its shift 1 may be above that of x, 0"),
    (SVT, path("1", "D", "0"), "rule 2: insample >= x, but its shift 0 may be below that of x, 1"),
    (SVT, path("1", "D", {"1": "1"}), "the shift of a sample it uses is missing"),
    (SVT, path("1", "D"), None),
    (SVT, path("2"), "a shift is not between -1 and 1"),
    (SVT, path("-2"), "a shift is not between -1 and 1"),
    (changed(SVT, "transitions", 2, "output", to="insample"),
     strategy("svt", [{"output": "start", "shift": "-1"}, {"transition": 1, "shift": "-1"}]),
     "rule 3: the sample is output, but its shift is not 0"),
    (changed(changed(SVT, "transitions", 1, "output", to="fresh"), "states", 1, "d_fresh", to="1/4"),
     strategy("svt", [{"output": "start", "shift": "1"}, {"transition": 0, "shift": "D"}]),
     "rule 6: it can repeat, but outputs a fresh sample of a private input"),
    (changed(changed(SVT, "transitions", 2, "output", to="fresh"), "states", 1, "d_fresh", to="none"),
     strategy("svt", [{"output": "start", "shift": "1"}, {"transition": 1, "shift": "1"}]),
     "it outputs a private input without noise"),
    (SVT, strategy("svt", path("1", "D", "1")["path"], "1/2"),
     "the strategy is valid, but costs 1"),
    (SVT, changed(CLASSES, "classes", 0, "shift", to="0"), "its shift is not among those left"),
    (SVT, changed(CLASSES, "classes", 0, "left", to=[0, 1]),
     "a segment that comes to state q1 has no class"),
    (SVT, changed(CLASSES, "classes", 0, "assignment", to={"from": "q1", "transition": 0}),
     "class 1 (state q1, transition 'q1 -> q1 on insample < x, output bot'): it does not assign"),
    (SVT, changed(CLASSES, "cost", to="1"), "not what it costs"),
    (REDRAWN, changed(REDRAWN_CLASSES, "classes", 0, "shift", to="1/2"),
     "class 1 (state q0, transition 'q0 -> q1 on true, output a, u := insample'): its shift does not fit "
     "that of class 2, which follows"),
    (REDRAWN, changed(REDRAWN_CLASSES, "classes", 1, "threshold", to="v"),
     "class 2 (state q2, transition 'q2 -> q3 on insample < u && insample >= v, output c, u := insample'): "
     "it does not assign"),
    (REDRAWN, changed(REDRAWN_CLASSES, "classes", to=REDRAWN_CLASSES["classes"][:2]),
     "a segment that comes to state q2 has no class for threshold v"),
    (SHOWN, SHOWN_CLASSES, "state q1, transition 'q1 -> q1 on insample < u, output insample(v)': "
     "no shift obeys the rules for every D"),
    (changed(REDRAWN, "states", 1, "d", to="none"), REDRAWN_CLASSES,
     "the assignment cannot give its shift"),
    (changed(RANGE, "name", to="redrawn"), changed(REDRAWN_CLASSES, "classes", to=[begins("u", "q0", 0)]),
     "classes of segments are not for thresholds that share samples"),
]

UNREADABLE = [
    ("", "there is no evidence in it"),
    (changed(SVT_BOUND, "kind", to="unbound"), "unknown kind 'unbound'; expected bound, attained, "
     "violation, strategy, unbounded, shifts or weights"),
    (walk("unbounded", "svt", None, ("begin", 0, {})), "no such transition leaves state 'q0'"),
    (dict(couplet_evidence=1, kind="violation", walk=[loop(step("start", 0))]),
     "a loop, which only 'attained' and 'unbounded' have"),
    (dict(couplet_evidence=1, kind="unbounded", walk=[loop()]), "'loop' is empty"),
    (dict(couplet_evidence=1, kind="unbounded", walk=[{"loop": 3}]), "'loop' is not a list"),
    (dict(couplet_evidence=1, kind="unbounded", walk=[loop(step("start", 0), raises=0.5)]),
     "a number is not a text"),
    (dict(couplet_evidence=1, kind="unbounded", walk=[loop(step("start", 0), rises="1")]),
     "unknown key 'rises'; did you mean 'raises'?"),
    (dict(couplet_evidence=1, kind="unbounded", walk=[nested(17)]),
     "more than 16 loops within loops"),
    ("[]", "there is no evidence in it"),
    ("{", "evidence:1:"),
    ("\n\n nonsense", "evidence:3:"),
    ('"text"', "evidence:1: evidence 1: it is not an object"),
    ("[3]", "evidence 1: it is not an object"),
    ("{}", "'kind' is missing"),
    ('{"kind": "bond"}', "unknown kind 'bond'"),
    ('{"kind": "bound"}', "'couplet_evidence' is not 1"),
    (changed(SVT_BOUND, "couplet_evidence", to=2), "'couplet_evidence' is not 1"),
    (changed(SVT_BOUND, "automaton", to="other"), "it is about automaton 'other', not 'svt'"),
    (changed(SVT_BOUND, "automaton", to=1), "'automaton' is not a text"),
    (changed(SVT_BOUND, "entrys", to=[]), "unknown key 'entrys'; did you mean 'entries'?"),
    (changed(SVT_BOUND, "cost", to="1/0"), "1/0"),
    (changed(SVT_BOUND, "input", to=3), "'input' is not an object"),
    (changed(SVT_BOUND, "input", to={"sha": ""}), "unknown key 'sha'"),
    (changed(SVT_BOUND, "input", to={"sha256": 3}), "'sha256' of its input is not a text"),
    (changed(SVT_BOUND, "input", to={"sha256": "", "file": 3}), "'file' of its input is not a text"),
    (changed(SVT_BOUND, "input", to={"sha256": "", "parameters": 3}),
     "'parameters' of its input is not an object"),
    (changed(SVT_BOUND, "input", to={"sha256": "", "parameters": {"c": 3}}),
     "a parameter of its input is not a text"),
    (changed(SVT_BOUND, "cost", to=0.5), "a number is not a text such as \"5/4\""),
    (changed(SVT_BOUND, "entries", to={}), "'entries' is not a list"),
    (changed(SVT_BOUND, "entries", 1, to=3), "entry 2: an entry is not an object"),
    (changed(SVT_BOUND, "entries", 1, "state", to="q9"),
     "entry 2: the automaton has no state 'q9'"),
    (changed(SVT_BOUND, "entries", 1, "state", to=None), "entry 2: the name of a state is missing"),
    (changed(SVT_BOUND, "entries", 1, "vectors", to=None), "'vectors' is not a list"),
    (changed(SVT_BOUND, "entries", 1, "vectors", to=[3]), "vector 1 is not a list of factors"),
    (changed(SVT_BOUND, "entries", 1, "vectors", to=[[3]]), "a factor is not an object"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "over", to="x"),
     "'over' is not a list of thresholds"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "over", to=["z"]),
     "the automaton has no threshold 'z'"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "over", to=[1]),
     "the name of a threshold is not a text"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "over", to=["x"] * 11),
     "a factor over more than 10 thresholds"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "over", to=["x", "x"]),
     "threshold 'x' stands in two places of a vector"),
    (changed(SVT_BOUND, "entries", 1, "vectors", 0, 0, "values", to=["1"]),
     "a factor over 1 thresholds has 3 values, not 1"),
    (changed(SVT_BOUND, "entries", 1, "order", to="x"), "'order' is not a list"),
    (changed(SVT_BOUND, "entries", 1, "order", to=[["x"]]), "'order' is not a list of pairs"),
    (changed(SVT_BOUND, "entries", 1, "equal", to=[["x", "x"]]),
     "'equal' relates a threshold to itself"),
    (walk("attained", "svt", "1", ("begin", 0, {})),
     "step 1: no such transition leaves state 'q0'"),
    (walk("attained", "svt", "1", ("start", 2, {})),
     "'difference' is not a whole number from -1 to 1"),
    (walk("attained", "svt", "1", ("start", 0, {"shift": 2})),
     "'shift' is not a whole number from -1 to 1"),
    (walk("attained", "svt", "1", ("start", 0, {"shifts": {}})),
     "'shifts' where a state has one sample; give 'shift'"),
    (walk("attained", "svt", "1", ("start", 0, {"from": "q1"})),
     "the step leaves state 'q1', but the walk is at 'q0'"),
    (walk("attained", "svt", "1", ("start", 0, {"transition": 1})),
     "'transition' is not a whole number from 0 to 0"),
    (changed(walk("attained", "svt", "1"), "walk", to=[3]), "a step is not an object"),
    (changed(walk("attained", "svt", "1", ("start", 0, {})), "walk", 0, to={"difference": 0, "too": 1}), "unknown key 'too'; did you mean 'to'?"),
    (strategy("svt", [{"output": "start", "shift": "1"}, {"from": "q1"}]),
     "several such transitions leave state 'q1'"),
    (strategy("svt", path("1", "0", "0")["path"] + [{"transition": 0}]),
     "no transition leaves state 'q2'"),
    (strategy("svt", [3]), "a step is not an object"),
    (path("E"), "step 1: "),
    (path({"2": "1"}), "unknown key '2'"),
    (changed(CLASSES, "path", to=[]), "both 'classes' and 'path'"),
    (changed(CLASSES, "classes", to=[]), "'classes' is empty"),
    (changed(CLASSES, "classes", 0, to=3), "a class is not an object"),
    (changed(CLASSES, "classes", 0, "assignment", to=3), "a transition is not an object"),
    (changed(CLASSES, "classes", 0, "left", to=[2]), "'left' is not a whole number from -1 to 1"),
    ('{"couplet_evidence": 1, "couplet_evidence": 1, "kind": "bound"}', "key 'couplet_evidence' stands twice"),
]


class Files:
    def __init__(self, folder):
        self.folder = folder

    def write(self, name, content):
        path_of = os.path.join(self.folder, name)
        with open(path_of, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return path_of


def check_by_hand(checks, files):
    for cases, accepted in ((ACCEPTED, True), (REJECTED, False)):
        for automaton, evidence, words in cases:
            accepted_here = accepted or words is None
            got, output, error = checks.run("check", files.write("a.json", automaton),
                                            files.write("evidence", evidence))
            word = ": accepted: " if accepted_here else ": rejected: "
            checks.check(got == (0 if accepted_here else 7) and word in output and
                         (words or "") in output,
                         "%s\n  expected %s\n  got %d %s%s" % (evidence, words, got, output, error))
            checks.check((second.check(second.Automaton(automaton), evidence) is None) ==
                         accepted_here, "the second checker: %s" % evidence)


def check_limits(checks, files):
    """What is too large to check is neither accepted nor rejected, and says so."""
    def gives_up(automaton, evidence, words):
        got, output, error = checks.run("check", files.write("a.json", automaton),
                                        files.write("evidence", evidence))
        checks.check(got == 11 and words in output and "neither accepted nor rejected" in output,
                     "%s: %d %.300s %.300s" % (words, got, output, error))

    long = [["1/%d" % (10 ** 4000 + 2 * i + 1)] * 3 for i in range(180)]
    gives_up(SVT, changed(SVT_BOUND, "entries", 1, "vectors",
                         to=[vector(("x", values)) for values in long]),
            "the common denominator of its numbers is too long")
    names = ["v%d" % i for i in range(11)]
    tied = shared(names, " && ".join("insample < " + v for v in names))
    apart = [vector(*(([v], ["1", "0", "1"]) for v in names[:i])) for i in range(12)]
    entries = [{"state": "q%d" % i, "vectors": [v]} for i, v in enumerate(apart)]
    gives_up(tied, bound("many", "0", *entries, {"state": "q12", "vectors": [[]]}),
            "it ties more thresholds than a factor may have")
    gives_up(tied, walk("attained", "many", "0", *[("a", 0, {})] * 11, ("b", 0, {})),
             "it ties more thresholds than a factor may have")
    begin = [step("a", 0)] * 11
    looping = changed(tied, "transitions", 11, "to", to="q11")
    for kind, loop, status, words in (  # loops that assign nothing are free or impossible at each threshold
            ("attained", {"loop": [step("b", 0)]}, 0, ": accepted: "),
            ("attained", {"loop": [{"loop": [step("b", 0)]}, step("b", 0)]}, 0, ": accepted: "),
            ("unbounded", {"loop": [step("b", 0)], "raises": "1"}, 7, "turns of its loops do not raise the cost")):
        got, output, error = checks.run(
            "check", files.write("a.json", looping), files.write("evidence", dict(
                walk(kind, "many", "0" if kind == "attained" else None), walk=begin + [loop])))
        checks.check(got == status and words in output, "%s: %d %.300s %.300s" % (words, got, output, error))
    names = names[:5]
    there = shared(names, " && ".join("insample < " + v for v in names))
    there["states"][5:] = [{"name": "q5", "d": "1"}, {"name": "q6", "d": "1"}]
    there["transitions"].append({"from": "q6", "to": "q5", "output": "c",
                                 "guard": " && ".join("insample >= " + v for v in names)})
    turn = {"loop": [step("b", 1), step("c", -1)], "raises": "1"}
    gives_up(there, dict(walk("unbounded", "many", None), walk=begin[:5] + [turn]),
             "a loop that says what it raises is about too many thresholds")
    names = ["v%d" % i for i in range(1000)]
    gives_up(shared(names, "insample < v0"), bound("many", "0", *[{"state": "q0", "vectors": []}] * 1100),
            "too many orders of the thresholds are possible")


def shared(names, guard):
    """All thresholds are drawn, one after the other; then comes guard."""
    n = len(names)
    return {"couplet": 1, "name": "many", "initial": "q0", "thresholds": names,
            "sampling": "shared",
            "states": [{"name": "q%d" % i, "input": "public", "d": "1"} for i in range(n + 2)],
            "transitions": [{"from": "q%d" % i, "to": "q%d" % (i + 1), "output": "a", "assign": v}
                            for i, v in enumerate(names)] +
                           [{"from": "q%d" % n, "to": "q%d" % (n + 1), "output": "b",
                             "guard": guard}]}


def check_unreadable(checks, files):
    automaton = files.write("a.json", SVT)
    for evidence, words in UNREADABLE:
        checks.says(4, words, "check", automaton, files.write("evidence", evidence))
    redrawn = files.write("r.json", REDRAWN)
    for threshold, words in ((None, "class 1: the name of a threshold is not a text"),
                             ("w", "class 1: the automaton has no threshold 'w'")):
        checks.says(4, words, "check", redrawn, files.write("evidence", changed(
            REDRAWN_CLASSES, "classes", 0, "threshold", to=threshold)))
    pair = files.write("p.json", PAIR)
    for steps, words in (
            ([{"output": "a", "difference": 0, "shift": 1}],
             "'shift' where each threshold has a sample; give 'shifts'"),
            ([{"output": "a", "difference": 0, "shifts": 1}], "'shifts' is not an object"),
            ([{"output": "a", "difference": 0, "shifts": {"w": 1}}],
             "the automaton has no threshold 'w'")):
        checks.says(4, words, "check", pair, files.write("evidence", changed(
            walk("attained", "pair", "0"), "walk", to=steps)))
    checks.says(4, "No such file", "check", automaton, files.folder + "/missing")
    checks.says(4, "", "check", files.folder + "/missing.json", automaton)
    checks.says(2, "expected an automaton and files with evidence", "check", automaton)


def check_containers(checks, files, example):
    """Several pieces in a file, standard input, a report, files of --evidence-dir."""
    automaton = files.write("a.json", SVT)
    many = json.dumps([SVT_BOUND, CLASSES]) + "\n" + json.dumps(SVT_BOUND)
    got, output, _ = checks.run("check", automaton, "-", input=many.encode())
    checks.check(got == 0 and output.count("accepted") == 3, output)
    checks.says(4, "-:2: evidence 3: ", "check", automaton, "-",
                input=(json.dumps([SVT_BOUND, CLASSES]) + "\n{}").encode())
    _, report, _ = checks.run("verify", "--evidence", "--report", "json", example)
    got, output, _ = checks.run("check", example, files.write("report", report))
    checks.check(got == 0 and output.count("accepted") == 3, output)
    folder = os.path.join(files.folder, "deep", "down")
    got, output, error = checks.run("verify", "--evidence-dir", folder, "-q", example, example)
    base = os.path.basename(example)
    expected = sorted("%s.%s.json" % (base, name) for name in
                      ("frontier.attained", "frontier.attained-2", "frontier.bound", "frontier.bound-2",
                       "segment.bound", "segment.bound-2"))
    checks.check(got == 0 and sorted(os.listdir(folder)) == ["index.json"] + expected, str(os.listdir(folder)))
    got, output, _ = checks.run("check", example, *[os.path.join(folder, n) for n in os.listdir(folder)])
    checks.check(got == 0 and output.count("accepted") == 6, output)
    os.mkdir(os.path.join(files.folder, "taken"))
    os.mkdir(os.path.join(files.folder, "taken", base + ".frontier.bound.json"))
    checks.says(6, ".frontier.bound.json", "verify", "--evidence-dir", os.path.join(files.folder, "taken"), example)
    checks.says(2, "--evidence-dir", "verify", "--evidence-dir", automaton, example)
    locked = os.path.join(folder, expected[1])
    os.chmod(locked, 0o444)
    checks.says(6, "%s: it could not be written: Permission denied" % locked, "verify", "--evidence-dir", folder, example)


PROGRAM = """mechanism m(c = 2, b = 1) {
  threshold x = public + lap(2/eps);
  repeat c {
    loop { q = private + lap(4*c*b/eps); if q >= x { output top; break; } else { output bot; } }
  }
}
"""


def check_inputs(checks, files):
    """Evidence says which content and which parameters it was made from."""
    program, folder = files.write("m.svt", PROGRAM), os.path.join(files.folder, "of-m")
    checks.run("verify", "-q", "--evidence-dir", folder, "-D", "c=3", program)
    attained, bound_of_three = (os.path.join(folder, "m.svt.frontier.%s.json" % kind)
                                for kind in ("attained", "bound"))

    def says(status, words, *arguments):
        got, output, error = checks.run("check", *arguments)
        checks.check(got == status and words in output + error and ": rejected" not in output,
                     "%s\n  expected %d %s\n  got %d %s%s" % (arguments, status, words, got, output, error))

    with open(attained, encoding="utf-8") as file:
        origin = json.load(file)["input"]
    checks.check(origin["file"] == "m.svt" and origin["parameters"] == {"c": "3"} and
                 origin["sha256"] == hashlib.sha256(PROGRAM.encode()).hexdigest(), str(origin))
    says(0, ": accepted: no strategy costs less than 1\n", "-D", "c=3", program, attained)
    says(4, "evidence 1 (bound): it belongs to 'm.svt' with -D c=3, not 'm.svt' with -D c=4\n",
         "-D", "c=4", program, bound_of_three)
    says(4, "evidence 1: it belongs to 'm.svt' with -D c=3, not 'm.svt' with -D c=1: step ",
         "-D", "c=1", program, attained)
    other = files.write("other.svt", PROGRAM.replace("4*c", "5*c"))
    says(4, "it belongs to 'm.svt' with -D c=3 (sha256 %s...), not 'other.svt' with -D c=3 (sha256 "
         % origin["sha256"][:12], "-D", "c=3", other, attained)
    # what is right all the same is accepted: here the laid out program is the same automaton
    anew = files.write("anew.svt", PROGRAM.replace("  ", "   "))
    says(0, "; it was made from 'm.svt' with -D c=3 (sha256 ", "-D", "c=3", anew, attained)
    piece = json.load(open(bound_of_three, encoding="utf-8"))
    del piece["input"]
    says(0, ": accepted: every path costs at most 1\n", "-D", "c=3", program, files.write("plain", piece))
    got, output, _ = checks.run("check", "-D", "c=4", program, files.write("plain", piece))
    checks.check(got == 7 and ": rejected: " in output, "without an origin: %d %s" % (got, output))
    _, report, _ = checks.run("verify", "-q", "--evidence", "--report", "json", "-j2", "-D", "c=3", "-D", "b=2",
                              program, example_of(files))
    made = [piece["input"]["parameters"] for line in report.splitlines()
            for stage in json.loads(line)["stages"] for piece in stage.get("evidence", [])]
    checks.check({"c": "3", "b": "2"} in made and {} in made, "each file its own parameters: %s" % made)
    second_says(checks, files, piece=json.load(open(bound_of_three, encoding="utf-8")))


def example_of(files):
    return files.write("a.json", SVT)


def second_says(checks, files, piece):
    """The second checker, on the converted programs."""
    for c, status, words in (("3", 0, "accepted: made from 'm.svt' with -D c=3"),
                             ("2", 4, "it belongs to 'm.svt' with -D c=3")):
        _, text, _ = checks.run("convert", "--to", "json", "-D", "c=" + c, os.path.join(files.folder, "m.svt"))
        result = subprocess.run([sys.executable, second.__file__, files.write("m.json", text),
                                 files.write("piece", piece)], capture_output=True, text=True, check=False)
        checks.check(result.returncode == status and words in result.stdout,
                     "%d %s%s" % (result.returncode, result.stdout, result.stderr))


def check_names(checks, files, example):
    """No name of a file, state, output or plugin makes a line of its own."""
    forged = "\nx: evidence 1 (bound): accepted: no\x1b[31m"
    evidence, automaton = files.write("e" + forged, SVT_BOUND), files.write("a.json", SVT)
    got, output, _ = checks.run("check", automaton, evidence)
    checks.check(got == 0 and output.count("\n") == 1 and "\x1b" not in output, output)
    turned = "\u202e"  # turns the direction of writing
    name = "q1%s: accepted" % turned
    named = json.loads(json.dumps(SVT).replace('"q1"', json.dumps(name)))
    bad = changed(SVT_BOUND, "entries", 1, "state", to=name)
    got, output, _ = checks.run("check", files.write("b.json", named), files.write(
        "bad", changed(bad, "entries", 2, "vectors", 0, 0, "values", to=["3/4"])))
    checks.check(got == 7 and output.count("\n") == 1 and ": rejected: " in output and turned not in output, output)
    broken, no_folder = files.write("c%s.json" % forged, "{"), os.path.join(files.folder, "no", forged)
    for words in (["verify", "-q", broken], ["convert", "--to", "json", broken], ["fmt", broken],
                  ["explain", broken], ["explain", "-o", no_folder, example],
                  ["verify", "-q", "-D", forged + "=1", example], ["verify", "--evidence-dir", broken, example],
                  ["check", automaton, evidence + "2"], ["verify", "--" + forged, example],
                  ["verify", "-j", forged, example], ["verify", "--report", forged, example], ["describe", forged],
                  ["verify", "--deciders", forged, example], ["verify", "-o", forged, example],
                  ["verify", "-o", "frontier.%s=1" % forged, example], ["explain", "--format", forged, example],
                  ["explain", "--state", forged, example], [forged], ["convert", "--to", forged, example]):
        got, output, error = checks.run(*words, input=b"")
        checks.check("\nx: evidence" not in output + error and "\x1b" not in output + error and got != 0,
                     "%r: %r %r" % (words, output, error))
    for words in (["verify"], ["compare"], ["verify", "--report", "json"], ["explain", "--segments"],
                  ["explain", "--state", name], ["explain", "--dot"], ["explain"]):
        _, output, error = checks.run(*words, files.write("d%s.json" % forged, named))
        checks.check("\nx: evidence" not in output + error and "\x1b" not in output + error and
                     (turned not in output + error or "json" in words or "--dot" in words),
                     "%s: %r %r" % (words, output, error))


def check_documentation(checks, files, docs):
    """The evidence that docs/evidence.md shows is about the automaton of docs/formats.md, or about the
    linear mechanism there."""
    def blocks(name):
        with open(os.path.join(docs, name), encoding="utf-8") as text:
            return re.findall(r"^```json\n(.*?)^```$", text.read(), re.M | re.S)

    models, evidence = blocks("formats.md"), blocks("evidence.md")
    linear = [block for block in models if "couplet_linear" in block]
    about = [[block for block in evidence if ('"answers"' in block) == wanted]
             for wanted in (False, True)]
    for model, shown in zip((models[0], linear[0]), about):
        got, output, error = checks.run("check", files.write("a.json", model),
                                        files.write("evidence", "\n".join(shown)))
        checks.check(got == 0 and output.count("accepted") == len(shown) > 0, output + error)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    example = os.path.join(os.path.abspath(sys.argv[2]), "lyu-algorithm-1-c1.json")
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        check_by_hand(checks, files)
        check_limits(checks, files)
        check_unreadable(checks, files)
        check_containers(checks, files, example)
        check_inputs(checks, files)
        check_names(checks, files, example)
        check_documentation(checks, files, os.path.abspath(sys.argv[3]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
