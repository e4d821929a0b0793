#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet delta` against closed forms, and against quadrature that shares nothing with it.

usage: test_delta.py COUPLET FOLDER_OF_MECHANISMS FOLDER_OF_LINEAR_MECHANISMS"""
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 50
PROGRAM, MECHANISMS = sys.argv[1], sys.argv[2]
ABOVE = os.path.join(MECHANISMS, "above-threshold.svt")


def run(*words, text=None):
    return subprocess.run([PROGRAM, "delta", *words], input=text, capture_output=True, text=True,
                          check=False)


def rows_of(automaton, *words):
    done = run("--report", "json", "-", *words, text=json.dumps(automaton))
    assert done.returncode == 0, done
    return [(Fraction(row["at"]), Decimal(row["delta_at_least"]), Decimal(row["delta_at_most"]))
            for row in json.loads(done.stdout)["rows"]]


def one_comparison(threshold, answer):
    """One answer with noise of rate `answer` against a threshold with noise of rate `threshold`."""
    return {"couplet": 1, "name": "", "initial": "t",
            "states": [{"name": "t", "input": "public", "d": threshold},
                       {"name": "q", "d": answer}, {"name": "end"}],
            "transitions": [
                {"from": "t", "to": "q", "guard": "true", "output": "t", "assign": "x"},
                {"from": "q", "to": "end", "guard": "insample < x", "output": "below"},
                {"from": "q", "to": "end", "guard": "insample >= x", "output": "above"}]}


def decimal(number):
    number = Fraction(number)
    return Decimal(number.numerator) / Decimal(number.denominator)


def above_chance(u, a, b):
    """That u and noise of rate b is not below noise of rate a; a None: no noise."""
    s = abs(decimal(u))
    if a is None:
        tail = (-b * s).exp() / 2
    else:
        tail = (b * b * (-a * s).exp() - a * a * (-b * s).exp()) / (2 * (b * b - a * a))
    return 1 - tail if u >= 0 else tail


def delta_of(first, second, at):
    factor = decimal(at).exp()
    return sum((max(Decimal(0), p - factor * q) for p, q in zip(first, second)), Decimal(0))


def random_comparisons(chance, n):
    for _ in range(n):
        a, b = chance.sample(["1/4", "1/3", "1/2", "1", "2"], 2)
        a = chance.choice([a, a, "none"])
        inputs = sorted(chance.sample([Fraction(i, 4) for i in range(-8, 9)], 4))
        epsilon = chance.choice([Fraction(1, 2), Fraction(1), Fraction(3)])
        rows = rows_of(one_comparison(a, b), "--inputs=" + ",".join(map(str, inputs)),
                       "--answers=1", "--at=0,1/8,1/2", f"--epsilon={epsilon}")
        rates = [None if x == "none" else decimal(Fraction(x) * epsilon) for x in (a, b)]
        chances = {u: above_chance(u, *rates) for u in inputs}
        for at, low, high in rows:
            exact = max((delta_of((chances[u], 1 - chances[u]), (chances[v], 1 - chances[v]), at)
                         for u in inputs for v in inputs if abs(u - v) <= 1), default=Decimal(0))
            assert low <= exact <= high and high - low < Decimal("1e-9"), (a, b, inputs, at, exact)


def laplace_mechanism():
    """Where the threshold has no noise, the worst inputs are half a step beside it: the closed form
    of the Laplace mechanism."""
    automaton = one_comparison("none", "1")
    words = ["--answers=1", "--at=0,1/4,1/2,3/4,9/10,1"]
    for at, low, high in rows_of(automaton, *words):
        exact = 1 - (decimal(at - 1) / 2).exp()
        assert low <= exact <= high, (at, low, exact, high)
    grid = ",".join(str(Fraction(i, 16)) for i in range(-32, 33))
    for at, low, _ in rows_of(automaton, *words, f"--inputs={grid}"):
        exact = 1 - (decimal(at - 1) / 2).exp()
        assert 0 <= exact - low < Decimal("0.01"), (at, low, exact)


def laplace_tail(s, rate):
    return 0.5 * math.exp(-rate * s) if s >= 0 else 1 - 0.5 * math.exp(rate * s)


def above_threshold_chances(inputs, a, b):
    """Of the first answer above at 0, 1, ... and of none, by the trapezoid rule."""
    n, end = 8000, 60.0
    sums = [0.0] * (len(inputs) + 1)
    for k in range(n + 1):
        t = -end + 2 * end * k / n
        weight = (0.5 if k in (0, n) else 1.0) * 2 * end / n * a / 2 * math.exp(-a * abs(t))
        for i, u in enumerate(inputs):
            tail = laplace_tail(t - u, b)
            sums[i] += weight * tail
            weight *= 1 - tail
        sums[-1] += weight
    return sums


def quadrature(chance):
    for inputs, answers in (([0, 1], 3), ([-1, Fraction(-1, 2), 0], 2)):
        at = chance.choice([Fraction(0), Fraction(1, 4), Fraction(1, 2)])
        done = run("--report", "json", ABOVE, "--inputs=" + ",".join(map(str, inputs)),
                   f"--answers={answers}", f"--at={at}")
        row = json.loads(done.stdout)["rows"][0]
        chances = {u: above_threshold_chances([float(x) for x in u], 0.5, 0.25)
                   for u in itertools.product(inputs, repeat=answers)}
        exact = max(sum(max(0.0, p - math.exp(at) * q) for p, q in zip(chances[u], chances[v]))
                    for u in chances for v in chances
                    if all(abs(x - y) <= 1 for x, y in zip(u, v)))
        assert float(row["delta_at_least"]) - 1e-4 < exact < float(row["delta_at_most"]) + 1e-4, (
            row, exact)
        first, second = (tuple(map(Fraction, run)) for run in row["pair"])
        assert all(abs(x - y) <= 1 for x, y in zip(first, second)), row


def above_threshold():
    rows = json.loads(run("--report", "json", ABOVE).stdout)["rows"]
    assert [Fraction(row["at"]) for row in rows] == [Fraction(i, 8) for i in range(9)]
    for row in rows:
        at = Fraction(row["at"])
        response = (Decimal(1).exp() - decimal(at).exp()) / (1 + Decimal(1).exp())
        shifted = 1 - (decimal(at - 1) / 2).exp()
        assert 0 <= Decimal(row["delta_at_most"]) - shifted < Decimal("1e-11"), row
        assert shifted <= response and (shifted < response or at == 1)
        assert Decimal(row["delta_at_least"]) < shifted or at == 1
        assert "one shift of the threshold" in row["reason"] or at == 1
    assert Decimal(rows[0]["delta_at_least"]) > Decimal("0.11"), rows[0]


def random_mechanism(chance):
    """A threshold drawn once, then comparisons, with and without loops."""
    n = chance.choice([1, 2, 3])
    edges = [{"from": "t", "to": "q0", "guard": "true", "output": "t", "assign": "x"}]
    for q in range(n):
        targets = [f"q{i}" for i in range(q, n)] + ["end"]
        edges += [{"from": f"q{q}", "to": chance.choice(targets), "guard": f"insample {sign} x",
                   "output": name} for sign, name in (("<", "below"), (">=", "above"))
                  if chance.random() < 0.9]
    states = [{"name": f"q{q}", "d": chance.choice(["1/4", "1/2", "1"]),
               "input": chance.choice(["private"] * 4 + ["public"])} for q in range(n)]
    return {"couplet": 1, "name": "", "initial": "t", "transitions": edges,
            "adjacency": chance.choice(["any", "monotonic", "one"]),
            "states": [{"name": "t", "input": "public", "d": chance.choice(["1/4", "1/2"])}, *states,
                       {"name": "end"}]}


def pairs_are_below_proofs(chance, n):
    """What pairs show is never above what the least d, or a fixed shift, proves for all inputs."""
    shifted = 0
    for _ in range(n):
        text = json.dumps(random_mechanism(chance))
        low = chance.randrange(-3, 3)
        inputs = f"{low},{low + 1}"
        words = ["--report", "json", "-", "--at=0,1/8,1/4,1/2", f"--epsilon={chance.choice([1, 3])}"]
        proven = json.loads(run(*words, text=text).stdout)["rows"]
        tried = json.loads(run(*words, f"--inputs={inputs}", "--answers=4", text=text).stdout)["rows"]
        for above, below in zip(proven, tried):
            for row in (above, below):
                assert Decimal(row["delta_at_least"]) <= Decimal(above["delta_at_most"]), (text, row)
            shifted += "one shift" in above["reason"]
    assert shifted > n / 2, shifted  # where the least d is 0, nothing is less


def noisy_max_chances(inputs, rate):
    """That each answer has the largest of the values with exponential noise, by the trapezoid rule."""
    n, end = 8000, 60.0
    sums = [0.0] * len(inputs)
    for i, u in enumerate(inputs):
        for k in range(n + 1):
            t = u + end * k / n
            weight = (0.5 if k in (0, n) else 1.0) * end / n * rate * math.exp(-rate * (t - u))
            sums[i] += weight * math.prod(1 - math.exp(-rate * max(0.0, t - v))
                                          for j, v in enumerate(inputs) if j != i)
    return sums


def linear_mechanisms(folder):
    """Of all outputs together, also of those that several paths have; as the automaton's, where there is one."""
    words = ["--inputs=-1,0,1/2", "--at=0,1/4,1/2"]
    tree = run("--report", "json", os.path.join(folder, "above_threshold.json"), *words)
    automaton = run("--report", "json", ABOVE, "--answers=3", *words)
    for one, other in zip(json.loads(tree.stdout)["rows"], json.loads(automaton.stdout)["rows"]):
        assert [one[key] for key in ("delta_at_least", "delta_at_most")] == [
            other[key] for key in ("delta_at_least", "delta_at_most")], (one, other)
    noisy_max = os.path.join(folder, "noisy_max.json")
    rows = json.loads(run("--report", "json", noisy_max, "--inputs=0,1", "--at=0,1/4").stdout)["rows"]
    chances = {u: noisy_max_chances(u, 0.5) for u in itertools.product((0, 1), repeat=3)}
    for row in rows:
        exact = max(sum(max(0.0, p - math.exp(Fraction(row["at"])) * q) for p, q in zip(chances[u], chances[v]))
                    for u in chances for v in chances)
        assert float(row["delta_at_least"]) - 1e-4 < exact < float(row["delta_at_most"]) + 1e-4, (row, exact)
    row = json.loads(run("--report", "json", os.path.join(folder, "partial_sums.json"), "--at=0").stdout)["rows"][0]
    assert ("real numbers are output" in row["reason"] and row["delta_at_least"] == "0" and
            float(row["delta_at_most"]) < 1), row
    free = json.loads(run("--report", "json", os.path.join(folder, "shared.json"), "--at=0").stdout)["rows"][0]
    assert free["delta_at_most"] == "0", free
    longer = run("--report", "json", os.path.join(folder, "above_threshold_up_to.json"), "--inputs=0,1", "--at=0")
    row = json.loads(longer.stdout)["rows"][0]
    assert row["delta_at_most"] == "1" and float(row["delta_at_least"]) > 0.1, ("lists are examples", row)


