# SPDX-License-Identifier: Apache-2.0
"""Many small files, what one process says of them, and tasks of a run stopped in the middle; for
the tests of contrib/ beside it."""
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CONTRIB = os.path.join(ROOT, "contrib")
sys.path[:0] = [os.path.join(ROOT, "tests", "cli"), os.path.join(ROOT, "bench")]
import generate  # noqa: E402
from checks import Checks, without_options, without_times  # noqa: E402

EXAMPLES = os.path.join(ROOT, "examples", "automata")
DATE = "1767323045"  # of all reports
REPORTS = ("json", "csv", "table")
PARTS = 10  # of a task
# larger than the others, so that no task ends at once
LARGE_EVERY, LARGE = 40, 1500


def write(path, kind, *arguments):
    with open(path, "w") as out, contextlib.redirect_stdout(out):
        getattr(generate, "write_" + kind)(*arguments)


def write_input(path, i):
    """The i-th file: some are not private, some are faulty, some are the same under two names."""
    examples = sorted(name for name in os.listdir(EXAMPLES) if name.endswith(".json"))
    if i % LARGE_EVERY == 0:
        write(path, "random", LARGE, i)
    elif i % 10 == 1:
        shutil.copy(os.path.join(EXAMPLES, examples[i // 10 % len(examples)]), path)
    elif i % 100 == 2:
        with open(path, "w") as out:
            out.write('{"couplet": 1, "initial": "s%d"' % i)
    elif i % 3:
        write(path, "random", 12 + i % 30, i)
    else:
        write(path, "svt", 1 + i % 40)


class Inputs:
    """Files in folder, and their list; names are relative to folder, and have spaces."""

    def __init__(self, folder, count):
        self.folder, self.list = folder, os.path.join(folder, "list of files")
        self.names = ["models, small/%d of %d.json" % (i, count) for i in range(count)]
        os.makedirs(os.path.join(folder, "models, small"))
        for i, name in enumerate(self.names):
            write_input(os.path.join(folder, name), i)
        with open(self.list, "w") as out:
            out.writelines(name + "\n" for name in self.names)

    def of_task(self, task, tasks):
        """How many files a task has."""
        return sum(self.shard_of(name, tasks * PARTS) in parts_of(task) for name in self.names)

    def shard_of(self, name, shards):
        """What docs/stores.md says."""
        size = os.path.getsize(os.path.join(self.folder, name))
        return int(hashlib.sha256(b"%s\0%d" % (name.encode(), size)).hexdigest()[:16], 16) % shards + 1


def parts_of(task):
    return range((task - 1) * PARTS + 1, task * PARTS + 1)


def comparable(report):
    return without_options(without_times(report))


def whole(checks, inputs, *options):
    """The reports that one process gives."""
    told = {}
    for report in REPORTS:
        status, told[report], error = checks.run(
            "verify", "--quiet", "--exit-zero", "--report", report, "--files-from", inputs.list, *options,
            cwd=inputs.folder)
        checks.check(status == 4, "verify of all files ends with %d: %s" % (status, error[-500:]))
    return {report: comparable(text) for report, text in told.items()}


def read(*parts):
    with open(os.path.join(*parts), newline="", errors="replace") as file:
        return file.read()


def processes_of(task, tasks):
    """The processes of couplet that do a task, and the shells that started them."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open("/proc/%s/cmdline" % name, "rb") as file:
                words = file.read().split(b"\0")
            if b"--shard" in words and any(b"%d/%d" % (part, tasks * PARTS) in words
                                           for part in parts_of(task)):
                found.append(int(name))
    return found


def parent_of(pid):
    with open("/proc/%d/stat" % pid) as file:
        return int(file.read().rpartition(")")[2].split()[1])


def descendants(pid):
    """The processes below one, the nearest first."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            children.setdefault(parent_of(int(name)), []).append(int(name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found[1:]


def is_stopped(pid):
    try:
        return read("/proc", str(pid), "stat").rpartition(")")[2].split()[0] == "T"
    except OSError:
        return False


def await_gone(pids):
    """Processes that were killed are gone; zombies whose parent is gone, too, count."""
    end = time.monotonic() + 60
    while any(is_alive(pid) for pid in pids):
        assert time.monotonic() < end, "processes do not end"
        time.sleep(0.01)


def is_alive(pid):
    try:
        return read("/proc", str(pid), "stat").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_told_to_end(pid):
    """Whether a stopped process ends by SIGTERM once it goes on."""
    with open("/proc/%d/status" % pid) as file:
        pending = next(line.split()[1] for line in file if line.startswith("ShdPnd:"))
    return int(pending, 16) >> (signal.SIGTERM - 1) & 1


class Victims:
    """Tasks of the run in folder that are caught while they work, each when it has done so many
    parts as a random number says."""

    def __init__(self, folder, tasks, seed=1):
        self.folder, self.tasks, self.caught, self.stored = folder, tasks, {}, {}
        rng = random.Random(seed)
        self.points = {task: rng.randrange(1, PARTS) for task in range(1, tasks + 1)}

    def done(self, task):
        """The parts that are there, each with the time it came: no second one is another."""
        found = {}
        for part in parts_of(task):
            path = os.path.join(self.folder, "parts", "%d.jsonl" % part)
            with contextlib.suppress(FileNotFoundError):
                found[part] = (os.stat(path).st_mtime_ns, os.stat(path).st_ino, read(path))
        return found

    def answers(self, task):
        """What the store of task has: the answers by their number, and how many files."""
        path = os.path.join(self.folder, "stores", "%d.db" % task)
        with contextlib.closing(sqlite3.connect(path, timeout=60)) as store:
            answers = store.execute("SELECT id, hex(key), record FROM answers WHERE key IS NOT NULL").fetchall()
            return ({number: rest for number, *rest in answers},
                    store.execute("SELECT count(*), count(DISTINCT file) FROM files").fetchone())

    def catch(self):
        """A further task, all its processes stopped, or None if none is at its point just now."""
        for task, point in self.points.items():
            if task not in self.caught and point <= len(self.done(task)) < PARTS and self.stop(task):
                return task
        return None

    def stop(self, task):
        """FALSE: it was faster, and goes on."""
        stopped = processes_of(task, self.tasks)
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        done = self.done(task)
        if stopped and all(map(is_stopped, stopped)) and len(done) < PARTS:
            self.caught[task] = done
            print("task %d was stopped with %d of %d parts" % (task, len(done), PARTS))
            return True
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return False

    def note_stores(self):
        """Afterwards the answers that the stores have now must stay: once the caught ones are dead."""
        self.stored = {task: self.answers(task)[0] for task in self.caught}

    def check_kept(self, checks, inputs):
        """What was there when they were caught was not done again: parts, and answers of the part
        that was being done; the stores have each file once."""
        for task, before in self.caught.items():
            after = self.done(task)
            checks.check(before and all(after.get(part) == it for part, it in before.items()),
                         "task %d did parts again" % task)
            answers, files = self.answers(task)
            kept = self.stored.get(task, {})
            checks.check(all(answers.get(number) == it for number, it in kept.items()),
                         "task %d answered again what its store had" % task)
            checks.check(files == (inputs.of_task(task, self.tasks),) * 2,
                         "the store of task %d has %s files" % (task, files))


def check_run(checks, what, folder, expected, inputs):
    """The run in folder is whole: reports as those of one process, each file once."""
    for report, text in expected.items():
        path = os.path.join(folder, "report." + report)
        got = comparable(read(path)) if os.path.exists(path) else "none"
        checks.check(got == text, "%s: the report %s is another than that of one process: %s"
                     % (what, report, first_difference(got, text)))
    files = answered(folder)
    checks.check(files == inputs.names, "%s: %d files have answers, %d of them different"
                 % (what, len(files), len(set(files))))


def answered(folder):
    """The files in the report of a run."""
    return [json.loads(line)["file"] for line in read(folder, "report.json").splitlines()]


def first_difference(got, expected):
    got, expected = got.splitlines(), expected.splitlines()
    for number, (a, b) in enumerate(zip(got, expected), 1):
        if a != b:
            return "line %d:\n  %s\n  %s" % (number, a[:600], b[:600])
    return "%d lines, not %d" % (len(got), len(expected))


def environment():
    """For the program and all scripts: one date, one language."""
    os.environ.update(SOURCE_DATE_EPOCH=DATE, LC_ALL="C.UTF-8")
    os.environ.pop("COUPLET_PLUGIN_PATH", None)
