#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands, their options, the exit statuses, and configurations.

usage: test_commands.py COUPLET SOURCE"""
import csv
import io
import json
import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time

from checks import Checks

# plugins that do not exist, by whom they are asked for
MISSING_PLUGINS = [
    ("[pipeline]\ndeciders = grph\n", 2, "no decider is called 'grph'"),
    ("[pipeline]\ndeciders = a\n[stage a]\nplugin = grph\n", 4, "no decider is called 'grph'"),
    ("[pipeline]\n\noptimizers = z3\n", 3, "no optimizer is called 'z3'"),
    ("[pipeline]\nfrontend = jsn\n", 2, "no frontend is called 'jsn'"),
    ("[pipeline]\nreport = tble\n", 2, "no report is called 'tble'"),
]

BAD_CONFIGURATIONS = [
    ("[pipelin]\n", 1, "unknown group 'pipelin'; expected [pipeline], [defaults], [stage NAME], or, of programs, "
     "[frontend NAME], [decider NAME], [optimizer NAME] or [report NAME]"),
    ("[pipeline]\ndecider = graph\n", 2, "unknown key 'decider' in [pipeline]; did you mean 'deciders'?"),
    ("[pipeline]\ndeciders = graph\ndeciders = graph\n", 3, "key 'deciders' stands twice; first on line 2"),
    ("[pipeline]\n[pipeline]\n", 2, "group 'pipeline' stands twice"),
    ("deciders = graph\n", 1, "a key stands before the first group"),
    ("[pipeline]\nnonsense\n", 2, "expected '[group]', 'key = value' or '# comment'"),
    ("[pipeline]\n= graph\n", 2, "a key's name is missing"),
    ("[pipeline]\ndeciders = graph # quick\n", 2, "a comment must stand on a line of its own"),
    ("; note\n", 1, "a comment begins with '#'"),
    ("[pipeline\n", 1, "a group's name must end in ']'"),
    ("[pipeline]\ndeciders = graph; graph\n", 2, "stage 'graph' stands twice in the list"),
    ("[pipeline]\nreport =\n", 2, "'report' is empty"),
    ("[pipeline]\n\noptimizers = graph\n", 3, "stage 'graph' stands among the deciders"),
    ("[pipeline]\n\n[stage frontir]\n", 3, "no stage 'frontir' is used in the pipeline; did you mean 'frontier'?"),
    ("[pipeline]\noptimizers = lp; milp\n[stage lp]\nplugin = glpk\n[stage milp]\nplugin = glpk\n"
     "[stage glpk]\nmethod = lp\n", 7,
     "no stage 'glpk' is used in the pipeline; the stages of plugin 'glpk' are 'lp', 'milp'"),
    ("[pipeline]\n[stage frontier]\nprun = never\n", 3, "plugin 'frontier' has no option 'prun'; did you mean 'prune'?"),
    ("[pipeline]\n[stage frontier]\nprune = sometimes\n", 3, "prune: 'sometimes' is not one of auto, always, never"),
    ("[pipeline]\n[stage frontier]\ntime-limit-ms = soon\n", 3, "time-limit-ms: 'soon' is not a whole number from 0 to 2147483647"),
    ("[pipeline]\n[stage frontier]\ntime-limit-ms = -1\n", 3, "is not a whole number"),
    ("[pipeline]\ndeciders = \\q\n", 2, "unknown escape '\\q'; expected"),
    ("[pipeline]\nreport = \\q\\\n", 2, "unknown escape '\\q'; expected"),
    ("[pipeline]\nreport = table\\\n", 2, "a value must not end in a single '\\'"),
    ("[pipeline]\n[stage frontier]\nprune = \\\\q\\;\n", 3, "unknown escape '\\;'; expected"),
    ("[stage *]\ntime-limit-ms = 1\n", 1, "unknown group 'stage *'"),
    ("[frontier]\ngap = 1\n", 1, "what -o frontier.KEY=VALUE sets stands in [stage frontier]"),
    ("[defaults]\nprun = never\n", 2, "no stage has an option 'prun'; did you mean 'prune'?"),
    ("[defaults]\n\nprune = often\n", 3, "prune of stage 'frontier': 'often' is not one of auto, always, never"),
    ("[defaults]\nplugin = graph\n", 2, "no stage has an option 'plugin' for all"),
    ("[defaults]\n\ntime-limit-ms = soon\n", 3, "time-limit-ms: 'soon' is not a whole number"),
]


def example(source, name):
    return os.path.join(source, "examples", "automata", name)


def check_statuses(checks, source):
    private, other = example(source, "six-less.json"), example(source, "svt-star.json")
    unknown = os.path.join(source, "tests", "cli", "inputs", "mixed-reads.json")
    broken = os.path.join(source, "tests", "cli", "inputs", "truncated.json")
    for status, files in ((0, [private]), (10, [private, other]), (11, [private, unknown]),
                          (10, [unknown, other]), (4, [private, broken, other])):
        got, output, _ = checks.run("verify", "--report", "json", *files)
        checks.check(got == status, "status %d for %s: %d" % (status, files, got))
        checks.check(len(output.splitlines()) == len(files), "one line per file")
        checks.check([json.loads(line)["file"] for line in output.splitlines()] == files,
                     "files in the order given")


def check_usage(checks, source):
    private = example(source, "six-less.json")
    checks.says(2, "no command is given")
    checks.says(2, "unknown command 'verfy'; did you mean 'verify'?", "verfy")
    checks.says(2, "no file is given", "verify")
    checks.says(2, "--claim '%s': that is a file, not a number" % private, "verify", "--claim", private)
    checks.says(5, "; choose from csv, html, json, latex, sarif, table", "verify", "--report", "pdf", private)
    checks.says(2, "Unknown option --nonsense", "verify", "--nonsense", private)
    checks.says(2, "Unknown option --clam; did you mean '--claim'?", "verify", "--clam=1", private)
    checks.says(2, "Unknown option --anwers; did you mean '--answers'?", "refute", "--anwers", "3", private)
    checks.says(2, "expected stage.key=value", "verify", "-o", "frontier", private)
    checks.says(2, "expected NAME=VALUE", "verify", "-D", "c", private)
    checks.says(2, "-D c is given twice", "verify", "-D", "c=1", "-D", "c=2", private)
    checks.says(2, "-D c: no file has a parameter of that name", "verify", "-D", "c=1", private)
    parameters = os.path.join(source, "examples", "sweeps", "lyu-algorithm-4-scaled.svt")
    checks.says(2, "-D count: no file has a parameter of that name; choose from c, mechanism, s\n", "verify", "-D", "count=1", parameters)
    checks.says(2, "-D cc: no file has a parameter of that name; did you mean 'c'?", "verify", "-D", "cc=1", parameters)
    checks.says(6, "/dev/full: it could not be written: ", "explain", "-o", "/dev/full", private)
    checks.check(checks.run("verify", "-D", "c=1", private, private)[1] == "", "-D c=1: no verdict before the error")
    checks.says(2, "--to FORMAT is missing", "convert", private)
    checks.says(2, "expected one file", "convert", "--to", "json")
    checks.says(4, "are automata: they do not say with which loops and branches", "convert", "--to",
                "svt", private)
    checks.says(2, "takes no file", "plugins", private)
    checks.says(2, "expected the name of one plugin", "describe")
    checks.says(5, "no plugin is called 'grph'; did you mean 'graph'?", "describe", "grph")
    checks.says(5, "no plugin is called 'elsewhere'; choose from ", "describe", "elsewhere")
    checks.says(3, "plugin 'frontier' has no option 'foo'; choose from gap, isolate, ", "verify", "-o", "frontier.foo=1", private)
    checks.says(3, "no stage 'elsewhere' is used in the pipeline; choose from frontier, graph, segment, table", "verify",
                "-o", "elsewhere.foo=1", private)
    checks.says(5, "no frontend is called 'jsn'", "verify", "--from", "jsn", private)
    checks.says(3, "no stage 'frontir' is used", "verify", "-o", "frontir.prune=never", private)
    checks.says(3, "-o json.sumary=true: plugin 'json' has no option 'sumary'; did you mean 'summary'?",
                "verify", "--report", "json", "-o", "json.sumary=true", private)
    checks.says(3, "-o json.summary=true: plugin 'json' has no option 'summary'", "verify",
                "-o", "json.summary=true", private)
    checks.says(3, "-o segment.strategy=fixed: no stage 'segment' is used in the pipeline; the stages of "
                "plugin 'segment' are 'segment-adaptive', 'segment-fixed'", "compare", "-o",
                "segment.strategy=fixed", private)
    checks.says(3, "-o frontier.prune=x: prune: 'x' is not one of", "verify", "-o",
                "frontier.prune=x", private)
    checks.says(3, "prune: '?[31m\ufffd' is not one of", "verify", "-o",
                b"frontier.prune=\033[31m\xff", private)
    checks.says(3, "stage 'graph' stands twice", "verify", "--deciders", "graph,graph", private)
    for command in ("verify", "compare", "convert", "fmt", "plugins", "describe"):
        got, output, _ = checks.run(command, "--help")
        checks.check(got == 0 and "couplet " + command in output, command + " --help")
    got, output, _ = checks.run("--help")
    checks.check(got == 0 and "verify" in output and "Exit status" in output, "--help")
    got, output, _ = checks.run("--version")
    checks.check(got == 0 and output.startswith("couplet "), "--version")


def check_defaults(checks, source):
    """What all deciders and optimizers share; a stage's own settings and -o go before."""
    many = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-2.svt")
    limit = "time-limit-ms = "
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shared.conf")
        for text, words, stopped in (
                ("", [], []),
                ("[defaults]\n" + limit + "1\n", [], ["frontier", "segment"]),
                ("[defaults]\n" + limit + "1\n[stage frontier]\n" + limit + "0\n", [], ["segment"]),
                ("[stage frontier]\n" + limit + "1\n", ["-o", "*.time-limit-ms=0"], []),
                ("", ["-o", "frontier.time-limit-ms=0", "-o", "*.time-limit-ms=1"], ["segment"])):
            with open(path, "w") as out:
                out.write("[pipeline]\ndeciders =\noptimizers = frontier; segment\n" + text)
            output = checks.run("verify", "-q", "--report", "json", "-c", path, *words,
                                "-D", "c=20000", many)[1]
            stages = json.loads(output)["stages"]
            checks.check([s["stage"] for s in stages if "time limit" in s.get("reason", "")] ==
                         stopped, "%s %s: %s" % (text, words, output))
    checks.says(3, "-o *.prune=never: no stage has an option 'prune'",
                "verify", "--optimizers", "segment", "-o", "*.prune=never", many)
    checks.says(3, "time-limit-ms: 'soon' is not a whole number", "verify", "--deciders", "",
                "--optimizers", "", "-o", "*.time-limit-ms=soon", many)


