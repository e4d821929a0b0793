# SPDX-License-Identifier: Apache-2.0
"""How far from the least that each part could take: bytes read per second beside a
program that only looks for line ends, and what valgrind's cachegrind counts for each
transition: instructions, and cache misses beside those that the part's data in memory
alone would cause."""
import os
import re
import subprocess

from measure import best, program

# of the machines this is meant for: 48 KiB and 2 MiB for each processor
CACHES = ["--D1=49152,12,64", "--LL=2097152,16,64"]
LINE = 64
PARTS = {"reading": (None, ["--deciders", "", "--optimizers", ""]),
         "graph": ("reading", ["--deciders", "graph", "--optimizers", ""]),
         "frontier": ("reading", ["--deciders", "", "--optimizers", "frontier"]),
         "segment": ("reading", ["--deciders", "", "--optimizers", "segment"]),
         "weight": ("graph", ["--deciders", "graph", "--optimizers", "weight"])}


def count(bench, path, options):
    """Instructions, misses of the first cache and of the last one."""
    out = bench.path("cachegrind.out")
    subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=yes", *CACHES,
                    "--cachegrind-out-file=" + out, bench.couplet, "verify", "-q", "--report", "csv",
                    "--self-check=false", *options, path], capture_output=True)
    with open(out) as text:
        text = text.read()
    os.unlink(out)
    events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
    counts = dict(zip(events, map(int, re.search(r"^summary: (.*)$", text, re.M).group(1).split())))
    return counts["Ir"], counts["D1mr"] + counts["D1mw"], counts["DLmr"] + counts["DLmw"]


def reading(bench):
    table = bench.table("floor-reading", "The floor of reading: bytes per second, beside a program "
                        "that only counts lines", (
                            "automaton", "MiB", "read MiB/s", "wc -l MiB/s", "read/wc"))
    for kind in ("random", "chain"):
        size = bench.sizes["large"]
        path = bench.generate(kind, size)
        mib = os.path.getsize(path) / 2**20
        report = bench.verify(path, "--deciders", "", "--optimizers", "")[3]
        lines = best(["wc", "-l", path], bench.runs)[0]
        table.add("%s %d" % (kind, size), mib, mib / report["read_seconds"], mib / lines,
                  report["read_seconds"] / lines)
        os.unlink(path)


def run(bench):
    reading(bench)
    table = bench.table("floor", "The floor of each part: what cachegrind counts for one transition",
                        ("part and automaton", "instructions", "misses of 48 KiB", "misses of 2 MiB"))
    if program("valgrind") is None:
        table.note("Left out: valgrind is not installed.")
        return
    table.note("Each part without what it follows (reading, and of weight graph). A miss moves %d "
               "bytes." % LINE)
    size = bench.sizes["large"] // 10
    for kind in ("random", "chain", "svt"):
        length = size // 2 if kind == "svt" else size
        path = bench.generate(kind, length)
        with open(path) as text:
            transitions = text.read().count('"from"')
        counted = {name: count(bench, path, options) for name, (_, options) in PARTS.items()}
        for name, (before, _) in PARTS.items():
            less = counted[before] if before else (0, 0, 0)
            table.add("%s, %s %d" % (name, kind, length),
                      *((a - b) / transitions for a, b in zip(counted[name], less)))
        os.unlink(path)
