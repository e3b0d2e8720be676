"""The tables of a document: their headers, their rows, the names that a cell has, and whether a name is at a line."""

from __future__ import annotations

import re
from itertools import takewhile

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.declared import BODIES, DEFINED
from tfexplore.answers.verifying.heads import NEAR_LINES, head_of
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph

#: Names of a cell that are looked at.
MAX_NAMES = 4
#: Lines behind a cited one on which its statement may go on, and lines of an invocation of a macro.
GOES_ON, INVOKED = 2, 10

#: A name that code begins with, behind what says that it defines or decorates something.
_FIRST = regex(
    r"[\s@#.\"'(]*(?:(?:class|struct|def|define|enum|void|static|virtual|Status)\s+)*(?:\w+(?:::|\.))*(_*[A-Za-z]\w*)",
    re.A,
)
#: How a statement begins that is such an invocation, and how a line ends that is the last of one.
_INVOKES = regex(rb"\s*[A-Z][A-Z_]{4,}\w*\(|\s*@")
_ENDED = regex(rb"[;{}:]\s*(?://.*|#.*)?$|^\s*$|^\s*(?://|#)")
#: A branch or a loop with a body.
_BRANCHES = regex(rb"\s*(?:\}\s*else\s+)?(?:if|for|while|switch)\b.*[{:]\s*$")
_BARE = regex(r"[\s*\"]*(?:\w+(?:::|\.))*(_*[A-Za-z]\w*)(?:\(\)|<[^<>|]*>)?[\s*\"]*", re.A)


def names_in(text: str) -> list[tuple[int, str]]:
    """The names that the spans of code of a text begin with, or that it is, each with its place."""
    spans = list(markdown.SPAN.finditer(text))
    if spans:
        found = [_FIRST.match(text, span.start(2), span.end(2)) for span in spans[:MAX_NAMES]]
    else:
        found = [_BARE.fullmatch(text)]
    return [(match.start(1), match[1]) for match in found if match is not None]


#: A cell, or its beginning, that is a line or lines.
NUMBER = regex(
    r"[\s*`(（]*(?:(?:lines?|ln\.?|L|:|#L|第|行号?)\s?)?(?P<start>[1-9]\d{0,5})(?:\s?[-–~至到]\s?L?(?P<end>\d{1,6}))?"
    r"\s?(?:行目?|ff\.?)?[\s*`)）]*",
    re.I | re.A,
)


class Cell(Record):
    """A cell of a table: the line that it is on, the column from none at which it begins, its text."""

    line: int
    column: int
    text: str

    def names(self) -> list[tuple[int, str]]:
        """The names that its spans of code begin with, or that it is, each with its column in the line."""
        return [(self.column + at, name) for at, name in names_in(self.text)]


class Table(Record):
    """A table: its paragraph, the cells of its header, and those of each row.

    A row whose first cell is empty goes on the one above it, and has that one's cell.
    """

    one: Paragraph
    heads: list[Cell]
    rows: list[list[Cell]]

    def offset(self, cell: Cell) -> int:
        """Where a cell begins in the paragraph."""
        return self.one.starts[cell.line - self.one.numbers[0]] + cell.column


def tables(page: Page) -> Iterator[Table]:
    """The tables of a document that have a row beside their header."""
    for one in page.paragraphs:
        made = table_of(one)
        if made is not None:
            yield made


def table_of(one: Paragraph) -> Table | None:
    """The table that a paragraph is; None for another, and for one that is nothing but a header."""
    if not one.text.lstrip().startswith("|") or len(one.numbers) < 3:
        return None
    lines = one.text.split("\n")
    every = [
        [Cell(number, column, text) for column, text in markdown.cells_of(line)]
        for number, line in zip(one.numbers, lines, strict=True)
    ]
    ruled = all(not cell.text.strip(" :-") for cell in every[1])  # HTML has no line below the header
    return Table(one, every[0], _filled(every[2 if ruled else 1 :]))


