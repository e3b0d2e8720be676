"""Fragments of code in a document's text: more than a name and less than a block, held against the files spoken of.

People shorten, rename and plug in values where they write code into a sentence, so that a fragment that stands nowhere
says nothing. One is wrong when all of it but a single token runs alike in a file that the sentence is of, and the two
tokens are of a kind that nobody exchanges to make the text readable: two types, two macros, two functions, two numbers.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cached_property
from itertools import islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.alignment import NAME, shown
from tfexplore.answers.citation import Citation
from tfexplore.answers.tokens import BREAK, GAP, quoted_tokens
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT
from tfexplore.answers.verifying.fragment_windows import (
    MOST_WINDOWS,
    in_template,
    is_another,
    joined,
    tells,
    tells_anywhere,
    windows,
)
from tfexplore.answers.verifying.spelling import owner_of, parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.quotations import Quotations
    from tfexplore.answers.tokens import Tokens
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Tokens of a fragment, without its semicolon.
LEAST, LEAST_OF_STATEMENT = 6, 5
#: Letters of a span that is looked at.
LONGEST = 600
#: Files that a sentence speaks of, and files in which a fragment may stand all the same.
MAX_FILES, MAX_OTHERS = 6, 24
#: Files that a place may be of, and files whose signs are kept.
FEW_MEANT, MAX_SIGNED = 3, 8
#: Files that define a name, at most, for it to lead to them.
FEW_DEFINE = 4
#: Lines between a fragment and a file that its paragraph cites.
REACH = 12
#: Lines above a fragment on which the function is named that it is of; lines around a place, and of a body, to read.
ABOVE, CITED_NEAR, MAX_BODY = 6, 2, 600
#: Places that a fragment with another token is like, and how often the file has a name that tells them.
MOST_PLACES, MOST_USED = 4, 20
#: Tokens of a fragment that is no common phrase.
MUCH = 10
#: How much of two strings is alike where the one is meant for the other.
SAME_TEXT = 0.6
#: Letters of a name, and how much of it is alike in another that is meant.
LONG_NAME, SAME_NAME = 9, 0.8
#: Letters of a message, which tells by itself which place is meant.
LONG_TEXT = 20

#: What a name, a path and a place have not.
_CODE = regex(r"[(=<{]|\w [\w:]|> ?\d", re.A)
#: What a patch adds, as its line has it.
_ADDED = regex(r"\+\s+\S")
_MACRO_OF = regex(r"([A-Z][A-Z0-9_a-z]{3,})\(\s*([A-Z][A-Z0-9_]{4,})\s*\);?", re.A)
_NAMES = regex(r"\w*(?:_\w|[a-z]\d*[A-Z])\w*", re.A)
_SHAPED = regex(r"\w*(?:_\w|[a-z]\d*[A-Z]|[A-Z]{2}[a-z])\w*", re.A)
_A_CONSTANT = regex(r"k(?:[A-Z][a-z0-9]+){2,}", re.A)
_CONSTANT = regex(r"[A-Z][A-Z0-9_]{2,}|k[A-Z]\w{2,}", re.A)
_TYPE = regex(r"[A-Z]\w{3,}|bool|void|int|u?int(?:8|16|32|64)(?:_t)?|float|double|half|size_t|string|char|auto", re.A)
_NUMBER = regex(r"\d[\w.]*")
_TEXT = regex(r"\"[^\"]+\"|'[^']+'", re.S)
#: What stands behind a class, a module or an object that something is of.
_QUALIFIES = ("::", ".", "->")
_LOWER = regex(r"_*[a-z]\w{3,}", re.A)
#: Words by which a line says that it is not so, or is so elsewhere.
_OTHERWISE = regex(
    r"\b(?:not|never|unlike|rather than|wrong(?:ly)?|typo|misquot\w+|becomes?|means|call(?:ing)? it with)\b"
    r"|不是|并非|没有|伪",
    re.I,
)
#: The same of what is told of another tree, in its own sentence.
_OF_ANOTHER_TREE = regex(r"\b(?:patch\w*|upstream|fork)\b|上游|补丁", re.I)
#: The same of what somebody would write; in a later sentence they are said of something else.
_SUPPOSED = regex(
    r"\b(?:like|such as|say|e\.g\.|i\.e\.|might|if you|you can)\b|比如|假设|如果|若",
    re.I,
)
#: Where what is said of a fragment ends, at the latest with its line.
_CLAUSE_ENDS = regex(r"[,，;；。]|\.\s|\Z")
#: What something is compared with, as a version is that something needs.
_COMPARISON = regex(r"(?P<sign>['\"]?)([A-Za-z_][\w-]{3,})\s*(>=|<=|==|~=|!=|>|<)\s*(\d[\w.]*)(?P=sign)", re.A)
#: What says right before a fragment that it is quoted.
_QUOTED = regex(r"(?:\b(?:reads|says)|写[着的]是?|\||\d`?\*{0,2}\s?[:：]|行\s?[:：])\s*`+\s?\Z", re.I)
#: A call with a text, of a name that nobody gives to anything else.
_CALL_WITH_TEXT = regex(r"\.?(?P<name>[A-Za-z_]\w{11,})\((?P<text>\"[^\"\n]{2,40}\"|'[^'\n]{2,40}')\)", re.A)
#: A test, in whose item a call is the test's own.
_OF_A_TEST = regex(r"`test_?\w{4,}(?:\(\))?`", re.A)


class _Fragment(Record):
    """A span of code: its text and tokens, and where it stands."""

    code: str
    tokens: tuple[str, ...]
    line: int
    column: int
    end_column: int


class _Altered(Record):
    """The one token in which a fragment differs from a file: which of the file's words it is, and what stands there."""

    word: int
    wanted: str
    has: str


