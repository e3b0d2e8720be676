"""Code as tokens: the source's files, and blocks as people quote them, with remarks, elisions and damaged entities."""

from __future__ import annotations

import html
import re
from itertools import compress, count, filterfalse, islice
from operator import not_

from tfexplore.patterns import regex

#: Tokens of a block that are compared; what follows in a longer one is said not to have been.
MAX_TOKENS = 6_000

#: Blanks are passed over at once. The first four, which are nearly all tokens, begin as nothing behind them does.
_TOKEN = regex(
    r"[^\S\n]*("
    r"[^\W\d]\w*|[^\s\w\"'/\\.…⋯:-]|\n|\d[\w.]*"
    r'|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)' r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'"
    r"|//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|\.\.\.+|…+|⋯+|::|->|\\\n|[^\s\w])",
    re.S,
)  # fmt: skip
_PYTHON_COMMENT = regex(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*""")
HASH_REMARK = regex(
    r"(^|[ \t])#(?:[ \t]+(?!(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error)\b)|(?=[^\x00-\x7f]))"
    r"[^\n]*",
    re.M,
)
ELISION = regex(
    r"(?<![\w)]\()\.\.\.|…|⋯|省略|略去|略过|(?<![\u4e00-\u9fff])略(?![\u4e00-\u9fff])|^/\*{2,}/$"
    r"|\b(?:omitted|elided|snip(?:ped)?|skipped|left out|not shown|"
    r"(?:other|more|rest of(?: the)?|remaining) (?:code|methods|members|fields|cases))\b|其[他它余]代码",
    re.I,
)
#: A line that is nothing but such a mark, with words on it: "……（中间略）", "... (checks of the shapes)", "[...]".
_LINE_OF_ELISION = regex(
    r"^[ \t]*(?:[\[【][ \t]*(?:\.{3,}|…+|⋯+)(?:[^\n\[\]【】]{0,60})[\]】]"
    r"|(?:\.{3,}|…+|⋯+)[ \t]*[(（\[【][^\n()（）\[\]【】]{1,60}[)）\]】]"
    r"|[(（\[【]?[^\x00-\x7f\n]{0,12}(?:省略|略去|略过|略)[^\x00-\x7f\n]{0,12}[)）\]】]?)[ \t]*$",
    re.M,
)
#: A remark that says where the line that it stands on is; the next need not be right below it.
_PLACE = regex(r"(?:\.\w+:|#L|\blines? |第 ?)\d+(?: ?行)?\s*$")
#: A body of which a remark in another language than the source's tells what it does.
_TOLD_BODY = regex(r"\{\s*(?://[^\n\u4e00-\u9fff]*[\u4e00-\u9fff][^\n]*\n\s*)+\}")
_CODE = regex(r"\w+|[^\s\w]")
#: How a token that is no code may begin.
_MAYBE_REMARK = "\n\\/\"'"
#: The entities that pages make of code. `&empty;` and its like stay: they take the address of what is named so.
_ENTITY = regex(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|amp|lt|gt|quot|apos|nbsp|hellip);")
#: A macro's line that goes on: the backslash, and the remark that a quotation may have behind it.
_CONTINUED = regex(r"\\(?=[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?$)", re.M)
#: In a block: where something was left out, and where an empty line stands.
GAP = "\x00gap"
BREAK = "\x00break"


class Tokens:
    """A file as tokens, the line of each, and all of them as one text to search."""

    def __init__(self, found: list[str], python: bool) -> None:
        self._found = found
        self._remarks = {token for token in set(found) if token[0] in _MAYBE_REMARK and _is_remark(token, python)}
        self.words = list(filterfalse(self._remarks.__contains__, found))
        self.text = "\x1f" + "\x1f".join(self.words) + "\x1f"
        self._reached = (0, 0, 1)  # a word, its place among all tokens, and its line: the next asked for is near it

    def line(self, word: int) -> int:
        """The line of one of the words."""
        known, begin, line = self._reached if word >= self._reached[0] else (0, 0, 1)
        remarks = map(self._remarks.__contains__, islice(self._found, begin, None))
        at = next(islice(compress(count(begin), map(not_, remarks)), word - known, None))
        line += "".join(self._found[begin:at]).count("\n")
        self._reached = (word, at, line)
        return line


def _is_remark(token: str, python: bool) -> bool:
    """Whether a token is a line's end, a comment or a docstring."""
    first = token[0]
    return (
        first == "\n"
        or (first == "\\" and len(token) == 2)
        or (first == "/" and len(token) > 1 and not (python and token[1] == "/"))
        or (first in "\"'" and token[:3] in ('"""', "'''"))
    )


def tokens_of(text: str, python: bool) -> Tokens:
    """A file's tokens without comments and docstrings."""
    found = _TOKEN.findall(without_remarks(text) if python else text)
    if python:  # after `//` the rest of the line is code, not a comment
        found = [word for token in found for word in (_CODE.findall(token) if token[:2] == "//" else (token,))]
    return Tokens(found, python)


def without_remarks(text: str) -> str:
    """Python without its comments; a docstring's inside is dropped later, and a `#` in it does no harm."""
    return _PYTHON_COMMENT.sub(lambda m: m[1] or "", text) if "#" in text else text


def entities_resolved(text: str) -> str:
    """Code with HTML entities as the characters they mean, those that were escaped twice too."""
    for _ in range(3):
        if "&" not in text:
            break
        fixed = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
        if fixed == text:
            break
        text = fixed
    return text.replace("\xa0", " ")


def quoted_tokens(code: str, python: bool) -> list[str]:
    """The tokens of a block, with marks where something was left out and where an empty line stands.

    More than `MAX_TOKENS` say that the block was cut.
    """
    text = _LINE_OF_ELISION.sub("...", entities_resolved(code))
    if python:
        text = re.sub(
            r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*""",
            lambda m: m[1] or (" ... " if ELISION.search(m[0]) else "\n\n" if _PLACE.search(m[0]) else ""),
            text,
        )
    else:
        text = _CONTINUED.sub("", text) if "\\" in text else text
        text = _TOLD_BODY.sub("{ ... }", text) if max(text, default="") >= "\u4e00" else text
        text = HASH_REMARK.sub(lambda m: m[1] + (" ... " if ELISION.search(m[0]) else ""), text)
    made: list[str] = []
    newlines = 0
    for match in _TOKEN.finditer(text):
        token = match[1]
        first = token[0]
        if first == "\n":
            newlines += 1
            if newlines == 2 and made and made[-1] not in (GAP, BREAK):
                made.append(BREAK)
            continue
        if first == "\\" and len(token) == 2:
            continue
        remark = first == "/" and len(token) > 1 and not (python and token[1] == "/")
        if remark or token[:3] in ('"""', "'''"):
            if remark and ELISION.search(token):
                _mark(made)
            elif remark and _PLACE.search(token) and made and made[-1] not in (GAP, BREAK):
                made.append(BREAK)
            newlines = 0 if token[:1] == "/" else newlines
            continue
        newlines = 0
        if token.startswith(("...", "…", "⋯")):
            _mark(made)
            continue
        if token in ("省略", "略"):
            _mark(made)
            continue
        if python and token[:2] == "//":
            made += re.findall(r"\w+|[^\s\w]", token)
            continue
        made.append(token)
        if len(made) > MAX_TOKENS:
            break
    while made and made[-1] in (GAP, BREAK, "\\") and len(made) <= MAX_TOKENS:
        made.pop()
    return made


def _mark(made: list[str]) -> None:
    while made and made[-1] == BREAK:
        made.pop()
    if made and made[-1] != GAP:
        made.append(GAP)


def first_line(code: str) -> str:
    """The first line of a block that is not empty, as far as a verdict shows it."""
    return next((line.strip() for line in code.split("\n") if line.strip()), "")[:80]
