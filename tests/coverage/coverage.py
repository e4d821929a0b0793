#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which lines and which conditions of the sources the tests reach.

    coverage.py BUILD [--run] [-R TESTS] [-j N] [--update]

BUILD was made with -DCOUPLET_COVERAGE=ON. --run runs the tests first, those called like TESTS, with
samples of AUTOMATA random automata where a test takes such. Prints a table by folder; generated sources and paths
that only end in abort() are left out of it. Every line of LINES must be covered or stand in
uncovered.txt, every condition of CONDITIONS must come out true and false or stand in
conditions.txt, each with a reason; what stands there and is reached now is an error, too.
--update writes both lists anew, keeps the reasons and leaves new ones empty, which is an error.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
from typing import Dict, Iterator, List, NamedTuple, Set, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).parent
MEASURED = ("core/", "frontends/", "plugins/", "include/")
# what verdicts rest on, what holds limits, and what loads plugins
LINES = ("core/semantics/", "core/check/", "core/run/judge/verdict.c", "core/plugin/", "core/base/child.c", "core/base/clock.c",
         "core/run/stages/apart.c", "core/run/stages/attempt.c", "core/run/judge/check_effort.c",
         "core/run/stages/isolate.c", "core/run/settings/stage_settings.c", "plugins/optimizers/vectors/vector_limits.c")
CONDITIONS = ("core/check/",)
ABORTS = re.compile(r"\s*(?:g_assert|g_error|g_return_|abort \(|G_DEFINE_AUTO)")
TESTS = ("test_.*|replay_.*|answers|cli_check|kinds|outputs|cli_inputs|examples|evidence_kinds|cli_plugins|"
         "cli_provenance|cli_refute|cli_explain|differential.*|faults")  # others reach little more, in hours
LEFT_OUT = "test_tools"
AUTOMATA = 500
BATCH = 40  # objects that gcov reads at once


class Source:
    """What was counted in one file: runs by line, and of each branch arm of a line."""

    def __init__(self, path: str):
        self.path = path
        self.text = (ROOT / path).read_text().splitlines()
        self.lines: Dict[int, int] = collections.Counter()
        self.arms: Dict[int, List[int]] = {}

    def add(self, line: dict) -> None:
        number = line["line_number"]
        if number > len(self.text) or ABORTS.match(self.text[number - 1]):
            return
        self.lines[number] += line["count"]
        arms = [branch["count"] for branch in line["branches"]]
        known = self.arms.get(number)
        if known is None or len(known) != len(arms):
            self.arms[number] = arms
        else:
            self.arms[number] = [a + b for a, b in zip(known, arms)]

    def name(self, number: int) -> str:
        """The line by its text, and how many such lines there were before it."""
        texts = [line.strip() for line in self.text[:number]]
        times = texts.count(texts[-1])
        return f"{self.path}: {texts[-1]}" + (f" (number {times})" if times > 1 else "")

    def uncovered(self) -> Dict[str, str]:
        return {self.name(n): "" for n, count in sorted(self.lines.items()) if count == 0}

    def one_sided(self) -> Dict[str, str]:
        """The lines that are run and have arms that are not taken, and how many."""
        return {self.name(n): f"{arms.count(0)} of {len(arms)} arms"
                for n, arms in sorted(self.arms.items()) if self.lines[n] > 0 and 0 in arms}


def run_tests(build: pathlib.Path, tests: str, jobs: int) -> bool:
    for path in build.rglob("*.gcda"):
        path.unlink()
    words = ["ctest", "--test-dir", str(build), "-j", str(jobs), "-R", f"^({tests})$", "-E", f"^({LEFT_OUT})$",
             "--output-on-failure", "--timeout", "3000"]
    preloaded = build / "tests/coverage_exit.so"
    return subprocess.run(words, check=False, env={
        **os.environ, "LD_PRELOAD": str(preloaded), "COUPLET_COVERAGE_BUILD": str(build),
        "COUPLET_TEST_AUTOMATA": str(AUTOMATA)}).returncode == 0


def gcov(build: pathlib.Path) -> Iterator[dict]:
    """What gcov says of each file of each object."""
    notes = sorted(str(path) for path in build.rglob("*.gcno"))
    for i in range(0, len(notes), BATCH):
        done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities",
                               *notes[i:i + BATCH]], cwd=build, check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in done.stdout.splitlines():
            said = json.loads(line)
            for file in said["files"]:
                path = os.path.normpath(os.path.join(said["current_working_directory"], file["file"]))
                yield {"path": path, "lines": file["lines"]}


