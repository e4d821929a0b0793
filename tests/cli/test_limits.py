#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stacks that are too small, and inputs that never end: an answer or an error, never a
signal.

usage: test_limits.py COUPLET SOURCE"""
import os
import resource
import subprocess
import sys
import tempfile
import threading

from checks import Checks

FILES = ("automata/numeric-sparse.json", "automata/numeric-sparse.dot",
         "mechanisms/numeric-sparse.svt", "automata/svt-star.json")


def run_with_stack(checks, kibibytes, both, *arguments):
    """Runs with a soft limit of the stack, or with a hard one as well."""
    def limit():
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK,
                           (kibibytes * 1024, kibibytes * 1024 if both else hard))
    return subprocess.run([checks.couplet, *arguments], capture_output=True, text=True,
                          env={"LC_ALL": "C.UTF-8"}, preexec_fn=limit, timeout=120)


def check_stacks(checks, source):
    for name in FILES:
        path = os.path.join(source, "examples", name)
        expected = checks.run("verify", path)[0]
        for kibibytes in (16, 24, 32, 48, 64, 128):
            for both in (False, True):
                result = run_with_stack(checks, kibibytes, both, "verify", "-q", path)
                refused = result.returncode == 2 and "ulimit -s" in result.stderr
                checks.check(result.returncode == expected or (refused and both and kibibytes < 64),
                             "%s with a stack of %d KiB: %d %s"
                             % (name, kibibytes, result.returncode, result.stderr))


def check_devices(checks, source):
    path = os.path.join(source, "examples", FILES[0])
    checks.says(3, "/dev/zero", "verify", "-c", "/dev/zero", path)
    checks.says(4, "it has a NUL byte", "verify", "/dev/zero")
    checks.says(4, "it has a NUL byte", "verify", "--from", "json", "/dev/zero")
    checks.says(4, "it has a NUL byte", "check", path, "/dev/zero")
    checks.says(4, "/dev/null", "verify", "/dev/null")


def write_forever(path, text):
    try:
        with open(path, "w") as pipe:
            while True:
                pipe.write(text)
    except BrokenPipeError:
        pass


def check_endless_pipe(checks, source):
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "endless.conf")
        os.mkfifo(pipe)
        writer = threading.Thread(target=write_forever, args=(pipe, "# no end\n"))
        writer.start()
        checks.says(3, "larger than 1 MiB", "verify", "-c", pipe,
                    os.path.join(source, "examples", FILES[0]))
        writer.join(60)
        checks.check(not writer.is_alive(), "the writer of the pipe ends")


def check_pipes(checks, source):
    """What comes through a pipe is read like a file."""
    path = os.path.join(source, "examples", FILES[0])
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "automaton.json")
        os.mkfifo(pipe)
        with open(path) as file:
            text = file.read()

        def write_once():
            with open(pipe, "w") as out:
                out.write(text)
        writer = threading.Thread(target=write_once)
        writer.start()
        status, output, _ = checks.run("verify", pipe)
        writer.join(60)
        checks.check(status == 0 and "private" in output, "an automaton through a pipe: " + output)


def main():
    couplet, source = sys.argv[1:3]
    checks = Checks(couplet)
    if "--no-stacks" not in sys.argv:  # the sanitizers' frames are several times larger
        check_stacks(checks, source)
    check_devices(checks, source)
    check_endless_pipe(checks, source)
    check_pipes(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
