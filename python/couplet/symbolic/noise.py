# SPDX-License-Identifier: Apache-2.0
"""Noise is recognised by the function that is called, not by a name: the libraries' functions, and what they draw.

While a mechanism runs, the functions of these libraries are replaced by ones that draw an atom.
"""
from __future__ import annotations

import contextlib
import json
import logging
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from .answers import AnswerList, Length, Node
from .current import CURRENT
from .epsilon import Epsilon, exact, is_number
from .each import Each
from .errors import DrawnAtLoad, NeedsNumber, Refused
from .number import Number, line_of
from .samplers import OF_MATH, Base, Chance, Geometric, Pair, Pending, Sign, Uniform, math_log1p
from .texts import Text, shown
from .values import Real, holds_symbols

_MISSING = object()


def _shape_of(size: Any) -> tuple[int, ...]:
    if isinstance(size, tuple):
        return tuple(int(n) for n in size)
    return (int(size),)


def array_of(values: list[Any], shape: tuple[int, ...]) -> Any:
    """An array of objects, where numpy is there; else a list."""
    from .numpy_standins import Row, numpy_installed, numpy_needed, real_array
    if len(shape) == 1 and numpy_installed() is None:
        return Row(values)
    numpy = numpy_needed("an array of noise")
    array = numpy.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        array[i] = value
    return real_array(array.reshape(shape))


def _broadcast(value: Any, n: int, shape: tuple[int, ...]) -> list[Any]:
    """value for each of n draws: one number for all, or an array of them."""
    if isinstance(value, (Real, Epsilon)) or is_number(value):
        return [value] * n
    from .numpy_standins import numpy_needed
    numpy = numpy_needed("noise around an array")
    return list(numpy.broadcast_to(numpy.asarray(value, dtype=object), shape).ravel())


def _draws(kind: str, source: Source, name: str, loc: Any, scale: Any, size: Any) -> Any:
    """What a library's function returns: loc plus draws of this scale, in the shape asked for."""
    call = f"{source.name}.{name}"
    if isinstance(size, tuple) and len(size) == 1 and isinstance(size[0], Length):
        size = size[0]
    if any(isinstance(one, (Length, AnswerList, Each)) for one in (size, loc)):
        asking = (size if isinstance(size, Length) else loc).asking
        return loc + Each(Node(asking, source.draw, (kind, scale, call)))
    if size is None and all(isinstance(v, (Real, Epsilon)) or is_number(v) or hasattr(type(v), "as_length") for v in (loc, scale)):
        return loc + source.draw(kind, scale, call)
    if size is None:
        from .numpy_standins import numpy_needed
        numpy = numpy_needed(call)
        size = numpy.broadcast(numpy.asarray(loc, dtype=object), numpy.asarray(scale, dtype=object)).shape
    shape = _shape_of(size)
    n = math.prod(shape)
    if n > 10_000:
        raise Refused(f"{call} draws {n} times at once")
    pairs = zip(_broadcast(loc, n, shape), _broadcast(scale, n, shape))
    return array_of([a + source.draw(kind, b, call) for a, b in pairs], shape)


def _laplace(source: Source, name: str) -> Callable[..., Any]:
    return lambda loc=0.0, scale=1.0, size=None: _draws("laplace", source, name, loc, scale, size)


def _exponential(source: Source, name: str) -> Callable[..., Any]:
    return lambda scale=1.0, size=None: _draws("exponential", source, name, 0, scale, size)


def _standard_exponential(source: Source, name: str) -> Callable[..., Any]:
    return lambda size=None, *_, **__: _draws("exponential", source, name, 0, 1.0, size)


def _expovariate(source: Source, name: str) -> Callable[..., Any]:
    return lambda lambd=1.0: _draws("exponential", source, name, 0, 1 / lambd, None)


