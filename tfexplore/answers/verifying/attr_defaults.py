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
_LISTS = frozenset({"list", "列表", "表"})
_NAME = regex(r"_?[A-Z]\w+", re.A)
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
            for pattern in (_NONE, _EMPTY, _EQUAL):
                for match in pattern.finditer(one.text):
                    yield from self._judged(one, match, pattern)

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
