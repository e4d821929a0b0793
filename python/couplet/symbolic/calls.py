# SPDX-License-Identifier: Apache-2.0
"""Each call of the user's code: what it means for symbolic values, and what is known of what is called.

Of a call that is not known it is told what it is given, and no verdict is given for lists of any length
(``Run.unseen``): what it keeps cannot be seen.
"""
from __future__ import annotations

import builtins
import dis
import functools
import sys
import types
from collections.abc import Callable
from typing import Any

from . import noise
from .answers import AnswerList, Length, Position, Positions, Rank, Ranked, Rounds, positions_of
from .each import Each, Extreme, Hits, clipped, function_of_numpy, greater, lesser
from .epsilon import Epsilon
from .errors import Misused, NeedsLength, Refused
from .largest import Sorted, call_of, choosing
from .current import CURRENT, is_own_class
from .number import Number, line_of
from .opaque import Opaque
from .rounding import Rounded, rounded
from .texts import Text, shown, text_of_call
from .values import Real, clipped_answer, holds_symbols

#: Modules whose functions and classes keep nothing but what their arguments and results hold.
_PURE = frozenset(
    "builtins math cmath operator _operator itertools functools _functools collections _collections collections.abc "
    "_collections_abc copy copyreg fractions decimal _decimal statistics numbers json json.encoder json.decoder string struct "
    "_struct bisect _bisect heapq _heapq re dataclasses enum typing types abc datetime time textwrap contextlib _contextlib "
    "posixpath pathlib io _io numpy numpy.linalg numpy.core numpy.ma numpy.fft scipy.special scipy.stats logging uuid "
    "pprint reprlib zlib hashlib _hashlib base64 binascii array queue _queue random secrets typing_extensions".split())
#: What of these modules changes or shows something all the same.
_STATEFUL = frozenset(
    "getcontext setcontext localcontext seterr seterrcall seterrobj setbufsize set_printoptions set_string_function "
    "set_numeric_ops errstate printoptions save savez savez_compressed savetxt tofile fromfile load loadtxt genfromtxt "
    "memmap redirect_stdout redirect_stderr open open_code breakpoint input setstate getstate set_state get_state "
    "setLevel getChild addHandler removeHandler basicConfig disable addFilter removeFilter pprint write_text write_bytes "
    "touch mkdir unlink rename replace_file symlink_to tzset sleep register".split())
#: Modules whose objects may be changed: what they hold is a part of states.
_SEEN = ("builtins", "collections", "types", "functools", "numpy")
#: Modules of the standard library that may show to others what they are given.
_TELLING = ("os", "posix", "sys", "_io", "socket", "ssl", "subprocess", "_posixsubprocess", "http", "urllib", "syslog",
            "ctypes", "mmap", "multiprocessing", "shutil", "sqlite3", "_sqlite3", "smtplib", "ftplib", "logging", "asyncio",
            "socketserver", "xmlrpc", "webbrowser", "curses", "readline", "pdb", "faulthandler", "pathlib", "builtins",
            "contextlib", "pprint", "atexit")
_METHODS = (types.BuiltinFunctionType, types.MethodWrapperType)
_UNBOUND = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
#: Functions of numpy that give an object itself where numbers would give True or False.
_TRUTHS = ("all", "any", "alltrue", "sometrue", "logical_and", "logical_or", "logical_not", "logical_xor")
_ASKS_FINITE = ("isfinite", "isinf", "isnan")
#: Types that a position becomes, and stays what it is: whole numbers.
_WHOLE = ("int", "int64", "int32", "intp", "longlong")
#: Stand-ins for functions of numpy that know such arrays.
_MADE_OF_ARRAYS = ("array", "asarray", "asanyarray", "argmax", "argmin", "argsort", "make", "place", "sorted_places", "laplace", "exponential")
#: Builtins that look at the frame of their caller.
_OF_FRAMES = (builtins.locals, builtins.globals, builtins.eval, builtins.exec, builtins.super, builtins.dir, builtins.vars)
_SETTING = (builtins.setattr, builtins.delattr, object.__setattr__, object.__delattr__, type.__setattr__, type.__delattr__)
_OF_DICTS = ("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__", "__ior__")
#: Functions whose value moves by at most as much as one item of the list does, and by as much where all do.
_OF_WHOLE = ("max", "min", "amax", "amin", "median", "median_low", "median_high", "sorted", "sort")
#: Functions that clip, and how.
CLIPPING = {"max": "max", "maximum": "max", "min": "min", "minimum": "min", "clip": "clip", "abs": "abs", "absolute": "abs"}
_ARRAYS_CLIPPED: dict[str, Callable[..., Any]] = {"clip": clipped, "maximum": greater, "minimum": lesser}
#: Where the prelude's functions have what they go through, if it is not their first argument.
_SECOND = ("map", "filter", "takewhile", "dropwhile", "reduce")


