#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Broken plugins get a clear message and exit status 5 when they were asked
for, and are listed as broken otherwise; wrong answers are noticed.

usage: test_plugins.py COUPLET FAKES EXAMPLES INPUTS"""
import contextlib
import csv
import io
import json
import os
import shutil
import sys
import tempfile
import time

from checks import Checks, copy_without_plugins, library_folder, without_provenance

BROKEN = {
    "no-entry": "it does not export couplet_plugin_entry_v1",
    "no-plugins": "its entry returns no plugins",
    "other-major": "it was made for version 2.0 of the plugin interface; this program has 1.0",
    "newer-minor": "it was made for version 1.99 of the plugin interface; this program has 1.0",
    "unknown-kind": "the kind of plugin 'fake' is 77, which there is not",
    "no-functions": "lacks the functions of its kind: its solver is NULL",
    "no-run": "lacks the functions of its kind: its solver.run is NULL",
    "no-options": "its n_options promises 1 option, but its options is NULL",
    "option-without-name": "an option has no name",
    "option-without-default": "its option 'depth' has no default",
    "option-of-the-host": "its option 'isolate' is one that every stage has",
    "option-with-wrong-default": "the default of its option 'depth': 'ten' is not a whole number",
    "option-of-unknown-type": "its option 'depth' is of the unknown type 99",
    "option-without-choices": "its option 'depth' has no choices",
    "unknown-flag": "its capabilities.takes have 0x800000, which means nothing",
    "flag-of-reports": "its capabilities.takes have COUPLET_WANTS_AUTOMATON, which is for reports",
    "contrary-flags": "have COUPLET_COMPLETE, which is about what is not private, and "
                      "COUPLET_NEEDS_PRIVATE",
    "no-sampling": "its capabilities.max_thresholds is 3, but its capabilities.takes have neither "
                   "COUPLET_TAKES_INDEPENDENT nor COUPLET_TAKES_SHARED",
    "no-method": "its method_option 'way' is none of its options with choices",
    "no-name": "it gives no name",
    "twice": "it holds the optimizer 'fake' twice",
    "other-name": "its file is called optimizer-fake.so, but it holds the optimizer 'another'",
    "undefined-symbol": "couplet_a_function_that_is_nowhere",
    "missing-dependency": "libfake_dependency.so",
    "text-file": "invalid ELF header",
    "truncated": "its process was ended by signal 7 (Bus error)",
    "headers-only": "cannot read file data",
    "folder": "Is a directory",
}


def make_unreadable_files(fakes, folder):
    """Files that are no shared objects, made from one that is."""
    with open(os.path.join(fakes, "good", "optimizer-fake.so"), "rb") as good:
        content = good.read()
    for name, part in (("text-file", b"this is text\n" * 20), ("truncated", content[:len(content) // 4]),
                       ("headers-only", content[:100])):
        os.makedirs(os.path.join(folder, name))
        with open(os.path.join(folder, name, "optimizer-fake.so"), "wb") as out:
            out.write(part)
    os.makedirs(os.path.join(folder, "folder", "optimizer-fake.so"))


def check_broken(checks, path, text, example):
    error = checks.says(5, text, "verify", "--plugin-path", path, "--optimizers", "fake", example)
    checks.check(error == "", "nothing on standard output")
    got, output, message = checks.run("verify", "--plugin-path", path, example)
    checks.check(got == 0 and message == "", "not asked for, %s does no harm: %s" % (path, message))
    got, output, _ = checks.run("plugins", "--json", "--plugin-path", path)
    entries = [json.loads(line) for line in output.splitlines()]
    listed = [e for e in entries if e["file"].startswith(os.path.realpath(path))]
    checks.check(got == 0 and any(text in (e["problem"] or "") for e in listed),
                 "%s is listed as broken: %s" % (path, listed))
    _, output, _ = checks.run("plugins", "--plugin-path", path)
    checks.check("broken" in output and text in output, "%s in the list for people" % path)


def check_other_kinds(checks, fakes, example):
    for name, text, arguments in (
            ("no-read", "plugin 'fake' lacks the functions of its kind: its frontend.read is NULL", ["--from", "fake"]),
            ("no-file", "plugin 'fake' lacks the functions of its kind: its report.begin is NULL", ["--report", "fake"]),
            ("strange-name", "its name 'Two words' is not made of lower case letters, digits and '-'",
             None)):
        path = os.path.join(fakes, name)
        if arguments is not None:
            checks.says(5, text, "verify", "--plugin-path", path, *arguments, example)
        _, output, _ = checks.run("plugins", "--plugin-path", path)
        checks.check("broken" in output and text in output, "%s is listed: %s" % (name, output))


def check_broken_format(checks, fakes):
    """A file whose name asks for a frontend that is broken."""
    path = os.path.join(fakes, "no-read")
    with tempfile.NamedTemporaryFile("w", suffix=".fake") as file:
        file.write("nobody reads this\n")
        file.flush()
        checks.says(4, "name it with --from; broken: %s: plugin 'fake' lacks the functions"
                    % os.path.join(os.path.realpath(path), "frontend-fake.so"),
                    "verify", "--plugin-path", path, file.name)


def check_claimed_ending(checks, fakes, example):
    """A stranger takes no files from the frontend that is called like their ending."""
    path = ["--plugin-path", os.path.join(fakes, "claims-json")]
    got, _, error = checks.run("verify", *path, example)
    checks.check(got == 0 and error == "", "a stranger claims json: " + error)
    with tempfile.NamedTemporaryFile(suffix=".fake") as file:
        checks.says(4, "stranger.so cannot read it and gives no reason", "verify", *path,
                    file.name)


def check_texts(checks, fakes):
    """What a plugin says of itself reaches no terminal as a command."""
    path = os.path.join(fakes, "colourful")
    for arguments in (["plugins"], ["describe", "colourful"]):
        got, output, _ = checks.run(*arguments, "--plugin-path", path)
        checks.check(got == 0 and "re?[31md" in output and "\033" not in output,
                     "%s: %r" % (arguments, output))


def check_search(checks, fakes, example):
    good, other = os.path.join(fakes, "good"), os.path.join(fakes, "other-file")
    for path, what in ((good, "a stranger's optimizer runs"),
                       (other, "whatever its file is called")):
        got, output, _ = checks.run("verify", "--report", "json", "--plugin-path", path,
                                    "--deciders", "", "--optimizers", "fake", example)
        checks.check(got == 11 and json.loads(output)["stages"][0]["cost"] == "1/1000", what)
    checks.says(5, "two plugins are the optimizer 'fake'", "verify", "--plugin-path", good,
                "--plugin-path", other, "--optimizers", "fake", example)
    _, output, _ = checks.run("plugins", "--plugin-path", good, "--plugin-path", other)
    checks.check("another plugin of the same kind and name" in output, "duplicates are listed")
    checks.says(5, "no optimizer is called 'frontir'", "verify", "--optimizers", "frontir", example)
    checks.says(5, "did you mean 'frontier'?", "verify", "--optimizers", "frontir", example)
    checks.says(5, "no report is called 'tabel'", "verify", "--report", "tabel", example)
    checks.says(5, "no report is called 'a\\x1B/b': looked for it in ", "verify", "--report",
                "a\x1b/b", example)
    checks.says(5, "x...': looked for it in ", "verify", "--report", "x" * 3000, example)
    environment = dict(os.environ, COUPLET_PLUGIN_PATH="")
    checks.says(5, "in no folder", "verify", example, env=environment)
    environment["COUPLET_PLUGIN_PATH"] = good
    got, _, _ = checks.run("verify", "--optimizers", "fake", "--deciders", "", example,
                           env=environment)
    checks.check(got == 11, "COUPLET_PLUGIN_PATH is searched")


@contextlib.contextmanager
def installed(checks, *folders):
    """The program with the plugins of folders in its own folder, where they are believed."""
    with tempfile.TemporaryDirectory() as folder:
        program, plugins = copy_without_plugins(checks.couplet, folder)
        for source in (os.path.join(library_folder(checks.couplet), "couplet", "plugins-1"), *folders):
            for name in os.listdir(source):
                shutil.copy(os.path.join(source, name), plugins)
        before, checks.couplet = checks.couplet, program
        try:
            yield
        finally:
            checks.couplet = before


def check_no_folder(checks, example):
    checks.says(5, "--plugin-path '/nowhere': there is no such folder", "verify", "--plugin-path", "/nowhere", example)


def check_wrong_answers(checks, example):
    output = checks.says(7, "THE STAGES DISAGREE", "verify", "--report", "json", "--optimizers",
                         "frontier,fake", example)
    report = json.loads(output)
    checks.check(report["verdict"] == "unknown" and report["cost"] is None and
                 "1/1000" in report["disagreement"] and "frontier" in report["disagreement"],
                 "both answers are printed: %s" % report.get("disagreement"))
    output = checks.says(7, "THE STAGES DISAGREE", "verify", "--deciders", "graph,denies", example)
    checks.check("THE STAGES DISAGREE" in output, "the table says so too")
    checks.says(7, "THE STAGES DISAGREE", "compare", "--deciders", "denies", "--optimizers", "frontier", example)


def check_untold(checks, *arguments):
    """explain says that the checker rejects an answer, and tells nothing of it as a proof."""
    output = checks.says(7, "THE CHECKER REJECTS AN ANSWER", "explain", *arguments)
    checks.check("The checker rejects an answer" in output and "────" not in without_provenance(output)
                 and "unknown" in output.splitlines()[0], "explain tells: " + output)
    output = checks.says(7, "THE CHECKER REJECTS AN ANSWER", "explain", "--dot", *arguments)
    checks.check(": unknown\"" in output and "#b3001b" not in output, "explain draws: " + output)


def check_wrong_evidence(checks, example):
    for name, words in (("lies", "the checker rejects its evidence 'bound' at entry 1 (state draw, "),
                        ("mismatch", "its evidence is for a lower cost")):
        for more in ([], ["-o", name + ".isolate=true"], ["--self-check=true"]):
            output = checks.says(7, "THE CHECKER REJECTS AN ANSWER: %s says exact cost 1/1000 "
                                 "(0.001), but %s" % (name, words), "verify", "--report", "json",
                                 "--deciders", "", "--optimizers", name,
                                 *more, example)
            report = json.loads(output)
            checks.check(report["verdict"] == "unknown" and words in report["disagreement"],
                         "the report says so: %s" % output)
        for command in ("verify", "compare"):
            output = checks.says(7, "REJECTS", command, "--deciders", "",
                                 "--optimizers", name, example)
            checks.check("THE CHECKER REJECTS AN ANSWER" in output, "the table says so: " + output)
        check_untold(checks, "--deciders", "", "--optimizers", name, example)
    checks.says(2, "'maybe' is neither 'true' nor 'false'", "verify", "--self-check=maybe", example)


def check_wrong_deciders(checks, private, not_private):
    """Alone, a decider that is wrong is contradicted by nothing but the check of its evidence."""
    for name, claim, kind, example in (
            ("accuses", "no strategy exists", "violation", private),
            ("absolves", "a strategy exists", "strategy", not_private)):
        alone = ["--deciders", name, "--optimizers", ""]
        for command, more in (("verify", []), ("verify", ["--self-check"]), ("compare", [])):
            if command == "compare":
                alone = alone[:-1] + ["weight"]
            output = checks.says(7, "THE CHECKER REJECTS AN ANSWER: %s says that %s, but the checker "
                                 "rejects its evidence '%s' at " % (name, claim, kind), command,
                                 "--report", "json", *alone, *more, example)
            checks.check(json.loads(output)["verdict"] == "unknown", "no verdict: " + output)
        alone[-1] = ""
        check_untold(checks, *alone, example)


def check_strangers(checks, fakes, private, not_private):
    """What a stranger only claims, or gives evidence for that is rejected, costs its own answer only."""
    for example, verdict, cost, status, right in (
            (private, "private", "1", 0, ("absolves",)), (not_private, "not-private", None, 10, ("denies",))):
        for name, kind, says in (("good", "optimizers", "fake says exact cost 1/1000 (0.001)"),
                                 ("denies", "deciders", "denies says that no strategy exists"),
                                 ("lies", "optimizers", "but the checker rejects its evidence 'bound'"),
                                 ("mismatch", "optimizers", "its evidence is for a lower cost"),
                                 ("accuses", "deciders", "rejects its evidence 'violation'"),
                                 ("absolves", "deciders", "rejects its evidence 'strategy'")):
            folder, plugin = os.path.join(fakes, name), "fake" if name == "good" else name
            more = ["--" + kind, {"deciders": "graph,", "optimizers": "frontier,"}[kind] + plugin]
            for before in ([], ["-o", plugin + ".isolate=false"], ["-j", "2", example]):
                got, output, error = checks.run("verify", "--report", "json", "--plugin-path", folder, *more, *before,
                                                example)
                report = json.loads(output.splitlines()[0])
                checks.check((got, report["verdict"], report["cost"]) == (status, verdict, cost) and
                             "disagreement" not in report, "%s costs another's answer: %d %s" % (name, got, output))
                told = says in error and "plugin '%s' of %s/" % (plugin, folder) in error and "does not count" in error
                checks.check(told == (name not in right), "%s is told of, %s: %s" % (name, verdict, error))


def check_impossible_answers(checks, fakes, example):
    for name, text in (("negative", "it answers with a negative cost"),
                       ("crossed", "its lower bound is above its upper bound"),
                       ("unknown-guarantee", "it answers with a number that means nothing"),
                       ("unknown-finding", "it answers with a number that means nothing"),
                       ("torn", "its found is that there is no strategy, but it sets a finite cost"),
                       ("two-minded", "its found is COUPLET_FOUND_STRATEGY, but it sets an infinite"
                                      " cost")):
        output = checks.says(6, "stage '%s' failed: %s" % (name, text), "verify", "--report", "json",
                             "--plugin-path", os.path.join(fakes, name), "--optimizers", name,
                             example)
        report = json.loads(output)
        checks.check(report["verdict"] == "private" and report["cost"] is None,
                     "%s: %s" % (name, output))
    for name, text in (("pays", "it sets a cost, which a decider cannot"),
                       ("brackets", "it sets bounds, which a decider cannot"),
                       ("incomplete", "its found is COUPLET_FOUND_NO_STRATEGY, but its "
                                      "capabilities.answers lack COUPLET_COMPLETE")):
        for isolate in ("true", "false"):
            path = os.path.join(fakes, name)
            checks.says(6, "%s: stage '%s' failed: %s" % (example, name, text), "verify",
                        "--plugin-path", path, "--deciders", name, "-o",
                        "%s.isolate=%s" % (name, isolate), example)
    for isolate in ("true", "false"):
        output = checks.says(6, "stage 'strays' failed: its evidence names what there is not",
                             "verify", "--report", "json", "--plugin-path",
                             os.path.join(fakes, "strays"), "--deciders", "strays", "--optimizers",
                             "frontier", "-o", "strays.isolate=" + isolate, example)
        checks.check(json.loads(output)["cost"] == "1", "the others' answers stand: " + output)


def check_evidence_left_out(checks, fakes, example):
    """Told to who asks for evidence or the check of all, and why: its size, or the time."""
    for name, text in (("too-large", "its evidence of size 20000000 is left out; the most is 10000000"),
                       ("too-late", "no time was left for its evidence")):
        arguments = ["verify", "--plugin-path", os.path.join(fakes, name), "--deciders", "",
                     "--optimizers", name, example]
        for option in ("--evidence", "--self-check"):
            checks.says(11, "stage '%s': %s" % (name, text), *arguments, option)
        got, _, error = checks.run(*arguments)
        checks.check(got == 11 and error == "", "%s, not asked for: %d %s" % (name, got, error))


def check_options_of_frontends(checks, fakes, example):
    """A front end has options like any plugin, on the command line and in configurations."""
    path = ["--plugin-path", os.path.join(fakes, "reader-with-option")]
    with tempfile.TemporaryDirectory() as folder:
        source, configuration = os.path.join(folder, "a.listing"), os.path.join(folder, "a.conf")
        with open(source, "w") as out:
            out.write("def svt(): pass\n")
        with open(configuration, "w") as out:
            out.write("[pipeline]\ndeciders = graph\noptimizers =\n[stage listing]\nfunction = noisy\n")
        for command in (["verify"], ["convert", "--to", "json"], ["check"], ["explain"], ["compare"]):
            option = "--option" if command[0] == "explain" else "-o"
            files = [source, example] if command[0] == "check" else [source]
            checks.says(4, "a.listing:1:1: error: the option is 'main'", *command, *path, *files)
            checks.says(4, "a.listing:1:1: error: the option is 'svt'", *command, *path, option,
                        "listing.function=svt", *files)
            checks.says(3, "-o listing.functoin=svt: plugin 'listing' has no option 'functoin'; "
                        "did you mean 'function'?", *command, *path, option, "listing.functoin=svt",
                        *files)
        for command in ("verify", "explain"):
            checks.says(4, "the option is 'noisy'", command, *path, "-c", configuration, source)
        got, output, _ = checks.run("describe", "listing", *path)
        checks.check(got == 0 and "function" in output and "the function to read" in output,
                     "describe: " + output)


def check_log(checks, fakes, example):
    """-v tells what each stage answers, from whichever process."""
    for more in ([], ["-o", "*.isolate=true"], ["-j", "2", example]):
        got, _, error = checks.run("verify", "-v", *more, example)
        checks.check(got == 0 and example + ": graph says that a strategy exists, after " in error and
                     example + ": frontier says exact cost 1, after " in error and
                     "vectors " in error, "the log %s: %s" % (more, error))
    _, _, error = checks.run("verify", example)
    checks.check(error == "", "no log: " + error)


def check_claims(checks, fakes, example):
    """Nothing rests on what a stranger says without evidence that is accepted."""
    def run(name, *arguments):
        got, output, error = checks.run("verify", "--report", "json", "--plugin-path",
                                        os.path.join(fakes, name), *arguments, example)
        return got, json.loads(output), error
    got, report, error = run("good", "--deciders", "", "--optimizers", "fake")
    stage = report["stages"][0]
    checks.check(got == 11 and report["verdict"] == "unknown" and report["cost"] is None and
                 report["reason"] == "only claimed: it gives no evidence" and error == "",
                 "a claim proves nothing: %s" % report)
    checks.check(stage["claimed"] is True and stage["verdict"] == "private" and
                 stage["guarantee"] == "exact" and stage["cost"] == "1/1000",
                 "its figure is kept: %s" % stage)
    got, report, _ = run("good", "--deciders", "graph", "--optimizers", "fake")
    checks.check(got == 0 and report["verdict"] == "private" and report["cost"] is None and
                 "claimed" not in report["stages"][0] and report["stages"][1]["claimed"],
                 "the decider's verdict, no cost: %s" % report)
    got, report, _ = run("believes", "--deciders", "believes", "--optimizers", "")
    checks.check(got == 11 and report["verdict"] == "unknown" and report["stages"][0]["claimed"],
                 "a decider claims, too: %s" % report)
    got, report, _ = run("denies", "--deciders", "denies", "--optimizers", "")
    checks.check(got == 11 and report["stages"][0]["verdict"] == "not-private" and
                 report["stages"][0]["claimed"], "also what is not private: %s" % report)
    for jobs in ([], ["-j", "2"]):
        got, output, _ = checks.run("verify", *jobs, "--report", "json", "--plugin-path",
                                    os.path.join(fakes, "good"), "--deciders", "", "--optimizers",
                                    "fake", example, example)
        checks.check(got == 11 and output.count('"claimed":true') == 2, "with %s" % jobs)
    path = ["--plugin-path", os.path.join(fakes, "good"), "--deciders", "", "--optimizers", "fake"]
    for command, words in (("verify", "exact cost 1/1000 (0.001), claimed"),
                           ("compare", "1/1000, claimed")):
        _, output, _ = checks.run(command, *path, *[example] * (2 if command == "compare" else 1))
        checks.check(words in output, "the table says so: " + output)
    _, output, _ = checks.run("verify", "--report", "csv", *path, example)
    row = list(csv.DictReader(io.StringIO(output)))[0]
    checks.check(row["claimed"] == "true" and row["cost"] == "1/1000", "so does csv: " + output)


def check_required_evidence(checks, private, not_private):
    """--require-evidence asks the same of the plugins that ship."""
    def run(example, deciders, optimizers, *more):
        got, output, _ = checks.run("verify", "--report", "json", "--deciders", deciders,
                                    "--optimizers", optimizers, *more, example)
        report = json.loads(output)
        return (got, report["verdict"], report["cost"],
                [s["stage"] for s in report["stages"] if "claimed" in s])
    required = "--require-evidence"
    for arguments, expected in (
            ((private, "graph", "frontier,segment"), (0, "private", "1", [])),
            ((private, "graph", "frontier,segment", required), (0, "private", "1", ["graph"])),
            ((private, "graph", "", required), (11, "unknown", None, ["graph"])),
            ((private, "", "glpk"), (0, "private", "1", [])),
            ((private, "", "glpk", required), (11, "unknown", None, ["glpk"])),
            ((private, "", "glpk,segment", required), (0, "private", "1", ["glpk"])),
            ((private, "z3", "", required), (0, "private", None, [])),
            ((private, "", "weight", required), (11, "unknown", None, [])),
            ((private, "z3", "weight", required), (0, "private", "1", [])),
            ((not_private, "graph", "", required), (10, "not-private", None, []))):
        checks.check(run(*arguments) == expected, "%s: %s" % (arguments, run(*arguments)))
    checks.says(2, "--require-evidence needs the check", "verify", required, "--self-check=false",
                private)


def check_both_sides(checks, fakes, example):
    """A bound that needs a proof of privacy is kept where it contradicts one."""
    path = ["compare", "--plugin-path", os.path.join(fakes, "needy"), "--deciders", "graph"]
    output = checks.says(0, "frontier says exact cost 1, but needy says cost at most 3/4 (0.75)",
                         *path, "--optimizers", "frontier,needy", example)
    checks.check("no other stage" not in output and "cost at most 3/4 (0.75), claimed" in output,
                 "the table does not contradict itself: " + output)
    got, output, _ = checks.run(*path[:-1], "", "--optimizers", "needy", example)
    checks.check(got == 11 and "no other stage shows this one to be private" in " ".join(output.split()),
                 "alone it says nothing: " + output)


def check_left_out(checks, fakes, example):
    """compare tells of a plugin that it cannot run."""
    path = ["compare", "--plugin-path", os.path.join(fakes, "no-run")]
    words = "optimizer-fake.so: plugin 'fake' lacks the functions of its kind"
    output = checks.says(6, words, *path, example)
    checks.check("fake" in output and "lacks the functions" in " ".join(output.split()),
                 "the report says so: " + output)
    output = checks.says(6, words, *path, "--report", "json", "--deciders", "graph", example)
    stage = [s for s in json.loads(output)["stages"] if s["stage"] == "fake"][0]
    checks.check(stage["failed"] is True and words in stage["reason"], "as JSON: " + output)
    output = checks.says(6, "another plugin of the same kind and name is in", "compare", "--deciders",
                         "graph", "--plugin-path", os.path.join(fakes, "good"), "--plugin-path",
                         os.path.join(fakes, "other-file"), "--report", "json", example)
    checks.check([s["stage"] for s in json.loads(output)["stages"]].count("fake") == 1,
                 "one stage for two: " + output)
    checks.says(5, words, *path, "--optimizers", "fake", example)
    got, _, _ = checks.run(*path, "--optimizers", "frontier", example)
    checks.check(got == 0, "not asked for, not told")


def check_exit(checks, fakes, example):
    """A plugin that ends the program has not thereby proven anything."""
    arguments = ["verify", "--report", "json", "--plugin-path", os.path.join(fakes, "exits"),
                 "--optimizers", "exits"]
    for more in ([], ["-j", "2"]):
        got, _, error = checks.run(*arguments, "-o", "exits.isolate=false", *more, example, example)
        checks.check(got == 6 and "stage 'exits' failed: its process ended with status 6 and no answer" in error and
                     all(line.startswith("couplet: " + example) for line in error.splitlines()), "exit %s: %d %s" % (more, got, error))
    # what waits to be printed is printed by one process only
    got, output, error = checks.run(*arguments, example, example)
    checks.check(got == 6 and len(output.splitlines()) == 2 and
                 "ended with status 6 and no answer" in error, "isolated: %s %s" % (output, error))


def check_silence(checks, fakes, example):
    """An unknown always has a reason."""
    for arguments, reason in (
            (["--deciders", "", "--optimizers", ""], "no decider or optimizer was asked"),
            (["--plugin-path", os.path.join(fakes, "silent"), "--deciders", "silent",
              "--optimizers", ""], "no stage found anything out")):
        got, output, _ = checks.run("verify", "--report", "json", *arguments, example)
        checks.check(got == 11 and json.loads(output)["reason"] == reason, "silence: " + output)


def check_failures(checks, fakes, example):
    fails, waits = os.path.join(fakes, "fails"), os.path.join(fakes, "waits")
    output = checks.says(6, "stage 'fails' failed: it was told to fail", "verify", "--report",
                         "json", "--plugin-path", fails, "--optimizers", "fails,frontier", example)
    report = json.loads(output)
    checks.check(report["verdict"] == "private" and report["cost"] is not None,
                 "a stage that fails does not stop the others")
    start = time.monotonic()
    got, output, _ = checks.run("verify", "--report", "json", "--plugin-path", waits, "--deciders", "",
                                "--optimizers", "waits", "-o", "waits.time-limit-ms=300", example)
    report = json.loads(output)
    checks.check(got == 11 and "time limit of 0.3 s" in report["reason"] and
                 time.monotonic() - start < 30, "a time limit gives unknown: %s" % output)


def check_isolation(checks, fakes, example):
    """A stage in a process of its own costs its own answer only."""
    def run(name, *options):
        path = os.path.join(fakes, name)
        got, output, error = checks.run(
            "verify", "--report", "json", "--plugin-path", path, "--optimizers", name + ",frontier",
            *[word for o in options for word in ("-o", name + "." + o)], example)
        report = json.loads(output)
        stage = [s for s in report["stages"] if s["stage"] == name][0]
        checks.check(report["verdict"] == "private" and report["cost"] is not None,
                     "%s: the others answer: %s" % (name, output))
        return got, stage.get("reason", ""), error, (stage.get("lower"), stage.get("upper"))
    for name, words in (("aborts", "signal 6"), ("crashes", "signal 11")):
        got, reason, error, _ = run(name)
        checks.check(got == 6 and words in reason, "a crash: %d %s" % (got, reason))
        checks.check("couplet: %s: stage '%s' failed" % (example, name) in error and
                     "(plugin '%s' of %s)" % (name, os.path.join(
                         os.path.realpath(fakes), name, "optimizer-%s.so" % name)) in error,
                     "plugin and file are named: " + error)
    start = time.monotonic()
    got, reason, _, bracket = run("spins", "time-limit-ms=500")
    checks.check("(plugin 'spins' of " in reason, "the plugin is named: " + reason)
    checks.check(bracket == ("0", "7"), "what it saved before: %s to %s" % bracket)
    checks.check(got == 0 and "time limit of 0.5 s; its process had to be ended" in reason and
                 time.monotonic() - start < 30, "an overrun: %d %s" % (got, reason))
    # under a sanitizer the limit is below its shadow memory: it fails all the same
    got, reason, _, _ = run("eats", "memory-limit-mb=500")
    checks.check(got == 6 and ("process" in reason or "cannot be loaded" in reason), "memory: %d %s" % (got, reason))
    got, output, _ = checks.run("verify", "--report", "json", "--evidence", "--deciders", "graph",
                                "--optimizers", "frontier", "-o", "frontier.isolate=true", example)
    _, plain, _ = checks.run("verify", "--report", "json", "--evidence", "--deciders", "graph",
                             "--optimizers", "frontier", example)
    alone, usual = (json.loads(text)["stages"][1] for text in (output, plain))
    for time_of in "seconds", "seconds_total", "cpu_seconds":
        alone.pop(time_of), usual.pop(time_of)
    checks.check(got == 0 and alone == usual, "the same answer from a process of its own")


def check_readers(checks, fakes, example):
    """A front end in a process of its own costs the file only that it cannot read."""
    with tempfile.TemporaryDirectory() as folder:
        for name, ending, options, message in (
                ("reader-aborts", "crash", [], "failed: its process was ended by signal 6"),
                ("reader-exits", "leave", ["isolate=true"],
                 "failed: its process ended with status 6 and no answer"),
                ("reader-spins", "endless", ["isolate=true", "time-limit-ms=300"],
                 "was stopped after the time limit of 0.3 s")):
            path = os.path.join(folder, "input." + ending)
            with open(path, "w") as out:
                out.write("any text")
            got, output, error = checks.run(
                "verify", "--report", "json", "--plugin-path", os.path.join(fakes, name),
                *[word for o in options for word in ("-o", "%s.%s" % (ending, o))], path, example)
            verdicts = [json.loads(line)["verdict"] for line in output.splitlines()]
            checks.check(got == 4 and verdicts == ["error", "private"] and
                         "%s: error: frontend '%s' of " % (path, ending) in error and message in error,
                         "%s: %d %s %s" % (name, got, verdicts, error))


def check_reading_apart(checks, inputs):
    """Messages and status are the same from a process of its own."""
    for name in sorted(os.listdir(inputs)):
        if not name.endswith((".json", ".dipa")):
            continue
        arguments = ("verify", "--report", "csv", "--deciders", "graph", "--optimizers", "",
                     os.path.join(inputs, name))
        front_end = name.rsplit(".", 1)[1]
        here, apart = ((status, error) for status, _, error in (
            checks.run(*arguments, "-o", "%s.isolate=%s" % (front_end, isolate))
            for isolate in ("false", "true")))
        checks.check(here == apart, "%s read apart: %s, not %s" % (name, apart, here))


def without_claim(path, folder):
    """A copy in which nothing is claimed: statuses are those of the answers alone."""
    with open(path) as file:
        automaton = json.load(file)
    del automaton["claim"]
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w") as out:
        json.dump(automaton, out)
    return copy


def check_all(checks, fakes, examples, inputs, example):
    with tempfile.TemporaryDirectory() as folder:
        make_unreadable_files(fakes, folder)
        for name, text in BROKEN.items():
            path = os.path.join(folder if os.path.isdir(os.path.join(folder, name)) else fakes, name)
            if name == "missing-dependency":
                path = shutil.copytree(path, os.path.join(folder, name))
                hide_dependency(fakes)
            check_broken(checks, path, text, example)
            if name == "missing-dependency":
                restore_dependency(fakes)
    check_other_kinds(checks, fakes, example)
    check_broken_format(checks, fakes)
    check_claimed_ending(checks, fakes, example)
    check_texts(checks, fakes)
    check_search(checks, fakes, example)
    check_impossible_answers(checks, fakes, example)
    check_evidence_left_out(checks, fakes, example)
    other = os.path.join(examples, "svt-star.json")
    check_options_of_frontends(checks, fakes, example)
    check_log(checks, fakes, example)
    check_claims(checks, fakes, example)
    check_required_evidence(checks, example, other)
    check_both_sides(checks, fakes, example)
    check_left_out(checks, fakes, example)
    check_exit(checks, fakes, example)
    with installed(checks, *(os.path.join(fakes, name) for name in (
            "good", "denies", "lies", "mismatch", "accuses", "absolves"))):
        check_wrong_answers(checks, example)
        check_wrong_evidence(checks, example)
        check_wrong_deciders(checks, example, other)
    check_strangers(checks, fakes, example, other)
    check_no_folder(checks, example)
    check_silence(checks, fakes, example)
    check_failures(checks, fakes, example)
    check_isolation(checks, fakes, example)
    check_readers(checks, fakes, example)
    check_reading_apart(checks, inputs)


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    fakes, examples, inputs = map(os.path.abspath, sys.argv[2:5])
    with tempfile.TemporaryDirectory() as folder:
        example = without_claim(os.path.join(examples, "lyu-algorithm-1-c1.json"), folder)
        check_all(checks, fakes, examples, inputs, example)
    return checks.finish()


def hide_dependency(fakes):
    folder = os.path.join(fakes, "dependency")
    os.rename(folder, folder + "-hidden")


def restore_dependency(fakes):
    folder = os.path.join(fakes, "dependency")
    os.rename(folder + "-hidden", folder)


if __name__ == "__main__":
    sys.exit(main())
