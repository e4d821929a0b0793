# SPDX-License-Identifier: Apache-2.0
"""Lists with one noisy value for each answer, of which it is told where the largest stands."""
from __future__ import annotations

import builtins
import heapq
import types
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .answers import Asking, Length, Positions, ReadList, Reversed, StreamList, Tally, is_place
from .errors import NeedsLength
from .opaque import Opaque, OpaqueList, OpaqueNumber
from .run import Run
from .values import Real, answer_atom, is_answer

#: Factors of the answer and of its noise, the noise's kind and rate, and what is added.
Template = tuple[Fraction, Fraction, str, Fraction, Fraction]


def template_of(run: Run, value: Real) -> Template | None:
    """The template of a value, where it is an answer with a draw."""
    if len(value.terms) != 2 or value.publics:
        return None
    answer, draw = sorted(value.terms)
    if not is_answer(answer) or is_answer(draw):
        return None
    return value.terms[answer], value.terms[draw], run.kinds[draw], run.rate_of(draw), value.constant


class NoisyList(OpaqueList):
    """A list to which each answer is appended once, with noise of its own, all alike; or a dictionary of them by their
    places. shape: what stands beside the noisy value in each item."""

    def __init__(self, run: Run, asking: Asking, site: int, kind: str = "list") -> None:
        self.run, self.asking, self.site, self.kind = run, asking, site, kind
        self.template: Template | None = None
        self.shape: Any = None
        self.n, self.last_draw = 0, -1

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "noisy", self.site, self.kind, self.template, repr(self.shape), self.n - self.asking.taken

    def append(self, value: Any) -> None:
        found: list[Real] = []
        shape = self._shape_of(value, found)
        template = self._template_of(found[0]) if len(found) == 1 else None
        if template is None or self.template not in (None, template) or self.shape not in (None, shape):
            raise ReadList(self.site)
        self.template, self.shape, self.n = template, shape, self.n + 1

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.kind != "dict":
            raise ReadList(self.site)
        self.append((key, value))

    def _shape_of(self, value: Any, found: list[Real]) -> Any:
        """What an item is made of; found: its noisy values."""
        if isinstance(value, Real):
            if value.is_raw_answer():
                return ANSWER
            found.append(value)
            return VALUE
        if type(value) is tuple:
            return tuple(self._shape_of(one, found) for one in value)
        if is_place(value):
            return "place", value.value - self.n
        if isinstance(value, Tally):
            value.need_round()
        if value is None or type(value) in (bool, int, str):
            return "same", value
        raise ReadList(self.site)

    def made(self, shape: Any, sign: int, is_extreme: bool) -> Any:
        """The item where the largest value stands (the smallest for sign -1); or some item, as key functions are asked."""
        if shape == VALUE:
            return Item(self, sign, is_extreme)
        if shape == ANSWER:
            return Item(self, 0)
        kind, value = shape if len(shape) == 2 else ("", None)
        if kind == "place":
            return Place(self, sign) if is_extreme else Probe()
        return value if kind == "same" else tuple(self.made(one, sign, is_extreme) for one in shape)

    def _template_of(self, value: Real) -> Template | None:
        value = self.run.settled(value)
        template = template_of(self.run, value) if self.n + 1 == self.asking.asked else None
        if template is None or min(value.terms) != answer_atom(self.n) or max(value.terms) <= self.last_draw:
            return None
        self.last_draw = max(value.terms)
        return template

    def get(self, key: Any, *_: Any) -> Any:
        return self[key]

    def items(self) -> View:
        return View(self, self.shape)

    def keys(self) -> View:
        return View(self, self.shape[0] if self.kind == "dict" else self._refuse())

    def values(self) -> Any:
        return View(self, VALUE) if self.kind == "dict" else self._refuse()

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
        if isinstance(index, Place) and index.owner is self:
            return Item(self, index.sign, True)
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
        """The largest value, with its place or without: the others are compared with what everyone knows."""
        if not self.is_extreme:
            self._refuse()
        self.owner.asking.largest = self
        return "value"

    def automaton(self, name: str) -> dict[str, Any]:
        assert self.owner.template is not None
        return automaton_of_largest(self.owner.template, self.sign, name, True)


