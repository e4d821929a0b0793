# SPDX-License-Identifier: Apache-2.0
"""What is answered where all orders of some thresholds are possible."""
import os

from measure import Failed

FAMILIES = ("orders", "orders-public", "buckets", "phases")
SIZES = (3, 4, 5, 6, 8, 10, 12, 16, 32, 64)


def ask(bench, path, *options):
    return bench.verify(path, "--deciders", "graph", "--optimizers", "frontier", *options, runs=1,
                        seconds=6 * bench.sizes["reach"], statuses=(0, 10, 11))


def shown_seconds(bench, path, report):
    """Of a run in which evidence shows all that report says; None where it does not, or late."""
    try:
        seconds, _, _, shown = ask(bench, path, "--require-evidence")
    except Failed:
        return None
    same = all(shown[key] == report[key] for key in ("verdict", "cost", "at_least"))
    return seconds if same else None


def run(bench):
    table = bench.table("orders", "All orders of thresholds in a loop: graph and frontier", (
        "size", "verdict", "cost", "at least", "seconds", "MiB", "all shown, seconds"))
    table.note("orders: the reads of the loop are private; orders-public: the thresholds. Processor "
               "time. From 6 thresholds on their orders are too many to be told apart, and none can "
               "be merged. buckets, phases: orders are merged; a phase has four thresholds. All shown: with "
               "--require-evidence, where the checker accepts evidence for the whole answer within a minute.")
    for family in FAMILIES:
        for size in SIZES[:4] if bench.quick else SIZES:
            path = bench.generate(family, size)
            try:
                seconds, _, memory, report = ask(bench, path)
                shown = shown_seconds(bench, path, report)
            except Failed as failure:
                table.note("%s %d: %s" % (family, size, failure))
                continue
            finally:
                os.unlink(path)
            table.add("%s %d" % (family, size), report["verdict"], report["cost"],
                      report["at_least"], seconds, memory, shown)
