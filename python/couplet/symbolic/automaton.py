# SPDX-License-Identifier: Apache-2.0
"""From paths between requests for answers to an automaton (docs/formats.md).

A path is a row of steps. Each step reads one sample: an answer with a draw, a draw alone, or an
answer alone; it is compared with the samples kept before it, and may be kept in a register, which
is a threshold of the automaton. What cannot be said in this way raises NeedsLength.
"""
from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .errors import NeedsLength, TooMuch
from .outputs import MARK
from .run import Decision, Draw, Output, Run
from .samplers import UNTOLD
from .values import Atom, Real, is_answer

Terms = tuple[tuple[Atom, Fraction], ...]

#: Outputs that mean something in an automaton's file, or nearly: a symbol is put in quotes.
_MEANINGFUL = re.compile(r"(insample'?|fresh|gap)$|(insample|gap|silent)\(")


@dataclass(frozen=True)
class Kept:
    """A sample in a register: its terms, and what is added to it there."""
    terms: Terms
    mean: Fraction


@dataclass
class Registers:
    """What the thresholds hold, by number."""
    kept: dict[int, Kept] = field(default_factory=dict)

    def free(self, besides: Iterable[int]) -> int:
        used = set(self.kept) | set(besides)
        return next(n for n in itertools.count() if n not in used)

    def key(self, atoms: list[Atom]) -> Any:
        """With atoms by their places in the list."""
        return tuple((n, tuple((atoms.index(a), k) for a, k in kept.terms), kept.mean)
                     for n, kept in sorted(self.kept.items()))


@dataclass
class Step:
    """One sample on a path."""
    terms: Terms
    kind: str | None  # of its noise; None = it has none
    rate: Fraction | None
    order: int
    mean: Fraction | None = None
    literals: set[tuple[Any, str]] = field(default_factory=set)
    register: int | None = None
    output: Any = None
    is_input: str = "public"
    line: int = 0  # of the code: where it is drawn, or used where it has no noise

    def spec(self) -> tuple[Any, ...]:
        return self.is_input, self.kind, self.rate, self.mean or Fraction(0)


@dataclass
class Tell:
    """A step that only outputs a text."""
    text: str
    line: int = 0


class Spec(tuple[Any, ...]):
    """What a state reads; two are equal on whatever line."""
    line = 0


def _spec_of(step: Step | Tell) -> Spec:
    spec = Spec(("tell",) if isinstance(step, Tell) else ("read", *step.spec()))
    spec.line = step.line
    return spec


