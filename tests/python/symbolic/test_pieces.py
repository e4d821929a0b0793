# SPDX-License-Identifier: Apache-2.0
"""Decisions on answers alone: what is one answer in pieces, and what is none."""
import unittest

from helping import HEAD, read


def nodes(value, **settings):
    text = HEAD + f"import statistics\ndef f(queries, epsilon):\n    q, *others = queries\n    return {value}\n"
    models, errors = read(text, "f", **{"python.answers": "3"}, **{f"python.{key}": one for key, one in settings.items()})
    assert not errors, errors
    return models[0]["linear"]["lists"][0]["nodes"]


NOISE = "np.random.laplace(scale=1 / epsilon)"


class Pieces(unittest.TestCase):

    def check(self, is_one, value, **settings):
        with self.subTest(value, **settings):
            self.assertEqual(not any("decide" in node for node in nodes(value, **settings)), is_one)

    def test_what_moves_by_as_much_as_answers_do(self):
        for value in ("max(queries)", "sorted(queries)[1]", "statistics.median(queries)", "abs(q)", "min(q, 7)", "(q if q > 3 else 3)",
                      "(2 * q if q > 0 else q)", "(abs(q) + abs(others[0])) / 2"):
            self.check(True, f"{value} + {NOISE}")

    def test_several_values_of_one_function(self):
        self.check(True, f"(abs(q) + {NOISE}, 3 - 2 * abs(q) + {NOISE})")
        self.check(False, f"(abs(q) + {NOISE}, q + {NOISE})")

    def test_what_jumps_or_tells_more(self):
        for value in (f"(q if q > 3 else 0) + {NOISE}", f"(q + 1 if q > 3 else q) + {NOISE}", f"('low' if q < 0 else q + {NOISE})",
                      f"(q + {NOISE} if q < 0 else q + 2 * {NOISE})", f"abs(q) + {NOISE} > 0", f"(abs(q), {NOISE})",
                      f"(others[0] if q > 0 else others[1]) + {NOISE}"):
            self.check(False, value)

    def test_less_than_answers_differ_by(self):
        self.check(False, f"min(max(q, 0), 1 / 2) + {NOISE}")
        self.check(True, f"min(max(q, 0), 1) + {NOISE}")
        self.check(False, f"min(max(q, 0), 1) + {NOISE}", sensitivity="2")

    def test_how_lists_differ(self):
        for adjacency in ("one", "monotonic"):
            self.check(True, f"max(queries) + {NOISE}", adjacency=adjacency)
            self.check(False, f"(abs(q) + abs(others[0])) / 2 + {NOISE}", adjacency=adjacency)


if __name__ == "__main__":
    unittest.main()
