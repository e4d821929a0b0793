# SPDX-License-Identifier: Apache-2.0
"""What a run of the interpreter is like where it asks for the next answer: runs in equal states go on alike."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pycparser import c_ast

from .c_liveness import Liveness
from .c_parse import CFunction, nodes_of
from .c_types import UNSET, Function, Pointer, Storage, Structure, Type
from .answers import Length
from .states import Snapshot

if TYPE_CHECKING:
    from .c_interpreter import Frame, Interpreter


class CSnapshot(Snapshot):
    """The form of a state, with what only C has."""

    def of_run(self, it: Interpreter, others: list[Any]) -> tuple[Any, ...]:
        self.interpreter = it
        parts: list[Any] = [self.of(it.at)]
        for frame in it.frames:
            parts.append([(id(node), self.of(data)) for node, data in frame.begun])
            parts.append(self._frame(frame, it.at if frame is it.frames[-1] else frame.at))
        parts += [(name, self.of(entry.storage)) for name, entry in it.globals.items() if hasattr(entry, "storage")]
        parts += [self.of(entry.storage) for entry in it.statics.values()]
        parts += [self.of(storage) for storage in it.arguments]
        return (*_hashable(parts), *map(self.of, others))

    def _frame(self, frame: Frame, at: Any) -> list[Any]:
        """The variables of a frame that may be read after a node."""
        liveness = kept(frame.function, "liveness", lambda: Liveness(frame.function))
        parts = []
        for depth, scope in enumerate(frame.scopes):
            for name, entry in scope.items():
                storage = getattr(entry, "storage", None)
                if storage is None or not liveness.is_live(name, at):
                    continue
                parts.append((depth, name, self.of(storage)))
        return parts

    def of(self, value: Any) -> Any:
        if isinstance(value, Pointer):
            return "pointer", self.of(value.storage), self.of(value.index)
        if isinstance(value, c_ast.Node):
            return "node", id(value)
        return value.name if isinstance(value, (Function, Type)) else super().of(value)

    def _stand_in(self, value: Any) -> Any:
        if isinstance(value, Storage):
            return self._storage(value)
        if isinstance(value, Structure):
            return "structure", tuple(map(self.of, value.fields.values()))
        return "no value" if value is UNSET else super()._stand_in(value)

    def _storage(self, storage: Storage) -> Any:
        changed = getattr(storage, "changed", None)
        if changed is not None:
            return "answers", tuple((index, self.of(changed[index])) for index in sorted(changed))
        if storage.role == "parameter" and storage.grows and (self.interpreter.immediate or not storage.written) and not any(
                isinstance(cell, (Structure, Storage)) for cell in storage.cells):
            return "written", len(storage.written) - self.run.n_answers if storage.written else None
        written = tuple(sorted(storage.written)) if storage.role in ("parameter", "global") else ()
        return "cells", storage.alive, written, tuple(map(self.of, storage.cells))


def _hashable(parts: Any) -> Any:
    return tuple(map(_hashable, parts)) if isinstance(parts, (list, tuple)) else parts


def kept(function: CFunction, key: Any, work: Callable[[], Any]) -> Any:
    """What work returns, computed once for each function."""
    if key not in function.cache:
        function.cache[key] = work()
    return function.cache[key]


# ---- Variables that count ----

def counting_in(frame: Frame) -> tuple[set[str], set[str]]:
    """Variables that only begin at numbers and are raised by 1: they index the answers, end with them, or are told. Where the
    list may have any length their values are positions. And the others that are raised, whose values may be tallies."""
    entries = {name: entry.storage.cells[0] for name, entry in frame.scopes[0].items() if hasattr(entry, "storage")}
    pointers = frozenset(name for name, value in entries.items() if isinstance(value, Pointer) and value.storage.role == "private")
    lengths = frozenset(name for name, value in entries.items() if isinstance(value, Length))
    found: tuple[set[str], set[str]] = kept(frame.function, (pointers, lengths), lambda: _Counting(frame.function, set(pointers), set(lengths)).names())
    return found


class _Counting:
    """What is done with each variable of a function. pointers: those to answers; lengths: numbers of answers."""

    def __init__(self, function: CFunction, pointers: set[str], lengths: set[str]) -> None:
        self.nodes = [*nodes_of(function.node.body)]
        self.parents = {id(child): node for node in self.nodes for _, child in node.children()}
        self.pointers, self.lengths = pointers, lengths
        for node in self.nodes:
            if isinstance(node, c_ast.Decl) and node.init is not None:
                self._take(node.name, node.init)

    def _take(self, name: str, init: Any) -> None:
        """A variable that begins as a pointer to answers, or as their number."""
        names = {part.name for part in nodes_of(init) if isinstance(part, c_ast.ID)}
        if names and names <= self.lengths or isinstance(init, c_ast.BinaryOp) and init.op == "-" and names and names <= self.pointers:
            self.lengths.add(name)
        elif isinstance(init, c_ast.ID) and init.name in self.pointers:
            self.pointers.add(name)

    def names(self) -> tuple[set[str], set[str]]:
        uses: dict[str, set[str]] = {}
        for node in self.nodes:
            if isinstance(node, c_ast.ID):
                uses.setdefault(node.name, set()).add(self._use(node))
            elif isinstance(node, c_ast.Decl) and node.init is not None and number(node.init) is None and node.name not in self.pointers:
                uses.setdefault(node.name, set()).add("changed")
        positions = {name for name, found in uses.items() if "raised" in found and not found & {"changed", "added"} and
                     ("asks" in found or found <= {"raised", "begun", "shown"} or name in self.pointers)}
        return positions, {name for name, found in uses.items() if found & {"raised", "added"}} - positions

    def _use(self, node: Any) -> str:
        parent = self.parents.get(id(node))
        if isinstance(parent, c_ast.UnaryOp) and parent.op in ("++", "p++", "--", "p--", "&"):
            return "raised" if parent.op in ("++", "p++") else "changed"
        if isinstance(parent, c_ast.Assignment) and parent.lvalue is node:
            by_one = parent.op == "+=" and number(parent.rvalue) == 1 or parent.op == "=" and self._is_next(parent.rvalue, node.name)
            is_begun = parent.op == "=" and number(parent.rvalue) is not None
            return "raised" if by_one else "begun" if is_begun else "added" if parent.op == "+=" else "changed"
        if isinstance(parent, c_ast.BinaryOp) and parent.op in ("<", ">", "<=", ">=", "!=", "=="):
            names = {part.name for part in nodes_of(parent.right if parent.left is node else parent.left) if isinstance(part, c_ast.ID)}
            return "asks" if names and names <= self.lengths else "used"
        base = parent.name if isinstance(parent, c_ast.ArrayRef) and parent.subscript is node else \
            parent.left if isinstance(parent, c_ast.BinaryOp) and parent.op == "+" and parent.right is node else None
        return "asks" if getattr(base, "name", "") in self.pointers else "shown" if self._is_shown(node) else "used"

    @staticmethod
    def _is_next(value: Any, name: str) -> bool:
        return isinstance(value, c_ast.BinaryOp) and value.op == "+" and getattr(value.left, "name", "") == name and number(value.right) == 1

    def _is_shown(self, node: Any) -> bool:
        """Whether the variable, or its sum with a number, is returned or output as it is."""
        parent = self.parents.get(id(node))
        if isinstance(parent, c_ast.BinaryOp) and parent.op in ("+", "-") and parent.left is node and number(parent.right) is not None:
            parent = self.parents.get(id(parent))
        call = self.parents.get(id(parent))
        return isinstance(parent, c_ast.Return) or (
            isinstance(parent, c_ast.ExprList) and getattr(getattr(call, "name", None), "name", "") in _PRINTING)


#: Functions of the library that output their arguments.
_PRINTING = ("CHECKDP_OUTPUT", "printf", "fprintf")


def number(node: Any) -> int | None:
    """The value of a whole number from 0 on that is written out."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return int(node.value) if isinstance(node, c_ast.Constant) and node.value.isdigit() else None
