#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a wheel with the program, its library and plugins, the Python package, and all libraries of others that they
need but those of glibc and GCC. The same build gives the same bytes.

usage: make_wheel.py BUILD FOLDER"""
import base64
import csv
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from typing import Dict, Iterator, List

from make_sbom import Component, components_of, linked, output_of

SOURCE = pathlib.Path(__file__).resolve().parents[1]
#: What each Linux with this glibc has, by the policy of manylinux.
TAKEN_FOR_GRANTED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libresolv.so.2", "libutil.so.1",
                     "libgcc_s.so.1", "libstdc++.so.6"}
#: Of the plugins of Graphviz, those that draw our pictures. libgvc looks for them in a folder beside itself.
GRAPHVIZ_PLUGINS = ("core", "dot_layout")
BUNDLED = pathlib.PurePosixPath("couplet/bundled")
COMMON_LICENSES = pathlib.Path("/usr/share/common-licenses")
GPL = "GPL-3.0-or-later"
EARLIEST = 315532800  # 1980, where the time of zip begins


def is_elf(path: pathlib.Path) -> bool:
    return path.is_file() and path.open("rb").read(4) == b"\x7fELF"


def install(build: pathlib.Path, root: pathlib.Path) -> None:
    """Installs what was built into root, without symbols; the library has the name only that the loader asks for."""
    subprocess.run(["cmake", "--install", build, "--prefix", root, "--strip"], check=True, stdout=subprocess.DEVNULL)
    library = (root / "lib" / "libcouplet.so").resolve()
    name = output_of("patchelf", "--print-soname", str(library)).strip()
    for link in root.glob("lib/libcouplet.so*"):
        if link.is_symlink():
            link.unlink()
    library.rename(library.with_name(name))


def add_graphviz(libgvc: pathlib.Path, folder: pathlib.Path) -> List[pathlib.Path]:
    """Copies Graphviz's plugins, and the part of its list of plugins that is about them; the originals."""
    folder.mkdir()
    source = libgvc.parent / "graphviz"
    config = next(source.glob("config*"))
    parts = re.findall(r"(?ms)^\S+ (?:%s) \{\n.*?^\}\n" % "|".join(GRAPHVIZ_PLUGINS), config.read_text())
    (folder / config.name).write_text("".join(parts))
    names = [part.split()[0] for part in parts]
    for name in names:
        shutil.copy(source / name, folder / name)
    return [(source / name).resolve() for name in names]


def add_libraries(root: pathlib.Path) -> List[str]:
    """Copies the libraries of others that what is in root needs into lib; the originals."""
    originals: Dict[str, str] = {}
    pending = [path for path in sorted(root.rglob("*")) if is_elf(path)]
    while pending:
        for name, file in linked(pending.pop(), set()).items():
            if name in TAKEN_FOR_GRANTED or name in originals:
                continue
            originals[name] = file
            shutil.copy(file, root / "lib" / name)
            if name.startswith("libgvc."):
                plugins = add_graphviz(pathlib.Path(file), root / "lib" / "graphviz")
                originals |= {path.name: str(path) for path in plugins}
                pending += plugins
    return sorted(originals.values())


def set_paths(root: pathlib.Path) -> None:
    """Each looks for libraries in lib, from where it stands itself."""
    for path in root.rglob("*"):
        if is_elf(path):
            path.chmod(0o755)
            origin = f"$ORIGIN/{os.path.relpath(root / 'lib', path.parent)}"
            subprocess.run(["patchelf", "--force-rpath", "--set-rpath", origin, path], check=True)


def bundled(root: pathlib.Path) -> Iterator[pathlib.Path]:
    """What the program needs when it runs."""
    yield from (root / "bin").iterdir()
    yield from (root / "lib").glob("lib*.so.*")
    for folder in ("lib/couplet", "lib/graphviz", "share/couplet/configs"):
        yield from (path for path in (root / folder).rglob("*") if path.is_file())


