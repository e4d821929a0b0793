#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet.verify() of functions and classes, in the process of the test. COUPLET names the program."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import couplet  # noqa: E402
import numpy as np  # noqa: E402

rng = np.random.default_rng()


def svt(queries, epsilon, T, c):
    count = 0
    noisy_T = T + rng.laplace(scale=2 / epsilon)
    for q in queries:
        if q + rng.laplace(scale=4 * c / epsilon) >= noisy_T:
            print("above")
            count += 1
            if count == c:
                return
        else:
            print("below")


def rounds(queries, epsilon):
    noisy = queries[0] + np.random.laplace(scale=1 / epsilon)
    return int(noisy)


class Counts:
    def __init__(self, epsilon):
        self.epsilon = epsilon

    def ask(self, value: float):
        if value + np.random.laplace(scale=1 / self.epsilon) > 0:
            raise StopIteration


class Functions(unittest.TestCase):
    def test_function(self):
        result = couplet.verify(svt, private="queries", parameters={"c": 3}, claim=1)
        self.assertEqual((result.verdict, result.least_d, result.claim.verdict), ("private", 1, "holds"))
        self.assertEqual((result.file, result.function), (os.path.abspath(__file__), "svt"))
        self.assertEqual(result.understood["values"], {"c": "3", "T": "any"})

    def test_options_of_the_front_end(self):
        options = {"python.adjacency": "monotonic"}
        self.assertEqual(couplet.verify(svt, {"c": 3}, options=options).least_d, couplet.verify(
            os.path.abspath(__file__) + "::svt", {"c": 3}, options={**options, "python.sandbox": "off"}).least_d)

    def test_class_and_method(self):
        for source in Counts, Counts.ask:
            result = couplet.verify(source)
            self.assertEqual((result.function, result.verdict), ("Counts.ask", "not-private"))

    def test_what_is_refused_has_its_line(self):
        with self.assertRaises(couplet.CoupletError) as caught:
            couplet.verify(rounds)
        self.assertEqual(caught.exception.line, rounds.__code__.co_firstlineno + 2)
        self.assertIn("rounded to a whole number", caught.exception.message)

    def test_what_is_no_mechanism_of_a_file(self):
        def inner(queries, epsilon):
            return queries[0] + np.random.laplace(scale=1 / epsilon)
        for source, message in ((inner, "within a function"), (len, "defined in no file")):
            with self.assertRaisesRegex(couplet.CoupletError, message):
                couplet.verify(source)
        with self.assertRaisesRegex(couplet.CoupletError, "private= is of functions"):
            couplet.verify(__file__, private="queries")

    def test_nothing_is_changed_in_the_process(self):
        before, draw, path = dict(sys.modules), np.random.laplace, list(sys.path)
        couplet.verify(svt, {"c": 2})
        self.assertIs(np.random.laplace, draw)
        self.assertEqual(sys.path, path)
        self.assertTrue(all(sys.modules.get(name) is module for name, module in before.items()))


if __name__ == "__main__":
    unittest.main(buffer=True)
