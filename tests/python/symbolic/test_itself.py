# SPDX-License-Identifier: Apache-2.0
"""The program against itself: the model of a random program does on recorded draws what the program does.

COUPLET_TEST_PROGRAMS and COUPLET_TEST_SEED make the run longer, or another one.
"""
import os
import random
import re
import types
import unittest
from fractions import Fraction
from unittest import mock

import numpy
from helping import HEAD, Call, Limits, Mechanism, PythonFile, Settings, automaton_of
from written import Written

from couplet.symbolic import judge, loops
from couplet.symbolic.automaton import Automaton, Step
from couplet.symbolic.errors import Stop, TooMuch
from couplet.symbolic.judge import list_of
from couplet.symbolic.outputs import tokens_of

PROGRAMS = int(os.environ.get("COUPLET_TEST_PROGRAMS", "120"))
SEED = int(os.environ.get("COUPLET_TEST_SEED", "1"))
RUNS = 6  # of each program and length
EPSILON = 1.0


class Program:
    """The text of a random program."""

    def __init__(self, rng):
        self.rng = rng
        self.yields = rng.random() < 0.3
        self.decisions = 0
        self.loop = rng.choice(["for q in queries:", "for i, q in enumerate(queries):",
                                "for i in range(len(queries)):", "while i < len(queries):", "while queries:",
                                "for q in passed(queries):", "for i, q in enumerate(passed(queries)):",
                                "for q in [x + 1 for x in passed(queries)]:" if rng.random() < 0.3 else
                                "for q in (x + 1 for x in queries):"])
        self.has_index = "i" in self.loop.split()
        self.is_while = self.loop.startswith("while i")
        self.lists = rng.random() < 0.4
        lines = ["def noisy(x, b):", "    return x + np.random.laplace(scale=b)",
                 "def passed(items):", "    for item in items:", "        yield item",
                 "def f(queries, epsilon):"]
        lines += [f"    {line}" for line in self._begin()]
        lines.append(f"    {self.loop}")
        body = []
        if "i in range" in self.loop or self.is_while:
            body.append("q = queries[i]")
        if self.loop == "while queries:":
            body.append("q = queries.pop(0)")
        if self.is_while:
            body.append("i += 1")
        if rng.random() < 0.8:
            body.append(rng.choice([f"nu = q + {self.draw()}", f"nu = q + {self.draw()}", f"nu = noisy(q, {self.scale()})",
                                    f"nu = np.random.laplace(q, {self.scale()})"]))
        for _ in range(rng.randint(1, 3)):
            body += self.statement(0)
        lines += [f"        {line}" for line in body]
        lines += [f"    {line}" for line in self._end()]
        self.text = HEAD + "\n".join(lines) + "\n"

    def _begin(self):
        yield "out = []"
        yield f"count = {self.rng.choice([0, 0, 2])}"
        yield "flag = False"
        yield "nu = best = 0"
        yield "recent = []"
        yield f"rho = {self.rng.choice(['2', '0.5', self.draw(), self.draw(), '1 + ' + self.draw()])}"
        yield f"sigma = {self.rng.choice(['1', 'rho', self.draw()])}"
        if self.is_while:
            yield "i = 0"
        elif not self.has_index:
            yield "pass"
        if self.yields:
            yield "if False: yield 0"

    def _end(self):
        if self.yields:
            return ["yield " + self.rng.choice(["'end'", "count", "best"])]
        return ["return " + self.rng.choice(["out", "out", "out", "count", "best", "(out, flag)", "recent"])]

    def scale(self):
        return self.rng.choice(["1 / epsilon", "2 / epsilon", "2.5 / epsilon", "4.0 / epsilon"])

    def draw(self):
        kind = self.rng.choice(["laplace", "laplace", "laplace", "exponential"])
        return f"np.random.{kind}(scale={self.scale()})"

    def real(self):
        rng = self.rng
        one = rng.choice(["q", "nu", "nu", "nu", "best"])
        return rng.choice([one, one, one, f"{one} + {rng.choice(['1', '0.25', 'sigma'])}", f"2 * {one}", f"{one} - rho"])

    def condition(self):
        rng = self.rng
        self.decisions += 1
        sign = rng.choice([">=", ">=", ">", "<", "<=", "=="])
        return rng.choice([f"{self.real()} {sign} rho", f"nu {sign} rho", f"nu {sign} rho", f"nu {sign} sigma",
                           f"{self.real()} {sign} {rng.choice(['0', '1', '1.5'])}", f"q {sign} 1",
                           f"nu {sign} rho and {self.real()} > 0", f"not nu {sign} rho"])

    def public(self):
        """A condition on what everyone knows."""
        rng, number = self.rng, self.rng.randint(1, 3)
        found = [f"count >= {number}"] * 2
        if self.has_index:
            found += [f"i {rng.choice(['==', '<', '>='])} {number}", f"i % {number} == 0"]
        if not self.yields:
            found += [f"len(out) >= {number}", f"out.count(True) == {number}", "out and out[-1] == 'above'", "not out"]
        return rng.choice(found)

    def tell(self):
        what = self.rng.choice(["True", "False", "'above'", "count", "flag", "nu", "nu", "nu - rho", "best",
                                "(nu, count)", "None", "i" if self.has_index and not self.is_while else "1"])
        return f"yield {what}" if self.yields else f"out.append({what})"

    def leave(self):
        if self.rng.random() < 0.4:
            return ["break"]
        if self.rng.random() < 0.4:
            return ["continue"]
        if self.yields:
            return [self.tell(), "return"]
        if self.rng.random() < 0.15:
            return [f"raise ValueError({self.rng.choice(['count', 'nu', '1'])})"]
        return ["return " + self.rng.choice(["out", "out", "nu", "count", "None", "(out, count)"])]

    def block(self, depth):
        found = []
        for _ in range(self.rng.randint(1, 2)):
            found += self.statement(depth + 1)
        if self.rng.random() < 0.25:
            found += self.leave()
        return [f"    {line}" for line in found]

    def statement(self, depth):
        rng = self.rng
        if depth < 2 and self.decisions < 4 and rng.random() < 0.6:
            lines = [f"if {self.condition()}:", *self.block(depth)]
            if rng.random() < 0.5:
                lines += ["else:", *self.block(depth)]
            return lines
        choice = rng.randrange(13)
        if choice < 5:
            return [self.tell()]
        if choice == 5:
            return ["count += 1"]
        if choice == 6:
            return [f"if {self.public()}:", "    " + rng.choice(["break", "count = 0", "flag = True"])]
        if choice == 7:
            return [rng.choice(["flag = not flag", f"flag = {self.condition()}"]),
                    "if flag:", *self.block(depth)] if depth < 2 else ["flag = not flag"]
        if choice == 8:
            return [f"rho = {rng.choice(['', '1 + '])}{self.draw()}"]
        if choice == 9:
            return [rng.choice(["best = nu", f"best = {self.real()}", "best = best + q", "best = max(best, nu)",
                                "best, nu = nu, best", "sigma = rho"])]
        if choice == 10 and self.lists:
            return ["recent.append(nu)", f"if len(recent) > {rng.randint(1, 2)}:",
                    "    " + rng.choice(["recent = []", "recent.pop(0)", "best = sum(recent)", "recent.sort()",
                                         "best = recent[0]"])]
        if choice == 11:
            return ["try:", f"    if {self.condition()}:", "        raise KeyError", f"    {self.tell()}",
                    "except KeyError:", f"    {rng.choice([self.tell(), 'count += 1', 'flag = not flag'])}"]
        return [f"nu = {rng.choice(['q', 'nu', 'rho'])} + {self.draw()}"]


