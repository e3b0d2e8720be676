"""A block put together of statements that a file has word for word: with members left out, or in another order.

People show of a class what matters to them, and do not always say that there is more; they show a function before the
one that calls it, and two files in one block. Where every statement stands in the file, and what is left out between
two of them are whole declarations, the block says nothing wrong. A statement that is left out of a function's body is
another matter, and so is a single declaration.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.tokens import ELISION, entities_resolved, without_remarks
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: Lines of a block that are looked for.
MAX_LINES = 600
#: Declarations that are left out of a class without being missed: fewer may have been dropped by mistake.
ENOUGH_LEFT_OUT = 3
#: Letters of a line that is looked for before a file is taken apart.
MIN_LINE = 12
#: Blanks, and what a macro's line goes on behind.
_UNSAID_SIGNS = b" \t\r\f\v\n\\"
#: Letters of the statements of a piece that say more than a brace.
MIN_PIECE = 24

#: A literal, which may be left open, and remarks and blanks outside of one.
_LITERAL = r"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?"
_REMARKS = regex(rf"({_LITERAL})|//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_BLANKS = regex(rf"({_LITERAL})|\s+", re.S)
#: A remark that is nothing but the file that what follows is from.
_HEADER = regex(r"\s*(?://+|#+)\s*(?P<path>[\w.+-]+(?:[/\\][\w.+-]+)+)\s*(?::\d+)?\s*")
#: Where a statement of C++ may end, and what it does not end in.
_ENDS = regex(rf"{_LITERAL}|^[ \t]*#(?:[^\n\\]|\\.)*|[;{{}}()]", re.M | re.S)
_LABEL = regex(r"^(?:(?:public|private|protected|signals):)+")
_TRIVIAL = regex(r"[{}();:,\]\[]*|else\{?|return;|break;")
#: What is left out of a class without a loss: braces, directives, what makes and destroys it, what forbids to copy it.
_UNSAID = regex(
    r"[};]*$|#|(?:virtual)?~|(?:explicit)?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*\(|TF_DISALLOW|friend|using(?!namespace)\w+::",
    re.A,
)
_BRACES = regex(r"[};]*|#.*", re.S)
#: The head of a class, whose declarations are left out with it.
_TYPE = regex(r"(?:struct|class|enum|union)[A-Za-z]\w*[^;()]*\{", re.A)
#: A line of a block that stands for what was left out.
_ELIDED = regex(r"\s*(?:(?://+|#+|/\*).{0,60}|[.…]+)\s*")


class Excerpt(Record):
    """What a block was put together of: the file, the first and the last line of each piece, and what is left out."""

    pieces: tuple[tuple[str, int, int], ...]
    left_out: int

    @property
    def detail(self) -> str:
        """How the block differs from one place of one file."""
        files = len({path for path, _, _ in self.pieces})
        told = [f"pieces of {files} files"] if files > 1 else []
        if files == 1 and len(self.pieces) > 1:
            told.append(f"{len(self.pieces)} pieces in another order")
        if self.left_out:
            told.append(f"{self.left_out} declarations left out")
        return "; ".join(told)


class _Unit(Record):
    """A statement of C++ or a line of Python without blanks and remarks, and its first and last line."""

    text: str
    first: int
    last: int


class Source:
    """A file to look in: its statements, where each stands among them, and the lines of its functions."""

    def __init__(self, path: str, data: bytes, bodies: Sequence[tuple[int, int]]) -> None:
        self.path = path
        self.bodies = bodies
        self._data = data

    @cached_property
    def units(self) -> list[_Unit]:
        """Its statements."""
        return list(_units(self._data.decode("utf-8", "replace"), self.path.endswith((".py", "BUILD", ".bzl"))))

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where each of them stands among all."""
        places: dict[str, list[int]] = {}
        for at, unit in enumerate(self.units):
            places.setdefault(unit.text, []).append(at)
        return places

    @cached_property
    def _squeezed(self) -> bytes:
        return self._data.translate(None, _UNSAID_SIGNS)

    def may_have(self, lines: Sequence[str]) -> bool:
        """Whether each of some lines may stand in it; which is found out before it is taken apart."""
        bare = (_REMARKS.sub(lambda match: match[1] or "", line) for line in lines if not ELISION.search(line))
        said = (line.encode().translate(None, _UNSAID_SIGNS).rstrip(b";{}") for line in bare)
        return all(line in self._squeezed for line in said if len(line) >= MIN_LINE)


