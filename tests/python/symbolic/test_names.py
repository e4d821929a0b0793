# SPDX-License-Identifier: Apache-2.0
"""Automata of code have the names of the code: thresholds those of the variables that keep what is drawn."""
import unittest

from helping import read_all

from couplet.symbolic.c_reading import CReader

LAP = "np.random.laplace(0, 2 / epsilon)"
LOOP = """
    for place, q in enumerate(queries):
        if q + np.random.laplace(0, 4 / epsilon) >= {}:
            return place
"""


def thresholds_of(draw, name="bar"):
    """Those of a mechanism that draws its threshold so."""
    made = [one for one in read_all("def f(queries, epsilon, T):\n    " + draw + LOOP.format(name))
            if "automaton" in one]
    return made[0]["automaton"]["thresholds"]


class PythonNames(unittest.TestCase):

    def test_the_variable_that_keeps_what_is_drawn(self):
        for draw in (f"bar = {LAP}", f"bar = T + {LAP}", f"bar: float = {LAP}", f"bar = T\n    bar += {LAP}",
                     "bar = np.random.laplace(\n        0,\n        2 / epsilon)"):
            with self.subTest(draw):
                self.assertEqual(thresholds_of(draw), ["bar"])

    def test_an_attribute(self):
        said = read_all(f"""
            class Above:
                def __init__(self, epsilon, T):
                    self.bar = T + {LAP}
                    self.epsilon = epsilon
                def ask(self, query):
                    return query + np.random.laplace(0, 4 / self.epsilon) >= self.bar
            """)
        self.assertEqual([one["automaton"]["thresholds"] for one in said if "automaton" in one], [["bar"]])

    def test_the_line_where_no_variable_keeps_it_or_several_do(self):
        for draw in (f"bar, other = {LAP}, 1", f"bar = low = {LAP}", f"other = abs(1); bar = {LAP}"):
            with self.subTest(draw):
                self.assertEqual(thresholds_of(draw), ["line_3"])

    def test_the_line_where_the_name_means_something_else_or_is_no_name_of_guards(self):
        for name in "insample", "fresh", "true", "größe":
            with self.subTest(name):
                self.assertEqual(thresholds_of(f"{name} = {LAP}", name), ["line_3"])

    def test_numbers_where_several_have_the_name(self):
        said = read_all(f"""
            def f(queries, epsilon):
                def noisy():
                    bar = {LAP}
                    return bar
                low, high = noisy(), noisy()
                for q in queries:
                    if q + {LAP} < low:
                        return -1
                    if q + {LAP} >= high:
                        return 1
            """)
        self.assertEqual([one["automaton"]["thresholds"] for one in said if "automaton" in one], [["bar", "bar_2"]])


class CNames(unittest.TestCase):

    def thresholds_of(self, draw, name="bar"):
        said = []
        text = ("// couplet: noise laplace scale\ndouble lap(double scale);\nstruct state { double bar; };\n"
                "int f(double *q, int n, double T, double epsilon) {\n  struct state state; double bar = T;\n  state.bar = T;\n  " + draw +
                f"\n  for (int i = 0; i < n; i++)\n    if (q[i] + lap(4 / epsilon) >= {name}) return i;\n  return -1;\n}}\n")
        CReader("f.c", text, {}, said.append).read("f")
        return [one for one in said if "automaton" in one][0]["automaton"]["thresholds"]

    def test_the_variable_that_keeps_what_is_drawn(self):
        for draw, name in (("bar = lap(2 / epsilon);", "bar"), ("bar += lap(2 / epsilon);", "bar"),
                           ("double bar2 = T + lap(2 / epsilon);", "bar2"), ("state.bar = lap(2 / epsilon);", "state.bar")):
            with self.subTest(draw):
                self.assertEqual(self.thresholds_of(draw, name), [name.rpartition(".")[2]])

    def test_the_line_where_several_do(self):
        self.assertEqual(self.thresholds_of("double a = lap(2 / epsilon), b = lap(2 / epsilon);", "a"), ["line_7"])


if __name__ == "__main__":
    unittest.main()
