# SPDX-License-Identifier: Apache-2.0
"""Real numbers that depend on private answers and noise: a constant plus multiples of atoms."""
from __future__ import annotations

import sys
import types
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .current import CURRENT
from .epsilon import Epsilon, exact, is_number
from .errors import Misused, NeedsNumber, NeedsValue, Refused

if TYPE_CHECKING:
    from .run import Run

_MOST_PARTS = 10_000
TOO_MUCH = object()
#: Answer j is the atom -1 - j, draw i the atom i.
Atom = int


def answer_atom(index: int) -> Atom:
    return -1 - index


def is_answer(atom: Atom) -> bool:
    return atom < 0


#: An argument without a value, or (index not None) an element of one.
Public = tuple[str, int | None]


def _sum(p: Mapping[Any, Fraction], q: Mapping[Any, Fraction], sign: int) -> dict[Any, Fraction]:
    """p + sign * q, by keys, without those that are 0."""
    found = dict(p)
    for key, factor in q.items():
        if key not in found:
            found[key] = factor if sign > 0 else -factor
            continue
        total = found[key] + factor if sign > 0 else found[key] - factor
        if total:
            found[key] = total
        else:
            del found[key]
    return found


class Real:
    """constant + the sum of factor * atom + the sum of factor * public. It can be added, subtracted,
    multiplied by numbers and compared, which decides; it refuses to become anything else.

    ``publics``: numbers that everyone knows and that have no value here (``Run.without_publics``).
    """

    __slots__ = ("constant", "terms", "publics", "run")
    is_symbol = True

    def __init__(self, run: Run, constant: Fraction, terms: Mapping[Atom, Fraction],
                 publics: Mapping[Public, Fraction] | None = None) -> None:
        self.run, self.constant = run, constant
        self.terms = terms if isinstance(terms, dict) else dict(terms)
        self.publics = publics or {}

    def _made(self, constant: Fraction, terms: dict[Atom, Fraction], publics: Mapping[Public, Fraction]) -> Any:
        if terms or publics:
            return Real(self.run, constant, terms, publics)
        return int(constant) if constant.denominator == 1 else constant

    def _scaled(self, factor: Fraction) -> Any:
        if factor == 0:
            return 0
        return Real(self.run, self.constant * factor, {a: k * factor for a, k in self.terms.items()},
                    {p: k * factor for p, k in self.publics.items()})

    def _plus(self, other: Any, sign: int) -> Any:
        if isinstance(other, Real):
            if other.run is not self.run:
                raise Refused("a value of an earlier call is used")
            constant = self.constant + sign * other.constant if other.constant else self.constant
            publics = _sum(self.publics, other.publics, sign) if other.publics else self.publics
            return self._made(constant, _sum(self.terms, other.terms, sign), publics)
        if type(other) is int and other == 0:
            return self
        if isinstance(other, Epsilon):
            raise NeedsNumber("epsilon is added to a private value or to noise")
        if not is_number(other):
            return NotImplemented
        try:
            return Real(self.run, self.constant + sign * self.run.number(other), self.terms, self.publics)
        except (OverflowError, ValueError):  # infinity swallows it, and NaN too
            return sign * other

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        made = None
        if isinstance(other, Real) and self._is_draw() and other._is_draw():
            made = self.run.difference(self, other)
        return self._plus(other, -1) if made is None else made

    def is_raw_answer(self) -> bool:
        """Whether it is an answer as it was given."""
        return [*self.terms.values()] == [1] and is_answer(next(iter(self.terms))) and not (self.constant or self.publics)

    def _is_draw(self) -> bool:
        """Whether it is a multiple of one draw."""
        return len(self.terms) == 1 and self.constant == 0 and not is_answer(next(iter(self.terms)))

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Any:
        return self._scaled(Fraction(-1))

    def __pos__(self) -> Real:
        return self

    def __abs__(self) -> Any:
        clipped = self.run.clipped(self, "abs")
        return clipped if clipped is not None else self if self >= 0 else -self

    def _factor(self, other: Any) -> Fraction | None:
        if isinstance(other, Real):
            return self._refuse_product(other)  # type: ignore[no-any-return]
        if isinstance(other, Epsilon):
            if not self.terms:
                raise needs_value(self.publics)
            raise NeedsNumber("epsilon times a private value or noise")
        if not is_number(other):
            return None
        try:
            return self.run.number(other)
        except (OverflowError, ValueError):
            raise Refused("a private value or noise times infinity or NaN") from None

    def __mul__(self, other: Any) -> Any:
        factor = self._factor(other)
        return NotImplemented if factor is None else self._scaled(factor)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        factor = self._factor(other)
        if factor is None:
            return NotImplemented
        if factor == 0:
            raise ZeroDivisionError("division by zero")
        return self._scaled(1 / factor)

    # ---- Comparisons decide ----

    def _compared(self, other: Any, strict: bool, greater: bool) -> Any:
        """self > other (strict) or self >= other; with greater False, < or <=."""
        if isinstance(other, Epsilon):
            raise NeedsNumber("epsilon is compared with a private value or noise")
        if not isinstance(other, Real):
            if not is_number(other):
                return NotImplemented
            if other != other or other in (float("inf"), float("-inf")):
                return other == other and (other < 0) == greater
        difference = self._plus(other, -1)
        if not greater:
            difference = -difference
        if not isinstance(difference, Real):
            return difference > 0 if strict else difference >= 0
        return self.run.decide(difference, strict)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, True, True)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, False, True)

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, True, False)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, False, False)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, Epsilon):
            raise NeedsNumber("epsilon is compared with a private value or noise")
        if hasattr(type(other), "dtype") and not is_number(other):
            return NotImplemented  # an array compares its elements
        if not isinstance(other, Real) and not is_number(other):
            if not self.is_raw_answer():
                return NotImplemented  # what was computed is a number, and equal to nothing else
            what = "None" if other is None else "a text" if isinstance(other, str) else f"a {type(other).__name__}"
            return self._refuse(f"a private answer is compared with {what}: answers are numbers; give counts, not records")
        difference = self._plus(other, -1)
        if not isinstance(difference, Real):
            return difference == 0
        if self.run.is_continuous(difference):
            return False  # has probability 0
        return self.run.decide(difference, False) and not self.run.decide(difference, True)

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    # ---- What it refuses ----

    def _refuse(self, why: str) -> Any:
        raise Refused(why) if self.terms else needs_value(self.publics)

    def __bool__(self) -> bool:
        return self._refuse("a private value or noise is used as a condition; compare it with a number")  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return self._refuse("a private value or noise becomes a float that cannot be followed")  # type: ignore[no-any-return]

    def __int__(self) -> int:
        return self._refuse("a private value or noise is rounded to a whole number")  # type: ignore[no-any-return]

    def __index__(self) -> int:
        if not self.terms:
            raise NeedsValue(min(name for name, _ in self.publics), True)
        return self._refuse("a private value or noise is used as an index")  # type: ignore[no-any-return]

    def __hash__(self) -> int:
        if self.is_raw_answer():
            return self._refuse("a private answer is looked up, or put into a set: "  # type: ignore[no-any-return]
                                "answers are numbers; give counts, not records")
        return self._refuse("a private value or noise is put into a set or a dictionary's keys")  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self._refuse("a private value or noise becomes a text")  # type: ignore[no-any-return]

    def __format__(self, spec: str) -> str:
        return self._refuse("a private value or noise becomes a text")  # type: ignore[no-any-return]

    __repr__ = __str__

    def _refuse_product(self, *others: object) -> Any:
        for other in (self, *others):
            if isinstance(other, Real) and not other.terms:
                raise needs_value(other.publics)
        return self._refuse("arithmetic on a private value or noise other than sums and multiples")

    __pow__ = __rpow__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse_product
    __rtruediv__ = _refuse_product

    def __copy__(self) -> Real:
        return self

    def __deepcopy__(self, memo: object) -> Real:
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        return self._refuse("a private value or noise is pickled")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What the code sees: dispatch by type goes the way of a number."""
        return float

    def __getattr__(self, name: str) -> Any:
        asking = sys._getframe(1).f_code
        is_asked = asking.co_filename in CURRENT.own_files or asking.co_name == "called"
        if not hasattr(0.5, name) and (name.startswith("__") or not is_asked):
            raise AttributeError(name)  # a library finds out what it is
        if not self.terms:
            raise needs_value(self.publics)
        raise Misused(f"a private value or noise is asked for its attribute '{name}'")

    # numpy asks objects for these
    def conjugate(self) -> Real:
        return self

    def item(self) -> Real:
        return self

    def sqrt(self) -> Any:
        return self._refuse_product()

    log = sqrt

    def exp(self) -> Any:
        return self._refuse("the exponential of a private value; where it is a weight of the exponential mechanism, take the largest "
                            "of the scores with noise")

    @property
    def real(self) -> Real:
        return self

    def is_integer(self) -> bool:
        return self._refuse("a private value or noise is asked whether it is a whole number")  # type: ignore[no-any-return]

    def text(self) -> str:
        """For messages: `a0 + z1 - 3`."""
        parts = [f"{'+' if k > 0 else '-'} {'' if abs(k) == 1 else f'{abs(k)}*'}"
                 f"{'a' + str(-1 - a) if is_answer(a) else 'z' + str(a)}"
                 for a, k in sorted(self.terms.items())]
        parts += [f"{'+' if k > 0 else '-'} {'' if abs(k) == 1 else f'{abs(k)}*'}{name}{'' if i is None else f'[{i}]'}"
                  for (name, i), k in sorted(self.publics.items(), key=repr)]
        if self.constant:
            parts.append(f"{'+' if self.constant > 0 else '-'} {abs(self.constant)}")
        return " ".join(parts).removeprefix("+ ")


def rounding(way: str) -> Any:
    def method(self: Any, digits: Any = None) -> Any:
        from .rounding import rounded
        return rounded(self, way, digits)
    return method


for _way, _of_numpy in (("round", "rint"), ("floor", "floor"), ("ceil", "ceil"), ("trunc", "trunc")):
    setattr(Real, f"__{_way}__", rounding(_way))
    setattr(Real, _of_numpy, rounding(_way))


def needs_value(publics: Mapping[Public, Fraction]) -> NeedsValue:
    """The error about a number that would have to have a value."""
    return NeedsValue(min(name for name, _ in publics))


def parts_within(values: Iterable[Any]) -> Iterator[Any]:
    """Values, and what they hold, as far as it is not too much: then TOO_MUCH comes last."""
    pending, seen = list(values), 0
    while pending:
        item = pending.pop()
        seen += 1
        if seen > _MOST_PARTS:
            yield TOO_MUCH
            return
        yield item
        if isinstance(item, (list, tuple, set, frozenset, deque)):
            pending.extend(item)
        elif isinstance(item, dict):
            pending.extend(item.values())
        elif hasattr(type(item), "dtype") and item.dtype == object:
            pending.extend(item.ravel())
        if not isinstance(item, (type, types.ModuleType)) and not type(item).__module__.startswith("couplet.") and isinstance(getattr(item, "__dict__", None), dict):
            pending.extend(item.__dict__.values())


def holds_symbols(values: Iterable[Any]) -> bool:
    """Whether a private value, noise or epsilon is among the values, or in what they hold; also where it is too much."""
    return any(item is TOO_MUCH or isinstance(item, (Real, Epsilon)) or hasattr(type(item), "holds_answers")
               for item in parts_within(values))


def clipped_answer(way: str, values: Sequence[Any]) -> Real | None:
    """The greatest (max) or least (min) of an answer and numbers, where that stands for the answer."""
    answers = [one for one in values if isinstance(one, Real)]
    numbers = [one for one in values if is_number(one) and abs(one) != float("inf")]
    if len(answers) != 1 or len(numbers) != len(values) - 1 or not numbers or any(one != one for one in numbers):
        return None
    bounds = map(exact, numbers)
    return answers[0].run.clipped(answers[0], way, max(bounds) if way == "max" else min(bounds))


def form_of(value: Real | Fraction | int) -> dict[str, Any]:
    """The JSON form of docs/formats.md."""
    if not isinstance(value, Real):
        return {"c": str(exact(value))}
    form: dict[str, Any] = {}
    if value.constant:
        form["c"] = str(value.constant)
    answers = {str(-1 - a): str(k) for a, k in sorted(value.terms.items(), reverse=True) if a < 0}
    draws = {str(a): str(k) for a, k in sorted(value.terms.items()) if a >= 0}
    if answers:
        form["a"] = answers
    if draws:
        form["z"] = draws
    return form
