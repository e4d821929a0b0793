# SPDX-License-Identifier: Apache-2.0
"""Small automata, of which there may be many: random ones with a threshold and 3 to 12 states, the same
for the same number."""
import json
import os
from random import Random

IN_A_FOLDER = 1000


def automaton(number):
    """Loops compare with the threshold, other transitions may assign it; most are private."""
    rng = Random(number)
    n = rng.randint(3, 12)
    states = [{"name": "q0", "input": "public", "d": "1/2"}]
    states += [{"name": "q%d" % i, "input": "public" if rng.random() < 0.2 else "private",
                "d": "1/%d" % rng.randint(2, 9)} for i in range(1, n)]
    moves = [{"from": "q0", "to": "q1", "output": "start", "assign": "x"}]
    for i in range(1, n - 1):
        below = rng.random() < 0.5
        guards = ("insample < x", "insample >= x")
        loops = rng.random() < 0.4
        first = {"from": "q%d" % i, "to": "q%d" % (i if loops else rng.randint(i + 1, n - 1)),
                 "guard": guards[not below], "output": "a"}
        second = {"from": "q%d" % i, "to": "q%d" % (i + 1), "guard": guards[below], "output": "b"}
        if rng.random() < 0.2:
            second["assign"] = "x"
        moves += [first, second]
    return {"couplet": 1, "name": "small %d" % number, "initial": "q0", "states": states,
            "transitions": moves}


def write_small(folder, count):
    """Writes the first count of them into folders of 1,000 below folder."""
    for number in range(count):
        path = os.path.join(folder, "%04d" % (number // IN_A_FOLDER), "%07d.json" % number)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            json.dump(automaton(number), out)
