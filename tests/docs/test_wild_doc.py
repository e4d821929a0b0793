#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/wild.md has its form, and the summary follows from its rows.

usage: test_wild_doc.py SOURCE"""
import pathlib
import re
import sys
from typing import List

COLUMNS = 7
FORMS = (r"[\w.-]+/[\w.-]+", r"`[0-9a-f]{10}`", r"`[^`]+\.(?:py|ipynb|c)(?:::[\w.]+)?`", r"–|`-[^`]+`", r".+",
         r"private (?:≤ )?[0-9]+(?:/[0-9]+)?|not private|unknown: .+", r"(?:private [0-9]+(?:/[0-9]+)?|not private): .+")


def rows_of(page: str) -> List[List[str]]:
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def wrong_forms(rows: List[List[str]]) -> List[str]:
    wrong = [f"{len(row)} columns: {row}" for row in rows if len(row) != COLUMNS]
    return wrong + [f"{row[0]}: '{cell}' does not match {form}" for row in rows if len(row) == COLUMNS
                    for form, cell in zip(FORMS, row) if re.fullmatch(form, cell) is None]


def is_wrong(answer: str, right: str) -> bool:
    return not answer.startswith("unknown") and answer.replace("≤ ", "") != right.partition(":")[0]


def summary_of(rows: List[List[str]]) -> str:
    plain = sum(row[3] == "–" and not row[5].startswith("unknown") for row in rows)
    unknown = sum(row[5].startswith("unknown") for row in rows)
    wrong = sum(is_wrong(row[5], row[6]) for row in rows)
    answered = len(rows) - unknown
    return f"Of {len(rows)} files, {answered} are answered ({plain} by the plain command, {answered - plain} with options), " \
           f"{unknown} are unknown, {wrong} are wrong."


def main() -> int:
    page = (pathlib.Path(sys.argv[1]) / "docs/wild.md").read_text()
    rows = rows_of(page)
    wrong = wrong_forms(rows)
    if not wrong and summary_of(rows) not in page:
        wrong.append("the summary is not: " + summary_of(rows))
    named = [(row[0], row[2]) for row in rows if len(row) == COLUMNS]
    wrong += [f"two rows: {one}" for one in sorted(set(named)) if named.count(one) > 1]
    if len(rows) < 40:
        wrong.append(f"only {len(rows)} rows")
    for line in wrong:
        print("FAILED: docs/wild.md: " + line)
    print(f"{len(rows)} rows, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
