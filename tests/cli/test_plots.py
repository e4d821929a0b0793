#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the page of --report html draws: plots.js run by Node on the records of pages.

usage: test_plots.py COUPLET SOURCE"""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from checks import Checks, records_of

PLAIN = ["-q", "--exit-zero", "--report", "html", "-o", "html.explain=false", "-o", "html.source=false",
         "-o", "html.largest-picture=0"]
MECHANISM = """mechanism factors(c = 1, k = 1) {
  threshold x = public + lap(4/eps);
  repeat c {
    loop {
      q = private + lap(k*(4/3)/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}
"""
COLOURS = {"text": "#111111", "line": "#222222", "quiet": "#333333", "series": ["#444444", "#555555"]}


class Plots:
    def __init__(self, couplet, source, folder):
        self.checks, self.folder = Checks(couplet), folder
        with open(os.path.join(source, "plugins", "reports", "html", "plots.js"), encoding="utf-8") as file:
            self.script = file.read()

    def evaluate(self, expression, files=()):
        """The value of an expression in which FILES are records."""
        program = "%s\nconst FILES = %s;\nconsole.log(JSON.stringify(%s));" % (self.script, json.dumps(files), expression)
        result = subprocess.run(["node", "-"], input=program, capture_output=True, text=True, check=False)
        self.checks.check(result.returncode == 0, result.stderr)
        return json.loads(result.stdout or "null")

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def records(self, *words, command="verify"):
        return records_of(self.checks.run(command, *PLAIN, *words)[1])

    def sweeps(self, *words):
        return self.evaluate("sweepPlots(FILES).map(plot => ({...plot, said: describe(plot)}))", self.records(*words))


def points(plot):
    return {series["name"]: [(point["x"], point["y"]) for point in series["points"]] for series in plot["series"]}


def test_one_parameter_has_a_line_for_each_method(plots, check):
    files = [plots.file(name, MECHANISM) for name in ("a.svt", "b.svt")]
    found = plots.sweeps("-D", "c=1..3", *files)
    check([plot["title"] for plot in found] == [file + ": cost against c" for file in files], "a plot for each file")
    for plot in found:
        check(points(plot) == dict.fromkeys(["frontier", "segment"], [(1, 1.75), (2, 3.25), (3, 4.75)]), "%s" % points(plot))
        check("frontier: c=1: exact cost 7/4 (1.75), c=2: exact cost 13/4 (3.25)," in plot["said"], "in words: " + plot["said"])
        check((plot["x"]["name"], plot["y"]["name"]) == ("c", "cost (multiples of epsilon)"), "axes")
    check(plots.sweeps(files[0]) == [], "no sweep, no plot")


def test_two_parameters_have_a_line_for_each_value_of_the_second(plots, check):
    plot, = plots.sweeps("-D", "c=3,1,2", "-D", "k=1,2,3", plots.file("a.svt", MECHANISM))
    check(sorted(points(plot)) == ["k=1", "k=2", "k=3"], "%s" % points(plot))
    check([x for x, _ in points(plot)["k=2"]] == [1, 2, 3], "from left to right")
    check("k=2: c=1: least d 1," in plot["said"], "in words: " + plot["said"])


def test_a_search_has_all_values_that_were_tried_and_the_bound(plots, check):
    plot, = plots.sweeps("--solve", "k", "--at-most", "1", "-D", "c=1,2", plots.file("a.svt", MECHANISM))
    check(sorted(points(plot)) == ["c=1", "c=2"] and (2, 1) in points(plot)["c=1"], "%s" % points(plot))
    check(plot["reference"]["name"] == "at most 1" and [point["y"] for point in plot["reference"]["points"]] == [1, 1], "bound")


def test_no_line_runs_across_a_value_without_a_finite_cost(plots, check):
    gap = MECHANISM.replace("k*(4/3)/eps", "(k - 2)*(k - 2)*4/eps")
    plot, = plots.sweeps("-D", "k=2,1,3,4", plots.file("gap.svt", gap))
    check([y is None for _, y in points(plot)["frontier"]] == [False, True, False, False], "%s" % points(plot))
    check(plot["note"] == "Not drawn, without a finite cost: 1.", plot["note"])
    plot, = plots.sweeps("-D", "k=1..3", plots.file("gap.svt", gap.replace(" break;", "")))
    check(plot["series"] == [] and plot["note"].endswith("is not drawn: no value has a finite cost."), plot["note"])


def test_wide_ranges_are_logarithmic(plots, check):
    file = plots.file("a.svt", MECHANISM)
    for values, expected in (("k=1,10,100", False), ("k=1,10,101", True)):
        plot, = plots.sweeps("-D", values, file)
        check(plot["x"]["logarithmic"] == expected, values)


def test_a_comparison_has_costs_and_times(plots, check):
    files = [plots.file("%d.svt" % c, MECHANISM.replace("c = 1", "c = %d" % c)) for c in (1, 2, 3)]
    records = plots.records(*files, "--deciders", "graph", "--optimizers", "frontier,segment,weight", command="compare")
    costs, times = plots.evaluate("comparisonPlots(FILES)", records)
    drawn = plots.evaluate("comparisonPlots(FILES).map(plot => svgOf(plot, %s))" % json.dumps(COLOURS), records)
    for plot, text in zip((costs, times), drawn):
        picture = xml.etree.ElementTree.fromstring(text)
        said = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
        names = [series["name"] for series in plot["series"]]
        check(plot["x"]["name"] in said and set(names) <= set(said) and "NaN" not in text, "a picture for papers: %s" % said)
    looks = [{series["name"]: series["look"] for series in plot["series"]} for plot in (costs, times)]
    check(all(looks[1][name] == look for name, look in looks[0].items()), "one look a method: %s" % looks)
    check(sorted(points(costs)) == ["frontier", "segment", "weight"], "%s" % points(costs))
    check(points(costs)["frontier"] == [(1.75, 1.75), (3.25, 3.25), (4.75, 4.75)], "exact costs")
    check(all(x <= y for x, y in points(costs)["weight"]), "none below the exact one")
    check([series["name"] for series in times["series"]] == ["graph", "frontier", "segment", "weight"], "a row for each method")
    check(all(len(series["points"]) == 3 for series in times["series"]), "a point for each file")
    check(all(row[1].startswith("median ") for row in times["y"]["rows"]), "%s" % times["y"])


def test_settings_have_labels_and_one_data_set_for_each_series(plots, check):
    records = plots.records("-D", "c=1..3", plots.file("a.svt", MECHANISM))
    made = plots.evaluate("sweepPlots(FILES).map(plot => chart(plot, %s))" % json.dumps(COLOURS), records)[0]
    scales = made["options"]["scales"]
    check([scales[axis]["title"]["text"] for axis in "xy"] == ["c", "cost (multiples of epsilon)"], "%s" % scales)
    check([data["label"] for data in made["data"]["datasets"]] == ["frontier", "segment"], "%s" % made["data"])
    check(made["options"]["plugins"]["legend"]["display"], "a legend")


def test_figures_are_read_and_written_as_in_other_reports(plots, check):
    numbers = ["3", "5/4", "1.5", "-1/2", "", None, "inf", "a", "1/0"]
    check(plots.evaluate("%s.map(toNumber)" % json.dumps(numbers)) == [3, 1.25, 1.5, -0.5, None, None, None, None, None], "numbers")
    seconds = [0.000017, 0.0023, 4.512, 723, 59.4]
    check(plots.evaluate("%s.map(formatDuration)" % seconds) == ["17 us", "2.3 ms", "4.51 s", "12 min 3 s", "59.4 s"], "durations")


def main():
    with tempfile.TemporaryDirectory() as folder:
        plots = Plots(os.path.abspath(sys.argv[1]), sys.argv[2], folder)
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                test(plots, lambda holds, what, name=name: plots.checks.check(holds, "%s: %s" % (name, what)))
    return plots.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
