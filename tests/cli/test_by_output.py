#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet verify --by-output` against every path, or every vector of costs, of random automata.

usage: test_by_output.py COUPLET
COUPLET_TEST_BY_OUTPUT: how many automata (600)"""
import collections
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

INFINITE = float("inf")
STEPS = (-1, 0, 1)


# ---- Automata ---------------------------------------------------------------------------------

def transition(source, target, guard, output, assign=()):
    return {"from": f"q{source}", "to": f"q{target}", "guard": guard, "output": output,
            "assign": list(assign)}


def random_looped(chance):
    """One threshold, any graph."""
    n = chance.choice([2, 3, 4])
    states = [{"name": f"q{i}", "d": str(chance.choice([1, 2]))} for i in range(n)]
    edges = [transition(0, chance.randrange(1, n), "true", "s", "x")]
    for q in range(1, n):
        if chance.random() < 0.3:
            continue
        symbols = chance.sample("abc", 2)
        if chance.random() < 0.15:
            edges.append(transition(q, chance.randrange(1, n), "true", symbols[0],
                                    "x" if chance.random() < 0.3 else ""))
            continue
        for guard, symbol in zip(("insample < x", "insample >= x"), symbols):
            if chance.random() < 0.85:
                edges.append(transition(q, chance.randrange(1, n), guard, symbol,
                                        "x" if chance.random() < 0.15 else ""))
    return {"couplet": 1, "name": "", "initial": "q0", "thresholds": ["x"], "states": states,
            "transitions": edges}


def random_ordered(chance):
    """Two thresholds that one sample is compared with, no loops: paths may be impossible."""
    n = chance.choice([4, 5, 6])
    states = [{"name": f"q{i}", "d": str(chance.choice([1, 2]))} for i in range(n)]
    edges = [transition(0, 1, "true", "s", "x"), transition(1, 2, "true", "s", "y")]
    for q in range(2, n - 1):
        for signs, symbol in zip(itertools.product(("<", ">="), repeat=2), "abcd"):
            if chance.random() < 0.7:
                guard = f"insample {signs[0]} x && insample {signs[1]} y"
                edges.append(transition(q, chance.randrange(q + 1, n), guard, symbol,
                                        chance.choice(["", "", "", "x", "y"])))
    return {"couplet": 1, "name": "", "initial": "q0", "thresholds": ["x", "y"],
            "sampling": "shared", "states": states, "transitions": edges}


# ---- What runs cost ---------------------------------------------------------------------------

def literals(edge):
    """(threshold, below) of each comparison."""
    return [(part.split()[-1], ">=" not in part) for part in edge["guard"].split(" && ")
            if part != "true"]


def after(costs, edge, d, difference):
    """The least cost for each choice of the thresholds' shifts, after one more step."""
    found = {}
    for shifts, cost in costs.items():
        at = dict(shifts)
        for g in STEPS:
            if all(g <= at[t] if below else g >= at[t] for t, below in literals(edge)):
                new = dict(at, **{t: g for t in edge["assign"]})
                key, total = tuple(sorted(new.items())), cost + d * abs(g - difference)
                found[key] = min(found.get(key, INFINITE), total)
    return found


def is_possible(draws):
    """Whether some numbers keep what is known of them: (smaller, larger, strictly)."""
    n = 1 + max(itertools.chain(*((i, j) for i, j, _ in draws)), default=0)
    reach = [[None] * n for _ in range(n)]
    for i, j, strict in draws:
        reach[i][j] = bool(reach[i][j]) or strict
    for k, i, j in itertools.product(range(n), repeat=3):
        if reach[i][k] is not None and reach[k][j] is not None:
            reach[i][j] = bool(reach[i][j]) or reach[i][k] or reach[k][j]
    return not any(reach[i][i] for i in range(n))


def follow(draws, held, edge, number):
    """After one more draw: the order of all draws, and whose values thresholds have."""
    draws = draws + tuple((number, held[t], True) if below else (held[t], number, False)
                          for t, below in literals(edge))
    return draws, dict(held, **{t: number for t in edge["assign"]})


