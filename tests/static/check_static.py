#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source of this checkout through a program that looks for faults without running them.

usage: check_static.py tidy|cppcheck BUILD [PART...]

BUILD was configured with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON. A source that several targets compile is looked at
once; what the build makes is not. PART: only sources whose path has one of these in it. Fails on any warning."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def commands(build, parts):
    """One compile command for each source of the checkout."""
    found = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(command["file"])
        inside = path.is_relative_to(ROOT) and not path.is_relative_to(build)
        if inside and (not parts or any(part in str(path) for part in parts)):
            found.setdefault(str(path), command)
    return [found[path] for path in sorted(found)]


def tidy(folder, path):
    return ["clang-tidy", "--quiet", "-p", str(folder), path]


def cppcheck(folder, path):
    """Knows GLib's macros by its own description of them, and no configuration but the command's."""
    return ["cppcheck", "--quiet", "--error-exitcode=1", "--inline-suppr", "--library=gtk", "--library=gnu",
            "--library=posix", "--enable=warning,portability,performance",
            "--suppressions-list=%s" % (ROOT / "tests/static/cppcheck.txt"),
            "--template={file}:{line}: {severity}: {message} [{id}]",
            "--project=%s" % (folder / "compile_commands.json"), "--file-filter=%s" % path]


def look_at(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                            stdin=subprocess.DEVNULL, check=False)
    return result.returncode, result.stdout


def main():
    program, build = {"tidy": tidy, "cppcheck": cppcheck}[sys.argv[1]], pathlib.Path(sys.argv[2]).resolve()
    folder = build / "static"
    folder.mkdir(exist_ok=True)
    chosen = commands(build, sys.argv[3:])
    (folder / "compile_commands.json").write_text(json.dumps(chosen), encoding="utf-8")
    files = [command["file"] for command in chosen]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for status, text in pool.map(look_at, [program(folder, path) for path in files]):
            if status != 0:
                failures += 1
                print(text, end="", flush=True)
    print("%d sources, %d with warnings" % (len(files), failures))
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
