# SPDX-License-Identifier: Apache-2.0
"""What very many small files cost, beside reading their bytes: deciding them, one part of many,
joining the parts; and what a million would take."""
import json
import os
import shutil

from measure import best

MILLION = 1000000


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

    def __init__(self, table, count):
        self.table, self.count, self.base = table, count, None

    def add(self, what, command, jobs=1):
        """The standard output of the command."""
        seconds, elapsed, memory, output = best(command, 1)
        self.base = self.base or seconds
        self.table.add("%d: %s" % (self.count, what), jobs, elapsed, seconds, self.count / elapsed,
                       seconds / self.base, seconds / jobs / self.count * MILLION / 60, memory)
        return output


def fill(bench, table, count):
    folder, files, report = bench.path("many"), bench.path("list"), bench.path("report.jsonl")
    names = write_automata(folder, count)
    with open(files, "w") as out:
        out.writelines(name + "\n" for name in names)
    rows = Rows(table, count)
    verify = [bench.couplet, "verify", "-q", "--report", "json", "--files-from", files]
    rows.add("only the bytes (cat)", ["xargs", "-a", files, "-d", "\\n", "cat"])
    rows.add("reading", [*verify, "--deciders", "", "--optimizers", ""])
    methods = [*verify, "--deciders", "graph", "--optimizers", "frontier"]
    for jobs in (1, 2):
        told = rows.add("graph and frontier", [*methods, "-j", str(jobs)], jobs)
    rows.add("without checks of evidence", [*methods, "--self-check=false"])
    store = bench.path("answers.db")
    for what in ("with a store, first", "all taken from the store"):
        rows.add(what, [*methods, "--store", store])
    with open(report, "w") as out:
        out.write(told)
    rows.add("joining", [bench.couplet, "merge", "-q", "--report", "csv", "--files-from", files, report])
    seconds, elapsed, _, _ = best([*methods, "--shard", "1/%d" % (count + 1)], 1)
    table.note("The store of %d files has %.0f MiB." % (count, os.path.getsize(store) / 2**20))
    os.remove(store)
    table.note("Which of %d files are in a part is known after %.2f s (%.2f s of the processor), once for "
               "each part. The report of all files has %.0f MiB."
               % (count, elapsed, seconds, os.path.getsize(report) / 2**20))
    shutil.rmtree(folder)


def run(bench):
    table = bench.table("clusters", "A million small files", (
        "files", "processes", "elapsed s", "processor s", "files/s", "processor/bytes", "a million, min", "MiB"))
    for count in bench.sizes["clusters"]:
        fill(bench, table, count)
    table.note("One run each. Bytes: the processor time of cat over the same files. A million: the "
               "processor time, in proportion to the files, where so many processors are free.")