class Path:
    """A run from a request for an answer (source None: from the beginning) to the next, or the end."""

    def __init__(self, source: int | None, run: Run, events: list[Any], registers: Registers, answer: int | None,
                 windows: bool = False) -> None:
        """windows: samples may be of several answers, which are kept as they are."""
        self.windows = windows
        self.source, self.run, self.registers = source, run, registers
        self.target: int | None = None
        self.row: list[Step | Tell] = []
        self.fresh: dict[Atom, Draw] = {}
        self.factors: set[Fraction] = set()  # of the answers in samples
        self.kept_answers: list[tuple[int, int]] = []  # that are live before and after it, by their numbers there
        before = len(run.kinds) - sum(isinstance(e, Draw) for e in events)
        for event in events:
            if isinstance(event, Draw):
                self.fresh[before + len(self.fresh)] = event
        self.answer = None if answer is None else -1 - answer
        self.line = 0  # of the last event
        for event in events:
            self.line = event.line
            if isinstance(event, Decision):
                self._decide(event)
            elif isinstance(event, Output):
                self._output(event)

    def leaves_all(self) -> bool:
        """Whether no answer is kept for ever where it is taken again and again."""
        left = {j for j, _ in self.kept_answers}
        for _ in range(len(self.kept_answers) + 1):
            left = {k for j, k in self.kept_answers if j in left}
        return not left

    # ---- Samples ----

    def _steps(self) -> list[Step]:
        return [step for step in self.row if isinstance(step, Step)]

    def _known(self) -> list[tuple[Terms, Any]]:
        """Samples that have a step here, or a register, with either."""
        known: list[tuple[Terms, Any]] = [(step.terms, step) for step in self._steps()]
        return known + [(kept.terms, n) for n, kept in self.registers.kept.items()]

    def _split(self, value: Real) -> list[tuple[Any, Fraction]]:
        """value as a sum of samples with factors: steps, numbers of registers. New samples get
        steps."""
        left = dict(value.terms)
        found: list[tuple[Any, Fraction]] = []
        for terms, place in self._known():
            first, factor = terms[0]
            ratio = left.get(first, Fraction(0)) / factor
            if ratio and all(left.get(a) == ratio * k for a, k in terms):
                found.append((place, ratio))
                for a, _ in terms:
                    del left[a]
        for terms in self._new_samples(left):
            step = self._new_step(terms)
            a, k = terms[0]
            found.append((step, left[a] / k))
        return found

    def _new_samples(self, left: dict[Atom, Fraction], is_kept: bool = False) -> list[Terms]:
        """Pairs answers with draws of this path; draws by themselves in their order."""
        answers = [a for a in left if is_answer(a)]
        draws = sorted(a for a in left if not is_answer(a))
        is_old = any(self.run.answer_in.get(a, a) != self.answer for a in answers)
        is_window = self.windows and draws and is_old
        if is_old and not is_window or any(z not in self.fresh for z in draws):
            raise NeedsLength("a value is used that no threshold keeps")
        samples: list[Terms] = []
        if is_window:
            z = draws.pop()
            sign = 1 if left[answers[0]] > 0 else -1
            samples.append((*((a, left[a] * sign / abs(left[z])) for a in sorted(answers)), (z, left[z] * sign / abs(left[z]))))
            answers = []
        for a in answers:
            equal = [z for z in draws if abs(left[z]) == abs(left[a])]
            same = [z for z in equal if left[z] == left[a]] or equal or draws
            if not same:
                samples.append(((a, Fraction(1)),))
                continue
            z = same[-1]
            draws.remove(z)
            factor = abs(left[a] / left[z])
            samples.append(((a, factor), (z, left[z] / left[a] * factor)))
        # Laplace noise is symmetric: a threshold from which it is subtracted keeps it negated
        negated = [z for z in draws if is_kept and left[z] < 0 and self.fresh[z].kind == "laplace"]
        return [((z, Fraction(-1 if z in negated else 1)),) for z in draws] + samples

    def _new_step(self, terms: Terms) -> Step:
        draws = [(a, k) for a, k in terms if not is_answer(a)]
        kind, rate, order, line = None, None, 0, self.line
        if draws:
            z, sign = draws[0]
            if any(z in dict(other) for other, _ in self._known()):
                raise NeedsLength("a draw is used for several things")
            kind, rate, order, line = self.fresh[z].kind, self.fresh[z].rate, z, self.fresh[z].line
            if kind == "discrete-laplace" and [k for a, k in terms if is_answer(a)] not in ([], [1]):
                raise NeedsLength("a multiple of an answer has discrete noise")
            if kind == "exponential" and sign < 0:
                raise NeedsLength("exponential noise is subtracted")
        step = Step(terms, kind, rate, order, line=line)
        own = [(a, k) for a, k in terms if is_answer(a)]
        self.factors |= {sum((abs(k) for _, k in own), Fraction(0))} - {Fraction(0)}
        if any(is_answer(a) for a, _ in terms):
            before = [[(a, abs(k)) for a, k in other.terms if is_answer(a)] for other in self._steps()]
            last = next((one for one in reversed(before) if one), None)
            again = last is not None and (last == [(a, abs(k)) for a, k in own] or self.windows)
            step.is_input = "again" if again else "private"  # another multiple of an answer may differ by itself
            if again and self.windows and any(own != [(a, k) for a, k in other.terms if is_answer(a)] for other in self._steps()
                                              if other.is_input != "public"):
                raise NeedsLength("several sums of answers are used in one round")
            if again and kind is None:
                raise NeedsLength("an answer is used with noise and without")
        self.row.append(step)
        return step

    def _keep(self, step: Step) -> int:
        if step.register is None:
            step.register = self.registers.free(s.register for s in self._steps() if s.register is not None)
        return step.register

    # ---- Decisions ----

    def _decide(self, event: Decision) -> None:
        if event.only_way and not event.value.terms:
            return
        parts = self._split(event.value)
        if len(parts) > 2 or (len(parts) == 2 and parts[0][1] != -parts[1][1]):
            raise NeedsLength("a decision on more than a sample and a threshold")
        steps = [(place, k) for place, k in parts if isinstance(place, Step)]
        if not steps:
            if event.only_way:
                return
            raise NeedsLength("thresholds are compared with each other")
        later, factor = max(steps, key=lambda part: self.row.index(part[0]))
        offset = -event.value.constant / factor  # later - other >= offset where factor > 0
        is_above = event.met == (factor > 0)
        if later.kind is None and event.strict == (factor > 0):
            raise NeedsLength("an answer without noise is compared strictly")
        other = next((place for place, _ in parts if place is not later), None)
        if other is None:
            self._literal(later, ("constant", offset + self._mean(later)), is_above)
            return
        register = self._keep(other) if isinstance(other, Step) else other
        base = self._mean(other) if isinstance(other, Step) else self.registers.kept[other].mean
        mean = base - offset
        if later.mean is None:
            later.mean = mean
        elif later.mean != mean:
            raise NeedsLength("a sample is compared with several thresholds at different distances")
        self._literal(later, register, is_above)

    @staticmethod
    def _mean(step: Step) -> Fraction:
        if step.mean is None:
            step.mean = Fraction(0)
        return step.mean

    @staticmethod
    def _literal(step: Step, register: Any, is_above: bool) -> None:
        step.literals.add((register, ">=" if is_above else "<"))

    # ---- Outputs ----

    def _output(self, event: Output) -> None:
        if not event.reals:
            self._tell(event.text)
            return
        told: list[Step | Tell] = [] if event.text == MARK else [Tell(event.text, event.line)]
        waiting = [step for step in self._steps() if step.output is None and any(value.terms == dict(step.terms) for value in event.reals)]
        self.row += [] if waiting else told
        for value in event.reals:
            self._output_real(value)
        self.row += told if waiting else []  # such a sample is output before anything else is

    def _tell(self, text: str) -> None:
        last = self.row[-1] if self.row else None
        if isinstance(last, Step) and last.output is None:
            last.output = text
        else:
            self.row.append(Tell(text, self.line))

    def _output_real(self, value: Real) -> None:
        parts = self._split(value)
        steps = [place for place, _ in parts if isinstance(place, Step)]
        if len(parts) > 2 or not steps or (len(parts) == 2 and parts[0][1] != -parts[1][1]):
            raise NeedsLength("an output that is neither a sample nor a gap")
        step = max(steps, key=self.row.index)
        other = next((place for place, _ in parts if place is not step), None)
        shown: Any = ("insample",)
        if other is not None:
            shown = ("gap", self._keep(other) if isinstance(other, Step) else other)
        if step.output == shown:
            self.row.append(Tell(f"again({self.row.index(step)})", self.line))  # how often it is output tells, too
            return
        if step.output is not None:
            raise NeedsLength("a sample is output in two ways")
        if any(isinstance(e, Tell) or e is not step and e.output is not None
               for e in self.row[self.row.index(step) + 1:]):
            raise NeedsLength("a sample is output later than another")
        step.output = shown

    # ---- The end ----

    def end_at(self, atoms: list[Atom], reals: list[Real]) -> Registers:
        """Keeps what is live at the next request; what its registers hold there."""
        if self.windows:  # they are read again with the samples that they are in
            reals = [value for value in reals if not all(map(is_answer, value.terms))]
        live = {a for value in reals for a in value.terms} if self.windows else set(atoms)
        for value in reals:
            if not live.isdisjoint(value.terms):
                self._need_samples(value)
        kept: dict[int, Kept] = {}
        for terms, place in self._known():
            atoms_of = {a for a, _ in terms}
            if live.isdisjoint(atoms_of):
                continue
            if not atoms_of <= live:
                raise NeedsLength("a part of a sample is kept")
            if isinstance(place, Step):
                kept[self._keep(place)] = Kept(terms, self._mean(place))
            else:
                kept[place] = self.registers.kept[place]
        held = {a for one in kept.values() for a, _ in one.terms}
        if not live <= held:
            raise NeedsLength("a value is kept that is not a sample")
        self.used = max([*kept, *(s.register for s in self._steps() if s.register is not None), -1])
        return Registers(kept)

    def _need_samples(self, value: Real) -> None:
        """The atoms of a value that is kept must be in samples, new ones if need be."""
        for step in self._steps():
            if step.mean is None and value.terms == dict(step.terms):
                step.mean = value.constant
        known = {a for terms, _ in self._known() for a, _ in terms}
        left = {a: k for a, k in value.terms.items() if a not in known}
        for terms in self._new_samples(left, True):
            step = self._new_step(terms)
            step.mean = value.constant if value.terms == dict(terms) else None


