# SPDX-License-Identifier: Apache-2.0
"""What a file of C says."""
from __future__ import annotations

from typing import Any

from .c_arguments import claim_of, roles_of
from .c_mechanism import CFile, CMechanism
from .c_parse import CFunction, Program, parse
from .c_types import CError
from .comments import loose_comments
from .errors import Refused
from .mechanism import Call
from .reading import Reader
from .run import Draw, Limits
from .settings import Settings


class CReader(Reader):
    """Judges functions that draw noise."""

    language = "c"

    def read(self, name: str) -> bool:
        try:
            program = parse(self.text, self.path)
        except CError as error:
            self.message("error", error.message, error.line)
            return False
        name = name or self.settings.option("function")
        if name and name not in program.functions:
            return self.not_defined("function", name, list(program.functions))
        self.tell_of_comments(loose_comments(program.source.all_comments, program.heeded(), "//"))
        if name:
            return bool(self._judge(program, program.functions[name], True, True)) or self.nothing_found()
        drawing = program.drawing()
        names = {function.name for function in drawing}
        named = [f for f in program.functions.values() if f.noise is None and f.comments and f.name not in names]
        found = self.each([*drawing, *named], lambda one: one.name in names, lambda one: one.comments,
                          lambda one, is_named, tell: self._judge(program, one, is_named, tell))
        return bool(found) or self.nothing_found()

    def _judge(self, program: Program, function: CFunction, named: bool, tell: bool) -> str:
        def make(settings: Settings, limits: Limits) -> CMechanism:
            names = [p.name for p in function.parameters]
            roles = roles_of(program, function, settings)
            made = CMechanism(CFile(program, function), function, settings, limits, roles=roles)
            made.epsilon = settings.epsilon_of(names)
            self._annotate(made)
            return made
        return self.judge(function, function.comments, make, named, tell)

    @staticmethod
    def _annotate(mechanism: CMechanism) -> None:
        """What annotations in the words of CheckDP say, where nothing else is said."""
        settings, annotations = mechanism.settings, mechanism.function.annotations
        if annotations.adjacency and settings.option("adjacency") in ("", "as-said"):
            settings.options["adjacency"] = annotations.adjacency
        if settings.claim is None:
            claim = claim_of(mechanism.file.program, mechanism.function, mechanism.epsilon, settings)
            settings.claim = None if claim is None else str(claim)

    def find_call(self, mechanism: CMechanism, must_draw: bool) -> Call | None:
        call = Call(mechanism.roles.private, "list" if mechanism.roles.is_list else "number")
        n = mechanism.settings.answers() or self.length(mechanism, call) or 2
        runs = (run for _, run in zip(range(8), mechanism.ways(call, n)))
        return call if not must_draw or any(isinstance(e, Draw) for run in runs for e in run.events) else None

    def assigned(self, mechanism: CMechanism) -> dict[int, str]:
        return mechanism.file.program.assigned

    def length(self, mechanism: CMechanism, call: Call) -> int:
        if not mechanism.roles.is_list:
            return 1
        if mechanism.roles.length is None:
            return 0 if mechanism.roles.end is not None else mechanism.n_answers(call)
        given = mechanism.settings.values.get(mechanism.roles.length)
        if given is None:
            return 0
        if not given.isdecimal() or int(given) == 0:
            raise Refused(f"-D {mechanism.roles.length}={given}: this is not a number of answers")
        return int(given)
