# SPDX-License-Identifier: Apache-2.0
"""A file of Python, or a notebook, as it is compiled and loaded anew for each run."""
from __future__ import annotations

import ast
import contextlib
import copy
import dis
import functools
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
import tokenize
import traceback
import types
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import noise
from .calls import called, is_raised, matched, own, unpacked
from .drawing import definitions
from .epsilon import exact
from .errors import Asked, Refused, Stop, TakenOtherwise
from .left_out import LeftOut
from .parts import Parts, without
from .number import Number, divided
from .current import CURRENT, PRELUDE, is_own_class
from .settings import comments_of, is_ignored
from .standins import Finder, Replacing
from .texts import joined

_CALL, _OWN, _DIVIDED, _NUMBER = "__couplet_called__", "__couplet_own__", "__couplet_divided__", "__couplet_number"
_MATCHED = "__couplet_matched__"
#: Calls that look at the frame that they stand in.
_OF_FRAMES = ("super", "locals", "globals", "vars", "dir", "eval", "exec")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: Lists that a file may make, for their numbers.
_MOST_SITES = 1 << 20
_LIST_OF, _DECLARED = "__couplet_list_of__", "__couplet_declared__"
_EACH, _LIST, _JOINED = "__couplet_each__", "__couplet_list__", "__couplet_joined__"
_TALLY, _UNPACKED = "__couplet_tally__", "__couplet_unpacked__"


class SourceError(Exception):
    """The file is not valid Python."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line, self.column = line, column


def _is_load(node: ast.expr) -> bool:
    """Whether it only looks up a name or a constant."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, (ast.Name, ast.Constant))


class _Hoist(ast.NodeTransformer):
    """`return f(g(x))` becomes `y = g(x)`, `return f(y)`, where nothing but names is looked up before g(x) is
    computed: then no expression is half evaluated when an answer is asked for."""

    def __init__(self) -> None:
        self.n = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # its own statements are hoisted by themselves

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit(self, node: ast.AST) -> Any:
        return self._hoisted(node) if isinstance(node, (ast.Return, ast.Assign, ast.Expr)) else super().visit(node)

    def _hoisted(self, statement: Any) -> Any:
        holder, place = self._first_of(statement.value)
        if holder is None:
            return statement
        self.n += 1
        name, made = f"__couplet_made{self.n}__", holder[place]
        holder[place] = ast.copy_location(ast.Name(name, ast.Load()), made)
        before = ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), made))
        inner = self._hoisted(before)
        return [*(inner if isinstance(inner, list) else [inner]), statement]

    @classmethod
    def _first_of(cls, value: ast.expr | None) -> tuple[Any, Any]:
        """What is computed first, by what holds it and its place there; None: it needs no statement of its own."""
        while value is not None:
            if isinstance(value, ast.Call) and _is_load(value.func):
                place = next((i for i, a in enumerate(value.args) if not isinstance(a, (ast.Name, ast.Constant))), None)
                if place is None:
                    return None, 0
                only_lists = any(isinstance(a, ast.Name) for a in value.args[:place])
                return (value.args, place) if cls._is_plain(value.args[place], only_lists) else (None, 0)
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                if cls._is_plain(value.func.value, False):
                    return vars(value.func), "value"
                value = value.func.value
            elif isinstance(value, (ast.Attribute, ast.Subscript)):
                value = value.value
            elif isinstance(value, (ast.BinOp, ast.Compare)):
                left, right = value.left, value.comparators[0] if isinstance(value, ast.Compare) else value.right
                if not isinstance(left, (ast.Name, ast.Constant)):
                    value = left
                elif isinstance(right, ast.Call) and cls._is_plain(right, False):
                    return (value.comparators, 0) if isinstance(value, ast.Compare) else (vars(value), "right")
                else:
                    return None, 0
            else:
                return None, 0
        return None, 0

    @staticmethod
    def _is_plain(node: ast.expr, only_lists: bool) -> bool:
        """Whether it may be computed in a statement before."""
        return isinstance(node, (ast.ListComp,) if only_lists else (ast.ListComp, ast.BinOp, ast.UnaryOp, ast.Call, ast.Compare)) and not any(
            isinstance(sub, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)) for sub in ast.walk(node))


#: What `with` does.
_WITH = """
{name} = None
{name}.__enter__()
{done} = False
try:
    try:
        pass
    except:
        {done} = True
        if not {name}.__exit__(*__couplet_raised__()):
            raise
finally:
    if not {done}:
        {name}.__exit__(None, None, None)
"""


