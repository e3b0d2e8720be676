"""A document while it is checked: its citations, what belongs together in it, and what its words may mean."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.citations import read_document
from tfexplore.answers.html_tables import with_rows
from tfexplore.answers.markdown import FENCE, HEADING, SPAN, blocks, cells_of, code_lines, with_headings, with_pipes
from tfexplore.answers.pasted_code import with_directives
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.abbreviated import (
    announced,
    cited_by_words,
    guessed,
    named_for_short,
    spelled_out,
    words_for_files,
)
from tfexplore.answers.verifying.around_lines import AroundLines
from tfexplore.answers.verifying.called_ops import CalledOps
from tfexplore.answers.verifying.choices import Option, wrong_options
from tfexplore.answers.verifying.classes import rank
from tfexplore.answers.verifying.designs import Designs
from tfexplore.answers.verifying.elsewhere import Elsewhere
from tfexplore.answers.verifying.files_perhaps import FilesPerhaps
from tfexplore.answers.verifying.functions import Functions
from tfexplore.answers.verifying.inventories import Inventories
from tfexplore.answers.verifying.messages import Messages
from tfexplore.answers.verifying.others import Others
from tfexplore.answers.verifying.project import Project
from tfexplore.answers.verifying.raised import Raised
from tfexplore.answers.verifying.scopes import Scopes
from tfexplore.answers.verifying.signs import Signs
from tfexplore.answers.verifying.spelling import endpoint_name, inside_of, parts_of, spot
from tfexplore.answers.verifying.ties import tie
from tfexplore.answers.verifying.unmarked import ops_of, with_marks
from tfexplore.answers.verifying.variants import Variants
from tfexplore.answers.verifying.verdicts import Verdict
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation, Unread
    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.classes import Classes
    from tfexplore.answers.verifying.modules import Modules
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.ties import Ties
    from tfexplore.answers.verifying.unmarked import Marks
    from tfexplore.model import SourceState


#: Files of which a document cites lines that is on the tree all through.
SEVERAL_FILES = 6
#: The end of a sentence, with more behind it.
_SENTENCE_ENDS = regex(r"[.!?](?=\s)|[。！？]")
#: Two words of one length for "to register" and for a default: of the second all patterns know.
_SYNONYMS = (("登记", "注册"), ("缺省", "默认"))
#: An item of a list, or a row of a table.
#: Words of code that tell by themselves what a line has.
_LONG_WORD = regex(r"[A-Za-z_]\w{4,}", re.A)
#: A reference of Markdown, and what refers to one.
_REFERENCE_TO = regex(r"\s{0,3}\[(?P<mark>[\w-]{1,40})\]:")
_REFERS = regex(r"\]\[([\w-]{1,40})\]")
_HEAD_OF_DEF = regex(rb"\s*def\s+\w+\([^()]*$")
MAX_PARAMETERS = 12
_JOINED_WORD = regex(r"(?<![\w/.-])[A-Za-z]+_\w+(?![\w/.-])", re.A)
ITEM = regex(r"\s*(?:\||[-*+]\s|\d+[.)]\s)")
#: A folder that a heading, or the text above a table, speaks of.
_FOLDERS = regex(r"(?<![\w./-])(?:[\w.-]+/)+[\w-]+(?![\w./-]|\.\w)(?=[`/\s*:：,，)）]|$)", re.A)
#: Lines that "x.cc:12 ff." may mean.
MOST_GOING_ON = 30
#: Citations before and behind one that are looked at for what it may be said of.
NEXT_TO = 40
#: Letters of a line before and behind a citation that are said of it.
BESIDE = 2000
#: Files that a path may mean, so few that each may be it; and files of which a number without one may be a line.
FEW, MAX_FILES = 3, 60
#: Files of which all words are read, and letters of these.
MAX_CITED, MIN_WORD = 24, 4
_WORD_OF_FILE = re.compile(rb"[A-Za-z_]\w{%d,}" % (MIN_WORD - 1))
#: Lines between the end of a block and a line of its file that may be its place.
UNDER = 2
#: Words before a file that something is not in.
_NOT_IN = regex(
    r"\b(?:not|n't)\s(?:\w+\s)?(?:in|from|by)\s[`*\[]*\Z"
    r"|\b(?:rather than|instead of|unlike)(?:\s(?:in|from))?\s[`*\[]*\Z"
    r"|(?:不在|而不是|而非|不是)\s?[`*\[]*\Z",
    re.I,
)
#: What brackets begin with that are of a thing of their own: "(`kMost` is 12, x.h:3)".
_OF_ANOTHER = regex(r"[(（][^()（）`]{0,20}`[^()（）]{1,60}`\s(?:is|are|was|has)\s[^()（）]{0,60}\Z")
#: A name of a framework as a header has it, and lines that speak of it, or that each of a chat says.
_PROPER_NAME, SPOKEN_OF = regex(r"[A-Z][a-z]+(?:[A-Z][a-z]+){1,2}[A-Z]?", re.A), 2
#: A cell that says that something is not there.
_NONE_THERE = regex(r"[-–—✗✘×❌]|n/a|no(?:ne)?|absent|missing|gone|removed|[无否]|没有", re.I)

#: What a heading compares its subject with.
_COMPARED = regex(
    r"\b(?:compared (?:with|to)|different from|differs? from|unlike|than)\b.*|(?:相比|不同于|不如).*", re.I
)

#: A section of statements of which the reader is to say whether they are so, and one of them.
_TRUE_OR_FALSE = regex(r"\btrue (?:or|/) false\b|判断题|判断正误|判断对错", re.I)
_QUOTED_STATEMENT = regex(r"[\"“][^\"“”\n]{10,400}[\"”]")


class Reading(Record):
    """What a text says, which is known without an index: its citations and lines, and what names its paths are of.

    `before` says of lines how many letters stand here in front and in the document not, as the pipe of a row or the
    mark of a heading; `marks` is what is marked as code here alone.
    """

    said: list[Citation]
    lines: list[str]
    unread: tuple[Unread, ...]
    before: dict[int, int]
    marks: Marks
    ties: Ties


def _with_one_word(text: str) -> str:
    """A text with one word for what people call by two of one length."""
    for said, meant in _SYNONYMS:
        text = text.replace(said, meant)
    return text


def read_text(text: str, folders: frozenset[str]) -> Reading:
    """What a text says; `folders` are those of a tree with which an absolute path goes on."""
    text = _with_one_word(text)
    lines = [line.rstrip("\r") for line in text.split("\n")]
    directed = with_directives(lines) if "::" in text else {}
    lines = [directed.get(number, line) for number, line in enumerate(lines, 1)] if directed else lines
    piped = with_pipes(lines) if "|" in text else {}
    headed = with_headings(lines)
    before = dict.fromkeys(piped, 1) | {number: line.index(" ") + 1 for number, line in headed.items() if line}
    shown = {**piped, **headed}
    shown |= with_rows(lines) if "<t" in text.lower() else {}
    if shown:
        lines = [shown.get(number, line) for number, line in enumerate(lines, 1)]
    marks = with_marks(lines)
    if directed or shown or marks.lines:
        text = "\n".join([marks.lines.get(number, line) for number, line in enumerate(lines, 1)])
    made = read_document(text, folders)
    short = announced(made.lines)
    said = spelled_out(made.citations, short) if short else made.citations
    words = words_for_files(made.lines)
    if words:
        said = cited_by_words(said, made.lines, words)
    return Reading(said, made.lines, made.unread, before, marks, tie(said, made.lines))


class Page:
    """What the checks of paths, names and quotations of one document share.

    `own` is what the author's own code defines, `quoted` where the quotations stand that were found, by their position;
    `tied` and `weak` are those of `ties.Ties`; `cut` are quotations of which only the beginning was compared.
    """

    def __init__(
        self, state: SourceState, document: str, text: str, known: Known, classes: Classes, modules: Modules,
        reading: Reading | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.document = document
        self.known = known
        self.classes = classes
        self.modules = modules
        self._written = text.split("\n")
        reading = reading if reading is not None else read_text(text, known.heads)
        self._before, self._marks = reading.before, reading.marks
        short = guessed(reading.said, lambda name: bool(known.called(name)))
        self.said = spelled_out(reading.said, short) if short else reading.said
        self._numbers = [one.line for one in reading.said]
        self.text_lines = reading.lines
        self.unread = reading.unread
        self.cut: list[Unread] = []
        self.own = named_for_short(reading.lines)
        self.quoted: dict[int, Compared] = {}
        self._packages: list[int] | None = None  # the lines that speak of packages beside the tree
        self.tied = reading.ties.tied
        self.weak = reading.ties.weak
        self.either = reading.ties.either
        self._paths_of: dict[int, list[int]] = {}  # the positions of the paths that are said of a name
        for position, (name, _) in self.tied.items():
            self._paths_of.setdefault(id(name), []).append(position)
        self._spans: dict[int, list[re.Match[str]]] = {}
        self._around: dict[tuple[int, int, int], tuple[str, str]] = {}
        self._frameworks: dict[str, bool] = {}  # whether a header is the name of another one
        self._whole: dict[str, list[str]] = {}  # file names that the document spells out somewhere
        self._spell_out()

    def verdict(
        self, one: Citation, verdict: str, where: Place | Location | None, near: Iterable[str] = (), detail: str = "",
        kind: str = "",
    ) -> Verdict:  # fmt: skip
        """A verdict on a citation, with its place in the document."""
        if isinstance(where, Place):
            where = Location(where.path, where.line, where.end_line)
        text = one.text or one.target
        return Verdict(self.document, one.line, one.column, text, kind or one.kind, verdict, where, tuple(near), detail)

    def moved(self, one: Citation, now: Place | Location, detail: str) -> Verdict:
        """A verdict on lines, or a thing, of which it is known where it is now."""
        return self.verdict(one, "moved", now, (spot(now),), detail)

    def names_what_is_at(self, one: Citation, but: str) -> bool:
        """Whether code of a place's line, other than one name, has a word that stands on the cited line: an attr's."""
        text = self.text_lines[one.line - 1]
        words = {word for span in SPAN.finditer(text) for word in _LONG_WORD.findall(span[2])}
        words.update(_JOINED_WORD.findall(text))
        own = {but, *_LONG_WORD.findall(one.text)}
        for path in self.files_meant(one)[:1]:
            there = self.known.lines(path)[one.start - 1 : one.end]
            if there and _HEAD_OF_DEF.match(there[-1]):  # whose parameters may stand below it
                there = [*there, *self.known.lines(path)[one.end : one.end + MAX_PARAMETERS]]
            return any(stands(word, b"\n".join(there)) for word in words - own)
        return False

    @property
    def is_unmarked(self) -> bool:
        """Whether the document does not mark its code, so that what stands here between marks need not be meant so."""
        return bool(self._marks.lines)

    def is_unmarked_there(self, one: Citation) -> bool:
        """Whether what is cited stands between marks here, and not in the document."""
        return one.column - 2 in self._marks.places.get(one.line, ())

    def times(self, word: str) -> int:
        """How often a word stands in the document, its code and the rest."""
        return self._words[word]

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(re.findall(r"\w+", "\n".join(self._written), re.A))

    @cached_property
    def references(self) -> dict[str, Citation]:
        """The places that references of Markdown are to, by their marks: of "[3]: https://…#L12"."""
        made: dict[str, Citation] = {}
        for one in self.said:
            match = _REFERENCE_TO.match(self.text_lines[one.line - 1]) if one.kind == "path:line" else None
            if match is not None:
                made.setdefault(match["mark"], one)
        return made

    def cites_lines_with(self, one: Paragraph, first: int, last: int, code: bytes) -> bool:
        """Whether a part of a paragraph cites lines, by themselves or by a reference, that have some code."""
        cited = [place for at, place in self.cited_in(one) if first <= at < last]
        marks = _REFERS.findall(one.text[first:last]) if self.references else ()
        cited += [self.references[mark] for mark in marks if mark in self.references]
        return any(
            code in b"\n".join(self.known.lines(path)[place.start - 1 : place.end])
            for place in cited
            for path in self.files_meant(place)
        )

    def as_written(self, one: Verdict) -> Verdict:
        """A verdict with its place and its text as the document has them, without what is marked here alone."""
        column = self._marks.column(one.line, one.column)
        end = self._marks.column(one.line, one.column + len(one.text))
        before = self._before.get(one.line, 0)
        column, end = column - before, end - before
        if (
            column == one.column
            and end - column == len(one.text)
            and not any(word in one.text for _, word in _SYNONYMS)
        ):
            return one
        written = self._written[one.line - 1][column - 1 : end - 1]
        plain = one.text.replace("`", "") if one.line in self._marks.lines else one.text
        same = _with_one_word(written).replace("`", "") == one.text.replace("`", "")
        return one._replace(column=column, text=written if same else plain)

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs, items, headings and tables of the document."""
        return list(prose.paragraphs(self.text_lines))

    @cached_property
    def scopes(self) -> Scopes:
        """The code that the document's sentences are about, each file read once."""
        return Scopes(self)

    @cached_property
    def around_lines(self) -> AroundLines:
        """What stands around the lines that the document cites, each file read once."""
        return AroundLines(self.known)

    @cached_property
    def perhaps(self) -> FilesPerhaps:
        """The files that lines without their file may be of."""
        return FilesPerhaps(self)

    @cached_property
    def functions(self) -> Functions:
        """The heads of the functions that the document speaks of, each read once."""
        return Functions(self)

    @cached_property
    def marked(self) -> list[Paragraph]:
        """The paragraphs with their ops of several words marked as code, as not everybody marks them."""
        spans = [ops_of(one.text, self.known.ops) for one in self.paragraphs]
        return [one.with_marks(each) if each else one for one, each in zip(self.paragraphs, spans, strict=True)]

    @cached_property
    def called_ops(self) -> CalledOps:
        """The names that the document calls ops and that are none."""
        return CalledOps(self)

    @cached_property
    def messages(self) -> Messages:
        """The messages of the files of protocol buffers that the document speaks of, each file read once."""
        return Messages(self.known)

    @cached_property
    def raised(self) -> Raised:
        """The statements with the texts that the document has, each looked up once."""
        return Raised(self.known.index)

    def lines_read(self) -> list[str]:
        """The lines of the document, up to where reading it ended."""
        ends = (one.line - 1 for one in self.unread if one.end_line > one.line)
        return self.text_lines[: min(ends, default=len(self.text_lines))]

    @cached_property
    def prose_lines(self) -> list[tuple[int, str]]:
        """The lines that are in no block of code, each with its number."""
        fenced = {
            one.line + at for one in self.said if one.kind == "quotation" for at in range(one.code.count("\n") + 2)
        }
        return [(number, line) for number, line in enumerate(self.text_lines, 1) if number not in fenced]

    def near(self, one: Citation) -> list[Citation]:
        """The citations next to one in the document, itself among them."""
        at = bisect_left(self._numbers, one.line)
        return self.said[max(0, at - NEXT_TO) : at + NEXT_TO]

    def until(self, line: int) -> Iterator[Citation]:
        """The citations up to a line, the last first."""
        return (self.said[at] for at in range(bisect_right(self._numbers, line) - 1, -1, -1))

    def below(self, line: int) -> Iterator[Citation]:
        """The citations behind a line, in their order."""
        return (self.said[at] for at in range(bisect_right(self._numbers, line), len(self.said)))

    @cached_property
    def tied_to_lines(self) -> list[tuple[int, Citation]]:
        """The cited lines that are said of a name, each with its position."""
        return [(at, self.said[at]) for at in self.tied if self.said[at].kind == "path:line"]

    @cached_property
    def resolved(self) -> list[list[str]]:
        """The files that each path of the document can mean, of every spelling once, in its order."""
        targets = dict.fromkeys([one.target for one in self.said if one.kind in ("path", "path:line")])
        return [self.known.resolve(target) for target in targets]

    @cached_property
    def files_named(self) -> list[str]:
        """The files that the document names by paths which mean one, in its order; not all of a long one's."""
        return list(dict.fromkeys([found[0] for found in self.resolved if len(found) == 1]))[:MAX_FILES]

    @cached_property
    def files_perhaps(self) -> list[str]:
        """The files that the document names, those of paths that may mean a few among them; not all of a long one's."""
        return list(dict.fromkeys([path for found in self.resolved if len(found) <= FEW for path in found]))[:MAX_FILES]

    @cached_property
    def files_cited(self) -> list[str]:
        """The first file that each path of the document can mean, in its order; not all of a long one's."""
        return list(dict.fromkeys([found[0] for found in self.resolved if found]))[:MAX_CITED]

    @cached_property
    def words_of_files(self) -> frozenset[str]:
        """The longer words of those files; none without a tree."""
        found: set[bytes] = set()
        for path in self.files_cited if self.known.has_tree else ():
            found.update(_WORD_OF_FILE.findall(self.known.read(path) or b""))
        return frozenset([word.decode() for word in found])

    def is_quoted_below(self, one: Citation) -> bool:
        """Whether the first block below the paragraph of a citation is a quotation that was found in the tree."""
        number = one.line
        while prose.wrapped(self.text_lines, number + 1):
            number += 1
        first = bisect_right(self._numbers, number)
        block = self.said[first] if first < len(self.said) else None
        if block is None or block.line > number + UNDER + 1 or first not in self.quoted:
            return False
        last = next((self.said[at] for at in range(first - 1, -1, -1) if self.said[at].kind == "path:line"), one)
        behind = self.around(one)[1]
        over = wording.SENTENCE.search(behind)
        return over is None or last.text not in behind[over.end() :]  # which is the place of a sentence further down

    def on(self, line: int) -> list[Citation]:
        """The citations of a line."""
        return self.said[bisect_left(self._numbers, line) : bisect_right(self._numbers, line)]

    def spans(self, line: int) -> list[re.Match[str]]:
        """The spans of code of a line of the text, each looked for once."""
        if line not in self._spans:
            self._spans[line] = list(SPAN.finditer(self.text_lines[line - 1]))
        return self._spans[line]

    def positions(self, line: int) -> list[tuple[int, Citation]]:
        """The citations of a line with lines of the source, each with its position."""
        first, last = bisect_left(self._numbers, line), bisect_right(self._numbers, line)
        return [(at, self.said[at]) for at in range(first, last) if self.said[at].kind == "path:line"]

    def reaches(self, one: Citation, line: int) -> bool:
        """Whether a line is near below a cited one from which the text has the lines go on: "x.cc:12 ff."."""
        behind = self.text_lines[one.line - 1][one.end_column :]
        return one.start <= line <= one.start + MOST_GOING_ON and wording.goes_on_below(behind)

    def strangers(self, one: Citation) -> bool:
        """Whether the words around a citation, or the heading above it, speak of what is not TensorFlow's."""
        heading = self.heading(one.line)
        before, behind = self.around(one)
        if disclaimers.somebodys(before, behind) or disclaimers.heads_absent(heading):
            return True
        first, *rest = _SENTENCE_ENDS.split(behind, maxsplit=1)
        if not any(one.target in text for text in rest):
            behind = first
        return disclaimers.foreign(f"{before} {one.target} {behind}") or disclaimers.foreign(_COMPARED.sub("", heading))

    def is_of_another_revision(self, one: Citation) -> bool:
        """Whether a link is to neither the index's tag nor its commit nor the branch that it was released from."""
        tag, commit, ref = self.state.tag or "", self.state.commit or "", one.ref
        if not ref or ref == tag or (len(ref) >= 7 and commit.startswith(ref)):
            return False
        minor = ".".join(tag.lstrip("v").split(".")[:2])
        return not minor or (ref != f"r{minor}" and re.fullmatch(rf"v?{re.escape(minor)}(?:\.\d+)?", ref) is None)

    def cited_in(self, paragraph: Paragraph) -> list[tuple[int, Citation]]:
        """The cited lines of a paragraph, each with where it begins in its text."""
        every = [one for number in paragraph.numbers for _, one in self.positions(number)]
        return [(paragraph.offset(one.line, one.column), one) for one in every if not one.fenced]

    def is_refuted(self, line: int, column: int) -> bool:
        """Whether a place is in what people believe, as the section says, and is not so, or say in a heading."""
        text = self.text_lines[line - 1]
        if text.startswith("#") and disclaimers.QUOTED_HEADING.fullmatch(text):
            return True
        if _TRUE_OR_FALSE.search(self.heading(line)) and any(
            said.start() < column <= said.end() for said in _QUOTED_STATEMENT.finditer(text)
        ):
            return True
        if "☐" in text and column > text.index("☐"):
            return True  # a box that the reader is to tick
        if line in self._bad_examples or self._is_a_wrong_option(line, column):
            return True
        if disclaimers.refuted(self.heading(line), text, column):
            return True
        if disclaimers.corrected_at(text, column) or (line, column) in self._told_by_others:
            return True
        if self._signs.has(text, column):
            return True
        if text.startswith(">"):
            return line in self._refuted
        if text.lstrip().startswith("|"):
            cells = cells_of(text)
            own = [cell for begin, cell in cells if begin < column][-1:]
            if own and disclaimers.is_false_statement(own[0], [cell for _, cell in cells]):
                return True
            if disclaimers.of_beliefs(self.header_at(line, column)):
                return True
            return self._is_of_another_framework(line, column)
        return line in self._asked_in_chats and disclaimers.is_question(prose.sentence(text, column))

    def _is_of_another_framework(self, line: int, column: int) -> bool:
        """Whether a place is in the column of a framework that the text speaks of, beside one of TensorFlow's."""
        head = self.header_at(line, column).strip(" *")
        if self._shortened.intersection(head.split()[:1]):
            return True
        if not disclaimers.names_tensorflow(self.text_lines[self._tops[line - 1] - 1]):
            return False
        if head not in self._frameworks:
            self._frameworks[head] = _PROPER_NAME.fullmatch(head) is not None and self._is_spoken_of(head)
        return self._frameworks[head]

    def _is_spoken_of(self, head: str) -> bool:
        """Whether the text outside of tables speaks of what a header has, and that is no name of the tree."""
        if disclaimers.names_tensorflow(head) or self.known.explains(head):
            return False
        name = re.compile(rf"(?<![\w`]){head}(?![\w`])")
        return sum(name.search(text) is not None for _, text in self.prose_lines if text[:1] != "|") >= SPOKEN_OF

    @cached_property
    def _shortened(self) -> frozenset[str]:
        """What the document calls other frameworks for short: "PT = PyTorch"."""
        return frozenset(short for _, text in self.prose_lines for short in disclaimers.shortened_projects(text))

    @cached_property
    def _asked_in_chats(self) -> frozenset[int]:
        """The lines in which the one asks in a chat, as it has it who says what, of which the other answers."""
        speakers: dict[str, list[int]] = {}
        for number, line in self.prose_lines:
            said = disclaimers.SPEAKER.match(line)
            if said is not None:
                speakers.setdefault("asks" if said["asks"] else "answers", []).append(number)
        chat = all(len(speakers.get(each, ())) >= SPOKEN_OF for each in ("asks", "answers"))
        return frozenset(speakers["asks"]) if chat else frozenset()

    @cached_property
    def _bad_examples(self) -> frozenset[int]:
        """The lines that say of themselves that they are a bad example, and those of the blocks below such a line."""
        found = {number for number, line in self.prose_lines if disclaimers.BAD_EXAMPLE.match(line)}
        lines = self.lines_read()
        for number, _, inside in blocks(lines):
            above = next((at for at in range(number - 1, max(0, number - 3), -1) if lines[at - 1].strip()), 0)
            if above in found:
                found.update(range(number, number + len(inside) + 2))
        return frozenset(found)

    @cached_property
    def _wrong_options(self) -> tuple[Option, ...]:
        return wrong_options(self.text_lines)

    def _is_a_wrong_option(self, line: int, column: int) -> bool:
        return any(one.line == line and one.begin <= column < one.end for one in self._wrong_options)

    @cached_property
    def _signs(self) -> Signs:
        return Signs([text for _, text in self.prose_lines])

    @cached_property
    def _told_by_others(self) -> frozenset[tuple[int, int]]:
        """The columns of what a document has in italics and quotation marks, and says each time that it is not so."""
        told: list[tuple[int, int, int]] = []
        denied = 0
        for number, line in self.prose_lines:
            for match in disclaimers.IN_ITALICS.finditer(line) if '*"' in line or "*“" in line else ():
                told.append((number, match.start() + 1, match.end()))
                behind = [line[match.end() :], *self.text_lines[number : number + 2]]
                next_one = next((text for text in behind if text.strip()), "")
                denied += disclaimers.says_no(next_one)
        enough = (denied > 1 and 2 * denied >= len(told)) or disclaimers.tells_beliefs(self.title)
        return frozenset((number, at) for number, first, last in told if enough for at in range(first, last + 1))

    @cached_property
    def _refuted(self) -> frozenset[int]:
        """The lines of block quotes of which the document says that they are wrong: of all, or right below one."""
        every = disclaimers.refutes_quotes("\n".join(self.text_lines))
        found: list[int] = []
        block: list[int] = []
        for number, line in enumerate(self.text_lines, 1):
            if line.startswith(">"):
                block.append(number)
            elif block and line.strip():
                found += block if every or disclaimers.refutes(line) else ()
                block = []
        return frozenset(found + (block if every else []))

    def is_of_its_own(self, one: Citation) -> bool:
        """Whether a name or a file is called after the author's project or device (`project.Project`)."""
        return self.project.has(one.target)

    def is_said_of_its_own(self, one: Citation) -> bool:
        """Whether a sentence is about a name of the author's, as it begins with one, and then comes to another."""
        before = prose.begun(prose.before(self.text_lines, one.line, one.column))
        first = SPAN.search(before)
        name = parts_of(first[2])[-1] if first is not None else ""
        if not name.isidentifier() or self.known.explains(name):
            return False
        return name in self.own or self.project.has(name) or self.inventories.has_name(name)

    @cached_property
    def inventories(self) -> Inventories:
        """What the document lists as its author's."""
        return Inventories(self)

    @cached_property
    def project(self) -> Project:
        """The words that are the author's own."""
        said = {one.target for one in self.said if one.kind != "quotation"}
        unknown = [target for target in said if not self.known.resolve(target)]
        return Project("\n".join(self.text_lines), unknown, self.known)

    def is_anothers(self, one: Citation) -> bool:
        """Whether a name that the tree does not have need not be one of the tree's (`others.Others`)."""
        return self._others.has(one)

    def is_elsewhere(self, one: Citation) -> bool:
        """Whether a path that the tree does not have need not be one of the tree's (`elsewhere.Elsewhere`)."""
        return self.elsewhere.has(one)

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """What tells that a path need not be one of the tree's."""
        return Elsewhere(self)

    @property
    def is_on_another(self) -> bool:
        """Whether a document is on what another repository has."""
        return self._others.is_on_another

    @property
    def is_proposal(self) -> bool:
        """Whether a document proposes what is not there yet, as a request for comments does."""
        return self._others.is_proposal

    @cached_property
    def cites_lines(self) -> bool:
        """Whether a document is on the tree as it is all through: it cites lines of several of its files."""
        places = [one for one in self.said if one.kind == "path:line" and not one.fenced]
        cited = {one.target for one in places if not self.is_of_another_revision(one)}
        return len([path for path in cited if self.known.resolve(path)]) >= SEVERAL_FILES

    def may_propose(self, line: int) -> bool:
        """Whether a line is one of a document that proposes something, and not of its section on what there is."""
        return self.is_proposal and not self.is_of_today_at(line)

    def is_of_today(self, one: Citation) -> bool:
        """Whether a citation stands in a section that says what there is: "Background", "Current state", 现状."""
        return self.is_of_today_at(one.line)

    def is_of_today_at(self, line: int) -> bool:
        """The same of a line."""
        return line in self._todays

    @cached_property
    def _todays(self) -> frozenset[int]:
        """The lines of the sections on what there is, with those below them and their blocks of code."""
        found: list[int] = []
        level = begin = 0
        for number, line in self.prose_lines:
            heading = HEADING.match(line)
            if heading is None:
                continue
            depth = len(heading[1])
            if not level or depth <= level or disclaimers.of_plans(line):
                found += range(begin, number) if level else ()
                level, begin = depth if disclaimers.of_today(line) else 0, number
        found += range(begin, len(self.text_lines) + 1) if level else ()
        return frozenset(found)

    @cached_property
    def _others(self) -> Others:
        return Others(self)

    @cached_property
    def _headings(self) -> list[int]:
        """The lines of the headings; a remark in a block of code is none."""
        found = [number for number, line in enumerate(self.text_lines, 1) if HEADING.match(line)]
        fenced = code_lines(self.text_lines) if found else ()
        return [number for number in found if number not in fenced]

    @cached_property
    def title(self) -> str:
        """The document's first heading of the first level; empty where it has none."""
        return next((self.text_lines[at - 1] for at in self._headings if self.text_lines[at - 1][:2] == "# "), "")

    @cached_property
    def _compared(self) -> frozenset[str]:
        return disclaimers.compared_releases(self.title)

    def is_of_another_release(self, before: str, behind: str) -> bool:
        """Whether the words before or behind a place say that it is another release's."""
        tag = self.state.tag or ""
        return disclaimers.of_another_release_before(before, tag, self._compared) or (
            disclaimers.of_another_release_behind(behind, tag, self._compared)
        )

    def heading(self, line: int) -> str:
        """The heading above a line; empty where there is none."""
        at = bisect_right(self._headings, line)
        return self.text_lines[self._headings[at - 1] - 1] if at else ""

    def section_begins(self, line: int) -> int:
        """The line of the heading above a line; the first line where there is none."""
        at = bisect_right(self._headings, line)
        return self._headings[at - 1] if at else 1

    def section_ends(self, line: int) -> int:
        """The last line before the next heading behind a line."""
        at = bisect_right(self._headings, line)
        return self._headings[at] - 1 if at < len(self._headings) else len(self.text_lines)

    def headings(self, line: int) -> list[str]:
        """The headings of the sections that a line is in, the nearest first, the document's title last."""
        return [self.text_lines[number - 1] for number in self._sections(line)]

    def _sections(self, line: int) -> Iterator[int]:
        """The lines of these headings."""
        depth = 7
        for number in reversed(self._headings[: bisect_right(self._headings, line)]):
            heading = self.text_lines[number - 1]
            level = len(heading) - len(heading.lstrip("#"))
            if level < depth:
                yield number
                depth = level

    def files_of_section(self, line: int) -> list[str]:
        """The files that are meant by the nearest heading above a line which cites any."""
        return [path for one in self.cited_by_section(line) for path in self.files_meant(one)]

    def cited_by_section(self, line: int) -> list[Citation]:
        """The files that the nearest heading above a line cites which cites any."""
        for number in self._sections(line):
            cited = [one for one in self.on(number) if one.kind in ("path", "path:line")]
            if cited:
                return cited
        return []

    def headed(self, line: int) -> list[Citation]:
        """The citations of the heading above a line."""
        at = bisect_right(self._headings, line)
        return self.on(self._headings[at - 1]) if at else []

    def is_planned(self, one: Citation) -> bool:
        """Whether a name or a path is, wherever the document has it first, one of those that are yet to be made."""
        if self.inventories.has(one):
            return True
        if self._designs.has(one):
            return True
        if not self._planned:
            return False
        if one.line in self._planned:
            return True
        last = one.target.rpartition("/")[2]
        if one.kind in ("path", "path:line") and self.known.called(last):
            return False  # a file of this name is there, and is what a plan may speak of
        return last in self._named_in_plans

    def is_to_be(self, one: Citation) -> bool:
        """Whether a name is planned, or stands below a heading that says that all there is yet to be made."""
        return self.is_planned(one) or disclaimers.proposed(self.heading(one.line))

    @cached_property
    def _planned(self) -> frozenset[int]:
        """The lines of what is yet to be made."""
        return frozenset(self._lines_of_plans())

    @cached_property
    def _named_in_plans(self) -> frozenset[str]:
        """The names, and the files without their folders, of these lines."""
        return frozenset(one.target.rpartition("/")[2] for one in self.said if one.line in self._planned)

    @property
    def is_review(self) -> bool:
        """Whether the document is a review of a patch."""
        return self._designs.is_review

    @cached_property
    def variants(self) -> Variants:
        """The names of the document that are nearly names of the tree."""
        return Variants(self)

    @cached_property
    def _designs(self) -> Designs:
        """What of the document is about what is to be."""
        return Designs(self)

    def _lines_of_plans(self) -> Iterator[int]:
        """The lines of a section or a paragraph, with the block behind it, that is announced as a plan."""
        section = paragraph = item = fenced = False
        for number, line in enumerate(self.text_lines, 1):
            if FENCE.match(line):
                fenced = not fenced
            elif not fenced and HEADING.match(line):
                section = paragraph = disclaimers.planned(line)
            elif not fenced and line.strip() and not line[:1].isspace() and not ITEM.match(line):
                above = self.text_lines[number - 2] if number > 1 else ""
                goes_on = paragraph and above.strip() != "" and not FENCE.match(above)
                paragraph = goes_on or disclaimers.planned(line)
            if fenced or not line.strip() or HEADING.match(line):
                item = False
            elif ITEM.match(line):
                item = disclaimers.lists_absent(line)
            if section or paragraph or item:
                yield number

    def of_a_package(self, one: Citation) -> bool:
        """Whether the section, up to a citation, speaks of a package beside the tree, whose names are not all known."""
        if self._packages is None:
            names = {place.package.replace("_", "[_-]") for place in self.known.externals.values()}
            pattern = re.compile("|".join(sorted(names)) or r"\b\B", re.I)
            self._packages = [number for number, line in enumerate(self.text_lines, 1) if pattern.search(line)]
        at = bisect_right(self._headings, one.line)
        first = self._headings[at - 1] if at else 1
        return bisect_right(self._packages, one.line) > bisect_left(self._packages, first)

    def around(self, one: Citation) -> tuple[str, str]:
        """What a paragraph has before and behind a citation, from the lines that it was wrapped to as well."""
        place = (one.line, one.column, one.end_column)
        if place not in self._around:
            before = prose.before(self.text_lines, one.line, one.column)
            behind = prose.behind(self.text_lines, one.line, one.end_column)
            self._around[place] = before[-BESIDE:], behind[:BESIDE]
        return self._around[place]

    def beside(self, one: Citation) -> str:
        """The line of a citation; of a very long one what is next to it."""
        return self.text_lines[one.line - 1][max(0, one.column - BESIDE) : one.end_column + BESIDE]

    def over(self, line: int) -> int:
        """The last line of the paragraph above the list or the table that a line is of; 0 for another line."""
        return self._overs[line - 1] if line else 0

    @cached_property
    def _overs(self) -> list[int]:
        """The same of every line."""
        found: list[int] = []
        filled, was_item = 0, False
        for number, line in enumerate(self.text_lines, 1):
            is_item = ITEM.match(line) is not None
            found.append((found[-1] if was_item else filled) if is_item else 0)
            filled, was_item = number if line.strip() else filled, is_item
        return found

    def above(self, line: int) -> str:
        """The paragraph above the list or the table that a line is of; empty for another line."""
        number = self.over(line)
        return prose.before(self.text_lines, number, len(self.text_lines[number - 1]) + 1) if number else ""

    def header(self, one: Citation) -> str:
        """The header of the column of a table that a citation stands in; empty outside of tables."""
        return self.header_at(one.line, one.column)

    def is_absent_by_row(self, one: Citation) -> bool:
        """Whether a table has columns of releases, and that of this one says in the row that it is not there."""
        top = self._tops[one.line - 1]
        release = re.match(r"v?(\d+\.\d+)", self.state.tag or "")
        if not top or top == one.line or release is None:
            return False
        heads = [cell for _, cell in cells_of(self.text_lines[top - 1])]
        cells = [cell for _, cell in cells_of(self.text_lines[one.line - 1])]
        own = re.compile(rf"(?<![\d.]){re.escape(release[1])}(?!\d)")
        return any(
            own.search(head) and _NONE_THERE.fullmatch(cell.strip()) for head, cell in zip(heads, cells, strict=False)
        )

    def header_at(self, line: int, column: int) -> str:
        """The header of the column of a table that a place stands in; empty outside of tables."""
        top = self._tops[line - 1]
        if not top or top == line:
            return ""
        heads = [cell for _, cell in cells_of(self.text_lines[top - 1])]
        at = sum(begin < column for begin, _ in cells_of(self.text_lines[line - 1])) - 1
        return heads[at] if 0 <= at < len(heads) else ""

    def header_row(self, line: int) -> str:
        """The first line of the table that a line is of; empty outside of tables, and for that line itself."""
        top = self._tops[line - 1]
        return self.text_lines[top - 1] if top and top != line else ""

    @cached_property
    def _tops(self) -> list[int]:
        """The number of the first line of the table that each line is of; 0 for one that is of none."""
        found, top = [], 0
        for number, line in enumerate(self.text_lines, 1):
            top = (top or number) if line.lstrip().startswith("|") else 0
            found.append(top)
        return found

    def is_tied(self, name: Citation) -> bool:
        """Whether some path is said of a name of the document."""
        return id(name) in self._paths_of

    def paths_of(self, name: Citation) -> list[int]:
        """The positions of the paths that are said of a name of the document."""
        return self._paths_of.get(id(name), [])

    def _spell_out(self) -> None:
        for one in self.said:
            if one.kind in ("path", "path:line") and "/" in one.target:
                found = self.known.resolve(one.target)
                if len(found) == 1:
                    listed = self._whole.setdefault(found[0].rpartition("/")[2].lower(), [])
                    if found[0] not in listed:
                        listed.append(found[0])

    def meant(self, target: str) -> list[Place]:
        """Where a name is defined or registered, whichever way it is qualified."""
        if target.startswith("tensorflow.python."):
            whole = target.split(".")
            modules = ["/".join(whole[:-1]) + ".py", "/".join(whole[:-2]) + ".py"]
            return [p for p in self.known.places(whole[-1]) if p.path in modules]
        if target.startswith(("tf.", "tensorflow.", "keras.")):
            return self.known.endpoint_places(endpoint_name(target))
        parts = parts_of(target)
        places = self.known.places(parts[-1])
        if len(parts) > 1:
            owner = parts[-2]
            inside = inside_of(places, owner)
            files = [p for p in places if p.path.rpartition("/")[2] == owner + ".py"]
            if inside or files or not self.known.members(owner):
                return inside or files or self._in_another_case(owner, parts[-1]) or places
            return []  # a member that the class has from elsewhere, or has not
        free = [p for p in places if not p.name or p.name == parts[-1]]
        return sorted(free or places, key=rank)

    def _in_another_case(self, owner: str, member: str) -> list[Place]:
        """Where the member of a class is that is written in small letters: `loom::weave` for `Loom::Weave`."""
        whole = self.known.lowered.get(owner.lower(), owner)
        members = self.known.members(whole) if whole != owner else ()
        written = min([name for name in members if name.lower() == member.lower()], default="")
        return inside_of(self.known.places(written), whole) if written else []

    def chosen(self, found: list[str], one: Citation, position: int) -> list[str]:
        """The files that a path can mean, first the one that the names around it are in."""
        if len(found) < 2:
            return found
        spelled = [p for p in found if p in self._whole.get(found[0].rpartition("/")[2].lower(), ())]
        scores: dict[str, float] = dict.fromkeys(found, 0.0)
        tie = self.tied.get(position)
        if tie is not None:
            for place in self.meant(tie[0].target):
                if place.path in scores:
                    scores[place.path] = max(scores[place.path], 20)
        for other in self.said[max(0, position - 8) : position + 9]:
            if other.kind in ("symbol", "op") and abs(other.line - one.line) <= 3 and other is not (tie and tie[0]):
                for path in {p.path for p in self.meant(other.target)} & scores.keys():
                    scores[path] += 2 if other.line == one.line else 1
        folders = _FOLDERS.findall(f"{self.heading(one.line)}\n{self.above(one.line)}")
        for path in found:
            at_home = "/core/" in path or path.startswith("tensorflow/python/")
            apart = "/contrib/" in path or "/lite/" in path or "/experimental/" in path
            spoken_of = any(f"/{path.rpartition('/')[0]}".endswith("/" + folder) for folder in folders)
            scores[path] += (
                (9 if path in spelled else 0)
                + (12 if spoken_of else 0)
                + (0.5 if at_home else 0)
                - (0.4 if apart else 0)
            )
        return sorted(found, key=lambda path: -scores[path])

    def files_meant(self, path: Citation) -> list[str]:
        """The first files that a path can mean."""
        found = self.known.resolve(path.target)
        return self.chosen(found, path, self.said.index(path))[:6] if len(found) > 1 else found

    def external_file(self, target: str) -> Location | None:
        """The place in a package beside the tree whose file a path names."""
        wanted = "/" + target.lower().lstrip("./")
        for place in self.known.externals.values():
            inside = f"/{place.path}".lower()
            if inside.endswith(wanted) and ("/" in target or (len(wanted) > 8 and not self.known.called(target))):
                return place
        return None

    def captioned(self, position: int) -> Compared | None:
        """The place of the quotation that a path stands under as its caption; None for one that introduces the next."""
        above = self.quoted.get(position - 1)
        one = self.said[position]
        if above is None or above.path not in self.known.resolve(one.target):
            return None
        # Right behind a block, a line that it stands at is its, whatever comes next.
        closed = self.said[position - 1].line + self.said[position - 1].code.count("\n") + 1
        its = above.line <= one.start <= above.end_line and one.line <= closed + UNDER
        return above if its or self._is_caption(position) else None

    def _is_caption(self, position: int) -> bool:
        """Whether a path stands alone under a block of code, nearer to it than to the next."""
        one = self.said[position]
        block = self.said[position - 1] if position else None
        if block is not None and block.kind == "quotation":
            closed = block.line + block.code.count("\n") + 1
        elif one.line > 1 and not one.fenced and FENCE.match(self.text_lines[one.line - 2]):
            closed = one.line - 1
        else:
            return False
        behind = self.said[position + 1] if position + 1 < len(self.said) else None
        if behind is not None and behind.kind == "quotation" and behind.line <= one.line:
            return False  # it stands in a remark at the head of the next
        next_below = behind is not None and behind.kind == "quotation" and behind.line <= one.line + 3
        text = self.text_lines[one.line - 1]
        over = text.rstrip(" *`").endswith((".", "。"))  # a sentence that ends introduces nothing
        near = one.line <= closed + (1 if next_below and not over else 2)
        return near and wording.caption(text[: one.column - 1], text[one.end_column :])

    def introduced(self, one: Citation, position: int) -> list[tuple[int, Citation]]:
        """The paths that introduce a quotation: in its own first lines, on its fence, before it, alone under it."""
        found = []
        for at in range(position - 1, max(-1, position - 14), -1):
            other = self.said[at]
            if other.kind == "quotation":
                break
            path = other.kind in ("path", "path:line") and not other.supposed
            if path and other.line >= one.line - 6 and not (self._is_caption(at) or self._is_aside(other)):
                found.append((at, other))
        under = self.said[position + 1] if position + 1 < len(self.said) else None
        if under is not None and under.kind in ("path", "path:line") and self._is_caption(position + 1):
            found.append((position + 1, under))
        return found

    def _is_aside(self, path: Citation) -> bool:
        """Whether a path is one that a thing is not in, or is said of another thing in brackets within a sentence."""
        before, behind = self.around(path)
        if _NOT_IN.search(before[-40:]) is not None:
            return True
        return wording.aside(before, behind) and _OF_ANOTHER.search(before) is not None
