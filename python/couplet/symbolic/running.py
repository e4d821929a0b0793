# SPDX-License-Identifier: Apache-2.0
"""A loop that keeps the largest noisy answer so far, and its place, which is told at the end."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .largest import Template, template_of
from .run import Decision, Draw, Run
from .values import Real, answer_atom, is_answer


@dataclass
class Round:
    """What is done between two requests; reals: what is live at the second."""
    source: int | None
    target: int | None
    run: Run
    events: list[Any]
    reals: list[Real]
    kept: list[Real]  # what is live at the first
    choices: list[bool]  # up to the second
    counts: tuple[int, int]  # of answers and of draws there

    def acts(self) -> list[Any]:
        return [e for e in self.events if not (isinstance(e, Decision) and e.only_way)]


def largest_so_far(rounds: list[Round]) -> tuple[Template, int, list[Round]] | None:
    """Whether the first round keeps a noisy answer, and each later one the larger of it and its own: what is kept, 1 or
    (the smaller) -1, and the later rounds."""
    begin = [r for r in rounds if r.source is None]
    first, later = [r for r in rounds if r.source == 0], [r for r in rounds if r.source]
    kept = [*first, *later]
    if any(r.target != 0 or r.acts() for r in begin) or any(r.target is None or len(r.reals) != 1 for r in kept) or \
            any([*map(type, r.acts())] != [Draw] + [Decision] * (len(r.acts()) - 1) for r in kept) or \
            any(len(r.acts()) != 2 or len(r.kept) != 1 for r in later) or not all(own_of(r, r.reals[0]) for r in first):
        return None
    templates = {template_of(r.run, r.reals[0]) for r in kept}
    template = templates.pop() if len(templates) == 1 else None
    takes = [own_of(r, r.reals[0]) for r in later]
    if template is None or {*takes} != {False, True} or \
            any(not own and r.reals[0].terms != r.kept[0].terms for own, r in zip(takes, later)):
        return None
    signs = {_sign_of(r, template) * (1 if own else -1) for own, r in zip(takes, later)}
    sign = signs.pop()
    return None if signs or sign == 0 else (template, sign, later)


def _sign_of(one: Round, template: Template) -> int:
    """1 where a round decides that its own value is above the one that was kept, -1 below; 0: it decides on something
    else."""
    answer, draw, _, _, constant = template
    newest = answer_atom(one.counts[0] - 1), one.counts[1] - 1
    mine = Real(one.run, constant, dict(zip(newest, (answer, draw))))
    decision = one.acts()[1]
    c = decision.value.terms.get(newest[1], Fraction(0)) / draw
    if not c:
        return 0
    difference = (mine - Real(one.run, one.kept[0].constant, one.kept[0].terms)) * c
    if not isinstance(difference, Real) or difference.terms != decision.value.terms or decision.value.constant or difference.constant:
        return 0
    return 1 if decision.met == (c > 0) else -1


def own_of(one: Round, value: Real) -> bool:
    """Whether it is made of the newest answer and the newest draw."""
    return set(value.terms) == {answer_atom(one.counts[0] - 1), one.counts[1] - 1}
