"""One line of a document while it is read: what of it is taken already, what of it is code, what was found."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown
from tfexplore.answers.citation import SUFFIX, Citation
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection

#: A path as Windows writes it.
_BACKSLASHES = regex(rf"(?:[A-Za-z]:\\)?[\w.+-]+(?:\\[\w.+-]+)+\.{SUFFIX}(?!\w)", re.A | re.I)
#: Where somebody keeps a tree, up to a folder of it; what is made when it is built has no place in the tree.
_KEPT = (
    r"(?<![\w/.@$}}~%:+-])(?:file:/{{0,2}}|[A-Za-z]:|~\w*|\$\{{?\w+\}}?|\$\(\w+\)|%\w+%|@\w+)?/{{0,2}}"
    r"(?:(?!bazel-(?:out|bin|genfiles)/|genfiles/|org/|(?:blob|tree|raw)/|[\w.-]+\.(?:com|org|io|dev|cn)/)[\w.+@~-]+/{{1,2}})*?"
    r"(?=({})/)"
)
_HTML_CODE = regex(r"<(code|kbd|tt|samp)>([^<>]{1,200})</\1>")
_FORMULA = regex(markdown.FORMULA)


class CitedLine:
    """A line as a reader sees it, and its citations so far.

    `raw` is as it was written; `shown` has its entities read; `text` has blanks for where somebody keeps the tree, all
    of the same columns. `begins` says where a path began that begins now at a folder of the tree.
    """

    def __init__(self, number: int, raw: str, block: int, kept: re.Pattern[str] | None = None) -> None:
        self.number = number
        self.raw = raw
        self.block = block
        self.shown, self._origin = markdown.as_rendered(raw) if "&" in raw or "\\" in raw else (raw, None)
        self.text, self.begins = _without_homes(self.shown, kept) if kept is not None else (self.shown, {})
        self.found: list[Citation] = []
        self.spans = [(match.start(2), match.end(2)) for match in markdown.SPAN.finditer(self.text)]
        if "<" in self.text:
            self.spans += [(match.start(2), match.end(2)) for match in _HTML_CODE.finditer(self.text)]
        self._taken = bytearray(len(self.text))
        for match in _FORMULA.finditer(self.shown) if "$" in self.shown and "\\" in self.shown else ():
            self.mark(*match.span())

    def is_taken(self, start: int, end: int) -> bool:
        """Whether any of these characters is part of something that was read."""
        return any(self._taken[start:end])

    def mark(self, start: int, end: int) -> None:
        """These characters are read."""
        self._taken[start:end] = b"\1" * (end - start)

    def take(self, start: int, end: int) -> bool:
        """Whether these characters were free; they are not any more."""
        if any(self._taken[start:end]):
            return False
        self.mark(start, end)
        return True

    def add(self, kind: str, text: str, at: int, end_at: int, target: str, start: int = 0, end: int = 0, ref: str = "",
            called: bool = False, supposed: bool = False) -> None:  # fmt: skip
        """A citation that stands at these characters; its fields are those of `Citation`."""
        in_code = any(first <= at < last for first, last in self.spans)
        if self._origin is not None:
            if self.shown.startswith(text, at):
                text = self.raw[self._origin[at] : self._origin[at + len(text)]]
            at, end_at = self._origin[at], self._origin[end_at]
        self.found.append(
            Citation(kind, text, self.number, at + 1, target, start, max(start, end), ref, in_code, "", "", end_at,
                     self.block, "", called, supposed=supposed)
        )  # fmt: skip


def where_kept(folders: Collection[str]) -> re.Pattern[str] | None:
    """Where somebody keeps a tree, up to a folder of it: one of `folders`."""
    if not folders:
        return None
    # An installed package is called `tensorflow_core`.
    listed = "|".join(map(re.escape, sorted(folders))).replace("tensorflow/", "tensorflow(?:_core)?/")
    return re.compile(_KEPT.format(listed), re.A | re.I)


def _without_homes(line: str, kept: re.Pattern[str]) -> tuple[str, dict[int, int]]:
    """A line with blanks for where somebody keeps the tree, and by where each path begins then where it began."""
    begins: dict[int, int] = {}
    if "\\" in line:
        line = _BACKSLASHES.sub(lambda match: match[0].replace("\\", "/"), line)
    for match in kept.finditer(line) if "/" in line else ():
        # Many projects have a folder `third_party`.
        if match[0] and (match[1].startswith("tensorflow") or re.search(r"tensorflow[\w.-]*/\Z", match[0], re.A)):
            begins[match.end()] = match.start()
    for end, start in begins.items():
        line = line[:start] + " " * (end - start) + line[end:]
    return line, begins