def check_optional_stages(checks, source):
    """A stage whose plugin is missing or broken is skipped, with the reason, if it is optional."""
    private = example(source, "six-less.json")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "optional.conf")
        with open(os.path.join(folder, "decider-broken.so"), "w") as out:
            out.write("no shared object")
        for plugin, reason in (("nowhere", "no decider is called 'nowhere'"), ("broken", "decider-broken.so")):
            with open(path, "w") as out:
                out.write("[pipeline]\ndeciders = other\noptimizers = frontier\n"
                          "[stage other]\nplugin = %s\noptional = true\n" % plugin)
            words = ["verify", "-q", "--plugin-path", folder, "-c", path, private]
            got, output, error = checks.run(*words, "--report", "json")
            stages = json.loads(output)["stages"]
            checks.check(got == 0 and error == "" and [s["stage"] for s in stages] == ["other", "frontier"]
                         and reason in stages[0]["reason"] and stages[1]["cost"] == "2",
                         "%s: %d %s %s" % (plugin, got, output, error))
            checks.says(5, reason, *words, "-o", "other.optional=false")
        checks.says(3, "optional: 'perhaps' is neither 'true' nor 'false'", *words, "-o", "other.optional=perhaps")
        checks.says(3, "optional: 'perhaps' is neither 'true' nor 'false'", "verify", "-o", "graph.optional=perhaps",
                    private)
        got, output, _ = checks.run("verify", "--deciders", "nowhere", "-o", "*.optional=true", private)
        checks.check(got == 0 and "no decider is called 'nowhere'" in output, "*.optional: %d %s" % (got, output))


