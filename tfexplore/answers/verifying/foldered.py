"""Files that a document lists as those of a folder: "| `python/util/` | `port.i`, `util.i` |", "`util/`: `port.i`".

An index tells where the files of a name are. That a list is of what is in the folder, its files tell: most of them are
there. One that is elsewhere alone is wrong then. A sentence that says of one file in which folder it lives, or of a
folder that it has the file, is held against the tree by itself.
"""

from __future__ import annotations

import re
from os.path import commonpath

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_FOLDER = r"`(?P<folder>(?:[\w.-]+/)+)`"
_CELL = regex(rf"[\s*]*{_FOLDER}[\s*]*", re.A)
#: How a line or a sentence begins that lists the files of a folder.
_LISTS = regex(
    rf"\s*(?:[-*+]\s+|\d+[.)]\s+)?\**(?:(?:The|In)\s)?(?:(?:folder|directory)\s|目录\s?)?{_FOLDER}\**\s?"
    r"(?:[:：]|[-–—]{1,2}\s|(?:has|have|holds?|contains?|there\s(?:is|are))\s|[下里]?[面边]?有|包含|包括)",
    re.A,
)
_A_FILE = r"(?<![\w/.])(?P<{}>[A-Za-z]\w*(?:\.cu)?\.(?:cc|h|py|i|proto|bzl))(?![\w/])"
_A_FOLDER = r"(?<![\w/])(?P<{}>(?:[A-Za-z]\w*/)+(?:[A-Za-z]\w*)?)(?![\w/.])"
_THE_FOLDER = r"(?:in|under|inside|below)\s(?:the\s)?(?:(?:folder|directory)\s)?[`*]*"
_ZH_ENDS = r"(?=[`*]*\s?(?:目录|文件夹|[下里中之]|[，。；,.;)）]|\Z))"
#: "`loom.cc` lives in `core/looms`", `loom.cc` 在 `core/looms` 目录下.
_LIVES = regex(
    rf"{_A_FILE.format('file')}[`*]*\s(?:(?:itself|also)\s)?(?:is|lives?|lies|sits?|resides?|stands?)\s"
    rf"(?:(?:located|found|kept|placed)\s)?{_THE_FOLDER}{_A_FOLDER.format('folder')}"
    rf"|{_A_FILE.format('file_zh')}[`*]*\s?(?:文件)?(?:就|也|都)?(?:在|位于|放在|住在)\s?(?:目录\s?)?[`*]*"
    rf"{_A_FOLDER.format('folder_zh')}{_ZH_ENDS}",
    re.A,
)
#: "`core/looms/` contains `loom.cc`", "under `core/looms` you find `loom.cc`".
_HAS = regex(
    rf"{_A_FOLDER.format('folder')}[`*]*\s(?:has|contains|holds)\s(?:the\s)?(?:file\s)?[`*]*{_A_FILE.format('file')}"
    rf"|\b(?:[Uu]nder|[Ii]n(?:side)?|[Bb]elow)\s(?:the\s)?(?:(?:folder|directory)\s)?[`*]*{_A_FOLDER.format('under')}"
    r"[`*]*,?\s(?:(?:you|one|we)\s(?:can\s|will\s)?(?:find|see)s?|there\sis|is|lives|sits)\s(?:the\s)?(?:file\s)?[`*]*"
    rf"{_A_FILE.format('found')}"
    rf"|{_A_FOLDER.format('folder_zh')}[`*]*\s?(?:目录|文件夹)?(?:下面?|里面?|之?中)?(?:有|包含)\s?[`*]*"
    rf"{_A_FILE.format('file_zh')}",
    re.A,
)
#: "`LoomOp` is defined under `core/looms/`", `LoomOp` 定义在 `core/looms` 目录下.
_DEFINED = regex(
    r"`(?P<name>[A-Za-z_][\w:]{4,})(?:\(\))?`\s(?:is|lives?|sits?|resides?)\s"
    r"(?:(?:defined|implemented|declared|located|found)\s)?"
    rf"{_THE_FOLDER}{_A_FOLDER.format('folder')}(?:(?<=/)|(?<=\w)(?=`))"
    r"|`(?P<name_zh>[A-Za-z_][\w:]{4,})(?:\(\))?`\s?(?:就|也|都)?(?:定义|实现|声明|位)?[在于]\s?(?:目录\s?)?[`*]*"
    rf"{_A_FOLDER.format('folder_zh')}(?=[`*]*\s?(?:目录|文件夹|下))",
    re.A,
)
_OTHERWISE = otherwise(
    r"no|if|unless|older|newer|later|until|before|was|were|missing|add\w*|moved?|new|plan\w*|wrong|claim\w*|copy|copied|generated"
    r"|2\.\d|our|my|your|not|should|would|will",
    "没|不|如果|以前|误|新|移|拷|生成|我们|自己|应",
)
#: So many files of a list are in its folder, so many times as many as are not.
ENOUGH, TIMES = 2, 2


