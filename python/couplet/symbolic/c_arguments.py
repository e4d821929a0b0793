# SPDX-License-Identifier: Apache-2.0
"""What a function of C is called with: which parameter is private, which is its length, which is epsilon."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pycparser import c_ast

from .c_interpreter import Interpreter, Private
from .c_parse import CFunction, Program, nodes_of, parser
from .c_types import DOUBLE, CError, Length
from .epsilon import Epsilon, exact
from .errors import Stop

#: Names that the number of answers often has.
_LENGTHS = ("n", "size", "len", "length", "count", "num", "num_queries", "n_queries", "nqueries", "n_answers", "k", "m")


@dataclass(frozen=True)
class Roles:
    """The parameters by what they are for; None: there is none. is_list: private is no single number.
    is_whole: its type is one of whole numbers, outside the dialects."""
    private: str
    is_list: bool
    length: str | None
    epsilon: str | None
    is_whole: bool


@dataclass
class _Uses:
    """Names of parameters in the order in which what they point to is read and written, and indexes used."""
    read: list[str]
    written: list[str]
    indexes: dict[str, set[str]]


def roles_of(program: Program, name: str, private: str | None = None, epsilon: str | None = None) -> Roles:
    """private, epsilon: names that the user gave. Raises CError where no parameter can be the private one."""
    function = program.functions[name]
    uses = _uses(program, function, 0)
    private = private or _said_private(program, function) or _private(program, function, uses)
    chosen = function.parameter(private)
    if chosen is None:
        raise CError(f"'{name}' has no parameter '{private}'; it has "
                     f"{', '.join(p.name for p in function.parameters) or 'none'}", program.file, function.line, 1)
    length = _length(program, function, private, uses.indexes.get(private, set()), 0) if chosen.is_pointer else None
    return Roles(private, chosen.is_pointer, length, epsilon or _epsilon(program, function),
                 chosen.is_whole and not program.dialect)


def _said_private(program: Program, function: CFunction) -> str | None:
    comments = [text.split()[1] for _, text in function.comments
                if text.split()[:1] == ["private"] and len(text.split()) > 1]
    found = comments or function.annotations.private
    return found[0] if found else None


def _private(program: Program, function: CFunction, uses: _Uses) -> str:
    read = [name for name in uses.read if function.parameter(name)]
    only_read = [name for name in read if name not in uses.written]
    candidates = only_read if len(set(only_read)) == 1 else read
    if not candidates:
        raise CError(f"no array of '{function.name}' is read; -o c.private=NAME says which parameter is private",
                     program.file, function.line, 1)
    return candidates[0]


def _epsilon(program: Program, function: CFunction) -> str | None:
    names = [p.name for p in function.parameters]
    exactly = [name for name in names if name.lower() in ("epsilon", "eps")]
    found = exactly or [name for name in names if name.lower().startswith("eps")]
    if len(found) > 1:
        raise CError(f"{' and '.join(found)} may be epsilon: -o c.epsilon=NAME says which", program.file,
                     function.line, 1)
    return found[0] if found else None


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


def call(program: Program, name: str, run: Any, roles: Roles, values: dict[str, Any], answers: list[Any] | int | None,
         epsilon: Any, immediate: bool = False,
         made: Callable[[Interpreter], None] | None = None) -> Interpreter:
    """Runs the function once. answers: the private ones, or how many there are: then run.ask gives them;
    None: as many as are asked for, by run.ask and run.more. values: those of -D, by name of a parameter.
    made is given the interpreter before it starts."""
    interpreter = Interpreter(program, run, immediate)
    if made is not None:
        made(interpreter)
    arguments = dict(values)
    number = len(answers) if isinstance(answers, list) else answers
    if roles.epsilon is not None and roles.epsilon not in arguments:
        arguments[roles.epsilon] = epsilon
    if roles.length is not None:
        arguments.setdefault(roles.length, Length() if number is None else number)
    given = answers if isinstance(answers, list) else None if answers is None else _Asked(run, answers)
    arguments[roles.private] = Private([], DOUBLE, roles.private, "private", run=run, answers=given)
    _check_assumptions(program, name, run, arguments)
    interpreter.call(name, arguments)
    return interpreter


class _Asked(list[Any]):
    """Answers that are asked for when they are used."""

    def __init__(self, run: Any, number: int) -> None:
        super().__init__([None] * number)
        self.run = run

    def __getitem__(self, index: Any) -> Any:
        return self.run.ask(index)


# ---- Annotations with numbers in them ----

def _expression(text: str, file: str, line: int) -> Any:
    try:
        tree = parser().parse(f"int f(void) {{ return ({text}); }}", file)
        return tree.ext[0].body.block_items[0].expr
    except Exception:  # pycparser raises ParseError, and AssertionError for some texts
        raise CError(f"'{text}' is no expression of C", file, line, 1) from None


def _names(node: Any) -> set[str]:
    return {part.name for part in nodes_of(node) if isinstance(part, c_ast.ID)}


def _check_assumptions(program: Program, name: str, run: Any, arguments: dict[str, Any]) -> None:
    """An assumption about numbers that all have values must hold; the others are left aside."""
    function = program.functions[name]
    for text, line in function.annotations.assumptions:
        node = _expression(text, program.file, line)
        numbers = {key: value for key, value in arguments.items() if isinstance(value, (int, float, Fraction))}
        if not _names(node) <= set(numbers):
            continue
        if not _value_of(program, node, numbers, line):
            run.message("warning", line, f"the assumption '{text}' does not hold here")


def _value_of(program: Program, node: Any, numbers: dict[str, Any], line: int) -> Any:
    """The value of an expression of numbers and epsilon."""
    if isinstance(node, c_ast.ID):
        return numbers[node.name]
    if isinstance(node, c_ast.Constant):
        return Fraction(node.value.rstrip("uUlLfF"))
    if isinstance(node, c_ast.UnaryOp) and node.op in ("-", "+", "!"):
        value = _value_of(program, node.expr, numbers, line)
        return -value if node.op == "-" else value if node.op == "+" else not value
    if isinstance(node, c_ast.BinaryOp):
        a, b = (_value_of(program, part, numbers, line) for part in (node.left, node.right))
        work = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b,
                "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
                "==": lambda: a == b, "!=": lambda: a != b, "&&": lambda: a and b, "||": lambda: a or b}.get(node.op)
        if work is not None:
            return work()  # type: ignore[no-untyped-call]
    raise CError("this expression of an annotation is not read", program.file, line, 1)


def claim_of(program: Program, name: str, roles: Roles, values: dict[str, Any]) -> Fraction | None:
    """The claim of `CHECK: 2 * epsilon`, a multiple of epsilon; None where nothing is claimed."""
    claim = program.functions[name].annotations.claim
    if claim is None:
        return None
    text, line = claim
    epsilon = Epsilon({1: 1}, lambda bound, strict: True)
    numbers: dict[str, Any] = {key: value for key, value in values.items() if isinstance(value, (int, float, Fraction))}
    if roles.epsilon is not None:
        numbers[roles.epsilon] = epsilon
    node = _expression(text, program.file, line)
    missing = _names(node) - set(numbers)
    if missing:
        raise CError(f"the claim '{text}' needs a value of '{sorted(missing)[0]}'", program.file, line, 1)
    try:
        value = _value_of(program, node, numbers, line)
    except CError:
        raise
    except (Stop, ArithmeticError):
        value = None
    if not isinstance(value, Epsilon) or set(value.powers) != {1}:
        raise CError(f"the claim '{text}' is no multiple of epsilon", program.file, line, 1)
    return exact(value.powers[1])
