#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wheel of packages/make_wheel.py: what is in it, and that it works where nothing but Python is.

usage: test_wheel.py COUPLET SOURCE BUILD"""
import base64
import csv
import email
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

PROGRAM, SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
sys.path.insert(0, str(SOURCE / "packages"))
import make_wheel  # noqa: E402

MECHANISMS = '''\
# couplet: claim epsilon
def right(queries, T, epsilon):
    rho = T + np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= rho:
            return True
    return False


# couplet: claim epsilon
def wrong(queries, T, epsilon):
    rho = T + np.random.laplace(0, 2 / epsilon)
    return [q + np.random.laplace(0, 2 / epsilon) >= rho for q in queries]


def interpreter(queries, epsilon):
    print(sys.prefix)
    return queries[0] + np.random.laplace(0, 1 / epsilon)
'''
#: What a Linux has anyway, beside the loader.
ALLOWED = ("libc", "libm", "libdl", "libpthread", "librt", "libgcc_s", "libstdc++")


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        done = run(sys.executable, SOURCE / "packages/make_wheel.py", BUILD, cls.folder)
        assert done.returncode == 0, done.stderr
        cls.wheel = pathlib.Path(done.stdout.strip())
        with zipfile.ZipFile(cls.wheel) as wheel:
            cls.entries = {entry.filename: (entry, wheel.read(entry)) for entry in wheel.infolist()}
        cls.bare = cls.folder / "bare"
        assert run(sys.executable, "-m", "venv", "--without-pip", cls.bare).returncode == 0
        done = run(sys.executable, "-m", "pip", "--python", cls.bare / "bin/python3", "install", "--no-index", "--no-deps",
                   "--no-compile", cls.wheel)
        assert done.returncode == 0, done.stderr
        cls.site = next(cls.bare.glob("lib/python3*/site-packages"))
        cls.mechanisms = cls.folder / "mechanisms.py"
        cls.mechanisms.write_text("import sys\n\nimport numpy as np\n\n\n" + MECHANISMS)

    def couplet(self, *words):
        """The command, where the environment says nothing of libraries or of Python."""
        return run(self.bare / "bin/couplet", *words, cwd=self.folder, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})

    def text_of(self, name):
        return next(content for path, (_, content) in self.entries.items()
                    if path.endswith(f".dist-info/{name}")).decode()

    # ---- What is in it ----

    def test_its_name_says_that_any_python_and_this_glibc_will_do(self):
        glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[1].replace(".", "_")
        self.assertRegex(self.wheel.name, rf"^couplet-[\d.]+-py3-none-manylinux_{glibc}_\w+\.whl$")
        self.assertIn("Tag: " + self.wheel.stem.split("-", 2)[2], self.text_of("WHEEL").splitlines())

    def test_record_has_the_hash_and_the_size_of_each_entry(self):
        rows = {name: (digest, size) for name, digest, size in csv.reader(self.text_of("RECORD").splitlines())}
        self.assertEqual(set(rows), set(self.entries))
        for name, (_, content) in self.entries.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            expected = ("", "") if name.endswith("/RECORD") else (f"sha256={digest}", str(len(content)))
            self.assertEqual(rows[name], expected, name)

    def test_the_order_of_what_is_found_and_the_time_do_not_change_it(self):
        entries = {"b": b"2", "a": b"1"}
        paths = self.folder / "one.whl", self.folder / "other.whl"
        make_wheel.write_wheel(paths[0], entries, "x.dist-info")
        with mock.patch("time.time", return_value=0):
            make_wheel.write_wheel(paths[1], dict(sorted(entries.items())), "x.dist-info")
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
        self.assertEqual(list(self.entries)[:-1], sorted(list(self.entries)[:-1]))
        self.assertEqual({entry.date_time for entry, _ in self.entries.values()}, {(2026, 1, 2, 3, 4, 4)})

    def test_it_says_the_licence_of_the_whole_and_has_those_of_the_parts(self):
        about = email.message_from_string(self.text_of("METADATA"))
        self.assertRegex(about["License"], "^Apache-2.0; .*GLPK, is under GPL-3.0-or-later")
        self.assertIn("License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)", about.get_all("Classifier"))
        self.assertIn("GLPK, and the plugin `optimizer-glpk`", about.get_payload())
        packages = re.findall(r"(?m)^- (\S+) \S+$", about.get_payload())
        self.assertGreater(len(packages), 20)
        for package in packages:
            self.assertGreater(len(self.text_of(f"licenses/{package}/copyright")), 500, package)
        for name in ("licenses/LICENSE", "licenses/common-licenses/GPL-3", "licenses/common-licenses/LGPL-3"):
            self.assertIn("Version 3" if "GPL" in name else "Apache License", self.text_of(name))

    def test_it_has_each_plugin_that_was_built(self):
        built = {path.name for path in BUILD.glob("lib*/**/plugins-1/*.so")}
        self.assertGreater(len(built), 8)
        self.assertEqual({path.name for path in self.site.glob("couplet/bundled/lib/couplet/plugins-1/*")}, built)

    def test_whatever_is_linked_is_in_it_or_on_each_linux(self):
        bundled = self.site / "couplet" / "bundled"
        files = [path for path in bundled.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
        self.assertGreater(len(files), 30)
        done = run("ldd", *files, env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("libglpk", done.stdout)
        for line in done.stdout.splitlines():
            name, _, path = line.split(" (0x")[0].strip().partition(" => ")
            if path and name.split(".so")[0] not in ALLOWED:
                self.assertTrue(os.path.realpath(path).startswith(f"{bundled}/"), line)

    # ---- What it does ----

    def test_an_automaton_and_an_svt_are_judged(self):
        for path in ("automata/numeric-sparse.json", "mechanisms/numeric-sparse.svt"):
            done = self.couplet("verify", SOURCE / "examples" / path)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("least d 7/4", done.stdout)

    def test_z3_and_glpk_answer(self):
        done = self.couplet("verify", "--deciders", "z3", "--optimizers", "glpk", SOURCE / "examples/mechanisms/numeric-sparse.svt")
        self.assertIn("least d 7/4 (1.75)\n  z3 and glpk agree\n", done.stdout)

    def test_a_function_is_judged_by_the_claim_of_its_comment(self):
        done = self.couplet("verify", f"{self.mechanisms}::right")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("claim 1 holds", done.stdout)
        self.assertIn("claim 1 fails", self.couplet("verify", f"{self.mechanisms}::wrong").stdout)

    def test_code_is_read_by_the_python_that_it_is_installed_for(self):
        done = self.couplet("convert", "--to", "json", f"{self.mechanisms}::interpreter")
        self.assertIn(str(self.bare), done.stdout)

    def test_inputs_are_certified_and_pictures_drawn(self):
        sparse = SOURCE / "examples/mechanisms/numeric-sparse.svt"
        self.assertIn("+/-", self.couplet("refute", "--claim", "1/4", sparse).stdout)
        self.assertIn("</svg>", self.couplet("explain", "--svg", sparse).stdout)

    def test_the_package_finds_the_program_in_it(self):
        done = run(self.bare / "bin/python3", "-c", "import couplet; print(couplet.find_program())", cwd=self.folder, env={})
        self.assertEqual(done.stdout.strip(), str(self.site / "couplet/bundled/bin/couplet"), done.stderr)

    def test_pytest_judges_claims(self):
        done = run(sys.executable, "-m", "pytest", "--couplet", "-v", "-p", "no:cacheprovider", self.mechanisms, cwd=self.folder,
                   env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.site)})
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("::right PASSED", done.stdout)
        self.assertIn("::wrong FAILED", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
