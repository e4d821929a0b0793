#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a build without some plugins says of them: test_left_out.py COUPLET SOURCE PLUGIN..., for
those left out, such as decider-z3."""

import os
import sys
import tempfile

from checks import Checks


def check_frontend(checks, left_out):
    if "frontend-dot" not in left_out:
        return
    message = "left out when Couplet was built: frontend 'dot'"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.dot", "a.gv", "a"):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("digraph { }\n")
            checks.says(4, message, "verify", path)


def check_stages(checks, left_out, private):
    for plugin in left_out:
        kind, name = plugin.split("-", 1)
        if kind not in ("decider", "optimizer"):
            continue
        message = "'%s'" % name, "it was left out when Couplet was built"
        for part in message:
            checks.says(5, part, "verify", "--%ss" % kind, name, private)


def check_configurations(checks, source, private):
    folder = os.path.join(source, "configs")
    for name in sorted(os.listdir(folder)):
        got, output, error = checks.run("verify", "-q", "-c", os.path.join(folder, name), private)
        checks.check(got in (0, 11) and output != "" and error == "",
                     "%s: %d %s" % (name, got, error))


def main():
    checks = Checks(sys.argv[1])
    source, left_out = sys.argv[2], sys.argv[3:]
    private = os.path.join(source, "examples", "automata", "six-less.json")
    checks.check(left_out != [], "nothing is left out")
    check_frontend(checks, left_out)
    check_stages(checks, left_out, private)
    check_configurations(checks, source, private)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