# ---- What is known of what is called ---------------------------------------------------------

def _home_of_class(kind: type) -> str:
    """The module of the first class that is not the user's."""
    return next((base.__module__ for base in kind.__mro__ if not is_own_class(base)), "builtins")


def _homes_of(function: Any) -> tuple[str, ...]:
    """The modules that define what is called; of a method also that of its object."""
    kind = type(function)
    if kind is types.FunctionType:
        home = function.__globals__.get("__name__")  # what wraps a function of the user's has its name and its module
        return ("",) if function.__code__.co_filename in CURRENT.own_files else (str(home),)
    if kind is types.MethodType:
        owner = function.__self__
        return (*_homes_of(function.__func__), "" if type(owner) is type else _home_of_class(type(owner)))
    if kind in _METHODS:
        owner = function.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return (function.__module__ or getattr(owner, "__name__", "builtins"),)
        return (_home_of_class(owner if isinstance(owner, type) else type(owner)),)
    if kind in _UNBOUND:
        return (_home_of_class(function.__objclass__),)
    if isinstance(function, type):
        return ("" if is_own_class(function) else function.__module__,)
    if kind is functools.partial:
        return _homes_of(function.func)
    return ("" if is_own_class(kind) else kind.__module__,)


def _name_of(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or getattr(type(function), "__qualname__", "?")
    home = getattr(function, "__module__", None)
    return f"{home}.{name}" if isinstance(home, str) and home != "builtins" else str(name)


def _is_pure(home: str, name: str) -> bool:
    if home == "" or home.startswith("couplet.symbolic"):
        return True
    if name in _STATEFUL:
        return False
    return home in _PURE or (home.startswith(("numpy.", "scipy.")) and not home.startswith(("numpy.random", "scipy.io")))


def _is_telling(home: str) -> bool:
    top = home.partition(".")[0]
    return top not in sys.stdlib_module_names or top in _TELLING


def _note_unknown(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """What a call may keep or show that nothing is known of."""
    run = CURRENT.run
    if run is None or CURRENT.loading:
        return
    name = str(getattr(function, "__name__", ""))
    unknown = [home for home in _homes_of(function) if not _is_pure(home, name)]
    if not unknown:
        return
    if function in _OF_FRAMES:
        raise Refused(f"{name} is called by another name")
    called_name = _name_of(function)
    if any(home == "random" or home.startswith("numpy.random") for home in unknown):
        raise Refused(f"{called_name} changes or reads where random numbers come from")
    run.unseen = run.unseen or f"what {called_name} keeps cannot be seen"
    if any(map(_is_telling, unknown)):
        run.output([*arguments, *named.values()], 0, f"given to {called_name}")


# ---- Exceptions of stand-ins -----------------------------------------------------------------

def is_raised(error: BaseException) -> bool:
    """Whether a raise or an assert of the user's files raised it."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return code.co_filename in CURRENT.own_files and dis.opname[code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"


def _need_own(error: Exception, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """What a stand-in for a number ends with is not what the program ends with."""
    if isinstance(error, OSError) and not is_raised(error):
        raise Refused(f"{_name_of(function)} fails where the code is read: {error}") from error
    held = [*arguments, *named.values(), getattr(function, "__self__", None)]
    if type(function) is functools.partial:
        held += [*function.args, function.keywords]
    is_meant = isinstance(error, StopIteration) or (
        not isinstance(error, (TypeError, AttributeError)) and _homes_of(function)[0].startswith("couplet.symbolic"))
    if not is_meant and not is_raised(error) and holds_symbols(held):
        raise Misused(f"{_name_of(function)} is called with a private value or noise, and ends with "
                      f"{type(error).__name__}: {error}") from error


# ---- What calls mean -------------------------------------------------------------------------

def _called_with_list(function: Any, first: Any, arguments: Any, named: Any) -> Any:
    """Calls whose first argument is a list of any length, its length or its iterator; NotImplemented: any other."""
    if function is builtins.len and isinstance(first, AnswerList):
        return first.size
    if function is builtins.enumerate and isinstance(first, AnswerList):
        start = arguments[1] if len(arguments) > 1 else named.get("start", 0)
        return first.iterate(int(start))
    if function in (builtins.list, builtins.tuple) and isinstance(first, AnswerList) and not first.asking.taken:
        return first  # what is read of the copy is read of the list
    if function is builtins.reversed and isinstance(first, AnswerList):
        return reversed(first)
    if function is builtins.iter and len(arguments) == 1 and not isinstance(first, Length):
        return iter(first)
    if function is builtins.next and isinstance(first, Rounds):
        return builtins.next(first, *arguments[1:])
    if function is builtins.isinstance and isinstance(first, AnswerList):
        return isinstance([], arguments[1]) if first.way == "list" else first._refuse()
    home = _homes_of(function)
    if home[0] and not home[0].startswith("couplet.symbolic"):
        raise NeedsLength(f"{getattr(function, '__name__', 'a function')}() of the list of answers")
    return NotImplemented


def _clipped(name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What an answer is clipped to, where that may stand for it; NotImplemented: any other call."""
    way = CLIPPING.get(name)
    run = CURRENT.run
    if named or not way or way == "abs" or run is None or not run.understood.clips:
        return NotImplemented
    first = arguments[0] if arguments else None
    if type(first) is list and name in _ARRAYS_CLIPPED:
        first = sys.modules["numpy"].asarray(first)
    if hasattr(type(first), "dtype") and first.dtype == object and first.ndim == 1 and name in _ARRAYS_CLIPPED:
        made = first.copy()
        made[:] = [_ARRAYS_CLIPPED[name](one, *arguments[1:]) for one in first]
        return made
    if way == "clip":
        return clipped(*arguments) if len(arguments) == 3 and isinstance(first, Real) else NotImplemented
    made = clipped_answer(way, arguments)
    return NotImplemented if made is None else made


def _of_array(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Calls with an array for a list of any length among their arguments; NotImplemented: any other."""
    name = getattr(function, "__name__", "")
    home = getattr(function, "__module__", None) or ""
    if name in CLIPPING and (home.startswith("numpy") or type(function).__name__ == "ufunc"):
        arguments = tuple(one.each() if isinstance(one, AnswerList) else one for one in arguments)
    first = next((one for one in arguments if isinstance(one, (Each, Extreme, Hits))), None)
    if first is None:
        return NotImplemented
    if type(function).__name__ == "ufunc":
        return first.ufunc(function, arguments, named) if isinstance(first, Each) else first._refuse()
    if isinstance(first, Hits):
        return (first.size if function is builtins.len else NotImplemented)
    if home.startswith("numpy") and first is arguments[0]:
        found = function_of_numpy(name, first, arguments[1:], named)
        return first._refuse() if found is NotImplemented and name not in _MADE_OF_ARRAYS else found
    if isinstance(first, Each) and function is builtins.len:
        return first.size
    if isinstance(first, Each) and function in (builtins.max, builtins.min) and len(arguments) == 1 and not named:
        return first.extreme(1 if function is builtins.max else -1)
    return NotImplemented


def _in_prelude(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """The function of the prelude that stands for this one, where a list of any length may be gone through."""
    name = getattr(function, "__name__", "")
    if name not in CURRENT.prelude or getattr(function, "__module__", None) not in ("builtins", "itertools", "_functools"):
        return None
    if name == "count":
        return CURRENT.prelude[name]
    looked_at = arguments[1:2] if name in _SECOND else arguments if name == "zip" else arguments[:1]
    if name == "enumerate" and isinstance(arguments[0], AnswerList):
        return None
    kinds = (AnswerList, Rounds, types.GeneratorType, Positions, Each, Hits)
    if name == "next":
        kinds = (types.GeneratorType,)  # type: ignore[assignment]
    if not any(isinstance(one, kinds) for one in looked_at):
        return None
    if name == "list" and isinstance(arguments[0], AnswerList):
        return None
    if name == "list":
        return lambda items: CURRENT.prelude["list"](items, CURRENT.prelude["new_list"]())
    if name == "dict":
        return lambda items: CURRENT.prelude["dict"](items, CURRENT.prelude["new_dict"]())
    return CURRENT.prelude[name]


def _chosen_of(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """max() and the like, where a list of any length may be gone through: the list of the values is made first."""
    found = choosing(function, arguments, named)
    if found is None or not isinstance(found[0], (AnswerList, Rounds, types.GeneratorType, Positions)):
        return NotImplemented
    items, key = found
    prelude = CURRENT.prelude
    made = prelude["list"](items, prelude["new_noisy"]()) if key is None else prelude["keyed"](items, key, prelude["new_noisy"]())
    given = (*arguments[:-1], made)
    named = {name: value for name, value in named.items() if name != "key"}
    chosen = call_of(function, given, named) if not isinstance(made, list) else function(
        *given, **named, **({} if key is None else {"key": lambda row: row[0]}))
    if key is None:
        return chosen
    if function is builtins.sorted:
        return Sorted(lambda way: chosen.pick(way)[1], chosen.is_reversed) if isinstance(chosen, Sorted) else [row[1] for row in chosen]
    return [row[1] for row in chosen] if isinstance(chosen, list) else chosen[1]


def _of_symbol(function: Any, first: Any, arguments: tuple[Any, ...]) -> Any:
    """Calls of builtins with a symbolic number, which is a float; NotImplemented: any other."""
    if function in (builtins.float, builtins.type) and len(arguments) == 1:
        return first if function is builtins.float else float
    if type(first) is Number:
        return NotImplemented
    if isinstance(first, Real) and len(arguments) == 1 and function is builtins.int:
        return rounded(first, "trunc")
    if getattr(function, "__name__", "") in _ASKS_FINITE:
        return function.__name__ == "isfinite"  # answers are real numbers
    if function is builtins.isinstance:
        kinds = arguments[1] if isinstance(arguments[1], tuple) else (arguments[1],)
        return isinstance(0.5, arguments[1]) or any(isinstance(kind, type) and "float" in kind.__name__ for kind in kinds)
    return NotImplemented


def _of_whole(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The greatest, the smallest or the middle one of all answers; NotImplemented: any other call."""
    first = arguments[0] if len(arguments) == 1 and not named else None
    if isinstance(first, Ranked) and function is builtins.len:
        return Rank()
    is_list = isinstance(first, AnswerList) and first.begin == 0 and first.limit is None
    is_array = isinstance(first, Each) and first.node.work is None
    if not (is_list or is_array) or getattr(function, "__name__", "") not in _OF_WHOLE or \
            _homes_of(function)[0].partition(".")[0] not in ("builtins", "statistics", "numpy"):
        return NotImplemented
    return Ranked(first.asking) if function.__name__ in ("sorted", "sort") else first.asking.whole()


def _meant(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a call means that is not what it says; NotImplemented: it is what it says."""
    first = arguments[0] if arguments else None
    if function is builtins.range and len(arguments) == 1 and hasattr(type(first), "as_length"):
        first = first.as_length()
        arguments = (first,)
        if not isinstance(first, Length):
            return range(first)
    if CURRENT.prelude and not CURRENT.loading:
        for work in (_of_whole, _of_array, call_of, _chosen_of):
            known = work(function, arguments, named)
            if known is not NotImplemented:
                return known
        found = _in_prelude(function, arguments)
        if found is not None:
            return found(*arguments, **named)
    known = _clipped(getattr(function, "__name__", ""), arguments, named)
    if known is not NotImplemented:
        return known
    if function is builtins.range and any(isinstance(one, Length) for one in arguments):
        return positions_of(arguments)
    if type(first) is Position and isinstance(function, type) and function.__name__ in _WHOLE:
        return first
    if isinstance(first, (AnswerList, Length, Rounds)):
        return _called_with_list(function, first, arguments, named)
    if function is builtins.float and type(first) is Number and len(arguments) == 1:
        return first
    if isinstance(first, (Real, Epsilon, Number)):
        known = _of_symbol(function, first, arguments)
        if known is not NotImplemented:
            return known
    if isinstance(first, Rounded) and function in (builtins.int, builtins.float):
        return rounded(first, "trunc", is_float=function is builtins.float)
    if isinstance(first, Opaque) and function in (builtins.isinstance, builtins.type, builtins.callable):
        return function(first.stands_for(), *arguments[1:])
    if function is builtins.print:
        _print([shown(value) for value in arguments], named)
        return None
    text = text_of_call(function, arguments, named)
    if text is not None:
        return text
    if function is builtins.input:
        raise Refused("input() asks a person")
    return NotImplemented


def _print(values: list[Any], named: dict[str, Any]) -> None:
    """print(): to a file of the user's what it writes, else to the onlooker."""
    file = named.get("file")
    if file is not None and is_own_class(type(file)):
        for i, value in enumerate(values):
            if i:
                file.write(named.get("sep") or " ")
            file.write(value if isinstance(value, Text) else Text([value]) if holds_symbols([value]) else str(value))
        file.write("\n" if named.get("end") is None else named["end"])
    elif type(file).__module__ == "_io":
        print(*values, **named)
    else:
        where = f"write{file.name}" if isinstance(file, noise.Stream) and file.name else "print"
        noise.tell([*values, *(named[key] for key in ("sep", "end") if key in named)], where)


def called(function: Any, /, *arguments: Any, **named: Any) -> Any:
    """function(*arguments), as the user's code calls it."""
    if type(function) is types.FunctionType and function.__code__.co_filename in CURRENT.own_files:
        return function(*arguments, **named)
    if hasattr(type(function), "holds_answers") or hasattr(type(function), "as_length"):
        return function(*arguments, **named)  # a query, or an argument without a value
    if isinstance(function, (Real, Epsilon)):
        raise TypeError("'float' object is not callable")
    if getattr(function, "__name__", "") == "join" and arguments and isinstance(arguments[0], types.GeneratorType):
        arguments = (list(arguments[0]),)
    meant = _meant(function, arguments, named)
    if meant is not NotImplemented:
        return meant
    if getattr(function, "__name__", "") in _TRUTHS and _homes_of(function)[0].startswith("numpy") and \
            holds_symbols([*arguments, getattr(function, "__self__", None)]):
        raise Refused("the truth of a private value or noise; compare it with a number")
    _note_unknown(function, arguments, named)
    _note_change(function, arguments)
    try:
        value = function(*arguments, **named)
    except Exception as error:
        if CURRENT.run is not None and not CURRENT.loading:
            _need_own(error, function, arguments, named)
        raise
    if type(value) is float or (type(function).__name__ == "ufunc" and type(value).__name__ == "float64"):
        return value if CURRENT.run is None else Number.of(value, line_of())
    if isinstance(value, type) and value.__module__ == __name__:
        value.__module__ = sys._getframe(1).f_globals.get("__name__", __name__)  # it named the module of its caller
    return value


def _note_change(function: Any, arguments: tuple[Any, ...]) -> None:
    """setattr(x, ...) and x.__dict__.update(...) set attributes of x."""
    if function in _SETTING and arguments:
        own(arguments[0])
    elif function in (builtins.getattr, builtins.hasattr) and isinstance(arguments[0], types.ModuleType) and \
            CURRENT.run is not None and not CURRENT.loading and arguments[0].__name__ in CURRENT.own_modules:
        CURRENT.run.unseen = CURRENT.run.unseen or "a name of a module is computed"
    elif type(function) is types.BuiltinFunctionType and type(function.__self__) is dict and function.__name__ in _OF_DICTS:
        own(function.__self__)


def matched(value: Any) -> Any:
    """value, which patterns are held against: what stands in for a list, a text or a whole number is none of Python's."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, Opaque):
            item._refuse()
        pending += item if type(item) in (list, tuple) else ()
    return value


def unpacked(values: Any, number: int) -> tuple[Any, ...]:
    """So many first items of values, and the list of the rest."""
    if isinstance(values, AnswerList) and CURRENT.prelude:
        try:
            return CURRENT.prelude["heads"](values, number)  # type: ignore[no-any-return]
        except StopIteration:
            raise ValueError("not enough values to unpack") from None
    items = called(list, values)
    if not isinstance(items, list):
        raise NeedsLength("a list of outputs or of answers is taken apart")
    if len(items) < number:
        raise ValueError("not enough values to unpack")
    return (*items[:number], items[number:])


def own(value: Any) -> Any:
    """value, of which an attribute or an element is set. What outlives the call must be the user's own."""
    if CURRENT.run is None or CURRENT.loading:
        return value
    kind = type(value)
    if isinstance(value, (noise.Source, noise.Stream)):
        raise Refused("a source of random numbers, or a stream, gets an attribute")
    if kind is dict and isinstance(value.get("__name__"), str) and "__spec__" in value:
        value = sys.modules.get(value["__name__"], value)  # the variables of a module
    if isinstance(value, types.ModuleType):
        is_own = value.__name__ in CURRENT.own_modules
    elif isinstance(value, type):
        is_own = is_own_class(value)
    elif kind is types.FunctionType:
        is_own = value.__code__.co_filename in CURRENT.own_files
    else:
        if not (is_own_class(kind) or kind.__module__ in _SEEN or kind.__module__.startswith("couplet.symbolic")):
            CURRENT.run.unseen = CURRENT.run.unseen or f"what an object of type {kind.__name__} keeps cannot be seen"
            if _is_telling(kind.__module__):
                raise Refused(f"an object of type {kind.__qualname__} is changed, and what becomes of it is not known")
        return value
    if not is_own:
        raise Refused(f"{getattr(value, '__name__', 'a library')} is changed, which outlives the call")
    return value
