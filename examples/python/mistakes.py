"""Mistakes that are often made with the sparse vector technique, and two ways to do it right."""
from numpy.random import laplace

C = 2  # answers above


def right(queries, epsilon, T):
    out = []
    count = 0
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        above = laplace(scale=4 * C / epsilon) + q
        if above < noisy_T:
            out.append("no")
            continue
        out.append("yes")
        count += 1
        if count == C:
            return out
    return out


def threshold_without_noise(queries, epsilon, T):
    out = []
    count = 0
    for q in queries:
        if q + laplace(scale=2 * C / epsilon) >= T:
            out.append("yes")
            count += 1
            if count == C:
                break
        else:
            out.append("no")
    return out


def threshold_redrawn_each_time(queries, epsilon, T):
    out = []
    count = 0
    for q in queries:
        noisy_T = T + laplace(scale=2 / epsilon)
        if q + laplace(scale=4 * C / epsilon) >= noisy_T:
            out.append("yes")
            count += 1
            if count == C:
                break
        else:
            out.append("no")
    return out


def queries_without_noise(queries, epsilon, T):
    out = []
    count = 0
    noisy_T = T + laplace(scale=1 / epsilon)
    for q in queries:
        if q >= noisy_T:
            out.append("yes")
            count += 1
            if count == C:
                break
        else:
            out.append("no")
    return out


def factor_2_missing(queries, epsilon, T):
    """Each query may move up while the threshold moves down: 2, not 1."""
    out = []
    count = 0
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        if q + laplace(scale=2 * C / epsilon) >= noisy_T:
            out.append("yes")
            count += 1
            if count == C:
                break
        else:
            out.append("no")
    return out


def factor_2_missing_counting(queries, epsilon, T):
    """The same is right for counting queries (-o python.adjacency=monotonic)."""
    return_list = []
    count = 0
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        if q + laplace(scale=2 * C / epsilon) >= noisy_T:
            return_list.append("yes")
            count += 1
            if count == C:
                break
        else:
            return_list.append("no")
    return return_list


def count_not_bounded(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        out.append(q + laplace(scale=4 * C / epsilon) >= noisy_T)
    return out


def noisy_value_returned(queries, epsilon, T):
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        noisy = q + laplace(scale=4 / epsilon)
        if noisy >= noisy_T:
            yield noisy
            return
        else:
            yield None


def fresh_value_returned(queries, epsilon, T):
    """Right, and paid for: the value gets noise of its own."""
    noisy_T = T + laplace(scale=4 / epsilon)
    for q in queries:
        if q + laplace(scale=8 / epsilon) >= noisy_T:
            yield q + laplace(scale=2 / epsilon)
            return
        else:
            yield None


def budget_not_split(queries, epsilon, T):
    """All of epsilon for the threshold, and all of it again for the queries."""
    out = []
    noisy_T = T + laplace(scale=1 / epsilon)
    for q in queries:
        if q + laplace(scale=2 / epsilon) >= noisy_T:
            out.append("yes")
            return out
        out.append("no")
    return out


def wrong_answers(queries, epsilon, T):
    """How many answers differ from what was expected: computed from the list, which has no bound
    on its answers above."""
    out = []
    noisy_T = T + laplace(scale=2 / epsilon)
    for q in queries:
        out.append(q + laplace(scale=2 / epsilon) >= noisy_T)
    above = int(len(queries) / 2)
    expected = [i < above for i in range(len(queries))]
    return sum(a != b for a, b in zip(expected, out))
