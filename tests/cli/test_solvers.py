#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What z3 and glpk write with --dump, other solvers answer alike; their limits
give unknown with a bracket; their words name the transitions.

usage: test_solvers.py COUPLET EXAMPLES SOLVER..., of cvc5, glpsol and cbc"""
import contextlib
import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

from checks import Checks

SOLVERS = sys.argv[3:]


def stages_of(checks, *arguments):
    status, output, error = checks.run("verify", "--report", "json", *arguments)
    checks.check(status in (0, 10, 11), "%s: %d %s" % (arguments, status, error))
    return {s["stage"]: s for s in json.loads(output)["stages"]}


def check_smt_dumps(checks, examples):
    for example in examples:
        for encoding in ("strategies", "shifts"):
            with tempfile.TemporaryDirectory() as folder:
                stage = stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                                  "z3.encoding=" + encoding, "--dump", folder, example)["z3"]
                files = glob.glob(os.path.join(folder, "*.smt2"))
                checks.check(len(files) == 1 and encoding in files[0], "one dump: %s" % files)
                expected = "sat" if stage["verdict"] == "private" else "unsat"
                if "cvc5" in SOLVERS:
                    result = subprocess.run(["cvc5", "--lang", "smt2", *files], capture_output=True,
                                            text=True)
                    checks.check(result.stdout.split()[:1] == [expected],
                                 "cvc5 on %s: %s" % (example, result.stdout[:200]))


def optimum_by_glpsol(path):
    """The optimum that glpsol finds for a CPLEX LP file."""
    solution = path + ".solution"
    result = subprocess.run(["glpsol", "--lp", path, "-o", solution], capture_output=True, text=True)
    with open(solution) as out:
        found = re.search(r"Objective: +\S+ = (\S+)", out.read())
    if found is None:
        sys.exit("glpsol on %s: %s" % (path, result.stdout))
    return float(found.group(1))


def optimum_by_cbc(path):
    """The optimum that CBC finds for a CPLEX LP file, without its sign: it minimises."""
    solution = path + ".cbc"
    result = subprocess.run(["cbc", path, "solve", "solution", solution], capture_output=True,
                            text=True)
    with open(solution) as out:
        found = re.match(r"Optimal - objective value +(\S+)", out.read())
    if found is None:
        sys.exit("cbc on %s: %s" % (path, result.stdout))
    return abs(float(found.group(1)))


def check_lp_dumps(checks, examples):
    other_solvers = [f for name, f in (("glpsol", optimum_by_glpsol), ("cbc", optimum_by_cbc))
                     if name in SOLVERS]
    for example in examples:
        for method in ("lp", "milp"):
            with tempfile.TemporaryDirectory() as folder:
                stage = stages_of(checks, "--deciders", "", "--optimizers", "glpk", "-o",
                                  "glpk.method=" + method, "--dump", folder, example)["glpk"]
                files = glob.glob(os.path.join(folder, "*.lp"))
                if stage["cost"] is None:
                    continue
                checks.check(len(files) == stage["statistics"]["programs"], "dumps: %s" % files)
                names = ("up_1", "down_1") if method == "lp" else ("potential_1", "taken_1")
                checks.check(all(any(name in file_text(f) for name in names) for f in files),
                             "columns have names: %s" % files)
                for optimum in other_solvers:
                    largest = max(optimum(f) for f in files)
                    checks.check(abs(largest - Fraction(stage["cost"])) < 1e-6, "%s on %s %s: %s" %
                                 (optimum.__name__, example, method, largest))


def check_dumps_of_each_input(checks, examples):
    """Inputs of one name, and one with several values of a parameter, have files of their own."""
    with tempfile.TemporaryDirectory() as work:
        for name, space in (("x", ""), ("y", " ")):
            os.mkdir(os.path.join(work, name))
            with open(examples[0], encoding="utf-8") as file, \
                    open(os.path.join(work, name, "a.json"), "w", encoding="utf-8") as out:
                out.write(file.read() + space)
        with open(os.path.join(work, "odd \n\xe9=$.json"), "w", encoding="utf-8") as out:
            out.write(file_text(os.path.join(work, "x", "a.json")))
        options = ["verify", "-q", "--deciders", "", "--optimizers", "glpk", "--dump", "out"]
        checks.run(*options, "x/a.json", "y/a.json", "odd \n\xe9=$.json", cwd=work)
        names = os.listdir(os.path.join(work, "out"))
        counts = [sum(name.startswith(start) for name in names)
                  for start in ("a.json.glpk.lp-1-", "odd____=_.json.glpk.lp-1-")]
        checks.check(counts == [2, 1], "inputs of one name: %s" % names)
        mechanism = os.path.join(os.path.dirname(os.path.dirname(examples[0])), "mechanisms", "lyu-algorithm-4.svt")
        checks.run(*options, "-D", "c=1,2", mechanism, cwd=work)
        for c in (1, 2):
            texts = [file_text(os.path.join(work, "out", name)) for name in os.listdir(os.path.join(work, "out"))
                     if name.startswith("lyu-algorithm-4.svt-c=%d.glpk.lp-1-" % c)]
            checks.check(len(texts) == 1 and "\\ parameters: -D c=%d\n" % c in texts[0], "c=%d: %s" % (c, texts))


def file_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_dump_is_kept(checks, example):
    """A file of other content is not written over."""
    with tempfile.TemporaryDirectory() as folder:
        for encoding in ("strategies", "shifts", "strategies"):
            stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                      "z3.encoding=" + encoding, "--dump", folder, example)
        files = sorted(os.listdir(folder))
        checks.check(len(files) == 2, "one file per encoding: %s" % files)
        with open(os.path.join(folder, files[0]), "w") as out:
            out.write("something else\n")
        for encoding in ("strategies", "shifts"):
            stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o",
                      "z3.encoding=" + encoding, "--dump", folder, example)
        checks.check(len(os.listdir(folder)) == 3, "kept: %s" % os.listdir(folder))
        for solver in ("z3", "glpk"):
            nowhere = os.path.join(folder, files[0], "nowhere")
            says = checks.run("verify", "--deciders", "z3", "--optimizers", "glpk", "--dump",
                              nowhere, example)
            checks.check(says[0] == 6 and re.search(
                "'%s' failed: the dump cannot be written: %s: Not a directory"
                % (solver, nowhere), says[2]), "no folder for dumps: %s %s" % says[::2])


@contextlib.contextmanager
def two_tails(d):
    """The path of an automaton of cost 2 + max (1, d): one branch ends with a sample
    shown at noise parameter 1, the other at d. No bound meets that cost."""
    states = [{"name": name, "d": "1"} for name in "abcde"] + [{"name": "f", "d": d}, {"name": "g"}]
    transitions = [{"from": "a", "to": "b", "output": "start", "assign": "x"}]
    for guard, output, path in (("insample < x", "bot", "bce"), ("insample >= x", "top", "bdf")):
        transitions += [{"from": path[i], "to": path[i + 1], "guard": guard, "output": output}
                        for i in (0, 1)]
        transitions.append({"from": path[2], "to": "g", "output": "insample"})
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"couplet": 1, "initial": "a", "states": states, "transitions": transitions}, file)
        file.flush()
        yield file.name


def check_milp_claims(checks):
    """Exact is what bounds on a few walks prove, or what GLPK can tell from the next cost, and then on its word only."""
    options = ["--deciders", "", "--optimizers", "frontier,glpk", "-o", "glpk.method=milp", "-o"]
    for limit, proven in ((1, False), (100, True)):
        with two_tails("1.001") as path:
            stage = stages_of(checks, *options, "glpk.program-limit=%d" % limit, path)["glpk"]
        checks.check((stage["guarantee"], stage["cost"], stage["certified"]) ==
                     ("exact", "3001/1000", proven), "costs apart: %s" % stage)
    for limit, d in itertools.product((1, 100), ("1.000000001", "1.0000001")):
        with two_tails(d) as path:
            stages = stages_of(checks, *options, "glpk.program-limit=%d" % limit, path)
        exact, stage = Fraction(stages["frontier"]["cost"]), stages["glpk"]
        unsure = stage["cost"] is None and Fraction(stage["lower"]) <= exact <= Fraction(stage["upper"])
        checks.check(exact == Fraction(d) + 2 and (unsure or limit > 1 and Fraction(stage["cost"]) == exact
                                                   and stage["certified"]), "costs close together: %s" % stage)


def check_lp_dumps_are_kept(checks):
    """Automata of one name, methods and stages of a run keep their files apart."""
    options = ["--deciders", "", "--optimizers", "a,b,c", "-o", "a.plugin=glpk", "-o",
               "b.plugin=glpk", "-o", "c.plugin=glpk", "-o", "c.method=milp"]
    with two_tails("2") as first, two_tails("3") as second, \
            tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            stages_of(checks, *options, "--dump", folder, first)
            alone = sorted(os.listdir(folder))
        checks.check(any(".c.milp-" in name for name in alone) and
                     any(".a.lp-1-" in name for name in alone) and
                     not any(re.search(r"-[0-9a-f]{8}-\d+\.lp$", name) for name in alone),
                     "the same programs are written once: %s" % alone)
        contents = {name: open(os.path.join(folder, name)).read() for name in alone}
        stages_of(checks, *options, "--dump", folder, second)
        both = os.listdir(folder)
        checks.check(len(both) > len(alone) and
                     len([name for name in both if ".c.milp-" in name]) == 2,
                     "another automaton's programs: %s" % both)
        for name, content in contents.items():
            with open(os.path.join(folder, name)) as text:
                checks.check(text.read() == content, name + " was written over")


def check_words(checks, folder):
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "",
                      os.path.join(folder, "svt-star.json"))["z3"]
    for text in ("'below -> below on insample < x, output bot' can repeat, so the shift of x must be 1",
                 "'above -> above on insample >= x, output top' can repeat, so the shift of x must be -1",
                 "nothing re-assigns x between"):
        checks.check(text in stage["reason"], "the core says %s: %s" % (text, stage["reason"]))
    checks.check(stage["statistics"]["core"] == 2, "a minimal core: %s" % stage)
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "",
                      os.path.join(folder, "branch-to-two-loops.json"))["z3"]
    checks.check(stage["verdict"] == "private" and "reason" not in stage,
                 "a strategy needs no reason: %s" % stage)


def shared(name, thresholds, transitions, no_noise=()):
    """An automaton that first assigns its thresholds; the first transition given
    leaves the state after. A transition: from, to, guard, output[, assigned]."""
    names = ["draw %s" % v for v in thresholds]
    moves = [{"from": a, "to": b, "output": "drawn", "assign": v}
             for a, b, v in zip(names, names[1:] + [transitions[0][0]], thresholds)]
    moves += [dict(zip(("from", "to", "guard", "output", "assign"), t)) for t in transitions]
    states = list(dict.fromkeys(s for m in moves for s in (m["from"], m["to"])))
    return {"couplet": 1, "name": name, "initial": names[0], "thresholds": list(thresholds),
            "sampling": "shared", "transitions": moves,
            "states": [{"name": s, "d": "none" if s in no_noise else "1/4"} for s in states]}


def range_queries(m, loops):
    """m ranges of two thresholds each; reads that go on as long as they are inside."""
    moves = []
    for i in range(m):
        low, high, here = "l%d" % i, "r%d" % i, "ask %d" % i
        there = "ask %d" % (i + 1) if i + 1 < m else "ask 0" if loops else "end"
        moves += [(here, there, "insample >= %s && insample < %s" % (low, high), "in"),
                  (here, "end", "insample >= %s && insample >= %s" % (low, high), "above"),
                  (here, "end", "insample < %s && insample < %s" % (low, high), "below")]
    return shared("ranges", [c + str(i) for i in range(m) for c in "lr"], moves)


def crowd(m, outputs, no_noise=False):
    """Each read may leave its threshold a shift of one sign or of the other; reads
    at the end tie all thresholds."""
    moves, last = [], "tie %d" % (m - 1)
    for i in range(m):
        there = "ask %d" % (i + 1) if i + 1 < m else "tie 0"
        moves += [("ask %d" % i, there, "insample < t%d" % i, outputs[0]),
                  ("ask %d" % i, there, "insample >= t%d" % i, outputs[1])]
    for i in range(m - 1):
        moves.append(("tie %d" % i, "tie %d" % (i + 1),
                      "insample >= t%d && insample < t%d" % (i, i + 1), "tied"))
    return shared("crowd", ["t%d" % i for i in range(m)], moves + [(last, last, "true", "end")],
                  ["ask %d" % i for i in range(m) if no_noise])


def z3_on(checks, automaton, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(automaton, file)
        file.flush()
        return stages_of(checks, "--deciders", "z3", "--optimizers", "", *options, file.name)["z3"]


# `<` on a cycle, a read between the thresholds, `>=` on a cycle
CHAIN = shared("chain", ("low", "high"), [
    ("under", "under", "insample < low", "bot"),
    ("under", "between", "insample >= low", "top"),
    ("between", "over", "insample >= low && insample < high", "in"),
    ("over", "over", "insample >= high", "top")])


def check_several_thresholds(checks):
    for automaton, verdict in ((CHAIN, "not-private"), (range_queries(3, True), "private"),
                               (range_queries(80, True), "private"),
                               (range_queries(80, False), "private")):
        for encoding in ("strategies", "shifts"):
            stage = z3_on(checks, automaton, "-o", "z3.encoding=" + encoding)
            checks.check(stage["verdict"] == verdict, "%s: %s" % (automaton["name"], stage))
    stage = z3_on(checks, range_queries(80, True))
    checks.check(stage["statistics"]["classes"] == 80, "a class for each range: %s" % stage)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("chain.json", "ranges.json")]
        for path, automaton in zip(paths, (CHAIN, range_queries(3, True))):
            with open(path, "w") as file:
                json.dump(automaton, file)
        check_smt_dumps(checks, paths)


def check_words_of_several_thresholds(checks):
    stage = z3_on(checks, CHAIN)
    for text in ("'under -> under on insample < low, output bot' can repeat, so the shift of low must "
                 "be 1",
                 "in' shifts its sample by at least the shift of low",
                 "in' shifts its sample by at most the shift of high",
                 "can repeat, so the shift of high must be -1"):
        checks.check(text in stage["reason"], "the core says %s: %s" % (text, stage["reason"]))
    checks.check(stage["statistics"]["core"] == 4, "a minimal core: %s" % stage)
    moved = shared("moved", ("x", "y"), [
        ("a", "b", "insample < x", "s", "y"), ("b", "b", "insample < y", "bot"),
        ("b", "c", "insample >= y", "top"), ("c", "c", "insample >= x", "top")])
    reason = z3_on(checks, moved)["reason"]
    checks.check("assigns y, to a shift that is not above that of x" in reason, reason)
    checks.check(z3_on(checks, range_queries(1, False))["verdict"] == "private", "samples that are kept nowhere")


# the new x must have the shift of the old one, which is its D: no shift by segment
EQUAL_SHIFTS = {
    "couplet": 1, "name": "equal-shifts", "initial": "q0", "thresholds": ["x", "y"],
    "states": [{"name": "q0", "d": "1"}, {"name": "q1", "d": "none"}, {"name": "q2", "d": "1"},
               {"name": "q3", "d": "1"}, {"name": "q4"}],
    "transitions": [
        {"from": "q0", "to": "q1", "output": "a", "assign": "y"},
        {"from": "q1", "to": "q2", "output": "b", "assign": "x"},
        {"from": "q2", "to": "q3", "output": "c", "assign": "x",
         "guard": "(insample < x && insample >= y) || (insample >= x && insample < y)"},
        {"from": "q3", "to": "q4", "output": "top", "guard": "insample >= x"}]}


def check_evidence(checks):
    """Kinds of evidence for several thresholds; none, where a strategy is no matter of segments."""
    apart = dict(EQUAL_SHIFTS, name="apart", transitions=[
        dict(t, guard="insample < x && insample >= y") if t["from"] == "q2" else t
        for t in EQUAL_SHIFTS["transitions"]])
    for automaton, verdict, right in ((CHAIN, "not-private", ["violation"]),
                                      (range_queries(3, True), "private", []),
                                      (EQUAL_SHIFTS, "private", []),
                                      (apart, "private", ["strategy"])):
        for encoding in ("strategies", "shifts"):
            for asked in (["--evidence", "--self-check"], ["--self-check=false"]):
                stage = z3_on(checks, automaton, "-o", "z3.encoding=" + encoding, *asked)
                kinds = [piece["kind"] for piece in stage.get("evidence", [])]
                checks.check(stage["verdict"] == verdict and
                             kinds == (right if "--evidence" in asked else []),
                             "%s: %s" % (automaton["name"], stage))


def check_crowds(checks):
    """2^m different relations: no two contradict each other, or too many to tell."""
    stage = z3_on(checks, crowd(16, ("insample", "insample")))
    checks.check(stage["verdict"] == "private" and stage["statistics"]["classes"] == 0, "harmless: %s" % stage)
    crowded = crowd(16, ("below", "above"), True)
    for option, text in (("class-limit=3000", "more than 3000 classes of walks"),
                         ("class-memory-mb=1", "the classes of walks take more than 1 MiB")):
        stage = z3_on(checks, crowded, "-o", "z3." + option)
        checks.check(stage["verdict"] == "unknown" and text in stage["reason"],
                     "%s: %s" % (option, stage))


# the walk by `below` costs 2, the one by `above` 4
CHEAP_BRANCH_FIRST = {
    "couplet": 1, "initial": "start", "thresholds": ["x"],
    "states": [{"name": "start", "d": "1"}, {"name": "ask", "d": "1"}, {"name": "below", "d": "1"},
               {"name": "above", "d": "3"}, {"name": "end"}],
    "transitions": [
        {"from": "start", "to": "ask", "output": "s", "assign": "x"},
        {"from": "ask", "to": "below", "guard": "insample < x", "output": "l"},
        {"from": "ask", "to": "above", "guard": "insample >= x", "output": "g"},
        {"from": "below", "to": "end", "guard": "insample >= x", "output": "l"},
        {"from": "above", "to": "end", "guard": "insample < x", "output": "g"}]}


def stage_on(checks, automaton, optimizer, *options):
    """The stage of optimizer alone on an automaton given as JSON."""
    settings = [o for option in options for o in ("-o", optimizer + "." + option)]
    status, output, error = checks.run("verify", "--report", "json", "--deciders", "",
                                       "--optimizers", optimizer, *settings, "-",
                                       input=json.dumps(automaton).encode())
    checks.check(status in (0, 10, 11), "%s %s: %d %s" % (optimizer, options, status, error))
    return json.loads(output)["stages"][0]


def glpk_stage(checks, automaton, method, *options):
    return stage_on(checks, automaton, "glpk", "method=" + method, *options)


def several_thresholds(sampling):
    """A range that is checked in a loop, each end compared in both samplings."""
    inside, below, above = ("insample %s low && insample %s high" % c
                            for c in ((">=", "<"), ("<", "<"), (">=", ">=")))
    return {
        "couplet": 1, "name": "range " + sampling, "initial": "a", "thresholds": ["low", "high"],
        "sampling": sampling,
        "states": [{"name": "a", "d": "1/2"}, {"name": "b", "d": "1/3"}, {"name": "c", "d": "1/4"},
                   {"name": "end"}],
        "transitions": [{"from": "a", "to": "b", "output": "s", "assign": "low"},
                        {"from": "b", "to": "c", "output": "s", "assign": "high"},
                        {"from": "c", "to": "c", "guard": inside, "output": "in"},
                        {"from": "c", "to": "end", "guard": below, "output": "low"},
                        {"from": "c", "to": "end", "guard": above, "output": "high"}]}


def check_dumps_of_several_thresholds(checks):
    for sampling in ("independent", "shared"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "automaton.json")
            with open(path, "w") as out:
                json.dump(several_thresholds(sampling), out)
            check_lp_dumps(checks, [path])
            costs = {method: glpk_stage(checks, several_thresholds(sampling), method)["cost"]
                     for method in ("lp", "milp")}
            checks.check(costs["lp"] is not None and costs["lp"] == costs["milp"],
                         "%s: %s" % (sampling, costs))


def check_limits(checks, folder):
    example = os.path.join(folder, "lyu-algorithm-2-c3.json")
    stage = stages_of(checks, "--deciders", "z3", "--optimizers", "", "-o", "z3.class-limit=1",
                      example)["z3"]
    checks.check(stage["verdict"] == "unknown" and "more than 1 classes" in stage["reason"],
                 "class limit: %s" % stage)
    with two_tails("2") as path:
        stage = stages_of(checks, "--deciders", "", "--optimizers", "glpk", "-o",
                          "glpk.program-limit=1", path)["glpk"]
    checks.check(stage["cost"] is None and "stopped after 1 linear programs" in stage["reason"] and
                 stage["lower"] == "4" and Fraction(stage["upper"]) > 4, "program limit: %s" % stage)
    stage = glpk_stage(checks, CHEAP_BRANCH_FIRST, "lp", "size-limit=3")
    checks.check(stage["cost"] is None and "would pass the size limit of 3" in stage["reason"] and
                 stage.get("lower") is None, "size limit: %s" % stage)
    stage = glpk_stage(checks, CHEAP_BRANCH_FIRST, "milp", "size-limit=15")
    checks.check(stage["cost"] is None and "size limit of 15 rows" in stage["reason"] and
                 stage["lower"] == "0" and Fraction(stage["upper"]) >= 4, "rows: %s" % stage)
    stage = stages_of(checks, "--deciders", "", "--optimizers", "glpk", "-o",
                      "glpk.program-limit=1", os.path.join(folder, "six-less.json"))["glpk"]
    checks.check(stage["cost"] == "2" and stage["guarantee"] == "exact" and stage["certified"] and
                 stage["statistics"]["programs"] == 1, "sides that meet: %s" % stage)


def check_scales(checks, folder):
    """GLPK's tolerances do not swallow costs that are all very small or large."""
    with open(os.path.join(folder, "two-less-two-greater.json")) as text:
        automaton = json.load(text)
    for sensitivity in ("1e-30", "1/1000000000", "1000000000", "1e25"):
        text = json.dumps(dict(automaton, sensitivity=sensitivity)).encode()
        for method in ("lp", "milp"):
            status, output, error = checks.run(
                "verify", "--report", "json", "--deciders", "", "--optimizers", "frontier,glpk",
                "-o", "glpk.method=" + method, "-", input=text)
            costs = {s["cost"] for s in json.loads(output)["stages"]}
            checks.check(status == 0 and len(costs) == 1 and None not in costs,
                         "sensitivity %s, %s: %s %s" % (sensitivity, method, costs, error))


