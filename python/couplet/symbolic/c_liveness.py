# SPDX-License-Identifier: Apache-2.0
"""Which variables of a function of C may still be read after each place of it."""
from __future__ import annotations

from typing import Any

from pycparser import c_ast

from .c_parse import CFunction, nodes_of

_Names = frozenset[str]
_NONE: _Names = frozenset()
_RAISING = ("++", "--", "p++", "p--")


def declared_twice(function: CFunction) -> set[str]:
    """Names that hide others, whose uses are not told apart here."""
    names = [p.name for p in function.parameters]
    names += [node.name for node in nodes_of(function.node.body) if isinstance(node, c_ast.Decl)]
    return {name for name in names if names.count(name) > 1}


class Liveness:
    """From the end of a function to its beginning: of each node, the names that may be read after it before they get
    another value. A variable that is read only to change itself is not."""

    def __init__(self, function: CFunction) -> None:
        body = function.node.body
        self.kept = declared_twice(function)
        self.behind: dict[int, _Names] = {}
        self.jumps: list[tuple[_Names, _Names]] = []  # of the loops around: after `break`, and after `continue`
        self.is_followed = not any(isinstance(node, c_ast.Goto) for node in nodes_of(body))
        if self.is_followed:
            self._before(body, _NONE)

    def is_live(self, name: str, at: Any) -> bool:
        return not self.is_followed or name in self.kept or id(at) not in self.behind or name in self.behind[id(at)]

    def _before(self, node: Any, after: _Names, is_used: bool = True) -> _Names:
        """What may be read before a node. after: after it; is_used: whether its value is."""
        if node is None:
            return after
        self.behind[id(node)] = self.behind.get(id(node), _NONE) | after
        work = getattr(self, "_of_" + type(node).__name__, None)
        if work is not None:
            return work(node, after, is_used)  # type: ignore[no-any-return]
        return self._all([child for _, child in node.children()], after)

    def _all(self, nodes: list[Any], after: _Names, is_used: bool = True) -> _Names:
        for node in reversed(nodes):
            after = self._before(node, after, is_used)
        return after

    def _of_ID(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return after | {node.name}

    def _of_StructRef(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._before(node.name, after)

    def _of_Decl(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._all([node.type, node.init], after - {node.name})

    def _of_Assignment(self, node: Any, after: _Names, is_used: bool) -> _Names:
        if not isinstance(node.lvalue, c_ast.ID):
            before = self._before(node.rvalue, after)
            self.behind[id(node)] |= before  # the old value is read first
            return self._before(node.lvalue, before)
        name = node.lvalue.name
        before = self._before(node.rvalue, after - {name})
        if node.op == "=":
            is_itself = not is_used and name not in after and isinstance(node.rvalue, c_ast.BinaryOp) and \
                node.rvalue.op in ("+", "-", "*") and getattr(node.rvalue.left, "name", "") == name
            return self._before(node.rvalue.right, after) if is_itself else before
        return before | {name} if is_used or name in after else before

    def _of_UnaryOp(self, node: Any, after: _Names, is_used: bool) -> _Names:
        if node.op == "sizeof" or node.op in _RAISING and isinstance(node.expr, c_ast.ID) and not is_used and node.expr.name not in after:
            return after
        return self._before(node.expr, after)

    def _of_BinaryOp(self, node: Any, after: _Names, is_used: bool) -> _Names:
        right = self._before(node.right, after)
        return self._before(node.left, right | after if node.op in ("&&", "||") else right)

    def _of_ExprList(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._all(node.exprs, after, is_used)

    # ---- Statements ----

    def _of_Compound(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._all(node.block_items or [], after, False)

    def _of_If(self, node: Any, after: _Names, is_used: bool) -> _Names:
        ways = self._before(node.iftrue, after, is_used) | self._before(node.iffalse, after, is_used)
        return self._before(node.cond, ways)

    def _of_TernaryOp(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._of_If(node, after, True)

    def _of_Return(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._before(node.expr, _NONE)

    def _of_Break(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self.jumps[-1][0]

    def _of_Continue(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self.jumps[-1][1]

    def _of_Switch(self, node: Any, after: _Names, is_used: bool) -> _Names:
        self.jumps.append((after, self.jumps[-1][1] if self.jumps else after))
        before = after
        for item in reversed(node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else [node.stmt]):
            before |= self._before(item, before, False)  # of each item, as any may be the first
        self.jumps.pop()
        return self._before(node.cond, before)

    def _loop(self, node: Any, after: _Names, following: Any = None) -> tuple[_Names, _Names]:
        """Before the condition, and before the body."""
        again = inside = _NONE
        while True:
            next_round = self._before(following, again, False)
            self.jumps.append((after, next_round))
            inside = self._before(node.stmt, next_round, False)
            self.jumps.pop()
            before = again | (inside if node.cond is None else self._before(node.cond, inside | after))
            if before == again:
                return again, inside
            again = before

    def _of_While(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._loop(node, after)[0]

    def _of_DoWhile(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._loop(node, after)[1]

    def _of_For(self, node: Any, after: _Names, is_used: bool) -> _Names:
        return self._before(node.init, self._loop(node, after, node.next)[0], False)
