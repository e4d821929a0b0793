# SPDX-License-Identifier: Apache-2.0
"""Arrays with a value for each answer of a list of any length: each is worked out where its answer is asked for."""
from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .answers import AnswerList, Asking, Length, Node, Positions, Rounds, Tally, is_place
from .current import CURRENT
from .epsilon import Epsilon, is_number
from .errors import NeedsLength
from .largest import VALUE, Item, NoisyList, Place, Template
from .opaque import OpaqueList
from .values import Real, clipped_answer


class Each(OpaqueList):
    """Such an array. What is done in its place changes its node, for all that have it."""

    def __init__(self, node: Node, is_given: bool = False) -> None:
        self.node, self.is_given = node, is_given  # is_given: the caller has it, too
        self.made: NoisyList | None = None  # the list of its values, once all of them were asked for

    @property
    def asking(self) -> Asking:
        return self.node.asking

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "array", self.is_given, of(self.node), of(self.made)

    def stands_for(self) -> Any:
        return self._refuse()

    def _with(self, work: Callable[..., Any], *operands: Any, is_truth: bool = False) -> Any:
        """The array of work on the values of operands, this one among them."""
        if self.made is not None:
            raise NeedsLength("an array is used again whose values were all asked for")
        parts = []
        for one in operands:
            one = one.each() if isinstance(one, AnswerList) else one
            if isinstance(one, Each):
                parts.append(one.node)
            elif one is None or isinstance(one, (Real, Epsilon, bool)) or is_number(one):
                parts.append(one)
            else:
                return NotImplemented if not hasattr(type(one), "_couplet_argument") else self._refuse()
        return Each(Node(self.asking, work, tuple(parts), is_truth))

    def ufunc(self, work: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """What a function of numpy that works on each value gives."""
        own = _UFUNCS.get(work.__name__)
        if named or own is None:
            return self._refuse()
        return self._with(own, *arguments, is_truth=own in _TRUTHS)

    def _in_place(self, other: Any, work: Any) -> Any:
        made = self._with(work, self, other, is_truth=work in _TRUTHS)
        if self.is_given or made is NotImplemented:
            self._refuse()
        self.node = made.node
        return self

    # ---- What is looked for ----

    def __iter__(self) -> Rounds:
        return Rounds(self.node)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, Each):
            return Hits(index, self)
        if isinstance(index, slice) and index == slice(None):
            return self  # which has the same memory
        if isinstance(index, slice) and self.node.work is None and self.asking.is_reversed is None:
            return AnswerList(self.asking, "array")._part(index)
        if isinstance(index, Place) and index.owner is self.made:
            return self.made[index]
        if isinstance(index, Tally):
            index.need_round()
        if not is_place(index):
            self._refuse()
        return self.node.at(index.value)

    @property
    def size(self) -> Length:
        return Length(self.asking)

    @property
    def shape(self) -> tuple[Length]:
        return (self.size,)

    def first(self) -> Any:
        """Where the first truth stands; -1: nowhere."""
        node = self.node
        if not node.is_truth:
            self._refuse()
        if node.hit is None:
            node.hit = CURRENT.prelude["first_hit"](Positions(self.asking), self)
        return node.hit

    def any(self) -> bool:
        return not (type(self.first()) is int)

    def all(self) -> bool:
        return not self._denied().any()

    def _denied(self) -> Each:
        denied: Each = self._with(operator.not_, self, is_truth=True)
        return denied

    def as_list(self) -> Any:
        """The list of all its values."""
        return CURRENT.prelude["list"](self, CURRENT.prelude["new_list"]())

    def noisy(self) -> NoisyList:
        """The list of all its values, of which some are chosen by their order."""
        if self.made is None:
            made = CURRENT.prelude["list"](self, CURRENT.prelude["new_noisy"]())
            if type(made) is list:
                raise NeedsLength("values of an array are compared with each other")
            self.made = made
        return self.made

    def place(self, sign: int) -> Any:
        """argmax (1) and argmin (-1): of truths where the first one stands, or 0."""
        if not self.node.is_truth:
            return self.noisy().place(sign)
        hit = (self if sign > 0 else self._denied()).first()
        return 0 if type(hit) is int else hit

    def argmax(self, *_: Any) -> Any:
        return self.place(1)

    def argmin(self, *_: Any) -> Any:
        return self.place(-1)

    def extreme(self, sign: int) -> Any:
        """max (1) and min (-1)."""
        if self.node.work is None:
            return self.asking.whole()
        made = self.noisy()
        made.place(sign)
        return Item(made, sign, True)

    def max(self, *_: Any) -> Any:
        return self.extreme(1)

    def min(self, *_: Any) -> Any:
        return self.extreme(-1)

    def _compared(self, other: Any, name: str) -> Any:
        if name == "eq" and isinstance(other, Item) and other.is_extreme and other.owner is self.made:
            return Extreme(other.owner.place(other.sign))
        return self._with(getattr(operator, name), self, other, is_truth=True)

    def nonzero(self) -> Any:
        return (Hits(self, None),)

    def tolist(self) -> Any:
        return self

    def copy(self) -> Any:
        return Each(self.node)

    def astype(self, kind: Any, *_: Any, **__: Any) -> Any:
        is_float = kind is float or getattr(kind, "__name__", kind) in ("float64", "float", "object")
        return Each(self.node) if is_float and not self.node.is_truth else self._refuse()

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("an array with a value for each answer is used as a whole")