def _end_of(below: str, path: str) -> int:
    """Where a folder ends in a path; 0 for a path that does not lead through it."""
    at = path.find(below)
    return at + len(below) - 2 if at >= 0 else 0


class _Listed(Record):
    """A file that is said to be in a folder."""

    folder: str
    one: Citation


class Foldered(Check):
    """The checks of such lists."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that is in another folder than those which its list is of."""
        for table in tables(self.page):
            yield from self._judged(
                [
                    _Listed(folder["folder"], one)
                    for row in table.rows
                    if row and (folder := _CELL.fullmatch(row[0].text)) is not None
                    for one in self._files(self.page.on(row[0].line))
                ]
            )
        items: list[_Listed] = []
        for one in self.page.paragraphs:
            for start, end in prose.sentences(one.text):
                lists = _LISTS.match(one.text, start, end)
                if lists is None or one.text.lstrip().startswith("|"):
                    continue
                said = [each for number in one.numbers for each in self.page.on(number)]
                inside = (each for each in said if lists.end() <= one.offset(each.line, each.column) < end)
                items += [_Listed(lists["folder"], each) for each in self._files(inside)]
        yield from self._judged(items)
        for one in self.page.paragraphs:
            if "/" in one.text and not one.text.startswith("|"):
                yield from self._said_of_one(one)
                yield from self._said_of_names(one)

    def _said_of_names(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on the names that a sentence says are defined in a folder, and that are so in others alone."""
        for match in _DEFINED.finditer(one.text):
            name, folder = match["name"] or match["name_zh"], match["folder"] or match["folder_zh"]
            places = self.page.meant(name) if name not in self.known.ops else []
            below = f"/{folder.rstrip('/').lower()}/"
            if not places or not any(below in f"/{path}" for path in self.known.paths):
                continue
            if name in self.page.own or not is_claimed(match, _OTHERWISE):
                continue
            said = one.cited(match.start("name" if match["name"] else "name_zh"), name)
            if not any(below in f"/{place.path.lower()}" for place in places) and not self.page.strangers(said):
                yield self.page.verdict(said, "moved", places[0], (), f"{name} is not in {folder}")

    def _said_of_one(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on files of which a sentence says in which folder they are, and that are in others."""
        for match in (match for pattern in (_LIVES, _HAS) for match in pattern.finditer(one.text)):
            groups = match.groupdict()
            part = next(part for part in ("file", "file_zh", "found") if groups.get(part))
            folder = next(groups[part] for part in ("folder", "folder_zh", "under") if groups.get(part))
            if not is_claimed(match, _OTHERWISE):
                continue
            said = one.cited(match.start(part), groups[part])._replace(kind="path")
            is_in = self._is_in(_Listed(f"{folder.rstrip('/')}/", said)) if self.known.called(said.target) else None
            if is_in is False and not (self.page.strangers(said) or self.page.is_planned(said)):
                whole = self._whole(folder)
                path = max(self.known.called(said.target), key=lambda each: len(commonpath([each, whole])))
                yield self.page.moved(said, Location(path, 1, 1), f"{said.target} is not in {folder}")

    def _whole(self, folder: str) -> str:
        """A folder of the tree from its root on: of several the one that is nearest to that."""
        below = f"/{folder.strip('/').lower()}/"
        return min((path[:at] for path in self.known.paths if (at := _end_of(below, f"/{path}"))), key=len)

    def _files(self, said: Iterable[Citation]) -> list[Citation]:
        """The files that are cited by their names alone, and that a tree has."""
        bare = (one for one in said if one.kind == "path" and "/" not in one.target and one.in_code)
        return [one for one in bare if self.known.called(one.target)]

    def _judged(self, listed: Sequence[_Listed]) -> Iterator[Verdict]:
        """The verdicts on files of lists nearly all of whose others are where they are said to be."""
        told = [(each, self._is_in(each)) for each in listed]
        wrong = [each for each, is_in in told if is_in is False]
        right = sum(is_in is True for _, is_in in told)
        if right < max(ENOUGH, TIMES * len(wrong)):
            return
        for folder, one in wrong:
            line = self.page.text_lines[one.line - 1]
            if disclaimers.proposed(line) or disclaimers.absent(line) or self.page.strangers(one):
                continue
            path, *_ = self.known.called(one.target)
            yield self.page.moved(one, Location(path, 1, 1), f"{one.target} is not in {folder}")

    def _is_in(self, listed: _Listed) -> bool | None:
        """Whether a file is in a folder, or below it; None where there is no such folder."""
        folder = f"/{listed.folder.lower()}"
        if any(folder in f"/{path.lower()}" for path in self.known.called(listed.one.target)):
            return True
        return False if any(folder in f"/{path}" for path in self.known.paths) else None
