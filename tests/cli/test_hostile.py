#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inputs made to use up memory, stack, time or disk meet the limits that docs/security.md names: an error
that says which, and no more than some memory on the way.

usage: test_hostile.py COUPLET SOURCE [--sanitized] [BACK-END...]

BACK-END: of graphviz, seccomp, those that are built."""
import json
import os
import resource
import sys
import tempfile

from checks import Checks

DEEP = 300000
MOST_MIB = 2048  # of address space, enough for each of these
PRIMES = [p for p in range(2, 9000) if all(p % q for q in range(2, int(p ** 0.5) + 1))]


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MIB << 20, MOST_MIB << 20))


def nested(depth):
    return "(" * depth + "true" + ")" * depth


def automaton(**parts):
    whole = {"couplet": 1, "initial": "draw", "states": [{"name": "draw", "input": "public", "d": "1"},
                                                         {"name": "ask", "d": "1"}],
             "transitions": [{"from": "draw", "to": "ask", "guard": "true", "output": "t", "assign": "x"},
                             {"from": "ask", "to": "ask", "guard": "insample < x", "output": "bot"}]}
    whole.update(parts)
    return json.dumps(whole)


def with_number(number):
    return automaton(states=[{"name": "draw", "input": "public", "d": number}, {"name": "ask", "d": "1"}])


def with_guard(guard):
    return automaton(transitions=[{"from": "draw", "to": "ask", "guard": guard, "output": "t", "assign": "x"}])


def without_common_denominator():
    """A chain in which each state has another prime to its twentieth as denominator."""
    names = ["draw", *("s%d" % p for p in PRIMES)]
    states = [{"name": "draw", "input": "public", "d": "1"},
              *({"name": "s%d" % p, "d": "1/%d" % p ** 80} for p in PRIMES)]
    steps = [{"from": a, "to": b, "guard": "insample < x" if a != "draw" else "true", "output": "o",
              "assign": ["x"] if a == "draw" else []} for a, b in zip(names, names[1:])]
    return automaton(states=states, transitions=steps)


def program(body):
    return "mechanism m {\n  threshold x = public + lap(4/eps);\n%s\n}\n" % body


ASK = "q = private + lap(2/eps); if q < x { output bot; } else { output top; }"
GROWS = ("  int a = 0;\n  loop { q = private + lap(2/eps); if q < x { output bot; a = a + 1; } "
         "else { output top; } }")

# name of the file, content, what is said
INPUTS = [
    ("deep.json", '{"a":' * DEEP, "brackets are nested deeper than 2048"),
    ("deep-guard.json", with_guard(nested(DEEP)), "nested more than 1000 deep"),
    ("long-name.json", automaton(name="n" * 10 ** 7), "is longer than 1024 bytes"),
    ("power.json", with_number("1e999999999"), "powers of ten are read up to 10000"),
    ("small-power.json", with_number("1e-999999999"), "powers of ten are read up to 10000"),
    ("digits.json", with_number("9" * 10 ** 6), "which is not a number"),
    ("deep.svt", "mechanism m {\n threshold x = public + lap(%s);\n}" % ("(" * DEEP), "nested"),
    ("loops.svt", program("  repeat 100000 { repeat 100000 { %s } }" % ASK),
     "the program has more than 20000000 states when unrolled"),
    ("one-loop.svt", program("  repeat 1000000000000000000 { %s }" % ASK),
     "the program has more than 20000000 states when unrolled"),
    ("grows.svt", program(GROWS), "the program has more than 200000 states when unrolled"),
    ("argmax.svt", "mechanism m {\n  output argmax(1000000000, private + lap(2/eps));\n}\n",
     "argmax of more than 1000 answers"),
]
OF_BACK_ENDS = {
    "graphviz": [("deep.dot", "digraph g " + "{" * DEEP, "brackets are nested deeper than 1000"),
                 ("groups.dot", "digraph g {" + "subgraph a {" * DEEP, "brackets are nested deeper than 1000"),
                 ("name.dot", "digraph g { %s [initial=true] }" % ("n" * 10 ** 6), "is longer than 65536 bytes")],
    "seccomp": [("deep.py", "def f(q, eps):\n  x = " + "(" * DEEP + "1" + ")" * DEEP, "nested"),
                ("blank.py", " " * (17 << 20), "more than 16 MiB are not read"),
                ("deep.c", "float f(float q[], float eps) { return q[0] + Lap(1 / eps) + " + "(-" * DEEP + "1" + ")" * DEEP + ";}",
                 "brackets are nested deeper than 1000"),
                ("blank.c", " " * (17 << 20), "more than 16 MiB are not read")],
}
# status, size of the file LARGE, what is said: what stands in it is not read
SIZES = [(4, 8193 << 20, "larger than 8192 MiB", "verify", "--from", "json", "LARGE"),
         (4, 1025 << 20, "larger than 1024 MiB", "check", "EXAMPLE", "LARGE"),
         (4, 1025 << 20, "larger than 1024 MiB", "verify", "--files-from", "LARGE"),
         (3, 2 << 20, "larger than 1 MiB", "verify", "--config", "LARGE", "EXAMPLE")]


def check_inputs(checks, folder, inputs, **options):
    for name, content, words in inputs:
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(content)
        got, output, error = checks.run("verify", "--report", "json", path, **options)
        checks.check(got == 4 and words in error and '"verdict":"error"' in output,
                     "%s: %d %s" % (name, got, error[-500:]))


def check_sizes(checks, source, folder, **options):
    """Files with a hole, which take no place on a disk, and a program of blanks."""
    example = os.path.join(source, "examples/automata/svt-star.json")
    for status, size, words, *arguments in SIZES:
        path = os.path.join(folder, "large")
        with open(path, "wb") as file:
            file.truncate(size)
        checks.says(status, words, *(path if word == "LARGE" else example if word == "EXAMPLE" else word
                                     for word in arguments), **options)
        os.unlink(path)
    path = os.path.join(folder, "blank.svt")
    with open(path, "w") as file:
        file.write(" " * (65 << 20))
    checks.says(4, "a program of more than 64 MiB", "verify", path, **options)


def check_arguments(checks, source, folder, **options):
    example = os.path.join(source, "examples/automata/svt-star.json")
    variant = os.path.join(source, "examples/mechanisms/lyu-algorithm-4.svt")
    evidence = os.path.join(folder, "evidence.json")
    with open(evidence, "w") as file:
        file.write("[" * DEEP)
    for status, words, *arguments in (
            (2, "powers of ten are read up to 10000", "verify", "--claim", "1e999999999", example),
            (2, "at most 10000 are read", "verify", "--claim", "9" * 100000, example),
            (4, "powers of ten are read up to 10000", "verify", "-D", "c=1e999999999", variant),
            (4, "more than 20000000 states", "verify", "-D", "c=1000000000000", variant),
            (2, "has more than 1000000 values", "verify", "-D", "c=1..1000000000", variant),
            (2, "no such transition", "explain", "--path", "bot*1000000000", example),
            (4, "brackets are nested deeper than 2048", "check", example, evidence)):
        checks.says(status, words, *arguments, **options)


def check_costs(checks, folder, **options):
    """Costs without a small common denominator: a stage that fails, and the others answer."""
    path = os.path.join(folder, "denominators.json")
    with open(path, "w") as file:
        file.write(without_common_denominator())
    output = checks.says(6, "the common denominator of the noise parameters has more than 1000000 bits",
                         "verify", "--report", "json", path, **options)
    checks.check(json.loads(output)["verdict"] == "private", output[-1000:])


def check_products(checks, folder):
    """Graphviz's library makes an edge for each pair of two groups: its process has a limit."""
    path = os.path.join(folder, "product.dot")
    groups = (" ".join("%s%d" % (letter, i) for i in range(900)) for letter in "ab")
    with open(path, "w") as file:
        file.write("digraph g { {%s} -> {%s} [guard=\"true\"] }" % tuple(groups))
    checks.says(4, "perhaps at its memory limit", "verify", "-o", "dot.memory-limit-mb=100", path)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    source, rest = sys.argv[2], sys.argv[3:]
    # AddressSanitizer's shadow needs more address space than any limit leaves
    options = {} if "--sanitized" in rest else {"preexec_fn": limited}
    inputs = INPUTS + [one for back_end, some in OF_BACK_ENDS.items() if back_end in rest for one in some]
    with tempfile.TemporaryDirectory() as folder:
        check_inputs(checks, folder, inputs, **options)
        check_sizes(checks, source, folder, **options)
        check_arguments(checks, source, folder, **options)
        check_costs(checks, folder, **options)
        if "graphviz" in rest and "--sanitized" not in rest:
            check_products(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
