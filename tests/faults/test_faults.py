#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every call of the system that a small run makes fails once, and other faults of the system
happen at each: no wrong verdict, nothing left.

    test_faults.py COUPLET FAULTS.so EXAMPLES [--every]

For each scenario and each call (reading, writing, forking, mapping, loading, allocating ...) the
n-th one fails, for n from 1 until the run makes fewer. After each: the right answer or a clear
error, no file left that is not the user's and none that is cut off, no process left, no waiting.
In the same way a signal comes at each call, the file that is read shrinks or grows, the clocks
jump, the disk is full from the n-th call on. Whatever is written to standard output is also
written to a device that is full. Of allocations and of calls at which signals come, the first
twenty and then some are taken; --every takes each.
"""

import argparse
import ctypes
import errno
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

CALLS = {
    "read": errno.EIO, "pread": errno.EIO, "write": errno.ENOSPC, "open": errno.EMFILE,
    "fork": errno.EAGAIN, "pipe": errno.EMFILE, "pipe2": errno.EMFILE,
    "memfd_create": errno.EMFILE, "ftruncate": errno.ENOSPC, "rename": errno.EACCES,
    "pread64": errno.EIO, "pwrite": errno.ENOSPC, "pwrite64": errno.ENOSPC, "ftruncate64": errno.ENOSPC,
    "fdatasync": errno.EIO, "unlink": errno.EACCES, "fsync": errno.EIO, "fflush": errno.ENOSPC, "fwrite": errno.ENOSPC, "fputs": errno.ENOSPC,
    "waitid": errno.ECHILD, "lstat": errno.EACCES, "access": errno.EACCES, "linkat": errno.EMLINK, "fchmod": errno.EPERM,
    "fchown": errno.EPERM, "lseek": errno.ESPIPE, "dup2": errno.EBADF, "realpath": errno.ENOENT, "opendir": errno.EACCES,
    "fopen": errno.EMFILE, "socketpair": errno.EMFILE, "send": errno.EPIPE, "setrlimit": errno.EPERM,
    "madvise": errno.EINVAL, "puts": errno.ENOSPC,
    "stat": errno.EACCES, "fstat": errno.EIO, "poll": errno.EINVAL, "waitpid": errno.ECHILD,
    "dlopen": errno.ENOENT, "mmap": errno.ENOMEM, "malloc": errno.ENOMEM,
}


class Fault(NamedTuple):
    """What happens at the n-th call of a function, and every how many calls after the first 20."""
    call: str
    what: str
    stride: int = 1


FAULTS = [
    *(Fault(call, str(number), 37 if call == "malloc" else 1) for call, number in CALLS.items()),
    Fault("any", f"signal={int(signal.SIGINT)}", 400), Fault("any", f"signal={int(signal.SIGTERM)}", 400),
    Fault("any", f"signal={int(signal.SIGKILL)}", 400), Fault("any", f"signal={int(signal.SIGPIPE)}", 400),
    Fault("read", "size=0"), Fault("read", "size=60"), Fault("read", "size=100000"),
    Fault("linkat", str(int(errno.EPERM))), Fault("disk", "full"), Fault("clock_gettime", "clock=864000000"), Fault("clock_gettime", "clock=-864000000"),
]
OTHER_EVIDENCE = re.compile(r"^evidence/[^/]+\.json$")  # of what a cancelled run found till then
# what SQLite keeps beside a store that it could not put in order; the store is whole with it
STORE_FILES = re.compile(r"\.store-(?:journal|wal|shm)$")
LONGEST = 60  # seconds of a run; all end within one
FIRST = 20  # so many calls are all taken
SET_CHILD_SUBREAPER = 36  # of prctl(2)


# what has to do with files that are written, and with what is printed
WRITING = {"write", "pwrite", "pwrite64", "pread64", "ftruncate", "ftruncate64", "open", "rename", "fsync",
           "fdatasync", "unlink", "disk", "fstat",
           "lstat", "access", "linkat", "fchmod", "fchown", "lseek", "fopen"}
PRINTING = {"write", "fwrite", "fputs", "fflush", "puts"}


class Scenario(NamedTuple):
    """A run in a folder that looks like the one of prepare(), where the fault happens, of which
    calls (None = of all), and the only stage whose answers it may cost."""
    name: str
    words: List[str]
    where: str = ""
    calls: Optional[Set[str]] = None
    stage: str = ""


class Ended(NamedTuple):
    status: int
    out: str
    err: str
    fired: bool
    left: Dict[str, bytes]


REPORT = ["verify", "--report", "json"]
SCENARIOS = [
    Scenario("one file", [*REPORT, "good.svt"]),
    Scenario("a file that is not private", [*REPORT, "bad.svt"]),
    Scenario("two processes", [*REPORT, "-j2", "good.svt", "bad.svt", "again.svt"]),
    Scenario("a worker", [*REPORT, "-j2", "good.svt", "bad.svt", "again.svt"], "child"),
    Scenario("an isolated stage", [*REPORT, "-o", "*.isolate=true", "good.svt"], "child"),
    Scenario("a stage's process of several files",
             [*REPORT, "-o", "*.isolate=true", "good.svt", "bad.svt", "again.svt"], "child"),
    Scenario("stages in processes of their own",
             [*REPORT, "-o", "*.isolate=true", "good.svt", "bad.svt", "again.svt"]),
    Scenario("evidence", [*REPORT, "--evidence-dir", "evidence", "bad.svt"]),
    Scenario("convert", ["convert", "--to", "json", "good.svt"]),
    Scenario("Graphviz", [*REPORT, "good.dot"]),
    Scenario("Graphviz's process", [*REPORT, "good.dot"], "child"),
    Scenario("check", ["check", "bad.svt", "READY"]),
    Scenario("explain", ["explain", "bad.svt"]),
    Scenario("dump", [*REPORT, "--deciders", "z3", "--dump", "dump", "good.svt"]),
    Scenario("fmt", ["fmt", "bad.svt"]),
    Scenario("an isolated stage among others", [*REPORT, "-o", "frontier.isolate=true", "good.svt"], "child",
             stage="frontier"),
    Scenario("a new store", [*REPORT, "--store", "new.store", "good.svt", "bad.svt"], calls=WRITING),
    Scenario("a store that is there", [*REPORT, "--store", "ready.store", "bad.svt", "again.svt"],
             calls=WRITING),
    Scenario("merge", ["merge", "--report", "json", "ready.jsonl", "--store", "merged.store"], calls=WRITING),
    *(Scenario(f"report {name}", ["verify", "--report", name, "good.svt", "bad.svt"], calls=PRINTING)
      for name in ("table", "csv", "html", "sarif")),
]
# what prints, each to a full device
FULL = [*(scenario.words for scenario in SCENARIOS), ["plugins"], ["--help"], ["--version"], ["verify", "--help"],
        ["compare", "good.svt"], ["explain", "--format", "latex", "bad.svt"], ["refute", "bad.svt"]]


def prepare(couplet: str, examples: pathlib.Path, folder: pathlib.Path) -> None:
    """Puts into folder what the runs read."""
    for name, source in [("good", "numeric-sparse"), ("again", "numeric-sparse"), ("bad", "svt-star")]:
        shutil.copy(examples / f"mechanisms/{source}.svt", folder / f"{name}.svt")
    (folder / "tmp").mkdir()
    subprocess.run([couplet, "verify", "--evidence-dir", "ready", "bad.svt"], check=False,
                   cwd=folder, stdout=subprocess.DEVNULL)
    with (folder / "ready.jsonl").open("wb") as file:
        subprocess.run([couplet, *REPORT, "--store", "ready.store", "bad.svt"], check=False, cwd=folder,
                       stdout=file)
    (folder / "good.dot").write_bytes(subprocess.run(
        [couplet, "convert", "--to", "dot", "good.svt"], check=True, cwd=folder,
        capture_output=True).stdout)


def environment(options: argparse.Namespace, scenario: Scenario, fault: Optional[str],
                folder: pathlib.Path) -> Dict[str, str]:
    preloaded = [options.faults, *os.environ.get("LD_PRELOAD", "").split()]
    found = {**os.environ, "LD_PRELOAD": ":".join(preloaded), "TMPDIR": "tmp",
             "COUPLET_FAULT_FIRED": str(folder / "fired"), "SOURCE_DATE_EPOCH": "0",
             "COUPLET_FAULT_FILE": next(word for word in scenario.words
                                        if word.endswith((".svt", ".dot", ".jsonl")))}
    if fault is not None:
        found["COUPLET_FAULT"] = fault + (f":{scenario.where}" if scenario.where else "")
    return found


def run(options: argparse.Namespace, scenario: Scenario, fault: Optional[str]) -> Ended:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        own = folder / "own"
        shutil.copytree(options.prepared, own)
        evidence = sorted(f"ready/{path.name}" for path in (own / "ready").iterdir())
        words = [part for word in scenario.words
                 for part in (evidence if word == "READY" else [word])]
        with subprocess.Popen([options.couplet, *words], cwd=own, text=True, errors="replace",
                              env=environment(options, scenario, fault, folder),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                out, err = process.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                err += "\nit did not end"
        left = {str(path.relative_to(own)): path.read_bytes() for path in own.rglob("*")
                if path.is_file()}
        return Ended(process.returncode, out, err, (folder / "fired").exists(), left)


def verdicts(text: str) -> Dict[str, str]:
    """The verdicts of a JSON report by file, as far as it is whole."""
    found = {}
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue  # cut off
        if "verdict" in record:
            found[record["file"]] = record["verdict"]
            for stage in record["stages"]:
                found[record["file"] + " " + stage["stage"]] = stage["verdict"]
    return found


def child_processes() -> List[int]:
    me = os.getpid()
    return [int(word) for word in
            pathlib.Path(f"/proc/{me}/task/{me}/children").read_text().split()]


def end_children(patience: float) -> int:
    """How many processes the run has left that do not end by themselves within patience, in
    seconds; they are this process's children now."""
    until = time.monotonic() + patience
    killed = 0
    while child_processes():
        process, _ = os.waitpid(-1, os.WNOHANG)
        if process != 0:
            continue
        if time.monotonic() > until:
            for child in child_processes():
                os.kill(child, signal.SIGKILL)
            killed += 1
        time.sleep(0.01)
    return killed


