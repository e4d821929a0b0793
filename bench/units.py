# SPDX-License-Identifier: Apache-2.0
"""Which units include which. A unit is a source with its header: the files of a folder that have
one name, but for the ending. An arrow is an #include "..." of an internal header."""
import os
import pathlib
import re
from typing import Dict, Iterable, List, Set

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
Graph = Dict[str, Set[str]]


def unit_of(path: str) -> str:
    """The unit of a source or header."""
    return os.path.splitext(path)[0]


def header_of(name: str, file: str, headers: Dict[str, List[str]]) -> List[str]:
    """The header that FILE includes as NAME: the one of its folder, as for the compiler; else the one
    with the most folders in common, which is the one on its list of folders. Empty for a made one."""
    folder = os.path.dirname(file)
    found = headers.get(os.path.basename(name), [])
    return sorted(found, key=lambda header: -len(os.path.commonpath(["/" + folder, "/" + os.path.dirname(header)])))[:1]


def graph_of_units(root: pathlib.Path, files: Iterable[str]) -> Graph:
    """The units of FILES, paths below ROOT, each with the other units whose headers it includes."""
    files = sorted(files)
    headers: Dict[str, List[str]] = {}
    for file in files:
        if file.endswith(".h"):
            headers.setdefault(os.path.basename(file), []).append(file)
    graph: Graph = {unit_of(file): set() for file in files}
    for file in files:
        unit = unit_of(file)
        for name in INCLUDE.findall((root / file).read_text()):
            graph[unit].update(unit_of(header) for header in header_of(name, file, headers))
        graph[unit].discard(unit)
    return graph


def circles(graph: Graph) -> List[List[str]]:
    """The strongly connected components of more than one node (Tarjan, without recursion)."""
    index: Dict[str, int] = {}
    low: Dict[str, int] = {}
    on_stack: Set[str] = set()
    stack: List[str] = []
    found = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(sorted(graph[successor]))))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part: List[str] = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    if len(part) > 1:
                        found.append(sorted(part))
    return found