def discrete_noise(rate, end=90):
    """The numbers that are likelier than e^(-end rate), with their probabilities."""
    scale = math.tanh(rate / 2)
    return [(z, scale * math.exp(-rate * abs(z))) for z in range(-end, end + 1)]


def check_rows(rows, chances):
    """rows against the largest delta of pairs of inputs; chances: of all outputs, by inputs."""
    for row in rows:
        exact = max(sum(max(0.0, p - math.exp(Fraction(row["at"])) * q) for p, q in zip(chances[u], chances[v]))
                    for u in chances for v in chances)
        assert float(row["delta_at_least"]) - 1e-7 < exact < float(row["delta_at_most"]) + 1e-7, (row, exact)
        assert float(row["delta_at_most"]) - float(row["delta_at_least"]) < 1e-6, row


def discrete_noise_is_added_up(folder):
    """Against sums that share nothing with it: two draws that are compared, the largest of three, and
    a discrete draw beside one of real numbers."""
    words = ["--report", "json", "--inputs=0,1", "--at=0,1/4"]
    for threshold, answer in (("discrete-laplace", "discrete-laplace"), ("discrete-laplace", "laplace"),
                              ("laplace", "discrete-laplace")):
        automaton = one_comparison("1", "1/2")
        automaton["states"][0].update(noise=threshold, mu="1")
        automaton["states"][1].update(noise=answer)
        chances = {}
        for u in (0, 1):
            if threshold == answer:
                above = sum(p * q for x, p in discrete_noise(1) for z, q in discrete_noise(1 / 2) if u + z >= x + 1)
            elif answer == "laplace":
                above = sum(p * laplace_tail(x + 1 - u, 1 / 2) for x, p in discrete_noise(1))
            else:
                above = sum(q * (1 - laplace_tail(u + z - 1, 1)) for z, q in discrete_noise(1 / 2))
            chances[u] = (above, 1 - above)
        done = run(*words, "--answers=1", "-", text=json.dumps(automaton))
        check_rows(json.loads(done.stdout)["rows"], chances)
    noise, chances = discrete_noise(1 / 2, 60), {}
    for inputs in itertools.product((0, 1), repeat=3):
        below = [[sum(q for z, q in noise if v + z < t) for t in range(-61, 63)] for v in inputs]
        first = [sum(p * math.prod(below[j][u + z + 61 + (j > i)] for j in range(3) if j != i) for z, p in noise)
                 for i, u in enumerate(inputs)]  # of equal ones the first is chosen
        chances[inputs] = first
    rows = run(*words, os.path.join(folder, "noisy_max_discrete.json"))
    check_rows(json.loads(rows.stdout)["rows"], chances)


