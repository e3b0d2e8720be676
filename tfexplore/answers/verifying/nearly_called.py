"""Settings, flags and constants that no file has, called nearly as one is that the files spoken of have.

`TF_LOOM_ENABLE_KNOTS` for `TF_ENABLE_LOOM_KNOTS`, `--tf_xla_global_cpu_jit` with its words in another order,
`kLoomIsWetThresholdMicros` for one that ends with another word. No index has these; only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.denials import denies
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.flags import FILES
from tfexplore.answers.verifying.spelling import but_for_one
from tfexplore.answers.verifying.valued import Valued
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Words that two names must share, beside what they all begin with.
SHARED = 3
#: Names of a document that are looked at, and letters of a line.
MAX_NAMES, MAX_LINE = 300, 20_000

_SETTING = r"TFL?_[A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){2,10}"
_FLAG = r"(?:tf_)?xla_[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){2,10}"
_CONSTANT = r"k(?:[A-Z][a-z0-9]{0,30}){3,12}"
_NAME = regex(rf"(?<![\w/.$#*\\%-])(?:--)?(?P<name>{_SETTING}|{_FLAG}|{_CONSTANT})(?![\w*(/{{<$]|\.\w|::|-\w)", re.A)
#: The same in a file, each sought by the letters that it begins with.
_IN_FILE = (
    regex(rf"TF(?<!\wTF){_SETTING.removeprefix('TF')}(?!\w)".encode()),
    regex(rf"xla_(?<!\wxla_){_FLAG.removeprefix('(?:tf_)?xla_')}(?!\w)".encode()),
    regex(rf"tf_xla_(?<!\wtf_xla_){_FLAG.removeprefix('(?:tf_)?xla_')}(?!\w)".encode()),
    regex(rf"k(?<!\wk){_CONSTANT.removeprefix('k')}(?!\w)".encode()),
)
_HUMP = regex(r"[A-Z][a-z0-9]*")
_PREFIXES = frozenset(["tf", "tfl", "xla"])
#: Of another release, of somebody's own, or yet to be; beside what all checks know as that.
_NOT_OURS = regex(
    r"\b(?:renam\w+|deprecat\w+|formerly|previously|used to|our|ours|my|we|hypothetical|instead of|not|no longer|never"
    r"|misspel\w*|typo|wrong|newer|older|later|upstream|master|fork|patch\w*)\b|n't\b|改名|废弃|旧|新版|我们|自己|不是|没有|误|错",
    re.I,
)


class _Suspect(Record):
    """A name that its files do not have, what they have instead, and where."""

    said: Citation
    near: str
    where: Location


class NearlyCalled(Valued):
    """The checks of names that are nearly those of the files around."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names: dict[str, frozenset[str]] = {}
        self._found: list[_Suspect] | None = None

    def unexplained(self) -> set[str]:
        """The names that only a search of the tree can clear."""
        return {one.said.target for one in self._suspects()}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that stands in no file."""
        for one in self._suspects():
            if self.known.somewhere(one.said.target) == "":
                detail = f"no file has it; {one.where.path} has {one.near}"
                yield self.page.verdict(one.said, "not found", None, (one.near,), detail)

    def _suspects(self) -> list[_Suspect]:
        if self._found is None:
            self._found = list(self._looked_for())
        return self._found

    def _looked_for(self) -> Iterator[_Suspect]:
        left = MAX_NAMES
        for number, line in self.page.prose_lines:
            if len(line) > MAX_LINE or not ("_" in line or "k" in line):
                continue
            for match in _NAME.finditer(line):
                left -= 1
                name, at = match["name"], match.start("name")
                if left < 0 or self.known.knows(name) or self.known.stands(name) or name in self.page.own:
                    continue
                said = Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))
                near = self._near(name, number)
                if near is not None and not self._is_not_ours(said, line):
                    yield _Suspect(said, *near)

    def _near(self, name: str, number: int) -> tuple[str, Location] | None:
        """The one name of the files around that a name is nearly, when none of them has itself."""
        paths = self.files(name, number)
        if name.islower():
            paths += [path for file in FILES for path in self.known.resolve(file)]
        found = [(path, other) for path in paths for other in sorted(self._in_file(path)) if _nearly(name, other)]
        if any(name in self._in_file(path) for path in paths) or not found:
            return None
        path, near = found[0]
        raw = near.encode()
        line = next((at for at, text in enumerate(self.known.lines(path), 1) if raw in text), 1)
        return near, Location(path, line, line)

    def _in_file(self, path: str) -> frozenset[str]:
        if path not in self._names:
            data = self.known.read(path) or b""
            self._names[path] = frozenset([name.decode() for pattern in _IN_FILE for name in pattern.findall(data)])
        return self._names[path]

    def _is_not_ours(self, said: Citation, line: str) -> bool:
        """Whether the text says that a name is none of this source's."""
        before, behind = line[: said.column - 1], line[said.end_column :]
        around = self.page.around(said)
        return (
            _NOT_OURS.search(prose.sentence(line, said.column)) is not None
            or disclaimers.anothers(before)
            or disclaimers.denied(before, behind)
            or disclaimers.asked(*around)
            or disclaimers.own(*around)
            or disclaimers.absent(line)
            or disclaimers.proposed(line)
            or disclaimers.foreign(line)
            or denies(*around)
            or self.page.strangers(said)
            or self.page.is_planned(said)
            or self.page.is_anothers(said)
            or self.page.is_of_its_own(said)
            or self.page.is_said_of_its_own(said)
        )


def _words(name: str) -> list[str]:
    """The words of a name without those that all such names begin with.

    >>> _words("TF_ENABLE_LOOMS"), _words("kMostLooms")
    (['enable', 'looms'], ['most', 'looms'])
    """
    words = name.lower().split("_") if "_" in name else [word.lower() for word in _HUMP.findall(name)]
    while words and words[0] in _PREFIXES:
        words = words[1:]
    return words


def _nearly(name: str, other: str) -> bool:
    """Whether two names of a kind have the same words in another order, or but for one word.

    >>> _nearly("TF_LOOM_ENABLE_KNOTS", "TF_ENABLE_LOOM_KNOTS"), _nearly("TF_LOOM_KNOTS", "TF_LOOM_KNOTS_MOST")
    (True, False)
    """
    if name == other or name.isupper() != other.isupper() or name.islower() != other.islower():
        return False
    mine, theirs = _words(name), _words(other)
    if len(mine) < SHARED or len(theirs) < SHARED or abs(len(mine) - len(theirs)) > 1:
        return False
    if sorted(mine) == sorted(theirs):
        return True
    if len(mine) == len(theirs):
        others = [(one, two) for one, two in zip(mine, theirs, strict=True) if one != two]
        # Of three words the third must be a part of the other's: `global_autojit` for `global_jit`.
        return len(others) == 1 and (len(mine) > SHARED or any(one in two or two in one for one, two in others))
    longer, shorter = (mine, theirs) if len(mine) > len(theirs) else (theirs, mine)
    if longer[:-1] == shorter:
        return False  # of a family, or of more than the one
    return shorter in but_for_one(longer)