def check_configurations(checks, source):
    private = example(source, "six-less.json")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bad.conf")
        for text, line, message in BAD_CONFIGURATIONS:
            with open(path, "w") as out:
                out.write(text)
            checks.says(3, message, "verify", "-c", path, private)
            checks.says(3, "bad.conf:%d: " % line, "verify", "-c", path, private)
        checks.says(5, "no report is called 'nope'", "verify", "--evidence-dir", folder, "--report", "nope", private)
        for text, line, message in MISSING_PLUGINS:
            with open(path, "w") as out:
                out.write(text)
            checks.says(5, "bad.conf:%d: %s" % (line, message), "verify", "-c", path, private)
        with open(path, "w") as out:
            out.write("[pipeline]\nreport = tble\ndeciders = x\n")
        checks.says(5, "couplet: no report is called 'tablee'", "verify", "-c", path, "--report",
                    "tablee", "--deciders", "graph", private)
        with open(path, "wb") as out:
            out.write(b"[pipeline]\nreport = t\xffble\n")
        checks.says(3, "bad.conf:2: not valid UTF-8", "verify", "-c", path, private)
        with open(path, "wb") as out:
            out.write(b"[pipeline]\n\0")
        checks.says(3, "it has a NUL byte", "verify", "-c", path, private)
        with open(path, "w") as out:
            out.write("[pipeline]\ndeciders = graph\noptimizers = graph\n")
        checks.says(3, "stands among the deciders and the optimizers", "verify", "-c", path, private)
    for file, message in (("nowhere.conf", "No such file or directory"), (source, "is a directory"),
                          ("/dev/zero", "it has a NUL byte, which no text has")):
        checks.says(3, "couplet: %s: %s\n" % (file, message), "verify", "-c", file, private)
    folder = os.path.join(source, "configs")
    for name in sorted(os.listdir(folder)):
        got, output, error = checks.run("verify", "-q", "-c", os.path.join(folder, name), private)
        checks.check(got == 0 and output != "" and error == "", "%s: %d %s" % (name, got, error))
    got, output, _ = checks.run("verify", "-c", os.path.join(folder, "exact-vs-approximate.conf"),
                                example(source, "two-less-two-greater.json"))
    costs = {row["stage"]: row["cost"] for row in csv.DictReader(io.StringIO(output))}
    checks.check(costs == {"frontier": "4", "adaptive": "4", "fixed": "5", "weight": "10"},
                 "exact against approximate: %s" % costs)


