#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the tests of each kind in the sources, for docs/testing.md.

usage: tests/count.py [BUILD]   (with BUILD, a configured folder, also the programs that ctest runs)"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"


def matches(pattern: str, folder: pathlib.Path, glob: str) -> int:
    return sum(len(re.findall(pattern, path.read_text(errors="replace")))
               for path in folder.rglob(glob))


def files(folder: pathlib.Path, glob: str = "*") -> int:
    return sum(1 for path in folder.rglob(glob) if path.is_file())


def lines(*folders: str) -> int:
    return sum(path.read_text(errors="replace").count("\n") for folder in folders
               for pattern in ("*.c", "*.h") for path in (ROOT / folder).rglob(pattern))


def ctest_programs(build: str) -> int:
    listing = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True,
                             check=True).stdout
    return int(re.findall(r"Total Tests: (\d+)", listing)[0])


def main() -> None:
    print(f"lines of C in core, frontends, plugins, include: "
          f"{lines('core', 'frontends', 'plugins', 'include')}")
    print(f"lines of C in tests: {lines('tests')}")
    print(f"unit tests in C: {matches(r'cmocka_unit_test', TESTS, '*.c')}")
    print(f"scripts that test: {files(TESTS, 'test_*.py')}")
    print(f"inputs with the messages they trigger: {files(TESTS / 'cli/inputs', '*.err')}")
    print(f"plugins that are wrong on purpose: "
          f"{matches(r'(?m)^couplet_add_(?:fake|stranger)_plugin[ (]', TESTS, '*.cmake')}")
    print(f"example mechanisms: {sum(files(ROOT / 'examples', '*.' + e) for e in ('json', 'svt', 'dot', 'dipa', 'py', 'c'))}")
    for corpus in sorted(path for path in (TESTS / "fuzz").iterdir() if path.is_dir()):
        print(f"fuzz corpus {corpus.name}: {files(corpus)} files")
    if len(sys.argv) > 1:
        print(f"programs that ctest runs: {ctest_programs(sys.argv[1])}")


if __name__ == "__main__":
    main()
