# SPDX-License-Identifier: Apache-2.0
"""The functions and names of C's library that a mechanism may use, and the noise that no file defines."""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .c_memory import Pointer, Raw, Storage, copied, emit, text_of, the_run, whole_number
from .c_parse import is_noise, noise_kind as noise_kind
from .c_types import (ANY_POINTER, BOOL, DOUBLE, EXACT_FLOAT, EXACT_INT, FLOAT, INT, LONG, SIZE, UNSIGNED, VOID, CError, Floating,
                      Integer, PointerTo, Type, convert, rounded, tidy, truth)
from .epsilon import Epsilon, exact
from .errors import NeedsNumber, Refused, Stop
from .opaque import OpaqueNumber
from .samplers import Base, Uniform
from .values import Real

Typed = tuple[Any, Type]


class Exit(Stop):
    """The program ends itself."""


@dataclass
class Known:
    """A function of the library: what it does with its arguments, how many there are (None: any number), to what type each is
    converted (None: to none), and the type of what it gives."""
    work: Callable[..., Any]
    number: int | None
    takes: Type | None
    gives: Type


#: Functions that do nothing here.
_IGNORED = ("srand", "srandom", "srand48", "fflush", "fclose", "setbuf", "setvbuf", "free_rng", "va_end")
_NUMBERS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10, "log1p": math.log1p,
    "expm1": math.expm1, "sin": math.sin, "cos": math.cos, "tan": math.tan, "tanh": math.tanh, "atan": math.atan,
    "cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x), "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)), "trunc": lambda x: float(math.trunc(x)),
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x), "lround": lambda x: math.copysign(
        math.floor(abs(x) + 0.5), x), "rint": lambda x: float(round(x)), "nearbyint": lambda x: float(round(x))}
_PAIRS: dict[str, Callable[..., float]] = {"hypot": math.hypot, "fmod": math.fmod, "copysign": math.copysign}
_ERRORS = (ValueError, OverflowError)

_CONSTANTS: dict[str, Typed] = {
    "NULL": (None, ANY_POINTER), "true": (1, BOOL), "false": (0, BOOL), "TRUE": (1, INT), "FALSE": (0, INT),
    "INFINITY": (math.inf, FLOAT), "HUGE_VAL": (math.inf, DOUBLE), "NAN": (math.nan, FLOAT),
    "M_PI": (math.pi, DOUBLE), "M_E": (math.e, DOUBLE), "M_SQRT2": (math.sqrt(2), DOUBLE),
    "M_LN2": (math.log(2), DOUBLE),
    "DBL_MAX": (1.7976931348623157e308, DOUBLE), "DBL_MIN": (2.2250738585072014e-308, DOUBLE),
    "DBL_EPSILON": (2.0 ** -52, DOUBLE), "FLT_MAX": (3.4028234663852886e38, FLOAT), "FLT_EPSILON": (2.0 ** -23, FLOAT),
    "INT_MAX": (2 ** 31 - 1, INT), "INT_MIN": (-2 ** 31, INT), "UINT_MAX": (2 ** 32 - 1, UNSIGNED),
    "LONG_MAX": (2 ** 63 - 1, LONG), "LONG_MIN": (-2 ** 63, LONG), "SIZE_MAX": (2 ** 64 - 1, SIZE),
    "RAND_MAX": (2 ** 31 - 1, INT), "EXIT_SUCCESS": (0, INT), "EXIT_FAILURE": (1, INT), "EOF": (-1, INT),
    "stdout": (None, PointerTo("FILE *", 8)), "stderr": (None, PointerTo("FILE *", 8))}


def constant(name: str, dialect: bool) -> Typed | None:
    found = _CONSTANTS.get(name)
    if found is None or not dialect or not isinstance(found[1], (Integer, Floating)):
        return found
    return found[0], EXACT_INT if isinstance(found[1], Integer) else EXACT_FLOAT


def _plain(name: str) -> str:
    """sqrt for sqrtf and sqrtl."""
    known = {*_NUMBERS, *_PAIRS, *_TABLE}
    return name[:-1] if name not in known and name[-1:] in "fl" and name[:-1] in known else name


