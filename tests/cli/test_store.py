#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stores: what is answered there is taken and not computed again; the report is the whole either way; a
run that is killed goes on where it was; any SQLite tool opens one, and docs/stores.md tells how.

usage: test_store.py COUPLET SOURCE PLUGINS"""
import contextlib
import glob
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from checks import Checks, copy_without_plugins, library_folder, without_times

METHODS = ("--deciders=graph", "--optimizers=frontier,weight")
KEYS = re.compile(r'data-key="[0-9.]+"')


def plain(report):
    return without_times(KEYS.sub("", report))


def rows(path, question, *values):
    with contextlib.closing(sqlite3.connect(path)) as store:
        return store.execute(question, values).fetchall()


def verify(checks, store, *arguments):
    return checks.run("verify", "--report=json", *METHODS, "--store", store, *arguments)


def taken(error):
    return error.count(": taken from ")


def contents(path):
    """Everything in a store but times, dates and the order of answers."""
    answers = rows(path, "SELECT file, swept, line FROM files LEFT JOIN answers ON answers.id = answer ORDER BY run, item")
    others = [rows(path, "SELECT count(*), count(DISTINCT answer) FROM " + table) for table in
              ("stages", "diagnostics", "parameters", "files")]
    return ([(name, swept, line and plain(line)) for name, swept, line in answers], others,
            rows(path, "SELECT count(*), count(key) FROM answers"), rows(path, "SELECT shard, shards, items, status FROM runs"))


def check_taking(checks, files, folder):
    """The same report, again and again, on one process and on several."""
    store = os.path.join(folder, "taking.db")
    for report in ("table", "json", "csv", "html", "sarif"):
        options = ("--report", report, *METHODS, *files)
        expected = checks.run("verify", *options)
        for jobs in ("1", "3"):
            got = checks.run("verify", "--store", store, "-j", jobs, *options)
            checks.check(got[0] == expected[0], "%s -j%s: status %d" % (report, jobs, got[0]))
            checks.check(plain(got[1]) == plain(expected[1]), "%s -j%s with a store" % (report, jobs))
            checks.check(got[2] == expected[2], "%s -j%s: messages: %s" % (report, jobs, got[2]))
    _, output, error = verify(checks, store, "-v", *files)
    good = [line for line in map(json.loads, output.splitlines()) if line["verdict"] != "error"]
    checks.check(taken(error) == len(good), "%d of %d are taken" % (taken(error), len(good)))
    _, again, error = verify(checks, store, "-v", "-j2", *files)
    checks.check(taken(error) == len(good) and again.count("\n") == output.count("\n"), "taken with -j2")
    seconds = [[stage["seconds"] for stage in json.loads(line)["stages"]] for line in (output + again).splitlines()]
    checks.check(seconds[:len(files)] == seconds[len(files):], "what is taken has the times of its answer")


def check_keys(checks, source, folder):
    """What an answer depends on decides whether it is taken."""
    store = os.path.join(folder, "keys.db")
    file = os.path.join(folder, "keys.svt")
    shutil.copy(os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt"), file)
    other = os.path.join(folder, "other.svt")

    def asks(expected, *arguments):
        _, output, error = checks.run("verify", "-v", "--report=json", "--store", store, *arguments)
        checks.check(taken(error) == expected, "%s: taken %d of %d times" % (arguments, taken(error), expected))
        return output

    asks(0, *METHODS, file)
    first = asks(1, *METHODS, file)
    asks(0, *METHODS, "-Dc=2", file)
    asks(1, *METHODS, "-Dc=2", file)
    asks(0, *METHODS, "-o", "frontier.time-limit-ms=1000", file)
    asks(0, "--deciders=graph", "--optimizers=frontier", file)
    asks(0, *METHODS, "--claim=5", file)
    asks(0, *METHODS, "--self-check", file)
    asks(0, *METHODS, "--evidence", file)
    evidence = asks(1, *METHODS, "--evidence", file)
    checks.check('"evidence":[' in evidence, "evidence is kept")
    asks(1, *METHODS, "-D", "c=1..3", file)  # c = 2 is there; c = 1 and 3 are not
    asks(3, *METHODS, "-D", "c=1..3", file)
    shutil.copy(file, other)
    renamed = asks(1, *METHODS, other)
    checks.check(renamed == first.replace("keys.svt", "other.svt"), "the same content under another name")
    with open(file, "a") as text:
        text.write("\n\n")
    asks(0, *METHODS, file)
    if " glpk " in checks.run("plugins")[1]:
        for _ in range(2):
            dumps = os.path.join(folder, "dumps")
            asks(0, "--deciders=graph", "--optimizers=glpk", "--dump", dumps, file)
            checks.check(len(os.listdir(dumps)) > 0, "dumps are written")
            shutil.rmtree(dumps)
    parts = os.path.join(folder, "evidence")
    for _ in range(2):
        checks.run("verify", "--store", store, *METHODS, "--evidence-dir", parts, file)
        status = checks.run("check", file, *glob.glob(os.path.join(parts, "keys.svt.*.json")))[0]
        checks.check(status == 0, "evidence that is taken is accepted")
        shutil.rmtree(parts)


def check_libraries(checks, plugins, folder):
    """An answer depends on the libraries of the front end that read its file."""
    store, file = os.path.join(folder, "aged.db"), os.path.join(folder, "a.aged")
    with open(file, "w") as out:
        out.write("anything")
    for version, expected in (("1", 0), ("1", 1), ("2", 0), ("1", 1)):
        os.environ["AGED_VERSION"] = version
        status, _, error = checks.run("verify", "-v", "--report=json", *METHODS, "--store", store, "--plugin-path",
                                      os.path.join(plugins, "aged"), file)
        checks.check((status, taken(error)) == (0, expected), "version %s: %d, %s" % (version, status, error))


def check_errors(checks, folder, small):
    """What went wrong is kept for the report, and tried again."""
    store, file = os.path.join(folder, "errors.db"), os.path.join(folder, "late.json")
    status, output, _ = verify(checks, store, file)
    checks.check(status == 4 and rows(store, "SELECT verdict FROM answers") == [("error",)], "a file that is not there")
    checks.check(checks.run("merge", "-q", "--report=json", store)[:2] == (status, output), "an error is shown")
    with open(file, "w") as text:
        text.write(small)
    status, _, error = verify(checks, store, "-v", file)
    checks.check(status == 0 and taken(error) == 0, "a file that has come")
    checks.check(rows(store, "SELECT verdict FROM answers") == [("private",)], "the error is gone")
    checks.check(rows(store, "SELECT count(*) FROM diagnostics") == [(0,)], "its messages are gone")


def check_module(checks, source, folder):
    """What stores are linked with is in a file of its own, which may be missing: that costs stores alone."""
    program, plugins = copy_without_plugins(checks.couplet, os.path.join(folder, "apart"))
    shutil.copytree(os.path.join(library_folder(checks.couplet), "couplet", "plugins-1"), plugins, dirs_exist_ok=True)
    store, file = os.path.join(folder, "no-module.db"), os.path.join(source, "examples", "automata", "six-less.json")
    for options, status in (([], 0), (["--store", store], 5)):
        result = subprocess.run([program, "verify", *METHODS, *options, file],
                                capture_output=True, text=True, check=False)
        checks.check(result.returncode == status, "without couplet/store.so: %s" % result)
        checks.check(not options or "couplet: %s: stores cannot be loaded: " % store in result.stderr and
                     "couplet/store.so" in result.stderr, "without couplet/store.so: %s" % result)
    checks.check(not os.path.exists(store), "a store is made without its module")


def copies(folder, text, n):
    os.mkdir(folder)
    for i in range(n):
        with open(os.path.join(folder, "%03d.json" % i), "w") as file:
            file.write(text + " " * i)


def check_kills(checks, folder, small):
    """A run that is killed, again and again, ends as one that was not."""
    files, store = os.path.join(folder, "kills"), os.path.join(folder, "killed.db")
    n = 400
    copies(files, small, n)
    start = time.monotonic()
    expected = verify(checks, os.path.join(folder, "unkilled.db"), files)
    whole = time.monotonic() - start  # where to kill, on this machine and in this build
    chance = random.Random(17)
    kept = kills = 0
    for attempt in range(60):
        jobs = "-j%d" % (attempt % 3 + 1)
        process = subprocess.Popen([checks.couplet, "verify", "-q", "--report=json", *METHODS, "--store", store, jobs, files],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.01, 0.4 if kills >= 3 else 0.15) * whole)
        if process.poll() is None:
            kills += 1
        process.send_signal(signal.SIGKILL)
        error = process.communicate()[1].decode()
        checks.check(not error, "a run that is killed: " + error)
        if not os.path.exists(store) or not rows(store, "SELECT 1 FROM sqlite_master"):
            continue
        now = rows(store, "SELECT count(*) FROM answers")[0][0]
        checks.check(now >= kept, "an answer is lost: %d, then %d" % (kept, now))
        checks.check(rows(store, "PRAGMA integrity_check") == [("ok",)], "integrity after a kill")
        checks.check(rows(store, "SELECT count(*) FROM answers WHERE id NOT IN (SELECT answer FROM stages)") == [(0,)],
                     "an answer without its stages")
        kept = now
        if kept == n:
            break
    checks.check(kills >= 3, "only %d kills before all was there" % kills)
    part = checks.run("merge", "--report=json", store)
    there = rows(store, "SELECT count(*) FROM latest")[0][0]
    checks.check(part[1].count("\n") == there and (part[0] == 11) == (there < n), "what is there after kills can be merged")
    got = verify(checks, store, files)
    checks.check((got[0], plain(got[1]), got[2]) == (expected[0], plain(expected[1]), expected[2]), "a run after kills")
    checks.check(contents(store) == contents(os.path.join(folder, "unkilled.db")), "a store after kills")
    checks.check(not glob.glob(store + "-*"), "files beside the store: %s" % glob.glob(store + "-*"))


def check_interrupts(checks, folder, small):
    """What an interrupt cuts short is no answer."""
    store = os.path.join(folder, "interrupted.db")
    process = subprocess.Popen([checks.couplet, "verify", "--report=json", *METHODS, "--store", store,
                                os.path.join(folder, "kills")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, error = process.communicate()
    checks.check(process.returncode in (0, 11), "an interrupt: %d" % process.returncode)
    answers = rows(store, "SELECT verdict FROM answers")
    checks.check(all(verdict == "private" for verdict, in answers), "answers cut short: %s" % set(answers))
    if process.returncode == 11:
        checks.check(rows(store, "SELECT status FROM runs") == [(None,)], "a run that has not ended")
        status, _, error = checks.run("merge", "--report=json", store)
        checks.check("are missing" in error and "there is no answer" in error and status == 11, error)


def check_together(checks, folder):
    """Several processes at one store, with shards or the same files."""
    files = os.path.join(folder, "kills")
    expected = plain(verify(checks, os.path.join(folder, "alone.db"), files)[1])
    for way in ("shards", "same"):
        store = os.path.join(folder, "%s.db" % way)
        processes = [subprocess.Popen(
            [checks.couplet, "verify", "-q", "--report=json", *METHODS, "--store", store, "-j2",
             *(["--shard=%d/3" % i] if way == "shards" else []), files],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE) for i in (1, 2, 3)]
        outputs = [process.communicate() for process in processes]
        checks.check(all(process.returncode == 0 for process in processes) and
                     not any(error for _, error in outputs), "%s: %s" % (way, outputs))
        n = expected.count("\n")
        checks.check(rows(store, "SELECT count(*), count(DISTINCT key) FROM answers") == [(n, n)], "%s: answers" % way)
        status, output, error = checks.run("merge", "--report=json", store)
        checks.check((status, plain(output), error) == (0, expected, ""), "%s: merged: %s" % (way, error))


def check_merging(checks, files, folder):
    """Stores, reports of JSON, and both, into a report or a store."""
    expected = checks.run("verify", "-q", "--report=json", *METHODS, *files)
    parts = []
    for i in (1, 2, 3):
        store = os.path.join(folder, "part%d.db" % i)
        _, output, _ = verify(checks, store, "-q", "--shard=%d/3" % i, *files)
        with open(store + ".jsonl", "w") as file:
            file.write(output)
        parts.append(store)
    mixed = [parts[0] + ".jsonl", parts[2], parts[1]]
    for inputs in (parts, mixed):
        for report in ("json", "csv", "table"):
            whole = checks.run("verify", "-q", "--report", report, *METHODS, *files)
            got = checks.run("merge", "-q", "--report", report, *inputs)
            checks.check((got[0], plain(got[1])) == (whole[0], plain(whole[1])), "%s of %s" % (report, inputs))
    status, _, error = checks.run("merge", "--report=json", parts[0], parts[1])
    checks.check("shard 3 of 3 is missing" in error and status in (4, 10, 11), "a missing store: " + error)
    # what is missing remains so, in a store, too
    for inputs in ([parts[0], parts[1]], [parts[0] + ".jsonl", parts[1] + ".jsonl"]):
        some = os.path.join(folder, "some%d.db" % len(inputs[0]))
        for source in (inputs, [some]):
            options = ["--store", some] if source == inputs else []
            status, _, error = checks.run("merge", "--report=json", *options, *source)
            checks.check("shard 3 of 3 is missing" in error, "%s: %s" % (source, error))
        got = checks.run("merge", "-q", "--report=json", some, parts[2])
        checks.check((got[0], plain(got[1])) == (expected[0], plain(expected[1])), "completed: %d %s" % (got[0], got[2]))
        checks.check(set(rows(some, "SELECT shard, shards, items, status FROM runs")) ==
                     {(i, 3, len(files), status) for i in (1, 2)}, "shards that are joined")
    absurd = os.path.join(folder, "absurd.db")
    shutil.copy(parts[0], absurd)
    with contextlib.closing(sqlite3.connect(absurd)) as database, database:
        database.execute("UPDATE runs SET shards = 4294967295")
    checks.says(4, ": shard 1 of 4294967295 and item", "merge", absurd)
    joined = os.path.join(folder, "joined.db")
    for inputs in (mixed, parts):
        first = checks.run("merge", "-q", "--report=json", "--store", joined, *inputs)
        checks.check((first[0], plain(first[1])) == (expected[0], plain(expected[1])), "into a store: %s" % first[2])
        again = checks.run("merge", "-q", "--report=json", joined)
        checks.check(again[:2] == first[:2], "out of a store: " + again[2])
        checks.check(rows(joined, "SELECT status FROM runs ORDER BY turn DESC LIMIT 1") == [(first[0],)], "the status")
    _, output, error = verify(checks, joined, "-v", *files)
    good = sum('"verdict":"error"' not in line for line in output.splitlines())
    checks.check(taken(error) == good, "a store that was joined: %d of %d are taken" % (taken(error), good))
    checks.says(2, "is merged, and cannot be written, too", "merge", "--store", parts[0], *parts)
    # a new list, and a file that is not in it any more
    verify(checks, joined, "-q", *files[1:])
    output = checks.run("merge", "-q", "--report=json", joined)[1]
    checks.check([json.loads(line)["file"] for line in output.splitlines()] == files[1:], "the last run counts")


def unfinish(store):
    """Makes the last run one that was killed after its first answer."""
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE runs SET status = NULL WHERE turn = (SELECT max(turn) FROM runs)")
        database.execute("UPDATE files SET answer = NULL WHERE item > 1 AND run = "
                         "(SELECT id FROM runs ORDER BY turn DESC LIMIT 1)")
        database.commit()


def check_runs(checks, source, folder):
    """Runs that are asked something else, or of other contents, are not mixed."""
    text = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
    files = [os.path.join(folder, "run%d.svt" % i) for i in range(4)]
    for file in files:
        shutil.copy(text, file)
    store = os.path.join(folder, "runs.db")
    verify(checks, store, "-Dc=2", *files)
    verify(checks, store, "-Dc=7", *files)
    checks.check(rows(store, "SELECT asked, status FROM runs") == [("-D c=2", 0), ("-D c=7", 0)], "two runs")
    unfinish(store)
    status, output, error = checks.run("merge", "--report=json", store)
    checks.check(status == 11 and output.count("\n") == 1 and '"c":"2"' not in output and
                 "3 of the run's 4 answers are missing" in error, "another -D: %d, %s" % (status, error))
    # begun again and killed at once: interrupted before anything is computed
    with open(files[0], "a") as file:
        file.write("\n")
    process = subprocess.Popen([checks.couplet, "verify", "--report=json", *METHODS, "--store", store, "-Dc=2", "-"] + files,
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not rows(store, "SELECT 1 FROM files WHERE file = '-'"):
        time.sleep(0.01)
    process.kill()
    process.communicate()
    status, output, error = checks.run("merge", "--report=json", store)
    checks.check(status == 11 and not output and files[3] + ": there is no answer" in error, "killed at once: " + error)


def check_shards(checks, source, folder):
    """Shards of one run: of other settings, of other numbers, and of files that move."""
    text = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
    n = 24  # so many that each shard has some, whatever the folder is called
    files = [os.path.join(folder, "shard%d.svt" % i) for i in range(n)]
    for file in files:
        shutil.copy(text, file)

    def count(store, *arguments):
        verify(checks, store, *arguments, *files)
        return rows(store, "SELECT count(*), count(DISTINCT file) FROM latest")[0]

    store = os.path.join(folder, "numbers.db")
    checks.check(count(store) == (n, n), "a whole run")
    one = count(store, "--shard=1/3")
    checks.check(one[0] < n, "a shard beside a whole run: %s" % (one,))
    count(store, "--shard=2/3")
    checks.check(count(store, "--shard=3/3") == (n, n), "three shards")
    checks.check(count(store, "--shard=1/5")[0] < n, "another number of shards")
    # other settings
    settings = [os.path.join(folder, "c%d.db" % c) for c in (2, 7)]
    for i, c in enumerate((2, 7)):
        verify(checks, settings[i], "--shard=%d/2" % (i + 1), "-Dc=%d" % c, *files)
    error = checks.run("merge", "--report=json", *settings)[2]
    checks.check("the answers are of runs with 2 different settings: -D c=2; -D c=7" in error, error)
    # a file that moves into another shard is there once
    store = os.path.join(folder, "moved.db")
    verify(checks, store, "--shard=1/2", *files)
    moving = rows(store, "SELECT file FROM latest")[0][0]
    for _ in range(40):
        with open(moving, "a") as file:
            file.write("\n")
        second = verify(checks, store, "--shard=2/2", *files)[1]
        if json.dumps(moving) in second:
            break
    checks.check(json.dumps(moving) in second, "no size moves a file")
    status, output, error = checks.run("merge", "--report=json", store)
    checks.check((status, output.count("\n"), error) == (0, n, ""), "a file that has moved: " + error)
    checks.check(rows(store, "SELECT count(*) FROM latest") == [(n,)], "a file that has moved is there once")
    # a file that is named twice is answered twice
    stores = [os.path.join(folder, "twice%d.db" % i) for i in (1, 2)]
    names = [*files, files[0]]
    for i in (1, 2):
        verify(checks, stores[i - 1], "--shard=%d/2" % i, *names)
    status, output, error = checks.run("merge", "--report=json", *stores)
    checks.check((status, [json.loads(line)["file"] for line in output.splitlines()], error) == (0, names, ""),
                 "named twice: %d, %s" % (status, error))


def check_begun_at_once(checks, source, folder):
    """Processes that make and close a store at the same time wait for each other."""
    text = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
    command = [checks.couplet, "verify", *METHODS, text, "--store"]
    for i in range(30):
        store = os.path.join(folder, "at-once%d.db" % i)
        processes = [subprocess.Popen([*command, store], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                     for _ in range(12)]
        errors = {process.communicate()[1] for process in processes}
        checks.check(errors == {b""}, "begun at once: %s" % errors)


def check_names(checks, folder, small):
    """The name of a store is that of a file."""
    file = os.path.join(folder, "names.json")
    with open(file, "w") as text:
        text.write(small)
    for command in ("verify", "merge"):
        checks.says(2, "--store '': expected the name of a file", command, "--store", "", file)
    for name in (":memory:", "file:a?mode=memory"):
        subprocess.run([os.path.abspath(checks.couplet), "verify", *METHODS, "--store", name, file], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        checks.check(os.path.exists(os.path.join(folder, name)), name + " is not a file")


def check_solve(checks, folder, small):
    file = os.path.join(folder, "solve.json")
    with open(file, "w") as text:
        text.write(small)
    checks.says(2, "--store does not keep what --solve finds", "verify", "--store", file + ".db", "--solve", "c",
                "--at-most", "1", file)


def check_documents(checks, source, folder):
    """Every table and column is told of, and every question is answered."""
    with open(os.path.join(source, "docs", "stores.md")) as text:
        document = text.read()
    store = os.path.join(folder, "joined.db")
    for table, in rows(store, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'"):
        checks.check("`%s`" % table in document, "table %s is not told of" % table)
        if table != "latest":
            for column in rows(store, "SELECT name FROM pragma_table_xinfo(?)", table):
                checks.check("`%s`" % column in document, "column %s.%s is not told of" % (table, column[0]))
    questions = re.findall(r"```sql\n(.*?)```", document, re.DOTALL)
    checks.check(len(questions) >= 5, "%d questions" % len(questions))
    for question in questions:
        answer = rows(store, question)
        checks.check(isinstance(answer, list), question)
    checks.check(len(rows(store, questions[0])) > 0, "the first question has an answer")


def main():
    checks = Checks(sys.argv[1])
    with open(os.path.join(sys.argv[2], "examples", "automata", "six-less.json")) as file:
        small = file.read()
    files = sorted(glob.glob(os.path.join(sys.argv[2], "examples", "mechanisms", "*.svt")))[::4]
    with tempfile.TemporaryDirectory() as folder:
        broken = os.path.join(folder, "broken.json")
        with open(broken, "w") as file:
            file.write("{")
        files.insert(3, broken)
        check_taking(checks, files, folder)
        check_keys(checks, sys.argv[2], folder)
        check_libraries(checks, sys.argv[3], folder)
        check_errors(checks, folder, small)
        check_module(checks, sys.argv[2], folder)
        check_kills(checks, folder, small)
        check_interrupts(checks, folder, small)
        check_together(checks, folder)
        check_merging(checks, files, folder)
        check_runs(checks, sys.argv[2], folder)
        check_shards(checks, sys.argv[2], folder)
        check_begun_at_once(checks, sys.argv[2], folder)
        check_names(checks, folder, small)
        check_documents(checks, sys.argv[2], folder)
        check_solve(checks, folder, small)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