def is_whole(path: str, data: bytes, usual: bytes) -> bool:
    """Whether a file is not cut off; what a JSON file has in it may be less than usual."""
    if not path.endswith(".json"):
        return data == usual
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def without_numbers(path: str) -> str:
    """path without what the content or the time gives it."""
    return re.sub(r"[0-9a-f]{8}", "*", path)


def ended_by(status: int, fault: Fault) -> bool:
    """Whether the fault may have ended the process as status says."""
    if fault.call == "malloc":  # GLib and GMP abort
        return status in (-signal.SIGABRT, -signal.SIGTRAP)
    return fault.what == f"signal={-status}"


def wrong_files(ended: Ended, usual: Ended, fault: Fault) -> List[str]:
    """The files that a run has left and should not have left like that."""
    known = set(map(without_numbers, usual.left))
    strange = [path for path in ended.left if without_numbers(path) not in known
               and not STORE_FILES.search(path)
               and not (fault.what == f"signal={int(signal.SIGINT)}" and OTHER_EVIDENCE.search(path))
               and not (".couplet-" in path and (ended.status == -signal.SIGKILL or
                                                 fault.call == "unlink"))]
    cut = [path for path, data in ended.left.items()
           if not path.endswith(".store") and not fault.what.startswith("size=")
           and not is_whole(path, data, usual.left.get(path, data))]
    return [f"left: {strange}"] * bool(strange) + [f"not whole: {cut}"] * bool(cut)


