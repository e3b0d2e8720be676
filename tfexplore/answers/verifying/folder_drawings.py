"""Trees of folders that a document draws: whether they are of the source, and where their files lie in it.

::

    core/
    ├── kernels/
    │   └── braid_op.cc     # the kernel
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import FENCE
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: So many files of a drawing that lie where it has them, and so many to one that does not, leave no doubt of this one.
ENOUGH, ENOUGH_TO_ONE = 4, 4
#: Lines above a tree of folders that say whose it is.
_ABOVE = 4
#: Folders of what a build makes.
MADE = regex(r"(?:^|/)(?:gen|downloads?|build|_build|out|bazel-\w+|[\w-]*genfiles)(?:/|$)")
#: A folder of installed packages: the lines of a traceback are those of whichever release is there.
INSTALLED = regex(r"-packages[/\\]")
#: What a remark beside a file says of it where it need not be in this release.
_NOT_YET = regex(
    r"^\s?\*|\b(?:new|newly|added|adds?|to add|will|planned|todo|ours?|mine|my|yours?|own|copied|copy|generated|made by"
    r"|optional|e\.?g|fork|patch\w*|removed|deleted|gone|renamed|moved|missing|not (?:here|there|in)|custom"
    r"|(?:in|since|from|until) v?[12]\.\d+)\b"
    r"|新|增|加入|自己|我们|你的|生成|拷贝|复制|计划|待|已删|移除|没有|可选|改名|例如",
    re.I,
)


class FolderDrawings:
    """The entries of a document's trees of folders: citations with a `folder`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._ours: dict[int, bool] = {}  # whether a block's tree of folders is the source's
        self._entries: dict[int, tuple[list[Citation], list[Citation]]] = {}

    def at(self, one: Citation) -> list[str]:
        """The files that an entry of a tree of folders can mean, whose root may be above or below the source's."""
        parts = (one.folder + one.target).split("/")
        rooted = [at for at in range(len(parts) - 2) if "/".join(parts[at : at + 2]).lower() in self.known.heads]
        first, last = (rooted[-1], rooted[-1]) if rooted else (0, len(parts) - 2)
        wholes = ("/".join(parts[at:]) for at in range(first, last + 1))
        return next((found for whole in wholes if (found := self.known.resolve(whole))), [])

    def is_of_the_source(self, one: Citation) -> bool:
        """Whether a tree of folders is drawn of the source: most of its files are where it puts them."""
        if one.block not in self._ours:
            entries, right = self._of(one.block)
            lines = self.page.text_lines[: entries[0].line - 1]
            while one.fenced and lines and not FENCE.match(lines[-1]):
                lines.pop()
            words = " ".join(lines[-_ABOVE:])
            made = MADE.search(one.folder) or INSTALLED.search(one.folder)
            own = made or disclaimers.example(words) or disclaimers.foreign(words)
            self._ours[one.block] = not own and len(right) > 1 and len(right) * 2 > len(entries)
        return self._ours[one.block]

    def is_among_others(self, one: Citation) -> bool:
        """Whether a file that there is not is drawn in a folder of the source, among many files that lie there."""
        if not one.folder or not self.is_of_the_source(one):
            return False
        if _NOT_YET.search(self.page.text_lines[one.line - 1][one.end_column :]):
            return False
        entries, right = self._of(one.block)
        if len(right) < ENOUGH or len(right) < ENOUGH_TO_ONE * (len(entries) - len(right)):
            return False
        return any(other.folder.startswith(one.folder) for other in right)

    def _of(self, block: int) -> tuple[list[Citation], list[Citation]]:
        """The entries of a block, and those that lie where it has them."""
        if block not in self._entries:
            entries = [other for other in self.page.said if other.block == block and other.folder]
            self._entries[block] = entries, [entry for entry in entries if self.at(entry)]
        return self._entries[block]
