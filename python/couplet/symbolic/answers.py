# SPDX-License-Identifier: Apache-2.0
"""Lists of answers of any length: what is asked of them, and positions in them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import NeedsLength, Stop
from .values import Real


class ReadList(Stop):
    """A list of outputs is read, or not returned: it is state then."""

    def __init__(self, site: int) -> None:
        super().__init__("a list of outputs is read")
        self.site = site


#: In place of a list's: runs are to be made again, with states that know how many answers were taken.
BY_NUMBER = 0
#: The same, with states that say of a position whether it is that of an answer that is kept.
PLACES = -1


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
        self.largest: Any = None  # the place of the largest value of a list, where it was output
        self.waiting: Real | None = None  # an answer that was asked for and not taken yet
        self.by_number = False  # whether numbers index the list: how many were taken is part of the state then
        self.by_place = False  # whether states hide how far the place of an answer is away
        self.run: Any = None
        self.slots: Slots | None = None  # the list that has a value for each answer

    def peek(self) -> bool:
        """Whether there is one more answer, which waits to be taken."""
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
        self.taken += 1
        return self.last

    def made_for_each(self, default: Any, accepts: Callable[[Any], bool]) -> Slots:
        """A list with this value for each answer."""
        if self.taken or self.run is None or self.slots is not None:
            raise NeedsLength("a list with a value for each answer, beside another or not made at the beginning")
        self.slots = Slots(self, default, accepts)
        return self.slots

    def need_returned(self) -> None:
        if self.slots is not None and self.slots.told:
            raise NeedsLength("a list with a value for each answer is not returned")


class Position:
    """The number of the round plus a constant: it indexes the list, ends loops, and is output."""

    def __init__(self, asking: Asking, value: int) -> None:
        self.asking, self.value = asking, value

    def relative(self) -> int:
        return self.value - self.asking.taken

    def told_as(self) -> str:
        self.asking.tells_positions = True
        return f"round{self.relative():+d}"

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Position(self.asking, self.value + other)
        return self._number()

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Position(self.asking, self.value - other)
        if isinstance(other, Position):
            self._need_comparable()
            return self.value - other.value
        return self._number()

    def __lt__(self, other: Any) -> Any:
        return other.has(self.value) if isinstance(other, Length) else self._compare(other, "__lt__")

    def __ge__(self, other: Any) -> Any:
        return not other.has(self.value) if isinstance(other, Length) else self._compare(other, "__ge__")

    def __eq__(self, other: object) -> Any:
        return not other.has(self.value) if isinstance(other, Length) else self._compare(other, "__eq__")

    def __ne__(self, other: object) -> Any:
        return other.has(self.value) if isinstance(other, Length) else self._compare(other, "__ne__")

    def _compare(self, other: Any, name: str) -> Any:
        if isinstance(other, Position):
            self._need_comparable()
            return getattr(self.value, name)(other.value)
        return self._number()

    def _need_comparable(self) -> None:
        if self.asking.by_place:
            raise ReadList(PLACES)  # states do not say how far a place is away

    def _number(self, *_: Any) -> Any:
        raise NeedsLength("the number of the round is used as a number")

    __gt__ = __le__ = __mul__ = __rmul__ = __truediv__ = __mod__ = __floordiv__ = _number
    __rsub__ = __int__ = __index__ = __float__ = __bool__ = __hash__ = __format__ = __str__ = _number


class Length:
    """The length of a list of any length."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking

    def told_as(self) -> str:
        return "length"

    def has(self, index: int) -> bool:
        """Whether the list has an answer of this index, which is the next one or was there."""
        if index < self.asking.taken:
            return True
        if index > self.asking.taken:
            raise NeedsLength("the length of the list is asked for ahead")
        return self.asking.peek()

    def __gt__(self, other: Any) -> Any:
        return self.has(_index(other))

    def __le__(self, other: Any) -> Any:
        return not self.has(_index(other))

    def _number(self, *_: Any) -> Any:
        raise NeedsLength("the length of the list is used as a number")

    def __rmul__(self, other: Any) -> Any:
        if isinstance(other, list) and len(other) == 1:
            return self.asking.made_for_each(other[0], lambda value: True)
        return self._number()

    __add__ = __sub__ = __mul__ = __truediv__ = __radd__ = __rsub__ = __rtruediv__ = _number
    __lt__ = __ge__ = __eq__ = __int__ = __index__ = __bool__ = __hash__ = __floordiv__ = _number


