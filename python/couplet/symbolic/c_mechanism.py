# SPDX-License-Identifier: Apache-2.0
"""Running one function of a C file on symbolic answers."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .answers import BY_NUMBER, Halt, Length, Position, ReadList
from .arguments import Values
from .c_arguments import Roles, check_assumptions
from .c_interpreter import OUTPUTS, Interpreter, Private
from .c_parse import CFunction, Program
from .c_state import CSnapshot
from .c_types import DOUBLE, Pointer
from .errors import NeedsLength, NeedsNumber, NeedsValue, Refused, Stop, TooMuch
from .explore import all_ways
from .loops import AnyRun, Sites
from .mechanism import Call, Mechanism
from .run import Run, Understood
from .values import Real

#: Answers that a function without a length may take.
_MOST_ANSWERS, _MOST_WAYS = 100, 1000
#: Steps of a run that shows only whether a parameter needs a value.
_TRIAL_STEPS = 100_000


class CRun(Run):
    """A run. answers: of a list whose length is known; takes_more: it gets all answers that it asks for; any_run: of a
    list of any length."""

    def __init__(self, mechanism: CMechanism, choices: list[bool], length: int = 0, takes_more: bool = False) -> None:
        super().__init__(choices, mechanism.understood, mechanism.limits, mechanism.value_of_epsilon)
        self.mechanism, self.takes_more = mechanism, takes_more
        self.answers: list[Any] = [self.answer() for _ in range(length)]
        self.any_run: AnyCRun | None = None
        self.whole_answers = mechanism.roles.is_whole
        self.has_publics = True

    def at(self, index: Any) -> Any:
        """The answer of this index."""
        if self.any_run is not None:
            return self.any_run.answer_at(index)
        if index >= _MOST_ANSWERS and self.takes_more:
            raise NeedsLength("too many answers are asked for")
        while len(self.answers) <= index:
            self.answers.append(self.answer())
        return self.answers[index]

    def has(self, index: int) -> bool:
        """Whether there may be an answer of this index."""
        return 0 <= index and (self.any_run is not None or self.takes_more or index < len(self.answers))

    def channel(self, name: str) -> str:
        """What tells outputs of this place from those of others: nothing for the first place of a mechanism."""
        channels = self.mechanism.channels
        if name not in channels:
            channels.append(name)
        return "" if channels[0] == name else name

    def missing(self, name: str, index: int | None, is_whole: bool) -> Any:
        """The value of a parameter that has none, or of an element of it."""
        if name in self.mechanism.tried:
            return 1
        self.mechanism.noted[name] = "any"
        if is_whole:
            self.whole_publics.add(name)
        return Real(self, Fraction(0), {}, {(name, index): Fraction(1)})


@dataclass
class CMechanism(Mechanism):
    """A function of a C file."""
    file: Program  # type: ignore[assignment]
    function: CFunction  # type: ignore[assignment]
    roles: Roles = field(kw_only=True)
    channels: list[str] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)  # parameters that have the value 1 in a trial

    def start(self, choices: list[bool]) -> CRun:
        return CRun(self, choices)

    def run(self, run: CRun, immediate: bool = False, made: Callable[[Interpreter], None] = lambda interpreter: None) -> None:
        """Runs the function. immediate: elements of output arrays are output when they are written; made: gets the
        interpreter before it starts."""
        interpreter = Interpreter(self.file, run, immediate)
        made(interpreter)
        try:
            interpreter.call(self.function.name, self._given(run))
        finally:
            self.range_text = run.range.text()

    def _given(self, run: CRun) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        values = Values(self.settings, self.epsilon, self.noted)
        for p in self.function.parameters:
            try:
                arguments[p.name] = values.given(run, p.name)
            except KeyError:
                pass
        length = len(run.answers) if run.any_run is None else Length(run.any_run.asking)
        if self.roles.length is not None:
            arguments[self.roles.length] = length
        arguments[self.roles.private] = Private([], DOUBLE, self.roles.private, "private", run=run)
        if self.roles.end is not None:
            arguments[self.roles.end] = Pointer(arguments[self.roles.private], length)
        check_assumptions(self.file, self.function, run, arguments, self.roles)
        return arguments

    def _explained(self, error: Stop, run: CRun) -> Stop:
        """The error, or that a parameter needs a value, where there is none with one."""
        limits, understood = self.limits, self.understood
        for name in sorted(name for name, value in self.noted.items() if value == "any"):
            self.tried, self.limits, self.understood = {name}, replace(limits, steps=_TRIAL_STEPS), Understood()
            try:
                self.run(CRun(self, list(run.choices), len(run.answers), run.takes_more))
            except (Refused, NeedsNumber):
                continue
            except Stop:
                pass
            finally:
                self.tried, self.limits, self.understood = set(), limits, understood
            return NeedsValue(name)
        return error

    # ---- Lists of a known length ----

    def run_list(self, call: Call, n: int, choices: list[bool]) -> CRun:
        return self._run_known(CRun(self, choices, n))

    def _run_known(self, run: CRun) -> CRun:
        try:
            self.run(run)
        except NeedsValue:
            raise
        except (Refused, NeedsNumber) as error:
            raise self._explained(error, run) from None
        return run

    def n_answers(self) -> int:
        """How many answers a function takes that is not told how many there are; 0 = as many as there are."""
        try:
            return max(run.n_answers for run in all_ways(lambda choices: self._run_known(CRun(self, choices, takes_more=True)), _MOST_WAYS))
        except (NeedsLength, TooMuch):
            return 0


class AnyCRun(AnyRun):
    """A run on a list of any length."""

    most_events = 30_000

    def __init__(self, mechanism: CMechanism, call: Call, choices: list[bool], asks: int, sites: Sites) -> None:
        super().__init__(mechanism, call, choices, asks, sites)
        self.run: CRun
        self.interpreter: Interpreter | None = None
        self.must_be = False  # whether an answer is used of which it was not asked whether it is there
        self.by_number = False  # whether a number that everyone knows says which answer is asked for
        self.knows_number = True  # whether the last answer was asked for so

    @staticmethod
    def may_clip(mechanism: Any) -> bool:
        return False

    def start(self) -> Run:
        run, asking = self.run, self.asking
        run.any_run = asking.run = self
        try:
            self.mechanism.run(run, OUTPUTS not in self.sites, lambda interpreter: setattr(self, "interpreter", interpreter))  # type: ignore[attr-defined]
        except Halt:
            pass
        run.tells_positions = asking.tells_positions
        return run

    def answer_at(self, index: Any) -> Any:
        """The answer of an index, which is a position, or a number while states tell how many were asked for."""
        self.by_number, self.must_be = not isinstance(index, Position), True
        if self.by_number and not (self.asking.by_number or self.knows_number):
            raise ReadList(BY_NUMBER)
        try:
            return self.asking.at(index if self.by_number else index.value)
        except IndexError:
            raise NeedsLength("an answer after the end of the list is used") from None
        finally:
            self.by_number = self.must_be = False

    def _more(self) -> bool:
        self.knows_number = self.by_number
        self.run.understood.needs_more |= self.must_be
        return self.must_be or super()._more()

    def _seen(self, kept: list[int], inner: Any, others: list[Any]) -> tuple[Any, CSnapshot]:
        assert self.interpreter is not None
        snapshot = CSnapshot(self.run, kept)
        number = self.asking.taken if self.by_number else None
        return snapshot.of_run(self.interpreter, [*others, self.must_be, number]), snapshot
