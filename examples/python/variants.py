"""The six variants of the sparse vector technique that Lyu, Su and Li compare (PVLDB 10(6),
2017), each as people program it. `couplet verify -o python.function=NAME -D c=3 FILE`."""
import numpy as np

rng = np.random.default_rng()


def algorithm_1(queries, epsilon, c, T):
    """Lyu, Su and Li's own: one threshold, noise of the queries grows with c."""
    answers = []
    rho = rng.laplace(scale=2 / epsilon)
    count = 0
    for q, threshold in zip(queries, T):
        nu = rng.laplace(scale=4 * c / epsilon)
        if q + nu >= threshold + rho:
            answers.append(True)
            count += 1
            if count >= c:
                break
        else:
            answers.append(False)
    return answers


def algorithm_2(queries, epsilon, c, T):
    """Dwork and Roth 2014: a new threshold after each answer above."""
    rho = rng.laplace(scale=2 * c / epsilon)
    count = 0
    for q in queries:
        if q + rng.laplace(scale=4 * c / epsilon) >= T + rho:
            yield "above"
            rho = rng.laplace(scale=2 * c / epsilon)
            count += 1
            if count >= c:
                return
        else:
            yield "below"


def algorithm_3(queries, epsilon, c, T):
    """Roth's lecture notes 2011: what is compared is shown."""
    out = []
    noisy_T = T + rng.laplace(scale=4 / epsilon)
    count = 0
    for q in queries:
        noisy = q + rng.laplace(scale=2 * c / epsilon)
        if noisy >= noisy_T:
            out.append(noisy)
            count += 1
        else:
            out.append(None)
        if count >= c:
            return out
    return out


def algorithm_4(queries, epsilon, c, T):
    """Lee and Clifton 2014: the noise of the queries does not grow with c."""
    out = []
    noisy_T = T + rng.laplace(scale=4 / epsilon)
    count = 0
    i = 0
    while i < len(queries) and count < c:
        noisy = queries[i] + rng.laplace(scale=4 / (3 * epsilon))
        i += 1
        if noisy >= noisy_T:
            out.append(1)
            count += 1
        else:
            out.append(0)
    return out


def algorithm_5(queries, epsilon, T):
    """Stoddard, Chen and Machanavajjhala 2014: queries without noise."""
    noisy_T = T + rng.laplace(scale=2 / epsilon)
    return_value = []
    for i in range(len(queries)):
        if queries[i] < noisy_T:
            return_value.append("below")
        else:
            return_value.append("above")
    return return_value


def algorithm_6(queries, epsilon, T):
    """Chen and others 2015: no bound on the answers above."""
    out = [False] * len(queries)
    noisy_T = T + rng.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if noisy_T <= q + rng.laplace(scale=2 / epsilon):
            out[i] = True
    return out
