def f(queries, epsilon, T, s=8):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + laplace(s / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
