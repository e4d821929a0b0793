# SPDX-License-Identifier: Apache-2.0
"""What a function of the user's is called with: answers, epsilon, values, stand-ins."""
from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .epsilon import Epsilon, is_number
from .errors import Misused, NeedsNumber, NeedsValue, Refused
from .noise import Source, array_of
from .opaque import Opaque
from .number import Number
from .run import Run
from .settings import EPSILONS, Settings, value_of
from .values import Real, holds_symbols, needs_value

#: How the private answers may be given, in the order in which they are tried.
WAYS = ("list", "array", "functions", "number")
_SOURCES = ("rng", "prng", "random_state", "generator")
#: Names of arguments that often say how much answers differ.
_SENSITIVITIES = ("sensitivity", "delta", "Delta")
#: So many more elements than answers are taken from an argument without a value: it may be what is gone through.
MOST_ELEMENTS = 16
#: What is noted of an argument that is taken for the length of the list.
LENGTH = "the length of the list"


class Elements:
    """Goes through an argument without a value."""

    def __init__(self, argument: NoValue) -> None:
        self.argument, self.index = argument, 0

    def state(self, of: Callable[[Any], Any]) -> Any:
        return "elements", self.argument._couplet_argument, self.argument._couplet_run.relative(self.index)

    def __iter__(self) -> Elements:
        return self

    def __next__(self) -> Any:
        self.index += 1
        if self.index > self.argument._couplet_run.n_answers + MOST_ELEMENTS:
            raise NeedsValue(self.argument._couplet_argument, True)
        return self.argument._public(self.index - 1)


def _through(work: Callable[[Any, Any], Any], reflected: bool = False) -> Callable[..., Any]:
    """Arithmetic and comparisons: those of a number that everyone knows."""
    def method(self: NoValue, other: Any) -> Any:
        public, other = self._public(None), other._public(None) if isinstance(other, NoValue) else other
        return work(other, public) if reflected else work(public, other)
    return method


class NoValue:
    """An argument without a value. It may be passed on, asked for noise, and be a public number, or a
    list of such, where it makes no difference which (``Run.without_publics``)."""

    def __init__(self, name: str, run: Run, noted: dict[str, str]) -> None:
        self.__dict__["_couplet_argument"] = name
        self.__dict__["_couplet_run"] = run
        self.__dict__["_couplet_noted"] = noted
        run.has_publics = True

    def _fail(self, *_: Any, **__: Any) -> Any:
        raise needs_value({(self._couplet_argument, None): Fraction(1)})

    def as_length(self) -> Any:
        """A number without a value that is gone through, as range(n): the length of the list."""
        name, length = self._couplet_argument, self._couplet_run.length
        if length is None or self._couplet_noted.setdefault(name, LENGTH) != LENGTH:
            self._fail()
        return length

    def told_as(self) -> str:
        self._note_any()
        return f"<{self._couplet_argument}>"

    def _note_any(self) -> None:
        if self._couplet_noted.setdefault(self._couplet_argument, "any") == LENGTH:
            self._fail()

    def _public(self, index: int | None) -> Real:
        self._note_any()
        return Real(self._couplet_run, Fraction(0), {}, {(self._couplet_argument, index): Fraction(1)})

    __array_ufunc__ = None  # numpy leaves operators to these
    __add__, __radd__ = _through(operator.add), _through(operator.add, True)
    __sub__, __rsub__ = _through(operator.sub), _through(operator.sub, True)
    __mul__, __rmul__, __truediv__ = _through(operator.mul), _through(operator.mul, True), _through(operator.truediv)
    __lt__, __le__, __gt__, __ge__ = map(_through, (operator.lt, operator.le, operator.gt, operator.ge))
    _equal, _differs = _through(operator.eq), _through(operator.ne)

    def __eq__(self, other: object) -> Any:
        """With a text, nothing or a truth value it has not been compared before it has a value."""
        return self._equal(other) if is_number(other) or isinstance(other, (Real, NoValue)) else self._fail()

    def __ne__(self, other: object) -> Any:
        return self._differs(other) if is_number(other) or isinstance(other, (Real, NoValue)) else self._fail()

    def __neg__(self) -> Any:
        return -self._public(None)

    __pow__ = __rpow__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __abs__ = _fail
    __len__ = __next__ = __setitem__ = __contains__ = __round__ = __str__ = __format__ = _fail
    __float__ = __int__ = __index__ = __bool__ = __hash__ = _fail

    def __iter__(self) -> Elements:
        return Elements(self)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, Query):
            return index.asked_of(self._couplet_argument, "[]")
        if holds_symbols([index]):
            raise Misused(f"a private answer is looked up in the argument '{self._couplet_argument}'")
        place = getattr(index, "value", index)  # of a position, which is counted from the beginning, too
        return self._public(place) if isinstance(place, int) and place >= 0 else self._fail()

    def __getattr__(self, attribute: str) -> Any:
        if attribute in ("laplace", "exponential", "standard_exponential", "expovariate", "normal",
                         "uniform", "random", "integers", "choice", "gauss", "randint"):
            return getattr(Source(self._couplet_argument), attribute)
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return self._fail()

    def __call__(self, *given: Any, **named: Any) -> Any:
        asked = [one for one in given if isinstance(one, Query)]
        others = [one for one in given if not isinstance(one, Query)]
        if len(asked) == 1 and not named and all(isinstance(one, NoValue) for one in others):
            return asked[0].asked_of(self._couplet_argument, *(one._couplet_argument for one in others))
        if holds_symbols(given):
            raise Misused(f"the argument '{self._couplet_argument}' is called with a private answer")
        raise Refused(f"the argument '{self._couplet_argument}' is called, and has no value: where it is a function of the data, what it "
                      "gives are the private answers; make these an argument, a list")


