# SPDX-License-Identifier: Apache-2.0
"""How time and memory of each method grow with the size of a family, doubling it
until a run takes too long: points, fitted exponents, and curves by gnuplot."""
import math
import os
import subprocess

from measure import Failed, program

READERS = {"reading JSON": "json", "reading DOT": "dot"}
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
LINEAR = ["graph", "frontier", "segment adaptive", "segment fixed", "weight"]
SEVERAL = ["frontier", "segment adaptive"]
FAMILIES = {"random": [*READERS, *LINEAR], "loop-free": LINEAR, "chain": [*READERS, *LINEAR],
            "svt": METHODS, "ladder": METHODS, "diamond": METHODS, "hubs": LINEAR,
            "m-range": SEVERAL, "k-min-max": SEVERAL}
LARGEST = {"random": 1 << 20, "loop-free": 1 << 18, "chain": 1 << 20, "svt": 1 << 18,
           "ladder": 4096, "diamond": 1 << 16, "hubs": 1 << 14, "m-range": 128, "k-min-max": 512}
# what the smallest size takes, and what is less, does not tell how a method grows
LEAST_SECONDS = 5e-4
LEAST_MIB = 4


def figure(report, method):
    """The seconds that method took; None when it has no answer."""
    if method in READERS:
        return report["read_seconds"]
    one = report["stages"][-1]
    decided = one["kind"] == "decider" and one["verdict"] != "unknown"
    return one["seconds"] if decided or one.get("cost") else None


def generate(bench, family, size, ending):
    path = bench.generate(family, size)
    if ending == "json":
        return path
    with open(path + ".dot", "w") as out:
        subprocess.run([bench.couplet, "convert", "-q", "--to", "dot", path], stdout=out, check=True)
    os.unlink(path)
    return path + ".dot"


def points(bench, family, method, seconds):
    """(size, seconds of the stage, MiB of the process), doubling."""
    found, size, elapsed = [], 4, 0
    options = METHODS.get(method, ["--deciders", "", "--optimizers", ""])
    while size <= LARGEST[family] // (16 if bench.quick else 1):
        path = generate(bench, family, size, READERS.get(method, "json"))
        try:
            _, elapsed, memory, report = bench.verify(path, "--self-check=false", *options,
                                                      runs=2 if elapsed < seconds / 8 else 1,
                                                      seconds=3 * seconds)
        except Failed:
            break
        finally:
            os.unlink(path)
        taken = figure(report, method)
        if taken is None:
            break
        found.append((size, max(taken, 1e-6), memory))
        if elapsed > seconds / 2:  # twice the size would take too long
            break
        size *= 2
    return found


def slope(points):
    """Of the least-squares line through points; None for fewer than three."""
    if len(points) < 3:
        return None
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return (sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points))


def exponent(pairs):
    """The slope where both are logarithms; None for fewer than three points."""
    return slope([(math.log(x), math.log(y)) for x, y in pairs])


def doubling(pairs):
    """By how much a size must grow for the value to double, as it does where growth is exponential;
    None for fewer than three points."""
    found = slope([(x, math.log2(y)) for x, y in pairs])
    return 1 / found if found else None


def beyond(curve, column, least):
    """The points of curve, (size, value), without what the smallest size takes; only
    those where the rest is no less than that, nor than least."""
    base = curve[0][column]
    pairs = [(point[0], point[column] - base) for point in curve]
    return [pair for pair in pairs if pair[1] >= max(base, least)]


def draw(path, title, label, curves):
    """A log-log plot of curves, {name: ([(x, y)], exponent)}, as SVG."""
    plots = ", ".join("'-' with linespoints title '%s%s'"
                      % (name, "" if fit is None else ": n^{%.2f}" % fit)
                      for name, (_, fit) in curves.items())
    data = "".join("".join("%g %g\n" % point for point in curve) + "e\n"
                   for curve, _ in curves.values())
    script = ("set terminal svg size 720,480 background 'white'\nset output '%s'\nset logscale xy\n"
              "set format xy '10^{%%T}'\nset key left top\nset xlabel 'size'\nset ylabel '%s'\n"
              "set title '%s'\nset grid\nplot %s\n%s" % (path, label, title, plots, data))
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def run(bench):
    table = bench.table("growth", "How each method grows: size doubled until a run takes %g s"
                        % bench.sizes["growth"],
                        ("family and method", "largest size", "its seconds", "its MiB",
                         "exponent of time", "of memory"))
    table.note("Exponents: least squares on what a point takes beyond the smallest size, where that "
               "is no less than what the smallest size takes, nor than %g ms and %d MiB; `-`: fewer "
               "than three such points. A method whose time is exponential has none that means "
               "much." % (LEAST_SECONDS * 1000, LEAST_MIB))
    for family, methods in FAMILIES.items():
        curves = {name: points(bench, family, name, bench.sizes["growth"]) for name in methods}
        for name, curve in curves.items():
            if not curve:
                table.note("%s, %s: no answer." % (family, name))
                continue
            table.add("%s, %s" % (family, name), *curve[-1],
                      exponent(beyond(curve, 1, LEAST_SECONDS)), exponent(beyond(curve, 2, LEAST_MIB)))
        curves = {name: curve for name, curve in curves.items() if curve}
        if program("gnuplot") is None:
            table.note("No curves: gnuplot is not installed.")
            continue
        for column, what, label, least in ((1, "time", "seconds", LEAST_SECONDS),
                                           (2, "memory", "MiB", LEAST_MIB)):
            name = "growth-%s-%s.svg" % (family, what)
            draw(os.path.join(bench.output, name), "%s: %s of each method" % (family, what), label,
                 {k: ([(p[0], p[column]) for p in c], exponent(beyond(c, column, least)))
                  for k, c in curves.items()})
            table.note("![%s of %s](%s)" % (what, family, name))