def runs_of(automaton):
    """All runs with their costs, as (state, counts of symbols, cost): each once where there are
    no loops; else each vector of costs once, without entries that no finite cost can reach."""
    ordered = len(automaton["thresholds"]) == 2
    leaving = collections.defaultdict(list)
    for edge in automaton["transitions"]:
        leaving[edge["from"]].append(edge)
    d = {state["name"]: int(state["d"]) for state in automaton["states"]}
    most = INFINITE if ordered else 2 * sum(d.values()) + 1
    counted = counted_symbols(automaton)
    start = tuple((t, 0) for t in automaton["thresholds"])
    left = [("q0", (), {start: 0}, (), {}, 0)]
    seen = set()
    while left:
        state, counts, costs, draws, held, n = left.pop()
        key = (state, counts, tuple(sorted(costs.items())), draws)
        if key in seen:
            continue
        seen.add(key)
        yield state, dict(counts), min(costs.values(), default=INFINITE)
        for edge in leaving[state]:
            more, holds = follow(draws, held, edge, n) if ordered else ((), held)
            if ordered and not is_possible(more):
                continue
            new = collections.Counter(dict(counts))
            new.update([edge["output"]] if edge["output"] in counted else [])
            for difference in (-1, 1):
                reached = {s: c for s, c in after(costs, edge, d[state], difference).items()
                           if c <= most}
                left.append((edge["to"], tuple(sorted(new.items())), reached, more, holds, n + 1))


def reachable(automaton, start):
    found, left = {start}, [start]
    while left:
        state = left.pop()
        for edge in automaton["transitions"]:
            if edge["from"] == state and edge["to"] not in found:
                found.add(edge["to"])
                left.append(edge["to"])
    return found


def counted_symbols(automaton):
    """Those that no loop outputs."""
    found = reachable(automaton, "q0")
    edges = [e for e in automaton["transitions"] if e["from"] in found]
    looped = {e["output"] for e in edges if e["from"] in reachable(automaton, e["to"])}
    return {e["output"] for e in edges} - looped


def expected_rows(automaton):
    """(name, count) -> cost, of every count that occurs, and of every state."""
    rows = {}
    counted = counted_symbols(automaton)
    for state, counts, cost in runs_of(automaton):
        for row in [(state, None)] + [(symbol, counts.get(symbol, 0)) for symbol in counted]:
            rows[row] = max(rows.get(row, 0), cost)
    return rows


# ---- The comparison ---------------------------------------------------------------------------

def printed_rows(result):
    return {(row["output"], row["count"]):
            INFINITE if row.get("cost_decimal") == "inf" else Fraction(row["cost"])
            for row in result["outputs"]}


def check(automaton, result):
    rows, expected = printed_rows(result), expected_rows(automaton)
    for row, cost in rows.items():
        assert expected.get(row) == cost, (automaton, row, cost, expected.get(row))
    counts = {row for row in expected if row[1] is not None}
    for symbol in {row[0] for row in counts if row[1] > 0}:
        missing = {row for row in counts if row[0] == symbol} - set(rows)
        assert not missing, (automaton, missing)
    least = INFINITE if result["verdict"] == "not-private" else Fraction(result["cost"])
    ends = [cost for (_, count), cost in rows.items() if count is None]
    assert max(ends) == least, (automaton, ends, least)


# ---- Names ------------------------------------------------------------------------------------

ENDS = """mechanism ends() {
  threshold x = private + lap(1/eps);
  q = private + lap(1/eps);
  if q < x {
    output low;
    loop {
      q = private + lap(1/eps);
      if q < x { output bot; } else { halt; }
    }
  } else {
    output high;
    loop {
      q = private + lap(1/eps);
      output top;
    }
  }
}
"""
ARGMAX = "mechanism m() {\n  output argmax(3, private + lap(2/eps));\n}\n"
CODE = """def f(queries, rng, T, epsilon):
    t = T + rng.laplace(scale=2 / epsilon)
    for q in queries:
        if q + rng.laplace(scale=4 / epsilon) >= t:
            yield "next"
            return
        else:
            yield "below"
"""
ARGMAX_OF_CODE = """import numpy as np
def best(queries, rng, epsilon):
    noisy = [q + rng.laplace(scale=2 / epsilon) for q in queries]
    return np.argmax(noisy)
"""


