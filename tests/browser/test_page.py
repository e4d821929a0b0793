#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of --report html in Chromium: it loads without an error or a request, has its plots and
tables, sorts, and is readable: no words overlap, nothing is wider than the window, colours have contrast.
Plots are looked at where they are built in.

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

# The plots: whether something is drawn, the labels of both axes, the names in the legend, the width
# in parts of the page's, and the colour of words.
PLOTS = """[...document.querySelectorAll("canvas")].map(canvas => {
  const plot = Chart.getChart(canvas);
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return {painted: pixels.some(value => value !== 0), x: plot.options.scales.x.title.text,
          y: plot.options.scales.y.title.text, series: plot.data.datasets.map(data => data.label),
          points: plot.data.datasets.map(data => data.data.length),
          width: canvas.getBoundingClientRect().width / document.body.getBoundingClientRect().width,
          colour: plot.options.scales.x.ticks.color, said: canvas.getAttribute("aria-label"),
          inside: plot.scales.x.left > 0 && plot.chartArea.right <= canvas.getBoundingClientRect().width};
})"""

# Words with too little contrast to what lies after them (WCAG 2, 4.5 to 1).
FAINT = """(() => {
  const parts = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = parts(colour).map(c => (c /= 255, c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const after = element => {
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
    const [a, b] = [light(colour), light(after(element))];
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (contrast < 4.5)
      faint.push([node.data.trim(), contrast]);
  }
  return faint;
})()"""

COLUMN = """(() => {
  const key = columnKeys()[%d];
  return [...table.tBodies[0].rows].map(row => key(files[rows.indexOf(row)].record, row));
})()"""


