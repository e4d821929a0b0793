# SPDX-License-Identifier: Apache-2.0
"""Lists of any length: runs are halted where they ask for the next answer, and states compared.

Where states come back, the runs between them are the transitions of an automaton.
"""
from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from . import noise
from .agreement import Segments, difference, segment_of
from .answers import (BY_NUMBER, CLIPS, COUNTED, FIRST, HIDING, PERIOD, PLACES, RECENT, UNTOLD, UPPER, WINDOWS, AnswerList, Asking, Halt, Length, Position, ReadList,
                      Stream, StreamList, Tally)
from .arguments import Query
from .automaton import Automaton, Path, Registers
from .calls import CLIPPING
from .current import CURRENT
from .each import Each, Filled, Hits, Later
from .errors import NeedsLength, NotRepeatable, Refused, TooMuch
from .explore import next_choices
from .feasible import project
from .finite import is_plainly_finite
from .largest import VALUE, Item, NoisyList, automaton_of_largest, with_silent_step
from .mechanism import Call, Mechanism
from .python_module import prelude
from .run import Ask, Decision, Draw, Output, Replay, Run
from .running import Round, largest_so_far
from .samplers import UNTOLD as UNTOLD_TEXT
from .states import Frames, Snapshot, loop_of
from .values import Real, answer_atom, is_answer

#: What is explored of a function: states, atoms that are live in one, and events of all runs together.
_MOST_STATES, _MOST_ATOMS, _MOST_EVENTS = 600, 30, 150_000
_MOST_CHOICES = 5000  # of one run
_MOST_NEW = 40  # states where each is a new one
_SMALL = 6  # counters that are told, at first
_MOST_BEHIND = 6  # rounds since an answer whose place states know


#: What is made at a place of the code, by its name there.
_EMPTY: dict[str, Callable[[], Any]] = {"list": list, "text": str, "tuple": tuple, "dict": dict, "set": set}
#: What becomes of a list, by the place of the code that makes it: "noisy", "plain", or a list of outputs, of which a
#: set tells what is asked of it.
Sites = dict[Any, Any]


@dataclass
class State:
    """A request for an answer: the decisions that lead to it, and what is live there."""
    number: int
    choices: list[bool]
    asks: int  # answers taken before it
    registers: Registers
    replay: Replay
    reals: list[Real]
    hidden: Any = None  # of the run that found it


@dataclass
class Place:
    """Where a run is: the state of its last request, what its registers hold there, its atoms that are live there, the
    answers taken before it, the choices made before it, and the reals that are live there."""
    state: State | None
    registers: Registers
    atoms: list[int]
    asks: int
    made: int
    reals: list[Real]
    hidden: Any  # what its state hides
    is_left: bool = False

    @property
    def number(self) -> int | None:
        return None if self.state is None else self.state.number


def hidden_in(seen: Snapshot, hides: bool) -> tuple[list[tuple[Any, int]], list[int]]:
    """The values of the counters that are live, and the places of answers where they are hidden, by order of appearance."""
    return list(seen.tallies), [p.value for p in seen.positions] if hides else []


def counts_of(tallies: list[tuple[Any, int]]) -> dict[Any, int]:
    """The values of counters by the places that made them, where there is one."""
    sites = [site for site, _ in tallies]
    return {site: value for site, value in tallies if sites.count(site) == 1}


def _change(before: Any, after: Any, taken: int) -> Any:
    """What became of the counters and places between two requests, as far as it is the same whatever they were."""
    (counts, places), (new_counts, new_places) = before or ([], []), after
    moved = [value if not counts else value - old for (_, value), (_, old) in zip(new_counts, counts or new_counts)]
    return len(counts), [site for site, _ in new_counts], moved, ["kept" if place in places else place - taken for place in new_places]


def known_of(run: Run, atoms: list[int]) -> Any:
    """What earlier decisions say of the atoms that are live."""
    try:
        rows = project(run.rows, set(atoms))
    except OverflowError:
        raise NeedsLength("too much is known of the values that are kept") from None
    renamed = []
    for factors, constant, strict in rows or ():
        scaled = sorted((atoms.index(a), k) for a, k in factors.items())
        renamed.append((tuple(scaled), constant, strict))
    return tuple(sorted(renamed))


