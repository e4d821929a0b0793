# SPDX-License-Identifier: Apache-2.0
"""Report noisy max for lists of any length: which answer's noisy value is the largest.

Each round the sample is above the one that is kept, is kept instead, and its position is noted; or it is below, and
nothing changes. At the end the position is output. With continuous noise of one kind and rate, the probability of a
position is that of reading its sample first, and then the others below it: the automaton of `argmax` in .svt.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .automaton import Path, Step
from .c_mechanism import AnyCRun, CMechanism
from .c_state import shown_positions
from .errors import Stop
from .loops import Explorer, Halting, State
from .mechanism import Call
from .run import KINDS, Ask, Draw, Output


class _Differs(Stop):
    """It is no noisy max."""


@dataclass
class _Round:
    """From a request to the next: the positions before and after it."""
    path: Path
    before: int | None
    after: int | None
    index: int


class _Rounds(Explorer):
    """Explores with the position hidden, which is no part of the states."""

    def __init__(self, mechanism: CMechanism, call: Call, hidden: str) -> None:
        super().__init__(lambda choices, asks: AnyCRun(mechanism, call, choices, asks, {}, hidden),
                         mechanism.function.name)
        self.mechanism, self.call, self.hidden = mechanism, call, hidden
        self.positions: dict[int, int | None] = {}  # by the state, in the run that found it
        self.rounds: list[_Round] = []

    def _take(self, state: State | None, any_run: Halting) -> State | None:
        number = len(self.paths)
        found = super()._take(state, any_run)
        assert isinstance(any_run, AnyCRun)
        if len(self.paths) == number:
            return found  # the end of the list
        path = self.paths[-1]
        if path.target is None or any(isinstance(event, Output) for event in any_run.run.events):
            raise _Differs()
        self.positions.setdefault(path.target, any_run.position())
        if state is not None:
            self.rounds.append(_Round(path, self.positions[state.number], any_run.position(), state.asks))
            self._need_position(any_run)
        return found

    def _need_position(self, any_run: AnyCRun) -> None:
        """The list that ends here gives the position, and nothing else."""
        ended = AnyCRun(self.mechanism, self.call, [*any_run.run.choices[:any_run.run.made], False], any_run.asks + 1,
                        {}, self.hidden)
        events = ended.start().events
        last = max(i for i, event in enumerate(events) if isinstance(event, Ask))
        texts = [event.text for event in events if isinstance(event, Output)]
        if texts != [str(any_run.position())] or any(isinstance(event, Draw) for event in events[last:]):
            raise _Differs()


def _sample(round_: _Round) -> Step:
    """The only sample of a round, whose noise is continuous."""
    if len(round_.path.row) != 1 or not isinstance(round_.path.row[0], Step):
        raise _Differs()
    step = round_.path.row[0]
    if step.is_input != "private" or step.kind is None or not KINDS[step.kind]:
        raise _Differs()
    return step


def _check(rounds: list[_Round]) -> Step:
    """The first sample, where the rounds are those of a noisy max."""
    samples = [_sample(one) for one in rounds]
    if not samples:
        raise _Differs()
    for one, step in zip(rounds, samples):
        literals = {literal for literal in step.literals if not isinstance(literal[0], tuple)}
        is_first = one.path.source == 0
        if is_first:
            expected = not literals and one.after == 0 and step.register is not None
        elif {sign for _, sign in literals} == {">="}:
            expected = one.after == one.index and step.register is not None
        else:
            expected = len(literals) == 1 and one.after == one.before and step.register is None
        means = [kept.mean for kept in one.path.registers.kept.values()]
        is_other = (step.kind, step.rate) != (samples[0].kind, samples[0].rate)
        is_shifted = any(means) or (literals and step.mean)
        if not expected or is_shifted or is_other or (not is_first and len(step.literals) > 1):
            raise _Differs()
    if not any(step.literals and step.register is not None for step in samples[1:]):
        raise _Differs()
    return samples[0]


def argmax_of(mechanism: CMechanism, call: Call, n: int = 0) -> dict[str, Any] | None:
    """The automaton of a noisy max for lists of n answers, 0: of any number; None where it is none."""
    for hidden in sorted(shown_positions(mechanism.function)):
        explorer = _Rounds(mechanism, call, hidden)
        try:
            explorer.explore()
            return _automaton(mechanism.function.name, _check(explorer.rounds), n)
        except Stop:
            continue
    return None


def _automaton(name: str, step: Step, n: int) -> dict[str, Any]:
    state = {"d": str(step.rate)} | ({} if step.kind == "laplace" else {"noise": step.kind})
    names = [f"answer {i}" for i in range(1, n + 1)] + ["end"] if n else ["first", "other", "other"]
    return {"couplet": 1, "name": name, "initial": names[0], "thresholds": ["largest"],
            "states": [{"name": one, **({} if one == "end" else state)} for one in dict.fromkeys(names)],
            "transitions": [{"from": one, "to": other, "output": "argmax"} | (
                {"guard": "insample < largest"} if i else {"guard": "true", "assign": "largest"})
                for i, (one, other) in enumerate(zip(names, names[1:]))]}
