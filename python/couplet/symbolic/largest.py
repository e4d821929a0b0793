# SPDX-License-Identifier: Apache-2.0
"""Lists with one noisy value for each answer, of which it is told where the largest stands."""
from __future__ import annotations

import builtins
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .answers import Asking, Count, Length, Positions, ReadList, Reversed, StreamList
from .errors import NeedsLength
from .opaque import Opaque, OpaqueList, OpaqueNumber
from .run import Run
from .values import Real, answer_atom, is_answer

#: Factors of the answer and of its noise, the noise's kind and rate, and what is added.
Template = tuple[Fraction, Fraction, str, Fraction, Fraction]


class NoisyList(OpaqueList):
    """A list to which each answer is appended once, with noise of its own, all alike."""

    def __init__(self, run: Run, asking: Asking, site: int) -> None:
        self.run, self.asking, self.site = run, asking, site
        self.template: Template | None = None
        self.n, self.last_draw = 0, -1

    def state(self) -> Any:
        return "noisy", self.site, self.template, self.n - self.asking.taken

    def append(self, value: Any) -> None:
        template = self._template_of(value)
        if template is None or self.template not in (None, template):
            raise ReadList(self.site)
        self.template, self.n = template, self.n + 1

    def _template_of(self, value: Any) -> Template | None:
        if not isinstance(value, Real) or len(value.terms) != 2 or self.n + 1 != self.asking.asked:
            return None
        answer, draw = sorted(value.terms)
        if answer != answer_atom(self.n) or is_answer(draw) or draw <= self.last_draw:
            return None
        self.last_draw = draw
        return (value.terms[answer], value.terms[draw], self.run.kinds[draw], self.run.rate_of(draw), value.constant)

    def need_whole(self) -> None:
        """It must have a value for each answer."""
        if not self.asking.ended or self.n != self.asking.taken:
            raise ReadList(self.site)

    def place(self, sign: int) -> Any:
        """Where its largest value stands; the smallest for sign -1."""
        self.need_whole()
        if self.n == 0:
            raise ValueError("attempt to get argmax of an empty sequence")
        return Place(self, sign)

    def argmax(self, *_: Any) -> Any:
        return self.place(1)

    def argmin(self, *_: Any) -> Any:
        return self.place(-1)

    def index(self, value: Any) -> Any:
        if not isinstance(value, Item) or not value.is_extreme or value.owner is not self:
            raise ReadList(self.site)
        return self.place(value.sign)

    def tolist(self) -> Any:
        return self

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, Probe):
            raise ReadList(self.site)
        return Item(self, 1)

    def __neg__(self) -> Any:
        return Negative(self)

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(self.site)


class Negative:
    """The list with its values negated, for argmax and argmin."""

    def __init__(self, owner: NoisyList) -> None:
        self.owner = owner

    def place(self, sign: int) -> Any:
        return self.owner.place(-sign)


class Probe:
    """Some index of the list, and Item the value there: what key functions are asked about."""

    def told_as(self) -> str:
        raise NeedsLength("a key function outputs its argument")


class Item(Opaque):
    def __init__(self, owner: NoisyList, sign: int, is_extreme: bool = False) -> None:
        self.owner, self.sign, self.is_extreme = owner, sign, is_extreme

    def __neg__(self) -> Item:
        return Item(self.owner, -self.sign)

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(self.owner.site)

    def told_as(self) -> str:
        return str(self._refuse())


class Place(OpaqueNumber):
    """The index of the largest value, or of the smallest. It may be output, and nothing else."""

    def __init__(self, owner: NoisyList, sign: int) -> None:
        self.owner, self.sign = owner, sign

    def told_as(self) -> str:
        self.owner.asking.largest = self
        return "place"

    def item(self) -> Place:
        return self

    def __add__(self, other: Any) -> Any:
        return self if isinstance(other, int) else self._refuse()

    __radd__ = __sub__ = __add__

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the place of the largest value is used as a number")

    def automaton(self, name: str) -> dict[str, Any]:
        assert self.owner.template is not None
        return automaton_of_largest(self.owner.template, self.sign, name)


def automaton_of_largest(template: Template, sign: int, name: str) -> dict[str, Any]:
    """That of noisy max (docs/language.md), whose three answers stand for any number."""
    answer, draw, kind, rate, _ = template
    if kind == "exponential" and (draw > 0) != (sign > 0):
        raise NeedsLength("exponential noise is subtracted")
    state = {"d": str(rate * abs(answer / draw))} | ({"noise": kind} if kind != "laplace" else {})
    states = [{"name": f"answer {n}", **state} for n in (1, 2, 3)]
    below = {"guard": "insample < largest", "output": "place"}
    return {"couplet": 1, "name": name, "initial": "answer 1", "thresholds": ["largest"],
            "states": [*states, {"name": "end"}], "transitions": [
                {"from": "answer 1", "to": "answer 2", "guard": "true", "output": "place", "assign": "largest"},
                {"from": "answer 2", "to": "answer 3", **below}, {"from": "answer 3", "to": "end", **below}]}


class _Enumerated:
    """enumerate() of such a list."""

    def __init__(self, owner: NoisyList) -> None:
        self.owner = owner


class Sorted(OpaqueList):
    """Such a list's indices in the order of its values, of which the first and the last are known."""

    def __init__(self, pick: Callable[[int], Any], is_reversed: bool) -> None:
        self.pick, self.is_reversed = pick, is_reversed

    def __getitem__(self, index: Any) -> Any:
        if index not in (0, -1):
            raise NeedsLength("a noisy list is sorted")
        return self.pick(1 if (index == -1) != self.is_reversed else -1)

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("a noisy list is sorted")


def _of_outputs(function: Any, outputs: StreamList) -> Any:
    if function in (builtins.sum, builtins.any, builtins.all):
        return outputs.ask(function.__name__)
    if function is builtins.len:
        return Count(outputs)
    return outputs.copy() if function in (list, tuple) else NotImplemented


def call_of(function: Any, first: Any, named: dict[str, Any]) -> Any:
    """What a builtin makes of such a list, its indices or its pairs; NotImplemented: nothing is known."""
    sign = {"max": 1, "min": -1, "sorted": 0}.get(getattr(function, "__name__", ""))
    if isinstance(first, StreamList) and not named:
        return _of_outputs(function, first)
    if isinstance(first, Reversed) and function in (list, tuple):
        return first
    if isinstance(first, Place):
        return first if function in (int, builtins.str) else NotImplemented
    if isinstance(first, NoisyList):
        if function is builtins.len:
            first.need_whole()
            return Length(first.asking)
        if function is builtins.enumerate:
            return _Enumerated(first)
        if function in (list, tuple):
            return first
        if sign and not named:
            first.place(sign)
            return Item(first, sign, True)
        return NotImplemented
    if sign is None or not isinstance(first, (_Enumerated, Positions)) or "key" not in named:
        return NotImplemented
    is_pairs = isinstance(first, _Enumerated)
    value = named["key"]((Probe(), Item(first.owner, 1)) if isinstance(first, _Enumerated) else Probe())
    if not isinstance(value, Item) or value.is_extreme:
        return NotImplemented

    def pick(way: int) -> Any:
        place = value.owner.place(way * value.sign)
        return (place, Item(value.owner, way * value.sign, True)) if is_pairs else place
    return pick(sign) if sign else Sorted(pick, bool(named.get("reverse", False)))
