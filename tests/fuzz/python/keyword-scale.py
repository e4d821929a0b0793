def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + rng.laplace(loc=0.0, scale=4 / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
