#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""assert_private() in tests, and claims in comments that pytest collects."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "python"
COUPLET = os.environ["COUPLET"]
sys.path.insert(0, str(PACKAGE))
import couplet  # noqa: E402
from couplet.configuration import read_configuration  # noqa: E402

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
        self.assertRegex(text, r"(?m)^inputs of two adjacent runs, at epsilon = 1:\n  answers = \[0.*\]\n  answers = \[")
        self.assertRegex(text, r"certified probabilities of these outputs: .* \+/- .* and .* \+/- ")

    def test_functions_are_told_by_their_lines_and_arguments(self):
        def most(queries, epsilon):
            a = queries[0] + random.expovariate(epsilon) - random.expovariate(epsilon)
            if queries[1] + random.expovariate(epsilon) - random.expovariate(epsilon) > 3:
                return a
            return 0
        with self.assertRaises(AssertionError) as raised:
            couplet.assert_private(most, claim="1/2")
        text = str(raised.exception)
        line = most.__code__.co_firstlineno
        self.assertIn("claim 1/2 fails: the least d is 2", text)
        for number, code in ((1, "a = queries[0]"), (2, "if queries[1]")):
            self.assertRegex(text, rf"(?m)^  line {line + number}: {re.escape(code)}")
        self.assertRegex(text, r"(?m)^  queries = \[\S+, \S+\]\n  queries = \[")
        self.assertIn("certified densities of these outputs: ", text)

    def test_options_hold_for_the_inputs_too(self):
        def release(queries, epsilon, key):
            return [q + random.expovariate(epsilon) - random.expovariate(epsilon) for q in queries]
        with self.assertRaises(AssertionError) as raised:
            couplet.assert_private(release, claim=1, parameters={"key": "[1, 2]"},
                                   options={"python.adjacency": "monotonic", "python.answers": 2})
        inputs = re.search(r"  queries = \[(.*), (.*)\]\n  queries = \[(.*), (.*)\]", str(raised.exception))
        moved = {int(b) - int(a) for a, b in zip(inputs.groups()[:2], inputs.groups()[2:])}
        self.assertIn(moved, ({1}, {-1}))  # as counts move

    def test_what_is_not_known_fails_too(self):
        with self.assertRaisesRegex(AssertionError, "claim 3/4 is open"):
            couplet.assert_private(PACKAGE.parent / "examples" / "mechanisms" / "outside-a-range.svt", claim="3/4")


