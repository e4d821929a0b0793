#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed tree works, also where it was moved to; a plugin is built
against it with pkg-config alone; every plugin exports its entry only; every
public header compiles by itself as C11 and as C++17.

usage: test_install.py COUPLET BUILD CMAKE SOURCE"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from checks import Checks  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from one_answer import ONE_ANSWER  # noqa: E402

SHIPPED = {"basic.so", "frontend-dot.so", "frontend-svt.so", "frontend-dipa.so", "decider-z3.so",
           "optimizer-weight.so", "optimizer-glpk.so", "report-csv.so", "report-html.so",
           "report-latex.so", "report-sarif.so"}


def output_of(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def interface_of_header(prefix):
    """The version of the plugin interface, as plugin.h says it."""
    with open(os.path.join(prefix, "include", "couplet", "plugin.h")) as file:
        return ".".join(re.findall(r"define COUPLET_PLUGIN_ABI_(?:MAJOR|MINOR) (\d+)", file.read()))


def check_symbols(checks, plugins):
    files = {os.path.basename(f) for f in glob.glob(os.path.join(plugins, "*.so"))}
    checks.check(SHIPPED <= files, "plugins that are missing: %s" % (SHIPPED - files))
    for name in sorted(files):
        symbols = [line.split()[-1] for line in
                   output_of("nm", "-D", "--defined-only", os.path.join(plugins, name)).splitlines()]
        # sanitizers add symbols of their own
        own = [s for s in symbols if "asan" not in s and "ubsan" not in s]
        checks.check(own == ["couplet_plugin_entry_v1"], "%s exports %s" % (name, own))


def finding_couplet(checks, prefix):
    """The environment in which pkg-config finds the tree."""
    pc = glob.glob(os.path.join(prefix, "**", "couplet.pc"), recursive=True)
    checks.check(len(pc) == 1, "one pkg-config file: %s" % pc)
    return dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]))


def check_headers(checks, prefix):
    flags = shlex.split(output_of("pkg-config", "--cflags", "couplet", env=finding_couplet(checks, prefix)))
    folder = os.path.join(prefix, "include", "couplet")
    found = sorted(os.listdir(folder))
    checks.check(found == ["evidence.h", "host", "host.h", "model.h", "plugin.h", "report.h", "solve.h"], "headers: %s" % found)
    for header in sorted(glob.glob(os.path.join(folder, "**", "*.h"), recursive=True)):
        strict = ["-Wpedantic"]
        for compiler, standard, language in (("cc", "c11", "c"), ("c++", "c++17", "c++")):
            result = subprocess.run([compiler, "-std=" + standard, "-Wall", "-Wextra", "-Werror", *strict,
                                     "-fsyntax-only", "-x", language, header, *flags],
                                    capture_output=True, text=True)
            checks.check(result.returncode == 0, "%s as %s: %s" % (header, language, result.stderr))


