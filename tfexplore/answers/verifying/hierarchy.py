"""What a document says that a class is derived from: "`A` derives from `B`", `class A : public B`, drawn trees."""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown, wording
from tfexplore.answers.citations import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: What stands between a class and what it is derived from.
DERIVED = re.compile(
    r"[`*\s]*(?:\([^()]{0,80}\)\s*|,?\s*which\s+|,?\s*that\s+|itself\s+)?(?:"
    r"(?:directly\s+|also\s+)?(?:derives?|inherits?|(?:is|are)\s+derived|derived)\s+(?:directly\s+|straight\s+)?from"
    r"|(?:is|being)\s+an?\s+(?:direct\s+)?(?:subclass|child)\s+of|subclasses|extends"
    r"|(?:直接|也|则|却|都|就){0,3}(?:继承自?|派生自)了?"
    r")\s*(?:the\s+)?(?:base\s+)?(?:class\s+|类\s*)?[`*]*(?:tensorflow::|::)?",
    re.I,
)
#: The same around the second of them: "`A` 是 `B` 的子类".
_IS = re.compile(r"[`*\s]*(?:则|也|却|都|就)?是(?:类)?\s*[`*]*")
_CHILD = re.compile(r"[`*\s]*的(?:一个)?(?:直接)?(?:子类|派生类)")
#: The same where the words stand before: "`A` derives from `B`, and `C` directly from `D`"; "`A` is a subclass of `B`,
#: `C` of `D`"; "`A` 是 `B` 的子类，`C` 是 `D` 的".
_FROM = re.compile(r"[`*\s]*(?:directly\s+|itself\s+)?from\s+(?:the\s+)?(?:class\s+)?[`*]*", re.I)
_OF = re.compile(r"[`*\s]*of\s+(?:the\s+)?(?:class\s+)?[`*]*", re.I)
_ANOTHER = re.compile(r"[`*\s]*,?\s*(?:and\s+|while\s+|whereas\s+)?(?:the\s+)?(?:class\s+)?[`*]*", re.I)
_ENDS = re.compile(r"[`*\s]*(?:[,.)]|and\b|while\b|whereas\b|\Z)")
_ENDS_ZH = re.compile(r"[`*\s]*的\s*(?:[,，。；;、)）]|\Z)")
#: "its base class is `B`", with or without the place of the class before it.
_BASE_OF = re.compile(
    r"[`*)）\]\s]*[,，;；、]?\s*(?:and\s+|with\s+|而且?|并且)?(?:"
    r"(?:its\s+|whose\s+|the\s+)?(?:direct\s+)?(?:base|parent|super)(?:[\s-]?class)?(?:\s+is|\s*:)?"
    r"|(?:它|其|该类)?的?(?:直接)?(?:基类|父类)(?:是|为|[:：])?"
    r")\s*[`*]*(?:tensorflow::|::)?",
    re.I,
)
#: The text before a base of which the sentence has said what is derived from it.
BASE_BEFORE = re.compile(
    r"(?:(?:deriv\w*|inherits?|inherited|subclass\w*|extends)(?:\s(?:from|of))?|(?:base|parent|super)(?:[\s-]?class)?(?:\sis|:)?"
    r"|继承自?|派生自|[基父]类(?:是|为|[:：])?)\s*(?:the\s)?(?:class\s)?[`*\[]*\Z",
    re.I,
)
#: What has classes with the names of others, which are meant where it is named.
_COPIES = re.compile(r"contrib|lite", re.I)
_DIRECTLY = re.compile(r"\b(?:direct(?:ly)?|straight)\b|直接", re.I)
WRITTEN = re.compile(r"\s*(?:final\s*)?:\s*(?:public|protected)\s+(?:virtual\s+)?(?:\w+::)*")
#: Heads of classes on a line, and bases in each, that are read.
MAX_HEADS = MAX_BASES = 20
#: Letters between a class and what it is said to be derived from.
MAX_BETWEEN = 140
#: What a line must have that says of a class what it is derived from.
_SAID = re.compile(
    r"deriv|inherit|subclass|extends|\bbase|parent|super|child of|继承|派生|[基父子]类|public|protected", re.I
)
#: A class in code that is one word, and so no citation by itself.
_WORD = re.compile(r"`([A-Z]\w*)(?:<[^`]*>)?`", re.A)
#: The head of a class of C++, in one span of code, and what it is derived from.
_CPP_CLASS = re.compile(
    r"`(?:template\s?<[^`]*>\s?)?(?:class\s+|struct\s+)?(\w+)(?:<[^`:]*>)?\s*(?:final\s*)?:\s*"
    r"((?:public|protected|private)\s[^`{;]*)",
    re.A,
)
_CPP_BASE = re.compile(r"\b(?:public|protected|private)\s+(?:virtual\s+)?(?:\w+::)*([A-Z]\w*)", re.A)
#: The same in Python, all of it in one span of code or in a block of one line.
_PYTHON_CLASS = re.compile(r"(?<![\w.])class (\w+)\(([\w., ]+)\)", re.A)
_PYTHON_BASE = re.compile(r"(?<![\w.])(?:\w+\.)*(_*[A-Z]\w*)(?=\s*(?:,|\Z))", re.A)
#: An entry of a drawn tree, and its root.
_ENTRY = re.compile(r"([\s│|]*(?:[├└]─+|[|+`\\]--+)\s*)([A-Z]\w*)", re.A)
_ROOT = re.compile(r"(\s*)([A-Z]\w*)", re.A)
#: The header of a column of bases, and a class in a cell.
_BASES = re.compile(
    r"\W*(?:(?:direct )?(?:base|parent)(?:[ _]class(?:es)?)?|derives from|inherits(?: from)?"
    r"|(?:直接)?(?:基类|父类)|继承自?)\W*",
    re.I,
)
_CELL = re.compile(r"\s*`?(?:\w+(?:::|\.))*([A-Z]\w+)(?:<[^`|]*>)?`?\s*", re.A)
#: As many classes of a drawing are derived from those above them in a hierarchy of classes.
ENOUGH = 2