class _Watch(ast.NodeTransformer):
    """f(x) becomes called(f, x), and x.y = z own(x).y = z. For lists of any
    length, loops and empty lists are made known, and counters that index a list."""

    def __init__(self, any_length: bool, lines: list[str], site: int = 0) -> None:
        self.any_length, self.lines = any_length, lines
        self.site = site  # of the last list
        self.tallies: set[str] = set()  # variables and attributes that numbers are added to
        self.has_keys = False  # whether numbers are added to what a key stands for
        self.logs: set[tuple[str, str]] = set()  # variables that are only added to, and what they are
        self.n_withs = 0
        self.has_identity = False  # whether it matters which of equal values a value is
        self.untold: set[ast.expr] = set()  # lists whose variables are only appended to
        self.floats: dict[str, float] = {}  # those of the file, by the names that stand for them

    def _call(self, name: str, node: ast.AST, *arguments: ast.expr) -> ast.Call:
        call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
        return ast.copy_location(call, node)  # what is within has its places in the end

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if self.any_length:
            node.iter = self._call(_EACH, node.iter, node.iter)
        return node

    def visit_With(self, node: ast.With) -> Any:
        """For lists of any length, what is entered is a variable, which is seen."""
        if not self.any_length:
            self.generic_visit(node)
            return node
        item, *others = node.items
        self.n_withs += 1
        name, done = f"__couplet_with{self.n_withs}__", f"__couplet_done{self.n_withs}__"
        made = ast.parse(_WITH.format(name=name, done=done))
        begin, enter, _, outer = made.body
        begin.value = item.context_expr  # type: ignore[attr-defined]
        if item.optional_vars is not None:
            made.body[1] = ast.Assign([item.optional_vars], enter.value)  # type: ignore[attr-defined]
        outer.body[0].body = [ast.With(others, node.body)] if others else node.body  # type: ignore[attr-defined]
        for one in made.body:
            for sub in ast.walk(one):
                if not hasattr(sub, "lineno") or one is not begin and sub.lineno < node.lineno:
                    ast.copy_location(sub, node)
            ast.fix_missing_locations(ast.copy_location(one, node))
        return [self.visit(one) for one in made.body]

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Its first iterator is a variable of its frame; the others are made known."""
        self.generic_visit(node)
        for generator in node.generators[1:] if self.any_length else ():
            generator.iter = self._call(_EACH, generator.iter, generator.iter)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """For lists of any length its list, too, must be seen while it is made."""
        if not self.any_length or any(generator.is_async for generator in node.generators):
            self.generic_visit(node)
            return node
        items = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return self._call(_LIST_OF, node, self.visit(items), self._log(node, "items"))

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        if not self.any_length or node.elts or not isinstance(node.ctx, ast.Load):
            return node
        return self._log(node, "untold" if node in self.untold else "list")

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """As a comprehension of a list is."""
        if not self.any_length or any(generator.is_async for generator in node.generators):
            self.generic_visit(node)
            return node
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        items = ast.copy_location(ast.GeneratorExp(pair, node.generators), node)
        return self._call("__couplet_dict_of__", node, self.visit(items), self._log(node, "dict"))

    def _log(self, node: ast.AST, kind: str) -> ast.Call:
        self.site += 1
        return self._call(_LIST, node, ast.Constant(self.site), ast.Constant(kind))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for line, text in comments_of(self.lines, node.lineno, node.lineno) if self.lines else ():
            if text.partition(" ")[0] == "noise":
                node.body = [self._declared(node, text.partition(" ")[2], line)]
        before = self.logs
        if self.any_length:
            self.logs = _logs_in(node)
            self.untold |= _untold_in(node)
            _fill_at_once(node, self.untold)
            raised = _raised_by_calls(node)
            arguments = [one for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if one.arg in raised]
            node.body[:0] = [ast.Assign([ast.Name(one.arg, ast.Store())], self._tally(ast.copy_location(ast.Name(one.arg, ast.Load()), one)),
                                        lineno=node.lineno, col_offset=0) for one in arguments]
            ast.fix_missing_locations(node)
            _Hoist().generic_visit(node)
        self.generic_visit(node)
        self.logs = before
        return node

    def _declared(self, node: ast.FunctionDef, text: str, line: int) -> ast.stmt:
        """What a function that is said to draw noise does: `laplace(SCALE)`, `exponential(SCALE)`."""
        try:
            said = ast.parse(text.strip(), mode="eval").body
        except SyntaxError:
            said = ast.Constant(None)
        if not isinstance(said, ast.Call) or not isinstance(said.func, ast.Name) or len(said.args) != 1 or \
                said.keywords or said.func.id not in ("laplace", "exponential"):
            raise SourceError(f"'{text}' is neither laplace(SCALE) nor exponential(SCALE)", line)
        kind, name = ast.Constant(said.func.id), ast.Constant(node.name)
        made = ast.Return(self._call(_DECLARED, node, kind, name, said.args[0]))
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 and self.any_length and _is_whole(value):
            return [self.visit(ast.copy_location(ast.Assign([one], ast.copy_location(ast.Constant(value.value), value)), node))  # type: ignore[attr-defined]
                    for one in node.targets]
        if self.any_length and isinstance(target, (ast.Tuple, ast.List)) and 2 <= len(target.elts) <= 3 and \
                isinstance(target.elts[-1], ast.Starred) and not any(isinstance(one, ast.Starred) for one in target.elts[:-1]):
            node.value = value = self._call(_UNPACKED, value, value, ast.Constant(len(target.elts) - 1))
            target.elts[-1] = target.elts[-1].value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            value.elts = [self._begun(name, item) for name, item in zip(target.elts, value.elts)]
        else:
            node.value = self._begun(target, value)
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = self._begun(node.target, node.value) if node.value is not None else None
        self.generic_visit(node)
        return node

    def _begun(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """What a variable gets that counts, or is only added to."""
        kind = _empty_kind(value)
        if self.any_length and isinstance(target, ast.Name) and (target.id, kind) in self.logs:
            return self._log(value, str(kind))
        name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""
        return self._tally(value) if name in self.tallies and _is_whole(value) else value

    def _tally(self, value: ast.expr) -> ast.expr:
        self.site += 1
        return self._call(_TALLY, value, value, ast.Constant(self.site))

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Its numbers may count."""
        self.generic_visit(node)
        if self.any_length and self.has_keys:
            node.values = [self._tally(value) if _is_whole(value) else value for value in node.values]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """`yield from` alone is a loop, whose iterator is seen."""
        if not self.any_length or not isinstance(node.value, ast.YieldFrom):
            self.generic_visit(node)
            return node
        item = ast.Name("__couplet_item__", ast.Store())
        told = ast.Expr(ast.Yield(ast.Name("__couplet_item__", ast.Load())))
        loop = ast.For(item, node.value.value, [told], [])
        return self.visit_For(ast.fix_missing_locations(ast.copy_location(loop, node)))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """x.__class__ is type(x); what is set is looked at."""
        self.generic_visit(node)
        if node.attr == "__class__" and isinstance(node.ctx, ast.Load):
            return self._call(_CALL, node, ast.Name("type", ast.Load()), node.value)
        return self._looked_at(node)  # type: ignore[no-any-return]

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        self.has_identity |= any(isinstance(op, (ast.Is, ast.IsNot)) and not any(
            isinstance(side, ast.Constant) for side in sides[i:i + 2]) for i, op in enumerate(node.ops))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        return self._looked_at(node)  # type: ignore[no-any-return]

    def _looked_at(self, node: Any) -> Any:
        if not isinstance(node.ctx, ast.Load):
            node.value = self._call(_OWN, node.value, node.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Its values are looked at before they become a text."""
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                spec = part.format_spec or ast.Constant("")
                parts.append(ast.Tuple([part.value, ast.Constant(part.conversion), spec], ast.Load()))
            else:
                parts.append(part)
        return self._call(_JOINED, node, *parts)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Floats are read as the numbers that they stand for."""
        if type(node.value) is not float or node.value - node.value != 0:
            return node
        name = f"{_NUMBER}{len(self.floats)}__"
        self.floats.setdefault(name, Number.of(node.value))
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """What stands in for a list, a text or a number is not matched."""
        self.generic_visit(node)
        node.subject = self._call(_MATCHED, node.subject, node.subject)
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Quotients of whole numbers are exact; nothing that may ask for an answer stands in them."""
        is_simple = not any(isinstance(sub, (ast.Call, ast.Subscript, ast.Attribute)) for sub in ast.walk(node))
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return self._call(_CALL, node, ast.Attribute(node.left, "__mod__", ast.Load()), node.right)
        return self._call(_DIVIDED, node, node.left, node.right) if isinstance(node.op, ast.Div) and is_simple else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in (_LIST, _TALLY, _UNPACKED):
            return node
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _OF_FRAMES:
            return node
        return ast.copy_location(ast.Call(ast.Name(_CALL, ast.Load()), [node.func, *node.args], node.keywords), node)


def _empty_kind(node: ast.expr) -> str | None:
    """What an expression makes that is empty: a text, a tuple, a dictionary or a set."""
    if isinstance(node, ast.Constant) and node.value == "":
        return "text"
    if isinstance(node, ast.Tuple) and not node.elts:
        return "tuple"
    if isinstance(node, ast.Dict) and not node.keys:
        return "dict"
    name = node.func if isinstance(node, ast.Call) and not node.args and not node.keywords else None
    return {"str": "text", "tuple": "tuple", "dict": "dict", "set": "set"}.get(name.id) if isinstance(name, ast.Name) else None


def _logs_in(function: ast.FunctionDef) -> set[tuple[str, str]]:
    """The variables that something is added to, and what they may be."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
            found |= {(node.target.id, "text"), (node.target.id, "tuple")}
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.targets[0], ast.Name) and \
                isinstance(node.value.left, ast.Name) and node.value.left.id == node.targets[0].id:
            found |= {(node.value.left.id, "text"), (node.value.left.id, "tuple")}
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            found.add((node.value.id, "dict"))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add" and \
                isinstance(node.func.value, ast.Name):
            found.add((node.func.value.id, "set"))
    return found