class Automaton:
    """Collects the paths of all states, and writes them."""

    def __init__(self, name: str, paths: list[Path], tells_positions: bool, is_upper: bool = False, tells_all: bool = False) -> None:
        """is_upper: what it costs is an upper bound only; tells_all: since all decisions are told."""
        self.name, self.paths, self.is_upper, self.tells_all = name, paths, is_upper or tells_all, tells_all
        if any(path.windows for path in paths) and not self._idles(paths):
            raise NeedsLength("samples of several answers follow each other")
        self.silent = "none" if tells_positions and not tells_all else None
        constants = {place[1] for path in paths for step in path._steps() for place, _ in step.literals
                     if isinstance(place, tuple)}
        self.constants = sorted(constants)
        self.states: dict[str, dict[str, Any]] = {}
        self.transitions: list[dict[str, Any]] = []
        self.n_silent = 0
        self.chances: dict[str, int] = {}
        registers = [path.used for path in paths]
        self.thresholds = [f"t{n}" for n in range(max(registers, default=-1) + 1)] + \
            [f"c{n}" for n in range(len(self.constants))]

    @classmethod
    def _idles(cls, paths: list[Path]) -> bool:
        """Whether each state that reads a sample of several answers may go through rounds before that change nothing: each
        sample has answers of its own then, so that samples differ by as much as each by itself, in whatever directions."""
        same: dict[int | None, Any] = {path.source: 0 for path in paths}  # equal for states that go on alike
        for _ in range(len(same)):
            rows: dict[int | None, set[Any]] = {}
            for path in paths:
                rows.setdefault(path.source, set()).add((tuple(map(cls._normal, path.row)), same.get(path.target) if path.target is not None else ""))
            numbers: dict[Any, int] = {}
            same = {state: numbers.setdefault(frozenset(row), len(numbers)) for state, row in rows.items()}
        reading = {path.source for path in paths if any(step.is_input == "private" for step in path._steps())}
        idle = {path.source for path in paths if path.source in reading and path.target == path.source and path.leaves_all()}
        while True:  # those that come to such a state, and go on as it does
            more = {path.source for path in paths if path.source in reading - idle and path.target in idle and
                    same[path.source] == same[path.target]}
            if not more:
                return reading <= idle
            idle |= more


    def _threshold(self, place: Any) -> str:
        return f"c{self.constants.index(place[1])}" if isinstance(place, tuple) else f"t{place}"

    def json(self) -> dict[str, Any]:
        """The automaton of docs/formats.md, whose first transitions keep a threshold."""
        factors = {factor for path in self.paths for factor in path.factors}
        if any(path.windows for path in self.paths):
            factors = {max(factors, default=Fraction(1))}
        if len(factors) > 1 and any(path.run.understood.one_differs for path in self.paths):
            raise NeedsLength("answers have different factors beside their noise")
        if len(factors) > 1:  # each differs by at most as much as the greatest does
            self.is_upper, factors = True, {max(factors)}
        made: dict[str, Any] = self._json() | ({"factor": factors.pop()} if factors - {Fraction(1)} else {})
        if any(path.windows for path in self.paths):
            made["windows"] = True  # shorter samples at the beginning are taken for whole ones
        first = [t for t in made["transitions"] if t["from"] == "begin"]
        if all("assign" in t for t in first) and (self.constants or not self.is_upper):
            return made
        self.constants.insert(0, Fraction(0))
        self.thresholds.append(f"c{len(self.constants) - 1}")
        return made | self._json()

    def _json(self) -> dict[str, Any]:
        self.states, self.transitions, self.n_silent = {}, [], 0
        begin = self._constants()
        by_source: dict[int | None, list[Path]] = {}
        for path in self.paths:
            by_source.setdefault(path.source, []).append(path)
        for source, paths in by_source.items():
            rows = [([self._normal(step) for step in path.row], path.target) for path in paths]
            self._tree(begin if source is None else f"s{source}", rows)
        if begin not in self.states:
            raise NeedsLength("it asks for no answer")
        if any(t["to"] == "done" for t in self.transitions):
            self.states.setdefault("done", {"name": "done"})
        automaton: dict[str, Any] = {"couplet": 1, "name": self.name, "initial": "begin",
                                     "thresholds": self.thresholds or ["x"], "states": list(self.states.values()),
                                     "transitions": self.transitions}
        if len(self.thresholds) > 1:
            automaton["sampling"] = "shared"
        return automaton

    def _constants(self) -> str:
        """States that keep the constants; the name of the state after them."""
        name = "begin"
        for n, constant in enumerate(self.constants):
            following = f"begin{n + 1}"
            self.states[name] = {"name": name, "input": "public", "d": "none", "mu": str(constant)}
            shown = "silent(constant)" if self.is_upper and n == 0 else f"constant{n}"
            self.transitions.append({"from": name, "to": following, "guard": "true", "output": shown,
                                     "assign": f"c{n}"})
            name = following
        return name

    @staticmethod
    def _normal(step: Step | Tell) -> Any:
        if isinstance(step, Tell):
            return _spec_of(step), frozenset(), step.text, None
        return _spec_of(step), frozenset(step.literals), step.output, step.register

    def _tree(self, root: str, rows: list[Any]) -> None:
        """The states below root for the rows, without recursion."""
        pending = [(root, rows)]
        count = itertools.count(1)
        while pending:
            name, here = pending.pop()
            if not here:
                continue
            ends = [target for row, target in here if not row]
            if ends:
                # a path without any step, or one that ends where others go on
                if len(here) > 1 and (len(ends) < len(here) or len(set(ends)) > 1):
                    raise NeedsLength("a way that ends where others go on")
                here = [([(_spec_of(Tell("")), frozenset(), None, None)], ends[0])]
            here = self._refined(here if self.tells_all else _without_idle(here))
            specs = [row[0][0] for row, _ in here]
            if len(set(specs)) != 1:
                raise NeedsLength("the next sample depends on more than what is told")
            self._state(name, specs[0], min(spec.line for spec in specs))
            groups: dict[Any, list[Any]] = {}
            for row, target in here:
                groups.setdefault(row[0][1:], []).append((row[1:], target))
            self._check_disjoint([label[0] for label in groups])
            for label, below in groups.items():
                following = f"{root}.{next(count)}"
                if all(not row for row, _ in below):
                    targets = {target for _, target in below}
                    if len(targets) != 1:
                        raise NeedsLength("a way leads to two states")
                    target = targets.pop()
                    following = "done" if target is None else f"s{target}"
                    below = []
                self._transition(name, following, label, len(groups) == 1)
                pending.append((following, below))

    @staticmethod
    def _refined(here: list[Any]) -> list[Any]:
        """Guards that are equal or disjoint: those that overlap are split."""
        guards = {row[0][1] for row, _ in here}
        if not any(_overlap(p, q) for p, q in itertools.combinations(guards, 2)):
            return here
        places = sorted({place for guard in guards for place, _ in guard}, key=repr)
        if len(places) > 6:
            raise NeedsLength("a sample is compared with too many thresholds")
        refined = []
        for row, target in here:
            spec, guard, output, register = row[0]
            missing = [place for place in places if place not in dict(guard)]
            for signs in itertools.product(("<", ">="), repeat=len(missing)):
                whole = guard | frozenset(zip(missing, signs))
                refined.append(([(spec, whole, output, register), *row[1:]], target))
        return refined

    @staticmethod
    def _check_disjoint(guards: list[Any]) -> None:
        for p, q in itertools.combinations(guards, 2):
            if p == q or _overlap(p, q):
                raise NeedsLength("two ways with the same decisions")

    def _state(self, name: str, spec: Spec, line: int) -> None:
        state: dict[str, Any] = {"name": name, "line": line}
        if spec[0] == "tell":
            state |= {"input": "public"}
        else:
            _, is_input, kind, rate, mean = spec
            state |= {"input": is_input, "d": "none" if kind is None else str(rate)}
            if mean:
                state["mu"] = str(mean)
            if kind not in (None, "laplace"):
                state["noise"] = kind
        self.states[name] = state

    def _transition(self, source: str, target: str, label: tuple[Any, ...], is_only: bool) -> None:
        guard, output, register = label
        if output is None and is_only:
            output = "next"  # who knows the mechanism knows that it takes this step
        text = " && ".join(f"insample {sign} {self._threshold(place)}" for place, sign in
                           sorted(guard, key=repr)) or "true"
        transition = {"from": source, "to": target, "guard": text, "output": self._output(output)}
        if register is not None:
            transition["assign"] = self._threshold(register)
        self.transitions.append(transition)

    def _output(self, output: Any) -> str:
        if output is None:
            self.n_silent += 1
            return self.silent or f"silent(n{self.n_silent})"
        if isinstance(output, tuple):
            return "insample" if output[0] == "insample" else \
                f"gap({self._threshold(output[1])})" if len(self.thresholds) > 1 else "gap"
        text = str(output)
        if UNTOLD in text:  # it hides other outputs of the same text: reckoned as if it was another one
            return f"silent(chance{self.chances.setdefault(text, len(self.chances))})"
        return f"'{text}'" if _MEANINGFUL.match("".join(text.split()).lower()) else text


