#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The least d of the linear mechanisms in examples/linear, by glpk; their evidence; and what refute
and explain say of them.

usage: test_linear_examples.py COUPLET SOURCE"""
import json
import os
import subprocess
import sys
import tempfile

# verdict, cost, what is proven necessary
KNOWN = {
    "above_threshold": ("private", "3/4", "3/4"),
    "above_threshold_up_to": ("unknown", None, "3/4"),
    "no_interior": ("private", "1", "1"),
    "noisy_max": ("private", "1", "1"),
    "noisy_max_discrete": ("private", "1", "1"),
    "one_noise": ("not-private", None, None),
    "partial_sums": ("private", "2", "2"),
    "shared": ("private", "0", "0"),
}


# what refute says of the claim 1/2: its status, and words
REFUTED = {
    "above_threshold": (10, ["output 2", "loss: at least 0."]),
    "above_threshold_up_to": (10, ["loss: at least 0."]),
    "no_interior": (10, ["probability of these outputs", "claimed: 1/2"]),
    "noisy_max": (10, ["loss: at least 0."]),
    "noisy_max_discrete": (10, ["output 2", "probability of these outputs", "loss: at least 0.5"]),
    "one_noise": (10, ["a counterexample at epsilon = 1"]),
    "partial_sums": (10, ["output above", "density of these outputs", "claimed: 1/2"]),
    "shared": (0, ["the claim 1/2 holds"]),
}

# what explain tells
TOLD = {
    "above_threshold": ["finds that a1 - z1 + z2 >= 0 is false", "outputs 2", "3/4"],
    "noisy_max": ["Both runs take this path;", "outputs 0"],
    "one_noise": ["no shifts are possible", "finds that a2 + z1 >= 0 is"],
    "partial_sums": ["draws z2: laplace, rate 1/2", "outputs a1 + z1", "2·ε"],
    "shared": ["0·ε"],
}


class Run:
    def __init__(self, couplet):
        self.couplet, self.wrong = couplet, 0

    def __call__(self, *words):
        result = subprocess.run([self.couplet, *words], capture_output=True, text=True, timeout=60)
        return result.returncode, result.stdout, result.stderr

    def expect(self, status, texts, *words):
        got, output, error = self(*words)
        if got != status or not all(text in output + error for text in texts):
            print("%s: status %d, not %d with %s: %s%s" % (words, got, status, texts, output, error))
            self.wrong += 1


def with_each_key_once(pairs):
    """An object of JSON; a key that stands twice is an error."""
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


def check_verdict(run, name, path):
    report = json.loads(run("verify", "--optimizers", "glpk", "--report", "json", path)[1],
                        object_pairs_hook=with_each_key_once)
    found = tuple(report[key] for key in ("verdict", "cost", "at_least"))
    if found != KNOWN[name]:
        print("%s: %s" % (name, found))
        run.wrong += 1


def check_reason(run, examples, folder):
    """The reason of what is unknown is that of the stage that tried, not that others take no linear mechanisms."""
    with open(os.path.join(examples, "noisy_max_discrete.json"), encoding="utf-8") as text:
        mechanism = {**json.load(text), "sensitivity": "3"}
    path = os.path.join(folder, "threefold.json")
    with open(path, "w", encoding="utf-8") as text:
        json.dump(mechanism, text)
    report = json.loads(run("verify", "--report", "json", path)[1])
    if report["verdict"] != "unknown" or "whole numbers" not in report["reason"]:
        print("the reason: %s, %s" % (report["verdict"], report["reason"]))
        run.wrong += 1


GAP = """import numpy as np

def gap(answers, epsilon, k):
    noisy = [answer + np.random.laplace(0, k / epsilon) for answer in answers]
    place = int(np.argmax(noisy))
    others = [other for i, other in enumerate(noisy) if i != place]
    return place, noisy[place] - max(others)