def _fill_at_once(function: ast.FunctionDef, untold: set[ast.expr]) -> None:
    """`y = []`, and later `for x in xs: y.append(z)`, becomes `y = [z for x in xs]`; a part of it cannot be used then."""
    if any(isinstance(node, (ast.Try, ast.Global, ast.Nonlocal)) for node in ast.walk(function)):
        return
    for node in ast.walk(function):
        blocks: list[list[ast.stmt]] = [body for body in (getattr(node, "body", None), getattr(node, "orelse", None)) if isinstance(body, list)]
        for block in blocks:
            for loop in [one for one in block if isinstance(one, ast.For)]:
                begin = _begin_of(loop, block, function)
                if begin is None or begin.value in untold:
                    continue
                item: Any = loop.body[0]
                items = ast.ListComp(item.value.args[0], [ast.comprehension(loop.target, loop.iter, [], 0)])
                made = ast.copy_location(ast.Assign(begin.targets, ast.copy_location(items, item)), loop)
                block[block.index(loop)] = ast.fix_missing_locations(made)
                block.remove(begin)


def _begin_of(loop: ast.For, block: list[ast.stmt], function: ast.FunctionDef) -> ast.Assign | None:
    """The statement that makes an empty list which this loop fills and does nothing else. Until then nothing names it, and
    nothing else names the variables of the loop."""
    call = loop.body[0].value if len(loop.body) == 1 and isinstance(loop.body[0], ast.Expr) and not loop.orelse else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append" or \
            not isinstance(call.func.value, ast.Name) or len(call.args) != 1 or isinstance(call.args[0], ast.Starred) or call.keywords:
        return None
    name, within = call.func.value.id, [*ast.walk(loop)]
    own = {sub.id for sub in ast.walk(loop.target) if isinstance(sub, ast.Name)}
    uses = [sub for sub in ast.walk(function) if isinstance(sub, ast.Name) and sub.id in own]
    uses += [sub for inner in ast.walk(function) if isinstance(inner, (ast.FunctionDef, ast.Lambda)) and inner is not function
             for sub in ast.walk(inner) if isinstance(sub, ast.Name) and sub.id == name]
    if any(isinstance(sub, (ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Await)) or
           isinstance(sub, ast.Name) and sub.id in _OF_FRAMES for sub in within) or not set(map(id, uses)) <= set(map(id, within)):
        return None
    before = block[:block.index(loop)]
    while before:
        one = before.pop()
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name) and \
                one.targets[0].id == name and isinstance(one.value, ast.List) and not one.value.elts:
            return one if sum(isinstance(sub, ast.Name) and sub.id == name for sub in within) == 1 else None
        if any(isinstance(sub, ast.Name) and sub.id == name for sub in ast.walk(one)):
            return None
    return None