def _filled(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Rows that begin with what the last one begins with whose first cell is not empty, where that is code."""
    filled: list[list[Cell]] = []
    for cells in filter(None, rows):  # a bar alone is no row
        goes_on = filled and not cells[0].text.strip(' *"〃') and "`" in filled[-1][0].text
        filled.append([filled[-1][0], *cells[1:]] if goes_on else cells)
    return filled


def defined_at(known: Known, name: str, path: str) -> list[int]:
    """The lines at which a file registers or defines a name."""
    here = [one.line for one in known.registered(path) if name in (one.op, one.name)]
    return here + [place.line for place in known.places(name) if place.path == path and place.kind in DEFINED]


def at_line(known: Known, name: str, path: str, start: int, end: int) -> bool | None:
    """Whether a name is defined or registered at lines of a file; None where that file has it nowhere."""
    heads = [
        (r.line, r.line if r.kind == "op" else r.end_line) for r in known.registered(path) if name in (r.op, r.name)
    ]
    places = [place for place in known.places(name) if place.path == path and place.kind in DEFINED]
    heads += [(place.line, place.line) for place in places]
    if places and known.has_tree:
        heads += [head_of(known.lines(path), place) for place in places]
    if not heads:
        return None
    if any(first <= end and start <= last for first, last in heads):
        return True
    if path.endswith(".py") and not known.has_tree and any(known.alone_above(place, start) for place in places):
        return True  # its decorators
    near = any(first - NEAR_LINES <= end and start <= last + NEAR_LINES for first, last in heads)
    if near and not (start == end and begins_another(known, name, path, start)):
        return True
    # The macro by which its kernels are registered may be meant.
    made = kernels.of_ops(known.index, [name]) if name in known.ops else ()
    steps = [step for kernel in made for _, step, _ in kernel.expansion if step.path == path]
    return any(step.line <= end and start <= step.end_line for step in steps)


def begins_another(known: Known, name: str, path: str, line: int) -> bool:
    """Whether a line of a file is the first of another definition, or registers another op, than a name's.

    What a name is registered with, a function for an op, and its members are no others.
    """
    made = known.registered(path)
    own = {name, *[word for one in made if name in (one.op, one.name) for word in (one.op, one.name)]}
    begun = [{one.op} for one in made if one.kind == "op" and one.line == line]
    heads = (*BODIES, "macro")
    begun += [{*parts_of(one.name)} for one in known.inside(path) if one.kind in heads and one.location.line == line]
    return bool(begun) and not any(own.intersection(words) for words in begun)


def heads_class_of(known: Known, op: str, path: str, line: int) -> bool:
    """Whether a line of a file is the first of a class that is called after an op: of `LaunchLRN` or `LRNOp`."""
    return any(one.kind == "class" and one.location.line == line and op in one.name for one in known.inside(path))


def on_lines(known: Known, name: str, path: str, start: int, end: int) -> bool:
    """Whether a name stands on lines of a file, or on those on which their statement may go on.

    Without a tree that is known of what the file defines itself.
    """
    if not known.has_tree:
        return any(start <= line <= end + GOES_ON for line in known.mentioned(path, parts_of(name)[-1]))
    lines = known.lines(path)
    return any(stands(name, line) for line in [*lines[start - 1 : end + GOES_ON], *statement(lines, start)])


def statement(lines: Sequence[bytes], number: int) -> Sequence[bytes]:
    """The lines of what begins at a line: a macro, an invocation of one, decorators, a branch; else that line."""
    found = lines[number - 1 : number - 1 + INVOKED]
    if found and found[0].lstrip().startswith(b"#define"):
        ends = next((at for at, line in enumerate(found) if not line.rstrip().endswith(b"\\")), len(found))
        return found[: ends + 1]
    if found and _BRANCHES.match(found[0]):
        margin = len(found[0]) - len(found[0].lstrip())
        inside = (line for line in found[1:] if line.strip())
        within = sum(1 for _ in takewhile(lambda line: len(line) - len(line.lstrip()) > margin, inside))
        return found[: within + 1]
    if not found or not _INVOKES.match(found[0]):
        return found[:1]
    ends = next((at for at, line in enumerate(found) if _ENDED.search(line)), len(found))
    return found[: ends + 1]
