# SPDX-License-Identifier: Apache-2.0
"""Arrays of symbolic values, and libraries that are not installed."""
import sys
import unittest

from helping import read, tree

from couplet.symbolic.errors import Refused


def outputs(expression, n=2, way="list"):
    nodes = tree(f"""
def f(queries, epsilon):
    x = {expression}
    return x
""", n, way)
    return [node["output"] for node in nodes if "output" in node]


class Arrays(unittest.TestCase):

    def test_vectorised(self):
        for expression in ("np.array(queries) + np.random.laplace(scale=1 / epsilon, size=2)",
                           "np.asarray(queries, dtype=float) + np.random.laplace(0, 1 / epsilon, 2)",
                           "np.random.laplace(queries, 1 / epsilon)",
                           "np.fromiter((q + np.random.laplace(0, 1 / epsilon) for q in queries), dtype=float)"):
            with self.subTest(expression):
                self.assertEqual(outputs(expression)[-2:], [{"a": {"0": "1"}, "z": {"0": "1"}},
                                                            {"a": {"1": "1"}, "z": {"1": "1"}}])

    def test_sum(self):
        self.assertEqual(outputs("np.sum(queries) + np.random.laplace(0, 1 / epsilon)"),
                         [{"a": {"0": "1", "1": "1"}, "z": {"0": "1"}}])

    def test_array_of_zeros_takes_private_values(self):
        nodes = tree("""
            def f(queries, epsilon):
                x = np.zeros(2)
                x[1] = queries[0] + np.random.laplace(scale=1 / epsilon)
                return x
            """)
        self.assertEqual([n["output"] for n in nodes if "output" in n], ["[0, #]", {"a": {"0": "1"}, "z": {"0": "1"}}])

    def test_whole_numbers_are_refused(self):
        with self.assertRaises(Refused):
            outputs("np.array([q + np.random.laplace(scale=1 / epsilon) for q in queries], dtype=int)")

    def test_answers_that_become_whole_numbers_are_whole(self):
        self.assertEqual(outputs("np.array(queries, dtype=int)"), outputs("np.array(queries)"))


class NotInstalled(unittest.TestCase):

    def setUp(self):
        before, path = list(sys.meta_path), list(sys.path)
        self.addCleanup(lambda: (sys.meta_path.__setitem__(slice(None), before),
                                 sys.path.__setitem__(slice(None), path)))

    def test_decorator_that_compiles(self):
        models, errors = read("""
            from numba import njit
            @njit
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(0, 1 / epsilon)
            """, "f")
        self.assertEqual((len(models), errors), (1, []))

    def test_library_that_meets_a_private_value(self):
        _, errors = read("""
            import couplet_has_no_such_library as lib
            def f(queries, epsilon):
                return lib.noise(queries[0] + np.random.laplace(0, 1 / epsilon))
            """, "f")
        self.assertIn("is not installed", errors[0])


if __name__ == "__main__":
    unittest.main()
