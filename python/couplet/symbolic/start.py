# SPDX-License-Identifier: Apache-2.0
"""python3 start.py CODE --serve [--filter-fd N], or CODE FILE NAME KEY=VALUE...: the reader, as the program starts it.

CODE: a folder with the package's modules as they were compiled when the program was built. Each is used where it is that
of the module's text (PEP 552), and of this Python.
"""
import os
import sys
from importlib.machinery import PathFinder, SourceFileLoader

_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_VERSIONS = (3, 11), (3, 12)  # what a run leaves on its stack is told from the bytecode, which is another in each version
_ANY_PYTHON = "COUPLET_ANY_PYTHON"  # set where no interpreter was named


def _find_interpreter() -> None:
    """Goes on as the next python3 of PATH that has numpy, where this one has not, and none was named. None is started
    to find that out."""
    if os.environ.pop(_ANY_PYTHON, None) is None or PathFinder.find_spec("numpy") is not None:
        return
    for folder in os.get_exec_path():
        other = os.path.join(folder, "python3")
        if os.access(other, os.X_OK) and _has_numpy(os.path.realpath(other)):
            os.execv(other, [other, *sys.orig_argv[1:]])


def _has_numpy(program: str) -> bool:
    """Whether the folders of this Python have numpy, as those of an installed python3.N are laid out."""
    folder, name = os.path.split(program)
    return name in ("python3.11", "python3.12") and any(
        os.path.exists(os.path.join(os.path.dirname(folder), "lib", library, packages, "numpy", "__init__.py"))
        for library in (name, "python3") for packages in ("site-packages", "dist-packages"))


class _Compiled(SourceFileLoader):
    folder = ""

    def get_data(self, path):  # type: ignore[no-untyped-def]
        kept = os.path.join(self.folder, f"{self.name}.{sys.implementation.cache_tag}.pyc")
        return super().get_data(kept if path.endswith(".pyc") and os.path.exists(kept) else path)


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):  # type: ignore[no-untyped-def]
        spec = PathFinder.find_spec(name, path, target) if name.partition(".")[0] == "couplet" else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Compiled(name, spec.origin)
        return spec


if __name__ == "__main__":
    if sys.version_info[:2] not in _VERSIONS:
        sys.exit("code is read by Python 3.11 and 3.12; this is %d.%d: -o python.interpreter names another" % sys.version_info[:2])
    _find_interpreter()
    sys.path[0] = _FOLDER  # nothing of the user's folder comes before the package
    _Compiled.folder = sys.argv.pop(1)
    sys.meta_path.insert(0, _Finder)
    from couplet.symbolic.server import main
    sys.exit(main(sys.argv[1:]))
