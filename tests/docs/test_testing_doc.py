#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands that docs/testing.md names exist: targets of make, files, tests of ctest, links.

usage: test_testing_doc.py SOURCE"""
import pathlib
import re
import sys
from typing import List, Set

MADE = re.compile(r"build[a-z0-9-]*(/|$)")  # folders that a build makes
PLACEHOLDER = re.compile(r"NAME|FOLDER")  # for one of several


def targets_of(makefile: str) -> Set[str]:
    """The targets of a makefile, continued lines included."""
    joined = makefile.replace("\\\n", " ")
    return {word for line in re.findall(r"(?m)^([a-z][a-z0-9 -]*):(?!=)", joined)
            for word in line.split()}


def names_of_tests(source: pathlib.Path) -> Set[str]:
    """What CMake's files may call a test: every word there, and the names of scripts and units."""
    words = set()
    for path in (source / "tests").rglob("*.cmake"):
        words.update(re.findall(r"[a-z0-9_]+", path.read_text()))
    words.update(path.stem for path in (source / "tests").rglob("test_*"))
    return words


def commands_of(page: str) -> List[str]:
    spans = re.findall(r"`([^`\n]+)`", page)
    return spans + re.findall(r"(?m)^    (\S.*)$", page)


def wrong_targets(command: str, targets: Set[str]) -> List[str]:
    found = re.match(r"make ((?:[A-Z_]+=\S+ )*)([a-z][a-z0-9-]*)", command)
    if found is None or found.group(2) in targets:
        return []
    return [f"`{command}`: GNUmakefile has no target {found.group(2)}"]


def wrong_files(command: str, source: pathlib.Path) -> List[str]:
    paths = re.findall(r"(?<![\w/-])(?:tests|packages|docs|examples|editors|contrib|proof|\.ci)/[\w./-]*\w",
                       command)
    return [f"`{command}`: there is no {path}" for path in paths
            if not (source / path).exists() and not MADE.match(path) and not PLACEHOLDER.search(path)]


def wrong_tests(command: str, names: Set[str]) -> List[str]:
    found = re.search(r"ctest .*-R '?([^' ]+)", command)
    if found is None:
        return []
    return [f"`{command}`: no test is called like {part}"
            for part in found.group(1).replace("\\", "").split("|")
            if not any(re.search(part, name) for name in names)]


def wrong_links(page: str, source: pathlib.Path) -> List[str]:
    anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
               for title in re.findall(r"(?m)^#+ (.*)$", page)}
    wrong = [f"no section #{anchor}" for anchor in re.findall(r"\]\(#([^)]*)\)", page)
             if anchor not in anchors]
    return wrong + [f"no page {link}" for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page)
                    if "://" not in link and not (source / "docs" / link).exists()]


def main() -> int:
    source = pathlib.Path(sys.argv[1])
    page = (source / "docs/testing.md").read_text()
    targets = targets_of((source / "GNUmakefile").read_text())
    names = names_of_tests(source)
    commands = commands_of(page)
    wrong = wrong_links(page, source)
    for command in commands:
        wrong += wrong_targets(command, targets) + wrong_files(command, source)
        wrong += wrong_tests(command, names)
    named = [command for command in commands if re.match(r"make |ctest |python3 ", command)]
    if len(named) < 10:
        wrong.append(f"only {len(named)} commands are found in docs/testing.md")
    for line in wrong:
        print("FAILED: docs/testing.md: " + line)
    print(f"{len(named)} commands, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