def _without_idle(here: list[Any]) -> list[Any]:
    """The rows, of which two that are alike but for one opposite comparison become one without it."""
    guards: dict[Any, set[frozenset[Any]]] = {}
    for row, target in here:
        spec, guard, *shown = row[0]
        guards.setdefault((spec, tuple(shown), tuple(row[1:]), target), set()).add(guard)
    merged = [([(spec, guard, *shown), *rest], target) for (spec, shown, rest, target), found in guards.items()
              for guard in _merged(found)]
    return merged if len(merged) < len(here) else here


def _merged(guards: set[frozenset[Any]]) -> set[frozenset[Any]]:
    for p, q in itertools.combinations(guards, 2):
        if len(p ^ q) == 2 and len({place for place, _ in p ^ q}) == 1:
            return _merged(guards - {p, q} | {p & q})
    return guards


def _overlap(p: frozenset[Any], q: frozenset[Any]) -> bool:
    """Whether some sample meets both guards, which are not equal."""
    if p == q:
        return False
    opposite = {(place, ">=" if sign == "<" else "<") for place, sign in p}
    return opposite.isdisjoint(q)


#: Names that guards have for something else.
_MEANT = {"insample", "fresh", "true"}


def named_by_code(automaton: dict[str, Any], assigned: Mapping[int, str]) -> dict[str, Any]:
    """The automaton whose states have the names of lines of the code (``line 7``), and its thresholds those of the variables that
    keep what is drawn there (``bar``), or of the lines that draw them (``line_4``). assigned: the variable that a line assigns to."""
    taken = {state["name"] for state in automaton["states"] if not state.get("line")} | set(automaton["thresholds"])
    lines = {state["name"]: state.get("line", 0) for state in automaton["states"]}
    states = {name: _free_name(f"line {line}" if line else "end", " ({})", taken) if line or re.match(r"s\d", name) else name
              for name, line in lines.items()}
    drawn: dict[str, int] = {}
    for transition in automaton["transitions"]:
        for threshold in [assign] if isinstance(assign := transition.get("assign", []), str) else assign:
            drawn.setdefault(threshold, lines[transition["from"]])
    names = {line: name for line, name in assigned.items() if re.fullmatch(r"(?a:[A-Za-z_]\w*)", name) and name not in _MEANT}
    thresholds = {name: _free_name(names.get(drawn[name], f"line_{drawn[name]}"), "_{}", taken) if drawn.get(name) else name
                  for name in automaton["thresholds"]}

    def renamed(text: Any) -> Any:
        if isinstance(text, list):
            return [thresholds[name] for name in text]
        return re.sub(r"\b[ct]\d+\b", lambda found: thresholds.get(found[0], found[0]), text)
    transitions = [transition | {"from": states[transition["from"]], "to": states[transition["to"]]} |
                   {key: renamed(transition[key]) for key in ("guard", "assign") if key in transition} |
                   ({"output": renamed(transition["output"])} if transition.get("output", "").startswith("gap(") else {})
                   for transition in automaton["transitions"]]
    return automaton | {
        "initial": states[automaton["initial"]], "thresholds": list(thresholds.values()), "transitions": transitions,
        "states": [{key: value for key, value in state.items() if key != "line"} | {"name": states[state["name"]]}
                   for state in automaton["states"]]}


