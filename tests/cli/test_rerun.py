# SPDX-License-Identifier: Apache-2.0
"""Runs that are repeated by their JSON reports: test_rerun.py COUPLET PLUGINS"""
import json
import os
import re
import shutil
import sys
import tempfile

from checks import Checks

READER = """import json, sys
words = open(sys.argv[1]).read().split()
for word in words:
    model = {"couplet": 1, "name": word, "initial": "a", "thresholds": ["x"], "states": [{"name": "a", "d": "1/2"}, {"name": "b"}],
             "transitions": [{"from": "a", "to": "b", "output": "insample", "assign": "x"}]}
    print(json.dumps({"name": word, "automaton": model}))
"""


PROGRAM = """mechanism counted(c = 2) {
  threshold x = public + lap(2/eps);
  repeat c { loop { q = private + lap(4*c/eps); if q >= x { output top; break; } else { output bot; } } }
}
"""


def svt(d):
    return json.dumps({"couplet": 1, "name": "m", "initial": "start", "thresholds": ["x"],
                       "states": [{"name": "start", "d": "1/4"}, {"name": "ask", "d": d}, {"name": "end"}],
                       "transitions": [{"from": "start", "to": "ask", "output": "s", "assign": "x"},
                                       {"from": "ask", "to": "ask", "guard": "insample < x", "output": "bot"},
                                       {"from": "ask", "to": "end", "guard": "insample >= x", "output": "top"}]})


