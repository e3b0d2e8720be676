"""Members that are said to be of a class that has none of them, while another does: "the static `f` of `struct A`"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import nearest_of, owner_of, spot
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters before a member that may say what kind of one it is, and classes with a member that are looked at.
BEFORE, MAX_OWNERS = 60, 40
#: Classes with a member, of which one is told.
FEW = 3

_KIND = r"(?:member(?:\sfunction)?|method|function|helper)"
#: What is called like this is a class's for certain, and what is called.
_MEMBER = regex(r"(?:member|method|成员|方法)", re.I)
_OF = regex(
    rf"`(?P<member>[A-Za-z_]\w{{3,80}})(?:\(\))?`\s(?:(?P<called>{_KIND})\s)?(?:of|from|on)\s(?:the\s)?"
    r"(?P<kind>(?:class|struct)\s)?`(?P<head>(?:class|struct)\s)?(?P<owner>_?[A-Z]\w{2,80})(?:<[^`<>\n]{0,80}>)?`"
    r"(?P<runs>\s(?:(?:is|gets)\s(?:called|invoked)|calls|returns|runs)\b)?",
    re.A,
)
#: 结构体 `A` 的静态函数 `f`, `struct A` 的 `f`.
_OF_ZH = regex(
    r"(?P<kind>(?:结构体|类)\s?)?`(?P<head>(?:class|struct)\s)?(?P<owner>_?[A-Z]\w{2,80})(?:<[^`<>\n]{0,80}>)?`\s?的\s?"
    r"(?P<called>(?:静态|私有|虚|公有|保护)?(?:成员函数|成员|方法|函数)?)\s?`(?P<member>[A-Za-z_]\w{3,80})(?:\(\))?`"
    r"(?P<runs>\s?(?:会|将|就)?被?调用)?",
    re.A,
)
#: "`A` has the method `f`", "`A`'s `f`".
_HAS = regex(
    r"`(?P<owner>_?[A-Z]\w{2,80})(?:<[^`<>\n]{0,80}>)?`"
    r"(?:\s(?:also |only )?(?:has|defines|declares|provides|offers|overrides|implements)\s(?:the|an?|its own)\s"
    rf"(?:(?:static|virtual|public|private|protected|pure|abstract)\s)*(?P<called>{_KIND})"
    r"|'s(?:\s(?:own|static|virtual|private|public))?)\s`(?P<member>[A-Za-z_]\w{3,80})(?:\(\))?`"
    r"(?P<runs>\s(?:is|gets)\s(?:called|invoked))?",
    re.A,
)
_QUALIFIED = regex(rf"\b(?:static|virtual|private|protected|public)\s(?:{_KIND}\s)?\Z", re.I)


def _surely_lacks(page: Page, owner: str, member: str) -> bool:
    """Whether a class of the tree has no such member for certain, and no specialisation of it may have."""
    known, classes = page.known, page.classes
    if not known.has_tree or not known.class_places(owner):
        return False
    return classes.lacks(owner, member) and not classes.is_specialised(owner)


def is_nested_elsewhere(page: Page, owner: str, member: str) -> bool:
    """Whether a class has no such member for certain, and every definition of the name is another class's member.

    None of these classes is derived from the first, which may be named for them.
    """
    known, classes = page.known, page.classes
    places = [place for place in known.places(member) if owner_of(place.name) != member]  # but for constructors
    if not places or not _surely_lacks(page, owner, member):
        return False
    owners = {owner_of(place.name) for place in places}
    return all(other and known.class_places(other) and owner not in (other, *classes.above(other)) for other in owners)


def is_anothers(page: Page, owner: str, member: str) -> bool:
    """Whether a class has no such member for certain, and one that is not derived from it has."""
    known, classes = page.known, page.classes
    owners = list(dict.fromkeys(other for place in known.places(member) if (other := owner_of(place.name))))
    owners = [other for other in owners if known.class_places(other)]
    if not owners or (len(owners) > MAX_OWNERS and classes.is_abstract(owner)):
        return False
    if not _surely_lacks(page, owner, member):
        return False
    return not any(owner in (other, *classes.above(other)) for other in owners[:MAX_OWNERS])


class MembersOf(Check):
    """The checks of members that are said to be a class's, in words that leave no doubt that a member is meant."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every such member that is another class's."""
        for one in self.page.paragraphs:
            if "`" not in one.text:
                continue
            for match in _OF.finditer(one.text):
                before = one.text[max(0, match.start() - BEFORE) : match.start()]
                if match["kind"] or match["head"] or _QUALIFIED.search(before.replace("\n", " ")):
                    yield from self._judged(one, match, surely=True)
                elif match["called"] or match["runs"]:
                    yield from self._judged(one, match)
            for match in _OF_ZH.finditer(one.text):
                yield from self._judged(one, match, bool(match["kind"] or match["head"] or match["called"]))
            for match in _HAS.finditer(one.text):
                yield from self._judged(one, match, match["called"] is not None)

    def _judged(self, one: Paragraph, match: re.Match[str], surely: bool = False) -> Iterator[Verdict]:
        """The verdict on a member, which need not be one where the words are not `surely` said of one."""
        owner, member = match["owner"], match["member"]
        said = one.cited(match.start("member"), member)
        text = self.page.text_lines[said.line - 1]
        around = self.page.around(said)
        if self.page.own.intersection((member, owner)) or self.page.strangers(said):
            return
        if disclaimers.denied(*around) or disclaimers.proposed(text) or disclaimers.of_a_release(around[0]):
            return
        if _MEMBER.search(match["called"] or "") or (match["runs"] and not self._is_at_hand(owner, member)):
            wrong = is_anothers(self.page, owner, member)
        else:
            wrong = (surely or self._is_like_one(owner, member)) and is_nested_elsewhere(self.page, owner, member)
        if wrong:
            yield self._verdict(said, owner, member)

    def _verdict(self, said: Citation, owner: str, member: str) -> Verdict:
        """The verdict on a member that a class has not: who has it, or what the class has where many others do."""
        others = [place for place in self.known.places(member) if owner_of(place.name)]
        if len({place.name for place in others}) <= FEW:
            detail = f"{owner} has no {member}, {owner_of(others[0].name)} does"
            return self.page.verdict(said, "not found", others[0], (spot(others[0]),), detail)
        near = [f"{owner}::{name}" for name in nearest_of(member, self.known.members(owner))]
        place = self.known.class_places(owner)[0]
        return self.page.verdict(said, "not found", place, near, f"{owner} has no member {member}")

    def _is_at_hand(self, owner: str, member: str) -> bool:
        """Whether what a class is said to run is called like an op, or stands in the files of the class."""
        paths = {place.path for place in self.known.class_places(owner)}
        paths |= {beside for path in paths for beside in self.known.beside(path)}
        files = (self.known.read(path) or b"" for path in sorted(paths))
        return bool(self.known.ops.keys() & {owner, member}) or any(stands(member, data) for data in files)

    def _is_like_one(self, owner: str, member: str) -> bool:
        """Whether a name is nothing but methods, in the language of a class that is called like no op."""
        methods, classes = self.known.places(member), self.known.class_places(owner)
        if not methods or any(place.kind != "method" for place in methods) or owner in self.known.ops:
            return False
        languages = [{place.path.endswith(".py") for place in places} for places in (methods, classes)]
        return bool(languages[0] & languages[1])
