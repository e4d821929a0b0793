# SPDX-License-Identifier: Apache-2.0
"""How far the exact cost goes, which is NP-hard, and a gap of a thousandth: the largest size
within ten seconds of processor time, for numbers of several lengths."""
import os

from growth import doubling
from measure import Failed

FAMILIES = ("partition", "ladder", "chain")
NUMBERS = (10, 100, 1000)
GAP = "1/1000"
LARGEST = 4096
STEP = 2


def solve(bench, family, size, gap):
    """(processor seconds of the stage, vectors), or None when it takes longer than the limit."""
    path = bench.generate(family, size)
    try:
        report = bench.verify(path, "--self-check=false", "--deciders", "", "--optimizers",
                              "frontier", "-o", "frontier.gap=" + gap, runs=1,
                              seconds=30 * bench.sizes["reach"])
    except Failed:
        return None
    finally:
        os.unlink(path)
    seconds, one = report[0], report[3]["stages"][-1]
    answered = one.get("guarantee") == "exact" or (gap != "0" and one.get("cost"))
    if not answered or seconds > bench.sizes["reach"]:
        return None
    return seconds, one["statistics"]["vectors"]


def climb(bench, family, gap):
    """The points (size, seconds, vectors) up to the largest size, and whether a larger one took too
    long."""
    points, good, bad = [], 0, None
    most = LARGEST // (16 if bench.quick else 1)
    while bad is None or bad - good > max(STEP, good // 16):
        size = max(STEP, 2 * good) if bad is None else (good + bad) // 2
        if size > most:
            return points, False
        found = solve(bench, family, size, gap)
        if found is None:
            bad = size
        else:
            good = size
            points.append((size, *found))
    return points, True


def run(bench):
    table = bench.table("hard", "How far the exact cost goes: the largest size within %g s"
                        % bench.sizes["reach"],
                        ("family and numbers up to", "gap", "largest size", "its seconds", "vectors",
                         "vectors double every"))
    table.note("Processor time of whole processes; sizes to %d, or a 16th. `or more`: that is the largest "
               "tried." % STEP)
    for family in FAMILIES:
        for number in NUMBERS:
            for gap in ("0", GAP):
                points, tried = climb(bench, "%s-%d" % (family, number), gap)
                if not points:
                    table.note("%s-%d: no answer." % (family, number))
                    continue
                size, seconds, vectors = points[-1]
                table.add("%s, %d" % (family, number), gap, size if tried else "%d or more" % size,
                          seconds, vectors, doubling([(p[0], p[2]) for p in points]))
