"""Verdicts on names of Python with dots: public endpoints, modules' functions, classes' members."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.known import WORDS
from tfexplore.answers.searching import stands
from tfexplore.answers.tree import UNLISTED
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.public import Public
from tfexplore.answers.verifying.spelling import (
    but_for_one,
    inside_of,
    letters_allowed,
    nearest_of,
    owner_of,
    suspicious,
)
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.messages import Message
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict


#: What ends like a file or a site is no name.
_FILE_OR_SITE = regex(
    r"\.(?:py|so|md|cc|h|org|io|dev|com|dll|lib|dylib|sln|exe|jar|js|git|proto|json|pb|pbtxt|tflite|ckpt|h5|yaml|whl|zip)$"
)
#: What accessors of C++ have in front of a field's name.
_ACCESSOR = regex(r"(?:set|mutable|add|has|clear|release)_(?=[a-z])")
#: Signs between the words of a function that nobody else's module has by chance.
SIGNS = 2
#: A name of as many letters is no other's by chance.
_LONG = 9
#: The modules by which Python calls the C interface.
C_API = frozenset(["c_api", "pywrap_tensorflow", "pywrap_tensorflow_internal"])


def fields_of(member: str) -> list[str]:
    """The fields of messages that a generated function of C++ may be made for: `set_width`, `width_size`."""
    if not member.islower():
        return []
    return [field for field in (_ACCESSOR.sub("", member), member.removesuffix("_size")) if field != member]


def _is_put_otherwise(owner: str, name: str) -> bool:
    """Whether a class is called by the words of another in another order, or by all of them but one in the middle."""
    words, others = WORDS.findall(owner), WORDS.findall(name)
    if len(others) > 1 and sorted(words) == sorted(others):
        return True
    return len(words) > 1 and words in but_for_one(others, 1)


class Dotted:
    """The checks of a document's dotted names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self.public = Public(page)

    def check(self, one: Citation) -> Verdict | None:
        """A verdict on a dotted name; None for one that need not be TensorFlow's."""
        known, target = self.known, one.target
        if _FILE_OR_SITE.search(target):
            return None
        if target.startswith(("tf.", "tensorflow.", "keras.")):
            return self.public.check(one)
        if f"tf.{target}" in known.endpoints:  # as it is written where it is made public
            return self.page.verdict(one, "found", next(iter(self.page.meant(f"tf.{target}")), None))
        module, _, name = target.partition(".")
        first = name.partition(".")[0]
        if module.startswith("gen_"):
            for inside, op in known.wrappers.get(first, ()):
                if inside == module or inside.startswith(module):
                    places = known.places(op)
                    return self.page.verdict(one, "found", places[0] if places else None, (), f"generated for {op}")
            near = [n for _, n in known.near(first) if n in known.wrappers]
            if not known.wrappers.get(first) and not known.generated(module):
                return None  # another project has such modules, too
            if not known.has_endpoints and known.wrappers.get(first.removeprefix("_")):
                return None  # before 1.6 what is hidden has an underscore in front
            elsewhere = [f"{inside}.{first}" for inside, _ in known.wrappers.get(first, ())]
            if known.somewhere(first) and not known.wrappers.get(first) and not near and first.startswith("_"):
                return None
            return self.page.verdict(one, "not found", None, [*elsewhere, *near][:3], "no op generates such a function")
        if module in self.page.own or (not self._is_code(one) and module[:1].isupper() and not self.page.is_tied(one)):
            return None
        called = known.called(module + ".py") if not module[:1].isupper() else []  # `Saver` is no `saver.py`
        files = [p for p in called if "/python/" in p or p.startswith("tensorflow/")]
        files.sort(key=lambda path: not path.startswith("tensorflow/python/"))  # of two, what is said is said of that
        classes = [p for p in known.places(module) if p.kind == "class" and p.path.endswith(".py")]
        of_file = next((place for place in known.places(first) if place.path in files), None) if classes else None
        if of_file is not None and not self.page.classes.has(module, first):
            return self.page.verdict(one, "found", of_file)  # `variable_scope` is a class and a module
        messages = self.page.messages.named(module) if known.has_tree and one.in_code and module[:1].isupper() else []
        for message in messages:
            if (field := _ACCESSOR.sub("", first)) in message.numbers:
                line = message.numbers[field][1]
                return self.page.verdict(one, "found", Location(message.path, line, line))
        if classes:
            return self._member(one, module, first)
        if one.in_code and known.has_tree and self._is_of_cpp(module):
            return self._member_of_cpp(one, module, first)
        if messages:
            return self._field(one, module, first, messages)
        if first in known.swig_names and "wrap" in module:
            place = next(iter(known.places(first)), None)
            return self.page.verdict(one, "found", place, (), "" if place else "made by SWIG")
        if module in C_API and first.startswith(("TF_", "TFE_")) and known.somewhere(first) == "":
            near = [f"{module}.{name}" for _, name in known.near(first)]
            return self.page.verdict(one, "not found", None, near, "no file has such a function")
        if module.endswith("_") and one.in_code and (first[:1].isupper() or (one.called and "_" in first)):
            return self._of_a_field(one, first)
        if not files:
            return self._misspelt(one, module, first)
        for place in known.places(first):
            if place.path in files:
                return self.page.verdict(one, "found", place)
        if first in known.wrappers:
            return self._generated(one, files[0], first)
        nowhere = not known.has_tree and known.somewhere(first) == ""
        if not (known.has_tree or nowhere) and (known.knows(first) or not suspicious(known, first)):
            return None
        for path in files:
            data = known.read(path)
            if data is not None and re.search(rb"(?<!\w)" + re.escape(first).encode() + rb"(?!\w)", data):
                return self.page.verdict(one, "found", None, (), f"named in {path}")
        for path in files:
            source = self.page.modules.taken_over(path, first)
            if source is None:
                return None
            if source:
                place = next((place for place in known.places(first) if place.path == source), None)
                return self.page.verdict(one, "found", place, (), f"by an import of all names in {path}")
        closest = known.near(first)
        invented = one.in_code and first.strip("_").count("_") >= SIGNS
        invented = invented and (self._speaks_of(files) or self._is_framed_as(first, files))
        invented = invented or (one.in_code and self._speaks_of(files) and self._is_one_with_a_word_more(first, files))
        if invented and first not in self.page.own and known.somewhere(first) == "":
            return self.page.verdict(one, "not found", None, [n for _, n in closest], f"not in {files[0]}")
        if self._is_put_together_otherwise(first):
            return self.page.verdict(one, "not found", None, [known.rearranged(first)], f"not in {files[0]}")
        if "_" not in module and not (one.in_code and self._nearly_defined(first, files)):
            return None  # `random.choice` need not be the tree's random.py
        if self._is_of_a_variable(module, first) or self._is_of_an_alias(module, first):
            return None
        if not self._speaks_of(files) and any(place.kind == "function" for place in known.places(module)):
            return None  # what a function makes in the scope of its name
        return self.page.verdict(one, "not found", None, [n for _, n in closest], f"not in {files[0]}")

    def _speaks_of(self, files: list[str]) -> bool:
        """Whether the document cites one of some files, of which no other module can be meant then."""
        return any(path in found for found in self.page.resolved for path in files)

    def _is_framed_as(self, name: str, files: list[str]) -> bool:
        """Whether files define a name with the first and the last words of one: `push_old_loom` of `push_new_loom`."""
        first, *_, last = name.strip("_").split("_")
        defined = [symbol.name.strip("_").split("_") for path in files for symbol in self.known.inside(path)]
        modules = {f"gen_{path.rpartition('/')[2].removesuffix('.py')}" for path in files}
        made = self.known.wrappers.items()  # which `math_ops` has by importing all of `gen_math_ops`
        defined += [function.split("_") for function, of in made if any(module in modules for module, _ in of)]
        return any(len(words) > SIGNS and (words[0], words[-1]) == (first, last) for words in defined)

    def _is_one_with_a_word_more(self, name: str, files: list[str]) -> bool:
        """Whether files define a name with all words of one but one within it: `SpinLoom` of `SpinNoLoom`."""
        fewer = ["".join(words) for words in but_for_one(WORDS.findall(name), 1)]
        return any(symbol.name in fewer for path in files for symbol in self.known.inside(path))

    def _is_put_together_otherwise(self, name: str) -> bool:
        """Whether no file has a name, whose words a name of the tree has in another order."""
        return bool(self.known.rearranged(name)) and self.known.somewhere(name) == "" and name not in self.page.own

    def _is_code(self, one: Citation) -> bool:
        """Whether a name is written as code, as a call, or with a member whose words are joined as in code."""
        called = self.page.text_lines[one.line - 1].startswith("()", one.end_column)
        return one.in_code or called or "_" in one.target.rpartition(".")[2].strip("_")

    def _generated(self, one: Citation, path: str, function: str) -> Verdict | None:
        """A verdict on a generated function that a module is said to have, as by `from gen_math_ops import *`."""
        generated = self.known.wrappers[function]
        own = f"gen_{path.rpartition('/')[2].removesuffix('.py')}"
        text = (self.known.read(path) or b"").decode("utf-8", "replace")
        imported = any(re.search(rf"\b{module} import \*|\b{function}\b", text) for module, _ in generated)
        imported = imported or bool(self.page.modules.taken_over(path, function))
        if imported or any(module == own for module, _ in generated):
            return self.page.verdict(one, "found", None, (), f"generated for {generated[0][1]}")
        if not self.known.has_tree or not path.endswith("_ops.py"):
            return None  # `model.save` is said of somebody's model
        near = [f"{module}.{function}" for module, _ in generated]
        return self.page.verdict(one, "not found", None, near[:3], f"not in {path}")

    def _is_of_a_variable(self, variable: str, member: str) -> bool:
        """Whether what a variable is called after has a member: `saved_model.meta_graphs` of a `SavedModel`."""
        owner = "".join(map(str.capitalize, variable.strip("_").split("_")))
        if member in self.known.members(owner):
            return True
        return any(member in message.numbers for message in self.page.messages.named(owner))

    def _is_of_an_alias(self, alias: str, name: str) -> bool:
        """Whether files import a module that has a name as something like this: `optimizer` as `tf_optimizer`."""
        stems = {alias.removeprefix("tf_"), alias.removesuffix("_lib"), alias.removesuffix("_module")} - {alias}
        files = {path for one in stems for path in self.known.called(f"{one}.py")}
        return any(place.path in files for place in self.known.places(name))

    def _nearly_defined(self, name: str, files: list[str]) -> bool:
        """Whether no file has a name, and it is a letter from one that some files define."""
        if len(name) < _LONG or self.known.somewhere(name) != "":
            return False
        defined = {symbol.name for path in files for symbol in self.known.inside(path) if "." not in symbol.name}
        return bool(nearest_of(name, defined, 0.9))

    def _member(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on `Class.method` of Python."""
        known = self.known
        inside = inside_of(known.places(member), owner)
        if inside:
            return self.page.verdict(one, "found", inside[0])
        nowhere = known.somewhere(member) == "" and not known.knows(member)
        if not (known.has_tree or nowhere) and not nearest_of(member, known.members(owner), 0.85):
            return None
        if self.page.classes.has(owner, member):
            return self.page.verdict(
                one, "found", known.places(owner)[0], (), "a member without a definition of its own"
            )
        near = [f"{owner}.{name}" for name in nearest_of(member, known.members(owner))]
        lacks = self.page.classes.lacks(owner, member) or self._is_of_another(owner, member)
        certain = self._is_code(one) and lacks and not self.page.strangers(one)
        if not near and not certain and (known.knows(member) or known.somewhere(member) != ""):
            return None
        if not near and not certain and self.page.classes.is_of_others(owner):
            return None  # of the class of another package that it is derived from
        if self._is_used_by_a_cited_file(owner, member):
            return None  # of another class that the file imports under this name
        elsewhere = (known.somewhere(member) or "").endswith(UNLISTED) or self._in_another_language(owner, member)
        if elsewhere or self._of_its_public_class(owner, member):
            return None  # of the class that another language, or another version of the API, calls so
        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")

    def _is_used_by_a_cited_file(self, owner: str, member: str) -> bool:
        """Whether a file that the document cites has a class with a member, as it is written, and not the class."""
        written, defined = f"{owner}.{member}", {place.path for place in self.known.places(owner)}
        files = [path for path in self.page.files_named if path not in defined]
        return any(stands(written, self.known.read(path) or b"") for path in files)

    def _of_a_field(self, one: Citation, member: str) -> Verdict | None:
        """A verdict on what a class of C++ calls on one of its fields: `allocator_.Allocate()`."""
        places = self.known.places(member)
        if places:
            return self.page.verdict(one, "found", places[0] if len({owner_of(p.name) for p in places}) == 1 else None)
        if self.known.somewhere(member) != "" or self.page.strangers(one):
            return None
        if any(self.known.somewhere(field) != "" for field in fields_of(member)):
            return None  # what is generated for a field is in no file
        near = [name for _, name in self.known.near(member)]
        return self.page.verdict(one, "not found", None, near, "no such member")

    def _is_of_another(self, owner: str, member: str) -> bool:
        """Whether a member that a class may have from elsewhere is that of another class of the same file.

        A class that is no proxy makes no methods when the program runs.
        """
        classes, places = self.page.classes, self.known.places(member)
        method = all(place.kind in FUNCTIONS for place in places) and classes.is_known(owner)
        method = method and not classes.delegates(owner)
        if not places or not (method or (classes.is_of_others(owner) and not classes.makes_members(owner))):
            return False
        files = {place.path for place in self.known.places(owner)}
        owners = {owner_of(place.name) for place in places}
        alone = len(owners) == 1 and "" not in owners and not owners.intersection(classes.above(owner))
        return alone and all(place.path in files for place in places)

    def _is_of_cpp(self, name: str) -> bool:
        """Whether a name with a capital is that of classes of C++ and of nothing else that has members."""
        places = self.known.places(name)
        return (
            name[:1].isupper()
            and any(place.kind == "class" for place in places)
            and not any(place.path.endswith((".py", ".proto")) for place in places)
        )

    def _member_of_cpp(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on a member of a class of C++, written as one of Python; None where it may have it."""
        place = self.known.places(owner)[0]
        if self.page.classes.has(owner, member):
            return self.page.verdict(one, "found", place)
        if not self.page.classes.lacks(owner, member) or self.page.strangers(one):
            return None
        if self._in_another_language(owner, member):
            return None
        near = [f"{owner}::{name}" for name in nearest_of(member, self.known.members(owner))]
        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")

    def _field(self, one: Citation, message: str, field: str, messages: Sequence[Message]) -> Verdict | None:
        """A verdict on what is no field of a message; None for what may be a method of every message."""
        plain = field.islower() and "_" in field and not _ACCESSOR.match(field)
        if not plain or self.page.strangers(one) or self.page.classes.has(message, field):
            return None
        near = nearest_of(field, {name for each in messages for name in each.numbers})
        place = self.known.class_places(message)[0]
        suggested = [f"{message}.{name}" for name in near]
        return self.page.verdict(one, "not found", place, suggested, f"{message} has no such field")

    def _in_another_language(self, owner: str, member: str) -> bool:
        """Whether a file of another language is called like a class and has a word: `Session.java` has `Runner`."""
        names = tuple(f"/{owner}{ending}".lower() for ending in UNLISTED)
        files = [path for lowered, path in self.known.unlisted.items() if lowered.endswith(names)]
        return any(stands(member, self.known.read(path) or b"") for path in files)

    def _of_its_public_class(self, owner: str, member: str) -> bool:
        """Whether a class has a member that is public under the name of another class."""
        names = [name for name in self.known.endpoints if name.endswith("." + owner)]
        functions = {function for name in names for function in self.known.endpoint_functions(name)}
        return any(self.page.classes.has(function, member) for function in functions)

    def misspelt_owner(self, owner: str, member: str) -> list[str]:
        """The classes, none of which is called so, that differ by a letter or two and have a member of this name."""
        known = self.known
        if not owner.lstrip("_")[:1].isupper() or len(owner) < (9 if member.startswith("__") else 5):
            return []
        if known.knows(owner) or known.lowered.get(owner.lower()) is not None:
            return []
        most = letters_allowed(owner)
        near = [name for letters, name in known.near(owner, limit=8) if letters <= most]
        # A wrong letter in the middle of a short name leaves it neither its beginning nor its end.
        share = 1 - (most + 0.1) / len(owner)
        near += [name for name in nearest_of(owner, known.owners(member), share) if name not in near]
        near += sorted(name for name in known.owners(member) if name not in near and _is_put_otherwise(owner, name))
        return [name for name in near if member in known.members(name) or self.page.classes.has(name, member)]

    def _misspelt(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on a member of a class that is nowhere, where one of nearly that name has such a member."""
        meant = self.misspelt_owner(owner, member)
        if not meant or self.known.somewhere(owner):
            return None
        if vocabulary.PLACEHOLDER.search(owner) or disclaimers.example(self.page.text_lines[one.line - 1]):
            return None
        near = [f"{name}.{member}" for name in meant]
        return self.page.verdict(one, "not found", None, near, f"no class is called {owner}")