class StatesGrow(NeedsLength):
    """Each state is a new one."""


class Unclear(NeedsLength):
    """What states hide is told, and outputs do not say what it is."""


class Endless(NeedsLength):
    """An automaton that costs at least what the function does costs more and more."""


class AnyRun:
    """A run of a function of Python on a list of any length, up to a request."""

    most_events = _MOST_EVENTS

    def __init__(self, mechanism: Mechanism, call: Call, choices: list[bool], asks: int, sites: Sites) -> None:
        self.mechanism, self.call, self.asks, self.sites = mechanism, call, asks, sites
        self.run = mechanism.start(choices)
        self.asking = Asking(self._ask)
        self.asking.by_number = BY_NUMBER in sites
        self.asking.by_place = sites.get(PLACES) == "noisy"
        self.asking.hides, self.asking.kept_recent = HIDING in sites, sites.get(RECENT, 0)
        self.asking.tallies = {key[1]: known for key, known in sites.items() if isinstance(key, tuple) and type(known) is int}
        self.asking.told_tallies = {key[1]: how for key, how in sites.items() if isinstance(key, tuple) and key[0] == "told"}
        self.asking.known_first, self.asking.known_period = sites.get(FIRST, 0), sites.get(PERIOD, 1)
        self.module: types.ModuleType | None = None
        self.object: Any = None  # whose method is called, or what the function returned
        self.is_over = call.way == "calls"  # whether no frame of the code is active at a request
        self.halted: tuple[Any, Snapshot] | None = None  # the state at the request; None: it came to its end
        self.go_on: Any = lambda any_run: False  # asked at a request: whether it goes on there
        self.streams: list[Stream] = []
        self.has_tallies = False
        self.noisy: dict[Any, NoisyList] = {}  # by the places of the code that make them

    def start(self) -> Run:
        run, mechanism = self.run, self.mechanism
        before, CURRENT.run = CURRENT.run, run
        self.asking.run, run.length, run.sites, run.tally = run, Length(self.asking), self.sites, self._tally
        names = {"__couplet_each__": self._each, "__couplet_list__": self._list, "__couplet_counter__": self._counter,
                 "__couplet_tally__": self._tally, "__couplet_later__": lambda made: type(made) is Later}
        CURRENT.prelude = prelude(names)
        try:
            with noise.replaced():
                self.module = mechanism.file.load(names, mechanism.function.name)
                run_any = self._calls if self.call.way == "calls" else self._whole
                try:
                    run_any()
                    self._need_returned()
                except Halt:
                    pass
        except RecursionError:
            raise NeedsLength("it calls itself too deeply") from None
        finally:
            CURRENT.run, run.is_over = before, True
            CURRENT.prelude = {}
        run.tells_positions = self.asking.tells_positions
        mechanism.range_text = run.range.text()
        return run

    @property
    def largest(self) -> Any:
        """The place of the largest value, where it is output; else None."""
        return self.asking.largest

    def _whole(self) -> None:
        assert self.module is not None
        self.mechanism.call_with(self.run, self.module, self.call, AnswerList(self.asking, self.call.way), self._finished)

    def _finished(self, value: Any) -> Any:
        """What the function returned, once all answers were asked for that it is about."""
        if isinstance(value, (Each, Hits)):
            self.object, self.is_over = value, True
            value = value.as_list()
        if self.asking.slots is not None and not isinstance(value, types.GeneratorType):
            self.object, self.is_over = value, True
            self.asking.end()
        return value

    def _calls(self) -> None:
        assert self.module is not None
        self.mechanism.call_each(self.run, self.module, self.call, self._answers(), lambda method: setattr(self, "object", getattr(method, "__self__", None)))

    def _answers(self) -> Iterator[Any]:
        while self.asking.peek():
            yield self.asking.next()

    # ---- What the rewritten code calls ----

    def _each(self, iterable: Any) -> Any:
        iterator = iter(iterable)
        if not CURRENT.loading:
            self.run.loops[loop_of(sys._getframe(1))] = iterator
        return iterator

    def _list(self, site: int, of: str) -> Any:
        """An empty list; or what `of` says."""
        kind = self.sites.get(site, "noisy" if of == "noisy" else frozenset({UNTOLD} if of == "untold" else ()))
        is_comprehension, of = of == "items", of if of in _EMPTY else "list"
        if CURRENT.loading or kind == "plain" or kind == "noisy" and of not in ("list", "dict"):
            return _EMPTY[of]()
        if kind == "noisy":
            made = NoisyList(self.run, self.asking, site, of)
            self.noisy |= {site: made} if is_comprehension else {}
            return made
        if isinstance(kind, Filled):
            return Later(self.run, self.asking, site, kind)
        outputs = StreamList(self.run, site, kind, None, of)
        self.streams.append(outputs.outputs)
        return outputs

    def _counter(self, value: Any) -> Any:
        return Position(self.asking, value) if isinstance(value, int) and not CURRENT.loading else value

    def _tally(self, value: Any, site: Any) -> Any:
        kind = "plain" if CURRENT.loading or COUNTED in self.sites or type(value) is not int else self.sites.get(("tally", site))
        self.has_tallies |= kind != "plain"
        return value if kind == "plain" else Position(self.asking, value, site) if kind == "round" else Tally(self.asking, value, {site: 1})

    def _need_returned(self) -> None:
        """A list whose elements were output must be returned in the end."""
        for stream in self.streams:
            if stream.told:
                raise ReadList(stream.site, UNTOLD)
        self.asking.need_returned()

    # ---- Requests ----

    def _ask(self, index: int) -> Any:
        run = self.run
        for base in run.bases:
            base.settle_scale()
        if index >= self.asks:
            inner = None if self.is_over else sys._getframe(1)
            try:
                self.halted = self._halt(inner, index)
            except Exception as error:  # the code must not take it for an error of its own
                raise NeedsLength(f"a state that cannot be seen: {type(error).__name__}: {error}") from None
            if not self.go_on(self):
                raise Halt()
            self.halted = None
        more = self._more()
        run.note_asked(index, more)
        if not more:
            return None
        return Query(run.answer()) if self.call.way == "functions" else run.answer()

    def _more(self) -> bool:
        """Whether there is one more answer: both ways are followed."""
        self.asking.knows_number = self.asking.asks_number
        self.run.understood.needs_more |= self.asking.must_be
        return self.asking.must_be or self.run._choose(True, True)[0]

    def _halt(self, inner: types.FrameType | None, index: int) -> tuple[Any, Snapshot]:
        told = sorted({stream.site for stream in self.streams if stream.told})  # these must be returned
        others = [self.asking.waiting is None, self.object, told, self.asking.recent[-self.asking.kept_recent:] if self.asking.kept_recent else None]
        if self.asking.by_number:
            others.append(index)
        others += [min(index, self.asking.known_first), index % self.asking.known_period]
        others += [self.run.kept, self.asking.must_be, index if self.asking.asks_number else None]
        if self.run.unseen:
            raise NeedsLength(self.run.unseen)
        form, snapshot = self._seen([], inner, others)
        self.run.onlooker.need_unchanged(snapshot.seen)
        if PLACES not in self.sites and any(p.relative() < -1 and answer_atom(p.value) in snapshot.atoms
                                            for p in snapshot.positions):
            raise ReadList(PLACES)
        if not self.asking.hides and any(p.relative() < -_MOST_BEHIND for p in snapshot.positions):
            raise StatesGrow("the place of an earlier answer is kept")
        if self.sites.get(PLACES) == "noisy":
            form, snapshot = self._seen(snapshot.atoms, inner, others)
        return (form, known_of(self.run, snapshot.atoms)), snapshot

    def _seen(self, kept: list[int], inner: types.FrameType | None, others: list[Any]) -> tuple[Any, Snapshot]:
        """The form of a state. kept: answers whose positions are told by them."""
        file = self.mechanism.file
        snapshot = Snapshot(self.run, kept, file.has_identity)
        return snapshot.of_frames(Frames(self.run), inner, file.modules, file.names_used(self.mechanism.function.name), others), snapshot


