# SPDX-License-Identifier: Apache-2.0
"""One run of a mechanism on symbolic answers: what it draws, decides and outputs."""
from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .epsilon import Epsilon, Range, exact
from .errors import NeedsLength, NeedsNumber, NotRepeatable, OutOfTime, Refused, TakenOtherwise, TooMuch
from .feasible import Row, can_hold, connected, project
from .number import Number
from .outputs import Onlooker, describe
from .reach import key_of, reals_in
from .values import Atom, Public, Real, answer_atom, is_answer, needs_value

#: Noise by kind; whether it is continuous.
KINDS = {"laplace": True, "discrete-laplace": False, "exponential": True}


#: Of a run, beside those for each of its answers.
_MOST_DECISIONS = 150
#: Of a choice at random.
_MOST_OUTCOMES = 24
#: Numbers of what answers are clipped to are this and below.
_CLIPPED = -1 << 40
#: Outputs that show texts, and hand nothing over.
_SHOWN = ("print", "log", "warning", "write")


@dataclass(frozen=True)
class Draw:
    """A new atom of noise; its rate is a multiple of epsilon."""
    kind: str
    rate: Fraction
    line: int = 0


@dataclass(frozen=True)
class Decision:
    """Whether value > 0 (strict) or >= 0. only_way: the other answer is impossible."""
    value: Real
    strict: bool
    met: bool
    only_way: bool
    line: int = 0


@dataclass(frozen=True)
class Output:
    """A text, with a real number for each of its marks."""
    text: str
    reals: tuple[Real, ...]
    line: int = 0


@dataclass(frozen=True)
class Ask:
    """The next answer is asked for. more: there is one; None: there must be."""
    index: int
    more: bool | None
    line: int = 0


@dataclass
class Understood:
    """What was taken for what, in all runs of a mechanism."""
    noise: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)
    outputs: dict[tuple[int, str], None] = field(default_factory=dict)
    messages: dict[tuple[str, int, str], None] = field(default_factory=dict)
    known_noise: str | None = None  # why some noise hides nothing, or is not fresh
    moves_draws: bool = False  # whether draws take up public numbers without a value, as answers do
    prefers_draws: bool = False  # whether draws do before answers do
    leaves_draws: bool = True  # whether statements that draw while the module is loaded are left out
    makes_laplace: bool = True  # whether a difference of two exponential draws is taken for Laplace noise
    makes_signs: bool = True  # whether the half that a uniform number is in is taken for a sign of noise
    hides_chance: bool = False  # whether random numbers below the length of the list are not told, as in lists of any length
    chances: set[tuple[int, str]] = field(default_factory=set)  # lines and calls that draw such numbers
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of each text that is output: where, and of what
    iterator: str = ""  # what the iterator is that the function returned first
    raw: int = 0  # the first line that compares an answer without noise
    counters: dict[Any, int] = field(default_factory=dict)  # numbers of those that are told, by where they are made
    needs_more: bool = False  # whether answers are used of which it is not asked whether they are there
    rounded: bool = False  # whether a number is a fraction near an irrational one
    clips: bool = False  # whether what an answer is clipped to may stand for it, which gives an upper bound
    one_way: bool = False  # whether all answers differ in one direction
    one_differs: bool = False  # whether only one answer differs
    takes: int = 0  # the most answers that are taken, where it does not depend on the list's length

    def forget(self) -> None:
        """What another call is understood by; messages, and what is taken otherwise in every run, stay."""
        self.noise.clear()
        self.outputs.clear()
        self.chances.clear()
        self.kinds.clear()
        self.counters.clear()
        self.known_noise, self.iterator, self.raw, self.takes = None, "", 0, 0
        self.needs_more = self.rounded = False


@dataclass
class Limits:
    ways: int = 100_000
    steps: int = 5_000_000
    deadline: float = float("inf")
    out_of_time: str = ""  # what is told then


