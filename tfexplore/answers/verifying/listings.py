"""What a document lists as being in a file, or as the members of a class.

"`a.cc` has `A`, `B`, `C` and `D`", "`Reader` has `open`, `read` and `close`". Only a tree tells what these have.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.in_files import absent, is_in
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import nearest_of, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Cell
    from tfexplore.answers.verifying.verdicts import Verdict

#: As many names of a list, and such a share of them, stand in the file that it is of.
ENOUGH = 4
SHARE = 0.75

NAME = r"`(?:\w+(?:::|\.))*~?[A-Za-z_]\w*(?:\(\))?`"
#: What stands between a file and the list of what it has.
_HAS = regex(
    r"[`*)\]]*\s*(?:[(（][^()（）`]{0,60}[)）])?[^`.。;；\n]{0,40}?"
    r"(?:[:：]|(?<![A-Za-z])"
    r"(?:has|have|(?:there|here) are|defines?|declares?|registers?|contains?|holds?|provides?)(?![A-Za-z])|包含|包括|"
    r"定义了?|注册了|(?<!没)有)"
    r"\s*(?:(?:the|these|[a-z]+s|了|以下|如下)\s*){0,3}[:：]?\s*",
)
_OTHERWISE = otherwise("no|without|except|but|by|from|missing|lacks?|flags?|options?", "没有|除|被|缺|选项")
LIST = regex(rf"{NAME}(?:\s?(?:[,，、]\s?(?:and\s|or\s|和|与|以及)?|and\s|or\s|和|与|以及)\s?{NAME})+", re.A)
ITEM = regex(NAME, re.A)
#: The same of a file, where names may stand without a sign.
_PLAIN = rf"(?:{NAME}|[A-Z]\w+)"
_LIST_OF_FILE = regex(
    rf"{_PLAIN}(?:\s?(?:[,，、]\s?(?:and\s|or\s|和|与|以及)?|and\s|or\s|和|与|以及)\s?{_PLAIN})+", re.A
)
_ITEM_OF_FILE = regex(_PLAIN, re.A)
#: "`A`, `B` and `C` are all in", `A`、`B` 等，都在.
_ALL_IN = regex(
    rf"(?P<list>{NAME}(?:\s?(?:[,，、]\s?(?:and\s|和|与|以及)?|and\s|和|与|以及)\s?{NAME}){{2,20}})\s?等?[,，:：]?\s*"
    r"(?:(?:all|(?:are|live|sit)(?:\sall)?)\s(?:(?:defined|declared|registered)\s)?in|(?:[都均]|全部?)(?:定义|声明|注册)?[在于]"
    r"|[(（]\s?(?:all )?(?:(?:at the )?(?:top|end|bottom) of|in))"
    r"\s*[`*\[]*\Z",
    re.A,
)
#: What stands between a class and the list of what it has; as many of it are there, and such a share.
_MEMBERS = regex(
    r"`[)）]*\s*(?:[(（][^()（）]{0,60}[)）]\s*)?(?:(?:itself|itself also|also|only|too|也|还|只|则)\s*)?"
    r"(?:has|have|defines?|declares?|offers?|provides?|exposes?|overrides?|implements?|holds?|contains?|with|[:：](?=\s?`)|的方法有|的成员有|的方法是|有|提供了?|定义了?|实现了?|重写了?)"
    r"\s*(?:(?:the|its|these|public|class|static|virtual|pure|two|three|four|five|methods?|members?|functions?|constructors?|"
    r"factories|fields?|方法|成员|函数|[两三四五]个)\s*){0,4}[:：]?\s*",
    re.A,
)
ENOUGH_MEMBERS = 2
#: The same where nothing but a colon leads to the list, and how many times as many are there as are not.
ENOUGH_OF_COLON, TIMES_OF_COLON = 3, 3
SHARE_OF_MEMBERS = 0.6
#: "`read` is a method of `Reader`".
_MEMBER_OF = regex(
    r"`(?P<member>[A-Za-z_]\w+)(?:\(\))?`\s*(?:\w+\s){0,3}?(?:is|as|是)\s*(?:an?\s|the\s|一个)?(?:\w+\s){0,2}?"
    r"(?:method|member|property|attribute|field)s?\sof\s(?:the\s)?(?:class\s)?`(?P<owner>(?:\w+::|\w+\.)*[A-Z]\w+)`",
    re.A,
)


class Listings(Check):
    """The checks of lists of what a file has."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name of a list that is not in the file, where most of the list is."""
        for one in self.page.said:
            if one.kind in ("path", "path:line") and not one.fenced and not one.unnamed:
                # "(line 12)" behind the list is a line of the same file.
                paths = {other.target for other in self.page.on(one.line) if other.kind in ("path", "path:line")}
                if len(paths) == 1:
                    yield from self._listed(one) if one.kind == "path" else ()
                    yield from self._listed_before(one)
        for table in tables(self.page):
            for cells in table.rows:
                yield from self._row(cells)
        for paragraph in self.page.paragraphs:
            yield from self._members(paragraph)
            yield from self._member_of(paragraph)

    def _members(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every member of a list that a class has not, which has most of the list."""
        for name in ITEM.finditer(one.text):
            has = _MEMBERS.match(one.text, name.end() - 1)
            listed = LIST.match(one.text, has.end()) if has is not None else None
            if has is None or listed is None or _OTHERWISE.search(has.group()) or disclaimers.example(one.text):
                continue
            owner = parts_of(name[0].strip("`"))[-1]
            places = self.known.class_places(owner)
            members = list(ITEM.finditer(listed[0]))
            if not places or owner in self.page.own or disclaimers.proposed(one.text):
                continue
            if owner in self.known.ops and any(match[0].strip("`") in self.known.op_parts(owner) for match in members):
                continue  # the op, and not the class that is called so
            lacking = [match for match in members if self._lacks(owner, parts_of(match[0].strip("`"))[-1])]
            held = len(members) - len(lacking)
            if held < ENOUGH_MEMBERS or held < SHARE_OF_MEMBERS * len(members):
                continue
            if has[0].rstrip()[-1:] in (":", "：") and held < max(ENOUGH_OF_COLON, TIMES_OF_COLON * len(lacking)):
                continue
            for match in lacking:
                text = match[0].strip("`")
                said = one.cited(listed.start() + match.start() + 1, text)
                if not disclaimers.denied(*self.page.around(said)):
                    near = nearest_of(parts_of(text)[-1], self.known.members(owner), 0.6)
                    yield self.page.verdict(said, "not found", places[0], near, f"{owner} has no such member")

    def _member_of(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on what is said to be a member of a class that has none of that name."""
        for match in _MEMBER_OF.finditer(one.text) if "`" in one.text else ():
            owner, member = match["owner"], match["member"]
            places = self.known.class_places(owner)
            if not places or owner in self.page.own or not self._lacks(owner, member):
                continue
            said = one.cited(match.start("member"), member)
            line = markdown.SPAN.sub("`", prose.sentence(self.page.text_lines[said.line - 1], said.column))
            if _OTHERWISE.search(markdown.SPAN.sub("`", match[0])) or disclaimers.proposed(line):
                continue
            if not self.page.strangers(said):
                near = nearest_of(member, self.known.members(owner), 0.6)
                yield self.page.verdict(said, "not found", places[0], near, f"{owner} has no such member")

    def _lacks(self, owner: str, member: str) -> bool:
        return self.page.classes.lacks(owner, member.removesuffix("()")) and member not in self.page.own

    def _listed(self, path: Citation) -> Iterator[Verdict]:
        line = self.page.text_lines[path.line - 1]
        has = _HAS.match(line, path.end_column)
        listed = _LIST_OF_FILE.match(line, has.end()) if has is not None else None
        if (
            has is None
            or listed is None
            or _OTHERWISE.search(has.group())
            or _OTHERWISE.search(line[: path.column - 1])
        ):
            return
        if disclaimers.proposed(line) or self.page.strangers(path):
            return
        names = [_cited(match, path.line) for match in _ITEM_OF_FILE.finditer(line, *listed.span())]
        for file in self.page.files_meant(path):
            lacking = [one for one in names if not is_in(self.page, one, file)]
            held = len(names) - len(lacking)
            # A name that no file has need not be outnumbered so far.
            nowhere = held >= ENOUGH_MEMBERS and all(self.known.is_nowhere(one.target) for one in lacking)
            if (held >= ENOUGH and held >= SHARE * len(names)) or (nowhere and held > len(lacking)):
                for one in lacking:
                    if one.in_code or self.known.knows(one.target):  # another word that begins so
                        yield from self._verdict(one, file)
                return

    def _listed_before(self, path: Citation) -> Iterator[Verdict]:
        """A verdict on every name of a list of which it is said that all are in a file behind it, as most are."""
        lines = self.page.text_lines
        before = prose.before(lines, path.line, path.column)
        listed = _ALL_IN.search(before)
        if listed is None or disclaimers.proposed(before) or self.page.strangers(path):
            return
        names = [name for number in range(max(1, path.line - 2), path.line + 1) for name in self.page.on(number)]
        words = {match[0].strip("`").removesuffix("()") for match in ITEM.finditer(listed["list"])}
        for file in self.page.files_meant(path)[:1]:
            lacking = sorted(word for word in words if not self._is_in(word, file))
            if len(words) - len(lacking) < max(ENOUGH - 1, ENOUGH_MEMBERS * len(lacking)):
                return
            for number in range(max(1, path.line - 2), path.line + 1):
                for match in ITEM.finditer(lines[number - 1]):
                    one = _cited(match, number)
                    if one.target in lacking and not any(
                        name.column == one.column and name.kind == "path" for name in names
                    ):
                        yield from self._verdict(one, file)

    def _is_in(self, word: str, file: str) -> bool:
        return is_in(self.page, Citation("symbol", word, 1, 1, word, in_code=True), file)

    def _row(self, cells: Sequence[Cell]) -> Iterator[Verdict]:
        """A verdict on every name of a cell that lists what the one file of its row has, and most of which that has."""
        on = self.page.on(cells[0].line) if cells else []
        paths = [one for one in on if one.kind == "path"]
        if len(paths) != 1 or any(one.kind == "path:line" for one in on) or self.page.strangers(paths[0]):
            return
        for cell in cells:
            names = [_cited(match, cell.line) for match in ITEM.finditer(cell.text)]
            if len(names) <= ENOUGH or LIST.fullmatch(cell.text.strip()) is None:
                continue
            names = [
                one._replace(column=one.column + cell.column, end_column=one.end_column + cell.column) for one in names
            ]
            for file in self.page.files_meant(paths[0])[:1]:
                lacking = [one for one in names if not is_in(self.page, one, file)]
                if len(lacking) == 1 and len(names) > ENOUGH:
                    yield from self._verdict(lacking[0], file)

    def _verdict(self, one: Citation, file: str) -> Iterator[Verdict]:
        before, behind = self.page.around(one)
        if not (disclaimers.somebodys(before, behind) or disclaimers.denied(before, behind)):
            yield absent(self.page, one, file)


def _cited(match: re.Match[str], number: int) -> Citation:
    """A name of a list as a citation."""
    text = match[0].strip("`")
    marked = match[0] != text
    at = match.start() + marked
    return Citation("symbol", text, number, at + 1, text.removesuffix("()"), in_code=marked, end_column=at + len(text))
