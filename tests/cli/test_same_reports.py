#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two runs on the same inputs give the same bytes, but for times: whatever the locale, the time zone, the
home folder, the width of the terminal, the order in which files were made, the number of processes, and
where memory lies.

usage: test_same_reports.py COUPLET EXAMPLES"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import Checks, without_options, without_times

FILES = ["lyu-algorithm-1.svt", "lyu-algorithm-4.svt", "svt-star.svt", "running-min.svt"]
REPORTS = ["table", "json", "csv", "html", "sarif"]
LOCALES = ["de_DE", "tr_TR"]
# what surrounds a run and is none of its business
SURROUNDINGS = {
    "another time zone": {"TZ": "Pacific/Kiritimati"},
    "another home": {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "USER": "nobody"},
    "a narrow terminal": {"COLUMNS": "20", "LINES": "3", "TERM": "dumb"},
    "another temporary folder": {"TMPDIR": "/var/tmp"},
    "other memory": {"MALLOC_PERTURB_": "85", "MALLOC_ARENA_MAX": "1"},
    "the locale C": {"LC_ALL": "C"},
    "the locale POSIX": {"LC_ALL": "POSIX", "LANG": "C"},
}


def add_locales(folder):
    """Makes locales with other decimals and other letters, where the sources of locales are there."""
    made = {}
    for name in LOCALES:
        path = os.path.join(folder, name + ".UTF-8")
        if shutil.which("localedef") is None or not os.path.exists("/usr/share/i18n/locales/" + name):
            continue
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", path], check=False, stderr=subprocess.DEVNULL)
        if os.path.isdir(path):
            made["the locale " + name] = {"LOCPATH": folder, "LC_ALL": name + ".UTF-8"}
    return made


class Runs:
    def __init__(self, couplet, examples, folder):
        self.checks = Checks(os.path.abspath(couplet))
        self.inputs = os.path.join(folder, "inputs")
        self.make_inputs(examples, FILES)

    def make_inputs(self, examples, names):
        shutil.rmtree(self.inputs, ignore_errors=True)
        os.mkdir(self.inputs)
        for name in names:
            shutil.copy(os.path.join(examples, "mechanisms", name), self.inputs)

    def report(self, name, *options, command="verify", surroundings=None):
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1767323045", "LC_ALL": "C.UTF-8", **(surroundings or {})}
        words = ["inputs"] if command == "verify" else ["inputs/" + FILES[0]]
        result = subprocess.run([self.checks.couplet, command, *name, *options, *words], check=False,
                                capture_output=True, env=environment, cwd=os.path.dirname(self.inputs))
        text = (result.stdout + result.stderr).decode(errors="replace")
        return result.returncode, without_options(without_times(text))

    def same(self, what, expected, found):
        self.checks.check(expected == found, "%s changes what is said:\n%s\n---\n%s" % (what, expected, found))

    def compare_all(self, examples, locales):
        surroundings = {**SURROUNDINGS, **locales}
        for report in REPORTS:
            name = ["--report", report]
            usual = self.report(name)
            self.checks.check(usual[0] == 10 and "lyu-algorithm-4" in usual[1], "%s: %s" % (report, usual))
            self.same("running again", usual, self.report(name))
            self.same("-j 2", usual, self.report(name, "-j", "2"))
            for what, one in surroundings.items():
                if not (report == "table" and "C" in one.get("LC_ALL", "") and "UTF" not in one["LC_ALL"]):
                    self.same("%s (%s)" % (what, report), usual, self.report(name, surroundings=one))
        for arguments in (["--format", "markdown"], ["--format", "latex"], ["--svg"]):
            usual = self.report(arguments, command="explain")
            for what, one in locales.items():
                self.same("%s (explain %s)" % (what, arguments), usual,
                          self.report(arguments, command="explain", surroundings=one))
        usual = self.report(["--report", "json"])
        self.make_inputs(examples, FILES[::-1])
        self.same("the order of files", usual, self.report(["--report", "json"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(sys.argv[1], pathlib.Path(sys.argv[2]), folder)
        locales = add_locales(folder)
        runs.compare_all(sys.argv[2], locales)
        print("locales made: %s" % (", ".join(locales) or "none"))
        return runs.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
