#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""contrib/slurm with a Slurm of one node that the test starts and stops, as root: 2,000 files in
20 tasks, of which one is killed, one told to end as before a time limit, and one loses its node,
each in the middle, say what one process says; retries end; names with spaces.

usage: test_slurm.py COUPLET"""
import os
import re
import shlex
import signal
import stat
import sys
import tempfile
import textwrap

import divided
from cluster import Cluster
from divided import Checks, Inputs, Victims, check_run, comparable, read

SUBMIT = os.path.join(divided.CONTRIB, "slurm", "couplet-submit")
FILES, TASKS = 2000, 20
SECONDS = 300  # until a run has ended, however busy the machine is


class Test(Checks):
    def __init__(self, couplet, cluster, folder):
        super().__init__(couplet)
        self.cluster, self.folder = cluster, folder

    def submit(self, status, *words, **options):
        got, text = self.cluster.run(SUBMIT, *words, **options)
        self.check(got == status, "couplet-submit %s: status %d, not %d: %s"
                   % (" ".join(words), got, status, text))
        return text

    def jobs(self):
        """The tasks and jobs that wait or work: `7_3`, with the id of each for itself."""
        _, text = self.cluster.run("squeue", "--noheader", "--array", "--format=%i %A")
        return dict(line.split() for line in text.splitlines())

    def await_end(self, what):
        self.cluster.await_until(what + " ends", lambda: not self.jobs(), SECONDS)

    def catch(self, victims):
        """The next task that is in the middle, and its job."""
        caught = []

        def some():
            caught.append(victims.catch())
            return caught[-1] is not None
        self.cluster.await_until("a task is in the middle", some, SECONDS)
        task = caught[-1]
        return task, next(job for job in self.jobs() if job.endswith("_%d" % task))

    def gone(self, task):
        self.cluster.await_until("task %d is gone" % task,
                                 lambda: not divided.processes_of(task, TASKS), SECONDS)


def kill(test, victims):
    """As the kernel does where memory is short: nothing is told."""
    task, job = test.catch(victims)
    test.cluster.signal(job, "--full", "--signal=KILL")
    test.gone(task)


def end_early(test, victims):
    """What Slurm does a minute before the time limit (--signal=B:TERM@60)."""
    task, job = test.catch(victims)
    test.cluster.signal(job, "--batch", "--signal=TERM")
    stopped = divided.processes_of(task, TASKS)
    test.cluster.await_until("the task is told", lambda: any(map(divided.is_told_to_end, stopped)))
    for pid in stopped:
        os.kill(pid, signal.SIGCONT)
    test.gone(task)


def lose_node(test, victims):
    """The node is down with all that works there; Slurm itself begins these tasks anew."""
    task, _ = test.catch(victims)
    test.cluster.run("scontrol", "update", "nodename=node", "state=down", "reason=test")
    test.gone(task)
    test.cluster.run("scontrol", "update", "nodename=node", "state=resume")


def check_killed(test, inputs, expected):
    run = os.path.join(test.folder, "run, killed 100%")
    test.submit(0, "-f", inputs.list, "-n", str(TASKS), "-d", run, "--memory=400M", "--time=10",
                "--couplet", test.couplet, *("--report=" + name for name in divided.REPORTS),
                "--sbatch=--comment=two words", "--", "--quiet", cwd=inputs.folder)
    text = test.submit(2, "--resume", run)
    test.check("wait or work" in text, "a run that works is resumed: " + text)
    victims = Victims(run, TASKS)
    kill(test, victims)
    end_early(test, victims)
    lose_node(test, victims)
    victims.note_stores()
    test.await_end("the run")
    check_run(test, "killed", run, expected, inputs)
    victims.check_kept(test, inputs)
    log = read(run, "logs", "merge.log")
    test.check("retry 1 of 3, tasks " in log and "retry 2" not in log, "one retry: " + log)


def stand_in(path, couplet, lines):
    """A program that does lines of shell first, with I/N of --shard in $shard, and then couplet."""
    with open(path, "w") as out:
        out.write('#!/bin/bash\nshard=none\nfor word; do\n  [ "$before" != --shard ] || shard=$word\n'
                  '  before=$word\ndone\n%s\nexec %s "$@"\n' % (lines, shlex.quote(couplet)))
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def check_retries(test, folder):
    """A task that is killed each time is tried so often as was asked, and the rest is joined; its
    part is done by --resume once the cause is gone."""
    inputs = Inputs(os.path.join(folder, "few"), 120)
    expected = divided.whole(test, inputs)
    killed, run = os.path.join(folder, "killed"), os.path.join(folder, "retried")
    stand_in(killed, test.couplet, '[ "$shard" != 12/30 ] || { echo x >> %s; kill -KILL $PPID $$; }'
             % shlex.quote(os.path.join(folder, "tries")))
    test.submit(0, "-f", inputs.list, "-n", "3", "-d", run, "--memory=400M", "--retries=2", "--couplet",
                killed, *("--report=" + name for name in divided.REPORTS), "--", "-q", cwd=inputs.folder)
    test.await_end("the run that fails")
    tries = len(read(folder, "tries").split())
    test.check(tries == 3, "a task that fails is tried %d times, not 3" % tries)
    log = read(run, "logs", "merge.log")
    test.check("not done: 2" in log, "the merge does not say what is not done: " + log)
    first = sum(inputs.shard_of(name, 3 * divided.PARTS) == 11 for name in inputs.names)
    joined = len(divided.answered(run))
    test.check(joined == inputs.of_task(1, 3) + first + inputs.of_task(3, 3), "the rest: %d" % joined)
    stand_in(killed, test.couplet, "")
    test.submit(0, "--resume", run, "--memory", "500M", cwd="/")
    test.await_end("the run that is resumed")
    check_run(test, "resumed", run, expected, inputs)


def check_documented(test, folder):
    """The array without scripts, and its merge, as docs/clusters.md has them."""
    inputs = Inputs(os.path.join(folder, "documented"), 60)
    expected = divided.whole(test, inputs)
    os.rename(inputs.list, os.path.join(inputs.folder, "files"))
    os.mkdir(os.path.join(inputs.folder, "parts"))
    text = textwrap.dedent(re.search(r"(?:^    .*\n)+\n(?:^    .*\n)", read(
        divided.ROOT, "docs", "clusters.md").partition("### Without the scripts")[2], re.M).group())
    array, merge = text.strip().split("\n\n")
    with open(os.path.join(inputs.folder, "array"), "w") as out:
        out.write(array + "\n")
    path = os.path.dirname(test.couplet) + ":" + os.environ["PATH"]
    got, told = test.cluster.run("env", "PATH=" + path, "sbatch", "--mem=400M", "array", cwd=inputs.folder)
    test.check(got == 0, "sbatch: " + told)
    test.await_end("the array without scripts")
    got, told = test.cluster.run("env", "PATH=" + path, "bash", "-c", merge, cwd=inputs.folder)
    test.check(comparable(read(inputs.folder, "results.csv")) == expected["csv"],
               "%s: %d %s" % (merge, got, told))


def check_misuse(test, folder):
    for words, text in ((("-n", "2"), "--files-from"), (("-f", "x"), "--tasks"),
                        (("-f", "x", "-n", "2"), "--folder"), (("--nonsense", "x"), "--nonsense"),
                        (("--retries=x",), "--retries x"), (("--resume", folder), "no folder of a run"),
                        (("-f", "x", "-n", "none", "-d", "y", "--couplet", test.couplet), "none: "),
                        (("-f", "x", "-n", "2", "-d", "y", "--couplet", "./none"), "./none: "),
                        (("-f", os.path.abspath(__file__), "-n2", "-d", "/etc", "--couplet", test.couplet), "/etc: ")):
        told = test.submit(2, *words, cwd=folder)
        test.check(text in told, "%s: %s" % (" ".join(words), told))
    test.check("Usage" in test.submit(0, "--help"), "--help")


def main():
    divided.environment()
    if os.geteuid() != 0:
        sys.exit("a Slurm of one's own starts as root only")
    with tempfile.TemporaryDirectory(prefix="couplet slurm ") as folder, Cluster(2) as cluster:
        test = Test(sys.argv[1], cluster, folder)
        inputs = Inputs(os.path.join(folder, "inputs"), FILES)
        check_killed(test, inputs, divided.whole(test, inputs))
        check_retries(test, folder)
        check_documented(test, folder)
        check_misuse(test, folder)
    return test.finish()


if __name__ == "__main__":
    sys.exit(main())