def check_folders_and_formats(checks, source):
    folder = os.path.join(source, "examples", "automata")
    got, output, _ = checks.run("verify", "--report", "json", folder)
    names = [json.loads(line)["file"] for line in output.splitlines()]
    expected = sorted(os.path.join(folder, n) for n in os.listdir(folder)
                      if n.endswith((".json", ".dot")))
    checks.check(got == 10 and names == expected, "a folder is walked in order")
    for name in expected:
        for target in ("json", "dot"):
            got, converted, error = checks.run("convert", "--to", target, name)
            checks.check(got == 0, "convert %s: %s" % (name, error))
            first, once, _ = checks.run("verify", "--report", "json", name)
            again, twice, _ = checks.run("verify", "--from", target, "--report", "json", "-",
                                         input=converted.encode())
            checks.check(first == again and json.loads(once)["cost"] == json.loads(twice)["cost"],
                         "%s says the same as %s" % (name, target))
            _, settled, _ = checks.run("convert", "--from", target, "--to", target, "-",
                                       input=converted.encode())
            checks.check(settled == converted, "%s as %s is stable" % (name, target))


def check_reports(checks, source):
    name = example(source, "numeric-sparse.json")
    _, output, _ = checks.run("verify", name)
    checks.check(output == name + "  private  least d 7/4 (1.75)\n  graph, frontier and segment agree\n", "stages that agree: " + output)
    _, output, _ = checks.run("verify", "-v", name)
    for text in ("private", "exact cost 7/4 (1.75)", "graph", "segment", "s\n"):
        checks.check(text in output, "the table says %s: %s" % (text, output))
    _, output, _ = checks.run("verify", example(source, "svt-star.json"))
    checks.check("leaking pair" in output and "below -> below" in output, "the reason: " + output)
    checks.check("\033" not in output, "no colours where there is no terminal")
    _, output, _ = checks.run("compare", name)
    for text in ("frontier", "segment-adaptive", "segment-fixed", "weight", "ratio"):
        checks.check(text in output, "compare shows %s: %s" % (text, output))
    _, output, _ = checks.run("compare", os.path.dirname(name))
    for text in ("34 files", "worst", "median ratio", "agree", "loose"):
        checks.check(text in output, "the summary shows %s" % text)
    _, output, _ = checks.run("compare", "-o", "table.layout=rows", name, name)
    checks.check(output.count("segment-fixed") >= 2, "rows for two files: " + output)
    _, output, _ = checks.run("verify", "--evidence", "--report", "json", name)
    stages = {s["stage"]: s for s in json.loads(output)["stages"]}
    walk = next(e for e in stages["frontier"]["evidence"] if e["kind"] == "attained")
    checks.check(walk["kind"] == "attained" and walk["cost"] == "7/4" and
                 walk["walk"][0]["from"] == "draw", "the worst walk: %s" % walk)
    _, output, _ = checks.run("verify", "--report", "csv", name)
    rows = list(csv.DictReader(io.StringIO(output)))
    checks.check([r["stage"] for r in rows] == ["graph", "frontier", "segment"] and
                 rows[1]["cost"] == "7/4" and rows[1]["cost_decimal"] == "1.75" and
                 rows[2]["ratio_to_exact"] == "1", "csv rows: %s" % rows)
    _, output, _ = checks.run("plugins", "--json")
    kinds = {(e["kind"], e["name"]) for e in map(json.loads, output.splitlines())}
    checks.check({("frontend", "json"), ("frontend", "dot"), ("decider", "graph"),
                  ("optimizer", "frontier"), ("optimizer", "segment"), ("optimizer", "weight"),
                  ("report", "table"), ("report", "json"), ("report", "csv")} <= kinds,
                 "the plugins that ship: %s" % kinds)
    _, output, _ = checks.run("describe", "segment")
    checks.check("adaptive | fixed" in output and "time-limit-ms" in output, "describe: " + output)


