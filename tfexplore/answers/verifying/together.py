"""Files in which several names of a sentence are said to be, and where none is: "`Wind` calls `Unwind`, in spool.cc".

Where all of them are defined in one other file, that is what is meant. Only a tree tells that a file has none.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import DEFINED
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of, stem
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Names of a sentence that are said to be in a file, at least; files that define one of them, at most.
ENOUGH, FEW_DEFINE = 2, 3
#: Letters of a sentence before its file.
MAX_LETTERS = 1_000
#: What stands between such names and their file.
_IN = regex(r"(?:\b[Ii]n|\bfrom|[在于]|来自)(?:\s(?:the\s)?(?:file|header|source))?\s*[`\[]{0,2}\Z")
#: Words by which they are not only used there.
_DEFINED = regex(r"\b(?:defined|declared|implemented)\sin\s[^,;，；]{0,20}\Z|(?:定义|声明|实现)[在于]\s?[`\[]{0,2}\Z")
_OTHERWISE = otherwise(
    "no|without|except|calls? into|before|after|once|formerly|moved|used to|(?:shared|used) by|common to",
    "没|不|之前|移到",
)


class Together(Check):
    """The checks of such files."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that has none of the names of its sentence."""
        for paragraph in self.page.paragraphs:
            if "`" in paragraph.text and not paragraph.text.lstrip().startswith("|"):
                for number in paragraph.numbers:
                    for one in self.page.on(number):
                        if one.kind == "path" and not one.fenced:
                            yield from self._checked(paragraph, one)

    def _checked(self, paragraph: Paragraph, one: Citation) -> Iterator[Verdict]:
        at = paragraph.offset(one.line, one.column)
        sentence = prose.begun(paragraph.text[max(0, at - MAX_LETTERS) : at])
        if _IN.search(sentence) is None or _OTHERWISE.search(sentence) or self.page.strangers(one):
            return
        begins = at - len(sentence)
        said = [
            other
            for number in range(paragraph.at(begins)[0], one.line + 1)
            for other in self.page.on(number)
            if begins <= paragraph.offset(other.line, other.column) < at and other is not one
        ]
        files = self.page.files_meant(one)
        said = [
            other for other in said if other.in_code or other.kind not in ("symbol", "op")
        ]  # a word of the author's
        names = [other for other in said if other.kind in ("symbol", "op")]
        if len(files) != 1 or len(names) < ENOUGH or len(names) < len(said):
            return
        home = self._home(names)
        if not home or stem(home) == stem(files[0]):
            return
        data = self.known.read(files[0]) or b""
        if not data or any(place.path == files[0] for name in names for place in self.page.meant(name.target)):
            return
        if not _DEFINED.search(sentence) and any(stands(parts_of(name.target)[-1], data) for name in names):
            return  # which may use them
        first = next(place for place in self.page.meant(names[-1].target) if place.path == home)
        where = Location(home, first.line, first.end_line)
        detail = f"{names[-1].target} is not in {files[0]}"
        yield self.page.moved(one, where, detail)

    def _home(self, names: list[Citation]) -> str:
        """The one file that defines all of some names; empty where there is none, or some are defined in many."""
        homes: set[str] | None = None
        for name in names:
            paths = {place.path for place in self.page.meant(name.target) if place.kind in DEFINED}
            if not 0 < len(paths) <= FEW_DEFINE:
                return ""
            homes = paths if homes is None else homes & paths
        found = sorted(homes or (), key=lambda path: path.endswith(".h"))
        return found[0] if found else ""
