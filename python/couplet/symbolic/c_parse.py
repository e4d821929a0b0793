# SPDX-License-Identifier: Apache-2.0
"""A file of C as pycparser's tree: its functions, what is said of them, and which draw noise."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast, c_parser

from .c_preprocess import Preprocessed, preprocess
from .c_types import KNOWN_TYPES, CError

#: The differences of answers that annotations name, as Couplet names them.
ADJACENCIES = {"ALL_DIFFER": "any", "ONE_DIFFER": "one", "INCREASING": "monotonic", "DECREASING": "monotonic"}
_KINDS = {"laplace": "laplace", "lap": "laplace", "laplacian": "laplace", "dlaplace": "discrete-laplace",
          "discretelaplace": "discrete-laplace", "discretelap": "discrete-laplace", "dlap": "discrete-laplace",
          "laplacediscrete": "discrete-laplace", "exponential": "exponential", "expo": "exponential",
          "laplacerandom": "laplace"}
_BRACKETS = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[][(){}]')
_DEEPEST = 1000  # brackets
_FILLING = re.compile(r"^(?:sample|draw|get|generate|gen|random|rand|r)_*|_*(?:sample|noise|random|rand|rv|variate)$")

#: Names of what draws random numbers in libraries of C, and of what only begins them.
_RANDOM = re.compile(r"(?:^|_)(?:[a-z]{0,2}rand(?:48|_r|om\w*)?|arc4random\w*|getrandom|getentropy|ran|rng|randn|randu|uniform|gauss\w*|normal|"
                     r"laplace|exponential|gumbel|geometric|cauchy|logistic|rnorm|runif|binomial|poisson|bernoulli|noise)(?:_|$)", re.IGNORECASE)
_SEEDING = re.compile(r"seed|^s_?rand|init|alloc|free|_set$|state", re.IGNORECASE)


def noise_kind(name: str) -> str | None:
    """The kind of noise that an undeclared function draws, by its name."""
    name = name.lower()
    for _ in range(3):
        kind = _KINDS.get(name.replace("_", ""))
        if kind is not None:
            return kind
        name = _FILLING.sub("", name)
    return None


@dataclass
class Annotations:
    """What texts in a function say, in the words of CheckDP and ShadowDP."""
    private: str = ""
    adjacency: str | None = None
    assumptions: list[tuple[str, int]] = field(default_factory=list)
    claim: tuple[str, int] | None = None


@dataclass
class Parameter:
    name: str
    node: Any  # its declaration
    line: int
    is_pointer: bool
    is_whole: bool


@dataclass
class CFunction:
    """``comments``: those above it and in it that begin with `couplet:`. ``noise``: the kind and the
    parameter that is the scale, where a comment declares it."""
    name: str
    parameters: list[Parameter]
    line: int
    last_line: int
    node: Any
    annotations: Annotations
    comments: list[tuple[int, str]]
    noise: tuple[str, str] | None = None
    cache: dict[Any, Any] = field(default_factory=dict, repr=False)  # of what is found in its text

    @property
    def last(self) -> str:
        return self.name

    @functools.cached_property
    def calls(self) -> set[str]:
        return called_by(self.node)

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)


@dataclass
class Program:
    file: str
    tree: Any
    source: Preprocessed
    functions: dict[str, CFunction]
    dialect: bool  # of CheckDP or ShadowDP: int is a real number

    def line(self, node: Any) -> int:
        coord = getattr(node, "coord", None)
        return 0 if coord is None else int(coord.line)

    def error(self, node: Any, message: str) -> CError:
        return CError(message, self.file, self.line(node))

    def drawing(self) -> list[CFunction]:
        """The functions that draw noise, themselves or by what they call; of `main`, which takes no answers, only itself."""
        return [function for function in self.functions.values() if function.noise is None and self._draws(function)]

    def _draws(self, function: CFunction) -> bool:
        seen, pending = set(), [function.name]
        while pending:
            one = self.functions.get(pending.pop())
            if one is None or one.name in seen:
                continue
            seen.add(one.name)
            if any(is_noise(called) for called in one.calls - self.functions.keys()) or \
                    any(self.functions[called].noise is not None for called in one.calls & self.functions.keys()):
                return True
            pending += one.calls if function.name != "main" else ()
        return False

    @functools.cached_property
    def assigned(self) -> dict[int, str]:
        """The variable or field that each line assigns what it calls to, where it is one only."""
        found: dict[int, set[str]] = {}
        for node in nodes_of(self.tree):
            value = node.init if isinstance(node, c_ast.Decl) else node.rvalue if isinstance(node, c_ast.Assignment) else None
            if value is None or not any(isinstance(sub, c_ast.FuncCall) for sub in nodes_of(value)):
                continue
            target = node if isinstance(node, c_ast.Decl) else node.lvalue.field if isinstance(node.lvalue, c_ast.StructRef) else node.lvalue
            found.setdefault(self.line(node), set()).add(target.name if isinstance(target, (c_ast.Decl, c_ast.ID)) else "")
        return {line: names.pop() for line, names in found.items() if len(names) == 1}

    def heeded(self) -> set[int]:
        """The lines of the comments that belong to functions."""
        return {line for function in self.functions.values() for line, _ in function.comments}


def is_noise(name: str) -> bool:
    """Whether a function that is not defined draws, by its name: noise, or random numbers."""
    return noise_kind(name) is not None or (_RANDOM.search(name) is not None and not _SEEDING.search(name))


def nodes_of(tree: Any) -> Iterator[Any]:
    """All nodes below, in the order of the text."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for _, child in reversed(node.children()))


