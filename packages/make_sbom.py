#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the software bill of materials of what was built: the libraries that the program, the library
and the plugins are linked with, as CycloneDX 1.5 in JSON. Where Debian's dpkg knows the file of a library,
the component is its package, with version and licences; elsewhere it is the file.

usage: make_sbom.py OUTPUT VERSION FILE...

FILE: a program, library or plugin; or NAME=PATH, the file PATH of others that the plugin NAME has a copy of."""
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse
from typing import Dict, Iterable, List, NamedTuple, Set

SPECIFICATION = "1.5"
RESOLVED = re.compile(r"^\s*(\S+) => (/\S+) \(0x")


class Component(NamedTuple):
    name: str
    version: str  # empty = not known
    architecture: str
    licenses: List[str]


def output_of(*command: str) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout if result.returncode == 0 else ""


def linked(path: pathlib.Path, own: Set[str]) -> Dict[str, str]:
    """The libraries that the loader finds for path, their names with their files."""
    found = {}
    for line in output_of("ldd", str(path)).splitlines():
        match = RESOLVED.match(line)
        if match and not match.group(1).startswith("libcouplet.so") and match.group(2) not in own:
            found[match.group(1)] = os.path.realpath(match.group(2))
    return found


def packages_of(files: Iterable[str]) -> Dict[str, str]:
    """Debian's packages of files, `libglib2.0-0:amd64`; what is not known is left out. With /usr merged a
    package may know a file by its other name."""
    names = {name: file for file in files for name in (re.sub("^/usr", "", file), file)}
    found: Dict[str, str] = {}
    listed = subprocess.run(["dpkg", "-S", "--", *names], capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        packages, _, name = line.partition(": ")
        if name in names:
            found[names[name]] = packages.split(", ")[0]
    return found


def licenses_of(package: str) -> List[str]:
    """As the copyright file of the package names them; none where that is not in Debian's format."""
    path = pathlib.Path("/usr/share/doc") / package.split(":")[0] / "copyright"
    text = path.read_text(errors="replace") if path.exists() else ""
    if not text.startswith("Format:"):
        return []
    return sorted({name.strip() for name in re.findall(r"(?m)^License: *(\S.*)$", text)})


def component_of(file: str, package: str) -> Component:
    if package == "":
        return Component(os.path.basename(file), "", "", [])
    fields = output_of("dpkg-query", "-W", "-f=${Package}\t${Version}\t${Architecture}", package)
    name, version, architecture = fields.split("\t")
    return Component(name, version, architecture, licenses_of(package))


def components_of(files: Iterable[str]) -> Dict[str, Component]:
    files = sorted(set(files))
    packages = packages_of(files)
    return {file: component_of(file, packages.get(file, "")) for file in files}


def reference_of(component: Component) -> str:
    if component.version == "":
        return "file:" + component.name
    name, version = (urllib.parse.quote(text, safe="") for text in (component.name, component.version))
    return f"pkg:deb/debian/{name}@{version}?arch={component.architecture}"


def as_json(component: Component, files: List[str]) -> Dict[str, object]:
    entry: Dict[str, object] = {"type": "library", "bom-ref": reference_of(component), "name": component.name}
    if component.version:
        entry["version"] = component.version
        entry["purl"] = reference_of(component)
    if component.licenses:
        entry["licenses"] = [{"license": {"name": name}} for name in component.licenses]
    entry["properties"] = [{"name": "couplet:file", "value": file} for file in files]
    return entry


def bill(version: str, paths: List[pathlib.Path], copies: Dict[str, str]) -> Dict[str, object]:
    own = {str(path.resolve()) for path in paths}
    libraries = {path.name: linked(path, own) for path in paths}
    for name, file in copies.items():
        libraries.setdefault(name, {})[os.path.basename(file)] = os.path.realpath(file)
    components = components_of(f for files in libraries.values() for f in files.values())
    names: Dict[Component, Set[str]] = {}
    for found in libraries.values():
        for name, file in found.items():
            key = components[file]._replace(licenses=tuple(components[file].licenses))
            names.setdefault(key, set()).add(name)
    parts = [{"type": "application" if name == "couplet" else "library", "bom-ref": "couplet:" + name,
              "name": name, "version": version} for name in sorted(libraries)]
    depends = [{"ref": "couplet:" + name,
                "dependsOn": sorted({reference_of(components[file]) for file in found.values()})}
               for name, found in sorted(libraries.items())]
    return {"bomFormat": "CycloneDX", "specVersion": SPECIFICATION, "version": 1,
            "metadata": {"component": {"type": "application", "bom-ref": "couplet", "name": "couplet",
                                       "version": version,
                                       "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": parts + [as_json(component, sorted(files))
                                   for component, files in sorted(names.items())],
            "dependencies": depends}


def main() -> int:
    output, version = sys.argv[1:3]
    paths = sorted({pathlib.Path(name) for name in sys.argv[3:] if "=" not in name})
    copies = dict(name.split("=", 1) for name in sys.argv[3:] if "=" in name)
    text = json.dumps(bill(version, paths, copies), indent=1, sort_keys=False) + "\n"
    pathlib.Path(output).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
