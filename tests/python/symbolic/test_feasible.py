# SPDX-License-Identifier: Apache-2.0
import itertools
import random
import unittest
from fractions import Fraction

import helping  # noqa: F401

from couplet.symbolic.feasible import can_hold, connected, project


def row(constant, strict=False, **factors):
    return {int(k[1:]): Fraction(v) for k, v in factors.items()}, Fraction(constant), strict


class Feasible(unittest.TestCase):

    def test_strict_and_lax_at_one_point(self):
        self.assertTrue(can_hold([row(0, x0=1), row(0, x0=-1)]))
        self.assertFalse(can_hold([row(0, True, x0=1), row(0, x0=-1)]))

    def test_circle_of_comparisons(self):
        self.assertFalse(can_hold([row(0, True, x0=1, x1=-1), row(0, True, x1=1, x2=-1), row(0, True, x2=1, x0=-1)]))

    def test_projection_keeps_what_is_implied(self):
        self.assertEqual(project([row(-1, x0=1, x1=-1), row(-2, x1=1)], {0}), [row(-3, x0=1)])

    def test_rows_of_other_atoms_are_not_connected(self):
        self.assertEqual(connected([row(0, x0=1), row(0, x1=1, x2=1), row(0, x2=1)], [1]),
                         [row(0, x1=1, x2=1), row(0, x2=1)])

    def test_what_some_point_meets_can_hold(self):
        rng = random.Random(1)
        for _ in range(60):
            rows = [row(rng.randint(-2, 2), rng.random() < 0.5, **{f"x{i}": k for i in range(3)
                    if (k := rng.randint(-2, 2))}) for _ in range(4)]
            points = itertools.product([Fraction(n, 2) for n in range(-4, 5)], repeat=3)
            met = any(all((s := c + sum(k * p[i] for i, k in f.items())) > 0 or (s == 0 and not strict)
                          for f, c, strict in rows) for p in points)
            if met:
                self.assertTrue(can_hold(rows), rows)


if __name__ == "__main__":
    unittest.main()
