"""What a document lists as its author's own: tables and lists of new files, the names of a change's summary.

"Everything in this list is ours:" above a table, 新增文件 above a drawing of folders, "Which files are ours?",
"Adds `a.h` and `a.cc` with `RunEx`". What the tree does not have of such names is not meant to be there, and neither is
what is called after them: a test beside a file, names that go on as those do (`RunEx`, `StopEx`), names with the one
word of a file that no name of the tree has (`adamw.py`, `ApplyAdamWOp`).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.markdown import FENCE, HEADING
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.spelling import is_a_slip, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Names that go on alike, which makes what they go on with the author's; letters of that, and of one that a name alone
#: makes so.
ALIKE, LONGEST_ENDING, SHORT_ENDING = 2, 8, 4
#: Letters of a word that no name of the tree has.
MIN_WORD = 4
#: Lines of a sentence.
MOST_LINES = 4
#: Lines between what announces a list and the list.
BETWEEN = 3
#: What announces a list of what is the author's.
_ANNOUNCED = regex(
    r"\b(?:is|are)\s(?:all\s)?(?:ours|mine)\b|\bnot (?:exist )?(?:in )?upstream\b"
    r"|\b(?:new|added) (?:files?|sources|classes|names)\b|\bfiles (?:that )?(?:we|I) (?:add|added|wrote|write)\b"
    r"|\bchanged and added\b|^[\s>*_]*(?:New|Added|Ours)[*_]*\s?:?[*_]*\s*$"
    r"|\b(?:we|I|it|(?:patch|change|PR|MR|CL|commit)) (?:\w+ )?(?:adds?|added|introduces?|introduced)\b[^.。]{0,60}"
    r"[:：]\s*$"
    r"|新增(?:的)?(?:文件|代码|类|名字)|(?:我们|自己)(?:新)?(?:写|加|建)的|新建的(?:工程|文件)|我们的仓库",
    re.I,
)
#: A heading of a section on nothing else.
_SECTION = regex(
    r"#+\s+(?:\d[\d.]*\s)?(?:(?:(?:New|Added|Additions|Ours)\b(?! (?:in|since|with) )[\s\w]{0,30}"
    r"|[\w\s]{0,30}\bof (?:our|my) own|(?:Our|My)(?: own)? (?:ops|kernels|files|classes|macros|names|code|additions)"
    r"|What (?:we|I) add(?:ed)?)\s*#*$"
    r"|(?:我们(?:自己)?(?:加|新增|添加)的|自有)(?:的)?(?:文件|代码|类|名字|算子|内容)?\s*$)",
    re.I,
)
_LEADS = regex(r"[:：?？*_]\s*\Z")
#: A sentence that tells what a change, or somebody, adds.
_ADDS = regex(
    r"(?:^|[.。;；>]\s*|\bIt\s|\b(?:PR|patch|change|commit|CL)\s)(?:adds?|added|introduces?)\s(?=[^.。]{0,60}`)"
    r"|\b(?:we|I)\s(?:\w+\s)?(?:added|add|wrote|introduced)\b(?=[^.。]{0,80}`)|(?:新增|引入)了?(?=[^。]{0,40}`)",
    re.I,
)
_FILE = regex(r"[\w+-]+(?:\.\w+)+", re.A)
_BRACES = regex(r"(?P<stem>[\w/-]+)\.\{[\w.,\s]+\}", re.A)
_VERSION = regex(r"_?[vV]\d")
_ENDING = regex(r"(?:_|(?=[A-Z]))[A-Za-z_]+", re.A)


class Inventories:
    """The names and files that a document lists as the author's."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def has(self, one: Citation) -> bool:
        """Whether a name or a path is listed, or called after what is."""
        if not self._lines:
            return False
        if one.kind in ("path", "path:line") or "/" in one.target:
            return self.has_file(one.target)
        return self.has_name(parts_of(one.target)[-1])

    def has_name(self, last: str) -> bool:
        """Whether a name without what it is a member of is listed, or called after what is."""
        if not self._lines:
            return False
        if last in self._names or last in self._stems or any(_ends(last, ending) for ending in self._endings):
            return True
        return any(word in last.lower() for word in self._words)

    def has_file(self, target: str) -> bool:
        """Whether a file is listed, or the tests of one that is, or lies in a folder of such."""
        if not self._lines:
            return False
        name = target.rpartition("/")[2]
        stem = _stem(name)
        if stem in self._stems or any(f"{target}/".startswith(folder) for folder in self._folders):
            return True
        return any(word in stem.lower() for word in self._words)

    @cached_property
    def _lines(self) -> frozenset[int]:
        """The lines of the lists, and of the sentences that tell what is added."""
        return self._listed | self._of_sections | frozenset(self._added)

    @cached_property
    def _listed(self) -> frozenset[int]:
        return frozenset(self._lines_of_lists())

    @cached_property
    def _of_sections(self) -> frozenset[int]:
        """The lines of the sections on what is the author's, which compare it with what there is."""
        found = set()
        level = 0  # of the heading of such a section, 0 outside of one
        for number, line in self.page.prose_lines:
            heading = HEADING.match(line)
            if heading is not None and (not level or len(heading[1]) <= level):
                level = len(heading[1]) if _SECTION.match(line) is not None else 0
            if level:
                found.add(number)
        return frozenset(found)

    def _lines_of_lists(self) -> Iterator[int]:
        lines = self.page.text_lines
        for number, line in self.page.prose_lines:
            leads = HEADING.match(line) is not None or _LEADS.search(line) is not None
            if not leads or _ANNOUNCED.search(line) is None:
                continue
            first = next(
                (at for at in range(number, min(number + BETWEEN, len(lines))) if lines[at].strip()), len(lines)
            )
            fenced = first < len(lines) and FENCE.match(lines[first]) is not None
            for at in range(first, len(lines)):
                if fenced and at > first and FENCE.match(lines[at]):
                    break
                if not fenced and (not lines[at].strip() or HEADING.match(lines[at])):
                    break
                yield at + 1

    @cached_property
    def _added(self) -> dict[int, list[tuple[int, int]]]:
        """The spans of the sentences that tell what is added, by their lines."""
        made: dict[int, list[tuple[int, int]]] = {}
        lines = self.page.text_lines
        for number, line in self.page.prose_lines:
            match = _ADDS.search(line) if "`" in line else None
            begin = match.end() if match is not None else -1
            for at in range(number, min(number + MOST_LINES, len(lines) + 1)) if match is not None else ():
                _, end = prose.sentence_span(lines[at - 1], max(begin, 1))
                made.setdefault(at, []).append((begin, end))
                if end < len(lines[at - 1].rstrip()) or lines[at - 1].rstrip().endswith((".", "。")):
                    break
                if at >= len(lines) or not lines[at].strip() or HEADING.match(lines[at]):
                    break
                begin = 0
        return made

    @cached_property
    def _said(self) -> list[Citation]:
        """What the tree does not have of what is cited on those lines."""
        said = [one for one in self.page.said if one.line in self._lines and one.kind != "quotation"]
        return [one for one in said if self._is_listed(one) and not self._is_there(one)]

    def _is_listed(self, one: Citation) -> bool:
        if one.line in self._listed or any(first < one.column <= last for first, last in self._added.get(one.line, ())):
            return True
        return one.line in self._of_sections and not self._is_a_slip(one)

    def _is_a_slip(self, one: Citation) -> bool:
        """Whether a name or a file is that of another with a letter wrong, or a part of an op beside it."""
        beside = [other.target for at in (one.line - 1, one.line, one.line + 1) for other in self.page.on(at)]
        if any(
            is_a_slip(one.target, part) for op in beside if op in self.known.ops for part in self.known.op_parts(op)
        ):
            return True
        path = one.kind in ("path", "path:line")
        word = _stem(one.target.rpartition("/")[2]) if path else parts_of(one.target)[-1]
        near = self.known.near(one.target.rpartition("/")[2] if path else word, "file" if path else "symbol")
        return any(is_a_slip(word, name.partition(".")[0]) for _, name in near if word)

    def _is_there(self, one: Citation) -> bool:
        if one.kind in ("path", "path:line"):
            return bool(self.known.resolve(one.target))
        return self.known.explains(parts_of(one.target)[-1])

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(parts_of(one.target)[-1] for one in self._said if one.kind in ("symbol", "op"))

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The files listed, without their endings, and those that only a drawing or braces name."""
        found = {_stem(one.target.rpartition("/")[2]) for one in self._said if one.kind in ("path", "path:line")}
        for number in self._listed:
            line = self.page.text_lines[number - 1]
            found.update(match["stem"].rpartition("/")[2] for match in _BRACES.finditer(line))
            found.update(_stem(name) for name in _FILE.findall(line) if not self.known.called(name))
        return frozenset(stem for stem in found if stem)

    @cached_property
    def _folders(self) -> tuple[str, ...]:
        """The folders that only listed files are in."""
        folders = {one.target.rpartition("/")[0] for one in self._said if "/" in one.target}
        folders |= {one.target.rstrip("/") for one in self._said if one.kind == "path" and "." not in one.target}
        there = self.known.folder_tails
        return tuple(f"{folder}/" for folder in sorted(folders) if folder and folder.lower() not in there)

    @cached_property
    def _endings(self) -> tuple[str, ...]:
        """What several of the names have more than one of the tree."""
        count: Counter[str] = Counter()
        for name in self._names:
            for size in range(1, min(LONGEST_ENDING, len(name) - MIN_WORD) + 1):
                ending = name[-size:]
                if _ENDING.fullmatch(ending) and not _VERSION.fullmatch(ending) and self.known.knows(name[:-size]):
                    count[ending] += 1
        return tuple(
            ending
            for ending, times in count.items()
            if (times >= ALIKE or len(ending) <= SHORT_ENDING) and ending.lower() not in ("s", "op")
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words of the listed files that no name of the tree has."""
        words = {word.lower() for stem in self._stems for word in re.split(r"[_-]", stem) if len(word) >= MIN_WORD}
        return frozenset(word for word in words if word.isalpha() and not self.known.has_word(word))


def _ends(name: str, ending: str) -> bool:
    """Whether a name ends so, in capitals as well."""
    return name.endswith(ending) or (name.isupper() and name.endswith(f"_{ending.strip('_').upper()}"))


def _stem(name: str) -> str:
    return re.sub(r"_test\Z", "", name.partition(".")[0])
