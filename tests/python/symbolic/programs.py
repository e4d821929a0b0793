# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them: name, least d for lists of 1, 2 and 3 answers, least d for lists of any
length (`?`: not known), and the text. `none`: no d is enough."""

PROGRAMS = []


def add(name, costs, any_length, text):
    PROGRAMS.append((name, costs.split(), any_length, text))


add("dataclass_svt", "1/4 1/2 3/4", "1", """
from dataclasses import dataclass, field
@dataclass
class Svt:
    epsilon: float
    threshold: float = 0.0
    noisy: float = field(init=False)
    done: bool = False
    def __post_init__(self):
        self.noisy = self.threshold + np.random.laplace(scale=2 / self.epsilon)
    def ask(self, q):
        if self.done:
            raise RuntimeError("exhausted")
        if q + np.random.laplace(scale=4 / self.epsilon) >= self.noisy:
            self.done = True
            return True
        return False
def f(queries, epsilon):
    svt = Svt(epsilon)
    out = []
    for q in queries:
        try:
            out.append(svt.ask(q))
        except RuntimeError:
            break
    return out
""")

add("closure", "1/4 1/2 3/4", "1", """
def make(epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    def above(q):
        return q + np.random.laplace(scale=4 / epsilon) >= t
    return above
def f(queries, epsilon):
    above = make(epsilon)
    for i, q in enumerate(queries):
        if above(q):
            return i
    return -1
""")

add("generator_helper", "1/4 1/2 3/4", "1", """
def noisy(queries, epsilon):
    for q in queries:
        yield q + np.random.laplace(scale=4 / epsilon)
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, v in enumerate(noisy(queries, epsilon)):
        if v >= t:
            return i
    return None
""")

add("next_default", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    return next((i for i, q in enumerate(queries) if q + np.random.laplace(scale=4 / epsilon) >= t), None)
""")

add("vectorised_where", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    q = np.asarray(queries, dtype=float)
    t = np.random.laplace(scale=2 / epsilon)
    noisy = q + np.random.laplace(scale=4 / epsilon, size=q.shape)
    hits = np.where(noisy >= t)[0]
    return int(hits[0]) if len(hits) else None
""")

add("vectorised_mask_any", "1/4 1/2 3/4", "?", """
def f(queries: np.ndarray, epsilon: float):
    t = np.random.laplace(scale=2 / epsilon)
    mask = queries + np.random.laplace(scale=4 / epsilon, size=len(queries)) >= t
    if mask.any():
        return int(np.argmax(mask))
    return None
""")

add("flatnonzero", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    a = np.array(queries) + np.random.laplace(0, 4 / epsilon, len(queries))
    idx = np.flatnonzero(a >= t)
    return idx[0] if idx.size > 0 else -1
""")

add("while_iter", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    it = iter(queries)
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    while True:
        q = next(it, None)
        if q is None:
            break
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            out.append("above")
            break
        out.append("below")
    return out
""")

add("walrus", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if (v := q + np.random.laplace(scale=4 / epsilon)) >= t:
            return i
""")

add("match", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    for q in queries:
        match bool(q + np.random.laplace(scale=4 / epsilon) >= t):
            case True:
                out.append(1)
                break
            case _:
                out.append(0)
    return out
""")

add("for_else", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) > t:
            found = i
            break
    else:
        found = None
    return found
""")

add("takewhile", "1/4 1/2 3/4", "?", """
from itertools import takewhile
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    return len(list(takewhile(lambda q: q + np.random.laplace(scale=4 / epsilon) < t, queries)))
""")

add("partial", "1/4 1/2 3/4", "1", """
from functools import partial
def f(queries, epsilon):
    lap = partial(np.random.laplace, 0)
    t = lap(2 / epsilon)
    noise = partial(np.random.laplace, loc=0.0, scale=4 / epsilon)
    out = []
    for q in queries:
        hit = q + noise() >= t
        out.append(hit)
        if hit: break
    return out
""")

add("rng_default", "1/4 1/2 3/4", "1", """
def f(queries, epsilon, rng=None):
    rng = np.random.default_rng() if rng is None else rng
    t = rng.laplace(0, 2 / epsilon)
    out = []
    for q in queries:
        if q + rng.laplace(0, 4 / epsilon) >= t:
            out.append(True)
            return out
        out.append(False)
    return out
""")

add("decorator", "1/4 1/2 3/4", "1", """
import functools
def logged(fn):
    @functools.wraps(fn)
    def inner(*a, **k):
        return fn(*a, **k)
    return inner
@logged
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            return i
""")

add("exception_stop", "1/4 1/2 3/4", "1", """
class Found(Exception):
    pass
def check(q, t, epsilon):
    if q + np.random.laplace(scale=4 / epsilon) >= t:
        raise Found
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    try:
        for q in queries:
            check(q, t, epsilon)
            out.append(False)
    except Found:
        out.append(True)
    return out
""")

add("islice_count", "1/4 1/2 3/4", "1", """
import itertools
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i in itertools.count():
        if i >= len(queries):
            return None
        if queries[i] + np.random.laplace(scale=4 / epsilon) >= t:
            return i
""")

add("zip_thresholds", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    rho = np.random.laplace(scale=2 / epsilon)
    out = []
    for q, t in zip(queries, [0] * len(queries)):
        if q + np.random.laplace(scale=4 / epsilon) >= t + rho:
            out.append(True)
            break
        out.append(False)
    return out
""")

add("deque", "1/4 1/2 3/4", "?", """
from collections import deque
def f(queries, epsilon):
    pending = deque(queries)
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    while pending:
        q = pending.popleft()
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            out.append(True)
            break
        out.append(False)
    return out
""")

add("pop0", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    queries = list(queries)
    t = np.random.laplace(scale=2 / epsilon)
    n = 0
    while len(queries) > 0:
        q = queries.pop(0)
        n += 1
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            return n
    return -1
""")

add("recursion", "1/4 1/2 3/4", "?", """
def go(qs, t, epsilon, i):
    if not qs:
        return None
    if qs[0] + np.random.laplace(scale=4 / epsilon) >= t:
        return i
    return go(qs[1:], t, epsilon, i + 1)
def f(queries, epsilon):
    return go(queries, np.random.laplace(scale=2 / epsilon), epsilon, 0)
""")

add("stdlib_expovariate_diff", "1/4 1/2 3/4", "1", """
import random
def lap(b):
    return random.expovariate(1 / b) - random.expovariate(1 / b)
def f(queries, epsilon):
    t = lap(2 / epsilon)
    for i, q in enumerate(queries):
        if q + lap(4 / epsilon) >= t:
            return i
""")

