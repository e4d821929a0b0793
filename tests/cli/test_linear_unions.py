#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Noisy max of lists of 2 to 5 answers in three spellings, each output of which has several paths: together they are
one event, which costs what is necessary. Where they are no polyhedron together, all is as it is of single paths.

usage: test_linear_unions.py COUPLET SUPPORT"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, sys.argv[2])
import evidence_checker as second  # noqa: E402
import linear_checker as linear  # noqa: E402

SPELLINGS = '''import numpy as np


# couplet: adjacency monotonic
def first_is_best(answers, epsilon):
    best = 0
    value = answers[0] + np.random.laplace(0, 1 / epsilon)
    for i in range(1, len(answers)):
        noisy = answers[i] + np.random.laplace(0, 1 / epsilon)
        if noisy > value:
            value = noisy
            best = i
    return best


# couplet: adjacency monotonic
def by_place(answers, epsilon):
    noisy = []
    for answer in answers:
        noisy.append(answer + np.random.laplace(0, 1 / epsilon))
    best = 0
    i = 1
    while i < len(noisy):
        if noisy[i] > noisy[best]:
            best = i
        i += 1
    return best


# couplet: adjacency monotonic
def above_all(answers, epsilon):
    noisy = [answer + np.random.laplace(0, 1 / epsilon) for answer in answers]
    for i in range(len(noisy)):
        if all(noisy[i] >= other for other in noisy):
            return i


# couplet: adjacency monotonic
def largest(answers, epsilon):
    return np.argmax([answer + np.random.laplace(0, 1 / epsilon) for answer in answers])
'''

SIGN = [{"a": {str(i): "1"}, "z": {str(i): "1"}} for i in range(2)]


def quadrants(*outputs):
    """Two noisy answers, and what is output by their signs: of both above 0, of the first only, the second, none."""
    nodes = [{"draw": "laplace", "rate": "1"}, {"draw": "laplace", "rate": "1"}, {"decide": SIGN[0], "otherwise": 8}]
    for i in (0, 2):
        nodes.append({"decide": SIGN[1], "otherwise": len(nodes) + 3})
        nodes += [{"output": outputs[i]}, {"end": True}, {"output": outputs[i + 1]}, {"end": True}]
    return {"couplet_linear": 1, "name": "quadrants", "answers": 2, "lists": [{"answers": 2, "nodes": nodes}]}


# cost, and what is necessary
TREES = {
    "diagonal": (quadrants("same", "other", "other", "same"), ("2", "1")),
    "corner": (quadrants("in", "in", "in", "out"), ("2", "2")),
    "half": (quadrants("above", "above", "below", "below"), ("1", "1")),
    "all": (quadrants("s", "s", "s", "s"), ("0", "0")),
}


class Tests:
    def __init__(self, couplet, folder):
        self.couplet, self.folder, self.wrong = couplet, folder, []

    def run(self, *words):
        result = subprocess.run([self.couplet, *words], capture_output=True, text=True, timeout=300, cwd=self.folder)
        return result.returncode, result.stdout + result.stderr

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(data if isinstance(data, str) else json.dumps(data))
        return name

    def expect(self, condition, *what):
        if not condition:
            self.wrong.append(what)

    def read(self, *words):
        return [json.loads(line) for line in self.run("verify", "-q", "--report", "json", "--evidence", *words)[1].splitlines()]

    def check_folder(self, name, words, n_pieces):
        """Evidence is all that is believed, and both checkers accept it."""
        status, text = self.run("verify", "-q", "--require-evidence", "--evidence-dir", name, *words)
        self.expect(status == 0, name, status, text)
        status, text = self.run("check", name)
        self.expect(status == 0 and "%d of %d accepted" % (n_pieces, n_pieces) in text, name, text)


def evidence_of(report):
    return {piece["kind"]: piece for stage in report["stages"] for piece in stage.get("evidence", [])}


def check_spellings(tests):
    file = tests.write("spellings.py", SPELLINGS)
    for n in (2, 3, 4, 5):
        words = ["--code", "--answers", str(n), file]
        reports = tests.read(*words)
        tests.expect(len(reports) == 4, reports)
        for report in reports:
            got = report["verdict"], report["cost"], report["at_least"]
            tests.expect(got == ("private", "1", "1"), n, report["function"], got)
        tests.check_folder("folder%d" % n, words[:-1] + [file + "::first_is_best"], 2)
    with_unions = [path for path in evidence_of(reports[0])["shifts"]["paths"] if "with" in path]
    tests.expect(len(with_unions) >= 2, "no unions", with_unions)
    tests.expect(tests.run("refute", "--claim", "9/10", "--answers", "4", file + "::by_place")[0] == 10, "0.9 is not refuted")


def check_trees(tests):
    for name, (tree, wanted) in TREES.items():
        file = tests.write(name + ".json", tree)
        report, = tests.read("--self-check=true", file)
        tests.expect((report["cost"], report["at_least"]) == wanted, name, report["cost"], report["at_least"])
        pieces = evidence_of(report)
        tests.expect(not any("with" in path for piece in pieces.values() for path in piece["paths"]), name, pieces)


def accepts(tests, file, mechanism, piece):
    """What both checkers say, which has to be the same."""
    status, text = tests.run("check", file, tests.write("piece.json", piece))
    answer = second.check(mechanism, piece)
    tests.expect((status == 0) == (answer is None) and status in (0, 7), "the checkers differ", text, answer)
    return status == 0


def falsified(piece):
    """Evidence in which something of a union is missing or wrong."""
    for change in (lambda path: path["with"].pop(), lambda path: path["within"].pop(), lambda path: path["apart"].pop(),
                   lambda path: path["apart"].reverse(), lambda path: path.pop("with"), lambda path: path.pop("met"),
                   lambda path: path["within"].append(path["within"][0]), lambda path: path["with"].append(path["end"]),
                   lambda path: path.update(met=path["not_met"], not_met=path["met"]),
                   lambda path: path["with"].append(piece["paths"][0]["end"])):
        one = json.loads(json.dumps(piece))
        change(next(path for path in one["paths"] if "with" in path))
        yield one


def check_evidence(tests):
    """Shifts of a union are believed of just the paths that are one."""
    name = "folder4/spellings.py::first_is_best"
    file = name + ".model.json"
    with open(os.path.join(tests.folder, file), encoding="utf-8") as text:
        mechanism = linear.Mechanism(json.load(text))
    with open(os.path.join(tests.folder, name + ".glpk.shifts.json"), encoding="utf-8") as text:
        piece = json.load(text)
    del piece["input"]  # it is read with its model alone
    tests.expect(accepts(tests, file, mechanism, piece), "evidence is rejected")
    for one in falsified(piece):
        tests.expect(not accepts(tests, file, mechanism, one), "false evidence is accepted", one)


def check_told(tests):
    """What is told of paths that are one."""
    tests.write("back.py", SPELLINGS.replace("return i\n", "return len(noisy) - 1 - i\n"))
    words = ["--answers", "4", "back.py::above_all"]
    status, text = tests.run("explain", *words)
    tests.expect(status == 0 and "or another with its outputs" in " ".join(text.split()), text)
    status, text = tests.run("explain", "--format", "latex", *words)
    tests.expect(status == 0 and "Where a row is about several paths" in text and "\n  2, 4, 6, 8 & laplace" in text, text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(os.path.abspath(sys.argv[1]), folder)
        check_spellings(tests)
        check_trees(tests)
        check_evidence(tests)
        check_told(tests)
    for line in tests.wrong[:20]:
        print(*line)
    return len(tests.wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
