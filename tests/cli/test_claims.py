#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Claims: what each verdict of a claim makes of the exit status, on the command line and in
files of every format; the same from several processes and isolated stages; explained. Then the tables of
claims in README.md and examples/README.md: couplet says what stands there.

usage: test_claims.py COUPLET SOURCE"""
import glob
import json
import os
import re
import sys
import tempfile
from fractions import Fraction

from checks import Checks, claim_said, status_of, without_times  # noqa: E402

MECHANISM = """%smechanism m(c = 1) {
  %sthreshold x = public + lap(4/eps);
  repeat c { loop { q = private + lap((4/3)/eps); if q >= x { output top; break; } else { output bot; } } }
}
"""
WITHOUT_INPUTS = ("adaptive-svt-gap.svt",)  # some steps are silent, so that outputs do not tell the path
ROW = re.compile(r"^\| .* \| ([^|]*) \| (\S+) \| (holds|fails) \| ([^|]+) \| `couplet (verify .*)` \|$", re.M)


def claim_of(checks, *arguments):
    """The exit status, what the report says of the claim, and the least d."""
    status, output, error = checks.run("verify", "--report", "json", *arguments)
    checks.check(output != "", "%s: %s" % (arguments, error))
    report = json.loads(output)
    checks.check(status == status_of(report), "%s: status %d" % (arguments, status))
    return report


SILENT = """mechanism silent {
  threshold x = public + lap(2/eps);
  %s {
    q = private + lap(4/eps);
    if q >= x { r = again + %s; if r >= x { output a; } else { output b; } %s } else { output c; }
  }
}
"""


def check_behind_a_silent_step(checks, folder):
    """An answer that is compared again, without noise, after a step that nobody sees: a loop of the other answers binds the
    threshold's shift to the other side. Once, or with noise that may shift, it costs a number."""
    for loop, noise, ending, verdict in (("loop", "lap(0)", "halt;", "not-private"), ("repeat 1", "lap(0)", "", "private"),
                                         ("loop", "lap(2/eps)", "halt;", "private")):
        path = os.path.join(folder, "silent.svt")
        with open(path, "w") as out:
            out.write(SILENT % (loop, noise, ending))
        report = claim_of(checks, path)
        checks.check(report["verdict"] == verdict, "%s, %s: %s" % (loop, noise, report["verdict"]))
        if verdict == "not-private":
            status, output, error = checks.run("refute", path)
            checks.check(status == 10, "refute: status %d, %s%s" % (status, output, error))


def check_claim(checks, expected, *arguments):
    report = claim_of(checks, *arguments)
    checks.check(claim_said(report) == expected, "%s: %s" % (arguments, report.get("claim")))


def check_command_line(checks, example):
    for claim, verdict in (("1", "fails"), ("174/100", "fails"), ("7/4", "holds"), ("1.75", "holds"),
                           ("3e10", "holds")):
        report = claim_of(checks, "--claim", claim, example)
        checks.check(report["claim"]["verdict"] == verdict and
                     report["claim_reason"] == "the least d is 7/4 (1.75)",
                     "claim %s: %s" % (claim, report["claim"]))
    fails = claim_of(checks, "--claim", "1", example)
    status, output, _ = checks.run("explain", "--path", fails["claim_path"], example)
    checks.check(status == 0 and "costs 7/4" in output, "the path of the claim: " + output[:300])
    check_claim(checks, {"d": "1", "verdict": "open"}, "--claim", "1", "--optimizers", "segment", example)
    deciders = claim_of(checks, "--claim", "2", "--optimizers", "", example)
    checks.check(deciders["claim"]["verdict"] == "open" and "no method that was run bounds d" in
                 deciders["claim_reason"], "deciders alone: %s" % deciders)
    for command in ("verify", "compare", "explain", "refute"):
        for wrong, words in (("-1", "it must be positive"), ("0", "it must be positive"),
                             ("0/5", "it must be positive"), ("one", "is not a number"),
                             ("", "is not a number"), ("1/0", "divides by zero")):
            output = checks.says(2, "--claim", command, "--claim", wrong, example)
            output += checks.says(2, words, command, "--claim=" + wrong, example)
            checks.check(output == "", "%s --claim %s prints %s" % (command, wrong, output))


