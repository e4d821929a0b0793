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
    newest = [own_of(r.run, r.reals[0]) for r in later]
    if template is None or templates or not own_of(first.run, first.reals[0]) or sorted(newest) != [False, True]:
        return None
    taking, keeping = (later[0], later[1]) if newest[0] else (later[1], later[0])
    best, mine = keeping.reals[0], taking.reals[0]
    if best.terms != first.reals[0].terms:
        return None
    compared, other = taking.acts()[1], keeping.acts()[1]
    c = compared.value.terms.get(max(mine.terms), Fraction(0)) / mine.terms[max(mine.terms)]
    difference = (mine - Real(mine.run, best.constant, best.terms)) * c if c else None
    if not isinstance(difference, Real) or compared.value.constant or difference.constant or \
            any(d.value.terms != difference.terms or d.value.constant for d in (compared, other)) or \
            compared.met == other.met:
        return None
    return template, 1 if compared.met == (c > 0) else -1, keeping, taking


def own_of(run: Run, value: Real) -> bool:
    """Whether it is made of the newest answer and the newest draw."""
    return set(value.terms) == {answer_atom(run.n_answers - 1), len(run.kinds) - 1}


def template_of(run: Run, value: Real) -> Template | None:
    if len(value.terms) != 2 or value.publics:
        return None
    answer, draw = sorted(value.terms)
    if not is_answer(answer) or is_answer(draw):
        return None
    return value.terms[answer], value.terms[draw], run.kinds[draw], run.rate_of(draw), value.constant
