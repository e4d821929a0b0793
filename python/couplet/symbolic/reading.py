# SPDX-License-Identifier: Apache-2.0
"""What a file of code says: a model, or an error, for each of its mechanisms."""
from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from .automaton import named_by_code, stands_for_any_number, unrolled
from .errors import NeedsNumber, Refused, Stop, TakenOtherwise
from .judge import list_of, lists_up_to
from .loops import automaton_of
from .mechanism import MOST_ANSWERS, TRIED, Call, Mechanism, Unsuitable
from .run import Limits, Understood
from .settings import EPSILONS, Settings, is_ignored

#: An object a line, in the order in which they are found.
Say = Callable[[dict[str, Any]], None]
#: What is told of a function.
MODEL, ERROR = "model", "error"
#: What a model may say of its answers, beside the mechanism.
# of a largest value the ways of so many answers have each a cost that is exact
_MOST_WAYS_OF_LARGEST = 3
_SAID = ("adjacency", "sensitivity", "claim")


class Named(Protocol):
    """A function of a file. calls: what it calls, by the last parts of the names."""
    name: str
    line: int

    @property
    def last(self) -> str: ...

    @property
    def calls(self) -> set[str]: ...


F = TypeVar("F", bound=Named)


class Reader(ABC):
    """Reads one file. ``say`` is called with each model and each message."""

    language = ""

    def __init__(self, path: str, text: str, settings: dict[str, str], say: Say) -> None:
        self.path, self.text, self.say = path, text.removeprefix("\ufeff"), say
        self.settings = Settings.of(settings, self.language)
        self.seconds = float(settings.get("limit.seconds", "60"))
        self.deadline = float("inf")
        self.left_out = False  # something is, by a comment
        self.ends = time.process_time() + self.seconds  # a busy machine ends nothing
        self.out_of_time = f"it takes too long; {self.settings.naming('time-limit-ms')}=… allows more than {self.seconds:g} s"

    @abstractmethod
    def read(self, name: str) -> bool:
        """Reads the mechanism of this name, or all. False: the file cannot be read."""

    @abstractmethod
    def find_call(self, mechanism: Any, must_draw: bool) -> Call | None:
        """How the function is called; None: it takes no answers, or draws no noise."""

    def automaton(self, mechanism: Any, call: Call) -> tuple[dict[str, Any] | None, str | None]:
        """The automaton for lists of any length, or None and why there is none."""
        return automaton_of(mechanism, call)

    def constant(self, mechanism: Any) -> Fraction | None:
        """The number that the file itself gives epsilon; None = none."""
        return None

    def length(self, mechanism: Any, call: Call) -> int:
        """How many answers the function takes by itself; 0 = as many as there are."""
        return 0

    def assigned(self, mechanism: Any) -> dict[int, str]:
        """The variable that a line of the file gives what it calls."""
        return {}

    def stand_ins(self, mechanism: Any) -> list[str]:
        """Modules that stand-ins were used for."""
        return []

    # ---- Messages ----

    def message(self, severity: str, text: str, line: int = 0, column: int = 0, name: str = "") -> None:
        said = {"severity": severity, "file": self.path, "line": line, "column": column, "message": text}
        self.say({"message": said | ({"name": name} if name else {})})

    def nothing_found(self, why: str = "no function of the file takes answers and draws noise") -> bool:
        if self.left_out:
            self.say({"ignored": True})
            return True
        self.message("error", why)
        return False

    def tell_of_comments(self, loose: list[tuple[int, str]]) -> None:
        """Warns of comments that nobody heeds: their lines, and why."""
        for line, why in loose:
            self.message("warning", f"this comment is not heeded: {why}", line)

    def not_defined(self, kinds: str, name: str, names: list[str]) -> bool:
        self.message("error", f"the file defines no {kinds} '{name}'; it defines {', '.join(names) or 'none'}")
        return False

    # ---- The functions of a file ----

    def leaves_out(self, comments: list[tuple[int, str]]) -> bool:
        """Whether these comments of a function or class leave it out, which is kept in mind."""
        self.left_out |= is_ignored(comments)
        return is_ignored(comments)

    def each(self, functions: list[F], draws: Callable[[F], bool], comments_of: Callable[[F], list[tuple[int, str]]],
             judge: Callable[[F, bool, bool], str]) -> set[str]:
        """Judges them, callers before what they call: what a mechanism calls has no line of its own, unless a comment
        names it; nor has what a comment leaves out. judge: of a function, whether it is named, whether errors are told. Returns the names of those that have one."""
        pending, told, covered = list(functions), set[str](), set[str]()
        while pending:
            one = next((f for f in pending if not any(f.last in g.calls for g in pending if g is not f)), pending[0])
            pending.remove(one)
            callers = [f.name for f in functions if f is not one and one.last in f.calls]
            named = any(text.partition(" ")[0] != "noise" for _, text in comments_of(one))
            if self.leaves_out(comments_of(one)) or (one.name in covered and not named):
                covered |= {f.name for f in functions if f.last in one.calls}
                continue
            said = judge(one, named, named or draws(one))
            if not said and draws(one) and not told.intersection(callers):
                said = judge(one, True, True)
            if said:
                told.add(one.name)
            if said == MODEL:
                covered |= {f.name for f in functions if f.last in one.calls}
        return told

    # ---- One mechanism ----

    def judge(self, function: Named, comments: list[tuple[int, str]], make: Callable[[Settings, Limits], Any],
              named: bool, tell: bool) -> str:
        """MODEL or ERROR: what is told of it; empty where nothing is. make: makes the mechanism; tell: errors are told."""
        now = time.process_time()
        self.deadline = now + (self.ends - now) / 2  # the functions after it have time, too
        understood, taken = Understood(), set[str]()
        try:
            settings = self.settings.with_comments(comments)
            limits = Limits(deadline=self.deadline, out_of_time=self.out_of_time)
            for line, text in settings.warnings:
                understood.messages.setdefault(("warning", line, text))
            while True:
                mechanism = make(settings, limits)
                mechanism.understood.messages.update(understood.messages)
                understood = mechanism.understood
                for name in taken:
                    setattr(understood, name, False)
                try:
                    answer = self._model(mechanism, named)
                    break
                except TakenOtherwise as otherwise:
                    if otherwise.taken in taken:
                        raise
                    taken.add(otherwise.taken)
        except Stop as error:
            return self._failed(error, understood, function, tell)
        except Unsuitable as error:
            return self._failed(Refused(f"it cannot be run: {error}"), understood, function, tell)
        except RecursionError:
            return self._failed(Refused("it calls itself too deeply"), understood, function, tell)
        if answer is None:
            return ""
        for name, line in settings.defined.items():
            if name not in settings.used:
                understood.messages.setdefault(("warning", line, f"{function.name} has no argument '{name}'"))
        for severity, line, text in understood.messages:
            self.message(severity, text, line or function.line, 0, function.name)
        self.say({"name": function.name, "line": function.line, **answer, "used": sorted(settings.used)})
        return MODEL

    def _line_of(self, error: BaseException) -> int:
        """The line of the file that error comes from; 0 = none."""
        trace, line = error.__traceback__, 0
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.path:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    def _failed(self, error: BaseException, understood: Understood, function: Named, tell: bool) -> str:
        if not tell:
            return ""
        line = getattr(error, "line", 0) or self._line_of(error) or \
            next(iter(understood.noise), (function.line, ""))[0] or function.line
        self.message("error", f"{function.name}: {error}", line, 0, function.name)
        self.say({"name": function.name, "line": function.line, "error": True})
        return ERROR

    def _model(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        """None: it is not a mechanism."""
        try:
            return self._answer(mechanism, named)
        except NeedsNumber as why:
            if mechanism.value_of_epsilon is not None:
                raise
            constant = None if mechanism.epsilon else self.constant(mechanism)
            if constant is None:
                return self._tried(mechanism, named)
            mechanism.value_of_epsilon = constant
            call = self.find_call(mechanism, not named)
            self._warn(mechanism, f"{why}: epsilon is {constant} in the file, and the verdict is about this value")
            return None if call is None else self._answer_to(mechanism, call, f"epsilon = {constant}")

    @staticmethod
    def _warn(mechanism: Mechanism, text: str) -> None:
        mechanism.understood.messages.setdefault(("warning", mechanism.function.line, text))

    def _answer(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        """The answer for the epsilon that is given, or for a symbol."""
        text = None
        if self._fix_epsilon(mechanism):
            text = f"epsilon = {mechanism.value_of_epsilon}"
        call = self.find_call(mechanism, not named)
        if text is None and self._fix_epsilon(mechanism):  # now it is known which argument is epsilon
            return self._answer(mechanism, named)
        return None if call is None else self._answer_to(mechanism, call, text)

    @staticmethod
    def _fix_epsilon(mechanism: Mechanism) -> bool:
        """Whether -D gives epsilon a value; where no argument is epsilon, the code may have it as a constant."""
        given = mechanism.settings.values
        for name in [mechanism.epsilon] if mechanism.epsilon else [n for n in given if n.lower() in EPSILONS]:
            if name in given:
                mechanism.value_of_epsilon = mechanism.settings.number(name)
                if mechanism.value_of_epsilon <= 0:
                    raise Refused(f"-D {name}={given[name]}: it must be above 0")
                return True
        return False

    def _tried(self, mechanism: Mechanism, named: bool) -> dict[str, Any] | None:
        """Runs it at several values of epsilon, where it must be a number. Where these models
        differ, the first value is the one that is judged."""
        first: dict[str, Any] = {}
        for value in TRIED:
            mechanism.value_of_epsilon = value
            call = self.find_call(mechanism, not named)
            if call is None:
                return None
            answer = self._answer_to(mechanism, call, None)
            first = first or answer
            if any(answer.get(key) != first.get(key) for key in ("linear", "automaton")):
                self._warn(mechanism, f"what is done depends on epsilon: the verdict is about epsilon = {TRIED[0]} "
                                      "only; -D epsilon=… asks for another value")
                return first | {"epsilon": f"epsilon = {TRIED[0]}"}
        tried = ", ".join(map(str, sorted(TRIED)))
        self._warn(mechanism, f"epsilon must be a number here: it was run at epsilon = {tried}")
        return first | {"epsilon": f"epsilon = {tried}"}

    def _answer_to(self, mechanism: Mechanism, call: Call, epsilon: str | None) -> dict[str, Any]:
        wanted = mechanism.settings.answers() or self.length(mechanism, call)
        answer = self._of_length(mechanism, call, wanted) if wanted else self._any_length(mechanism, call)
        text = epsilon or mechanism.range_text
        answers = wanted or answer.get("linear", {}).get("answers")
        answer["understood"] = self._understood(mechanism, call, answers)
        if "automaton" in answer:
            answer["automaton"] = named_by_code(answer["automaton"], self.assigned(mechanism))
        return answer | ({"epsilon": text} if text else {}) | ({"rounded": True} if mechanism.understood.rounded else {})

    def _of_length(self, mechanism: Mechanism, call: Call, n: int) -> dict[str, Any]:
        """Lists of n answers: all their ways; of long ones the automaton for any length, as far as n answers go. Where that
        is of the largest value it is exact for few answers, too, of which many ways have one output."""
        if n > _MOST_WAYS_OF_LARGEST:
            automaton, _ = self.automaton(mechanism, call)
            taken = automaton is not None and (n > MOST_ANSWERS or stands_for_any_number(automaton))
            if automaton is not None and taken and "windows" not in automaton and not mechanism.understood.known_noise:
                return {"automaton": self._saying(mechanism, unrolled(automaton, n))}
        lists = [list_of(mechanism, call, n)]
        why = mechanism.understood.known_noise
        return {"linear": self._linear(mechanism, lists, {"up_to": n} if why else n, why)}

    def _any_length(self, mechanism: Mechanism, call: Call) -> dict[str, Any]:
        automaton, reason = self.automaton(mechanism, call)
        if mechanism.understood.known_noise:
            automaton, reason = None, mechanism.understood.known_noise
        if automaton is not None:
            return {"automaton": self._saying(mechanism, automaton)}
        takes = mechanism.understood.takes
        if takes and not mechanism.understood.known_noise:
            return {"linear": self._linear(mechanism, [list_of(mechanism, call, takes)], takes, None)}
        lists = lists_up_to(mechanism, call, MOST_ANSWERS)
        return {"linear": self._linear(mechanism, lists, {"up_to": lists[-1]["answers"]}, reason)}

    def _saying(self, mechanism: Mechanism, automaton: dict[str, Any]) -> dict[str, Any]:
        """The automaton with what is said of its answers. What it reads may be a multiple of them."""
        said = self._said(mechanism)
        factor = automaton.pop("factor", Fraction(1))
        automaton.pop("windows", None)
        if factor != 1:
            said["sensitivity"] = str(factor * Fraction(said.get("sensitivity", "1")))
        return automaton | said

    @staticmethod
    def _said(mechanism: Mechanism) -> dict[str, Any]:
        values = {key: mechanism.settings.option(key) for key in _SAID} | {"claim": mechanism.settings.claim or ""}
        return {key: value for key, value in values.items()
                if value and (key == "claim" or value not in ("as-said", "any", "1"))}

    def _linear(self, mechanism: Mechanism, lists: list[dict[str, Any]], answers: Any,
                reason: str | None) -> dict[str, Any]:
        if reason and mechanism.understood.raw:
            reason = f"{reason}; line {mechanism.understood.raw} compares an answer without noise: where the list has records, and no " \
                     "answers of queries, make what is counted of them the answers"
        linear = {"couplet_linear": 1, "name": mechanism.function.name, "answers": answers, **self._said(mechanism)}
        return linear | ({"reason": reason} if reason else {}) | {"lists": lists}

    def _understood(self, mechanism: Mechanism, call: Call, answers: Any) -> dict[str, Any]:
        understood = mechanism.understood
        outputs = [{"line": line, "how": how} for line, how in understood.outputs]
        return {"private": call.private, "private_as": call.way, "noise": list(understood.noise.values()),
                "epsilon": mechanism.epsilon, "sensitivity": mechanism.settings.option("sensitivity", "1"),
                "values": mechanism.noted, "outputs": outputs, "answers": answers,
                "stand_ins": self.stand_ins(mechanism)}