class Replay:
    """What a run did up to a request for an answer, and what is known there of the live atoms: runs that begin
    alike do it again without working it out."""

    def __init__(self, run: Run, live: set[Atom]) -> None:
        self.asks = sum(isinstance(event, Ask) for event in run.events)
        self.results = list(run.results)
        self.draws = [event for event in run.events if isinstance(event, Draw)]
        self.rows, self.known = run.known_of(live)
        self.moved = dict(run.moved)
        self.decided, self.used, self.merged = set(run.decided), set(run.used), set(run.merged)

    def end(self, run: Run) -> None:
        """The run goes on by itself."""
        run.replay = None
        run.rows, run.known, run.moved = list(self.rows), dict(self.known), dict(self.moved)
        run.bounded = {atom for row in run.rows for atom in row[0]}
        run.decided, run.used, run.merged = set(self.decided), set(self.used), set(self.merged)


class Run:
    """A run that makes the decisions given, and the first possible one wherever there is no more.

    ``choices``: the decisions so far, of reals, of the end of the list, and of epsilon's range.
    ``value_of_epsilon``: None where it is a symbol.
    """

    def __init__(self, choices: list[bool], understood: Understood, limits: Limits,
                 value_of_epsilon: Fraction | None = None) -> None:
        self.choices, self.understood, self.limits = choices, understood, limits
        self.value_of_epsilon = value_of_epsilon
        self.range = Range()
        self.events: list[Any] = []
        self.made = 0  # choices made so far
        self.kinds: list[str] = []
        self.n_answers = 0
        self.clips: dict[Any, Atom] = {}  # what answers are clipped to, by how
        self.answer_in: dict[Atom, Atom] = {}  # the answer that each of these is made of
        self.broken: set[Atom] = set()  # those that may be no whole numbers where answers are
        self.used_as: dict[Atom, Atom] = {}  # which of these an answer is used as, or the answer itself
        self.rows: list[Row] = []
        self.bounded: set[Atom] = set()  # the atoms in rows
        self.moved: dict[Atom, dict[Public, Fraction]] = {}  # what a public number adds to an answer or a draw
        self.decided: set[Atom] = set()  # answers and draws that were decided on
        self.has_publics = False  # whether some argument has no value
        self.whole_publics: set[str] = set()  # those that are whole numbers
        self.drawn_at: list[int] = []  # the event of each draw
        self.used: set[Atom] = set()  # the atoms in decisions and outputs
        self.raised = ""  # the error that the code ended with
        self.alike: list[bool] = []  # choices of ways that must do the same
        self.bases: list[Any] = []  # random numbers of which it must show yet what they become
        self.merged: set[Atom] = set()  # the draws that only stand for another one now
        self.known: dict[Any, bool] = {}
        self.results: list[tuple[bool, bool]] = []  # of all decisions, and whether each was a choice
        self.asked_at: list[int] = []  # the event of each request for an answer
        self.replay: Replay | None = None
        self.whole_answers = False
        self.line_of: Callable[[], int] = lambda: 0
        self.is_over = False
        self.told: set[Any] = set()  # the reals that were output
        self.onlooker = Onlooker()
        self.unseen = ""  # why states cannot be compared from here on
        self.n_steps = 0
        # of lists of any length: iterators by frame and place, the list of outputs, positions output
        self.loops: dict[Any, Any] = {}
        self.stream: Any = None
        self.tells_positions = False
        self.length: Any = None  # of the list, where there is one
        self.kept: list[Any] = []  # what is told at the end, though the code may not name it any more
        self.tally: Any = lambda value, site: value  # what counts at a place of the code
        self.sites: Any = None  # of lists of any length: what becomes of the lists that the code makes

    # ---- Atoms ----

    def clipped(self, value: Real, way: str, bound: Fraction = Fraction(0)) -> Real | None:
        """The greater or lesser one (max, min) of an answer and a bound, or its size (abs), where it may stand for the answer:
        it moves by at most as much. None: it does not."""
        if not self.understood.clips or value.publics or len(value.terms) != 1:
            return None
        (atom, factor), = value.terms.items()
        if not is_answer(atom) or way == "abs" and self.understood.one_way:
            return None
        key = atom, way, factor, value.constant, bound
        made = self.clips.setdefault(key, _CLIPPED - len(self.clips))
        self.answer_in.setdefault(made, self.answer_in.get(atom, atom))
        self.broken |= {made} if factor.denominator * value.constant.denominator * bound.denominator > 1 or atom in self.broken else set()
        return Real(self, Fraction(0), {made: factor if self.understood.one_way else abs(factor)})

    def settled(self, value: Real) -> Real:
        """The value with answers in place of what they are clipped to. What else is used of an answer stands for one of its own."""
        if not self.understood.clips:
            return value
        terms: dict[Atom, Fraction] = {}
        for atom, factor in value.terms.items():
            answer = self.answer_in.get(atom, atom)
            if any(self.answer_in.get(one, one) == answer for one in terms):
                raise NeedsLength("an answer is used clipped, and otherwise")
            if atom in self.broken and self.has_whole:
                raise NeedsLength("an answer that must be a whole number is clipped at another")
            is_first = not is_answer(atom) or self.used_as.setdefault(answer, atom) == atom
            if not is_first and self.understood.one_differs:
                raise NeedsLength("an answer is used clipped, and otherwise")  # which are two that differ
            terms[answer if is_first else self._twin_of(answer, atom)] = factor
        return Real(self, value.constant, terms, value.publics)

    def _twin_of(self, answer: Atom, atom: Atom) -> Atom:
        """The atom of an answer that is used otherwise first."""
        if atom != answer:
            return atom
        twin = self.clips.setdefault((answer, "twin"), _CLIPPED - len(self.clips))
        self.answer_in[twin] = answer
        return twin

    def epsilon(self) -> Any:
        if self.value_of_epsilon is not None:
            value = self.value_of_epsilon
            return int(value) if value.denominator == 1 else Number(value)
        return Epsilon({1: 1}, self._decide_epsilon)

    def answer(self) -> Real:
        """The next answer."""
        atom = answer_atom(self.n_answers)
        self.n_answers += 1
        return Real(self, Fraction(0), {atom: Fraction(1)})

    def draw(self, kind: str, scale: Any, call: str, line: int = 0) -> Any:
        """A draw of mean 0 with this scale, or 0 where the scale is 0."""
        line = line or self.line_of()
        if isinstance(scale, Real):
            raise Refused(f"the scale of {call} depends on a private answer or on noise") if scale.terms else \
                needs_value(scale.publics)
        if not isinstance(scale, Epsilon) and scale == 0:
            return 0
        if self.replay is not None:
            return self._drawn_again(self.replay.draws[len(self.kinds)])
        return self.draw_at(kind, self._rate_of(scale, call), call, line)

    def _rate_of(self, scale: Any, call: str) -> Fraction:
        if isinstance(scale, Epsilon):
            if set(scale.powers) != {-1}:
                raise NeedsNumber(f"the scale of {call} is not a multiple of 1/epsilon")
            rate = 1 / self.number(scale.powers[-1])
        elif self.value_of_epsilon is None:
            raise NeedsNumber(f"the scale of {call} does not depend on epsilon")
        else:
            rate = 1 / (self.number(scale) * self.value_of_epsilon)
        if rate <= 0:
            raise Refused(f"the scale of {call} is negative")
        return rate

    def number(self, value: Any) -> Fraction:
        """A number of the code, of which costs depend; it is told where it is not rational."""
        if type(value) is Number and value.line:
            self.understood.rounded = True
            self.message("warning", value.line, "a number that arises here is taken for a fraction within a unit in its last "
                                                "place: the result holds up to such rounding")
        return exact(value)

    def draw_at(self, kind: str, rate: Fraction, call: str, line: int) -> Real:
        """A draw of this rate."""
        if self.replay is not None:
            return self._drawn_again(self.replay.draws[len(self.kinds)])
        self._note_noise(kind, rate, call, line)
        if not KINDS[kind] and not all(self.whole_publics.issuperset(n for n, _ in m) for m in self.moved.values()):
            raise needs_value(next(iter(self.moved.values())))
        self.drawn_at.append(len(self.events))
        self.events.append(Draw(kind, rate, line))
        atom = len(self.kinds)
        self.kinds.append(kind)
        if kind == "exponential":
            self.rows.append(({atom: Fraction(1)}, Fraction(0), False))
            self.bounded.add(atom)
        return Real(self, Fraction(0), {atom: Fraction(1)})

    def toss(self) -> Real:
        """A draw of a public random number: what it is has one cost, whatever the chances are."""
        if self.replay is not None:
            return self._drawn_again(self.replay.draws[len(self.kinds)])
        self.message("warning", self.line_of(), "what is chosen at random here is public: the verdict does not depend on its "
                                                "probabilities, which counterexamples take for others")
        return self._drawn_again(Draw("laplace", Fraction(1), self.line_of()))

    def toss_of(self, n: int) -> int:
        """One of n random numbers, from 0 on."""
        if not 0 < n <= _MOST_OUTCOMES:
            raise Refused(f"one of {n} random numbers is chosen; up to {_MOST_OUTCOMES} are followed")
        if n == 1:
            return 0
        drawn = self.toss()
        return next((i for i in range(n - 1) if drawn < i), n - 1)

    def _drawn_again(self, draw: Draw) -> Real:
        self.drawn_at.append(len(self.events))
        self.events.append(draw)
        self.kinds.append(draw.kind)
        return Real(self, Fraction(0), {len(self.kinds) - 1: Fraction(1)})

    def known_of(self, live: set[Atom]) -> tuple[list[Row], dict[Any, bool]]:
        """What decisions say of the atoms that are live."""
        return project(self.rows, live) or [], {key: met for key, met in self.known.items() if all(a in live for a, _ in key[0])}

    def forget(self, live: set[Atom]) -> None:
        """Nothing is asked any more of other atoms than those that are live."""
        self.rows, self.known = self.known_of(live)

    def note_asked(self, index: int, more: bool) -> None:
        """Notes that the next answer is asked for, and whether there is one."""
        self.asked_at.append(len(self.events))
        self.events.append(Ask(index, more, self.line_of()))
        if self.replay is not None and index == self.replay.asks:
            self.replay.end(self)

    def _note_noise(self, kind: str, rate: Fraction, call: str, line: int) -> None:
        row = self.understood.noise.setdefault(
            (line, call), {"line": line, "call": call, "kind": kind, "rate": str(rate)})
        if row["rate"] != str(rate) and str(rate) not in row["rate"].split(", "):
            row["rate"] = f"{row['rate']}, {rate}"

    def is_continuous(self, value: Real) -> bool:
        """Whether a continuous draw stands in it."""
        return any(not is_answer(a) and KINDS[self.kinds[a]] for a in value.terms)

    # ---- Laplace noise made of exponential noise ----

    def _is_spare(self, value: Real) -> bool:
        """Whether value is a multiple of exponential noise that nothing was done with, in this round."""
        atom = next(iter(value.terms))
        return value._is_draw() and self.kinds[atom] == "exponential" and atom not in self.used | self.merged and \
            not any(isinstance(event, Ask) for event in self.events[self.drawn_at[atom]:])

    def with_sign(self, value: Real) -> Real:
        """value times 1 or -1, each as likely."""
        if not self._is_spare(value):
            raise Refused("a random sign is used otherwise than with exponential noise")
        (atom, factor), = value.terms.items()
        return self._laplace_for([atom]) * factor  # type: ignore[no-any-return]

    def difference(self, one: Real, other: Real) -> Real | None:
        """one - other as Laplace noise, where both are exponential noise of the same scale."""
        if not (self.understood.makes_laplace and self._is_spare(one) and self._is_spare(other)):
            return None
        (p, k), (q, m) = (*one.terms.items(), *other.terms.items())
        if p == q or k != m or self.rate_of(p) != self.rate_of(q):
            return None
        return self._laplace_for([p, q]) * k  # type: ignore[no-any-return]

    def rate_of(self, atom: Atom) -> Fraction:
        return self.events[self.drawn_at[atom]].rate  # type: ignore[no-any-return]

    def _laplace_for(self, atoms: list[Atom]) -> Real:
        """A Laplace draw that stands for exponential ones, which must not be used any more."""
        self.merged.update(atoms)
        line = self.events[self.drawn_at[atoms[0]]].line
        return self.draw_at("laplace", self.rate_of(atoms[0]), "made of exponential noise", line)

    def _use(self, value: Real) -> None:
        if not self.merged.isdisjoint(value.terms):
            raise TakenOtherwise("exponential noise is used as a part of Laplace noise, and by itself", "makes_laplace")
        self.used.update(value.terms)

    # ---- Decisions ----

    def choose_alike(self) -> bool:
        """A choice of two ways that must do the same."""
        self.alike.append(self._choose(True, True)[0])
        return self.alike[-1]

    def _choose(self, may_be_true: bool, may_be_false: bool) -> tuple[bool, bool]:
        """The next decision, and whether it is the only way."""
        if not (may_be_true and may_be_false):
            if not (may_be_true or may_be_false):
                raise NotRepeatable("no way is possible")
            return may_be_true, True
        if self.made == len(self.choices):
            most = _MOST_DECISIONS + 50 * self.n_answers
            if len(self.choices) > most:
                raise TooMuch(f"more than {most} decisions in one run, the last in line {self.line_of()}: a loop goes on until a value fits")
            self.choices.append(True)
        self.made += 1
        return self.choices[self.made - 1], False

    def _row(self, value: Real, strict: bool, met: bool) -> Row:
        if not met:
            value, strict = -value, not strict
        if self.is_continuous(value):
            strict = True  # a path counts only where its draws have an interior
        return dict(value.terms), value.constant, strict

    def _may_be(self, value: Real, strict: bool, met: bool) -> bool:
        row = self._row(value, strict, met)
        if any(a not in self.bounded for a in row[0]):
            return True  # an atom that nothing is known of may have any value
        near = connected(self.rows, row[0])
        if not near:
            return True
        try:
            return can_hold([*near, row])
        except OverflowError:
            return True  # a way that cannot be taken costs nothing where the solver finds it out

    def relative(self, index: int | None) -> int | None:
        """An index, counted from the answers that were taken."""
        return None if index is None else index - self.n_answers

    def without_publics(self, value: Real) -> Real:
        """value, decided on, without the public numbers p that have no value.

        Each answer may be any number, so that a = a' + s * p, with any s, is one, too, in both of two
        adjacent lists; where the same s for each answer makes p vanish from all decisions of a path,
        the path is possible for one p if it is for each other, and what it costs is the same, too
        (docs/theory.md section 5: constants do not stand there). Outputs lose p, since everyone knows it.
        Laplace noise may have any value, too, and is moved where no answer can be.
        """
        if not value.terms:
            raise needs_value(value.publics)
        movable = [a for a in value.terms if is_answer(a) or
                   (self.understood.moves_draws and self.kinds[a] == "laplace")]
        for public in {*value.publics, *(p for a in movable for p in self.moved.get(a, ()))}:
            left = value.publics.get(public, Fraction(0))
            free = None
            # the newest answer moves, or else the newest draw, unless it was decided on
            for a in sorted(movable, key=lambda a: (is_answer(a) != self.understood.prefers_draws, abs(a))):
                if a in self.decided:
                    left += value.terms[a] * self.moved.get(a, {}).get(public, 0)
                else:
                    free = a
            if left and (free is None or not self._may_move(public, left / value.terms[free])):
                raise needs_value({public: left})
            if left and free is not None:
                self.moved.setdefault(free, {})[public] = -left / value.terms[free]
        self.decided.update(movable)
        return Real(self, value.constant, value.terms)

    def _may_move(self, public: Public, factor: Fraction) -> bool:
        """Whether an answer may differ by so many times a public number: whole ones only by whole numbers."""
        return not self.has_whole or (public[0] in self.whole_publics and factor.denominator == 1)

    def moved_of(self, atom: Atom) -> Any:
        """How an atom was moved, for comparing states; None: it may yet be moved."""
        if not self.has_publics or atom not in self.decided:
            return None
        return tuple((name, self.relative(i), s) for (name, i), s in sorted(self.moved.get(atom, {}).items(), key=repr))

    def need_whole_answers(self) -> None:
        """Answers become whole numbers: they are taken to be whole, before anything is known of them."""
        if not self.whole_answers and (self.moved or self.used):
            raise Refused("answers become whole numbers after they were used")
        self.whole_answers = True
        self.message("warning", self.line_of(), "answers become whole numbers here: they are taken to be whole")

    @property
    def has_whole(self) -> bool:
        """Whether an answer must be a whole number."""
        return self.whole_answers or any(not KINDS[kind] for kind in self.kinds)

    def decide(self, value: Real, strict: bool) -> bool:
        """Whether value > 0 (strict) or >= 0: both ways are followed, in different runs."""
        self.step()
        if self.is_over:
            raise Refused("a value of an earlier call is compared")
        value = self.settled(value)
        before = self.made
        if self.replay is None:
            met = self._decided(value, strict)
        else:
            met, is_choice = self.replay.results[len(self.results)]
            self.made += is_choice
            self.used.update(value.terms)
        self.results.append((met, self.made > before))
        return met

    def _decided(self, value: Real, strict: bool) -> bool:
        value = self.without_publics(value)
        self._use(value)
        first = min(value.terms)
        size = abs(value.terms[first])
        terms = sorted(value.terms.items()) if size == 1 else sorted((a, k / size) for a, k in value.terms.items())
        key = tuple(terms), value.constant / size, strict and not self.is_continuous(value)
        if key in self.known:
            return self.known[key]
        met, only_way = self._choose(self._may_be(value, strict, True), self._may_be(value, strict, False))
        self.known[key] = met
        if not only_way:
            self.rows.append(self._row(value, strict, met))
            self.bounded.update(value.terms)
        if not only_way and all(map(is_answer, value.terms)):
            self.understood.raw = self.understood.raw or self.line_of()
        self.events.append(Decision(value, strict, met, only_way, self.line_of()))
        return met

    def _decide_epsilon(self, bound: Fraction, strict: bool) -> bool:
        known = self.range.decide(bound, strict)
        if known is not None:
            return known
        # the range that has 1 in it, or is nearest, is the one that the verdict is about
        greater = 1 > bound or (1 == bound and not strict)
        self.range.restrict(bound, strict, greater)
        self.message("warning", self.line_of(),
                     f"what the code does depends on epsilon here: the verdict is about "
                     f"{self.range.text()} only; -D epsilon=… asks for another value")
        return greater

    # ---- What is told ----

    def output(self, value: Any, line: int, how: str) -> None:
        if self.replay is not None and (value is None or type(value) in (bool, int, str, Real)):
            self.used.update(self.settled(value).terms if type(value) is Real else ())
            return  # it was told before
        if how != "changed":
            self.tell_changes()
        is_handed = not how.startswith(_SHOWN)
        described = describe(value, self.onlooker.places if is_handed else None)
        text = self._told_apart(described.text, (how, *described.kinds))
        for real in described.reals:
            if real.run is not self:
                raise Refused("a value of an earlier call is output")
            if self.has_whole and not self.whole_publics.issuperset(name for name, _ in real.publics):
                raise needs_value(real.publics)
        reals = tuple(map(self.settled, described.reals))
        for real in reals:
            self._use(real)
        self.told.update(map(key_of, described.reals))
        if type(value) not in (bool, int, str, Real, type(None)):
            self.need_told([value])
        if is_handed:
            self.onlooker.get(value, described, self.replay is not None)
        line = line or self.line_of()
        self.understood.outputs.setdefault((line, how))
        self.events.append(Output(text, reals, line))

    def tell_changes(self) -> None:
        """Outputs what became of objects that the caller has."""
        for name, value in self.onlooker.changes():
            self.output([name, value], 0, "changed")

    def _told_apart(self, text: str, kinds: tuple[str, ...]) -> str:
        """The text of an output, with more where the same text was told of another kind of value, or elsewhere."""
        first = self.understood.kinds.setdefault(text, kinds)
        return text if first == kinds else f"{text} ({' '.join(kinds)})"

    def need_told(self, values: list[Any], where: str = "a result holds") -> None:
        """What can be reached from values must have been told."""
        if any(real.run is self and key_of(real) not in self.told for real in reals_in(values)):
            raise Refused(f"{where} a private value or noise that its text does not tell")

    def message(self, severity: str, line: int, text: str) -> None:
        self.understood.messages.setdefault((severity, line, text))

    def step(self) -> None:
        """One step of work. Raises TooMuch where a limit is reached."""
        self.n_steps += 1
        if self.n_steps > self.limits.steps:
            raise TooMuch(f"a run has more than {self.limits.steps} steps")
        if self.n_steps % 256 == 0 and time.process_time() > self.limits.deadline:
            raise OutOfTime(self.limits.out_of_time)


def line_in(files: set[str]) -> Callable[[], int]:
    """A function that gives the line where one of these files stands now; 0 = nowhere."""
    def line() -> int:
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename in files:
                return frame.f_lineno
            frame = frame.f_back  # type: ignore[assignment]
        return 0
    return line
