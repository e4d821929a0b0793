# SPDX-License-Identifier: Apache-2.0
"""Random programs as people write them: no verdict for lists of any length is below what lists of one to three cost.

COUPLET_TEST_PROGRAMS and COUPLET_TEST_SEED make the run longer, or another one.
"""
import os
import random
import unittest
from fractions import Fraction

from helping import any_length, read
from test_programs import COUPLET, verdicts_of
from written import Written

PROGRAMS = int(os.environ.get("COUPLET_TEST_PROGRAMS", "40"))
SEED = int(os.environ.get("COUPLET_TEST_SEED", "1"))


def cost_of(verdict):
    """A least d as a number; None: it is not known."""
    if verdict == "none":
        return float("inf")
    return Fraction(verdict) if verdict and verdict[0].isdigit() else None


def saying(automaton):
    """The automaton as the reader gives it: what it reads may be a multiple of the answers."""
    factor = automaton.pop("factor", 1)
    automaton.pop("windows", None)
    return automaton if factor == 1 else automaton | {"sensitivity": str(factor)}


class WrittenPrograms(unittest.TestCase):

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_any_length_costs_no_less_than_short_lists(self):
        texts = [Written(random.Random(SEED * 1_000_003 + k)).text for k in range(PROGRAMS)]
        made = {k: saying(automaton) for k, text in enumerate(texts) for automaton in [any_length(text)[0]] if automaton is not None}
        self.assertGreater(len(made), PROGRAMS // 3)
        found = verdicts_of({f"any{k}": automaton for k, automaton in made.items()})
        for n in (1, 2, 3):
            models = {f"n{k}": one["linear"] for k in made for one in read(texts[k], "f", **{"python.answers": str(n)})[0]}
            for name, verdict in verdicts_of(models).items():
                whole, part = cost_of(found.get(f"any{name[1:]}")), cost_of(verdict)
                with self.subTest(program=int(name[1:]), answers=n):
                    self.assertTrue(whole is None or part is None or part <= whole, f"{part} > {whole}\n{texts[int(name[1:])]}")


if __name__ == "__main__":
    unittest.main()
