"""Names that an author does not mark as code: notes without a backquote are read as if they were written with them.

A name is put between marks where its shape says that it is code (`MaxPoolingOp::Compute`, `nn_ops.conv2d`,
`epsilon=1e-3`), or where it is listed as an attr, an input or an output. In a document that marks its code what is not
marked is meant otherwise, and stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary
from tfexplore.answers.verifying.name_lists import LEADS, NEXT, WORDS
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    Spans = list[tuple[int, int]]

#: So many different names of a document are not marked, and so many for each span of code that is.
ENOUGH, EACH = 8, 2
#: So many different names a line of a document has at most, in the mean.
PER_LINE = 1.5
#: Letters of a line that are read.
LONGEST = 2_000

#: What no name goes on, and what no name, expression or word goes on with.
_BEGINS = r"(?<![\w.:@\#$%-])"
_ENDS = r"(?=\s*(?:$|[,，;；、。)）（(\]|>]|\.(?:\s|$)|(?:and|or)\b|[\u4e00-\u9fff—–]))"
_ID = r"~?[A-Za-z_]\w*"
_TYPES = r"(?:<(?:[\w:,\s*&.]|<[\w:,\s*&.]{0,40}>){1,60}>)?"
_TEXT = r"\"[\w:.@\s-]{1,60}\""
_LITERAL = (
    r"(?:[-+]?\d[\w+-]*(?:\.\d\w*)?|True|False|true|false|None|DT_\w+|\[[\d,\s]{0,40}\]"
    r"|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\")"
)
_NUMBERED_TYPE = r"(?:u?int(?:8|16|32|64)|float(?:16|32|64)|bfloat16|complex(?:64|128))"
_KIND = r"(?:type|int|float|bool|string|shape|tensor|func|[a-z]*numbertype|\{[^{}]{1,80}\})"
_TOKEN = regex(
    rf"""
    # What is marked, an address, a link's target, a tag, a formula, a name that is cut short or behind an operator, a
    # file with a number that is none in code.
    (?P<other> `+[^`\n]*`+ | \w+://\S+ | \]\([^()\s]*\) | <[a-z/!][^<>]{{0,200}}> | (?:…|\.\.\.|<<\s)\w+
        | {markdown.FORMULA}
        | [\w./+-]+\.(?:cc|h|py|i|proto)(?:\#L\d+(?:-L?\d+)?|\s\d{{2,5}}(?=[)）])) )
    # A file with its line; another path.
    | (?P<file> (?<![\w.])(?:[\w.+-]*/)*[\w+-]+(?:\.[\w+-]+)*\.(?:cc|h|py|i|proto|cu|inc|pbtxt|bzl|cpp|c)\b(?:\.cc|\.h)?
        (?::\d+(?:-\d+)?)?(?![\w/]) )
    | (?P<path> (?:[\w.+-]*/)+[\w.+*-]*
        | (?<![\w.])[\w+-]+(?:\.[\w+-]+)*\.(?:md|so|txt|sh|json|java|go|ipynb|js|ya?ml|log|csv)\b )
    | (?P<code>
        # A spec of an attr, an input or an output.
        {_BEGINS}[A-Za-z]\w*\s?:\s(?:
            (?:list\s?\(\s?{_KIND}\s?\)|{_KIND})\s?(?:>=\s?\d+|=\s?{_LITERAL})
            | (?:{_NUMBERED_TYPE}|bool|string|float|resource|variant|list\(\w+\)){_ENDS} )
        # A registration, a call with names or texts, a class with its base.
        | @?(?<![\w.:])(?:[A-Za-z_]\w*(?:\.|::))*[A-Za-z_]\w*
            \((?:{_TEXT}|[A-Z_]\w*(?:\("?\w+"?\))?|[a-z]\w*(?=,\s?[a-z]))(?:,\s?(?:{_TEXT}|[\w:<>.&*]+))*\)
            (?:\.[A-Z]\w+(?:<\w+>)?\([\w",\s]{{0,60}}\))*;?
        | (?<!\w)\.[A-Z]\w+\("\w+"\)
        | (?:class|struct)\s{_ID}{_TYPES}\s:\spublic\s{_ID}(?:::{_ID})*{_TYPES}
        # With what it is a member of, in C++ and in Python.
        | (?<![\w.])(?:{_ID}{_TYPES}::)+(?:operator\W{{1,3}}|{_ID}){_TYPES}(?:\(\))?
        | (?<![\w.:@])(?:[A-Za-z_]\w*\.)+{_ID}(?:\(\))?(?<!\.e)(?<!\.g)(?!\.\w|\w)
        # Of several words, private, a constant, with a number.
        | {_BEGINS}(?:[A-Za-z]\w*_\w+|[a-z]\w+_|_[A-Za-z]\w+|[A-Z]+[a-z0-9]+[A-Z]\w*|k[A-Z][a-z]\w*|[A-Z][a-z]\w*\d\w*
                |[a-z]+[A-Z]\w*)
            (?!\w|\*(?!\*)|/\w){_TYPES}(?:\(\))?(?:\s?=\s?{_LITERAL}{_ENDS})?
        # Called, or with a value; a type, and an attr for one.
        | {_BEGINS}(?:[A-Za-z]\w*(?:\(\)|\s?=\s?{_LITERAL}{_ENDS})
            | (?:{_NUMBERED_TYPE}|T(?:idx|axis|dim|in|out|len|shape|perm|params|indices|labels|argmax|arguments))(?!\w))
    )
    """,
    re.A | re.X,
)
#: What begins a list of names that may be words: "attrs: f, loose", 输入 value 和 biases.
_LABEL = regex(
    r"(?:\b(?:attr(?:ibute)?s?|inputs?|outputs?)\b|属性|输入|输出)(?:\s?(?:of|for)\s(?:the\s)?(?:op\s)?\w+)?"
    rf"(?:[\s:：]|{LEADS}|名"
    r"|\b(?:are|is|named|called|include|includes|only)\b){1,8}"
    r"|\bthose of \w+ are\s",
    re.I,
)
_LISTED = regex(r"(?P<name>[A-Za-z]\w*)(?![\w(:/-]|\.\w)(?:\s?[(（][^()（）]{0,60}[)）])?", re.A)
#: What stands behind the last name of a list and goes on with a sentence of which it is a word.
_GOES_ON = regex(
    r"\s(?!(?:of|for|are|is|as|which|that|with|at|on|in|to|from|and|or|have|has)\b)[A-Za-z]",
    re.I,
)
#: One attr in English, where nothing else is meant; a prefix of names.
_ALONE = regex(
    r"\battr:?\s(?P<attr>[a-zA-Z]\w*)(?=\s*(?:$|[,.;)]|\(|and\b))"
    r"|(?<![\w.:/])(?P<placed>[A-Za-z]\w+)(?=\s(?:is|are)\s(?:(?:defined|declared|implemented)\s)?(?:in|at)\s[\w./-]+\.(?:cc|h|py)\b)"
    r"|(?:\bprefix(?:ed with)?|\b(?:begin|start)(?:s|ning|ing)? with|前缀[是为]?|以)\s?"
    r"(?P<prefix>[A-Z][A-Za-z]{1,5}_?)(?!\w)",
    re.A,
)
_CHINESE = regex(r"[\u4e00-\u9fff]")
#: A word with a capital, which in Chinese is a name, and those that are none of code.
_CAPITAL = regex(rf"{_BEGINS}[A-Z][a-z]{{4,}}(?![\w./-])", re.A)
_PROPER = frozenset(
    "Keras Python Eigen Google Linux Windows Bazel Docker Grappler Markdown Ubuntu Android".split()  # noqa: SIM905
)
#: Words of prose that may stand where a name does.
_WORDS = WORDS | frozenset(
    """
    all also any both but can default defaults every function functions graph if into kernel kernels like node op
    ops optional plus python required respectively set used
    """.split()  # noqa: SIM905 - words of prose, by lines
)
#: An item that begins with a word, and a header of a column of attrs, inputs or outputs, or of such a row.
_ITEM = regex(
    r"\s*(?:[-*+]|\d+[.)、])\s(?P<name>[a-z]\w*(?=\s?(?:$|[:：–—(（,，]))|[A-Z]\w+(?=\s?[(（][\w./]+[.:]))", re.A
)
_HEAD = regex(
    r"\W*(?:(?:key|main|other)\s)?(?:attr(?:ibute)?s?|inputs?|outputs?|[\u4e00-\u9fff]{0,6}(?:属性|输入|输出))"
    r"(?:\s?[(（][^()（）]{0,30}[)）])?\W*",
    re.I,
)
#: A cell with a line's number, and one with nothing but a word.
_NUMBER = regex(r"\s*[:L]?\d{2,5}\s*")
_WORD = regex(r"\s*([a-z_]\w+)\s*", re.A)
#: A word that an op of several words may be, and what no prose is.
_OP = regex(
    r"(?<![\w.:/<@$#%\\\"'~-])_?[A-Z][a-z0-9]*[A-Z0-9]\w*(?![\w(<\"'/]|::|\.\w|->)",
    re.A,
)
NO_PROSE = regex(r"`[^`\n]*`|(?<!\w)\w{1,12}://\S+|\]\([^()\s]{0,2000}\)|<[^<>\n]{0,200}>")


class Marks(Record):
    """Lines with marks of code, and for each the places, from none, of those that it has more."""

    lines: dict[int, str]
    places: dict[int, tuple[int, ...]]

    def column(self, number: int, column: int) -> int:
        """Where in the document's line a column (from 1) of a line with marks is."""
        return column - bisect_left(self.places.get(number, ()), column - 1)


def with_marks(lines: Sequence[str]) -> Marks:
    """The lines of a document that marks little of its code, with the rest marked; none of another.

    >>> with_marks([f"MaxPool{of}Grad calls SpatialMaxPool{of}Grad (12)" for of in ("", "2D", "3D", "Any")]).lines[2]
    '`MaxPool2DGrad` calls `SpatialMaxPool2DGrad` (12)'
    """
    if EACH * sum([line.count("`") for line in lines]) // 2 > max(ENOUGH, PER_LINE * sum(map(bool, lines))):
        return Marks({}, {})  # most of it is marked; what the rest is need not be found out
    found: dict[int, Spans] = {}
    marked = 0
    names: set[str] = set()
    columns: tuple[int, ...] | None = None
    for number, whole in _prose(list(lines)):
        line = whole[:LONGEST]
        columns = _columns(line, columns)
        tokens = list(_TOKEN.finditer(line))
        marked += sum(match[0][0] == "`" for match in tokens)
        names.update(match[0] for match in tokens if match["code"])
        spans = [match.span() for match in tokens if match["file"] or (match["code"] and _is_a_name(match[0]))]
        taken = [match.span() for match in tokens]
        for span in [*_listed(line), *_in_cells(line, columns), *_proper(line)]:
            if not any(start < span[1] and span[0] < end for start, end in taken):
                spans.append(span)
                taken.append(span)
        spans = _of_whole_cells(line, sorted(spans)) if columns is not None else sorted(spans)
        if spans:
            found[number] = spans
    if len(names) < max(ENOUGH, EACH * marked):
        return Marks({}, {})
    made = {number: marked_at(lines[number - 1], spans) for number, spans in found.items()}
    return Marks({n: line for n, (line, _) in made.items()}, {n: places for n, (_, places) in made.items()})


#: A word in bold that a paragraph or an item begins with, as a heading.
_BOLD = regex(r"[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?\*{2}(?P<op>[A-Z]\w+)(?:[.:：]\*{2}|\*{2}[:：])", re.A)


def ops_of(text: str, ops: Collection[str]) -> Spans:
    """Where the ops of several words stand in a paragraph that are not marked as code; one in bold at its head as well.

    In a table who marks cells means something else by others.
    """
    if text.lstrip().startswith("|") and "`" in text:
        return []
    found = [match.span() for match in _OP.finditer(text) if match[0] in ops]
    head = _BOLD.match(text)
    if head is not None and head["op"] in ops and head.span("op") not in found:
        found.insert(0, head.span("op"))  # "**Bincount.** CPU for …"
    code = [match.span() for match in NO_PROSE.finditer(text)] if found else []
    return [(start, end) for start, end in found if not any(first < end and start < last for first, last in code)]


def marked_at(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]:
    """A text with marks of code around some spans, in their order, and where these marks stand in it."""
    made, places, last = "", [], 0
    for start, end in spans:
        made += text[last:start]
        places.append(len(made))
        made += f"`{text[start:end]}"
        places.append(len(made))
        made += "`"
        last = end
    return made + text[last:], tuple(places)


def _is_a_name(text: str) -> bool:
    """Whether a token is no product and no network."""
    first = re.split(r"\W", text, maxsplit=1)[0]
    return not {first, first.removesuffix("s")} & vocabulary.PRODUCTS and not vocabulary.NETWORK.fullmatch(text)


def _listed(line: str) -> Spans:
    """Where the names stand of the lists of a line that are said to be attrs, inputs or outputs.

    Of one name alone only Chinese tells that it is no word of the sentence.
    """
    item = _ITEM.match(line)
    found = [item.span("name")] if item is not None and item["name"] not in _WORDS else []
    chinese = _CHINESE.search(line) is not None
    for label in _LABEL.finditer(line):
        names = _names(line, label.end())
        if len(names) > 1 or chinese:
            found += names
    alone = [match.span(match.lastgroup or 0) for match in _ALONE.finditer(line)]
    return [*found, *[(start, end) for start, end in alone if line[start:end].lower() not in _WORDS]]


def _names(line: str, at: int) -> Spans:
    """Where the names of a list stand that begins at a place."""
    found: Spans = []
    while (match := _LISTED.match(line, at)) is not None and match["name"].lower() not in _WORDS:
        found.append(match.span("name"))
        between = NEXT.match(line, match.end())
        if between is None or not between[0].strip():
            return found[: -1 if _GOES_ON.match(line, match.end()) else None]
        at = between.end()
    return found


def _proper(line: str) -> Spans:
    """Where the words with a capital stand of a line in Chinese."""
    if _CHINESE.search(line) is None:
        return []
    return [match.span() for match in _CAPITAL.finditer(line) if match[0] not in _PROPER]


def _columns(line: str, above: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The columns of attrs, inputs and outputs of the table that a line is of; None for a line that is of none."""
    if not line.lstrip().startswith("|"):
        return None
    if above is not None:
        return above
    return tuple([at for at, (_, cell) in enumerate(markdown.cells_of(line)) if _HEAD.fullmatch(cell)])


def _in_cells(line: str, columns: tuple[int, ...] | None) -> Spans:
    """Where the names stand of the cells of some columns, or of those behind one that is such a header."""
    cells = markdown.cells_of(line) if columns is not None else []
    row = bool(cells) and _HEAD.fullmatch(cells[0][1]) is not None
    found: Spans = []
    for at, (column, cell) in enumerate(cells):
        if (row or at in (columns or ())) and not _HEAD.fullmatch(cell):
            found += _names(line, column + markdown.margin(cell))
    numbered = any(_NUMBER.fullmatch(cell) for _, cell in cells[1:])
    word = _WORD.fullmatch(cells[0][1]) if numbered else None
    if word is not None and word[1] not in _WORDS:  # the row is of what its line is of
        found.append((cells[0][0] + word.start(1), cells[0][0] + word.end(1)))
    return found


def _of_whole_cells(line: str, spans: Spans) -> Spans:
    """The spans of a row without those in cells that have values which are not in any."""
    kept: Spans = []
    for column, cell in markdown.cells_of(line):
        own = [(start, end) for start, end in spans if column <= start and end <= column + len(cell)]
        rest, last = "", column
        for start, end in own:
            rest += line[last:start]
            last = end
        rest += line[last : column + len(cell)]
        kept += own if not ("=" in rest or "{" in rest) else []
    return kept


def _prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without code, comments, what is escaped, and headings but the title of a plan."""
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = markdown.FENCE.match(line)
        if fence:
            at = markdown.fence_end(lines, at, fence[1]) + 1
            continue
        end = markdown.indented_end(lines, at)
        if end > at:
            at = end
            continue
        plan = line.startswith("# ") and disclaimers.of_plans(line)
        escaped = "\\_" in line  # as what is no code is written
        if plan or not (escaped or markdown.HEADING.match(line) or line.lstrip().startswith("<!--")):
            yield at + 1, line
        at += 1
