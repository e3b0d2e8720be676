"""What a line of the source is of a name: where that begins, a line that has it, or one that is off.

Off is a line inside of what the name is of, in the remarks above its head or below that, and any other where the file
has the name at one place alone. Without a tree only what is inside of a definition is off, as nobody knows its lines.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.declared import BODIES
from tfexplore.answers.verifying.heads import MAX_HEAD, NEAR_LINES, head_of
from tfexplore.answers.verifying.rows import heads_class_of, statement
from tfexplore.answers.verifying.spelling import mentioning, parts_of
from tfexplore.paths import HEADERS
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.index.symbols import Place

#: Lines that people are off who count from none, or who mean what stands right above or below.
MISCOUNTED = 1
#: Lines from where something begins that a number may be off which stands without its file.
FAR = 30
#: Lines above one that stands alone on which its file may be cited.
NEAR_ABOVE = 8
#: What is defined or registered at a place.
PLACED = (*BODIES, "type", "macro", "constant", "op", "kernel", "gradient")
#: Lines that decorators and the head of a function may take.
DECORATED = 8
#: Letters of a name, and of code, that is looked for in a file, and lines of the file that it stands on at most.
LEAST, LEAST_CODE, MOST_CODE, MAX_LINES = 5, 8, 300, 3

_REMARKS = (b"//", b"/*", b"*", b"# ", b"#!")
_DEF = regex(rb"\s*(?:(?:async )?def|class)\b")
#: Code that says something, which is no name, no argument with its value and no text.
_STATEMENT = regex(r"\A[A-Z][A-Z_\d]+ ?= ?\S|\w(?: [=+*<>|&-]{1,2} |->|::\w+\()|\.\w+\(|;\s*\Z|^\s*(?:return|if|for)\b")


class LineOf(Record):
    """A line of a file that is said of something: off it, unless that `begins` there or stands on it.

    `line` is where it begins, and `number` the line that is said.
    """

    path: str
    line: int
    number: int
    begins: bool


class LinesOf:
    """What the lines that a document cites are of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def of_name(self, one: Citation, name: Citation, number: int, head: bool = False) -> LineOf | None:
        """What a line of the source is of a name that a document says it of; None where nothing tells.

        Where the words say that its `head` is there, a line that only has the name is off as well.
        """
        files = self._files(one) if one.unnamed else self.page.files_meant(one)
        # A method may be written as a function is, beside one that is called so.
        meant = [*self.page.meant(name.target), *self.known.places(name.target)]
        if one.unnamed and files and files[0].endswith("/BUILD"):
            return None  # which uses it, and defines no names
        near = [place for place in meant if place.kind in PLACED and abs(place.line - number) <= MAX_HEAD]
        if one.unnamed and any(self._begins(place, number) for place in near):
            return LineOf(files[0] if files else "", number, number, True)  # of whichever file it is
        meant = [place for place in meant if place.path in files and place.kind in PLACED]
        classes = {place.path for place in meant if place.kind == "class"}
        meant = [place for place in meant if not (place.path in classes and _is_constructor(place))]
        places = list({(place.path, place.line): place for place in meant}.values())
        begins = next((place for place in places if self._begins(place, number)), None)
        if begins is not None:
            return LineOf(begins.path, begins.line, number, True)
        for path in files if name.target in self.known.ops else ():
            if heads_class_of(self.known, name.target, path, number):
                return LineOf(path, number, number, True)
        perhaps = self.page.files_perhaps if one.unnamed else []
        elsewhere = bool(places) and (head or self._is_called(number, name, files))
        for path in [*files, *perhaps] if not elsewhere else []:
            defined = any(place.path == path for place in places)
            if self._has_it(number, name, path, defined) and not self._begins_another(places, number, path):
                return LineOf(path, number, number, True)
        if any(
            name.target in self.known.op_parts(op) for path in files[:1] for op in self._registered_at(path, number)
        ):
            return LineOf(files[0], number, number, True)
        holding = [place for place in places if self._holds(place, number)]
        holding = [place for place in holding if place.kind in BODIES] or holding[:1]
        here = [place for place in places if place.path == files[0]]
        here = [place for place in here if place.kind in BODIES] or here
        if not self.known.has_tree:  # a line may have a name that an index knows nothing of
            holding = [
                place for place in holding if place.kind in BODIES and place.line < number <= self.known.end(place)
            ]
        # Without a tree, what a header defines may be declared above.
        method = bool(here) and here[0].kind == "method" and not here[0].path.endswith(HEADERS)
        if holding and not self.known.has_tree and self._is_of_a_file_near(one, holding[0].path):
            return None
        whole = self.known.has_tree or (method and len(parts_of(name.target)) > 1)
        if whole and not holding and len({place.line for place in here}) == 1:
            far = abs(number - here[0].line) > FAR
            holding = here[:1] if not (one.unnamed and far) else []
        if len(holding) == 1 and not self._is_registered(holding[0], number, name.target):
            return LineOf(holding[0].path, holding[0].line, number, False)
        line = self._only(number, name, files[0]) if files and not places and not one.unnamed else 0
        return LineOf(files[0], line, number, abs(line - number) <= MISCOUNTED) if line else None

    def _is_of_a_file_near(self, one: Citation, path: str) -> bool:
        """Whether a line that stands alone is of another file, cited little above, that may use what `path` has."""
        if not one.unnamed:
            return False
        above = [
            other
            for number in range(max(1, one.line - NEAR_ABOVE), one.line + 1)
            for other in self.page.on(number)
            if other.kind in ("path", "path:line") and not other.unnamed
            if (other.line, other.column) < (one.line, one.column)
        ]
        return bool(above) and path not in self.page.files_meant(above[-1])

    def of_code(self, one: Citation, code: str) -> LineOf | None:
        """What a line is of a piece of code that the file has on few lines."""
        wanted = "".join(code.split()).rstrip(";").encode()
        if not self.known.has_tree or not LEAST_CODE <= len(wanted) <= MOST_CODE or not _STATEMENT.search(code):
            return None
        files = self.page.files_meant(one)
        lines = self.known.lines(files[0]) if files else []
        at = [number for number, line in enumerate(lines, 1) if wanted in b"".join(line.split())]
        nearest = min(at, key=lambda number: abs(number - one.start), default=0)
        if not 0 < len(at) <= MAX_LINES or abs(nearest - one.start) > FAR:
            return None
        there = [line for path in files[1:] for line in self.known.lines(path)[one.start - 1 : one.start]]
        if any(wanted in b"".join(line.split()) for line in there):
            return None  # another file of that name is meant
        return LineOf(files[0], nearest, one.start, nearest == one.start)

    def _registered_at(self, path: str, number: int) -> list[str]:
        """The ops that a line of a file registers, whose attrs, inputs and outputs may be said to be there."""
        return [made.op for made in self.known.registered(path) if (made.kind, made.line) == ("op", number)]

    def _begins_another(self, places: Sequence[Place], number: int, path: str) -> bool:
        """Whether a line of a file that defines a name is the first of another definition, which uses it."""
        return any(place.path == path and place.kind in BODIES for place in places) and any(
            symbol.location.line == number and symbol.kind in ("class", "function")
            for symbol in self.known.inside(path)
        )

    def _is_registered(self, place: Place, line: int, name: str) -> bool:
        """Whether a line is of a registration in a body, of which another thing may be said than that it is one."""
        return place.kind in BODIES and any(
            made.line <= line <= made.end_line and made.op != name for made in self.known.registered(place.path)
        )

    def _files(self, one: Citation) -> list[str]:
        """The files of which a number without one may be a line: those that the document cites."""
        return list(dict.fromkeys([*self.page.files_meant(one)[:1], *self.page.files_named]))

    def _begins(self, place: Place, line: int) -> bool:
        """Whether a line is of the head of a definition, decorators included and parameters not, or next to it."""
        if place.kind == "kernel":  # any line of one that goes over several
            return place.line <= line <= place.end_line
        if place.kind == "op":
            return abs(line - place.line) <= MISCOUNTED
        if self.known.has_tree:
            first, last = self._head(place)
            return first - MISCOUNTED <= line <= last + MISCOUNTED
        # Of Python an index may have the line of the first decorator.
        return -NEAR_LINES <= line - place.line <= (DECORATED if place.path.endswith(".py") else NEAR_LINES)

    def _head(self, place: Place) -> tuple[int, int]:
        """The lines of a definition's head without the remarks above it and the parameters below its name."""
        lines = self.known.lines(place.path)
        first, end = head_of(lines, place)
        while first < place.line and (not (line := lines[first - 1].strip()) or line.startswith(_REMARKS)):
            first += 1
        last = place.line
        if place.path.endswith(".py") and lines[last - 1].lstrip()[:1] == b"@":  # an index may have a decorator's line
            last = next((at for at in range(last, end + 1) if _DEF.match(lines[at - 1])), last)
        return first, last

    def _holds(self, place: Place, line: int) -> bool:
        """Whether a line is inside of a definition, in the remarks above it, or near its head."""
        first = place.line
        if self.known.has_tree and place.kind in BODIES:
            first, _ = head_of(self.known.lines(place.path), place)
        end = self.known.end(place) if place.kind in BODIES else place.end_line
        return first - NEAR_LINES <= line <= max(end, place.line + NEAR_LINES)

    def _has_it(self, number: int, name: Citation, path: str, defined: bool) -> bool:
        """Whether a line of the source, or the statement that it begins, has the name itself.

        Of what the file defines nobody means a remark that has the name as well.
        """
        last = parts_of(name.target)[-1]
        lines = self.known.lines(path) if self.known.has_tree else []
        held = [line for line in statement(lines, number) if stands(last, line)]
        return any(not (defined and line.lstrip().startswith(_REMARKS)) for line in held)

    def _is_called(self, number: int, name: Citation, files: Sequence[str]) -> bool:
        """Whether all that a line has of a method in C++, said with its class, is a call of one of another thing."""
        own = parts_of(name.target)[-1]
        call = re.compile(rb"(?:->|\.)\s?" + re.escape(own).encode() + rb"\s?\(")
        lines = [line for path in files for line in self.known.lines(path)[number - 1 : number] if stands(own, line)]
        return "::" in name.target and bool(lines) and all(call.search(line) for line in lines)

    def _only(self, number: int, name: Citation, path: str) -> int:
        """The line of a file that has a name which is not at the cited one: near that, or of the few that there are."""
        last = parts_of(name.target)[-1]
        if not self.known.has_tree or len(last) < LEAST:
            return 0
        begun = [parts_of(one.name)[-1] for one in self.known.inside(path) if one.location.line == number]
        if any(other.startswith(last) for other in begun):
            return 0  # a form of it is defined there: `weave_v2`
        at = list(dict.fromkeys(mentioning([last.encode()], self.known.read(path) or b"")))
        nearest = min(at, key=lambda line: abs(line - number), default=0)
        return nearest if nearest and (len(at) <= MAX_LINES or abs(nearest - number) <= NEAR_LINES) else 0


def _is_constructor(place: Place) -> bool:
    """Whether a method is called as its class is; its head has the name of the class, which may be meant."""
    *_, owner, own = ["", *parts_of(place.name)]
    return place.kind == "method" and owner == own
