# SPDX-License-Identifier: Apache-2.0
"""The second checker's part for linear mechanisms, after docs/evidence.md and nothing else: the
paths of their trees, and evidence of the kinds `shifts` and `weights`."""
import itertools
from fractions import Fraction

from evidence_form import need, number


class Rejected(Exception):
    pass


def hold(condition, what):
    if not condition:
        raise Rejected(what)


class Form:
    def __init__(self, data):
        self.c = number(data.get("c", 0))
        self.a = {int(i): number(k) for i, k in data.get("a", {}).items() if number(k)}
        self.z = {int(i): number(k) for i, k in data.get("z", {}).items() if number(k)}

    def key(self):
        return self.c, tuple(sorted(self.a.items())), tuple(sorted(self.z.items()))


class Path:
    """rows: (node, form, kind) with kind +1 (met), -1 (not met) or 0 (a real output)."""

    def __init__(self, end, draws, rows, outputs):
        self.end, self.draws, self.rows, self.outputs = end, draws, rows, outputs

    def continuous(self, form):
        return any(self.draws[i]["draw"] != "discrete-laplace" for i in form.z)

    def strict(self, row):
        node, form, kind = row
        return self.continuous(form) or (kind > 0) == bool(node.get("strict"))


class Tree:
    def __init__(self, data):
        self.answers, self.nodes = data["answers"], data["nodes"]
        self.forms = [Form(node["decide"]) if "decide" in node else
                      Form(node["output"]) if isinstance(node.get("output"), dict) else None
                      for node in self.nodes]
        self.idle = self.find_idle()
        self.discrete = any(node.get("draw") == "discrete-laplace" for node in self.nodes)
        self.open = any(isinstance(node.get("output"), dict) and (form.a or form.z) and
                        (self.discrete or not form.z)
                        for node, form in zip(self.nodes, self.forms))

    def find_idle(self):
        """Decisions whose two subtrees are equal, by texts of the subtrees."""
        known, subtree, idle = {}, [None] * len(self.nodes), set()
        for i in reversed(range(len(self.nodes))):
            node, form = self.nodes[i], self.forms[i]
            if "end" in node:
                key = ("end",)
            elif "draw" in node:
                key = ("draw", node["draw"], number(node["rate"]), subtree[i + 1])
            elif "decide" in node:
                other = node["otherwise"]
                if other is None or subtree[other] == subtree[i + 1]:
                    idle.add(i)
                    subtree[i] = subtree[i + 1]
                    continue
                key = ("decide", form.key(), bool(node.get("strict")), subtree[i + 1],
                       subtree[other])
            else:
                key = ("output", form.key() if form else node["output"], subtree[i + 1])
            subtree[i] = known.setdefault(key, len(known))
        return idle

    def label(self, path, i):
        """What an onlooker cannot tell from other outputs."""
        form, text = self.forms[i], self.nodes[i]["output"]
        if form is None:
            try:
                form = Form({"c": text})
            except (ValueError, ZeroDivisionError):
                return "text", text
        if path.continuous(form):
            return "real"
        return "open" if self.open or form.a or form.z else ("number", form.c)

    def paths(self):
        waiting = [(0, [], [], [])]
        while waiting:
            i, draws, rows, outputs = waiting.pop()
            while "end" not in self.nodes[i]:
                node = self.nodes[i]
                if "draw" in node:
                    draws = draws + [node]
                elif "output" in node:
                    outputs = outputs + [self.label(Path(0, draws, (), ()), i)]
                    if self.forms[i] is not None and isinstance(node["output"], dict):
                        rows = rows + [(node, self.forms[i], 0)]
                elif i not in self.idle:
                    waiting.append((node["otherwise"], draws,
                                    rows + [(node, self.forms[i], -1)], outputs))
                    rows = rows + [(node, self.forms[i], 1)]
                i += 1
            yield Path(i, draws, rows, tuple(outputs))


