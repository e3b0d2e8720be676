"""Words of blocks that no file has, in lines that stand in a file but for a letter, or an ending, of the word.

A block may be too short, or too much the author's own, for it to be held against the tree as a whole. A line of it that
is one of a file the document cites, or of the file that has the word's like, is a quotation all the same, and nobody
means a word that only this line has: `return MakeRegistrted(n);`.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.answers.verifying.altered import remarks_on_a_change
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.edits import is_edit
from tfexplore.answers.verifying.spelling import ENDINGS, without_blanks
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a line, blanks apart, that does not stand in a file by chance; and of the shortest words.
MIN_LINE, MIN_WORD = 16, 4
#: Lines of blocks that are looked at.
MAX_LINES = 1_000
#: Files that define a word of a line, and files that are read for one.
MOST_HOMES, MOST_READ = 6, 40
_WORD = regex(rf"(?<!\w)[A-Za-z_]\w{{{MIN_WORD - 1},60}}(?!\w)", re.A)
#: A number or a quotation mark in front of a line, and a remark or a backslash at its end.
_IN_FRONT = regex(r"\s*(?:\d{1,5}\s?[:|]?\s|[>|]\s)?\s*")
_BEHIND = regex(r"\s*(?://[^\n]*|(?<=\s)#\s[^\n]*|\\)\s*\Z")
#: What is added to a word for another that there might be.
_ADDED = regex(rf"(?:{ENDINGS})\Z")
_LETTERS = string.ascii_letters + "_"


class FencedSlips(Check):
    """The checks of lines of blocks that are no quotations as a whole, word by word; with a tree."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that is one of the tree's but for a word that no file has."""
        count = Counter(_WORD.findall("\n".join(self.page.text_lines)))
        left = MAX_LINES
        for position, one in enumerate(self.page.said):
            if one.kind != "quotation" or position in self.page.quoted or left <= 0:
                continue
            lines = one.code.split("\n")
            left -= len(lines)
            if is_edit(self.page, one, position):
                continue
            for number, line in enumerate(lines, one.line):
                made = self._of_line(one, number, line, count)
                if made is not None:
                    yield made
                    break

    def _of_line(self, one: Citation, number: int, line: str, count: Counter[str]) -> Verdict | None:
        said = _BEHIND.sub("", line)
        said = said[_IN_FRONT.match(said).end() :]  # type: ignore[union-attr]
        if len(without_blanks(said)) < MIN_LINE or remarks_on_a_change(line):
            return None
        for match in _WORD.finditer(said):
            word = match[0]
            if (
                count[word] > 1
                or self.page.inventories.has_name(word)
                or vocabulary.PLACEHOLDER.search(word)
                or not self._is_strange(word)
            ):
                continue
            for meant in self._meant(word):
                has = said[: match.start()] + meant + said[match.end() :]
                where = self._stands(has)
                if where is not None:
                    detail = f"line {where.line} has `{meant}`, the quotation `{word}`"
                    named = one._replace(line=number, text=line.strip())
                    return self.page.verdict(named, "differs", where, (), detail)
        return None

    def _is_strange(self, word: str) -> bool:
        """Whether no file has a word, as far as the index tells; of a short one whether none has that is cited."""
        if word in self.page.words_of_files or self.known.explains(word):
            return False
        return not self.known.may_stand(word)

    def _meant(self, word: str) -> Iterator[str]:
        """The words of the files cited, and the names, that are a letter away, or that the word goes on."""
        added = _ADDED.search(word)
        near = (*_edits(word), *((word[: added.start()],) if added is not None else ()))
        for each in dict.fromkeys(near):
            if each in self.page.words_of_files or each in self.known.names or each in self.known.ops:
                yield each

    def _stands(self, line: str) -> Location | None:
        """Where a line stands, blanks apart: in a file that is cited, or that defines, or may, a word of it."""
        homes = [place.path for word in _WORD.findall(line) for place in self.known.places(word)[:MOST_HOMES]]
        wanted = f"\n{without_blanks(line)}\n"
        for path in list(dict.fromkeys([*self.page.files_cited, *homes]))[:MOST_READ]:
            text = self._text(path)
            at = text.find(wanted)
            if at >= 0:
                number = text.count("\n", 0, at) + 1
                return Location(path, number, number)
        return None

    def _text(self, path: str) -> str:
        """A file's lines without blanks, remarks and backslashes at their ends, from the first on behind a line end."""
        if path not in self._texts:
            lines = [line.decode("utf-8", "replace") for line in self.known.lines(path)]
            self._texts[path] = "\n" + "\n".join([without_blanks(_BEHIND.sub("", line)) for line in lines]) + "\n"
        return self._texts[path]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {}


def _edits(word: str) -> Iterable[str]:
    """What a word is with a letter inside of it left out, put in, another, or exchanged with the next."""
    cuts = [(word[:at], word[at:]) for at in range(1, len(word))]
    yield from (head + tail[1:] for head, tail in cuts if len(tail) > 1 and not tail[0].isdigit())
    yield from (head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1)
    for head, tail in cuts:
        for letter in _LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]
