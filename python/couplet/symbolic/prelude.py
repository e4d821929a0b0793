# SPDX-License-Identifier: Apache-2.0
"""Builtins and functions of itertools that go through their arguments, in Python.

Their text is compiled as the user's is, so that what they keep is seen where an answer is asked for.
"""
# mypy: ignore-errors


def enumerate_(iterable, start=0):
    number = __couplet_counter__(start)
    for item in iterable:
        yield number, item
        number += 1


def zip_(*iterables):
    others = [*map(iter, iterables[1:])]
    for item in iterables[0]:
        row = [item]
        for other in others:
            following = next_(other, others)
            if following is others:
                return
            row.append(following)
        yield tuple(row)


def map_(function, iterable):
    for item in iterable:
        yield function(item)


def filter_(function, iterable):
    for item in iterable:
        if function(item) if function is not None else item:
            yield item


def takewhile_(function, iterable):
    for item in iterable:
        if not function(item):
            return
        yield item


def dropwhile_(function, iterable):
    dropping = True
    for item in iterable:
        if dropping and function(item):
            continue
        dropping = False
        yield item


def accumulate_(iterable, function=None, *, initial=None):
    total = initial
    if initial is not None:
        yield total
    for item in iterable:
        if total is None:
            total = item
        else:
            total = total + item if function is None else function(total, item)
        yield total


def reduce_(function, iterable, *initial):
    total = initial
    for item in iterable:
        total = (function(total[0], item),) if total else (item,)
    if not total:
        raise TypeError("reduce() of empty iterable with no initial value")
    return total[0]


def pairwise_(iterable):
    before = None
    for item in iterable:
        if before is not None:
            yield before[0], item
        before = (item,)


def heads_(values, number):
    """Of `x, *y = values`."""
    rest = iter(values)
    first = next_(rest)
    if number == 1:
        return first, values[1:]
    second = next_(rest)
    return first, second, values[2:]


def count_(start=0):
    number = __couplet_counter__(start)
    while True:
        yield number
        number += 1


def first_hit_(places, truths):
    for place in places:
        if truths[place]:
            return place
    return -1


def hits_(places, truths, values, made, most):
    for place in places:
        if truths[place]:
            made.append(place if values is None else values[place])
            if most is not None and len(made) >= most:
                break
    return made


def keyed_(items, key, made):
    for item in items:
        made.append((key(item), item))
    return made


def dict_(pairs, made):
    for key, value in pairs:
        made[key] = value
    return made


def new_list_():
    return []


def new_dict_():
    return __couplet_list__(1 << 42, "dict")


def new_noisy_():
    return __couplet_list__(1 << 41, "noisy")


def next_(iterator, *default):
    for item in iterator:
        return item
    if default:
        return default[0]
    raise StopIteration


def any_(iterable):
    for item in iterable:
        if item:
            return True
    return False


def all_(iterable):
    for item in iterable:
        if not item:
            return False
    return True


def sum_(iterable, start=0):
    for item in iterable:
        if type(start) is int and start == 0 and type(item) is int and item == 1:
            start = __couplet_tally__(start, "sum")
        start = start + item
    return start


def list_(iterable, made):
    if __couplet_later__(made):
        return made.of(iterable)
    for item in iterable:
        made.append(item)
    return made
