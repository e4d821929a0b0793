# SPDX-License-Identifier: Apache-2.0
import unittest
from fractions import Fraction

from helping import a_run

from couplet.symbolic.errors import Refused
from couplet.symbolic.values import form_of


class Values(unittest.TestCase):

    def setUp(self):
        self.run_ = a_run(epsilon=Fraction(1))
        self.a, self.z = self.run_.answer(), self.run_.draw("laplace", 1, "laplace")

    def test_sums_and_multiples(self):
        self.assertEqual(form_of(2 * (self.a + self.z) - self.z / 2 + 1),
                         {"c": "1", "a": {"0": "2"}, "z": {"0": "3/2"}})
        self.assertEqual(form_of(3 - self.a), {"c": "3", "a": {"0": "-1"}})

    def test_difference_with_itself_is_a_number(self):
        self.assertEqual(self.a - self.a + 4, 4)
        self.assertIs(type(self.a - self.a), int)

    def test_floats_are_the_numbers_that_they_stand_for(self):
        self.assertEqual((self.a + 0.1).constant, Fraction(1, 10))

    def test_infinity_and_nan(self):
        self.assertEqual(self.a + float("inf"), float("inf"))
        self.assertTrue(self.a < float("inf") and self.a > float("-inf"))
        self.assertFalse(self.a < float("nan") or self.a >= float("nan"))

    def test_refuses_to_become_something_else(self):
        for name, work in {"float": float, "int": int, "text": str, "condition": bool, "hash": hash, "round": round,
                           "format": lambda v: f"{v:.2f}", "index": lambda v: [0][v], "product": lambda v: v * v,
                           "quotient": lambda v: 1 / v, "power": lambda v: v ** 2, "rest": lambda v: v % 2}.items():
            with self.subTest(name), self.assertRaises(Refused):
                work(self.a)

    def test_comparison_made_once_is_not_decided_again(self):
        self.assertIs(self.z >= 1, self.z >= 1)
        self.assertIs(2 * self.z >= 2, True)
        self.assertEqual(len(self.run_.choices), 1)

    def test_equality_with_continuous_noise_is_false(self):
        self.assertFalse(self.z == 0)
        self.assertTrue(self.z != self.a)
        self.assertEqual(self.run_.choices, [])

    def test_division_by_zero(self):
        with self.assertRaises(ZeroDivisionError):
            self.a / 0


if __name__ == "__main__":
    unittest.main()
