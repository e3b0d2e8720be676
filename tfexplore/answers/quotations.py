"""Quotations of source held against the source, as people quote: comments added, lines left out, entities damaged.

Lines are compared without white space and comments. `...` stands for anything within a line, and alone on a line for
any number of lines. A quotation belongs to the file in which most of its lines stand, in their order.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.citations import entities_resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_LINES = 600
#: From this share of its lines on a block is a quotation of a file; a file that the text names needs less.
SHARE, SHARE_NAMED = 0.6, 0.34

_COMMENT = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|//.*|/\*.*?(?:\*/|$)|(?<![\w&])#(?![ \t]*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error)\b|\#).*"""
)
_ELIDED = re.compile(r"^[\s/#*;,{}()\[\]<>-]*(?:\.\.\.+|…+|⋯+|省略|略)[^\w]*.{0,40}$")
_SPACE = re.compile(r"\s+")
_TAG = re.compile(r"<[^<>]*>")
_WILD = re.compile(r"\.\.\.+|…+")


class Compared(Record):
    """Where a quotation stands; `different` says the first difference, empty when there is none."""

    path: str
    line: int
    end_line: int
    different: str


def _plain(line: str) -> str:
    """A line without comments and white space."""
    return _SPACE.sub("", _COMMENT.sub(lambda m: m.group(1) or "", line))


class Quotations:
    """The files of a tree as lines to compare with, each prepared once."""

    def __init__(self, read: Callable[[str], bytes | None], paths: Iterable[str]) -> None:
        self._read = read
        self._files: dict[str, list[tuple[str, int]]] = {}

    def _lines(self, path: str) -> list[tuple[str, int]]:
        if path not in self._files:
            data = self._read(path) or b""
            found = []
            inside = False  # a block comment over several lines
            for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), 1):
                if inside:
                    if "*/" not in line:
                        continue
                    line, inside = line.partition("*/")[2], False
                if "/*" in line and "*/" not in line.rpartition("/*")[2] and not path.endswith(".py"):
                    line, inside = line.rpartition("/*")[0], True
                plain = _plain(line)
                if plain:
                    found.append((plain, number))
            self._files[path] = found
        return self._files[path]

    def compare(self, code: str, candidates: list[str], named: bool) -> Compared | None:
        """The file of `candidates` that a block of code quotes, and how it differs; None for code of the author's own.

        `named` says that the text around names the first candidates.
        """
        quoted = _quoted(code)
        solid = [line for line in quoted if line is not None and len(line) > 3]
        if not solid or len(quoted) > MAX_LINES:
            return None
        for path in candidates:
            exact = self._exact(quoted, path)
            if exact is not None:
                return exact
        best: tuple[float, Compared] | None = None
        for path in candidates:
            share, compared = self._align(quoted, solid, path)
            if compared is not None and (best is None or share > best[0] + 1e-9):
                best = (share, compared)
                if share >= 1 and not compared.different:
                    break
        if best is None or best[0] < (SHARE_NAMED if named and len(solid) > 2 else SHARE):
            return None
        return best[1]

    def _exact(self, quoted: list[str | None], path: str) -> Compared | None:
        """The place of a quotation that differs in nothing but where its lines break."""
        lines = self._lines(path)
        text = "".join(plain for plain, _ in lines)
        at = 0
        first = last = -1
        for group in _groups(quoted):
            found = text.find(group, at)
            if found < 0:
                return None
            first = found if first < 0 else first
            at = last = found + len(group)
        if first < 0:
            return None
        begin = end = 0
        offset = 0
        for plain, number in lines:
            if offset <= first:
                begin = number
            if offset < last:
                end = number
            offset += len(plain)
        return Compared(path, begin, end, "")

    def _align(self, quoted: list[str | None], solid: list[str], path: str) -> tuple[float, Compared | None]:
        lines = self._lines(path)
        where: dict[str, list[int]] = {}
        for position, (plain, _) in enumerate(lines):
            where.setdefault(plain, []).append(position)
        hits = [line for line in solid if line in where]
        if not hits and not any(_WILD.search(line) for line in solid):
            loose = {_TAG.sub("", plain) for plain, _ in lines}
            if sum(_TAG.sub("", line) in loose for line in solid) < len(solid) * SHARE_NAMED:
                return 0.0, None
        # Begin at the rarest line, and go both ways from there.
        starts = [(len(where[line]), i) for i, line in enumerate(quoted) if line is not None and line in where]
        if not starts:
            return 0.0, None
        rarest = min(starts)
        best: tuple[float, Compared | None] = (0.0, None)
        for anchor in where[quoted[rarest[1]] or ""][:40]:
            result = _run(quoted, lines, rarest[1], anchor, path)
            if best[1] is None or result[0] > best[0]:
                best = result
        return best


