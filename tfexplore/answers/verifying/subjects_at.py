"""Lines of another function than a sentence is about: "`Weave` returns at once for one thread (loom.cc:40-44)".

Where the name that a sentence begins with is a definition of the file, and the lines are in a sister that it does not
come to, not by way of others of the file either, and are not near a mention of it, they are that sister's lines.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import mentioning, owner_of, parts_of
from tfexplore.answers.verifying.whole_of_another import is_told
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: Letters from a name to the place that is said of it, and lines around that on which the name may stand.
FAR, NEAR = 240, 3
#: What stands before the name that a sentence is about.
_BEGINS = regex(
    r"[\s>*_+|-]*(?:\d+[.)、]\s?)?[*_]{0,3}(?:(?:And|But|Then|Also|First|Next|Finally|Note that|So)[,:]?\s)?"
    r"(?:(?:The|the|A|Our|Its|函数|方法|类|宏)\s?"
    r"(?:constructor of |destructor of |body of |function |method |class |macro |functor |helper )?)?[*_]{0,3}`?",
    re.A,
)
#: That something is done to it at a place: "is put together at". Where it is defined is for others to judge.
_IS_DONE = regex(
    r"(?:\([^()`]{0,40}\))?`?\s(?:is|are|gets?)\s(?:(?!not\b|never\b)\w+\s){1,2}(?:at|in|on)\s(?:lines?\s)?[`*\[]*",
    re.A,
)
#: Letters of such a name, lines of a file that have it at most, and those around a place.
LEAST, FEW, AROUND = 5, 12, 8
#: What says of brackets that they hold the place of what was said: "(see", "(cf.".
_SEE = regex(r"[(（]\s?(?:see(?:\salso)?|cf\.|vgl\.|voir|ver|见|参见|参看)\s?[`*\[]*\Z", re.I)
#: The words of a name, and letters of one by which a sentence speaks of it.
_PARTS, LEAST_WORD = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"), 3
_ENGLISH = regex(r"\b(?:the|an?|is|are|its|to|of|and|with|for|when|if)\b")
#: How a sentence goes on that says what the name does or is.
_SAYS = regex(r"(?:\(\))?`?[*_]{0,3}(?:\(\))?(?:\s?[:：]\s?|\s(?![(（])|(?=[\u4e00-\u9fff])|[（(])", re.A)
_NAME = regex(rb"[A-Za-z_]\w*", re.A)
_WORDS = regex(r"[A-Za-z]{3}|[\u4e00-\u9fff]{2}", re.A)
#: Words by which the place may be of something that the sentence does not begin with.
_OTHERWISE = otherwise(
    r"other|others|another|twin|sisters?|siblings?|same|similar(?:ly)?|like|likewise|helpers?|next|following|below|above"
    r"|overloads?|respectively|compare|counterparts?|versions?|variants?|wrappers?|call(?:s|ed|ers?|ing)?|us(?:e|es|ed|ing|ers?)|via"
    r"|through|before|after|until|without|instead|unlike|where|which|whose|whereas|while|but|see|deleg\w+|dispatch\w*|forwards?"
    r"|derive[sd]?|inherit\w*|overrid\w+|implement(?:s|ed)?|subclass\w*|invoke[sd]?|runs?|goes|ends up|passe[sd]"
    r"|registers?|registered|hands?|asks?|defined|declared|exported",
    "另|类似|同样|下面|上面|旁边|辅助|调用|分别|重载|对应|版本|继承|覆盖|实现|注册|交给|转|见|通过|之前|之后|而|但|父类|子类|基类|由",
)


class SubjectsAt(Check):
    """The checks of such lines."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines that are in a sister of what their sentence begins with."""
        self._reached = lru_cache(maxsize=256)(self._reaches)
        for one in self.page.paragraphs:
            if len(one.text) > MAX_TEXT or one.text.lstrip().startswith("|") or disclaimers.proposed(one.text):
                continue
            for at, place in self.page.cited_in(one):
                if place.start:
                    yield from self._judged(one, place, at)

    def _judged(self, one: Paragraph, place: Citation, at: int) -> Iterator[Verdict]:
        first, _ = prose.sentence_span(one.text, at)
        name = self._subject(one, first, at)
        # A number alone may be anything, and behind a name it is for others to judge.
        if name is None or at - first > FAR or place.text.isdigit():
            return
        said = _SEE.sub("", SPAN.sub("`", one.text[first:at]))
        between = one.text[one.offset(name.line, name.column) + len(name.text) : at]
        if (
            _OTHERWISE.search(said)
            or not _WORDS.search(between)
            or not _SAYS.match(between)
            or self.page.strangers(place)
        ):
            return
        if _IS_DONE.fullmatch(between):
            yield from self._mentioned(place, name)
            return
        files = [path for path in self.page.files_meant(place) if any(self._own(name, path))]
        if len(files) != 1:
            return
        (path,) = files
        own = list(self._own(name, path))
        found = self._sister(place, path, own, said.lower())
        if found is None or is_told(one, found.name, name):
            return
        nearest = min(own, key=lambda each: abs(each.location.line - place.start))
        where = Location(path, nearest.location.line, self.known.end_of(nearest))
        yield self.page.moved(
            place, where, f"the lines are in {found.name}; {name.target} is at line {nearest.location.line}"
        )

    def _mentioned(self, place: Citation, name: Citation) -> Iterator[Verdict]:
        """A verdict on lines at which something is said to be done to what their file has at a few others alone."""
        word = parts_of(name.target)[-1]
        having = {
            path: mentioning([word.encode()], self.known.read(path) or b"") for path in self.page.files_meant(place)
        }
        files = [path for path, there in having.items() if there]
        if len(files) != 1 or place.supposed or len(word) < LEAST:
            return
        there = having[files[0]]
        if 0 < len(there) <= FEW and not any(place.start - AROUND <= line <= place.end + AROUND for line in there):
            now = min(there, key=lambda line: abs(line - place.start))
            yield self.page.moved(place, Location(files[0], now, now), f"{word} is at line {now}")

    def _subject(self, one: Paragraph, first: int, at: int) -> Citation | None:
        """The name that a sentence begins with, where no other place and no other definition stands before a place."""
        named = [
            each
            for number in one.numbers
            for each in self.page.on(number)
            if first <= one.offset(each.line, each.column) < at
        ]
        if not named or named[0].kind != "symbol" or any(each.kind == "path:line" for each in named):
            return None
        begin = one.offset(named[0].line, named[0].column)
        return named[0] if _BEGINS.fullmatch(one.text, first, begin) else None

    def _own(self, name: Citation, path: str) -> Iterator[Symbol]:
        """The definitions of a file that a name means."""
        lines = {each.line for each in self.page.meant(name.target) if each.path == path and each.kind in BODIES}
        return (each for each in self.known.inside(path) if each.location.line in lines)

    def _sister(self, place: Citation, path: str, own: list[Symbol], said: str) -> Symbol | None:
        """The function of a file that lines are in, if it has nothing to do with some definitions.

        `said` is the sentence up to the place, in small letters.
        """
        around = [one for one in self.known.functions_at(path, place.start) if place.end <= self.known.end_of(one)]
        if not around:
            return None
        its = around[-1]
        words = {parts_of(one.name)[-1].lstrip("~") for one in own}
        lines = b"\n".join(self.known.lines(path)[max(0, place.start - 1 - NEAR) : place.end + NEAR])
        last = parts_of(its.name)[-1].lstrip("~")
        if last in words or any(stands(word, lines) for word in words):
            return None
        for one in own:
            begin, end = one.location.line - NEAR, self.known.end_of(one)
            if begin <= place.end and place.start <= end:
                return None
            if owner_of(its.name) == parts_of(one.name)[-1]:
                return None  # a member, defined outside of its class
            if last in self._reached(path, one.name) and not self._is_its_head(place, path, its, said):
                return None
        return its

    def _is_its_head(self, place: Citation, path: str, its: Symbol, said: str) -> bool:
        """Whether a line is the first of a function of which a sentence of English has no word."""
        if not said.isascii() or not _ENGLISH.search(said):
            return False
        if place.start != place.end or not its.location.line <= place.start <= its.location.line + 1:
            return False
        words = [word.lower() for word in _PARTS.findall(parts_of(its.name)[-1]) if len(word) >= LEAST_WORD]
        return bool(words) and not any(word[:LEAST_WORD] in said for word in words)

    def _reaches(self, path: str, name: str) -> frozenset[str]:
        """The names of a file's definitions that one of them comes to, by way of each other, and its own class's."""
        every: dict[str, list[Symbol]] = {}
        for one in self.known.inside(path):
            every.setdefault(parts_of(one.name)[-1].lstrip("~"), []).append(one)
        left, found = [parts_of(name)[-1].lstrip("~"), *[part for part in (owner_of(name),) if part]], set()
        while left:
            word = left.pop()
            if word in found:
                continue
            found.add(word)
            text = b"\n".join([self.known.text_of(one) for one in every.get(word, ())])
            left += every.keys() & {each.decode() for each in _NAME.findall(text)}
        return frozenset(found)