class Explorer:
    """Finds all states and the paths between them."""

    def __init__(self, start: Callable[[list[bool], int], AnyRun], name: str = "", sites: Sites | None = None) -> None:
        self.start, self.name = start, name
        self.by_number, self.by_place = BY_NUMBER in (sites or {}), (sites or {}).get(PLACES) == "noisy"
        self.by_places: list[Round] = []  # where the places of kept answers are known
        self.reason: NeedsLength | None = None  # why there is no automaton, where all ways are followed yet
        self.largest: Any = None  # the place of the largest value, where it is output
        self.segments = Segments()
        self.ends: dict[int, list[str]] = {}  # what is told at the end of the list, by the number of the state
        self.states: dict[Any, State] = {}
        self.found: list[State] = []  # by their numbers
        self.untried: dict[int | None, list[bool]] = {None: []}  # the next choices to be made in a state, where some are left
        self.place = Place(None, Registers(), [], -1, 0, [], None)
        self.hides, self.windows = HIDING in (sites or {}), WINDOWS in (sites or {})
        self.tells_all = UPPER in (sites or {})  # whether each step of the automaton is told: it costs at least what the function does
        self.keeps_raw = False  # whether answers are kept as they are
        self.changes: dict[Any, Any] = {}  # by states and what is told: the next state, and what became of what states hide
        self.is_unclear = self.tells_hidden = False  # whether what is told does not tell these; whether one of them is told
        self.registers = Registers()  # after the last segment
        self.paths: list[Path] = []
        self.n_events, self.n_back = 0, 0  # of all runs; how often one came to a state that was known
        self.tells_positions = False
        self.is_upper = False  # whether what is told at the end may be told elsewhere, too
        self.any_run: AnyRun | None = None  # the last one
        self.is_clipped = False  # whether what answers are clipped to stands for them: then it costs at most what is found

    def explore(self) -> None:
        while self.untried:
            self._walk(next(iter(self.untried)))
            if self.is_unclear and self.tells_hidden and not self.tells_all:
                raise Unclear("what is told does not say what counters and places are")

    def _walk(self, number: int | None) -> None:
        """One run from a state (None: the beginning) on. Where it comes to a state that has ways left which were not
        tried, it goes on with one of them."""
        state = None if number is None else self.found[number]
        begin = list(state.choices) if state else []
        any_run = self.start(begin + self.untried.pop(number), state.asks + 1 if state else 0)
        any_run.go_on, self.any_run = self._go_on, any_run
        run = any_run.run
        run.replay = state.replay if state else None
        self.place = Place(state, state.registers if state else Registers(),
                           self.segments.live[number][0] if number is not None else [], state.asks if state else -1, len(begin),
                           state.reals if state else [], state.hidden if state else None)
        any_run.asking.counts = counts_of(state.hidden[0]) if state else {}
        any_run.start()
        if run.made < len(run.choices):
            raise NotRepeatable("two runs with the same decisions go different ways")
        self.tells_positions |= run.tells_positions
        self.tells_hidden |= any_run.asking.tells_hidden
        self.is_clipped |= bool(run.clips)
        self.n_events += len(run.events)
        if self.n_events > any_run.most_events:
            raise NeedsLength("there are too many ways")
        if not self.place.is_left:
            self._leave(any_run)

    def _leave(self, any_run: AnyRun) -> State | None:
        """The end of a segment: the state that it leads to, None where the run is at its end."""
        place, run = self.place, any_run.run
        place.is_left = True
        left = next_choices(run.choices[place.made:run.made])
        if left is not None:
            self.untried[place.number] = left
        return self._take(place.state, any_run)

    def _go_on(self, any_run: AnyRun) -> bool:
        """Whether the run that has come to a request goes on from there."""
        run = any_run.run
        state = self._leave(any_run)
        is_chain = not self.n_back and len(self.found) > _MOST_NEW // 4  # first it is seen whether some state comes back
        if state is None or state.number not in self.untried or run.made > _MOST_CHOICES or is_chain:
            return False
        assert any_run.halted is not None
        run.choices[run.made:] = self.untried.pop(state.number)
        atoms = list(any_run.halted[1].atoms)
        run.forget(set(atoms))
        any_run.asking.counts = counts_of(any_run.halted[1].tallies)
        self.place = Place(state, self.registers, atoms, len(run.asked_at), run.made, any_run.halted[1].reals, hidden_in(any_run.halted[1], self.hides))
        return True

    def _take(self, state: State | None, any_run: AnyRun) -> State | None:
        run, number = any_run.run, self.place.number
        begin = 0
        if state is not None:
            begin = run.asked_at[self.place.asks] + 1
            if not run.events[begin - 1].more:
                self._note(None, run, begin, [], True)
                self._take_end(run.events[begin:])
                self.is_upper |= any(isinstance(e, Output) and UNTOLD_TEXT in e.text for e in run.events[begin:])
                if any_run.largest is not None:
                    self.largest = any_run.largest
                self.ends[state.number] = [e.text for e in run.events[begin:] if isinstance(e, Output)]
                return None
        path, self.registers = self._path(any_run, run.events[begin:])
        found: State | None = None
        reals: list[Real] = []
        if any_run.halted is not None:
            form, snapshot = any_run.halted
            found, reals = self._state(form, snapshot, run), snapshot.reals
            before, after = counts_of(self.place.hidden[0] if self.place.hidden else []), counts_of(snapshot.tallies)
            self._note(found.number, run, begin, list(snapshot.atoms), counts={site: n - before.get(site, 0) for site, n in after.items()})
            self._note_change(found, run, begin, hidden_in(snapshot, self.hides))
        else:
            self._note(None, run, begin, [])
        target = None if found is None else found.number
        if path is not None:
            path.target = target
            self.paths.append(path)
        self.by_places.append(Round(number, target, run, run.events[begin:], reals, self.place.reals, run.choices[:run.made],
                                    (run.n_answers, len(run.kinds))))
        return found

    def _state(self, form: Any, seen: Snapshot, run: Run) -> State:
        """The state at a request, which is a new one or known."""
        key = form, self.registers.key(seen.atoms)
        known = self.states.get(key)
        self.n_back += known is not None
        if known is None:
            if len(self.states) >= (_MOST_STATES if self.n_back else _MOST_NEW) or len(seen.atoms) > _MOST_ATOMS:
                raise StatesGrow("states do not come back")
            known = State(len(self.states), run.choices[:run.made], len(run.asked_at), self.registers, Replay(run, set(seen.atoms)),
                          seen.reals, hidden_in(seen, self.hides))
            self.states[key] = known
            self.found.append(known)
            self.segments.live[known.number] = list(seen.atoms), known.asks
            self.untried[known.number] = []
        return known

    def _note_change(self, found: State, run: Run, begin: int, hidden: Any) -> None:
        """Where what states hide is told, other outputs must tell the next state, and what becomes of it."""
        told = tuple((e.text, len(e.reals)) for e in run.events[begin:] if isinstance(e, Output))
        change = found.number, _change(self.place.hidden, hidden, run.n_answers)
        self.is_unclear |= self.changes.setdefault((self.place.number, told), change) != change

    def _note(self, target: int | None, run: Run, begin: int, atoms: list[int], is_behind: bool = False,
              counts: dict[Any, int] | None = None) -> None:
        """What short lists are compared with."""
        place = self.place
        source = None if place.number is None else (place.atoms, place.asks)
        self.segments.of.setdefault(place.number, []).append(segment_of(run, begin, source, target, atoms, is_behind, counts))

    def _path(self, any_run: AnyRun, events: list[Any]) -> tuple[Path | None, Registers]:
        """What is done between two requests, and the registers after it. None: no automaton does it,
        and it is to be known only which states there are."""
        if self.by_place:
            return None, Registers()
        try:
            place = self.place
            path = Path(place.number, any_run.run, events, place.registers, place.asks if place.state else None, self.windows)
            seen = any_run.halted[1] if any_run.halted is not None else None
            path.kept_answers = [(place.atoms.index(a), k) for k, a in enumerate(seen.atoms if seen is not None else ())
                                 if is_answer(a) and a in place.atoms]
            self.keeps_raw |= seen is not None and any(value.terms and all(map(is_answer, value.terms)) for value in seen.reals)
            return path, path.end_at(seen.atoms, seen.reals) if seen is not None else path.end_at([], [])
        except NeedsLength as reason:
            if not self.by_number:
                raise
            self.reason = self.reason or reason
            return None, Registers()

    def automaton(self) -> dict[str, Any]:
        if self.by_place:
            return self.of_running_largest()
        if self.reason is not None:
            raise self.reason
        if self.largest is not None:
            return self.of_largest()
        made = Automaton(self.name, self.paths, self.tells_positions, self.is_upper or self.is_clipped, self.tells_all)
        automaton = made.json()
        if made.is_upper and not self.is_upper and not is_plainly_finite(automaton):
            raise Endless("answers are clipped before they are used" if self.is_clipped else
                          "what is told does not say what counters and places are" if self.tells_all else
                          "answers have different factors beside their noise")
        return automaton

    def of_largest(self) -> dict[str, Any]:
        """The automaton where only the place of the largest value is output."""
        told = {tuple(self.ends.get(path.target, ())) for path in self.paths  # type: ignore[arg-type]
                if path.source is not None}
        if any(path.row or path.target is None for path in self.paths) or len(told) != 1 or \
                [True] != [re.fullmatch(r"[\[(]?'?(place|value)'?(, (place|value))*[\])]?", text) is not None
                           for texts in told for text in texts if re.search("place|value", text)]:
            raise NeedsLength("more is done than telling where the largest value stands")
        made: dict[str, Any] = self.largest.automaton(self.name)
        return with_silent_step(made) if self.is_clipped else made

    def of_running_largest(self) -> dict[str, Any]:
        """The automaton where the largest value so far is kept with its place, which is told at the end."""
        found = largest_so_far(self.by_places)
        if found is None:
            raise ReadList(PLACES)
        template, sign, later = found
        for one in later:
            index = -1 - min(one.reals[0].terms)  # of the answer that is kept
            any_run = self.start([*one.choices, False], len(one.choices) + len(one.run.events) + 1)
            events = any_run.start().events
            last = max(i for i, e in enumerate(events) if isinstance(e, Ask))
            if not all(isinstance(e, Output) for e in events[last + 1:]) or \
                    [e.text for e in events[last + 1:]] != [f"round{index - one.counts[0]:+d}"]:
                raise ReadList(PLACES)
        made = automaton_of_largest(template, sign, self.name)
        return with_silent_step(made) if self.is_clipped else made

    def filled_first(self, site: Any) -> Filled | str:
        """The list made there, where filling it does nothing else: the states while it is filled are one."""
        made = self.any_run.noisy.get(site) if self.any_run is not None else None
        if made is None or made.template is None or made.shape != VALUE or made.kind != "list":
            return "plain"
        events = self.any_run.run.events  # type: ignore[union-attr]
        first = next((i for i, event in enumerate(events) if isinstance(event, Ask)), len(events))
        slots = self.any_run.asking.slots  # type: ignore[union-attr]
        others = () if slots is None or slots.is_written else (Output,)  # of a list with a value for each answer
        is_alone = all(isinstance(event, (Draw, Ask, *others)) for event in events[first:])
        return Filled(made.template) if is_alone and len({_without_list(form, site) for form in self.states}) == 1 else "plain"

    @staticmethod
    def _take_end(events: list[Any]) -> None:
        """After the end of the list only what is known already may be told."""
        for event in events:
            if isinstance(event, (Draw, Decision)) or (isinstance(event, Output) and event.reals):
                raise NeedsLength("there is noise, an answer or a decision after the end of the list")


