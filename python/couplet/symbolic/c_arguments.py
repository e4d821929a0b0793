# SPDX-License-Identifier: Apache-2.0
"""What the parameters of a function of C are for: which one is private, which is its length; what annotations say."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pycparser import c_ast

from .c_parse import CFunction, Program, nodes_of, parser
from .c_translate import Translator
from .c_types import CError
from .epsilon import Epsilon, exact
from .settings import Settings, value_of

#: Names that the number of answers often has.
_LENGTHS = ("n", "size", "len", "length", "count", "num", "num_queries", "n_queries", "nqueries", "n_answers", "k", "m")


class NoAnswers(CError):
    """No parameter is one that answers are read from."""


@dataclass(frozen=True)
class Roles:
    """The parameters by what they are for; None: there is none. is_list: private is not a single number.
    is_whole: its type is one of whole numbers, outside the dialects."""
    private: str
    is_list: bool
    length: str | None
    end: str | None  # the parameter that points after the last answer
    is_whole: bool


@dataclass
class _Uses:
    """Names of parameters in the order in which what they point to is read and written, and indexes used."""
    read: list[str]
    written: list[str]
    indexes: dict[str, set[str]]


def roles_of(program: Program, function: CFunction, settings: Settings) -> Roles:
    """Raises CError where no parameter can be the private one."""
    uses = _uses(program, function, 0)
    said = function.annotations.private
    private = settings.option("private") or said or _private(program, function, uses, settings)
    chosen = function.parameter(private)
    if chosen is None:
        raise CError(f"'{function.name}' has no parameter '{private}'; it has "
                     f"{', '.join(p.name for p in function.parameters) or 'none'}", program.file, function.line)
    if said and said != private:
        raise CError(f"'{said}' is private here, and {settings.naming('private')}={private} says another",
                     program.file, function.line)
    length = _length(program, function, private, uses.indexes.get(private, set()), 0) if chosen.is_pointer else None
    end = _end(function, private, uses) if length is None and chosen.is_pointer else None
    return Roles(private, chosen.is_pointer, length, end, chosen.is_whole and not program.dialect)


def _end(function: CFunction, private: str, uses: _Uses) -> str | None:
    """The pointer beside the private one that is only compared."""
    compared = {part.name for node in nodes_of(function.node.body) if isinstance(node, c_ast.BinaryOp) and node.op in ("<", "!=", ">", "==", ">=", "-")
                for part in (node.left, node.right) if isinstance(part, c_ast.ID)}
    found = [p.name for p in function.parameters if p.is_pointer and p.name != private and p.name in compared and
             p.name not in uses.read and p.name not in uses.written]
    return found[0] if len(found) == 1 else None


def _private(program: Program, function: CFunction, uses: _Uses, settings: Settings) -> str:
    read = [name for name in uses.read if function.parameter(name)]
    only_read = [name for name in read if name not in uses.written]
    candidates = only_read if len(set(only_read)) == 1 else read
    if not candidates:
        raise NoAnswers(f"no array of '{function.name}' is read; {settings.naming('private')}=NAME says which parameter "
                     "is private", program.file, function.line)
    return candidates[0]


def _base(node: Any) -> tuple[str | None, Any]:
    """The name of the array of `q[i]`, `*(q + i)`, `*q++`, and the index."""
    index = None
    while not isinstance(node, c_ast.ID):
        if isinstance(node, c_ast.ArrayRef):
            node, index = node.name, node.subscript
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("*", "p++", "++", "p--", "--"):
            node = node.expr
        elif isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-"):
            node, index = node.left, node.right
        elif isinstance(node, c_ast.StructRef):
            node = node.name
        elif isinstance(node, c_ast.Cast):
            node = node.expr
        else:
            return None, None
    return node.name, index


def _uses(program: Program, function: CFunction, depth: int) -> _Uses:
    """What the text does with each pointer among the parameters."""
    pointers = {p.name for p in function.parameters if p.is_pointer}
    uses = _Uses([], [], {})
    targets = {id(node.lvalue): node.op for node in nodes_of(function.node.body) if isinstance(node, c_ast.Assignment)}
    targets.update({id(node.expr): "++" for node in nodes_of(function.node.body)
                    if isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--")})
    for node in nodes_of(function.node.body):
        is_place = isinstance(node, (c_ast.ArrayRef, c_ast.StructRef)) or (
            isinstance(node, c_ast.UnaryOp) and node.op == "*")
        if is_place:
            name, index = _base(node)
            if name in pointers:
                if id(node) in targets:
                    uses.written.append(name)
                if targets.get(id(node)) != "=":
                    uses.read.append(name)
                uses.indexes.setdefault(name, set()).update(
                    part.name for part in nodes_of(index) if isinstance(part, c_ast.ID)) if index is not None else None
        elif isinstance(node, c_ast.FuncCall) and depth < 20:
            _uses_of_call(program, node, pointers, uses, depth)
        elif isinstance(node, (c_ast.Decl, c_ast.Assignment)):
            value = node.init if isinstance(node, c_ast.Decl) else node.rvalue
            if isinstance(value, c_ast.ID) and value.name in pointers:
                uses.read.append(value.name)  # read under another name
    return uses


def _uses_of_call(program: Program, node: Any, pointers: set[str], uses: _Uses, depth: int) -> None:
    name = getattr(node.name, "name", "")
    called = program.functions.get(name)
    inner = _uses(program, called, depth + 1) if called else None
    for i, argument in enumerate(node.args.exprs if node.args else []):
        passed = _base(argument)[0] if isinstance(argument, (c_ast.ID, c_ast.BinaryOp)) else None
        if passed not in pointers:
            continue
        if called is None or inner is None or i >= len(called.parameters):
            (uses.written if name in ("memset", "memcpy", "memmove") and i == 0 else uses.read).append(passed)
            continue
        if called.parameters[i].name in inner.read:
            uses.read.append(passed)
        if called.parameters[i].name in inner.written:
            uses.written.append(passed)


def _length(program: Program, function: CFunction, private: str, indexes: set[str], depth: int) -> str | None:
    """The parameter that bounds the index of the private array."""
    numbers = [p.name for p in function.parameters if not p.is_pointer and p.is_whole]
    found: list[str] = []
    for node in nodes_of(function.node.body):
        if isinstance(node, c_ast.BinaryOp) and node.op in ("<", "<=", ">", ">=", "!="):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                names = {part.name for part in nodes_of(one) if isinstance(part, c_ast.ID)}
                if names & (indexes | {private}):
                    found += [part.name for part in nodes_of(other)
                              if isinstance(part, c_ast.ID) and part.name in numbers]
        elif isinstance(node, c_ast.FuncCall) and depth < 20:
            called = program.functions.get(getattr(node.name, "name", ""))
            passed: list[str] = [getattr(part, "name", "") for part in node.args.exprs] if node.args else []
            if called is not None and private in passed and passed.index(private) < len(called.parameters):
                inner = called.parameters[passed.index(private)].name
                bound = _length(program, called, inner, _uses(program, called, 1).indexes.get(inner, set()), depth + 1)
                at = next((i for i, p in enumerate(called.parameters) if p.name == bound), len(passed))
                found += [name for name in passed[at:at + 1] if name in numbers]
    likely = [name for name in found or numbers if name.lower() in _LENGTHS]
    return likely[0] if likely else found[0] if found else None


# ---- Annotations with numbers in them ----

def _expression(text: str, file: str, line: int) -> Any:
    try:
        tree = parser().parse(f"int f(void) {{ return ({text}); }}", file)
        return tree.ext[0].body.block_items[0].expr
    except Exception:  # pycparser raises ParseError, and AssertionError for some texts
        raise CError(f"'{text}' is no expression of C", file, line) from None


def _names(node: Any) -> set[str]:
    return {part.name for part in nodes_of(node) if isinstance(part, c_ast.ID)}


def check_assumptions(program: Program, function: CFunction, run: Any, arguments: dict[str, Any], roles: Roles) -> None:
    """An assumption about numbers that all have values must hold. The others are left aside, which is told of those
    without which more would have to be private."""
    for text, line in function.annotations.assumptions:
        node = _expression(text, program.file, line)
        numbers = {key: value for key, value in arguments.items() if issubclass(type(value), (int, float, Fraction))}
        if not _names(node) <= set(numbers):
            if roles.private in _names(node) or _bounds(node, roles.length):
                run.message("warning", line, f"the assumption '{text}' is left aside")
            continue
        if not Translator(program).evaluated(node, numbers):
            run.message("warning", line, f"the assumption '{text}' does not hold here")


def _bounds(node: Any, length: str | None) -> bool:
    """Whether it bounds the number of answers from above."""
    sides = {"<": "left", "<=": "left", ">": "right", ">=": "right"}
    return any(isinstance(part, c_ast.BinaryOp) and length is not None and (
        part.op == "==" or getattr(getattr(part, sides.get(part.op, ""), None), "name", "") == length)
        for part in nodes_of(node))


def claim_of(program: Program, function: CFunction, name: str | None, settings: Settings) -> Fraction | None:
    """The claim of `CHECK: 2 * epsilon`, a multiple of epsilon, whose name is given; None where nothing is claimed."""
    if function.annotations.claim is None:
        return None
    text, line = function.annotations.claim
    numbers = {key: value_of(value) for key, value in settings.values.items()}
    numbers = {key: value for key, value in numbers.items() if issubclass(type(value), (int, float))}
    if name is not None:
        numbers[name] = Epsilon({1: 1}, lambda bound, strict: True)
    node = _expression(text, program.file, line)
    missing = _names(node) - set(numbers)
    if missing:
        raise CError(f"the claim '{text}' needs a value of '{sorted(missing)[0]}'", program.file, line)
    value = Translator(program).evaluated(node, numbers)
    if not isinstance(value, Epsilon) or set(value.powers) != {1}:
        raise CError(f"the claim '{text}' is not a multiple of epsilon", program.file, line)
    return exact(value.powers[1])
