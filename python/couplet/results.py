# SPDX-License-Identifier: Apache-2.0
"""What is known of a mechanism. Costs are multiples of epsilon, exact.

The fields are those of the JSON report (docs/formats.md) and have their names; ``raw`` is the
report's own object, also with what this version of the package does not know.
"""
from __future__ import annotations

import enum
import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .html_tables import html_table


class Verdict(enum.StrEnum):
    """What is proven of a mechanism."""

    PRIVATE = "private"
    NOT_PRIVATE = "not-private"
    UNKNOWN = "unknown"
    ERROR = "error"


class ClaimVerdict(enum.StrEnum):
    """What is proven of a claimed d."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


@dataclass(frozen=True)
class Diagnostic:
    """A message about a file; line and column count from 1, None where they are not known."""

    severity: str
    message: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True)
class Claim:
    """A claim of d*epsilon-privacy, and what is proven of it."""

    d: Fraction
    verdict: ClaimVerdict
    reason: str | None = None
    path: str | None = None  #: that costs more, as ``couplet explain --path`` takes it
    counterexample: Counterexample | None = None  #: inputs along that path which show it


@dataclass(frozen=True)
class OutputCost:
    """What outputs of one kind cost: those of the runs that end in state ``output``, or that
    output the symbol ``output`` ``count`` times."""

    output: str
    count: int | None  #: None: runs that end in a state, or all with outputs
    cost: Fraction | None  #: in multiples of epsilon; None: unknown, or without bound
    bounded: bool  #: False: no finite cost
    at_least: Fraction | None


@dataclass(frozen=True)
class LengthCost:
    """What is known of lists of so many answers."""

    answers: int
    cost: Fraction | None  #: in multiples of epsilon; None: unknown, or without bound
    bounded: bool  #: False: no finite cost
    at_least: Fraction | None


@dataclass(frozen=True)
class Evidence:
    """Evidence for an answer; ``data`` is what docs/evidence.md describes and ``couplet check``
    reads."""

    kind: str
    cost: Fraction | None
    data: Mapping[str, Any] = field(repr=False)

    @property
    def walk(self) -> tuple[Mapping[str, Any], ...]:
        """The steps and loops of ``attained``, ``violation`` and ``unbounded``; else empty."""
        return tuple(self.data.get("walk", ()))


@dataclass(frozen=True)
class CounterexampleStep:
    """One reading of a counterexample: what the two runs read, and what both output."""

    transition: int
    input: Fraction
    adjacent: Fraction
    output: Fraction | None


@dataclass(frozen=True)
class Counterexample:
    """Two adjacent inputs and outputs that tell them apart; probabilities are intervals
    ``[MIDDLE +/- RADIUS]``."""

    epsilon: Fraction | None  #: None: at every epsilon
    claim: Fraction | None
    probability: str | None
    adjacent_probability: str | None
    density: bool
    loss: Fraction | None  #: None: it has no bound
    refutes: bool
    pairs: int | None
    steps: tuple[CounterexampleStep, ...]


@dataclass(frozen=True)
class Stage:
    """What one decider or optimizer says."""

    stage: str
    plugin: str
    kind: str
    verdict: Verdict
    seconds: float  #: inside the method
    guarantee: str | None = None
    cost: Fraction | None = None
    infinite: bool = False
    certified: bool = False
    ratio: Fraction | None = None
    lower: Fraction | None = None
    upper: Fraction | None = None
    at_least: Fraction | None = None  #: a d that it proves necessary, not by the costs of paths
    structure: str | None = None
    delta: tuple[Mapping[str, Any], ...] | None = None  #: rows of certified bounds, of `couplet delta`
    reason: str | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    evidence_left_out: int | None = None
    counterexample: Counterexample | None = None
    failed: bool = False
    skipped: bool = False
    claimed: bool = False
    left_out: bool = False  #: it is optional, and its plugin cannot be used
    seconds_total: float = 0.0  #: with starting and asking its process
    cpu_seconds: float = 0.0  #: of the processor, inside the method
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def violating_path(self) -> tuple[Mapping[str, Any], ...]:
        """The walk that shows that no d is enough, where evidence was asked for; else empty."""
        for evidence in self.evidence:
            if evidence.kind in ("violation", "unbounded"):
                return evidence.walk
        return ()


@dataclass(frozen=True)
class Tool:
    """A plugin, or a program that is a front end."""

    kind: str  #: ``frontend``, ``decider``, ``optimizer``
    name: str
    version: str | None
    file: str | None  #: the shared object; ``None``: it is a program
    sha256: str | None  #: of that file, or of those that the words of the command name
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As in CSV reports."""
        named = " ".join(filter(None, (self.kind, self.name, self.version)))
        return ", ".join(filter(None, (named, self.file, " ".join(self.command),
                                       self.sha256 and f"sha256 {self.sha256}")))


@dataclass(frozen=True)
class Provenance:
    """What an answer was made by."""

    version: str
    commit: str | None  #: ends in ``-dirty`` where the sources had been changed
    libraries: Mapping[str, str]  #: names and versions, as they ran
    options: tuple[str, ...]  #: words of a command line that ask for the same
    date: str  #: ``2026-01-02T03:04:05Z``
    frontend: Tool | None = None  #: what read the file
    plugins: tuple[Tool, ...] = ()  #: each decider and optimizer of the run
    plugin_path: tuple[str, ...] = ()  #: folders searched before that of the installed plugins