def called_by(tree: Any) -> set[str]:
    """All names: a function may be handed on."""
    return {node.name for node in nodes_of(tree) if isinstance(node, c_ast.ID)}


@functools.lru_cache(maxsize=1)
def parser() -> Any:
    """pycparser's parser: making it takes longer than parsing."""
    return c_parser.CParser()


def _check_depth(source: Preprocessed, file: str) -> None:
    """What is nested too deeply to be followed is not parsed, which would take a minute for a MiB."""
    depth = 0
    for match in _BRACKETS.finditer(source.text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > _DEEPEST:
            line = source.text.count("\n", 0, match.start()) + 1
            raise CError(f"brackets are nested deeper than {_DEEPEST}", file, line)


def parse(text: str, file: str) -> Program:
    """Raises CError where the text is not valid C."""
    source = preprocess(text, file)
    _check_depth(source, file)
    defined = set(re.findall(r"\btypedef\b[^;{]*?\b(\w+)\s*;", source.text))
    known = " ".join(f"typedef int {name};" for name in KNOWN_TYPES if name not in defined)
    try:
        tree = parser().parse(f"{known}\n#line 1\n{source.text}", file)
    except RecursionError:
        raise CError("it is nested too deeply", file) from None
    except Exception as error:  # pycparser raises ParseError, and AssertionError for some texts
        raise _syntax_error(str(error), source, file) from None
    tree.ext = tree.ext[len(known.split(";")) - 1:]
    program = Program(file, tree, source, {}, _is_dialect(tree))
    definitions = [node for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    before = 0
    for node in definitions:
        function = _function(program, node, before)
        if function.name in program.functions:
            raise program.error(node.decl, f"'{function.name}' is defined twice")
        program.functions[function.name] = function
        before = function.last_line
    return program


def _syntax_error(text: str, source: Preprocessed, file: str) -> CError:
    match = re.match(r"(?s).*?:(\d+):\d+: (.*)", text)
    if match is None:
        lines = source.text.rstrip().count("\n") + 1
        return CError("no C: the file ends inside a function or a declaration", file, lines)
    line, said = int(match[1]), match[2]
    said = f"found '{said[8:]}'" if said.startswith("before: ") else said[:1].lower() + said[1:]
    return CError(f"no C: {said}", file, line)


# ---- Annotations ----

def _texts(body: Any) -> Iterator[Any]:
    """The texts that stand as statements."""
    return (node for node in nodes_of(body) if isinstance(node, c_ast.Compound)
            for node in node.block_items or [] if isinstance(node, c_ast.Constant) and node.type == "string")


def _is_dialect(tree: Any) -> bool:
    return any(isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") == "CHECKDP_OUTPUT"
               for node in nodes_of(tree)) or \
        any(True for node in tree.ext if isinstance(node, c_ast.FuncDef) for _ in _texts(node.body))


def _annotations(program: Program, function: CFunction) -> Annotations:
    made = Annotations()
    for node in _texts(function.node.body):
        text = node.value[1:-1]
        kind = re.match(r"\s*(TYPES|PRECONDITION|CHECK)\s*:\s*", text)
        words = text[kind.end():] if kind else text
        if kind and kind[1] == "CHECK":
            if made.claim is not None:
                raise program.error(node, "there are several claims")
            made.claim = (words.strip(" ;"), program.line(node))
            continue
        for part in re.split(r"[;,](?![^<(]*[>)])", words):
            if part.strip():
                _annotation(program, function, made, node, part.strip())
    return made


def _annotation(program: Program, function: CFunction, made: Annotations, node: Any, part: str) -> None:
    distance = re.fullmatch(r"(\w+)\s*:\s*<\s*([^,>]+?)\s*,\s*([^,>]+?)\s*>", part)
    assumed = re.fullmatch(r"(?i:assume)\s*\((.*)\)", part)
    if distance is not None:
        if function.parameter(distance[1]) is None:
            raise program.error(node, f"the function has no parameter '{distance[1]}'")
        if distance.group(2, 3) not in (("*", "*"), ("0", "0")):
            raise program.error(node, f"the distance '<{distance[2]}, {distance[3]}>' is not read; it is <*, *> for "
                                      "the private answers and <0, 0> for the others")
        if distance[2] == "*":
            if made.private:
                raise program.error(node, f"'{distance[1]}' is private beside '{made.private}'")
            made.private = distance[1]
    elif assumed is not None:
        made.assumptions.append((assumed[1], program.line(node)))
    elif part in ADJACENCIES:
        if made.adjacency is not None:
            raise program.error(node, "how answers differ is said twice")
        made.adjacency = ADJACENCIES[part]
    else:
        raise program.error(node, f"the annotation '{part}' is not read; it is {', '.join(ADJACENCIES)}, "
                                  "ASSUME(...), or NAME: <0, 0> or <*, *>")


# ---- Functions ----

def _function(program: Program, node: Any, before: int) -> CFunction:
    kind = node.decl.type
    if node.param_decls:
        raise program.error(node.decl, "parameters with their types after them are not read")
    parameters = []
    for parameter in kind.args.params if kind.args else []:
        if isinstance(parameter, c_ast.EllipsisParam):
            raise program.error(parameter, "a function with '...' is not read")
        if not isinstance(parameter, c_ast.Decl):  # void, or a parameter without a name
            continue
        inner = parameter.type
        while isinstance(inner, (c_ast.PtrDecl, c_ast.ArrayDecl)):
            inner = inner.type
        names = getattr(getattr(inner, "type", None), "names", [])
        is_whole = bool(names) and not {"float", "double", "void"} & set(names)
        parameters.append(Parameter(parameter.name, parameter, program.line(parameter),
                                    isinstance(parameter.type, (c_ast.PtrDecl, c_ast.ArrayDecl)), is_whole))
    first = program.line(node.decl)
    last = max([program.line(part) for part in nodes_of(node)] + [first])
    begin = _begin_of(program, first, before)
    comments = [(line, text) for line, text in program.source.comments if begin <= line <= last]
    function = CFunction(node.decl.name, parameters, first, last, node, Annotations(), comments)
    function.annotations = _annotations(program, function)
    for line, text in comments:
        if re.match(r"noise\b", text):
            function.noise = _declared_noise(program, function, line, text)
    return function


def _begin_of(program: Program, first: int, before: int) -> int:
    """The first line of what stands right above a function: its type, and comments without an empty line between."""
    lines = program.source.text.split("\n")
    comments = {line for line, _, stands_alone in program.source.all_comments if stands_alone}
    begin = first
    while begin - 1 > before and (begin - 1 in comments or re.fullmatch(r"[^;{}#]*[^\s;{}#][^;{}#]*", lines[begin - 2])):
        begin -= 1
    return begin


def _declared_noise(program: Program, function: CFunction, line: int, text: str) -> tuple[str, str]:
    match = re.fullmatch(r"noise\s+([\w-]+)\s*\(\s*(\w+)\s*\)", text)
    kind = noise_kind(match[1].replace("-", "_")) if match else None
    if match is None or kind is None:
        raise CError("expected 'noise laplace(b)', 'discrete-laplace' or 'exponential', where b is the parameter "
                     "that is the scale", program.file, line)
    if function.parameter(match[2]) is None:
        raise CError(f"'{function.name}' has no parameter '{match[2]}'", program.file, line)
    return kind, match[2]
