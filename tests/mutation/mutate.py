#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the sources that verdicts rest on, one change at a time, and runs the tests.

    mutate.py [--seed N] [--count N] [--quick] [--again] [--folder DIR] [PATH...]

Each change is made in a copy of the tree. It is killed when a test fails or overruns; it is left
out when the compiler refuses it or makes the same code of it. What survives must stand in
survivors.txt with the reason why no test could see it; a change without one fails the run, and so
does a share of killed ones below 95 %.

DIR/outcomes.jsonl keeps what became of each change, so that a run that was stopped goes on where it
was: a change has a name and a place in the sample that do not depend on what else the sources
say. --quick runs the quick tests only, and leaves what they do not notice open for a run without
it. --again tries those that survived once more, after tests were added. PATH... are files and
folders to break, of those that have tests here.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
from typing import Dict, Iterator, List, NamedTuple, Optional

from points import Point, points_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURVIVORS = pathlib.Path(__file__).with_name("survivors.txt")
LEAST_KILLED = 0.95

# What is broken, and the tests that must notice, the quickest first; before the bar those of
# --quick. `UNIT` is the unit's own test; `NAME*N` takes samples of N random automata, so that a
# change costs seconds, not minutes.
AGREEMENT = "test_agreement*1500 test_agreement_many*250"
SEARCH = ("UNIT answers test_vector_search test_factored test_antichain test_relation test_gap*300 "
          f"test_output_search*200 test_limits*150 {AGREEMENT} outputs cli_many | "
          "examples kinds claims test_theorem*60 test_limits*3000 evidence_kinds")
RULES = {
    "core/semantics": "UNIT answers test_cost test_shift test_sample test_step test_ties test_order "
                      "test_order_rules test_path_inputs test_segment_walks test_factored test_gap*300 "
                      f"test_unfold test_limits*150 {AGREEMENT} outputs cli_check | "
                      "test_graph cli_many cli_inputs examples kinds claims test_theorem*60 "
                      "test_walk_samples cli_refute evidence_kinds",
    "core/check": "UNIT answers test_self_check replay_evidence test_check_rules test_check_orders "
                  "test_check_vectors test_check_pays test_check_word test_segment_evidence cli_check | "
                  "evidence_kinds evidence_mutants",
    "plugins/optimizers/vectors": SEARCH,
    "plugins/optimizers/frontier": SEARCH,
    "plugins/deciders/graph": f"UNIT answers test_graph_decider test_conflict {AGREEMENT} outputs | "
                              "cli_many examples kinds claims test_pair_of_many evidence_kinds",
    "core/run/verdict.c": "UNIT test_question test_privacy_claim test_examination test_solve answers "
                          "outputs claims | cli_many examples cli_plugins cli_commands",
}
FLAGS = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1"]
MEMORY = 6 << 30


class Test(NamedTuple):
    """A test of the build: how it is run, and what it needs to be built."""
    name: str
    words: List[str]
    folder: str
    variables: Dict[str, str]
    targets: List[str]


class Outcome(NamedTuple):
    """What became of one change: killed, survived, same (code), refused (by the compiler) or open
    (the quick tests do not notice it)."""
    name: str
    end: str
    by: str


def rule_of(file: str) -> str:
    return next(tests for prefix, tests in RULES.items() if file.startswith(prefix))


def sources(paths: List[str]) -> List[str]:
    tracked = subprocess.run(["git", "ls-files", "--", *(paths or RULES)], cwd=ROOT, check=True,
                             capture_output=True, text=True).stdout.split()
    return [file for file in tracked if file.endswith(".c") and not file.endswith("_plugin.c")
            and any(file.startswith(prefix) for prefix in RULES)]


