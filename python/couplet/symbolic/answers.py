# SPDX-License-Identifier: Apache-2.0
"""Lists of answers of any length: what is asked of them, and positions in them."""
from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from .errors import NeedsLength, Stop
from .opaque import COMPARISONS, OpaqueList, OpaqueNumber
from .values import Real


class ReadList(Stop):
    """A list of outputs is read, or not returned: it is state then. wanted: what states must tell of it, if that is
    not all."""

    def __init__(self, site: Any, wanted: Any = None) -> None:
        super().__init__("a list of outputs is read")
        self.site, self.wanted = site, wanted


#: In place of a list's: runs are to be made again, with states that know how many answers were taken.
BY_NUMBER = 0
#: The same, with states that say of a position whether it is that of an answer that is kept.
PLACES = -1
#: The same, with states that know how many answers were taken up to the largest number wanted.
FIRST = -2
#: The same, with states that hide the places of earlier answers.
HIDING = -4
#: The same, with counters as plain numbers.
COUNTED = -8
#: The same, where the automaton tells more than the function.
UPPER = -9
#: The same, where samples are of several answers.
WINDOWS = -5
#: The same, where what an answer is clipped to stands for it.
CLIPS = -7
#: The same, with states that know the rest of this number by the number wanted.
PERIOD = -3
_MOST_FIRST = 20
#: The same, with states that know so many answers before the newest.
RECENT = -6
_MOST_RECENT = 4
_MOST_COUNTED = 1000


class Halt(Stop):
    """The run has come to the next request for an answer."""


