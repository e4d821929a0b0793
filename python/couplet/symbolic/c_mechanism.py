# SPDX-License-Identifier: Apache-2.0
"""Running one function of a C file on symbolic answers."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .answers import Halt
from .arguments import Values
from .c_arguments import Roles, check_assumptions
from .c_interpreter import Interpreter, Private
from .c_parse import CFunction, Program
from .c_state import counters_in, state_of
from .c_types import DOUBLE, Length, Pointer
from .errors import NeedsLength, NeedsNumber, NeedsValue, Refused, Stop, TooMuch
from .explore import all_ways
from .loops import Seen, Sites, known_of
from .mechanism import Call
from .run import Ask, Limits, Run, Understood
from .settings import Settings
from .values import Real

#: Answers that a function without a length may take.
_MOST_ANSWERS, _MOST_WAYS = 100, 1000
#: Steps of a run that shows only whether a parameter needs a value.
_TRIAL_STEPS = 100_000


class CRun(Run):
    """A run. ``length``: of a list whose length is known; else answers are granted one after another."""

    def __init__(self, mechanism: CMechanism, choices: list[bool], length: int | None) -> None:
        super().__init__(choices, mechanism.understood, mechanism.limits, mechanism.value_of_epsilon)
        self.mechanism = mechanism
        self.answers: list[Any] | None = None if length is None else [self.answer() for _ in range(length)]
        self.request: Callable[[int, bool], bool] = lambda index, must_be: True
        self.granted: list[Any] = []
        self.ended = False
        self.last = -1  # the last request
        self.counters: dict[str, int] = {}  # those of the outermost function, at the last request
        self.whole_answers = mechanism.roles.is_whole
        self.has_publics = True

    def more(self, index: int) -> bool:
        """Whether there is an answer of this index; it may be asked of the next one only."""
        return self._more(index, False)

    def _more(self, index: int, must_be: bool) -> bool:
        if index > self.last + 1:
            raise NeedsLength("an answer is asked for ahead")
        if index <= self.last:
            return index < len(self.granted)
        self.last = index
        if self.ended or not self.request(index, must_be):
            self.ended = True
            return False
        self.granted.append(self.answer())
        return True

    def ask(self, index: int) -> Any:
        """The answer of this index: the one that was granted last, or the next one."""
        if index < self.last:
            raise NeedsLength("an earlier answer is used again")
        if not self._more(index, True):
            raise NeedsLength("an answer behind the end of the list is used")
        return self.granted[index]

    def again(self) -> CRun:
        """A run of as many answers with the same choices, of few steps."""
        made = CRun(self.mechanism, list(self.choices), None if self.answers is None else len(self.answers))
        made.limits = replace(self.limits, steps=_TRIAL_STEPS)
        made.understood = Understood()
        made.request = lambda index, must_be: index < len(self.granted)
        return made

    def position(self, value: int) -> Any:
        """How the number of a round is output."""
        if self.answers is not None:
            return int(value)
        self.tells_positions = True
        return f"round{value - len(self.granted):+d}"

    def channel(self, name: str) -> str:
        """What tells outputs of this place from those of others: nothing for the first place of a mechanism."""
        channels = self.mechanism.channels
        if name not in channels:
            channels.append(name)
        return "" if channels[0] == name else name

    # ---- Parameters without a value ----

    def missing(self, name: str, index: int | None, is_whole: bool) -> Any:
        """The value of a parameter, or of an element of it."""
        if name in self.mechanism.tried:
            return 1
        self.mechanism.noted[name] = "any"
        if is_whole:
            self.whole_publics.add(name)
        return Real(self, Fraction(0), {}, {(name, index): Fraction(1)})


@dataclass
class CMechanism:
    """A function of a file. ``immediate``: elements of output arrays are output when they are written."""
    program: Program
    function: CFunction
    roles: Roles
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    understood: Understood = field(default_factory=Understood)
    noted: dict[str, str] = field(default_factory=dict)
    value_of_epsilon: Fraction | None = None
    epsilon: str | None = None
    range_text: str | None = None
    channels: list[str] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)  # parameters that have the value 1 in a trial

    def run(self, run: CRun, immediate: bool, made: Callable[[Interpreter], None]) -> None:
        """Runs the function. made: gets the interpreter before it starts."""
        try:
            self._run(run, immediate, made)
        except NeedsValue:
            raise
        except (Refused, NeedsNumber) as error:
            raise self._explained(error, run) from None
        finally:
            self.range_text = run.range.text()

    def _run(self, run: CRun, immediate: bool, made: Callable[[Interpreter], None]) -> None:
        interpreter = Interpreter(self.program, run, immediate)
        made(interpreter)
        arguments: dict[str, Any] = {}
        values = Values(self.settings, self.epsilon, self.noted)
        for p in self.function.parameters:
            try:
                arguments[p.name] = values.given(run, p.name)
            except KeyError:
                pass
        if self.roles.length is not None:
            arguments[self.roles.length] = Length() if run.answers is None else len(run.answers)
        arguments[self.roles.private] = Private([], DOUBLE, self.roles.private, "private", run=run, answers=run.answers)
        if self.roles.end is not None:
            arguments[self.roles.end] = Pointer(arguments[self.roles.private], Length() if run.answers is None else len(run.answers))
        check_assumptions(self.program, self.function, run, arguments, self.roles)
        interpreter.call(self.function.name, arguments)

    def _explained(self, error: Stop, run: CRun) -> Stop:
        """The error, or that a parameter needs a value, where there is none with one."""
        for name in sorted(name for name, value in self.noted.items() if value == "any"):
            self.tried = {name}
            try:
                self._run(run.again(), False, lambda interpreter: None)
            except (Refused, NeedsNumber):
                continue
            except Stop:
                pass
            finally:
                self.tried = set()
            return NeedsValue(name)
        return error

    # ---- Lists of a known length ----

    def run_list(self, n: int, choices: list[bool]) -> Run:
        run = CRun(self, choices, n)
        self.run(run, False, lambda interpreter: None)
        return run

    def ways(self, call: Call, n: int, is_trial: bool = False) -> Iterator[Run]:
        return all_ways(lambda choices: self.run_list(n, choices), self.limits.ways, is_trial)

    def n_answers(self) -> int:
        """How many answers a function takes that is not told how many there are; 0 = as many as there are."""
        def start(choices: list[bool]) -> CRun:
            run = CountingRun(self, choices, None)
            self.run(run, False, lambda interpreter: None)
            return run
        try:
            return max(run.n_answers for run in all_ways(start, _MOST_WAYS))
        except (NeedsLength, TooMuch):
            return 0


class CountingRun(CRun):
    """A run that gets all answers that it asks for."""

    def ask(self, index: int) -> Any:
        if index >= _MOST_ANSWERS:
            raise NeedsLength("too many answers are asked for")
        while len(self.granted) <= index:
            self.granted.append(self.answer())
        return self.granted[index]


class AnyCRun:
    """A run on a list of any length, up to the request after ``asks`` answers. plain: not empty where output arrays
    are told at the end."""

    most_events = 30_000

    def __init__(self, mechanism: CMechanism, call: Call, choices: list[bool], asks: int, plain: Sites,
                 hidden: str = "") -> None:
        self.mechanism, self.asks, self.immediate, self.hidden = mechanism, asks, not plain, hidden
        self.run: CRun = CRun(mechanism, choices, None)
        self.run.request = self._request
        self.interpreter: Interpreter | None = None
        self.halted: tuple[Any, Seen] | None = None
        self.go_on: Any = lambda any_run: False
        self.largest: Any = None

    def start(self) -> Run:
        try:
            self.mechanism.run(self.run, self.immediate, lambda interpreter: setattr(self, "interpreter", interpreter))
        except Halt:
            pass
        return self.run

    def _request(self, index: int, must_be: bool) -> bool:
        for base in self.run.bases:
            base.settle_scale()
        if index == self.asks:
            self.halted = self._state(must_be)
            raise Halt()
        if self.interpreter is not None and self.interpreter.frames:
            self.run.counters = counters_in(self.interpreter.frames[0], True)
        self.run.understood.needs_more |= must_be
        more = True if must_be else self.run._choose(True, True)[0]
        self.run.note_asked(index, more)
        return more

    def told_place(self, index: int, taken: int) -> str:
        return str(index)

    def _state(self, must_be: bool) -> tuple[Any, Seen]:
        assert self.interpreter is not None
        live = Live()
        form = tuple(live.of(part) for part in state_of(self.interpreter, self.asks, self.hidden))
        return (must_be, form, known_of(self.run, live.atoms)), live


class Live:
    """The atoms and reals of a state."""

    def __init__(self) -> None:
        self.atoms: list[int] = []
        self.reals: list[Real] = []

    def of(self, part: Any) -> Any:
        if not isinstance(part, Real):
            return part
        if part.terms:
            self.reals.append(part)
        for atom in sorted(part.terms):
            if atom not in self.atoms:
                self.atoms.append(atom)
        run = part.run
        return (part.constant, tuple((self.atoms.index(a), k, run.moved_of(a)) for a, k in sorted(part.terms.items())),
                tuple((name, run.relative(i), k) for (name, i), k in sorted(part.publics.items(), key=repr)))
