# SPDX-License-Identifier: Apache-2.0
"""Front ends that are programs: test_reader_programs.py COUPLET AUTOMATON.json"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time

COUPLET, AUTOMATON = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

READER = """
import json, os, sys, time
def answer(file, name, settings):
    words = open(file).read().split()
    if "CRASH" in words: os._exit(3)
    if "HANG" in words: time.sleep(100)
    if "NONSENSE" in words: return ["hello"]
    said = []
    for line, word in enumerate(words, 1):
        if name in ("", word) and word == "bad":
            said.append(json.dumps({"name": word, "line": line, "error": True}))
            said.append(json.dumps({"message": {"severity": "error", "line": line, "message": "no good", "name": word}}))
        elif name in ("", word):
            understood = dict(settings, private="queries", noise=[{"line": 4, "call": "draw", "kind": "laplace", "rate": "1/2"}],
                              outputs=[{"line": 9, "how": "append"}], values={"c": "3"})
            said.append(json.dumps({"name": word, "automaton": json.load(open(%r)), "understood": understood,
                              **({"epsilon": "epsilon = 1/2"} if word == "half" else {})}))
    return said
late = ""
for request in sys.stdin:
    if late: print(late, flush=True)
    request = json.loads(request)
    number, words = request["request"], open(request["file"]).read().split()
    if "OTHER" in words: number += 1
    if "SLOW" in words: time.sleep(0.2)
    said = answer(request["file"], request["name"], request["settings"])
    print(json.dumps({"request": number, "status": 0, "said": said}), flush=True)
    forged = [json.dumps({"name": "a", "error": True})]
    if "MORE" in words: print(json.dumps({"request": number + 1, "status": 0, "said": forged}), flush=True)
    if "HALF" in words: print('{"request":', end="", flush=True)
    late = json.dumps({"request": number, "status": 0, "said": forged}) if "LATE" in words else ""
    if "ENDS" in words: sys.exit(0)
