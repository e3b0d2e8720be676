"""Words of code that are no citations by themselves, beside lines that are cited: what they may be the names of."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.verifying.declared import BODIES, DEFINED, REGISTERED
from tfexplore.answers.verifying.spelling import is_of_the_file, nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Letters of a word that is no other's misspelling by chance.
MISSPELT = 6
#: How far from a cited line the word that is meant may stand.
NEAR_LINES = 3
#: A word of small letters, or of capitals, in code, and the text between it and a place cited behind or before it.
_BARE = r"(?P<name>_{0,2}[a-z][a-z0-9]{2,40}|[A-Z][A-Z0-9]{1,40})"
_WORD_BEFORE = regex(_BARE.join([r"`", r"(?:\(\)|<[^`]{0,80}>)?(?P<between>`[^`]{0,60}`?)$"]))
_WORD_BEHIND = regex(_BARE.join([r"(?P<between>`?[^`]{0,40}`)", r"(?:\(\)|<[^`]{0,80}>)?`"]))

#: What an item has before its place that is nothing but a word and that, and what it has behind it.
_ITEM = regex(
    r"\s*(?:[-*+]|\d+[.)、])\s+\**(?P<name>_{0,2}[A-Za-z]\w{3,80})(?:\(\))?\**\s?(?:[,，:：(（]|--?|—|–)\s?[`*]*\Z",
    re.A,
)
_ITS_END = regex(r"[`*)）.。]*\s*\Z")


def bare(page: Page, one: Citation, fitting: list[str]) -> tuple[Citation, str] | None:
    """A word that is no citation by itself, next to lines of a file that defines or registers such a name.

    ::

        `dropout` (nn_ops.py:4182)
    """
    name, how = _word_beside(page, one)
    text = page.text_lines[one.line - 1]
    if text.lstrip().startswith("|") and f"`{name}" not in text and is_of_the_file(one.target, name):
        return None
    kinds = (*DEFINED, *REGISTERED) if not name.islower() or name.startswith("_") else BODIES
    if not any(p.path in fitting and p.kind in kinds for p in page.known.places(name)):
        return None
    return one._replace(kind="symbol", text=name, target=name, start=0, end=0), how if how != "there" else ""


def _word_beside(page: Page, one: Citation) -> tuple[str, str]:
    """The word next to cited lines that they are said of, and how; empty where there is none, or it is a value."""
    text = page.text_lines[one.line - 1]
    before, behind = text[: one.column - 1], text[one.end_column :]
    alone = _ITEM.match(before) if _ITS_END.match(behind) else None
    if alone is not None and one.start == one.end:
        return alone["name"], "alone"
    word = _WORD_BEFORE.search(before)
    how = wording.forward(word["between"], True) if word else ""
    if word and how == "there" and one.start == one.end and wording.alone(before[: word.start()], behind):
        how = "alone"
    if word is None or not how:
        word = _WORD_BEHIND.match(behind)
        how = wording.backward(word["between"], True, behind[word.end() :]) if word else ""
    if word is None or not how or wording.parameter(text[: text.find("`" + word["name"])]):
        return "", ""
    return word["name"], how


def misspelt(page: Page, one: Citation, path: str) -> tuple[str, str] | None:
    """The word that cited lines are said of, where the file does not have it but they have one a letter from it."""
    name, _ = _word_beside(page, one)
    data = page.known.read(path) if len(name) >= MISSPELT and name not in page.own else None
    if data is None or name.lower().encode() in data.lower():
        return None
    lines = page.known.lines(path)[max(0, one.start - 1 - NEAR_LINES) : one.end + NEAR_LINES]
    words = {word.decode("ascii", "replace") for word in re.findall(rb"[A-Za-z_]\w+", b"\n".join(lines), re.A)}
    near = nearest_of(name, words, 1 - 1.1 / len(name))
    return (name, near[0]) if near else None
