#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picture of README.md in Chromium: the one of the browser's colours is shown, its columns stand below each
other, and it fits the page.

usage: test_readme.py SOURCE [FOLDER for screenshots]"""
import os
import re
import sys
import tempfile
import unittest

from devtools import Browser

SOURCE = os.path.abspath(sys.argv[1])
PICTURES = sys.argv[2] if len(sys.argv) > 2 else None
DOCS = os.path.join(SOURCE, "docs")

# How wide each line of text is drawn, in pixels, and of how many letters it is.
LINES = "[...document.querySelectorAll('text')].map(text => [text.getBBox().width, text.textContent.length])"


class Picture(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(SOURCE, "README.md"), encoding="utf-8") as file:
            element = re.search(r"<picture>.*?</picture>", file.read(), re.S)[0]
        handle, cls.page = tempfile.mkstemp(suffix=".html")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f'<!DOCTYPE html><base href="file://{SOURCE}/"><style>body {{ margin: 0 }}</style>{element}')
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        os.unlink(cls.page)

    def test_each_choice_of_colours_has_its_picture_and_it_fits_the_page(self):
        self.browser.size(900)
        for scheme in ("light", "dark"):
            self.browser.media(scheme=scheme)
            self.browser.visit(self.page)
            self.assertEqual(self.browser.errors(), [])
            shown, width = self.browser.evaluate("(image => [image.currentSrc, image.getBoundingClientRect().width])"
                                                 "(document.querySelector('img'))")
            self.assertTrue(shown.endswith(f"/docs/explain-{scheme}.svg"), shown)
            self.assertTrue(300 < width <= 900, width)
            if PICTURES is not None:
                with open(os.path.join(PICTURES, f"readme-{scheme}.png"), "wb") as file:
                    file.write(self.browser.screenshot())
        self.browser.media()

    def test_letters_have_one_width_so_that_columns_stand_below_each_other(self):
        for name in ("explain-light.svg", "explain-dark.svg"):
            self.browser.visit(os.path.join(DOCS, name))
            lines = self.browser.evaluate(LINES)
            self.assertGreater(len(lines), 15)
            widths = [width / letters for width, letters in lines]
            self.assertLess(max(widths) - min(widths), 0.2, "letters and blanks are equally wide")
            most = self.browser.evaluate("document.documentElement.viewBox.baseVal.width")
            self.assertLess(max(width for width, _ in lines), most)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