class Recorder:
    """Laplace and exponential noise of numpy's own generator; keeps what it drew."""

    def __init__(self, seed):
        self.generator = numpy.random.default_rng(seed)
        self.draws = []  # (kind, scale, value)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        if size is not None:
            return numpy.array([self.laplace(loc, scale) for _ in range(size)])
        self.draws.append(("laplace", scale, float(self.generator.laplace(0, scale))))
        return loc + self.draws[-1][2]

    def exponential(self, scale=1.0):
        self.draws.append(("exponential", scale, float(self.generator.exponential(scale))))
        return self.draws[-1][2]


def done(text, answers, recorder):
    """What the program really returns or yields, and how."""
    module = types.ModuleType("program")
    with mock.patch.object(numpy.random, "laplace", recorder.laplace), \
            mock.patch.object(numpy.random, "exponential", recorder.exponential):
        exec(compile(text, "program.py", "exec"), module.__dict__)
        try:
            value = module.f(list(answers), EPSILON)
        except ValueError as error:
            value = error
        if isinstance(value, types.GeneratorType):
            return list(value), "yield"
    return value, "return"


def value_of(form, answers, draws):
    total = Fraction(form.get("c", 0))
    total += sum(Fraction(k) * Fraction(answers[int(j)]) for j, k in form.get("a", {}).items())
    return total + sum(Fraction(k) * Fraction(draws[int(i)][2]) for i, k in form.get("z", {}).items())


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def parts(text):
    """The text with its numbers left out, and these."""
    return NUMBER.sub("N", text), [float(n) for n in NUMBER.findall(text)]


