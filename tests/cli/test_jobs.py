#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files on several processes: the same answers in the same order, whatever
happens to a process; and what a start loads.

usage: test_jobs.py COUPLET SOURCE FAKES"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import Checks, without_times


def lines(output):
    return [json.loads(line) for line in output.splitlines()]


def check_same_output(checks, source):
    """Every report says the same, with broken files among the others."""
    folders = [os.path.join(source, "examples", "automata"), os.path.join(source, "tests", "cli", "inputs")]
    quick = ["--deciders", "graph", "--optimizers", "frontier,segment,weight"]
    cases = [["verify", "-v", "--report", r] for r in ("json", "csv", "table")]
    cases += [["compare", *quick, "--report", "json", "-o", "json.summary=true"],
              ["compare", *quick, "--report", "table"],
              ["verify", "--evidence", "--report", "json"]]
    for case in cases:
        expected = checks.run(*case, *folders)
        for jobs in ("1", "2", "4"):
            status, output, error = checks.run(*case, "-j", jobs, *folders)
            what = "%s -j %s" % (" ".join(case), jobs)
            checks.check(status == expected[0], what + ": status %d" % status)
            checks.check(without_times(output) == without_times(expected[1]), what + ": output")
            checks.check(without_times(error) == without_times(expected[2]), what + ": messages")


def check_order(checks, source):
    """Slow files first and between, more files than are given out at once."""
    with open(os.path.join(source, "examples", "automata", "six-less.json")) as text:
        small = text.read()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(300):
            with open(os.path.join(folder, "%03d.json" % i), "w") as out:
                out.write(small if i % 50 else chain(20000))
        for jobs in ("2", "5", "0", "auto", "1000"):
            status, output, _ = checks.run("verify", "--jobs", jobs, "--report", "json", folder)
            names = [os.path.basename(line["file"]) for line in lines(output)]
            checks.check(status == 0 and names == ["%03d.json" % i for i in range(300)],
                         "order kept with --jobs %s" % jobs)


def chain(n):
    states = [{"name": "q%d" % i, "d": "1/4"} for i in range(n)]
    moves = [{"from": "q0", "to": "q1", "output": "start", "assign": "x"}]
    moves += [{"from": "q%d" % i, "to": "q%d" % (i + 1), "guard": "insample < x", "output": "bot"}
              for i in range(1, n - 1)]
    return json.dumps({"couplet": 1, "initial": "q0", "states": states, "transitions": moves})


def check_failures(checks, source, fakes):
    """A stage that ends its process, or does not heed its limit, costs itself only."""
    folder = os.path.join(source, "examples", "automata")
    _, output, _ = checks.run("verify", "--deciders", "graph", "--optimizers", "frontier",
                              "--report", "json", folder)
    expected = [(line["file"], line["verdict"], line["cost"]) for line in lines(output)]
    for fake, options, words in (
            ("aborts", ["-o", "aborts.isolate=false"], "its process was ended by signal 6"),
            ("spins", ["-o", "spins.isolate=false", "-o", "spins.time-limit-ms=100"],
             "overran the time limit of 0.1 s")):
        files = folder if fake == "aborts" else os.path.join(folder, "svt-star.json")
        status, output, error = checks.run(
            "verify", "-j", "2", "--plugin-path", os.path.join(fakes, fake), "--deciders", "graph",
            "-o", fake + ".isolate=false", "--optimizers", "frontier," + fake, *options,
            "--report", "json", files,
            os.path.join(folder, "six-less.json"))
        got = [(line["file"], line["verdict"], line["cost"]) for line in lines(output)]
        wanted = expected if fake == "aborts" else [e for e in expected if e[0] == files]
        wanted = wanted + [e for e in expected if e[0].endswith("six-less.json")]
        checks.check(status == 6 and got == wanted, "%s loses nothing: %d %s" % (fake, status, got))
        checks.check(all(words in line["stages"][-1]["reason"] and line["stages"][-1]["failed"]
                         for line in lines(output)), "%s is told: %s" % (fake, output))
        checks.check(error.count("stage '%s' failed" % fake) == len(got), fake + ": " + error)


