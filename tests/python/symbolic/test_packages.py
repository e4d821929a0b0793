# SPDX-License-Identifier: Apache-2.0
"""Files that belong to packages: what they import, and where from."""
import pathlib
import sys
import tempfile
import unittest

from helping import HEAD

from couplet.symbolic.python_reading import PythonReader

NOISE = "from numpy.random import laplace\ndef lap(width): return laplace(0, width)\n"
RELEASE = "def release(answers, epsilon): return answers[0] + {}(1 / epsilon)\n"


class Packages(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        before, path, modules = list(sys.meta_path), list(sys.path), dict(sys.modules)
        self.addCleanup(lambda: (sys.meta_path.__setitem__(slice(None), before), sys.path.__setitem__(slice(None), path),
                                 [sys.modules.pop(name) for name in list(sys.modules) if name not in modules and
                                  self.folder.name in (getattr(sys.modules[name], "__file__", None) or "")]))

    def release(self, file, imports, call, **files):
        """That a file of these imports is read, beside these files."""
        for name, text in {**files, file: HEAD + imports + "\n" + RELEASE.format(call)}.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        said = []
        path = self.folder / file
        PythonReader(str(path), path.read_text(), {}, said.append).read("")
        self.assertEqual([(one.get("name"), "automaton" in one, one.get("message")) for one in said],
                         [("release", True, None)])

    def test_module_beside_it(self):
        self.release("one.py", "from noise_beside import lap", "lap", **{"noise_beside.py": NOISE})

    def test_relative(self):
        for number, (imports, call) in enumerate((("from .noise import lap", "lap"), ("from . import noise", "noise.lap"),
                                                  ("from .noise import lap as l", "l"))):
            for name, init in (f"p{number}", {}), (f"q{number}", {f"q{number}/__init__.py": ""}):
                with self.subTest(imports, init=init):
                    self.release(f"{name}/one.py", imports, call, **{f"{name}/noise.py": NOISE, **init})

    def test_relative_to_packages_above(self):
        names = {"top/__init__.py": "", "top/a/__init__.py": "", "top/a/b/__init__.py": "", "top/noise.py": NOISE}
        self.release("top/a/b/one.py", "from ...noise import lap", "lap", **names)

    def test_absolute(self):
        self.release("whole/part/one.py", "from whole.noise import lap", "lap", **{"whole/noise.py": NOISE})
        self.release("full/one.py", "import full.noise", "full.noise.lap",
                     **{"full/__init__.py": "from .noise import lap", "full/noise.py": NOISE})

    def test_a_package_that_imports_the_file(self):
        for name, imports in ("r1", "from .noise import lap"), ("r2", "from r2.noise import lap"):
            self.release(f"{name}/one.py", imports, "lap", **{
                f"{name}/__init__.py": "from .one import release", f"{name}/noise.py": NOISE})

    def test_a_folder_with_the_name_of_a_library(self):
        self.release("random/one.py", "import random\ndef lap(w):\n    return random.expovariate(1 / w) - "
                     "random.expovariate(1 / w)", "lap")


if __name__ == "__main__":
    unittest.main()