def _refusing(call: str, why: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused(f"{call}: {why}")
    return refuse


def _uniform(source: Source, name: str) -> Callable[..., Any]:
    def one(low: Any, high: Any) -> Any:
        if source.is_known or CURRENT.loading:
            raise Refused(f"{source.name}.{name}: {_COIN}")
        base = Base(CURRENT.need(name), f"{source.name}.{name}")
        return Uniform(base, (exact(low) + exact(high)) / 2, (exact(high) - exact(low)) / 2)

    def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        if size is None:
            return one(low, high)
        shape = _shape_of(size)
        return array_of([one(low, high) for _ in range(math.prod(shape))], shape)

    def unit(size: Any = None, *_: Any) -> Any:
        return uniform(size=size)
    return uniform if name == "uniform" else unit  # type: ignore[return-value]


def _geometric(source: Source, name: str) -> Callable[..., Any]:
    def geometric(p: Any, size: Any = None) -> Any:
        call = f"{source.name}.{name}"
        run = CURRENT.need(call)
        if run.value_of_epsilon is None:
            raise NeedsNumber(f"the probability of {call}")
        if source.is_known or CURRENT.loading:
            raise Refused(f"{call}: {Geometric.WHY}")
        if size is not None or not is_number(p) or not 0 < p < 1:
            raise Refused(f"{call}: one draw with a probability between 0 and 1 is followed")
        ratio = 1 - exact(p)
        scale = Fraction(-1 / math_log1p(-float(exact(p))))  # the leaf: a number that is told to be rounded
        simple = scale.limit_denominator(_MOST_DENOMINATOR)
        if abs(simple - scale) < scale / 2 ** 40:
            scale = simple

        def draw() -> Any:
            run.need_whole_answers()
            return source.draw("discrete-laplace", Number(scale, line_of()), call)
        return Geometric(Pair(draw, ratio))
    return geometric


def _below(source: Source, name: str, n: Any) -> Any:
    """A public random number from 0 on, below n."""
    call = f"{source.name}.{name}"
    run = CURRENT.need(call)
    if source.is_known or CURRENT.loading:
        raise Refused(f"{call}: {_COIN}")
    place = run.line_of(), call
    if isinstance(n, Length):
        run.understood.chances.add(place)
    if isinstance(n, Length) or (run.understood.hides_chance and place in run.understood.chances):
        return Chance()
    if not isinstance(n, int):
        raise Refused(f"{call}: {_COIN}")
    return run.toss_of(n)


def _choice(source: Source, name: str) -> Callable[..., Any]:
    def choice(values: Any, *arguments: Any, **named: Any) -> Any:
        given = list(values) if isinstance(values, (list, tuple, str, range)) else []
        if arguments or named or holds_symbols(given):
            raise Refused(f"{source.name}.{name}: {_COIN}")
        if isinstance(values, (int, Length)):
            return _below(source, name, values)
        if sorted(given, key=repr) == [-1, 1] and not (source.is_known or CURRENT.loading) and \
                CURRENT.need(name).understood.makes_signs:
            return Sign(Base(CURRENT.need(name), f"{source.name}.{name}"), 1)
        return given[_below(source, name, len(given))]
    return choice


def _whole(source: Source, name: str) -> Callable[..., Any]:
    def whole(low: Any, high: Any = None, size: Any = None, *_: Any, **named: Any) -> Any:
        if size is not None or named.keys() - {"dtype"}:
            raise Refused(f"{source.name}.{name}: {_COIN}")
        low, high = (0, low) if high is None else (low, high)
        includes_high = name == "randint" and source.name in ("random", "Random", "SystemRandom")
        drawn = _below(source, name, high - low + includes_high)
        return drawn if low == 0 else drawn + low
    return whole


def _coin(source: Source, name: str) -> Callable[..., Any]:
    def coin(n: Any = 1, p: Any = 0.5, size: Any = None) -> Any:
        if n != 1 or size is not None or not is_number(p) or not 0 < p < 1:
            raise Refused(f"{source.name}.{name}: {_COIN}")
        return _below(source, name, 2)
    return coin


#: Of scales that come of the logarithm of a probability.
_MOST_DENOMINATOR = 1 << 12
_OTHER = "this noise cannot be followed; Laplace and exponential noise can"
_COIN = "a random number of this kind cannot be followed"
#: The functions of a source of random numbers: what each draws.
_METHODS: dict[str, Callable[[Source, str], Callable[..., Any]]] = {
    "laplace": _laplace, "exponential": _exponential,
    "standard_exponential": _standard_exponential, "expovariate": _expovariate,
    "uniform": _uniform, "random": _uniform, "random_sample": _uniform, "rand": _uniform, "choice": _choice, "geometric": _geometric,
    "randint": _whole, "integers": _whole, "randrange": _whole, "binomial": _coin, "binomialvariate": _coin,
    **{name: lambda source, name: _refusing(f"{source.name}.{name}", _OTHER) for name in (
        "normal", "standard_normal", "gauss", "normalvariate", "gumbel", "randn",
        "logistic", "standard_cauchy", "standard_gamma", "gamma", "gammavariate", "poisson",
        "lognormal", "lognormvariate", "standard_t", "beta",
        "triangular", "power", "multivariate_normal", "dirichlet", "weibull", "pareto", "rayleigh",
        "wald", "vonmises", "zipf", "betavariate", "paretovariate", "vonmisesvariate", "weibullvariate",
        "chisquare", "f", "hypergeometric", "logseries", "multinomial", "negative_binomial",
        "noncentral_chisquare", "noncentral_f")},
    **{name: lambda source, name: _refusing(f"{source.name}.{name}", _COIN) for name in (
        "ranf", "sample", "random_integers", "choices", "shuffle", "permutation", "permuted",
        "getstate", "setstate", "get_state", "set_state",
        "getrandbits", "randbytes", "bytes", "tomaxint")},
}


def _is_fixed(seed: Any) -> bool:
    """Whether who reads the code knows the seed: any that is not drawn by the system."""
    return seed.is_known if isinstance(seed, Source) else seed is not None


class Source:
    """Stands for a generator of random numbers: numpy's Generator and RandomState, random.Random,
    and the modules whose functions draw from one."""

    name: str
    is_known: bool

    def __init__(self, name: str, seed: Any = None) -> None:
        self.name, self.is_known = name, _is_fixed(seed)

    def seed(self, *values: Any, **named: Any) -> None:
        """Who knows the seed knows the noise, that of later calls, too."""
        self.is_known = any(map(_is_fixed, (*values, *named.values())))
        if self.is_known and CURRENT.run is not None:
            CURRENT.run.understood.known_noise = f"{self.name}.seed sets a fixed seed"

    def draw(self, kind: str, scale: Any, call: str) -> Any:
        """A draw. One that is known is output: it hides nothing."""
        run = CURRENT.need(call)
        is_number_alone = not isinstance(scale, (Epsilon, Real))
        if not (self.is_known or CURRENT.loading) or (is_number_alone and scale == 0):
            if is_number_alone and scale > 0 and run.value_of_epsilon is None:
                return Pending(Base(run, call, kind), scale)  # it may be multiplied by 1 / epsilon
            return run.draw(kind, scale, call)
        if CURRENT.loading and run.understood.leaves_draws:
            raise DrawnAtLoad(f"{call} draws noise while the module is loaded")
        why = "has a fixed seed" if self.is_known else "is drawn once for all calls, while the module is loaded"
        run.understood.known_noise = f"{call} {why}"
        run.message("warning", run.line_of(), f"{call} {why}: its noise is taken as known to everyone")
        value = run.draw_at(kind, Fraction(1), call, run.line_of())
        run.output(value, 0, "known noise")
        return value

    def __getattr__(self, method: str) -> Any:
        if method.startswith("__"):
            raise AttributeError(method)
        if method not in _METHODS:
            return _refusing(f"{self.name}.{method}", _COIN)
        return _METHODS[method](self, method)

    def _copied(self, *_: Any) -> Any:
        raise Refused(f"{self.name}: a generator of random numbers is copied, and two would draw the same noise")

    __copy__ = __deepcopy__ = __reduce_ex__ = _copied


CURRENT.legacy = Source("np.random")


def declared(kind: str, name: str, scale: Any) -> Any:
    """A draw of a function that is said to draw noise; it is believed, and the report says so."""
    run = CURRENT.need(name)
    run.message("warning", run.line_of(), f"that {name} draws {kind} noise is believed, as a comment says it")
    return Source(name).draw(kind, scale, f"{name} (believed)")


def _maker(name: str) -> Callable[..., Any]:
    def make(seed: Any = None, *_: Any, **__: Any) -> Any:
        return seed if isinstance(seed, Source) else Source(name, seed)
    return make


def tell(values: Any, how: str) -> None:
    """Outputs values that are shown to someone."""
    if CURRENT.run is not None and not CURRENT.loading:
        CURRENT.run.output(values, 0, how)


def _telling(how: str, name: str = "") -> Callable[..., None]:
    def told(*values: Any, **named: Any) -> None:
        parts = [shown(value) for value in (*values, *named.values()) if not isinstance(value, (logging.Logger, type))]
        if name == "exception" or named.get("exc_info"):
            parts.append(sys.exc_info()[1])
        where = next((value.name for value in values if isinstance(value, logging.Logger)), "")
        tell(parts, " ".join(filter(None, (how, name, where, *(v.__name__ for v in values if isinstance(v, type))))))
    return told


def _dumps(value: Any, **named: Any) -> Any:
    return Text([value]) if holds_symbols([value]) else _JSON_DUMPS(value, **named)


_JSON_DUMPS = json.dumps


class Stream:
    """Stands for standard output and standard error."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def write(self, text: Any) -> None:
        tell(text, f"write{self.name}")

    def flush(self) -> None:
        pass


class _Distribution:
    """Stands for scipy.stats.laplace and expon; frozen ones have their parameters."""

    def __init__(self, kind: str, name: str, loc: Any = 0, scale: Any = 1) -> None:
        self._kind, self._name, self._loc, self._scale = kind, name, loc, scale

    def __call__(self, loc: Any = 0, scale: Any = 1) -> _Distribution:
        return _Distribution(self._kind, self._name, loc, scale)

    def rvs(self, loc: Any = None, scale: Any = None, size: Any = None, random_state: Any = None) -> Any:
        source = random_state if isinstance(random_state, Source) else Source(self._name, random_state)
        source.is_known |= random_state is None and CURRENT.legacy.is_known
        return _draws(self._kind, source, "rvs", self._loc if loc is None else loc,
                      self._scale if scale is None else scale, size)


#: Of scipy.stats, by their names there.
DISTRIBUTIONS = {"laplace": _Distribution("laplace", "scipy.stats.laplace"),
                 "expon": _Distribution("exponential", "scipy.stats.expon")}


def _default_rng(seed: Any = None) -> Any:
    return seed if isinstance(seed, _Generator) else _Generator(_maker("rng")(seed))


class _Generator(Source):
    """Stands for numpy's class Generator: what is made of a seeded source of bits is seeded."""

    def __init__(self, bits: Any = None) -> None:
        super().__init__("rng", 0 if getattr(bits, "is_known", False) else None)


def _replacements() -> Iterator[tuple[Any, str, Any]]:
    """(module, name, what stands in) for the libraries that are loaded."""
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        for name in (*_METHODS, "seed"):
            if hasattr(numpy_random, name):
                yield numpy_random, name, getattr(CURRENT.legacy, name)
        yield numpy_random, "default_rng", _default_rng
        yield numpy_random, "SeedSequence", _refusing("numpy.random.SeedSequence", "two generators may be made of it")
        yield numpy_random, "RandomState", _maker("RandomState")
        yield numpy_random, "Generator", _Generator
        for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"):
            yield numpy_random, name, _maker(name)
    random = sys.modules.get("random")
    if random is not None:
        for name in (*_METHODS, "seed"):
            if hasattr(random, name):
                yield random, name, getattr(_RANDOM, name)
        yield random, "Random", _maker("Random")
        yield random, "SystemRandom", _maker("SystemRandom")
    stats = sys.modules.get("scipy.stats")
    if stats is not None:
        yield from ((stats, name, value) for name, value in DISTRIBUTIONS.items())
    from .libraries import LIBRARIES
    for library, stand_ins in LIBRARIES.items():
        module = sys.modules.get(library)
        if isinstance(getattr(module, "__file__", None), str):
            yield from ((module, name, value) for name, value in stand_ins.items() if hasattr(module, name))
    for name in ("debug", "info", "warning", "error", "critical", "exception", "log"):
        yield logging.Logger, name, _telling("log", name)
        yield logging, name, _telling("log", name)
    yield from ((math, name, value) for name, value in OF_MATH.items())
    yield json, "dumps", _dumps
    yield warnings, "warn", _telling("warning")
    yield sys, "stdout", Stream()
    yield sys, "stderr", Stream(" stderr")
    yield sys, "__stdout__", Stream()
    yield sys, "__stderr__", Stream(" stderr")
    secrets = sys.modules.get("secrets")
    for name in ("randbelow", "randbits", "choice", "token_bytes") if secrets is not None else ():
        yield secrets, name, _refusing(f"secrets.{name}", _COIN)


def _replacements_now() -> list[tuple[Any, str, Any]]:
    """All of them, made anew where other libraries are loaded."""
    from .libraries import LIBRARIES
    from .numpy_standins import numpy_replacements
    CURRENT.legacy.is_known = _RANDOM.is_known = False
    libraries = [sys.modules.get(name) for name in ("numpy", "numpy.random", "random", "scipy.stats", "secrets", *LIBRARIES)]
    if _MADE.libraries != libraries:
        _MADE.libraries, _MADE.replacements = libraries, [*_replacements(), *numpy_replacements()]
    return _MADE.replacements


class _Made:
    """What stands in for the libraries that are loaded."""

    def __init__(self) -> None:
        self.libraries: list[Any] = []
        self.replacements: list[tuple[Any, str, Any]] = []
        self.active: list[tuple[Any, str, Any]] | None = None  # those that stand there now


_MADE, _RANDOM = _Made(), Source("random")


@contextlib.contextmanager
def replaced() -> Iterator[None]:
    """Within it, the libraries' functions draw atoms; then they are what they were."""
    made, outer = _replacements_now(), _MADE.active
    if made is outer:
        yield
        return
    before = []
    for owner, name, value in made:
        before.append((owner, name, getattr(owner, name, _MISSING)))
        setattr(owner, name, value)
    _MADE.active = made
    try:
        yield
    finally:
        _MADE.active = outer
        for owner, name, value in reversed(before):
            if value is _MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, value)
