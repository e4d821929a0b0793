#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of --report html in Chromium: it loads without an error or a request, sorts, and is
readable: no words overlap, nothing is wider than the window, colours have contrast.

usage: test_page.py COUPLET EXAMPLES [FOLDER for screenshots]"""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

from devtools import Browser

COUPLET, EXAMPLES = sys.argv[1:3]
PICTURES = sys.argv[3] if len(sys.argv) > 3 else None
WIDTHS = (400, 1400)

# Pairs of words that are drawn over each other: the boxes of all texts, line by line. Two of
# pixels are let pass, which letters do not fill. Parts that scroll away are not seen.
OVERLAPS = """(() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()) !== null;) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, style, title, details:not([open]) > :not(summary)"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 0)
        boxes.push({left: box.left + 2, right: box.right - 2, top: box.top + scrollY + 3,
                    bottom: box.bottom + scrollY - 3, text: node.data.trim()});
  }
  boxes.sort((a, b) => a.top - b.top);
  const found = [];
  boxes.forEach((a, i) => {
    for (let j = i + 1; j < boxes.length && boxes[j].top < a.bottom; j++) {
      const b = boxes[j];
      if (a.left < b.right && b.left < a.right && a.top < b.bottom)
        found.push([a.text, b.text]);
    }
  });
  return found;
})()"""

# Words of plots that are cut off at a side.
OUTSIDE = """[...document.querySelectorAll(".plot svg")].flatMap(plot => {
  const all = plot.getBoundingClientRect();
  return [...plot.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < all.left || box.right > all.right || box.top < all.top || box.bottom > all.bottom;
  }).map(text => text.textContent);
})"""

# Words with too little contrast to what lies behind them (WCAG 2, 4.5 to 1).
FAINT = """(() => {
  const parts = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = parts(colour).map(c => (c /= 255, c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = element => {
    for (; element !== null; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if ((parts(colour)[3] ?? 1) > 0)
        return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()) !== null;) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, .picture"))
      continue;
    const style = getComputedStyle(element);
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [light(colour), light(behind(element))];
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (contrast < 4.5)
      faint.push([node.data.trim(), contrast]);
  }
  return faint;
})()"""

COLUMN = """[...document.querySelectorAll("#files tbody tr")].map(row =>
  row.cells[%d].dataset.key ?? row.cells[%d].textContent)"""


def make_page(command, files, *options):
    """A page in a file of its own, which the caller deletes."""
    handle, path = tempfile.mkstemp(suffix=".html")
    with os.fdopen(handle, "wb") as page:
        result = subprocess.run([COUPLET, command, "-q", "--report", "html", *options, *files],
                                stdout=page, check=False)
    assert result.returncode in (0, 10, 11), result.returncode
    return path


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        files = sorted(glob.glob(os.path.join(EXAMPLES, "mechanisms", "*.svt")))
        cls.pages = {"examples": make_page("verify", files),
                     "one": make_page("verify", files[:1], "--claim=1/2"),
                     "comparison": make_page("compare", files[:12])}
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        for path in cls.pages.values():
            os.unlink(path)

    def visit(self, name, width=1400):
        self.browser.size(width)
        self.browser.visit(self.pages[name])
        self.browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")

    def shoot(self, name):
        if PICTURES is not None:
            with open(os.path.join(PICTURES, name + ".png"), "wb") as file:
                file.write(self.browser.screenshot())

    def test_it_loads_without_an_error_or_a_request(self):
        for name, path in self.pages.items():
            self.visit(name)
            self.assertEqual(self.browser.errors(), [], name)
            self.assertEqual(self.browser.requests(), ["file://" + path], name)

    def test_no_words_overlap(self):
        for name in self.pages:
            for width in WIDTHS:
                self.visit(name, width)
                self.assertEqual(self.browser.evaluate(OVERLAPS), [], "%s, %d" % (name, width))
                self.shoot("%s-%d" % (name, width))

    def test_overlapping_words_would_be_found(self):
        self.visit("one")
        self.browser.evaluate("document.querySelector('h1').style.marginBottom = '-2rem'")
        self.assertNotEqual(self.browser.evaluate(OVERLAPS), [])

    def test_nothing_is_wider_than_the_window(self):
        for name in self.pages:
            for width in WIDTHS:
                self.visit(name, width)
                wide = self.browser.evaluate("document.documentElement.scrollWidth")
                self.assertLessEqual(wide, width, name)

    def test_words_of_plots_lie_inside(self):
        self.visit("comparison")
        self.assertEqual(self.browser.evaluate(OUTSIDE), [])

    def test_words_have_contrast(self):
        for scheme in ("light", "dark"):
            for name in self.pages:
                self.browser.media(scheme=scheme)
                self.visit(name)
                self.assertEqual(self.browser.evaluate(FAINT), [], "%s, %s" % (name, scheme))
                self.shoot("%s-%s" % (name, scheme))
        self.browser.media()

    def test_everything_is_open_on_paper(self):
        self.browser.size(1000)
        self.browser.visit(self.pages["examples"])
        self.assertGreater(self.browser.evaluate(
            "document.querySelectorAll('details:not([open])').length"), 10)
        self.browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('details:not([open])').length"), 0)

    def press(self, column):
        self.browser.evaluate(
            "document.querySelectorAll('#files thead button')[%d].click()" % column)
        return self.browser.evaluate(COLUMN % (column, column))

    def test_columns_of_numbers_sort_by_value(self):
        self.visit("examples")
        heads = self.browser.evaluate(
            "[...document.querySelectorAll('#files thead th')].map(head => head.textContent)")
        for name in ("least d", "d at least", "d at most", "time"):
            up, down = self.press(heads.index(name)), self.press(heads.index(name))
            values = [float(key) for key in up if key]
            self.assertGreater(len(values), 3)
            self.assertEqual(values, sorted(values), name)
            self.assertEqual([float(key) for key in down if key], values[::-1], name)
            self.assertEqual(up[:len(values)], [key for key in up if key], "empty ones are last")

    def test_columns_of_words_sort_by_name(self):
        self.visit("examples")
        files = self.press(0)
        self.assertEqual(files, sorted(files))
        self.assertEqual(self.press(0), files[::-1])
        verdicts = self.press(1)
        self.assertEqual(verdicts, sorted(verdicts))

    def test_promises_are_awaited(self):
        self.visit("one")
        self.assertEqual(self.browser.evaluate(
            "new Promise(done => setTimeout(() => done('later'), 10))"), "later")
        with self.assertRaises(RuntimeError):
            self.browser.evaluate("Promise.reject(new Error('never'))")

    def test_a_link_opens_its_section(self):
        self.browser.size(1400)
        self.browser.visit(self.pages["examples"])
        self.assertFalse(self.browser.evaluate("document.getElementById('f7').open"))
        # the listener of the page was there first
        self.browser.evaluate("""new Promise(done => {
            addEventListener("hashchange", done, { once: true });
            document.querySelector('a[href="#f7"]').click();
        }).then(() => true)""")
        self.assertTrue(self.browser.evaluate("document.getElementById('f7').open"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
