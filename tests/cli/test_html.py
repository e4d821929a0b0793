#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--report html: one page that needs nothing from elsewhere, with everything about each file.

usage: test_html.py COUPLET EXAMPLES DRAWS, 1 where pictures are built, else 0"""
import glob
import html.parser
import json
import os
import re
import shutil
import sys
import tempfile
import threading

from checks import Checks, without_times

VOID = {"meta", "br", "input", "img", "hr", "link"}


class Page(html.parser.HTMLParser):
    """What a page has: tags that match, ids, links, rows, text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.problems, self.ids, self.links = [], [], [], []
        self.counts, self.text, self.marked = {}, [], []
        self.references = []
        self.feed(text)
        self.close()
        self.problems += ["%s is not closed" % tag for tag in self.open]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if "id" in attributes:
            self.ids.append(attributes["id"])
        for name in ("href", "src", "xlink:href", "action", "data"):
            if name in attributes:
                self.references.append(attributes[name])
        if tag == "li" and "class" in attributes:
            self.marked.append(attributes["class"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.problems.append("</%s> after %s" % (tag, self.open[-3:]))
        else:
            self.open.pop()

    def handle_data(self, data):
        self.text.append(data)


def make_page(checks, *arguments, status=None):
    got, output, error = checks.run(*arguments)
    if status is not None:
        checks.check(got == status, "%s ended with %d: %s" % (arguments, got, error))
    return output, Page(output)


def check_whole(checks, what, output, page):
    checks.check(output.startswith("<!doctype html>\n"), what + " has no doctype")
    checks.check(not page.problems, "%s: %s" % (what, page.problems[:3]))
    checks.check("http:" not in output and "https:" not in output, what + " names another host")
    checks.check(all(reference.startswith("#") for reference in page.references),
                 what + " refers to what is not in it")
    checks.check("@import" not in output and "url(" not in output, what + ": its style loads")
    checks.check(len(page.ids) == len(set(page.ids)), what + " has an id twice")
    missing = {reference[1:] for reference in page.references} - set(page.ids)
    checks.check(not missing, "%s: links to %s lead nowhere" % (what, missing))


def test_examples(checks, examples, draws):
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "*.svt")))
    output, page = make_page(checks, "verify", "-q", "--report", "html", *files)
    check_whole(checks, "the page of examples", output, page)
    checks.check(page.counts["details"] == len(files), "a section is missing")
    pictures = page.counts.get("svg", 0)
    checks.check(pictures == (len(files) if draws else 0), "%d pictures" % pictures)
    checks.check("rejected" not in output, "evidence of an example is rejected")
    checks.check(output.count(">accepted<") >= len(files), "evidence is not checked")
    checks.check(page.marked.count("walk") >= len(files), "lines of walks are not marked")
    checks.check(re.search(r'<p class="quiet">couplet [0-9.]+.*, [0-9-]+T[0-9:]+Z</p>', output),
                 "version and date are missing")
    checks.check(output.count(">Provenance</h4>") == len(files), "a file's provenance is missing")


def test_comparison(checks, examples):
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "lyu-*.svt")))
    output, page = make_page(checks, "compare", "-q", "--report", "html", *files,
                             "-o", "html.largest-picture=0", "-o", "html.explain=false")
    check_whole(checks, "the page of a comparison", output, page)
    checks.check(page.counts.get("figure", 0) == 2, "a comparison needs two plots")
    _, lines, _ = checks.run("compare", "-q", "--report", "json", *files)
    stages = json.loads(lines.splitlines()[0])["stages"]
    for stage in stages:
        checks.check("<button type=\"button\">%s</button>" % stage["stage"] in output,
                     "no column for " + stage["stage"])


def test_one_and_two_processes_agree(checks, examples):
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "*range*.svt")))
    pages = [without_times(make_page(
        checks, "verify", "-q", "--report", "html", "-o", "html.largest-picture=0", jobs,
        *files)[0]) for jobs in ("-j1", "-j2")]
    checks.check(len(files) > 3 and pages[0] == pages[1], "-j 2 makes another page")


