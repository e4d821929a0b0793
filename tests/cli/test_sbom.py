#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials has what the loader finds for each file that is installed, and nothing else, with
the versions that dpkg tells.

usage: test_sbom.py COUPLET FOLDER SCRIPT

FOLDER: of the library and the plugins."""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import Checks


@functools.cache
def loaded_by(path):
    """The names of the libraries of others, as the loader says."""
    lines = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
    names = {line.split()[0] for line in lines if "=> /" in line}
    return {name for name in names if not name.startswith("libcouplet")}


def version_of(package):
    result = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True,
                            check=False)
    return result.stdout if result.returncode == 0 else None


def check_components(checks, bill, files):
    known = {part["name"]: part for part in bill["components"]}
    references = [part["bom-ref"] for part in bill["components"]]
    checks.check(len(references) == len(set(references)), "a reference stands twice")
    others = [part for part in bill["components"] if "properties" in part]
    listed = {p["value"] for part in others for p in part["properties"]}
    checks.check(listed == set().union(*map(loaded_by, files)), "libraries: %s" % sorted(listed))
    for file in files:
        depends = [d["dependsOn"] for d in bill["dependencies"] if d["ref"] == "couplet:" + file.name]
        checks.check(file.name in known and len(depends) == 1 and set(depends[0]) <= set(references),
                     "%s: %s" % (file, depends))
        names = {p["value"] for part in others if part["bom-ref"] in depends[0] for p in part["properties"]}
        checks.check(loaded_by(file) <= names, "%s is linked with %s" % (file.name, loaded_by(file) - names))
    for part in others:
        if "version" in part:
            arch = re.search("arch=(.*)", part["purl"]).group(1)
            checks.check(part["version"] == version_of("%s:%s" % (part["name"], arch)), "%s" % part)


def bill_of(script, files):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "bill.json"
        subprocess.run([sys.executable, script, output, "1.2.3", *map(str, files)], check=True)
        return output.read_text()


def check_copies(checks, script, files):
    """What a plugin has a copy of is a component, like what it is linked with."""
    copy = "/usr/share/common-licenses/MPL-2.0"
    bill = json.loads(bill_of(script, [*files, "%s=%s" % (files[0].name, copy)]))
    found = [part["bom-ref"] for part in bill["components"]
             if {"name": "couplet:file", "value": "MPL-2.0"} in part.get("properties", [])]
    depends = [d["dependsOn"] for d in bill["dependencies"] if d["ref"] == "couplet:" + files[0].name]
    checks.check(len(found) == 1 and found[0] in depends[0], "a copy: %s, %s" % (found, depends))


def main():
    checks = Checks(os.path.abspath(sys.argv[1]))
    folder, script = pathlib.Path(sys.argv[2]), sys.argv[3]
    files = sorted([pathlib.Path(checks.couplet), *folder.rglob("*.so")])
    files = [file for file in files if file.is_file()]
    checks.check(bill_of(script, files[:2]) == bill_of(script, files[1::-1]), "the order of the files changes the bill")
    bill = json.loads(bill_of(script, files))
    checks.check(bill["bomFormat"] == "CycloneDX" and bill["specVersion"] == "1.5" and
                 bill["metadata"]["component"]["version"] == "1.2.3", "its head: %s" % bill["metadata"])
    check_components(checks, bill, files)
    check_copies(checks, script, files)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
