#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program's other commands from Python, and results in notebooks."""
import dataclasses
import json
import pathlib
import sys
import types
import unittest
from fractions import Fraction
from unittest import mock

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "python"))
import couplet  # noqa: E402

MECHANISMS = SOURCE / "examples" / "mechanisms"
FAILS = MECHANISMS / "lyu-algorithm-4.svt"


class Commands(unittest.TestCase):
    def test_explain_tells_and_draws(self):
        self.assertIn("claim 1 fails", couplet.explain(FAILS).splitlines()[0])
        self.assertTrue(couplet.explain(FAILS, {"c": 1}, format="markdown").startswith("# algorithm"))
        picture = couplet.explain(FAILS, format="svg")
        self.assertIn("<svg", picture)
        self.assertEqual(picture._repr_html_(), picture)

    def test_texts_keep_their_lines_in_a_notebook(self):
        self.assertTrue(couplet.explain(FAILS)._repr_html_().startswith("<pre>algorithm_4"))
        self.assertEqual(couplet.commands.Text("a < b")._repr_html_(), "<pre>a &lt; b</pre>")

    def test_refute_finds_inputs_or_none(self):
        self.assertIn("+/-", couplet.refute(FAILS))
        self.assertIsNone(couplet.refute(MECHANISMS / "above-threshold.svt", claim=1))

    def test_convert_gives_another_format(self):
        automaton = json.loads(couplet.convert(FAILS, "json", {"c": 1}))
        self.assertEqual(couplet.verify(automaton).cost, couplet.verify(FAILS, {"c": 1}).cost)

    def test_delta_has_certified_rows(self):
        rows = couplet.delta(MECHANISMS / "above-threshold.svt", at=["0", "1/2"], inputs=[0, 1], answers=2)["rows"]
        self.assertEqual([row["at"] for row in rows], ["0", "1/2"])
        self.assertTrue(all(float(row["delta_at_least"]) <= float(row["delta_at_most"]) for row in rows))

    def test_what_is_refused_is_an_error(self):
        for call in (lambda: couplet.explain("mechanism {"), lambda: couplet.convert(FAILS, "pdf"),
                     lambda: couplet.refute(FAILS, {"d": 1}), lambda: couplet.delta("nowhere.svt")):
            with self.assertRaises(couplet.CoupletError):
                call()


class Notebooks(unittest.TestCase):
    def test_a_result_is_short(self):
        self.assertEqual(repr(couplet.verify(FAILS)), f"<Result {FAILS}: claim 1 fails, private, least d 19/4>")
        self.assertEqual(couplet.verify(MECHANISMS / "svt-star.svt").words, "not private")
        self.assertEqual(couplet.verify(MECHANISMS / "outside-a-range.svt").words, "private, d between 1/2 and 1")
        at_most = dataclasses.replace(couplet.verify(FAILS), claim=None, at_least=Fraction(0))
        self.assertEqual(at_most.words, "private, d at most 19/4")
        unknown = dataclasses.replace(at_most, verdict=couplet.Verdict.UNKNOWN, cost=None)
        self.assertEqual(unknown.words, "unknown")
        self.assertEqual(dataclasses.replace(unknown, at_least=Fraction(1, 2)).words, "unknown, d at least 1/2")

    def test_a_result_is_a_table_in_a_notebook(self):
        shown = couplet.verify(FAILS)._repr_html_()
        self.assertIn("<td>frontier</td><td>private</td><td>19/4</td>", shown)

    def test_a_comparison_is_a_table_in_a_notebook(self):
        shown = couplet.compare([FAILS, MECHANISMS / "svt-star.svt"], deciders="graph", optimizers="frontier")._repr_html_()
        self.assertIn("<th>graph</th><th>frontier</th>", shown)
        self.assertIn("<td>claim 1 fails, private, least d 19/4</td><td>private</td><td>19/4</td>", shown)
        self.assertIn("<td>not private</td><td>not private</td><td>none</td>", shown)

    def test_a_sweep_is_a_tuple_and_a_table_in_a_notebook(self):
        results = couplet.sweep(FAILS, {"c": ["1/2", 1]})
        self.assertIsInstance(results, tuple)
        self.assertEqual([result.least_d for result in results], [None, couplet.verify(FAILS, {"c": 1}).cost])
        shown = results._repr_html_()
        self.assertIn("<th>c</th><th>answer</th><th>least d</th>", shown)
        self.assertIn("<td>1</td><td>claim 1 fails, private, least d 7/4</td><td>7/4</td>", shown)
        self.assertIn(results[0].errors[0].message.replace("'", "&#x27;"), shown)

    def test_tables_escape_everything(self):
        table = couplet.html_tables.html_table(["<a>"], [["<b>", None, "&"]])
        self.assertIn("<table><tr><th>&lt;a&gt;</th></tr><tr><td>&lt;b&gt;</td><td></td><td>&amp;</td></tr></table>", table)
        result = couplet.Result("<i>", None, couplet.Verdict.UNKNOWN, None, None)
        for shown in (result._repr_html_(), couplet.Sweep([result])._repr_html_(),
                      couplet.Comparison((result,), (), 0, "")._repr_html_()):
            self.assertNotIn("<i>", shown)

    def test_a_comparison_is_a_frame_of_pandas(self):
        pandas = types.SimpleNamespace(DataFrame=list)
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            frame = couplet.compare([FAILS], deciders="graph", optimizers="frontier").to_frame()
        self.assertEqual([row["stage"] for row in frame], ["graph", "frontier"])


if __name__ == "__main__":
    unittest.main()
