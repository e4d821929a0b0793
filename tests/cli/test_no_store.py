#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that was built without SQLite says so where a store is asked for, and where reports are merged.

usage: test_no_store.py COUPLET SOURCE"""
import os
import sys
import tempfile

from checks import Checks

MESSAGE = "this program was built without SQLite, which stores and 'couplet merge' need (Debian's package is libsqlite3-dev)"


def main():
    checks = Checks(sys.argv[1])
    file = os.path.join(sys.argv[2], "examples", "automata", "six-less.json")
    with tempfile.TemporaryDirectory() as folder:
        store, report = os.path.join(folder, "a.db"), os.path.join(folder, "a.jsonl")
        checks.says(3, store + ": " + MESSAGE, "verify", "--deciders=graph", "--optimizers=frontier", "--store", store,
                    file)
        checks.check(not os.path.exists(store), "a store is made")
        with open(report, "w") as out:
            out.write(checks.run("verify", "--deciders=graph", "--optimizers=frontier", "--report=json", file)[1])
        for options in ([], ["--store", store], ["--compare"]):
            checks.says(3, report + ": " + MESSAGE, "merge", *options, report)
        with open(store, "wb") as out:
            out.write(b"SQLite format 3\0" + bytes(100))
        checks.says(3, store + ": " + MESSAGE, "merge", store)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
