# SPDX-License-Identifier: Apache-2.0
"""Programs for test_python.py: variations of one that is right."""

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
     vary(TEST, "if q + laplace(4 / epsilon) - noisy_T > 0:", NOISY, "pass"), [], "private", "1"),
    ("difference with offsets", vary(TEST, "if noisy - 3 >= noisy_T + 2 * T:"), [], "private", "1"),
    ("threshold negated", vary(TEST, "if -noisy <= -noisy_T:"), [], "private", "1"),
    ("keyword scale", vary("laplace(4 / epsilon)", "rng.laplace(loc=0.0, scale=4 / epsilon)"), [],
     "private", "1"),
    ("positional location", vary("laplace(4 / epsilon)", "np.random.laplace(0, 4 / epsilon)"), [],
     "private", "1"),
    ("location is the answer",
     vary("q + laplace(4 / epsilon)", "np.random.laplace(q, 4 / epsilon)"), [], "private", "1"),
    ("one number asked for", vary("laplace(4 / epsilon)", "np.random.laplace(0, 4 / epsilon, 1)"),
     [], "private", "1"),
    ("exponential noise",
     vary("q + laplace(4 / epsilon)", "q + np.random.exponential(4 / epsilon)"), [], "private", "1"),
    ("discrete noise", vary("q + laplace(4 / epsilon)", "q + discrete_laplace(4 / epsilon)"), [],
     "private", "1"),
    ("named eps", BASE.replace("epsilon", "eps"), [], "private", "1"),
    ("epsilon in capitals", BASE.replace("epsilon", "EPS"), [], "private", "1"),
    ("epsilon in parts",
     vary(THRESHOLD, "eps1 = epsilon / 2\n    noisy_T = T + laplace(1 / eps1)"), [], "private", "1"),
    ("epsilon as a number", vary("epsilon, T", "T", "out = []", "epsilon = 0.1; out = []"), [],
     "private", "1"),
    ("two epsilons as numbers",
     BASE.replace("2 / epsilon", "1 / eps1").replace("4 / epsilon", "2 / eps2")
     .replace("epsilon", "eps1, eps2"), ["-D", "eps1=1/2", "-D", "eps2=0.5"], "private", "1"),
    ("scale as a parameter", vary("epsilon, T", "epsilon, T, s=8", "4 / epsilon", "s / epsilon"),
     [], "private", "3/4"),
    ("scale given", vary("epsilon, T", "epsilon, T, s=8", "4 / epsilon", "s / epsilon"),
     ["-D", "s=4"], "private", "1"),
    ("number of the file", "S = 8\n" + vary("4 / epsilon", "S / epsilon"), [], "private", "3/4"),
    ("threshold's value given", BASE, ["-D", "T=0"], "private", "1"),
    ("counting queries", BASE, ["-o", "python.adjacency=monotonic"], "private", "3/4"),
    ("one answer differs", BASE, ["-o", "python.adjacency=one"], "private", "1/4"),
    ("noise in a variable",
     vary(NOISY, "nu = laplace(4 / epsilon)", TEST, "if q + nu >= noisy_T:"), [], "private", "1"),
    ("noise of an answer, drawn once: the threshold's",
     vary(NOISY, "pass", THRESHOLD, "nu = laplace(2 / epsilon)", TEST, "if q + nu >= T:"), [],
     "not-private", None),
    ("redrawn on each round",
     vary(NOISY, "noisy = q + laplace(4 / epsilon); noisy_T = T + laplace(2 / epsilon)"), [],
     "not-private", None),
    ("no noise on the queries", vary("laplace(4 / epsilon)", "0"), [], "not-private", None),
    ("value shown", vary(FIRST, "out.append(noisy)"), [], "not-private", None),
    ("fresh value shown", vary(FIRST, "out.append(q + laplace(2 / epsilon))"), [], "private", "3/2"),
    ("gap shown", vary(FIRST, "out.append(noisy - noisy_T)"), [], "private", "1"),
    ("gap shown the other way", vary(FIRST, "out.append(noisy_T - noisy)"), [], "private", "1"),
    ("pairs", vary("for q in queries", "for i, q in enumerate(queries)", FIRST,
                   "out.append((i, True))"), [], "private", "1"),
    ("only numbers of rounds",
     vary("for q in queries", "for i, q in enumerate(queries)", FIRST, "out.append(i)",
          "        out.append(False)\n", ""), [], "private", "1"),
    ("comparison appended",
     vary("        if noisy >= noisy_T:\n            out.append(True)\n            return out\n", "",
          LAST, "out.append(noisy < noisy_T)"), [], "not-private", None),
    ("choice appended",
     vary("        if noisy >= noisy_T:\n            out.append(True)\n            return out\n", "",
          LAST, "out.append('a' if noisy < noisy_T else 'b')"), [], "not-private", None),
    ("list added to", vary(LAST, "out += [False]", FIRST, "out = out + [True]"), [], "private", "1"),
    ("while and index",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries):\n        q = queries[i]\n"
          "        i += 1\n"), [], "private", "1"),
    ("while with a count",
     vary("    for q in queries:\n", "    i = 0\n    n = 0\n    while n < 2 and i < len(queries):\n",
          "q +", "queries[i] +", "            return out\n", "            n += 1\n            i += 1\n"
          "            continue\n", LAST, LAST + "\n        i = i + 1")
     .replace("            i += 1\n", "").replace("            continue\n", "")
     .replace("        out.append(False)", "        else:\n            out.append(False)")
     .replace("        i = i + 1", "        i += 1"), [], "private", "3/2"),
    ("range over the length", vary("for q in queries", "for i in range(len(queries))", "q +",
                                   "queries[i] +"), [], "private", "1"),
    ("range over a number", vary("for q in queries", "for i in range(5)", "q +", "queries[i] +"),
     [], "private", "1"),
    ("range over an open number",
     vary("epsilon, T", "epsilon, T, n", "for q in queries", "for i in range(n)", "q +",
          "queries[i] +"), [], "private", "1"),
    ("a flag that ends it",
     vary("out = []", "out = []; done = False", "            return out\n", "            done = True\n",
          "        " + LAST, "        else:\n            out.append(False)\n        if done:\n"
          "            break"), [], "private", "1"),
    ("one private number",
     "def f(x, epsilon):\n    return x + laplace(1 / epsilon)\n", ["-o", "python.private=x"],
     "private", "1"),
    ("two places of the list",
     "def f(queries, epsilon):\n    t = queries[0] + laplace(2 / epsilon)\n    yield t\n"
     "    yield queries[1] + laplace(2 / epsilon)\n", [], "private", "1"),
    ("docstring, annotations and pass",
     'def f(queries: list, epsilon: float, T=0) -> list:\n    """Text."""\n    out: list = []\n'
     "    t: float = T + laplace(2 / epsilon)\n    for q in queries:\n        pass\n"
     "        if q + laplace(4 / epsilon) >= t:\n            out.append(True)\n            break\n"
     "        else:\n            out.append(False)\n    return out\n", [], "private", "1"),
    ("byte order mark", "\ufeff" + BASE, [], "private", "1"),
    ("a comment that stands in a text",
     vary("out = []", '"""As in\n    # couplet: adjacency monotonic\n    """\n    out = []'), [], "private", "1"),
    ("the encoding that is read", "# coding: utf-8\n" + BASE, [], "private", "1"),
    ("carriage returns", BASE.replace("\n", "\r\n"), [], "private", "1"),
    ("comparison shown in a branch",
     "def f(queries, epsilon, T):\n    t = T + laplace(2 / epsilon)\n    for i in range(10):\n"
     "        s = queries[i] + laplace(4 / epsilon)\n        if i < 5:\n            yield s >= t\n"
     "            if s >= t: return\n        else:\n            yield s < t\n"
     "            if s >= t: return\n", [], "private", "1"),
    ("loop in a branch",
     "def f(queries, epsilon, T):\n    t = T + laplace(2 / epsilon)\n    if T < 1:\n"
     "        for q in queries:\n            if q + laplace(4 / epsilon) >= t:\n"
     "                yield 1\n                return\n            yield 0\n", ["-D", "T=0"],
     "private", "1"),
    ("a threshold for each of c answers",
     "def f(queries, epsilon, c, T):\n    i = 0\n    count = 0\n    while count < c:\n"
     "        t = T + laplace(2 * c / epsilon)\n        while i < len(queries):\n"
     "            s = queries[i] + laplace(4 * c / epsilon)\n            i += 1\n"
     "            if s >= t:\n                yield 1\n                break\n"
     "            yield 0\n        count += 1\n", ["-D", "c=3"], "private", "1"),
    ("adaptive",
     vary(TEST, "if q + laplace(16 / epsilon) >= noisy_T + 5:\n            out.append('far')\n"
          "            return out\n        if noisy >= noisy_T:"), [], "private", "1"),
    # what is computed from the list, and from what everyone knows
    ("counted", COUNTED, TWO, "private", "1"),
    ("half of the length, and a helper",
     end("half = int(len(queries) / 2)",
         "return distance((True if i < half else False for i in range(len(queries))), out)"), TWO,
     "private", "1"),
    ("a loop over the list",
     end("total = 0", "for x in out:", "    if x:", "        total = total + N", "return total"), TWO,
     "private", "1"),
    ("a branch on the list", end("if any(out):", "    return len(out)", "return None"), TWO,
     "private", "1"),
    ("the list printed", end("print('answers', out[1:], f'{len(out)}')", "return out"), TWO,
     "private", "1"),
    ("a lambda with its own names", end("return list(filter(lambda q, noise=N: q, out))"), TWO,
     "private", "1"),
    ("comprehensions with their own names",
     end("a = {q: noise for q, noise in enumerate(out) if q > 1}", "b = [q for q in out]",
         "return sorted(a, key=lambda noise: noise), {q for q in b if q}"), TWO, "private", "1"),
    ("a name that gets a value of the list",
     end("noise = len(out)", "q = noise / 2", "return q, noise"), TWO, "private", "1"),
    ("the length and an argument", end("return out, len(queries), T"), TWO, "private", "1"),
    ("the count that the list tells", end("return out, count"), TWO, "private", "1"),
    ("a count beside each answer",
     end("return out, count").replace("            out.append(True)\n            count += 1\n",
                                      "            count += 1\n            out.append('yes')\n"),
     TWO, "private", "1"),
    ("an answer of True or False with a seen rest",
     BASE.replace("    return out\n", "    return 1 if True in out else 0\n"), [], "private", "1"),
    # vectors, of which the index of the largest is returned
    ("largest of a vector", VECTOR, [], "private", "1"),
    ("largest of a vector, counting", VECTOR, ["-o", "python.adjacency=monotonic"], "private", "1/2"),
    ("largest of a vector with exponential noise", vector("laplace", "exponential"), [], "private",
     "1"),
    ("largest of a vector by a variable",
     "def f(queries, epsilon):\n    b = 2 / epsilon\n"
     "    noisy = laplace(scale=b, size=len(queries)) + np.array(queries)\n"
     "    return int(np.argmax(noisy))\n", [], "private", "1"),
    ("largest of an array", vector("np.asarray(queries, dtype=np.float64)", "queries"), [],
     "private", "1"),
    # comparisons kept in variables
    ("a comparison kept", vary(TEST, "above = noisy >= noisy_T\n        if above:"), [], "private",
     "1"),
    ("a comparison kept and negated",
     vary(TEST, "below = noisy < noisy_T\n        if not below:"), [], "private", "1"),
    ("a comparison kept, output and asked for",
     vary(NOISY, "above = q + laplace(4 / epsilon) >= noisy_T", TEST, "out.append(above)\n"
          "        if above:", FIRST, "pass", LAST, "pass"), [], "private", "1"),
    ("a comparison kept beside a count",
     vary("epsilon, T", "epsilon, T, N=1", "out = []", "out = []; n = 0", TEST,
          "above = noisy_T <= noisy\n        if above and n < N:", "            return out\n",
          "            n += 1\n            if n >= N:\n                return out\n            continue\n"),
     [], "private", "1"),
    # the length of the list
    ("as many answers as are output",
     COUNTED.replace("            count += 1\n            if count >= N:", "            if len(out) >= N:")
     .replace("out.append(False)", "pass").replace("for q in queries", "for i, q in enumerate(queries)")
     .replace("out.append(True)", "out.append(i)"), TWO, "private", "1"),
    ("while the list is short",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries) and len(out) < 3:\n"
          "        q = queries[i]\n        i += 1\n", "            return out\n", "            continue\n",
          "laplace(4", "laplace(12"), [], "private", "1/4"),
    ("the length of the list, turned round",
     COUNTED.replace("            count += 1\n            if count >= N:",
                     "            pass\n        if 2 * N <= 2 * len(out) + 0:")
     .replace("        else:\n            out", "        if 1 < 2:\n            pass").replace(
         "pass.append(False)", "pass").replace("                break", "            break")
     .replace("for q in queries", "for i, q in enumerate(queries)").replace(
         "out.append(True)", "out.append(i)"), TWO, "private", "1"),
    ("running maximum returned itself",
     "def f(queries, epsilon):\n    best = float('-inf')\n    for q in queries:\n"
     "        v = q + laplace(2 / epsilon)\n        if v > best:\n            best = v\n"
     "    return best\n", [], "not-private", None),
    ("running maximum of a given number returned",
     "def f(queries, n, epsilon):\n    best = None\n    for i in range(n):\n"
     "        v = queries[i] + laplace(2 / epsilon)\n        if best is None or v > best:\n"
     "            best = v\n    return best\n", ["-D", "n=3"], "private", "3/2"),
    # comments
    ("adjacency in a comment", "# couplet: adjacency monotonic\n" + BASE, [], "private", "3/4"),
    ("adjacency in a comment, and on the command line",
     vary("    out = []", "    #couplet: adjacency monotonic\n    out = []"),
     ["-o", "python.adjacency=any"], "private", "1"),
    ("the private argument in a comment",
     vary("    out = []", "    # couplet: private queries\n    out = []",
          "for q in queries:", "for q, t in zip(queries, T):", ">= noisy_T", ">= noisy_T + t",
          "= T +", "="), [], "private", "1"),
]