def find(name: str, dialect: bool) -> Known | None:
    """The function of this name, which the file does not define; None: it is not known."""
    real, plain = EXACT_FLOAT if dialect else DOUBLE, _plain(name)
    if plain in _TABLE:
        known = _TABLE[plain]
        gives = real if known.gives is DOUBLE else known.gives
        return Known(known.work, known.number, real if known.takes is DOUBLE else known.takes, gives)
    if plain in _NUMBERS or plain in _PAIRS:
        return Known(_number(plain, dialect), 1 if plain in _NUMBERS else 2, None, LONG if plain == "lround" else real)
    if name in _IGNORED:
        return Known(_seeding(name), None, None, VOID)
    if name in _UNIFORM:
        return Known(_uniform(name), 0, None, _UNIFORM[name][2])
    kind = noise_kind(name)
    if kind is not None:
        is_whole = kind == "discrete-laplace"
        gives = (EXACT_INT if is_whole else EXACT_FLOAT) if dialect else LONG if is_whole else DOUBLE
        return Known(noise(kind, name), 1, None, gives)
    return None


def as_value(name: str, known: Known) -> Callable[..., Any]:
    """The function as something that a pointer may point to."""
    def function(*values: Any) -> Any:
        return known.work(*values)
    function.__name__ = function.__qualname__ = name
    return function


def why_unknown(name: str) -> str:
    if is_noise(name):
        return f"'{name}' draws noise that cannot be followed; where a function of the file makes Laplace noise of " \
               "it, /* couplet: noise laplace(b) */ above that function says so, b being the parameter that is its scale"
    return f"'{name}' is neither defined in the file nor known"


# ---- Noise ----

_WHOLE = Fraction(2 ** 31 - 1, 2), Fraction(2 ** 31, 2), INT
#: Of functions that give uniform random numbers: their mean, how far they go from there, and their type.
_UNIFORM = {"drand48": (Fraction(1, 2), Fraction(1, 2), DOUBLE), "rand": _WHOLE, "random": _WHOLE}


def _uniform(name: str) -> Callable[..., Any]:
    """A random number, taken for a real one: of the whole ones up to RAND_MAX each stands for those around it."""
    def draw() -> Any:
        run, (centre, width, _) = the_run(), _UNIFORM[name]
        run.message("warning", run.line_of(), f"what {name}() gives is taken for a random real number that nobody knows")
        return Uniform(Base(run, name), centre, width)
    return draw


def _seeding(name: str) -> Callable[..., Any]:
    def seed(*given: Any) -> None:
        if name.startswith("srand") and given[-1] is True:
            the_run().understood.known_noise = f"{name} sets a fixed seed"
    return seed


def noise(kind: str, name: str, is_float: bool = False) -> Callable[..., Any]:
    """Noise of a scale. is_float: the scale has 32 bits."""
    def draw(value: Any) -> Any:
        value = convert(value, DOUBLE, EXACT_FLOAT) if not isinstance(value, Epsilon) else value
        if isinstance(value, Real) and value.terms:
            raise Refused(f"the scale of '{name}' depends on a private answer or on noise")
        if isinstance(value, Epsilon) and is_float:
            value = Epsilon({power: _near(factor) for power, factor in value.powers.items()}, value.decide)
        return the_run().draw(kind, value, name)
    return draw


def _near(factor: Any) -> Any:
    """The simple fraction that a float of 32 bits stands for, where there is one."""
    if not issubclass(type(factor), float):
        return factor
    simple = Fraction(factor).limit_denominator(1000)
    return simple if rounded(float(simple), FLOAT) == rounded(factor, FLOAT) else factor


# ---- Numbers ----

def _number(name: str, dialect: bool) -> Callable[..., Any]:
    def work(*values: Any) -> Any:
        for value in values:
            if isinstance(value, Epsilon):
                raise NeedsNumber(f"'{name}' of epsilon")
            if isinstance(value, Uniform) and name in ("log", "log1p"):
                return value.log() if name == "log" else value.log1p()
            if isinstance(value, (Real, Uniform)):
                raise Refused(f"'{name}' of a private value or noise")
        numbers = [convert(value, DOUBLE, DOUBLE) for value in values]
        result = _result_of(name, numbers)
        if name == "lround":
            return convert(result, DOUBLE, LONG)
        return tidy(Fraction(result)) if dialect and math.isfinite(result) else result
    return work


