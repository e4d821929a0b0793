#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs on many files as scripts make them: names from lists, the exit status without verdicts, settings
for all stages, tables for a screen, decimals for a plot.

usage: test_many_files.py COUPLET SOURCE"""
import csv
import io
import json
import os
import sys
import tempfile

from checks import Checks

PRIVATE, LEAKING, BROKEN = "six-less.json", "svt-star.json", "broken.json"


def example(source, name):
    with open(os.path.join(source, "examples", "automata", name), "rb") as file:
        return file.read()


def make_folder(source, folder):
    """A private automaton, one that is not, and a broken one, with names that lists have to carry."""
    names = [b"plain.json", b" two  blanks .json", b"caf\xe9.json", b"#comment.json", b"\\n.json",
             b"sub/deep.json", b"-"]
    os.makedirs(os.path.join(folder, b"sub"))
    for name in names:
        with open(os.path.join(folder, name), "wb") as out:
            out.write(example(source, PRIVATE))
    for name, text in ((LEAKING, example(source, LEAKING)), (BROKEN, b"{}")):
        with open(os.path.join(folder, name.encode()), "wb") as out:
            out.write(text)
    return names


def files_of(output):
    return [json.loads(line)["file"] for line in output.splitlines()]


def check_lists(checks, source):
    """Every name of a list is a file, whatever the name, in its order, after those of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        names = make_folder(source, os.fsencode(folder))
        shown = [os.fsdecode(b"./-" if name == b"-" else name).encode("utf-8", "replace").decode()
                 .replace("?", "\ufffd") for name in names]
        words = ["verify", "--from", "json", "--report", "json", "--files-from"]
        lines, zeros = os.path.join(folder, "lines"), os.path.join(folder, "zeros")
        for path, text in ((lines, b"\r\n\n".join(names) + b"\r\n"), (zeros, b"\0".join(names + [b"a\nb.json"]))):
            with open(path, "wb") as out:
                out.write(text)
        os.link(os.path.join(folder, "plain.json"), os.path.join(folder, "a\nb.json"))
        got, output, error = checks.run(*words, lines, cwd=folder)
        checks.check(got == 0 and files_of(output) == shown, "lines: %d %s %s" % (got, output, error))
        got, output, error = checks.run(*words, zeros, "-j2", cwd=folder)
        checks.check(got == 0 and files_of(output) == shown + ["a\nb.json"], "zeros: %d %s %s" % (got, output, error))
        got, output, _ = checks.run(*words, "-", LEAKING, cwd=folder, input=b"plain.json")
        checks.check(got == 10 and files_of(output) == [LEAKING, "plain.json"], "both: %s" % output)
        got, output, _ = checks.run(*words, "-", "--files-from", lines, cwd=folder, input=b"sub\n")
        checks.check(got == 0 and files_of(output) == ["sub/deep.json"] + shown, "two lists: %s" % output)
        got, output, error = checks.run("compare", "--report", "json", "--optimizers", "frontier", "--deciders", "",
                                        "--files-from", "-", cwd=folder, input=b"not-there.json\nplain.json\n")
        checks.check(got == 4 and files_of(output) == ["not-there.json", "plain.json"] and
                     "not-there.json: error: No such file or directory" in error, "missing: %s %s" % (output, error))
        with open(os.path.join(folder, "wide.svt"), "w") as out:
            out.write("mechanism   m(n=1){threshold x=public+lap(2/eps);}")
        got, output, error = checks.run("fmt", "--check", "--files-from", "-", cwd=folder, input=b"wide.svt\n")
        checks.check(got == 4 and output == "wide.svt\n", "fmt: %d %s %s" % (got, output, error))


def check_lists_that_are_wrong(checks, source):
    with tempfile.TemporaryDirectory() as folder:
        empty = os.path.join(folder, "empty")
        os.mkdir(empty)
        checks.says(4, "couplet: --files-from nowhere: No such file or directory", "verify", "--files-from", "nowhere",
                    cwd=folder)
        checks.says(4, "couplet: --files-from -: it names no file", "verify", "--files-from", "-", input=b"\n\n")
        checks.says(4, "couplet: --files-from -:3: %s: no file in this folder has" % empty, "verify", "--files-from",
                    "-", input=("%s\n\n%s\n" % (os.path.join(source, "examples/automata"), empty)).encode())
        checks.says(2, "standard input can be read once only", "verify", "--files-from", "-", "-", input=b"")
        checks.says(2, "standard input can be read once only", "fmt", "--files-from=-", "--files-from=-", input=b"")
        checks.says(4, "is a directory", "verify", "--files-from", folder)


