# SPDX-License-Identifier: Apache-2.0
"""Claims of privacy as assertions of tests."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .results import ClaimVerdict, Counterexample, Result, Verdict
from .showing import Shown, place_of, show, told_shown
from .verification import Number, Path, Value, verify


def _inputs(counterexample: Counterexample) -> list[str]:
    """The two adjacent runs, a line a step."""
    runs = "run k and run k + 1" if counterexample.pairs is not None or counterexample.epsilon is None else "two runs"
    return [f"inputs of {runs}:",
            *(f"  {step.input} and {step.adjacent}" + (f", output {step.output}" if step.output is not None else "")
              for step in counterexample.steps)]


def told(result: Result, shown: Shown | None = None) -> str:
    """Why the claim of ``result`` does not hold, or why it is not private where nothing is claimed: the least d, the
    path, and inputs, those of ``shown`` where it is there."""
    claim = result.claim
    name = place_of(result)
    if claim is None:
        lines = [f"{name}: {result.verdict.value}" + (f": {result.reason}" if result.reason else "")]
    else:
        lines = [f"{name}: claim {claim.d} {'is ' if claim.verdict == ClaimVerdict.OPEN else ''}{claim.verdict.value}: "
                 f"{claim.reason}"]
        lines += [f"path: {claim.path}"] if claim.path else []
    lines += told_shown(result, shown) if shown is not None else []
    if claim is not None and claim.counterexample is not None and (shown is None or shown.found.probability is None):
        lines += _inputs(claim.counterexample)
    lines += [f"warning: {one.message}" for one in result.warnings]
    return "\n".join(lines)


def fails(result: Result) -> bool:
    """Whether it is proven that what is claimed does not hold, or that no d is enough."""
    return result.verdict == Verdict.NOT_PRIVATE or (result.claim is not None and result.claim.verdict == ClaimVerdict.FAILS)


def is_private(result: Result) -> bool:
    """Whether what is claimed holds, or it is private where nothing is claimed."""
    if result.claim is not None:
        return result.claim.verdict == ClaimVerdict.HOLDS
    return result.verdict == Verdict.PRIVATE


def assert_private(source: Path | bytes | Mapping[str, Any] | Callable[..., Any] | type,
                   claim: Number | None = None, parameters: Mapping[str, Any] | None = None, *,
                   private: str | None = None, options: Mapping[str, Value] | None = None,
                   time_limit: float | None = None, program: Path | None = None) -> Result:
    """Verifies ``source``, as :func:`couplet.verify` does, and returns the result.

    ``claim``: the d for which it is said to be d·epsilon-private; None: what the source claims, or that it is private
    for some d. Raises AssertionError where that fails or is not known, with the least d, the path that costs more, and
    inputs with certified probabilities where they are found; CoupletError where the mechanism is refused.
    """
    __tracebackhide__ = True
    result = verify(source, parameters, private=private, claim=claim, options=options, time_limit=time_limit,
                    program=program)
    if is_private(result):
        return result
    shown = show(source, result, parameters, private=private, options=options, program=program) if fails(result) else None
    raise AssertionError(told(result, shown))