""" % AUTOMATON


def run(folder, *words):
    done = subprocess.run([COUPLET, "verify", "--config", "toy.conf", "--report", "json", *words],
                          cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"file"')], done.stderr


def show(folder, report, *words):
    return subprocess.run([COUPLET, "verify", "--config", "toy.conf", "--report", report, *words], cwd=folder,
                          capture_output=True, timeout=60).stdout.decode()


with tempfile.TemporaryDirectory() as folder:
    for name, text in {"reader.py": READER, "f.toy": "a b bad", "half.toy": "half", "crash.toy": "CRASH", "hang.toy": "HANG",
                       "nonsense.toy": "NONSENSE",
                       "toy.conf": "[frontend toy]\ncommand = python3 reader.py\nendings = .toy\n"
                                   "serves = true\nkey = v\ntime-limit-ms = 2000\n"}.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    for jobs in "1", "2":
        status, results, errors = run(folder, "-j", jobs, "crash.toy", "f.toy", "hang.toy", "nonsense.toy", "f.toy::a")
        found = [(r["file"], r.get("function"), r["verdict"]) for r in results]
        assert status == 4 and found == [
            ("crash.toy", None, "error"), ("f.toy", "a", "private"), ("f.toy", "b", "private"),
            ("f.toy", "bad", "error"), ("hang.toy", None, "error"), ("nonsense.toy", None, "error"),
            ("f.toy", "a", "private")], (status, found, errors)
        for text in "ended with status 3", "time limit of 2 s", "is no answer: 'hello'", "f.toy::bad:3: error: no good":
            assert text in errors, (text, errors)
    for word in "MORE", "HALF", "LATE", "ENDS":  # what is left over is no answer to the next request
        with open(os.path.join(folder, "first.toy"), "w") as file:
            file.write(word)
        status, results, errors = run(folder, "first.toy::" + word, "f.toy::a", "f.toy::b", "f.toy::a")
        assert status == 0 and [r["function"] for r in results] == [word, "a", "b", "a"], (word, results, errors)
    with open(os.path.join(folder, "first.toy"), "w") as file:
        file.write("OTHER")
    status, results, errors = run(folder, "first.toy", "f.toy::a")
    assert [r["verdict"] for r in results] == ["error", "private"] and "what it was not asked" in errors, errors
    with open(os.path.join(folder, "first.toy"), "w") as file:
        file.write("SLOW b")
    for jobs in "1", "2":  # the time of the program is that of reading
        status, results, errors = run(folder, "-j", jobs, "f.toy::a", "first.toy")
        assert all(0.2 <= r["read_seconds"] <= r["seconds"] for r in results[1:]), (results, errors)
    status, results, errors = run(folder, "-D", "c=1,2", "--store", "answers", "f.toy::b")
    assert status == 0 and [r["understood"]["c"] for r in results] == ["1", "2"], (results, errors)
    assert results[0]["understood"]["toy.key"] == "v"
    for value in '[1,2]', '{"a": [1, 2]}', '"x,y"', "true":
        status, results, errors = run(folder, "-D", "c=" + value, "f.toy::b")
        assert status == 0 and [r["understood"]["c"] for r in results] == [value], (results, errors)
    for jobs in "1", "2":
        status, results, errors = run(folder, "-j", jobs, "f.toy::b", "half.toy")
        assert [r.get("epsilon") for r in results] == [None, "epsilon = 1/2"], results
    table = show(folder, "table", "half.toy")
    assert re.search(r"^half.toy::half +claim 1 holds: least d \S+ +private \(epsilon = 1/2\)$", table, re.M), table
    for line in "private: queries", "noise: laplace 1/2*epsilon (draw, line 4)", "outputs: append (line 9)", "values: c = 3":
        assert "  " + line in table.splitlines(), (line, table)
    rows = list(csv.DictReader(io.StringIO(show(folder, "csv", "f.toy::b").split("\r\n\r\n")[0])))
    assert {(row["file"], row["function"]) for row in rows} == {("f.toy", "b")}, rows
    log = json.loads(show(folder, "sarif", "--claim", "1/1000", "f.toy::b"))
    found = re.findall(r'"uri": "([^"]*)"', json.dumps(log["runs"][0]["results"]))
    assert found and set(found) == {"f.toy"}, found
    status, results, errors = run(folder, "f.toy::none")
    assert status == 4 and "finds no mechanism" in errors


def check_commands(folder):
    """Every command that reads files takes -c, and so do those that tell what front ends there are."""
    def said(command, *words):
        done = subprocess.run([COUPLET, command, "-c", "conf/once.conf", *words], cwd=folder, capture_output=True,
                              text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    os.makedirs(os.path.join(folder, "conf"))
    os.makedirs(os.path.join(folder, "files"))
    for name, text in (("conf/reader.py", "import json\nprint(json.dumps({'name': 'm', 'automaton': json.load(open(%r))}))\n"
                        % AUTOMATON), ("conf/once.conf", "[frontend once]\ncommand = python3 reader.py\nendings = .once\n"),
                       ("files/f.once", ""), ("other", "")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    f = "files/f.once"
    for status, words, *command in ((0, "private", "verify", "files"), (0, "private", "verify", "--from", "once", "other"),
                                    (0, '"insample', "convert", "--to", "json", f), (0, "digraph", "convert", "--to", "dot", f),
                                    (0, "least d", "explain", f), (10, "counterexample", "refute", "--claim", "1/100", f),
                                    (0, "holds already", "repair", "--claim", "100", f),
                                    (0, "delta_at_least", "delta", "--at", "1/2", "--report", "csv", f),
                                    (4, "files of the format 'once' cannot be laid out anew", "fmt", f),
                                    (0, "private", "verify", "--evidence-dir", "ev", f),
                                    (0, "accepted", "check", f, "ev/f.once::m.frontier.bound.json"),
                                    (0, "accepted", "check", "ev"),
                                    (0, "frontend   once       program  .once", "plugins"),
                                    (0, '"name":"once","command":["python3",', "plugins", "--json"),
                                    (0, "Command: python3 %s/conf/reader.py" % os.path.realpath(folder), "describe", "once"),
                                    (5, "did you mean 'once'", "describe", "onc"),
                                    (3, "missing.conf: No such file", "describe", "-c", "missing.conf", "once")):
        got, text = said(*command)
        assert got == status and words in text, (command, got, text)


def check_death(folder):
    """A reader ends with Couplet, however that ends."""
    with open(os.path.join(folder, "reader.py"), "w") as file:
        file.write("import os, time\nopen('pid.new', 'w').write(str(os.getpid()))\n"
                   "os.rename('pid.new', 'pid')\ntime.sleep(100)\n")
    for name, text in ("toy.conf", "[frontend toy]\ncommand = python3 reader.py\nendings = .toy\n"), ("f.toy", ""):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    couplet = subprocess.Popen([COUPLET, "verify", "--config", "toy.conf", "f.toy"], cwd=folder)
    pid = os.path.join(folder, "pid")
    until(lambda: os.path.exists(pid))
    couplet.kill()
    couplet.wait()
    with open(pid) as file:
        reader = int(file.read())
    until(lambda: not runs(reader))


def until(holds):
    for _ in range(1000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def runs(process):
    try:
        with open("/proc/%d/stat" % process) as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


with tempfile.TemporaryDirectory() as folder:
    check_death(folder)

with tempfile.TemporaryDirectory() as folder:
    check_commands(os.path.realpath(folder))
