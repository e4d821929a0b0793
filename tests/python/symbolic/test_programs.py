# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them are read; with COUPLET=…/couplet, their least d is what the table says."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from helping import HEAD, read
from programs import PROGRAMS

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
            for name, costs, any_length, text in PROGRAMS:
                file = pathlib.Path(folder) / f"case_{name}.py"
                file.write_text(HEAD + text)
                for n, cost in enumerate([any_length, *costs]):
                    if cost != "?":
                        with self.subTest(name, answers=n):
                            self.assertEqual(self.verdict(file, n), cost)

    def verdict(self, file, n):
        answers = ["-o", f"python.answers={n}"] if n else []
        words = [COUPLET, "verify", "--report", "json", *answers, f"{file}::f"]
        said = json.loads(subprocess.run(words, capture_output=True, text=True, timeout=60).stdout.splitlines()[-1])
        return {"private": said["cost"], "not-private": "none"}.get(said["verdict"], said["verdict"])


if __name__ == "__main__":
    unittest.main()
