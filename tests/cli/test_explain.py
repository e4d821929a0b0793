#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet explain: golden files, questions, pictures, and what it says of bad ones.

usage: test_explain.py COUPLET AUTOMATA MECHANISMS [--update]   (--update makes the golden files anew)"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

from checks import Checks, examples_in, questions_about, status_of, without_provenance

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "explain")

# name of the golden file, exit status, arguments; the folder of the automaton is put before it
CASES = [
    ("numeric-sparse.txt", 0, ["numeric-sparse.json"]),
    ("numeric-sparse.md", 0, ["numeric-sparse.json", "--format", "markdown"]),
    ("numeric-sparse.tex", 0, ["numeric-sparse.json", "--format", "latex"]),
    ("numeric-sparse.dot", 0, ["numeric-sparse.json", "--dot"]),
    ("numeric-sparse-path.txt", 0,
     ["numeric-sparse.json", "--path", "threshold,bot*2,#2"]),
    ("numeric-sparse-strategy.txt", 0,
     ["numeric-sparse.json", "--state", "ask", "--transition", "draw->ask"]),
    ("two-less-two-greater.txt", 0, ["two-less-two-greater.json"]),
    ("branch-to-two-loops-segments.txt", 0, ["branch-to-two-loops.json", "--segments"]),
    ("lyu-algorithm-2-c2.md", 0, ["lyu-algorithm-2-c2.json", "--format", "markdown"]),
    ("lyu-algorithm-3-c1.txt", 10, ["lyu-algorithm-3-c1.json"]),
    ("lyu-algorithm-6.md", 10, ["lyu-algorithm-6.json", "--format", "markdown"]),
    ("sortedness.txt", 10, ["sortedness.json"]),
    ("svt-star.txt", 10, ["svt-star.json"]),
    ("svt-star.tex", 10, ["svt-star.json", "--format", "latex"]),
    ("svt-star.dot", 10, ["svt-star.json", "--dot"]),
    ("free.txt", 0, ["inputs/free.json"]),
    ("names.txt", 0, ["inputs/names.json"]),
    ("names.md", 0, ["inputs/names.json", "--format", "markdown"]),
    ("names.tex", 0, ["inputs/names.json", "--format", "latex"]),
    ("names.dot", 0, ["inputs/names.json", "--dot"]),
    ("range-independent.txt", 0, ["inputs/range-independent.json"]),
    ("range-independent-strategy.txt", 0, ["inputs/range-independent.json", "--state", "q2"]),
    ("range-independent-segments.txt", 0, ["inputs/range-independent.json", "--segments"]),
    ("two-minmax-shared.txt", 0, ["-q", "inputs/two-minmax-shared.json"]),
    ("two-minmax-shared-path.txt", 0,
     ["-q", "inputs/two-minmax-shared.json", "--path", "start,up,in,below"]),
    ("two-minmax-shared.dot", 0, ["-q", "inputs/two-minmax-shared.json", "--dot"]),
    ("two-minmax-shared-segments.txt", 0, ["-q", "inputs/two-minmax-shared.json", "--segments"]),
    ("two-minmax-shared.md", 0,
     ["-q", "inputs/two-minmax-shared.json", "--format", "markdown"]),
    ("two-minmax-shared.tex", 0, ["-q", "inputs/two-minmax-shared.json", "--format", "latex"]),
    ("two-minmax-shared-strategy.txt", 0,
     ["-q", "inputs/two-minmax-shared.json", "--state", "q3", "--transition", "q3,1"]),
    ("both-sides-independent.txt", 10, ["inputs/both-sides-independent.json"]),
    ("exponential.txt", 0, ["inputs/exponential.json"]),
    ("exponential-fresh.txt", 10, ["inputs/exponential-fresh.json"]),
    ("exponential-threshold.txt", 10, ["inputs/exponential-threshold.json"]),
    ("discrete.txt", 0, ["inputs/discrete.json"]),
    ("gap.txt", 0, ["inputs/gap.json"]),
    ("monotonic.txt", 0, ["inputs/monotonic.json"]),
    ("monotonic-strategy.txt", 0, ["inputs/monotonic.json", "--state", "ask1"]),
    ("one.txt", 0, ["inputs/one.json"]),
    ("again.txt", 0, ["inputs/again.json"]),
    ("again-path.txt", 0, ["inputs/again.json", "--path", "start,near,bot"]),
    ("silent.txt", 0, ["inputs/silent.json"]),
    ("noisy-max.txt", 0, ["inputs/noisy-max.json"]),
    ("snapped.txt", 0, ["inputs/snapped.json"]),
    ("snapped-floating.txt", 0, ["inputs/snapped-floating.json"]),
    ("snapped-floating-path.txt", 0,
     ["inputs/snapped-floating.json", "--path", "start,bot,fresh"]),
    ("snapped-floating.dot", 0, ["inputs/snapped-floating.json", "--dot"]),
    ("loops-that-pay.txt", 10, ["inputs/loops-that-pay.json"]),
    ("loops-that-pay.md", 10, ["inputs/loops-that-pay.json", "--format", "markdown"]),
    ("loops-that-pay.tex", 10, ["inputs/loops-that-pay.json", "--format", "latex"]),
    ("loops-that-pay.dot", 10, ["inputs/loops-that-pay.json", "--dot"]),
    ("last-turn-paid.txt", 0, ["inputs/last-turn-paid.json"]),
    ("svt-star-path.txt", 10,
     ["svt-star.json", "--path", "threshold,->below,bot,top->above,#1"]),
]
# the same for the mechanisms
MECHANISMS = [
    ("two-range.txt", 10, ["two-range.svt"]),
    ("num-range-same-noise.txt", 10, ["num-range-same-noise.svt"]),
    ("m-range-2.txt", 0, ["m-range-2.svt"]),
    ("buckets-without-end.txt", 10, ["buckets-without-end.svt"]),
    ("leaking-cycle.txt", 10, ["leaking-cycle.svt"]),
]
# what the explanation of each model of the library has to name: rules, and papers
COUPLINGS = ["[PW-Eq]", "[Seq]", "Proving differential privacy via probabilistic couplings, LICS 2016",
             "The least d: for every smaller d"]
