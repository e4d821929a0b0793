def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + np.random.laplace(0, 4 / epsilon, 1)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
