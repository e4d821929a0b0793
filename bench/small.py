# SPDX-License-Identifier: Apache-2.0
"""What small automata cost: the start of a process, many files in one, and a solver that runs in a process
of its own; beside an earlier Couplet, where one is given.

usage: small.py FOLDER COUNT: writes the automata that are measured, in folders of 1,000."""
import json
import os
import shutil
import subprocess
import sys
from random import Random

from measure import best, instructions, program

IN_A_FOLDER = 1000


# ---- The automata ---------------------------------------------------------------------------------------

def automaton(number):
    """A random one with a threshold and 3 to 12 states, the same for the same number: states one after
    another, with loops, in which the threshold is compared with and sometimes assigned. Two thirds are
    private."""
    rng = Random(number)
    n = rng.randint(3, 12)
    states = [{"name": "q0", "input": "public", "d": "1/2"}]
    states += [{"name": "q%d" % i, "input": "public" if rng.random() < 0.2 else "private",
                "d": "1/%d" % rng.randint(2, 9)} for i in range(1, n)]
    moves = [{"from": "q0", "to": "q1", "output": "start", "assign": "x"}]
    for i in range(1, n - 1):
        below = rng.random() < 0.5
        guards = ("insample < x", "insample >= x")
        loops = rng.random() < 0.4
        first = {"from": "q%d" % i, "to": "q%d" % (i if loops else rng.randint(i + 1, n - 1)),
                 "guard": guards[not below], "output": "a"}
        second = {"from": "q%d" % i, "to": "q%d" % (i + 1), "guard": guards[below], "output": "b"}
        if rng.random() < 0.2:
            second["assign"] = "x"
        moves += [first, second]
    return {"couplet": 1, "name": "small %d" % number, "initial": "q0", "states": states,
            "transitions": moves}


def write_small(folder, count):
    """Writes the first count of them into folders of 1,000 below folder."""
    for number in range(count):
        path = os.path.join(folder, "%04d" % (number // IN_A_FOLDER), "%07d.json" % number)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            json.dump(automaton(number), out)


# ---- Rows -----------------------------------------------------------------------------------------------

def turns(commands, runs):
    """The least processor seconds of each command, run in turn."""
    least = [float("inf")] * len(commands)
    for _ in range(runs):
        for i, command in enumerate(commands):
            least[i] = min(least[i], best(command, 1)[0])
    return least


def programs(bench):
    """Couplet, and the earlier one."""
    return [bench.couplet] + ([bench.before] if bench.before else [])


def ratio(values):
    """The second value, and the first as a part of it; None where there is no second."""
    return (values[1], values[0] / values[1]) if len(values) > 1 else (None, None)


def starting(bench):
    table = bench.table("starting", "Starting: a whole process, beside an empty program that is linked with GLib "
                        "and GMP, and Python", ("command", "processor ms", "of an empty program",
                                                "of python3 -c pass", "before ms", "now/before"))
    empty = os.path.join(os.path.dirname(bench.couplet), "empty_program")
    name = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "automata", "six-less")
    methods = ["verify", "--deciders", "graph", "--optimizers", "frontier"]
    cases = [("couplet --version", ["--version"]), ("couplet verify six-less.json", [*methods, name + ".json"]),
             ("the same, --report json", [*methods, "--report", "json", name + ".json"]),
             ("couplet verify six-less.dot", [*methods, name + ".dot"])]
    least, python = turns([[empty], [sys.executable, "-c", "pass"]], bench.sizes["starts"])
    table.add("an empty program", least * 1000, 1, least / python, None, None)
    for title, words in cases:
        values = [s * 1000 for s in turns([[couplet, *words] for couplet in programs(bench)],
                                          bench.sizes["starts"])]
        table.add(title, values[0], values[0] / least / 1000, values[0] / python / 1000, *ratio(values))
    table.note("Methods: graph and frontier. The least of %d runs in turn. The empty program has the same "
               "hardening (position independent, bound at the start)." % bench.sizes["starts"])


def files(bench):
    table = bench.table("small", "Small automata: 3 to 12 states, one threshold, with a JSON report", (
        "methods", "files", "processor s", "us/file", "files/s", "of cat", "before s", "now/before",
        "thousand instructions/file", "before", "instructions now/before"))
    folder, few = bench.path("small"), bench.path("few")
    count, counted = bench.sizes["files"], bench.sizes["counted"]
    write_small(folder, count)
    write_small(few, counted)
    cat = best(["find", folder, "-name", "*.json", "-exec", "cat", "{}", "+"], 2)[0]
    cases = [("reading", "", "", []), ("graph, frontier", "graph", "frontier", []),
             ("graph, frontier, evidence not checked", "graph", "frontier", ["--self-check=false"]),
             ("graph, frontier, segment", "graph", "frontier,segment", [])]
    for title, deciders, optimizers, more in cases:
        words = ["verify", "-q", "--report", "json", "--deciders", deciders, "--optimizers", optimizers, *more]
        seconds = turns([[couplet, *words, folder] for couplet in programs(bench)], bench.runs)
        numbers = []
        if program("valgrind") is not None:
            numbers = [instructions([couplet, *words, few]) / counted / 1000 for couplet in programs(bench)]
        table.add(title, count, seconds[0], seconds[0] / count * 1e6, count / seconds[0], seconds[0] / cat,
                  *ratio(seconds), numbers[0] if numbers else None, *ratio(numbers))
    table.note("On one process; evidence is checked but where it says otherwise. cat: find with cat, over the same "
               "files. Instructions: as valgrind counts them on %d files, which knows no instructions of the "
               "processor for SHA-256." % counted)
    shutil.rmtree(folder)
    shutil.rmtree(few)


def kept(bench):
    table = bench.table("kept", "A solver in a process of its own, kept from file to file: z3 on small automata", (
        "processes", "files", "processor s", "of none of its own", "before s", "now/before"))
    count, folder = bench.sizes["kept"], bench.path("kept")
    words = ["verify", "-q", "--report", "csv", "--deciders", "z3", "--optimizers", "", "-o"]
    if "decider-z3" not in subprocess.run([bench.couplet, "plugins"], capture_output=True, text=True).stdout:
        table.note("Left out: the plugin z3 is not there.")
        return
    write_small(folder, count)
    modes = [("none of its own (z3.isolate=false)", "z3.isolate=false", []),
             ("one that is kept (z3.isolate=true)", "z3.isolate=true", []),
             ("one that is kept, for each of -j 2", "z3.isolate=true", ["-j", "2"])]
    inside = None
    for title, option, more in modes:
        seconds = turns([[couplet, *words, option, *more, folder] for couplet in programs(bench)],
                        min(bench.runs, 3))
        inside = inside or seconds[0]
        table.add(title, count, seconds[0], seconds[0] / inside, *ratio(seconds))
    shutil.rmtree(folder)


def run(bench):
    starting(bench)
    files(bench)
    kept(bench)
    if bench.before:
        told = subprocess.run([bench.before, "--version"], capture_output=True, text=True).stdout.splitlines()
        bench.tables[-1].note("Before, in all tables of small automata: %s." % ", ".join(told[:2]))


if __name__ == "__main__":
    write_small(sys.argv[1], int(sys.argv[2]))
