#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What large automata cost, beside what CPython's json.load needs to read the
same file: seconds of processor time, and peak memory, of whole processes.

usage: bench.py COUPLET [--size TRANSITIONS] [--runs N]"""
import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
JSON_LOAD = "import json, sys\nwith open(sys.argv[1]) as f: json.load(f)"


def measure(command):
    """Processor seconds, peak memory in MiB and standard output of a child."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        os.close(read)
        os.execvp(command[0], command)
    os.close(write)
    with os.fdopen(read) as out:
        text = out.read()
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 10, 11):
        sys.exit("%s ended with status %d" % (" ".join(command), status))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def repeat(command, runs):
    results = [measure(command) for _ in range(runs)]
    return (statistics.median(r[0] for r in results), max(r[1] for r in results), results[-1][2])


def generate(folder, kind, size):
    path = os.path.join(folder, "%s-%d.json" % (kind, size))
    with open(path, "w") as out:
        subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), kind, str(size)],
                       stdout=out, check=True)
    return path


def row(*cells):
    print("%-18s %9s %9s %9s %9s %9s %9s %9s %8s %10s" % cells)


def bench(couplet, folder, kind, size, runs):
    path = generate(folder, kind, size)
    python, python_memory, _ = repeat([sys.executable, "-c", JSON_LOAD, path], runs)
    seconds, memory, text = repeat([couplet, "verify", "-q", "--report", "json", "--deciders",
                                    "graph", "--optimizers", "frontier", path], runs)
    report = json.loads(text)
    stages = {s["stage"]: s["seconds"] for s in report["stages"]}
    row("%s %d" % (kind, size), "%.1f" % (os.path.getsize(path) / 2**20),
        "%.2f" % report["read_seconds"], "%.2f" % stages["graph"], "%.2f" % stages["frontier"],
        "%.2f" % seconds, "%.2f" % python, "%.2f" % (seconds / python),
        "%.2f" % (memory / python_memory), report["cost"] or report["verdict"])
    os.unlink(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("couplet")
    parser.add_argument("--size", type=int, default=1000000)
    parser.add_argument("--runs", type=int, default=3)
    a = parser.parse_args()
    couplet = os.path.abspath(a.couplet)
    version = subprocess.run([couplet, "--version"], capture_output=True, text=True).stdout.strip()
    print("%s; CPython %s; %s, %d cores" % (version, platform.python_version(), platform.machine(),
                                            os.cpu_count()))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    row("automaton", "MiB", "read s", "graph s", "front. s", "all s", "json s", "all/json",
        "memory", "cost")
    with tempfile.TemporaryDirectory() as folder:
        bench(couplet, folder, "random", a.size, a.runs)
        bench(couplet, folder, "chain", a.size, a.runs)
        bench(couplet, folder, "svt", a.size // 10, a.runs)
    print("all/json and memory: whole process of couplet, divided by that of json.load alone")


if __name__ == "__main__":
    main()
