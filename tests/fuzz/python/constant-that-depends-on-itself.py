def f(queries, epsilon, T):
    a = b; b = a; out = []
    noisy_T = T + laplace(2 / epsilon)
    for q in queries:
        noisy = q + laplace(a / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
