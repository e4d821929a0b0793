import numpy as np


# couplet: claim epsilon
def above_threshold(queries, threshold, epsilon):
    """The noise of queries is half of what it must be."""
    bar = threshold + np.random.laplace(scale=2 / epsilon)
    for place, query in enumerate(queries):
        if query + np.random.laplace(scale=2 / epsilon) >= bar:
            return place
    return None
