#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joining the reports of shards: what they say together is what one run says, in every report; what
is missing, double or contradictory is named.

usage: test_merge.py COUPLET SOURCE"""
import contextlib
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from checks import Checks, without_times

METHODS = ("--deciders=graph", "--optimizers=frontier,weight")
KEYS = re.compile(r'data-key="[0-9.]+"')
MINIMAL = {"file": "f", "automaton": None, "verdict": "unknown", "cost": None, "at_least": None,
           "stages": [], "diagnostics": []}


def plain(report):
    return without_times(KEYS.sub("", report))


def stage_of(answer):
    """The stage that found what answer says; None: it says nothing."""
    verdict, cost, least = (answer.get(key) for key in ("verdict", "cost", "at_least"))
    if verdict in (None, "unknown", "error") and least is None:
        return None
    exact = cost is not None and cost == least
    bounds = {} if exact else {"upper": cost, "lower": least}
    return {"stage": "segment", "plugin": "segment", "kind": "optimizer", "verdict": verdict or "unknown",
            "seconds": 0, **({"cost": cost, "guarantee": "exact", "certified": True} if exact else {}),
            **{key: value for key, value in bounds.items() if value is not None}}


def write(path, *answers):
    """A report of answers, which are made of what differs from the smallest one, and of a stage that found them."""
    with open(path, "w") as file:
        for answer in answers:
            stage = stage_of(answer)
            file.write(json.dumps({**MINIMAL, **({"stages": [stage]} if stage else {}), **answer}) + "\n")
    return path


def shards(checks, files, n, folder, *options):
    """The JSON reports of n shards."""
    paths = []
    for i in range(1, n + 1):
        paths.append(os.path.join(folder, "%d-of-%d%s.jsonl" % (i, n, "".join(options))))
        _, output, _ = checks.run("verify", "-q", "--report=json", *METHODS, *options, "--shard=%d/%d" % (i, n),
                                  *files)
        with open(paths[-1], "w") as file:
            file.write(output)
    return paths


def check_whole(checks, files, folder):
    """Shards in any order are the whole run, its order and its status."""
    parts = shards(checks, files, 3, folder)
    for report in ("table", "json", "csv", "html", "sarif"):
        parts_of = shards(checks, files, 3, folder, "--evidence") if report in ("html", "sarif") else parts
        expected = checks.run("verify", "-q", "--report", report, *METHODS, *files)
        got = checks.run("merge", "--report", report, parts_of[2], parts_of[0], parts_of[1])
        checks.check(got[0] == expected[0], "%s: status %d, not %d" % (report, got[0], expected[0]))
        checks.check(plain(got[1]) == plain(expected[1]), "%s of three shards" % report)
    options = ("-o", "json.summary=true", "--report=json")
    expected = checks.run("compare", "-q", *METHODS, *options, *files)[1]
    got = checks.run("merge", "-q", "--compare", *options, *parts)[1]
    made_alike = plain(expected).replace('"command":"compare"', '"command":"verify"')
    checks.check([line for line in plain(got).splitlines() if "summary" not in line] ==
                 [line for line in made_alike.splitlines() if "summary" not in line], "summary: answers")
    checks.check(json.loads(got.splitlines()[-1])["summary"]["files"] == len(files), "summary: files")
    expected = checks.run("compare", "-q", *METHODS, *files)[1]
    got = checks.run("merge", "-q", "--compare", *parts)[1]
    checks.check(plain(got) == plain(expected), "the table of a comparison")
    return parts


def check_copies(checks, files, folder):
    """What is merged and merged again is the same, byte by byte, evidence too."""
    for options in ((), ("--evidence",)):
        _, output, messages = checks.run("verify", "-q", "--report=json", *METHODS, *options, *files)
        path = os.path.join(folder, "copy.jsonl")
        with open(path, "w") as file:
            file.write(output)
        status, again, error = checks.run("merge", "-q", "--report=json", path)
        checks.check(again == output and error == messages, "a copy %s: %s" % (options, error))
        with open(path) as file:
            again = checks.run("merge", "-q", "--report=json", "-", stdin=file)[1]
        checks.check(again == output, "a copy of standard input %s" % (options,))


def check_missing(checks, files, folder, parts):
    whole = checks.run("merge", "-q", "--report=json", *parts)
    status, output, error = checks.run("merge", "--report=json", parts[0], parts[2])
    there = len(output.splitlines())
    checks.check("shard 2 of 3 is missing" in error, "a missing shard: " + error)
    checks.check("%d of the run's %d answers are missing" % (len(files) - there, len(files)) in error,
                 "missing answers: " + error)
    checks.check(status in (4, 10, 11), "missing answers: status %d" % status)
    only = write(os.path.join(folder, "only.jsonl"),
                 {"verdict": "private", "part": {"shard": 1, "shards": 2, "item": 2, "items": 2}})
    for options, expected in (((), 11), (("--exit-zero",), 11)):
        status, answer, error = checks.run("merge", "--report=json", *options, only)
        checks.check(status == expected and json.loads(answer)["part"]["item"] == 2, "missing: status %d" % status)
    # what is not whole can be completed
    part = os.path.join(folder, "part.jsonl")
    with open(part, "w") as file:
        file.write(output)
    checks.check(checks.run("merge", "-q", "--report=json", part, parts[1]) == whole, "completed later")
    # the end of a report that was being written
    with open(parts[1]) as file:
        text = file.read()
    cut = os.path.join(folder, "cut.jsonl")
    with open(cut, "w") as file:
        file.write(text[:-5])
    status, output, error = checks.run("merge", "--report=json", parts[0], cut, parts[2])
    checks.check("the last line is cut off, and left out" in error and "1 of the run's" in error and
                 len(output.splitlines()) == len(files) - 1, "a report that is cut off: " + error)
    # by a list
    names = os.path.join(folder, "list")
    with open(names, "w") as file:
        file.write("\n".join([*reversed(files), "absent.svt"]))
    status, output, error = checks.run("merge", "--report=json", "--files-from", names, *parts)
    checks.check("couplet: absent.svt: there is no answer" in error, "a list: " + error)
    checks.check(status == whole[0], "a list: status %d" % status)
    with open(names, "w") as file:
        file.write("\n".join(list(reversed(files))[1:]))
    status, output, error = checks.run("merge", "--report=json", "--files-from", names, *parts)
    checks.check("1 answers are of files that the list does not name, and left out" in error, error)


def check_stores_without_items(checks, files, folder):
    """A shard may have no items; a run that was stopped before it began has none, either."""
    full, empty = (os.path.join(folder, name + ".db") for name in ("full", "empty"))
    for store, shard in ((full, 1), (empty, 2)):
        checks.run("verify", "-q", *METHODS, "--store", store, "--shard=%d/2" % shard, files[0])
    if not items_of(full):
        full, empty = empty, full
    said = empty + ": the run was stopped before it began"
    whole = checks.run("merge", "-q", "--report=json", full, empty)
    checks.check(whole[0] == 0 and not whole[2], "a shard without items: status %d %s" % (whole[0], whole[2]))
    for change in ("UPDATE runs SET status = NULL", "DELETE FROM runs"):
        with contextlib.closing(sqlite3.connect(empty)) as database, database:
            database.execute(change)
        status, output, error = checks.run("merge", "--report=json", full, empty)
        checks.check(status == 11 and said in error and output == whole[1], change + ": status %d %s" % (status, error))


def items_of(store):
    with contextlib.closing(sqlite3.connect(store)) as database:
        return database.execute("SELECT count(*) FROM files").fetchone()[0]


def check_order_of_list(checks, files, folder):
    reports = []
    for i, half in enumerate((files[::2], files[1::2])):
        reports.append(os.path.join(folder, "half%d.jsonl" % i))
        with open(reports[-1], "w") as file:
            file.write(checks.run("verify", "-q", "--report=json", *METHODS, *half)[1])
    names = os.path.join(folder, "order")
    with open(names, "w") as file:
        file.write("\n".join(files))
    expected = checks.run("verify", "--report=json", *METHODS, *files)
    status, output, error = checks.run("merge", "--report=json", "--files-from", names, *reports)
    checks.check((status, plain(output), error) == (expected[0], plain(expected[1]), expected[2]),
                 "halves without shards, by a list: " + error)
    output = checks.run("merge", "-q", "--report=json", *reports)[1]
    checks.check([json.loads(line)["file"] for line in output.splitlines()] == files[::2] + files[1::2],
                 "halves without a list")


def check_files_of_code(checks, folder):
    """A list names files, or the mechanisms in them."""
    names, report = os.path.join(folder, "code"), os.path.join(folder, "code.jsonl")
    write(report, *({"file": "a.py", "function": name} for name in ("one", "two")), {"file": "b.py", "function": "one"})
    for listed, kept, missing in (("a.py\n", ["one", "two"], None), ("a.py::two\nb.py\n", ["two", "one"], None),
                                  ("a.py::three\n", [], "a.py::three: there is no answer")):
        with open(names, "w") as file:
            file.write(listed)
        _, output, error = checks.run("merge", "--report=json", "--files-from", names, report)
        got = [json.loads(line)["function"] for line in output.splitlines()]
        checks.check(got == kept and (missing is None or missing in error), "code by a list: %s %s" % (got, error))


def check_bytes_of_names(checks, folder):
    """A name that is not UTF-8 is found in the list as a report has it."""
    names, report = os.path.join(folder, "bytes"), os.path.join(folder, "bytes.jsonl")
    with open(names, "wb") as file:
        file.write(os.fsencode(folder) + b"/no-\xff.json\n")
    with open(report, "w") as file:
        file.write(checks.run("verify", "-q", "--report=json", *METHODS, "--files-from", names)[1])
    status, output, error = checks.run("merge", "--report=json", "--files-from", names, report)
    checks.check(status == 4 and output.count("\n") == 1 and "there is no answer" not in error, "bytes: " + error)


def check_doubles(checks, folder, parts):
    whole = checks.run("merge", "-q", "--report=json", *parts)
    status, output, error = checks.run("merge", "--report=json", *parts, parts[0])
    checks.check((status, output) == whole[:2] and "the same answer in %s:1 and %s:1" % (parts[0], parts[0])
                 in error, "doubles: " + error)
    checks.check(checks.run("merge", "-q", "--report=json", *parts, parts[0]) == whole, "doubles, quietly")
    # an answer says more than none, whichever comes first
    unknown = write(os.path.join(folder, "unknown.jsonl"), {"reason": "time"})
    private = write(os.path.join(folder, "private.jsonl"), {"verdict": "private", "cost": "2"})
    failed = write(os.path.join(folder, "error.jsonl"), {"verdict": "error"})
    for reports in ((unknown, private), (private, unknown), (failed, private), (unknown, failed, private)):
        status, output, error = checks.run("merge", "--report=json", *reports)
        checks.check(status == 0 and json.loads(output)["verdict"] == "private" and "says more" in error,
                     "%s: %d, %s" % (reports, status, error))
    less = write(os.path.join(folder, "less.jsonl"), {"verdict": "private", "cost": "3/2"})
    for reports in ((less, private), (private, less)):
        status, output, _ = checks.run("merge", "--report=json", *reports)
        checks.check(status == 0 and json.loads(output)["cost"] == "3/2", "the smaller cost")
    # other parameters are other answers
    origin = {"sha256": "0" * 64}
    reports = [write(os.path.join(folder, "c%d.jsonl" % c), {"parameters": {"c": str(c)}, **origin}) for c in (1, 2)]
    status, output, error = checks.run("merge", "--report=json", *reports)
    checks.check(len(output.splitlines()) == 2 and not error, "other parameters: " + error)
    reports = [write(os.path.join(folder, "s%d.jsonl" % c), {"swept": {"c": str(c)}}) for c in (1, 2)]
    checks.check(len(checks.run("merge", "--report=json", *reports)[1].splitlines()) == 2, "a sweep")


def check_contradictions(checks, folder):
    digest = [{"sha256": digit * 64, "parameters": {}} for digit in "01"]
    claim = {"claim_reason": "why", "verdict": "private"}
    enough = {"claim": {"d": "1", "verdict": "holds"}, "cost": "1", **claim}
    fails = {"claim": {"d": "1", "verdict": "fails"}, "at_least": "3/2", "claim_reason": "why"}
    cases = [
        ({"verdict": "private"}, {"verdict": "not-private"}, "private and not-private"),
        ({"verdict": "private", "cost": "1"}, {"verdict": "unknown", "at_least": "3/2"},
         "d = 1 is enough, and d = 3/2 is necessary"),
        ({"at_least": "3/2"}, {"verdict": "private", "cost": "1"},
         "d = 3/2 is necessary, and d = 1 is enough"),
        (enough, fails, "d = 1 is enough, and d = 3/2 is necessary"),
    ]
    for first, second, what in cases:
        a, b = write(os.path.join(folder, "a.jsonl"), first), write(os.path.join(folder, "b.jsonl"), second)
        status, output, error = checks.run("merge", "--report=json", a, b)
        checks.check(status == 7 and "couplet: f: %s:1 and %s:1 contradict each other: %s\n" % (a, b, what) in error,
                     "%s: %d, %s" % (what, status, error))
        checks.check(what in json.loads(output)["disagreement"] and len(output.splitlines()) == 1, what)
        table = re.sub(r"\s+", " ", checks.run("merge", a, b)[1])
        checks.check("THE STAGES DISAGREE" in table, "a contradiction in the table: " + table)
    # another content is no bug
    a, b = (write(os.path.join(folder, name), one) for name, one in zip(("a.jsonl", "b.jsonl"), digest))
    for options in ((), ("--exit-zero",)):
        status, output, error = checks.run("merge", *options, a, b)
        checks.check(status == 7 and error == "couplet: f: the contents differ: %s:1 and %s:1 are about different contents "
                     "of the file; the first is kept\n" % (a, b) and "DISAGREE" not in output,
                     "contents: %d, %s" % (status, error))


def check_versions(checks, folder):
    made = {"version": "9", "commit": None, "libraries": {}, "options": [], "date": "then"}
    reports = [write(os.path.join(folder, "v%d.jsonl" % i),
                     {"file": str(i), "sha256": "0" * 64, "parameters": {},
                      "provenance": {**made, "options": ["--deciders=" + "ab"[i]]}}) for i in (0, 1)]
    error = checks.run("merge", "--report=json", *reports)[2]
    checks.check("the answers were made by 2 versions or with as many options: version 9, commit unknown, "
                 "--deciders=a; version 9, commit unknown, --deciders=b" in error, error)


def check_asked(checks, files, folder):
    """Shards that were asked differently are no one run, in whatever order they are given."""
    one = shards(checks, files, 2, folder, "-Dc=1")
    two = shards(checks, files, 2, folder, "-Dc=2")
    whole = checks.run("merge", "--report=json", *one)
    checks.check("different" not in whole[2], "asked the same: " + whole[2])
    for reports in ((one[0], two[1]), (two[1], one[0])):
        status, output, error = checks.run("merge", "--report=json", *reports)
        checks.check("-D c=1" in error and "-D c=2" in error and "different" in error, "asked differently: " + error)
        checks.check(len(output.splitlines()) == len(files), "all answers of two runs")
        again = os.path.join(folder, "asked.jsonl")
        with open(again, "w") as file:
            file.write(output)
        checks.check("-D c=1" in checks.run("merge", "--report=json", again)[2], "asked differently, merged again")


def check_runs(checks, files, folder, parts):
    """What is missing of each run is told, whatever stands beside it."""
    plain_report = write(os.path.join(folder, "beside.jsonl"), {"file": "beside"})
    missing = "%d of the run's %d answers are missing"
    there = len(open(parts[0]).readlines())
    for options in ((), ("--exit-zero",)):
        status, output, error = checks.run("merge", "--report=json", *options, parts[0], plain_report)
        checks.check(missing % (len(files) - there, len(files)) in error and "shard 2 of 3 is missing" in error and
                     status in (4, 10, 11) and len(output.splitlines()) == there + 1, "beside a report: " + error)
    halves = shards(checks, files, 2, folder)
    other = os.path.join(folder, "of-other-files")
    os.mkdir(other)
    others = shards(checks, files[:-1] + files[:1], 2, other)
    for title, reports, shard in (("other numbers of shards", (parts[0], halves[1]), "shard 3 of 3 is missing"),
                                  ("lists that differ", (halves[0], others[1]), "shard 2 of 2 is missing")):
        status, _, error = checks.run("merge", "--report=json", *reports)
        checks.check(status in (4, 10, 11) and "couplet: the run of %s:1: " % reports[0] in error and
                     "couplet: the run of %s:1: " % reports[1] in error and shard in error and
                     error.count("answers are missing") == 2, title + ": " + error)
    made = {"version": "9", "commit": None, "libraries": {}, "options": [], "date": "then"}
    settings = [write(os.path.join(folder, "settings%d.jsonl" % i),
                      {"file": str(i), "sha256": "0" * 64, "parameters": {},
                       "part": {"shard": i, "shards": 2, "item": i, "items": 2},
                       "provenance": {**made, "options": ["--deciders=" + "ab"[i - 1]]}}) for i in (1, 2)]
    status, _, error = checks.run("merge", "--report=json", *settings)
    checks.check(status == 11 and error.count("1 of the run's 2 answers are missing") == 2, "other settings: " + error)


def check_records(checks, folder):
    """An answer that cannot be right by itself is refused, with its line."""
    good = {"file": "g", "verdict": "private", "cost": "1"}
    stage = {"stage": "graph", "plugin": "graph", "kind": "decider", "verdict": "unknown", "seconds": 0}
    found = {"stage": "frontier", "plugin": "frontier", "kind": "optimizer", "verdict": "private", "seconds": 0,
             "guarantee": "exact", "cost": "1", "certified": True}
    other = {**found, "stage": "segment", "guarantee": "upper-bound", "cost": "2", "ratio": "2"}
    infinite = {**found, "verdict": "not-private", "cost": None, "infinite": True}
    lists = {"answers": {"up_to": 2}, "verdict": "unknown", "at_least": "1", "stages": [found]}
    point = {"value": "2", "verdict": "private", "cost": "1", "at_least": None}
    solve = {"parameter": "c", "at_most": "1", "found": "everywhere", "which": "largest", "value": "2", "beyond": None,
             "at": "2", "points": [point]}

    def claimed(verdict):
        return {**good, "claim": {"d": "1", "verdict": verdict}, "claim_reason": "so"}

    def lengths(*costs):
        return [{"answers": n, "cost": cost, "at_least": cost} for n, cost in enumerate(costs, 1)]

    for right in ({**good, "at_least": "1", "stages": [found, other]}, {**lists, "lengths": lengths("1/2", "1")},
                  {**good, "solve": solve}, {**good, "stages": [{**other, "claimed": True, "ratio": None}, {**found}]},
                  {**good, "cost": "2", "stages": [{**found, "guarantee": "lower-bound", "verdict": "unknown"},
                                                   {**other, "ratio": None}]}):
        checks.check(checks.run("merge", write(os.path.join(folder, "right.jsonl"), right))[0] in (0, 11), right)
    for answer, message in (
            ({**good, "at_least": "2"}, "d = 1 is enough, and d = 2 is necessary"),
            ({**claimed("holds"), "cost": "3", "at_least": "3/2"},
             "the claim 1 is said to be 'holds', and is 'fails' by its costs"),
            ({**claimed("holds"), "verdict": "not-private", "cost": None},
             "the claim 1 is said to be 'holds', and is 'fails' by its costs"),
            (claimed("fails"), "the claim 1 is said to be 'fails', and is 'holds' by its costs"),
            (claimed("open"), "the claim 1 is said to be 'open', and is 'holds' by its costs"),
            ({**good, "verdict": "not-private"}, "it is not private, and has a cost"),
            ({**good, "cost": None, "stages": [stage]}, "it is private, and none of its stages says so"),
            ({**good, "stages": []}, "it is private, and none of its stages says so"),
            ({**good, "cost": None, "stages": [infinite]},
             "its verdict is private, and that of stage 'frontier' is not-private"),
            ({"stages": [found]}, "its verdict is unknown, and that of stage 'frontier' is private"),
            ({**good, "cost": "2", "stages": [found]}, "its cost is 2, and that of its stages is 1"),
            ({**good, "cost": "1/2", "stages": [found]}, "its cost is 1/2, and that of a stage, at least, is 1"),
            ({**good, "cost": None, "stages": [found]}, "its cost is not known, and that of its stages is 1"),
            ({**good, "stages": [{**found, "claimed": True, "cost": "2"}]},
             "its cost is 1, and that of its stages is 2"),
            ({**good, "at_least": "1/2", "stages": [found]}, "its at_least is 1/2, and that of its stages is 1"),
            ({**good, "stages": [found, {**other, "ratio": "3"}]},
             "the ratio of stage 'segment' is not that of its cost to the exact one"),
            ({**good, "stages": [{**found, "verdict": "not-private"}]},
             "stage 'frontier' says not private, and has a cost"),
            ({"verdict": "not-private", "stages": [{**infinite, "verdict": "private"}]},
             "stage 'frontier' says private, and that no finite cost exists"),
            ({**good, "stages": [{**found, "lower": "2", "guarantee": "upper-bound"}]},
             "stage 'frontier' has an upper bound below its lower one"),
            ({**good, "outputs": [{"output": "top", "count": 1, "cost": None, "cost_decimal": "inf", "at_least": None}]},
             "it is private, and its outputs 'top' are not"),
            ({**good, "outputs": [{"output": "top", "count": 1, "cost": "2", "at_least": "2"}]},
             "its cost is 1, and that of some outputs, at least, is 2"),
            ({**lists, "lengths": lengths("1", "2")}, "its at_least is 1, and that of its lengths is 2"),
            ({**lists, "lengths": [{"answers": 1, "cost": None, "cost_decimal": "inf", "at_least": "1"}]},
             "its verdict is unknown, and lists of some length are not private"),
            ({**lists, "verdict": "private"}, "its lists are examples, which show nothing private"),
            ({**good, "solve": {**solve, "points": [{**point, "cost": "1/2"}]}},
             "c = 2 is what the file's answer is about, and has another"),
            ({**good, "at_least": "1", "stages": [found], "solve": {**solve, "points": [{**point, "at_least": "2"}]}},
             "c = 2 has a cost below what is necessary"),
            ({**good, "solve": {**solve, "at": "3"}}, "it names a value of a parameter that is none of its points"),
            ({**good, "solve": {**solve, "points": [{**point, "cost": None}]}}, "c = 2 is private, and has no cost"),
            ({**good, "solve": {**solve, "at_most": "1/2"}}, "c = 2 is found, and is not known to do"),
            ({**good, "solve": {**solve, "found": "nowhere", "value": None}}, "c = 2 will do, and is said not to"),
            ({**good, "solve": {**solve, "value": None}},
             "a value is found where there is none, or none where there is one")):
        path = write(os.path.join(folder, "record.jsonl"), good, {**answer, "file": "f"})
        checks.says(4, "record.jsonl:2:", "merge", path)
        checks.says(4, "the answer contradicts itself: " + message, "merge", path)


def check_decimals(checks, folder):
    """A decimal that is not that of its number, wherever it stands."""
    found = {"stage": "frontier", "plugin": "frontier", "kind": "optimizer", "verdict": "private", "seconds": 0,
             "guarantee": "exact", "cost": "5/3", "certified": True}
    good = {"verdict": "private", "cost": "5/3", "at_least": "5/3", "stages": [found]}
    solve = {"parameter": "c", "at_most": "2", "found": "everywhere", "which": "largest", "value": "2", "beyond": None,
             "at": "2", "points": [{"value": "2", "verdict": "private", "cost": "5/3", "at_least": "5/3"}]}
    everywhere = {**good, "cost_decimal": "1.666667", "at_least_decimal": "1.666667",
                  "claim": {"d": "2", "d_decimal": "2", "verdict": "holds"}, "claim_reason": "so",
                  "stages": [{**found, "cost_decimal": "1.666667", "ratio": "1", "ratio_decimal": "1"}],
                  "outputs": [{"output": "o", "count": None, "cost": "1/2", "cost_decimal": "0.5", "at_least": None}],
                  "solve": {**solve, "at_most_decimal": "2", "value_decimal": "2", "beyond_decimal": None}}
    path = write(os.path.join(folder, "decimals.jsonl"), everywhere)
    checks.check(checks.run("merge", path)[0] == 0, "decimals that are right")
    text = open(path).read()
    for found in re.finditer(r'"(\w+_decimal)": (null|"([^"]*)")', text):
        for wrong in ('"1.6666667"', "null" if found[3] else '"0"', '"inf"', "2"):
            with open(path, "w") as file:
                file.write(text[:found.start(2)] + wrong + text[found.end(2):])
            checks.says(4, "decimals.jsonl:1:", "merge", path)
            checks.says(4, '"%s" ' % found[1], "merge", path)
    infinite = {"stage": "frontier", "plugin": "frontier", "kind": "optimizer", "verdict": "not-private", "seconds": 0,
                "guarantee": "exact", "cost": None, "cost_decimal": "inf", "infinite": True, "certified": True}
    none = {"verdict": "not-private", "cost_decimal": "inf", "at_least_decimal": "inf", "stages": [infinite]}
    checks.check(checks.run("merge", write(path, none))[0] == 10, "infinite decimals")
    checks.says(4, '"cost_decimal" is null, and that of "cost" is inf', "merge", write(path, {**none, "cost_decimal": None}))


def check_items(checks, folder):
    """Two lines of a report that differ about one item."""
    part = {"part": {"shard": 1, "shards": 2, "item": 2, "items": 2}}
    path = write(os.path.join(folder, "items.jsonl"), {**part, "verdict": "private"}, part)
    checks.says(4, "items.jsonl:2: item 2 of the run has another answer in %s:1" % path, "merge", path)


def check_pages(checks, source, folder):
    """A page of files that are not here any more, or are others, shows what is known."""
    away = os.path.join(folder, "away.svt")
    shutil.copy(os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt"), away)
    report = os.path.join(folder, "away.jsonl")
    with open(report, "w") as file:
        file.write(checks.run("verify", "--evidence", "--report=json", *METHODS, "-Dc=2", away)[1])
    for change in (lambda: None, lambda: open(away, "a").write("\n"), lambda: os.remove(away)):
        change()
        status, page, error = checks.run("merge", "--report=html", report)
        checks.check(status == 0 and not error and "private" in page, "a page: %d, %s" % (status, error))
        there = os.path.exists(away) and not open(away).read().endswith("\n\n")
        checks.check(("<svg" in page) == there and ("its file is not here" in page) == (not there),
                     "a page with and without its file")


def check_wrong(checks, folder):
    good = write(os.path.join(folder, "good.jsonl"), {})
    broken = os.path.join(folder, "broken.jsonl")
    for text, message in (
            ("{\n", "broken.jsonl:1:2: expected a key in double quotes or '}'"),
            (json.dumps(MINIMAL) + "\n\n[]\n", "broken.jsonl:3:1: expected an object, not an array"),
            (json.dumps({**MINIMAL, "more": 1}) + "\n", "unknown key 'more'"),
            ("SQLite\n", "broken.jsonl:1:1: expected a value, but found 'SQLite'"),
            ("\xff\xfe\n", "broken.jsonl:1:1: expected a value"),
            ("[" * 5000 + "\n", "broken.jsonl:1:2049: brackets are nested deeper than 2048")):
        with open(broken, "w", encoding="latin-1") as file:
            file.write(text)
        checks.says(4, message, "merge", good, broken)
    with open(broken, "w"):
        pass
    checks.check(checks.run("merge", "--report=json", broken) == (0, "", ""), "an empty report")
    checks.says(4, "absent.jsonl: ", "merge", good, os.path.join(folder, "absent.jsonl"))
    checks.says(2, "no report or store is given", "merge")
    checks.says(5, "no report is called 'nothing'", "merge", "--report=nothing", good)
    checks.says(3, "frontier", "merge", "-o", "frontier.prune=never", good)


def main():
    checks = Checks(sys.argv[1])
    files = sorted(glob.glob(os.path.join(sys.argv[2], "examples", "mechanisms", "*.svt")))[::3]
    with tempfile.TemporaryDirectory() as folder:
        broken = os.path.join(folder, "broken.json")
        with open(broken, "w") as file:
            file.write("{")
        files.insert(3, broken)
        parts = check_whole(checks, files, folder)
        check_copies(checks, files, folder)
        check_missing(checks, files, folder, parts)
        check_stores_without_items(checks, files, folder)
        check_order_of_list(checks, files, folder)
        check_files_of_code(checks, folder)
        check_bytes_of_names(checks, folder)
        check_doubles(checks, folder, parts)
        check_contradictions(checks, folder)
        check_versions(checks, folder)
        check_asked(checks, files, folder)
        check_runs(checks, files, folder, parts)
        check_records(checks, folder)
        check_decimals(checks, folder)
        check_items(checks, folder)
        check_pages(checks, sys.argv[2], folder)
        check_wrong(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