def _index(value: Any) -> int:
    if isinstance(value, Position):
        return value.value
    raise NeedsLength("the length of the list is compared with a number")


class AnswerIterator:
    """Goes through the list; with numbers where positions are wanted."""

    def __init__(self, asking: Asking, start: int | None = None, only_positions: bool = False,
                 begin: int = 0) -> None:
        self.asking, self.start, self.only_positions = asking, start, only_positions
        self.index = begin

    def state(self) -> Any:
        return "answers", self.start, self.only_positions, self.index - self.asking.taken

    def __iter__(self) -> AnswerIterator:
        return self

    def __next__(self) -> Any:
        if self.index < self.asking.taken:
            raise NeedsLength("the list is gone through again")
        if self.only_positions:
            return self._position()
        answer = self.asking.next()
        if answer is None:
            raise StopIteration
        self.index += 1
        if self.start is None:
            return answer
        return Position(self.asking, self.index - 1 + self.start), answer

    def _position(self) -> Position:
        """The next index, if the list has it: it is asked for here."""
        answer = self.asking.next()
        if answer is None:
            raise StopIteration
        self.index += 1
        return Position(self.asking, self.index - 1)


class AnswerList:
    """The private answers, of which there may be any number."""

    def __init__(self, asking: Asking, way: str) -> None:
        self.asking, self.way = asking, way

    def __iter__(self) -> AnswerIterator:
        return AnswerIterator(self.asking)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and not isinstance(index, bool) and index >= 0:
            if not self.asking.by_number:
                raise ReadList(BY_NUMBER)
            index = Position(self.asking, index)
        if isinstance(index, Position) and index.value == self.asking.taken - 1 and self.asking.last is not None:
            return self.asking.last
        if isinstance(index, Position) and index.value == self.asking.taken:
            answer = self.asking.next()
            if answer is None:
                raise IndexError("list index out of range")
            return answer
        raise NeedsLength("the list of answers is indexed by a number other than the next one")

    def __len__(self) -> int:
        raise NeedsLength("the length of the list is used as a number")

    @property
    def shape(self) -> tuple[Length]:
        return (Length(self.asking),)

    @property
    def size(self) -> Length:
        return Length(self.asking)

    def __add__(self, other: Any) -> Any:
        return other.added_to(self) if isinstance(other, NoiseArray) else self._whole()

    __radd__ = __add__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NeedsLength(f"'{name}' of the list of answers is used")

    def __bool__(self) -> bool:
        raise NeedsLength("whether the list is empty is asked for")

    def _whole(self, *_: Any) -> Any:
        raise NeedsLength("the list of answers is used as a whole")

    __mul__ = __eq__ = __contains__ = __setitem__ = __hash__ = __array__ = _whole
    __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = __reversed__ = _whole


