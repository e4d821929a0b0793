#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""assert_private() in tests, and claims in comments that pytest collects."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python"
COUPLET = os.environ["COUPLET"]
sys.path.insert(0, str(PACKAGE))
import couplet  # noqa: E402

MECHANISMS = '''\
import numpy as np


# couplet: claim 1
# couplet: -D c=2
def right(queries, T, c, epsilon):
    out, count = [], 0
    rho = T + np.random.laplace(0, 2 * 1 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 * c / epsilon) >= rho:
            out.append(True)
            count += 1
            if count >= c:
                break
        else:
            out.append(False)
    return out


# couplet: claim 1
def wrong(queries, T, epsilon):
    rho = T + np.random.laplace(0, 2 / epsilon)
    return [q + np.random.laplace(0, 2 / epsilon) >= rho for q in queries]


def silent(queries, T, epsilon):
    rho = T + np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= rho:
            return True
    return False
'''
TESTS = '''\
import couplet
import pytest
from mechanisms import right, silent, wrong


@pytest.mark.parametrize("c", [1, 2, 3])
def test_right(c):
    assert couplet.assert_private(right, claim=1, parameters={"c": c}).least_d == 1


def test_wrong():
    couplet.assert_private(wrong, claim=1)


def test_silent():
    couplet.assert_private(silent)
'''
SCALED = """mechanism scaled {
  threshold x = public + lap(2/eps);
  q = private + lap(1/eps);
  if q >= x { output top; } else { output bot; }
}
"""


class Assertions(unittest.TestCase):
    def test_a_claim_that_holds_returns_the_result(self):
        self.assertEqual(couplet.assert_private(SCALED, claim=2).cost, couplet.verify(SCALED).cost)

    def test_without_a_claim_any_d_will_do(self):
        self.assertEqual(couplet.assert_private(SCALED).verdict, "private")

    def test_a_claim_that_fails_is_told_with_path_and_certified_inputs(self):
        with self.assertRaises(AssertionError) as raised:
            couplet.assert_private(SCALED, claim="1/4")
        text = str(raised.exception)
        self.assertIn("claim 1/4 fails: the least d is", text)
        self.assertRegex(text, r"(?m)^path: \S+")
        self.assertIn("inputs of ", text)
        self.assertIn("+/-", text)  # probabilities are intervals

    def test_what_is_not_known_fails_too(self):
        with self.assertRaisesRegex(AssertionError, "claim 3/4 is open"):
            couplet.assert_private(PACKAGE.parent / "examples" / "mechanisms" / "outside-a-range.svt", claim="3/4")


class Pytest(unittest.TestCase):
    def run_pytest(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mechanisms.py").write_text(MECHANISMS)
            pathlib.Path(folder, "test_mechanisms.py").write_text(TESTS)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "couplet.pytest_plugin", "-p", "no:cacheprovider", *arguments],
                cwd=folder, capture_output=True, text=True, check=False,
                env={**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"})
        return done.returncode, done.stdout

    def test_functions_are_asserted_in_tests(self):
        status, output = self.run_pytest("-q")
        self.assertEqual(status, 1, output)
        self.assertIn("1 failed, 4 passed", output)
        self.assertIn("claim 1 fails", output)

    def test_claims_in_comments_are_collected(self):
        status, output = self.run_pytest("--couplet", "-v", "mechanisms.py")
        self.assertEqual(status, 1, output)
        self.assertIn("mechanisms.py::right PASSED", output)
        self.assertIn("mechanisms.py::wrong FAILED", output)
        self.assertNotIn("silent", output)

    def test_without_the_option_comments_are_not_collected(self):
        self.assertEqual(self.run_pytest("mechanisms.py")[0], 5)

    def test_a_file_that_is_no_python_is_an_error_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "broken.py").write_text("# couplet: claim 1\ndef broken(:\n")
            done = subprocess.run([sys.executable, "-m", "pytest", "-p", "couplet.pytest_plugin", "-p",
                                   "no:cacheprovider", "--couplet"], cwd=folder, capture_output=True,
                                  text=True, check=False, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(re.search(r"broken\.py:2", done.stdout), done.stdout)


if __name__ == "__main__":
    unittest.main()
