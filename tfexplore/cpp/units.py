"""The directives of a header as they are kept from one run to the next, so that it is not lexed again.

Nobody asks where in a header a directive begins, so offsets are left out; and lines stand apart from the rest, so that
one sees whether they are all that is new.
"""

from __future__ import annotations

import pickle

from tfexplore._record import Record
from tfexplore.cpp.macros import Event, Macro, Unit


class Directives(Record):
    """The directives of one header: what they say (pickled), and on which lines the macros are that it defines."""

    said: bytes
    lines: tuple[tuple[int, int], ...]


def kept(unit: Unit) -> Directives:
    """What is kept of a header."""
    said: list[tuple[str, str, str, object]] = []
    lines = []
    for kind, _, _, name, text, macro, _ in unit.events:
        defined = None
        if macro is not None:
            defined = (macro.params, macro.variadic, macro.text)
            lines.append((macro.line, macro.end_line))
        said.append((kind, name, text, defined))
    return Directives(pickle.dumps((said, sorted(unit.tests)), 5), tuple(lines))


def unit(path: str, directives: Directives) -> Unit:
    """The header that `kept` was given."""
    said, tests = pickle.loads(directives.said)
    lines = iter(directives.lines)
    events = []
    for kind, name, text, defined in said:
        macro = None
        if defined is not None:
            params, variadic, body = defined
            macro = Macro(name, params, body, path, *next(lines))
            macro.variadic = variadic
        events.append(Event(kind, 0, 0, name, text, macro))
    return Unit(path, tuple(events), frozenset(tests), None)
