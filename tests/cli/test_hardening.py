#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that is built to be installed is hardened: position independent, addresses bound at the start
and read only then, no library from the folder it is started in, no code on the stack, guards of the stack,
checked functions of the C library, and, on x86, marks where calls may land.

usage: test_hardening.py COUPLET FOLDER [FORTIFIED]

FOLDER: of the library and the plugins. FORTIFIED: without it the checked functions are not looked for, as
a build without optimization has none."""
import pathlib
import re
import subprocess
import sys
from typing import List

# functions of the C library that gcc replaces by checked ones where it knows the size
CHECKED = re.compile(r"\b__(?:mem|str|v?s?n?f?printf|f?read|fgets|longjmp|realpath|fdelt|poll)\w*_chk\b")
# a file may have no function with an array on the stack, or none that the C library checks; the program
# and the library have many of the first, and the program some of the second
LARGE = ("couplet", "libcouplet.so")
MOST_WITHOUT_GUARD = 0.5  # of the files


def readelf(path: pathlib.Path, *options: str) -> str:
    return subprocess.run(["readelf", "-W", *options, path], capture_output=True, text=True, check=True).stdout


def symbols(path: pathlib.Path) -> str:
    return subprocess.run(["nm", "-D", "--undefined-only", path], capture_output=True, text=True,
                          check=True).stdout


def library_folders(dynamic: str) -> List[str]:
    """Where libraries are looked for besides the system's folders; an empty name is the current folder."""
    return [folder for path in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic)
            for folder in path.split(":")]


def headers_faults(path: pathlib.Path) -> List[str]:
    headers, dynamic = readelf(path, "-h", "-l"), readelf(path, "-d")
    stack = re.search(r"GNU_STACK(?: +0x[0-9a-f]+){5} +([RWE ]+?) +0x", headers)
    found = {
        "is not position independent": re.search(r"Type: +DYN", headers),
        "has no read only addresses (RELRO)": "GNU_RELRO" in headers,
        "binds addresses late (no BIND_NOW)": re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic),
        "has a stack that may be run": stack is not None and "E" not in stack.group(1),
        "has text relocations": "TEXTREL" not in dynamic,
        "looks for libraries in the folder where it is started": all(
            folder.startswith(("$ORIGIN", "/")) for folder in library_folders(dynamic)),
    }
    if path.name == "couplet":
        found["is no PIE"] = re.search(r"FLAGS_1.*\bPIE\b", dynamic)
    return [fault for fault, good in found.items() if not good]


def code_faults(path: pathlib.Path, fortified: bool) -> List[str]:
    names = symbols(path)
    faults = []
    if path.name in LARGE and "__stack_chk_fail" not in names:
        faults.append("has no guards of the stack")
    if path.name == "couplet" and fortified and CHECKED.search(names) is None:
        faults.append("has no checked functions (_FORTIFY_SOURCE)")
    if "X86-64" in readelf(path, "-h") and b"\xf3\x0f\x1e\xfa" not in path.read_bytes():
        faults.append("has no marks where calls may land (-fcf-protection)")
    return faults


def main() -> int:
    program, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = [program, *sorted(path for path in folder.rglob("*.so") if path.is_file())]
    wrong = 0
    for path in files:
        for fault in headers_faults(path) + code_faults(path, len(sys.argv) > 3):
            wrong += 1
            print(f"FAILED: {path} {fault}")
    unguarded = [path.name for path in files if "__stack_chk_fail" not in symbols(path)]
    if len(unguarded) > MOST_WITHOUT_GUARD * len(files):
        wrong += 1
        print(f"FAILED: no guards of the stack in {', '.join(unguarded)}")
    if not {"libcouplet.so", "basic.so"} <= {path.name for path in files}:
        wrong += 1
        print(f"FAILED: only {len(files)} files are found in {folder}")
    print(f"{len(files)} files, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