add("inverse_cdf", "1/4 1/2 3/4", "1", """
import math, random
def laplace(b):
    u = random.random() - 0.5
    return -b * math.copysign(1, u) * math.log(1 - 2 * abs(u))
def f(queries, epsilon):
    t = laplace(2 / epsilon)
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            return i
""")

add("inverse_cdf_np", "1/4 1/2 3/4", "1", """
def laplace(b):
    u = np.random.uniform(-0.5, 0.5)
    return -b * np.sign(u) * np.log(1 - 2 * np.abs(u))
def f(queries, epsilon):
    t = laplace(2 / epsilon)
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            return i
""")

add("sign_times_exponential", "1/4 1/2 3/4", "1", """
import random
def laplace(b):
    return random.choice([-1, 1]) * random.expovariate(1 / b)
def f(queries, epsilon):
    t = laplace(2 / epsilon)
    for i, q in enumerate(queries):
        if q + laplace(4 / epsilon) >= t:
            return i
""")

add("unit_times_scale", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace() * 2 / epsilon
    for i, q in enumerate(queries):
        if q + 4 / epsilon * np.random.laplace() >= t:
            return i
""")

add("scipy_rvs", "1/4 1/2 3/4", "1", """
from scipy import stats
def f(queries, epsilon):
    t = stats.laplace(scale=2 / epsilon).rvs()
    for i, q in enumerate(queries):
        if q + stats.laplace.rvs(loc=0, scale=4 / epsilon) >= t:
            return i
""")

add("scipy_rvs1", "1/4 1/2 3/4", "1", """
from scipy.stats import laplace
def f(queries, epsilon):
    t = laplace.rvs(scale=2 / epsilon, size=1)[0]
    for i, q in enumerate(queries):
        if laplace.rvs(q, 4 / epsilon) >= t:
            return i
""")

add("dpl", "1/4 1/2 3/4", "1", """
from diffprivlib.mechanisms import Laplace
def f(queries, epsilon):
    t = Laplace(epsilon=epsilon / 2, sensitivity=1).randomise(0)
    mech = Laplace(epsilon=epsilon / 4, delta=0.0, sensitivity=1)
    for i, q in enumerate(queries):
        if mech.randomise(q) >= t:
            return i
""")

add("odp", "1/4 1/2 3/4", "1", """
import opendp.prelude as dp
dp.enable_features("contrib")
def f(queries, epsilon):
    space = dp.atom_domain(T=float), dp.absolute_distance(T=float)
    noise_t = dp.m.make_laplace(*space, scale=2 / epsilon)
    noise_q = dp.m.make_laplace(*space, scale=4 / epsilon)
    t = noise_t(0.0)
    for i, q in enumerate(queries):
        if noise_q(q) >= t:
            return i
""")

add("pdp", "1/4 1/2 3/4", "1", """
from pydp.algorithms.numerical_mechanisms import LaplaceMechanism
def f(queries, epsilon):
    t = LaplaceMechanism(epsilon / 2, 1).add_noise(0.0)
    mech = LaplaceMechanism(epsilon=epsilon / 4, sensitivity=1)
    for i, q in enumerate(queries):
        if mech.add_noise(q) >= t:
            return i
""")

add("np_sign", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    for q in queries:
        s = np.sign(q + np.random.laplace(scale=4 / epsilon) - t)
        out.append(s > 0)
        if s > 0: break
    return out
""")

add("np_maximum", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if np.maximum(q + np.random.laplace(scale=4 / epsilon) - t, 0) > 0:
            return i
""")

add("print_only", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            print(f"query {i} is above")
            return
        print(f"query {i} is below")
""")

add("logging_raw", "none none none", "?", """
import logging
log = logging.getLogger(__name__)
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        log.warning("checking %s", q)
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            return i
""")

add("counter_dict", "1 2 3", "?", """
from collections import Counter
def f(queries, epsilon):
    c = Counter()
    for i, q in enumerate(queries):
        c[i] += q + np.random.laplace(scale=1 / epsilon)
    return dict(c)
""")

add("histogram_comp", "1 2 3", "none", """
def f(counts, epsilon):
    return [c + np.random.laplace(0, 1 / epsilon) for c in counts]
""")

add("histogram_vec", "1 2 3", "none", """
def f(counts, epsilon):
    counts = np.asarray(counts, dtype=float)
    return (counts + np.random.laplace(0, 1 / epsilon, size=counts.shape)).tolist()
""")

add("histogram_map", "1 2 3", "none", """
def f(counts, epsilon):
    return list(map(lambda c: c + np.random.laplace(0, 1 / epsilon), counts))
""")

add("histogram_clip", "1 2 3", "?", """
def f(counts, epsilon):
    noisy = np.array(counts) + np.random.laplace(0, 1 / epsilon, len(counts))
    return np.clip(noisy, 0, None)
""")

add("histogram_max0", "1 2 3", "?", """
def f(counts, epsilon):
    return [max(0, c + np.random.laplace(0, 1 / epsilon)) for c in counts]
""")

add("histogram_dict", "1 2 3", "?", """
def f(counts, epsilon):
    return {i: c + np.random.laplace(scale=1/epsilon) for i, c in enumerate(counts)}
""")

add("sum_only", "1 2 3", "?", """
def f(values, epsilon):
    return sum(values) + np.random.laplace(0, 1 / epsilon)
""")

add("mean", "1 1 1", "?", """
def f(values, epsilon):
    return np.mean(values) + np.random.laplace(0, 1 / epsilon)
""")

add("fsum", "1 2 3", "?", """
import math
def f(values, epsilon):
    return math.fsum(values) + np.random.laplace(0, 1 / epsilon)
""")

add("accumulate", "1 3 6", "?", """
from itertools import accumulate
def f(values, epsilon):
    return [s + np.random.laplace(0, 1 / epsilon) for s in accumulate(values)]
""")

add("cumsum", "1 3 6", "?", """
def f(values, epsilon):
    s = np.cumsum(values)
    return s + np.random.laplace(0, 1 / epsilon, size=len(s))
""")

add("reduce", "1 2 3", "?", """
from functools import reduce
def f(values, epsilon):
    return reduce(lambda a, b: a + b, values, 0) + np.random.laplace(0, 1 / epsilon)
""")

add("argmax_list", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = [q + np.random.laplace(scale=2 / epsilon) for q in queries]
    return int(np.argmax(noisy))
""")

add("index_max", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = [q + np.random.laplace(scale=2 / epsilon) for q in queries]
    return noisy.index(max(noisy))
""")

add("max_range_key", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = [q + np.random.laplace(scale=2 / epsilon) for q in queries]
    return max(range(len(noisy)), key=lambda i: noisy[i])
""")

add("max_getitem", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = []
    for q in queries:
        noisy.append(q + np.random.laplace(scale=2 / epsilon))
    return max(range(len(noisy)), key=noisy.__getitem__)
""")

