# SPDX-License-Identifier: Apache-2.0
"""Noise is recognised by the function that is called."""
import unittest

from helping import read, tree

from couplet.symbolic.errors import NeedsNumber, NotRepeatable, Refused


def draws(call, head=""):
    nodes = tree(head + f"""
def f(queries, epsilon):
    return queries[0] + {call}
""")
    return [(n["draw"], n["rate"]) for n in nodes if "draw" in n]


def known(call, head=""):
    """Why no verdict but `not private` and `unknown` is given."""
    models, errors = read(head + f"""
def f(queries, epsilon):
    return queries[0] + {call}
""", "f", **{"python.answers": "1"})
    linear = models[0]["linear"]
    return linear["reason"] if linear["answers"] == {"up_to": 1} and not errors else ""


class Noise(unittest.TestCase):

    def test_a_generator_on_seeded_bits_is_no_noise(self):
        self.assertIn("fixed seed", known("np.random.Generator(np.random.PCG64(7)).laplace(0, 1 / epsilon)"))
        self.assertIn("fixed seed", known("np.random.default_rng(3).laplace(0, 1 / epsilon)"))
        self.assertIn("fixed seed", known("laplace.rvs(scale=1 / epsilon, random_state=3)",
                                          "from scipy.stats import laplace\n"))
        self.assertIn("fixed seed", known("np.random.laplace(0, 1 / epsilon)", "np.random.seed(1)\n"))

    def test_random_numbers_that_are_not_seen_are_not_repeatable(self):
        with self.assertRaisesRegex(NotRepeatable, "random numbers that cannot be followed"):
            draws("int.from_bytes(os.urandom(8), 'big')", "import os\n")

    def test_functions_of_libraries(self):
        for call, head, found in (
                ("np.random.laplace(0, 2 / epsilon)", "", [("laplace", "1/2")]),
                ("np.random.laplace(scale=2 / epsilon, size=3)[0]", "", [("laplace", "1/2")] * 3),
                ("np.random.default_rng().laplace(0, 1 / epsilon)", "", [("laplace", "1")]),
                ("np.random.Generator(np.random.PCG64()).laplace(0, 1 / epsilon)", "", [("laplace", "1")]),
                ("np.random.RandomState().laplace(0, 1 / epsilon)", "", [("laplace", "1")]),
                ("np.random.exponential(1 / epsilon)", "", [("exponential", "1")]),
                ("np.random.standard_exponential() / epsilon if False else np.random.exponential(3 / epsilon)", "",
                 [("exponential", "1/3")]),
                ("random.expovariate(epsilon / 2)", "import random\n", [("exponential", "1/2")]),
                ("laplace(0, 1 / epsilon)", "from numpy.random import laplace\n", [("laplace", "1")]),
                ("noise(0, 1 / epsilon)", "noise = np.random.laplace\n", [("laplace", "1")])):
            with self.subTest(call):
                self.assertEqual(draws(call, head), found)

    def test_function_that_is_named_like_noise(self):
        self.assertEqual(draws("laplace(0, 1)", "def laplace(a, b): return 0.0\n"), [])

    def test_function_that_is_said_to_draw_noise(self):
        head = "# couplet: noise laplace(b)\ndef lap(b): return b * magic()\n"
        self.assertEqual(draws("lap(2 / epsilon)", head), [("laplace", "1/2")])
        _, errors = read(head.replace("laplace(b)", "gauss(b)") + "def f(queries, epsilon): return lap(1)\n")
        self.assertIn("neither laplace", errors[0])

    def test_noise_made_of_other_random_numbers(self):
        for body, kind in (("u = random.random() - 0.5\n    return -b * math.copysign(1, u) * math.log(1 - 2 * abs(u))",
                            "laplace"),
                           ("u = random.random()\n    return b * math.log(2 * u) if u < 0.5 else -b * math.log(2 - 2 * u)",
                            "laplace"),
                           ("return -b * math.log(1 - random.random())", "exponential"),
                           ("return random.choice([-1, 1]) * random.expovariate(1 / b)", "laplace"),
                           ("return b * np.random.laplace()", "laplace"),
                           ("return random.expovariate(1 / b) - random.expovariate(1 / b)", "laplace")):
            with self.subTest(body):
                found = draws("lap(2 / epsilon)", f"import math, random\ndef lap(b):\n    {body}\n")
                self.assertEqual(found[-1], (kind, "1/2"))

    def test_halves_of_a_uniform_number_do_the_same(self):
        body = """
            import math, random
            def lap(b):
                u = random.random()
                return b * math.log(2 * u) if u < 0.5 else -b * math.log({other})
            def f(queries, epsilon):
                return [q + lap(1 / epsilon) > 0 for q in queries]
            """
        nodes = tree(body.format(other="2 - 2 * u"), 2)
        self.assertEqual(sum("end" in node for node in nodes), 4)
        plain = tree("""
            def f(queries, epsilon):
                return [q + np.random.laplace(0, 1 / epsilon) > 0 for q in queries]
            """, 2)
        self.assertEqual([{k: v for k, v in n.items() if k != "line"} for n in nodes],
                         [{k: v for k, v in n.items() if k != "line"} for n in plain])
        with self.assertRaises(Refused):
            tree(body.format(other="2 - 2 * u").replace("else -b", "else -2 * b"), 2)

    def test_random_numbers_that_are_no_noise(self):
        for call in ("math.log(random.random() * 2)", "random.random() * queries[0]", "(random.random() < queries[0])", "random.choice(queries)",
                     "random.choice([-1, 1])", "random.shuffle(queries)", "random.randrange(10**6)", "random.Random(3).randrange(4)",
                     "(lambda u: u - math.log(u) if u < 0.3 else 0)(random.random())",
                     "(print(random.random()) or 0)", "(print(random.choice([-1, 1])) or 0)"):
            with self.subTest(call), self.assertRaises(Refused):
                draws(call, "import math, random\n")

    def test_exponential_noise_that_is_also_used_by_itself(self):
        with self.assertRaisesRegex(Refused, "by itself"):
            tree("""
                def f(queries, epsilon):
                    a, b = np.random.exponential(1 / epsilon), np.random.exponential(1 / epsilon)
                    return a - b, a
                """)

    def test_scale_0_is_no_noise(self):
        self.assertEqual(draws("np.random.laplace(0, 0)"), [])

    def test_scales_that_are_no_multiples(self):
        for call, words in (("np.random.laplace(0, 2)", "does not depend on epsilon"),
                            ("np.random.laplace(0, 1 / epsilon ** 2)", "not a multiple")):
            with self.subTest(call), self.assertRaisesRegex(NeedsNumber, words):
                draws(call)

    def test_refusals(self):
        for call, words in (("np.random.laplace(0, -2 / epsilon)", "negative"),
                            ("np.random.laplace(0, queries[0])", "depends on a private answer"),
                            ("np.random.normal(0, 1 / epsilon)", "cannot be followed"),
                            ("np.random.uniform()", "used otherwise"),
                            ("np.random.laplace(0, 1 / epsilon, 20_000)[0]", "20000 times")):
            with self.subTest(call), self.assertRaisesRegex(Refused, words):
                draws(call)

    def test_libraries_are_what_they_were_behind_a_run(self):
        import numpy
        before = numpy.random.laplace, numpy.array, numpy.zeros
        draws("np.random.laplace(0, 1 / epsilon)")
        self.assertEqual((numpy.random.laplace, numpy.array, numpy.zeros), before)

    def test_noise_while_the_module_is_loaded(self):
        self.assertIn("while the module is loaded", known("z", "z = np.random.laplace()\n"))
        self.assertIn("while the module is loaded", known("z()", "def z(noise=np.random.laplace()): return noise\n"))