def check_summaries(checks, source):
    """The comparison of all methods over all files, for scripts."""
    folder = os.path.join(source, "examples", "automata")
    _, output, _ = checks.run("compare", "--report", "json", "-o", "json.summary=true", folder)
    lines = [json.loads(line) for line in output.splitlines()]
    checks.check(all(line["verdict"] != "error" for line in lines[:-1]), "all are read: " + output)
    methods = {m["stage"]: m for m in lines[-1]["summary"]["methods"]}
    checks.check(lines[-1]["summary"]["files"] == len(lines) - 1 and
                 all(m["answered"] == m["agreeing"] for m in methods.values()) and
                 methods["segment-fixed"]["worst_ratio"] == "5/4" and
                 methods["weight"]["worst_ratio"] == "7", "json summary: %s" % methods)
    ratios = [s["ratio"] for s in lines[0]["stages"] if "ratio" in s]
    checks.check("1" in ratios and "2" in ratios, "ratios to the exact cost: %s" % ratios)
    _, output, _ = checks.run("compare", "--report", "csv", "-o", "csv.summary=true", folder)
    summary = list(csv.DictReader(io.StringIO(output.split("\r\n\r\n")[1], newline="")))
    worst = {row["method"]: row["worst_ratio"] for row in summary}
    checks.check(worst["glpk-lp"] == "1" and worst["weight"] == "7", "csv summary: %s" % worst)


