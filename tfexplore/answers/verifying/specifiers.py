"""What members of C++ classes are said to be declared as: "`Loom::Wind` is pure virtual", `Loom::Wind` 是静态方法.

`virtual`, pure virtual, `static` and `const`. A member that overrides a virtual one is virtual whatever it says; of
several of one name one is enough. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a class, and letters of a declaration, that are read.
MAX_LINES, MAX_LETTERS = 3_000, 1_200
_MEMBER = r"`(?:\w+::)*(?P<owner>[A-Z]\w+)::(?P<name>[A-Za-z_]\w*)(?:\(\))?`"
_WORD = r"`?(?P<word>pure(?:ly)?[\s-]virtual|(?:non-?)?virtual|(?:non-?)?static|(?:non-?)?const)`?"
_ENDS = (
    r"(?:\s(?:member\s)?(?:methods?|functions?|members?|one))?"
    r"(?=\s?(?:[.,;:)（(。，；]|\Z|and\b|but\b|so\b|in\s`|which\b|that\b))"
)
_IS = regex(
    rf"{_MEMBER}(?:\s[(（][^()（）`]{{0,60}}[)）])?\s(?:is|was)\s(?P<no>not\s)?(?:itself\s|also\s|declared\s(?:as\s)?|marked\s)?(?:an?\s)?"
    rf"{_WORD}{_ENDS}",
    re.A | re.I,
)
_IS_ZH = regex(
    rf"{_MEMBER}\s?(?P<no>不|并不|并非)?是(?:一个\s?)?`?(?P<word>纯虚|虚|静态|const)`?\s?的?(?:成员)?(?:方法|函数|成员)"
    r"(?=\s?(?:[，。；,.;)）、]|\Z))",
    re.A,
)
_MEANT = {"纯虚": "pure virtual", "虚": "virtual", "静态": "static"}
_OTHERWISE = otherwise(
    r"no longer|if|when|unless|should|would|could|must|make\w*|making|older|newer|later|was once", "如果|应|改成|改为"
)


class _Declared(Record):
    """One declaration of a member: its line and what it says."""

    line: int
    virtual: bool
    pure: bool
    static: bool
    const: bool


class Specifiers(Check):
    """The checks of such specifiers."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._members: dict[tuple[str, str], list[tuple[str, _Declared]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every specifier that no declaration of the member has, or that all have which it denies."""
        for one in self.page.marked:
            if "::" in one.text:
                for match in (match for says in (_IS, _IS_ZH) for match in says.finditer(one.text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        owner, name = match["owner"], match["name"]
        declared = self._declared(owner, name)
        word = re.sub(r"[\s-]+", " ", _MEANT.get(match["word"], match["word"])).lower().replace("purely", "pure")
        denied = bool(match["no"]) != word.startswith("non")
        word = word.removeprefix("non").strip()
        if not declared or {owner, name} & self.page.own or not is_claimed(match, _OTHERWISE, apart=True):
            return
        so = [self._is(word, owner, name, each) for _, each in declared]
        if any(said is not denied for said in so):
            return
        said = one.cited(match.start("word"), match["word"], f"{owner}::{name}")
        if not self.page.strangers(said):
            path, first = declared[0]
            detail = f"{owner}::{name} is {'' if denied else 'not '}{word}"
            yield self.page.verdict(said, "differs", Location(path, first.line, first.line), (), detail, "symbol")

    def _is(self, word: str, owner: str, name: str, declared: _Declared) -> bool:
        if word == "pure virtual":
            return declared.pure
        if word == "virtual":
            above = self.page.classes.above(owner) if not declared.virtual else ()
            return declared.virtual or any(each.virtual for base in above for _, each in self._declared(base, name))
        return declared.static if word == "static" else declared.const

    def _declared(self, owner: str, name: str) -> list[tuple[str, _Declared]]:
        """The declarations of a member in the bodies of the classes of a name, each with its file."""
        key = (owner, name)
        if key not in self._members:
            self._members[key] = [
                (place.path, each)
                for place in self.known.class_places(owner)
                for each in _declarations(self.known.lines(place.path), place.line, self.known.end(place), name)
            ]
        return self._members[key]


_REMARK = regex(rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
_BRACE = regex(rb"[{};]|\b(?:public|private|protected)\s*:")
_CONST = regex(rb"\)[\s\w()]*\bconst\b")


def _declarations(lines: Sequence[bytes], first: int, last: int, name: str) -> Iterator[_Declared]:
    """The declarations of a member in a class from one line to another."""
    text = b"\n".join(lines[first - 1 : min(last, first + MAX_LINES)])
    text = _REMARK.sub(lambda match: re.sub(rb"[^\n]", b" ", match[0]), text)
    called = re.compile(rb"(?<![\w.>:~])%b\s*\(" % re.escape(name.encode()))
    begin = depth = 0
    for match in _BRACE.finditer(text):
        if depth == 1:
            said = called.search(text, begin, match.start())
            if said is not None and match[0] in (b";", b"{"):
                yield _read(text, begin, said, match.start(), first)
        depth += (match[0] == b"{") - (match[0] == b"}")
        begin = match.end()
        if depth <= 0 and match[0] == b"}":
            return


def _read(text: bytes, begin: int, said: re.Match[bytes], end: int, first: int) -> _Declared:
    """What a declaration says, from where it begins to its body, or to what ends it."""
    before, behind = text[begin : said.start()], text[said.end() : min(end, said.end() + MAX_LETTERS)]
    closed = behind.rpartition(b")")[2]
    virtual = (
        re.search(rb"\bvirtual\b", before) is not None or re.search(rb"\b(?:override|final)\b", closed) is not None
    )
    return _Declared(
        first + text.count(b"\n", 0, said.start()),
        virtual,
        virtual and re.search(rb"=\s*0\s*\Z", closed) is not None,
        re.search(rb"\bstatic\b", before) is not None,
        _CONST.search(b"(" + behind) is not None,
    )
