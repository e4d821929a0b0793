# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them are read; with COUPLET=…/couplet, their least d is what the table says."""
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

from couplet.symbolic.automaton import named_by_lines, unrolled

COUPLET = os.environ.get("COUPLET")


class Programs(unittest.TestCase):

    def test_they_are_read(self):
        for name, _, _, text in PROGRAMS:
            with self.subTest(name):
                models, errors = read(text, "f", **{"python.answers": "2"})
                self.assertEqual(errors, [])
                self.assertEqual([len(one["linear"]["lists"]) for one in models], [1])

    def test_lists_of_any_length(self):
        for name, _, any_length, text in PROGRAMS:
            if any_length != "?":
                with self.subTest(name):
                    models, _ = read(text, "f")
                    self.assertIn("automaton", models[0])

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_least_d(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, *_, text in PROGRAMS:
                (pathlib.Path(folder) / f"{name}.py").write_text(HEAD + text)
            for n in range(4):
                expected = {name: [any_length, *costs][n] for name, costs, any_length, _ in PROGRAMS
                            if [any_length, *costs][n] != "?"}
                found = self.verdicts(folder, expected, n)
                for name, cost in expected.items():
                    with self.subTest(name, answers=n):
                        self.assertEqual(found.get(name), cost)

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_automata_as_far_as_lists_go_cost_what_the_lists_cost(self):
        for n in (1, 2, 3):
            with tempfile.TemporaryDirectory() as folder:
                expected = {}
                for name, costs, any_length, text in PROGRAMS:
                    with unittest.mock.patch("couplet.symbolic.reading.named_by_lines", lambda automaton: automaton):
                        models, _ = read(text, "f") if any_length not in ("?", "none") else ([{}], [])
                    automaton = models[0].get("automaton")
                    if automaton is not None and automaton["initial"] == "begin" and costs[n - 1] != "?":
                        pathlib.Path(folder, f"{name}.json").write_text(json.dumps(named_by_lines(unrolled(automaton, n))))
                        expected[name] = costs[n - 1]
                words = [COUPLET, "verify", "--report", "json", *(f"{name}.json" for name in expected)]
                done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=folder)
                for said in map(json.loads, done.stdout.splitlines()):
                    name = said["file"].removesuffix(".json")
                    with self.subTest(name, answers=n):
                        cost = said["cost"] or "0"
                        if name.startswith("window"):  # the first samples have fewer answers than the model's
                            self.assertGreaterEqual(Fraction(cost), Fraction(expected[name]))
                        else:
                            self.assertEqual(cost, expected[name])
                self.assertGreater(len(expected), 30)

    @staticmethod
    def verdicts(folder, names, n):
        """Those of the programs: one run reads them all."""
        answers = ["-o", f"python.answers={n}"] if n else []
        words = [COUPLET, "verify", "--report", "json", *answers, *[f"{name}.py::f" for name in names]]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=folder)
        found = {}
        for said in map(json.loads, done.stdout.splitlines()):
            verdict = {"private": said["cost"], "not-private": "none"}.get(said["verdict"], said["verdict"])
            found[said["file"].removesuffix(".py")] = verdict
        return found


if __name__ == "__main__":
    unittest.main()