add("max_enumerate", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = [q + np.random.laplace(scale=2 / epsilon) for q in queries]
    return max(enumerate(noisy), key=lambda p: p[1])[0]
""")

add("max_dict_get", "0 1 1", "?", """
def f(queries, epsilon):
    noisy = {i: q + np.random.laplace(scale=2 / epsilon) for i, q in enumerate(queries)}
    return max(noisy, key=noisy.get)
""")

add("sorted_last", "0 1 1", "?", """
def f(queries, epsilon):
    noisy = [(q + np.random.laplace(scale=2 / epsilon), i) for i, q in enumerate(queries)]
    return sorted(noisy)[-1][1]
""")

add("best_loop", "0 1 1", "?", """
def f(queries, epsilon):
    best, best_i = None, None
    for i, q in enumerate(queries):
        v = q + np.random.laplace(scale=2 / epsilon)
        if best is None or v > best:
            best, best_i = v, i
    return best_i
""")

add("best_loop_inf", "0 1 1", "?", """
def f(queries, epsilon):
    best = float("-inf")
    arg = -1
    for i in range(len(queries)):
        v = queries[i] + np.random.laplace(scale=2 / epsilon)
        if v > best:
            best = v
            arg = i
    return arg
""")

add("argsort", "0 1 1", "1", """
def f(queries, epsilon):
    noisy = np.asarray(queries) + np.random.laplace(scale=2 / epsilon, size=len(queries))
    return np.argsort(noisy)[-1]
""")

add("argsort_neg", "0 1 1", "1", """
def f(queries: np.ndarray, epsilon):
    noisy = queries + np.random.laplace(scale=2 / epsilon, size=queries.shape)
    return np.argsort(-noisy)[0]
""")

add("argmax_exp", "0 1/2 1/2", "1/2", """
def f(queries, epsilon):
    noisy = [q + np.random.exponential(scale=4 / epsilon) for q in queries]
    return int(np.argmax(noisy))
""")

add("heap_q", "0 1 1", "?", """
import heapq
def f(queries, epsilon):
    noisy = [(q + np.random.laplace(scale=2 / epsilon), i) for i, q in enumerate(queries)]
    return heapq.nlargest(1, noisy)[0][1]
""")

add("operator_itemgetter", "0 1 1", "?", """
from operator import itemgetter
def f(queries, epsilon):
    noisy = [(i, q + np.random.laplace(scale=2 / epsilon)) for i, q in enumerate(queries)]
    return max(noisy, key=itemgetter(1))[0]
""")

add("max_value", "1/2 1 3/2", "?", """
def f(queries, epsilon):
    return max(q + np.random.laplace(scale=2 / epsilon) for q in queries)
""")

add("max_value_np", "1/2 1 3/2", "?", """
def f(queries, epsilon):
    return np.max(np.array(queries) + np.random.laplace(0, 2 / epsilon, size=len(queries)))
""")

add("np_where_vec", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    nu = np.random.laplace(0, 4 / epsilon, size=len(queries))
    above = np.where(np.array(queries) + nu >= t, 1, 0)
    out = []
    for a in above:
        out.append(int(a))
        if a == 1:
            break
    return out
""")

add("np_nonzero", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    noisy = np.array(queries) + np.random.laplace(0, 4 / epsilon, size=len(queries))
    (hits,) = np.nonzero(noisy >= t)
    return hits[0] if hits.size else None
""")

add("enumerate_list_comp_first", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    hits = [i for i, q in enumerate(queries) if q + np.random.laplace(0, 4 / epsilon) >= t]
    return hits[:1]
""")

add("namedtuple_out", "1/4 1/2 3/4", "1", """
from collections import namedtuple
Answer = namedtuple("Answer", "index above")
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    out = []
    for i, q in enumerate(queries):
        above = q + np.random.laplace(0, 4 / epsilon) >= t
        out.append(Answer(i, above))
        if above:
            break
    return out
""")

add("enum_out", "1/4 1/2 3/4", "1", """
from enum import Enum
class A(Enum):
    TOP = 1
    BOTTOM = 0
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            yield A.TOP
            return
        yield A.BOTTOM
""")

add("string_out", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    s = ""
    t = np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            s += "T"
            break
        s += "F"
    return s
""")

add("join_out", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    t = np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            out.append("above")
            break
        out.append("below")
    return ", ".join(out)
""")

add("preallocated", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    out = [None] * len(queries)
    t = np.random.laplace(0, 2 / epsilon)
    for i in range(len(queries)):
        if queries[i] + np.random.laplace(0, 4 / epsilon) >= t:
            out[i] = True
            break
        out[i] = False
    return out
""")

add("np_zeros_out", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    out = np.zeros(len(queries), dtype=bool)
    t = np.random.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            out[i] = True
            break
    return out
""")

add("np_full_minus1", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    out = np.full(len(queries), -1)
    t = np.random.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        out[i] = int(q + np.random.laplace(0, 4 / epsilon) >= t)
        if out[i]: break
    return out.tolist()
""")

add("reversed_list", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for q in reversed(queries):
        if q + np.random.laplace(0, 4 / epsilon) >= t:
            return True
    return False
""")

add("slices", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    out = []
    for q in queries[:]:
        hit = q + np.random.laplace(0, 4 / epsilon) >= t
        out += [hit]
        if hit: return tuple(out)
    return tuple(out)
""")

add("setdefault", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    state = {}
    state["t"] = np.random.laplace(0, 2 / epsilon)
    res = {}
    for i, q in enumerate(queries):
        res[i] = bool(q + np.random.laplace(0, 4 / epsilon) >= state["t"])
        if res[i]: break
    return res
""")

add("kwargs", "1/4 1/2 3/4", "1", """
def run(queries, *, eps_threshold, eps_query):
    t = np.random.laplace(scale=1 / eps_threshold)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=1 / eps_query) >= t:
            return i
def f(queries, epsilon, **kw):
    return run(queries, eps_threshold=epsilon / 2, eps_query=epsilon / 4, **kw)
""")

add("starargs", "1/4 1/2 3/4", "1", """
def noisy(*args):
    return args[0] + np.random.laplace(*args[1:])
def f(queries, epsilon):
    t = noisy(0, 0, 2 / epsilon)
    for i, q in enumerate(queries):
        if noisy(q, 0, 4 / epsilon) >= t:
            return i
""")

add("static_class", "1/4 1/2 3/4", "1", """
class Noise:
    @staticmethod
    def lap(b):
        return np.random.laplace(scale=b)
    @classmethod
    def add(cls, x, b):
        return x + cls.lap(b)
    @property
    def nothing(self): return 0
def f(queries, epsilon):
    t = Noise.lap(2 / epsilon)
    for i, q in enumerate(queries):
        if Noise.add(q, 4 / epsilon) >= t:
            return i
""")

