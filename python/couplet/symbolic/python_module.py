# SPDX-License-Identifier: Apache-2.0
"""A file of Python, or a notebook, as it is compiled and loaded anew for each run."""
from __future__ import annotations

import ast
import builtins
import functools
import json
import os
import sys
import types
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import noise
from .drawing import definitions
from .epsilon import simplest
from .errors import Refused
from .settings import comments_of
from .standins import Finder
from .texts import joined

_CALL = "__couplet_called__"
#: Builtins whose calls mean another thing for symbolic values.
_WATCHED = ("float", "isinstance", "print", "input", "str", "repr", "int", "round", "range")
#: Methods of texts whose calls may make a text with private values.
_OF_TEXTS = ("format", "join", "__mod__")
_WATCHED_FOR_LISTS = ("len", "enumerate", "iter", "next", "zip", "sum", "max", "min", "sorted", "any", "all",
                      "list", "tuple", "set", "map", "filter", "reversed", "takewhile", "dropwhile", "accumulate",
                      "reduce", "count")
#: What the frames of the prelude's functions name as their file.
PRELUDE = "<prelude>"
_LIST_OF, _DECLARED = "__couplet_list_of__", "__couplet_declared__"
_EACH, _LIST, _COUNTER, _JOINED = "__couplet_each__", "__couplet_list__", "__couplet_counter__", "__couplet_joined__"


class SourceError(Exception):
    """The file is no Python."""

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
        holder, place = self._argument_of(statement.value)
        if holder is None:
            return statement
        self.n += 1
        name, made = f"__couplet_made{self.n}__", holder[place]
        holder[place] = ast.copy_location(ast.Name(name, ast.Load()), made)
        before = ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), made))
        inner = self._hoisted(before)
        return [*(inner if isinstance(inner, list) else [inner]), statement]

    @staticmethod
    def _argument_of(value: ast.expr | None) -> tuple[Any, int]:
        """The arguments of which the first thing is computed that is, and its place; None: there are none."""
        while value is not None:
            if isinstance(value, ast.Call) and _is_load(value.func):
                place = next((i for i, a in enumerate(value.args) if not isinstance(a, (ast.Name, ast.Constant))), None)
                if place is None:
                    return None, 0
                first = value.args[place]
                kinds = (ast.ListComp,) if any(isinstance(a, ast.Name) for a in value.args[:place]) else \
                    (ast.ListComp, ast.BinOp, ast.UnaryOp, ast.Call)
                is_plain = isinstance(first, kinds) and not any(
                    isinstance(sub, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)) for sub in ast.walk(first))
                return (value.args, place) if is_plain else (None, 0)
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                value = value.func.value
            elif isinstance(value, (ast.Attribute, ast.Subscript)):
                value = value.value
            else:
                return None, 0
        return None, 0


