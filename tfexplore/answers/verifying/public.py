"""Verdicts on public names of Python: `tf.nn.conv2d`, a member as `tf.keras.Model.fit`, modules below `tensorflow`."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.modules import OF_EVERY_MESSAGE
from tfexplore.answers.verifying.spelling import COMPATIBLE, endpoint_name, is_a_slip, nearest_of
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

_LETTER = regex(r"[A-Za-z\u4e00-\u9fff]")
_SECOND = "tf.compat.v2."
_OF_KERAS = regex(r"tf\.keras\.(?:initializers|losses|metrics|optimizers)\.")
#: What the package itself gives to modules when it is loaded, and no declaration says.
_GIVEN = {
    "tf.flags": "tensorflow.python.platform.flags",
    "tf.app.flags": "tensorflow.python.platform.flags",
    "tf.pywrap_tensorflow": "tensorflow.python.pywrap_tensorflow",
}
#: How much of a member's name is alike in another of its class that is meant, where not all of the class is known.
ALIKE = 0.85
#: What stands behind the name of an attribute of MLIR, and before it where code lists those of a function.
_ATTRIBUTE = regex(r"[`*]*\s(?:function )?attributes?\b")
_ATTRIBUTES = regex(r"\battributes?\s*\{[^{}]*$")
_FIELD = regex(rb"\w+(?=\s*=)|(?<=message )\s*\w+|(?<=enum )\s*\w+|(?<=oneof )\s*\w+")
#: The members of what classes of Python are derived from that are not the tree's.
_BUILT_IN = frozenset(
    name for kind in (tuple, dict, str, int, float, list, set, type, Exception) for name in dir(kind)
) | {"message", "name", "value"}
#: Other libraries whose names begin with `tf.`, before names of theirs: "TensorFlow.js(`tf.tidy`)".
_NAMESAKES = regex(r"(?:\bTensorFlow\.js|\btfjs|@tensorflow/tfjs)\b(?:'s|\s?的)?\s?[(（`][^()（）]{0,120}\Z", re.I)


class Public:
    """The checks of a document's public names, and of names below the package's own modules."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self.modules = page.modules

    def check(self, one: Citation) -> Verdict | None:
        """A verdict on a name that begins with `tf`, `tensorflow` or `keras`; None where nobody can say."""
        known = self.known
        target = endpoint_name(one.target)
        endpoints = known.endpoints
        if not endpoints:
            return None
        plain = COMPATIBLE.sub("tf", target)
        # The second version of the API calls some modules of Keras by shorter names.
        short = f"tf.keras.{target.removeprefix(_SECOND)}" if target.startswith(_SECOND) else plain
        plain = plain if plain in endpoints or not _OF_KERAS.match(f"{short}.") else short
        for name in (target, plain):
            if name in endpoints:
                return self.page.verdict(one, "found", known.endpoint(name))
        if plain == "tf" or target in known.modules or plain in known.modules or plain.lower() in known.modules:
            return self.page.verdict(one, "found", None, (), "a module")
        if (
            one.target.startswith("tensorflow.")
            and f"{one.target.lower().replace('.', '/')}/__init__.py" in known.paths
        ):
            return self.page.verdict(one, "found", None, (), "a package")
        if plain in _GIVEN:
            given = self.modules.module(_GIVEN[plain])
            return self.page.verdict(one, "found", given.where if given is not None else None, (), "a module")
        folded = known.folded_endpoint(target)
        if folded is not None:
            return self.page.verdict(one, "found", known.endpoint(folded), (folded,), f"written {folded}")
        several = plain.removesuffix("s")
        if several in endpoints and self._are_several(one, several):
            return self.page.verdict(one, "found", known.endpoint(several), (), f"several of {several}")
        if one.target.startswith("keras.") and (there := self._of_keras(one)) is not None:
            return there
        parts = plain.split(".")
        for cut in range(len(parts) - 1, 1, -1):
            owner = ".".join(parts[:cut])
            if owner in _GIVEN:
                return self._given(one, owner, parts[cut])
            if owner in endpoints:
                classes = self._classes(owner)
                if classes or parts[cut - 1].strip("_")[:1].isupper():
                    return self._member(one, owner, classes, parts[cut])
                if not known.has_tree:
                    break
        public = ".".join(parts[:-1]) in known.modules and parts[1] != "contrib"
        filed = self._is_filed(parts) and not public
        return self._filed(one, parts) if filed else self._unknown(one, plain, parts)

    def _are_several(self, one: Citation, name: str) -> bool:
        """Whether a sentence speaks of several of what an endpoint names: "wrapped as `tf.functions`"."""
        if not one.in_code:
            return True
        line = self.page.text_lines[one.line - 1]
        called = line.startswith("(", one.end_column)
        alone = not _LETTER.search(line[: one.column - 1]) and not _LETTER.search(line[one.end_column :])
        return not (called or alone) and (name == "tf.function" or name.rpartition(".")[2][:1].isupper())

    def _of_keras(self, one: Citation) -> Verdict | None:
        """A verdict on what a module of Keras has by its path below `tensorflow/python`; None for any other name."""
        whole = f"tensorflow.python.{one.target}"
        _, held = self.modules.chain(whole) if self.modules.is_filed(whole) else ("", None)
        return self.page.verdict(one, "found", held.where) if held is not None and held.verdict == "found" else None

    def _given(self, one: Citation, owner: str, name: str) -> Verdict | None:
        """A verdict on a name of a module that is no endpoint; None for what that has of a package of its own."""
        held = self.modules.name(_GIVEN[owner], name)
        return self.page.verdict(one, "found", held.where) if held is not None and held.verdict == "found" else None

    def unexplained(self, target: str) -> list[str]:
        """The words of a public name that only a tree's text can explain."""
        known = self.known
        if endpoint_name(target) in known.endpoints or endpoint_name(target) in known.modules:
            return []
        last = target.rpartition(".")[2]
        return [] if known.knows(last) or last in known.names else [last]

    # -- members --

    def _classes(self, owner: str) -> list[str]:
        """The classes of Python that a public name stands for."""
        names = self.known.endpoint_functions(owner)
        return [name for name in names if any(p.path.endswith(".py") for p in self.known.class_places(name))]

    def _member(self, one: Citation, owner: str, classes: Sequence[str], member: str) -> Verdict | None:
        """A verdict on a member of what a public name stands for."""
        known = self.known
        where = known.endpoint(owner)
        if where is None or where.path.lower() not in known.paths:
            return None  # of a package of its own
        places = [place for name in known.endpoint_functions(owner) for place in known.class_places(name)]
        messages = [place for place in places if place.path.endswith(".proto")]
        if messages and not any(place.path == where.path for place in places):
            return self._of_message(one, owner, messages, member)
        if classes:
            return self._of_class(one, owner, classes, member)
        return self._somewhere(one, owner, member)

    def _of_message(self, one: Citation, owner: str, messages: Sequence[Place], member: str) -> Verdict | None:
        """A verdict on a field of a message, or on what its fields give to it."""
        known = self.known
        names = {name for place in messages for name in known.members(place.name)}
        there = messages[0]
        if member in names or OF_EVERY_MESSAGE.fullmatch(member):
            return self.page.verdict(one, "found", there, (), f"a member of {owner}")
        if not known.has_tree:
            return None  # no index has the fields
        for place in messages:
            lines = known.lines(place.path)
            for line in lines[place.line - 1 : body_end(lines, place)]:
                names.update(word.decode("ascii", "replace") for word in _FIELD.findall(line.partition(b"//")[0]))
        if member in names:
            return self.page.verdict(one, "found", there, (), f"a member of {owner}")
        near = [f"{owner}.{name}" for name in nearest_of(member, names)]
        return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")

    def _of_class(self, one: Citation, owner: str, classes: Sequence[str], member: str) -> Verdict | None:
        """A verdict on a member of a class of Python."""
        known, all_of = self.known, self.page.classes
        if any(all_of.has(name, member) for name in classes):
            return self.page.verdict(one, "found", known.endpoint(owner), (), f"a member of {owner}")
        listed = {each for name in classes for above in (name, *all_of.above(name)) for each in known.members(above)}
        close = nearest_of(member, listed, ALIKE) if not member.isupper() else []
        if member in _BUILT_IN or member in self.page.own:
            return None
        lacking = known.has_tree and all(all_of.lacks(name, member) for name in classes)
        nowhere = not lacking and self._is_nowhere(member)
        ours = not any(all_of.is_of_others(name) for name in classes)
        # No index has all methods, but every word of the release's files.
        alone = nowhere and (close or (ours and (known.has_tree or known.somewhere(member) == "")))
        if lacking or alone or (close and ours and known.has_tree and self._is_never_used(classes, member)):
            near = [f"{owner}.{name}" for name in close or nearest_of(member, listed)]
            return self.page.verdict(one, "not found", None, near, f"{owner} has no such member")
        return None

    def _is_never_used(self, classes: Sequence[str], member: str) -> bool:
        """Whether nothing is called like a member, and no file of a class or of one above it uses such a one."""
        if member in self.known.names:
            return False
        used = re.compile(rb"(?:\.|\bdef\s+|[\"'])%b\b" % re.escape(member.encode()))
        every = {each for name in classes for each in (name, *self.page.classes.above(name))}
        paths = {place.path for name in every for place in self.known.class_places(name)}
        return not any(used.search(self.known.read(path) or b"") for path in paths)

    def _somewhere(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """That a public name has a member which stands somewhere: nobody can say that it has not."""
        if not self._is_anywhere(member):
            return None
        return self.page.verdict(one, "found", self.known.endpoint(owner), (), f"a member of {owner}")

    def _is_nowhere(self, name: str) -> bool:
        """Whether nothing is called so, and with a tree no file has the word; not where it was not looked for."""
        known = self.known
        if known.knows(name) or name in known.names:
            return False
        standing = known.somewhere(name)
        return standing == "" or (standing is None and not known.has_tree)

    def _is_anywhere(self, name: str) -> bool:
        known = self.known
        return known.knows(name) or name in known.names or bool(known.somewhere(name))

    # -- modules --

    def _is_filed(self, parts: list[str]) -> bool:
        return self.modules.is_filed(".".join(["tensorflow", *parts[1:]]))

    def _filed(self, one: Citation, parts: list[str]) -> Verdict | None:
        """A verdict on a module below `tensorflow`, or on what it has."""
        name, held = self.modules.chain(".".join(["tensorflow", *parts[1:]]))
        if held is None or (held.verdict != "found" and self._is_exempt(one, name)):
            return None
        return self.page.verdict(one, held.verdict, held.where, held.near, held.detail)

    def _is_exempt(self, one: Citation, name: str) -> bool:
        """Whether a name is anybody's, or is said not to be there."""
        if vocabulary.PLACEHOLDER.search(name) or name in self.page.own:
            return True
        return disclaimers.example(self.page.text_lines[one.line - 1])

    def _unknown(self, one: Citation, plain: str, parts: list[str]) -> Verdict | None:
        """A verdict on a name that no declaration makes public."""
        known, last = self.known, parts[-1]
        messages = [p for p in known.places(last) if p.path.endswith(".proto")]
        if messages and one.target.startswith("tensorflow."):
            return self.page.verdict(one, "found", messages[0])  # by its package, as `tensorflow.tfprof.OpLogProto`
        if (
            last in self.page.own
            or self._is_of_an_own_op(parts)
            or vocabulary.PLACEHOLDER.search(last)
            or (last.startswith("pywrap_") and len(parts) == 2)
        ):
            return None
        public = ".".join(parts[:-1]) in known.modules and parts[1] != "contrib"
        of_something = parts[1] == "contrib" or known.knows(parts[-2])
        if last.isupper() and not public and of_something and (known.knows(last) or known.somewhere(last)):
            return self.page.verdict(one, "found", None)  # a value of something that only code tells
        if disclaimers.example(self.page.text_lines[one.line - 1]) and not self._is_a_slip(plain):
            return None
        behind = self.page.text_lines[one.line - 1][one.end_column :].lstrip("`")
        if behind.startswith("*") and any(name.startswith(plain) for name in known.endpoints):
            return None  # `tf.fake_quant*`, all that begin so
        if _NAMESAKES.search(self.page.text_lines[one.line - 1], 0, one.column - 1):
            return None
        if len(parts) == 3 and f"tf.{parts[1]}" not in known.modules:
            # A module whose names are not exported one by one.
            for path in known.called(parts[1] + ".py"):
                data = known.read(path)
                if data is None or re.search(rb"(?<!\w)" + re.escape(parts[2]).encode() + rb"(?!\w)", data):
                    return self.page.verdict(one, "found", None, (), f"named in {path}") if data else None
        if parts[1] == "estimator" and "tf.estimator" not in known.modules:
            return None  # a package of its own, whose names the index does not have
        if last in known.exposed and ".".join(parts[:-1]) in known.modules:
            return None  # a function that SWIG makes may be exported by the interface file
        if self._is_of_mlir(one, last):
            return None  # "the `tf.Session`s", where code is not set apart
        if not known.has_endpoints:
            return None
        near = dict.fromkeys([*self._in_another_module(parts), *[n for _, n in known.near(plain, "endpoint")]])
        return self.page.verdict(one, "not found", None, list(near)[:3], "no such endpoint")

    def _is_of_an_own_op(self, parts: list[str]) -> bool:
        """Whether a name is that of an op which the document has and the tree has not: `tf.warp.knit`, `WarpKnit`."""
        own = {lower_case(one.target) for one in self.page.said if one.target in self.page.own or self._is_planned(one)}
        return any("_".join(parts[at:]) in own for at in range(1, len(parts)))

    def _is_planned(self, one: Citation) -> bool:
        unknown = one.kind in ("symbol", "op") and one.target[:1].isupper() and one.target.isidentifier()
        return unknown and not self.known.explains(one.target) and self.page.is_planned(one)

    def _is_a_slip(self, plain: str) -> bool:
        """Whether a public name is one of the same module with a letter wrong."""
        module, _, last = plain.rpartition(".")
        near = [name.rpartition(".") for _, name in self.known.near(plain, "endpoint")]
        return any(above == module and is_a_slip(last, name) for above, _, name in near)

    def _in_another_module(self, parts: list[str]) -> list[str]:
        """The public names of the same module's modules that end alike: `tf.data.experimental.AUTOTUNE`."""
        within, last = ".".join(parts[:2]) + ".", f".{parts[-1]}"
        return sorted(name for name in self.known.endpoints if name.startswith(within) and name.endswith(last))

    def _is_of_mlir(self, one: Citation, last: str) -> bool:
        """Whether a name is that of a type or of an attribute of MLIR: `!tf.string`, `attributes {tf.entry = 1}`."""
        text = self.page.text_lines[one.line - 1]
        before, behind = text[: one.column - 1], text[one.end_column :]
        if before.endswith("!"):
            return True
        if last.lstrip("\\").startswith("_") and _ATTRIBUTE.match(behind):
            return True
        return _ATTRIBUTES.search(before) is not None and behind.lstrip().startswith("=")
