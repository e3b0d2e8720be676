"""Blocks that show a file as it is after an edit of the author's or the reader's, where it differs from the tree's.

"Add the following to `a.cc`:", a remark "// Corrected as follows" at the head of the block, and the next block of a
series that has nothing between but the name of another file.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.tokens import first_line
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Blocks of a series, up to one, that are looked at for the words that announce an edit.
MAX_SERIES = 8
#: Lines between two blocks of a series.
MAX_BETWEEN = 8
_REMARK = ("//", "#", "/*")
_TAGS = regex(r"</?\w+(?:\s[^<>]*)?>")
#: A line that has nothing but the name of a file.
_NO_WORD = regex(r"[^\w]*(?:\d+[.)])?[^\w]*", re.A)
#: A line that takes something from a header or a module.
_TAKES = regex(r"\s*(?:#\s*include\b|import\s|from\s+[\w.]+\s+import\s|using\s)", re.A)
#: What gives a constant its value.
_CONSTANT = regex(r"^[^\n=]{0,200}?\b(?:[A-Z][A-Z0-9_]{2,}|k[A-Z]\w+)\s?=", re.A | re.M)
#: Texts and remarks, and signs of Chinese, which code has nowhere else.
_ASIDE = regex(r"\"[^\"\n]*\"|'[^'\n]*'|//[^\n]*|#[^\n]*|/\*.*?\*/", re.S)
_CHINESE = regex(r"[\u4e00-\u9fff]")
#: Tokens of a block that may stand anywhere.
MIN_TOLD = 10


def is_edit(page: Page, one: Citation, position: int) -> bool:
    """Whether a block shows what is changed, as far as the words before it, its first remark or its series say so."""
    for _ in range(MAX_SERIES):
        if disclaimers.edited(one.intro) or _remarks_an_edit(one.code):
            return True
        before = next((at for at in range(position - 1, -1, -1) if page.said[at].kind == "quotation"), -1)
        if before < 0 or not _follows(page, page.said[before], one, position - before - 1):
            return False
        one, position = page.said[before], before
    return False


def tells_in_words(code: str) -> bool:
    """Whether a block says in words of Chinese what the code does: "return 有值 ? num : 0;"."""
    return _CHINESE.search(code) is not None and _CHINESE.search(_ASIDE.sub(" ", code)) is not None


def _remarks_an_edit(code: str) -> bool:
    """Whether a block begins with a remark that announces an edit; the source's own begin with "Add the …", too."""
    first = first_line(code)
    return first.startswith(_REMARK) and not first.startswith("#include") and disclaimers.corrected(first)


def _follows(page: Page, before: Citation, one: Citation, cited: int) -> bool:
    """Whether nothing stands between two blocks but the files that the second is of."""
    first, last = before.line + before.code.count("\n") + 1, one.line - 1
    if last - first > MAX_BETWEEN or not cited:
        return False
    for number in range(first, last):
        text = page.text_lines[number]  # the line behind that number
        if text.lstrip().startswith(("```", "~~~")):
            continue
        text = _TAGS.sub(" ", text)
        for path in page.on(number + 1):
            if path.kind in ("path", "path:line"):
                text = text.replace(path.text, " ")
        if not _NO_WORD.fullmatch(text):
            return False
    return True


def is_nobodys(named: Citation, solid: list[str], cited: list[str]) -> bool:
    """Whether a block that no file introduces may stand in any: it is so little, or includes and imports alone."""
    little = len(solid) < MIN_TOLD and _CONSTANT.search(named.code) is None
    return not cited and (little or only_takes(named))


def only_takes(named: Citation) -> bool:
    """Whether a block is nothing but includes and imports."""
    return all(_TAKES.match(line) for line in named.code.split("\n") if line.strip())