add("inheritance", "1/4 1/2 3/4", "1", """
from abc import ABC, abstractmethod
class Mechanism(ABC):
    def __init__(self, epsilon): self.epsilon = epsilon
    @abstractmethod
    def release(self, queries): ...
class Above(Mechanism):
    def release(self, queries):
        t = np.random.laplace(scale=2 / self.epsilon)
        for i, q in enumerate(queries):
            if q + np.random.laplace(scale=4 / self.epsilon) >= t:
                return i
def f(queries, epsilon):
    return Above(epsilon).release(queries)
""")

add("callable_object", "1/4 1/2 3/4", "1", """
class Above:
    def __init__(self, t, b): self.t, self.b = t, b
    def __call__(self, q): return q + np.random.laplace(scale=self.b) >= self.t
def f(queries, epsilon):
    above = Above(np.random.laplace(scale=2 / epsilon), 4 / epsilon)
    for i, q in enumerate(queries):
        if above(q): return i
""")

add("iterator_class", "1/4 1/2 3/4", "?", """
class Stream:
    def __init__(self, qs): self.it = iter(qs)
    def __iter__(self): return self
    def __next__(self): return next(self.it)
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    n = 0
    for q in Stream(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t: return n
        n += 1
    return n
""")

add("context_manager", "1/4 1/2 3/4", "?", """
from contextlib import contextmanager
@contextmanager
def threshold(epsilon):
    yield np.random.laplace(scale=2 / epsilon)
def f(queries, epsilon):
    with threshold(epsilon) as t:
        for i, q in enumerate(queries):
            if q + np.random.laplace(scale=4 / epsilon) >= t: return i
""")

add("assert_eps", "1/4 1/2 3/4", "1", """
def f(queries, epsilon: float, threshold: float = 0.0, sensitivity: float = 1.0):
    assert epsilon > 0, "epsilon"
    if not isinstance(epsilon, (int, float)):
        raise TypeError("epsilon")
    if epsilon <= 0: raise ValueError
    t = threshold + np.random.laplace(scale=2 * sensitivity / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 * sensitivity / epsilon) >= t: return i
    return None
""")

add("np_nditer", "1/4 1/2 3/4", "?", """
def f(queries: np.ndarray, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i in range(queries.shape[0]):
        if queries[i] + np.random.laplace(scale=4 / epsilon) >= t: return i
    return -1
""")

add("chain_zip_longest", "1/4 1/2 3/4", "?", """
from itertools import chain, zip_longest
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, (q, name) in enumerate(zip_longest(chain(queries), [], fillvalue=None)):
        if q + np.random.laplace(scale=4 / epsilon) >= t: return i
""")

add("lambda_dispatch", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    laps = {"t": lambda: np.random.laplace(scale=2 / epsilon), "q": lambda: np.random.laplace(scale=4 / epsilon)}
    t = laps["t"]()
    for i, q in enumerate(queries):
        if q + laps["q"]() >= t: return i
""")

add("nonlocal_state", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    done = False
    def ask(q):
        nonlocal done
        if done: return None
        done = bool(q + np.random.laplace(scale=4 / epsilon) >= t)
        return done
    return [ask(q) for q in queries]
""")

add("global_counter", "1/4 1/2 3/4", "?", """
COUNT = 0
def f(queries, epsilon):
    global COUNT
    COUNT = 0
    t = np.random.laplace(scale=2 / epsilon)
    for q in queries:
        COUNT += 1
        if q + np.random.laplace(scale=4 / epsilon) >= t: return COUNT
    return 0
""")

add("chained_compare", "1/2 1 3/2", "?", """
def f(queries, epsilon):
    lo = np.random.laplace(scale=2 / epsilon)
    out = []
    for q in queries:
        v = q + np.random.laplace(scale=2 / epsilon)
        out.append(-1 < v - 0 < 1)
    return out
""")

add("two_dim", "1 2 3", "?", """
def f(queries, epsilon):
    m = np.array(queries).reshape(1, -1)
    return (m + np.random.laplace(scale=1 / epsilon, size=m.shape))[0]
""")

add("broadcast_column", "1 2 3", "?", """
def f(queries: np.ndarray, epsilon):
    x = np.atleast_2d(queries)
    return x + np.random.laplace(scale=1 / epsilon, size=(1, queries.shape[0]))
""")

add("dot_weights", "3 5 6", "?", """
W = [3, 2, 1]
def f(queries, epsilon):
    return np.dot(W[:len(queries)], queries) + np.random.laplace(scale=1 / epsilon)
""")

add("average_two_noises", "1 1 1", "?", """
def f(queries, epsilon):
    n = len(queries)
    return sum(queries) / n + np.random.laplace(scale=1 / epsilon)
""")

add("diff_noise", "2 4 6", "?", """
def f(queries, epsilon):
    return [2 * q + np.random.laplace(scale=1 / epsilon) for q in queries]
""")

add("ternary", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    out = []
    for q in queries:
        out.append("y" if q + np.random.laplace(scale=4 / epsilon) >= t else "n")
        if out[-1] == "y": break
    return out
""")

add("any_gen", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    return any(q + np.random.laplace(scale=4 / epsilon) >= t for q in queries)
""")

add("all_gen", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    return all(q + np.random.laplace(scale=4 / epsilon) < t for q in queries)
""")

add("none_check", "1/4 1/2 3/4", "1", """
def f(queries, epsilon, rng=None):
    rng = rng or np.random.default_rng()
    t = None
    for i, q in enumerate(queries):
        if t is None: t = rng.laplace(scale=2 / epsilon)
        if q + rng.laplace(scale=4 / epsilon) >= t: return i
""")

add("random_state_arg", "1/4 1/2 3/4", "1", """
def f(queries, epsilon, random_state=None):
    rs = np.random.RandomState(random_state)
    t = rs.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        if q + rs.laplace(0, 4 / epsilon) >= t: return i
""")

add("noise_before", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    noise = [np.random.laplace(0, 4 / epsilon) for _ in queries]
    t = np.random.laplace(0, 2 / epsilon)
    for i, (q, n) in enumerate(zip(queries, noise)):
        if q + n >= t: return i
""")

add("noise_array_pick", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    noise = np.random.laplace(0, 4 / epsilon, size=len(queries) + 1)
    t = np.random.laplace(0, 2 / epsilon)
    for i in range(len(queries)):
        if queries[i] + noise[i] >= t: return i
""")

add("leak_raw_return", "none none none", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for q in queries:
        if q + np.random.laplace(0, 4 / epsilon) >= t: return q
    return queries[0]
""")

