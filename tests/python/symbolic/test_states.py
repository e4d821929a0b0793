# SPDX-License-Identifier: Apache-2.0
"""Ways to keep a counter: where it cannot be seen there is no automaton, else the seventh answer is told as it is."""
import json
import logging
import sys
import unittest
from unittest import mock

from helping import any_length

from couplet.symbolic import loops

TEMPLATE = """
{imports}
{before}
def f(queries, epsilon):
    {setup}
    bar = np.random.laplace(scale=2 / epsilon)
    for a in queries:
        {step}
        if {seventh}:
            return "seventh", a
        if a + np.random.laplace(scale=4 / epsilon) >= bar:
            return "above"
"""

#: What is imported, what stands before the function, what is done first, in each round, and how it is told.
WAYS = (
    ("", "", "n = 0", "n += 1", "n == 7"),
    ("", "", "n = [0]", "n[0] += 1", "n[0] == 7"),
    ("", "", "n = {}", "n['k'] = n.get('k', 0) + 1", "n['k'] == 7"),
    ("", "", "n = set()", "n.add(len(n))", "len(n) == 7"),
    ("", "", "n = ''", "n += 'x'", "n == 'xxxxxxx'"),
    ("", "", "n = b''", "n += b'x'", "len(n) == 7"),
    ("", "", "n = bytearray()", "n.append(1)", "len(n) == 7"),
    ("", "", "n = 0.0", "n += 0.1", "n == 0.7"),
    ("", "", "n = 1j", "n += 1", "n == 7 + 1j"),
    ("from fractions import Fraction", "", "n = Fraction(0)", "n += Fraction(1, 7)", "n == 1"),
    ("from decimal import Decimal", "", "n = Decimal(0)", "n += 1", "n == 7"),
    ("from collections import deque", "", "n = deque()", "n.append(1)", "len(n) == 7"),
    ("from collections import deque", "", "n = deque([0] * 9, maxlen=9)", "n.append(n[-1] + 1)", "n[-1] == 7"),
    ("from collections import deque", "", "n = deque('abcdefghij')", "n.rotate(1)", "n[0] == 'd'"),
    ("from collections import Counter", "", "n = Counter()", "n['k'] += 1", "n['k'] == 7"),
    ("from collections import OrderedDict", "", "n = OrderedDict((k, 0) for k in 'abcdefgh')", "n.move_to_end(next(iter(n)))", "next(iter(n)) == 'h'"),
    ("from collections import defaultdict", "", "n = defaultdict(int)", "n['k'] += 1", "n['k'] == 7"),
    ("from collections import ChainMap", "", "n = ChainMap({'k': 0})", "n['k'] += 1", "n['k'] == 7"),
    ("from collections import UserList", "", "n = UserList()", "n.append(1)", "len(n) == 7"),
    ("from collections import UserDict", "", "n = UserDict(k=0)", "n['k'] += 1", "n['k'] == 7"),
    ("import array", "", "n = array.array('i', [0])", "n[0] += 1", "n[0] == 7"),
    ("import ctypes", "", "n = ctypes.c_int(0)", "n.value += 1", "n.value == 7"),
    ("import io", "", "n = io.StringIO()", "n.write('x')", "n.tell() == 7"),
    ("import io", "", "n = io.BytesIO()", "n.write(b'x')", "n.getvalue() == b'xxxxxxx'"),
    ("import itertools", "", "n = itertools.count(1)", "k = next(n)", "k == 7"),
    ("import itertools", "", "n = itertools.cycle(range(7))", "k = next(n)", "k == 6"),
    ("import itertools", "", "n = itertools.islice(range(9), 9)", "k = next(n)", "k == 6"),
    ("", "", "n = iter(range(9))", "k = next(n)", "k == 6"),
    ("", "", "n = iter([0] * 6 + [1, 1])", "k = next(n)", "k"),
    ("", "", "n = reversed(range(9))", "k = next(n)", "k == 2"),
    ("", "", "n = enumerate('abcdefghi')", "k, _ = next(n)", "k == 6"),
    ("", "", "n = map(len, [''] * 6 + ['x'] * 3)", "k = next(n)", "k"),
    ("", "", "n = (k for k in range(9))", "k = next(n)", "k == 6"),
    ("", "", "n = [0] * 6 + [1]", "k = n.pop(0)", "k"),
    ("", "", "n = dict.fromkeys(range(7))", "n.popitem()", "not n"),
    ("", "class C:\n    n = 0", "C.n = 0", "C.n += 1", "C.n == 7"),
    ("", "class C:\n    pass", "c = C(); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C:\n    __slots__ = ('n',)", "c = C(); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C:\n    @property\n    def n(self):\n        return self.__dict__['m']", "c = C(); c.m = 0", "c.m += 1", "c.n == 7"),
    ("", "class C(list):\n    pass", "c = C()", "c.append(0)", "len(c) == 7"),
    ("", "class C(dict):\n    pass", "c = C()", "c[len(c)] = 0", "len(c) == 7"),
    ("", "class C(int):\n    pass", "c = C(); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C(str):\n    pass", "c = C('x'); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C(float):\n    pass", "c = C(1); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C(tuple):\n    pass", "c = C(); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C(Exception):\n    pass", "c = C(); c.n = 0", "c.n += 1", "c.n == 7"),
    ("", "class C(Exception):\n    pass", "c = C(0)", "c.args = (c.args[0] + 1,)", "c.args == (7,)"),
    ("", "", "c = OSError(0, 'x')", "c.errno += 1", "c.errno == 7"),
    ("", "", "c = StopIteration(0)", "c.value += 1", "c.value == 7"),
    ("", "", "c = ValueError()", "c.add_note('x')", "len(c.__notes__) == 7"),
    ("", "", "c, n = ValueError(), 0", "c.__cause__ = KeyError(c.__cause__.args[0] + 1 if c.__cause__ else 1)", "c.__cause__.args == (7,)"),
    ("from enum import Enum", "class E(Enum):\n    A = 1", "E.A.n = 0", "E.A.n += 1", "E.A.n == 7"),
    ("from dataclasses import dataclass", "@dataclass\nclass D:\n    n: int = 0", "c = D()", "c.n += 1", "c.n == 7"),
    ("from dataclasses import dataclass, replace", "@dataclass(frozen=True)\nclass D:\n    n: int = 0", "c = D()", "c = replace(c, n=c.n + 1)", "c.n == 7"),
    ("from collections import namedtuple", "P = namedtuple('P', 'n')", "c = P(0)", "c = c._replace(n=c.n + 1)", "c.n == 7"),
    ("from typing import NamedTuple", "class P(NamedTuple):\n    n: int", "c = P(0)", "c = P(c.n + 1)", "c.n == 7"),
    ("import types", "", "c = types.SimpleNamespace(n=0)", "c.n += 1", "c.n == 7"),
    ("", "def g():\n    pass", "g.n = 0", "g.n += 1", "g.n == 7"),
    ("", "def g(n=[0]):\n    n[0] += 1\n    return n[0]", "g.__defaults__[0][0] = 0", "k = g()", "k == 7"),
    ("", "def g(*, n=[0]):\n    n[0] += 1\n    return n[0]", "g.__kwdefaults__['n'][0] = 0", "k = g()", "k == 7"),
    ("", "def g():\n    '''x'''", "g.__doc__ = ''", "g.__doc__ += 'x'", "g.__doc__ == 'xxxxxxx'"),
    ("", "def g():\n    pass", "g.__name__ = 'g'", "g.__name__ += 'g'", "len(g.__name__) == 8"),
    ("", "def make():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n        return n\n    return step", "g = make()", "k = g()", "k == 7"),
    ("", "def make():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n    return step, lambda: n", "g, h = make()", "g()", "h() == 7"),
    ("", "n = 0", "global n; n = 0", "n += 1", "n == 7"),
    ("", "n = [0]", "n[0] = 0", "n[0] += 1", "n[0] == 7"),
    ("", "", "global __n__; __n__ = 0", "__n__ += 1", "__n__ == 7"),
    ("", "", "globals()['n'] = 0", "globals()['n'] += 1", "globals()['n'] == 7"),
    ("", "", "n = 0", "n += 1", "locals()['n'] == 7"),
    ("", "", "n = 0", "n += 1", "eval('n') == 7"),
    ("", "", "n = 0", "n += 1", "vars()['n'] == 7"),
    ("", "def make():\n    class C:\n        n = 0\n    return C", "c = make()", "c.n += 1", "c.n == 7"),
    ("", "def make(k):\n    class C:\n        n = k\n    return C", "c = make(0)", "c = make(c.n + 1)", "c.n == 7"),
    ("", "", "c = type('C', (), {'n': 0})", "c.n += 1", "c.n == 7"),
    ("", "def make(k):\n    return lambda: k", "c = make(0)", "c = make(c() + 1)", "c() == 7"),
    ("import functools", "", "c = functools.partial(int, 0)", "c = functools.partial(int, c.args[0] + 1)", "c() == 7"),
    ("import functools", "", "c = functools.partial(int); c.n = 0", "c.n += 1", "c.n == 7"),
    ("import functools", "@functools.lru_cache(None)\ndef g(k):\n    return k", "g.cache_clear()", "g(g.cache_info().currsize)", "g.cache_info().currsize == 7"),
    ("import functools", "@functools.singledispatch\ndef g(x):\n    return 0", "g.n = 0", "g.n += 1", "g.n == 7"),
    ("", "", "n = []; push = n.append", "push(0)", "len(push.__self__) == 7"),
    ("", "", "pop = ([0] * 6 + [1]).pop; pop(); pop = ([1] + [0] * 6).pop", "k = pop()", "k"),
    ("", "", "step = iter(range(9)).__next__", "k = step()", "k == 6"),
    ("", "", "n = np.zeros(1)", "n[0] += 1", "n[0] == 7"),
    ("", "", "n = np.zeros(2, dtype=int); m = n[1:]", "m += 1", "n[1] == 7"),
    ("", "", "n = np.int64(0)", "n += 1", "n == 7"),
    ("", "", "n = np.float64(0)", "n += 1", "n == 7"),
    ("", "", "n = np.zeros(9, dtype=bool)", "n[n.sum()] = True", "n.sum() == 7"),
    ("", "", "m = memoryview(bytearray(1))", "m[0] += 1", "m[0] == 7"),
    ("import random", "", "n = random.Random(1)", "k = n", "False and k"),
    ("import threading", "", "n = threading.local(); n.k = 0", "n.k += 1", "n.k == 7"),
    ("import contextvars", "", "n = contextvars.ContextVar('n'); n.set(0)", "n.set(n.get() + 1)", "n.get() == 7"),
    ("import weakref", "class C:\n    n = 0", "c = C(); w = weakref.ref(c)", "w().n += 1", "c.n == 7"),
    ("import os", "", "os.environ['COUPLET_N'] = ''", "os.environ['COUPLET_N'] += 'x'", "os.environ['COUPLET_N'] == 'xxxxxxx'"),
    ("import decimal", "", "decimal.getcontext().prec = 20", "decimal.getcontext().prec += 1", "decimal.getcontext().prec == 27"),
    ("import sys", "", "del sys.argv[1:]", "sys.argv.append('x')", "len(sys.argv) == 8"),
    ("import logging", "", "logging.getLogger('x').setLevel(1)", "logging.getLogger('x').setLevel(logging.getLogger('x').level + 1)", "logging.getLogger('x').level == 8"),
    ("import queue", "", "n = queue.Queue()", "n.put(0)", "n.qsize() == 7"),
    ("import heapq", "", "n = []", "heapq.heappush(n, 0)", "len(n) == 7"),
    ("import argparse", "", "n = argparse.Namespace(k=0)", "n.k += 1", "n.k == 7"),
    ("import string", "", "string.n = 0", "string.n += 1", "string.n == 7"),
    ("import struct", "", "n = struct.pack('i', 0)", "n = struct.pack('i', struct.unpack('i', n)[0] + 1)", "struct.unpack('i', n)[0] == 7"),
    ("import re", "", "n = re.compile('x')", "n = re.compile(n.pattern + 'x')", "n.pattern == 'xxxxxxxx'"),
    ("import datetime", "", "n = datetime.date(2000, 1, 1)", "n += datetime.timedelta(1)", "n.day == 8"),
    ("import copy", "class C:\n    n = 0", "c = C()", "c = copy.copy(c); c.n += 1", "c.n == 7"),
    ("import contextlib", "", "n = contextlib.ExitStack()", "n.callback(int)", "len(n._exit_callbacks) == 7"),
    ("", "class C:\n    pass", "C.__name__ = 'C'", "C.__name__ += 'x'", "len(C.__name__) == 8"),
    ("", "class C:\n    n: int", "C.__annotations__['n'] = 0", "C.__annotations__['n'] += 1", "C.__annotations__['n'] == 7"),
    ("", "class C:\n    __match_args__ = ()", "C.__match_args__ = ()", "C.__match_args__ += ('x',)", "len(C.__match_args__) == 7"),
    ("", "def g() -> 0:\n    pass", "g.__annotations__['n'] = 0", "g.__annotations__['n'] += 1", "g.__annotations__['n'] == 7"),
    ("", "def g():\n    pass", "g.__module__ = ''", "g.__module__ += 'x'", "len(g.__module__) == 7"),
    ("", "P = property()", "P.__doc__ = ''", "P.__doc__ += 'x'", "len(P.__doc__) == 7"),
    ("import logging", "log = logging.getLogger('y')", "log.handlers.clear()", "log.handlers.append(1)", "len(log.handlers) == 7"),
    ("import logging", "", "logging.root.handlers.clear()", "logging.root.handlers.append(1)", "len(logging.root.handlers) == 7"),
    ("import json", "", "json._default_decoder.memo['n'] = 0", "json._default_decoder.memo['n'] += 1", "json._default_decoder.memo['n'] == 7"),
    ("import calendar", "", "calendar.setfirstweekday(0)", "calendar.setfirstweekday((calendar.firstweekday() + 1) % 7)", "calendar.firstweekday() == 0"),
    ("", "n = 0\nclass K:\n    def step(self):\n        global n\n        n += 1\n        return n\n    def zero(self):\n        global n\n        n = 0\nobj = K()", "obj.zero()", "k = obj.step()", "k == 7"),
    ("", "n = 0\ndef g():\n    global n\n    n += 1\n    return n\ndef zero():\n    global n\n    n = 0\nalias, table = g, {'a': zero}", "table['a']()", "k = alias()", "k == 7"),
    ("import functools", "n = 0\ndef deco(h):\n    def wrapped():\n        global n\n        n += 1\n        return n\n    return wrapped\n@deco\ndef g():\n    pass\ndef zero():\n    global n\n    n = 0", "zero()", "k = g()", "k == 7"),
    ("import logging", "log = logging.getLogger('x')", "log.n = 0", "log.n += 1", "log.n == 7"),
    ("", "", "p = q = r = s = t = u = 1000; n = 1000", "p, q, r, s, t, u = q, r, s, t, u, n + 0", "p is not n and p is not q"),
    ("", "", "p = q = r = s = t = u = n = 0.5", "p, q, r, s, t, u = q, r, s, t, u, n * 1.0", "id(p) != id(n)"),
    ("import sys", "n1 = 0", "m = sys.modules[f.__module__]; m.n1 = 0", "m.n1 += 1", "getattr(m, 'n' + str(1)) == 7"),
    ("import fractions", "", "setattr(fractions.Fraction, 'n', 0)", "setattr(fractions.Fraction, 'n', fractions.Fraction.n + 1)", "fractions.Fraction.n == 7"),
)


class Counters(unittest.TestCase):

    def setUp(self):
        arguments, handlers = list(sys.argv), list(logging.root.handlers)
        self.addCleanup(lambda: (sys.argv.__setitem__(slice(None), arguments), logging.root.handlers.__setitem__(slice(None), handlers)))

    def test_none_is_forgotten(self):
        with mock.patch.object(loops, "_MOST_EVENTS", 20_000):
            for way in WAYS:
                text = TEMPLATE.format(**dict(zip(("imports", "before", "setup", "step", "seventh"), way)))
                with self.subTest(way):
                    made, reason = any_length(text)
                    if made is not None:
                        self.assertIn("seventh", json.dumps(made["transitions"]) if "False" not in way[4] else "seventh")
                    else:
                        self.assertNotIn("differs from the function", reason)

    def test_the_usual_ones_are_seen(self):
        for way in (WAYS[0], WAYS[1], WAYS[2], WAYS[11], WAYS[14], WAYS[33], WAYS[35], WAYS[36], WAYS[37]):
            with self.subTest(way):
                self.assertIsNotNone(any_length(TEMPLATE.format(**dict(zip(("imports", "before", "setup", "step", "seventh"), way))))[0])


if __name__ == "__main__":
    unittest.main()
