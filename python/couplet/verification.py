# SPDX-License-Identifier: Apache-2.0
"""verify() and compare(): from a request to the program's command line, and back."""
from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from . import program as _program
from .comparison import Comparison, Sweep
from .errors import CoupletError
from .functions import read_function
from .reading import method_of, result_of
from .results import Claim, ClaimVerdict, Result, Solution, Verdict

Path = str | os.PathLike[str]
Number = int | Fraction | str
Value = str | int | float | bool | Fraction
#: A value, several of them, or a range as on the command line, `"1/2..2..1/4"`.
Values = Value | Iterable[Value]

_DIAGNOSTIC = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?:(?P<column>\d+):)? error: (?P<text>.*)")
_PROGRAM = re.compile(r"^couplet(?: \w+)?: ")
#: Everything but a path has one of these, and a path that has one can be given as a pathlib.Path.
_MARKS_OF_TEXT = re.compile(r"[\n{;]")


def text_of(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values_of(values: Values) -> str:
    """As after ``-D NAME=``."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return text_of(values)
    texts = [text_of(value) for value in values]
    if not texts:
        raise CoupletError("a parameter has an empty list of values", status=2)
    return ",".join(texts)


def has_several(values: Values) -> bool:
    if not isinstance(values, str):
        return isinstance(values, Iterable)
    return not values.startswith(("[", "{", '"')) and ("," in values or ".." in values)  # a value of JSON is one


def _names(names: Iterable[str] | str) -> str:
    return names if isinstance(names, str) else ",".join(names)


def _limit(seconds: float) -> str:
    return str(max(1, math.ceil(seconds * 1000)))


def _options(*, parameters: Mapping[str, Values] | None, format: str | None, claim: Number | None,
             deciders: Iterable[str] | str | None, optimizers: Iterable[str] | str | None,
             options: Mapping[str, Value] | None, configuration: Path | None,
             time_limit: float | None, evidence: bool, self_check: bool | None,
             require_evidence: bool, plugin_path: Sequence[Path]) -> list[str]:
    """The command line's options."""
    words = ["--report", "json"]
    single = {
        "--from": format, "--claim": claim, "--config": configuration,
        "--deciders": None if deciders is None else _names(deciders),
        "--optimizers": None if optimizers is None else _names(optimizers),
        "--self-check": None if self_check is None else text_of(self_check),
    }
    words += [f"{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"
              for name, value in single.items() if value is not None]
    stages = dict(options or {})
    if time_limit is not None:
        stages.setdefault("*.time-limit-ms", _limit(time_limit))
    words += [f"--option={key}={text_of(value)}" for key, value in stages.items()]
    words += [f"--define={name}={_values_of(value)}" for name, value in (parameters or {}).items()]
    words += [f"--plugin-path={os.fspath(folder)}" for folder in plugin_path]
    words += ["--output=-"] if configuration is not None else []
    words += ["--evidence"] if evidence else []
    words += ["--require-evidence"] if require_evidence else []
    return words


def _word_of(path: Path) -> str:
    """A path on the command line; a file may be called `-`."""
    word = os.fspath(path)
    return "./-" if word == "-" else word


def source_of(source: Path | bytes | Mapping[str, Any]) -> tuple[str, bytes | None]:
    """What stands on the command line, and standard input."""
    if isinstance(source, bytes):
        return "-", source
    if isinstance(source, Mapping):
        return "-", json.dumps(source).encode()
    if isinstance(source, str) and _MARKS_OF_TEXT.search(source):
        return "-", source.encode()
    return _word_of(source), None


def error_of(answer: _program.Answer) -> CoupletError:
    """The program ended without saying anything of the files, or says that the request is wrong."""
    lines = answer.messages.splitlines()
    told = [line for line in lines if _PROGRAM.match(line) or _DIAGNOSTIC.match(line)] or lines
    line = told[0] if told else f"the program ended with status {answer.status} and no message"
    place = _DIAGNOSTIC.match(line)
    if place is None:
        return CoupletError(_PROGRAM.sub("", line), status=answer.status)
    column = place["column"]
    return CoupletError(place["text"], status=answer.status, file=place["file"],
                        line=int(place["line"]), column=int(column) if column else None)


def _refusal_of(result: Result, status: int) -> CoupletError:
    first = result.errors[0]
    return CoupletError(first.message, status=status, file=result.file, line=first.line,
                        column=first.column, diagnostics=result.diagnostics)


def _objects(answer: _program.Answer) -> list[dict[str, Any]]:
    """The lines of the report. Raises CoupletError where there is none, or the request is wrong."""
    if not answer.output or answer.status in (2, 3, 5):
        raise error_of(answer)
    try:
        return [json.loads(line) for line in answer.output.splitlines()]
    except ValueError as error:
        raise CoupletError(f"the report is not whole: {error}", status=answer.status) from error


def verify(source: Path | bytes | Mapping[str, Any] | Callable[..., Any] | type,
           parameters: Mapping[str, Any] | None = None, *, private: str | None = None, format: str | None = None,
           claim: Number | None = None, deciders: Iterable[str] | str | None = None,
           optimizers: Iterable[str] | str | None = None,
           options: Mapping[str, Value] | None = None, answers: int | None = None, configuration: Path | None = None,
           time_limit: float | None = None, evidence: bool = False,
           self_check: bool | None = None, require_evidence: bool = False,
           by_output: bool = False, plugin_path: Sequence[Path] = (),
           program: Path | None = None) -> Result:
    """Says whether one mechanism is private, and at what cost.

    ``source`` is a path, or the mechanism itself: a str with a line break, ``{`` or ``;`` in it,
    bytes, or a dictionary (a JSON automaton). A pathlib.Path is always a path. A function, method or class is
    run on symbolic answers in this process, from the file that defines it; ``private`` names its private
    argument (`docs/code.md`). ``parameters`` are
    those of ``-D``; ``format`` is needed where a text does not show it. ``claim``: the d that is
    claimed. ``deciders`` and ``optimizers`` are the stages to run, ``options`` those of stages and
    front ends (``{"python.adjacency": "monotonic"}``), ``answers``: how many answers there are exactly
    (None: any number), ``time_limit`` seconds for each stage,
    ``configuration`` a pipeline's file. ``evidence`` adds evidence to the stages, ``self_check``
    and ``require_evidence`` are as on the command line. ``by_output`` adds what single outputs
    cost, in ``Result.outputs``. ``program``: find_program().

    Raises CoupletError where the mechanism is refused (status 4), the request is wrong (2, 3, 5),
    or the program fails; a Result otherwise, also for ``unknown`` and for a claim that fails.
    """
    read = None
    if callable(source):
        said = {"python.private": private, "python.answers": answers}
        read = read_function(source, parameters, {**(options or {}), **{k: v for k, v in said.items() if v is not None}})
        source, parameters, format = dict(read.model), None, "json"
        options = {key: value for key, value in (options or {}).items() if not key.startswith("python.")}
    elif private is not None:
        raise CoupletError("private= is of functions; for files it is options={'python.private': NAME}", status=2)
    if any(map(has_several, (parameters or {}).values())):
        raise CoupletError("a parameter has several values; sweep() and compare() take them",
                           status=2)
    word, text = source_of(source)
    if text is None and os.path.isdir(word):
        raise CoupletError("it is a folder; compare() takes folders", file=word)
    words = _options(parameters=parameters, format=format, claim=claim, deciders=deciders,
                     optimizers=optimizers, options=options, configuration=configuration,
                     time_limit=time_limit, evidence=evidence, self_check=self_check,
                     require_evidence=require_evidence, plugin_path=plugin_path)
    words += ["--by-output"] if by_output else []
    words += [f"--answers={answers}"] if answers is not None and read is None else []
    answer = _program.run(program, ["verify", *words, "--", word], text)
    result = result_of(_objects(answer)[0])
    if result.verdict == Verdict.ERROR:
        raise _refusal_of(result, answer.status)
    if read is None:
        return result
    if read.rounded:
        result = _up_to_rounding(result)
    return dataclasses.replace(result, file=read.file, function=read.name, understood=read.understood,
                               epsilon=read.epsilon or result.epsilon, epsilon_is_read=read.epsilon is not None, rounded=read.rounded,
                               diagnostics=(*read.diagnostics, *result.diagnostics))


#: A claim that is missed by less than this part of itself holds, where numbers of the code were rounded.
_ROUNDING = Fraction(1, 1 << 40)


def _up_to_rounding(result: Result) -> Result:
    """The result of code whose numbers were rounded: the program does not know that of a function in this process."""
    claim = result.claim
    if claim is None or claim.verdict == ClaimVerdict.HOLDS or result.verdict != Verdict.PRIVATE or result.cost is None or \
            result.cost > claim.d * (1 + _ROUNDING):
        return result
    return dataclasses.replace(result, claim=Claim(claim.d, ClaimVerdict.HOLDS, "it holds up to rounding of numbers in the code"))


@contextlib.contextmanager
def _file_of(source: Path | bytes | Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """A word for the command line, and whether it is a file that is made here: what is read more
    than once cannot stand on standard input."""
    word, text = source_of(source)
    if text is None:
        if os.path.isdir(word):
            raise CoupletError("it is a folder; compare() takes folders", file=word)
        yield word, False
        return
    with tempfile.NamedTemporaryFile(prefix="couplet-") as file:
        file.write(text)
        file.flush()
        yield file.name, True


def _sweep(source: Path | bytes | Mapping[str, Any], words: list[str],
           program: Path | None) -> Sweep:
    with _file_of(source) as (word, made):
        answer = _program.run(program, ["verify", *words, "--", word])
    results = map(result_of, _objects(answer))
    return Sweep(dataclasses.replace(result, file="-") if made else result for result in results)


def sweep(source: Path | bytes | Mapping[str, Any], parameters: Mapping[str, Values], *,
          format: str | None = None, claim: Number | None = None,
          deciders: Iterable[str] | str | None = None,
          optimizers: Iterable[str] | str | None = None,
          options: Mapping[str, Value] | None = None, configuration: Path | None = None,
          time_limit: float | None = None, evidence: bool = False,
          self_check: bool | None = None, require_evidence: bool = False,
          plugin_path: Sequence[Path] = (), program: Path | None = None,
          jobs: int = 1) -> Sweep:
    """Like verify(), at each value of parameters, which may be several:
    ``{"c": range(1, 6), "s": [Fraction(1, 2), 1]}``, or texts as on the command line,
    ``"1/2..2..1/4"``. The results are those of the product, in the order given, the last parameter
    changing fastest; ``jobs`` at once (0: one for each processor).

    A value with which the mechanism is refused gives a result with the verdict ``error``.
    """
    words = _options(parameters=parameters, format=format, claim=claim, deciders=deciders,
                     optimizers=optimizers, options=options, configuration=configuration,
                     time_limit=time_limit, evidence=evidence, self_check=self_check,
                     require_evidence=require_evidence, plugin_path=plugin_path)
    return _sweep(source, [f"--jobs={jobs}", *words], program)


def solve(source: Path | bytes | Mapping[str, Any], parameter: str, at_most: Number,
          parameters: Mapping[str, Value] | None = None, *, within: str | None = None,
          format: str | None = None, deciders: Iterable[str] | str | None = None,
          optimizers: Iterable[str] | str | None = None,
          options: Mapping[str, Value] | None = None, configuration: Path | None = None,
          time_limit: float | None = None, plugin_path: Sequence[Path] = (),
          program: Path | None = None) -> Solution:
    """The largest or least value of ``parameter`` at which the least d is at most ``at_most``,
    provided that the least d only rises, or only falls, as the parameter grows. ``within`` says
    where to look: ``"1..100"`` (whole numbers), ``"1/2..20"``; without it, around 1.

    Raises CoupletError as verify() does, also where the least d is found to rise and to fall.
    """
    there = {**(parameters or {}), **({parameter: within} if within is not None else {})}
    words = _options(parameters=there, format=format, claim=None, deciders=deciders,
                     optimizers=optimizers, options=options, configuration=configuration,
                     time_limit=time_limit, evidence=False, self_check=None,
                     require_evidence=False, plugin_path=plugin_path)
    results = _sweep(source, [f"--solve={parameter}", f"--at-most={at_most}", *words], program)
    if len(results) != 1:
        raise CoupletError(f"solve() takes one value of each other parameter; there are {len(results)}"
                           " answers", status=2)
    result = results[0]
    solution = result.solve
    if result.verdict == Verdict.ERROR and (solution is None or solution.value is None):
        raise _refusal_of(result, 4)
    if solution is None or solution.found == "not-monotone":
        raise CoupletError(solution.reason if solution is not None and solution.reason else
                           "the program gives no solution", status=4, file=result.file)
    return solution


def compare(paths: Path | Iterable[Path], parameters: Mapping[str, Values] | None = None, *,
            format: str | None = None, claim: Number | None = None,
            deciders: Iterable[str] | str | None = None,
            optimizers: Iterable[str] | str | None = None,
            options: Mapping[str, Value] | None = None, configuration: Path | None = None,
            time_limit: float | None = None, evidence: bool = False,
            self_check: bool | None = None, require_evidence: bool = False,
            plugin_path: Sequence[Path] = (), program: Path | None = None,
            jobs: int = 1) -> Comparison:
    """Runs every method that is installed, or ``deciders`` and ``optimizers``, on files and
    folders, ``jobs`` files at once (0: one for each processor), at each value of parameters as
    sweep() does. The rest is as for verify().

    A file that is refused is a result with the verdict ``error``. Raises CoupletError where
    the request is wrong or the program fails.
    """
    words = _options(parameters=parameters, format=format, claim=claim, deciders=deciders,
                     optimizers=optimizers, options={**(options or {}), "json.summary": True},
                     configuration=configuration, time_limit=time_limit, evidence=evidence,
                     self_check=self_check, require_evidence=require_evidence,
                     plugin_path=plugin_path)
    files = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    answer = _program.run(program, ["compare", f"--jobs={jobs}", *words, "--",
                                    *map(_word_of, files)])
    *results, last = _objects(answer)
    if "summary" not in last:
        raise error_of(answer)
    return Comparison(tuple(map(result_of, results)),
                      tuple(map(method_of, last["summary"]["methods"])), answer.status,
                      answer.messages)
