#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reading, graph, weight and segment take time linear in the automaton, and so does the
check of what weight and segment give as evidence; segment in those of bench/ at least
(docs/performance.md says which ones it does not). So does frontier on some of them, and on loops
that assign what is compared later.

Counts instructions with valgrind's cachegrind at three sizes, each twice the one
before. Counts are the same on every machine and under any load, which seconds are
not, and nothing has to be built into the program. What doubling the size again adds
must be about twice what doubling it once added: a start's constant share cancels
out, a quadratic step would add four times as much.

usage: test_linear.py COUPLET SOURCE"""
import os
import re
import subprocess
import sys
import tempfile

from checks import Checks

MOST = 2.2
SIZE = 1000
ALONE = ["--self-check=false"]
METHODS = {
    "reading": ["--deciders", "", "--optimizers", ""],
    "graph": ALONE + ["--deciders", "graph", "--optimizers", ""],
    "segment": ALONE + ["--deciders", "", "--optimizers", "segment"],
    "segment fixed": ALONE + ["--deciders", "", "--optimizers", "segment", "-o",
                              "segment.strategy=fixed"],
    "frontier": ALONE + ["--deciders", "", "--optimizers", "frontier"],
    "weight": ALONE + ["--deciders", "graph", "--optimizers", "weight"],
    "segment, checked": ["--deciders", "", "--optimizers", "segment"],
    "weight, checked": ["--deciders", "graph", "--optimizers", "weight"],
}
# the check takes ten times as long as the rest, and that of a random automaton more or less by
# chance, where it is small
LOOPS_SIZES = {"nested-2": SIZE, "rounds-3": SIZE // 16}
CHECKED_SIZES = {"chain": SIZE // 2, "svt": SIZE // 2, "diamond": SIZE // 4, "random": SIZE}
CASES = [
    *(("chain", "json", name) for name in METHODS),
    *(("random", "json", name) for name in ("reading", "graph", "segment", "frontier", "segment, checked")),
    *((kind, "json", name) for kind in ("svt", "diamond")
      for name in ("segment", "segment, checked")),
    *((kind, "json", "frontier") for kind in LOOPS_SIZES),
    ("random", "dot", "reading"),
]


def instructions(couplet, options, path):
    # filling memory (tests/CMakeLists.txt) is work that users do not pay; a stage is asked once, however long that takes
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
    result = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
         couplet, "verify", "-q", "--repeat", "1", "--report", "csv", *options, path],
        capture_output=True, text=True, timeout=300, env=environment)
    found = re.search(r"I +refs: +([\d,]+)", result.stderr)
    if result.returncode not in (0, 10, 11) or found is None:
        sys.exit("cachegrind: status %d: %s" % (result.returncode, result.stderr))
    return int(found.group(1).replace(",", ""))


def make(checks, source, folder, kind, size, ending):
    path = os.path.join(folder, "%s-%d.%s" % (kind, size, ending))
    made = subprocess.run([sys.executable, os.path.join(source, "bench", "generate.py"), kind,
                           str(size)], capture_output=True, check=True).stdout
    if ending == "dot":
        made = subprocess.run([checks.couplet, "convert", "-q", "--from", "json", "--to", "dot", "-"],
                              input=made, capture_output=True, check=True).stdout
    with open(path, "wb") as out:
        out.write(made)
    return path


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        for kind, ending, name in CASES:
            size = CHECKED_SIZES[kind] if "checked" in name else LOOPS_SIZES.get(kind, SIZE)
            counts = [instructions(checks.couplet, METHODS[name],
                                   make(checks, source, folder, kind, size << i, ending))
                      for i in range(3)]
            ratio = (counts[2] - counts[1]) / (counts[1] - counts[0])
            print("%-7s %-5s %-16s %s ratio %.3f" % (kind, ending, name, counts, ratio))
            checks.check(ratio < MOST, "%s of %s (%s) grows faster than %g: %.3f"
                         % (name, kind, ending, MOST, ratio))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
