"""What stands right next to a place in the text: "`f` (`x.cc:12`)", 第 12 行的 `f`, a cell of its row, a link below."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown
from tfexplore.answers.citation import Citation
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.verifying.page import Page

#: Lines from a thing to a line of its function where the reader is to see what becomes of it.
SEEN = 12
#: What stands between a name and a place of its own: "`f` (", "`f`, declared at ", `f`（, `f` 定义在.
_BETWEEN = regex(
    r"[`*]*[)）]?(?:\s{0,40}(?:[(（\[]\s?(?:(?:declared|defined|implemented) (?:at|in|on)\s)?"
    r"|,?\s?(?:which )?(?:(?:is|are) )?(?:(?:declared|defined|implemented) )?(?:at|in|on)\s"
    r"|[,，]?\s?(?:类|宏|函数|方法|特化)?都?(?:(?:定义|声明|实现)?[在于从]|见|位于)\s?|(?:->|=>|[→⇒:：,，—-]|--)\s?)|\s{2,60})"
    r"[`*\[]*(?:\[?`?[\w./-]+\.\w+`?(?:\]\()?[,，]?\s?)?"
    r"(?:同(?:一个?)?文件的?\s?|same file,?\s)?(?:(?:的\s?|at )?(?:lines? |L|第\s?|行号?\s?))?"
)
#: A number before its file: "(line 12 of `x.cc`)".
_OF_FILE = regex(
    r"(?:[Ll]ines?|Zeilen?|[Ll]ignes?)\s\d{1,6}(?:\s?(?:[-–~]|to|through|bis|à)\s?\d{1,6})?\s(?:of|in|von|de|dans)\s[`\[*(]{0,3}\Z"
)
#: What stands between a place and the name of what is there.
_LEADS = regex(
    r"[`*)\]]*(?:\s?行)?"
    r"(?:\s?的\s?|\s?[:：]\s?|\s?(?:就是|使?用|调用|展开)了?\s?|\s(?:(?:uses|calls|expands|invokes|is)\s)?)"
    r"(?:class |struct |类|函数|宏|the macro )?[`*]*"
)
_THERE = regex(r"[`*)\]]*(?:\s?行)?(?:\s?的\s?|[,，]?\s?(?:即|i\.e\.|that is,?)\s?|\s?[:：,，]\s?|\s|\s?[(（])")
_DECLARES = regex(
    r"(?:template\s?<[^`]*>\s*)?(?:class|struct|enum(?: class)?|def|#define|using)\s+\w|REGISTER_OP\(|"
    r"(?:[\w:*&]+ ){1,3}\w+::\w+\("
)
#: How an item below another begins that says where one sees what that is about.
_SHOWN = regex(r"\s{2,}(?:[-*+]|\d+[.)])\s+(?:see(?: also)?|e\.\s?g\.,?|cf\.|compare|参见|参考|见)\s?[`*\[]*", re.I)


def is_beside(page: Page, name: Citation, one: Citation) -> bool:
    """Whether nothing but the place is said of a name: it stands right behind it, right before it, or in its row."""
    behind = _BETWEEN.fullmatch(between(page, name, one)) is not None
    return behind or _in_cell(page, name, one) or _leads(page, one, name)


def between(page: Page, name: Citation, one: Citation) -> str:
    """What stands between a name and a line on the same row of the text, or on the next; empty for others."""
    lines = page.text_lines
    if lines[one.line - 1].lstrip().startswith("|") or not 0 <= one.line - name.line <= 1:
        return ""
    rest = lines[name.line - 1][name.column - 1 + len(name.text) :]
    between = rest[: max(0, len(rest) - len(lines[one.line - 1]) + one.column - 1)]
    if one.line != name.line:
        between = f"{rest.rstrip()} {lines[one.line - 1][: one.column - 1].lstrip(' >')}"
    return _OF_FILE.sub("", between)


#: What says before a place that it is where to look: "needs `A`, see x.cc:12".
_SEE = regex(r"(?:\b(?:see|cf\.)\s|[参详]?见\s?)[`*\[]*\Z", re.I)


def is_only_seen(page: Page, one: Citation) -> bool:
    """Whether a place is where the text says to look, which may begin what uses a name: "it needs `A`, see x.cc:12"."""
    return _SEE.search(page.text_lines[one.line - 1], max(0, one.column - 20), one.column - 1) is not None


def is_seen_below(page: Page, one: Citation, there: Iterable[tuple[str, int]]) -> bool:
    """Whether a line is where to look for what becomes of a thing: in its function, little below a place of that."""
    return is_only_seen(page, one) and any(
        symbol.location.line <= line <= one.start <= line + SEEN
        for path, line in there
        for symbol in page.known.functions_at(path, one.start)
    )


def is_shown(page: Page, name: Citation) -> bool:
    """Whether a name stands in an item below another, which it is to show: "  - see `Loom` (x.cc, line 75)"."""
    return _SHOWN.fullmatch(page.text_lines[name.line - 1], 0, name.column - 1) is not None


def _leads(page: Page, one: Citation, name: Citation) -> bool:
    """Whether a place stands right before the name of what is there: 第 46 行的 `f`, L905 `f`."""
    if name.line != one.line or name.column <= one.column:
        return False
    end = one.behind
    return _LEADS.fullmatch(page.text_lines[one.line - 1][end : name.column - 1]) is not None


def _in_cell(page: Page, name: Citation, one: Citation) -> bool:
    """Whether a place is that of a cell and a name that of another of its row."""
    row = page.text_lines[one.line - 1]
    if not row.lstrip().startswith("|") or name.line != one.line:
        return False
    cells = [(column, column + len(text), text) for column, text in markdown.cells_of(row)]
    own = next((text for first, end, text in cells if first <= one.column - 1 < end), "")
    named = next((text for first, end, text in cells if first <= name.column - 1 < end), "")
    return (
        own.strip(" `*") == one.text.strip(" `*")
        and named.strip(" `*()") == name.text.strip("`*()")
        and name.column < one.column
    )


def code_beside(page: Page, one: Citation) -> re.Match[str] | None:
    """The code that stands right before a place or right behind; a declaration may do so behind a comma."""
    row = page.text_lines[one.line - 1]
    begin, end = one.column - 1, one.behind
    if not row[:begin].strip(" `<[(") and one.line > 1:  # "The definition of `f`:" above a link
        above = page.spans(one.line - 1)
        if above and above[-1].string[above[-1].end() :].strip() in (":", "："):
            return above[-1]
    spans = page.spans(one.line)
    at = bisect_right(spans, begin, key=re.Match.end)
    if at and _BETWEEN.fullmatch(row, spans[at - 1].end() - 1, begin):
        return spans[at - 1]
    at = bisect_left(spans, end, key=re.Match.start)
    if at == len(spans):
        return None
    declares = _DECLARES.match(spans[at][2].lstrip()) is not None
    there = (
        _THERE.fullmatch(row, end, spans[at].start()) if declares else _LEADS.fullmatch(row, end, spans[at].start(2))
    )
    return spans[at] if there else None


def line_of(page: Page, one: Citation, span: re.Match[str]) -> int:
    """The line of some code beside a place: the place's, or the one above a link."""
    return one.line if span.string is page.text_lines[one.line - 1] else one.line - 1


def named(page: Page, one: Citation, span: re.Match[str]) -> Citation | None:
    """What some code names: that which it declares, or all that it is."""
    number = line_of(page, one, span)
    inside = [other for other in page.on(number) if span.start(2) < other.column <= span.end(2)]
    names = [other for other in inside if other.kind in ("symbol", "op")]
    if _DECLARES.match(span[2].lstrip()):
        return names[0] if names else None
    if len(names) == 1 and names[0].text.strip("`()") == span[2].strip("`() "):
        return names[0]
    if span[2] in page.known.ops:
        return Citation("op", span[2], number, span.start(2) + 1, span[2], in_code=True, end_column=span.end(2))
    return None
