# SPDX-License-Identifier: Apache-2.0
"""What a run is like where it asks for the next answer: all that its live variables reach.

Two runs in equal states go on alike. What cannot be seen (iterators written in C, expressions
half evaluated) raises NeedsLength: then nothing is said of lists of any length.
"""
from __future__ import annotations

import dis
import functools
import types
from collections import _tuplegetter, deque  # type: ignore[attr-defined]
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

from .arguments import Elements, NoValue
from .answers import (AnswerIterator, AnswerList, Asking, Length, NoiseArray, NoiseIterator, Position, Positions, Slots,
                      StreamList)
from .epsilon import Epsilon
from .errors import NeedsLength
from .largest import NoisyList
from .noise import Source
from .python_module import PRELUDE, public_state
from .run import Run
from .values import Real, answer_atom

_MOST_OBJECTS = 20_000
_Cache = type(functools.lru_cache(int))
_MEMBERS = (types.MemberDescriptorType, types.GetSetDescriptorType, _tuplegetter)
#: What each class has.
_OF_CLASSES = ("__module__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__slots__", "__qualname__",
               "__firstlineno__", "__static_attributes__", "__abstractmethods__", "_abc_impl", "__parameters__",
               "__orig_bases__", "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__hash__")


class Bytecode:
    """Of a code object: the instruction at each offset, live locals behind it, the stack before it."""

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
                    depth = depths[n]  # of CPython 3.11: the CALL behind it takes what it says
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
#: Functions of this package that a run begins in.
_BEGINNINGS = ("conclude", "run_list", "run_calls")


class Frames:
    """The frames of the user's file at a request for an answer."""

    def __init__(self, run: Run, file: str) -> None:
        self.run, self.file = run, file
        self.own = __file__.rpartition("/")[0]

    def of(self, frame: types.FrameType | None) -> list[types.FrameType]:
        """From frame, which asks, outwards; the innermost first."""
        while frame is not None and frame.f_code.co_filename.startswith(self.own):
            frame = frame.f_back
        frames: list[types.FrameType] = []
        while frame is not None:
            name = frame.f_code.co_filename
            if name in (self.file, PRELUDE) and frame.f_code.co_name != "<module>":
                self._check(frame, frames)
                frames.append(frame)
            elif name.startswith(self.own) and frame.f_code.co_name in _BEGINNINGS:
                return frames
            elif not (name.startswith(self.own) and frame.f_code.co_name in ("called", "work", "<lambda>",
                                                                             "_called_with_list", "added_to",
                                                                             "__add__", "__sub__", "_draws",
                                                                             "laplace", "exponential")):
                raise NeedsLength(f"state that cannot be seen, in {frame.f_code.co_name}")
            frame = frame.f_back
        return frames

    def _check(self, frame: types.FrameType, inner: list[types.FrameType]) -> None:
        """Whether all that frame's stack holds is known."""
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
        elif name == "BINARY_OP" and inner and inner[-1].f_code.co_filename == PRELUDE:
            taken = 2
        else:
            raise NeedsLength(f"an answer is asked for within {name}")
        if inner and name == "FOR_ITER":
            loop = self._loop(frame, instruction.offset)
            if getattr(loop, "gi_frame", None) is not inner[-1]:
                raise NeedsLength("an iterator that cannot be seen")
        elif inner and name != "BINARY_OP" and (name not in ("CALL", "PRECALL", "CALL_FUNCTION_EX") or not _is_called(frame, inner[-1])):
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


def _is_called(frame: types.FrameType, inner: types.FrameType) -> bool:
    """Whether a name that frame sees stands for the function that runs in inner."""
    code = inner.f_code
    if code.co_filename == PRELUDE:
        return True
    places: list[Any] = [frame.f_locals, frame.f_globals]
    for place in places:
        for value in place.values():
            if getattr(getattr(value, "__func__", value), "__code__", None) is code:
                return True
            kind = value if isinstance(value, type) else type(value)
            if getattr(getattr(kind, code.co_name, None), "__code__", None) is code:
                return True
    return False


