# SPDX-License-Identifier: Apache-2.0
"""What very many small files cost, beside reading their bytes: deciding them, keeping the answers in
a store, taking them from there, one task of several, joining; and what a million would take."""
import json
import os
import shutil

from measure import best

TASKS = 20
MILLION = 1000000
HOUR = 3600


def write_automata(folder, count):
    """The Sparse Vector Technique with 1 to 60 answers, with a name each: no two files are equal."""
    names = []
    for i in range(count):
        c = 1 + i % 60
        states = [{"name": "q0", "input": "public", "d": "1/2"}]
        states += [{"name": "q%d" % (j + 1), "d": "1/%d" % (4 * c)} for j in range(c + 1)]
        moves = [{"from": "q0", "to": "q1", "output": "start", "assign": "x"}]
        for j in range(1, c + 1):
            moves.append({"from": "q%d" % j, "to": "q%d" % j, "guard": "insample < x", "output": "bot"})
            moves.append({"from": "q%d" % j, "to": "q%d" % (j + 1), "guard": "insample >= x",
                          "output": "top"})
        names.append(os.path.join(folder, "%03d" % (i // 1000), "%06d.json" % i))
        os.makedirs(os.path.dirname(names[-1]), exist_ok=True)
        with open(names[-1], "w") as out:
            json.dump({"couplet": 1, "name": "svt %d" % i, "initial": "q0", "states": states,
                       "transitions": moves}, out)
    return names


class Rows:
    """The rows for one number of files; the first is what the others are compared with."""

    def __init__(self, bench, table, count):
        self.bench, self.table, self.count, self.base = bench, table, count, None

    def add(self, what, command, jobs=1, share=1):
        """share: 1 / the part of the files that the command takes."""
        seconds, elapsed, memory, _ = best(command, 1)
        each = elapsed * share / self.count
        self.base = self.base or seconds
        self.table.add("%d: %s" % (self.count, what), jobs, elapsed, seconds, 1 / each,
                       seconds * share / self.base, each * MILLION / HOUR, memory)


def fill(bench, table, count):
    folder, stores = bench.path("files"), bench.path("stores")
    names, files = write_automata(folder, count), bench.path("list")
    os.mkdir(stores)
    with open(files, "w") as out:
        out.writelines(name + "\n" for name in names)
    rows = Rows(bench, table, count)
    verify = [bench.couplet, "verify", "-q", "--report", "csv", "--files-from", files]
    store = os.path.join(stores, "%d.db")
    rows.add("only the bytes (cat)", ["xargs", "-a", files, "-d", "\\n", "cat"])
    rows.add("reading", [*verify, "--deciders", "", "--optimizers", ""])
    methods = [*verify, "--deciders", "graph", "--optimizers", "frontier"]
    for jobs in (1, 2):
        rows.add("graph and frontier", [*methods, "-j", str(jobs)], jobs)
    for jobs in (1, 2):
        rows.add("with a store", [*methods, "-j", str(jobs), "--store", store % jobs], jobs)
    rows.add("again, from the store", [*methods, "--store", store % 1])
    task = [*methods, "--shard", "1/%d" % TASKS, "--store", store % 0]
    rows.add("one task of %d" % TASKS, task, share=TASKS)
    rows.add("joining", [bench.couplet, "merge", "--report", "csv", store % 1])
    size = os.path.getsize(store % 1)
    table.note("The store of %d files has %.0f MiB, %.1f KiB a file."
               % (count, size / 2**20, size / 2**10 / count))
    shutil.rmtree(folder)
    shutil.rmtree(stores)


def run(bench):
    table = bench.table("clusters", "A million small files: deciding them and keeping the answers", (
        "files", "processes", "elapsed s", "processor s", "files/s", "processor/bytes", "a million h", "MiB"))
    for count in bench.sizes["clusters"]:
        fill(bench, table, count)
    table.note("One run each. Bytes: the processor time of cat over the same files. A million: in "
               "proportion to the files.")
