# SPDX-License-Identifier: Apache-2.0
"""The largest automaton of a family that each method solves within ten seconds."""
import os

from growth import METHODS, figure
from measure import Failed

# of a ladder's rungs; of diamonds in a row, whose paths are twice as many with each
LARGEST = {"ladder": 4096, "diamond": 1 << 18}
EXACT = ("frontier", "glpk lp", "glpk milp")
PART = 16  # sizes are told to a sixteenth


def solve(bench, family, size, method):
    """Elapsed seconds of the whole process; None when it takes longer than the limit or
    has no answer."""
    path = bench.generate(family, size)
    try:
        _, elapsed, _, report = bench.verify(path, "--self-check=false", *METHODS[method], runs=1,
                                             seconds=bench.sizes["reach"])
    except Failed:
        return None
    finally:
        os.unlink(path)
    exact = method not in EXACT or report["stages"][-1].get("guarantee") == "exact"
    return elapsed if exact and figure(report, method) is not None else None


def largest(bench, family, method):
    """(size, its seconds, whether a larger one was tried)."""
    most = LARGEST[family] // (16 if bench.quick else 1)
    good, seconds, bad = 0, None, None
    while bad is None or bad - good > max(1, good // PART):
        size = max(1, good * 2) if bad is None else (good + bad) // 2
        if size > most:
            return good, seconds, False
        taken = solve(bench, family, size, method)
        if taken is None:
            bad = size
        else:
            good, seconds = size, taken
    return good, seconds, True


def run(bench):
    table = bench.table("reach", "The largest size that each method solves within %g s"
                        % bench.sizes["reach"],
                        ("method", "ladder: assignments", "its seconds", "diamond: 2^n paths, n",
                         "its seconds"))
    for method in METHODS:
        row = []
        for family in LARGEST:
            size, seconds, tried = largest(bench, family, method)
            row += [size if tried else "%d or more" % size, seconds]
        table.add(method, *row)
    table.note("Whole processes; sizes to a %dth. Rungs have noise parameters without a common "
               "denominator; `or more`: that is the largest tried." % PART)
