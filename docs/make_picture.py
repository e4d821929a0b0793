#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws what `couplet explain` prints of a function, for the README: docs/explain-light.svg and docs/explain-dark.svg.

usage: make_picture.py COUPLET [FOLDER]     FOLDER: where the pictures are written, docs if left out"""
import os
import subprocess
import sys
from html import escape

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUNCTION = "examples/python/above_threshold.py::above_threshold"
#: What stands between the head and the table is left out, and all below it.
END, TABLE, LAST = "At each step two runs", "Step  Transition", "An inequality under Because"
COLUMNS, LINE, MARGIN, LETTER = 80, 18, 16, 8.43  # of text; heights and widths in pixels, font size 14
#: background, text, headings, rules of tables, what fails
COLOURS = {"light": ("#ffffff", "#1f2328", "#0550ae", "#8c959f", "#b31d28"),
           "dark": ("#0d1117", "#e6edf3", "#79c0ff", "#6e7681", "#ff7b72")}


def explanation(couplet):
    """The lines of the picture: the command, what is claimed, the table of the costliest walk."""
    text = subprocess.run([couplet, "explain", FUNCTION], cwd=SOURCE, capture_output=True, text=True, check=False).stdout
    begin, table = text[:text.index(END)], text[text.index(TABLE):text.index(LAST)]
    return [f"$ couplet explain {FUNCTION}", *(begin + table).rstrip().split("\n")]


def style_of(lines, number):
    """The class of a line: a command, a heading, a rule or a text."""
    line = lines[number]
    if line.startswith("$ "):
        return "rule"
    if line and not line.strip("═─ "):
        return "rule"
    below = lines[number + 1] if number + 1 < len(lines) else ""
    if below and not below.strip("═"):
        return "bad" if "fails" in line else "head"
    return "text"


def picture(lines, colours):
    """The lines as SVG. Blanks do not break, for not every browser keeps others."""
    background, text, head, rule, bad = colours
    width, height = round(COLUMNS * LETTER) + 2 * MARGIN, LINE * len(lines) + 2 * MARGIN
    rows = [f'<text class="{style_of(lines, i)}" x="{MARGIN}" y="{MARGIN + LINE * i + 13}">{escape(line).replace(" ", chr(0xa0))}</text>'
            for i, line in enumerate(lines) if line]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(lines[0])}</title>",
        "<style>text { font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }",
        f".text {{ fill: {text}; }} .head {{ fill: {head}; font-weight: bold; }} .rule {{ fill: {rule}; }} "
        f".bad {{ fill: {bad}; font-weight: bold; }}</style>",
        f'<rect width="100%" height="100%" rx="6" fill="{background}"/>', *rows, "</svg>", ""])


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    lines = explanation(os.path.abspath(sys.argv[1]))
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(SOURCE, "docs")
    for name, colours in COLOURS.items():
        with open(os.path.join(folder, f"explain-{name}.svg"), "w", encoding="utf-8") as file:
            file.write(picture(lines, colours))
    return 0


if __name__ == "__main__":
    sys.exit(main())
