def f(queries, epsilon, T):
    out = []
    nu = laplace(2 / epsilon)
    for q in queries:
        pass
        if q + nu >= T:
            out.append(True)
            return out
        out.append(False)
    return out
