#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each field of the table that the JSON report is written and read by is a field of the Python package's class, and is
described in docs/formats.md or docs/sweeps.md; and the other way round.

usage: test_fields_everywhere.py SOURCES"""
import dataclasses
import os
import re
import sys
import unittest

SOURCES = sys.argv.pop(1)
sys.path.insert(0, os.path.join(SOURCES, "python"))

from couplet import results  # noqa: E402

TABLES = {"FILE": results.Result, "STAGE": results.Stage, "SOLUTION": results.Solution, "POINT": results.SolutionPoint,
          "COUNTEREXAMPLE": results.Counterexample, "STEP": results.CounterexampleStep,
          "DIAGNOSTIC": results.Diagnostic, "OUTPUT": results.OutputCost, "LENGTH": results.LengthCost}
#: Fields of classes that are no keys.
OF_CLASSES_ONLY = {"Result": {"raw"}, "Stage": {"raw"}, "OutputCost": {"bounded"}, "LengthCost": {"bounded"}}
#: Keys that are fields of Claim, or in raw only.
OF_REPORTS_ONLY = {"FILE": {"claim_reason", "claim_path", "claim_counterexample"},
                   "SOLUTION": {"at"}, "OUTPUT": {"row", "stages"}}


def read(*names):
    with open(os.path.join(SOURCES, *names), encoding="utf-8") as file:
        return file.read()


def tables():
    """The keys of each table of fields."""
    source = read("core", "results", "result_fields.c")
    costs = re.findall(r'\.key = (?:"(\w+)"|COUPLET_LEAST_KEY)', re.search(r"#define COSTS_OF_RUNS.*?\n\n", source, re.S)[0])
    found = {}
    for name, body in re.findall(r"^static const Field (\w+)_FIELDS\[\] = \{\n(.*?)^\};", source, re.M | re.S):
        keys = re.findall(r'\.key = (?:"(\w+)"|COUPLET_LEAST_KEY)', body)
        keys += costs if "COSTS_OF_RUNS" in body else []
        found[name] = {key or "at_least" for key in keys}
    return found


class Fields(unittest.TestCase):
    def test_each_is_in_the_class_of_the_package(self):
        for name, keys in tables().items():
            if name not in TABLES:
                continue
            own = {field.name for field in dataclasses.fields(TABLES[name])}
            with self.subTest(name):
                self.assertEqual(keys - OF_REPORTS_ONLY.get(name, set()),
                                 own - OF_CLASSES_ONLY.get(TABLES[name].__name__, set()))

    def test_each_is_described(self):
        text = read("docs", "formats.md") + read("docs", "sweeps.md")
        described = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))
        for name, keys in tables().items():
            self.assertEqual(keys - described, set(), name)

    def test_the_tables_are_found(self):
        self.assertLessEqual(set(TABLES), set(tables()))
        self.assertIn("at_least", tables()["FILE"])


if __name__ == "__main__":
    unittest.main()
