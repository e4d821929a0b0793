# SPDX-License-Identifier: Apache-2.0
"""Which functions draw noise, themselves or through what they call: told from the text of a file and its modules."""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

#: Libraries that draw; what is named there draws, but for _NO_NOISE.
_LIBRARIES = ("numpy.random", "random", "scipy.stats", "diffprivlib", "opendp", "pydp", "torch.distributions",
              "tensorflow_probability", "secrets", "tmlt")
_NO_NOISE = {"seed", "shuffle", "permutation", "permuted", "sample", "getstate", "setstate", "get_state", "set_state",
             "default_rng", "RandomState", "Generator", "Random", "SystemRandom", "SeedSequence", "PCG64", "MT19937",
             "enable_features", "utils", "models", "tools", "accountant", "BudgetAccountant", "token_bytes", "token_hex",
             "token_urlsafe", "compare_digest"}
#: Methods of any object that draw: these names hardly mean anything else.
_METHODS = {"laplace", "exponential", "expovariate", "rvs", "randomise", "add_noise", "standard_exponential", "gumbel",
            "normal", "standard_normal", "normalvariate", "gauss", "geometric", "uniform", "logistic", "gumbel_r",
            "standard_cauchy", "gammavariate", "betavariate", "lognormal", "lognormvariate", "laplace_noise"}


def _dotted(node: ast.expr) -> list[str]:
    """The parts of `a.b.c`; what is no name at the beginning is an empty part."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [*reversed([*parts, node.id if isinstance(node, ast.Name) else ""])]


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Those of a body, also of its `if`, `try`, `with` and loops."""
    pending = [*reversed([*body])]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            inner = [*node.body, *getattr(node, "orelse", ()), *getattr(node, "finalbody", ())]
            inner += [one for handler in getattr(node, "handlers", ()) for one in handler.body]
            pending += reversed(inner)


def _assigned(node: ast.stmt) -> list[str]:
    """The names that a statement assigns to."""
    targets = node.targets if isinstance(node, ast.Assign) else \
        [node.target] if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For)) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _own_names(function: ast.AST) -> set[str]:
    """The arguments and variables of a function, and of those within it."""
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return set()
    inside = [*ast.walk(function)]
    shared = {name for node in inside if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    stored = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return (stored | {node.arg for node in inside if isinstance(node, ast.arg)}) - shared


def definitions(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """The functions, classes and named lambdas of a body."""
    for node in _statements(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(getattr(node, "value", None), ast.Lambda):
            yield from ((name, node.iter if isinstance(node, ast.For) else node) for name in _assigned(node))


def _named(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """Definitions, and other values with a name: `lap = np.random.laplace`."""
    yield from definitions(body)
    for node in _statements(body):
        yield from ((name, node) for name in _assigned(node))


class Drawing:
    """``draws``: names of the functions that do; a method is `.NAME`, of whatever class."""

    def __init__(self, tree: ast.Module, modules: dict[str, ast.Module]) -> None:
        self.modules = {name.partition(".")[0] for name in modules}
        self.uses: dict[str, set[str]] = {}
        self.draws: set[str] = set()
        self.outside = 0  # the first line of the file that draws, and is of no function
        for one in (*modules.values(), tree):
            self._read(one)
        inside = {id(sub) for _, node in definitions(tree.body) for sub in ast.walk(node)}
        imports = self._imports(tree)
        lines = [node.lineno for node in ast.walk(tree) if id(node) not in inside and
                 isinstance(node, (ast.Name, ast.Attribute)) and self._is_noise(node, imports)]
        self.outside = min(lines, default=0)
        growing = True
        while growing:
            more = {name for name, used in self.uses.items() if name not in self.draws and used & self.draws}
            self.draws |= more
            growing = bool(more)

    def of(self, function: str) -> bool:
        owner, dot, method = function.rpartition(".")
        return (dot + method if owner else method) in self.draws

    def _read(self, tree: ast.Module) -> None:
        imports = self._imports(tree)
        for name, node in _named(tree.body):
            if isinstance(node, ast.ClassDef):
                self.uses.setdefault(name, set()).update({".__init__", ".__call__"})
                for method, inner in _named(node.body):
                    self._add("." + method, inner, imports)
            else:
                self._add(name, node, imports)

    @staticmethod
    def _imports(tree: ast.Module) -> dict[str, list[str]]:
        """What names of modules, and from modules, stand for; what comes from this package begins with an empty part."""
        found: dict[str, list[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    parts = alias.name.split(".")
                    found[alias.asname or parts[0]] = parts if alias.asname else parts[:1]
            elif isinstance(node, ast.ImportFrom):
                begin = ["."] if node.level else []
                for alias in node.names:
                    found[alias.asname or alias.name] = [*begin, *(node.module or "").split("."), alias.name]
        return found

    def _add(self, key: str, node: ast.AST, imports: dict[str, list[str]]) -> None:
        used = self.uses.setdefault(key, set())
        own = _own_names(node)
        for sub in ast.walk(node):
            if not isinstance(sub, (ast.Name, ast.Attribute)) or not isinstance(sub.ctx, ast.Load):
                continue
            if self._is_noise(sub, imports):
                self.draws.add(key)
            parts = _dotted(sub)
            whole = [*imports.get(parts[0], parts[:1]), *parts[1:]]
            if isinstance(sub, ast.Name) and sub.id not in (imports.keys() | own) or whole[0] == "." or whole[0] in self.modules:
                used.add(whole[-1])
            if isinstance(sub, ast.Attribute):
                used.add("." + sub.attr)

    def _is_noise(self, node: ast.Name | ast.Attribute, imports: dict[str, list[str]]) -> bool:
        parts = _dotted(node)
        known = imports.get(parts[0])
        name = ".".join([*(known or parts[:1]), *parts[1:]])
        if known is not None and name not in _LIBRARIES and name.startswith(tuple(one + "." for one in _LIBRARIES)):
            return name.endswith(".rvs") if name.startswith("scipy.") else parts[-1] not in _NO_NOISE
        return isinstance(node, ast.Attribute) and node.attr in _METHODS and known is None