@dataclass(frozen=True)
class SolutionPoint:
    """What is proven of the least d at one value of a parameter."""

    value: Fraction
    verdict: Verdict
    cost: Fraction | None  #: as in a Result
    at_least: Fraction | None


@dataclass(frozen=True)
class Solution:
    """The largest or least value of a parameter at which the least d is at most a number."""

    parameter: str
    at_most: Fraction
    found: str  #: exact, between, everywhere, nowhere, unknown or not-monotone
    which: str | None  #: largest or least; None: the values tried show no direction
    value: Fraction | None  #: the answer, or the nearest to it that will do
    beyond: Fraction | None  #: the nearest value tried that will not do
    reason: str | None
    points: tuple[SolutionPoint, ...]  #: all that were tried, by value


@dataclass(frozen=True, repr=False)
class Result:
    """What is known of one file."""

    file: str
    automaton: str | None
    verdict: Verdict
    cost: Fraction | None  #: the least d that is proven sufficient
    at_least: Fraction | None  #: the greatest d that is proven necessary
    claim: Claim | None = None
    epsilon: str | None = None
    sha256: str | None = None  #: of the file's content
    parameters: Mapping[str, str] = field(default_factory=dict)  #: that the file asks for
    swept: Mapping[str, str] = field(default_factory=dict)  #: those that the run gives several values
    part: Mapping[str, Any] | None = None  #: shard, shards, item, items of the whole run; asked
    sampling: str | None = None
    adjacency: str | None = None
    reason: str | None = None
    disagreement: str | None = None
    rejected: bool = False  #: the checker rejects a stage's evidence
    read_seconds: float = 0.0
    seconds: float = 0.0
    stages: tuple[Stage, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    more_diagnostics: int = 0  #: messages beyond those that are kept
    more_errors: int = 0  #: how many of these are errors
    provenance: Provenance | None = None
    solve: Solution | None = None  #: where a parameter was looked for
    function: str | None = None  #: of a mechanism in a file of code: its name there
    understood: Mapping[str, Any] | None = None  #: what the reader of code took for what
    outputs: tuple[OutputCost, ...] | None = None  #: where they were asked for (``--by-output``)
    answers: Any = None  #: of lists: how many they have, as a number or {"up_to": N}; None: of any length
    lengths: tuple[LengthCost, ...] | None = None  #: of lists
    rounded: bool = False  #: costs hold up to an irrational number of the code that is taken for a fraction
    epsilon_is_read: bool = False  #: epsilon is what the model was read for, not of snapped outputs
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def claim_reason(self) -> str | None:
        """What is proven of d, in words, where a claim is made."""
        return self.claim.reason if self.claim is not None else None

    @property
    def claim_path(self) -> str | None:
        """A path that costs more than is claimed."""
        return self.claim.path if self.claim is not None else None

    @property
    def claim_counterexample(self) -> Counterexample | None:
        """Inputs that show that a claim fails."""
        return self.claim.counterexample if self.claim is not None else None

    @property
    def least_d(self) -> Fraction | None:
        """The least d, where it is known exactly."""
        return self.cost if self.cost is not None and self.cost == self.at_least else None

    @property
    def words(self) -> str:
        """The answer as in a table: what is claimed, the verdict, what is known of the least d."""
        claim = f"claim {self.claim.d} {self.claim.verdict.value}" if self.claim is not None else None
        known = None
        is_above = bool(self.at_least)  # 0 tells nothing
        if self.least_d is not None:
            known = f"least d {self.least_d}"
        elif self.cost is not None:
            known = f"d between {self.at_least} and {self.cost}" if is_above else f"d at most {self.cost}"
        elif is_above:
            known = f"d at least {self.at_least}"
        return ", ".join(part for part in (claim, self.verdict.value.replace("-", " "), known) if part is not None)

    def __repr__(self) -> str:
        name = f"{self.file}::{self.function}" if self.function else self.file
        return f"<Result {name}: {self.words}>"

    def _repr_html_(self) -> str:
        """A table, in notebooks."""
        name = self.automaton if self.file == "-" and self.automaton else self.file
        rows = [(stage.stage, stage.verdict.value, stage.cost) for stage in self.stages]
        return (f"<p><b>{html.escape(self.function or name)}</b>: {html.escape(self.words)}</p>"
                f"{html_table(('method', 'verdict', 'cost'), rows)}")

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Why the file was refused."""
        return tuple(d for d in self.diagnostics if d.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is odd about the file."""
        return tuple(d for d in self.diagnostics if d.severity == "warning")

    def stage(self, name: str) -> Stage:
        """The stage of that name. Raises KeyError."""
        for stage in self.stages:
            if stage.stage == name:
                return stage
        raise KeyError(name)


@dataclass(frozen=True)
class Method:
    """What a comparison says of one method over all files."""

    stage: str
    answered: int
    agreeing: int
    worst_ratio: Fraction | None
    mean_ratio: float | None
    seconds: float
    loose: int = 0  #: files whose certified upper cost is above the exact one
    median_ratio: float | None = None
    p90_ratio: float | None = None  #: nine of ten files have at most this
    worst_file: str | None = None  #: the first one with the worst ratio
