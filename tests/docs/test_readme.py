#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What README.md shows is what the program prints: its commands, its function, its picture.
With COUPLET_TEST_UPDATE set the page and the pictures are written anew: read what changed.

usage: test_readme.py COUPLET SOURCE"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../support"), os.path.join(HERE, "../cli")]
import console
from checks import Checks

BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.M | re.S)
PICTURES = ("explain-light.svg", "explain-dark.svg")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def check_blocks(checks, source):
    page, function = read(source, "README.md"), read(source, "examples/python/above_threshold.py")
    kinds = []

    def shown(match):
        kinds.append(match[1])
        if match[1] == "python":
            checks.check(match[2] in function, "the function is that of the example:\n" + match[2])
            return match[0]
        return "```console\n%s```" % console.checked(checks, match[2], source)
    new = BLOCK.sub(shown, page)
    checks.check(sorted(kinds) == ["console"] * 3 + ["python"], "its blocks: %s" % kinds)
    if console.updating():
        with open(os.path.join(source, "README.md"), "w", encoding="utf-8") as file:
            file.write(new)


def check_pictures(checks, source):
    docs = os.path.join(source, "docs")
    with tempfile.TemporaryDirectory() as folder:
        drawn = docs if console.updating() else folder
        subprocess.run([sys.executable, os.path.join(docs, "make_picture.py"), checks.couplet, drawn], check=True)
        for name in PICTURES:
            checks.check(read(drawn, name) == read(docs, name), name + " is what is explained now (docs/make_picture.py)")
            checks.check("docs/" + name in read(source, "README.md"), "README.md shows " + name)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    check_blocks(checks, source)
    check_pictures(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
