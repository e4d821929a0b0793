# SPDX-License-Identifier: Apache-2.0
"""What is raised."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Diagnostic


class CoupletError(Exception):
    """There is no answer: a file was refused, the request is wrong, or the program failed.

    ``status`` is the program's exit status (2 usage, 3 configuration, 4 input, 5 plugin,
    6 failure), None where it did not run. ``file``, ``line`` and ``column`` say where, as far
    as that is known; ``message`` is the first message, ``diagnostics`` are all of the file.
    """

    def __init__(self, message: str, *, status: int | None = None, file: str | None = None,
                 line: int | None = None, column: int | None = None,
                 diagnostics: Sequence[Diagnostic] = ()) -> None:
        place = ":".join(str(part) for part in (file, line, column) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.status = status
        self.file = file
        self.line = line
        self.column = column
        self.diagnostics = tuple(diagnostics)


class ProgramNotFound(CoupletError):
    """The program ``couplet`` was not found, or it cannot be run."""
