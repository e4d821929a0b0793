# SPDX-License-Identifier: Apache-2.0
"""Couplet beside DiPAut (Chadha, Sistla, Viswanathan, Bhusal, CCS 2023) on the automata of a
checkout of DiPAut: both read the same files, one after the other, in one run.

DiPAut runs in a copy, so that the checkout stays as it is. There, ADDED is put in front of
COMPONENTS: that file takes the name from `from igraph import *`, which does not give it under
igraph 0.10. Nothing else is changed."""
import glob
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from fractions import Fraction

from measure import Failed, best, measure

ADDED = "from collections import defaultdict\n"
COMPONENTS = os.path.join("builders", "component_graph_builder.py")
MODULES = ("igraph", "ply", "rich")
PACKAGES = "python3-igraph, python3-ply and python3-rich"
# what DiPAut imports before it looks at a file
START = "import argparse, igraph, json, ply.lex, ply.yacc, rich.console, rich.table"
# runs that take longer are not repeated
SLOW = 5
# lines wide enough to stand unbroken, and no warnings of igraph about names that will go
ENVIRONMENT = ("env", "-u", "PYTHONDONTWRITEBYTECODE", "COLUMNS=200", "PYTHONIOENCODING=utf-8",
               "PYTHONWARNINGS=ignore::DeprecationWarning")
ANSWER = re.compile(r"Automata is (not well-formed|not differentially private|differentially "
                    r"private and weight is ([0-9]+(?:/[0-9]+)?)\.)")
VERDICTS = {"not well-formed": "not well-formed", "not differentially private": "not-private"}

Peer = namedtuple("Peer", "python folder seconds")
# what one tool says of a file, d and the proven lower bound of it as texts or None
Answer = namedtuple("Answer", "verdict d at_least seconds memory", defaults=(None,) * 4)


def interpreter():
    """A Python that has what DiPAut imports; None where there is none."""
    for python in (sys.executable, "/usr/bin/python3"):
        found = subprocess.run([python, "-c", "import " + ", ".join(MODULES)], capture_output=True)
        if found.returncode == 0:
            return python
    return None


def left_out(checkout, python):
    """Why nothing can be measured, or None."""
    if checkout is None:
        return "no checkout of DiPAut was named (make bench DIPAUT=DIR)"
    for name in ("main.py", COMPONENTS):
        if not os.path.isfile(os.path.join(checkout, name)):
            return "%s is not a checkout of DiPAut: it has no %s" % (checkout, name)
    if python is None:
        return "no Python here has all of %s (Debian's %s)" % (", ".join(MODULES), PACKAGES)
    return None


def copy_of(checkout, folder):
    shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(".git"))
    path = os.path.join(folder, COMPONENTS)
    with open(path) as old:
        text = old.read()
    if ADDED not in text:
        with open(path, "w") as new:
            new.write(ADDED + text)


def automata(bench, table, folder):
    """The files that both read: the families in some sizes, and all examples."""
    found = []
    for family in ("m_range_examples", "k_min_max_examples"):
        for size in bench.sizes[family]:
            path = os.path.join(folder, family, "%d.dipa" % size)
            if os.path.exists(path):
                found.append(path)
            else:
                table.note("%s/%d.dipa is not there." % (family, size))
    found += sorted(glob.glob(os.path.join(folder, "simple_examples", "*.dipa")))
    if not bench.quick:
        found += sorted(glob.glob(os.path.join(folder, "examples", "*", "*.dipa")))
    return found


# ---- Asking both ------------------------------------------------------------------------------

def failed(answer):
    return answer.verdict.startswith("failed")


def repeated(command, runs, **options):
    first = measure(command, **options)
    return first if runs == 1 or first[0] > SLOW else best(command, runs, **options)


def ask_peer(bench, peer, path, runs=None):
    command = [*ENVIRONMENT, peer.python, "main.py", "-i", path]
    try:
        seconds, _, memory, text = repeated(command, runs or bench.runs, statuses=(0,),
                                            seconds=peer.seconds, cwd=peer.folder)
    except Failed as failure:
        return Answer("failed: %s" % str(failure).replace(" ".join(command), "main.py"))
    found = ANSWER.search(" ".join(text.split()))
    if found is None:
        return Answer("failed: it printed no verdict", seconds=seconds, memory=memory)
    return Answer(VERDICTS.get(found.group(1), "private"), found.group(2), None, seconds, memory)


def ask_couplet(bench, path):
    try:
        seconds, _, memory, report = bench.verify(path)
    except Failed as failure:
        return Answer("failed: %s" % str(failure).replace(path, os.path.basename(path)))
    return Answer(report["verdict"], report["cost"], report.get("at_least"), seconds, memory)


def checked(bench, path, answer):
    """How much of the evidence for Couplet's answer its separate checker accepts, and the
    processor seconds that this takes."""
    if failed(answer):
        return None, None
    folder = bench.path("evidence")
    subprocess.run([bench.couplet, "verify", "-q", "--exit-zero", "--evidence-dir", folder, path],
                   stdout=subprocess.DEVNULL, check=True)
    try:
        seconds, _, _, text = repeated([bench.couplet, "check", "-q", folder], bench.runs,
                                       statuses=range(256))
    except Failed as failure:
        return "failed: %s" % failure, None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found = re.search(r"(\d+ of \d+) accepted\n$", text)
    return found.group(1) if found else "failed: no evidence", seconds