class _Watch(ast.NodeTransformer):
    """float(x) becomes called(float, x), and so do the other watched calls. For lists of any
    length, loops and empty lists are made known, and counters that index a list."""

    def __init__(self, any_length: bool, lines: list[str]) -> None:
        self.any_length, self.lines = any_length, lines
        self.site = 0
        self.counters: set[str] = set()
        self.untold: set[ast.expr] = set()  # lists whose variables are only appended to

    def _call(self, name: str, node: ast.AST, *arguments: ast.expr) -> ast.Call:
        call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if self.any_length:
            node.iter = self._call(_EACH, node.iter, node.iter)
        return node

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
        empty = ast.copy_location(ast.List([], ast.Load()), node)
        return self._call(_LIST_OF, node, self.visit(items), self.visit(empty))

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        if not self.any_length or node.elts or not isinstance(node.ctx, ast.Load):
            return node
        self.site += 1
        return self._call(_LIST, node, ast.Constant(self.site), ast.Constant(node in self.untold))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for line, text in comments_of(self.lines, node.lineno, node.lineno) if self.lines else ():
            if text.partition(" ")[0] == "noise":
                node.body = [self._declared(node, text.partition(" ")[2], line)]
        before = self.counters
        self.counters = _counters_of(node)
        self.untold |= _untold_in(node)
        if self.any_length:
            _Hoist().generic_visit(node)
        self.generic_visit(node)
        self.counters = before
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

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if self._is_counter(target, value):
            node.value = self._call(_COUNTER, value, value)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            value.elts = [self._call(_COUNTER, item, item) if self._is_counter(name, item) else item
                          for name, item in zip(target.elts, value.elts)]
        return node

    def _is_counter(self, target: ast.expr, value: ast.expr) -> bool:
        return self.any_length and isinstance(target, ast.Name) and target.id in self.counters and \
            isinstance(value, ast.Constant)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """`yield from` alone is a loop, whose iterator is seen."""
        if not self.any_length or not isinstance(node.value, ast.YieldFrom):
            self.generic_visit(node)
            return node
        item = ast.Name("__couplet_item__", ast.Store())
        told = ast.Expr(ast.Yield(ast.Name("__couplet_item__", ast.Load())))
        loop = ast.For(item, node.value.value, [told], [])
        return self.visit_For(ast.fix_missing_locations(ast.copy_location(loop, node)))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return self._call(_CALL, node, ast.Attribute(node.left, "__mod__", ast.Load()), node.right)
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

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        names = _WATCHED + _WATCHED_FOR_LISTS if self.any_length else _WATCHED
        watched = isinstance(node.func, ast.Name) and node.func.id in names or \
            isinstance(node.func, ast.Attribute) and self.any_length and node.func.attr in _WATCHED_FOR_LISTS or \
            isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Constant) and \
            node.func.attr in _OF_TEXTS
        if not watched:
            return node
        call = ast.Call(ast.Name(_CALL, ast.Load()), [node.func, *node.args], node.keywords)
        return ast.copy_location(ast.fix_missing_locations(ast.copy_location(call, node)), node)


def _counters_of(function: ast.FunctionDef) -> set[str]:
    """The variables that are compared with a length, and get no values but whole numbers and sums."""
    compared = set()
    lengths = {node.targets[0].id for node in ast.walk(function) if isinstance(node, ast.Assign) and
               isinstance(node.targets[0], ast.Name) and _is_length(node.value)}
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                is_length = any(_is_length(sub) or isinstance(sub, ast.Name) and sub.id in lengths
                                for sub in ast.walk(other))
                if isinstance(one, ast.Name) and one.id not in lengths and is_length:
                    compared.add(one.id)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and \
                not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, int) or
                     isinstance(node.value, ast.BinOp)):
            compared.discard(node.targets[0].id)
    return compared


