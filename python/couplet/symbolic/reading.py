# SPDX-License-Identifier: Apache-2.0
"""What a file of Python says: a model, or an error, for each of its mechanisms."""
from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from . import noise
from .arguments import EPSILONS
from .errors import NeedsNumber, Refused, Stop
from .judge import find_call, list_of, lists_up_to
from .loops import automaton_of
from .mechanism import MOST_ANSWERS, TRIED, Call, Mechanism, Unsuitable
from .python_module import Function, PythonFile, SourceError
from .run import Limits, Understood
from .settings import Settings, comments_of

#: Calls that draw noise, by the last part of their name: where one stands, an error is told.
_DRAWING = {"laplace", "exponential", "expovariate", "rvs", "randomise", "add_noise", "standard_exponential"}
#: An object a line, in the order in which they are found.
Say = Callable[[dict[str, Any]], None]


class Reader:
    """Reads one file. ``say`` is called with each model and each message."""

    def __init__(self, path: str, text: str, settings: dict[str, str], say: Say) -> None:
        self.path, self.text, self.say = path, text, say
        self.settings = Settings.of(settings)
        self.seconds = float(settings.get("limit.seconds", "60"))
        self.deadline = float("inf")

    def message(self, severity: str, text: str, line: int = 0, column: int = 0, name: str = "") -> None:
        said = {"severity": severity, "file": self.path, "line": line, "column": column, "message": text}
        self.say({"message": said | ({"name": name} if name else {})})

    def read(self, name: str) -> bool:
        """False: the file cannot be read."""
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
            names = ", ".join(f.name for f in functions) or "none"
            self.message("error", f"the file defines no function or class '{name}'; it defines {names}")
            return False
        found = 0
        judged_calls: set[str] = set()
        for function in chosen:
            if function.is_class:
                found += self._class(file, function, functions, bool(name))
            elif name or self._may_be_mechanism(function, functions, judged_calls):
                found += self._judge(file, function, bool(name), function.name)
        if not found:
            self.message("error", "no function of the file takes answers and draws noise")
        return bool(found)

    @staticmethod
    def _may_be_mechanism(function: Function, functions: list[Function], _: set[str]) -> bool:
        """Methods are judged with their class; a helper that another function calls is not."""
        if "." in function.name:
            return False
        return not any(function.name in other.calls for other in functions if other is not function)

    def _class(self, file: PythonFile, function: Function, functions: list[Function], named: bool) -> int:
        methods = [m for m in functions if m.name.startswith(function.name + ".") and
                   not m.name.rpartition(".")[2].startswith("_")]
        called = {call for m in methods for call in m.calls}
        drawing = [m for m in methods if m.name.rpartition(".")[2] not in called] or methods
        return sum(self._judge(file, m, False, m.name) for m in drawing)

    # ---- One mechanism ----

    def _judge(self, file: PythonFile, function: Function, named: bool, name: str) -> int:
        """1 where it is a mechanism or an error is told, else 0."""
        understood = Understood()
        noted: dict[str, str] = {}
        draws = bool(function.calls & _DRAWING)
        self.deadline = time.monotonic() + min(self.seconds, 30.0)
        try:
            comments = comments_of(file.lines, function.line, function.last_line)
            settings = self.settings.with_comments(comments)
            mechanism = Mechanism(file, function, settings, Limits(deadline=self.deadline), understood, noted)
            answer = self._model(mechanism, named)
        except Stop as error:
            return self._failed(error, understood, function, name, named or draws)
        except Unsuitable as error:
            return self._failed(Refused(f"it cannot be run: {error}"), understood, function, name, named or draws)
        except RecursionError:
            return self._failed(Refused("it calls itself too deeply"), understood, function, name, named or draws)
        if answer is None:
            return 0
        for severity, line, text in understood.messages:
            self.message(severity, text, line, 0, name)
        self.say({"name": name, "line": function.line, **answer, "used": sorted(settings.used)})
        return 1

    def _failed(self, error: BaseException, understood: Understood, function: Function, name: str, tell: bool) -> int:
        if not tell:
            return 0
        line = getattr(error, "line", 0) or next(iter(understood.noise), (function.line, ""))[0] or function.line
        self.message("error", f"{name}: {error}", line, 0, name)
        self.say({"name": name, "line": function.line, "error": True})
        return 1

    def _model(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        """None: it is no mechanism."""
        fixed = self._fixed_epsilon(mechanism)
        if fixed is not None:
            mechanism.value_of_epsilon = fixed
            call = find_call(mechanism, not named)
            return None if call is None else self._answer(mechanism, call, f"epsilon = {fixed}")
        try:
            call = find_call(mechanism, not named)
            return None if call is None else self._answer(mechanism, call, None)
        except NeedsNumber as why:
            constant = None if mechanism.epsilon else mechanism.file.constant(EPSILONS)
            if constant is None:
                return self._tried(mechanism, named)
            mechanism.value_of_epsilon = constant
            call = find_call(mechanism, not named)
            self._warn(mechanism, f"{why}: epsilon is {constant} in the file, and the verdict is about this value")
            return None if call is None else self._answer(mechanism, call, f"epsilon = {constant}")

    @staticmethod
    def _warn(mechanism: Mechanism, text: str) -> None:
        mechanism.understood.messages.setdefault(("warning", mechanism.function.line, text))

    def _fixed_epsilon(self, mechanism: Mechanism) -> Fraction | None:
        """A value that -D, or the code where no argument is epsilon, gives epsilon."""
        for name, text in self.settings.values.items():
            if name.lower() in EPSILONS:
                self.settings.used.add(name)
                return Fraction(text)
        return None

    def _tried(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        """Runs it at several values of epsilon, where it must be a number. Where these models
        differ, the first value is the one that is judged."""
        first: dict[str, Any] = {}
        for value in TRIED:
            mechanism.value_of_epsilon = value
            call = find_call(mechanism, not named)
            if call is None:
                return None
            answer = self._answer(mechanism, call, None)
            first = first or answer
            if any(answer.get(key) != first.get(key) for key in ("linear", "automaton")):
                self._warn(mechanism, f"what is done depends on epsilon: the verdict is about epsilon = {TRIED[0]} "
                                      "only; -D epsilon=… asks for another value")
                return first | {"epsilon": f"epsilon = {TRIED[0]}"}
        tried = ", ".join(map(str, sorted(TRIED)))
        self._warn(mechanism, f"epsilon must be a number here: it was run at epsilon = {tried}")
        return first | {"epsilon": f"epsilon = {tried}"}

    def _answer(self, mechanism: Mechanism, call: Call, epsilon: str | None) -> dict[str, Any]:
        wanted = int(mechanism.settings.option("answers", "0"))
        answer: dict[str, Any] = {}
        if wanted:
            lists = [list_of(mechanism, call, wanted)]
            why = mechanism.understood.known_noise
            answer["linear"] = self._linear(mechanism, lists, {"up_to": wanted} if why else wanted, why)
        else:
            answer = self._any_length(mechanism, call)
        text = epsilon or mechanism.range_text
        answers = wanted or answer.get("linear", {}).get("answers")
        answer["understood"] = self._understood(mechanism, call, answers)
        return answer | ({"epsilon": text} if text else {})

    def _any_length(self, mechanism: Mechanism, call: Call) -> dict[str, Any]:
        automaton, reason = automaton_of(mechanism, call)
        if mechanism.understood.known_noise:
            automaton, reason = None, mechanism.understood.known_noise
        if automaton is not None:
            for key in ("adjacency", "sensitivity", "claim"):
                value = self._said(mechanism, key)
                if value:
                    automaton[key] = value
            return {"automaton": automaton}
        lists = lists_up_to(mechanism, call, MOST_ANSWERS)
        return {"linear": self._linear(mechanism, lists, {"up_to": lists[-1]["answers"]}, reason)}

    @staticmethod
    def _said(mechanism: Mechanism, key: str) -> str:
        value = mechanism.settings.claim or "" if key == "claim" else mechanism.settings.option(key)
        return "" if value in ("as-said", "any", "1") and key != "claim" else value

    def _linear(self, mechanism: Mechanism, lists: list[dict[str, Any]], answers: Any, reason: str | None) -> dict[str, Any]:
        linear = {"couplet_linear": 1, "name": mechanism.function.name, "answers": answers}
        for key in ("adjacency", "sensitivity", "claim"):
            value = self._said(mechanism, key)
            if value:
                linear[key] = value
        if reason:
            linear["reason"] = reason
        return linear | {"lists": lists}

    def _understood(self, mechanism: Mechanism, call: Call, answers: Any) -> dict[str, Any]:
        understood = mechanism.understood
        outputs = [{"line": line, "how": how} for line, how in understood.outputs]
        return {"private": call.private, "private_as": call.way, "noise": list(understood.noise.values()),
                "epsilon": mechanism.epsilon, "sensitivity": mechanism.settings.option("sensitivity", "1"),
                "values": mechanism.noted, "outputs": outputs, "answers": answers,
                "stand_ins": sorted(set(mechanism.file.finder.missing))}