class Place(OpaqueNumber):
    """The index of the largest value, or of the smallest. It may be output, and nothing else."""

    def __init__(self, owner: NoisyList, sign: int) -> None:
        self.owner, self.sign = owner, sign

    def told_as(self) -> str:
        if self.owner.asking.largest is None:
            self.owner.asking.largest = self
        return "place"

    def item(self) -> Place:
        return self

    def query(self) -> Candidate:
        return Candidate(self.owner, self.sign)

    def __add__(self, other: Any) -> Any:
        return self if isinstance(other, int) else self._refuse()

    __radd__ = __sub__ = __add__

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the place of the largest value is used as a number")

    def automaton(self, name: str) -> dict[str, Any]:
        assert self.owner.template is not None
        return automaton_of_largest(self.owner.template, self.sign, name)


class Candidate(Place):
    """The query that has the largest answer, or the smallest: who knows it knows the place."""

    __add__ = __radd__ = __sub__ = __call__ = Place._refuse


def automaton_of_largest(template: Template, sign: int, name: str, tells_value: bool = False) -> dict[str, Any]:
    """That of noisy max (docs/language.md), whose three answers stand for any number; where its value is told, too, those
    that are below are any number."""
    answer, draw, kind, rate, _ = template
    if kind == "exponential" and (draw > 0) != (sign > 0):
        raise NeedsLength("exponential noise is subtracted")
    state = {"d": str(rate * abs(answer / draw))} | ({"noise": kind} if kind != "laplace" else {})
    states = [{"name": f"answer {n}", **state} for n in (1, 2, 3)]
    below = {"guard": "insample < largest", "output": "place"}
    if tells_value:
        return {"couplet": 1, "name": name, "initial": "answer 1", "thresholds": ["largest"], "states": states[:2], "transitions": [
            {"from": "answer 1", "to": "answer 2", "guard": "true", "output": "insample", "assign": "largest"},
            {"from": "answer 2", "to": "answer 2", **below}]}
    return {"couplet": 1, "name": name, "initial": "answer 1", "thresholds": ["largest"],
            "states": [*states, {"name": "end"}], "transitions": [
                {"from": "answer 1", "to": "answer 2", "guard": "true", "output": "place", "assign": "largest"},
                {"from": "answer 2", "to": "answer 3", **below}, {"from": "answer 3", "to": "end", **below}]}


def with_silent_step(automaton: dict[str, Any]) -> dict[str, Any]:
    """The automaton where what it costs is an upper bound only."""
    begin = {"name": "clipped", "input": "public", "d": "none", "mu": "0"}
    step = {"from": "clipped", "to": automaton["initial"], "guard": "true", "output": "silent(clipped)", "assign": "zero"}
    return automaton | {"initial": "clipped", "thresholds": [*automaton["thresholds"], "zero"], "sampling": "shared",
                        "states": [begin, *automaton["states"]], "transitions": [step, *automaton["transitions"]]}


#: The noisy value of an item, an answer as it was given, the place.
VALUE, ANSWER, PLACE = "value", "answer", ("place", 0)


class View(OpaqueList):
    """The items of such a list, seen in another way: enumerate(), zip() with places, those of a dictionary."""

    def __init__(self, owner: NoisyList, shape: Any) -> None:
        self.owner, self.shape = owner, shape

    def extreme(self, sign: int) -> Any:
        self.owner.need_whole()
        self.owner.place(sign)
        return self.owner.made(self.shape, sign, True)

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(self.owner.site)


class Sorted(OpaqueList):
    """Such a list's indices in the order of its values, of which the first and the last are known."""

    def __init__(self, pick: Callable[[int], Any], is_reversed: bool) -> None:
        self.pick, self.is_reversed = pick, is_reversed

    def __getitem__(self, index: Any) -> Any:
        if index in (slice(None, 1), slice(0, 1), slice(-1, None)):
            return [self[index.start or 0]]
        if index not in (0, -1):
            raise NeedsLength("a noisy list is sorted")
        return self.pick(1 if (index == -1) != self.is_reversed else -1)

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("a noisy list is sorted")


