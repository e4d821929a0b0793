#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What bench/figures.py and bench/units.py count, on small made-up texts and folders.

usage: test_figures.py SOURCE"""
import pathlib
import sys
import tempfile
import unittest
from typing import Dict

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "bench"))
import figures  # noqa: E402
import units  # noqa: E402

PROFILE = """positions: line
events: Ir
fl=(1) /cache/build/../core/a.c
fn=(1) first
2 2
cfi=(2) ../core/b.c
cfn=(2) second
calls=1 7
+1 20
fl=(2)
fn=(2)
8 3
fi=(1)
* 4
fe=(2)
-6 1
fl=(3) /usr/lib/libc.c
fn=(4) malloc
9 1
"""
SOURCE_A = "int\nfirst (void)\n{\n  return 1;\n}\n\nstatic int\nput_into_second (void)\n{\n  return 2;\n}\n"


def graph(files: Dict[str, str]) -> units.Graph:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return units.graph_of_units(pathlib.Path(folder), files)


class Units(unittest.TestCase):
    def test_a_source_and_its_header_are_one_unit(self):
        self.assertEqual(graph({"core/a.c": '#include "a.h"\n', "core/a.h": ""}), {"core/a": set()})

    def test_an_include_of_a_header_is_an_arrow(self):
        found = graph({"core/a.c": '#include "b.h"\n#include <glib.h>\n', "core/b.h": ""})
        self.assertEqual(found, {"core/a": {"core/b"}, "core/b": set()})

    def test_the_header_of_the_own_folder_is_taken_first(self):
        found = graph({"core/x/a.c": '#include "b.h"\n', "core/b.h": "", "core/x/b.h": ""})
        self.assertEqual(found["core/x/a"], {"core/x/b"})

    def test_a_header_of_a_room_beside_is_taken_before_one_of_another_part(self):
        found = graph({"core/x/a.c": '#include "b.h"\n', "core/y/b.h": "", "plugins/y/b.h": ""})
        self.assertEqual(found["core/x/a"], {"core/y/b"})

    def test_a_circle_through_headers_and_sources_is_found(self):
        found = graph({"a.c": '#include "b.h"\n', "a.h": "", "b.h": '#include "c.h"\n',
                       "c.h": "", "c.c": '#include "a.h"\n', "d.c": '#include "a.h"\n'})
        self.assertEqual(units.circles(found), [["a", "b", "c"]])

    def test_two_paths_to_one_unit_are_no_circle(self):
        self.assertEqual(units.circles({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}), [])


class Counts(unittest.TestCase):
    def test_comments_are_no_tokens(self):
        self.assertEqual(figures.tokens("int x; /* a b */ // c\n"), 3)

    def test_texts_numbers_and_operators_are_one_token_each(self):
        self.assertEqual(figures.tokens('f ("a /* \\" b", \'x\', 1.5e-3) >>= y->z;'), 13)

    def test_public_functions_are_those_that_are_declared(self):
        text = ("int couplet_a (void);\nstatic inline int couplet_b (void)\n{\n  return couplet_c (1);\n}\n"
                "#define couplet_d(x) couplet_e (x)\nchar *couplet_f (int a,\n                 int b);\n")
        self.assertEqual(figures.public_functions(text), {"couplet_a", "couplet_f"})

    def test_lines_that_ran_are_absolute_relative_or_the_same(self):
        self.assertEqual(figures.lines_that_ran(PROFILE, {"core/a.c", "core/b.c"}),
                         {("core/a.c", 2), ("core/a.c", 3), ("core/b.c", 8), ("core/a.c", 8), ("core/b.c", 2)})

    def test_functions_that_ran_are_those_around_the_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.c").write_text(SOURCE_A)
            root = pathlib.Path(folder)
            self.assertEqual(figures.functions_with({("a.c", 3), ("a.c", 4)}, root), {("a.c", "first")})
            self.assertEqual(figures.functions_with({("a.c", 10)}, root), {("a.c", "put_into_second")})
            self.assertEqual(figures.functions_with({("a.c", 6)}, root), set())


class Check(unittest.TestCase):
    ROW = {"figure": 100, "held": True, "wanted": None}

    def test_two_percent_more_are_accepted_and_three_are_not(self):
        self.assertEqual(figures.risen({"x": 102}, {"x": self.ROW}), [])
        self.assertEqual(figures.risen({"x": 103}, {"x": self.ROW}),
                         ["x: 103, recorded 100, may rise by 2 %"])

    def test_what_is_not_held_may_rise(self):
        self.assertEqual(figures.risen({"x": 200}, {"x": {**self.ROW, "held": False}}), [])

    def test_a_figure_without_a_record_is_an_error(self):
        self.assertEqual(figures.risen({"x": 1}, {}), ["x: is not in figures.json"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
