"""From an op to the Python names that create it, and back: `tfexplore api`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, NearName, Searched
from tfexplore.answers.members import Member, members_meant, not_read, owner_of, plain_name, where_it_stops
from tfexplore.answers.names import match, nearest
from tfexplore.answers.unread import concerning
from tfexplore.index import api

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Endpoint, GeneratedWrapper

#: How Python's operators name their methods.
OPERATORS = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
    "@": "__matmul__",
    "<": "__lt__",
    "<=": "__le__",
    ">": "__gt__",
    ">=": "__ge__",
    "==": "__eq__",
    "!=": "__ne__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "~": "__invert__",
    "[]": "__getitem__",
}


def find_api(index: Index, patterns: Sequence[str] = ()) -> Answer:
    """The endpoints that patterns name, or that create the ops they name, as `Endpoint`s; all without a pattern.

    A pattern is an endpoint (`tf.nn.conv2d`, `nn.conv2d`, `tf.compat.v1.nn.conv2d`), an op (`Conv2D`), a generated
    function (`gen_nn_ops.conv2d`), an operator (`+`, `x[0]`), or a part of an endpoint or op. The context holds the
    generated functions that are spoken of. A method of a public class (`tf.data.Dataset.map`) is answered by a `Member`
    and the class.
    """
    names = index.names("endpoint")
    unread = concerning(index, "api", patterns, (), not patterns)
    searched = Searched("endpoint", len(names))
    answer = Answer(index.state, "api", tuple(patterns), "found", (), (), unread, searched)
    if not patterns:
        every = api.endpoints(index)
        return answer._replace(results=every, answer="found" if every else "not found")
    found: dict[Endpoint, None] = {}
    wrappers: dict[GeneratedWrapper, None] = {}
    members: dict[Member, None] = {}
    for pattern in patterns:
        ends, made = _one(index, pattern, names)
        found.update(dict.fromkeys(ends))
        wrappers.update(dict.fromkeys(made))
        if not ends and not made:
            members.update(dict.fromkeys(members_meant(index, pattern)))
    if members:
        notes = where_it_stops((*members, *_named(found, patterns)))
        found.update(dict.fromkeys([one.endpoint for one in members]))
        return answer._replace(results=(*members, *found), context=tuple(wrappers), notes=notes)
    if not found and not wrappers:
        owners, reasons = _above(patterns, names)
        if reasons:
            return answer._replace(answer="not found", searched=searched._replace(reason="; ".join(reasons)))
        if owners:
            return answer._replace(answer="not found", nearest=tuple([NearName(one, "endpoint") for one in owners]))
        near = nearest(patterns, [("endpoint", names), ("op", index.names("op")), ("wrapper", index.names("wrapper"))])
        return answer._replace(answer="not found", nearest=near)
    results: tuple[Endpoint | GeneratedWrapper, ...] = tuple(found) or tuple(wrappers)
    notes = where_it_stops(_named(found, patterns))
    return answer._replace(results=results, context=tuple(wrappers), notes=notes)


def _named(found: Iterable[Endpoint], patterns: Sequence[str]) -> list[Endpoint]:
    """The endpoints that were asked for by their names, and not by an op."""
    names = {plain_name(pattern)[1].lower() for pattern in patterns}
    return [one for one in found if one.endpoint.lower() in names]


def find_wrappers(index: Index, patterns: Sequence[str] = ()) -> Answer:
    """The generated functions of ops, as `GeneratedWrapper`s; patterns are ops, functions or `module.function`."""
    every = api.wrappers(index)
    searched = Searched("generated function", len(every))
    answer = Answer(index.state, "api", tuple(patterns), "found", every, (), (), searched)
    if not patterns:
        return answer if every else answer._replace(answer="not found")
    by_name: dict[str, list[GeneratedWrapper]] = {}
    for one in every:
        for name in (
            one.op,
            one.function,
            f"{one.module.rpartition('.')[2]}.{one.function}",
            f"{one.module}.{one.function}",
        ):
            by_name.setdefault(name, []).append(one)
    picked = [one for name in match(patterns, list(by_name)) for one in by_name[name]]
    if not picked:
        near = nearest(patterns, [("op", index.names("op")), ("wrapper", index.names("wrapper"))])
        return answer._replace(answer="not found", results=(), nearest=near)
    return answer._replace(results=tuple(dict.fromkeys(picked)))


def _one(index: Index, pattern: str, names: list[str]) -> tuple[tuple[Endpoint, ...], tuple[GeneratedWrapper, ...]]:
    operator = _operator(pattern)
    if operator:
        return api.endpoints_named(index, [f"tf.Tensor.{operator}"]), ()
    version, name = plain_name(pattern)
    exact = [known for known in match((name,), names) if known.lower() == name.lower()]
    if exact:
        return _of_version(api.endpoints_named(index, exact), version), ()
    ops = [known for known in match((pattern,), index.names("op")) if known.lower() == pattern.lower()]
    if ops:
        return _creating(index, ops), api.wrappers_of(index, ops)
    wrappers = _wrappers_named(index, pattern)
    if wrappers:
        return _creating(index, [one.op for one in wrappers]), wrappers
    some = match((name,), names) or match((pattern,), names)
    if some:
        return _of_version(api.endpoints_named(index, some), version), ()
    ops = match((pattern,), index.names("op"))
    return _creating(index, ops), api.wrappers_of(index, ops)


def _above(patterns: Iterable[str], names: list[str]) -> tuple[list[str], list[str]]:
    """The public names of which some are members, and why others are not read."""
    plain = [plain_name(pattern)[1] for pattern in patterns]
    owners = [owner for name in plain if (owner := owner_of(name, names))]
    reasons = [reason for name in plain if (reason := not_read(name, names))]
    return list(dict.fromkeys(owners)), list(dict.fromkeys(reasons))


def _operator(pattern: str) -> str:
    """The method of `x + y`, `x[0]`, `~b` or a bare operator; empty for anything else."""
    words = "".join(pattern.split())
    if words in OPERATORS:
        return OPERATORS[words]
    if words.endswith("]") and words.partition("[")[0].isidentifier() and words[-2:-1].isdigit():
        return "__getitem__"
    if words[:1] == "-" and words[1:].isidentifier():
        return "__neg__"
    if words[:1] == "~" and words[1:].isidentifier():
        return "__invert__"
    for sign in sorted(OPERATORS, key=len, reverse=True):
        left, found, right = words.partition(sign)
        if found and len(left) == 1 and len(right) == 1 and left.isidentifier() and right.isidentifier():
            return OPERATORS[sign]
    return ""


def _of_version(found: tuple[Endpoint, ...], version: str) -> tuple[Endpoint, ...]:
    return tuple([one for one in found if not version or version in one.api_versions])


def _creating(index: Index, ops: Sequence[str]) -> tuple[Endpoint, ...]:
    """The endpoints that create an op: those that do it themselves first, then by the length of the way."""
    found: dict[Endpoint, tuple[int, int]] = {}
    for op in dict.fromkeys(ops):
        for one in api.endpoints_creating(index, op):
            use = next(use for use in one.ops if use.op == op)
            raw = one.endpoint.startswith("tf.raw_ops.")
            rank = (len(use.via) if use.how == "through" else 0, int(raw))
            found[one] = min(rank, found.get(one, rank))
    return tuple(sorted(found, key=lambda one: (found[one], one.endpoint, one.api_versions)))


def _wrappers_named(index: Index, pattern: str) -> tuple[GeneratedWrapper, ...]:
    module, _, function = pattern.rpartition(".")
    if function not in index.names("wrapper"):
        return ()
    module = module.removeprefix("tf.")
    return tuple(
        [
            one
            for one in api.wrappers(index)
            if one.function == function and (not module or one.module == module or one.module.endswith("." + module))
        ]
    )
