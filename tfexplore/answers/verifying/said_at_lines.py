"""What a sentence says that cited lines do: which error they raise, which argument they read.

"Line 12 checks it and raises `ValueError`", "reads it from `input(0)` (L3-L9)". Where the lines raise another error, or
read another argument and never this one, what is said is wrong. So is a line of another function than the one that is
said to be there, "at loom.py:12, `_weave_grad`", and one without the statement that is, "`WEAVE("Loom", F)` in line
12". Only a tree tells.
"""

from __future__ import annotations

import builtins
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import spoken
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import ERROR_CODES, Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines behind those cited on which what they check is raised, and how many lines are looked at.
BEHIND, MOST_LINES = 4, 40
#: Files that are called alike, each of which may be meant.
FILES = 4
_CODES = "|".join(ERROR_CODES)
#: An error as Python and as C++ have it.
_ERROR = regex(
    rf"(?<![\w.:])`?(?:errors(?:::|\.)(?P<code>{_CODES})(?:Error)?|(?P<error>[A-Z][a-z]\w*Error))`?(?![\w:.]\w)", re.A
)
_RAISED = regex(rb"\braise\s+(?:errors(?:_impl)?\.)?(\w+)|errors::(\w+)\(", re.A)
#: How a function is called that asks whether an error is one: `errors::IsAborted(status)`.
_ASKED = regex(r"\AIs(?=[A-Z])")
#: A text in quotation marks, in which a name is part of a message.
_TEXT = regex(r"\"[^\"`]*[ :][^\"`]*\"")
_FAILS = regex(r"\b(?:raises?|throws?|returns?|fails? with|reports?|gives)\b|抛出?|报|返回|触发|引发", re.I)
#: What begins another clause behind lines in brackets.
_NEXT_CLAUSE = regex(r"[)）]`?(?:[,;]\s(?:and|but|while|whereas|under|if|when|with)\b|[，；](?:而|但|并|在|如果|当))")
#: "`input(0)`": which argument is read.
_ARGUMENT = regex(
    r"(?<![\w.>])`?(?:\w+(?:->|\.))?(?P<call>(?:mutable_)?input|(?:mutable_)?output)\((?P<n>\d)\)`?", re.A
)
#: "`MOST` equals `SOME`": a constant of the file that is another's value.
_EQUALS = regex(
    r"(?<![\w.:])`?(?P<name>[A-Z][A-Z_]{2,})`?\s?(?:等于|就是|equals|is the same as|is an alias (?:of|for))\s?"
    r"`?(?P<value>[A-Z][A-Z_]{2,})`?(?!\w)",
    re.A,
)
#: "`loom::Weft`": something of a namespace, but an error.
_SCOPED = regex(
    r"(?<![\w:])`?(?!errors|std|tensorflow)(?P<owner>[a-z]\w+|Eigen)::(?P<last>[A-Z]\w+)(?![\w:]|\.\w)", re.A
)
#: "`A("b", C)` in line 12": a statement and where it stands.
_STATEMENT = regex(r"`(?P<code>[A-Z][A-Z_]{6,}\([^`]{8,100}\);?)`\s(?:in|at|on)\s(?=line\s\d)", re.A)
#: What leads from a place to the function that is there.
_APPOSED = regex(r"`?,\s`(?P<name>_?[A-Za-z]\w*)`\s?(?=[,.;)]|\Z)", re.A)
#: What a module is said to be called where an import is cited: "x.py:31 imports it as `loom`", "x.py:31 起名为 `loom`".
_ALIAS = regex(
    r"[`*\])]*\s?(?:(?:则|也|却|就)?(?:把它|将其)?(?:起名|命名|取名|改名|别名)(?:为|叫|是|作)"
    r"|(?:\w+\s)?(?:imports|binds|aliases|renames|names|calls)\s(?:it|this|that|the module)(?:\sto|\sas)?)"
    r"\s?`(?P<name>\w+)`",
    re.A,
)
_IMPORTED_AS = regex(rb"\bas\s+(\w+)", re.A)
_SPACE = regex(rb"\s+")
#: Lines from the one that is said on which a statement may begin as well, and its own lines.
_NEAR, _LONGEST = 2, 4
_OTHERWISE = otherwise(signs="没")


