# SPDX-License-Identifier: Apache-2.0
"""Where a run of the interpreter is, and what it may still use: runs in equal states go on alike."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pycparser import c_ast

from .c_parse import CFunction, nodes_of
from .c_types import UNSET, Function, Length, Pointer, Storage, Structure, Type
from .epsilon import Epsilon
from .values import Real

if TYPE_CHECKING:
    from .c_interpreter import Frame, Interpreter

_LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)
_STATEMENTS = (c_ast.Compound, c_ast.If, c_ast.Switch, *_LOOPS)


def state_of(it: Interpreter, asked: int, hidden: str = "") -> list[Any]:
    """Texts and reals, in an order of their own. asked: how many answers were asked for; counters that run
    along with it are told by their distance; hidden is left out. Two runs whose lists differ in the names of atoms only go on alike, as
    long as neither asks for another answer than the next one and the one before."""
    return list(_Reader(it, asked, hidden).everything())


def counters_in(frame: Frame, is_outer: bool) -> dict[str, int]:
    """The counters of a frame; is_outer: what it returns is output."""
    entries = {name: entry for scope in frame.scopes for name, entry in scope.items()}
    lengths = frozenset(name for name, entry in entries.items() if _is_length(entry))
    counters: dict[str, int] = _kept(frame.function, (lengths, is_outer),
                                     lambda: counters_of(frame.function, set(lengths), is_outer))
    arrays: dict[str, set[str]] = _kept(frame.function, "indexed", lambda: indexed_by(frame.function))
    return {name: limit for name, limit in counters.items()
            if all(_is_alike(entries.get(array)) for array in arrays.get(name, ()))}


def indexed_by(function: CFunction) -> dict[str, set[str]]:
    """The arrays that each variable indexes; an empty name is one that cannot be told."""
    found: dict[str, set[str]] = {}
    for node in nodes_of(function.node.body):
        base, index = (node.name, node.subscript) if isinstance(node, c_ast.ArrayRef) else \
            (node.left, node.right) if isinstance(node, c_ast.BinaryOp) and node.op == "+" else (None, None)
        while isinstance(index, c_ast.UnaryOp):
            index = index.expr
        if isinstance(index, c_ast.ID):
            found.setdefault(index.name, set()).add(base.name if isinstance(base, c_ast.ID) else "")
    return found


def _is_alike(entry: Any) -> bool:
    """Whether all elements of an array may be taken for each other: answers, outputs, and numbers that may be any."""
    cells = getattr(getattr(entry, "storage", None), "cells", [])
    storage = cells[0].storage if len(cells) == 1 and isinstance(cells[0], Pointer) else None
    return storage is not None and (storage.role == "private" or (storage.role == "parameter" and storage.grows))


def _is_length(entry: Any) -> bool:
    cells = getattr(getattr(entry, "storage", None), "cells", [])
    return len(cells) == 1 and isinstance(cells[0], Length)


class _Reader:
    def __init__(self, it: Interpreter, asked: int, hidden: str) -> None:
        self.it, self.asked, self.hidden = it, asked, hidden
        self.seen: dict[int, int] = {}

    def everything(self) -> Iterator[Any]:
        parts = self._by_frame()
        yield f"here {id(self.it.at)}"
        for frame, begun in zip(self.it.frames, parts):
            live = _Liveness(frame.function, begun)
            counters = counters_in(frame, frame is self.it.frames[0])
            tallies = tallies_of(frame.function)
            for node, data in begun:
                yield f"at {id(node)}"
                yield from self.value(data)
            for depth, scope in enumerate(frame.scopes):
                for name, entry in scope.items():
                    storage = getattr(entry, "storage", None)
                    if storage is None or name in {*live.unused, self.hidden} or not live.is_live(name):
                        continue
                    yield f"{depth} {name}"
                    value = storage.cells[0] if storage.cells else None
                    if name in tallies and isinstance(value, int) and value > tallies[name]:
                        yield "many"
                    elif name in counters and isinstance(value, int) and value > counters[name]:
                        yield f"round + {value - self.asked}"
                    else:
                        yield from self.value(storage)
        for name, entry in self.it.globals.items():
            if hasattr(entry, "storage"):
                yield name
                yield from self.value(entry.storage)
        for entry in self.it.statics.values():
            yield from self.value(entry.storage)
        for storage in self.it.arguments:
            yield from self.value(storage)

    def _by_frame(self) -> list[list[list[Any]]]:
        parts: list[list[list[Any]]] = []
        for entry in self.it.begun:
            if isinstance(entry[0], CFunction):
                parts.append([])
            else:
                parts[-1].append(entry)
        return parts

    def value(self, value: Any) -> Iterator[Any]:
        if isinstance(value, Real):
            yield value
        elif isinstance(value, Pointer):
            moves = value.storage.role == "private" and type(value.index) is int and value.index > 0
            at = f" + {value.index - self.asked} rounds" if moves else f" + {value.index}"
            yield from self.value(value.storage)
            yield at
        elif isinstance(value, Structure):
            for part in value.fields.values():
                yield from self.value(part)
        elif isinstance(value, Storage):
            yield from self._storage(value)
        elif isinstance(value, (tuple, list)):
            for part in value:
                if not isinstance(part, Type):
                    yield from self.value(part)
        elif isinstance(value, c_ast.Node):
            yield f"node {id(value)}"
        elif value is None or value is UNSET or issubclass(type(value), (int, float, Fraction, Epsilon, Function, Length)):
            yield repr(value)
        else:
            yield f"object {id(value)}"  # equal to itself only

    def _storage(self, storage: Storage) -> Iterator[Any]:
        if id(storage) in self.seen:
            yield f"storage {self.seen[id(storage)]}"
            return
        self.seen[id(storage)] = len(self.seen)
        changed = getattr(storage, "changed", None)
        if changed is not None:
            for index in sorted(changed):
                yield f"[{index}]"
                yield from self.value(changed[index])
        elif storage.role == "parameter" and storage.grows and (self.it.immediate or not storage.written) and not any(
                isinstance(cell, (Structure, Storage)) for cell in storage.cells):
            yield f"{len(storage.written) - self.asked} more written" if storage.written else "not written"
        else:
            written = sorted(storage.written) if storage.role in ("parameter", "global") else []
            yield f"{len(storage.cells)} {storage.alive} {written}"
            for cell in storage.cells:
                yield from self.value(cell)


def _kept(function: CFunction, key: Any, work: Callable[[], Any]) -> Any:
    """What work returns, computed once for each function."""
    if key not in function.cache:
        function.cache[key] = work()
    return function.cache[key]


def _declared_twice(function: CFunction) -> set[str]:
    """Names that hide others, whose uses are not told apart here."""
    names = [p.name for p in function.parameters]
    names += [node.name for node in nodes_of(function.node.body) if isinstance(node, c_ast.Decl)]
    return {name for name in names if names.count(name) > 1}


def unused_of(function: CFunction) -> set[str]:
    """Variables that are read only to change themselves."""
    parents = {id(child): node for node in nodes_of(function.node.body) for _, child in node.children()}
    names: set[str] = set()
    used: set[str] = set()
    for node in nodes_of(function.node.body):
        if isinstance(node, c_ast.ID):
            (names if _changes_itself(node, parents) else used).add(node.name)
    return names - used


def _changes_itself(node: Any, parents: dict[int, Any]) -> bool:
    inner, parent = node, parents.get(id(node))
    while isinstance(parent, c_ast.BinaryOp):
        inner, parent = parent, parents.get(id(parent))
    is_statement = isinstance(parents.get(id(parent)), (c_ast.Compound, c_ast.If, c_ast.While, c_ast.For))
    if isinstance(parent, c_ast.UnaryOp):
        return is_statement and inner is node and parent.op in ("++", "--", "p++", "p--")
    return is_statement and isinstance(parent, c_ast.Assignment) and getattr(parent.lvalue, "name", "") == node.name


def shown_positions(function: CFunction) -> set[str]:
    """Variables that only get numbers and values of other variables, and are only output."""
    parents = {id(child): node for node in nodes_of(function.node.body) for _, child in node.children()}
    starts = {node.name for node in nodes_of(function.node.body) if isinstance(node, c_ast.Decl)
              and isinstance(node.type, c_ast.TypeDecl) and isinstance(node.init, (c_ast.Constant, c_ast.UnaryOp))}
    used = {node.name for node in nodes_of(function.node.body)
            if isinstance(node, c_ast.ID) and not _is_shown_position(node, parents)}
    return starts - used - _declared_twice(function)


def _is_shown_position(node: Any, parents: dict[int, Any]) -> bool:
    parent = parents.get(id(node))
    if isinstance(parent, c_ast.Assignment):
        return parent.lvalue is node and parent.op == "=" and isinstance(parent.rvalue, (c_ast.ID, c_ast.Constant))
    return is_shown(node, parents)


def counters_of(function: CFunction, lengths: set[str], is_outer: bool) -> dict[str, int]:
    """Variables that only start at numbers, are raised by 1, index arrays, are output, and are compared with numbers
    and with the number of answers; and from where on those numbers are below them for ever."""
    limits: dict[str, int] = {}
    refused: set[str] = set()
    kept = shown_positions(function)
    parents = {id(child): node for node in nodes_of(function.node.body) for _, child in node.children()}
    for node in nodes_of(function.node.body):
        if isinstance(node, c_ast.Decl):
            number = 0 if node.init is None else _number(node.init)
            if not isinstance(node.type, c_ast.TypeDecl) or number is None or node.name in limits:
                refused.add(node.name)
            limits[node.name] = number or 0
    limits.update({p.name: 0 for p in function.parameters if p.name not in lengths})
    refused |= {p.name for p in function.parameters}
    for node in nodes_of(function.node.body):
        if isinstance(node, c_ast.ID) and node.name in limits:
            shown = is_outer and is_shown(node, parents)
            limit = 0 if shown else _limit(node, parents, lengths, kept)
            refused |= {node.name} if limit is None else set()
            limits[node.name] = max(limits[node.name], limit or 0)
    return {name: limit for name, limit in limits.items() if name not in refused}


def tallies_of(function: CFunction) -> dict[str, int]:
    """Variables that start at numbers, to which something is added, and that are only compared with numbers, up to which they
    are given. What is added is looked at when it is (``Storage.rises``)."""
    found: dict[str, int] = _kept(function, "tallies", lambda: _tallies_in(function))
    return found


def _tallies_in(function: CFunction) -> dict[str, int]:
    nodes = [*nodes_of(function.node.body)]
    parents = {id(child): node for node in nodes for _, child in node.children()}
    begun = {node.name for node in nodes if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.TypeDecl) and _number(node.init) is not None}
    limits: dict[str, int | None] = {name: 0 for name in begun - _declared_twice(function)}
    for node in nodes:
        if isinstance(node, c_ast.ID) and limits.get(node.name) is not None:
            limit = _tested(node, parents)
            limits[node.name] = None if limit is None else max(limit, limits[node.name] or 0)
    return {name: limit for name, limit in limits.items() if limit is not None}


def _tested(node: Any, parents: dict[int, Any]) -> int | None:
    """The number that a use compares a variable with, 0 where something is added to it; None: another use."""
    parent = parents.get(id(node))
    is_statement = isinstance(parents.get(id(parent)), (c_ast.Compound, c_ast.If, c_ast.For, c_ast.While))
    if isinstance(parent, c_ast.BinaryOp) and parent.op in ("<", ">", "<=", ">=", "!=", "=="):
        return _number(parent.right if parent.left is node else parent.left)
    if isinstance(parent, c_ast.UnaryOp):
        return 0 if is_statement and parent.op in ("++", "p++") else None
    is_set = isinstance(parent, c_ast.Assignment) and parent.lvalue is node and is_statement and (
        parent.op == "+=" or parent.op == "=" and _number(parent.rvalue) is not None)
    return 0 if is_set else None


#: Functions of the library that output their arguments.
PRINTING = ("CHECKDP_OUTPUT", "printf", "fprintf")


def is_shown(node: Any, parents: dict[int, Any]) -> bool:
    """Whether the variable, or its sum with a number, is returned or output as it is."""
    parent = parents.get(id(node))
    if isinstance(parent, c_ast.BinaryOp) and parent.op in ("+", "-") and parent.left is node and \
            _number(parent.right) is not None:
        parent = parents.get(id(parent))
    call = parents.get(id(parent))
    return isinstance(parent, c_ast.Return) or (
        isinstance(parent, c_ast.ExprList) and getattr(getattr(call, "name", None), "name", "") in PRINTING)


def position_in(node: Any) -> str:
    """The variable of an expression that is one, or its sum with a number."""
    if isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-") and _number(node.right) is not None:
        node = node.left
    return str(node.name) if isinstance(node, c_ast.ID) else ""


def _limit(node: Any, parents: dict[int, Any], lengths: set[str], kept: set[str]) -> int | None:
    """The number from which on all is alike for this use of a counter; None: it is used otherwise."""
    parent = parents.get(id(node))
    if isinstance(parent, c_ast.ArrayRef):
        return 0 if parent.subscript is node else None
    if isinstance(parent, c_ast.UnaryOp):
        above = parents.get(id(parent))
        above = parents.get(id(above)) if isinstance(above, c_ast.ExprList) else above  # a comma
        is_alone = isinstance(above, (c_ast.Compound, c_ast.For, c_ast.ArrayRef))
        return 0 if parent.op in ("++", "p++") and is_alone else None
    if isinstance(parent, c_ast.BinaryOp) and parent.op in ("<", ">", "<=", ">=", "!=", "=="):
        other = parent.right if parent.left is node else parent.left
        names = {part.name for part in nodes_of(other) if isinstance(part, c_ast.ID)}
        return 0 if names and names <= lengths else _number(other)
    if isinstance(parent, c_ast.BinaryOp) and parent.op == "+" and isinstance(parent.left, c_ast.ID) and \
            parent.right is node and getattr(parents.get(id(parent)), "op", "") == "*":
        return 0  # *(q + i)
    if isinstance(parent, c_ast.BinaryOp) and parent.op == "+" and _number(parent.right) == 1:
        above = parents.get(id(parent))
        is_raised = isinstance(above, c_ast.Assignment) and above.op == "=" and \
            getattr(above.lvalue, "name", "") == node.name
        return 0 if is_raised else None
    if isinstance(parent, c_ast.Assignment) and parent.rvalue is node:
        return 0 if getattr(parent.lvalue, "name", None) in kept and parent.op == "=" else None
    if isinstance(parent, c_ast.Assignment) and parent.lvalue is node:
        right = parent.rvalue
        if parent.op == "+=":
            return 0 if _number(right) == 1 else None
        by_sum = isinstance(right, c_ast.BinaryOp) and right.op == "+" and \
            getattr(right.left, "name", "") == node.name and _number(right.right) == 1
        return (0 if by_sum else _number(right)) if parent.op == "=" else None
    return None


def _number(node: Any) -> int | None:
    """The value of a whole number from 0 on that is written out."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return int(node.value) if isinstance(node, c_ast.Constant) and node.value.isdigit() else None


