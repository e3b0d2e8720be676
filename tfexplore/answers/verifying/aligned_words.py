"""Words of a sentence beside those of a file: where a file has all of it but for a word, and which that is."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tfexplore.patterns import regex

#: Places of a part of a sentence that are looked at, and letters of a part that tell them.
MAX_PLACES, MIN_PART = 20, 12
#: Words that find the place of a message, how much of it is the same there, how many words it may have besides, how
#: long a word is thought to be at most, and how many words are another's.
ANCHOR, MOSTLY, MAX_MORE, MAX_LETTERS, MAX_OTHER = 3, 0.6, 6, 40, 6
#: Such words of a message that are sought, and places at which it is laid along a text.
MAX_ANCHORS, MAX_LAID = 24, 12
#: From this on two words are forms or spellings of one.
SAME_WORD = 0.8
_DENYING = frozenset({"not", "no", "never", "cannot", "only"})
#: What a value is put into.
_INSERTED = regex(r"[{}%$]")


def nearly(words: list[str], text: str) -> tuple[str, str] | None:
    """What a text has for one word of a sentence, all others of which it has in their order; and that word."""
    middle = len(words) // 2
    first, second = f" {' '.join(words[:middle])} ", f" {' '.join(words[middle:])} "
    for half, behind in ((first, True), (second, False)):
        if len(half) < MIN_PART:
            continue
        place = text.find(half)
        for _ in range(MAX_PLACES):
            if place < 0:
                break
            rest = words[middle:] if behind else words[:middle][::-1]
            if behind:
                begins = place + len(half)
                there = text[begins : begins + 40 * len(rest)].split()[: len(rest)]
            else:
                there = text[max(0, place - 40 * len(rest)) : place].split()[-len(rest) :][::-1]
            others = [(here, word) for here, word in zip(there, rest, strict=False) if here != word]
            if len(there) == len(rest) and len(others) == 1 and is_another(*others[0]):
                return others[0]
            place = text.find(half, place + 1)
    return None


def of_a_message(words: list[str], text: str) -> list[tuple[str, str]] | None:
    """What a text has instead of words of a message, and these, at the place that is most like it.

    Words into which a value is put are like any. None: no place is like the message.
    """
    best: list[tuple[str, str]] | None = None
    laid = 0
    for begins in range(0, len(words) - ANCHOR + 1, 1 + len(words) // MAX_ANCHORS):
        part = f" {' '.join(words[begins : begins + ANCHOR])} "
        place = text.find(part) if len(part) >= MIN_PART else -1
        while place >= 0 and laid < MAX_LAID:
            laid += 1
            before = text[max(0, place - MAX_LETTERS * (begins + MAX_MORE)) : place].split()
            behind = text[place : place + MAX_LETTERS * (len(words) - begins + MAX_MORE)].split()
            there = _from(words[0], before[-(begins + MAX_MORE) :]) if begins else []
            others = _others(words, [*there, *behind[: len(words) - begins + MAX_MORE]])
            if others is not None and (best is None or len(others) < len(best)):
                best = others
            if best == []:
                return best
            place = text.find(part, place + 1)
    return best


def _from(word: str, before: list[str]) -> list[str]:
    """The words before a place from the last on that is a given one, if there is any."""
    return before[len(before) - 1 - before[::-1].index(word) :] if word in before else before


def _others(words: list[str], there: list[str]) -> list[tuple[str, str]] | None:
    """What stands there instead of words; None where too little is the same, or more stands around it."""
    matched = SequenceMatcher(None, there, words, autojunk=False)
    blocks = [block for block in matched.get_matching_blocks() if block.size]
    if sum(block.size for block in blocks) < MOSTLY * len(words):
        return None
    others = []
    for tag, at, to, first, last in matched.get_opcodes():
        has = there[at:to]
        if tag == "equal" or (tag == "delete" and (first in (0, len(words)))):
            continue  # what stands around the message
        if first == 0 or last == len(words):
            if last - first > 1:
                return None
            has = has[:1] if first else has[-1:]
            if not any(one[:1].isalpha() for one in has):
                continue  # a value that the message begins or ends with
        said = words[first:last]
        if len(has) == len(said):
            pairs = [(one, word) for one, word in zip(has, said, strict=True) if not _INSERTED.search(one)]
            has, said = [one for one, _ in pairs], [word for _, word in pairs]
        if (has or said) and not any(_INSERTED.search(one) for one in has):
            others.append((" ".join(has), " ".join(said)))
    return others


def are_others(has: str, said: str) -> bool:
    """Whether some words are no forms or spellings of others, or a negation is left out or put in."""
    if not has or not said:
        return (has or said) in _DENYING
    many = max(has.count(" "), said.count(" ")) + 1
    return is_another(has, said) if many == 1 else many <= MAX_OTHER


def is_another(has: str, word: str) -> bool:
    """Whether two words are no forms or spellings of one, of which a document may have mended one."""
    if _INSERTED.search(has) is not None:
        return False
    if any(letter.isdigit() for letter in has + word):
        return True
    if not has.isascii() or re.fullmatch(r"[\w-]+", has) is None or re.fullmatch(r"[\w-]+", word) is None:
        return False
    short, long = sorted([has, word], key=len)
    if long in (f"un{short}", f"in{short}", f"non{short}", f"non-{short}"):
        return True
    return SequenceMatcher(None, has, word).ratio() < SAME_WORD