def _is_whole(node: ast.expr) -> bool:
    """Whether it is a whole number that is written out."""
    return isinstance(node, ast.Constant) and type(node.value) is int


def _tallies_in(tree: ast.AST) -> set[str]:
    """The variables and attributes that something is added to, or taken from."""
    targets: list[ast.expr] = [node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub))]
    targets += [node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and
                isinstance(node.value.op, (ast.Add, ast.Sub)) and ast.dump(node.value.left) == ast.dump(node.targets[0]).replace("Store()", "Load()")]
    return {one.id if isinstance(one, ast.Name) else one.attr if isinstance(one, ast.Attribute) else "[]" for one in targets}


def _assigned_in(tree: ast.Module) -> dict[int, str]:
    """The variable or attribute that each line assigns what it calls to, where it is one only."""
    found: dict[int, set[str]] = {}
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) or not any(isinstance(sub, ast.Call) for sub in ast.walk(node)):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                found.setdefault(line, set()).add(name)
    return {line: names.pop() for line, names in found.items() if len(names) == 1}


def _raised_by_calls(function: ast.FunctionDef) -> set[str]:
    """The arguments that the function is called with again, raised by one."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name]
    values = [value for call in calls for value in (*call.args, *(keyword.value for keyword in call.keywords))]
    return {value.left.id for value in values if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and
            isinstance(value.left, ast.Name) and isinstance(value.right, ast.Constant) and value.right.value == 1}


def _untold_in(function: ast.FunctionDef) -> set[ast.expr]:
    """The empty lists of variables of which only `append` and `len` are used."""
    appended = {node.func.value for node in ast.walk(function) if isinstance(node, ast.Call) and
                isinstance(node.func, ast.Attribute) and node.func.attr == "append"}
    counted = {node.args[0] for node in ast.walk(function) if isinstance(node, ast.Call) and
               isinstance(node.func, ast.Name) and node.func.id == "len" and node.args}
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and
            isinstance(node.ctx, ast.Load) and node not in appended | counted}
    return {node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and
            isinstance(node.value, ast.List) and isinstance(node.targets[0], ast.Name) and
            node.targets[0].id not in used}


@functools.lru_cache(maxsize=1)
def _prelude_code() -> types.CodeType:
    with open(os.path.join(os.path.dirname(__file__), "prelude.py"), encoding="utf-8") as file:
        return _compiled(file.read(), PRELUDE, _Watch(True, [], 1 << 40))


def _compiled(text: str, path: str, watch: _Watch) -> types.CodeType:
    tree = ast.parse(text, path)
    if watch.any_length:
        watch.tallies = _tallies_in(tree)
        watch.has_keys = "[]" in watch.tallies
    tree = watch.visit(tree)
    code: types.CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    return code


def prelude(names: dict[str, Any]) -> dict[str, Any]:
    """The functions of prelude.py, by the names of what they stand for."""
    made: dict[str, Any] = {_CALL: called, _OWN: own, _MATCHED: matched, _DIVIDED: divided, _UNPACKED: unpacked, **names}
    exec(_prelude_code(), made)
    return {name.rstrip("_"): value for name, value in made.items()
            if isinstance(value, types.FunctionType) and not name.startswith("__couplet_")}


def notebook_text(text: str) -> str:
    """The code cells of a notebook, one after the other; what is not valid Python is left out."""
    try:
        cells = json.loads(text)["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"it is not a notebook: {error}") from None
    lines = "\n".join(sources).split("\n")
    return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in lines)


@dataclass
class Function:
    """A function or class that may be a mechanism."""
    name: str  # `svt`, `Sparse`, `Sparse.query`
    line: int
    last_line: int
    is_class: bool
    calls: set[str]

    @property
    def last(self) -> str:
        """Its name, without that of its class."""
        return self.name.rpartition(".")[2]


class _Source:
    """A file of the user's, compiled once for lists of a known length, and once for any length."""

    def __init__(self, path: str, text: str, number: int) -> None:
        self.path, self.text, self.number = path, text, number
        self.tree = ast.parse(text, path)
        self.lines = self._without_texts()
        self.code = self._compiled(False)

    @functools.cached_property
    def code_for_any(self) -> types.CodeType:
        return self._compiled(True)

    def _compiled(self, any_length: bool) -> types.CodeType:
        watch = _Watch(any_length, self.lines, self.number * _MOST_SITES)
        code = _compiled(self.text, self.path, watch)
        self.floats, self.has_identity = watch.floats, watch.has_identity  # the same for both
        return code

    def _without_texts(self) -> list[str]:
        """The lines of the file, empty where a text goes on: what stands there is no comment."""
        lines = self.text.split("\n")
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.JoinedStr, ast.Constant)) and node.end_lineno is not None:
                lines[node.lineno:node.end_lineno] = [""] * (node.end_lineno - node.lineno)
        return lines


