#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The numbered proofs of couplet explain --format latex: all inequalities of all examples are read
back and hold in fractions; the parts that each verdict calls for are there; numbers that are changed
are noticed.

usage: test_proofs.py COUPLET EXAMPLES"""
import concurrent.futures
import json
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from checks import Checks, examples_in  # noqa: E402
from proofs import Wrong, check_proof, proof_of  # noqa: E402

# the parts that are shown of well-known examples
EXPECTED = {
    "numeric-sparse.json": {"bound", "necessary"},
    "svt-star.json": {"endless"},
    "noisy_max.json": {"shifts", "weights"},
}
# numbers of the proof of numeric-sparse.json, and what they are changed to
CHANGES = [
    ("is $\\tfrac{7}{4}\\cdot", "is $\\tfrac{3}{2}\\cdot"),
    ("& $\\tfrac{3}{2}$ \\cr", "& $\\tfrac{5}{4}$ \\cr"),
    ("\\tfrac{7}{4}\\ge ", "\\tfrac{5}{4}\\ge "),
    ("\\ge 2\\cdot", "\\ge 1\\cdot"),
    ("below $\\tfrac{7}{4}$", "below $\\tfrac{9}{4}$"),
    ("g_{1}\\le g_{3}$ & $\\tfrac{1}{2}$", "g_{1}\\le g_{3}$ & $\\tfrac{3}{4}$"),
    ("$-\\tfrac{3}{4}$ & 2", "$-\\tfrac{3}{4}$ & 1"),
]


def parts_of(checks, path):
    """What is shown of the file, and its proof."""
    told = checks.run("explain", "-q", "--format", "latex", path)[1]
    try:
        return check_proof(told), told
    except Wrong as error:
        checks.check(False, "%s: %s" % (os.path.basename(path), error))
        return set(), told


def check_changes(checks, told):
    """Each changed number is noticed."""
    for old, new in CHANGES:
        changed = proof_of(told).replace(old, new, 1)
        try:
            check_proof(changed)
            noticed = False
        except Wrong:
            noticed = True
        checks.check(noticed and changed != proof_of(told), "unnoticed: %s for %s" % (new, old))


def check_statements(checks, name, told, parts):
    """A theorem has its inequalities, and a least d its multipliers; one that has not says why."""
    proof = proof_of(told)
    plain_proof = re.sub(r"\s+", " ", proof)
    checks.check("Setting 1" in proof and "footnote" in proof and "sha256" in proof, name + ": the setting")
    checks.check("(privacy)" not in proof or parts & {"bound", "shifts"} or "gave no" in proof
                 or "Another " in proof, name + ": nothing shows the theorem")
    checks.check("(necessity)" not in proof or parts & {"necessary", "weights"}
                 or "no single walk" in plain_proof, name + ": nothing shows what is necessary")
    checks.check("(no d is enough)" not in proof or parts & {"endless", "weights"},
                 name + ": nothing shows that no d is enough")


def chain(n):
    """An automaton that is not private, of which the walk that shows it has n states."""
    transitions = [{"from": "q0", "to": "q1", "guard": "true", "output": "a", "assign": "x"}]
    for i in range(1, n):
        for guard, output in (("insample < x", "a"), ("insample >= x", "b")):
            transitions.append({"from": "q%d" % i, "to": "q%d" % min(i + 1, n - 1), "guard": guard, "output": output})
    return {"couplet": 1, "name": "chain", "initial": "q0", "thresholds": ["x"],
            "states": [{"name": "q%d" % i, "d": "1/4"} for i in range(n)], "transitions": transitions}


def check_large(checks):
    """A table of many rows takes a time that grows as their number, not as its square (20000 rows: a minute)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "chain.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(chain(20000), file)
        begin = time.monotonic()
        told = checks.run("explain", "-q", "--format", "latex", path)[1]
        seconds = time.monotonic() - begin
    checks.check(told.count("\\coupletTable{") > 500, "the walk of the large automaton has a table")
    checks.check(seconds < 10, "a large automaton took %.1f s" % seconds)


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "explain", "inputs")
    paths = examples_in([os.path.join(folder, name) for name in ("automata", "mechanisms", "library", "linear")]
                        + [inputs])
    seen = {part: 0 for part in ("bound", "necessary", "endless", "shifts", "weights")}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda path: parts_of(checks, path), paths))
    for path, (parts, told) in zip(paths, results):
        name = os.path.basename(path)
        for part in parts:
            seen[part] += 1
        checks.check(EXPECTED.get(name, parts) == parts, "%s: %s" % (name, parts))
        if proof_of(told):
            check_statements(checks, name, told, parts)
        if name == "numeric-sparse.json":
            check_changes(checks, told)
    check_large(checks)
    checks.check(len(paths) > 100 and all(seen.values()), "of %d: %s" % (len(paths), seen))
    print(seen)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
