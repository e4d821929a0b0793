# SPDX-License-Identifier: Apache-2.0
"""A small exact linear program: the simplex method with Bland's rule, in fractions."""
from fractions import Fraction


def pivot(table, basis, row, column):
    factor = table[row][column]
    table[row] = [x / factor for x in table[row]]
    for i, other in enumerate(table):
        if i != row and other[column]:
            k = other[column]
            table[i] = [x - k * y for x, y in zip(other, table[row])]
    basis[row] = column


def run(table, basis, cost, n):
    """Lowers cost over the first n columns; table has the right sides last. FALSE: unbounded."""
    while True:
        price = [cost[j] - sum(cost[b] * table[i][j] for i, b in enumerate(basis))
                 for j in range(n)]
        column = next((j for j in range(n) if price[j] < 0), None)
        if column is None:
            return True
        ratios = [(line[-1] / line[column], basis[i], i)
                  for i, line in enumerate(table) if line[column] > 0]
        if not ratios:
            return False
        pivot(table, basis, min(ratios)[2], column)


def minimum(cost, rows):
    """The least cost * x over x >= 0 with rows (factors, sense, bound), where sense is '>=', '<='
    or '='; None: no x meets them. The cost must have a lower bound."""
    n, lines, slack = len(cost), [], sum(sense != "=" for _, sense, _ in rows)
    width, at = n + slack, n
    for factors, sense, bound in rows:
        line = [Fraction(x) for x in factors] + [Fraction(0)] * slack + [Fraction(bound)]
        if sense != "=":
            line[at] = Fraction(-1 if sense == ">=" else 1)
            at += 1
        lines.append(line if line[-1] >= 0 else [-x for x in line])
    m = len(lines)
    table = [line[:-1] + [Fraction(int(i == j)) for j in range(m)] + line[-1:]
             for i, line in enumerate(lines)]
    basis = list(range(width, width + m))
    run(table, basis, [Fraction(0)] * width + [Fraction(1)] * m, width + m)
    if any(table[i][-1] for i, b in enumerate(basis) if b >= width):
        return None
    for i in range(m):  # artificial columns that are left in the basis at 0
        if basis[i] >= width:
            column = next((j for j in range(width) if table[i][j]), None)
            if column is not None:
                pivot(table, basis, i, column)
    kept = [i for i in range(m) if basis[i] < width]
    table, basis = [table[i] for i in kept], [basis[i] for i in kept]
    full = [Fraction(x) for x in cost] + [Fraction(0)] * (slack + m)
    if not run(table, basis, full, width):
        raise ValueError("no lower bound")
    return sum((full[b] * table[i][-1] for i, b in enumerate(basis)), Fraction(0))
