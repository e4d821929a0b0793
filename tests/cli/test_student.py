#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a student does with an installed Couplet and no sources: an experiment in one file, a solver swapped by a second
one, an own optimizer and two own front ends, exact and approximate costs side by side, and all of it once more.

usage: test_student.py COUPLET BUILD CMAKE"""
import csv
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

from checks import Checks  # noqa: E402

EXPERIMENT = """[pipeline]
inputs = inputs
plugin-path = plugins
deciders = graph
optimizers = frontier, fixed, mine
report = json
output = run.json

[stage fixed]
plugin = segment
strategy = fixed

[stage mine]
plugin = still
"""
SWAP = """[pipeline]
optimizers = frontier, adaptive
output = swapped.json

[stage adaptive]
plugin = segment
strategy = adaptive
"""
READERS = """[frontend counts]
command = python3 counts.py
endings = .counts
"""
COUNTS = '''import json, sys
name, count = open(sys.argv[1]).read().split()
names = ["start"] + ["q%d" % i for i in range(int(count))] + ["end"]
states = [{"name": n, "d": "1/" + count} for n in names[:-1]] + [{"name": "end"}]
steps = [{"from": a, "to": b, "output": "insample"} for a, b in zip(names, names[1:])]
steps[0].update(output="begin", assign="x")
states[0]["input"] = "public"
print(json.dumps({"name": name, "line": 1, "automaton": {
    "couplet": 1, "name": name, "initial": "start", "thresholds": ["x"], "states": states, "transitions": steps}}))
'''


class Student:
    def __init__(self, checks, folder, prefix, examples):
        self.checks, self.folder, self.examples = checks, folder, examples
        self.couplet = os.path.join(prefix, "bin", "couplet")
        config = glob.glob(os.path.join(prefix, "**", "couplet.pc"), recursive=True)
        self.environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(config[0]))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as out:
            out.write(content)

    def run(self, status, *words, cwd=None):
        done = subprocess.run([self.couplet, *words], cwd=cwd or self.folder, capture_output=True, text=True)
        self.checks.check(done.returncode == status, "%s: %d, not %d: %s%s" % (
            " ".join(words), done.returncode, status, done.stdout[-300:], done.stderr))
        return done.stdout

    def report(self, name):
        with open(self.path(name)) as lines:
            return {os.path.basename(o["file"]): {s["stage"]: s for s in o["stages"]} for o in map(json.loads, lines)}

    def set_up(self):
        os.makedirs(self.path("elsewhere"))
        shutil.copytree(os.path.join(self.examples, "plugin"), self.path("source"))
        subprocess.run(["make", "-s"], cwd=self.path("source"), env=self.environment, check=True)
        os.makedirs(self.path("plugins"))
        for name in "optimizer-still.so", "frontend-lines.so":
            shutil.copy(self.path("source", name), self.path("plugins"))
        os.makedirs(self.path("inputs"))
        for name in "numeric-sparse.dot", "lyu-algorithm-1-c1.json":
            shutil.copy(os.path.join(self.examples, "automata", name), self.path("inputs"))
        shutil.copy(self.path("source", "svt.lines"), self.path("inputs"))
        self.write("e.conf", EXPERIMENT)
        self.write("swap.conf", SWAP)
        self.write("readers.conf", READERS)
        self.write("counts.py", COUNTS)
        self.write("inputs/three.counts", "three 3\n")

    def swap_solvers(self):
        self.run(0, "verify", "-c", "../e.conf", "-c", "../readers.conf", cwd=self.path("elsewhere"))
        first = self.report("run.json")
        self.checks.check(sorted(first) == ["lyu-algorithm-1-c1.json", "numeric-sparse.dot", "svt.lines", "three.counts"] and
                          all(set(s) == {"graph", "frontier", "fixed", "mine"} for s in first.values()), "the run: %s" % first)
        self.run(0, "verify", "-c", "../e.conf", "-c", "../readers.conf", "-c", "../swap.conf", cwd=self.path("elsewhere"))
        second = self.report("swapped.json")
        for name, stages in second.items():
            self.checks.check(set(stages) == {"graph", "frontier", "adaptive"} and
                              stages["frontier"]["cost"] == first[name]["frontier"]["cost"], "swapped: %s" % stages)

    def compare(self):
        words = ["compare", "-c", "e.conf", "-c", "readers.conf", "--output", "-"]
        table = self.run(0, *words, "--report", "table")
        self.checks.check(all(word in table for word in ("frontier", "fixed", "mine", "4 files", "loose")), table)
        rows = list(csv.DictReader(self.run(0, *words, "--report", "csv").splitlines()))
        self.checks.check({row["stage"] for row in rows} >= {"frontier", "fixed", "mine"}, "csv: %s" % rows[:2])
        line = self.run(0, *words, "--report", "json", "-o", "json.summary=true", "--sort", "ratio").splitlines()[-1]
        methods = {m["stage"]: m for m in json.loads(line)["summary"]["methods"]}
        self.checks.check(methods["frontier"]["loose"] == 0 and methods["fixed"]["worst_file"], "summary: %s" % methods)
        self.checks.check("\\begin{tabular}" in self.run(0, *words, "--report", "latex"), "LaTeX")

    def repeat(self):
        for name in "e.conf", "readers.conf", "swap.conf":
            os.remove(self.path(name))
        self.checks.check(self.run(0, "rerun", "../run.json", cwd=self.path("elsewhere")) == "", "nothing differs")
        self.write("inputs/three.counts", "three 2\n")
        said = self.run(1, "rerun", "../run.json", cwd=self.path("elsewhere"))
        self.checks.check("three.counts" in said and "numeric-sparse" not in said, "what differs: " + said)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "prefix")
        subprocess.run([sys.argv[3], "--install", sys.argv[2], "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        student = Student(checks, os.path.join(folder, "work"), prefix, os.path.join(prefix, "share", "couplet", "examples"))
        student.set_up()
        student.swap_solvers()
        student.compare()
        student.repeat()
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
