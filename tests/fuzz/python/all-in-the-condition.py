def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        pass
        if q + laplace(4 / epsilon) - noisy_T > 0:
            out.append(True)
            return out
        out.append(False)
    return out
