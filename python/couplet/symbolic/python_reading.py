# SPDX-License-Identifier: Apache-2.0
"""What a file of Python says."""
from __future__ import annotations

from fractions import Fraction
from typing import Any

from .judge import find_call
from .loops import automaton_of
from .mechanism import Call, Mechanism
from .python_module import Function, PythonFile, SourceError
from .reading import Reader
from .settings import EPSILONS, comments_of

#: Calls that draw noise, by the last part of their name: where one stands, an error is told.
_DRAWING = {"laplace", "exponential", "expovariate", "rvs", "randomise", "add_noise", "standard_exponential"}


class PythonReader(Reader):
    """Judges functions, and the methods of classes."""

    language = "python"

    def read(self, name: str) -> bool:
        try:
            file = PythonFile(self.path, self.text)
        except SourceError as error:
            self.message("error", str(error), error.line, error.column)
            return False
        file.prepare()
        functions = file.functions()
        name = name or self.settings.option("function")
        chosen = [f for f in functions if not name or f.name == name]
        if name and not chosen:
            return self.not_defined("function or class", name, [f.name for f in functions])
        found = 0
        for function in chosen:
            if function.is_class:
                found += self._class(file, function, functions)
            elif name or self._may_be_mechanism(function, functions):
                found += self._judge(file, function, bool(name))
        return bool(found) or self.nothing_found()

    @staticmethod
    def _may_be_mechanism(function: Function, functions: list[Function]) -> bool:
        """Methods are judged with their class; a helper that another function calls is not."""
        if "." in function.name:
            return False
        return not any(function.name in other.calls for other in functions if other is not function)

    def _class(self, file: PythonFile, function: Function, functions: list[Function]) -> int:
        methods = [m for m in functions if m.name.startswith(function.name + ".") and
                   (m.name.endswith(".__call__") or not m.name.rpartition(".")[2].startswith("_"))]
        called = {call for m in methods for call in m.calls}
        drawing = [m for m in methods if m.name.rpartition(".")[2] not in called] or methods
        return sum(self._judge(file, m, False) for m in drawing)

    def _judge(self, file: PythonFile, function: Function, named: bool) -> int:
        comments = comments_of(file.lines, function.line, function.last_line)
        return self.judge(function, comments, lambda settings, limits: Mechanism(file, function, settings, limits),
                          named, named or bool(function.calls & _DRAWING))

    def find_call(self, mechanism: Mechanism, must_draw: bool) -> Call | None:
        return find_call(mechanism, must_draw)

    def automaton(self, mechanism: Mechanism, call: Call) -> tuple[dict[str, Any] | None, str | None]:
        return automaton_of(mechanism, call)

    def length(self, mechanism: Mechanism, call: Call) -> int:
        return 1 if call.way == "number" else 0

    def constant(self, mechanism: Mechanism) -> Fraction | None:
        return mechanism.file.constant(EPSILONS)

    def stand_ins(self, mechanism: Mechanism) -> list[str]:
        return sorted(set(mechanism.file.finder.missing))
