# SPDX-License-Identifier: Apache-2.0
"""Programs for test_code.py: variations of one that is right."""

#: What the programs call laplace and rng.
HEAD = """import numpy as np
rng = np.random.default_rng()
exponential = np.random.exponential
def laplace(*given, loc=0.0, scale=None, size=None):
    if len(given) == 1 and scale is None:
        scale = given[0]
    elif len(given) >= 2:
        loc, scale = given[:2]
    return np.random.laplace(loc, scale, size)
"""

BASE = """def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + laplace(4 / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
"""


def vary(*changes):
    """BASE with each (old, new) of changes, which come in pairs."""
    text = BASE
    for old, new in zip(changes[::2], changes[1::2]):
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


NOISY = "noisy = q + laplace(4 / epsilon)"
TEST = "if noisy >= noisy_T:"
THRESHOLD = "noisy_T = T + laplace(2 / epsilon)"
FIRST, LAST = "out.append(True)", "out.append(False)"

COUNTED = """def f(queries, epsilon, N, T):
    out = []
    count = 0
    noisy_T = T + rng.laplace(scale=2 / epsilon)
    for q in queries:
        noise = rng.laplace(scale=4 * N / epsilon)
        if q + noise >= noisy_T:
            out.append(True)
            count += 1
            if count >= N:
                break
        else:
            out.append(False)
    return out
"""


def end(*lines):
    """COUNTED with other statements at its end."""
    assert COUNTED.endswith("    return out\n")
    return COUNTED[:-len("    return out\n")] + "".join("    %s\n" % line for line in lines)


VECTOR = """def f(queries, epsilon):
    return (np.asarray(queries, dtype=np.float64) + rng.laplace(scale=2 / epsilon, size=len(queries))).argmax()
"""


def vector(old, new):
    assert VECTOR.count(old) == 1, old
    return VECTOR.replace(old, new)


TWO = ["-D", "N=2"]