class Pytest(unittest.TestCase):
    def run_pytest(self, *arguments, configuration="", mechanisms=MECHANISMS):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mechanisms.py").write_text(mechanisms)
            pathlib.Path(folder, "pyproject.toml").write_text(configuration)
            pathlib.Path(folder, "test_mechanisms.py").write_text(TESTS)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "couplet.pytest_plugin", "-p", "no:cacheprovider", *arguments],
                cwd=folder, capture_output=True, text=True, check=False,
                env={**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"})
        return done.returncode, done.stdout + done.stderr

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
        line = 1 + MECHANISMS[:MECHANISMS.index("def wrong")].count("\n")
        self.assertIn(f"mechanisms.py:{line}: wrong: claim 1 fails: it is not private for any d", output)
        self.assertRegex(output, rf"  line {line + 2}: return \[q \+ .* → outputs 1 \(2 times\)\n")
        self.assertIn("  queries = [0, 0, 0]\n  queries = [-1, -1, 1]\n", output)
        self.assertIn("certified probabilities of these outputs: [0.0833", output)

    def test_what_comments_leave_out_is_not_collected(self):
        left_out = MECHANISMS.replace("def wrong(queries, T, epsilon):", "def wrong(queries, T, epsilon):  # couplet: ignore")
        status, output = self.run_pytest("--couplet", "mechanisms.py", mechanisms=left_out)
        self.assertEqual((status, "1 passed" in output), (0, True), output)
        left_out = left_out.replace("# couplet: -D c=2", "# couplet: ignore").replace("def silent", "# couplet: ignore\ndef silent")
        status, output = self.run_pytest("--couplet", "mechanisms.py", mechanisms=left_out)
        self.assertEqual((status, "no tests ran" in output), (5, True), output)

    def test_options_and_values_are_those_of_pyproject(self):
        without = MECHANISMS.replace("# couplet: -D c=2\n", "")
        self.assertIn("the argument 'c' needs a value", self.run_pytest("--couplet", "mechanisms.py", mechanisms=without)[1])
        status, output = self.run_pytest("--couplet", "-v", "mechanisms.py", mechanisms=without, configuration="""
            [tool.couplet]
            values = {c = 4, unused = [1, 2]}
            options = {"python.adjacency" = "monotonic", python.sensitivity = 2}
            """)
        self.assertIn("mechanisms.py::right FAILED", output)  # of answers that move by 2
        self.assertRegex(output, r"right: claim 1 fails: the least d is 3/2 ")
        self.assertRegex(output, r"wrong: claim 1 fails: .*\n.*\nlines of the path:\n  line \d+: rho = T .*\n  line \d+: return .*")

    def test_strict_lets_warnings_fail(self):
        warned = MECHANISMS[:MECHANISMS.index("# couplet: claim 1\ndef wrong")].replace("4 * c", "2 * 2 ** 0.5 * 2 ** 0.5 * c")
        for configuration, passed in ("", True), ("[tool.couplet]\nstrict = true", False):
            status, output = self.run_pytest("--couplet", "mechanisms.py", mechanisms=warned, configuration=configuration)
            self.assertEqual((status == 0, "warning: " in output), (passed, not passed), output)

    def test_the_program_is_that_of_pyproject(self):
        configuration = "[tool.couplet]\nprogram = './no-program'"
        status, output = self.run_pytest("--couplet", "mechanisms.py", configuration=configuration)
        self.assertRegex(output, r"/no-program: there is no such program")
        status, output = self.run_pytest("--couplet", f"--couplet-program={COUPLET}", "mechanisms.py", configuration=configuration)
        self.assertIn("1 failed, 1 passed", output)

    def test_a_program_of_a_word_of_its_own_does_not_move_the_folder(self):
        # pytest takes every word that is a path for one of its folders, and then all that they have in common
        status, output = self.run_pytest("--couplet", "--couplet-program", COUPLET, "mechanisms.py",
                                         configuration="[tool.couplet]\nstrict = 3")
        self.assertEqual(status, 4, output)
        self.assertIn("'strict' must be true or false", output)

    def test_wrong_keys_and_types_are_errors_that_name_the_file(self):
        for table, message in (("optoins = {}", "there is no key 'optoins'; did you mean 'options'?"),
                               ("paths = ['a']", "there is no key 'paths'; did you mean 'options'?"),
                               ("strict = 1", "'strict' must be true or false"), ("values = 3", "'values' must be a table"),
                               ("program = ['x']", "'program' must be a text"),
                               ("values = {c = {d = 1}}", "'values.c' must be a number, a text or a truth value or a list"),
                               ("options = {x = [1]}", "'options.x' must be a number, a text or a truth value")):
            with self.subTest(table), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "pyproject.toml").write_text(f"[tool.couplet]\n{table}")
                with self.assertRaisesRegex(couplet.CoupletError, re.escape(f"{folder}/pyproject.toml: [tool.couplet]: {message}")):
                    read_configuration(pathlib.Path(folder))
        status, output = self.run_pytest("--couplet", "mechanisms.py", configuration="[tool.couplet]\nstrict = 1")
        self.assertEqual(status, 4, output)
        self.assertRegex(output, r"ERROR: /.*pyproject\.toml: \[tool\.couplet\]: 'strict' must be true or false")
        self.assertEqual(self.run_pytest("mechanisms.py", configuration="[tool.couplet]\nstrict = 1")[0], 5)  # nobody asks

    def test_the_table_is_found_above_the_folder_of_tests(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder, "one", "two")
            root.mkdir(parents=True)
            (root / "pyproject.toml").write_text("[tool.other]\n")
            pathlib.Path(folder, "pyproject.toml").write_text("[tool.couplet]\nvalues = {c = 3}")
            self.assertEqual(read_configuration(root).values, {"c": "3"})
            pathlib.Path(folder, "pyproject.toml").write_text("= 1")
            with self.assertRaisesRegex(couplet.CoupletError, r"pyproject\.toml: it is not valid TOML: "):
                read_configuration(root)

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