def check_lost_output(checks, source):
    """Whatever prints notices a full disk, a closed pipe and no standard output at all."""
    name = example(source, "six-less.json")
    for arguments in (["verify", name], ["compare", name], ["convert", "--to", "json", name],
                      ["explain", name], ["plugins"], ["plugins", "--json"], ["describe", "graph"],
                      ["--version"], ["--help"], ["verify", "--help"]):
        read_end, closed_pipe = os.pipe()
        os.close(read_end)
        for stream in ("/dev/full", closed_pipe, None):
            full = open(stream, "wb") if stream is not None else subprocess.DEVNULL
            result = subprocess.run([checks.couplet, *arguments], stdout=full,
                                    stderr=subprocess.PIPE,
                                    preexec_fn=None if stream else lambda: os.close(1))
            checks.check(result.returncode == 6 and
                         result.stderr.count(b"could not be written") == 1,
                         "%s to %s: %s" % (arguments, stream, result))
            if stream is not None:
                full.close()


def check_reason_of_lost_output(checks, source):
    """More text than a buffer holds is written before the end; the reason is kept."""
    path = os.path.join(source, "examples", "mechanisms", "lyu-algorithm-2.svt")
    for arguments in (["explain", "-q", "-D", "c=150", path], ["verify", "-q", *[path] * 100]):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([checks.couplet, *arguments], stdout=full, stderr=subprocess.PIPE)
        checks.check(result.returncode == 6 and
                     b"could not be written: No space left on device" in result.stderr,
                     "%s: %s" % (arguments[0], result))
    with tempfile.TemporaryDirectory() as folder:
        with open(path) as program, open(os.path.join(folder, "a.svt"), "w") as unusual:
            unusual.write(program.read().replace("  ", " "))
        with open("/dev/full", "wb") as full:  # the last name fills the buffer and is lost with it
            result = subprocess.run([checks.couplet, "fmt", "--check", *["a.svt"] * 683], stdout=full,
                                    stderr=subprocess.PIPE, cwd=folder)
        checks.check(result.returncode == 6 and result.stderr == b"couplet: the report could not be written\n",
                     "a reason that is not known: %s" % result)


