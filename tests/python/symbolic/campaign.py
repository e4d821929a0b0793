#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions that do something with a raw answer and tell something of it: nothing false may be said of them.

    campaign.py [COUNT] [SEED]        (COUPLET names the program)

Each program calls one callable of the standard library or numpy with an answer in some place, alone or within a
container, and tells something of the result, in a loop or for one answer. For lists of any length it must not be private
below what lists of three answers cost; and what CPython shows, in a hundred draws on both of two adjacent lists, must not
contradict the d that is said. Printed: how many were private, not private, unknown, refused, and how many contradict.
"""
import collections
import contextlib
import importlib
import inspect
import io
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import types
from fractions import Fraction

import numpy
from helping import HEAD, Limits, Mechanism, PythonFile, PythonReader

from couplet.symbolic.judge import list_of
from couplet.symbolic.mechanism import Call

MODULES = ("builtins operator math cmath copy decimal fractions statistics numbers json pickle re string struct itertools "
           "functools collections heapq bisect contextlib dataclasses enum typing types io random numpy").split()
TYPES = ("str int float complex list dict set frozenset tuple bytes bytearray range slice collections.deque collections.Counter "
         "collections.OrderedDict collections.defaultdict decimal.Decimal fractions.Fraction io.StringIO numpy.ndarray").split()
#: What would leave the process, wait for a person, or never end.
LEFT_OUT = frozenset(
    "exit quit input help breakpoint open open_code copyright credits license exec eval compile __import__ print "
    "save savez savez_compressed savetxt load loadtxt fromfile genfromtxt memmap DataSource test lookfor info show_config "
    "source FileIO seed getpid tofile dump fork _exit tzset setrecursionlimit deprecate deprecate_with_doc who "
    "byte_bounds disp safe_eval add_newdoc add_newdoc_ufunc seterr seterrcall seterrobj setbufsize set_string_function "
    "set_printoptions set_numeric_ops setstate set_state SystemRandom fromregex cycle count repeat iter TextIOWrapper "
    "BufferedReader BufferedWriter BufferedRandom BufferedRWPair Pickler Unpickler obj2sctype mat randbytes".split())
OTHERS = ("0", "1", "-1", "2.5", "'x'", "'%s'", "'{}'", "None", "[]", "[1, 2]", "(1,)", "{}", "{'k': 1}", "'abc'", "float", "int",
          "str", "lambda *x: x", "lambda *x: 1", "abs", "np.array([1., 2.])", "b'ab'", "True", "'f'", "set()", "isinstance")
SHAPES = ("a", "a", "a", "[a]", "[a, 1]", "(a, 2)", "{'k': a}", "Box(a)", "np.array([a])", "-a", "a + 0", "a * 2", "iter([a])",
          "collections.deque([a])", "(lambda: a)", "types.SimpleNamespace(v=a)")
TELLS = ("r", "r is None", "bool(r)", "type(r).__name__", "r > 0", "r == a", "r == 1", "len(r)", "str(r)", "repr(r)[:3]", "r[0] > 0",
         "r[0]", "isinstance(r, float)", "isinstance(r, int)", "hasattr(r, 'real')", "r.real > 0", "r['k'] > 0", "list(r)[0] > 0",
         "next(r) > 0", "r() > 0", "r.v > 0", "hash(r) % 2", "f'{r}'[:1]", "'1' in str(r)", "r in (1, 2)", "r != r", "not r",
         "r is a", "id(r) == id(a)", "callable(r)", "any(r)", "max(r) > 0", "sorted(r)[0] > 0", "sum(r) > 0", "r.__class__ is float",
         "r.item() > 0", "float(r) > 0", "int(r)", "r.v")
WRAPS = ("plain", "plain", "try", "try", "helper", "count")
ANSWERS = ([0.5], [-0.5], [1.5], [0.5, -0.5], [2.0, 0.25], [-0.5, 0.5, 1.5], [3.0, 1.0, 0.5])
EPSILON, DRAWS = 0.02, 100


def callables():
    """The expressions that are called, in a fixed order."""
    found = []
    for name in MODULES:
        module = importlib.import_module(name)
        prefix = "" if name == "builtins" else "np." if name == "numpy" else f"{name}."
        found += [prefix + one for one in sorted(dir(module)) if not one.startswith("_") and one not in LEFT_OUT and
                  callable(getattr(module, one)) and not isinstance(getattr(module, one), types.ModuleType)]
    for name in TYPES:
        kind = eval(name, {"collections": collections, "numpy": numpy, "io": io, "decimal": importlib.import_module("decimal"),
                           "fractions": importlib.import_module("fractions")})
        found += [f"{name.replace('numpy', 'np')}.{one}" for one in sorted(dir(kind)) if callable(getattr(kind, one)) and
                  one not in LEFT_OUT and (not one.startswith("_") or one in (
                      "__add__", "__contains__", "__eq__", "__format__", "__getitem__", "__init__", "__lt__", "__mod__", "__mul__",
                      "__new__", "__radd__", "__reduce_ex__", "__setitem__", "__sizeof__", "__str__"))]
    return found


CALLABLES = callables()


def program_of(seed, number):
    """The text of a program, with whether it takes a list."""
    rng = random.Random(f"{seed}:{number}")
    what = CALLABLES[number % len(CALLABLES)] if rng.random() < 0.7 else rng.choice(CALLABLES)
    answer = rng.choice(SHAPES)
    others = [rng.choice(OTHERS) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    arguments = list(others)
    arguments.insert(rng.randint(0, len(others)), answer)
    if rng.random() < 0.15:
        names = keywords_of(what) or ["key", "default", "x"]
        arguments = [*others, f"{rng.choice(names)}={answer}"]
    call = f"{what}({', '.join(arguments)})"
    if rng.random() < 0.1:
        call = f"functools.partial({what}, {answer})({', '.join(others)})"
    tell, wrap = rng.choice(TELLS), rng.choice(WRAPS)
    lines = [f"r = {call}", f"s = {tell}"]
    if wrap == "try":
        lines = ["try:", *(f"    {line}" for line in lines), f"except {rng.choice(('Exception', 'TypeError', 'AttributeError', 'ValueError'))}:",
                 f"    s = {rng.choice(('0', 'None', chr(39) + 'no' + chr(39)))}"]
    elif wrap == "helper":
        lines = ["s = told(a)"]
    elif wrap == "count":
        lines = [*lines, "kept.append(s)", "s = len(kept) % 3 == 0"]
    body = ["kept = []", "bar = np.random.laplace(0, 2 / epsilon)"]
    if rng.random() < 0.6:
        body += ["for a in queries:", *(f"    {line}" for line in lines)]
        body += ["    if a + np.random.laplace(0, 4 / epsilon) >= bar:", "        return s" if rng.random() < 0.7 else "        return True"]
        body += ["    yield s"] if rng.random() < 0.3 else []
    else:
        body += ["a = queries[0]", *lines, "return s" if rng.random() < 0.7 else "return s, bar"]
    helper = ["def told(a):", f"    r = {call}", f"    return {tell}"]
    imports = ["import " + ", ".join(m for m in MODULES if m not in ("builtins", "numpy")),
               "class Box:", "    def __init__(self, v):", "        self.v = v"]
    return "\n".join([HEAD.rstrip(), *imports, *helper, "def f(queries, epsilon):", *(f"    {line}" for line in body)]) + "\n"


def keywords_of(what):
    try:
        function = eval(what, {"np": numpy, **{m: importlib.import_module(m) for m in MODULES}})
        return [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    except Exception:
        return []


class OutOfTime(KeyboardInterrupt):
    """What neither a program nor what runs it takes for an exception of the program."""


@contextlib.contextmanager
def seconds(most):
    def over(*_):
        raise OutOfTime
    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- What is said of it ----------------------------------------------------------------------

def models_of(text):
    """The model, and that of lists of three; or what it is refused with."""
    said = []
    try:
        with seconds(20):
            PythonReader("program.py", text, {}, said.append).read("f")
            models = [one for one in said if "automaton" in one or "linear" in one]
            if not models:
                return None, None
            return models[0].get("automaton") or models[0]["linear"], list_of_three(text, models[0]["understood"])
    except OutOfTime:
        return None, None


def list_of_three(text, understood):
    """The linear mechanism for lists of three answers, where it can be made."""
    file = PythonFile("program.py", text)
    made = Mechanism(file, next(f for f in file.functions() if f.name == "f"), PythonReader("program.py", text, {}, print).settings,
                     Limits(ways=3000))
    made.epsilon = "epsilon"
    try:
        lists = [list_of(made, Call(understood["private"], understood["private_as"]), 3)]
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    return {"couplet_linear": 1, "name": "f", "answers": 3, "lists": lists}


def verdicts_of(models, couplet, folder):
    """What the program says of models: verdict and d (the upper end), in their order."""
    paths = []
    for number, model in enumerate(models):
        paths.append(os.path.join(folder, f"{number}.json"))
        pathlib.Path(paths[-1]).write_text(json.dumps(model))
    found = {}
    if paths:
        ran = subprocess.run([couplet, "verify", "--report", "json", *paths], capture_output=True, text=True)
        for line in ran.stdout.splitlines():
            report = json.loads(line)
            found[report["file"]] = report["verdict"], report.get("cost"), report.get("at_least")
    return [found[path] for path in paths]


# ---- What it does ----------------------------------------------------------------------------

def shown_of(value):
    """A result as a text, without the addresses of objects; of generators what they yield."""
    if isinstance(value, types.GeneratorType):
        items = []
        while True:
            try:
                items.append(repr(next(value)))
            except StopIteration as end:
                return without_addresses(f"{items} {end.value!r}")
    return without_addresses(repr(value))


def without_addresses(text):
    return re.sub(r"\b0x[0-9a-f]+", "0x", text)


def seen_of(text, answers):
    """How often each output is seen in DRAWS runs of CPython."""
    found = collections.Counter()
    namespace = {"__name__": "program"}
    exec(compile(text, "program", "exec"), namespace)
    for draw in range(DRAWS):
        numpy.random.seed(draw * 7919 + len(answers))
        random.seed(draw)
        try:
            found[shown_of(namespace["f"](list(answers), EPSILON))] += 1
        except (Exception, SystemExit, GeneratorExit) as error:
            found[without_addresses(f"raise {type(error).__name__} {error}")] += 1
    return found


def contradicts(text, d):
    """Outputs that are seen often with one list, and never with an adjacent one, though d is said to be enough."""
    for answers in ANSWERS:
        adjacent = [x + (1 if i % 2 else -1) for i, x in enumerate(answers)]
        one, other = seen_of(text, answers), seen_of(text, adjacent)
        for seen, unseen in ((one, other), (other, one)):
            for output, times in seen.items():
                # P >= 0.4 and P' <= 0.08 but for a probability of 1e-4; e^(d * EPSILON) must reach their ratio
                if times >= 60 and unseen[output] == 0 and float(d) * EPSILON * len(answers) < 1.6:
                    return f"{output} with {answers} {times} times of {DRAWS}, never with {adjacent}"
    return None


def check(text, any_verdict, three):
    """What is false in the verdict; None: nothing."""
    verdict, cost, _ = any_verdict
    if verdict != "private" or cost is None:
        return None
    if three is not None and three[0] == "not-private":
        return f"private {cost}, though lists of three are not private"
    if three is not None and three[2] is not None and Fraction(three[2]) > Fraction(cost):
        return f"private {cost}, though lists of three cost {three[2]}"
    try:
        with seconds(20), contextlib.redirect_stdout(io.StringIO()):
            return contradicts(text, Fraction(cost))
    except OutOfTime:
        return None


def run(count, seed, couplet, first=0):
    """The counts, and the programs of which something false is said."""
    counts, false = collections.Counter(), []
    for begin in range(first, first + count, 100):
        texts = [program_of(seed, number) for number in range(begin, min(begin + 100, first + count))]
        models = [models_of(text) for text in texts]
        with tempfile.TemporaryDirectory() as folder:
            known = [i for i, (model, _) in enumerate(models) if model is not None]
            verdicts = dict(zip(known, verdicts_of([models[i][0] for i in known], couplet, folder)))
        with tempfile.TemporaryDirectory() as folder:
            short = [i for i in known if models[i][1] is not None and verdicts[i][0] == "private"]
            threes = dict(zip(short, verdicts_of([models[i][1] for i in short], couplet, folder)))
        for i, text in enumerate(texts):
            counts[verdicts[i][0] if i in verdicts else "refused"] += 1
            wrong = check(text, verdicts[i], threes.get(i)) if i in verdicts else None
            if wrong is not None:
                counts["contradict"] += 1
                false.append((begin + i, wrong, text))
    return counts, false


def main():
    count, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    counts, false = run(count, seed, os.environ["COUPLET"], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    for number, wrong, text in false:
        print(f"program {number} of seed {seed}: {wrong}\n{text}")
    print(f"{count} programs: " + ", ".join(f"{counts[key]} {key}" for key in (
        "private", "not-private", "unknown", "refused", "error", "contradict")))
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