def check_a_long_list(checks, source):
    """More names than a command line holds."""
    path = os.path.join(source, "examples", "automata", PRIVATE)
    n = 20000
    text = (path + "\n").encode() * n
    got, output, error = checks.run("verify", "-q", "-j2", "--deciders", "graph", "--optimizers", "", "--report",
                                    "csv", "--files-from", "-", input=text)
    checks.check(got == 0 and output.count(path) == n, "a long list: %d %s" % (got, error[:300]))


def check_exit_zero(checks, source):
    """Verdicts and claims call for 0 then, errors for what they call for anyway."""
    private, leaking = (os.path.join(source, "examples", "automata", name) for name in (PRIVATE, LEAKING))
    for status, words in ((10, [leaking]), (10, [private, "--claim", "1"]),
                          (11, [private, "--deciders", "", "--optimizers", "weight", "--claim", "3"]),
                          (11, [private, "--require-evidence", "--deciders", "graph", "--optimizers", "",
                                "-o", "graph.time-limit-ms=1", "--claim", "1"])):
        for command in ("verify", "compare") if "--require-evidence" not in words else ("verify",):
            got, output, _ = checks.run(command, *words)
            zero, again, _ = checks.run(command, "--exit-zero", *words)
            checks.check(got == status and zero == 0 and len(again.splitlines()) == len(output.splitlines()),
                         "%s %s: %d, %d" % (command, words, got, zero))
    for status, words in ((4, ["nowhere.json", leaking]), (2, [leaking, "-D", "c=1"]), (5, [leaking, "--deciders", "x"]),
                          (3, [leaking, "-o", "x.y=z"]), (2, [leaking, "--nonsense"])):
        got, _, error = checks.run("verify", "--exit-zero", *words)
        checks.check(got == status, "%s: %d %s" % (words, got, error))
    statuses = [checks.run("explain", *more, leaking)[0] for more in ((), ("--exit-zero",))]
    checks.check(statuses == [10, 0], "explain: %s" % statuses)
    checks.says(4, "No such file", "explain", "--exit-zero", "nowhere.json")


def check_required_evidence(checks, source):
    """With --require-evidence what has no accepted evidence is unknown, whatever stage says it."""
    for name, verdict in ((PRIVATE, "private"), (LEAKING, "not-private")):
        path = os.path.join(source, "examples", "automata", name)
        for words, expected in (([], verdict), (["--self-check"], verdict)):
            got, output, error = checks.run("verify", "--require-evidence", "--exit-zero", "--report", "json",
                                            *words, path)
            report = json.loads(output)
            checks.check(got == 0 and error == "" and report["verdict"] == expected and
                         "--require-evidence" in report["provenance"]["options"],
                         "%s %s: %d %s %s" % (name, words, got, output, error))
    checks.says(2, "--require-evidence needs the check that --self-check=false leaves out", "verify",
                "--require-evidence", "--self-check=false", path)


