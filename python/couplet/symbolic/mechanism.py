# SPDX-License-Identifier: Apache-2.0
"""Running one function or class of a Python file on symbolic answers."""
from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import noise
from .calls import is_raised
from .arguments import Parameter, Values, answers_as, parameters_of
from .current import CURRENT
from .errors import NeedsNumber, Refused, Stop
from .left_out import told
from .explore import all_ways, tree_of
from .outputs import code_name, describe, lines_of
from .python_module import Function, PythonFile, find, shared_containers, variables_of
from .run import Limits, Run, Understood, line_in
from .settings import Settings

#: Values of epsilon at which a function is run that needs a number.
TRIED = tuple(map(Fraction, ("1", "1/10", "1/2", "2", "10")))
MOST_ANSWERS = 5
#: What a call with arguments of the wrong kind ends with.
_WRONG_KIND = (TypeError, AttributeError)
#: Values that are compared as they are.
_PLAIN = (bool, int, float, str, bytes, type(None))
_MISTAKES = (NameError, ImportError, SyntaxError)


class Unsuitable(Exception):
    """The function does not take answers given in this way."""


@dataclass
class Call:
    """How a mechanism is called: which argument is private, and how answers are given."""
    private: str
    way: str


@dataclass
class Mechanism:
    """A function, method or class of a file."""
    file: PythonFile
    function: Function
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    understood: Understood = field(default_factory=Understood)
    noted: dict[str, str] = field(default_factory=dict)
    value_of_epsilon: Fraction | None = None
    epsilon: str | None = None
    range_text: str | None = None
    last: Run | None = None  # the run that began last
    tried_ways: dict[tuple[str, str, int], list[Run]] = field(default_factory=dict)  # where a trial made all of them

    # ---- One run ----

    def start(self, choices: list[bool]) -> Run:
        run = Run(choices, self.understood, self.limits, self.value_of_epsilon)
        run.line_of = line_in({self.file.path})
        self.last = run
        return run

    def forget(self) -> None:
        """Leaves out what was understood of runs that called it otherwise."""
        self.noted.clear()
        self.understood.forget()

    def _within(self, run: Run, work: Callable[[types.ModuleType], None]) -> Run:
        """Loads the module and does work in it, as part of run."""
        before = CURRENT.run
        CURRENT.run = run
        try:
            with noise.replaced():
                try:
                    module = self.file.load(None, self.function.name)
                except Exception as error:
                    raise Refused(f"the module cannot be loaded: {_named(error)}") from None
                for line, text in told(self.file.left_out):
                    self.understood.messages.setdefault(("warning", line, text))
                work(module)
        finally:
            CURRENT.run, run.is_over = before, True
        self.range_text = run.range.text()
        return run

    def run_list(self, call: Call, n: int, choices: list[bool]) -> Run:
        """A run on a list of n answers."""
        run = self.start(choices)
        return self._within(run, lambda module: self._call_once(run, module, call, n))

    def arguments_of(self, run: Run, function: Callable[..., Any], private: str,
                     answers: Any) -> tuple[list[Any], dict[str, Any]]:
        """What function is called with, answers being its private argument."""
        return self._arguments(run, parameters_of(function, False), private, answers)

    def _arguments(self, run: Run, parameters: list[Parameter], private: str | None,
                   answers: Any) -> tuple[list[Any], dict[str, Any]]:
        values = Values(self.settings, self.epsilon, self.noted)
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for p in parameters:
            try:
                value = answers if p.name == private else values.of(run, p)
            except KeyError:
                self.noted.setdefault(p.name, _short(p.default))
                value = p.default
                if p.kind is not p.kind.KEYWORD_ONLY and len(positional) < len(parameters):
                    named[p.name] = value
                continue
            if p.name != private:  # which Remains looks at
                run.onlooker.give(p.name, value)
            if p.kind is p.kind.POSITIONAL_ONLY:
                positional.append(value)
            else:
                named[p.name] = value
        return positional, {n: v for n, v in named.items()
                            if not any(p.name == n and p.has_default and v is p.default for p in parameters)}

    def target(self, run: Run, module: types.ModuleType) -> Callable[..., Any]:
        """The function, or the method of an object that is made here."""
        owner, _, method = self.function.name.rpartition(".")
        function = find(module, self.function.name)
        if not owner:
            return function  # type: ignore[no-any-return]
        kind = find(module, owner)
        raw = vars(kind).get(method)
        if isinstance(raw, (staticmethod, classmethod)):
            return function  # type: ignore[no-any-return]
        positional, named = self._arguments(run, parameters_of(kind.__init__, True), None, None)
        return getattr(kind(*positional, **named), method)  # type: ignore[no-any-return]

    def _call_once(self, run: Run, module: types.ModuleType, call: Call, n: int) -> None:
        answers = answers_as(run, call.way, n)
        run.length = None if call.way == "number" else n
        self.call_with(run, module, call, answers)

    def call_with(self, run: Run, module: types.ModuleType, call: Call, answers: Any, finish: Callable[[Any], Any] = lambda value: value) -> None:
        """Calls the function, and outputs what comes of it. finish: what is done with the value before."""
        before = Remains(run, self.file.modules, answers)

        def work() -> Any:
            function = self.target(run, module)
            positional, named = self.arguments_of(run, function, call.private, answers)
            return finish(function(*positional, **named))
        conclude(run, work)
        before.tell(self.file.modules, self.file.names_used(self.function.name))

    def run_calls(self, call: Call, n: int, choices: list[bool]) -> Run:
        """A run of n calls of a method of one object, with an answer each, until it raises."""
        run = self.start(choices)
        return self._within(run, lambda module: self.call_each(run, module, call, (answers_as(run, "number", 1) for _ in range(n))))

    def call_each(self, run: Run, module: types.ModuleType, call: Call, answers: Iterator[Any],
                  begun: Callable[[Any], None] = lambda method: None) -> None:
        """Calls a method with each answer, until it raises. begun: gets the method."""
        before = Remains(run, self.file.modules, [])
        try:
            method = self.target(run, module)
        except Exception as error:
            raise Refused(f"the object cannot be made: {_named(error)}") from None
        begun(method)
        for answer in answers:
            positional, named = self.arguments_of(run, method, call.private, answer)
            if not conclude(run, lambda: method(*positional, **named)):
                break
        before.tell(self.file.modules, self.file.names_used(self.function.name))

    # ---- Lists of a known length ----

    def ways(self, call: Call, n: int, is_trial: bool = False) -> Iterator[Run]:
        run = self.run_calls if call.way == "calls" else self.run_list
        return all_ways(lambda choices: run(call, n, choices), self.limits.ways, is_trial)

    def nodes(self, call: Call, n: int) -> list[dict[str, Any]]:
        return tree_of(self.ways(call, n))


