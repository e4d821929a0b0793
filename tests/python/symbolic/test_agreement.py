# SPDX-License-Identifier: Apache-2.0
"""Short lists beside the automaton: what an error of the reader would hide is told."""
import unittest
from unittest import mock

from helping import any_length

from couplet.symbolic import loops, states
from couplet.symbolic.answers import Position


def blind_to(kind):
    """States in which values of a type are not seen."""
    seen = states.Snapshot.of
    return mock.patch.object(states.Snapshot, "of", lambda self, value: () if type(value) is kind else seen(self, value))


ABOVE = """
def f(queries, epsilon):
    rho = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= rho:
            return i
"""


class Agreement(unittest.TestCase):

    def differs(self, patch, body, answers):
        with patch:
            made, reason = any_length(body)
        self.assertIsNone(made)
        self.assertRegex(reason, f"differs from the function for lists of {answers} answer")

    def test_the_place_is_that_of_the_list(self):
        self.assertIsNotNone(any_length(ABOVE)[0])
        self.differs(mock.patch.object(Position, "told_as", lambda self: "somewhere"), ABOVE, 2)

    def test_state_in_a_value_that_is_not_seen(self):
        self.differs(blind_to(int), """
            def f(queries, epsilon):
                rho, n = np.random.laplace(scale=2 / epsilon), 0
                for q in queries:
                    n = 2 * n + 1
                    if n == 7:
                        return q
                    if q + np.random.laplace(scale=4 / epsilon) >= rho:
                        return True
            """, 3)

    def test_a_threshold_that_is_not_seen(self):
        self.differs(blind_to(bool), """
            def f(queries, epsilon):
                high = False
                for q in queries:
                    nu = q + np.random.laplace(scale=4 / epsilon)
                    if nu >= (5 if high else 1):
                        return True
                    high = not high
            """, 2)

    def test_more_noise_than_answers(self):
        made, reason = any_length("""
            def f(queries, epsilon):
                return int(np.argmax(np.asarray(queries) + np.random.laplace(0, 2 / epsilon, size=len(queries) + 1)))
            """)
        self.assertIsNone(made)
        self.assertRegex(reason, "differs|cannot be run")

    def test_random_paths_that_are_left_out(self):
        self.differs(mock.patch.object(loops.Explorer, "explore", _without_last(loops.Explorer.explore)), ABOVE, 1)


def _without_last(explore):
    def short(self):
        explore(self)
        self.segments.of[0].pop()
    return short


if __name__ == "__main__":
    unittest.main()