def check_standard_input(checks, source, fakes):
    name = os.path.join(source, "examples", "automata", "six-less.json")
    with open(name, "rb") as text:
        content = text.read()
    for options in ([], ["--evidence"]):
        status, output, _ = checks.run("verify", "-j", "2", *options, "--report", "json", name, "-",
                                       name, input=content)
        got = lines(output)
        checks.check(status == 0 and [line["file"] for line in got] == [name, "-", name] and
                     got[1]["cost"] == got[0]["cost"], "- among files: " + output)
    status, output, _ = checks.run("verify", "-j", "2", "--plugin-path",
                                   os.path.join(fakes, "aborts"), "--optimizers", "aborts",
                                   "-o", "aborts.isolate=false", "--report", "json", "-", name,
                                   input=content)
    got = lines(output)
    checks.check(status == 6 and len(got) == 2 and got[0]["verdict"] == "error" and
                 "it could not be verified: the process was ended by signal 6" in
                 got[0]["diagnostics"][0]["message"] and got[1]["verdict"] == "private",
                 "- cannot be read twice: " + output)


def children(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as text:
        return [int(word) for word in text.read().split()]


def start_waiting(checks, source, fakes, n):
    """The program with two processes in which a stage waits, and those processes."""
    name = os.path.join(source, "examples", "automata", "six-less.json")
    command = [checks.couplet, "verify", "-j", "2", "--report", "json", "--plugin-path",
               os.path.join(fakes, "waits"), "--optimizers", "waits", "-o",
               "waits.isolate=false", *[name] * n]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while len(children(process.pid)) < 2:
        time.sleep(0.01)
    time.sleep(1)
    return process, children(process.pid)


def check_interrupt(checks, source, fakes):
    process, workers = start_waiting(checks, source, fakes, 8)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=60)
    got = lines(output.decode())
    rest = "interrupted: %d of 8 files were not reached" % (8 - len(got))
    checks.check(rest in error.decode(), "the rest is told: %s" % error)
    checks.check(process.returncode == 11 and 1 <= len(got) <= 2 and
                 all(line["verdict"] == "private" and line["stages"][-1]["reason"] == "cancelled"
                     for line in got), "interrupted: %d %s" % (process.returncode, output))
    checks.check(not any(os.path.exists("/proc/%d" % w) for w in workers), "no process is left")


def check_killed_workers(checks, source, fakes):
    """Processes killed from outside twice cost the stage; killing the program ends all."""
    process, workers = start_waiting(checks, source, fakes, 3)
    for _ in range(2):
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    got = lines(output.decode())
    checks.check(process.returncode == 6 and len(got) >= 2 and
                 all("was ended by signal 9" in line["stages"][-1]["reason"] and
                     line["verdict"] == "private" for line in got[:2]), "killed: %s" % output)
    process, workers = start_waiting(checks, source, fakes, 8)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 20
    while any(os.path.exists("/proc/%d" % w) for w in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    checks.check(not any(os.path.exists("/proc/%d" % w) and
                         open("/proc/%d/stat" % w).read().split()[2] != "Z" for w in workers),
                 "workers end with the program")


def read_folder(folder):
    contents = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as text:
            contents[name] = text.read()
    return contents


def check_dumps(checks, source):
    """The same names and contents for any number of processes, also where inputs of two
    folders are called alike."""
    names = ["six-less.json", "svt-star.json", "branch-to-two-loops.json"]
    with tempfile.TemporaryDirectory() as folder:
        for name, other in zip(names, names[1:] + names[:1]):
            for below, original in (("one", name), ("two", other)):
                os.makedirs(os.path.join(folder, below), exist_ok=True)
                shutil.copy(os.path.join(source, "examples", "automata", original),
                            os.path.join(folder, below, name))
        dumps = {}
        for jobs in ("1", "2", "5"):
            dumps[jobs] = os.path.join(folder, "dumps" + jobs)
            checks.run("verify", "-j", jobs, "--deciders", "z3", "--optimizers", "glpk", "--dump",
                       dumps[jobs], os.path.join(folder, "one"), os.path.join(folder, "two"))
        expected = read_folder(dumps["1"])
        checks.check(len([n for n in expected if n.startswith("six-less.json.z3.")]) == 2,
                     "inputs of one name: %s" % sorted(expected))
        for jobs in ("2", "5"):
            checks.check(read_folder(dumps[jobs]) == expected, "dumps with -j %s" % jobs)


def check_parameters(checks):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, "%d.svt" % i) for i in range(4)]
        for path in paths:
            with open(path, "w") as out:
                out.write("mechanism m(c = 2) { threshold x = public + lap(2/eps);\n"
                          "  repeat c { loop { q = private + lap(4*c/eps);\n"
                          "    if q >= x { output top; break; } else { output bot; } } } }\n")
        status, output, error = checks.run("verify", "-j", "2", "-D", "c=3", "--report", "json", *paths)
        checks.check(status == 0 and len(lines(output)) == 4, "-D reaches all processes: " + error)
        checks.says(2, "-D k: no file has a parameter of that name", "verify", "-j", "2", "-D",
                    "k=3", *paths)