def excerpt(code: str, python: bool, open_file: Callable[[str], Source | None], paths: Sequence[str]) -> Excerpt | None:
    """Of which statements of one of some files a block was put together; None where one is in none, or is missed.

    `open_file` prepares a file by a path as people write it.
    """
    lines = entities_resolved(code).split("\n")
    if len(lines) > MAX_LINES:
        return None
    headed = ((at, _HEADER.fullmatch(line)) for at, line in enumerate(lines))
    opened = ((at, open_file(match["path"])) for at, match in headed if match is not None)
    headers = [(at, file) for at, file in opened if file is not None]
    if headers:
        ends = [at for at, _ in headers[1:]] + [len(lines)]
        made = [_in_file(lines[at + 1 : end], python, file) for (at, file), end in zip(headers, ends, strict=True)]
        whole = [one for one in made if one is not None]
        if len(whole) < len(made) or any(line.strip() for line in lines[: headers[0][0]]):
            return None
        return Excerpt(tuple([piece for one in whole for piece in one.pieces]), sum(one.left_out for one in whole))
    files = (file for path in paths if (file := open_file(path)) is not None and (python or file.may_have(lines)))
    return next((found for file in files if (found := _in_file(lines, python, file)) is not None), None)


def _units(text: str, python: bool) -> Iterator[_Unit]:
    if python:
        for number, row in enumerate(without_remarks(text).split("\n"), 1):
            if bare := _bare(row):
                yield _Unit(bare, number, number)
        return
    text = _REMARKS.sub(lambda match: match[1] or "\n" * match[0].count("\n"), text)
    begin = depth = 0
    line, counted = 1, 0
    for match in _ENDS.finditer(text):
        sign = match[0]
        if sign in ("(", ")"):
            depth = max(0, depth + (1 if sign == "(" else -1))
        if sign in ("(", ")") or sign[0] in "\"'" or (sign == ";" and depth):
            continue
        directive = sign.lstrip()[0] == "#"
        depth = depth if directive else 0  # a brace within brackets begins a body
        piece = text[begin : match.start() if directive else match.end()]
        bare = _LABEL.sub("", _bare(piece))
        head = begin + len(piece) - len(piece.lstrip())
        line += text.count("\n", counted, head)
        counted = head
        last = line + text.count("\n", head, match.end())
        if bare:
            yield _Unit(bare, line, last)
        if directive:
            yield _Unit(_bare(sign.replace("\\\n", "")), last - sign.count("\n"), last)
        begin = match.end()
    if bare := _bare(text[begin:]):
        yield _Unit(bare, line + text.count("\n", counted, begin), line + text.count("\n", counted))


def _bare(text: str) -> str:
    """A piece of code without the blanks that say nothing."""
    if '"' not in text and "'" not in text:
        return "".join(text.split())
    return _BLANKS.sub(lambda match: match[1] or "", text)


