#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian packages: looked at by lintian, installed in a fresh root, used there as a person would, and
removed. `make check-deb` runs it; it takes minutes and the network.

usage: check_deb.py BUILD [MIRROR]; without one, that of this machine

The root is made by debootstrap where that is allowed (as root, with chroot); else the packages are only unpacked
by dpkg --root, without their dependencies, and what is used is what this machine's libraries allow. Says which."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import this_debian

PACKAGES = {"couplet", "libcouplet1", "libcouplet-dev", "couplet-plugin-z3", "couplet-plugin-glpk",
            "couplet-plugin-graphviz", "couplet-plugin-arb", "python3-couplet"}
EXAMPLES = "/usr/share/couplet/examples/"


class Failure(Exception):
    pass


def run(*command, **options):
    """What a command prints; Failure when it fails."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                            stdin=subprocess.DEVNULL, check=False, **options)
    if result.returncode != 0:
        raise Failure("%s: status %d\n%s" % (" ".join(command), result.returncode, result.stdout))
    return result.stdout


def need(good, what):
    if not good:
        raise Failure(what)


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


# ---- What is in them --------------------------------------------------------------------

def check_contents(packages):
    """Names, dependencies, and the files that Debian asks for."""
    need(set(packages) == PACKAGES, "packages: %s" % sorted(packages))
    for name, path in packages.items():
        listed = run("dpkg-deb", "--contents", path)
        for file in ("copyright", "changelog.Debian.gz"):
            need("./usr/share/doc/%s/%s\n" % (name, file) in listed, "%s has %s" % (name, file))
        depends = field(path, "Depends")
        need(name in ("libcouplet-dev", "python3-couplet") or "libc6 (>=" in depends, "%s depends on libc6: %s" % (name, depends))
        need(name in ("libcouplet1", "python3-couplet") or "libcouplet1 (=" in depends, "%s depends on libcouplet1: %s" % (name, depends))
    for name, library in (("z3", "libz3-4"), ("glpk", "libglpk40"), ("graphviz", "libgvc6"), ("arb", "libflint-arb2")):
        depends = field(packages["couplet-plugin-" + name], "Depends")
        need(library in depends, "couplet-plugin-%s depends on %s: %s" % (name, library, depends))
        need(library not in field(packages["libcouplet1"], "Depends"), "libcouplet1 needs no " + library)
    recommends = field(packages["couplet"], "Recommends")
    need(all(name in recommends for name in PACKAGES if name.startswith("couplet-plugin-") or name == "python3-couplet"),
         "couplet recommends the plugins: " + recommends)
    control = run("dpkg-deb", "--info", packages["libcouplet1"])
    need(all(re.search(r"\b%s\b" % file, control) for file in ("shlibs", "symbols", "triggers")),
         "libcouplet1 has shlibs, symbols and triggers: " + control)


def check_lintian(packages):
    print(run("lintian", "--fail-on", "error", "--allow-root", *packages.values()))


# ---- A fresh Debian ----------------------------------------------------------------------

class Root:
    """A fresh Debian in a folder, or Failure where this machine does not allow one."""

    def __init__(self, folder, mirror):
        self.folder = folder
        run("debootstrap", "--variant=minbase", this_debian.suite(), folder, mirror)
        for name in ("resolv.conf", "hosts"):
            shutil.copy(os.path.join("/etc", name), os.path.join(folder, "etc", name))

    def run(self, *command):
        return run("chroot", self.folder, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                   "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *command)

    def install(self, *names):
        self.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *names)

    def has(self, path):
        return os.path.lexists(self.folder + path)


def check_without_plugins(root):
    version = root.run("couplet", "--version")
    need(re.search(r"^Z3 +its plugin is not installed$", version, re.M), version)
    need("least d 7/4" in root.run("couplet", "verify", EXAMPLES + "automata/numeric-sparse.json"), "verify")


def check_with_plugins(root):
    version = root.run("couplet", "--version")
    for library in ("Z3", "GLPK", "Arb", "Graphviz"):
        need(re.search(r"^%s +[0-9.]+$" % library, version, re.M), "%s: %s" % (library, version))
    text = root.run("couplet", "compare", EXAMPLES + "automata/numeric-sparse.dot")
    need("z3" in text and "glpk" in text, "compare: " + text)
    need("<svg" in root.run("couplet", "explain", "--svg", EXAMPLES + "automata/numeric-sparse.json"), "a picture")
    text = root.run("couplet", "verify", EXAMPLES + "python/mistakes.py::right")
    need("mistakes.py::right  private" in text, "a Python function: " + text)
    text = root.run("python3", "-c", "import couplet; print(couplet.verify('%sautomata/numeric-sparse.json'))" % EXAMPLES)
    need("7, 4" in text, "the Python package: " + text)
    for file in ("man/man1/couplet.1.gz", "man/man1/couplet-verify.1.gz", "bash-completion/completions/couplet",
                 "zsh/vendor-completions/_couplet", "fish/vendor_completions.d/couplet.fish"):
        need(root.has("/usr/share/" + file), file)


def check_development(root):
    """A plugin is built with what libcouplet-dev brings, and used."""
    root.install("gcc", "libc6-dev", "make", "pkg-config")
    root.run("cp", "-r", EXAMPLES + "plugin", "/root/plugin")
    root.run("make", "-C", "/root/plugin")
    need("least d 1" in root.run("couplet", "verify", "--plugin-path", "/root/plugin", "/root/plugin/svt.lines"),
         "a plugin of one's own")


def check_removal(root):
    owned = {path for name in PACKAGES for path in root.run("dpkg", "-L", name).split("\n") if "couplet" in path}
    root.run("apt-get", "purge", "-y", "-q", *PACKAGES)
    left = sorted(path for path in owned if root.has(path))
    need(left == [], "left behind: %s" % left)


def check_in_fresh_root(root, packages):
    inside = os.path.join(root.folder, "packages")
    os.mkdir(inside)
    for path in packages.values():
        shutil.copy(path, inside)
    deb = {name: "/packages/" + os.path.basename(path) for name, path in packages.items()}
    root.run("apt-get", "update", "-q")
    root.install(deb["couplet"], deb["libcouplet1"])
    check_without_plugins(root)
    root.install(*deb.values())
    check_with_plugins(root)
    check_development(root)
    check_removal(root)


# ---- Where no fresh Debian can be made ------------------------------------------------------

def check_by_dpkg(folder, packages):
    """Unpacked, used with this machine's libraries, and removed."""
    for name in ("info", "updates", "triggers"):
        os.makedirs(os.path.join(folder, "var/lib/dpkg", name))
    for name in ("status", "available"):
        open(os.path.join(folder, "var/lib/dpkg", name), "w", encoding="utf-8").close()
    dpkg = ["dpkg", "--root=" + folder, "--force-depends", "--force-not-root", "--force-script-chrootless",
            "--log=/dev/null"]
    run(*dpkg, "--no-triggers", "--unpack", *packages.values())
    library = glob.glob(os.path.join(folder, "usr/lib/*/libcouplet.so.1"))
    need(len(library) == 1, "one library: %s" % library)
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(library[0]))
    couplet, examples = os.path.join(folder, "usr/bin/couplet"), folder + EXAMPLES
    version = run(couplet, "--version", env=environment)
    need(re.search(r"^Z3 +[0-9.]+$", version, re.M), version)
    need("least d 7/4" in run(couplet, "verify", "--deciders", "graph,z3", examples + "automata/numeric-sparse.dot",
                              env=environment), "verify")
    run(*dpkg, "--no-triggers", "--purge", *packages)
    need(not glob.glob(os.path.join(folder, "usr/**/*couplet*"), recursive=True), "files are left behind")


def main():
    packages = {field(path, "Package"): path
                for path in glob.glob(os.path.join(os.path.abspath(sys.argv[1]), "*.deb"))}
    mirror = sys.argv[2] if len(sys.argv) > 2 else this_debian.mirror()
    try:
        need(mirror, "apt has no sources")
        check_contents(packages)
        check_lintian(packages)
        with tempfile.TemporaryDirectory() as folder:
            try:
                root = Root(os.path.join(folder, "root"), mirror)
            except (Failure, FileNotFoundError) as why:
                print("note: no fresh Debian can be made here, so that the packages are only unpacked by dpkg --root; "
                      "their dependencies are not tried: %s" % str(why)[-400:])
                check_by_dpkg(os.path.join(folder, "unpacked"), packages)
                print("unpacked, used and removed")
            else:
                check_in_fresh_root(root, packages)
                print("installed, used and removed in a fresh Debian")
    except Failure as failure:
        print("FAILED: %s" % failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
