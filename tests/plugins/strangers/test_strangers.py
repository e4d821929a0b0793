#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plugins of strangers that misbehave, each in one way: what it costs is that plugin's answer, the
message names plugin and file, nothing of theirs gets into a report, no process stays, and what they
say without evidence is marked as claimed everywhere and decides nothing.

usage: test_strangers.py COUPLET STRANGERS FAKES EXAMPLES"""
import csv
import io
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))
from checks import Checks, library_folder  # noqa: E402

# how each stage ends that has no time limit, with what its reason says
ENDS = {
    "kills-itself": (6, "its process was ended by signal 9 (Killed)"),
    "closes-files": (6, "its process ended with status 0 and no answer"),
    "closes-and-stays": (6, "its process closed its connection without an answer and had to be ended"),
    "prints": (6, "its process ended with status 6 and no answer"),
    "leaves-processes": (0, "it came to its end"),
    "sends-garbage": (6, "its process sent no sensible answer, or more than it may"),
    "sends-a-huge-length": (6, "its process ended with status 0 and no answer"),
    "sends-half-a-message": (6, "its process ended with status 0 and no answer"),
    "crashes-in-create": (6, "solver.create: its process was ended by signal 11 (Segmentation fault)"),
    "sends-without-end": (6, "its process sent no sensible answer, or more than it may"),
}
# those that only a limit ends
ENDLESS = ["deaf", "stops-itself"]
# those that cannot be used
UNUSABLE = {
    "crashes-when-loaded": "cannot be loaded: its process was ended by signal 11",
    "crashes-in-version": "cannot be loaded: its process was ended by signal 11",
    "points-nowhere": "cannot be loaded: its process was ended by signal 11",
}


class Strangers:
    def __init__(self, couplet, strangers, fakes, examples):
        self.checks = Checks(os.path.abspath(couplet))
        self.folder, self.fakes = map(os.path.realpath, (strangers, fakes))
        self.example = os.path.join(os.path.abspath(examples), "lyu-algorithm-1-c1.json")

    def file_of(self, plugin):
        return os.path.join(self.folder, plugin.replace("-", "_"), "optimizer-%s.so" % plugin)

    def path_of(self, plugin):
        return ["--plugin-path", os.path.dirname(self.file_of(plugin))]

    def ask(self, plugin, *more):
        """verify's status, its reports and messages, with the stranger between two that are sound."""
        status, output, error = self.checks.run(
            "verify", "--report", "json", *self.path_of(plugin), "--deciders", "graph", "--optimizers",
            "%s,frontier" % plugin, *more, self.example, timeout=60)
        return status, output, error

    def check_stage(self, plugin, expected, *more):
        status, output, error = self.ask(plugin, *more)
        what = "%s %s: %d %s %s" % (plugin, more, status, output, error)
        lines = output.splitlines()
        self.checks.check(status == expected[0], what)
        try:
            reports = [json.loads(line) for line in lines]
        except ValueError:
            self.checks.check(False, "what is printed is not a report: " + what)
            return
        for report in reports:
            stages = {stage["stage"]: stage for stage in report["stages"]}
            self.checks.check(report["verdict"] == "private" and report["cost"] == "1", what)
            self.checks.check(expected[1] in (stages[plugin].get("reason") or ""), what)
        if expected[0] == 6:
            self.checks.check("plugin '%s' of %s" % (plugin, self.file_of(plugin)) in error,
                              "plugin and file are named: " + what)

    def check_ends(self):
        for plugin, expected in ENDS.items():
            self.check_stage(plugin, expected)
            self.check_stage(plugin, expected, "-j", "2", self.example)

    def check_limits(self):
        for plugin in ENDLESS:
            self.check_stage(plugin, (0, "time limit of 0.2 s; its process had to be ended"),
                             "-o", plugin + ".time-limit-ms=200")

    def check_files_of_the_program(self):
        """A report that goes to a file, and what workers send, no stranger can write to."""
        with tempfile.TemporaryDirectory() as folder:
            for plugin in ("sends-garbage", "closes-files"):
                for more in ([], ["-j", "2", self.example]):
                    with open(os.path.join(folder, "report.json"), "w+") as report:
                        subprocess.run([self.checks.couplet, "verify", "--report", "json", *self.path_of(plugin),
                                        "--deciders", "graph", "--optimizers", plugin + ",frontier", "-o",
                                        "graph.isolate=true", *more, self.example], stdout=report, check=False,
                                       stderr=subprocess.DEVNULL, timeout=60)
                        report.seek(0)
                        rows = [json.loads(line) for line in report]
                    self.checks.check(len(rows) == 1 + len(more) // 3 and
                                      all(row["cost"] == "1" for row in rows), "%s: %s" % (plugin, rows))

    def check_no_process_stays(self):
        """Those of a stranger that answered end with it."""
        environment = dict(os.environ, COUPLET_STRANGER_MARK="of-this-test-%d" % os.getpid())
        subprocess.run([self.checks.couplet, "verify", *self.path_of("leaves-processes"), "--optimizers",
                        "leaves-processes", self.example], env=environment, check=False,
                       stdout=subprocess.DEVNULL)
        mark = ("COUPLET_STRANGER_MARK=" + environment["COUPLET_STRANGER_MARK"]).encode()
        left = self.ends_of(mark)
        poll = select.poll()
        for end in left.values():
            poll.register(end, select.POLLIN)
        while left and poll.poll(60000):  # a process that was killed may take its time to end
            for process in [one for one, end in left.items() if select.select([end], [], [], 0)[0]]:
                poll.unregister(left[process])
                os.close(left.pop(process))
        self.checks.check(not left, "processes stay: %s" % list(left))

    @staticmethod
    def ends_of(mark):
        """Of the processes whose environment has this mark: descriptors that tell when they have ended."""
        found = {}
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes():
                    found[process.name] = os.pidfd_open(int(process.name))
            except OSError:
                continue  # it ended, or is another's
        return found

    def check_unusable(self):
        for plugin, words in UNUSABLE.items():
            status, output, error = self.ask(plugin)
            self.checks.check(status == 5 and output == "" and self.file_of(plugin) in error and
                              words in error, "%s: %d %s %s" % (plugin, status, output, error))
            status, output, _ = self.checks.run("plugins", *self.path_of(plugin))
            self.checks.check(status == 0 and words in " ".join(output.split()),
                              "%s is listed: %s" % (plugin, output))
            status, output, error = self.checks.run("describe", *self.path_of(plugin), plugin)
            self.checks.check(status == 5 and output == "" and "couplet: %s: %s" % (self.file_of(plugin), words) in error,
                              "%s is described: %d %s %s" % (plugin, status, output, error))
            self.checks.says(0, "", "describe", *self.path_of(plugin), "frontier")

    def begin(self, *words, **more):
        return subprocess.Popen([self.checks.couplet, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **more)

    def begin_staying(self):
        """Those that stay take their time; they are waited for at the end."""
        path = ["--plugin-path", os.path.join(self.folder, "stays_in_read")]
        return (self.begin("verify", *self.path_of("stays-when-loaded"), "--optimizers", "stays-when-loaded", self.example),
                self.begin("verify", "--from", "odd", *path, "-"))

    def end_staying(self, processes):
        loaded, reads = processes
        _, error = loaded.communicate(timeout=120)
        self.checks.check(loaded.returncode == 5 and self.file_of("stays-when-loaded") in error and
                          "took more than 10 s and had to be ended" in error, "one that stays: " + error)
        _, error = reads.communicate("odd", timeout=120)
        self.checks.check(reads.returncode == 4 and "frontend 'odd' of %s was stopped after the time limit of 10 s" %
                          os.path.join(self.folder, "stays_in_read", "frontend-odd.so") in error, "one that reads for ever: " + error)

    def check_frontends(self):
        def path(name):
            return ["--plugin-path", os.path.join(self.folder, name)]
        with tempfile.TemporaryDirectory() as folder:
            odd, text = os.path.join(folder, "a.odd"), os.path.join(folder, "text")
            for file in (odd, text):
                with open(file, "w") as out:
                    out.write("odd\n")
            file = os.path.join(self.folder, "%s", "frontend-odd.so")
            self.checks.says(4, "failed: its process", "verify", *path("reads_garbage"), odd)
            self.checks.says(4, "its format is not recognised", "verify", *path("crashes_in_recognise"), text)
            plain = os.path.join(folder, "plain")
            shutil.copy(self.example, plain)
            self.checks.says(0, "warning: frontend 'odd' of %s cannot tell whether it is a file of its format: its "
                             "process was ended by signal 11" % os.path.join(self.folder, "crashes_in_recognise",
                                                                             "frontend-odd.so"),
                             "verify", *path("crashes_in_recognise"), plain)
            for name, words in (("crashes_in_write", ["convert", "--to", "odd", self.example]),
                                ("crashes_in_format", ["fmt", odd])):
                says = "frontend 'odd' of %s failed: its process was ended by signal 11" % (file % name)
                for more in ([], ["-o", "odd.isolate=false"]):
                    status, output, error = self.checks.run(words[0], *path(name), *more, *words[1:])
                    self.checks.check(status not in (0, -11) and says in error and output == "",
                                      "%s: %d %s %s" % (name, status, output, error))
            for name, words in (("fails_to_write", "cannot write it and gives no reason"),
                                ("writes_with_an_error", "an error is set although it went well: it is Friday")):
                self.checks.says(5, words, "convert", *path(name), "--to", "odd", self.example)
            self.checks.says(4, "frontend 'odd' of %s: it is Friday" % (file % "refuses_to_write"), "convert", *path("refuses_to_write"), "--to", "odd",
                             self.example)
            status, output, error = self.checks.run("convert", *path("crashes_in_format"), "--to", "odd",
                                                    self.example)
            self.checks.check(status == 0 and output == "odd\n", "a stranger writes: %s %s" % (output, error))

    def check_false_probe(self):
        """Inputs that a stranger made up refute nothing, though it is called like the one that is asked."""
        false = os.path.join(self.folder, "false_probe", "optimizer-probe.so")
        installed = pathlib.Path(library_folder(self.checks.couplet), "couplet", "plugins-1")
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(installed / "basic.so", os.path.join(folder, "basic.so"))
            os.symlink(false, os.path.join(folder, "optimizer-probe.so"))
            alone = dict(os.environ, COUPLET_PLUGIN_PATH="")
            path = ["--plugin-path", folder]
            status, output, error = self.checks.run("refute", "--claim", "1/100", *path, self.example, env=alone)
            self.checks.check(status == 11 and "1000" not in output and "only claimed" in output, "refute: %d %s %s" % (status, output, error))
            status, output, _ = self.checks.run("verify", "--report", "json", "--deciders", "graph", "--claim", "100",
                                                "--optimizers", "probe", *path, self.example, env=alone)
        report = json.loads(output)
        stage = report["stages"][1]
        self.checks.check(stage["claimed"] is True and stage["counterexample"]["loss"] == "1000" and
                          report["claim"]["verdict"] == "open" and "claim_counterexample" not in report,
                          "made-up inputs decide: %d %s" % (status, output))

    def moody(self, mood, *more, files=1):
        """verify's status, its reports and messages, with the moody one beside a sound one."""
        status, output, error = self.checks.run(
            "verify", "--report", "json", *self.path_of("moody"), "--deciders", "graph", "--optimizers",
            "frontier,moody", "-o", "moody.mood=" + mood, *more, *[self.example] * files, timeout=60)
        return status, [json.loads(line) for line in output.splitlines()], error

    def check_what_is_set_up(self):
        """Whatever `create` does to its process, the others' answers and the report are as without it."""
        for mood in ("create-prints", "create-leaves-folder", "create-closes-output", "create-stays-at-exit"):
            status, reports, error = self.moody(mood, files=3)
            self.checks.check(status == 0 and [r["cost"] for r in reports] == ["1"] * 3 and
                              all("verdict" in r and "file" in r for r in reports), "%s: %s" % (mood, error))
        named = "plugin 'moody' of %s: " % self.file_of("moody")
        for mood, words in (("create-false", "its create returned FALSE and set no error"),
                            ("create-error", "it is not the day"),
                            ("create-error-and-true", "its create returned TRUE and set an error: it is not the day"),
                            ("create-unknown-option", "it asks for its option 'weather', which it does not declare")):
            status, reports, error = self.moody(mood)
            self.checks.check(status == 6 and reports[0]["cost"] == "1" and "stage 'moody' failed" in error and
                              named + words in error, "%s: %d %s" % (mood, status, error))
        with tempfile.TemporaryDirectory() as folder:
            configuration = os.path.join(folder, "mine.conf")
            with open(configuration, "w") as out:
                out.write("[pipeline]\noptimizers = mine\n\n[stage mine]\nplugin = moody\nmood = create-error\n")
            _, _, error = self.checks.run("verify", *self.path_of("moody"), "-c", configuration, self.example)
            self.checks.check("stage 'mine' failed: %s:4: %s" % (configuration, named) in error,
                              "where the stage is set up: " + error)

    def check_what_runs(self):
        for mood, words in (("unknown-option", "it asks for its option 'weather', which it does not declare"),
                            ("other-type", "it asks for its option 'mood' by another type than it declares"),
                            ("error-and-true", "it returned TRUE and set an error: it is not the day")):
            for more in ([], ["-o", "moody.isolate=false"]):
                status, reports, error = self.moody(mood, *more)
                self.checks.check(status == 6 and reports[0]["cost"] == "1" and words in error, "%s: %s" % (mood, error))
        _, reports, error = self.moody("aborts")
        self.checks.check("memory" not in error and "signal 6 (Aborted)" in error, "no memory was short: " + error)
        _, reports, error = self.moody("takes-memory", "-o", "moody.memory-limit-mb=300")
        # the shadow memory of a sanitizer is above any limit: then it cannot even be loaded
        self.checks.check("perhaps at its memory limit" in error or "cannot be loaded: " in error, "memory was short: " + error)

    def moody_here(self, mood):
        """verify's status and what it says, of two files by relative names, in the process that judges them; a process that
        stayed would keep the pipes open."""
        return self.checks.run("verify", *self.path_of("moody"), "--deciders", "graph", "--optimizers", "frontier,moody",
                               "-o", "moody.isolate=false", "-o", "moody.mood=" + mood, *[os.path.basename(self.example)] * 2,
                               cwd=os.path.dirname(self.example), timeout=60)

    def check_not_isolated(self):
        """In the process that judges files, a stranger ends a worker, and writes into an automaton of its own."""
        status, reports, error = self.moody("aborts", "-o", "moody.isolate=false", files=2)
        self.checks.check(status == 6 and [r["cost"] for r in reports] == ["1"] * 2 and
                          "stage 'moody' failed" in error, "it aborts: %d %s" % (status, error))
        status, reports, error = self.moody("closes-files", "-o", "moody.isolate=false", files=2)
        self.checks.check(status == 6 and [r["cost"] for r in reports] == ["1"] * 2 and
                          "stage 'moody' failed: its process ended with status 0 and no answer" in error, "it closes files: %d %s" % (status, error))
        for mood in ("aborts", "closes-files"):  # what cannot be read again is judged by the program itself
            with open(self.example) as given:
                status, page, error = self.checks.run("verify", "--report", "html", *self.path_of("moody"), "--optimizers", "frontier,moody",
                                                      "-o", "moody.isolate=false", "-o", "moody.mood=" + mood, "-", stdin=given, timeout=60)
            self.checks.check(status == 6 and page.startswith("<!doctype html>") and "stage 'moody' failed" in error,
                              "standard input, it %s: %d %s" % (mood, status, error))
        status, _, error = self.moody_here("create-leaves-folder")
        self.checks.check(status == 0, "another folder: " + error)
        status, _, error = self.moody_here("create-leaves-process")
        self.checks.check(status == 0, "a process that stays: " + error)
        for stages in ("frontier,moody", "moody,frontier", "moody,segment"):
            status, output, error = self.checks.run(
                "verify", "--report", "json", *self.path_of("moody"), "--deciders", "graph", "--optimizers", stages,
                "-o", "moody.isolate=false", "-o", "moody.mood=writes", self.example)
            self.checks.check(status == 0 and json.loads(output)["cost"] == "1", "%s: %s %s" % (stages, output, error))

    def check_thread(self):
        status, output, error = self.ask("aborts-from-a-thread", self.example)
        costs = [json.loads(line)["cost"] for line in output.splitlines()]
        self.checks.check(status == 6 and costs == ["1"] * 2 and "aborts-from-a-thread" in error,
                          "a thread: %d %s %s" % (status, output, error))

    def check_reports(self):
        folder = os.path.join(self.folder, "ends_in_report")
        path = ["--plugin-path", folder, "--report", "ends-in-report"]
        status, output, _ = self.checks.run("verify", *path, self.example, self.example)
        self.checks.check(status == 0 and output.split() == ["begun", "private", "private", "ended"], output)
        named = "report 'ends-in-report' of %s failed: its process " % os.path.join(folder, "report-ends-in-report.so")
        for place in ("begin", "file", "end"):
            for at, words in ((place, "was ended by signal 11"), ("leaves-" + place, "ended with status")):
                status, _, error = self.checks.run("verify", *path, "-o", "ends-in-report.at=" + at, self.example)
                self.checks.check(status == 6 and named + words in error, "%s: %d %s" % (at, status, error))

            status, _, error = self.checks.run("verify", *path, "-o", "ends-in-report.at=asks-" + place, self.example)
            self.checks.check(status == 6 and named.replace("its process ", "") + "it asks for its option 'weather', which it does not declare"
                              in error, "it asks in %s: %d %s" % (place, status, error))
        for place in ("begin", "file", "end"):
            status, _, error = self.checks.run("verify", *path, "-o", "ends-in-report.at=stays-" + place, "-o",
                                               "ends-in-report.time-limit-ms=100", self.example)
            self.checks.check(status == 6 and "report 'ends-in-report' of %s failed: stopped after the time limit of 0.1 s" % os.path.join(
                folder, "report-ends-in-report.so") in error, "it stays in %s: %d %s" % (place, status, error))

    def check_stages_by_file(self):
        """`plugin = FILE.so` names the file; `trust = false` makes an installed plugin a stranger."""
        pair = os.path.join(self.folder, "two_of_which_one", "pair.so")
        path = ["--plugin-path", os.path.dirname(pair)]
        status, _, error = self.checks.run("verify", *path, "--optimizers", "half", self.example)
        self.checks.check(status == 5 and "optimizer 'half': %s: " % pair in error, "the broken one: " + error)
        status, _, error = self.checks.run("verify", *path, "--optimizers", "whole,frontier", self.example)
        self.checks.check(status == 0, "the whole one: " + error)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(self.file_of("moody"), os.path.join(folder, "mine.so"))
            configuration = os.path.join(folder, "mine.conf")
            for plugin in "./mine.so", "./mine.so:moody":
                with open(configuration, "w") as out:
                    out.write("[pipeline]\noptimizers = frontier, m\n[stage m]\nplugin = %s\n" % plugin)
                status, output, error = self.checks.run("verify", "--report", "json", "-c", configuration, self.example)
                stages = {s["stage"]: s for s in json.loads(output)["stages"]}
                self.checks.check(status == 0 and stages["m"]["plugin"] == "moody" and stages["m"]["claimed"],
                                  "%s: %s %s" % (plugin, output, error))
        status, output, error = self.checks.run("verify", "--report", "json", "--deciders", "", "--optimizers",
                                                "frontier", "-o", "frontier.trust=false", self.example)
        stage = json.loads(output)["stages"][0]
        self.checks.check(status == 0 and "claimed" not in stage and stage["cost"] == "1", "evidence shows it: " + output)
        self.checks.says(3, "stage 'frontier' is called like the plugin 'frontier', but runs the plugin 'weight'",
                         "verify", "-o", "frontier.plugin=weight", self.example)
        arguments = ["verify", "--deciders", "", "--optimizers"]
        self.checks.says(3, "stage 'graph' is called like the plugin 'graph', but runs the plugin 'weight'",
                         *arguments, "graph", "-o", "graph.plugin=weight", self.example)
        self.checks.says(11, "", *arguments, "c", "-o", "c.plugin=weight", self.example)  # a format is no method

    def check_claimed_everywhere(self):
        """A cost without evidence, in every report and in what is told of the proof."""
        boast = ["--plugin-path", os.path.join(self.fakes, "good"), "--deciders", "", "--optimizers", "fake"]
        texts = {report: self.checks.run("verify", "--report", report, *boast, self.example)[1]
                 for report in ("table", "json", "csv", "html", "sarif")}
        for form in ("text", "markdown", "latex"):
            texts["explain " + form] = self.checks.run("explain", "--format", form, *boast, self.example)[1]
        texts["compare"] = self.checks.run("compare", *boast, self.example)[1]
        for name, text in texts.items():
            if name == "csv":
                rows = list(csv.DictReader(io.StringIO(text)))
                self.checks.check(rows[0]["claimed"] == "true" and rows[0]["verdict"] == "unknown", text)
            elif name == "json":
                report = json.loads(text)
                self.checks.check(report["stages"][0]["claimed"] and report["verdict"] == "unknown", text)
            elif name == "sarif":
                self.checks.check("1/1000" not in text or "claimed" in text, "sarif: " + text)
                self.checks.check('"unknown"' in text or "unknown" in text.lower(), "sarif: " + text)
            else:
                cost = r"\tfrac{1}{1000}" if "latex" in name else "1/1000"
                self.checks.check("claimed" in text and cost in text, "%s: %s" % (name, text))

    def run(self):
        staying = self.begin_staying()
        self.check_ends()
        self.check_limits()
        self.check_files_of_the_program()
        self.check_no_process_stays()
        self.check_unusable()
        self.check_frontends()
        self.check_what_is_set_up()
        self.check_what_runs()
        self.check_not_isolated()
        self.check_thread()
        self.check_reports()
        self.check_stages_by_file()
        self.check_false_probe()
        self.check_claimed_everywhere()
        self.end_staying(staying)
        return self.checks.finish()


if __name__ == "__main__":
    sys.exit(Strangers(*sys.argv[1:5]).run())