def check_files(checks, folder):
    for name, top, inside, defined, expected in (
            ("top", "claim eps;\n", "", (), {"d": "1", "verdict": "fails"}),
            ("inside", "claim eps;\n", "claim 2*eps;\n", (), {"d": "2", "verdict": "holds"}),
            ("parameter", "", "claim (1 + 6*c)*eps/4;\n", ("-D", "c=5"),
             {"d": "31/4", "verdict": "holds"}),
            ("none", "", "", (), None)):
        path = os.path.join(folder, name + ".svt")
        with open(path, "w") as out:
            out.write(MECHANISM % (top, inside))
        check_claim(checks, expected, *defined, path)
        check_claim(checks, {"d": "9", "verdict": "holds"}, "--claim", "9", *defined, path)
        for form in ("json", "dot", "dipa"):
            status, text, error = checks.run("convert", "--to", form, *defined, path)
            checks.check(status == 0 and ("claim" in text) == ("claim" in top + inside and form != "dipa"),
                         "%s as %s: %s%s" % (name, form, text, error))
            copy = os.path.join(folder, "%s.%s" % (name, form))
            with open(copy, "w") as out:
                out.write(text)
            if form != "dipa":
                check_claim(checks, expected, copy)


def check_processes(checks, examples):
    """Several processes, and stages in processes of their own, give the same report."""
    files = [os.path.join(examples, "automata", "lyu-algorithm-%s.json" % n)
             for n in ("1-c1", "3-c1", "4-c1", "4-c2", "6")]
    for report in ("json", "csv", "table"):
        alone = checks.run("verify", "--report", report, "-q", *files)
        checks.check(alone[0] == 10, "status %d" % alone[0])
        for options in (("-j2",), ("-o", "*.isolate=true"), ("-j3",)):
            other = checks.run("verify", "--report", report, "-q", *options, *files)
            checks.check(other[0] == alone[0] and without_times(other[1]) == without_times(alone[1]),
                         "%s: %s" % (options, other[1]))


def check_evidence(checks, folder, example):
    """A walk that the checker accepts costs more than a claim that fails."""
    report = claim_of(checks, "--claim", "3/2", "--evidence-dir", folder, "--self-check=true", example)
    paths = [name for name in os.listdir(folder) if name.endswith(".frontier.attained.json")]
    checks.check(report["claim"]["verdict"] == "fails" and len(paths) == 1, "evidence: %s" % paths)
    for name in paths:
        path = os.path.join(folder, name)
        status, output, error = checks.run("check", example, path)
        with open(path) as file:
            cost = Fraction(json.load(file)["cost"])
        checks.check(status == 0 and cost > Fraction(3, 2), "%s: %s%s" % (name, output, error))


def check_explanation(checks, example, never):
    status, output, _ = checks.run("explain", "--claim", "1", example)
    words = " ".join(output.split())
    checks.check(status == 10 and "It is claimed to be ε-differentially private. That is wrong: the "
                 "least d is 7/4 (1.75)." in words and "couplet refute" in words and "couplet repair" in words, output[:500])
    status, output, _ = checks.run("explain", "--claim", "2", example)
    checks.check(status == 0 and "That holds" in output and "refute" not in output, output[:500])
    status, output, _ = checks.run("explain", "--claim", "2", never)
    checks.check(status == 10 and "it is not private for any d" in " ".join(output.split()), output[:500])


TEXT = """  claim 1 fails: the least d is 7/4 (1.75)
    on the path threshold,bot,top, with these inputs:
     step       run k  run k + 1
     threshold  0      0
     bot        k      1 + k
     top        -k     -1 - k
    at every epsilon, for some k, these outputs are more than e^(1*epsilon)
    times as probable in run k (docs/theory.md, the least d); 'couplet refute'
    looks for such a k and certified probabilities
"""


