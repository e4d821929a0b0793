#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Dividing files by --shard: every file in exactly one shard, which its name and size alone decide.

usage: test_shards.py COUPLET SOURCE"""
import hashlib
import json
import os
import re
import sys
import tempfile

from checks import Checks, without_times

PART = re.compile(r'"part":\{[^}]*\},')
METHODS = ("--deciders=graph", "--optimizers=frontier")


def shard_of(path, n, **swept):
    """What docs/stores.md says."""
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    text = b"\0".join([path.encode(), str(size).encode(), *(b"%s=%s" % (name.encode(), value.encode())
                                                            for name, value in swept.items())])
    return int(hashlib.sha256(text).hexdigest()[:16], 16) % n + 1


def verify(checks, *arguments):
    status, output, error = checks.run("verify", "--report=json", *METHODS, *arguments)
    return status, {json.loads(line)["file"]: without_times(PART.sub("", line))
                    for line in output.splitlines()}, error


def check_division(checks, folder, names):
    _, whole, _ = verify(checks, folder)
    checks.check(sorted(whole) == names, "the whole run: %s" % sorted(whole))
    for n in (1, 2, 3, 7):
        seen = {}
        for i in range(1, n + 1):
            _, part, _ = verify(checks, "--shard", "%d/%d" % (i, n), folder)
            checks.check(list(part) == [name for name in names if shard_of(name, n) == i],
                         "shard %d/%d has %s" % (i, n, list(part)))
            checks.check(not set(seen) & set(part), "shard %d/%d has what another has" % (i, n))
            seen.update(part)
        checks.check(seen == whole, "%d shards together answer otherwise than the whole run" % n)


def check_places(checks, names):
    """An answer says where it stands in the whole run."""
    seen = {}
    for i in (1, 2, 3):
        for line in checks.run("verify", "--report=json", *METHODS, "--shard=%d/3" % i, *names)[1].splitlines():
            answer = json.loads(line)
            part = answer["part"]
            checks.check((part["shard"], part["shards"], part["items"]) == (i, 3, len(names)), str(part))
            seen[part["item"]] = answer["file"]
    checks.check(seen == dict(enumerate(names, 1)), "places in the whole run: %s" % seen)
    checks.check("part" not in checks.run("verify", "--report=json", *METHODS, names[1])[1], "a whole run")


def check_sweep(checks, source):
    """What is divided is a file with each of its values."""
    svt = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
    seen = []
    for i in (1, 2, 3):
        _, output, _ = checks.run("verify", "--report=json", *METHODS, "--shard=%d/3" % i, "-Dc=1..9", svt)
        for answer in map(json.loads, output.splitlines()):
            checks.check(shard_of(svt, 3, c=answer["swept"]["c"]) == i, "shard of %s" % answer["swept"])
            seen.append(answer["swept"]["c"])
    checks.check(sorted(seen) == list("123456789"), "a sweep in three shards: %s" % seen)


def check_stability(checks, folder, names, small):
    """Other files, their order, and processes do not move a file."""
    before = list(verify(checks, "--shard=2/3", *names)[1])
    reverse = list(verify(checks, "--shard=2/3", "-j2", *reversed(names))[1])
    checks.check(reverse == before[::-1], "the shard of files in another order: %s" % reverse)
    added = os.path.join(folder, "added.json")
    write(added, small)
    after = [name for name in verify(checks, "--shard=2/3", folder)[1] if name != added]
    checks.check(after == before, "the shard with a further file: %s" % after)
    os.remove(added)


def check_reading(checks, folder):
    """Only the files of the shard are opened; one that is not there belongs to one shard."""
    pipe, absent = os.path.join(folder, "pipe"), os.path.join(folder, "absent.json")
    os.mkfifo(pipe)
    other = shard_of(pipe, 2) % 2 + 1
    status, part, error = verify(checks, "--shard=%d/2" % other, pipe)
    checks.check((status, part, error) == (0, {}, ""), "a pipe of another shard: %s" % error)
    statuses = [verify(checks, "--shard=%d/4" % i, absent)[0] for i in (1, 2, 3, 4)]
    checks.check(sorted(statuses) == [0, 0, 0, 4] and statuses[shard_of(absent, 4) - 1] == 4,
                 "a file that is not there: %s" % statuses)
    os.remove(pipe)


def check_parameters(checks, source):
    """A parameter that no file of the shard uses may be one of the others."""
    svt = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-1.svt")
    dot = os.path.join(source, "examples", "automata", "six-less.json")
    for i in (1, 2):
        status, _, error = checks.run("verify", *METHODS, "-Dc=2", "--shard=%d/2" % i, dot, svt)
        checks.check(status in (0, 10) and "no file has" not in error, "-D: %d, %s" % (status, error))


def check_words(checks, names):
    for word in ("0/3", "4/3", "1", "/", "1/0", "-1/2", "1/1000001", "a/b", "1/2/3", "", " 1/2"):
        checks.says(2, "--shard %s: expected I/N, such as 2/5, with I from 1 to N and N at most 1000000"
                    % word, "verify", "--shard", word, names[0])
    status, output, _ = checks.run("compare", "--shard=1/1", *METHODS, names[1])
    checks.check(status in (0, 10, 11) and names[1] in output, "compare --shard: %d" % status)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main():
    checks = Checks(sys.argv[1])
    with open(os.path.join(sys.argv[2], "examples", "automata", "six-less.json")) as file:
        small = file.read()
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, "%02d.json" % i) for i in range(60)]
        for i, name in enumerate(names):
            write(name, small + " " * (i % 3) if i % 20 else "{")
        check_division(checks, folder, names)
        sizes = [sum(shard_of(name, 3) == i for name in names) for i in (1, 2, 3)]
        checks.check(min(sizes) >= 8, "three shards of 60 files have %s" % sizes)
        check_places(checks, names)
        check_stability(checks, folder, names, small)
        check_reading(checks, folder)
        check_words(checks, names)
    check_parameters(checks, sys.argv[2])
    check_sweep(checks, sys.argv[2])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
