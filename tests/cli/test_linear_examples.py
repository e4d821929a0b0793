#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The least d of the linear mechanisms in examples/linear, by glpk.

usage: test_linear_examples.py COUPLET SOURCE"""
import json
import os
import subprocess
import sys

# verdict, cost, what is proven necessary
KNOWN = {
    "above_threshold": ("private", "3/4", "3/4"),
    "above_threshold_up_to": ("unknown", None, "3/4"),
    "no_interior": ("private", "1", "1"),
    "noisy_max": ("private", "2", "1"),
    # real shifts show what is necessary; whole ones, which would be enough, are not computed
    "noisy_max_discrete": ("unknown", None, "1"),
    "one_noise": ("not-private", None, None),
    "partial_sums": ("private", "2", "2"),
    "shared": ("private", "1", "0"),
}


def main():
    couplet, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    folder = os.path.join(source, "examples", "linear")
    wrong = 0
    for file in sorted(os.listdir(folder)):
        result = subprocess.run(
            [couplet, "verify", "--optimizers", "glpk", "--report", "json",
             os.path.join(folder, file)], capture_output=True, text=True, timeout=60)
        report = json.loads(result.stdout)
        report = (report.get("files") or report.get("results") or [report])[0]
        found = tuple(report[key] for key in ("verdict", "cost", "at_least"))
        if found != KNOWN[os.path.splitext(file)[0]]:
            print("%s: %s" % (file, found))
            wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
