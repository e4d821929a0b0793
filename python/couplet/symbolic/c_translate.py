# SPDX-License-Identifier: Apache-2.0
"""A program of C as a module of Python.

Each expression becomes a statement of its own that gives a variable, so that nothing is half evaluated where an answer is
asked for; variables of C that nothing points to are variables of Python, whose liveness is seen (states.py). What is wrong
with a statement is raised where it would be run.
"""
from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NoReturn

from pycparser import c_ast

from . import c_library, c_memory
from .c_parse import CFunction, Program, nodes_of
from .c_types import (DOUBLE, EXACT_FLOAT, EXACT_INT, FLOAT, INT, KNOWN_TYPES, LONG, SIZE, TEXT, TRUTH, UNSIGNED, VOID, ArrayOf,
                      CError, Floating, FunctionOf, Integer, PointerTo, StructOf, Type, basic_type, common_type, convert, promoted,
                      rounded, tidy, truth)
from .calls import called
from .current import CURRENT
from .errors import Stop

#: An atom, which is a name or a number of Python, and the type that it has in C.
Typed = tuple[str, Type]
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_RAISING = ("++", "--", "p++", "p--")


@dataclass
class Variable:
    """text: what stands for it in Python; of an array and a structure this is its memory."""
    text: str
    type: Type
    is_constant: bool = False


@dataclass
class Around:
    """A loop, a switch, or statements with labels: in Python each is a loop. go_on: what `continue` does before it begins anew."""
    kind: str
    go_on: Callable[[], None] = lambda: None
    labels: list[str] = field(default_factory=list)
    at: str = ""  # the variable that says where it begins
    leaks: list[tuple[int, Around, str]] = field(default_factory=list)  # jumps out of it: number, where to, break or continue