def _in_file(lines: Sequence[str], python: bool, file: Source) -> Excerpt | None:
    said = list(_units("\n".join(lines), python))
    elisions = [at for at, line in enumerate(lines, 1) if ELISION.search(line) and _ELIDED.fullmatch(line)]
    blanks = {at for at, line in enumerate(lines, 1) if not line.strip()}
    pieces: list[tuple[str, int, int]] = []
    begun, last = -1, -1
    solid = left = gaps = 0
    above = 0
    for unit in said:
        text = unit.text.strip(".…") if not python else unit.text
        if not text:
            continue
        elided = any(above <= at <= unit.last for at in elisions)
        at, end = _next(text, last, file)
        missed = _missed(file, last, at, python) if last >= 0 and at >= 0 and not elided else 0
        if missed is None and begun == last:  # of several places where it may begin, `struct {`, the last one before
            nearest = file.places[file.units[last].text]
            begun = last = nearest[bisect_right(nearest, at - 1) - 1]
            missed = _missed(file, last, at, python)
        parts = file.units[last + 1 : at] if missed is not None and last >= 0 and not elided else []
        if at < 0 or missed is None:
            parted = any(one in blanks for one in range(above, unit.first))
            fresh = last >= 0 and (parted or file.units[last].text == "}")
            if not fresh or solid < MIN_PIECE or _TRIVIAL.fullmatch(text):
                return None
            at, end = _next(text, -1, file)
            if at < 0 or (not parted and _in_one_body(file, last, at)):
                return None
            pieces.append((file.path, file.units[begun].first, file.units[last].last))
            begun, solid = at, 0
        else:
            begun = at if begun < 0 else begun
            left += missed
            gaps += not all(_BRACES.fullmatch(one.text) for one in parts)
        solid += len(text) if _TRIVIAL.fullmatch(text) is None else 0
        last, above = end, unit.last
    if last < 0 or solid < MIN_PIECE or (0 < left < ENOUGH_LEFT_OUT and gaps == 1 and not (pieces or elisions)):
        return None
    pieces.append((file.path, file.units[begun].first, file.units[last].last))
    return Excerpt(tuple(pieces), left) if not _comes_back(file, pieces) else None


def _next(text: str, behind: int, file: Source) -> tuple[int, int]:
    """Where a statement stands behind another, and where what it stands for ends; -1 where it does not."""
    places = file.places.get(text, [])
    at = bisect_right(places, behind)
    if at < len(places):
        return places[at], places[at]
    if not text.endswith(";"):
        return -1, -1
    # A declaration for a definition, whose body was left out.
    places = file.places.get(text[:-1] + "{", [])
    at = bisect_right(places, behind)
    if at == len(places):
        return -1, -1
    depth = 0
    for number in range(places[at], len(file.units)):
        depth += file.units[number].text.endswith("{") - file.units[number].text.endswith("}")
        if depth == 0:
            return places[at], number
    return -1, -1


def _in_one_body(file: Source, last: int, at: int) -> bool:
    """Whether two statements are of one function's body, of which a part is no piece of its own."""
    ended, begun = file.units[last].last, file.units[at].first
    return any(first < ended <= end and first < begun <= end for first, end in file.bodies)


def _comes_back(file: Source, pieces: Sequence[tuple[str, int, int]]) -> bool:
    """Whether pieces go from a function's body to another place, and back into that body: then a line was altered."""
    within = [
        next((body for body in file.bodies if body[0] < first and last <= body[1]), None) for _, first, last in pieces
    ]
    return any(one is not None and one in within[at + 2 :] and within[at + 1] != one for at, one in enumerate(within))


def _missed(file: Source, last: int, at: int, python: bool) -> int | None:
    """How many declarations are left out between two statements; None where they are not whole, or of a body."""
    between = file.units[last + 1 : at]
    if not between:
        return 0
    lines = file.units[last].last, between[0].first, file.units[at].first
    inside = any(first <= lines[0] and first < lines[1] <= end for first, end in file.bodies)
    if file.path.endswith(("BUILD", ".bzl")) and any(unit.text == ")" for unit in between):
        return None  # the same line of another target
    if python:
        return len(between) if not inside or between[0].text.startswith(("def", "class", "@")) else None
    if inside and not all(unit.text in ("}", "};") for unit in between):
        return None
    if any(lines[0] < first < lines[2] <= end for first, end in file.bodies):
        return None  # the head of what goes on is left out
    depth = declared = 0
    opens = file.units[last].text.endswith("{")
    of_type = False  # then all that it declares is left out as well
    for unit in between:
        of_type = _TYPE.fullmatch(unit.text) is not None if depth == 0 else of_type
        declared += (of_type or depth == 0) and _UNSAID.match(unit.text) is None
        depth += unit.text.endswith("{") - unit.text.endswith("}")
        if depth < 0 and opens:
            return None  # what was opened last, and of which nothing is quoted
    return declared
