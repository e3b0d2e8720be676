"""How many parameters a function of C++ is said to take, and which a template: "`Loom::Weave` takes two arguments".

As well as "`Loom` is a template on `Device` and `T`". A function may be said to take only those without a default; it
is wrong where no head of the name, nor of one that its class is derived from, has as many. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.declarations import Declarations
from tfexplore.answers.verifying.inputs import NUMBER_WORDS, NUMBERS
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.prototypes import shown
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines above the head of a class on which its template is declared, and classes of a name that are looked at.
ABOVE, MAX_PLACES = 3, 6

_NAME = r"`(?P<name>(?:\w+::)*[A-Za-z_]\w{3,})(?:\(\))?`(?:\s?[(（][^()（）`\n]{0,80}[)）])?"
_SAYS = (
    regex(
        rf"{_NAME}\s(?:has|takes|accepts|expects)\s(?:exactly\s)?"
        rf"(?P<said>(?P<number>\d{{1,2}}|{NUMBER_WORDS})\s(?:arguments?|parameters?))(?=\s?(?:[.;:,)]|\Z))",
        re.A,
    ),
    regex(
        rf"{_NAME}\s?(?:一共|共)?(?:有|接受|带)\s?(?P<said>(?P<number>\d{{1,2}}|[一二三四五六七八九十两])\s?个(?:参数|形参))"
        r"(?=\s?(?:[，。；：,.;)）]|\Z))",
        re.A,
    ),
)
_ON = regex(
    r"`(?:\w+::)*(?P<name>[A-Z]\w{3,})`(?:\s?\([^()`\n]{0,80}\))?\sis\sa(?:\sclass)?\stemplate\s"
    r"(?:on|over|of|with(?:\sthe)?(?:\s(?:type\s)?parameters)?)\s(?P<list>`\w+`(?:(?:,\s?(?:and\s)?|\sand\s)`\w+`){0,5})"
    r"(?=\s?(?:[.;,)]|\Z))",
    re.A,
)
_ITEM = regex(r"`(\w+)`", re.A)
_TEMPLATE = regex(rb"template\s*<(?P<list>[^{};]*)>\s*\Z")
_OTHERWISE = otherwise(
    r"no|neither|nor|without|if|when|older|newer|later|required|optional|at least|at most|more|other"
    r"|besides|overload\w*",
    "没|至少|至多|可选|其他|重载|如果",
)


class HeadCounts(Check):
    """The checks of such numbers and lists."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._declarations = Declarations(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number of parameters, and every parameter of a template, that is not there."""
        for one in self.page.paragraphs:
            if "`" not in one.text:
                continue
            for match in (match for says in _SAYS for match in says.finditer(one.text)):
                yield from self._counted(one, match)
            for match in _ON.finditer(one.text) if "template" in one.text else ():
                yield from self._on(one, match)

    def _counted(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        parts = match["name"].split("::")
        owner, name = parts[-2] if len(parts) > 1 else "", parts[-1]
        if {owner, name} & self.page.own or name in self.known.ops or not is_claimed(match, _OTHERWISE):
            return
        heads = self._declarations.of(owner, name) if owner else self._declarations.named(name, self.page.files_named)
        if not heads or any(each.type == "..." for head in heads for each in head.prototype.taken):
            return
        taken = [head.prototype.taken for head in heads]
        numbers = {len(each) for each in taken} | {len([1 for one in each if not one.default]) for each in taken}
        said = one.cited(match.start("said"), match["said"], match["name"])
        if (NUMBERS.get(match["number"]) or int(match["number"])) not in numbers and not self.page.strangers(said):
            detail = f"it takes {shown(heads[0].prototype)} there"
            yield self.page.verdict(said, "differs", heads[0].where, (), detail, "symbol")

    def _on(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        name = match["name"]
        places = [place for place in self.known.class_places(name) if not place.path.endswith((".py", ".proto"))]
        if name in self.page.own or not 0 < len(places) <= MAX_PLACES or not is_claimed(match, _OTHERWISE):
            return
        listed = [self._template(place.path, place.line) for place in places]
        for item in _ITEM.finditer(one.text, *match.span("list")) if any(listed) else ():
            said = one.cited(item.start(1), item[1])
            held = any(re.search(rb"\b%b\b" % item[1].encode(), each) for each in listed)
            if not held and not self.page.strangers(said):
                there = next(each for each in listed if each)
                detail = f"it is a template<{' '.join(there.decode('utf-8', 'replace').split())}>"
                yield self.page.verdict(said, "differs", places[0], (), detail, "symbol")

    def _template(self, path: str, line: int) -> bytes:
        """The parameters of the template that a class at a line is; nothing for another."""
        lines = self.known.lines(path)
        above = b"\n".join(lines[max(0, line - 1 - ABOVE) : line])
        head = re.split(rb"\b(?:class|struct)\s+\w+\b(?![^<>]*>)", above)
        found = _TEMPLATE.search(head[-2]) if len(head) > 1 else None
        return found["list"] if found is not None else b""
