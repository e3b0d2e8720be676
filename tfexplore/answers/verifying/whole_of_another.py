"""Lines that are all of one definition, or of one op's registrations, and are said of another's in the same file.

"`Weave` has two cases (loom.py:40-61)", where lines 40 to 61 are the whole of `_weave_sparse` and nothing else, and the
text names neither that nor anything that is only its own. People cite a sister's lines by a slip of the eye.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.declared import BODIES, FUNCTIONS
from tfexplore.answers.verifying.heads import head_of
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import mentioning, owner_of, parts_of
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a file that have a name which tells its place, and from those to others that are said of it.
FEW, FAR = 3, 8
_RARE = regex(r"(?=\w{8})\w*(?:[a-z][A-Z]|[A-Za-z0-9]_[A-Za-z])\w*", re.A)
#: Lines that the end of a definition may be off, and letters of a word that tells of it.
NEAR, LONG = 1, 4
#: Words by which a place may be of something that the text does not name.
_OTHERWISE = otherwise(
    r"other|others|another|twin|sisters?|siblings?|same|similar(?:ly)?|like|helpers?|next|following|below|above|overloads?"
    r"|respectively|compare|counterparts?|versions?|variants?|wrappers?|call(?:s|ed|ers?)?|us(?:e|es|ed|ing)|via|through",
    "另|类似|同样|下面|上面|旁边|辅助|调用|分别|重载|对应|版本",
)
_FILE = regex(r"[\w./-]*\w\.(?:cc|h|cu|py|i|proto)\b\S*", re.A)
#: What says that lines are in something: "In `Loom` they are final (x.h:12)", `Loom` 里.
_IN = regex(r"[\s>*+\d.)-]*(?:In|Inside|Within|在)\s?(?:the\s)?(?:class\s|struct\s|function\s)?[`*]*", re.A)
_IN_ZH = regex(r"[`*]*\s?(?:里面?|之?中|内部?)(?![\w])", re.A)
#: A line that declares a function, or begins to.
_DECLARES = regex(
    rb"\s+(?:(?:virtual|static|inline|explicit) )*(?!return\b|else\b)[\w:<>,*&]+(?: [\w:<>,*&]+)*[ *&]+(\w+)\("
)
#: Whose a member is.
_ITS = regex(r"\bits(?:\sown)?\s`?\Z|[它其]的?\s?`?\Z", re.I)
#: What stands behind lines that do something: "x.cc:12 returns it".
_ACTS = regex(r"[`*]*\s(?:[a-z]+ly |also |then |just |only )?(?!is\b|was\b|has\b|this\b)[a-z]{2,}s\s")
#: How a sentence begins that is about what the one before it is about.
_REFERS = regex(r"\s*(?:this|that|these|those|it|its|the latter)\b|\s*(?:这|那|它|其)", re.I)
_WORD = regex(r"[A-Za-z]{4,}", re.A)
_PARTS = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", re.A)


class WholeOfAnother(Check):
    """The checks of such lines."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on lines that are all of something which their paragraph does not name."""
        for one in self.page.paragraphs:
            if len(one.text) > MAX_TEXT or one.text.lstrip().startswith("|") or disclaimers.proposed(one.text):
                continue
            for _, place in self.page.cited_in(one):
                if not place.supposed:
                    yield from self._judged(one, place)

    def _judged(self, one: Paragraph, place: Citation) -> Iterator[Verdict]:
        files = self.page.files_meant(place)
        offset = one.offset(place.line, place.column)
        first, _ = prose.sentence_span(one.text, offset)
        if _REFERS.match(one.text, first):
            first, _ = prose.sentence_span(one.text, max(0, first - 2))
        said = SPAN.sub("`", one.text[first : offset + len(place.text)])
        if not files or _OTHERWISE.search(said) or self.page.strangers(place):
            return
        if _ACTS.match(one.text, offset + len(place.text)):
            return  # what is there does something
        named = [
            each
            for number in one.numbers
            for each in self.page.on(number)
            if each.kind in ("symbol", "op") and first <= one.offset(each.line, each.column) < offset
        ]
        if named and self._has_place(one, named[0], offset):
            return
        if len(files) > 1:  # of several that are called so one alone may have the name
            word = parts_of(named[0].target)[-1].encode() if named else b""
            files = [path for path in files if word and word in (self.known.read(path) or b"")]
        if len(files) != 1:
            return
        path = files[0]
        found = self._definition(one, place, path, named[0]) if named else None  # what the sentence is about
        found = found or (self._declaration(one, place, path, named[0]) if named else None)
        found = found or (self._inside(one, place, path, named[0], first) if named else None)
        found = found or (self._its_member(one, place, path, named[0], named[-1]) if len(named) > 1 else None)
        if place.start < place.end:
            found = found or self._registrations(one, place, path, offset)
            found = found or (self._mention(one, place, path, named[-1]) if named else None)
        if found is not None:
            where, detail = found
            yield self.page.moved(place, where, detail)

    def _definition(self, one: Paragraph, place: Citation, path: str, name: Citation) -> tuple[Location, str] | None:
        """Where a named definition is, and what the cited lines are instead; None where they may be its."""
        own = [each for each in self.page.meant(name.target) if each.path == path and each.kind in BODIES]
        whole = self._whole(path, place)
        if not own or whole is None or is_told(one, whole, name):
            return None
        lines = self.known.lines(path)
        there = b"\n".join(lines[place.start - 1 : place.end])
        reached = any(each.line <= place.end and place.start <= self.known.end(each) for each in own)
        if reached or any(stands(part, there) for part in parts_of(name.target)):
            return None
        inside = b"\n".join(line for each in own for line in lines[each.line - 1 : self.known.end(each)])
        if stands(parts_of(whole)[-1], inside):
            return None  # what it calls
        last = parts_of(name.target)[-1]
        if place.start == place.end and any(stands(last, text) for text in self._bodies(path, whole)):
            return None  # what calls it
        nearest = min(own, key=lambda each: abs(each.line - place.start))
        where = Location(path, nearest.line, self.known.end(nearest))
        return where, f"{whole} is there; {name.target} is at line {nearest.line}"

    def _has_place(self, one: Paragraph, name: Citation, offset: int) -> bool:
        """Whether lines stand between a name and a place, which are the name's then."""
        begin = one.offset(name.line, name.column)
        return any(begin < at < offset for at, _ in self.page.cited_in(one))

    def _declaration(self, one: Paragraph, place: Citation, path: str, name: Citation) -> tuple[Location, str] | None:
        """The same of a line of a header that declares another function than the one that a sentence is about."""
        if place.start != place.end or not path.endswith(".h"):
            return None
        lines = self.known.lines(path)
        there = _DECLARES.match(lines[place.start - 1]) if place.start <= len(lines) else None
        last = parts_of(name.target)[-1].encode()
        if there is None or there[1] == last or there[1].isupper() or is_told(one, there[1].decode(), name):
            return None
        own = [number for number, line in enumerate(lines, 1) if (m := _DECLARES.match(line)) and m[1] == last]
        if not own or any(abs(number - place.start) <= NEAR for number in own):
            return None
        now = min(own, key=lambda number: abs(number - place.start))
        return Location(path, now, now), f"{there[1].decode()} is there; {name.target} is at line {now}"

    def _inside(
        self, one: Paragraph, place: Citation, path: str, name: Citation, first: int
    ) -> tuple[Location, str] | None:
        """Where the class or the function is "in" which a sentence says that lines are, and which are in another."""
        begin = one.offset(name.line, name.column)
        if not _IN.fullmatch(one.text, first, begin) and not _IN_ZH.match(one.text, begin + len(name.text)):
            return None
        own = [each for each in self.page.meant(name.target) if each.path == path and each.kind in BODIES]
        around = [
            each
            for each in self.known.inside(path)
            if each.kind in BODIES and each.location.line <= place.start and place.end <= self.known.end_of(each)
        ]
        if not own or not around or any(each.line <= place.end and place.start <= self.known.end(each) for each in own):
            return None
        its = around[-1].name
        lines = b"\n".join(self.known.lines(path)[place.start - 1 - NEAR : place.end + NEAR])
        if is_told(one, its, name) or any(stands(part, lines) for part in parts_of(name.target)):
            return None
        text = self.known.lines(path)
        inside = b"\n".join(line for each in own for line in text[each.line - 1 : self.known.end(each)])
        if stands(parts_of(its)[-1], inside):
            return None
        nearest = min(own, key=lambda each: abs(each.line - place.start))
        where = Location(path, nearest.line, self.known.end(nearest))
        return where, f"the lines are in {its}; {name.target} is at line {nearest.line}"

    def _its_member(
        self, one: Paragraph, place: Citation, path: str, owner: Citation, member: Citation
    ) -> tuple[Location, str] | None:
        """Where the member of a class is of which a sentence is, and which another class has at its lines."""
        classes = [each for each in self.page.meant(owner.target) if each.path == path and each.kind == "class"]
        last = parts_of(member.target)[-1]
        made = [each for each in self.known.inside(path) if parts_of(each.name)[-1] == last and each.kind in FUNCTIONS]
        own = [each for each in made if owner_of(each.name) == parts_of(owner.target)[-1]]
        there = [each for each in made if abs(each.location.line - place.start) <= NEAR and each not in own]
        between = one.text[one.offset(owner.line, owner.column) : one.offset(member.line, member.column)]
        if not classes or len(own) != 1 or not there or not _ITS.search(between):
            return None
        if is_told(one, owner_of(there[0].name), owner):
            return None
        return own[0].location, f"{there[0].name} is there; {own[0].name} is at line {own[0].location.line}"

    def _bodies(self, path: str, name: str) -> list[bytes]:
        """The text of what has a name in a file."""
        found = [each for each in self.known.inside(path) if each.name == name]
        lines = self.known.lines(path)
        return [b"\n".join(lines[each.location.line - 1 : self.known.end_of(each)]) for each in found]

    def _whole(self, path: str, place: Citation) -> str | None:
        """The only definition that some lines are all of."""
        lines = self.known.lines(path)
        found = [
            each
            for each in self.known.inside(path)
            if each.kind in BODIES and place.start <= each.location.line <= place.end
        ]
        if not found:
            return None
        first = min(found, key=lambda each: (each.location.line, -self.known.end_of(each)))
        end = self.known.end_of(first)
        head, _ = head_of(lines, Place(first.name, first.kind, path, first.location.line, end))
        begins = head <= place.start <= first.location.line
        if place.start == place.end:
            return first.name if first.location.line == place.start else None
        return first.name if begins and place.end <= end + NEAR and place.end > first.location.line else None

    def _mention(self, one: Paragraph, place: Citation, path: str, name: Citation) -> tuple[Location, str] | None:
        """The same of a name that a file has at a few lines alone, which are not those of the definition."""
        if name.target == path.rpartition("/")[2].partition(".")[0]:
            return None  # all of the file is on it
        whole = self._whole(path, place) if name.in_code and _RARE.fullmatch(name.target) else None
        if whole is None or is_told(one, whole, name):
            return None
        there = mentioning([name.target.encode()], self.known.read(path) or b"")
        bodies = [(each.location.line, self.known.end_of(each)) for each in self.known.functions_at(path, place.end)]
        if not 0 < len(there) <= FEW or any(place.start - FAR <= number <= place.end + FAR for number in there):
            return None
        if any(first <= number <= last for number in there for first, last in bodies):
            return None
        now = min(there, key=lambda number: abs(number - place.start))
        return Location(path, now, now), f"{whole} is there; {name.target} is at line {now}"

    def _registrations(self, one: Paragraph, place: Citation, path: str, offset: int) -> tuple[Location, str] | None:
        """The same of an op whose kernels are registered in a file, and lines that register other ops' alone."""
        made = [each for each in self.known.registered(path) if each.kind == "kernel"]
        registered = {each.op for each in made}
        named = [
            each
            for number in one.numbers
            for each in self.page.on(number)
            if each.target in registered and one.offset(each.line, each.column) < offset
        ]
        if len({each.target for each in named}) != 1:
            return None
        name = named[0]
        own = [each for each in made if each.op == name.target]
        there = [each for each in made if place.start <= each.line and each.end_line <= place.end]
        ops = {each.op for each in there}
        text = b"\n".join(self.known.lines(path)[place.start - 1 : place.end])
        if not own or len(ops) != 1 or name.target in ops or stands(name.target, text):
            return None
        (op,) = ops
        if is_told(one, op, name) or any(stands(each.name or op, one.text.encode()) for each in there):
            return None
        nearest = min(own, key=lambda each: abs(each.line - place.start))
        where = Location(path, nearest.line, nearest.end_line)
        return where, f"kernels of {op} are registered there; those of {name.target} at line {nearest.line}"


def is_told(one: Paragraph, whole: str, name: Citation) -> bool:
    """Whether a text has the name of something, of what it is a member of, or a word of it that is its own."""
    text = one.text.encode()
    names = [part for part in (*parts_of(whole)[-1:], owner_of(whole)) if part]
    if any(stands(part, text) for part in names):
        return True
    own = {part.lower() for part in _PARTS.findall(name.target)}
    parts = {part.lower() for part in _PARTS.findall(parts_of(whole)[-1])} - own
    words = {word.lower() for word in _WORD.findall(_FILE.sub(" ", SPAN.sub("`", one.text)))}
    return any(word.startswith(part) for part in parts if len(part) >= LONG for word in words)
