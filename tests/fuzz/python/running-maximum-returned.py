def f(queries, epsilon):
    best = float('-inf')
    for q in queries:
        v = q + laplace(2 / epsilon)
        if v > best:
            best = v
    return best
