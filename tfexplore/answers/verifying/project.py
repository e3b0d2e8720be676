"""Names that an author gives to what is the author's: those of a project, or of a device that TensorFlow does not have.

A fork for a device "NPU" has an `NpuDevice`, a `CopyHostToNpu` and a `DEVICE_NPU`; the tree has no name with that word.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.known import WORDS
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Collection

    from tfexplore.answers.known import Known

#: Letters of a word, and names that begin with it, which the author gives to what is the author's.
MIN_WORD, OF_A_PROJECT = 2, 3
#: Letters of an op of the author's own, after which other things are called: `HardMishGradOp`, `hard_mish_op.cc`.
MIN_OP = 5
#: Letters of such a word that others go on without a sign between them.
MIN_WITHOUT = 3
#: Letters of a word of a project's that may stand anywhere in a name or a path: `core/kestrel/ops`, `HALDEN_VERSION`.
MIN_WITHIN = 5
#: How often an abbreviation stands by itself in a document that is on what it stands for.
MIN_TIMES = 2

#: Tokens that have an abbreviation as one of their words, which make it the author's where no name of the tree has it.
MIN_TOKENS = 3
#: What stands before the words of a name.
_LEAD = regex(r"\A[_*]*(?:k(?=[A-Z]))?")
#: What a document is on, and the ops that its code gives gradients.
_TITLE = regex(r"^#\s[^\n]+", re.M)
_GRADIENT_OF = regex(r"\bRegisterGradient\(\s*[\"'](\w+)[\"']", re.A)
_SEPARATORS = regex(r"[-_ ]")
#: Words that are put together, and words in capitals.
_TOKEN = regex(r"(?<!\w)(?:[A-Za-z0-9]+(?:[_-]+[A-Za-z0-9]+)+|[A-Z]{3,5}|[A-Z]\w*[a-z]\w*[A-Z]\w*)(?!\w)", re.A)
#: An abbreviation by itself; and what makes it part of a name, or of a path.
_ABBREVIATION = regex(r"(?<![\w.:/<-])[A-Z]{3,5}(?![\w(:/])", re.A)
#: "Names that begin with `Kf` are ours", "symbols with `acme`/`Acme` are the fork's", 以 `KF` 开头的类都是新增的.
_QUOTED = r"[`\"'“]{1,2}\w{2,16}[`\"'”]{1,2}"
_PREFIX = regex(
    r"\b(?:(?:begin(?:s|ning)?|start(?:s|ing)?|prefixed|names?|symbols|everything|anything|classes|files) with "
    r"(?:the (?:prefix|word) )?|prefix(?:es)? (?:is |are |of )?)"
    rf"(?P<words>{_QUOTED}(?:\s?(?:[/,]|or|and)\s?{_QUOTED})*)"
    rf"|(?:以\s?)?(?P<words_zh>{_QUOTED}(?:\s?[/、,或和]\s?{_QUOTED})*)\s?(?:开头|为前缀|打头)",
    re.I | re.A,
)
_OWN = regex(r"\b(?:ours?|my|mine|we|I|new|fork(?:'s)?|added|own)\b|我们|新增|自己|fork", re.A)
#: Letters around such words in which they are said to be somebody's own.
MAX_LETTERS = 100


class Project:
    """The words that are an author's own, by the names of a document that are `unknown`."""

    def __init__(self, text: str, unknown: Collection[str], known: Known) -> None:
        self._known = known
        self._begun: dict[str, set[str]] = {}
        pairs: dict[tuple[str, ...], set[str]] = {}
        for name in {part for target in unknown for part in _parts(target)}:
            words = _words(name)
            self._begun.setdefault(words[0] if words else "", set()).add(name)
            if len(words) > 1:
                pairs.setdefault((words[0], words[1]), set()).add(name)
        title = _TITLE.search(text)
        announced = [title[0] if title is not None else "", *REGISTERED_OP.findall(text), *_GRADIENT_OF.findall(text)]
        letters = " ".join([_SEPARATORS.sub("", each).lower() for each in announced])
        #: Names by the two words that they begin with, as the document's title or an op that its code registers does.
        self._pairs = {
            pair: names for pair, names in pairs.items() if len(names) >= OF_A_PROJECT and "".join(pair) in letters
        }
        times: dict[str, int] = {}
        for match in _ABBREVIATION.finditer(text):
            times[match[0].lower()] = times.get(match[0].lower(), 0) + 1
        self._abbreviations = {word for word, count in times.items() if count >= MIN_TIMES}
        self._tokens = _common(text)
        self._abbreviations |= self._tokens.keys()
        self._own: dict[str, bool] = {}
        said = [
            match["words"] or match["words_zh"]
            for match in _PREFIX.finditer(text)
            if _OWN.search(text, max(0, match.start() - MAX_LETTERS), match.end() + MAX_LETTERS)
        ]
        registered = {op for op in REGISTERED_OP.findall(text) if op not in known.ops and len(op) >= MIN_OP}
        self._ops = [form for op in sorted(registered) for form in (op, lower_case(op))]
        self._announced = {word.strip("_").lower() for words in said for word in re.findall(r"\w+", words, re.A)}

    def has(self, target: str) -> bool:
        """Whether a name or a path is called after the author's project or device."""
        for word in [words[0] for words in map(_words, _parts(target)) if words]:
            # `npublasGemm` goes on the word that `NpuDevice` and `NpuOp` begin with.
            if any(self._is_theirs(word[:end]) for end in (len(word), *range(MIN_WITHOUT, len(word) - 1))):
                return True
        words = {match.lower() for match in WORDS.findall(target)}
        if words & self._announced or any(form in target for form in (*self._ops, *self._stems)):
            return True
        words |= {word.removesuffix("s") for word in words}  # `GetNumNpus`
        return any(self._is_own(word) for word in words & self._abbreviations)

    def _is_theirs(self, word: str) -> bool:
        """Whether several names of the document begin with a word, and none of the tree's."""
        begun = self._begun.get(word, set()) if len(word) >= MIN_WORD else set()
        theirs = len(begun) >= OF_A_PROJECT and not self._known.begins_some(word)
        return theirs and 2 * sum(self._known.may_stand(name) is True for name in begun) < len(begun)

    def has_folder(self, target: str) -> bool:
        """Whether a path goes through a folder that is called so."""
        folders = {match.lower() for match in WORDS.findall(target.rpartition("/")[0])}
        return any(self._is_own(word) for word in folders & self._abbreviations)

    def _is_own(self, word: str) -> bool:
        """Whether a word is in no name that the tree has, in no path of it, and in no token here that a file has."""
        if word not in self._own:
            named = self._known.has_word(word) or (
                word in self._paths if len(word) >= MIN_WITHIN else self._is_in_paths(word)
            )
            self._own[word] = not (named or any(map(self._known.may_stand, self._tokens.get(word, ()))))
        return self._own[word]

    @cached_property
    def _stems(self) -> list[str]:
        """The two words that names of the author's begin with, as they are written: `SoftClip`, `soft_clip_ops.cc`."""
        found: list[str] = []
        for (one, other), names in self._pairs.items():
            forms = (one.capitalize() + other.capitalize(), f"{one}_{other}", f"{one}_{other}".upper())
            there = any(self._known.has_letters(form) or form in self._paths for form in forms)
            if not there and 2 * sum(self._known.may_stand(name) is True for name in names) < len(names):
                found += forms
        return found

    @cached_property
    def _paths(self) -> str:
        """Every path of the tree, for which all of its folders may have to be gone through."""
        return "\n".join([*self._known.paths, *self._known.unlisted])

    def _is_in_paths(self, word: str) -> bool:
        """Whether a short word is one of those that some path is made of: `cub` of `third_party/cub.BUILD`."""
        return word in self._paths and re.search(rf"(?<![a-z]){word}(?![a-z])", self._paths) is not None


