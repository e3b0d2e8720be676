"""Public Python names, and the generated wrappers behind them, in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, split, unescape
from tfexplore.model import Endpoint, GeneratedWrapper, OpUse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tfexplore.index.store import Index, Row
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import PythonCall

ENDPOINTS = Table(
    "endpoint",
    (
        "endpoint TEXT",
        "api_versions TEXT",
        "function TEXT",
        "location INTEGER",
        "ops TEXT",
        "same INTEGER",
        "deprecated INTEGER",
    ),
    lookups=("endpoint",),
    places=("location",),
)
_OPS, _SAME = ENDPOINTS.column("ops"), ENDPOINTS.column("same")
CALLS = Table(
    "python_call",
    ("caller INTEGER", "name TEXT", "target INTEGER"),
    places=("caller", "target"),
)
WRAPPERS = Table(
    "wrapper",
    ("op TEXT", "module TEXT", "function TEXT", "args TEXT", "exports TEXT", "deprecated INTEGER"),
    lookups=("op",),
)

#: The ops of a row, and those of the row that it differs from: half of the names are another's as well, and classes
#: that are derived from one class share most.
OPS = "ops, coalesce((SELECT other.ops FROM endpoint other WHERE other.id = endpoint.same), '')"
_ENDPOINT = f"SELECT endpoint, api_versions, function, location, {OPS}, deprecated FROM endpoint"
#: So many rows with a way are looked at for one that has most of a row, and how much of its text a row may take then.
_LOOKED_AT = 6
_MOST_OF = 0.8
_LONG = 1 << 20
_WRAPPER = "SELECT op, module, function, args, exports, deprecated FROM wrapper"


def endpoint_rows(endpoints: Iterable[Endpoint], places: Places) -> list[LooseRow]:
    """One row for each endpoint, with the text of its ops; `shared` leaves out what stands twice."""
    return [
        (
            one.endpoint,
            join(one.api_versions),
            one.function,
            places.number(one.location),
            uses_text(one.ops),
            0,
            int(one.deprecated),
        )
        for one in endpoints
    ]


def uses_text(uses: Iterable[OpUse]) -> str:
    """A line for each op, those side by side whose ways begin alike: each says how many names it shares with the last.

    How an op is created stands there where the way does not tell; twenty thousand times it does.
    """
    from tfexplore.paths import shared_start  # what no answer needs

    lines = []
    before: Sequence[str] = ()
    for use in sorted(uses, key=lambda use: (use.via, use.op)):
        same = shared_start(before, use.via)
        how = "" if use.how == _how(use.via) else use.how
        lines.append(f"{escape(use.op)}\t{how}\t{same or ''}\t{join(use.via[same:])}")
        before = use.via
    return "\n".join(lines)


def _how(via: Sequence[str]) -> str:
    return "through" if via else "direct"


def shared(rows: Iterable[Row]) -> list[Row]:
    """Rows in their final order, of which one that has what one before has says only in what it differs.

    `same` is the number of that other row, which says all of its own. The text begins with the numbers of the ops that
    the other row has alone; nothing stands there where both are alike.
    """
    whole: dict[str, int] = {}
    having: dict[OpUse, list[int]] = {}  # the last rows that have a way to an op and say all of their own
    uses: dict[int, tuple[OpUse, ...]] = {}
    made = []
    for number, row in enumerate(rows, 1):
        text = row[_OPS]
        same = whole.get(text, 0) if text else 0
        rest = ""
        if text and not same:
            own = read_uses(text)
            same, rest = _difference(own, having, uses)
            if len(rest) > len(text) * _MOST_OF:
                same = 0
                whole[text] = number
                uses[number] = own
                for use in own:
                    having.setdefault(use, []).append(number)
        made.append((*row[:_OPS], rest, same, *row[_SAME + 1 :]) if same else row)
    return made


def _difference(
    own: tuple[OpUse, ...], having: Mapping[OpUse, list[int]], uses: Mapping[int, tuple[OpUse, ...]]
) -> tuple[int, str]:
    """The row that has most of some ways to ops, and in what they differ from that."""
    counts: dict[int, int] = {}
    for use in own:
        for number in having.get(use, ())[-_LOOKED_AT:]:
            counts[number] = counts.get(number, 0) + 1
    if not counts:
        return 0, "*" * _LONG
    other = max(counts, key=lambda number: (2 * counts[number] - len(uses[number]), -number))
    mine = set(own)
    gone = [str(place) for place, use in enumerate(uses[other]) if use not in mine]
    theirs = set(uses[other])
    return other, f"{','.join(gone)}\n{uses_text([use for use in own if use not in theirs])}".rstrip("\n") or "\n"


def whole_uses(text: str, other: str) -> tuple[OpUse, ...]:
    """The ops that an endpoint creates: the text of its row, and that of the row which it differs from, if any."""
    if not other:
        return read_uses(text)
    theirs = read_uses(other)
    if not text:
        return theirs
    gone, _, more = text.partition("\n")
    left = set(map(int, gone.split(","))) if gone else ()
    return tuple(sorted([*[use for place, use in enumerate(theirs) if place not in left], *read_uses(more)]))


def unshared(rows: Sequence[Row]) -> list[Row]:
    """The same rows, each with the text of all its ops."""
    return [
        (*row[:_OPS], uses_text(whole_uses(row[_OPS], rows[row[_SAME] - 1][_OPS])), 0, *row[_SAME + 1 :])
        if row[_SAME]
        else row
        for row in rows
    ]


def call_rows(calls: Iterable[PythonCall], places: Places) -> list[LooseRow]:
    """One row for each call."""
    return [(places.number(one.caller), one.name, places.number(one.target)) for one in calls]


def shared_calls(rows: Iterable[Row]) -> list[Row]:
    """Rows of calls in their final order: one that calls what one before calls has the number of that instead."""
    first: dict[tuple[str, int], int] = {}
    made = []
    for number, (caller, name, target) in enumerate(rows, 1):
        same = first.setdefault((name, target), number)
        made.append((caller, name, target) if same == number else (caller, "", same))
    return made


def unshared_calls(rows: Sequence[Row]) -> list[Row]:
    """The same rows, each with what it calls."""
    return [row if row[1] else (row[0], *rows[row[2] - 1][1:]) for row in rows]


def wrapper_rows(wrappers: Iterable[GeneratedWrapper]) -> list[LooseRow]:
    """One row for each generated function."""
    return [
        (one.op, one.module, one.function, join(one.args), join(one.exports), int(one.deprecated)) for one in wrappers
    ]


def endpoints_named(index: Index, names: Iterable[str]) -> tuple[Endpoint, ...]:
    """The endpoints of these names, in the order of the names."""
    found = []
    for name in names:
        found += index.rows(_ENDPOINT + " WHERE endpoint = ? ORDER BY id", (name,))
    return _read_endpoints(index, found)


def endpoints(index: Index) -> tuple[Endpoint, ...]:
    """All endpoints in the order of their names."""
    return _read_endpoints(index, index.rows(_ENDPOINT + " ORDER BY id"))


def touching(index: Index, paths: Collection[int]) -> tuple[Endpoint, ...]:
    """The endpoints defined in one of these numbered paths."""
    from tfexplore.index import placed  # what most questions have no use for

    return _read_endpoints(index, placed.rows(index, _ENDPOINT, ENDPOINTS, paths))


def endpoints_creating(index: Index, op: str) -> tuple[Endpoint, ...]:
    """The endpoints that create an op, directly or through other functions."""
    creating = "SELECT id FROM endpoint WHERE instr(ops, ?)"
    rows = index.rows(
        f"WITH creating AS ({creating}) {_ENDPOINT} WHERE id IN creating OR same IN creating ORDER BY id",
        (escape(op) + "\t",),
    )
    found = _read_endpoints(index, rows)
    return tuple([one for one in found if any(use.op == op for use in one.ops)])


def wrappers_of(index: Index, ops: Iterable[str]) -> tuple[GeneratedWrapper, ...]:
    """The generated functions of these ops, in the order of the names."""
    found = []
    for name in ops:
        found += index.rows(_WRAPPER + " WHERE op = ? ORDER BY id", (name,))
    return _read_wrappers(index, found)


def wrappers(index: Index) -> tuple[GeneratedWrapper, ...]:
    """All generated functions in the order of their ops."""
    return _read_wrappers(index, index.rows(_WRAPPER + " ORDER BY id"))


def _read_endpoints(index: Index, found: list[Row]) -> tuple[Endpoint, ...]:
    with index.reading():
        return tuple(
            [
                Endpoint._make(
                    (
                        endpoint,
                        split(versions),
                        function,
                        index.place(location),
                        whole_uses(ops, other),
                        bool(deprecated),
                    )
                )
                for endpoint, versions, function, location, ops, other, deprecated in found
            ]
        )


def read_uses(text: str) -> tuple[OpUse, ...]:
    """The ops that an endpoint creates, of the text that stands in its row."""
    if not text:
        return ()
    made = []
    via: tuple[str, ...] = ()
    for line in text.split("\n"):
        op, how, same, rest = line.split("\t")
        via = (*via[: int(same)], *split(rest)) if same else split(rest)
        made.append(OpUse._make((unescape(op), how or _how(via), via)))
    made.sort()  # no op twice
    return tuple(made)


def _read_wrappers(index: Index, found: list[Row]) -> tuple[GeneratedWrapper, ...]:
    with index.reading():
        return tuple(
            [
                GeneratedWrapper._make((op, module, function, split(args), split(exports), bool(deprecated)))
                for op, module, function, args, exports, deprecated in found
            ]
        )
