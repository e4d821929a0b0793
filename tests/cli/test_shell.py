#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Completion in bash, asked as bash asks and by the Tab key, and the manual page, which
has every command and option of --help and no others.

usage: test_shell.py COUPLET SOURCE"""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

from checks import Checks  # noqa: E402

# bash hands over the words of the line, '=' as a word of its own
ASK = """source "$1"
couplet=$2
shift 2
COMP_WORDS=(couplet "$@")
COMP_CWORD=$#
_couplet "$couplet"
printf '%s\\n' "${COMPREPLY[@]}"
"""

CASES = [
    ("ver", ["verify"]),
    ("verify --dec", ["--deciders="]),
    ("verify --deciders = ", ["graph", "z3"]),
    ("verify --deciders z", ["z3"]),
    ("verify --optimizers = weight,fr", ["weight,frontier"]),
    ("compare --report = t", ["table"]),
    ("verify --from d", ["dipa", "dot"]),
    ("verify -o fron", ["frontier."]),
    ("verify --option = segment.str", ["segment.strategy="]),
    ("verify -o frontier.prune = ", ["auto", "always", "never"]),
    ("verify --self-check = f", ["false"]),
    ("convert --to ", ["json", "dot", "dipa", "svt"]),
    ("describe gl", ["glpk"]),
    ("fmt --in", ["--in-place"]),
    ("explain -o nu", ["numeric sparse.json"]),
    ("verify nu", ["numeric sparse.json"]),
    ("verify --self-check nu", ["numeric sparse.json"]),
    ("verify --jobs 4 nu", ["numeric sparse.json"]),
    ("verify --dump ", ["folder"]),
    ("plugins ", []),
    ("lsp ", []),
    ("lsp --time", ["--time-limit="]),
    ("nonsense --", []),
]


def help_of(checks, *command):
    status, output, _ = checks.run(*command, "--help")
    checks.check(status == 0, "couplet %s --help" % " ".join(command))
    return output


def commands_of(checks):
    listed = help_of(checks).split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def options_of(checks, command):
    """The options as --help spells them, short ones and long ones apart."""
    found = re.findall(r"^  (?:(-\w), )?(--[\w-]+)", help_of(checks, command), re.M)
    return {option for pair in found for option in pair if option}


def complete(checks, completion, folder, line):
    result = subprocess.run(["bash", "--norc", "-c", ASK, "ask", completion, checks.couplet,
                             *line.split(" ")], cwd=folder, capture_output=True, text=True, timeout=300)
    checks.check(result.stderr == "", "nothing on standard error: " + result.stderr)
    return [word for word in result.stdout.split("\n") if word]


def press_tab(completion, couplet, folder, line, expected):
    """What bash has made of line when expected shows, or all it showed in 100 s."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", PS1="> ", PATH=os.path.dirname(couplet) + ":" + os.environ["PATH"])
        os.environ.pop("BASH_ENV", None)
        os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
    os.write(terminal, ("bind 'set enable-bracketed-paste off'; source '%s'; echo re''ady\n"
                        % completion).encode())
    text, sent, end = b"", False, time.monotonic() + 100
    while expected not in text and time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        text += os.read(terminal, 4096)
        if not sent and b"ready\r\n> " in text:
            os.write(terminal, (line + "\t").encode())
            text, sent = b"", True
    os.close(terminal)
    os.waitpid(pid, 0)
    return text


def check_completion(checks, source):
    completion = os.path.join(source, "completions", "couplet.bash")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "folder"))
        with open(os.path.join(folder, "numeric sparse.json"), "w"):
            pass
        for line, expected in CASES:
            got = complete(checks, completion, folder, line)
            checks.check(got == expected, "couplet %s: %s, expected %s" % (line, got, expected))
        commands = commands_of(checks)
        checks.check(complete(checks, completion, folder, "") == commands + ["--help", "--version"],
                     "commands")
        for command in commands:
            got = set(complete(checks, completion, folder, command + " --"))
            expected = {o for o in options_of(checks, command) if o.startswith("--")}
            checks.check({o.rstrip("=") for o in got} == expected, "options of %s: %s" % (command, got))
        for line, expected in (("couplet ver", b"couplet verify "),
                               ("couplet verify --dec", b"--deciders="),
                               ("couplet verify --deciders=z", b"--deciders=z3 "),
                               ("couplet verify -o frontier.prune=al", b"frontier.prune=always "),
                               ("couplet check nu", b"couplet check numeric\\ sparse.json ")):
            got = press_tab(completion, checks.couplet, folder, line, expected)
            checks.check(expected in got, "%s and Tab: %s, expected %s" % (line, got, expected))


def check_page(checks, source):
    name = os.path.join(source, "docs", "couplet.1")
    with open(name, encoding="utf-8") as file:
        page = file.read()
    described = {"-" + flag for flag in re.findall(r"\bFl (-?[\w-]+)", page)}
    commands = commands_of(checks)
    told = set(re.findall(r"^\.It Cm (\w+)$", page, re.M))
    checks.check(told == set(commands), "commands in the manual page: %s" % (told ^ set(commands)))
    options = {"--version"}.union(*(options_of(checks, command) for command in commands))
    checks.check(described == options, "options in the manual page: %s" % (described ^ options))
    result = subprocess.run(["mandoc", "-Tlint", "-Wwarning", name], capture_output=True, text=True)
    checks.check(result.returncode == 0, "mandoc: " + result.stdout + result.stderr)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    source = os.path.abspath(sys.argv[2])
    check_completion(checks, source)
    check_page(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