def all_accepted(evidence):
    return evidence is None or re.fullmatch(r"([1-9]\d*) of \1", evidence) is not None


# ---- Comparing ----------------------------------------------------------------------------------

def ratio(peer, own):
    return peer / own if peer is not None and own else None


def shown_d(answer):
    if answer.d is None or answer.at_least in (None, answer.d):
        return answer.d
    return "%s to %s" % (answer.at_least, answer.d)


def contradicts(own, peer):
    """DiPAut's d suffices, so that no least d exceeds it, if both are right."""
    return None not in (own.at_least, peer.d) and Fraction(own.at_least) > Fraction(peer.d)


def compare(bench, table, peer, path):
    """A row of the table: the automaton's name, both answers, and how much evidence is accepted."""
    name = os.path.relpath(path, peer.folder)[:-len(".dipa")]
    own, other = ask_couplet(bench, path), ask_peer(bench, peer, path)
    evidence, check_seconds = checked(bench, path, own)
    table.add(name, own.verdict, shown_d(own), evidence, check_seconds, other.verdict, other.d,
              own.seconds, other.seconds, ratio(other.seconds, own.seconds), own.memory, other.memory,
              ratio(other.memory, own.memory))
    return name, own, other, evidence


def note_verdicts(table, compared):
    answered = [c for c in compared if not failed(c[1]) and not failed(c[2])]
    differing = [c for c in answered if c[1].verdict != c[2].verdict]
    table.note("Verdicts: the same on %d of %d%s" % (
        len(answered) - len(differing), len(answered), "; other ones (DiPAut's second): " + "; ".join(
            "%s %s, %s" % (name, own.verdict, peer.verdict)
            for name, own, peer, _ in differing) + "." if differing else "."))
    silent = [name for name, own, peer, _ in compared if failed(own) or failed(peer)]
    if silent:
        table.note("Not compared, as one of both gave no verdict: %s." % ", ".join(silent))


def note_costs(table, compared):
    both = [(Fraction(own.d), Fraction(peer.d)) for _, own, peer, _ in compared if own.d and peer.d]
    table.note("d, where both give one (%d): the same on %d, less than DiPAut's on %d, greater on %d."
               % (len(both), sum(a == b for a, b in both), sum(a < b for a, b in both),
                  sum(a > b for a, b in both)))
    for name, own, peer, _ in compared:
        if contradicts(own, peer):
            table.note("CONTRADICTION: %s: no less than %s is said to do here, %s by DiPAut."
                       % (name, own.at_least, peer.d))


def note_evidence(table, compared):
    refused = [name for name, _, _, evidence in compared if not all_accepted(evidence)]
    table.note("s: of `couplet verify` with graph, frontier and segment, which checks evidence of moderate "
               "size itself; check s: of `couplet check`, which shares no code with the search, on all "
               "of it. It accepts all%s." % (" but that of " + ", ".join(refused) if refused else ""))


def note_peer(table, peer, checkout):
    versions = subprocess.run(
        [peer.python, "-c", "import igraph, platform; print('python-igraph %s, CPython %s' % ("
         "igraph.__version__, platform.python_version()))"],
        capture_output=True, text=True).stdout.strip()
    commit = subprocess.run(["git", "-C", checkout, "log", "-1", "--format=%h"], text=True,
                            capture_output=True).stdout.strip()
    start = measure([*ENVIRONMENT, peer.python, "-c", START])[0]
    table.note("DiPAut%s (%s): whole processes of `main.py -i FILE` in a copy, where "
               "`%s` is put in front of `%s`; its parser's tables are there already. %.2g s of each is "
               "Python's start with what DiPAut imports." % (
                   " of commit " + commit if commit else "", versions, ADDED.strip(), COMPONENTS, start))


def run(bench):
    table = bench.table("peer", "Beside DiPAut, on DiPAut's own automata, both run here", (
        "automaton", "verdict", "d", "accepted", "check s", "DiPAut's verdict", "DiPAut's d", "s",
        "DiPAut s", "DiPAut/Couplet s", "MiB", "DiPAut MiB", "DiPAut/Couplet MiB"))
    python = interpreter()
    reason = left_out(bench.dipaut, python)
    if reason:
        table.note("Left out: %s." % reason)
        return
    peer = Peer(python, bench.path("dipaut"), bench.peer_seconds or bench.sizes["peer"])
    copy_of(bench.dipaut, peer.folder)
    paths = automata(bench, table, peer.folder)
    for path in paths[:1]:
        ask_peer(bench, peer, path, 1)  # the first run writes the parser's tables
    compared = [compare(bench, table, peer, path) for path in paths]
    for note in (note_verdicts, note_costs, note_evidence):
        note(table, compared)
    note_peer(table, peer, bench.dipaut)