class Asking:
    """What a run knows of its list: how many answers it has taken, and what comes of a request."""

    def __init__(self, ask: Callable[[int], Real | None]) -> None:
        self._ask = ask
        self.taken = 0
        self.ended = False
        self.last: Real | None = None
        self.tells_positions = False
        self.tells_hidden = False  # whether a counter was told, or a place that states hide
        self.largest: Any = None  # the place of the largest value of a list, where it was output
        self.waiting: Real | None = None  # an answer that was asked for and not taken yet
        self.by_number = False  # whether numbers index the list: how many were taken is part of the state then
        self.asks_number = self.must_be = False  # whether the answer that is asked for has a number; whether it is taken to be there
        self.knows_number = True  # whether the last answer was asked for by its number
        self.by_place = False  # whether states hide how far the place of an answer is away
        self.known_first = 0  # up to where states know how many answers were taken
        self.known_period = 1  # states know how many answers were taken, but for multiples of it
        self.hides = False  # whether states hide the places of earlier answers
        self.tallies: dict[Any, int] = {}  # by the places where counters are made: up to where states know them
        self.told_tallies: dict[Any, str] = {}  # by these places: how those are told that are no positions
        self.counts: dict[Any, int] = {}  # by these places: their values at the last request
        self.is_reversed: bool | None = None  # whether it is gone through from its end
        self.popped = 0  # how many answers were taken out of the list
        self.kept_recent = 0  # how many answers before the newest states know
        self.recent: list[Any] = []  # they, and the newest
        self.is_spent = False  # whether a value of all answers was taken, and none of them may be asked for
        self.run: Any = None
        self.slots: Slots | None = None  # the list that has a value for each answer

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "asking"

    def peek(self) -> bool:
        """Whether there is one more answer, which waits to be taken."""
        if self.is_spent:
            raise NeedsLength("the list of answers is used as a whole, and again")
        if self.waiting is None and not self.ended:
            if self.slots is not None:
                self.slots.tell()
            self.waiting = self._ask(self.taken)
            self.ended = self.waiting is None
        return not self.ended

    def next(self) -> Real | None:
        """The next answer; None = the list is at its end."""
        if not self.peek():
            return None
        self.last, self.waiting = self.waiting, None
        self.recent = [*self.recent[-self.kept_recent:], self.last] if self.kept_recent else [self.last]
        self.taken += 1
        return self.last

    def at(self, index: int) -> Any:
        """The answer of this index: the newest, or the next one, which is asked for. Raises IndexError after the end."""
        self.go(bool(self.is_reversed))
        older = self.asked - 1 - index
        if 0 < older <= _MOST_RECENT and not (self.is_spent or self.popped or self.ended):
            if older >= len(self.recent) and older > self.kept_recent:
                raise ReadList(RECENT, older)
            return self.recent[-1 - older] if self.waiting is None else self.recent[-older]
        if self.is_spent or self.popped or index not in (self.asked - 1, self.asked) or (self.ended and index < self.asked):
            raise NeedsLength("a list or an array is gone through again, or ahead")
        while self.taken <= index:
            if self.next() is None:
                raise IndexError("list index out of range")
        return self.last

    def whole(self) -> Real:
        """A value of all answers, as their maximum, which moves by at most as much as one of them: it stands for one."""
        if self.taken or self.popped or self.slots is not None or self.is_reversed is not None or self.waiting is not None:
            raise NeedsLength("the list of answers is used as a whole, and otherwise")
        answer, self.is_spent = self.next(), True
        if answer is None:
            raise ValueError("the list is empty")
        return answer

    def made_for_each(self, default: Any, accepts: Callable[[Any], bool]) -> Slots:
        """A list with this value for each answer."""
        if self.taken or self.run is None or self.slots is not None:
            raise NeedsLength("a list with a value for each answer, beside another or not made at the beginning")
        self.slots = Slots(self, default, accepts)
        return self.slots

    @property
    def asked(self) -> int:
        """How many answers were asked for."""
        return self.taken + (self.waiting is not None)

    def go(self, is_reversed: bool) -> None:
        """It is gone through from its beginning, or from its end."""
        if self.is_reversed not in (None, is_reversed):
            raise NeedsLength("the list is gone through from both ends")
        self.is_reversed = is_reversed

    def need_places(self) -> None:
        if self.by_place:
            raise ReadList(PLACES)  # states do not say how far a place is away
        if self.hides:
            raise NeedsLength("the place of an earlier answer is used as a number")

    def need_first(self, number: int) -> None:
        """States must know how many answers were taken, up to number."""
        if number > _MOST_FIRST:
            raise NeedsLength("the number of the round is compared with a large number")
        if number >= self.known_first:
            raise ReadList(FIRST, number + 1)

    def need_period(self, period: int) -> None:
        """States must know the rest of the number of answers that were taken."""
        if period > _MOST_FIRST:
            raise NeedsLength("the number of the round is used as a number")
        if self.known_period % period:
            raise ReadList(PERIOD, math.lcm(self.known_period, period))

    def end(self) -> None:
        """Takes the answers that are left: what a list with a value for each answer says of them is output."""
        while self.next() is not None:
            pass

    def need_returned(self) -> None:
        if self.slots is not None and self.slots.told:
            raise NeedsLength("a list with a value for each answer is not returned")


class Position(OpaqueNumber):
    """The number of the round plus a constant: it indexes the list, ends loops, is compared, and is output. site: where the counter was
    made that it is; elsewhere it is a number. base: the earlier round that it is counted from; then it is only added to, and output."""

    def __init__(self, asking: Asking, value: int, site: Any = None, base: int | None = None) -> None:
        self.asking, self.value, self.site, self.base = asking, value, site, base

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "distance", of(Position(self.asking, self.base or 0)), of(Position(self.asking, self.value))

    def relative(self) -> int:
        return self.value - self.asking.taken

    def told_as(self) -> str:
        self.asking.tells_positions = True  # who knows the base, from earlier outputs, knows both
        self.asking.tells_hidden |= self.asking.hides and self.relative() < -1
        return f"round{self.relative():+d}"

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Position) and self.base is None and other.base == self.value:
            return Position(self.asking, other.value)
        if isinstance(other, Position) and self.base is not None and other.base is None:
            return other + self
        return Position(self.asking, self.value + other, self.site, self.base) if isinstance(other, int) else self._refuse(other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Position):
            self._need_plain(other)
            self.asking.need_places()
            return self.value - other.value
        return self + -other if isinstance(other, int) else self._refuse(other)

    def __mod__(self, other: Any) -> Any:
        if not isinstance(other, int) or other <= 0:
            return self._refuse()
        self._need_newest()
        self.asking.need_period(other)
        return self.value % other

    def _need_plain(self, *others: Position) -> None:
        if any(one.base is not None for one in (self, *others)):
            self._refuse()

    def _need_newest(self) -> None:
        """It must not be a place that states hide."""
        self._need_plain()
        if self.relative() < -1:
            self.asking.need_places()

    def _compared(self, other: Any, name: str) -> Any:
        if isinstance(other, Length):
            self._need_plain()
            return other._compared(self, COMPARISONS[name])
        if isinstance(other, Position):
            self._need_plain(other)
            self.asking.need_places()
            return getattr(operator, name)(self.value, other.value)
        if not isinstance(other, int):
            return self._refuse(other)
        self._need_newest()
        self.asking.need_first(other - self.relative())
        return getattr(operator, name)(self.value, other)

    def _refuse(self, *others: Any) -> Any:
        for one in (self, *others):
            if isinstance(one, (Position, Tally)) and one.site is not None:
                raise ReadList(("tally", one.site))
        raise NeedsLength("the number of the round is used as a number")