add("leak_print", "none none none", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        print("debug", q, t)
        if q + np.random.laplace(0, 4 / epsilon) >= t: return i
""")

add("leak_exception", "none none none", "?", """
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(0, 4 / epsilon) >= t: raise ValueError(f"above: {q}")
""")

add("leak_attr", "none none none", "?", """
class S:
    last = None
def f(queries, epsilon):
    t = np.random.laplace(0, 2 / epsilon)
    for i, q in enumerate(queries):
        S.last = q
        if q + np.random.laplace(0, 4 / epsilon) >= t: return i
""")

add("fstring_format", "1 2 3", "?", """
def f(queries, epsilon):
    return ", ".join(f"{q + np.random.laplace(0, 1 / epsilon):.2f}" for q in queries)
""")

add("percent_format", "1 2 3", "?", """
def f(queries, epsilon):
    return ["%.2f" % (q + np.random.laplace(0, 1 / epsilon)) for q in queries]
""")

add("str_plus", "1 2 3", "?", """
def f(queries, epsilon):
    return ["noisy " + str(q + np.random.laplace(0, 1 / epsilon)) for q in queries]
""")

add("sys_stdout", "1 2 3", "?", r"""
import sys
def f(queries, epsilon):
    for q in queries:
        sys.stdout.write(str(q + np.random.laplace(0, 1 / epsilon)) + "\n")
""")

add("top1_bool_mask", "0 1 1", "?", """
def f(queries, epsilon):
    noisy = np.array(queries) + np.random.laplace(scale=2 / epsilon, size=len(queries))
    return [int(v == noisy.max()) for v in noisy]
""")

add("while_else_counter", "1/4 1/2 3/4", "3/2", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    count, i, out = 0, 0, []
    while i < len(queries) and count < 2:
        if queries[i] + np.random.laplace(scale=4 / epsilon) >= t:
            out.append(1); count += 1
        else:
            out.append(0)
        i += 1
    return out
""")

add("budget_spent", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    spent, out = epsilon / 2, []
    t = np.random.laplace(scale=2 / epsilon)
    for q in queries:
        if spent + epsilon / 4 > epsilon: break
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            out.append(True); spent += epsilon / 4
        else: out.append(False)
    return out
""")

add("del_and_try", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    i = -1
    try:
        for i, q in enumerate(queries):
            noise = np.random.laplace(scale=4 / epsilon)
            if q + noise >= t: break
            del noise
        else:
            i = None
    finally:
        del t
    return i
""")

add("functions_of_db", "1/4 1/2 3/4", "1", """
def f(queries, database, epsilon):
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q(database) + np.random.laplace(scale=4 / epsilon) >= t: return i
""")

add("sensitivity_arg", "1/4 1/2 3/4", "1", """
def f(queries, epsilon, delta_q=1):
    b = delta_q / epsilon
    t = np.random.laplace(0, 2 * b)
    for i, q in enumerate(queries):
        if q + np.random.laplace(0, 4 * b) >= t: return i
""")

add("math_inf", "0 1 1", "?", """
import math
def f(queries, epsilon):
    best, arg = -math.inf, None
    for i, q in enumerate(queries):
        v = q + np.random.laplace(scale=2 / epsilon)
        best, arg = max((best, arg), (v, i))
    return arg
""")

add("generator_pipeline", "1 2 3", "none", """
def noisy(qs, b):
    for q in qs: yield q + np.random.laplace(scale=b)
def f(queries, epsilon):
    yield from noisy(queries, 1 / epsilon)
""")

add("gen_return_list", "1 2 3", "none", """
def noisy(qs, b):
    for q in qs: yield q + np.random.laplace(scale=b)
def f(queries, epsilon):
    return list(noisy(queries, 1 / epsilon))
""")

add("slots", "1/4 1/2 3/4", "none", """
def f(queries, epsilon):
    out = [False] * len(queries)
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            out[i] = True
    return out
""")

add("slots_left_early", "1/4 1/2 3/4", "?", """
def f(queries, epsilon):
    out = np.zeros(len(queries), dtype=bool)
    t = np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            out[i] = True
            break
    return out
""")

add("list_added_to", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    t = np.random.laplace(scale=2 / epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            return out + [True]
        out += [False]
    return out
""")

add("answers_by_number", "1/2 1 1", "1", """
def f(queries, epsilon):
    yield queries[0] + np.random.laplace(scale=2 / epsilon)
    yield queries[1] + np.random.laplace(scale=2 / epsilon)
""")

add("largest_so_far", "0 1 1", "1", """
def f(queries, epsilon):
    best, place = None, None
    for i, q in enumerate(queries):
        noisy = q + np.random.laplace(scale=2 / epsilon)
        if best is None or noisy > best:
            best, place = noisy, i
    return place
""")

add("largest_so_far_with_patience", "0 1 1", "?", """
def f(queries, epsilon):
    best, place = None, None
    for i, q in enumerate(queries):
        if place is not None and i - place > 3:
            break
        noisy = q + np.random.laplace(scale=2 / epsilon)
        if best is None or noisy > best:
            best, place = noisy, i
    return place
""")

add("argmax_of_a_list_that_is_made_there", "0 1 1", "1", """
def f(queries, epsilon):
    return int(np.argmax([q + np.random.laplace(0, 2 / epsilon) for q in queries]))
""")

add("argmax_of_an_array_that_is_made_there", "0 1 1", "1", """
def f(queries, epsilon):
    def place():
        return np.asarray([q + np.random.laplace(0, 2 / epsilon) for q in queries]).argmax()
    return place()
""")

add("list_that_is_made_in_an_argument", "1/2 1 3/2", "none", """
def f(queries, epsilon):
    print([q + np.random.laplace(0, 2 / epsilon) > 0 for q in queries])
""")

add("exponential_noise_in_a_difference_and_alone", "none none none", "?", """
def f(queries, epsilon):
    a = np.random.exponential(1 / epsilon)
    b = np.random.exponential(1 / epsilon)
    return queries[0] + (a - b), a >= 1
""")

add("array_filled_and_broken_off", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = np.zeros(len(queries))
    rho = np.random.laplace(0, 2/epsilon)
    for i in range(len(queries)):
        if queries[i] + np.random.laplace(0, 4/epsilon) >= rho:
            out[i] = 1
            break
    return out
""")

add("list_of_none_filled_up_to_a_cutoff", "1/8 1/4 3/8", "1", """
def f(queries, epsilon, c=2):
    out = [None] * len(queries)
    t = np.random.laplace(scale=2/epsilon)
    k = 0
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4*c/epsilon) > t:
            out[i] = True
            k += 1
            if k >= c:
                break
        else:
            out[i] = False
    return out
""")

add("list_that_is_not_returned_beside_outputs", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2/epsilon)
    noisy = []
    flags = []
    for q in queries:
        v = q + np.random.laplace(scale=4/epsilon)
        noisy.append(v)
        if v > t:
            flags.append(True)
            break
        flags.append(False)
    return flags
""")

add("newest_output_is_read", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    t = np.random.laplace(scale=2/epsilon)
    out = []
    for q in queries:
        if len(out) > 0 and out[-1]:
            break
        out.append(q + np.random.laplace(scale=4/epsilon) > t)
    return out
""")

