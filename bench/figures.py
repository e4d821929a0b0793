#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How large the sources are and how they hang together, beside what bench/figures.json records.

usage: figures.py PROGRAM [--check | --record]

PROGRAM is a built couplet, with symbols; it runs under valgrind. --check: status 1 where a figure
that is held has risen by more than 2 %. --record: the figures of today become the recorded ones.
What is held stands in the file by hand: "held" is true once the work that lowers a figure is done."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, List, Set, Tuple

import units

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED = ROOT / "bench/figures.json"
EXAMPLE = "examples/automata/numeric-sparse.json"
C = "git ls-files 'core/*.[chyl]' 'frontends/*.[chyl]' 'plugins/*.[chyl]' 'include/*.h'"
METHODS = "git ls-files " + " ".join(f"'{folder}/*.[chyl]'" for folder in (
    "core/moves", "core/path", "core/semantics", "plugins/deciders", "plugins/optimizers", "plugins/common"))
LINEAR_C = f"{C} | grep 'linear[a-z_]*[.][chyl]$'"
COMMANDS = {
    "lines of C": f"{C} | xargs cat | wc -l",
    "lines of C of the methods": f"{METHODS} | xargs cat | wc -l",
    "lines of C of facts that explain tells": "git ls-files 'core/explain/facts/*.[ch]' | xargs cat | wc -l",
    "lines of C of answers and records": "git ls-files 'core/results/*.[ch]' 'core/evidence/*.[ch]' 'core/modules/*.[ch]' "
    "'core/run/judge/*.[ch]' 'core/run/reading/run_store.[ch]' 'core/cli/evidence*.[ch]' | xargs cat | wc -l",
    "lines of C for linear mechanisms": f"{LINEAR_C} | xargs cat | wc -l",
    "internal headers": "git ls-files 'core/*.h' 'plugins/*.h' 'frontends/*.h' 'include/couplet/internal/*.h' | wc -l",
    "files with at_least": "git grep -lw at_least -- core plugins include python | wc -l",
    "tracked files": "git ls-files | wc -l",
    "words of docs": "git ls-files 'docs/*.md' | xargs cat | wc -w",
    "headers of include": "git ls-files 'include/*.h' ':!include/couplet/internal' | wc -l",
    "headers for plugins": "git ls-files 'include/couplet/*.h' ':!include/couplet/*/*' ':!include/couplet/host.h' | wc -l",
}
PERCENT = 2
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')', re.DOTALL)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''  # texts and characters
                   r'|\.?[0-9](?:[eEpP][+-]|[\w.])*|\w+'          # numbers, names and keywords
                   r'|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+*/%&|^-]=|&&|\|\||##|\S')
DEFINED = re.compile(r"^(\w+) \([^;{}]*\)\n\{\n.*?^\}$", re.MULTILINE | re.DOTALL)
# what callgrind writes: a file with its number, of a call (c) or not; or a line, as it is, relative or the same
STATED = re.compile(r"^(?:(c?f[ile])=\((\d+)\)(?: (.*))?|(?:([+-]?)(\d+)|\*)(?: \d+)*)$", re.MULTILINE)
DECLARED = re.compile(r"^[A-Za-z][\w *]*?\b(couplet_\w+) \(", re.MULTILINE)


def tokens(text: str) -> int:
    """The tokens of C in a text, comments left out. A line of the preprocessor counts as its tokens."""
    return len(TOKEN.findall(COMMENT.sub(lambda found: found.group(1) or " ", text)))


def public_functions(text: str) -> Set[str]:
    """The functions that a public header declares; those that are defined in it are left out."""
    return {found.group(1) for found in DECLARED.finditer(text)
            if not found.group(0).startswith(("static", "typedef"))}


def source_of(path: str, sources: Set[str]) -> str:
    """The one of SOURCES, paths below the root, that a compiled path ends in; "" for none. A compiler's
    cache may have compiled it in another folder."""
    parts = path.split("/")
    return next((tail for tail in ("/".join(parts[i:]) for i in range(len(parts))) if tail in sources), "")