def verify(couplet, *arguments):
    result = subprocess.run([couplet, "verify", "--report", "json", *arguments],
                            capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def check_python(checks, prefix, example):
    """The installed Python package runs the program beside it."""
    folder = glob.glob(os.path.join(prefix, "lib", "python3*", "dist-packages"))
    text = ("import couplet, sys\n"
            "print(couplet.find_program(), couplet.verify(sys.argv[1]).least_d)")
    environment = dict(os.environ, PYTHONPATH=":".join(folder))
    environment.pop("COUPLET", None)
    said = output_of(sys.executable, "-c", text, example, env=environment).rstrip("\n").rsplit(" ", 1)
    program = os.path.join(os.path.realpath(prefix), "bin", "couplet")
    checks.check(said == [program, "7/4"], "the Python package: %s" % said)


def check_tree(checks, prefix, sanitized, cmake=None):
    """What a user of the tree at prefix does."""
    couplet = os.path.join(prefix, "bin", "couplet")
    share = os.path.join(prefix, "share", "couplet")
    example = os.path.join(share, "examples", "automata", "numeric-sparse.dot")
    status, text = verify(couplet, "-c", os.path.join(share, "configs", "quick.conf"), example)
    checks.check(status == 0 and '"cost":"7/4"' in text, "in %s: %d %s" % (prefix, status, text))
    for name in ("man/man1/couplet.1", "man/man1/couplet-verify.1", "man/man1/couplet-explain.1",
                 "bash-completion/completions/couplet", "zsh/site-functions/_couplet",
                 "fish/vendor_completions.d/couplet.fish"):
        checks.check(os.path.exists(os.path.join(prefix, "share", name)), name)
    for name in ("couplet-tasks", "slurm/couplet-submit", "parallel/couplet-parallel"):
        script = os.path.join(share, "contrib", name)
        checks.check("Usage" in output_of(script, "--help"), script)
    check_python(checks, prefix, example)
    environment = finding_couplet(checks, prefix)
    plugins = shlex.split(output_of("pkg-config", "--variable=plugindir", "couplet", env=environment))[0]
    checks.check(os.path.exists(os.path.join(plugins, "basic.so")), "plugindir " + plugins)
    version = output_of("pkg-config", "--variable=plugin_interface", "couplet", env=environment)
    checks.check(version.strip() == interface_of_header(prefix), "plugin interface " + version)
    check_symbols(checks, plugins)
    if not sanitized:
        check_stranger(checks, couplet, os.path.join(share, "examples", "plugin"), environment)
        check_strangers(checks, couplet, os.path.join(share, "examples", "plugin"), environment,
                        plugins)
        if cmake is not None:
            check_projects(checks, couplet, os.path.join(share, "examples"), environment, cmake)


# The same in a loop.
ENDLESS = dict(ONE_ANSWER, transitions=[dict(move, to="ask") for move in ONE_ANSWER["transitions"]])


def run_strangers(couplet, path, deciders, optimizers, file):
    result = subprocess.run([couplet, "verify", "--report", "json", *path, "--deciders", deciders,
                             "--optimizers", optimizers, "-v", file], capture_output=True, text=True)
    report = json.loads(result.stdout)
    return ((result.returncode, report["verdict"], report["cost"],
             [stage["stage"] for stage in report["stages"] if "claimed" in stage]), result.stderr)


def check_strangers(checks, couplet, source, environment, plugins):
    """The decider, the optimizer and the report outside the tree: what has evidence counts,
    the rest once they are installed."""
    with tempfile.TemporaryDirectory() as folder:
        work = shutil.copytree(source, os.path.join(folder, "plugin"))
        subprocess.run(["make", "-s"], cwd=work, env=environment, check=True)
        path = ["--plugin-path", work]
        for plugin in glob.glob(os.path.join(work, "*.so")):
            needed = output_of("nm", "-D", "--undefined-only", plugin)
            checks.check("@COUPLET_1.0" in needed and "PRIVATE" not in needed, "%s needs: %s" % (plugin, needed))
        files = {}
        for name, content in (("ending", ONE_ANSWER), ("endless", ENDLESS)):
            files[name] = os.path.join(folder, name + ".json")
            with open(files[name], "w") as out:
                json.dump(content, out)
        for arguments, expected in (
                (("ending", "still", files["ending"]), (0, "private", "1/4", ["ending"])),
                (("ending", "", files["ending"]), (11, "unknown", None, ["ending"])),
                (("ending", "still", files["endless"]), (11, "unknown", None, []))):
            got, messages = run_strangers(couplet, path, *arguments)
            checks.check(got == expected, "strangers on %s: %s %s" % (arguments, got, messages))
        checks.check("still: 3 states" in messages, "its log: " + messages)
        evidence = os.path.join(folder, "evidence")
        subprocess.run([couplet, "verify", *path, "--deciders", "", "--optimizers", "still", "-q",
                        "--evidence-dir", evidence, files["ending"]], stdout=subprocess.DEVNULL)
        text = output_of(couplet, "check", files["ending"],
                         *glob.glob(os.path.join(evidence, "*.json")))
        checks.check("accepted" in text, "a stranger's evidence: " + text)
        got, _ = run_strangers(couplet, [*path, "-o", "still.most-transitions=2"], "", "still",
                               files["ending"])
        checks.check(got == (11, "unknown", None, []), "a stranger's option: %s" % (got,))
        text = output_of(couplet, "verify", *path, "-q", "--report", "tally", files["ending"])
        checks.check(text.startswith(files["ending"] + ": private, cost 1/4 (0.25), asked graph ") and
                     "private 1\nnot-private 0\n" in text, "a stranger's report: " + text)
        subprocess.run(["make", "-s", "install"], cwd=work, env=environment, check=True)
        got, _ = run_strangers(couplet, [], "ending", "", files["ending"])
        checks.check(got == (0, "private", None, []), "installed it is believed: %s" % (got,))
        for name in glob.glob(os.path.join(work, "*.so")):
            os.remove(os.path.join(plugins, os.path.basename(name)))


def check_projects(checks, couplet, examples, environment, cmake):
    """The plugins in C and C++, built without a warning by make and as a project of CMake, and one of each kind
    in C++ asked."""
    strict = "-Wall -Wextra -Wpedantic -Werror"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("plugin", "plugin-cpp", "plugin-cmake"):
            shutil.copytree(os.path.join(examples, name), os.path.join(folder, name))
        for name in ("plugin", "plugin-cpp"):
            subprocess.run(["make", "-s"], cwd=os.path.join(folder, name), check=True,
                           env=dict(environment, CFLAGS=strict, CXXFLAGS=strict))
        built = os.path.join(folder, "built")
        subprocess.run([cmake, "-S", os.path.join(folder, "plugin-cmake"), "-B", built,
                        "-DCMAKE_C_FLAGS=" + strict, "-DCMAKE_CXX_FLAGS=" + strict],
                       env=environment, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([cmake, "--build", built], check=True, stdout=subprocess.DEVNULL)
        checks.check(len(glob.glob(os.path.join(built, "*.so"))) == 8, "plugins that CMake builds: %s" % os.listdir(built))
        for name, made in (("make", os.path.join(folder, "plugin-cpp")), ("CMake", built)):
            check_cpp(checks, name, couplet, ["--plugin-path", made], folder)


def check_cpp(checks, name, couplet, path, folder):
    """The plugins in C++ that stand in path, made by what is called name."""
    budgets = os.path.join(folder, "plugin-cpp", "three.budgets")
    text = output_of(couplet, "verify", *path, "-q", "--report", "lines", budgets)
    checks.check(text == budgets + "\tprivate\t7/4\n", "%s: report and front end: %s" % (name, text))
    got, messages = run_strangers(couplet, path, "silent", "joined", budgets)
    checks.check(got == (0, "private", "7/4", []) and "claimed" not in messages,
                 "%s: what is shown: %s %s" % (name, got, messages))
    public = os.path.join(folder, "public.json")
    with open(public, "w") as out:
        json.dump(dict(ONE_ANSWER, states=[dict(state, input="public") for state in ONE_ANSWER["states"]]), out)
    got, messages = run_strangers(couplet, path, "silent", "", public)
    checks.check(got == (11, "unknown", None, ["silent"]), "%s: what is claimed: %s %s" % (name, got, messages))


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


def check_make(checks, source, build, folder):
    """make install puts all below DESTDIR, and make uninstall takes it away, but not what else is there, nor what
    a later installation put elsewhere."""
    staging, other = os.path.join(folder, "staging"), os.path.join(folder, "other")
    words = ["make", "-s", "-C", source, "-o", "build", "BUILD=" + os.path.abspath(build), "DESTDIR=" + staging]
    subprocess.run([*words, "install"], check=True, stdout=subprocess.DEVNULL)
    program = glob.glob(os.path.join(staging, "**", "bin", "couplet"), recursive=True)
    checks.check(len(program) == 1, "make install DESTDIR: %s" % program)
    subprocess.run([*words[:-1], "DESTDIR=" + other, "install"], check=True, stdout=subprocess.DEVNULL)
    elsewhere = sorted(glob.glob(os.path.join(other, "**"), recursive=True))
    own = os.path.join(os.path.dirname(program[0]), "own")
    with open(own, "w"):
        pass
    subprocess.run([*words, "uninstall"], check=True, stdout=subprocess.DEVNULL)
    left = [path for path in glob.glob(os.path.join(staging, "**"), recursive=True) if not os.path.isdir(path)]
    checks.check(left == [own], "make uninstall: %s" % left)
    folders = glob.glob(os.path.join(staging, "**", "couplet*"), recursive=True)
    checks.check(not folders, "make uninstall leaves folders: %s" % folders)
    checks.check(sorted(glob.glob(os.path.join(other, "**"), recursive=True)) == elsewhere, "make uninstall of another place")
    done = subprocess.run([*words, "uninstall"], capture_output=True, text=True)
    checks.check(done.returncode != 0 and "couplet is not installed in " + staging in done.stdout, done.stdout)


def main():
    build, cmake = sys.argv[2:4]
    checks = Checks(os.path.abspath(sys.argv[1]))
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        sanitized = "COUPLET_SANITIZE:BOOL=ON" in cache.read()
    with tempfile.TemporaryDirectory() as folder:
        first, second = os.path.join(folder, "first"), os.path.join(folder, "moved away", "to here")
        subprocess.run([cmake, "--install", build, "--prefix", first], check=True,
                       stdout=subprocess.DEVNULL)
        library = glob.glob(os.path.join(first, "**", "libcouplet.so.1"), recursive=True)
        checks.check(len(library) == 1, "libcouplet with its soname: %s" % library)
        check_headers(checks, first)
        check_tree(checks, first, sanitized)
        os.makedirs(os.path.dirname(second))
        os.rename(first, second)
        check_tree(checks, second, sanitized, cmake)
        check_make(checks, sys.argv[4], build, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