def _of_outputs(function: Any, outputs: StreamList) -> Any:
    if function in (builtins.sum, builtins.any, builtins.all):
        return outputs.ask(function.__name__)
    if function is builtins.len:
        return outputs.ask("length")
    return outputs.copy() if function in (list, tuple) else NotImplemented


def _view_of(values: Any) -> View | None:
    """What max() and the like go through."""
    if isinstance(values, NoisyList):
        return View(values, values.shape[0] if values.kind == "dict" and values.shape else values.shape or VALUE)
    return values if isinstance(values, View) else None


_OF_HEAPS = (heapq.nlargest, heapq.nsmallest)
#: Functions that choose an item by its value, and the way that they go; 0: in order.
_CHOOSING = {builtins.max: 1, builtins.min: -1, builtins.sorted: 0, heapq.nlargest: 1, heapq.nsmallest: -1}


def _chosen(function: Any, view: View, key: Any, is_reversed: bool) -> Any:
    """What such a function makes of a view; NotImplemented: nothing is known."""
    view.owner.need_whole()
    if view.owner.n == 0:
        return [] if function is builtins.sorted or function in _OF_HEAPS else view.owner.place(1)
    value = view.owner.made(view.shape, 1, False) if key is None else key(view.owner.made(view.shape, 1, False))
    while type(value) is tuple and value:
        value = value[0]  # values are all different, so that the rest decides nothing
    if not isinstance(value, Item) or value.is_extreme or not value.sign:
        return NotImplemented
    sign = value.sign
    if function is builtins.sorted:
        return Sorted(lambda way: view.extreme(way * sign), is_reversed)
    found = view.extreme(_CHOOSING[function] * sign)
    return [found] if function in _OF_HEAPS else found


def _zipped(function: Any, arguments: tuple[Any, ...]) -> Any:
    """enumerate() and zip() of such a list, where all of it is there."""
    owner = next(one for one in arguments if isinstance(one, NoisyList))
    if owner.kind != "list" or owner.shape not in (None, VALUE):
        return NotImplemented
    if function is builtins.enumerate:
        return View(owner, (PLACE, VALUE))
    if function is zip and all(one is owner or isinstance(one, Positions) for one in arguments):
        owner.need_whole()
        return View(owner, tuple(VALUE if one is owner else PLACE for one in arguments))
    return NotImplemented


def call_of(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a builtin makes of such a list, its indices or its pairs; NotImplemented: nothing is known."""
    first = arguments[0] if arguments else None
    if isinstance(first, StreamList) and not named:
        return _of_outputs(function, first)
    if isinstance(first, Reversed) and function in (list, tuple):
        return first
    if type(first) is Place:
        return first if function in (int, builtins.str) else NotImplemented
    if function in (builtins.enumerate, zip) and any(isinstance(one, NoisyList) for one in arguments):
        return _zipped(function, arguments)
    if isinstance(first, NoisyList) and first.kind == "list":
        if function is builtins.len:
            first.need_whole()
            return Length(first.asking, 0, first.site)
        if function in (list, tuple):
            return first
    found = choosing(function, arguments, named)
    if found is None:
        return NotImplemented
    items, key = found
    view = _view_of(items)
    if isinstance(items, Positions) and items.asking.ended and key is not None:
        probed = key(Probe())
        view = View(probed.owner, PLACE) if isinstance(probed, Item) and not probed.is_extreme else None
    return NotImplemented if view is None else _chosen(function, view, key, bool(named.get("reverse", False)))


def choosing(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, Any] | None:
    """What such a function goes through, and its key; None: it is none of them, or called otherwise."""
    if type(function) not in (types.BuiltinFunctionType, types.FunctionType) or function not in _CHOOSING or \
            not named.keys() <= {"key", "reverse"}:
        return None
    is_of_heaps = function in _OF_HEAPS
    if len(arguments) != 1 + is_of_heaps or is_of_heaps and arguments[0] != 1:
        return None
    return arguments[-1], named.get("key")
