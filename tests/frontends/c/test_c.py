#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C functions as mechanisms: those that are read give the verdict and least d of the same mechanism
in the language of .svt; those that are not are refused at their place, for their reason.

usage: test_c.py COUPLET SOURCE"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../cli")]
from checks import Checks  # noqa: E402
from program_checks import METHODS, check_examples, check_read, check_refused, verify  # noqa: E402
from c_programs import BASE, READ, REFUSED, counting  # noqa: E402
from hostile_programs import HOSTILE  # noqa: E402


def check_same(checks, folder, name, text, verdict, cost):
    """A mechanism in the language of .svt."""
    path = os.path.join(folder, "same.svt")
    with open(path, "w") as file:
        file.write(text)
    found, cost_found, status, error = verify(checks, path)
    checks.check((found, cost_found) == (verdict, cost), "%s as .svt: status %d, %s %s\n%s"
                 % (name, status, found, cost_found, error))


def check_claims(checks, path):
    """What CHECK says is the claim."""
    for claim, status, says in (("epsilon", 0, "claim 1 holds"),
                                ("2 * epsilon", 0, "claim 2 holds"),
                                ("epsilon / 2", 10, "claim 1/2 fails"),
                                ("N * epsilon", 0, "claim 2 holds"),
                                ("3 * epsilon / 4;", 10, "claim 3/4 fails")):
        with open(path, "w") as file:
            file.write(counting('"CHECK: epsilon"', '"CHECK: %s"' % claim))
        found, output, error = checks.run("verify", *METHODS, "-D", "N=2", path)
        checks.check(found == status and says in output,
                     "CHECK: %s: %d %s %s" % (claim, found, output, error))


def check_options(checks, path):
    """The front end's options come from the command line and from configurations."""
    with open(path, "w") as file:
        file.write(BASE + BASE.replace("void f(", "void g("))
    checks.says(4, "several functions draw noise: choose one with -o c.function=NAME (f, g)",
                "verify", path)
    checks.says(4, "the file has no function of that name; those that draw noise are f, g",
                "verify", "-o", "c.function=h", path)
    checks.says(4, "no such argument; this function has 'q', 'n', 'T', 'epsilon'", "verify", "-o",
                "c.function=g", "-o", "c.private=data", path)
    checks.says(3, "'up' is not one of as-said, any, monotonic, one", "verify", "-o",
                "c.adjacency=up", path)
    configuration = path + ".conf"
    with open(configuration, "w") as file:
        file.write("[pipeline]\ndeciders =\noptimizers = frontier\n"
                   "[stage c]\nfunction = g\nadjacency = monotonic\n")
    _, output, error = checks.run("verify", "--config", configuration, path)
    checks.check("cost 3/4" in output, "monotonic by configuration: " + output + error)
    _, output, _ = checks.run("describe", "c")
    checks.check(all("  %s " % option in output for option in ("function", "private", "adjacency")),
                 "describe: " + output)
    with open(path, "w") as file:
        file.write(counting())
    checks.says(4, "'q' is private here, and -o c.private=T says another", "verify", "-D", "N=2", "-o",
                "c.private=T", path)


def check_warnings(checks, path):
    """What is believed is said."""
    for text, message in (
            (BASE.replace("float limit", "int limit"),
             "'limit' is a whole number in C and gets a real one here"),
            ('#include "noise.h"\n' + BASE, "the file is not opened"),
            ("#define Lap(s) draw(s)\n" + BASE, "'Lap' is taken for what its name says"),
            ("float Lap(float scale);\n" + BASE, "'Lap' is taken for noise of the scale")):
        with open(path, "w") as file:
            file.write(text)
        status, _, error = checks.run("verify", *METHODS, path)
        checks.check(status == 0 and "warning: " in error and message in error,
                     "%s: %d %s" % (message, status, error))


def check_hostile_folder(checks, path):
    """No module of the working folder or of PYTHONPATH is imported."""
    folder = os.path.join(os.path.dirname(path), "hostile")
    os.makedirs(os.path.join(folder, "pycparser"))
    for name in ("re.py", "ply.py", "pycparser/__init__.py", "pycparser/c_parser.py",
                 "sitecustomize.py", "usercustomize.py"):
        with open(os.path.join(folder, name), "w") as file:
            file.write("open('touched', 'w').close()\nraise SystemExit(7)\n")
    copy = os.path.join(folder, "program.c")
    with open(copy, "w") as file:
        file.write(BASE)
    here = os.getcwd()
    os.chdir(folder)
    os.environ["PYTHONPATH"], os.environ["PYTHONSTARTUP"] = folder, os.path.join(folder, "re.py")
    try:
        status, output, error = checks.run("verify", *METHODS, "program.c")
    finally:
        os.chdir(here)
        del os.environ["PYTHONPATH"], os.environ["PYTHONSTARTUP"]
    made = sorted(os.listdir(folder))
    checks.check(status == 0 and "cost 1" in output and "touched" not in made,
                 "hostile folder: %d %s %s %s" % (status, output, error, made))


def check_limits(checks, path):
    """Hostile texts get an error in time."""
    body = "void f(float q[], float epsilon)\n{\n  float x = %s;\n  CHECKDP_OUTPUT(q[0] + Lap(1));\n}\n"
    for text, message in (
            (body % ("(" * 5000 + "1" + ")" * 5000), "code nested so deep is not read"),
            (body % ("- " * 5000 + "1"), "code nested so deep is not read"),
            (body % ("1" + " + 1" * 5000), "code nested so deep is not read"),
            (body.replace("float x = %s;", "{" * 5000 + "}" * 5000), "code nested so deep"),
            (body % "0" + "int " + "*" * 100000 + "g;\n", "a pointer to so many pointers"),
            (body % "0" + " " * (1 << 20), "more than 1 MiB are not read"),
            (body % ("9" * 5000), "a number of so many digits is not read"),
            (body % "1e9999", "a number of so many digits is not read"),
            (body % "1e99999999999", "this number is not read")):
        with open(path, "w") as file:
            file.write(text)
        checks.says(4, message, "verify", *METHODS, "-o", "c.time-limit-ms=20000", path)


def check_without_process(checks, path):
    """Read in the program's own process, twice."""
    with open(path, "w") as file:
        file.write(BASE)
    status, output, error = checks.run("verify", *METHODS, "-o", "c.isolate=false", path, path)
    checks.check(status == 0 and output.count("cost 1") >= 2, "not isolated: %s %s" % (output, error))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    check_examples(checks, os.path.join(sys.argv[2], "examples/c"), "c")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.c")
        for name, text, options, verdict, cost, same in READ:
            check_read(checks, path, name, text, options, verdict,
                       None if cost == "infinite" else cost)
            check_same(checks, folder, name, same, verdict, None if cost == "infinite" else cost)
        for name, text, options, place, message in HOSTILE:
            check_refused(checks, path, name, text, place, message, options)
        for name, text, place, message in REFUSED:
            check_refused(checks, path, name, text, place, message, ["-D", "N=2"])
        check_claims(checks, path)
        check_options(checks, path)
        check_warnings(checks, path)
        check_limits(checks, path)
        check_without_process(checks, path)
        check_hostile_folder(checks, path)
    checks.check(len(REFUSED) >= 60, "%d refused programs" % len(REFUSED))
    return checks.finish()


sys.exit(main())
