#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The magic %%couplet in a shell of IPython, and the notebook of the examples, run by jupyter nbconvert."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "python"))
NOTEBOOK = SOURCE / "examples" / "notebook.ipynb"

TEXT = """mechanism m(c = 1) {
  threshold x = public + lap(2/eps);
  repeat c {
    loop {
      q = private + lap(4/eps);
      if q >= x { output top; break; } else { output bot; }
    }
  }
}"""
FUNCTION = """from numpy.random import laplace

def above(queries, threshold, eps, scale=2):
    noisy = threshold + laplace(0, 2 / eps)
    answers = []
    for query in queries:
        if query + laplace(0, scale / eps) >= noisy:
            answers.append(True)
            break
        answers.append(False)
    return answers
"""


def tables(shown):
    """What is a table of what a cell shows."""
    return [one.data["text/html"] for one in shown.outputs if "<table>" in one.data.get("text/html", "")]


class Magic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shell = InteractiveShell.instance()
        cls.shell.run_line_magic("load_ext", "couplet")

    def run_cell(self, line, cell):
        with capture_output() as shown:
            self.shell.run_cell_magic("couplet", line, cell)
        return shown

    def test_a_text_is_a_table_with_its_verdict(self):
        shown = self.run_cell("1", TEXT)
        self.assertIn("<b>m</b>: claim 1 holds, private, least d 1", tables(shown)[0])
        self.assertEqual(len(shown.outputs), 1)

    def test_a_claim_that_fails_has_inputs(self):
        shown = self.run_cell("-D c=2 1", TEXT)
        self.assertIn("claim 1 fails", tables(shown)[0])
        told = shown.outputs[1].data["text/html"]
        self.assertIn("path: ", told)
        self.assertIn("certified probabilities", told)

    def test_several_values_are_a_sweep(self):
        self.assertIn("<th>c</th><th>answer</th>", tables(self.run_cell("-D c=1..3", TEXT))[0])

    def test_a_function_is_read_from_its_cell(self):
        shown = self.run_cell("--private queries 1", FUNCTION)
        self.assertIn("<b>above</b>: claim 1 fails", tables(shown)[0])
        told = shown.outputs[1].data["text/html"]
        self.assertIn("cell::above: claim 1 fails", told)
        self.assertIn("line 8", told)  # the comparison: the magic is line 1 of the cell
        self.assertIn("above", self.shell.user_ns)

    def test_parameters_and_options_are_those_of_the_function(self):
        shown = self.run_cell("--private queries -D scale=4 -o python.adjacency=one 1", FUNCTION)
        self.assertIn("claim 1 holds", tables(shown)[0])

    def test_functions_with_a_comment_are_all_verified(self):
        cell = FUNCTION + "\n# couplet: private queries\n" + FUNCTION.partition("\n\n")[2].replace("above", "other")
        cell += "\ndef helper():\n    return 1\n"
        self.assertIn("<b>other</b>", tables(self.run_cell("", cell))[0])
        self.assertEqual(len(tables(self.run_cell("", cell))), 1)

    def test_what_is_refused_is_a_message_with_its_line(self):
        with self.assertRaisesRegex(UsageError, r"2:\d+: "):
            self.run_cell("", "mechanism m {\n  threshold x = ;\n}")

    def test_a_wrong_line_is_a_message(self):
        for line, told in (("--nothing", "unrecognized"), ("-D c", "NAME=VALUE"), ("1 2", "unrecognized")):
            with self.assertRaisesRegex(UsageError, told):
                self.run_cell(line, TEXT)

    def test_a_cell_that_fails_shows_its_own_error(self):
        with capture_output() as shown:
            self.shell.run_cell_magic("couplet", "1", "1 / 0\n" + FUNCTION)
        self.assertIn("ZeroDivisionError", shown.stdout)
        self.assertEqual(tables(shown), [])


class Package(unittest.TestCase):
    def test_the_package_does_without_ipython(self):
        code = "import couplet, sys; couplet.verify, couplet.Sweep, couplet.compare; sys.exit('IPython' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], check=True, timeout=60,
                       env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})


class Example(unittest.TestCase):
    def test_the_notebook_has_no_outputs(self):
        cells = json.loads(NOTEBOOK.read_text())["cells"]
        self.assertTrue(5 <= len(cells) <= 8)
        self.assertTrue(all(cell.get("outputs", []) == [] and cell.get("execution_count") is None for cell in cells))

    def test_the_notebook_runs(self):
        done = subprocess.run(["jupyter-nbconvert", "--execute", "--to", "notebook", "--stdout", str(NOTEBOOK)],
                              capture_output=True, timeout=100, check=False,
                              env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        shown = "".join("".join(output["data"].get("text/html", "")) for cell in json.loads(done.stdout)["cells"]
                        for output in cell.get("outputs", []) if "data" in output)
        for words in ("claim 1 holds, private, least d 1", "<svg", "claim 1 fails, private, least d 3/2", "certified probabilities",
                      "<th>glpk-lp</th>", "<td>≤ 1</td>", "<td>≥ 1164843/1000000</td>", "<td>4</td><td>claim 1 fails, private, least d 25/4</td>"):
            self.assertIn(words, shown)


if __name__ == "__main__":
    unittest.main()