def run_or_stop(words: List[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


class Tree:
    """A copy of the sources with a build of its own."""

    def __init__(self, folder: pathlib.Path):
        self.source, self.build = folder / "source", folder / "build"
        self.copy()
        run_or_stop(["cmake", "-G", "Ninja", "-S", str(self.source), "-B", str(self.build), *FLAGS])
        run_or_stop(["ninja", "-C", str(self.build)])
        self.objects: Dict[str, List[pathlib.Path]] = collections.defaultdict(list)
        for command in json.loads((self.build / "compile_commands.json").read_text()):
            output = re.search(r" -o (\S+)", command["command"])[1]
            self.objects[command["file"]].append(pathlib.Path(command["directory"], output))
        self.tests = {test.name: test for test in self.read_tests()}
        self.measured = folder / "seconds.json"
        self.seconds: Dict[str, float] = \
            json.loads(self.measured.read_text()) if self.measured.exists() else {}

    def copy(self) -> None:
        """Makes the copy like the tree; files that are alike keep their times."""
        tracked = set(filter(None, subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            check=True, capture_output=True, text=True).stdout.split("\0")))
        for path in [path for path in self.source.rglob("*") if path.is_file()]:
            if str(path.relative_to(self.source)) not in tracked:
                path.unlink()
        for file in tracked:
            target = self.source / file
            if (ROOT / file).is_symlink() or not (ROOT / file).exists():
                continue
            if not target.exists() or target.read_bytes() != (ROOT / file).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, target)

    def read_tests(self) -> Iterator[Test]:
        listed = subprocess.run(["ctest", "--test-dir", str(self.build), "--show-only=json-v1"],
                                check=True, capture_output=True, text=True).stdout
        modules = [str(path.relative_to(self.build)) for path in self.build.glob("lib/**/plugins-1/*.so")]
        for test in json.loads(listed)["tests"]:
            properties = {item["name"]: item["value"] for item in test["properties"]}
            words = test["command"]
            program = pathlib.Path(words[0])
            own = program.is_relative_to(self.build)
            yield Test(test["name"], words, properties["WORKING_DIRECTORY"],
                       dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", [])),
                       [str(program.relative_to(self.build))] if own else ["couplet-cli", *modules])

    def code(self, path: pathlib.Path) -> str:
        """What the compiler made of path."""
        digest = hashlib.sha256()
        for item in self.objects[str(path)]:
            digest.update(item.read_bytes())
        return digest.hexdigest()

    def tests_of(self, file: str, quick: bool) -> List[str]:
        """The tests of a source by name, and how many automata they take."""
        stem = pathlib.Path(file).stem
        units = [name for name in (f"test_{stem}", f"test_check_{stem}") if name in self.tests]
        words = rule_of(file).partition("|" if quick else "no bar")[0].replace("|", "").split()
        found = [name for word in words for name in (units if word == "UNIT" else [word])]
        return [name for i, name in enumerate(found) if name not in found[:i]]

    def passes(self, name: str) -> bool:
        """Runs a test. It may take three times what it takes of the processor without a change,
        and much longer on the clock, as the machine may have other work."""
        test_name, _, count = name.partition("*")
        test = self.tests[test_name]
        limit = int(3 * self.seconds.get(name, 100)) + 3
        variables = {**os.environ, **test.variables, **({"COUPLET_TEST_AUTOMATA": count} if count else {})}

        def restrict() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        try:
            return subprocess.run(test.words, cwd=test.folder, env=variables, check=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  preexec_fn=restrict, timeout=60 + 40 * limit).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def measure(self, names: List[str]) -> None:
        """Each test must pass without a change; how much processor time it takes. What the folder
        knows from an earlier run is not asked again."""
        for name in names:
            if name in self.seconds:
                continue
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not self.passes(name):
                sys.exit(f"{name} fails without a change")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.seconds[name] = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)
            self.measured.write_text(json.dumps(self.seconds))

    def builds(self, targets: List[str]) -> bool:
        return subprocess.run(["ninja", "-C", str(self.build), *targets], check=False,
                              capture_output=True).returncode == 0

    def judge(self, point: Point, quick: bool) -> Outcome:
        """Makes the change, looks who notices, and takes it back."""
        path = self.source / point.file
        text = path.read_text()
        objects = [str(item.relative_to(self.build)) for item in self.objects[str(path)]]
        if not self.builds(objects):
            sys.exit(f"{point.file} is refused without a change")
        before = self.code(path)
        try:
            path.write_text(text[:point.start] + point.new + text[point.end:])
            if not self.builds(objects):
                return Outcome(point.name, "refused", "")
            if self.code(path) == before:
                return Outcome(point.name, "same", "")
            for name in self.tests_of(point.file, quick):
                if not self.builds(self.tests[name.partition("*")[0]].targets):
                    sys.exit(f"{point.name}: {name} is not built")
                if not self.passes(name):
                    return Outcome(point.name, "killed", name)
            return Outcome(point.name, "open" if quick else "survived", "")
        finally:
            path.write_text(text)


