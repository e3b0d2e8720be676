"""What a name or a path is made of, and what it may be a misspelling of."""

from __future__ import annotations

import re
from functools import lru_cache

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.answers.nearest import distances, letters_of
from tfexplore.index.symbols import without_arguments, without_signs
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.known import Known
    from tfexplore.index.symbols import Place
    from tfexplore.model import Location

#: Letters of a name that is found in other spellings as well.
WRITTEN_OTHERWISE = 5
#: A word that is put together as names in code are, and no word of prose.
STRUCTURED = regex(r"\w*[a-z][A-Z]\w*|\w*[A-Z]{2}[a-z]\w*|\w*[A-Za-z]{2}\d\w*|_\w+|\w*\w_\w+", re.A)


def parts_of(target: str) -> list[str]:
    """The parts of a qualified name, without template arguments and without what an `operator` is made of."""
    return without_arguments(without_signs(target.strip())).strip().strip(":").replace(".", "::").split("::")


def owner_of(name: str) -> str:
    """The class or namespace right before a name."""
    return name.replace(".", "::").rpartition("::")[0].rpartition("::")[2]


def inside_of(places: Iterable[Place], owner: str) -> list[Place]:
    """Those of some places that are members of a class, or stand in a namespace."""
    return [place for place in places if owner in place.name and owner_of(place.name) == owner]


def stem(path: str) -> str:
    """A path without its suffix and without what tells a header from its source and a GPU's from a CPU's."""
    return re.sub(r"(?:_impl|_gpu|_cpu)?(?:\.cu)?\.\w+$", "", path)


def spot(place: Place | Location) -> str:
    """A place as one would cite it."""
    return f"{place.path}:{place.line}"


def is_of_the_file(path: str, name: str) -> bool:
    """Whether a file is called after a name, which without a mark is a word for what the file does."""
    return lower_case(name) == path.rpartition("/")[2].partition(".")[0]


def is_of_a_variant(op: str, name: str) -> bool:
    """Whether a class is called as an op with more in front of it: `SparseApplyFtrlOp` of `ApplyFtrl`."""
    return op in name and not name.startswith(op)


def several(found: list[str]) -> str:
    """How many files a name has, where it has more than one."""
    return f"{len(found)} files have this name" if len(found) > 1 else ""


#: How a public name of one version of the API begins.
COMPATIBLE = regex(r"\Atf(?:\.compat\.v[12])+(?=\.|\Z)")


def endpoint_name(target: str) -> str:
    """A public name as the index has it: from `tf` on.

    >>> endpoint_name("tensorflow.nn.conv2d"), endpoint_name("keras.layers.Dense")
    ('tf.nn.conv2d', 'tf.keras.layers.Dense')
    """
    if target.startswith("tensorflow."):
        target = "tf." + target.partition(".")[2]
    if target.startswith("keras."):
        target = "tf." + target
    return target


def as_words(words: Sequence[bytes]) -> re.Pattern[bytes]:
    """What finds any of some words where it stands as a word of its own."""
    return re.compile(rb"(?<!\w)(?:" + b"|".join([re.escape(word) for word in words]) + rb")(?!\w)")


def mentioning(words: Sequence[bytes], data: bytes) -> list[int]:
    """The numbers of the lines of a text on which some words stand, in order, a line once for each of them."""
    numbers: list[int] = []
    if any(word in data for word in words):
        number, at = 1, 0
        for match in as_words(words).finditer(data):
            number += data.count(b"\n", at, match.start())
            at = match.start()
            numbers.append(number)
    return numbers


def written_otherwise(name: str, lines: Sequence[bytes]) -> bool:
    """Whether lines have a longer name in another spelling alone, as what it stands for is called: `saver_def`.

    >>> written_otherwise("SaverDef", [b"if saver_def:"]), written_otherwise("SaverDef", [b"SaverDef saver_def;"])
    (True, False)
    """
    called = parts_of(name)[-1]
    word, there = called.replace("_", "").lower().encode(), b"\n".join(lines)
    if len(word) < WRITTEN_OTHERWISE or called.strip("_").encode() in there:
        return False
    return word in there.replace(b"_", b"").lower()


def letters_allowed(word: str) -> int:
    """How many letters a misspelling may have wrong."""
    return 1 if len(word) < 9 else 2


def tensorflowish(name: str) -> bool:
    """Whether a file name ends as the names of TensorFlow's files do."""
    return re.search(r"(?:_ops?|_kernels?|_grad|_op_\w+|_util|_ops_\w+)(?:\.cu)?\.\w+$", name) is not None


_letters = lru_cache(200_000)(letters_of)


def nearest_of(word: str, names: set[str], cutoff: float = 0.5) -> list[str]:
    """The three of some names that are nearest to a word, with this share of letters alike at least."""
    wanted = _letters(word)
    distance_to = distances(word)
    found = []
    for name in names:
        most = (1 - cutoff) * max(len(word), len(name))
        # What the letters differ by cannot be alike, in whichever order they are.
        if (wanted ^ _letters(name)).bit_count() <= 2 * most:
            distance = distance_to(name)
            if distance <= most:
                found.append((distance, name))
    return [name for _, name in sorted(found)[:3]]


