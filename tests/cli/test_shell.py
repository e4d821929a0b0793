#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Completion in bash, asked as bash asks and by the Tab key, in zsh by the Tab key, and in fish
by its own question: every command and option of --help, and the values that options take.

usage: test_shell.py COUPLET SOURCE"""
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
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

# blanks, slashes and `=` that zsh adds go when the cursor moves
ZSH_CASES = [
    ("ver", "verify"),
    ("verify --dec", "verify --deciders"),
    ("verify --deciders=z", "verify --deciders=z3"),
    ("verify --deciders=graph,z", "verify --deciders=graph,z3"),
    ("verify -o fron", "verify -o frontier."),
    ("verify -o segment.str", "verify -o segment.strategy="),
    ("verify --option=frontier.prune=al", "verify --option=frontier.prune=always"),
    ("verify --self-check=f", "verify --self-check=false"),
    ("compare --report=t", "compare --report=table"),
    ("verify -j au", "verify -j auto"),
    ("verify --dump=fo", "verify --dump=folder"),
    ("explain --format=l", "explain --format=latex"),
    ("convert --to=do", "convert --to=dot"),
    ("describe gl", "describe glpk"),
    ("fmt --in", "fmt --in-place"),
    ("verify nu", "verify numeric\\ sparse.json"),
    ("check --from=js", "check --from=json"),
    ("plugins x", "plugins x"),
]

FISH_CASES = [
    ("ver", ["verify"]),
    ("verify --dec", ["--deciders"]),
    ("verify --deciders=", ["--deciders=graph", "--deciders=z3"]),
    ("verify --deciders=graph,z", ["--deciders=graph,z3"]),
    ("verify -o fron", ["frontier."]),
    ("verify -o segment.str", ["segment.strategy="]),
    ("verify --option=frontier.prune=al", ["--option=frontier.prune=always"]),
    ("verify --self-check=", ["--self-check=false", "--self-check=true"]),
    ("compare --report=t", ["--report=table"]),
    ("verify -j ", ["auto"]),
    ("verify --dump=fo", ["--dump=folder/"]),
    ("explain --format=l", ["--format=latex"]),
    ("convert --to=do", ["--to=dot"]),
    ("describe gl", ["glpk"]),
    ("fmt --in", ["--in-place"]),
    ("verify nu", ["numeric sparse.json"]),
    ("plugins ", []),
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


def check_bash(checks, source):
    completion = os.path.join(source, "completions", "couplet.bash")
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder)
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


def zsh_line(checks, functions, folder, line):
    """What zsh makes of line by a Tab, and what it shows."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=folder, PATH="%s:%s" % (
            os.path.dirname(checks.couplet), os.environ["PATH"]))
        os.execvp("zsh", ["zsh", "-f", "-i"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 200, 0, 0))
    os.write(terminal, ("PROMPT='> '; LISTMAX=10000; setopt nobeep; autoload -Uz compinit; fpath=('%s' $fpath); "
                        "compinit -u -D; bindkey '^I' complete-word; echo re''ady\n" % functions).encode())
    read_until(terminal, b"ready\r\n")
    # the line is then made an argument of echo: control-A and -E go to its ends
    os.write(terminal, (line + "\t\x01echo '\x05' do''ne\n").encode())
    text = read_until(terminal, b" done\r\n").decode(errors="replace")
    os.close(terminal)
    os.waitpid(pid, 0)
    made = re.search(r"[\r\n](couplet[^\r\n]*) done\r\n", text)
    return made.group(1) if made else None, text


def read_until(terminal, mark):
    text, end = b"", time.monotonic() + 100
    while mark not in text and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            text += os.read(terminal, 65536)
    return text


def make_files(folder):
    os.mkdir(os.path.join(folder, "folder"))
    with open(os.path.join(folder, "numeric sparse.json"), "w", encoding="utf-8"):
        pass


def check_zsh(checks, source):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as functions:
        make_files(folder)
        shutil.copy(os.path.join(source, "completions", "couplet.zsh"), os.path.join(functions, "_couplet"))
        for line, expected in ZSH_CASES:
            got, text = zsh_line(checks, functions, folder, "couplet " + line)
            checks.check(got == "couplet " + expected, "zsh: %s: %s, expected %s\n%s" % (line, got, expected, text))
        _, text = zsh_line(checks, functions, folder, "couplet ")
        commands = commands_of(checks)
        checks.check(set(commands) <= set(re.findall(r"^(\w+) +--", text, re.M)), "zsh: commands: " + text)
        for command in commands:
            _, text = zsh_line(checks, functions, folder, "couplet %s --" % command)
            got = set(re.findall(r"^(--[\w-]+)", text.split("couplet %s --\r" % command, 1)[-1], re.M))
            expected = {o for o in options_of(checks, command) if o.startswith("--")}
            checks.check(got == expected, "zsh: options of %s: %s\n%s" % (command, got ^ expected, text))


def fish_words(checks, source, folder, line):
    result = subprocess.run(
        ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
         os.path.join(source, "completions", "couplet.fish"), line], cwd=folder, text=True, capture_output=True,
        env=dict(os.environ, HOME=folder, PATH="%s:%s" % (os.path.dirname(checks.couplet), os.environ["PATH"])))
    checks.check(result.stderr == "", "fish: nothing on standard error: " + result.stderr)
    return [word.split("\t")[0] for word in result.stdout.splitlines()]


def check_fish(checks, source):
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder)
        for line, expected in FISH_CASES:
            got = fish_words(checks, source, folder, "couplet " + line)
            checks.check(got == expected, "fish: %s: %s, expected %s" % (line, got, expected))
        commands = commands_of(checks)
        checks.check(set(commands) == set(fish_words(checks, source, folder, "couplet ")), "fish: commands")
        for command in commands:
            got = {word.rstrip("=") for word in fish_words(checks, source, folder, "couplet %s --" % command)}
            expected = {o for o in options_of(checks, command) if o.startswith("--")}
            checks.check(got == expected, "fish: options of %s: %s" % (command, got ^ expected))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    source = os.path.abspath(sys.argv[2])
    check_bash(checks, source)
    check_zsh(checks, source)
    check_fish(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
