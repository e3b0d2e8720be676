"""The namespaces that things are said to be in: "`Reel` is in namespace `tensorflow::looms`", `Reel` 在命名空间 … 中.

Where a sentence names several things it is right when any of them is there.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import owner_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a paragraph that is read, and places of a name.
MAX_LETTERS, MAX_PLACES = 4_000, 6
#: Files that use a name which are read for how they write it.
MAX_USERS = 80

_SPACE = r"`?(?P<space>tensorflow(?:::[a-z]\w{0,40}){1,5})`?(?![\w:]|\()"
_SAID = (
    regex(
        r"(?:\b(?:is|are|lives?|sits?|resides?|lies?|stands?|belongs?|(?:defined|declared|found|located|put)(?: \w+)?)"
        r"(?: directly| also| all| both)? (?:in|to|inside|within)|`[\s,]{0,3}in) (?:the )?"
        rf"(?:C\+\+ )?(?:namespace {_SPACE}|{_SPACE.replace('space', 'then')} namespace\b)",
        re.A,
    ),
    regex(
        rf"(?:在|位于|属于|定义于)\s?(?:了)?(?:C\+\+\s?)?(?:(?:命名空间|名字空间|namespace)\s?{_SPACE}"
        rf"|{_SPACE.replace('space', 'then')}\s?(?:这个)?(?:命名空间|名字空间|namespace))",
        re.A,
    ),
)
#: A class or a function behind namespaces: `tensorflow::looms::Loom`.
_QUALIFIED = regex(
    r"(?P<space>(?:tensorflow|xla|stream_executor)(?:::[a-z][a-z0-9_]{0,40}){0,5})::(?P<name>[A-Z]\w{3,80})", re.A
)
_NOT_SO = otherwise("neither|used to|moved?|using|alias(?:es|ed)? (?:in|into)|calls?|macros?", "不|自己|移到|导出|引入")
_BEGINS = regex(rb"(?<![\w/\"])(?:inline\s+)?namespace(?:\s+([A-Za-z_][\w:]*))?\s*\{")
_ENDS = regex(rb"\s*\}\s*(?:;\s*)?//\s*(?:end\s+)?(?:anonymous\s+)?(?:unnamed\s+)?namespace\b")
_OTHER = regex(rb"\s*(?:inline\s+)?namespace\b")


class Namespaces(Check):
    """The checks of namespaces."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every namespace that nothing of its sentence is in, and on those in front of names."""
        for name in self.page.said:
            if name.kind == "symbol" and not name.fenced and (match := _QUALIFIED.fullmatch(name.target)) is not None:
                yield from self._qualified(name, match["space"], match["name"])
        for one in self.page.paragraphs:
            if len(one.text) > MAX_LETTERS or "tensorflow::" not in one.text or one.text.lstrip().startswith("|"):
                continue
            for start, end in prose.sentences(one.text):
                text = one.text[start:end].replace("\n", " ")
                matches = [match for pattern in _SAID for match in pattern.finditer(text)]
                clause = re.split(r"[;；]", text[: matches[0].end()])[-1] if matches else ""
                if len(matches) == 1 and not _NOT_SO.search(clause) and not disclaimers.proposed(text):
                    yield from self._judged(one, start, matches[0])

    def _qualified(self, name: Citation, space: str, last: str) -> Iterator[Verdict]:
        """The verdict on a class or function that stands in none of the namespaces with which it is written."""
        places = [place for place in self.known.places(last) if owner_of(place.name) in ("", last)]
        if not places or len(places) > MAX_PLACES or name.target in self.page.own or self.page.strangers(name):
            return
        if disclaimers.denied(*self.page.around(name)) or disclaimers.proposed(self.page.text_lines[name.line - 1]):
            return
        spaces = [self._space(place.path, place.line, last) for place in places]
        if None in spaces or any(f"{there}::".endswith(f"{space}::") for there in spaces):
            return
        files = self.known.everywhere(last)
        if len(files) > MAX_USERS or any(self._is_said_there(path, space, last) for path in files):
            return
        where = Location(places[0].path, places[0].line, places[0].line)
        exact = f"{spaces[0]}::{last}"
        yield self.page.verdict(name, "not found", where, (exact,), f"it is in `{spaces[0]}` there")

    def _is_said_there(self, path: str, space: str, name: str) -> bool:
        """Whether a file writes a name so as well, or may take it over into the namespace: `using looms::Loom`."""
        inner = space.rpartition("::")[2].encode()
        data, last = self.known.read(path) or b"", name.encode()
        if inner + b"::" + last in data:
            return True
        taken = rb"\b(?:using|typedef)\b[^;{}]*\b%b\b|\b(?:class|struct)\s+%b\s*;" % (last, last)
        return (
            re.search(rb"\bnamespace\s+(?:\w+::)*%b\b" % inner, data) is not None and re.search(taken, data) is not None
        )

    def _judged(self, one: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        group = "space" if match["space"] else "then"
        space = match[group]
        found: list[tuple[str, Location]] = []
        begin, end = one.at(start), one.at(start + match.start())
        for number in range(begin[0], end[0] + 1):
            for each in self.page.on(number):
                if each.kind != "symbol" or not begin <= (number, each.column) < end:
                    continue
                if each.target in self.page.own:
                    return
                for place in self.page.meant(each.target)[:MAX_PLACES]:
                    there = self._space(place.path, place.line, each.target.rpartition("::")[2])
                    if there is None or f"{there}::".startswith(f"{space}::"):
                        return
                    found.append((there, Location(place.path, place.line, place.line)))
        if found:
            there, where = found[0]
            cited = one.cited(start + match.start(group), space)
            yield self.page.verdict(cited, "differs", where, (), f"it is in `{there}` there")

    def _space(self, path: str, line: int, name: str) -> str | None:
        """The namespace of a line; None where a file does not tell, or takes the name over by another."""
        if not path.endswith((".h", ".cc")):
            return None
        stack: list[str] = []
        found: str | None = None
        taken = re.compile(rb"\busing\b[^;=]*\b%b;" % re.escape(name).encode())
        for number, text in enumerate(self.known.lines(path), 1):
            if number == line:
                found = "::".join(one for one in stack if one)
            begun = _BEGINS.findall(text) if b"namespace" in text and not text.lstrip().startswith(b"//") else []
            if begun and b"}" not in text:
                stack += [one.decode() for one in begun]
            elif _ENDS.match(text):
                if not stack:
                    return None
                stack.pop()
            elif (_OTHER.match(text) and b"=" not in text and not begun) or taken.search(text):
                return None
        return found if not stack and found else None