def check_defaults(checks, source):
    """Settings for all stages that have the option; a stage's own go before, and so does the command line."""
    path = os.path.join(source, "examples", "automata", PRIVATE)
    with tempfile.TemporaryDirectory() as folder:
        conf = os.path.join(folder, "many.conf")
        with open(conf, "w") as out:
            out.write("[pipeline]\ndeciders = graph\noptimizers = always; first; second; segment\nreport = json\n"
                      "[defaults]\nprune = always\ngap = 1/2\nsummary = true\ntime-limit-ms = 60000\n"
                      "[stage always]\nplugin = frontier\n"
                      "[stage first]\nplugin = frontier\nprune = never\n"
                      "[stage second]\nplugin = frontier\ngap = 0\n")
        got, output, error = checks.run("verify", "-c", conf, path)
        lines = [json.loads(line) for line in output.splitlines()]
        options = [word for word in lines[0]["provenance"]["options"] if "limit" not in word]
        checks.check(got == 0 and len(lines) == 2 and lines[1]["summary"]["files"] == 1 and error == "" and options == [
            "--optimizers=always,first,second,segment", "--option=always.gap=1/2", "--option=always.plugin=frontier",
            "--option=always.prune=always", "--option=first.gap=1/2", "--option=first.plugin=frontier",
            "--option=first.prune=never", "--option=second.plugin=frontier", "--option=second.prune=always"],
            "defaults: %d %s %s" % (got, options, error))
        got, output, error = checks.run("verify", "-c", conf, "-o", "*.prune=never", "-o", "always.prune=auto", path)
        options = [word for word in json.loads(output.splitlines()[0])["provenance"]["options"] if "prune" in word]
        checks.check(got == 0 and options == ["--option=first.prune=never", "--option=second.prune=never"],
                     "defaults and -o: %d %s %s" % (got, options, error))
        got, output, error = checks.run("verify", "-c", conf, "--deciders", "", "--optimizers", "segment", "--report",
                                        "csv", path)
        checks.check(got == 0 and "method,files" in output, "other stages than the file's: %d %s" % (got, error))


def check_tables(checks, source):
    """A table for a screen: the folder once, no reasons, unless they are asked for."""
    folder = os.path.join(source, "examples", "automata")
    words = ["compare", "--deciders", "graph", "--optimizers", "frontier",
             os.path.join(folder, PRIVATE), os.path.join(folder, LEAKING)]
    _, output, _ = checks.run(*words, "-o", "table.reasons=false")
    lines = output.splitlines()
    checks.check(lines[0].startswith("files in /") and lines[0].endswith("/examples/automata/:") and
                 lines[2].startswith(PRIVATE + "  ") and lines[3].startswith(LEAKING + "  ") and
                 lines[4] == "", "short: %s" % output)
    _, output, _ = checks.run(*words, "-o", "table.paths=full")
    checks.check(output.startswith("file ") and output.count(os.path.join(folder, LEAKING)) == 2 and
                 "leaking pair" in output, "full: %s" % output)
    _, output, _ = checks.run("verify", "-o", "table.reasons=false", *words[-2:])
    checks.check(output.count(folder) == 2 and "leaking pair" not in output, "blocks: %s" % output)


def check_decimals(checks, source):
    """What pandas and a plot want: a float beside each fraction, and inf where there is no finite one."""
    paths = [os.path.join(source, "examples", "automata", name) for name in (PRIVATE, LEAKING, "lyu-algorithm-4-c1.json")]
    _, output, _ = checks.run("verify", "--report", "json", "--claim", "4/3", *paths)
    reports = [json.loads(line) for line in output.splitlines()]
    checks.check([(r["cost_decimal"], r["at_least_decimal"], r["claim"]["d_decimal"]) for r in reports] ==
                 [("2", "2", "1.333333"), ("inf", "inf", "1.333333"), ("1.75", "1.75", "1.333333")],
                 "json: %s" % [(r["cost_decimal"], r["at_least_decimal"], r["claim"]) for r in reports])
    checks.check([float(s["cost_decimal"]) for r in reports for s in r["stages"] if s["stage"] == "frontier"] ==
                 [2, float("inf"), 1.75], "json stages: %s" % output)
    _, output, _ = checks.run("verify", "--report", "csv", "--claim", "4/3", *paths)
    rows = [row for row in csv.DictReader(io.StringIO(output, newline="")) if row["stage"] == "frontier"]
    checks.check([[float(row[column]) for column in ("cost_decimal", "at_least_decimal", "claim_decimal")]
                  for row in rows] ==
                 [[2, 2, 1.333333], [float("inf"), float("inf"), 1.333333], [1.75, 1.75, 1.333333]], "csv: %s" % output)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), os.path.abspath(sys.argv[2])
    check_lists(checks, source)
    check_lists_that_are_wrong(checks, source)
    check_a_long_list(checks, source)
    check_exit_zero(checks, source)
    check_required_evidence(checks, source)
    check_defaults(checks, source)
    check_tables(checks, source)
    check_decimals(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
