# SPDX-License-Identifier: Apache-2.0
"""A function of a C file as a mechanism: it is translated to Python, and run as that is."""
from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .answers import AnswerList, Length
from .arguments import NoValue, Values
from .c_arguments import Roles, check_assumptions
from .c_library import Exit
from .c_memory import OUTPUTS, Pointer, Private, Storage, blank, emit, tell_written, text_pointer
from .c_parse import CFunction, Program, nodes_of
from .c_translate import Translator, namespace
from .c_types import DOUBLE, INT, UNSET, VOID, ArrayOf, CError, Floating, Integer, PointerTo, StructOf, Type, Unset, convert
from .current import CURRENT
from .errors import NeedsLength, TooMuch
from .mechanism import Call, Mechanism
from .run import Run, line_in
from .values import Real

_MOST_WAYS = 1000


class CRun(Run):
    """A run of a program of C."""
    returned_line = 0  # of the return that was run last

    def __init__(self, mechanism: CMechanism, choices: list[bool]) -> None:
        super().__init__(choices, mechanism.understood, mechanism.limits, mechanism.value_of_epsilon)
        self.mechanism = mechanism
        self.line_of = line_in({mechanism.file.path})
        self.whole_answers = mechanism.roles.is_whole
        self.has_publics = True

    @property
    def tells_at_once(self) -> bool:
        """Whether an element of an output array is output when it is written."""
        return self.sites is not None and OUTPUTS not in self.sites

    def channel(self, name: str) -> str:
        """What tells outputs of this place from those of others: nothing for the first place of a mechanism."""
        channels = self.mechanism.channels
        if name not in channels:
            channels.append(name)
        return "" if channels[0] == name else name

    def missing(self, name: str, index: int | None, is_whole: bool) -> Any:
        """The value of a parameter that has none, or of an element of it."""
        self.mechanism.noted[name] = "any"
        if is_whole:
            self.whole_publics.add(name)
        return Real(self, Fraction(0), {}, {(name, index): Fraction(1)})


class CFile:
    """A program, translated for one of its functions. It is loaded anew for each run."""
    has_identity = False

    def __init__(self, program: Program, function: CFunction) -> None:
        self.program, self.path = program, program.file
        self.modules: list[types.ModuleType] = []
        self.left_out: dict[int, str] = {}
        self.translator = Translator(program)
        self.function = function

    @functools.cached_property
    def code(self) -> types.CodeType:
        needed, pending = [], [self.function.name]
        while pending:
            name = pending.pop()
            if name in self.program.functions and name not in needed:
                needed.append(name)
                pending += self.program.functions[name].calls
        return self.translator.code(needed)

    def load(self, names: dict[str, Any] | None, function: str) -> types.ModuleType:
        """names: what counters mean, for lists of any length."""
        code, names = self.code, names or {}
        module = types.ModuleType("program of C")
        vars(module).update(namespace(self.translator.objects, names.get("__couplet_counter__"), names.get("__couplet_tally__")))
        CURRENT.own_files.add(self.path)
        self.modules = [module]
        exec(code, vars(module))
        return module

    def names_used(self, function: str) -> set[str]:
        """The variables of the program."""
        return {name for module in self.modules for name, value in vars(module).items() if isinstance(value, Storage)}


