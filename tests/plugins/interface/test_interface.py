#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The plugin interface keeps its promise: a source written for version 1.0 compiles and runs
unchanged against the installed package, plugins built with the structures of 1.0 run, too, and
no structure of 1.0 has changed but by fields behind its own.

usage: test_interface.py COUPLET BUILD"""
import glob
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "cli"))
from checks import Checks  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# Structures that plugins and host exchange in the size of the plugin's version (by struct_size or
# by its minor version), and those that only the host makes and gives by a pointer.
SIZED = {"CoupletPlugin", "CoupletFrontend", "CoupletSolver", "CoupletReport", "CoupletOption",
         "CoupletNoiseSpec", "CoupletStateSpec", "CoupletTransitionSpec", "CoupletStageResult",
         "CoupletStatistic", "CoupletDiagnostic", "CoupletCounterexample"}
GIVEN = {"CoupletAutomaton", "CoupletFileResult", "CoupletOrigin", "CoupletSource"}
STRUCTURE = re.compile(r"^(?:typedef )?struct(?: (\w+))? \{\n(.*?)^\}(?: (\w+))?;",
                       re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

DEMO = """name demo
threshold x
sensitivity 1
initial draw
state draw public $d - - -
state ask private 1/4 - 0 0
state done private - - - -
move draw ask start x
move ask done bot - insample < x
move ask done top - insample >= x
"""
REPORT = """begin
file demo.first is demo: unknown, since only claimed: it gives no evidence, 3 states, 0 errors, \
0 warnings
stage first-ending of decider first-ending: private, since only claimed: it gives no evidence, \
certified
stage first-sum of optimizer first-sum: private, upper-bound 0.25, at most 1/4, no shifts, since \
only claimed: it gives no evidence, components 3, certified
end of 1
"""
WRONG = "name demo\nthreshhold x\ninitial q\nstate q public 1 - - -\nmove q q o x\n"
WRONG_REPORT = """begin
file wrong.first is unreadable: error, 1 errors, 0 warnings
wrong.first:2:1: no line of this format; near 'threshold'
end of 1
"""


# ---- Building ----------------------------------------------------------------------------

def flags_of(prefix):
    pc = glob.glob(os.path.join(prefix, "**", "couplet.pc"), recursive=True)[0]
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc))
    return shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "couplet"], check=True,
                                      capture_output=True, text=True, env=environment).stdout)


def build(prefix, folder, *first_flags):
    """The frozen source as a plugin in folder."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                    "-fvisibility=hidden", *first_flags, "-o", os.path.join(folder, "first.so"),
                    str(HERE / "interface_1_0.c"), *flags_of(prefix)], check=True)


def change_headers(prefix, folder, change):
    """A copy of the installed headers in folder, in which change(name, body) gives the body of
    each structure."""
    shutil.copytree(os.path.join(prefix, "include"), folder)
    for header in pathlib.Path(folder).rglob("*.h"):
        def replace(match):
            body = change(match[3] or match[1], match[2])
            return match[0].replace(match[2], body) if match[2] else match[0]
        header.write_text(STRUCTURE.sub(replace, header.read_text()))


def set_minor(folder, minor):
    header = pathlib.Path(folder) / "couplet" / "plugin.h"
    text, n = re.subn(r"(#define COUPLET_PLUGIN_ABI_MINOR) \d+", r"\1 %d" % minor,
                      header.read_text())
    assert n == 1
    header.write_text(text)


def field_names(declaration):
    """The names in a declaration without its comments: `gboolean has_lower, has_upper`."""
    declaration = re.sub(r"\(\*(\w+)\) \(.*\)", r"\1", declaration, flags=re.DOTALL)
    return [re.findall(r"\w+", re.sub(r"\[.*?\]", "", part))[-1]
            for part in declaration.split(",")]


def declarations(body):
    return [part.strip() for part in COMMENT.sub("", body).split(";") if part.strip() != ""]


# ---- Layouts --------------------------------------------------------------------------------

