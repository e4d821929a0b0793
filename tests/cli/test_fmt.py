#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`couplet fmt`: standard output, --check, --in-place, folders, errors, and that a
second formatting changes nothing.

usage: test_fmt.py COUPLET SOURCE"""
import os
import resource
import signal
import stat
import sys
import tempfile

from checks import Checks

UGLY = """# of papers
mechanism sparse( c=3 ){ threshold x=public+lap( 2/eps );   # the threshold
repeat c { loop {
q = private + lap(4 * c/eps);
   if q>=x { output top; break; } else {
     # too low
     output bot; } } }
}"""
NEAT = """# of papers
mechanism sparse(c = 3) {
  threshold x = public + lap(2/eps);  # the threshold
  repeat c {
    loop {
      q = private + lap(4*c/eps);
      if q >= x { output top; break; } else {
        # too low
        output bot;
      }
    }
  }
}
"""
LONG = """mechanism m() {
  threshold x = public + lap(2/eps);
  q = private + lap(4/eps);
  if q < x { output %s; } else { output %s; halt; }
}
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)
    return path


def read(path):
    with open(path) as text:
        return text.read()


def limit_file_size():
    """In the child: files of more than 20 bytes cannot be written."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))


def check_output(checks, folder):
    path = write(folder, "ugly.svt", UGLY)
    got = checks.run("fmt", path)
    checks.check(got == (0, NEAT, ""), "laid out: %r" % (got,))
    checks.check(read(path) == UGLY, "without --in-place the file stays")
    got = checks.run("fmt", "-", input=UGLY.encode())
    checks.check(got == (0, NEAT, ""), "standard input, recognised by its content: %r" % (got,))
    got = checks.run("fmt", "--from", "svt", "-", input=b"# nothing but this  \n\n")
    checks.check(got == (0, "# nothing but this\n", ""), "only a comment: %r" % (got,))
    got = checks.run("fmt", "--from", "svt", "-", input=b"")
    checks.check(got == (0, "", ""), "an empty file: %r" % (got,))
    got = checks.run("fmt", path, path)
    checks.check(got == (0, NEAT + NEAT, ""), "two files: %r" % (got,))


def check_width(checks):
    """A block that does not fit its line is opened, and stays so."""
    _, narrow, _ = checks.run("fmt", "-", input=(LONG % ("a" * 40, "b" * 10)).encode())
    checks.check(narrow == LONG % ("a" * 40, "b" * 10), "fits: %r" % narrow)
    _, wide, _ = checks.run("fmt", "-", input=(LONG % ("a" * 40, "b" * 40)).encode())
    checks.check("%s; } else {\n    output %s;\n    halt;\n  }\n" % ("a" * 40, "b" * 40) in wide,
                 "does not fit: %r" % wide)
    checks.check(max(map(len, wide.splitlines())) <= 100, "at most 100 columns: %r" % wide)
    checks.check(checks.run("fmt", "-", input=wide.encode())[1] == wide, "wide is stable")


def check_check(checks, folder):
    ugly, neat = write(folder, "ugly.svt", UGLY), write(folder, "neat.svt", NEAT)
    got = checks.run("fmt", "--check", neat)
    checks.check(got == (0, "", ""), "--check of a neat file: %r" % (got,))
    got = checks.run("fmt", "--check", neat, ugly)
    checks.check(got == (4, ugly + "\n", ""), "--check of both: %r" % (got,))
    got = checks.run("fmt", "--check", "-", input=UGLY.encode())
    checks.check(got == (4, "-\n", ""), "--check of standard input: %r" % (got,))
    checks.check(read(ugly) == UGLY, "--check changes nothing")


def check_in_place(checks, folder):
    ugly, neat = write(folder, "ugly.svt", UGLY), write(folder, "neat.svt", NEAT)
    os.chmod(ugly, 0o754)
    before = os.stat(neat)
    got = checks.run("fmt", "-i", ugly, neat)
    checks.check(got == (0, "", "") and read(ugly) == NEAT, "--in-place: %r" % (got,))
    checks.check(stat.S_IMODE(os.stat(ugly).st_mode) == 0o754, "the mode stays")
    after = os.stat(neat)
    checks.check((before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns),
                 "an unchanged file is left alone")
    target, link = write(folder, "target.svt", UGLY), os.path.join(folder, "link.svt")
    os.symlink("target.svt", link)
    got = checks.run("fmt", "--in-place", link)
    checks.check(got[0] == 0 and os.path.islink(link) and read(target) == NEAT,
                 "through a symbolic link: %r" % (got,))
    broken = write(folder, "broken.svt", "mechanism m( {\n")
    got, output, error = checks.run("fmt", "-i", broken, write(folder, "ugly.svt", UGLY))
    checks.check(got == 4 and output == "" and "broken.svt:1:14: error: found '{'" in error and
                 read(broken) == "mechanism m( {\n" and read(ugly) == NEAT,
                 "a broken file stays, the next is formatted: %d %s" % (got, error))
    checks.check(sorted(os.listdir(folder)) == ["broken.svt", "link.svt", "neat.svt", "target.svt",
                                                "ugly.svt"], "nothing is left behind")


def check_folders(checks, folder):
    write(folder, "b/ugly.svt", UGLY)
    write(folder, "a.svt", NEAT)
    write(folder, "c.json", "{}")
    got = checks.run("fmt", "--check", folder)
    checks.check(got == (4, os.path.join(folder, "b/ugly.svt") + "\n", ""),
                 "a folder; other formats are passed over: %r" % (got,))
    checks.check(checks.run("fmt", folder)[1] == NEAT + NEAT, "files of a folder in order")
    os.makedirs(os.path.join(folder, "empty"))
    checks.says(4, "empty: no file in this folder has a suitable format", "fmt",
                os.path.join(folder, "empty"))


def check_errors(checks, source, folder):
    automaton = os.path.join(source, "examples", "automata", "six-less.json")
    checks.says(4, "six-less.json: error: files of the format 'json' cannot be laid out anew",
                "fmt", automaton)
    checks.says(4, "nowhere.svt: error: No such file", "fmt", os.path.join(folder, "nowhere.svt"))
    checks.says(2, "no file is given", "fmt")
    checks.says(2, "--check and --in-place exclude each other", "fmt", "--check", "-i", "a.svt")
    checks.says(2, "standard input cannot be rewritten", "fmt", "-i", "-")
    checks.says(2, "Unknown option --nonsense", "fmt", "--nonsense", "a.svt")
    checks.says(5, "no frontend is called 'svx'", "fmt", "--from", "svx", "-", input=b"")
    got, output, _ = checks.run("fmt", "--help")
    checks.check(got == 0 and "couplet fmt [OPTION...] FILE..." in output, "--help: " + output)
    got, output, error = checks.run("fmt", "-", input=b"mechanism m() {\n  loop\n}\n")
    checks.check(got == 4 and output == "" and ":3:1: error: " in error,
                 "nothing of a broken file is printed: %d %r %s" % (got, output, error))
    path = write(folder, "locked/ugly.svt", UGLY)
    link = os.path.join(folder, "locked", "gone.svt")
    os.symlink("nowhere.svt", link)
    checks.says(4, "gone.svt: error: No such file", "fmt", "-i", link)
    checks.says(4, path + ": it could not be rewritten: File too large", "fmt", "-i", path,
                preexec_fn=limit_file_size)
    checks.check(read(path) == UGLY and sorted(os.listdir(os.path.dirname(path))) ==
                 ["gone.svt", "ugly.svt"], "a failed rewriting changes nothing")


def check_stable(checks, source):
    """Formatting what was formatted changes nothing, nor does it lose a word or comment."""
    count = 0
    folders = [os.path.join(source, *path) for path in (
        ("tests", "frontends", "svt", "errors"),
        ("tests", "frontends", "svt", "language"), ("examples", "mechanisms"))]
    for folder in folders:
        for name in sorted(n for n in os.listdir(folder) if n.endswith(".svt")):
            path = os.path.join(folder, name)
            got, once, _ = checks.run("fmt", path)
            if got != 0:
                continue
            count += 1
            again = checks.run("fmt", "--from", "svt", "-", input=once.encode())
            checks.check(again == (0, once, ""), "%s is stable: %r" % (name, again))
            with open(path, "rb") as text:
                words = b"".join(text.read().removeprefix(b"\xef\xbb\xbf").split())
            checks.check(words == b"".join(once.encode().split()), "%s keeps its words" % name)
    got = checks.run("fmt", "--check", folders[-1])
    checks.check(got == (0, "", ""), "the examples are laid out: %r" % (got,))
    checks.check(count > 100, "many files were formatted: %d" % count)


def main():
    checks, source = Checks(os.path.abspath(sys.argv[1])), sys.argv[2]
    for part in (check_output, check_check, check_in_place, check_folders):
        with tempfile.TemporaryDirectory() as folder:
            part(checks, folder)
    with tempfile.TemporaryDirectory() as folder:
        check_errors(checks, source, folder)
    check_width(checks)
    check_stable(checks, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
