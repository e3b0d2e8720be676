"""Defaults of Python functions' parameters in tables and lists: a row for each, or for a class and one of its.

| parameter | default |     | class | parameter | default |     | SGD `momentum` | `0.0` | `0.0` |     - `width`: 2
| class | `learning_rate` | other defaults |, whose rows are of a class each, with the others by their names (`a=1`).

The function is one that the row, the column's header, the text above or the heading names. That a column has its
defaults, its rows tell: where nearly all are, one that is not is wrong.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying.attrs import is_another
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.answers.verifying.values import LITERALS, kind_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.functions import Signature
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many values of a function are its defaults, and so many times as many as are not.
ENOUGH, TIMES = 3, 3
#: The same of a column whose rows are of a class each.
ENOUGH_CLASSES, TIMES_CLASSES, TIMES_HEADED = 4, 4, 2
#: Names that may be the function's, those of a row, and rows that are looked at.
MAX_NAMES, MAX_OF_A_ROW, MAX_ROWS = 8, 3, 100

_DEFAULTS = regex(
    r"[\s*_]*(?:(?:python|its|the)\s)?(?:defaults?(?:\svalues?)?|(?:默认|缺省)值?)(?:\s?[(（][^()（）]{0,20}[)）])?[\s*_]*",
    re.I,
)
_DEFAULT = regex(r"(?<![A-Za-z])defaults?(?![A-Za-z])|默认|缺省", re.I)
_OURS = regex(r"recommend|suggest|\bour|\bmy\b|\buse\b|\bset\b|建议|推荐|我们|设置|2\.x|v?2\.\d", re.I)
_NAME = regex(r"`((?:\w+\.){0,6}_*[A-Za-z]\w{2,60})(?:\([^`\n]{0,40})?`", re.A)
_CLASS = regex(r"(?<![\w.`/])([A-Z]\w{2,40})(?![\w`/]|\.\w|\()", re.A)
_A_CLASS = regex(r"[\s*]*`?(?:\w+\.){0,6}([A-Z]\w{2,40})(?:\(\))?`?[\s*]*", re.A)
_PARAMETER = regex(r"`([a-z_]\w{0,40})`", re.A)
#: What announces a list of parameters with the values that they have: "Signature:", below it "- `width=2`".
_SIGNATURE = regex(r"\b(?:signature|constructor|arguments?|parameters?|takes)\b|签名|参数|构造函数", re.I)
_GIVEN = regex(r"\s*[-*+]\s+`[a-z_]\w{0,40}\s?=", re.A)
#: What people leave out at the end of a class's name.
_ENDS = ("", "Optimizer", "V1", "V2", "Layer")
_BARE = regex(r"[\s*]*`?([a-z_]\w{0,40})`?[\s*]*", re.A)
#: A value that is written as it is.
_LITERAL = r"None|True|False|-?(?:\d+\.?\d*|\.\d+)(?:[eE]-?\d+)?|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\""
_PAIR = regex(
    r"(?<![\w.])(?P<name>[a-z_]\w{0,40})\s?=\s?"
    rf"(?P<value>{_LITERAL})"
    r"(?=\s{0,3}(?:[`,，;；、)）。<]|\.(?!\w)|$))",
    re.A,
)
#: The same with nothing but a blank between, in a column of defaults.
_SPACED = regex(
    rf"(?<![\w.`])`?(?P<name>[a-z_]\w{{1,40}})`?\s`?(?P<value>{_LITERAL})"
    r"(?=\s{0,3}(?:[`,，;；、|)）<]|\.(?!\w)|$))",
    re.A,
)
#: A name of several words, as one of code is.
_OF_WORDS = regex(r"[_.]|[a-z][A-Z]")
_NAMED = regex(r"[a-z_]\w*\s?=\s?(?=[-\d'\"NTF.])", re.A)
_ITEM = regex(
    r"\s*[-*+]\s+\**`?(?P<name>[a-z_]\w{0,40})`?\**\s?(?:[:：=]|—|–|-|[(（]|,|，)\s?"
    r"(?:(?:defaults?(?:\sto|\sis)?|默认值?(?:为|是)?)[:：=]?\s?)?"
    rf"`?(?P<value>{_LITERAL})`?"
    r"(?=[\s,，;；)）。]|\.(?!\w)|$)",
    re.A,
)


class _Told(Record):
    """A value that is told of a parameter: its paragraph, where it begins there, and whose parameter it may be."""

    one: Paragraph
    at: int
    names: tuple[str, ...]
    value: str
    signatures: tuple[Signature, ...]

    def others(self, signature: Signature) -> list[str]:
        """What the parameter is by default in a function, empty where it is the value."""
        return [signature.other(name, self.value) for name in self.names if signature.parameters.get(name)]


class DefaultColumns(Check):
    """The checks of defaults in tables and lists."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that is not the default, where nearly all of the others are."""
        for table in tables(self.page):
            yield from self._table(table)
        for told in self._lists():
            number = told[0].one.numbers[0]
            over = self.page.over(number)
            above = self.page.above(number)
            said = _DEFAULT.search(f"{self.page.heading(number)}\n{above}") is not None or (
                _SIGNATURE.search(above) is not None and all(_GIVEN.match(one.one.text) for one in told)
            )
            if over and said and not _OURS.search(above):
                signatures = self._of_section(self._names_above(number), number)
                yield from self._of_one(told, signatures or self._of_file_above(number, over))

    def _table(self, table: Table) -> Iterator[Verdict]:
        rows = table.rows[:MAX_ROWS]
        of_pairs = any(map(_DEFAULTS.fullmatch, [head.text for head in table.heads]))
        if not of_pairs and not any(kind_of(_value(cell)[1]) in LITERALS for cells in rows for cell in cells):
            return
        for at, head in enumerate(table.heads):
            if not at or _OURS.search(head.text):
                continue
            headed = [name for _, name in head.names()] if "`" in head.text else []
            default = _DEFAULTS.fullmatch(head.text) is not None
            if default or headed:
                told = [found for cells in rows if (found := self._parameter(table, cells, at)) is not None]
                names = headed or self._names_above(table.one.numbers[0])
                enough = ENOUGH - default  # that they are defaults is said
                signatures = self._of_section(names, table.one.numbers[0]) if len(told) > enough else []
                judged = [*self._of_one(told, signatures, enough), *self._strange(told, signatures)]
                if judged:
                    yield from judged
                    continue
            if not headed:
                told = [found for cells in rows if (found := self._of_row(table, cells, at)) is not None]
                yield from self._of_classes(told, default)
            if default:
                yield from self._of_classes([one for cells in rows for one in self._pairs(table, cells, at)], True)
        if self._is_of_defaults(table):
            yield from self._of_classes([told for cells in rows for told in self._of_class(table, cells)])

    def _is_of_defaults(self, table: Table) -> bool:
        """Whether a header, the text above or the heading says that a table has defaults, and not somebody's own."""
        number = table.one.numbers[0]
        above = self.page.above(number)
        heads = " ".join(head.text for head in table.heads)
        said = f"{heads}\n{above}\n{self.page.heading(number)}"
        return _DEFAULT.search(said) is not None and not _OURS.search(f"{heads}\n{above}")

    def _of_class(self, table: Table, cells: Sequence[Cell]) -> Iterator[_Told]:
        """What a row that begins with a class has under headers that are parameters, and the values with a name."""
        named = _A_CLASS.fullmatch(cells[0].text) if cells else None
        signatures = self._spelt(named[1]) if named is not None else []
        for head, cell in zip(table.heads[1:], cells[1:], strict=False) if signatures else ():
            parameter = _PARAMETER.fullmatch(head.text.strip(" *"))
            offset, value = _value(cell)
            if parameter is not None and kind_of(value) in LITERALS:
                found = [(parameter[1], offset, value)]
            else:
                found = [(match["name"], match.start("value"), match["value"]) for match in _PAIR.finditer(cell.text)]
            for name, at, said in found:
                held = tuple(one for one in signatures if one.parameters.get(name))
                if held:
                    yield _Told(table.one, table.offset(cell) + at, (name,), said, held)

    def _pairs(self, table: Table, cells: Sequence[Cell], at: int) -> Iterator[_Told]:
        """The values with a name that a row has in a column of defaults, of the function that another cell names."""
        if at >= len(cells):
            return
        pairs = list((_PAIR if "=" in cells[at].text else _SPACED).finditer(cells[at].text))
        wanted = {match["name"] for match in pairs}
        named = [name for cell in cells[:at] for name in _NAME.findall(cell.text) if _OF_WORDS.search(name)]
        held = [one for one in self._signatures(list(dict.fromkeys(named))) if wanted <= one.parameters.keys()]
        cited = [one for one in self.page.on(cells[at].line) if one.kind in ("path", "path:line")]
        files = [path for one in cited for path in self.page.files_meant(one)]
        held = [one for one in held if one.where.path in files] or held
        for match in pairs if held else ():
            start = table.offset(cells[at]) + match.start("value")
            yield _Told(table.one, start, (match["name"],), match["value"], tuple(held))

    def _spelt(self, name: str) -> list[Signature]:
        """The signatures of what a class is called; "RMSProp" may be an `RMSPropOptimizer`, or `RMSprop`."""
        spelt = [f"{name}{end}" for end in _ENDS]
        signatures = self._signatures([name])
        signatures += [each for one in spelt for each in self.page.functions.of_classes(one)]
        return signatures + self._signatures([one for each in spelt for one in self._public.get(each.lower(), ())])

    @cached_property
    def _public(self) -> dict[str, list[str]]:
        """The public names by their last part in small letters."""
        found: dict[str, list[str]] = {}
        for name in self.known.endpoints:
            found.setdefault(name.rpartition(".")[2].lower(), []).append(name)
        return found

    def _lists(self) -> Iterator[list[_Told]]:
        """The values of the items of each list."""
        told: list[_Told] = []
        last = -1
        for one in self.page.paragraphs:
            match = _ITEM.match(one.text)
            if match is None:
                continue
            over = self.page.over(one.numbers[0])
            if over != last and len(told) > ENOUGH:
                yield told
            if over != last:
                told, last = [], over
            told.append(_Told(one, match.start("value"), (match["name"],), match["value"], ()))
        if len(told) > ENOUGH:
            yield told

    def _parameter(self, table: Table, cells: Sequence[Cell], at: int) -> _Told | None:
        """What a row with a parameter in its first cells has in a column."""
        if at >= len(cells):
            return None
        offset, value = _value(cells[at])
        names = [match[1] for cell in cells[: min(at, 2)] if (match := _BARE.fullmatch(cell.text))]
        if not names or kind_of(value) not in LITERALS:
            return None
        return _Told(table.one, table.offset(cells[at]) + offset, (names[0],), value, ())

    def _of_row(self, table: Table, cells: Sequence[Cell], at: int) -> _Told | None:
        """What a row has in a column that names a class, or a function, and parameters of it."""
        if at >= len(cells):
            return None
        offset, value = _value(cells[at])
        if kind_of(value) not in LITERALS:
            return None
        named: list[str] = []
        parameters: list[str] = []
        for cell in cells[: min(at, 2)]:
            found = [*_NAME.findall(cell.text), *_CLASS.findall(cell.text)]
            named += [name for name in found if not name.islower() or "_" in name or "." in name]
            bare = _BARE.fullmatch(cell.text)
            parameters += [*_PARAMETER.findall(cell.text), *([bare[1]] if bare else [])]
        named = [name for name in dict.fromkeys(named) if name not in parameters[:1] or len(parameters) > 1]
        if not named or not parameters or len(named) > MAX_OF_A_ROW:
            return None
        signatures = [one for name in named for one in self._spelt(name)]
        held = tuple(one for one in signatures if any(one.parameters.get(name) for name in parameters))
        own = tuple(n for n in dict.fromkeys(parameters) if any(one.parameters.get(n) for one in held))
        return _Told(table.one, table.offset(cells[at]) + offset, own, value, held) if held and own else None

    def _of_one(
        self, told: Sequence[_Told], signatures: Sequence[Signature], enough: int = ENOUGH
    ) -> Iterator[Verdict]:  # fmt: skip
        """The verdicts on values of one function, of all those that have nearly all of them, so many at least."""
        best: list[tuple[_Told, str, Signature]] | None = None
        for signature in signatures:
            held = [(one, others) for one in told if (others := one.others(signature))]
            altered = [(one, others[0], signature) for one, others in held if all(others)]
            if len(held) - len(altered) < max(enough, min(enough, TIMES) * len(altered)):
                continue
            best = altered if best is None else [each for each in best if each[0] in [one[0] for one in altered]]
        for one, other, signature in best or ():
            yield from self._differs(one, other, signature)

    def _strange(self, told: Sequence[_Told], signatures: Sequence[Signature]) -> Iterator[Verdict]:
        """The verdict on the only row that is of no parameter of the function which has those of all others."""
        for signature in signatures:
            strange = [one for one in told if one.names[0] not in signature.parameters]
            if signature.takes_others or len(strange) != 1 or len(told) <= ENOUGH:
                continue
            (one,), name = strange, strange[0].names[0]
            if any(name in other.parameters or other.takes_others for other in signatures):
                continue
            value = one.one.cited(one.at, one.value, name)
            line = self.page.text_lines[value.line - 1]
            at = line.find(name)
            if at < 0 or disclaimers.proposed(line) or disclaimers.absent(line):
                continue
            said = value._replace(text=name, target=name, column=at + 1, end_column=at + len(name))
            near = nearest_of(name, set(signature.parameters))
            yield self.page.verdict(said, "not found", signature.where, near, "no parameter of the function")
            return

    def _of_classes(self, told: Sequence[_Told], headed: bool = False) -> Iterator[Verdict]:
        """The verdicts on values of a column whose rows are of a class each.

        One that is `headed` as the defaults needs no other rows that bear it out, unless several do not.
        """
        altered = []
        for one in told:
            others = [(other, each) for each in one.signatures for other in one.others(each)]
            if others and all(other for other, _ in others) and not self._is_an_attrs(one):
                altered.append((one, *others[0]))
        enough = max(ENOUGH_CLASSES, TIMES_CLASSES * len(altered))
        if headed:
            enough = 0 if len(altered) == 1 else TIMES_HEADED * len(altered)
        if len(told) - len(altered) >= enough:
            for one, other, signature in altered:
                yield from self._differs(one, other, signature)

    def _is_an_attrs(self, one: _Told) -> bool:
        """Whether a value is the default of an attr of the op that its row names, which a class may be called as."""
        row = self.page.text_lines[one.one.at(one.at)[0] - 1]
        ops = [op for span in SPAN.finditer(row) if span[2] in self.known.ops for op in self.known.op_defs(span[2])]
        return any(
            not is_another(one.value.strip("`"), attr) for op in ops for attr in op.attr if attr.name in one.names
        )

    def _names_above(self, number: int) -> list[str]:
        """The names of the paragraph above a line, or those of the heading."""
        found = _NAME.findall(self.page.above(number))[-MAX_NAMES:]
        for heading in self.page.headings(number):
            headed = [*_NAME.findall(heading), *_CLASS.findall(heading)]
            # A question about a method may list what its class takes.
            headed += [owner for name in headed if (owner := name.rpartition(".")[0]).rpartition(".")[2][:1].isupper()]
            found += headed
            if self._signatures(headed):
                break
        return found

    def _of_file_above(self, number: int, over: int) -> list[Signature]:
        """The signatures of the classes of the file that the heading above a list names, or the line above it."""
        said = [one for one in (*self.page.on(over), *self.page.headed(number)) if one.kind == "path"]
        paths = [path for one in said[:1] for path in self.page.files_meant(one)[:1]]
        names = [one.name for path in paths for one in self.known.inside(path) if one.kind == "class"]
        found = [each for name in names[: MAX_NAMES + 1] for each in self.page.functions.of_classes(name)]
        return found if len(names) <= MAX_NAMES else []

    def _of_section(self, names: Sequence[str], number: int) -> list[Signature]:
        """The signatures of some names, those of the files that a heading cites where there are any."""
        found = self._signatures(names)
        files = self.page.files_of_section(number)
        return [one for one in found if one.where.path in files] or found

    def _signatures(self, names: Sequence[str]) -> list[Signature]:
        found = [one for name in dict.fromkeys(names) for one in self.page.functions.named(name).found]
        return list({(one.where.path, one.where.line): one for one in found}.values())

    def _differs(self, one: _Told, other: str, signature: Signature) -> Iterator[Verdict]:
        said = one.one.cited(one.at, one.value, one.names[0])
        line = markdown.SPAN.sub("`", self.page.text_lines[said.line - 1])
        if not disclaimers.proposed(line):
            yield self.page.verdict(said, "differs", signature.where, (), f"`{one.names[0]}` is {other} there")


def _value(cell: Cell) -> tuple[int, str]:
    """The value that a cell is, or begins with as code, and where it begins."""
    text = cell.text.strip(" *")
    span = re.match(r"`([^`\n]+)`", text)
    value = span[1].strip() if span else text
    named = _NAMED.match(value)
    value = value[named.end() :] if named is not None else value
    return cell.text.index(value) if value else 0, value
