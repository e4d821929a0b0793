#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Couplet costs, each figure beside something else measured in the same run:
CPython, Graphviz, igraph, NetworkX, DiPAut, another method, another number of processes.
What is not installed is left out, and said so. Prints the tables; --output writes
them as results.csv and results.md, with curves as growth-*.svg; --docs puts them
into docs/performance.md.

Seconds are processor time, the least of several runs; memory is the peak of the
process."""
import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

import clusters
import floor
import growth
import hard
import loops
import orders
import peer
import reach
import small
import measure as measuring
from measure import Failed, Table, best, measure, program, write_csv

HERE = os.path.dirname(os.path.abspath(__file__))
JSON_LOAD = "import json, sys\nwith open(sys.argv[1]) as f: json.load(f)"
NETWORKX = """import sys, time, networkx
from random import Random
n = int(sys.argv[1]) // 2
rng = Random(1)
graph = networkx.DiGraph((q, min(n - 1, q + rng.randint(1, 100))) for q in range(1, n - 1) for _ in (0, 1))
start = time.process_time()
list(networkx.strongly_connected_components(graph))
print(time.process_time() - start, graph.number_of_edges())
"""
# DiPAut's times as its authors publish them, seconds of whole processes
PUBLISHED = {("m-range", 10): 0.61, ("m-range", 20): 3.5, ("m-range", 40): 36.0,
             ("m-range", 80): 506.0, ("k-min-max", 200): 0.64}
SVT = """mechanism svt(c = 3) {
  threshold x = public + lap(2/eps);
  repeat c {
    loop {
      q = private + lap(4*c/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}
"""


class Bench:
    def __init__(self, couplet, folder, sizes, runs, quick):
        self.couplet, self.folder, self.sizes, self.runs = couplet, folder, sizes, runs
        self.quick, self.tables = quick, []
        self.output = self.dipaut = self.peer_seconds = self.before = None

    def table(self, *arguments):
        self.tables.append(Table(*arguments))
        print("\n" + self.tables[-1].title, flush=True)
        return self.tables[-1]

    def path(self, name):
        return os.path.join(self.folder, name)

    def generate(self, kind, size):
        path = self.path("%s-%d.json" % (kind, size))
        with open(path, "w") as out:
            subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), kind, str(size)],
                           stdout=out, check=True)
        return path

    def verify(self, path, *options, runs=None, **limits):
        """Processor seconds, elapsed seconds, peak MiB and the report."""
        command = [self.couplet, "verify", "-q", "--report", "json", *options, path]
        seconds, elapsed, memory, text = best(command, runs or self.runs, **limits)
        return seconds, elapsed, memory, json.loads(text)


def stage(report, name):
    return next(s for s in report["stages"] if s["stage"] == name)


# ---- Reading ---------------------------------------------------------------------------------

def seconds_of(bench, tool, path, runs):
    """Processor seconds of a program of bench/ that reads path, None where it is not built."""
    tool = os.path.join(os.path.dirname(bench.couplet), tool)
    return best([tool, path], runs)[0] if os.path.exists(tool) else None


def ratio(seconds, other):
    return seconds / other if seconds and other else None


def reading(bench):
    table = bench.table("reading", "Reading JSON, beside simdjson's on-demand parser visiting every "
                        "string, and CPython's json.load, of the same file", (
                            "automaton", "MiB", "read s", "graph s", "frontier s", "all s", "simdjson s",
                            "all/simdjson", "json.load s", "all/json.load", "memory/file",
                            "memory/json.load", "all, of 1/10 the size", "simdjson, of it",
                            "reading bytes, of it", "cost"))
    table.note("all: the whole process of `couplet verify` with graph, frontier and a report that "
               "names the content's SHA-256. Wanted: at most 3 times simdjson; memory at most 0.5 of "
               "json.load's. Of 1/10 the size: how many times the seconds that a tenth of the size "
               "took. Reading bytes: a process that has the file in memory and adds up its bytes.")
    large, before = bench.sizes["large"], {}
    cases = [("random", large), ("chain", large), ("svt", large // 2)]
    if not bench.quick:
        cases.append(("random", 10 * large))
    for kind, size in cases:
        path = bench.generate(kind, size)
        runs = bench.runs + 2 if size <= large else 2
        simdjson = seconds_of(bench, "simdjson_strings", path, runs)
        floor_seconds = seconds_of(bench, "read_bytes", path, runs)
        python, python_memory = None, None
        if size <= large:  # it takes 7 times the file
            python, _, python_memory, _ = best([sys.executable, "-c", JSON_LOAD, path], bench.runs)
        seconds, _, memory, report = bench.verify(path, "--deciders", "graph", "--optimizers",
                                                  "frontier", runs=runs)
        before[kind, size] = seconds, simdjson, floor_seconds
        smaller = before.get((kind, size // 10), (None, None, None))
        mib = os.path.getsize(path) / 2**20
        table.add("%s %d" % (kind, size), mib, report["read_seconds"],
                  stage(report, "graph")["seconds"], stage(report, "frontier")["seconds"], seconds,
                  simdjson, ratio(seconds, simdjson), python, ratio(seconds, python), memory / mib,
                  ratio(memory, python_memory), *map(ratio, before[kind, size], smaller),
                  report["cost"] or report["verdict"])
        os.unlink(path)
    if table.rows[0][6] is None:
        table.note("Left out: simdjson was not there when bench/ was built.")


def dot(bench):
    table = bench.table("dot", "Reading DOT, beside Graphviz's gc on the same file", (
        "automaton", "MiB", "gc s", "verify s", "verify/gc", "convert s", "convert/gc"))
    if program("gc") is None:
        table.note("Left out: Graphviz's gc is not installed.")
        return
    table.note("verify: with graph; convert: to JSON. gc counts nodes and edges and does not free "
               "the graph.")
    for kind in ("random", "chain"):
        size = bench.sizes["large"] // 10
        source, path = bench.generate(kind, size), bench.path("automaton.dot")
        with open(path, "w") as out:
            subprocess.run([bench.couplet, "convert", "-q", "--to", "dot", source], stdout=out,
                           check=True)
        peer = best(["gc", path], bench.runs, statuses=(0, 1))[0]
        seconds = bench.verify(path, "--deciders", "graph", "--optimizers", "")[0]
        converted = best([bench.couplet, "convert", "-q", "--to", "json", path], bench.runs)[0]
        table.add("%s %d" % (kind, size), os.path.getsize(path) / 2**20, peer, seconds,
                  seconds / peer, converted, converted / peer)


# ---- Deciding ---------------------------------------------------------------------------------

def deciding(bench):
    table = bench.table("deciding", "Deciding by structure in memory, beside igraph's strongly "
                        "connected components", (
                            "graph", "transitions", "found", "graph s", "bytes/transition",
                            "igraph s", "igraph bytes/transition", "graph/igraph", "within 64 bytes"))
    tool = os.path.join(os.path.dirname(bench.couplet), "graph_bench")
    if not os.path.exists(tool):
        table.note("Left out: graph_bench is not built (cmake -DCOUPLET_BENCH=ON).")
        return
    table.note("Bytes: the peak beyond the automaton or graph. At most 64 may be taken.")
    text = measure([tool, str(bench.sizes["huge"]), str(bench.runs)], seconds=900, statuses=(0, 1))[3]
    for line in text.splitlines()[1:]:
        family, transitions, _, found, own, own_bytes, peer, peer_bytes, ratio, within = line.split(",")
        table.add(family, int(transitions), found, float(own), float(own_bytes),
                  *(float(v) if v else None for v in (peer, peer_bytes, ratio)), within)
    if not table.rows[0][5]:
        table.note("Left out: igraph was not there when graph_bench was built.")


def networkx(bench):
    table = bench.table("networkx", "Deciding, beside NetworkX's strongly connected components",
                        ("graph", "graph s", "networkx s", "graph/networkx"))
    size = bench.sizes["large"] // 10
    try:
        text = measure([sys.executable, "-c", NETWORKX, str(size)], statuses=(0,))[3]
    except Failed:
        table.note("Left out: NetworkX is not installed.")
        return
    report = bench.verify(bench.generate("random", size), "--deciders", "graph", "--optimizers", "")[3]
    own, peer = stage(report, "graph")["seconds"], float(text.split()[0])
    table.add("random %d" % size, own, peer, own / peer)


# ---- Frontier ------------------------------------------------------------------------------------

def frontier(bench):
    table = bench.table("frontier", "The exact cost, with and without pruning", (
        "automaton", "cost", "frontier s", "largest set", "vectors", "never: s", "never: largest set",
        "pruned/never"))
    table.note("`-` under never: not within %g s." % bench.sizes["seconds"])
    cases = [("svt", bench.sizes["large"]), ("random", bench.sizes["large"]),
             ("chain", bench.sizes["large"]), ("diamond", bench.sizes["large"] // 400)]
    cases += [("ladder", k) for k in bench.sizes["ladders"]]
    cases += [("alternating", bench.sizes["ladders"][-1]), ("rough", 20)]
    for kind, size in cases:
        path = bench.generate(kind, size)
        frontier_row(bench, table, "%s %d" % (kind, size), path)
        os.unlink(path)
    path = bench.path("svt.svt")
    with open(path, "w") as out:
        out.write(SVT)
    frontier_row(bench, table, "svt.svt, c = %d" % bench.sizes["large"], path,
                 "-D", "c=%d" % bench.sizes["large"])


def gaps(bench):
    table = bench.table("gaps", "Within a gap: rungs with numerators and denominators up to 1000", (
        "automaton", "gap", "frontier s", "largest set", "lower", "upper", "upper/lower - 1"))
    for size in bench.sizes["rough"]:
        path = bench.generate("rough", size)
        for gap in ("1/10", "1/100", "1/1000"):
            try:
                report = bench.verify(path, "--deciders", "", "--optimizers", "frontier", "-o",
                                      "frontier.gap=" + gap, runs=min(bench.runs, 2),
                                      seconds=bench.sizes["seconds"] + 20)[3]
            except Failed as failure:
                table.note("rough %d: %s" % (size, failure))
                continue
            one = stage(report, "frontier")
            lower, upper = (Fraction(one.get(end) or one["cost"]) for end in ("lower", "upper"))
            table.add("rough %d" % size, gap, one["seconds"], one["statistics"]["largest-set"],
                      float(lower), float(upper), float(upper / lower - 1))
        os.unlink(path)


def frontier_row(bench, table, name, path, *options):
    figures = []
    for prune in ("auto", "never"):
        try:
            report = bench.verify(path, "--deciders", "", "--optimizers", "frontier", "-o",
                                  "frontier.prune=" + prune, *options, runs=min(bench.runs, 2),
                                  seconds=bench.sizes["seconds"] + 20 * (prune == "auto"))[3]
            one = stage(report, "frontier")
            figures.append((one["cost"], one["seconds"], one.get("statistics", {})))
        except Failed:
            figures.append((None, None, {}))
    (cost, seconds, pruned), (_, other, never) = figures
    table.add(name, cost, seconds, pruned.get("largest-set"), pruned.get("vectors"), other,
              never.get("largest-set"), seconds / other if seconds and other else None)


# ---- Peers ------------------------------------------------------------------------------------------

def programs(bench):
    table = bench.table("programs", "The exact cost, beside the linear programs (glpk, method lp)", (
        "automaton", "frontier s", "lp s", "lp/frontier", "frontier cost", "lp cost"))
    for kind, sizes in (("ladder", (4, 8, 12)), ("diamond", (4, 8, 12))):
        for size in sizes[:2] if bench.quick else sizes:
            path = bench.generate(kind, size)
            try:
                report = bench.verify(path, "--deciders", "", "--optimizers", "frontier,glpk", "-o",
                                      "glpk.program-limit=1000000000", seconds=120, runs=1)[3]
            except Failed as failure:
                table.note("%s %d: %s" % (kind, size, failure))
                continue
            own, peer = stage(report, "frontier"), stage(report, "glpk")
            table.add("%s %d" % (kind, size), own["seconds"], peer["seconds"],
                      peer["seconds"] / own["seconds"], own["cost"], peer["cost"])


def thresholds(bench):
    table = bench.table("thresholds", "Many thresholds, beside the figures that DiPAut's authors "
                        "publish", ("automaton", "thresholds", "verify s", "MiB", "verdict", "cost",
                                    "DiPAut s (published)", "verify/published"))
    table.note("Published: whole processes on the authors' machine, not measured here.")
    sizes = [("m-range", m) for m in (1, 2, 5, 10, 20, 40, 80)]
    sizes += [("k-min-max", k) for k in (3, 10, 50, 100, 200)]
    for kind, size in sizes:
        count = 2 * size if kind == "m-range" else 2
        published = PUBLISHED.get((kind, size))
        try:
            seconds, _, memory, report = bench.verify(
                bench.generate(kind, size), "--deciders", "", "--optimizers", "frontier",
                seconds=bench.sizes["seconds"] * 2, runs=1)
        except Failed as failure:
            table.add("%s %d" % (kind, size), count, None, None, str(failure), None, published, None)
            continue
        table.add("%s %d" % (kind, size), count, seconds, memory, report["verdict"], report["cost"],
                  published, seconds / published if published else None)


# ---- Many files and small ones ----------------------------------------------------------------------

def many_files(bench):
    table = bench.table("files", "Many small automata, on one process and on several", (
        "files", "processes", "elapsed s", "processor s", "files/s", "throughput/one", "MiB"))
    folder, count = bench.path("many"), bench.sizes["files"]
    os.mkdir(folder)
    clusters.write_automata(folder, count)
    one = None
    for jobs in (1, 2, 4):
        if jobs > 1 and jobs > 2 * (os.cpu_count() or 1):
            continue
        seconds, elapsed, memory, text = best([bench.couplet, "verify", "-q", "-j", str(jobs),
                                               "--report", "json", folder], bench.runs + 2)
        assert text.count("\n") == count
        one = one or (elapsed, seconds)
        table.add(count, jobs, elapsed, seconds, count / elapsed, one[0] / elapsed, memory)
    table.note("MiB: of the process that takes most. Processor time tells what two free cores could "
               "give: %.2f times."
               % (2 * one[1] / table.rows[1][3]))
    shutil.rmtree(folder)


# ---- All of it ------------------------------------------------------------------------------------------

def machine(couplet):
    """What the figures were measured with."""
    version = subprocess.run([couplet, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    commit = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty"],
                            capture_output=True, text=True).stdout.strip() or "unknown"
    model = ""
    with open("/proc/cpuinfo") as text:
        found = re.search(r"model name\s*: (.*)", text.read())
        model = found.group(1) if found else platform.machine()
    libraries = []
    for name in ("glib-2.0", "gmp", "z3", "glpk", "libcgraph", "igraph"):
        got = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True)
        if got.returncode == 0:
            libraries.append("%s %s" % (name, got.stdout.strip()))
    return ["%s, commit %s" % (version, commit),
            "%s, %d processors; Linux %s; CPython %s" % (model, os.cpu_count(),
                                                         platform.release().split("-")[0],
                                                         platform.python_version()),
            ", ".join(libraries)]


SECTIONS = {"reading": reading, "dot": dot, "floor": floor.run, "deciding": deciding,
            "networkx": networkx, "frontier": frontier, "gaps": gaps, "programs": programs,
            "thresholds": thresholds, "peer": peer.run, "files": many_files,
            "clusters": clusters.run, "small": small.run, "reach": reach.run, "hard": hard.run,
            "loops": loops.run, "orders": orders.run, "growth": growth.run}
FULL = {"large": 1000000, "huge": 10000000, "files": 10000, "counted": 300, "kept": 500, "starts": 100,
        "clusters": (20000, 100000),
        "ladders": (10, 20, 30, 40), "rough": (20, 40, 60), "seconds": 20, "reach": 10, "growth": 2,
        "m_range_examples": (5, 10, 20, 30, 40), "k_min_max_examples": (10, 50, 100, 150, 200),
        "peer": 600}
QUICK = {"large": 50000, "huge": 200000, "files": 1000, "counted": 50, "kept": 50, "starts": 20,
         "clusters": (2000,), "ladders": (8, 16),
         "rough": (20,), "seconds": 5, "reach": 1, "growth": 0.3,
         "m_range_examples": (5, 10), "k_min_max_examples": (10, 50), "peer": 60}


def put_into_docs(folder, output, text):
    path = os.path.join(folder, "performance.md")
    with open(path) as old:
        before, _, rest = old.read().partition("<!-- results -->\n")
        _, _, after = rest.partition("<!-- end of results -->\n")
    with open(path, "w") as new:
        new.write("%s<!-- results -->\n%s<!-- end of results -->\n%s" % (before, text, after))
    for name in os.listdir(output):
        if name.endswith(".svg"):
            shutil.copy(os.path.join(output, name), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("couplet")
    parser.add_argument("--quick", action="store_true", help="small sizes, one run")
    parser.add_argument("--only", help="sections, comma-separated: " + ", ".join(SECTIONS))
    parser.add_argument("--runs", type=int)
    parser.add_argument("--output", metavar="DIR", help="write results.csv, results.md, growth-*.svg")
    parser.add_argument("--docs", metavar="DIR", help="put the tables into DIR/performance.md")
    parser.add_argument("--dipaut", metavar="DIR", help="a checkout of DiPAut, to run beside Couplet")
    parser.add_argument("--before", metavar="COUPLET", help="an earlier program, for what small automata cost")
    parser.add_argument("--peer-seconds", type=float, metavar="S",
                        help="what DiPAut may take for one automaton")
    a = parser.parse_args()
    chosen = a.only.split(",") if a.only else list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        parser.error("--only: no section is called %s; choose from %s" % (unknown[0], ", ".join(SECTIONS)))
    couplet, about = os.path.abspath(a.couplet), machine(a.couplet)
    helper = os.path.join(os.path.dirname(couplet), "run_measured")
    if os.path.exists(helper):
        measuring.helper = helper
    else:
        print("Memory is at least this interpreter's: run_measured is not built.")
    print("\n".join(about))
    with tempfile.TemporaryDirectory() as folder:
        output = a.output or folder
        os.makedirs(output, exist_ok=True)
        bench = Bench(couplet, folder, QUICK if a.quick else FULL, a.runs or (1 if a.quick else 3),
                      a.quick)
        bench.output, bench.peer_seconds = output, a.peer_seconds
        bench.before = os.path.abspath(a.before) if a.before else None
        bench.dipaut = os.path.abspath(a.dipaut) if a.dipaut else None
        for name in chosen:
            SECTIONS[name](bench)
        text = "\n".join(["%s." % ".  \n".join(about), ""] + [t.markdown() for t in bench.tables])
        write_csv(os.path.join(output, "results.csv"),
                  [about_table(about), *bench.tables])
        with open(os.path.join(output, "results.md"), "w") as out:
            out.write(text)
        if a.docs:
            put_into_docs(a.docs, output, text)


def about_table(about):
    table = Table("machine", "", ("what", "value"))
    table.rows = list(zip(("program", "machine", "libraries"), about))
    return table


if __name__ == "__main__":
    main()