def check_sampling(checks, source):
    """What is said of a file does not depend on the process that read it."""
    names = [os.path.join(source, "examples", "mechanisms", name + ".svt")
             for name in ("two-sided", "ordered-range", "six-less")]
    for jobs in ("1", "2"):
        _, output, _ = checks.run("verify", "-q", "-j", jobs, "--report", "json", *names)
        said = [json.loads(line).get("sampling") for line in output.splitlines()]
        checks.check(said == ["independent", "shared", None], "-j %s: sampling %s" % (jobs, said))


def check_usage(checks, source):
    name = os.path.join(source, "examples", "automata", "six-less.json")
    for jobs in ("x", "-1", "1.5", "", "1025", "99999999999999999999"):
        checks.says(2, "--jobs %s: expected a number from 0 to 1024, or auto" % jobs, "verify",
                    "--jobs", jobs, name)
    with open("/dev/full", "wb") as full:
        result = subprocess.run([checks.couplet, "verify", "-j", "2", name, name], stdout=full,
                                stderr=subprocess.PIPE)
    checks.check(result.returncode == 6 and b"could not be written" in result.stderr, "a full disk")


def loaded_by(checks, *words):
    """The shared objects that the loader begins for couplet with words, by their names."""
    _, _, trace = checks.run(*words, env=dict(os.environ, LD_DEBUG="files"))
    return {os.path.basename(path) for path in re.findall(r"calling init: (\S+)", trace)}


def check_loading(checks, source):
    """Only what a check needs is loaded."""
    name = os.path.join(source, "examples", "automata", "six-less.json")
    for report in ("table", "json"):
        loaded = loaded_by(checks, "verify", "--report", report, name)
        checks.check("basic.so" in loaded, "the trace: %s" % loaded)
        heavy = [f for f in loaded if re.match(
            r"lib(z3|glpk|cgraph|sqlite3|seccomp)|(decider-z3|optimizer-glpk|frontend-dot|store|sandbox)", f)]
        checks.check(not heavy, "not loaded for a JSON file: %s" % heavy)
    loaded = loaded_by(checks, "--help")
    checks.check("libcouplet.so.1" in loaded and not any(re.match("basic|decider|optimizer|frontend|report", f) for f in loaded),
                 "loaded for --help: %s" % loaded)


def main():
    checks, source, fakes = Checks(os.path.abspath(sys.argv[1])), sys.argv[2], sys.argv[3]
    check_same_output(checks, source)
    check_order(checks, source)
    check_failures(checks, source, fakes)
    check_standard_input(checks, source, fakes)
    check_interrupt(checks, source, fakes)
    check_killed_workers(checks, source, fakes)
    check_dumps(checks, source)
    check_parameters(checks)
    check_sampling(checks, source)
    check_usage(checks, source)
    check_loading(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
