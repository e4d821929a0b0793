"""The first answer above a threshold, with half the noise that its claim needs."""
import numpy as np


# couplet: claim epsilon
def above_threshold(queries, threshold, epsilon):
    noisy_threshold = threshold + np.random.laplace(scale=2 / epsilon)
    for i, query in enumerate(queries):
        if query + np.random.laplace(scale=2 / epsilon) >= noisy_threshold:
            return i
    return None
