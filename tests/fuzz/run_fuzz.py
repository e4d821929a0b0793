#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every fuzz target for some minutes of processor time and says what it did and found.

    run_fuzz.py BUILD [--minutes N] [--targets A,B] [--in-all] [--keep]

BUILD was configured with COUPLET_FUZZ. Inputs that cover more stay in BUILD/fuzz/NAME, with which
the next run begins; what makes a target crash, hang or need too much memory is named, stays in
BUILD/fuzz/NAME-finds with what the target said, and the run fails. A target that stops at a find
goes on until the time is used up. BUILD/fuzz/totals adds up what all runs there did; with
--in-all these figures are printed, and only what is missing of the minutes is run. --keep puts the
inputs that reach more edges than those of the repository, the fewest that do, into
tests/fuzz/NAME, where the ordinary tests replay them.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from typing import Dict, List, NamedTuple, Tuple

FOLDER = pathlib.Path(__file__).resolve().parent
LARGEST = 4096  # bytes of an input
MEMORY = 2048  # MiB
SLOWEST = 300  # seconds of one input, of the clock on the wall
MOST_FINDS = 5  # of one run, which mostly are one fault
INTERRUPTED = 72  # libFuzzer's status after SIGINT


class Target(NamedTuple):
    """A fuzz target and the folders of the repository with its inputs."""
    name: str
    folders: List[str]


class Done(NamedTuple):
    """What a run of a target did: executions, seconds of processor time, what is covered, finds."""
    executions: int
    seconds: float
    edges: int
    features: int
    finds: List[str]


def targets(build: pathlib.Path) -> List[Target]:
    """The targets that were built."""
    lines = (build / "tests/fuzz-targets.txt").read_text().splitlines()
    return [Target(words[0], words[1:]) for words in map(str.split, lines)]


def processor_seconds(pid: int) -> float:
    """The processor time of a child that was not waited for yet."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def environment() -> Dict[str, str]:
    """That of a target: GLib's faults end it, and what libraries never free is no leak."""
    return dict(os.environ, G_DEBUG="fatal-criticals", G_SLICE="always-malloc",
                LSAN_OPTIONS=f"suppressions={FOLDER.parent}/lsan.supp:print_suppressions=0")


def run_for(words: List[str], seconds: float, said: pathlib.Path) -> Tuple[int, float]:
    """Runs words, interrupts them after seconds of processor time: status, seconds used."""
    with open(said, "wb") as output:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 env=environment())
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if processor_seconds(child.pid) >= seconds:
                child.send_signal(signal.SIGINT)
            time.sleep(0.5)
        used = processor_seconds(child.pid)
        return child.wait(), used


def fuzz(build: pathlib.Path, target: Target, seconds: float) -> Done:
    """Runs a target for seconds of processor time, again after each find."""
    found = build / "fuzz" / target.name
    artifacts = build / "fuzz" / f"{target.name}-finds"
    for folder in (found, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    words = [str(build / f"tests/fuzz_{target.name}"), f"-max_len={LARGEST}",
             f"-rss_limit_mb={MEMORY}", f"-timeout={SLOWEST}", f"-report_slow_units={SLOWEST}",
             "-print_final_stats=1", f"-artifact_prefix={artifacts}/"]
    dictionary = FOLDER / "dictionaries" / f"{target.name}.dict"
    if dictionary.exists():
        words.append(f"-dict={dictionary}")
    before = set(artifacts.iterdir())
    executions = edges = features = stops = 0
    used = 0.0
    while used < seconds and stops < MOST_FINDS:
        said = artifacts / f"said-{os.getpid()}-{stops}"
        status, more = run_for([*words, str(found), *target.folders], seconds - used, said)
        text = said.read_text(errors="replace")
        used += more
        executions += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", text)))
        covered = re.findall(r" cov: (\d+) ft: (\d+)", text)
        if covered:
            edges, features = map(int, covered[-1])
        if status in (0, INTERRUPTED):
            said.unlink()
        else:
            stops += 1
    finds = sorted(path.name for path in set(artifacts.iterdir()) - before
                   if not path.name.startswith("said-"))
    return Done(executions, used, edges, features, finds)


class Totals:
    """What all runs of a build did so far, in one file for each target; edges and features are those
    of the last run."""

    def __init__(self, build: pathlib.Path):
        self.folder = build / "fuzz" / "totals"
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> pathlib.Path:
        return self.folder / f"{name}.json"

    def of(self, name: str) -> Done:
        path = self.path(name)
        return Done(**json.loads(path.read_text())) if path.exists() else Done(0, 0.0, 0, 0, [])

    def add(self, name: str, done: Done) -> None:
        before = self.of(name)
        after = Done(before.executions + done.executions, before.seconds + done.seconds,
                     done.edges, done.features, before.finds + done.finds)
        self.path(name).write_text(json.dumps(after._asdict()))


def keep(build: pathlib.Path, target: Target) -> int:
    """Puts what reaches more edges, the fewest that do, into the repository: how many inputs."""
    folder = FOLDER / target.name
    folder.mkdir(exist_ok=True)
    before = len(list(folder.iterdir()))
    others = [other for other in target.folders if pathlib.Path(other) != folder]
    subprocess.run([str(build / f"tests/fuzz_{target.name}"), "-set_cover_merge=1", "-use_counters=0",
                    str(folder), *others, str(build / "fuzz" / target.name)], capture_output=True,
                   check=True, env=environment())
    return len(list(folder.iterdir())) - before


def run_target(options: argparse.Namespace, target: Target, totals: Totals) -> Tuple[Done, int]:
    """What is printed of target, and how much this run found."""
    seconds = options.minutes * 60 - (totals.of(target.name).seconds if options.in_all else 0)
    if seconds <= 0:
        return totals.of(target.name), 0
    done = fuzz(options.build, target, seconds)
    totals.add(target.name, done)
    return totals.of(target.name) if options.in_all else done, len(done.finds)


def main() -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--targets")
    parser.add_argument("--in-all", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    known = targets(options.build)
    names = options.targets.split(",") if options.targets else [target.name for target in known]
    for name in set(names) - {target.name for target in known}:
        parser.error(f"no target is called {name}")
    wrong, totals = 0, Totals(options.build)
    print(f"{'target':14} {'executions':>12} {'minutes':>8} {'edges':>7} {'features':>8} finds",
          flush=True)
    for target in [target for name in names for target in known if target.name == name]:
        done, n_finds = run_target(options, target, totals)
        wrong += n_finds
        print(f"{target.name:14} {done.executions:12} {done.seconds / 60:8.2f} {done.edges:7} "
              f"{done.features:8} {', '.join(done.finds) or 'none'}", flush=True)
        if options.keep:
            print(f"{'':14} {keep(options.build, target)} inputs kept", flush=True)
    return 1 if wrong > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
