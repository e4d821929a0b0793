# SPDX-License-Identifier: Apache-2.0
"""What ends a run. These are no ``Exception``, so that code under test does not catch them."""
from __future__ import annotations


class Stop(BaseException):
    """The run cannot go on. ``raised``: the last one, as code under test may catch it (`except:`)."""

    raised: Stop | None = None

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        Stop.raised = self


class Refused(Stop):
    """A private value or noise is used in a way that cannot be followed: an error of the function."""


class NeedsValue(Refused):
    """An argument must have a value. is_list: it is gone through."""

    def __init__(self, name: str, is_list: bool = False) -> None:
        self.name, self.is_list = name, is_list
        hint = "; where it says what is asked of a database, make the answers an argument, a list" if is_list else ""
        super().__init__(f"the argument '{name}' needs a value: -D {name}=…{hint}")


class Misused(Refused):
    """A call of a library ends with an exception because a stand-in is not the number that it expects."""


class TakenOtherwise(Refused):
    """A random number is used otherwise than it was taken for. taken: what ``Understood`` must not say then."""

    def __init__(self, why: str, taken: str) -> None:
        self.taken = taken
        super().__init__(why)


class DrawnAtLoad(Refused):
    """A statement of a module draws noise while the module is loaded."""


class NeedsNumber(Stop):
    """Epsilon must be a number here: the function is run again with numbers."""


class NeedsLength(Stop):
    """The run asks what only lists of a known length can answer."""


class TooMuch(Stop):
    """A limit was reached: ways or steps."""


class OutOfTime(Stop):
    """The time is over. It changes no verdict: the function has none."""


class Asked(Stop):
    """The file asks for a verdict itself, while it is loaded."""


class NotRepeatable(Stop):
    """Two runs with the same decisions differ."""
