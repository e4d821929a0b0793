# SPDX-License-Identifier: Apache-2.0
"""How vectors with limits grow with the number of loops that assign what is compared later."""
import os

from growth import LEAST_SECONDS, beyond, exponent
from measure import Failed

FAMILIES = ("limits-2", "limits-3", "limits-4", "nested-2", "nested-3", "nested-4",
            "rounds-2", "rounds-3", "rounds-4")
LARGEST = 1 << 14


def points(bench, family):
    """(loops, seconds of the stage, vectors), doubling, and the cost of the last."""
    found, cost, size = [], None, 4
    while size <= LARGEST // (16 if bench.quick else 1):
        path = bench.generate(family, size)
        try:
            report = bench.verify(path, "--self-check=false", "--deciders", "", "--optimizers",
                                  "frontier", runs=1, seconds=6 * bench.sizes["growth"])[3]
        except Failed:
            break
        finally:
            os.unlink(path)
        one = report["stages"][-1]
        found.append((size, max(one["seconds"], 1e-6), one["statistics"]["vectors"]))
        cost = one.get("cost") or one["verdict"]
        if one["seconds"] > bench.sizes["growth"]:
            break
        size *= 2
    return found, cost


def run(bench):
    table = bench.table("loops", "Vectors with limits: loops that assign what is compared later",
                        ("family and thresholds", "loops", "cost", "seconds", "vectors",
                         "exponent of time", "of vectors"))
    table.note("Loops one after another (limits), all in a ring (nested), or each around another one "
               "(rounds); seconds of the stage. Exponents as in the table of growth.")
    for family in FAMILIES:
        found, cost = points(bench, family)
        if not found:
            table.note("%s: no answer." % family)
            continue
        size, seconds, vectors = found[-1]
        table.add(family, size, cost, seconds, vectors,
                  exponent(beyond(found, 1, LEAST_SECONDS)), exponent(beyond(found, 2, 1)))
