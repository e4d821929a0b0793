# SPDX-License-Identifier: Apache-2.0
"""A part of the campaign; COUPLET_TEST_PROGRAMS and COUPLET_TEST_SEED make it longer, or another one."""
import os
import unittest

import campaign

COUPLET = os.environ.get("COUPLET")


class Campaign(unittest.TestCase):

    @unittest.skipUnless(COUPLET, "COUPLET names no program")
    def test_nothing_false_is_said_of_functions_with_raw_answers(self):
        count, seed = int(os.environ.get("COUPLET_TEST_PROGRAMS", "200")), int(os.environ.get("COUPLET_TEST_SEED", "1"))
        counts, false = campaign.run(count, seed, COUPLET)
        self.assertEqual(false, [])
        self.assertEqual(counts["error"], 0)
        self.assertGreater(counts["private"], count // 20)

    def test_what_cpython_shows_is_held_against_the_verdict(self):
        raw = "import numpy as np\ndef f(queries, epsilon):\n    return [a > 0 for a in queries]\n"
        self.assertIsNotNone(campaign.check(raw, ("private", "1", None), None))
        self.assertIsNotNone(campaign.check("", ("private", "1/2", None), ("private", "3/4", "3/4")))
        noisy = "import numpy as np\ndef f(queries, epsilon):\n    return queries[0] + np.random.laplace(0, 1 / epsilon) > 0\n"
        self.assertIsNone(campaign.check(noisy, ("private", "1", None), ("private", "1", "1")))


if __name__ == "__main__":
    unittest.main()
