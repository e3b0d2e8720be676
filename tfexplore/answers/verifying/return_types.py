"""What functions of C++ are said to return: "`Loom::Width` returns `size_t`", `Width` 返回 `bool`.

Only of types that stand for nothing else: numbers, `bool`, `void`, strings and `Status`. Every head of the name has to
return another one, as only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.declarations import Declarations
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.prototypes import SIZED, alike, plain
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.declarations import Head
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_TYPE = (
    r"`(?P<type>(?:const\s)?(?:unsigned\s)?(?:u?int(?:8|16|32|64)?(?:_t)?|long(?:\slong)?|size_t|bool|void|float|double"
    r"|(?:std::)?string|(?:tensorflow::)?Status|StringPiece)(?:\s?[*&])?)`"
)
_NAME = r"`(?P<name>(?:\w+::)*[A-Za-z_]\w{3,})(?:\(\))?`"
#: The same without marks, of the few types that are no words.
_BARE = r"(?P<type>bool|void|u?int(?:32|64)|size_t|Status)(?=\s?(?:[.,;:)，。；）]|\Z|and\b|in\b|if\b))"
_SAYS = (
    regex(
        rf"{_NAME}(?:\s[(（][^()（）`]{{0,60}}[)）])?,?\s(?:which\s)?(?:only\s|also\s|simply\s)?returns\s(?:an?\s)?(?:type\s)?{_BARE}",
        re.A,
    ),
    # `Weave` 定义于 loom.cc 的第 12 行，它返回 Status
    regex(rf"{_NAME}[^`。；;\n]{{0,60}}[，,]\s?(?:它|其)?\s?返回(?:类型)?(?:是|为)?\s?(?:一个\s?)?`?{_BARE}", re.A),
    regex(rf"{_NAME}\s?返回\s?(?:一个\s?)?{_BARE}", re.A),
    regex(
        rf"{_NAME}(?:\s[(（][^()（）`]{{0,60}}[)）])?,?\s(?:only\s|also\s|simply\s)?returns\s(?:an?\s|the\s)?(?:type\s)?{_TYPE}",
        re.A,
    ),
    regex(rf"{_NAME}\shas\s(?:the\s)?return\stype\s{_TYPE}", re.A),
    regex(rf"\breturn\stype\sof\s{_NAME}\sis\s{_TYPE}", re.A),
    regex(
        rf"{_NAME}\s?(?:的返回(?:值|类型)(?:的?类型)?(?:是|为)|返回的?(?:类型)?(?:是|为)?)\s?(?:一个\s?)?{_TYPE}", re.A
    ),
)
#: Types that stand for nothing else, as they are compared.
_PLAIN = SIZED | {"void", "string", "Status", "StringPiece", "size_t"}
_OTHERWISE = otherwise(
    r"no|not|if|when|unless|should|would|could|instead|rather|Python|older|newer|later|converted|cast",
    "没|不|如果|应|转换|改成",
)


class ReturnTypes(Check):
    """The checks of such types."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._declarations = Declarations(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type that no head of a function returns."""
        for one in self.page.marked:
            if "`" in one.text and ("return" in one.text or "返回" in one.text):
                for match in (match for says in _SAYS for match in says.finditer(one.text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        parts = match["name"].split("::")
        owner, name = parts[-2] if len(parts) > 1 else "", parts[-1]
        if {owner, name} & self.page.own or not is_claimed(match, _OTHERWISE):
            return
        heads = [head for head in self._heads(owner, name) if head.prototype.returns]
        said = one.cited(match.start("type"), match["type"], match["name"])
        told = plain(match["type"])
        alike = any(self._alike(told, plain(head.prototype.returns)) for head in heads)
        if heads and not alike and not self.page.strangers(said):
            detail = f"{name} returns {heads[0].prototype.returns} there"
            yield self.page.verdict(said, "differs", heads[0].where, (), detail, "symbol")

    def _heads(self, owner: str, name: str) -> Sequence[Head]:
        if owner:
            return self._declarations.of(owner, name)
        return self._declarations.named(name, self.page.files_named) or []

    def _alike(self, told: str, has: str) -> bool:
        """Whether two types may be one; types of numbers and the like are no other's alias."""
        return told == has if {told, has} <= _PLAIN else alike(told, has, self._declarations.is_alias)
