"""Heads of functions of C++ that a document writes: "`Status Extend(const GraphDef& graph)`".

They are wrong where they fit none of the function's declarations: another type, other parameters, another order. What a
call gives is no head, nor is what only names the parameters; that is wrong where it names all of them in another order.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declarations import Declarations, with_defaults
from tfexplore.answers.verifying.prototypes import Prototype, differences, taken
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.declarations import Head
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a head that is written, and citations before it among which its class is looked for.
MAX_LETTERS, MAX_BEFORE = 600, 12

_SPANS = regex(markdown.SPAN.pattern, re.S)
_NAME = regex(r"((?:[A-Za-z_]\w*::)*)(~?[A-Za-z_]\w*)\s*\Z", re.A)
#: A function with the names of its parameters, and nothing else.
_NAMES_ONLY = regex(
    r"(?P<owner>(?:[A-Za-z_]\w*::)*)(?P<name>[A-Za-z_]\w{3,})\((?P<names>\s*[a-z_]\w*\s*(?:,\s*[a-z_]\w*\s*){1,12})\);?",
    re.A,
)
_RETURNS = regex(r"[\w:<>,*&\s]*", re.A)
_NO_TYPE = regex(
    r"\b(?:return|new|delete|throw|else|case|auto|def|class|if|while|for)\b|^\s*[*&<>,]"
    # Words of a sentence: "Deleted 0 functions from the graph (size = 0)".
    r"|\b(?:the|from|of|to|in|is|with|by|at|on)\b|(?:^|\s)\d"
)
_BEHIND = regex(
    r"\s*(?:(?:const|override|final|noexcept)\b\s*|=\s*(?:0|default)\s*)*(?:;|\{\s*(?:\.\.\.|…)?\s*\}?)?\s*"
)
_MACRO = regex(r"[A-Z][A-Z0-9_]+")
#: What a parameter has that is written with its type, and the arguments of a call have not.
_TYPED = regex(r"[*&]|\bconst\b|^(?:u?int\d*(?:_t)?|bool|float|double|string|size_t|char)\b")
_POINTS = regex(r"[*&]")
#: Words by which a text says that it leaves something out, or that things are not as they are.
_ABRIDGED = regex(
    r"\b(?:simplified|abridged|abbreviated|shortened|roughly|essentially|basically|pseudo\w*|something like|looks like|"
    r"like|e\.g|not|never|instead|older?|newer|later|earlier|used to|was|were|became|would|should|could)\b"
    r"|简化|简写|略|大致|类似|伪|例如|比如|不是|以前|旧|新版|后来|曾",
    re.I,
)
#: A paragraph or an item that is the head of a member and nothing else.
_ALONE = regex(
    r"\s*(?:[-*+]\s+|\d+[.)]\s+)?((?:[\w:<>,*&]+[\s*&]+){0,8}\w+::~?\w+\s*\([^()]*\))\s*(?:const)?[;:：]?\s*", re.A
)


def written(text: str) -> tuple[Prototype, int] | None:
    """A head as a document writes it, and where its name begins; None for a call and for anything else."""
    opened = text.find("(")
    if opened <= 0 or len(text) > MAX_LETTERS:
        return None
    match = _NAME.search(text[:opened])
    if match is None or _MACRO.fullmatch(match[2]):
        return None
    returns = text[: match.start()].strip()
    found, end = taken(text, opened + 1)
    if end < 0 or _BEHIND.fullmatch(text, end + 1) is None or _RETURNS.fullmatch(returns) is None:
        return None
    if returns.endswith(":") and not returns.endswith("::"):
        return None  # the spec of an argument: `handle: Ref(string)`
    if returns.endswith("::") and not found:
        return None  # a function of a class with arguments: `Loom<T>::Run()`
    prototype = Prototype(match[1].removesuffix("::").rpartition("::")[2], match[2], returns, tuple(found))
    if _NO_TYPE.search(returns) or not prototype.has_types or not prototype.has_names:
        return None
    # `Ref(string)` is no head, `Run(int64 step)` and `Loom::Run(int64)` are.
    qualified = returns or match[1]
    marks = _TYPED if qualified else _POINTS
    typed = any(one.type != "..." and (one.name or marks.search(one.written)) for one in found)
    return (prototype, match.start()) if typed or (returns and not found) else None


#: What announces the type of a function: "with the signature `Status(Context*)`", 签名为.
_SIGNATURE = regex(r"(?:\b(?:signature|of (?:the )?type|callable|std::function|functor)\s|签名[为是]?\s?)[`*]*\Z", re.I)


class Prototyped(Check):
    """The checks of heads of functions that sentences, items and tables have, and paragraphs that are nothing else."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._declarations = Declarations(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every head that fits no declaration."""
        for one in self.page.paragraphs:
            if "(" not in one.text:
                continue
            for span in _SPANS.finditer(one.text) if "`" in one.text else ():
                if _SIGNATURE.search(one.text, max(0, span.start() - 24), span.start()):
                    continue  # the type of a function, which has no name
                yield from self._read(one, span[2], span.start(2))
                yield from self._ordered(one, span[2], span.start(2))
            if "`" not in one.text and len(one.text) <= MAX_LETTERS and "::" in one.text:
                alone = _ALONE.fullmatch(one.text)
                yield from self._read(one, alone[1], alone.start(1)) if alone is not None else ()

    def _read(self, paragraph: Paragraph, text: str, start: int) -> Iterator[Verdict]:
        made = written(text)
        if made is None:
            return
        prototype, at = made
        said = paragraph.cited(start + at, text[at:].partition("\n")[0], prototype.name)
        whole = paragraph.cited(start, text.partition("\n")[0], prototype.name)
        if prototype.name in self.page.own or prototype.owner in self.page.own or self._is_otherwise(whole):
            return
        if self._is_of_an_interface(prototype.name, said):
            return
        heads = with_defaults(self._heads(prototype, said))
        held = [(head, differences(prototype, head.prototype, self._declarations.is_alias)) for head in heads]
        if held and all(wrong for _, wrong in held):
            number = len(prototype.taken)
            head, wrong = min(held, key=lambda each: (len(each[1]), abs(len(each[0].prototype.taken) - number)))
            yield self.page.verdict(said, "differs", head.where, (), wrong[0])

    def _is_of_an_interface(self, name: str, said: Citation) -> bool:
        """Whether an interface file that is cited beside a head has its name, which need be in no header then."""
        cited = [each for each in self.page.on(said.line) if each.target.endswith(".i")]
        files = [path for each in cited for path in self.page.files_meant(each)]
        return any(stands(name, self.known.read(path) or b"") for path in files)

    def _ordered(self, paragraph: Paragraph, text: str, start: int) -> Iterator[Verdict]:
        """The verdict on `Weave(cloth, yarn)` where the only parameters of that name are `yarn` and `cloth`."""
        match = _NAMES_ONLY.fullmatch(text)
        names = [name.strip() for name in match["names"].split(",")] if match is not None else []
        if match is None or len(set(names)) < len(names) or len(names) < 2:
            return
        said = paragraph.cited(start, text.partition("\n")[0], match["name"])
        if match["name"] in self.page.own or self._is_otherwise(said):
            return
        owner = match["owner"].removesuffix("::").rpartition("::")[2]
        heads = self._heads(Prototype(owner, match["name"], "", ()), said)
        alike = [head for head in heads if sorted(one.name for one in head.prototype.taken) == sorted(names)]
        if alike and all([one.name for one in head.prototype.taken] != names for head in alike):
            there = ", ".join(one.name for one in alike[0].prototype.taken)
            yield self.page.verdict(said, "differs", alike[0].where, (), f"its parameters are ({there})")

    def _is_otherwise(self, said: Citation) -> bool:
        """Whether the words around a head say that it is not meant as the tree has it."""
        line = self.page.text_lines[said.line - 1]
        words = markdown.SPAN.sub("`", line)
        before, behind = self.page.around(said)
        if (
            disclaimers.proposed(words)
            or disclaimers.example(words)
            or disclaimers.sketch(words)
            or _ABRIDGED.search(words)
        ):
            return True
        return disclaimers.denied(before, behind) or self.page.strangers(said) or self.page.is_planned(said)

    def _heads(self, prototype: Prototype, said: Citation) -> list[Head]:
        """The heads that may be meant: those of the class that is written, or of any class."""
        if prototype.owner:
            return self._declarations.of(prototype.owner, prototype.name)
        everywhere = self._declarations.named(prototype.name, self.page.files_named) or []
        return [*self._of_class(prototype.name, said), *everywhere] if everywhere else []

    def _of_class(self, name: str, said: Citation) -> list[Head]:
        """The heads of the class that the text speaks of, which come first of those that differ as much."""
        near = [one for one in self.page.near(said) if one.kind == "symbol" and one.line <= said.line]
        for one in reversed(near[-MAX_BEFORE:]):
            owner = one.target.rpartition("::")[2]
            if self.known.class_places(owner) and (found := self._declarations.of(owner, name)):
                return found
        return []
