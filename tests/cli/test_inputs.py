#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each file of inputs/ triggers the messages in the file of the same name with
.err: standard error, the exit status on its last line, and nothing on standard
output but the report.

usage: test_inputs.py COUPLET [--update]"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "inputs")
failures = 0
checks = 0


def check(good, what):
    global failures, checks
    checks += 1
    if not good:
        failures += 1
        print("FAILED: " + what)


def run_command(command, **options):
    result = subprocess.run(command, cwd=INPUTS, capture_output=True, timeout=300, **options)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def verify(couplet, name, **options):
    return run_command([couplet, "verify", "--report", "json", name], **options)


def shown(status, error):
    """Long lines of the same letter need not stand in the repository."""
    lines = [line if len(line) < 2000 else line[:2000] for line in error.splitlines()]
    return "\n".join(lines + ["exit status %d" % status]) + "\n"


def check_report(name, status, output):
    lines = output.splitlines()
    check(len(lines) == 1, "%s: %d lines on standard output" % (name, len(lines)))
    report = json.loads(lines[0])
    check((report["verdict"] == "error") == (status == 4),
          "%s: verdict %s with exit status %d" % (name, report["verdict"], status))
    errors = [d for d in report["diagnostics"] if d["severity"] == "error"]
    check(bool(errors) == (status == 4), "%s: errors in the report" % name)


def golden(couplet, name, update):
    status, output, error = verify(couplet, name)
    check(status in (0, 10, 11, 4), "%s: exit status %d" % (name, status))
    check_report(name, status, output)
    expected_file = os.path.join(INPUTS, name + ".err")
    actual = shown(status, error)
    if update:
        with open(expected_file, "w") as out:
            out.write(actual)
    with open(expected_file) as expected:
        check(expected.read() == actual, "%s says:\n%s" % (name, actual))


def generated(couplet, folder, name, content, message):
    path = os.path.join(folder, name)
    with open(path, "wb") as out:
        out.write(content)
    status, output, error = verify(couplet, path)
    check(status == 4 and message in error,
          "%s: exit status %d, %s" % (name, status, error[-300:]))
    check_report(name, status, output)


def large_dipa(couplet, folder):
    head = b"(q0,1,0): x:= insample; output o; goto q1\n(q1,1,0): "
    for name, body, message in (
            ("ten-megabyte-name", b"output %s; goto q1" % (b"o" * 10000000),
             "is longer than 1024 bytes"),
            ("million-parentheses", b"if " + b"(" * 1000000, "expected 'insample' or 'true'"),
            ("thousand-branches", b"if (insample < x) then output o; goto q1"
             + b" elseif (insample >= x) then output o; goto q1" * 1000,
             "a state has more than 1000 branches"),
            ("overlapping-branches",
             b"if (%s) then output o; goto q1 elseif (true) then output p; goto q1"
             % b" && ".join(b"insample < x%d" % i for i in range(4000)),
             "this branch overlaps with those before it in too many ways")):
        generated(couplet, folder, name + ".dipa", head + body, message)
    generated(couplet, folder, "thousand-errors.dipa", b"(q\n" * 1000,
              "expected ',' and the noise parameter d, not the end of the line")


def large_inputs(couplet):
    state = b'{"couplet":1,"initial":"q0","states":[{"name":"%s"}],"transitions":[]}'
    with tempfile.TemporaryDirectory() as folder:
        generated(couplet, folder, "ten-megabyte-name.json", state % (b"q" * 10000000),
                  "is longer than 1024 bytes")
        generated(couplet, folder, "ten-megabyte-name.dot",
                  b"digraph { %s [initial=true] }" % (b"q" * 10000000),
                  "is longer than 65536 bytes")
        generated(couplet, folder, "long-name.dot",
                  b"digraph { %s [initial=true] }" % (b"q" * 2000), "is longer than 1024 bytes")
        generated(couplet, folder, "ten-megabyte-string.dot",
                  b"digraph { a [label=\"%s\"] }" % (b"q" * 10000000),
                  "is longer than 65536 bytes")
        generated(couplet, folder, "million-brackets.json", b"[" * 1000000,
                  "expected an object, not an array")
        generated(couplet, folder, "million-brackets-inside.json",
                  b'{"couplet":1,"initial":' + b"[" * 1000000, "nested deeper than 2048")
        generated(couplet, folder, "million-braces.dot", b"digraph " + b"{" * 1000000,
                  "nested deeper than 1000")
        generated(couplet, folder, "million-angles.dot", b"digraph { a [label=" + b"<" * 1000000,
                  "nested deeper than 1000")
        generated(couplet, folder, "thousand-errors.json",
                  b'{"couplet":1,"initial":"q0","states":[%s],"transitions":[]}'
                  % b",".join(b'{"name":"q%d","d":"0"}' % i for i in range(1000)),
                  "must be positive")
        large_dipa(couplet, folder)
        status, output, _ = verify(couplet, os.path.join(folder, "thousand-errors.json"))
        check(len(json.loads(output)["diagnostics"]) <= 200, "all of a thousand errors are kept")