class Mechanism:
    def __init__(self, data):
        self.name = data.get("name", "")
        self.sensitivity = number(data.get("sensitivity", 1))
        self.adjacency = data.get("adjacency", "any")
        self.trees = {tree["answers"]: Tree(tree) for tree in data["lists"]}
        self.whole = data.get("whole", False) or any(t.discrete for t in self.trees.values())

    def differences(self, tree):
        n = tree.answers
        if self.adjacency == "one":
            return self.singles(tree)
        if self.adjacency == "monotonic":
            return {d for s in (1, -1) for d in itertools.product((0, s), repeat=n)}
        return set(itertools.product((-1, 0, 1) if tree.discrete else (-1, 1), repeat=n))

    def singles(self, tree):
        n = tree.answers
        return {tuple(s if i == j else 0 for i in range(n)) for j in range(n) for s in (1, -1)}

    def n_differences(self, tree):
        n = tree.answers
        return {"one": 2 * n, "monotonic": 2 ** (n + 1), "any": (3 if tree.discrete else 2) ** n}[self.adjacency]

    def has_all(self, tree, given):
        """Whether given has all differences that have to be looked at; these are counted before they are made."""
        return self.n_differences(tree) <= 2 * len(given) + 1 and self.differences(tree) <= given

    def adjacent(self, d):
        return (self.adjacency == "any" or
                (self.adjacency == "one" and sum(map(abs, d)) <= 1) or
                (self.adjacency == "monotonic" and (min(d, default=0) >= 0 or
                                                    max(d, default=0) <= 0)))


# ---- Evidence ------------------------------------------------------------------------------------

LISTS = ("shifts", "within", "apart")  # of vectors


class Given:
    def __init__(self, mechanism, evidence):
        self.tree = mechanism.trees[evidence["answers"]]
        cost = evidence.get("cost")
        self.cost = None if cost is None else number(cost)
        self.differences = [tuple(d) for d in evidence["differences"]]
        for d in self.differences:
            need(len(d) == self.tree.answers, "not a difference")
        self.ends, self.paths = [path["end"] for path in evidence["paths"]], {}
        for path in evidence["paths"]:
            need("end" in self.tree.nodes[path["end"]], "not an end")
            self.paths[path["end"]] = {key: self.part(key, value) for key, value in path.items()
                                       if key != "end"}

    def part(self, key, value):
        if key in ("with", "met", "not_met"):
            for node in value:
                need(("end" if key == "with" else "decide") in self.tree.nodes[node], "not a node of its kind")
            return value
        return [[number(x) for x in v] for v in value] if key in LISTS else [number(x) for x in value]

    def of(self, path):
        hold(path.end in self.paths, "path to node %d: it is left out" % path.end)
        return self.paths[path.end]


def check_signs(path, weights):
    for (_, _, kind), y in zip(path.rows, weights):
        hold(y * kind >= 0, "a multiplier has the wrong sign")


def check_impossible(tree, path, y):
    rows, draws = y[:len(path.rows)], y[len(path.rows):]
    hold(len(y) == len(path.rows) + len(path.draws), "not a multiplier for each row and draw")
    check_signs(path, rows)
    total, strict = {}, False
    for row, k in zip(path.rows, rows):
        hold(row[2] or not k, "a multiplier of an output")
        strict |= k != 0 and path.strict(row)
        for kind, terms in (("a", row[1].a), ("z", row[1].z)):
            for i, factor in terms.items():
                total[kind, i] = total.get((kind, i), 0) + k * factor
    for i, k in enumerate(draws):
        hold(k == 0 or (k > 0 and path.draws[i]["draw"] == "exponential"), "a draw's multiplier")
        strict |= k > 0
        total["z", i] = total.get(("z", i), 0) + k
    hold(not any(total.values()), "the rows do not add up to a number")
    constant = sum((k * row[1].c for row, k in zip(path.rows, rows)), Fraction(0))
    hold(constant < 0 or (constant == 0 and strict), "the rows add up to what is possible")


# ---- Events: several paths, together a polyhedron -------------------------------------------------

def same_draw(a, b):
    return a["draw"] == b["draw"] and number(a["rate"]) == number(b["rate"])


def common_draws(path, event):
    n = 0
    while n < min(len(path.draws), len(event.draws)) and same_draw(path.draws[n], event.draws[n]):
        n += 1
    return n


