# SPDX-License-Identifier: Apache-2.0
"""Reading the numbered proof of couplet explain --format latex back, and checking its numbers in
fractions: each inequality, potential, multiplier and sum that is printed."""
from __future__ import annotations

import ast
import operator
import re
from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
TABLE = re.compile(r"\\textbf\{Table (\d+)\}\. ([^\n]*)\n\n((?:\\coupletTable\{.*?\\coupletBottom\}\n)+)", re.DOTALL)
COMMAND = re.compile(r"\\(?:texttt|textsc|textbf|text|mathit)\{([^{}]*)\}")
LINEAR_CONDITION = re.compile(r"(.*?) (>=|>|<=|<|is output)(?: 0)?$")

Row = list[str]


class Wrong(Exception):
    """What is printed does not hold."""


class Table(NamedTuple):
    """A table by its caption: its titles and rows, without LaTeX."""

    titles: Row
    rows: list[Row]


def require(good: bool, what: str) -> None:
    """Something printed has to hold."""
    if not good:
        raise Wrong(what)


def plain(latex: str) -> str:
    """Words and formulas without their LaTeX: 7/4 >= 2*1/4 + 3/2, P_2(1)."""
    text = re.sub(r"\\(?:allowbreak|penalty200)(?:\{\}| )", "", latex)
    text = re.sub(r"\\tfrac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", text)
    for command, sign in ((r"\ensuremath{\to}", "->"), (r"\to", "->"), (r"\ge", ">="), (r"\le", "<="), (r"\cdot", "*"),
                          (r"\varepsilon", "eps")):
        text = re.sub(re.escape(command) + r"(?![a-z]) ?", sign, text)
    text = re.sub(r"\\ensuremath\{([^{}]*)\}", r"\1", text).replace("$", "").replace(r"\_", "_")
    while COMMAND.search(text):
        text = COMMAND.sub(r"\1", text)
    return re.sub(r"_\{(\w+)\}", r"_\1", text).strip()


def proof_of(told: str) -> str:
    """The numbered part of an explanation; empty where there is none."""
    begin = told.find("What is proven, for all walks}")
    end = told.find("\\subsubsection", begin)
    return told[begin:end if end >= 0 else len(told)] if begin >= 0 else ""


def tables_of(proof: str) -> dict[str, Table]:
    """The tables, by what they say; those of which there may be several get their number, too."""
    tables = {}
    for number, says, body in TABLE.findall(proof):
        titles: Row = []
        rows: list[Row] = []
        for part in re.findall(r"\\coupletTop\n(.*?)\\coupletBottom", body, re.DOTALL):
            lines = [[plain(cell) for cell in line.split(" & ")] for line in part.split(" \\cr\n")[:-1]]
            titles = lines[0]
            rows += [[cell.replace("\\coupletMiddle", "").strip() for cell in line] for line in lines[1:]]
        key = says if says.startswith("Path ") else says.split(",")[0].split(":")[0].rstrip(".")
        tables[key if key not in tables else key + number] = Table(titles, rows)
    return tables


def value(expression: str) -> Fraction:
    """A sum of products of numbers."""
    def of(node: ast.expr) -> Fraction:
        if isinstance(node, ast.Constant):
            return Fraction(node.value)
        if isinstance(node, ast.UnaryOp):
            return -of(node.operand)
        if isinstance(node, ast.BinOp):
            result: Fraction = OPERATORS[type(node.op)](of(node.left), of(node.right))
            return result
        raise Wrong("no number: " + expression)
    return of(ast.parse(expression.strip(), mode="eval").body)


def numbers_in(cell: str) -> list[Fraction]:
    """The numbers of a cell, between commas."""
    return [value(part) for part in cell.split(",")] if cell else []


def stated(proof: str, pattern: str) -> Fraction | None:
    """The number that a statement names."""
    found = re.search(pattern, plain(proof))
    return value(found[1]) if found is not None else None


def sensitivity_of(proof: str) -> Fraction:
    """What multiplies every cost."""
    given = stated(proof, r"units of the sensitivity ([\d/]+)")
    return Fraction(1) if given is None else given


# ---- Potentials ----

def vector_of(potential: str) -> str:
    """P_2 of P_2(1, 0)."""
    return potential.partition("(")[0]


def check_fees(row: Row, draws: str, terms: list[str], sensitivity: Fraction) -> None:
    """The terms of an inequality are what the rules ask of the row's D and shifts."""
    shifts = numbers_in(row[3])
    used = [] if draws == "not used" else draws.split("; ")
    require(len(shifts) == len(used) == len(terms), "draws of row %s" % row)
    for shift, draw, term in zip(shifts, used, terms):
        away = shift - value(row[2])
        if draw.endswith("no noise"):
            require(away == 0 == value(term), "a draw without noise in row %s" % row)
            continue
        require("exponential" not in draw or away >= 0, "exponential noise in row %s" % row)
        require(value(term) == abs(away) * value(draw.rsplit(", ", 1)[1]) * sensitivity, "the cost in row %s" % row)