class _Liveness:
    """Which variables of a frame may still be read."""

    def __init__(self, function: CFunction, begun: list[list[Any]]) -> None:
        body = function.node.body
        self.kept: set[str] = _kept(function, "kept", lambda: {
            node.expr.name for node in nodes_of(body) if isinstance(node, c_ast.UnaryOp) and node.op == "&"
            and isinstance(node.expr, c_ast.ID)} | _declared_twice(function))
        self.unused: set[str] = _kept(function, "unused", lambda: unused_of(function)) - self.kept
        self.begun = begun
        self.has_labels = _kept(function, "labels", lambda: any(
            isinstance(node, c_ast.Label) for node in nodes_of(body)))

    def is_live(self, name: str) -> bool:
        if name in self.kept or self.has_labels:
            return True
        rest, weak = list(self._rest()), False
        for node, is_loop_again in rest:
            use = _first_use(node, name, is_loop_again)
            if use == "read":
                return True
            if use == "write" and not weak:
                return False
            weak = weak or _jumps(node)
        return False

    def _rest(self) -> Iterator[tuple[Any, bool]]:
        """What may come next, in order, and whether a loop is begun already."""
        statements = [entry for entry in self.begun if isinstance(entry[0], _STATEMENTS)]
        for i, (node, data) in enumerate(reversed(statements)):
            if isinstance(node, c_ast.Compound):
                items = node.block_items or []
                yield from ((item, True) for item in items[data if i == 0 else data + 1:])
            elif isinstance(node, _LOOPS):
                if i == 0:
                    yield node.stmt, True
                yield node, True
            elif isinstance(node, c_ast.Switch):
                yield node.stmt, True  # more than may come
            elif i == 0:
                yield data, True