class _OwnFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of the user's that a file imports: they are compiled as the file is."""

    def __init__(self, file: PythonFile) -> None:
        self.file = file

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not spec.origin or not self.file.is_own(spec.origin):
            return None
        spec.loader = self
        return spec

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        self.file.run_module(module, self.file.source_of(module.__spec__.origin))  # type: ignore[union-attr, arg-type]


def _package_of(path: str, tree: ast.Module) -> tuple[str, str]:
    """The folder that a file's imports begin from, and its package: as many folders above it as have an `__init__.py`,
    as its relative imports go up, or as an import names."""
    folder = os.path.dirname(os.path.abspath(path))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    up = max((node.level for node in imports if isinstance(node, ast.ImportFrom)), default=0)
    first = {alias.name.partition(".")[0] for node in imports if isinstance(node, ast.Import) for alias in node.names} | \
        {(node.module or "").partition(".")[0] for node in imports if isinstance(node, ast.ImportFrom) and not node.level}
    parts: list[str] = []
    above = folder.split(os.sep)
    named = max((len(above) - i for i, part in enumerate(above) if part in first and
                 importlib.machinery.PathFinder.find_spec(part) is None), default=0)
    while folder != os.sep and (len(parts) < max(up, named) or os.path.exists(os.path.join(folder, "__init__.py"))):
        folder, part = os.path.split(folder)
        parts.insert(0, part)
    return folder, ".".join(parts)