def judge(ended: Ended, usual: Ended, fault: Fault, scenario: Scenario) -> List[str]:
    """What is wrong with a run in which the fault happened once."""
    wrong = wrong_files(ended, usual, fault)
    if "it did not end" in ended.err:
        wrong.append("it did not end")
    if ended.status < 0 and (scenario.where == "child" or not ended_by(ended.status, fault)):
        wrong.append(f"a signal ended it: {-ended.status}")
    expected = verdicts(usual.out)
    for what, verdict in verdicts(ended.out).items():
        if verdict not in (expected.get(what), "unknown", "error"):
            wrong.append(f"{what}: {verdict} instead of {expected.get(what)}")
        elif scenario.stage and verdict != expected[what] and not what.endswith(" " + scenario.stage):
            wrong.append(f"{what}: {verdict}, though the fault was another stage's")
    silent = ended.err.strip() == "" and not re.search('"reason":"|: cancelled', ended.out)
    same = ended.status == usual.status
    if same and silent and verdicts(ended.out) != expected:
        wrong.append("an answer is missing, with the usual status and no reason")
    if not same and silent and ended.status >= 0:
        wrong.append(f"status {ended.status} and no message")
    if "Sanitizer" in ended.err or "Assertion" in ended.err or "CRITICAL" in ended.err:
        wrong.append("a fault in the program")
    return wrong


