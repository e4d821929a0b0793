#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--report sarif: a log for code scanning, with results at the lines of the source.

usage: test_sarif.py COUPLET SOURCE [SCHEMA] [python], with a JSON schema that all logs are held to; of
functions in Python instead of the rest"""
import glob
import json
import os
import sys
import tempfile
import urllib.parse

from checks import Checks

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support")
sys.path.insert(0, SUPPORT)
from one_answer import ONE_ANSWER  # noqa: E402

METHODS = ["--deciders", "graph", "--optimizers", "frontier", "--report", "sarif"]
WRONG = """mechanism broken() {
  threshold x = public + lap(2/eps);
  ö = 3;
  output;
}
"""
OPEN = """mechanism open(n = 2) {
  claim (1/2)*eps;
  threshold x = public + lap(2/eps);
  loop {
    q = private + lap(4/eps);
    if q >= x { output top; halt; } else { output bot; }
  }
}
"""


class Logs:
    """Runs of the program, each log of which is held to the schema."""

    def __init__(self, checks, schema):
        self.checks = checks
        self.validator = None
        if schema is not None:
            import jsonschema
            with open(schema, encoding="utf-8") as file:
                self.validator = jsonschema.Draft7Validator(json.load(file))

    def results(self, status, *arguments, **options):
        """The results of the only run."""
        got, output, error = self.checks.run("verify", *METHODS, *arguments, **options)
        self.checks.check(got == status, "%s: status %d, not %d: %s" % (arguments, got, status, error))
        log = json.loads(output)
        for fault in [] if self.validator is None else self.validator.iter_errors(log):
            self.checks.check(False, "%s: %s: %s" % (arguments, list(fault.absolute_path),
                                                     fault.message))
        run, = log["runs"]
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            self.checks.check(rules[result["ruleIndex"]]["id"] == result["ruleId"],
                              "wrong index of rule: %s" % result)
        return run["results"]


def region(result):
    return result["locations"][0]["physicalLocation"]["region"]


def uri(result):
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def line_of(path, words):
    with open(path, encoding="utf-8") as file:
        return 1 + next(i for i, line in enumerate(file) if words in line)


def check_verdicts(checks, logs, source):
    examples = os.path.join(source, "examples/mechanisms")
    checks.check(logs.results(0, os.path.join(examples, "above-threshold.svt")) == [],
                 "a private mechanism has results")
    path = os.path.join(examples, "leaking-pair.svt")
    result, = logs.results(10, path)
    checks.check((result["ruleId"], result["level"]) == ("not-private", "error"), "%s" % result)
    checks.check("is not differentially private" in result["message"]["text"], "%s" % result)
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for step in steps:
        at = step["location"]["physicalLocation"]["region"]["startLine"]
        checks.check(1 <= at <= len(lines) and lines[at - 1].strip() not in ("", "}"),
                     "a step at line %d of %s" % (at, path))
        checks.check("output " in step["location"]["message"]["text"], "%s" % step)


def check_claims(checks, logs, folder):
    path = os.path.join(folder, "a b", "claimed.svt")
    os.mkdir(os.path.dirname(path))
    with open(path, "w") as file:
        file.write(OPEN)
    result, = logs.results(10, "a b/claimed.svt", cwd=folder)
    checks.check((result["ruleId"], uri(result)) == ("claim-fails", "a%20b/claimed.svt"),
                 "%s" % result)
    checks.check("the claim of 1/2 (0.5)*epsilon fails: the least d is 1, on the path " in
                 result["message"]["text"], "%s" % result)
    checks.check("codeFlows" in result and region(result)["startLine"] == line_of(path, "top"),
                 "%s" % result)
    again, = logs.results(10, path, cwd=folder)
    checks.check(uri(again) == uri(result) and
                 again["partialFingerprints"] == result["partialFingerprints"],
                 "an absolute name: %s" % again)
    with open(path, "w") as file:
        file.write("# a line more\n" + OPEN)
    moved, = logs.results(10, path, cwd=folder)
    checks.check(moved["partialFingerprints"] == result["partialFingerprints"] and
                 region(moved)["startLine"] == region(result)["startLine"] + 1, "moved: %s" % moved)
    outside, = logs.results(10, path, cwd=os.path.dirname(path).replace("a b", ""),
                            env={**os.environ, "PWD": folder})
    checks.check(uri(outside) == "a%20b/claimed.svt", "%s" % outside)
    elsewhere, = logs.results(10, path, cwd=SUPPORT)
    checks.check(uri(elsewhere) == "file://" + urllib.parse.quote(path), "%s" % elsewhere)
    above, = logs.results(10, path, cwd="/")
    checks.check(uri(above) == urllib.parse.quote(path[1:]), "%s" % above)
    checks.check(logs.results(0, "--claim", "1", path) == [], "a claim that holds has results")
    opened, = logs.results(11, "--optimizers", "", path)
    checks.check((opened["ruleId"], opened["level"]) == ("claim-open", "warning"), "%s" % opened)
    piped, = logs.results(10, "--from", "svt", "-", input=OPEN.encode())
    checks.check(uri(piped) == "stdin", "%s" % piped)


def check_refusals(checks, logs, folder):
    path = os.path.join(folder, "broken.svt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(WRONG)
    results = logs.results(4, path)
    checks.check({result["ruleId"] for result in results} == {"refused"} and
                 all(result["level"] == "error" for result in results), "%s" % results)
    checks.check([region(result)["startLine"] for result in results] == [3, 4], "%s" % results)
    checks.check(region(results[0])["startColumn"] == 3 and region(results[0])["endColumn"] == 4,
                 "columns are not counted in characters: %s" % results[0])
    missing, = logs.results(4, os.path.join(folder, "missing.svt"))
    checks.check(missing["ruleId"] == "refused" and region(missing) == {"startLine": 1},
                 "%s" % missing)


WIDE = "\u00e9\U0001d11e"  # two code points, three code units of UTF-16, six bytes


def check_columns(checks, logs, folder):
    """Columns count code points, as the run says, also after others than ASCII."""
    path = os.path.join(folder, "wide.json")
    text = json.dumps({"name": WIDE, **dict(ONE_ANSWER, name=WIDE)}, ensure_ascii=False)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    result, = logs.results(10, "--claim", "1/8", path)
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    places = [step["location"]["physicalLocation"]["region"] for step in steps]
    begins = [1 + text.index(json.dumps(step)) for step in ONE_ANSWER["transitions"]]
    checks.check([place["startColumn"] for place in places][0] == begins[0] and
                 {place["startColumn"] for place in places} <= set(begins), "%s" % result)
    checks.check(region(result) == places[-1], "the end of the path: %s" % result)
    wrong = text.replace('"initial"', '"inital"')
    with open(path, "w", encoding="utf-8") as file:
        file.write(wrong)
    results = logs.results(4, path)
    checks.check(1 + wrong.index('"inital"') in [region(result).get("startColumn")
                                                 for result in results], "%s" % results)
    # what cannot be read again has no columns, unless a message shows the line
    result, = logs.results(10, "--claim", "1/8", "--from", "json", "-", input=text.encode())
    checks.check(region(result) == {"startLine": 1}, "%s" % result)
    wide = WRONG.replace("ö", "öö")
    results = logs.results(4, "--from", "svt", "-", input=wide.encode())
    checks.check((region(results[0])["startColumn"], region(results[0])["endColumn"]) == (3, 5),
                 "%s" % results)


CODE = """import numpy as np

