#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs editors/vscode as an extension that VS Code installs: a zip with two files that say
what is in it. The same files give the same bytes.

usage: make_vsix.py FILE.vsix"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

EDITORS = pathlib.Path(__file__).resolve().parent
FOLDER = EDITORS / "vscode"
# in the sources, and where Couplet is installed
LICENSES = (EDITORS.parent / "LICENSE", EDITORS.parents[1] / "doc" / "couplet" / "LICENSE")
CONTENT_TYPES = {".json": "application/json", ".js": "application/javascript",
                 ".md": "text/markdown", ".txt": "text/plain", ".vsixmanifest": "text/xml"}
LONG_AGO = (1980, 1, 1, 0, 0, 0)

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{display}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(
        name=quoteattr(package["name"]), version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]), display=escape(package["displayName"]),
        description=escape(package["description"]),
        categories=escape(",".join(package["categories"])),
        engine=quoteattr(package["engines"]["vscode"]))


def content_types():
    types = "".join("<Default Extension=%s ContentType=%s/>" % (quoteattr(end), quoteattr(kind))
                    for end, kind in CONTENT_TYPES.items())
    return ('<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org'
            '/package/2006/content-types">%s</Types>\n' % types)


def contents():
    """What the package has: its path there -> bytes."""
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    licence = next(path for path in LICENSES if path.exists())
    found = {"extension.vsixmanifest": manifest(package).encode(),
             "[Content_Types].xml": content_types().encode(),
             "extension/LICENSE.txt": licence.read_bytes()}
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            found["extension/" + path.relative_to(FOLDER).as_posix()] = path.read_bytes()
    return found


def main():
    file = pathlib.Path(sys.argv[1])
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for path, data in contents().items():
            package.writestr(zipfile.ZipInfo(path, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    print("code --install-extension %s" % file)


if __name__ == "__main__":
    main()
