# SPDX-License-Identifier: Apache-2.0
"""Tables for notebooks."""
from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def html_table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table, which scrolls by itself where it is too wide; of the cells None is empty, and everything is escaped."""
    def line(tag: str, cells: Sequence[object]) -> str:
        inner = "".join(f"<{tag}>{'' if cell is None else html.escape(str(cell))}</{tag}>" for cell in cells)
        return f"<tr>{inner}</tr>"
    table = f"<table>{line('th', titles)}{''.join(line('td', row) for row in rows)}</table>"
    return f'<div style="overflow-x: auto">{table}</div>'