def nearly(known: Known, word: str) -> list[tuple[int, str]]:
    """The names nearest to a word that it may be meant for, with the number of letters that differ.

    In another style (`NumClasses`, `num_classes`) it is another thing's, which no index need have.
    """
    near = known.near(word)
    letters = re.sub(r"[_~]", "", word).lower()
    return [one for one in near if known.has_tree or re.sub(r"[_~]", "", one[1]).lower() != letters]


def in_the_style_of(word: str, name: str) -> bool:
    """Whether both of two names are words with underscores between, or neither is: `FullGraph` is not `full_graph`."""
    return ("_" in word.strip("_")) == ("_" in name.strip("_")) or word.islower() == name.islower()


def same_letters(word: str, name: str) -> bool:
    """Whether two names differ in nothing but underscores and capitals."""
    return word.replace("_", "").lower() == name.replace("_", "").lower()


def suspicious(known: Known, word: str) -> bool:
    """Whether a word looks as if it were one of the tree's: by its ending, or as a misspelling of one that is."""
    if word.endswith(vocabulary.OURS) and len(word) > 5:
        return True
    near = [each for each in nearly(known, word) if in_the_style_of(word, each[1])]
    return bool(near) and near[0][0] <= letters_allowed(word)


def without_blanks(line: str) -> str:
    """A line of code without blanks, as which two are the same however they are indented or spaced."""
    return "".join(line.split())


#: What people add to a name for that of another: a plural, a version, a kind.
ENDINGS = r"s|_?[vV]\d|_?[Ii]mpl|_?[Ee]x"


#: Letters of a part of a word in which another letter makes another word.
SHORT_PART = 3


def but_for_one(words: Sequence[str], first: int = 0) -> Iterator[list[str]]:
    """The words of a name without one of them in turn, from the `first` up to the last, which is what the thing is.

    >>> list(but_for_one(["wide", "loom", "op"])), list(but_for_one(["wide", "loom", "op"], 1))
    ([['loom', 'op'], ['wide', 'op']], [['wide', 'op']])
    """
    return ([*words[:at], *words[at + 1 :]] for at in range(first, len(words) - 1))


def is_a_letter_off(word: str, other: str) -> bool:
    """Whether two words differ in one letter, or two that are swapped, and are no forms of one: no plural, no number.

    In a part of three letters another letter makes another word.

    >>> is_a_letter_off("conv_2d_gup", "conv_2d_gpu"), is_a_letter_off("nodes", "node"), is_a_letter_off("a1b", "a2b")
    (True, False, False)
    >>> is_a_letter_off("val_auc", "val_acc"), is_a_letter_off("val_loss", "val_lass")
    (False, True)
    """
    if abs(len(word) - len(other)) > 1 or word.startswith(other) or other.startswith(word):
        return False
    if word.lower() == other.lower() or _digits(word) != _digits(other):
        return False
    return distances(word)(other) == 1 and not _in_a_short_part(word, other)


def _in_a_short_part(word: str, other: str) -> bool:
    """Whether two words differ in a letter of a short part: `val_auc` and `val_acc`."""
    apart = [(one, another) for one, another in zip(word.split("_"), other.split("_"), strict=False) if one != another]
    return len(apart) == 1 and len(apart[0][0]) == len(apart[0][1]) <= SHORT_PART and sorted(word) != sorted(other)


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def is_a_slip(word: str, name: str) -> bool:
    """Whether a word is a name with one small letter inside of it left out, doubled, wrong, or exchanged with the next.

    >>> is_a_slip("defered_", "deferred_"), is_a_slip("Cnov2D", "Conv2D"), is_a_slip("ApplyAdamV2", "ApplyAdam")
    (True, True, False)
    """
    if word == name or abs(len(word) - len(name)) > 1 or word[0] != name[0] or _in_a_short_part(word, name):
        return False
    at = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), len(word))
    if at < 1 or at >= min(len(word), len(name)) - 1:
        return False  # a plural, a version, a member's underscore
    if len(word) == len(name):
        swapped = word[at : at + 2] == name[at : at + 2][::-1] and word[at + 2 :] == name[at + 2 :]
        letters, rest = word[at] + name[at], word[at + 1 :] == name[at + 1 :]
        return (swapped and word[at : at + 2].isalpha()) or (rest and letters.isalpha() and letters.islower())
    longer, shorter = (word, name) if len(word) > len(name) else (name, word)
    extra = longer[at]
    doubled = extra in (longer[at - 1], longer[at + 1])
    return longer[at + 1 :] == shorter[at:] and (
        extra.islower() or (extra == "_" and longer.isupper()) or (doubled and not extra.isdigit())
    )
