#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows, in Chromium: tables, the picture, inputs where a claim fails; nothing is wider than the window,
and no text is cut off.

usage: test_notebook.py COUPLET SOURCE [FOLDER for screenshots]"""
import os
import subprocess
import sys
import tempfile
import unittest

from devtools import Browser

COUPLET, SOURCE = map(os.path.abspath, sys.argv[1:3])
PICTURES = sys.argv[3] if len(sys.argv) > 3 else None

# Tables and pictures, with the widths of those that do not fit.
SHOWN = """({tables: [...document.querySelectorAll("table")].map(one => one.innerText),
  pictures: [...document.querySelectorAll("svg")].filter(one => one.getBoundingClientRect().height > 50).length,
  text: document.body.innerText,
  cut: [...document.querySelectorAll("td, th, pre")].filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)})"""


def outputs_of(notebook):
    """What its cells show when they are run, as a page without scripts."""
    done = subprocess.run(["jupyter-nbconvert", "--execute", "--to", "html", "--template", "basic", "--stdout", notebook],
                          capture_output=True, text=True, timeout=100, check=True,
                          env={**os.environ, "COUPLET": COUPLET, "PYTHONPATH": os.path.join(SOURCE, "python")})
    return "<!DOCTYPE html><meta charset=utf-8><body>" + done.stdout


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        handle, cls.page = tempfile.mkstemp(suffix=".html")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(outputs_of(os.path.join(SOURCE, "examples", "notebook.ipynb")))
        cls.browser = Browser()
        cls.browser.size(1000)
        cls.browser.visit(cls.page)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        os.unlink(cls.page)

    def test_it_shows_tables_a_picture_and_inputs(self):
        shown = self.browser.evaluate(SHOWN)
        self.assertGreaterEqual(len(shown["tables"]), 4)
        self.assertEqual(shown["pictures"], 1)
        for words in ("claim 1 holds, private, least d 1", "claim 1 fails, private, least d 3/2", "certified probabilities", "glpk-lp"):
            self.assertIn(words, shown["text"])
        if PICTURES is not None:
            with open(os.path.join(PICTURES, "notebook.png"), "wb") as file:
                file.write(self.browser.screenshot())

    def test_it_fits_the_window_without_errors(self):
        self.assertEqual(self.browser.errors(), [])
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 1000)
        self.assertEqual(self.browser.evaluate(SHOWN)["cut"], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
