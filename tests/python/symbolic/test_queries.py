# SPDX-License-Identifier: Apache-2.0
"""Queries as keys of a database, and candidates as arguments of a score."""
import unittest

from test_left_out import HEAD, said_of

LOOK_UP = """def first(database, names, epsilon, level=0):
    bar = level + np.random.laplace(0, 2 / epsilon)
    for place, name in enumerate(names):
        if database[name] + np.random.laplace(0, 4 / epsilon) >= bar:
            return place
"""
BEST = """def first(data, candidates, score, epsilon):
    scores = [score(data, one) for one in candidates]
    noisy = [value + np.random.laplace(0, 2 / epsilon) for value in scores]
    return candidates[np.argmax(noisy)]
"""


class Queries(unittest.TestCase):

    def only(self, text):
        answers, messages = said_of(HEAD + text, "first")
        self.assertEqual(len(answers), 1, messages)
        return answers[0]

    def refused(self, text):
        answers, messages = said_of(HEAD + text, "first")
        self.assertEqual(answers, [], text)
        return messages

    def test_keys_of_a_database(self):
        answer = self.only(LOOK_UP)
        self.assertIn("automaton", answer)
        self.assertEqual((answer["understood"]["private"], answer["understood"]["private_as"]), ("names", "functions"))

    def test_candidates_of_a_score(self):
        answer = self.only(BEST)
        self.assertEqual(answer["understood"]["private"], "candidates")
        self.assertIn("<query 1>", str(answer["linear"]["lists"]))
        for place in "int(np.argmax(noisy))", "noisy.index(max(noisy))":
            best = BEST.replace("np.argmax(noisy)", place).replace("[value +", "[score(data, value) +").replace("in scores]", "in candidates]")
            self.assertIn("automaton", self.only(best.replace("    scores = [score(data, one) for one in candidates]\n", "")))

    def test_the_best_candidate_is_nothing_but_told(self):
        best = BEST.replace("[value +", "[score(data, value) +").replace("in scores]", "in candidates]").replace(
            "    scores = [score(data, one) for one in candidates]\n", "")
        for use in "{}(data)", "score(data, {})", "{} + 1", "int({})":
            answers, _ = said_of(HEAD + best.replace("candidates[np.argmax(noisy)]", use.format("candidates[np.argmax(noisy)]")), "first")
            self.assertFalse(any("automaton" in answer for answer in answers), use)

    def test_one_query_that_is_asked_in_two_ways(self):
        for other in "counts[name]", "database(name)", "name(database)":
            self.refused(LOOK_UP.replace("level=0", "counts").replace("level +", "0 +").replace("return place", f"return {other}"))
        self.refused(BEST.replace("data, c", "data, other, c").replace("return candidates", "return score(other, candidates[0]), candidates"))

    def test_what_else_is_done_with_a_query(self):
        for use in "name + 1", "str(name) == 'a'", "name == 'a'", "name.width", "hash(name)":
            self.refused(LOOK_UP.replace("return place", f"return {use}"))

    def test_a_score_of_a_private_answer(self):
        self.assertIn("called with a private answer", self.refused(
            "def first(answers, score, epsilon):\n    return score(answers[0] * 2) + np.random.laplace(0, 1 / epsilon)\n"))


if __name__ == "__main__":
    unittest.main()