def _parts(target: str) -> list[str]:
    """The names that one is put together of, and of a path the file's without its ending."""
    return [part.partition(".")[0] for part in target.rpartition("/")[2].split("::")]


def _common(text: str) -> dict[str, set[str]]:
    """The words, in small letters, that many tokens of a text have, which are given with them: `DEVICE_NPU`, `NpuOp`.

    Short ones stand in capitals as well.
    """
    tokens: dict[str, set[str]] = {}
    for token in set(_TOKEN.findall(text)):
        for part in re.split(r"[_-]", token):
            for word in WORDS.findall(part) or [part]:
                if word.isalpha() and len(word) >= 3:
                    tokens.setdefault(word.lower(), set()).add(token)
    capitals = {match[0].lower() for match in re.finditer(r"(?<![A-Za-z])[A-Z]{3,5}(?![A-Za-z])", text)}
    many = {word: found for word, found in tokens.items() if len({*map(str.lower, found)}) >= MIN_TOKENS}
    return {word: found for word, found in many.items() if len(word) >= MIN_WITHIN or word in capitals}


def _words(name: str) -> list[str]:
    """The words of a name, or of a file's, in small letters; of a constant those behind its `k`."""
    text = _LEAD.sub("", name)
    return [word.lower() for word in WORDS.findall(text)] if WORDS.match(text) else []
