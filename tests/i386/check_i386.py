#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Couplet built and tested where a pointer and a long have 32 bits: in a Debian for i386 of its own, which
debootstrap makes. As root, on a machine that runs programs for i386; minutes, and the network.

usage: check_i386.py BUILD [MIRROR]; without one, that of this machine

The root stays in BUILD, so that the next run is fast. Built without any library that may be missing; run are the C
programs of the units, and random automata."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "packages"))
import this_debian  # noqa: E402

PACKAGES = ("gcc", "libc6-dev", "cmake", "ninja-build", "pkg-config", "python3", "flex", "bison", "libglib2.0-dev",
            "libgmp-dev", "libjansson-dev", "libcmocka-dev")
WITHOUT = ["-DCOUPLET_%s=OFF" % library
           for library in ("Z3", "GLPK", "ARB", "GRAPHVIZ", "SQLITE", "SECCOMP")]


def run(*command):
    print("+", " ".join(command), flush=True)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def inside(root, *command):
    """With a /proc, where programs look for the libraries beside them; it ends with the command."""
    run("unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', str(root),
        "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", *command)


def make_root(root, mirror):
    """A root that is not whole is begun again."""
    whole = root / "whole"
    if whole.exists():
        return
    shutil.rmtree(root, ignore_errors=True)
    run("debootstrap", "--arch=i386", "--variant=minbase", "--include=" + ",".join(PACKAGES), this_debian.suite(),
        str(root), mirror)
    whole.touch()


def copy_sources(root):
    """What git knows of, and what it would; nothing that was there before."""
    shutil.rmtree(root / "couplet", ignore_errors=True)
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, stdout=subprocess.PIPE).stdout
    for name in filter(None, os.fsdecode(listed).split("\0")):
        source, target = ROOT / name, root / "couplet" / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)


def main():
    root = pathlib.Path(sys.argv[1]).resolve() / "root"
    mirror = sys.argv[2] if len(sys.argv) > 2 else this_debian.mirror()
    if mirror is None:
        sys.exit("apt has no sources")
    make_root(root, mirror)
    copy_sources(root)
    jobs = str(len(os.sched_getaffinity(0)))
    inside(root, "cmake", "-G", "Ninja", "-S", "/couplet", "-B", "/build", "-DCOUPLET_WERROR=ON", *WITHOUT)
    inside(root, "cmake", "--build", "/build", "-j", jobs)
    inside(root, "ctest", "--test-dir", "/build", "--output-on-failure", "-j", jobs, "-R", "^(test_|differential)")


if __name__ == "__main__":
    main()
