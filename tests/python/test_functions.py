#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""couplet.verify() of functions and classes, in the process of the test. COUPLET names the program;
COUPLET_LACKS_GLPK says that it was built without GLPK."""
import linecache
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import couplet  # noqa: E402
import numpy as np  # noqa: E402

of_some_answers = unittest.skipIf("COUPLET_LACKS_GLPK" in os.environ, "costs of lists of N answers are found with GLPK")
rng = np.random.default_rng()


def svt(queries, epsilon, T, c):
    count = 0
    noisy_T = T + rng.laplace(scale=2 / epsilon)
    for q in queries:
        if q + rng.laplace(scale=4 * c / epsilon) >= noisy_T:
            print("above")
            count += 1
            if count == c:
                return
        else:
            print("below")


def squares(queries, epsilon):
    noisy = queries[0] + np.random.laplace(scale=1 / epsilon)
    return noisy ** 2


class Counts:
    def __init__(self, epsilon):
        self.epsilon = epsilon

    def ask(self, value: float):
        if value + np.random.laplace(scale=1 / self.epsilon) > 0:
            raise StopIteration


def square_root(queries, epsilon):
    return queries[0] + np.random.laplace(scale=1 / (epsilon * np.sqrt(2)))


def several(queries, epsilon):
    return [q + np.random.laplace(0, 1 / epsilon) for q in queries]


SCRIPT = """import couplet
import numpy as np

def lap(scale):
    return np.random.laplace(0, scale)

def release(queries, epsilon):
    return queries[0] + lap(1 / epsilon)

