"""The heads of classes that a document has as code: `class A : public B`, `class A(m.B)`, `A(m.B)`."""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import derivation, prose
from tfexplore.answers.verifying.bases import Bases, named
from tfexplore.answers.verifying.check import Check
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Heads of classes on a line, and bases in each, that are read.
MAX_HEADS = MAX_BASES = 20
#: Lines that the head of a class of Python has at most.
MAX_LINES = 3
#: The head of a class of C++, in one span of code, and what it is derived from.
_CPP_CLASS = regex(
    r"`(?:template\s?<[^`]*>\s?)?(?:class\s+|struct\s+)?(\w+)(?:<[^`:]*>)?\s*(?:final\s*)?:\s*"
    r"((?:public|protected|private)\s[^`{;]*)",
    re.A,
)
#: The same as a line by itself that is not marked.
_CPP_LINE = regex(
    r"\s{0,3}(?:[-*+>]\s+)?(?:class|struct)\s+(\w+)(?:<[\w, ]{0,60}>)?\s*(?:final\s*)?:\s*"
    r"((?:public|protected|private)\s[^`{};]{1,200})\{?;?\s*",
    re.A,
)
_CPP_BASE = regex(r"\b(?:public|protected|private)\s+(?:virtual\s+)?(?:\w+::)*([A-Z]\w*)", re.A)
#: A base as a head has it, in a span of its own.
_CPP_ALONE = regex(r"`public\s+(?:virtual\s+)?(?:\w+::)*(?P<base>[A-Z]\w*)(?:<[^`]*>)?`", re.A)
#: The same of a struct, of which all is public.
_CPP_STRUCT = regex(
    r"`struct\s+(\w+)(?:<[^`:]*>)?\s*(?:final\s*)?:\s*((?:\w+::)*[A-Z]\w*)(?:<[^`]*>)?\s*(?:\{[^`]*)?`", re.A
)
_CPP_NAME = regex(r"(?:\w+::)*([A-Z]\w*)", re.A)
#: The same in Python, all of it in one span of code or in a block of one line.
_PYTHON_CLASS = regex(r"(?<![\w.])class (\w+)\(([\w., ]+)\)", re.A)
_PYTHON_BASE = regex(r"(?<![\w.])(?:\w+\.)*(_*[A-Z]\w*)(?=\s*(?:,|\Z))", re.A)
#: A span that is the head of a class of Python without its keyword, or a call.
_PYTHON_CALL = regex(r"`(_*[A-Z]\w*)\(((?:\w+\.)*_*[A-Z]\w*(?:, ?(?:\w+\.)*_*[A-Z]\w*)*)\):?`", re.A)
#: The same in a list, with or without marks: "Loom(base.Machine) loom.py:7, Mill(Loom) 31"; so many of a list are
#: right, and so many times as many as are not.
_LISTED = regex(r"(?<![\w.])(_*[A-Z]\w*)\((?:\w+\.)*(?P<base>_*[A-Z]\w*)\)", re.A)
ENOUGH, TIMES = 2, 2
#: Letters between a head and its file.
NEXT_TO = 4
_SAID_TO_BE_A_CLASS = regex(r"(?:\bclass|类)\s?\Z", re.I)
#: What is said of a class that is to be another.
_CHANGED = regex(
    r"\b(?:chang|becom|will\b|would\b|should\b|could\b|propos|replac|renam|mak|made\b|turn|let\b|want|add|write|later|earlier|old\b)"
    r"|改|应|换|提议|建议|将|旧|新增",
    re.I,
)


