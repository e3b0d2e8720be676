"""Which preprocessing Keras has, and where the code is: `tfexplore keras`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import match, nearest
from tfexplore.index import keras

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.index.store import Index


def find_keras(index: Index, patterns: Sequence[str] = ()) -> Answer:
    """The endpoints that the patterns pick, as `KerasEndpoint`s; all of them without a pattern."""
    every = keras.every(index)
    names = [one.endpoint for one in every]
    searched = Searched("endpoint", len(names))
    answer = Answer(index.state, "keras", tuple(patterns), "found", every, (), (), searched)
    if patterns:
        picked = match(patterns, names)
        if not picked:
            kinds = [("keras", names), ("endpoint", index.names("endpoint"))]
            return answer._replace(answer="not found", results=(), nearest=nearest(patterns, kinds))
        by_name = {one.endpoint: one for one in every}
        answer = answer._replace(results=tuple([by_name[name] for name in picked]))
    elif not every:
        return answer._replace(answer="not found")
    return answer
