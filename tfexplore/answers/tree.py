"""The files of a tree: which paths may mean which, what stands in them, and all of them searched for a few words.

Files are opened one by one: those that a document cites first, all of them once and only for words that nothing else
explains.
"""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import contextmanager
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.of_index import of_index
from tfexplore.answers.searching import Search, Sought
from tfexplore.index.words import Words
from tfexplore.paths import RULE_FILES
from tfexplore.word_marks import is_worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.searching import Read
    from tfexplore.index.store import Index

#: Words that all files are searched for, at most: as many as a document of a hundred kilobytes hardly has.
MAX_SEARCHED = 5_000
#: A text from as many letters on asks for a word that all files are searched for.
WORTH_SEARCHING = 20_000
_NAMES = re.compile(r"[A-Za-z_]\w+", re.A)
#: Tests that have a word, of which as many are told.
MAX_TESTS = 12
#: How often all files are opened, at most; what is asked for later is left open.
MAX_SEARCHES = 4
#: Where a word stands of which an index tells only that some file has it.
SOMEWHERE = "a file of the tree"
#: Bytes of files kept while a document is checked.
MAX_KEPT = 64 * 1024 * 1024
#: Files kept as lines.
MAX_SPLIT = 400

_TEXTS = (".cc", ".h", ".py", ".i", ".proto", ".inc", ".cpp", ".bzl")
#: Source in other languages, which no index lists.
UNLISTED = (
    ".java", ".go", ".swift", ".m", ".mm", ".c", ".js", ".ts", ".rs", ".kt", ".sh", ".bat", ".cmake", ".td", ".fbs",
    ".mlir", ".BUILD", ".tpl", ".md",
)  # fmt: skip


class NotSearchedError(Exception):
    """All files would have to be searched for a word, and must not be now."""


class _Lines(list[bytes]):
    """The lines of a file, behind whose end there are empty ones.

    An index may know of lines that the file does not have: in the tree of a fork, or of another release.
    """

    def __getitem__(self, at: Any) -> Any:
        try:
            return super().__getitem__(at)
        except IndexError:
            return b""


