"""Values that a document gives in code to the members of what it names before: "`Options` (x.h:12): `width = 2`".

A member is a field or a value of an enumeration of protocol buffers (with its number), an enumerator of C++, a field of
a struct that is initialized, a parameter of a Python function that has a default. Which of these a list gives is told by
those that are right; an enumerator's number can be nothing else.
"""

from __future__ import annotations

import re
from collections import Counter

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.worked_out import Values, alike
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a paragraph that is read, names before a value that it may be of, and definitions of such a name.
MAX_LETTERS, MAX_NAMES, MAX_PLACES = 4_000, 8, 6
#: Lines of a body that is read.
MAX_LINES = 600
_GIVEN = regex(r"`(?P<name>[A-Za-z_]\w*)\s?=\s?(?P<value>[^`=\n][^`\n]{0,60})`", re.A)
#: That somebody gives a value, or would, so that it need be no default.
_SET = regex(
    r"\b(?:with|when|if|where|set|sets|setting|pass|passes|passing|use|uses|using|call|calls|called|instead|example|e\.g|not|was|were|"
    r"should|would|could|our|we|you|older|newer|later|becomes?|test|overrid\w+|make|makes|gives?|from|change\w*)\b"
    r"|传|设|用|改|如果|若|当|例如|比如|调用|旧|我们|自己|不是|时|给|取|测试|覆盖",
    re.I,
)
_DEFAULT = regex(r"(?<![A-Za-z])defaults?(?![A-Za-z])|默认|缺省", re.I)
#: What is no text around code: other code, the addresses of links.
_NO_PROSE = regex(r"`[^`\n]*`|\]\([^)\s]*\)")
_ENUM = regex(rb"\s*(?:typedef\s+)?enum\b")
_REMARK = regex(rb"//[^\n]*|/\*.*?\*/", re.S)
_ENUMERATOR = regex(r"\s*(\w+)\s*(?:=\s*(.+?))?\s*", re.S | re.A)
_FIELD = regex(rb"^\s*[\w:][\w:<>,*& ]*[\s*&](\w+)\s*(?:=\s*([^;{}]+)|\{([^;{}]+)\});")


class _Held(Record):
    """What a member is where it is defined; `kind` is "number", "enumerator" or "default"."""

    kind: str
    value: str
    where: Location


class Given(Check):
    """The checks of values that are given to members of what is named before them."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._read: dict[tuple[str, int], dict[str, _Held]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each value that the member has not, where others of its list are right or it is told."""
        for one in self.page.paragraphs:
            if "=" in one.text and len(one.text) <= MAX_LETTERS and not one.text.lstrip().startswith("|"):
                yield from self._paragraph(one)

    def _paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        given = list(_GIVEN.finditer(one.text))
        if not given or disclaimers.proposed(_NO_PROSE.sub("`", one.text)):
            return
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind in ("symbol", "op")]
        named = [(one.offset(each.line, each.column), each) for each in said if each.target not in self.page.own]
        right: Counter[str] = Counter()
        wrong: list[tuple[re.Match[str], str, int, _Held]] = []
        for match in given:
            before = [each for at, each in named if at + len(each.text) <= match.start()][-MAX_NAMES:]
            holding = [(owner, held) for owner in reversed(before) for held in self._held(owner, match)]
            fitting = [owner for owner, held in holding if held.value == "" or self._same(match["value"], held)]
            if fitting:
                right[fitting[0].target] += 1
            elif holding:
                owner, held = holding[0]
                wrong.append((match, owner.target, one.offset(owner.line, owner.column) + len(owner.text), held))
        differing = Counter(owner for _, owner, _, _ in wrong)
        for match, owner, end, held in wrong:
            if self._is_told(one.text[end : match.start()], held.kind, right[owner], differing[owner]):
                cited = one.cited(match.start() + 1, match[0][1:-1], match["name"])
                yield self.page.verdict(cited, "differs", held.where, (), f"it is {held.value} in {owner}")

    def _is_told(self, between: str, kind: str, right: int, wrong: int) -> bool:
        """Whether a value is certainly meant as that of its member, by what stands before it and by the others."""
        prose = _NO_PROSE.sub(" ", between.lstrip("`"))
        if _SET.search(prose):
            return False
        return wrong <= right or (wrong == 1 and (kind == "enumerator" or _DEFAULT.search(prose) is not None))

    def _same(self, value: str, held: _Held) -> bool:
        return value == held.value or alike(value.rstrip(";"), held.value)

    def _held(self, owner: Citation, match: re.Match[str]) -> Iterator[_Held]:
        """What the things of a name have for a member; with an empty value where they may have the one that is given."""
        name = match["name"]
        for message in self.page.messages.named(owner.target):
            if name in message.numbers and match["value"].isdigit():
                number, line = message.numbers[name]
                yield _Held("number", str(number), Location(message.path, line, line))
        for signature in self.page.functions.named(owner.target).found:
            if signature.parameters.get(name):
                other = signature.other(name, match["value"])
                yield _Held("default", other, signature.where)
        places = [place for place in self.page.meant(owner.target) if place.kind in ("class", "type")]
        for place in places[:MAX_PLACES]:
            if place.path.endswith((".h", ".cc")):
                held = self._members(place.path, place.line, self.known.end(place)).get(name)
                if held is not None:
                    yield held

    def _members(self, path: str, line: int, end: int) -> dict[str, _Held]:
        """What the enumerators or the fields of a body in C++ are, as far as that can be told."""
        if (path, line) not in self._read:
            lines = self.known.lines(path)
            body = lines[line - 1 : min(end, line + MAX_LINES)]
            enumeration = bool(body) and _ENUM.match(body[0]) is not None
            self._read[path, line] = dict((_enumerators if enumeration else self._fields)(path, line, body))
        return self._read[path, line]

    def _fields(self, path: str, line: int, body: list[bytes]) -> Iterator[tuple[str, _Held]]:
        for number, text in enumerate(body, line):
            found = _FIELD.match(text)
            if found is not None:
                written = (found[2] or found[3]).decode("utf-8", "replace").strip()
                value = Values(self.known.lines(path)).of(written)
                yield found[1].decode(), _Held("default", value, Location(path, number, number))


def _enumerators(path: str, line: int, body: list[bytes]) -> Iterator[tuple[str, _Held]]:
    text = b"\n".join(body)
    text = _REMARK.sub(lambda match: b"\n" * match[0].count(b"\n"), text)
    begin, end = text.find(b"{") + 1, text.rfind(b"}")
    at: int | None = 0
    number = line + text.count(b"\n", 0, begin)
    for part in text[begin:end].decode("utf-8", "replace").split(",") if begin else ():
        found = _ENUMERATOR.fullmatch(part)
        if found is None:
            return
        value = Values(()).of(found[2]) if found[2] else "" if at is None else str(at)
        here = number + part[: found.start(1)].count("\n")
        yield found[1], _Held("enumerator", value, Location(path, here, here))
        at = int(value, 0) + 1 if re.fullmatch(r"-?(?:0x[0-9a-fA-F]+|\d+)", value) else None
        number += part.count("\n")
