# SPDX-License-Identifier: Apache-2.0
"""The form of evidence, after docs/evidence.md: its keys, the types of what stands after them, and how numbers are
written. What does not have it cannot be read, whatever it would show."""
import json
import re
from fractions import Fraction

KINDS = {"bound": {"entries"}, "attained": {"walk"}, "violation": {"walk"}, "unbounded": {"walk"},
         "strategy": {"path", "classes"}, "shifts": {"answers", "differences", "paths"},
         "weights": {"answers", "differences", "paths"}}
HEAD = {"couplet_evidence", "kind", "automaton", "input", "provenance", "cost"}
TRANSITION = {"from", "to", "output", "transition"}
NUMBER = re.compile(r"-?([0-9]+)(?:/([0-9]+)|(?:\.[0-9]+)?(?:[eE][-+]?0*([0-9]+))?)")
MOST_DIGITS, MOST_EXPONENT, MOST_ANSWERS, MOST_OVER = 10000, 10000, 1000, 10
RELATIONS = ("order", "equal", "at_most")


def need(condition, what):
    if not condition:
        raise ValueError(what)


# ---- JSON ------------------------------------------------------------------------------------------

def once(pairs):
    """An object, of which no key stands twice and no text has what is not a character."""
    found = dict(pairs)
    need(len(found) == len(pairs), "a key stands twice")
    for text in [*found, *(value for value in found.values() if isinstance(value, str))]:
        need(not re.search("[\0\ud800-\udfff]", text), "a text with what is not a character")
    return found


def whole(text):
    need(-2 ** 63 <= int(text) < 2 ** 63, "a number is too large")
    return int(text)


def refuse(text):
    raise ValueError("%s is not valid JSON" % text)


DECODER = json.JSONDecoder(object_pairs_hook=once, parse_int=whole, parse_constant=refuse)


def documents(text):
    """The documents that stand one after the other in text."""
    at = 0
    while text[at:].strip(" \t\r\n"):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n"))
        document, at = DECODER.raw_decode(text, at)
        yield document


# ---- Values ----------------------------------------------------------------------------------------

def number(value):
    """A whole number, or a text such as 5/4 or 2.5e-1."""
    if type(value) is int:
        return Fraction(value)
    need(isinstance(value, str), "a number is not a text")
    found = NUMBER.fullmatch(value)
    need(found and len(value) <= MOST_DIGITS and found[0].isascii(), "not a number")
    need(found[2] is None or int(found[2]) != 0, "a number divides by zero")
    need(found[3] is None or len(found[3]) <= 5 and int(found[3]) <= MOST_EXPONENT, "a number is too large")
    read = Fraction(value)
    need(len(str(read)) <= MOST_DIGITS, "a number is too large")
    return read


def has(value, kind, what):
    need(type(value) is kind, what + " is something else")
    return value


def keys(value, allowed, what):
    """The object value, which has no other keys."""
    need(set(has(value, dict, what)) <= set(allowed), what + " has an unknown key")
    return value


def small(value, what):
    need(type(value) is int and -1 <= value <= 1, what + " is not -1, 0 or 1")


def optional(value, key, check):
    if key in value:
        check(value[key])


def text(value):
    has(value, str, "a name")


# ---- Parts -----------------------------------------------------------------------------------------

def check_transition(value):
    for key in ("from", "to", "output"):
        optional(value, key, text)
    optional(value, "transition", lambda given: has(given, int, "the number of a transition"))


def check_named(value):
    keys(value, TRANSITION, "a transition")
    text(value["from"])
    check_transition(value)


def check_step(step, more, check_shift):
    keys(step, TRANSITION | {"shift", "shifts"} | more, "a step")
    check_transition(step)
    if step.get("shift") is not None:
        check_shift(step["shift"])
    if step.get("shifts") is not None:
        for shift in has(step["shifts"], dict, "shifts").values():
            check_shift(shift)


def check_walk(items):
    waiting = [has(items, list, "a walk")]
    while waiting:
        for item in waiting.pop():
            if "loop" in has(item, dict, "a step"):
                keys(item, {"loop", "raises"}, "a loop")
                optional(item, "raises", number)
                waiting.append(has(item["loop"], list, "a loop"))
                continue
            check_step(item, {"difference"}, lambda shift: small(shift, "a shift"))
            small(item["difference"], "a difference")