class Tree:
    """The paths of an index, and the text of the files where there is a tree."""

    def __init__(self, index: Index, read: Read | None, others: Callable[[], Sequence[str]] | None = None) -> None:
        self.index = index
        self._reader = read
        self._others = others
        self._unlisted: dict[str, str] | None = None
        self._kept: dict[str, bytes | None] = {}
        self._size = 0
        self._split: dict[str, list[bytes]] = {}
        self._begun: list[Search] = []
        self._spare: dict[str, str] = {}  # what was found that nobody has asked for
        self._searches = 0
        self._searched = 0
        self._may_search = True
        self._resolved: dict[str, list[str]] = {}
        self._found: dict[str, str] = {}
        self._to_find: set[str] = set()
        self._vocabulary = Words(index)
        #: What all files were to be searched for, and were not, because the document has too many such words.
        self.unsearched: set[str] = set()

    @property
    def has_tree(self) -> bool:
        """Whether files can be read."""
        return self._reader is not None

    def tells_of(self, word: str) -> bool:
        """Whether it can be told that no file has a word: with a tree, or by the words of the index."""
        return self._reader is not None or self._vocabulary.may_stand(word.lstrip("~")) is not None

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is no tree, or it has no such file."""
        if self._reader is None:
            return None
        if path not in self._kept:
            data = self._reader(path)
            self._size += len(data or b"")
            if self._size > MAX_KEPT:
                self._kept.clear()
                self._size = len(data or b"")
            self._kept[path] = data
        return self._kept[path]

    def lines(self, path: str) -> list[bytes]:
        """The lines of a file; none where it cannot be read."""
        if path not in self._split:
            data = self.read(path)
            if len(self._split) >= MAX_SPLIT:
                self._split.clear()
            self._split[path] = _Lines(data.split(b"\n") if data is not None else ())
        return self._split[path]

    def begin(self) -> None:
        """Forget how often all files were opened: another document begins."""
        self.finish()
        self._searches = self._searched = 0
        self._to_find.clear()
        self.unsearched = set()

    def finish(self) -> None:
        """Stop the search that nobody asked for: a document ends."""
        for search in self._begun:
            search.stop()
        self._begun = []

    def begin_searching(self, letters: int, said: Iterable[Citation]) -> None:
        """Have other processes search for all that a long text may ask for, while this one finds out what it does.

        What nobody expects or asks for is put aside, so that verdicts are what they would be without.
        """
        if self._reader is None or letters < WORTH_SEARCHING:
            return
        words = {name for one in said for name in (one.target, *_NAMES.findall(one.target))}
        if len(words) <= MAX_SEARCHED:
            self._begun.append(self._searching(sorted(words - self._found.keys())))

    def expect(self, words: Iterable[str], cited: Iterable[str]) -> None:
        """Say which words may have to be searched for, and in which files they are likely."""
        if self._reader is None:
            return
        left = {word for word in words if word not in self._found}
        sought = Sought(left)
        for path in cited:
            data = self.read(path) if sought else None
            if data is not None:
                self._found.update(dict.fromkeys(sought.found_in(data), path))
        self._to_find |= left - self._found.keys()
        further = [word for word in sorted(self._to_find) if not self._is_begun(word)]
        if further:
            self._begun.append(self._searching(further))  # other processes search while this one compares quotations

    def settle(self) -> None:
        """Take what other processes have found of what was expected, and wait for it."""
        if self._begun:
            self._search("")

    @contextmanager
    def as_it_is(self) -> Iterator[None]:
        """While this lasts nothing is searched, and what depends on it raises `NotSearchedError`."""
        self._may_search = False
        try:
            yield
        finally:
            self._may_search = True

    def somewhere(self, word: str) -> str | None:
        """A file in which a word stands; empty when none does, None when nobody can say.

        Without a tree the index tells of longer words whether any file has them, and not which.
        """
        if self._reader is None or not word:
            may = self._vocabulary.may_stand(word.lstrip("~"))
            return None if may is None else SOMEWHERE if may else ""
        if word not in self._found and not self._may_search:
            raise NotSearchedError(word)
        if word not in self._found and self._begun and not self._has_room_for(word):
            self.unsearched.add(word)
            return None  # and what the others find is not waited for
        if word not in self._found and word in self._spare:
            self._found[word] = self._spare[word]
        while word not in self._found and self._searches < MAX_SEARCHES and self._searched < MAX_SEARCHED:
            self._search(word)
        if word not in self._found:
            self.unsearched.add(word)
        return self._found.get(word)

    def everywhere(self, word: str) -> list[str]:
        """All source files that have a word: each of them is opened, which is for what would be called wrong."""
        wanted = word.encode()
        paths = [path for path in self.paths.values() if path.endswith((".cc", ".h", ".py")) and is_worded(path)]
        return [path for path in paths if wanted in (self._passing(path) or b"")]

    def in_tests(self, words: Iterable[str]) -> set[str]:
        """Those of some words that a test of the tree has, for names that a document says are of tests."""
        return set(self.tests_with(words, 1))

    def tests_with(self, words: Iterable[str], most: int = MAX_TESTS) -> dict[str, list[str]]:
        """The tests of the tree that have each of some words, the first ones of many; none for a word without any."""
        left = {word: word.encode() for word in words if word.isascii()}
        found: dict[str, list[str]] = {}
        for path in self.paths.values():
            if left and path.endswith((".cc", ".py", ".h")) and not is_worded(path):
                data = self._passing(path) or b""
                for word in [word for word, raw in left.items() if raw in data]:
                    found.setdefault(word, []).append(path)
                    if len(found[word]) >= most:
                        del left[word]
        return found

    def stands(self, word: str) -> str:
        """A file in which a word was found to stand when files were searched; empty for one that was not looked for."""
        if self._reader is None:
            return SOMEWHERE if self._vocabulary.may_stand(word) else ""
        return self._found.get(word, "")

    def may_stand(self, word: str) -> bool | None:
        """Whether a file may have a word, by what was searched for or the words of the index; None if neither tells."""
        if word in self._found:
            return bool(self._found[word])
        return self._vocabulary.may_stand(word)

    def is_nowhere(self, word: str) -> bool:
        """Whether no file has a word, by what was searched for or by the words of the index; nothing is searched."""
        return self.may_stand(word) is False

    @property
    def searched_enough(self) -> bool:
        """Whether the files have been searched as often as they may be, for fewer words than that could have been."""
        return self._searches >= MAX_SEARCHES and self._searched < MAX_SEARCHED

    def _has_room_for(self, word: str) -> bool:
        """Whether a word is searched for, or can be once a search has ended."""
        return self._is_begun(word) or self._searched + len(self._to_find) < MAX_SEARCHED

    def _is_begun(self, word: str) -> bool:
        return any(word in search for search in self._begun)

    def _search(self, word: str) -> None:
        """Search all files for what is expected, or for a word that nobody expected."""
        searches = self._begun or [self._searching([word, *sorted(self._to_find)])]
        self._begun = []
        self._searches += 1
        wanted = {word, *self._to_find} - {""}
        for search in searches:
            found = search.result()
            self._spare.update({one: found.get(one, "") for one in search.words})
        self._found.update({one: self._spare[one] for one in wanted if one in self._spare})
        self._searched += len(wanted)
        self._to_find.difference_update(self._found)

    def _searching(self, words: Sequence[str]) -> Search:
        words = list(dict.fromkeys(words))[: MAX_SEARCHED - self._searched]
        # What tests define is known, what they only mention is no part of the library.
        paths = [
            path for path in self.paths.values()
            if path.endswith(_TEXTS) and is_worded(path)
        ]  # fmt: skip
        paths += [path for path in self.unlisted.values() if path.endswith(UNLISTED)]
        return Search(words, paths, self._passing)

    def has_target(self, name: str) -> bool | None:
        """Whether a BUILD file has a text, as the name of a target is one; None without a tree."""
        if self._reader is None:
            return None
        return f'"{name}"'.encode() in self._rules

    @cached_property
    def _rules(self) -> bytes:
        """All BUILD files of the tree."""
        builds = (path for path in self.paths.values() if path.rpartition("/")[2] in RULE_FILES)
        return b"\n".join([self._passing(path) or b"" for path in builds])

    def _passing(self, path: str) -> bytes | None:
        """The bytes of a file that is looked at once and need not be kept."""
        data = self._kept.get(path)
        return data if data is not None or self._reader is None else self._reader(path)

    @of_index
    def paths(self) -> dict[str, str]:
        """Every path of the tree by its lower-case form."""
        listed = self.index.paths()
        return dict(zip("\n".join(listed).lower().split("\n"), listed, strict=True)) if listed else {}

    @of_index
    def basenames(self) -> dict[str, list[str]]:
        """The paths of all files by their names without folders, in small letters."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for lowered, path in self.paths.items():
            found[lowered.rpartition("/")[2]].append(path)
        return dict(found)

    @property
    def unlisted(self) -> dict[str, str]:
        """Every path of the tree that the index does not list, by its lower-case form; none where nobody can say."""
        if self._unlisted is None:
            self._unlisted = {path.lower(): path for path in self._others()} if self._others is not None else {}
        return self._unlisted

    def unlisted_as(self, target: str) -> list[str]:
        """The files that a path can mean of those that the index does not list."""
        wanted = target.lower().lstrip("./")
        for candidate in (wanted, f"tensorflow/{wanted}"):
            if candidate in self.unlisted:
                return [self.unlisted[candidate]]
        return [path for lowered, path in self.unlisted.items() if lowered.endswith("/" + wanted)]

    def called(self, basename: str) -> list[str]:
        """The paths of all files of one name."""
        return self.basenames.get(basename.lower(), [])

    def beside(self, path: str) -> list[str]:
        """The header or the source of the same name in the same folder."""
        stem = path.rpartition(".")[0]
        return [self.paths[other] for suffix in (".h", ".cc") if (other := (stem + suffix).lower()) in self.paths]

    def resolve(self, target: str) -> list[str]:
        """The files that a path can mean: exactly, without case, below `tensorflow/`, or as the end of a path."""
        if target not in self._resolved:
            self._resolved[target] = self._resolve(target)
        return self._resolved[target]

    def _resolve(self, target: str) -> list[str]:
        wanted = target.lower()
        while wanted.startswith(("./", "../", "/")):
            wanted = wanted.partition("/")[2]
        paths = self.paths
        bare = wanted.removeprefix("tensorflow_core/")
        rooted = [one for one in (wanted, f"tensorflow/{wanted}", f"tensorflow/{bare}") if one in paths]
        whole = [paths[one] for one in rooted if "/" in wanted or one == wanted][:1]
        if whole and (whole[0].lower() == wanted or bare != wanted):
            return whole
        # `c/c_api_internal.h` is that of `tensorflow/`, and where nothing there fits it may be that of `lite/`.
        ended = [p for p in self.called(wanted.rpartition("/")[2]) if ("/" + p.lower()).endswith("/" + bare)]
        return list(dict.fromkeys([*whole, *ended]))

    @of_index
    def folders(self) -> frozenset[str]:
        """The name of every folder."""
        whole = {path.rpartition("/")[0] for path in self.paths}
        return frozenset(folder.rpartition("/")[2] for folder in whole)

    @of_index
    def folder_tails(self) -> frozenset[str]:
        """How the paths of folders end, by two or more, in small letters: `kernels/data` of `core/kernels/data`."""
        split = [folder.split("/") for folder in {path.rpartition("/")[0] for path in self.paths}]
        return frozenset(["/".join(parts[at:]) for parts in split for at in range(len(parts) - 1)])

    @of_index
    def heads(self) -> frozenset[str]:
        """The first two folders of the paths that have as many, in small letters; none of those are hidden."""
        split = [path.split("/", 2) for path in self.paths]
        return frozenset([f"{one[0]}/{one[1]}" for one in split if len(one) > 2 and one[0][:1].isalpha()])

    def file_begins(self, start: str) -> bool:
        """Whether the name of some file begins like this."""
        return any(name.startswith(start) for name in self.basenames)
