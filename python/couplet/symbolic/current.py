# SPDX-License-Identifier: Apache-2.0
"""What runs now: the run that draws are part of, and which files are the user's."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import Refused

if TYPE_CHECKING:
    from .noise import Source
    from .run import Run


#: What the frames of the prelude's functions name as their file.
PRELUDE = "<prelude>"


class Current:
    """In one process there is one run at a time."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.loading = False
        self.prelude: dict[str, Callable[..., Any]] = {}  # of lists of any length
        self.legacy: Source  # what numpy's functions and scipy draw from
        self.own_files: set[str] = {PRELUDE}  # the files of the user's that are loaded
        self.own_modules: set[str] = set()  # the names of their modules

    def need(self, call: str) -> Run:
        if self.run is None:
            raise Refused(f"{call} draws noise outside of a run")
        return self.run


CURRENT = Current()


def is_own_class(kind: type) -> bool:
    """Whether a class statement of the user's files made it."""
    return kind.__module__ in CURRENT.own_modules
