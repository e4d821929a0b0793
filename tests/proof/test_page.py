#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page with the proved checker in Chromium: files that are dropped on it get the answers of
couplet-check-proved, also where numbers are longer than the 32 bits of its integers, and nothing is
requested.

usage: test_page.py COUPLET CHECKER PAGE EXAMPLES"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "browser"), os.path.join(HERE, "..", "cli"), HERE]
from checks import examples_in  # noqa: E402
from devtools import Browser  # noqa: E402
from test_proof import BY_HAND, SVT, piece, step, x_factor  # noqa: E402

COUPLET, CHECKER, PAGE, EXAMPLES = map(os.path.abspath, sys.argv[1:5])

ROWS = """[...document.querySelectorAll("#answers tr")].map(row =>
  [row.cells[0].textContent, row.className, row.cells[1].querySelector("p").textContent])"""
MEANINGS = """[...document.querySelectorAll("#answers tr")].map(row => row.cells[1].lastElementChild.textContent)"""
# Drops files, and waits some seconds for a row of the last one.
DROP = """(async files => {
  const transfer = new DataTransfer();
  for (const [name, text] of files)
    transfer.items.add(new File([text], name));
  document.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, cancelable: true}));
  const [last] = files.at(-1);
  const found = () => [...document.querySelectorAll("#answers tr")].some(row => row.cells[0].textContent === last);
  for (let round = 0; round < 1000 && !found(); round++)
    await new Promise(done => setTimeout(done, 10));
})(%s)"""

# Costs above 10^12, and fractions with 40 digits on either side.
LARGE = "1000000000003"
LONG = "1234567890123456789012345678901234567891/9876543210987654321098765432109876543211"


