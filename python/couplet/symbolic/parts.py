# SPDX-License-Identifier: Apache-2.0
"""What of a file one function needs: the others are not loaded for each of its runs."""
from __future__ import annotations

import ast

#: Where a text or a frame may be looked up, any function may be called.
LOOK_UP = {"globals", "vars", "locals", "eval", "exec", "compile", "getattr", "dir", "modules", "import_module", "__import__",
            "__dict__", "_getframe", "currentframe", "inspect", "gc", "attrgetter", "methodcaller"}


def _is_plain(node: ast.stmt) -> bool:
    """Whether nothing but a name is made where a function is defined."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    of_signature = (node.args, *filter(None, [node.returns]))
    return not any(isinstance(sub, (ast.Call, ast.NamedExpr)) for one in of_signature for sub in ast.walk(one))


class Parts:
    """The functions of a file, and what each statement looks up."""

    def __init__(self, tree: ast.Module) -> None:
        plain = [node for node in tree.body if _is_plain(node)]
        names = [node.name for node in plain if isinstance(node, ast.FunctionDef)]
        self.functions = {name: node for name, node in zip(names, plain) if names.count(name) == 1}
        kept = [node for node in tree.body if node not in self.functions.values()]
        self.always = {name for node in kept for name in names_in(node)}
        self.uses = {name: names_in(node) for name, node in self.functions.items()}
        self.looks_up = bool(LOOK_UP & set().union(self.always, *self.uses.values()))

    def unneeded(self, function: str) -> list[ast.stmt]:
        """The definitions without which the function is the same."""
        if self.looks_up:
            return []
        needed, pending = set[str](), [function.partition(".")[0], *self.always]
        while pending:
            name = pending.pop()
            if name in self.uses and name not in needed:
                needed.add(name)
                pending += self.uses[name]
        return [node for name, node in self.functions.items() if name not in needed]


def names_in(tree: ast.AST, with_variables: bool = True) -> set[str]:
    """All names that stand there, also as attributes, and words of texts."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found |= {node.id} if with_variables else set()
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {part for alias in node.names for part in alias.name.split(".")}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found


def without(text: str, nodes: list[ast.stmt]) -> str:
    """The text without these statements, in the same lines."""
    lines = text.split("\n")
    for node in reversed(nodes):  # those after others in a line first
        begin = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        end = node.end_lineno or begin
        head = lines[begin - 1].encode()[:node.col_offset].decode()
        tail = lines[end - 1].encode()[node.end_col_offset:].decode()
        lines[begin - 1:end] = [f"{head}pass{tail}" if head.strip() or tail.strip() else ""] + [""] * (end - begin)
    return "\n".join(lines)