add("outputs_are_added_up", "1/8 1/4 3/8", "1", """
def f(queries, epsilon, c=2):
    t = np.random.laplace(scale=2/epsilon)
    out = []
    for q in queries:
        if sum(out) == c:
            break
        out.append(1 if q + np.random.laplace(scale=4*c/epsilon) >= t else 0)
    return out
""")

add("outputs_are_counted", "1/8 1/4 3/8", "1", """
def f(queries, epsilon, c=2):
    t = np.random.laplace(scale=2/epsilon)
    out = []
    for q in queries:
        out.append(bool(q + np.random.laplace(scale=4*c/epsilon) >= t))
        if out.count(True) >= c:
            return out
    return out
""")

add("places_up_to_a_cutoff", "1/8 1/4 3/8", "1", """
def f(queries, epsilon, c=2):
    rho = np.random.laplace(0, 2/epsilon)
    idx = []
    for i, q in enumerate(queries):
        if q + np.random.laplace(0, 4*c/epsilon) >= rho:
            idx.append(i)
            if len(idx) == c:
                break
    return idx
""")

add("answers_are_taken_out_of_the_list", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    queries = list(queries)
    rho = np.random.laplace(0, 2/epsilon)
    out = []
    while queries:
        q = queries.pop(0)
        if q + np.random.laplace(0, 4/epsilon) >= rho:
            out.append(True)
            break
        out.append(False)
    return out
""")

add("every_second_answer", "0 1/4 1/4", "1", """
def f(queries, epsilon):
    rho = np.random.laplace(0, 2/epsilon)
    out = []
    for i, q in enumerate(queries):
        if i % 2 == 0:
            continue
        if q + np.random.laplace(0, 4/epsilon) >= rho:
            out.append(i)
            break
    return out
""")

add("noise_is_drawn_before_the_loop", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    rho = np.random.laplace(0, 2/epsilon)
    nus = np.random.laplace(0, 4/epsilon, size=len(queries))
    out = []
    for q, nu in zip(queries, nus):
        if q + nu >= rho:
            out.append(1)
            break
        out.append(0)
    return out
""")

add("argmax_of_a_sum", "0 1 1", "1", """
def f(queries, epsilon):
    return np.argmax(np.asarray(queries) + np.random.laplace(scale=2/epsilon, size=len(queries)))
""")

add("argmax_of_answers_plus_one", "0 1 1", "1", """
def f(queries, epsilon):
    return (np.asarray(queries) + 1 + np.random.laplace(scale=2/epsilon, size=len(queries))).argmax()
""")

add("argmax_of_whole_answers", "0 1 1", "1", """
def f(queries, epsilon):
    return np.argmax(np.array(queries, dtype=int) + np.random.laplace(scale=2/epsilon, size=len(queries)))
""")

add("argmax_of_noise_that_is_subtracted", "0 1 1", "1", """
def f(queries, epsilon):
    return np.argmax(-(np.asarray(queries) + np.random.laplace(scale=2/epsilon, size=len(queries))))
""")

add("argmax_of_a_list_from_its_end", "0 1 1", "1", """
def f(queries, epsilon):
    return np.argmax(np.asarray(queries)[::-1] + np.random.laplace(scale=2/epsilon, size=len(queries)))
""")

