"""What a question says of each of its names that, asked alone, finds nothing: beside others it would go unsaid."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tfexplore.answers.answer import Answer

#: Words for an answer that found nothing.
NOTHING = ("not found", "no such op")


def with_missed(answer: Answer, ask: Callable[[Sequence[str]], Answer]) -> Answer:
    """An answer to several patterns with those answers of `ask` to each that found nothing, and the names near them."""
    if len(answer.query) < 2 or answer.answer in NOTHING:
        return answer
    alone = [ask((pattern,)) for pattern in dict.fromkeys(answer.query)]
    missed = tuple([one for one in alone if one.answer in NOTHING])
    near = tuple(dict.fromkeys([*answer.nearest, *[name for one in missed for name in one.nearest]]))
    return answer._replace(missed=missed, nearest=near)