@dataclass
class CMechanism(Mechanism):
    """A function of a C file."""
    file: CFile  # type: ignore[assignment]
    function: CFunction  # type: ignore[assignment]
    roles: Roles = field(kw_only=True)
    channels: list[str] = field(default_factory=list)
    takes_more: bool = False  # whether the function gets all answers that it asks for

    def start(self, choices: list[bool]) -> CRun:
        self.last = run = CRun(self, choices)
        return run

    def call_with(self, run: Run, module: types.ModuleType, call: Call, answers: Any, finish: Callable[[Any], Any] = lambda value: value) -> None:
        assert isinstance(run, CRun)
        function, given, storages = self.function, self._given(run, answers), list[Storage]()
        run.kept.append(storages)
        arguments = [self._bound(run, p, given.get(p.name, UNSET), storages) for p in function.parameters]
        has_value = False
        try:
            value = vars(module)[f"c_{function.name}"](*arguments)
            has_value = value is not None if self._result() is VOID else not isinstance(value, Unset) or self._returns_values()
        except Exit:
            pass
        except NameError as error:  # a variable of Python that has no value
            name = str(error).split("'")[1].partition("_")[2]
            raise CError(f"'{name}' has no value here").with_traceback(error.__traceback__) from None
        except (TypeError, AttributeError, LookupError) as error:
            raise CError(f"this is not followed: {error}").with_traceback(error.__traceback__) from None
        tell_written([*storages, *(one for one in vars(module).values() if isinstance(one, Storage) and one.role == "global")])
        if has_value:
            emit(value, run.returned_line, "return", "return")

    def _result(self) -> Type:
        return self.file.translator.type_of(self.function.node.decl.type.type)

    def _returns_values(self) -> bool:
        return any(type(node).__name__ == "Return" and node.expr is not None for node in nodes_of(self.function.node.body))

    # ---- Arguments ----

    def _given(self, run: CRun, answers: Any) -> dict[str, Any]:
        """The values of the parameters that have one."""
        given: dict[str, Any] = {}
        values = Values(self.settings, self.epsilon, self.noted)
        for p in self.function.parameters:
            try:
                given[p.name] = values.given(run, p.name)
            except KeyError:
                pass
        roles = self.roles
        if roles.is_list:
            length = Length(answers.asking) if isinstance(answers, AnswerList) else len(answers)
            given |= {roles.length: length} if roles.length is not None else {}
            answers = Private(answers, DOUBLE, roles.private, self.takes_more)
            given |= {roles.end: Pointer(answers, length)} if roles.end is not None else {}
        given[roles.private] = answers
        check_assumptions(self.file.program, self.function, run, given, roles)
        return given

    def _bound(self, run: CRun, parameter: Any, value: Any, storages: list[Storage]) -> Any:
        """What the function gets. storages: gets what pointers point to."""
        name, kind = parameter.name, self.file.translator.type_of(parameter.node.type, True)
        if isinstance(kind, StructOf):
            return self._filled(value, kind, blank(kind, name, False, "own"), name)
        if not isinstance(kind, PointerTo):
            if isinstance(value, Unset):
                run.whole_publics |= {name} if isinstance(kind, Integer) else set()
                return NoValue(name, run, self.noted)
            return self._filled(value, kind, value, name)
        if isinstance(value, Private):
            value.type = kind.target
            storages.append(value)
            return Pointer(value)
        if value is None or isinstance(value, (str, Pointer)):
            return text_pointer(value) if isinstance(value, str) else value
        items = [] if isinstance(value, Unset) else value if isinstance(value, list) else [value]
        cells = [self._filled(item, kind.target, blank(kind.target, name, False, "parameter"), name) for item in items]
        storages.append(Storage(cells, kind.target, name, "parameter", isinstance(value, Unset)))
        return Pointer(storages[-1])

    def _filled(self, value: Any, kind: Type, cell: Any, name: str) -> Any:
        """A cell with a value of -D."""
        if isinstance(value, dict) and isinstance(kind, StructOf):
            for part, item in value.items():
                if part not in kind.fields:
                    raise CError(f"'{name}' has no member '{part}'")
                cell.cells[part] = self._filled(item, kind.fields[part], cell.cells[part], f"{name}.{part}")
        elif isinstance(value, list) and isinstance(kind, ArrayOf):
            for i, item in enumerate(value[:len(cell.cells)]):
                cell.cells[i] = self._filled(item, kind.element, cell.cells[i], name)
        elif isinstance(value, list):
            raise CError(f"'{name}' is not an array, and its value is a list")
        elif not isinstance(value, Unset):
            if issubclass(type(value), float) and isinstance(kind, Floating) and kind.exact and math.isfinite(value):
                value = Fraction(repr(value))
            return convert(value, INT if isinstance(value, int) else kind if isinstance(value, Real) else DOUBLE, kind)
        return cell

    def n_answers(self, call: Call) -> int:
        """How many answers a function takes that is not told how many there are; 0 = as many as there are."""
        self.takes_more, before = True, self.limits.ways
        self.limits.ways = _MOST_WAYS
        try:
            return max(run.n_answers for run in self.ways(call, 0, True))
        except (NeedsLength, TooMuch):
            return 0
        finally:
            self.takes_more, self.limits.ways = False, before