class EachItem(Each):
    """The same of a list, which has no arithmetic."""

    def _with(self, work: Callable[..., Any], *operands: Any, is_truth: bool = False) -> Any:
        return self._refuse()

    def tolist(self) -> Any:
        return self._refuse()


@dataclass(frozen=True)
class Filled:
    """What is known of a list that is filled first and gone through later: its items are answers with noise of their own,
    all by this template, and making them changes nothing else."""
    template: Template


class Later:
    """In place of such a list, while it is empty: each item is made where it is asked for."""

    def __init__(self, run: Any, asking: Asking, site: Any, known: Filled) -> None:
        self.asking, self.made = asking, NoisyList(run, asking, site)
        self.made.template, self.made.shape = known.template, VALUE

    def of(self, items: Any) -> EachItem:
        source = iter(items)

        def item(_: Any) -> Any:
            value = next(source)
            self.made.append(value)
            return value
        return EachItem(Node(self.asking, item, (Node(self.asking),)))


_TRUTHS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne, operator.and_, operator.or_, operator.not_)


def _chosen(truth: Any, one: Any, other: Any) -> Any:
    return one if truth else other


def clipped(value: Any, low: Any, high: Any) -> Any:
    value = value if low is None else greater(value, low)
    return value if high is None else lesser(value, high)


def lesser(one: Any, other: Any) -> Any:
    clipped = clipped_answer("min", (one, other))
    return clipped if clipped is not None else other if other < one else one


def greater(one: Any, other: Any) -> Any:
    clipped = clipped_answer("max", (one, other))
    return clipped if clipped is not None else other if other > one else one


def _sign(value: Any) -> int:
    return -1 if value < 0 else 0 if value == 0 else 1


#: What functions of numpy do with each value.
_UFUNCS: dict[str, Any] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv, "true_divide": operator.truediv,
    "negative": operator.neg, "absolute": abs, "less": operator.lt, "less_equal": operator.le, "greater": operator.gt,
    "greater_equal": operator.ge, "logical_not": operator.not_, "logical_and": operator.and_, "logical_or": operator.or_,
    "invert": operator.not_, "bitwise_and": operator.and_, "bitwise_or": operator.or_, "minimum": lesser, "maximum": greater, "sign": _sign}


def _define(name: str, work: Any, is_truth: bool, reflected: bool) -> None:
    def method(self: Each, *other: Any) -> Any:
        return self._with(work, *((*other, self) if reflected else (self, *other)), is_truth=is_truth)
    setattr(Each, name, method)


