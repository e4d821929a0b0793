#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps: a parameter with several values, a row each.

usage: test_sweeps.py COUPLET SOURCE"""
import csv
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from fractions import Fraction

from checks import Checks, records_of, without_times

# as the paper has it, with the scale of the answers' noise as a second parameter
FACTORS = """mechanism factors(c = 1, k = 1) {
  threshold x = public + lap(4/eps);
  repeat c {
    loop {
      q = private + lap(k*(4/3)/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}
"""


def rows(output):
    return [json.loads(line) for line in output.splitlines()]


def algorithm_4(source):
    return os.path.join(source, "examples", "mechanisms", "lyu-algorithm-4.svt")


def check_rows(checks, source):
    """A row for each value, in order; the cost is that of Lyu et al.: each of the c answers above
    adds 3/2, and below and above the threshold differ by 1/4 in all."""
    file = algorithm_4(source)
    status, output, _ = checks.run("verify", "--report", "json", "-D", "c=1..5", file)
    answers = rows(output)
    checks.check(status == 10, "the claim fails: status %d" % status)
    checks.check([a["file"] for a in answers] == [file] * 5, "file stays the path")
    checks.check([a["parameters"] for a in answers] == [{"c": str(c)} for c in range(1, 6)], "parameters")
    checks.check([Fraction(a["cost"]) for a in answers] == [Fraction(1 + 6 * c, 4) for c in range(1, 6)],
                 "cost (1 + 6c)/4")
    alone = [without_times(checks.run("verify", "--report", "json", "-D", "c=%d" % c, file)[1])
             for c in range(1, 6)]
    checks.check(re.sub('"swept":{[^}]*},', "", without_times(output)) == "".join(alone),
                 "each row is that of its value alone")


def check_product(checks, folder):
    """Files outermost, the last parameter fastest, the same on two processes."""
    for name in "ab":
        with open(os.path.join(folder, name + ".svt"), "w") as out:
            out.write(FACTORS)
    words = ["-D", "c=1,3", "-D", "k=1..2..1/2", folder]
    status, output, error = checks.run("verify", "--report", "json", *words)
    found = [(os.path.basename(a["file"]), a["parameters"]["c"], a["parameters"]["k"]) for a in rows(output)]
    checks.check(status == 0 and found == [(f, c, k) for f in ("a.svt", "b.svt") for c in "13" for k in ("1", "3/2", "2")],
                 "the product in order")
    for report in ("json", "csv", "table", "html", "sarif"):
        one, two = ([without_times(text) for text in checks.run("verify", "--report", report, *jobs, *words)[1:]]
                    for jobs in ([], ["-j", "2"]))
        checks.check(one == two, report + ": -j 2 as -j 1")


def check_names(checks, source, folder):
    """People are told which parameters: in the table, in messages, in names of files."""
    file = algorithm_4(source)
    output = checks.run("verify", "-D", "c=1,2", file)[1]
    checks.check([line.split("  ")[0] for line in output.splitlines() if line.startswith(file)] ==
                 [file + " (c=1)", file + " (c=2)"], "table")
    output = checks.run("compare", "--deciders", "graph", "--optimizers", "frontier", "-D", "c=1,2", file)[1]
    checks.check("lyu-algorithm-4.svt (c=1)  claim 1 fails" in output and "lyu-algorithm-4.svt (c=2)  claim 1 fails" in output, "comparison")
    checks.check("(c=" not in checks.run("verify", "-D", "c=2", file)[1], "one value is no sweep")
    checks.says(4, ": error: with c=3/2: the number of rounds is '3/2'", "verify", "-D", "c=1..2..1/2", file)
    evidence = os.path.join(folder, "evidence")
    checks.run("verify", "--optimizers", "frontier", "--evidence-dir", evidence, "-D", "c=2,1", file)
    names = sorted(os.listdir(evidence))
    for c in "12":
        mine = [name for name in names if name.startswith("lyu-algorithm-4.svt-c=%s." % c)]
        checks.check(len(mine) > 0, "evidence of c=%s: %s" % (c, names))
        for name in mine:
            path = os.path.join(evidence, name)
            checks.check(checks.run("check", "-D", "c=" + c, file, path)[0] == 0, "accepted: " + name)
            other = "-D c=" + ("2" if c == "1" else "1")
            checks.says(4, "it belongs to", "check", *other.split(), file, path)


def check_refused(checks, source):
    file = algorithm_4(source)
    for definition, text in [("c=1..", "'1..' is not a range; expected two numbers"),
                             ("c=1/2..3", "is not of whole numbers; expected a step, as in 1/2..3..1/4"),
                             ("c=3..1", "the range '3..1' ends before it begins"),
                             ("c=1..3..0", "the step of the range '1..3..0' is not positive"),
                             ("c=1,1.0", "the value 1.0 is given twice"),
                             ("c=1,", "a value is missing beside a comma"),
                             ("c=1..2000000", "the range '1..2000000' has more than 1000000 values")]:
        checks.says(2, "couplet: -D %s: " % definition, "verify", "-D", definition, file)
        checks.says(2, text, "verify", "-D", definition, file)
    checks.says(2, "couplet: -D: the product of all values has more than 1000000 members",
                "verify", "-D", "c=1..2000", "-D", "k=1..2000", file)
    checks.says(2, "couplet: -D: 2 files with 600000 values are more than 1000000 runs",
                "verify", "-D", "c=1..1000", "-D", "k=1..600", file, file)
    checks.says(2, "couplet: -D: standard input can be read once only", "verify", "-D", "c=1,2", "-")
    checks.says(2, "couplet: -D k: no file has a parameter of that name", "verify", "-D", "k=1..3", file)
    for command in (["explain"], ["refute"], ["convert", "--to", "json"], ["convert", "--to", "svt"]):
        checks.says(2, "couplet: -D c: expected one value; lists and ranges are for verify and compare",
                    *command, "-D", "c=1..3", file)


def check_csv(checks, folder):
    """Ten lines plot it: each swept parameter is a column, with its decimal."""
    file = os.path.join(folder, "a.svt")
    output = checks.run("verify", "--report", "csv", "--optimizers", "frontier", "--deciders", "", "-D", "c=1,2", "-D",
                        "k=1/2..1..1/4", file)[1]
    table = list(csv.DictReader(io.StringIO(output)))
    checks.check([(row["file"], row["c"], row["c_decimal"], row["k"], row["k_decimal"]) for row in table] ==
                 [(file, c, c, k, d) for c in "12" for k, d in (("1/2", "0.5"), ("3/4", "0.75"), ("1", "1"))], "columns")
    # above: 1 + 3/(4k) each twice (docs/theory.md), of which the threshold's 1/4 is counted once
    checks.check(all(Fraction(row["cost"]) == Fraction(1, 4) + Fraction(3, 2) * int(row["c"]) / Fraction(row["k"])
                     for row in table), "cost 1/4 + 3c/(2k)")
    columns = checks.run("verify", "--report", "csv", "-D", "c=1", file)[1].splitlines()[0].split(",")
    checks.check(columns[-1] == "plugin_path" and "c" not in columns, "no sweep, no columns")
    with open(os.path.join(folder, "cost.svt"), "w") as out:
        out.write(FACTORS.replace("k", "cost").replace("breacost", "break"))
    output = checks.run("verify", "--report", "csv", "-D", "cost=1,2", out.name)[1]
    row = next(csv.DictReader(io.StringIO(output)))
    checks.check(row["parameter_cost"] == "1" and row["parameter_cost_decimal"] == "1", "a name that is taken")


def solve(checks, status, parameter, at_most, *words):
    """What --solve finds, and all it says."""
    got, output, error = checks.run("verify", "--report", "json", "--solve", parameter, "--at-most", at_most, *words)
    checks.check(got == status, "--solve %s --at-most %s %s: status %d, %s" % (parameter, at_most, words, got, error))
    answers = rows(output)
    return answers[0]["solve"] if len(answers) == 1 else [answer["solve"] for answer in answers]


def check_algorithm_4(checks, source, folder):
    """By which factor must the noise of Lyu, Su and Li's Algorithm 4 (PVLDB 10(6), 2017) be scaled up to
    make it what it claims, eps-private? It has noise of scale 4/eps on the threshold and 4/3/eps on the
    answers, whose sensitivity is 1. With c answers above, the paper proves (1 + 6c)/4*eps: the threshold
    is shifted by 1 at eps/4, each of the c answers above by 2 at (3/4)*eps, and answers below cost
    nothing. All scales times s divide this by s, so it is 1 at s = (1 + 6c)/4: 7/4, 13/4, 19/4. For
    monotonic queries it is (1 + 3c)/4. If only the answers' scale is multiplied, by k, then
    1/4 + 6c/(4k) = 1 at k = 2c. And c answers are at most 10*eps where (1 + 6c)/4 <= 10: c = 6."""
    with open(algorithm_4(source)) as text:
        published = text.read()
    with open(os.path.join(source, "examples", "sweeps", "lyu-algorithm-4-scaled.svt")) as text:
        scaled = text.read()
    statements = [text[text.index("  claim"):].replace("s*", "") for text in (published, scaled)]
    checks.check(statements[0] == statements[1] and scaled.count("lap(s*") == 2, "the example is the paper's, scaled")
    file, monotonic = os.path.join(folder, "scaled.svt"), os.path.join(folder, "monotonic.svt")
    for path, text in ((file, scaled), (monotonic, scaled.replace("  claim eps;", "  queries monotonic;\n  claim eps;"))):
        with open(path, "w") as out:
            out.write(text)
    for c in (1, 2, 3, 10):
        for path, scale in ((file, Fraction(1 + 6 * c, 4)), (monotonic, Fraction(1 + 3 * c, 4))):
            found = solve(checks, 0, "s", "1", "-D", "c=%d" % c, path)
            checks.check((found["found"], found["which"], found["value"]) == ("exact", "least", str(scale)),
                         "%s, c = %d: %s" % (os.path.basename(path), c, found))
            checks.check(Fraction(found["beyond"]) < scale < Fraction(found["beyond"]) * Fraction(1000001, 1000000),
                         "just below it is more")
            status, output, _ = checks.run("verify", "-q", "--report", "json", "-D", "c=%d" % c, "-D", "s=" + found["value"], path)
            checks.check(status == 0 and rows(output)[0]["cost"] == "1", "its claim holds there")
    factors = os.path.join(folder, "a.svt")
    found = solve(checks, 0, "k", "1", "-D", "c=1..4", factors)
    checks.check([(f["found"], f["value"]) for f in found] == [("exact", str(2 * c)) for c in range(1, 5)], "k = 2c")
    for where in ([], ["-D", "c=1..100"], ["-D", "c=1..1000000000000"]):
        found = solve(checks, 0, "c", "10", *where, algorithm_4(source))
        checks.check((found["found"], found["which"], found["value"], found["beyond"]) == ("exact", "largest", "6", "7"),
                     "c = 6 %s" % where)
    words = " ".join(checks.run("verify", "--solve", "s", "--at-most", "1", "-D", "c=1", file)[1].split())
    checks.check("scaled.svt (c=1, s=7/4)" not in words and "scaled.svt (s=7/4) claim 1 holds: least d 1 private" in words and
                 "the least s with d at most 1 is 7/4 (1.75); d is more just below" in words and
                 "provided that d only falls as s grows, as it does at the" in words, "in words: " + words)


def check_solve(checks, folder):
    """Ranges, what is not found, and what is wrong."""
    file, pair = os.path.join(folder, "a.svt"), [os.path.join(folder, name) for name in ("a.svt", "b.svt")]
    for where, at_most, status, expected in [
            ("k=1..100", "1", 0, ("exact", "2", "1")), ("k=1..100..3", "1", 0, ("exact", "4", "1")),
            ("k=3..100", "1", 0, ("everywhere", "3", None)), ("k=1..100", "1/4", 10, ("nowhere", None, "100")),
            ("k=1/2..20", "3/4", 0, ("exact", "3", None)), ("k=1.0..20", "7/4", 0, ("everywhere", "1", None)),
            ("c=1..3", "10", 0, ("everywhere", "3", None)), ("c=2..30", "2", 10, ("nowhere", None, "2"))]:
        found = solve(checks, status, where[0], at_most, "-D", where, file)
        checks.check((found["found"], found["value"]) == expected[:2] and expected[2] in (None, found["beyond"]),
                     "%s at most %s: %s" % (where, at_most, found))
    words = ["verify", "--solve", "k", "--at-most", "1", "-D", "c=1..3", *pair]
    for report in ("json", "csv", "table", "html"):
        one, two = ([without_times(text) for text in checks.run(*words, "--report", report, *jobs)[1:]]
                    for jobs in ([], ["-j", "2"]))
        checks.check(one == two and len(one[0]) > 0, report + ": --solve with -j 2 as with -j 1")
    table = list(csv.DictReader(io.StringIO(checks.run(*words, "--optimizers", "", "--optimizers", "frontier",
                                                       "--deciders", "", "--report", "csv")[1])))
    checks.check([(row["c"], row["k"], row["found"], row["which"], row["found_value"], row["at_most"]) for row in table] ==
                 2 * [(str(c), str(2 * c), "exact", "least", str(2 * c), "1") for c in (1, 2, 3)], "CSV")
    hill = os.path.join(folder, "hill.svt")
    with open(hill, "w") as out:
        out.write(FACTORS.replace("(c = 1, k = 1)", "(c = 1, k = 1, m = 3)").replace("k*(4/3)", "(1 + (m - 3)*(m - 3))"))
    status, output, error = checks.run("verify", "--report", "json", "--solve", "m", "--at-most", "3", "-D", "m=1..9", hill)
    found = rows(output)[0]["solve"]
    checks.check(status == 4 and found["found"] == "not-monotone" and
                 "the least d rises, from" in found["reason"] and "and falls, from" in found["reason"], "not monotone: %s" % found)
    checks.check("couplet: %s: --solve m: the least d rises, from " % hill in error, "told as an error: " + error)
    for arguments, text in [(["--solve", "c"], "couplet: --solve needs --at-most D"),
                            (["--at-most", "1"], "couplet: --at-most goes with --solve NAME"),
                            (["--solve", "", "--at-most", "1"], "couplet: --solve: expected the name of a parameter"),
                            (["--solve", "c", "--solve", "k", "--at-most", "1"], "couplet: --solve is given twice"),
                            (["--solve", "c", "--at-most", "1", "--at-most", "2"], "couplet: --at-most is given twice"),
                            (["--solve", "c", "--at-most", "0"], "couplet: --at-most 0: it must be positive"),
                            (["--solve", "c", "--at-most", "x"], "couplet: --at-most: "),
                            (["--solve", "c", "--at-most", "1", "-D", "c=3"],
                             "couplet: -D c=3: c is looked for; expected where, a range such as 1..100 or 1/2..20"),
                            (["--solve", "c", "--at-most", "1", "-D", "c=1,2"], "couplet: -D c=1,2: c is looked for"),
                            (["--solve", "c", "--at-most", "1", "-D", "c=5..1"], "the range '5..1' ends before it begins"),
                            (["--solve", "c", "--at-most", "1", "-D", "c=1..5", "-D", "c=1..6"], "couplet: -D c=1..6: it is given twice"),
                            (["--solve", "nothing", "--at-most", "1"], "couplet: -D nothing: no file has a parameter of that name")]:
        checks.says(2, text, "verify", *arguments, file)
    checks.says(2, "couplet: -D: standard input can be read once only", "verify", "--solve", "c", "--at-most", "1", "-")


COUNTED = """import numpy as np

def %s(queries, epsilon, T, c):
    x = T + np.random.laplace(scale=%s/epsilon)
    n = 0
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= x:
            print(1)
            n += 1
            if n >= c:
                return
        else:
            print(0)

"""


def check_solve_code(checks, folder):
    """A parameter of a function is looked for, each value being read anew: 1/2 + c/2, and 1 + c/2."""
    file = os.path.join(folder, "counted.py")
    with open(file, "w") as out:
        out.write(COUNTED % ("one", 2) + COUNTED.replace("import numpy as np\n", "") % ("two", 1))
    # every build runs the function, also the one that has no sandbox
    words = ["verify", "-o", "python.sandbox=off", "--report", "json", "--solve", "c", "--at-most", "2", "-D", "c=1..5", file]
    for jobs in ([], ["-j", "2"]):
        status, output, error = checks.run(*words, *jobs)
        answers = rows(output)
        checks.check(status == 0 and [a["solve"]["value"] for a in answers] == ["3", "2"] and
                     [a["solve"]["beyond"] for a in answers] == ["4", "3"], "%s: status %d, %s %s" % (jobs, status, output, error))
        checks.check([a["understood"]["values"]["c"] for a in answers] == ["3", "2"], "what is understood is at that value: " + output)
    checks.says(4, "--solve finds a parameter of code where -D says from where to where", "verify", "-o", "python.sandbox=off",
                "--solve", "c", "--at-most", "2", file)


UNEVEN = """mechanism uneven(s = 1) {
  threshold x = public + lap(%s/eps);
  loop {
    q = private + lap(%s/eps);
    if q >= x { output top; break; } else { output bot; }
  }
}
"""


def check_intervals(checks, folder):
    """The cost is 1/x + 2/y, where x and y are the scales of the threshold and of the answers."""
    for threshold, answers, where, status, expected in [
            ("2/(3-s)", "4", "s=1/2..5", 0, ("exact", "least", "2")),  # (3 - s)/2 + 1/2; no mechanism from 3 on
            ("2", "(s-1)", "s=1/2..20", 0, ("exact", "least", "5")),  # 1/2 + 2/(s - 1); none up to 1
            ("s*2", "(4/s)", "s=1/2..2", 4, ("not-monotone", None, None))]:  # (s + 1/s)/2
        file = os.path.join(folder, "uneven.svt")
        with open(file, "w") as out:
            out.write(UNEVEN % (threshold, answers))
        found = solve(checks, status, "s", "1", "-D", where, file)
        checks.check((found["found"], found["which"], found["value"]) == expected, "%s: %s" % (where, found))


def check_no_direction(checks, folder):
    """Where d is the same everywhere, neither a largest nor a least is spoken of."""
    file = os.path.join(folder, "never.svt")
    with open(file, "w") as out:
        out.write((UNEVEN % ("s*2", "s*4")).replace(" break;", ""))
    found = solve(checks, 10, "s", "1", "-D", "s=1/2..5", file)
    checks.check((found["found"], found["which"], found["value"]) == ("nowhere", None, None), "never: %s" % found)
    words = " ".join(checks.run("verify", "--solve", "s", "--at-most", "1", "-D", "s=1/2..5", file)[1].split())
    checks.check("d is at most 1 at no s tried" in words and "d is the same at the 11 values tried" in words and
                 "least s" not in words and "largest s" not in words, "never: " + words)
    with open(file, "w") as out:
        out.write(FACTORS.replace("(c = 1", "(c = 1, n = 1").replace("repeat c", "repeat n").replace("k*(4/3)", "c*n*k*4"))
    found = solve(checks, 0, "n", "100", file)
    checks.check((found["found"], found["which"], found["value"], found["points"][-1]["value"]) ==
                 ("everywhere", None, "64", "64"), "whole numbers up to 64: %s" % found)


def check_page(checks, folder):
    """The page has a column for each parameter, a row and a record for each value, and what a search found."""
    files = [os.path.join(folder, name) for name in ("a.svt", "b.svt")]
    page = checks.run("verify", "--report", "html", "-D", "c=3,1,2", "-D", "k=1/2,2,3", files[0])[1]
    heads = re.findall('<th(?: class="number")?>(.*?)</th>', page)
    checks.check(heads[:4] == ["file", "c", "k", "verdict"] and
                 page.count('<td class="number">3</td><td class="number">1/2</td>') == 1, "a column for each parameter")
    checks.check([(file["record"]["swept"]["c"], file["record"]["swept"]["k"]) for file in records_of(page)] ==
                 [(c, k) for c in "312" for k in ("1/2", "2", "3")], "a record for each value")
    page = checks.run("verify", "--report", "html", "--solve", "k", "--at-most", "1", "-D", "c=1,2", *files)[1]
    checks.check("the least k with d at most 1 is 4; d is more just below" in
                 [file["solution"] for file in records_of(page)], "a search")


def check_documentation(checks, source, folder):
    """The commands of docs/sweeps.md run, and say what it says."""
    with open(os.path.join(source, "docs", "sweeps.md")) as text:
        blocks = re.findall("^```sh\n(.*?)^```$", text.read(), re.M | re.S)
    commands = [line for block in blocks for line in block.splitlines()]
    shutil.copy(os.path.join(source, "examples", "sweeps", "lyu-algorithm-4-scaled.svt"), folder)
    said = []
    for command in commands:
        words = shlex.split(command.split(" > ")[0])
        status, output, error = checks.run(*words[1:], cwd=folder)
        said.append(" ".join(output.split()))
        checks.check(status in (0, 10) and error == "", "%s: %d, %s" % (command, status, error))
    checks.check(len(commands) == 10 and any("the least s with d at most 1 is 7/4 (1.75)" in text for text in said),
                 "what the documentation says")


def check_names_of_mechanisms(checks, source, folder):
    """What is not a number is swept in a list, too."""
    file = os.path.join(folder, "two.svt")
    with open(file, "w") as out:
        out.write(FACTORS + FACTORS.replace("factors", "twice").replace("lap(4/eps)", "lap(8/eps)"))
    status, output, _ = checks.run("verify", "--report", "json", "-D", "mechanism=factors,twice", file)
    checks.check(status == 0 and [a["automaton"] for a in rows(output)] == ["factors", "twice"], "mechanisms")


def main():
    checks = Checks(sys.argv[1])
    source = sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        check_rows(checks, source)
        check_product(checks, folder)
        check_names(checks, source, folder)
        check_csv(checks, folder)
        check_algorithm_4(checks, source, folder)
        check_solve(checks, folder)
        check_solve_code(checks, folder)
        check_intervals(checks, folder)
        check_no_direction(checks, folder)
        check_page(checks, folder)
        check_documentation(checks, source, folder)
        check_refused(checks, source)
        check_names_of_mechanisms(checks, source, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
