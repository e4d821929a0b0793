# SPDX-License-Identifier: Apache-2.0
"""What a run is like where it asks for the next answer: all that its live variables reach.

Two runs in equal states go on alike. What cannot be seen (iterators written in C, expressions
half evaluated) raises NeedsLength: then nothing is said of lists of any length.
"""
from __future__ import annotations

import abc
import collections
import datetime
import dis
import enum
import functools
import inspect
import logging
import re
import types
import typing
from collections import _tuplegetter, deque  # type: ignore[attr-defined]
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .arguments import NoValue, Query
from .answers import Position, Tally
from .epsilon import Epsilon
from .errors import NeedsLength
from .libraries import DiffprivlibLaplace, Domain, Measurement, PydpLaplace, TorchLaplace
from .current import CURRENT, PRELUDE, is_own_class
from .noise import DISTRIBUTIONS, Source
from .number import Number
from .outputs import is_full
from .python_module import shared_containers, variables_of
from .run import Run
from .texts import Text
from .values import Real, answer_atom

_MOST_OBJECTS = 20_000
#: Stand-ins that are what their attributes are.
_STAND_INS = (DiffprivlibLaplace, Domain, Measurement, PydpLaplace, TorchLaplace, Query, type(DISTRIBUTIONS["laplace"]))
class Bytecode:
    """Of a code object: the instruction at each offset, live locals after it, the stack before it."""

    def __init__(self, code: types.CodeType) -> None:
        self.code = code
        self.instructions = [i for i in dis.get_instructions(code) if i.opname != "CACHE"]
        self.at: dict[int, int] = {}  # a cache belongs to the instruction before it
        n = -1
        for i in dis.get_instructions(code, show_caches=True):
            n += i.opname != "CACHE"
            self.at[i.offset] = n
        self.handlers = [(self.at[e.start], self.at[e.end - 2], self.at[e.target], e.depth + e.lasti + 1)
                         for e in dis._parse_exception_table(code)]  # type: ignore[attr-defined]
        self.depth = self._depths()
        self.live = self._liveness()

    def _next(self, n: int) -> list[tuple[int, bool]]:
        """The instructions that may follow, and whether by a jump."""
        i = self.instructions[n]
        found = []
        if i.opcode in dis.hasjrel or i.opcode in dis.hasjabs:
            found.append((self.at[i.argval], True))
        ends = i.opname in ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE") or \
            i.opname in ("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP_ABSOLUTE")
        if not ends and n + 1 < len(self.instructions):
            found.append((n + 1, False))
        return found

    def _depths(self) -> dict[int, int]:
        depths = {0: 0} | {target: depth for _, _, target, depth in self.handlers}
        pending = list(depths)
        while pending:
            n = pending.pop()
            i = self.instructions[n]
            for successor, jump in self._next(n):
                argument = i.arg if i.opcode >= dis.HAVE_ARGUMENT else None
                depth = depths[n] + dis.stack_effect(i.opcode, argument, jump=jump)
                if i.opname == "PRECALL":
                    depth = depths[n]  # of CPython 3.11: the CALL after it takes what it says
                elif i.opname == "CALL":
                    depth = depths[n] - (i.arg or 0) - 1
                if i.opname == "RETURN_GENERATOR":
                    depth = depths[n] + 1
                if successor not in depths:
                    depths[successor] = depth
                    pending.append(successor)
        return depths

    @staticmethod
    def _names(instruction: dis.Instruction) -> tuple[str, ...]:
        value = instruction.argval
        return value if isinstance(value, tuple) else (value,)

    def _liveness(self) -> list[set[str]]:
        """The locals that are live before each instruction."""
        n = len(self.instructions)
        before: list[set[str]] = [set() for _ in range(n)]
        changed = True
        while changed:
            changed = False
            for k in range(n - 1, -1, -1):
                i = self.instructions[k]
                live = set().union(*(before[s] for s, _ in self._next(k))) if self._next(k) else set()
                if "_FAST" in i.opname:
                    names = self._names(i)
                    if i.opname.startswith("STORE_FAST") and "LOAD" not in i.opname:
                        live -= set(names)
                    elif i.opname == "DELETE_FAST":
                        live -= set(names)
                    else:
                        live |= set(names)
                live = live.union(*(before[target] for target in self._handling(k)))
                if live != before[k]:
                    before[k], changed = live, True
        return before

    def _handling(self, k: int) -> Iterator[int]:
        """Where what instruction k raises is caught."""
        return (target for first, last, target, _ in self.handlers if first <= k <= last)

    def live_behind(self, offset: int) -> set[str]:
        k = self.at[offset]
        found = set().union(*(self.live[target] for target in self._handling(k)))
        for successor, _ in self._next(k):
            found |= self.live[successor]
        return found | set(self.code.co_cellvars) | set(self.code.co_freevars)


