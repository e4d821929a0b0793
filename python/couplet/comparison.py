# SPDX-License-Identifier: Apache-2.0
"""Methods side by side, as rows of a table."""
from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .html_tables import html_table
from .results import Method, Result, Stage, Verdict

Row = dict[str, Any]


def _provenance_columns(result: Result) -> Row:
    """As texts, like those of the CSV report."""
    provenance = result.provenance
    parameters = " ".join(f"{'-o' if '.' in name else '-D'} {name}={value}"
                          for name, value in result.parameters.items())
    if provenance is None:
        made_by = dict.fromkeys(("version", "commit", "libraries", "options", "date"))
    else:
        made_by = {"version": provenance.version, "commit": provenance.commit,
                   "libraries": ", ".join(map(" ".join, provenance.libraries.items())),
                   "options": shlex.join(provenance.options), "date": provenance.date}
    return {"sha256": result.sha256, "parameters": parameters, "sampling": result.sampling,
            "adjacency": result.adjacency, **made_by}


def _decimal(value: Fraction | float | None) -> float | None:
    try:
        return float(value) if value is not None else None
    except OverflowError:  # beyond what floats reach
        return math.inf


def _at_least_of(result: Result) -> Fraction | float | None:
    if result.at_least is None and result.verdict == Verdict.NOT_PRIVATE:
        return math.inf
    return result.at_least


def _file_columns(result: Result) -> Row:
    claim = result.claim
    return {
        "file": result.file, "automaton": result.automaton, "verdict": str(result.verdict),
        "function": result.function, "at_least": result.at_least, "at_least_decimal": _decimal(_at_least_of(result)),
        "epsilon": result.epsilon, "claim": claim.d if claim is not None else None,
        "claim_decimal": _decimal(claim.d) if claim is not None else None,
        "claim_verdict": str(claim.verdict) if claim is not None else None,
        "disagreement": result.disagreement, **_provenance_columns(result),
    }


def _cost_of(stage: Stage) -> Fraction | float | None:
    return math.inf if stage.infinite else stage.cost


def _stage_columns(stage: Stage) -> Row:
    cost = _cost_of(stage)
    return {
        "stage": stage.stage, "plugin": stage.plugin, "kind": stage.kind,
        "stage_verdict": str(stage.verdict), "guarantee": stage.guarantee, "cost": cost,
        "cost_decimal": _decimal(cost), "ratio_to_exact": stage.ratio,
        "ratio_decimal": _decimal(stage.ratio), "certified": stage.certified, "lower": stage.lower,
        "lower_decimal": _decimal(stage.lower), "upper": stage.upper,
        "upper_decimal": _decimal(stage.upper), "structure": stage.structure, "seconds": stage.seconds,
        "seconds_total": stage.seconds_total, "cpu_seconds": stage.cpu_seconds,
        "reason": stage.reason, "claimed": stage.claimed,
    }


def _number(text: str) -> Fraction | str:
    try:
        return Fraction(text)
    except ValueError:
        return text


def _swept_columns(result: Result, taken: Row) -> Row:
    columns: Row = {}
    for name, text in result.swept.items():
        value = _number(text)
        column = f"parameter_{name}" if name in taken else name
        columns[column] = value
        columns[column + "_decimal"] = None if isinstance(value, str) else _decimal(value)
    return columns


def _rows(result: Result) -> Iterator[Row]:
    columns = _file_columns(result)
    taken = columns | _stage_columns(Stage("", "", "", Verdict.UNKNOWN, 0.0))
    columns |= _swept_columns(result, taken)
    for stage in result.stages:
        yield columns | _stage_columns(stage)
    if not result.stages:
        error = result.errors[0].message if result.errors else result.reason
        nothing = dict.fromkeys(_stage_columns(Stage("", "", "", Verdict.UNKNOWN, 0.0)))
        yield columns | nothing | {"reason": error}


def _name_of(result: Result) -> str:
    values = ", ".join(f"{name} = {value}" for name, value in result.swept.items())
    name = f"{result.file}::{result.function}" if result.function else result.file
    return f"{name}, {values}" if values else name


def _answer_of(result: Result) -> str:
    return result.errors[0].message if result.errors else result.words


_SIGNS = {"upper-bound": "≤ ", "lower-bound": "≥ "}


def _said_by(result: Result, name: str) -> str | None:
    """The cost that the stage of that name gives (`≤ 2`: an upper bound; `2?`: not certified), else its verdict; None: it
    was not asked."""
    for stage in result.stages:
        if stage.stage == name:
            cost = _cost_of(stage)
            said = stage.verdict.value.replace("-", " ") if cost is None else "none" if cost == math.inf else \
                f"{_SIGNS.get(stage.guarantee or '', '')}{cost}{'' if stage.certified else '?'}"
            return said + ", claimed" if stage.claimed else said
    return None


class Sweep(tuple[Result, ...]):
    """The results of a sweep, in its order."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """A row for each point, in notebooks."""
        names = list(dict.fromkeys(name for result in self for name in result.swept))
        return html_table((*names, "answer", "least d"), (
            (*(result.swept.get(name) for name in names),
             _answer_of(result), result.least_d) for result in self))


@dataclass(frozen=True)
class Comparison:
    """What every method says of every file."""

    results: tuple[Result, ...]
    methods: tuple[Method, ...]  #: over all files
    status: int  #: the program's exit status: the worst of all files
    messages: str  #: what the program said on standard error

    def to_frame(self) -> Any:
        """``rows`` as a DataFrame of pandas, which must be installed."""
        import pandas
        return pandas.DataFrame(self.rows)

    def _repr_html_(self) -> str:
        """A row for each file, with what each method says, in notebooks."""
        names = list(dict.fromkeys(stage.stage for result in self.results for stage in result.stages))
        return html_table(("file", "answer", *names), (
            (_name_of(result), _answer_of(result), *(_said_by(result, name) for name in names)) for result in self.results))

    @property
    def rows(self) -> list[Row]:
        """A dictionary for each file and stage, for ``pandas.DataFrame`` or ``csv.DictWriter``.

        The keys are the columns of the CSV report. Costs are Fractions (math.inf: there is no
        finite one), decimals such as ``cost_decimal`` are floats (math.inf also for a finite
        figure beyond all floats); None where nothing is known. A file that was refused has one
        row, with its first error as ``reason``. A parameter with several values is a column, a
        Fraction (or a text that is not a number), with its decimal beside it.
        """
        return [row for result in self.results for row in _rows(result)]
