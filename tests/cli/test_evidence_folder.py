#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evidence folders of many files: what --evidence-dir writes and index.json says, and that couplet check
takes the folder as it is.

usage: test_evidence_folder.py COUPLET SOURCE"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import Checks

PRIVATE, LEAKING = "six-less.json", "svt-star.json"


def index_of(folder):
    with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
        return json.load(file)


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(content)


def automaton(source, name):
    with open(os.path.join(source, "examples", "automata", name), "rb") as file:
        return file.read()


def listed(folder):
    """The names that the index has, each once and each there."""
    names = [entry["evidence"] for entry in index_of(folder)["entries"]]
    return names if len(names) == len(set(names)) and all(
        os.path.isfile(os.path.join(folder, name)) for name in names) else None


def check_accepts(checks, folder, what, **options):
    got, output, error = checks.run("check", folder, **options)
    n = len(index_of(os.path.join(options.get("cwd", ""), folder))["entries"])
    checks.check(got == 0 and error == "" and output.endswith("%s: %d of %d accepted\n" % (folder, n, n)) and
                 output.count(": accepted: ") == n, "%s: %d %s %s" % (what, got, output, error))


def check_index(checks, source):
    """Each file is listed with its input, its hash, and what it is evidence for."""
    with tempfile.TemporaryDirectory() as work:
        write(os.path.join(work, "x", "a.json"), automaton(source, PRIVATE))
        write(os.path.join(work, "y", "a.json"), automaton(source, LEAKING))
        mechanism = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-4.svt")
        got, output, error = checks.run(
            "verify", "-q", "-j2", "--report", "json", "--evidence-dir", "out", "x/a.json", "y/a.json", mechanism,
            cwd=work)
        reports = [json.loads(line) for line in output.splitlines()]
        folder = os.path.join(work, "out")
        index = index_of(folder)
        checks.check(got == 10 and set(os.listdir(folder)) == set(listed(folder) or ()) | {"index.json"},
                     "all is listed: %s %s" % (error, os.listdir(folder)))
        checks.check([run["complete"] for run in index["runs"]] == [True] and
                     index["runs"][0]["provenance"].items() <= reports[0]["provenance"].items(), "the run: %s" % index["runs"])
        for report in reports:
            entries = [entry for entry in index["entries"] if entry["file"] == report["file"]]
            checks.check(entries and all(
                entry["sha256"] == report["sha256"] and entry["parameters"] == report["parameters"] and
                entry["uri"].endswith("/a.json" if "a.json" in report["file"] else "/lyu-algorithm-4.svt")
                for entry in entries), "the input: %s" % entries)
            said = {(stage["stage"], stage["plugin"], stage["verdict"]) for stage in report["stages"]}
            checks.check({(e["stage"], e["plugin"], e["verdict"]) for e in entries} <= said, "stages: %s" % entries)
        for entry in index["entries"]:
            path = os.path.join(folder, entry["evidence"])
            with open(path, encoding="utf-8") as file:
                evidence = json.load(file)
            checks.check(entry["size"] == os.path.getsize(path) and entry["kind"] == evidence["kind"] and
                         entry["cost"] == evidence.get("cost"), "the evidence: %s" % entry)
        check_accepts(checks, "out", "as it is", cwd=work)
        check_accepts(checks, folder, "from elsewhere", cwd="/")
        shutil.copytree(work, work + "-moved")
        shutil.rmtree(os.path.join(work, "x"))
        got, output, error = checks.run("check", "out", cwd=work + "-moved")
        checks.check(got == 0, "the inputs moved along: %s %s" % (output, error))
        got, output, error = checks.run("check", folder, cwd="/")
        checks.check(got == 4 and "x/a.json: error: No such file or directory" in error and
                     output.count(": accepted: ") == len(index["entries"]) - 3, "an input is gone: %s %s" % (output, error))
        shutil.rmtree(work + "-moved")


def check_further_runs(checks, source):
    """A later run into the folder adds what is new, replaces what it knows better, and leaves the rest."""
    with tempfile.TemporaryDirectory() as work:
        folder = os.path.join(work, "out")
        for name in ("x/a.json", "y/a.json"):
            write(os.path.join(work, name), automaton(source, PRIVATE))
        words = ["verify", "-q", "--evidence-dir", "out", "--deciders", "", "--optimizers"]
        checks.run(*words, "frontier,segment", "x/a.json", cwd=work)
        first = listed(folder)
        checks.run(*words, "frontier", "y/a.json", cwd=work)
        both = listed(folder)
        checks.check(len(first) == 3 and both[:3] == first and len(both) == 5 and
                     "a.json.frontier.bound-2.json" in both, "another file of that name: %s" % both)
        check_accepts(checks, "out", "two runs", cwd=work)
        checks.check([entry["run"] for entry in index_of(folder)["entries"]] == [0, 0, 0, 1, 1], "runs")
        write(os.path.join(work, "x", "a.json"), automaton(source, LEAKING))
        got, _, error = checks.run("check", "out", cwd=work)
        checks.check(got == 4, "x has changed: %d %s" % (got, error))
        checks.run(*words, "frontier", "x/a.json", cwd=work)
        again = [(entry["file"], entry["kind"], entry["run"]) for entry in index_of(folder)["entries"]]
        checks.check(again == [("y/a.json", "attained", 0), ("y/a.json", "bound", 0), ("x/a.json", "violation", 1)],
                     "x once more: %s" % again)
        check_accepts(checks, "out", "three runs", cwd=work)


