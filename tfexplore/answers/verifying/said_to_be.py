"""Whether a block of code is from the file that it is said to be from, once it is known which file has it.

"`loom.cc` has it:" above a block that another file has is wrong. But a text may cite one file and go on to another:
"registered in `a.cc`. The kernel is a template:". What it is about right before the block tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.sources import speaks
from tfexplore.answers.verifying.spelling import parts_of, stem
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.sources import Sources

#: Lines above a block, from the one that names its file, and below it, up to the one that does.
ABOVE, BELOW = 3, 2
#: Files that list others, whose code is not what is meant by citing them.
_LISTS_FILES = ("BUILD", "WORKSPACE")
#: "`Status` (`status.h:38`) and use": what follows the place in brackets is another thing than what stands before it.
_AND_MORE = regex(r"[)）]\s*(?:[,，]\s?)?(?:and|then|并|再|而|以及)\s?[^()（）]{0,60}\Z")
#: A remark with nothing but a path at the head of a block; and "(quoted from `x.cc`):", 摘自 `x.cc`.
_HEADED = regex(r"\s*(?://|#)\s?`?(?P<path>(?:[\w-]+/)+[\w.-]+\.\w{1,5})`?(?::\d+(?:-\d+)?)?[ \t]*\n", re.A)
_QUOTED_FROM = regex(
    r"(?:\b(?:quoted|copied|taken|excerpt(?:ed)?|verbatim) from|摘自|引自|抄自)\s?`?(?P<path>[\w./-]+\.\w{1,5})`?"
    r"[^`]{0,40}\Z",
    re.A | re.I,
)
#: Lines that a sentence cites without a file.
_LINES = regex(r"(?:\blines? |第 ?)(\d+)(?: ?[-–—~] ?| to | 到 ?)(\d+)", re.I)
#: Citations before a block that its sentence may have, and words of one on a file that says more than to see it.
NAMES_BEFORE, WORDS_OF_ITS_OWN = 8, 4
#: A text in quotation marks.
_TEXT = regex(r"[\"“]([^\"”`\n]{4,80})[\"”]")
#: How a sentence begins that is on what the one before it was on.
_OF_IT = regex(r"\s*(?:It|This|That|There|Here|The (?:file|code|body|line|function)|[它这那其])\b", re.I)


class SaidToBe:
    """The files that a document's blocks of code are said to be from."""

    def __init__(self, page: Page, sources: Sources) -> None:
        self.page = page
        self.known = page.known
        self._sources = sources

    def otherwise(
        self, named: Citation, compared: Compared, position: int, introduced: Sequence[tuple[int, Citation]],
        cited: Sequence[str], is_long: bool,
    ) -> str:  # fmt: skip
        """What is wrong with the file that a block is said to be from; empty where nothing is.

        `introduced` are the paths that introduce it, each with its position, `cited` the files meant by them; `is_long`
        tells that it stands in `compared` alone.
        """
        remarked = self._remarked(named, compared, is_long) if self.known.has_tree else ""
        if remarked:
            return remarked
        ending = [each for each in introduced if not each[1].unnamed and _ends_with(named.intro, each[1].target)]
        if ending:  # then lines above without a file are of what was spoken of before
            introduced = ending[:1]
            cited = self.page.files_meant(introduced[0][1])
        # A file of another language, of which the sentence before has been, is not what introduces it.
        last = prose.sentence(named.intro, len(named.intro.rstrip(" :：*`")))
        said = any(path.target in last for _, path in introduced)
        cited = [path for path in cited if said or speaks(path, named.language == "python")]
        if not cited or not is_long or not self._is_introduced(named, [path for _, path in introduced], cited):
            return ""
        at, path = introduced[0]
        if self._may_be_called_so(named, compared, path, cited) or self._is_on_another(
            named, compared, position, last, said
        ):
            return ""
        if self._is_anothers(at, named, position, last, cited) or self._is_of_subject(compared, last, position, path):
            return ""
        return "" if self._named_apart(compared, position, last, at) else f"it is not in {cited[0]}"

    def _remarked(self, named: Citation, compared: Compared, is_long: bool) -> str:
        """What is wrong with the file that a remark at the head of a block, or the words right before it, name."""
        headed = _HEADED.match(named.code)
        said = headed or _QUOTED_FROM.search(named.intro)
        files = self.known.resolve(said["path"]) if said is not None else []
        if files and compared.path not in files and stem(compared.path) not in map(stem, files):
            return f"it is not in {files[0]}"
        if headed is not None and is_long and self._is_misnamed(headed["path"], compared):
            return f"there is no {headed['path']}"
        return ""

    def _is_introduced(self, named: Citation, introduced: Sequence[Citation], cited: Sequence[str]) -> bool:
        """Whether one file alone introduces a block, and nothing comes between the two."""
        path = introduced[0]
        spelled = {one.target for one in introduced if not one.unnamed and one.line >= named.line - ABOVE}
        if len(spelled) != 1 or len({one.target for one in introduced}) != 1 or path.line > named.line:
            return False  # what a remark further down speaks of is another matter
        if cited[0].endswith(_LISTS_FILES) or _goes_on(named.intro, path.target):
            return False
        return disclaimers.introduces(named.intro, path.target)

    def _may_be_called_so(
        self, named: Citation, compared: Compared, path: Citation, cited: Sequence[str]
    ) -> bool:  # fmt: skip
        """Whether the file that has a block is among those meant, or called as they are, or is their header.

        It is not meant where nothing but the path stands above the block, with its ending.
        """
        alone = named.intro.strip(" \t*`#:：") == path.target and self.known.has_tree
        if compared.path in cited or (stem(compared.path) in map(stem, cited) and not alone):
            return True
        return compared.path in self.known.resolve(path.target)  # of many files of one name

    def _is_on_another(self, named: Citation, compared: Compared, position: int, last: str, said: bool) -> bool:
        """Whether what stands next to a block is on the file that has it, whatever introduces it.

        `last` is the sentence before it, and `said` tells whether that names what introduces it.
        """
        goes_elsewhere = disclaimers.ended(named.intro) or (not said and not _OF_IT.match(last))
        if goes_elsewhere and self._sources.cited_among(compared.path, self.page.said[:position]):
            return True
        if (str(compared.line), str(compared.end_line)) in _LINES.findall(last):
            return True
        return self._announced(compared, position) or self._named_below(compared, position)

    def _is_anothers(self, at: int, named: Citation, position: int, last: str, cited: Sequence[str]) -> bool:
        """Whether a path is the place of a name that the sentence says something of, and the block is not of it."""
        if at in self.page.tied and (_AND_MORE.search(named.intro) or not self.known.has_tree):
            return True
        if (
            at in self.page.tied
            and self.page.said[at].start
            and self.page.said[at].text not in last
            and not _OF_IT.match(last)
        ):
            return True  # it was of another sentence
        if self._is_of_its_name(at, named.code) or self._shows_a_use(at, named.code, cited):
            return True
        return self._uses_all(named.code, position, last, cited) or self._has_their_text(at, named.code, last, cited)

    def _is_of_subject(self, compared: Compared, sentence: str, position: int, path: Citation) -> bool:
        """Whether the sentence before a block is about what the file of that defines, and a file is another's.

        "Registered at x.cc:12, with six inputs. The kernel `A` is a template:" is on `A`, "See x.cc. `A` is simple:" on
        that file.
        """
        said_of = prose.sentence(self.page.text_lines[path.line - 1], path.column).replace(path.text, "")
        if prose.words_in(said_of) < WORDS_OF_ITS_OWN:
            return False
        said = [one for one in self.page.said[max(0, position - NAMES_BEFORE) : position] if one.target in sentence]
        if any(one.kind in ("path", "path:line") for one in said):
            return False
        names = [one.target for one in said if one.kind in ("symbol", "op") and one.in_code]
        places = [place for name in names for place in self.page.meant(name) if place.kind == "class"]
        return any(stem(place.path) == stem(compared.path) for place in places)  # of a header and its source

    def _is_of_its_name(self, at: int, code: str) -> bool:
        """Whether a line has the name that it is said of, and a block has not: "looked up in `LOOMS` (x.py:3):"."""
        one, tie = self.page.said[at], self.page.tied.get(at)
        name = parts_of(tie[0].target)[-1] if tie is not None and one.start else ""
        if tie is None or not name or stands(name, code.encode()):
            return False
        before = prose.begun(prose.before(self.page.text_lines, tie[0].line, tie[0].column))
        if prose.words_in(before) < WORDS_OF_ITS_OWN:
            return False  # the name is what the sentence is about
        return any(
            stands(name, line)
            for path in self.page.files_meant(one)[:1]
            for line in self.known.lines(path)[one.start - 1 : one.end]
        )

    def _shows_a_use(self, at: int, code: str, cited: Sequence[str]) -> bool:
        """Whether a block has the name whose definition is cited before it: "everybody uses `weave` (loom.h:12):"."""
        one, tie = self.page.said[at], self.page.tied.get(at)
        if tie is None or not one.start or not stands(parts_of(tie[0].target)[-1], code.encode()):
            return False
        places = self.page.meant(tie[0].target)
        return any(place.path in cited and abs(place.line - one.start) <= NEAR_LINES for place in places)

    def _has_their_text(self, at: int, code: str, last: str, cited: Sequence[str]) -> bool:
        """Whether a block has a text of its sentence that the file has nowhere where a name is: "`A` (a.h:2), "b":"."""
        texts = [match[1] for match in _TEXT.finditer(last)] if at in self.page.tied else []
        return any(
            f'"{text}"' in code and not any(text.encode() in (self.known.read(path) or b"") for path in cited)
            for text in texts
        )

    def _uses_all(self, code: str, position: int, last: str, cited: Sequence[str]) -> bool:
        """Whether a block has all names of its sentence, which a file defines for others: "they call `A` and `B`:"."""
        said = self.page.said[max(0, position - NAMES_BEFORE) : position]
        names = [one for one in said if one.kind == "symbol" and one.in_code and one.target in last]
        return len(names) > 1 and all(
            stands(parts_of(one.target)[-1], code.encode())
            and any(place.path in cited for place in self.page.meant(one.target))
            for one in names
        )

    def _is_misnamed(self, path: str, compared: Compared) -> bool:
        """Whether the tree has no such path, and it is in the folder of what is quoted, or called as that file is."""
        folder, _, name = path.rpartition("/")
        there, _, called = compared.path.rpartition("/")
        return (f"/{there}".endswith(f"/{folder}") or name == called) and not self.known.resolve(path)

    def _announced(self, compared: Compared, position: int) -> bool:
        """Whether the name right before a quotation is of what it quotes: "it ends in `Registry::Register`:".

        At the end of a chain of calls it is of whatever is called there.
        """
        before = self.page.said[position - 1] if position else None
        if before is None or before.kind not in ("symbol", "op"):
            return False
        behind = self.page.text_lines[before.line - 1][before.end_column :]
        if re.fullmatch(r"[\s`*):：）]*", behind) is None:
            return False
        text = self.page.text_lines[before.line - 1]
        led_to = any(sign in text[: before.column] for sign in ("→", "->", "=>"))
        return led_to or any(place.path == compared.path for place in self.page.meant(before.target))

    def _named_below(self, compared: Compared, position: int) -> bool:
        """Whether the file of a quotation is named right below it, at the head of the next line."""
        one = self.page.said[position]
        end = one.line + one.code.rstrip("\n").count("\n") + 1
        for other in self.page.said[position + 1 :]:
            if other.line > end + BELOW:
                break
            before = self.page.text_lines[other.line - 1][: other.column - 1]
            if other.kind in ("path", "path:line") and not before.strip(" >(（`*["):
                return compared.path in self.page.files_meant(other)
        return False

    def _named_apart(self, compared: Compared, position: int, last: str, path: int) -> bool:
        """Whether a path is another name's, and the last sentence names what a quotation defines, or is in."""
        if path not in self.page.tied:
            return False
        around = {parts_of(one.name)[-1] for one in self.known.functions_at(compared.path, compared.line)}
        for other in reversed(self.page.said[path + 1 : position]):
            if other.kind in ("symbol", "op") and other.target in last:
                if parts_of(other.target)[-1] in around:
                    return True
                for place in self.page.meant(other.target):
                    if place.path == compared.path and compared.line <= place.line <= compared.end_line:
                        return True
        return False


def _ends_with(intro: str, target: str) -> bool:
    """Whether a line ends with the file that the quotation is from: "it is decided in x.cc:"."""
    ending = rf"(?:\b(?:in|from)\s|[在自])\s?[`*\[]*(?:\S*/)?{re.escape(target)}[`*\]]*\s?[里中]?[:：]\s*\Z"
    return re.search(ending, intro) is not None


def _goes_on(intro: str, target: str) -> bool:
    """Whether a line says something of a file, and then, behind a semicolon or an arrow, what the quotation is of."""
    behind = intro[intro.rfind(target) + len(target) :]
    return re.search(r"(?:[;；]|→|[-=]>)[^;；]*\w[^;；]*[:：]\s*$", behind) is not None
