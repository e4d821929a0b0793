#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the sources that verdicts rest on, one change at a time, and runs the tests.

    mutate.py [--seed N] [--count N] [--quick] [--sanitize] [--again[=TEST,TEST]]
              [--folder DIR] [PATH...]

Each change is made in a copy of the tree. It is killed when a test fails or overruns; it is left
out when the compiler refuses it or makes the same code of it. What survives must stand in
survivors.txt with the reason why no test can see it, or, after `visible: `, why none looks. The run
fails when a survivor has no reason, or when less than 95 % of those are killed that a test can see.

DIR/outcomes.jsonl keeps what became of each change, so that a run that was stopped goes on where it
was: a change has a name and a place in the sample that do not depend on what else the sources
say. --quick runs the quick tests only, and leaves what they do not notice open for a run without
it. --sanitize tries what was not noticed in a build with AddressSanitizer and
UndefinedBehaviorSanitizer, by the quick tests. --again tries what was not noticed and has no reason
once more, after tests were added, by these only if any are named. PATH... are files and folders to
break, of those that have tests here.
"""

import argparse
import collections
import functools
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

from points import Point, points_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURVIVORS = pathlib.Path(__file__).with_name("survivors.txt")
LEAST_KILLED = 0.95
LEFT = ("survived", "open")
SEEN = "visible: "  # begins the reason of a change that a test could see

# What is broken, and the tests that must notice, the quickest first; before the bar those of
# --quick. `UNIT` is the unit's own test; `NAME*N` takes samples of N random automata, so that a
# change costs seconds, not minutes.
SLOW = ("test_agreement*1500 outputs cli_many examples kinds claims test_theorem*60 test_limits*1000 "
        "evidence_kinds")
SEARCH = ("UNIT answers test_vector_search test_vector_tables test_gap*300 test_meeting test_nested_word "
          f"test_limits*150 test_agreement_many*250 | {SLOW}")
RULES = {
    "core/semantics": "UNIT answers test_cost test_shift test_sample test_step test_order "
                      "test_order_rules test_segment_walks test_vector_tables test_gap*300 "
                      f"test_unfold test_limits*150 test_agreement_many*250 | cli_check test_graph {SLOW} "
                      "cli_inputs test_walk_samples",
    "core/path": "UNIT test_path_inputs test_walk_samples test_line_probability test_theorem*60 | cli_refute",
    "core/moves": "UNIT answers test_moves test_order test_walk_search test_cluster_walks*1000 test_violation "
                  f"test_lossy_walk test_shift_matrix test_output_search*200 test_z3_segments test_walks test_agreement_many*250 | {SLOW}",
    "core/check": "UNIT answers test_self_check replay_evidence test_check_rules test_check_orders "
                  "test_check_vectors test_check_pays test_check_word test_segment "
                  "test_check_accept test_check_walk | cli_check evidence_kinds evidence_mutants",
    "plugins/optimizers/vectors": SEARCH,
    "plugins/optimizers/frontier": SEARCH,
    "plugins/deciders/graph": "UNIT answers test_graph_decider test_conflict test_agreement_many*250 | "
                              f"test_pair_of_many {SLOW}",
    "core/run/judge/verdict.c": "UNIT test_question test_privacy_claim test_examination test_solve answers "
                          "outputs claims | cli_many examples cli_commands",
}
FLAGS = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1"]
SANITIZED_FLAGS = [*FLAGS, "-DCOUPLET_SANITIZE=ON"]
MEMORY = 6 << 30
SANITIZED_SECONDS = 3  # a test that takes longer under sanitizers is left out there
MOST_SECONDS = 300  # of the processor, that a test takes without a change


class Test(NamedTuple):
    """A test of the build: how it is run, and the program of the build that it is, if any."""
    name: str
    words: List[str]
    folder: str
    variables: Dict[str, str]
    program: str


class Link(NamedTuple):
    """How an archive, a shared object or a program is made of objects and archives."""
    command: str
    output: str
    words: Set[str]

    def is_program(self) -> bool:
        return " -shared " not in self.command and not self.output.endswith(".a")


class Outcome(NamedTuple):
    """What became of one change: killed, survived, same (code), refused (by the compiler) or open
    (the quick tests do not notice it)."""
    name: str
    end: str
    by: str


@functools.lru_cache(maxsize=None)
def version_of(test: str) -> str:
    """A test and what its own source says, as what was measured of another version does not count."""
    stem = test.partition("*")[0]
    texts = b"".join(path.read_bytes() for path in sorted(ROOT.glob(f"tests/**/{stem}.c")))
    return f"{test} {hashlib.sha256(texts).hexdigest()[:16]}"


def room_of(name: str) -> str:
    """The folder or file of RULES that a file, or a change, belongs to."""
    return next(prefix for prefix in RULES if name.startswith(prefix))


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
    """A copy of the sources with a build of its own. A change compiles one unit; what is made of it
    is linked when a test needs it, by the commands of the build, as asking ninja takes longer."""

    def __init__(self, folder: pathlib.Path, sanitized: bool):
        self.folder, self.source, self.build = folder, folder / "source", folder / "build"
        self.sanitized = sanitized
        self.copy()
        run_or_stop(["cmake", "-G", "Ninja", "-S", str(self.source), "-B", str(self.build),
                     *(SANITIZED_FLAGS if sanitized else FLAGS)])
        self.units = self.read_units()
        self.links = list(self.read_links())
        run_or_stop(["ninja", "-C", str(self.build), *(self.quick_targets() if sanitized else [])])
        self.stale: Set[str] = set()  # what holds a change, or the code of one that was taken back
        self.tests = {test.name: test for test in self.read_tests()}
        self.reach = Reach(folder / "reach.json", self.source)
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

    # ---- What the build is made of

    def quick_targets(self) -> List[str]:
        """What --sanitize needs: the program, its plugins, and the programs of quick tests."""
        outputs = {pathlib.Path(link.output).name: link.output for link in self.links}
        named = {name.partition("*")[0] for file in sources([]) for name in self.tests_of(file, True)}
        return ["couplet-cli", *(outputs[name] for name in named if name in outputs),
                *(link.output for link in self.links if "/plugins-1/" in link.output)]

    def read_units(self) -> Dict[str, List[Tuple[str, str]]]:
        """The commands that compile each source, and their objects."""
        units = collections.defaultdict(list)
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            command = re.sub(r"^\S*ccache ", "", entry["command"])
            units[os.path.relpath(entry["file"], self.source)].append(
                (command, re.search(r" -o (\S+)", command)[1]))
        return units

    def read_links(self) -> Iterator[Link]:
        """All links, each after those of its parts."""
        listed = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands"], check=True,
                                capture_output=True, text=True).stdout
        for command in listed.splitlines():
            output = re.search(r" (?:-o|qc) (\S+)", command)
            if output is not None and " -c " not in command:
                yield Link(command, output[1], set(command.split()))

    def links_of(self, objects: Iterable[str]) -> Iterator[Link]:
        """What is linked of the objects, archives between them included."""
        parts = set(objects)
        for link in self.links:
            if not parts.isdisjoint(link.words):
                yield link
                if link.output.endswith(".a"):
                    parts.add(link.output)

    def read_tests(self) -> Iterator[Test]:
        listed = subprocess.run(["ctest", "--test-dir", str(self.build), "--show-only=json-v1"],
                                check=True, capture_output=True, text=True).stdout
        for test in json.loads(listed)["tests"]:
            if "command" not in test:  # its program is not built
                continue
            properties = {item["name"]: item["value"] for item in test["properties"]}
            words = test["command"]
            program = pathlib.Path(words[0])
            yield Test(test["name"], words, properties["WORKING_DIRECTORY"],
                       dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", [])),
                       str(program.relative_to(self.build)) if program.is_relative_to(self.build) else "couplet")

    def tests_of(self, file: str, quick: bool) -> List[str]:
        """The tests of a source by name, and how many automata they take."""
        stem = pathlib.Path(file).stem
        programs = {pathlib.Path(link.output).name for link in self.links}
        units = [name for name in (f"test_{stem}", f"test_check_{stem}") if name in programs]
        words = RULES[room_of(file)].partition("|" if quick else "no bar")[0].replace("|", "").split()
        found = [name for word in words for name in (units if word == "UNIT" else [word])]
        return [name for i, name in enumerate(found) if name not in found[:i]]

    # ---- Compiling and linking

    def shell(self, command: str) -> bool:
        return subprocess.run(command, shell=True, cwd=self.build, check=False, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def compiles(self, file: str, flags: str = "") -> bool:
        self.stale.update(link.output for link in self.links_of(output for _, output in self.units[file]))
        return all(self.shell(command + flags) for command, _ in self.units[file])

    def link(self, program: str, flags: str = "") -> None:
        """Makes what is stale and a run of program may load."""
        for link in self.links:
            if link.output in self.stale and (link.output == program or not link.is_program()):
                if not self.shell(link.command.replace(" -o ", f"{flags} -o ", 1)):
                    sys.exit(f"{link.output} is not linked")
                self.stale.remove(link.output)

    def code(self, file: str) -> Dict[str, bytes]:
        """What the compiler made of file, by object."""
        return {output: (self.build / output).read_bytes() for _, output in self.units[file]}

    def restore(self, code: Dict[str, bytes]) -> None:
        for output, content in code.items():
            (self.build / output).write_bytes(content)
        self.stale.update(link.output for link in self.links_of(code))

    # ---- Running tests

    def passes(self, name: str, limit: int, **more: str) -> bool:
        """Runs a test. It may take limit seconds of the processor, and much longer on the clock, as
        the machine may have other work."""
        test_name, _, count = name.partition("*")
        test = self.tests[test_name]
        variables = {**os.environ, **test.variables, **more,
                     **({"COUPLET_TEST_AUTOMATA": count} if count else {})}

        def restrict() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            if not self.sanitized:  # whose sanitizer maps terabytes
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with subprocess.Popen(test.words, cwd=test.folder, env=variables, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True, preexec_fn=restrict) as child:
            try:
                return child.wait(timeout=60 + 40 * limit) == 0
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                return False

    def notices(self, name: str) -> bool:
        """Whether a test fails, or takes more than three times what it takes without a change."""
        self.link(self.tests[name.partition("*")[0]].program)
        return not self.passes(name, int(3 * self.seconds[version_of(name)]) + 2)

    def measure(self, names: List[str]) -> None:
        """Each test must pass without a change; how much processor time it takes. What the folder
        knows from an earlier run is not asked again."""
        for name in names:
            if version_of(name) in self.seconds:
                continue
            self.link(self.tests[name.partition("*")[0]].program)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not self.passes(name, MOST_SECONDS):
                sys.exit(f"{name} fails without a change")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.seconds[version_of(name)] = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)
            self.measured.write_text(json.dumps(self.seconds))

    def measure_reach(self, files: List[str], names: List[str]) -> None:
        """Which lines of files each test reaches: all files are compiled to count, once, and each
        test is run."""
        names = [name for name in names if not self.reach.knows(name)]
        if not names:
            return
        pristine = {file: self.code(file) for file in files}
        preloaded = self.folder / "exit.so"
        run_or_stop(["cc", "-shared", "-fPIC", "-o", str(preloaded), str(self.source / "tests/coverage/exit.c")])
        for file in files:
            self.compiles(file, " -O0 -g1 --coverage -fprofile-abs-path")
        for name in names:
            self.link(self.tests[name.partition("*")[0]].program, " --coverage")
            for path in self.build.rglob("*.gcda"):
                path.unlink()
            self.passes(name, MOST_SECONDS, LD_PRELOAD=str(preloaded), COUPLET_COVERAGE_BUILD=str(self.build))
            self.reach.add(name, files, self.build)
        for code in pristine.values():
            self.restore(code)

    def judge(self, point: Point, names: List[str], end: str) -> Outcome:
        """Makes the change, looks which of the tests notices, and takes it back; end is what becomes
        of it when none does."""
        path, before = self.source / point.file, self.code(point.file)
        text = path.read_text()
        try:
            removed = text.count("\n", point.start, point.end)
            path.write_text(text[:point.start] + point.new + "\n" * removed + text[point.end:])
            if not self.compiles(point.file):
                return Outcome(point.name, "refused", "")
            if self.code(point.file) == before:
                return Outcome(point.name, "same", "")
            by = next((name for name in names if self.notices(name)), None)
            return Outcome(point.name, end if by is None else "killed", by or "")
        finally:
            path.write_text(text)
            self.restore(before)


class Reach:
    """Which lines of the sources each test runs, as gcov counts them."""

    def __init__(self, path: pathlib.Path, source: pathlib.Path):
        self.path, self.source = path, source
        self.lines: Dict[str, Dict[str, List[int]]] = json.loads(path.read_text()) if path.exists() else {}

    def key(self, file: str) -> str:
        """The file as it is now, since lines move."""
        return f"{file} {hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]}"

    def knows(self, name: str) -> bool:
        return version_of(name) in self.lines

    def add(self, name: str, files: List[str], build: pathlib.Path) -> None:
        """Takes the counts that a run of the test has left in build."""
        found: Dict[str, Set[int]] = {self.key(file): set() for file in files}
        counts = sorted(str(path) for path in build.rglob("*.gcda"))
        done = subprocess.run(["gcov", "--json-format", "--stdout", *counts], cwd=build, check=bool(counts),
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for said in done.stdout.splitlines() if counts else []:
            for entry in json.loads(said)["files"]:
                file = os.path.relpath(entry["file"], self.source)
                if file in files:
                    found[self.key(file)].update(line["line_number"] for line in entry["lines"] if line["count"])
        self.lines[version_of(name)] = {key: sorted(lines) for key, lines in found.items()}
        self.path.write_text(json.dumps(self.lines))

    def reaches(self, name: str, file: str, lines: range) -> bool:
        """Whether the test runs one of the lines, or that is not known."""
        known = self.lines.get(version_of(name), {}).get(self.key(file))
        return known is None or any(line in lines for line in known)


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

    def killed_by(self, name: str, room: str) -> int:
        return sum(outcome.by == name and outcome.name.startswith(room) for outcome in self.outcomes.values())


def order(names: List[str], tree: Tree, log: Log, room: str) -> List[str]:
    """The tests that killed most changes of the room a second come first."""
    return sorted(names, key=lambda name: (tree.seconds[version_of(name)] + 0.05) / (1 + log.killed_by(name, room)))


def is_allowed(name: str, options: argparse.Namespace) -> bool:
    """Whether a run with these options runs the test: --again may name the only ones."""
    only = set((options.again or "").split(",")) - {""}
    return not only or name.partition("*")[0] in only


def try_change(point: Point, known: Optional[Outcome], tree: Tree, log: Log,
               options: argparse.Namespace) -> Outcome:
    """Runs the tests that reach the change; known is what became of it before."""
    names = [name for name in tree.tests_of(point.file, options.quick or options.sanitize)
             if is_allowed(name, options) and tree.reach.reaches(name, point.file, point.lines)
             and not (options.sanitize and tree.seconds[version_of(name)] > SANITIZED_SECONDS)]
    if known is not None and (options.sanitize or options.again is not None):
        end = known.end
    else:
        end = "open" if options.quick else "survived"
    began = time.monotonic()
    outcome = tree.judge(point, order(names, tree, log, room_of(point.file)), end)
    print(f"{outcome.end} {outcome.by} {time.monotonic() - began:.1f} s, {len(names)} tests: "
          f"line {point.line} of {outcome.name}", flush=True)
    return outcome


def is_asked(outcome: Optional[Outcome], options: argparse.Namespace) -> bool:
    """Whether a run with these options tries the change of outcome, None = not tried yet."""
    if outcome is None:
        return not options.sanitize and options.again is None
    if outcome.end == "open":
        return options.sanitize or options.again is not None or not options.quick
    return outcome.end == "survived" and (options.sanitize or options.again is not None)


def run(options: argparse.Namespace) -> List[Outcome]:
    folder = pathlib.Path(options.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    log, tree, outcomes = Log(folder / "outcomes.jsonl"), None, []
    left_out = explained() if options.again is not None else {}
    counted = 0
    for point in choose(options):
        if counted == options.count:
            break
        outcome = log.outcomes.get(point.name)
        if is_asked(outcome, options) and point.name not in left_out:
            tree = tree or ready(folder, options)
            outcome = try_change(point, outcome, tree, log, options)
            log.add(outcome)
        if outcome is not None:
            outcomes.append(outcome)
            counted += outcome.end in ("killed", "survived", "open")
    return outcomes


def ready(folder: pathlib.Path, options: argparse.Namespace) -> Tree:
    """The tree, whose tests were measured; which lines they reach is known of one without sanitizers."""
    tree = Tree(folder / "sanitized" if options.sanitize else folder, options.sanitize)
    files, quick = sources(options.paths), options.quick or options.sanitize
    names = sorted({name for file in files for name in tree.tests_of(file, quick)
                    if is_allowed(name, options)})
    tree.measure(names)
    if options.sanitize:
        tree.reach = Reach(folder / "reach.json", tree.source)
    else:
        tree.measure_reach(files, names)
    return tree


def visible(outcomes: List[Outcome], reasons: Dict[str, str]) -> int:
    """How many changes a test can see: those killed, and survivors without a reason why none can."""
    return sum(o.end == "killed" or o.end in LEFT and reasons.get(o.name, SEEN).startswith(SEEN)
               for o in outcomes)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def print_table(outcomes: List[Outcome], reasons: Dict[str, str]) -> None:
    print(f"{'':30} {'killed':>8} {'left':>8} {'same code':>9} {'refused':>8} {'of all':>8} {'of visible':>10}")
    for room in [*RULES, ""]:
        here = [o for o in outcomes if room in ("", room_of(o.name))]
        ends = collections.Counter("left" if o.end in LEFT else o.end for o in here)
        killed = ends["killed"]
        print(f"{room or 'all':30} {killed:8} {ends['left']:8} {ends['same']:9} {ends['refused']:8} "
              f"{percent(killed, killed + ends['left']):>8} {percent(killed, visible(here, reasons)):>10}")


def report(outcomes: List[Outcome]) -> int:
    reasons = explained()
    print_table(outcomes, reasons)
    killed = {o.name for o in outcomes if o.end == "killed"}
    left = [o.name for o in outcomes if o.end in LEFT]
    unexplained = [name for name in left if name not in reasons]
    wrong = [name for name in reasons if name in killed]
    for name in unexplained:
        print(f"no reason in survivors.txt: {name}")
    for name in wrong:
        print(f"in survivors.txt, but killed: {name}")
    seen = visible(outcomes, reasons)
    print(f"{len(killed) + len(left)} changes, of which a test can see {seen}: {len(killed)} killed, "
          f"{len(unexplained)} without a reason")
    return 1 if unexplained or wrong or len(killed) < LEAST_KILLED * seen else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="changes that make other code")
    parser.add_argument("--again", nargs="?", const="", metavar="TEST,TEST",
                        help="try those once more that were not noticed and have no reason, by these tests only if any "
                             "are named")
    parser.add_argument("--quick", action="store_true", help="run the quick tests only")
    parser.add_argument("--sanitize", action="store_true",
                        help="try those that were not noticed under sanitizers, by the quick tests")
    parser.add_argument("--folder", default="build-mutants")
    parser.add_argument("paths", nargs="*")
    return report(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
