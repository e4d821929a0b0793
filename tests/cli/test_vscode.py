#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The extension for VS Code is packed whole, and works as unpacked: the grammar and the rest by
what package.json names; with the program node, instead, the client in it with the server.

usage: test_vscode.py COUPLET SOURCE [node]"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

COUPLET, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
NODE = sys.argv[3:]
VSX = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"


class Packed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "new" / "couplet.vsix"
        self.said = self.make(self.file)
        with zipfile.ZipFile(self.file) as package:
            self.assertIsNone(package.testzip())
            self.files = {name: package.read(name) for name in package.namelist()}
        self.manifest = json.loads(self.files["extension/package.json"])

    def make(self, file):
        return subprocess.run([sys.executable, SOURCE / "editors" / "make_vsix.py", file], check=True,
                              capture_output=True, text=True).stdout


class Package(Packed):
    def test_it_says_how_to_install_it(self):
        self.assertEqual(self.said, "code --install-extension %s\n" % self.file)

    def test_the_same_files_give_the_same_bytes(self):
        self.make(self.folder / "again.vsix")
        self.assertEqual(self.file.read_bytes(), (self.folder / "again.vsix").read_bytes())

    def test_it_has_what_its_manifest_names_and_every_kind_of_file_a_type(self):
        tree = xml.etree.ElementTree.fromstring(self.files["extension.vsixmanifest"])
        assets = [asset.get("Path") for asset in tree.iter(VSX + "Asset")]
        self.assertIn("extension/package.json", assets)
        self.assertLessEqual(set(assets + [tree.find(".//" + VSX + "License").text]), set(self.files))
        identity = tree.find(".//" + VSX + "Identity")
        self.assertEqual((identity.get("Id"), identity.get("Version"), identity.get("Publisher")),
                         (self.manifest["name"], self.manifest["version"], self.manifest["publisher"]))
        types = xml.etree.ElementTree.fromstring(self.files["[Content_Types].xml"])
        endings = {kind.get("Extension") for kind in types}
        self.assertLessEqual({pathlib.PurePath(name).suffix for name in self.files} - {".xml"}, endings)

    def test_it_has_what_package_json_names(self):
        contributes = self.manifest["contributes"]
        named = [self.manifest["main"]] + [grammar["path"] for grammar in contributes["grammars"]] + [
            language["configuration"] for language in contributes["languages"]
            if "configuration" in language]
        for path in named:
            self.assertIn("extension/" + path.removeprefix("./"), self.files)
        for name, text in self.files.items():
            if name.endswith(".json"):
                json.loads(text)

    def test_it_has_the_version_of_couplet(self):
        version = re.search(r"^project\(couplet VERSION (\S+)",
                            (SOURCE / "CMakeLists.txt").read_text(), re.M).group(1)
        self.assertEqual(self.manifest["version"], version)

    def test_it_wakes_for_every_language_it_serves(self):
        client = self.files["extension/extension.js"].decode()
        languages = json.loads(re.search(r"^const LANGUAGES = (\[.*?\]);", client, re.M).group(1))
        self.assertEqual({"onLanguage:" + language for language in languages},
                         set(self.manifest["activationEvents"]))


class Client(Packed):
    def test_an_editor_shows_messages_hovers_and_layout(self):
        with zipfile.ZipFile(self.file) as package:
            package.extractall(self.folder)
        done = subprocess.run([*NODE, SOURCE / "tests" / "cli" / "vscode_host.js",
                               self.folder / "extension", COUPLET], capture_output=True, text=True,
                              timeout=100)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "passed\n", ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], defaultTest="Client" if NODE else "Package")