LAPLACE = ["[LapNull]", "[LapGen]"] + COUPLINGS
REFUTED = ["[LapNull]", "Proving differential privacy via probabilistic couplings, LICS 2016",
           "On linear time decidability of differential privacy for programs with unbounded inputs, "
           "LICS 2021", "No d is enough: for every d"]
DISCRETE = LAPLACE + ["Discrete Laplace noise: inputs, draws and shifts are whole", "STOC 2009"]
EXPONENTIAL = ["[ExpNull]", "[ExpGen]", "arXiv 2105.07260"]
GAP = LAPLACE + ["Gap: the draw and the threshold shift alike", "Free gap information", "PVLDB 13(3)"]
MONOTONIC = LAPLACE + ["queries are monotonic: on a path", "Monotonic queries: no D", "PVLDB 10(6)",
                       "section 4.3"]
ONE = LAPLACE + ["one answer changes: on a path", "One answer changes: at most one D", "CheckDP"]
AGAIN = ["The same answer again: ", "PVLDB 13(3)", "Silent steps: nothing is seen of them"]
MAXIMUM = ["Noisy maximum: for each winner", "The algorithmic foundations of differential privacy, 2014, "
           "section 3.3"]
SNAPPED = ["[Dilation]", "On significance of the least significant bits for differential privacy, "
           "CCS 2012"]
SEVERAL = ["Several thresholds: a comparison relates", "online algorithms with multiple variables, "
           "CCS 2023"]
