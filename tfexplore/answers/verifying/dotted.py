"""Verdicts on names of Python with dots: public endpoints, modules' functions, classes' members."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.searching import stands
from tfexplore.answers.tree import UNLISTED
from tfexplore.answers.verifying.spelling import (
    endpoint_name,
    letters_allowed,
    nearest_of,
    owner_of,
    suspicious,
)

if TYPE_CHECKING:
    from tfexplore.answers.citations import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict


#: What ends like a file or a site is no name.
_FILE_OR_SITE = re.compile(
    r"\.(?:py|so|md|cc|h|org|io|dev|com|dll|lib|dylib|sln|exe|jar|js|git|proto|json|pb|pbtxt|tflite|ckpt|h5|yaml|whl|zip)$"
)
#: A name of as many letters is no other's by chance.
_LONG = 9


class Dotted:
    """The checks of a document's dotted names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check(self, one: Citation) -> Verdict | None:
        """A verdict on a dotted name; None for one that need not be TensorFlow's."""
        known, target = self.known, one.target
        if _FILE_OR_SITE.search(target):
            return None
        if target.startswith(("tf.", "tensorflow.", "keras.")):
            return self._endpoint(one)
        module, _, name = target.partition(".")
        first = name.partition(".")[0]
        if module.startswith("gen_"):
            for inside, op in known.wrappers.get(first, ()):
                if inside == module or inside.startswith(module):
                    places = known.places(op)
                    return self.page.verdict(one, "found", places[0] if places else None, (), f"generated for {op}")
            near = [n for _, n in known.near(first) if n in known.wrappers]
            elsewhere = [f"{inside}.{first}" for inside, _ in known.wrappers.get(first, ())]
            if known.somewhere(first) and not known.wrappers.get(first) and not near and first.startswith("_"):
                return None
            return self.page.verdict(one, "not found", None, [*elsewhere, *near][:3], "no op generates such a function")
        if module in self.page.own or (not one.in_code and module[:1].isupper() and not self.page.is_tied(one)):
            return None
        if known.knows(module) and any(p.kind == "class" and p.path.endswith(".py") for p in known.places(module)):
            return self._member(one, module, first)
        if one.in_code and known.has_tree and self._is_of_cpp(module):
            return self._member_of_cpp(one, module, first)
        if first in known.swig_names and "wrap" in module:
            place = next(iter(known.places(first)), None)
            return self.page.verdict(one, "found", place, (), "" if place else "made by SWIG")
        files = [p for p in known.called(module + ".py") if "/python/" in p or p.startswith("tensorflow/")]
        files.sort(key=lambda path: not path.startswith("tensorflow/python/"))  # of two, what is said is said of that
        if not files:
            return self._misspelt(one, module, first)
        for place in known.places(first):
            if place.path in files:
                return self.page.verdict(one, "found", place)
        if first in known.wrappers:
            return self._generated(one, files[0], first)
        if not known.has_tree and (known.knows(first) or not suspicious(known, first)):
            return None
        for path in files:
            data = known.read(path)
            if data is not None and re.search(rb"(?<!\w)" + re.escape(first).encode() + rb"(?!\w)", data):
                return self.page.verdict(one, "found", None, (), f"named in {path}")
        closest = known.near(first)
        if "_" not in module and not (one.in_code and self._nearly_defined(first, files)):
            return None  # `random.choice` need not be the tree's random.py
        return self.page.verdict(one, "not found", None, [n for _, n in closest], f"not in {files[0]}")

    def _generated(self, one: Citation, path: str, function: str) -> Verdict | None:
        """A verdict on a generated function that a module is said to have, as by `from gen_math_ops import *`."""
        generated = self.known.wrappers[function]
        own = f"gen_{path.rpartition('/')[2].removesuffix('.py')}"
        text = (self.known.read(path) or b"").decode("utf-8", "replace")
        imported = any(re.search(rf"\b{module} import \*|\b{function}\b", text) for module, _ in generated)
        if imported or any(module == own for module, _ in generated):
            return self.page.verdict(one, "found", None, (), f"generated for {generated[0][1]}")
        if not self.known.has_tree or not path.endswith("_ops.py"):
            return None  # `model.save` is said of somebody's model
        near = [f"{module}.{function}" for module, _ in generated]
        return self.page.verdict(one, "not found", None, near[:3], f"not in {path}")

    def _nearly_defined(self, name: str, files: list[str]) -> bool:
        """Whether no file has a name, and it is a letter from one that some files define."""
        if len(name) < _LONG or self.known.somewhere(name) != "":
            return False
        defined = {symbol.name for path in files for symbol in self.known.inside(path) if "." not in symbol.name}
        return bool(nearest_of(name, defined, 0.9))

    def _member(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on `Class.method` of Python."""
        known = self.known
        inside = [p for p in known.places(member) if owner_of(p.name) == owner]
        if inside:
            return self.page.verdict(one, "found", inside[0])
        if not known.has_tree and not nearest_of(member, known.members(owner), 0.85):
            return None
        if self.page.classes.has(owner, member):
            return self.page.verdict(
                one, "found", known.places(owner)[0], (), "a member without a definition of its own"
            )
        near = [f"{owner}.{name}" for name in nearest_of(member, known.members(owner))]
        certain = one.in_code and self.page.classes.lacks(owner, member) and not self.page.strangers(one)
        if not near and not certain and (known.knows(member) or known.somewhere(member) != ""):
            return None
        elsewhere = (known.somewhere(member) or "").endswith(UNLISTED) or self._in_another_language(owner, member)
        if elsewhere or self._of_its_public_class(owner, member):
            return None  # of the class that another language, or another version of the API, calls so
        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")

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
        near = [f"{owner}::{name}" for name in nearest_of(member, self.known.members(owner))]
        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")

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
        return [name for name in near if member in known.members(name) or self.page.classes.has(name, member)]

    def _misspelt(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on a member of a class that is nowhere, where one of nearly that name has such a member."""
        meant = self.misspelt_owner(owner, member)
        if not meant or self.known.somewhere(owner):
            return None
        if wording.PLACEHOLDER.search(owner) or wording.example(self.page.text_lines[one.line - 1]):
            return None
        near = [f"{name}.{member}" for name in meant]
        return self.page.verdict(one, "not found", None, near, f"no class is called {owner}")

    def _endpoint(self, one: Citation) -> Verdict | None:
        known = self.known
        target = endpoint_name(one.target)
        endpoints = known.endpoints
        if not endpoints:
            return None
        for name in (target, one.target, target.replace("tf.compat.v2.", "tf.").replace("tf.compat.v1.", "tf.")):
            if name in endpoints:
                return self.page.verdict(one, "found", known.endpoint(name))
        if target in known.modules or target.lower() in known.modules:
            return self.page.verdict(one, "found", None, (), "a module")
        folded = known.folded_endpoint(target)
        if folded is not None:
            return self.page.verdict(one, "found", known.endpoint(folded), (folded,), f"written {folded}")
        parts = target.split(".")
        for cut in range(len(parts) - 1, 1, -1):
            owner = ".".join(parts[:cut])
            if owner in endpoints and parts[cut - 1][:1].isupper():
                member = parts[cut]
                if known.has_tree and cut == len(parts) - 1:
                    held = self._held(owner, member)
                    if held is not None:
                        near = [f"{owner}.{name}" for name in nearest_of(member, held)]
                        if not held:
                            return self.page.verdict(one, "found", known.endpoint(owner), (), f"a member of {owner}")
                        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")
                if (
                    known.knows(member)
                    or member in known.names
                    or (known.somewhere(member) is not None and known.somewhere(member) != "")
                ):
                    return self.page.verdict(one, "found", known.endpoint(owner), (), f"a member of {owner}")
                close = [n for letters, n in known.near(member) if letters <= letters_allowed(member)]
                if known.has_tree or (close and len(member) > 6 and member not in self.page.own):
                    near = [f"{owner}.{n}" for n in close or [n for _, n in known.near(member)]]
                    return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")
                return None
            if owner in endpoints and parts[cut - 1].islower() and known.has_tree is False:
                break
        if target.startswith(("tf.contrib", "tf.python.", "tf.core.", "tf.compat.", "tf.lite.", "tf.estimator.")):
            last = parts[-1]
            if (
                known.knows(last)
                or known.called(last + ".py")
                or known.somewhere(last) is None
                or known.somewhere(last)
            ):
                return self.page.verdict(one, "found", None)
            folder = "tensorflow/" + "/".join(parts[1:]).lower()
            if any(path.startswith(folder) for path in known.paths):
                return self.page.verdict(one, "found", None)
        dotted = one.target.replace(".", "/").lower()
        if dotted.rpartition("/")[0] + ".py" in known.paths or "/".join(dotted.split("/")[:2]) in known.heads:
            wrong = self._in_module(one, dotted.rpartition("/")[0] + ".py", parts[-1])
            if wrong is not None:
                return wrong
            if any(path.startswith((dotted + "/", dotted + ".")) for path in known.paths) or known.knows(parts[-1]):
                return self.page.verdict(one, "found", None)
        messages = [p for p in known.places(parts[-1]) if p.path.endswith(".proto")]
        if messages and one.target.startswith("tensorflow."):
            return self.page.verdict(one, "found", messages[0])  # by its package, as `tensorflow.tfprof.OpLogProto`
        if len(parts) > 1 and wording.PLACEHOLDER.search(parts[-1]):
            return None
        if parts[-1].isupper() and (known.knows(parts[-1]) or known.somewhere(parts[-1])):
            return self.page.verdict(one, "found", None)
        if wording.example(self.page.text_lines[one.line - 1]):
            return None
        if (
            len(parts) == 3 and f"tf.{parts[1]}" not in known.modules
        ):  # a module whose names are not exported one by one
            for path in known.called(parts[1] + ".py"):
                data = known.read(path)
                if data is None or re.search(rb"(?<!\w)" + re.escape(parts[2]).encode() + rb"(?!\w)", data):
                    return self.page.verdict(one, "found", None, (), f"named in {path}") if data else None
        if parts[1] == "estimator" and "tf.estimator" not in self.known.modules:
            return None  # a package of its own, whose names the index does not have
        if parts[-1] in known.exposed and ".".join(parts[:-1]) in known.modules:
            return None  # a function that SWIG makes may be exported by the interface file
        near = [n for _, n in known.near(target, "endpoint")]
        return self.page.verdict(one, "not found", None, near, "no such endpoint")

    def _in_module(self, one: Citation, path: str, name: str) -> Verdict | None:
        """A verdict on a name that a module does not have, and that looks like one of those that it has."""
        known = self.known
        if path not in known.paths or known.knows(name) or name in known.names or known.somewhere(name):
            return None
        module = known.paths[path]
        defined = {symbol.name for symbol in known.inside(module) if "." not in symbol.name}
        near = nearest_of(name, defined, 0.6)
        ours = name.endswith(wording.OURS) or bool(nearest_of(name, defined, 0.85))
        return self.page.verdict(one, "not found", None, near, f"not in {module}") if near and ours else None

    def _held(self, owner: str, member: str) -> set[str] | None:
        """Whether a public class has a member: an empty set says yes, other names say no, None that nobody can tell."""
        classes = self.known.endpoint_functions(owner)
        listed: set[str] = set()
        for name in classes:
            if not any(p.kind == "class" for p in self.known.class_places(name)):
                return None
            if self.page.classes.has(name, member):
                return set()
            listed |= self.known.members(name)
        return listed or None
