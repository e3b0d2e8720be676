"""What stands between commas, up to the bracket that closes."""

from __future__ import annotations

CLOSING = {"(": ")", "[": "]", "{": "}"}


def items(text: str, start: int = 0) -> tuple[list[tuple[int, str]], int]:
    """What stands between commas from an offset to the bracket that closes, each with its offset, and where that is.

    -1 where nothing closes; remarks are left out.

    >>> items("a, b=(1, 2)) + c")
    ([(0, 'a'), (3, 'b=(1, 2)')], 11)
    """
    made: list[tuple[int, str]] = []
    open_ones: list[str] = []
    parts: list[str] = []
    begun = at = start
    while at < len(text):
        letter = text[at]
        if letter in "\"'":
            end = _string_end(text, at)
            parts.append(text[at:end])
            at = end
            continue
        if letter == "#":
            end = text.find("\n", at)
            at = end if end >= 0 else len(text)
            continue
        if letter in CLOSING:
            open_ones.append(CLOSING[letter])
        elif letter in ")]}":
            if not open_ones:
                made.append((begun, "".join(parts)))
                return _stripped(made), at
            if open_ones.pop() != letter:
                return [], -1
        if letter == "," and not open_ones:
            made.append((begun, "".join(parts)))
            parts, begun = [], at + 1
        else:
            parts.append(letter)
        at += 1
    made.append((begun, "".join(parts)))
    return (_stripped(made), -1) if not open_ones else ([], -1)


def _string_end(text: str, at: int) -> int:
    """Behind a string that begins somewhere; the text's end for one that nothing closes."""
    mark = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    end = at + len(mark)
    while end < len(text) and not text.startswith(mark, end):
        end += 2 if text[end] == "\\" else 1
    return min(len(text), end + len(mark))


def _stripped(made: list[tuple[int, str]]) -> list[tuple[int, str]]:
    found = [(at + len(text) - len(text.lstrip()), text.strip()) for at, text in made]
    return [one for one in found if one[1]]
