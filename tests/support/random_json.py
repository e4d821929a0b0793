# SPDX-License-Identifier: Apache-2.0
"""Random well-posed automata with any number of thresholds, as JSON objects."""
from fractions import Fraction

NOISES = ["1/4", "1/2", "1", "3/4", "2/7", "3", "5/84"]


def guards(rng, thresholds, shared):
    """Guards that contradict each other in pairs."""
    u, v = rng.choice(thresholds), rng.choice(thresholds)
    below, above = "insample < %s", "insample >= %s"
    kind = rng.random()
    if kind < 0.15:
        return ["true"]
    if kind < 0.3:
        return [rng.choice((below, above)) % u]
    if u == v or kind < 0.6:
        return [below % u, above % u]
    if not shared and kind < 0.75:
        return ["%s || %s" % (below % u, above % v), "!(%s || %s)" % (below % u, above % v)]
    four = ["%s && %s" % (a % u, b % v) for a in (below, above) for b in (below, above)]
    rng.shuffle(four)
    return four[:rng.randint(1, 4)]


def output(rng, thresholds, shared, symbol):
    kind = rng.random()
    if kind < 0.05:
        return "fresh"
    if kind < 0.12:
        return "insample" if shared or len(thresholds) == 1 else \
            "insample(%s)" % rng.choice(thresholds)
    return "s%d" % symbol


def assignment(rng, thresholds, shared):
    if rng.random() < 0.8:
        return []
    return rng.sample(thresholds, 2 if shared and len(thresholds) > 1 and rng.random() < 0.4 else 1)


def noise(rng, thresholds, shared):
    if rng.random() < 0.05:
        return "none"
    if shared or len(thresholds) == 1 or rng.random() < 0.5:
        return rng.choice(NOISES)
    return {v: rng.choice(NOISES) for v in thresholds}


def random_automaton(rng, n_thresholds, shared, most=5):
    """Assigns each threshold, then branches forwards mostly, sometimes back, in most states."""
    thresholds = ["x", "y", "z"][:n_thresholds]
    groups = [[v] for v in thresholds]
    if shared and rng.random() < 0.4:
        groups = [list(thresholds)]
    n = len(groups) + rng.randint(2, most)
    transitions = [{"from": "q%d" % i, "to": "q%d" % (i + 1), "guard": "true", "output": "a%d" % i,
                    "assign": group if len(group) > 1 else group[0]}
                   for i, group in enumerate(groups)]
    for q in range(len(groups), n - 1):
        for i, guard in enumerate(guards(rng, thresholds, shared)):
            to = min(q + rng.randint(1, 2), n - 1)
            if rng.random() < 0.25:
                to = rng.randint(len(groups), n - 1)
            assign = assignment(rng, thresholds, shared)
            t = {"from": "q%d" % q, "to": "q%d" % to, "guard": guard,
                 "output": output(rng, thresholds, shared, i)}
            if assign:
                t["assign"] = assign if len(assign) > 1 else assign[0]
            transitions.append(t)
    states = [{"name": "q%d" % q, "d": noise(rng, thresholds, shared),
               "d_fresh": rng.choice(NOISES),
               "input": "public" if rng.random() < 0.2 else "private"} for q in range(n)]
    return {"couplet": 1, "name": "random", "initial": "q0", "thresholds": thresholds,
            "sampling": "shared" if shared else "independent",
            "sensitivity": rng.choice(["1", "1", "1", "3", "5/7"]),
            "states": states, "transitions": transitions}


KINDS = ["laplace", "laplace", "discrete-laplace", "exponential"]


def snap(rng, d_fresh, noise, floating):
    """Floating where that is proven, for an epsilon of 1 among others."""
    if not floating or noise != "laplace":
        return {"bound": rng.choice(["1", "100", "7/3"]), "grid": rng.choice(["1/8", "1/3", "2"])}
    grid = Fraction(1, 64)
    while grid * Fraction(d_fresh) < 1:
        grid *= 2
    return {"bound": str(grid * rng.choice([1, 100, 2 ** 45])), "grid": str(grid), "floating": True}


def add_snaps(rng, data):
    floating = data["sensitivity"] == "1" and rng.random() < 0.5
    showing = {t["from"] for t in data["transitions"] if t["output"] == "fresh"}
    for state in data["states"]:
        if state["name"] in showing and rng.random() < 0.6:
            state["snap"] = snap(rng, state["d_fresh"], state["noise_fresh"], floating)


def add_kinds(rng, data):
    """Gives data an adjacency, kinds of noise, gaps, inputs that are read again, draws without
    noise and snaps at random."""
    data["adjacency"] = rng.choice(["any", "monotonic", "one"])
    if "/" in data["sensitivity"]:  # discrete noise is for answers that differ by whole numbers
        data["sensitivity"] = "1"
    again = data["states"][0]["input"] == "private"
    assigning = [t["from"] for t in data["transitions"] if t["guard"] == "true"]
    for state in data["states"]:
        state["noise"], state["noise_fresh"] = rng.choice(KINDS), rng.choice(KINDS)
        if again and state is not data["states"][0] and rng.random() < 0.25:
            state["input"] = "again"
        if rng.random() < 0.15:
            state["d"] = "none"
    for t in data["transitions"]:
        if t["from"] not in assigning and t["output"].startswith("s") and rng.random() < 0.15:
            t["output"] = "gap(%s)" % rng.choice(data["thresholds"])
        elif t["output"].startswith("s") and rng.random() < 0.1:
            t["output"] = "fresh"
    add_snaps(rng, data)
    return data
