#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small automata of all shapes, with what is known of them: verdict, costs, what evidence the
stages give and how much they search for it, and of evidence with one thing changed why it is rejected. A few runs of the program
take tenths of a second for all of them, so that this notices most faults before other tests do.

usage: test_answers.py COUPLET FOLDER [--update | --make SEED | --more SEED]

FOLDER has automata.jsonl and evidence.jsonl. --update writes what the program says now: read the
difference. --make writes other automata; the second checker must agree on all their evidence. --more adds
automata that are searched longer."""
import collections
import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from checks import Checks  # noqa: E402
import evidence_checker as second  # noqa: E402
from random_json import add_kinds, random_automaton  # noqa: E402
from test_evidence import UNREADABLE, strategy_of  # noqa: E402
from test_evidence_mutants import SHAPES, mutant_of, random_path  # noqa: E402
import evidence_truth as truth  # noqa: E402

STAGES = ["--deciders", "graph", "--optimizers", "frontier,unpruned,pruned,near,segment,fixed,weight",
          "-o", "unpruned.plugin=frontier", "-o", "unpruned.prune=never",
          "-o", "pruned.plugin=frontier", "-o", "pruned.prune=always",
          "-o", "near.plugin=frontier", "-o", "near.prune=always", "-o", "near.gap=1/4",
          "-o", "fixed.plugin=segment", "-o", "fixed.strategy=fixed"]
TRIED = 700  # automata, when they are made
MOST_STATES, LARGE, TOO_LARGE = 14, 10, 80  # states, vectors at a state: of automata that are added
ALIKE = 2  # automata about which alike things are said
ALIKE_EVIDENCE = 5
TRIED_EVIDENCE = 60  # for each automaton
REWRITTEN = re.compile(r"'[^']*'|[0-9]+(?:/[0-9]+)?(?: \([-~0-9.e]+\))?|\b[qxyzsa][0-9]*\b")


def path_of(folder, i):
    return os.path.join(folder, "%d.json" % i)


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_lines(path, values):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(value, separators=(",", ":")) + "\n" for value in values)


# ---- What the program says ----------------------------------------------------------------------

def count(value):
    """How many numbers, names and truths value has inside."""
    if isinstance(value, dict):
        return sum(count(item) for item in value.values())
    return sum(count(item) for item in value) if isinstance(value, list) else value is not None


def size_of(piece):
    """How long a piece of evidence is: more than it was is a fault, too."""
    return count({key: value for key, value in piece.items() if key not in ("input", "provenance")})


def said_by(stage):
    """What a stage says, but words and times; with it the effort, which no clock measures: a fault
    in what only saves work changes that."""
    kinds = ["%s %s, %d" % (piece["kind"], piece.get("cost"), size_of(piece))
             for piece in stage.get("evidence", [])]
    return [stage["stage"], stage["verdict"], stage.get("guarantee"), stage.get("cost"), kinds,
            list(stage.get("statistics", {}).values())]


def said_of(report):
    whole = [report["verdict"], report.get("cost"), report.get("at_least"), report.get("structure")]
    return {"file": whole, "stages": [said_by(stage) for stage in report.get("stages", [])]}


def verify(checks, folder, automata):
    """The reports about automata, in their order."""
    for i, automaton in enumerate(automata):
        write_json(path_of(folder, i), automaton)
    _, output, _ = checks.run("verify", "-q", "--report", "json", "--evidence", *STAGES,
                              *(path_of(folder, i) for i in range(len(automata))))
    return [json.loads(line) for line in output.splitlines()]


def entry_of(folder, i, name, piece):
    """What the index of a folder of evidence says of a piece about the i-th automaton."""
    return {"evidence": name, "file": path_of(folder, i), "uri": "file://" + path_of(folder, i),
            "parameters": {}, "kind": str(piece["kind"]), "cost": piece.get("cost"), "run": 0}


def check(checks, folder, cases):
    """What is said of each piece of evidence, of (number of the automaton, piece)."""
    names = ["evidence%d" % k for k in range(len(cases))]
    for name, (_, piece) in zip(names, cases):
        write_json(os.path.join(folder, name), piece)
    write_json(os.path.join(folder, "index.json"), {
        "couplet_evidence_index": 1, "runs": [{"complete": True}],
        "entries": [entry_of(folder, i, name, piece) for name, (i, piece) in zip(names, cases)]})
    _, output, error = checks.run("check", folder)
    said = dict(re.findall("(?m)^.*/(evidence[0-9]+): (.*)$", output))
    said.update(re.findall("(?m)^couplet: .*/(evidence[0-9]+):(?:[0-9:]+)? (.*)$", error))
    return [said.get(name, "nothing") for name in names]


# ---- Making other automata -------------------------------------------------------------------------

def some_automata(rng):
    for i in range(TRIED):
        n_thresholds, shared = rng.choice(SHAPES)
        automaton = random_automaton(rng, n_thresholds, shared)
        automaton = add_kinds(rng, automaton) if i % 2 else automaton
        if i // 2 % 2:  # the first state is not the initial one
            automaton["states"].reverse()
        yield automaton


def shape_of(report, automaton):
    """What automata have in common that need not be tried often."""
    said = json.dumps([said_of(report), report.get("reason"),
                       [stage.get("reason") for stage in report.get("stages", [])]])
    return REWRITTEN.sub("*", said) + automaton["sampling"] + str(len(automaton["thresholds"])) + \
        automaton.get("adjacency", "")


def spoiled(rng, automaton, pieces):
    """Evidence about an automaton, and other such with one thing changed."""
    known = second.Automaton(automaton)
    more = [random_path(rng, known, truth.Reached(known, False))]
    more += [strategy_of(known)] if len(known.thresholds) == 1 else []
    pieces = [{key: value for key, value in piece.items() if key not in ("input", "provenance")}
              for piece in pieces + [piece for piece in more if piece]]
    found = {json.dumps(piece, sort_keys=True): piece for piece in pieces}
    for _ in range(TRIED_EVIDENCE if pieces else 0):
        mutant = mutant_of(rng, rng.choice(pieces), known)
        if mutant:
            found[json.dumps(mutant[1], sort_keys=True)] = mutant[1]
    return list(found.values())


def agrees(automaton, piece, said):
    """Whether the second checker says so, too."""
    try:
        accepted = second.check(second.Automaton(automaton), piece) is None
    except UNREADABLE:
        accepted = False
    return accepted == (": accepted" in said)


def make(checks, rng, folder):
    automata, kept = list(some_automata(rng)), []
    seen = collections.Counter()
    for automaton, report in zip(automata, verify(checks, folder, automata)):
        shape = shape_of(report, automaton)
        seen[shape] += 1
        if report["verdict"] != "error" and seen[shape] <= ALIKE:
            kept.append((automaton, report))
    cases, evidence = [], []
    for i, (automaton, report) in enumerate(kept):
        write_json(path_of(folder, i), automaton)
        own = [piece for stage in report["stages"] for piece in stage.get("evidence", [])]
        cases += [(i, piece) for piece in spoiled(rng, automaton, own)]
    for (i, piece), said in zip(cases, check(checks, folder, cases)):
        checks.check(agrees(kept[i][0], piece, said), "%s: %s" % (said, json.dumps(piece)))
        shape = str(piece["kind"]) + REWRITTEN.sub("*", said)
        seen[shape] += 1
        if seen[shape] <= ALIKE_EVIDENCE:
            evidence.append({"automaton": i, "said": said, "evidence": piece})
    return [{**said_of(report), "automaton": automaton} for automaton, report in kept], evidence


def more(checks, rng, folder):
    """Automata with many vectors at a state."""
    automata = [random_automaton(rng, *rng.choice(SHAPES), MOST_STATES) for _ in range(TRIED)]
    automata = [add_kinds(rng, automaton) if i % 3 else automaton for i, automaton in enumerate(automata)]
    for automaton, report in zip(automata, verify(checks, folder, automata)):
        sizes = {stage["stage"]: stage["statistics"].get("largest-set", 0) for stage in report["stages"]
                 if "statistics" in stage}
        if LARGE <= sizes.get("unpruned", 0) <= TOO_LARGE:
            yield {**said_of(report), "automaton": automaton}


# ---- Comparing --------------------------------------------------------------------------------------

def compare(checks, folder, automata, evidence):
    """Looks whether the program says what it said; puts what it says in its place."""
    reports = verify(checks, folder, [case["automaton"] for case in automata])
    checks.check(len(reports) == len(automata), "%d reports" % len(reports))
    for case, report in zip(automata, reports):
        said = said_of(report)
        known = {key: case[key] for key in said}
        checks.check(said == known,
                     "%s instead of %s: %s" % (said, known, json.dumps(case["automaton"])))
        case.update(said)
    said_now = check(checks, folder, [(case["automaton"], case["evidence"]) for case in evidence])
    for case, said in zip(evidence, said_now):
        checks.check(said == case["said"],
                     "%s instead of %s: %s" % (said, case["said"], json.dumps(case["evidence"])))
        case["said"] = said


def main():
    checks, data, arguments = Checks(os.path.abspath(sys.argv[1])), sys.argv[2], sys.argv[3:]
    files = [os.path.join(data, name) for name in ("automata.jsonl", "evidence.jsonl")]
    with tempfile.TemporaryDirectory() as folder:
        if "--make" in arguments:
            known = make(checks, random.Random(int(arguments[1])), folder)
        else:
            known = [read_lines(path) for path in files]
            if "--more" in arguments:
                known[0] += more(checks, random.Random(int(arguments[1])), folder)
            compare(checks, folder, *known)
    if arguments:
        for path, values in zip(files, known):
            write_lines(path, values)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
