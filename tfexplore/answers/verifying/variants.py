"""Names that no file has, and that have all words but one of a name of the tree: `spin_loom_twice`, `kMostSheds`.

Who remembers a name half makes such names: a word is another (`spin_shed_once` for `spin_loom_once`), the last one is
written out (`spin_temporary` for `spin_temp`). Somebody's own names seldom are so near; they stand in a document more
than once, or where it proposes something. They are in small letters, or constants.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import chain, islice, takewhile

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.searching import stands
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Words in small letters, as functions and members are called.
_SMALL = regex(r"_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+_?", re.A)
_SMALL_IN_FILES = re.compile(rb"(?<![\w.-])_?[a-z][a-z0-9]*(?:_[a-z0-9]+)+_?(?!\w)")
#: A constant of C++ and one of Python, the same in files, and the words of the former.
_CONSTANT = regex(r"k(?:[A-Z][a-z0-9]+){3,}|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+){2,}", re.A)
_CONSTANTS_IN_FILES = re.compile(rb"(?<![\w.-])(?:k(?:[A-Z][a-z0-9]+){3,}|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+){2,})(?!\w)")
_WORD = regex(r"[A-Z][a-z0-9]+")
#: A function or a class of four words or more, the last of which only says what it is, or is about.
_WHAT_IT_IS = regex(
    r"(?:Error|Status|Count|Size|List|Info|Data|Value|Type|Name|Result|State|Message|Number|Function)\Z"
)
_CAPITALS = regex(rf"(?:[A-Z][a-z0-9]+){{3,}}{_WHAT_IT_IS.pattern}", re.A)
#: How a word goes on that is written out: with more than the sign of the plural or a number.
_REST = regex(r"[a-z]{2,}", re.A)
#: Words of a name, letters of those that it shares, and of a word that another begins with.
WORDS, SHARED, PART = 3, 8, 4


class Variants:
    """The names of a document that are nearly a name of the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def has(self, one: Citation) -> bool:
        """Whether a name in code, which the document has once, has all words but one of a name of the tree.

        The name is one that is defined somewhere, or that a file has which the document cites.
        """
        target = one.target
        if not one.in_code or self.page.may_propose(one.line) or self.page.times(target) > 1:
            return False
        if disclaimers.foreign(self.page.header(one)):
            return False
        if _CONSTANT.fullmatch(target) is not None:
            return self._is_another_constant(target)
        if _CAPITALS.fullmatch(target) is not None:
            return self._is_said_longer(one)
        return _SMALL.fullmatch(target) is not None and (self._is_lengthened(target) or self._has_another_word(target))

    def _is_said_longer(self, one: Citation) -> bool:
        """Whether a file that the lines around cite has a name without the word for what it is: `SpinLoomTwice`."""
        shorter = _WHAT_IT_IS.sub("", one.target)
        near = [each for number in range(one.line - 1, one.line + 2) for each in self.page.on(number)]
        paths = [each for each in near if each.kind in ("path", "path:line")]
        files = dict.fromkeys(path for each in paths for path in self.page.files_meant(each)[:1])
        return any(stands(shorter, self.page.known.read(path) or b"") for path in files)

    def _is_another_constant(self, target: str) -> bool:
        """Whether a word of a constant is another in one of the files that the document cites, or of the tree's C++."""
        words = _WORD.findall(target) if target.startswith("k") else target.split("_")
        if words[0] == "TF":
            return False  # variables of the environment are of families, of which somebody may have another
        for at, word in enumerate(words):
            before = target[: sum(map(len, words[:at])) + (1 if target.startswith("k") else at)]
            behind = target[len(before) + len(word) :]
            if len(before) + len(behind) < SHARED:
                continue
            for name in self._constants_like(before):
                middle = name[len(before) : len(name) - len(behind)] if name.endswith(behind) else ""
                if middle and (_WORD.fullmatch(middle) if target.startswith("k") else middle.isalpha()):
                    return True
        return False

    def _constants_like(self, begin: str) -> Iterator[str]:
        """The constants that begin so: of the tree where they are those of C++, else of the files that are cited."""
        cited = (name for name in self._cited_constants if name.startswith(begin))
        known = self.page.known.beginning(begin) if begin.startswith("k") and len(begin) > PART else iter(())
        return chain(cited, known)

    @cached_property
    def _cited_constants(self) -> list[str]:
        """The constants of the files that the document cites."""
        texts = [self.page.known.read(path) or b"" for path in self.page.files_named]
        return sorted({word.decode() for text in texts for word in set(_CONSTANTS_IN_FILES.findall(text))})

    def _is_lengthened(self, target: str) -> bool:
        """Whether the last word of a name begins with that of another, which is otherwise the same."""
        head, _, last = target.rstrip("_").rpartition("_")
        if len(head) + PART < SHARED or len(last) <= PART:
            return False
        return any(
            target.startswith(name) and len(name) >= len(head) + 1 + PART and _REST.fullmatch(target, len(name))
            for name in self._beginning(f"{head}_{last[:PART]}")
        )

    def _has_another_word(self, target: str) -> bool:
        """Whether a word of a name is another in one of the tree, of which the rest is the same."""
        bare = target.strip("_")
        words = bare.split("_")
        if len(words) < WORDS or words[0] == "tf":
            return False  # flags are of families, of which somebody may have another
        edge, _, end = target.partition(bare)
        for at in range(len(words)):
            before = edge + "".join([f"{word}_" for word in words[:at]])
            behind = "".join([f"_{word}" for word in words[at + 1 :]]) + end
            if len(before) + len(behind) < SHARED:
                continue
            named = (name for name in self._beginning(before) if name.endswith(behind))
            if any(name[len(before) : len(name) - len(behind)].isalpha() for name in named):
                return True
        return False

    def _beginning(self, begin: str) -> Iterator[str]:
        """The names of the tree, and the words of the files that are cited, that begin so."""
        if len(begin.strip("_")) < PART:
            return iter(())
        cited = islice(self._cited, bisect_left(self._cited, begin), None)
        return chain(self.page.known.beginning(begin), takewhile(lambda word: word.startswith(begin), cited))

    @cached_property
    def _cited(self) -> list[str]:
        """The names in small letters of the files that the document cites, in order."""
        texts = [self.page.known.read(path) or b"" for path in self.page.files_named]
        return sorted({word.decode() for text in texts for word in set(_SMALL_IN_FILES.findall(text))})