def scaled(start, turn):
    """The automaton SVT with these parameters."""
    states = [dict(SVT["states"][0], d=start), dict(SVT["states"][1], d=turn), SVT["states"][2]]
    return dict(SVT, states=states)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.scratch = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.scratch.cleanup()

    def ask_page(self, files):
        """What the page says of files, by name, as lines of couplet-check-proved."""
        self.browser.visit(PAGE)
        self.browser.evaluate(DROP % json.dumps(files))
        return ["%s: %s" % (name, text) for name, _, text in self.browser.evaluate(ROWS)]

    def ask_program(self, files):
        for name, text in files:
            with open(os.path.join(self.scratch.name, name), "w", encoding="utf-8") as file:
                file.write(text)
        run = subprocess.run([CHECKER, *[name for name, _ in files]], cwd=self.scratch.name, capture_output=True,
                             text=True, check=False)
        return run.stdout.splitlines()

    def check_same(self, automaton, pieces):
        """The answers, which are the same."""
        files = [("automaton.json", automaton)] + [("%d.json" % i, text) for i, text in enumerate(pieces)]
        lines = self.ask_page(files)
        self.assertEqual(lines, self.ask_program(files), automaton)
        return [line.split(": ", 1)[1] for line in lines]

    def test_dropped_evidence_gets_the_answers_of_the_program(self):
        for automaton, evidence, _, words in BY_HAND:
            answer, = self.check_same(json.dumps(automaton), [json.dumps(evidence)])
            self.assertIn(words, answer + "\n")

    def test_evidence_of_examples_is_accepted(self):
        checked = 0
        for path in examples_in([os.path.join(EXAMPLES, "mechanisms")])[::4]:
            convert = subprocess.run([COUPLET, "convert", "-q", "--to", "json", path], capture_output=True, text=True,
                                     check=False)
            if convert.returncode != 0:  # it needs parameters
                continue
            with tempfile.TemporaryDirectory() as folder:
                automaton = os.path.join(folder, "automaton")
                with open(automaton, "w", encoding="utf-8") as file:
                    file.write(convert.stdout)
                subprocess.run([COUPLET, "verify", "-q", "--from", "json", "--evidence-dir", folder, "--deciders",
                                "graph", "--optimizers", "frontier,segment", automaton], stdout=subprocess.DEVNULL,
                               check=False)
                pieces = []
                for name in sorted(glob.glob(os.path.join(folder, "automaton.*.json"))):
                    with open(name, encoding="utf-8") as file:
                        pieces.append(file.read())
            if pieces:
                for answer in self.check_same(convert.stdout, pieces):
                    self.assertRegex(answer, "^accepted: ")
                    checked += 1
        self.assertGreater(checked, 20)

    def test_costs_of_ten_to_the_twelve_are_exact(self):
        automaton = json.dumps(scaled(LARGE, LARGE))
        entries = [{"state": "q0", "vectors": [[]]}, {"state": "q1", "vectors": [x_factor(None, None, LARGE)]},
                   {"state": "q2", "vectors": [[{"over": [], "values": ["3000000000009"]}]]}]
        walk = [step("q0", "q1", 0), {"loop": [step("q1", "q1", 1)]}, step("q1", "q2", -1)]
        answers = self.check_same(automaton, [
            json.dumps(piece(SVT, "bound", cost="3000000000009", entries=entries)),
            json.dumps(piece(SVT, "bound", cost="3000000000008", entries=entries)),
            json.dumps(piece(SVT, "attained", cost="3000000000009", walk=walk)),
            json.dumps(piece(SVT, "attained", cost="3000000000010", walk=walk))])
        self.assertEqual(answers, [
            "accepted: every path costs at most 3000000000009",
            "rejected: state q2, entry 1, vector 1: its least value is above the cost",
            "accepted: no strategy costs less than 3000000000009",
            "rejected: the least cost on this walk is 3000000000009"])

    def test_fractions_of_forty_digits_are_exact(self):
        automaton = json.dumps(scaled(LONG, "1/2"))
        walk = [step("q0", "q1", 0), {"loop": [step("q1", "q1", 1)]}, step("q1", "q2", -1)]
        top, bottom = map(int, LONG.split("/"))
        right = "%d/%d" % (top + bottom, bottom)
        answers = self.check_same(automaton, [
            json.dumps(piece(SVT, "attained", cost=right, walk=walk)),
            json.dumps(piece(SVT, "attained", cost="%d/%d" % (top + bottom + 1, bottom), walk=walk))])
        self.assertEqual(answers, ["accepted: no strategy costs less than " + right,
                                   "rejected: the least cost on this walk is " + right])

    def test_small_numbers_that_do_not_fit_into_32_bits_are_refused(self):
        for wrong in (2**31 - 1, 2**32 + 1, 10**12, -(2**32) + 1):
            for member in ("difference", "transition"):
                evidence = piece(SVT, "violation", walk=[dict(step("q0", "q1", 0), **{member: wrong})])
                answer, = self.check_same(json.dumps(SVT), [json.dumps(evidence)])
                self.assertIn("'%s' is not a whole number" % member, answer)

    def test_what_cannot_be_read_is_said(self):
        for text in ("", "{", "[" * 1000, '"\\ud800"', '{"a": 1, "a": 2}'):
            self.check_same(json.dumps(SVT), [text])
        wrong = json.dumps(dict(SVT, initial="nowhere"))
        self.browser.visit(PAGE)
        self.browser.evaluate(DROP % json.dumps([("wrong.json", wrong)]))
        self.assertEqual(self.browser.evaluate(ROWS),
                         [["wrong.json", "unreadable", "there is no state 'nowhere'"]])

    def test_a_walk_that_is_too_long_for_the_stack_is_refused(self):
        long = dict(SVT, transitions=SVT["transitions"][:1] + [dict(SVT["transitions"][1], output="insample")])
        walk = [step("q0", "q1", 0)] + [step("q1", "q1", 0)] * 20000
        answers = self.ask_page([("a.json", json.dumps(long)), ("e.json", json.dumps(piece(SVT, "attained", cost="0", walk=walk)))])
        self.assertEqual(answers, ["e.json: refused: it is too long or nested too deeply"])

    def test_evidence_may_come_before_its_automaton(self):
        automaton, evidence, _, _ = BY_HAND[0]
        self.browser.visit(PAGE)
        self.browser.evaluate("add([new File([%s], 'e.json')])" % json.dumps(json.dumps(evidence)))
        self.assertEqual(self.browser.evaluate(ROWS), [])
        self.browser.evaluate(DROP % json.dumps([("a.json", json.dumps(automaton)), ("e.json", json.dumps(evidence))]))
        self.assertEqual(self.browser.evaluate(ROWS),
                         [["e.json", "accepted", "accepted: every path costs at most 5/4"]])

    def test_it_tells_what_was_proved_about_which_mechanism(self):
        for automaton, evidence, verdict, words in BY_HAND:
            if verdict == "accepted":
                self.ask_page([("a.json", json.dumps(automaton)), ("e.json", json.dumps(evidence))])
                meaning, = self.browser.evaluate(MEANINGS)
                self.assertRegex(meaning, "^(For every ε|Some path has no|Whatever c is)", words)
        self.ask_page([("a.json", json.dumps(SVT)), ("e.json", json.dumps(BY_HAND[0][1]))])
        self.assertIn("at most e^(5/4·ε)", self.browser.evaluate(MEANINGS)[0])
        words = self.browser.evaluate("document.getElementById('words').textContent")
        self.assertIn("q1 reads a private input and draws with laplace noise with the parameter 1/2·ε", words)
        self.assertIn("on insample >= x it shows top and goes to q2", words)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('#picture rect').length"), 3)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('#picture path').length"), 3)

    def test_it_makes_no_request_and_may_make_none(self):
        self.ask_page([("a.json", json.dumps(SVT)), ("e.json", json.dumps(BY_HAND[0][1]))])
        self.assertEqual(self.browser.errors(), [])
        self.assertEqual(self.browser.requests(), ["file://" + PAGE])
        stopped = "fetch('data:,text').then(() => false, () => true)"
        self.assertTrue(self.browser.evaluate(stopped))

    def test_it_fits_a_narrow_window(self):
        self.browser.size(400)
        self.ask_page([("a" * 80 + ".json", json.dumps(SVT)), ("e" * 80 + ".json", json.dumps(BY_HAND[0][1]))])
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 400)
        self.browser.size(1400)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