@dataclass
class Parameter:
    name: str
    has_default: bool
    default: Any
    annotation: str
    kind: Any


def parameters_of(function: Callable[..., Any], skip_self: bool) -> list[Parameter]:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    found = []
    for i, p in enumerate(signature.parameters.values()):
        if (skip_self and i == 0) or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            continue
        annotation = p.annotation if isinstance(p.annotation, str) else getattr(
            p.annotation, "__name__", "") if p.annotation is not p.empty else ""
        found.append(Parameter(p.name, p.default is not p.empty, p.default, str(annotation), p.kind))
    return found


class Values:
    """Makes the arguments of one run, and notes which values were used."""

    def __init__(self, settings: Settings, epsilon: str | None, noted: dict[str, str]) -> None:
        self.settings, self.epsilon, self.noted = settings, epsilon, noted

    def of(self, run: Run, p: Parameter) -> Any:
        """The value of p, which is not private. Raises KeyError where its default is to be used."""
        if p.has_default and is_number(p.default) and self._is_other_epsilon(p.name):
            if run.value_of_epsilon is None:
                raise NeedsNumber(f"the argument '{p.name}' has a number")
            raise KeyError(p.name)
        try:
            return self.given(run, p.name)
        except KeyError:
            if p.has_default:
                self._warn_of_sensitivity(run, p.name, p.default)
                raise
        if p.name == "sensitivity":
            self.noted[p.name] = self.settings.option("sensitivity", "1")
            return value_of(self.noted[p.name])
        return Source(p.name) if p.name in _SOURCES else NoValue(p.name, run, self.noted)

    def given(self, run: Run, name: str) -> Any:
        """The value that is said of an argument. Raises KeyError where nothing is."""
        if name == self.epsilon:
            return run.epsilon()
        if self.epsilon is not None and name not in self.settings.values and name.lower() in EPSILONS and \
                self.epsilon.lower() in EPSILONS:
            run.message("warning", 0, f"{name} and {self.epsilon} are taken to be equal: -D {name}=… gives another "
                                      "multiple")
            return run.epsilon()
        if name in self.settings.values:
            value = self.settings.value(name)
            self.noted[name] = self.settings.values[name]
            self._warn_of_sensitivity(run, name, value)
            return self._multiple(run, name, value)
        if self._is_other_epsilon(name):
            raise Refused(f"the argument '{name}' needs a value, a multiple of {self.epsilon}: -D {name}=1/2")
        raise KeyError(name)

    def _is_other_epsilon(self, name: str) -> bool:
        """Whether it is a second epsilon, of which nothing is said."""
        return (self.epsilon is not None and name != self.epsilon and name.lower().startswith("eps") and
                name not in self.settings.values and
                not (name.lower() in EPSILONS and self.epsilon.lower() in EPSILONS))

    def _warn_of_sensitivity(self, run: Run, name: str, value: Any) -> None:
        """An argument that may say by how much an answer differs does not say it here."""
        said = self.settings.option("sensitivity", "1")
        if name in _SENSITIVITIES and is_number(value) and value != Fraction(said):
            run.message("warning", 0, f"the argument '{name}' is {value}, but answers are taken to differ by at most "
                                      f"{said}: --sensitivity {value} says otherwise")

    def _multiple(self, run: Run, name: str, value: Any) -> Any:
        """A value of a second epsilon is a multiple of the first."""
        if self.epsilon is None or not name.lower().startswith("eps") or isinstance(value, (str, list)):
            return value
        factor = self.settings.number(name)
        epsilon = run.epsilon()
        return epsilon * factor if isinstance(epsilon, Epsilon) else Number(epsilon * factor)


def answers_as(run: Run, way: str, n: int, whole: Any = None) -> Any:
    """n new answers in the way that the function takes them."""
    answers = [run.answer() for _ in range(n)]
    if way == "list":
        return answers
    if way == "array":
        return array_of(answers, (n,))
    if way == "functions":
        return [Query(answer, i) for i, answer in enumerate(answers)]
    return answers[0]


class Query(Opaque):
    """A question to a database, whose answer is private. It is called, or it is what one argument without a value, the database
    or a score, is asked for. index: its place in a list of known length."""

    holds_answers = True
    is_public = True  # who has a query has no answer

    def __init__(self, answer: Any, index: int | None = None) -> None:
        self.answer, self.index = answer, index
        self.way: tuple[str, ...] = ()  # how it was asked first

    def asked_of(self, *way: str) -> Any:
        """Its answer. Asked in another way it would have another one."""
        self.way = self.way or way
        return self.answer if way == self.way else self._refuse()

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self.asked_of("()")

    def told_as(self) -> str:
        """Which one it is, and nothing of its answer."""
        return f"<query {self.index}>" if self.index is not None else self._refuse()  # type: ignore[no-any-return]

    def stands_for(self) -> Any:
        return lambda database: 0

    def _refuse(self, *_: Any) -> Any:
        raise Misused("a query is used otherwise than by asking it, always in one way")
