"""Relatives of the sparse vector technique."""
import math

import numpy as np


def lap(scale):
    """Laplace noise by the inverse of its distribution."""
    u = np.random.random() - 0.5
    return -scale * math.copysign(1, u) * math.log(1 - 2 * abs(u))


def noisy_max(queries, epsilon):
    noisy = [q + lap(2 / epsilon) for q in queries]
    return np.argmax(noisy)


def running_max(queries, epsilon):
    best = -math.inf
    winner = None
    for i, q in enumerate(queries):
        noisy = q + np.random.exponential(2 / epsilon)
        if noisy > best:
            best = noisy
            winner = i
    return winner


def gap(queries, epsilon, T):
    """How far the first answer above is above (Wang, Ding, Wang, Kifer, Zhang, PLDI 2019)."""
    noisy_T = T + lap(2 / epsilon)
    for q in queries:
        noisy = q + lap(4 / epsilon)
        if noisy >= noisy_T:
            yield noisy - noisy_T
            return
        yield 0


def first_above(queries, epsilon, T):
    """Only its number is told."""
    noisy_T = T + lap(2 / epsilon)
    for i, q in enumerate(queries):
        if q + lap(4 / epsilon) >= noisy_T:
            return i
    return None


def between(queries, epsilon, low, high):
    out = []
    noisy_low = low + lap(4 / epsilon)
    noisy_high = high + lap(4 / epsilon)
    for q in queries:
        noisy = q + lap(8 / epsilon)
        if noisy_low <= noisy < noisy_high:
            out.append("inside")
        elif noisy < noisy_low:
            out.append("below")
            break
        else:
            out.append("above")
            break
    return out


def budget(queries, epsilon, n, T):
    """Answers far above cost 1 of n, others above cost 2 (after adaptive sparse vector)."""
    out = []
    spent = 0
    noisy_T = T + lap(2 / epsilon)
    for q in queries:
        if spent > n - 2:
            break
        if q + lap(8 * n / epsilon) >= noisy_T + 100:
            out.append("far")
            spent += 1
        elif q + lap(4 * n / epsilon) >= noisy_T:
            out.append("above")
            spent += 2
        else:
            out.append("below")
    return out


def how_many(queries, epsilon, c, T):
    """The number alone is computed from the list, and costs at most what that does."""
    out = []
    count = 0
    noisy_T = T + lap(2 / epsilon)
    for q in queries:
        if q + lap(4 * c / epsilon) >= noisy_T:
            out.append(1)
            count += 1
            if count == c:
                break
        else:
            out.append(0)
    return sum(out)


def noisy_max_vector(queries, epsilon):
    noisy = np.asarray(queries, dtype=float) + np.random.laplace(scale=2 / epsilon, size=len(queries))
    return noisy.argmax()
