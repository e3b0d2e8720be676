"""How the text of a message is recognised without keeping it.

A message template is fixed parts with gaps between them: `"Op type not registered '" ... "' in binary running on "`.
The index holds, for every fixed part, one number: its length and the CRC-32 of its text, white space folded. That is
enough to recognise a message and to cut the values out of it, because a part of known length can be sought in a text
by hashing each window of that length; it is not enough to read the template.

What to try is found by an *anchor*: the hash of up to `ANCHOR_WORDS` neighbouring whole words of one fixed part, the
longest there are. Every such run of words in a message is hashed and looked up; the few templates found are then
compared part by part. A template of parts p1..pn matches by chance with a probability of about (length of the text
/ 2^32)^n, and every match is of the anchor and all parts, so a false one is not to be expected.
"""

from __future__ import annotations

import re
from binascii import crc32
from itertools import pairwise

#: Words in an anchor; the hashes looked up for a message are this many for each of its words.
ANCHOR_WORDS = 4
_BEGINNING = 60
_LEAST_FIRST = 12
_LEAST_CUT = 16
#: A longer part is cut: its first `MAX_PART` bytes identify it.
MAX_PART = 2000

_WORD = re.compile(rb"\w+", re.ASCII)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def folded(text: bytes) -> bytes:
    """`text` with every run of white space as one blank, and none at either end."""
    return b" ".join(text.split())


def part(text: bytes) -> str:
    """The number of a folded fixed part, in base 36; `length_and_hash` reads it."""
    text = text[:MAX_PART]
    number = len(text) << 32 | crc32(text)
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def length_and_hash(text: str) -> tuple[int, int]:
    """The length and the hash that `part` has written; raises `ValueError`."""
    number = int(text, 36)
    return number >> 32, number & 0xFFFFFFFF


def anchor(parts: list[tuple[bytes, bool, bool]]) -> int:
    """The anchors of a template as one number, 0 where it has none.

    The lower half is the longest run of words there is; the upper half, where it is not the same, is the longest near
    the beginning, for messages of which only the beginning is there.

    `parts` are folded fixed parts, each with whether its first and its last word are whole: a word beside a gap may
    go on in the value.
    """
    first, best, best_size = 0, 0, 0
    for text, whole_first, whole_last in parts:
        text = text[:MAX_PART]
        words = [match.span() for match in _WORD.finditer(text)]
        own, own_size = 0, 0
        if words and not whole_first and words[0][0] == 0:
            del words[0]
        if words and not whole_last and words[-1][1] == len(text):
            del words[-1]
        for count in range(min(ANCHOR_WORDS, len(words)), 0, -1):
            for number in range(len(words) - count + 1):
                begin, end = words[number][0], words[number + count - 1][1]
                size, value = end - begin, 0
                if size > max(own_size, _LEAST_FIRST) and count > 1 and not first and end <= _BEGINNING:
                    own = value = crc32(text[begin:end])
                    own_size = size
                if size > best_size:
                    best_size = size
                    best = value or crc32(text[begin:end])
            break
        first = first or own
    return best if first == best else first << 32 | best


def anchors(text: bytes) -> dict[int, tuple[int, int]]:
    """Every hash that could be an anchor of a folded text, and where its words begin and end."""
    spans = [match.span() for match in _WORD.finditer(text)]
    ends = [end for _, end in spans]
    found: dict[int, tuple[int, int]] = {}
    for number, (begin, _) in enumerate(spans):
        for end in ends[number : number + ANCHOR_WORDS]:
            found.setdefault(crc32(text[begin:end]), (begin, end))
    return found


def find(text: bytes, wanted: tuple[int, int], begin: int, end: int) -> int:
    """Where in `text[begin:end]` the part of this length and hash first stands, or -1."""
    length, value = wanted
    for at in range(begin, end - length + 1):
        if crc32(text[at : at + length]) == value:
            return at
    return -1


