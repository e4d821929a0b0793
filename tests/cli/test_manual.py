#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual pages: couplet.1 names every command, and each command has a page with its usage and
all options of its --help and no others, at which mandoc finds no fault.

usage: test_manual.py COUPLET SOURCE PAGES"""
import os
import re
import subprocess
import sys

from checks import Checks
from test_shell import commands_of, help_of, options_of


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_overview(checks, path, commands):
    page = read(path)
    told = set(re.findall(r"^\.It Cm (\w+)$", page, re.M))
    checks.check(told == set(commands), "commands in couplet.1: %s" % (told ^ set(commands)))
    linked = set(re.findall(r"^\.Xr couplet-(\w+) 1", page.split(".Sh SEE ALSO")[1], re.M))
    checks.check(linked == set(commands), "pages that couplet.1 names: %s" % (linked ^ set(commands)))


def check_page(checks, path, command):
    page = read(path)
    listed = page.split(".Sh OPTIONS\n")[1].split("\n.El\n")[0]
    told = {"-" + flag for flag in re.findall(r"\bFl (-?[\w-]+)", "\n".join(
        line for line in listed.splitlines() if line.startswith(".It ")))}
    expected = options_of(checks, command)
    checks.check(told == expected, "options in the page of %s: %s" % (command, told ^ expected))
    shown = subprocess.run(["mandoc", "-Tascii", "-Owidth=500", path], capture_output=True, text=True,
                           check=True).stdout
    plain = " ".join(re.sub(".\b", "", shown).split())
    for line in help_of(checks, command).splitlines():
        words = " ".join(line.split())
        if not line.startswith("  ") or line.startswith("  couplet " + command + " "):
            continue
        # an option's line: name and text are apart in a page
        for part in re.split(r"(?<=\S)  +", line.strip()) if line.startswith("  -") else [words]:
            checks.check(part.replace("Print this help", "Print a summary") in plain,
                         "%s in the page of %s: %s" % (part, command, plain))
    checks.check("couplet " + command in plain and "EXIT STATUS" in plain, "the head of the page: " + plain)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    overview, pages = os.path.join(sys.argv[2], "docs", "couplet.1"), sys.argv[3]
    commands = commands_of(checks)
    check_overview(checks, overview, commands)
    made = {name for name in os.listdir(pages) if name.endswith(".1")}
    checks.check(made == {"couplet-%s.1" % command for command in commands}, "pages: %s" % made)
    for path in [overview] + [os.path.join(pages, name) for name in sorted(made)]:
        result = subprocess.run(["mandoc", "-Tlint", "-Wwarning", path], capture_output=True, text=True)
        checks.check(result.returncode == 0 and result.stdout == "", "mandoc: " + result.stdout + result.stderr)
    for command in commands:
        check_page(checks, os.path.join(pages, "couplet-%s.1" % command), command)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