def filled(texts):
    """Texts whose marks are filled with the numbers that follow them, or, where none does, with those before them."""
    found, left = [], list(texts)
    while left:
        text = left.pop(0)
        n = text.count("#") if isinstance(text, str) else 0
        follow = all(not isinstance(one, str) for one in left[:n]) and len(left) >= n
        numbers = [left.pop(0) for _ in range(n)] if follow else [found.pop(-i) for i in range(n, 0, -1)]
        for number in numbers:
            text = text.replace("#", repr(float(number)), 1)
        found.append(text)
    return [text if isinstance(text, str) else repr(float(text)) for text in found]


def concrete(value, how):
    return [tokens_of(item)[0] for item in value] if how == "yield" else [tokens_of(value)[0]]


class Differs(Exception):
    pass


def same(one, other, what):
    if len(one) != len(other):
        raise Differs(f"{what}: {one} and {other}")
    for a, b in zip(one, other):
        (text, numbers), (text_2, numbers_2) = parts(a), parts(b)
        if text != text_2 or any(abs(x - y) > 1e-6 * (1 + abs(x)) for x, y in zip(numbers, numbers_2)):
            raise Differs(f"{what}: {one} and {other}")


def plain(text):
    """The text without what tells it from the same text of another kind."""
    return re.sub(r" \((?:return|yield|print|raise|append|element|write|global|changed)\b.*\)$", "", text)


def walk(nodes, answers, draws):
    """The outputs of the tree's path on these draws."""
    at, drawn, told = 0, 0, []
    while "end" not in nodes[at]:
        node = nodes[at]
        if "draw" in node:
            if drawn == len(draws):
                raise Differs("the tree draws more than the program")
            kind, scale, _ = draws[drawn]
            if kind != node["draw"] or abs(float(Fraction(node["rate"])) * scale * EPSILON - 1) > 1e-9:
                raise Differs(f"draw {drawn} is {kind}({scale}) and {node}")
            drawn += 1
        elif "decide" in node:
            value = value_of(node["decide"], answers, draws)
            if not (value > 0 if node.get("strict") else value >= 0):
                at = node["otherwise"]
                continue
        else:
            output = node["output"]
            told.append(plain(output) if isinstance(output, str) else value_of(output, answers, draws))
        at += 1
    if drawn != len(draws):
        raise Differs(f"the tree draws {drawn} times, the program {len(draws)} times")
    return filled(told)


class Kept(Automaton):
    """Keeps the paths that the automaton is made of."""
    last = None

    def __init__(self, name, paths, *more):
        super().__init__(name, paths, *more)
        Kept.last = paths


def with_paths(mechanism, call):
    hiding, made = [False], loops.Explorer.automaton

    def noted(explorer):
        hiding.append(explorer.hides or explorer.tells_hidden or explorer.tells_all)
        return made(explorer)
    with mock.patch.object(loops, "Automaton", Kept), mock.patch.object(loops, "_MOST_EVENTS", 4000), \
            mock.patch.object(loops.Explorer, "automaton", noted):
        automaton, reason = automaton_of(mechanism, call)
    # where states hide counters and places, what is told of them stands for any number
    return None if hiding[-1] else automaton, Kept.last, reason


