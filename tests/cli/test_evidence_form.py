#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged evidence: what is no evidence to the one checker is none to the other, and what is read is judged alike.

usage: test_evidence_form.py COUPLET EXAMPLES   (COUPLET_TEST_EVIDENCE_FORM: how often each piece is damaged, 60)"""
import copy
import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402
import linear_checker as linear  # noqa: E402

VALUES = [None, True, False, 0, 1, -1, 2, 1.0, -1.5, "1.0", "1/2", "1e2", "1.5e-1", "x", "D", "", "1_0", " 1", "1 ", "+1", "1/0",
          "-0", "1/-2", "0x1", "1e", ".5", "1.", "1e10001", "1e00002", "\u0661", [], {}, [1], ["1"], [[]], {"a": 1}, {"0": "1"},
          {"loop": []}, "9" * 10001, 10 ** 18]
TEXTS = [lambda text: text[:-2], lambda text: text.replace("{", '{"kind": "bound", ', 1), lambda text: text + "x",
         lambda text: text.replace(":", ": NaN", 1), lambda text: re.sub('"[0-9/]+"', "NaN", text, 1),
         lambda text: re.sub('"[0-9/]+"', "99999999999999999999", text, 1), lambda text: re.sub('"[0-9/]+"', "1e999", text, 1),
         lambda text: text.replace('"kind"', '"ki\\u0000nd"', 1), lambda text: text.replace('"kind"', '"provenance": "\\ud800", "kind"', 1),
         lambda text: "\f" + text, lambda text: text.replace(",", ",,", 1), lambda text: text + "\n" + text, lambda text: "[%s]" % text,
         lambda text: '{"stages": [{"evidence": [%s]}, {}]}' % text, lambda text: "[]", lambda text: "null", lambda text: '"bound"',
         lambda text: text.replace('"', "'"), lambda text: "[[%s]]" % text, lambda text: "{}", lambda text: ""]


def places(value, found, above=()):
    """Where values stand in a document."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in members:
        if "provenance" not in above:
            found.append(above + (key,))
            places(one, found, above + (key,))
    return found


def damage(rng, piece):
    """The text of the piece with one thing changed."""
    if rng.random() < 0.15:
        return rng.choice(TEXTS)(json.dumps(piece))
    one = copy.deepcopy(piece)
    *above, key = rng.choice(places(one, []))
    inside = one
    for step in above:
        inside = inside[step]
    what = rng.randrange(4)
    if what == 0 and isinstance(inside, dict):
        inside[rng.choice(["more", "loop", "shifts", "shift", "raises", "next", "classes", "transition", "to", "change", "equal",
                           "threshold", "impossible", "input", "cost"])] = rng.choice(VALUES)
    elif what == 1:
        del inside[key]
    elif what == 2 and isinstance(inside, list):
        inside.append(copy.deepcopy(inside[key]))
    else:
        inside[key] = rng.choice(VALUES)
    return json.dumps(one)


def second_says(automaton, text):
    """What the second checker says of each piece; None: it cannot read them."""
    try:
        found = [second.check(automaton, piece) is None for piece in second.pieces(text)]
    except second.UNREADABLE:
        return None
    return found or None


def first_says(checks, folder, path, texts):
    """The same of couplet, about texts that each stand in a file."""
    for i, text in enumerate(texts):
        with open(os.path.join(folder, "evidence%d" % i), "w", encoding="utf-8") as file:
            file.write(text)
    said = []
    for i in range(len(texts)):
        status, output, _ = checks.run("check", path, os.path.join(folder, "evidence%d" % i))
        said.append(None if status == 4 else ["): accepted" in line for line in output.splitlines()])
    return said


def check_model(checks, rng, path, folder, times, counts):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    automaton = (linear.Mechanism if "couplet_linear" in data else second.Automaton)(data)
    _, output, _ = checks.run("verify", "-q", "--report", "json", "--evidence", "--deciders", "graph,z3", "--optimizers", "frontier", path)
    report = json.loads(output.splitlines()[0])
    kinds = {}
    for stage in report["stages"]:
        for piece in stage.get("evidence", []):
            kinds.setdefault((piece["kind"], "classes" in piece, "loop" in json.dumps(piece)), piece)
    for kind, piece in sorted(kinds.items()):
        piece.pop("input", None)
        texts = [json.dumps(piece)] + [damage(rng, piece) for _ in range(times)]
        for text, first in zip(texts, first_says(checks, folder, path, texts)):
            expected = second_says(automaton, text)
            counts[first is None] = counts.get(first is None, 0) + 1
            checks.check(first == expected, "%s: couplet says %s, the second checker %s: %s" % (path, first, expected, text[:600]))
    return set(kinds)


NAMES = ["automata/lyu-algorithm-1-c1.json", "automata/branch-to-two-loops.json", "linear/above_threshold.json", "linear/one_noise.json"]
FRACTION = {"couplet": 1, "initial": "draw", "sensitivity": "1/2", "thresholds": ["x"],
            "states": [{"name": "draw", "input": "public", "d": "1/2", "noise": "discrete-laplace"},
                       {"name": "ask", "d": "1/4", "noise": "discrete-laplace"}, {"name": "end"}],
            "transitions": [{"from": "draw", "to": "ask", "output": "start", "assign": ["x"]},
                            {"from": "ask", "to": "ask", "guard": "insample < x", "output": "bot"},
                            {"from": "ask", "to": "end", "guard": "insample >= x", "output": "top"}]}


def check_fraction(checks, folder):
    """Discrete noise with a sensitivity that is not a whole number means nothing: no checker accepts evidence about it."""
    for noise, sensitivity, accepted in (("laplace", "1/2", True), ("discrete-laplace", "2", True),
                                         ("discrete-laplace", "1/2", False), ("discrete-laplace", "3/2", False)):
        model = json.loads(json.dumps({**FRACTION, "sensitivity": sensitivity}).replace("discrete-laplace", noise))
        right, path = os.path.join(folder, "right.json"), os.path.join(folder, "model.json")
        for name, one in ((right, {**model, "sensitivity": "1"}), (path, model)):
            with open(name, "w", encoding="utf-8") as file:
                json.dump(one, file)
        report = json.loads(checks.run("verify", "-q", "--report", "json", "--evidence", right)[1].splitlines()[0])
        bound = next(p for stage in report["stages"] for p in stage.get("evidence", []) if p["kind"] == "bound")
        bound.pop("input")
        text = re.sub(r'"([0-9/]+)"', lambda found: '"%s"' % (second.Fraction(found[1]) * second.Fraction(sensitivity)), json.dumps(bound))
        first = first_says(checks, folder, path, [text])[0]
        got = second.check(second.Automaton(model), json.loads(text))
        checks.check((first == [True], got is None) == (accepted, accepted), "%s, %s: %s, %s" % (noise, sensitivity, first, got))
        checks.check(accepted or "not a whole number" in got, "why: %s" % got)


def main():
    checks, rng = Checks(sys.argv[1]), random.Random(7)
    times, counts, kinds = int(os.environ.get("COUPLET_TEST_EVIDENCE_FORM", "60")), {}, set()
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            kinds |= check_model(checks, rng, os.path.join(sys.argv[2], name), folder, times, counts)
        check_fraction(checks, folder)
    checks.check({kind for kind, _, _ in kinds} >= {"bound", "attained", "shifts", "weights", "strategy"}, "kinds: %s" % kinds)
    checks.check(min(counts.get(True, 0), counts.get(False, 0)) > times / 4, "what is read and what is not: %s" % counts)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
