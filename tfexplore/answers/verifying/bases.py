"""Whether a class is derived from another, as far as anybody can say: what all checks of bases share."""

from __future__ import annotations

import builtins
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import kernels, symbols
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: What has classes with the names of others, which are meant where it is named.
_COPIES = regex(r"contrib|lite", re.I)
#: What classes are called that are there for others to be derived from.
_FOR_OTHERS = regex(r"(?:Kernel|Interface|Base)\Z|Base[A-Z]|Abstract[A-Z]", re.A)
#: Names of classes that are read as bases.
MAX_SUGGESTED = 3


class Bases:
    """What the classes of which a document speaks are derived from."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._speaks_of_copies = any(_COPIES.search(line) for line in page.text_lines)

    def wrong(self, name: str, base: str, direct: bool = False, python: bool | None = None) -> str:
        """Why a class is not derived from another; empty when it is, or when nobody can say.

        `direct`: there is no class between the two, as where the head of a class is written, in `python` or not.
        """
        owner, other = parts_of(name)[-1], parts_of(base)[-1]
        if owner == other or owner in self.page.own or not self.is_class(owner):
            return ""
        if not self.is_class(other):
            return self._is_no_error(owner, other)
        if vocabulary.PLACEHOLDER.search(owner) or (python is not None and not self.is_class(owner, python)):
            return ""
        if (
            self._is_its_kernels(owner, other)
            or self._is_made(owner)
            or not (self._is_itself(name) and self._is_itself(base))
            or all(self._is_of_java(each) for each in (owner, other))
        ):
            return ""
        classes = self.page.classes
        if direct and not classes.has_base(owner, other, python, self._speaks_of_copies):
            return f"{owner} is not derived from {other} directly"
        if other in classes.above(owner) or not (classes.is_derived(owner) or classes.leads_outside_only(owner)):
            return ""
        return f"{owner} is not derived from {other}"

    def _is_of_java(self, name: str) -> bool:
        """Whether a file of Java is called as a class is, which no index reads."""
        return bool(self.known.called(f"{name}.java") or self.known.unlisted_as(f"{name}.java"))

    def _is_no_error(self, owner: str, other: str) -> str:
        """Why a Python class is not derived from one of the language's exceptions; empty when it is, or may be."""
        classes = self.page.classes
        if not is_error(other) or self.is_class(owner, False):
            return ""
        error: type = getattr(builtins, other)
        above = [getattr(builtins, name, None) for name in classes.above(owner) if not self.is_class(name)]
        built_in = [each for each in above if isinstance(each, type)]
        if not built_in or len(built_in) < len(above) or any(issubclass(each, error) for each in built_in):
            return ""
        return f"{owner} is not derived from {other}"

    def right(self, name: str, base: str) -> bool:
        """Whether it is certain that a class is derived from another, near or far."""
        return parts_of(base)[-1] in self.page.classes.above(parts_of(name)[-1])

    def direct(self, name: str, base: str) -> bool:
        """Whether a class is derived from another without one between."""
        return parts_of(base)[-1] in self.page.classes.bases(parts_of(name)[-1])

    def _is_made(self, name: str) -> bool:
        """Whether Python calls something so that is no class statement: `EagerTensor = TFE_Py_InitEagerTensor(...)`."""
        places = [place for place in self.known.places(name) if place.name == name and place.path.endswith(".py")]
        return bool(places) and not any(place.kind == "class" for place in places)

    def _is_its_kernels(self, owner: str, other: str) -> bool:
        """Whether a class is called like an op, of whose kernel a base in another language, or of its own, is said."""
        if owner not in self.known.ops:
            return False
        languages = [{place.path.endswith(".py") for place in self.known.class_places(one)} for one in (owner, other)]
        if not languages[0] & languages[1]:
            return True
        made = {one.kernel_class for one in kernels.of_ops(self.known.index, (owner,))}
        classes = {symbols.without_arguments(name).rpartition("::")[2] for name in made}
        return any(other in self.page.classes.above(name) for name in classes)

    def _is_itself(self, name: str) -> bool:
        """Whether a name is not a public one by which a class is called otherwise: `tf.keras.optimizers.Optimizer`."""
        if not name.startswith(("tf.", "tensorflow.", "keras.")):
            return True
        places = self.page.meant(name)
        return bool(places) and all(parts_of(place.name)[-1] == parts_of(name)[-1] for place in places)

    def is_class(self, name: str, python: bool | None = None) -> bool:
        """Whether the tree has a class of a name, in Python or in C++."""
        places = self.known.class_places(name)
        return any(python is None or place.path.endswith(".py") is python for place in places)

    def is_for_others(self, name: str) -> bool:
        """Whether a class of C++ or Python is there for others to be derived from, by its name or its members."""
        last = parts_of(name)[-1]
        return _FOR_OTHERS.search(last) is not None or self.page.classes.is_abstract(last)

    def is_message(self, name: str) -> bool:
        """Whether a name is a message's."""
        return any(place.path.endswith(".proto") for place in self.known.class_places(parts_of(name)[-1]))

    def of(self, name: str, but: str = "") -> tuple[str, ...]:
        """What a class is derived from, without one that it is said to be derived from."""
        bases = self.page.classes.bases(parts_of(name)[-1])
        return tuple([base for base in bases if base != parts_of(but)[-1]][:MAX_SUGGESTED])

    def as_it_is(self, line: str) -> bool:
        """Whether a line does not announce what is yet to be, or was."""
        return not disclaimers.proposed(line)

    def verdict(self, said: Citation, name: str, base: str, why: str) -> list[Verdict]:
        """The verdict on what is said of a class by some words of the document; none where they speak of strangers."""
        if not why or self.page.strangers(said):
            return []
        return [self.page.verdict(said, "not found", None, self.of(name, base), why)]


def is_error(name: str) -> bool:
    """Whether a name is that of one of Python's own exceptions."""
    error = getattr(builtins, name, None)
    return isinstance(error, type) and issubclass(error, BaseException)


def named(name: str, number: int, at: int) -> Citation:
    """A name that stands at a position (from 0) of a line, as a citation."""
    return Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))
