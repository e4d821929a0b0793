# SPDX-License-Identifier: Apache-2.0
import unittest
from fractions import Fraction

from helping import a_run

from couplet.symbolic.epsilon import simplest
from couplet.symbolic.errors import NeedsNumber


class EpsilonIsASymbol(unittest.TestCase):

    def setUp(self):
        self.run_ = a_run()
        self.epsilon = self.run_.epsilon()

    def rate(self, scale):
        self.run_.draw("laplace", scale, "laplace")
        return self.run_.events[-1].rate

    def test_rates(self):
        e = self.epsilon
        for scale, rate in ((1 / e, 1), (2 / e, "1/2"), (1 / (e / 3), "1/3"), (2 * 3.0 / (0.1 * e), "1/60"),
                            (1 / (e - e / 4), "3/4"), (e / (e * e), 1)):
            self.assertEqual(self.rate(scale), Fraction(rate))

    def test_shares_cancel(self):
        self.assertEqual(self.epsilon / self.epsilon, 1)
        self.assertEqual((self.epsilon / 2) / self.epsilon, Fraction(1, 2))

    def test_comparison_splits_the_range(self):
        self.assertFalse(self.epsilon > 20)
        self.assertTrue(self.epsilon <= 20)
        self.assertEqual(self.run_.range.text(), "epsilon <= 20")
        self.assertTrue(self.epsilon < 21)

    def test_it_is_above_0(self):
        self.assertTrue(self.epsilon > 0 and not self.epsilon <= 0)
        self.assertIsNone(self.run_.range.text())

    def test_needs_a_number(self):
        for work in (float, lambda e: 2 ** e, lambda e: e ** 0.5, int):
            with self.assertRaises(NeedsNumber):
                work(self.epsilon)

    def test_simplest_fraction_of_a_float(self):
        self.assertEqual(simplest(0.1), Fraction(1, 10))
        self.assertEqual(simplest(0.1 + 0.2), Fraction(3, 10))
        self.assertEqual(simplest(-1 / 3), Fraction(-1, 3))
        self.assertEqual(simplest(7), 7)


if __name__ == "__main__":
    unittest.main()