class ClassSpans(Check):
    """The checks of heads of classes."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._bases = Bases(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every base that a class has not directly."""
        for number, line in enumerate(self.page.text_lines, 1):
            if "`" in line:
                yield from self._in_line(number, line)
            if line.count("(") > ENOUGH:
                yield from self._in_list(number, line)
        for number, line in self.page.prose_lines:
            alone = _CPP_LINE.fullmatch(line) if " : " in line else None
            if alone is not None and self._is_alone(number):
                yield from self._bases_of(number, line, [(alone, _CPP_BASE)])

    def _in_line(self, number: int, line: str) -> Iterator[Verdict]:
        heads = [(match, _CPP_BASE) for match in _CPP_CLASS.finditer(line)]
        heads += [(match, _CPP_NAME) for match in _CPP_STRUCT.finditer(line)]
        heads += [(match, _PYTHON_BASE) for match in _PYTHON_CLASS.finditer(line)]
        yield from self._bases_of(number, line, heads)
        for match in islice(_CPP_ALONE.finditer(line) if "`p" in line else (), MAX_BASES):
            yield from self._base_alone(number, line, match)
        for match in islice(_PYTHON_CALL.finditer(line), MAX_HEADS):
            sentence = prose.sentence(line, match.start() + 1)
            told = _SAID_TO_BE_A_CLASS.search(line, 0, match.start()) is not None
            if ("." in match[2] or told) and match[1] not in self.page.own and not _CHANGED.search(sentence):
                yield from self._like_a_head(number, match, told)

    def _is_alone(self, number: int) -> bool:
        """Whether nothing stands on the lines around one, so that it is no part of a program."""
        lines = self.page.text_lines
        around = [lines[at - 1] for at in (number - 1, number + 1) if 1 <= at <= len(lines)]
        return not any(line.strip() for line in around)

    def _bases_of(
        self, number: int, line: str, heads: list[tuple[re.Match[str], re.Pattern[str]]]
    ) -> Iterator[Verdict]:
        """The verdicts on the bases that some heads of a line have, each with what finds these."""
        direct = bool(heads) and self._bases.as_it_is(line)
        for match, bases in heads[:MAX_HEADS]:
            before = SPAN.sub("`", line[: match.start()])  # `False` denies nothing
            if derivation.supposed(before) or disclaimers.proposed(before):
                continue
            there = self._there(number, match[1])
            for base in islice(bases.finditer(match[2]), MAX_BASES):
                wrong = self._bases.wrong(match[1], base[1], direct, bases is _PYTHON_BASE)
                if direct and there and not wrong and base[1] not in there:
                    wrong = f"{match[1]} is not derived from {base[1]} there"
                said = named(base[1], number, match.start(2) + base.start(1))
                yield from self._bases.verdict(said, match[1], base[1], wrong)
            if direct and match[2].strip() == "object" and bases is _PYTHON_BASE:
                said = named(match[1], number, match.start(1))
                yield from self._bases.verdict(said, match[1], "object", self._no_object(match[1]))

    def _base_alone(self, number: int, line: str, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a base that stands behind the class which its sentence names, as in its head."""
        start, _ = prose.sentence_span(line, match.start() + 1)
        before = line[start : match.start()]
        spans = [span[2] for span in SPAN.finditer(before)]
        owners = [name for span in spans if (name := span.split("<")[0]) and self._bases.is_class(name, False)]
        said = SPAN.sub("`", before)
        if len(set(owners)) != 1 or derivation.supposed(said) or disclaimers.proposed(line) or _CHANGED.search(said):
            return
        wrong = self._bases.wrong(owners[0], match["base"], True, False)
        one = named(match["base"], number, match.start("base"))
        yield from self._bases.verdict(one, owners[0], match["base"], wrong)

    def _no_object(self, name: str) -> str:
        """Why no class of a name has no other base than `object`; empty when one has, or may have."""
        places = [place for place in self.known.class_places(name) if place.path.endswith(".py")]
        listed = [self._listed(place.path, place.line) for place in places]
        if name in self.page.own or not listed or not all(listed) or any(("", "object") in bases for bases in listed):
            return ""
        return f"{name} is derived from {''.join(listed[0][0])}"

    def _in_list(self, number: int, line: str) -> Iterator[Verdict]:
        """The verdicts on heads of classes of Python that a line lists, of which nearly all are as they say."""
        heads = list(islice(_LISTED.finditer(line), MAX_HEADS))
        is_class = self._bases.is_class
        heads = [match for match in heads if is_class(match[1], True) and is_class(match["base"], True)]
        held = [(match, self._at_file(number, match)) for match in heads]
        wrong = [
            (match, there) for match, there in held if match["base"] not in (there or self.page.classes.bases(match[1]))
        ]
        right = len(heads) - len(wrong)
        if right < max(ENOUGH, TIMES * len(wrong)) or not self._bases.as_it_is(line):
            return
        for match, there in wrong:
            said = named(match["base"], number, match.start("base"))
            why = self._bases.wrong(match[1], match["base"], direct=True, python=True)
            if not why and there:
                why = f"{match[1]} is derived from {' and '.join(there)} there"
            yield from self._bases.verdict(said, match[1], match["base"], why)

    def _at_file(self, number: int, match: re.Match[str]) -> tuple[str, ...]:
        """What a class is derived from in the file that is cited right behind its head; nothing where none is."""
        behind = [one for one in self.page.on(number) if 0 <= one.column - 1 - match.end() < NEXT_TO]
        files = [path for one in behind if one.kind in ("path", "path:line") for path in self.page.files_meant(one)]
        return self.page.classes.bases_at(match[1], files[0]) if len(files) == 1 else ()

    def _there(self, number: int, name: str) -> tuple[str, ...]:
        """What the class of a name is derived from that the one file defines which a line cites."""
        cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line")]
        files = self.page.files_meant(cited[0]) if len({one.target for one in cited}) == 1 else []
        return self.page.classes.bases_at(name, files[0]) if len(files) == 1 else ()

    def _like_a_head(self, number: int, match: re.Match[str], told: bool) -> Iterator[Verdict]:
        """The verdict on a span that has a class, and as many bases of the same modules as its head, but for a name."""
        ours = _modules(match[2])
        listed = [self._listed(place.path, place.line) for place in self.known.class_places(match[1])]
        alike = [
            theirs
            for theirs in listed
            if len(theirs) == len(ours) and all(mine[0] == its[0] for mine, its in zip(ours, theirs, strict=True))
        ]
        if len(alike) != 1:
            return
        wrong = [(mine, its) for mine, its in zip(ours, alike[0], strict=True) if mine != its]
        if len(wrong) == 1 and (told or wrong[0][0][0]):
            (_, name), its = wrong[0]
            one = named(match[1], number, match.start(1))
            yield from self._bases.verdict(one, match[1], name, f"{match[1]} is derived from {its[0]}{its[1]}")

    def _listed(self, path: str, line: int) -> list[tuple[str, str]]:
        """The bases that the head of a class of Python lists, each behind its module."""
        if not self.known.has_tree:
            head = self.known.heads_in(path).get(line) if path.endswith(".py") else None
            listed = zip(head.within, head.bases, strict=True) if head is not None else ()
            return [(f"{module}." if module else "", base) for module, base in listed]
        text = b" ".join(self.known.lines(path)[line - 1 : line - 1 + MAX_LINES]).decode("utf-8", "replace")
        found = _PYTHON_CLASS.match(text.lstrip()) if path.endswith(".py") else None
        return _modules(found[2]) if found is not None else []


def _modules(listed: str) -> list[tuple[str, str]]:
    """Names of a list, each as its module with a dot, and the last of it."""
    parts = [part.strip().rpartition(".") for part in listed.split(",")]
    return [(module + dot, name) for module, dot, name in parts]