def check_draw_shift(shift):
    if isinstance(shift, dict):
        for one in keys(shift, {"-1", "0", "1"}, "a shift").values():
            number(one)
    elif shift != "D":
        number(shift)


def check_class(one):
    keys(one, {"threshold", "assignment", "next", "difference", "left", "shift"}, "a class")
    optional(one, "threshold", text)
    check_named(one["assignment"])
    if one.get("next") is not None:
        check_named(one["next"])
    if one.get("difference") is not None:
        small(one["difference"], "a difference")
    for shift in has(one["left"], list, "what is left"):
        small(shift, "a shift that is left")
    number(one["shift"])


def check_entry(entry):
    keys(entry, {"state", "change", "last", "vectors", *RELATIONS}, "an entry")
    text(entry["state"])
    for key in ("change", "last"):
        optional(entry, key, lambda value: small(value, "what is remembered"))
    for key in RELATIONS:
        for pair in has(entry.get(key, []), list, "relations"):
            need(len(has(pair, list, "a pair")) == 2, "not a pair")
            need(all(v is None or isinstance(v, str) for v in pair), "not a pair of thresholds")
    for vector in has(entry["vectors"], list, "the vectors"):
        for factor in has(vector, list, "a vector"):
            keys(factor, {"over", "values"}, "a factor")
            need(len(has(factor["over"], list, "thresholds")) <= MOST_OVER, "too many thresholds")
            for name in factor["over"]:
                text(name)
            for value in has(factor["values"], list, "the values"):
                need(value is None or number(value) is not None, "not a value")


def check_numbers(values):
    for value in has(values, list, "a vector"):
        number(value)


def check_lists(evidence):
    need(type(evidence["answers"]) is int and 0 <= evidence["answers"] <= MOST_ANSWERS, "not a number of answers")
    for difference in has(evidence["differences"], list, "the differences"):
        for value in has(difference, list, "a difference"):
            small(value, "a difference")
    for path in has(evidence["paths"], list, "the paths"):
        keys(path, {"end", "shifts", "weights", "impossible", "point", "with", "met", "not_met", "within", "apart"},
             "a path")
        need(type(path["end"]) is int and path["end"] >= 0, "not an end")
        for key in ("weights", "impossible", "point"):
            optional(path, key, check_numbers)
        for key in ("shifts", "within", "apart"):
            for vector in has(path.get(key, []), list, "the " + key):
                check_numbers(vector)
        for key in ("with", "met", "not_met"):
            for node in has(path.get(key, []), list, "the " + key):
                need(type(node) is int and node >= 0, "not a node")


def check_input(value):
    keys(value, {"file", "sha256", "parameters"}, "the input")
    need(value.get("file") is None or isinstance(value["file"], str), "not the name of a file")
    text(value["sha256"])
    for parameter in has(value.get("parameters", {}), dict, "the parameters").values():
        text(parameter)


def check(evidence):
    """Raises ValueError or KeyError where the evidence does not have its form."""
    kind = has(evidence, dict, "evidence")["kind"]
    need(isinstance(kind, str) and kind in KINDS, "another kind")
    keys(evidence, HEAD | KINDS[kind], "evidence")
    need(type(evidence["couplet_evidence"]) is int and evidence["couplet_evidence"] == 1, "another version")
    optional(evidence, "input", check_input)
    optional(evidence, "automaton", text)
    if evidence.get("cost") is not None:
        number(evidence["cost"])
    if kind == "bound":
        for entry in has(evidence["entries"], list, "the entries"):
            check_entry(entry)
    elif "answers" in KINDS[kind]:
        check_lists(evidence)
    elif "walk" in KINDS[kind]:
        check_walk(evidence["walk"])
    elif "classes" in evidence:
        need("path" not in evidence and has(evidence["classes"], list, "the classes"), "no classes, or a path, too")
        for one in evidence["classes"]:
            check_class(one)
    else:
        for step in has(evidence["path"], list, "a path"):
            check_step(step, set(), check_draw_shift)