def _result_of(name: str, numbers: list[float]) -> float:
    try:
        return (_NUMBERS.get(name) or _PAIRS[name])(*numbers)
    except _ERRORS as error:
        if not all(map(math.isfinite, numbers)):
            return math.nan if any(value != value for value in numbers) else numbers[0]
        return math.inf if isinstance(error, OverflowError) else -math.inf if name.startswith("log") and numbers == [0] else math.nan


def _absolute(value: Any) -> Any:
    return abs(value) if isinstance(value, Uniform) else value if value >= 0 else -value


def _power(a: Any, b: Any) -> Any:
    if isinstance(a, Epsilon) and not isinstance(b, Epsilon) and b == int(b):
        return a ** int(b)
    if isinstance(a, (Real, Epsilon)) or isinstance(b, (Real, Epsilon)):
        raise Refused("a power of a private value or noise") if isinstance(a, Real) or isinstance(b, Real) else \
            NeedsNumber("a power of epsilon")
    is_exact = not (type(a) is float and type(b) is float)
    try:
        result = math.pow(a, b)
    except OverflowError:
        result = math.inf
    except ValueError:
        result = math.nan
    return tidy(exact(result)) if is_exact and math.isfinite(result) else result


def _classify(name: str) -> Callable[..., Any]:
    test = {"isnan": math.isnan, "isinf": math.isinf, "isfinite": math.isfinite}[name]
    return lambda value: int(name == "isfinite" if isinstance(value, (Real, Epsilon)) else test(value))


# ---- Outputs ----

_CONVERSION = re.compile(r"%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?(?:hh|h|ll|l|L|z|j|t)?([a-zA-Z%])")


def _print(name: str) -> Callable[..., Any]:
    """Each value is an output; texts around them are, too, with the numbers that everyone knows in them."""
    def show(*arguments: Any) -> int:
        shown = arguments[1 if name == "fprintf" else 0:]
        if not shown:
            raise CError(f"'{name}' without a text")
        values, text, line = list(shown[1:]), text_of(shown[0]), the_run().line_of()
        pending, at = "", 0
        for match in _CONVERSION.finditer(text):
            pending += text[at:match.start()]
            at = match.end()
            if match[1] == "%":
                pending += "%"
                continue
            if match[0].count("*"):
                raise CError("a width of '*' is not followed")
            if not values:
                raise CError(f"'{name}' has fewer values than its text asks for")
            value = values.pop(0)
            if not isinstance(value, Real):
                pending += _shown(match, value)
                continue
            for part in [pending, value] if pending else [value]:
                emit(part, line, name, "printed")
            pending = ""
        if values:
            raise CError(f"'{name}' has more values than its text asks for")
        if pending + text[at:]:
            emit(pending + text[at:], line, name, "printed")
        return 0
    return show


def _shown(match: re.Match[str], value: Any) -> str:
    if isinstance(value, Epsilon):
        return repr(value)
    if isinstance(value, OpaqueNumber):
        return value.told_as()  # type: ignore[no-any-return]
    if match[1] == "s":
        return text_of(value)
    if match[1] == "p" or not issubclass(type(value), (int, float, Fraction)):
        raise CError("a pointer is printed, which is not the same in two runs")
    if match[1] == "c":
        return chr(value)
    shown = re.sub("hh|h|ll|l|L|z|j|t", "", match[0])
    return shown.replace(match[1], "d" if match[1] in "iu" else match[1]) % (
        float(value) if match[1] in "fFeEgGaA" else int(value))


def _puts(name: str) -> Callable[..., Any]:
    def show(text: Any, *_: Any) -> int:
        emit(text_of(text) + ("\n" if name == "puts" else ""), the_run().line_of(), name, "printed")
        return 0
    return show


def _putchar(name: str) -> Callable[..., Any]:
    def show(letter: Any, *_: Any) -> Any:
        emit(chr(whole_number(letter, "a letter that is printed") & 255), the_run().line_of(), name, "printed")
        return letter
    return show


def _output(value: Any) -> None:
    emit(value, the_run().line_of(), "CHECKDP_OUTPUT", "CHECKDP_OUTPUT")


def _exit(name: str) -> Callable[..., Any]:
    def end(*arguments: Any) -> None:
        the_run().output(f"{name} {tidy(arguments[0]) if arguments else ''}".strip(), the_run().line_of(), name)
        raise Exit()
    return end


