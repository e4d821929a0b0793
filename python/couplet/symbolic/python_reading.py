# SPDX-License-Identifier: Apache-2.0
"""What a file of Python says."""
from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import noise
from .comments import comments_of_python, loose_comments
from .drawing import Drawing
from .judge import find_call
from .mechanism import Call, Mechanism
from .python_module import Function, PythonFile, SourceError
from .reading import Reader
from .settings import EPSILONS

class PythonReader(Reader):
    """Judges functions, and the methods of classes."""

    language = "python"

    def read(self, name: str) -> bool:
        try:
            file = PythonFile(self.path, self.text)
        except SourceError as error:
            self.message("error", str(error), error.line, error.column)
            return False
        return self.read_file(file, name)

    def read_file(self, file: PythonFile, name: str) -> bool:
        file.prepare()
        functions = file.functions()
        name = name or self.settings.option("function")
        chosen = [f for f in functions if name in ("", f.name)]
        if name and not chosen:
            return self.not_defined("function or class", name, [f.name for f in functions])
        heeded = {line for function in functions for line, _ in file.comments_of(function)}
        self.tell_of_comments(loose_comments(comments_of_python(file.text), heeded, "#"))
        drawing = Drawing(file.tree, {module.__name__: file.sources[module.__file__ or ""].tree for module in file.modules})
        if not name:
            return self._all(file, functions, drawing)
        if chosen[0].is_class:
            return bool(self._methods(file, chosen[0], functions, drawing)) or self.nothing_found()
        return bool(self._judge(file, chosen[0], True, True)) or self.nothing_found()

    def _all(self, file: PythonFile, functions: list[Function], drawing: Drawing) -> bool:
        free = [f for f in functions if "." not in f.name and not f.is_class]
        found = self._each(file, free, drawing)
        for one in functions:
            if one.is_class and not self.leaves_out(file.comments_of(one)):
                found |= self._methods(file, one, functions, drawing)
        if found:
            return True
        if drawing.outside:
            return self.nothing_found(f"line {drawing.outside} draws noise outside of functions, which alone are judged")
        if any(drawing.of(f.name) for f in functions):
            return self.nothing_found("no function of the file that draws noise takes an argument that could be private")
        return self.nothing_found()

    def _methods(self, file: PythonFile, owner: Function, functions: list[Function], drawing: Drawing) -> set[str]:
        methods = [m for m in functions if m.name.startswith(owner.name + ".") and
                   (m.name.endswith(".__call__") or not m.name.rpartition(".")[2].startswith("__"))]
        return self._each(file, methods, drawing)

    def _each(self, file: PythonFile, functions: list[Function], drawing: Drawing) -> set[str]:
        return self.each(functions, lambda one: drawing.of(one.name), file.comments_of,
                         lambda one, named, tell: self._judge(file, one, named, tell))

    def _judge(self, file: PythonFile, function: Function, named: bool, tell: bool) -> str:
        return self.judge(function, file.comments_of(function),
                          lambda settings, limits: Mechanism(file, function, settings, limits), named, tell)

    def _model(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        with noise.replaced():  # once for all runs
            return super()._model(mechanism, named)

    def find_call(self, mechanism: Mechanism, must_draw: bool) -> Call | None:
        return find_call(mechanism, must_draw)

    def length(self, mechanism: Mechanism, call: Call) -> int:
        return 1 if call.way == "number" else 0

    def constant(self, mechanism: Mechanism) -> Fraction | None:
        return mechanism.file.constant(EPSILONS)

    def assigned(self, mechanism: Mechanism) -> dict[int, str]:
        return mechanism.file.assigned

    def stand_ins(self, mechanism: Mechanism) -> list[str]:
        return sorted(set(mechanism.file.finder.missing))