# name, text, line, part of the message
REFUSED = [
    ("no Python", "def f(queries, epsilon:\n", 1, "no Python: "),
    ("no Python behind UTF-8", BASE + "x = 'ä' ä ö\n", 11, "no Python: "),
    ("NUL byte", BASE + "\0\n", 11, "found a NUL byte"),
    ("deep parentheses", "x = " + "(" * 500 + ")" * 500 + "\n", 1, "too many nested parentheses"),
    ("deep signs", "x = " + "-" * 50000 + "1\n", 1, "CPython cannot parse it"),
    ("deep sum", vary("T + laplace", "T" + " + 1" * 300 + " + laplace"), 3, "nested so deep"),
    ("deep blocks", "def f(queries, epsilon):\n" + "".join(
        " " * (i + 1) + "if 1 < 2:\n" for i in range(90)) + " " * 91 + "x = laplace(1)\n", 1,
     "goes through no argument"),
    ("no function", "x = 1\n", 1, "no function draws noise"),
    ("a class", "class A:\n    def f(self, queries):\n        return laplace(1)\n", 1,
     "noise is drawn in a class"),
    ("an own len", "def len(x):\n    return 1\n" + BASE, 1, "gives 'len' a meaning of its own"),
    ("decorated", "@fast\n" + BASE, 2, "a function with a decorator"),
    ("open arguments", vary("epsilon, T", "epsilon, T, *rest"), 1, "an open list of arguments"),
    ("which is private", vary("for q in queries", "for q, t in zip(queries, T)"), 1,
     "goes through several arguments, 'queries', 'T'"),
    ("nothing to go through", "def f(epsilon):\n    return laplace(1 / epsilon)\n", 1,
     "goes through no argument"),
    ("try", vary("out = []", "try:\n        out = []\n    except E:\n        pass"), 2, "'try' is not read"),
    ("with", vary("out = []", "with a:\n        out = []"), 2, "'with' is not read"),
    ("assert", vary("out = []", "assert T > 0\n    out = []"), 2, "'assert' is not read"),
    ("raise", vary(FIRST, "raise E"), 7, "'raise' is not read"),
    ("del", vary("out = []", "out = []\n    del T"), 3, "'del' is not read"),
    ("global", vary("out = []", "global N\n    out = []"), 2, "'global' is not read"),
    ("import inside", vary("out = []", "import math\n    out = []"), 2, "'import' inside a function"),
    ("function inside", vary("out = []", "def g():\n        pass\n    out = []"), 2,
     "a function inside a function"),
    ("match", vary(TEST, "match q:\n            case _:\n                pass\n        " + TEST), 6,
     "'match' is not read"),
    ("loop with else", BASE.replace("        out.append(False)\n    return out\n",
     "        out.append(False)\n    else:\n        pass\n    return out\n"), 4, "a loop with 'else'"),
    ("several targets", vary("out = []", "a = out = []"), 2, "an assignment to several names"),
    ("unpacking", vary(NOISY, "noisy, x = q + laplace(4 / epsilon), 1"), 5,
     "an assignment to several names"),
    ("attribute", vary(NOISY, "self.noisy = q + laplace(4 / epsilon)"), 5, "an attribute"),
    ("lambda", vary(TEST, "if (lambda: noisy)() >= noisy_T:"), 6, "is not read"),
    ("walrus", vary(NOISY, "pass", TEST, "if (noisy := q + laplace(4 / epsilon)) >= noisy_T:"), 6,
     "':=' is not read"),
    ("formatted string", vary(FIRST, "out.append(f'{q}')"), 7, "a formatted string is not read"),
    ("dictionary", vary(FIRST, "out.append({})"), 7, "a dictionary is not read"),
    ("slice", vary("for q in queries", "for q in queries[1:]"), 1, "goes through no argument"),
    ("power", vary(NOISY, "noisy = q ** 2 + laplace(4 / epsilon)"), 5, "this operator is not read"),
    ("absolute value", vary(TEST, "if abs(noisy) >= noisy_T:"), 6, "a call of 'abs' is not read"),
    ("sum of all", vary(THRESHOLD, "noisy_T = sum(queries) + laplace(2 / epsilon)"), 3,
     "the private answers go into a call of 'sum'"),
    ("query doubled", vary(NOISY, "noisy = 2 * q + laplace(4 / epsilon)"), 5,
     "a private answer is multiplied or divided"),
    ("query added twice", vary(NOISY, "noisy = q + q + laplace(4 / epsilon)"), 5,
     "two private answers, the same noise twice"),
    ("noise doubled", vary(NOISY, "noisy = q + 2 * laplace(2 / epsilon)"), 5,
     "noise is multiplied or divided"),
    ("noise twice", vary(NOISY, "n = laplace(2 / epsilon); noisy = q + n + n"), 5,
     "the same noise twice"),
    ("two noises that outlive the round",
     vary(THRESHOLD, "a = laplace(2 / epsilon); b = laplace(2 / epsilon); noisy_T = T + a + b"), 6,
     "together with several noises"),
    ("noise reused for all answers",
     vary("    for q", "    nu = laplace(4 / epsilon)\n    for q", NOISY, "noisy = q + nu"), 7,
     "together with several noises"),
    ("threshold kept through another name",
     vary("    for q", "    old = noisy_T\n    for q", LAST,
          LAST + "\n        noisy_T = T + laplace(2 / epsilon)", TEST, "if noisy >= old:"), 7,
     "'old' cannot be followed here"),
    ("answer of an earlier round",
     vary("    for q", "    last = T\n    for q", TEST, "if last >= noisy_T:", LAST,
          LAST + "\n        last = noisy"), 7, "'last' cannot be followed here"),
    ("value on some ways only",
     vary(NOISY, "if T > 0:\n            noisy = q + laplace(4 / epsilon)"), 7,
     "'noisy' cannot be followed here: it has a value on some ways only"),
    ("never given a value", vary(NOISY, "pass"), 6, "'noisy' has no value here"),
    ("constant that depends on itself", vary("out = []", "a = b; b = a; out = []", "4 / epsilon",
                                             "a / epsilon"), 2, "depends on itself"),
    ("argument changed", vary("out = []", "T = T + 1; out = []"), 2, "the argument 'T' gets another"),
    ("private argument changed", vary("out = []", "queries = []; out = []"), 2,
     "the argument 'queries' gets another"),
    ("alias of the answers", vary("out = []", "x = queries; out = []"), 2,
     "'x' becomes another name of a list"),
    ("alias of the outputs", vary("    for q", "    o = out\n    for q"), 4,
     "'o' becomes another name of a list"),
    ("private in an output", vary(FIRST, "out.append(queries)"), 7, "all private answers are output"),
    ("bare condition", vary(TEST, "if q:"), 6, "this condition is not read"),
    ("equality", vary(TEST, "if noisy == noisy_T:"), 6, "compared for equality"),
    ("membership", vary(TEST, "if noisy in [noisy_T]:"), 6, "'in' is not read"),
    ("two answers compared", vary("for q in queries", "for i in range(len(queries))", NOISY,
                                  "noisy = queries[i] - queries[i + 1] + laplace(4 / epsilon)"), 5,
     "which of the private answers this is cannot be told"),
    ("noise without answer", vary(TEST, "if noisy_T > 3:"), 6, "noise is compared without an answer"),
    ("two noisy answers in one condition",
     vary(NOISY, "noisy = q + laplace(4 / epsilon); other = q + laplace(8 / epsilon)", TEST,
          "if noisy >= noisy_T and other >= noisy_T:"), 6, "two answers with noise stand in one"),
    ("noise drawn perhaps", vary(TEST, "if T > 0 and q + laplace(4 / epsilon) >= noisy_T:"), 6,
     "draw it in a statement of its own before"),
    ("moved threshold", vary(TEST, "if noisy >= noisy_T and noisy < noisy_T + 5:"), 6,
     "moved by other numbers"),
    ("answers twice", BASE[:BASE.rindex("    return")] + "    for p in queries:\n"
     "        out.append(p + laplace(1 / epsilon))\n    return out\n", 10,
     "the private answers are read here, and on line 4 already"),
    ("an answer behind another",
     "def f(queries, epsilon):\n    yield queries[0] + laplace(1 / epsilon)\n"
     "    yield queries[1] + laplace(9 / epsilon)\n    yield queries[0] + laplace(1 / epsilon)\n", 4,
     "another answer was read since this one was used first"),
    ("answers by their number in a loop",
     vary("    for q in queries:", "    for k in range(3):\n     for i in range(len(queries)):\n"
          "        q = queries[i]"), 6, "gone through from the beginning in each round"),
    ("answers in a loop", vary("    for q in queries:", "    for k in range(3):\n     for q in queries:"),
     5, "gone through from the beginning in each round"),
    ("index not counted up",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries):\n", "q +", "queries[i] +"),
     5, "the number of answers is open here"),
    ("index counted up on some ways",
     vary("    for q in queries:\n", "    i = 0\n    while i < len(queries):\n", "q +",
          "queries[i] +", "            return out\n", "            continue\n", LAST,
          LAST + "\n        i += 1"), 9, "may not have been counted up here"),
    ("length as a number", vary("4 / epsilon", "4 * len(queries) / epsilon"), 5,
     "this is no number made of numbers"),
    ("square root", vary("4 / epsilon", "math.sqrt(2) / epsilon"), 5,
     "this is no number made of numbers"),
    ("whole division", vary("4 / epsilon", "8 // 2 / epsilon"), 5, "no number made of numbers"),
    ("second epsilon open", vary("epsilon, T", "epsilon, eps2, T", "4 / epsilon", "4 / eps2"), 5,
     "'eps2' is a multiple of epsilon that is not given"),
    ("parameter open", vary("epsilon, T", "epsilon, T, c", "4 / epsilon", "4 * c / epsilon"), 1,
     "parameter 'c' has no value"),
    ("default that is no number", vary("T):", "T, s=out):", "4 / epsilon", "s / epsilon"), 1,
     "'out' is no number"),
    ("scale without epsilon", vary("4 / epsilon", "4"), 5, "multiple of 1/eps"),
    ("location alone", vary("laplace(4 / epsilon)", "np.random.laplace(4 / epsilon)"), 5,
     "its only argument is the location"),
    ("imported from NumPy", "from numpy.random import laplace\n" + BASE, 4,
     "its only argument is the location"),
    ("an array of noise", vary("laplace(4 / epsilon)", "np.random.laplace(0, 4, size=len(queries))"),
     5, "an array of noise is not read"),
    ("vectors", "def f(queries, epsilon):\n    noisy = np.asarray(queries) + "
     "np.random.laplace(scale=1 / epsilon, size=len(queries))\n    return np.sort(noisy)\n", 2,
     "an array of noise is not read, nor are all answers at once (asarray, laplace(size=...))"),
    ("Gaussian noise", vary("laplace(4 / epsilon)", "np.random.normal(0, 4)"), 5,
     "Gaussian noise gives no privacy without a delta"),
    ("exponential noise subtracted",
     vary("q + laplace(4 / epsilon)", "q - rng.exponential(4 / epsilon)"), 6,
     "exponential noise is subtracted"),
    ("seed", vary("out = []", "np.random.seed(1); out = []"), 2, "a seed makes all noise known"),
    ("print", vary(FIRST, "print(noisy)"), 7, "a call of 'print' for what it does"),
    ("extend", vary(FIRST, "out.extend([True])"), 7, "a call of 'extend' for what it does"),
    ("silent branch", vary("        out.append(False)\n", "").replace("            return out\n", ""),
     6, "nothing is output before the next answer"),
    ("silent end where rounds are told",
     "def f(queries, epsilon, T):\n    out = []\n    t = T + laplace(2 / epsilon)\n"
     "    for i, q in enumerate(queries):\n        if q + laplace(4 / epsilon) >= t:\n"
     "            break\n        if q + laplace(8 / epsilon) >= t:\n            out.append(i)\n"
     "    return out\n", 6, "ends here without output"),
    ("noise kept for the next round",
     vary("    for q", "    nu = laplace(4 / epsilon)\n    for q", NOISY, "noisy = q + nu", LAST,
          LAST + "\n        nu = laplace(4 / epsilon)"), 7, "together with several noises"),
    ("noise added and subtracted", vary(NOISY, "nu = laplace(4 / epsilon)", TEST,
                                        "if q + nu >= noisy_T:", FIRST, "out.append(q - nu)"), 7,
     "the same noise is added to an answer here and subtracted elsewhere"),
    ("the old threshold beside its new noise",
     vary(THRESHOLD, "rho = laplace(2 / epsilon); noisy_T = T + rho", LAST,
          LAST + "\n        rho = laplace(2 / epsilon)"), 6, "its noise has been drawn anew since"),
    ("noise alone output", vary(NOISY, "nu = laplace(4 / epsilon); noisy = q + nu", FIRST,
                                "out.append(nu)"), 7, "noise is output that belongs to no answer"),
    ("two lists", "def f(queries, epsilon, T):\n    a = []\n    b = []\n"
     "    t = T + laplace(2 / epsilon)\n    for q in queries:\n"
     "        if q + laplace(4 / epsilon) >= t:\n            a.append(1)\n        else:\n"
     "            b.append(0)\n    return a, b\n", 9, "values are output in several ways"),
    ("list that is not returned", vary("out = []", "out = []; log = []", LAST, "log.append(False)"),
     9, "'log' gets values and is not returned"),
    ("item at another place", vary("out = []", "out = [0] * 9", LAST, "out[3] = False"), 9,
     "not the number of the round"),
    ("count returned with the list", vary("            return out\n", "            return out, noisy\n"),
     8, "more than the list of outputs is returned"),
    ("noisy threshold output", vary(FIRST, "out.append(noisy_T)"), 7,
     "noise is output that belongs to no answer"),
    ("text with blanks", vary(FIRST, "out.append('a b')"), 7, "this text cannot be output"),
    ("reserved text", vary(FIRST, "out.append('halt')"), 7, "this text cannot be output"),
    ("several values at once", vary(FIRST, "out.append((1, 2, 3))"), 7,
     "several values are output at once"),
    ("partial sums", vary("    for q", "    total = 0\n    for q", NOISY,
                          "total = total + q\n        noisy = total + laplace(4 / epsilon)"), 6,
     "private answers are added up in 'total'"),
    ("running maximum from 0",
     "def f(queries, epsilon):\n    best = 0\n    w = None\n    for i, q in enumerate(queries):\n"
     "        v = q + laplace(2 / epsilon)\n        if v > best:\n            best = v\n"
     "            w = i\n    return w\n", 6, "'best' cannot be followed here"),
    ("running maximum returned with more",
     "def f(queries, epsilon):\n    best = float('-inf')\n    for q in queries:\n"
     "        v = q + laplace(2 / epsilon)\n        if v > best:\n            best = v\n"
     "    return best + 1\n", 5, "a running maximum is read only where"),
    ("loop over something else", vary("for q in queries", "for q in sorted(queries)"), 1,
     "goes through no argument"),
    ("too complicated", "def f(queries, epsilon):\n    a0 = 1\n" + "".join(
        "    a%d = a%d + a%d\n" % (i + 1, i, i) for i in range(40)) +
     "    for q in queries:\n        yield q + laplace(a40 / epsilon)\n", 44,
     "too complicated"),
    ("too many statements", "def f(queries, epsilon):\n" + "    x = 1\n" * 2100 +
     "    for q in queries:\n        yield q + laplace(1 / epsilon)\n", 1, "more than 2000 statements"),
    # what is returned tells more than the list
    ("a generator over private answers",
     end("return distance((a == b for a, b in zip(out, queries)), out)"), 14,
     "more than the list of outputs is returned: 'queries' holds the private answers"),
    ("a lambda over the threshold", end("return list(filter(lambda x: x > noisy_T, out))"), 14,
     "more than the list of outputs is returned: 'noisy_T' may tell more than the list"),
    ("a default over the noise", end("return list(map(lambda x, y=noise: x, out))"), 14,
     "'noise' may tell more than the list"),
    ("the name of a comprehension outside it", end("return [q for q in [q] if out]"), 14,
     "'q' may tell more than the list"),
    ("an item of a comprehension that is private", end("return {noise: x for x in out}"), 14,
     "'noise' may tell more than the list"),
    ("all variables", end("return distance(out, locals())"), 14,
     "'locals' may see the private variables"),
    ("a text that is run", end("return out, eval('queries')"), 14,
     "'eval' may see the private variables"),
    ("the state of the generator", end("return out, rng.bit_generator.state"), 14,
     "'bit_generator' may see the private variables"),
    ("the generator", end("return distance(out, rng)"), 14, "'rng' draws the noise and may tell it"),
    ("noise on what is computed", end("return sum(out) + rng.laplace(scale=1 / epsilon)"), 14,
     "this call draws noise"),
    ("a member of the answers", end("return out, queries.mean()"), 14,
     "'queries' holds the private answers"),
    ("computed from private answers before",
     end("half = distance(out, noisy_T)", "return out, half"), 14, "a call of 'distance' is not read"),
    ("a private value kept by a loop without rounds",
     end("for q in out:", "    pass", "return out, q"), 14, "what this loop goes through is not read"),
    ("a private value kept by a branch",
     end("if len(out) > 3:", "    noise = 0", "return out, noise"), 16, "more than the list"),
    ("a count of what is not seen",
     COUNTED.replace("        if q + noise", "        if q + noise >= noisy_T + 5:\n"
                     "            count += 1\n        if q + noise").replace(
                         "return out", "return out, count"), 16, "'count' may tell more"),
    ("a count beside one of two equal answers",
     end("return out, count").replace("out.append(False)", "out.append(True)"), 14,
     "'count' may tell more than the list"),
    ("a count that begins anew",
     end("return out, count").replace("    for q", "    if T > 3:\n        count = 5\n    for q"),
     16, "'count' may tell more than the list"),
    ("a count behind a way out",
     end("return out, count").replace("            count += 1\n", "            if T > 1:\n"
     "                break\n            count += 1\n"), 16, "'count' may tell more than the list"),
    ("the number of rounds", end("return out, i").replace("for q in queries",
                                                         "for i, q in enumerate(queries)"), 14,
     "'i' may tell more than the list"),
    ("which list holds private answers",
     end("return out, t").replace("for q in queries", "for q, t in zip(queries, T)")
     .replace("T + rng", "rng").replace(">= noisy_T", ">= noisy_T + t")
     .replace("queries, T)", "queries, U)").replace("N, T)", "N, U)"), 1, "goes through several"),
    ("yield inside an expression", end("x = yield out", "return x"), 14,
     "'yield' inside an expression is not read"),
    # vectors
    ("the largest noisy answer", vector("argmax", "max"), 2, "an array of noise is not read"),
    ("one entry of a vector",
     "def f(queries, epsilon):\n    b = 1 / epsilon\n"
     "    noisy = np.asarray(queries) + laplace(scale=b, size=len(queries))\n"
     "    return noisy[0]\n", 3, "an array of noise is not read"),
    ("a vector of whole numbers", vector("np.float64", "np.int8"), 2, "an array of noise is not read"),
    ("as many noises as is written", vector("return ", "n = len(queries)\n    return ")
     .replace("size=len(queries)", "size=3"), 3, "an array of noise is not read"),
    ("largest along an axis", vector("argmax()", "argmax(axis=0)"), 2,
     "an array of noise is not read"),
    ("largest of answers without noise",
     "def f(queries, epsilon):\n    x = laplace(1 / epsilon)\n"
     "    return np.asarray(queries).argmax() + len(queries)\n", 3, "an array of noise is not read"),
    ("two largest", vector(".argmax()", ".argsort()[-2:]"), 2, "an array of noise is not read"),
    # comparisons kept in variables, lengths
    ("a comparison kept beyond its noise",
     vary(TEST, "above = noisy >= noisy_T\n        noisy_T = T + laplace(2 / epsilon)\n"
          "        if above:"), 8, "'above' cannot be followed here: its noise has been drawn anew"),
    ("a comparison kept beyond its round",
     vary("    for q", "    above = T + laplace(1 / epsilon) < 3\n    for q"), 4,
     "noise is compared without an answer"),
    ("a comparison of an earlier round",
     vary("out = []", "out = []; above = False", TEST, "if above:", LAST,
          LAST + "\n        above = noisy >= noisy_T"), 6, "'above' cannot be followed here"),
    ("a comparison kept of numbers", vary(TEST, "few = T < 3\n        if few:"), 6,
     "a comparison as a value is not read"),
    ("two comparisons kept", vary(TEST, "above = noisy >= noisy_T and T < 3\n        if above:"), 6,
     "a condition as a value is not read"),
    ("a comparison as a number", vary(FIRST, "x = noisy >= noisy_T; out.append(q + x)"), 7,
     "a comparison stands among numbers"),
    ("the length of a list of defaults",
     vary("out = []", "out = [0] * 9", "for q in queries", "for i, q in enumerate(queries)", FIRST,
          "out[i] = 1", LAST, "if len(out) > 3: break"), 9, "a call of 'len' is not read"),
    ("a list without end", vary("            return out\n", "            if len(out) == -1:\n"
                                "                break\n            continue\n"), 2,
     "'len_out' has 199999 values among them"),
    # comments
    ("an unknown comment", vary("out = []", "# couplet: clam epsilon\n    out = []"), 2,
     "expected claim, adjacency or private behind '# couplet:'"),
    ("a claim of nothing", vary("out = []", "# couplet: claim\n    out = []"), 2,
     "expected a multiple of epsilon"),
    ("a claim that is no expression", vary("out = []", "# couplet: claim 2 epsilon\n    out = []"), 2,
     "expected a multiple of epsilon"),
    ("a claim without epsilon", vary("out = []", "# couplet: claim 2\n    out = []"), 2,
     "the claim is a multiple of the argument epsilon"),
    ("a claim of a square", vary("out = []", "# couplet: claim epsilon * epsilon\n    out = []"), 2,
     "the claim is a multiple of eps"),
    ("a negative claim", vary("out = []", "# couplet: claim -epsilon\n    out = []"), 2,
     "the claim must be a positive multiple"),
    ("two claims", "# couplet: claim epsilon\n" + vary("out = []", "# couplet: claim 2*epsilon\n    out = []"),
     3, "this is said twice"),
    ("an unknown adjacency", "# couplet: adjacency monotone\n" + BASE, 1,
     "expected any, monotonic or one"),
    ("a private argument that is none", "# couplet: private data\n" + BASE, 1,
     "no such argument; this function has 'queries', 'epsilon', 'T'"),
    ("a comment behind a statement", vary("out = []", "out = []  # couplet: claim epsilon"), 2,
     "a comment for couplet stands on a line of its own"),
    ("an argument called len", "# couplet: private queries\n" +
     end("return out, len(queries)").replace("N, T)", "N, T, len)"), 2,
     "'len' gets a meaning of its own here"),
    ("a variable called range", vary("for q in queries", "for i, range in enumerate(queries)",
                                     "q +", "range +"), 1, "'range' gets a meaning of its own here"),
]