def _without_list(form: Any, site: Any) -> Any:
    """The form of a state without what it says of the noisy list made at a place."""
    if not isinstance(form, tuple):
        return form
    return form[:2] if form[:2] == ("noisy", site) or form[:1] == ("slots",) else tuple(_without_list(part, site) for part in form)


def automaton_of(mechanism: Any, call: Call) -> tuple[dict[str, Any] | None, str | None]:
    """The automaton for lists of any length, or None and why there is none."""
    try:
        return _automaton_with({}, mechanism, call)
    finally:
        mechanism.understood.clips = False  # lists of a known length are run as they are


def _may_clip(mechanism: Any) -> bool:
    """Whether the code may clip an answer in a way that is known."""
    return not CLIPPING.keys().isdisjoint(mechanism.file.names_used(mechanism.function.name))


def _automaton_with(sites: Sites, mechanism: Any, call: Call) -> tuple[dict[str, Any] | None, str | None]:
    """The same, where this is known of lists at first, and more by and by."""
    noted = dict(mechanism.understood.outputs)
    mechanism.understood.takes = 0
    adjacency = mechanism.settings.option("adjacency")
    mechanism.understood.one_way = adjacency not in ("", "any", "as-said", "one")
    mechanism.understood.one_differs = adjacency == "one"
    while True:
        mechanism.understood.clips = CLIPS in sites
        mechanism.understood.outputs.clear()
        mechanism.understood.outputs.update(noted)
        explorer = Explorer(lambda choices, asks: AnyRun(mechanism, call, choices, asks, sites),
                            mechanism.function.name, sites)
        try:
            explorer.explore()
            if BY_NUMBER in sites:
                mechanism.understood.takes = 1 + max((state.asks for state in explorer.states.values()), default=-1)
            is_largest = explorer.by_place or (explorer.reason is None and explorer.largest is not None)
            made = explorer.automaton()
            explorer.segments.counters = mechanism.understood.counters
            reason = difference(mechanism, call, None if is_largest else explorer.segments, isinstance(explorer.largest, Item), explorer.tells_all)
            return (made, None) if reason is None else (None, reason)
        except ReadList as read:
            if not _learn_of_list(sites, read, explorer):
                return None, "a list of outputs is read"
        except StatesGrow as reason:
            if not _learn_of_growth(sites):
                return None, str(reason)
        except Unclear:
            sites[UPPER] = "plain"
        except Endless as reason:
            return None, str(reason)
        except (NeedsLength, TooMuch, Refused) as reason:
            if mechanism.understood.raw and CLIPS not in sites and BY_NUMBER not in sites and _may_clip(mechanism):
                sites.clear()  # lists of what is clipped are others
                sites[CLIPS] = "plain"
                continue
            if WINDOWS in sites or not explorer.keeps_raw or adjacency not in ("", "any", "as-said"):
                return None, str(reason)
            sites[WINDOWS] = "plain"  # answers are kept, so that noise takes up public numbers
            mechanism.understood.moves_draws = mechanism.understood.prefers_draws = True
        except Exception as error:  # what lists of a known length do not end with
            if COUNTED not in sites and explorer.any_run is not None and explorer.any_run.has_tallies:
                sites.clear()
                sites[COUNTED] = "plain"
                continue
            return None, f"it ends with {type(error).__name__}: {error}"


