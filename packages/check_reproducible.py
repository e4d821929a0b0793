#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two builds of the same sources have the same bytes: in folders with other names, one after the other,
with another locale, time zone, umask and order of files; what is installed, and the Debian packages where
they can be made. `make check-reproducible` runs it; it takes minutes.

usage: check_reproducible.py SOURCE [CMAKE-FLAG...]"""
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import Dict, List

EPOCH = "1767323045"
PACKER_UMASK = 0o022  # of `make install` and `make deb`: folders are for all to read
# two builders who have nothing in common
BUILDERS = [
    {"folder": "a", "umask": 0o022, "LC_ALL": "C", "TZ": "UTC", "HOME": "/nonexistent"},
    {"folder": "another place/with a longer name", "umask": 0o027, "LC_ALL": "C.UTF-8",
     "TZ": "Pacific/Kiritimati", "HOME": "/tmp"},
]
FLAGS = ["-DBUILD_TESTING=OFF", "-DCOUPLET_DEBIAN=ON", "-DCMAKE_INSTALL_PREFIX=/usr",
         "-DCMAKE_SKIP_INSTALL_RPATH=ON", "-DCOUPLET_PYTHON_DIR=lib/python3/dist-packages",
         "-DCOUPLET_ZSH_FOLDER=share/zsh/vendor-completions"]


def copy_sources(source: pathlib.Path, folder: pathlib.Path) -> None:
    """The sources that Git knows, and the commit, as an archive of them says it."""
    names = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True, text=True,
                           check=True).stdout.split("\0")
    for name in filter(None, names):
        if (source / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, folder / name)
    commit = subprocess.run(["git", "-C", source, "rev-parse", "HEAD"], capture_output=True, text=True,
                            check=True).stdout
    (folder / "cmake/commit.txt").write_text(commit)


def run(command: List[str], folder: pathlib.Path, environment: Dict[str, str], mask: int) -> None:
    result = subprocess.run(command, cwd=folder, env=environment, umask=mask, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} fails:\n{result.stdout[-4000:]}")


def build(source: pathlib.Path, root: pathlib.Path, builder: Dict[str, object],
          flags: List[str]) -> pathlib.Path:
    """Builds and installs; the folder of what came of it."""
    folder = root / str(builder["folder"]) / "couplet"
    made = root / str(builder["folder"]) / "made"
    folder.mkdir(parents=True)
    made.mkdir()
    copy_sources(source, folder)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "CCACHE_DISABLE": "1",
                   **{key: str(value) for key, value in builder.items() if key.isupper()}}
    mask = int(str(builder["umask"]))
    run(["cmake", "-G", "Ninja", "-S", ".", "-B", "build", *FLAGS, *flags], folder, environment, mask)
    run(["cmake", "--build", "build"], folder, environment, mask)
    run(["cmake", "--install", "build"], folder, {**environment, "DESTDIR": str(made / "root")},
        PACKER_UMASK)
    if shutil.which("dpkg-shlibdeps") is not None:
        run(["cpack"], folder / "build", environment, PACKER_UMASK)
        for package in (folder / "build").glob("*.deb"):
            shutil.copy(package, made)
    return made


def differences(a: pathlib.Path, b: pathlib.Path) -> List[str]:
    names = {path.relative_to(folder) for folder in (a, b) for path in folder.rglob("*")}
    different = []
    for name in sorted(names):
        one, other = a / name, b / name
        if one.is_symlink() and other.is_symlink():
            same = os.readlink(one) == os.readlink(other)
        elif one.is_dir() and other.is_dir():
            same = True
        else:
            same = one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)
        if not same:
            different.append(str(name))
    return different


def main() -> int:
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        made = [build(source, pathlib.Path(folder), builder, sys.argv[2:]) for builder in BUILDERS]
        files = sum(1 for path in made[0].rglob("*") if path.is_file())
        packages = len(list(made[0].glob("*.deb")))
        different = differences(*made)
        kept = os.environ.get("COUPLET_KEEP_BUILDS")
        if kept and different:
            shutil.copytree(folder, kept, symlinks=True)
    for name in different:
        print(f"FAILED: two builds differ in {name}")
    print(f"{files} files, {packages} of them Debian packages, {len(different)} different")
    return 1 if different or files < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
