#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""contrib/parallel with GNU parallel: 2,000 files in 20 tasks, of which one is killed in the middle,
say what one process says; so they do where the whole is interrupted, or killed, and resumed, and
where several machines do it. Tasks by hand, without GNU parallel.

usage: test_parallel.py COUPLET"""
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time

import divided
from divided import Checks, Inputs, Victims, check_run, read

FILES, TASKS = 2000, 20
SECONDS = 300  # until a run has ended, however busy the machine is
SCRIPT = os.path.join(divided.CONTRIB, "parallel", "couplet-parallel")
BY_HAND = os.path.join(divided.CONTRIB, "couplet-tasks")


def start(test, inputs, run):
    """In a group of its own, as a terminal does it."""
    return subprocess.Popen(
        [SCRIPT, "-f", inputs.list, "-n", str(TASKS), "-d", run, "-j2", "--couplet", test.couplet,
         *("--report=" + name for name in divided.REPORTS), "--", "--quiet"],
        cwd=inputs.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)


def catch(started, victims):
    """The processes of a task that is in the middle: of couplet, and the shells above them."""
    end = time.monotonic() + SECONDS
    while True:
        task = victims.catch()
        if task is not None:
            break
        assert started.poll() is None and time.monotonic() < end, "no task was caught"
        time.sleep(0.005)
    found = divided.processes_of(task, TASKS)
    return found + [pid for pid in map(divided.parent_of, found) if pid not in found]


def resume(test, status, run):
    result = subprocess.run([SCRIPT, "--resume", run], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            cwd="/", timeout=SECONDS)
    test.check(result.returncode == status, "--resume ends with %d: %s" % (result.returncode, result.stdout))
    return result.stdout.decode()


def check_task_killed(test, inputs, run, expected):
    started, victims = start(test, inputs, run), Victims(run, TASKS)
    for pid in catch(started, victims):
        os.kill(pid, signal.SIGKILL)
    victims.note_stores()
    text = resume(test, 2, run)
    test.check("being done" in text, "a run that works is resumed: " + text)
    output = started.communicate(timeout=SECONDS)[0].decode()
    test.check(started.returncode == 4, "the run ends with %d: %s" % (started.returncode, output))
    check_run(test, "a task killed", run, expected, inputs)
    victims.check_kept(test, inputs)
    signals = [line.split("\t")[7] for line in read(run, "joblog").splitlines()[1:]]
    test.check(len(signals) == TASKS, "%d lines in the log of parallel" % len(signals))


def check_whole_killed(test, inputs, run, expected):
    started, victims = start(test, inputs, run), Victims(run, TASKS, seed=2)
    catch(started, victims)
    below = divided.descendants(started.pid)
    for pid in [started.pid, *below]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    started.communicate()
    divided.await_gone(below)
    victims.note_stores()
    resume(test, 4, run)
    check_run(test, "all killed", run, expected, inputs)
    victims.check_kept(test, inputs)


def check_interrupted(test, inputs, run, expected):
    """Control-C: nothing is joined, nothing goes on."""
    started, victims = start(test, inputs, run), Victims(run, TASKS, seed=3)
    stopped = catch(started, victims)
    below = divided.descendants(started.pid)
    os.killpg(started.pid, signal.SIGINT)
    for pid in stopped:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    started.communicate(timeout=SECONDS)
    test.check(started.returncode != 0, "an interrupted run ends with 0")
    test.check(not os.path.exists(os.path.join(run, "report.json")), "an interrupted run is joined")
    divided.await_gone(below)
    resume(test, 4, run)
    check_run(test, "interrupted", run, expected, inputs)
    victims.check_kept(test, inputs)


SSH = """#!/bin/sh
# What ssh does: a shell, which gets the command in one word.
echo "$1" >> "$(dirname "$0")/machines"
shift
[ "$1" != -- ] || shift
exec sh -c "$*"
"""


def check_machines(test, folder):
    """Several machines, as docs/clusters.md has them, after an ssh that stays here."""
    inputs, run = Inputs(os.path.join(folder, "few"), 60), os.path.join(folder, "sent, it's said")
    expected = divided.whole(test, inputs)
    ssh = os.path.join(folder, "ssh")
    with open(ssh, "w") as out:
        out.write(SSH)
    os.chmod(ssh, 0o755)
    subprocess.run([SCRIPT, "--files-from=" + inputs.list, "--tasks=6", "--folder=" + run, "--couplet",
                    test.couplet, *("--report=" + name for name in divided.REPORTS),
                    "--parallel=--sshlogin=1/first,1/second", "--parallel=--ssh='%s'" % ssh, "--", "-q"],
                   cwd=inputs.folder, timeout=SECONDS)
    check_run(test, "several machines", run, expected, inputs)
    machines = set(read(folder, "machines").split())
    test.check(machines == {"first", "second"}, "what worked: %s" % machines)


def by_hand(test, status, *words, **options):
    result = subprocess.run([BY_HAND, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=SECONDS, **options)
    text = result.stdout.decode()
    test.check(result.returncode == status, "couplet-tasks %s: status %d, not %d: %s"
               % (" ".join(words), result.returncode, status, text))
    return text


def check_by_hand(test, folder):
    """What docs/clusters.md says for other schedulers."""
    inputs, run = Inputs(os.path.join(folder, "fewer"), 60), os.path.join(folder, "by hand")
    expected = divided.whole(test, inputs)
    by_hand(test, 0, "new", run, test.couplet, "3", inputs.list, "--quiet", cwd=inputs.folder)
    by_hand(test, 0, "run", run, "2", "--jobs=2")
    test.check(by_hand(test, 0, "missing", run) == "1,3\n", "what is missing")
    test.check("not done: 1,3" in by_hand(test, 1, "merge", run, "table"), "a merge of a part")
    by_hand(test, 0, "run", run, "1")
    by_hand(test, 0, "run", run, "3")
    test.check(by_hand(test, 0, "missing", run) == "\n", "nothing is missing")
    told = by_hand(test, 4, "merge", run, *divided.REPORTS)
    test.check(told.count("2 of 60.json") == 1, "messages of a merge: " + told)
    check_run(test, "by hand", run, expected, inputs)
    # a merge that fails leaves the report that is there
    before = read(os.path.join(run, "report.json"))
    spoiled = os.path.join(run, "parts", "31.jsonl")
    with open(spoiled, "w") as file:
        file.write("spoiled\n")
    by_hand(test, 66, "merge", run, "json")
    by_hand(test, 5, "merge", run, "nothing")
    test.check(read(os.path.join(run, "report.json")) == before, "the report after a merge that failed")
    test.check(not [name for name in os.listdir(run) if ".new." in name], "nothing half done is left")
    os.remove(spoiled)
    for words, text in ((("run", run, "4"), "from 1 to 3"), (("run", folder, "1"), "no folder of a run"),
                        (("new", run, test.couplet, "3", inputs.list), "not empty"),
                        (("new", "x", test.couplet, "0", inputs.list), "number of tasks"),
                        (("new", "x", test.couplet, "1", "none"), "none: no such file"),
                        (("new", "x", "./none", "1", inputs.list), "./none: no such program"),
                        (("new", "x", test.couplet, "1", inputs.list, "--store=a.db"), "of their own"),
                        (("new", "x", test.couplet, "1", inputs.list, "--report", "csv"), "of their own"),
                        (("new", "x"), "expected FOLDER"), (("mix",), "mix: expected")):
        told = by_hand(test, 2, *words, cwd=folder)
        test.check(text in told, "%s: %s" % (" ".join(words), told))
    test.check("Usage" in by_hand(test, 0, "--help"), "--help")


def main():
    divided.environment()
    test = Checks(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="couplet parallel ") as folder:
        inputs = Inputs(os.path.join(folder, "inputs"), FILES)
        expected = divided.whole(test, inputs)
        check_task_killed(test, inputs, os.path.join(folder, "a task killed"), expected)
        check_whole_killed(test, inputs, os.path.join(folder, "all killed"), expected)
        check_interrupted(test, inputs, os.path.join(folder, "interrupted"), expected)
        check_machines(test, folder)
        check_by_hand(test, folder)
    return test.finish()


if __name__ == "__main__":
    sys.exit(main())
