#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_exports.py SOURCE LIBRARY PLUGINS: the prefix couplet_ marks what is exported and
nothing else. Reads the symbols of the built libraries (nm) and the sources."""
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE, LIBRARY, PLUGINS = (pathlib.Path(argument) for argument in sys.argv[1:4])
ENTRY = "couplet_plugin_entry_v1"
# A definition: the name begins a line, as clang-format lays it out.
DEFINITION = re.compile(r"^(couplet_\w+) \(", re.MULTILINE)
# What a header for plugins may declare although no plugin that is here calls it: to complete a set.
OF_USE_TO_OTHERS = {
    "couplet_outcome_add_bound", "couplet_outcome_add_evidence", "couplet_record_decimal", "couplet_record_integer",
    "couplet_record_is", "couplet_record_item_text", "couplet_record_object", "couplet_record_to_json",
    "couplet_shifts_beside", "couplet_unit_new", "couplet_vectors_below", "couplet_vectors_least", "couplet_vectors_of",
    "couplet_vectors_unit"}
# A declaration: type, name, parameters up to the semicolon.
DECLARATION = re.compile(r"^[A-Za-z][\w ]*[ *]+(couplet_\w+) \([^;{]*;", re.MULTILINE)


def exported(path):
    """The functions and variables that a shared object exports."""
    lines = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=posix", path],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[0].split("@")[0] for line in lines
            if line.split()[1] in "TDBRV" and not line.startswith(("_", "__"))}


def texts(folder, *endings):
    return {path: path.read_text() for path in sorted((SOURCE / folder).rglob("*"))
            if path.suffix in endings}


def inline_of_headers():
    return {name for text in texts("include", ".h").values() for name in DEFINITION.findall(text)}


def wrong_definitions(sources, allowed):
    """Definitions with the prefix in sources, a dictionary from path to text, of a name that is
    not among allowed."""
    return sorted("%s defines %s" % (path.name, name) for path, text in sources.items()
                  for name in DEFINITION.findall(text) if name not in allowed)


class Exports(unittest.TestCase):
    def test_the_library_exports_only_names_with_the_prefix(self):
        self.assertEqual([name for name in sorted(exported(LIBRARY))
                          if not name.startswith("couplet_")], [])

    def test_what_the_library_exports_is_declared_in_headers_of_include(self):
        declared = {name for text in texts("include", ".h").values()
                    for name in DECLARATION.findall(text)}
        self.assertEqual(sorted(exported(LIBRARY) - declared), [])
        self.assertEqual(sorted(declared - exported(LIBRARY) - {ENTRY}), [])

    def test_what_is_not_installed_is_exported_as_private(self):
        """The version of a symbol says whether an installed header declares it."""
        installed = {name for path, text in texts("include", ".h").items() if path.parent.name != "internal"
                     for name in DECLARATION.findall(text)}
        lines = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=posix", LIBRARY],
                               check=True, capture_output=True, text=True).stdout.splitlines()
        versions = dict(line.split()[0].split("@@") for line in lines if line.startswith("couplet_"))
        self.assertEqual({name for name, version in versions.items() if version == "COUPLET_1.0"}, installed - {ENTRY})
        self.assertEqual(set(versions.values()), {"COUPLET_1.0", "COUPLET_PRIVATE"})

    def test_the_core_gives_the_prefix_only_to_what_it_exports(self):
        sources = texts("core", ".c", ".h")
        module = {"couplet_layout_svg"}  # exported by a module of its own
        self.assertEqual(wrong_definitions(sources, exported(LIBRARY) | module), [])

    def test_plugins_and_front_ends_give_the_prefix_to_their_entry_only(self):
        for folder in ("plugins", "frontends"):
            sources = texts(folder, ".c", ".h", ".y", ".l")
            self.assertEqual(wrong_definitions(sources, {ENTRY}), [])

    def test_each_plugin_exports_its_entry_and_nothing_else(self):
        plugins = sorted(PLUGINS.glob("*.so"))
        self.assertTrue(plugins)
        for plugin in plugins:
            self.assertEqual(exported(plugin), {ENTRY}, plugin.name)

    def test_functions_of_public_headers_are_not_defined_again(self):
        both = inline_of_headers() & exported(LIBRARY)
        self.assertEqual(sorted(both), [])

    def test_what_no_plugin_calls_is_not_declared_for_plugins(self):
        users = [text for folder in ("plugins", "frontends", "examples/plugin", "examples/plugin-cpp")
                 for text in texts(folder, ".c", ".cc", ".h", ".y", ".l").values()]
        headers = [path for path in texts("include", ".h") if path.parent.name == "couplet"]
        users = "\n".join(users + [re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
                                   for path in headers])
        declared = {name for path in headers for name in DECLARATION.findall(path.read_text())}
        # one mention is the declaration itself
        unused = {name for name in declared if len(re.findall(r"\b%s\b" % name, users)) < 2}
        self.assertEqual(unused, OF_USE_TO_OTHERS)

    def test_a_hidden_function_with_the_prefix_would_be_found(self):
        sources = {pathlib.Path("x.c"): "static int\ncouplet_hidden (void)\n{\n}\n"}
        self.assertEqual(wrong_definitions(sources, {"couplet_shown"}),
                         ["x.c defines couplet_hidden"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