def check_very_different_costs(checks):
    """Where tolerances swallow the small costs, no wrong figure is called exact."""
    states = CHEAP_BRANCH_FIRST["states"]
    for sizes in itertools.product(("1", "1000000000000", "1/3000000001"), repeat=4):
        automaton = dict(CHEAP_BRANCH_FIRST, states=[
            dict(state, d=d) for state, d in zip(states, sizes)] + states[4:])
        exact = stage_on(checks, automaton, "frontier")["cost"]
        for method in ("lp", "milp"):
            stage = glpk_stage(checks, automaton, method)
            unsure = method == "milp" and stage["cost"] is None and (
                Fraction(stage["lower"]) <= Fraction(exact) <= Fraction(stage["upper"]))
            checks.check(stage["cost"] == exact or unsure,
                         "%s, %s: %s, not %s" % (sizes, method, stage, exact))


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    examples = sorted(glob.glob(os.path.join(folder, "*.json")))
    check_smt_dumps(checks, examples)
    check_lp_dumps(checks, examples)
    check_dumps_of_each_input(checks, examples)
    check_dump_is_kept(checks, examples[0])
    check_words(checks, folder)
    check_several_thresholds(checks)
    check_words_of_several_thresholds(checks)
    check_crowds(checks)
    check_evidence(checks)
    check_limits(checks, folder)
    check_milp_claims(checks)
    check_lp_dumps_are_kept(checks)
    check_scales(checks, folder)
    check_very_different_costs(checks)
    check_dumps_of_several_thresholds(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