# name, text, options, verdict, least d
READ = [
    ("plain", BASE, [], "private", "1"),
    ("turned round", vary(TEST, "if noisy_T <= noisy:"), [], "private", "1"),
    ("less first", vary(TEST, "if not noisy < noisy_T:"), [], "private", "1"),
    ("all in the condition",
     vary(TEST, "if q + laplace(4 / epsilon) - noisy_T > 0:", NOISY, "pass"),
     [], "private", "1"),
    ("difference with offsets", vary(TEST, "if noisy - 3 >= noisy_T + 2 * T:"), [], "private", "1"),
    ("threshold negated", vary(TEST, "if -noisy <= -noisy_T:"), [], "private", "1"),
    ("keyword scale", vary("laplace(4 / epsilon)", "rng.laplace(loc=0.0, scale=4 / epsilon)"), [], "private", "1"),
    ("positional location", vary("laplace(4 / epsilon)", "np.random.laplace(0, 4 / epsilon)"), [], "private", "1"),
    ("location is the answer",
     vary("q + laplace(4 / epsilon)", "np.random.laplace(q, 4 / epsilon)"),
     [], "private", "1"),
    ("one number asked for",
     vary("laplace(4 / epsilon)", "np.random.laplace(0, 4 / epsilon, 1)"),
     [], "private", "1"),
    ("exponential noise",
     vary("q + laplace(4 / epsilon)", "q + np.random.exponential(4 / epsilon)"),
     [], "private", "1"),
    ("named eps", BASE.replace("epsilon", "eps"), [], "private", "1"),
    ("epsilon in capitals", BASE.replace("epsilon", "EPS"), [], "private", "1"),
    ("epsilon in parts",
     vary(THRESHOLD, "eps1 = epsilon / 2\n    noisy_T = T + laplace(1 / eps1)"),
     [], "private", "1"),
    ("epsilon as a number", vary("epsilon, T", "T", "out = []", "epsilon = 0.1; out = []"), [], "private", "1"),
    ("two epsilons as numbers",
     BASE.replace("2 / epsilon", "1 / eps1").replace("4 / epsilon", "2 / eps2")
     .replace("epsilon", "eps1, eps2"),
     ["-D", "eps1=1/2", "-D", "eps2=0.5"], "private", "1"),
    ("scale as a parameter",
     vary("epsilon, T", "epsilon, T, s=8", "4 / epsilon", "s / epsilon"),
     [], "private", "3/4"),
    ("scale given",
     vary("epsilon, T", "epsilon, T, s=8", "4 / epsilon", "s / epsilon"),
     ["-D", "s=4"], "private", "1"),
    ("number of the file", "S = 8\n" + vary("4 / epsilon", "S / epsilon"), [], "private", "3/4"),
    ("threshold's value given", BASE, ["-D", "T=0"], "private", "1"),
    ("counting queries", BASE, ["-o", "python.adjacency=monotonic"], "private", "3/4"),
    ("one answer differs", BASE, ["-o", "python.adjacency=one"], "private", "1/4"),
    ("noise in a variable",
     vary(NOISY, "nu = laplace(4 / epsilon)", TEST, "if q + nu >= noisy_T:"),
     [], "private", "1"),
    ("noise of an answer, drawn once: the threshold's",
     vary(NOISY, "pass", THRESHOLD, "nu = laplace(2 / epsilon)", TEST, "if q + nu >= T:"),
     [], "not-private", None),
    ("redrawn on each round",
     vary(NOISY, "noisy = q + laplace(4 / epsilon); noisy_T = T + laplace(2 / epsilon)"),
     [], "not-private", None),
    ("no noise on the queries", vary("laplace(4 / epsilon)", "0"), [], "not-private", None),
    ("value shown", vary(FIRST, "out.append(noisy)"), [], "not-private", None),
    ("fresh value shown", vary(FIRST, "out.append(q + laplace(2 / epsilon))"), [], "private", "3/2"),
    ("gap shown", vary(FIRST, "out.append(noisy - noisy_T)"), [], "private", "1"),
    ("gap shown the other way", vary(FIRST, "out.append(noisy_T - noisy)"), [], "private", "1"),
    ("pairs",
     vary("for q in queries", "for i, q in enumerate(queries)", FIRST,
                   "out.append((i, True))"),
     [], "private", "1"),
    ("only numbers of rounds",
     vary("for q in queries", "for i, q in enumerate(queries)", FIRST, "out.append(i)",
          "        out.append(False)\n", ""),
     [], "private", "1"),
    ("comparison appended",
     vary("        if noisy >= noisy_T:\n            out.append(True)\n            return out\n", "",
          LAST, "out.append(noisy < noisy_T)"),
     [], "not-private", None),
    ("choice appended",
     vary("        if noisy >= noisy_T:\n            out.append(True)\n            return out\n", "",
          LAST, "out.append('a' if noisy < noisy_T else 'b')"),
     [], "not-private", None),
    ("list added to", vary(LAST, "out += [False]", FIRST, "out = out + [True]"), [], "private", "1"),
    ("while and index",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries):\n        q = queries[i]\n"
          "        i += 1\n"),
     [], "private", "1"),
    ("while with a count",
     vary("    for q in queries:\n", "    i = 0\n    n = 0\n    while n < 2 and i < len(queries):\n",
          "q +", "queries[i] +", "            return out\n", "            n += 1\n            i += 1\n"
          "            continue\n", LAST, LAST + "\n        i = i + 1")
     .replace("            i += 1\n", "").replace("            continue\n", "")
     .replace("        out.append(False)", "        else:\n            out.append(False)")
     .replace("        i = i + 1", "        i += 1"),
     [], "private", "3/2"),
    ("range over the length",
     vary("for q in queries", "for i in range(len(queries))", "q +",
                                   "queries[i] +"),
     [], "private", "1"),
    ("range over a number",
     vary("for q in queries", "for i in range(5)", "q +", "queries[i] +"),
     [], "private", "1"),
    ("range over an open number",
     vary("epsilon, T", "epsilon, T, n", "for q in queries", "for i in range(n)", "q +",
          "queries[i] +"),
     [], "private", "1"),
    ("a flag that ends it",
     vary("out = []", "out = []; done = False", "            return out\n", "            done = True\n",
          "        " + LAST, "        else:\n            out.append(False)\n        if done:\n"
          "            break"),
     [], "private", "1"),
    ("one private number",
     "def f(x, epsilon):\n    return x + laplace(1 / epsilon)\n",
     ["-o", "python.private=x"], "private", "1"),
    ("two places of the list",
     "def f(queries, epsilon):\n    t = queries[0] + laplace(2 / epsilon)\n    yield t\n"
     "    yield queries[1] + laplace(2 / epsilon)\n",
     [], "private", "1"),
    ("docstring, annotations and pass",
     'def f(queries: list, epsilon: float, T=0) -> list:\n    """Text."""\n    out: list = []\n'
     "    t: float = T + laplace(2 / epsilon)\n    for q in queries:\n        pass\n"
     "        if q + laplace(4 / epsilon) >= t:\n            out.append(True)\n            break\n"
     "        else:\n            out.append(False)\n    return out\n",
     [], "private", "1"),
    ("byte order mark", "\ufeff" + BASE, [], "private", "1"),
    ("a comment that stands in a text",
     vary("out = []", '"""As in\n    # couplet: adjacency monotonic\n    """\n    out = []'),
     [], "private", "1"),
    ("the encoding that is read", "# coding: utf-8\n" + BASE, [], "private", "1"),
    ("carriage returns", BASE.replace("\n", "\r\n"), [], "private", "1"),
    ("comparison shown in a branch",
     "def f(queries, epsilon, T):\n    t = T + laplace(2 / epsilon)\n    for i in range(10):\n"
     "        s = queries[i] + laplace(4 / epsilon)\n        if i < 5:\n            yield s >= t\n"
     "            if s >= t: return\n        else:\n            yield s < t\n"
     "            if s >= t: return\n",
     [], "private", "1"),
    ("loop in a branch",
     "def f(queries, epsilon, T):\n    t = T + laplace(2 / epsilon)\n    if T < 1:\n"
     "        for q in queries:\n            if q + laplace(4 / epsilon) >= t:\n"
     "                yield 1\n                return\n            yield 0\n",
     ["-D", "T=0"], "private", "1"),
    ("a threshold for each of c answers",
     "def f(queries, epsilon, c, T):\n    i = 0\n    count = 0\n    while count < c:\n"
     "        t = T + laplace(2 * c / epsilon)\n        while i < len(queries):\n"
     "            s = queries[i] + laplace(4 * c / epsilon)\n            i += 1\n"
     "            if s >= t:\n                yield 1\n                break\n"
     "            yield 0\n        count += 1\n",
     ["-D", "c=3"], "unknown", None),
    ("adaptive",
     vary(TEST, "if q + laplace(16 / epsilon) >= noisy_T + 5:\n            out.append('far')\n"
          "            return out\n        if noisy >= noisy_T:"),
     [], "private", "1"),
    ("counted", COUNTED, TWO, "private", "1"),
    ("a loop over the list",
     end("total = 0", "for x in out:", "    if x:", "        total = total + N", "return total"),
     TWO, "unknown", None),
    ("a branch on the list", end("if any(out):", "    return len(out)", "return None"), TWO, "private", "1"),
    ("the list printed", end("print('answers', out[1:], f'{len(out)}')", "return out"), TWO, "unknown", None),
    ("a lambda with its own names", end("return list(filter(lambda q, noise=N: q, out))"), TWO, "unknown", None),
    ("comprehensions with their own names",
     end("a = {q: noise for q, noise in enumerate(out) if q > 1}", "b = [q for q in out]",
         "return sorted(a, key=lambda noise: noise), {q for q in b if q}"),
     TWO, "unknown", None),
    ("a name that gets a value of the list",
     end("noise = len(out)", "q = noise / 2", "return q, noise"),
     TWO, "unknown", None),
    ("the length and an argument", end("return out, len(queries), T"), TWO, "private", "1"),
    ("the count that the list tells", end("return out, count"), TWO, "private", "1"),
    ("a count beside each answer",
     end("return out, count").replace("            out.append(True)\n            count += 1\n",
                                      "            count += 1\n            out.append('yes')\n"),
     TWO, "private", "1"),
    ("an answer of True or False with a seen rest",
     BASE.replace("    return out\n", "    return 1 if True in out else 0\n"),
     [], "private", "1"),
    ("largest of a vector", VECTOR, [], "private", "1"),
    ("largest of a vector, counting", VECTOR, ["-o", "python.adjacency=monotonic"], "private", "1/2"),
    ("largest of a vector with exponential noise", vector("laplace", "exponential"), [], "private", "1"),
    ("largest of a vector by a variable",
     "def f(queries, epsilon):\n    b = 2 / epsilon\n"
     "    noisy = laplace(scale=b, size=len(queries)) + np.array(queries)\n"
     "    return int(np.argmax(noisy))\n",
     [], "private", "1"),
    ("largest of an array", vector("np.asarray(queries, dtype=np.float64)", "queries"), [], "private", "1"),
    ("a comparison kept", vary(TEST, "above = noisy >= noisy_T\n        if above:"), [], "private", "1"),
    ("a comparison kept and negated",
     vary(TEST, "below = noisy < noisy_T\n        if not below:"),
     [], "private", "1"),
    ("a comparison kept, output and asked for",
     vary(NOISY, "above = q + laplace(4 / epsilon) >= noisy_T", TEST, "out.append(above)\n"
          "        if above:", FIRST, "pass", LAST, "pass"),
     [], "private", "1"),
    ("a comparison kept beside a count",
     vary("epsilon, T", "epsilon, T, N=1", "out = []", "out = []; n = 0", TEST,
          "above = noisy_T <= noisy\n        if above and n < N:", "            return out\n",
          "            n += 1\n            if n >= N:\n                return out\n            continue\n"),
     [], "private", "1"),
    ("as many answers as are output",
     COUNTED.replace("            count += 1\n            if count >= N:", "            if len(out) >= N:")
     .replace("out.append(False)", "pass").replace("for q in queries", "for i, q in enumerate(queries)")
     .replace("out.append(True)", "out.append(i)"),
     TWO, "private", "1"),
    ("while the list is short",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries) and len(out) < 3:\n"
          "        q = queries[i]\n        i += 1\n", "            return out\n", "            continue\n",
          "laplace(4", "laplace(12"),
     [], "private", "1/4"),
    ("the length of the list, turned round",
     COUNTED.replace("            count += 1\n            if count >= N:",
                     "            pass\n        if 2 * N <= 2 * len(out) + 0:")
     .replace("        else:\n            out", "        if 1 < 2:\n            pass").replace(
         "pass.append(False)", "pass").replace("                break", "            break")
     .replace("for q in queries", "for i, q in enumerate(queries)").replace(
         "out.append(True)", "out.append(i)"),
     TWO, "private", "1"),
    ("running maximum returned itself",
     "def f(queries, epsilon):\n    best = float('-inf')\n    for q in queries:\n"
     "        v = q + laplace(2 / epsilon)\n        if v > best:\n            best = v\n"
     "    return best\n",
     [], "unknown", None),
    ("running maximum of a given number returned",
     "def f(queries, n, epsilon):\n    best = None\n    for i in range(n):\n"
     "        v = queries[i] + laplace(2 / epsilon)\n        if best is None or v > best:\n"
     "            best = v\n    return best\n",
     ["-D", "n=3"], "private", "3/2"),
    ("adjacency in a comment", "# couplet: adjacency monotonic\n" + BASE, [], "private", "3/4"),
    ("adjacency in a comment, and on the command line",
     vary("    out = []", "    #couplet: adjacency monotonic\n    out = []"),
     ["-o", "python.adjacency=any"], "private", "1"),
    ("the private argument in a comment",
     vary("    out = []", "    # couplet: private queries\n    out = []",
          "for q in queries:", "for q, t in zip(queries, T):", ">= noisy_T", ">= noisy_T + t",
          "= T +", "="),
     [], "private", "1"),
]
