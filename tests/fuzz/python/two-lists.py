def f(queries, epsilon, T):
    a = []
    b = []
    t = T + laplace(2 / epsilon)
    for q in queries:
        if q + laplace(4 / epsilon) >= t:
            a.append(1)
        else:
            b.append(0)
    return a, b
