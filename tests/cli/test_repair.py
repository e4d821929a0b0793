#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet repair: larger scales of each example, which are verified again and change no more than one factor for
all; stopping rules and other changes; the split of the budget; automata, code, linear mechanisms; refusals.

usage: test_repair.py COUPLET SOURCE"""
import concurrent.futures
import json
import os
import random
import re
import sys
import tempfile
from fractions import Fraction

from checks import Checks, examples_in

FOUND = re.compile(r"^(\S+): (least d (?:at most )?\S+|not private) -> least d (?:at most )?(\S+) \(claim (\S+)\): (.*)$",
                   re.MULTILINE)
RATIO = re.compile(r"threshold : answers = 1 : (\S+); the variance of a comparison is ~?([0-9.]+)/eps\^2, was ~?([0-9.]+)")
HUNK = re.compile(r"@@ -(\d+),(\d+) \+(\d+),(\d+) @@")


def verified(checks, claim, path, *arguments):
    """Whether `couplet verify --claim` says that the claim holds; the least d."""
    status, output, error = checks.run("verify", "-q", "--report", "json", "--claim", str(claim), path, *arguments)
    report = json.loads(output) if output else {}
    good = status == 0 and report["claim"]["verdict"] == "holds"
    checks.check(good, "%s after its repair: %d %s%s" % (path, status, output[:300], error))
    return Fraction(report["cost"]) if good else None


def answer(checks, path):
    """What verify says without a claim."""
    return json.loads(checks.run("verify", "-q", "--report", "json", path)[1])


def rates_of(checks, path):
    """The rates of an automaton or program by state, those of one line of a program as one."""
    automaton = json.loads(checks.run("convert", "-q", "--to", "json", path)[1])
    found = {}
    for state in automaton["states"]:
        for key in ("d", "d_fresh"):
            numbers = state.get(key, "none")
            for name, number in (numbers if isinstance(numbers, dict) else {"": numbers}).items():
                if number != "none":
                    found[state["name"].partition(" #")[0], key, name] = Fraction(number)
    return found


def check_change(checks, before, after, factor, what):
    """Each rate is no larger, none is below half of what one factor makes of it, and the sum of the relative changes
    is at most that of this factor."""
    checks.check(before.keys() == after.keys(), what + ": other draws")
    ratios = [after[key] / rate for key, rate in before.items() if key in after]
    checks.check(all(factor / 2 <= ratio <= 1 for ratio in ratios), "%s: %s" % (what, ratios))
    checks.check(sum(1 - ratio for ratio in ratios) <= len(ratios) * (1 - factor), "%s changes %s" % (what, ratios))
    checks.check(any(ratio < 1 for ratio in ratios), what + ": nothing has changed")


def check_scales(checks, folder, path):
    """A claim of two thirds of the least d, which larger scales make hold."""
    said = answer(checks, path)
    if said["verdict"] != "private" or said.get("cost") in (None, "0"):
        return 0
    claim = Fraction(said["cost"]) * 2 / 3
    target = os.path.join(folder, os.path.basename(path))
    status, output, error = checks.run("repair", "-q", "--claim", str(claim), "-o", target, path)
    checks.check(status == 0 and FOUND.search(output) is not None, "%s: %d %s%s" % (path, status, output, error))
    if status == 0:
        verified(checks, claim, target)
        check_change(checks, rates_of(checks, path), rates_of(checks, target), Fraction(2, 3), path)
    return 1


def patched(text, diff):
    """A text after a unified diff, whose lines have to fit."""
    lines, done, at = text.split("\n"), [], 0
    for line in diff.split("\n"):
        hunk = HUNK.match(line)
        if hunk is not None:
            first = int(hunk[1]) - (int(hunk[2]) > 0)
            done += lines[at:first]
            at = first
            assert len(done) == int(hunk[3]) - (int(hunk[4]) > 0), line
        elif line.startswith((" ", "-")) and not line.startswith("---"):
            assert lines[at] == line[1:], (lines[at], line)
            at += 1
        if line.startswith((" ", "+")) and not line.startswith("+++"):
            done.append(line[1:])
    return "\n".join(done + lines[at:])


def repairs_of(checks, folder, path, claim, *arguments):
    """The repairs that are printed, as (words, file after the diff, least d)."""
    status, output, error = checks.run("repair", "-q", "--claim", claim, path, *arguments)
    checks.check(status == 0, "%s: %d %s%s" % (path, status, output, error))
    found = []
    heads = list(FOUND.finditer(output))
    for i, head in enumerate(heads):
        part = output[head.end():heads[i + 1].start() if i + 1 < len(heads) else len(output)]
        diff = "\n".join(line for line in part.split("\n") if not line.startswith("  verified for"))
        target = os.path.join(folder, "%d-%s" % (i, os.path.basename(path)))
        with open(path) as source, open(target, "w") as out:
            out.write(patched(source.read(), diff))
        found.append((head[5], target, Fraction(head[3])))
    return found


def check_lyu(checks, folder, source):
    """The four wrong variants that Lyu, Su and Li name, with the claim that they were published with."""
    expected = {3: [r"halts once .* has been taken 4 times$", "outputs a symbol .* 1 of 2 scales grows$", "draws fresh noise"],
                4: ["^1 of 2 scales grows$"],
                5: ["^it halts after '.*' and 1 more$"],
                6: ["halts after '.* bot', and 1 of 2 scales grows", "halts after '.* top', and 1 of 2 scales grows"]}
    for number, words in expected.items():
        path = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-%d.svt" % number)
        found = repairs_of(checks, folder, path, "1")
        checks.check(len(found) == len(words), "algorithm %d: %s" % (number, found))
        for pattern, (said, target, least) in zip(words, found):
            checks.check(re.search(pattern, said) is not None, "algorithm %d: %s" % (number, said))
            checks.check(verified(checks, 1, target) == least, "algorithm %d: %s costs other than said" % (number, said))
    # the stopping rule of algorithm 3 stops as late as it may: once more costs too much
    path = repairs_of(checks, folder, os.path.join(source, "examples", "mechanisms", "lyu-algorithm-3.svt"), "1")[0][1]
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(text.replace("times >= 4", "times >= 5"))
    checks.check(Fraction(answer(checks, path)["cost"]) > 1, "algorithm 3 could stop later")


def check_split(checks, folder, source):
    """Lyu, Su and Li 2017, section 4.2: 1 : (2c)^(2/3), for monotonic queries 1 : c^(2/3)."""
    cases = [("mechanisms", "lyu-algorithm-1.svt", c, 2 * c) for c in (1, 2, 10)] + \
            [("library", "svt-monotonic.svt", c, c) for c in (2, 10)]
    for room, name, c, count in cases:
        path, target = os.path.join(source, "examples", room, name), os.path.join(folder, name)
        given = ("-D", "c=%d" % c)
        status, output, error = checks.run("repair", "-q", "--split", "--claim", "1", "-o", target, *given, path)
        found = RATIO.search(output)
        checks.check(status == 0 and found is not None, "%s, c = %d: %d %s%s" % (name, c, status, output, error))
        if found is None:
            continue
        checks.check(abs(float(Fraction(found[1])) / count ** (2 / 3) - 1) < 0.011, "c = %d: %s" % (c, output))
        checks.check(float(found[2]) < float(found[3]), "c = %d: %s" % (c, output))
        checks.check(verified(checks, 1, target, *given) == 1, "%s, c = %d: not all of the budget" % (name, c))


AUTOMATON = """{"couplet": 1, "initial": "draw", "states": [
  {"name": "draw", "input": "public", "d": "1/2"}, {"name": "ask", "d": "1/4"}, {"name": "end"}],
 "transitions": [
  {"from": "draw", "to": "ask", "guard": "true", "output": "go", "assign": "x"},
  {"from": "ask", "to": "ask", "guard": "insample < x", "output": "bot"},
  {"from": "ask", "to": "end", "guard": "insample >= x", "output": "top"}]}"""


def check_automata(checks, folder, source):
    path = os.path.join(folder, "above.json")
    with open(path, "w") as file:
        file.write(AUTOMATON)
    for name in ("written.json", "written.dot"):
        target = os.path.join(folder, name)
        status, output, _ = checks.run("repair", "--claim", "3/4", "-o", target, path)
        checks.check(status == 0 and "  state draw: d 1/2 -> 3/8\n" in output, name + ": " + output)
        verified(checks, "3/4", target)
    target = os.path.join(folder, "program.json")
    checks.run("repair", "--claim", "1", "-o", target, os.path.join(source, "examples", "mechanisms", "lyu-algorithm-4.svt"))
    with open(target) as file:
        checks.check(file.read().startswith("{"), "a program is written in the format that the name of the file ends in")
    verified(checks, "1", target)
    dot = os.path.join(folder, "written.dot")
    status, output, _ = checks.run("repair", "--claim", "1/2", dot)
    checks.check(status == 0 and "  state ask: d 3/16 -> 1/8\n" in output, output)
    status, output, _ = checks.run("repair", "--claim", "3/4", dot)
    checks.check(status == 0 and "the claim 3/4 holds already: least d 3/4" in output, output)
    checks.says(2, "expected a name that ends in a format", "repair", "--claim", "1/2", "-o",
                os.path.join(folder, "written.txt"), path)
    linear = os.path.join(folder, "linear.json")
    one = os.path.join(source, "examples", "linear", "noisy_max_discrete.json")
    status, output, _ = checks.run("repair", "--claim", "1/3", "-o", linear, one)
    checks.check(status == 0 and "all scales grow by one factor" in output, output)
    verified(checks, "1/3", linear)
    status, output, _ = checks.run("repair", "--claim", "1/3", one)
    checks.check(status == 0 and "  scale 2/eps -> 6/eps\n" in output, output)


def check_code(checks, source):
    """A scale as the code has it."""
    for name in ("python/variants.py", "c/variants.c"):
        path = os.path.join(source, "examples", name) + "::algorithm_4"
        status, output, error = checks.run("repair", "-q", "--claim", "1", "-D", "c=2", path)
        checks.check(status == 0 and re.search(r"^  line \d+: scale \(4/3\)/eps -> \(16/3\)/eps$", output, re.MULTILINE)
                     is not None and "@@" not in output, "%s: %d %s%s" % (name, status, output, error))


PROGRAM = "mechanism m() {\n  %s\n}\n"
ONE = ("threshold x = public + lap(2/eps); loop { q = private + lap(4/eps); "
       "if q >= x { output top; halt; } else { output bot; } }")
REFUSALS = [
    # what is refused, of what, with what, why
    ("a threshold without Laplace noise", ONE.replace("public + lap", "public + exp"), ("--split", "--claim", "4"),
     "no threshold is drawn with Laplace noise and only stored"),
    ("answers without noise", "threshold x = public + lap(2/eps); q = public + lap(0); "
     "if q >= x { output top; } else { output bot; }", ("--split", "--claim", "1"),
     "no answer is drawn with Laplace noise and only compared"),
    ("two kinds of answers", "threshold x = public + lap(2/eps); q = private + lap(4/eps); if q >= x { output top; } "
     "else { output bot; } p = private + lap(8/eps); if p >= x { output top; } else { output bot; }",
     ("--split", "--claim", "1"), "its answers have noise of different scales"),
    ("two kinds of thresholds", "sampling shared; threshold x = public + lap(2/eps); threshold y = public + lap(3/eps); "
     "q = private + lap(4/eps); if q >= x { output top; } else if q >= y { output mid; } else { output bot; }",
     ("--split", "--claim", "1"), "its thresholds have noise of different scales"),
    ("a threshold that pays nothing", ONE.replace("if q >= x { output top; halt; } else { output bot; }",
                                                  "if q >= x { output top; } else { output bot; } break;"),
     ("--split", "--claim", "1/8"), "no division that keeps the bound is found"),
    ("fresh noise that costs as much", ONE.replace("output top", "output fresh lap(1/eps)"),
     ("--split", "--claim", "1"), "its other draws cost as much as is claimed"),
    ("a split that is as good", ONE.replace("lap(2/eps)", "lap((13/5)/eps)").replace("lap(4/eps)", "lap((13/4)/eps)"),
     ("--split", "--claim", "1"), "its scales are as good as those of the best ratio"),
    ("a mechanism that is not private", ONE.replace(" halt;", ""), ("--split", "--claim", "1"),
     "its budget is not split: it is not known to be private for some d"),
    ("answers that are printed bare", "threshold x = public + lap(2/eps); q = private + lap(0); output q;",
     ("--claim", "1"), "none of the changes that were tried"),
]


def check_refusals(checks, folder, source):
    for what, text, arguments, why in REFUSALS:
        path = os.path.join(folder, "refused.svt")
        with open(path, "w") as file:
            file.write(PROGRAM % text)
        status, output, error = checks.run("repair", "-q", *arguments, path)
        checks.check(status == 11 and why in output, "%s: %d %s%s" % (what, status, output, error))
    with open(path, "w") as file:
        file.write(PROGRAM % ONE)
    checks.says(2, "nothing is claimed: give --claim D", "repair", path)
    checks.says(2, "expected one file", "repair", "--claim", "1")
    checks.says(2, "--claim 0: it must be positive", "repair", "--claim", "0", path)
    checks.says(4, "error", "repair", "--claim", "1", os.path.join(folder, "missing.svt"))
    checks.says(6, "it could not be written", "repair", "--claim", "1/2", "-o", os.path.join(folder, "no", "x.svt"), path)
    leak = os.path.join(source, "examples", "linear", "one_noise.json")
    status, output, _ = checks.run("repair", "--claim", "1", leak)
    checks.check(status == 11 and "linear mechanism that is not private, and larger scales do not make it so" in output, output)
    checks.says(0, "", "repair", "--exit-zero", "--claim", "1", leak)
    unbounded = os.path.join(source, "tests", "frontends", "svt", "language", "read-again.svt")
    status, output, _ = checks.run("repair", "--claim", "1", unbounded)
    checks.check(status == 11 and "no stage shows one walk that rules a proof out" in output, output)
    status, output, _ = checks.run("repair", "--claim", "1/7", "--split", leak.replace("one_noise", "noisy_max"))
    checks.check(status == 11 and "whose draws are not told apart as thresholds and answers" in output, output)


def check_texts(checks, folder):
    """Programs of odd layout: a line for all, no end of the last line, names that are taken, two mechanisms."""
    cases = [
        ("one line", "mechanism m(times = 2, answered = 1) { threshold x = public + lap(times/eps); loop { q = private + "
         "lap(4/eps); if q >= x { output top; } else { output bot; } } }", (), "3/2"),
        ("tied fresh values", PROGRAM % ("threshold x = public + lap(2/eps); q = private + lap(4/eps); if q >= x { output "
                                         "fresh lap(2/eps); } else { output fresh lap(2/eps); }"), (), "1/2"),
        ("two mechanisms", (PROGRAM % ONE).replace("m()", "n()") + PROGRAM % ONE, ("-D", "mechanism=n"), "1/2"),
        ("a parameter", "mechanism m(c = 3) {\n  " + ONE.replace("4/eps", "(c + 1)/eps") + "\n}\n", ("-D", "c=7"), "1/2"),
        ("a comment before the semicolon", (PROGRAM % ONE.replace(" halt;", "")).replace("output top;", "output top # ;\n;"),
         (), "3/2"),
    ]
    for what, text, arguments, claim in cases:
        path = os.path.join(folder, "odd.svt")
        with open(path, "w") as file:
            file.write(text)
        found = repairs_of(checks, folder, path, claim, *arguments)
        checks.check(len(found) > 0, what)
        for said, target, least in found:
            checks.check(verified(checks, claim, target, *arguments) == least, "%s: %s" % (what, said))


def random_automaton(source):
    """A threshold, and states that compare answers with it, perhaps again and again, or print fresh ones."""
    n = source.randint(1, 4)
    rate = lambda: "1/%d" % source.randint(1, 9)
    states = [{"name": "draw", "input": "public", "d": rate()}]
    states += [{"name": "q%d" % i, "d": rate(), "d_fresh": rate()} for i in range(n)] + [{"name": "end"}]
    steps = [{"from": "draw", "to": "q0", "guard": "true", "output": "go", "assign": "x"}]
    for i in range(n):
        on = states[i + 2]["name"]
        below, above = source.choice([(on, on), ("q%d" % i, on), (on, "q%d" % i)])
        fresh = source.random() < 0.3 and above == on
        steps += [{"from": "q%d" % i, "to": below, "guard": "insample < x", "output": "bot"},
                  {"from": "q%d" % i, "to": above, "guard": "insample >= x", "output": "fresh" if fresh else "top"}]
    return {"couplet": 1, "initial": "draw", "states": states, "transitions": steps}


def used_rates(automaton, checks, path):
    """Those of draws that are made."""
    fresh = {step["from"] for step in automaton["transitions"] if step["output"] == "fresh"}
    return {key: rate for key, rate in rates_of(checks, path).items() if key[1] == "d" or key[0] in fresh}


def check_random(checks, folder, seed):
    automaton = random_automaton(random.Random(seed))
    path, target = (os.path.join(folder, "%s%d.json" % (name, seed)) for name in ("random", "repaired"))
    with open(path, "w") as file:
        json.dump(automaton, file)
    said = answer(checks, path)
    claim = Fraction(said["cost"]) / 2 if said["verdict"] == "private" else Fraction(1)
    status, output, error = checks.run("repair", "-q", "--claim", str(claim), "-o", target, path)
    checks.check(status == 0 or (status == 11 and said["verdict"] != "private"),
                 "random automaton %d: %d %s%s" % (seed, status, output, error))
    if status == 0:
        verified(checks, claim, target)
    if said["verdict"] == "private":
        check_change(checks, used_rates(automaton, checks, path), used_rates(automaton, checks, target), Fraction(1, 2),
                     "random automaton %d" % seed)


def main():
    checks, source = Checks(sys.argv[1]), sys.argv[2]
    folders = [os.path.join(source, "examples", name) for name in ("mechanisms", "library")]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as pool:
        paths = examples_in(folders)
        done = sum(pool.map(lambda path: check_scales(checks, folder, path), paths))
        checks.check(done >= 50, "only %d examples are private" % done)
        list(pool.map(lambda seed: check_random(checks, folder, seed), range(20)))
        check_lyu(checks, folder, source)
        check_split(checks, folder, source)
        check_automata(checks, folder, source)
        check_code(checks, source)
        check_refusals(checks, folder, source)
        check_texts(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
