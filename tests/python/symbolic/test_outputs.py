# SPDX-License-Identifier: Apache-2.0
import dataclasses
import unittest
from fractions import Fraction

import numpy
from helping import a_run

from couplet.symbolic.errors import Refused
from couplet.symbolic.outputs import tokens_of


@dataclasses.dataclass
class Pair:
    one: object
    two: object


class Outputs(unittest.TestCase):

    def setUp(self):
        self.a = a_run(epsilon=Fraction(1)).answer()

    def text(self, value):
        return tokens_of(value)[0]

    def test_equal_numbers_of_different_types_are_one_output(self):
        self.assertEqual({self.text(v) for v in (1, 1.0, True, Fraction(1), numpy.float64(1), numpy.int8(1))}, {"1"})

    def test_marks_of_reals_in_order(self):
        b = self.a + 1
        text, reals = tokens_of({"k": [self.a, (b, None)]})
        self.assertEqual(text, "{k, [#, (#, None)]}")
        self.assertEqual([r.constant for r in reals], [0, 1])

    def test_lists_and_tuples_differ(self):
        self.assertNotEqual(self.text([1]), self.text((1,)))

    def test_text_that_looks_like_a_mark(self):
        self.assertNotEqual(self.text("#"), "#")

    def test_text_that_looks_like_a_list(self):
        self.assertNotEqual(self.text("[1]"), self.text([1]))

    def test_text_that_looks_like_none(self):
        self.assertNotEqual(self.text("None"), self.text(None))

    def test_objects(self):
        self.assertEqual(self.text(Pair(1, self.a)), "Pair(1, #)")
        self.assertEqual(self.text(ValueError("x", 2)), "ValueError(x, 2)")
        self.assertEqual(self.text(numpy.array([1, 2])), "[1, 2]")

    def test_list_that_contains_itself(self):
        loop, other = [], [[]]
        loop.append(loop)
        other[0].append(other)
        self.assertEqual((self.text(loop), self.text(other)), ("[<0>]", "[[<0>]]"))

    def test_output_that_is_too_large(self):
        with self.assertRaises(Refused):
            self.text([[1] * 1000] * 1000)


if __name__ == "__main__":
    unittest.main()