LIBRARY = {
    "above-threshold-discrete": DISCRETE,
    "above-threshold-monotonic": MONOTONIC,
    "adaptive-svt-gap": [text for text in GAP if "least d:" not in text] + AGAIN +
    ["Less than 7/8·ε will not do, at any ε; what lies between is open"],
    "between-thresholds": REFUTED + SEVERAL + ["leaking pair: ", "Inputs that drive the loss up"],
    "between-thresholds-outside": LAPLACE + SEVERAL + ["The order of the thresholds"],
    "dwork-roth-without-redraw": LAPLACE,
    "exponential-noise-above": REFUTED + EXPONENTIAL + [
        "leaking assignment: ", "Inputs and outputs that show it are looked for by couplet refute"],
    "noisy-max": LAPLACE + MAXIMUM + ["runs go on from its end, at no further cost"],
    "noisy-max-exponential": COUPLINGS + EXPONENTIAL + MAXIMUM + ["since its noise is exponential"],
    "noisy-max-monotonic": MONOTONIC + MAXIMUM,
    "numeric-svt-monotonic": MONOTONIC,
    "private-threshold-two": LAPLACE + ["That is wrong: the least d is 6"],
    "private-threshold-two-monotonic": MONOTONIC,
    "snapped-answer-floating": [text for text in LAPLACE if "least d:" not in text] + SNAPPED +
    ["That is open", "With doubles that is proven for 1 <= epsilon < 2 only"],
    "snapped-answers": LAPLACE + SNAPPED + ["That is so in exact arithmetic"],
    "svt-budget-split": LAPLACE,
    "svt-exponential": COUPLINGS + EXPONENTIAL,
    "svt-gap": GAP,
    "svt-gap-monotonic": GAP + MONOTONIC,
    "svt-histogram": ONE + ["its D is the only one that is not 0"],
    "svt-monotonic": MONOTONIC + ["its D is the first one that is not 0"],
    "svt-monotonic-in-general": LAPLACE + ["That is wrong: the least d is 3/2"],
}
# what only some walks name, and no others may
ONLY_WHERE_USED = ["[ExpGen]", "[Dilation]", "Gap: ", "Monotonic queries", "One answer changes",
                   "The same answer again", "Noisy maximum", "Several thresholds", "STOC 2009"]
ERRORS = [
    (2, "expected one file", []),
    (2, "expected one file", ["numeric-sparse.json", "svt-star.json"]),
    (2, "--format 'html': expected one of text, markdown, latex",
     ["numeric-sparse.json", "--format", "html"]),
    (2, "--dot and --svg go with no other question or format",
     ["numeric-sparse.json", "--dot", "--segments"]),
    (2, "--page goes with --dot or --svg", ["numeric-sparse.json", "--page", "a4"]),
    (2, "--page 'a0': expected a4, a5, letter,", ["numeric-sparse.json", "--svg", "--page", "a0"]),
    (2, "--dot and --svg go with no other question or format",
     ["numeric-sparse.json", "--dot", "--svg"]),
    (2, "--path: 'top': no such transition from state 'ask'; expected one of: #1 bot->ask, "
        "#2 fresh->done", ["numeric-sparse.json", "--path", "threshold,top"]),
    (2, "--path: 'done': no transition leaves state 'done'",
     ["numeric-sparse.json", "--path", "threshold,fresh,done"]),
    (2, "--path: 'ask': several transitions from state 'ask'",
     ["lyu-algorithm-6.json", "--path", "threshold,ask"]),
    (2, "--path: '#3': no such transition from state 'ask'",
     ["numeric-sparse.json", "--path", "threshold,#3"]),
    (2, "--path: the path has more than 10000 steps",
     ["numeric-sparse.json", "--path", "threshold,bot*10000"]),
    (2, "--path: the path is empty", ["numeric-sparse.json", "--path", ""]),
    (2, "no state is called 'asks'; did you mean 'ask'?",
     ["numeric-sparse.json", "--state", "asks"]),
    (2, "--transition 'ask': expected FROM,N or FROM->TO",
     ["numeric-sparse.json", "--transition", "ask"]),
    (2, "--transition 'ask,3': no such transition; what leaves the state: #1 bot->ask, "
        "#2 fresh->done", ["numeric-sparse.json", "--transition", "ask,3"]),
    (2, "--transition 'ask->ask': several transitions",
     ["lyu-algorithm-6.json", "--transition", "ask->ask"]),
    (2, "--path: 'never': 'q3 -> end on insample < min && insample >= max, output never' cannot be "
        "taken there: the steps before it make min < max",
     ["-q", "inputs/two-minmax-shared.json", "--path", "start,up,below,never"]),
    (2, "--path: '#1': 'q3 -> end on insample < min && insample >= max, output never' cannot be "
        "taken there", ["-q", "inputs/two-minmax-shared.json", "--path", "start,up,below,#1"]),
    (2, "--path: 'other': no such transition from state 'q3'; expected one of: #2 insample->end",
     ["-q", "inputs/two-minmax-shared.json", "--path", "start,up,below,other"]),
    (2, "-D c: no file has a parameter of that name", ["numeric-sparse.json", "-D", "c=1"]),
    (4, "error:", ["no-such-file.json"]),
]