def _named(error: BaseException) -> str:
    before = Stop.raised
    try:
        text = str(error)
    except Stop:  # a private value stands in it
        text, Stop.raised = "", before
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Stop:
        Stop.raised = None
        return "?"
    return text if len(text) <= 40 else text[:37] + "..."


def conclude(run: Run, work: Callable[[], Any]) -> bool:
    """Does work and outputs what comes of it. FALSE: it raised."""
    Stop.raised = None
    try:
        value = work()
        if isinstance(value, types.GeneratorType) or (hasattr(type(value), "__next__") and hasattr(type(value), "__iter__")):
            _go_through(run, value)
        else:
            run.output(value, 0, "return")
    except (MemoryError, RecursionError):
        raise  # of this reader, not of the code
    except _MISTAKES as error:
        raise Refused(f"it ends with {_named(error)}") from None
    except _WRONG_KIND as error:
        if "Epsilon" in str(error):
            raise NeedsNumber(str(error)) from None
        raise Unsuitable(_named(error) + _hint_for(error)) from error
    except Stop:
        raise
    except BaseException as error:
        _need_uncaught()
        if not isinstance(error, (Exception, SystemExit)) and not is_raised(error):
            raise  # of the system, not of the code
        if error.args and type(error.args[0]) is str and "truth value of an array" in error.args[0]:
            raise Unsuitable(_named(error)) from error
        line = max(lines_of(error), default=0)
        run.raised = type(error).__name__ + (f" in line {line}" if line else "")
        run.output(error, line, "raise")
        return False
    _need_uncaught()
    return True


