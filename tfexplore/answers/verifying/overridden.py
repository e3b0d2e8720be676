"""Members that a class is said to override and does not name: "`Weaver` overrides `on_end`", `Weaver` 重写了 `run`."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_MEMBER = r"`(?:\w+(?:::|\.))?~?_*[a-zA-Z]\w*(?:\(\))?`"
_AND = r"(?:\s?[,，、]\s?(?:and\s)?|\sand\s(?:also\s)?|\s?[和与]\s?)"
_OVERRIDES = (
    r"(?:(?:which|that|only|also|itself|just|therefore|too)\s){0,2}"
    r"(?:(?:overrides|reimplements|redefines)\s|(?:只|仅|还|也)?(?:重写|覆盖|重载|覆写)了?\s?)"
    r"(?:(?:only|just|both|the|its|two|three|four|\d|(?:following )?(?:methods?|members|functions)"
    r"|[一两三四]个|方法|基类的|父类的)\s?){0,3}(?:[:：]\s?)?"
    rf"(?P<members>{_MEMBER}(?:{_AND}{_MEMBER}){{0,5}})"
)
#: A class, an aside, and what it overrides; or what that does of which the sentence before is.
_SAID = regex(
    r"`(?:\w+(?:::|\.))*(?P<owner>_?[A-Z]\w{2,80})(?:<[^`<>\n]{0,80}>)?`(?:\s?[(（][^()（）]{0,60}[)）])?,?\s?"
    + _OVERRIDES,
    re.A,
)
_IT = regex(r"(?:[.。]\s?|\A\s*)(?:It|The (?:sub)?class|[它该]类?)\s?" + _OVERRIDES, re.A)
_CLASS = regex(r"(?:\w+(?:::|\.))*(?P<owner>_?[A-Z]\w{2,80})(?:<[^<>]*>|\([\w., ]+\))?", re.A)
_OTHERWISE = otherwise("must|may|can|need|has to|subclass\\w*|if", "没|不|需|必须|要|如果|子类")


class Overridden(Check):
    """The checks of members that classes are said to override; a tree has the classes' text."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every member that the whole text of its class does not have."""
        for one in self.page.paragraphs:
            for match in _SAID.finditer(one.text) if "`" in one.text else ():
                sentence = prose.begun(one.text[: match.start()]) + match[0]
                yield from self._judged(one, match, match["owner"], sentence)
            for match in _IT.finditer(one.text) if "`" in one.text else ():
                named = [_CLASS.fullmatch(span[2]) for span in SPAN.finditer(one.text, 0, match.start())]
                owners = [each["owner"] for each in named if each and self.known.class_places(each["owner"])]
                if owners:
                    yield from self._judged(one, match, owners[-1], match[0])

    def _judged(self, one: Paragraph, match: re.Match[str], owner: str, sentence: str) -> Iterator[Verdict]:
        if owner in self.page.own or _OTHERWISE.search(SPAN.sub("`", sentence)) or disclaimers.proposed(sentence):
            return
        for span in SPAN.finditer(match["members"]):
            member = re.split(r"::|\.", span[2].removesuffix("()"))[-1]
            said = one.cited(match.start("members") + span.start(2), span[2], member)
            where = self.page.classes.never_names(owner, member)
            if where is not None and not self.page.strangers(said):
                yield self.page.verdict(said, "differs", where, (), f"{owner} does not override it", "symbol")