def numbers(first: int, stride: int) -> Iterator[int]:
    """Each of the first so many numbers from 1 on, then one in every stride."""
    n = 0
    while True:
        n += 1 if n < first else stride
        yield n


def try_fault(options: argparse.Namespace, scenario: Scenario, usual: Ended,
              fault: Fault) -> Tuple[int, int]:
    """Has the fault happen at one call after the other: how often it did, and how often something
    was wrong then."""
    happened = wrong = 0
    first = FIRST if fault.stride == 1 else FIRST // options.coarse
    for n in numbers(first, 1 if options.every else fault.stride * options.coarse):
        ended = run(options, scenario, f"{fault.call}:{n}:{fault.what}")
        problems = judge(ended, usual, fault, scenario)
        if end_children(5) > 0:
            problems.append("a process is left")
        if problems:
            wrong += 1
            print(f"{scenario.name}, {fault.call} {n}, {fault.what}: {'; '.join(problems)}\n"
                  f"{ended.err.strip()[:600]}")
        if not ended.fired:
            return happened, wrong
        happened += 1


def try_full_device(options: argparse.Namespace) -> Tuple[int, int]:
    """What prints to a full device says so: how often it was tried, and how often it did not."""
    wrong = 0
    for words in FULL:
        with tempfile.TemporaryDirectory() as folder, open("/dev/full", "wb") as full:
            own = pathlib.Path(folder) / "own"
            shutil.copytree(options.prepared, own)
            evidence = sorted(f"ready/{path.name}" for path in (own / "ready").iterdir())
            done = subprocess.run([options.couplet, *(part for word in words for part in (
                evidence if word == "READY" else [word]))], cwd=own, stdout=full, text=True,
                stderr=subprocess.PIPE, check=False, timeout=LONGEST, env={**os.environ, "TMPDIR": "tmp"})
            if done.returncode in (0, 10) or "could not be written" not in done.stderr:
                wrong += 1
                print(f"{' '.join(words)} > /dev/full: status {done.returncode}: {done.stderr[:300]}")
    return len(FULL), wrong


def try_all(options: argparse.Namespace) -> Tuple[int, int]:
    happened, wrong = try_full_device(options)
    print(f"a full device: {happened} times, {wrong} wrong", flush=True)
    for scenario in SCENARIOS:
        if options.scenario is not None and scenario.name not in options.scenario:
            continue
        usual = run(options, scenario, None)
        if usual.status not in (0, 10):
            sys.exit(f"{scenario.name}: without a fault it ends with {usual.status}: {usual.err}")
        for fault in FAULTS:
            if (options.call is None or fault.call in options.call) and \
                    (scenario.calls is None or fault.call in scenario.calls):
                counts = try_fault(options, scenario, usual, fault)
                happened, wrong = happened + counts[0], wrong + counts[1]
                print(f"{scenario.name}: {fault.call} {fault.what} {counts[0]} times, "
                      f"{counts[1]} wrong", flush=True)
    return happened, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("couplet", type=os.path.abspath)
    parser.add_argument("faults", type=os.path.abspath)
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--coarse", type=int, default=1, help="take fewer of them, so many times")
    parser.add_argument("--call", action="append", help="of this function only; may be repeated")
    parser.add_argument("--scenario", action="append", help="in this run only; may be repeated")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        options.prepared = pathlib.Path(folder)
        prepare(options.couplet, options.examples, options.prepared)
        happened, wrong = try_all(options)
    print(f"{happened} faults, {wrong} wrong")
    return 1 if wrong > 0 or happened == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
