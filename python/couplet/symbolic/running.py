# SPDX-License-Identifier: Apache-2.0
"""A loop that keeps the largest noisy answer so far, and its place, which is told at the end."""
from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .largest import Template
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


def largest_so_far(rounds: list[Round]) -> tuple[Template, int, Round, Round] | None:
    """Whether the first round keeps a noisy answer, and each later one the larger of it and its own:
    what is kept, 1 or (the smaller) -1, the round that keeps the old one, and the one that takes its own."""
    if [(r.source, r.target) for r in rounds] != [(None, 0), (0, 1), (1, 1), (1, 1)]:
        return None
    begin, first, *later = rounds
    if begin.acts() or \
            [list(map(type, r.acts())) for r in (first, *later)] != [[Draw], [Draw, Decision], [Draw, Decision]] or \
            any(len(r.reals) != 1 for r in (first, *later)):
        return None
    templates = {template_of(r.run, r.reals[0]) for r in (first, *later)}
    template = templates.pop()
    newest = [own_of(r, r.reals[0]) for r in later]
    if template is None or templates or not own_of(first, first.reals[0]) or sorted(newest) != [False, True]:
        return None
    taking, keeping = (later[0], later[1]) if newest[0] else (later[1], later[0])
    if len(keeping.kept) != 1 or keeping.reals[0].terms != keeping.kept[0].terms:
        return None
    signs = {_sign_of(taking, template), -_sign_of(keeping, template)}
    sign = signs.pop()
    return None if signs or sign == 0 else (template, sign, keeping, taking)


def _sign_of(one: Round, template: Template) -> int:
    """1 where a round decides that its own value is above the one that was kept, -1 below; 0: it decides on something
    else."""
    answer, draw, _, _, constant = template
    newest = answer_atom(one.counts[0] - 1), one.counts[1] - 1
    mine = Real(one.run, constant, dict(zip(newest, (answer, draw))))
    decision = one.acts()[1]
    c = decision.value.terms.get(newest[1], Fraction(0)) / draw
    if not c or len(one.kept) != 1:
        return 0
    difference = (mine - Real(one.run, one.kept[0].constant, one.kept[0].terms)) * c
    if not isinstance(difference, Real) or difference.terms != decision.value.terms or decision.value.constant or difference.constant:
        return 0
    return 1 if decision.met == (c > 0) else -1


def own_of(one: Round, value: Real) -> bool:
    """Whether it is made of the newest answer and the newest draw."""
    return set(value.terms) == {answer_atom(one.counts[0] - 1), one.counts[1] - 1}


def template_of(run: Run, value: Real) -> Template | None:
    if len(value.terms) != 2 or value.publics:
        return None
    answer, draw = sorted(value.terms)
    if not is_answer(answer) or is_answer(draw):
        return None
    return value.terms[answer], value.terms[draw], run.kinds[draw], run.rate_of(draw), value.constant
