# SPDX-License-Identifier: Apache-2.0
"""Random programs as people write them: arrays, classes with state, helpers, early returns, counters, clips, dicts."""
from __future__ import annotations

import random
import textwrap

HELPERS = """
def add_noise(value, scale):
    return value + np.random.laplace(0, scale)

def is_above(value, bar):
    return value >= bar

def clip(value, low, high):
    return max(low, min(high, value))

class Meter:
    def __init__(self, epsilon, bar, limit):
        self.scale = 4 / epsilon
        self.bar = bar + np.random.laplace(scale=2 / epsilon)
        self.limit = limit
        self.hits = 0
        self.history = []

    @property
    def is_done(self):
        return self.hits >= self.limit

    def ask(self, value):
        hit = value + np.random.laplace(scale=self.scale) >= self.bar
        if hit:
            self.hits += 1
        return hit

    def record(self, value):
        self.history.append(value)
"""


class Written:
    """The text of a random program; `f` takes the answers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        kind = rng.choice([self._loop] * 6 + [self._object] * 2 + [self._whole] * 3)
        body = kind()
        self.text = "import numpy as np\n" + HELPERS + "\ndef f(queries, epsilon):\n" + textwrap.indent("\n".join(body), "    ") + "\n"

    def one(self, *options: str) -> str:
        return self.rng.choice(options)

    def scale(self) -> str:
        return self.one("1 / epsilon", "2 / epsilon", "4 / epsilon", "4.0 / epsilon")

    def noisy(self, value: str) -> str:
        scale = self.scale()
        return self.one(f"{value} + np.random.laplace(0, {scale})", f"{value} + np.random.laplace(scale={scale})",
                        f"add_noise({value}, {scale})", f"np.random.laplace({value}, {scale})")

    # ---- One answer after another ----

    def _header(self) -> list[str]:
        """Lines before the loop and the loop's head; they give q, and perhaps i."""
        self.has_index, self.noise, self.raises = True, "", ""
        head = self.rng.randrange(9)
        if head == 0:
            self.has_index = False
            return ["for q in queries:"]
        if head in (1, 2):
            return ["for i, q in enumerate(queries):"]
        if head == 3:
            return ["for i in range(len(queries)):", "    q = queries[i]"]
        if head == 4:
            self.raises = "i += 1"
            return ["i = 0", "while i < len(queries):", "    q = queries[i]"]
        self.noise = self.one("q + nu")
        noise = f"noise = np.random.laplace(scale={self.scale()}, size=len(queries))"
        if head == 5:
            self.has_index = False
            return [noise, "for q, nu in zip(queries, noise):"]
        if head == 6:
            return [noise, "for i, (q, nu) in enumerate(zip(queries, noise)):"]
        self.noise = "v"
        made = self.one("noisy = np.asarray(queries) + noise", "noisy = [q + nu for q, nu in zip(queries, noise)]",
                        "noisy = np.array(queries, dtype=float) + noise")
        if head == 7:
            return [noise, made, "for i, v in enumerate(noisy):"]
        return [noise, made, "for i in range(len(noisy)):", "    v = noisy[i]"]

    def _results(self) -> tuple[str, str, str, str]:
        """How outputs are kept: the begin, what is done on a hit, on a miss, and what is returned."""
        place = "i" if self.has_index else "count"
        fresh = "v" if self.noise == "v" else self.noisy("q")
        options = [("out = []", "out.append(True)", "out.append(False)", self.one("out", "out", "(out, count)", "sum(out)", "len(out)")),
                   ("out = []", f"out.append({place})", "pass", self.one("out", "len(out)", "out[0] if out else None")),
                   ("out = []", f"out.append({fresh})", self.one("out.append(None)", "out.append(0)", "pass"), "out"),
                   ("out = []", f"out.append(({place}, {fresh}))", "pass", "out"),
                   ("out = {}", f"out[{place}] = True", self.one("pass", f"out[{place}] = False"), "out"),
                   ("scores = {'hits': 0, 'misses': 0}", "scores['hits'] += 1", "scores['misses'] += 1",
                    self.one("scores", "scores['hits']", "scores['hits'] - scores['misses']")),
                   ("found = None", f"found = {place}", "pass", self.one("found", "(found, count)")),
                   ("total = 0", f"total += {fresh}", "pass", "total"),
                   ("first = last = None", f"if first is None:\n    first = {place}\nlast = {place}", "pass", "(first, last)"),
                   ("streak = best = 0", "streak += 1\nbest = max(best, streak)", "streak = 0", "best"),
                   ("label = ''", "label += 'T'", "label += 'F'", "label"),
                   ("out = []", "out.append({'place': %s, 'value': %s})" % (place, fresh), "pass", "out")]
        if self.has_index:
            options += [("out = np.zeros(len(queries))", "out[i] = 1", "pass", self.one("out", "out.tolist()", "out.sum()")),
                        ("out = [None] * len(queries)", "out[i] = 'above'", "out[i] = 'below'", "out")]
        return self.rng.choice(options)

    def _value(self) -> list[str]:
        if self.noise:
            return [f"v = {self.noise}"] if self.noise != "v" else []
        raw = self.one("q", "q", "q", "q", "clip(q, 0, 10)", "max(q, 0)", "min(q, 5)", "abs(q)", "float(np.clip(q, 0, 1))" if False else "np.clip(q, 0, 1)",
                       "2 * q", "q / 2", "q - bar0")
        lines = ["bar0 = 3"] if "bar0" in raw else []
        return [*lines, f"v = {self.noisy(raw)}"]

    def _test(self) -> str:
        bar = self.one("bar", "bar", "bar", "bar", "5", "bar + 1", "2 * 3")
        return self.one(f"v >= {bar}", f"v >= {bar}", f"v > {bar}", f"is_above(v, {bar})", f"v - {bar} > 0", f"not v < {bar}",
                        f"abs(v) > {bar}", f"clip(v, 0, 100) >= {bar}", f"0 <= v < {bar}", f"v >= {bar} and count < 3",
                        f"round(v) >= {bar}" if bar == "5" else f"v >= {bar}")

    def _loop(self) -> list[str]:
        rng = self.rng
        head = self._header()
        before, hit, miss, told = self._results()
        limit = rng.choice([1, 1, 2, 3])
        on_hit = [*hit.split("\n"), "count += 1"]
        if rng.random() < 0.3:
            on_hit.append("bar = " + self.noisy("10"))
        leave = rng.random()
        early = self.one(f"return {told}", "break")
        if leave < 0.35:
            on_hit.append(early)
        elif leave < 0.75:
            on_hit += [f"if count {self.one('>=', '==')} {limit}:", f"    {early}"]
        lines = []
        if self.raises:
            lines.append(self.raises) if rng.random() < 0.5 and "i]" not in hit else None
        test = self._test()
        if rng.random() < 0.15:
            miss = "continue" if miss == "pass" else miss
        place_last = self.raises and not lines
        body = self._value()
        if place_last:
            miss = "pass" if miss == "continue" else miss
        if rng.random() < 0.2 and miss in ("pass", "continue") and not place_last:
            body += [f"if not ({test}):", "    continue", *on_hit]
        elif rng.random() < 0.5 and miss in ("pass", "continue"):
            body += [f"if {test}:", *indented(on_hit)]
        else:
            body += [f"if {test}:", *indented(on_hit), "else:", *indented([miss])]
        body = [*body, self.raises] if place_last else [body[0], *lines, *body[1:]] if lines else body
        bar = self.one("bar = 10 + np.random.laplace(scale=2 / epsilon)", "bar = add_noise(10, 2 / epsilon)", "bar = np.random.laplace(0, 2 / epsilon)", "bar = 4")
        self.result = told
        return [bar, "count = 0", before, *head, *indented(body), f"return {told}"]

    # ---- Objects that keep what they know ----

    def _object(self) -> list[str]:
        limit = self.one("1", "2", "3")
        loop, place = self.rng.choice([("for q in queries:", "meter.hits"), ("for i, q in enumerate(queries):", "i")])
        done = self.one("if meter.is_done:\n    break", "if meter.hits == meter.limit:\n    break", "if meter.is_done:\n    return {told}", "pass")
        kind, told = self.rng.choice([("meter.record({hit})", "meter.history"), ("meter.record(('q', {hit}))", "meter.history"),
                                      ("out.append({hit})", "out"), ("out.append({hit})", "(out, meter.hits)"),
                                      ("if {hit}:\n    out.append(%s)" % place, "out"), ("if {hit}:\n    return %s" % place, "None"),
                                      ("if {hit}:\n    meter.record(%s)" % place, "meter.history"), ("{hit}", "meter.hits"),
                                      ("scores[%s] = {hit}" % place, "scores"), ("scores['above' if {hit} else 'below'] += 1", "scores"),
                                      ("if {hit}:\n    meter = Meter(epsilon, 10, %s)\n    out.append(True)\nelse:\n    out.append(False)" % limit, "out")])
        begin = ["out = []"] if "out" in kind else ["scores = {'above': 0, 'below': 0}"] if "above" in kind else ["scores = {}"] if "scores" in kind else []
        work = kind.replace("{hit}", self.one("meter.ask(q)", "meter.ask(q)", "meter.ask(clip(q, 0, 10))", "bool(meter.ask(q))")).split("\n")
        body = done.replace("{told}", told).split("\n") + work if self.rng.random() < 0.5 else work + done.replace("{told}", told).split("\n")
        return [f"meter = Meter(epsilon, {self.one('0', '10')}, {limit})", *begin, loop, *indented(body), f"return {told}"]

    # ---- All answers at once ----

    def _whole(self) -> list[str]:
        scale = self.scale()
        array = self.one("np.asarray(queries)", "np.array(queries, dtype=float)", "np.clip(queries, 0, 10)", "np.maximum(np.asarray(queries), 0)")
        made = self.one(f"noisy = {array} + np.random.laplace(scale={scale}, size=len(queries))",
                        f"noisy = {array} + np.random.laplace(0, {scale}, len(queries))",
                        f"noisy = [{self.noisy('q')} for q in queries]",
                        f"noisy = np.array([{self.noisy('q')} for q in queries])",
                        f"noisy = []\nfor q in queries:\n    noisy.append({self.noisy('q')})")
        is_array = not made.startswith("noisy = [")
        ways = [["return int(np.argmax(noisy))"], ["best = max(range(len(noisy)), key=lambda i: noisy[i])", "return best"],
                ["best, place = None, None", "for i, v in enumerate(noisy):", "    if best is None or v > best:", "        best, place = v, i", "return place"],
                ["best, place = -1000, -1", "for i, v in enumerate(noisy):", "    if v > best:", "        best = v", "        place = i", "return place"],
                ["return [i for i, v in enumerate(noisy) if v >= bar]"],
                ["return sum(1 for v in noisy if v >= bar)"], ["return any(v >= bar for v in noisy)"],
                ["for i, v in enumerate(noisy):", "    if v >= bar:", "        return i", "return None"],
                ["return {i: v for i, v in enumerate(noisy)}"], ["return [v >= bar for v in noisy]"],
                ["return sorted(range(len(noisy)), key=lambda i: -noisy[i])[:1]"], ["scores = dict(enumerate(noisy))", "return max(scores, key=scores.get)"]]
        if is_array and "np.array([" in made or made.startswith("noisy = np"):
            ways += [["above = noisy >= bar", "return int(np.argmax(above)) if above.any() else None"], ["return np.where(noisy >= bar)[0]"],
                     ["return int((noisy >= bar).sum())"], ["return np.count_nonzero(noisy >= bar)"], ["return np.where(noisy >= bar, noisy, 0)"],
                     ["return np.clip(noisy, 0, 10)"], ["return noisy.tolist()"], ["hits = np.flatnonzero(noisy > bar)", "return hits[0] if len(hits) else -1"],
                     ["return noisy[noisy >= bar]"], ["return np.sign(noisy - bar)"], ["return noisy.max()"],
                     ["return [bool(above) for above in noisy >= bar]"], ["return (noisy >= bar).astype(int)"]]
        work = self.rng.choice(ways)
        needs_bar = any("bar" in line for line in work)
        return [*([f"bar = {self.noisy('10')}"] if needs_bar else []), *made.split("\n"), *work]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
