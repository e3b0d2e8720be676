"""What sentences say that a class is derived from: "`A` derives from `B`, and so does `C`"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import derivation, prose
from tfexplore.answers.verifying.bases import Bases, is_error
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.derivation import MAX_BEHIND, MAX_BETWEEN
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.derivation import Said
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Names of a list that are read, and lines that a sentence goes over.
MAX_LISTED, MAX_WRAPPED = 20, 12
#: A class in code that is one word, and so no citation by itself.
_WORD = regex(r"`([A-Z]\w*)(?:<[^`]*>)?`", re.A)
#: What follows from what a class is.
_SO_THERE_IS = regex(r",?\s(?:so|hence|therefore|which is why)\s(?:that\s)?there\s(?:is|are)\b|，?所以", re.I)
#: What says that a class has several bases: "derives from both `A` and `B`".
_BOTH = regex(r"\bboth(?: the)?\Z", re.I)
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s+")
#: How a class of errors is called.
_ERROR = regex(r"(?:Error|Exception)\Z")


class _Name(Record):
    """A name of a text: where it stands there, how deep in brackets, and as which citation; `is_class` of the tree."""

    start: int
    end: int
    depth: int
    one: Citation
    is_class: bool


class _Text(Record):
    """A line with those that it was wrapped to, without marks, its names, and where its sentences end."""

    number: int
    text: str
    names: list[_Name]
    ends: list[int]

    def sentence_of(self, at: int) -> tuple[int, int]:
        """Where the sentence begins and ends that goes through a place."""
        behind = bisect_right(self.ends, at)
        return self.ends[behind - 1] if behind else 0, self.ends[behind] if behind < len(self.ends) else len(self.text)

    def clause_end(self, name: _Name, sentence: tuple[int, int]) -> int:
        """Where a sentence comes to something else than the class that it names: "is an `A`, so there is no `B`"."""
        ends = _SO_THERE_IS.search(self.text, name.end, sentence[1])
        return ends.start() if ends is not None else sentence[1]

    def between(self, first: _Name, second: _Name) -> str:
        """What is said between two names; a full stop where it is too much to be looked at."""
        return (
            derivation.between(self.text[first.end : second.start]) if second.start - first.end < MAX_BETWEEN else "."
        )

    def behind(self, name: _Name) -> str:
        """What stands behind a name."""
        return self.text[name.end : name.end + MAX_BEHIND].lstrip(" ")

    def listed(self, first: _Name) -> list[_Name]:
        """A name and those that a list has behind it."""
        at = self.names.index(first)
        found = [first]
        for name in self.names[at + 1 : at + MAX_LISTED]:
            if name.depth > first.depth:
                continue
            if not name.is_class or not derivation.LISTED.fullmatch(self.between(found[-1], name)):
                break
            found.append(name)
        return found

    def listed_before(self, last: _Name) -> list[_Name]:
        """A name and those that a list has before it."""
        at = self.names.index(last)
        found = [last]
        for name in reversed(self.names[max(0, at - MAX_LISTED) : at]):
            if name.depth > last.depth:
                continue
            if not name.is_class or not derivation.LISTED.fullmatch(self.between(name, found[0])):
                break
            found.insert(0, name)
        return found


class Hierarchy(Check):
    """The checks of what classes are said to be derived from."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._bases = Bases(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every base that a class has not."""
        judged: set[tuple[int, int]] = set()
        for text in self._texts():
            for verdict in self._in_text(text):
                if (verdict.line, verdict.column) not in judged:
                    judged.add((verdict.line, verdict.column))
                    yield verdict

    def _texts(self) -> Iterator[_Text]:
        """The lines of the document that may say something, each with those that it was wrapped to."""
        lines = self.page.text_lines
        number = 1
        while number <= len(lines):
            last = number
            while last - number < MAX_WRAPPED and prose.wrapped(lines, last + 1):
                last += 1
            if any(derivation.SAID.search(line) for line in lines[number - 1 : last]):
                yield self._text(number, last)
            number = last + 1

    def _text(self, first: int, last: int) -> _Text:
        parts: list[str] = []
        names: list[_Name] = []
        at = 0
        for number in range(first, last + 1):
            line = self.page.text_lines[number - 1]
            masked = list(derivation.plain(line))
            margin = len(line) - len(line.lstrip()) if number > first else 0
            for one in self._named_on(number, line):
                if one.kind in ("symbol", "op"):
                    start, end = at + one.column - 1 - margin, at + one.end_column - margin
                    names.append(_Name(start, end, 0, one, one.kind == "symbol" and self._is_class(one)))
                elif one.kind in ("path", "path:line"):
                    masked[one.column - 1 : one.end_column] = "§" * (one.end_column - one.column + 1)
            parts.append("".join(masked)[margin:])
            at += len(parts[-1]) + 1
        text = " ".join(parts)
        return _Text(first, text, _with_depths(text, names), derivation.sentence_ends(text))

    def _is_class(self, one: Citation) -> bool:
        last = parts_of(one.target)[-1]
        return self._bases.is_class(last) or is_error(last)

    def _in_text(self, text: _Text) -> Iterator[Verdict]:
        derived: Said | None = None  # what the sentence has said last, and of which base
        last_base: _Name | None = None
        before = ""
        sentence = (0, 0)
        earlier: list[_Name] = []
        for name in text.names:
            if text.sentence_of(name.start) != sentence:
                sentence, derived, last_base, earlier = text.sentence_of(name.start), None, None, []
            owners = [other for other in earlier[-MAX_LISTED:] if other.depth <= name.depth]
            words = text.between(owners[-1], name) if owners else ""
            behind = text.behind(name)
            said = derivation.said(words, behind) if owners and name.is_class else None
            if name.is_class and derivation.tells(text.text[sentence[0] : text.clause_end(name, sentence)]):
                if not owners:
                    said = self._of_it(text, name, sentence)
                    yield from self._of_the_last(text, name, sentence, said) if said is not None else ()
                elif said is not None:
                    yield from self._said(text, owners, name, said, sentence)
                elif len(earlier) == 1 and derivation.listed_under(text.text[sentence[0] : owners[0].start], words):
                    yield from self._several(text.listed(name), owners[0], "directly" in words)
                elif self._is_as_in_a_head(text, owners, name, sentence[0]):
                    yield from self._one(owners, name, direct=False)
                elif derivation.parent_of(text.text[sentence[0] : owners[-1].start].rstrip(), words):
                    yield from self._one([owners[-1]], name, direct=False)
                elif derived is not None and derivation.understood(derived.word, before, words, behind):
                    yield from self._one([owners[-1]], name, direct="directly" in words)
                elif derived is not None and last_base is not None and derivation.likewise(words, behind):
                    evident = derived.whole or self._is_evident(text, last_base)
                    direct = derived.direct and derived.word != "is"  # a plain one may be so of several steps
                    yield from self._several(text.listed(name), last_base, direct) if evident else ()
            if said is not None:
                derived, last_base = said, owners[-1] if said.inverse else name
            before = words
            earlier.append(name)

    def _said(
        self, text: _Text, owners: list[_Name], name: _Name, said: Said, sentence: tuple[int, int]
    ) -> Iterator[Verdict]:
        """The verdicts on a class, or several, and what is said between it and its base, or the other way round."""
        owner = owners[-1]
        listed = text.listed_before(owner) if said.plural else [owner]
        before = text.text[sentence[0] : listed[0].start]
        if derivation.supposed(before) or not (said.whole or self._is_evident(text, name) or _are_errors(owner, name)):
            return
        if said.inverse:
            yield from self._several(text.listed(name), owner, said.direct, at_base=True)
            return
        if len(listed) > 1 and len(text.listed(name)) > 1:
            return  # some of them from one, and some from the other
        if said.far and not (owners == owners[:1] and derivation.topic(text.text[sentence[0] : owner.start])):
            return
        if len(listed) > 1 and not said.any:
            yield from self._several(listed, name, said.direct, at_base=True)
        else:
            bases = text.listed(name) if _BOTH.search(text.between(owner, name)) else [name]
            for base in bases:
                yield from self._one(owners if said.any else [owner], base, said.direct)

    def _is_as_in_a_head(self, text: _Text, owners: list[_Name], base: _Name, begin: int) -> bool:
        """Whether an item begins as the head of a class does, with a blank before the colon: "`A` : `B`"."""
        between = text.text[owners[-1].end : base.start]
        before = text.text[begin : owners[-1].start]
        alone = len(owners) == 1 and derivation.names_it(before)
        return alone and derivation.AS_IN_A_HEAD.fullmatch(between) is not None and self._is_evident(text, base)

    def _is_evident(self, text: _Text, base: _Name) -> bool:
        """Whether "`A` is a `B`", or "implements `B`", speaks of what a class is derived from, by what `B` is."""
        sentence = text.text[slice(*text.sentence_of(base.start))]
        is_base = self._bases.is_for_others(base.one.target) or "<" in base.one.text or self._is_of_module(base)
        is_base = is_base and not self._bases.is_message(base.one.target)
        return is_base and not disclaimers.proposed(sentence)

    def _is_of_module(self, base: _Name) -> bool:
        """Whether a class is written as the head of one in Python does, with its module: "`A`, a `loom.Base`"."""
        module, dot, last = base.one.target.rpartition(".")
        return bool(dot) and module.islower() and not module.startswith("tf") and self._bases.is_class(last, True)

    def _one(self, owners: list[_Name], base: _Name, direct: bool) -> Iterator[Verdict]:
        """The verdict on a base that none of the classes has which it may be said of."""
        direct = direct and self._bases.as_it_is(self.page.text_lines[base.one.line - 1])
        owners = [owner for owner in owners if owner.is_class] or owners  # an op has no base
        wrong = [self._bases.wrong(owner.one.target, base.one.target, direct) for owner in reversed(owners)]
        if all(wrong) and not self.page.strangers(owners[-1].one):
            yield from self._bases.verdict(base.one, owners[-1].one.target, base.one.target, wrong[0])

    def _several(self, owners: list[_Name], base: _Name, direct: bool, at_base: bool = False) -> Iterator[Verdict]:
        """The verdicts on classes of a list that are said to be derived from one; of most of several it must be so.

        `at_base`: what is said of all of them, and of none of them so, is said of the base.
        """
        direct = direct and self._bases.as_it_is(self.page.text_lines[base.one.line - 1])
        every = [(owner, self._bases.wrong(owner.one.target, base.one.target, direct)) for owner in owners]
        wrong = [(owner, why) for owner, why in every if why]
        if at_base and len(wrong) == len(owners) > 1:
            yield from self._bases.verdict(base.one, owners[-1].one.target, base.one.target, wrong[-1][1])
        elif len(owners) == 1 or len(wrong) * 2 <= len(owners):
            for owner, why in wrong:
                yield from self._bases.verdict(owner.one, owner.one.target, base.one.target, why)

    def _of_it(self, text: _Text, base: _Name, sentence: tuple[int, int]) -> Said | None:
        """What a sentence says of a class that it has no name of, by the words before its first name."""
        if base.start - sentence[0] > MAX_BETWEEN:
            return None
        words = derivation.between(text.text[sentence[0] : base.start])
        return derivation.of_it(_ITEM.sub("", words, count=1), text.behind(base))

    def _of_the_last(self, text: _Text, base: _Name, sentence: tuple[int, int], said: Said) -> Iterator[Verdict]:
        """The verdict on a base that a sentence tells of the class which the one before is about, or the heading."""
        if not said.whole or disclaimers.proposed(text.text[slice(*sentence)]):
            return
        owner = self._topic_before(text, sentence[0]) if sentence[0] else self._topic_above(text)
        if owner is not None:
            yield from self._one([owner], base, said.direct)

    def _topic_before(self, text: _Text, ends: int) -> _Name | None:
        """The only class of the sentence that ends before a place, when this is about it."""
        start = text.sentence_of(ends - 1)[0]
        within = [name for name in text.names if start <= name.start < ends]
        classes = [name for name in within if name.is_class]
        if not classes or len({name.one.target for name in within if name.depth == 0}) > 1 or classes[0].depth:
            return None
        before = text.text[start : classes[0].start]
        return classes[0] if derivation.topic(before) or derivation.advised(before) else None

    def _topic_above(self, text: _Text) -> _Name | None:
        """The class that the item above begins with which a line is under, or the only one of the heading above."""
        lines = self.page.text_lines
        number = text.number - 1
        margin = len(lines[number]) - len(lines[number].lstrip())
        item = _ITEM.match(lines[number]) is not None
        while number > 0:
            number -= 1
            line = lines[number]
            if not line.strip():
                continue
            if markdown.HEADING.match(line):
                above = self._text(number + 1, number + 1)
                name = above.names[0] if len(above.names) == 1 and above.names[0].is_class else None
                rest = above.text[: name.start] + above.text[name.end :] if name is not None else ""
                return name if derivation.names_it(rest) else None
            begun = _ITEM.match(line)
            if not item or begun is None:
                return None
            if len(line) - len(line.lstrip()) < margin:
                above = self._text(number + 1, number + 1)
                first = above.names[:1]
                whole = first and not above.text[begun.end() : first[0].start].strip()
                return first[0] if whole and first[0].is_class else None
        return None

    def _named_on(self, number: int, line: str) -> list[Citation]:
        """The citations of a line, and the classes that it has in code besides."""
        said = self.page.on(number)
        starts = [one.column - 1 for one in said]
        words = []
        for match in _WORD.finditer(line):
            at = bisect_right(starts, match.start(1)) - 1
            is_class = self._bases.is_class(match[1]) or is_error(match[1])
            if (at < 0 or match.start(1) >= said[at].end_column) and is_class:
                column, end = match.start(1) + 1, match.end() - 1
                words.append(Citation("symbol", match[1], number, column, match[1], in_code=True, end_column=end))
        return sorted([*said, *words], key=lambda one: one.column) if words else said


def _are_errors(owner: _Name, base: _Name) -> bool:
    """Whether an error is said to be one of Python's own: of something else "is a `TypeError`" tells what happens."""
    return _ERROR.search(owner.one.target) is not None and is_error(base.one.target)


def _with_depths(text: str, names: list[_Name]) -> list[_Name]:
    """Names of a text with how deep in brackets they stand."""
    signs = [(match.start(), 1 if match[0] in "(（" else -1) for match in re.finditer(r"[()（）]", text)]
    places = [at for at, _ in signs]
    depths, depth = [0], 0
    for _, step in signs:
        depth = max(0, depth + step)
        depths.append(depth)
    return [name._replace(depth=depths[bisect_left(places, name.start)]) for name in names]