def check_parameters(checks, source):
    """Parameters, options of front ends and formats are those of each piece."""
    with tempfile.TemporaryDirectory() as work:
        mechanism = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-4.svt")
        checks.run("verify", "-q", "--evidence-dir", "out", "-D", "c=1..3", mechanism, cwd=work)
        given = {json.dumps(entry["parameters"]) for entry in index_of(os.path.join(work, "out"))["entries"]}
        checks.check(given == {'{"c": "%d"}' % c for c in (1, 2, 3)}, "parameters: %s" % given)
        check_accepts(checks, "out", "a sweep", cwd=work)
        write(os.path.join(work, "automaton"), automaton(source, PRIVATE))
        checks.run("verify", "-q", "--from", "json", "--evidence-dir", "json", "automaton", cwd=work)
        check_accepts(checks, "json", "a format that was said", cwd=work)
        checks.says(2, "-D does not go with folders", "check", "-D", "c=1", "out", cwd=work)


def check_strange_names(checks, source):
    names = [b"caf\xe9.json", b"new\nline.json", b"-", b" .json", b"x" * 250 + b".json", "\u6f22".encode() * 80 + b".json"]
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            write(os.path.join(os.fsencode(work), name), automaton(source, PRIVATE))
        got, _, error = checks.run("verify", "-q", "--from", "json", "--optimizers", "frontier", "--evidence-dir", "out",
                                   *(b"./" + name for name in names), cwd=work)
        checks.check(got == 0 and error == "", "strange names: %d %s" % (got, error))
        checks.check(all(name.isprintable() for name in listed(os.path.join(work, "out")) or ["\n"]),
                     "names: %s" % listed(os.path.join(work, "out")))
        check_accepts(checks, "out", "strange names", cwd=work)
        checks.run("verify", "-q", "--from", "json", "--evidence-dir", "in", "-", cwd=work,
                   input=automaton(source, PRIVATE))
        entry = index_of(os.path.join(work, "in"))["entries"][0]
        checks.check(entry["file"] == "-" and entry["uri"] is None, "standard input: %s" % entry)
        checks.says(4, "it is about standard input", "check", "in", cwd=work)


def check_interrupted(checks, source):
    """A run that was interrupted says so in the index, and so does one that was killed."""
    slow = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-2.svt")
    for stop, ended in ((signal.SIGINT, 2), (signal.SIGKILL, 0)):
        with tempfile.TemporaryDirectory() as work:
            folder = os.path.join(work, "out")
            write(os.path.join(work, "first.json"), automaton(source, PRIVATE))
            running = subprocess.Popen(
                [checks.couplet, "verify", "-q", "--deciders", "", "--optimizers", "frontier", "--evidence-dir", folder,
                 "first.json", slow, "first.json", "-D", "c=1000000"], cwd=work, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            while not os.path.exists(os.path.join(folder, "first.json.frontier.bound.json")):
                time.sleep(0.01)
            running.send_signal(stop)
            running.wait(60)
            index = index_of(folder)
            checks.check([run["complete"] for run in index["runs"]] == [False] and len(index["entries"]) == ended,
                         "%s: %s" % (stop, index))
            got, output, error = checks.run("check", folder, cwd=work)
            checks.check(got == 11 and "did not end" in error and
                         output.endswith("%d of %d accepted\n" % (ended, ended)), "%s: %s %s" % (stop, output, error))


def check_wrong_folders(checks, source):
    private = os.path.join(source, "examples", "automata", PRIVATE)
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "index.json")
        checks.says(4, "index.json: No such file or directory", "check", work)
        write(path, b'{"mine": true}\n')
        for words in (["check", work], ["verify", "--evidence-dir", work, private]):
            checks.says(4, "index.json:1:1: it is not an index of evidence", *words)
        checks.check(os.listdir(work) == ["index.json"], "what is not an index stays: %s" % os.listdir(work))
        os.remove(path)
        checks.run("verify", "-q", "--deciders", "", "--optimizers", "frontier", "--evidence-dir", work, private)
        index = index_of(work)
        index["entries"][0]["cost"] = "1"
        with open(path, "w", encoding="utf-8") as out:
            json.dump(index, out)
        got, output, _ = checks.run("check", work)
        checks.check(got == 7 and "rejected: it is not what the index says" in output and "1 of 2 accepted" in output,
                     "the index lies: %d %s" % (got, output))
        for parameters, from_format, status, words in (
                ({"nowhere.key": "1"}, "json", 3, "no stage 'nowhere' is used"), ({"c": "1,2"}, "json", 2, "-D c: expected one"),
                ({"c": "1"}, "json", 2, "-D c: no file has a parameter of that name"),
                ({}, "nonsense", 5, "no frontend is called 'nonsense'")):
            for entry in index["entries"]:
                entry["parameters"] = parameters
            index["runs"][0]["provenance"]["options"] = ["--from=" + from_format]
            with open(path, "w", encoding="utf-8") as out:
                json.dump(index, out)
            got, _, error = checks.run("check", work)
            checks.check(got == (7 if status == 2 and "file" in words else status) and words in error,
                         "an index that asks for what is not there: %d %s" % (got, error))
        os.remove(os.path.join(work, index["entries"][1]["evidence"]))
        for entry in index["entries"]:
            entry["parameters"] = {}
        index["runs"][0]["provenance"]["options"] = []
        with open(path, "w", encoding="utf-8") as out:
            json.dump(index, out)
        checks.says(7, index["entries"][1]["evidence"] + ": No such file or directory", "check", work)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    check_index(checks, source)
    check_further_runs(checks, source)
    check_parameters(checks, source)
    check_strange_names(checks, source)
    check_interrupted(checks, source)
    check_wrong_folders(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
