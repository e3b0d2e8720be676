"""Evidence: a place in TensorFlow's source that is known by what it says, never by a line number.

A place is a number of consecutive lines of a file. Their *text* is kept as a digest only: each line with spare white
space and the mark of a comment taken away, and without the lines that are empty then. So a place is found again after
the file has grown above it or was indented anew; and it is not found once a word of it has changed, which is when a
person has to read it again. Comments count, because half of what TensorFlow documents stands in them.

Where the same lines stand twice in a file, the place is the one whose enclosing definition shares most words with the
name it is said to be `within`, and among those the one with the fewest others: `MaxPoolingGradOp` is the class, not its
specialisation for a GPU.

    python -m tfexplore.reference.evidence TREE PATH:START-END

prints the digest of lines START to END of PATH (relative to TREE) and the number of lines that count, ready to be
written down, and says where else in the file they stand.

This module needs the standard library only, as it runs while a tree is indexed.
"""

from __future__ import annotations

import re
import sys
import zlib
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

_COMMENT_MARK = re.compile(r"^\s*(?://+|#+(?=\s|$)|/\*+|\*+/?(?=\s|$))")
_WORD = re.compile(r"[A-Za-z_]\w*")


class Evidence(NamedTuple):
    """A place in a file: `lines` lines that count, whose text has the digest `digest`.

    `path` is relative to the root of the source tree, or to that of the package named by `package` and `version`.
    `within` is what a person calls the construct: `Conv2DOp::Compute`, `attr data_format of Conv2D`.
    """

    path: str
    within: str
    digest: str
    lines: int
    package: str = ""
    version: str = ""

    @property
    def external(self) -> bool:
        """Whether the file belongs to a package of its own, and is not in the tree."""
        return bool(self.package)


class Line(NamedTuple):
    """A line that says something: its number from 1, its text, and whether it stands at the left margin."""

    number: int
    text: str
    margin: bool


@lru_cache(maxsize=2)  # the evidence in one file is looked for piece by piece
def significant_lines(text: bytes) -> list[Line]:
    """Return the lines of a file that say something, without spare white space and marks of comments."""
    found = []
    for number, raw in enumerate(text.decode("utf-8", "replace").split("\n"), 1):
        line = " ".join(_COMMENT_MARK.sub("", raw).split())
        if line:
            found.append(Line(number, line, raw[:1].isalpha() or raw[:1] == "_"))
    return found


@lru_cache(maxsize=2)
def _firsts(text: bytes) -> list[str]:
    """Return the short hash of each of a file's lines that say something."""
    return [_first(line.text) for line in significant_lines(text)]


def digest(lines: list[str]) -> str:
    """Return the digest of the text of lines: that of the first, a hyphen, that of all."""
    return f"{_first(lines[0])}-{blake2b(chr(10).join(lines).encode(), digest_size=8).hexdigest()}"


def locate(evidence: Evidence, text: bytes) -> tuple[int, int] | None:
    """Return the first and last line of the evidence in a file of this text, or None if it is not there.

    Lines that stand more than once and cannot be told apart by what they are within are not found either.
    """
    lines = significant_lines(text)
    places = _places(evidence.digest, evidence.lines, lines, _firsts(text))
    if len(places) > 1:
        places = _within(places, evidence.within, lines)
    if len(places) != 1:
        return None
    start = places[0]
    return lines[start].number, lines[start + evidence.lines - 1].number


def _places(wanted: str, count: int, lines: list[Line], firsts: list[str]) -> list[int]:
    """Return the index of the first line of every place of `count` lines with a digest."""
    first = wanted.partition("-")[0]
    return [
        start
        for start, known in enumerate(firsts[: max(0, len(lines) - count + 1)])
        if known == first and digest([line.text for line in lines[start : start + count]]) == wanted
    ]


def _within(places: list[int], within: str, lines: list[Line]) -> list[int]:
    """Return the places whose enclosing definition fits a name best."""
    wanted = set(_WORD.findall(within))
    fits = []
    for start in places:
        header = next((line.text for line in reversed(lines[: start + 1]) if line.margin), "")
        words = set(_WORD.findall(header))
        fits.append((len(wanted & words), -len(words - wanted)))
    best = max(fits)
    return [start for start, fit in zip(places, fits, strict=True) if fit == best and best[0] > 0]


def _first(line: str) -> str:
    """Return a short hash of a line, to pass over most of a file quickly."""
    return f"{zlib.crc32(line.encode()) & 0xFFFF:04x}"


def describe(path: str, text: bytes, start: int, end: int) -> tuple[str, int, list[tuple[int, int]]]:
    """Return (digest, lines, every place with that digest) of lines `start` to `end` of a file."""
    lines = significant_lines(text)
    chosen = [line.text for line in lines if start <= line.number <= end]
    if not chosen:
        raise ValueError(f"{path}:{start}-{end} holds nothing that counts")
    wanted, count = digest(chosen), len(chosen)
    starts = _places(wanted, count, lines, _firsts(text))
    return wanted, count, [(lines[start].number, lines[start + count - 1].number) for start in starts]


def main(arguments: list[str]) -> int:
    """Print the digest of a place in a tree; see the module's docstring."""
    match = re.fullmatch(r"(.+):(\d+)(?:-(\d+))?", arguments[1]) if len(arguments) == 2 else None
    if match is None:
        print("usage: python -m tfexplore.reference.evidence TREE PATH:START-END", file=sys.stderr)
        return 2
    path, start, end = match[1], int(match[2]), int(match[3] or match[2])
    try:
        wanted, count, places = describe(path, (Path(arguments[0]) / path).read_bytes(), start, end)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f'"{wanted}", {count}')
    if len(places) > 1:
        print(f"stands {len(places)} times, {places}: `within` must tell them apart", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