class SaidAtLines(Check):
    """The checks of sentences that cite lines of one file, and of nothing else."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every error and argument that the lines of its sentence do not have, where they have another."""
        for one in self.page.paragraphs:
            yield from self._statements(one)
            yield from self._apposed(one)
            yield from self._aliases(one)
            for start, end in _pieces(one):
                text = one.text[start:end]
                said = [*_ERROR.finditer(text), *_ARGUMENT.finditer(text), *_EQUALS.finditer(text)]
                scoped = list(_SCOPED.finditer(text)) if "::" in text else []
                owners = [match["owner"] for match in scoped]
                said += [match for match in scoped if owners.count(match["owner"]) == 1]
                if said and not _OTHERWISE.search(SPAN.sub("`", text)) and not disclaimers.proposed(text):
                    yield from self._sentence(one, start, end, said)

    def _statements(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on lines that have no such statement, where the file has it once elsewhere."""
        for match in _STATEMENT.finditer(one.text) if "` " in one.text or "`\n" in one.text else ():
            place = next((each for each in self._cited(one, match.end(), match.end() + 1)), None)
            paths = self.page.files_meant(place) if place else []
            if place is None or len(paths) != 1 or self.page.strangers(place):
                continue
            code = _plainly(match["code"].encode().rstrip(b";"))
            lines = self.known.lines(paths[0])
            head = code[: code.index(b"(") + 1]
            at = [
                number
                for number, line in enumerate(lines, 1)
                if head in line and code in _plainly(b" ".join(lines[number - 1 : number - 1 + _LONGEST]))
            ]
            if len(at) == 1 and not place.start - _NEAR <= at[0] <= place.end + _NEAR:
                where = Location(paths[0], at[0], at[0])
                yield self.page.moved(place, where, f"it is at line {at[0]}")

    def _aliases(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on names by which an import is said to go, and that have others at the cited lines."""
        for place in [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]:
            match = _ALIAS.match(one.text, one.offset(place.line, place.column) + len(place.text))
            paths = self.page.files_meant(place) if match is not None else []
            if match is None or len(paths) != 1 or self.page.strangers(place):
                continue
            there = b"\n".join(self.known.lines(paths[0])[place.start - 1 : place.end])
            names = [name.decode() for name in _IMPORTED_AS.findall(there)]
            if names and match["name"] not in names:
                said = one.cited(match.start("name"), match["name"])
                where = Location(paths[0], place.start, place.end)
                yield self.page.verdict(said, "differs", where, tuple(names[:3]), f"the line has `as {names[0]}`")

    def _apposed(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on lines that are of another function than the one that is said to be there."""
        for place in [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]:
            begin = one.offset(place.line, place.column)
            match = _APPOSED.match(one.text, begin + len(place.text))
            if match and one.text[max(0, begin - 2) : begin] == "` ":
                continue  # "`f` 12, `g` 34": of what stands before it
            paths = self.page.files_meant(place) if match and not place.fenced and place.start == place.end else []
            if match is None or len(paths) != 1 or self.page.strangers(place):
                continue
            functions = [each for each in self.known.inside(paths[0]) if each.kind in ("function", "method")]
            its = [each for each in functions if each.name.rpartition(".")[2] == match["name"]]
            at = [each for each in self.known.functions_at(paths[0], place.start) if each.location.line == place.start]
            if len(its) == 1 and at and its[0].name != at[0].name:
                where = Location(paths[0], its[0].location.line, its[0].location.line)
                detail = f"{at[0].name} is there; {match['name']} is at line {where.line}"
                yield self.page.moved(place, where, detail)

    def _sentence(self, one: Paragraph, start: int, end: int, said: list[re.Match[str]]) -> Iterator[Verdict]:
        cited = [each for each in self._cited(one, start, end) if not each.fenced]
        if len(cited) != 1 or cited[0].end - cited[0].start > MOST_LINES:
            return
        place = cited[0]
        paths = [path for path in self.page.files_meant(place)[:FILES] if self.known.lines(path)]
        texts = [text.span() for text in _TEXT.finditer(one.text, start, end)]
        for match in said:
            groups = match.groupdict()
            if any(first < start + match.start() < last for first, last in texts):
                continue
            if "error" in groups and not _FAILS.search(one.text[start : start + match.start()]):
                continue
            between = one.text[one.offset(place.line, place.column) : start + match.start()]
            if "error" in groups and _NEXT_CLAUSE.search(between):
                continue  # what is raised under another condition may be elsewhere
            # One line need not be where it is used, and Eigen is everywhere.
            alone = "owner" in groups and (place.start == place.end or groups["owner"] == "Eigen")
            if alone and not self._is_at(one, start + match.end(), place, match):
                continue
            name = _said(groups)
            found = [(path, *each) for path in paths for each in self._there(groups, path, place)]
            if place.unnamed:  # which may be of another file of the document
                others = [path for path in self.page.files_cited if path not in paths]
                found += [(path, *each) for path in others for each in self._there(groups, path, place)]
            cite = one.cited(start + match.start(), match[0].strip("`"))
            if found and not any(has == name for _, _, has, _ in found) and not self.page.strangers(cite):
                path, number, _, shown = found[0]
                where = Location(path, number, number)
                yield self.page.verdict(cite, "differs", where, (), f"line {number} has `{shown}`", "symbol")

    def _is_at(self, one: Paragraph, end: int, place: Citation, match: re.Match[str]) -> bool:
        """Whether a place stands in brackets right behind a name that its files have nowhere."""
        between = one.text[end : one.offset(place.line, place.column)]
        nowhere = not any(stands(match["last"], self.known.read(path) or b"") for path in self.page.files_meant(place))
        return re.fullmatch(r"`?\s?[(（]\s?`?", between) is not None and nowhere

    def _there(self, said: dict[str, str], path: str, place: Citation) -> list[tuple[int, str, str]]:
        """What lines of a file have of the kind of what is said: the number of each, what it has, and its text."""
        if "error" in said:
            return self._raised(path, place)
        if "call" in said:
            return self._read(path, place, rf"(?<!\w){said['call']}\((\d)\)")
        if "owner" in said:
            here = self._read(path, place, rf"(?<!\w)({said['last']})(?!\w)")
            return here or self._read(path, place, rf"(?<![\w:]){said['owner']}::([A-Z]\w+)")
        return self._given(path, said["name"])

    def _cited(self, one: Paragraph, start: int, end: int) -> list[Citation]:
        """The lines that a sentence cites."""
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]
        return [each for each in said if start <= one.offset(each.line, each.column) < end]

    def _raised(self, path: str, place: Citation) -> list[tuple[int, str, str]]:
        """The errors of some lines, and of those a little behind them."""
        lines = self.known.lines(path)[place.start - 1 : place.end + BEHIND]
        return [
            (number, _plain(_ASKED.sub("", name)), match[0].decode("ascii", "replace").rstrip("("))
            for number, line in enumerate(spoken(lines, strings=True), place.start)
            for match in _RAISED.finditer(line)
            if (name := (match[1] or match[2]).decode("ascii", "replace"))[:1].isupper()
        ]

    def _given(self, path: str, name: str) -> list[tuple[int, str, str]]:
        """What a file gives to a constant."""
        pattern = re.compile(rb"^\s*" + name.encode() + rb"\s*=\s*([A-Z]\w*)\s*[;,]?\s*$")
        lines = enumerate(self.known.lines(path), 1)
        return [
            (n, match[1].decode(), match[0].decode().strip()) for n, line in lines if (match := pattern.match(line))
        ]

    def _read(self, path: str, place: Citation, pattern: str) -> list[tuple[int, str, str]]:
        """What stands in some lines in the way of a pattern."""
        compiled = re.compile(pattern.encode(), re.A)
        lines = self.known.lines(path)[place.start - 1 : place.end]
        return [
            (number, match[1].decode(), match[0].decode())
            for number, line in enumerate(spoken(lines, strings=True), place.start)
            for match in compiled.finditer(line)
        ]


def _pieces(one: Paragraph) -> Iterator[tuple[int, int]]:
    """The rows of a table, or the sentences of a paragraph."""
    if one.text.lstrip().startswith("|"):
        yield from zip(one.starts, [*one.starts[1:], len(one.text)], strict=True)
    else:
        yield from prose.sentences(one.text)


def _plainly(code: bytes) -> bytes:
    """Code without what separates its words."""
    return _SPACE.sub(b"", code)


def _said(groups: dict[str, str]) -> str:
    """What is said of lines: an error, the number of an argument, a name, or the value of a constant."""
    if "error" in groups:
        return _plain(groups["code"] or groups["error"])
    return groups.get("n") or groups.get("last") or groups["value"]


def _plain(name: str) -> str:
    """An error by the one name that both languages have for it."""
    return name if hasattr(builtins, name) else name.removesuffix("Error")