class Fragments:
    """The checks of code in a document's sentences, items and tables; a tree tells what is there."""

    def __init__(self, page: Page, files: Quotations) -> None:
        self.page = page
        self.known = page.known
        self._files = files
        self._signed: dict[str, tuple[list[str], list[int]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every fragment that is nearly a place of a file that it is said of."""
        for one in self._fragments() if self.known.has_tree else ():
            if self._is_meant(one):
                made = self._macro(one) or self._compares(one) or self._altered(one) or self._called_with(one)
                if made is not None:
                    yield made

    # -- what is read --

    def _fragments(self) -> Iterator[_Fragment]:
        """The spans of code that say more than a name, as far as the document was read."""
        lines = self.page.lines_read()
        closed = 0
        for number, line in enumerate(lines, 1):
            if number <= closed:
                continue
            fence = markdown.FENCE.match(line)
            if fence:
                closed = markdown.fence_end(lines, number - 1, fence[1]) + 1
                continue
            for span in markdown.SPAN.finditer(line) if "`" in line else ():
                code = span[2].strip().replace("\\|", "|")
                if len(code) > LONGEST or not _CODE.search(code) or _ADDED.match(code):
                    continue
                tokens = tuple(quoted_tokens(code, python=False))
                while tokens and tokens[-1] == ";":
                    tokens = tokens[:-1]
                if (
                    len(tokens) >= _least(code)
                    or _MACRO_OF.fullmatch(code)
                    or _COMPARISON.fullmatch(code)
                    or _CALL_WITH_TEXT.fullmatch(code)
                ):
                    yield _Fragment(code, tokens, number, span.start(2) + 1, span.end(2))

    def _is_meant(self, one: _Fragment) -> bool:
        """Whether a fragment is said to be in the source, rather than to be written, or to be in no such way."""
        text = self.page.text_lines[one.line - 1]
        line = markdown.SPAN.sub("`", text)
        supposed = markdown.SPAN.sub("`", text[: prose.sentence_span(text, one.end_column)[1]])
        said = self._cited(one)
        before, behind = self.page.around(said)
        if any(name in self.page.own for name in one.tokens if NAME.match(name)):
            return False
        ends = _CLAUSE_ENDS.search(text, one.end_column)
        clause = markdown.SPAN.sub("`", text[: ends.start()] if ends is not None else text)
        if disclaimers.proposed(line) or disclaimers.sketch(clause) or disclaimers.denied(before, behind):
            return False
        sentence = markdown.SPAN.sub("`", prose.sentence(text, one.column))
        if _OTHERWISE.search(line) or _SUPPOSED.search(supposed) or _OF_ANOTHER_TREE.search(sentence):
            return False
        return not self.page.strangers(said)

    def _cited(self, one: _Fragment) -> Citation:
        return Citation("symbol", one.code, one.line, one.column, one.code, in_code=True, end_column=one.end_column)

    # -- where it may stand --

    def _beside(self, one: _Fragment) -> list[str]:
        """The files that the line of a fragment cites, and those that define what it names, the nearest first."""
        beside = sorted(self.page.on(one.line), key=lambda other: abs(other.column - one.column))
        cited = [other for other in beside if other.kind in ("path", "path:line")]
        paths = [path for other in cited for path in self.page.files_meant(other)[:2]]
        paths += self._defining([name for name in one.tokens if NAME.match(name)])
        return paths + self._defining(
            [parts_of(other.target)[-1] for other in beside if other.kind in ("symbol", "op")]
        )

    def _spoken_of(self, one: _Fragment) -> list[str]:
        """The files that a fragment is said of: those cited next to it, and those that define what is named there."""
        here = self.page.on(one.line)
        block = here[0].block if here else -1
        places = [other for other in self.page.near(self._cited(one)) if other.kind in ("path", "path:line")]
        around = [other for other in places if other.line != one.line and other.block == block]
        around = [other for other in around if abs(other.line - one.line) <= REACH]
        before = [other for other in places if other.line < one.line]
        before = [other for other in before if other.line == before[-1].line]
        paths = self._beside(one)
        paths += [path for other in (*around, *before) for path in self.page.files_meant(other)[:1]]
        return list(dict.fromkeys(paths))

    def _defining(self, names: Iterable[str]) -> list[str]:
        """The files that define a name of parts which few define."""
        found: list[str] = []
        for name in dict.fromkeys(names):
            paths = dict.fromkeys(place.path for place in self.known.places(name)) if _SHAPED.fullmatch(name) else {}
            found += paths if len(paths) <= FEW_DEFINE else ()
        return found

    def _others(self, paths: Sequence[str]) -> list[str]:
        """Files in which a fragment may stand all the same: the headers of some, and those that are cited anywhere."""
        cited = [other.target for other in self.page.said if other.kind in ("path", "path:line")]
        found = [path for target in dict.fromkeys(cited) for path in self.known.resolve(target)[:2]]
        headers = [beside for path in paths for beside in self.known.beside(path)]
        return [path for path in dict.fromkeys([*headers, *found]) if path not in paths][:MAX_OTHERS]

    def _stands(self, one: _Fragment, paths: Sequence[str]) -> bool:
        """Whether a fragment is in one of some files as it is."""
        in_python = [path for path in paths if path.endswith(".py")]
        others = [path for path in paths if path not in in_python]
        return self._files.exact(one.tokens, others) is not None or (
            self._files.exact(quoted_tokens(one.code.rstrip(";"), python=True), in_python) is not None
        )

    # -- a macro that is invoked on another --

    def _macro(self, one: _Fragment) -> Verdict | None:
        """A verdict on `EACH(REGISTER)` where the file that defines `REGISTER` invokes other macros on it."""
        match = _MACRO_OF.fullmatch(one.code)
        if match is None:
            return None
        spoken_of = self._spoken_of(one)[:MAX_FILES]
        defining = [place.path for place in self.known.places(match[2]) if place.kind == "macro"]
        if len(set(defining)) > 1:
            defining = [path for path in spoken_of if path in defining]
        if not defining or self._stands(one, [*defining, *spoken_of, *self._others(spoken_of)]):
            return None
        invoked = re.compile(rb"\s*(\w+)\(\s*" + match[2].encode() + rb"\s*\)")
        for number, text in enumerate(self.known.lines(defining[0]), 1):
            found = invoked.match(text)
            if found is not None:
                has = f"{found[1].decode()}({match[2]})"
                return self._differs(one, defining[0], number, has, f"{match[1]}({match[2]})")
        return None

    # -- something that is compared with a number --

    def _compares(self, one: _Fragment) -> Verdict | None:
        """A verdict on `name >= 1.2` where a file compares it so with one other number, and none with this."""
        match = _COMPARISON.fullmatch(one.code)
        if match is None or not (_SHAPED.fullmatch(match[2]) or "." in match[4]):
            return None
        _, name, sign, number = match.groups()
        compared = re.compile(rf"(?<![\w.]){re.escape(name)}\s*{re.escape(sign)}\s*(\d[\w.]*)".encode(), re.A)
        differs = None
        paths = self._spoken_of(one)[:MAX_FILES]
        for path in (*paths, *self._others(paths)):
            found = list(compared.finditer(self.known.read(path) or b""))
            values = {place[1].decode().rstrip(".") for place in found}
            if number.rstrip(".") in values:
                return None
            if differs is None and len(values) == 1 and path in paths:
                line = found[0].string.count(b"\n", 0, found[0].start()) + 1
                differs = self._differs(one, path, line, min(values), number)
        return differs

    # -- a call with one text --

    def _called_with(self, one: _Fragment) -> Verdict | None:
        """A verdict on `CallOfALoom("a")` where the only file of its line calls it with other texts alone."""
        match = _CALL_WITH_TEXT.fullmatch(one.code)
        cited = [other for other in self.page.on(one.line) if other.kind in ("path", "path:line")]
        files = {path for other in cited for path in self.page.files_meant(other)[:FEW_MEANT]}
        if match is None or len(files) != 1:
            return None
        (path,) = files
        data = self.known.read(path) or b""
        calls = list(re.finditer(rb"\b%b\(\s*([^()]*?)\s*\)" % match["name"].encode(), data))
        given = [call[1].decode("utf-8", "replace") for call in calls]
        if not 0 < len(given) <= MOST_PLACES or match["text"] in given or not all(map(_TEXT.fullmatch, given)):
            return None
        return self._differs(one, path, data.count(b"\n", 0, calls[0].start()) + 1, given[0], match["text"])

    # -- a token that is another --

    def _altered(self, one: _Fragment) -> Verdict | None:
        """A verdict on a fragment that stands in none of the files it is said of, and in one but for a token."""
        solid = one.tokens
        if len(solid) < _least(one.code) or GAP in solid or BREAK in solid:
            return None
        paths, beside = self._spoken_of(one)[:MAX_FILES], self._beside(one)
        if self._stands(one, paths):
            return None
        cited = [
            (path, other.start, other.end)
            for other in self.page.on(one.line)
            if other.kind == "path:line"
            for path in self.page.files_meant(other)[:FEW_MEANT]
        ]
        bodies = self._bodies(one.line)
        lines = [*cited, *bodies]
        for path in paths:
            at = [range(first - 1, last + 2) for file, first, last in lines if file == path]
            given = self._is_called_so(one, path)
            altered = self._nearly(solid, path, path in beside, one.code.endswith(";"), at, given)
            if altered is None:
                continue
            others = self._others(paths)
            if self._stands(one, others) or self._files.remark(one.code, (*paths, *others)) is not None:
                return None
            number = self._files.tokens(path).line(altered.word)
            return self._differs(one, path, number, altered.has, altered.wanted)
        near = bodies or next(filter(None, map(self._bodies, range(one.line - 1, max(0, one.line - ABOVE), -1))), [])
        spans = [(*each, True) for each in cited] + [(*each, False) for each in (*near, *self._around(one))]
        return self._otherwise(one, paths, spans) or self._anywhere(one, paths, beside)

    def _in_paragraph(self, one: _Fragment) -> list[Citation]:
        """The files and the places that the paragraph of a fragment cites."""
        paragraph = self._paragraphs.get(one.line)
        numbers = paragraph.numbers if paragraph is not None and len(paragraph.text) <= MAX_TEXT else []
        said = [other for number in numbers for other in self.page.on(number)]
        return [other for other in said if other.kind in ("path", "path:line")]

    @cached_property
    def _paragraphs(self) -> dict[int, Paragraph]:
        return {number: each for each in self.page.paragraphs for number in each.numbers}

    def _around(self, one: _Fragment) -> list[tuple[str, int, int]]:
        """The functions that the lines are of which a paragraph cites."""
        return [
            (path, each.location.line, self.known.end_of(each))
            for other in self._in_paragraph(one)
            if other.kind == "path:line"
            for path in self.page.files_meant(other)[:1]
            for each in self.known.functions_at(path, other.start)[-1:]
        ]

    def _anywhere(self, one: _Fragment, paths: Sequence[str], beside: Sequence[str]) -> Verdict | None:
        """A verdict on a fragment that stands in the only file of its sentence but for a sign or a truth value."""
        named = list(dict.fromkeys(path for path in paths if path in beside))
        if not named:  # those of the paragraph then
            said = [path for other in self._in_paragraph(one) for path in self.page.files_meant(other)[:FEW_MEANT]]
            spelled = [name.encode() for name in one.tokens if NAME.match(name)]
            named = [
                path for path in dict.fromkeys(said) if all(word in (self.known.read(path) or b"") for word in spelled)
            ]
        if len(named) != 1:
            return None
        wanted, _ = joined(one.tokens)
        words, begins = self._joined(named[0])
        found = list(islice(windows(wanted, words), MOST_WINDOWS + 1))
        whole = self._is_quoted(one)
        if not 0 < len(found) <= MOST_WINDOWS or len({(each.at, each.has) for each in found}) > 1:
            return None
        first = found[0]
        if not tells_anywhere(wanted, first) or not is_another(wanted, first, whole, False):
            return None
        others = self._others(paths)
        if self._stands(one, [*paths, *others]) or self._files.remark(one.code, (*paths, *others)) is not None:
            return None
        number = self._files.tokens(named[0]).line(begins[first.word])
        return self._differs(one, named[0], number, first.has, first.wanted)

    def _joined(self, path: str) -> tuple[list[str], list[int]]:
        if path not in self._signed:
            if len(self._signed) >= MAX_SIGNED:
                self._signed.clear()
            self._signed[path] = joined(self._files.tokens(path).words)
        return self._signed[path]

    def _is_quoted(self, one: _Fragment) -> bool:
        """Whether a fragment is said to be what stands there: a statement, what a line "reads", all of a cell."""
        before = self.page.text_lines[one.line - 1][: one.column - 1]
        return one.code.rstrip().endswith(";") or _QUOTED.search(before) is not None

    def _bodies(self, number: int) -> list[tuple[str, int, int]]:
        """The first and the last lines of what is named on a line of the document."""
        return [
            (place.path, place.line, place.end_line)
            for other in self.page.on(number)
            if other.kind in ("symbol", "op") and other.in_code
            for place in self.page.meant(other.target)[:FEW_DEFINE]
            if place.end_line > place.line
        ]

    def _otherwise(
        self, one: _Fragment, paths: Sequence[str], lines: Sequence[tuple[str, int, int, bool]]
    ) -> Verdict | None:
        """A verdict on a fragment that stands on the lines that it is said of but for a sign, a value or a name."""
        whole = self._is_quoted(one)
        wanted, _ = joined(one.tokens)
        for path, first, last, cited in lines:
            near = CITED_NEAR if cited else 0
            python = path.endswith((".py", "BUILD", ".bzl"))
            there = self.known.lines(path)[max(0, first - 1 - near) : min(last, first + MAX_BODY) + near]
            text = b"\n".join(there).decode("utf-8", "replace")
            words, begins = joined(_solid(text, python))
            found = [
                window
                for window in islice(windows(wanted, words), MOST_WINDOWS + 1)
                if is_another(wanted, window, whole, cited) and tells(wanted, window, whole, cited)
            ]
            if not 0 < len(found) <= MOST_WINDOWS or (len({window.has for window in found}) > 1 and not cited):
                continue
            others = self._others(paths)
            if self._stands(one, [path, *others]) or self._files.remark(one.code, (*paths, *others)) is not None:
                return None
            number = _line_of(text, begins[found[0].word]) + max(0, first - 1 - near)
            return self._differs(one, path, number, found[0].has, found[0].wanted)
        return None

    def _nearly(
        self, solid: Sequence[str], path: str, beside: bool, ended: bool, lines: Sequence[range], given: bool
    ) -> _Altered | None:
        """The only token of a fragment that a file has another for; None where it has more, or none of it.

        `lines` are those of the file that are cited beside it, or what is named there; `given`: what a call is given
        is the file's, too.
        """
        data = self.known.read(path) or b""
        lost = {name for name in solid if NAME.match(name) and name.encode() not in data}
        if len(lost) > 1 or any(solid.count(name) > 1 for name in lost):
            return None
        file = self._files.tokens(path)
        named = beside or any(_A_CONSTANT.fullmatch(token) and token.encode() in data for token in solid)
        for at, token in enumerate(solid):
            differs = (
                _may_differ(solid, at, ended) or (named and _is_size(solid, at)) or (given and _is_given(solid, at))
            )
            if lost - {token} or not differs or self._is_of_an_object(solid, at, path) or self._is_another(solid, at):
                continue
            places = list(_around(solid, at, file))
            place = _place_meant(token, places, file.words) if token in lost else None
            if place is not None:
                return _Altered(place, token, file.words[place])
            # Of many places one may be meant or another, unless much is alike in all, and all have the same.
            if not places or (
                len(places) > MOST_PLACES and (len(solid) < MUCH or len({file.words[each] for each in places}) > 1)
            ):
                continue
            has = file.words[places[0]]
            if _is_size(solid, at) and any(file.words[place] != has for place in places):
                continue
            rest = [*solid[:at], *solid[at + 1 :]]
            told = min(len(token), len(has)) > LONG_TEXT or _tells(rest, file)
            told = told or (len(places) == 1 and any(file.line(places[0]) in each for each in lines))
            if told and _exchanged(token, has, data):
                return _Altered(places[0], token, has)
        return None

    def _is_called_so(self, one: _Fragment, path: str) -> bool:
        """Whether a call is a file's own: of a module that it imports, or in an item on one of its tests."""
        solid, data = one.tokens, self.known.read(path) or b""
        if not path.endswith(".py") or solid[-1] != ")" or "=" not in solid:
            return False
        if path.endswith("_test.py"):
            return _OF_A_TEST.search(self.page.text_lines[one.line - 1], 0, one.column - 1) is not None
        module = solid[0].encode() if solid[1:2] == (".",) and solid[3:4] == ("(",) else b""
        return bool(module) and re.search(rb"\bimport (?:\w+ as )?" + re.escape(module) + rb"\b", data) is not None

    def _is_of_an_object(self, solid: Sequence[str], at: int, path: str) -> bool:
        """Whether a token is what some object calls its own, and a file is nowhere cited: another class has another."""
        if at < 2 or solid[at - 1] not in (".", "->") or solid[at - 2] not in ("self", "cls", "this"):
            return False
        cited = {other.target for other in self.page.said if other.kind in ("path", "path:line")}
        return not any(path in self.known.resolve(target) for target in cited)

    def _is_another(self, solid: Sequence[str], at: int) -> bool:
        """Whether a token is a member that its class has, whatever else the class has that is called so."""
        if solid[at] in solid[:at] and solid[at - 1] == "::":
            return True  # a constructor
        qualified = at > 1 and solid[at - 1] in _QUALIFIES
        return qualified and any(owner_of(place.name) == solid[at - 2] for place in self.known.places(solid[at]))

    def _differs(self, one: _Fragment, path: str, number: int, has: str, wanted: str) -> Verdict:
        detail = f"line {number} has {shown(has)}, the fragment {shown(wanted)}"
        return self.page.verdict(self._cited(one), "differs", Location(path, number, number), (), detail)


def _solid(text: str, python: bool) -> list[str]:
    """The tokens of some code, without marks of what is left out or empty."""
    return [token for token in quoted_tokens(text, python) if not token.startswith("\x00")]


def _line_of(text: str, word: int) -> int:
    """The line of some code, from 1 on, that has one of its tokens; nearly, where a comment goes over lines."""
    for number, line in enumerate(text.split("\n"), 1):
        word -= len(_solid(line, python=False))
        if word < 0:
            return number
    return 1


def _around(solid: Sequence[str], at: int, file: Tokens) -> Iterator[int]:
    """The words of a file that have before and behind them what a fragment has before and behind one of its tokens."""
    before, behind = "\x1f".join(["", *solid[:at], ""]), "\x1f".join(["", *solid[at + 1 :], ""])
    ahead = at * 2 >= len(solid)
    longer = before if ahead else behind
    text, place = file.text, -1
    for _ in range(MOST_PLACES * 10):
        place = text.find(longer, place + 1)
        if place < 0:
            return
        if ahead:
            begin = place + len(before)
            end = text.find("\x1f", begin)
            there = end >= 0 and text.startswith(behind, end)
        else:
            end = place
            begin = text.rfind("\x1f", 0, end) + 1
            there = end > 0 and text.endswith(before, 0, begin)
        if there:
            yield text.count("\x1f", 0, begin) - 1


def _least(code: str) -> int:
    """How many tokens a fragment has that is looked at: fewer, where it is a statement with a name that tells it."""
    telling = code.endswith(";") and any(len(name) >= LONG_NAME for name in _NAMES.findall(code))
    telling = telling or any(len(text) >= LONG_TEXT for text in _TEXT.findall(code))
    return LEAST_OF_STATEMENT if telling else LEAST


def _may_differ(solid: Sequence[str], at: int, ended: bool = False) -> bool:
    """Whether nobody puts another token in place of one to make a sentence readable; of a statement that is `ended`."""
    token, last = solid[at], solid[at - 1] if at else ""
    after = solid[at + 1] if at + 1 < len(solid) else ""
    made = last == "new" or (ended and last == "=" and at > 2)  # `T* t = Make(s);`
    if after in ("(", "<") and last not in _QUALIFIES and not (made or _CONSTANT.fullmatch(token)):
        return False  # what the fragment is a call or an instance of is a name by itself
    given = not ended and last == "=" and after in (",", ")", "") and (at < 2 or solid[at - 2] not in "<>=!")
    defined = ended and solid[0] in ("typedef", "using")  # as it stands there
    if given or after in _QUALIFIES or (in_template(solid, at) and not defined):
        return False  # whose it is, and what is plugged in: a value, an argument of a template
    if any(kind.fullmatch(token) for kind in (_NUMBER, _TEXT, _CONSTANT, _TYPE)):
        return True
    return last in _QUALIFIES and _LOWER.fullmatch(token) is not None  # a variable has another name in a sentence


def _is_given(solid: Sequence[str], at: int) -> bool:
    """Whether a token is a number, a text or a constant that a call is given under a name."""
    literal = any(kind.fullmatch(solid[at]) for kind in (_NUMBER, _TEXT)) or solid[at] in ("True", "False", "None")
    return literal and at > 1 and solid[at - 1] == "="


def _is_size(solid: Sequence[str], at: int) -> bool:
    """Whether a token is a number among the arguments of a template, which is none of the types that are plugged in."""
    return _NUMBER.fullmatch(solid[at]) is not None and in_template(solid, at)


def _place_meant(token: str, places: Sequence[int], words: Sequence[str]) -> int | None:
    """The place whose word is nearly a name that a file has nowhere, if one alone is like it."""
    if not (token[:1].isalpha() or token[:1] == "_") or len(token) < LONG_NAME:
        return None
    alike = [(SequenceMatcher(None, token, words[place]).ratio(), -place) for place in places]
    alike = [one for one in alike if one[0] >= SAME_NAME]
    return -max(alike)[1] if len({words[-place] for _, place in alike}) == 1 else None


def _exchanged(token: str, has: str, data: bytes) -> bool:
    """Whether a file's token is of the same kind as that of a fragment, and no name that stands for others."""
    if _TEXT.fullmatch(token):
        same = token[1:-1] == has[1:-1]  # in other quotation marks
        return not same and _TEXT.fullmatch(has) is not None and SequenceMatcher(None, token, has).ratio() >= SAME_TEXT
    kind = next(kind for kind in (_NUMBER, _CONSTANT, _TYPE, _LOWER) if kind.fullmatch(token))
    if kind.fullmatch(has) is None:
        return False
    parameter = re.search(rb"(?:typename|class)\s+" + re.escape(has.encode()) + rb"\s*[,>=]", data)
    return parameter is None and re.search(rb"#define\s+\w+\([^)]*\b" + has.encode() + rb"\b", data) is None


def _tells(rest: Sequence[str], file: Tokens) -> bool:
    """Whether what is alike has a name, or a text, that is hardly anywhere else in the file."""
    named = [one for one in rest if _TEXT.fullmatch(one) or (NAME.match(one) and _SHAPED.fullmatch(one))]
    return any(0 < file.text.count(f"\x1f{one}\x1f") <= MOST_USED for one in named)
