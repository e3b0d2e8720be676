"""Paths that the tree does not have and that need not be its: of another repository, made by the reader, yet to be.

`itex/core/ops/nn_ops.cc` where a document has more files below `itex/`; `[a.cc](https://github.com/x/y/blob/main/a.cc)`;
`../kernels/a.cc` as the address of a link; "create the file `a.cc`"; a file of a proposal that no folder has. One that
is a letter or two from a file of the tree in the same folder is a misspelling all the same.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Files below a folder that the tree does not have, which make it that of another repository.
OF_A_REPOSITORY = 3
#: Files of a folder that a proposal cites where it says what there is, by which one more would be there, too.
BESIDE = 2
#: Folders of which a document speaks that are looked at.
MAX_FOLDERS = 200
#: From this on a folder's name is a misspelling of another's.
OWN = 0.85
#: The same for one below which the document has several files.
ALIKE_ROOT = 0.75
#: How much of a folder's path is alike in that of the tree which is meant.
ALIKE = 0.92

#: In how many letters of a file's name one may be another.
LETTERS = 6
#: A link to a file of some repository, with the text of the link.
_LINK = regex(
    r"\[(?P<text>[^\[\]]{1,200})\]\(https?://(?:www\.)?(?:github|gitlab|gitee)\.com/[\w.-]+/(?P<name>[\w.-]+)/"
    r"(?:-/)?(?:blob|tree|raw|blame)/",
    re.A,
)
#: A folder of which a text speaks.
_FOLDER = regex(r"(?<![\w./:@-])([A-Za-z][\w-]*/(?:[\w-]+/)*)(?=[\s`)<,;，。、；）]|$)", re.A)
#: What stands before the address of a link, and behind its text.
_ADDRESS = regex(r"\]\(<?\s?$|^\s{0,3}\[[^\[\]]+\]:\s*$|\b(?:href|src)=[\"']$")
_LINKED = regex(r"[^\[\]()]{0,40}\]{1,2}\((?:\.{1,2}/)+")
#: "`x.cc` (lines 3-9)", "x.cc line 4", `x.cc` 第 4 行.
_LINES_BEHIND = regex(r"[`*\])]{0,3},?\s?[(（]?(?:(?:lines?|l\.|L)\s?|第\s?)\d", re.I)
#: What stands for the name that the reader gives to a file.
_TO_BE_NAMED = regex(r"(?:^|[_/.])(?:NEW|YOUR|MY|THE|OP)_?(?:OP|NAME|FILE|KERNEL|MODEL)(?=[_/.]|$)")
#: Modules that SWIG makes.
_MADE = regex(r"_?pywrap_\w+\.(?:py|cc|so)", re.A)
#: A program of its own.
_PROGRAM = regex(r"^\s*(?:int|void)\s+main\s*\(|^if __name__ == ", re.M)
#: The head of a table's column of what somebody copies or makes.
_COPIED = regex(
    r"\b(?:destination|copied to|to be (?:created|added)|new (?:file|path|location))\b|目标(?:路径|位置)", re.I
)


class Elsewhere:
    """What tells that a document's paths need not be those of the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def has(self, one: Citation) -> bool:
        """Whether a path that the tree does not have need not be one of the tree's."""
        if self._is_of_a_repository(one) or self._is_linked_to_another(one) or self._is_named_by_the_reader(one):
            return True
        if _is_made(one.target):
            return not self.known.has_tree or bool(self.known.somewhere(_stem(one.target)))
        if self._is_nearly_there(one.target):
            return False
        if one.text.startswith("http") or self._is_linked_to_ours(one):
            return False
        return (
            self._is_relative(one)
            or self._is_made_by_the_reader(one)
            or (self._is_proposed(one) and not self._is_called_nearly(one.target.rpartition("/")[2]))
            or self.page.is_on_another
            or _COPIED.search(self.page.header(one)) is not None
        )

    def unexplained(self) -> set[str]:
        """The modules that SWIG may make, of which only a tree's text can say whether it does."""
        paths = [one.target for one in self.page.said if one.kind in ("path", "path:line")]
        return {_stem(path) for path in paths if _is_made(path) and not self.known.resolve(path)}

    def _is_proposed(self, one: Citation) -> bool:
        """Whether a path may be one that a proposal makes, and is not said beside others that there are."""
        if not self.page.is_proposal or self._has_lines(one):
            return False
        folder = one.target.rpartition("/")[0]
        said = [other.target for other in self.page.near(one) if other.kind in ("path", "path:line")]
        beside = {each for each in said if each.rpartition("/")[0] == folder and self.known.resolve(each)}
        bare = (each for each in said if "/" not in each)
        beside |= {
            each for each in bare if any(f"/{path}".endswith(f"/{folder}/{each}") for path in self.known.called(each))
        }
        known = self.page.cites_lines or (folder and len(beside) >= BESIDE)
        return not (known and self.page.is_of_today(one))

    def _has_lines(self, one: Citation) -> bool:
        """Whether lines of a file are cited, which it has not as long as it is yet to be written."""
        return bool(one.start) or _LINES_BEHIND.match(self.page.text_lines[one.line - 1], one.end_column) is not None

    # -- of another repository --

    def _is_of_a_repository(self, one: Citation) -> bool:
        """Whether a path begins with another repository, or with a folder that is that of one."""
        parts = _plain(one.target).split("/")
        if len(parts) > 2 and parts[0] == "tensorflow" and parts[1] in vocabulary.REPOSITORIES:
            return not one.text.startswith("http") and f"{parts[0]}/{parts[1]}" not in self.known.heads
        return self.is_below_another_root(one) or _plain(one.target).startswith(self._folders)

    def is_below_another_root(self, one: Citation) -> bool:
        """Whether a path begins with a folder below which the document has several files, and that no tree has."""
        first, _, beneath = _plain(one.target).partition("/")
        return "/" in beneath and first in self._roots

    @cached_property
    def _folders(self) -> tuple[str, ...]:
        """The folders of which the document speaks that begin with none of the tree's, nor with one like them."""
        said = {match[1].lower() for line in self.page.text_lines if "/" in line for match in _FOLDER.finditer(line)}
        return tuple([folder for folder in sorted(said)[:MAX_FOLDERS] if self._is_ones_own(folder)])

    def _is_ones_own(self, folder: str) -> bool:
        first = folder.removeprefix("third_party/").partition("/")[0]
        return bool(first) and first not in self._of_the_tree and not nearest_of(first, self._of_the_tree, OWN)

    @cached_property
    def _of_the_tree(self) -> set[str]:
        """The names of the tree's folders, those that no index lists as well."""
        heads = {part for head in self.known.heads for part in head.split("/")}
        unlisted = {path.partition("/")[0] for path in self.known.unlisted}
        return {*self.known.folders, *heads, *unlisted, *vocabulary.TOPS}

    @cached_property
    def _roots(self) -> frozenset[str]:
        """The first folders of the document's paths that the tree has not, nor one that is called nearly so."""
        begun: dict[str, set[str]] = {}
        for each in self.page.said:
            if each.kind in ("path", "path:line") and each.target.count("/") > 1:
                plain = _plain(each.target)
                begun.setdefault(plain.partition("/")[0], set()).add(plain)
        return frozenset(
            root
            for root, paths in begun.items()
            if len(paths) >= OF_A_REPOSITORY
            and root not in self._of_the_tree
            and not nearest_of(root, self._of_the_tree, ALIKE_ROOT)
            and not any(self.known.resolve(path) for path in paths)
        )

    def _is_linked_to_another(self, one: Citation) -> bool:
        """Whether a path is the text of a link to a file of another repository."""
        text = self.page.text_lines[one.line - 1]
        for match in _LINK.finditer(text) if "](http" in text else ():
            if match.start("text") < one.column <= match.end("text"):
                return match["name"].lower() not in ("tensorflow", "tensorflow-upstream")
        return False

    def _is_linked_to_ours(self, one: Citation) -> bool:
        """Whether a path is the text of a link into TensorFlow's files."""
        text = self.page.text_lines[one.line - 1]
        linked = (other.column for other in self.page.on(one.line) if other.text.startswith("http"))
        return any(re.fullmatch(r"[^\[\]()]{0,40}\]\(<?", text[one.end_column : column - 1]) for column in linked)

    def _is_relative(self, one: Citation) -> bool:
        """Whether a path is the address of a link to what lies beside the document, which is not one of the tree's.

        The tree's have more such links that lead to a file than lead to none.
        """
        if not self._is_address(one):
            text = self.page.text_lines[one.line - 1]
            if _LINKED.match(text, one.end_column) is None or "[" not in text[: one.column]:
                return False
        right = sum(bool(self.known.resolve(each.target)) for each in self._relative)
        return right < 2 or right * 2 <= len(self._relative)

    def _is_address(self, one: Citation) -> bool:
        before = self.page.text_lines[one.line - 1][: one.column - 1]
        return one.target.startswith(("./", "../")) and _ADDRESS.search(before) is not None

    @cached_property
    def _relative(self) -> list[Citation]:
        """The addresses of the document's links to what lies beside it, each once."""
        found = {
            one.target: one for one in self.page.said if one.kind in ("path", "path:line") and self._is_address(one)
        }
        return list(found.values())

    # -- of the reader --

    def _is_named_by_the_reader(self, one: Citation) -> bool:
        """Whether a path has a name to fill in, or lies where the reader's own ops do."""
        if _TO_BE_NAMED.search(one.target) is not None:
            return True
        folder, _, name = f"/{one.target}".rpartition("/")
        words = name.partition(".")[0].split("_")
        theirs = (path for path in self.known.paths if f"/{path}".rpartition("/")[0].endswith(folder.lower()))
        return folder.endswith("/user_ops") and not any(_stem(path.rpartition("/")[2]) in words for path in theirs)

    def _is_made_by_the_reader(self, one: Citation) -> bool:
        """Whether the words around a path, wherever the document has it, say that it is to be made."""
        return one.target in self._made

    @cached_property
    def _made(self) -> frozenset[str]:
        return frozenset(self._told())

    def _told(self) -> Iterator[str]:
        for position, one in enumerate(self.page.said):
            if one.kind not in ("path", "path:line"):
                continue
            before, behind = self.page.around(one)
            if disclaimers.created(before, behind):
                yield one.target
            block = self.page.said[position + 1] if position + 1 < len(self.page.said) else None
            if (
                block is not None
                and block.kind == "quotation"
                and block.line <= one.line
                and _PROGRAM.search(block.code)
            ):
                yield one.target  # in the remark at the head of a program

    # -- misspellings --

    def _is_called_nearly(self, name: str) -> bool:
        """Whether a file of the tree, wherever it is, is called so or nearly so."""
        near = self.known.near(name.lower(), "file", limit=1)
        return bool(self.known.called(name)) or (bool(near) and near[0][0] <= max(1, len(name) // LETTERS))

    def _is_nearly_there(self, target: str) -> bool:
        """Whether a file of the tree is called nearly so in that folder, or so in one that is called nearly so."""
        folder, _, name = _plain(target).rpartition("/")
        for letters, near in self.known.near(name, "file", limit=2):
            if 0 < letters <= max(1, len(name) // LETTERS):
                called = self.known.called(near)
                if any(f"/{path.lower()}".endswith(f"/{folder}/{near.lower()}") for path in called):
                    return True
        wholes = {path.lower().rpartition("/")[0] for path in self.known.called(name)}
        return bool(folder) and bool(nearest_of(folder, wholes, ALIKE))


def _plain(target: str) -> str:
    """A path in small letters, without what leads to where it begins."""
    return re.sub(r"^(?:\.{1,3}/)+", "", target.lower())


def _is_made(target: str) -> bool:
    """Whether a file is called as the modules are that SWIG makes."""
    return _MADE.fullmatch(target.rpartition("/")[2]) is not None


def _stem(target: str) -> str:
    return target.rpartition("/")[2].partition(".")[0]
