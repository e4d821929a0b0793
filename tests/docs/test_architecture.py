#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ARCHITECTURE.md names rooms, files and functions that are there, and all rooms of the core.

usage: test_architecture.py SOURCE"""
import os
import re
import subprocess
import sys
import unittest

SOURCE = sys.argv.pop()
TEXT = open(os.path.join(SOURCE, "ARCHITECTURE.md"), encoding="utf-8").read()
FILES = {os.path.relpath(os.path.join(folder, name), SOURCE) for top in ("core", "python", "include", "tests", "plugins")
         for folder, _, names in os.walk(os.path.join(SOURCE, top)) for name in names}


class Architecture(unittest.TestCase):
    def test_files_that_it_names_are_there(self):
        named = re.findall(r"`([\w/]+\.(?:c|py))`", TEXT)
        self.assertGreater(len(named), 20)
        self.assertEqual([name for name in named if not any(file.endswith("/" + name) or file == name for file in FILES)], [])

    def test_folders_that_it_names_are_there(self):
        named = re.findall(r"`((?:core|plugins|python|include|frontends|tests|proof|bench)(?:/\w+)*)`", TEXT)
        self.assertEqual([name for name in named if not os.path.isdir(os.path.join(SOURCE, name))], [])

    def test_functions_that_it_names_are_there(self):
        for name in re.findall(r"`(\w+)\(\)`", TEXT):
            found = subprocess.run(["grep", "-rqE", r"^%s \(" % name, os.path.join(SOURCE, "core")], check=False)
            self.assertEqual(found.returncode, 0, name)

    def test_it_names_all_rooms_of_the_core(self):
        rooms = {os.path.dirname(file) for file in FILES if re.fullmatch(r"core/(run/)?\w+/\w+\.[ch]", file)}
        self.assertEqual(sorted(room for room in rooms if "`%s`" % room not in TEXT), [])


if __name__ == "__main__":
    unittest.main()
