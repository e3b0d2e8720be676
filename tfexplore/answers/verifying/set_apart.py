"""Code that a document sets apart in no block of a language: what a diff leaves as it is, a quotation with `>`.

What a diff adds or takes away is its author's; the lines between are those of the file. Either is wrong only where a
file that the text around speaks of has all of it but for one token.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.tokens import BREAK, GAP, first_line, quoted_tokens
from tfexplore.answers.verifying.sources import speaks
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.quotations import Quotations
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Tokens of such code, and lines, that are compared, and how many pieces of a document.
LEAST, MAX_LINES, MAX_PIECES = 12, 120, 200
#: Lines above it whose files and names it may be of, and how many of these.
ABOVE, MAX_FILES, FEW_DEFINE = 12, 6, 4

#: From so many tokens on a word may stand for an expression of so many.
LONG, MOST_CHANGES = 40, 6

#: What a diff has that is no line of the file: heads of files and of hunks.
_HEADS = regex(r"diff |index [0-9a-f]{4}|(?:---|\+\+\+)(?:\s|$)|@@|\\ No newline|(?:new|deleted) file")
#: The file that a diff is of.
_FILE = regex(r"(?:---|\+\+\+)\s(?:[ab]/)?(\S+)")
#: What a piece has, as the difference is told.
_WANTED = regex(r"the quotation `([^`\s]+)")
#: What code calls or makes: a class, a function, a macro.
_WORD = regex(r"\b[A-Za-z_]\w{3,60}(?=\()", re.A)
#: A line of code as no sentence ends.
_CODE = regex(r"[;{}]\s*$|\w\(|::|->")


class _Piece(Record):
    """Code that is set apart: its lines with what its author changed left out, and the line that introduces it."""

    code: str
    line: int
    intro: str
    kind: str  # of the verdict
    of: tuple[str, ...] = ()  # the files that the heads of a diff name


class SetApart:
    """The checks of code in diffs and in block quotes; they need a tree."""

    def __init__(self, page: Page, files: Quotations) -> None:
        self.page = page
        self.known = page.known
        self._files = files

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each piece that a file has but for one token."""
        if self.known.has_tree and not self.page.is_proposal:
            for piece in islice(self._pieces(), MAX_PIECES):
                made = self._check(piece)
                if made is not None:
                    yield made

    def _pieces(self) -> Iterator[_Piece]:
        lines = self.page.lines_read()
        at = 0
        heads: tuple[str, ...] = ()  # of the last diff that had some: the next may be its second hunk
        while at < len(lines):
            fence = markdown.FENCE.match(lines[at])
            if fence is not None:
                end = markdown.fence_end(lines, at, fence[1])
                if fence[2].strip().lower() in ("diff", "patch"):
                    inside = lines[at + 1 : end][:MAX_LINES]
                    heads = tuple([match[1] for line in inside if (match := _FILE.match(line.lstrip()))]) or heads
                    yield _Piece(_kept(inside), at + 2, self._above(lines, at), "quotation", heads)
                at = end + 1
                continue
            first = at
            while at < len(lines) and markdown.QUOTED.match(lines[at]) and not markdown.FENCE.match(lines[at]):
                at += 1
            said = [markdown.QUOTED.sub("", line, count=1) for line in lines[first:at][:MAX_LINES]]
            filled = [line for line in said if line.strip()]
            if filled and all(_CODE.search(line) for line in filled) and not any("`" in line for line in filled):
                yield _Piece("\n".join(said), first + 1, self._above(lines, first), "symbol")
            at = max(at, first + 1)

    def _above(self, lines: list[str], at: int) -> str:
        return lines[above] if (above := markdown.last_text(lines, at)) >= 0 else ""

    def _check(self, piece: _Piece) -> Verdict | None:
        python = markdown.guessed_language(piece.code) == "python"
        quoted = quoted_tokens(piece.code, python)
        solid = [token for token in quoted if token not in (GAP, BREAK) and not token.startswith("\x00")]
        if len(solid) < LEAST or disclaimers.sketch(piece.intro) or disclaimers.foreign(piece.intro):
            return None
        paths = [path for path in self._spoken_of(piece) if speaks(path, python)]
        if not paths or self._files.exact(quoted, paths):
            return None
        compared = self._files.aligned(quoted, self._files.fitting(quoted, paths))
        most = MOST_CHANGES if len(solid) >= LONG else 1  # an expression for a word is several changes
        if compared is None or not compared.different or not 0 < compared.changes <= most:
            return None
        if compared.share * len(solid) < len(solid) - 1.5:
            return None
        wanted = _WANTED.search(compared.different)
        lines = piece.code.split("\n")
        at = next((at for at, line in enumerate(lines) if wanted is not None and wanted[1] in line), 0)
        text = lines[at].strip() if piece.kind == "symbol" else first_line(piece.code)
        named = Citation(piece.kind, text, piece.line + (at if piece.kind == "symbol" else 0), 1, "", in_code=True)
        where = Location(compared.path, compared.line, compared.end_line)
        return self.page.verdict(named, "differs", where, (), compared.different)

    def _spoken_of(self, piece: _Piece) -> list[str]:
        """The files that are cited above a piece of code, and those that define what is named there."""
        found = [path for head in piece.of for path in self.known.resolve(head)[:1]]
        for number in range(piece.line, max(0, piece.line - ABOVE), -1):
            for one in self.page.on(number):
                if one.kind in ("path", "path:line"):
                    found += self.page.files_meant(one)[:2]
                elif one.kind in ("symbol", "op"):
                    defining = dict.fromkeys(place.path for place in self.page.meant(one.target))
                    found += defining if len(defining) <= FEW_DEFINE else ()
        named: list[str] = []
        for word in dict.fromkeys(_WORD.findall(piece.code) if found else ()):
            places = self.known.places(word)
            classes = dict.fromkeys(place.path for place in places if place.kind == "class")
            defining = classes or dict.fromkeys(place.path for place in places)
            named += defining if len(defining) <= FEW_DEFINE else ()
        return [*dict.fromkeys([*list(dict.fromkeys(found))[:MAX_FILES], *named])][: 2 * MAX_FILES]


def _kept(lines: list[str]) -> str:
    """What a diff leaves of a file as it is; dots stand for the lines that it adds and takes away."""
    filled = [line for line in lines if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    marked = any(line[: indent + 1].strip() in ("+", "-") for line in filled)
    made: list[str] = []
    for line in lines:
        text = line[indent:] if line.strip() else ""
        if _HEADS.match(text) or text[:1] in ("+", "-"):
            text = "..."
        if text != "..." or made[-1:] != ["..."]:
            made.append(text)
    while made and made[-1] in ("...", ""):
        made.pop()
    return "\n".join(made) if marked else ""
