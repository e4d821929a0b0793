# SPDX-License-Identifier: Apache-2.0
"""Lines of a module that cannot be run here, and functions that do and do not depend on them."""
import pathlib
import tempfile
import unittest

from helping import HEAD

from couplet.symbolic.python_reading import PythonReader

RELEASE = "def release(answers, epsilon):\n    return answers[0] + np.random.laplace(0, {} / epsilon)\n"
BAD = "import notthere\ntable = notthere.read('x') + 1\n"


def said_of(text, name="release"):
    """What is said of the function: the keys of its answer, and the messages."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.py"
        path.write_text(text)
        said = []
        PythonReader(str(path), text, {}, said.append).read(name)
    said = [one for one in said if one.get("name", name) == name]
    answers = [one for one in said if "automaton" in one or "linear" in one]
    return answers, " ".join(one.get("message", {}).get("message", "") for one in said)


class Left(unittest.TestCase):

    def read(self, text, name="release"):
        answers, messages = said_of(HEAD + text, name)
        self.assertEqual(len(answers), 1, messages)
        return answers[0], messages

    def refused(self, text, why):
        answers, messages = said_of(HEAD + text)
        self.assertEqual(answers, [], text)
        self.assertIn(why, messages)

    def test_a_line_that_gives_nothing_that_is_used(self):
        _, messages = self.read(BAD + RELEASE.format(1))
        self.assertIn("this line cannot be run, and is left out", messages)

    def test_lines_that_depend_on_it(self):
        _, messages = self.read(BAD + "half = table / 2\nfor row in half: print(row)\n" + RELEASE.format(1))
        self.assertNotIn("more are", messages)

    def test_other_lines_that_fail(self):
        _, messages = self.read(BAD + "other = notthere.read('y') + 1\n" + RELEASE.format(1))
        self.assertIn("as 1 more are", messages)

    def test_a_name_that_the_function_uses(self):
        self.refused(BAD + RELEASE.format("table"), "gives 'table', which the function uses")
        self.refused(BAD + "width = table\n" + RELEASE.format("width"), "which the function uses")
        self.refused(BAD + "def width(): return table\n" + RELEASE.format("width()"), "gives 'table'")

    def test_a_name_that_is_given_before(self):
        self.refused("import notthere\nwidth = 1\nwidth = notthere.read('x') + 1\n" + RELEASE.format("width"), "gives 'width'")
        self.refused("import notthere\n" + RELEASE.format(1) + "release = notthere.wrap(release) + 1\n",
                     "gives 'release'")

    def test_a_name_that_is_given_again(self):
        self.read(BAD + "table = 1\n" + RELEASE.format("table"))

    def test_an_exception_that_hides_it(self):
        self.refused(BAD + "try:\n    width = table\nexcept NameError:\n    width = 1\n" + RELEASE.format("width"), "which the function uses")
        self.refused(BAD + "def width():\n    try:\n        return table\n    except NameError:\n        return 1\n" +
                     RELEASE.format("width()"), "gives 'table'")

    def test_what_it_may_change(self):
        for before, line in (("widths = [1]", "table = notthere.read(widths) + 1"),
                             ("widths = [1]\ndef fill(): widths[0] = 0", "table = notthere.read(fill()) + 1"),
                             ("widths = [1]\nalias = widths", "table = notthere.read(alias) + 1")):
            self.refused(f"import notthere\n{before}\n{line}\n" + RELEASE.format("widths[0]"), "'widths', which the function")

    def test_a_global_that_it_sets(self):
        self.refused("import notthere\nwidth = 1\ndef fill():\n    global width\n    width = 0\n"
                     "table = notthere.read(fill()) + 1\n" + RELEASE.format("width"), "gives 'width'")

    def test_a_part_of_what_the_function_uses(self):
        for line in ("np.random.laplace = notthere.read('x') + 1", "release.width = notthere.read('x') + 1"):
            self.refused(f"import notthere\n{RELEASE.format(1)}{line}\n", "sets a part of")

    def test_a_seed(self):
        self.refused("import notthere\ndef begin():\n    np.random.seed(0)\ntable = notthere.read('x') + begin()\n" +
                     RELEASE.format(1), "which may change the function")
        self.refused("import notthere\ntable = notthere.read('x') + 1\nif table > 1:\n    np.random.seed(0)\n" +
                     RELEASE.format(1), "calls 'seed'")

    def test_noise_that_is_drawn_for_show(self):
        answer, messages = self.read(RELEASE.format(1) + "print(release([1], 1))\nmany = [release([2], 1) for _ in range(3)]\n")
        self.assertEqual(messages, "")
        self.assertIn("automaton", answer)

    def test_noise_that_is_drawn_once_for_all_calls(self):
        for given, used in (("noise = np.random.laplace()", "noise"), ("noise = [np.random.laplace()]", "noise[0]")):
            answer, messages = self.read(f"{given}\ndef release(answers, epsilon):\n    return answers[0] + {used}\n")
            self.assertIn("while the module is loaded", messages)
            self.assertNotIn("automaton", answer)


if __name__ == "__main__":
    unittest.main()
