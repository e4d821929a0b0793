# SPDX-License-Identifier: Apache-2.0
"""Outputs that look alike, and tell a bit of a raw answer by which of two they are: they are two outputs, or refused."""
import json
import unittest

from helping import any_length, read


#: What stands before the function, and the results that tell the bit.
RESULTS = (
    ("", "(lambda: 1), (lambda: 2)"),
    ("A, B = lambda: 1, lambda: 1", "A, B"),
    ("def make(n):\n    def g(): return n\n    return g\nA, B = make(1), make(1)", "A, B"),
    ("def one():\n    def g(): return 1\n    return g\ndef two():\n    def g(): return 2\n    return g\n"
     "A, B = one(), two()\nA.__qualname__ = B.__qualname__ = 'g'", "A, B"),
    ("A, B = [type('C', (), {'v': n}) for n in (1, 1)]", "A, B"),
    ("A, B = [type('C', (), {'v': n}) for n in (1, 1)]", "A(), B()"),
    ("", "type('C', (), {}), type('C', (list,), {})"),
    ("", "type('C', (), {'f': lambda self: 1}), type('C', (), {'f': lambda self: 2})"),
    ("", "type('C', (), {'f': lambda self: 1})(), type('C', (), {'f': lambda self: 2})()"),
    ("", "type('C', (), {'p': property(lambda self: 1)})(), type('C', (), {'p': property(lambda self: 2)})()"),
    ("from collections import deque", "deque([1]), deque([1], 5)"),
    ("from collections import deque", "deque([1], 4), deque([1], 5)"),
    ("from collections import defaultdict as d", "d(list), d(set)"),
    ("from collections import defaultdict as d", "d(None), d(list)"),
    ("from collections import defaultdict as d", "d(lambda: 1), d(lambda: 2)"),
    ("from collections import OrderedDict as d", "d(a=1), dict(a=1)"),
    ("a, b = [1], [1]", "[a, a], [a, b]"),
    ("a, b = [1], [1]", "a, b"),
    ("a, b = (1, [2]), (1, [2])", "a, b"),
    ("a, b = {}, {}", "{'x': a}, {'x': b}"),
    ("class C: pass\na, b = C(), C()", "a, b"),
    ("class C: pass\na, b = C(), C()", "a, C()"),
    ("class C: pass\nclass D: pass\nC.d, D.d = [1], [1]", "C.d, D.d"),
    ("def g(a=[1], b=[1]): return a, b", "g()"),
    ("import numpy as np\na, b = np.zeros(2), np.zeros(2)", "a, b"),
    ("import numpy as np\na = np.zeros(2)", "[a, a[:]], [a, a.copy()]"),
    ("import numpy as np", "np.zeros((2, 2), order='C'), np.zeros((2, 2), order='F')"),
    ("", "[[1]] * 2, [[1], [1]]"),
    ("class N:\n    def __init__(self): self.n = self\na, b = N(), N()\nb.n = a", "a, b"),
    ("a, b = [1], [1]\na.append(a)\nb.append(a)", "a, b"),
    ("", "(lambda x: {'a': x, 'b': x})([1]), {'a': [1], 'b': [1]}"),
    ("", "iter([1]), 1"),
    ("", "iter([1]), iter((1,))"),
    ("", "iter([]), iter(())"),
    ("", "(x for x in [1]), iter([1])"),
    ("", "(x for x in [1]), map(int, [1])"),
    ("", "(x for x in [1]), (y for y in [1])"),
    ("def g(): yield 1\ndef h(): yield 1", "g(), h()"),
    ("class I:\n    def __init__(self, b): self.b = b\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration",
     "I(1), I(2)"),
    ("from functools import partial", "partial(max), partial(min)"),
    ("from functools import partial", "partial(lambda: 1), partial(lambda: 2)"),
    ("from functools import partial", "partial(max, 1), partial(max, key=1)"),
    ("class C:\n    def f(self): pass\na, b = C(), C()", "a.f, b.f"),
    ("class C:\n    def f(self): pass\n    def g(self): pass\nC.g.__qualname__ = C.f.__qualname__\na = C()", "a.f, a.g"),
    ("", "[1].append, [2].append"),
    ("a, b = [1], [1]", "a.append, b.append"),
    ("import math, cmath", "math, cmath"),
    ("import math, cmath", "math.sqrt, cmath.sqrt"),
    ("import types", "types.ModuleType('a'), types.ModuleType('b')"),
    ("import types", "[types.ModuleType('a')], [types.ModuleType('a')] * 2"),
    ("import numpy as np", "np.add, np.multiply"),
    ("", "True, 1"),
    ("", "1, 1.0"),
    ("", "[True], [1]"),
    ("", "{1: 2}, {1.0: 2}"),
    ("from fractions import Fraction", "1, Fraction(1)"),
    ("import enum\nclass E(enum.IntEnum):\n    A = 1", "E.A, 1"),
    ("", "{0, 8}, {8, 0}"),
    ("class S(str): pass", "'a', S('a')"),
    ("class S(str):\n    def __repr__(self): return 'x'", "S('a'), S('b')"),
    ("class S(int):\n    def __repr__(self): return 'x'", "S(1), S(2)"),
    ("import itertools", "itertools.count(1), itertools.count(2)"),
    ("import re", "re.compile('a'), re.compile('b')"),
    ("import datetime", "datetime.date(2000, 1, 1), datetime.date(2000, 1, 2)"),
    ("import types", "types.SimpleNamespace(a=1), types.SimpleNamespace(a=2)"),
    ("", "slice(1), slice(1.0)"),
    ("", "b'a', bytearray(b'a')"),
    ("", "property(max), property(min)"),
    ("", "staticmethod(max), staticmethod(min)"),
    ("", "memoryview(b'a'), memoryview(b'b')"),
    ("", "KeyError('x'), KeyError('y')"),
)