class Positions:
    """range(len(queries)): the positions of the list."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking

    def __iter__(self) -> AnswerIterator:
        return AnswerIterator(self.asking, only_positions=True)


class NoiseArray:
    """As many draws as there are answers; each is drawn where its answer is asked for."""

    def __init__(self, draw: Callable[[], Any], add: Callable[[Any, Any], Any]) -> None:
        self.draw, self.add = draw, add

    def added_to(self, answers: AnswerList) -> Any:
        return self.add(answers, self.draw)

    def __add__(self, other: Any) -> Any:
        return self.added_to(other) if isinstance(other, AnswerList) else self._whole()

    __radd__ = __add__

    def _whole(self, *_: Any) -> Any:
        raise NeedsLength("an array of noise is used as a whole")

    __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = _whole
    __eq__ = __getitem__ = __len__ = __iter__ = __array__ = __hash__ = __bool__ = _whole


class Slots:
    """A list with a value for each answer, of which only that of the newest answer is written: what
    stands there when the next one is asked for is the output of that round."""

    def __init__(self, asking: Asking, default: Any, accepts: Callable[[Any], bool]) -> None:
        self.asking, self.default, self.accepts = asking, default, accepts
        self.value, self.told = self._checked(default), False  # told: it must be returned yet
        self.events = len(asking.run.events)

    def _checked(self, value: Any) -> Any:
        if not (value is None or isinstance(value, (bool, int, float, str, Real))) or not self.accepts(value):
            raise NeedsLength("a list with a value for each answer gets one of another kind")
        return value

    def tell(self) -> None:
        """The output of the round that ends here."""
        events, run = self.events, self.asking.run
        if self.asking.taken:
            if run.stream is not None or any(hasattr(event, "reals") for event in run.events[events:]):
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
        if not isinstance(index, Position) or index.value != newest or self.asking.ended:
            raise NeedsLength("a list with a value for each answer is written elsewhere than at the newest")
        self.value = self._checked(value)

    def tolist(self) -> Slots:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._read()

    def _read(self, *_: Any) -> Any:
        raise NeedsLength("a list with a value for each answer is read")

    __len__ = __iter__ = __getitem__ = __delitem__ = __contains__ = __eq__ = __ne__ = __bool__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __rmul__ = __iadd__ = __imul__ = _read
    __str__ = __repr__ = __format__ = __reversed__ = __hash__ = __array__ = __neg__ = __sub__ = __rsub__ = _read


class Stream:
    """The outputs of a list that is only appended to. told: whether it must be returned yet."""

    def __init__(self, site: int, now: StreamList) -> None:
        self.site, self.now, self.told = site, now, False


class StreamList:
    """A list that is only appended to, and returned: each append is an output."""

    def __init__(self, run: Any, site: int, outputs: Stream | None = None) -> None:
        self.run, self.site = run, site
        self.outputs = outputs or Stream(site, self)
        self.outputs.now = self

    def _need_now(self) -> None:
        if self.outputs.now is not self:
            raise ReadList(self.site)

    def told_as(self) -> str:
        self._need_now()
        self.outputs.told = False
        return "list"

    def _output(self, value: Any, how: str) -> None:
        self._need_now()
        if self.run.stream is None:
            self.run.stream = self.outputs
        if self.run.stream is not self.outputs:
            raise ReadList(self.site)
        self.outputs.told = True
        self.run.output(value, 0, how)

    def append(self, value: Any) -> None:
        self._output(value, "append")

    def extend(self, values: Any) -> None:
        for value in values:
            self._output(value, "append")

    def _extended(self, values: Any) -> Any:
        self.extend(values)
        return self

    __iadd__: Any = _extended

    def __add__(self, values: Any) -> Any:
        """A new list in its place: nothing may be done with this one any more."""
        if not isinstance(values, list):
            raise ReadList(self.site)
        self._need_now()
        made = StreamList(self.run, self.site, self.outputs)
        made.extend(values)
        return made

    def tolist(self) -> StreamList:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ReadList(self.site)

    def _read(self, *_: Any) -> Any:
        raise ReadList(self.site)

    __len__ = __iter__ = __getitem__ = __setitem__ = __delitem__ = __contains__ = __eq__ = __ne__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __radd__ = __mul__ = __rmul__ = __bool__ = _read
    __str__ = __repr__ = __format__ = __reversed__ = __hash__ = __array__ = __imul__ = __neg__ = _read
