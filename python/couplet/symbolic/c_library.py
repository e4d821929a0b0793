# SPDX-License-Identifier: Apache-2.0
"""The functions and names of C's library that a mechanism may use, and the noise that no file defines."""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pycparser import c_ast

from .c_parse import is_noise, noise_kind
from .c_types import (BOOL, DOUBLE, EXACT_FLOAT, EXACT_INT, FLOAT, INT, LONG, SIZE, UNSET, UNSIGNED, VOID, Floating,
                      Integer, Pointer, PointerTo, Raw, Structure, Type, convert, copied, rounded, tidy, truth)
from .epsilon import Epsilon, exact
from .errors import NeedsNumber, Refused
from .opaque import OpaqueNumber
from .samplers import Base, Uniform
from .values import Real

if TYPE_CHECKING:
    from .c_interpreter import Interpreter

Typed = tuple[Any, Type]

_IGNORED = {"srand", "srandom", "srand48", "fflush", "fclose", "setbuf", "setvbuf", "free_rng", "va_end"}

_NUMBERS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10, "log1p": math.log1p,
    "expm1": math.expm1, "sin": math.sin, "cos": math.cos, "tan": math.tan, "tanh": math.tanh, "atan": math.atan,
    "cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x), "hypot": math.hypot, "fmod": math.fmod,
    "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)),
    "trunc": lambda x: float(math.trunc(x)), "copysign": math.copysign,
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x), "lround": lambda x: math.copysign(
        math.floor(abs(x) + 0.5), x), "rint": lambda x: float(round(x)), "nearbyint": lambda x: float(round(x))}
_ERRORS = (ValueError, OverflowError)