def _is_length(node: ast.expr | ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"


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
        tree = _Watch(True, []).visit(ast.parse(file.read(), PRELUDE))
    code: types.CodeType = compile(ast.fix_missing_locations(tree), PRELUDE, "exec", dont_inherit=True)
    return code


def prelude(names: dict[str, Any]) -> dict[str, Any]:
    """The functions of prelude.py, by the names of what they stand for."""
    made: dict[str, Any] = {_CALL: noise.called, **names}
    exec(_prelude_code(), made)
    return {name.rstrip("_"): value for name, value in made.items() if isinstance(value, types.FunctionType)}


def notebook_text(text: str) -> str:
    """The code cells of a notebook, one behind the other; what is no Python is left out."""
    try:
        cells = json.loads(text)["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"it is no notebook: {error}") from None
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


class PythonFile:
    """The text of a file, compiled once."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = notebook_text(text) if path.endswith(".ipynb") else text
        try:
            self.tree = ast.parse(self.text, path)
            self.lines = self._without_texts()
            self.code = self._compiled(False)
        except SyntaxError as error:
            raise SourceError(f"it is no Python: {error.msg}", error.lineno or 0, error.offset or 0) from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise SourceError(f"it is no Python: {error}") from None
        self.finder = Finder(path)
        self.code_for_any: types.CodeType | None = None

    def _without_texts(self) -> list[str]:
        """The lines of the file, empty where a text goes on: what stands there is no comment."""
        lines = self.text.split("\n")
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.JoinedStr, ast.Constant)) and node.end_lineno is not None:
                lines[node.lineno:node.end_lineno] = [""] * (node.end_lineno - node.lineno)
        return lines

    def _compiled(self, any_length: bool) -> types.CodeType:
        tree = _Watch(any_length, self.lines).visit(ast.parse(self.text, self.path))
        code: types.CodeType = compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)
        return code

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
        return comments_of(self.lines, function.line, function.last_line)

    @staticmethod
    def _function(name: str, node: Any, is_class: bool) -> Function:
        called = {sub.func.id if isinstance(sub.func, ast.Name) else sub.func.attr
                  for sub in ast.walk(node) if isinstance(sub, ast.Call) and
                  isinstance(sub.func, (ast.Name, ast.Attribute))}
        return Function(name, node.lineno, node.end_lineno or node.lineno, is_class, called)

    def writes_modules(self) -> bool:
        """Whether the code sets an attribute of a module that it imports: state that is not seen."""
        imported = {alias.asname or alias.name.partition(".")[0] for node in ast.walk(self.tree)
                    if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
        stored = (node for node in ast.walk(self.tree) if isinstance(node, (ast.Attribute, ast.Subscript)) and
                  isinstance(node.ctx, (ast.Store, ast.Del)))
        return any(_root_of(node) in imported for node in stored)

    def constant(self, names: tuple[str, ...]) -> Fraction | None:
        """The number that the file gives a variable of such a name; None: none, or several."""
        found = {node.value.value for node in ast.walk(self.tree) if isinstance(node, ast.Assign) and
                 isinstance(node.value, ast.Constant) and isinstance(node.value.value, (int, float)) and
                 any(isinstance(target, ast.Name) and target.id.lower() in names for target in node.targets)}
        return simplest(found.pop()) if len(found) == 1 else None

    def load(self, names: dict[str, Any] | None = None) -> types.ModuleType:
        """The module, as if it was imported for the first time. What it raises is passed on.
        names: what loops, lists and counters mean, for lists of any length."""
        code = self.code
        if names is not None:
            self.code_for_any = self.code_for_any or self._compiled(True)
            code = self.code_for_any
        module = types.ModuleType(os.path.splitext(os.path.basename(self.path))[0])
        module.__file__ = self.path
        module.__dict__.update({_CALL: noise.called, _JOINED: joined, _DECLARED: noise.declared})
        module.__dict__.update(names or {})
        if names is not None:
            module.__dict__[_LIST_OF] = noise.CURRENT.prelude["list"]
        before = noise.CURRENT.loading
        noise.CURRENT.loading = True
        sys.modules[module.__name__] = module
        try:
            exec(code, module.__dict__)
        finally:
            noise.CURRENT.loading = before
        return module

    def prepare(self) -> None:
        """Makes the folder importable, and stand-ins for what is not installed."""
        folder = os.path.dirname(os.path.abspath(self.path))
        if folder not in sys.path:
            sys.path.insert(0, folder)
        sys.meta_path.append(self.finder)
        self.finder.is_on = True
        scratch: dict[str, Any] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                # libraries are loaded before their functions are replaced, as they may use them
                statement = ast.Module([node], [])
                try:
                    exec(compile(statement, self.path, "exec", dont_inherit=True), scratch)
                except Exception:  # it is told where the module is loaded
                    pass


def _root_of(node: ast.expr) -> str:
    """The name that an attribute or an element belongs to in the end."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def find(module: types.ModuleType, name: str) -> Any:
    """The function, class or method called name in the module."""
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise Refused(f"the file defines no '{name}'")
        value = getattr(value, part)
    return value


def public_state(module: types.ModuleType) -> dict[str, Any]:
    """The variables of the module that outlive a call: no modules, functions, types."""
    return {name: value for name, value in vars(module).items()
            if not name.startswith("__") and not isinstance(value, (types.ModuleType, type)) and not callable(value)}


BUILTIN_NAMES = frozenset(dir(builtins))