def samples_of(path, answers, taken, draws, registers):
    """The samples of the path's steps on these draws, if they take it; then the registers, too."""
    registers = dict(registers)
    samples = []
    if len(path.fresh) > len(draws):
        return None
    if any(draw.kind != draws[n][0] for n, draw in enumerate(path.fresh.values())):
        return None
    first = min(path.fresh, default=0)
    for step in path.row:
        if not isinstance(step, Step):
            continue
        value = float(step.mean or 0)
        for atom, factor in step.terms:
            value += float(factor) * (answers[taken - 1 + path.answer - atom] if atom < 0 else draws[atom - first][2])
        for place, sign in step.literals:
            bound = float(place[1]) if isinstance(place, tuple) else registers[place]
            if (value >= bound) != (sign == ">="):
                return None
        samples.append(value)
        if step.register is not None:
            registers[step.register] = value
    return samples, registers


class Simulation:
    """The automaton, in JSON, on samples that are given."""

    def __init__(self, automaton):
        self.states = {state["name"]: state for state in automaton["states"]}
        self.transitions = automaton["transitions"]
        self.first = automaton["thresholds"][0]
        self.shared = automaton.get("sampling") == "shared"
        self.held, self.at, self.told = {}, automaton["initial"], []

    def _holds(self, guard, sample):
        if guard == "true":
            return True
        for literal in guard.split(" && "):
            _, sign, name = literal.split()
            if (sample >= self.held[name]) != (sign == ">="):
                return False
        return True

    def run(self, samples, until):
        """Goes on with these samples to a state of the list `until`."""
        left = list(samples)
        went = False
        while not went or self.at not in until:
            went = True
            state = self.states[self.at]
            mean = float(Fraction(state.get("mu", "0")))
            if "d" not in state:
                sample = None
            elif self.at.startswith("begin") and state["d"] == "none" and state["input"] == "public":
                sample = mean
            else:
                if not left:
                    raise Differs(f"the automaton reads a sample in {self.at}, the path has none")
                sample = left.pop(0)
            ways = [t for t in self.transitions if t["from"] == self.at and self._holds(t["guard"], sample)]
            if len(ways) != 1:
                raise Differs(f"{len(ways)} transitions leave {self.at}")
            self._tell(ways[0]["output"], sample, mean)
            if "assign" in ways[0]:
                self.held[ways[0]["assign"]] = sample
            self.at = ways[0]["to"]
        if left:
            raise Differs("the path has samples that the automaton does not read")

    def _tell(self, output, sample, mean):
        if output == "insample":
            self.told.append(sample - mean)
        elif output.startswith(("gap", "again")):
            self.told.append(0.5)  # a number with a point
        elif output not in ("next", "none") and not output.startswith(("silent(", "constant")):
            self.told.append(plain(output))


def simulate(automaton, paths, answers, draws):
    """What the automaton tells on these draws; whether it came to the end of the list."""
    simulation = Simulation(automaton)
    stops = {"done"} | {f"s{path.source}" for path in paths if path.source is not None} | \
        {f"s{path.target}" for path in paths if path.target is not None}
    source, taken, used, registers = None, 0, 0, {}
    while True:
        found = [(path, samples_of(path, answers, taken, draws[used:], registers)) for path in paths
                 if path.source == source]
        fitting = [(path, one) for path, one in found if one is not None]
        if len(fitting) != 1:
            raise Differs(f"{len(fitting)} paths leave state {source} on these draws")
        path, (samples, registers) = fitting[0]
        before = len(simulation.told)
        simulation.run(samples, stops)
        if simulation.at != ("done" if path.target is None else f"s{path.target}"):
            raise Differs(f"the automaton goes to {simulation.at}, the path to {path.target}")
        simulation.told[before:] = [
            re.sub(r"round([+-]\d+)", lambda m: str(int(m[1]) + taken), told) if isinstance(told, str) else told
            for told in simulation.told[before:]]
        used += len(path.fresh)
        source = path.target
        if source is None or taken == len(answers):
            if used != len(draws):
                raise Differs(f"the automaton draws {used} times, the program {len(draws)} times")
            return filled(simulation.told), source is not None
        taken += 1


def shape(texts):
    """Texts with all numbers left out that have a point: constants may be left out of them."""
    return [re.sub(r"-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+", "N", text) for text in texts]