def _assert(value: Any) -> None:
    if not truth(value):
        the_run().output("an assertion fails", the_run().line_of(), "assert")
        raise Exit()


# ---- Memory ----

def _allocate(is_zero: bool) -> Callable[..., Any]:
    def allocate(*sizes: Any) -> Raw:
        size = math.prod(whole_number(one, "the size of memory") for one in sizes)
        if not 0 <= size <= 16_000_000:
            raise CError(f"{size} bytes of memory are asked for")
        return Raw(size, is_zero)
    return allocate


def _reallocate(old: Any, size: Any) -> Any:
    new = _allocate(False)(size)
    if not isinstance(old, Pointer):
        return new
    made = new.typed(old.storage.type)
    number = min(len(made.storage.cells), len(old.storage.cells))
    made.storage.cells[:number] = old.storage.cells[:number]
    old.storage.is_alive = False
    return made


def _free(value: Any) -> None:
    if isinstance(value, Pointer):
        if value.storage.role != "heap" or not value.storage.is_alive:
            raise CError("memory is freed that was not allocated, or twice")
        value.storage.is_alive = False


def _number_of_cells(name: str, pointer: Any, size: Any) -> int:
    if not isinstance(pointer, Pointer):
        raise CError(f"'{name}' of what is not an array")
    return whole_number(size, "a size") // max(1, pointer.storage.type.size)


def _copy(name: str) -> Callable[..., Any]:
    def copy(target: Any, source: Any, size: Any) -> Any:
        number = _number_of_cells(name, target, size)
        _number_of_cells(name, source, size)
        for i, value in enumerate([copied(source[i]) for i in range(number)]):
            target[i] = value
        return target
    return copy


def _set(target: Any, value: Any, size: Any) -> Any:
    if not isinstance(target, Pointer) or whole_number(value, "a letter") != 0:
        raise CError("'memset' of what is not an array, or to another value than 0")
    kind, is_real = target.storage.type, isinstance(target.storage.type, Floating) and not target.storage.type.exact
    if not isinstance(kind, (Integer, Floating, PointerTo)) or any(isinstance(cell, Storage) for cell in target.storage.cells):
        raise CError("'memset' of structures is not followed")
    for i in range(_number_of_cells("memset", target, size)):
        target[i] = 0.0 if is_real else None if isinstance(kind, PointerTo) else 0
    return target


def _compare_texts(one: Any, other: Any) -> int:
    left, right = text_of(one), text_of(other)
    return (left > right) - (left < right)


_TABLE: dict[str, Known] = {
    "fabs": Known(_absolute, 1, DOUBLE, DOUBLE), "abs": Known(_absolute, 1, INT, INT), "labs": Known(_absolute, 1, LONG, LONG),
    "fmin": Known(lambda a, b: b if a >= b else a, 2, DOUBLE, DOUBLE), "fmax": Known(lambda a, b: a if a >= b else b, 2, DOUBLE, DOUBLE),
    "pow": Known(_power, 2, DOUBLE, DOUBLE), **{name: Known(_classify(name), 1, DOUBLE, INT) for name in ("isnan", "isinf", "isfinite")},
    **{name: Known(_print(name), None, None, INT) for name in ("printf", "fprintf")},
    **{name: Known(_puts(name), None, None, INT) for name in ("puts", "fputs")},
    **{name: Known(_putchar(name), None, None, INT) for name in ("putchar", "putc", "fputc")},
    "CHECKDP_OUTPUT": Known(_output, 1, None, VOID), "exit": Known(_exit("exit"), None, None, VOID),
    "abort": Known(_exit("abort"), None, None, VOID), "assert": Known(_assert, 1, None, VOID),
    "malloc": Known(_allocate(False), None, None, ANY_POINTER), "calloc": Known(_allocate(True), None, None, ANY_POINTER),
    "realloc": Known(_reallocate, 2, None, ANY_POINTER), "free": Known(_free, 1, None, VOID),
    "memcpy": Known(_copy("memcpy"), 3, None, ANY_POINTER), "memmove": Known(_copy("memmove"), 3, None, ANY_POINTER),
    "memset": Known(_set, 3, None, ANY_POINTER), "strlen": Known(lambda text: len(text_of(text)), 1, None, SIZE),
    "strcmp": Known(_compare_texts, 2, None, INT)}