def is_place(value: Any) -> bool:
    """Whether it is a position that is counted from the beginning."""
    return isinstance(value, Position) and value.base is None


class Tally(OpaqueNumber):
    """A counter, made at a place of the code, or a sum of multiples of such. It is compared with small numbers, up to which states know
    it. Where it indexes answers, ends with them or is told, it is made anew as a position, if it can be one. Else it is told while it
    is small, or at last by how much it rose since the last request, since who knows the way that a run takes knows it."""

    def __init__(self, asking: Asking, value: int, parts: dict[Any, int], rises: bool = True) -> None:
        """parts: the places, and by what their counters are multiplied. rises: it is one counter, which was only raised."""
        self.asking, self.value, self.parts, self.rises = asking, value, parts, rises

    @property
    def site(self) -> Any:
        return next(iter(self.parts))

    def state(self, of: Callable[[Any], Any]) -> Any:
        known = self.asking.tallies.get(self.site, 0) if self.rises else 0
        return "tally", tuple(self.parts.items()), self.rises, min(self.value, known)

    def as_number(self) -> int | None:
        """The number, where states know it and it is told so."""
        is_known = self.rises and 0 <= self.value < self.asking.tallies.get(self.site, 0)
        return self.value if is_known and self.asking.told_tallies.get(self.site) != "from the last" else None

    def told_as(self) -> str:
        if self.rises and self.site not in self.asking.told_tallies:
            self.need_round()
        if self.rises and self.asking.told_tallies[self.site] == "small" and 0 <= self.value <= _MOST_FIRST:
            raise ReadList(("tally", self.site), _MOST_FIRST + 1)
        for site in self.parts:
            if self.asking.told_tallies.get(site) != "from the last":
                raise ReadList(("told", site), "from the last")
            if site not in self.asking.counts:
                raise ReadList(("tally", site))
        self.asking.tells_hidden = True
        rise = self.value - sum(factor * self.asking.counts[site] for site, factor in self.parts.items())
        names = self.asking.run.understood.counters
        which = " ".join(f"{factor:+d}*{names.setdefault(site, len(names) + 1)}" for site, factor in self.parts.items())
        return f"count{rise:+d}" if which == "+1*1" else f"count{rise:+d} of {which}"

    def need_round(self) -> Any:
        """It must be a position."""
        raise ReadList(("tally", self.site), "round" if self.rises else None)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Tally):
            parts = {site: self.parts.get(site, 0) + other.parts.get(site, 0) for site in (self.parts | other.parts)}
            return Tally(self.asking, self.value + other.value, parts, False)
        return Tally(self.asking, self.value + other, self.parts, self.rises and other >= 0) if isinstance(other, int) else self._refuse()

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, (int, Tally)) else self._refuse()

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        parts = {site: factor * other for site, factor in self.parts.items()} if isinstance(other, int) else self._refuse()
        return Tally(self.asking, self.value * other, parts, False)

    __rmul__ = __mul__

    def _compared(self, other: Any, name: str) -> Any:
        if isinstance(other, Length):
            self.need_round()
        if not isinstance(other, int) or other > _MOST_COUNTED or not self.rises:
            return self._refuse()
        if other >= self.asking.tallies.get(self.site, 0):
            raise ReadList(("tally", self.site), max(other, 0) + 1)
        return getattr(operator, name)(self.value, other)

    def __bool__(self) -> bool:
        return bool(self._compared(0, "gt"))

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(("tally", self.site))


