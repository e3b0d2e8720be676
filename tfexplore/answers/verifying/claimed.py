"""Whether a text claims what a part of it says, or denies it, plans it, or says it of another source."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose

if TYPE_CHECKING:
    import re


def is_claimed(part: re.Match[str], otherwise: re.Pattern[str], *, apart: bool = False) -> bool:
    """Whether the clause with a part of a text says that it is so, by `otherwise` (see `otherwise.py`) and all else.

    `apart`: the part is a denial itself, or code, and only what stands around it counts.
    """
    text = part.string
    first, last = prose.clause_span(text, *part.span())
    said = f"{text[first : part.start()]} {'' if apart else part[0]} {text[part.end() : last]}"
    told = SPAN.sub("`", said)
    return not (otherwise.search(told) or disclaimers.proposed(told) or disclaimers.absent(told))