_work: Any
for _name, _work in (("add", operator.add), ("sub", operator.sub), ("mul", operator.mul), ("truediv", operator.truediv)):
    _define(f"__{_name}__", _work, False, False)
    _define(f"__r{_name}__", _work, False, True)
    setattr(Each, f"__i{_name}__", lambda self, other, work=_work: self._in_place(other, work))
for _name, _work in (("and", operator.and_), ("or", operator.or_), ("invert", operator.not_)):
    _define(f"__{_name}__", _work, True, False)
for _name, _work in (("and", operator.and_), ("or", operator.or_)):
    setattr(Each, f"__i{_name}__", lambda self, other, work=_work: self._in_place(other, work))
_define("__neg__", operator.neg, False, False)
_define("__abs__", abs, False, False)


class Hits(OpaqueList):
    """The places of an array's truths (values None), or the values that stand there; at most so many."""

    def __init__(self, truths: Each, values: Each | None, most: int | None = None) -> None:
        if not truths.node.is_truth:
            raise NeedsLength("the places of numbers that are not 0")
        self.truths, self.values, self.most = truths, values, most

    @property
    def asking(self) -> Asking:
        return self.truths.asking

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "hits", of(self.truths), of(self.values), self.most

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) and index.start is None and index.step is None and isinstance(index.stop, int) and \
                index.stop >= 0 and self.most is None:
            return Hits(self.truths, self.values, index.stop)
        if index != 0 or self.most == 0:
            self._refuse()
        hit = self.truths.first()
        if type(hit) is int:
            raise IndexError("index 0 is out of bounds for axis 0 with size 0")
        return hit if self.values is None else self.values[hit]

    @property
    def size(self) -> Hits:
        """It is only asked whether it is 0."""
        return self

    def __len__(self) -> int:
        return self._refuse()  # type: ignore[no-any-return]

    def _compared(self, other: Any, name: str) -> Any:
        if type(other) is not int or other != (name in ("ge", "lt")):
            self._refuse()
        return self.truths.any() == (name in ("gt", "ge", "ne"))

    def __bool__(self) -> bool:
        return self.truths.any()

    def __iter__(self) -> Any:
        return self.as_list().__iter__()

    def as_list(self) -> Any:
        """The list of them."""
        prelude = CURRENT.prelude
        return prelude["hits"](Positions(self.asking), self.truths, self.values, prelude["new_list"](), self.most)

    def tolist(self) -> Any:
        return self

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the places of an array's values are used as numbers")


class Extreme(OpaqueList):
    """Whether each value of a noisy list is the largest: at one place it is."""

    def __init__(self, place: Place) -> None:
        self.the_place = place

    def place(self, sign: int) -> Any:
        return self.the_place if sign > 0 else self._refuse()

    def argmax(self, *_: Any) -> Any:
        return self.place(1)

    def nonzero(self) -> Any:
        return ([self.the_place],)

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the place of the largest value is used as a number")


def function_of_numpy(name: str, first: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What such a function makes of an array; NotImplemented: nothing is known."""
    if named or (arguments and name not in ("clip", "where")):
        return NotImplemented
    if isinstance(first, Extreme):
        if name == "flatnonzero":
            return first.nonzero()[0]
        return first.nonzero() if name in ("where", "nonzero", "argwhere") else NotImplemented
    if name == "where" and len(arguments) == 2:
        return first._with(_chosen, first, *arguments) if first.node.is_truth else NotImplemented
    if name == "clip" and len(arguments) == 2:
        return first._with(clipped, first, *arguments)
    known: dict[str, Callable[[], Any]] = {
        "any": first.any, "all": first.all, "max": first.max, "amax": first.max,
        "min": first.min, "amin": first.min, "flatnonzero": lambda: Hits(first, None), "nonzero": first.nonzero, "where": first.nonzero,
        "copy": first.copy, "size": lambda: first.size, "shape": lambda: first.shape}
    return known[name]() if name in known and not arguments else NotImplemented
