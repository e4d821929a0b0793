def f(queries, epsilon, T):
    out = []
    noisy_T = T + laplace(2 / epsilon)
    i = 0
    while i < len(queries):
        q = queries[i]
        i += 1
        noisy = q + laplace(4 / epsilon)
        if noisy >= noisy_T:
            out.append(True)
            return out
        out.append(False)
    return out