class Translator:
    """Collects the lines of a module, and which line of the program each comes from."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.dialect = program.dialect
        self.scopes: list[dict[str, Any]] = [dict(KNOWN_TYPES)]  # types, numbers of enumerations, variables
        self.tags: dict[str, StructOf] = {}
        self.pointed_to: dict[str, Any] = {}  # functions that pointers point to
        self.objects: dict[str, Any] = {}  # what the lines name: types, functions of the library, errors
        self.lines: list[str] = []
        self.places: list[int] = []
        self.depth = self.n_names = 0
        self.at: Any = program.tree
        self.around: list[Around] = []
        self.function: CFunction | None = None
        self.pointed: set[str] = set()  # variables of the function that something points to
        self.raised: set[str] = set()  # those that something is added to
        self.taken: set[str] = set()  # the variables of the function so far
        self.n_jumps = 0

    # ---- Lines ----

    def emit(self, text: str, node: Any = None) -> None:
        self.lines.append("    " * self.depth + text)
        line = self.program.line(node if node is not None else self.at)
        self.places.append(line or (self.places[-1] if self.places else 1))

    def temp(self, text: str, node: Any = None) -> str:
        """The variable that gets what a text gives."""
        name = self.new_name("t")
        self.emit(f"{name} = {text}", node)
        return name

    def new_name(self, begin: str) -> str:
        self.n_names += 1
        return f"{begin}{self.n_names}"

    def named(self, value: Any) -> str:
        """A name for an object, which the module has."""
        for name, one in self.objects.items():
            if one is value:
                return name
        name = self.new_name("__couplet_object")
        self.objects[name] = value
        return name

    @contextmanager
    def block(self, head: str, node: Any = None) -> Iterator[None]:
        self.emit(head, node)
        self.depth += 1
        yield
        self.emit("pass")
        self.depth -= 1

    def fail(self, message: str, node: Any = None) -> NoReturn:
        raise self.program.error(node if node is not None else self.at, message)

    @contextmanager
    def guarded(self, node: Any) -> Iterator[None]:
        """What is wrong with a statement is raised where it is run."""
        lines, depth, scopes, around = len(self.lines), self.depth, len(self.scopes), len(self.around)
        try:
            yield
        except CError as error:
            del self.lines[lines:], self.places[lines:], self.scopes[scopes:], self.around[around:]
            self.depth = depth
            self.emit(f"raise {self.named(error)}.with_traceback(None)", node)

    def code(self, names: list[str]) -> types.CodeType:
        """The module with these functions."""
        for node in self.program.tree.ext:
            if not isinstance(node, c_ast.FuncDef):
                self.at = node
                with self.guarded(node):
                    self._declare(node)
        for name in names:
            self._function(self.program.functions[name])
        return self.compiled()

    def compiled(self) -> types.CodeType:
        tree = ast.parse("\n".join(self.lines))
        for node in ast.walk(tree):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = self.places[node.lineno - 1]
        return compile(tree, self.program.file, "exec", dont_inherit=True)  # type: ignore[no-any-return]

    # ---- Types ----

    def type_of(self, node: Any, is_parameter: bool = False) -> Type:
        if isinstance(node, c_ast.TypeDecl):
            return self._named_type(node.type)
        if isinstance(node, c_ast.Typename):
            return self.type_of(node.type)
        if isinstance(node, c_ast.FuncDecl):
            return FunctionOf("function", 8, self.type_of(node.type))
        if isinstance(node, c_ast.PtrDecl):
            target = self.type_of(node.type)
            return target if isinstance(target, FunctionOf) else PointerTo(f"{target.name} *", 8, target)
        if isinstance(node, c_ast.ArrayDecl):
            element = self.type_of(node.type)
            if is_parameter:
                return PointerTo(f"{element.name} *", 8, element)
            length = None if node.dim is None else self.constant(node.dim)
            return ArrayOf(f"{element.name}[]", element.size * (length or 0), element, length)
        self.fail(f"a type of this kind ({type(node).__name__}) is not followed", node)

    def _named_type(self, node: Any) -> Type:
        if isinstance(node, c_ast.Struct):
            return self._struct(node)
        if isinstance(node, c_ast.Enum):
            following = 0
            for item in node.values.enumerators if node.values else []:
                following = self.whole_constant(item.value, item.name) if item.value else following
                self.scopes[-1][item.name] = following
                following += 1
            return EXACT_INT if self.dialect else INT
        if isinstance(node, c_ast.Union):
            self.fail("a union is not followed", node)
        found = self._find(node.names[0]) if len(node.names) == 1 else None
        kind = found if isinstance(found, Type) else basic_type(node.names, self.dialect)
        if kind is None:
            self.fail(f"the type '{' '.join(node.names)}' is not known", node)
        return kind

    def _struct(self, node: Any) -> StructOf:
        name = node.name or f"struct {id(node)}"
        kind = self.tags.get(name)
        if kind is None:
            kind = self.tags[name] = StructOf(name)
        if node.decls and not kind.fields:
            size = left = 0  # left: bits of the last member that the next one may have
            for part in node.decls:
                inner = self.type_of(part.type)
                if getattr(part, "bitsize", None) is not None:
                    whole, inner = left, self._with_bits(inner, part)
                    left = (whole if whole >= inner.bits else inner.size * 8) - inner.bits
                    if whole >= inner.bits:
                        kind.fields[part.name] = inner
                        continue
                else:
                    left = 0
                kind.fields[part.name] = inner
                align = min(inner.size, 8) or 1
                size = (size + align - 1) // align * align + inner.size
            object.__setattr__(kind, "size", max(1, (size + 7) // 8 * 8 if size > 4 else size))
        return kind

    def _with_bits(self, kind: Type, node: Any) -> Integer:
        """The type of a member with a number of bits."""
        bits = self.whole_constant(node.bitsize, "a number of bits")
        if not isinstance(kind, Integer) or not 0 < bits <= kind.bits:
            self.fail(f"a member of {bits} bits of type '{kind.name}'", node)
        return replace(kind, bits=bits)

    def constant(self, node: Any) -> int | None:
        """The value of an expression that names no variable; None: it has another, or depends on one."""
        value = self.evaluated(node, {})
        return value if type(value) is int else None

    def whole_constant(self, node: Any, what: str) -> int:
        value = self.constant(node)
        if value is None:
            self.fail(f"{what} is not a whole number that is known", node)
        return value

    def evaluated(self, node: Any, numbers: dict[str, Any]) -> Any:
        """The value of an expression of numbers; None where it has none."""
        inner = Translator(self.program)
        inner.tags = self.tags
        types_and_numbers = {name: one for scope in self.scopes for name, one in scope.items() if isinstance(one, (Type, int))}
        inner.scopes = [types_and_numbers | {name: Variable(inner.named(value), EXACT_FLOAT) for name, value in numbers.items()}]
        made: dict[str, Any] = {}
        try:
            inner.emit(f"result = {inner.value(node)[0]}", node)
            exec(inner.compiled(), namespace(inner.objects), made)
        except (CError, ArithmeticError, NameError, Stop, TypeError):
            return None
        return tidy(made["result"])

    # ---- Names and declarations ----

    def _find(self, name: str) -> Any:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def _declare(self, node: Any) -> None:
        if isinstance(node, c_ast.Typedef):
            self.scopes[-1][node.name] = self.type_of(node.type)
        elif isinstance(node, (c_ast.Pragma, c_ast.EmptyStatement)):
            pass
        elif not isinstance(node, c_ast.Decl):
            self.fail("this declaration is not followed", node)
        elif node.name is None:
            self._named_type(node.type)  # struct or enum
        elif isinstance(node.type, c_ast.FuncDecl):
            pass
        elif "extern" in node.storage and node.init is None:
            if not isinstance(self.scopes[0].get(node.name), Variable):
                self._variable(node, "extern", self.scopes[0])
        elif "static" in node.storage and self.function is not None:
            self._static(node)
        else:
            self._variable(node, "global" if self.function is None else "local", self.scopes[-1])

    def _static(self, node: Any) -> None:
        """A variable that outlives the call: one of the module, made where the function is first run."""
        made = self.new_name("v") + f"_{node.name}"
        self.emit(f"global {made}", node)
        message = f"'{node.name}' is static and outlives the call: the verdict is about the first call"
        self.emit(f"warn({message!r})", node)
        with self.block(f"if {made!r} not in globals():", node):
            self._variable(node, "static", self.scopes[-1], made)

    def _variable(self, node: Any, role: str, scope: dict[str, Any], name: str = "") -> None:
        kind, init, name = self.type_of(node.type), node.init, name or self._name_of(node.name)
        length = "None"
        if isinstance(kind, ArrayOf) and kind.length is None and node.type.dim is not None:
            length = self.value(node.type.dim)[0]
        elif isinstance(kind, ArrayOf) and kind.length is None and init is not None:
            number = len(init.exprs) if isinstance(init, c_ast.InitList) else len(self._text(init)) + 1
            kind = ArrayOf(kind.name, kind.element.size * number, kind.element, number)
        quals = node.type.quals if isinstance(node.type, c_ast.PtrDecl) else node.quals
        made = Variable(name, kind, "const" in (quals or []))
        is_memory = role != "local" or isinstance(kind, (ArrayOf, StructOf)) or node.name in self.pointed
        if not is_memory:
            scope[node.name] = made
            if init is None:
                self.emit(f"{name} = Unset({node.name!r})", node)
            else:
                atom = self.converted(self.value(init.exprs[0] if isinstance(init, c_ast.InitList) else init), kind, init)
                self.emit(f"{name} = {self._counted(node.name, kind, atom)}", node)
            return
        is_zero = role in ("global", "static") or isinstance(init, c_ast.InitList)
        work = "variable" if isinstance(kind, ArrayOf) else "boxed"
        self.emit(f"{name} = {work}({self.named(kind)}, {node.name!r}, {is_zero}, {role!r}, {length})", node)
        made.text = name if isinstance(kind, ArrayOf) else f"{name}[0]"
        scope[node.name] = made
        if init is not None:
            self._initialise(made.text, kind, init)
            self.emit(f"{name}.written.clear()", node)

    def _name_of(self, name: str) -> str:
        """A name for a variable that no other one of the function has."""
        is_taken = name in self.taken or isinstance(self._find(name), Variable)
        self.taken.add(name)
        return self.new_name("v") + f"_{name}" if is_taken else f"c_{name}"

    def _initialise(self, text: str, kind: Type, init: Any) -> None:
        """text: what is assigned to, or the memory of an array."""
        if isinstance(kind, ArrayOf):
            if isinstance(init, c_ast.Constant) and init.type == "string":
                letters = [*map(ord, self._text(init)), 0]
                self.emit(f"{text}.cells[:{len(letters)}] = {letters}[:len({text}.cells)]", init)
                return
            following = 0
            for item in init.exprs:
                if isinstance(item, c_ast.NamedInitializer):
                    following, item = self.whole_constant(item.name[0], "an index"), item.expr
                if kind.length is not None and not 0 <= following < kind.length:
                    self.fail(f"a value too many for '{text.removeprefix('c_')}'", item)
                self._initialise(f"{text}[{following}]", kind.element, item)
                following += 1
        elif isinstance(kind, StructOf) and isinstance(init, c_ast.InitList):
            names = list(kind.fields)
            for i, item in enumerate(init.exprs):
                name = item.name[0].name if isinstance(item, c_ast.NamedInitializer) else names[i] if i < len(names) else ""
                if name not in kind.fields:
                    self.fail(f"'{kind.name}' has no member '{name}'", item)
                inner = item.expr if isinstance(item, c_ast.NamedInitializer) else item
                self._initialise(f"{text}[{name!r}]", kind.fields[name], inner)
        else:
            if isinstance(init, c_ast.InitList):
                init = init.exprs[0]
            self.emit(f"{text} = {self.converted(self.value(init), kind, init)}", init)

    # ---- Functions ----

    def _function(self, function: CFunction) -> None:
        self.function, self.taken = function, {p.name for p in function.parameters}
        body = function.node.body
        nodes = [*nodes_of(body)]
        self.pointed = {node.expr.name for node in nodes if isinstance(node, c_ast.UnaryOp) and node.op == "&" and
                        isinstance(node.expr, c_ast.ID)}
        self.raised = {target.name for node in nodes for target in [_raised_by(node)] if isinstance(target, c_ast.ID)}
        self.at = function.node.decl
        self.scopes.append({})
        names = [f"c_{p.name}" for p in function.parameters]
        with self.block(f"def c_{function.name}({', '.join(names)}):", function.node.decl):
            self.emit("__jump = 0")
            self.emit("step()")
            with self.guarded(function.node.decl):
                for parameter, name in zip(function.parameters, names):
                    self._take(parameter, name)
            self.statement(body)
            self.at = body
            result = self._result_of(function)
            self.emit("return None" if result is VOID else "return UNSET")
        self.scopes.pop()
        self.function = None

    def _take(self, parameter: Any, name: str) -> None:
        kind = self.type_of(parameter.node.type, True)
        quals = parameter.node.type.quals if isinstance(parameter.node.type, c_ast.PtrDecl) else parameter.node.quals
        made = Variable(name, kind, "const" in (quals or []))
        if isinstance(kind, StructOf) or parameter.name in self.pointed:
            self.emit(f"{name} = in_memory({name}, {self.named(kind)}, {parameter.name!r})")
            made.text = f"{name}[0]"
        elif parameter.name in self.raised:
            self.emit(f"{name} = {self._counted(parameter.name, kind, name)}")
        self.scopes[-1][parameter.name] = made

    def _result_of(self, function: CFunction) -> Type:
        return self.type_of(function.node.decl.type.type)

    def _counted(self, name: str, kind: Type, atom: str) -> str:
        """What a variable gets that is raised: a number, or a pointer to answers, that counts."""
        if name not in self.raised or self.function is None or not isinstance(kind, (Integer, Floating, PointerTo)):
            return atom
        return f"moving({atom})" if isinstance(kind, PointerTo) else f"tallied({atom}, {f'{self.function.name} {name}'!r})"

    def _local_names(self) -> set[str]:
        return {name for scope in self.scopes[1:] for name in scope}

    # ---- Statements ----

    def statement(self, node: Any) -> None:
        self.at = node
        with self.guarded(node):
            work = getattr(self, "_do_" + type(node).__name__, None)
            if work is not None:
                work(node)
            else:
                self.value(node)

    def _do_Compound(self, node: Any) -> None:
        self.scopes.append({})
        self._sequence(node, [item for item in node.block_items or [] if not isinstance(item, c_ast.Constant)])  # else an annotation
        self.scopes.pop()

    def _sequence(self, node: Any, items: list[Any]) -> None:
        """Statements one after another; where there are labels, in a loop that begins at one of them."""
        if not any(isinstance(item, c_ast.Label) for item in items):
            for item in items:
                self.statement(item)
            return
        groups: list[tuple[str, list[Any]]] = [("", [])]
        for item in items:
            if isinstance(item, c_ast.Label):
                groups.append((item.name, [item.stmt]))
            else:
                groups[-1][1].append(item)
        at = self.temp("0", node)
        self._grouped(Around("labels", labels=[name for name, _ in groups], at=at), groups, node)

    def _grouped(self, around: Around, groups: list[tuple[Any, list[Any]]], node: Any) -> None:
        with self.loop(around, node):
            for number, (_, items) in enumerate(groups):
                with self.block(f"if {around.at} <= {number}:", node):
                    for item in items:
                        self.statement(item)
            self.emit("break", node)

    @contextmanager
    def loop(self, around: Around, node: Any) -> Iterator[None]:
        """A loop of Python, and behind it what goes on to jump out of what is around it."""
        self.around.append(around)
        with self.block("while True:", node):
            self.emit("step()", node)
            yield
        self.around.pop()
        for number, target, way in around.leaks:
            with self.block(f"if __jump == {number}:", node):
                if self.around and self.around[-1] is target:
                    self.emit("__jump = 0", node)
                self._go(number, target, way, node)

    def _go(self, number: int, target: Around, way: str, node: Any) -> None:
        """Ends or begins anew a loop around, perhaps by ending others first."""
        if self.around[-1] is target:
            if way == "continue":
                target.go_on()
            self.emit(way, node)
        else:
            self.around[-1].leaks += [] if any(one == number for one, _, _ in self.around[-1].leaks) else [(number, target, way)]
            self.emit("break", node)

    def _jump(self, target: Around, way: str, node: Any) -> None:
        if self.around[-1] is not target:
            self.n_jumps += 1
            self.emit(f"__jump = {self.n_jumps}", node)
        self._go(self.n_jumps, target, way, node)

    def _do_Decl(self, node: Any) -> None:
        self._declare(node)

    _do_Typedef = _do_Pragma = _do_Decl

    def _do_DeclList(self, node: Any) -> None:
        for part in node.decls:
            self._declare(part)

    def _do_EmptyStatement(self, node: Any) -> None:
        pass

    def _do_Label(self, node: Any) -> None:
        self.statement(node.stmt)

    def _do_Goto(self, node: Any) -> None:
        target = next((one for one in reversed(self.around) if node.name in one.labels), None)
        if target is None:
            self.fail("'goto' into a block is not followed", node)
        self.emit(f"{target.at} = {target.labels.index(node.name)}", node)
        self._jump(target, "continue", node)

    def _do_If(self, node: Any) -> None:
        with self.block(f"if {self.condition(node.cond)}:", node):
            self.statement(node.iftrue)
        if node.iffalse is not None:
            with self.block("else:", node):
                self.statement(node.iffalse)

    def _need(self, cond: Any) -> None:
        """Ends the loop where a condition is not met."""
        if cond is not None:
            with self.block(f"if not {self.condition(cond)}:", cond):
                self.emit("break", cond)

    def _do_While(self, node: Any) -> None:
        with self.loop(Around("loop"), node):
            self._need(node.cond)
            self.statement(node.stmt)

    def _do_DoWhile(self, node: Any) -> None:
        with self.loop(Around("loop", lambda: self._need(node.cond)), node):
            self.statement(node.stmt)
            self._need(node.cond)

    def _do_For(self, node: Any) -> None:
        def following() -> None:
            if node.next is not None:
                for part in node.next.exprs if isinstance(node.next, c_ast.ExprList) else [node.next]:
                    self.statement(part)
        self.scopes.append({})
        if node.init is not None:
            self.statement(node.init)
        with self.loop(Around("loop", following), node):
            self._need(node.cond)
            self.statement(node.stmt)
            following()
        self.scopes.pop()

    def _do_Switch(self, node: Any) -> None:
        value = self.value(node.cond)
        items = node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
        groups: list[tuple[Any, list[Any]]] = []
        for item in items:
            if isinstance(item, (c_ast.Case, c_ast.Default)):
                groups.append((item, item.stmts or []))
            elif groups:
                groups[-1][1].append(item)
        default = next((i for i, (item, _) in enumerate(groups) if isinstance(item, c_ast.Default)), len(groups))
        at = self.temp(str(default), node)
        begin = "if"
        for number, (item, _) in enumerate(groups):
            if isinstance(item, c_ast.Case):
                with self.block(f"{begin} {value[0]} == {self.whole_constant(item.expr, 'a case')}:", item):
                    self.emit(f"{at} = {number}", item)
                begin = "elif"
        self.scopes.append({})
        self._grouped(Around("switch", at=at), groups, node)
        self.scopes.pop()

    def _do_Break(self, node: Any) -> None:
        self._jump(next(one for one in reversed(self.around) if one.kind != "labels"), "break", node)

    def _do_Continue(self, node: Any) -> None:
        self._jump(next(one for one in reversed(self.around) if one.kind == "loop"), "continue", node)

    def _do_Return(self, node: Any) -> None:
        assert self.function is not None
        if node.expr is None:
            self.emit("return None", node)
            return
        result, value = self._result_of(self.function), self.value(node.expr)
        self.at = node
        if result is VOID and value[1] is not VOID:
            if not self.dialect:
                self.fail(f"'{self.function.name}' is void and returns a value")
            result = value[1]
        atom = value[0] if result is VOID else self.converted(value, result, node)
        self.emit(f"return returned({atom})", node)

    # ---- Expressions ----

    def condition(self, node: Any) -> str:
        atom, kind = self.value(node)
        if kind is VOID:
            self.fail("a value that is not there is used", node)
        return atom if kind is TRUTH else self.temp(f"truth({atom})", node)

    def value(self, node: Any) -> Typed:
        work = getattr(self, "_eval_" + type(node).__name__, None)
        if work is None:
            self.fail(f"an expression of this kind ({type(node).__name__}) is not followed", node)
        return work(node)  # type: ignore[no-any-return]

    def converted(self, value: Typed, target: Type, node: Any) -> str:
        """The atom as a value of another type."""
        atom, source = value
        text = self._conversion(atom, source, target, node)
        return text if text.isidentifier() or text == atom or _is_number(text) else self.temp(text, node)

    def _conversion(self, atom: str, source: Type, target: Type, node: Any) -> str:
        """The text of a conversion; the atom itself where nothing changes."""
        if source is VOID or target is VOID:
            self.fail("a value that is not there is assigned" if target is not VOID else f"a value of type '{source.name}' becomes 'void'", node)
        if isinstance(source, StructOf) or isinstance(target, StructOf):
            return f"copied({atom})" if source is target else self.fail(f"a value of type '{source.name}' becomes '{target.name}'", node)
        is_number = _is_number(atom)
        if source is target or isinstance(source, PointerTo) and isinstance(target, PointerTo) and type(source.target) is not Type or \
                isinstance(source, Floating) and isinstance(target, Floating) and source.exact and target.exact:
            return atom
        if is_number and isinstance(target, Floating):
            return repr(convert(ast.literal_eval(atom), source, target))
        if is_number and isinstance(target, Integer) and target is not TRUTH and isinstance(source, Integer) and target.holds(int(atom)) and target.bits > 1:
            return atom
        return f"convert({atom}, {self.named(source)}, {self.named(target)})"

    def _eval_Constant(self, node: Any) -> Typed:
        text = node.value
        if node.type == "string":
            return self.temp(f"text_pointer({self._text(node)!r})", node), TEXT
        if node.type.endswith("char"):
            return str(ord(self._text(node))), INT
        if node.type in ("float", "double", "long double"):
            digits = text.rstrip("fFlL") if not text.lower().startswith("0x") else text
            is_hex = "0x" in digits.lower()
            number = float.fromhex(digits) if is_hex else float(digits)
            if self.dialect:
                return self._literal(tidy(Fraction(number) if is_hex else Fraction(digits))), EXACT_FLOAT
            return self._literal(rounded(number, FLOAT) if text[-1] in "fF" else number), FLOAT if text[-1] in "fF" else DOUBLE
        digits = text.rstrip("uUlL")
        suffix = text[len(digits):].lower()
        whole = int(digits, 8) if len(digits) > 1 and digits.isdigit() and digits[0] == "0" else int(digits, 0)
        if self.dialect and not suffix:
            return str(whole), EXACT_INT
        kinds = [UNSIGNED, SIZE] if "u" in suffix else [INT, LONG, SIZE]
        kinds = [kind for kind in kinds if kind.holds(whole) and ("l" not in suffix or kind.bits == 64)]
        if not kinds:
            self.fail(f"{text} is too large for every type", node)
        return str(whole), kinds[0]

    def _literal(self, value: Any) -> str:
        text = repr(value)
        return text if _is_number(text) else self.named(value)

    def _text(self, node: Any) -> str:
        inner: str = node.value[node.value.index(node.value[-1]) + 1:-1]
        try:
            return inner.encode("latin-1", "backslashreplace").decode("unicode_escape")
        except UnicodeDecodeError:
            self.fail("a letter of this text is not followed", node)

    def _eval_ID(self, node: Any) -> Typed:
        entry = self._find(node.name)
        if type(entry) is int:
            return str(entry), EXACT_INT if self.dialect else INT
        if isinstance(entry, Variable):
            return self._loaded(entry.text, entry.type, node)
        known = c_library.constant(node.name, self.dialect)
        if known is not None:
            return "None" if known[0] is None else self._literal(known[0]), known[1]
        if node.name in self.program.functions:
            return f"c_{node.name}", FunctionOf("function", 8, self._result_of(self.program.functions[node.name]))
        found = c_library.find(node.name, self.dialect)
        if found is None:
            self.fail(f"'{node.name}' is not declared here", node)
        return self.named(self.pointed_to.setdefault(node.name, c_library.as_value(node.name, found))), FunctionOf("function", 8, found.gives)

    def _loaded(self, text: str, kind: Type, node: Any) -> Typed:
        if isinstance(kind, ArrayOf):
            return self.temp(f"Pointer({text})", node), PointerTo(f"{kind.element.name} *", 8, kind.element)
        return text if text.isidentifier() else self.temp(text, node), kind

    # ---- Places that are assigned to ----

    def place(self, node: Any) -> Variable:
        work = getattr(self, "_place_" + type(node).__name__, None)
        if work is None:
            self.fail("a value is assigned to what is not a variable", node)
        return work(node)  # type: ignore[no-any-return]

    def _place_ID(self, node: Any) -> Variable:
        entry = self._find(node.name)
        if not isinstance(entry, Variable):
            self.fail(f"'{node.name}' is not declared here", node)
        return entry

    def _place_ArrayRef(self, node: Any) -> Variable:
        pointer, index = self.value(node.name), self.value(node.subscript)
        if not index[1].whole and not (isinstance(index[1], Floating) and index[1].exact):
            self.fail("an index is not a whole number", node)
        return self._target(pointer, index[0], node)

    def _target(self, pointer: Typed, index: str, node: Any) -> Variable:
        """What stands so many elements behind where a pointer points to."""
        atom, kind = pointer
        if not isinstance(kind, PointerTo) or type(kind.target) is Type:
            self.fail("an index or '*' on what is not a pointer to elements", node)
        followed = self.temp(f"not_null({atom})", node)
        return Variable(f"{followed}[{index}]", kind.target)

    def _place_UnaryOp(self, node: Any) -> Variable:
        if node.op != "*":
            self.fail("a value is assigned to what is not a variable", node)
        return self._target(self.value(node.expr), "0", node)

    def _place_StructRef(self, node: Any) -> Variable:
        place = self._target(self.value(node.name), "0", node) if node.type == "->" else self.place(node.name)
        if not isinstance(place.type, StructOf):
            self.fail(f"'{node.field.name}' is asked of what is no structure", node)
        inner = place.type.fields.get(node.field.name)
        if inner is None:
            self.fail(f"'{place.type.name}' has no member '{node.field.name}'", node)
        structure = self._loaded(place.text, place.type, node)[0]
        return Variable(f"{structure}[{node.field.name!r}]", inner, place.is_constant)

    def _assign(self, place: Variable, value: Typed, node: Any) -> Typed:
        if place.is_constant:
            name = place.text.partition("[")[0].removeprefix("c_")
            self.fail(f"'{name}' is constant and gets a value", node)
        if isinstance(place.type, ArrayOf):
            self.fail("a value is assigned to an array", node)
        atom = self.converted(value, place.type, node)
        if place.text.isidentifier():
            name = self._name_at(place)
            atom = self._counted(name, place.type, atom) if name in self._local_names() and (_is_number(atom) or isinstance(place.type, PointerTo)) else atom
        self.emit(f"{place.text} = {atom}", node)
        return place.text if place.text.isidentifier() else atom, place.type

    def _name_at(self, place: Variable) -> str:
        return next((name for scope in reversed(self.scopes) for name, one in scope.items() if one is place), "")

    def _read(self, node: Any) -> Typed:
        place = self.place(node)
        return self._loaded(place.text, place.type, node)

    _eval_ArrayRef = _eval_StructRef = _read

    # ---- Operators ----

    def _eval_Assignment(self, node: Any) -> Typed:
        place = self.place(node.lvalue)
        if node.op == "=":
            return self._assign(place, self.value(node.rvalue), node)
        old = self._loaded(place.text, place.type, node)
        return self._assign(place, self.binary(node.op[:-1], old, self.value(node.rvalue), node), node)

    def _eval_BinaryOp(self, node: Any) -> Typed:
        if node.op in ("&&", "||"):
            met = self.temp(self.condition(node.left), node)
            with self.block(f"if {'' if node.op == '&&' else 'not '}{met}:", node):
                self.emit(f"{met} = {self.condition(node.right)}", node)
            return met, TRUTH
        left = self.value(node.left)
        return self.binary(node.op, left, self.value(node.right), node)

    def binary(self, op: str, left: Typed, right: Typed, node: Any) -> Typed:
        (a, a_type), (b, b_type) = left, right
        if VOID in (a_type, b_type):
            self.fail("a value that is not there is used", node)
        if isinstance(a_type, (PointerTo, FunctionOf)) or isinstance(b_type, (PointerTo, FunctionOf)):
            return self._pointers(op, left, right, node)
        if isinstance(a_type, StructOf) or isinstance(b_type, StructOf):
            self.fail(f"'{op}' on what is not a number", node)
        if op in ("<<", ">>", "&", "|", "^", "%"):
            return self._whole_operator(op, left, right, node)
        kind = common_type(a_type, b_type)
        if isinstance(kind, Floating) or op in ("/", "-") or not (a_type == b_type == kind):
            a, b = self._as_operand(left, kind, node), self._as_operand(right, kind, node)
        if op in _COMPARISONS:
            return self.temp(f"{a} {op} {b}", node), TRUTH
        if op == "/":
            return self.temp(f"quotient({a}, {b}, {self.named(kind)})", node), kind
        text = f"difference({a}, {b})" if op == "-" and isinstance(kind, Integer) and not kind.signed else f"{a} {op} {b}"
        return self.temp(text if kind is DOUBLE else f"{self.named(kind)}.settle({text})", node), kind

    def _as_operand(self, value: Typed, kind: Type, node: Any) -> str:
        return value[0] if isinstance(kind, Integer) and value[1] == kind else self.converted(value, kind, node)

    def _whole_operator(self, op: str, left: Typed, right: Typed, node: Any) -> Typed:
        for _, kind in (left, right):
            if not kind.whole and not (isinstance(kind, Floating) and kind.exact):
                self.fail(f"'{op}' on what is not a whole number", node)
        common = promoted(left[1]) if op in ("<<", ">>") else common_type(left[1], right[1])
        a = self._as_operand(left, common, node)
        b = right[0] if op in ("<<", ">>") else self._as_operand(right, common, node)
        work = f"remainder({a}, {b}, {self.named(common)})" if op == "%" else f"bits({op!r}, {a}, {b}, {self.named(common)})"
        return self.temp(work, node), common

    def _pointers(self, op: str, left: Typed, right: Typed, node: Any) -> Typed:
        (a, a_type), (b, b_type) = left, right
        if op in ("==", "!="):
            a, b = (self.converted(one, other[1], node) if isinstance(one[1], Integer) else one[0] for one, other in ((left, right), (right, left)))
            return self.temp(f"{a} {op} {b}", node), TRUTH
        if isinstance(a_type, PointerTo) and isinstance(b_type, PointerTo) and op in ("-", *_COMPARISONS):
            return self.temp(f"not_null({a}) {op} {b}", node), LONG if op == "-" else TRUTH
        if op == "+" and isinstance(b_type, PointerTo):
            (a, a_type), (b, b_type) = right, left
        if not isinstance(a_type, PointerTo) or not isinstance(b_type, (Integer, Floating)) or op not in ("+", "-"):
            self.fail(f"'{op}' on pointers that are not to elements of one array", node)
        return self.temp(f"not_null({a}) {op} {b}", node), a_type

    def _eval_UnaryOp(self, node: Any) -> Typed:
        op = node.op
        if op in _RAISING:
            place = self.place(node.expr)
            old = self._loaded(place.text, place.type, node)
            if op[0] == "p" and old[0] == place.text:
                old = self.temp(old[0], node), old[1]
            new = self._assign(place, self.binary("+" if "+" in op else "-", old, ("1", EXACT_INT if self.dialect else INT), node), node)
            return old if op[0] == "p" else new
        if op == "&":
            return self._address(node)
        if op == "sizeof":
            return str(self.size_of(node.expr).size), SIZE
        atom, kind = self.value(node.expr)
        if op == "*":
            place = Variable(atom, kind) if isinstance(kind, FunctionOf) else self._target((atom, kind), "0", node)
            return self._loaded(place.text, place.type, node)
        if kind is VOID:
            self.fail("a value that is not there is used", node)
        if op == "!":
            return self.temp(f"not {atom if kind is TRUTH else f'truth({atom})'}", node), TRUTH
        if not isinstance(kind, (Integer, Floating)):
            self.fail(f"'{op}' on what is not a number", node)
        kind = promoted(kind) if kind is not TRUTH else INT
        if op == "~":
            return self.temp(f"inverted({atom}, {self.named(kind)})", node), kind
        if op == "-" and isinstance(kind, Integer) and not kind.signed:
            return self.temp(f"{self.named(kind)}.settle(difference(0, {atom}))", node), kind
        if op == "-" and _is_number(atom) and not atom.startswith("-"):
            return f"-{atom}", kind
        return (atom if op == "+" else self.temp(f"{self.named(kind)}.settle(-{atom})", node)), kind

    def _address(self, node: Any) -> Typed:
        inner = node.expr
        if isinstance(inner, c_ast.ID) and not isinstance(self._find(inner.name), Variable):
            return self.value(inner)
        place = self.place(inner)
        if isinstance(place.type, ArrayOf):
            return self._loaded(place.text, place.type, node)
        owner, _, key = place.text[:-1].rpartition("[")
        return self.temp(f"{owner}.address({key})", node), PointerTo(f"{place.type.name} *", 8, place.type)

    def size_of(self, node: Any) -> Type:
        """The type of an expression that is not computed."""
        if isinstance(node, c_ast.Typename):
            return self.type_of(node)
        entry = self._find(node.name) if isinstance(node, c_ast.ID) else None
        if isinstance(entry, Variable):
            if isinstance(entry.type, ArrayOf) and entry.type.length is None:
                self.fail("the size of an array whose length is no constant", node)
            return entry.type
        lines, depth = len(self.lines), self.depth
        try:
            return self.place(node).type if isinstance(node, (c_ast.ArrayRef, c_ast.StructRef)) else self.value(node)[1]
        finally:
            del self.lines[lines:], self.places[lines:]
            self.depth = depth

    def _eval_TernaryOp(self, node: Any) -> Typed:
        made, holes, values = self.new_name("t"), [], []
        condition = self.condition(node.cond)
        for head, part in ((f"if {condition}:", node.iftrue), ("else:", node.iffalse)):
            with self.block(head, node):
                values.append(self.value(part))
                holes.append(len(self.lines))
                self.emit("pass", node)
        kinds = [kind for _, kind in values]
        kind = common_type(*kinds) if all(isinstance(one, (Integer, Floating)) for one in kinds) else \
            next((one for one in kinds if not isinstance(one, Integer)), VOID)
        for hole, (atom, source) in zip(holes, values):
            text = atom if VOID in (kind, source) else self._conversion(atom, source, kind, node)
            self.lines[hole] = self.lines[hole].replace("pass", f"{made} = {text}")
        return made, kind

    def _eval_ExprList(self, node: Any) -> Typed:
        for part in node.exprs[:-1]:
            self.value(part)
        return self.value(node.exprs[-1])

    def _eval_Cast(self, node: Any) -> Typed:
        kind = self.type_of(node.to_type)
        value = self.value(node.expr)
        return ("None", VOID) if kind is VOID else (self.converted(value, kind, node), kind)

    def _eval_CompoundLiteral(self, node: Any) -> Typed:
        kind = self.type_of(node.type)
        if isinstance(kind, ArrayOf) and kind.length is None:
            kind = ArrayOf(kind.name, kind.element.size * len(node.init.exprs), kind.element, len(node.init.exprs))
        work = "variable" if isinstance(kind, ArrayOf) else "boxed"
        made = self.temp(f"{work}({self.named(kind)}, 'a value', True, 'local', None)", node)
        text = made if isinstance(kind, ArrayOf) else f"{made}[0]"
        self._initialise(text, kind, node.init)
        return self._loaded(text, kind, node)

    # ---- Calls ----

    def _eval_FuncCall(self, node: Any) -> Typed:
        target = node.name
        while isinstance(target, c_ast.UnaryOp) and target.op == "*":
            target = target.expr
        name = target.name if isinstance(target, c_ast.ID) and self._find(target.name) is None else None
        if name is not None and name not in self.program.functions:
            return self._of_library(name, node)
        parts = list(node.args.exprs) if node.args else []
        if name is not None:
            return self._own(self.program.functions[name], parts, node)
        function, kind = self.value(target)
        if not isinstance(kind, FunctionOf):
            self.fail("what is called is not a function", node)
        return self._call(f"function_of({function})", self._arguments(parts), kind.result, node)

    def _call(self, function: str, arguments: list[Typed], result: Type, node: Any) -> Typed:
        atoms = "".join(f", {atom}" for atom, _ in arguments)
        return self.temp(f"called({function}{atoms})", node), result

    def _arguments(self, parts: list[Any]) -> list[Typed]:
        made = []
        for part in parts:
            made.append(self.value(part))
            if made[-1][1] is VOID:
                self.fail("a value that is not there is passed on", part)
        return made

    def _own(self, function: CFunction, parts: list[Any], node: Any) -> Typed:
        arguments = self._arguments(parts)
        if len(arguments) != len(function.parameters):
            self.fail(f"'{function.name}' has {len(function.parameters)} parameters and gets {len(arguments)} arguments", node)
        if function.noise is not None:
            kind, scale = function.noise
            message = f"'{function.name}' is believed to be {kind} noise of scale {scale}, as the comment says"
            self.emit(f"warn({message!r}, {function.line})", node)
            chosen = next(value for p, value in zip(function.parameters, arguments) if p.name == scale)
            return self._drawn(kind, function.name, chosen, node)
        wanted = [self.type_of(parameter.node.type, True) for parameter in function.parameters]
        passed = [(self.converted(value, kind, node), kind) for value, kind in zip(arguments, wanted)]
        return self._call(f"c_{function.name}", passed, self._result_of(function), node)

    def _drawn(self, kind: str, name: str, scale: Typed, node: Any) -> Typed:
        if not isinstance(scale[1], (Integer, Floating)):
            self.fail(f"the scale of '{name}' is not a number", node)
        is_whole = kind == "discrete-laplace"
        gives = (EXACT_INT if is_whole else EXACT_FLOAT) if self.dialect else LONG if is_whole else DOUBLE
        return self.temp(f"{self.named(c_library.noise(kind, name, scale[1] is FLOAT))}({scale[0]})", node), gives

    def _of_library(self, name: str, node: Any) -> Typed:
        parts = list(node.args.exprs) if node.args else []
        kind = c_library.noise_kind(name)
        known = c_library.find(name, self.dialect)
        if known is None:
            self.fail(c_library.why_unknown(name), node)
        if kind is not None and known.number == 1 and name not in self.program.functions and known.takes is None:
            return self._noise(kind, name, parts, node)
        if name.startswith("srand"):
            is_fixed = all(isinstance(part, c_ast.Constant) for part in parts)
            self.emit(f"{self.named(known.work)}(None, {is_fixed})", node)
            return "None", VOID
        arguments = self._arguments(parts)
        if known.number is not None and len(arguments) != known.number:
            expected = "" if known.takes is None else f"; expected {known.number}"
            self.fail(f"'{name}' gets {len(arguments)} arguments{expected}", node)
        takes, gives = known.takes, known.gives
        if takes is not None and name in ("abs", "labs", "fabs") and isinstance(arguments[0][1], Floating) and arguments[0][1].exact:
            takes = gives = arguments[0][1]
        if takes is not None:
            arguments = [(self.converted(value, takes, node), takes) for value in arguments]
        arguments = [(self.converted(value, INT, node), INT) if value[1] is TRUTH else value for value in arguments]
        made = self.temp(f"{self.named(known.work)}({', '.join(atom for atom, _ in arguments)})", node)
        return made, gives

    def _noise(self, kind: str, name: str, parts: list[Any], node: Any) -> Typed:
        assert self.function is not None
        if len(parts) == 2 and isinstance(parts[1], c_ast.Constant) and parts[1].type == "string":
            message = f"the second argument of '{name}' tells ShadowDP how to prove it, and is left aside"
            self.emit(f"warn({message!r}, {self.function.line})", node)
            parts.pop()
        arguments = self._arguments(parts)
        if not 1 <= len(arguments) <= 2:
            self.fail(f"'{name}' has {len(arguments)} arguments; expected its scale, or its mean and its scale", node)
        drawn = self._drawn(kind, name, arguments[-1], node)
        return drawn if len(arguments) == 1 else self.binary("+", arguments[0], drawn, node)


# ---- What is told from the text --------------------------------------------------------------

def _is_number(text: str) -> bool:
    try:
        return isinstance(ast.literal_eval(text), (int, float)) and text not in ("True", "False")
    except (ValueError, SyntaxError):
        return False


def _raised_by(node: Any) -> Any:
    """What a node adds to, or takes from."""
    if isinstance(node, c_ast.UnaryOp) and node.op in _RAISING:
        return node.expr
    if not isinstance(node, c_ast.Assignment):
        return None
    is_sum = isinstance(node.rvalue, c_ast.BinaryOp) and node.rvalue.op in ("+", "-") and getattr(node.rvalue.left, "name", "") == getattr(
        node.lvalue, "name", None)
    return node.lvalue if node.op in ("+=", "-=") or node.op == "=" and is_sum else None


# ---- The module ------------------------------------------------------------------------------

def _returned(value: Any) -> Any:
    """What a function returns; the line is kept."""
    run = c_memory.the_run()
    run.returned_line = run.line_of()
    return c_memory.copied(value)


def _warn(text: str, line: int = 0) -> None:
    run = c_memory.the_run()
    run.message("warning", line or run.line_of(), text)


def _boxed(kind: Type, name: str, is_zero: bool, role: str, length: Any) -> c_memory.Storage:
    """The memory of a variable, which is one cell."""
    return c_memory.Storage([c_memory.blank(kind, name, is_zero, role)], kind, name, role)


def _in_memory(value: Any, kind: Type, name: str) -> c_memory.Storage:
    return c_memory.Storage([value], kind, name, "own")


def _step() -> None:
    if CURRENT.run is not None:
        CURRENT.run.step()


def namespace(objects: dict[str, Any], counter: Any = None, tally: Any = None) -> dict[str, Any]:
    """The names that lines use. counter and tally: what variables that count get, in lists of any length."""
    def moving(value: Any) -> Any:
        if isinstance(value, c_memory.Pointer) and isinstance(value.storage, c_memory.Private):
            return c_memory.Pointer(value.storage, counter(value.index))
        return value
    return {**c_memory.NAMES, **objects, "moving": moving if counter else lambda value: value,
            "tallied": tally or (lambda value, site: value), "convert": convert, "truth": truth, "called": called,
            "returned": _returned, "warn": _warn, "boxed": _boxed, "in_memory": _in_memory, "step": _step}