def check_guard(row: Row, transition: str, shifts: dict[str, str]) -> None:
    """A guard of one comparison, with one draw for all thresholds, holds in the second run."""
    guard = re.search(r" on insample (<|>=) (\w+), output", transition)
    before = dict(part.split("=") for part in shifts[row[4]].split(", ")) if shifts[row[4]] else {}
    if guard is None or guard[2] not in before:
        return
    shift, threshold = numbers_in(row[3])[0], value(before[guard[2]])
    require(shift <= threshold if guard[1] == "<" else shift >= threshold, "the guard in row %s" % row)


def check_targets(rows: list[Row], shifts: dict[str, str]) -> None:
    """Where a row leads to a potential, there are rows for all shifts at which that has a number."""
    values = defaultdict(set)
    for potential in shifts:
        values[vector_of(potential)].add(potential)
    named = defaultdict(set)
    for row in rows:
        named[vector_of(row[4]), row[1], row[2], vector_of(row[5])].add(row[5])
    for key, targets in named.items():
        require(targets == values[key[3]], "the rows of %s" % (key,))


def check_bound(proof: str, tables: dict[str, Table]) -> bool:
    """The table of inequalities shows the cost of the theorem. Whether there is one."""
    cost = stated(proof, r"The mechanism is (?:([\d/]+)\*)?eps-diff") if "is $\\varepsilon" not in proof else Fraction(1)
    if "Potentials" not in tables:
        return False
    transitions = {row[0]: row for row in tables["Transitions"].rows}
    enough = {row[0]: value(row[3]) for row in tables["Potentials"].rows}
    shifts = {row[0]: row[2] for row in tables["Potentials"].rows}
    rows = tables["For each transition and difference"].rows
    require(enough["P_1"] == cost and shifts["P_1"] == "", "P_1 is not %s" % cost)
    for row in rows:
        left, right = row[6].split(">=")
        *terms, behind = re.split(r"\+(?![^(]*\))", right)
        require(value(left) >= value(right), "row %s" % row)
        require(value(left) == enough[row[4]] and value(behind) == enough[row[5]], "a potential of row %s" % row)
        check_fees(row, transitions[row[1]][2], terms, sensitivity_of(proof))
        check_guard(row, transitions[row[1]][1], shifts)
    if "Another " not in proof:
        check_targets(rows, shifts)
        for vector in {vector_of(potential) for potential in enough}:
            require(any(number >= 0 for potential, number in enough.items() if vector_of(potential) == vector),
                    "%s is negative at all shifts" % vector)
    return True


# ---- Multipliers ----

class Draw(NamedTuple):
    """A draw of the walk that shows what is necessary."""

    difference: Fraction
    parameter: str
    weight: Fraction
    turns: int


def draws_of(table: Table) -> dict[str, Draw]:
    """The draws of the walk, by their shifts: g_1, g_2, ..."""
    draws, difference = {}, Fraction(0)
    for row in table.rows:
        difference = value(row[2]) if row[2] else difference
        if row[0]:
            draws["g_" + row[0]] = Draw(difference, row[3], value(row[4]), int(row[5]))
    return draws


def check_weight(name: str, draw: Draw) -> None:
    """A weight is no greater than what its draw pays for 1, in all its turns."""
    if draw.parameter == "none":
        return
    most = value(draw.parameter.split(" ")[0]) * draw.turns
    least = None if "exponential" in draw.parameter else -most
    require(draw.weight <= most and (least is None or draw.weight >= least), "the weight of " + name)


def check_necessary(proof: str, tables: dict[str, Table]) -> bool:
    """The multipliers show that no less than what is stated is enough. Whether there are some."""
    if "Conditions on the shifts" not in tables:
        return False
    draws = draws_of(tables["The walk and its draws"])
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for condition, cell in tables["Conditions on the shifts"].rows:
        lesser, greater = condition.split("<=")
        require(lesser == "0" or value(cell) >= 0, "the multiplier of " + condition)
        sums[lesser] -= value(cell)
        sums[greater] += value(cell)
    for name, draw in draws.items():
        require(sums[name] == draw.weight, "what %s adds up to" % name)
        check_weight(name, draw)
    least = stated(proof, r"No d below ([\d/]+) is enough")
    total = sum((-draw.weight * draw.difference for draw in draws.values()), Fraction(0))
    require(least == total, "the weights add up to %s, not %s" % (total, least))
    return True


