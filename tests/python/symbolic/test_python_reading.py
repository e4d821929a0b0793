# SPDX-License-Identifier: Apache-2.0
"""Nothing vanishes: functions that draw have a line, and comments that nobody heeds are told."""
import unittest

from helping import read_all

RELEASE = """
def release(answers, epsilon):
    return answers[0] + np.random.laplace(0, 1 / epsilon)
"""


def lines_of(body):
    """What each function has: `model`, `error`; and the other messages."""
    said = read_all(body)
    lines = {one["name"]: "error" if one.get("error") else "model" for one in said if "message" not in one}
    return lines, [one["message"] for one in said if "message" in one]


class Functions(unittest.TestCase):

    def has(self, body, **expected):
        self.assertEqual(lines_of(body)[0], expected)

    def test_a_helper_of_a_mechanism_has_no_line(self):
        self.has("""
            def lap(width): return np.random.laplace(0, width)
            def release(answers, epsilon): return answers[0] + lap(1 / epsilon)
            """, release="model")

    def test_helpers_of_what_cannot_be_judged_have_theirs(self):
        self.has("""
            def one(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)
            def all_of(which, answers, epsilon):
                if which == "one": return one(answers, epsilon)
                raise LookupError(which)
            """, one="model", all_of="error")

    def test_what_draws_through_what_it_calls(self):
        for call in "lap(1 / epsilon)", "Noise().draw(epsilon)", "[lap][0](1 / epsilon)", "again(epsilon)":
            with self.subTest(call):
                lines, _ = lines_of(f"""
                    def lap(width): return np.random.laplace(0, width)
                    again = lambda epsilon: lap(1 / epsilon)
                    class Noise:
                        def draw(self, epsilon): return np.random.laplace(0, 1 / epsilon)
                    def leaks(answer, epsilon):
                        z = {call}
                        return answer if hash(answer) else z
                    """)
                self.assertEqual(lines["leaks"], "error")

    def test_noise_that_cannot_be_followed(self):
        for head, call in (("", "np.random.gumbel(0, 1 / epsilon)"), ("import random", "random.gauss(0, 1 / epsilon)"),
                           ("from numpy.random import normal as n", "n(0, 1 / epsilon)"),
                           ("import torch", "torch.distributions.Normal(0, 1 / epsilon).sample()"),
                           ("rng = np.random.default_rng()", "rng.geometric(epsilon)")):
            with self.subTest(call):
                self.has(f"""
                    {head}
                    def release(answers, epsilon): return answers[0] + {call}
                    """, release="error")

    def test_noise_by_another_name(self):
        for head, call in (("lap = np.random.laplace", "lap(0, 1 / epsilon)"), ("a, lap = 1, np.random.laplace", "lap(0, 1 / epsilon)"),
                           ("ways = {'l': np.random.laplace}", "ways['l'](0, 1 / epsilon)"),
                           ("from functools import partial\nlap = partial(np.random.laplace, 0)", "lap(1 / epsilon)"),
                           ("rng = np.random.default_rng()\nlap = rng.laplace", "lap(0, 1 / epsilon)"),
                           ("for lap in [np.random.laplace]: draw = lap", "draw(0, 1 / epsilon)"),
                           ("class N:\n    lap = staticmethod(np.random.laplace)", "N().lap(0, 1 / epsilon)")):
            with self.subTest(head):
                self.has(head + f"\ndef release(answers, epsilon):\n    return answers[0] ** 3 + {call}\n", release="error")

    def test_a_variable_named_like_noise_has_no_line(self):
        self.has("""
            noise = np.random.laplace
            def release(answers, epsilon): return answers[0] + noise(0, 1 / epsilon)
            def other(x):
                noise = 1
                return x + noise
            """, release="model")

    def test_lambdas_and_functions_that_are_made_on_a_condition(self):
        self.has("""
            release = lambda answers, epsilon: answers[0] + np.random.laplace(0, 1 / epsilon)
            if True:
                def other(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)
            try:
                def third(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)
            finally:
                pass
            """, release="model", other="model", third="model")

    def test_methods(self):
        self.has("""
            class Release:
                def __init__(self, epsilon): self.epsilon = epsilon
                def _lap(self): return np.random.laplace(0, 1 / self.epsilon)
                def noisy(self, answer): return answer + self._lap()
                def leaks(self, answer): return answer if abs(answer) > 3 and hash(answer) else self._lap()
            """, **{"Release.noisy": "model", "Release.leaks": "error"})

    def test_what_does_not_draw_has_no_line(self):
        self.has(RELEASE + """
def mean(values): return sum(values) / len(values)
def picture(rows, colour): return [len(row) for row in rows]
""", release="model")

    def test_what_a_comment_names(self):
        self.has("""
            # couplet: claim 1
            def total(answers): return sum(answers)
            """, total="model")
        self.has("""
            # couplet: claim 1
            def inner(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)
            def outer(answers, epsilon): return inner(answers, epsilon)
            """, inner="model", outer="model")

    def error_of(self, body):
        lines, messages = lines_of(body)
        self.assertEqual(lines, {})
        return messages[-1]["message"]

    def test_that_nothing_draws_is_said_only_where_nothing_does(self):
        self.assertIn("no function of the file takes", self.error_of("def f(x): return x\n"))
        self.assertIn("line 2 draws noise outside", self.error_of("z = np.random.laplace(0, 1)\n"))