def frozen_layout():
    """Structure -> (size, {field: offset}) of version 1.0."""
    layout = {}
    for line in (HERE / "layout_1_0.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, size, *fields = line.split()
            layout[name] = (int(size), {field.split("@")[0]: int(field.split("@")[1])
                                        for field in fields})
    return layout


def measure(prefix, layout):
    """The same of the installed headers, for the same fields."""
    headers = sorted(path.name for path in
                     (pathlib.Path(prefix) / "include" / "couplet").glob("*.h"))
    lines = ['#include <couplet/%s>' % name for name in headers]
    lines += ["#include <stddef.h>", "#include <stdio.h>", "int main (void) {"]
    for name, (_, fields) in layout.items():
        lines.append('printf ("%s %%zu", sizeof (%s));' % (name, name))
        lines += ['printf (" %s@%%zu", offsetof (%s, %s));' % (field, name, field)
                  for field in fields]
        lines.append('puts ("");')
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "measure")
        subprocess.run(["cc", "-std=gnu11", "-x", "c", "-", "-o", program, *flags_of(prefix)],
                       input="\n".join(lines + ["}"]), text=True, check=True)
        library = os.path.dirname(glob.glob(os.path.join(prefix, "**", "libcouplet.so"),
                                            recursive=True)[0])
        text = subprocess.run([program], check=True, capture_output=True, text=True,
                              env=dict(os.environ, LD_LIBRARY_PATH=library)).stdout
    measured = {}
    for line in text.splitlines():
        name, size, *fields = line.split()
        measured[name] = (int(size), {field.split("@")[0]: int(field.split("@")[1])
                                      for field in fields})
    return measured


def check_layout(checks, prefix):
    """Fields keep their places; only structures that are made for it grow."""
    layout = frozen_layout()
    checks.check(SIZED | GIVEN <= set(layout), "structures that 1.0 lacks")
    for name, (size, fields) in measure(prefix, layout).items():
        old_size, old_fields = layout[name]
        checks.check(fields == old_fields, "%s: %s, in 1.0 %s" % (name, fields, old_fields))
        grows = name in SIZED | GIVEN
        checks.check(size >= old_size if grows else size == old_size,
                     "%s has %d bytes, in 1.0 %d" % (name, size, old_size))


# ---- Running -----------------------------------------------------------------------------------

def run_all(checks, couplet, folder, what):
    """What the four plugins in folder do."""
    demo, wrong = os.path.join(folder, "demo.first"), os.path.join(folder, "wrong.first")
    loop = os.path.join(folder, "loop.first")
    for name, text in ((demo, DEMO), (wrong, WRONG), (loop, DEMO + "move done done idle -\n")):
        with open(name, "w") as out:
            out.write(text)
    stages = ["--deciders", "first-ending", "--optimizers", "first-sum", "--plugin-path", folder]
    run = [couplet, "verify", *stages, "--report", "first-report", "-D", "d=1/2"]

    def output_of(*command):
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    for arguments, expected, status in ((["demo.first"], REPORT, 11),
                                        (["wrong.first"], WRONG_REPORT, 4)):
        result = output_of(*run[:-2], *(run[-2:] if status == 11 else []), *arguments)
        checks.check((result.returncode, result.stdout) == (status, expected),
                     "%s: %d\n%s%s" % (what, result.returncode, result.stdout, result.stderr))
    for options in (["-o", "*.isolate=false"], ["-j", "2"], ["-o", "first.isolate=true"]):
        result = output_of(*run, *options, "demo.first")
        checks.check(result.stdout == REPORT, "%s, %s: %s" % (what, options, result.stdout))
    result = output_of(*run, "-v", "demo.first")
    checks.check("stage first-sum, input demo.first, evidence up to " in result.stderr,
                 "%s: its log: %s" % (what, result.stderr))
    for option, status, words in (
            ("first-ending.most=1", 6, "too many states"),
            ("first-ending.strict=false", 11, "decider first-ending: private"),
            ("first-ending.strict=true", 11, "since it may not end: done -> done"),
            ("first-ending.word=wrong", 3, "the word is wrong"),
            ("first-ending.most=x", 3, "most"),
            ("first-sum.factor=3", 11, "upper-bound 0.75"),
            ("first-sum.method=same", 11, "upper-bound 0.25"),
            ("first-sum.method=other", 3, "'other' is not one of plain, same")):
        result = output_of(*run, "-o", option, "loop.first")
        text = result.stdout + result.stderr
        checks.check(result.returncode == status and words in text,
                     "%s, %s: %d %s" % (what, option, result.returncode, text))
    check_formats(checks, couplet, folder, what, output_of)