_CONSTANTS: dict[str, Typed] = {
    "NULL": (None, PointerTo("void *", 8)), "true": (1, BOOL), "false": (0, BOOL), "TRUE": (1, INT), "FALSE": (0, INT),
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


_WHOLE = Fraction(2 ** 31 - 1, 2), Fraction(2 ** 31, 2), INT
#: Of functions that give uniform random numbers: their mean, how far they go from there, and their type.
_UNIFORM = {"drand48": (Fraction(1, 2), Fraction(1, 2), DOUBLE), "rand": _WHOLE, "random": _WHOLE}


def is_known(name: str) -> bool:
    """Whether the name may stand for a function without being called."""
    return is_noise(name) or _plain(name) in _NUMBERS or name in _TABLE


def _plain(name: str) -> str:
    """sqrt for sqrtf and sqrtl."""
    return name[:-1] if name[-1:] in "fl" and name[:-1] in {*_NUMBERS, *_TABLE} else name


def call(it: Interpreter, name: str, node: Any) -> Typed:
    """Calls a function that the file does not define."""
    work = _TABLE.get(_plain(name))
    if work is not None:
        return work(it, name, node)
    if _plain(name) in _NUMBERS:
        return _number(it, _plain(name), node)
    if name in _IGNORED:
        if name.startswith("srand") and all(isinstance(part, c_ast.Constant) for part in (node.args.exprs if node.args else ())):
            it.run.understood.known_noise = f"{name} sets a fixed seed"
        return UNSET, VOID
    if name in _UNIFORM:
        return _uniform(it, name)
    kind = noise_kind(name)
    if kind is not None:
        return _noise(it, kind, name, node)
    if is_noise(name):
        it.fail(f"'{name}' draws noise that cannot be followed; where a function of the file makes Laplace noise of "
                "it, /* couplet: noise laplace(b) */ above that function says so, b being the parameter that is its scale",
                node)
    it.fail(f"'{name}' is neither defined in the file nor known", node)


# ---- Noise ----

def _uniform(it: Interpreter, name: str) -> Typed:
    """A random number, taken for a real one: of the whole ones up to RAND_MAX each stands for those around it."""
    centre, width, kind = _UNIFORM[name]
    it.run.message("warning", it.line(), f"what {name}() gives is taken for a random real number that nobody knows")
    return Uniform(Base(it.run, name), centre, width), kind


def _noise(it: Interpreter, kind: str, name: str, node: Any) -> Typed:
    parts = list(node.args.exprs) if node.args else []
    if len(parts) == 2 and isinstance(parts[1], c_ast.Constant) and parts[1].type == "string":
        it.run.message("warning", it.frames[-1].function.line, f"the second argument of '{name}' tells ShadowDP how to prove it, and is "
                                          "left aside")
        parts.pop()
    arguments = [it.value(part) for part in parts]
    it.at = node
    if not 1 <= len(arguments) <= 2:
        it.fail(f"'{name}' has {len(arguments)} arguments; expected its scale, or its mean and its scale", node)
    drawn = draw(it, kind, name, arguments[-1], node)
    return drawn if len(arguments) == 1 else it.binary("+", arguments[0], drawn)


def draw(it: Interpreter, kind: str, name: str, scale: Typed, node: Any) -> Typed:
    """Noise of this scale."""
    value, source = scale
    if isinstance(value, Real):
        raise Refused(f"the scale of '{name}' depends on a private answer or on noise")
    if isinstance(value, Epsilon) and source is FLOAT:
        value = Epsilon({power: _near(factor) for power, factor in value.powers.items()}, value.decide)
    elif not issubclass(type(value), (int, float, Fraction, Epsilon)):
        it.fail(f"the scale of '{name}' is not a number", node)
    it.at = node
    whole = kind == "discrete-laplace"
    result = (EXACT_INT if whole else EXACT_FLOAT) if it.program.dialect else LONG if whole else DOUBLE
    return it.run.draw(kind, value, name, it.line()), result


def _near(factor: Any) -> Any:
    """The simple fraction that a float of 32 bits stands for, where there is one."""
    if not issubclass(type(factor), float):
        return factor
    simple = Fraction(factor).limit_denominator(1000)
    return simple if rounded(float(simple), FLOAT) == rounded(factor, FLOAT) else factor


# ---- Numbers ----

def _number(it: Interpreter, name: str, node: Any) -> Typed:
    values = [value for value, _ in it.arguments_of(node)]
    it.at = node
    for value in values:
        if isinstance(value, Epsilon):
            raise NeedsNumber(f"'{name}' of epsilon")
        if isinstance(value, Uniform) and name in ("log", "log1p"):
            return (value.log() if name == "log" else value.log1p()), DOUBLE
        if isinstance(value, (Real, Uniform)):
            raise Refused(f"'{name}' of a private value or noise")
    try:
        result = _NUMBERS[name](*[float(value) for value in values])
    except _ERRORS as error:
        finite = all(map(math.isfinite, values))
        result = (math.inf if isinstance(error, OverflowError) else
                  -math.inf if name.startswith("log") and values == [0] else math.nan) if finite else (
            math.nan if any(value != value for value in values) else values[0])
    except TypeError:
        it.fail(f"'{name}' gets {len(values)} arguments", node)
    if name == "lround":
        return convert(result, DOUBLE, LONG), LONG
    if it.program.dialect:
        return (tidy(Fraction(result)) if math.isfinite(result) else result), EXACT_FLOAT
    return result, DOUBLE


def _absolute(it: Interpreter, name: str, node: Any) -> Typed:
    (value, source), = _arguments(it, name, node, 1)
    kind: Type = INT if name == "abs" else LONG if name == "labs" else DOUBLE
    if isinstance(source, Floating) and source.exact:
        kind = source
    value = convert(value, source, kind)
    return (abs(value) if isinstance(value, Uniform) else value if value >= 0 else -value), kind


def _extreme(it: Interpreter, name: str, node: Any) -> Typed:
    (a, a_type), (b, b_type) = _arguments(it, name, node, 2)
    greater = truth(it.binary(">=", (a, a_type), (b, b_type))[0])
    kind = EXACT_FLOAT if it.program.dialect else DOUBLE
    value, source = (a, a_type) if greater == name.startswith("fmax") else (b, b_type)
    return convert(value, source, kind), kind


def _power(it: Interpreter, name: str, node: Any) -> Typed:
    (a, _), (b, _) = _arguments(it, name, node, 2)
    if isinstance(a, Epsilon) and not isinstance(b, Epsilon) and b == int(b):
        return a ** int(b), DOUBLE
    if isinstance(a, (Real, Epsilon)) or isinstance(b, (Real, Epsilon)):
        raise Refused("a power of a private value or noise") if isinstance(a, Real) or isinstance(b, Real) else \
            NeedsNumber("a power of epsilon")
    try:
        result = math.pow(a, b)
    except OverflowError:
        result = math.inf
    except ValueError:
        result = math.nan
    return (tidy(exact(result)) if math.isfinite(result) else result, EXACT_FLOAT) if it.program.dialect else \
        (result, DOUBLE)


def _classify(it: Interpreter, name: str, node: Any) -> Typed:
    (value, _), = _arguments(it, name, node, 1)
    if isinstance(value, (Real, Epsilon)):
        return int(name == "isfinite"), INT
    test = {"isnan": math.isnan, "isinf": math.isinf, "isfinite": math.isfinite}[name]
    return int(test(value)), INT


def _arguments(it: Interpreter, name: str, node: Any, number: int) -> list[Typed]:
    values = it.arguments_of(node)
    it.at = node
    if len(values) != number:
        it.fail(f"'{name}' gets {len(values)} arguments; expected {number}", node)
    return values


# ---- Outputs ----

def text_of(it: Interpreter, value: Any) -> str:
    if not isinstance(value, Pointer) or not isinstance(value.storage.type, Integer):
        it.fail("a text is not an array of characters")
    letters: list[str] = []
    for letter in value.storage.cells[value.index:]:
        if letter == 0:
            return "".join(letters)
        if not isinstance(letter, int):
            it.fail("a letter of a text has no value, or is private")
        letters.append(chr(letter & 0x10FFFF))
    it.fail("a text without an end")


_CONVERSION = re.compile(r"%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?(?:hh|h|ll|l|L|z|j|t)?([a-zA-Z%])")


def _print(it: Interpreter, name: str, node: Any) -> Typed:
    """Each value is an output; texts around them are, too, with the numbers that everyone knows in them."""
    arguments = it.arguments_of(node)[1 if name == "fprintf" else 0:]
    it.at = node
    if not arguments:
        it.fail(f"'{name}' without a text", node)
    text = text_of(it, arguments[0][0])
    values = [value for value, _ in arguments[1:]]
    pending, at = "", 0
    for match in _CONVERSION.finditer(text):
        pending += text[at:match.start()]
        at = match.end()
        if match[1] == "%":
            pending += "%"
            continue
        if match[0].count("*"):
            it.fail("a width of '*' is not followed", node)
        if not values:
            it.fail(f"'{name}' has fewer values than its text asks for", node)
        value = values.pop(0)
        if isinstance(value, Real):
            if pending:
                it.emit(pending, it.line(), name, "printed")
            it.emit(value, it.line(), name, "printed")
            pending = ""
        else:
            pending += _shown(it, match, value)
    pending += text[at:]
    if values:
        it.fail(f"'{name}' has more values than its text asks for", node)
    if pending:
        it.emit(pending, it.line(), name, "printed")
    return 0, INT


def _shown(it: Interpreter, match: re.Match[str], value: Any) -> str:
    if isinstance(value, Epsilon):
        return repr(value)
    if isinstance(value, OpaqueNumber):
        return value.told_as()  # type: ignore[no-any-return]
    if match[1] == "s":
        return text_of(it, value)
    if match[1] == "c":
        return chr(value)
    if match[1] == "p" or not issubclass(type(value), (int, float, Fraction)):
        it.fail("a pointer is printed, which is not the same in two runs")
    shown = re.sub("hh|h|ll|l|L|z|j|t", "", match[0])
    return shown.replace(match[1], "d" if match[1] in "iu" else match[1]) % (
        float(value) if match[1] in "fFeEgGaA" else int(value))


def _puts(it: Interpreter, name: str, node: Any) -> Typed:
    arguments = it.arguments_of(node)
    it.at = node
    it.emit(text_of(it, arguments[0][0]) + ("\n" if name == "puts" else ""), it.line(), name, "printed")
    return 0, INT


def _putchar(it: Interpreter, name: str, node: Any) -> Typed:
    value, kind = it.arguments_of(node)[0]
    it.at = node
    it.emit(chr(it.whole_number((value, kind), "a letter that is printed") & 255), it.line(), name, "printed")
    return value, INT


def _output(it: Interpreter, name: str, node: Any) -> Typed:
    (value, _), = _arguments(it, name, node, 1)
    it.emit(value, it.line(), name, name)
    return UNSET, VOID


def _exit(it: Interpreter, name: str, node: Any) -> Typed:
    from .c_interpreter import Exit
    arguments = it.arguments_of(node)
    it.at = node
    it.run.output(f"{name} {tidy(arguments[0][0]) if arguments else ''}".strip(), it.line(), name)
    raise Exit()


def _assert(it: Interpreter, name: str, node: Any) -> Typed:
    from .c_interpreter import Exit
    (value, _), = _arguments(it, name, node, 1)
    if not truth(value):
        it.run.output("an assertion fails", it.line(), name)
        raise Exit()
    return UNSET, VOID


# ---- Memory ----

def _allocate(it: Interpreter, name: str, node: Any) -> Typed:
    sizes = [it.whole_number(typed, "the size of memory") for typed in it.arguments_of(node)]
    it.at = node
    size = math.prod(sizes) if sizes else 0
    if not 0 <= size <= 16_000_000:
        it.fail(f"{size} bytes of memory are asked for", node)
    return Raw(size, name == "calloc"), PointerTo("void *", 8)


def _reallocate(it: Interpreter, name: str, node: Any) -> Typed:
    (old, kind), size = _arguments(it, name, node, 2)
    new = Raw(it.whole_number(size, "the size of memory"), False)
    if old is None:
        return new, kind
    made = convert(new, kind, kind)
    number = min(len(made.storage.cells), len(old.storage.cells))
    made.storage.cells[:number] = old.storage.cells[:number]
    old.storage.alive = False
    return made, kind


def _free(it: Interpreter, name: str, node: Any) -> Typed:
    (value, _), = _arguments(it, name, node, 1)
    if isinstance(value, Pointer):
        if value.storage.role != "heap" or not value.storage.alive:
            it.fail("memory is freed that was not allocated, or twice", node)
        value.storage.alive = False
    return UNSET, VOID


def _copy(it: Interpreter, name: str, node: Any) -> Typed:
    target, source, size = _arguments(it, name, node, 3)
    kind = target[0].storage.type if isinstance(target[0], Pointer) else None
    if kind is None or not isinstance(source[0], Pointer):
        it.fail(f"'{name}' of what is not an array", node)
    pointer = PointerTo(f"{kind.name} *", 8, kind)
    number = it.whole_number(size, "a size") // max(1, kind.size)
    values = [it._loaded(it._target((source[0], pointer), i, node), node) for i in range(number)]
    for i, (value, inner) in enumerate(values):
        it.assign(it._target((target[0], pointer), i, node), copied(value), inner, node)
    return target


def _set(it: Interpreter, name: str, node: Any) -> Typed:
    target, value, size = _arguments(it, name, node, 3)
    if not isinstance(target[0], Pointer) or value[0] != 0:
        it.fail("'memset' of what is not an array, or to another value than 0", node)
    kind = target[0].storage.type
    for i in range(it.whole_number(size, "a size") // max(1, kind.size)):
        place = it._target((target[0], PointerTo("", 8, kind)), i, node)
        cell = place.storage.cells[place.index] if place.index < len(place.storage.cells) else None
        if isinstance(cell, Structure):
            it.fail("'memset' of structures is not followed", node)
        it.assign(place, 0, INT, node)
    return target


def _text_length(it: Interpreter, name: str, node: Any) -> Typed:
    (value, _), = _arguments(it, name, node, 1)
    return len(text_of(it, value)), SIZE


def _compare_texts(it: Interpreter, name: str, node: Any) -> Typed:
    (a, _), (b, _) = _arguments(it, name, node, 2)
    left, right = text_of(it, a), text_of(it, b)
    return (left > right) - (left < right), INT


_TABLE: dict[str, Callable[[Any, str, Any], Typed]] = {
    "fabs": _absolute, "abs": _absolute, "labs": _absolute, "fmin": _extreme, "fmax": _extreme, "pow": _power,
    "isnan": _classify, "isinf": _classify, "isfinite": _classify,
    "printf": _print, "fprintf": _print, "puts": _puts, "fputs": _puts, "putchar": _putchar, "putc": _putchar,
    "fputc": _putchar, "CHECKDP_OUTPUT": _output, "exit": _exit, "abort": _exit, "assert": _assert,
    "malloc": _allocate, "calloc": _allocate, "realloc": _reallocate, "free": _free, "memcpy": _copy,
    "memmove": _copy, "memset": _set, "strlen": _text_length, "strcmp": _compare_texts}
