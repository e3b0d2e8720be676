"""What a section begins with is of its heading: below "## `f`", "Defined at x.cc:12" says where `f` is."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import HEADING
from tfexplore.answers.verifying import prose
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation

#: Lines from a heading to the first of its section, and names of a heading, at most.
ABOVE = 4

#: How a section begins that says where the thing of its heading is: "Defined at", 定义在, "Source:".
_SECTION = regex(
    r"\s*(?:[-*+>]\s)?[`*\[]*(?:(?P<defined>(?:(?:It|This)(?: is|'s) )?(?:defined|implemented|declared|located)\b"
    r"|[它其]?的?(?:定义|实现|声明)[在于]?|[它其]?(?:位于|在))"
    r"|(?:(?:It|This)(?: is|'s) )?registered\b|注册[在于]"
    r"|sources?(?: code)?\b|code\b|file\b|path\b|see\b|where\b|location\b|definition\b|implementation\b"
    r"|源码|源代码|代码|文件|位置|出处|见|参见)?"
    r"[`*]*\s?(?:at|in|[:：=])?[`*]*\s?(?:the (?:file|header) |文件)?[`*(（\[]*",
    re.I,
)
#: Of a file without a line: a label, or words that say that the thing is there.
_LABELLED = regex(
    r"\s*(?:[-*+>]\s)?[`*\[]*(?:sources?(?: (?:code|file))?|file|path|location|definition|implementation"
    r"|源码|源代码|(?:所在)?(?:源?文件|位置)|出处)[`*]*\s?[:：][`*\s(（\[]*",
    re.I,
)
_BREAK = regex(r"[.;,](?=\s|$)|[。；，]|\]\(")
#: What is before the one name of such a heading, and behind it.
_HEADS = regex(
    r"#{1,6}\s+(?:§?[\d.]+[.)、:：]?\s*|[A-Z一二三四五六七八九十]+[.)、:：]\s*|(?:class|function|method|类|函数|方法)\s*)*[`*\[]*"
)
_HEADED = regex(r"(?:\([^()]*\))?[`*\]]*(?:\s*#*|\s*(?:[:：(（—–,，]|--?\s).*)")
_ENDS = regex(r"[`*.。)]*\s*")
#: How a line begins that is not the rest of a paragraph.
_BEGUN = regex(r"\s*(?:[-*+]\s|\d+[.)]\s|[>|#])")
#: The address of a link, and its text before the address.
_LINK = regex(r"`?\]\([^()\s]{0,400}(?=\))")
_LINKED = regex(r"\[[^\[\]]{0,200}\]\(\Z")
#: A question that asks what one thing is, does or where it is; as a heading, in bold, or with a number.
_ASKS = regex(
    r"\s*(?:#{1,6}\s+)?[*_]{0,3}(?:(?:Q|问题?|第)?\s?\d{0,3}\s?[题问]?[.)、:：]?)\s*"
    r"(?:(?:and |so )?(?:what (?:does|is)|how does|where is)(?: the)?"
    r"(?: (?:class|function|method|macro|struct|kernel))?\s|什么是\s?)?[`*]*",
    re.I,
)
_ASKED = regex(
    r"(?:\([^()]*\))?[`*]*\s?(?:(?:function|class|method|macro|函数|类|方法|宏)\s?)?"
    r"(?:(?:actually )?(?:do|for|work|defined|implemented|good for)"
    r"|是(?:做|干)?什么的?|(?:做|干)了?什么|有什么用|的作用(?:是什么)?"
    r"|(?:定义|实现)?在哪[里儿]?|(?:是)?怎[么样](?:工作|实现)的?)?\s?[?？][*_\s]*",
    re.I,
)
#: How a paragraph begins that is of the name behind it, and what is right behind that: "**`A`** — …", "- `A`: …",
#: "**Q3. `A`?**".
_TERM_BEGINS = regex(
    r"\s{0,12}(?:[-*+]\s{1,4}|\d{1,9}[.)]\s{1,4})?[`*_\[]{0,6}(?:(?:Q|问题?|第)?\s?\d{1,3}\s?[题问]?[.)、:：]\s*`?)?"
)
_TERM_ENDS = regex(r"(?:\(\))?[`*_\]]*\s?(?:--?\s|[—–:：])|(?:\(\))?`?\s?[?？]?(?:\*\*|__)\s*(?:[,，(（]|$)")
#: A sentence that has nothing but a place: "See x.cc:12.", 见 x.cc:12。, "Defined at x.cc:12".
_PLACE_BEGINS = regex(
    r"(?:(?:see(?: also)?|cf\.?|(?:it is )?(?:defined|declared|implemented|located)(?: at| in)?"
    r"|source|code|definition|where|at|in|参?见|详见|定义[在于]|位于|源码|代码|位置|出处)\s?[:：]?)?[\s`*\[(（]{0,6}",
    re.I,
)
_PLACE_ENDS = regex(r"[`*)）\]\s]*(?:\Z|[.;。；](?:\s|\Z|[^\x00-\x7f]))")
#: Lines of a paragraph, and letters of a sentence, that are looked at.
TERM_LINES, SENTENCE_LETTERS = 8, 160


def of_term(said: Sequence[Citation], lines: Sequence[str], position: int) -> Citation | None:
    """The name that a glossary's paragraph begins with, where a sentence of it has nothing but some line.

    "**`Loom`** — weaves. See x.cc:12.": the line is the term's. Only the first place of such a paragraph is looked at.
    """
    one = said[position]
    if one.kind != "path:line" or one.fenced:
        return None
    number = one.line
    while number > max(1, one.line - TERM_LINES) and not _BEGUN.match(lines[number - 1]) and lines[number - 2].strip():
        number -= 1
    at = position
    while at and said[at - 1].line >= number:
        at -= 1
    name = said[at]
    if name.kind not in ("symbol", "op") or name.line != number:
        return None
    head, text = lines[number - 1], lines[one.line - 1]
    if not _TERM_BEGINS.fullmatch(head, 0, name.column - 1) or not _TERM_ENDS.match(head, name.end_column):
        return None
    file = one.target.rpartition("/")[2]
    if any(
        other.kind in ("path", "path:line") and (other.target.rpartition("/")[2], other.start) != (file, one.start)
        for other in said[at:position]
    ):
        return None
    sentence = prose.begun(text[name.end_column if number == one.line else 0 : one.column - 1])[-SENTENCE_LETTERS:]
    if not _PLACE_BEGINS.fullmatch(_LINKED.sub("", sentence.lstrip(" `*_—–:：-"))):
        return None
    asked = number == one.line - 1 and head.rstrip().endswith(("**", "__"))  # a line of its own
    if number != one.line and not asked and sentence == text[: one.column - 1]:  # it may begin on the line above
        above = prose.begun(lines[one.line - 2])[-SENTENCE_LETTERS:].lstrip(" `*_—–:：-")
        if not _PLACE_BEGINS.fullmatch(above):
            return None
    address = _LINK.match(text, one.end_column)
    if not _PLACE_ENDS.match(text, address.end() if address is not None else one.end_column):
        return None
    return name


def asked_about(said: Sequence[Citation], lines: Sequence[str], position: int) -> int | None:
    """The position of the one name that the line above a paragraph asks about, or that is its heading.

    The paragraph begins on the line of a path, by its `position`.
    """
    number = said[position].line - 1
    if not number or lines[number - 1].strip():
        return None
    while number > max(0, said[position].line - ABOVE) and not lines[number - 1].strip():
        number -= 1
    above = [at for at in range(position - 1, max(-1, position - ABOVE), -1) if said[at].line == number]
    if len(above) != 1 or said[above[0]].kind not in ("symbol", "op"):
        return None
    name, line = said[above[0]], lines[number - 1]
    headed = _HEADS.fullmatch(line, 0, name.column - 1) and _HEADED.fullmatch(line, name.end_column)
    asked = _ASKS.fullmatch(line, 0, name.column - 1) and _ASKED.fullmatch(line, name.end_column)
    return above[0] if headed or asked else None


def of_heading(said: Sequence[Citation], lines: Sequence[str], position: int) -> tuple[Citation, str] | None:
    """The one name of the heading right above a line that begins with a place, and what `ties.Ties` has of it.

    None where the words before the place say something else of it, or where they say no more than "Source:" and the
    sentence goes on behind it.
    """
    one = said[position]
    text = lines[one.line - 1]
    if one.fenced or text[:1] == "|":
        return None
    if one.kind == "path" and not _ENDS.fullmatch(text, one.end_column):
        return None  # a file beside it may have the thing
    number = one.line - 1
    while number > max(0, one.line - ABOVE) and not lines[number - 1].strip():
        number -= 1
    begun = (_LABELLED if one.kind == "path" else _SECTION).fullmatch(text, 0, one.column - 1)
    if begun is None or not number or not HEADING.match(lines[number - 1]):
        return None
    defined = one.kind != "path" and begun["defined"]
    if not defined and not _ENDS.fullmatch(_BREAK.split(text[one.end_column :], maxsplit=1)[0]):
        return None
    above = range(position - 1, max(-1, position - ABOVE), -1)
    headed = [other for at in above if (other := said[at]).line == number]
    if len(headed) != 1 or headed[0].kind not in ("symbol", "op"):
        return None
    name, head = headed[0], lines[number - 1]
    if not _HEADS.fullmatch(head, 0, name.column - 1) or not _HEADED.fullmatch(head, name.end_column):
        return None
    return name, "defined" if defined else ""