def check_text(checks, source):
    """Inputs stand below a claim that fails, and nothing below one that holds."""
    one = os.path.join(source, "examples", "automata", "lyu-algorithm-4-c1.json")
    _, text, _ = checks.run("verify", one)
    checks.check(text.endswith(TEXT), "one threshold: " + text)
    _, text, _ = checks.run("verify", "--claim", "2", one)
    checks.check(text.endswith("claim 2 holds: the least d is 7/4 (1.75)\n"), "what holds: " + text)
    many = os.path.join(source, "examples", "mechanisms", "m-range-2.svt")
    _, text, _ = checks.run("verify", "-q", "--claim", "1/2", many)
    checks.check("threshold,threshold,threshold," in text and " -k " in text and "     below      k " in text, "several thresholds: " + text)
    loop = os.path.join(source, "examples", "automata", "svt-star.json")
    _, text, _ = checks.run("verify", "-q", "--claim", "20", loop)
    checks.check("bot*11     k      1 + k\n" in text, "a loop: " + text)
    _, text, _ = checks.run("verify", "-q", "--claim", "300", loop)
    checks.check("claim 300 fails: it is not private for any d\n"
                 "    'couplet refute' looks for inputs that show it\n" in text, "a long loop: " + text)


def unroll(automaton, shown):
    """The walk of a counterexample as an automaton without cycles, and evidence of what it costs. Transitions are
    numbered by the states they leave."""
    order = {state["name"]: i for i, state in enumerate(automaton["states"])}
    numbered = sorted(automaton["transitions"], key=lambda t: order[t["from"]])
    line, walk = dict(automaton, initial="0", states=[], transitions=[]), []
    for i, step in enumerate(shown["steps"]):
        t = numbered[step["transition"]]
        ends = {"from": str(i), "to": str(i + 1)}
        by = (Fraction(step["adjacent"]) - Fraction(step["input"])) / Fraction(automaton.get("sensitivity", 1))
        state = dict(automaton["states"][order[t["from"]]], name=str(i))
        if t["output"] != "fresh":
            state.pop("snap", None)
        line["states"].append(state)
        line["transitions"].append(dict(t, **ends))
        walk.append(dict(ends, transition=0, difference=int(by)))
    line["states"].append({"name": str(len(walk))})
    evidence = {"couplet_evidence": 1, "kind": "violation", "automaton": automaton["name"], "walk": walk}
    if shown["loss"] is not None:
        evidence.update(kind="attained", cost=shown["loss"])
    return line, evidence


def check_inputs(checks, folder, path):
    """The checker accepts that the walk with these inputs costs more than a claim that fails."""
    report = claim_of(checks, "-q", "--claim", "1000", path)
    least = Fraction(report["at_least"] or report["cost"] or 5)
    claim = str(5 if report["verdict"] == "not-private" else least - Fraction(1, 100))
    if Fraction(claim) <= 0 or "epsilon" in report:
        return 0
    report = claim_of(checks, "-q", "--claim", claim, path)
    shown = report.get("claim_counterexample")
    good = (report["claim"]["verdict"] == "fails" and shown is not None and shown["refutes"] and
            shown["claim"] == claim and shown["epsilon"] is None and shown["probability"] is None and
            (shown["loss"] is None or Fraction(shown["loss"]) > Fraction(claim)))
    checks.check(good, "%s: claim %s: %s" % (path, claim, shown))
    if not good:
        return 0
    _, text, _ = checks.run("convert", "-q", "--to", "json", path)
    names = [os.path.join(folder, name) for name in ("automaton.json", "evidence.json")]
    for name, content in zip(names, unroll(json.loads(text), shown)):
        with open(name, "w") as out:
            json.dump(content, out)
    status, output, error = checks.run("check", *names)
    checks.check(status == 0, "%s: %s%s%s" % (path, output, error, shown))
    return 1


def check_all_inputs(checks, folder, source):
    paths = sorted(glob.glob(os.path.join(source, "examples", "automata", "*.json")) +
                   glob.glob(os.path.join(source, "examples", "automata", "*.dot")) +
                   glob.glob(os.path.join(source, "examples", "mechanisms", "*.svt")) +
                   glob.glob(os.path.join(source, "examples", "library", "*.svt")))
    shown = sum(check_inputs(checks, folder, path) for path in paths
                if os.path.basename(path) not in WITHOUT_INPUTS)
    checks.check(shown > 100, "only %d of %d show inputs" % (shown, len(paths)))
    for name in WITHOUT_INPUTS:
        report = claim_of(checks, "-q", "--claim", "1/1000", os.path.join(source, "examples", "library", name))
        checks.check(report["claim"]["verdict"] == "fails" and "claim_counterexample" not in report, name)


