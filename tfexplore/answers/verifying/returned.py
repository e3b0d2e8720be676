"""Literals that a document says a function returns, under whatever condition: "`f` 在没有设置时返回 3".

Where all that a function's definitions return are literals, one that none of them returns is wrong. What stands right
behind the name is `done.Done`'s, which asks for less. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import FUNCTIONS, spoken
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Definitions of a function that are read, and letters before it that may say that it is not so.
MAX_BODIES, BEFORE = 4, 90

_LITERAL = r"-?\d+(?:\.\d+)?|true|false|nullptr|None|True|False|\"[^\"\n`]{0,60}\"|'[^'\n`]{0,60}'"
#: From a function to what it returns, with no other code between.
_RETURNS = regex(
    r"[`()（）]{0,6}(?P<words>[^`.。;；|\n]{0,48}?)"
    r"(?:(?<![A-Za-z])(?:returns?|returning|return value is)|返回(?:的是|值是|值为)?)"
    rf"\s*(?:the (?:string|value|number) )?`?(?P<literal>{_LITERAL})`?"
    # A number before another word counts something.
    r"(?=\s*(?:$|[,，;；:：)）、。]|\.(?!\w)|(?:if|when|whenever|unless|otherwise|for|by|on|in|as|without|and|here)\b"
    r"|表示|时|即|而))",
    re.A,
)
_RETURN = regex(r"\breturn\b\s*(?P<value>[^;\n]*);?")
_GIVEN = regex(rf"\(?\s*(?P<literal>{_LITERAL})[uUlLfF]{{0,3}}\s*\)?")
#: Words with which it is not this function that returns, or not so.
_OTHERWISE = otherwise(
    r"than|may|callers?|which|that|whose|they|it|wraps?|subclass\w*|overrid\w+|or|until|calls?|called|used|takes?|sets?"
    r"|checks?|becomes?",
    "不|(?<!没)没(?!有)|重写|覆盖|子类|调用|它|由|被|检查|判断",
)
#: The same before the function.
_DENIED = otherwise(r"than|may|overrid\w+|until", "不|重写|覆盖", ours=False)


class Returned(Check):
    """The checks of literals that functions are said to return."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every literal that a function, which returns only literals, does not return."""
        for one in self.page.said:
            if one.kind in ("symbol", "op") and one.in_code and not one.fenced:
                yield from self._judged(one)

    def _judged(self, one: Citation) -> Iterator[Verdict]:
        line = self.page.text_lines[one.line - 1]
        said = _RETURNS.match(line, one.end_column)
        if said is None or _OTHERWISE.search(said["words"]) or wording.SENTENCE.search(said["words"]):
            return
        before = prose.begun(self.page.around(one)[0][-BEFORE:])
        if _DENIED.search(before) or disclaimers.proposed(line) or self.page.strangers(one):
            return
        literal = _plain(said["literal"])
        found = self._returns(one)
        if not found or any(_kind(value) != _kind(literal) or value == literal for _, _, value in found):
            return
        place, number, value = found[0]
        at, end = said.span("literal")
        text = said["literal"]
        cited = one._replace(kind="symbol", text=text, target=text, column=at + 1, end_column=end)
        detail = f"line {number}, in {one.target}, returns `{value}`"
        yield self.page.verdict(cited, "differs", Location(place.path, number, number), (), detail)

    def _returns(self, function: Citation) -> list[tuple[Place, int, str]]:
        """What the definitions of a function return, and where; nothing where one of them returns no literal."""
        places = [place for place in self.page.meant(function.target) if place.kind in FUNCTIONS]
        found: list[tuple[Place, int, str]] = []
        for place in places if len(places) <= MAX_BODIES else ():
            lines = self.known.lines(place.path)
            whole = place.line <= len(lines) and lines[place.line - 1].rstrip(b" ;").endswith(b"}")
            last = place.line if whole else max(place.end_line, body_end(lines, place))
            if b"{" not in b"".join(lines[place.line - 1 : last]) and not place.path.endswith(".py"):
                continue  # only a declaration
            if _is_conditional(lines[: place.line]):
                return []
            before = len(found)
            for number, text in enumerate(spoken(lines[place.line - 1 : last], strings=False), place.line):
                for match in _RETURN.finditer(text.decode("utf-8", "replace")):
                    given = _GIVEN.fullmatch(match["value"].strip())
                    if given is None:
                        return []
                    found.append((place, number, _plain(given["literal"])))
            if len(found) == before:
                return []
        return found


def _is_conditional(above: Sequence[bytes]) -> bool:
    """Whether what comes behind some lines is compiled under a condition, so that there may be another."""
    opened: list[bytes] = []
    for line in above:
        if line.startswith(b"#if"):
            opened.append(line)
        elif line.startswith(b"#endif") and opened:
            opened.pop()
    return any(not line.rstrip().endswith(b"_H_") for line in opened)


def _plain(literal: str) -> str:
    """A literal as it is compared: a number without needless zeros, a text in one kind of quotation marks."""
    if literal[0] in "\"'":
        return f'"{literal[1:-1]}"'
    return f"{float(literal):g}" if literal.lstrip("-")[0].isdigit() else literal.lower()


def _kind(literal: str) -> str:
    """What a literal is: a number, a text, a word, or nothing, which Python returns without a word as well."""
    if literal in ("none", "nullptr"):
        return "nothing"
    return "text" if literal[0] == '"' else "number" if literal.lstrip("-")[0].isdigit() else "word"
