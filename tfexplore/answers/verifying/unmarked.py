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
_LITERAL = r"[-+]?\d[\w.+-]*|True|False|true|false|None|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\""
#: A value of a name, which no operator follows.
_VALUE = rf"(?:\s?=\s?(?:{_LITERAL})(?=\s*(?:$|[,，;；、。)）（(\]|]|\.\s|and\b|[\u4e00-\u9fff])))"
#: What is no name, or is marked: an address, a path, a file, a span of code, the target of a link.
_ELSE = (
    r"`+[^`\n]*`+|\w+://\S+|\]\([^()\s]*\)|(?:[\w.+-]*/)+[\w.+*-]*|<[a-z/!][^<>]{0,200}>|…\w+|\.\.\.\w+"
    r"|(?<![\w.])[\w+-]+(?:\.[\w+-]+)*\.(?:cc|h|py|i|proto|cu|inc|pbtxt|bzl|md|cpp|c|so|txt|sh|json|java|go|ipynb|js)\b(?:\.cc|\.h)?"
)
#: A spec of an attr, as it is written where an op is registered.
_KIND = r"(?:type|int|float|bool|string|shape|tensor|func|[a-z]*numbertype|\{[^{}]{1,80}\})"
_SPEC = rf"(?<![\w.:@#$%-])[A-Za-z]\w*\s?:\s(?:list\s?\(\s?{_KIND}\s?\)|{_KIND})\s?(?:>=\s?\d+|=\s?(?:{_LITERAL}|DT_\w+|\[[^\[\]]*\]))"
_CODE = (
    rf"{_SPEC}|"
    # With what it is a member of, in C++ and in Python.
    rf"(?<![\w.])(?:{_ID}{_TYPES}::)+(?:operator\W{{1,3}}|{_ID}){_TYPES}(?:\(\))?"
    rf"|(?<![\w.:@])(?:[A-Za-z_]\w*\.)+{_ID}(?:\(\))?(?<!\.e)(?<!\.g)(?!\.\w|\w)"
    # Of several words, of capitals, a constant, an op with a number.
    r"|(?<![\w.:@#$%-])(?:[A-Za-z]\w*_\w+|_[A-Za-z]\w+|[A-Z]+[a-z0-9]+[A-Z]\w*|k[A-Z][a-z]\w*|[A-Z][a-z]\w*\d\w*|[a-z]+[A-Z]\w*)"
    rf"(?![\w*]|/\w){_TYPES}(?:\(\))?{_VALUE}?"
    # Called, or with a value.
    rf"|(?<![\w.:@#$%-])[a-z]\w*(?:\(\)|{_VALUE})"
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
_TOKEN = regex(rf"(?P<other>{_ELSE})|(?P<code>{_CODE})", re.A)


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
    marked = 0
    for number, line in _prose(list(lines)):
        tokens = [match for match in _TOKEN.finditer(line[:LONGEST])]
        marked += sum(match[0][0] == "`" for match in tokens)
        spans = [match.span() for match in tokens if match["code"] and _is_a_name(match[0])]
        taken = [match.span() for match in tokens]
        listed = [span for span in _listed(line[:LONGEST]) if not any(a < span[1] and span[0] < b for a, b in taken)]
        spans = sorted([*spans, *listed])
        if spans:
            found[number] = spans
    if sum(map(len, found.values())) < max(ENOUGH, EACH * marked):
        return Marks({}, {})
    made = {number: _marked(lines[number - 1], spans) for number, spans in found.items()}
    return Marks({number: line for number, (line, _) in made.items()}, {n: places for n, (_, places) in made.items()})


def _listed(line: str) -> list[tuple[int, int]]:
    """Where the names stand of the lists of a line that are said to be attrs, inputs or outputs.

    Of one name alone only Chinese tells that it is no word of the sentence.
    """
    found: list[tuple[int, int]] = []
    chinese = _CHINESE.search(line) is not None
    for label in _LABEL.finditer(line):
        names: list[tuple[int, int]] = []
        at = label.end()
        while (match := _LISTED.match(line, at)) is not None and match["name"].lower() not in _WORDS:
            names.append(match.span("name"))
            between = _NEXT.match(line, match.end())
            if between is None:
                break
            at = between.end()
        if len(names) > 1 or chinese:
            found += names
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