def arguments_of(folder, arguments):
    return [os.path.join(GOLDEN if word.startswith("inputs") else folder, word)
            if word.endswith((".json", ".svt")) else word for word in arguments]


def check_library(checks, folder):
    """Each model of the library is explained by the rules it uses, and by their papers."""
    models = {name[:-len(".svt")] for name in os.listdir(folder) if name.endswith(".svt")}
    checks.check(models == set(LIBRARY), "models of the library: %s" % sorted(models ^ set(LIBRARY)))
    for model in sorted(models & set(LIBRARY)):
        status, output, error = checks.run("explain", os.path.join(folder, model + ".svt"))
        output = " ".join(output.split())
        checks.check(status in (0, 10, 11) and error == "", "%s: %d %s" % (model, status, error))
        for text in LIBRARY[model]:
            checks.check(text in output, "%s: explain does not say: %s" % (model, text))
        for text in ONLY_WHERE_USED:
            checks.check((text in output) == any(text in wanted for wanted in LIBRARY[model]),
                         "%s: explain names what is not used: %s" % (model, text))


def check_golden(checks, cases, folder, update):
    for name, status, arguments in cases:
        got, output, error = checks.run("explain", *arguments_of(folder, arguments))
        output = without_provenance(output)
        path = os.path.join(GOLDEN, name)
        if update:
            with open(path, "w", encoding="utf-8") as file:
                file.write(output)
        with open(path, encoding="utf-8") as file:
            expected = file.read()
        checks.check(got == status and output == expected and error == "",
                     "%s: status %d %s\n%s" % (name, got, error, output))
        if name.endswith(".txt"):
            check_width(checks, name, output)


def check_width(checks, name, output):
    widest = max(output.splitlines(), key=len)
    checks.check(len(widest) <= 80, "%s: wider than 80 columns: %s" % (name, widest))


def check_text(checks, folders):
    """Every example, and every question about it, fits into 80 columns, without colour in a pipe."""
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    for path in examples_in(folders):
        for arguments in [path], questions_about(checks, path):
            status, output, error = checks.run("explain", "-q", *arguments, env=environment)
            checks.check(status in (0, 10, 11) and error == "", "%s: %d %s" % (path, status, error))
            check_width(checks, path, output)
            checks.check("\033" not in output, path + ": colour in a pipe")


def check_errors(checks, folder):
    for status, text, arguments in ERRORS:
        checks.says(status, text, "explain", *arguments_of(folder, arguments))


def check_locale(checks, folder):
    environment = dict(os.environ, LC_ALL="C")
    for name in ("numeric-sparse.json", "svt-star.json"):
        _, output, _ = checks.run("explain", os.path.join(folder, name), env=environment)
        checks.check(output.isascii(), name + ": not ASCII\n" + output)
    checks.check("x<1> + 1 = x<2>" in checks.run(
        "explain", os.path.join(folder, "numeric-sparse.json"), env=environment)[1],
                 "the coupling in ASCII")


SVG = "{http://www.w3.org/2000/svg}"


def check_pictures(checks, folders):
    """Every shipped automaton as SVG that is well-formed, has all its states, and can be read."""
    for path in examples_in(folders):
        _, dot, _ = checks.run("explain", "-q", "--dot", path)
        status, svg, error = checks.run("explain", "-q", "--svg", path)
        checks.check(status in (0, 10, 11) and error == "", "%s: %d %s" % (path, status, error))
        picture = ElementTree.fromstring(svg)
        nodes = [n for n in picture.iter(SVG + "g") if n.get("class") == "node"]
        drawn = sum(1 for line in dot.splitlines() if " [shape=" in line and "->" not in line)
        checks.check(len(nodes) == drawn, "%s: %d nodes of %d" % (path, len(nodes), drawn))
        checks.check(not near(picture, 0, "text"),
                     "%s: words lie on each other: %s" % (path, near(picture, 0, "text")))
        checks.check(not near(picture, 1, "edge"),
                     "%s: labels read as one: %s" % (path, near(picture, 1, "edge")))