def check_formats(checks, couplet, folder, what, output_of):
    """Written and read again it is the same; laid out it loses blanks."""
    path = ["--plugin-path", folder]
    once = output_of(couplet, "convert", *path, "-D", "d=1/2", "--to", "first", "demo.first")
    with open(os.path.join(folder, "once"), "w") as out:  # recognised by its content
        out.write(once.stdout)
    twice = output_of(couplet, "convert", *path, "--to", "first", "once")
    checks.check(once.returncode == 0 and "state draw public 1/2 - 0 0\n" in once.stdout and
                 once.stdout == twice.stdout, "%s: %s%s%s" % (what, once.stdout, twice.stdout,
                                                              once.stderr + twice.stderr))
    with open(os.path.join(folder, "blanks.first"), "w") as out:
        out.write("  name demo \n\n")
    result = output_of(couplet, "fmt", *path, "blanks.first")
    checks.check(result.stdout == "name demo\n", "%s: fmt: %s%s" % (what, result.stdout,
                                                                   result.stderr))
    result = output_of(couplet, "compare", *path, "--deciders", "", "--optimizers", "first-sum",
                       "--report", "first-report", "-D", "d=1/2", "demo.first")
    checks.check(result.stdout.startswith("begin compare\n") and
                 "stage first-sum of optimizer first-sum" in result.stdout,
                 "%s: compare: %s%s" % (what, result.stdout, result.stderr))


# ---- Older and newer ------------------------------------------------------------------------------

def check_older(checks, prefix, couplet, folder):
    """Built with the structures of version 1.0."""
    layout = frozen_layout()

    def shrink(name, body):
        if name not in SIZED:
            return body
        return "".join("  %s;\n" % part for part in declarations(body)
                       if set(field_names(part)) <= set(layout[name][1]))
    headers, plugins = os.path.join(folder, "older", "include"), os.path.join(folder, "older", "so")
    change_headers(prefix, headers, shrink)
    set_minor(headers, 0)
    build(prefix, plugins, "-I" + headers)
    run_all(checks, couplet, plugins, "built for 1.0")


def check_newer(checks, prefix, couplet, folder):
    """Larger descriptors of this version run; those of a version to come are refused."""
    described = {"CoupletPlugin", "CoupletFrontend", "CoupletSolver", "CoupletReport"}

    def grow(name, body):
        return body + "  guint64 later[5];\n" if name in described else body
    headers, plugins = os.path.join(folder, "newer", "include"), os.path.join(folder, "newer", "so")
    change_headers(prefix, headers, grow)
    build(prefix, plugins, "-I" + headers, "-Wno-missing-field-initializers")
    run_all(checks, couplet, plugins, "with larger descriptors")
    set_minor(headers, 999)
    build(prefix, plugins, "-I" + headers, "-Wno-missing-field-initializers")
    result = subprocess.run([couplet, "plugins", "--plugin-path", plugins], capture_output=True,
                            text=True)
    checks.check("made for version 1.999 of the plugin interface, newer than this program's"
                 in result.stdout + result.stderr, "a version to come: %s%s" % (result.stdout,
                                                                              result.stderr))


def main():
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "prefix")
        subprocess.run(["cmake", "--install", sys.argv[2], "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)
        couplet = os.path.join(prefix, "bin", "couplet")
        checks = Checks(couplet)
        check_layout(checks, prefix)
        build(prefix, os.path.join(folder, "so"))
        run_all(checks, couplet, os.path.join(folder, "so"), "unchanged")
        check_older(checks, prefix, couplet, folder)
        check_newer(checks, prefix, couplet, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
