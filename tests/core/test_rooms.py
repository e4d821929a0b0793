#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_rooms.py SOURCE BUILD: every file of the core lies in a room, calls and
includes go down only, and neither files nor units form a circle. Reads the symbols
of the built objects (nm) and the #include lines."""
import collections
import functools
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE, BUILD = (pathlib.Path(argument) for argument in sys.argv[1:3])
CORE = SOURCE / "core"
sys.path.insert(0, str(SOURCE / "bench"))
from units import circles, graph_of_units  # noqa: E402

# The rooms of core/run, the lowest first: each may use those before it.
RUN = ("settings", "parameters", "stages", "reading", "judge", "process")
# What each room may use besides itself; include/couplet is open to all.
MAY_USE = {
    "base": set(),
    "model": {"base"},
    "semantics": {"base", "model"},
    "evidence": {"base", "model", "semantics"},
    "check": {"base", "model", "evidence"},
    "path": {"base", "model", "semantics"},
    "plugin": {"base", "model", "semantics", "path", "evidence"},
    "moves": {"base", "model", "semantics", "plugin"},
    "solve": {"base", "model", "semantics", "evidence", "plugin", "moves"},
    "results": {"base", "model", "semantics", "evidence", "plugin"},
    **{"run/" + room: {"base", "model", "semantics", "path", "evidence", "check", "plugin", "moves", "results"} |
       {"run/" + lower for lower in RUN[:i]} for i, room in enumerate(RUN)},
    # these see the library by include/ only
    "explain/facts": set(),
    "explain/choice": {"explain/facts"},
    "explain/pairs": {"explain/facts"},
    "explain/proof": {"explain/facts"},
    "explain/repair": {"explain/facts"},
    "explain/story": {"explain/choice", "explain/facts", "explain/pairs", "explain/proof", "explain/repair"},
    "explain/print": {"explain/facts", "explain/pairs", "explain/repair", "explain/story", "layout"},
}
# Programs over the library: they see include/ and what is named here.
ABOVE = {"explain": {"explain/facts", "explain/story", "explain/print"},
         "cli": {"cli/lsp", "explain", "explain/facts", "explain/print", "explain/repair"}, "cli/lsp": set(), "layout": set(),
         # these call what the library exports
         "modules": {"base", "results"}, "modules/store": {"results"}, "modules/sandbox": {"base"}}


def objects():
    """The object files of the rooms: source path below core/ -> object path."""
    found = {}
    for room in MAY_USE:
        above, name = os.path.split(room)
        folder = BUILD / "core" / (above if above == "explain" else room) / "CMakeFiles"
        folder /= "explain_%s.dir/%s" % (name, name) if above == "explain" else "core_%s.dir" % room.replace("/", "_")
        for path in sorted(folder.glob("*.o")):
            if (CORE / room / path.name[:-len(".o")]).exists():  # not of a deleted source
                found["%s/%s" % (room, path.name[:-len(".o")])] = path
    return found


def symbols(path):
    """The symbols an object defines and those it needs."""
    defined, needed = set(), set()
    for line in subprocess.run(["nm", "--format=posix", "-g", path], check=True,
                               capture_output=True, text=True).stdout.splitlines():
        name, kind = line.split()[:2]
        (needed if kind == "U" else defined).add(name)
    return defined, needed


@functools.lru_cache
def call_graph():
    """Which files call which; what is exported may be called from above the library."""
    tables = {file: symbols(path) for file, path in objects().items()}
    owner = {name: file for file, (defined, _) in tables.items() for name in defined}
    return {file: {owner[name] for name in needed if name in owner
                   and not (file.startswith("explain/") and name.startswith("couplet_"))} - {file}
            for file, (_, needed) in tables.items()}


def room_of(path):
    """The room of a file, a path below core/."""
    return os.path.dirname(str(path))


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE)


class Rooms(unittest.TestCase):
    def test_every_file_of_the_core_lies_in_a_room(self):
        rooms = set(MAY_USE) | set(ABOVE)
        strays = [str(path.relative_to(SOURCE)) for path in CORE.rglob("*.[ch]")
                  if room_of(path.relative_to(CORE)) not in rooms]
        self.assertEqual(strays, [])

    def test_every_source_of_a_room_was_built(self):
        sources = {"%s/%s" % (room, path.name) for room in MAY_USE
                   for path in (CORE / room).glob("*.c")}
        self.assertEqual(sources, set(objects()))

    def test_calls_go_down_only(self):
        wrong = []
        for file, called in call_graph().items():
            room = room_of(file)
            wrong += ["%s calls %s" % (file, other) for other in sorted(called)
                      if room_of(other) not in MAY_USE[room] | {room}]
        self.assertEqual(wrong, [])

    def test_includes_go_down_only(self):
        where = collections.defaultdict(set)
        for path in CORE.rglob("*.h"):
            where[path.name].add(room_of(path.relative_to(CORE)))
        wrong = []
        for path in CORE.rglob("*.[ch]"):
            room = room_of(path.relative_to(CORE))
            allowed = MAY_USE.get(room, ABOVE.get(room, set())) | {room}
            wrong += ["%s/%s includes %s" % (room, path.name, name) for name in includes(path)
                      if not where[name] & allowed]
        self.assertEqual(wrong, [])

    def test_no_files_call_each_other_in_a_circle(self):
        self.assertEqual(circles(call_graph()), [])

    def test_no_units_include_each_other_in_a_circle(self):
        files = [str(path.relative_to(SOURCE)) for folder in ("core", "frontends")
                 for path in (SOURCE / folder).rglob("*.[chly]")]
        self.assertEqual(circles(graph_of_units(SOURCE, files)), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
