# SPDX-License-Identifier: Apache-2.0
"""Running one function of a C file on symbolic answers."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .answers import Halt
from .arguments import Values
from .c_arguments import Roles, check_assumptions
from .c_interpreter import Interpreter, Private
from .c_parse import CFunction, Program
from .c_state import state_of
from .c_types import DOUBLE, Length
from .errors import NeedsLength, Refused
from .explore import all_ways
from .loops import Seen, known_of
from .mechanism import Call
from .run import Ask, Limits, Run, Understood
from .settings import Settings
from .values import Real

#: Answers that a function without a length may take.
_MOST_ANSWERS = 100


class CRun(Run):
    """A run. ``length``: of a list whose length is known; else answers are granted one after another."""

    def __init__(self, mechanism: CMechanism, choices: list[bool], length: int | None) -> None:
        super().__init__(choices, mechanism.understood, mechanism.limits, mechanism.value_of_epsilon)
        self.answers: list[Any] | None = None if length is None else [self.answer() for _ in range(length)]
        self.request: Callable[[int, bool], bool] = lambda index, must_be: True
        self.granted: list[Any] = []
        self.ended = False
        self.last = -1  # the last request

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

    def run(self, run: CRun, immediate: bool, made: Callable[[Interpreter], None]) -> None:
        """Runs the function. made: gets the interpreter before it starts."""
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
            arguments.setdefault(self.roles.length, Length() if run.answers is None else len(run.answers))
        arguments[self.roles.private] = Private([], DOUBLE, self.roles.private, "private", run=run, answers=run.answers)
        check_assumptions(self.program, self.function, run, arguments)
        try:
            interpreter.call(self.function.name, arguments)
        finally:
            self.range_text = run.range.text()

    # ---- Lists of a known length ----

    def run_list(self, n: int, choices: list[bool]) -> Run:
        run = CRun(self, choices, n)
        self.run(run, False, lambda interpreter: None)
        return run

    def ways(self, call: Call, n: int) -> Iterator[Run]:
        return all_ways(lambda choices: self.run_list(n, choices), self.limits.ways)

    def n_answers(self) -> int:
        """How many answers a function takes that is not told how many there are."""
        def request(index: int, must_be: bool) -> bool:
            if index >= _MOST_ANSWERS:
                raise Refused("no parameter says how many answers there are; "
                              f"{self.settings.naming('answers')}=N judges lists of N answers")
            return True

        def start(choices: list[bool]) -> CRun:
            run = CRun(self, choices, None)
            run.request = request
            self.run(run, False, lambda interpreter: None)
            return run
        return max(len(run.granted) for run in all_ways(start, self.limits.ways) if isinstance(run, CRun))


class AnyCRun:
    """A run on a list of any length, up to the request after ``asks`` answers. plain: not empty where output arrays
    are told at the end."""

    def __init__(self, mechanism: CMechanism, call: Call, choices: list[bool], asks: int, plain: set[int]) -> None:
        self.mechanism, self.asks, self.immediate = mechanism, asks, not plain
        self.run: CRun = CRun(mechanism, choices, None)
        self.run.request = self._request
        self.interpreter: Interpreter | None = None
        self.halted: tuple[Any, Seen] | None = None

    def start(self) -> Run:
        try:
            self.mechanism.run(self.run, self.immediate, lambda interpreter: setattr(self, "interpreter", interpreter))
        except Halt:
            pass
        return self.run

    def _request(self, index: int, must_be: bool) -> bool:
        if index == self.asks:
            self.halted = self._state(must_be)
            raise Halt()
        more = True if must_be else self.run._choose(True, True)[0]
        self.run.events.append(Ask(index, more, self.run.line_of()))
        return more

    def _state(self, must_be: bool) -> tuple[Any, Seen]:
        assert self.interpreter is not None
        live = Live()
        form = tuple(live.of(part) for part in state_of(self.interpreter, self.asks))
        return (must_be, form, known_of(self.run, live.atoms)), live


class Live:
    """The atoms and reals of a state."""

    def __init__(self) -> None:
        self.atoms: list[int] = []
        self.reals: list[Real] = []

    def of(self, part: Any) -> Any:
        if not isinstance(part, Real):
            return part
        self.reals.append(part)
        for atom in sorted(part.terms):
            if atom not in self.atoms:
                self.atoms.append(atom)
        return part.constant, tuple((self.atoms.index(a), k) for a, k in sorted(part.terms.items()))
