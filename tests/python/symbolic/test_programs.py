# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them are read; with COUPLET=…/couplet, their least d is what the table says."""
import functools
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock
from fractions import Fraction

from helping import HEAD, read
from programs import PROGRAMS

from couplet.symbolic.automaton import named_by_code, unrolled

COUPLET = os.environ.get("COUPLET")


class Programs(unittest.TestCase):

    def test_they_are_read(self):
        for name, _, any_length, _ in PROGRAMS:
            with self.subTest(name):
                models, errors = models_of(name, 2)
                self.assertEqual(errors, [])
                self.assertEqual([len(one["linear"]["lists"]) for one in models], [1])
                if any_length != "?":
                    self.assertIn("automaton", models_of(name, 0)[0][0])

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_least_d_as_the_program_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            expected = {}
            for name, _, any_length, text in PROGRAMS:
                if any_length != "?":
                    pathlib.Path(folder, f"{name}.py").write_text(HEAD + text)
                    expected[name] = any_length
            found = verdicts(folder, [f"{name}.py::f" for name in expected])
        for name, cost in expected.items():
            with self.subTest(name):
                self.assertEqual(found.get(name), cost)

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_least_d_of_lists(self):
        for n in (1, 2, 3):
            expected = {name: costs[n - 1] for name, costs, *_ in PROGRAMS if costs[n - 1] != "?"}
            found = verdicts_of({name: models_of(name, n)[0][0]["linear"] for name in expected})
            for name, cost in expected.items():
                with self.subTest(name, answers=n):
                    self.assertEqual(found.get(name), cost)

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_automata_as_far_as_lists_go_cost_what_the_lists_cost(self):
        for n in (1, 2, 3):
            expected = {name: costs[n - 1] for name, costs, any_length, _ in PROGRAMS
                        if any_length not in ("?", "none") and costs[n - 1] != "?" and automaton_of_any(name) is not None}
            found = verdicts_of({name: named_by_code(unrolled(automaton_of_any(name), n), {}) for name in expected})
            self.assertGreater(len(expected), 30)
            for name, cost in expected.items():
                with self.subTest(name, answers=n):
                    if name.startswith("window"):  # the first samples have fewer answers than the model's
                        self.assertGreaterEqual(Fraction(found[name]), Fraction(cost))
                    else:
                        self.assertEqual(found.get(name), cost)


TEXTS = {name: text for name, *_, text in PROGRAMS}


@functools.cache
def models_of(name, answers):
    """The models of a program and its errors: for lists of so many answers, 0 = of any length, states not yet named."""
    settings = {"python.answers": str(answers)} if answers else {}
    with unittest.mock.patch("couplet.symbolic.reading.named_by_code", lambda automaton, assigned: automaton):
        return read(TEXTS[name], "f", **settings)


def automaton_of_any(name):
    """That for lists of any length, where it begins before the first answer; None = it has none."""
    automaton = models_of(name, 0)[0][0].get("automaton")
    return automaton if automaton is not None and automaton["initial"] == "begin" else None


def verdicts_of(models):
    """What the program says of models by their names."""
    with tempfile.TemporaryDirectory() as folder:
        for name, model in models.items():
            pathlib.Path(folder, f"{name}.json").write_text(json.dumps(model))
        return verdicts(folder, [f"{name}.json" for name in models])


def verdicts(folder, files):
    """The least d that suffices of each file by its stem, or a word."""
    done = subprocess.run([COUPLET, "verify", "--report", "json", *files], capture_output=True, text=True, timeout=600, cwd=folder)
    return {pathlib.Path(said["file"]).stem: {"private": said["cost"], "not-private": "none"}.get(said["verdict"], said["verdict"])
            for said in map(json.loads, done.stdout.splitlines())}


if __name__ == "__main__":
    unittest.main()
