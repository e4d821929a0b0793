#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet explain --format latex through pdflatex: the explanation of every example, and the
answers to all questions about it, in one and two columns of several widths, and alone, without an
error, an undefined reference or a box that is too wide or too high; a title block says what was
verified.

usage: test_latex.py COUPLET EXAMPLES"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from checks import Checks, examples_in, questions_about  # noqa: E402

# class options, and what sets the page: the columns of articles, and of two common publishers
PAGES = {
    "article-a4": ("a4paper", ""),
    "article-letter": ("letterpaper", ""),
    "two-columns-a4": ("a4paper,twocolumn", ""),
    "two-columns-letter": ("letterpaper,twocolumn", ""),
    "columns-of-252pt": ("letterpaper,twocolumn,10pt",
                         "\\setlength{\\textwidth}{516pt}\\setlength{\\columnsep}{12pt}"
                         "\\setlength{\\oddsidemargin}{-18pt}"),
    "columns-of-241pt": ("letterpaper,twocolumn,9pt",
                         "\\setlength{\\textwidth}{506.295pt}\\setlength{\\columnsep}{24pt}"
                         "\\setlength{\\oddsidemargin}{-18pt}"),
}
HEAD = """\\documentclass[%s]{article}
\\usepackage[utf8]{inputenc}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath,booktabs,graphicx}
%s
\\begin{document}
"""
FAULTS = re.compile(r"^(?:! .*|Overfull .*|LaTeX Warning: (?:Reference|There were undefined).*|"
                    r".*(?:undefined|multiply defined).*)", re.MULTILINE)
# examples that are typeset without a document around them
ALONE = ("numeric-sparse.json", "svt-star.json", "m-range-2.svt")
VERDICTS = {0: "private", 10: "not private", 11: "unknown"}
# names and values that are as long as files may have them
LONG_NAME = "a_mechanism_with_a_name/that-goes-on" + "andon" * 12


def long_names():
    """An automaton whose names no column holds, and whose numbers are long."""
    first, second, third = (LONG_NAME + str(i) for i in range(3))
    threshold = "threshold_" + "x" * 60
    states = [{"name": name, "d": "1234567/8901234"} for name in (first, second)] + [{"name": third}]
    transitions = [
        {"from": first, "to": second, "output": "start" * 20, "assign": threshold},
        {"from": second, "to": second, "guard": "insample < " + threshold, "output": "W" * 60},
        {"from": second, "to": third, "guard": "insample >= " + threshold, "output": "last"}]
    return json.dumps({"couplet": 1, "name": LONG_NAME, "initial": first, "thresholds": [threshold],
                       "states": states, "transitions": transitions, "claim": "12345678/7654321"})


def check_title(checks, path, status, told):
    """The block at the head names the file, the mechanism, the verdict and, if private, d."""
    plain = re.sub(r"\\(?:allowbreak|penalty200)\{\}|\\", "", told)
    heading, _, block = plain.partition("subsection*{")[2].partition("coupletTable")
    block = block[:block.find("coupletBottom")]
    told_verdict = re.search(r"Verdict & ([a-z ]+) cr", block)
    verdict = told_verdict.group(1) if told_verdict is not None else None
    expected = VERDICTS[status] if "Claim &" not in block else verdict
    checks.check(": " in heading and "Verified & texttt{%s}" % os.path.basename(path) in block
                 and "SHA-256 & texttt{" in block and verdict in VERDICTS.values()
                 and verdict == expected, "%s: status %d, and: %s%s" % (path, status, heading, block))
    checks.check(verdict != "private" or "Least d & " in block or "Bounds of d & " in block,
                 path + ": no d in " + block)


def explanations(checks, paths):
    """What is told of each file, [(name, LaTeX)]."""
    parts = []
    for path in paths:
        status, told, error = checks.run("explain", "-q", "--format", "latex", path)
        checks.check(status in VERDICTS and error == "", "%s: %d %s" % (path, status, error))
        check_title(checks, path, status, told)
        answers = checks.run("explain", "-q", "--format", "latex", *questions_about(checks, path))[1]
        parts.append((os.path.basename(path), told + answers))
    return parts