@functools.lru_cache(maxsize=512)
def bytecode_of(code: types.CodeType) -> Bytecode:
    return Bytecode(code)


def _instruction(frame: types.FrameType) -> tuple[Bytecode, dis.Instruction, int]:
    bytecode = bytecode_of(frame.f_code)
    k = bytecode.at.get(frame.f_lasti)
    if k is None or k not in bytecode.depth:
        raise NeedsLength("a place of the code that cannot be seen")
    return bytecode, bytecode.instructions[k], bytecode.depth[k]


# ---- The frames ------------------------------------------------------------------------------

_TAKEN = {"FOR_ITER": 1, "COMPARE_OP": 2, "BINARY_SUBSCR": 2}
_CALLS = ("CALL", "PRECALL", "CALL_FUNCTION_EX")
#: Functions of this package that a run begins in, and those that may stand between frames of the user's.
_BEGINNINGS = ("conclude", "_go_through", "run_list", "run_calls", "call_with")
_BETWEEN = frozenset(
    "called _meant work <lambda> _called_with_list __add__ __sub__ _draws laplace exponential _of_array function_of_numpy place "
    "sorted_places first any all argmax argmin max min extreme as_list __getitem__ __bool__ compare _compared noisy _chosen_of _of_whole whole unpacked".split())


def _code_of(function: Any) -> types.CodeType | None:
    """The code that a call of function runs, in a frame of the user's."""
    if isinstance(function, type):
        function = function.__init__ if isinstance(function.__init__, types.FunctionType) else function.__new__  # type: ignore[misc]
    elif not isinstance(function, (types.FunctionType, types.MethodType)):
        function = type(function).__call__
    return getattr(getattr(function, "__func__", function), "__code__", None)


class Frames:
    """The frames of the user's files at a request for an answer."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.own = __file__.rpartition("/")[0]

    def of(self, frame: types.FrameType | None) -> list[types.FrameType]:
        """From frame, which asks, outwards; the innermost first."""
        while frame is not None and frame.f_code.co_filename.startswith(self.own):
            frame = frame.f_back
        frames: list[types.FrameType] = []
        inner: types.FrameType | None = None
        callee: Any = None  # what the frame before is known to be the call of
        while frame is not None:
            name = frame.f_code.co_filename
            if name in CURRENT.own_files:
                self._check(frame, inner, callee)
                frames += [] if inner is not None and self._only_returns(frame) else [frame]
                callee, inner = None, frame
            elif name.startswith(self.own) and frame.f_code.co_name in _BEGINNINGS:
                return frames
            elif not name.startswith(self.own) or frame.f_code.co_name not in _BETWEEN:
                raise NeedsLength(f"state that cannot be seen, in {frame.f_code.co_name}")
            elif frame.f_code.co_name == "called":
                callee = frame.f_locals["function"]
            frame = frame.f_back
        return frames

    @staticmethod
    def _only_returns(frame: types.FrameType) -> bool:
        """Whether nothing of a frame is used any more when the call that it stands in returns."""
        bytecode, instruction, _ = _instruction(frame)
        k = bytecode.at[instruction.offset]
        return instruction.opname in _CALLS and bytecode.instructions[k + 1 + (instruction.opname == "PRECALL")].opname == "RETURN_VALUE" and \
            not any(bytecode._handling(k)) and not frame.f_code.co_flags & inspect.CO_GENERATOR

    def _check(self, frame: types.FrameType, inner: types.FrameType | None, callee: Any) -> None:
        """Whether all that frame's stack holds is known. callee: what it calls."""
        _, instruction, depth = _instruction(frame)
        name = instruction.opname
        if name in ("CALL", "PRECALL"):
            taken = (instruction.arg or 0) + 2
        elif name == "CALL_FUNCTION_EX":
            taken = 3 + ((instruction.arg or 0) & 1)
        elif name in _TAKEN:
            taken = _TAKEN[name]
        elif name.startswith("POP_JUMP") or name == "UNARY_NOT":
            taken = 1
        elif name == "BINARY_OP" and inner is not None and inner.f_code.co_filename == PRELUDE:
            taken = 2
        else:
            raise NeedsLength(f"an answer is asked for within {name}")
        if inner is not None and name == "FOR_ITER":
            loop = self._loop(frame, instruction.offset)
            if getattr(loop, "gi_frame", None) is not inner:
                raise NeedsLength("an iterator that cannot be seen")
        elif inner is not None and inner.f_code.co_filename != PRELUDE and not (name in _CALLS and _code_of(callee) is inner.f_code):
            raise NeedsLength("a function that is not called by its name")
        if depth - taken != len(self.active(frame)):
            raise NeedsLength("an expression that is half evaluated")

    def _loop(self, frame: types.FrameType, offset: int) -> Any:
        """The iterator of frame's FOR_ITER at this place."""
        if (frame, offset) not in self.run.loops and ".0" in frame.f_locals:
            return frame.f_locals[".0"]
        return self.run.loops.get((frame, offset))

    def advanced(self, frame: types.FrameType) -> list[Any]:
        """The iterator that frame's loop is just taking from, if it is at one."""
        instruction = _instruction(frame)[1]
        if instruction.opname != "FOR_ITER":
            return []
        iterator = self._loop(frame, instruction.offset)
        if iterator is None:
            raise NeedsLength("an iterator that cannot be seen")
        return [iterator]

    def active(self, frame: types.FrameType) -> list[Any]:
        """The iterators of the loops in whose bodies frame stands, the outermost first."""
        bytecode = bytecode_of(frame.f_code)
        found = []
        if ".0" in frame.f_locals and _instruction(frame)[1].offset > min(
                i.offset for i in bytecode.instructions if i.opname == "FOR_ITER"):
            found.append(frame.f_locals[".0"])
        for (owner, offset), iterator in sorted(self.run.loops.items(), key=lambda item: int(item[0][1])):
            if owner is frame and offset < _instruction(frame)[1].offset < bytecode.instructions[bytecode.at[offset]].argval:
                found.append(iterator)
        return found


