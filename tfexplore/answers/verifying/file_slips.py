"""Files that are none, called nearly as one is that the document speaks of, and so meant for that one.

`conv_2d_gup.h` in a document that cites `conv_2d_gpu.h`; "`Placer::Run` (placer_impl.cc)", of which `placer.cc` is the
file; `core/graph/math_ops.cc` where `core/ops/math_ops.cc` is spoken of; `ops_training.cc` for `training_ops.cc`.
Whatever else the line denies or announces, such a name is not of something that is not there on purpose. Where nothing
is denied or announced, a name may have another ending as well, `placer.py`, or a word more, `placer_v2.cc:12`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.answers.citation import SUFFIXES
from tfexplore.answers.nearest import distances
from tfexplore.answers.verifying.spelling import ENDINGS, is_a_letter_off, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Letters of a file's name, without its ending, that are enough for one of them to be wrong.
LETTERS = 3
#: Letters of one that another goes on.
MIN_STEM = 4
#: Letters of one of which nothing in the document says that it is spoken of, for one of them to be wrong.
LONG = 12
#: Files in which the name is that a path is said of: one that many files have tells nothing.
FEW = 6
#: Letters of a folder, which stands for another where it has fewer: `K/conv_ops.cc`.
FOLDER = 3
#: What is added to the name of a file for the name of another.
_ADDED = regex(rf"(?:{ENDINGS}|_?[Uu]tils?|\d|_(?:ops?|kernels?|lib|base|internal|helpers?|common|core))\Z")


#: A word that people put into the name of a file.
_WORD_MORE = regex(r"v\d|impl|internal|base|ops?|kernels?|helpers?|utils?|lib|common|core")
#: Words of a file's name that nobody else has.
WORDS_OF_ITS_OWN = 3
#: Letters of a name of several words which may be in another order, and of one which may have another ending.
LONG_ENOUGH, LETTERS_OF_ENDING = 8, 5


class FileSlips:
    """The files of the tree for which a document's wrong ones are meant."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def misspelt(self, one: Citation, position: int) -> list[str]:
        """The files for which a path is meant that the tree does not have, where a letter or its folder is wrong."""
        if one.target.startswith("/"):
            return []  # a place on somebody's disk
        folder, _, name = one.target.lower().rpartition("/")
        spoken = {*self._cited, *self._of_name(position)}
        if folder:
            within = spoken if "/" in folder else self._of_name(position) if len(folder) >= FOLDER else ()
            same = [path for path in self.known.called(name) if path in within]
            same = same or [path for path in self.known.called(name) if _is_nearly_below(folder, path)]
            if same:
                return same
        stem, _, ending = name.partition(".")
        near = [path for path in spoken if _is_a_slip(stem, ending, _basename(path))]
        near = near or self._in_another_order(stem, ending)
        if not near and (len(stem) >= LONG or "/" in folder):
            named = [called for letters, called in self.known.near(name, "file") if letters == 1]
            near = [path for called in named for path in self.known.called(called) if _is_a_slip(stem, ending, called)]
        return sorted(path for path in near if path.lower().rpartition("/")[0].endswith(folder))

    def _in_another_order(self, stem: str, ending: str) -> list[str]:
        """The files that are called by the same words in another order."""
        words = sorted(_words(stem))
        if len(words) < 2 or len(stem) < LONG_ENOUGH:
            return []
        as_long = self._by_length.get(len(stem) + 1 + len(ending), ())
        alike = (called for called in as_long if called.endswith(f".{ending}"))
        others = [called for called in alike if sorted(_words(called[: len(stem)])) == words]
        return [path for called in others for path in self.known.called(called)]

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        """The names of all files by how long they are."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for called in self.known.basenames:
            found[len(called)].append(called)
        return dict(found)

    def nearly(self, one: Citation) -> list[str]:
        """The files for which a path is meant that has another ending, or with lines a word more, than they have."""
        folder, _, name = one.target.lower().rpartition("/")
        stem, _, ending = name.partition(".")
        if len(stem) < LETTERS_OF_ENDING or name in vocabulary.COMMON_FILES:
            return []
        called = [f"{stem}.{other}" for other in SUFFIXES if other != ending]
        words = stem.split("_")
        if one.start and len(words) > 1:
            called += [
                "_".join([*words[:at], *words[at + 1 :]]) + f".{ending}"
                for at, word in enumerate(words)
                if _WORD_MORE.fullmatch(word) and len(stem) - len(word) > LONG_ENOUGH
            ]
        near = [path for other in called for path in self.known.called(other)]
        if len(words) < WORDS_OF_ITS_OWN and not (one.start or folder):
            near = [path for path in near if path in self._cited]  # which anybody may have
        return sorted(path for path in near if path.lower().rpartition("/")[0].endswith(folder))

    def added(self, one: Citation, position: int) -> list[str]:
        """The files for which a path is meant that goes on with more than they are called: `placer_impl.cc`."""
        folder, _, name = one.target.rpartition("/")
        stem, _, ending = name.partition(".")
        added = _ADDED.search(stem)
        if added is None or added.start() < MIN_STEM:
            return []
        called = f"{stem[: added.start()]}.{ending}".lower()
        near = [path for path in self._of_name(position) if _basename(path) == called]
        if not near and one.start:
            near = [path for path in self._cited if _basename(path) == called]
        return sorted(path for path in near if path.lower().rpartition("/")[0].endswith(folder.lower()))

    @cached_property
    def _cited(self) -> frozenset[str]:
        """The files that other paths of the document mean."""
        return frozenset([path for found in self.page.resolved if len(found) <= FEW for path in found])

    def _of_name(self, position: int) -> list[str]:
        """The files of the name that a path is said of."""
        tie = self.page.tied.get(position)
        if tie is None:
            return []
        target = tie[0].target
        places = self.page.meant(target) or self.known.places(parts_of(target)[-1])
        files = list(dict.fromkeys([place.path for place in places]))
        return files if len(files) <= FEW else []


def _is_nearly_below(folder: str, path: str) -> bool:
    """Whether a file lies in a folder that is called as another is, but for a letter: `core/kernel/loom_op.cc`."""
    above = path.lower().split("/")[:-1]
    there = "/".join(above[-folder.count("/") - 1 :])
    return "/" in folder and there != folder and distances(folder)(there) == 1


def _words(stem: str) -> list[str]:
    return [word for word in stem.split("_") if word]


def _basename(path: str) -> str:
    return path.rpartition("/")[2].lower()


def _is_a_slip(stem: str, ending: str, called: str) -> bool:
    """Whether a file's name is that of another with one letter wrong, which is no form of the same word."""
    other, _, other_ending = called.lower().partition(".")
    if ending != other_ending or min(len(stem), len(other)) < LETTERS:
        return False
    return is_a_letter_off(stem, other)
