#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Python's files import is in the standard library, in this repository, or in a package that GNUmakefile names for
the command that runs them: test_imports.py SOURCE"""
import ast
import pathlib
import re
import sys

#: Debian's packages of modules.
PACKAGES = {"numpy": "python3-numpy", "pycparser": "python3-pycparser", "yaml": "python3-yaml", "jsonschema": "python3-jsonschema",
            "pytest": "python3-pytest", "networkx": "python3-networkx", "igraph": "python3-igraph", "ply": "python3-ply",
            "rich": "python3-rich", "IPython": "python3-ipython"}
#: Lists for files of a folder, beside those of `make check`.
LISTS = {"bench": ("BENCH_PACKAGES", "DIPAUT_PACKAGES"), "tests/browser": ("BROWSER_PACKAGES",), "tests/slurm": ("SLURM_PACKAGES",)}
#: What no command of GNUmakefile runs, and what the package takes where it is there.
FREE = {"examples/sweeps/plot.py": {"matplotlib", "pandas"}, "python/couplet/comparison.py": {"pandas"}}


def packages_of(makefile):
    """The packages of each list."""
    joined = re.sub(r"\\\n", " ", makefile)
    return {name: set(words.split()) for name, words in re.findall(r"^(\w*PACKAGES) := (.*)$", joined, re.MULTILINE)}


def imports_of(text):
    """The modules that are imported, with their lines."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else \
            [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
        found |= {(name.partition(".")[0], node.lineno) for name in names}
    return found


def faults(source):
    lists = packages_of((source / "GNUmakefile").read_text())
    files = [path for folder in ("tests", "bench", "examples", "python", "packages", "cmake", "docs")
             for path in sorted((source / folder).rglob("*.py"))]
    known = set(sys.stdlib_module_names) | {path.stem for path in files} | {"couplet"}
    for path in files:
        name = str(path.relative_to(source))
        allowed = lists["PACKAGES"] | lists["CHECK_PACKAGES"]
        for folder, more in LISTS.items():
            allowed |= set().union(*(lists[one] for one in more)) if name.startswith(folder + "/") else set()
        for module, line in sorted(imports_of(path.read_text())):
            if module not in known and module not in FREE.get(name, ()) and PACKAGES.get(module) not in allowed:
                yield f"{name}:{line}: imports {module}, of which no list in GNUmakefile has the package"


def main():
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