def discrete_sums():
    """Sums of discrete draws: the second answer is added to the first before it is compared."""
    def decide(answers, draws, otherwise):
        return {"decide": {"c": "-1", "a": {str(i): "1" for i in answers}, "z": {str(i): "1" for i in draws}},
                "otherwise": otherwise, "strict": False}
    draw = {"draw": "discrete-laplace", "rate": "1/2"}
    nodes = [draw, draw, decide([0], [0], 8), decide([0, 1], [0, 1], 6)]
    for at, output in enumerate(("both", "first", "sum", "none")):
        nodes += [decide([0, 1], [0, 1], 11)] if at == 2 else []
        nodes += [{"output": output}, {"end": True}]
    mechanism = {"couplet_linear": 1, "name": "", "adjacency": "any", "answers": 2, "lists": [{"answers": 2, "nodes": nodes}]}
    noise, chances = discrete_noise(1 / 2, 60), {}
    for inputs in itertools.product((0, 1), repeat=2):
        seen = [0.0] * 4
        for x, p in noise:
            for y, q in noise:
                seen[2 * (inputs[0] + x >= 1) + (sum(inputs) + x + y >= 1)] += p * q
        chances[inputs] = seen
    done = run("--report", "json", "--at=0,1/4,1/2", "--inputs=0,1", "-", text=json.dumps(mechanism))
    assert done.returncode == 0, done
    check_rows(json.loads(done.stdout)["rows"], chances)
    refuted = subprocess.run([PROGRAM, "refute", "--claim", "3/5", "-"], input=json.dumps(mechanism), capture_output=True,
                             text=True, check=False)
    assert refuted.returncode == 10 and "loss: at least" in refuted.stdout, refuted


