# SPDX-License-Identifier: Apache-2.0
"""What several tests of the package share: mechanisms from texts of programs."""
import pathlib
import sys
import textwrap

PYTHON = pathlib.Path(__file__).resolve().parents[3] / "python"
sys.path[:0] = [str(PYTHON), str(PYTHON.parent / "tests" / "frontends" / "code")]

import numpy  # noqa: E402, F401  it is loaded before its functions are replaced

from couplet.symbolic.explore import tree_of  # noqa: E402
from couplet.symbolic.loops import automaton_of  # noqa: E402
from couplet.symbolic.mechanism import Call, Mechanism  # noqa: E402
from couplet.symbolic.python_module import PythonFile  # noqa: E402
from couplet.symbolic.python_reading import PythonReader  # noqa: E402
from couplet.symbolic.run import Limits, Run, Understood  # noqa: E402
from couplet.symbolic.settings import Settings  # noqa: E402

HEAD = "import numpy as np\n"


def a_run(choices=(), epsilon=None):
    return Run(list(choices), Understood(), Limits(), epsilon)


def text_of(body):
    return HEAD + textwrap.dedent(body)


def mechanism(body, name="f", ways=100_000, **values):
    """The function `name` of a file with this text, epsilon being its argument of that name."""
    file = PythonFile("program.py", text_of(body))
    function = next(f for f in file.functions() if f.name == name)
    made = Mechanism(file, function, Settings.of(values), Limits(ways=ways))
    made.epsilon = "epsilon"
    return made


def tree(body, n=1, way="list", private="queries", **values):
    made = mechanism(body, **values)
    return tree_of(made.ways(Call(private, way), n))


def outputs(body, n=1, **values):
    """The outputs of each way through the tree, in preorder."""
    return [node["output"] for node in tree(body, n, **values) if "output" in node]


def any_length(body, name="f", way="list", private="queries", **values):
    """The automaton, or None, and why there is none."""
    return automaton_of(mechanism(body, name, **values), Call(private, way))


def read_all(body, name="", **settings):
    """All that the reader says of a file."""
    said = []
    PythonReader("program.py", text_of(body), settings, said.append).read(name)
    return said


def read(body, name="", **settings):
    """What the reader says of a file: models and errors."""
    said = read_all(body, name, **settings)
    return ([one for one in said if "message" not in one and "error" not in one],
            [one["message"]["message"] for one in said if "message" in one and one["message"]["severity"] == "error"])
