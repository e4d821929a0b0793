# SPDX-License-Identifier: Apache-2.0
"""Runs all tests of couplet.symbolic that stand beside this file, with the interpreter that has numpy."""
import importlib.util
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = {"numpy": "python3-numpy", "pycparser": "python3-pycparser"}


def main():
    missing = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]
    if missing:
        sys.exit(f"{sys.executable} lacks modules; please install Debian's packages: {' '.join(missing)}")
    sys.path.insert(0, str(HERE))
    tests = unittest.TestLoader().discover(str(HERE), pattern="test_*.py")
    return not unittest.TextTestRunner().run(tests).wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