def measure(build: pathlib.Path) -> Dict[str, Source]:
    tracked: Set[str] = set(subprocess.run(["git", "ls-files", "--", *MEASURED], cwd=ROOT, check=True,
                                           capture_output=True, text=True).stdout.split())
    sources: Dict[str, Source] = {}
    for file in gcov(build):
        path = os.path.relpath(file["path"], ROOT)
        if path not in tracked:
            continue
        source = sources.setdefault(path, Source(path))
        for line in file["lines"]:
            source.add(line)
    return sources


# ---- The table -------------------------------------------------------------------------------------

class Share(NamedTuple):
    done: int
    whole: int

    def __str__(self) -> str:
        return f"{self.done:7} of {self.whole:6} {100 * self.done / self.whole:6.1f} %" if self.whole else f"{'-':>26}"


def shares(sources: List[Source]) -> Tuple[Share, Share]:
    lines = [count for source in sources for count in source.lines.values()]
    arms = [count for source in sources for counts in source.arms.values() for count in counts]
    return (Share(sum(count > 0 for count in lines), len(lines)),
            Share(sum(count > 0 for count in arms), len(arms)))


def print_table(sources: Dict[str, Source]) -> None:
    folders = sorted({os.path.dirname(path) for path in sources})
    print(f"{'':34}{'lines':>26}  {'branch arms':>26}")
    for folder in folders:
        lines, arms = shares([s for path, s in sources.items() if os.path.dirname(path) == folder])
        print(f"{folder:34}{lines}  {arms}")
    lines, arms = shares(list(sources.values()))
    print(f"{'all':34}{lines}  {arms}")


# ---- The lists --------------------------------------------------------------------------------------

def read_list(path: pathlib.Path) -> Dict[str, Tuple[str, str]]:
    """{name: (what, reason)} of the lines `NAME | WHAT | REASON`."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if line and not line.startswith("#"):
            name, what, reason = line.rsplit(" | ", 2)
            found[name] = (what, reason.strip())
    return found


def write_list(path: pathlib.Path, known: Dict[str, Tuple[str, str]], found: Dict[str, str]) -> None:
    head = [line for line in path.read_text().splitlines() if line.startswith("#")]
    path.write_text("\n".join(head + [f"{name} | {what} | {known.get(name, ('', ''))[1]}"
                                      for name, what in found.items()]) + "\n")


def compare(path: pathlib.Path, found: Dict[str, str], update: bool) -> int:
    """How many lines of the list are wrong or missing."""
    known = read_list(path)
    if update:
        write_list(path, known, found)
        known = read_list(path)
    wrong = [f"is not reached: {name} {what}" for name, what in found.items() if name not in known]
    wrong += [f"stands in {path.name} otherwise: {name} {what}" for name, what in found.items()
              if name in known and known[name][0] != what]
    wrong += [f"stands in {path.name}, but is reached: {name}" for name in known if name not in found]
    wrong += [f"stands in {path.name} without a reason: {name}" for name in known if not known[name][1]]
    for line in wrong:
        print(line)
    print(f"{path.name}: {len(found)} listed, {len(wrong)} wrong")
    return len(wrong)


def named(sources: Dict[str, Source], prefixes: Tuple[str, ...]) -> List[Source]:
    return [source for path, source in sorted(sources.items()) if path.startswith(prefixes)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--run", action="store_true")
    parser.add_argument("-R", dest="tests", default=TESTS, help="only tests that are called like this")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    passed = not options.run or run_tests(options.build, options.tests, options.jobs)
    sources = measure(options.build)
    print_table(sources)
    strict, conditions = named(sources, LINES), named(sources, CONDITIONS)
    for title, chosen in (("lines that must be covered", strict), ("conditions that must", conditions)):
        lines, arms = shares(chosen)
        print(f"{title:34}{lines}  {arms}")
    wrong = compare(HERE / "uncovered.txt", {name: "line" for s in strict for name in s.uncovered()},
                    options.update)
    wrong += compare(HERE / "conditions.txt", {name: what for s in conditions
                                               for name, what in s.one_sided().items()}, options.update)
    if not passed:
        print("some tests failed")
    return 0 if passed and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