def decisions(path, n_draws):
    """Those about answers and the first draws."""
    return [row for row in path.rows if row[2] and all(i < n_draws for i in row[1].z)]


def reals(path):
    return [row[1].key() for row in path.rows if not row[2]]


def event_of(tree, paths, end, parts):
    hold(end in paths, "no path leads to its end")
    told = {"with", "met", "not_met"}
    hold(told <= set(parts) <= told | {"shifts", "within", "apart"}, "its event is not told")
    first, forms = paths[end], tree.forms
    rows = [(tree.nodes[i], forms[i], kind) for key, kind in (("met", 1), ("not_met", -1)) for i in parts[key]]
    event = Path(end, first.draws, rows + [row for row in first.rows if not row[2]], first.outputs)
    hold(all(i < len(event.draws) for row in event.rows for i in row[1].z), "a row is about another draw")
    return event


def check_event(tree, paths, end, parts, ends):
    """The event, whose paths' union is where its decisions are as said."""
    event = event_of(tree, paths, end, parts)
    of_event, within, apart = decisions(event, len(event.draws)), list(parts.get("within", [])), list(parts.get("apart", []))
    for path in paths.values():
        if path.end in ends:
            hold(common_draws(path, event) == len(path.draws) == len(event.draws), "other draws")
            hold(reals(path) == reals(event), "other numbers are output")
            for node, form, kind in of_event:
                hold(within, "nothing shows a path to be in its event")
                broken = decisions(path, len(path.draws)) + [(node, form, -kind)]
                check_impossible(tree, Path(path.end, event.draws, broken, ()), within.pop(0))
        else:
            hold(apart, "nothing shows a path to be outside of an event")
            both = of_event + decisions(path, common_draws(path, event))
            check_impossible(tree, Path(path.end, event.draws, both, ()), apart.pop(0))
    hold(not within and not apart, "an event has more than is asked for")
    return event


def shown_paths(given):
    """What has shifts of its own, with what is said of it: paths and events."""
    tree, covered = given.tree, set()
    paths = {path.end: path for path in tree.paths()}
    for end, parts in given.paths.items():
        if "with" not in parts:
            continue
        ends = [end] + parts["with"]
        hold(len(set(ends)) == len(ends) and not covered & set(ends), "a path is in two events")
        covered |= set(ends)
        yield check_event(tree, paths, end, parts, ends), {k: v for k, v in parts.items() if k == "shifts"}
    for path in paths.values():
        if path.end not in covered:
            yield path, given.of(path)


def check_shift_vector(mechanism, path, d, g, cost):
    hold(len(g) == len(path.draws), "not a shift for each draw")
    for draw, shift in zip(path.draws, g):
        hold(draw["draw"] != "exponential" or shift >= 0, "an exponential draw shifts downwards")
        hold(draw["draw"] != "discrete-laplace" or shift.denominator == 1, "a shift is not whole")
    for _, form, kind in path.rows:
        change = (sum(k * d[i] for i, k in form.a.items()) +
                  sum(k * g[i] for i, k in form.z.items()))
        hold(change * kind >= 0 if kind else change == 0, "a row changes")
    paid = sum((number(draw["rate"]) * abs(x) for draw, x in zip(path.draws, g)), Fraction(0))
    hold(paid * mechanism.sensitivity <= cost, "the shifts cost more")
    return paid * mechanism.sensitivity


def check_sum(mechanism, tree, differences, paid, cost):
    """Costs of differences of single answers add up to those of all."""
    most = {}
    for d, price in zip(differences, paid):
        at = [i for i, x in enumerate(d) if x]
        if len(at) == 1:
            most[at[0], d[at[0]]] = max(most.get((at[0], d[at[0]]), 0), price)
    if mechanism.adjacency == "any":
        total = sum(max(most[i, 1], most[i, -1]) for i in range(tree.answers))
    else:
        total = max(sum(most[i, s] for i in range(tree.answers)) for s in (1, -1))
    hold(total <= cost, "the shifts cost more")