def files_that_cannot_be_read(couplet):
    with tempfile.TemporaryDirectory() as folder:
        missing = os.path.join(folder, "missing.json")
        status, _, error = verify(couplet, missing)
        check(status == 4 and "No such file" in error, "missing file: " + error)
        status, _, error = verify(couplet, folder)
        check(status == 4 and "no file in this folder" in error and "--code" not in error, "empty folder: " + error)
        with open(os.path.join(folder, "f.py"), "w", encoding="utf-8") as out:
            out.write("def f(queries, epsilon):\n    return 1\n")
        status, _, error = verify(couplet, folder)
        check(status == 4 and "--code reads code without one (files: 1)" in error, "a folder of code: " + error)
        status, output, error = run_command([couplet, "verify", "--report", "json", "--commented", "-D", "c=3", out.name])
        check((status, output, error) == (0, "", ""), "code without a comment, passed over: " + error)
        status, _, error = run_command([couplet, "verify", "--code", "--commented", folder])
        check(status == 2 and "--code does not go with --commented" in error, "--code and --commented: " + error)
        os.unlink(out.name)
        status, _, error = verify(couplet, "/dev/null")
        check(status == 4 and error == "/dev/null: error: the file is empty\n", "empty: " + error)
        # a command about one file takes no folder
        result = subprocess.run([couplet, "convert", "--to", "json", folder], capture_output=True,
                                text=True, timeout=300)
        check(result.returncode == 4 and result.stdout == "" and
              result.stderr == folder + ": error: is a directory\n", "a folder: %s" % result)


def files_without_permission(couplet):
    """Each is reported, and the others are read all the same."""
    # root may read everything, unless it gives that up
    before = (["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
              if os.geteuid() == 0 else [])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("sub", "closed"):
            os.mkdir(os.path.join(folder, name))
        os.mkfifo(os.path.join(folder, "waits-for-ever.json"))
        for name in ("open.dot", "secret.dot", "sub/open.dot", "closed/hidden.dot"):
            shutil.copy(os.path.join(INPUTS, "accepted.dot"), os.path.join(folder, name))
        os.chmod(os.path.join(folder, "secret.dot"), 0)
        os.chmod(os.path.join(folder, "closed"), 0)
        result = subprocess.run([*before, couplet, "verify", "-q", "--report", "json", folder],
                                capture_output=True, text=True, timeout=300)
        os.chmod(os.path.join(folder, "closed"), 0o700)
        check(result.stderr == "%s/closed: error: Permission denied\n"
              "%s/secret.dot: error: Permission denied\n" % (folder, folder) and
              result.returncode == 4, "no permission: %s" % result)
        verdicts = {os.path.relpath(r["file"], folder): r["verdict"]
                    for r in map(json.loads, result.stdout.splitlines())}
        check(verdicts == {"closed": "error", "open.dot": "private", "secret.dot": "error",
                           "sub/open.dot": "private"}, "the rest: %s" % verdicts)


def standard_input(couplet):
    with open(os.path.join(INPUTS, "accepted.dot"), "rb") as dot:
        status, output, error = verify(couplet, "-", stdin=dot)
    check(status == 0 and json.loads(output)["file"] == "-", "standard input: " + error)
    with open(os.path.join(INPUTS, "truncated.json"), "rb") as text:
        status, output, error = verify(couplet, "-", stdin=text)
    check(status == 4 and error.startswith("-:2:"), "standard input with errors: " + error)


def files_apart(couplet):
    """Nothing of a file with several graphs is taken for a part of the next file."""
    with tempfile.TemporaryDirectory() as folder:
        several, last = os.path.join(folder, "several.dot"), os.path.join(folder, "last.dot")
        with open(several, "w") as out:
            out.write("digraph a {}\ndigraph b {}\ndigraph c { q [initial=true]; }\n")
        with open(last, "w") as out:
            out.write("digraph last { q [initial=true, d=1]; r; q -> r [output=o, assign=x]; }\n")
        result = subprocess.run([couplet, "verify", "--report", "json", several, last],
                                capture_output=True, text=True, timeout=300)
        names = [json.loads(line)["automaton"] for line in result.stdout.splitlines()]
        check(names == [None, "last"], "files apart: %s" % result.stdout)


def more_than_kept(couplet):
    """A hundred messages are printed, and how many more there are is told."""
    states = ",".join('{"name": "q%d", "d": "0"}' % i for i in range(412))
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "many.json")
        with open(name, "w") as out:
            out.write('{"couplet": 1, "initial": "q0", "states": [%s], "transitions": []}' % states)
        for report in ("json", "table"):
            result = subprocess.run([couplet, "verify", "--report", report, name],
                                    capture_output=True, text=True, timeout=300)
            n = result.stderr.count(": error: ")
            check(n == 100 and "and 31" in result.stderr.splitlines()[-1] and
                  result.stderr.endswith(" more errors\n"), "more than kept: " + result.stderr[-300:])
            more = int(result.stderr.split()[-3])
            wanted = '"more_diagnostics":%d,' % more if report == "json" else "(%d errors)" % (more + n)
            check(wanted in result.stdout, "%s tells %s: %s" % (report, wanted, result.stdout[-300:]))


def main():
    couplet, update = os.path.abspath(sys.argv[1]), "--update" in sys.argv
    names = sorted(n for n in os.listdir(INPUTS) if not n.endswith(".err"))
    for name in names:
        golden(couplet, name, update)
    large_inputs(couplet)
    files_that_cannot_be_read(couplet)
    files_without_permission(couplet)
    standard_input(couplet)
    files_apart(couplet)
    more_than_kept(couplet)
    print("%d passed, %d failed" % (checks - failures, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