def make_page(command, files, *options):
    """A page in a file of its own, which the caller deletes."""
    handle, path = tempfile.mkstemp(suffix=".html")
    with os.fdopen(handle, "wb") as page:
        result = subprocess.run([COUPLET, command, "-q", "--report", "html", *options, *files],
                                stdout=page, stderr=subprocess.DEVNULL, check=False)
    assert result.returncode in (0, 4, 10, 11), result.returncode
    return path


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        files = sorted(glob.glob(os.path.join(EXAMPLES, "mechanisms", "*.svt")))
        cls.pages = {"examples": make_page("verify", files),
                     "one": make_page("verify", files[:1], "--claim=1/2"),
                     "comparison": make_page("compare", files[:12]),
                     "sweep": make_page("verify", [os.path.join(EXAMPLES, "sweeps", "lyu-algorithm-4-scaled.svt")],
                                        "-D", "s=1..4", "-D", "c=1,2")}
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

    def test_tables_wrap_on_a_telephone(self):
        for name in self.pages:
            self.visit(name, WIDTHS[0])
            wide = self.browser.evaluate("[...document.querySelectorAll('.wide')].filter("
                                         "one => one.scrollWidth > one.clientWidth).map(one => one.textContent.slice(0, 40))")
            self.assertEqual(wide, [], name)
            labels = self.browser.evaluate("[...document.querySelectorAll('#files tbody td')].every("
                                           "cell => cell.dataset.label !== undefined)")
            self.assertTrue(labels, name)

    def test_nothing_is_wider_than_the_window(self):
        for name in self.pages:
            for width in WIDTHS:
                self.visit(name, width)
                wide = self.browser.evaluate("document.documentElement.scrollWidth")
                self.assertLessEqual(wide, width, name)

    def plots(self, name, width=1400):
        self.visit(name, width)
        if not self.browser.evaluate("typeof Chart !== 'undefined'"):
            self.assertEqual(self.browser.evaluate("document.querySelectorAll('canvas').length"), 0)
            self.skipTest("no plots are built in")
        return self.browser.evaluate(PLOTS)

    def test_a_comparison_has_plots_of_costs_and_times(self):
        costs, times = self.plots("comparison")
        self.assertEqual(self.browser.evaluate("document.querySelector('figcaption').innerText"),
                         "Cost that each method proves, against the exact cost")
        self.assertEqual((costs["x"], costs["y"]), ("exact cost (multiples of epsilon)", "cost (multiples of epsilon)"))
        self.assertEqual((times["x"], times["y"]), ("time", "method"))
        self.assertIn("frontier", costs["series"])
        self.assertEqual(times["points"][times["series"].index("frontier")], 12)

    def test_a_sweep_has_a_plot_with_a_line_for_each_value_of_the_second_parameter(self):
        plot, = self.plots("sweep")
        self.assertEqual((plot["x"], plot["y"]), ("s", "cost (multiples of epsilon)"))
        self.assertEqual((plot["series"], plot["points"]), (["c=1", "c=2"], [4, 4]))
        self.assertIn("c=1: s=1: least d 7/4, s=2: least d 7/8", plot["said"])

    def test_plots_are_painted_and_fill_the_page(self):
        for name in ("comparison", "sweep"):
            for width in WIDTHS:
                for plot in self.plots(name, width):
                    self.assertTrue(plot["painted"] and plot["inside"], "%s, %d" % (name, width))
                    self.assertGreater(plot["width"], 0.9 if width > 1000 else 0.85, "%s, %d" % (name, width))

    def test_plots_follow_light_dark_and_paper(self):
        light = self.plots("sweep")[0]["colour"]
        self.browser.media(scheme="dark")
        self.browser.evaluate("new Promise(done => setTimeout(() => done(true), 100))")
        dark = self.browser.evaluate(PLOTS)[0]["colour"]
        self.browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        paper = self.browser.evaluate(PLOTS)[0]["colour"]
        self.browser.evaluate("dispatchEvent(new Event('afterprint'))")
        self.assertEqual((paper, self.browser.evaluate(PLOTS)[0]["colour"]), (light, dark))
        self.assertNotEqual(light, dark)
        self.browser.media()

    def test_tables_have_what_the_records_say(self):
        self.visit("one")
        text = self.browser.evaluate("document.getElementById('f1').innerText")
        for part in ("frontier", "exact cost 1", "attained: accepted", "claim 1/2 fails: the least d is 1", "Source"):
            self.assertIn(part, text)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('.source li.walk').length > 0"), True)
        self.assertIn("Claims: 1 failing. 1 file: 1 private.", self.browser.evaluate("document.body.innerText"))
        colours = self.browser.evaluate("""[...document.querySelectorAll(".headline span")].map(
            part => getComputedStyle(part).color)""")
        self.assertEqual(colours[0], self.browser.evaluate("getComputedStyle(document.querySelector('.fails')).color"))
        self.assertEqual(colours[1], self.browser.evaluate("getComputedStyle(document.body).color"), "private is not green")

    def test_hostile_names_and_sources_are_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "<img src=x onerror=alert(1)>\u2028\u202e.svt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("# </script><script>document.title = 'run'</script>\u202e\nmechanism <b>\n")
            page = make_page("verify", [path])
            self.browser.visit(page)
            self.assertEqual(self.browser.errors(), [])
            self.assertEqual(self.browser.evaluate("document.title"), "Couplet report")
            self.assertEqual(self.browser.evaluate("document.querySelectorAll('img, b').length"), 0)
            self.assertIn("mechanism <b>", self.browser.evaluate("document.querySelector('.source').innerText"))
            self.assertNotIn("\u202e", self.browser.evaluate("document.body.innerText"))
            os.unlink(page)

    def test_without_scripts_there_is_a_plain_table(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.browser.visit(self.pages["comparison"])
        self.shoot("comparison-plain")
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        said = {node["name"]["value"] for node in tree if node.get("name") and not node["ignored"]}
        for part in ("file", "verdict", "least d", "frontier", "private",
                     "What each method says, plots and sources need JavaScript."):
            self.assertIn(part, said)

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
        return self.browser.evaluate(COLUMN % column)

    def test_columns_of_numbers_sort_by_value(self):
        self.visit("examples")
        heads = self.browser.evaluate(
            "[...document.querySelectorAll('#files thead th')].map(head => head.textContent)")
        for name in ("least d", "d at least", "d at most", "time"):
            up, down = self.press(heads.index(name)), self.press(heads.index(name))
            values = [key for key in up if key != ""]
            self.assertGreater(len(values), 3)
            self.assertEqual(values, sorted(values), name)
            self.assertEqual([key for key in down if key != ""], values[::-1], name)
            self.assertEqual(up[:len(values)], values, "empty ones are last")

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
