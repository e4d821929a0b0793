# SPDX-License-Identifier: Apache-2.0
"""Statements of a module that cannot be run here: it is loaded without them where a function does not depend on them."""
from __future__ import annotations

import ast
import symtable
import types
from collections.abc import Iterable, Iterator
from typing import Any

from .errors import DrawnAtLoad, Refused, TakenOtherwise
from .parts import LOOK_UP, names_in

#: Modules that draw and tabulate; what is set in them changes no noise.
_SHOWING = {"matplotlib", "seaborn", "pandas", "plotly", "warnings", "logging"}
#: What changes noise without a name of the module's: parts of names.
_SETTING = ("seed", "set_state", "setstate", "set_rng_state", "setattr", "setitem", "monkey")
_FIXED = (int, float, complex, str, bytes, bool, type(None), range, types.ModuleType, types.BuiltinFunctionType, property)


def _scopes(node: ast.AST) -> tuple[set[str], set[str]]:
    """The names of the module that a node looks up, and those that it may give a value: locals of functions are none."""
    top = symtable.symtable(ast.unparse(node), "", "exec")
    looked, stored = set[str](), {"*"} if any(isinstance(one, ast.alias) and one.name == "*" for one in ast.walk(node)) else set()
    pending = [top]
    while pending:
        table = pending.pop()
        pending += table.get_children()
        for symbol in table.get_symbols():
            if table is top or symbol.is_global():
                looked |= {symbol.get_name()} if symbol.is_referenced() else set()
                stored |= {symbol.get_name()} if symbol.is_assigned() or symbol.is_imported() else set()
    return looked, stored


def _root(node: ast.AST) -> str:
    """The name that a place begins with: `a` of `a.b[0]`; empty: a place of what a call gives."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _places(tree: ast.AST) -> Iterator[str]:
    """Where attributes and items are set: the roots of these places."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            yield _root(node)


def _globals_in(tree: ast.AST) -> set[str]:
    return {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def _run_at_once(node: ast.stmt) -> list[ast.AST]:
    """What is run where a statement stands: of a definition its decorators, defaults and the body of the class."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        notes = [one.annotation for one in ast.walk(node.args) if isinstance(one, ast.arg)]
        return [*node.decorator_list, *filter(None, [*node.args.defaults, *node.args.kw_defaults, *notes, node.returns])]
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords, *(part for one in node.body for part in _run_at_once(one))]
    return [node]


def told(failed: dict[int, str]) -> Iterator[tuple[int, str]]:
    """What a warning says of the lines that are left out, and where."""
    for line, why in [*failed.items()][:1]:
        more = f", as {len(failed) - 1} more are" if len(failed) > 1 else ""
        yield line, f"this line cannot be run, and is left out{more}: {why}"


def _is_fixed(value: Any, depth: int = 3) -> bool:
    """Whether nothing that can be reached from a value can be changed in place."""
    if isinstance(value, _FIXED):
        return True
    if depth == 0:
        return False
    parts: Iterable[Any]
    if type(value) in (tuple, frozenset):
        parts = value
    elif isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or () if cell != types.CellType()]
        parts = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *vars(value).values(), *cells]
    elif isinstance(value, (staticmethod, classmethod)):
        parts = [value.__func__]
    elif isinstance(value, type):
        parts = [one for name, one in vars(value).items() if not name.startswith("__") or isinstance(one, types.FunctionType)]
    else:
        return False
    return all(_is_fixed(one, depth - 1) for one in parts)


class LeftOut:
    """What is left out of a file, for one function. trees: the files of the user's that are loaded."""

    def __init__(self, function: str, trees: list[ast.Module]) -> None:
        self.failed: dict[int, str] = {}  # lines, and why they cannot be run
        self.draws = False  # whether some draw noise
        self.given, self.read, self.calls, self.places = set[str](), set[str](), set[str](), set[str]()
        self.uses: dict[str, list[ast.AST]] = {}
        self.imports: dict[str, str] = {}
        for tree in trees:
            self._note(tree)
        self.first = function.partition(".")[0]
        self.needed = self._reached([ast.Name(self.first, ast.Load())])[0]

    def _note(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.uses.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.Import):
                self.imports |= {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                self.imports |= {alias.asname or alias.name: node.module or "." for alias in node.names}
        for node in tree.body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
                changed = [node.value.func] if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else []
                for name in {*_scopes(node)[1], *_places(node), *map(_root, changed)}:
                    self.uses.setdefault(name, []).append(node)

    def _reached(self, nodes: Iterable[ast.AST]) -> tuple[set[str], list[ast.AST]]:
        """The names of the module that these nodes may look up, also in what they call, and all nodes where they may."""
        all_nodes, called, looked = list(nodes), set[str](), set[str]()
        pending = list(all_nodes)
        while pending:
            node = pending.pop()
            globals_here = _scopes(node)[0]
            looked |= globals_here
            for name in (globals_here | names_in(node, with_variables=False)) - called:
                called.add(name)
                new = [one for one in self.uses.get(name, ()) if one not in all_nodes]
                all_nodes += new
                pending += new
        return looked, all_nodes

    def _leave(self, node: ast.stmt, module: types.ModuleType) -> None:
        looked, nodes = self._reached([node])
        self.read |= looked
        self.calls |= {name for one in nodes for name in names_in(one)}
        new = _scopes(node)[1].union(*(_scopes(one)[1] & _globals_in(one) for one in nodes))
        self.given |= new
        self.places |= {root for one in nodes for root in _places(one)}
        for name in new:
            vars(module).pop(name, None)

    def after(self, body: list[ast.stmt], line: int, error: BaseException, module: types.ModuleType) -> list[ast.stmt]:
        """The statements of body that are not to be run after the one in this line has failed: it, those before it, and those
        that depend on what it gives."""
        index = next(i for i, node in enumerate(body) if line <= (node.end_lineno or node.lineno))
        if isinstance(error, DrawnAtLoad):
            self.draws = True
        else:
            self.failed[line] = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}".split("\n", 1)[0]
        self._leave(body[index], module)
        done = body[:index + 1]
        for node in body[index + 1:]:
            if self._reached(_run_at_once(node))[0] & self.given:
                self._leave(node, module)
                done.append(node)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)) or \
                    (isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) for one in node.targets)):
                self.given -= _scopes(node)[1]
        return done

    def check(self, modules: list[types.ModuleType]) -> None:
        """Raises Refused where the function may depend on what was left out."""
        why = self._dependence(modules)
        if why is not None and self.draws:
            raise TakenOtherwise(why, "leaves_draws")
        if why is not None:
            line, error = next(iter(self.failed.items()))
            raise Refused(f"line {line} of the module cannot be run ({error}), and {why}")

    def _dependence(self, modules: list[types.ModuleType]) -> str | None:
        for name in sorted(self.given & {*self.needed, "*"}):
            return f"it, or what depends on it, gives '{name}', which the function uses"
        for name in sorted(self.calls):
            if name in LOOK_UP or any(part in name.lower() for part in _SETTING):
                return f"it, or what depends on it, calls '{name}', which may change the function"
        for root in sorted(self.places - {"self"}):
            source = self.imports.get(root, "").partition(".")[0]
            if not root or root == "cls" or root in self.needed or (source and source not in _SHOWING):
                return f"it, or what depends on it, sets a part of '{root or 'an object'}', which the function may use"
        for name in sorted(self.read & self.needed):
            if any(name in vars(module) and not _is_fixed(vars(module)[name]) for module in modules):
                return f"it, or what depends on it, may change '{name}', which the function uses"
        return None