def _learn_of_list(sites: Sites, read: ReadList, explorer: Explorer) -> bool:
    """What the next runs must know, since the code asked for it. False: they know it already."""
    site, kind = read.site, sites.get(read.site)
    if kind == "plain":
        return False
    if kind == "noisy" and site != PLACES or isinstance(kind, Filled):
        sites[site] = explorer.filled_first(site) if kind == "noisy" else "plain"
    elif site in (FIRST, PERIOD, RECENT) or isinstance(site, tuple):
        sites[site] = "plain" if read.wanted is None else read.wanted
        if isinstance(site, tuple) and site[0] == "told":
            sites["tally", site[1]] = 0  # states need not know it any more
    elif read.wanted is not None and kind != "noisy":
        sites[site] = frozenset({*(kind or ()), read.wanted})
    else:
        sites[site] = "plain" if kind == "noisy" else "noisy"
    return True


def _learn_of_growth(sites: Sites) -> bool:
    """What the next runs take otherwise, since each state was a new one. False: nothing is left."""
    rounds = [key for key, kind in sites.items() if kind == "round" and ("told", key[1]) not in sites]
    for key in rounds:  # they are no positions, but may be told
        sites[key], sites["told", key[1]] = _SMALL, "small"
        sites.pop(FIRST, None)
    if rounds:
        return True
    great = [key for key, how in sites.items() if how == "small" and type(sites.get(("tally", key[1]))) is int and
             sites["tally", key[1]] > _SMALL]
    for key in great:  # too many numbers are told
        sites[key], sites["tally", key[1]] = "from the last", 0
    is_new = bool(great) or HIDING not in sites
    if not great:
        sites[HIDING] = "plain"
    return is_new
