# SPDX-License-Identifier: Apache-2.0
"""What a function of the user's is called with: answers, epsilon, values, stand-ins."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .epsilon import Epsilon, is_number
from .errors import NeedsNumber, Refused
from .noise import Source, array_of
from .run import Run
from .settings import Settings

#: How the private answers may be given, in the order in which they are tried.
WAYS = ("list", "array", "functions", "number")
EPSILONS = ("epsilon", "eps")
_SOURCES = ("rng", "prng", "random_state", "generator")


class NoValue:
    """An argument without a value. It may be passed on, and asked for noise, but not computed with."""

    def __init__(self, name: str) -> None:
        self.__dict__["_couplet_argument"] = name

    def _fail(self, *_: Any, **__: Any) -> Any:
        name = self.__dict__["_couplet_argument"]
        raise Refused(f"the argument '{name}' needs a value: -D {name}=…")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __abs__ = _fail
    __lt__ = __le__ = __gt__ = __ge__ = __len__ = __iter__ = __next__ = __getitem__ = _fail
    __float__ = __int__ = __index__ = __bool__ = __contains__ = __round__ = __str__ = __format__ = _fail
    __setitem__ = _fail

    def __getattr__(self, attribute: str) -> Any:
        if attribute in ("laplace", "exponential", "standard_exponential", "expovariate", "normal",
                         "uniform", "random", "integers", "choice", "gauss", "randint"):
            return getattr(Source(self._couplet_argument), attribute)
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return self._fail()

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self._fail()


def epsilon_names(names: list[str], settings: Settings) -> str | None:
    """Which of the arguments is epsilon; None = none of them."""
    chosen = settings.option("epsilon")
    if chosen:
        return chosen if chosen in names else None
    exactly = [n for n in names if n.lower() in EPSILONS]
    begins = [n for n in names if (n.lower().startswith("eps") or n == "ε") and n not in settings.values]
    if exactly:
        return exactly[-1]
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise Refused(f"{', '.join(begins)}: which is epsilon? -o python.epsilon=NAME says it")
    return None


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
        name = p.name
        if name == self.epsilon:
            return run.epsilon()
        if name in self.settings.values:
            value = self.settings.value(name)
            self.noted[name] = self.settings.values[name]
            return self._multiple(run, name, value)
        if name.lower().startswith("eps") and self.epsilon is not None:
            if name.lower() in EPSILONS and self.epsilon.lower() in EPSILONS:
                run.message("warning", 0, f"{name} and {self.epsilon} are taken to be equal: -D {name}=… gives another "
                                          "multiple")
                return run.epsilon()
            if p.has_default and is_number(p.default):
                if run.value_of_epsilon is None:
                    raise NeedsNumber(f"the argument '{name}' has a number")
                raise KeyError(name)
            raise Refused(f"the argument '{name}' needs a value, a multiple of {self.epsilon}: -D {name}=1/2")
        if p.has_default:
            raise KeyError(name)
        return Source(name) if name in _SOURCES else NoValue(name)

    def _multiple(self, run: Run, name: str, value: Any) -> Any:
        """A value of a second epsilon is a multiple of the first."""
        if self.epsilon is None or not name.lower().startswith("eps") or isinstance(value, (str, list)):
            return value
        factor = Fraction(self.settings.values[name])
        epsilon = run.epsilon()
        return epsilon * factor if isinstance(epsilon, Epsilon) else float(epsilon * factor)


def answers_as(run: Run, way: str, n: int, whole: Any = None) -> Any:
    """n new answers in the way that the function takes them."""
    answers = [run.answer() for _ in range(n)]
    if way == "list":
        return answers
    if way == "array":
        return array_of(answers, (n,))
    if way == "functions":
        return [Query(answer) for answer in answers]
    return answers[0]


class Query:
    """A question to a database, whose answer is private."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self.answer