def loop_of(frame: types.FrameType) -> tuple[types.FrameType, int]:
    """The loop whose iterator frame is about to take: its frame and its FOR_ITER."""
    bytecode = bytecode_of(frame.f_code)
    following = bytecode.instructions[bytecode.at[frame.f_lasti]:]
    return frame, next(i.offset for i in following if i.opname == "FOR_ITER")


# ---- The canonical form ---------------------------------------------------------------------

#: Values whose text is all that they are.
_TEXTS = (bool, int, float, str, bytes, complex, Fraction, Decimal, type(None), type(...), type(NotImplemented), range,
          slice, re.Pattern, datetime.date, datetime.datetime, datetime.timedelta, datetime.time, datetime.timezone,
          types.GenericAlias, types.UnionType)
#: What a class of the user's may be made of beside the user's own classes: containers, of which the items are seen,
#: and classes that keep nothing in their objects.
_CONTAINERS = (list, tuple, set, frozenset, dict, deque, collections.defaultdict, collections.OrderedDict,
               collections.Counter, types.MappingProxyType, types.SimpleNamespace)
_NUMBERS_AND_TEXTS = (int, float, str, bytes, complex, bool)
_EMPTY = (object, abc.ABC, typing.Generic, typing.Protocol, enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag,
          enum.ReprEnum, enum.StrEnum, collections.UserDict, collections.UserList)
_METACLASSES = (type, abc.ABCMeta, enum.EnumType, type(typing.Protocol))
#: What is read of functions, descriptors and bound builtins.
_PARTS: dict[type, tuple[str, ...]] = {
    staticmethod: ("__func__", "__dict__"), classmethod: ("__func__", "__dict__"), property: ("fget", "fset", "fdel", "__doc__"),
    types.MethodType: ("__func__", "__self__"), types.MethodWrapperType: ("__name__", "__self__"),
    functools.partial: ("func", "args", "keywords", "__dict__"), functools.cached_property: ("func", "attrname", "__doc__", "__dict__"),
    functools.partialmethod: ("func", "args", "keywords", "__dict__")}
_UNBOUND = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType, types.MemberDescriptorType,
            types.GetSetDescriptorType, _tuplegetter)
#: What each class has that says nothing more.
_OF_CLASSES = ("__dict__", "__weakref__", "_abc_impl", "__dataclass_fields__", "__dataclass_params__", "__parameters__",
               "__orig_bases__", "_member_map_", "_value2member_map_", "__annotations__", "__static_attributes__", "_field_defaults")
