"""The wording of reports, one catalogue a language: the same keys, with the same fields to be filled in.

A sentence is kept whole, so that each language may order its words as it likes. What the source says (names,
signatures, places) is not translated, and neither is anything that a program reads.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Words = Callable[..., str]

LANGUAGES = ("en", "zh")

#: The language that claims are written in.
SOURCE = "en"


def texts(language: str) -> dict[str, str]:
    """Everything that a language says."""
    module = __import__(f"tfexplore.catalogue.{language}", fromlist=("TEXTS",))
    if language == SOURCE:
        return dict(module.TEXTS)
    claims = __import__(f"tfexplore.catalogue.{language}_claims", fromlist=("TEXTS",))
    return {**module.TEXTS, **claims.TEXTS}


def words(language: str) -> Words:
    """What gives the wording of a key with its fields filled in; an unknown key is a defect and raises `KeyError`."""
    known = texts(language)

    def say(key: str, **fields: object) -> str:
        text = known[key]
        return text.format(**fields) if fields else text

    return say
