import numpy as np


# couplet: claim epsilon
def above_threshold(queries, threshold, epsilon):
    bar = threshold + np.random.laplace(scale=2 / epsilon)
    for place, query in enumerate(queries):
        if query + np.random.laplace(scale=4 / epsilon) >= bar:
            return place
    return None
