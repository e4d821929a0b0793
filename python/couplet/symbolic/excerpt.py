# SPDX-License-Identifier: Apache-2.0
"""The text that a function stands in, as it can be loaded anew: also of functions within functions, of lambdas, and of
cells of a notebook."""
from __future__ import annotations

import ast
import inspect
import linecache
import os
import tokenize
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .drawing import definitions
from .errors import Refused
from .outputs import is_full
from .parts import without
from .python_module import PythonFile

_PLAIN = (type(None), bool, int, float, complex, str, bytes)


@dataclass
class Excerpt:
    """``file``: where it stands. ``given``: values of names that the text does not define."""
    path: str
    text: str
    name: str
    given: dict[str, Any] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)  # texts of what is run before it

    def as_file(self) -> PythonFile:
        return PythonFile(self.path, self.text, self.given, self.before)


def excerpt_of(function: Any) -> Excerpt:
    """Raises Refused where there is no text, or it depends on what cannot be loaded anew."""
    function = inspect.unwrap(function)
    name: str = getattr(function, "__qualname__", "")
    try:
        path = inspect.getsourcefile(function) or ""
    except TypeError:
        path = ""
    lines = linecache.getlines(path) if path else []
    if os.path.isfile(path):
        with tokenize.open(path) as file:
            lines = file.readlines()
    if not lines:
        raise Refused(f"{name or repr(function)} is defined in no file")
    text = "".join(lines)
    plain = function.__func__ if isinstance(function, types.MethodType) else function
    if "<" in name and isinstance(plain, types.FunctionType):
        found = _nested(plain, path, text)
    else:
        found = Excerpt(path, text, name)
    return found if os.path.isfile(path) else _with_cells(found, getattr(function, "__globals__", {}))


# ---- Within functions ----

def _nested(function: types.FunctionType, path: str, text: str) -> Excerpt:
    """The function takes the place of the statement that it stands in; what it uses of the function around it, too."""
    tree, lines = ast.parse(text), text.split("\n")
    name, given, hoisted = "", dict[str, Any](), dict[int, list[str]]()
    pending = [function]
    while pending:
        one = pending.pop()
        node = _node_of(one, tree)
        if node.lineno in hoisted:
            continue
        hoisted[node.lineno], made = _made(node, text, lines)
        name = name or made
        for variable, cell in zip(one.__code__.co_freevars, one.__closure__ or ()):
            value = cell.cell_contents if is_full(cell) else None
            if isinstance(value, types.FunctionType) and value.__code__.co_filename == one.__code__.co_filename and \
                    "<lambda>" not in value.__qualname__:
                pending += [value] if "<locals>" in value.__qualname__ else []
            elif _is_given(value):
                given[variable] = value
            else:
                raise Refused(f"'{variable}' of the function around it is a {type(value).__name__}, which cannot be made "
                              "anew for each run: make it within the function, or give it as an argument")
    around = [one for one in tree.body if any(one.lineno <= line <= (one.end_lineno or 0) for line in hoisted)]
    lines = without(text, around).split("\n")
    for line, block in hoisted.items():
        lines[line - 1:line - 1 + len(block)] = block
    return Excerpt(path, "\n".join(lines), name, given)


def _is_given(value: Any) -> bool:
    """Whether a value is the same in each run: numbers, texts, lists of such; modules, classes and functions."""
    pending = [value]
    while pending:
        one = pending.pop()
        if type(one) in (list, tuple, set, frozenset):
            pending += one
        elif type(one) is dict:
            pending += [*one, *one.values()]
        elif type(one) not in _PLAIN and not isinstance(one, (types.ModuleType, types.BuiltinFunctionType)) and \
                getattr(one, "__module__", "") != "builtins":
            return False
    return True


def _node_of(function: types.FunctionType, tree: ast.Module) -> ast.FunctionDef | ast.Lambda:
    """The definition of the function in the text."""
    code = function.__code__
    nodes = [node for node in ast.walk(tree) if _begin(node) == code.co_firstlineno and
             (isinstance(node, ast.Lambda) if code.co_name == "<lambda>" else getattr(node, "name", "") == code.co_name)]
    if len(nodes) > 1:
        nodes = [node for node in nodes if isinstance(node, ast.Lambda) and _same_code(node, code)] or nodes
    if not nodes:
        raise Refused(f"{function.__qualname__} is not found in {code.co_filename}, which may have changed")
    return nodes[0]  # type: ignore[return-value]


def _begin(node: ast.AST) -> int:
    """The line where a statement or a lambda begins, with its decorators; 0 = it is neither."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)]) if isinstance(node, (ast.stmt, ast.Lambda)) else 0


def _same_code(node: ast.Lambda, code: types.CodeType) -> bool:
    outer = compile(ast.Expression(node), code.co_filename, "eval")
    made = next(one for one in outer.co_consts if isinstance(one, types.CodeType))
    return made.co_varnames == code.co_varnames and made.co_consts == code.co_consts and \
        len(made.co_code) == len(code.co_code)


def _made(node: ast.FunctionDef | ast.Lambda, text: str, lines: list[str]) -> tuple[list[str], str]:
    """The lines that define it as a function of a module, from its line on; and its name there."""
    if isinstance(node, ast.Lambda):
        name = f"lambda_{node.lineno}"
        return f"{name} = ({ast.get_source_segment(text, node)})".split("\n"), name
    block = lines[node.lineno - 1:node.end_lineno]
    return [line[node.col_offset:] if not line[:node.col_offset].strip() else line for line in block], node.name


# ---- Cells of a notebook ----

def _with_cells(found: Excerpt, names: dict[str, Any]) -> Excerpt:
    """What the function needs of its cell, and of the cells that were run before; of other names their values."""
    needed = {found.name.partition(".")[0]}
    found.text, made = _slice(found.text, needed)
    cells = [cell for cell in reversed(names.get("In") or []) if isinstance(cell, str) and cell.strip()]
    for cell in cells:
        part, new = _slice(cell, needed, made) if _parses(cell) else ("", set())
        if new:
            found.before.insert(0, part)
            made |= new
    found.given |= {name: names[name] for name in needed - made if name in names and _is_given(names[name])}
    return found


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _slice(text: str, needed: set[str], made: Iterable[str] = ()) -> tuple[str, set[str]]:
    """The statements that make needed names, in their lines; and these names. needed grows by what they need."""
    tree, done = ast.parse(text), set(made)
    kept: set[int] = set()
    while True:
        new = {name for i, statement in enumerate(tree.body) if i not in kept for name in _binds(statement)
               if name in needed and name not in done}
        chosen = [i for i, statement in enumerate(tree.body) if i not in kept and new & _binds(statement)]
        if not chosen:
            break
        kept.update(chosen)
        needed |= {node.id for i in chosen for node in ast.walk(tree.body[i]) if isinstance(node, ast.Name)}
    rest = [statement for i, statement in enumerate(tree.body) if i not in kept]
    return without(text, rest), {name for i in kept for name in _binds(tree.body[i])}


def _binds(statement: ast.stmt) -> set[str]:
    """The names that a statement makes."""
    found = {name for name, _ in definitions([statement])}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        found |= {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    elif not found:
        found |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return found
