# SPDX-License-Identifier: Apache-2.0
"""Noise that the user's own code makes: of uniform numbers by the inverse of a distribution, of a
sign and exponential noise, and of a draw of scale 1 that is multiplied later."""
from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from .epsilon import Epsilon, exact, is_number
from .errors import Refused
from .opaque import Opaque
from .run import Run
from .values import Atom, Real

_COIN = "a random number is used otherwise than to make Laplace or exponential noise"


class Base:
    """A random number whose use settles what it is."""

    def __init__(self, run: Run, call: str, kind: str = "") -> None:
        self.run, self.call, self.kind, self.line = run, call, kind, run.line_of()
        self.half = 0  # of a uniform number: 1 or -1 where its half was asked for
        self.falls: bool | None = None  # whether what is taken the logarithm of falls as |V| grows
        self.scale: Any = None
        self.real: Real | None = None
        self.last: Any = None  # a scale that it was multiplied by
        run.bases.append(self)

    def settle_scale(self) -> None:
        """Draws it, where the scale is known: a state keeps it, and nothing may be drawn there."""
        if self.real is None and isinstance(self.last, Epsilon):
            self.drawn(self.last)

    def settle(self, kind: str) -> None:
        if self.kind not in ("", kind):
            raise Refused(f"{self.call}: {_COIN}")
        self.kind = kind

    def drawn(self, factor: Any) -> Real:
        """factor times the draw of scale 1."""
        if self.real is None:
            size = abs(factor)
            self.real, self.scale = self.run.draw(self.kind, size, self.call, self.line), size
        ratio = factor / self.scale
        if not is_number(ratio):
            raise Refused(f"{self.call}: one draw has two scales that are no multiples of each other")
        made = Real._scaled(self.real, exact(ratio))
        return made  # type: ignore[no-any-return]


class Pending(Real):
    """factor times a draw of scale 1, which is drawn where its value is needed."""

    __slots__ = ("base", "factor")

    def __init__(self, base: Base, factor: Any) -> None:
        self.run, self.base, self.factor = base.run, base, factor
        self.publics = {}
        if type(self) is Pending:
            base.last = factor

    @property
    def terms(self) -> dict[Atom, Fraction]:  # type: ignore[override]
        return self.base.drawn(self.factor).terms

    @property
    def constant(self) -> Fraction:  # type: ignore[override]
        return Fraction(0)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Sign):
            return other * self
        if isinstance(other, Real) or not (isinstance(other, Epsilon) or is_number(other)):
            return super().__mul__(other)
        return Pending(self.base, self.factor * other) if isinstance(other, Epsilon) or other != 0 else 0

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Real) or not (isinstance(other, Epsilon) or is_number(other)):
            return super().__truediv__(other)
        return Pending(self.base, self.factor / other)

    def __neg__(self) -> Any:
        return Pending(self.base, -self.factor)

    def _plus(self, other: Any, sign: int) -> Any:
        return self if is_number(other) and other == 0 else super()._plus(other, sign)


class _Random(Opaque):
    """What random numbers are that are no noise yet: they become noise, or are refused."""

    def _refuse(self, *_: Any) -> Any:
        raise Refused(_COIN)

    def stands_for(self) -> Any:
        return 0.5

    def told_as(self) -> str:
        return str(self._refuse())


class Uniform(_Random):
    """centre + width * V, V being uniform from -1 to 1; with ``folded``, |V| in its place."""

    def __init__(self, base: Base, centre: Fraction, width: Fraction, folded: bool = False) -> None:
        self.base, self.centre, self.width, self.folded = base, centre, width, folded

    def _made(self, centre: Fraction, width: Fraction) -> Uniform:
        return Uniform(self.base, centre, width, self.folded)

    def __add__(self, other: Any) -> Any:
        return self._made(self.centre + exact(other), self.width) if is_number(other) else self._refuse()

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self._made(-self.centre, -self.width)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._made(self.centre * exact(other), self.width * exact(other)) if is_number(other) else self._refuse()

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / exact(other)) if is_number(other) else self._refuse()

    def _is_above(self, bound: Any) -> bool:
        """Which half V is in: both are followed, and must come to the same."""
        if self.folded or not is_number(bound) or exact(bound) != self.centre:
            raise Refused(f"{self.base.call}: {_COIN}")
        if not self.base.half:
            self.base.settle("laplace")
            self.base.half = 1 if self.base.run.choose_alike() else -1
        return self.base.half * self.width > 0

    def _compared(self, other: Any, name: str) -> Any:
        return self._refuse() if name in ("eq", "ne") else self._is_above(other) == (name in ("gt", "ge"))

    def __abs__(self) -> Any:
        if self.folded or self.centre != 0:
            raise Refused(f"{self.base.call}: {_COIN}")
        return Uniform(self.base, Fraction(0), abs(self.width), True)

    def sign(self) -> Any:
        if self.folded or self.centre != 0:
            raise Refused(f"{self.base.call}: {_COIN}")
        return Sign(self.base, 1 if self.width > 0 else -1)

    def log(self) -> Any:
        """The logarithm of a uniform number from 0 to 1 is exponential noise, negated."""
        folded, width = self.folded, self.width
        if not folded and self.base.half:
            folded, width = True, width * self.base.half
        ends = {self.centre, self.centre + width} if folded else {self.centre - width, self.centre + width}
        if ends != {Fraction(0), Fraction(1)}:
            raise Refused(f"{self.base.call}: {_COIN}")
        if self.base.falls not in (None, width < 0):
            raise Refused(f"{self.base.call}: {_COIN}")
        self.base.falls = width < 0
        if not folded:
            self.base.settle("exponential")
            return Pending(self.base, -1)
        return Pending(self.base, -self.base.half) if self.base.half else Folded(self.base, -1)

    def log1p(self) -> Any:
        return (self + 1).log()


