# SPDX-License-Identifier: Apache-2.0
"""Noise is what is called, never what it is named: the libraries' functions, and what they draw.

While a mechanism runs, the functions of these libraries are replaced by ones that draw an atom.
"""
from __future__ import annotations

import builtins
import contextlib
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from .answers import AnswerIterator, AnswerList, Length, Positions
from .epsilon import Epsilon, is_number
from .errors import NeedsLength, Refused
from .run import Run
from .values import Real

_MISSING = object()


class Current:
    """The run that draws are part of; in one process there is one at a time."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.loading = False

    def need(self, call: str) -> Run:
        if self.run is None or self.loading:
            raise Refused(f"{call} draws noise while the module is loaded: it is drawn once for all "
                          "calls, and is known to who knows one of them")
        return self.run


CURRENT = Current()


def _shape_of(size: Any) -> tuple[int, ...]:
    if isinstance(size, tuple):
        return tuple(int(n) for n in size)
    return (int(size),)


def array_of(values: list[Any], shape: tuple[int, ...]) -> Any:
    """An array of objects, where numpy is there; else a list."""
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        if len(shape) == 1:
            return values
        raise
    array = numpy.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        array[i] = value
    from .numpy_standins import real_array
    return real_array(array.reshape(shape))


def _broadcast(value: Any, n: int, shape: tuple[int, ...]) -> list[Any]:
    """value for each of n draws: one number for all, or an array of them."""
    if isinstance(value, (Real, Epsilon)) or is_number(value):
        return [value] * n
    numpy = importlib.import_module("numpy")
    return list(numpy.broadcast_to(numpy.asarray(value, dtype=object), shape).ravel())


def _draws(kind: str, call: str, loc: Any, scale: Any, size: Any) -> Any:
    """What a library's function returns: loc plus draws of this scale, in the shape asked for."""
    run = CURRENT.need(call)
    if size is None and all(isinstance(v, (Real, Epsilon)) or is_number(v) for v in (loc, scale)):
        return loc + run.draw(kind, scale, call)
    if size is None:
        numpy = importlib.import_module("numpy")
        size = numpy.broadcast(numpy.asarray(loc, dtype=object), numpy.asarray(scale, dtype=object)).shape
    shape = _shape_of(size)
    n = 1
    for length in shape:
        n *= length
    if n > 10_000:
        raise Refused(f"{call} draws {n} times at once")
    pairs = zip(_broadcast(loc, n, shape), _broadcast(scale, n, shape))
    return array_of([a + run.draw(kind, b, call) for a, b in pairs], shape)


def _laplace(call: str) -> Callable[..., Any]:
    def laplace(loc: Any = 0.0, scale: Any = 1.0, size: Any = None, random_state: Any = None) -> Any:
        return _draws("laplace", call, loc, scale, size)
    return laplace


def _exponential(call: str) -> Callable[..., Any]:
    def exponential(scale: Any = 1.0, size: Any = None) -> Any:
        return _draws("exponential", call, 0, scale, size)
    return exponential


def _standard_exponential(call: str) -> Callable[..., Any]:
    def standard_exponential(size: Any = None, *_: Any, **__: Any) -> Any:
        return _draws("exponential", call, 0, 1.0, size)
    return standard_exponential


def _expovariate(call: str) -> Callable[..., Any]:
    def expovariate(lambd: Any = 1.0) -> Any:
        return _draws("exponential", call, 0, 1 / lambd, None)
    return expovariate