def test_what_cannot_be_read(checks, folder):
    bad = os.path.join(folder, "bad.svt")
    with open(bad, "w", encoding="utf-8") as file:
        file.write("mechanism m() {\n  threshold x = public + lap(1/2/eps);\n  q = <b>;\n}\n")
    output, page = make_page(checks, "verify", "-q", "--report", "html", bad, status=4)
    check_whole(checks, "the page of an error", output, page)
    checks.check("error" in page.marked, "the line of an error is not marked")
    checks.check("q = &lt;b&gt;;" in output, "the source is not escaped")
    output, page = make_page(checks, "verify", "-q", "--report", "html",
                             os.path.join(folder, "missing.json"), status=4)
    check_whole(checks, "the page of a missing file", output, page)


def test_hostile_names(checks, examples, folder):
    name = os.path.join(folder, '"><script>alert(1)<.svt')
    shutil.copy(os.path.join(examples, "mechanisms", "numeric-sparse.svt"), name)
    output, page = make_page(checks, "verify", "-q", "--report", "html", name, status=0)
    check_whole(checks, "the page of a hostile name", output, page)
    checks.check(page.counts["script"] == 1, "a name became a script")


def test_standard_input(checks, examples):
    with open(os.path.join(examples, "mechanisms", "numeric-sparse.svt"), "rb") as file:
        status, output, _ = checks.run("verify", "-q", "--report", "html", "-", stdin=file)
    checks.check(status == 0 and "it came from standard input" in output, "standard input")
    check_whole(checks, "the page of standard input", output, Page(output))


def test_pipe(checks, examples, folder):
    """What can be read only once is not read again."""
    pipe = os.path.join(folder, "pipe.svt")
    os.mkfifo(pipe)
    with open(os.path.join(examples, "mechanisms", "numeric-sparse.svt"), "rb") as file:
        content = file.read()

    def feed():
        with open(pipe, "wb") as end:
            end.write(content)

    writer = threading.Thread(target=feed)
    writer.start()
    status, output, _ = checks.run("verify", "-q", "--report", "html", pipe, timeout=60)
    writer.join()
    checks.check(status == 0 and "The source is not shown: it is no regular file." in output, "a pipe")
    check_whole(checks, "the page of a pipe", output, Page(output))


def test_limits(checks, folder):
    """A long source and a large automaton are named, not shown."""
    large = os.path.join(folder, "large.svt")
    with open(large, "w", encoding="utf-8") as file:
        file.write("mechanism m() {\n  threshold x = public + lap(2/eps);\n")
        file.write("  q = private + lap(4/eps);\n  if q >= x { output a; } else { output b; }\n" * 501)
        file.write("  halt;\n}\n")
    output, page = make_page(checks, "verify", "-q", "--report", "html", large)
    check_whole(checks, "the page of a large mechanism", output, page)
    checks.check("The source is not shown: it has 1" not in output, "1006 lines can be shown")
    checks.check(re.search(r"It is not drawn: it has \d+ transitions\.", output), "not limited")
    with open(large, "a", encoding="utf-8") as file:
        file.write("# more\n" * 1500)
    output, page = make_page(checks, "verify", "-q", "--report", "html", large)
    checks.check("The source is not shown: it has 2506 lines." in output, "a long source")


def main():
    checks = Checks(sys.argv[1])
    examples, draws = sys.argv[2], sys.argv[3] == "1"
    test_examples(checks, examples, draws)
    test_comparison(checks, examples)
    test_one_and_two_processes_agree(checks, examples)
    with tempfile.TemporaryDirectory() as folder:
        test_what_cannot_be_read(checks, folder)
        test_hostile_names(checks, examples, folder)
        test_limits(checks, folder)
        test_pipe(checks, examples, folder)
    test_standard_input(checks, examples)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