class PythonFile:
    """A file of the user's, with the modules of its folder that it imports."""

    def __init__(self, path: str, text: str, given: dict[str, Any] | None = None, before: Iterable[str] = ()) -> None:
        """given: values of names that the text does not define; before: texts that are run before it in the module."""
        self.path, self.given = path, given or {}
        self.text = notebook_text(text) if path.endswith(".ipynb") else text
        self.sources: dict[str, _Source] = {}
        try:
            self.before = [_Source(path, one, i + 1) for i, one in enumerate(before)]
            self.sources.update((f"{path}#{one.number}", one) for one in self.before)
            self.source = self.sources[path] = _Source(path, self.text, 0)
        except SyntaxError as error:
            raise SourceError(f"it is not valid Python: {error.msg}", error.lineno or 0, error.offset or 0) from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise SourceError(f"it is not valid Python: {error}") from None
        self.tree, self.lines = self.source.tree, self.source.lines
        self.root, self.package = _package_of(path, self.tree)
        self.folder = os.path.join(self.root, self.package.partition(".")[0]).rstrip(os.sep)
        self.finder, self.own_finder = Finder(self.folder), _OwnFinder(self)
        self.modules: list[types.ModuleType] = []  # that of the file, and those of its folder, as they are loaded
        self.names: dict[str, Any] | None = None
        self._names_used: dict[tuple[str, int], set[str]] = {}
        self.parts, self.part = Parts(self.tree), ("", self.source)
        self.left_out: dict[int, str] = {}  # lines that could not be run when it was loaded last, and why

    # ---- The user's modules ----

    def is_own(self, origin: str) -> bool:
        """Whether a module belongs to the file: it stands in its folder, and is not installed there."""
        parts = os.path.relpath(os.path.abspath(origin), self.folder).split(os.sep)
        return origin.endswith(".py") and parts[0] != os.pardir and \
            not any(part in ("site-packages", "dist-packages") for part in parts) and not origin.startswith(_PACKAGE)

    def source_of(self, path: str) -> _Source:
        if os.path.abspath(path) == os.path.abspath(self.path):
            return self.source
        if path not in self.sources:
            with tokenize.open(path) as file:
                self.sources[path] = _Source(path, file.read(), len(self.sources))
        return self.sources[path]

    def run_module(self, module: types.ModuleType, source: _Source) -> None:
        """Runs the text of a module of the user's."""
        self.modules.append(module)
        CURRENT.own_files.add(source.path)
        CURRENT.own_modules.add(module.__name__)
        module.__dict__.update(source.floats)
        module.__dict__.update({_CALL: called, _OWN: own, _MATCHED: matched, _DIVIDED: divided, _JOINED: joined, _DECLARED: noise.declared, _UNPACKED: unpacked,
                                "__couplet_raised__": sys.exc_info})
        if self.names is not None:
            module.__dict__.update(self.names)
            module.__dict__[_LIST_OF] = CURRENT.prelude["list"]
            module.__dict__["__couplet_dict_of__"] = CURRENT.prelude["dict"]
        before, CURRENT.loading = CURRENT.loading, True
        try:
            exec(source.code if self.names is None else source.code_for_any, module.__dict__)
        finally:
            CURRENT.loading = before

    @property
    def has_identity(self) -> bool:
        """Whether the code asks which of equal values a value is (`x is y`)."""
        return any(source.has_identity for source in self.sources.values())

    @functools.cached_property
    def assigned(self) -> dict[int, str]:
        return _assigned_in(self.tree)

    def names_used(self, function: str) -> set[str]:
        """The names that a function may look up: those of all codes that are loaded for it."""
        key = function, len(self.sources)
        if key not in self._names_used:
            self._names_used[key] = self._names_from(function)
        return self._names_used[key]

    def _names_from(self, function: str) -> set[str]:
        """Of a code that has a name which is looked up, and of those that it makes, each name counts; the bodies of modules
        may have made another name, an object or a table of what they look up."""
        defined: dict[str, list[types.CodeType]] = {}
        pending = [function.partition(".")[0]]
        for source in self.sources.values():
            loaded = self._part_for(function) if source is self.source else source
            pending += [i.argval for i in dis.get_instructions(loaded.code_for_any) if i.opname == "LOAD_NAME"]
            for code in _codes_within(loaded.code_for_any):
                defined.setdefault(code.co_name, []).append(code)
        pending += [name for name in defined if name.startswith("<")]
        found: set[str] = set()
        while pending:
            for code in defined.pop(pending.pop(), ()):
                for inner in (code, *_codes_within(code)):
                    new = {*_names_in(inner), *_texts_in(inner)} - found
                    found |= new
                    pending += new
        return found

    # ---- What the file says ----

    def functions(self) -> list[Function]:
        """The functions of the file and its classes, in their order."""
        found = []
        for name, node in definitions(self.tree.body):
            found.append(self._function(name, node, isinstance(node, ast.ClassDef)))
            if isinstance(node, ast.ClassDef):
                found += [self._function(f"{name}.{method}", sub, False) for method, sub in definitions(node.body)
                          if isinstance(sub, ast.FunctionDef)]
        return found

    def comments_of(self, function: Function) -> list[tuple[int, str]]:
        """Of a class, whose methods have their own, only `ignore`."""
        if not function.is_class:
            return comments_of(self.lines, function.line, function.last_line)
        return [one for one in comments_of(self.lines, function.line, function.line) if is_ignored([one])]

    @staticmethod
    def _function(name: str, node: Any, is_class: bool) -> Function:
        called = {sub.func.id if isinstance(sub.func, ast.Name) else sub.func.attr
                  for sub in ast.walk(node) if isinstance(sub, ast.Call) and
                  isinstance(sub.func, (ast.Name, ast.Attribute))}
        return Function(name, node.lineno, node.end_lineno or node.lineno, is_class, called)

    def constant(self, names: tuple[str, ...]) -> Fraction | None:
        """The number that the file gives a variable of such a name; None: none, or several."""
        found = {node.value.value for node in ast.walk(self.tree) if isinstance(node, ast.Assign) and
                 isinstance(node.value, ast.Constant) and isinstance(node.value.value, (int, float)) and
                 any(isinstance(target, ast.Name) and target.id.lower() in names for target in node.targets)}
        return exact(found.pop()) if len(found) == 1 else None

    def _part_for(self, function: str) -> _Source:
        """The file without the functions that this one cannot call; that of the last one is kept."""
        if self.part[0] != function:
            unneeded = self.parts.unneeded(function)
            self.part = function, _Source(self.path, without(self.text, unneeded), 0) if unneeded else self.source
        return self.part[1]

    def load(self, names: dict[str, Any] | None, function: str) -> types.ModuleType:
        """The module, as if it was imported for the first time. What it raises is passed on.
        names: what loops, lists and counters mean, for lists of any length; function: the one that it is loaded for."""
        name = os.path.splitext(os.path.basename(self.path))[0]
        module = types.ModuleType(f"{self.package}.{name}" if self.package else name)
        module.__file__, module.__package__ = self.path, self.package
        for old in self.modules:
            sys.modules.pop(old.__name__, None)
            parent, _, last = old.__name__.rpartition(".")
            vars(sys.modules.get(parent, old)).pop(last, None)  # a folder without `__init__.py` stays
        self.modules, self.names = [], names
        if self.package:
            with contextlib.suppress(Exception):  # what the file itself imports of it is told
                importlib.import_module(self.package)
        imported = sys.modules.get(module.__name__)
        if imported in self.modules:
            return imported  # by its package
        sys.modules[module.__name__] = module
        for name, value in self.given.items():
            is_shared = callable(value) or isinstance(value, types.ModuleType)
            vars(module)[name] = value if is_shared else copy.deepcopy(value)
        for source in self.before:
            self.run_module(module, source)
        self.left_out = self._run_file(module, function)
        return module

    def _run_file(self, module: types.ModuleType, function: str) -> dict[int, str]:
        """Runs the text of the file. Returns the lines that cannot be run, and why; the function does not depend on them."""
        source, left = self._part_for(function), None
        while True:
            try:
                self.run_module(module, source)
                break
            except TakenOtherwise:
                raise
            except Asked as asked:
                Stop.raised = None
                line = _line_in(source.path, asked)
                source = self._rest(function, source, line, [one for one in source.tree.body if one.lineno <= line or not isinstance(
                    one, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))])
            except (Refused, Exception) as error:
                line = _line_in(source.path, error)
                if not line or (isinstance(error, Exception) and is_raised(error)):
                    raise
                Stop.raised = None
                left = left or LeftOut(function, [self._part_for(function).tree, *(
                    one.tree for one in self.sources.values() if one.path != self.path)])
                source = self._rest(function, source, line, left.after(source.tree.body, line, error, module))
        if left is not None:
            left.check(self.modules)
        return left.failed if left is not None else {}

    def _rest(self, function: str, source: _Source, line: int, done: list[ast.stmt]) -> _Source:
        """The file without these statements, after one in this line ended it."""
        key = f"{source.path}:{function}:{line}"
        if key not in self.sources:
            self.sources[key] = _Source(source.path, without(source.text, done), len(self.sources))
        return self.sources[key]

    def prepare(self) -> None:
        """Makes the folder importable, and stand-ins for what is not installed."""
        sys.path[:0] = [one for one in (os.path.dirname(os.path.abspath(self.path)), self.root) if one not in sys.path]
        for name, loaded in list(sys.modules.items()):
            file = getattr(loaded, "__file__", None)
            if name != "__main__" and isinstance(file, str) and self.is_own(file):
                del sys.modules[name]  # it is loaded anew, as the file is
        replacing = Replacing(self.finder.missing)
        sys.meta_path[:0] = [replacing, self.own_finder]
        sys.meta_path.append(self.finder)
        self.finder.is_on = True
        scratch: dict[str, Any] = {"__package__": self.package}
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                # libraries are loaded before their functions are replaced, as they may use them
                statement = ast.Module([node], [])
                try:
                    code = compile(statement, self.path, "exec", dont_inherit=True)
                    try:
                        exec(code, scratch)
                    except OSError:
                        replacing.add(_library_of(node))
                        exec(code, scratch)
                except Exception:  # it is told where the module is loaded
                    pass