#: Ways to end, or to show something, that tell the bit b.
ENDS = (
    ("", "raise (ValueError('x') if b else KeyError('x'))"),
    ("", "try:\n        1 / 0\n    except ZeroDivisionError:\n        if b:\n            raise ValueError('x') from None\n        raise ValueError('x')"),
    ("", "e = KeyError(1)\n    if b:\n        raise ValueError('x') from e\n    raise ValueError('x')"),
    ("", "e = KeyError(1 if b else 2)\n    try:\n        raise e\n    except KeyError:\n        raise ValueError('x')"),
    ("", "e, k = ValueError('x'), KeyError(1)\n    if b:\n        e.__cause__ = k\n    else:\n        e.__context__ = k\n    raise e"),
    ("", "e = ValueError('x')\n    if b:\n        e.add_note('hit')\n    raise e"),
    ("", "e = ValueError('x')\n    e.args = (1,) if b else (2,)\n    raise e"),
    ("", "raise OSError(1, 'x', 'a' if b else 'b')"),
    ("", "raise ImportError('x', name='a' if b else 'b')"),
    ("", "raise UnicodeDecodeError('utf-8', b'ab', 0, 1 if b else 2, 'x')"),
    ("", "raise ExceptionGroup('x', [ValueError(1 if b else 2)])"),
    ("", "if b:\n        raise ValueError('x')\n    raise ValueError('x')"),
    ("import sys", "sys.exit(1 if b else 0)"),
    ("import sys", "if b:\n        sys.exit()\n    return"),
    ("", "raise SystemExit('a' if b else 'b')"),
    ("class Mine(BaseException): pass", "raise Mine(1 if b else 2)"),
    ("", "raise KeyboardInterrupt(1 if b else 2)"),
    ("G = []\nclass A:\n    def __repr__(self): return str(G)", "G.append(1 if b else 2)\n    print([A()])\n    G.clear()"),
    ("G = []\nclass A:\n    def __repr__(self): return str(G)", "G.append(1 if b else 2)\n    print({'k': (A(),)})\n    G.clear()"),
    ("G = []\nclass A:\n    def __repr__(self): return str(G)", "G.append(1 if b else 2)\n    print(f'{[A()]}')\n    G.clear()"),
    ("G = []\nclass A:\n    def __str__(self): return str(G)", "G.append(1 if b else 2)\n    print('%s' % A())\n    G.clear()"),
    ("G = []\nclass A:\n    def __repr__(self): return str(G)", "G.append(1 if b else 2)\n    print(str([A()]))\n    G.clear()"),
    ("G = []\nclass A:\n    def __format__(self, spec): return str(G)", "G.append(1 if b else 2)\n    print('{}'.format(A()))\n    G.clear()"),
    ("import logging\nG = []\nclass A:\n    def __repr__(self): return str(G)", "G.append(1 if b else 2)\n    logging.warning('%s', [A()])\n    G.clear()"),
    ("from dataclasses import dataclass\nG = []\nclass A:\n    def __repr__(self): return str(G)\n@dataclass\nclass D:\n    a: object",
     "G.append(1 if b else 2)\n    print(D(A()))\n    G.clear()"),
    ("import sys\nG = []\nclass A:\n    def __str__(self): return str(G)", "G.append(1 if b else 2)\n    print('x', file=sys.stderr if b else sys.stdout)\n    G.clear()"),
    ("", "print(True if b else 1)"),
    ("", "print([True] if b else [1])"),
    ("", "print(1.0 if b else 1)"),
    ("", "print(None if b else 'None')\n    print('x')"),
    ("", "x = []\n    yield x\n    x.append(1 if b else 2)"),
    ("", "x = {}\n    yield x\n    if b:\n        x['a'] = 1\n    yield 1"),
    ("", "x, y = [1], [1]\n    yield x\n    yield x if b else y"),
    ("class C: pass", "x = C()\n    yield x\n    x.v = 1 if b else 2"),
    ("", "yield 1\n    return (1 if b else 2)"),
    ("def pair(queries):\n    return 1", "return pair if b else (lambda queries: 1)"),
)