class Folded(Pending):
    """factor * |L| of Laplace noise L: times its sign it is L; by itself it is exponential noise."""

    __slots__ = ()

    @property
    def terms(self) -> dict[Atom, Fraction]:  # type: ignore[override]
        self.base.settle("exponential")
        return self.base.drawn(self.factor).terms

    def __mul__(self, other: Any) -> Any:
        made = super().__mul__(other)
        return Folded(self.base, made.factor) if type(made) is Pending and not isinstance(other, Sign) else made

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return Folded(self.base, super().__truediv__(other).factor)

    def __neg__(self) -> Any:
        return Folded(self.base, -self.factor)


class Pair:
    """A geometric draw of ratio r (probability r^k as k grows), which another one is taken from, or taken from it."""

    def __init__(self, draw: Any, ratio: Fraction) -> None:
        self.draw, self.ratio = draw, ratio
        self.other: Pair | None = None
        self.difference: Any = None  # of this one and the other

    def less(self, other: Pair) -> Any:
        """Discrete Laplace noise, the same each time."""
        if self.other is None and other.other is None and other is not self and other.ratio == self.ratio:
            self.other, other.other = other, self
            self.difference = self.draw()
            other.difference = -self.difference
        if self.other is not other:
            raise Refused(Geometric.WHY)
        return self.difference


class Geometric(_Random):
    """value plus such a draw, or minus it."""

    WHY = "a geometric draw is used otherwise than in the difference of two of one probability, which is discrete Laplace noise"

    def __init__(self, pair: Pair, value: Any = 0, sign: int = 1) -> None:
        self.pair, self.value, self.sign = pair, value, sign

    def _plus(self, other: Any, sign: int) -> Any:
        if isinstance(other, Geometric):
            if sign * other.sign == self.sign:
                return self._refuse()
            noise = self.pair.less(other.pair)
            return self.value + other.value * sign + (noise if self.sign > 0 else -noise)
        if not isinstance(other, Real) and not is_number(other):
            return NotImplemented
        return Geometric(self.pair, self.value + other * sign, self.sign)

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __neg__(self) -> Any:
        return Geometric(self.pair, -self.value, -self.sign)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def _refuse(self, *_: Any) -> Any:
        raise Refused(self.WHY)


class Sign(_Random):
    """factor * 1 or -1, each as likely."""

    def __init__(self, base: Base, factor: Any) -> None:
        self.base, self.factor = base, factor

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Folded) and other.base is self.base:
            self.base.settle("laplace")
            return Pending(self.base, self.factor * other.factor)
        if isinstance(other, Real) and self.base.kind == "":
            self.base.settle("sign")
            return self.base.run.with_sign(other) * self.factor
        if isinstance(other, Epsilon) or is_number(other):
            return Sign(self.base, self.factor * other)
        return self._refuse()

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return Sign(self.base, self.factor / other)

    def __neg__(self) -> Any:
        return self * -1


def log(value: Any, *base: Any) -> Any:
    return value.log() if isinstance(value, Uniform) and not base else math_log(value, *base)


def log1p(value: Any) -> Any:
    return value.log1p() if isinstance(value, Uniform) else math_log1p(value)


def copysign(size: Any, value: Any) -> Any:
    if isinstance(value, Uniform):
        return value.sign() * abs(size)
    if isinstance(value, Real):
        return abs(size) if value >= 0 else -abs(size)
    return math_copysign(size, value)


def fabs(value: Any) -> Any:
    return abs(value) if isinstance(value, (Uniform, Real)) else math_fabs(value)


def fsum(values: Any) -> Any:
    values = list(values)
    return sum(values) if any(isinstance(value, Real) for value in values) else math_fsum(values)


math_log, math_log1p, math_copysign, math_fabs, math_fsum = math.log, math.log1p, math.copysign, math.fabs, math.fsum
#: What stands in for functions of the module math.
OF_MATH = {"log": log, "log1p": log1p, "copysign": copysign, "fabs": fabs, "fsum": fsum}