def _groups(quoted: list[str | None]) -> list[str]:
    """The stretches between elisions, each as one text."""
    groups: list[list[str]] = [[]]
    for line in quoted:
        if line is None:
            groups.append([])
        else:
            groups[-1].append(line)
    return ["".join(group) for group in groups if group]


def _run(
    quoted: list[str | None], lines: list[tuple[str, int]], start: int, anchor: int, path: str
) -> tuple[float, Compared]:
    matched = 1
    first = last = anchor
    different = ""
    at, free = anchor + 1, False
    total = sum(line is not None for line in quoted)
    for line in quoted[start + 1 :]:
        if line is None:
            free = True
            continue
        found = _find(line, lines, at, 400 if free else 1)
        if found is None:
            different = different or _say(line, lines, at)
            # Look a little further, so that one wrong or missing line does not make all that follow wrong.
            found = _find(line, lines, at, 12)
            if found is None:
                at += 1
                free = False
                continue
        matched += 1
        at, last, free = found + 1, found, False
    at, free = anchor - 1, False
    for line in reversed(quoted[:start]):
        if line is None:
            free = True
            continue
        found = _find_back(line, lines, at, 400 if free else 1)
        if found is None:
            different = different or _say(line, lines, at)
            found = _find_back(line, lines, at, 12)
            if found is None:
                at -= 1
                free = False
                continue
        matched += 1
        at, first, free = found - 1, found, False
    return matched / max(1, total), Compared(path, lines[first][1], lines[last][1], different)


def _same(quoted: str, line: str) -> bool:
    if quoted == line:
        return True
    if _WILD.search(quoted):
        parts = [part for part in _WILD.split(quoted)]
        pattern = ".*".join(map(re.escape, parts))
        return re.fullmatch(pattern, line) is not None
    if "<" in line and "<" not in quoted:  # an HTML tag, to whoever rendered it last
        return _TAG.sub("", line) == quoted
    return False


def _find(line: str, lines: list[tuple[str, int]], at: int, reach: int) -> int | None:
    for position in range(max(0, at), min(len(lines), at + reach)):
        if _same(line, lines[position][0]):
            return position
    return None


def _find_back(line: str, lines: list[tuple[str, int]], at: int, reach: int) -> int | None:
    for position in range(min(at, len(lines) - 1), max(-1, at - reach), -1):
        if _same(line, lines[position][0]):
            return position
    return None


def _say(line: str, lines: list[tuple[str, int]], at: int) -> str:
    number = lines[at][1] if 0 <= at < len(lines) else 0
    return f"line {number} is not {line[:60]!r}" if number else f"{line[:60]!r} is not there"


def _quoted(code: str) -> list[str | None]:
    """The lines of a block without comments and white space; None where lines were left out."""
    found: list[str | None] = []
    text = entities_resolved(code)
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    for line in text.split("\n"):
        if _ELIDED.match(line):
            if not found or found[-1] is not None:
                found.append(None)
            continue
        plain = _plain(line)
        if plain:
            found.append(plain)
    return found