def check_pages(checks, folders):
    """A picture is no larger than the page it is to fit, and its words have the source's names."""
    mechanism = os.path.join(folders[1], "lyu-algorithm-2.svt")
    for page, width, height in (("a4", 170, 257), ("a5-landscape", 170, 108), ("60x40", 60, 40)):
        _, svg, _ = checks.run("explain", "-q", "--svg", "--page", page, "-D", "c=10", mechanism)
        size = re.search(r'width="([0-9.]+)pt" height="([0-9.]+)pt"', svg)
        millimetres = [float(points) * 25.4 / 72 for points in size.groups()]
        checks.check(millimetres[0] <= width + 1 and millimetres[1] <= height + 1,
                     "%s: the picture has %s mm" % (page, millimetres))
        checks.check("q &gt;= x / top" in svg and "(×10)" in svg and "insample" not in svg,
                     "the words of a folded picture")


def words_of(picture):
    """(text, x, y, size, class and number of what they label) of all words of a picture."""
    return [(t.text.strip(), float(t.get("x")), float(t.get("y")), float(t.get("font-size")),
             group.get("class"), group.get("id"))
            for group in picture.iter(SVG + "g") for t in group.findall(SVG + "text")
            if t.text and t.text.strip()]


def near(picture, gap, what):
    """Pairs of words on one line with less than gap letters' heights between them, of any kind
    or of two edges; a letter is about half as wide as high."""
    words = words_of(picture)
    return [(one[0], two[0]) for i, one in enumerate(words) for two in words[:i]
            if abs(one[1] - two[1]) < (len(one[0]) * one[3] + len(two[0]) * two[3]) / 4 + gap * one[3]
            and abs(one[2] - two[2]) < (one[3] + two[3]) * 0.4
            and (what == "text" or one[4] == two[4] == what and one[5] != two[5])]


def tangle(n):
    """An automaton that Graphviz lays out for minutes."""
    states = [{"name": "q%d" % i, "d": "1"} for i in range(n)]
    transitions = [{"from": "q0", "to": "q1", "guard": "true", "output": "go", "assign": "x"}]
    for i in range(1, n):
        transitions += [{"from": "q%d" % i, "to": "q%d" % (i * 37 % n or 1), "guard": "insample < x",
                         "output": "bot"},
                        {"from": "q%d" % i, "to": "q%d" % ((i * i + 1) % n or 1),
                         "guard": "insample >= x", "output": "top"}]
    return json.dumps({"couplet": 1, "initial": "q0", "states": states, "transitions": transitions})


