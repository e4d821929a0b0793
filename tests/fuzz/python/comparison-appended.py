def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + laplace(4 / epsilon)
        out.append(noisy < noisy_T)
    return out
