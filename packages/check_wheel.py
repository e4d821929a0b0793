#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A wheel on a Debian with nothing but python3-venv: from the file to verdicts in three commands. `make check-wheel`
runs it, as root; it takes minutes and the network.

usage: check_wheel.py WHEEL SOURCE"""
import os
import shutil
import sys
import tempfile

import check_fresh

#: What is typed, its exit status, and what is printed.
COMMANDS = (("python3 -m venv v", 0, ""),
            ("v/bin/pip install --no-index ./{wheel}", 0, "Successfully installed couplet"),
            ("v/bin/couplet verify numeric-sparse.json", 0, "least d 7/4 (1.75)\n  graph, frontier and segment agree\n"))
#: Each kind of library is used, too.
MORE = (("v/bin/couplet verify above_threshold.py", 10, "claim 1 fails: least d 3/2"),
        ("v/bin/couplet compare -v numeric-sparse.dot", 0, "glpk-milp         exact cost 7/4"),
        ("v/bin/couplet refute --claim 1 numeric-sparse.json", 10, "loss: at least"),
        ("v/bin/couplet verify --store answers.store numeric-sparse.json", 0, "least d 7/4"))
FILES = ("examples/automata/numeric-sparse.json", "examples/automata/numeric-sparse.dot", "examples/python/above_threshold.py")


def main():
    wheel, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    failed = 0
    with tempfile.TemporaryDirectory(prefix="couplet-wheel-") as folder:
        root = os.path.join(folder, "root")
        check_fresh.make_root(root, ["python3-venv"])
        for path in (wheel, *(os.path.join(source, name) for name in FILES)):
            shutil.copy(path, os.path.join(root, "root"))
        with check_fresh.mounted(root):
            for command, expected, text in (*COMMANDS, *MORE):
                command = command.format(wheel=os.path.basename(wheel))
                result = check_fresh.run_in(root, "/root", command, capture_output=True, text=True)
                good = result.returncode == expected and text in result.stdout
                print(f"== {command}\n{result.stdout}{'' if good else result.stderr}", end="", flush=True)
                print("" if good else f"FAILED: status {result.returncode}, expected {expected} and: {text}")
                failed += not good
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