class Length(OpaqueNumber):
    """The length of a list of any length, plus a constant."""

    def __init__(self, asking: Asking, offset: int = 0, site: Any = None) -> None:
        self.asking, self.offset, self.site = asking, offset, site  # site: of the list that is as long

    def told_as(self) -> str:
        return "length" if self.offset == 0 else f"length{self.offset:+d}"

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "length", self.offset

    def has(self, index: int) -> bool:
        """Whether it is above index: that is asked of the next answer, or of earlier ones."""
        index -= self.offset
        if index < 0:
            return True
        if self.asking.popped:
            raise NeedsLength("the length of a list is asked for from which answers were taken")
        if index < self.asking.taken or self.asking.ended:
            return index < self.asking.taken
        if index > self.asking.taken:
            raise NeedsLength("the length of the list is asked for ahead")
        return self.asking.peek()

    def _is_above(self, other: Any) -> bool:
        """Whether it is above a position, or above 0."""
        if isinstance(other, Tally):
            other.need_round()
        if isinstance(other, Position):
            return self.has(other.value)
        return self.has(other) if isinstance(other, int) and other <= self.offset else bool(self._refuse())

    def _compared(self, other: Any, name: str) -> Any:
        return self._is_above(other - 1 if name in ("ge", "lt") else other) == (name in ("gt", "ge", "ne"))

    def __add__(self, other: Any) -> Any:
        return Length(self.asking, self.offset + other) if isinstance(other, int) else self._refuse()

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, int) else self._refuse()

    def __bool__(self) -> bool:
        return self._is_above(0)

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, list) and len(other) == 1 and self.offset == 0:
            return self.asking.made_for_each(other[0], lambda value: True)
        return self._refuse()

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the length of the list is used as a number")


class Node:
    """A value for each answer, and how it comes about: work on operands, of which some are nodes themselves. No work: the
    answer itself."""

    def __init__(self, asking: Asking, work: Callable[..., Any] | None = None, operands: tuple[Any, ...] = (), is_truth: bool = False) -> None:
        self.asking, self.work, self.operands, self.is_truth = asking, work, operands, is_truth
        self.index, self.newest = -1, None  # the round that it was worked out for last
        self.hit: Any = None  # of truths: where the first one stands, once it was looked for; -1: nowhere

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "each", getattr(self.work, "__name__", ""), tuple(map(of, self.operands)), of(self.hit)

    def at(self, index: int) -> Any:
        """Its value in a round: the newest, or the next one, whose answer is asked for."""
        if self.work is not None and index < self.asking.asked - 1:
            raise NeedsLength("an array is gone through again")  # what was drawn for an earlier answer is not kept
        answer = self.asking.at(index)
        if self.index != index:
            values = [part.at(index) if isinstance(part, Node) else part for part in self.operands]
            self.newest = answer if self.work is None else self.work(*values)
            self.index = index
        return self.newest


class Numbers(Node):
    """The number of each round, plus one; counted from base, where that is an earlier round."""

    def __init__(self, asking: Asking, shift: int = 0, base: int | None = None) -> None:
        super().__init__(asking)
        self.operands = (shift,) if base is None else (shift, Position(asking, base))

    def at(self, index: int) -> Any:
        self.asking.at(index)
        shift, *base = self.operands
        return Position(self.asking, index + shift, None, base[0].value if base else None)


def _row(*values: Any) -> Any:
    return values


