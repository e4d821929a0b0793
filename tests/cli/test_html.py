#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--report html: one page that needs nothing from elsewhere, with everything about each file.

usage: test_html.py COUPLET EXAMPLES DRAWS PLOTS MERGES, each 1 where that is built, else 0"""
import glob
import html.parser
import json
import os
import re
import shutil
import sys
import tempfile
import threading

from checks import Checks, records_of, without_times

LIBRARY = "<script>\n/*!\nChart.js\nCopyright (c) "
VOID = {"meta", "br", "input", "img", "hr", "link"}


class Page(html.parser.HTMLParser):
    """What a page has: tags that match, ids, links, rows, text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.problems, self.ids, self.links = [], [], [], []
        self.counts, self.text = {}, []
        self.references, self.scripts = [], 0
        self.feed(text)
        self.close()
        self.problems += ["%s is not closed" % tag for tag in self.open]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "script" and "type" not in attributes:
            self.scripts += 1
        for name in ("href", "src", "xlink:href", "action", "data"):
            if name in attributes:
                self.references.append(attributes[name])
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
    if LIBRARY in output:  # its own comments name where it comes from
        begin = output.index(LIBRARY)
        output = output[:begin] + output[output.index("</script>", begin):]
    checks.check(output.startswith("<!doctype html>\n"), what + " has no doctype")
    checks.check(not page.problems, "%s: %s" % (what, page.problems[:3]))
    checks.check("http:" not in output and "https:" not in output, what + " names another host")
    checks.check(all(reference.startswith("#") for reference in page.references),
                 what + " refers to what is not in it")
    checks.check("content=\"default-src 'none';" in output, what + " may load something")
    checks.check("@import" not in output and "url(" not in output, what + ": its style loads")
    checks.check(len(page.ids) == len(set(page.ids)), what + " has an id twice")
    missing = {reference[1:] for reference in page.references} - set(page.ids)
    checks.check(not missing, "%s: links to %s lead nowhere" % (what, missing))


def test_examples(checks, examples, draws):
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "*.svt")))
    output, page = make_page(checks, "verify", "-q", "--report", "html", "-o", "html.most-explained=100", *files)
    check_whole(checks, "the page of examples", output, page)
    checks.check(page.counts["details"] == len(files) + 1, "a section is missing")
    pictures = page.counts.get("svg", 0)
    checks.check(pictures == (len(files) if draws else 0), "%d pictures" % pictures)
    checks.check(re.search(r'<p class="quiet">couplet [0-9.]+.*, [0-9-]+T[0-9:]+Z</p>', output),
                 "version and date are missing")
    checks.check(output.count(">Provenance</h4>") == len(files), "a file's provenance is missing")
    for made, path in zip(records_of(output), files):
        said = [check for stage in made["stages"] for check in stage.get("checks", [])]
        checks.check(said and all(check[1:] == ["accepted"] for check in said), "%s: evidence: %s" % (path, said))
        with open(path, encoding="utf-8") as file:
            checks.check(made["source"] == file.read(), path + ": its source")
        checks.check(all(1 <= line <= made["source"].count("\n") for line in made["walk"]),
                     "%s: lines of the walk: %s" % (path, made["walk"]))
    without = [made["record"]["file"] for made in records_of(output) if not made["walk"]]
    checks.check(len(without) <= 1, "no lines of walks: %s" % without)


def test_failing_claims_lead(checks, examples):
    output, page = make_page(checks, "verify", "-q", "--report", "html", os.path.join(examples, "mechanisms", "lyu-algorithm-4.svt"), status=10)
    check_whole(checks, "the page of a failing claim", output, page)
    checks.check('<td class="headline"><span class="fails">claim 1 fails: least d 19/4 (4.75)</span>, '
                 '<span class="private">private</span></td>' in output, "the claim is not the headline")


def test_comparison(checks, examples, plots):
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "lyu-*.svt")))
    output, page = make_page(checks, "compare", "-q", "--report", "html", *files,
                             "-o", "html.largest-picture=0", "-o", "html.explain=false")
    check_whole(checks, "the page of a comparison", output, page)
    checks.check((LIBRARY in output) == plots, "the library that plots")
    checks.check("without restriction" in output or not plots, "the library's licence is missing")
    _, lines, _ = checks.run("compare", "-q", "--report", "json", *files)
    stages = json.loads(lines.splitlines()[0])["stages"]
    for stage in stages:
        checks.check("<th class=\"number\">%s</th>" % stage["stage"] in output, "no column for " + stage["stage"])
    output, _ = make_page(checks, "verify", "-q", "--report", "html", files[0])
    checks.check(LIBRARY not in output, "a page without plots has the library that plots")