def _line_in(path: str, error: BaseException) -> int:
    """The line of the file's text that was run; 0 = none."""
    return next((line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == path), 0)


def _library_of(node: ast.Import | ast.ImportFrom) -> str:
    """What an import takes, or takes first."""
    return ((node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name).partition(".")[0]


def _codes_within(code: types.CodeType) -> Iterator[types.CodeType]:
    """The codes of the functions and classes that a code makes."""
    pending = [code]
    while pending:
        inner = [one for one in pending.pop().co_consts if isinstance(one, types.CodeType)]
        yield from inner
        pending += inner


def _names_in(code: types.CodeType) -> set[str]:
    """The names that a code looks up; what the language itself does in the body of a class is left out."""
    is_body = code.co_names[:2] == ("__name__", "__module__")
    return set(code.co_names) - ({"__annotations__"} if is_body else set())


def _texts_in(code: types.CodeType) -> set[str]:
    """Texts that may be names: of getattr(), keywords of calls."""
    return {text for one in code.co_consts for text in (one if isinstance(one, tuple) else (one,)) if isinstance(text, str)}


def find(module: types.ModuleType, name: str) -> Any:
    """The function, class or method called name in the module."""
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise Refused(f"the file defines no '{name}'")
        value = getattr(value, part)
    return value


#: What each module has.
_OF_MODULES = ("__builtins__", "__loader__", "__spec__", "__cached__", "__path__")


def variables_of(module: types.ModuleType) -> dict[str, Any]:
    """The variables of a module."""
    return {name: value for name, value in vars(module).items()
            if not name.startswith("__couplet_") and name not in _OF_MODULES}


def shared_containers(modules: list[types.ModuleType], names: set[str]) -> Iterator[tuple[str, Any]]:
    """Containers of libraries that the code can reach by the names it looks up: `sys.argv`."""
    pending: list[Any] = [value for module in modules for name, value in variables_of(module).items() if name in names]
    seen: set[int] = set()
    while pending:
        owner = pending.pop()
        held = getattr(owner, "__dict__", None)
        is_own = is_own_class(owner if isinstance(owner, type) else type(owner)) or any(owner is module for module in modules) or \
            type(owner).__module__.startswith("couplet.symbolic")
        if type(owner) is types.FunctionType:
            is_own = owner.__code__.co_filename in CURRENT.own_files
            if not is_own and "__dict__" in names:
                yield owner.__qualname__, held
        if id(owner) in seen or is_own or held is None:
            continue
        seen.add(id(owner))
        for name in sorted(names & held.keys()):
            value = held[name]
            pending.append(value)
            if type(value) in (list, dict, set, deque, bytearray):
                yield name, value
