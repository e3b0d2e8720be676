"""What a Markdown document says of the source: paths, lines, symbols, op names, quotations.

Documents are written by people: fences that are never closed, identifiers in the middle of Chinese prose, HTML entities
where angle brackets were meant. Reading never fails; it only decides what is a citation at all: a path by its shape
(`cited_places.py`), a name by its shape or where it is written as code (`cited_names.py`), a block of code as a
quotation.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import bare_lines, cited_names, cited_places, markdown
from tfexplore.answers.citation import SUFFIX, Citation, Unread
from tfexplore.answers.cited_line import CitedLine, where_kept
from tfexplore.answers.folder_trees import FolderTree
from tfexplore.answers.pasted_code import SESSIONS, is_session
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

#: Characters of a line, and citations of a document; what is left out is said (`Document.unread`).
MAX_LINE = 20_000
MAX_CITATIONS = 20_000
#: Citations before a block among which its file is.
LATELY = 8
#: A footnote, and a mark that refers to one.
_NOTE = regex(r"\s{0,3}\[(?P<mark>\^?[\w-]{1,40})\]:")
#: The mark of a reference that lines are the text of: "[line 12][3]".
_REFERENCE = regex(r"[`*]{0,3}\]\[(?P<mark>[\w-]{1,40})\]")
_MARK = regex(r"(?<=\S)\[(?P<mark>\^[\w-]{1,40})\](?!:)")
#: How lines without their file begin that have a sign.
_SIGNS = (":", "：", "#", "L")
#: The first line of a block of code that is nothing but the place of what is quoted.
_HEADS_A_BLOCK = regex(
    rf"\s*[`*\[]*(?:(?:[\w.+-]+/)+[\w.+-]+\.{SUFFIX}(?!\w)|[\w.+-]+\.{SUFFIX}(?=[:,]\s?(?:lines?\s)?\d|\s[(]?lines?\s\d))[`*]*"
    r"\s?[:,]?\s?[(]?(?:lines?\s|L)?(?:\d+(?:\s?[-–]\s?L?\d+)?(?:\s?ff\.?)?)?[)\]]?\s?:?\s*",
    re.A,
)
#: A line in a column of its own, behind a name.
_COLUMN = regex(r"(?<=[\w)])[ \t]{2,}:(\d{2,6})(?=\s|$)", re.A)
_REMARK = regex(r"//|#|/\*")
#: How a block of code between tags of HTML begins, a tag within it, and lines that one has at most.
_PRE = regex(r"[ \t>]{0,12}<pre\b[^<>]{0,200}>(?:\s{0,8}<code\b[^<>]{0,200}>)?", re.I)
_TAG = regex(r"</?(?:code|span|b|i|u|em|strong|a|font|mark)\b[^<>]{0,200}>", re.I)
MAX_PRE = 2_000
#: How a line ends, and the next one begins, between the word for lines and their numbers.
_LINES_LAST = regex(r"(?:^|[\s(])[Ll]ines?\s*\Z")
_NUMBERS_FIRST = regex(r"[\s>]{0,12}(\d{1,6})(?:\s?[-–~]\s?(\d{1,6}))?(?![\w/:]|\.\d)")
#: A line that a search has found, behind its place.
_OF_A_FILE = regex(rf"[ \t]{{0,8}}(?P<path>[\w./+-]{{1,160}}\.{SUFFIX})[:-]\d{{1,6}}[:-]", re.A)
#: The lines and the file of a block, as editors put it behind a fence: "```12:20:core/loom.cc".
_LINES_OF_FILE = regex(r"(\d{1,6}):(\d{1,6}):(?=[\w./])")
#: An item of a list, or more of one.
#: A cell with nothing but a line, or the lines from one to another.
_CELL = regex(r"\s*`?(?:[L:]|[Ll]ines?\s|第\s?)?(\d{1,7})(?:\s?(?:[-–~～至到]|to)\s?L?(\d{1,7}))?(?:\s?行)?`?\s*")
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s|\s{2}")
_PATHS = ("path", "path:line")

#: How a line ends whose file the next one begins with: "… is at line 12 of".
_LINE_OF = regex(
    rf"\b(?:[Ll]ines?|Zeilen?)\s{bare_lines.NUMBER}(?:{bare_lines.TO}{bare_lines.NUMBER})?\s(?:of|in|von)\s*$"
)


class Document(Record):
    """The citations of a document in its order, its lines, and what was not read of them."""

    citations: list[Citation]
    lines: list[str]
    unread: tuple[Unread, ...] = ()


def read_document(document: str, folders: Collection[str] = ()) -> Document:
    """Every citation of a document; `folders` are those of the tree that tell where in an absolute path it begins."""
    reader = _Reader([line.rstrip("\r") for line in document.split("\n")], where_kept(folders))
    return reader.document()


class _Reader:
    """A document from its first line on: where it has been read to, and what was said last."""

    def __init__(self, lines: list[str], kept: re.Pattern[str] | None) -> None:
        self._unread = [_beyond(number, line) for number, line in enumerate(lines, 1) if len(line) > MAX_LINE]
        self._lines = [line[:MAX_LINE] for line in lines]
        self._kept = kept
        self._found: list[Citation] = []
        self._at = 0  # the line that is next, from 0
        self._block = 0
        self._intro = ""  # the last line of text
        self._commented = False
        #: Of a table: the columns of its files and of their lines.
        self._columns: tuple[int, ...] | None = None
        #: The file of the row above.
        self._row_above: Citation | None = None
        self._items = FolderTree(items=True)
        #: The files that sections, by their depth, say their line numbers are of.
        self._said_of: list[tuple[int, Citation]] = []
        #: The same of those that explain a sign for its lines.
        self._signed: list[tuple[int, Citation]] = []
        self._depth = 0
        #: The file that was cited last: in the paragraph, in the document, in the line that introduces a list.
        self._last_path: Citation | None = None
        self._latest: Citation | None = None
        self._lead: Citation | None = None

    def document(self) -> Document:
        """All of it, or what stands before the citations are too many."""
        while self._at < len(self._lines) and len(self._found) < MAX_CITATIONS:
            line = self._lines[self._at]
            fence = markdown.FENCE.match(line)
            if fence:
                self._fenced(line, fence)
            elif self._commented or not (
                (line[:1] in (" ", "\t") and self._indented()) or ("<pre" in line and self._preformatted(line))
            ):
                self._text(line)
        at = self._at
        if len(self._found) > MAX_CITATIONS:
            at = min(at, self._found[MAX_CITATIONS].line - 1)
        unread = self._unread
        if any(line.strip() for line in self._lines[at:]):
            text = next(line.strip() for line in self._lines[at:] if line.strip())[:80]
            end = len(self._lines)
            reason = f"lines {at + 1:,} to {end:,} were not read: {MAX_CITATIONS:,} citations stand before them"
            unread = [*(one for one in unread if one.line <= at), Unread(at + 1, end, text, reason)]
        return Document(self._of_notes(self._found[:MAX_CITATIONS]), self._lines, tuple(unread))

    def _of_notes(self, found: list[Citation]) -> list[Citation]:
        """The citations, with lines without their file behind the mark of a footnote of the file that the note cites.

        "`Loom`[^3] makes a `Shed` (line 12)": whatever file was cited last, another behind the mark aside.
        """
        notes: dict[str, Citation] = {}
        for one in found:
            note = _NOTE.match(self._lines[one.line - 1]) if one.kind in _PATHS and not one.unnamed else None
            if note is not None:
                notes.setdefault(note["mark"], one)
        if not notes:
            return found
        made = []
        number, last = 0, -1  # the line, and where the last file of it ends
        marks: list[tuple[int, str]] = []
        for one in found:
            if one.line != number:
                number, last = one.line, -1
                marks = [(match.start(), match["mark"]) for match in _MARK.finditer(self._lines[number - 1])]
            if one.kind in _PATHS and not one.unnamed:
                last = one.end_column
            before = bisect_left(marks, (one.column - 1, "")) - 1 if one.unnamed else -1
            file = notes.get(marks[before][1]) if before >= 0 and marks[before][0] > last else None
            behind = _REFERENCE.match(self._lines[one.line - 1], one.end_column) if one.unnamed else None
            file = file if behind is None else notes.get(behind["mark"], file)
            made.append(one._replace(target=file.target, supposed=False) if file is not None else one)
        return made

    def _above(self) -> str:
        """The line that introduces the block that begins here."""
        return self._intro if self._at - 3 <= markdown.last_text(self._lines, self._at) else ""

    def _indented(self) -> bool:
        """Whether an indented block of code begins here; it is read then."""
        end = markdown.indented_end(self._lines, self._at)
        if end <= self._at:
            return False
        inside = [text.expandtabs(4)[4:] for text in self._lines[self._at : end]]
        prompt = next((at for at, text in enumerate(inside) if at and text.startswith("$ ")), len(inside))
        inside, end = inside[:prompt], self._at + prompt  # a command and what it writes are no code
        code = "\n".join(markdown.without_numbers(inside))
        if not markdown.codelike(code):
            return False
        self._block += 2
        self._quotation(self._at + 1, code, markdown.guessed_language(code), self._block - 1)
        self._columns, self._at = None, end
        return True

    def _preformatted(self, line: str) -> bool:
        """Whether a block of code between tags of HTML begins here; it is read then."""
        begun = _PRE.match(line)
        ends = range(self._at, min(len(self._lines), self._at + MAX_PRE))
        end = next((at for at in ends if "</pre>" in self._lines[at]), None) if begun is not None else None
        if begun is None or end is None:
            return False
        inside = [line[begun.end() :], *self._lines[self._at + 1 : end + 1]]
        inside[-1] = inside[-1].partition("</pre>")[0]
        inside = [_TAG.sub("", text) for text in inside]
        number = self._at + 1
        if not inside[0].strip():
            inside, number = inside[1:], number + 1
        code = "\n".join(markdown.without_numbers(inside))
        if not markdown.codelike(html.unescape(code)):
            return False
        self._block += 2
        if number == self._at + 2:
            self._remarks(inside)
        self._quotation(number, code, markdown.guessed_language(html.unescape(code)), self._block - 1)
        self._columns, self._at = None, end + 1
        return True

    def _quotation(self, number: int, code: str, language: str, block: int) -> None:
        self._found.append(
            Citation("quotation", "", number, 1, "", in_code=True, code=code, language=language, block=block,
                     intro=self._above())
        )  # fmt: skip

    def _text(self, line: str) -> None:
        """A line of prose, a list or a table."""
        if not line.strip():
            self._block += 1
            self._columns = None
            self._last_path = None
        else:
            self._intro = line
            if line.lstrip().startswith("<!--"):
                self._commented = True
            if not self._commented:
                self._said(line)
            if "-->" in line:
                self._commented = False
        self._at += 1

    def _said(self, line: str) -> None:
        heading = markdown.HEADING.match(line)
        if heading:
            self._depth = len(heading[1])
            self._said_of = [one for one in self._said_of if one[0] < self._depth]
            self._signed = [one for one in self._signed if one[0] < self._depth]
        if not _ITEM.match(line):
            self._lead = None
        signed, said_of = (each[-1][1] if each else None for each in (self._signed, self._said_of))
        near = signed or self._last_path or self._lead or said_of
        made = _line(self._at + 1, line, self._block, near, self._kept, self._latest)
        if signed is not None:
            own = [one.unnamed and one.text[:1] in _SIGNS for one in made]
            made = [one._replace(target=signed.target) if sign else one for one, sign in zip(made, own, strict=True)]
        made = [*self._split(line, near), *made]
        self._columns = markdown.table_columns(line, self._columns)
        made = _placed(made, *self._items.entry(line))
        above = _LINE_OF.search(self._lines[self._at - 1]) if self._at else None
        if above is not None and made and made[0].kind == "path" and not line[: made[0].column - 1].strip(" `*[(>"):
            first = int(above[1])
            made[0] = made[0]._replace(kind="path:line", start=first, end=int(above[2] or first))
        if self._columns is not None:
            made = _with_cells(line, made, self._columns, near or self._latest, self._row_above)
        self._row_above = next((one for one in made if one.kind in _PATHS), self._row_above if self._columns else None)
        self._found += made
        named = [one for one in made if one.kind in _PATHS and not one.supposed and _is_a_file(one)]
        if named:
            self._last_path = self._latest = named[-1]
            if line.rstrip(" *").endswith((":", "：")):
                self._lead = named[-1]
        told = bare_lines.NUMBERS_OF.search(line) if self._last_path is not None else None
        if named and bare_lines.SIGN_OF.search(line):
            self._signed.append((self._depth, named[-1]))
        # "The ops are all in a.cc, their kernels in b.cc" tells of the numbers of neither.
        several = len({one.target for one in named}) > 1
        if told is not None and self._last_path is not None and not (several and "line" not in told[0].lower()):
            self._said_of.append((self._depth, self._last_path))

    def _split(self, line: str, near: Citation | None) -> list[Citation]:
        """The lines whose numbers begin a line, as the one above ends with the word: "… is at lines\\n112-130"."""
        above = self._lines[self._at - 1] if self._at else ""
        numbers = _NUMBERS_FIRST.match(line) if near is not None and _LINES_LAST.search(above) else None
        if numbers is None or near is None:
            return []
        start = int(numbers[1])
        at = numbers.start(1)
        last = int(numbers[2] or start)
        return [
            Citation(
                "path:line", line[at : numbers.end()], self._at + 1, at + 1, near.target, start, last,
                end_column=numbers.end(), block=self._block, supposed=near.supposed,
            )
        ]  # fmt: skip

    def _fenced(self, line: str, fence: re.Match[str]) -> None:
        """A block between fences, which may be a quotation, a drawing or text."""
        start = self._at
        self._block += 1
        end = markdown.fence_end(self._lines, start, fence[1])
        inside = self._lines[start + 1 : end]
        if line.lstrip().startswith(">"):
            inside = [re.sub(r"^[ \t]*(?:>[ \t]?)+", "", text) for text in inside]
        name = re.split(r"[\s{,:]", fence[2].strip().strip("{.").lower(), maxsplit=1)[0].strip("}.")
        language = markdown.CODE_LANGUAGES.get(name)
        if name in SESSIONS and not is_session(inside):
            language = "python"
        if "/" in fence[2] or re.search(rf"\.{SUFFIX}\b", fence[2]):
            lines = _LINES_OF_FILE.match(fence[2])
            made = self._paths_of(start + 1, fence[2][lines.end() :] if lines is not None else fence[2])
            if lines is not None:
                first, last = int(lines[1]), int(lines[2])
                made = [
                    one._replace(kind="path:line", start=first, end=max(first, last)) for one in made if not one.start
                ]
            self._found += made
            language = language if language is not None else ""
        first = next((at for at, text in enumerate(inside) if text.strip()), 0)
        headed = language is not None and bool(inside) and _HEADS_A_BLOCK.fullmatch(inside[first]) is not None
        if headed and any(map(str.strip, inside[first + 1 :])):
            self._found += self._paths_of(start + 2 + first, inside[first])
            inside[first] = ""  # which is no part of what is quoted
        code = "\n".join(markdown.without_numbers(inside))
        if code.strip():
            of_files = {match["path"] for text in inside if (match := _OF_A_FILE.match(text)) is not None}
            if len(of_files) > 1 and all(_OF_A_FILE.match(text) or not text.strip() for text in inside):
                self._drawing(inside)  # what a search has found in several files
                code = ""
        if code.strip():
            prose = name in markdown.PROSE_LANGUAGES or (name == "" and not markdown.codelike(code))
            if language is not None or name == "diff":
                self._remarks(inside)
            if language is not None and not prose:
                self._quotation(start + 2, code, language or markdown.guessed_language(code), self._block)
            if prose:
                self._drawing(inside)
        self._block += 1
        self._columns = None
        self._at = end + 1

    def _paths_of(self, number: int, text: str) -> list[Citation]:
        return [one for one in _line(number, text, self._block, None, self._kept) if one.kind in _PATHS]

    def _remarks(self, inside: list[str]) -> None:
        """The files that remarks in a block of code name."""
        for number, text in enumerate(inside, self._at + 2):
            # The first mark behind all quotes.
            remark = _REMARK.search(text, max(text.rfind('"'), text.rfind("'")) + 1)
            if remark:
                self._found += self._paths_of(number, " " * remark.start() + text[remark.start() :])

    def _drawing(self, inside: list[str]) -> None:
        """A block of text: a tree of folders, a chain of calls, a log."""
        drawn = FolderTree()
        owner: Citation | None = None  # the file that the block named last
        above = [one for one in self._found[-LATELY:] if one.kind in _PATHS and one.line >= self._at - 1]
        near = above[-1]._replace(supposed=True) if above else None  # lines without a file may be of the one above
        for number, text in enumerate(inside, self._at + 2):
            made = [one._replace(fenced=True) for one in _line(number, text, self._block, owner or near, self._kept)]
            owner = next((one for one in reversed(made) if one.kind == "path:line"), owner)
            made += _in_column(number, text, owner, self._block) if owner is not None and owner not in made else []
            self._found += _placed(made, *drawn.entry(text))


def _is_a_file(path: Citation) -> bool:
    """Whether a path is one of a file; a folder has no lines."""
    last = path.target.rpartition("/")[2]
    return path.start > 0 or "." in last or last in ("BUILD", "WORKSPACE")


def _beyond(number: int, line: str) -> Unread:
    reason = f"{len(line) - MAX_LINE:,} characters of the line were not read: it is longer than {MAX_LINE:,}"
    return Unread(number, number, line[MAX_LINE : MAX_LINE + 80], reason)


def _line(
    number: int, raw: str, block: int, near: Citation | None, kept: re.Pattern[str] | None,
    latest: Citation | None = None,
) -> list[Citation]:  # fmt: skip
    """The citations of one line; `near` is the file that its paragraph named last, `latest` the document."""
    line = CitedLine(number, raw, block, kept)
    cited_places.read_links(line)
    cited_places.read_paths(line)
    cited_places.read_numbers(line, near, latest)
    cited_names.read_names(line)
    return sorted(line.found, key=lambda one: one.column)


def _in_column(number: int, text: str, owner: Citation, block: int) -> Iterator[Citation]:
    """The line that stands behind a name of a drawing, below others with their file: "Run    :120"."""
    match = _COLUMN.search(text)
    if match is not None:
        line = int(match[1])
        yield Citation("path:line", f":{line}", number, match.start(1), owner.target, line, line, block=block,
                       end_column=match.end(), fenced=True, supposed=owner.supposed)  # fmt: skip


def _placed(made: list[Citation], at: int, folder: str) -> list[Citation]:
    """The citations of a line, with its folders for the file that begins where the name of a tree's entry does."""
    if not folder:
        return made
    here = ("path", "path:line")
    return [one._replace(folder=folder) if one.column == at + 1 and one.kind in here else one for one in made]