def check_shifts(mechanism, given):
    tree = given.tree
    hold(given.cost is not None, "it names no cost")
    hold(not tree.discrete or mechanism.sensitivity == 1, "discrete draws")
    whole = mechanism.has_all(tree, set(given.differences))
    hold(whole or (mechanism.n_differences(tree) > 4096 and mechanism.singles(tree) <= set(given.differences)),
         "a difference is left out")
    for path, parts in shown_paths(given):
        if "impossible" in parts:
            check_impossible(tree, path, parts["impossible"])
            continue
        hold(set(parts) == {"shifts"} and len(parts["shifts"]) == len(given.differences),
             "not shifts for each difference")
        paid = [check_shift_vector(mechanism, path, d, g, given.cost)
                for d, g in zip(given.differences, parts["shifts"])]
        if not whole:
            check_sum(mechanism, tree, given.differences, paid, given.cost)


def check_point(mechanism, tree, path, point):
    n = tree.answers
    hold(len(point) == n + len(path.draws), "not a number for each answer and draw")
    answers, draws = point[:n], point[n:]
    hold(not mechanism.whole or all(x.denominator == 1 for x in answers), "an answer is not whole")
    for draw, x in zip(path.draws, draws):
        hold(draw["draw"] != "discrete-laplace" or x.denominator == 1, "a draw is not whole")
        hold(draw["draw"] != "exponential" or x > 0, "a draw is not above 0")
    for row in path.rows:
        value = row[2] * (row[1].c + sum(k * answers[i] for i, k in row[1].a.items()) +
                          sum(k * draws[i] for i, k in row[1].z.items()))
        hold(not row[2] or (value > 0 if path.strict(row) else value >= 0),
             "the point does not take it")


def check_weight_vector(mechanism, path, d, weights, cost):
    hold(len(weights) == len(path.rows), "not a weight for each row")
    check_signs(path, weights)
    for i, draw in enumerate(path.draws):
        gain = sum((y * form.z.get(i, 0) for (_, form, _), y in zip(path.rows, weights)),
                   Fraction(0))
        if draw["draw"] != "exponential":
            gain = abs(gain)
        hold(gain <= (0 if cost is None else number(draw["rate"])), "a draw gains more")
    forced = -mechanism.sensitivity * sum(
        y * sum(k * d[i] for i, k in form.a.items())
        for (_, form, _), y in zip(path.rows, weights))
    hold(forced > 0 if cost is None else forced >= cost, "the weights force less")


def check_weights(mechanism, given):
    tree = given.tree
    hold(len(given.differences) == 1, "not one difference")
    d = given.differences[0]
    hold(mechanism.adjacent(d), "not a difference of adjacent answers")
    hold(not mechanism.whole or mechanism.sensitivity.denominator == 1, "whole answers")
    with_point = [end for end in given.ends if "point" in given.paths[end]][:1]
    outputs = None
    for path in tree.paths():
        if path.end in with_point:
            check_point(mechanism, tree, path, given.paths[path.end]["point"])
            outputs = path.outputs
    hold(outputs is not None, "no path has a point")
    for path in tree.paths():
        if path.outputs != outputs:
            continue
        parts = given.of(path)
        if "impossible" in parts:
            check_impossible(tree, path, parts["impossible"])
        else:
            hold("weights" in parts, "no weights")
            check_weight_vector(mechanism, path, d, parts["weights"], given.cost)


def check(mechanism, evidence):
    """Raises Rejected; ValueError, KeyError, TypeError or IndexError where it cannot be read."""
    need(evidence.get("automaton", mechanism.name) == mechanism.name, "another automaton")
    checks = {"shifts": check_shifts, "weights": check_weights}
    kind = checks[evidence["kind"]]
    hold(mechanism.sensitivity > 0 and all(number(node["rate"]) > 0 for tree in mechanism.trees.values()
                                           for node in tree.nodes if "rate" in node),
         "a rate or the sensitivity is not above 0")
    given = Given(mechanism, evidence)
    hold(len(set(given.ends)) == len(given.ends), "a path is there twice")
    kind(mechanism, given)
