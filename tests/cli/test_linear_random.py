#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random linear mechanisms: glpk against a linear program in fractions here and against z3; what
single outputs cost; evidence, and evidence with one thing changed, in both checkers.

usage: test_linear_random.py COUPLET SUPPORT
COUPLET_TEST_LINEAR: how many mechanisms (24)"""
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, sys.argv[2])
import evidence_checker as second  # noqa: E402
import linear_checker as linear  # noqa: E402
from exact_lp import minimum  # noqa: E402

INFINITE = float("inf")


# ---- Mechanisms -------------------------------------------------------------------------------

def random_form(chance, n_answers, n_draws, kind):
    numbers = ["1", "-1", "1", "-1", "2"]
    form = {"c": str(chance.choice([0, 0, 1, -2]))}
    form["a"] = {str(i): chance.choice(numbers[:4]) for i in range(n_answers)
                 if chance.random() < 0.6}
    drawn = [i for i in range(n_draws) if chance.random() < 0.6] or [n_draws - 1]
    if chance.random() < 0.95:
        form["z"] = {str(i): chance.choice(numbers[:4] if kind == "discrete-laplace" else numbers)
                     for i in drawn}
    return form


def random_tree(chance, n_answers, kinds):
    nodes, names = [], iter("abcdefghijklmnop")
    shared = chance.random() < 0.3

    def grow(depth, n_draws):
        if n_draws == 0 or (n_draws < 3 and chance.random() < 0.4):
            nodes.append({"draw": chance.choice(kinds), "rate": chance.choice(["1", "1/2", "2/3"])})
            return grow(depth, n_draws + 1)
        if depth > 0:
            node = {"decide": random_form(chance, n_answers, n_draws, kinds[0]),
                    "strict": chance.random() < 0.5}
            nodes.append(node)
            grow(depth - 1, n_draws)
            node["otherwise"] = len(nodes)
            return grow(depth - 1, n_draws)
        if chance.random() < 0.15:
            nodes.append({"output": random_form(chance, n_answers, n_draws, kinds[0])})
        else:
            nodes.append({"output": chance.choice("st") if shared else next(names)})
        return nodes.append({"end": True})

    grow(chance.choice([1, 1, 2, 2, 3]), 0)
    return {"answers": n_answers, "nodes": nodes}


def random_contest(chance, n, kind):
    """Noisy answers, of which the larger of two goes on; what is output of the last is a letter, and some share one."""
    nodes, letters = [{"draw": kind, "rate": "1"} for _ in range(n)], [chance.choice("stu") for _ in range(n)]
    strict, first_tells = chance.random() < 0.5, n > 3 or chance.random() < 0.7

    def grow(left, tells):
        if len(left) == 1:
            return nodes.extend([{"output": letters[left[0]]}, {"end": True}])
        one, other = chance.sample(left, 2)
        form = {str(one): "1", str(other): "-1"}
        node = {"decide": {"a": form, "z": form}, "strict": strict}
        nodes.append(node)
        grow([i for i in left if i != other or not tells], True)
        node["otherwise"] = len(nodes)
        return grow([i for i in left if i != one or not tells], True)

    grow(list(range(n)), first_tells)
    return {"answers": n, "nodes": nodes}


def random_mechanism(number):
    chance = random.Random(number)
    n = chance.choice([1, 2, 2])
    if number % 4 == 3:
        kind, n = chance.choice(["laplace", "exponential", "discrete-laplace"]), chance.choice([3, 3, 4])
        return {"couplet_linear": 1, "name": "random%d" % number, "adjacency": chance.choice(["any", "monotonic", "one"]),
                "answers": n, "lists": [random_contest(chance, n, kind)]}
    kinds = chance.choice([["laplace"], ["laplace"], ["laplace", "exponential"],
                           ["exponential"], ["discrete-laplace"]])
    mechanism = {"couplet_linear": 1, "name": "random%d" % number,
                 "adjacency": chance.choice(["any", "any", "monotonic", "one"]),
                 "answers": n, "lists": [random_tree(chance, n, kinds)]}
    if kinds != ["discrete-laplace"] and chance.random() < 0.3:
        mechanism["sensitivity"] = chance.choice(["2", "1/2"])
    return mechanism


# ---- What is true ------------------------------------------------------------------------------

def is_taken(n_answers, draws, decisions):
    """Whether something does, in real numbers: what is missing to a margin of 1 can be less than 1."""
    n, rows, path = n_answers + len(draws), [], linear.Path(0, draws, decisions, ())
    for row in decisions:
        factors = [row[1].a.get(i, 0) for i in range(n_answers)]
        factors += [row[1].z.get(i, 0) for i in range(len(draws))]
        factors = [row[2] * x for x in factors]
        margin = int(path.strict(row))
        rows.append((factors + [-x for x in factors] + [margin], ">=", margin - row[2] * row[1].c))
    for i, draw in enumerate(draws):
        if draw["draw"] == "exponential":
            unit = [int(j == n_answers + i) for j in range(n)]
            rows.append((unit + [-x for x in unit] + [1], ">=", 1))
    missing = minimum([0] * (2 * n) + [1], rows)
    return missing is not None and missing < 1


def decisions_of(path):
    return [row for row in path.rows if row[2]]


def is_possible(tree, path):
    return is_taken(tree.answers, path.draws, decisions_of(path))


def union(tree, members):
    """A path that stands for members, which have the same draws: their union is where what all of them find is found."""
    draws, rows = members[0].draws, []
    for node, form, kind in [row for path in members for row in decisions_of(path)]:
        if not any(is_taken(tree.answers, draws, decisions_of(path) + [(node, form, -kind)]) for path in members):
            rows.append((node, form, kind))
    ends = {path.end for path in members}
    for path in tree.paths():
        if path.end not in ends:
            n = linear.common_draws(path, members[0])
            if is_taken(tree.answers, draws, rows + [row for row in decisions_of(path) if all(i < n for i in row[1].z)]):
                return None
    return linear.Path(members[0].end, draws, rows + [row for row in members[0].rows if not row[2]], members[0].outputs)


def united(tree, paths):
    """Paths, of which one stands for several where that is right."""
    classes = {}
    for path in paths:
        draws = tuple((draw["draw"], linear.number(draw["rate"])) for draw in path.draws)
        reals = tuple(row[1].key() for row in path.rows if not row[2])
        classes.setdefault((path.outputs, draws, reals), []).append(path)
    for members in classes.values():
        one = union(tree, members) if len(members) > 1 else None
        yield from [one] if one is not None else members


def cost(path, d):
    """The least cost of real shifts."""
    n, rows = len(path.draws), []
    for _, form, kind in path.rows:
        factors = [form.z.get(i, 0) for i in range(n)]
        down = [0 if draw["draw"] == "exponential" else -k for draw, k in zip(path.draws, factors)]
        rows.append((factors + down, {1: ">=", -1: "<=", 0: "="}[kind],
                     -sum(k * d[i] for i, k in form.a.items())))
    rates = [linear.number(draw["rate"]) for draw in path.draws]
    found = minimum(rates * 2, rows)
    return INFINITE if found is None else found


def truth(mechanism, tree, paths):
    """The greatest cost of one of the paths (of a union, where there is one), and the greatest that outputs force, by real shifts."""
    groups, paths = {}, [path for path in paths if is_possible(tree, path)]
    for path in paths:
        least = groups.setdefault(path.outputs, {})
        for d in mechanism.differences(tree):
            least[d] = min(least.get(d, INFINITE), cost(path, d))
    most = max((cost(path, d) for path in united(tree, paths) for d in mechanism.differences(tree)), default=Fraction(0))
    forced = max((x for least in groups.values() for x in least.values()), default=Fraction(0))
    return most * mechanism.sensitivity, forced * mechanism.sensitivity


def expect(mechanism, tree, paths):
    """Verdict, cost and at_least of glpk about these paths; None where whole numbers decide."""
    most, forced = truth(mechanism, tree, paths)
    whole = mechanism.whole and mechanism.sensitivity.denominator != 1
    if forced == INFINITE and not whole:
        return "not-private", None, None
    return ("unknown" if most == INFINITE else "private",
            None if most == INFINITE else str(most), None if whole else str(forced))


# ---- Runs --------------------------------------------------------------------------------------

def run(couplet, *arguments):
    result = subprocess.run([couplet, *arguments], capture_output=True, text=True, timeout=300)
    if result.returncode not in (0, 7, 10, 11):
        sys.exit("%s: status %d: %s" % (arguments, result.returncode, result.stderr))
    return result.stdout


def reports(couplet, files, *options):
    found = {}
    for line in run(couplet, "verify", "--report", "json", "--evidence", "--self-check", *options,
                    *files).splitlines():
        report = json.loads(line)
        found[report["file"]] = report
    return found


NODES = {"with": "end", "met": "decide", "not_met": "decide"}


def change_number(chance, tree, key, vector):
    i = chance.randrange(len(vector))
    if key in NODES:
        vector[i] = chance.choice([j for j, node in enumerate(tree.nodes) if NODES[key] in node])
    else:
        vector[i] = str(Fraction(vector[i]) + chance.choice([1, -1, Fraction(1, 3)]))


def mutants(chance, tree, evidence):
    """Evidence with one thing changed, which can still be read."""
    for _ in range(6):
        one = copy.deepcopy(evidence)
        path = chance.choice(one["paths"])
        key = chance.choice([k for k in path if k != "end"])
        vector = path[key]
        if key in linear.LISTS:
            vector = chance.choice(vector) if vector else []
        what = chance.randrange(5)
        if what == 0 and len(one["paths"]) > 0:
            one["paths"].remove(path)
        elif what == 1 and one["differences"]:
            one["differences"].pop(chance.randrange(len(one["differences"])))
        elif what == 2 and one.get("cost") is not None:
            one["cost"] = str(Fraction(one["cost"]) + chance.choice([Fraction(1, 7), Fraction(-1, 7)]))
        elif what == 3 and key != "shifts":
            del path[key]
        elif vector:
            change_number(chance, tree, key, vector)
        if one != evidence:
            yield one


def is_true(evidence, mechanism, tree):
    most, forced = truth(mechanism, tree, tree.paths())
    if evidence["kind"] == "shifts":
        return mechanism.whole or Fraction(evidence["cost"]) >= most
    return forced == INFINITE if evidence.get("cost") is None else \
        Fraction(evidence["cost"]) <= forced


def judge(mechanism, pieces):
    """What the second checker says of each."""
    return [second.check(mechanism, piece) is None for piece in pieces]


def check_mutants(couplet, folder, file, mechanism, evidence, wrong):
    chance, tree = random.Random(file), next(iter(mechanism.trees.values()))
    pieces = evidence + [m for e in evidence for m in mutants(chance, tree, e)]
    path = os.path.join(folder, "evidence.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(pieces, out)
    lines = run(couplet, "check", file, path).splitlines()
    first = ["): accepted" in line for line in lines]
    if len(first) != len(pieces) or first != judge(mechanism, pieces):
        wrong.append("%s: the checkers differ: %s" % (file, lines))
    if not all(first[:len(evidence)]):
        wrong.append("%s: evidence is rejected" % file)
    for piece, accepted in zip(pieces, first):
        if accepted and not is_true(piece, mechanism, tree):
            wrong.append("%s: what is accepted is not true: %s" % (file, piece))
    return len(pieces) - len(evidence), sum(first) - len(evidence)


def check_z3(couplet, files, wanted, claims, wrong):
    found = reports(couplet, files, "--deciders", "z3", "--optimizers", "glpk")
    for file, report in found.items():
        z3 = next(s for s in report["stages"] if s["plugin"] == "z3")
        verdict, _, forced = wanted[file]
        if report.get("disagreement") or (verdict != "unknown" and z3["verdict"] != verdict):
            wrong.append("%s: z3 says %s, not %s" % (file, z3, wanted[file]))
        claim = claims[file]
        if verdict != "private" or claim is None or forced is None:
            continue
        fails = Fraction(forced) > claim
        if fails != z3["reason"].startswith("the claim fails"):
            wrong.append("%s: z3 says of the claim %s: %s" % (file, claim, z3["reason"]))


def expected_rows(mechanism, tree):
    """[(name, count, paths)] of --by-output; the name of outputs with a value is not looked at."""
    groups, rows = {}, []
    for path in tree.paths():
        groups.setdefault(path.outputs, []).append(path)
    for outputs, paths in groups.items():
        words = [label[1] if label[0] == "text" else "?" for label in outputs]
        rows.append((", ".join(words), None, paths))
    for symbol in {label[1] for outputs in groups for label in outputs if label[0] == "text"}:
        counted = {}
        for outputs, paths in groups.items():
            counted.setdefault(outputs.count(("text", symbol)), []).extend(paths)
        rows += [(symbol, count, paths) for count, paths in counted.items()]
    return rows


def check_outputs(couplet, mechanisms, wrong):
    """What single outputs cost."""
    judged = 0
    for file, report in reports(couplet, list(mechanisms), "--deciders", "", "--optimizers", "glpk",
                                "--by-output").items():
        tree = next(iter(mechanisms[file].trees.values()))
        told = {}
        if report.get("disagreement"):
            wrong.append("%s: evidence about outputs: %s" % (file, report))
        for row in report["outputs"]:
            name = row["output"] if len(row["output"]) == 1 and row["output"].isalpha() else "?"
            verdict = ("not-private" if row["cost_decimal"] is not None and row["cost"] is None
                       else "unknown" if row["cost"] is None else "private")
            told.setdefault((name, row["count"]), []).append((verdict, row["cost"], row["at_least"]))
        for name, count, paths in expected_rows(mechanisms[file], tree):
            wanted, got = expect(mechanisms[file], tree, paths), told.get((name, count), [])
            judged += 1
            if not any(one == wanted or (mechanisms[file].whole and one[2] == wanted[2]) for one in got):
                wrong.append("%s: outputs %s, %s: %s, not %s" % (file, name, count, got, wanted))
        if sum(map(len, told.values())) != len(expected_rows(mechanisms[file], tree)):
            wrong.append("%s: other outputs: %s" % (file, report["outputs"]))
    return judged


def singles_added_up(mechanism, tree, evidence):
    """The most that a path costs if shifts at the differences of single answers are added up."""
    most = Fraction(0)
    for path in tree.paths():
        vectors = next((one for one in evidence["paths"] if one["end"] == path.end), {}).get("shifts", [])
        paid = {tuple(d): mechanism.sensitivity * sum(linear.number(draw["rate"]) * abs(Fraction(x))
                                                      for draw, x in zip(path.draws, vector))
                for d, vector in zip(evidence["differences"], vectors)}
        if paid:
            above, below = ([paid[tuple(s * (i == j) for j in range(tree.answers))] for i in range(tree.answers)]
                            for s in (1, -1))
            most = max(most, sum(map(max, above, below)) if mechanism.adjacency == "any" else max(sum(above), sum(below)))
    return most


MANY = 13  # answers, of which most do not matter, so that there are more differences than are looked at


def check_singles(couplet, folder, file, mechanism, wrong):
    """Shifts at the differences of single answers are evidence for all; how often they are."""
    tree, alone = next(iter(mechanism.trees.values())), os.path.join(folder, "alone.json")
    with open(file, encoding="utf-8") as data:
        data = json.load(data)
    data["answers"] = data["lists"][0]["answers"] = MANY
    with open(file, "w", encoding="utf-8") as out:
        json.dump(data, out)
    longer = linear.Mechanism(data)
    with open(alone, "w", encoding="utf-8") as out:
        json.dump({**data, "adjacency": "one"}, out)
    report = reports(couplet, [alone], "--deciders", "", "--optimizers", "glpk")[alone]
    pieces = []
    for one in report["stages"][0].get("evidence", []):
        if one["kind"] == "shifts" and mechanism.adjacency != "one":
            one.pop("input")
            cost = singles_added_up(longer, longer.trees[MANY], one)
            pieces += [{**one, "cost": str(cost)}, {**one, "cost": str(cost - Fraction(1, 7))}]
            pieces.append({**pieces[0], "differences": one["differences"][1:], "paths": [
                {**path, **({"shifts": path["shifts"][1:]} if "shifts" in path else {})} for path in one["paths"]]})
            # most answers do not matter
            if not mechanism.whole and cost < truth(mechanism, tree, tree.paths())[0]:
                wrong.append("%s: single answers cost more together than %s" % (file, cost))
    path = os.path.join(folder, "singles.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(pieces, out)
    lines = run(couplet, "check", file, path).splitlines() if pieces else []
    first = ["): accepted" in line for line in lines]
    if first != judge(longer, pieces) or first != [True, False, False][:len(pieces)]:
        wrong.append("%s: single answers: %s" % (file, lines))
    return len(pieces) > 0


LONG = [("any", "laplace", 1), ("any", "discrete-laplace", 1), ("monotonic", "laplace", Fraction(1, 2))]


def long_list(n, adjacency, noise):
    """Partial sums of n answers, each with noise, after each of which a decision tells nothing new."""
    nodes = []
    for i in range(n):
        terms = {str(j): "1" for j in range(i + 1)}
        nodes += [{"draw": noise, "rate": "1"}, {"output": {"a": terms, "z": terms}}]
    nodes.append({"decide": {"a": {"0": "1"}, "z": {"0": "1"}}, "otherwise": len(nodes) + 3})
    nodes += [{"output": "high"}, {"end": True}, {"output": "low"}, {"end": True}]
    return {"couplet_linear": 1, "name": "long", "adjacency": adjacency, "answers": n,
            "lists": [{"answers": n, "nodes": nodes}]}


def check_long(couplet, folder, wrong):
    """Lists of more answers than all differences are looked at of: what each answer costs adds up."""
    for adjacency, noise, sensitivity in LONG:
        for n in (13, 30):
            file = os.path.join(folder, "long.json")
            data = {**long_list(n, adjacency, noise), "sensitivity": str(sensitivity)}
            with open(file, "w", encoding="utf-8") as out:
                json.dump(data, out)
            report = reports(couplet, [file], "--require-evidence", "--optimizers", "glpk")[file]
            got, cost = (report["verdict"], report["cost"], report["at_least"]), str(n * sensitivity)
            evidence = next(one["evidence"] for one in report["stages"] if one["stage"] == "glpk")
            if got != ("private", cost, cost) or judge(linear.Mechanism(data), evidence) != [True, True]:
                wrong.append("%s, %s, %d answers: %s" % (adjacency, noise, n, got))


def main():
    couplet, n = os.path.abspath(sys.argv[1]), int(os.environ.get("COUPLET_TEST_LINEAR", "24"))
    wrong, mechanisms, wanted, claims, counts, n_mutants, n_kept, n_added = [], {}, {}, {}, {}, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(n):
            data, file = random_mechanism(i), os.path.join(folder, "%d.json" % i)
            mechanism = linear.Mechanism(data)
            tree = next(iter(mechanism.trees.values()))
            wanted[file], mechanisms[file] = expect(mechanism, tree, tree.paths()), mechanism
            claims[file] = None
            if wanted[file][1] is not None and Fraction(wanted[file][1]) > 0:
                claims[file] = Fraction(wanted[file][1]) * random.Random(i).choice(
                    [Fraction(1), Fraction(9, 10), Fraction(2)])
                data["claim"] = str(claims[file])
            with open(file, "w", encoding="utf-8") as out:
                json.dump(data, out)
        found = reports(couplet, list(wanted), "--deciders", "", "--optimizers", "glpk")
        for file, report in found.items():
            got = report["verdict"], report["cost"], report["at_least"]
            counts[got[0]] = counts.get(got[0], 0) + 1
            # whole shifts may cost more than real ones, or be none
            if got != wanted[file] and not (mechanisms[file].whole and got[2] == wanted[file][2]):
                wrong.append("%s: %s, not %s" % (file, got, wanted[file]))
            evidence = report["stages"][0].get("evidence", [])
            if not evidence:  # nothing is enough, and nothing is necessary
                if got[0] == "private" or got[2] not in ("0", None):
                    wrong.append("%s: no evidence for %s" % (file, got))
                continue
            tried, kept = check_mutants(couplet, folder, file, mechanisms[file], evidence, wrong)
            n_mutants, n_kept = n_mutants + tried, n_kept + kept
        check_z3(couplet, list(wanted), wanted, claims, wrong)
        n_rows = check_outputs(couplet, mechanisms, wrong)
        n_added = sum(check_singles(couplet, folder, file, mechanisms[file], wrong) for file in list(wanted))
        check_long(couplet, folder, wrong)
    print("%d mechanisms: %s; %d mutants, %d of them accepted; %d outputs; %d added up" %
          (n, counts, n_mutants, n_kept, n_rows, n_added))
    for line in wrong[:20]:
        print(line)
    enough = len(counts) >= 2 and n_added > n / 8 and n_rows > 2 * n and n_mutants > n and n_kept < n_mutants / 2
    return len(wrong) > 0 or not enough


if __name__ == "__main__":
    sys.exit(main())