def explained() -> Dict[str, str]:
    """The reasons of survivors.txt by the name of the change."""
    return dict(line.split(" | ", 1) for line in SURVIVORS.read_text().splitlines()
                if line and not line.startswith("#"))


def choose(options: argparse.Namespace) -> List[Point]:
    """All changes, in the order of the seed; a change keeps its place when others come and go."""
    points = [point for file in sources(options.paths)
              for point in points_of(file, (ROOT / file).read_text())]
    points.sort(key=lambda point: hashlib.sha256(f"{options.seed} {point.name}".encode()).digest())
    print(f"{len(points)} changes are possible", flush=True)
    return points


class Log:
    """The file that keeps the outcomes."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.outcomes = {outcome.name: outcome for outcome in (Outcome(**json.loads(line)) for line in lines)}

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.name] = outcome
        with self.path.open("a") as file:
            file.write(json.dumps(outcome._asdict()) + "\n")


def run(options: argparse.Namespace) -> List[Outcome]:
    folder = pathlib.Path(options.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    log, tree, outcomes = Log(folder / "outcomes.jsonl"), None, []
    counted = 0
    for point in choose(options):
        if counted == options.count:
            break
        outcome: Optional[Outcome] = log.outcomes.get(point.name)
        if outcome is None or (outcome.end == "open" and not options.quick) or \
                (outcome.end == "survived" and options.again):
            tree = tree or ready(folder, options)
            began = time.monotonic()
            outcome = tree.judge(point, options.quick)
            log.add(outcome)
            print(f"{counted} {outcome.end} {outcome.by} {time.monotonic() - began:.1f} s: "
                  f"line {point.line} of {outcome.name}", flush=True)
        outcomes.append(outcome)
        counted += outcome.end in ("killed", "survived", "open")
    return outcomes


def ready(folder: pathlib.Path, options: argparse.Namespace) -> Tree:
    tree = Tree(folder)
    names = [name for file in sources(options.paths) for name in tree.tests_of(file, options.quick)]
    tree.measure(sorted(set(names)))
    return tree


def room_of(name: str) -> str:
    return next(prefix for prefix in RULES if name.startswith(prefix))


def print_table(outcomes: List[Outcome]) -> None:
    print(f"{'':30} {'killed':>8} {'survived':>8} {'open':>8} {'same code':>9} {'refused':>8} {'share':>8}")
    for room in [*RULES, ""]:
        ends = collections.Counter(o.end for o in outcomes if room in ("", room_of(o.name)))
        judged = ends["killed"] + ends["survived"]
        share = f"{100 * ends['killed'] / judged:.1f} %" if judged else "-"
        print(f"{room or 'all':30} {ends['killed']:8} {ends['survived']:8} {ends['open']:8} "
              f"{ends['same']:9} "
              f"{ends['refused']:8} {share:>8}")


def report(outcomes: List[Outcome]) -> int:
    print_table(outcomes)
    reasons = explained()
    survived = [o.name for o in outcomes if o.end == "survived"]
    killed = sum(o.end == "killed" for o in outcomes)
    unexplained = [name for name in survived if name not in reasons]
    wrong = [name for name in reasons if any(o.name == name and o.end == "killed" for o in outcomes)]
    for name in unexplained:
        print(f"no reason in survivors.txt: {name}")
    for name in wrong:
        print(f"in survivors.txt, but killed: {name}")
    print(f"{killed + len(survived)} changes: {killed} killed, {len(survived)} survived, of which "
          f"{len(survived) - len(unexplained)} are explained")
    return 1 if unexplained or wrong or killed < LEAST_KILLED * (killed + len(survived)) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="changes that make other code")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--quick", action="store_true", help="run the quick tests only")
    parser.add_argument("--folder", default="build-mutants")
    parser.add_argument("paths", nargs="*")
    return report(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
