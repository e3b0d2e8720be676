"""Names that an author does not mark as code: notes without a backquote are read as if they had been written with them.

A name stands between marks where its shape says that it is code: `MaxPoolingOp::Compute`, `nn_ops.conv2d`, `data_format`,
`epsilon=1e-3`. In a document that marks its code what is not marked is meant otherwise, and stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import markdown, vocabulary
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: So many names of a document are not marked, and so many for each span of code that is.
ENOUGH, EACH = 8, 2
#: Letters of a line that is read.
LONGEST = 2_000

_ID = r"~?[A-Za-z_]\w*"
_TYPES = r"(?:<[\w:, *&<>.]{1,60}>)?"
_LITERAL = r"(?:[-+]?\d[\w+-]*(?:\.\d\w*)?|True|False|true|false|None|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\"|DT_\w+|\[[\d, ]{0,40}\])"
#: What stands behind code: no operator and no word that goes on it.
_ENDS = r"(?=\s*(?:$|[,，;；、。)）（(\]|>]|\.(?:\s|$)|(?:and|or)\b|[\u4e00-\u9fff—–]))"
_VALUE = rf"(?:\s?=\s?{_LITERAL}{_ENDS})"
#: What is no name, or is marked: an address, a span of code, the target of a link, a folder, a name that is cut short.
_ELSE = r"`+[^`\n]*`+|\w+://\S+|\]\([^()\s]*\)|<[a-z/!][^<>]{0,200}>|…\w+|\.\.\.\w+"
_FILE = r"(?<![\w.])(?:[\w.+-]*/)*[\w+-]+(?:\.[\w+-]+)*\.(?:cc|h|py|i|proto|cu|inc|pbtxt|bzl|cpp|c)\b(?:\.cc|\.h)?(?::\d+(?:-\d+)?)?(?![\w/])"
_PATH = r"(?:[\w.+-]*/)+[\w.+*-]*|(?<![\w.])[\w+-]+(?:\.[\w+-]+)*\.(?:md|so|txt|sh|json|java|go|ipynb|js|yaml|yml|log|csv)\b"
#: A spec of an attr, as it is written where an op is registered.
_KIND = r"(?:type|int|float|bool|string|shape|tensor|func|[a-z]*numbertype|\{[^{}]{1,80}\})"
_SPEC = rf"(?<![\w.:@#$%-])[A-Za-z]\w*\s?:\s(?:list\s?\(\s?{_KIND}\s?\)|{_KIND})\s?(?:>=\s?\d+|=\s?{_LITERAL})"
#: What is registered, or a class with its base: `@ops.RegisterGradient("Weave")`, `class Loom : public Frame`.
_STRING = r"\"[\w:.@ -]{1,60}\""
_ARGUMENTS = rf"\((?:{_STRING}|[A-Z_]\w*(?:\(\"?\w+\"?\))?)(?:,\s?(?:{_STRING}|[\w:<>.&*]+))*\)"
_REGISTERED = (
    rf"@?(?<![\w.:])(?:[A-Za-z_]\w*(?:\.|::))*[A-Za-z_]\w*{_ARGUMENTS}(?:\.[A-Z]\w+(?:<\w+>)?\([\w\", ]{{0,60}}\))*;?"
    rf"|(?:class|struct)\s{_ID}{_TYPES}\s:\spublic\s{_ID}(?:::{_ID})*{_TYPES}"
)
_CODE = (
    rf"{_SPEC}|{_REGISTERED}"
    # With what it is a member of, in C++ and in Python.
    rf"|(?<![\w.])(?:{_ID}{_TYPES}::)+(?:operator\W{{1,3}}|{_ID}){_TYPES}(?:\(\))?"
    rf"|(?<![\w.:@])(?:[A-Za-z_]\w*\.)+{_ID}(?:\(\))?(?<!\.e)(?<!\.g)(?!\.\w|\w)"
    # Of several words, of capitals, a constant, an op with a number.
    r"|(?<![\w.:@#$%-])(?:[A-Za-z]\w*_\w+|_[A-Za-z]\w+|[A-Z]+[a-z0-9]+[A-Z]\w*|k[A-Z][a-z]\w*|[A-Z][a-z]\w*\d\w*|[a-z]+[A-Z]\w*)"
    rf"(?!\w|\*(?!\*)|/\w){_TYPES}(?:\(\))?{_VALUE}?"
    # Called, or with a value; a type.
    rf"|(?<![\w.:@#$%-])(?:[A-Za-z]\w*(?:\(\)|{_VALUE})|(?:u?int(?:8|16|32|64)|float(?:16|32|64)|bfloat16|complex(?:64|128))(?!\w))"
)
#: What begins a list of names that may be words: "attrs: f, loose", 输入 value 和 biases.
_LABEL = regex(
    r"(?:\b(?:attr(?:ibute)?s?|inputs?|outputs?)\b|属性|输入|输出)(?:\s?(?:of|for)\s(?:the\s)?(?:op\s)?\w+)?"
    r"(?:[\s:：]|依次|分别|主要|[里中]|另|还|也|只|都|一共|包括|包含|名|为|是|有|叫|\b(?:are|is|named|called|include|includes|only)\b){1,8}",
    re.I,
)
_LISTED = regex(r"(?P<name>[A-Za-z]\w*)(?![\w.(:/-])(?:\s?[(（][^()（）]{0,60}[)）])?", re.A)
_NEXT = regex(r"\s?[,，、/]\s?(?:and\s|or\s|和|与)?|\s(?:and|or)\s|\s?(?:和|与|及|以及)\s?", re.I)
_CHINESE = regex(r"[\u4e00-\u9fff]")
#: Words of prose that may stand where a name does.
_WORDS = frozenset(
    """
    a an and are as at be by each every for from given has have in into is it its may must no none not of on one only or
    other same set so than that the their them then there these they this those to two type types used was which with
    all any both but can if op ops kernel kernels attr attrs input inputs output outputs tensor tensors name names list
    dtype shape device python node graph also like
    """.split()  # noqa: SIM905 - words of prose, by lines
)
_TOKEN = regex(rf"(?P<other>{_ELSE})|(?P<file>{_FILE})|(?P<path>{_PATH})|(?P<code>{_CODE})", re.A)
#: An item that begins with a word, and a header of a column of attrs, inputs or outputs.
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s(?P<name>[a-z]\w*)(?=\s?(?:$|[:：–—(（,，]))", re.A)
_HEAD = regex(r"\W*(?:attr(?:ibute)?s?|inputs?|outputs?|[\u4e00-\u9fff]{0,6}(?:属性|输入|输出))\W*", re.I)


class Marks(Record):
    """Lines with marks of code, and for each the places, from none, of those that it has more."""

    lines: dict[int, str]
    places: dict[int, tuple[int, ...]]

    def column(self, number: int, column: int) -> int:
        """Where in the document's line a column (from 1) of a line with marks is."""
        return column - bisect_left(self.places.get(number, ()), column - 1)


