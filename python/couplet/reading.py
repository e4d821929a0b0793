# SPDX-License-Identifier: Apache-2.0
"""From the JSON report to results."""
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .results import (Claim, ClaimVerdict, Counterexample, CounterexampleStep, Diagnostic, Evidence,
                      Method, OutputCost, Provenance, Result, Solution, SolutionPoint, Stage, Verdict)

Json = Mapping[str, Any]


#: Digits that int() takes, whatever the interpreter's limit.
_DIGITS = 640


def _integer(text: str) -> int:
    """int(text), of any length."""
    sign = -1 if text.startswith("-") else 1
    digits, value = text.removeprefix("-"), 0
    for i in range(0, len(digits), _DIGITS):
        piece = digits[i:i + _DIGITS]
        value = value * 10 ** len(piece) + int(piece)
    return sign * value


def _exactly(value: str | int) -> Fraction:
    """What the report writes as a whole number or a fraction."""
    numerator, _, denominator = str(value).partition("/")
    return Fraction(_integer(numerator), _integer(denominator or "1"))


def _fraction(value: str | int | None) -> Fraction | None:
    return None if value is None else _exactly(value)


def _whole(value: str | None) -> int | None:
    return None if value is None else _integer(value)


def _diagnostic(json: Json) -> Diagnostic:
    return Diagnostic(json["severity"], json["message"], json["line"] or None,
                      json["column"] or None)


def _evidence(json: Json) -> Evidence:
    return Evidence(json["kind"], _fraction(json.get("cost")), json)


def _output_cost(json: Json) -> OutputCost:
    return OutputCost(json["output"], json["count"], _fraction(json["cost"]),
                      json.get("cost_decimal") != "inf", _fraction(json["at_least"]))


def _outputs(json: list[Json] | None) -> tuple[OutputCost, ...] | None:
    return None if json is None else tuple(map(_output_cost, json))


def _step(json: Json) -> CounterexampleStep:
    return CounterexampleStep(json["transition"], _exactly(json["input"]),
                              _exactly(json["adjacent"]), _fraction(json["output"]))


def _counterexample(json: Json | None) -> Counterexample | None:
    if json is None:
        return None
    return Counterexample(_fraction(json["epsilon"]), _fraction(json["claim"]), json["probability"],
                          json["adjacent_probability"], json["density"], _fraction(json["loss"]),
                          json["refutes"], _whole(json["pairs"]), tuple(map(_step, json["steps"])))


def _claim(json: Json) -> Claim | None:
    if "claim" not in json:
        return None
    claim = json["claim"]
    return Claim(_exactly(claim["d"]), ClaimVerdict(claim["verdict"]), json.get("claim_reason"),
                 json.get("claim_path"), _counterexample(json.get("claim_counterexample")))


def _stage(json: Json) -> Stage:
    return Stage(
        stage=json["stage"], plugin=json["plugin"], kind=json["kind"],
        verdict=Verdict(json["verdict"]), seconds=json["seconds"],
        guarantee=json.get("guarantee"), cost=_fraction(json.get("cost")),
        infinite=json.get("infinite", False), certified=json.get("certified", False),
        ratio=_fraction(json.get("ratio")), lower=_fraction(json.get("lower")),
        upper=_fraction(json.get("upper")), at_least=_fraction(json.get("at_least")),
        structure=json.get("structure"),
        delta=tuple(json["delta"]) if "delta" in json else None,
        reason=json.get("reason"), statistics=json.get("statistics", {}),
        evidence=tuple(map(_evidence, json.get("evidence", ()))),
        evidence_left_out=json.get("evidence_left_out"),
        counterexample=_counterexample(json.get("counterexample")),
        failed=json.get("failed", False), skipped=json.get("skipped", False),
        claimed=json.get("claimed", False), left_out=json.get("left_out", False),
        seconds_total=json.get("seconds_total", json["seconds"]), cpu_seconds=json.get("cpu_seconds", 0.0), raw=json)


def _provenance(json: Json | None) -> Provenance | None:
    if json is None:
        return None
    return Provenance(json["version"], json["commit"], json["libraries"], tuple(json["options"]),
                      json["date"])


def _solution(json: Json | None) -> Solution | None:
    if json is None:
        return None
    points = tuple(SolutionPoint(_exactly(point["value"]), Verdict(point["verdict"]),
                                 _fraction(point["cost"]), _fraction(point["at_least"]))
                   for point in json["points"])
    return Solution(json["parameter"], _exactly(json["at_most"]), json["found"], json["which"],
                    _fraction(json["value"]), _fraction(json["beyond"]), json.get("reason"), points)


def result_of(json: Json) -> Result:
    """A line of the report."""
    return Result(
        file=json["file"], automaton=json["automaton"], verdict=Verdict(json["verdict"]),
        cost=_fraction(json["cost"]), at_least=_fraction(json["at_least"]), claim=_claim(json),
        epsilon=json.get("epsilon"), sha256=json.get("sha256"),
        parameters=json.get("parameters", {}), swept=json.get("swept", {}), part=json.get("part"),
        sampling=json.get("sampling"),
        adjacency=json.get("adjacency"), reason=json.get("reason"),
        disagreement=json.get("disagreement"), rejected=json.get("rejected", False),
        read_seconds=json["read_seconds"],
        seconds=json["seconds"], stages=tuple(map(_stage, json["stages"])),
        diagnostics=tuple(map(_diagnostic, json["diagnostics"])),
        more_diagnostics=json.get("more_diagnostics", 0), more_errors=json.get("more_errors", 0),
        provenance=_provenance(json.get("provenance")), solve=_solution(json.get("solve")),
        function=json.get("function"), outputs=_outputs(json.get("outputs")),
        understood=json.get("understood"),
        rounded=json.get("rounded", False), epsilon_is_read=json.get("epsilon_is_read", False), raw=json)


def method_of(json: Json) -> Method:
    """An item of the summary's ``methods``."""
    return Method(json["stage"], json["answered"], json["agreeing"],
                  _fraction(json.get("worst_ratio")), json.get("mean_ratio"), json["seconds"],
                  json.get("loose", 0), json.get("median_ratio"), json.get("p90_ratio"), json.get("worst_file"))
