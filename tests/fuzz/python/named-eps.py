def f(queries, eps, T):
    out = []
    noisy_T = T + laplace(2 / eps)
    for q in queries:
        noisy = q + laplace(4 / eps)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