class Experiment:
    """A folder with inputs, plugins and a front end, and the report of a run there."""

    def __init__(self, checks, folder, plugins):
        self.checks, self.folder = checks, folder
        for name, text in (("in/a.json", svt("1/2")), ("in/b.json", svt("3/4")), ("in/c.words", "one two"),
                           ("in/d.svt", PROGRAM), ("reader.py", READER)):
            self.write(name, text)
        os.mkdir(self.path("plugins"))
        shutil.copy(os.path.join(plugins, "good", "optimizer-fake.so"), self.path("plugins"))
        self.write("e.conf", "[pipeline]\ndeciders = graph\noptimizers = frontier, mine\nplugin-path = plugins\ninputs = in\n"
                             "claim = 5\nreport = json\noutput = run.json\n[stage mine]\nplugin = fake\n"
                             "[frontend words]\ncommand = python3 reader.py\nendings = .words\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run(self, *words, **named):
        return self.checks.run(*words, cwd=self.folder, **named)

    def differs(self, what, *expected, report="run.json", options=()):
        """Runs the report again; all lines of standard output are as expected, which are patterns."""
        status, output, error = self.run("rerun", *options, report)
        lines = output.splitlines()
        good = status == (1 if expected else 0) and len(lines) == len(expected) and \
            all(any(re.search(pattern, line) for line in lines) for pattern in expected)
        self.checks.check(good, "%s: status %d: %s%s" % (what, status, output, error))


def check_same(experiment):
    """Whatever a run asked, it is asked again, without its configuration."""
    experiment.run("verify", "-c", "e.conf")
    experiment.differs("the same")
    experiment.differs("on two processes", options=("-j", "2"))
    experiment.checks.check(len(experiment.read("run.json").splitlines()) == 5, "answers of two automata, two models and a program")
    for what, words in {"compare": ["compare", "in/a.json"], "a sweep": ["verify", "-D", "c=1..3", "in/d.svt", "in/a.json"],
                        "a search": ["verify", "--solve", "c", "--at-most", "3", "-D", "c=1..9", "in/d.svt"],
                        "options": ["verify", "--deciders", "", "--optimizers", "frontier", "-o", "frontier.gap=1/2",
                                    "--require-evidence", "in/a.json"],
                        "no check": ["verify", "--self-check=false", "--claim", "1", "in/a.json", "in/b.json"],
                        "outputs": ["verify", "--by-output", "in/a.json"],
                        "evidence": ["verify", "--evidence", "in/a.json"],
                        "a program": ["verify", "-c", "p.conf", "-o", "words.key=a b", "in/c.words::two"],
                        "a format": ["verify", "--from", "json", "in/a.json"],
                        "a store": ["verify", "--store", "s.db", "-D", "c=1,2", "in/d.svt"],
                        "what a store has": ["verify", "--store", "s.db", "-D", "c=1,2,3", "in/d.svt"],
                        "a shard": ["verify", "--shard", "1/2", "-D", "c=1..4", "in/d.svt", "in/a.json"]}.items():
        experiment.write("p.conf", "[frontend words]\ncommand = python3 reader.py\nendings = .words\n")
        status, output, error = experiment.run(words[0], "--report", "json", *words[1:])
        os.unlink(experiment.path("p.conf"))
        experiment.checks.check(output != "", "%s: %d %s" % (what, status, error))
        experiment.write("other.json", output)
        experiment.differs(what, report="other.json")
        made = json.loads(output.splitlines()[0])["provenance"]
        experiment.checks.check(made["command"] == words[0], "%s: %s" % (what, made))


def made_by(output):
    """What each answer says that it is made by, but for the date and for how it was asked."""
    lines = [json.loads(line) for line in output.splitlines()]
    return sorted((line["file"], line.get("swept", {}).get("c", ""), json.dumps({k: v for k, v in line["provenance"].items() if k != "date"}))
                  for line in lines)


def check_provenance(experiment):
    """It is the same with processes, stores and shards."""
    words = ["--report", "json", "-D", "c=1..4", "--plugin-path", "plugins", "--optimizers", "frontier,fake", "in/a.json", "in/d.svt"]
    expected = made_by(experiment.run("verify", *words)[1])
    checks = experiment.checks
    checks.check(made_by(experiment.run("verify", "-j", "3", *words)[1]) == expected, "on three processes")
    for what in ("into a store", "from a store"):
        checks.check(made_by(experiment.run("verify", "--store", "s.db", *words)[1]) == expected, what)
    checks.check(made_by(experiment.run("merge", "--report", "json", "s.db")[1]) == expected, "of a store")
    shards = "".join(experiment.run("verify", "--shard", "%d/2" % i, *words)[1] for i in (1, 2))
    checks.check(made_by(shards) == expected, "of shards")
    made = json.loads(expected[0][2])
    checks.check([p["name"] for p in made["plugins"]] == ["graph", "frontier", "fake"] and
                 made["plugin_path"] == [experiment.path("plugins")] and made["frontend"]["name"] == "json", "what is said: %s" % made)
    for report in ("csv", "html"):
        text = experiment.run("verify", *words[4:-2], "--report", report, "in/a.json", "in/b.json")[1]
        hashes = [text.count(p["sha256"]) for p in made["plugins"]]
        checks.check(hashes[2] == 1 and experiment.path("plugins") in text, "%s says it once: %s" % (report, hashes))
    text = experiment.run("verify", *words[4:-1], "--evidence-dir", "ev")[1]
    checks.check(all("command" not in json.loads(experiment.read("ev/" + name)).get("provenance", {})
                     for name in os.listdir(experiment.path("ev"))), "evidence has what it had")


def check_differences(experiment):
    """Inputs, answers, plugins, front ends and versions, each in a line of its own."""
    experiment.run("verify", "-c", "e.conf")
    whole = experiment.read("run.json")
    os.unlink(experiment.path("e.conf"))
    experiment.write("in/a.json", svt("1"))
    changed = (r"in/a\.json: sha256 was [0-9a-f]{64}, is [0-9a-f]{64}", r"in/a\.json: cost was 3/2, is 5/2",
               r"in/a\.json: at_least was 3/2, is 5/2")
    experiment.differs("a changed input", *changed)
    os.unlink(experiment.path("in/a.json"))
    experiment.differs("a missing input", r"in/a\.json: sha256 was [0-9a-f]{64}, the file is missing",
                       r"in/a\.json: verdict was private, is error", r"in/a\.json: cost was 3/2, is none",
                       r"in/a\.json: at_least was 3/2, is none", r"in/a\.json: claim was 5 \(holds\), is none")
    experiment.write("in/a.json", svt("1/2"))
    experiment.write("in/c.words", "one")
    experiment.differs("a missing mechanism", r"in/c\.words: sha256 was", r"in/c\.words::two: was private, is not answered")
    experiment.write("in/c.words", "one two")
    experiment.write("reader.py", READER + "# changed\n")
    experiment.differs("a changed reader", r"^frontend 'words': sha256 was [0-9a-f]{64}, is [0-9a-f]{64}$")
    os.unlink(experiment.path("reader.py"))
    experiment.differs("a missing reader", r"^frontend 'words': was sha256 [0-9a-f]{64}, is missing$",
                       r"in/c\.words::one: was private, is not answered", r"in/c\.words::two: was private, is not answered")
    experiment.write("reader.py", READER)
    plugin = experiment.path("plugins/optimizer-fake.so")
    with open(plugin, "ab") as file:
        file.write(b"more")
    experiment.differs("a changed plugin", r"^optimizer 'fake': sha256 was [0-9a-f]{64}, is [0-9a-f]{64}$")
    os.rename(plugin, plugin + ".away")
    experiment.differs("a missing plugin", r"^optimizer 'fake': was .*sha256 [0-9a-f]{64}, is missing$")
    os.rename(experiment.path("plugins"), experiment.path("away"))
    experiment.differs("a missing folder", r"^optimizer 'fake': was .*, is missing$", r"plugins: was a folder with plugins, is missing$")
    os.rename(experiment.path("away"), experiment.path("plugins"))
    os.rename(plugin + ".away", plugin)
    with open(plugin, "r+b") as file:
        file.truncate(os.path.getsize(plugin) - len(b"more"))
    experiment.differs("as it was")
    for what, old, new, line in (
            ("a library", r'"GMP":"[^"]*"', '"GMP":"1.0.1"', r"^library GMP: version was 1\.0\.1, is "),
            ("a library that is gone", '"GMP":', '"Abacus":"3","GMP":', r"^library Abacus: was version 3, is missing$"),
            ("a new library", r'"GLib":"[^"]*",', "", r"^library GLib: was missing, is version "),
            ("Couplet", r'"provenance":{"version":"[^"]*"', '"provenance":{"version":"0.0.9"', r"^couplet: version was 0\.0\.9, is "),
            ("a plugin's version", r'("name":"graph","version":)"[^"]*"', r'\1"0.1"', r"^decider 'graph': version was 0\.1, is 1\.0$")):
        experiment.write("changed.json", re.sub(old, new, whole))
        experiment.differs(what, line, report="changed.json")


def check_changed_answers(experiment):
    """What people write into an answer is held against the run, though it contradicts the rest of it."""
    _, whole, _ = experiment.run("verify", "--report", "json", "--claim", "2", "in/a.json")
    told = json.loads(whole)
    for key, value, line in (("verdict", "not-private", "verdict was not-private, is private"), ("verdict", "unknown", "verdict was unknown, is private"),
                             ("cost", "9", "cost was 9, is 3/2"), ("cost", None, "cost was none, is 3/2"),
                             ("at_least", "1/7", "at_least was 1/7, is 3/2"), ("at_least", "7", "at_least was 7, is 3/2"),
                             ("claim", dict(told["claim"], verdict="fails"), r"claim was 2 \(fails\), is 2 \(holds\)"),
                             ("claim", dict(told["claim"], d="1"), r"claim was 1 \(holds\), is 2 \(holds\)"),
                             ("sha256", "0", "sha256 was 0, is [0-9a-f]{64}")):
        experiment.write("changed.json", json.dumps(dict(told, **{key: value}), indent=None) + "\n")
        experiment.differs("%s changed to %s" % (key, value), r"^in/a\.json: %s$" % line, report="changed.json")


def check_refusals(experiment):
    """What is no report of a run, and what a report may not ask for."""
    status, whole, _ = experiment.run("verify", "--report", "json", "in/a.json", "in/b.json")
    line = whole.splitlines()[0]
    without = json.loads(line)
    del without["provenance"]
    cases = {"no.json": ("file,verdict\na.json,private\n", "no.json:1"), "empty.json": ("", "none of its answers tells"),
             "part.json": (whole[:len(whole) - 40], "cut off"), "old.json": (json.dumps(without) + "\n", "none of its answers tells"),
             "two.json": (line + "\n" + whole.splitlines()[1].replace('"more_options":[]', '"more_options":["--define=c=1"]') + "\n",
                          "in/b.json: this answer is of another run"),
             "writes.json": (line.replace('"more_options":[]', '"more_options":["--dump=out"]') + "\n", "not those of a run"),
             "file.json": (line.replace('"more_options":[]', '"more_options":["more.json"]') + "\n", "not those of a run")}
    for name, (text, words) in cases.items():
        experiment.write(name, text)
        status, output, error = experiment.run("rerun", name)
        experiment.checks.check(status == 4 and output == "" and words in error and name in error, "%s: %d %s%s" % (name, status, output, error))
    experiment.checks.check(not os.path.exists(experiment.path("out")), "the report made a folder")
    experiment.checks.says(4, "gone.json", "rerun", "gone.json")
    experiment.write("unread.json", experiment.run("verify", "--report", "json", "gone.json")[1])
    experiment.checks.says(4, "unread.json: none of its answers tells how its run is repeated: none of the files could be read", "rerun", "unread.json",
                           cwd=experiment.folder)
    experiment.checks.says(2, "expected the file of one JSON report", "rerun")
    experiment.checks.says(2, "expected the file of one JSON report", "rerun", "a.json", "b.json")
    experiment.checks.says(2, "--jobs x: expected a number", "rerun", "-j", "x", "a.json")
    experiment.write("impossible.json", line.replace('"options":[]', '"options":["--option=graph.nosuch=1"]') + "\n")
    experiment.differs("an option that is gone", "^the run was possible, is not: .*nosuch", report="impossible.json")
    status, output, _ = experiment.run("rerun", "--help")
    experiment.checks.check(status == 0 and "Exit status: 0 nothing differs" in output, "help: " + output)


def check_elsewhere(experiment):
    """Names are looked for where the run is repeated; plugins where they were."""
    status, output, _ = experiment.run("verify", "--report", "json", "--plugin-path", "plugins", "--optimizers", "fake", "in/a.json")
    experiment.write("elsewhere/report.json", output)
    experiment.write("elsewhere/in/a.json", svt("1/2"))
    folder, experiment.folder = experiment.folder, experiment.path("elsewhere")
    experiment.differs("elsewhere", report="report.json")
    status, output, error = experiment.run("rerun", "report.json", env=dict(os.environ, COUPLET_PLUGIN_PATH=os.path.join(folder, "plugins")))
    experiment.checks.check(status == 0, "other folders of the environment: %d %s%s" % (status, output, error))
    experiment.folder = folder


def main():
    checks, plugins = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    for check in (check_same, check_provenance, check_differences, check_changed_answers, check_refusals, check_elsewhere):
        with tempfile.TemporaryDirectory() as folder:
            check(Experiment(checks, os.path.realpath(folder), plugins))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
