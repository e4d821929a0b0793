# SPDX-License-Identifier: Apache-2.0
"""compile_package.py PACKAGE FOLDER: compiles the modules of a package into a folder, for start.py of the reader."""
import pathlib
import py_compile
import sys


def main():
    package, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        py_compile.compile(str(path), str(folder / f"{name}.{sys.implementation.cache_tag}.pyc"), doraise=True,
                           invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


if __name__ == "__main__":
    main()
