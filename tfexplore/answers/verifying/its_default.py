"""Defaults of attrs that a sentence tells of what the one before names: "`width` is an attr. Its default is 2".

Or that it says an attr to have none: "its `width` has no default". The op is the one whose registration the section
quotes, or names, and that has such an attr.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.attrs import is_another, told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex
from tfexplore.spec_text import attr_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import AttrDef, OpDef

_EMPTY = {"list": "[]", "string": '""', "列表": "[]", "字符串": '""'}
_TOLD = regex(
    r"(?:(?<!\w)(?:[Ii]ts|[Tt]he) default(?: value)? is|(?<!\w)[Ii]t defaults to|(?:它的|其)?默认(?:值)?(?:是|为))\s*"
    r"(?P<value>(?:an? |the )?empty (?P<kind>list|string)\b|空(?P<zh>列表|字符串)"
    r"|`?(?P<literal>true|false|-?\d+(?:\.\d+)?(?:e-?\d+)?|\[[^\[\]`]{0,60}\]|\"[^\"`]{0,40}\"|'[^'`]{0,40}')`?)(?![\w%]|\.\d)"
)
#: "`width` has no default", "width, an int without a default", "width is 2 unless you set it".
_NONE = regex(
    r"(?<![\w.`])`?(?P<name>[a-z][a-z_]{3,})`?,?\s"
    r"(?:(?:(?:an?|which is an?)\s\w+\s)?(?P<none>(?:has no|without an?|that has no|which has no) default)"
    r"(?! value of)(?!\w)"
    r"|is `?(?P<literal>true|false|-?\d+(?:\.\d+)?)`? unless (?:you |it is |explicitly |they )?sets?\b)",
    re.A,
)
#: "`mode`, one of `FAST` and `SLOW`, default `FAST`".
_ONE_OF = regex(
    r"(?<![\w.])`(?P<name>[a-z]\w*)`(?:,| is| \()\s?(?:one of|either)\s[^.;。；|]{1,80}?[,;(]\s?(?:the |by )?default"
    r"(?:s to|ing to| is| being|:)?\s`?(?P<literal>[A-Z][A-Z_]+|'[^'`]{1,40}'|\"[^\"`]{1,40}\")`?(?!\w)",
    re.A,
)
#: "`width: {2, 3}`, default `2`": an attr as its spec has it but for its default.
_OF_A_SPEC = regex(
    r"(?<![\w.`])`(?P<name>[A-Za-z]\w*):\s?[^`\n=]{1,80}`[*]*,?\s?[(（,，]?\s?(?:(?:with|and) )?(?:(?:the|its|a|by) )?"
    r"(?:default(?:s to|ing to| is|:)?|默认值?(?:是|为)?)\s?"
    r"`(?P<literal>DT_[A-Z0-9_]+|-?\d[\d.e-]*|true|false|'[^'`]{1,40}'|\"[^\"`]{1,40}\")`",
    re.A,
)
#: "`Tind` is … (default of `Loom`: `DT_INT32`)": of the attr that the sentence begins with.
_OF_THE_OP = regex(
    r"(?:default|默认值?)\s(?:of|in|for)\s`(?P<op>[A-Z]\w+)`\s?(?::|is|=|：)\s?"
    r"`(?P<literal>DT_[A-Z0-9_]+|-?\d[\d.e-]*|true|false|\"[^\"`]{1,40}\")`",
    re.A,
)
_ATTR = regex(r"\battr(?:ibute)?s?\b|属性", re.I)
_NAME = regex(r"[a-z]\w*", re.A)
_CALLED = regex(r"(?<![\w.:])[A-Z]\w{2,}(?!\w|[.:]\S)", re.A)
_OTHERWISE = otherwise(r"Python|layers?|Keras|argument|parameter|flag|older|newer", "参数")


#: "The op `Braid` … and its attr defaults to 2", of the one attr that has a default or is named nearby.
_ITS_ATTR = regex(
    r"\bits (?:only )?attr(?:ibute)? (?:defaults? to|is by default) "
    r"(?P<value>`?(?P<literal>-?\d+(?:\.\d+)?|true|false|\"[^\"`\n]*\"|DT_[A-Z0-9]+)`?)(?!\w|\.\w)"
)


class ItsDefault(Check):
    """The checks of such defaults; an index tells them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that the attr of the sentence before does not have."""
        for one in self.page.paragraphs:
            for match in _TOLD.finditer(one.text) if "default" in one.text or "默认" in one.text else ():
                yield from self._told(one, match)
            for match in _ONE_OF.finditer(one.text) if "default" in one.text else ():
                yield from self._one_of(one, match)
            for match in _OF_THE_OP.finditer(one.text) if "default" in one.text or "默认" in one.text else ():
                yield from self._of_the_op(one, match)
            for match in _OF_A_SPEC.finditer(one.text) if "default" in one.text or "默认" in one.text else ():
                yield from self._of_a_spec(one, match)
            for match in _ITS_ATTR.finditer(one.text) if "its " in one.text else ():
                yield from self._its_attr(one, match)
            for match in _NONE.finditer(one.text) if "default" in one.text or " unless " in one.text else ():
                yield from self._none(one, match)

    def _its_attr(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default that the attr of the op of a sentence is said to have."""
        sentence = re.sub(r"\([^()]*\)", "", prose.begun(one.text[: match.start()]))
        named = [span[2] for span in SPAN.finditer(one.text, 0, match.start())]
        for op in [op for name in self._named(sentence)[-1:] for op in self.known.op_defs(name)]:
            having = [attr for attr in op.attr if attr.has_default]
            having = [attr for attr in having if attr.name in named] or having
            if len(having) == 1 and not _OTHERWISE.search(sentence) and not disclaimers.proposed(sentence):
                yield from self._literal(one, match, op, having[0])

    def _none(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on an attr that is said to have no default, or one that it has unless it is set."""
        start, end = prose.sentence_span(one.text, match.start())
        sentence = one.text[start:end]
        if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence) or one.text.lstrip().startswith("|"):
            return
        near = self._named(sentence) or self._named(one.text[: match.start()])
        held = self._attrs(match["name"], one.numbers[0], near)
        if len({attr_text(attr) for _, attr in held}) != 1:
            return
        op, attr = held[0]
        wrong = attr.has_default if match["none"] else is_another(match["literal"], attr)
        part = "none" if match["none"] else "literal"
        said = one.cited(match.start(part), match[part], attr.name)
        if wrong and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")

    def _one_of(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default that an attr is said to have of the values which are listed before it."""
        sentence = prose.sentence(one.text, match.start() + 1)
        name, number = match["name"], one.numbers[0]
        held = self._attrs(name, number, self._named(sentence)) or self._attrs(name, number)
        if len({attr_text(attr) for _, attr in held}) != 1 or _OTHERWISE.search(sentence):
            return
        op, attr = held[0]
        value = match["literal"].strip("'\"")
        if attr.type == "string" and is_another(f'"{value}"', attr) and not disclaimers.proposed(sentence):
            said = one.cited(match.start("literal"), match["literal"], attr.name)
            if not self.page.strangers(said):
                yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")

    def _of_the_op(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default that the attr of a sentence is said to have in an op which it names behind."""
        start, end = prose.sentence_span(one.text, match.start() + 1)
        parts = self.known.op_parts(match["op"]) if match["op"] not in self.page.own else frozenset()
        named = [span[2] for span in SPAN.finditer(one.text, start, match.start()) if span[2] in parts]
        held = self._attrs(named[-1], one.numbers[0], [match["op"]]) if named else []
        if len({attr_text(attr) for _, attr in held}) != 1 or disclaimers.proposed(one.text[start:end]):
            return
        yield from self._literal(one, match, *held[0])

    def _of_a_spec(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default of an attr whose name and type are told as its spec has them."""
        sentence = prose.sentence(one.text, match.start() + 1)
        ops = self._named(one.text[: match.start()])[-1:]
        held = self._attrs(match["name"], one.numbers[0], ops)
        if len({attr_text(attr) for _, attr in held}) != 1 or disclaimers.proposed(sentence):
            return
        yield from self._literal(one, match, *held[0])

    def _literal(self, one: Paragraph, match: re.Match[str], op: OpDef, attr: AttrDef) -> Iterator[Verdict]:
        """The verdict on a literal that is said to be the default of an attr."""
        said = one.cited(match.start("literal"), match["literal"], attr.name)
        if is_another(match["literal"].replace("'", '"'), attr) and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", op.location, (), told(op, attr), "symbol")

    def _named(self, text: str) -> list[str]:
        """The ops that a text names, as code or not."""
        return [word for word in _CALLED.findall(text) if word in self.known.ops and word not in self.page.own]

    def _told(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        before = one.text[: match.start()]
        names = [span for span in SPAN.finditer(before) if _NAME.fullmatch(span[2])]
        if not names or not _ATTR.search(before) or _OTHERWISE.search(before):
            return
        held = self._attrs(names[-1][2], one.numbers[0])
        kind = match["kind"] or match["zh"]
        value = _EMPTY[kind] if kind else match["literal"]
        if len({attr_text(attr) for _, attr in held}) != 1 or disclaimers.proposed(before):
            return
        op, attr = held[0]
        if not (is_another(value, attr) or (kind and not attr.has_default)):
            return
        said = one.cited(match.start("value"), match["value"].strip("`"), attr.name)
        if not self.page.strangers(said):
            yield self.page.verdict(said, "differs", op.location, (), told(op, attr))

    def _attrs(self, name: str, number: int, its: Sequence[str] = ()) -> list[tuple[OpDef, AttrDef]]:
        """The attrs of this name of the ops of a sentence, or else those that the section names or quotes above it."""
        lines = self.page.text_lines
        first = self.page.section_begins(number)
        text = "\n".join(lines[first - 1 : number])
        quoted = vocabulary.REGISTERED_OP.findall(text)
        named = [span[2] for span in SPAN.finditer(text)] + re.findall(r"\w+", lines[first - 1])
        # A quoted registration is the release's as far as an index alone tells.
        ops = dict.fromkeys(its or [*quoted, *[each for each in named if each not in self.page.own]])
        defined = [op for each in ops if each in self.known.ops for op in self.known.op_defs(each)]
        return [(op, attr) for op in defined for attr in op.attr if attr.name == name]
