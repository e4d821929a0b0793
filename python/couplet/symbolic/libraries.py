# SPDX-License-Identifier: Apache-2.0
"""Laplace noise of diffprivlib, OpenDP and PyDP: by what is called, whether they are installed or not."""
from __future__ import annotations

import types
from typing import Any

from .errors import Refused
from .noise import Source


def _noisy(source: Source, value: Any, scale: Any, call: str) -> Any:
    if isinstance(value, (list, tuple)):
        return [_noisy(source, item, scale, call) for item in value]
    return value + source.draw("laplace", scale, call)


class DiffprivlibLaplace:
    """diffprivlib.mechanisms.Laplace"""

    def __init__(self, *, epsilon: Any, delta: Any = 0.0, sensitivity: Any, random_state: Any = None) -> None:
        if delta != 0:
            raise Refused("diffprivlib's Laplace with a delta is not followed")
        self.scale = sensitivity / epsilon
        self.source = random_state if isinstance(random_state, Source) else Source("diffprivlib", random_state)

    def randomise(self, value: Any) -> Any:
        return _noisy(self.source, value, self.scale, "diffprivlib.mechanisms.Laplace.randomise")


class Domain:
    """opendp's domains: what kind of numbers they have."""

    def __init__(self, inner: Any = None, *_: Any, T: Any = None, **__: Any) -> None:
        self.kind: Any = inner.kind if isinstance(inner, Domain) else T if T is not None else inner

    @property
    def needs_whole(self) -> bool:
        return self.kind is int or (isinstance(self.kind, str) and self.kind[:1] in "iu")


class Measurement:
    """opendp's measurement that adds Laplace noise."""

    def __init__(self, *space: Any, scale: Any = None, k: Any = None) -> None:
        if scale is None and space:
            *space, scale = space  # type: ignore[assignment]
        self.scale, self.source = scale, Source("opendp")
        self.needs_whole = any(isinstance(part, Domain) and part.needs_whole for part in space)

    def __rrshift__(self, space: Any) -> Measurement:
        return Measurement(*(space if isinstance(space, tuple) else (space,)), scale=self.scale)

    def __call__(self, value: Any) -> Any:
        if self.needs_whole:
            raise Refused("opendp's Laplace noise of whole numbers is not followed")
        return _noisy(self.source, value, self.scale, "opendp.measurements.make_laplace")

    invoke = __call__


def _space_of(kind: Any, *_: Any) -> tuple[Any, ...]:
    return Domain(kind), None


class PydpLaplace:
    """pydp.algorithms.numerical_mechanisms.LaplaceMechanism"""

    def __init__(self, epsilon: Any, sensitivity: Any = 1.0) -> None:
        self.scale, self.source = sensitivity / epsilon, Source("pydp")

    def add_noise(self, value: Any) -> Any:
        return _noisy(self.source, value, self.scale, "LaplaceMechanism.add_noise")


class TorchLaplace:
    """torch.distributions.Laplace"""

    kind = "laplace"

    def __init__(self, loc: Any, scale: Any, validate_args: Any = None) -> None:
        self.loc, self.scale, self.source = loc, scale, Source("torch")

    def sample(self, sample_shape: Any = ()) -> Any:
        if len(sample_shape):
            raise Refused("torch's noise is drawn as an array")
        return self.loc + self.source.draw(self.kind, self.scale, f"torch.distributions.{self.kind}")

    rsample = sample


class TorchExponential(TorchLaplace):
    """torch.distributions.Exponential"""

    kind = "exponential"

    def __init__(self, rate: Any, validate_args: Any = None) -> None:
        super().__init__(0, 1 / rate)


_OF_TORCH = {"Laplace": TorchLaplace, "Exponential": TorchExponential}
_MEASUREMENTS = {name: Measurement for name in ("make_laplace", "make_base_laplace", "then_laplace", "then_base_laplace")}
_DOMAINS = {"atom_domain": Domain, "vector_domain": Domain, "space_of": _space_of}
#: What a name of a library's module stands for.
LIBRARIES: dict[str, dict[str, Any]] = {
    "diffprivlib.mechanisms": {"Laplace": DiffprivlibLaplace},
    "diffprivlib.mechanisms.laplace": {"Laplace": DiffprivlibLaplace},
    "opendp.prelude": {**_DOMAINS, "m": types.SimpleNamespace(**_MEASUREMENTS)},
    "opendp.measurements": _MEASUREMENTS,
    "opendp.domains": _DOMAINS,
    "opendp.mod": {"enable_features": lambda *_: None},
    "torch.distributions": _OF_TORCH,
    "torch.distributions.laplace": _OF_TORCH,
    "torch.distributions.exponential": _OF_TORCH,
    "pydp.algorithms.numerical_mechanisms": {"LaplaceMechanism": PydpLaplace},
}
LIBRARIES["opendp.prelude"]["enable_features"] = LIBRARIES["opendp.mod"]["enable_features"]