class Match:
    """How a text fits a template: where it begins and ends, the values between, and how many bytes are fixed."""

    __slots__ = ("begin", "end", "fixed", "values")

    def __init__(self, begin: int, end: int, fixed: int, values: list[tuple[int, int]]) -> None:
        self.begin = begin
        self.end = end
        self.fixed = fixed
        self.values = values


def match(parts: tuple[str, ...], text: bytes, begin: int = 0, whole: bool = True) -> Match | None:
    """How the folded `text` from `begin` on fits `parts`, None where it does not.

    The first part stands at `begin` and, for a `whole` text, the last one at its end, unless a value stands there.
    Each other part is the first that fits behind the one before: with gaps of any length that finds a match whenever
    there is one.
    """
    values: list[tuple[int, int]] = []
    position = begin
    fixed = 0
    gap = -1  # where the present value begins
    last = len(parts) - 1
    size = len(text)
    for number, one in enumerate(parts):
        if not one:
            if position < size and text[position] == 32:
                position += 1
            gap = position
            continue
        if gap < 0 and number:
            gap = position
        wanted = length_and_hash(one)
        length = wanted[0]
        if number == last and whole and length < MAX_PART:
            at = size - length
            if at < position or (gap < 0 and at != position) or crc32(text[at:]) != wanted[1]:
                return None
        elif gap < 0:
            at = position
            if crc32(text[at : at + length]) != wanted[1] or at + length > size:
                return None
        else:
            at = find(text, wanted, position, size)
            if at < 0:
                return None
        if gap >= 0:
            values.append((gap, at - 1 if at > gap and text[at - 1] == 32 else at))
        position = at + length
        fixed += length
        gap = -1
    if gap >= 0:
        values.append((gap, size))
        position = size
    elif whole and position < size and not parts:
        return None
    return Match(begin, position, fixed, values)


def around(parts: tuple[str, ...], text: bytes, anchored: tuple[int, int]) -> Match | None:
    """How `parts` fit into `text` around the place where an anchor of theirs stands; None where they do not.

    A part in front stands as near to the anchor as it can, and so does each behind it. What is missing at the end of
    the text, as in a message that was cut, makes the match shorter by `fixed`; `values` then has fewer gaps. Where the
    very part with the anchor is cut, the anchor alone is the match.
    """
    place, stop = anchored
    end = len(text)
    wanted = [length_and_hash(one) if one else (0, 0) for one in parts]
    for number, (length, value) in enumerate(wanted):
        for begin in range(place, max(place - length, -1), -1):
            if length and begin + length <= end and crc32(text[begin : begin + length]) == value:
                return _spread(parts, wanted, text, number, begin, end)
    if any(length > end - place for length, _ in wanted) and stop - place >= _LEAST_CUT:
        return Match(place, end, stop - place, [])
    return None


def _spread(
    parts: tuple[str, ...], wanted: list[tuple[int, int]], text: bytes, number: int, begin: int, end: int
) -> Match | None:
    """The match in which part `number` stands at `begin`."""
    places = {number: begin}
    at = begin
    for before in range(number - 1, -1, -1):
        length, value = wanted[before]
        if not length:
            continue
        at -= length
        while at >= 0 and crc32(text[at : at + length]) != value:
            at -= 1
        if at < 0:
            return None
        places[before] = at
    position = begin + wanted[number][0]
    for behind in range(number + 1, len(parts)):
        length = wanted[behind][0]
        if not length:
            continue
        at = find(text, wanted[behind], position, end)
        if at < 0:
            break
        places[behind] = at
        position = at + length
    first = min(places)
    last = max(places)
    values: list[tuple[int, int]] = []
    if first and not parts[0]:
        values.append((0, places[first]))
    ordered = sorted(places)
    values += [(places[left] + wanted[left][0], places[right]) for left, right in pairwise(ordered)]
    stop = places[last] + wanted[last][0]
    if last + 1 < len(parts):
        values.append((stop, end))
    return Match(places[first], stop, sum(wanted[one][0] for one in places), values)
