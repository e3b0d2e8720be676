"""Classes of C++ as a document sketches them in a block: some members, without bodies, with remarks of its own.

Such a block is no quotation of any place. But where most of its members are those of the class word for word, one with
another type is wrong. Parameters may be left out.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.verifying.declarations import Declarations
from tfexplore.answers.verifying.prototyped import written
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prototypes import Prototype
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Location

#: As many members, and such a share of those with types, are as the class has them.
ENOUGH, SHARE = 4, 0.75
#: Letters of a member.
MAX_LETTERS = 600

_REMARKS = regex(r"//[^\n]*|/\*.*?\*/", re.S)
_HEAD = regex(r"^[ \t]*(?:class|struct)\s+(?:[A-Z_]+\s+)?(?P<name>[A-Z]\w*)\b[^;{}()]{0,200}\{", re.M | re.A)
_LABEL = regex(r"^\s*(?:(?:public|protected|private)\s*:(?!:)\s*)+")
_MARKS = regex(r"\b[A-Z][A-Z_]{3,}\([^()]{0,200}\)")
_FIELD = regex(r"(?P<type>[A-Za-z_:][\w:<>,*&\s()]*[\s*&>])(?P<name>[a-z]\w*_?)\s*(?:\[\w*\]\s*)?(?:=.*)?", re.S | re.A)
_SCOPES = regex(r"(?:\b\w+)?\s*::\s*")
_LEFT_OUT = regex(r"\b(?:virtual|static|inline|explicit|extern|constexpr|mutable|friend|typename|struct|class)\b")
_NO_FIELD = regex(r"\s*(?:using|typedef|friend|enum|template|return|class|struct)\b|.*[.…]{3}", re.A)


class _Member(Record):
    """A member of a sketch: its text, where that begins, what it is called, and its type or its head."""

    text: str
    at: int
    name: str
    type: str
    head: Prototype | None


class _Judged(Record):
    """Where the class has a member, and what it has otherwise; nothing where it is as the sketch has it."""

    member: _Member
    where: Location
    detail: str


class Sketches:
    """The checks of blocks that sketch classes."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._declarations = Declarations(page)

    def check(self, one: Citation) -> Iterator[Verdict]:
        """A verdict on every member of a block's classes that has another type in the tree."""
        code = _REMARKS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), one.code)
        if self._page.is_planned(one) or self._page.strangers(one):
            return
        for head in _HEAD.finditer(code):
            if not self._page.known.class_places(head["name"]):
                continue
            judged = [self._judged(head["name"], member) for member in _members(code, head.end())]
            known = [each for each in judged if each is not None]
            fitting = sum(not each.detail for each in known)
            if fitting >= ENOUGH and fitting >= SHARE * len(known):
                for each in known:
                    if each.detail:
                        yield self._verdict(one, code, each)

    def _verdict(self, one: Citation, code: str, judged: _Judged) -> Verdict:
        member = judged.member
        at = member.at + member.text.index(member.name)
        number = one.line + code.count("\n", 0, at)
        text = member.text[at - member.at :].partition("\n")[0].rstrip()
        fence = self._page.text_lines[number - 1 : number]
        if not fence or member.name not in fence[0]:
            number += 1  # the block begins with its fence
        column = self._page.text_lines[number - 1].find(member.name) + 1
        said = one._replace(
            kind="symbol",
            text=text,
            target=member.name,
            line=number,
            column=max(1, column),
            end_column=column + len(text),
        )
        return self._page.verdict(said, "differs", judged.where, (), judged.detail)

    def _judged(self, owner: str, member: _Member) -> _Judged | None:
        """A member beside what its class has; None where it has none of this name, or is written with too little."""
        if member.head is None:
            found = self._declarations.field(owner, member.name)
            if found is None:
                return None
            type_, where = found
            return _Judged(member, where, "" if _plain(type_) == _plain(member.type) else f"it is {type_} there")
        if any(one.type == "..." for one in member.head.taken):
            return None
        made: _Judged | None = None
        for head in self._declarations.own(owner, member.name):
            detail = _other(member.head, head.prototype)
            if not detail:
                return _Judged(member, head.where, "")
            if made is None and detail != _LEFT:
                made = _Judged(member, head.where, detail)
        return made


#: What is said of a head with fewer or more parameters.
_LEFT = "other parameters"


def _other(one: Prototype, held: Prototype) -> str:
    """What a class has otherwise than a sketch, word for word but for namespaces and names."""
    if len(one.taken) != len(held.taken):
        return _LEFT
    if _plain(one.returns) != _plain(held.returns):
        return f"it returns {held.returns} there"
    for mine, theirs in zip(one.taken, held.taken, strict=True):
        if _plain(mine.written) != _plain(theirs.written):
            return f"it has {f'{theirs.written} {theirs.name}'.strip()} there, not {mine.written}"
    return ""


def _plain(type_: str) -> str:
    return re.sub(r"\s", "", _SCOPES.sub("", _LEFT_OUT.sub("", type_)))


def _members(code: str, start: int) -> Iterator[_Member]:
    """The members of a class whose body begins somewhere, those with types alone."""
    for text, at in _statements(code, start):
        label = _LABEL.match(text)
        begun = label.end() if label is not None else 0
        begun += len(text[begun:]) - len(text[begun:].lstrip())
        shown = text[begun:]
        bare = _MARKS.sub("", shown).strip()
        if not bare or len(shown) > MAX_LETTERS or _NO_FIELD.match(bare):
            continue
        made = written(_LEFT_OUT.sub("", bare))
        if made is not None:
            yield _Member(shown, at + begun, made[0].name, "", made[0])
            continue
        field = _FIELD.fullmatch(bare)
        if field is not None and "(" not in _SCOPES.sub("", re.sub(r"<.*>", "", field["type"], flags=re.S)):
            yield _Member(shown, at + begun, field["name"], field["type"], None)


def _statements(code: str, start: int) -> Iterator[tuple[str, int]]:
    """The statements of a body, each with its offset: up to a semicolon, or to the braces of what is in it."""
    depth, begun = 1, start
    for at in range(start, len(code)):
        letter = code[at]
        if letter == "{":
            if depth == 1:
                yield code[begun:at], begun
            depth += 1
        elif letter == "}":
            depth -= 1
            begun = at + 1
            if not depth:
                return
        elif letter == ";" and depth == 1:
            yield code[begun:at], begun
            begun = at + 1


def unquoted(page: Page, positions: Sequence[int]) -> Iterator[Verdict]:
    """The verdicts on the sketches among some blocks of a document, which are no quotations."""
    sketches = Sketches(page)
    for position in positions:
        yield from sketches.check(page.said[position])