def children_of(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


def check_interrupted_layout(checks):
    """Ctrl-C ends the layout and its process."""
    if not os.path.exists("/proc/self/task/%d/children" % os.getpid()):
        print("this system does not list children: that Ctrl-C stops a layout was not tried")
        return
    with tempfile.TemporaryDirectory() as place:
        path, picture = os.path.join(place, "tangle.json"), os.path.join(place, "tangle.svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(tangle(600))
        # without stages the only child is the layout's
        with subprocess.Popen([checks.couplet, "explain", "-q", "--svg", "-o", picture, "--deciders", "",
                               "--optimizers", "", path], stderr=subprocess.PIPE) as process:
            while process.poll() is None and not (children := children_of(process.pid)):
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            error = process.communicate(timeout=300)[1].decode()
        checks.check(process.returncode == 6 and "interrupted: the picture was not laid out" in error,
                     "an interrupted layout: %d %s" % (process.returncode, error))
        checks.check(not any(os.path.exists("/proc/%d" % child) for child in children)
                     and not os.path.exists(picture), "what an interrupted layout leaves behind")


def cells_of(line):
    """How many cells a row of a Markdown table has; a stroke may be escaped."""
    return len(re.findall(r"(?<!\\)\|", line)) - 1


def check_markdown(checks, folders):
    """Rows of a table have the cells of its head; fences are closed."""
    n = 0
    for path in examples_in(folders):
        _, text, _ = checks.run("explain", "-q", "--format", "markdown", path)
        head = None
        for line in text.splitlines():
            if not line.startswith("|"):
                head = None
                continue
            head = head if head is not None else cells_of(line)
            n += 1
            checks.check(line.endswith("|") and cells_of(line) == head,
                         "%s: %d cells, the head has %s: %s" % (path, cells_of(line), head, line))
        checks.check(len(re.findall("^ *```", text, re.MULTILINE)) % 2 == 0, path + ": a fence")
        ticks = re.sub(r"\\`", "", text)
        checks.check(all(len(runs) % 2 == 0 for line in ticks.splitlines()
                         for runs in count_runs(line).values()), path + ": a code span is open")
    checks.check(n > 500, "%d rows of tables" % n)


def count_runs(line):
    """{length: the runs of so many backticks in line}."""
    runs = {}
    for run in re.findall("`+", line):
        runs.setdefault(len(run), []).append(run)
    return runs


def told_sum(output):
    for line in output.splitlines():
        if line.startswith("| ") and "| sum |" in line:
            return line.rstrip(" |").split("| ")[-1]
    return None


def check_sums(checks, folder):
    """What the proof pays is the cost, for every mechanism there is."""
    _, output, _ = checks.run("verify", "-q", "--report", "json", folder)
    checks.check(output.count("\n") > 50, "too few mechanisms in " + folder)
    for report in map(json.loads, output.splitlines()):
        status, told, error = checks.run("explain", "-q", "--format", "markdown", report["file"])
        private = report["verdict"] == "private"
        checks.check(status == status_of(report) and error == "", "%s: status %d %s" % (report["file"], status, error))
        expected = report["cost"] if private and report["cost"] != "0" else None
        checks.check(told_sum(told) == expected, "%s: sum %s, cost %s"
                     % (report["file"], told_sum(told), report["cost"]))
        # inputs of public questions cannot drive the loss up by themselves
        found = ("## Inputs that drive the loss up" in told or "public-on-both" in report["file"] or
                 "Other paths have the same outputs" in told)
        checks.check(report["verdict"] != "not-private" or found,
                     report["file"] + ": no inputs")


RAW = """mechanism raw(c = 1) {
  sampling independent;
  threshold x = private + lap(3/eps);
  threshold y = private + lap(3/eps);
  q = private + lap(0);
  if q >= x and q < y { output q(x); halt; } else { output no; halt; }
}
"""


def check_no_inputs_of_several_thresholds(checks, folder):
    """What is proven is not called open where no inputs are constructed."""
    path = os.path.join(folder, "raw.svt")
    with open(path, "w") as file:
        file.write(RAW)
    status, told, _ = checks.run("explain", path)
    checks.check(status == 10 and "No inputs are shown: with several thresholds" in told and "is open" not in told, told)


def check_long_walks(checks, folder):
    """Tables of long walks leave out their middle, and still add up."""
    output = checks.run("explain", "--format", "markdown", "--path", "threshold,bot*9000,fresh",
                        os.path.join(folder, "numeric-sparse.json"))[1]
    checks.check(told_sum(output) == "7/4" and "| 8922 more steps |" in output
                 and output.count("\n") < 200, output)
    states = [{"name": "q%d" % i, "d": "1"} for i in range(300)]
    transitions = [{"from": "q%d" % i, "to": "q%d" % (i + 1), "guard": "true", "output": "go",
                    "assign": "x"} for i in range(298)]
    transitions += [{"from": "q298", "to": "q298", "guard": "insample < x", "output": "bot"},
                    {"from": "q298", "to": "q299", "guard": "insample >= x", "output": "top"},
                    {"from": "q299", "to": "q299", "guard": "insample >= x", "output": "top"}]
    text = json.dumps({"couplet": 1, "initial": "q0", "states": states,
                       "transitions": transitions})
    status, output, error = checks.run("explain", "--format", "markdown", "--from", "json", "-",
                                       input=text.encode())
    checks.check(status == 10 and error == "" and output.count("\n") < 100
                 and "298 steps, equal inputs with draws around 0" in output, output + error)


def check_many_shares(checks, mechanisms):
    """Of many transitions that pay, the last ones are summed up, and the pays make the sum."""
    path = os.path.join(mechanisms, "lyu-algorithm-2.svt")
    output = checks.run("explain", "-q", "--format", "markdown", "-D", "c=150", path)[1]
    rows = [line.split(" | ") for line in output.split("Where the budget goes")[1].splitlines()
            if line.startswith("| ") and " % " in line]
    checks.check(len(rows) == 81 and rows[-1][0] == "| 220 more transitions"
                 and sum(int(row[1]) for row in rows) == 300
                 and sum(Fraction(row[2]) for row in rows) == 1, output[-2000:])
    output = checks.run("explain", "-q", "--segments", "-D", "c=2000", path)[1]
    checks.check("this automaton has 6000. A part of it can be asked for with" in
                 " ".join(output.split()), output)
    path = os.path.join(mechanisms, "running-min-max.svt")
    output = checks.run("explain", "-q", "--segments", "-D", "k=900", path)[1]
    checks.check("this automaton, unfolded by the order of its thresholds, has 5400. A part" in
                 " ".join(output.split()), output)


def check_output_file(checks, folder):
    path = os.path.join(folder, "numeric-sparse.json")
    with tempfile.TemporaryDirectory() as place:
        file = os.path.join(place, "proof.txt")
        status, output, _ = checks.run("explain", "-o", file, path)
        with open(file, encoding="utf-8") as written:
            text = written.read()
        checks.check(status == 0 and output == "" and text == checks.run("explain", path)[1],
                     "-o writes the same into the file")
        checks.says(6, "no-folder", "explain", "-o", os.path.join(place, "no-folder", "x"), path)
        link, locked = os.path.join(place, "link"), os.path.join(place, "locked")
        os.symlink(file, link)
        checks.run("explain", "--segments", "-o", link, path)
        with open(file) as text:
            checks.check(os.path.islink(link) and text.read() == checks.run("explain", "--segments", path)[1],
                         "-o writes where a link leads")
        os.symlink(file, locked)
        os.chmod(file, 0o400)
        checks.says(6, "locked: it could not be written: Permission denied", "explain", "-o", locked, path)
        checks.check(checks.run("explain", "-o", "/dev/null", path)[0] == 0 and
                     not os.path.isfile("/dev/null"), "-o /dev/null")


def check_stages(checks, folder):
    """Without a method that finds a walk it says so; one that finds it is enough beside others."""
    path = os.path.join(folder, "numeric-sparse.json")
    output = checks.run("explain", "--optimizers", "segment", path)[1]
    checks.check("No walk was found on which a proof has to pay; these methods" in " ".join(output.split()),
                 output)
    output = " ".join(checks.run("explain", "--optimizers", "segment,glpk", path)[1].split())
    checks.check("a proof by shift couplings pays most, under the inputs that are worst for it (found by "
                 "glpk)" in output, output)
    output = checks.run("explain", "--deciders", "", "--optimizers", "", path)[1]
    checks.check("unknown" in output.splitlines()[0], output)


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    check_golden(checks, CASES, folder, "--update" in sys.argv[4:])
    check_golden(checks, MECHANISMS, sys.argv[3], "--update" in sys.argv[4:])
    check_library(checks, os.path.join(sys.argv[3], "..", "library"))
    check_errors(checks, folder)
    check_locale(checks, folder)
    check_output_file(checks, folder)
    with tempfile.TemporaryDirectory() as made:
        check_no_inputs_of_several_thresholds(checks, made)
    check_long_walks(checks, folder)
    check_many_shares(checks, sys.argv[3])
    check_sums(checks, sys.argv[3])
    folders = [folder, sys.argv[3], os.path.join(GOLDEN, "inputs")]
    check_pictures(checks, folders)
    check_pages(checks, folders)
    check_interrupted_layout(checks)
    check_text(checks, folders)
    check_markdown(checks, folders)
    check_stages(checks, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