#: A cell that has the file of the one above it.
_SAME_FILE = regex(r"[\s*_(（]*(?:同上|同一?文件|ditto|(?:the )?same(?: file)?|as above|[″〃\"↑])[\s*_)）.。]*", re.I)
#: A cell that is a target of a build file.
_TARGET = regex(r"\s*`?(?://[\w./-]*)?:[\w.+-]+`?\s*", re.A)


def _with_cells(
    line: str, made: list[Citation], columns: tuple[int, ...], owner: Citation | None, above: Citation | None
) -> list[Citation]:  # fmt: skip
    """A row's paths with the lines that stand in a cell of their own.

    Without a path they are the `owner`'s, and of the row `above` where the cell of files says the same once more.
    """
    cells = markdown.cells_of(line)
    path, *numbers = columns
    if any(_TARGET.fullmatch(cell) for _, cell in cells):
        return made  # the lines are those of the build file
    found = [(cells[at][0], number) for at in numbers if at < len(cells) and (number := _CELL.fullmatch(cells[at][1]))]
    if not found or path >= len(cells):
        return made
    if path >= 0 and not _SAME_FILE.fullmatch(cells[path][1]):
        at, text = cells[path]
        inside = {one.kind in _PATHS for one in made if at < one.column <= at + len(text) + 1}
        path = -1 if inside == {False} else path  # a column of names, whatever it is called
    if path < 0:
        if owner is None or not made or any(one.kind in _PATHS for one in made):
            return made
        own = [_in_cell(owner, made[0], column, number) for column, number in found]
        return sorted([*made, *own], key=lambda one: one.column)
    at, text = cells[path]
    files = [one for one in made if one.kind == "path" and at < one.column <= at + len(text) + 1]
    if not files and made and above is not None and _SAME_FILE.fullmatch(text):
        own = [_in_cell(above, made[0], column, number)._replace(supposed=False) for column, number in found]
        return sorted([*made, *own], key=lambda one: one.column)
    if len(numbers) > 1 and len(files) == 1 and made[0] is not files[0]:  # each is of the name before it
        own = [_in_cell(files[0], made[0], column, number)._replace(supposed=False) for column, number in found]
        return sorted([*made, *own], key=lambda one: one.column)
    start, end = (int(found[0][1][group] or found[0][1][1]) for group in (1, 2))
    return [
        one._replace(kind="path:line", start=start, end=end)
        if one.kind == "path" and at < one.column <= at + len(text) + 1
        else one
        for one in made
    ]


def _in_cell(owner: Citation, beside: Citation, column: int, number: re.Match[str]) -> Citation:
    """The lines that a cell has of a file that is named elsewhere."""
    at = column + number.start(1)
    start = int(number[1])
    return Citation(
        "path:line", number[0].strip(" `"), beside.line, at + 1, owner.target, start, int(number[2] or start),
        end_column=at + len(number[1]), block=beside.block, supposed=True,
    )  # fmt: skip