class Rounds:
    """Goes through the values of a node, from a round up to another, in steps."""

    def __init__(self, node: Node, begin: int = 0, step: int = 1, limit: int | None = None) -> None:
        self.node, self.index, self.step, self.limit = node, begin, step, limit

    def state(self, of: Callable[[Any], Any]) -> Any:
        left = None if self.limit is None else self.limit - self.index
        return "rounds", of(self.node), self.index - self.node.asking.taken, self.step, left

    def __iter__(self) -> Rounds:
        return self

    def __next__(self) -> Any:
        asking = self.node.asking
        if self.limit is not None and self.index >= self.limit:
            raise StopIteration
        while asking.taken < self.index and not asking.ended:
            asking.next()
        if asking.taken < self.index:
            raise StopIteration
        try:
            value = self.node.at(self.index)
        except IndexError:
            raise StopIteration from None
        self.index += self.step
        return value


class AnswerList(OpaqueList):
    """The private answers, of which there may be any number."""

    holds_answers = True

    def stands_for(self) -> Any:
        return [] if self.way == "list" else self._refuse()

    def __init__(self, asking: Asking, way: str, begin: int = 0, limit: int | None = None, is_reversed: bool = False,
                 is_rest: bool = False) -> None:
        """is_rest: it begins where the list was when it was made."""
        self.asking, self.way, self.begin, self.limit, self.is_reversed = asking, way, begin, limit, is_reversed
        self.is_rest = is_rest

    def state(self, of: Callable[[Any], Any]) -> Any:
        begin = of(Position(self.asking, self.begin)) if self.is_rest else self.begin
        return "answers", self.way, begin, self.limit, self.is_reversed, self.asking.popped > 0

    def iterate(self, start: int | None = None) -> Rounds:
        """start: numbers from there on are wanted, too."""
        self.asking.go(self.is_reversed)
        answers = Node(self.asking)
        numbers = Numbers(self.asking, start or 0, self.begin) if self.is_rest else Numbers(self.asking, (start or 0) - self.begin)
        node = answers if start is None else Node(self.asking, _row, (numbers, answers))
        return Rounds(node, self.begin, 1, self.limit)

    def __iter__(self) -> Rounds:
        return self.iterate()

    def _part(self, part: slice) -> AnswerList:
        """The answers of a slice, which can be gone through."""
        is_whole = self.begin == 0 and self.limit is None and not self.is_reversed
        begin, limit = 0 if part.start is None else part.start, part.stop
        if isinstance(begin, Tally):
            begin.need_round()
        if (self.is_rest or isinstance(begin, Position)) and limit is None and part.step is None:
            return AnswerList(self.asking, self.way, self._rest_from(begin), is_rest=True)
        if is_whole and part.step == -1 and part.start is None and limit is None:
            return AnswerList(self.asking, self.way, 0, None, True)
        if not is_whole or part.step not in (None, 1) or not isinstance(begin, int) or begin < 0 or \
                not (limit is None or (isinstance(limit, int) and limit >= 0)):
            self._refuse()
        return AnswerList(self.asking, self.way, begin, limit, False)

    def _rest_from(self, begin: Any) -> int:
        """Where the rest from there on begins, which must be where the list is now."""
        if isinstance(begin, Position) and begin.base is not None:
            place = begin.value if begin.base == self.begin and self.is_rest else int(self._refuse())
        elif isinstance(begin, Position):
            place = begin.value if self.begin == 0 and not self.is_rest else self._refuse()
        else:
            place = self._place_of(begin)
        return int(place) if place == self.asking.taken and not self.asking.popped else int(self._refuse())

    def _place_of(self, index: Any) -> int:
        """The place of an element of the rest of the list."""
        is_near = self.begin >= self.asking.taken - 1  # else states may hide it
        return self.begin + index if isinstance(index, int) and index >= 0 and is_near else int(self._refuse())

    def __reversed__(self) -> Rounds:
        return self._part(slice(None, None, -1)).iterate()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(index)
        if self.is_rest:
            is_distance = isinstance(index, Position) and index.base == self.begin
            return self.asking.at(index.value if is_distance else self._place_of(index))
        if self.asking.popped or self.begin or self.limit is not None:
            self._refuse()
        self.asking.go(self.is_reversed)
        return self._answer(index)

    def _answer(self, index: Any) -> Any:
        if isinstance(index, Tally):
            index.need_round()
        if isinstance(index, int) and not isinstance(index, bool) and index >= 0:
            if not self.asking.by_number:
                raise ReadList(BY_NUMBER)
            index = Position(self.asking, index)
        if self.way == "functions" and hasattr(index, "query") and not self.is_reversed:
            return index.query()
        if not is_place(index):
            raise NeedsLength("the list of answers is indexed by a number other than the next one")
        return self.asking.at(index.value)

    @property
    def shape(self) -> tuple[Length]:
        return (self.size,)

    @property
    def size(self) -> Length:
        if self.begin or self.limit is not None:
            self._refuse()
        return Length(self.asking)

    def each(self) -> Any:
        """An array of them."""
        from .each import Each
        if self.begin or self.limit is not None:
            self._refuse()
        if self.is_reversed:
            self.asking.go(True)
        return Each(Node(self.asking))

    def __bool__(self) -> bool:
        if self.is_rest and self.begin < self.asking.taken:
            return True
        if self.way == "array" or self.limit is not None or self.begin != self.asking.taken - self.asking.popped:
            self._refuse()
        return self.asking.peek()

    def popleft(self) -> Any:
        return self.pop(0)

    def pop(self, index: int = -1) -> Any:
        """Takes the first answer out, or the last one."""
        if index not in (0, -1) or self.asking.taken != self.asking.popped or self.begin or self.limit is not None:
            self._refuse()
        self.asking.go(index == -1)
        answer = self.asking.next()
        if answer is None:
            raise IndexError("pop from empty list")
        self.asking.popped += 1
        return answer

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the list of answers is used as a whole")