class Geometric(unittest.TestCase):
    """Two geometric draws of one probability, one less the other, are discrete Laplace noise."""

    TEXT = "def f(queries, epsilon):\n    rng = np.random.default_rng()\n    p = 1 - np.exp(-epsilon / 2)\n    return %s\n"

    def test_differences(self):
        for value in ("queries[0] + rng.geometric(p) - rng.geometric(p)", "queries[0] - (np.random.geometric(p) - np.random.geometric(p))",
                      "rng.geometric(p) - rng.geometric(p) + queries[0]", "queries[0] - rng.geometric(p) + rng.geometric(p)"):
            with self.subTest(value):
                models, errors = read(self.TEXT % value, "f", **{"python.answers": "1"})
                self.assertEqual(errors, [])
                self.assertEqual([(row["kind"], row["rate"]) for row in models[0]["understood"]["noise"]], [("discrete-laplace", "1/2")])

    def test_what_else_is_done_with_them(self):
        for value in ("queries[0] + rng.geometric(p)", "queries[0] + rng.geometric(p) - rng.geometric(p / 2)", "queries[0] + rng.geometric(p) + rng.geometric(p)",
                      "queries[0] + (lambda g: g - g)(rng.geometric(p))", "queries[0] + 2 * rng.geometric(p) - rng.geometric(p)",
                      "queries[0] + (lambda g: rng.geometric(p) - g + rng.geometric(p) - g)(rng.geometric(p))",
                      "queries[0] + np.random.default_rng(3).geometric(p) - rng.geometric(p)"):
            with self.subTest(value):
                self.assertEqual(read(self.TEXT % value, "f", **{"python.answers": "1"})[0], [])


if __name__ == "__main__":
    unittest.main()