def _hint_for(error: BaseException) -> str:
    """What may be done where answers are asked for in a way that lists have not."""
    is_of_dicts = getattr(error, "name", "") in ("items", "keys", "values", "get") and isinstance(getattr(error, "obj", None), list)
    return "; where the answers are a dictionary's, make its values the argument, a list" if is_of_dicts else ""


def _kind_of_iterator(iterator: Any) -> str:
    """What tells an iterator from another one that yields the same."""
    return code_name(iterator.gi_code) if isinstance(iterator, types.GeneratorType) else type(iterator).__qualname__


#: Iterators that hold nothing but what they go through.
_PLAIN_ITERATORS = ("builtins", "itertools")


def _go_through(run: Run, iterator: Any) -> None:
    """Outputs what an iterator yields, what a generator returns in the end, and what any other iterator holds then."""
    kind = type(iterator)
    which = _kind_of_iterator(iterator)
    if run.understood.iterator in ("", which):
        run.understood.iterator = which
    else:
        run.output(which, 0, "return iterator")
    while True:
        run.step()
        try:
            item = next(iterator)
        except StopIteration as end:
            if end.value is not None:
                run.output(end.value, 0, "return")
            if kind.__module__ not in _PLAIN_ITERATORS and not kind.__module__.startswith("couplet.symbolic"):
                run.output(iterator, 0, "return")
            run.need_told([iterator], "the iterator that is returned holds")
            return
        run.output(item, 0, "yield")


def _need_uncaught() -> None:
    """What ends a run ends it, though the code caught it."""
    if Stop.raised is not None:
        raise Stop.raised


class Remains:
    """What outlives a call: the variables of the user's modules, their functions and classes, and
    the list of answers. tell() outputs what a call changed."""

    def __init__(self, run: Run, modules: list[types.ModuleType], answers: Any) -> None:
        self.run, self.answers = run, answers
        self.given = list(answers) if isinstance(answers, list) else []
        run.onlooker.begin((f"{module.__name__}.{name}", value) for module in modules for name, value in variables_of(module).items())
        self.before = {place: (value, self._told(value)) for place, value in self._places(modules)}

    @staticmethod
    def _places(modules: list[types.ModuleType]) -> Iterator[tuple[str, Any]]:
        for module in modules:
            for name, value in variables_of(module).items():
                if not isinstance(value, types.ModuleType):
                    yield f"{module.__name__}.{name}" if module is not modules[0] else name, value
                if isinstance(value, (types.FunctionType, type)) and value.__module__ == module.__name__:
                    yield f"{name}.__doc__", value.__doc__

    def tell(self, modules: list[types.ModuleType], names: set[str]) -> None:
        """names: those that the code looks up."""
        run = self.run
        for place, value in self._places(modules):
            if place not in self.before or self.before[place][1] != self._told(value):
                run.output([place, value], 0, "global")
        if isinstance(self.answers, list) and not self._only_taken():
            run.output(["answers", self.answers], 0, "argument")
        run.tell_changes()
        shared = [value for _, value in shared_containers(modules, names)]
        kept = [value for module in modules for value in variables_of(module).values()]
        run.need_told([*kept, *shared], "after the call a variable leads to")

    def _told(self, value: Any) -> Any:
        """All that can be told of a value."""
        if type(value) in _PLAIN:
            return type(value), value
        try:
            described = describe(value, self.run.onlooker.places)
        except Refused:
            return id(value)
        return described.text, described.kinds, [real.text() for real in described.reals]

    def _only_taken(self) -> bool:
        """Whether the list is what it was, but for answers that were taken out."""
        left = iter(self.given)
        return all(any(item is other for other in left) for item in self.answers)
