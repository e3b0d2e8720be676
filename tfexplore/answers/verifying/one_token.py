"""Two lines of code that are the same but for one token."""

from __future__ import annotations

import html

from tfexplore.patterns import regex

#: Letters of a line that is compared, tokens that two lines share at least, and letters of a token that are shown.
MOST_LETTERS, LEAST_SHARED, SHOWN = 400, 3, 60
#: Letters of code that tell a line from others.
LEAST_LETTERS = 8

_TOKEN = regex(r"\"(?:[^\"\\]|\\.){0,300}\"|'(?:[^'\\]|\\.){0,300}'|\w+(?:\.\d+)?|[^\w\s]")
_WORD = regex(r"\w+(?:\.\w+)*|[^\w\s]")
_CUT = regex(r"\.{3}|…|⋯|<-|←|\[\.\.\]|\*\*")
_ALPHA = regex(r"[^\W\d_]")


def one_token_apart(said: str, has: str) -> tuple[str, str] | None:
    """The token that a line is said to have and the one that it has; None where not exactly one is another.

    Of a text in quotation marks its words are compared as well: it is another where one of them is.

    >>> one_token_apart("int slack = 2;", "int slack = 3;")
    ('2', '3')
    """
    said, has = html.unescape(said), html.unescape(has)
    if len(said) > MOST_LETTERS or len(has) > MOST_LETTERS or _CUT.search(said):
        return None
    apart = _apart(_TOKEN.findall(said), _TOKEN.findall(has))
    if apart is None or apart[0][:1] not in "\"'":
        return apart
    if apart[0][:1] != apart[1][:1]:
        return None
    words = [_WORD.findall(text[1:-1]) for text in apart]
    return apart if min(map(len, words)) < LEAST_SHARED or _apart(*words) is not None else None


def _apart(said: list[str], has: list[str]) -> tuple[str, str] | None:
    if len(said) != len(has) or len(said) <= LEAST_SHARED:
        return None
    pairs = [(one, other) for one, other in zip(said, has, strict=True) if one != other]
    return pairs[0] if len(pairs) == 1 else None


def telling(code: str) -> bool:
    """Whether a line of code has enough to tell it from others."""
    return len(code) >= LEAST_LETTERS and _ALPHA.search(code) is not None


def in_short(token: str) -> str:
    """A token as an answer shows it."""
    return token if len(token) <= SHOWN else f"{token[: SHOWN - 1]}…"
