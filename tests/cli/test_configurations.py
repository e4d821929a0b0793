#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An experiment as one file: each key of [pipeline], layers, includes, lists, paths, and every message about them.

usage: test_configurations.py COUPLET SOURCE PLUGINS"""
import json
import os
import shutil
import sys
import tempfile

from checks import Checks

READER = """#!/usr/bin/env python3
import json, sys
d = open(sys.argv[1]).read().strip()
print(json.dumps({"name": "one", "automaton": {
    "couplet": 1, "initial": "a", "thresholds": ["x"], "states": [{"name": "a", "d": d}, {"name": "b"}],
    "transitions": [{"from": "a", "to": "b", "output": "o", "assign": "x"}]}}))
"""
COUNTED = """mechanism counted(c = 3) {
  threshold x = public + lap(2/eps);
  repeat c { loop { q = private + lap(4*c/eps); if q >= x { output top; break; } else { output bot; } } }
}
"""


class Folder:
    """Configurations and inputs in a folder, and runs with them that are started elsewhere."""

    def __init__(self, checks, folder, source):
        self.checks, self.folder = checks, folder
        self.away = os.path.join(folder, "away", "further")
        os.makedirs(self.away)
        os.makedirs(os.path.join(folder, "in"))
        shutil.copy(os.path.join(source, "examples", "automata", "svt-star.json"), os.path.join(folder, "in", "star.json"))
        self.write("in/counted.svt", COUNTED)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)

    def pipeline(self, name, text):
        self.write(name, "[pipeline]\n" + text)

    def run(self, name, *words, command="verify"):
        """Status, the answers of the JSON report, and standard error."""
        status, output, error = self.checks.run(command, "-c", "../../" + name, *words, cwd=self.away)
        return status, [json.loads(line) for line in output.splitlines()], error

    def says(self, status, text, name, *words):
        self.checks.says(status, text, "verify", "-c", "../../" + name, *words, cwd=self.away)


def stages_of(answer):
    return [stage["stage"] for stage in answer["stages"]]


def options_of(answer):
    return answer["provenance"]["options"]


def check_keys(checks, here, plugins):
    shutil.copytree(os.path.join(plugins, "good"), here.path("plugins"))
    here.pipeline("e.conf", "deciders = graph\noptimizers = frontier, fake\nplugin-path = plugins\ninputs = in\nreport = json\n"
                  "define = c=1,2\nclaim = 2\njobs = 2\n")
    status, answers, error = here.run("e.conf")
    checks.check(status in (10, 11) and len(answers) == 4, "all keys: %s %s %s" % (status, answers, error))
    checks.check([a.get("parameters") for a in answers] == [{"c": "1"}, {"c": "2"}, {}, {}], "define: %s" % answers)
    checks.check(all(a["claim"]["d"] == "2" and "fake" in stages_of(a) for a in answers), "claim, plugin-path: %s" % answers)
    here.pipeline("o.conf", "include = e.conf\noutput = answers.json\nrequire-evidence = true\nevidence-dir = \"the evidence\"\n")
    status, answers, error = here.run("o.conf")
    with open(here.path("answers.json"), encoding="utf-8") as file:
        written = [json.loads(line) for line in file]
    checks.check(answers == [] and len(written) == 4 and "--require-evidence" in options_of(written[0]),
                 "output, require-evidence: %s %s %s" % (answers, written, error))
    checks.check(os.path.exists(here.path("the evidence/index.json")), "evidence-dir is beside the configuration")
    here.pipeline("s.conf", "self-check = false\nreport = json\ninputs = in/star.json\nrequire-evidence = false\n")
    checks.check("--self-check=false" in options_of(here.run("s.conf")[1][0]), "self-check")
    here.write("in/port.dot", 'digraph g { a [initial=true, input=public, d="1"]; a -> b:elsewhere [output=o, assign=x]; }')
    for strict, expected in (("true", 11), ("false", 0)):
        here.pipeline("w.conf", "strict = %s\ninputs = in/port.dot\n" % strict)
        checks.check(here.run("w.conf", "--report=json")[0] == expected, "strict = " + strict)
    os.unlink(here.path("in/port.dot"))


def check_command_line(checks, here):
    here.pipeline("c.conf", "optimizers = frontier\ninputs = in\nreport = json\nclaim = 2\ndefine = c=1\noutput = no/folder.json\n")
    status, answers, error = here.run("c.conf", "--optimizers", "weight", "--claim=7", "-D", "c=2", "--output=-", "../../in/counted.svt")
    checks.check(len(answers) == 1 and stages_of(answers[0]) == ["graph", "weight"] and answers[0]["claim"]["d"] == "7"
                 and answers[0]["parameters"] == {"c": "2"}, "the command line: %s %s %s" % (status, answers, error))
    here.says(3, "c.conf:7: --output ../../no/folder.json: No such file or directory", "c.conf")
    out = here.path("given.json")
    here.run("c.conf", "--output", out, "--optimizers=weight")
    checks.check(os.path.getsize(out) > 0, "--output")
    here.says(2, "-D z: no file has a parameter of that name", "c.conf", "--output", out, "-D", "z=1")
    checks.check(os.path.getsize(out) > 0, "a run that ends before its report leaves the file as it is")
    checks.says(2, "--output /: Is a directory", "verify", "--output=/", here.path("in"))
    with open(here.path("names"), "w", encoding="utf-8") as names:
        names.write("../../in/counted.svt\n")
    checks.check(len(here.run("c.conf", "--output=-", "--define=c=1", "--files-from", "../../names")[1]) == 1, "--files-from")
    got, text, error = checks.run("explain", "-c", here.path("c.conf"), here.path("in/counted.svt"))
    checks.check(got in (0, 10) and "claim" in text and not os.path.exists(here.path("no")), "explain: %s %s" % (got, error))


def check_layers(checks, here):
    here.write("base/b.conf", "[pipeline]\noptimizers = frontier one\ninputs = ../in/star.json\nreport = json\n"
               "[stage one]\nplugin = segment\nstrategy = fixed\n[frontend mine]\ncommand = ./reader.py\nendings = .none\n")
    here.write("base/reader.py", READER)
    os.chmod(here.path("base/reader.py"), 0o755)
    here.write("in/f.mine", "1/2")
    here.write("top.conf", "[pipeline]\ninclude = base/b.conf\noptimizers = one\n[stage one]\nstrategy = adaptive\n")
    answer = here.run("top.conf")[1][0]
    checks.check(stages_of(answer) == ["graph", "one"] and answer["stages"][1]["plugin"] == "segment"
                 and "--option=one.strategy=fixed" not in options_of(answer), "include: %s" % answer)
    here.write("r.conf", "[pipeline]\noptimizers = weight\n[frontend mine]\nendings = .mine, .other\n")
    status, answers, error = here.run("top.conf", "-c", "../../r.conf", "../../in/f.mine")
    checks.check(status == 0 and stages_of(answers[0]) == ["graph", "weight"], "several -c: %s %s %s" % (status, answers, error))
    here.write("p.conf", "[frontend mine]\ncommand = python3 base/reader.py\nendings = .mine\n")
    checks.check(here.run("p.conf", "--report=json", "../../in/f.mine")[0] == 0, "a program as an argument")
    os.unlink(here.path("in/f.mine"))
    here.pipeline("both.conf", "include = base/b.conf top.conf\n")
    checks.check(stages_of(here.run("both.conf")[1][0]) == ["graph", "one"], "the last of those included replaces the first")


def check_lists(checks, here):
    shutil.copytree(here.path("plugins"), here.path("my plugins"))
    for listed in ("frontier,segment", "frontier; segment", "frontier segment", ' frontier ,\t"segment"; '):
        here.pipeline("l.conf", "optimizers = %s\ninputs = in/star.json\nreport = json\n" % listed)
        checks.check(stages_of(here.run("l.conf")[1][0]) == ["graph", "frontier", "segment"], "list '%s'" % listed)
        answer = here.run("l.conf", "--deciders=,", "--optimizers", listed)[1][0]
        checks.check(stages_of(answer) == ["frontier", "segment"], "list '%s' of the command line" % listed)
    here.write("q.conf", '[pipeline]\noptimizers = "the, first"\ninputs = "in/star.json"\nreport = json\nplugin-path = "my plugins" in\n'
               "[stage the, first]\nplugin = fake\n")
    answer = here.run("q.conf")[1][0]
    checks.check(stages_of(answer) == ["graph", "the, first"] and '--optimizers="the, first"' in options_of(answer), "quotes: %s" % answer)
    for folders in ("../../my plugins", 'away "../../my plugins"'):
        os.makedirs(os.path.join(here.away, "away"), exist_ok=True)
        checks.check(here.run("l.conf", "--plugin-path", folders, "--optimizers=fake")[0] == 10, "--plugin-path " + folders)
    here.pipeline("d.conf", 'define = "c=1" 2,3\ninputs = in/counted.svt\nreport = json\n')
    checks.check([a["parameters"]["c"] for a in here.run("d.conf")[1]] == ["1", "2", "3"], "define by blanks")


def check_errors(checks, here):
    rows = (
        ("clam = 1", "x.conf:2: unknown key 'clam' in [pipeline]; did you mean 'claim'?"),
        ("colour = red", "x.conf:2: unknown key 'colour' in [pipeline]; choose from claim, deciders, define, "),
        ("inputs = in\n[frontend f]\ncomand = cat", "x.conf:3: unknown key 'comand'; did you mean 'command'?"),
        ("jobs = many", "x.conf:2: --jobs many: expected a number from 0 to 1024, or auto"),
        ("claim = none", "x.conf:2: --claim: "),
        ("claim = 0", "x.conf:2: --claim 0: it must be positive"),
        ("claim =", "x.conf:2: 'claim' is empty"),
        ("strict = yes", "x.conf:2: 'strict' must be 'true' or 'false'"),
        ("self-check = some", "x.conf:2: 'self-check' must be 'true' or 'false'"),
        ("require-evidence = true\nself-check = false", "x.conf:3: --require-evidence needs the check"),
        ("define = c", "x.conf:2: -D c: "),
        ("define = z=1", "x.conf:2: -D z: no file has a parameter of that name"),
        ("plugin-path = nowhere", "x.conf:2: plugin-path '../../nowhere': there is no such folder"),
        ("output = in", "x.conf:2: --output ../../in: Is a directory"),
        ("output = \"a\" b", "x.conf:2: 'output' takes one path"),
        ("evidence-dir = x.conf", "x.conf:2: "),
        ("optimizers = \"frontier", "x.conf:2: 'optimizers' has a double quote that is not closed"),
        ("optimizers = \"frontier\"segment", "x.conf:2: 'optimizers' has no comma, semicolon or blank after a name in double quotes"),
        ("optimizers = weight, weight", "x.conf:2: stage 'weight' stands twice in the list"),
        ("include = gone.conf", "x.conf:2: ../../gone.conf: "),
        ("include = x.conf", "x.conf:2: ../../x.conf: it includes itself"),
        ("include = y.conf", "y.conf:2: ../../x.conf: it includes itself"),
        ("inputs = in\n[frontend f]\nendings = .f", "x.conf:3: 'command' is missing"),
        ("inputs = in\n[frontend f]\ncommand = a\nendings = \".f", "x.conf:5: 'endings' has a double quote that is not closed"),
        ("inputs = in\n[stage weight]\ntime-limit-ms = 5", "x.conf:3: no stage 'weight' is used in the pipeline"),
    )
    here.pipeline("y.conf", "include = x.conf\n")
    for text, message in rows:
        here.pipeline("x.conf", text + "\n")
        here.says(3, message, "x.conf", *(() if "inputs" in text else ("../../in",)))
    here.says(3, "gone.conf: ", "gone.conf", "-c", "../../y.conf")
    for i in range(101):
        here.pipeline("many/%d.conf" % i, "include = %d.conf\n" % (i + 1))
    here.pipeline("many/101.conf", "jobs = 1\n")
    here.says(3, "many/100.conf: it and others are more than 100 files that are included", "many/0.conf", "../../in")
    checks.check(here.run("many/3.conf", "../../in", "--report=json")[0] == 10, "99 files that are included")
    here.pipeline("n.conf", "jobs = 1\n")
    here.says(2, "no file is given", "n.conf")
    checks.says(3, "--optimizers: it has a double quote that is not closed", "verify", '--optimizers="a', here.path("in"))
    checks.says(2, "--plugin-path: it has a double quote that is not closed", "verify", '--plugin-path="a', here.path("in"))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        here = Folder(checks, folder, sys.argv[2])
        check_keys(checks, here, sys.argv[3])
        check_command_line(checks, here)
        check_layers(checks, here)
        check_lists(checks, here)
        check_errors(checks, here)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