def _refusing(call: str, why: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused(f"{call}: {why}")
    return refuse


def _need_unseeded(seed: Any, call: str) -> None:
    if seed is not None and is_number(seed):
        raise Refused(f"{call} has a fixed seed: who knows the seed knows the noise")


_OTHER = "this noise cannot be followed; Laplace and exponential noise can"
_COIN = "a random number of this kind cannot be followed"
#: The functions of a source of random numbers: what each draws.
_METHODS: dict[str, Callable[[str], Callable[..., Any]]] = {
    "laplace": _laplace, "exponential": _exponential,
    "standard_exponential": _standard_exponential, "expovariate": _expovariate,
    **{name: lambda call: _refusing(call, _OTHER) for name in (
        "normal", "standard_normal", "gauss", "normalvariate", "gumbel", "geometric", "randn",
        "logistic", "standard_cauchy", "standard_gamma", "gamma", "gammavariate", "poisson",
        "lognormal", "lognormvariate", "standard_t", "binomial", "binomialvariate", "beta",
        "triangular", "power", "multivariate_normal", "dirichlet", "weibull", "pareto", "rayleigh",
        "wald", "vonmises", "zipf", "betavariate", "paretovariate", "vonmisesvariate", "weibullvariate",
        "chisquare", "f", "hypergeometric", "logseries", "multinomial", "negative_binomial",
        "noncentral_chisquare", "noncentral_f")},
    **{name: lambda call: _refusing(call, _COIN) for name in (
        "random", "random_sample", "ranf", "sample", "rand", "uniform", "randint", "integers",
        "random_integers", "randrange", "choice", "choices", "shuffle", "permutation", "permuted",
        "getrandbits", "randbytes", "bytes", "tomaxint")},
}


class Source:
    """Stands for a generator of random numbers: numpy's Generator and RandomState, random.Random."""

    def __init__(self, name: str, seed: Any = None) -> None:
        self._name, self._seed = name, seed

    def __getattr__(self, method: str) -> Any:
        if method.startswith("__"):
            raise AttributeError(method)
        call = f"{self._name}.{method}"
        if method == "seed":
            return _seeding(call)
        if method not in _METHODS:
            return _refusing(call, _COIN)
        _need_unseeded(self._seed, call)
        return _METHODS[method](call)

    def __deepcopy__(self, memo: Any) -> Source:
        return self


def _seeding(call: str) -> Callable[..., Any]:
    def seed(value: Any = None, *_: Any, **__: Any) -> None:
        _need_unseeded(value, call)
    return seed


def _maker(name: str) -> Callable[..., Any]:
    def make(seed: Any = None, *_: Any, **__: Any) -> Any:
        return seed if isinstance(seed, Source) else Source(name, seed)
    return make


class _Distribution:
    """Stands for scipy.stats.laplace and expon; frozen ones have their parameters."""

    def __init__(self, kind: str, call: str, loc: Any = 0, scale: Any = 1) -> None:
        self._kind, self._call, self._loc, self._scale = kind, call, loc, scale

    def __call__(self, loc: Any = 0, scale: Any = 1) -> _Distribution:
        return _Distribution(self._kind, self._call, loc, scale)

    def rvs(self, loc: Any = None, scale: Any = None, size: Any = None, random_state: Any = None) -> Any:
        _need_unseeded(random_state, self._call)
        return _draws(self._kind, self._call, self._loc if loc is None else loc,
                      self._scale if scale is None else scale, None if size == 1 else size)


#: Of scipy.stats, by their names there.
DISTRIBUTIONS = {"laplace": _Distribution("laplace", "scipy.stats.laplace.rvs"),
                 "expon": _Distribution("exponential", "scipy.stats.expon.rvs")}


def _default_rng(seed: Any = None) -> Any:
    return seed if isinstance(seed, _Generator) else _Generator(_maker("rng")(seed))


class _Generator(Source):
    """Stands for numpy's class Generator: what is made of a seeded source of bits is seeded."""

    def __init__(self, bits: Any = None) -> None:
        super().__init__("rng", getattr(bits, "_seed", None))


def _replacements() -> Iterator[tuple[Any, str, Any]]:
    """(module, name, what stands in) for the libraries that are loaded."""
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        for name in _METHODS:
            if hasattr(numpy_random, name):
                yield numpy_random, name, _METHODS[name](f"np.random.{name}")
        yield numpy_random, "seed", _seeding("np.random.seed")
        yield numpy_random, "default_rng", _default_rng
        yield numpy_random, "RandomState", _maker("RandomState")
        yield numpy_random, "Generator", _Generator
        for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"):
            yield numpy_random, name, _maker(name)
    random = sys.modules.get("random")
    if random is not None:
        for name in _METHODS:
            if hasattr(random, name):
                yield random, name, _METHODS[name](f"random.{name}")
        yield random, "seed", _seeding("random.seed")
        yield random, "Random", _maker("Random")
        yield random, "SystemRandom", _maker("SystemRandom")
    stats = sys.modules.get("scipy.stats")
    if stats is not None:
        yield from ((stats, name, value) for name, value in DISTRIBUTIONS.items())
    secrets = sys.modules.get("secrets")
    for name in ("randbelow", "randbits", "choice", "token_bytes") if secrets is not None else ():
        yield secrets, name, _refusing(f"secrets.{name}", _COIN)


def _called_with_list(function: Any, first: Any, arguments: Any, named: Any) -> Any:
    """Calls whose first argument is a list of any length, its length or its iterator."""
    if function is builtins.len and isinstance(first, AnswerList):
        return Length(first.asking)
    if function is builtins.enumerate and isinstance(first, AnswerList):
        start = arguments[1] if len(arguments) > 1 else named.get("start", 0)
        return AnswerIterator(first.asking, start=int(start))
    if function is builtins.range and isinstance(first, Length) and len(arguments) == 1:
        return Positions(first.asking)
    if function is builtins.iter and len(arguments) == 1 and not isinstance(first, Length):
        return iter(first)
    if function is builtins.next and isinstance(first, AnswerIterator) and len(arguments) == 1:
        return first.__next__()
    if getattr(function, "__module__", None) == "builtins" and not isinstance(function, types.FunctionType):
        raise NeedsLength(f"{function.__name__}() of the list of answers")
    return function(*arguments, **named)


@contextlib.contextmanager
def replaced() -> Iterator[None]:
    """Within it, the libraries' functions draw atoms; then they are what they were."""
    from .numpy_standins import numpy_replacements
    before = []
    for owner, name, value in [*_replacements(), *numpy_replacements()]:
        before.append((owner, name, getattr(owner, name, _MISSING)))
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in reversed(before):
            if value is _MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, value)


def called(function: Any, *arguments: Any, **named: Any) -> Any:
    """function(*arguments), where calls of some builtins mean another thing for symbolic values."""
    first = arguments[0] if arguments else None
    if isinstance(first, (AnswerList, Length, AnswerIterator)):
        return _called_with_list(function, first, arguments, named)
    if function is builtins.float and isinstance(first, (Real, Epsilon)):
        return first
    if function is builtins.isinstance and isinstance(first, (Real, Epsilon)):
        kinds = arguments[1] if isinstance(arguments[1], tuple) else (arguments[1],)
        return any(kind is float or builtins.issubclass(float, kind) or
                   (isinstance(kind, type) and "float" in kind.__name__) for kind in kinds)
    if function is builtins.print:
        run = CURRENT.run
        if run is not None and not CURRENT.loading:
            run.output(arguments, 0, "print")
        return None
    if function is builtins.input:
        raise Refused("input() asks a person")
    return function(*arguments, **named)