class Itself(unittest.TestCase):

    def setUp(self):
        self.made, self.automata, self.skipped = 0, 0, 0

    def _trees(self, text, rng):
        """Compares what lists of one to three answers come to. Returns the mechanism."""
        file = PythonFile("program.py", text)
        mechanism = Mechanism(file, file.functions()[-1], Settings(), Limits(ways=120))
        mechanism.epsilon = "epsilon"
        for n in (1, 2, 3):
            try:
                nodes = list_of(mechanism, Call("queries", "list"), n)["nodes"]
            except TooMuch:
                self.skipped += 1
                break
            except Stop as error:
                raise Differs(f"{type(error).__name__}: {error}") from None
            for _ in range(RUNS):
                answers = [rng.choice([-1, 0, 1, 2, 3, 0.5]) for _ in range(n)]
                recorder = Recorder(rng.randrange(1 << 30))
                value, how = done(text, answers, recorder)
                same(walk(nodes, answers, recorder.draws), concrete(value, how),
                     f"tree for {answers}, draws {recorder.draws}")
        self.made += 1
        return mechanism

    def _one(self, text, rng):
        mechanism, call = self._trees(text, rng), Call("queries", "list")
        automaton, paths, _ = with_paths(mechanism, call)
        if automaton is not None:
            self.automata += 1
            for _ in range(RUNS * 3):
                answers = [rng.choice([-1, 0, 1, 2, 3, 0.5]) for _ in range(rng.randint(1, 5))]
                recorder = Recorder(rng.randrange(1 << 30))
                self._compare_automaton(automaton, paths, answers, recorder, done(text, answers, recorder))

    def _compare_automaton(self, automaton, paths, answers, recorder, really):
        value, how = really
        told, ended = simulate(automaton, paths, answers, recorder.draws)
        is_stream = any(t["output"] == "list" or "list" in t["output"] for t in automaton["transitions"])
        if how == "return" and shape(told) == shape(concrete(value, how)):
            return  # a list that is read is told as a whole
        if how == "return" and isinstance(value, tuple) and isinstance(value[0], list):
            flat = [*concrete(value[0], "yield")]
        elif how == "return" and isinstance(value, list):
            flat = concrete(value, "yield")
        else:
            flat = concrete(value, how)
        what = f"automaton for {answers}, draws {recorder.draws}"
        expected, found = shape(flat), shape([t for t in told if "list" not in t])
        if ended or is_stream or how == "return":  # of the end of the list only what is known is left out
            expected_2 = expected[:len(found)]
            if shape_differs(found, expected_2):
                raise Differs(f"{what}: {told} and {flat}")
            return
        if shape_differs(found, expected):
            raise Differs(f"{what}: {told} and {flat}")

    def test_models_of_random_programs_do_what_the_programs_do(self):
        for k in range(PROGRAMS):
            rng = random.Random(SEED * 1_000_003 + k)
            program = Program(rng)
            with self.subTest(seed=SEED, program=k):
                try:
                    self._one(program.text, rng)
                except Differs as error:
                    self.fail(f"{error}\n{program.text}")
        self.assertGreater(self.made, PROGRAMS // 2)
        self.assertGreater(self.automata, PROGRAMS // 20)
        if os.environ.get("COUPLET_TEST_PROGRAMS"):
            print(f"{self.made} programs, {self.automata} automata, {self.skipped} with too many ways")


    def test_trees_of_programs_as_people_write_them_do_what_the_programs_do(self):
        """Their verdicts for any length are compared with those of lists in test_written.py."""
        for k in range(PROGRAMS):
            rng = random.Random(SEED * 1_000_003 + k)
            program = Written(rng)
            with self.subTest(seed=SEED, program=k):
                try:
                    with mock.patch.object(judge, "one_piece", lambda *_: None):  # an answer stands for what it is clipped to
                        self._trees(program.text, rng)
                except Differs as error:
                    self.fail(f"{error}\n{program.text}")
        self.assertGreater(self.made, PROGRAMS // 2)


def shape_differs(found, expected):
    """A number may stand for a number without a point (0 for 0.0)."""
    if len(found) != len(expected):
        return True
    return any(a != b and not ("N" in a and re.sub(r"-?\d+", "N", b) == re.sub(r"-?\d+", "N", a))
               for a, b in zip(found, expected))


if __name__ == "__main__":
    unittest.main()
