"""The ops that a public Python name is there for, among all that it creates."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.names import endpoint_name, match
from tfexplore.index import api

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tfexplore.answers.members import Member
    from tfexplore.index.store import Index
    from tfexplore.model import Endpoint

#: As many ops behind an endpoint are all meant.
_MEANT = 3
#: As many are named where none of them is.
_NAMED = 8
#: Words that begin alike are one word (`pool`, `pooling`) from this many letters on.
_ALIKE = 4

_DIMENSIONS = re.compile(r"\dD")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Behind(Record):
    """The ops that a public name is there for, and the others that it creates.

    Where nothing tells one from the others, none is `picked`, and `nearest` are the first of them by the ways to them.
    """

    picked: tuple[str, ...]
    others: tuple[str, ...]
    nearest: tuple[str, ...]


def behind_endpoint(index: Index, wanted: str) -> Behind:
    """The ops that an endpoint is there for, and the others that it creates; none at all when it creates none.

    `wanted` is its name from `tf` on. `tf.nn.conv2d` makes Conv2D; a layer makes a dozen ops before its own, which is
    named like the layer, or else made by the class itself rather than by what all layers share.
    """
    _, picked, ways, own = _behind_name(index, wanted)
    return _told(picked, ways, own)


def behind_method(index: Index, methods: Sequence[Member]) -> Behind:
    """Like `behind_endpoint`, for a method of a public class (of several, where versions of the API have their own)."""
    made = [one.endpoint._replace(endpoint=one.name, function=one.function, ops=one.ops) for one in methods]
    _, picked, ways, own = _behind(index, methods[0].name, made)
    return _told(picked, ways, own)


def _told(picked: Sequence[str], ways: Mapping[str, int], own: Mapping[str, int]) -> Behind:
    nearest = [] if picked else _by_way(own)[:_NAMED]
    return Behind(tuple(picked), tuple(sorted(set(ways) - set(picked))), tuple(nearest))


def unread_behind(index: Index, wanted: str) -> tuple[str, ...]:
    """What is not read of the ops behind a public name, in one note."""
    from tfexplore.answers.members import where_it_stops

    return where_it_stops(_endpoints(index, wanted)[1])


def reached_by(index: Index, name: str) -> tuple[str, tuple[str, ...], int]:
    """The public name that is meant, the ops that it is there for or, where that cannot be told, all that it creates,
    and how many others it creates; `("", (), 0)` for what is no public name.
    """
    wanted = endpoint_name(name)
    if not wanted:
        return "", (), 0
    known, picked, ways, _ = _behind_name(index, wanted)
    found = picked or _by_way(ways)
    return known, tuple(found), len(ways) - len(found)


def _behind_name(index: Index, wanted: str) -> tuple[str, list[str], dict[str, int], dict[str, int]]:
    """What is behind a public name, as `_behind` says it.

    A function that runs an object of a class that is called as it is, as those of `tf.layers` do, is there for what the
    class is there for: by itself it would be there for what every layer does first.
    """
    name, endpoints = _endpoints(index, wanted)
    uses = [use for one in endpoints for use in one.ops]
    is_function = not any(one.function[:1].isupper() for one in endpoints)
    if uses and is_function and all("." in use.via[0] if use.via else False for use in uses):
        twin, classes = _class_of(index, name)
        if twin:
            _, picked, ways, own = _behind(index, twin, classes)
            return name, picked, ways, own
    return _behind(index, name, endpoints)


def _class_of(index: Index, name: str) -> tuple[str, tuple[Endpoint, ...]]:
    """The public class beside a function that is called as that is: `tf.layers.Conv2D` for `tf.layers.conv2d`."""
    module, _, last = name.rpartition(".")
    wanted = f"{module}.{last.replace('_', '')}".lower()
    alike = [one for one in index.names("endpoint") if one.lower() == wanted and one != name]
    found = api.endpoints_named(index, alike)
    return (alike[0], found) if len(alike) == 1 and all(one.function[:1].isupper() for one in found) else ("", ())


def _by_way(ways: Mapping[str, int]) -> list[str]:
    """Ops, those on the shortest way first."""
    return sorted(ways, key=lambda op: (ways[op], op))


def _endpoints(index: Index, wanted: str) -> tuple[str, tuple[Endpoint, ...]]:
    """A public name as it is written, or empty for none, and its endpoints."""
    known = [one for one in match((wanted,), index.names("endpoint")) if one.lower() == wanted.lower()]
    return known[0] if known else "", api.endpoints_named(index, known)


def _behind(
    index: Index, name: str, endpoints: Iterable[Endpoint]
) -> tuple[str, list[str], dict[str, int], dict[str, int]]:
    """The name of endpoints, the ops that they are there for, how far all are that they create, and how far those are
    that they make themselves, where there are any.
    """
    last = name.rpartition(".")[2]
    ways: dict[str, int] = {}
    own: dict[str, int] = {}
    plain: set[str] = set()
    for endpoint in endpoints:
        for use in endpoint.ops:
            way = len(use.via) if use.how == "through" else 0
            ways[use.op] = min(ways.get(use.op, way), way)
            if use.via and use.via[0].startswith(endpoint.function + "."):
                own[use.op] = min(own.get(use.op, way), way)
            if not _is_inner(use.via):
                plain.add(use.op)
    if not ways:
        return name, [], {}, {}
    nearby = _nearest(own or ways)
    picked = _named_alike(ways, last.replace("_", "").lower())
    if picked:
        return name, picked, ways, own or ways
    names = index.names("op")
    asked = _asked_words(last, names)
    called = {op: way for op, way in ways.items() if 2 * _shared(asked, op) >= len(_words(op))}
    picked = _few(nearby)
    if own:
        # What a class makes itself is sooner meant than what it inherits, but for what has all of its name.
        called = {op: way for op, way in called.items() if len(asked) > 1 and _shared(asked, op) == len(asked)}
    if picked and len(ways) > _MEANT and not any(_shared(asked, op) for op in picked) and called:
        # What is nearest helps what the name speaks of: `tf.while_loop` compares, and makes a While.
        picked = _sharing_words(called, nearby, last, asked)
    elif not picked:
        picked = _sharing_words(ways, nearby, last, asked)
    if not plain.intersection(picked) and not set(picked) <= called.keys() | own.keys():
        picked = []
    return name, picked, ways, own or ways


def _is_inner(via: Sequence[str]) -> bool:
    """Whether a way begins in a method that is the class's own business (`BaseSession._update_with_movers`)."""
    method = via[0].rpartition(".")[2] if via and "." in via[0] else ""
    return method.startswith("_") and not method.startswith("__")