def program(before, body):
    return f"{before}\ndef f(queries, epsilon):\n    z = np.random.laplace(scale=1 / epsilon)\n    b = queries[0] > 3\n    {body}\n"


class ToldApart(unittest.TestCase):

    def tells_or_refuses(self, text):
        models, errors = read(text, "f", **{"python.answers": "1"})
        self.assertTrue(errors or "decide" in json.dumps(models[0]["linear"]["lists"]), "the bit is not told")
        if errors:
            self.assertNotIn("reader failed", errors[0])

    def test_results(self):
        for before, pair in RESULTS:
            with self.subTest(pair, before=before):
                self.tells_or_refuses(program(before, f"return ({pair})[0 if b else 1]"))
                self.tells_or_refuses(program(before, f"return [({pair})[0 if b else 1]]"))

    def test_ends(self):
        for before, body in ENDS:
            with self.subTest(body, before=before):
                self.tells_or_refuses(program(before, body))


#: What a mechanism does with an object that it yields, or that it was given, where the raw answer is at least 0.
LATER = ("x = []\n        yield x\n        if q >= 0: x.append(1)", "x = [[]]\n        yield x\n        if q >= 0: x[0].append(1)",
         "x = {}\n        yield [x]\n        if q >= 0: x['a'] = 1", "x = C()\n        yield x\n        if q >= 0: x.v = 1",
         "yield kept\n        if q >= 0: kept.append(1)", "x, y = [], []\n        yield x\n        yield x if q >= 0 else y",
         "yield 0\n        if q >= 0: log.append(1)", "yield 0\n        if q >= 0: KEPT.append(1)", "x = set()\n        yield x\n        if q >= 0: x.add(1)",
         "out = [[]]\n        yield (out[0],)\n        kept.append(out[0])\n        if q >= 0: kept[0].append(1)",
         "raw = q >= 0\n        yield (lambda: 1) if raw else (lambda: 2)", "yield (1, kept) if q >= 0 else (1, [])")


class Later(unittest.TestCase):
    """Lists of any length: what is output is not changed after the onlooker's back."""

    def test_what_was_output_or_given_is_changed(self):
        for body in LATER:
            text = f"""
class C: pass
KEPT = []
def f(queries, epsilon, log=None):
    bar, kept = np.random.laplace(scale=2 / epsilon), []
    for q in queries:
        if q + np.random.laplace(scale=4 / epsilon) >= bar:
            yield "above"
            return
        {body}
"""
            for settings in {}, {"log": "[]"}:
                with self.subTest(body, **settings):
                    models, errors = read(text, "f", **settings)
                    said = json.dumps(models)
                    self.assertTrue(errors or "linear" in models[0] or '"insample >= 0"' in said or "changed" in said or "of line" in said, said)

    def test_an_argument_is_changed(self):
        text = "def f(queries, epsilon, log):\n    z = np.random.laplace(scale=1 / epsilon)\n    log.append(1 if queries[0] >= 0 else 2)\n    return z\n"
        models, errors = read(text, "f", log="[]", **{"python.answers": "1"})
        self.assertIn("decide", json.dumps(models), errors)


class Alike(unittest.TestCase):
    """What nobody can tell apart is one output."""

    def test_what_leads_to_itself(self):
        """A class whose function has the class in a closure, as super() makes it, and an object that has itself."""
        before = "class E(Exception):\n    def __init__(self, v):\n        super().__init__()\n        self.v, self.me = v, self"
        for body in ("return E(b)", "raise E(b)", "a = [b]\n    a.append(a)\n    return a"):
            with self.subTest(body):
                models, errors = read(program(before, body), "f", **{"python.answers": "1"})
                self.assertEqual(errors, [])
                self.assertEqual(json.dumps(models[0]["linear"]["lists"]).count("decide"), 1)

    def test_fresh_objects(self):
        for before, pair in (("", "[1], [1]"), ("", "{'a': 1}, dict(a=1)"), ("class C: pass", "C(), C()"), ("", "'a', 'a'"),
                             ("import numpy as np", "np.zeros(2), np.zeros(2)"), ("A = [1]", "A, A"), ("def g(): pass", "g, g"),
                             ("import enum\nclass E(enum.Enum):\n    A = 1", "E.A, E['A']")):
            with self.subTest(pair):
                models, errors = read(program(before, f"return ({pair})[0 if b else 1]"), "f", **{"python.answers": "1"})
                self.assertEqual(errors, [])
                self.assertNotIn("decide", json.dumps(models[0]["linear"]["lists"]))


if __name__ == "__main__":
    unittest.main()