def rows_of(program, name, text, *options):
    """The (output, count, cost) of the rows of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run([program, "verify", "-q", "--by-output", "--report", "json", *options, path],
                             capture_output=True, text=True, check=False)
    result = json.loads(run.stdout)
    assert result["verdict"] == "private", (run.stdout, run.stderr)
    return [(row["output"], row["count"], row["cost"]) for row in result["outputs"]]


def check_names(program):
    """Rows have names that the author knows: of programs and code lines, of an automaton its states."""
    no_sandbox = ("-o", "python.sandbox=off")
    code = rows_of(program, "code.py", CODE, *no_sandbox)
    assert code == [("line 4", None, "1"), ("'next'", 0, "1/2"), ("'next'", 1, "1")], code
    assert not rows_of(program, "argmax.py", ARGMAX_OF_CODE, *no_sandbox)
    program_rows = rows_of(program, "ends.svt", ENDS)
    ends = [(name, cost) for name, count, cost in program_rows if count is None]
    assert ends == [("line 13", "2"), ("line 7", "4")], ends
    assert {name for name, count, _ in program_rows if count is not None} == {"low", "high", "halt"}, program_rows
    argmax = rows_of(program, "argmax.svt", ARGMAX)
    assert argmax == [("line 2", None, "1")], argmax
    converted = subprocess.run([program, "convert", "--from", "svt", "--to", "json", "-"], input=ENDS,
                               capture_output=True, text=True, check=True).stdout
    written = rows_of(program, "ends.json", converted)
    assert {name for name, count, _ in written if count is None} == {"end", "line 13"}, written
    assert ("threshold", 1, "4") in written, written


def check_evidence(program):
    """What --evidence-dir has of each row is accepted, also of linear mechanisms and of workers; not for another row."""
    examples = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "examples")
    files = [os.path.join(examples, name) for name in (
        "mechanisms/lyu-algorithm-1.svt", "mechanisms/num-range.svt", "automata/numeric-sparse.json")]
    plugins = subprocess.run([program, "plugins"], capture_output=True, text=True, check=True).stdout
    if "glpk" in plugins:  # which judges linear mechanisms
        files += [os.path.join(examples, "linear", name) for name in ("partial_sums.json", "one_noise.json")]
    for jobs in "1", "2":
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([program, "verify", "-q", "--by-output", "--report", "json", "--evidence-dir", folder,
                                  "-j", jobs, *files], capture_output=True, text=True, check=False)
            rows = sum(len(json.loads(line)["outputs"]) for line in run.stdout.splitlines())
            with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
                index = json.load(file)
            entries = index["entries"]
            assert len({(e["file"], e["row"]) for e in entries if "row" in e}) == rows > 10, (rows, entries)
            checked = subprocess.run([program, "check", folder], capture_output=True, text=True, check=False)
            assert checked.returncode == 0, (checked.stdout[-2000:], checked.stderr)
            assert f"{len(entries)} of {len(entries)} accepted" in checked.stdout, checked.stdout[-2000:]
            check_changed_index(program, folder, index)


def check_changed_index(program, folder, index):
    """Evidence is not taken for that of another row, or of none."""
    first, other = [[e for e in index["entries"] if e.get("output") == "top" and e["count"] == count and e["kind"] == "bound"][0]
                    for count in (0, 3)]
    for changed in ({"count": other["count"], "row": other["row"]}, {"output": "bottom"}, {"row": 1000}):
        with open(os.path.join(folder, "index.json"), "w", encoding="utf-8") as file:
            json.dump(dict(index, entries=[dict(first, **changed)]), file)
        checked = subprocess.run([program, "check", folder], capture_output=True, text=True, check=False)
        assert checked.returncode != 0 and "0 of 1 accepted" in checked.stdout, (changed, checked)


def main():
    program, chance = sys.argv[1], random.Random(34)
    n = int(os.environ.get("COUPLET_TEST_BY_OUTPUT", "600"))
    automata = [(random_ordered if i % 4 == 0 else random_looped)(chance) for i in range(n)]
    with tempfile.TemporaryDirectory() as folder:
        for i, automaton in enumerate(automata):
            with open(os.path.join(folder, f"{i:05}.json"), "w", encoding="utf-8") as file:
                json.dump(automaton, file)
        run = subprocess.run([program, "verify", "-q", "--by-output", "--report", "json", folder],
                             capture_output=True, text=True, check=False)
    results = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(results) == n, run.stderr
    judged = 0
    for automaton, result in zip(automata, results):
        assert result["verdict"] != "error", (automaton, result)
        check(automaton, result)
        judged += 1
    print(f"{judged} automata agree")
    check_reports(program, automata[0])
    check_names(program)
    check_evidence(program)


def check_reports(program, automaton):
    """The table and the csv have the rows of the JSON report."""
    def report(name):
        return subprocess.run([program, "verify", "-q", "--by-output", "--report", name, "-"],
                              input=json.dumps(automaton), capture_output=True, text=True,
                              check=False).stdout
    rows = printed_rows(json.loads(report("json")))
    table, spreadsheet = report("table"), report("csv")
    for (name, count), cost in rows.items():
        what = f"end in {name}" if count is None else f"with {count} x {name}"
        text = "without bound" if cost == INFINITE else str(cost)
        assert f"outputs {'that ' if count is None else ''}{what}: {text}" in table, table
        label = name if count is None else f"{name} {count}"
        assert f",{label},,{'end' if count is None else 'count'},,," in spreadsheet, spreadsheet


if __name__ == "__main__":
    main()
