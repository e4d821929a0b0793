#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where answers come from: in --version, reports, explanations, evidence and dumps, and how the
build learns its commit.

usage: test_provenance.py COUPLET SOURCE CMAKE BACK-END..."""
import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

from checks import Checks, copy_without_plugins

PROGRAM = b"""mechanism m(c = 2) {
  threshold x = public + lap(2/eps);
  repeat c {
    loop { q = private + lap(4*c/eps); if q >= x { output top; break; } else { output bot; } }
  }
}
"""
EPOCH = {"SOURCE_DATE_EPOCH": "1767323045"}
DATE = "2026-01-02T03:04:05Z"
TITLES = {"z3": "Z3", "glpk": "GLPK", "arb": "Arb", "graphviz": "Graphviz"}
VERSION = re.compile(r"[0-9]+(\.[0-9]+)+$")
COMMIT = re.compile(r"[0-9a-f]{40}(-dirty)?$")


def environment(**more):
    return {"env": dict(os.environ, **EPOCH, **more)}


def check_version(checks, back_ends):
    status, output, error = checks.run("--version")
    lines = output.splitlines()
    checks.check(status == 0 and error == "" and re.match(
        r"couplet [0-9.]+ \(plugin interface [0-9.]+\)$", lines[0]), "--version: " + output)
    checks.check(lines[1] == "unknown commit" or re.match(r"commit [0-9a-f]{40}(-dirty)?$", lines[1]),
                 "--version tells the commit: " + lines[1])
    libraries = dict(line.split(None, 1) for line in lines[2:])
    for name in ["GLib", "GMP"] + [TITLES[name] for name in back_ends]:
        checks.check(VERSION.match(libraries.get(name, "")), "--version tells %s: %s" % (name, output))
    for name in set(TITLES) - set(back_ends):
        checks.check(libraries.get(TITLES[name]) == "not built", "%s is not built" % name)
    _, output, _ = checks.run("--version", env=dict(os.environ, COUPLET_PLUGIN_PATH=""))
    for name in back_ends:
        checks.check(re.search("^%s +its plugin is not installed$" % TITLES[name], output, re.M),
                     "without plugins: " + output)
    if "z3" in back_ends:
        check_broken_plugin(checks)


def check_broken_plugin(checks):
    with tempfile.TemporaryDirectory() as folder:
        program, plugins = copy_without_plugins(checks.couplet, folder)
        with open(os.path.join(plugins, "decider-z3.so"), "w", encoding="utf-8") as file:
            file.write("no shared object")
        output = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        checks.check(re.search("^Z3 +its plugin cannot be loaded$", output, re.M), "broken: " + output)


def report_of(checks, file, *options, **settings):
    status, output, error = checks.run("verify", "--report", "json", *options, file,
                                       **(settings or environment()))
    checks.check(status in (0, 10, 11), "%s: %s" % (options, error))
    return json.loads(output.splitlines()[0])


def check_json(checks, file, back_ends):
    report = report_of(checks, file, "-D", "c=2")
    made = report["provenance"]
    checks.check(report["sha256"] == hashlib.sha256(PROGRAM).hexdigest(), "sha256")
    checks.check(report["parameters"] == {"c": "2"}, "parameters: %s" % report["parameters"])
    checks.check(report["adjacency"] == "any", "adjacency")
    checks.check(made["date"] == DATE and made["options"] == [], "date, options: %s" % made)
    checks.check(made["commit"] is None or COMMIT.match(made["commit"]), "commit: %s" % made)
    checks.check(set(made["libraries"]) == {"GLib", "GMP"}, "libraries: %s" % made)
    checks.check(report_of(checks, file)["parameters"] == {}, "no parameters")
    if "z3" in back_ends:
        made = report_of(checks, file, "--deciders", "graph,z3", "-o", "z3.encoding=shifts",
                         "--claim", "7/2", "-o", "*.time-limit-ms=9000",
                         "--require-evidence")["provenance"]
        checks.check(VERSION.match(made["libraries"].get("Z3", "")), "Z3: %s" % made)
        checks.check(made["options"] == [
            "--deciders=graph,z3", "--claim=7/2", "--option=graph.time-limit-ms=9000",
            "--option=z3.encoding=shifts", "--option=z3.time-limit-ms=9000",
            "--option=frontier.time-limit-ms=9000", "--option=segment.time-limit-ms=9000",
            "--require-evidence"], "options: %s" % made["options"])
        again = report_of(checks, file, *made["options"])["provenance"]
        checks.check(again == made, "the options ask for the same: %s" % again)
    made = report_of(checks, file, "--self-check=false", "--optimizers=", "-o",
                     "graph.memory-limit-mb=0")["provenance"]
    checks.check(made["options"] == ["--optimizers=", "--self-check=false"],
                 "defaults are not said: %s" % made["options"])


def check_csv(checks, file):
    _, output, _ = checks.run("verify", "--report", "csv", "-D", "c=2", file, **environment())
    rows = list(csv.DictReader(io.StringIO(output)))
    checks.check(output.startswith("file,automaton,verdict,stage,plugin,kind,"), "first columns")
    for row in rows[:1]:
        checks.check(row["sha256"] == hashlib.sha256(PROGRAM).hexdigest() and
                     row["parameters"] == "'-D c=2" and row["adjacency"] == "any" and
                     row["date"] == DATE and row["libraries"].startswith("GLib "), "csv: %s" % row)
    checks.check(len(rows) == 3 and not any(row["sha256"] or row["date"] for row in rows[1:]), "csv: " + output)


def check_explain(checks, file):
    for form, mark in (("text", "Provenance\n"), ("markdown", "## Provenance\n"),
                       ("latex", "\\footnote{")):
        status, output, _ = checks.run("explain", "--format", form, "-D", "c=2", file, **environment())
        block = output[output.rindex(mark):].replace("\\allowbreak{}", "").replace("\\penalty200{}", "")
        checks.check(status in (0, 10) and hashlib.sha256(PROGRAM).hexdigest() in block,
                     "explain %s: %s" % (form, block))
        for text in ("-D c=2", "GLib", DATE, "any"):
            checks.check(text in block, "explain %s has %s: %s" % (form, text, block))


def check_evidence(checks, file, folder):
    """Evidence says it, and which parameters it is for where it is wrong."""
    out = os.path.join(folder, "evidence")
    checks.run("verify", "--optimizers", "frontier", "--deciders", "", "-D", "c=2",
               "--evidence-dir", out, file, **environment())
    names = sorted(set(os.listdir(out)) - {"index.json"})
    checks.check(names != [], "evidence is written")
    for name in names:
        with open(os.path.join(out, name), encoding="utf-8") as piece:
            evidence = json.load(piece)
        checks.check(evidence["input"]["sha256"] == hashlib.sha256(PROGRAM).hexdigest() and
                     evidence["input"]["parameters"] == {"c": "2"}, "evidence: %s" % evidence["input"])
        checks.check(evidence["provenance"]["date"] == DATE and "GLib" in
                     evidence["provenance"]["libraries"], "evidence: %s" % evidence["provenance"])
    paths = [os.path.join(out, name) for name in names]
    status, output, _ = checks.run("check", "-D", "c=2", file, *paths)
    checks.check(status == 0 and output.count(": accepted") == len(paths), "check: " + output)
    status, output, error = checks.run("check", "-D", "c=3", file, *paths)
    checks.check(status == 4 and "it belongs to 'm.svt' with -D c=2, not 'm.svt' with -D c=3" in
                 output + error, "check with -D c=3: %d %s%s" % (status, output, error))


def check_dumps(checks, file, folder, back_ends):
    for plugin, option, ending, sign in (("z3", "--deciders", ".smt2", "; "),
                                         ("glpk", "--optimizers", ".lp", "\\ ")):
        if plugin not in back_ends:
            continue
        out = os.path.join(folder, plugin)
        arguments = ["verify", option, plugin, "--dump", out, "-D", "c=2", file]
        checks.run(*arguments, **environment())
        names = os.listdir(out)
        checks.check(names != [] and all(name.endswith(ending) for name in names), "dumps: %s" % names)
        for name in names:
            with open(os.path.join(out, name), encoding="utf-8") as dump:
                text = dump.read()
            for line in ("input: 'm.svt'", "sha256: " + hashlib.sha256(PROGRAM).hexdigest(),
                         "parameters: -D c=2", "adjacency: any", "date: " + DATE):
                checks.check(sign + line + "\n" in text, "%s has %s: %s" % (name, line, text[:500]))
            checks.check(TITLES[plugin] + " " in text.split("date: ")[0], "the solver's version")
        checks.run(*arguments, env=dict(os.environ, SOURCE_DATE_EPOCH="86400"))
        checks.check(sorted(os.listdir(out)) == sorted(names), "another day's dumps are the same files")


def check_reproducible(checks, files):
    """The same bytes again, and on two processes, but for the times."""
    def run(*options):
        output = checks.run("verify", "--report", "json", "--evidence", *options, *files,
                            **environment())[1]
        return re.sub(r'"(read_|cpu_)?seconds(_total)?":[^,}]+', "T", output)
    once = run()
    checks.check(once == run(), "two runs differ")
    checks.check(once == run("-j", "2"), "two processes tell something else")
    for value in ("yesterday", "-1", "", "99999999999999999999", "999999999999999"):
        checks.says(3, "the environment variable SOURCE_DATE_EPOCH is '%s'; expected seconds since 1970"
                    % value, "verify", "--report", "json", files[0],
                    env=dict(os.environ, SOURCE_DATE_EPOCH=value))
    status, _, _ = checks.run("verify", files[0], env=dict(os.environ, SOURCE_DATE_EPOCH="yesterday"))
    checks.check(status in (0, 10), "a table says no date")


def check_unreadable(checks, folder):
    """What content could not be made sense of is said as well."""
    path = os.path.join(folder, "broken.svt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("mechanism {")
    for jobs in ("1", "2"):
        _, output, _ = checks.run("verify", "--report", "json", "-j", jobs, path, path)
        for line in output.splitlines():
            report = json.loads(line)
            checks.check(report["verdict"] == "error" and report["sha256"] ==
                         hashlib.sha256(b"mechanism {").hexdigest() and "adjacency" not in report,
                         "unreadable: " + line)


# ---- The commit -----------------------------------------------------------------------------

def write_large(path, states, last):
    """A chain of that many states, with blanks that make it large; last: what ends its list of
    transitions."""
    text = ['{"couplet": 1, "initial": "s0", "states": [']
    text += ['{"name": "s%d", "d": "1"},%s' % (i, " " * 80) for i in range(states)]
    text += ['{"name": "end", "d": "1"}], "transitions": [']
    text += ['{"from": "s%d", "to": "s%d", "guard": "true", "output": "x"%s},'
             % (i, i + 1, ', "assign": "x"' if i == 0 else "") for i in range(states - 1)]
    text += [last, "]}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(text))
    return len(text) - 1


def check_large(checks, folder):
    """Of a large file the text is given back while it is read: hash and places are right."""
    path = os.path.join(folder, "large.json")
    one = ["--deciders", "graph", "--optimizers", ""]
    write_large(path, 60000, '{"from": "s59999", "to": "end", "guard": "true", "output": "x"}')
    with open(path, "rb") as file:
        content = file.read()
    report = report_of(checks, path, *one)
    checks.check(len(content) > 2 * 4 << 20, "%d bytes are large" % len(content))
    checks.check(report["sha256"] == hashlib.sha256(content).hexdigest(), "its hash")
    checks.check(report["verdict"] == "private", "a large file: %s" % report)
    for last, column, what in (
            ('{"from": "s1", "to": "no", "guard": "true", "output": "x"}', 1, "not a declared state"),
            ('{"from": "s1", "to": "s2", "guard": "true", "output": "x" 1}', 59, "expected ',' or '}'"),
            ('  {"from": "s1", "too": "s2"}', 18, "unknown key 'too'")):
        line = write_large(path, 60000, last)
        status, _, error = checks.run("verify", *one, path)
        checks.check(status == 4 and re.search(r"large\.json:%d:%d: .*%s" % (line, column, what), error),
                     "an error at the end of a large file: %s" % error)


def commit_of(cmake, source, script):
    """What the build would write for the sources in a folder."""
    template, output = os.path.join(source, "template"), os.path.join(source, "output")
    with open(template, "w", encoding="utf-8") as file:
        file.write("@COMMIT@")
    subprocess.run([cmake, "-DSOURCE=" + source, "-DTEMPLATE=" + template, "-DOUTPUT=" + output,
                    "-P", script], check=True)
    with open(output, encoding="utf-8") as file:
        return file.read().strip()


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e", *arguments],
                          check=True, capture_output=True, text=True).stdout.strip()


def check_commit(checks, source, cmake):
    script = os.path.join(source, "cmake", "Commit.cmake")
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "inner")
        for place in (folder, inner):
            os.makedirs(os.path.join(place, "cmake"))
            # as in a checkout; source may be an archive, whose own file tells a commit
            with open(os.path.join(place, "cmake", "commit.txt"), "w", encoding="utf-8") as file:
                file.write("$Format:%H$\n")
        with open(os.path.join(source, ".gitattributes"), encoding="utf-8") as file:
            attributes = file.read()
        with open(os.path.join(folder, ".gitattributes"), "w", encoding="utf-8") as file:
            file.write(attributes)
        checks.check(commit_of(cmake, folder, script) == "NULL", "neither Git nor an archive")
        git(folder, "init", "-q")
        git(folder, "add", "cmake", ".gitattributes")
        git(folder, "commit", "-q", "-m", "first")
        head = git(folder, "rev-parse", "HEAD")
        checks.check(commit_of(cmake, folder, script) == '"%s"' % head, "a clean checkout")
        checks.check(commit_of(cmake, inner, script) == "NULL", "a folder in another's checkout")
        archive = os.path.join(folder, "archive")
        os.makedirs(archive)
        subprocess.run("git archive HEAD | tar -x -C archive", shell=True, check=True, cwd=folder)
        checks.check(commit_of(cmake, archive, script) == '"%s"' % head, "an archive")
        with open(os.path.join(folder, "cmake", "commit.txt"), "a", encoding="utf-8") as file:
            file.write("changed\n")
        checks.check(commit_of(cmake, folder, script) == '"%s-dirty"' % head, "a changed checkout")


def main():
    checks = Checks(sys.argv[1])
    source, cmake, back_ends = sys.argv[2], sys.argv[3], sys.argv[4:]
    check_version(checks, back_ends)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "m.svt")
        with open(file, "wb") as copy:
            copy.write(PROGRAM)
        check_json(checks, file, back_ends)
        check_csv(checks, file)
        check_explain(checks, file)
        check_evidence(checks, file, folder)
        check_dumps(checks, file, folder, back_ends)
        check_reproducible(checks, [file, os.path.join(
            source, "examples", "automata", "numeric-sparse.json")])
        check_unreadable(checks, folder)
        check_large(checks, folder)
    check_commit(checks, source, cmake)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
