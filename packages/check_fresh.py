#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the README promises on a bare Debian: `make check-fresh` runs it before a release, as root; it takes an hour and the
network.

usage: check_fresh.py SOURCE [COMMAND...]; without one, `make demo` and `make check`

The root is a minimal Debian of this machine's suite with git, make and certificates alone, in which apt is set up as it is
here. The commands run in a clone of SOURCE: what is not committed is not there."""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

import this_debian

CLONE = "/root/couplet"
#: How apt is set up, and names are found.
SETTINGS = ("etc/apt/sources.list.d", "etc/apt/auth.conf.d", "etc/apt/apt.conf.d", "etc/apt/keyrings", "etc/hosts",
            "etc/resolv.conf")


def make_root(root, packages):
    """A minimal Debian with these packages, in which apt is set up as it is here."""
    subprocess.run(["debootstrap", "--variant=minbase", "--include=" + ",".join(packages), this_debian.suite(), root,
                    this_debian.mirror()], check=True, stdout=subprocess.DEVNULL)
    for name in SETTINGS:
        source, there = os.path.join("/", name), os.path.join(root, name)
        if os.path.isdir(source):
            shutil.copytree(source, there, dirs_exist_ok=True)
        elif os.path.exists(source):
            shutil.copy(source, there)
    if os.listdir(os.path.join(root, "etc/apt/sources.list.d")):
        os.unlink(os.path.join(root, "etc/apt/sources.list"))


@contextlib.contextmanager
def mounted(root):
    """With /proc and /dev, as programs expect them."""
    proc, dev = os.path.join(root, "proc"), os.path.join(root, "dev")
    subprocess.run(["mount", "-t", "proc", "proc", proc], check=True)
    subprocess.run(["mount", "--rbind", "--make-rslave", "/dev", dev], check=True)
    try:
        yield
    finally:
        for place in (dev, proc):
            subprocess.run(["umount", "--lazy", "--recursive", place], check=False)


def run_in(root, folder, command, **options):
    """What came of a shell's command in a folder there."""
    return subprocess.run(["chroot", root, "/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "TERM=dumb",
                           "LANG=C.UTF-8", "sh", "-c", f"cd {folder} && {command}"], check=False, stdin=subprocess.DEVNULL, **options)


def main():
    source, commands = os.path.abspath(sys.argv[1]), sys.argv[2:] or ["make demo", "make check"]
    failed = []
    with tempfile.TemporaryDirectory(prefix="couplet-fresh-") as folder:
        root = os.path.join(folder, "root")
        make_root(root, ("ca-certificates", "git", "make"))
        subprocess.run(["git", "clone", "--quiet", source, root + CLONE], check=True)
        with mounted(root):
            for command in commands:
                print(f"== {command}", flush=True)
                status = run_in(root, CLONE, command).returncode
                print(f"== status {status}", flush=True)
                failed += [command] if status else []
    print("failed: " + ", ".join(failed) if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
