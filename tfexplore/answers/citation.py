"""What is read of a document: its citations, and the parts that were not read."""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.patterns import regex

#: Endings of the files that documents cite, and the pattern of one behind its dot.
SUFFIXES = ("cc", "h", "hpp", "cpp", "cu", "py", "i", "inc", "proto", "pbtxt", "bzl")
SUFFIX = r"(?:cu\.cc|cu\.h|cc|h|hpp|cpp|cu|py|inc|proto|pbtxt|bzl|i)"

#: A file in a text, whatever it is called.
_A_FILE = regex(rf"[A-Za-z_][\w.-]*\.{SUFFIX}(?!\w)", re.A)


class Citation(Record):
    """Something that a document says of the source.

    `kind` is `"path"`, `"path:line"`, `"symbol"`, `"op"` or `"quotation"`; `target` what is cited, cleaned up; `line`
    and `column` where in the document, `end_column` where it ends. `start` and `end` are the cited lines (0: none).
    `around` is the text before and behind it, `ref` the revision that a link names, `code` a quotation's text and
    `intro` the line that introduces it. `block` numbers the paragraph, `fenced` is for what stands in a block of text;
    `supposed` for lines of which nothing near says the file, so that `target` is the one that was cited last. `folder`
    are the folders that a tree of folders puts a file under.
    """

    kind: str
    text: str
    line: int
    column: int
    target: str
    start: int = 0
    end: int = 0
    ref: str = ""
    in_code: bool = False
    code: str = ""
    language: str = ""
    end_column: int = 0
    block: int = 0
    intro: str = ""
    called: bool = False
    fenced: bool = False
    supposed: bool = False
    folder: str = ""

    @property
    def behind(self) -> int:
        """Where in its line the text goes on behind a citation, counted from 0."""
        return max(self.end_column, self.column - 1 + len(self.text))

    @property
    def unnamed(self) -> bool:
        """Whether cited lines stand without their file, which was named before."""
        # Of the folders, or of the file, the text may have a short name.
        text = self.text.replace("\\_", "_")
        return self.kind == "path:line" and self.target.rpartition("/")[2] not in text and not _A_FILE.search(text)


class Unread(Record):
    """What of a document was not checked: its lines, how it begins, and why."""

    line: int
    end_line: int
    text: str
    reason: str