def svt(queries, epsilon, sensitivity):
    noisy_T = np.random.laplace(scale=2 / epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4 / epsilon) >= noisy_T:
            return True

def leaks(queries, epsilon):
    return queries[0], np.random.laplace(scale=2 / epsilon)
"""


def check_code(checks, logs, folder):
    """Messages stand at their lines, verdicts at the lines of their functions."""
    path = os.path.join(folder, "code.py")
    with open(path, "w") as file:
        file.write(CODE)
    results = logs.results(10, "-D", "sensitivity=2", path)
    checks.check([(result["ruleId"], region(result)) for result in results]
                 == [("doubtful", {"startLine": 3}), ("not-private", {"startLine": 9})], "%s" % results)


def check_many(checks, logs, source, folder):
    """The same log whatever processes there are; a file that is not read does not end it."""
    names = sorted(glob.glob(os.path.join(source, "examples/automata/*.json")))[:12]
    names += [os.path.join(folder, "broken.svt")]
    names += sorted(glob.glob(os.path.join(source, "examples/mechanisms/*.svt")))[:12]
    first = logs.results(4, *names)
    checks.check({"not-private", "refused"} <= {result["ruleId"] for result in first},
                 "%s" % {result["ruleId"] for result in first})
    checks.check(logs.results(4, "-j", "3", *names) == first, "-j writes another log")


def main():
    checks = Checks(sys.argv[1])
    source = os.path.abspath(sys.argv[2])
    schema = next((argument for argument in sys.argv[3:] if argument != "python"), None)
    logs = Logs(checks, schema)
    with tempfile.TemporaryDirectory() as folder:
        if "python" in sys.argv[3:]:
            check_code(checks, logs, folder)
            return checks.finish()
        folder = os.path.realpath(folder)
        check_verdicts(checks, logs, source)
        check_claims(checks, logs, folder)
        check_refusals(checks, logs, folder)
        check_columns(checks, logs, folder)
        check_many(checks, logs, source, folder)
    return checks.finish()


sys.exit(main())