def _named_alike(ways: Mapping[str, int], last: str) -> list[str]:
    """The ops with an endpoint's own name; with its stem, where none is created directly."""
    same = [op for op in ways if op.lower() == last]
    if same or 0 in ways.values():
        return same
    return _few([op for op in ways if op.lower().startswith(last) or _stem(op.lower()) == _stem(last)])


def _few(found: Iterable[str]) -> list[str]:
    """All of them, where they are few enough for all to be meant."""
    picked = sorted(found)
    return picked if len(picked) <= _MEANT else []


def _nearest(ways: Mapping[str, int]) -> list[str]:
    """The ops on the shortest way."""
    nearby = min(ways.values())
    return [op for op, way in ways.items() if way == nearby]


def _asked_words(last: str, names: Iterable[str]) -> list[str]:
    """The words of an endpoint's own name by which some op is called, of all ops' names."""
    spoken = {word for name in names for word in _words(name)}
    return [word for word in _words(last) if any(_alike(word, one) for one in spoken)]


def _shared(asked: Iterable[str], op: str) -> int:
    """How many of the words an op has in its name."""
    said = _words(op)
    return sum([any(_alike(word, one) for one in said) for word in asked])


def _sharing_words(ways: Mapping[str, int], nearby: Iterable[str], last: str, asked: Sequence[str]) -> list[str]:
    """The ops that have most of an endpoint's words in their names, or half of them and are made `nearby`.

    `AveragePooling1D` is there for AvgPool: of its words, only `pooling` is one that ops are called by.
    """
    sizes = _dimensions(last)
    scored: dict[str, tuple[int, bool, int, int]] = {}
    for op, way in ways.items():
        shared = _shared(asked, op)
        if 2 * shared > len(asked) or (shared and 2 * shared == len(asked) and op in nearby):
            scored[op] = (-shared, sizes != _dimensions(op), way, len(_words(op)))
    best = min(scored.values(), default=None)
    return _few([op for op, score in scored.items() if score == best])


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name) if len(word) > 1]


def _dimensions(name: str) -> frozenset[str]:
    return frozenset(_DIMENSIONS.findall(name.upper()))


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _ALIKE and long.startswith(short))


def _stem(name: str) -> str:
    """A name without its version and dimensions: `maxpool` of `maxpool2d`, `conv` of `conv3d` and of `convv2`."""
    while (name[-1:] == "d" and name[-2:-1].isdigit()) or (name[-1:].isdigit() and name[-2:-1] == "v"):
        name = name[:-2]
    return name