#: Names that make frames, or every name, visible to the code.
_ALL_NAMES = frozenset("locals vars eval exec globals dir __dict__ modules import_module __import__ __globals__".split())
#: Those that see the variables of the frame that they stand in.
_OF_CALLERS = frozenset("locals vars eval exec dir".split())
_FRAMES = frozenset("_getframe currentframe stack exc_info f_locals f_globals f_back gi_frame tb_frame __traceback__ "
                    "__code__ __closure__ __annotations__ __defaults__ __kwdefaults__ __dataclass_fields__ cell_contents settrace "
                    "setprofile".split())


class Snapshot:
    """The form of a state, with atoms in order of appearance. Only what is known to be seen whole is a part of it:
    any other value raises NeedsLength."""

    def __init__(self, run: Run, kept: list[int] | None = None, has_identity: bool = False) -> None:
        self.run, self.has_identity = run, has_identity
        self.kept = kept or []  # answers whose positions are told by them
        self.positions: list[Position] = []
        self.tallies: list[tuple[Any, int]] = []  # the places where counters were made, and their values
        self.earlier: list[int] = []  # places that are hidden: only which are equal is told
        self.atoms: list[int] = []
        self.reals: list[Real] = []
        self.seen: dict[int, int] = {}
        self.keep: list[Any] = []

    def of_frames(self, frames: Frames, inner: types.FrameType | None, modules: list[types.ModuleType], names: set[str],
                  others: list[Any]) -> tuple[Any, ...]:
        """names: those that the code looks up, which are the live ones of the modules."""
        self.has_identity |= bool(names & {"id", "is_", "is_not"})
        if names & _FRAMES:
            raise NeedsLength(f"the code looks into frames or functions ({', '.join(sorted(names & _FRAMES))})")
        all_names = bool(names & _ALL_NAMES)
        parts: list[Any] = []
        for frame in frames.of(inner):
            bytecode, _, _ = _instruction(frame)
            values = frame.f_locals
            all_locals = not _OF_CALLERS.isdisjoint(frame.f_code.co_names)
            live = set(values) if all_locals else bytecode.live_behind(frame.f_lasti)
            parts.append((frame.f_code.co_name, frame.f_code.co_firstlineno, frame.f_lasti,
                          tuple((name, self.of(values[name])) for name in sorted(live) if name in values),
                          tuple(self.of(iterator) for iterator in [*frames.active(frame), *frames.advanced(frame)])))
        for module in modules:
            parts.append(module.__name__)
            parts += [(name, self.of(value)) for name, value in sorted(variables_of(module).items())
                      if all_names or name in names]
        parts += [(name, self.of(value)) for name, value in shared_containers(modules, names)]
        parts.extend(self.of(other) for other in others)
        return tuple(parts)

    def _atom(self, atom: int) -> int:
        if atom not in self.atoms:
            self.atoms.append(atom)
        return self.atoms.index(atom)

    def of(self, value: Any) -> Any:
        kind = type(value)
        if kind in _TEXTS or kind.__module__ == "typing":
            return kind.__name__, repr(value), self._same_as(value)
        if kind is Epsilon:
            return "epsilon", repr(value)
        if kind is Number:
            return "float", value.fraction, value.line, self._same_as(value)
        if isinstance(value, Real):
            self.reals.append(value)
            if not self.run.answer_in.keys().isdisjoint(value.terms):
                raise NeedsLength("a clipped answer is kept")
            return ("real", value.constant, tuple((self._atom(a), k, self.run.moved_of(a)) for a, k in sorted(value.terms.items())),
                    tuple((name, self.run.relative(i), k) for (name, i), k in sorted(value.publics.items(), key=repr)))
        if kind is Position and value.base is None:
            self.positions.append(value)
            if answer_atom(value.value) in self.kept:
                return "place", self._atom(answer_atom(value.value))
            if value.asking.hides and value.relative() < -1:
                self.earlier += [] if value.value in self.earlier else [value.value]
                return "earlier place", self.earlier.index(value.value)
            return "position", value.relative()
        if id(value) in self.seen:
            return "again", self.seen[id(value)]
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        if len(self.seen) > _MOST_OBJECTS:
            raise NeedsLength("a state with too many objects")
        return self._object(value, kind)

    def _same_as(self, value: Any) -> int:
        """Which value of the state it is, where that matters."""
        if not self.has_identity or value is None or isinstance(value, bool):
            return 0
        self.keep.append(value)
        return self.seen.setdefault(id(value), len(self.seen))

    def _object(self, value: Any, kind: type) -> Any:
        if kind in _CONTAINERS:
            return self._container(value, kind)
        if kind.__module__.startswith("couplet.symbolic"):
            return self._stand_in(value)
        if kind in _PARTS:
            return kind.__name__, tuple(self.of(getattr(value, part)) for part in _PARTS[kind])
        if kind is types.FunctionType:
            return self._function(value)
        if kind is types.CellType:
            return "cell", self.of(value.cell_contents) if is_full(value) else ()
        if kind in (types.BuiltinFunctionType, *_UNBOUND):
            return self._builtin(value, kind)
        if kind is types.ModuleType:
            return "module", value.__name__
        if isinstance(value, type):
            return self._class(value)
        if kind is types.GeneratorType:
            return self._generator(value)
        if kind.__module__ == "builtins" and kind.__name__.endswith(("iterator", "enumerate", "zip", "map", "filter", "reversed")):
            made, arguments, *rest = value.__reduce__()
            return "iterator", made.__name__, self.of(list(arguments)), self.of(rest)
        if kind.__module__ == "numpy":
            return self._of_numpy(value, kind)
        if kind.__module__ == "contextlib":
            return self._attributes(value)
        if isinstance(value, logging.Logger):
            return self._logger(value)
        return self._instance(value, kind)

    # ---- Containers and objects ----

    def _items(self, value: Any, base: type) -> Any:
        """What a container holds, seen as its base sees it."""
        if base in (list, tuple, deque):
            return tuple(self.of(item) for item in tuple(base.__iter__(value))), getattr(value, "maxlen", None)  # type: ignore[attr-defined]
        if base in (set, frozenset):
            items = [self.of(item) for item in base.__iter__(value)]  # type: ignore[attr-defined]
            if not all(isinstance(item, tuple) and item[0] in ("int", "str", "bool", "float", "NoneType", "bytes") for item in items):
                raise NeedsLength("a set of objects, whose order cannot be seen")
            return tuple(items)  # sets that were filled in another order go through their items in another
        pairs = tuple((self.of(k), self.of(v)) for k, v in base.items(value))  # type: ignore[attr-defined]
        return pairs, self.of(getattr(value, "default_factory", None))

    def _container(self, value: Any, kind: type) -> Any:
        if kind is types.SimpleNamespace:
            return "namespace", self.of(vars(value))
        if kind in (types.MappingProxyType, collections.OrderedDict, collections.Counter):
            return kind.__name__, self._items(dict(value), dict), self.of(dict(getattr(value, "__dict__", {})))
        return kind.__name__, self._items(value, kind)

    def _instance(self, value: Any, kind: type) -> Any:
        """An object of a class of the user's: its attributes, and what the builtin class below it holds."""
        held: list[Any] = [self.of(kind)]
        for base in kind.__mro__:
            if is_own_class(base):
                held += [(name, self.of(getattr(value, name))) for name, member in sorted(vars(base).items())
                         if isinstance(member, types.MemberDescriptorType) and hasattr(value, name)]
            elif base in _NUMBERS_AND_TEXTS:
                held.append(base.__repr__(value))  # type: ignore[call-arg]
            elif issubclass(base, BaseException) and base.__module__ == "builtins":
                held += [(name, self.of(getattr(value, name, None))) for name, member in sorted(vars(base).items())
                         if isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType)) and
                         name not in ("__traceback__", "__dict__")]
            elif base in _CONTAINERS:
                held.append(self._items(value, base if base not in (collections.Counter, collections.OrderedDict) else dict))
            elif base not in _EMPTY and base.__module__ != "collections.abc":
                raise NeedsLength(f"an object of type {kind.__name__}, whose state cannot be seen")
        attributes = getattr(value, "__dict__", None)
        return "object", tuple(held), self.of(dict(attributes)) if attributes else ()

    def _stand_in(self, value: Any) -> Any:
        if isinstance(value, Tally):
            self.tallies += [(value.site, value.value)] if value.parts == {value.site: 1} else [(repr(value.parts), value.value)]
        if isinstance(value, type):
            return "stand-in", value.__qualname__, value.__dict__.get("_couplet_name")
        if hasattr(type(value), "state"):
            return value.state(self.of)
        if isinstance(value, NoValue):
            return "argument", value._couplet_argument
        if isinstance(value, Source):
            return "source", value.name, value.is_known
        if isinstance(value, Text):
            return type(value).__name__, tuple(self.of(part) for part in value.parts)
        if type(value).__name__ == "RealArray":
            return self._of_numpy(value, type(value))
        if isinstance(value, _STAND_INS):
            return self._attributes(value)
        raise NeedsLength(f"a stand-in of type {type(value).__name__}, whose state cannot be seen")

    def _attributes(self, value: Any) -> Any:
        return type(value).__name__, self.of(dict(vars(value)))

    # ---- Functions, classes, arrays ----

    def _function(self, value: types.FunctionType) -> Any:
        """What a function keeps between calls: variables around it, defaults, attributes."""
        if value.__code__.co_filename not in CURRENT.own_files:
            return "global", value.__module__, value.__qualname__
        return ("function", id(value.__code__), value.__name__, value.__qualname__, value.__doc__, value.__module__,
                tuple(self.of(cell) for cell in value.__closure__ or ()),
                self.of(list(value.__defaults__ or ())), self.of(dict(value.__kwdefaults__ or {})),
                self.of(dict(value.__dict__)))

    def _builtin(self, value: Any, kind: type) -> Any:
        owner = getattr(value, "__self__", None)
        if owner is not None and not isinstance(owner, (types.ModuleType, type)):
            return "bound", value.__name__, self.of(owner)
        home = getattr(value, "__module__", None) or getattr(getattr(value, "__objclass__", owner), "__qualname__", "")
        return kind.__name__, home, getattr(value, "__qualname__", "")

    def _class(self, kind: type) -> Any:
        """The attributes of a class of the user's, and what its methods keep."""
        if not is_own_class(kind):
            return "class", kind.__module__, kind.__qualname__
        if type(kind) not in _METACLASSES:
            raise NeedsLength(f"the class {kind.__name__}, whose state cannot be seen")
        attributes = tuple((name, self.of(value)) for name, value in sorted(vars(kind).items()) if name not in _OF_CLASSES)
        return "class", kind.__name__, kind.__qualname__, tuple(self.of(base) for base in kind.__bases__), attributes

    def _of_numpy(self, value: Any, kind: type) -> Any:
        """Arrays by the memory that they look at, which others may look at, too; numbers by their texts."""
        if kind.__name__ in ("ufunc", "dtype"):
            return kind.__name__, str(value)
        if not hasattr(value, "strides") or value.dtype.fields is not None:
            raise NeedsLength(f"an object of type {kind.__name__}, whose state cannot be seen")
        if value.shape == () and not hasattr(value, "__array_finalize__"):
            return kind.__name__, repr(value)
        root = value
        while root.base is not None:
            root = root.base
            if not hasattr(root, "__array_interface__"):
                raise NeedsLength("an array in memory of another object")
        if not hasattr(value, "__array_interface__"):
            return kind.__name__, repr(value)
        begin = value.__array_interface__["data"][0] - root.__array_interface__["data"][0]
        shown = kind.__name__, str(value.dtype), value.shape, value.strides, begin, value.flags.writeable
        if root is not value and id(root) in self.seen:
            return (*shown, self.seen[id(root)])
        self.seen.setdefault(id(root), len(self.seen))
        self.keep.append(root)
        return (*shown, root.shape, tuple(self.of(item) for item in root.ravel(order="K").tolist()))

    def _logger(self, value: logging.Logger) -> Any:
        """What a call can change of a logger, and of those above it, which hear what it logs."""
        parts: list[Any] = []
        above: logging.Logger | None = value
        while above is not None:
            parts.append((above.name, above.level, above.disabled, above.propagate, len(above.handlers), len(above.filters)))
            above = above.parent
        return "logger", tuple(parts)

    def _generator(self, value: types.GeneratorType[Any, Any, Any]) -> Any:
        frame = value.gi_frame
        if frame is None:
            return "generator", "done"
        if frame.f_code.co_filename not in CURRENT.own_files:
            raise NeedsLength("a generator of a library, whose state cannot be seen")
        bytecode, _, depth = _instruction(frame)
        if value.gi_running:
            return "generator", "running", frame.f_code.co_name
        if frame.f_lasti >= 0 and depth > 1:
            raise NeedsLength("a generator that stands in a loop")
        return ("generator", id(frame.f_code), frame.f_lasti,
                tuple((n, self.of(v)) for n, v in sorted(frame.f_locals.items())))