def lines_that_ran(profile: str, sources: Set[str]) -> Set[Tuple[str, int]]:
    """The lines of SOURCES that ran, by what callgrind wrote, each after its file. A line of a
    function that the compiler put into its caller counts as a line of that function."""
    names: Dict[str, str] = {}
    ran, file, line = set(), "", 0
    for kind, number, name, sign, position in STATED.findall(profile):
        if kind:
            names.setdefault(number, source_of(name, sources))
            file = file if kind.startswith("c") else names[number]
        else:
            line = line + int(sign + position) if sign in ("+", "-") else int(position or line)
            ran.add((file, line))
    return {place for place in ran if place[0]}


def functions_with(lines: Set[Tuple[str, int]], root: pathlib.Path) -> Set[Tuple[str, str]]:
    """The functions that one of LINES lies in, each after its file."""
    found = set()
    for file in {file for file, _ in lines}:
        text = (root / file).read_text()
        for function in DEFINED.finditer(text):
            first, last = (text.count("\n", 0, at) + 1 for at in function.span())
            if any((file, line) in lines for line in range(first, last + 1)):
                found.add((file, function.group(1)))
    return found


def run_once(program: pathlib.Path, sources: Set[str]) -> Set[Tuple[str, str]]:
    """`couplet verify` of a small automaton under callgrind, with every process that it starts."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes",
                               f"--callgrind-out-file={folder}/out.%p", program, "verify", ROOT / EXAMPLE],
                              capture_output=True, text=True)
        if done.returncode not in (0, 10):
            sys.exit(f"figures.py: couplet verify under callgrind failed\n{done.stderr}")
        lines = (lines_that_ran(path.read_text(), sources) for path in pathlib.Path(folder).iterdir())
        return functions_with(set().union(*lines), ROOT)


def shell(command: str) -> str:
    return subprocess.run(command, shell=True, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def figures(program: pathlib.Path) -> Dict[str, int]:
    """Each figure of today, by its name."""
    found = {name: int(shell(command)) for name, command in COMMANDS.items()}
    sources = shell(C).split()
    internal = [file for file in sources if not file.startswith("include/")]
    graph = units.graph_of_units(ROOT, internal)
    public = {file: public_functions((ROOT / file).read_text()) for file in sources
              if file.startswith("include/couplet/") and "/internal/" not in file}
    ran = run_once(program, set(sources))
    files = {file for file, _ in ran}
    return {
        **found,
        "public functions": len(set().union(*public.values())),
        "public functions for plugins": len(set().union(*(names for file, names in public.items()
                                                          if file.count("/") == 2 and file != "include/couplet/host.h"))),
        "tokens of C": sum(tokens((ROOT / file).read_text()) for file in sources),
        "circles of units": len(units.circles(graph)),
        "circles of units in core": sum(part[0].startswith("core/") for part in units.circles(graph)),
        "JSON to verdict: functions": len(ran),
        "JSON to verdict: files": len(files),
        "JSON to verdict: folders": len({pathlib.Path(file).parent for file in files}),
    }


def risen(today: Dict[str, int], recorded: Dict[str, Dict]) -> List[str]:
    """What is wrong: a held figure that is more than PERCENT above its record, or has none."""
    wrong = [f"{name}: is not in {RECORDED.name}" for name in today if name not in recorded]
    return wrong + [f"{name}: {today[name]}, recorded {row['figure']}, may rise by {PERCENT} %"
                    for name, row in recorded.items()
                    if name in today and row["held"] and today[name] * 100 > row["figure"] * (100 + PERCENT)]


def table(today: Dict[str, int], recorded: Dict[str, Dict]) -> str:
    lines = [f"{'figure':34} {'today':>8} {'recorded':>8} {'wanted':>8}"]
    for name, figure in today.items():
        row = recorded.get(name, {})
        lines.append(f"{name:34} {figure:8} {row.get('figure', '-'):>8} {row.get('wanted') or '-':>8}"
                     + ("  held" if row.get("held") else ""))
    return "\n".join(lines)


def record(today: Dict[str, int], recorded: Dict[str, Dict]) -> None:
    kept = {name: {"wanted": None, "held": False, **recorded.get(name, {}), "figure": figure}
            for name, figure in today.items()}
    rows = (f"{json.dumps(name)}: {json.dumps(row, sort_keys=True)}" for name, row in kept.items())
    RECORDED.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    recorded = json.loads(RECORDED.read_text())
    today = figures(arguments.program)
    print(table(today, recorded))
    print("\nlines for linear mechanisms are those of:\n" + shell(LINEAR_C), end="")
    if arguments.record:
        record(today, recorded)
    wrong = risen(today, recorded) if arguments.check else []
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
