def f(queries, T):
    epsilon = 0.1; out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + laplace(4 / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
