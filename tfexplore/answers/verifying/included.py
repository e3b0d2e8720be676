"""What a document says that files include: "`a.cc` includes `b.h`", "`a.h` has `#include "b.h"`", `b.h` 被 `a.cc` 包含.

What is said of a directive is one of the file's own; what is only said to be included may be so by way of another
header. Where a document has the very lines of some directives, "`b.h` (12), `c.h` (14)", one that is another's is
wrong. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Headers by way of which a file may include another, letters between two files, and files of a list.
MAX_HEADERS, MAX_BETWEEN, MAX_LISTED = 400, 80, 12

#: Lines of directives of a file that are right, and so many times as many as are not.
ENOUGH, TIMES = 3, 3

_HEADERS = (".h", ".hpp", ".inc", ".def", ".i")
_DIRECTIVE = r"(?:[#%]\s?(?:include|import)\s?)"
_INCLUDES = regex(
    r"[`*)\]]*\s?(?:\([^()]{0,40}\)\s?)?(?:(?:also|only|itself|directly|still|just)\s)*"
    r"(?:(?:#?includes|pulls\sin)\s(?:(?:an?|the|its|only|both|just)\s)*"
    r"|takes\sthe\sheader\s"
    rf"|(?:has|contains|(?:starts|begins)\swith)\s(?:(?:an?|the|its|only|one)\s)*[`*]*(?P<has>{_DIRECTIVE}))"
    rf"[`*\"<]*{_DIRECTIVE}?[`*\"<\[]*"
    r"|[`*]*\s?(?:文件|头文件)?(?:里面?|之?中|的?开头)?\s?(?:还|也|只|就|直接|都|会)*\s?"
    rf"(?:(?:包含|引入|include|取)\s?了?\s?(?:的是?)?(?:头文件)?\s?[是为]?\s?|有\s?(?:一[行句个]\s?)?[`*]*(?P<zh>{_DIRECTIVE}))[`*\"<]*{_DIRECTIVE}?[`*\"<\[]*",
    re.I,
)
_IS_INCLUDED = regex(
    r"[`*)\]\">]*(?:\.\s(?:It|(?:This|The)\s(?:file|header)))?\s(?:is|gets)\s(?:also\s|only\s|directly\s)*#?included\s(?:by|from|in)\s(?:the\s)?[`*\[]*"
    r"|[`*\">]*(?:[，。]\s?(?:它|这个|该|此)\s?(?:文件|头文件|`\.\w{1,4}`)?)?\s?(?:只|也|还)?[被由]\s?[`*\[]*",
    re.I,
)
_PASSIVE_ZH = regex(
    r"[`*]*\s?(?:[里中的]|(?:[(（]?第?\s?\d+\s?行[)）]?))?\s?(?:直接|也|所)?(?:包含|引入|[%#]?include)", re.I
)
_IN_CHINESE = regex(r"[被由]")
#: What stands between two headers of a list, with a directive again before each, perhaps.
_NEXT = regex(
    rf"[`*\">)\]]*\s?(?:[,，、]|and|or|和|与|及|以及|next\sto|beside|[,，]\sand)\s?(?:also\s)?[`*\"<\[]*{_DIRECTIVE}?[`*\"<\[]*",
    re.I,
)
#: What stands between a line and what it includes.
_AT = regex(
    rf"[`*)）]*\s?[:：]?\s?[`*]*(?:(?:先|才|再|就|则|接着|是|又)\s?)*(?:是|为|{_DIRECTIVE}|includes|包含|引入|include)了?\s?[`*\"<\[]*{_DIRECTIVE}?[`*\"<\[]*"
    r"|[`*)）]*\s(?:is|has)\s(?:the\s)?[`*\"<\[]*",
    re.I,
)
#: What says of a line that it is the named file's own: `b.i` 里 12 行, "line 12 of `b.i`".
_OF_THE_FILE = regex(r"[里中内]|\bof\b|\bin\b")
_CLAUSE = regex(r"[:：;；]\s?")
_OTHERWISE = otherwise(
    r"no|nor|without|longer|if|when|may|must|need\w*|why|whether|transitively", "[?？]|不|没|未|应|需|若|如果|是否|间接"
)
_INCLUDED = regex(rb"""^[ \t]*[#%][ \t]*(?:include|import)[ \t]*["<]([^">\n]{1,200})[">]""", re.M)


class Included(Check):
    """The checks of what files are said to include."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._numbered: dict[str, list[tuple[int, str]]] = {}  # the directives of a file, each with its line

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every header that a file is said to include and does not."""
        for number, line in self.page.prose_lines:
            cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line") and not one.unnamed]
            for at, (one, other) in enumerate(pairwise(cited)):
                between = line[one.end_column : other.column - 1]
                if len(between) > MAX_BETWEEN or one.kind != "path":
                    continue
                says = _INCLUDES.fullmatch(between) if other.kind == "path" else None
                if says is not None:
                    listed = self._listed([each for each in cited[at + 1 :] if each.kind == "path"], line)
                    yield from self._judged(one, listed, direct=bool(says["has"] or says["zh"]), line=line)
                    continue
                passive = _IS_INCLUDED.fullmatch(between)
                if passive is not None and (
                    not _IN_CHINESE.search(between) or _PASSIVE_ZH.match(self.page.around(other)[1])
                ):
                    yield from self._judged(other, [one], direct=False, line=line)
        yield from self._at_lines()
        yield from self._said_at()

    def _at_lines(self) -> Iterator[Verdict]:
        """The lines of directives that are another's, where the document has the right ones of most others."""
        said = [(one, one.target) for one in self.page.said if one.kind == "path:line" and not one.unnamed]
        said = [(one, header) for one, header in said if header.endswith(_HEADERS) and one.start == one.end]
        said = [(one, header) for one, header in said if not _OF_THE_FILE.search(one.text)]
        if len(said) <= ENOUGH:
            return
        for path in self.page.files_named:
            lines = {header: self._lines_of(path, header) for header in {header for _, header in said}}
            told = [(one, lines[header]) for one, header in said if lines[header]]
            wrong = [(one, at) for one, at in told if one.start not in at]
            if wrong and len(told) - len(wrong) >= max(ENOUGH, TIMES * len(wrong)):
                for one, at in wrong:
                    where = Location(path, at[0], at[0])
                    yield self.page.moved(one, where, f"{path} includes it there")

    def _said_at(self) -> Iterator[Verdict]:
        """The lines that a document says a directive is at: "line 12 includes `b.h`", 第 12 行是 `b.h`."""
        for one, other in pairwise(self.page.said):
            if (one.kind, other.kind, one.line) != ("path:line", "path", other.line) or one.start != one.end:
                continue
            between = self.page.text_lines[one.line - 1][one.end_column : other.column - 1]
            if not (_AT.fullmatch(between) and other.target.endswith(_HEADERS)):
                continue
            # Whose line it is the sentence may have said before another file.
            told = [(path, at) for path in self.page.files_named if (at := self._lines_of(path, other.target))]
            if self._lists_it(one, other.target):
                continue
            another = self._another_at(one, other) if not told and not one.unnamed else None
            if another is not None and not self.page.strangers(one):
                yield another
            if len(told) == 1 and one.start not in told[0][1] and not self.page.strangers(one):
                (path, at), *_ = told
                where = Location(path, at[0], at[0])
                yield self.page.moved(one, where, f"{other.target} is included there")

    def _another_at(self, one: Citation, header: Citation) -> Verdict | None:
        """A verdict on a header that a file has nowhere, at whose line it includes another."""
        path = next(iter(self.page.files_meant(one)), "")
        name = next((name for at, name in self._directives(path) if at == one.start), "") if path else ""
        if not name or not self.known.resolve(header.target):
            return None
        detail = f"line {one.start} includes {name}"
        return self.page.verdict(header, "differs", Location(path, one.start, one.start), (name,), detail)

    def _lists_it(self, one: Citation, header: str) -> bool:
        """Whether a line of a file that the document names has a header in a list, as build files do."""
        said = header.encode()
        files = dict.fromkeys([*self.page.files_named, *self.page.files_meant(one)])
        return any(said in line for path in files for line in self.known.lines(path)[one.start - 1 : one.start])

    def _lines_of(self, path: str, header: str) -> list[int]:
        """The lines of a file that include a header."""
        wanted = f"/{header.lower()}"
        return [at for at, name in self._directives(path) if f"/{name.lower()}".endswith(wanted)]

    def _directives(self, path: str) -> list[tuple[int, str]]:
        """What a file includes, as it is written, each with its line; a file is read for it once."""
        if path not in self._numbered:
            self._numbered[path] = directives(self.known.read(path) or b"")
        return self._numbered[path]

    def _listed(self, paths: list[Citation], line: str) -> list[Citation]:
        """The headers of the list that the first of some begins."""
        found = paths[:1]
        for one in paths[1:MAX_LISTED]:
            if not _NEXT.fullmatch(line, found[-1].end_column, one.column - 1):
                break
            found.append(one)
        return found

    def _judged(self, file: Citation, headers: list[Citation], direct: bool, line: str) -> Iterator[Verdict]:
        files = self.page.files_meant(file)
        begin, end = prose.sentence_span(line, file.column)
        at = min(file.column, headers[0].column) - 1
        clause = markdown.SPAN.sub("`", _CLAUSE.split(line[begin:at])[-1] + line[at:end])
        if not files or _OTHERWISE.search(clause) or disclaimers.proposed(clause) or self.page.strangers(file):
            return
        for one in headers:
            name = one.target.rpartition("/")[2]
            if not name.endswith(_HEADERS) or any(self._includes(path, one.target, direct) for path in files):
                continue
            if self.known.resolve(one.target):
                where = Location(files[0], 1, 1)
                yield self.page.verdict(one, "differs", where, (), f"{files[0]} does not include it")

    def _includes(self, path: str, header: str, direct: bool) -> bool:
        """Whether a file has a directive for a header, or one of its headers has, and so on."""
        wanted = f"/{header.lower()}"
        left, seen = [path], {path}
        while left:
            for _, name in self._directives(left.pop()):
                if f"/{name.lower()}".endswith(wanted):
                    return True
                if not direct and name not in seen and len(seen) < MAX_HEADERS:
                    seen.add(name)
                    left.append(name)
        return len(seen) >= MAX_HEADERS


def directives(data: bytes) -> list[tuple[int, str]]:
    """What a file includes, as it is written, each with its line."""
    found = [(match.start(1), match[1].decode("utf-8", "replace")) for match in _INCLUDED.finditer(data)]
    return [(data.count(b"\n", 0, at) + 1, name) for at, name in found]