def typeset(place, page, parts):
    """The log of pdflatex on all parts; what it says of one stands after FILE and its name."""
    options, settings = PAGES[page]
    with open(os.path.join(place, page + ".tex"), "w", encoding="utf-8") as file:
        file.write(HEAD % (options, settings))
        for name, told in parts:
            file.write("\\typeout{FILE %s}\n%s\\clearpage\n" % (name, told))
        file.write("\\end{document}\n")
    got = subprocess.run(["pdflatex", "-draftmode", "-interaction=nonstopmode", page + ".tex"],
                         cwd=place, stdout=subprocess.DEVNULL, timeout=1800, check=False)
    with open(os.path.join(place, page + ".log"), encoding="latin-1") as log:
        return got.returncode, log.read()


def check_summary(checks, folder):
    """What matters of the model stands in the title block; what does not is left out."""
    def told(path, *arguments):
        text = checks.run("explain", "-q", "--format", "latex", *arguments, path)[1]
        return text[text.index("Verified &"):text.index("\\coupletBottom", text.index("Verified &"))]
    mechanisms = os.path.join(folder, "mechanisms")
    sparse = told(os.path.join(folder, "automata", "numeric-sparse.json"), "--claim", "1")
    checks.check("Least d & $\\tfrac{7}{4}$" in sparse and ": fails" in sparse
                 and "Adjacency" not in sparse and "Parameters" not in sparse, sparse)
    checks.check("Parameters & \\texttt{-D c=3}" in
                 told(os.path.join(mechanisms, "lyu-algorithm-2.svt"), "-D", "c=3"), "-D c=3")
    library = os.path.join(folder, "library")
    checks.check("Adjacency & monotonic" in
                 told(os.path.join(library, "above-threshold-monotonic.svt")), "adjacency")
    checks.check("Range of epsilon & " in
                 told(os.path.join(library, "snapped-answer-floating.svt")), "the range of epsilon")
    checks.check("Least d & none: no d is enough" in
                 told(os.path.join(folder, "automata", "svt-star.json")), "not private")
    checks.check("Sampling & " in
                 told(os.path.join(library, "between-thresholds.svt")), "sampling")


def check_alone(checks, place, paths):
    """An explanation is a document, too."""
    for path in paths:
        name = os.path.basename(path)
        checks.run("explain", "-q", "--format", "latex", "-o", os.path.join(place, "alone.tex"), path)
        got = subprocess.run(["pdflatex", "-draftmode", "-interaction=nonstopmode", "alone.tex"], cwd=place,
                             stdout=subprocess.DEVNULL, timeout=300, check=False)
        with open(os.path.join(place, "alone.log"), encoding="latin-1") as log:
            faults = FAULTS.findall(log.read())
        checks.check(got.returncode == 0 and not faults, "%s alone: %d %s" % (name, got.returncode, faults[:5]))


def main():
    checks, folder = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "explain", "inputs")
    check_summary(checks, folder)
    with tempfile.TemporaryDirectory() as place:
        long_file = os.path.join(place, "long_names.json")
        with open(long_file, "w", encoding="utf-8") as file:
            file.write(long_names())
        paths = examples_in([os.path.join(folder, name) for name in
                             ("automata", "mechanisms", "library")] + [inputs]) + [long_file]
        checks.check(len(paths) > 100, "%d examples" % len(paths))
        parts = explanations(checks, paths)
        check_alone(checks, place, [path for path in paths if os.path.basename(path) in ALONE])
        for page in PAGES:
            status, log = typeset(place, page, parts)
            checks.check(status == 0 and log.count("\nFILE ") == len(parts),
                         "%s: pdflatex: %d\n%s" % (page, status, log[-3000:]))
            for part in re.split(r"^FILE ", log, flags=re.MULTILINE)[1:]:
                faults = FAULTS.findall(part)
                checks.check(not faults, "%s: %s: %s" % (page, part.split()[0], faults[:5]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