def claims():
    for claim, status, word in (("1/2", 0, "holds"), ("1/100", 10, "fails"), ("1/5", 11, "open")):
        done = run("--at=0", f"--claim-delta={claim}", ABOVE)
        assert done.returncode == status and f"claim delta {claim}: {word}" in done.stdout, done
        assert run("--at=0", f"--claim-delta={claim}", "--exit-zero", ABOVE).returncode == 0
    assert run("--at=0", "--report=csv", ABOVE).stdout.startswith(
        "file,at,delta_at_least,delta_at_most,pair,reason\n")


def what_is_not_computed():
    real = one_comparison("1", "1")
    real["transitions"][2]["output"] = "insample"
    done = run("--at=0", "-", text=json.dumps(real))
    assert "real numbers are output" in done.stdout and done.returncode == 0, done
    shared = one_comparison("1", "1/2")
    shared["transitions"][2]["output"] = "below"
    done = run("--at=0", "-", text=json.dumps(shared))
    assert "do not tell which transition" in done.stdout, done
    discrete = one_comparison("1", "1/2")
    discrete["states"][1]["noise"] = "discrete-laplace"
    done = run("--at=0", "--inputs=0,1/2", "-", text=json.dumps(discrete))
    assert "its answers are whole numbers" in done.stdout and done.returncode == 0, done
    for name in ("delta at least", "one shift"):
        assert name in run("--at=0", "--answers=64", ABOVE).stdout


def more_answers_show_no_less(folder):
    """A pair of inputs for few answers is one for more, where not all inputs are tried any more."""
    for words, lengths in (([ABOVE], (1, 2, 4, 5, 6, 9, 64)),
                           ([os.path.join(folder, "noisy_max.json"), "--inputs=-1,-1/2,0,1/2,1,3/2,2,5/2,3,7/2"], (3,))):
        before = Decimal(0)
        for n in lengths:
            row = json.loads(run("--report=json", "--at=0", f"--answers={n}", *words).stdout)["rows"][0]
            assert Decimal(row["delta_at_least"]) >= max(before, Decimal("0.01")), (words, n, row)
            assert row["pair"] is not None and len(row["pair"][0]) <= n, (words, n, row)
            before = Decimal(row["delta_at_least"])


