# SPDX-License-Identifier: Apache-2.0
"""python3 -m couplet.symbolic --serve [--filter-fd N], or FILE NAME KEY=VALUE..."""
from __future__ import annotations

import sys

from .server import once, serve


def main(words: list[str]) -> int:
    if words[:1] == ["--serve"]:
        return serve(int(words[2]) if words[1:2] == ["--filter-fd"] else None)
    return once(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