add("length_less_one", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    i = 0
    T = np.random.laplace(scale=2/epsilon)
    while i <= len(queries) - 1:
        q = queries[i]
        i += 1
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("length_in_a_variable", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    i = 0
    n = len(queries)
    T = np.random.laplace(scale=2/epsilon)
    while i < n:
        q = queries[i]
        i += 1
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("range_from_0", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for i in range(0, len(queries)):
        q = queries[i]
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("range_from_1", "0 1/4 1/2", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for i in range(1, len(queries)):
        q = queries[i]
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("range_from_1_up_to_the_length_and_1", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for i in range(1, len(queries) + 1):
        q = queries[i - 1]
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("range_in_steps", "1/4 1/4 1/2", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for i in range(0, len(queries), 2):
        q = queries[i]
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("list_from_its_end", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries[::-1]:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("slice_without_the_first", "0 1/4 1/2", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries[1:]:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("slice_of_the_first_three", "1/4 1/2 3/4", "3/4", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries[:3]:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("answers_popped_from_the_end", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    while queries:
        q = queries.pop()
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out
""")

add("outputs_from_their_end", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out[::-1]
""")

add("outputs_and_how_many", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out, len(out)
""")

add("newest_output_alone", "1/4 1/2 ?", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out[-1]
""")

add("copy_of_the_outputs", "1/4 1/2 3/4", "1", """
def f(queries, epsilon):
    out = []
    T = np.random.laplace(scale=2/epsilon)
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= T:
            out.append(True)
            break
        else:
            out.append(False)
    return out[:]
""")


# ---- Arrays, and the largest value in other words --------------------------------------------

NOISY = "noisy = np.asarray(queries) + np.random.laplace(scale=4/epsilon, size=len(queries))"
BAR = "bar = np.random.laplace(scale=2/epsilon)"
for name, costs, any_length, body in (
        ("any_and_argmax", "1/4 1/2 3/4", "1", "above = noisy >= bar\n    return int(np.argmax(above)) if above.any() else -1"),
        ("places_and_size", "1/4 1/2 3/4", "1", "hits = np.flatnonzero(noisy >= bar)\n    return hits[0] if hits.size > 0 else None"),
        ("nonzero_and_len", "1/4 1/2 3/4", "1", "hits = np.nonzero(noisy >= bar)[0]\n    return None if len(hits) == 0 else hits[0]"),
        ("where_of_two", "1/4 1/2 3/4", "3/2", "return np.where(noisy > bar)[0][:2]"),
        ("all_below", "1/4 1/2 3/4", "1", "return bool(np.all(noisy < bar))"),
        ("loop_over_truths", "1/4 1/2 3/4", "1", "for i, hit in enumerate(noisy > bar):\n        if hit:\n            return i"),
        ("indexed", "1/4 1/2 3/4", "1", "for i in range(len(noisy)):\n        if noisy[i] > bar:\n            return i"),
        ("less_the_bar", "1/4 1/2 3/4", "1", "noisy -= bar\n    return next((i for i, v in enumerate(noisy) if v > 0), None)"),
        ("mask", "1/4 1/2 3/4", "none", "return noisy >= bar"),
        ("ufunc", "1/4 1/2 3/4", "none", "return np.greater_equal(noisy, bar)"),
        ("view", "1/4 1/2 3/4", "none", "same = noisy[:]\n    noisy -= bar\n    return same > 0"),
        ("truths_in_place", "1/4 1/2 3/4", "1", "above = noisy > bar\n    same = above\n    above |= noisy > bar\n    return bool(same.any())"),
        ("chosen", "1/4 1/2 3/4", "none", "return np.where(noisy >= bar, 1, 0)")):
    add("array_" + name, costs, any_length, f"\ndef f(queries, epsilon):\n    {BAR}\n    {NOISY}\n    {body}\n")

for name, made in (("comprehension", "noisy = [q + np.random.laplace(scale=4/epsilon) for q in queries]"),
                   ("array", "noisy = np.array([q + np.random.laplace(scale=4/epsilon) for q in queries])"),
                   ("loop", "noisy = []\n    for q in queries:\n        noisy.append(q + np.random.laplace(scale=4/epsilon))"),
                   ("zip", "noise = np.random.laplace(scale=4/epsilon, size=len(queries))\n"
                           "    noisy = [q + z for q, z in zip(queries, noise)]")):
    add("filled_first_by_" + name, "1/4 1/2 3/4", "1", f"""
def f(queries, epsilon):
    {BAR}
    {made}
    for i, v in enumerate(noisy):
        if v >= bar:
            return i
""")
add("filled_first_then_listed", "1/4 1/2 3/4", "none", f"""
def f(queries, epsilon):
    noisy = [q + np.random.laplace(scale=4/epsilon) for q in queries]
    {BAR}
    return [v >= bar for v in noisy]
""")

for name, clipped in (("max", "max(q, 0)"), ("min", "min(q, 5)"), ("numpy", "np.clip(q, 0, 10)"), ("size", "abs(q - 3)"),
                      ("max_and_min", "max(0, min(9, q))"), ("helper", "between(q, 0, 1)"), ("ufunc", "np.maximum(-q, 0)")):
    add("clipped_by_" + name, "? ? ?", "1", f"""
def between(value, low, high):
    return max(low, min(high, value))
def f(queries, epsilon):
    {BAR}
    for i, q in enumerate(queries):
        if {clipped} + np.random.laplace(scale=4/epsilon) >= bar:
            return i
""")
add("clipped_array", "? ? ?", "1", f"""
def f(queries, epsilon):
    {BAR}
    noisy = np.clip(queries, 0, 10) + np.random.laplace(scale=4/epsilon, size=len(queries))
    for i, v in enumerate(noisy):
        if v >= bar:
            return i
""")

NOISE = "np.random.laplace(scale=2/epsilon)"
for name, body in (
        ("pairs", f"return max((q + {NOISE}, i) for i, q in enumerate(queries))[1]"),
        ("pairs_sorted", f"return sorted([(q + {NOISE}, i) for i, q in enumerate(queries)], reverse=True)[0][1]"),
        ("zip", f"noisy = [q + {NOISE} for q in queries]\n    return max(zip(noisy, range(len(noisy))))[1]"),
        ("heap", f"import heapq\n    return heapq.nlargest(1, [(q + {NOISE}, i) for i, q in enumerate(queries)])[0][1]"),
        ("key_that_draws", f"return max(enumerate(queries), key=lambda pair: pair[1] + {NOISE})[0]"),
        ("places_by_key", f"return max(range(len(queries)), key=lambda i: queries[i] + {NOISE})"),
        ("dictionary", f"noisy = {{i: q + {NOISE} for i, q in enumerate(queries)}}\n    return max(noisy, key=noisy.get)"),
        ("items", f"noisy = {{}}\n    for i, q in enumerate(queries):\n        noisy[i] = q + {NOISE}\n"
                  "    return max(noisy.items(), key=lambda item: item[1])[0]"),
        ("getitem", f"noisy = [q + {NOISE} for q in queries]\n    return sorted(range(len(noisy)), key=noisy.__getitem__)[-1]"),
        ("smallest", f"return min((q + {NOISE}, i) for i, q in enumerate(queries))[1]"),
        ("equal", "noisy = np.random.laplace(queries, 2/epsilon)\n    return np.flatnonzero(noisy == noisy.max())[0]"),
        ("in_place", "noisy = np.array(queries, dtype=float)\n    noisy += np.random.laplace(0, 2/epsilon, size=noisy.shape)\n"
                     "    return int(noisy.argmax())")):
    add("largest_by_" + name, "0 1 1", "1", f"\ndef f(queries, epsilon):\n    {body}\n")

for name, begin, hit, miss in (
        ("text", "''", "out += '1'", "out += '0'"), ("text_made_anew", "''", "out = out + '1'", "out = out + '0'"),
        ("tuple", "()", "out += (True,)", "out += (False,)"), ("dictionary", "{}", "out[i] = 1", "out[i] = 0"),
        ("set", "set()", "out.add(i)", "pass")):
    add("stream_in_a_" + name, "1/4 1/2 3/4", "1", f"""
def f(queries, epsilon):
    {BAR}
    out = {begin}
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4/epsilon) >= bar:
            {hit}
            break
        else:
            {miss}
    return out
""")

for name, body in (("counted_by_next", "rest, n = iter(queries), 0\n    while (q := next(rest, None)) is not None:\n"
                                       "        if q + np.random.laplace(scale=4/epsilon) >= bar:\n            return n\n        n += 1"),
                   ("counted_by_sum", "from itertools import takewhile\n    return sum(1 for _ in takewhile("
                                      "lambda q: q + np.random.laplace(scale=4/epsilon) < bar, queries))"),
                   ("within_with", "from contextlib import nullcontext\n    with nullcontext():\n        for i, q in enumerate(queries):\n"
                                   "            if q + np.random.laplace(scale=4/epsilon) >= bar:\n                return i")):
    add(name, "1/4 1/2 3/4", "1", f"\ndef f(queries, epsilon):\n    {BAR}\n    {body}\n")

for name, rounding in (("round", "round(v)"), ("digits", "round(v, 2)"), ("int", "int(v)"), ("floor", "max(0, math.floor(v))")):
    add("told_by_" + name, "? ? ?", "2", f"""
import math
def f(queries, epsilon):
    {BAR}
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= bar:
            v = q + np.random.laplace(scale=1/epsilon)
            return {rounding}
""")

for name, factor, bar, noise in (("twice", "2 * q", 4, 8), ("half", "q / 2", 1, 2)):
    add("answers_" + name, "1/4 1/2 3/4", "1", f"""
def f(queries, epsilon):
    bar = np.random.laplace(scale={bar}/epsilon)
    for i, q in enumerate(queries):
        if {factor} + np.random.laplace(scale={noise}/epsilon) >= bar:
            return i
""")

add("tail_call", "1/4 1/2 3/4", "1", """
def step(queries, bar, epsilon, place=0):
    if place == len(queries):
        return None
    if queries[place] + np.random.laplace(scale=4/epsilon) >= bar:
        return place
    return step(queries, bar, epsilon, place + 1)
def f(queries, epsilon):
    return step(queries, np.random.laplace(scale=2/epsilon), epsilon)
""")

# ---- What all answers come to, clipped answers, public chance, the rest of the list, counters ------

ONE = "np.random.laplace(scale=1/epsilon)"
for name, any_length, value in (
        ("greatest", "1", "max(queries)"), ("least", "1", "min(queries)"), ("middle", "1", "np.median(queries)"),
        ("middle_of_statistics", "1", "statistics.median(queries)"), ("greatest_of_numpy", "1", "np.asarray(queries).max()"),
        ("clipped", "?", "np.clip(queries[0], 0, 20)"), ("clipped_by_min", "?", "max(0, min(queries[0], 9))"),
        ("size", "?", "abs(queries[0] - 3)"), ("by_ifs", "?", "(0 if queries[0] < 0 else 20 if queries[0] > 20 else queries[0])"),
        ("half", "?", "(2 * min(queries[0], 7) if queries[0] > 100 else queries[0] / 2 + 2 * min(queries[0], 7) - queries[0] / 2)")):
    costs = "2 2 2" if name == "half" else "1 1 1"
    add(f"told_of_all_{name}", costs, any_length, f"\nimport statistics\ndef f(queries, epsilon):\n    return {value} + {ONE}\n")

ABOVE = """
import random
def above(queries, bar, epsilon):
    rho = bar + np.random.laplace(scale=2/epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4/epsilon) >= rho:
            return i
    return None
"""
for name, costs, any_length, body in (
        ("coin_first", "1/4 1/2 3/4", "1", "    return 'no' if random.random() < 0.25 else above(queries, 1, epsilon)"),
        ("coin_told", "1/4 1/2 3/4", "1", "    side = random.choice('abc')\n    i = above(queries, 1, epsilon)\n    return side, i"),
        ("fair_coin", "1/4 1/2 3/4", "1", "    if np.random.rand() < 0.5:\n        return 'no'\n    return above(queries, 1, epsilon)"),
        ("chance_at_the_end", "? ? ?", "1", "    i = above(queries, 1, epsilon)\n"
                                            "    return i if i is not None else np.random.randint(0, len(queries))"),
        ("rests", "1/12 1/6 1/4", "1", "    out = []\n    for _ in range(3):\n        i = above(queries, 1, epsilon / 3)\n        if i is None:\n"
                                       "            break\n        out.append(i)\n        queries = queries[i + 1:]\n    return out"),
        ("rests_of_the_whole", "1/8 1/4 3/8", "1", "    out, begin = [], 0\n    while len(out) < 2:\n"
                                                   "        i = above(queries[begin:], 1, epsilon / 2)\n        if i is None:\n"
                                                   "            break\n        out.append(begin + i)\n        begin += i + 1\n    return out"),
        ("rests_for_ever", "1/4 1/2 3/4", "none", "    while True:\n        i = above(queries, 1, epsilon)\n        if i is None:\n            return\n"
                                                  "        yield i\n        queries = queries[i + 1:]")):
    add(name, costs, any_length, f"{ABOVE}\ndef f(queries, epsilon):\n{body}\n")

for name, costs, any_length, begin, hit, miss, end in (
        ("difference", "1/4 1/2 3/4", "none", "n = m = 0", "n += 1\n            yield 1", "m += 1\n            yield 0", "yield n - m"),
        ("tested", "1/4 1/2 3/4", "none", "n = 0", "n += 1\n            yield n > 2", "yield None", "yield n"),
        ("of_rounds", "1/4 1/2 3/4", "1", "n = 0", "yield n\n            return", "n += 1", "return")):
    add(f"counter_{name}", costs, any_length, f"""
def f(queries, epsilon):
    {BAR}
    {begin}
    for q in queries:
        if q + np.random.laplace(scale=4/epsilon) >= bar:
            {hit}
        else:
            {miss}
    {end}
""")

for name, told in (("beside_its_place", "k, noisy[k]"), ("alone", "max(noisy)")):
    add(f"largest_value_{name}", "1/2 1 3/2", "none", f"\ndef f(queries, epsilon):\n    noisy = [q + {NOISE} for q in queries]\n"
                                                      f"    k = noisy.index(max(noisy))\n    return {told}\n")

for name, costs, any_length, loop, sample in (
        ("step", "1/8 3/8 1/2", "1", "enumerate(queries)", "q - before"), ("sum_of_two", "1/8 3/8 1/2", "1", "enumerate(queries)", "q + before"),
        ("of_neighbours", "0 1/4 1/2", "1", "enumerate(zip(queries, queries[1:]))", "q[0] + q[1]")):
    add(f"window_{name}", costs, any_length, f"""
def f(queries, epsilon):
    bar = 3 + np.random.laplace(scale=4/epsilon)
    before = 0
    for place, q in {loop}:
        if {sample} + np.random.laplace(scale=8/epsilon) >= bar:
            return place
        before = q
""")

for name, costs, loop, sample in (
        ("three", "? ? ?", "for place, q in enumerate(queries):", "q + before[0] + before[1]"),
        ("steps_by_index", "0 1/4 1/2", "for place in range(1, len(queries)):", "queries[place] - queries[place - 1]"),
        ("pairs", "0 1/4 1/2", "for place, pair in enumerate(itertools.pairwise(queries)):", "pair[1] - pair[0]")):
    add(f"window_of_{name}", costs, "3/2" if name == "three" else "1", f"""
import itertools
def f(queries, epsilon, level):
    bar, before = level + np.random.laplace(scale=4/epsilon), (0, 0)
    {loop}
        if {sample} + np.random.laplace(scale=8/epsilon) >= bar:
            return place
        {"before = q, before[0]" if name == "three" else ""}
""")

for name, value in (("least_sorted", "sorted(queries)[0]"), ("middle_sorted", "in_order[len(in_order) // 2]"), ("greatest_sorted", "in_order[-1]")):
    add(f"told_of_all_{name}", "1 1 1", "1", f"\ndef f(queries, epsilon):\n    in_order = sorted(queries)\n    return {value} + {ONE}\n")

add("taken_apart", "0 1/4 1/2", "1", f"""
def f(queries, epsilon):
    first, *rest = queries
    {BAR}
    for q in rest:
        if q + np.random.laplace(scale=4/epsilon) >= bar:
            return True
    return False
""")

add("largest_value_of_an_array", "1/2 1 3/2", "none", """
def f(queries, epsilon):
    noisy = np.array(queries) + np.random.laplace(0, 2/epsilon, len(queries))
    k = np.argmax(noisy)
    return k, noisy[k]
""")
