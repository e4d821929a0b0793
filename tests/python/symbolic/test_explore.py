# SPDX-License-Identifier: Apache-2.0
"""Trees of all ways."""
import unittest

from helping import Call, mechanism, tree

from couplet.symbolic.errors import NotRepeatable, Refused, TooMuch


class Trees(unittest.TestCase):

    def test_two_ways(self):
        nodes = tree("""
            def f(queries, epsilon):
                return queries[0] + np.random.laplace(scale=2 / epsilon) > 1
            """)
        self.assertEqual([next(iter(n)) for n in nodes], ["draw", "decide", "output", "end", "output", "end"])
        self.assertEqual(nodes[0]["rate"], "1/2")
        self.assertEqual(nodes[1]["otherwise"], 4)
        self.assertTrue(nodes[1]["strict"])

    def test_way_that_cannot_be_taken_is_left_out(self):
        nodes = tree("""
            def f(queries, epsilon):
                z = np.random.laplace(scale=1 / epsilon)
                return z >= 1 and z >= 0
            """)
        self.assertEqual(sum("decide" in n for n in nodes), 1)

    def test_exponential_noise_is_never_negative(self):
        nodes = tree("""
            def f(queries, epsilon):
                return np.random.exponential(1 / epsilon) >= -1
            """)
        self.assertFalse(any("decide" in n for n in nodes))

    def test_state_between_calls_is_not_repeatable(self):
        with self.assertRaises(NotRepeatable):
            tree("""
                import functools
                def step():
                    return object()
                kept = functools.lru_cache(None)(step)
                def f(queries, epsilon):
                    print(id(kept()))
                    z = np.random.laplace(scale=1 / epsilon)
                    return z >= 0
                """)

    def test_a_library_must_not_be_changed(self):
        for change in ("string.rounds = 1", "setattr(string, 'rounds', 1)", "vars(string).update(rounds=1)",
                       "string.Formatter.rounds = 1", "string.__dict__['rounds'] = 1"):
            with self.subTest(change), self.assertRaisesRegex(Refused, "is changed, which outlives the call"):
                tree(f"""
                    import string
                    def f(queries, epsilon):
                        {change}
                        return queries[0] + np.random.laplace(scale=1 / epsilon)
                    """)

    def test_too_many_ways(self):
        made = mechanism("""
            def f(queries, epsilon):
                return [np.random.laplace(q, 1 / epsilon) > 0 for q in queries]
            """, ways=100)
        with self.assertRaises(TooMuch):
            made.nodes(Call("queries", "list"), 9)

    def test_except_does_not_catch_what_cannot_be_followed(self):
        with self.assertRaises(Refused):
            tree("""
                def f(queries, epsilon):
                    try:
                        x = int(queries[0])
                    except:
                        x = 0
                    return x + np.random.laplace(scale=1 / epsilon)
                """)

    def test_recursion_error_is_no_output(self):
        with self.assertRaises(RecursionError):
            tree("""
                def f(queries, epsilon):
                    return f(queries, epsilon)
                """)


if __name__ == "__main__":
    unittest.main()
