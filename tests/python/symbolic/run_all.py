# SPDX-License-Identifier: Apache-2.0
"""Runs tests of couplet.symbolic that stand beside this file, with the interpreter that has numpy.

    run_all.py [NAME...]     those of the files NAME.py; without names all
"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = {"numpy": "python3-numpy", "pycparser": "python3-pycparser"}
#: What these packages need themselves.
BELOW = ("ply",)


class Bare:
    """Finds modules but those of installed packages that the tests do not name: they run as on a machine without."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        is_installed = spec is not None and "-packages" in (spec.origin or "")
        return spec if not is_installed or name.partition(".")[0] in (*PACKAGES, *BELOW) else None


def main():
    missing = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    if missing:
        sys.exit(f"{sys.executable} lacks modules; please install Debian's packages: {' '.join(missing)}")
    sys.path.insert(0, str(HERE))
    sys.meta_path[:] = [Bare if finder is importlib.machinery.PathFinder else finder for finder in sys.meta_path]
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
    tests = unittest.TestLoader().loadTestsFromNames(names)
    return not unittest.TextTestRunner().run(tests).wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
