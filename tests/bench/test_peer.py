#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The section `peer` of bench/bench.py: left out with a note where there is no checkout of DiPAut or
not what it needs; with a stand-in for DiPAut, what it says of answers that agree, differ,
contradict, and of a program that fails, says nothing or takes too long.

usage: test_peer.py COUPLET SOURCE"""
import csv
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from checks import Checks  # noqa: E402

# answers by the file's name, as DiPAut words them; it writes beside itself, as DiPAut's parser does
STAND_IN = """import os, sys, time
from builders import component_graph_builder
open("parser.out", "w").close()
name = os.path.basename(sys.argv[2])
SAID = {"5.dipa": "differentially private and weight is 1.",
        "svt.dipa": "differentially private and weight is 3.",
        "numeric_sparse.dipa": "differentially private and weight is 1/2.",
        "num_range_1.dipa": "differentially private and weight is 2.",
        "two_range_1.dipa": "not well-formed.", "broken.dipa": "not differentially private."}
if name == "slow.dipa":
    time.sleep(600)
if name in SAID:
    print("Result of %s\\n\\n  Automata is %s " % (name, SAID[name]))
sys.exit(name == "num_range_2.dipa")
"""
# as in DiPAut, the name is there only if igraph gives it
COMPONENTS = "from igraph import *\nNAMES = defaultdict(list)\n"
SIMPLE = ("svt", "numeric_sparse", "num_range_1", "num_range_2", "two_range_1")


def write(folder, name, text=""):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)


def write_modules(folder):
    """What DiPAut imports, empty: the stand-in uses none of it."""
    for name in ("igraph", "ply/__init__", "ply/lex", "ply/yacc", "rich/__init__", "rich/console",
                 "rich/table"):
        write(folder, name + ".py", "__version__ = 'none'\n")


def write_program(folder):
    write(folder, "main.py", STAND_IN)
    write(folder, "builders/component_graph_builder.py", COMPONENTS)


def write_checkout(folder, examples):
    write_program(folder)
    for name in ("simple_examples", "m_range_examples"):
        os.makedirs(os.path.join(folder, name))
    for name in SIMPLE:
        shutil.copy(os.path.join(examples, "simple_examples_%s.dipa" % name),
                    os.path.join(folder, "simple_examples", name + ".dipa"))
    shutil.copy(os.path.join(examples, "simple_examples_svt.dipa"),
                os.path.join(folder, "simple_examples", "silent.dipa"))
    shutil.copy(os.path.join(examples, "m_range_examples_5.dipa"),
                os.path.join(folder, "m_range_examples", "5.dipa"))
    write(folder, "simple_examples/broken.dipa", "(q1\n")


def contents(folder):
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(where, name), "rb") as text:
                found[os.path.join(where, name)] = text.read()
    return found


def bench(couplet, source, modules, *options):
    """What the section prints, and its figures by automaton and column."""
    with tempfile.TemporaryDirectory() as output:
        result = subprocess.run(
            [sys.executable, os.path.join(source, "bench", "bench.py"), couplet, "--quick", "--only",
             "peer", "--output", output, *options],
            env={**os.environ, "PYTHONPATH": modules}, capture_output=True, text=True)
        if result.returncode != 0:
            return result.stdout + result.stderr, {}
        with open(os.path.join(output, "results.csv"), newline="") as table:
            return result.stdout, {(row["row"], row["column"]): row["value"]
                                   for row in csv.DictReader(table)}


def check_left_out(checks, source, folder, modules):
    def told(text, modules, *options):
        said, figures = bench(checks.couplet, source, modules, *options)
        checks.check("peer: Left out: " + text in said, "expected %s: %s" % (text, said))
        checks.check(not any(column == "verdict" for _, column in figures), "figures: %s" % figures)

    told("no checkout of DiPAut was named (make bench DIPAUT=DIR).", modules)
    told("%s is not a checkout of DiPAut: it has no main.py." % modules, modules, "--dipaut", modules)
    write_program(os.path.join(folder, "bare"))
    write(folder, "none/igraph.py", "raise ImportError('not here')\n")
    told("no Python here has all of igraph, ply, rich (Debian's python3-igraph, python3-ply and "
         "python3-rich).", os.path.join(folder, "none"), "--dipaut", os.path.join(folder, "bare"))


def check_answers(checks, source, folder, modules):
    checkout = os.path.join(folder, "checkout")
    write_checkout(checkout, os.path.join(source, "tests", "cli", "peers", "dipaut"))
    before = contents(checkout)
    said, figures = bench(checks.couplet, source, modules, "--dipaut", checkout)
    checks.check(contents(checkout) == before, "the checkout has changed")
    for text in ("k_min_max_examples/10.dipa is not there.",
                 "Verdicts: the same on 3 of 5; other ones (DiPAut's second): simple_examples/num_range_1 "
                 "not-private, private; simple_examples/two_range_1 not-private, not well-formed.",
                 "Not compared, as one of both gave no verdict: simple_examples/broken, "
                 "simple_examples/num_range_2, simple_examples/silent.",
                 "(3): the same on 1, less than DiPAut's on 1, greater on 1.",
                 "CONTRADICTION: simple_examples/numeric_sparse: no less than 7/4 is said to do here, 1/2 "
                 "by DiPAut.", "It accepts all."):
        checks.check(text in said, "expected %s: %s" % (text, said))
    for name, column, value in (
            ("m_range_examples/5", "d", "1"), ("m_range_examples/5", "DiPAut's d", "1"),
            ("simple_examples/svt", "d", "5/4"), ("simple_examples/svt", "DiPAut's d", "3"),
            ("simple_examples/svt", "accepted", "3 of 3"), ("simple_examples/two_range_1", "d", ""),
            ("simple_examples/num_range_2", "DiPAut's verdict", "failed: main.py ended with status 1"),
            ("simple_examples/num_range_2", "DiPAut s", ""),
            ("simple_examples/num_range_2", "DiPAut/Couplet s", ""),
            ("simple_examples/silent", "DiPAut's verdict", "failed: it printed no verdict"),
            ("simple_examples/broken", "accepted", "")):
        got = figures.get((name, column))
        checks.check(got == value, "%s, %s: %s and not %s" % (name, column, got, value))
    checks.check(float(figures.get(("simple_examples/svt", "DiPAut/Couplet s")) or 0) > 0, "no ratio of times")
    checks.check(float(figures.get(("simple_examples/svt", "DiPAut/Couplet MiB")) or 0) > 0, "nor of memory")
    checks.check("failed" in figures.get(("simple_examples/broken", "verdict"), ""), "broken is read")


def check_slow(checks, source, folder, modules):
    checkout = os.path.join(folder, "slow")
    write_program(checkout)
    shutil.copytree(os.path.join(folder, "checkout", "m_range_examples"),
                    os.path.join(checkout, "simple_examples"))
    os.rename(os.path.join(checkout, "simple_examples", "5.dipa"),
              os.path.join(checkout, "simple_examples", "slow.dipa"))
    said, figures = bench(checks.couplet, source, modules, "--dipaut", checkout, "--peer-seconds", "0.5")
    checks.check(figures.get(("simple_examples/slow", "DiPAut's verdict")) == "failed: more than 0.5 s", said)
    checks.check(figures.get(("simple_examples/slow", "verdict")) == "private", said)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        modules = os.path.join(folder, "modules")
        write_modules(modules)
        check_left_out(checks, source, folder, modules)
        check_answers(checks, source, folder, modules)
        check_slow(checks, source, folder, modules)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