class Comments(unittest.TestCase):

    def told(self, body):
        """The lines of the comments that are not heeded, and the reasons."""
        return [(one["line"], one["message"].partition(": ")[2]) for one in lines_of(body)[1]
                if "not heeded" in one["message"]]

    def test_heeded(self):
        for body in (RELEASE.replace("def ", "# couplet: claim 1\ndef ", 1), RELEASE + "    # couplet: claim 1\n    pass\n",
                     "# couplet: claim 1\n# This releases.\n@staticmethod\n" + RELEASE.lstrip(),
                     RELEASE + "# Couplet verifies this\n# couplet verify says: private\nTEXT = '# couplet: claim 1'\n"):
            with self.subTest(body):
                self.assertEqual(self.told(body), [])

    def test_not_heeded(self):
        for comment in ("# couplet: claim 1", "#couplet: sensitivity 3", "# Couplet: claim 1", "# couplet claim 1",
                        "# COUPLET : -D T=0", "# couplet -D T=0", "#: couplet: claim 1"):
            for body, line in ((comment + "\n\n" + RELEASE, 2), (RELEASE + "\n" + comment, 6),
                               ("x = 1  " + comment + "\n" + RELEASE, 2), ("class A:\n    " + comment + "\n    pass\n" + RELEASE, 3)):
                with self.subTest(body):
                    self.assertEqual([where for where, _ in self.told(body)], [line])

    def test_values_of_arguments_that_are_not_there(self):
        for names, warned in (("nope=3", ["nope"]), ("epsilon=1/2", []), ("T=1 -D nope=2", ["nope"])):
            body = RELEASE.replace("def release(answers, ", f"# couplet: -D {names}\ndef release(answers, T, ").replace("+ np", "+ T + np")
            told = [(one["line"], one["message"]) for one in lines_of(body)[1] if "has no argument" in one["message"]]
            self.assertEqual(told, [(3, f"release has no argument '{name}'") for name in warned])

    def test_the_right_place_written_otherwise(self):
        self.assertEqual(self.told(RELEASE.replace("def ", "# Couplet: claim 1\ndef ", 1)),
                         [(3, "it must begin with '# couplet: '")])


class Ignored(unittest.TestCase):
    """What a comment `ignore` leaves out has no line, unless it is asked for by its name."""

    def has(self, body, name="", **expected):
        said = read_all(body, name)
        self.assertEqual({one["name"]: "error" if one.get("error") else "model" for one in said if "name" in one}, expected)
        self.assertEqual([one["message"]["message"] for one in said if "message" in one], [])
        return [one for one in said if "ignored" in one]

    def test_above_a_function_and_behind_its_first_line(self):
        for begin in ("# couplet: ignore\n{}", "# couplet: ignore, it is slow\n@staticmethod\n{}", "{}  # couplet: ignore"):
            body = begin.format("def leaks(answers, epsilon):") + "\n    return answers\n" + RELEASE
            with self.subTest(begin):
                self.assertEqual(self.has(body, release="model"), [])

    def test_of_a_class_and_of_a_method(self):
        for above in ("# couplet: ignore\nclass One:", "class One:  # couplet: ignore", "class One:\n    # couplet: ignore"):
            body = above + "\n    def ask(self, answers, epsilon):\n        return answers[0] + np.random.laplace(0, 1 / epsilon)\n"
            with self.subTest(above):
                self.assertEqual(self.has(body), [{"ignored": True}])
                self.has(body, "One.ask", **{"One.ask": "model"})

    def test_what_it_calls_has_no_line_either(self):
        helper = "def draw(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)\n"
        caller = "# couplet: ignore\ndef caller(answers, epsilon): return draw(answers, epsilon)\n"
        self.assertEqual(self.has(helper + caller), [{"ignored": True}])
        self.has(helper + caller, "caller", caller="model")
        self.has(helper + caller + "def other(answers, epsilon): return draw(answers, epsilon)", other="model")
        self.has("# couplet: claim 1\n" + helper + caller, draw="model")

    def test_behind_other_code_it_is_told_as_not_heeded(self):
        _, messages = lines_of(RELEASE + "x = 1  # couplet: ignore\n")
        self.assertEqual([one["line"] for one in messages if "after code" in one["message"]], [messages[0]["line"]])


if __name__ == "__main__":
    unittest.main()