def check_size_limit(checks, source):
    """A file that may not grow is an output that cannot be written."""
    with tempfile.TemporaryFile() as out:
        result = subprocess.run(
            [checks.couplet, "verify", example(source, "six-less.json")], stdout=out,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
    checks.check(result.returncode == 6 and b"could not be written: File too large" in result.stderr,
                 "a limit of a file's size: %s" % result)


def check_closed_streams(checks, source):
    """No file that is opened takes the place of a standard stream."""
    name = example(source, "six-less.json")
    with tempfile.TemporaryDirectory() as folder:
        missing = os.path.join(folder, "missing.json")
        evidence = os.path.join(folder, "evidence")
        result = subprocess.run(
            [checks.couplet, "verify", "--evidence-dir", evidence, missing, name],
            preexec_fn=lambda: os.closerange(0, 3))
        checks.check(result.returncode == 6, "no standard streams: %s" % result)
        for file in os.listdir(evidence):
            with open(os.path.join(evidence, file)) as text:
                checks.check(text.read().startswith("{"), "messages in %s" % file)


def check_words(checks, source):
    """What is an option and what a file, and bytes that the locale does not know."""
    with open(example(source, "six-less.json")) as text:
        content = text.read()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("-dash.json", "--", "plain.json"):
            with open(os.path.join(folder, name), "w") as out:
                out.write(content)
        for words, expected in ((["--", "-dash.json"], ["-dash.json"]),
                                (["plain.json", "--", "-dash.json"], ["plain.json", "-dash.json"]),
                                (["--", "--"], ["--"]),
                                (["plain.json", "--", "plain.json", "--"],
                                 ["plain.json", "plain.json", "--"]),
                                (["plain.json", "--self-check", "--", "--"], ["plain.json", "--"]),
                                (["-j2", "-osegment.strategy=fixed", "plain.json"], ["plain.json"])):
            got, output, error = checks.run("verify", "--report", "json", *words, cwd=folder)
            names = [json.loads(line)["file"] for line in output.splitlines()]
            checks.check(got == 0 and names == expected, "%s: %s %s" % (words, names, error))
        checks.says(2, "no file is given", "verify", "--")
        checks.says(2, "Missing argument for -j", "verify", "plain.json", "-j", cwd=folder)
        checks.says(2, "-o -j2: expected stage.key=value", "verify", "-o", "-j2", "plain.json", cwd=folder)
        checks.says(2, "-D c: no file has a parameter of that name", "verify", "-Dc=3", "plain.json",
                    cwd=folder)
        environment = dict(os.environ, LC_ALL="C")
        checks.says(5, "no report is called 't\u00e4ble'", "verify", "--report", "t\u00e4ble",
                    "plain.json", cwd=folder, env=environment)


def check_interrupt(checks, fakes, source):
    """SIGINT ends the stage; what is known is still printed; files after it are unknown."""
    command = [checks.couplet, "verify", "--report", "json", "--plugin-path",
               os.path.join(fakes, "waits"), "--optimizers", "waits",
               example(source, "six-less.json")]
    for isolated in ("waits.isolate=false", "waits.isolate=true"):
        process = subprocess.Popen(command + ["-o", isolated], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        report = json.loads(output)
        reasons = [s.get("reason") for s in report["stages"]]
        checks.check(process.returncode == 0 and report["verdict"] == "private" and
                     "cancelled" in reasons, "interrupted, %s: %s" % (isolated, output))
    process = subprocess.Popen(command + command[-1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=60)
    checks.check(process.returncode == 11 and len(output.splitlines()) == 1 and
                 b"interrupted: 1 of 2 files were not reached" in error, "the rest: %s" % error)
    process = subprocess.Popen([checks.couplet, "verify", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    checks.check(process.returncode == 4 and b"-: error: interrupted\n" in process.stderr.read(),
                 "interrupted while it reads: %d" % process.returncode)
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def on_terminal(command, environment):
    """What the command prints with standard output and error on a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                               env=environment)
    os.close(follower)
    text = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the terminal is gone with the process
            break
        if not part:
            break
        text += part
    os.close(leader)
    process.wait()
    return text.decode()


def check_terminal(checks, fakes, source):
    """Colours and progress, on a terminal only."""
    name = example(source, "six-less.json")
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment["TERM"] = "xterm"
    text = on_terminal([checks.couplet, "verify", name], environment)
    checks.check("\033[32mprivate" in text, "colours on a terminal: %r" % text)
    text = on_terminal([checks.couplet, "verify", name], dict(environment, NO_COLOR="1"))
    checks.check("\033" not in text, "NO_COLOR: %r" % text)
    slow = [checks.couplet, "verify", "--plugin-path", os.path.join(fakes, "waits"), "--deciders",
            "", "--optimizers", "waits", "-o", "waits.time-limit-ms=1500", name]
    text = on_terminal(slow, environment)
    checks.check("waits: " in text and "\r" in text, "progress: %r" % text)
    # each file is quick: together they are not
    each = [word.replace("=1500", "=400") for word in slow[:-1]]
    text = on_terminal(each + [name] * 5, environment)
    checks.check("\033[Kfiles: " in text or "\033[Kwaits: " in text, "all together: %r" % text)
    # the line is gone before anything else is printed, whichever process shows it
    for more in ([], ["-o", "waits.isolate=true"]):
        text = on_terminal(slow + more, environment)
        last = text[text.rindex("\033[Kwaits: "):]
        checks.check(last.split("\r")[1].startswith("\033[K") and "unknown" in last,
                     "the line is removed: %r" % text)
    quick = on_terminal([checks.couplet, "verify", "-q", *slow[2:]], environment)
    checks.check("\033[Kwaits: " not in quick, "no progress when quiet: %r" % quick)


def width(text):
    return sum(2 if "\u2e80" <= c <= "\ua4cf" else 1 for c in text)


def check_strange_names(checks, source):
    """File names that are wide, not UTF-8, or hostile keep the reports whole."""
    with open(example(source, "six-less.json"), "rb") as text:
        content = text.read()
    with tempfile.TemporaryDirectory() as folder:
        names = [b"\xe6\xbc\xa2\xe5\xad\x97.json", b"caf\xe9.json", b"=1+1,\"a\".json",
                 b"line\nbreak.json", b"esc\x1b[31m.json"]
        paths = [os.path.join(folder.encode(), n) for n in names]
        for path in paths:
            with open(path, "wb") as out:
                out.write(content)
        got, output, _ = checks.run("verify", "--report", "json", *paths)
        lines = output.splitlines()
        checks.check(got == 0 and len(lines) == len(names) and
                     all(json.loads(line)["cost"] == "2" for line in lines), "strange names: json")
        got, output, _ = checks.run("verify", "--report", "csv", *paths)
        rows = list(csv.DictReader(io.StringIO(output, newline="")))
        checks.check(got == 0 and len(rows) == 3 * len(names) and
                     {r["verdict"] for r in rows} == {"private"}, "strange names: csv")
        for command in ("verify", "compare"):
            got, output, _ = checks.run(command, *paths)
            checks.check(got == 0 and "\033" not in output, "strange names: table")
        for path in paths:
            with open(path + b".wrong.json", "w") as out:
                out.write("{}")
        wrong = [path + b".wrong.json" for path in paths]
        got, _, error = checks.run("verify", *wrong, os.path.join(folder, "no\x1b[31m\n.json"))
        checks.check(got == 4 and "\033" not in error and
                     len(error.splitlines()) == sum(": error: " in line for line in error.splitlines()),
                     "strange names: messages: %r" % error)
        _, output, _ = checks.run("compare", *paths)
        wide = [line for line in output.splitlines() if "private" in line and ".json" in line]
        columns = {width(line[:line.rindex("  private")].split("  private")[0]) for line in wide}
        checks.check(len(columns) == 1, "columns are aligned: %s" % output)
        checks.check(len(wide) == len(names), "a row per file: %s" % output)


def main():
    checks, source, fakes = Checks(os.path.abspath(sys.argv[1])), sys.argv[2], sys.argv[3]
    check_statuses(checks, source)
    check_usage(checks, source)
    check_defaults(checks, source)
    check_configurations(checks, source)
    check_optional_stages(checks, source)
    check_folders_and_formats(checks, source)
    check_reports(checks, source)
    check_summaries(checks, source)
    check_lost_output(checks, source)
    check_reason_of_lost_output(checks, source)
    check_size_limit(checks, source)
    check_closed_streams(checks, source)
    check_words(checks, source)
    check_interrupt(checks, fakes, source)
    check_terminal(checks, fakes, source)
    check_strange_names(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