def weight(automaton):
    """The heaviest path: 2d for a private draw off cycles, and d_fresh for a fresh output; d for a public draw."""
    leaving = {state["name"]: [] for state in automaton["states"]}
    states = {state["name"]: state for state in automaton["states"]}
    for t in automaton["transitions"]:
        leaving[t["from"]].append(t)
    behind = {name: {name} for name in states}
    for _ in states:
        for t in automaton["transitions"]:
            behind[t["from"]] |= behind[t["to"]]
    heaviest = {name: Fraction(0) for name in states}
    for _ in states:
        for t in automaton["transitions"]:
            state, step = states[t["from"]], Fraction(0)
            public = state.get("input") == "public"
            if t["from"] not in behind[t["to"]]:
                drawn = t["guard"] != "true" or "assign" in t
                step += Fraction(state["d"]) * (1 if public else 2) if drawn else 0
                step += Fraction(state["d_fresh"]) if t["output"] == "fresh" and not public else 0
            heaviest[t["from"]] = max(heaviest[t["from"]], step + heaviest[t["to"]])
    return heaviest[automaton["initial"]]


def least_d(report):
    """`7/4`, `2/3 to 5/6`, or `none` where no d is enough."""
    if report["verdict"] == "not-private":
        return "none"
    known = (report["at_least"], report["cost"])
    return known[0] if known[0] == known[1] else "%s to %s" % known


def check_readme(checks, source):
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    weights = 0
    for origin, claim, verdict, least, command in rows:
        status, output, error = checks.run(*command.split(), "--report", "json", cwd=source)
        checks.check(status == (10 if verdict == "fails" else 0), "%s: %d %s" % (command, status, error))
        report = json.loads(output)
        checks.check(claim_said(report) == {"d": claim, "verdict": verdict} and least_d(report) == least,
                     "%s: %s, least d %s" % (command, report["claim"], least_d(report)))
        for stage in report["stages"]:
            if stage["stage"] == "weight":
                checks.check(stage["cost"] == claim, "%s: weight %s" % (command, stage["cost"]))
        if "weight" in origin:
            _, text, _ = checks.run("convert", "-q", "--to", "json", command.split()[-1], cwd=source)
            checks.check(weight(json.loads(text)) == Fraction(claim), "%s: the weight" % command)
            weights += 1
    checks.check(len(rows) > 16 and weights > 8, "the table of claims: %s" % rows)


LIBRARY_ROW = re.compile(r"^\| \[(\S+)\]\((\w+/\S+)\) \| .* \| (\S+) \| ([^|]+) \| (\w+) \|$", re.M)


def check_library(checks, source):
    """Each model of examples/library, and what stands elsewhere, has a row in the table, which says what
    couplet says."""
    examples = os.path.join(source, "examples")
    with open(os.path.join(examples, "README.md"), encoding="utf-8") as file:
        rows = LIBRARY_ROW.findall(file.read().split("## Library")[1])
    files = ["library/" + name for name in os.listdir(os.path.join(examples, "library"))]
    checks.check(sorted(row[1] for row in rows) == sorted(files + ["mechanisms/lyu-algorithm-7.svt"]),
                 "the table of the library: %s" % [row[1] for row in rows])
    for name, file, claim, least, verdict in rows:
        path = os.path.join(examples, file)
        report = claim_of(checks, "-q", path)
        expected = {"d": claim, "verdict": verdict} if claim != "none" else None
        checks.check(claim_said(report) == expected and least_d(report) == least,
                     "%s: %s, least d %s" % (file, report.get("claim"), least_d(report)))
        with open(path, encoding="utf-8") as text:
            checks.check(name + ".svt" == os.path.basename(file) and text.readline().startswith("# "), file)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    examples = os.path.join(source, "examples")
    private = os.path.join(examples, "automata", "numeric-sparse.json")
    never = os.path.join(examples, "automata", "svt-star.json")
    check_command_line(checks, private)
    with tempfile.TemporaryDirectory() as folder:
        check_files(checks, folder)
        check_behind_a_silent_step(checks, folder)
        check_evidence(checks, os.path.join(folder, "evidence"), private)
        check_all_inputs(checks, folder, source)
    check_text(checks, source)
    check_claim(checks, {"d": "9", "verdict": "fails"}, "--claim", "9", "--optimizers", "", never)
    check_processes(checks, examples)
    check_explanation(checks, private, never)
    check_readme(checks, source)
    check_library(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