def _as_each(name: str) -> Callable[..., Any]:
    """An operator of arrays: of a list, where the other side is an array."""
    def method(self: AnswerList, *other: Any) -> Any:
        from .each import Each
        if self.way != "array" and not isinstance(other[0] if other else None, Each):
            return self._refuse()
        return getattr(self.each(), name)(*other)
    return method


for _name in "add radd sub rsub mul rmul truediv lt le gt ge neg abs".split():
    setattr(AnswerList, f"__{_name}__", _as_each(f"__{_name}__"))


class Ranked(OpaqueList):
    """The answers in their order, of which one is taken: by its rank, which there is in each list."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking

    def __getitem__(self, index: Any) -> Any:
        is_there = index.is_there if isinstance(index, Rank) else index in (0, -1)
        return self.asking.whole() if is_there else self._refuse()

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the sorted list of answers is used as a whole")


class Rank(OpaqueNumber):
    """The length of a list that is not empty, less than 2, and divided: then it is a rank in the list."""

    def __init__(self, less: int = 0, is_there: bool = False) -> None:
        self.less, self.is_there = less, is_there

    def __sub__(self, other: Any) -> Any:
        return Rank(1, True) if other == 1 and not (self.less or self.is_there) else self._refuse()

    def __floordiv__(self, other: Any) -> Any:
        return Rank(self.less, True) if isinstance(other, int) and other > 1 else self._refuse()

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("the length of the sorted list of answers is used as a number")


class Positions:
    """range(len(queries)): the positions of the list, from one on, in steps; shift is added to them."""

    def __init__(self, asking: Asking, begin: int = 0, step: int = 1, shift: int = 0, site: Any = None) -> None:
        self.asking, self.begin, self.step, self.shift, self.site = asking, begin, step, shift, site

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "positions", self.begin, self.step, self.shift

    def __iter__(self) -> Rounds:
        if self.site is not None and self.asking.ended:
            raise ReadList(self.site)  # a list that was filled is gone through by its places
        self.asking.go(False)
        return Rounds(Numbers(self.asking, self.shift), self.begin, self.step)


def positions_of(numbers: tuple[Any, ...]) -> Positions:
    """range() of such numbers, one of them being a length."""
    begin, length, step = (numbers[0], numbers[1], *numbers[2:], 1)[:3] if len(numbers) > 1 else (0, numbers[0], 1)
    if not isinstance(length, Length) or not isinstance(begin, int) or not isinstance(step, int) or begin < 0 or step < 1:
        raise NeedsLength("a range of other numbers than those of the list")
    if length.offset == 0:
        return Positions(length.asking, begin, step, 0, length.site)
    if length.offset != begin or step != 1:
        raise NeedsLength("a range of other numbers than those of the list")
    return Positions(length.asking, 0, 1, begin, length.site)


class Slots(OpaqueList):
    """A list with a value for each answer, of which only that of the newest answer is written: what
    stands there when the next one is asked for is the output of that round."""

    def __init__(self, asking: Asking, default: Any, accepts: Callable[[Any], bool]) -> None:
        self.asking, self.default, self.accepts = asking, default, accepts
        self.value, self.told = self._checked(default), False  # told: it must be returned yet
        self.is_written = False
        self.events = len(asking.run.events)

    def _checked(self, value: Any) -> Any:
        if isinstance(value, Tally):
            value._refuse()
        if not (value is None or issubclass(type(value), (bool, int, float, str, Real))) or not self.accepts(value):
            raise NeedsLength("a list with a value for each answer gets one of another kind")
        return value

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "slots", repr(self.default), self.told

    def tell(self) -> None:
        """The output of the round that ends here."""
        events, run = self.events, self.asking.run
        if self.asking.taken:
            if run.stream is not None:
                raise ReadList(run.stream.site)
            if any(hasattr(event, "reals") for event in run.events[events:]):
                raise NeedsLength("there are other outputs beside a list with a value for each answer")
            run.output(self.value, 0, "element")
            self.told = True
        self.value, self.events = self.default, len(run.events)

    def told_as(self) -> str:
        if not self.asking.ended:
            raise NeedsLength("a list with a value for each answer is returned before its end")
        self.told = False
        return "list"

    def __setitem__(self, index: Any, value: Any) -> None:
        newest = self.asking.taken - (self.asking.waiting is None)
        if isinstance(index, Tally):
            index.need_round()
        if not is_place(index) or index.value != newest or self.asking.ended:
            raise NeedsLength("a list with a value for each answer is written elsewhere than at the newest")
        self.value, self.is_written = self._checked(value), True

    def tolist(self) -> Slots:
        return self

    def _refuse(self, *_: Any) -> Any:
        raise NeedsLength("a list with a value for each answer is read")


class Stream:
    """The outputs of a list that is only appended to. told: whether it must be returned yet; is_returned: it was."""

    def __init__(self, site: int, now: StreamList) -> None:
        self.site, self.now, self.told, self.is_returned = site, now, False, False


#: What may be asked of a list of outputs: its value for an empty list, and for one more item.
_SUMMARIES: dict[str, tuple[Any, Callable[[Any, Any, Any], Any]]] = {
    "some": (False, lambda known, item, _: True),
    "length": (0, lambda known, item, _: known + 1),
    "first": (None, lambda known, item, _: known or (item,)),
    "last": (None, lambda known, item, _: (item,)),
    "sum": (0, lambda known, item, _: known + item),
    "any": (False, lambda known, item, _: known or bool(item)),
    "all": (True, lambda known, item, _: known and bool(item)),
    "count": (0, lambda known, item, value: known + (item == value)),
}
_OF_ITEMS = ("first", "last", "sum", "any", "all", "count")
#: The appends are no outputs; the list is not returned.
UNTOLD = ("untold", None)


class StreamList(OpaqueList):
    """A list that is only appended to, and returned: each append is an output. wanted: what is asked of it.
    kind: a text, a tuple, a set or a dictionary is the same."""

    def __init__(self, run: Any, site: int, wanted: frozenset[Any] = frozenset(), before: StreamList | None = None,
                 kind: str = "list") -> None:
        self.run, self.site, self.wanted, self.kind = run, site, wanted, kind
        self.round = -1  # the last in which a place was written
        self.outputs: Stream = before.outputs if before is not None else Stream(site, self)
        self.outputs.now = self
        self.known: dict[Any, Any] = {key: self._begun(key) for key in wanted - {UNTOLD}} if before is None else dict(before.known)

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "stream", self.site, self.outputs.now is self, tuple(of(self.known[key]) for key in sorted(self.known, key=repr))

    def _begun(self, key: Any) -> Any:
        """A summary of the empty list: numbers count."""
        value = _SUMMARIES[key[0]][0]
        return self.run.tally(value, (self.site, key)) if type(value) is int else value

    def _need_now(self) -> None:
        if self.outputs.now is not self:
            raise ReadList(self.site)

    def told_as(self) -> str:
        self._need_now()
        if UNTOLD in self.wanted:
            raise ReadList(self.site)
        self.outputs.told, self.outputs.is_returned = False, True
        return self.kind

    def append(self, value: Any) -> None:
        self._need_now()
        if any(what in _OF_ITEMS for what, _ in self.known) and \
                not (value is None or isinstance(value, (bool, int, str))):
            raise ReadList(self.site)
        for key in self.known:
            self.known[key] = _SUMMARIES[key[0]][1](self.known[key], value, key[1])
        if UNTOLD in self.wanted:
            return
        if self.run.stream is None:
            self.run.stream = self.outputs
        if self.run.stream is not self.outputs:
            raise ReadList(self.site)
        self.outputs.told = True
        self.run.output(value, 0, "append")

    def extend(self, values: Any) -> None:
        for value in values:
            self.append(value)

    def __iadd__(self, values: Any) -> Any:
        if self.kind != "list":
            return self + values
        self.extend(values)
        return self

    def __add__(self, values: Any) -> Any:
        """A new list in its place: nothing may be done with this one any more."""
        self._need_now()
        made = StreamList(self.run, self.site, self.wanted, self, self.kind)
        if self.kind == "text" and type(values).__name__ in ("str", "Text"):
            made.append(values)
        elif type(values) is {"list": list, "tuple": tuple}.get(self.kind):
            made.extend(values)
        else:
            raise ReadList(self.site)
        return made

    def _is_new(self, key: Any) -> bool:
        """Whether it is the place of the newest answer, which was not written yet."""
        if isinstance(key, Tally):
            key.need_round()
        if not is_place(key) or key.relative() != -1:
            raise ReadList(self.site)
        is_new, self.round = bool(self.round != key.asking.taken), key.asking.taken
        return is_new

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.kind != "dict" or not self._is_new(key):
            raise ReadList(self.site)
        self.append((key, value))

    def add(self, key: Any) -> None:
        if self.kind != "set":
            raise ReadList(self.site)
        if self._is_new(key):
            self.append(key)

    def tolist(self) -> StreamList:
        return self

    # ---- What is asked of it ----

    def ask(self, what: str, value: Any = None) -> Any:
        """One of _SUMMARIES, which is part of the state then."""
        self._need_now()
        key = what, value
        if what in _OF_ITEMS and self.kind not in ("list", "tuple"):
            raise ReadList(self.site)
        if key not in self.known:
            raise ReadList(self.site, key)
        return self.known[key]

    def __bool__(self) -> bool:
        return self.ask("some")  # type: ignore[no-any-return]

    def __getitem__(self, index: Any) -> Any:
        if index == slice(None):
            return self.copy()
        if index == slice(None, None, -1):
            return Reversed(self)
        item = self.ask("first" if index == 0 else "last") if isinstance(index, int) and index in (0, -1) else self._refuse()
        if item is None:
            raise IndexError("list index out of range")
        return item[0]

    def copy(self) -> StreamList:
        return self + []  # type: ignore[no-any-return]

    def __reversed__(self) -> Reversed:
        return Reversed(self)

    def count(self, value: Any) -> Any:
        return self.ask("count", value) if isinstance(value, (bool, int, str)) else self._refuse()

    def __contains__(self, value: Any) -> bool:
        return bool(self.count(value))

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(self.site)


class Reversed(OpaqueList):
    """A list of outputs from its end, which is output."""

    def __init__(self, outputs: StreamList) -> None:
        self.outputs = outputs

    def told_as(self) -> str:
        return f"reversed {self.outputs.told_as()}"

    def _refuse(self, *_: Any) -> Any:
        raise ReadList(self.outputs.site)
