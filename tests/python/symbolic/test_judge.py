# SPDX-License-Identifier: Apache-2.0
"""Which argument is private, and how answers are given."""
import unittest

from helping import read


class Judge(unittest.TestCase):

    def model(self, body, name="f", **settings):
        models, errors = read(body, name, **settings)
        self.assertEqual(errors, [])
        return models[0]

    def understood(self, body, name="f", **settings):
        found = self.model(body, name, **settings)["understood"]
        return found["private"], found["private_as"]

    def test_list(self):
        self.assertEqual(self.understood("""
            def f(epsilon, queries, T=0):
                return [q + np.random.laplace(0, 1 / epsilon) > T for q in queries]
            """), ("queries", "list"))

    def test_likely_name_comes_first(self):
        self.assertEqual(self.understood("""
            def f(scores, db, epsilon):
                return [q + np.random.laplace(0, 1 / epsilon) for q in scores]
            """), ("scores", "list"))

    def test_array(self):
        self.assertEqual(self.understood("""
            def f(x: np.ndarray, epsilon):
                return x + np.random.laplace(0, 1 / epsilon, x.shape)
            """), ("x", "array"))

    def test_functions_of_a_database(self):
        self.assertEqual(self.understood("""
            def f(queries, db, epsilon):
                return [q(db) + np.random.laplace(0, 1 / epsilon) for q in queries]
            """), ("queries", "functions"))

    def test_number(self):
        self.assertEqual(self.understood("""
            def f(value: float, epsilon):
                return value + np.random.laplace(0, 1 / epsilon)
            """), ("value", "number"))

    def test_errors_that_come_before_answers_and_noise(self):
        """What is said of such a call would be said of no call that people make."""
        for check in ("assert isinstance(queries, Database)", "if not hasattr(queries, 'histogram'): raise TypeError('no database')",
                      "raise NotImplementedError", "assert len(queries) > 100"):
            with self.subTest(check):
                models, errors = read(f"""
                    class Database: pass
                    def f(queries, epsilon):
                        {check}
                        return [q + np.random.laplace(0, 1 / epsilon) for q in queries]
                    """, "f")
                self.assertEqual(models, [])
                self.assertIn("it cannot be run: ", errors[0])

    def test_errors_of_some_lists(self):
        for check in ("assert len(queries) == 5", "assert len(queries) != 2", "assert queries[0] + np.random.laplace(0, 1 / epsilon) > 0"):
            with self.subTest(check):
                self.assertEqual(self.understood(f"""
                    def f(queries, epsilon):
                        {check}
                        return queries[0] + np.random.laplace(0, 1 / epsilon)
                    """)[0], "queries")

    def test_sensitivity_is_that_of_the_answers(self):
        for said in ("1", "3"):
            model = self.model("""
                def f(queries, epsilon, sensitivity):
                    return [q + np.random.laplace(0, sensitivity / epsilon) for q in queries]
                """, **({} if said == "1" else {"sensitivity": said}))
            self.assertEqual(model["understood"]["values"], {"sensitivity": said})

    def test_nothing_is_kept_of_calls_that_were_tried(self):
        model = self.model("""
            def f(data, functions, bound, epsilon):
                if data is None:
                    print(bound)
                return [g(data) + np.random.laplace(0, 2 / epsilon) > bound for g in functions]
            """)
        self.assertEqual((model["understood"]["private"], model["understood"]["values"]), ("functions", {"bound": "any"}))

    def test_long_lists_of_samples_of_several_answers(self):
        """The model for any length takes the first samples, of fewer answers, for whole ones: it is none for a known length."""
        model = self.model("""
            def f(queries, epsilon):
                before = 0
                for q in queries:
                    yield q + before + np.random.laplace(0, 8 / epsilon) > 0
                    before = q
            """, **{"python.answers": "6"})
        self.assertEqual([one["answers"] for one in model["linear"]["lists"]], [6])

    def test_calls_of_an_object(self):
        for name in ("query", "__call__"):
            with self.subTest(name):
                models, errors = read(f"""
                    class Sparse:
                        def __init__(self, epsilon):
                            self.epsilon = epsilon
                            self.rho = np.random.laplace(0, 2 / epsilon)
                        def {name}(self, q):
                            return q + np.random.laplace(0, 4 / self.epsilon) >= self.rho
                    """)
                self.assertEqual(errors, [])
                self.assertEqual(models[0]["understood"]["private_as"], "calls")
                self.assertIn("automaton", models[0])

    def test_named_argument(self):
        self.assertEqual(self.understood("""
            def f(data, queries, epsilon):
                return [d + np.random.laplace(0, 1 / epsilon) for d in data]
            """, **{"python.private": "data"}), ("data", "list"))

    def test_named_argument_that_is_not_there(self):
        _, errors = read("""
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(0, 1 / epsilon)
            """, "f", **{"python.private": "data"})
        self.assertIn("it has no argument 'data'", errors[0])

    def test_value_that_is_missing(self):
        _, errors = read("""
            def f(queries, T, epsilon):
                return [q + np.random.laplace(0, 1 / epsilon) > T * T for q in queries]
            """, "f")
        self.assertIn("-D T=", errors[0])

    def test_value_that_makes_no_difference(self):
        body = """
            def f(queries, T, epsilon):
                x = T + np.random.laplace(0, 2 / epsilon)
                for q in queries:
                    if q + np.random.laplace(0, 4 / epsilon) >= x:
                        return True
            """
        self.assertEqual(self.model(body, "f")["automaton"], self.model(body, "f", T="0")["automaton"])

    def test_value_that_makes_a_difference(self):
        for test in "T > 2 and q > 1", "q > 1 and q < T", "x > T":
            _, errors = read(f"""
                def f(queries, T, epsilon):
                    x = np.random.laplace(0, 2 / epsilon)
                    return [q > x and {test} for q in queries]
                """, "f")
            self.assertIn("-D T=", errors[0], test)

    def test_argument_that_nothing_depends_on_is_not_private(self):
        for body in "return v + np.random.laplace(0, 1 / epsilon)", \
                "return [x + np.random.laplace(0, 1 / epsilon) for x in v]":
            self.assertEqual(self.understood(f"""
                def f(db, v, epsilon):
                    {body}
                """)[0], "v")

    def test_threshold_before_the_answers(self):
        for test in "np.asarray(v) + np.random.laplace(size=len(v), scale=1 / epsilon) >= low", \
                "[x + np.random.laplace(0, 1 / epsilon) >= low for x in v]":
            self.assertEqual(self.understood(f"""
                def f(low, v, epsilon):
                    return {test}
                """)[0], "v")

    def test_threshold_of_each_answer(self):
        found = self.model("""
            def f(queries, T, epsilon):
                x = np.random.laplace(0, 2 / epsilon)
                for i, q in enumerate(queries):
                    if q + np.random.laplace(0, 4 / epsilon) >= T[i] + x:
                        return True
            """, "f")
        self.assertIn("automaton", found)

    def test_value_that_is_given(self):
        found = self.model("""
            def f(queries, T, epsilon):
                return [q + np.random.laplace(0, 1 / epsilon) > T for q in queries]
            """, T="3")
        self.assertEqual(found["used"], ["T"])

    def test_answers_of_one_length(self):
        found = self.model("""
            def f(queries, epsilon):
                return sum(queries) + np.random.laplace(0, 1 / epsilon)
            """, **{"python.answers": "3"})
        self.assertEqual([one["answers"] for one in found["linear"]["lists"]], [3])

    def test_two_epsilons(self):
        _, errors = read("""
            def f(queries, eps1, eps2):
                return queries[0] + np.random.laplace(0, 1 / eps1)
            """, "f")
        self.assertIn("which is epsilon", errors[0])

    def test_epsilon_must_be_a_number(self):
        self.assertIn("1/10", self.model("""
            import math
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(0, 1 / math.fabs(epsilon))
            """)["epsilon"])

    def test_epsilon_that_is_given(self):
        self.assertEqual(self.model("""
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(0, 2)
            """, epsilon="1/2")["epsilon"], "epsilon = 1/2")

    def test_helper_is_not_judged(self):
        models, _ = read("""
            def noisy(x, epsilon):
                return x + np.random.laplace(0, 1 / epsilon)
            def f(queries, epsilon):
                return [noisy(q, epsilon) for q in queries]
            """)
        self.assertEqual([one["name"] for one in models], ["f"])


if __name__ == "__main__":
    unittest.main()
