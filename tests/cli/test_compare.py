#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare: the order of files, what is shown of them, the figures of the summary, times of several askings.

usage: test_compare.py COUPLET SOURCE"""
import json
import os
import re
import statistics
import sys
import tempfile
from fractions import Fraction

from checks import Checks

METHODS = ("--deciders", "graph", "--optimizers", "frontier,segment,weight")


def greatest(result):
    """The greatest ratio of any method; None without one."""
    ratios = [Fraction(s["ratio"]) for s in result["stages"] if s.get("ratio") and s["certified"] and s["guarantee"] != "lower-bound"]
    return max(ratios, default=None)


def results_of(checks, *words):
    _, output, _ = checks.run("compare", "-q", "--report", "json", *METHODS, *words)
    return [json.loads(line) for line in output.splitlines()]


def test_order(checks, folder):
    whole = results_of(checks, folder)
    known = [greatest(result) for result in whole]
    least = sorted(ratio for ratio in known if ratio is not None)[-3]
    checks.check(least > 1 and None in known, "files of three kinds")
    by_ratio = sorted(whole, key=lambda result: (greatest(result) is None, -(greatest(result) or 0)))
    for jobs in ("1", "3"):
        got = results_of(checks, "-j", jobs, "--sort", "ratio", folder)
        checks.check([r["file"] for r in got] == [r["file"] for r in by_ratio], "--sort ratio -j %s" % jobs)
        got = results_of(checks, "-j", jobs, "--loose", str(least), "-o", "json.summary=true", folder)
        checks.check([r["file"] for r in got[:-1]] == [r["file"] for r in whole if (greatest(r) or 0) >= least], "--loose -j %s" % jobs)
        checks.check(got[-1]["summary"]["files"] == len(whole), "the summary of what is not shown")
    for report in ("csv", "table", "html"):
        _, output, _ = checks.run("compare", "-q", "--report", report, "--sort", "ratio", *METHODS, folder)
        names = [os.path.basename(r["file"]) for r in by_ratio]
        places = [output.index(name) for name in names]
        checks.check(report == "table" or places == sorted(places), "--sort ratio in " + report)
        _, output, _ = checks.run("compare", "-q", "--report", report, "--loose", str(least), *METHODS, folder)
        checks.check(names[0] in output and names[-1] not in output, "--loose in " + report)


def test_merged_reports_are_sorted_as_runs_are(checks, automata, folder):
    whole = results_of(checks, automata)
    report = os.path.join(folder, "report.jsonl")
    checks.run("compare", "-q", "--report", "json", "--output", report, *METHODS, automata)
    for words in ("--sort", "ratio"), ("--loose", "3/2"), ("--sort", "ratio", "--loose", "3/2"):
        _, output, _ = checks.run("merge", "-q", "--compare", *words, "--report", "json", report)
        wanted = [r["file"] for r in results_of(checks, *words, *(r["file"] for r in whole))]
        checks.check([json.loads(line)["file"] for line in output.splitlines()] == wanted, "merge %s" % " ".join(words))
    checks.says(2, "--sort and --loose go with --compare", "merge", "--sort", "ratio", report)


def test_summary(checks, folder):
    *whole, last = results_of(checks, "-o", "json.summary=true", folder)
    for method in last["summary"]["methods"]:
        of = [(Fraction(s["ratio"]), r["file"]) for r in whole for s in r["stages"]
              if s["stage"] == method["stage"] and s.get("ratio") and s["certified"] and s["guarantee"] != "lower-bound"]
        if not of:
            checks.check(method["loose"] == 0 and method["median_ratio"] is None and method["worst_file"] is None, "no ratio: %s" % method)
            continue
        ratios = sorted(ratio for ratio, _ in of)
        checks.check(method["loose"] == sum(r > 1 for r in ratios) and
                     abs(method["median_ratio"] - float(statistics.median(ratios))) < 1e-6 and
                     abs(method["p90_ratio"] - float(ratios[-(-9 * len(ratios) // 10) - 1])) < 1e-6 and
                     Fraction(method["worst_ratio"]) == ratios[-1] and
                     method["worst_file"] == next(file for ratio, file in of if ratio == ratios[-1]), "summary: %s" % method)


def test_misuse(checks, file):
    for words, said in ((("--sort", "name"), "--sort 'name': files are sorted by 'ratio' alone"),
                        (("--loose", "1/2"), "--loose 1/2: no ratio is below 1"), (("--loose", "x"), "--loose: "),
                        (("--repeat", "0"), "--repeat 0: expected a number from 1 to 1000"),
                        (("--sort", "ratio", "-"), "--sort does not go with standard input")):
        checks.says(2, said, "compare", *words, file)
    checks.says(2, "Unknown option --loose", "verify", "--loose", "2", file)


def test_repeat(checks, folder, file):
    with open(os.path.join(folder, "r.conf"), "w", encoding="utf-8") as out:
        out.write("[pipeline]\ndeciders = graph\noptimizers = frontier\nrepeat = 3\n")
    for words in (("--repeat", "3", *METHODS), ("-c", os.path.join(folder, "r.conf"))):
        status, output, _ = checks.run("verify", "--report", "json", *words, file)
        made = json.loads(output)
        checks.check(status == 0 and "--repeat=3" in made["provenance"]["options"], "what was asked for: %s" % output)
        checks.check(all(0 <= s["seconds"] <= s["seconds_total"] for s in made["stages"]), "times: %s" % output)


def test_signs(checks, folder, files):
    config = os.path.join(folder, "s.conf")
    with open(config, "w", encoding="utf-8") as out:
        out.write("[pipeline]\ndeciders = graph\noptimizers = frontier; gone; segment\n[stage gone]\nplugin = nosuch\noptional = true\n")
    _, output, _ = checks.run("compare", "-q", "-c", config, *files)
    checks.check(re.search(r"^absent +the method is optional", output, re.M) and re.search(r"^<= +an upper bound", output, re.M), "legend: " + output)
    checks.check("lower bound" not in output, "a sign that is not used is not explained")
    _, output, _ = checks.run("compare", "-q", "-c", config, "--report", "json", files[0])
    checks.check([s["stage"] for s in json.loads(output)["stages"] if s.get("left_out") and s["skipped"]] == ["gone"], "JSON: " + output)


def main():
    checks = Checks(sys.argv[1])
    automata = os.path.join(sys.argv[2], "examples", "automata")
    files = [os.path.join(automata, name + ".json") for name in ("lyu-algorithm-1-c1", "branch-to-two-loops")]
    with tempfile.TemporaryDirectory() as folder:
        test_order(checks, automata)
        test_merged_reports_are_sorted_as_runs_are(checks, automata, folder)
        test_summary(checks, automata)
        test_misuse(checks, files[0])
        test_repeat(checks, folder, files[0])
        test_signs(checks, folder, files)
    checks.finish()


main()