"""


def check_solved_reason(run, folder):
    """Nor is it where a parameter is looked for between what is enough and what is necessary."""
    path = os.path.join(folder, "gap.py")
    with open(path, "w", encoding="utf-8") as text:
        text.write(GAP)
    words = ["verify", "-q", "--report", "json", "--solve", "k", "--at-most", "1", "-D", "k=1..4", "--answers", "4"]
    for more, told in ([], "prove too little"), (["--deciders", "graph,z3", "--optimizers", ""], "every path has shifts"):
        solved = json.loads(run(*words, *more, path)[1])["solve"]
        if solved["found"] != "unknown" or told not in solved["reason"]:
            print("the reason of what is looked for: %s" % solved)
            run.wrong += 1


def check_outputs(run, examples):
    """What single outputs cost, in words; of lists that are examples, of the longest."""
    texts = ["outputs 0: 1/4", "outputs 1: 1/2", "outputs 2: 3/4", "outputs with 0 x none: 3/4"]
    for name, status, more in (("above_threshold", 0, []),
                               ("above_threshold_up_to", 11, ["--by-output is about lists of 3 answers"])):
        run.expect(status, texts + more, "verify", "--by-output", os.path.join(examples, name + ".json"))
    run.expect(0, ["outputs a real number, above: 2"], "verify", "--by-output",
               os.path.join(examples, "partial_sums.json"))
    run.expect(0, ["outputs 2: 1"], "verify", "--by-output", os.path.join(examples, "noisy_max.json"))
    run.expect(10, ["outputs first: without bound", "outputs with 0 x first: 1"], "verify", "--by-output",
               os.path.join(examples, "one_noise.json"))


def falsify(evidence):
    """Evidence for more than is true: a lower cost, or a higher one."""
    if evidence.get("cost") is None:
        evidence["paths"].pop()
    elif evidence["kind"] == "shifts":
        evidence["cost"] = "-1/100"
    else:
        evidence["cost"] = "100"


def check_evidence(run, folder, name, path):
    """What is written is accepted, also without trust in the stage; falsified it has status 7."""
    verdict = KNOWN[name][0]
    status = {"private": 0, "not-private": 10, "unknown": 11}[verdict]
    out = os.path.join(folder, name)
    run.expect(status, [], "verify", "--optimizers", "glpk", "--require-evidence",
               "--evidence-dir", out, path)
    run.expect(0, ["accepted"], "check", out)
    for file in os.listdir(out):
        with open(os.path.join(out, file), encoding="utf-8") as text:
            evidence = json.load(text)
        if "couplet_evidence" not in evidence:
            continue
        falsify(evidence)
        false = os.path.join(folder, "false.json")
        with open(false, "w", encoding="utf-8") as text:
            json.dump(evidence, text)
        run.expect(7, ["rejected"], "check", path, false)


def check_processes(run, folder, paths):
    """Evidence that comes from other processes is the same."""
    out = os.path.join(folder, "processes")
    run.expect(10, [], "verify", "-j", "2", "--optimizers", "glpk", "--evidence-dir", out, *paths)
    n = 2 * len(KNOWN) - 2  # one_noise has no shifts, and shared costs nothing
    run.expect(0, ["%d of %d accepted" % (n, n)], "check", out)


def check_explained(run, name, path):
    status = {"private": 0, "not-private": 10, "unknown": 11}[KNOWN[name][0]]
    for form in ("text", "markdown", "latex"):
        # other formats set the same words in other ways
        run.expect(status, TOLD.get(name, []) if form == "text" else ["necessary" if name != "shared"
                                                                       else "private"],
                   "explain", "--format", form, path)
    run.expect(2, ["it is a linear mechanism"], "explain", "--dot", path)


def main():
    run, folder = Run(os.path.abspath(sys.argv[1])), os.path.join(sys.argv[2], "examples", "linear")
    with tempfile.TemporaryDirectory() as scratch:
        for name in sorted(KNOWN):
            path = os.path.join(os.path.abspath(folder), name + ".json")
            check_verdict(run, name, path)
            check_evidence(run, scratch, name, path)
            check_explained(run, name, path)
            status, texts = REFUTED[name]
            run.expect(status, texts, "refute", "--claim", "1/2", path)
        check_reason(run, folder, scratch)
        check_solved_reason(run, scratch)
        check_processes(run, scratch, [os.path.join(folder, name + ".json") for name in KNOWN])
    check_outputs(run, folder)
    known = {name + ".json" for name in KNOWN} == set(os.listdir(folder))
    return run.wrong > 0 or not known


if __name__ == "__main__":
    sys.exit(main())
