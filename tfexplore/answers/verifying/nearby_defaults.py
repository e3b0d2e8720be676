"""Defaults of Python parameters, whatever the words: "it waits `pause` between two looks, 60 by default".

Other checks find out which function a default is said of. Here it is any that the section names, or whose class it
names, or that begins at a line which it cites: a value is wrong that none of all these has which have the parameter.
"""

from __future__ import annotations

import re
from itertools import chain

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Signature
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a paragraph that is read, and names of a section.
MAX_LETTERS, MAX_NAMES = 6_000, 40
_LITERAL = r"(?:None|True|False|-?\d+(?:\.\d*)?(?:e-?\d+)?|'[^'\n`]{0,40}'|\"[^\"\n`]{0,40}\")(?![\w%])(?!\.\w)"
_DEFAULT = r"(?:\bdefaults? (?:to|is|of|value)|,? by default(?: is)?|默认(?:值)?[是为]?)\s?[:：]?\s?"
_BETWEEN = r"[^`.;。；()（）\n]{0,30}?"
#: "`pause` defaults to 60", `pause` 默认是 60; "`pause` (default 60)"; "`pause` between two looks, 60 by default".
_SAID = regex(
    r"`(?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)+)`\s?(?:"
    rf"{_BETWEEN}{_DEFAULT}`?(?P<behind>{_LITERAL})"
    rf"|[(（]\s?(?:defaults?(?: to| is|:)?|by default|默认(?:值)?[是为]?)[:：]?\s?`?(?P<within>{_LITERAL})"
    rf"|{_BETWEEN}`?(?P<before>{_LITERAL})`?,? by default\b)",
    re.A,
)
#: "The default for `pause` in both `f` and `g` is `LONG`".
_OF = regex(
    r"\bdefaults?(?: value)? (?:for|of) `(?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)+)` (?:in|of) "
    r"[^.;()\n]*?(?:\n[^.;()\n]*?)? is "
    rf"`?(?P<behind>{_LITERAL}|[A-Z][A-Z0-9_]{{2,}})`?(?![\w.(])",
    re.A,
)
#: "`pause=60` by default", "has `pause=60` as its default".
_EQUALS = regex(
    rf"`(?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)+)\s?=\s?(?P<behind>{_LITERAL})`"
    r",?\s(?:by default\b|as (?:its |the )default\b)",
    re.A,
)
#: "Its default aggregation is `Kind.SUM`", of the function that is named last.
_ITS = regex(
    r"\b[Ii]ts default (?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)*) is\s"
    r"(?:`(?P<behind>\w+(?:\.\w+)+|None|True|False|-?\d+(?:\.\d*)?|'[^'`\n]*'|\"[^\"`\n]*\")`)",
    re.A,
)
_FORMS = (_SAID, _OF, _EQUALS, _ITS)
_GROUPS = ("behind", "within", "before")
_OTHERWISE = otherwise(
    r"sets?|pass(?:es)?|passed|older|newer|attr(?:ibute)?s?|op|flag|field|proto|2\.\w+|used to",
    "传|设成|设为|改|旧|属性|算子",
)


class NearbyDefaults(Check):
    """The checks of such defaults."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that no function of the section has which has such a parameter."""
        for one in self.page.paragraphs:
            told = "default" in one.text or "默认" in one.text
            said = chain(*[form.finditer(one.text) for form in _FORMS]) if told else ()
            for match in said if len(one.text) <= MAX_LETTERS else ():
                group = next(each for each in _GROUPS if match.groupdict().get(each))
                sentence = one.text[slice(*prose.sentence_span(one.text, match.start()))]
                clause = re.split(r"[,，;；:：]\s", one.text[: match.start()])[-1] + match[0]
                if _OTHERWISE.search(prose.begun(clause)) or disclaimers.proposed(sentence):
                    continue
                yield from self._judged(one, match, group)

    def _judged(self, one: Paragraph, match: re.Match[str], group: str) -> Iterator[Verdict]:
        name, value = match["name"], match[group]
        if self._is_of_an_op(one, name):
            return  # which other checks read
        holding = [each for each in self._signatures(one) if each.parameters.get(name)]
        cited = self._files(one)
        holding = [each for each in holding if each.where.path in cited] or holding
        others = [each.other(name, value) for each in holding]
        said = one.cited(match.start("name"), f"{name}={value}", name)
        if others and all(others) and name not in self.page.own and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", holding[0].where, (), f"`{name}` is {others[0]} there", "symbol")

    def _is_of_an_op(self, one: Paragraph, name: str) -> bool:
        """Whether an op that the section names has a part of a name."""
        said = [each for number in self._section(one) for each in self.page.on(number)]
        ops = {each.target for each in said if each.target in self.known.ops}
        return any(name in self.known.op_parts(op) for op in ops)

    def _files(self, one: Paragraph) -> set[str]:
        """The files that the section cites."""
        said = [each for number in self._section(one) for each in self.page.on(number) if each.kind.startswith("path")]
        return {path for each in said for path in self.page.files_meant(each)[:1]}

    def _section(self, one: Paragraph) -> range:
        """The lines of a section from the last one of a paragraph up to its heading."""
        last = one.numbers[-1]
        return range(last, self.page.section_begins(last) - 1, -1)

    def _signatures(self, one: Paragraph) -> list[Signature]:
        """The signatures of all that a section names down to the end of a paragraph, and of the classes of members."""
        names: dict[str, None] = {}
        begun: list[Signature] = []
        for number in self._section(one):
            for each in self.page.on(number):
                if each.kind == "symbol" and not each.fenced:
                    names[each.target] = None
                    parts = parts_of(each.target)
                    if len(parts) > 1:
                        names[parts[-2]] = None
                elif each.kind == "path:line":
                    begun += self.page.functions.begun_at(each)
        meant = [self.page.functions.named(name) for name in list(names)[:MAX_NAMES]]
        return [*[each for found in meant for each in found.found], *begun]