def packages_of(libraries: List[str], build: pathlib.Path) -> List[Component]:
    """Debian's packages of the libraries, and of the script that pages have a copy of."""
    chart = re.findall(r"(?m)^COUPLET_CHART_FILE:FILEPATH=(/.*)$", (build / "CMakeCache.txt").read_text())
    found = {one.name: one for one in components_of(map(os.path.realpath, [*libraries, *chart])).values()}
    return [found[name] for name in sorted(found)]


def licenses(packages: List[Component]) -> Dict[str, bytes]:
    """Couplet's licence, what each package says, and the licences that it refers to."""
    found = {"LICENSE": (SOURCE / "LICENSE").read_bytes()}
    for package in packages:
        found[f"{package.name}/copyright"] = (pathlib.Path("/usr/share/doc") / package.name / "copyright").read_bytes()
    text = b"".join(found.values()).decode(errors="replace")
    for name in {"GPL-3", *re.findall(r"/usr/share/common-licenses/([\w.+-]*\w)", text)}:
        found[f"common-licenses/{name}"] = (COMMON_LICENSES / name).read_bytes()
    return found


def metadata(text: str, packages: List[Component]) -> str:
    """METADATA of the package, with the licences of the libraries."""
    description = (SOURCE / "packages" / "wheel.md").read_text()
    if any(package.name.startswith("libglpk") for package in packages):
        description += f"GLPK, and the plugin `optimizer-glpk` that uses it, are under {GPL}.\n"
        text = re.sub("(?m)^License: .*$", f"License: Apache-2.0; the plugin optimizer-glpk, with GLPK, is under {GPL}; the other "
                      "libraries have their own licences, in licenses\nClassifier: License :: OSI Approved :: Apache Software License"
                      "\nClassifier: License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)", text)
    description += "The licences of all libraries are beside this text, in `licenses`. The libraries and their sources are those of\n" \
                   "these packages of Debian:\n\n"
    description += "".join(f"- {package.name} {package.version}\n" for package in packages)
    return f"{text}Description-Content-Type: text/markdown\n\n{description}"


def tag() -> str:
    glibc = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()[1]
    return f"py3-none-manylinux_{glibc.replace('.', '_')}_{platform.machine()}"


def write_wheel(path: pathlib.Path, entries: Dict[str, bytes], information: str) -> None:
    """Writes entries, sorted, and the RECORD of them."""
    date = time.gmtime(max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH") or 0)))[:6]
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for name, content in sorted(entries.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(content)])
    rows.writerow([f"{information}/RECORD", "", ""])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in [*sorted(entries.items()), (f"{information}/RECORD", record.getvalue().encode())]:
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if content.startswith(b"\x7fELF") else 0o100644) << 16
            wheel.writestr(entry, content)


def make_wheel(build: pathlib.Path, folder: pathlib.Path, root: pathlib.Path) -> pathlib.Path:
    install(build, root)
    packages = packages_of(add_libraries(root), build)
    set_paths(root)
    site = next(root.glob("lib/python3*/dist-packages"))
    information = next(site.glob("couplet-*.dist-info")).name
    entries = {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    entries |= {str(BUNDLED / path.relative_to(root)): path.read_bytes() for path in bundled(root)}
    entries |= {f"{information}/licenses/{name}": content for name, content in licenses(packages).items()}
    del entries[f"{information}/INSTALLER"]  # who installs the wheel writes it
    about = entries[f"{information}/METADATA"].decode()
    entries[f"{information}/METADATA"] = metadata(about, packages).encode()
    entries[f"{information}/entry_points.txt"] += b"\n[console_scripts]\ncouplet = couplet.program:main\n"
    entries[f"{information}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: couplet\nRoot-Is-Purelib: false\n"
                                       f"Tag: {tag()}\n").encode()
    path = folder / f"{information.removesuffix('.dist-info')}-{tag()}.whl"
    write_wheel(path, entries, information)
    return path


def main() -> None:
    build, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as root:
        print(make_wheel(build, folder, pathlib.Path(root)))


if __name__ == "__main__":
    main()
