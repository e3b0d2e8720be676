"""Whether attrs have defaults, and which, in plain words: "`width` of `Braid` has no default", `Braid` 的 `width` 必填.

"`Braid`: `shapes` defaults to the empty list", "`Braid` has `width` equal to 2". The op is the one that is named with
the attr, or the only one of the sentence. Other words for a default are read by `any_defaults`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.attr_said import ATTR, OP, attr_of
from tfexplore.answers.verifying.attrs import is_another, told
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.dtypes import ONE, TYPE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: An attr with its op behind it, perhaps.
_SUBJECT = rf"{ATTR}(?:\s(?:of|in|for)\s(?:the\s)?(?:op\s)?{OP})?\s?"
_NONE = regex(
    rf"{_SUBJECT}(?P<said>\b(?:has|have|comes?\swith)\sno\sdefault(?:\svalue)?(?![\w-]|\svalue\sof)"
    r"|(?:的)?(?:没有|无|不带)默认值?|(?:是|为)?必填)",
    re.A,
)
_EMPTY = regex(
    rf"{_SUBJECT}(?P<said>\b(?:defaults\sto|is\sby\sdefault)\s(?:the\s|an\s)?empty\s(?P<kind>list|string)\b"
    r"|(?:的)?默认值?(?:是|为)?空(?P<zh>列?表|字符串))",
    re.A,
)
_EQUAL = regex(
    rf"{OP}\s(?:has|comes\swith)\s(?:the\s(?:attr\s)?)?{ATTR}\s(?:equal\sto|by\sdefault\sat)\s"
    r"`?(?P<said>-?\d+(?:\.\d+)?|true|false|DT_[A-Z0-9]+)`?(?![\w%]|\.\d)",
    re.A,
)
_LITERAL = r"`?(?P<said>-?\d+(?:\.\d+)?(?:e-?\d+)?|true|false|DT_[A-Z0-9]+)`?(?![\w%]|\.\d)"
#: "`Braid` has `width` and `depth`, both 2 by default", "`width` and `depth` of `Braid` are both 2 by default".
_SEVERAL = r"(?P<attrs>`[A-Za-z]\w*`(?:,\s`[A-Za-z]\w*`){0,6},?\sand\s`[A-Za-z]\w*`)"
_BOTH = (
    regex(
        rf"{OP}\s(?:has|takes)\s(?:the\sattr(?:ibute)?s\s)?{_SEVERAL}(?:\s?,\s?(?:which\sare\s)?|\s[(（]|\s[—–]\s)"
        rf"(?:both|all|each)\s(?:(?:of\sthem\s)?(?:are\s|is\s)?{_LITERAL}\sby\sdefault|(?:default|defaulting|defaults)\sto\s"
        + _LITERAL.replace("said", "other")
        + ")",
        re.A,
    ),
    regex(
        rf"{_SEVERAL}\s(?:of|in|for)\s(?:the\s)?(?:op\s)?{OP}\s(?:(?:are\s)?(?:both\s|all\s)?(?:are\s)?{_LITERAL}\sby\sdefault"
        r"|(?:both\s|all\s)?default\sto\s" + _LITERAL.replace("said", "other") + ")",
        re.A,
    ),
    regex(
        rf"{OP}\s?的\s?(?P<attrs>`[A-Za-z]\w*`(?:\s?[、和与]\s?`[A-Za-z]\w*`){{1,6}})\s?(?:的)?(?:都|均)?默认值?(?:都|均)?(?:是|为)\s?{_LITERAL}(?P<other>)",
        re.A,
    ),
)
#: "`Braid`'s output type is int32 by default": an attr that is named in words.
_IN_WORDS = regex(
    rf"(?:{OP}['’]s\s(?P<words>[a-z]+(?:\s[a-z]+){{1,2}})"
    rf"|\b(?:[Tt]he\s)?(?P<before>[a-z]+(?:\s[a-z]+){{1,2}})\sof\s{OP.replace('op', 'of')})"
    rf"\s(?:is\s(?P<type>{TYPE}|(?P<said>-?\d+(?:\.\d+)?|true|false))(?:\s|,\s)by\sdefault"
    rf"|defaults\sto\s(?P<other>{TYPE}|-?\d+(?:\.\d+)?|true|false)(?!\w|\.\w))",
    re.A,
)
_LISTS = frozenset({"list", "列表", "表"})
_NAME = regex(r"_?[A-Z]\w+", re.A)
_ATTR = regex(r"`([A-Za-z]\w*)`", re.A)
_OTHERWISE = otherwise(
    r"Python|layers?|Keras|arguments?|parameters?|flags?|older|newer|later|if|when|unless|set|sets|pass\w*|2\.\d",
    "参数|传|设|如果|新版|旧版",
)


class AttrDefaults(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default that is said not to be and is, or that is another."""
        for one in self.page.marked:
            if "`" not in one.text or one.text.lstrip().startswith("|"):
                continue
            if "default" in one.text or "默认" in one.text:
                for match in (match for pattern in _BOTH for match in pattern.finditer(one.text)):
                    yield from self._several(one, match)
                for match in _IN_WORDS.finditer(one.text):
                    yield from self._in_words(one, match)
            for pattern in (_NONE, _EMPTY, _EQUAL):
                for match in pattern.finditer(one.text):
                    yield from self._judged(one, match, pattern)

    def _several(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a default that several attrs of an op are said to have."""
        group = "said" if match["said"] else "other"
        for name in _ATTR.findall(match["attrs"]) if is_claimed(match, _OTHERWISE) else ():
            held = attr_of(self.page, match["op"], name)
            if held is not None and is_another(match[group], held[1]):
                said = one.cited(match.start(group), match[group], name)
                if not self.page.strangers(said):
                    yield self.page.verdict(said, "differs", held[0].location, (), told(*held), "symbol")
                return

    def _in_words(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default of an attr whose name is told in words."""
        op, words = match["op"] or match["of"], match["words"] or match["before"]
        held = attr_of(self.page, op, words.removeprefix("default ").replace(" ", "_"))
        group = next(group for group in ("said", "type", "other") if match[group])
        value = match[group].strip("`")
        if held is None or not is_claimed(match, _OTHERWISE) or not held[1].has_default:
            return
        if held[1].type == "type":
            wrong = ONE.fullmatch(value) is not None and dtype(value) != held[1].default_value
        else:
            wrong = ONE.fullmatch(value) is None and is_another(value, held[1])
        said = one.cited(match.start(group), match[group], held[1].name)
        if wrong and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", held[0].location, (), told(*held), "symbol")

    def _judged(self, one: Paragraph, match: re.Match[str], pattern: re.Pattern[str]) -> Iterator[Verdict]:
        op = match["op"] or self._only_op(one.text, match)
        held = attr_of(self.page, op, match["attr"]) if op else None
        if held is None or not is_claimed(match, _OTHERWISE, apart=True):
            return
        has = held[1]
        if pattern is _NONE:
            wrong = has.has_default
        elif pattern is _EMPTY:
            kind = match["kind"] or match["zh"]
            wrong = not has.has_default or is_another("[]" if kind in _LISTS else '""', has)
        else:
            wrong = has.has_default and is_another(match["said"], has)
        said = one.cited(match.start("said"), match["said"], has.name)
        if wrong and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", held[0].location, (), told(*held), "symbol")

    def _only_op(self, text: str, match: re.Match[str]) -> str:
        """The only op that a sentence names as code; empty where it names none or several, or a class of kernels."""
        first, last = prose.sentence_span(text, match.start() + 1)
        names = {span[2] for span in SPAN.finditer(text, first, last) if _NAME.fullmatch(span[2])}
        return names.pop() if len(names) == 1 else ""
