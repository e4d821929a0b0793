# SPDX-License-Identifier: Apache-2.0
"""Counting checks, and running the program, for the tests beside it."""
import json
import os
import re
import shutil
import subprocess

SECONDS = re.compile(r'("(?:read_|cpu_)?seconds(?:_total)?":)[-+.e0-9]+')
DURATION = re.compile(r" *\b[0-9.]+ (?:ns|us|µs|ms|s)\b")
CSV_SECONDS = re.compile(r"(?<=,)[0-9]+\.[0-9]{7}(?:[0-9]{2})?(?=[,\r\n])")
RULE = re.compile(r"[-─━═]{2,}")


DATE = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
PROVENANCE = re.compile(r"\n+(?:#+ |\\subsubsection\*\{\\raggedright )?Provenance\b.*?(?=(?:\n\\par\\endgroup)?\n\Z)",
                        re.DOTALL)
# the note of the proof in LaTeX
MORE_OPTIONS = re.compile(r',"more_options":\[[^]]*\]')
ORIGIN_NOTE = re.compile(r"\\footnote\{\\raggedright input: .*?Z\}\}")


def without_provenance(explanation):
    """An explanation without the block at its end, or the note, that says where it comes from."""
    return ORIGIN_NOTE.sub("", PROVENANCE.sub("", explanation))


def without_options(report):
    """A JSON report that does not say what it was asked for."""
    return re.sub(r'"options":\[[^]]*\]', '"options":[]', report)


def without_times(report):
    """A report with every time, what its width decides, and options that change no answer replaced."""
    report = MORE_OPTIONS.sub("", report)
    report = CSV_SECONDS.sub("T", SECONDS.sub(r"\1T", DATE.sub("T", report)))
    return re.sub(" +", " ", RULE.sub("-", DURATION.sub(" T", report)))


def records_of(page):
    """What the page of --report html has of each file."""
    files = json.loads(re.search(r'id="records">(.*?)</script>', page, re.DOTALL)[1])
    for file in files:
        file["record"]["stages"] = file["stages"]
    return files


def claim_verdict(claim, cost):
    """What is to be said of a claim where the least d is known; None = not private for any d."""
    return "holds" if cost is not None and cost <= claim else "fails"


def claim_said(report):
    """What a JSON report says of the claim, without the decimal; None: there is none."""
    claim = dict(report["claim"]) if "claim" in report else None
    if claim is not None:
        del claim["d_decimal"]
    return claim


def status_of(report):
    """The exit status that a file's JSON report calls for, when all went well."""
    claimed = report.get("claim", {"verdict": "holds"})["verdict"]
    if "not-private" == report["verdict"] or claimed == "fails":
        return 10
    return 11 if report["verdict"] == "unknown" or claimed == "open" else 0


def examples_in(folders):
    """The automata and programs in the folders."""
    return [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))
            if name.endswith((".json", ".svt"))]


def questions_about(checks, path):
    """Everything that can be asked of an automaton but paths, and its file."""
    states = json.loads(checks.run("convert", "-q", "--to", "json", path)[1])["states"]
    return ["--segments", *("--state=" + state["name"] for state in states), path]


def library_folder(couplet):
    """Where the library and the plugins of a program are that was built."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(couplet))), "lib")


def copy_without_plugins(couplet, folder):
    """Copies the program and its library into folder: the program there, and its folder of plugins, which is
    empty."""
    program, library = os.path.join(folder, "bin", "couplet"), os.path.join(folder, "lib")
    plugins = os.path.join(library, "couplet", "plugins-1")
    os.makedirs(plugins)
    os.makedirs(os.path.dirname(program))
    shutil.copy(couplet, program)
    shutil.copy(os.path.join(library_folder(couplet), "libcouplet.so.1"), library)
    return program, plugins


class Checks:
    def __init__(self, couplet):
        self.couplet = couplet
        self.done = self.failed = 0

    def check(self, good, what):
        self.done += 1
        if not good:
            self.failed += 1
            print("FAILED: " + what)

    def run(self, *arguments, **options):
        """Exit status, standard output and standard error of the program."""
        options.setdefault("timeout", 300)
        result = subprocess.run([self.couplet, *arguments], capture_output=True, **options)
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def says(self, status, text, *arguments, **options):
        """The program ends with status and says text on standard error."""
        got, output, error = self.run(*arguments, **options)
        self.check(got == status and text in error,
                   "%s\n  expected %d and: %s\n  got %d and: %s"
                   % (" ".join(map(str, arguments)), status, text, got, error))
        return output

    def finish(self):
        print("%d passed, %d failed" % (self.done - self.failed, self.failed))
        return 1 if self.failed else 0
