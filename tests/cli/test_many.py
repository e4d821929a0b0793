#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Automata with many thresholds that are hard on purpose: what is too much gives
unknown with the reason, in bounded time and memory, and what can be answered is.

usage: test_many.py COUPLET"""
import itertools
import json
import os
import resource
import sys
import tempfile

from checks import Checks

MOST_KIBIBYTES = 3 << 20


def automaton(n, visits, sampling="shared"):
    """n thresholds drawn one after another, then visits: (name, transitions)."""
    names = ["v%d" % i for i in range(n)]
    states = [{"name": "i%d" % i, "d": "1", "input": "public"} for i in range(n)]
    transitions = [{"from": "i%d" % i, "to": "i%d" % (i + 1) if i + 1 < n else visits[0][0],
                    "output": "s", "assign": names[i]} for i in range(n)]
    for name, leaving in visits:
        states.append({"name": name, "d": "1/2"})
        transitions += [{"from": name, "to": to, "guard": guard, "output": output}
                        for to, guard, output in leaving]
    return {"couplet": 1, "initial": "i0", "thresholds": names, "sampling": sampling,
            "states": states, "transitions": transitions}


def on_all(comparison, n):
    return " && ".join("insample %s v%d" % (comparison, i) for i in range(n))


def tied(n, visits):
    """Each visit compares with all thresholds at once."""
    return automaton(n, [("q%d" % i, [("q%d" % (i + 1), on_all("<", n), "below"),
                                      ("q%d" % (i + 1), on_all(">=", n), "above")])
                         for i in range(visits)] + [("q%d" % visits, [])])


def all_orders(n, private=True):
    """Each pair in turn is found to be ordered, or not, without end. private: what is compared,
    else the thresholds."""
    pairs = list(itertools.permutations(range(n), 2))
    made = automaton(n, [("p%d" % i, [
        ("p%d" % ((i + 1) % len(pairs)), "insample >= v%d && insample < v%d" % pair, "in"),
        ("p%d" % ((i + 1) % len(pairs)), "insample < v%d" % pair[0], "out")])
        for i, pair in enumerate(pairs)])
    for state in made["states"]:
        state["input"] = "private" if (state["name"][0] == "p") == private else "public"
    return made


def answer(checks, folder, what, document, *options):
    """Status, stages by name and the whole result of verify."""
    path = os.path.join(folder, "automaton.json")
    with open(path, "w") as file:
        json.dump(document, file)
    status, output, error = checks.run("verify", "--report", "json", *options, path)
    checks.check("THE" not in error, "%s: %s" % (what, error))
    result = json.loads(output)
    return status, {stage["stage"]: stage for stage in result["stages"]}, result


def check_ten_and_eleven(checks, folder):
    methods = ("--deciders", "z3", "--optimizers", "frontier,segment,glpk")
    status, stages, _ = answer(checks, folder, "ten", tied(10, 2), *methods)
    checks.check(status == 0 and stages["frontier"]["cost"] == stages["glpk"]["cost"] == "1",
                 "ten tied thresholds: %s" % stages)
    status, stages, _ = answer(checks, folder, "eleven", tied(11, 2), *methods)
    checks.check(status == 0 and stages["z3"]["verdict"] == "private", "eleven tied thresholds: %s" % stages)
    for stage in ("frontier", "segment", "glpk"):
        checks.check("more than 10 thresholds are tied to each other" in
                     stages[stage].get("reason", ""), "%s: %s" % (stage, stages[stage]))


def check_many_apart(checks, folder):
    """glpk answers where a table of the shifts of all thresholds would be too large, of those that no sample ties."""
    apart = automaton(30, [("q%d" % i, [("q%d" % (i + 1), "insample %s v%d" % (sign, i), sign) for sign in ("<", ">=")])
                           for i in range(30)] + [("q30", [])])
    _, stages, _ = answer(checks, folder, "thirty apart", apart, "--deciders", "", "--optimizers", "glpk")
    checks.check(stages["glpk"]["cost"] == "15" and stages["glpk"]["certified"], "thirty apart: %s" % stages)


def check_orders(checks, folder):
    """What is known soon is enough to find that no strategy is left, and what it shows is
    accepted; where there is a strategy, none is needed for it."""
    for n in (5, 8, 64, 65):
        status, stages, result = answer(checks, folder, "orders", all_orders(n))
        checks.check(status == 10 and result["verdict"] == "not-private",
                     "orders of %d: %s" % (n, result))
    evidence = os.path.join(folder, "evidence")
    for n, private, end in ((8, True, "unbounded"), (8, False, "bound"), (16, False, "bound")):
        status, stages, result = answer(checks, folder, "orders", all_orders(n, private),
                                        "--deciders", "graph", "--optimizers", "frontier",
                                        "--evidence-dir", evidence)
        names = [name for name in os.listdir(evidence) if name.endswith("frontier.%s.json" % end)]
        checks.check(len(names) == 1, "orders of %d: evidence %s" % (n, names))
        if not private:
            checks.check(status == 0 and result["cost"] == result["at_least"] == str(n),
                         "orders of %d: %s" % (n, result))
        status, output, error = checks.run("check", evidence)
        checks.check(status == 0, "orders of %d: %s%s" % (n, output, error))


def buckets(n):
    """Reads in turn find between which two neighbours they are, without end, which nothing
    contradicts."""
    made = automaton(n, [("p%d" % i, [
        ("p%d" % ((i + 1) % (n - 1)), "insample >= v%d && insample < v%d" % (i, i + 1), "in"),
        ("p%d" % ((i + 1) % (n - 1)), "insample < v%d" % i, "out")]) for i in range(n - 1)])
    for state in made["states"]:
        state["input"] = "public" if state["name"][0] == "p" else "private"
    return made


def phases(n):
    """n times two thresholds, the second above the first, whose order a loop tells with that of a
    third; what the order forbids leaks."""
    states, transitions, names = [], [], []
    for i in range(n):
        own = ["%s%d" % (v, i) for v in "abc"]
        names += own
        draws = ["d%d_%d" % (i, j) for j in range(3)]
        states += [{"name": name, "d": "1"} for name in draws]
        pairs = list(itertools.permutations(own, 2))
        for j, name in enumerate(draws):
            step = {"from": name, "to": draws[j + 1] if j < 2 else "p%d_0" % i,
                    "output": "s", "assign": own[j]}
            transitions.append({**step, "guard": "insample >= " + own[0]} if j == 1 else step)
        for j, (low, high) in enumerate(pairs):
            here, behind = "p%d_%d" % (i, j), "p%d_%d" % (i, (j + 1) % len(pairs))
            states.append({"name": here, "d": "1/2", "input": "public"})
            below = "insample < " + high
            leaks = (low, high) == (own[1], own[0])
            transitions += [
                {"from": here, "to": "leak" if leaks else behind, "output": "in",
                 "guard": "insample >= %s && %s" % (low, below)},
                {"from": here, "to": behind, "output": "out",
                 "guard": "insample < %s && %s" % (low, below)},
                {"from": here, "to": "d%d_0" % (i + 1) if i + 1 < n else "end", "output": "next",
                 "guard": "insample >= " + high}]
    states += [{"name": "leak", "d": "1"}, {"name": "end", "d": "1"}]
    transitions.append({"from": "leak", "to": "leak", "output": "insample"})
    return {"couplet": 1, "initial": "d0_0", "thresholds": names, "sampling": "shared",
            "states": states, "transitions": transitions}


def check_merged_orders(checks, folder):
    """Orders that no later guard tells apart are one: where there are too many else, and where
    there are many. Loops that only compare tie nothing, so that a checker can follow their walks."""
    for what, document, cost in (("buckets of 24", buckets(24), "24"),
                                 ("buckets of 12", buckets(12), "12"),
                                 ("phases 12", phases(12), "36")):
        evidence = os.path.join(folder, what)
        status, stages, result = answer(checks, folder, what, document,
                                        "--deciders", "graph", "--optimizers", "frontier,segment",
                                        "--self-check=true", "--evidence-dir", evidence)
        checks.check(status == 0 and result["cost"] == result["at_least"] == cost and
                     "reason" not in stages["frontier"], "%s: %s" % (what, result))
        for kind in ("attained", "bound"):
            names = [name for name in os.listdir(evidence)
                     if name.endswith("frontier.%s.json" % kind)]
            checks.check(len(names) == 1, "%s: evidence %s" % (what, names))
        status, output, error = checks.run("check", evidence)
        checks.check(status == 0 and "no strategy costs less" in output and "every path costs" in output,
                     "%s: %s%s" % (what, output, error))


def check_independent_thresholds_stay_apart(checks, folder):
    """64 and 65 thresholds with samples of their own, stopped at the first above."""
    for n in (64, 65):
        visits = [("q", [("q", on_all("<", n), "below"),
                         ("end", " || ".join("insample >= v%d" % i for i in range(n)), "above")]),
                  ("end", [])]
        status, stages, _ = answer(checks, folder, "apart", automaton(n, visits, "independent"))
        # each threshold shifts by 1, and each comparison of the last answer pays 2 d
        checks.check(status == 0 and stages["frontier"]["cost"] == str(2 * n),
                     "%d thresholds: %s" % (n, stages))


def check_orders_that_need_not_be_told(checks, folder):
    """Of five thresholds all orders are told apart, in thousands of states; a part of them, and none, settle the least d."""
    status, stages, result = answer(checks, folder, "five thresholds", all_orders(5, False))
    checks.check(status == 0 and result["verdict"] == "private" and result["cost"] == "5", "five thresholds: %s" % result)
    checks.check(stages["frontier"]["statistics"]["vectors"] < 10000, "few vectors: %s" % stages["frontier"])
    checks.check(stages["segment"]["cost"] == "5", "segment: %s" % stages["segment"])
    path = os.path.join(folder, "automaton.json")
    for words in (["--require-evidence"], ["--optimizers", "weight"]):  # the whole is asked then
        output = checks.run("verify", "--report", "json", *words, path)[1]
        checks.check(json.loads(output)["verdict"] == ("private" if words[0] == "--require-evidence" else "unknown"),
                     "%s: %s" % (words, output[:300]))


def main():
    checks = Checks(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        check_ten_and_eleven(checks, folder)
        check_many_apart(checks, folder)
        check_orders(checks, folder)
        check_merged_orders(checks, folder)
        check_orders_that_need_not_be_told(checks, folder)
        check_independent_thresholds_stay_apart(checks, folder)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    checks.check(used < MOST_KIBIBYTES, "it took %d KiB of memory" % used)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