"""


class Functions(unittest.TestCase):
    @of_some_answers
    def test_a_claim_that_is_missed_by_rounding_alone_holds(self):
        for claim, holds in (("1.4142135623730948", True), ("1.41421356237", False), ("1.5", True)):
            found = couplet.verify(square_root, claim=Fraction(claim), answers=1)
            self.assertTrue(found.rounded)
            self.assertEqual(found.claim.verdict == couplet.ClaimVerdict.HOLDS, holds, claim)

    def test_function(self):
        result = couplet.verify(svt, private="queries", parameters={"c": 3}, claim=1)
        self.assertEqual((result.verdict, result.least_d, result.claim.verdict), ("private", 1, "holds"))
        self.assertEqual((result.file, result.function), (os.path.abspath(__file__), "svt"))
        self.assertEqual(result.understood["values"], {"c": "3", "T": "any"})

    def test_options_of_the_front_end(self):
        options = {"python.adjacency": "monotonic"}
        self.assertEqual(couplet.verify(svt, {"c": 3}, options=options).least_d, couplet.verify(
            os.path.abspath(__file__) + "::svt", {"c": 3}, options={**options, "python.sandbox": "off"}).least_d)

    def test_class_and_method(self):
        for source in Counts, Counts.ask:
            result = couplet.verify(source)
            self.assertEqual((result.function, result.verdict), ("Counts.ask", "not-private"))

    def test_what_is_refused_has_its_line(self):
        with self.assertRaises(couplet.CoupletError) as caught:
            couplet.verify(squares)
        self.assertEqual(caught.exception.line, squares.__code__.co_firstlineno + 2)
        self.assertIn("other than sums and multiples", caught.exception.message)

    def test_what_is_no_mechanism_of_a_file(self):
        for source, message in ((len, "defined in no file"), (eval("lambda queries, epsilon: 1"), "defined in no file")):
            with self.assertRaisesRegex(couplet.CoupletError, message):
                couplet.verify(source)
        with self.assertRaisesRegex(couplet.CoupletError, "private= is of functions"):
            couplet.verify(__file__, private="queries")

    def least(self, source, *arguments, **named):
        result = couplet.verify(source, *arguments, **named)
        return result.verdict, result.least_d

    def test_within_functions(self):
        width, helper = 2, None

        def lap(scale):
            return np.random.laplace(0, scale)

        def inner(queries, epsilon):
            return queries[0] + lap(width / epsilon)

        class Inner:
            def release(self, queries, epsilon):
                return queries[0] + np.random.laplace(scale=1 / epsilon)
        self.assertEqual(self.least(inner), ("private", Fraction(1, 2)))
        self.assertEqual(couplet.verify(inner).understood["noise"][0]["line"], lap.__code__.co_firstlineno + 1)
        self.assertEqual(self.least(lambda queries, epsilon: queries[0] + np.random.laplace(scale=1 / epsilon)), ("private", 1))
        two = (lambda q, epsilon: q[0] + np.random.laplace(0, 1 / epsilon), lambda q, epsilon: q[0] + np.random.laplace(0, 2 / epsilon))
        self.assertEqual([self.least(one) for one in two], [("private", 1), ("private", Fraction(1, 2))])

    def test_what_cannot_be_made_anew(self):
        generator, counts = np.random.default_rng(), iter([1, 2])

        def draws(queries, epsilon):
            return queries[0] + generator.laplace(scale=1 / epsilon)

        def counted(queries, epsilon):
            return queries[0] + np.random.laplace(scale=next(counts) / epsilon)
        for source in draws, counted:
            with self.assertRaisesRegex(couplet.CoupletError, "of the function around it"):
                couplet.verify(source)

    @of_some_answers
    def test_values_around_it_are_the_same_in_each_run(self):
        seen = [1]

        def grows(queries, epsilon):
            seen.append(2)
            return queries[0] + np.random.laplace(scale=len(seen) / epsilon)
        self.assertEqual(self.least(grows, answers=1), ("private", Fraction(1, 2)))
        self.assertEqual(seen, [1])

    @of_some_answers
    def test_number_of_answers(self):
        self.assertEqual(self.least(lambda queries, epsilon: [q + np.random.laplace(0, 1 / epsilon) for q in queries],
                                    answers=3), ("private", 3))
        self.assertEqual(self.least(f"{os.path.abspath(__file__)}::several", answers=3,
                                    options={"python.sandbox": "off"}), ("private", 3))

    def test_unknown_parameters_and_options(self):
        for named, message in (({"parameters": {"c": 1, "nope": 1}}, "-D nope"), ({"options": {"python.nope": 1}}, "python.nope"),
                               ({"options": {"python.sandbox": "off"}}, "python.sandbox"),
                               ({"options": {"nowhere.nope": 1}}, "nowhere")):
            with self.assertRaisesRegex(couplet.CoupletError, message):
                couplet.verify(svt, **{"parameters": {"c": 1}, **named})
        with self.assertRaises(TypeError):
            couplet.verify(svt, {"c": 1}, nope=1)

    def run_python(self, text, folder, *words):
        environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(couplet.__file__).parents[1])}
        done = subprocess.run([sys.executable, *words], input=text, capture_output=True, text=True, env=environment,
                              cwd=folder, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()

    def test_scripts_that_ask_themselves(self):
        script = SCRIPT + "print(couplet.verify(release).least_d)\nassert couplet.verify(release).verdict == 'private'\n" \
            "later = 3\ndef other(queries, epsilon):\n    return queries[0] + lap(2 / epsilon)\n" \
            "print(couplet.verify(other).least_d, couplet.assert_private(release, 1).least_d)\n"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "script.py"
            path.write_text(script)
            self.assertEqual(self.run_python("", folder, str(path)), ["1", "1/2", "1"])
            found = couplet.verify(f"{path}::other", options={"python.sandbox": "off"})
            self.assertEqual((found.verdict, found.least_d), ("private", Fraction(1, 2)))

    def test_modules_that_are_imported_already(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder) / "mechanisms"
            package.mkdir()
            (package / "__init__.py").write_text("from .release import release\n")
            (package / "noise.py").write_text("from numpy.random import laplace as lap\n")
            (package / "release.py").write_text("from .noise import lap\ndef release(queries, epsilon):\n"
                                                "    return queries[0] + lap(0, 1 / epsilon)\n")
            self.assertEqual(self.run_python("import couplet, mechanisms, mechanisms.noise\n"
                                             "before = mechanisms.noise\n"
                                             "print(couplet.verify(mechanisms.release).least_d)\n"
                                             "import mechanisms.noise; print(before is mechanisms.noise)\n", folder, "-"),
                             ["1", "True"])

    def test_cells_of_a_notebook(self):
        cells = ["import numpy as np", "width = 1\nwidth = 2\nrng = np.random.default_rng()", "data = open('/nowhere')", "%magic",
                 "def lap(scale):\n    return rng.laplace(0, scale)",
                 "print('shown')\n\ndef release(queries, epsilon):\n    return queries[0] + lap(width / epsilon)"]
        names = {"In": ["", *cells], "width": 2}
        file = "/nowhere/cell.py"
        linecache.cache[file] = len(cells[-1]), None, cells[-1].splitlines(True), file
        self.addCleanup(linecache.cache.pop, file)
        for cell in cells[0], cells[1], cells[4], cells[5]:
            exec(compile(cell, file, "exec"), names)
        result = couplet.verify(names["release"])
        self.assertEqual((result.verdict, result.least_d), ("private", Fraction(1, 2)))

    def test_nothing_is_changed_in_the_process(self):
        before, draw, path = dict(sys.modules), np.random.laplace, list(sys.path)
        couplet.verify(svt, {"c": 2})
        self.assertIs(np.random.laplace, draw)
        self.assertEqual(sys.path, path)
        self.assertTrue(all(sys.modules.get(name) is module for name, module in before.items()))


if __name__ == "__main__":
    unittest.main(buffer=True)
