"""What a document says of the types that a macro is invoked for: "`TF_CALL_FLOAT_TYPES` is half, float and double".

The macros that apply another one to each of some types are read in the header that defines them; of a name that it
defines several times, for builds with fewer types, the first definition counts, which is that of a desktop. Only a tree
tells what they are.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import AND, ONE, TYPE, dtype
from tfexplore.model import Location
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_HEADER = "core/framework/register_types.h"
#: Macros of macros of macros.
MAX_DEPTH = 8
_DEFINED = regex(r"^#define[ \t]+(TF_CALL_\w+)\(m\)((?:[^\n\\]|\\\n)*)", re.M)
_INVOKED = regex(r"\b(TF_CALL_\w+)\(m\)|\bm\(((?:::)?[\w:]+)\)")

#: "is" says all of them; "includes" says some.
_SAID = regex(
    rf"`(?P<macro>TF_CALL_\w+)`\s*(?:[(（][^()（）]{{0,60}}[)）]\s*)?(?:itself\s|只|就)?"
    r"(?:(?P<all>is|are|=|:|：|means|stands for|expands to|equals|即|就是|是|为|展开(?:为|成|后是))"
    r"|(?P<some>includes?|covers?|contains?|has|包括|包含|覆盖|有|含))"
    r"\s*(?:only\s|just\s|exactly\s|the types\s|类型\s?|了\s?)?[:：]?\s*"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})*)(?![\w:(])",
    re.A,
)
#: What makes a list another than that of all types.
_OTHERWISE = regex(
    r"\s*[,，]?\s*(?:and|plus|as well|without|except|but|or|/|、|等|以及|和|加|除|…|\.\.\.)|\s*[,，]\s*`", re.I
)
#: A macro in a cell, and types in another of the row.
_CELL = regex(r"\s*`(TF_CALL_\w+)`\s*", re.A)
_LIST = regex(rf"\s*{TYPE}(?:(?:{AND}|\s){TYPE})+\s*", re.A)


class TypeMacros(Check):
    """The checks of the types of macros."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._defined: dict[str, tuple[int, str]] | None = None
        self._path = ""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every list of types that are not those of its macro."""
        for one in self.page.paragraphs:
            if "`TF_CALL_" not in one.text:
                continue
            for match in _SAID.finditer(one.text):
                listed = match["all"] is not None and not _OTHERWISE.match(one.text, match.end())
                text = one.text[match.start() : match.end() + 40]
                yield from self._judged(one, match["macro"], match.start("macro"), match["types"], listed, text)
            if one.text.lstrip().startswith("|"):
                yield from self._table(one)

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        for number, row in enumerate(one.text.split("\n")):
            cells = markdown.cells_of(row)
            macros = [(at, match) for at, cell in cells if (match := _CELL.fullmatch(cell))]
            lists = [cell for _, cell in cells if _LIST.fullmatch(cell)]
            if len(macros) == len(lists) == 1:
                at, match = macros[0]
                start = one.starts[number] + at + match.start(1)
                yield from self._judged(one, match[1], start, lists[0], False, row)

    def _judged(
        self, one: Paragraph, macro: str, start: int, types: str, listed: bool, text: str
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on a macro of which types are said that it has not, or where all are `listed`, not all."""
        has = self._types(macro, MAX_DEPTH)
        line, _ = self._macros().get(macro, (0, ""))
        if not has or macro in self.page.own or disclaimers.proposed(text):
            return
        said = {dtype(each) for each in ONE.findall(types)}
        if said <= has and not (listed and said != has):
            return
        detail = f"its types are {', '.join(type_text(each) for each in sorted(has))}"
        yield self.page.verdict(one.cited(start, macro), "differs", Location(self._path, line, line), (), detail)

    def _types(self, macro: str, depth: int) -> frozenset[str]:
        """The types that a macro is invoked for; empty for one that is not defined."""
        found: set[str] = set()
        for called, type_ in _INVOKED.findall(self._macros().get(macro, (0, ""))[1]) if depth else ():
            found |= self._types(called, depth - 1) if called else {dtype(type_)}
        return frozenset(found)

    def _macros(self) -> dict[str, tuple[int, str]]:
        """The line and the body of each macro."""
        if self._defined is None:
            self._defined = {}
            self._path = next(iter(self.known.resolve(_HEADER)), "")
            text = (self.known.read(self._path) or b"").decode("utf-8", "replace") if self._path else ""
            for match in _DEFINED.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                self._defined.setdefault(match[1], (line, match[2].replace("\\\n", " ")))
        return self._defined