def test_a_page_of_many_files_is_small(checks, examples, folder):
    """200 files and 12 methods: 2 MB."""
    files = sorted(glob.glob(os.path.join(examples, "mechanisms", "*.svt")))[:50]
    many = os.path.join(folder, "many")
    os.mkdir(many)
    for i in range(200):
        shutil.copy(files[i % len(files)], os.path.join(many, "%d-%s" % (i, os.path.basename(files[i % len(files)]))))
    methods = ["m%d" % i for i in range(11)]
    settings = os.path.join(folder, "twelve.conf")
    with open(settings, "w", encoding="utf-8") as file:
        file.write("[pipeline]\ndeciders = graph\noptimizers = %s\n" % "; ".join(methods))
        for i, name in enumerate(methods):
            file.write("[stage %s]\nplugin = %s\n" % (name, ("frontier", "segment", "weight")[i % 3]))
    output, page = make_page(checks, "compare", "-q", "--exit-zero", "-c", settings, "--report", "html", many, status=0)
    check_whole(checks, "the page of many files", output, page)
    checks.check(page.counts["details"] == 201 and len(output.encode()) < 2000000, "%d bytes" % len(output.encode()))
    checks.check(output.count("Only the first 40 files are explained (html.most-explained).") == 160, "what is not explained")


def test_parameters_of_merged_reports_differ(checks, examples, folder):
    """Rows have the cells of the first file, whatever is swept in the others."""
    file = os.path.join(examples, "sweeps", "lyu-algorithm-4-scaled.svt")
    parts = [os.path.join(folder, name) for name in ("both.jsonl", "one.jsonl", "none.jsonl")]
    for part, options in zip(parts, (["-D", "c=1,2", "-D", "s=1,2"], ["-D", "s=3,4"], [])):
        with open(part, "w", encoding="utf-8") as output:
            output.write(checks.run("verify", "-q", "--report", "json", *options, file)[1])
    for order, n_columns in ((parts, 8), (parts[1:], 7), (parts[::-1], 6)):
        output, page = make_page(checks, "merge", "--report", "html", *order)
        check_whole(checks, "the page of merged reports", output, page)
        rows = re.findall("<tr>(.*?)</tr>", output[:output.index("</tbody>")], re.DOTALL)
        checks.check([len(re.findall("<t[hd][ >]", row)) for row in rows] == [n_columns] * len(rows) and len(rows) > 3,
                     "cells: %s" % rows)


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
    made, = records_of(output)
    checks.check([message["line"] for message in made["record"]["diagnostics"]] == [3], "the line of an error")
    checks.check("q = <b>;" in made["source"] and "q = <b>;" not in output, "the source is not escaped")
    output, page = make_page(checks, "verify", "-q", "--report", "html",
                             os.path.join(folder, "missing.json"), status=4)
    check_whole(checks, "the page of a missing file", output, page)


def test_hostile_names_and_sources(checks, examples, folder):
    """Names and sources are text, in HTML and in JSON."""
    text = "# </script><script>alert(2)</script><!-- \u2028\u202e\x01\n"
    for name in ('"><script>alert(1)<.svt', "</script><!--.svt", "a\u2028b\x01&amp;'.svt"):
        path = os.path.join(folder, name.replace("/", "\\"))
        with open(os.path.join(examples, "mechanisms", "numeric-sparse.svt"), encoding="utf-8") as file:
            source = text + file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        output, page = make_page(checks, "verify", "-q", "--report", "html", path)
        check_whole(checks, "the page of a hostile name", output, page)
        checks.check(page.counts["script"] == 2 and page.scripts == 1, "a name or a source became a script")
        made, = records_of(output)
        checks.check(made["record"]["file"] == path and made["source"] == source, "%r: %r" % (path, made))


def test_standard_input(checks, examples):
    with open(os.path.join(examples, "mechanisms", "numeric-sparse.svt"), "rb") as file:
        status, output, _ = checks.run("verify", "-q", "--report", "html", "-", stdin=file)
    checks.check(status == 0 and records_of(output)[0]["no_source"] == "it came from standard input", "standard input")
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
    checks.check(status == 0 and records_of(output)[0]["no_source"] == "it is not a regular file", "a pipe")
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
    checks.check(records_of(output)[0]["source"].count("\n") == 1006, "1006 lines can be shown")
    checks.check(re.search(r"It is not drawn: it has \d+ transitions\.", output), "not limited")
    with open(large, "a", encoding="utf-8") as file:
        file.write("# more\n" * 1500)
    output, page = make_page(checks, "verify", "-q", "--report", "html", large)
    made, = records_of(output)
    checks.check(made["source"] is None and made["no_source"] == "it has 2506 lines", "a long source")


def main():
    checks = Checks(sys.argv[1])
    examples, (draws, plots, merges) = sys.argv[2], (word == "1" for word in sys.argv[3:6])
    test_examples(checks, examples, draws)
    test_failing_claims_lead(checks, examples)
    test_comparison(checks, examples, plots)
    test_one_and_two_processes_agree(checks, examples)
    with tempfile.TemporaryDirectory() as folder:
        test_a_page_of_many_files_is_small(checks, examples, folder)
        if merges:
            test_parameters_of_merged_reports_differ(checks, examples, folder)
        test_what_cannot_be_read(checks, folder)
        test_hostile_names_and_sources(checks, examples, folder)
        test_limits(checks, folder)
        test_pipe(checks, examples, folder)
    test_standard_input(checks, examples)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
