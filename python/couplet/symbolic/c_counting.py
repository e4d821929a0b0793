# SPDX-License-Identifier: Apache-2.0
"""Which variables of a program of C count: where the list may have any length their values are positions, or tallies.

Positions are variables that only begin at numbers and are raised by 1, and index the answers, end with them, or are told.
Tallies are the others that are raised.
"""
from __future__ import annotations

from typing import Any

from pycparser import c_ast

from .c_parse import CFunction, Program, nodes_of

#: Functions of the library that output their arguments.
_PRINTING = ("CHECKDP_OUTPUT", "printf", "fprintf")


def number(node: Any) -> int | None:
    """The value of a whole number from 0 on that is written out."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return int(node.value) if isinstance(node, c_ast.Constant) and node.value.isdigit() else None


class Counting:
    """Of a function that is called with pointers to answers, and with lengths, and of those that it calls."""

    def __init__(self, program: Program, function: CFunction, pointers: set[str], lengths: set[str]) -> None:
        self.of: dict[str, _Uses] = {}
        pending = [(function, frozenset(pointers), frozenset(lengths))]
        while pending:
            one, known, counts = pending.pop()
            before = self.of.get(one.name)
            if before is not None and known <= before.pointers and counts <= before.lengths:
                continue
            made = _Uses(one, set(known) | (before.pointers if before else set()), set(counts) | (before.lengths if before else set()))
            self.of[one.name] = made
            pending += [(called, *passed) for call in made.nodes if isinstance(call, c_ast.FuncCall)
                        for called in [program.functions.get(getattr(call.name, "name", ""))] if called is not None
                        for passed in [_passed(call, called, made)]]
        self.names = {name: uses.names() for name, uses in self.of.items()}

    def positions(self, function: CFunction | None) -> set[str]:
        return self.names.get(function.name if function else "", (set(), set()))[0]

    def tallies(self, function: CFunction | None) -> set[str]:
        return self.names.get(function.name if function else "", (set(), set()))[1]


def _passed(call: Any, called: CFunction, uses: _Uses) -> tuple[frozenset[str], frozenset[str]]:
    """The parameters that get pointers to answers, and lengths."""
    pointers, lengths = set(), set()
    for parameter, argument in zip(called.parameters, call.args.exprs if call.args else []):
        names = {part.name for part in nodes_of(argument) if isinstance(part, c_ast.ID)}
        base = argument.left if isinstance(argument, c_ast.BinaryOp) and argument.op == "+" else argument
        if getattr(base, "name", "") in uses.pointers and parameter.is_pointer:
            pointers.add(parameter.name)
        elif names and names <= uses.lengths:
            lengths.add(parameter.name)
    return frozenset(pointers), frozenset(lengths)


class _Uses:
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
