"""What a section begins with is of its heading: below "## `f`", "Defined at x.cc:12" says where `f` is."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import HEADING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation

#: Lines from a heading to the first of its section, and names of a heading, at most.
ABOVE = 4

#: How a section begins that says where the thing of its heading is: "Defined at", 定义在, "Source:".
_SECTION = re.compile(
    r"\s*(?:[-*+>]\s)?[`*\[]*(?:(?P<defined>(?:(?:It|This)(?: is|'s) )?(?:defined|implemented|declared|located)\b"
    r"|[它其]?的?(?:定义|实现|声明)[在于]?|[它其]?(?:位于|在))"
    r"|sources?(?: code)?\b|code\b|file\b|path\b|see\b|where\b|location\b|definition\b|implementation\b"
    r"|源码|源代码|代码|文件|位置|出处|见|参见)?"
    r"[`*]*\s?(?:at|in|[:：=])?[`*]*\s?(?:the (?:file|header) |文件)?[`*(（\[]*",
    re.I,
)
_BREAK = re.compile(r"[.;,](?=\s|$)|[。；，]|\]\(")
#: What is before the one name of such a heading, and behind it.
_HEADS = re.compile(
    r"#{1,6}\s+(?:§?[\d.]+[.)、:：]?\s*|[A-Z一二三四五六七八九十]+[.)、:：]\s*|(?:class|function|method|类|函数|方法)\s*)*[`*\[]*"
)
_HEADED = re.compile(r"(?:\([^()]*\))?[`*\]]*(?:\s*#*|\s*(?:[:：(（—–,，]|--?\s).*)")
_ENDS = re.compile(r"[`*.。)]*\s*")


def of_heading(said: Sequence[Citation], lines: Sequence[str], position: int) -> tuple[Citation, str] | None:
    """The one name of the heading right above a line that begins with a place, and what `ties.Ties` has of it.

    None where the words before the place say something else of it, or where they say no more than "Source:" and the
    sentence goes on behind it.
    """
    one = said[position]
    text = lines[one.line - 1]
    if one.kind != "path:line" or one.fenced or text[:1] == "|":
        return None
    number = one.line - 1
    while number > max(0, one.line - ABOVE) and not lines[number - 1].strip():
        number -= 1
    begun = _SECTION.fullmatch(text, 0, one.column - 1)
    if begun is None or not number or not HEADING.match(lines[number - 1]):
        return None
    if not begun["defined"] and not _ENDS.fullmatch(_BREAK.split(text[one.end_column :], maxsplit=1)[0]):
        return None
    above = range(position - 1, max(-1, position - ABOVE), -1)
    headed = [other for at in above if (other := said[at]).line == number]
    if len(headed) != 1 or headed[0].kind not in ("symbol", "op"):
        return None
    name, head = headed[0], lines[number - 1]
    if not _HEADS.fullmatch(head, 0, name.column - 1) or not _HEADED.fullmatch(head, name.end_column):
        return None
    return name, "defined" if begun["defined"] else ""