def with_marks(lines: Sequence[str]) -> Marks:
    """The lines of a document that marks little of its code, with the rest marked; none of another.

    >>> with_marks(["MaxPoolGrad calls SpatialMaxPoolGrad (12)"] * 4).lines[1]
    '`MaxPoolGrad` calls `SpatialMaxPoolGrad` (12)'
    """
    found: dict[int, list[tuple[int, int]]] = {}
    marked = names = 0
    columns: tuple[int, ...] | None = None
    for number, line in _prose(list(lines)):
        tokens = [match for match in _TOKEN.finditer(line[:LONGEST])]
        marked += sum(match[0][0] == "`" for match in tokens)
        spans = [match.span() for match in tokens if match["file"] or (match["code"] and _is_a_name(match[0]))]
        names += sum(match["code"] is not None for match in tokens)
        taken = [match.span() for match in tokens]
        columns = _columns(line, columns)
        listed = [*_listed(line[:LONGEST]), *_in_cells(line, columns)]
        spans = sorted([*spans, *[one for one in listed if not any(a < one[1] and one[0] < b for a, b in taken)]])
        if spans:
            found[number] = spans
    if names < max(ENOUGH, EACH * marked):
        return Marks({}, {})
    made = {number: _marked(lines[number - 1], spans) for number, spans in found.items()}
    return Marks({number: line for number, (line, _) in made.items()}, {n: places for n, (_, places) in made.items()})


def _listed(line: str) -> list[tuple[int, int]]:
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
    return found


def _names(line: str, at: int) -> list[tuple[int, int]]:
    """Where the names of a list stand that begins at a place."""
    found: list[tuple[int, int]] = []
    while (match := _LISTED.match(line, at)) is not None and match["name"].lower() not in _WORDS:
        found.append(match.span("name"))
        between = _NEXT.match(line, match.end())
        if between is None:
            break
        at = between.end()
    return found


def _columns(line: str, above: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The columns of attrs, inputs and outputs of the table that a line is of; None for a line that is of none."""
    if not line.lstrip().startswith("|"):
        return None
    if above is not None:
        return above
    return tuple([at for at, (_, cell) in enumerate(markdown.cells_of(line)) if _HEAD.fullmatch(cell)])


def _in_cells(line: str, columns: tuple[int, ...] | None) -> list[tuple[int, int]]:
    """Where the names stand of the cells of some columns."""
    cells = markdown.cells_of(line) if columns else []
    found: list[tuple[int, int]] = []
    for at, (column, cell) in enumerate(cells):
        if columns and at in columns and not _HEAD.fullmatch(cell):
            found += _names(line, column + markdown.margin(cell))
    return found


def _is_a_name(text: str) -> bool:
    first = re.split(r"\W", text, maxsplit=1)[0]
    return first not in vocabulary.PRODUCTS and not vocabulary.NETWORK.fullmatch(text)


def _marked(line: str, spans: Sequence[tuple[int, int]]) -> tuple[str, tuple[int, ...]]:
    """A line with marks around some spans, and where these stand in it."""
    text, places, last = "", [], 0
    for start, end in spans:
        text += line[last:start]
        places.append(len(text))
        text += f"`{line[start:end]}"
        places.append(len(text))
        text += "`"
        last = end
    return text + line[last:], tuple(places)


def _prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that are no code, no heading and no comment, each with its number."""
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
        if not (markdown.HEADING.match(line) or line.lstrip().startswith("<!--")):
            yield at + 1, line
        at += 1
