#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stores that were damaged: each is refused with a message that names it, or answers as if nothing had been; no run
and no merge crashes, or takes the answer of another file for its own.

usage: test_damaged_stores.py COUPLET SOURCE"""
import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from checks import Checks

METHODS = ("-q", "--report=json", "--deciders=graph", "--optimizers=frontier")
NAME = "damaged.db"
MEANING = ("verdict", "cost", "at_least", "parameters", "sha256")

GONE = "damaged: an answer is not there any more, or is one to another file"
OTHER = "damaged: an answer is not what was kept with its key"
LACKS = "it lacks tables of a store, or has triggers"
UNREADABLE = "the store cannot be (read|written): "
ROWS = "damaged: run 1 has rows for "

# Each file with c=1 and c=2: 1 and 2 an automaton, 3 and 4 another, 5 and 6 a program, 7 and 8 what cannot be read,
# whose answers are not to be taken. The answers have the same numbers.
KEYED, ERROR = "id = 1", "id = 7"


def of_line(old, new, where=KEYED):
    return "UPDATE answers SET line = replace(line, '%s', '%s') WHERE %s" % (old, new, where)


# What is done to a store; what `merge` says of it (status 4), None: nothing; what `verify` says of it, None: its answers
# are right.
DAMAGES = [
    # not a store, or not of this version
    ("another application", "PRAGMA application_id = 7", "it is an SQLite database, but no store", True),
    ("no application", "PRAGMA application_id = 0", "it is an SQLite database, but no store", True),
    ("an older version", "PRAGMA user_version = 2",
     "its tables are of version 2, and this program knows version 3; the report that 'couplet merge --report json'", True),
    ("a newer version", "PRAGMA user_version = 4", "its tables are of version 4, and this program knows version 3", True),
    ("no version", "PRAGMA user_version = 0", "its tables are of version 0, and this program knows version 3", True),
    # tables
    ("a trigger", "CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END", LACKS, True),
    ("a trigger on updates", "CREATE TRIGGER t AFTER UPDATE ON files BEGIN UPDATE files SET answer = 1; END", LACKS, True),
    ("no files", "DROP TABLE files", LACKS, True),
    ("no answers", "DROP TABLE answers", LACKS, True),
    ("no runs", "DROP TABLE runs", LACKS, True),
    ("no view of lines", "DROP VIEW last_lines", LACKS, True),
    ("no view of stages", "DROP VIEW stages", LACKS, True),
    ("no index", "DROP INDEX files_by_answer", LACKS, True),
    ("a further column", "ALTER TABLE runs ADD COLUMN more TEXT", LACKS, True),
    ("a column of another name", "ALTER TABLE answers RENAME COLUMN line TO record", LACKS, True),
    ("a table of another name", "ALTER TABLE files RENAME TO items", LACKS, True),
    ("a view that says something else",
     "DROP VIEW last_files; CREATE VIEW last_files AS SELECT files.*, 1 AS shard FROM files", LACKS, True),
    ("answers without what follows from lines",
     "DROP TABLE answers; CREATE TABLE answers (id INTEGER PRIMARY KEY, key TEXT, seal TEXT, line TEXT, sha256 TEXT)",
     LACKS, True),
    ("a table beside the others", "CREATE TABLE notes (text)", None, None),
    ("a view beside the others", "CREATE VIEW mine AS SELECT file FROM latest", None, None),
    # rows
    ("a file is gone", "DELETE FROM files WHERE item = 2", ROWS + "7 of its 8 items", None),
    ("all files are gone", "DELETE FROM files", ROWS + "0 of its 8 items", None),
    ("a file too many", "INSERT INTO files (run, item, file) VALUES (1, 9, 'x')", ROWS + "9 of its 8 items", None),
    ("runs are gone", "DELETE FROM runs", ROWS + "8 of its 0 items", None),
    ("an answer is gone", "DELETE FROM answers WHERE " + KEYED, GONE, None),
    ("all answers are gone", "DELETE FROM answers", GONE, None),
    ("another run's number", "UPDATE runs SET id = 9", "damaged: run 9 has rows for 0 of its 8 items", None),
    # answers of other items
    ("an answer that is nowhere", "UPDATE files SET answer = 99 WHERE item = 1", GONE, None),
    ("the answer of another file", "UPDATE files SET answer = 3 WHERE item = 1", GONE, None),
    ("one answer for all", "UPDATE files SET answer = 1", GONE, None),
    ("the answer with another value", "UPDATE files SET answer = 6 WHERE item = 5", GONE, None),
    ("the answer of what cannot be read", "UPDATE files SET answer = 7 WHERE item = 1", GONE, None),
    ("answers that are exchanged", "UPDATE files SET answer = 4 - answer WHERE item IN (1, 3)", GONE, None),
    ("another hash of the content", "UPDATE files SET sha256 = '%s' WHERE item = 1" % ("0" * 64), GONE, None),
    ("no hash of the content", "UPDATE files SET sha256 = NULL WHERE item = 1", GONE, None),
    # lines
    ("a list", "UPDATE answers SET line = '[]' WHERE " + KEYED, GONE, OTHER),
    ("a number", "UPDATE answers SET line = '7' WHERE " + KEYED, GONE, OTHER),
    ("an object of nothing", "UPDATE answers SET line = '{}' WHERE " + KEYED, GONE, OTHER),
    ("another cost", of_line('"cost":"2"', '"cost":"1"'), OTHER, OTHER),
    ("another verdict", of_line('"verdict":"private"', '"verdict":"unknown"'), OTHER, OTHER),
    ("another decimal", of_line('"cost_decimal":"2"', '"cost_decimal":"3"'), OTHER, OTHER),
    ("another time", of_line('"seconds":', '"seconds":1'), OTHER, OTHER),
    ("another file's name", of_line("six-less.json", "x.json"), OTHER, OTHER),
    ("another hash in the line", of_line('"sha256":"', '"sha256":"0'), GONE, OTHER),
    ("a key that is not known", of_line('"stages":', '"more":1,"stages":'), OTHER, OTHER),
    ("a verdict of what cannot be read", of_line('"verdict":"error"', '"verdict":"private"', ERROR),
     "the answer contradicts itself: it is private, and none of its stages says so", None),
    ("an unknown key of what cannot be read", of_line('"stages":', '"more":1,"stages":', ERROR), "unknown key 'more'", None),
    ("nothing in place of what cannot be read", "UPDATE answers SET line = '{}' WHERE " + ERROR, GONE, None),
    # keys
    ("another key", "UPDATE answers SET key = '%s' WHERE %s" % ("0" * 64, KEYED), OTHER, None),
    ("a short key", "UPDATE answers SET key = 'ab' WHERE " + KEYED, OTHER, None),
    ("another seal", "UPDATE answers SET seal = '%s' WHERE %s" % ("0" * 64, KEYED), OTHER, OTHER),
    ("keys that are exchanged",
     "CREATE TEMP TABLE k AS SELECT id, key FROM answers WHERE id < 3; UPDATE answers SET key = NULL WHERE id < 3; "
     "UPDATE answers SET key = (SELECT key FROM k WHERE k.id = 3 - answers.id) WHERE id < 3", OTHER, OTHER),
    ("no key", "UPDATE answers SET key = NULL", None, None),
    # where items stand
    ("an item beyond the run", "UPDATE files SET item = 9 WHERE item = 8", "item 9 of 8 make no sense", None),
    ("an item below zero", "UPDATE files SET item = -1 WHERE item = 8", '"item" must be a whole number', None),
    ("a very large item", "UPDATE files SET item = 1 << 40 WHERE item = 8", '"item" must be a whole number', None),
    ("no shard", "UPDATE runs SET shard = 0", "shard 0 of 1 and item 1 of 8 make no sense", None),
    ("a shard beyond", "UPDATE runs SET shard = 2", "shard 2 of 1 and item 1 of 8 make no sense", None),
    ("very many shards", "UPDATE runs SET shards = 4294967295",
     "shard 1 of 4294967295 and item 1 of 8 make no sense", None),
    ("fewer items", "UPDATE runs SET items = 3", "item 4 of 3 make no sense", None),
    ("items below zero", "UPDATE runs SET items = -8", '"items" must be a whole number', None),
    ("other own items", "UPDATE runs SET own = 9", ROWS + "8 of its 9 items", None),
    ("swept parameters that are cut", "UPDATE files SET swept = '{\"c\":' WHERE item = 5", UNREADABLE, None),
    ("swept parameters that are none", "UPDATE files SET swept = '7' WHERE item = 5", "must be an object", None),
    ("a swept parameter of another value", "UPDATE files SET swept = '{\"c\":\"2\"}' WHERE item = 5", GONE, None),
    ("a swept parameter that is a number", "UPDATE files SET swept = '{\"c\":1}' WHERE item = 5", GONE, None),
]
# What no statement can do to a store.
REFUSED = ["UPDATE answers SET verdict = 'private'", "UPDATE answers SET cost = '1'", "UPDATE runs SET shard = 'one'",
           "UPDATE files SET item = 'x'", "UPDATE files SET file = NULL", "UPDATE answers SET line = NULL",
           "UPDATE answers SET line = x'7b'", "UPDATE answers SET line = substr(line, 1, 200)", "UPDATE answers SET line = ''",
           "UPDATE answers SET line = '{'", "UPDATE answers SET line = 'damage'",
           "UPDATE answers SET line = line || char(10) || line", "UPDATE runs SET list = NULL", "UPDATE answers SET key = (SELECT max(key) FROM answers)"]


def cut(size):
    return lambda path: os.truncate(path, size(os.path.getsize(path)))


def overwrite(at, data):
    def change(path):
        with open(path, "r+b") as file:
            file.seek(at)
            file.write(data)
    return change


def replace(old, new):
    """Writes over what SQLite would refuse."""
    def change(path):
        with open(path, "rb") as file:
            data = file.read()
        assert len(old) == len(new) and old in data
        with open(path, "wb") as file:
            file.write(data.replace(old, new))
    return change


def beside(ending):
    def change(path):
        with open(path + ending, "wb") as file:
            file.write(b"\xa5" * 8192)
    return change


# What is done to its file; what both say of it, None: the answers are right.
FILES = [
    ("cut in the middle", cut(lambda size: size // 2), "(malformed|not a database|I/O error|damaged)"),
    ("cut behind the first page", cut(lambda size: 4096), "(malformed|not a database|I/O error)"),
    ("cut in the first page", cut(lambda size: 700), "(malformed|not a database|I/O error|no store)"),
    ("cut in the header", cut(lambda size: 60), "(malformed|not a database|I/O error|no store)"),
    ("another size of pages", overwrite(16, b"\x00\x07"), "not a database"),
    ("spoiled from the first page on", overwrite(2000, b"\xa5" * 30000), "(malformed|not a database|lacks)"),
    ("zeros in place of the tables", overwrite(100, bytes(3996)), "(malformed|no store)"),
    ("a log beside it that is none", beside("-wal"), None),
    ("a journal beside it that is none", beside("-journal"), None),
    ("lines that are no JSON", replace(b'"kind":"decider"', b'"kind":"decider}'), "malformed JSON|" + OTHER),
    ("lines with another cost", replace(b'"cost":"2"', b'"cost":"1"'), OTHER),
    ("lines with other files", replace(b'"file":"', b'"fine":"'), OTHER),
    ("lines with a byte of no text", replace(b'"verdict":"private"', b'"verdict":"priv\xffte"'), OTHER),
    ("lines with a zero", replace(b'"kind":"decider"', b'"kind":"dec\0der"'), "malformed JSON|" + OTHER),
]


def outcome(output):
    """What is said of each file: (name, swept) -> meaning, without errors."""
    answers = {}
    for line in output.splitlines():
        answer = json.loads(line)
        if answer["verdict"] != "error":
            name = answer["file"], json.dumps(answer.get("swept"))
            answers[name] = [answer.get(key) for key in MEANING]
    return answers


class Store:
    """A store with answers, of which each damage gets a copy."""

    def __init__(self, checks, source, folder):
        self.checks, self.folder = checks, folder
        self.path, self.whole = os.path.join(folder, NAME), os.path.join(folder, "whole.db")
        automata = os.path.join(source, "examples", "automata")
        program = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
        plain = [shutil.copy(os.path.join(automata, name), folder) for name in ("six-less.json", "svt-star.json")]
        broken = os.path.join(folder, "broken.json")
        with open(broken, "w") as file:
            file.write("{")
        self.files = ["-Dc=1..2", plain[0], plain[1], program, broken]
        self.verify(self.whole)
        status, output, _ = self.verify(self.whole)
        self.right, self.status = outcome(output), status

    def verify(self, path, *options):
        return self.checks.run("verify", *METHODS, "--store", path, *options, *self.files)

    def copy(self):
        for ending in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path + ending)
        shutil.copy(self.whole, self.path)

    def check_answers(self, title, output):
        """No answer is another than it was."""
        for name, meaning in outcome(output).items():
            if name in self.right:
                self.checks.check(meaning == self.right[name], "%s: %s is %s" % (title, name, meaning))

    def check_merge(self, title, message):
        status, output, error = self.checks.run("merge", "--report=json", self.path)
        self.checks.check("Sanitizer" not in error and status >= 0, "%s: merge: %d, %s" % (title, status, error))
        if message is None:
            self.checks.check(status == self.status, "%s: merge: %d, %s" % (title, status, error))
            self.check_answers(title, output)
        else:
            self.checks.check(status == 4 and not output and re.search(r"^couplet: \S*%s:" % NAME, error) and
                              re.search(message, error), "%s: merge: %d, %s" % (title, status, error))

    def check_verify(self, title, message, jobs):
        status, output, error = self.verify(self.path, "-j", jobs)
        self.checks.check("Sanitizer" not in error and status >= 0, "%s: verify: %d, %s" % (title, status, error))
        self.check_answers(title, output)
        if message is None:
            self.checks.check(status == self.status and outcome(output) == self.right,
                              "%s: verify -j%s: %d, %s" % (title, jobs, status, error))
        else:
            self.checks.check(status == 4 and NAME in error and re.search(message, error),
                              "%s: verify -j%s: %d, %s" % (title, jobs, status, error))

    def check(self, title, merge, verify):
        self.check_merge(title, merge)
        shutil.copy(self.path, self.path + ".2")
        self.check_verify(title, verify, "1")
        shutil.move(self.path + ".2", self.path)
        self.check_verify(title, verify, "2")


def execute(path, script):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("PRAGMA legacy_alter_table = ON")
        database.executescript(script)


def check_damages(store):
    for title, script, merge, verify in DAMAGES:
        store.copy()
        execute(store.path, script)
        store.check(title, merge, merge if verify is True else verify)


def check_refused(store):
    store.copy()
    for script in REFUSED:
        try:
            execute(store.path, script)
            store.checks.check(False, "can be done: " + script)
        except sqlite3.Error:
            pass
    store.check("what cannot be done", None, None)


def check_files(store):
    for title, change, message in FILES:
        store.copy()
        change(store.path)
        store.check(title, message, message)


def check_other_files(store):
    """What is no database at all, or is not there."""
    checks, folder = store.checks, store.folder
    for title, data, message in (("a text", b"no database\n" * 100, "not a database"),
                                 ("the beginning of one", b"SQLite format 3\0", "not a database|malformed|no store"),
                                 ("a report", b'{"file":"a"}\n', "not a database")):
        with open(store.path, "wb") as file:
            file.write(data)
        store.check_verify(title, message, "1")
    with open(store.path, "wb"):
        pass
    store.check_verify("an empty file", None, "1")
    os.remove(store.path)
    execute(store.path, "CREATE TABLE t (a)")
    store.check("another database", "it is an SQLite database, but no store", "it is an SQLite database, but no store")
    for path in (os.path.join(folder, "nowhere", "a.db"), folder):
        status, output, error = store.verify(path)
        checks.check((status, output) == (4, "") and "%s: the store cannot be opened: unable to open database file" % path
                     in error, "%s: %d, %s" % (path, status, error))
        status, output, error = checks.run("merge", path)
        checks.check((status, output) == (4, "") and path + ": " in error, "merge %s: %d, %s" % (path, status, error))


def check_locks(store):
    """What another process has locked is waited for."""
    store.copy()
    for journal in ("delete", "wal"):
        execute(store.path, "PRAGMA journal_mode = " + journal)
        with contextlib.closing(sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)) as other:
            other.execute("BEGIN EXCLUSIVE")
            other.execute("UPDATE runs SET status = 7")
            release = threading.Timer(0.5, other.rollback)
            release.start()
            store.check_verify("locked for a while", None, "1")
            release.join()


def check_bytes(store):
    """Any bytes changed: nothing crashes, and what is taken is right."""
    with open(store.whole, "rb") as file:
        data = file.read()
    chance = random.Random(5)
    for number in range(60):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 3, 30))):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        store.copy()
        with open(store.path, "wb") as file:
            file.write(changed[:chance.choice((len(changed), chance.randrange(len(changed))))])
        status, output, error = store.checks.run("merge", "--report=json", store.path)
        store.checks.check(0 <= status <= 11 and "Sanitizer" not in error, "bytes %d: %d, %s" % (number, status, error))
        status, output, error = store.verify(store.path)
        store.checks.check(0 <= status <= 11 and "Sanitizer" not in error, "bytes %d: %d, %s" % (number, status, error))
        store.check_answers("bytes %d" % number, output)


def main():
    checks = Checks(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        store = Store(checks, os.path.abspath(sys.argv[2]), folder)
        check_damages(store)
        check_refused(store)
        check_files(store)
        check_other_files(store)
        check_locks(store)
        check_bytes(store)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
