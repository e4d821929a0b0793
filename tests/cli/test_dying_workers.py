#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever ends the processes of a run: the report has every file once, whole and in
order, with the answers of a run in which nothing died.

usage: test_dying_workers.py COUPLET FAKES"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from itertools import groupby

from checks import Checks, without_options, without_times

FILES = 40
REPORTS = ("json", "csv", "table")
SEEDS = range(6)


def write_automata(folder):
    moves = [{"from": "a", "to": "b", "output": "start", "assign": "x"},
             {"from": "b", "to": "b", "guard": "insample < x", "output": "bot"},
             {"from": "b", "to": "c", "guard": "insample >= x", "output": "top"}]
    states = [{"name": name, "d": "1/4"} for name in "abc"]
    paths = [os.path.join(folder, "%03d.json" % i) for i in range(FILES)]
    for i, path in enumerate(paths):
        with open(path, "w") as out:
            json.dump({"couplet": 1, "name": "automaton %03d" % i, "initial": "a",
                       "states": states, "transitions": moves}, out)
    return paths


class Runs:
    def __init__(self, checks, fakes):
        self.checks, self.fakes = checks, fakes
        self.folder = tempfile.TemporaryDirectory()
        self.inputs = os.path.join(self.folder.name, "inputs")
        os.mkdir(self.inputs)
        self.paths = write_automata(self.inputs)

    def command(self, command, report, jobs, seed, deaths):
        """Stage `mortal` ends its process on a third of the files, up to deaths times each;
        with compare, z3 has a process of its own below the worker."""
        graves = tempfile.mkdtemp(dir=self.folder.name)
        if deaths == 0:
            for i in range(FILES):
                open(os.path.join(graves, "automaton %03d.0" % i), "w").close()
        full = ["-o", "table.paths=full"] if report == "table" else []
        return [self.checks.couplet, command, *full, "-q", "--report", report, "-j", str(jobs),
                "--plugin-path", os.path.join(self.fakes, "mortal"), "--deciders",
                "graph,z3" if command == "compare" else "graph",
                "--optimizers", "mortal,frontier", "-o", "mortal.isolate=false", "-o",
                "mortal.folder=" + graves, "-o", "mortal.seed=%d" % seed, "-o",
                "mortal.deaths=%d" % max(deaths, 1), self.inputs]

    def run(self, *arguments, to_file=False):
        """Exit status and standard output, which is a pipe or a file."""
        with tempfile.TemporaryFile() as out:
            result = subprocess.run(self.command(*arguments), stderr=subprocess.PIPE, timeout=300,
                                    stdout=out if to_file else subprocess.PIPE)
            out.seek(0)
            text = out.read() if to_file else result.stdout
        return result.returncode, text.decode()

    def count_lines(self, report, output, killed=False):
        """What is wrong with how often output names the files, None = nothing is. killed: a file whose
        process never lived long enough to read it has a line less for each stage."""
        if report == "json":
            try:
                names = [json.loads(line)["file"] for line in output.splitlines()]
            except ValueError as error:
                return "a broken line: %s" % error
        else:
            names = [m.group() for line in output.splitlines()
                     if (m := re.match(re.escape(self.inputs) + r"/\d+\.json", line))]
        if report == "csv" and output.count("file,") != 1:
            return "%d heads" % output.count("file,")
        expected = [path for path in self.paths for _ in range(names.count(self.paths[0]))]
        good = [name for name, _ in groupby(names)] == self.paths if killed else names == expected
        return None if names and good else "the files are %s" % names


def without_what_may_differ(report):
    """A report without times, and without how the plugin was told to die."""
    return without_times(without_options(re.sub(r"--option=mortal\.[^ \",]+", "", report)))


def check_one_death(checks, runs):
    """A file whose worker dies is tried again: nothing is to be seen of it."""
    for command in ("verify", "compare"):
        for report in REPORTS:
            status, expected = runs.run(command, report, 1, 0, 0)
            checks.check(status == 0 and runs.count_lines(report, expected) is None,
                         "%s, nothing dies: %s" % (report, expected))
            for seed in SEEDS if command == "verify" else SEEDS[:2]:
                to_file = seed % 2 == 0
                status, output = runs.run(command, report, 2 + seed % 3, seed, 1, to_file=to_file)
                what = "%s --report %s, seed %d, %s" % (command, report, seed,
                                                        "file" if to_file else "pipe")
                checks.check(status == 0, what + ": status %d" % status)
                checks.check(without_what_may_differ(output) == without_what_may_differ(expected), what + ": " + output)


def check_more_deaths(checks, runs):
    """A file on which two workers die keeps the answers of the other stages."""
    for report in REPORTS:
        for seed in SEEDS:
            status, output = runs.run("verify", report, 3, seed, 4, to_file=seed % 2 == 0)
            what = "--report %s, seed %d, up to 4 deaths" % (report, seed)
            wrong = runs.count_lines(report, output)
            checks.check(status == 6, what + ": status %d" % status)
            checks.check(wrong is None, what + ": %s: %s" % (wrong, output))
            if report != "json" or wrong is not None:
                continue
            lines = [json.loads(line) for line in output.splitlines()]
            failed = [line for line in lines if any("failed" in s for s in line["stages"])]
            checks.check(failed != [] and all(line["cost"] == lines[0]["cost"] is not None
                                              for line in lines), what + ": " + output)
            checks.check(all(re.search("its process (was ended by|ended with status)",
                                       s["reason"]) for line in failed for s in line["stages"]
                             if s["stage"] == "mortal"), what + ": the reason: %s" % failed)


def kill_workers(process, chance):
    """Kills a child of process now and then until it ends."""
    while process.poll() is None:
        time.sleep(chance.random() * 0.02)
        try:
            with open("/proc/%d/task/%d/children" % (process.pid, process.pid)) as text:
                workers = [int(word) for word in text.read().split()]
            if workers:
                os.kill(chance.choice(workers), signal.SIGKILL)
        except OSError:
            pass  # it ended meanwhile


def check_killed_from_outside(checks, runs):
    """At whatever point a worker is killed, how often soever."""
    for seed in SEEDS:
        report = REPORTS[seed % len(REPORTS)]
        process = subprocess.Popen(runs.command("verify", report, 3, seed, 0),
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        killer = threading.Thread(target=kill_workers, args=(process, random.Random(seed)))
        killer.start()
        output = process.communicate(timeout=300)[0].decode()
        killer.join()
        wrong = runs.count_lines(report, output, killed=True)
        checks.check(process.returncode in (0, 6) and wrong is None,
                     "killed from outside, --report %s, seed %d: %d, %s: %s"
                     % (report, seed, process.returncode, wrong, output))


def main():
    # the leak checker's own process may be the one that is killed; the program then waits for it
    options = os.environ.get("ASAN_OPTIONS", "")
    os.environ["ASAN_OPTIONS"] = (options + ":" if options else "") + "detect_leaks=0"
    checks = Checks(os.path.abspath(sys.argv[1]))
    runs = Runs(checks, sys.argv[2])
    check_one_death(checks, runs)
    check_more_deaths(checks, runs)
    check_killed_from_outside(checks, runs)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
