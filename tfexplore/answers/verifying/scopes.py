"""The code that a sentence is about: definitions that it names before a word, or the files of its paragraph."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.markdown import HEADING
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import spoken
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.index.symbols import Place

#: Files of a paragraph, lines of a definition that is read, and lines above a paragraph that may cite its file.
MAX_FILES, MAX_LINES, MAX_ABOVE = 3, 600, 12
#: How a sentence begins that goes on about what was named before.
_IT = regex(r"\s*(?:It|This|That|The (?:function|class|method|layer|op|kernel))\b|\s*(?:它|该|其|此|这个)")


#: Files without their remarks that are kept.
MAX_KEPT = 32


class Scope(Record):
    """Lines of a file without remarks as one text, the number of the first, and what they are of."""

    path: str
    first: int
    text: bytes
    of: str

    def line(self, at: int) -> int:
        """The number of the line with a place of the text."""
        return self.first + self.text.count(b"\n", 0, at)


class Scopes:
    """The code that the sentences of a document are about; a tree has it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._kept: dict[tuple[str, bool], bytes] = {}

    def of(self, paragraph: Paragraph, said: Citation, first: int) -> list[Scope]:
        """The definitions that are named before a name in its sentence, or else the files of its paragraph."""
        return self.definitions(paragraph, said, first) or self.files(paragraph, said)

    def definitions(
        self, paragraph: Paragraph, said: Citation, first: int, strings: bool = False, loosely: bool = False
    ) -> list[Scope]:
        """The definitions that are named before a name in the sentence which begins at `first`.

        Of one that goes on about what was named before, that; of any other as well, where it is asked `loosely`. With
        the texts in their code as `strings`, where asked.
        """
        before = [each for number in paragraph.numbers for each in self.page.on(number)]
        before = [each for each in before if (each.line, each.column) < (said.line, said.column)]
        here = [each for each in before if paragraph.offset(each.line, each.column) >= first]
        found = [scope for one in here for scope in self._bodies(one, strings)]
        if not found and not here and (loosely or _IT.match(paragraph.text, first)):
            found = next((scopes for one in reversed(before) if (scopes := self._bodies(one, strings))), [])
        return found

    def files(
        self, paragraph: Paragraph, said: Citation, strings: bool = False, above: int = MAX_ABOVE
    ) -> list[Scope]:  # fmt: skip
        """The files of a paragraph up to a name, or those cited next above it in the section, or by its heading."""
        lines = self.page.text_lines
        cited: list[Citation] = []
        over = self.page.over(paragraph.numbers[0])  # what other items of its list cite is theirs
        last = max(0, paragraph.numbers[0] - max(1, above))
        for number in range(said.line, last, -1):
            if over and over < number < paragraph.numbers[0]:
                continue
            here = [each for each in self.page.on(number) if each.kind in ("path", "path:line")]
            cited += [each for each in here if (each.line, each.column) < (said.line, said.column)]
            if HEADING.match(lines[number - 1]) or (cited and number <= paragraph.numbers[0]):
                break
        files = [path for each in cited for path in self.page.files_meant(each)[:MAX_FILES]]
        files = list(dict.fromkeys(files)) or (self.page.files_of_section(said.line) if above else [])
        beside = [f"{path.rpartition('.')[0]}{ending}" for path in files for ending in (".h", ".cc")]
        files = list(dict.fromkeys([*files, *[path for path in beside if path in self.known.paths]]))
        if not files or len(files) > 2 * MAX_FILES:
            return []
        return [Scope(path, 1, self._text(path, strings), path) for path in files]

    def _text(self, path: str, strings: bool) -> bytes:
        """A file without its remarks."""
        if (path, strings) not in self._kept:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[path, strings] = b"\n".join(spoken(self.known.lines(path), not strings))
        return self._kept[path, strings]

    def _above(self, one: Citation) -> range:
        """The lines from the heading above a name down to it."""
        return range(self.page.section_begins(one.line), one.line + 1)

    def _bodies(self, one: Citation, strings: bool) -> list[Scope]:
        """The definition that a name means, where it is one only."""
        if one.kind != "symbol" or not one.in_code or one.fenced:
            return []
        places = [p for p in self.page.meant(one.target) if p.kind in ("function", "method", "class")]
        places = list({(p.path, p.line): p for p in places}.values())
        sources = [p for p in places if not p.path.endswith(".h") and "_test." not in p.path]
        if len(sources) > 1:  # that of the folder of which the section is
            said = [each for number in self._above(one) for each in self.page.on(number)]
            cited = [path for each in said if each.kind.startswith("path") for path in self.page.files_meant(each)[:1]]
            folders = {path.rpartition("/")[0] for path in cited}
            sources = [place for place in sources if place.path.rpartition("/")[0] in folders]
        if len(sources) != 1:
            return []
        lines = self.known.lines(sources[0].path)
        last = max(sources[0].end_line, body_end(lines, sources[0]))
        body = spoken(lines[sources[0].line - 1 : last][:MAX_LINES], not strings)
        return [Scope(sources[0].path, sources[0].line, b"\n".join(body), one.target)]


def function_body(known: Known, place: Place) -> bytes:
    """The text of a function behind its first line, without remarks and texts."""
    lines = known.lines(place.path)
    last = max(place.end_line, body_end(lines, place))
    return b"\n".join(spoken(lines[place.line : last], strings=True))
