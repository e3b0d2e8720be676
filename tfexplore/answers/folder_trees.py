"""Trees of folders that a document draws, and under which folders each of their files is put.

::

    tensorflow/core/                  - `tensorflow/core/`
    ├── framework/                      - `framework/`
    │   └── op_kernel.h  # OpKernel       - `op_kernel.h`
    └── graph/
"""

from __future__ import annotations

import re

from tfexplore.patterns import regex

_NAME = r"(?P<name>[\w.+-]*[\w+](?:/[\w.+-]*[\w+])*/?)"
#: A line of a drawing, and an item of a list; what stands behind a name is a remark.
_BRANCH = regex(rf"[\s│┃|├┣└┗─━┬╰+`*•-]*?(?<![\w/.]){_NAME}(?P<rest>\s.*)?$", re.A)
_ITEM = regex(rf"\s*[-*+]\s+[`*]{{0,3}}{_NAME}[`*]{{0,3}}(?P<rest>\W.*)?$", re.A)
_NOTHING = regex(r"\s*[:：]?\s*")


class FolderTree:
    """The folders that are open while the lines of a drawing, or of a list, are read from above."""

    def __init__(self, items: bool = False) -> None:
        self._items = items
        self._open: list[tuple[int, str]] = []  # where each begins, and its name; empty for what is no folder

    def entry(self, line: str) -> tuple[int, str]:
        """Where the name of a line begins and the folders that it is drawn under; -1 for a line that has none."""
        match = (_ITEM if self._items else _BRANCH).match(line)
        if match is None:
            if self._items and line.strip():
                self._open.clear()
            return -1, ""
        at = match.start("name")
        while self._open and self._open[-1][0] >= at:
            self._open.pop()
        above = [folder for _, folder in self._open]
        name = match["name"]
        folder = name.endswith("/") if self._items else "." not in name
        if self._items and not _NOTHING.fullmatch(match["rest"] or ""):
            folder = False  # the item says more of it than what lies there
        self._open.append((at, name.rstrip("/") + "/" if folder else ""))
        return at, "".join(above) if all(above) else ""
