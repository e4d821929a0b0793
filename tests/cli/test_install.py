#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed tree works, also where it was moved to; a plugin is built
against it with pkg-config alone; every plugin exports its entry only; every
public header compiles by itself as C11 and as C++17.

usage: test_install.py COUPLET BUILD"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

from checks import Checks  # noqa: E402

SHIPPED = {"frontend-json.so", "frontend-dot.so", "frontend-svt.so", "frontend-dipa.so",
           "decider-graph.so", "decider-z3.so", "optimizer-frontier.so", "optimizer-segment.so",
           "optimizer-weight.so", "optimizer-glpk.so", "report-table.so", "report-json.so",
           "report-csv.so"}


def output_of(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def check_symbols(checks, plugins):
    files = {os.path.basename(f) for f in glob.glob(os.path.join(plugins, "*.so"))}
    checks.check(SHIPPED <= files, "plugins that are missing: %s" % (SHIPPED - files))
    for name in sorted(files):
        symbols = [line.split()[-1] for line in
                   output_of("nm", "-D", "--defined-only", os.path.join(plugins, name)).splitlines()]
        # sanitizers add symbols of their own
        own = [s for s in symbols if "asan" not in s and "ubsan" not in s]
        checks.check(own == ["couplet_plugin_entry_v1"], "%s exports %s" % (name, own))


def check_headers(checks, include, flags):
    for header in sorted(glob.glob(os.path.join(include, "couplet", "*.h"))):
        for compiler, standard, language in (("cc", "c11", "c"), ("c++", "c++17", "c++")):
            result = subprocess.run([compiler, "-std=" + standard, "-Wall", "-Wextra", "-Werror",
                                     "-fsyntax-only", "-x", language, header, *flags],
                                    capture_output=True, text=True)
            checks.check(result.returncode == 0, "%s as %s: %s" % (header, language, result.stderr))


def verify(couplet, *arguments):
    result = subprocess.run([couplet, "verify", "--report", "json", *arguments],
                            capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def check_tree(checks, prefix, sanitized):
    """What a user of the tree at prefix does."""
    couplet = os.path.join(prefix, "bin", "couplet")
    share = os.path.join(prefix, "share", "couplet")
    example = os.path.join(share, "examples", "automata", "numeric-sparse.dot")
    status, text = verify(couplet, "-c", os.path.join(share, "configs", "quick.conf"), example)
    checks.check(status == 0 and '"cost":"7/4"' in text, "in %s: %d %s" % (prefix, status, text))
    for name in ("man/man1/couplet.1", "bash-completion/completions/couplet"):
        checks.check(os.path.exists(os.path.join(prefix, "share", name)), name)
    pc = glob.glob(os.path.join(prefix, "**", "couplet.pc"), recursive=True)
    checks.check(len(pc) == 1, "one pkg-config file: %s" % pc)
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]))
    plugins = output_of("pkg-config", "--variable=plugindir", "couplet", env=environment).strip()
    checks.check(os.path.exists(os.path.join(plugins, "frontend-json.so")), "plugindir " + plugins)
    version = output_of("pkg-config", "--variable=plugin_interface", "couplet", env=environment)
    checks.check(version.strip() == "1.1", "plugin interface " + version)
    check_symbols(checks, plugins)
    flags = output_of("pkg-config", "--cflags", "couplet", env=environment).split()
    check_headers(checks, os.path.join(prefix, "include"), flags)
    if not sanitized:
        check_stranger(checks, couplet, os.path.join(share, "examples", "plugin"), environment)


def check_stranger(checks, couplet, source, environment):
    """The out-of-tree frontend, built and used."""
    with tempfile.TemporaryDirectory() as folder:
        work = shutil.copytree(source, os.path.join(folder, "plugin"))
        subprocess.run(["make", "-s"], cwd=work, env=environment, check=True)
        lines = os.path.join(work, "svt.lines")
        status, text = verify(couplet, "--plugin-path", work, lines)
        checks.check(status == 0 and '"cost":"1"' in text, "a stranger's format: %s" % text)
        status, text = verify(couplet, lines)
        checks.check(status == 4 and "not recognised" in text, "without its plugin: %s" % text)
        for content, expected, words in (
                ("state draw 1/2 public\nnonsense\n", 4, "own.lines:2:1: error: expected 'state"),
                ("state a 1\r\n\r\n\ta  a\ttrue o assign # blanks\r\n", 0, '"cost":"0"'),
                ("state a 1\na a true o assign\n\0", 4, "own.lines: error: it has a NUL byte")):
            with open(os.path.join(work, "own.lines"), "w", newline="") as out:
                out.write(content)
            status, text = verify(couplet, "--plugin-path", work, os.path.join(work, "own.lines"))
            checks.check(status == expected and words in text, "%r: %s" % (content, text))


def main():
    build = sys.argv[2]
    checks = Checks(os.path.abspath(sys.argv[1]))
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        sanitized = "COUPLET_SANITIZE:BOOL=ON" in cache.read()
    with tempfile.TemporaryDirectory() as folder:
        first, second = os.path.join(folder, "first"), os.path.join(folder, "moved", "here")
        subprocess.run(["cmake", "--install", build, "--prefix", first], check=True,
                       stdout=subprocess.DEVNULL)
        library = glob.glob(os.path.join(first, "**", "libcouplet.so.0"), recursive=True)
        checks.check(len(library) == 1, "libcouplet with its soname: %s" % library)
        check_tree(checks, first, sanitized)
        os.makedirs(os.path.dirname(second))
        os.rename(first, second)
        check_tree(checks, second, sanitized)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