def _free_name(name: str, numbered: str, taken: set[str]) -> str:
    """name, with a number where it is taken already."""
    free = next(text for n in itertools.count(1) if (text := name if n == 1 else name + numbered.format(n)) not in taken)
    taken.add(free)
    return free


#: States that an automaton for lists of a known length may have.
_MOST_UNROLLED = 100_000


def stands_for_any_number(automaton: dict[str, Any]) -> bool:
    """Whether it is that of a largest value, which does not count its answers."""
    return bool(automaton["initial"] != "begin")


def unrolled(automaton: dict[str, Any], n: int) -> dict[str, Any]:
    """The automaton as far as it asks for n answers; that of the largest value stands for any number as it is."""
    if stands_for_any_number(automaton):
        return automaton
    inputs = {state["name"]: state for state in automaton["states"]}
    if len(inputs) * (n + 1) > _MOST_UNROLLED:
        raise TooMuch(f"{len(inputs)} states for each of {n} answers are too many")
    following: dict[str, list[dict[str, Any]]] = {}
    for transition in automaton["transitions"]:
        following.setdefault(transition["from"], []).append(transition)
    states: dict[str, dict[str, Any]] = {}
    transitions = []
    pending = [("begin", 0)]
    while pending:
        name, taken = pending.pop()
        here = f"{name}@{taken}"
        if here in states:
            continue
        states[here] = inputs[name] | {"name": here}
        taken += re.fullmatch(r"s\d+", name) is not None  # where an answer is asked for
        for transition in following.get(name, ()) if taken <= n else ():
            pending.append((transition["to"], taken))
            transitions.append(transition | {"from": here, "to": f"{transition['to']}@{taken}"})
    return automaton | {"initial": "begin@0", "states": list(states.values()), "transitions": transitions}
