# SPDX-License-Identifier: Apache-2.0
"""Python functions that look like mechanisms that they are not: each is refused at its place, for its
reason."""

# name, text, options, place, message
HOSTILE = [
    ("the index becomes the answer", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        i = q
        if x > best:
            best = x
            win = i
    return win
''', [],
     "7:16", "'best' cannot be followed here"),
    ("the winner becomes the answer before it is compared", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        win = q
        if x > best:
            best = x
            win = i
    return win
''', [],
     "7:16", "'best' cannot be followed here: a running maximum is read"),
    ("the largest is any noisy answer", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        best = x
        if x > best:
            best = x
            win = i
    return win
''', [],
     "7:12", "noise is compared without an answer"),
    ("the index begins anew in each round", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        i = 0
        if x > best:
            best = x
            win = i
    return win
''', [],
     "7:16", "'best' cannot be followed here: a running maximum is read"),
    ("a seed in the round of a maximum", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        y = np.random.seed(0)
        if x > best:
            best = x
            win = i
    return win
''', [],
     "6:13", "a call of 'seed' is not read; write sums of an answer,"),
    ("a call with an answer in the round of a maximum", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        y = print(q)
        if x > best:
            best = x
            win = i
    return win
''', [],
     "6:13", "a call of 'print' is not read; write sums of an answer,"),
    ("an answer that is appended elsewhere", '''\
def f(queries, epsilon, sink):
    noisy = []
    for q in queries:
        y = sink.append(q)
        noisy.append(q + laplace(2 / epsilon))
    return np.argmax(noisy)
''', ["-o", "python.private=queries"],
     "4:13", "a call of 'append' is not read"),
    ("another value in the list of noisy answers", '''\
def f(queries, epsilon, sink):
    noisy = []
    for q in queries:
        y = noisy.append(7)
        noisy.append(q + laplace(2 / epsilon))
    return np.argmax(noisy)
''', ["-o", "python.private=queries"],
     "4:13", "a call of 'append' is not read"),
    ("the list of noisy answers begins anew", '''\
def f(queries, epsilon, sink):
    noisy = []
    for q in queries:
        noisy = []
        noisy.append(q + laplace(2 / epsilon))
    return np.argmax(noisy)
''', ["-o", "python.private=queries"],
     "4:9", "begins anew in each round"),
    ("the module of argmax becomes an answer", '''\
def f(queries, epsilon, sink):
    noisy = []
    for q in queries:
        np = q
        noisy.append(q + laplace(2 / epsilon))
    return np.argmax(noisy)
''', ["-o", "python.private=queries"],
     "6:5", "more than the list of outputs is returned: 'np' may tell"),
    ("noise that is drawn behind its use", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = None
    for i, q in enumerate(queries):
        x = q + n
        n = laplace(2 / epsilon)
        if x > best:
            best = x
            win = i
    return win
''', [],
     "5:17", "'n' cannot be followed here: it has a value on some ways"),
    ("a winner that begins with a call", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = print(queries)
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        pass
        if x > best:
            best = x
            win = i
    return win
''', [],
     "3:11", "the private answers go into a call of 'print'; go through"),
    ("a winner that is never None", '''\
def f(queries, epsilon):
    best = 5
    win = 0
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        if win is None or x > best:
            best = x
            win = i
    return win
''', [],
     "6:12", "'win' cannot be followed here: it holds different things on"),
    ("a largest that is never None", '''\
def f(queries, epsilon):
    best = 5
    win = None
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        if best is None or x > best:
            best = x
            win = i
    return win
''', [],
     "6:12", "'best' cannot be followed here: it holds an answer on some"),
    ("a largest that is never equal to None", '''\
def f(queries, epsilon):
    best = 5
    win = 0
    for i, q in enumerate(queries):
        x = q + laplace(2 / epsilon)
        if best == None or x > best:
            best = x
            win = i
    return win
''', [],
     "6:12", "'best' cannot be followed here: it holds an answer on some"),
    ("a number and its letters", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append('1')
        else:
            out.append(1)
    return out
''', [],
     "6:24", "this text cannot be output"),
    ("True and its letters", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append('True')
        else:
            out.append(True)
    return out
''', [],
     "6:24", "this text cannot be output"),
    ("the word of silent rounds", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            out.append((i, 'none'))
    return out
''', [],
     "6:28", "this text cannot be output"),
    ("the word of numbers of rounds", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            yield i
        else:
            yield 'round'
''', [],
     "7:19", "this text cannot be output"),
    ("None and its letters", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(None)
        else:
            out.append('None')
    return out
''', [],
     "8:24", "this text cannot be output"),
    ("equal to a discrete threshold", '''\
def f(queries, epsilon, T):
    t = T + discrete_laplace(2 / epsilon)
    out = []
    for q in queries:
        x = q + discrete_laplace(4 / epsilon)
        if x > t:
            out.append(0)
        elif x >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "6:12", "what is equal counts as above here"),
    ("equal to a threshold without noise", '''\
def f(queries, epsilon, T):
    out = []
    for q in queries:
        if q > T:
            out.append(0)
        elif q >= T:
            out.append(1)
        else:
            out.append(0)
        z = laplace(1 / epsilon)
    return out
''', [],
     "4:12", "what is equal counts as above here"),
    ("an answer that is equal to a discrete threshold", '''\
def f(queries, epsilon, T):
    t = T + discrete_laplace(2 / epsilon)
    out = []
    for q in queries:
        if q > t:
            out.append(0)
        elif q >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "5:12", "what is equal counts as above here"),
    ("the answers twice in zip", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for a, b in zip(queries, queries):
        if b + laplace(4 / epsilon) >= t + a:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "4:17", "what this loop goes through is not read"),
    ("a name twice in zip", '''\
def f(queries, epsilon, L, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q, q in zip(L, queries):
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', ["-o", "python.private=queries"],
     "4:17", "what this loop goes through is not read"),
    ("a name twice in enumerate", '''\
def f(queries, epsilon):
    best = float('-inf')
    win = 0
    for q, q in enumerate(queries):
        v = q + laplace(2 / epsilon)
        if v > best:
            best = v
            win = q
    return win
''', [],
     "4:17", "what this loop goes through is not read"),
    ("an index from behind", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = -1
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "9:9", "counts through the private answers"),
    ("an index that begins at an argument", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = T
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "9:9", "counts through the private answers"),
    ("a counter that some rounds have no value of", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            c = 1
        if c >= 0:
            out.append(1)
        else:
            out.append(1)
        if c > 5:
            c = 2
    return out
''', [],
     "7:12", "'c' has no value here on some way"),
    ("a number that some rounds have no value of", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            c = 1
        if c == 1:
            out.append(1)
        else:
            out.append(1)
    return out
''', [],
     "7:12", "'c' has no value here on some way"),
    ("a scale that some rounds have no value of", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            s = 8
        out.append(q + laplace(s / epsilon))
    return out
''', [],
     "7:32", "'s' has no value here on some way"),
    ("the same noise for two answers", '''\
def f(queries, epsilon):
    n = laplace(2 / epsilon)
    yield queries[0] + n
    yield queries[1] + n
''', [],
     "4:11", "the same noise is added to two answers"),
    ("exponential noise in the place of Laplace noise", '''\
def f(queries, epsilon, T):
    t = laplace(2 / epsilon)
    for q in queries:
        if q + t >= T:
            yield 1
            t = rng.exponential(2 / epsilon)
        else:
            yield 0
''', [],
     "4:12", "exponential noise that outlives"),
    ("an answer as a further argument of noise", '''\
def lap(scale, loc=0):
    return loc + np.random.laplace(0, scale)
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(4 / epsilon, loc=q) >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "7:16", "neither location, scale nor size"),
    ("noise of three arguments", '''\
def lap(rng, loc, scale):
    return loc + rng.laplace(0, scale)
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(0, q, 4 / epsilon) >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "7:16", "neither location, scale nor size"),
    ("a location beside a named scale", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(q, scale=4 / epsilon) >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "5:16", "neither location, scale nor size"),
    ("open arguments of noise", '''\
def lap(scale, **kw):
    return 0
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(scale=4 / epsilon, **K) >= t:
            out.append(1)
        else:
            out.append(0)
    return out
''', [],
     "7:16", "neither location, scale nor size"),
    ("Gaussian noise under the name of Laplace noise", '''\
from numpy.random import normal as laplace
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:1", "'normal' under the name 'laplace'"),
    ("exponential noise under the name of Laplace noise", '''\
from numpy.random import exponential as lap
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q - lap(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:1", "'exponential' under the name 'lap'"),
    ("noise that is defined twice", '''\
def lap(loc, b):
    return 0
def lap(b, loc):
    return 0
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:1", "noise whose name gets another meaning"),
    ("Gaussian noise as a variable", '''\
lap = np.random.normal
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + lap(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:1", "'normal' under the name 'lap'"),
    ("names of a module by a star", '''\
from helpers import *
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:21", "'import *'"),
    ("len in a branch of the file", '''\
if True:
    def len(x):
        return 3
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("len among several names", '''\
len, b = max, 1
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("a class called len", '''\
class len:
    pass
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("len that is updated", '''\
len += 1
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("len by global", '''\
def g():
    global len
    len = 5
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("len as a variable of a loop", '''\
for len in [1]:
    pass
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield 0
        i += 1
''', [],
     "1:1", "'len' a meaning of its own"),
    ("an argmax of the file", '''\
def argmax(xs):
    return xs
def f(queries, epsilon):
    noisy = [q + laplace(2 / epsilon) for q in queries]
    return argmax(noisy)
''', [],
     "4:13", "a list by a comprehension"),
    ("a max of the file", '''\
def max(xs):
    return xs[0]
def f(queries, epsilon):
    noisy = [q + laplace(2 / epsilon) for q in queries]
    return noisy.index(max(noisy))
''', [],
     "4:13", "a list by a comprehension"),
    ("an int of the file", '''\
def int(x):
    return 1
def f(queries, epsilon):
    noisy = [q + laplace(2 / epsilon) for q in queries]
    return int(np.argmax(noisy))
''', [],
     "4:13", "a list by a comprehension"),
    ("an argmax that is given", '''\
def f(queries, epsilon, argmax):
    noisy = [q + laplace(2 / epsilon) for q in queries]
    return argmax(noisy)
''', ["-o", "python.private=queries"],
     "2:13", "a list by a comprehension"),
    ("a seed of the file", '''\
import numpy as np
np.random.seed(0)
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "2:1", "a seed makes all noise known"),
    ("a generator with a seed", '''\
import numpy as np
rng = np.random.default_rng(0)
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + rng.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "2:7", "a seed makes all noise known"),
    ("a number and an import", '''\
N = 2
from config import N
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 * N / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "7:28", "'N' has no value here"),
    ("a number and a function", '''\
N = 2
def N():
    pass
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 * N / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "8:28", "'N' has no value here"),
    ("a function twice", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', ["-o", "python.function=f"],
     "11:1", "whose name gets another meaning"),
    ("a function that is wrapped", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
f = wrap(f)
''', [],
     "1:1", "whose name gets another meaning"),
    ("zeros of the file", '''\
def zeros(n):
    return [1] * n
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = zeros(len(queries))
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            out[i] = 0
    return out
''', [],
     "5:11", "a call of 'zeros'"),
    ("append by keyword", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(object=1)
        else:
            out.append(0)
    return out
''', [],
     "6:13", "a call of 'append' for what it does"),
    ("the module of the generator", '''\
import numpy as np
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), np
''', [],
     "11:5", "'np' draws the noise"),
    ("the owner of the generator", '''\
def f(queries, epsilon, T, ctx):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + ctx.rng.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), ctx
''', ["-o", "python.private=queries"],
     "10:5", "'ctx' draws the noise"),
    ("a frame under another name", '''\
from sys import _getframe as g
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), g(0)
''', [],
     "11:5", "'g' may see the private variables"),
    ("a module that sees frames", '''\
import inspect
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), inspect.trace()
''', [],
     "11:5", "'inspect' may see the private variables"),
    ("the function that draws", '''\
from numpy.random import laplace
def f(queries, epsilon, T):
    t = T + laplace(0, 2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), laplace
''', [],
     "11:5", "'laplace' draws the noise"),
    ("whether the list has ended as an output", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    i = 0
    while True:
        if queries[i] + laplace(4 / epsilon) >= t:
            yield 1
            return
        yield i < len(queries)
        i += 1
''', [],
     "8:15", "whether the list has ended is output"),
    ("the module of Python's own functions", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), __builtins__
''', [],
     "10:5", "'__builtins__' may see"),
    ("the code of a function", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), (lambda: 0).__code__
''', [],
     "10:5", "'__code__' may see"),
    ("another name of the generator", '''\
import numpy as np
rng = np.random.default_rng()
other = rng
def f(queries, epsilon, T):
    t = T + rng.laplace(0, 2 / epsilon)
    out = []
    for q in queries:
        if q + rng.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), other
''', [],
     "13:5", "'other' draws the noise"),
    ("the generator under another name of its module", '''\
import numpy as np
import numpy
def f(queries, epsilon, T):
    t = T + np.random.laplace(0, 2 / epsilon)
    out = []
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), numpy.random.mtrand
''', [],
     "12:5", "'random' draws the noise"),
    ("all names", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return sum(out), dir()
''', [],
     "10:5", "'dir' may see"),
    ("noise that is a variable", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    laplace = 5
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "2:13", "what draws this noise is made in the function"),
    ("statements in comments by UTF-7", '''\
# coding: utf-7
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = [] # +AAo-    t +AD0- 5
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "1:1", "the encoding 'utf-7' is not read"),
    ("statements in comments by an escape", '''\
#!/usr/bin/env python3
# -*- coding: unicode_escape -*-
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []  # \\n    t = 5
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "2:1", "the encoding 'unicode_escape' is not read"),
    ("a number that is infinite in Python", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(1e400 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:24", "a number that Python cannot hold is no number made of"),
    ("the answers as a generator", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + queries.laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:16", "what draws this noise"),
    ("a generator made of an answer", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + make(q).laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:16", "what draws this noise"),
    ("a generator among the outputs", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + out[0].laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:16", "what draws this noise"),
    ("a generator with a seed for each answer", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + np.random.default_rng(7).laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:16", "what draws this noise"),
    ("a generator by ':='", '''\
def f(queries, epsilon, T):
    t = T + laplace(2 / epsilon)
    out = []
    for q in queries:
        if q + (z := rng).laplace(0, 4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "5:16", "what draws this noise"),
    ("a generator with a seed for the threshold", '''\
def f(queries, epsilon, T):
    t = T + RandomState(1).laplace(0, 2 / epsilon)
    out = []
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            out.append(1)
            break
        else:
            out.append(0)
    return out
''', [],
     "2:13", "what draws this noise"),
]
