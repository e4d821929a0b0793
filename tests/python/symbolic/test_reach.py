# SPDX-License-Identifier: Apache-2.0
"""Raw answers that leave by another way than the text of an output, generators that draw the same noise, and what tells
a stand-in from what it stands for: no verdict of any of these may be that of the noisy answer alone."""
import json
import logging
import sys
import unittest

from helping import any_length, read

TEMPLATE = """
{imports}
{before}
def f(queries, epsilon):
    a = queries[0]
    z = a + np.random.laplace(scale=1 / epsilon)
    {body}
    return z
"""

#: What is imported, what stands before the function, what is done with the raw answer a.
LEAKS = (
    ("import io", "class M:\n    buffer = io.StringIO()\nM = M()", "M.last = a"),
    ("", "class C:\n    def __init__(self, kept=[]):\n        self.kept = kept", "C().kept.append(a)"),
    ("import functools", "@functools.lru_cache\ndef h():\n    return []", "h().append(a)"),
    ("import collections", "KEPT = collections.ChainMap({})", "KEPT['a'] = a"),
    ("from enum import Enum", "class E(Enum):\n    A = 1", "E.A._value_ = a"),
    ("", "E = OSError(0, 'x')", "E.filename = a"),
    ("import sys", "", "sys.argv.append(a)"),
    ("import logging", "", "logging.root.handlers.append(a)"),
    ("import logging", "", "try:\n        raise ValueError(a)\n    except ValueError:\n        logging.exception('x')"),
    ("import logging", "", "logging.info('x', extra={'a': a})"),
    ("", "class A:\n    v = None\n    def __str__(self):\n        return str(self.v)", "A.v = a; print(A()); A.v = None"),
    ("", "G = []\nclass A:\n    def __format__(self, spec):\n        return str(G[0])", "G.append(a); print(f'{A()}'); G.clear()"),
    ("", "", "class R:\n        v = a\n    return R()"),
    ("", "", "def g():\n        return a\n    return g"),
    ("", "", "return [a].copy"),
    ("import collections", "", "return collections.defaultdict([a].copy)"),
    ("", "", "return np.array([z, a], dtype=object)[:1]"),
    ("", "class I:\n    def __init__(self, v):\n        self.v = v\n    def __next__(self):\n        raise StopIteration\n    def __iter__(self):\n        return self", "return I(a)"),
    ("", "", "print('x', end=str(a))"),
    ("", "", "print('x', 'y', sep=str(a))"),
    ("", "class W:\n    n = 0\n    def write(self, text):\n        self.n += 1\nw = W()", "w.n = 0; print('x', file=w)\n    if w.n:\n        return a"),
    ("", "", "s = f'{a}'\n    if isinstance(s, str):\n        return s"),
    ("import types", "", "return types.SimpleNamespace(z=z, a=a)"),
    ("", "", "raise ValueError('x') from KeyError(a)"),
)

#: Two draws that are the same, or that everyone knows.
SEEDS = ("np.random.seed(seed=3)", "np.random.seed(np.array([1, 2]))", "rng = np.random.default_rng(range(3))", "rng = random.Random(b'a')",
         "rng = np.random.default_rng(np.random.SeedSequence(5))", "rng = copy.copy(np.random.default_rng())", "state = random.getstate()",
         "rng = copy.deepcopy(random.Random())", "np.random.mtrand._rand.seed(3)", "R = random.Random(); R.n = 1")

#: What is true of the number of the round, and of a list of outputs, from the fifth answer on.
TOLD_APART = ("isinstance(i, int) and i >= 5", "type(i) is int and i >= 5", "hasattr(i, 'bit_length') and i >= 5", "i & 4", "1 << i > 16",
              "isinstance(out, list) and len(out) >= 5", "type(out) is list and len(out) >= 5", "divmod(i, 5)[0]", "~i < -5", "2 ** i > 16")


class Reach(unittest.TestCase):

    def setUp(self):
        arguments, handlers = list(sys.argv), list(logging.root.handlers)
        self.addCleanup(lambda: (sys.argv.__setitem__(slice(None), arguments), logging.root.handlers.__setitem__(slice(None), handlers)))

    def test_raw_answers_are_told_or_refused(self):
        for imports, before, body in LEAKS:
            with self.subTest(body, before=before):
                models, errors = read(TEMPLATE.format(imports=imports, before=before, body=body), "f", **{"python.answers": "1"})
                raw = {"a": {"0": "1"}}
                self.assertTrue(errors or raw in [node.get("output") for node in models[0]["linear"]["lists"][0]["nodes"]] or
                                "decide" in json.dumps(models[0]["linear"]))

    def test_noise_that_is_known_or_drawn_twice(self):
        for seed in SEEDS:
            with self.subTest(seed):
                draw = "rng.laplace(scale=1 / epsilon)" if seed.startswith("rng = np") or "copy.copy" in seed else "np.random.laplace(scale=1 / epsilon)"
                draw = "rng.expovariate(epsilon)" if "random.Random(" in seed and seed.startswith("rng") else draw
                models, errors = read(f"import copy, random\ndef f(queries, epsilon):\n    {seed}\n    return queries[0] + {draw}\n", "f",
                                      **{"python.answers": "1"})
                self.assertTrue(errors or models[0]["linear"].get("reason"))

    def test_stand_ins_are_not_told_from_what_they_stand_for(self):
        for test in TOLD_APART:
            with self.subTest(test):
                made, _ = any_length(f"""
                    def f(queries, epsilon):
                        bar, out = np.random.laplace(scale=2 / epsilon), []
                        for i, q in enumerate(queries):
                            if {test}:
                                return "fifth", q
                            if q + np.random.laplace(scale=4 / epsilon) >= bar:
                                return "above"
                            out.append(1)
                    """)
                self.assertTrue(made is None or "fifth" in json.dumps(made))

    def test_a_pattern_on_a_list_of_any_length(self):
        made, _ = any_length("""
            def f(queries, epsilon):
                match queries:
                    case [a, b, c, d, e, *rest]:
                        return a
                for q in queries:
                    if q + np.random.laplace(scale=4 / epsilon) >= 0:
                        return "above"
            """)
        self.assertIsNone(made)

    def test_what_a_class_says_of_itself_is_what_is_shown(self):
        models, errors = read(TEMPLATE.format(imports="", before="class A:\n    def __init__(self, a, z):\n        self.a, self.z = a, z\n"
                                              "    def __str__(self):\n        return f'{self.z}'", body="print(A(a, z))"),
                              "f", **{"python.answers": "1"})
        self.assertEqual(errors, [])
        self.assertNotIn({"a": {"0": "1"}}, [node.get("output") for node in models[0]["linear"]["lists"][0]["nodes"]])


if __name__ == "__main__":
    unittest.main()