def _jumps(node: Any) -> bool:
    return any(isinstance(part, (c_ast.Break, c_ast.Continue, c_ast.Goto)) for part in nodes_of(node))


def _first_use(node: Any, name: str, begun: bool = False) -> str | None:
    """"read": it may be read before it gets a value; "write": it surely gets one first; None: neither."""
    if node is None:
        return None
    if isinstance(node, c_ast.ID):
        return "read" if node.name == name else None
    if isinstance(node, c_ast.Assignment) and isinstance(node.lvalue, c_ast.ID) and node.op == "=":
        return _first_use(node.rvalue, name) or ("write" if node.lvalue.name == name else None)
    if isinstance(node, (c_ast.If, c_ast.TernaryOp)):
        use = _first_use(node.cond, name)
        ways = {_first_use(node.iftrue, name), _first_use(node.iffalse, name)}
        return use or ("read" if "read" in ways else "write" if ways == {"write"} and not _jumps(node) else None)
    if isinstance(node, c_ast.For) and not begun:
        use = _first_use(node.init, name)
        return use or _first_use(node, name, True)
    if isinstance(node, (*_LOOPS, c_ast.Switch)) or (isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||")):
        return "read" if any(isinstance(part, c_ast.ID) and part.name == name and not _assigned(node, part)
                             for part in nodes_of(node)) else None
    for _, child in node.children():
        use = _first_use(child, name)
        if use == "read" or (use == "write" and not isinstance(node, c_ast.Case)):
            return use
        if _jumps(child):
            return "read" if any(isinstance(part, c_ast.ID) and part.name == name for part in nodes_of(node)) else None
    return None


def _assigned(loop: Any, place: Any) -> bool:
    """Whether this name in a loop is the left side of `=`, or stands where its body gave it a value before."""
    for node in nodes_of(loop):
        if isinstance(node, c_ast.Assignment) and node.op == "=" and node.lvalue is place:
            return True
    name = place.name
    body = getattr(loop, "stmt", None)
    if body is None or any(part is place for header in (getattr(loop, "cond", None), getattr(loop, "next", None),
                                                        getattr(loop, "init", None))
                           if header is not None for part in nodes_of(header)):
        return False
    return _first_use(body, name) == "write" and not isinstance(loop, c_ast.Switch)