def _said(between: str, behind: str) -> str:
    """By which word a class is said to be derived from another, and the next may be; empty where it is not said."""
    if DERIVED.fullmatch(between):
        return "of" if between.rstrip(" `*").endswith(" of") else "from"
    return "的" if _IS.fullmatch(between) and _CHILD.match(behind) else ""


def _understood(derived: str, before: str, between: str, behind: str) -> bool:
    """Whether two classes go on what is said of two before them, with only the word by which it was said."""
    if derived == "from":
        return _FROM.fullmatch(between) is not None
    if derived == "of":
        return all([_OF.fullmatch(between), _ANOTHER.fullmatch(before), _ENDS.match(behind)])
    return derived == "的" and _IS.fullmatch(between) is not None and _ENDS_ZH.match(behind) is not None


class Hierarchy(Check):
    """The checks of what classes are derived from; a tree tells all of them."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._speaks_of_copies = any(_COPIES.search(line) for line in page.text_lines)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every base that a class has not, and on what is no class in a hierarchy of them."""
        for number, line in enumerate(self.page.text_lines, 1):
            judged: set[int] = set()
            for verdict in (*self._in_sentences(number, line), *self._in_code(number, line)):
                if verdict.column not in judged:
                    judged.add(verdict.column)
                    yield verdict
        for one in self.page.paragraphs:
            if one.text.lstrip().startswith("|"):
                yield from self._in_table(one)
        yield from self._drawn()

    def _in_table(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on a column of bases, each of the class that its row begins with."""
        rows = one.text.split("\n")
        columns = [at for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if _BASES.fullmatch(cell)]
        for number, row in enumerate(rows[2:], 2) if len(columns) == 1 else ():
            cells = markdown.cells_of(row)
            owner = _CELL.fullmatch(cells[0][1]) if len(cells) > columns[0] > 0 else None
            base = _CELL.fullmatch(cells[columns[0]][1]) if owner is not None else None
            if owner is None or base is None:
                continue
            wrong = self._derived(owner[1], base[1], self._as_it_is(row))
            at = cells[columns[0]][0] + base.start(1)
            said = Citation(
                "symbol", base[1], one.numbers[number], at + 1, base[1], in_code=True, end_column=at + len(base[1])
            )
            if wrong and not self.page.strangers(said):
                yield self.page.verdict(said, "not found", None, self._bases(owner[1], base[1]), wrong)

    def _in_sentences(self, number: int, line: str) -> Iterator[Verdict]:
        if _SAID.search(line) is None:
            return
        last = self._last_above(number)
        named = [last] if last is not None and last.kind == "symbol" else []  # the names of the sentence
        derived = between = ""
        for one in self._named_on(number, line):
            before, between = between, self._between(last, one) if last is not None else ""
            behind = line[one.end_column : one.end_column + MAX_BETWEEN]
            if wording.SENTENCE.search(between):
                named, derived = [], ""
            said = _said(between, behind)
            if one.kind == "symbol" and named and len(between) < MAX_BETWEEN:
                written = WRITTEN.fullmatch(between) is not None
                wrong: list[str] = []
                if (written or said or _understood(derived, before, between, behind)) and last is named[-1]:
                    direct = (written or _DIRECTLY.search(between) is not None) and self._as_it_is(line)
                    python = False if written else None
                    wrong = [self._derived(last.target, one.target, direct, python)]
                    derived = derived or "from"
                elif _BASE_OF.fullmatch(between):
                    # "Its" may be of any class of the sentence.
                    wrong = [self._derived(name.target, one.target) for name in reversed(named)]
                if wrong and all(wrong) and not self.page.strangers(one):
                    yield self.page.verdict(one, "not found", None, self._bases(named[-1].target, one.target), wrong[0])
            derived = said or derived
            if one.kind == "symbol":
                named.append(one)
            elif one.kind == "op":
                named = []
            last = one

    def _last_above(self, number: int) -> Citation | None:
        """The last name of the line before one that goes on what that began."""
        if not prose.wrapped(self.page.text_lines, number):
            return None
        return next(reversed(self._named_on(number - 1, self.page.text_lines[number - 2])), None)

    def _between(self, last: Citation, one: Citation) -> str:
        """The words between two names of a sentence."""
        lines = self.page.text_lines
        if last.line == one.line:
            return lines[one.line - 1][last.end_column : one.column - 1]
        return lines[last.line - 1][last.end_column :] + " " + lines[one.line - 1][: one.column - 1].lstrip()

    def _named_on(self, number: int, line: str) -> list[Citation]:
        """The citations of a line, and the classes that it has in code besides."""
        said = self.page.on(number)
        words = [
            Citation("symbol", match[1], number, match.start(1) + 1, match[1], in_code=True, end_column=match.end() - 1)
            for match in _WORD.finditer(line)
            if self._is_class(match[1]) and not any(one.column - 1 <= match.start(1) < one.end_column for one in said)
        ]
        return sorted([*said, *words], key=lambda one: one.column) if words else said

    def _in_code(self, number: int, line: str) -> Iterator[Verdict]:
        """The verdicts on the heads of classes that a line has as code."""
        heads = [(match, _CPP_BASE) for match in _CPP_CLASS.finditer(line)] if "`" in line else []
        heads += [(match, _PYTHON_BASE) for match in _PYTHON_CLASS.finditer(line)] if "`" in line else []
        direct = bool(heads) and self._as_it_is(line)
        for match, bases in heads[:MAX_HEADS]:
            for base in islice(bases.finditer(match[2]), MAX_BASES):
                wrong = self._derived(match[1], base[1], direct, bases is _PYTHON_BASE)
                at = match.start(2) + base.start(1) + 1
                end = at - 1 + len(base[1])
                said = Citation("symbol", base[1], number, at, base[1], in_code=True, end_column=end)
                if wrong and not self.page.strangers(said):
                    yield self.page.verdict(said, "not found", None, self._bases(match[1], base[1]), wrong)

    def _as_it_is(self, line: str) -> bool:
        """Whether a line does not announce what is yet to be, or was."""
        return not wording.proposed(line)

    def _derived(self, name: str, base: str, direct: bool = False, python: bool | None = None) -> str:
        """Why a class is not derived from another; empty when it is, or when nobody can say.

        `direct`: there is no class between the two, as where the head of a class is written, in `python` or not.
        """
        owner, other = parts_of(name)[-1], parts_of(base)[-1]
        if owner == other or owner in self.page.own or not self._is_class(owner) or not self._is_class(other):
            return ""
        if wording.PLACEHOLDER.search(owner) or (python is not None and not self._is_class(owner, python)):
            return ""
        classes = self.page.classes
        if direct and not classes.has_base(owner, other, python, self._speaks_of_copies):
            return f"{owner} is not derived from {other} directly"
        if other in classes.above(owner) or not classes.is_known(owner):
            return ""
        return f"{owner} is not derived from {other}"

    def _is_class(self, name: str, python: bool | None = None) -> bool:
        places = self.known.class_places(name)
        return any(python is None or place.path.endswith(".py") is python for place in places)

    def _bases(self, name: str, but: str = "") -> tuple[str, ...]:
        bases = self.page.classes.bases(parts_of(name)[-1])
        return tuple([base for base in bases if base != parts_of(but)[-1]][:3])

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
