"""What a document says that a class is derived from: "`A` derives from `B`", `class A : public B`, drawn trees."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citations import Citation
from tfexplore.answers.verifying.spelling import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: What stands between a class and what it is derived from.
DERIVED = re.compile(
    r"[`*\s]*(?:\([^()]{0,80}\)\s*|,?\s*which\s+|,?\s*that\s+)?(?:"
    r"(?:directly\s+|also\s+)?(?:derives?|inherits?|(?:is|are)\s+derived|derived)\s+(?:directly\s+)?from"
    r"|(?:is|being)\s+an?\s+(?:direct\s+)?(?:subclass|child)\s+of|subclasses|extends"
    r"|(?:直接|也)?(?:继承自?|派生自)了?"
    r")\s*(?:the\s+)?(?:base\s+)?(?:class\s+|类\s*)?[`*]*(?:tensorflow::|::)?",
    re.I,
)
_WRITTEN = re.compile(r"\s*(?:final\s*)?:\s*(?:public|protected)\s+(?:virtual\s+)?(?:\w+::)*")
#: The same in Python, all of it in one span of code or in a block of one line.
_PYTHON_CLASS = re.compile(r"(?<![\w.])class (\w+)\((?:\w+\.)*([A-Z]\w*)\)", re.A)
#: An entry of a drawn tree, and its root.
_ENTRY = re.compile(r"([\s│|]*(?:[├└]─+|[|+`\\]--+)\s*)([A-Z]\w*)", re.A)
_ROOT = re.compile(r"(\s*)([A-Z]\w*)", re.A)
#: As many classes of a drawing are derived from those above them in a hierarchy of classes.
ENOUGH = 2


class Hierarchy:
    """The checks of what classes are derived from; a tree tells all of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every base that a class has not, and on what is no class in a hierarchy of them."""
        if not self.known.has_tree:
            return
        last: Citation | None = None
        for one in self.page.said:
            if one.kind == "symbol" and last is not None and last.line == one.line:
                between = self.page.text_lines[one.line - 1][last.end_column : one.column - 1]
                if len(between) < 140 and (_WRITTEN.fullmatch(between) or DERIVED.fullmatch(between)):
                    wrong = self._derived(last.target, one.target)
                    if wrong and not self.page.strangers(one):
                        yield self.page.verdict(one, "not found", None, self._bases(last.target), wrong)
            last = one if one.kind in ("symbol", "op") else None
        yield from self._in_python()
        yield from self._drawn()

    def _in_python(self) -> Iterator[Verdict]:
        for number, line in enumerate(self.page.text_lines, 1):
            for match in _PYTHON_CLASS.finditer(line) if "`" in line else ():
                wrong = self._derived(match[1], match[2])
                at, end = match.start(2) + 1, match.end(2)
                said = Citation("symbol", match[2], number, at, match[2], in_code=True, end_column=end)
                if wrong and not self.page.strangers(said):
                    yield self.page.verdict(said, "not found", None, self._bases(match[1]), wrong)

    def _derived(self, name: str, base: str) -> str:
        """Why a class is not derived from another; empty when it is, or when nobody can say."""
        owner, other = parts_of(name)[-1], parts_of(base)[-1]
        if owner == other or not self._is_class(owner) or not self._is_class(other):
            return ""
        if owner in self.page.own or other in self.page.classes.above(owner) or not self.page.classes.is_known(owner):
            return ""
        return f"{owner} is not derived from {other}"

    def _is_class(self, name: str) -> bool:
        return bool(self.known.class_places(name))

    def _bases(self, name: str) -> tuple[str, ...]:
        return self.page.classes.bases(parts_of(name)[-1])[:3]

    def _drawn(self) -> Iterator[Verdict]:
        """The verdicts on drawings in which classes stand under those that they are derived from."""
        pairs: list[tuple[int, re.Match[str], str]] = []
        above: list[tuple[int, str]] = []
        for number, line in enumerate([*self.page.text_lines, ""], 1):
            entry = _ENTRY.match(line)
            if entry is None:
                yield from self._judged(pairs)
                root = _ROOT.match(line)
                pairs, above = [], [(root.start(2), root[2])] if root else []
                continue
            above = [one for one in above if one[0] < entry.start(2)]
            if above:
                pairs.append((number, entry, above[-1][1]))
            above.append((entry.start(2), entry[2]))

    def _judged(self, pairs: list[tuple[int, re.Match[str], str]]) -> Iterator[Verdict]:
        right = (
            [pair for pair in pairs if pair[2] in self.page.classes.above(pair[1][2])] if len(pairs) > ENOUGH else []
        )
        if len(right) < ENOUGH or len(right) * 2 < len(pairs):
            return
        for number, entry, base in pairs:
            name = entry[2]
            wrong = self._derived(name, base)
            if not wrong and name not in self.page.own and not self.known.knows(name):
                wrong = "no such class" if self.known.somewhere(name) == "" else ""
            if wrong:
                said = Citation("symbol", name, number, entry.start(2) + 1, name, end_column=entry.end(2))
                yield self.page.verdict(said, "not found", None, self._bases(name), wrong)
