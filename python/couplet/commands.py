# SPDX-License-Identifier: Apache-2.0
"""The program's other commands about one mechanism: explain, refute, convert, delta."""
from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping
from typing import Any

from . import program as _program
from .errors import CoupletError
from .functions import read_function
from .verification import Number, Path, Value, error_of, source_of, text_of

Source = Path | bytes | Mapping[str, Any] | Callable[..., Any] | type


class Text(str):
    """What a command prints, shown as it is in a notebook: pictures inline, other texts with their line breaks."""

    def _repr_html_(self) -> str:
        return str(self) if self.lstrip().startswith(("<svg", "<?xml")) else f"<pre>{html.escape(self)}</pre>"


def run_command(command: str, source: Source, parameters: Mapping[str, Any] | None, words: list[str],
                program: Path | None, private: str | None = None,
                options: Mapping[str, Value] | None = None) -> _program.Answer:
    """Runs the command on one mechanism, given as :func:`couplet.verify` takes it."""
    given = dict(options or {}) | ({"python.private": private} if private is not None else {})
    if callable(source):
        model = read_function(source, parameters, given).model
        source, parameters, words, given = dict(model), None, ["--from=json", *words], {}
    word, text = source_of(source)
    words = [*words, *(f"--option={key}={text_of(value)}" for key, value in given.items()),
             *(f"--define={name}={value}" for name, value in (parameters or {}).items())]
    return _program.run(program, [command, "-q", *words, "--", word], text)


def _printed(answer: _program.Answer) -> Text:
    """What was printed; CoupletError where the mechanism or the request was refused."""
    if not answer.output or answer.status in (2, 3, 4, 5):
        raise error_of(answer)
    return Text(answer.output)


def explain(source: Source, parameters: Mapping[str, Any] | None = None, *, format: str = "text",
            private: str | None = None, claim: Number | None = None, program: Path | None = None) -> Text:
    """The proof or the refutation for a person: ``text``, ``markdown``, ``latex``, or a picture, ``svg`` or ``dot``."""
    words = [f"--{format}"] if format in ("svg", "dot") else [f"--format={format}"]
    words += [f"--claim={claim}"] if claim is not None else []
    return _printed(run_command("explain", source, parameters, words, program, private))


def refute(source: Source, parameters: Mapping[str, Any] | None = None, *, claim: Number | None = None,
           epsilon: Number | None = None, private: str | None = None, program: Path | None = None) -> Text | None:
    """Two adjacent inputs whose certified probabilities refute the claim, as text; None where none were found."""
    words = [f"--{name}={value}" for name, value in (("claim", claim), ("epsilon", epsilon)) if value is not None]
    answer = run_command("refute", source, parameters, words, program, private)
    if answer.status in (0, 11):
        return None
    return _printed(answer)


def convert(source: Source, to: str, parameters: Mapping[str, Any] | None = None, *, private: str | None = None,
            options: Mapping[str, Value] | None = None, program: Path | None = None) -> Text:
    """The mechanism in another format: ``json``, ``dot``, ``svt``, ``dipa``."""
    return _printed(run_command("convert", source, parameters, [f"--to={to}"], program, private, options))


def delta(source: Source, parameters: Mapping[str, Any] | None = None, *, at: list[Number] | None = None,
          epsilon: Number | None = None, inputs: list[Number] | None = None, answers: int | None = None,
          private: str | None = None, program: Path | None = None) -> Mapping[str, Any]:
    """Certified bounds of delta, as `couplet delta` gives them in JSON: ``rows`` with ``at``, ``delta_at_least``,
    ``delta_at_most``, decimal texts rounded outwards, ``pair`` and ``reason``."""
    words = ["--report=json"]
    words += [f"--{name}={','.join(map(str, values))}" for name, values in (("at", at), ("inputs", inputs)) if values]
    words += [f"--{name}={value}" for name, value in (("epsilon", epsilon), ("answers", answers)) if value is not None]
    lines = _printed(run_command("delta", source, parameters, words, program, private)).splitlines()
    found: Mapping[str, Any] = json.loads(lines[0])
    if "rows" not in found:
        raise CoupletError(str(found.get("reason", "there are no bounds")), status=4, file=found.get("file"))
    return found