def check_endless(proof: str) -> bool:
    """The conditions that are said to contradict each other do, and what turns cost is their gap."""
    chain = re.search(r"outputs demand: ((?:-?\d<=)(?:g_\d+<=)+-?\d), which is false", plain(proof))
    if chain is None:
        return "turn in two therefore costs something" in proof
    ends = chain[1].split("<=")
    require(value(ends[0]) > value(ends[-1]), "no contradiction: " + chain[1])
    costs = re.search(r"cost at least n\*([\d/]+)\*(\d)=n\*([\d/]+):", plain(proof))
    if costs is not None:
        gap = value(ends[0]) - value(ends[-1])
        require(value(costs[2]) == gap and value(costs[1]) * gap == value(costs[3]) > 0, "the cost of " + chain[1])
    return True


# ---- Linear mechanisms ----

def form(text: str, names: dict[str, Fraction]) -> Fraction:
    """What a sum of answers and draws changes by when they change so."""
    total = Fraction(0)
    for sign, factor, name in re.findall(r"(^-?|[-+] )(?:([\d/]+)\*)?([az]\d+)", text):
        part = (value(factor) if factor else 1) * names[name]
        total += -part if sign.startswith("-") else part
    return total


def check_shifts(row: Row, path: Row, sensitivity: Fraction) -> None:
    """The shifts of a row keep the path's conditions, and cost what is printed."""
    differences, shifts = numbers_in(row[1]), numbers_in(row[2])
    names = {"a%d" % (i + 1): number for i, number in enumerate(differences)}
    names.update({"z%d" % (i + 1): number for i, number in enumerate(shifts)})
    for condition in filter(None, path[2].split("; ")):
        found = LINEAR_CONDITION.match(condition)
        if found is None:
            raise Wrong("a condition: " + condition)
        change = form(found[1], names)
        require({">": change >= 0, "<": change <= 0, "i": change == 0}[found[2][0]], "%s of row %s" % (condition, row))
    draws = path[1].split(", ") if path[1] else []
    cost = sum((abs(shift) * value(draw.rsplit(" ", 1)[1]) for shift, draw in zip(shifts, draws)), Fraction(0))
    left, right = row[3].split(">=")
    require(len(draws) == len(shifts) and value(left) >= value(right) == cost * sensitivity, "row %s" % row)


def check_linear_bound(proof: str, tables: dict[str, Table]) -> bool:
    """The shifts of a linear mechanism show the cost of its theorem. Whether there are some."""
    if "Shifts of the draws of each path" not in tables:
        return False
    cost = stated(proof, r"the mechanism is ([\d/]+)\*eps-diff") if "is $\\varepsilon" not in proof else Fraction(1)
    paths = {row[0]: row for row in tables["Paths"].rows}
    for row in tables["Shifts of the draws of each path"].rows:
        if row[2].startswith("no run takes it"):
            continue
        require(value(row[3].split(">=")[0]) == cost, "the cost of row %s" % row)
        check_shifts(row, paths[row[0]], sensitivity_of(proof))
    return True


def check_linear_weights(proof: str, tables: dict[str, Table]) -> bool:
    """The weights of each path show what is necessary. Whether there are some."""
    least = stated(proof, r"No d below ([\d/]+) is enough")
    differences = re.search(r"differ by D=\(([-\d, ]*)\)", plain(proof))
    sums = re.findall(r"Each condition times its weight, added up, gives (.*?)\.\n", plain(proof))
    weights = [table for says, table in tables.items() if says.startswith("Path ")]
    require(len(weights) == len(sums), "sums of weights")
    for table, told in zip(weights, sums):
        changes = {"a%d" % (i + 1): number for i, number in enumerate(numbers_in(differences[1]))} if differences else {}
        total = Fraction(0)
        for condition, cell in table.rows:
            found = LINEAR_CONDITION.match(condition)
            if found is None:
                raise Wrong("a condition: " + condition)
            require({">": value(cell) >= 0, "<": value(cell) <= 0, "i": True}[found[2][0]], "the weight of " + condition)
            total -= value(cell) * form(found[1], defaultdict(Fraction, changes))
        for number, parameter in re.findall(r"(-?[\d/]+) of z_\d+ \(parameter ([\d/]+)\)", told):
            require(value(number) <= value(parameter), "a sum of weights: " + told)
        stated_sum = value(told.rsplit("=", 1)[1])
        require(stated_sum == total * sensitivity_of(proof) and (least is None or stated_sum >= least > 0),
                "the weights add up to %s: %s" % (total, told))
    return bool(weights)


def check_proof(told: str) -> set[str]:
    """Holds the numbered proof of an explanation to its numbers; what parts it has that are shown."""
    proof = proof_of(told)
    tables = tables_of(proof)
    parts = {"bound": check_bound(proof, tables), "necessary": check_necessary(proof, tables),
             "endless": check_endless(proof), "shifts": check_linear_bound(proof, tables),
             "weights": check_linear_weights(proof, tables)}
    return {part for part, there in parts.items() if there}
