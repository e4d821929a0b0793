# SPDX-License-Identifier: Apache-2.0
import math
import unittest
from fractions import Fraction

import numpy
from helping import mechanism, tree

from couplet.symbolic.number import Number, divided, simplest


def rates(body, **values):
    return [node["rate"] for node in tree(body, **values) if "draw" in node]


class Numbers(unittest.TestCase):

    def setUp(self):
        self.tenth, self.third = Number.of(0.1), divided(1, 3)

    def test_arithmetic_is_exact(self):
        for value, expected in ((self.tenth + 0.2, "3/10"), (self.tenth * 3, "3/10"), (1 - self.tenth, "9/10"),
                                (1 / self.third, "3"), (self.third / self.tenth, "10/3"), (self.tenth ** 2, "1/100"),
                                (2 ** Number.of(-3.0), "1/8"), (self.third + numpy.float64(0.5), "5/6"), (-self.tenth, "-1/10"),
                                (self.tenth + numpy.int64(2), "21/10"), (abs(-self.tenth), "1/10"),
                                (sum([self.tenth] * 10), "1"), (divmod(1, self.tenth)[0], "10")):
            with self.subTest(expected=expected):
                self.assertEqual((value.fraction, value.line), (Fraction(expected), 0))

    def test_it_is_a_float_to_all_else(self):
        self.assertIsInstance(self.tenth, float)
        self.assertEqual((repr(self.tenth), f"{self.third:.2f}", int(self.tenth * 30), round(self.third, 2)), ("0.1", "0.33", 3, 0.33))
        self.assertEqual(hash(self.tenth), hash(0.1))
        self.assertTrue(self.tenth + 0.2 == 0.3 and self.tenth < 0.2 and not self.tenth > math.inf)
        self.assertEqual((math.floor(-self.tenth), math.ceil(self.tenth), math.sqrt(Number.of(4.0))), (-1, 1, 2.0))

    def test_infinity_and_nan_stay(self):
        self.assertEqual(Number.of(math.inf), math.inf)
        self.assertEqual(self.tenth + math.inf, math.inf)
        self.assertNotEqual(self.tenth * math.nan, self.tenth * math.nan)

    def test_division_by_zero_is_the_languages(self):
        for divide in (lambda: self.tenth / 0, lambda: divided(1, 0), lambda: 1 // (self.tenth - 0.1)):
            with self.assertRaises(ZeroDivisionError):
                divide()

    def test_roots_that_are_rational_are_exact(self):
        self.assertEqual((Number.of(4.0) ** 0.5).line, 0)
        self.assertNotEqual((Number.of(2.0) ** 0.5).line, 0)
        self.assertAlmostEqual(float((Number.of(2.0) ** 0.5).fraction), math.sqrt(2))

    def test_what_grows_stays_bounded(self):
        value = self.third
        for _ in range(3000):
            value = value * 0.9999
        self.assertLess(value.fraction.denominator.bit_length(), 4096)

    def test_simplest_is_within_two_units_in_the_last_place(self):
        for value in (math.pi, 1e-300, 12345.678, -0.1, 2 / 3):
            self.assertLessEqual(abs(simplest(value) - Fraction(value)), abs(Fraction(value)) / 2 ** 51)


class InCode(unittest.TestCase):

    SPLITS = ("first = epsilon / (1 + (2 * c) ** (2 / 3)); second = epsilon - first",
              "ratio = (2 * c) ** (2 / 3); first = epsilon / (1 + ratio); second = epsilon * ratio / (1 + ratio)",
              "w = 1 / (1 + np.sqrt(2 * c)); first, second = epsilon * w, epsilon * (1 - w)",
              "w = math.pow(2 * c, 1 / 3); first = epsilon * w / (w + 1); second = epsilon - first",
              "first = 0.1 * epsilon + 0.2 * epsilon; second = 0.7 * epsilon",
              "first = epsilon * sum([0.1] * 10) / 2; second = epsilon * 0.5")

    def test_splits_of_a_budget_sum_to_it(self):
        for split in self.SPLITS:
            for c in (1, 2, 3, 5, 7, 10):
                with self.subTest(split, c=c):
                    found = rates(f"""
                        import math
                        def f(queries, epsilon, c={c}):
                            {split}
                            return queries[0] + np.random.laplace(scale=1 / first) + np.random.laplace(scale=1 / second)
                        """)
                    self.assertEqual(sum(map(Fraction, found)), 1)

    def test_irrational_numbers_are_told_with_their_lines(self):
        made = mechanism("""
            def f(queries, epsilon):
                root = np.sqrt(2)
                return queries[0] + np.random.laplace(scale=1 / (epsilon * root))
            """)
        from helping import Call
        list(made.ways(Call("queries", "list"), 1))
        self.assertTrue(made.understood.rounded)
        self.assertEqual([line for _, line, text in made.understood.messages if "rounding" in text], [4])

    def test_rational_numbers_are_not_told(self):
        made = mechanism("""
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(scale=np.sqrt(4) / (0.1 * epsilon))
            """)
        from helping import Call
        list(made.ways(Call("queries", "list"), 1))
        self.assertFalse(made.understood.rounded)


if __name__ == "__main__":
    unittest.main()