def few_answers_have_a_smaller_d():
    """The bound from above is randomized response at the d of runs that read so many answers: 1/4 for each."""
    text = MANY % 5
    rows = {n: json.loads(run("--report=json", "--at=0", *words, "-", text=text).stdout)
            for n, words in ((None, []), (1, ["--answers=1"]), (2, ["--answers=2"]), (60, ["--answers=60"]))}
    for n, found in rows.items():
        assert found["answers"] == n, found
    most = {n: Fraction(found["rows"][0]["delta_at_most"]) for n, found in rows.items()}
    for n, d in ((None, Fraction(11, 4)), (1, Fraction(1, 4)), (2, Fraction(1, 2)), (60, Fraction(11, 4))):
        response = (math.exp(d) - 1) / (math.exp(d) + 1)
        assert abs(most[n] - Fraction(response)) < Fraction(1, 10 ** 9), (n, most[n], response)
    # no d is enough for all runs, but there is one for two answers
    endless = MANY.replace("repeat c { ", "").replace("break; ", "").replace("(c = %d)", "").replace("} } }\n}", "} }\n}")
    for words, expected in (([], 1), (["--answers=2"], most[2])):
        found = json.loads(run("--report=json", "--at=0", *words, "-", text=endless).stdout)
        assert Fraction(found["rows"][0]["delta_at_most"]) == expected, found


MANY = """mechanism many(c = %d) {
  threshold x = public + lap(4/eps);
  repeat c { loop { q = private + lap(4/eps); if q >= x { output top; break; } else { output bot; } } }
}
"""


def largest(k, relation="<"):
    """The first of k answers is the largest: how noisy max is read."""
    names = [f"answer {i}" for i in range(k)] + ["end"]
    steps = [{"from": names[i], "to": names[i + 1], "output": "place", "guard": f"insample {relation} x"}
             for i in range(k)]
    steps[0].update(guard="true", assign="x")
    return {"couplet": 1, "name": "", "initial": names[0], "transitions": steps,
            "states": [{"name": name, "d": "1/2"} for name in names[:-1]] + [{"name": "end"}]}


def noisy_max_is_bounded_by_randomized_response():
    """That another answer is the largest has the same d. Not so where the answers have other noise."""
    for automaton, word in ((largest(3), "randomized response"), (largest(4, ">="), "randomized response"),
                            (largest(3), "the least d")):
        if word == "the least d":
            automaton["states"][2]["d"] = "1/3"
        done = run("--report=json", "--at=0", "-", text=json.dumps(automaton))
        reason = json.loads(done.stdout)["rows"][0]["reason"]
        assert reason.startswith(word), (automaton, reason)


def errors():
    for words, status, text in (
            (["--at=x", ABOVE], 2, "--at x"), (["--at=-1", ABOVE], 2, "a number is negative"),
            (["--inputs=0,,1", ABOVE], 2, "--inputs 0,,1"),
            (["--inputs=0,5", ABOVE], 2, "--inputs 0,5: no two of these numbers are adjacent"),
            (["--inputs=0", ABOVE], 2, "differ by at most 1"),
            (["--report=html", ABOVE], 2, "table, json or csv"),
            (["--epsilon=0", ABOVE], 2, "must be positive"), (["--claim-delta=-1", ABOVE], 2, "must be"),
            ([], 2, "no file is given"), (["no-such-file.svt"], 4, "no-such-file")):
        done = run(*words)
        assert done.returncode == status and text in done.stderr, (words, done)


def several_files():
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("a.json", "b.json")]
        for name in names:
            with open(name, "w", encoding="utf-8") as file:
                json.dump(one_comparison("1", "1/2"), file)
        lines = run("--at=0", "--report=json", *names).stdout.splitlines()
        assert [json.loads(line)["file"] for line in lines] == names


def a_huge_least_d_bounds_nothing():
    """exp(d) is beyond what numbers can have."""
    huge = "1" + "0" * 60
    automaton = {"couplet": 1, "initial": "a", "thresholds": ["x"],
                 "states": [{"name": "a", "d": huge}, {"name": "b", "d": huge}, {"name": "c"}],
                 "transitions": [{"from": "a", "to": "b", "guard": "true", "output": "insample", "assign": "x"},
                                 {"from": "b", "to": "c", "guard": "insample >= x", "output": "top"}]}
    assert rows_of(automaton, "--at", "1/4") == [(Fraction(1, 4), 0, 1)]


def main():
    chance = random.Random(35)
    random_comparisons(chance, 40)
    laplace_mechanism()
    quadrature(chance)
    above_threshold()
    pairs_are_below_proofs(chance, 60)
    discrete_noise_is_added_up(sys.argv[3])
    discrete_sums()
    claims()
    what_is_not_computed()
    few_answers_have_a_smaller_d()
    more_answers_show_no_less(sys.argv[3])
    noisy_max_is_bounded_by_randomized_response()
    errors()
    a_huge_least_d_bounds_nothing()
    several_files()
    linear_mechanisms(sys.argv[3])


if __name__ == "__main__":
    main()
