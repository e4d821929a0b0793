#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tools that only tests use: what is missing is named with Debian's package, and is an error where all
tests are wanted; make check installs each of them.

usage: test_tools.py COUPLET SOURCE CMAKE"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, CMAKE = os.path.abspath(sys.argv[2]), sys.argv[3]
SCRIPT = """cmake_minimum_required(VERSION 3.22)
set(Python3_EXECUTABLE "%s")
include("%s/cmake/TestTools.cmake")
couplet_lacks_tools(first lacks git %s)
couplet_find_tools(second found zsh git)
get_property(summary GLOBAL PROPERTY COUPLET_SUMMARY)
message(STATUS "first lacks: ${lacks}; second has: ${found}; ${summary}")
couplet_demand_all_tests()
message(STATUS "configured")
"""


class Tools(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.programs = os.path.join(self.folder, "programs")
        os.mkdir(self.programs)

    def configure(self, *options, programs, needs="git", python="true"):
        """The exit status and what CMake says where there are only those programs; python is what is
        asked for modules."""
        for name in programs:
            path = os.path.join(self.programs, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n")
            os.chmod(path, 0o755)
        script = os.path.join(self.folder, "tools.cmake")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT % (shutil.which(python), SOURCE, needs))
        done = subprocess.run([CMAKE, *options, "-P", script], env=dict(os.environ, PATH=self.programs),
                              capture_output=True, text=True)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def test_nothing_is_left_out_where_all_is_there(self):
        status, said = self.configure("-DCOUPLET_ALL_TESTS=ON", programs=["git", "zsh"],
                                      needs="module:yaml")
        self.assertEqual(status, 0, said)
        self.assertIn("first lacks: OFF; second has: zsh;git;", said)
        self.assertIn("configured", said)
        self.assertNotIn("left out", said)

    def test_what_is_missing_leaves_tests_out_and_the_summary_says_so(self):
        status, said = self.configure(programs=["git"], needs="cbc")
        self.assertEqual(status, 0, said)
        self.assertIn("first lacks: ON; second has: git;", said)
        self.assertIn("left out: of test first what needs cbc (not found; Debian's package is coinor-cbc)",
                      said)
        self.assertIn("left out: of test second what needs zsh (not found; Debian's package is zsh)", said)
        self.assertIn("configured", said)

    def test_a_module_may_be_missing(self):
        status, said = self.configure("-DCOUPLET_ALL_TESTS=ON", programs=["git", "zsh"],
                                      needs="module:yaml", python="false")
        self.assertNotEqual(status, 0)
        self.assertIn("please install Debian's packages: python3-yaml", said)

    def test_it_is_an_error_where_all_tests_are_wanted_which_names_all_packages(self):
        status, said = self.configure("-DCOUPLET_ALL_TESTS=ON", programs=["git"], needs="cbc")
        self.assertNotEqual(status, 0)
        self.assertIn("please install Debian's packages: coinor-cbc zsh", said)
        self.assertNotIn("configured", said)

    def test_a_tool_without_a_package_is_an_error(self):
        status, said = self.configure(programs=["git", "zsh"], needs="unheard-of")
        self.assertNotEqual(status, 0)
        self.assertIn("the tool unheard-of is not in cmake/TestTools.cmake", said)

    def test_make_check_installs_every_tool(self):
        with open(os.path.join(SOURCE, "cmake", "TestTools.cmake"), encoding="utf-8") as file:
            words = re.search(r"^set\(COUPLET_TEST_TOOLS([^)]*)\)", file.read(), re.M).group(1).split()
        with open(os.path.join(SOURCE, "GNUmakefile"), encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        packages = re.search(r"^CHECK_PACKAGES := (.*)$", text, re.M).group(1).split()
        self.assertEqual(set(words[1::2]) - set(packages), set())
        for target in ("CHECK", "SANITIZED", "SMALLEST"):
            self.assertRegex(text, r"-B \$\(%s_BUILD\)[^\n]*-DCOUPLET_ALL_TESTS=ON" % target)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
