# SPDX-License-Identifier: Apache-2.0
import unittest

import helping  # noqa: F401

from couplet.symbolic.errors import Refused
from couplet.symbolic.settings import Settings, comments_of, value_of


class SettingsOf(unittest.TestCase):

    def test_values(self):
        for text, value in (("3", 3), ("0.5", 0.5), ("1/2", 0.5), ("4/2", 2), ("true", True), ("[1, 2]", [1, 2]),
                            ('"3"', "3"), ("word", "word"), ("1/0", "1/0")):
            with self.subTest(text):
                self.assertEqual(value_of(text), value)

    def test_no_json(self):
        with self.assertRaises(Refused):
            value_of("[1, 2")

    def test_keys_with_a_dot_are_options(self):
        made = Settings.of({"T": "1", "python.private": "q"})
        self.assertEqual((made.values, made.options), ({"T": "1"}, {"private": "q"}))

    def test_comments(self):
        made = Settings().with_comments([(1, "claim 2*epsilon"), (2, "-D T=3"), (3, "private q")])
        self.assertEqual((made.claim, made.values, made.option("private")), ("2", {"T": "3"}, "q"))

    def test_what_is_given_wins_over_a_comment(self):
        made = Settings.of({"T": "1", "python.private": "a"}).with_comments([(1, "-D T=3"), (2, "private q")])
        self.assertEqual((made.values["T"], made.option("private")), ("1", "a"))

    def test_sensitivities_that_contradict_each_other(self):
        with self.assertRaisesRegex(Refused, "sensitivity"):
            Settings.of({"python.sensitivity": "2"}).with_comments([(1, "sensitivity 1")])

    def test_older_form(self):
        comments = comments_of(["# couplet verify -D T=1 --claim 2 file.py", "def f():"], 2, 2)
        made = Settings().with_comments(comments)
        self.assertEqual((made.values, made.claim, made.warnings[0][0]), ({"T": "1"}, "2", 1))

    def test_values_in_quotes(self):
        made = Settings().with_comments([(1, "-D 'T=[1, 2]' -D c=3")])
        self.assertEqual(made.values, {"T": "[1, 2]", "c": "3"})
        with self.assertRaisesRegex(Refused, "line 7"):
            Settings().with_comments([(7, "-D 'T=1")])

    def test_unknown_comment(self):
        with self.assertRaisesRegex(Refused, "'clam'"):
            Settings().with_comments([(1, "clam 2")])

    def test_a_word_that_only_begins_as_ignore_is_unknown(self):
        with self.assertRaisesRegex(Refused, "line 1: 'ignored' is none of claim, ignore, noise"):
            Settings().with_comments([(1, "ignored")])
        self.assertIsNone(Settings().with_comments([(1, "ignore it is slow")]).claim)

    def test_claim_that_is_no_multiple(self):
        with self.assertRaisesRegex(Refused, "not a multiple"):
            Settings().with_comments([(1, "claim delta")])

    def test_comments_above_and_in_a_function(self):
        lines = ["# couplet: claim 3", "", "# couplet: claim 2", "@decorator", "def f():", "    # couplet: -D T=1"]
        self.assertEqual(comments_of(lines, 5, 6), [(3, "claim 2"), (6, "-D T=1")])


if __name__ == "__main__":
    unittest.main()
