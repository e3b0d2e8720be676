"""What kind of thing a name is said to be: "`WIND_OR_STOP` is a function", and it is a macro; `weave` 是一个类."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_NAME = r"`(?P<name>(?:[A-Za-z_]\w*(?:::|\.))*[A-Za-z_]\w{2,})(?:\(\))?`"
_ENDS = r"(?=\s?(?:[.,;:)]|\Z)|\s(?:that|which|in|of|defined|declared|from|and|for|whose|with)\b)"
_SAID = (
    regex(
        rf"{_NAME}(?:\s[(（][^()（）\n]{{0,100}}[)）])?\s(?:is|was)\s(?:only\s|just\s|really\s|itself\s)?an?\s"
        r"(?:(?:C|C\+\+|Python|preprocessor|helper|template|plain|free|member|static|virtual|simple|small|inline|private|"
        rf"public|abstract|base)\s){{0,2}}(?P<kind>macro|function|method|class|struct){_ENDS}",
        re.A,
    ),
    regex(
        rf"{_NAME}\s?(?:其实)?是(?:一个)?(?:普通|静态|虚|模板|抽象|辅助)?(?P<kind>宏|函数|方法|类|结构体)(?=\s?(?:[，。；,.;)）]|\Z))",
        re.A,
    ),
)
#: Which kinds of places a word is said of.
_KINDS = {
    **dict.fromkeys(("macro", "宏"), ("macro",)),
    **dict.fromkeys(("function", "method", "函数", "方法"), ("function", "method")),
    **dict.fromkeys(("class", "struct", "类", "结构体"), ("class", "type")),
}
_DEFINED = frozenset(["macro", "function", "method", "class", "type"])
_OTHERWISE = otherwise(r"no|neither|nor|if|like|as|older|newer|later|2\.\w+|Keras layer|callable", "没|像|如果|相当于")


class KindsSaid(Check):
    """The checks of such kinds; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every kind that nothing of a name is."""
        for one in self.page.marked:
            for match in (match for form in _SAID for match in form.finditer(one.text)) if "`" in one.text else ():
                yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        name = match["name"]
        last = re.split(r"::|\.", name)[-1]
        if last in self.page.own or last in self.known.ops or self.known.exposed.get(last):
            return
        places = self.page.meant(name)
        kinds = {place.kind for place in places}
        # A function may make a class, and a class be called as a function is; a macro is nothing else.
        wanted = _KINDS[match["kind"]]
        if (
            not kinds
            or not kinds <= _DEFINED
            or kinds.intersection(wanted)
            or ("macro" in kinds) == ("macro" in wanted)
        ):
            return
        said = one.cited(match.start("kind"), match["kind"])
        if is_claimed(match, _OTHERWISE) and not self.page.strangers(said):
            detail = f"{name} is a {places[0].kind}"
            yield self.page.verdict(said, "differs", places[0], (), detail, "symbol")
