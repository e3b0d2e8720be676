"""Which preprocessing Keras has, and where the code is: `tfexplore keras`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, NearName, Searched
from tfexplore.answers.names import endpoint_name, is_plain, match, nearest
from tfexplore.index import keras

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import KerasEndpoint


def find_keras(index: Index, patterns: Sequence[str] = ()) -> Answer:
    """The endpoints that the patterns pick, as `KerasEndpoint`s; all of them without a pattern.

    A name that has nothing to do with preprocessing is said to be what it is; so is a method of a class.
    """
    every = keras.every(index)
    names = [one.endpoint for one in every]
    searched = Searched("keras", len(names))
    answer = Answer(index.state, "keras", tuple(patterns), "found", every, (), (), searched)
    if patterns:
        picked = match(patterns, names) or match([endpoint_name(one) for one in patterns], names)
        if not picked:
            return _not_found(index, answer, every)
        by_name = {one.endpoint: one for one in every}
        answer = answer._replace(results=tuple([by_name[name] for name in picked]))
    elif not every:
        return answer._replace(answer="not found")
    return answer


def _not_found(index: Index, answer: Answer, every: Sequence[KerasEndpoint]) -> Answer:
    """What the patterns are instead: public names of another kind, methods, or near what there is."""
    answer = answer._replace(answer="not found", results=())
    plain = [one for one in answer.query if is_plain(one)]
    reasons = [reason for one in plain if (reason := _of_class(one, every))]
    if reasons:
        return answer._replace(searched=answer.searched._replace(reason="; ".join(reasons)))
    others = index.names("endpoint")
    wanted = {endpoint_name(one).lower() for one in plain} - {""}
    elsewhere = [NearName(one, "endpoint") for one in others if one.lower() in wanted]
    return answer._replace(nearest=tuple(elsewhere) or _near(answer.query, [one.endpoint for one in every]))


def _near(wanted: Sequence[str], names: Sequence[str]) -> tuple[NearName, ...]:
    """The endpoints near a name; near the last part of it, as most people write no more."""
    near = nearest(wanted, [("keras", names)])
    if near:
        return near
    last = [one.rpartition(".")[2] for one in names]
    words = [one.name for one in nearest([one.rpartition(".")[2] for one in wanted], [("keras", sorted(set(last)))])]
    return tuple(
        [NearName(name, "keras") for word in words for name, end in zip(names, last, strict=True) if end == word]
    )[:5]


def _of_class(pattern: str, every: Sequence[KerasEndpoint]) -> str:
    """That a name is below a class that there is, whose methods nobody has read; empty for any other name."""
    head, _, method = pattern.rpartition(".")
    if not head or not method.isidentifier():
        return ""
    ends = {head.lower(), (endpoint_name(head) or head).lower()}
    for one in every:
        name = one.endpoint.lower()
        if one.kind == "class" and any(name == end or name.endswith("." + end) for end in ends):
            return (
                f"methods are not listed, so whether {one.endpoint} has a {method} is not known here; the class itself:"
                f" tfexplore keras {one.endpoint}"
            )
    return ""
