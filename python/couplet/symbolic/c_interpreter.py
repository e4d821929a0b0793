# SPDX-License-Identifier: Apache-2.0
"""Runs a function of C on symbolic values.

``run`` is a CRun, whose line_of is set here. Where the list may have any length, its number of answers is a Length, and
variables that count hold Positions.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NoReturn

from pycparser import c_ast

from . import c_library
from .answers import Length, Position, ReadList, Tally
from .c_parse import CFunction, Program, nodes_of
from .c_state import counting_in
from .c_types import (CHAR, DOUBLE, EXACT_FLOAT, EXACT_INT, FLOAT, INT, KNOWN_TYPES, LONG, SIZE, TEXT,
                      UNSET, UNSIGNED, VOID, ArrayOf, Floating, Function, FunctionOf, Integer, Pointer,
                      PointerTo, Raw, Storage, Structure, StructOf, Type, basic_type, blank, common_type, convert,
                      copied, promoted, rounded, tidy, truth, variable)
from .epsilon import Epsilon
from .errors import NeedsLength, Refused, Stop
from .opaque import OpaqueNumber
from .samplers import Sign, Uniform
from .values import Real

Typed = tuple[Any, Type]
_CALLS = 150  # calls inside calls


class Exit(Stop):
    """The program ends itself."""


#: The site of output arrays that are not only written in their order.
OUTPUTS = "outputs"


@dataclass(eq=False)
class Private(Storage):
    """The private answers, which the run gives."""
    run: Any = None
    changed: dict[int, Any] = field(default_factory=dict)

    def load(self, index: Any) -> Any:
        at = place_of(index)
        return self.changed[at] if at in self.changed else self.run.at(index)

    def store(self, index: Any, value: Any, line: int) -> None:
        self.changed[place_of(index)] = value
        self.written[place_of(index)] = line

    def has(self, index: Any) -> bool:
        return self.run.has(place_of(index))  # type: ignore[no-any-return]


def place_of(index: Any) -> Any:
    """An index, also of a position, counted from the beginning."""
    return index.value if isinstance(index, Position) else index


@dataclass
class Variable:
    storage: Storage
    type: Type
    is_constant: bool = False


@dataclass
class Place:
    """What an assignment changes. index -1: the whole array that storage is."""
    storage: Storage
    index: int
    type: Type
    is_constant: bool = False


@dataclass
class Frame:
    function: CFunction
    scopes: list[dict[str, Any]]
    counting: set[str] = field(default_factory=set)  # variables whose values are positions
    tallies: set[str] = field(default_factory=set)  # variables whose values may be tallies
    begun: list[list[Any]] = field(default_factory=list)  # its statements and expressions that have begun and not ended
    at: Any = None  # the call that it stands in


class Interpreter:
    """One run of a program. immediate: an element of an output array is output when it is written, which
    raises ReadList where that is not the same as at the end."""

    def __init__(self, program: Program, run: Any, immediate: bool = False) -> None:
        self.program, self.run, self.immediate = program, run, immediate
        self.globals: dict[str, Any] = dict(KNOWN_TYPES)
        self.tags: dict[str, StructOf] = {}
        self.statics: dict[int, Variable] = {}
        self.arguments: list[Storage] = []  # what the pointers among the arguments point to
        self.frames: list[Frame] = []
        self.begun: list[list[Any]] = []  # of the innermost call: what has begun and not ended
        self.returned: Typed | None = None
        self.at: Any = program.tree
        run.line_of = self.line
        self._guarded(self._declare_globals)

    # ---- Places and errors ----

    def line(self) -> int:
        return self.program.place(self.at)[0]

    def fail(self, message: str, node: Any = None) -> NoReturn:
        raise self.program.error(node if node is not None else self.at, message)

    def _guarded(self, work: Any, *arguments: Any) -> Any:
        """Runs work; what it raises gets its place."""
        try:
            return work(*arguments)
        except RecursionError:
            raise self.program.error(self.at, "calls or expressions are nested too deeply") from None
        except ZeroDivisionError:
            raise self.program.error(self.at, "a division by 0") from None
        except Stop as stop:
            if not getattr(stop, "line", 0):
                line, column = self.program.place(self.at)
                stop.file, stop.line, stop.column = self.program.file, line, column  # type: ignore[attr-defined]
            raise

    # ---- Calling ----

    def call(self, name: str, arguments: dict[str, Any]) -> None:
        """Calls the function and outputs what an onlooker gets. arguments: numbers, epsilon, lists, or
        dictionaries for structures; a Private for the answers; a parameter that is left out has no value."""
        self._guarded(self._call, self.program.functions[name], arguments)

    def _call(self, function: CFunction, arguments: dict[str, Any]) -> None:
        scope: dict[str, Any] = {}
        for parameter in function.parameters:
            kind = self.type_of_declaration(parameter.node.type, True)
            scope[parameter.name] = Variable(self._bound(parameter.name, kind, arguments), kind)
        for storage in self._global_storages():
            storage.written.clear()
        try:
            value, kind = self._run_body(function, scope)
        except Exit:
            value, kind = UNSET, VOID
        for storage in [*self.arguments, *self._global_storages()]:
            for label, part, line in self._written(storage, storage.name):
                self.emit(part, line, f"written to {storage.name}", label)
        if value is not UNSET or (kind is not VOID and self._returns_values(function)):
            self.emit(value, self.line(), "return", "return")

    @staticmethod
    def _returns_values(function: CFunction) -> bool:
        return any(isinstance(node, c_ast.Return) and node.expr is not None for node in nodes_of(function.node.body))

    def _bound(self, name: str, kind: Type, arguments: dict[str, Any]) -> Storage:
        """The memory of a parameter."""
        value = arguments.get(name, UNSET)
        if not isinstance(kind, PointerTo):
            if isinstance(value, Private):
                value = value.load(0)
            storage = variable(kind, name, role="own")
            self._fill(storage, kind, value)
            return storage
        if isinstance(value, Pointer):
            return Storage([value], kind, name)
        if isinstance(value, Private):
            value.type = kind.target
            target: Storage = value
        elif value is None or isinstance(value, str):
            return Storage([None if value is None else self.text_value(value)], kind, name)
        else:
            target = Storage([], kind.target, name, "parameter", grows=value is UNSET)
            for i, item in enumerate([] if value is UNSET else value if isinstance(value, list) else [value]):
                target.cells.append(blank(kind.target, name, role="parameter"))
                self._fill(target, kind.target, item, i)
        self.arguments.append(target)
        return Storage([Pointer(target, 0)], kind, name, "own")

    def _fill(self, storage: Storage, kind: Type, value: Any, index: int = 0) -> None:
        """Puts a value of -D into a cell, without the note that it was written."""
        cell = storage.cells[index] if not isinstance(kind, ArrayOf) else storage
        if isinstance(value, Length):
            storage.cells[index] = convert(value, kind, kind)
        elif isinstance(value, dict) and isinstance(cell, Structure):
            for name, item in value.items():
                if name not in cell.fields:
                    self.fail(f"'{storage.name}' has no member '{name}'")
                self._fill(cell.fields[name], cell.type.fields[name], item)
        elif isinstance(value, list) and isinstance(cell, Storage):
            for i, item in enumerate(value[:len(cell.cells)]):
                self._fill(cell, cell.type, item, i)
        elif isinstance(value, list):
            self.fail(f"'{storage.name}' is not an array, and its value is a list")
        elif value is not UNSET:
            if issubclass(type(value), float) and isinstance(kind, Floating) and kind.exact and math.isfinite(value):
                value = Fraction(repr(value))
            storage.cells[index] = convert(value, INT if isinstance(value, int) else kind
                                           if isinstance(value, Real) else DOUBLE, kind)

    def _run_body(self, function: CFunction, scope: dict[str, Any]) -> Typed:
        if len(self.frames) >= _CALLS:
            self.fail(f"more than {_CALLS} calls are nested")
        if self.frames:
            self.frames[-1].at = self.at
        self.frames.append(Frame(function, [scope]))
        if self.run.any_run is not None:
            self._begin_counting(self.frames[-1])
        outer, self.begun = self.begun, self.frames[-1].begun
        result = self.type_of_declaration(function.node.decl.type.type)
        self.returned = None
        if (self.execute(function.node.body) or "").startswith("goto"):
            self.fail("'goto' into a block is not followed")
        self.begun = outer
        self.frames.pop()
        returned, self.returned = self.returned, None
        if returned is None:
            return UNSET, result
        if result is VOID:
            if not self.program.dialect:
                self.fail(f"'{function.name}' is void and returns a value")
            return returned
        return convert(*returned, result), result

    def _begin_counting(self, frame: Frame) -> None:
        """Parameters that point to answers and are raised hold positions from here on."""
        frame.counting, frame.tallies = counting_in(frame)
        for name in frame.counting & frame.scopes[0].keys():
            storage = frame.scopes[0][name].storage
            storage.cells[0] = self._counted(name, storage.cells[0])

    def _counted(self, name: str, value: Any) -> Any:
        """The value that a variable gets: one that counts holds positions, or tallies."""
        if self.frames and type(value) is int and name in self.frames[-1].tallies:
            return self.run.any_run._tally(value, f"{self.frames[-1].function.name} {name}")
        if not self.frames or name not in self.frames[-1].counting:
            return value
        if isinstance(value, Pointer) and isinstance(value.storage, Private) and type(value.index) is int:
            return replace(value, index=Position(self.run.any_run.asking, value.index))
        return Position(self.run.any_run.asking, value) if type(value) is int else value

    def _global_storages(self) -> list[Storage]:
        return [entry.storage for entry in self.globals.values() if isinstance(entry, Variable)]

    # ---- Outputs ----

    def _written(self, storage: Storage, label: str) -> Iterator[tuple[str, Any, int]]:
        """What was written and not output yet: labels, values, lines. Elements that come one after another have the
        label of the array, others their own."""
        told = self.immediate and storage.role == "parameter"
        is_private = isinstance(storage, Private)
        before = 0
        for i in sorted(storage.changed) if isinstance(storage, Private) else range(len(storage.cells)):
            value = storage.changed[i] if isinstance(storage, Private) else storage.cells[i]
            own = label if i == before or (len(storage.cells) == 1 and not is_private) else f"{label}[{i}]"
            if i in storage.written:
                before += 1
                if not told or isinstance(value, Structure):
                    yield own, value, storage.written[i]
            elif isinstance(value, Structure):
                for name, part in value.fields.items():
                    yield from self._written(part, f"{label}[{i}].{name}")
            elif isinstance(value, Storage):
                yield from self._written(value, f"{label}[{i}]")

    def emit(self, value: Any, line: int, how: str, channel: str) -> None:
        """Outputs a value: of a structure its members, of a pointer what it points to. channel: where it is seen; the
        first one of a mechanism needs no name."""
        for part in self._parts(value):
            name = self.run.channel(channel)
            self.run.output([name, part] if name else part, line, how)

    def _parts(self, value: Any) -> Iterator[Any]:
        pending, seen = [value], set()
        while pending:
            value = pending.pop()
            if isinstance(value, Structure):
                pending.extend(reversed(list(value.fields.values())))
            elif isinstance(value, Storage):
                cells = list(value.cells)
                while cells and cells[-1] is UNSET:
                    cells.pop()
                pending.extend(reversed(cells))
            elif isinstance(value, Pointer) and value.storage.role == "text":
                yield c_library.text_of(self, value)
            elif isinstance(value, Pointer) and value.storage.role not in ("parameter", "private"):
                if value.storage.alive and value not in seen:
                    seen.add(value)
                    pending.append(Storage(value.storage.cells[value.index:], value.storage.type, ""))
                else:
                    yield "pointer"
            elif isinstance(value, Pointer):
                yield f"{value.storage.name} + {value.index}"
            elif value is UNSET:
                yield "no value"
            else:
                yield value.name if isinstance(value, Function) else "NULL" if value is None or isinstance(value, Raw) \
                    else tidy(value)

    # ---- Types ----

    def type_of_declaration(self, node: Any, is_parameter: bool = False) -> Type:
        if isinstance(node, c_ast.TypeDecl):
            return self._named_type(node.type)
        if isinstance(node, c_ast.Typename):
            return self.type_of_declaration(node.type)
        if isinstance(node, c_ast.FuncDecl):
            return FunctionOf("function", 8, VOID)
        if isinstance(node, c_ast.PtrDecl):
            target = VOID if isinstance(node.type, c_ast.FuncDecl) else self.type_of_declaration(node.type)
            return PointerTo(f"{target.name} *", 8, target)
        if isinstance(node, c_ast.ArrayDecl):
            element = self.type_of_declaration(node.type)
            if is_parameter:
                return PointerTo(f"{element.name} *", 8, element)
            length = None
            if node.dim is not None:
                length = self.whole_number(self.value(node.dim), "the length of an array")
                if not 0 <= length <= 1_000_000:
                    self.fail(f"an array of {length} elements", node.dim)
            return ArrayOf(f"{element.name}[]", element.size * (length or 0), element, length)
        self.fail(f"a type of this kind ({type(node).__name__}) is not followed", node)

    def _named_type(self, node: Any) -> Type:
        if isinstance(node, c_ast.Struct):
            return self._struct(node)
        if isinstance(node, c_ast.Enum):
            following = 0
            for item in node.values.enumerators if node.values else []:
                following = self.whole_number(self.value(item.value), item.name) if item.value else following
                self._scope()[item.name] = following
                following += 1
            return EXACT_INT if self.program.dialect else INT
        if isinstance(node, c_ast.Union):
            self.fail("a union is not followed", node)
        if len(node.names) == 1:
            found = self._find(node.names[0])
            if isinstance(found, Type):
                return found
        kind = basic_type(node.names, self.program.dialect)
        if kind is None:
            self.fail(f"the type '{' '.join(node.names)}' is not known", node)
        return kind

    def _struct(self, node: Any) -> StructOf:
        name = node.name or f"struct {id(node)}"
        kind = self.tags.get(name)
        if kind is None or (node.decls and node.name is None):
            kind = self.tags[name] = StructOf(name)
        if node.decls and not kind.fields:
            size = left = 0  # left: bits of the last member that the next one may have
            for part in node.decls:
                inner = self.type_of_declaration(part.type)
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
        bits = self.whole_number(self.value(node.bitsize), "a number of bits")
        if not isinstance(kind, Integer) or not 0 < bits <= kind.bits:
            self.fail(f"a member of {bits} bits of type '{kind.name}'", node)
        return replace(kind, bits=bits)

    # ---- Names and declarations ----

    def _scope(self) -> dict[str, Any]:
        return self.frames[-1].scopes[-1] if self.frames else self.globals

    def _find(self, name: str) -> Any:
        if self.frames:
            for scope in reversed(self.frames[-1].scopes):
                if name in scope:
                    return scope[name]
        return self.globals.get(name)

    def _declare_globals(self) -> None:
        for node in self.program.tree.ext:
            if not isinstance(node, c_ast.FuncDef):
                self.at = node
                self._declare(node)

    def _declare(self, node: Any) -> None:
        if isinstance(node, c_ast.Typedef):
            self._scope()[node.name] = self.type_of_declaration(node.type)
            return
        if isinstance(node, (c_ast.Pragma, c_ast.EmptyStatement)):
            return
        if not isinstance(node, c_ast.Decl):
            self.fail("this declaration is not followed", node)
        if isinstance(node.type, c_ast.FuncDecl):
            return
        if node.name is None:
            self._named_type(node.type)  # struct or enum
            return
        if "extern" in node.storage and node.init is None:
            if not isinstance(self.globals.get(node.name), Variable):
                self.globals.setdefault(node.name, Variable(
                    variable(self.type_of_declaration(node.type), node.name, role="extern"),
                    self.type_of_declaration(node.type)))
            return
        if "static" in node.storage and self.frames:
            if id(node) not in self.statics:
                self.run.message("warning", self.line(), f"'{node.name}' is static and outlives the call: the verdict "
                                                         "is about the first call")
                self.statics[id(node)] = self._new_variable(node, "static")
            self._scope()[node.name] = self.statics[id(node)]
            return
        self._scope()[node.name] = self._new_variable(node, "local" if self.frames else "global")

    def _new_variable(self, node: Any, role: str) -> Variable:
        kind = self.type_of_declaration(node.type)
        init = node.init
        if isinstance(kind, ArrayOf) and kind.length is None and init is not None:
            number = len(init.exprs) if isinstance(init, c_ast.InitList) else len(self._text(init)) + 1
            kind = ArrayOf(kind.name, kind.element.size * number, kind.element, number)
        storage = variable(kind, node.name, role in ("global", "static") or isinstance(init, c_ast.InitList), role)
        quals = node.type.quals if isinstance(node.type, c_ast.PtrDecl) else node.quals
        made = Variable(storage, kind, "const" in (quals or []))
        self._scope()[node.name] = made
        if init is not None:
            self._initialise(Place(storage, -1 if isinstance(kind, ArrayOf) else 0, kind), init)
            storage.written.clear()
        return made

    def _initialise(self, place: Place, init: Any) -> None:
        kind = place.type
        if isinstance(kind, ArrayOf):
            storage = place.storage if place.index < 0 else place.storage.cells[place.index]
            if isinstance(init, c_ast.Constant) and init.type == "string":
                letters = [ord(letter) for letter in self._text(init)] + [0]
                storage.cells[:len(letters)] = letters[:len(storage.cells)]
                return
            following = 0
            for item in init.exprs:
                if isinstance(item, c_ast.NamedInitializer):
                    following, item = self.whole_number(self.value(item.name[0]), "an index"), item.expr
                if not 0 <= following < len(storage.cells):
                    self.fail(f"a value too many for '{storage.name}'", item)
                self._initialise(Place(storage, following, kind.element), item)
                following += 1
        elif isinstance(kind, StructOf) and isinstance(init, c_ast.InitList):
            structure, names = place.storage.cells[place.index], list(kind.fields)
            for i, item in enumerate(init.exprs):
                name = item.name[0].name if isinstance(item, c_ast.NamedInitializer) else names[i]
                item = item.expr if isinstance(item, c_ast.NamedInitializer) else item
                part = kind.fields[name]
                self._initialise(Place(structure.fields[name], -1 if isinstance(part, ArrayOf) else 0, part), item)
        else:
            if isinstance(init, c_ast.InitList):
                init = init.exprs[0]
            place.storage.cells[place.index] = self._counted(place.storage.name, convert(*self.value(init), kind))

    # ---- Statements: what each returns is None, or "break", "continue", "return", "goto NAME" ----

    def execute(self, node: Any) -> str | None:
        self.run.step()
        self.at = node
        work = getattr(self, "_do_" + type(node).__name__, None)
        if work is not None:
            return work(node)  # type: ignore[no-any-return]
        self.value(node)
        return None

    def _do_Compound(self, node: Any) -> str | None:
        self.frames[-1].scopes.append({})
        end = self._sequence(node, node.block_items or [])
        self.frames[-1].scopes.pop()
        return end

    def _sequence(self, node: Any, items: list[Any]) -> str | None:
        entry = [node, 0]
        self.begun.append(entry)
        end = None
        while entry[1] < len(items):
            item = items[entry[1]]
            end = None if isinstance(item, c_ast.Constant) else self.execute(item)  # else it is an annotation
            here = [i for i, one in enumerate(items) if end is not None and isinstance(one, c_ast.Label) and end == "goto " + one.name]
            if end is not None and not here:
                break
            entry[1] = here[0] if here else entry[1] + 1
        self.begun.pop()
        return end

    def _do_Decl(self, node: Any) -> None:
        self._declare(node)

    _do_Typedef = _do_Pragma = _do_Decl

    def _do_DeclList(self, node: Any) -> None:
        for part in node.decls:
            self._declare(part)

    def _do_EmptyStatement(self, node: Any) -> None:
        pass

    def _do_Label(self, node: Any) -> str | None:
        return self.execute(node.stmt)

    def _do_Goto(self, node: Any) -> str:
        return f"goto {node.name}"

    def _do_If(self, node: Any) -> str | None:
        if self.condition(node.cond):
            return self._branch(node, node.iftrue)
        return self._branch(node, node.iffalse) if node.iffalse is not None else None

    def _branch(self, node: Any, chosen: Any) -> str | None:
        self.begun.append([node, chosen])
        end = self.execute(chosen)
        self.begun.pop()
        return end

    def _loop(self, node: Any, first: bool, cond: Any, following: Any) -> str | None:
        end = None
        while True:
            self.run.step()
            self.at = node
            if not first and cond is not None and not self.condition(cond):
                break
            first = False
            end = self._branch(node, node.stmt)
            if end not in (None, "continue"):
                break
            if following is not None:
                self.value(following)
        return end if end not in ("break", "continue") else None

    def _do_While(self, node: Any) -> str | None:
        return self._loop(node, False, node.cond, None)

    def _do_DoWhile(self, node: Any) -> str | None:
        return self._loop(node, True, node.cond, None)

    def _do_For(self, node: Any) -> str | None:
        self.frames[-1].scopes.append({})
        if node.init is not None:
            self.execute(node.init)
        end = self._loop(node, False, node.cond, node.next)
        self.frames[-1].scopes.pop()
        return end

    def _do_Switch(self, node: Any) -> str | None:
        value = self.value(node.cond)[0]
        items = node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
        chosen = None
        for i, item in enumerate(items):
            if isinstance(item, c_ast.Case) and value == self.value(item.expr)[0]:
                chosen = i
                break
            if isinstance(item, c_ast.Default) and chosen is None:
                chosen = i
        if chosen is None:
            return None
        self.frames[-1].scopes.append({})
        end = self._sequence(node, [inner for item in items[chosen:] for inner in (
            item.stmts or [] if isinstance(item, (c_ast.Case, c_ast.Default)) else [item])])
        self.frames[-1].scopes.pop()
        return None if end == "break" else end

    def _do_Break(self, node: Any) -> str:
        return "break"

    def _do_Continue(self, node: Any) -> str:
        return "continue"

    def _do_Return(self, node: Any) -> str:
        if node.expr is not None:
            value, kind = self.value(node.expr)
            self.at = node
            if value is UNSET and not (isinstance(node.expr, c_ast.FuncCall) and kind is VOID):
                self.fail("a value that is not there is returned")
            self.returned = copied(value), kind
        return "return"

    # ---- Expressions ----

    def condition(self, node: Any) -> bool:
        return truth(self.value(node)[0])

    def value(self, node: Any) -> Typed:
        work = getattr(self, "_eval_" + type(node).__name__, None)
        if work is None:
            self.fail(f"an expression of this kind ({type(node).__name__}) is not followed", node)
        return work(node)  # type: ignore[no-any-return]

    def whole_number(self, typed: Typed, what: str) -> int:
        value = tidy(typed[0])
        if isinstance(value, Real):
            raise Refused(f"{what} is private or noisy")
        if isinstance(value, Tally):
            value._refuse()
        if isinstance(value, OpaqueNumber):
            raise NeedsLength(f"{what} depends on the number of answers or of the round")
        if issubclass(type(value), float) and self.program.dialect and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            self.fail(f"{what} is not a whole number")
        return value

    def _eval_Constant(self, node: Any) -> Typed:
        text, dialect = node.value, self.program.dialect
        if node.type == "string":
            return self.text_value(self._text(node)), TEXT
        if node.type.endswith("char"):
            return ord(self._text(node)), INT
        if node.type in ("float", "double", "long double"):
            digits = text.rstrip("fFlL") if not text.lower().startswith("0x") else text
            number = float.fromhex(digits) if "0x" in digits.lower() else float(digits)
            if dialect:
                return tidy(Fraction(digits) if "x" not in digits.lower() else Fraction(number)), EXACT_FLOAT
            return (rounded(number, FLOAT), FLOAT) if text[-1] in "fF" else (number, DOUBLE)
        digits = text.rstrip("uUlL")
        suffix = text[len(digits):].lower()
        number = int(digits, 8) if len(digits) > 1 and digits.isdigit() and digits[0] == "0" else int(digits, 0)
        if dialect and not suffix:
            return number, EXACT_INT
        kinds = [UNSIGNED, SIZE] if "u" in suffix else [INT, LONG, SIZE]
        kinds = [kind for kind in kinds if kind.holds(number) and ("l" not in suffix or kind.bits == 64)]
        if not kinds:
            self.fail(f"{text} is too large for every type", node)
        return number, kinds[0]

    def _text(self, node: Any) -> str:
        inner: str = node.value[node.value.index(node.value[-1]) + 1:-1]
        try:
            return inner.encode("latin-1", "backslashreplace").decode("unicode_escape")
        except UnicodeDecodeError:
            self.fail("a letter of this text is not followed", node)

    def text_value(self, text: str) -> Pointer:
        return Pointer(Storage([ord(letter) for letter in text] + [0], CHAR, "text", "text"), 0)

    def _eval_ID(self, node: Any) -> Typed:
        entry = self._find(node.name)
        if isinstance(entry, int):
            return entry, EXACT_INT if self.program.dialect else INT
        if isinstance(entry, Variable):
            return self._loaded(self.place(node), node)
        known = c_library.constant(node.name, self.program.dialect)
        if node.name in self.program.functions or known is None and c_library.is_known(node.name):
            return Function(node.name), FunctionOf()
        if known is None:
            self.fail(f"'{node.name}' is not declared here", node)
        return known

    def _loaded(self, place: Place, node: Any) -> Typed:
        if isinstance(place.type, ArrayOf):
            inner = place.storage if place.index < 0 else place.storage.load(place.index)
            return Pointer(inner, 0), PointerTo(f"{place.type.element.name} *", 8, place.type.element)
        self.at = node
        storage = place.storage
        if self.immediate and storage.role == "parameter" and storage.written and storage.grows and \
                (place.index != len(storage.written) - 1 or storage.written_behind != len(self.run.asked_at)):
            raise ReadList(OUTPUTS)
        if storage.grows and place.index >= len(storage.cells):
            storage.cells.extend(blank(storage.type, storage.name, role="parameter")
                                 for _ in range(place.index + 1 - len(storage.cells)))
        value = storage.load(place.index)
        if value is UNSET:
            value = self._missing(storage, place)
        return value, place.type

    def _missing(self, storage: Storage, place: Place) -> Any:
        """The value of a parameter that has none: any number."""
        if storage.role not in ("parameter", "own"):
            self.fail(f"'{storage.name}' has no value here")
        if not isinstance(place.type, (Integer, Floating)):
            self.fail(f"the argument '{storage.name}' needs a value: -D {storage.name}=…")
        is_whole = isinstance(place.type, Integer)
        return self.run.missing(storage.name, place.index if storage.grows else None, is_whole)

    # ---- Places that are assigned to ----

    def place(self, node: Any) -> Place:
        work = getattr(self, "_place_" + type(node).__name__, None)
        if work is None:
            self.fail("a value is assigned to what is not a variable", node)
        return work(node)  # type: ignore[no-any-return]

    def _place_ID(self, node: Any) -> Place:
        entry = self._find(node.name)
        if not isinstance(entry, Variable):
            self.fail(f"'{node.name}' is not declared here", node)
        return Place(entry.storage, -1 if isinstance(entry.type, ArrayOf) else 0, entry.type, entry.is_constant)

    def _place_ArrayRef(self, node: Any) -> Place:
        base = self.value(node.name)
        self.begun.append([node, base[0]])
        index = self.value(node.subscript)
        self.begun.pop()
        self.at = node
        return self._target(base, self._offset(base[0], index, "an index"), node)

    def _offset(self, pointer: Any, typed: Typed, what: str) -> Any:
        """A number of elements; a position among the answers, or among elements that are alike."""
        value, storage = typed[0], getattr(pointer, "storage", None)
        if isinstance(value, Position) and storage is not None and (storage.role == "private" or (storage.role == "parameter" and storage.grows)):
            return value if storage.role == "private" else value.value
        return self.whole_number(typed, what)

    def _place_UnaryOp(self, node: Any) -> Place:
        if node.op != "*":
            self.fail("a value is assigned to what is not a variable", node)
        return self._target(self.value(node.expr), 0, node)

    def _place_StructRef(self, node: Any) -> Place:
        if node.type == "->":
            place = self._target(self.value(node.name), 0, node)
        else:
            place = self.place(node.name)
        if not isinstance(place.type, StructOf):
            self.fail(f"'{node.field.name}' is asked of what is no structure", node)
        structure = self._loaded(place, node)[0]
        storage = structure.fields.get(node.field.name)
        if storage is None:
            self.fail(f"'{place.type.name}' has no member '{node.field.name}'", node)
        kind = place.type.fields[node.field.name]
        return Place(storage, -1 if isinstance(kind, ArrayOf) else 0, kind, place.is_constant)

    def _target(self, typed: Typed, offset: int, node: Any) -> Place:
        pointer, kind = typed
        self.at = node
        if pointer is None:
            self.fail("NULL is followed")
        if not isinstance(pointer, Pointer) or not isinstance(kind, PointerTo):
            self.fail("an index or '*' on what is not a pointer to elements")
        index, storage = pointer.index + offset, pointer.storage
        if not storage.alive:
            self.fail(f"'{storage.name}' is used after it was freed")
        if not storage.has(index):
            known = self.run.answers if isinstance(storage, Private) else storage.cells
            self.fail(f"element {index} of '{storage.name}' is used, which has {len(known or [])}")
        return Place(storage, index, storage.type)

    def assign(self, place: Place, value: Any, source: Type, node: Any) -> Typed:
        self.at = node
        if place.is_constant:
            self.fail(f"'{place.storage.name}' is constant and gets a value")
        if isinstance(place.type, ArrayOf):
            self.fail("a value is assigned to an array")
        if value is UNSET:
            self.fail("a value that is not there is assigned")
        value = convert(value, source, place.type)
        storage, line = place.storage, self.program.place(node)[0]
        if self.immediate and storage.role == "parameter":
            if not storage.grows or place.index != len(storage.written):
                raise ReadList(OUTPUTS)
            self.emit(value, line, f"written to {storage.name}", storage.name)
            storage.written_behind = len(self.run.asked_at)
        storage.store(place.index, self._counted(storage.name, value), line)
        return value, place.type

    def _read(self, node: Any) -> Typed:
        return self._loaded(self.place(node), node)

    _eval_ArrayRef = _eval_StructRef = _read

    # ---- Operators ----

    def _eval_Assignment(self, node: Any) -> Typed:
        place = self.place(node.lvalue)
        old = self._loaded(place, node) if node.op != "=" else None
        self.begun.append([node, (place.storage, place.index, old)])
        value, kind = self.value(node.rvalue)
        self.begun.pop()
        if old is not None:
            self.at = node
            value, kind = self.binary(node.op[:-1], old, (value, kind))
        return self.assign(place, value, kind, node)

    def _eval_BinaryOp(self, node: Any) -> Typed:
        left = self.value(node.left)
        if node.op in ("&&", "||"):
            met = truth(left[0])
            if met == (node.op == "&&"):
                met = self.condition(node.right)
            return int(met), INT
        self.begun.append([node, left[0]])
        right = self.value(node.right)
        self.begun.pop()
        self.at = node
        return self.binary(node.op, left, right)

    def binary(self, op: str, left: Typed, right: Typed) -> Typed:
        (a, a_type), (b, b_type) = left, right
        if a is UNSET or b is UNSET:
            self.fail("a value that is not there is used")
        if isinstance(a_type, (PointerTo, FunctionOf)) or isinstance(b_type, (PointerTo, FunctionOf)):
            return self._pointers(op, left, right)
        if isinstance(a_type, StructOf) or isinstance(b_type, StructOf) or VOID in (a_type, b_type):
            self.fail(f"'{op}' on what is not a number")
        if isinstance(a, OpaqueNumber) or isinstance(b, OpaqueNumber):
            return self._counts(op, tidy(a), tidy(b)), a_type if op in ("+", "-") else INT
        if op in ("<<", ">>", "&", "|", "^", "%"):
            return self._whole_operator(op, left, right)
        kind = common_type(a_type, b_type)
        a, b = convert(a, a_type, kind), convert(b, b_type, kind)
        if op in ("<", "<=", ">", ">=", "==", "!="):
            return int(_COMPARISONS[op](a, b)), INT
        if isinstance(kind, Integer) and (isinstance(a, Real) or isinstance(b, Real)) and (
                op == "/" or (op == "-" and not kind.signed)):
            raise Refused("the quotient of whole numbers that are private" if op == "/" else
                          "a difference of private values without a sign, which wraps")
        if op == "/":
            return self._settled(self._quotient(a, b, kind), kind, "/"), kind
        result = a + b if op == "+" else a - b if op == "-" else a * b
        return self._settled(result, kind, op), kind

    @staticmethod
    def _counts(op: str, a: Any, b: Any) -> Any:
        """The number of answers, or of the round, which are not known: a number may be added, and they are compared."""
        if op in _COMPARISONS:
            return int(_COMPARISONS[op](a, b))
        if op not in ("+", "-"):
            raise NeedsLength(f"'{op}' is used on the number of answers, or of the round")
        return a + b if op == "+" else a - b

    def _settled(self, value: Any, kind: Type, op: str) -> Any:
        if isinstance(value, (Real, Epsilon, Uniform, Sign)):
            return value
        if isinstance(kind, Integer):
            if isinstance(value, int) and kind.signed and not kind.holds(value):
                self.fail(f"'{op}' overflows: {value} does not fit into '{kind.name}'")
            return kind.wrapped(int(value))
        assert isinstance(kind, Floating)
        return tidy(value) if kind.exact else rounded(value, kind)

    def _quotient(self, a: Any, b: Any, kind: Type) -> Any:
        if isinstance(kind, Integer):
            if b == 0:
                self.fail("a division by 0")
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        if isinstance(a, (Real, Epsilon, Uniform, Sign)) or isinstance(b, (Real, Epsilon)):
            return a / b
        if b == 0:
            if kind.name != "double" and isinstance(kind, Floating) and kind.exact:
                self.fail("a division by 0")
            return float("nan") if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)
        if issubclass(type(a), float) or issubclass(type(b), float):
            return float(a) / float(b)
        result = Fraction(a) / Fraction(b)
        if kind.whole and result.denominator != 1:
            self.fail(f"the quotient of two whole numbers is cut off by C, and is {result} for CheckDP; write "
                      f"{a}.0 / {b}")
        return result

    def _whole_operator(self, op: str, left: Typed, right: Typed) -> Typed:
        for value, kind in (left, right):
            if isinstance(value, Real):
                raise Refused(f"'{op}' on a private value or noise")
            if not kind.whole and not (isinstance(kind, Floating) and kind.exact):
                self.fail(f"'{op}' on what is not a whole number")
        a, b = self.whole_number(left, f"what '{op}' is used on"), self.whole_number(right, f"what '{op}' is used on")
        kind = promoted(left[1]) if op in ("<<", ">>") else common_type(left[1], right[1])
        if isinstance(kind, Integer):
            a = convert(a, left[1], kind)
            b = b if op in ("<<", ">>") else convert(b, right[1], kind)
        if op == "%":
            if b == 0:
                self.fail("a division by 0")
            result = abs(a) % abs(b) * (-1 if a < 0 else 1)
        elif op in ("<<", ">>"):
            if not 0 <= b < (kind.bits if isinstance(kind, Integer) else 32):
                self.fail(f"a shift by {b}")
            result = a << b if op == "<<" else a >> b
        else:
            result = a & b if op == "&" else a | b if op == "|" else a ^ b
        return self._settled(result, kind, op), kind

    def _pointers(self, op: str, left: Typed, right: Typed) -> Typed:
        (a, a_type), (b, b_type) = left, right
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.storage is b.storage and isinstance(a.storage, Private):
            if isinstance(a.index, Length) or isinstance(b.index, Length):
                return self._counts(op, a.index, b.index), LONG if op == "-" else INT
            if self.run.any_run is not None:
                raise NeedsLength("two pointers to answers are compared, or their distance is used")
        if op in ("==", "!="):
            a, b = (None if isinstance(x, int) and x == 0 else x for x in (a, b))
            return int((a == b) == (op == "==")), INT
        if op == "+" and isinstance(b, Pointer):
            (a, a_type), (b, b_type) = right, left
        if isinstance(a, Pointer) and isinstance(b_type, (Integer, Floating)) and op in ("+", "-"):
            offset = self._offset(a, (b, b_type), "what is added to a pointer")
            return Pointer(a.storage, a.index + (offset if op == "+" else -offset)), a_type
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.storage is b.storage:
            if op == "-":
                return a.index - b.index, LONG
            if op in _COMPARISONS:
                return int(_COMPARISONS[op](a.index, b.index)), INT
        self.fail(f"'{op}' on pointers that are not to elements of one array")

    def _eval_UnaryOp(self, node: Any) -> Typed:
        op = node.op
        if op in ("++", "--", "p++", "p--"):
            place = self.place(node.expr)
            old = self._loaded(place, node)
            one = (1, EXACT_INT if self.program.dialect else INT)
            new = self.assign(place, *self.binary("+" if "+" in op else "-", old, one), node)
            return old if op[0] == "p" else new
        if op == "&":
            if self._is_function(node.expr):
                return self.value(node.expr)
            place = self.place(node.expr)
            return Pointer(place.storage, max(place.index, 0)), PointerTo(f"{place.type.name} *", 8, place.type)
        if op == "*":
            if isinstance(node.expr, c_ast.ID) and self._is_function(node.expr):
                return self.value(node.expr)
            pointer = self.value(node.expr)
            return pointer if isinstance(pointer[0], Function) else self._loaded(self._target(pointer, 0, node), node)
        if op == "sizeof":
            return self.size_of(node.expr).size, SIZE
        value, kind = self.value(node.expr)
        self.at = node
        if value is UNSET:
            self.fail("a value that is not there is used")
        if op == "!":
            return int(not truth(value)), INT
        if not isinstance(kind, (Integer, Floating)):
            self.fail(f"'{op}' on what is not a number")
        kind = promoted(kind)
        if op == "~":
            return self._settled(~self.whole_number((value, kind), "what '~' is used on"), kind, "~"), kind
        if isinstance(value, Real) and isinstance(kind, Integer) and not kind.signed and op == "-":
            raise Refused("a difference of private values without a sign, which wraps")
        return (value if op == "+" else self._settled(-value, kind, "-")), kind

    def _is_function(self, node: Any) -> bool:
        return isinstance(node, c_ast.ID) and self._find(node.name) is None and node.name in self.program.functions

    def size_of(self, node: Any) -> Type:
        """The type of an expression that is not computed."""
        if isinstance(node, c_ast.Typename):
            return self.type_of_declaration(node)
        if isinstance(node, (c_ast.ArrayRef, c_ast.UnaryOp)) and getattr(node, "op", "*") == "*":
            kind = self.size_of(node.name if isinstance(node, c_ast.ArrayRef) else node.expr)
            return kind.element if isinstance(kind, ArrayOf) else kind.target if isinstance(kind, PointerTo) else kind
        if isinstance(node, c_ast.StructRef):
            kind = self.size_of(node.name)
            kind = kind.target if isinstance(kind, PointerTo) else kind
            return kind.fields[node.field.name] if isinstance(kind, StructOf) else kind
        entry = self._find(node.name) if isinstance(node, c_ast.ID) else None
        if isinstance(entry, Variable):
            return entry.type
        return self.value(node)[1]

    def _eval_TernaryOp(self, node: Any) -> Typed:
        return self.value(node.iftrue if self.condition(node.cond) else node.iffalse)

    def _eval_ExprList(self, node: Any) -> Typed:
        result: Typed = (UNSET, VOID)
        for part in node.exprs:
            result = self.value(part)
        return result

    def _eval_Cast(self, node: Any) -> Typed:
        kind = self.type_of_declaration(node.to_type)
        value, source = self.value(node.expr)
        self.at = node
        return (UNSET, VOID) if kind is VOID else (convert(value, source, kind), kind)

    def _eval_CompoundLiteral(self, node: Any) -> Typed:
        kind = self.type_of_declaration(node.type)
        storage = variable(kind, "a value", True)
        place = Place(storage, -1 if isinstance(kind, ArrayOf) else 0, kind)
        self._initialise(place, node.init)
        return self._loaded(place, node)

    # ---- Calls ----

    def _eval_FuncCall(self, node: Any) -> Typed:
        self.at = node
        target = node.name
        while isinstance(target, c_ast.UnaryOp) and target.op == "*":
            target = target.expr
        name = target.name if isinstance(target, c_ast.ID) and self._find(target.name) is None else None
        if name is None:
            function = self.value(target)[0]
            if not isinstance(function, Function):
                self.fail("what is called is not a function", node)
            name = function.name
        if name not in self.program.functions:
            return c_library.call(self, name, node)
        function = self.program.functions[name]
        arguments = self.arguments_of(node)
        self.at = node
        if len(arguments) != len(function.parameters):
            self.fail(f"'{name}' has {len(function.parameters)} parameters and gets {len(arguments)} arguments")
        if function.noise is not None:
            return self._declared_noise(function, arguments, node)
        scope: dict[str, Any] = {}
        for parameter, (value, kind) in zip(function.parameters, arguments):
            wanted = self.type_of_declaration(parameter.node.type, True)
            storage = Storage([convert(value, kind, wanted)], wanted, parameter.name)
            scope[parameter.name] = Variable(storage, wanted)
        result = self._run_body(function, scope)
        self.at = node
        return result

    def arguments_of(self, node: Any) -> list[Typed]:
        entry: list[Any] = [node, []]
        self.begun.append(entry)
        for part in node.args.exprs if node.args else []:
            entry[1].append(self.value(part))
            if entry[1][-1][0] is UNSET:
                self.fail("a value that is not there is passed on", part)
        self.begun.pop()
        return entry[1]  # type: ignore[no-any-return]

    def _declared_noise(self, function: CFunction, arguments: list[Typed], node: Any) -> Typed:
        kind, scale = function.noise  # type: ignore[misc]
        self.run.message("warning", function.line, f"'{function.name}' is believed to be {kind} noise of scale "
                                                   f"{scale}, as the comment says")
        chosen = next(value for p, value in zip(function.parameters, arguments) if p.name == scale)
        return c_library.draw(self, kind, function.name, chosen, node)


_COMPARISONS: dict[str, Any] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b}