def loop_of(frame: types.FrameType) -> tuple[types.FrameType, int]:
    """The loop whose iterator frame is about to take: its frame and its FOR_ITER."""
    bytecode = bytecode_of(frame.f_code)
    following = bytecode.instructions[bytecode.at[frame.f_lasti]:]
    return frame, next(i.offset for i in following if i.opname == "FOR_ITER")


# ---- The canonical form ---------------------------------------------------------------------

class Snapshot:
    """The form of a state, with atoms in order of appearance."""

    def __init__(self, run: Run, kept: list[int] | None = None) -> None:
        self.run = run
        self.kept = kept or []  # answers whose positions are told by them
        self.positions: list[Position] = []
        self.atoms: list[int] = []
        self.reals: list[Real] = []
        self.seen: dict[int, int] = {}
        self.keep: list[Any] = []
        self.classes: list[type] = []

    def of_frames(self, frames: Frames, inner: types.FrameType | None, module: types.ModuleType,
                  others: list[Any]) -> tuple[Any, ...]:
        parts: list[Any] = []
        for frame in frames.of(inner):
            bytecode, _, _ = _instruction(frame)
            live = bytecode.live_behind(frame.f_lasti)
            values = frame.f_locals
            parts.append((frame.f_code.co_name, frame.f_code.co_firstlineno, frame.f_lasti,
                          tuple((name, self.of(values[name])) for name in sorted(live) if name in values),
                          tuple(self.of(iterator) for iterator in [*frames.active(frame), *frames.advanced(frame)])))
        parts.append(tuple((name, self.of(value)) for name, value in sorted(public_state(module).items())))
        for name, value in sorted(vars(module).items()):
            if isinstance(value, type) and value.__module__ == module.__name__:
                parts.append((name, self._class(value, module)))
            elif isinstance(value, types.FunctionType) and not name.startswith("__couplet_"):
                parts.append((name, self._function(value)))
            elif callable(value) and not name.startswith("__couplet_") and (
                    type(value).__module__ == module.__name__ or
                    isinstance(value, (functools.partial, types.MethodType, _Cache))):
                parts.append((name, self.of(value)))
        parts.extend(self.of(other) for other in others)
        return tuple(parts)

    def _class(self, kind: type, module: types.ModuleType) -> Any:
        """The attributes of a class of the file, and what its methods keep."""
        parts: list[Any] = []
        self.classes.append(kind)
        for name, value in sorted(vars(kind).items()):
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            if isinstance(value, property):
                parts.append((name, self.of([value.fget, value.fset, value.fdel])))
            elif isinstance(value, types.FunctionType):
                parts.append((name, self._function(value)))
            elif isinstance(value, type) and value.__module__ == module.__name__:
                parts.append((name, "class") if value in self.classes else (name, self._class(value, module)))
            elif name not in _OF_CLASSES and not isinstance(value, _MEMBERS):
                parts.append((name, self.of(value)))
        return tuple(parts)

    def _function(self, value: types.FunctionType) -> Any:
        """What a function keeps between calls: variables around it, defaults, attributes."""
        cells = []
        for cell in value.__closure__ or ():
            try:
                cells.append(self.of(cell.cell_contents))
            except ValueError:
                cells.append("empty")
        return ("function", value.__qualname__, value.__code__.co_firstlineno, tuple(cells),
                self.of(list(value.__defaults__ or ())), self.of(dict(value.__kwdefaults__ or {})),
                self.of(dict(value.__dict__)))

    def _atom(self, atom: int) -> int:
        if atom not in self.atoms:
            self.atoms.append(atom)
        return self.atoms.index(atom)

    def of(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str, bytes, complex, Fraction, Enum)):
            return type(value).__name__, repr(value)
        if isinstance(value, Real):
            self.reals.append(value)
            return ("real", value.constant, tuple((self._atom(a), k, self.run.moved_of(a)) for a, k in sorted(value.terms.items())),
                    tuple((name, self.run.relative(i), k) for (name, i), k in sorted(value.publics.items(), key=repr)))
        if isinstance(value, Epsilon):
            return "epsilon", repr(value)
        if isinstance(value, Position):
            self.positions.append(value)
            if answer_atom(value.value) in self.kept:
                return "place", self._atom(answer_atom(value.value))
            return "position", value.relative()
        if id(value) in self.seen:
            return "again", self.seen[id(value)]
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        if len(self.seen) > _MOST_OBJECTS:
            raise NeedsLength("a state with too many objects")
        return self._object(value)

    def _object(self, value: Any) -> Any:
        if isinstance(value, Length):
            return "length", value.offset
        if isinstance(value, Positions):
            return "positions", value.begin, value.step, value.shift
        if isinstance(value, (Asking, NoValue)):
            return type(value).__name__
        if isinstance(value, Source):
            return "source", value.is_known
        if isinstance(value, (AnswerIterator, AnswerList, Elements, NoisyList, NoiseIterator)):
            return value.state()
        if isinstance(value, NoiseArray):
            return "noise", value.key
        if isinstance(value, StreamList):
            known = tuple(self.of(value.known[key]) for key in sorted(value.known, key=repr))
            return "stream", value.site, value.outputs.now is value, known
        if isinstance(value, Slots):
            return "slots", repr(value.default), value.told
        if isinstance(value, (list, tuple, deque)):
            return type(value).__qualname__, tuple(self.of(item) for item in tuple(value)), self._attributes(value)
        if isinstance(value, (set, frozenset)):
            return "set", tuple(sorted(repr(self.of(item)) for item in value)), self._attributes(value)
        if isinstance(value, dict):
            return (type(value).__qualname__, tuple((self.of(k), self.of(v)) for k, v in value.items()),
                    self._attributes(value))
        if hasattr(value, "dtype") and hasattr(value, "ravel"):
            return "array", value.shape, tuple(self.of(item) for item in value.ravel().tolist())
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, types.MethodType):
            return "method", value.__func__.__qualname__, self.of(value.__self__)
        if isinstance(value, (type, types.ModuleType, types.BuiltinFunctionType)):
            return "global", getattr(value, "__name__", "")
        if isinstance(value, types.GeneratorType):
            return self._generator(value)
        if isinstance(value, range):
            return "range", value.start, value.stop, value.step
        if hasattr(value, "__reduce__") and type(value).__module__ == "builtins" and hasattr(value, "__next__"):
            kind, arguments, *rest = value.__reduce__()
            return "iterator", kind.__name__, self.of(list(arguments)), self.of(rest)
        if isinstance(value, functools.partial):
            return "partial", self.of([value.func, value.args, value.keywords]), self._attributes(value)
        if isinstance(value, _Cache):
            raise NeedsLength("a cache of results, whose state cannot be seen")
        if hasattr(value, "__dict__"):
            return "object", type(value).__qualname__, self._attributes(value)
        raise NeedsLength(f"an object of type {type(value).__name__}, whose state cannot be seen")

    def _attributes(self, value: Any) -> Any:
        """The attributes of an object itself, in its dictionary and in slots."""
        names = dict(getattr(value, "__dict__", None) or {})
        for kind in type(value).__mro__:
            for name, member in vars(kind).items() if kind.__flags__ & 1 << 9 else ():  # made by a class statement
                if isinstance(member, types.MemberDescriptorType) and hasattr(value, name):
                    names[f"{kind.__qualname__}.{name}"] = getattr(value, name)
        return self.of(names) if names else ()

    def _generator(self, value: types.GeneratorType[Any, Any, Any]) -> Any:
        frame = value.gi_frame
        if frame is None:
            return "generator", "done"
        bytecode, _, depth = _instruction(frame)
        if value.gi_running:
            return "generator", "running", frame.f_code.co_name
        if frame.f_lasti >= 0 and depth > 1:
            raise NeedsLength("a generator that stands in a loop")
        return ("generator", frame.f_code.co_name, frame.f_lasti,
                tuple((n, self.of(v)) for n, v in sorted(frame.f_locals.items())))
