# SPDX-License-Identifier: Apache-2.0
"""How time and memory of each method grow with the size of a family, doubling it
until a run takes too long: points, fitted exponents, and curves by gnuplot."""
import math
import os
import subprocess

from measure import Failed, program

METHODS = {
    "graph": ["--deciders", "graph", "--optimizers", ""],
    "z3 strategies": ["--deciders", "z3", "--optimizers", ""],
    "z3 shifts": ["--deciders", "z3", "--optimizers", "", "-o", "z3.encoding=shifts"],
    "frontier": ["--deciders", "", "--optimizers", "frontier"],
    "glpk lp": ["--deciders", "", "--optimizers", "glpk", "-o", "glpk.program-limit=1000000000"],
    "glpk milp": ["--deciders", "", "--optimizers", "glpk", "-o", "glpk.method=milp"],
    "segment adaptive": ["--deciders", "", "--optimizers", "segment"],
    "segment fixed": ["--deciders", "", "--optimizers", "segment", "-o", "segment.strategy=fixed"],
    "weight": ["--deciders", "graph", "--optimizers", "weight"],
}
FAMILIES = {"svt": METHODS, "ladder": METHODS, "diamond": METHODS,
            "m-range": ["frontier", "segment adaptive"], "k-min-max": ["frontier", "segment adaptive"]}
LARGEST = {"svt": 1 << 18, "ladder": 4096, "diamond": 1 << 16, "m-range": 128, "k-min-max": 512}
# below that, a stage is too short to tell how it grows
LEAST_SECONDS = 1e-4
# what a process takes for so little is not the automaton's
LEAST_MIB = 4


def answered(report):
    one = report["stages"][-1]
    return one if one["kind"] == "decider" and one["verdict"] != "unknown" or one.get("cost") else None


def points(bench, family, method, seconds):
    """(size, seconds of the stage, MiB of the process), doubling."""
    found, size, elapsed = [], 4, 0
    while size <= LARGEST[family] // (16 if bench.quick else 1):
        path = bench.generate(family, size)
        try:
            _, elapsed, memory, report = bench.verify(path, *METHODS[method], runs=2 if elapsed < seconds / 8 else 1,
                                                      seconds=3 * seconds)
        except Failed:
            break
        finally:
            os.unlink(path)
        one = answered(report)
        if one is None:
            break
        found.append((size, max(one["seconds"], 1e-6), memory))
        if elapsed > seconds / 2:  # twice the size would take too long
            break
        size *= 2
    return found


def exponent(pairs):
    """The slope of the least-squares line through the logarithms; None for fewer than
    three points."""
    if len(pairs) < 3:
        return None
    xs, ys = [math.log(x) for x, _ in pairs], [math.log(y) for _, y in pairs]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs))


def draw(path, title, label, curves):
    """A log-log plot of curves, {name: [(x, y)]}, as SVG."""
    plots = ", ".join("'-' with linespoints title '%s'" % name for name in curves)
    data = "".join("".join("%g %g\n" % point for point in curve) + "e\n" for curve in curves.values())
    script = ("set terminal svg size 720,480 background 'white'\nset output '%s'\nset logscale xy\n"
              "set format xy '10^{%%T}'\nset key left top\nset xlabel 'size'\nset ylabel '%s'\n"
              "set title '%s'\nset grid\nplot %s\n%s" % (path, label, title, plots, data))
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def run(bench):
    table = bench.table("growth", "How each method grows: size doubled until a run takes %g s"
                        % bench.sizes["growth"],
                        ("family and method", "largest size", "its seconds", "its MiB",
                         "exponent of time", "of memory"))
    table.note("Exponents: least squares on the points of more than %g ms, and of %d MiB more than "
               "the smallest size takes; `-`: fewer than three such points. A method whose time is "
               "exponential has none that means much." % (LEAST_SECONDS * 1000, LEAST_MIB))
    for family, methods in FAMILIES.items():
        curves = {name: points(bench, family, name, bench.sizes["growth"]) for name in methods}
        for name, curve in curves.items():
            if not curve:
                table.note("%s, %s: no answer." % (family, name))
                continue
            long = [p for p in curve if p[1] >= LEAST_SECONDS]
            base = curve[0][2]
            large = [(p[0], p[2] - base) for p in curve if p[2] >= base + LEAST_MIB]
            table.add("%s, %s" % (family, name), curve[-1][0], curve[-1][1], curve[-1][2],
                      exponent([p[:2] for p in long]), exponent(large))
        curves = {name: curve for name, curve in curves.items() if curve}
        if program("gnuplot") is None:
            table.note("No curves: gnuplot is not installed.")
            continue
        for column, what, label in ((1, "time", "seconds"), (2, "memory", "MiB")):
            name = "growth-%s-%s.svg" % (family, what)
            draw(os.path.join(bench.output, name), "%s: %s of each method" % (family, what), label,
                 {k: [(p[0], p[column]) for p in c] for k, c in curves.items()})
            table.note("![%s of %s](%s)" % (what, family, name))
