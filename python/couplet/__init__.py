# SPDX-License-Identifier: Apache-2.0
"""Verify differential privacy by couplings, with the program ``couplet``.

>>> import couplet
>>> couplet.verify("numeric-sparse.svt").least_d
Fraction(7, 4)
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .assertion import assert_private
    from .commands import convert, delta, explain, refute
    from .comparison import Comparison, Sweep
    from .errors import CoupletError, ProgramNotFound
    from .program import find_program
    from .results import (Claim, ClaimVerdict, Counterexample, CounterexampleStep, Diagnostic, Evidence,
                          LengthCost, Method, OutputCost, Provenance, Result, Solution, SolutionPoint, Stage, Tool,
                          Verdict)
    from .verification import compare, solve, sweep, verify

__version__ = "0.1.0"

__all__ = ["Claim", "ClaimVerdict", "Comparison", "Counterexample", "CounterexampleStep",
           "CoupletError", "Diagnostic", "Evidence", "LengthCost", "Method", "OutputCost", "ProgramNotFound",
           "Provenance", "Result", "Solution", "SolutionPoint", "Stage", "Sweep", "Tool", "Verdict",
           "assert_private", "compare", "convert", "delta",
           "explain", "find_program", "refute",
           "solve", "sweep", "verify"]


def __getattr__(name: str) -> Any:
    """What is asked for is loaded then: the reader of code, which is a part of this package, needs little of it."""
    for module in ("results", "errors", "program", "comparison", "verification", "commands", "assertion") if name in __all__ else ():
        found = getattr(importlib.import_module(f".{module}", __name__), name, None)
        if found is not None:
            return found
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def load_ipython_extension(ipython: Any) -> None:
    """What `%load_ext couplet` calls."""
    from .notebook import register
    register(ipython)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
